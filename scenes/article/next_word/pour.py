"""The words of a phrase that flow together into one arrow: lanes side by side, which become its shaft."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import CapStyleType, ManimColor, VGroup, VMobject

from scenes.article.next_word.mixing import rounded
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_LANE, _FLOW = 0.11, 9.0
"""Scene units from one lane to the next, and stroke units of each."""

_TURN = 0.22
"""Scene units: the radius of a lane's turns."""

_FINE = 12
"""Points on each piece of a lane, so that it is as long at each moment as it has flowed."""

_SHAFT = 0.72
"""The share of the arrow's length at which lanes end: its head begins behind that."""

_UNIT = 100.0
"""Stroke units for a scene unit."""


class Pour(VGroup):
    """A phrase on its way into an arrow: down, to the left, around below, and up through the arrow's beginning.

    Args:
        starts: manim points below the words, from the left; all lie to the right of the column.
        colors: ``#rrggbb``, one a word.
        hue: ``#rrggbb``, of the arrow.
        lane: the height on which all flow to the left.
        column: where they flow down.
        low: the height on which they flow to the right.
        origin: manim point where the arrow begins.
        tip: manim point where it ends.
        width: scene units of its shaft.
        style: theme.

    Attributes:
        strands: one a word.
    """

    def __init__(
        self, starts: Sequence[Point], colors: Sequence[str], hue: str, *,
        lane: float, column: float, low: float, origin: Point, tip: Point, width: float, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self._starts, self._lane, self._column, self._low = list(starts), lane, column, low
        self._origin, self._way, self._width = np.asarray(origin, float), np.asarray(tip - origin, float), width
        self._hues = [ManimColor(style.theme.fill(color)) for color in colors]
        self._hue = ManimColor(style.theme.fill(hue))
        self.strands = [laid(VMobject().set_cap_style(CapStyleType.ROUND), Layer.THREAD) for _ in colors]
        super().__init__(*self.strands)
        self.flow(1.0)

    def flow(self, share: float, fused: float = 0.0, *, gone: float = 0.0) -> None:
        """Draw what has flowed.

        Args:
            share: of the way, 0 to 1, that is reached.
            fused: the share, 0 to 1, of the lanes' distance and colours that is lost: at 1 they are one line.
            gone: the share, 0 to 1, of the way to the arrow that has run dry again.
        """
        for place, strand in enumerate(self.strands):
            way = self._finely(place, fused)
            reached = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))])
            last, arrow = reached[-1], _SHAFT * float(np.linalg.norm(self._way))
            begin, end = gone * (last - arrow), max(share, 1e-3) * last
            begin = min(begin, end - 1e-3)
            kept = [each for each, at in zip(way, reached, strict=True) if begin < at < end]
            ends = [np.array([np.interp(at, reached, column) for column in way.T]) for at in (begin, end)]
            strand.set_points_as_corners([ends[0], *kept, ends[1]])
            width = _FLOW + fused * (_UNIT * self._width - _FLOW)
            strand.set_stroke(self._hues[place].interpolate(self._hue, fused), width)

    def _finely(self, place: int, fused: float) -> np.ndarray:
        """Return points of a lane, near each other, shape (N, 3)."""
        path = rounded(self.corners(place, fused), _TURN)
        shares = np.linspace(0, 1, _FINE)[:, None]
        pieces = []
        for one, two, three, four in path.get_cubic_bezier_tuples():
            rest = 1 - shares
            pieces.append(rest**3 * one + 3 * rest**2 * shares * two + 3 * rest * shares**2 * three + shares**3 * four)
        return np.concatenate(pieces)

    def corners(self, place: int, fused: float = 0.0) -> list[Point]:
        """Return the corners of a word's lane: no two lanes cross, as the outermost one stays so in every turn."""
        aside = (1 - fused) * (place - (len(self._starts) - 1) / 2) * _LANE
        unit = self._way / max(float(np.linalg.norm(self._way)), 1e-9)
        enters = self._origin + aside * point(-unit[1], unit[0])
        start = self._starts[place]
        return [
            start,
            point(float(start[0]), self._lane - aside),
            point(self._column + aside, self._lane - aside),
            point(self._column + aside, self._low + aside),
            point(float(enters[0]), self._low + aside),
            enters,
            enters + _SHAFT * self._way,
        ]
