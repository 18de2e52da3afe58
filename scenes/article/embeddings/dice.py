"""Dice: what gives words their numbers before they mean anything."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from manim import Circle, ManimColor, Polygon, VGroup

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_SPOTS = {
    1: [(0.0, 0.0)],
    2: [(-0.5, 0.5), (0.5, -0.5)],
    3: [(-0.5, 0.5), (0.0, 0.0), (0.5, -0.5)],
    5: [(-0.5, 0.5), (0.5, 0.5), (0.0, 0.0), (-0.5, -0.5), (0.5, -0.5)],
    6: [(-0.5, 0.55), (-0.5, 0.0), (-0.5, -0.55), (0.5, 0.55), (0.5, 0.0), (0.5, -0.55)],
}
"""The places of a face's spots from its middle, in halves of its side."""

_ROUND, _SPOT = 0.14, 0.19
"""The radius of a face's corners and of a spot, in halves of the side."""

_SHADES = (0.0, 0.22, 0.42)
"""The share of the ground in the colour of the upper, the left and the right face."""


class Die(VGroup):
    """A die seen from above one of its corners, three of its faces in sight.

    Args:
        faces: the spots of the upper, the left and the right face.
        edge: scene units of its edge.
        turn: radians by which it is turned about the line of sight, counterclockwise.
        style: theme.
    """

    def __init__(self, faces: tuple[int, int, int], *, edge: float, turn: float = 0.0, style: Style = DEFAULT) -> None:
        super().__init__()
        self.style = style
        ways = [edge * point(cos(angle + turn), sin(angle + turn)) for angle in (pi / 6, 5 * pi / 6, -pi / 2)]
        right, left, down = ways
        sides = ((right, left), (left, down), (down, right))
        middles = ((right + left) / 2, (left + down) / 2, (down + right) / 2)
        for spots, (across, along), middle, shade in zip(faces, sides, middles, _SHADES, strict=True):
            self.add(self._face(middle, across / 2, along / 2, shade))
            self.add(*(self._spot(middle + x * across / 2 + y * along / 2, across, along) for x, y in _SPOTS[spots]))
        laid(self, Layer.LABEL)

    def _face(self, middle: Point, across: Point, along: Point, shade: float) -> Polygon:
        theme = self.style.theme
        corners = [middle + x * across + y * along for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        face = Polygon(*corners).round_corners(_ROUND * float(np.linalg.norm(across)))
        color = ManimColor(theme.ink).interpolate(ManimColor(theme.background), shade)
        face.set_stroke(theme.background, 2.0)
        return face.set_fill(color, 1.0) if theme.filled else face.set_stroke(theme.ink, self.style.strokes.thin)

    def _spot(self, at: Point, across: Point, along: Point) -> Circle:
        spot = Circle(radius=1.0, stroke_width=0).set_fill(self.style.theme.background, 1.0)
        matrix = np.eye(3)
        matrix[:, 0], matrix[:, 1] = _SPOT * across / 2, _SPOT * along / 2
        return spot.apply_matrix(matrix).shift(at)
