"""A pull as a sum in columns: who pulls whom, and below it a product for each axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.pair import pulls_row
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Typeset, capitals
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SHRINK = 0.95
"""The factor by which type gets smaller until a column has room for it."""

_PLUS, _TIMES, _EQUALS = 0.18, 0.16, 0.22
"""Scene units after the plus sign, and at either side of the two other signs, at the size of formulas."""

_PITCH, _NAME, _TOTAL = 2.4, 1.1, 1.25
"""From a line to the next, in heights of capitals, at the most; from the name to the first line, and from the last one
to the total, as multiples of that."""

_RULE, _OVER_TOTAL = 2.6, 0.36
"""The width of the rule over a total in stroke units, and its height above the total's capitals, as a share of what is
free there."""

_ASKED = 0.22
"""Scene units from the name of a pull to its question mark."""


Edges: TypeAlias = tuple[float, float]
"""The left and the right edge of a column, scene units."""


class Cell:
    """A place of a column for a number, whose digits may run.

    Args:
        value: the number.
        digits: digits after the point.
        column: its column's left and right edge, scene units.
        base: its baseline.
        flush: the edge at which it stands.
        size: manim font units.
        color: ``#rrggbb``; ink when left out.
        style: theme and sizes.

    Attributes:
        shown: the number in its parentheses, if it needs them.
        number: the number alone.
    """

    def __init__(
        self, value: Tensor | float, digits: int, column: Edges, base: float,
        flush: Literal["left", "right"], *, size: float, color: str | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self._color = color or style.theme.ink
        self._column, self._base, self._flush = column, base, flush
        self._size, self._style, self.digits, self.value = size, style, digits, float(value)
        self.shown = self.written(value, digits)
        self._running: RunningNumber | None = None

    @property
    def number(self) -> Number:
        """The number without parentheses."""
        return self.shown.number

    def written(self, value: Tensor | float, digits: int) -> Factor:
        """Return another number at this place."""
        factor = Factor(value, decimals=digits, size=self._size, color=self._color, style=self._style)
        left, right = self._column
        half = float(factor.width) / 2
        factor.set_x(left + half if self._flush == "left" else right - half).on_baseline(self._base)
        return laid(factor, Layer.LEDGER)

    def running(self) -> RunningNumber:
        """Return digits that look like the number that is shown, and run."""
        self._running = RunningNumber(self.number)
        return self._running

    def write(self, value: float, digits: int) -> None:
        """Let the running digits be another number's."""
        assert self._running is not None
        self._running.write(self.written(value, digits).number)


class PullColumn:
    """A pull as a sum in columns, a tone for each axis: colours of roles come with keys and queries.

    Args:
        words: the word that pulls, and the one that is pulled.
        rows: the vector of the word that pulls, and the one of the word that is pulled, shape (2,) each.
        digits: digits after the point of the factors.
        products: the products of the rows' numbers.
        decimals: digits after the point of the products.
        total: the sum of the products.
        turned: the first row's numbers in the end, with their digits; and their products, with the sum of these.
        region: where it stands.
        size: manim font units at the most.
        tones: of the axes' lines, ``#rrggbb`` each.
        style: theme and sizes.

    Attributes:
        name: who pulls whom.
        question: what stands after the name before.
        factors: for each axis both factors.
        results: the products.
        lines: for each axis the signs of its product, without the equals sign.
        equals: for each axis the equals sign.
        rule: the line over the total.
        total: the sum of the products.
        size: manim font units.
    """

    def __init__(
        self,
        words: Sequence[str],
        rows: Sequence[Tensor],
        digits: int,
        products: Tensor,
        decimals: int,
        total: Tensor,
        turned: tuple[Sequence[tuple[float, int]], Sequence[float]],
        region: Region,
        size: float,
        tones: Sequence[str],
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.decimals, self._region, self._tones = style, decimals, region, tones
        self._total = float(total)
        self._rows, self._digits, self._products, self._turned = rows, digits, products, turned
        self.size = size
        while self._width() > region.width and self.size > style.sizes.least:
            self.size *= _SHRINK
        self.name = pulls_row(words, size=self.size, gap=0.2 * self.size / size, style=style)
        self.question = Label("?", size=self.size, style=style)
        whole = float(self.name.width) + _ASKED + float(self.question.width)
        if whole > region.width:
            self.name.scale(region.width / whole)
            self.question.scale(region.width / whole)
        for word in self.name:
            word.set_color(style.theme.ink)
        self._lay()
        laid(
            VGroup(self.name, self.question, self.rule, *self.equals, *(sign for line in self.lines for sign in line)),
            Layer.LEDGER,
        )

    def _widths(self) -> tuple[float, list[float], list[float]]:
        """Return how wide the plus sign, the other signs and the columns of numbers are."""

        def wide(value: Tensor | float, digits: int) -> float:
            return float(Factor(value, decimals=digits, size=self.size, style=self.style).width)

        plus, times, equals = (float(Math(sign, size=self.size).width) for sign in ("+", "times", "="))
        share = self.size / self.style.sizes.formula
        first = [wide(value, self._digits) for value in self._rows[0]]
        # Before the first line there is no plus sign, so that a longer number has room there.
        for place, (value, digits) in enumerate(self._turned[0]):
            first.append(wide(value, digits) - (plus + _PLUS * share) * (place == 0))
        second = [wide(value, self._digits) for value in self._rows[1]]
        results = [wide(value, self.decimals) for value in [*self._products.tolist(), self._total, *self._turned[1]]]
        signs = [times + 2 * _TIMES * share, equals + 2 * _EQUALS * share]
        return plus + _PLUS * share, [max(first), max(second), max(results)], signs

    def _width(self) -> float:
        """Return the width of the sum, scene units."""
        plus, columns, signs = self._widths()
        return plus + sum(columns) + sum(signs)

    def _lay(self) -> None:
        """Lay the name, a line for each axis, and the total, in the middle of the region."""
        region, capital = self._region, capitals(self.size)
        pitch = min(_PITCH * capital, (region.height - capital) / (1 + _NAME + _TOTAL))
        down, drop = _NAME * pitch, _TOTAL * pitch
        top = (region.top + region.bottom + capital + down + pitch + drop) / 2 - capital
        left, *columns = self._columns()
        right = columns[-1][1]
        self._lay_name((left + right) / 2, top)
        self.factors, self.results = list[tuple[Cell, Cell]](), list[Cell]()
        self.lines, self.equals = list[list[Typeset]](), list[Typeset]()
        for axis in range(len(self._tones)):
            self._lay_line(axis, left, columns, top - down - axis * pitch)
        base = top - down - pitch - drop
        self.total = Cell(self._total, self.decimals, columns[-1], base, "right", size=self.size, style=self.style)
        over = base + capital + _OVER_TOTAL * (drop - capital)
        self.rule = Line(point(left, over), point(right, over), color=self.style.theme.dim, stroke_width=_RULE)

    def _columns(self) -> tuple[float, Edges, Edges, Edges]:
        """Return the left edge of all, and both edges of each column of numbers: both factors, and the products."""
        plus, widths, (times, equals) = self._widths()
        left = self._region.left + (self._region.width - plus - sum(widths) - times - equals) / 2
        edges, x = list[Edges](), left + plus
        for width, sign in zip(widths, (times, equals, 0.0), strict=True):
            edges.append((x, x + width))
            x += width + sign
        return left, edges[0], edges[1], edges[2]

    def _lay_name(self, middle: float, base: float) -> None:
        """Lay the name over the middle of the columns, as far as it has room with its question mark."""
        region, half = self._region, float(self.name.width) / 2
        whole = float(self.name.width) + _ASKED + float(self.question.width)
        self.name.set_x(min(max(middle, region.left + half), region.right - whole + half)).on_baseline(base)
        self.question.on_baseline(base)
        self.question.shift(point(float(self.name.get_right()[0]) + _ASKED - float(self.question.get_left()[0])))

    def _lay_line(self, axis: int, left: float, columns: Sequence[Edges], base: float) -> None:
        """Lay an axis's factors, its product and their signs on a baseline."""
        size, style, tone = self.size, self.style, self._tones[axis]
        first, second, last = columns
        one, other = (float(row[axis]) for row in self._rows)
        self.factors.append((
            Cell(one, self._digits, first, base, "right", size=size, color=tone, style=style),
            Cell(other, self._digits, second, base, "left", size=size, color=tone, style=style),
        ))  # fmt: skip
        product = float(self._products[axis])
        self.results.append(Cell(product, self.decimals, last, base, "right", size=size, color=tone, style=style))
        signs = list[Typeset]([Math("times", size=size, style=style).set_x((first[1] + second[0]) / 2)])
        if axis:
            sign = Math("+", size=size, style=style)
            signs.append(sign.shift(point(left - float(sign.get_left()[0]))))
        equals = Math("=", size=size, style=style).set_x((second[1] + last[0]) / 2)
        for each in (*signs, equals):
            each.on_baseline(base).set_color(tone)
        self.lines.append(signs)
        self.equals.append(equals)

    def line(self, axis: int) -> list[VMobject]:
        """Return an axis's factors with their signs."""
        return [*self.lines[axis], *(cell.shown for cell in self.factors[axis])]

    @property
    def signs(self) -> list[VMobject]:
        """All that is no number."""
        return [*(sign for line in self.lines for sign in line), *self.equals, self.rule]

    @property
    def cells(self) -> list[Cell]:
        """All places for numbers: the factors axis by axis, then the products, then their sum."""
        return [*(cell for both in self.factors for cell in both), *self.results, self.total]
