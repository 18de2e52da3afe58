"""Bars that tip over and become shares of a whole."""

from __future__ import annotations

from typing import Any

import numpy as np
from manim import Animation, Mobject

from scenes.parts.bars import Bar
from scenes.parts.geometry import point
from scenes.parts.shares import Share


class Tip(Animation):
    """Out of a bar that stands upright comes its share of a whole, which lies: it turns, travels and grows as one.

    Args:
        bar: where it comes from; it stays.
        share: what it becomes.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, bar: Bar, share: Share, **options: Any) -> None:
        self._from = bar.get_center(), np.array([bar.height, bar.width])
        self._to = share.get_center(), np.array([share.width, share.height])
        self._share = share
        super().__init__(share, introducer=True, **options)

    def create_starting_mobject(self) -> Mobject:
        """Nothing: every frame follows from the moment alone."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """A rectangle on its way from upright to lying; nothing before it leaves."""
        share = self.rate_func(alpha)
        centre, size = (start + share * (end - start) for start, end in zip(self._from, self._to, strict=True))
        along, across = size / 2 if share > 0 else np.zeros(2)
        turn = (1 - share) * np.pi / 2
        ahead = point(np.cos(turn), np.sin(turn)) * along
        aside = point(-np.sin(turn), np.cos(turn)) * across
        corners = [centre + ahead + aside, centre - ahead + aside, centre - ahead - aside, centre + ahead - aside]
        self._share.set_points_as_corners([*corners, corners[0]])
