"""A key's shadow, which falls off the key and lies beside the query that it is measured along."""

from __future__ import annotations

from typing import Self

import numpy as np

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.style import DEFAULT, Style

THICK, _CLEAR = 0.2, 0.16
"""Scene units: the thickness of a shadow, and from the middle of the query's arrow to it, so that its head is clear."""

_RIGHT_ANGLE, _LEAST = 0.26, 0.1
"""Scene units: a side of the right angle, and the least distance from that to the key's tip."""


class CastShadow(Shadow):
    """The shadow of a key on a query's line: all its points fall straight on to that line, and beyond it.

    Its right angle has no points where the tip, or the origin, is too near for it. There is no triangle.

    Args:
        origin: manim point of the zero vector.
        color: ``#rrggbb``, of the key.
        style: theme.
    """

    def __init__(self, origin: Point, color: str, *, style: Style = DEFAULT) -> None:
        ends = (origin, origin + point(1.0, 1.0), origin + point(1.0))
        super().__init__(*ends, color, clear=_CLEAR, thick=THICK, hatched=False, style=style)
        self.origin = np.asarray(origin, float)
        self.remove(self.triangle)
        laid(self.perpendicular, Layer.LABEL)  # it is seen to go across the query's arrow

    def cast(self, tip: Point, along: Point) -> Self:
        """Cast the shadow of a key with a tip on the line through another point."""
        self.set_ends(self.origin, tip, along)
        self.tip = np.asarray(tip, float)
        away, reach = (float(np.linalg.norm(self.foot - each)) for each in (self.tip, self.origin))
        self._marked = min(away, reach) > _LEAST + _RIGHT_ANGLE
        return self.fall(1.0)

    @property
    def ends(self) -> tuple[Point, Point]:
        """The middles of the slab's two ends, at the origin and at the foot."""
        aside = (_CLEAR + THICK / 2) * self.aside
        return self.origin - aside, self.foot - aside

    def fall(self, share: float) -> Self:
        """Draw the shadow when its points have come a share, 0 to 1, of their way from the vector to their places."""
        middle, half = share * (_CLEAR + THICK / 2) * self.aside, THICK / 2 * self.aside
        start, end = self.origin - middle, self.tip + share * (self.foot - self.tip) - middle
        self.slab.set_points_as_corners([start + half, start - half, end - half, end + half, start + half])
        self.corner.clear_points()
        if self._marked:
            self.mark_corner(_RIGHT_ANGLE)
        self.corner.set_stroke(opacity=min(max(4 * share - 3, 0.0), 1.0))
        if float((end + half - self.tip) @ self.aside) < 0:
            self.dash(self.tip, end + half)
        else:
            self.perpendicular.clear_points()
        return self
