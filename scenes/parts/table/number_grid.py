"""Numbers in rows and columns at the centres of a table's cells, and blocks of numbers in brackets beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import LEFT, RIGHT, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.text.number import LARGEST_PLAIN, MINUS, Number, bracket_pair
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, set_on_baseline
from scenes.style import DEFAULT, Style


@dataclass(frozen=True, slots=True)
class Lattice:
    """The places of a table's cells.

    Attributes:
        left: its left edge, scene units.
        top: its upper edge, scene units.
        width: the width of a cell with its share of the seams, scene units.
        height: the height of a row with its share of the seams, scene units.
        rows: the number of rows.
        columns: the number of columns.
        head: the height kept free above a row's cells for its title, scene units.
        foot: the height kept free below them where rows have a head, scene units.
    """

    left: float
    top: float
    width: float
    height: float
    rows: int
    columns: int
    head: float = 0.0
    foot: float = 0.0

    @property
    def right(self) -> float:
        """Its right edge, scene units."""
        return self.left + self.width * self.columns

    @property
    def bottom(self) -> float:
        """Its lower edge, scene units."""
        return self.top - self.height * self.rows

    @property
    def xs(self) -> list[float]:
        """The centre of each column, scene units."""
        return [self.left + (index + 0.5) * self.width for index in range(self.columns)]

    @property
    def ys(self) -> list[float]:
        """The centre of each row's cells, scene units."""
        return [y - (self.head - self.foot) / 2 for y in self.row_ys]

    @property
    def row_ys(self) -> list[float]:
        """The centre of each row, including the room for its title, scene units."""
        return [self.top - (index + 0.5) * self.height for index in range(self.rows)]

    def centre(self, row: int, column: int) -> Point:
        """Return the centre of a cell."""
        return point(self.xs[column], self.ys[row])


def decimals_for(values: Tensor) -> int:
    """Return the digits after the point that keep a table's numbers narrow: 2 below a hundred, then 1, then 0."""
    shown = values.abs()[values.abs() < LARGEST_PLAIN]
    largest = float(shown.max()) if shown.numel() else 0.0
    return 2 if largest < 99.995 else 1 if largest < 999.95 else 0


def middle_baseline(y: float, size: float) -> float:
    """Return the baseline for digits of a size whose centre is at ``y`` scene units."""
    return y - CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2


class NumberGrid(VGroup):
    """Numbers in rows and columns, each column aligned on its decimal points.

    Digits are centred; where any number has a sign, the columns are centred as if each had one.

    Args:
        values: shape (R, C).
        xs: the centre of each column, scene units.
        ys: the centre of each row, scene units.
        size: manim font units.
        row_colors: one ``#rrggbb`` for each row; ink when left out.
        column_colors: one ``#rrggbb`` for each column, instead of ``row_colors``.
        kind: the class of each number, which decides how it is written.

    Attributes:
        numbers: the numbers: ``numbers[row][column]``.
        rows: the numbers of each row as a group.
    """

    def __init__(
        self,
        values: Tensor,
        xs: Sequence[float],
        ys: Sequence[float],
        *,
        size: float | None = None,
        row_colors: Sequence[str] | None = None,
        column_colors: Sequence[str] | None = None,
        kind: type[Number] = Number,
        style: Style = DEFAULT,
    ) -> None:
        size, decimals = size or style.sizes.label, decimals_for(values)
        self.numbers: list[list[Number]] = []
        for i, row in enumerate(values):
            colors = column_colors or [row_colors[i] if row_colors else style.theme.ink] * len(row)
            self.numbers.append(
                [
                    kind(element, decimals=decimals, size=size, color=color, style=style)
                    for element, color in zip(row, colors, strict=True)
                ]
            )
        sign = max(number.width - _digits_width(number) for row in self.numbers for number in row)
        for j, x in enumerate(xs):
            self._align([row[j] for row in self.numbers], x + sign / 2)
        for row, y in zip(self.numbers, ys, strict=True):
            for number in row:
                set_on_baseline(number, middle_baseline(y, size))
        self.rows = [VGroup(*row) for row in self.numbers]
        super().__init__(*self.rows)

    @staticmethod
    def _align(column: Sequence[Number], x: float) -> None:
        digits = max(_digits_width(number) for number in column)
        for number in column:
            number.align_to(point(x + digits / 2, 0.0), RIGHT)

    def column(self, index: int) -> VGroup:
        """Return the numbers of a column."""
        return VGroup(*(row[index] for row in self.numbers))


def _digits_width(number: Number) -> float:
    first = number.submobjects[1 if number.shown.startswith((MINUS, "<")) else 0]
    return float(number.get_right()[0] - first.get_left()[0])


def widest(tables: Sequence[Tensor], size: float, style: Style = DEFAULT) -> float:
    """Return the width in scene units of the widest number of some tables, as ``NumberGrid`` draws them."""
    extremes = {(float(value), decimals_for(table)) for table in tables for value in (table.min(), table.max())}
    return max(Number(value, decimals=decimals, size=size, style=style).width for value, decimals in extremes)


class Block(VGroup):
    """A matrix whose rows or columns are aligned with a table's: numbers at given places in one pair of brackets.

    Args:
        grid: its numbers.
        around: the lattice whose columns the brackets enclose; close to the numbers when left out.
        beside: the lattice whose rows, with titles, give the brackets' height; as the numbers when left out.
        gap: scene units between numbers and brackets.

    Attributes:
        grid: its numbers.
        brackets: the pair of brackets.
    """

    def __init__(
        self,
        grid: NumberGrid,
        *,
        around: Lattice | None = None,
        beside: Lattice | None = None,
        gap: float = 0.17,
        style: Style = DEFAULT,
    ) -> None:
        self.grid = grid
        self.brackets = bracket_pair(grid, gap=gap, over=0.1, style=style)
        if beside and beside.head:
            self.brackets.stretch_to_fit_height(beside.top - beside.bottom + 0.06)
            self.brackets.set_y((beside.top + beside.bottom) / 2)
        if around:
            places = around.left - gap + 0.01, around.right + gap - 0.01
            edges = zip(self.brackets, places, (LEFT, RIGHT), strict=True)
            for bracket, x, side in edges:
                bracket.align_to(point(x, 0.0), side)
        super().__init__(*grid.rows, self.brackets)
