"""Two things and how far apart they are: their names, the number, a bar of that length."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, VGroup, VMobject
from torch import Tensor

from scenes.parts.bars import SideBar
from scenes.parts.geometry import point
from scenes.parts.number import Number
from scenes.parts.text import Label, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_DROP = 0.3
"""Scene units from the names' baseline down to the bar's middle."""

_PITCH = 1.0
"""Scene units from one row's baseline to the next, less where there is no room."""

_BETWEEN = 0.6
"""Scene units between two that stand side by side."""

_HEAD = 1.35
"""Scene units that the heading and a single row take."""

_MARK_GAP = 0.12
"""Scene units between a mark and the name after it."""


class Compared(VGroup):
    """A distance between two things, as a number and as a bar below their names: ``red or green   0.03``.

    Args:
        names: what the two are called.
        value: how far apart they are, 0 or more.
        colors: ``#rrggbb`` of the names.
        unit: scene units of the bar for 1.
        left: where names and bar begin, scene units.
        right: where the number ends, scene units.
        marks: what stands before each name, such as its mark on a plane; nothing when left out.
        style: theme and sizes.

    Attributes:
        names: the two names with "or" between them.
        marks: what stands before each name.
        number: the number.
        bar: the bar.
    """

    def __init__(
        self, names: Sequence[str], value: Tensor | float, colors: Sequence[str], *, unit: float, left: float,
        right: float, marks: Sequence[VMobject] = (), style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        first, second = (Label(name, color=color, style=style) for name, color in zip(names, colors, strict=True))
        between = Label(style.says("or"), size=style.sizes.note, color=style.theme.dim, style=style)
        self.marks = VGroup(*marks)
        room = max((mark.width for mark in marks), default=-_MARK_GAP) + _MARK_GAP
        self.names = Row([first, between, second], [0.16, 0.16 + room]).starting_at(left + room)
        for mark, name in zip(marks, (first, second), strict=False):
            mark.move_to(point(float(name.get_left()[0]) - _MARK_GAP - mark.width / 2, self.names.baseline + 0.09))
        self.number = Number(value, style=style)
        self.number.align_to(point(right, 0.0), RIGHT)
        set_on_baseline(self.number, self.names.baseline)
        self.bar = SideBar(value, unit, left, self.names.baseline - _DROP, style.theme.ink, style=style)
        super().__init__(self.names, self.marks, self.number, self.bar)

    @property
    def baseline(self) -> float:
        """The names' baseline, in scene units."""
        return self.names.baseline


class ComparedList(VGroup):
    """Several distances below each other under a heading, their bars in one unit: the largest fills the width.

    They may also stand side by side.

    Args:
        said: the heading.
        names: the two names of each distance.
        values: shape (N,), 0 or more.
        colors: ``#rrggbb`` of each pair of names.
        region: what it fills, from the top.
        marks: what stands before the names of each distance.
        side_by_side: put them beside each other.
        style: theme and sizes.

    Attributes:
        heading: the heading's mobject.
        rows: the distances.
    """

    def __init__(
        self, said: str, names: Sequence[Sequence[str]], values: Tensor, colors: Sequence[Sequence[str]],
        region: Region, *, marks: Sequence[Sequence[VMobject]], side_by_side: bool = False, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.heading = Label(said, size=style.sizes.note, color=style.theme.dim, style=style)
        set_on_baseline(self.heading.align_to(point(region.left, 0.0), LEFT), region.top - 0.35)
        count = len(names)
        parts = region.columns(*[1.0] * count, gap=_BETWEEN) if side_by_side else [region] * count
        unit = parts[0].width / max(float(values.max()), 1e-6)
        self.rows = [
            Compared(*row[:3], unit=unit, left=part.left, right=part.right, marks=row[3], style=style)
            for *row, part in zip(names, values, colors, marks, parts, strict=True)
        ]
        pitch = 0.0 if side_by_side else min(_PITCH, (region.height - _HEAD) / max(count - 1, 1))
        for index, row in enumerate(self.rows):
            set_on_baseline(row, region.top - 0.95 - pitch * index)
        super().__init__(self.heading, *self.rows)
