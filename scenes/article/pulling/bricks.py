"""A tower as the brick that measures a taller one: copies of it climb on it until they reach the other's top."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from manim import DashedLine, VGroup, VMobject
from torch import Tensor

from scenes.article.pulling.chart import ExponentialChart, rounded
from scenes.motion.live import Live
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.style import DEFAULT, Style

_AIR = 0.1
"""Scene units around a number in a brick, at the least."""

_BEYOND = 0.12
"""Scene units by which the line at the taller tower's top begins beyond the bricks."""


class Bricks:
    """Copies of a tower, one on another, up to the top of a taller one; the last is cut there.

    Args:
        chart: it has both towers.
        first: position of the taller one.
        second: position of the tower that is the brick.
        ratio: the number of times that one is the other.
        beyond: what that is more than the whole bricks below the last.
        digits: after the point of what is printed.
        color: ``#rrggbb``, of the brick.
        style: theme and sizes.

    Attributes:
        copies: the bricks that climb on the first one, whole.
        over: the part of the last one that is cut off.
        counts: how much of a brick each is, written into it, where that has room.
        level: the line from the taller tower's top.
        high: a brick's height, scene units.
        reached: the taller tower's height, scene units.
    """

    def __init__(
        self, chart: ExponentialChart, first: int, second: int, ratio: Tensor, beyond: Tensor, digits: int, color: str,
        *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style = style
        self.base, right, _, top = chart.corners(second)
        self.across = float(right[0] - self.base[0])
        self.high, self.reached = float(top[1] - self.base[1]), chart.corners(first)[2][1] - self.base[1]
        count = max(math.ceil(float(ratio) - 1e-6), 1)
        self.copies = [laid(chart.bar(color), Layer.BAND) for _ in range(count - 1)]
        self.over = laid(chart.bar(color), Layer.BAND)
        last = chart.corners(first)[1 if chart.scores[first] < chart.scores[second] else 0]
        ends = self.base + point(-_BEYOND, self.reached), last + point(0.0, self.reached)
        self.level = laid(DashedLine(*ends, dash_length=0.1, color=style.theme.ink, stroke_width=3.0), Layer.TRAIL)
        self.counts = self._counts(ratio, beyond, digits)

    def _counts(self, ratio: Tensor, beyond: Tensor, digits: int) -> VGroup:
        """Return how much of a brick each is, where these add up to what is printed, and have room."""
        style, count = self.style, len(self.copies) + 1
        if as_printed(as_printed(float(beyond), digits) + count - 1, digits) != as_printed(float(ratio), digits):
            return VGroup()
        # On a bar the ground's colour is the one that is read.
        color = style.theme.background if style.theme.filled else style.theme.ink
        numbers = VGroup()
        for index in range(count):
            low, high = index * self.high, min((index + 1) * self.high, self.reached)
            value, decimals = (beyond, digits) if index == count - 1 else (1.0, 0)
            number = HeroNumber(value, decimals=decimals, size=style.sizes.head, color=color, style=style)
            room = (self.across - _AIR) / float(number.width), (high - low - _AIR) / float(number.height)
            if min(room) * style.sizes.head < style.sizes.tick:
                return VGroup()
            numbers.add(number.scale(min(*room, 1.0)).move_to(self.base + point(self.across / 2, (low + high) / 2)))
        return laid(numbers, Layer.LABEL)

    def corners(self, low: float, high: float) -> list[Point]:
        """Return the corners of a brick between two heights over the axis, scene units."""
        left, right = self.base, self.base + point(self.across)
        return [left + point(0.0, low), right + point(0.0, low), right + point(0.0, high), left + point(0.0, high)]

    def climbs(self, index: int, follow: Callable[[float], object], moved: Sequence[VMobject]) -> Live:
        """Return how a copy slides up, out of the brick below; the last one is then one brick of two parts.

        Args:
            index: of the copy.
            follow: called with the height of its top over the axis, scene units.
            moved: what ``follow`` moves.
        """
        last = index == len(self.copies) - 1
        cut = min((index + 2) * self.high, self.reached) if last else (index + 2) * self.high

        def climb(share: float) -> None:
            low = (index + share) * self.high
            whole = low + self.high
            part = whole - (index + 2) * self.high + cut
            self.copies[index].set_points(rounded(self.corners(low, part)))
            if last and whole - part > 1e-3:
                self.over.set_points(rounded(self.corners(part, whole)))
            follow(whole)

        return Live([self.copies[index], *([self.over] if last else []), *moved], climb)

    def sinks(self, follow: Callable[[float], object], moved: Sequence[VMobject]) -> Live:
        """Return how all copies slide back into the first brick.

        Args:
            follow: called with the height of the highest top over the axis, scene units.
            moved: what ``follow`` moves.
        """

        def sink(share: float) -> None:
            for index, copy in enumerate(self.copies):
                low = (1 - share) * (index + 1) * self.high
                end = min(low + self.high, self.high + (1 - share) * (self.reached - self.high))
                copy.set_points(rounded(self.corners(low, max(end, low + 1e-3))))
            follow(self.high + (1 - share) * (self.reached - self.high))

        return Live([*self.copies, *moved], sink)
