"""Tables of numbers for pairs of words: a row for the word that is pulled, a column for each that pulls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from manim import RIGHT, ManimColor, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.number import LARGEST_PLAIN, MINUS, Number, bracket_pair
from scenes.parts.text import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SEAM = 0.07
"""Scene units between two cells."""

_LEAST_SHADE, _MOST_SHADE = 0.05, 0.9
"""Opacities of cells of weight 0 and 1."""

_NOTHING = 0.005
"""Weights below this read 0.00."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where the cells of a table are.

    Attributes:
        left: its left edge, scene units.
        top: its upper edge, scene units.
        width: of a cell with its share of the seams, scene units.
        height: of a cell with its share of the seams, scene units.
        rows: how many.
        columns: how many.
    """

    left: float
    top: float
    width: float
    height: float
    rows: int
    columns: int

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
        """The middle of each column, scene units."""
        return [self.left + (index + 0.5) * self.width for index in range(self.columns)]

    @property
    def ys(self) -> list[float]:
        """The middle of each row, scene units."""
        return [self.top - (index + 0.5) * self.height for index in range(self.rows)]

    def centre(self, row: int, column: int) -> Point:
        """The middle of a cell."""
        return point(self.xs[column], self.ys[row])


def decimals_for(values: Tensor) -> int:
    """Digits after the point with which the numbers of a table stay narrow: 2 below a hundred, then 1, then 0."""
    shown = values.abs()[values.abs() < LARGEST_PLAIN]
    largest = float(shown.max()) if shown.numel() else 0.0
    return 2 if largest < 99.995 else 1 if largest < 999.95 else 0


def middle_baseline(y: float, size: float) -> float:
    """The baseline on which digits of a size stand with their middle at ``y`` scene units."""
    return y - CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2


class NumberGrid(VGroup):
    """Numbers in rows and columns; each column is aligned on its decimal points, and its digits are centred.

    Args:
        values: shape (R, C).
        xs: the middle of each column, scene units.
        ys: the middle of each row, scene units.
        size: manim font units.
        row_colors: one ``#rrggbb`` a row; ink when left out.
        column_colors: one ``#rrggbb`` a column, instead of ``row_colors``.

    Attributes:
        numbers: the numbers: ``numbers[row][column]``.
        rows: the numbers of each row as a group.
    """

    def __init__(
        self, values: Tensor, xs: Sequence[float], ys: Sequence[float], *, size: float | None = None,
        row_colors: Sequence[str] | None = None, column_colors: Sequence[str] | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        size, decimals = size or style.sizes.label, decimals_for(values)
        self.numbers: list[list[Number]] = []
        for i, row in enumerate(values):
            colors = column_colors or [row_colors[i] if row_colors else style.theme.ink] * len(row)
            self.numbers.append(
                [
                    Number(element, decimals=decimals, size=size, color=color, style=style)
                    for element, color in zip(row, colors, strict=True)
                ]
            )
        for j, x in enumerate(xs):
            self._align([row[j] for row in self.numbers], x)
        for row, y in zip(self.numbers, ys, strict=True):
            for number in row:
                set_on_baseline(number, middle_baseline(y, size))
        self.rows = [VGroup(*row) for row in self.numbers]
        super().__init__(*self.rows)

    @staticmethod
    def _align(column: Sequence[Number], x: float) -> None:
        digits = max(_digits_width(number) for number in column)
        signed = any(number.shown.startswith(MINUS) for number in column)
        right = x + digits / 2 + (0.06 if signed else 0.0)
        for number in column:
            number.align_to(point(right, 0.0), RIGHT)

    def column(self, index: int) -> VGroup:
        """The numbers of a column."""
        return VGroup(*(row[index] for row in self.numbers))


def _digits_width(number: Number) -> float:
    first = number.submobjects[1 if number.shown.startswith(MINUS) else 0]
    return float(number.get_right()[0] - first.get_left()[0])


def widest(tables: Sequence[Tensor], size: float, style: Style = DEFAULT) -> float:
    """The width in scene units of the widest number of some tables, as ``NumberGrid`` draws them."""
    extremes = {(float(value), decimals_for(table)) for table in tables for value in (table.min(), table.max())}
    return max(Number(value, decimals=decimals, size=size, style=style).width for value, decimals in extremes)


class Block(VGroup):
    """A matrix whose rows or columns stand beside a table's: numbers at given places in one pair of brackets.

    Args:
        grid: its numbers.

    Attributes:
        grid: its numbers.
        brackets: the pair of brackets.
    """

    def __init__(self, grid: NumberGrid, *, style: Style = DEFAULT) -> None:
        self.grid = grid
        self.brackets = bracket_pair(grid, gap=0.17, over=0.1, style=style)
        super().__init__(*grid.rows, self.brackets)

    def brackets_of_row(self, index: int, style: Style = DEFAULT) -> VGroup:
        """Brackets around one row alone, as wide as those around all."""
        row = self.grid.rows[index]
        pair = bracket_pair(row, gap=0.0, over=0.1, style=style)
        pair.stretch_to_fit_width(self.brackets.width)
        return pair.set_x(self.brackets.get_x())


def cell_opacity(weight: Tensor | float) -> float:
    """The opacity of a cell that stands for a weight in [0, 1]: linear, and just visible at 0."""
    return _LEAST_SHADE + (_MOST_SHADE - _LEAST_SHADE) * float(weight)


def weight_ink(weight: Tensor | float, color: str, style: Style = DEFAULT) -> str:
    """The colour in which a weight can be read on its cell: ink or ground, or dim when it reads 0.00."""
    if float(weight) < _NOTHING:
        return style.theme.dim
    ground, shade = (np.array(ManimColor(name).to_rgb()) for name in (style.theme.background, color))
    mixed = _luminance(ground + (shade - ground) * cell_opacity(weight))
    ink, dark = (_luminance(np.array(ManimColor(name).to_rgb())) for name in (style.theme.ink, style.theme.background))
    lighter, darker = (ink + 0.05) / (mixed + 0.05), (mixed + 0.05) / (dark + 0.05)
    return style.theme.ink if lighter >= darker else style.theme.background


def _luminance(rgb: np.ndarray) -> float:
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ np.array([0.2126, 0.7152, 0.0722]))


class Cell(RoundedRectangle):
    """A cell of a table, whose fill is its weight.

    Args:
        centre: its middle.
        lattice: whose cell it is.
        color: ``#rrggbb`` of its fill.

    Attributes:
        color_of_fill: ``#rrggbb``.
    """

    def __init__(self, centre: Point, lattice: Lattice, color: str, style: Style = DEFAULT) -> None:
        width, height = lattice.width - _SEAM, lattice.height - _SEAM
        super().__init__(width=width, height=height, corner_radius=min(0.07, height / 3))
        self.set_stroke(style.theme.faint, style.strokes.hair).set_fill(color, opacity=0)
        self.color_of_fill = color
        self.move_to(centre)

    def shade(self, weight: Tensor | float) -> Self:
        """Fill it as its weight says."""
        self.set_fill(self.color_of_fill, opacity=cell_opacity(weight))
        return self


class ScoreTable(VGroup):
    """A table with a row for each word that is pulled and a column for each word that pulls.

    Args:
        words: the phrase: titles of rows and of columns.
        colors: one ``#rrggbb`` a word.
        lattice: where the cells are.
        titles_right: where the rows' titles end, scene units.
        titles_baseline: the columns' titles' baseline, scene units.
        size: of the titles, manim font units.

    Attributes:
        cells: the cells: ``cells[row][column]``.
        cell_rows: the cells of each row as a group.
        row_titles: the words before the rows.
        column_titles: the words above the columns.
        query_title: what rows are, in the query's colour, along the left edge.
        key_title: what columns are, in the key's colour, along the top.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], lattice: Lattice, *, titles_right: float,
        titles_baseline: float, size: float, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.lattice, self.style = lattice, style
        self.cells = [
            [Cell(lattice.centre(i, j), lattice, color, style) for j, color in enumerate(colors)]
            for i in range(len(words))
        ]
        self.cell_rows = [VGroup(*row) for row in self.cells]
        titled = list(zip(words, colors, strict=True))
        self.column_titles = [Label(word, size=size, color=color, style=style) for word, color in titled]
        self.row_titles = [Label(word, size=size, color=color, style=style) for word, color in titled]
        for title, x in zip(self.column_titles, lattice.xs, strict=True):
            set_on_baseline(title.set_x(x), titles_baseline)
        for title, y in zip(self.row_titles, lattice.ys, strict=True):
            set_on_baseline(title.align_to(point(titles_right, 0.0), RIGHT), middle_baseline(y, size))
        note = style.sizes.note
        self.key_title = Label("pulls (key)", size=note, color=style.theme.key, style=style)
        set_on_baseline(self.key_title.set_x((lattice.left + lattice.right) / 2), titles_baseline + AXIS_RISE)
        self.query_title = Label("is pulled (query)", size=note, color=style.theme.query, style=style)
        self.query_title.rotate(np.pi / 2)
        left = min(float(title.get_left()[0]) for title in self.row_titles)
        self.query_title.move_to(point(left - AXIS_GAP, (lattice.top + lattice.bottom) / 2))
        super().__init__(*self.cell_rows, *self.column_titles, *self.row_titles, self.key_title, self.query_title)

    def row_frame(self, index: int) -> RoundedRectangle:
        """A frame around a row with its title, in the query's colour; all rows' frames are of one size."""
        left = min(float(title.get_left()[0]) for title in self.row_titles) - 0.12
        height = self.lattice.height - 0.01
        area = Region(left, self.lattice.right + 0.02, -height / 2, height / 2)
        return frame(area, self.style.theme.query, self.style).set_y(self.lattice.ys[index])

    def column_frame(self, index: int, bottom: float) -> RoundedRectangle:
        """A frame around a column's title and what is below it down to ``bottom``, in the key's colour."""
        lattice, baseline = self.lattice, self.column_titles[0].baseline
        half = lattice.width / 2 - 0.01
        area = Region(lattice.xs[index] - half, lattice.xs[index] + half, bottom, baseline + 0.32)
        return frame(area, self.style.theme.key, self.style)


AXIS_RISE, AXIS_GAP = 0.46, 0.36
"""Scene units from the columns' titles' baseline up to the axis title's, and from the rows' titles to theirs."""


def frame(area: Region, color: str, style: Style = DEFAULT) -> RoundedRectangle:
    """A frame with round corners, in a line of one colour."""
    shape = RoundedRectangle(
        width=area.width, height=area.height, corner_radius=0.1, stroke_color=color, stroke_width=style.strokes.thin
    )
    shape.move_to(area.centre)
    return shape


def box_of(*mobjects: VMobject) -> Region:
    """The rectangle that just holds some mobjects."""
    group = VGroup(*mobjects)
    return Region(*(float(edge) for edge in (
        group.get_left()[0], group.get_right()[0], group.get_bottom()[1], group.get_top()[1]
    )))  # fmt: skip
