"""The working of a middle: the numbers of its words one below the other, and their mean."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Dot, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.number import Coordinates
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_PITCH, _ICON, _WIDEST, _BETWEEN = 0.5, 0.4, 1.2, 0.14
"""Scene units: from row to row, the height of an icon, the most that a name may be wide, and from it to the numbers."""

_DOT, _DEEPER = 0.055, 0.2
"""Scene units: the radius of the dot that marks a middle; how much lower the mean is than a next row, in rows."""


class Mean(VGroup):
    """The numbers of words one below the other, a line, and below it their mean.

    Args:
        words: the words.
        rows: their vectors, shape (N, 2).
        mean: the mean of the vectors, shape (2,).
        called: what the mean is.
        color: ``#rrggbb``, by role.
        style: theme and sizes.

    Attributes:
        members: each word's numbers.
        mean: the mean's.
    """

    def __init__(
        self, words: Sequence[str], rows: Tensor, mean: Tensor, called: str, color: str, *, style: Style = DEFAULT
    ) -> None:
        size, ink = style.sizes.tick, style.theme.ink
        self.members = [Coordinates(row, size=size, color=color, brief=True, style=style) for row in rows]
        self.mean = Coordinates(mean, size=size, color=ink, style=style)
        marks: list[VMobject] = [_mark(word, color, style) for word in words]
        dot, name = Dot(radius=_DOT, color=ink), Label(called, size=size, color=ink, style=style)
        left = max(float(mark.width) for mark in marks) + _BETWEEN
        for index, (mark, numbers) in enumerate(zip((*marks, dot), (*self.members, self.mean), strict=True)):
            y = -_PITCH * (index + _DEEPER * (index == len(marks)))
            mark.move_to(point(left - _BETWEEN - float(mark.width) / 2, y))
            numbers.move_to(point(left + float(numbers.width) / 2, y))
        name.move_to(point(self.mean.get_x(), -_PITCH * (len(marks) + 1 + _DEEPER / 2)))
        y = -_PITCH * (len(marks) - 0.5 + _DEEPER / 2)
        line = thin_line(point(0.0, y), point(left + float(self.mean.width), y), style.theme.axis, 2.0)
        super().__init__(*marks, *self.members, line, dot, self.mean, name)
        laid(self, Layer.LABEL)


def _mark(word: str, color: str, style: Style) -> VMobject:
    if has_icon(word, style):
        return ShadedIcon(word, color, height=_ICON, style=style)
    return Label(word, size=style.sizes.tick, color=color, within=_WIDEST, style=style)
