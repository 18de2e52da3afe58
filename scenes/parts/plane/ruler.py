"""Distances drawn on the plane: a line between two places, or a dimension line beside them, its number at the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, hypot, sin

import numpy as np
from manim import Dot, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, clip, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.style import DEFAULT, Style

_STROKE = 0.2
"""Scene units: the length of the strokes at the ends of a dimension line."""

_END = 0.05
"""Scene units: the radius of the dots at the ends of a line from place to place."""

_FROM_LINE = 0.14
"""Scene units between a line and its number."""

_OFFSETS = (0.0, 0.55, 0.7, 0.85)
_ALONG = (0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86)
_LEAN = (0.0, 0.9, -0.9)
"""The ways that are tried: scene units from the places to the line, shares of the line at which its number stands, and
radians by which the number leans from straight across the line."""

_SEEN = 0.55
"""Scene units of a line between two marks that have to be seen, or else it lies beside them."""

_AIR = 0.09
"""Scene units kept free around a number."""

_CROSSING, _ON_LINE = 2.0, 2.0
"""The cost of a ruler that crosses a line, and of a number that stands on one."""

_KEPT = 60
"""Places of each ruler that are tried with those of the others."""


@dataclass(frozen=True, slots=True)
class RulerPlace:
    """The way a ruler lies: how far beside its places, and where its number stands.

    Attributes:
        side: +1 or -1: the side of the way from the first place to the second on which the number is.
        offset: scene units from the places to the line, to that side; 0 for a line from place to place.
        along: the share of the line at which the number stands.
        lean: radians from straight across the line to the direction in which the number stands.
    """

    side: int = 1
    offset: float = 0.0
    along: float = 0.5
    lean: float = 0.0

    def segment(self, start: Point, end: Point) -> Segment:
        """Return the line's ends."""
        shift = self.across(start, end) * self.offset
        return flat(start + shift), flat(end + shift)

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
        reach = _FROM_LINE + abs(toward[0]) * size[0] / 2 + abs(toward[1]) * size[1] / 2
        at = np.asarray(start, float) + self.along * (np.asarray(end, float) - start) + self.offset * across
        middle: Point = at + reach * toward
        return middle


class Ruler(VGroup):
    """A distance on the plane, as long as it is, with its number.

    Args:
        start: manim point of the first place.
        end: manim point of the second place.
        value: the distance that is printed.
        lit: whether it is the one that matters: in ink, its number large and bold.
        size: of its number, manim font units; by ``lit`` when left out.
        marks: the boxes of the words at both places; a line ends there where the theme fills no marks.
        style: theme and sizes.

    Attributes:
        number: the printed distance.
        line: the line, with strokes at its ends where it lies beside its places.
        place: how it lies.
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
        marks: Sequence[Box] = (),
        style: Style = DEFAULT,
    ) -> None:
        theme, sizes = style.theme, style.sizes
        self.start, self.end, self.lit, self.style = np.array(start, float), np.array(end, float), lit, style
        self._marks = () if theme.filled else tuple(marks)
        self._color = theme.ink if lit else theme.dim
        kind = HeroNumber if lit else Number
        self.number = kind(value, size=size or (sizes.hero if lit else sizes.number), color=theme.ink, style=style)
        self.size = (float(self.number.width), float(self.number.height))
        self.line, self.label = VGroup(), haloed(self.number, style)
        self.place = RulerPlace()
        super().__init__(self.line, self.label)
        laid(self.label, Layer.LABEL)
        self.lie(self.place)

    def lie(self, place: RulerPlace) -> None:
        """Lay the ruler some way; see ``place_rulers``."""
        self.place = place
        first, last = (point(*end) for end in place.segment(self.start, self.end))
        pieces: list[VMobject] = [self._piece(*self._outside_marks(first, last))]
        if place.offset:
            reach = place.across(self.start, self.end) * _STROKE / 2
            pieces += [self._piece(end - reach, end + reach) for end in (first, last)]
        elif not self._marks:
            pieces += [Dot(end, radius=_END, color=self._color) for end in (first, last)]
        self.line.remove(*self.line.submobjects).add(*pieces)
        laid(self.line, Layer.LABEL if place.offset else Layer.BAND)
        self.label.shift(place.number_at(self.start, self.end, self.size) - self.number.get_center())

    def _outside_marks(self, first: Point, last: Point) -> tuple[Point, Point]:
        """Return the ends of the line, those of a line from place to place where it leaves the words' marks."""
        if self.place.offset:
            return first, last
        begin, end = 0.0, 1.0
        for mark in self._marks:
            enter, leave = hidden_share((flat(first), flat(last)), mark)
            begin, end = (max(begin, leave), end) if enter <= 0 else (begin, min(end, enter))
        if begin >= end:
            return first, last
        return first + begin * (last - first), first + end * (last - first)

    def _piece(self, start: Point, end: Point) -> VMobject:
        piece = thin_line(start, end, self._color, self.style.strokes.line if self.lit else 2.4)
        return piece.set_background_stroke(color=self.style.theme.background, width=RIM)

    @property
    def segment(self) -> Segment:
        """The ends of the line."""
        return self.place.segment(self.start, self.end)

    @property
    def number_box(self) -> Box:
        """The box of the number."""
        return _box(flat(self.number.get_center()), self.size)


def place_rulers(
    rulers: Sequence[Ruler],
    bounds: Box,
    *,
    marks: Sequence[Box] = (),
    texts: Sequence[Box] = (),
    lines: Sequence[Segment] = (),
    count: int = 1,
    direct: bool = False,
) -> list[list[RulerPlace]]:
    """Return the best ways to lay rulers together, clear of marks, texts, lines and each other, the best first.

    Args:
        rulers: one or two.
        bounds: where they and their numbers may be.
        marks: the boxes of words' marks, those at the rulers' ends among them.
        texts: the boxes of texts.
        lines: what numbers keep off, and rulers cross unwillingly.
        count: how many ways are returned.
        direct: whether all lie from place to place.
    """
    tries = []
    for ruler in rulers:
        ways = [RulerPlace(*way) for way in product((1, -1), _OFFSETS[:1] if direct else _OFFSETS, _ALONG, _LEAN)]
        costed = sorted(
            ((_cost(ruler, way, bounds, marks, texts, lines), index, way) for index, way in enumerate(ways)),
            key=lambda each: each[:2],
        )
        tries.append(costed[:_KEPT])
    together = []
    for chosen in product(*tries):
        paid = sum(cost for cost, _, _ in chosen)
        ways = [way for _, _, way in chosen]
        paid += sum(
            _pair_cost(rulers[one], ways[one], rulers[other], ways[other])
            for one in range(len(ways))
            for other in range(one)
        )
        together.append((paid, tuple(index for _, index, _ in chosen), ways))
    together.sort(key=lambda each: each[:2])
    return [ways for _, _, ways in together[:count]]


def _cost(
    ruler: Ruler, way: RulerPlace, bounds: Box, marks: Sequence[Box], texts: Sequence[Box], lines: Sequence[Segment]
) -> float:
    """Return the cost of one ruler's place, wherever the others are."""
    segment, box = way.segment(ruler.start, ruler.end), _number_box(ruler, way)
    hidden = sum(inside_length(segment, mark) for mark in marks)
    length = float(np.linalg.norm(ruler.end - ruler.start))
    cost = 0.4 * way.offset + 0.5 * abs(way.along - 0.5) + 0.15 * abs(way.lean)
    if way.offset:
        cost += 0.5 + 30 * hidden
    else:
        cost += 20 * max(0.0, _SEEN - (length - hidden))
        cost += 8 * sum(inside_length(segment, mark) for mark in marks if not _holds_an_end(mark, ruler))
    outside = _beyond(box, bounds) + _beyond(_around(segment), bounds)
    cost += 100 * outside + 20 * sum(inside_length(segment, text) for text in texts)
    cost += sum(10 + 20 * overlap(box, other) for other in (*marks, *texts) if overlap(box, other) > 0)
    cost += sum(_ON_LINE + inside for line in (*lines, segment) if (inside := inside_length(line, box)) > 0)
    return cost + sum(_CROSSING for line in lines if _cross(segment, line))


def _pair_cost(first: Ruler, way: RulerPlace, second: Ruler, other: RulerPlace) -> float:
    """Return what two rulers cost each other."""
    segments = way.segment(first.start, first.end), other.segment(second.start, second.end)
    boxes = _number_box(first, way), _number_box(second, other)
    cost = 4.0 if _cross(*segments) else 0.0
    cost += 30 if overlap(*boxes) > 0 else 0.0
    cost += sum(10.0 for segment, box in zip(segments, reversed(boxes), strict=True) if inside_length(segment, box))
    return cost


def hidden_share(segment: Segment, box: Box) -> tuple[float, float]:
    """Return the shares of a segment at which it enters a box and leaves it; (1, 1) where it misses it."""
    inside = clip(segment, box)
    (x, y), (end_x, end_y) = segment
    length = hypot(end_x - x, end_y - y)
    if inside is None or length == 0:
        return 1.0, 1.0
    enter, leave = (hypot(place[0] - x, place[1] - y) / length for place in inside)
    return enter, leave


def _holds_an_end(mark: Box, ruler: Ruler) -> bool:
    ends = (flat(ruler.start), flat(ruler.end))
    return any(mark[0] <= x <= mark[2] and mark[1] <= y <= mark[3] for x, y in ends)


def _number_box(ruler: Ruler, way: RulerPlace) -> Box:
    width, height = ruler.size
    return _box(flat(way.number_at(ruler.start, ruler.end, ruler.size)), (width + 2 * _AIR, height + 2 * _AIR))


def _box(middle: tuple[float, float], size: tuple[float, float]) -> Box:
    (x, y), (width, height) = middle, size
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _around(segment: Segment) -> Box:
    """Return the box of a segment with strokes at its ends."""
    (x, y), (end_x, end_y) = segment
    reach = _STROKE / 2
    return (min(x, end_x) - reach, min(y, end_y) - reach, max(x, end_x) + reach, max(y, end_y) + reach)


def _beyond(box: Box, bounds: Box) -> float:
    """Return how far a box lies beyond bounds, over all sides, scene units."""
    low = max(0.0, bounds[0] - box[0]) + max(0.0, bounds[1] - box[1])
    return low + max(0.0, box[2] - bounds[2]) + max(0.0, box[3] - bounds[3])


def _cross(first: Segment, second: Segment) -> bool:
    """Return whether two segments cross in their interiors."""

    def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = first, second
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
