"""The way from a word to the word that pulls it, and how far the word has come on it."""

from __future__ import annotations

from typing import Self

import numpy as np
import torch
from manim import RIGHT, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import Row, Typeset
from scenes.shared.phrase import Pull
from scenes.style import DEFAULT, Style

_TENTHS, _NOTCH = 10, 0.09
"""Parts into which notches cut a way; scene units from it to a notch's end."""

_LINE, _DONE = 3.5, 16.0
"""Stroke units of a way and its notches, and of the part that is done."""

WIDTH = _LINE / 100
"""The width of a way, scene units."""


def share_of_way(step: Pull) -> Tensor:
    """Return how far the word has moved along the way to the word that pulls it most: 0 at rest, 1 all the way.

    Words beside the way take it a little off; what counts is its move's shadow on the way.
    """
    way = step.vectors[step.strongest] - step.vector
    square = way @ way
    return (step.updated - step.vector) @ way / square if float(square) > 0 else torch.zeros(())


class Percent(Row):
    """A share as a bold percentage.

    Args:
        percent: the share times 100.
        size: manim font units.
        color: ``#rrggbb``.
        style: theme and sizes.

    Attributes:
        number: the number before the sign.
    """

    def __init__(
        self,
        percent: Tensor | float,
        *,
        size: float | None = None,
        color: str | None = None,
        style: Style = DEFAULT,
    ) -> None:
        size, color = size or style.sizes.hero, color or style.theme.ink
        self.number = HeroNumber(percent, decimals=0, size=size, color=color, style=style)
        super().__init__([self.number, Typeset("#strong[%]", size, color, style=style)], 0.004 * size)
        self._style = style

    def zero(self) -> HeroNumber:
        """Return the number from which the percentage runs up, where that ends."""
        number = self.number
        zero = HeroNumber(0.0, decimals=0, size=number.size, color=number.get_color().to_hex(), style=self._style)
        return laid(zero.align_to(number, RIGHT).on_baseline(number.baseline), Layer.LABEL)


class Way(VGroup):
    """The straight way from a word's old place to the word that pulls it, cut into tenths; what it has come is filled.

    Args:
        start: manim point of the word's old place.
        end: manim point of the word that pulls.
        color: ``#rrggbb``, the puller's.
        clear: scene units around both words within which no notch is seen: icons cover only parts of these.
        tuck: scene units beyond the word that pulls at which the way begins, where the icon covers it.
        style: theme.

    Attributes:
        share: of the way that is filled, 0 to 1.
        ground: the whole way and its notches.
        done: the part that is filled.
    """

    def __init__(
        self, start: Point, end: Point, color: str, *, clear: float = 0.0, tuck: float = 0.0, style: Style = DEFAULT
    ) -> None:
        at, self._factor, self._clear, self._tuck = point(), 1.0, clear, tuck
        self.ground = VGroup(*(thin_line(at, at, color, _LINE) for _ in range(_TENTHS)))
        self.done = thin_line(at, at, color, _DONE)
        super().__init__(laid(self.ground, Layer.SHADOW), laid(self.done, Layer.TRAIL))
        self.share, self._reached = 0.0, 1.0
        self.lie(start, end)

    def lie(self, start: Point, end: Point) -> Self:
        """Lie between two manim points."""
        self._first, self._way = np.asarray(start, float), np.asarray(end, float) - start
        across = _NOTCH * point(-self._way[1], self._way[0]) / max(float(np.linalg.norm(self._way)), 1e-9)
        for tenth, notch in enumerate(self.ground[1:], 1):
            at = self.place(tenth / _TENTHS)
            notch.set_points_as_corners([at - across, at + across])
        return self.reach(self._reached).set_share(self.share)

    def grow(self, factor: float) -> Self:
        """Draw it, and what is done of it, as many times as thick as at first, for words as much larger."""
        self._factor = factor
        self.ground.set_stroke(width=factor * _LINE)
        self.done.set_stroke(width=factor * _DONE)
        return self

    def place(self, share: float) -> Point:
        """Return the place at a share of the way, a manim point."""
        at: Point = self._first + share * self._way
        return at

    def set_share(self, share: float) -> Self:
        """Fill a share of the way."""
        self.share = min(max(share, 0.0), 1.0)
        self.done.set_points_as_corners([self.place(0.0), self.place(max(self.share, 1e-4))])
        self.done.set_stroke(opacity=float(self.share > 0))
        self._notch()
        return self

    def reach(self, share: float) -> Self:
        """Let a share of it be seen, from the word that pulls."""
        self._reached = share
        beyond = self._factor * self._tuck / max(float(np.linalg.norm(self._way)), 1e-9)
        ends = self.place(1.0 + beyond), self.place(1.0 + beyond - max(share * (1.0 + beyond), 1e-4))
        self.ground[0].set_points_as_corners(ends)
        self._notch()
        return self

    def _notch(self) -> None:
        """Let those notches be seen that the way has reached, that are not filled yet, and that no icon touches."""
        length = float(np.linalg.norm(self._way))
        for tenth, notch in enumerate(self.ground[1:], 1):
            at = tenth / _TENTHS
            free = min(at - self.share, 1.0 - at) * length > self._factor * self._clear + _NOTCH
            notch.set_stroke(opacity=float(free and 1.0 - at <= self._reached))
