"""Time to scale: somebody counts, one a second, and walks along a bar as long as the counting takes."""

from __future__ import annotations

from math import pi, sin

import numpy as np
from manim import ManimColor, VGroup, VMobject

from scenes.lesson.pattern_tiles import box, outline
from scenes.parts.geometry import point
from scenes.parts.icons import Icon
from scenes.parts.surface import colour_area
from scenes.style import Style

_REST, _STEPS, _BOB = 0.5, 9, 0.06
"""The share of its colour that the bar has beyond the earlier count; steps of a walk along the whole bar, and how high
each lifts the person, scene units."""


class CountingLine(VGroup):
    """A bar from where somebody began to count, as long as the counting takes, and the person at its end.

    Args:
        left: where it begins, scene units.
        right: where it may end: the person's right shoulder stands there then.
        top: its upper edge.
        tall: its height; the person is as tall again and more.
        person: the person's height.
        color: ``#rrggbb``, of type; areas have its fill.
        style: theme.

    Attributes:
        bar: all of the counting.
        piece: the part of it that an earlier count took.
        person: who counts.
        width: scene units of the longest bar.
    """

    def __init__(
        self, left: float, right: float, top: float, tall: float, person: float, *, color: str, style: Style
    ) -> None:
        theme = style.theme
        fill = theme.fill(color)
        mixed = str(ManimColor(theme.background).interpolate(ManimColor(fill), _REST).to_hex())
        self.bar, self.piece = (
            colour_area(VMobject(stroke_width=0), each, 1.0, style) for each in (mixed if theme.filled else fill, fill)
        )
        self.person = Icon("man", color, height=person, style=style)
        super().__init__(self.bar, self.piece, self.person)
        self.left, self.top, self.low = left, top, top - tall
        self.long = right - left - float(self.person.width) / 2
        self._feet = float(self.person.get_y() - self.person.get_bottom()[1])
        self.put(0.0)

    def at(self, share: float) -> float:
        """Return where a share of the longest bar ends, scene units."""
        return self.left + share * self.long

    def put(self, end: float, piece: float = 0.0, *, walks: bool = False) -> None:
        """Draw the bar up to a share of its length, and the earlier count's part; the person stands at its end.

        Args:
            end: the share of the longest bar.
            piece: the earlier count's.
            walks: whether the person lifts and sets a foot on the way.
        """
        for area, share in ((self.bar, end), (self.piece, piece)):
            area.points = outline(np.array([box(self.left, self.top, self.at(share), self.low)]))
        lift = _BOB * abs(sin(pi * _STEPS * end)) if walks else 0.0
        self.person.move_to(point(self.at(end), self.top + self._feet + lift))
