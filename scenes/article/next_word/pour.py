"""The words of a phrase that become one arrow: each flows to its own step, and steps tip to tail end at its tip."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import CapStyleType, ManimColor, VGroup, VMobject, smooth

from scenes.article.next_word.mixing import between, rounded
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

Flat = tuple[float, float]

_FLOW = 9.0
"""Stroke units of what flows."""

_TURN = 0.22
"""Scene units: the radius of a way's turns."""

_FINE = 12
"""Points on each piece of a way, so that it is as long at each moment as it has flowed."""

_DRY = 0.4
"""The share of a word's time after which its way runs dry again, from the word on."""

_SHAFT = 0.72
"""The share of the arrow's length at which fused steps end: its head begins behind that."""

_UNIT = 100.0
"""Stroke units for a scene unit."""

_CLOSER = 0.1
"""Scene units between the places below the header that are tried for a way's turn, from the word to the left."""


class Pour(VGroup):
    """A phrase that becomes an arrow: each word goes straight down to a step, which begins where the last one ended.

    Args:
        starts: manim points below the words, from the left.
        colors: ``#rrggbb``, one a word.
        hue: ``#rrggbb``, of the arrow.
        steps: shape (T, 2), how far each word's step goes, scene units; all together they go from origin to tip.
        lane: the height on which a word goes to the left where something is in its straight way.
        left: how far to the left it may go there.
        origin: manim point where the arrow begins.
        width: scene units of its shaft.
        lines: what no way may cross.
        boxes: words, which no way may touch.
        style: theme.

    Attributes:
        strands: one a word.
        corners: manim points where the steps begin and end, from origin to tip.
        ways: for each word, the corners of its way: from it to where its step begins, and to where this ends.
    """

    def __init__(
        self, starts: Sequence[Point], colors: Sequence[str], hue: str, *, steps: np.ndarray, lane: float, left: float,
        origin: Point, width: float, lines: Sequence[Segment], boxes: Sequence[Box], style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self._width = width
        self._hues = [ManimColor(style.theme.fill(color)) for color in colors]
        self._hue = ManimColor(style.theme.fill(hue))
        self.corners = [np.asarray(origin, float)]
        for step in steps:
            self.corners.append(self.corners[-1] + point(*map(float, step)))
        self.ways = []
        for start, begin, end in zip(starts, self.corners, self.corners[1:], strict=False):
            turn = point(free_turn(flat(start), flat(begin), lane, left, lines, boxes), lane)
            self.ways.append([start, point(float(start[0]), lane), turn, begin, end])
        self.strands = [laid(VMobject().set_cap_style(CapStyleType.ROUND), Layer.THREAD) for _ in colors]
        super().__init__(*self.strands)
        for place in range(len(self.strands)):
            self.flow(place, 1.0)

    def flow(self, place: int, share: float) -> None:
        """Draw a word on its way: it flows to its step and along it; at 1 only this is left."""
        way = _finely(self.ways[place])
        reached = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
        step = float(np.linalg.norm(self.corners[place + 1] - self.corners[place]))
        end = max(smooth(between(share, 0.0, 1 - _DRY / 2)), 1e-3) * reached[-1]
        begin = min(smooth(between(share, _DRY, 1.0)) * (reached[-1] - step), end - 1e-3)
        kept = [each for each, at in zip(way, reached, strict=True) if begin < at < end]
        ends = [np.array([np.interp(at, reached, column) for column in way.T]) for at in (begin, end)]
        if share >= 1:
            ends, kept = self.corners[place : place + 2], []
        self.strands[place].set_points_as_corners([ends[0], *kept, ends[1]])
        self.strands[place].set_stroke(self._hues[place], _FLOW)

    def fuse(self, share: float) -> None:
        """Draw the steps as they become the arrow's shaft: at 1 they lie in one line, in its colour, as wide as it."""
        lengths = [
            float(np.linalg.norm(end - begin)) for begin, end in zip(self.corners, self.corners[1:], strict=False)
        ]
        reached = np.concatenate([[0.0], np.cumsum(lengths)]) / max(sum(lengths), 1e-9)
        origin, tip = self.corners[0], self.corners[-1]
        straight = [origin + _SHAFT * at * (tip - origin) for at in reached]
        corners = [one + share * (other - one) for one, other in zip(self.corners, straight, strict=True)]
        for place, strand in enumerate(self.strands):
            strand.set_points_as_corners(corners[place : place + 2])
            width = _FLOW + share * (_UNIT * self._width - _FLOW)
            strand.set_stroke(self._hues[place].interpolate(self._hue, share), width)


def free_turn(
    start: Flat, end: Flat, lane: float, left: float, lines: Sequence[Segment], boxes: Sequence[Box]
) -> float:
    """Return where on a lane a way turns straight to its end: as near to its start as nothing is in its way.

    Args:
        start: above the lane.
        end: below it.
        lane: its height.
        left: how far to the left it may turn.
        lines: what the way may not cross.
        boxes: what it may not touch.
    """
    for x in np.arange(start[0], left, -_CLOSER):
        way = ((float(x), lane), end)
        crossed = any(crossing(way, line) for line in lines)
        if not crossed and not any(inside_length(way, box) > 0 for box in boxes):
            return float(x)
    return start[0]


def crossing(one: Segment, other: Segment) -> bool:
    """Return whether two lines cross; they may meet at their ends."""

    def side(line: Segment, at: Flat) -> float:
        (x, y), (end_x, end_y) = line
        return (end_x - x) * (at[1] - y) - (end_y - y) * (at[0] - x)

    def parted(line: Segment, two: Segment) -> bool:
        return side(line, two[0]) * side(line, two[1]) < -1e-9

    return parted(one, other) and parted(other, one)


def _finely(corners: Sequence[Point]) -> np.ndarray:
    """Return points of a way with round turns, near each other, shape (N, 3)."""
    path = rounded(corners, _TURN)
    shares = np.linspace(0, 1, _FINE)[:, None]
    pieces = []
    for one, two, three, four in path.get_cubic_bezier_tuples():
        rest = 1 - shares
        pieces.append(rest**3 * one + 3 * rest**2 * shares * two + 3 * rest * shares**2 * three + shares**3 * four)
    return np.concatenate(pieces)
