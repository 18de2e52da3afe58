"""Distances drawn on the plane: a line from place to place, with its number beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import cos, sin

import numpy as np
from manim import Dot, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.boxes import box_at
from scenes.parts.plane.labels import Box, Segment, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.style import DEFAULT, Style

_END = 0.055
"""Scene units: the radius of the dots at the line's ends, which are the words' places."""

_LIT, _THIN = 5.0, 2.0
"""Stroke units: the line that matters, and another."""

_FROM_LINE = (0.14, 0.22, 0.3, 0.38, 0.45, 0.6)
_ALONG = (0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86)
_LEAN = (0.0, 0.9, -0.9, 0.45, -0.45, 0.65, -0.65, 0.22, -0.22)
"""The places of a number that are tried: scene units from the line, shares of the line at which it stands, and radians
by which it leans from straight across the line."""

_AIR = 0.09
"""Scene units kept free around a number."""

_ON_LINE = 2.0
"""The cost of a number that stands on a line."""

_ON_OTHER_LINE, _ON_NUMBER = 10.0, 30.0
"""The costs of a number that stands on another ruler's line, and of two numbers that overlap."""

_KEPT = 60
"""Places of each ruler that are tried with those of the others."""


@dataclass(frozen=True, slots=True)
class RulerPlace:
    """The place of a ruler's number.

    Attributes:
        side: +1 or -1: the side of the way from the first place to the second on which the number is.
        away: scene units between the line and the number.
        along: the share of the line at which the number stands.
        lean: radians from straight across the line to the direction in which the number stands.
    """

    side: int = 1
    away: float = _FROM_LINE[0]
    along: float = 0.5
    lean: float = 0.0

    def across(self, start: Point, end: Point) -> Point:
        """Return the direction from the places to the number, of length 1."""
        way = np.asarray(end, float) - np.asarray(start, float)
        length = float(np.linalg.norm(way))
        return self.side * (point(-way[1], way[0]) / length if length > 1e-9 else point(0.0, 1.0))

    def number_at(self, start: Point, end: Point, size: tuple[float, float]) -> Point:
        """Return the middle of a number of a width and height, scene units."""
        across = self.across(start, end)
        cosine, sine = cos(self.lean), sin(self.lean)
        toward = point(cosine * across[0] - sine * across[1], sine * across[0] + cosine * across[1])
        reach = self.away + abs(toward[0]) * size[0] / 2 + abs(toward[1]) * size[1] / 2
        at = np.asarray(start, float) + self.along * (np.asarray(end, float) - start)
        middle: Point = at + reach * toward
        return middle


class Ruler(VGroup):
    """A distance on the plane: a line from place to place, as long as it is, with its number.

    The line passes behind the words at its ends; dots on them show where they are, and the grid confirms its length.

    Args:
        start: manim point of the first place.
        end: manim point of the second place.
        value: the distance that is printed.
        lit: whether it is the one that matters: its line bold, its number large and bold.
        size: of its number, manim font units; by ``lit`` when left out.
        color: ``#rrggbb`` of its line; ink when left out.
        over: whether the line lies over the words' icons, so that a short one is seen.
        style: theme and sizes.

    Attributes:
        number: the printed distance.
        line: the line, with a dot at each of its ends.
        place: where its number stands.
        size: the number's width and height, scene units.
    """

    def __init__(
        self,
        start: Point,
        end: Point,
        value: Tensor | float,
        *,
        lit: bool = False,
        size: float | None = None,
        color: str | None = None,
        over: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        theme, sizes = style.theme, style.sizes
        self._layer = Layer.PIN if over else Layer.TRAIL
        self.start, self.end, self.lit, self.style = np.array(start, float), np.array(end, float), lit, style
        self.color_by_role = color or theme.ink
        kind = HeroNumber if lit else Number
        self.number = kind(value, size=size or (sizes.hero if lit else sizes.number), color=theme.ink, style=style)
        self.size = (float(self.number.width), float(self.number.height))
        self.line, self.label = self._line(), haloed(self.number, style)
        self.place = RulerPlace()
        super().__init__(self.line, self.label)
        laid(self.label, Layer.LABEL)
        self.lie(self.place)

    def lie(self, place: RulerPlace) -> None:
        """Put the number somewhere; see ``place_rulers``."""
        self.place = place
        self.label.shift(place.number_at(self.start, self.end, self.size) - self.number.get_center())

    def _line(self) -> VGroup:
        """Return the line with a dot at each place, both with a rim that parts them from the words beneath."""
        theme, width = self.style.theme, _LIT if self.lit else _THIN
        line = thin_line(self.start, self.end, self.color_by_role, width)
        dots = [Dot(end, radius=_END, color=theme.ink) for end in (self.start, self.end)]
        for piece in (line, *dots):
            piece.set_background_stroke(color=theme.background, width=RIM)
        return VGroup(laid(line, self._layer), *(laid(dot, Layer.PIN) for dot in dots))

    @property
    def segment(self) -> Segment:
        """The ends of the line."""
        return flat(self.start), flat(self.end)

    @property
    def number_box(self) -> Box:
        """The box of the number."""
        return box_at(self.number.get_center(), self.size)


def place_rulers(
    rulers: Sequence[Ruler],
    bounds: Box,
    *,
    marks: Sequence[Box] = (),
    texts: Sequence[Box] = (),
    lines: Sequence[Segment] = (),
    count: int = 1,
) -> list[list[RulerPlace]]:
    """Return the best places of rulers' numbers together, clear of marks, texts, lines and rulers, the best first.

    Args:
        rulers: one or two.
        bounds: where the numbers may be.
        marks: the boxes of words' marks, those at the rulers' ends among them.
        texts: the boxes of texts.
        lines: what numbers keep off, besides the rulers.
        count: how many ways are returned.
    """
    tries = []
    for ruler in rulers:
        segments = [other.segment for other in rulers if other is not ruler]
        ways = [RulerPlace(*way) for way in product((1, -1), _FROM_LINE, _ALONG, _LEAN)]
        costed = sorted(
            ((_cost(ruler, way, bounds, marks, texts, lines), index, way) for index, way in enumerate(ways)),
            key=lambda each: each[:2],
        )
        boxed = [(*each, _number_box(ruler, each[2])) for each in costed[:_KEPT]]
        tries.append([(cost + _on_lines(box, segments), index, way, box) for cost, index, way, box in boxed])
    together = []
    for chosen in product(*tries):
        paid = sum(cost for cost, *_ in chosen)
        paid += sum(_ON_NUMBER for one, other in combinations(chosen, 2) if overlap(one[3], other[3]) > 0)
        together.append((paid, tuple(index for _, index, *_ in chosen), [way for _, _, way, _ in chosen]))
    together.sort(key=lambda each: each[:2])
    return [ways for _, _, ways in together[:count]]


def _cost(
    ruler: Ruler, way: RulerPlace, bounds: Box, marks: Sequence[Box], texts: Sequence[Box], lines: Sequence[Segment]
) -> float:
    """Return the cost of one ruler's place, wherever the others are."""
    box = _number_box(ruler, way)
    cost = 2.0 * (way.away - _FROM_LINE[0]) + 0.5 * abs(way.along - 0.5) + 0.15 * abs(way.lean)
    cost += 100 * _beyond(box, bounds)
    cost += sum(10 + 20 * overlap(box, other) for other in (*marks, *texts) if overlap(box, other) > 0)
    return cost + sum(_ON_LINE + inside for line in (*lines, ruler.segment) if (inside := inside_length(line, box)) > 0)


def _on_lines(box: Box, segments: Sequence[Segment]) -> float:
    """Return what a number pays for the other rulers' lines that it stands on."""
    return sum(_ON_OTHER_LINE for line in segments if inside_length(line, box))


def _number_box(ruler: Ruler, way: RulerPlace) -> Box:
    width, height = ruler.size
    return box_at(way.number_at(ruler.start, ruler.end, ruler.size), (width + 2 * _AIR, height + 2 * _AIR))


def _beyond(box: Box, bounds: Box) -> float:
    """Return how far a box lies beyond bounds, over all sides, scene units."""
    low = max(0.0, bounds[0] - box[0]) + max(0.0, bounds[1] - box[1])
    return low + max(0.0, box[2] - bounds[2]) + max(0.0, box[3] - bounds[3])
