"""The record of a weighted sum: a row for each term, weight times word is a vector, and their sum below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.number_format import as_printed, decimals_that_add
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math, Row, baseline_of, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _GAP = 0.66, 0.14
"""Scene units from a row to the next, where there is room, and between two columns."""

_CELL_GAP, _CELL_PITCH = 0.4, 0.5
"""Scene units between cells that lie beside each other, and from a cell's first line down to its second."""

_LINE, _APART, _ABOVE_SUM, _MOST_APART = 0.0142, 0.2, 1.6, 0.5
"""Scene units from a line to the next for each font unit; lines of space between two terms of two lines, and from the
last of them to the sum's name; scene units more between terms, where there is room."""

_WIDEST_GAP, _INDENT, _SIGN = 0.24, 0.1, 0.4
"""Scene units between two columns, and to the left of the first, where there is room; what a plus sign takes before a
term."""

_LISTED = 1.5
"""Lines from a weight to the next, where weights are only listed."""

_HEAD, _PLUS_ROOM = 0.95, 0.34
"""Lines that the columns' head takes, and the least gap between two cells in which a plus sign stands."""

_DIGITS = (2, 3, 4)
"""Digits after the point, the best first."""

PLACE_DIGITS = 1
"""Digits after the point of a word's own numbers, where they are exact."""


@dataclass(frozen=True)
class Term:
    """A term of the sum.

    Attributes:
        name: the word, or what is taken together.
        color: ``#rrggbb``, by role.
        weight: its weight, a tensor's element.
        vector: weight times vector, shape (2,).
        place: the word's own vector, shape (2,), to be printed instead of its name; None for the name.
        of_many: whether it is several words' together: their weight is no factor of a vector.
    """

    name: str
    color: str
    weight: Tensor
    vector: Tensor
    place: Tensor | None = None
    of_many: bool = False


def digits_that_add(terms: Sequence[Tensor], total: Tensor) -> int | None:
    """Return digits with which printed vectors add up to the printed sum along every axis; None where none do.

    Args:
        terms: shape (d,) each.
        total: their sum, shape (d,).
    """
    for digits in _DIGITS:
        columns = [([float(term[axis]) for term in terms], float(total[axis])) for axis in range(len(total))]
        if all(decimals_that_add(column, end, (digits,)) is not None for column, end in columns):
            return digits
    return None


def printed_place(row: Tensor) -> bool:
    """Return whether a vector is exact with few digits, so that it can stand where a word could."""
    return all(abs(as_printed(float(each), PLACE_DIGITS) - float(each)) < 1e-6 for each in row)


def vector_text(numbers: Sequence[VMobject], color: str, size: float, *, style: Style = DEFAULT) -> Row:
    """Return two numbers in parentheses, with the language's mark between them."""
    marks = ("(", style.language.between_numbers, ")")
    left, comma, right = (Label(mark, size=size, color=color, style=style) for mark in marks)
    return Row([left, numbers[0], comma, numbers[1], right], [0.03, 0.03, 0.12, 0.03])


class Terms(VGroup):
    """A weighted sum: each term in two lines, or in one where there are many; beneath the plane in cells.

    Args:
        terms: in the order of the chain.
        name: of the sum.
        total: the sum, shape (2,).
        color: ``#rrggbb`` of the sum.
        digits: after the point of weights and vectors; None where rounded terms do not add up to the rounded sum.
        region: the record.
        lying: whether the record lies beneath the plane.
        head: what stands over the column of weights.
        style: theme and sizes.

    Attributes:
        factors: weight, dot and word of each term, or its vector; of many words together their weight and their name,
            without a sign between them, or their name alone.
        vectors: equals sign and vector of each term.
        rule: the line above the sum.
        listed: of each term, its weight and its name, before anything is multiplied.
        head: the name of the column of weights.
        closer: how far up each listed row, and last the head, are while nothing is multiplied, scene units.
        pluses: the signs between the terms.
        sum: the sum's name, equals sign and vector.
        is_rounded: whether printed terms do not add up to the printed sum, which an approximate sign then says.
        digits: after the point of vectors.
        numbers: of each term, its two numbers; those of the sum last.
    """

    def __init__(
        self,
        terms: Sequence[Term],
        name: str,
        total: Tensor,
        color: str,
        digits: tuple[int, int | None],
        region: Region,
        *,
        lying: bool = False,
        head: str = "",
        style: Style = DEFAULT,
    ) -> None:
        self.pluses, self.head = VGroup(), VGroup()
        self.style, self.region, self.terms, self.lying = style, region, terms, lying
        self.weight_digits, vector_digits = digits
        self.digits = vector_digits or _DIGITS[0]
        self.is_rounded = vector_digits is None
        self.numbers: list[list[Number]] = []
        ways = [self._lay_cells] if lying else [self._lay_blocks, self._lay_rows]
        sizes = [style.sizes.head, 1.09 * style.sizes.number] * (not lying)
        for lay, size in product(
            ways, (*sizes, style.sizes.number, style.sizes.tick, style.sizes.note, style.sizes.least)
        ):
            self.numbers = []
            self._columns: list[list[VMobject]] = []
            self.pluses = VGroup()
            self._make(name, total, color, size, lying=lying)
            if lay(size):
                break
        self.factors = [self._haloed(row[:3]) for row in self._columns[:-1]]
        self.vectors = [self._haloed(row[3:]) for row in self._columns[:-1]]
        self.sum = self._haloed(self._columns[-1][2:])
        self.listed = self._listed(size, blocks=lay == self._lay_blocks)
        for row, term in enumerate(self.terms):
            if term.of_many:
                self.factors[row] = self.listed[row]
        if head and lay == self._lay_blocks:
            self.head = self._head(head, size)
        self.closer = self._closer(size)
        super().__init__(*self.factors, *self.vectors, self.rule, self.sum)
        for extra in (*self.listed, self.head, self.pluses):
            laid(extra, Layer.LEDGER)
        laid(self, Layer.LEDGER)

    def is_renamed(self, row: int) -> bool:
        """Return whether a term's name gives way to the word's numbers when it is multiplied."""
        return self.terms[row].place is not None

    def _listed(self, size: float, *, blocks: bool) -> list[VGroup]:
        """Return each term's weight and name, as they are listed before anything is multiplied."""
        rows = []
        for row, term in enumerate(self.terms):
            if term.of_many:
                rows.append(self._listed_together(row, term, size) if blocks else VGroup(*self.factors[row]))
                continue
            weight, _, factor = self.factors[row]
            if self.is_renamed(row):
                factor = self._listed_name(row, term, size)
            rows.append(VGroup(weight, factor))
        return rows

    def _listed_together(self, row: int, term: Term, size: float) -> VGroup:
        """Return the weight that several words have together and their name; there is no sign between them."""
        weight = Weight(term.weight, decimals=self.weight_digits, size=size, color=term.color, style=self.style)
        weight.set_x(float(self._columns[0][0].get_right()[0] - weight.width / 2))
        set_on_baseline(weight, baseline_of(self._columns[row][2]))
        return VGroup(haloed(weight, self.style), self._listed_name(row, term, size))

    def _listed_name(self, row: int, term: Term, size: float) -> VGroup:
        """Return a term's name in the column of what the weights are multiplied with."""
        label = Label(term.name, size=size, color=term.color, style=self.style)
        label.set_x(float(self._columns[0][2].get_left()[0]) + float(label.width) / 2)
        set_on_baseline(label, baseline_of(self._columns[row][2]))
        return haloed(label, self.style)

    def _closer(self, size: float) -> list[float]:
        """Return how far up rows and head are as a list, in the middle of the record; nowhere else without a head."""
        if not len(self.head):
            return [0.0] * (len(self.terms) + 1)
        pitch = _LISTED * _LINE * size
        top = float(self.region.centre[1]) + pitch * len(self.terms) / 2
        now = [baseline_of(self._columns[row][2]) for row in range(len(self.terms))]
        return [*(top - pitch * (row + 1) - y for row, y in enumerate(now)), top - baseline_of(self.head[1])]

    def _head(self, text: str, size: float) -> VGroup:
        """Return the name of the column of weights, over it."""
        label = Label(text, size=size, color=self.style.theme.ink, style=self.style)
        first = self._columns[0][0]
        label.set_x(float(first.get_left()[0]) + float(label.width) / 2)
        set_on_baseline(label, baseline_of(first) + _HEAD * _LINE * size)
        return haloed(label, self.style)

    def _plus(self, x: float, baseline: float, size: float) -> None:
        """Add a sign between two terms."""
        sign = Math("+", size=size, style=self.style).set_x(x)
        set_on_baseline(sign, baseline)
        self.pluses.add(haloed(sign, self.style))

    def _haloed(self, pieces: Sequence[VMobject]) -> VGroup:
        """Return pieces over their halos, for an axis may run under the record."""
        return VGroup(*(haloed(piece, self.style) for piece in pieces if len(piece.submobjects)))

    def _make(self, name: str, total: Tensor, color: str, size: float, *, lying: bool) -> None:
        """Make the pieces of every row: weight, dot, word, equals sign, vector."""
        style = self.style
        for term in self.terms:
            weight = Weight(term.weight, decimals=self.weight_digits, size=size, color=term.color, style=style)
            word = self._factor(term, size)
            factors = [VGroup(), VGroup()] if term.of_many else [weight, Math("times", size=size, style=style)]
            self._columns.append([*factors, word, *self._vector(term.vector, term.color, size, about=term.of_many)])
        self._columns.append(
            [VGroup(), VGroup(), Label(name, size=size, color=color, style=style), *self._vector(total, color, size)]
        )

    def _factor(self, term: Term, size: float) -> VMobject:
        """Return what a weight is multiplied with: the word's numbers where they are short, or its name."""
        if term.place is None:
            return Label(term.name, size=size, color=term.color, style=self.style)
        row = [
            Number(each, decimals=PLACE_DIGITS, size=size, color=term.color, style=self.style) for each in term.place
        ]
        return vector_text(row, term.color, size, style=self.style)

    def _vector(self, row: Tensor, color: str, size: float, *, about: bool = False) -> list[VMobject]:
        kind = HeroNumber if len(self.numbers) == len(self.terms) else Number
        numbers = [kind(each, decimals=self.digits, size=size, color=color, style=self.style) for each in row]
        self.numbers.append(numbers)
        return [
            Math(
                "approx" if about or (self.is_rounded and len(self.numbers) > len(self.terms)) else "=",
                size=size,
                style=self.style,
            ),
            vector_text(numbers, color, size, style=self.style),
        ]

    def _lay_blocks(self, size: float) -> bool:
        """Lay each term in two lines, its factors over its share, the sum last; return whether all has room."""
        region, rows, line = self.region, self._columns, _LINE * size
        widths = [
            max(float(row[column].width) for row in rows for column in columns) for columns in ((0,), (1, 3), (2, 4))
        ]
        spare = max(region.width - sum(widths) - 2 * _GAP - _SIGN, 0.0)
        gap, left = _GAP + min(spare / 4, _WIDEST_GAP - _GAP), region.left + _SIGN + min(spare / 4, _INDENT)
        lefts = [left, left + widths[0] + gap, left + widths[0] + widths[1] + 2 * gap]
        right, need = lefts[2] + widths[2], ((len(rows) - 1) * (2 + _APART) + _ABOVE_SUM + 1) * line
        apart = _APART * line + min(max(region.height - need, 0.0) / len(rows), _MOST_APART)
        bottom = region.top
        for index, row in enumerate(rows[:-1]):
            self._lay_term(row, lefts, bottom - line, line)
            if index:
                self._plus(left - 0.6 * _SIGN, bottom - line, size)
            bottom -= 2 * line + apart
        y = bottom + apart - 0.45 * line
        self.rule = self._line(left - _SIGN, right, y)
        self._lay_term(rows[-1], lefts, y - (_ABOVE_SUM - 0.45) * line, line)
        rows[-1][2].set_x(lefts[1] + float(rows[-1][2].width) / 2)
        return right <= region.right and need <= region.height and size >= self.style.sizes.tick

    def _lay_term(self, row: Sequence[VMobject], lefts: Sequence[float], baseline: float, line: float) -> None:
        """Lay a term's factors on a line, and the equals sign and the share below their sign and their vector."""
        for piece, column, lines in zip(row, (0, 1, 2, 1, 2), (0, 0, 0, 1, 1), strict=True):
            if len(piece.submobjects):
                piece.set_x(lefts[column] + float(piece.width) / 2)
                set_on_baseline(piece, baseline - lines * line)

    def _lay_rows(self, size: float) -> bool:
        """Lay columns beside each other, the sum last; return whether all has room."""
        region, rows = self.region, self._columns
        widths = [max(float(row[column].width) for row in rows) for column in range(5)]
        need = sum(widths) + 4 * _GAP
        pitch = min(_PITCH, region.height / (len(rows) + 0.2))
        lefts = [region.right - need + sum(widths[:column]) + _GAP * column for column in range(5)]
        for index, row in enumerate(rows):
            baseline = region.top - pitch * (index + 0.6 + 0.3 * (index == len(rows) - 1))
            for column, piece in enumerate(row):
                if not len(piece.submobjects):
                    continue
                right_aligned = column in (0, 4)
                x = lefts[column] + float(piece.width) / 2
                piece.set_x(lefts[column] + widths[column] - float(piece.width) / 2 if right_aligned else x)
                set_on_baseline(piece, baseline)
        y = region.top - pitch * (len(rows) - 1 + 0.17)
        self.rule = self._line(lefts[0], region.right, y)
        return need <= region.width and pitch >= 0.0162 * size

    def _lay_cells(self, size: float) -> bool:
        """Lay the terms side by side, each factor over its vector, the sum last; return whether all has room."""
        region, rows = self.region, self._columns
        cells = []
        for row in rows:
            upper = VGroup(*(piece for piece in row[:3] if len(piece.submobjects)))
            for before, after in zip(list(upper)[:-1], list(upper)[1:], strict=True):
                after.set_x(before.get_right()[0] + 0.1 + float(after.width) / 2)
            row[3] = VGroup()
            cells.append((upper, row[4]))
        widths = [max(float(upper.width), float(lower.width)) for upper, lower in cells]
        gap = min(_CELL_GAP, (region.width - sum(widths)) / max(len(cells) - 1, 1))
        x = float(region.centre[0]) - (sum(widths) + gap * (len(cells) - 1)) / 2
        top = region.top - 0.3
        for (upper, lower), width in zip(cells, widths, strict=True):
            for pieces, baseline in ((upper, top), ([lower], top - _CELL_PITCH)):
                for piece in pieces:
                    set_on_baseline(piece, baseline)
            upper.set_x(x + width / 2)
            lower.set_x(x + width / 2)
            x += width + gap
        if gap >= _PLUS_ROOM:
            for left_cell, right_cell in zip(cells[:-2], cells[1:-1], strict=True):
                right, left = (max(g.get_right()[0] for g in left_cell), min(g.get_left()[0] for g in right_cell))
                self._plus((right + left) / 2, top - _CELL_PITCH, size)
        middle = x - widths[-1] - 1.5 * gap
        self.rule = Line(point(middle, top + 0.3), point(middle, top - _CELL_PITCH - 0.1))
        self.rule.set_stroke(self.style.theme.axis, 2.0)
        return gap >= 0.22

    def _line(self, left: float, right: float, y: float) -> Line:
        return Line(point(left, y), point(right, y)).set_stroke(self.style.theme.axis, 2.4)
