"""A dot product as a shadow: the reach of a word along another word's line, and its side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import DashedLine, Line, Polygon, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import Stage
from scenes.style import DEFAULT, Style

SLAB = 0.22
"""Scene units: the thickness of the shadow along the line."""

_CLEAR = 0.035
"""Scene units between the line and the shadow along it, where nothing else lies on the line."""

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
        style: theme.

    Attributes:
        slab: the thick shadow beside the line.
        rays: the hatching of the triangle.
        perpendicular: the dashed line from the tip to its foot on the line.
        corner: the right-angle mark.
        foot: manim point of the shadow's end.
        corners: the slab's corners: two at the origin, then two at the foot, around it.
    """

    def __init__(
        self, origin: Point, tip: Point, along: Point, color: str, *, clear: float = _CLEAR, style: Style = DEFAULT
    ) -> None:
        theme = style.theme
        self.color_of_shadow, self.clear = color, clear
        fill = theme.fill(color)
        self.triangle = VMobject(stroke_width=0).set_fill(fill, 0.16 if theme.filled else 0.0)
        self.rays = VGroup(*(VMobject(stroke_color=fill, stroke_width=1.6, stroke_opacity=0.5) for _ in range(_RAYS)))
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
            share = count / (_RAYS + 1)
            ray.set_points_as_corners([origin + share * (tip - origin), origin + share * (self.foot - origin)])
        self._dash(tip)
        # The slab lies on the other side of the line than the word, so that neither covers the other.
        edge, far = origin - aside * self.clear, self.foot - aside * self.clear
        self.corners = [edge, edge - aside * SLAB, far - aside * SLAB, far]
        self.slab.set_points_as_corners([*self.corners, edge])
        side = min(max(_RIGHT_ANGLE, self.clear + 0.04), 0.4 * distance, 0.4 * abs(reach))
        back = -unit * side * np.sign(reach or 1.0)
        self.corner.set_points_as_corners([self.foot + back, self.foot + back + aside * side, self.foot + aside * side])
        return self

    def _dash(self, tip: Point) -> None:
        """Draw the perpendicular in dashes of 0.09 scene units as one outline."""
        way = self.foot - tip
        length = float(np.linalg.norm(way))
        count = max(1, round(length / 0.16))
        self.perpendicular.clear_points()
        for index in range(count):
            first, last = index / count, (index + 0.56) / count
            self.perpendicular.start_new_path(tip + first * way)
            self.perpendicular.add_line_to(tip + last * way)


class HalfPlane(VGroup):
    """The half of the plane behind a word, where dot products with it are negative: darker, with a dashed border.

    Args:
        origin: manim point of the zero vector.
        toward: manim point of the word.
        stage: the frame, which it fills to the edges.
        style: theme.
    """

    def __init__(self, origin: Point, toward: Point, stage: Stage, *, style: Style = DEFAULT) -> None:
        theme, far = style.theme, stage.width + stage.height
        unit = (np.asarray(toward) - origin) / np.linalg.norm(np.asarray(toward) - origin)
        across = point(-unit[1], unit[0])
        corners = [
            origin + across * far,
            origin - across * far,
            origin - (across + unit) * far,
            origin + (across - unit) * far,
        ]
        shade = Polygon(*_above(corners, stage), stroke_width=0)
        light = sum(int(theme.background[place : place + 2], 16) for place in (1, 3, 5)) > 384
        shade.set_fill(theme.shade, (0.5 if light else 0.62) if theme.filled else 0.0)
        ends = [_edge(origin, across * side, stage) for side in (1.0, -1.0)]
        border = DashedLine(ends[0], ends[1], dash_length=0.1, dashed_ratio=0.5).set_stroke(theme.dim, 2.2)
        self.shade, self.border = shade, border
        super().__init__(shade, border)
        laid(self, Layer.HALF_PLANE)


def word_line(origin: Point, through: Point, stage: Stage, color: str) -> Line:
    """Return the line of a word through the origin, both ways to the edges of the visible plane."""
    unit = (np.asarray(through) - origin) / np.linalg.norm(np.asarray(through) - origin)
    line = Line(_edge(origin, -unit, stage), _edge(origin, unit, stage)).set_stroke(color, 2.5, 0.75)
    return laid(line, Layer.SHADOW)


def _above(corners: Sequence[Point], stage: Stage) -> list[Point]:
    """Return a polygon without what would lie on a record beneath the plane (Sutherland and Hodgman's clipping)."""
    if not stage.plane_view.lying:
        return list(corners)
    low, kept = stage.plane_view.words(stage).bottom, list[Point]()
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        if start[1] >= low:
            kept.append(start)
        if (start[1] < low) != (end[1] < low):
            kept.append(start + (low - start[1]) / (end[1] - start[1]) * (end - start))
    return kept


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
