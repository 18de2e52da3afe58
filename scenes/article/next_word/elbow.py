"""Arrows that go sideways and then up or down, round a corner."""

from __future__ import annotations

import numpy as np
from manim import Polygon, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.style import DEFAULT

_RADIUS = 0.45
_TIP = (0.17, 0.2)
"""Scene units: the corner's radius, the tip's width and length."""


def elbow(start: Point, end: Point) -> VMobject:
    """Return a path that goes sideways from ``start`` and then up or down to ``end``, with a round corner."""
    corner = point(float(end[0]), float(start[1]))
    radius = min(_RADIUS, *(float(np.linalg.norm(place - corner)) for place in (start, end)))
    path = VMobject()
    if radius < 1e-6:
        return path.set_points_as_corners([start, end])
    before, after = (corner + (place - corner) / np.linalg.norm(place - corner) * radius for place in (start, end))
    path.start_new_path(start)
    path.add_line_to(before)
    # A quadratic curve, drawn as the equal cubic.
    path.add_cubic_bezier_curve_to(before + (corner - before) * 2 / 3, after + (corner - after) * 2 / 3, after)
    path.add_line_to(end)
    return path


class Elbow(VGroup):
    """An arrow round a corner: sideways from ``start``, then up or down to ``end``.

    Args:
        start: manim point.
        end: manim point, of the tip.
        color: ``#rrggbb``.
        width: stroke width.

    Attributes:
        path: the line.
        tip: the triangle at its end.
    """

    def __init__(self, start: Point, end: Point, color: str, *, width: float = DEFAULT.strokes.line) -> None:
        half, reach = _TIP[0] / 2, _TIP[1]
        down = -1.0 if end[1] < start[1] else 1.0
        base = end - point(0.0, down * reach)
        self.path = elbow(start, base).set_stroke(color, width)
        self.tip = Polygon(end, base + point(half, 0.0), base - point(half, 0.0), color=color, stroke_width=0)
        self.tip.set_fill(color, opacity=1.0)
        super().__init__(self.path, self.tip)
