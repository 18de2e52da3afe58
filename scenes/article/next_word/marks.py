"""Marks of right and wrong, and of equal parts."""

from __future__ import annotations

import numpy as np
from manim import Line, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_ACROSS = 1.6
"""Half of the length of a mark across an arrow, in widths of its shaft."""


class CheckMark(VMobject):
    """A check mark: right.

    Args:
        color: ``#rrggbb``.
        size: its height in scene units.
        style: strokes.
    """

    def __init__(self, color: str, *, size: float = 0.3, style: Style = DEFAULT) -> None:
        super().__init__(stroke_color=color, stroke_width=style.strokes.bold)
        corners = [(-0.45, 0.0), (-0.12, -0.4), (0.5, 0.5)]
        self.set_points_as_corners([point(x * size, y * size) for x, y in corners])


class CrossMark(VMobject):
    """Two crossed lines: wrong.

    Args:
        color: ``#rrggbb``.
        size: its height in scene units.
        style: strokes.
    """

    def __init__(self, color: str, *, size: float = 0.3, style: Style = DEFAULT) -> None:
        super().__init__(stroke_color=color, stroke_width=style.strokes.bold)
        half = size / 2
        for start, end in (((-half, half), (half, -half)), ((-half, -half), (half, half))):
            self.start_new_path(point(*start))
            self.add_line_to(point(*end))


def parts(start: Point, end: Point, count: int, width: float, *, style: Style = DEFAULT) -> VGroup:
    """Return marks across an arrow that cut it into equal parts.

    Args:
        start: manim point.
        end: manim point.
        count: of the parts.
        width: scene units of the arrow's shaft.
        style: theme and strokes.
    """
    way = end - start
    across = _ACROSS * width * point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
    cuts = [start + part / count * way for part in range(1, count)]
    lines = VGroup(*(Line(cut - across, cut + across) for cut in cuts))
    return laid(lines.set_stroke(style.theme.ink, style.strokes.thin), Layer.GHOST)
