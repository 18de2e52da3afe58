"""A dot product as a shadow: the reach of a word along another word's line, and its side."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import Line, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import Stage
from scenes.style import DEFAULT, Style

SLAB = 0.22
"""Scene units: the thickness of the shadow along the line."""

CLEAR = 0.07
"""Scene units between the line and the shadow along it: room for half of an arrow that lies on the line."""

_RAYS = 6
_RIGHT_ANGLE = 0.15
"""Scene units: a side of the right-angle mark."""


class Shadow(VGroup):
    """The shadow that a vector casts on another vector's line: triangle, perpendicular and slab.

    Args:
        origin: manim point of the zero vector.
        tip: manim point of the vector that casts it.
        along: a manim point on the line other than the origin, on the side that counts as positive.
        color: ``#rrggbb``, of the vector that casts it.
        clear: scene units between the line and the slab; the right-angle mark is larger than that.
        thick: scene units: the thickness of the slab.
        hatched: whether lines run through the triangle.
        style: theme.

    Attributes:
        slab: the thick shadow beside the line.
        rays: the hatching of the triangle.
        perpendicular: the dashed line from the tip to its foot on the line.
        corner: the right-angle mark.
        foot: manim point of the shadow's end.
        aside: the direction from the line to the word, 1 scene unit long.
        unit: the direction from the origin to the foot, 1 scene unit long.
        corners: the slab's corners: two at the origin, then two at the foot, around it.
    """

    def __init__(
        self, origin: Point, tip: Point, along: Point, color: str, *,
        clear: float = CLEAR, thick: float = SLAB, hatched: bool = True, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        theme = style.theme
        self.color_of_shadow, self.clear, self.thick = color, clear, thick
        fill = theme.fill(color)
        self.triangle = VMobject(stroke_width=0).set_fill(fill, 0.16 if theme.filled else 0.0)
        self.rays = VGroup(
            *(VMobject(stroke_color=fill, stroke_width=1.6, stroke_opacity=0.5) for _ in range(_RAYS if hatched else 0))
        )
        self.perpendicular = VMobject(stroke_color=color, stroke_width=3.0)
        self.corner = VMobject(stroke_color=theme.ink, stroke_width=2.0)
        self.slab = VMobject(stroke_width=0).set_fill(fill, 1.0 if theme.filled else 0.0)
        if fill != color or not theme.filled:
            self.slab.set_stroke(color, 2.0)
        super().__init__(self.triangle, self.rays, self.slab, self.perpendicular, self.corner)
        laid(self, Layer.SHADOW)
        self.set_ends(origin, tip, along)

    def set_ends(self, origin: Point, tip: Point, along: Point) -> Self:
        """Cast the shadow again: the tip, or the line, has moved."""
        origin, tip, along = (np.asarray(each, float) for each in (origin, tip, along))
        unit = (along - origin) / max(float(np.linalg.norm(along - origin)), 1e-9)
        reach = float(np.dot(tip - origin, unit))
        self.foot = origin + unit * reach
        away = tip - self.foot
        distance = float(np.linalg.norm(away))
        aside = away / distance if distance > 1e-6 else point(-unit[1], unit[0])
        self.triangle.set_points_as_corners([origin, tip, self.foot, origin])
        for count, ray in enumerate(self.rays, start=1):
            share = count / (len(self.rays) + 1)
            ray.set_points_as_corners([origin + share * (tip - origin), origin + share * (self.foot - origin)])
        self.dash(tip, self.foot)
        self.aside = aside
        self.lie(origin)
        side = max(_RIGHT_ANGLE, self.clear + 0.04)
        self.unit = unit * np.sign(reach or 1.0)
        self.mark_corner(min(side, 0.4 * distance, 0.4 * abs(reach)))
        return self

    def mark_corner(self, side: float) -> None:
        """Draw the right angle with sides of a length, scene units."""
        back, up = -self.unit * side, self.aside * side
        self.corner.set_points_as_corners([self.foot + back, self.foot + back + up, self.foot + up])

    def lie(self, start: Point) -> Self:
        """Lay the slab from a point on the line to the foot: on the other side of the line than the word."""
        edge, far = start - self.aside * self.clear, self.foot - self.aside * self.clear
        self.corners = [edge, edge - self.aside * self.thick, far - self.aside * self.thick, far]
        self.slab.set_points_as_corners([*self.corners, edge])
        return self

    def dash(self, tip: Point, end: Point) -> None:
        """Draw the perpendicular from the tip to a point in dashes of 0.09 scene units as one outline."""
        way = end - tip
        length = float(np.linalg.norm(way))
        count = max(1, round(length / 0.16))
        self.perpendicular.clear_points()
        for index in range(count):
            first, last = index / count, (index + 0.56) / count
            self.perpendicular.start_new_path(tip + first * way)
            self.perpendicular.add_line_to(tip + last * way)


def word_line(origin: Point, through: Point, stage: Stage, color: str) -> Line:
    """Return the line of a word through the origin, both ways to the edges of the visible plane."""
    unit = (np.asarray(through) - origin) / np.linalg.norm(np.asarray(through) - origin)
    line = Line(_edge(origin, -unit, stage), _edge(origin, unit, stage)).set_stroke(color, 2.5, 0.75)
    return laid(line, Layer.SHADOW)


def _edge(origin: Point, way: Point, stage: Stage) -> Point:
    """Return where a ray from the origin leaves the stage between header and foot."""
    room = stage.plane_view.words(stage)
    bounds = ((-stage.width / 2, stage.width / 2), (room.bottom, room.top))
    reach = [
        ((high if way[axis] > 0 else low) - origin[axis]) / way[axis]
        for axis, (low, high) in enumerate(bounds)
        if abs(way[axis]) > 1e-9
    ]
    return np.asarray(origin + way * min(reach))
