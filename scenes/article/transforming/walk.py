"""A number walked along a step: whole steps tip to tail, and the rest of one."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import VGroup

from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.style import DEFAULT, Style

_MOST = 6
"""Steps that are drawn one by one; more of them are drawn as one arrow."""


class Walk(VGroup):
    """Arrows tip to tail: as many steps as a number says, the last one as much shorter as it asks.

    Args:
        count: the number of steps; a negative one walks backwards.
        color: ``#rrggbb`` of the step.
        width: scene units of the arrows' shafts.
        layer: the layer on which they lie.
        style: theme.

    Attributes:
        arrows: one for each step.
        start: where it begins.
        end: where it leads, even while it is not all walked.
    """

    def __init__(
        self,
        count: float,
        color: str,
        *,
        width: float = WIDTH,
        layer: Layer = Layer.PIN,
        style: Style = DEFAULT,
    ) -> None:
        self.count = count
        far = abs(count)
        whole = int(far + 1e-6) if far <= _MOST else 0
        self._stops = [float(stop) for stop in range(whole + 1)] + ([far] if far - whole > 1e-6 else [])
        zero = np.zeros(3)
        self.arrows = [Vector(zero, zero, color, width=width, style=style) for _ in self._stops[1:]]
        self.start = self.end = zero
        super().__init__(*self.arrows)
        laid(self, layer)

    def lay(self, start: Point, step: Point, walked: float = 1.0) -> Self:
        """Lay it from a point along a step, a way in scene units; only a share of it is walked."""
        way = step if self.count >= 0 else -step
        self.start, self.end = np.array(start, float), start + abs(self.count) * way
        limit = walked * abs(self.count)
        for arrow, low, high in zip(self.arrows, self._stops, self._stops[1:], strict=False):
            stop = min(high, limit)
            if stop - low < 1e-6:
                arrow.body.clear_points()
            else:
                arrow.set_ends(start + low * way, start + stop * way)
        return self

    def widen(self, width: float) -> Self:
        """Give the shafts another width, scene units; they lie as they are."""
        for arrow in self.arrows:
            arrow.shaft_width = width
            if len(arrow.body.points):
                arrow.set_ends(arrow.start, arrow.end)
        return self
