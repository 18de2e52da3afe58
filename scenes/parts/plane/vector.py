"""A vector on the stage: a straight arrow from the origin, with a rim of the background's colour."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import Polygon, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

WIDTH, HEAD = 0.06, 0.19
"""Scene units: the shaft's width, the head's length."""

_HALF_HEAD = 0.42
"""Half the head's width, as a share of its length."""

_SEEN_AT_LEAST = 0.5
"""The share of an arrow's length by which its tip may be drawn before its end at the most."""

RIM = 6.0
"""Stroke units of the background's colour behind a mark; half of the width is visible around the mark."""

_THIN_RIM = 2.0
"""Stroke units of the rim of an arrow that lies on a shadow."""


class Vector(VGroup):
    """A straight arrow whose tip ends exactly at ``end``.

    Args:
        start: manim point, as a rule the plane's origin.
        end: manim point of the vector's place.
        color: ``#rrggbb``, by role.
        width: scene units of the shaft.
        style: theme.

    Attributes:
        body: the arrow's outline.
        short: scene units before ``end`` at which the tip is drawn, as an icon stands there.
    """

    def __init__(self, start: Point, end: Point, color: str, *, width: float = WIDTH, style: Style = DEFAULT) -> None:
        self.start, self.end, self.shaft_width = np.array(start, float), np.array(end, float), width
        self.short = 0.0
        self.body = Polygon(start, end, start, stroke_width=0)
        self.body.set_fill(style.theme.fill(color), 1.0)
        self.body.set_background_stroke(color=style.theme.background, width=RIM)
        super().__init__(self.body)
        self.set_ends(start, end)
        laid(self, Layer.VECTOR)

    def set_ends(self, start: Point, end: Point) -> Self:
        """Lay the arrow from one point to another; the head keeps its size unless the arrow is shorter."""
        self.start, self.end = np.array(start, float), np.array(end, float)
        cut = min(self.short, _SEEN_AT_LEAST * self.length) / max(self.length, 1e-9)
        tip = self.end - cut * (self.end - self.start)
        self.body.set_points_as_corners(arrow_corners(self.start, tip, self.shaft_width))
        return self

    def thin_rim(self) -> Self:
        """Make the rim thin: a wide one would cut a shadow that the arrow lies on in stripes."""
        self.body.set_background_stroke(width=_THIN_RIM)
        return self

    @property
    def length(self) -> float:
        """The arrow's length in scene units."""
        return float(np.linalg.norm(self.end - self.start))


def arrow_corners(start: Point, end: Point, width: float) -> list[Point]:
    """Return the closed outline of an arrow, of eight points, the tip at ``end``."""
    length = float(np.linalg.norm(end - start))
    along = (end - start) / length if length > 1e-9 else point(1.0, 0.0)
    across = point(-along[1], along[0])
    head = min(HEAD * max(1.0, width / WIDTH) ** 0.5, 0.7 * length)
    half, wide = width / 2, max(head * _HALF_HEAD, width * 0.8 if length > 1e-9 else 0.0)
    base = end - along * head
    notch = base + along * head * 0.16
    return [
        start + across * half,
        notch + across * half,
        base + across * wide,
        end,
        base - across * wide,
        notch - across * half,
        start - across * half,
        start + across * half,
    ]


def thin_line(start: Point, end: Point, color: str, width: float) -> VMobject:
    """Return a straight line of a width in stroke units; its length may be 0."""
    line = VMobject(stroke_color=color, stroke_width=width)
    line.set_points_as_corners([np.array(start, float), np.array(end, float)])
    return line
