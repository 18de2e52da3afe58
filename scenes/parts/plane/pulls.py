"""All pulls on one word: an arrow towards each word that pulls, a ring for the word itself, one printed weight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.arrows import HoldRing, PullArrow
from scenes.parts.plane.labels import Segment, inside_length
from scenes.parts.text.number import Number
from scenes.style import DEFAULT, Style

RING = 0.4
"""Scene units: the radius of the ring that holds a word to its own place."""

_BESIDE = 0.42
"""Scene units between the strongest pull's arrow and the centre of its number."""


class Pulls(VGroup):
    """The pulls on a word, with their weights as widths.

    Args:
        places: the places of the words that pull, manim points.
        weights: shape (N,), each in [0, 1].
        colors: one ``#rrggbb`` for each word.
        own: the index of the pulled word itself.
        strongest: the index of the word whose weight is printed.
        away: a manim point; the number stands on the arrow's other side.
        lines: further lines that the number avoids, such as axes.
        clear: scene units left free at both ends of an arrow.
        style: theme and strokes.

    Attributes:
        arrows: an arrow for each word, a ring for the pulled word itself.
        number: the weight of the strongest.
    """

    def __init__(
        self,
        places: Sequence[Point],
        weights: Tensor,
        colors: Sequence[str],
        *,
        own: int,
        strongest: int,
        away: Point,
        lines: Sequence[Segment] = (),
        clear: float = 0.45,
        style: Style = DEFAULT,
    ) -> None:
        self.pulled = places[own]
        self.arrows = [
            HoldRing(self.pulled, weight, color, radius=RING, style=style)
            if index == own
            else PullArrow(self.pulled, place, weight, color, clear=clear, style=style)
            for index, (place, weight, color) in enumerate(zip(places, weights, colors, strict=True))
        ]
        self.number = Number(weights[strongest], color=colors[strongest], style=style)
        self._set_number(places[strongest], away, lines)
        super().__init__(*self.arrows, self.number)

    def segments(self, least: float = 0.0) -> list[Segment]:
        """Return the arrows of at least a weight as pairs of (x, y), for labels to avoid."""
        return [arrow.flat_segment for arrow in self.arrows if isinstance(arrow, PullArrow) and arrow.weight >= least]

    def _set_number(self, puller: Point, away: Point, lines: Sequence[Segment]) -> None:
        """Put the number beside the middle of the strongest pull, away from a point and off lines if possible."""
        way = puller - self.pulled
        length = float(np.linalg.norm(way))
        across = point(-way[1], way[0]) / length if length > 1e-9 else point(0.0, 1.0)
        side = 1.0 if float(across @ (self.pulled - away)) > 0 else -1.0
        half = (self.number.width / 2 + 0.06, self.number.height / 2 + 0.06)

        def spot(share: float) -> Point:
            result: Point = self.pulled + share * way + side * _BESIDE * across
            return result

        def crossed(share: float) -> float:
            x, y = flat(spot(share))
            box = (x - half[0], y - half[1], x + half[0], y + half[1])
            return sum(inside_length(line, box) for line in lines)

        self.number.move_to(spot(min((0.55, 0.48, 0.62, 0.4, 0.7), key=crossed)))
