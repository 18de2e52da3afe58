"""A lamp whose light falls straight onto a line, where an arrow in its way throws its shadow."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_WIDTHS, _GLOWS = (7.0, 20.0, 40.0), (1.0, 0.22, 0.1)
"""Stroke units of the lamp and of the glow around it, and their opacities."""

_AT_LAMP, _AT_ARROW = 0.2, 0.03
"""The opacities of the light where it begins and where it meets the arrow."""

_ON = 0.25
"""The share of the light's time in which the lamp goes on."""


class Lamp(VGroup):
    """Parallel light, as wide as the shadow that one arrow throws: what falls beside it says nothing.

    Args:
        origin: manim point at which the arrow begins, on the line.
        tip: manim point of its end.
        along: the line's direction, 1 scene unit long.
        away: the direction from the line to the lamp, 1 scene unit long.
        far: scene units from the line to the lamp.
        color: ``#rrggbb``.
        style: theme.

    Attributes:
        beam: the light; nothing is seen of it where areas are not filled.
        bulb: the bright line, parallel to the other one, from which it comes, with its glow.
    """

    def __init__(
        self, origin: Point, tip: Point, along: Point, away: Point, far: float, color: str, *, style: Style = DEFAULT
    ) -> None:
        reach = float((tip - origin) @ along)
        self._filled = style.theme.filled
        self._starts = [origin + far * away, origin + far * away + reach * along]
        self._ends = [np.array(origin), np.array(tip)]
        self.beam = VMobject(stroke_width=0)
        self.beam.set_fill([color, color], 0.0).set_sheen_direction(away)  # type: ignore[arg-type]  # brightest at its lamp
        self.bulb = VGroup(*(VMobject(stroke_color=color, stroke_width=width) for width in _WIDTHS))
        for line in self.bulb:
            line.set_points_as_corners(self._starts)
        super().__init__(self.beam, self.bulb)
        laid(self, Layer.HALF_PLANE)
        self.fall(1.0)

    def fall(self, share: float, strength: float = 1.0) -> Self:
        """Draw the light when it has fallen a share of its way.

        Args:
            share: 0 to 1 of the time from the dark lamp to the light on the arrow.
            strength: 0 to 1, how bright it is.
        """
        on = strength * min(share / _ON, 1.0)
        for line, glow in zip(self.bulb, _GLOWS, strict=True):
            line.set_stroke(opacity=on * (glow if self._filled or glow == 1.0 else 0.0))
        way = max(share - _ON, 0.0) / (1 - _ON)
        fronts = [start + max(way, 1e-3) * (end - start) for start, end in zip(self._starts, self._ends, strict=True)]
        self.beam.set_points_as_corners([*self._starts, *reversed(fronts), self._starts[0]])
        if self._filled:
            self.beam.set_fill(opacity=[on * _AT_ARROW, on * _AT_LAMP])  # type: ignore[arg-type]
        return self
