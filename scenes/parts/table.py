"""Tables of numbers for pairs of words: a row for the word that is pulled, a column for each that pulls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import LEFT, RIGHT, Line, ManimColor, Rectangle, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.number_grid import Lattice, middle_baseline
from scenes.parts.surface import outline_amount
from scenes.parts.text import UNITS_PER_FONT_UNIT, Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SEAM = 0.07
"""Scene units between two cells."""

_LEAST_SHADE, _MOST_SHADE = 0.05, 0.9
"""Opacities of cells of weight 0 and 1."""

_VEIL, _VEIL_DEPTH = 0.62, 1
"""How much of the other rows a veil hides, and manim's depth of it: over the numbers, under frames and what flies."""

_TINT = 0.28
"""Opacity of the cells along which a table mirrors itself."""

_OUTLINE = 0.45
"""Opacity of cells' outlines."""

_NOTHING = 0.005
"""Weights below this read 0.00."""


def cell_opacity(weight: Tensor | float) -> float:
    """The opacity of a cell that stands for a weight in [0, 1]: linear, and just visible at 0."""
    return _LEAST_SHADE + (_MOST_SHADE - _LEAST_SHADE) * float(weight)


def weight_ink(weight: Tensor | float, color: str, style: Style = DEFAULT) -> str:
    """The colour in which a weight can be read on its cell: ink or ground, or dim when it reads 0.00."""
    if float(weight) < _NOTHING:
        return style.theme.dim
    if not style.theme.filled:
        return style.theme.ink
    ground, shade = (np.array(ManimColor(name).to_rgb()) for name in (style.theme.background, color))
    mixed = _luminance(ground + (shade - ground) * cell_opacity(weight))
    inks = (style.theme.ink, style.theme.background)
    return max(inks, key=lambda ink: _contrast(mixed, _luminance(np.array(ManimColor(ink).to_rgb()))))


def _contrast(first: float, second: float) -> float:
    """How well one luminance can be told from another, by WCAG 2: from 1 to 21."""
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def _luminance(rgb: np.ndarray) -> float:
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ np.array([0.2126, 0.7152, 0.0722]))


class Cell(RoundedRectangle):
    """A cell of a table, whose fill, or outline where the theme fills nothing, is its weight.

    Args:
        centre: its middle.
        lattice: whose cell it is.
        color: ``#rrggbb`` of its fill.

    Attributes:
        color_of_fill: ``#rrggbb``.
    """

    def __init__(self, centre: Point, lattice: Lattice, color: str, style: Style = DEFAULT) -> None:
        height = lattice.height - lattice.head - lattice.foot - (0.0 if lattice.head else _SEAM)
        width = lattice.width - _SEAM
        super().__init__(width=width, height=height, corner_radius=min(0.07, height / 3))
        self.set_stroke(style.theme.dim, style.strokes.hair, opacity=_OUTLINE).set_fill(color, opacity=0)
        self.color_of_fill, self.style = color, style
        self.move_to(centre)

    def shade(self, weight: Tensor | float) -> Self:
        """Fill it as its weight says."""
        if not self.style.theme.filled:
            return outline_amount(self, float(weight), self.style)
        return self.set_fill(self.color_of_fill, opacity=cell_opacity(weight))


class ScoreTable(VGroup):
    """A table with a row for each word that is pulled and a column for each word that pulls.

    Args:
        words: the phrase: titles of rows and of columns.
        colors: one ``#rrggbb`` a word.
        lattice: where the cells are.
        titles_edge: where the rows' titles end, or, where they stand above their cells, begin; scene units.
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
        self, words: Sequence[str], colors: Sequence[str], lattice: Lattice, *, titles_edge: float,
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
        for title, y, middle in zip(self.row_titles, lattice.ys, lattice.row_ys, strict=True):
            title.align_to(point(titles_edge + 0.1 * (lattice.head > 0), 0.0), LEFT if lattice.head else RIGHT)
            above = head_baseline(middle + lattice.height / 2, lattice.head, size)
            set_on_baseline(title, above if lattice.head else middle_baseline(y, size))
        self._name_axes(titles_edge, titles_baseline, min(size, style.sizes.note))
        super().__init__(*self.cell_rows, *self.column_titles, *self.row_titles, self.key_title, self.query_title)

    def _name_axes(self, titles_edge: float, titles_baseline: float, size: float) -> None:
        """Say what rows and columns are: along the left edge and the top, or both above all, with arrows."""
        lattice, style, above = self.lattice, self.style, self.lattice.head > 0
        down, right = (" ↓", " →") if above else ("", "")
        rise = AXIS_RISE_CLOSE if above else AXIS_RISE
        self.key_title = Label(style.says("pulls-key") + right, size=size, color=style.theme.key, style=style)
        self.query_title = Label(style.says("is-pulled-query") + down, size=size, color=style.theme.query, style=style)
        middle = (lattice.left + lattice.right) / 2
        if above:
            self.query_title.align_to(point(titles_edge, 0.0), LEFT)
            set_on_baseline(self.query_title, titles_baseline + rise)
            middle = max(middle, titles_edge + self.query_title.width + AXIS_APART + self.key_title.width / 2)
        set_on_baseline(self.key_title.set_x(middle), titles_baseline + rise)
        if above:
            return
        self.query_title.rotate(np.pi / 2)
        left = min(float(title.get_left()[0]) for title in self.row_titles)
        self.query_title.move_to(point(left - AXIS_GAP, (lattice.top + lattice.bottom) / 2))

    def row_frame(self, index: int) -> RoundedRectangle:
        """A frame around a row with its title, in the query's colour; all rows' frames are of one size."""
        left = min(float(title.get_left()[0]) for title in self.row_titles) - 0.12
        height = self.lattice.height - 0.01
        area = Region(left, self.lattice.right + 0.02, -height / 2, height / 2)
        return frame(area, self.style.theme.query, self.style).set_y(self.lattice.row_ys[index])

    def veil(self, index: int) -> VGroup:
        """What dims the cells of all rows but one: two panes, above it and below it."""
        lattice, middle = self.lattice, self.lattice.row_ys[index]
        edges = ((lattice.top, middle + lattice.height / 2), (middle - lattice.height / 2, lattice.bottom))
        panes = VGroup()
        for top, bottom in edges:
            pane = Rectangle(width=lattice.right - lattice.left, height=max(top - bottom, 1e-3), stroke_width=0)
            pane.set_fill(self.style.theme.background, opacity=_VEIL)
            panes.add(pane.move_to(point((lattice.left + lattice.right) / 2, (top + bottom) / 2)))
        return panes.set_z_index(_VEIL_DEPTH)

    def diagonal(self) -> VGroup:
        """The line along which a table mirrors itself, drawn where it does not cross a number."""
        lattice = self.lattice
        step = _DASH * point(lattice.width, -lattice.height)
        corners = [point(lattice.left + k * lattice.width, y) for k, y in enumerate(lattice.seam_ys)]
        dashes = VGroup(*(Line(corner - step, corner + step) for corner in corners))
        return dashes.set_stroke(self.style.theme.ink, self.style.strokes.thin).set_z_index(_VEIL_DEPTH)

    def link(self, row: int, column: int) -> VMobject:
        """A line from a cell to its mirror image, along the seams, its corner on the diagonal."""
        lattice, (first, last) = self.lattice, sorted((row, column))
        places = [(first + 1, last), (last, last), (last, first + 1)]
        corners = [point(lattice.left + j * lattice.width, lattice.seam_ys[i]) for i, j in places]
        line = VMobject().set_points_as_corners(corners if row == first else corners[::-1])
        return line.set_stroke(self.style.theme.ink, self.style.strokes.thin).set_z_index(_VEIL_DEPTH)

    def column_frame(self, index: int, bottom: float) -> RoundedRectangle:
        """A frame around a column's title and what is below it down to ``bottom``, in the key's colour."""
        lattice, baseline = self.lattice, self.column_titles[0].baseline
        half = lattice.width / 2 + 0.03
        area = Region(
            lattice.xs[index] - half, lattice.xs[index] + half, bottom, baseline + (0.26 if lattice.head else 0.32)
        )
        return frame(area, self.style.theme.key, self.style)


AXIS_RISE, AXIS_GAP = 0.46, 0.36
"""Scene units from the columns' titles' baseline up to the axis title's, and from the rows' titles to theirs."""

AXIS_RISE_CLOSE, AXIS_APART = 0.4, 0.35
"""Where rows have their titles above them: the first of these, and the least distance between both axis titles."""


def head_baseline(top: float, head: float, size: float) -> float:
    """The baseline of a title of a size in the room of height ``head`` that a row keeps for it from ``top`` down."""
    return top - head + 0.3 * size * UNITS_PER_FONT_UNIT


def frame(area: Region, color: str, style: Style = DEFAULT) -> RoundedRectangle:
    """A frame with round corners, in a line of one colour."""
    shape = RoundedRectangle(
        width=area.width, height=area.height, corner_radius=0.1, stroke_color=color, stroke_width=style.strokes.thin
    )
    return shape.move_to(area.centre).set_z_index(_VEIL_DEPTH + 1)


def box_of(*mobjects: VMobject) -> Region:
    """The rectangle that just holds some mobjects."""
    group = VGroup(*mobjects)
    return Region(*(float(edge) for edge in (
        group.get_left()[0], group.get_right()[0], group.get_bottom()[1], group.get_top()[1]
    )))  # fmt: skip
