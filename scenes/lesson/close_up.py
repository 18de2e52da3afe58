"""The look at a matrix from so near that its numbers are cells, and from so far that it is seen as a whole."""

from __future__ import annotations

from math import exp, floor, log

import numpy as np
from manim import ManimColor, VGroup, VMobject

from scenes.lesson.pattern_tiles import box, outline
from scenes.parts.surface import colour_area
from scenes.stage import Region
from scenes.style import Style

_UNCOUNTED, _FADES, _GONE = 0.3, 0.30, 0.05
"""The share of its colour that a cell has before it is counted; scene units of a cell below which lines between cells
fade, and at which they are gone."""

_SWEEP = 3.0
"""The power of the zoom's progress that the counted part follows: it is slow while single cells are seen."""


class CloseUp(VGroup):
    """A matrix, seen from near or from far, and what has been counted of it, row by row.

    Args:
        near: where cells fill the frame.
        far: where all of the matrix is seen, with its true shape.
        cells: its rows and columns.
        cell: scene units of a cell, seen from near.
        color: ``#rrggbb``.
        style: theme.
    """

    def __init__(
        self, near: Region, far: Region, cells: tuple[float, float], cell: float, *, color: str, style: Style
    ) -> None:
        self._near, self._far, self._cells = near, far, cells
        self._sides = log(cell), log(far.height / cells[0])
        ground = ManimColor(style.theme.background)
        dark = str(ground.interpolate(ManimColor(color), _UNCOUNTED).to_hex())
        self.all = colour_area(VMobject(stroke_width=0), dark if style.theme.filled else color, 1.0, style)
        self.counted = colour_area(VMobject(stroke_width=0), color, 1.0, style)
        self.lines = VMobject(stroke_color=style.theme.background, stroke_width=style.strokes.line)
        super().__init__(self.all, self.counted, self.lines)
        self.zoom(0.0)

    def cell(self, index: int) -> Region:
        """Return where one of the first cells of the first row is, seen from near."""
        side = exp(self._sides[0])
        left = self._near.left + index * side
        return Region(left, left + side, self._near.top - side, self._near.top)

    def count(self, cells: int) -> None:
        """Show that the first cells of the first row have been counted, seen from near."""
        end = self.cell(max(cells, 1) - 1)
        self.counted.points = outline(np.array([box(self._near.left, end.top, end.right, end.bottom)]))
        if not cells:
            self.counted.points = self.counted.points[:0]

    def zoom(self, progress: float) -> None:
        """Look from near (0) or far (1), or from between; from far all is counted."""
        near, far = self._near, self._far
        side = exp(self._sides[0] + progress * (self._sides[1] - self._sides[0]))
        left, top = near.left + progress * (far.left - near.left), near.top + progress * (far.top - near.top)
        wide = min(self._cells[1] * side, near.right - left)
        high = min(self._cells[0] * side, top - near.bottom)
        self.all.points = outline(np.array([box(left, top, left + wide, top - high)]))
        done = progress**_SWEEP * high
        self.counted.points = outline(np.array([box(left, top, left + wide, top - done)]))
        self._rule(left, top, wide, high, side)

    def _rule(self, left: float, top: float, wide: float, high: float, side: float) -> None:
        """Draw the lines between cells, as long as cells can be told apart."""
        seen = min(max((side - _GONE) / (_FADES - _GONE), 0.0), 1.0)
        self.lines.set_stroke(opacity=seen)
        if not seen:
            self.lines.clear_points()
            return
        across = [left + side * place for place in range(1, floor(wide / side) + 1)]
        down = [top - side * place for place in range(1, floor(high / side) + 1)]
        ends = [[[x, top], [x, top - high]] for x in across] + [[[left, y], [left + wide, y]] for y in down]
        starts, stops = (np.pad(np.array(ends)[:, at], ((0, 0), (0, 1))) for at in (0, 1))
        way = stops - starts
        self.lines.points = np.stack([starts, starts + way / 3, starts + 2 * way / 3, stops], axis=1).reshape(-1, 3)
