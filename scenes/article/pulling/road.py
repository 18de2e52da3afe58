"""The way from a word to the word that pulls it, and a ruler beside it that measures how far the word has come."""

from __future__ import annotations

from typing import Self

import numpy as np
import torch
from manim import DL, RIGHT, UR, Line, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import Row, Typeset
from scenes.shared.phrase import Pull
from scenes.style import DEFAULT, Style

_NOTCHES, _NOTCH, _LONG = 10, 0.07, 0.13
"""Parts into which notches cut a ruler; scene units from its middle to a notch's end, and to an outer one's."""

_LINE, _DONE = 3.0, 15.0
"""Stroke units of a ruler and its notches, and of the part that is done."""

_BESIDE = 0.16
"""Scene units from a ruler to its number."""


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


class WayRuler(VGroup):
    """A ruler beside a word's way, cut into tenths; the part that the word has come is filled.

    Args:
        start: manim point of the word's old place.
        end: manim point of the word that pulls.
        percent: of the way that it comes, to be printed.
        color: ``#rrggbb``, the puller's.
        aside: scene units from the way to the ruler; negative on its right side.
        size: of the percentage, manim font units.
        style: theme and sizes.

    Attributes:
        share: of the way that is filled, 0 to 1.
        ground: the ruler and its notches.
        done: the part that is filled.
        percent: beside the place where the word will have come.
        label: that, over its halo.
    """

    def __init__(
        self,
        start: Point,
        end: Point,
        percent: Tensor,
        color: str,
        aside: float,
        *,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        way = np.asarray(end, float) - start
        across = float(np.sign(aside)) * point(-way[1], way[0]) / float(np.linalg.norm(way))
        self._style, self._is_bare = style, False
        self._first, self._way = np.asarray(start, float) + abs(aside) * across, way
        self.ground = VGroup(Line(self._first, self._first + way))
        for count in range(_NOTCHES + 1):
            reach = (_LONG if count in (0, _NOTCHES) else _NOTCH) * across
            self.ground.add(Line(self.place(count / _NOTCHES) - reach, self.place(count / _NOTCHES) + reach))
        self.ground.set_stroke(style.theme.axis, _LINE)
        self.done = Line(self._first, self._first).set_stroke(color, _DONE)
        self.percent = Percent(percent, size=size, color=color, style=style)
        half = np.array([float(self.percent.width), float(self.percent.height), 0.0]) / 2
        out = _LONG + _BESIDE + float(np.abs(across) @ half)
        self.percent.move_to(self.place(float(percent) / 100) + out * across)
        self.label = laid(haloed(self.percent, style), Layer.LABEL)
        super().__init__(laid(self.ground, Layer.SHADOW), laid(self.done, Layer.TRAIL))
        self.set_share(0.0)

    def bare(self, middle: tuple[float, float]) -> Self:
        """Leave the percentage alone, in another place, where the ruler has no room."""
        self.ground.submobjects, self._is_bare = [], True
        self.label.move_to(point(*middle))
        return self.set_share(0.0)

    def zero(self) -> HeroNumber:
        """Return the number from which the percentage runs up, where that ends."""
        number = self.percent.number
        zero = HeroNumber(0.0, decimals=0, size=number.size, color=number.get_color().to_hex(), style=self._style)
        return laid(zero.align_to(number, RIGHT).on_baseline(number.baseline), Layer.LABEL)

    def place(self, share: float) -> Point:
        """Return the place beside a share of the way, a manim point."""
        at: Point = self._first + share * self._way
        return at

    def set_share(self, share: float) -> Self:
        """Fill a share of the ruler."""
        self.share = min(max(share, 0.0), 1.0)
        self.done.set_points_as_corners([self.place(0.0), self.place(max(self.share, 1e-4))])
        self.done.set_stroke(opacity=float(self.share > 0 and not self._is_bare))
        return self

    @property
    def segment(self) -> Segment:
        """The ruler's ends."""
        return flat(self.place(0.0)), flat(self.place(1.0))

    @property
    def number_box(self) -> Box:
        """The box of the percentage."""
        return (*flat(self.percent.get_corner(DL)), *flat(self.percent.get_corner(UR)))
