"""A key's shadow, which falls off the key and lies beside the query that it is measured along."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

THICK, CLEAR = 0.18, 0.3
"""Scene units: the thickness of a shadow, and from the middle of the query's arrow to it, so that its head is clear."""

_RIGHT_ANGLE, _LEAST = 0.2, 0.1
"""Scene units: a side of the right angle, and the least distance from that to the key's tip."""

_DASH, _DASHED = 0.16, 0.56
"""Scene units from a dash to the next, and the share of that which is drawn."""


class CastShadow(VGroup):
    """The shadow of a vector on another one's line: all its points fall straight on to that line, and beyond it.

    Args:
        origin: manim point of the zero vector.
        tip: manim point of the vector that casts it.
        along: a manim point on the line other than the origin, on the side that counts as positive.
        color: ``#rrggbb``, of the vector that casts it.
        style: theme.

    Attributes:
        slab: the shadow, a solid bar beside the line.
        perpendicular: the dashed line along which the tip has fallen.
        corner: the right angle at the line; without points where the tip is too near for it.
        foot: manim point on the line below the tip.
        aside: the direction from the line to the tip, 1 scene unit long.
        corners: the slab's corners once it has fallen: two at the origin, then two at the foot, around it.
    """

    def __init__(self, origin: Point, tip: Point, along: Point, color: str, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        self.origin, self.tip = np.asarray(origin, float), np.asarray(tip, float)
        self._unit = (along - self.origin) / max(float(np.linalg.norm(along - self.origin)), 1e-9)
        self.foot = self.origin + self._unit * float(np.dot(self.tip - self.origin, self._unit))
        away = self.tip - self.foot
        distance = float(np.linalg.norm(away))
        self.aside = away / distance if distance > 1e-6 else point(-self._unit[1], self._unit[0])
        filled = VMobject(stroke_width=0).set_fill(theme.fill(color), 1.0 if theme.filled else 0.0)
        if theme.fill(color) != color or not theme.filled:
            filled.set_stroke(color, 2.0)
        self.slab = filled
        self.perpendicular = VMobject(stroke_color=color, stroke_width=3.0)
        self.corner = VMobject(stroke_color=theme.ink, stroke_width=2.0)
        if distance > _LEAST + _RIGHT_ANGLE:
            back, up = -self._unit * _RIGHT_ANGLE, self.aside * _RIGHT_ANGLE
            self.corner.set_points_as_corners([self.foot + back, self.foot + back + up, self.foot + up])
        super().__init__(self.slab, self.perpendicular, self.corner)
        laid(self, Layer.SHADOW)
        laid(self.perpendicular, Layer.LABEL)  # it is seen to go across the query's arrow
        self.fall(1.0)
        self.corners = self._corners(1.0)

    def _corners(self, share: float) -> list[Point]:
        """Return the slab's corners when its points have come a share of their way."""
        ends = (self.origin, self.tip + share * (self.foot - self.tip))
        start, end = (each - share * (CLEAR + THICK / 2) * self.aside for each in ends)
        half = THICK / 2 * self.aside
        return [start + half, start - half, end - half, end + half]

    def fall(self, share: float) -> Self:
        """Draw the shadow when its points have come a share, 0 to 1, of their way from the vector to their places."""
        corners = self._corners(share)
        self.slab.set_points_as_corners([*corners, corners[0]])
        self.corner.set_stroke(opacity=min(max(4 * share - 3, 0.0), 1.0))
        way = corners[3] - self.tip
        self.perpendicular.clear_points()
        if float(way @ self.aside) < 0:
            count = max(1, round(float(np.linalg.norm(way)) / _DASH))
            for index in range(count):
                self.perpendicular.start_new_path(self.tip + index / count * way)
                self.perpendicular.add_line_to(self.tip + (index + _DASHED) / count * way)
        return self
