"""A value matrix with its rows named, in two parts: the rows that wait until their arrows have moved, and the rest."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, UP, Rectangle, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.table.matrix import Matrix, row_titles
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style

_FRAME, _OVER_COLUMN = 0.06, 0.22
"""Scene units: from the numbers of a row to the frame around it, and from the brackets up to a column's sign."""


_PITCH = 0.0152
"""Scene units from a row to the next, for each font unit, where signs stand above the columns."""


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
        frames: the frames alone.
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
        pitch = _PITCH * size if under else None
        matrix = Matrix(W_V, size=size, color=colors, pitch=pitch, style=style)
        titles = row_titles(matrix, axes, colors, size=size, style=style)
        name = Math("W_V", size=style.sizes.head, color=style.theme.value, style=style)
        ways = self._ways(matrix, style) if under else VGroup()
        name.next_to(VGroup(matrix, *ways), UP if under else LEFT, buff=0.12 if under else 0.35)
        rows = [matrix.row(axis) for axis in range(len(axes))]
        self.frames = VGroup(*(_framed(matrix, axis, colors[axis], style) for axis in framed))
        early = [row for axis, row in enumerate(rows) if axis not in late]
        self.first = VGroup(matrix.brackets, *titles, name, *ways, *early)
        self.last = VGroup(*(rows[axis] for axis in late), self.frames)
        super().__init__(self.first, self.last)
        laid(self, Layer.LEDGER)

    @staticmethod
    def _ways(matrix: Matrix, style: Style) -> VGroup:
        """Return the signs above both columns: how far a row leads to the right, and how far up."""
        ways = VGroup()
        level = float(matrix.brackets.get_top()[1]) + _OVER_COLUMN
        for column, notation in enumerate(("arrow.r", "arrow.t")):
            way = Math(notation, size=style.sizes.head, color=style.theme.ink, style=style)
            ways.add(way.move_to(point(float(matrix.column(column).get_x()), level)))
        return ways


class MatrixRow(VGroup):
    """The row of a value matrix to which it takes a step along an axis: the axis times the matrix is the row.

    Args:
        W_V: shape (d, 2).
        axis: the row's number.
        name: the axis's name.
        color: its ``#rrggbb``.
        style: theme and sizes.

    Attributes:
        first: all but the numbers.
        last: the numbers.
        frames: nothing: it is alone.
    """

    def __init__(self, W_V: Tensor, axis: int, name: str, color: str, *, style: Style = DEFAULT) -> None:
        size, theme = style.sizes.head, style.theme
        matrix = Matrix(W_V[axis : axis + 1], size=size, color=color, style=style)
        pieces = (
            Label(name, size=size, color=color, style=style),
            Math("W_V", size=size, color=theme.value, style=style),
        )
        self.frames = VGroup()
        row = Row([*pieces, Math("=", size=size, style=style), matrix], 0.22)
        self.first, self.last = VGroup(*row[:-1], matrix.brackets), VGroup(matrix.inner)
        super().__init__(self.first, self.last)
        laid(self, Layer.LEDGER)


def _framed(matrix: Matrix, axis: int, color: str, style: Style) -> Rectangle:
    """Return a frame around a row of a matrix, as wide as all its columns."""
    height = float(matrix.row(axis).height) + 2 * _FRAME
    frame = Rectangle(width=float(matrix.inner.width) + 2 * _FRAME, height=height, color=color)
    frame.set_stroke(width=style.strokes.thin)
    return frame.move_to(point(float(matrix.inner.get_x()), float(matrix.row(axis).get_y())))
