"""Tables of numbers for pairs of words: a row for each word that is pulled, a column for each that pulls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import LEFT, RIGHT, ManimColor, Rectangle, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.surface import outline_amount
from scenes.parts.table.number_grid import Lattice, middle_baseline
from scenes.parts.text.typeset import UNITS_PER_FONT_UNIT, Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SEAM = 0.07
"""Scene units between two cells."""

_LEAST_SHADE, _MOST_SHADE = 0.05, 0.9
"""Opacities of cells of weight 0 and 1."""

_VEIL, _VEIL_DEPTH = 0.62, 1
"""The veil's opacity over the other rows, and its z-index: above the numbers, below frames and moving numbers."""

_OUTLINE = 0.5
"""The colour of cells' outlines: its share of the way from the background's to dim."""

_NOTHING = 0.005
"""Weights below this read 0.00."""


def cell_opacity(weight: Tensor | float) -> float:
    """Return the opacity of a cell that stands for a weight in [0, 1]: linear, and just visible at 0."""
    return _LEAST_SHADE + (_MOST_SHADE - _LEAST_SHADE) * float(weight)


def weight_ink(weight: Tensor | float, color: str, style: Style = DEFAULT) -> str:
    """Return the colour in which a weight is readable on its cell: ink or background, or dim when it reads 0.00."""
    if float(weight) < _NOTHING:
        return style.theme.dim
    if not style.theme.filled:
        return style.theme.ink
    ground, shade = (np.array(ManimColor(name).to_rgb()) for name in (style.theme.background, color))
    mixed = _luminance(ground + (shade - ground) * cell_opacity(weight))
    inks = (style.theme.ink, style.theme.background)
    return max(inks, key=lambda ink: _contrast(mixed, _luminance(np.array(ManimColor(ink).to_rgb()))))


def _contrast(first: float, second: float) -> float:
    """Return the contrast of two luminances, by WCAG 2: from 1 to 21."""
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def _luminance(rgb: np.ndarray) -> float:
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    return float(linear @ np.array([0.2126, 0.7152, 0.0722]))


def cell_outline(lattice: Lattice) -> RoundedRectangle:
    """Return the outline of a lattice's cells, around the origin; manim takes 5 ms for it, and no time for a copy."""
    height = lattice.height - lattice.head - lattice.foot - (0.0 if lattice.head else _SEAM)
    return RoundedRectangle(width=lattice.width - _SEAM, height=height, corner_radius=min(0.07, height / 3))


class Cell(VMobject):
    """A cell of a table; its weight is its fill, or its outline where the theme fills nothing.

    Args:
        centre: its centre.
        outline: the outline of all cells of its table, as ``cell_outline`` returns it.
        color: ``#rrggbb`` of its fill.

    Attributes:
        color_of_fill: ``#rrggbb``.
    """

    def __init__(self, centre: Point, outline: VMobject, color: str, style: Style = DEFAULT) -> None:
        super().__init__()
        self.set_points(outline.points)
        line = ManimColor(style.theme.background).interpolate(ManimColor(style.theme.dim), _OUTLINE)
        self.set_stroke(line, style.strokes.hair).set_fill(color, opacity=0)
        self.color_of_fill, self.style = color, style
        self.move_to(centre)

    def shade(self, weight: Tensor | float) -> Self:
        """Fill it according to its weight."""
        if not self.style.theme.filled:
            return outline_amount(self, float(weight), self.style)
        return self.set_fill(self.color_of_fill, opacity=cell_opacity(weight))


class ScoreTable(VGroup):
    """A table with a row for each word that is pulled and a column for each word that pulls.

    Args:
        words: the phrase: titles of rows and of columns.
        colors: one ``#rrggbb`` for each word.
        lattice: the places of the cells.
        titles_edge: the right edge of the rows' titles, or the left edge of the cells and their neighbours where the
            titles stand above them; scene units.
        titles_baseline: the baseline of the columns' titles, scene units.
        size: the titles' size, manim font units.

    Attributes:
        cells: the cells: ``cells[row][column]``.
        cell_rows: the cells of each row as a group.
        row_titles: the words before the rows.
        column_titles: the words above the columns.
        query_title: the rows' axis title, in the query's colour, along the left edge, or in lines above it.
        key_title: the columns' axis title, in the key's colour, along the top.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        lattice: Lattice,
        *,
        titles_edge: float,
        titles_baseline: float,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        self.lattice, self.style, self.titles_edge = lattice, style, titles_edge
        outline = cell_outline(lattice)
        self.cells = [
            [Cell(lattice.centre(i, j), outline, color, style) for j, color in enumerate(colors)]
            for i in range(len(words))
        ]
        self.cell_rows = [VGroup(*row) for row in self.cells]
        titled = list(zip(words, colors, strict=True))
        self.column_titles = [Label(word, size=size, color=color, style=style) for word, color in titled]
        self.row_titles = [Label(word, size=size, color=color, style=style) for word, color in titled]
        for title, x in zip(self.column_titles, lattice.xs, strict=True):
            set_on_baseline(title.set_x(x), titles_baseline)
        for title, y, middle in zip(self.row_titles, lattice.ys, lattice.row_ys, strict=True):
            title.align_to(point(titles_edge + self.indent, 0.0), LEFT if lattice.head else RIGHT)
            above = head_baseline(middle + lattice.height / 2, lattice.head, size)
            set_on_baseline(title, above if lattice.head else middle_baseline(y, size))
        self._name_axes(titles_edge, titles_baseline, min(size, style.sizes.note))
        super().__init__(*self.cell_rows, *self.column_titles, *self.row_titles, self.key_title, self.query_title)

    @property
    def indent(self) -> float:
        """The indent of titles above their cells: none at the cells' edge, more past a neighbouring block's bracket."""
        lattice = self.lattice
        return 0.0 if not lattice.head else 0.06 if self.titles_edge == lattice.left else 0.14

    def _name_axes(self, titles_edge: float, titles_baseline: float, size: float) -> None:
        """Write the axis titles: the columns' along the top, the rows' along the left edge or in lines above it."""
        lattice, style, above = self.lattice, self.style, self.lattice.head > 0
        baseline = titles_baseline + (AXIS_RISE_CLOSE if above else AXIS_RISE)
        self.key_title = Label(style.says("pulls-key"), size=size, color=style.theme.key, style=style)
        set_on_baseline(self.key_title.set_x((lattice.left + lattice.right) / 2), baseline)
        named = style.says("is-pulled-query")
        if above and titles_edge < lattice.left:
            first, _, rest = named.partition(" (")
            lines = [first, f"({rest} ↓"] if rest else [f"{first} ↓"]
            self.query_title = VGroup(*(Label(line, size=size, color=style.theme.query, style=style) for line in lines))
            for index, line in enumerate(self.query_title):
                line.align_to(point(titles_edge, 0.0), LEFT)
                set_on_baseline(line, baseline - index * _LINE * size * UNITS_PER_FONT_UNIT)
            return
        title = Label(named, size=size, color=style.theme.query, style=style).rotate(np.pi / 2)
        left = lattice.left if above else min(float(title.get_left()[0]) for title in self.row_titles)
        gap = AXIS_GAP_CLOSE if above else AXIS_GAP
        self.query_title = VGroup(title.move_to(point(left - gap, (lattice.top + lattice.bottom) / 2)))

    def row_frame(self, index: int) -> RoundedRectangle:
        """Return a frame around a row with its title, in the query's colour; all rows' frames have one size."""
        lattice = self.lattice
        titles = min(float(title.get_left()[0]) for title in self.row_titles)
        left = self.titles_edge - _PADDING if lattice.head else titles - 0.12
        height = lattice.height - 0.01
        area = Region(left, lattice.right + (_PADDING if lattice.head else 0.02), -height / 2, height / 2)
        return frame(area, self.style.theme.query, self.style).set_y(lattice.row_ys[index])

    def veil(self, index: int) -> VGroup:
        """Return a veil that dims the cells of all rows but one: two panes, above it and below it."""
        lattice, middle = self.lattice, self.lattice.row_ys[index]
        edges = ((lattice.top, middle + lattice.height / 2), (middle - lattice.height / 2, lattice.bottom))
        panes = VGroup()
        for top, bottom in edges:
            pane = Rectangle(width=lattice.right - lattice.left, height=max(top - bottom, 1e-3), stroke_width=0)
            pane.set_fill(self.style.theme.background, opacity=_VEIL)
            panes.add(pane.move_to(point((lattice.left + lattice.right) / 2, (top + bottom) / 2)))
        return panes.set_z_index(_VEIL_DEPTH)

    def column_frame(self, index: int, bottom: float) -> RoundedRectangle:
        """Return a frame around a column down to ``bottom``, in the key's colour, including the title where it fits.

        All columns' frames have one size.
        """
        lattice, baseline = self.lattice, self.column_titles[0].baseline
        roomy = max(float(title.width) for title in self.column_titles) < lattice.width - 2 * _PADDING
        top = baseline + (0.26 if lattice.head else 0.32) if roomy else baseline - 0.085
        area = Region(lattice.xs[index] - lattice.width / 2, lattice.xs[index] + lattice.width / 2, bottom, top)
        return frame(area, self.style.theme.key, self.style)


AXIS_RISE, AXIS_GAP = 0.46, 0.36
"""Scene units from the columns' titles up to their axis title, and from the rows' titles to theirs, by baselines."""

AXIS_RISE_CLOSE, AXIS_GAP_CLOSE = 0.4, 0.2
"""The same where rows have their titles above them, the second from the cells."""

_LINE = 1.25
"""The line spacing of the rows' axis title in lines, as a share of the type size."""

_PADDING = 0.05
"""Scene units between a frame and its content."""


def head_baseline(top: float, head: float, size: float) -> float:
    """Return the baseline of a row's title, in the room of height ``head`` kept for it from ``top`` down."""
    return top - head + HEAD_GAP * size * UNITS_PER_FONT_UNIT


HEAD_GAP = 0.26
"""The distance from a row's cells up to the baseline of the title above them, as a share of the type size."""


def frame(area: Region, color: str, style: Style = DEFAULT) -> RoundedRectangle:
    """Return a frame with round corners, in a line of one colour."""
    shape = RoundedRectangle(
        width=area.width, height=area.height, corner_radius=0.1, stroke_color=color, stroke_width=style.strokes.thin
    )
    return shape.move_to(area.centre).set_z_index(_VEIL_DEPTH + 1)


def box_of(*mobjects: VMobject) -> Region:
    """Return the smallest rectangle around some mobjects."""
    group = VGroup(*mobjects)
    return Region(
        *(
            float(edge)
            for edge in (group.get_left()[0], group.get_right()[0], group.get_bottom()[1], group.get_top()[1])
        )
    )
