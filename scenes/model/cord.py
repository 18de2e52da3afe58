"""A cord from a word to the word that takes from it: one flat line, as wide as its weight is large."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_WIDTH_OF_ONE, _LEAST = 0.78, 0.012
"""Scene units: a cord's width for a weight of 1, and the least width that is seen."""

_STEEP = 0.35
"""The rise of a cord, for each unit of its length, from which its first end is cut level."""


class Cord(VMobject):
    """A line from one point to another; its width is the weight, and it is cut level where it is tied.

    Args:
        start: manim point.
        end: manim point.
        weight: in [0, 1].
        color: ``#rrggbb``.
        style: theme.

    Attributes:
        weight: as a Python number.
    """

    def __init__(self, start: Point, end: Point, weight: float, color: str, *, style: Style = DEFAULT) -> None:
        super().__init__(stroke_width=0)
        self.set_fill(style.theme.fill(color), 1.0)
        self.set_background_stroke(color=style.theme.background, width=RIM)
        self.weight = weight
        laid(self, Layer.BAND)
        self.set_ends(start, end)

    def set_ends(self, start: Point, end: Point) -> Self:
        """Lay it between two points."""
        way = np.array(end, float) - start
        length = float(np.linalg.norm(way))
        along = way / length if length > 1e-9 else point(0.0, -1.0)
        across, half = point(-along[1], along[0]), max(_LEAST, _WIDTH_OF_ONE * self.weight) / 2
        aslant = -float(across[1]) / float(along[1]) if abs(float(along[1])) > _STEEP else 0.0
        one, other = (sign * half * across for sign in (1.0, -1.0))
        cut = half * aslant * along
        self.set_points_as_corners([start + one + cut, end + one, end + other, start + other - cut, start + one + cut])
        return self
