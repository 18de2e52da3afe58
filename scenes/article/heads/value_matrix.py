"""A value matrix with its rows named, in two parts: the rows that wait until their arrows have moved, and the rest."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, UP, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.table.matrix import Matrix, row_titles
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Math
from scenes.style import DEFAULT, Style

_OVER_COLUMN = 0.22
"""Scene units from the brackets up to a column's sign."""

_PITCH = 0.0152
"""Scene units from a row to the next, for each font unit, where signs stand above the columns."""


class Counting(VGroup):
    """The numbers of some rows of a matrix while it changes, each where it stands in the end.

    Args:
        rows: the numbers, row by row.
        style: theme and sizes.
    """

    def __init__(self, rows: Sequence[Sequence[Number]], style: Style) -> None:
        self._numbers, self._style = [number for row in rows for number in row], style
        super().__init__(*map(RunningNumber, self._numbers))

    def write(self, values: Tensor) -> None:
        """Write what the rows are now."""
        for running, number, value in zip(self.submobjects, self._numbers, values.flatten().tolist(), strict=True):
            fresh, written = (Number(each, size=number.size, style=self._style) for each in (number.value, value))
            written.scale(float(number.height) / float(fresh.height))
            assert isinstance(running, RunningNumber)
            running.write(written.align_to(number, RIGHT).on_baseline(number.baseline))


class ValueMatrix(VGroup):
    """A value matrix with the names of its rows, under its own name or beside it.

    Args:
        W_V: shape (d, 2).
        axes: the names of its rows.
        colors: ``#rrggbb`` of each.
        late: the rows whose numbers come later.
        under: let the matrix stand under its name.
        large: print it larger than other numbers.
        style: theme and sizes.

    Attributes:
        first: brackets, names, and the numbers of rows that do not wait.
        last: the numbers of those that wait.
        late: the rows that wait.
    """

    def __init__(
        self,
        W_V: Tensor,
        axes: Sequence[str],
        colors: Sequence[str],
        *,
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
        self.late, self._style, self._numbers = list(late), style, [matrix.numbers[axis] for axis in late]
        early = [row for axis, row in enumerate(rows) if axis not in late]
        self.first = VGroup(matrix.brackets, *titles, name, *ways, *early)
        self.last = VGroup(*(rows[axis] for axis in late))
        super().__init__(self.first, self.last)
        laid(self, Layer.LEDGER)

    def counting(self) -> Counting:
        """Return the numbers that wait, as they count until they are what they are."""
        return Counting(self._numbers, self._style)

    @staticmethod
    def _ways(matrix: Matrix, style: Style) -> VGroup:
        """Return the signs above both columns: how far a row leads to the right, and how far up."""
        ways = VGroup()
        level = float(matrix.brackets.get_top()[1]) + _OVER_COLUMN
        for column, notation in enumerate(("arrow.r", "arrow.t")):
            way = Math(notation, size=style.sizes.head, color=style.theme.ink, style=style)
            ways.add(way.move_to(point(float(matrix.column(column).get_x()), level)))
        return ways
