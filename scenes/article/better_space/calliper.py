"""A distance that is measured while it changes: a bar beside two places, as long as they are apart, with its number."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM
from scenes.parts.stage_text import HeroNumber
from scenes.style import Style

AWAY = 0.52
"""Scene units from the places to the bar."""

_BAR, _ARM, _JAW = 7.0, 2.4, 0.1
"""Stroke units of the bar and of the arms to the places; scene units by which an arm goes on beyond the bar."""

_FREE, _AIR = 0.27, 0.14
"""Scene units from a place to where its arm begins, and from the bar to the number."""

_DIGITS = 8
"""The most glyphs that a running number may have."""


class Calliper(VGroup):
    """Two arms from two places to a bar that is as long as the places are apart; its number runs along beside it.

    Args:
        side: +1 or -1: the side of the way from the first place to the second on which it lies.
        unit: scene units for one unit of the vectors.
        style: theme and sizes.

    Attributes:
        bar: the bar.
        arms: the arms.
        digits: the running number over its halo; it is a drawing, no number of the record.
    """

    def __init__(self, side: int, *, unit: float, style: Style) -> None:
        self.side, self._unit, self._style = side, unit, style
        theme = style.theme
        self.bar = laid(VMobject().set_stroke(theme.ink, _BAR), Layer.PIN)
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
        ends = [place + AWAY * across for place in (one, other)]
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
            for index, glyph in enumerate(glyphs):
                drawn = part.submobjects
                glyph.points = drawn[index].points if index < len(drawn) else np.zeros((0, 3))

    def number_at(self, one: Point, other: Point, size: tuple[float, float]) -> Point:
        """Return where a number of a width and height stands best: beyond the middle of the bar."""
        across = _across(one, other, self.side)
        reach = AWAY + _AIR + abs(across[0]) * size[0] / 2 + abs(across[1]) * size[1] / 2
        middle: Point = (one + other) / 2 + reach * across
        return middle


def _across(one: Point, other: Point, side: int) -> Point:
    """Return the direction across the way between two places, on a side of it."""
    way = other - one
    length = float(np.linalg.norm(way))
    return side * (point(-way[1], way[0]) / length if length > 1e-9 else point(0.7071, 0.7071))
