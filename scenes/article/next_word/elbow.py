"""Ways that go sideways and then up or down, round a corner."""

from __future__ import annotations

import numpy as np
from manim import VMobject

from scenes.parts.geometry import Point, point

_RADIUS = 0.45
"""Scene units: the corner's radius."""


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
