"""A distance that is measured while it changes: a bar beside two places, as long as they are apart, with its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.boxes import around, is_within
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.outline import take_outlines
from scenes.style import DEFAULT, Style

_AWAY = 0.52
"""Scene units from the places to the bar."""

_BAR, _ARM, _JAW = 7.0, 2.4, 0.1
"""Stroke units of the bar and of the arms to the places; scene units by which an arm goes on beyond the bar."""

_FREE, _AIR = 0.27, 0.14
"""Scene units from a place to where its arm begins, and from the bar to the number."""

_PER_UNIT = 100
"""Stroke units in a scene unit."""

_DIGITS = 8
"""The most glyphs that a running number may have."""


class Calliper(VGroup):
    """Two arms from two places to a bar that is as long as the places are apart; its number runs along beside it.

    Args:
        side: +1 or -1: the side of the way from the first place to the second on which it lies.
        unit: scene units for one unit of the vectors.
        away: scene units from the places to the bar.
        width: stroke units of the bar.
        style: theme and sizes.

    Attributes:
        bar: the bar.
        arms: the arms.
        digits: the running number over its halo; it is a drawing, no number of the record.
    """

    def __init__(
        self, side: int, *, unit: float, away: float = _AWAY, width: float = _BAR, style: Style = DEFAULT
    ) -> None:
        self.side, self._unit, self._away, self._style = side, unit, away, style
        self._air = _AIR + (width - _BAR) / _PER_UNIT
        theme = style.theme
        self.bar = laid(VMobject().set_stroke(theme.ink, width), Layer.PIN)
        self.arms = [laid(VMobject().set_stroke(theme.ink, _ARM), Layer.PIN) for _ in range(2)]
        for line in (self.bar, *self.arms):
            line.set_background_stroke(color=theme.background, width=RIM)
        self.digits = laid(self._glyphs(), Layer.LABEL)
        super().__init__(self.bar, *self.arms)

    def _glyphs(self) -> VGroup:
        """Return as many glyphs as a running number may have, below them their halo."""
        groups = VGroup()
        for part in self._written(0.0):
            glyph = part.submobjects[0]
            groups.add(VGroup(*(glyph.copy() for _ in range(_DIGITS))))
        return groups

    def _written(self, distance: float) -> VGroup:
        return haloed(HeroNumber(distance, size=self._style.sizes.hero, style=self._style), self._style)

    def measure(self, one: Point, other: Point) -> None:
        """Lay the arms and the bar between two places."""
        across = _across(one, other, self.side)
        ends = [place + self._away * across for place in (one, other)]
        self.bar.set_points_as_corners(ends)
        for arm, place, end in zip(self.arms, (one, other), ends, strict=True):
            arm.set_points_as_corners([place + _FREE * across, end + _JAW * across])

    def run(self, one: Point, other: Point, aside: Point) -> None:
        """Write the distance of two places beside the bar, moved by a way from where a number stands best."""
        distance = float(np.linalg.norm(other - one)) / self._unit
        written = self._written(distance)
        size = (float(written[1].width), float(written[1].height))
        written.shift(self.number_at(one, other, size) + aside - written[1].get_center())
        for glyphs, part in zip(self.digits, written, strict=True):
            take_outlines(glyphs, part.submobjects)

    def number_at(self, one: Point, other: Point, size: tuple[float, float]) -> Point:
        """Return where a number of a width and height stands best: beyond the middle of the bar."""
        across = _across(one, other, self.side)
        reach = self._away + self._air + abs(across[0]) * size[0] / 2 + abs(across[1]) * size[1] / 2
        middle: Point = (one + other) / 2 + reach * across
        return middle


@dataclass(frozen=True)
class Gap:
    """Two places whose distance is measured, and what lies around them.

    Attributes:
        one: manim point of the first place.
        other: manim point of the second one.
        number: the distance, which is moved beside the calliper.
        lines: what the number keeps off.
        boxes: marks that the number keeps off, and the calliper too, where it can.
    """

    one: Point
    other: Point
    number: HeroNumber
    lines: Sequence[Segment]
    boxes: Sequence[Box]


def fitted_calliper(
    gaps: Sequence[Gap],
    bounds: Box,
    *,
    unit: float,
    away: float = _AWAY,
    width: float = _BAR,
    style: Style = DEFAULT,
) -> tuple[Calliper, list[Point]]:
    """Return a calliper on the side where it lies on the least, and the way of each number from its best place.

    The numbers are moved to where they stand.

    Args:
        gaps: two places each, as the calliper measures them one after the other.
        bounds: where everything may be.
        unit: scene units for one unit of the vectors.
        away: scene units from the places to the bar.
        width: stroke units of the bar.
        style: theme and sizes.
    """
    tries = []
    for side in (1, -1):
        calliper = Calliper(side, unit=unit, away=away, width=width, style=style)
        places = [_number_place(calliper, gap, bounds) for gap in gaps]
        cost = sum(_covered(calliper, gap, bounds) for gap in gaps) + sum(cost for *_, cost in places)
        tries.append((cost, calliper, places))
    _, calliper, places = min(tries, key=lambda each: each[0])
    for gap, (at, _, _) in zip(gaps, places, strict=True):
        gap.number.move_to(at)
    return calliper, [aside for _, aside, _ in places]


def _number_place(calliper: Calliper, gap: Gap, bounds: Box) -> tuple[Point, Point, float]:
    """Return where a distance stands beside a calliper, its way from the best place, and what this costs."""
    number = gap.number
    best = calliper.number_at(gap.one, gap.other, (float(number.width), float(number.height)))
    lines, at = list(gap.lines), best
    if not is_within(around(best, number), bounds) or any(overlap(around(best, number), box) > 0 for box in gap.boxes):
        calliper.measure(gap.one, gap.other)
        lines += [(flat(line.get_start()), flat(line.get_end())) for line in calliper]
        size = (float(number.width) + 0.1, float(number.height) + 0.1)
        at = point(*free_place(size, bounds, flat(best), lines=lines, boxes=gap.boxes))
    box = around(at, number)
    cost = sum(inside_length(line, box) for line in lines) + 10 * sum(overlap(box, each) for each in gap.boxes)
    return at, at - best, cost + 2 * hypot(*flat(at - best))


def _covered(calliper: Calliper, gap: Gap, bounds: Box) -> float:
    """Return the length of a calliper's bar that lies on marks, or beyond where it may be, times ten."""
    calliper.measure(gap.one, gap.other)
    bar = (flat(calliper.bar.get_start()), flat(calliper.bar.get_end()))
    outside = hypot(*flat(gap.other - gap.one)) - inside_length(bar, bounds)
    return 10 * (outside + sum(inside_length(bar, box) for box in gap.boxes))


def _across(one: Point, other: Point, side: int) -> Point:
    """Return the direction across the way between two places, on a side of it."""
    way = other - one
    length = float(np.linalg.norm(way))
    return side * (point(-way[1], way[0]) / length if length > 1e-9 else point(0.7071, 0.7071))
