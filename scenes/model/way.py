"""The way of a word from layer to layer: a road over the rings of a fan, with a knot on each ring behind it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Dot, VGroup, VMobject

from scenes.model.fan import Fan
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_ROAD, _KNOT = 6.5, 0.085
"""Stroke units of a road's width; scene units of a knot's radius."""

_STEPS = 8
"""Points of a road from one ring to the next: it bends, for rings are round."""


class Way(VGroup):
    """The way that a word has come over the rings of a fan.

    Args:
        fan: the fan.
        turns: the word's directions, one for each ring, in radians.
        knots: rings on which a knot stays.
        color: ``#rrggbb``, of the road and its knots.
        style: theme.
    """

    def __init__(
        self, fan: Fan, turns: Sequence[float], knots: Sequence[int], color: str, *, style: Style = DEFAULT
    ) -> None:
        self.fan, self.turns, theme = fan, np.array(turns), style.theme
        self.road = VMobject(stroke_color=color, stroke_width=_ROAD)
        self.road.set_background_stroke(color=theme.background, width=_ROAD + RIM)
        super().__init__(self.road)
        self._knots = []
        for place in knots:
            knot = Dot(fan.at(turns[place], fan.ring(place)), radius=_KNOT, color=theme.fill(color))
            knot.set_background_stroke(color=theme.background, width=RIM)
            self._knots.append((place, knot, knot.points.copy()))
            self.add(knot)
        laid(self, Layer.ICON)
        self.reach(0.0)

    def reach(self, place: float) -> None:
        """Let the way end at a place between two rings; each ring that it has come to has its knot."""
        places = np.linspace(0.0, place, max(2, round(_STEPS * place) + 1))
        places = np.union1d(places, np.arange(int(place) + 1))  # it turns on the rings themselves
        angles = np.interp(places, np.arange(len(self.turns)), self.turns)
        ends = zip(angles, places, strict=True)
        self.road.set_points_as_corners([self.fan.at(angle, self.fan.ring(at)) for angle, at in ends])
        for at, knot, points in self._knots:
            knot.points = points.copy() if at <= place else np.zeros((0, 3))
