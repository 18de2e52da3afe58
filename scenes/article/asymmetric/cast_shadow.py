"""A key's shadow, which falls off the key and lies beside the query that it is measured along."""

from __future__ import annotations

from typing import Self

import numpy as np

from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.style import DEFAULT, Style

THICK, _CLEAR = 0.18, 0.45
"""Scene units: the thickness of a shadow, and from the middle of the query's arrow to it, so that its head is clear."""

_RIGHT_ANGLE, _LEAST = 0.2, 0.1
"""Scene units: a side of the right angle, and the least distance from that to the key's tip."""


class CastShadow(Shadow):
    """The shadow of a vector on another one's line: all its points fall straight on to that line, and beyond it.

    Its right angle has no points where the tip is too near for it. There is no triangle.

    Args:
        origin: manim point of the zero vector.
        tip: manim point of the vector that casts it.
        along: a manim point on the line other than the origin, on the side that counts as positive.
        color: ``#rrggbb``, of the vector that casts it.
        style: theme.
    """

    def __init__(self, origin: Point, tip: Point, along: Point, color: str, *, style: Style = DEFAULT) -> None:
        super().__init__(origin, tip, along, color, clear=_CLEAR, thick=THICK, hatched=False, style=style)
        self.origin, self.tip = np.asarray(origin, float), np.asarray(tip, float)
        self.remove(self.triangle)
        laid(self.perpendicular, Layer.LABEL)  # it is seen to go across the query's arrow
        if float(np.linalg.norm(self.tip - self.foot)) > _LEAST + _RIGHT_ANGLE:
            self.mark_corner(_RIGHT_ANGLE)
        else:
            self.corner.clear_points()
        self.fall(1.0)

    def fall(self, share: float) -> Self:
        """Draw the shadow when its points have come a share, 0 to 1, of their way from the vector to their places."""
        middle, half = share * (_CLEAR + THICK / 2) * self.aside, THICK / 2 * self.aside
        start, end = self.origin - middle, self.tip + share * (self.foot - self.tip) - middle
        self.slab.set_points_as_corners([start + half, start - half, end - half, end + half, start + half])
        self.corner.set_stroke(opacity=min(max(4 * share - 3, 0.0), 1.0))
        if float((end + half - self.tip) @ self.aside) < 0:
            self.dash(self.tip, end + half)
        else:
            self.perpendicular.clear_points()
        return self
