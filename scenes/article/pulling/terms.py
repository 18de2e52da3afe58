"""The record of a weighted sum: a row for each term, weight times the word's numbers, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

PLACE_DIGITS = 1
"""Digits after the point of a word's own numbers, where they are exact."""

PRODUCT_DIGITS = 2
"""Digits after the point of a weight times a word's numbers."""

_WEIGHT_DIGITS = (2, 3, 4)
"""Digits after the point of weights, the best first."""

_LARGE, _STEP, _LARGEST_SUM, _LEAST_SUM = 46.0, 4.0, 1.7, 1.15
"""The largest type of a term; by how much it gets smaller until all has room; the factors by which the sum is larger
than a term, at the most and at the least."""

_LINE, _PRODUCT, _ABOVE_SUM, _NAME, _BELOW_NAME = 1.4, 1.2, 0.65, 1.15, 0.35
"""Lines of text from a row to the next, from a row to its product, from the last row to the line above the sum, on to
the baseline of the sum's name, and on to the sum."""

_UNIT = 0.0142
"""Scene units that a line of text takes for each font unit."""

_GAP, _SIGN, _BESIDE = 0.004, 0.0094, 0.35
"""Scene units between the pieces of a term, and of a sign before it, each for a font unit; and between columns of terms
that lie side by side."""

_SUM, _NAME_WIDE, _NAME_LYING = 0.42, 0.58, 0.28
"""Shares of the record's width: of the sum beneath the plane, and of a term's name, beside the plane and beneath it."""

_EXACT = 1e-9
"""The most by which a product differs from its printed numbers where these are exact."""

_COLUMNS = (1, 2, 3)
"""Columns in which terms lie beneath the plane, the best first."""


@dataclass(frozen=True)
class Term:
    """A term of the sum.

    Attributes:
        name: the word, or what is taken together.
        color: ``#rrggbb``, by role.
        weight: its weight, a tensor's element.
        place: the word's own vector, shape (2,), to be printed instead of its name; None for the name.
        of_many: whether it is several words' together: their weight is no factor of a vector.
        leaves: whether it is listed, and leaves before anything is added up: the last term, which counts for nothing.
        product: what is printed below the factors, shape (2,); None for nothing.
    """

    name: str
    color: str
    weight: Tensor
    place: Tensor | None = None
    of_many: bool = False
    leaves: bool = False
    product: Tensor | None = None


def printed_place(row: Tensor) -> bool:
    """Return whether a vector is exact with few digits, so that it can stand where a word could."""
    return all(abs(as_printed(float(each), PLACE_DIGITS) - float(each)) < 1e-6 for each in row)


def vector_text(numbers: Sequence[VMobject], color: str, size: float, *, style: Style = DEFAULT) -> Row:
    """Return two numbers in parentheses, with the language's mark between them."""
    marks = ("(", style.language.between_numbers, ")")
    left, comma, right = (Label(mark, size=size, color=color, style=style) for mark in marks)
    air = max(1.0, size / style.sizes.head)
    return Row([left, numbers[0], comma, numbers[1], right], [0.03 * air, 0.03 * air, 0.12 * air, 0.03 * air])


def worked_out(terms: Sequence[tuple[float, Tensor]], total: Tensor) -> tuple[int, int, bool] | None:
    """Return digits with which a pencil gets the printed sum from printed weights and places; None where none do.

    Args:
        terms: weight and place of each.
        total: their sum, shape (2,).

    Returns:
        Digits after the point of weights, of the sum, and whether it comes out exactly.
    """
    for digits in _WEIGHT_DIGITS:
        reached = [
            sum(as_printed(weight, digits) * as_printed(float(place[axis]), PLACE_DIGITS) for weight, place in terms)
            for axis in range(len(total))
        ]
        shown = [as_printed(float(each), PLACE_DIGITS) for each in total]
        if [as_printed(each, PLACE_DIGITS) for each in reached] == shown:
            exact = all(abs(one - other) < 1e-9 for one, other in zip(reached, shown, strict=True))
            return digits, PLACE_DIGITS, exact
    return None


class Terms(VGroup):
    """A weighted sum: a row for each term, and the sum, large, below; beneath the plane it stands beside its terms.

    Args:
        terms: in the order of the chain.
        name: of the sum.
        total: the sum, shape (2,).
        color: ``#rrggbb`` of the sum.
        digits: after the point of weights and of the sum.
        exact: whether what is printed comes out exactly.
        region: the record.
        lying: whether the record lies beneath the plane.
        style: theme and sizes.

    Attributes:
        listed: of each term, its weight and its name, before anything is multiplied.
        factors: of each, what comes when it is multiplied: the sign and the word's numbers, or its name.
        products: of each, the weight times the word's numbers, below it; nothing beneath the plane, or without room.
        pluses: the signs before all terms but the first.
        rule: the line between the terms and the sum.
        sum: the sum's name, sign and numbers.
        numbers: the sum's two numbers.
        digits: after the point of the sum.
    """

    def __init__(
        self,
        terms: Sequence[Term],
        name: str,
        total: Tensor,
        color: str,
        digits: tuple[int, int],
        region: Region,
        *,
        exact: bool = False,
        lying: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.region, self.terms, self.lying = style, region, terms, lying
        self._weight_digits, self.digits = digits
        sizes = [_LARGE * style.sizes.scale]
        while sizes[-1] - _STEP > style.sizes.least:
            sizes.append(sizes[-1] - _STEP)
        sizes.append(style.sizes.least)
        self._has_products = not lying and any(term.product is not None for term in terms)
        has_room = self._has_products and any(
            self._make(name, total, color, size, exact, 1) for size in sizes if size >= style.sizes.tick
        )
        if not has_room:
            self._has_products = False
            ways = product(sizes, _COLUMNS if lying else (1,))
            # Where nothing has room, all is as small and as narrow as it can be.
            if not any(self._make(name, total, color, size, exact, columns) for size, columns in ways):
                self._make(name, total, color, style.sizes.least, exact, 1)
        self.listed = [VGroup(haloed(row[0], style), haloed(row[3], style)) for row in self._rows]
        self.factors = [
            VGroup() if term.of_many else VGroup(*(haloed(each, style) for each in row[1:3] if len(each)))
            for term, row in zip(terms, self._rows, strict=True)
        ]
        self.products = [haloed(row[4], style) if len(row[4]) else VGroup() for row in self._rows]
        self.sum = VGroup(*(haloed(each, style) for each in self._sum))
        super().__init__(*self.listed, *self.factors, *self.products, self.pluses, self.rule, self.sum)
        laid(self, Layer.LEDGER)

    def _make(self, name: str, total: Tensor, color: str, size: float, exact: bool, columns: int) -> bool:
        """Make all pieces and lay them; return whether all has room."""
        self._rows = [self._row(term, size) for term in self.terms]
        self._sum = self._summed(name, total, color, size, exact)
        return self._lay(size, columns)

    def written(self) -> list[VMobject]:
        """Return all that is seen in the end: of each term that stays, and the sum."""
        pieces: list[VMobject] = [*self.factors, *self.products, *self.pluses, self.rule, *self.sum]
        for row, ((weight, name), term) in enumerate(zip(self.listed, self.terms, strict=True)):
            pieces += [] if term.leaves else [weight] if self.is_renamed(row) else [weight, name]
        return pieces

    def is_renamed(self, row: int) -> bool:
        """Return whether a term's name gives way to the word's numbers when it is multiplied."""
        return self.terms[row].place is not None

    def _row(self, term: Term, size: float) -> list[VMobject]:
        """Return a term's pieces: weight, sign, the word's numbers, and its name, which stands there before."""
        style, color = self.style, term.color
        weight = HeroNumber(term.weight, decimals=self._weight_digits, size=size, color=color, style=style)
        room = self.region.width * (_NAME_LYING if self.lying else _NAME_WIDE)
        name = Label(term.name, size=size, color=color, within=room, style=style)
        if term.of_many:
            return [weight, VGroup(), VGroup(), name, VGroup()]
        sign = Math("times", size=size, style=style)
        if term.place is None:
            return [weight, sign, VGroup(), name, VGroup()]
        row = [Number(each, decimals=PLACE_DIGITS, size=size, color=color, style=style) for each in term.place]
        product = VGroup()
        if self._has_products and term.product is not None:
            product = self._printed(term, term.place, term.product, size)
        return [weight, sign, vector_text(row, color, size, style=style), name, product]

    def _printed(self, term: Term, place: Tensor, product: Tensor, size: float) -> Row:
        """Return the product's two numbers after a sign, which says whether these are rounded."""
        style, color = self.style, term.color
        weight = as_printed(float(term.weight), self._weight_digits)
        exact = all(
            abs(weight * as_printed(float(one), PLACE_DIGITS) - as_printed(float(other), PRODUCT_DIGITS)) < _EXACT
            for one, other in zip(place, product, strict=True)
        )
        numbers = [Number(each, decimals=PRODUCT_DIGITS, size=size, color=color, style=style) for each in product]
        sign = Math("=" if exact else "approx", size=size, style=style)
        return Row([sign, vector_text(numbers, color, size, style=style)], _GAP * size)

    def _summed(self, name: str, total: Tensor, color: str, size: float, exact: bool) -> list[VMobject]:
        """Return the sum's name, and its sign with its numbers, as large as they have room."""
        style, room = self.style, self.region.width * (_SUM if self.lying else 1.0)
        for factor in (_LARGEST_SUM, 1.45, 1.3, _LEAST_SUM):
            large = factor * size
            self.numbers = [
                HeroNumber(each, decimals=self.digits, size=large, color=color, style=style) for each in total
            ]
            sign = Math("=" if exact else "approx", size=large, style=style)
            row = Row([sign, vector_text(self.numbers, color, large, style=style)], 0.16)
            if row.width <= room:
                break
        label = Label(name, size=min(size, style.sizes.number), color=color, within=0.9 * room, style=style)
        return [label, row]

    def _lay(self, size: float, columns: int) -> bool:
        """Lay the terms in columns, and the sum below them or at their right; return whether all has room."""
        region, rows, line, gap, before = self.region, self._rows, _UNIT * size, _GAP * size, _SIGN * size
        widths = [max(float(row[place].width) for row in rows) for place in (0, 1)]
        last = max(float(row[place].width) for row in rows for place in (2, 3))
        more = max(float(row[4].width) for row in rows)
        last = max(last, more - widths[1] - gap)
        wide = before + widths[0] + widths[1] + 2 * gap + last
        deep = ceil(sum(not term.leaves for term in self.terms) / columns)
        pitch = _LINE * line
        name, result = self._sum
        below = (_ABOVE_SUM + _NAME + _BELOW_NAME) * line + float(result.height)
        if self.lying:
            pitch = min(pitch, region.height / deep)
            # What leaves stands where the sum will come.
            leaving = [
                wide - last + float(row[3].width) for term, row in zip(self.terms, rows, strict=True) if term.leaves
            ]
            beside = max(_BESIDE + float(max(result.width, name.width)), *leaving, 0.0)
            used = columns * (wide + _BESIDE) + beside
            fits = used <= region.width and pitch >= 1.05 * line
            left, top = float(region.centre[0]) - used / 2, float(region.centre[1]) + deep * pitch / 2
        else:
            downs, end = self._downs(line)
            used, need = wide, end + below
            fits = max(used, float(result.width)) <= region.width and need <= region.height
            left, top = region.left, float(region.centre[1]) + need / 2
        self.pluses = VGroup()
        for index, row in enumerate(rows):
            column = index // deep if self.lying else 0
            start = left + column * (wide + _BESIDE) + before
            y = top - line - index % deep * pitch if self.lying else top - downs[index]
            lefts = (start, start + widths[0] + gap, start + widths[0] + widths[1] + 2 * gap)
            self._lay_row(row[:4], lefts, y)
            self._lay_product(row[4], lefts[2], y - _PRODUCT * line)
            self._add_plus(index, start - before, y, size)
        if self.lying:
            self._lay_beside(left + columns * wide + (columns - 1) * _BESIDE + _BESIDE)
        else:
            y = top - end - _ABOVE_SUM * line
            self.rule = self._line(point(left, y), point(left + max(wide, float(result.width)), y))
            name.set_x(left + before + float(name.width) / 2).on_baseline(y - _NAME * line)
            result.set_x(left + float(result.width) / 2)
            result.shift(point(0.0, y - _NAME * line - _BELOW_NAME * line - float(result.get_top()[1])))
        return bool(fits)

    def _downs(self, line: float) -> tuple[list[float], float]:
        """Return how far each row lies below the top, and the last line of the rows that stay, scene units."""
        downs, end = [line], line
        for term, row in zip(self.terms, self._rows, strict=True):
            more = _PRODUCT * line if len(row[4]) else 0.0
            end = end if term.leaves else downs[-1] + more
            downs.append(downs[-1] + _LINE * line + more)
        return downs[:-1], end

    @staticmethod
    def _lay_product(product: VMobject, left: float, baseline: float) -> None:
        """Lay numbers below a term's own, the sign before them left of these."""
        if len(product):
            sign, numbers = product
            product.shift(point(left - float(numbers.get_left()[0])))
            set_on_baseline(product, baseline)

    def _lay_beside(self, x: float) -> None:
        """Lay the sum at the right of the terms, behind an upright line."""
        (name, result), region = self._sum, self.region
        middle, air = float(region.centre[1]), 0.16
        high = float(name.height + result.height) + air
        self.rule = self._line(point(x, middle + high / 2 + air), point(x, middle - high / 2 - air))
        for piece, top in ((name, middle + high / 2), (result, middle + high / 2 - float(name.height) - air)):
            piece.set_x(x + _BESIDE + float(piece.width) / 2).shift(point(0.0, top - float(piece.get_top()[1])))

    @staticmethod
    def _lay_row(row: Sequence[VMobject], lefts: tuple[float, float, float], baseline: float) -> None:
        """Lay a term's pieces on a line; the name where the word's numbers will be."""
        for piece, left in zip(row, (*lefts, lefts[2]), strict=True):
            if len(piece):
                piece.set_x(left + float(piece.width) / 2).on_baseline(baseline)

    def _add_plus(self, index: int, x: float, baseline: float, size: float) -> None:
        """Add the sign before a term; nothing before the first."""
        sign = Math("+", size=size, style=self.style)
        middle = baseline + size * UNITS_PER_FONT_UNIT * CAP_HEIGHT / 2
        self.pluses.add(
            VGroup()
            if index == 0 or self.terms[index].leaves
            else haloed(sign.move_to(point(x + float(sign.width) / 2, middle)), self.style)
        )

    def _line(self, start: object, end: object) -> Line:
        return Line(start, end).set_stroke(self.style.theme.axis, 2.4)  # type: ignore[arg-type]
