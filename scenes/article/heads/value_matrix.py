"""A value matrix with its rows named, in two parts: the rows that wait until their arrows have moved, and the rest."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, UP, Rectangle, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.table.matrix import Matrix, row_titles
from scenes.parts.text.typeset import Math
from scenes.style import DEFAULT, Style

_FRAME = 0.06
"""Scene units from the numbers of a row to the frame around it."""


class ValueMatrix(VGroup):
    """A value matrix with the names of its rows, under its own name or beside it.

    Args:
        W_V: shape (d, 2).
        axes: the names of its rows.
        colors: ``#rrggbb`` of each.
        framed: the rows with a frame.
        late: the rows whose numbers come later.
        under: let the matrix stand under its name.
        large: print it larger than other numbers.
        style: theme and sizes.

    Attributes:
        first: brackets, names, and the numbers of rows that do not wait.
        last: the numbers of those that wait, and the frames.
    """

    def __init__(
        self,
        W_V: Tensor,
        axes: Sequence[str],
        colors: Sequence[str],
        *,
        framed: Sequence[int],
        late: Sequence[int],
        under: bool,
        large: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        size = style.sizes.head if large else style.sizes.number
        matrix = Matrix(W_V, size=size, color=colors, style=style)
        titles = row_titles(matrix, axes, colors, size=size, style=style)
        name = Math("W_V", size=style.sizes.head, color=style.theme.value, style=style)
        name.next_to(matrix, UP if under else LEFT, buff=0.15 if under else 0.35)
        rows = [matrix.row(axis) for axis in range(len(axes))]
        frames = [_framed(matrix, axis, colors[axis], style) for axis in framed]
        early = [row for axis, row in enumerate(rows) if axis not in late]
        self.first = VGroup(matrix.brackets, *titles, name, *early)
        self.last = VGroup(*(rows[axis] for axis in late), *frames)
        super().__init__(self.first, self.last)
        laid(self, Layer.LEDGER)


def _framed(matrix: Matrix, axis: int, color: str, style: Style) -> Rectangle:
    """Return a frame around a row of a matrix, as wide as all its columns."""
    height = float(matrix.row(axis).height) + 2 * _FRAME
    frame = Rectangle(width=float(matrix.inner.width) + 2 * _FRAME, height=height, color=color)
    frame.set_stroke(width=style.strokes.thin)
    return frame.move_to(point(float(matrix.inner.get_x()), float(matrix.row(axis).get_y())))
