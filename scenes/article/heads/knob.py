"""A slider along an edge of the map, whose knob stands where a head's number is."""

from __future__ import annotations

from math import pi

from manim import RoundedRectangle, Triangle, VGroup

from scenes.article.heads.pane import Pane
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.style import Style

_TRACK, _LONG, _SHORT, _GRIP = 9.0, 0.48, 0.3, 3.0
"""Stroke units of the track; scene units: a knob along it and across; stroke units of the line on the knob."""

_END, _TIP = 0.2, 0.13
"""Scene units from the track's ends to the map's corners, and half the size of the arrow heads there."""


class Knob(VGroup):
    """A slider: the map's foot for the head that moves things left and right, its right edge for the other.

    Args:
        pane: the map.
        upright: whether it moves things up and down.
        scale: the size of the knob, as a share of the usual one.
        style: theme.

    Attributes:
        grip: what slides.
    """

    def __init__(self, pane: Pane, *, upright: bool, scale: float, style: Style) -> None:
        theme, region = style.theme, pane.region
        self._upright = upright
        corner = point(region.right, region.bottom)
        first = corner + (point(0.0, _END) if upright else point(region.left - region.right + _END))
        last = point(region.right, region.top - _END) if upright else corner - point(_END)
        self._line = thin_line(first, last, theme.value, _TRACK)
        tips = VGroup()
        for end, turn in ((first, pi), (last, 0.0)):
            tip = Triangle(color=theme.value, stroke_width=0).set_fill(theme.value, 1.0).scale(1.3 * _TIP)
            tips.add(tip.rotate(turn + (0.0 if upright else -pi / 2)).move_to(end))
        wide, high = (_LONG, _SHORT) if upright else (_SHORT, _LONG)
        body = RoundedRectangle(0.1 * scale, width=scale * wide, height=scale * high, color=theme.background)
        body.set_fill(theme.value, 1.0).set_stroke(width=3)
        half = 0.3 * scale * (point(_LONG) if upright else point(0.0, _LONG))
        self.grip = VGroup(body, thin_line(-half, half, theme.background, _GRIP)).move_to(pane.origin)
        super().__init__(self._line, tips)
        laid(self, Layer.LEDGER)
        laid(self.grip, Layer.PIN)
        self.slide(pane.origin)

    def slide(self, at: Point) -> Point:
        """Put the knob beside a place of the map, and return where it stands."""
        edge = self._line.get_center()
        stands = point(float(edge[0]), float(at[1])) if self._upright else point(float(at[0]), float(edge[1]))
        self.grip.move_to(stands)
        return stands
