"""A shadow that falls behind the origin: hollow, as negative scores are."""

from __future__ import annotations

import numpy as np
from manim import Scene, VMobject

from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_THICK, _STROKE = 0.17, 3.4
"""Scene units of its thickness; stroke units of its edge."""


class HollowSlab(VMobject):
    """A negative shadow along a line.

    Args:
        start: manim point where it begins, at the origin.
        end: the same where it ends.
        color: of the word whose shadow it is, ``#rrggbb``, by role.
        style: theme.
    """

    def __init__(self, start: Point, end: Point, color: str, *, style: Style = DEFAULT) -> None:
        super().__init__(stroke_color=color, stroke_width=_STROKE)
        self.start, self.way = np.asarray(start), np.asarray(end) - np.asarray(start)
        length = float(np.linalg.norm(self.way))
        self.across = _THICK / 2 * point(-self.way[1], self.way[0]) / max(length, 1e-9)
        laid(self.set_fill(style.theme.background, 1.0), Layer.SHADOW)
        self._reach(1.0)

    def _reach(self, share: float) -> None:
        """Show it up to a share of its length."""
        low, high = self.start, self.start + max(share, 1e-3) * self.way
        corners = [low - self.across, high - self.across, high + self.across, low + self.across]
        self.set_points_as_corners([*corners, corners[0]])

    def growing(self, scene: Scene) -> Live:
        """Return how it grows from the origin.

        Args:
            scene: where it is shown.
        """
        scene.add(self)
        return Live([self], self._reach)
