"""A cord from a word to the word that takes from it: one flat line, as wide as its weight is large."""

from __future__ import annotations

import math
from typing import Self

import numpy as np
from manim import VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_WIDTH_OF_ONE, _LEAST = 0.78, 0.012
"""Scene units: a cord's width for a weight of 1, and the least width that is seen."""

_STEPS = 13
"""Points along a cord, which may swing."""

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
        start: where it is tied.
        weight: as a Python number.
    """

    def __init__(self, start: Point, end: Point, weight: float, color: str, *, style: Style = DEFAULT) -> None:
        super().__init__(stroke_width=0)
        self.set_fill(style.theme.fill(color), 1.0)
        self.set_background_stroke(color=style.theme.background, width=RIM)
        self.weight = weight
        laid(self, Layer.BAND)
        self.set_ends(start, end)

    def set_ends(self, start: Point, end: Point, swing: float = 0.0) -> Self:
        """Lay it between two points, its middle out by some scene units."""
        self.start, self._end = np.array(start, float), np.array(end, float)
        way = self._end - self.start
        length = float(np.linalg.norm(way))
        along = way / length if length > 1e-9 else point(0.0, -1.0)
        across, half = point(-along[1], along[0]), max(_LEAST, _WIDTH_OF_ONE * self.weight) / 2
        shares = np.linspace(0.0, 1.0, _STEPS)[:, None]
        spine = self.start + shares * way + swing * np.sin(math.pi * shares) * across
        sides = [spine + half * across, spine - half * across]
        aslant = -float(across[1]) / float(along[1]) if abs(float(along[1])) > _STEEP else 0.0
        for side, sign in zip(sides, (1.0, -1.0), strict=True):
            side[0] += sign * half * aslant * along
        self.set_points_as_corners([*sides[0], *sides[1][::-1], sides[0][0]])
        return self

    def set_weight(self, weight: float) -> Self:
        """Give it the width of a weight."""
        self.weight = weight
        return self.set_ends(self.start, self._end)
