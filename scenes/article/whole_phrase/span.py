"""A bracket beside two words of the plane: how far they are apart, as long as it is."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import VMobject

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_ARM, _STROKE = 0.14, 3.0
"""Scene units: the length of the arms at a bracket's ends; stroke units."""


class Span(VMobject):
    """A bracket along the way between two places, beside it.

    Args:
        start: manim point of the first place.
        end: manim point of the second place.
        away: scene units from the way to the bracket; at the way's left where positive, seen from the first place.
        style: theme.

    Attributes:
        ends: manim points of the bracket's ends, beside the places.
    """

    def __init__(self, start: Point, end: Point, away: float, *, style: Style = DEFAULT) -> None:
        self.away = away
        super().__init__(stroke_color=style.theme.ink, stroke_width=_STROKE)
        self.set_background_stroke(color=style.theme.background, width=RIM + _STROKE)
        laid(self, Layer.TRAIL)
        self.put(start, end)

    def put(self, start: Point, end: Point) -> Self:
        """Measure between two other places."""
        way = np.asarray(end, float) - start
        along = way / max(float(np.linalg.norm(way)), 1e-9)
        across = point(-along[1], along[0])
        self.ends = [place + self.away * across for place in (start, end)]
        arm = -np.sign(self.away) * _ARM * across
        self.set_points_as_corners([self.ends[0] + arm, *self.ends, self.ends[1] + arm])
        return self

    @property
    def middle(self) -> Point:
        """The middle of the bracket, a manim point."""
        return np.asarray((self.ends[0] + self.ends[1]) / 2)

    @property
    def segment(self) -> Segment:
        """The bracket's line."""
        return flat(self.ends[0]), flat(self.ends[1])
