"""All pulls on one word: an arrow towards each word that pulls, a ring for its own, a number at the hardest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Animation, Create, GrowFromPoint, VGroup
from torch import Tensor

from scenes.parts.arrows import HoldRing, PullArrow
from scenes.parts.geometry import Point, point
from scenes.parts.labels import Segment
from scenes.parts.number import Number
from scenes.style import DEFAULT, Style

RING = 0.4
"""Scene units: the radius of the ring that holds a word to its own place."""

_BESIDE = 0.42
"""Scene units between the hardest pull's arrow and the middle of its number."""


class Pulls(VGroup):
    """The pulls on a word, with their weights as widths.

    Args:
        places: where the words that pull lie, manim points.
        weights: shape (N,), each in [0, 1].
        colors: one ``#rrggbb`` a word.
        own: which of them is the pulled word itself.
        strongest: which of the others has its weight printed.
        away: a manim point that the number keeps away from.
        clear: scene units left free at both ends of an arrow.
        style: theme and strokes.

    Attributes:
        arrows: an arrow for each word, a ring for the pulled word itself.
        number: the weight of the strongest.
    """

    def __init__(
        self, places: Sequence[Point], weights: Tensor, colors: Sequence[str], *, own: int, strongest: int,
        away: Point, clear: float = 0.45, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.pulled = places[own]
        self.arrows = [
            HoldRing(self.pulled, weight, color, radius=RING, style=style)
            if index == own
            else PullArrow(self.pulled, place, weight, color, clear=clear, style=style)
            for index, (place, weight, color) in enumerate(zip(places, weights, colors, strict=True))
        ]
        self.number = Number(weights[strongest], color=colors[strongest], style=style)
        self.number.move_to(_beside(self.pulled, places[strongest], away))
        super().__init__(*self.arrows, self.number)

    def segments(self, least: float = 0.0) -> list[Segment]:
        """The arrows of at least a weight as pairs of (x, y), as labels keep off them."""
        return [arrow.flat_segment for arrow in self.arrows if isinstance(arrow, PullArrow) and arrow.weight >= least]

    def come(self) -> list[Animation]:
        """Every arrow grows out of the pulled word; the ring is drawn."""
        return [
            Create(arrow) if isinstance(arrow, HoldRing) else GrowFromPoint(arrow, arrow.start) for arrow in self.arrows
        ]


def _beside(start: Point, end: Point, away: Point) -> Point:
    """Beside the middle of an arrow, on the side that is farther from a point."""
    way = end - start
    length = float(np.linalg.norm(way))
    across = point(-way[1], way[0]) / length if length > 1e-9 else point(0.0, 1.0)
    side = 1.0 if float(across @ (start - away)) > 0 else -1.0
    result: Point = start + 0.55 * way + side * _BESIDE * across
    return result
