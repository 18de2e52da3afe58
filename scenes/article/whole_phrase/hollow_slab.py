"""A shadow that falls behind the origin: hollow and with a minus sign, as negative scores are."""

from __future__ import annotations

import numpy as np
from manim import Scene, VGroup, VMobject

from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_THICK, _STROKE, _BESIDE = 0.25, 3.4, 0.08
"""Scene units of its thickness; stroke units of its edge; scene units from the line to it."""

_SIGN, _SIGN_STROKE = 0.18, 5.0
"""Scene units of half the minus sign's length; its stroke units."""


class HollowSlab(VGroup):
    """A negative shadow beside a line.

    Args:
        start: manim point of the line where it begins, at the origin.
        end: the same where it ends.
        toward: manim point on the side of the line on which it lies.
        color: of the word whose shadow it is, ``#rrggbb``, by role.
        style: theme.

    Attributes:
        edge: its outline.
        sign: the minus sign in its middle.
    """

    def __init__(self, start: Point, end: Point, toward: Point, color: str, *, style: Style = DEFAULT) -> None:
        self.way = np.asarray(end) - np.asarray(start)
        across = point(-self.way[1], self.way[0]) / max(float(np.linalg.norm(self.way)), 1e-9)
        if float(np.dot(np.asarray(toward) - np.asarray(start), across)) < 0:
            across = -across
        self.start, self.across = np.asarray(start) + _BESIDE * across, _THICK * across
        self.edge = VMobject(stroke_color=color, stroke_width=_STROKE).set_fill(style.theme.background, 1.0)
        self.sign = VMobject(stroke_color=color, stroke_width=_SIGN_STROKE)
        super().__init__(laid(self.edge, Layer.SHADOW), laid(self.sign, Layer.BAND))
        self._reach(1.0)

    def _reach(self, share: float) -> None:
        """Show it up to a share of its length, the sign in the middle of what is shown."""
        way = max(share, 1e-3) * self.way
        low, high = self.start, self.start + way
        corners = [low, high, high + self.across, low + self.across]
        self.edge.set_points_as_corners([*corners, corners[0]])
        half = way / max(float(np.linalg.norm(way)), 1e-9) * min(_SIGN, 0.3 * float(np.linalg.norm(way)))
        middle = (low + high + self.across) / 2
        self.sign.set_points_as_corners([middle - half, middle + half])

    def growing(self, scene: Scene) -> Live:
        """Return how it grows from the origin.

        Args:
            scene: where it is shown.
        """
        scene.add(self)
        return Live([self.edge, self.sign], self._reach)
