"""Both numbers of a place in a space as bars, and how such a bar slides out of its space into a row of bars."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import Any, Self

import numpy as np
from manim import Rectangle, VMobject

from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_THICK = 0.16
"""Scene units: the thickness of a leg."""

_SHORT = 0.01
"""The length, scene units, below which a bar has no direction to turn to."""


class Leg(Rectangle):
    """A number of a place as a bar, from one point of the space to another.

    Args:
        start: where it begins.
        end: where it ends.
        joined: whether it begins at another one's end, and fills the corner.
        style: theme.
    """

    def __init__(self, start: Point, end: Point, *, joined: bool = False, style: Style = DEFAULT) -> None:
        color = style.theme.value
        self.start, self.end, self._corner = start, end, _THICK / 2 if joined else 0.0
        super().__init__(width=1, height=1, color=color, stroke_width=1.5)
        self.set_fill(color, 1.0 if style.theme.filled else 0.0)
        self.grow(1.0)
        laid(self, Layer.VECTOR)

    def grow(self, share: float) -> Self:
        """Draw it a share of its way, 0 to 1."""
        way = self.end - self.start
        back = self._corner * share * way / max(float(np.linalg.norm(way)), _SHORT)
        _lay(self, self.start - back, self.start + share * way, _THICK)
        return self


def legs(origin: Point, place: Point, style: Style) -> list[Leg]:
    """Return both numbers of a place: along the first axis, then up from there."""
    corner = point(float(place[0]), float(origin[1]))
    return [Leg(origin, corner, style=style), Leg(corner, place, joined=True, style=style)]


def slide_out(leg: Leg, bar: VMobject, start: Point, end: Point, **options: Any) -> Live:
    """Return how a bar comes from a leg, straight and turning as it goes, to where it lies in its row.

    Args:
        leg: it stays where it is.
        bar: the row's bar.
        start: where the bar begins.
        end: where it ends.
        options: passed on to manim's ``Animation``.
    """
    thick, (first, last) = float(bar.height), (leg.end - leg.start, end - start)
    lengths = [float(np.linalg.norm(each)) for each in (first, last)]
    angle = atan2(first[1], first[0])
    turn = atan2(last[1], last[0]) - angle if min(lengths) > _SHORT else 0.0
    turn = (turn + pi) % (2 * pi) - pi

    def follow(share: float) -> None:
        base = leg.start + share * (start - leg.start)
        length, at = lengths[0] + share * (lengths[1] - lengths[0]), angle + share * turn
        _lay(bar, base, base + length * point(cos(at), sin(at)), _THICK + share * (thick - _THICK))

    return Live([bar], follow, **options)


def _lay(bar: VMobject, start: Point, end: Point, thick: float) -> None:
    """Lay a bar between two points; one of nothing keeps a line."""
    along = end - start
    length = float(np.linalg.norm(along))
    along = along / length if length > 1e-6 else point(1.0, 0.0)
    end = start + max(length, 0.02) * along
    across = thick / 2 * point(-along[1], along[0])
    corners = [start - across, end - across, end + across, start + across]
    bar.set_points_as_corners([*corners, corners[0]])
