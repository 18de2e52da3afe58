"""Columns over the words of a line: they grow as scores, swell to powers of e, and fall end to end into one strip."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from manim import VMobject, linear, smooth

from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SCORES, _FLAT = 0.55, 1e-3
"""The height of the best score's column as a share of its last one; scene units of a column of height 0."""

_OVER, _SLID = 0.14, 0.34
"""Scene units from a column to its number; the share of a fall in which columns step apart before they tip over."""

_SHOT, _HELD, _SEEN = 0.45, 0.55, 0.3
"""The shares of a swelling after which columns have grown, at the scale of scores, and after which the scale begins to
shrink; and the last share of the growth, in which numbers are seen."""


class FallingColumns:
    """A column for each word, whose height is a score first and its share of all powers last.

    Args:
        xs: the middles of the columns, scene units.
        room: they stand at its bottom; its width is the strip's.
        air: scene units that they leave free at its top.
        colors: ``#rrggbb`` of words, one a column.
        scores: one a column.
        shares: of 1, one a column.
        order: the places of columns in the strip, from its beginning.
        width: of a column, and the height of the strip, scene units.
        style: theme.

    Attributes:
        bars: the columns.
        unit: scene units for a share of 1, as long as columns stand.
    """

    def __init__(
        self, xs: Sequence[float], room: Region, air: float, colors: Sequence[str], scores: Sequence[float],
        shares: Sequence[float], order: Sequence[int], *, width: float, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.xs, self.room, self.width, self.style = [*xs], room, width, style
        self.scores, self.shares, self.order = [*scores], [*shares], [*order]
        best = max(self.shares)
        self.unit = min(room.width, (room.height - air) / best)
        is_drawn = min(self.scores) >= 0 and max(self.scores) > 0
        self._score_unit = _SCORES * best * self.unit / max(self.scores) if is_drawn else 0.0
        self.heights = [self._score_unit * score for score in self.scores]
        self.bars = []
        for place, color in enumerate(colors):
            role = style.theme.dim if color == style.theme.ink else color
            bar = VMobject(stroke_width=0.0)
            self.bars.append(colour_area(bar, style.theme.fill(role), 1.0, style))
            if style.theme.filled and len(self.bars) - 1 in self.order[:2]:  # two of one colour may lie end to end
                bar.set_stroke(style.theme.background, style.strokes.line)
            self._stand(place, self.heights[place])

    def over(self, place: int) -> float:
        """Return the baseline of a number over a column as it stands now, scene units."""
        return self.room.bottom + self.heights[place] + _OVER

    def _stand(self, place: int, height: float) -> None:
        x, base, half = self.xs[place], self.room.bottom, self.width / 2
        self.heights[place] = height
        self._draw(place, (x - half, x + half, base, base + height))

    def _draw(self, place: int, box: tuple[float, float, float, float]) -> None:
        left, right, low, high = box
        high, right = max(high, low + _FLAT), max(right, left + _FLAT)
        corners = [point(right, high), point(left, high), point(left, low), point(right, low)]
        self.bars[place].set_points_as_corners([*corners, corners[0]])

    def swell(self, after: Sequence[Number], riding: dict[int, Sequence[VMobject]], *, seconds: float) -> Live:
        """Return how columns shoot up from scores to powers at one scale, which then shrinks until all are seen.

        Args:
            after: the numbers over the columns afterwards; they appear when these have grown.
            riding: what else stands over columns, and rides on them.
            seconds: for the motion.
        """
        last = [share * self.unit for share in self.shares]
        start = [*self.heights]
        powers = [math.exp(score) for score in self.scores] if self._score_unit else [1.0]
        final = max(last) / max(powers)
        rides = [(piece, place, piece.get_center()) for place, pieces in riding.items() for piece in pieces]

        def follow(share: float) -> None:
            grown = smooth(min(share / _SHOT, 1.0))
            shrunk = smooth(max(share - _HELD, 0.0) / (1 - _HELD))
            scale = self._score_unit ** (1 - shrunk) * final**shrunk
            for place, score in enumerate(self.scores):
                height = _towards_power(score, grown) * scale if self._score_unit else share * last[place]
                self._stand(place, height if share < 1 else last[place])
            for place, number in enumerate(after):
                number.set_x(self.xs[place]).on_baseline(self.over(place))
                number.set_fill(opacity=min(max((grown - 1) / _SEEN + 1, 0.0), 1.0))
            for piece, place, at in rides:
                piece.move_to(at + point(0.0, self.heights[place] - start[place]))

        pieces = (piece for piece, _, _ in rides)
        return Live([*self.bars, *after, *pieces], follow, run_time=seconds, rate_func=linear)

    def even(self, *, seconds: float) -> Live:
        """Return how columns become shares at once, where powers are not worked out."""
        start = [*self.heights]

        def follow(share: float) -> None:
            for place, height in enumerate(start):
                self._stand(place, height + share * (self.shares[place] * self.unit - height))

        return Live(self.bars, follow, run_time=seconds)

    def starts(self, unit: float) -> dict[int, float]:
        """Return where each column's piece of the strip begins, scene units, for the length of all of it."""
        found, x = {}, self.room.left
        for place in self.order:
            found[place] = x
            x += self.shares[place] * unit
        return found

    def gather(self, places: Sequence[int], *, seconds: float) -> Live:
        """Return how low columns go to the strip's end, turned on edge."""
        starts, base, half = self.starts(self.unit), self.room.bottom, self.width / 2

        def follow(share: float) -> None:
            for place in places:
                x, length = self.xs[place], self.shares[place] * self.unit
                flat = np.array([x - half, x + half, base, base + length])
                edge = np.array([starts[place], starts[place] + length, base, base + self.width])
                self._draw(place, tuple(flat + share * (edge - flat)))

        return Live([self.bars[place] for place in places], follow, run_time=seconds)

    def fall(self, places: Sequence[int], *, seconds: float) -> Live:
        """Return how high columns step apart, and fall over side by side."""
        starts, base, width = self.starts(self.unit), self.room.bottom, self.width

        def follow(share: float) -> None:
            apart, turn = min(share / _SLID, 1.0), max(share - _SLID, 0.0) / (1 - _SLID)
            turn *= turn  # it tips slowly, and lands fast
            along = point(math.sin(turn * math.pi / 2), math.cos(turn * math.pi / 2))
            back = point(-along[1], along[0])
            for place in places:
                length, foot_x = self.shares[place] * self.unit, self.xs[place] + width / 2
                foot = point(foot_x + apart * (starts[place] - foot_x), base)
                corners = [foot, foot + length * along, foot + length * along + width * back, foot + width * back]
                self.bars[place].set_points_as_corners([*corners, corners[0]])

        return Live([self.bars[place] for place in places], follow, run_time=seconds)

    def lift(self, low: float, riding: Sequence[tuple[VMobject, Point]], *, seconds: float) -> Live:
        """Return how the strip rises to a height, and gets as long as its room is wide.

        Args:
            low: the strip's lower edge afterwards, scene units.
            riding: what rises with it, and the middle of its place afterwards.
            seconds: for the motion.
        """
        begins, ends = self.starts(self.unit), self.starts(self.room.width)
        starts = [(piece, piece.get_center(), at) for piece, at in riding]

        def follow(share: float) -> None:
            unit = self.unit + share * (self.room.width - self.unit)
            y = self.room.bottom + share * (low - self.room.bottom)
            for place, part in enumerate(self.shares):
                x = begins[place] + share * (ends[place] - begins[place])
                self._draw(place, (x, x + part * unit, y, y + self.width))
            for piece, start, end in starts:
                piece.move_to(start + share * (end - start))

        return Live([*self.bars, *(piece for piece, _ in riding)], follow, run_time=seconds)

    def middle(self, places: Sequence[int]) -> float:
        """Return the middle of some neighbours' pieces of the strip at its full length, scene units."""
        starts = self.starts(self.room.width)
        ends = [starts[place] + self.shares[place] * self.room.width for place in places]
        return (min(starts[place] for place in places) + max(ends)) / 2


def _towards_power(score: float, share: float) -> float:
    """Return a value on the way from a score to e to the power of it."""
    return score if share < 1e-6 else math.expm1(share * score) / share + share
