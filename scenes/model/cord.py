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

_WIDTH_OF_ONE, _LEAST = 78.0, 1.2
"""Stroke units: a cord's width for a weight of 1, and the least width that is seen."""

_STEPS = 13
"""Points along a cord, which may swing."""


class Cord(VMobject):
    """A line from one point to another; its width is the weight.

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
        super().__init__(stroke_color=style.theme.fill(color))
        self._background = style.theme.background
        laid(self, Layer.BAND)
        self.set_weight(weight).set_ends(start, end)

    def set_ends(self, start: Point, end: Point, swing: float = 0.0) -> Self:
        """Lay it between two points, its middle out by some scene units."""
        self.start, way = np.array(start, float), np.asarray(end, float) - start
        across = point(-way[1], way[0]) / max(1e-9, float(np.linalg.norm(way)))
        shares = np.linspace(0.0, 1.0, _STEPS)[:, None]
        self.set_points_as_corners(list(self.start + shares * way + swing * np.sin(math.pi * shares) * across))
        return self

    def set_weight(self, weight: float) -> Self:
        """Give it the width of a weight."""
        self.weight = weight
        width = max(_LEAST, _WIDTH_OF_ONE * weight)
        self.set_stroke(width=width)
        self.set_background_stroke(color=self._background, width=width + RIM)
        return self
