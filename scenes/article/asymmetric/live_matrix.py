"""A matrix with its name above it, whose entries run while it changes, each within a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manim import RIGHT, Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number, bracket_pair
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Row, capitals
from scenes.style import DEFAULT, Style

_PITCH, _COLUMNS, _OVER, _NAMED = 2.3, 0.0075, 0.26, 0.16
"""From one row's baseline to the next, in heights of capitals; scene units: between two columns for each font unit,
from the brackets to the name above them, and between its pieces."""

_AROUND, _FRAME = 0.0022, 3.0
"""Scene units from the widest number of a column to the frame around one, for each font unit, and the stroke units of
that."""

_SAME = 5e-3
"""Numbers that differ by less are drawn alike."""


class LiveMatrix(VGroup):
    """A matrix in several stages, from one to the next of which some entries change.

    Args:
        role: what it makes, such as "key".
        name: its name in Typst maths.
        stages: the matrix in each stage, shape (2, 2).
        color: ``#rrggbb``, by role.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        title: what it makes, and its name.
        brackets: around the entries.
        numbers: the entries of each stage, row by row; one that stays from a stage to the next is one number.
        frames: one around each entry.
    """

    def __init__(
        self, role: str, name: str, stages: Sequence[Tensor], color: str, size: float, *, style: Style = DEFAULT
    ) -> None:
        self.style, self.size, self.color_by_role = style, size, color
        self.values = [matrix.flatten().tolist() for matrix in stages]
        widest = [max(float(self._number(value).width) for row in self.values for value in row[at::2]) for at in (0, 1)]
        step, cap = _COLUMNS * size + widest[1], capitals(size)
        self._ends = VGroup(
            *(VMobject().set_points_as_corners([point(column * step, -row * _PITCH * cap)] * 2)
              for row in (0, 1) for column in (0, 1))
        )  # fmt: skip
        self.numbers: list[list[Number]] = []
        for stage, row in enumerate(self.values):
            changed = self.changes(stage - 1) if stage else range(4)
            before = self.numbers[-1] if stage else []
            self.numbers.append([self.number(at, row[at]) if at in changed else before[at] for at in range(4)])
        self.frames = [self._frame(at, widest[at % 2]) for at in range(4)]
        self.brackets = bracket_pair(VGroup(*self.frames), gap=0.1, over=0.08, style=style)
        title = [Label(role, size=size, color=color, style=style), Math(name, size=size, color=color, style=style)]
        self.title = Row(title, _NAMED).set_x(float(self.brackets.get_x()))
        self.title.on_baseline(float(self.brackets.get_top()[1]) + _OVER)
        entries = dict.fromkeys(number for row in self.numbers for number in row)
        super().__init__(self.title, self.brackets, *entries, *self.frames, self._ends)
        laid(self, Layer.LEDGER)

    def _number(self, value: float) -> Number:
        return Number(value, size=self.size, color=self.color_by_role, style=self.style)

    def number(self, place: int, value: float) -> Number:
        """Return a number as the entry at a place: all of a column end below each other."""
        end = self._ends[place].get_center()
        return laid(self._number(value).align_to(end, RIGHT).on_baseline(float(end[1])), Layer.LEDGER)

    def _frame(self, place: int, widest: float) -> Rectangle:
        """Return a frame around the entry at a place, as wide as the widest of its column."""
        x, y, _ = self._ends[place].get_center()
        wide, high = widest + 2 * _AROUND * self.size, capitals(self.size) + 3 * _AROUND * self.size
        frame = Rectangle(width=wide, height=high, color=self.style.theme.ink, stroke_width=_FRAME)
        return frame.move_to(point(x - widest / 2, y + capitals(self.size) / 2))

    def changes(self, start: int) -> list[int]:
        """Return the places of the entries that change from a stage to the next."""
        before, after = self.values[start : start + 2]
        return [at for at, (one, other) in enumerate(zip(before, after, strict=True)) if abs(one - other) >= _SAME]

    def parts(self, stage: int) -> list[VMobject]:
        """Return all that is seen of it in a stage, without frames."""
        return [self.title, self.brackets, *self.numbers[stage]]

    def run(self, start: int) -> dict[int, RunningNumber]:
        """Return a running number for each entry that changes from a stage to the next."""
        return {place: RunningNumber(self.numbers[start][place]) for place in self.changes(start)}

    def write(self, running: Mapping[int, RunningNumber], values: Tensor) -> None:
        """Let running numbers be entries of a matrix."""
        entries = values.flatten().tolist()
        for place, digits in running.items():
            digits.write(self.number(place, entries[place]))
