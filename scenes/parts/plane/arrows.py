"""Arrows with a tip that ends exactly where it is told."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import Line, Polygon, VGroup

from scenes.parts.geometry import Point, point
from scenes.style import DEFAULT

_TIP_LENGTH = 0.2
_TIP_WIDTH = 0.17


class Arrow(VGroup):
    """A straight arrow whose tip ends exactly at ``end``, also when it is very short.

    Args:
        start: manim point, shape (3,).
        end: manim point, shape (3,).
        color: ``#rrggbb``.
        width: stroke width of the shaft.
        tip: scale of the tip.

    Attributes:
        start: the point where it begins.
        end: the point where its tip ends.
        shaft: the line.
        tip: the triangle.
    """

    def __init__(
        self,
        start: Point,
        end: Point,
        color: str,
        *,
        width: float = DEFAULT.strokes.line,
        tip: float = 1.0,
        opacity: float = 1.0,
    ) -> None:
        self.shaft = Line(start, end, stroke_width=width, color=color)
        self.tip = Polygon(start, end, start, color=color, stroke_width=0)
        self.tip.set_fill(color, opacity=opacity)
        self.shaft.set_stroke(opacity=opacity)
        self._scale = tip
        super().__init__(self.shaft, self.tip)
        self.set_ends(start, end)

    def set_ends(self, start: Point, end: Point) -> Self:
        """Lay the arrow from one point to another; the tip keeps its size."""
        self.start, self.end = np.array(start, dtype=float), np.array(end, dtype=float)
        length = float(np.linalg.norm(self.end - self.start))
        along = (self.end - self.start) / length if length > 1e-9 else point(1.0, 0.0)
        across = point(-along[1], along[0])
        reach = min(_TIP_LENGTH * self._scale, 0.6 * length)
        half = max(_TIP_WIDTH * reach / _TIP_LENGTH, 1e-6) / 2
        base = self.end - along * reach
        # The shaft overlaps the tip a little, so that no seam shows.
        self.shaft.set_points_as_corners([self.start, base + along * reach * 0.2])
        corners = [self.end, base + across * half, base - across * half, self.end]
        self.tip.set_points_as_corners(corners)
        return self

    @property
    def segment(self) -> tuple[Point, Point]:
        """The points where it begins and ends now, even after it was moved."""
        return np.array(self.shaft.get_start()), np.array(self.tip.get_vertices()[0])
