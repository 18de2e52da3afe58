"""A table with a row and a column for each word of a phrase, whose columns are as wide as their words."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, sqrt

from manim import RoundedRectangle, Square, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import UNITS_PER_FONT_UNIT, Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PAD, _BESIDE, _SEAM = 0.1, 0.16, 0.06
"""Scene units around the contents of a cell, between a row's name and its cells, and between two cells."""

_HEAD, _SMALL = 1.7, 0.22
"""The height of the line of the columns' names, the middle of small letters over a baseline: shares of the em."""

_BASE = 0.04
"""Scene units from the cells to the line of the columns' names."""

_TALLEST = 0.74
"""The greatest height of a row in a wide frame, scene units."""

_SIDE, _LEAST_MARK = 0.9, 0.06
"""The side of a square of weight 1, as a share of its cell, and the least side of one, scene units."""


class WordGrid(VGroup):
    """Cells, the names of rows left of them and those of columns in a line below, or upright where that is short.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` a word.
        holds: the numbers that columns have room for.
        region: it stands at its top, with type as large as there is room for.
        tallest: the greatest height of a row, scene units; as in a wide frame when left out.
        style: theme and sizes.

    Attributes:
        heads: the names of the columns.
        names: the names of the rows.
        cells: ``cells[row][column]``.
        size: of the type, manim font units.
        pitch: from a row to the next, scene units.
        room: the region of the cells.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        holds: Tensor,
        region: Region,
        *,
        tallest: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.words, self.colors, self.style = list(words), list(colors), style
        sizes, upright = style.sizes, False
        for size in range(int(sizes.number), int(sizes.least) - 1, -1):
            widths = self._widths(size, holds)
            named = max(float(label.width) for label in self._labels(size)) + _BESIDE
            if named + sum(widths) <= region.width:
                break
        else:
            upright, widths = True, [(region.width - named) / len(words)] * len(words)
        self.size = size
        head = max(float(label.width) for label in self._labels(size)) + _BESIDE
        head = head if upright else _HEAD * size * UNITS_PER_FONT_UNIT
        self.pitch = min(tallest or _TALLEST, (region.height - head - _BASE) / len(words))
        left = region.left + (region.width - named - sum(widths)) / 2 + named
        low = region.bottom + head + _BASE
        self.room = Region(left, left + sum(widths), low, low + len(words) * self.pitch)
        self._place(widths, upright)
        super().__init__(*self.heads, *self.names, *(cell for row in self.cells for cell in row))

    def _labels(self, size: float) -> list[Label]:
        pairs = zip(self.words, self.colors, strict=True)
        return [Label(word, size=size, color=color, style=self.style) for word, color in pairs]

    def _widths(self, size: float, holds: Tensor) -> list[float]:
        """Return the width of each column: of its name or of the widest number, with room around them."""
        ends = (holds.min(), holds.max())
        number = max(float(Number(value, size=size, style=self.style).width) for value in ends)
        return [max(float(label.width) + 2 * _PAD, number + _PAD) + _SEAM for label in self._labels(size)]

    def _place(self, widths: Sequence[float], upright: bool) -> None:
        """Put names and cells at their places."""
        style, em, x = self.style, self.size * UNITS_PER_FONT_UNIT, self.room.left
        self.heads, self.names = VGroup(*self._labels(self.size)), VGroup(*self._labels(self.size))
        xs = []
        for width, head in zip(widths, self.heads, strict=True):
            xs.append(x + width / 2)
            x += width
            if upright:
                head.rotate(pi / 2)
                head.move_to(point(xs[-1], self.room.bottom - _BASE - _BESIDE / 2 - float(head.height) / 2))
            else:
                head.set_x(xs[-1]).on_baseline(self.room.bottom - _BASE - (_HEAD / 2 + _SMALL) * em)
        self.cells: list[list[RoundedRectangle]] = []
        for row, name in enumerate(self.names):
            y = self.room.top - (row + 0.5) * self.pitch
            name.set_x(self.room.left - _BESIDE - float(name.width) / 2).on_baseline(y - _SMALL * em)
            cells = []
            for column, width in zip(xs, widths, strict=True):
                cell = RoundedRectangle(width=width - _SEAM, height=self.pitch - _SEAM, corner_radius=_SEAM)
                cell.set_stroke(style.theme.axis, style.strokes.thin)
                cells.append(cell.move_to(point(column, y)))
            self.cells.append(cells)

    def squares(self, row: int, weights: Tensor) -> list[VMobject]:
        """Return a square for each cell of a row, where this is now: its area is the weight, in its column's colour."""
        theme, made = self.style.theme, list[VMobject]()
        room = _SIDE * min(self.pitch - _SEAM, *(float(cell.width) for cell in self.cells[row]))
        for cell, weight, color in zip(self.cells[row], weights, self.colors, strict=True):
            square = Square(max(room * sqrt(float(weight)), _LEAST_MARK), stroke_width=0.0)
            role = theme.dim if color == theme.ink else color
            if theme.fill(role) != role:
                square.set_stroke(role, self.style.strokes.hair)
            colour_area(square, theme.fill(role) if theme.filled else role, 1.0, self.style)
            made.append(square.move_to(cell))
        return made
