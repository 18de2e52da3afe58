"""Both pulls on a word that rests between two bands: two arrows as long as each other, each with what makes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from manim import VGroup
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style

LENGTH_DIGITS, PULL_DIGITS = 2, 1
"""Digits after the point of a band's length, and of its pull."""

_LONG, _WIDE, _OFF, _APART, _AIR = 0.8, 0.12, 0.12, 0.05, 0.14
"""Scene units: an arrow's length and its shaft's width; from the word's icon to the arrows; between where both begin,
half of it; and from an arrow to what is written of it."""


@dataclass(frozen=True)
class Arm:
    """A band that holds a word at rest.

    Attributes:
        end: manim point where it is tied.
        color: ``#rrggbb`` of the word that pulls, by role.
        weight: its weight, a tensor's element.
        length: how far it is stretched, numbers of the plane.
        pull: the product of both.
    """

    end: Point
    color: str
    weight: Tensor
    length: Tensor
    pull: Tensor

    def is_right(self, digits: int) -> bool:
        """Return whether a pencil gets the pull from weight and length as they are printed."""
        factors = as_printed(float(self.weight), digits), as_printed(float(self.length), LENGTH_DIGITS)
        return as_printed(factors[0] * factors[1], PULL_DIGITS) == as_printed(float(self.pull), PULL_DIGITS) > 0


def are_equal(arms: Sequence[Arm], digits: int) -> bool:
    """Return whether two pulls are printed alike, and a pencil gets them from what is printed.

    Args:
        arms: both.
        digits: of weights.
    """
    pulls = {as_printed(float(arm.pull), PULL_DIGITS) for arm in arms}
    return len(arms) == 2 and len(pulls) == 1 and all(arm.is_right(digits) for arm in arms)


class EqualPulls:
    """Two arrows beside a word that rests between two bands, along these, and the products that make them.

    Args:
        at: manim point where the word rests.
        arms: its bands.
        half: half the height of its icon, scene units.
        digits: of weights.
        is_free: whether a text may stand in a box.
        boxes: what arrows keep off.
        style: theme and sizes.

    Attributes:
        arrows: of both pulls, in one scale.
        texts: weight times length, and the pull, beside each; none where they have no room.
    """

    def __init__(
        self,
        at: Point,
        arms: Sequence[Arm],
        half: float,
        digits: int,
        is_free: Callable[[Box], bool],
        boxes: Sequence[Box],
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.arrows: list[Vector] = []
        self.texts: list[VGroup] = []
        sizes = style.sizes.number, style.sizes.tick
        for side, size in product((1, -1), sizes):
            arrows = self._arrows(at, arms, half, side, style)
            texts = [self._text(arm, digits, size, style) for arm in arms]
            for arrow, text in zip(arrows, texts, strict=True):
                _beside(text, arrow, at)
            ways = [(flat(arrow.start), flat(arrow.end)) for arrow in arrows]
            clear = not any(inside_length(way, box) for way in ways for box in boxes)
            if clear and all(is_free(box_of(text)) for text in texts):
                self.arrows, self.texts = arrows, texts
                return

    @staticmethod
    def _arrows(at: Point, arms: Sequence[Arm], half: float, side: int, style: Style) -> list[Vector]:
        """Return both arrows, back to back, on one side of the line through the bands."""
        way = arms[1].end - arms[0].end
        way = way / max(float(np.linalg.norm(way)), 1e-9)
        start = at + side * (half + _OFF + _WIDE) * point(-way[1], way[0])
        scale = _LONG / max(float(arm.pull) for arm in arms)
        return [
            laid(
                Vector(start + sign * _APART * way, start + sign * (_APART + scale * float(arm.pull)) * way, arm.color,
                       width=_WIDE, style=style),
                Layer.LABEL,
            )
            for arm, sign in zip(arms, (-1, 1), strict=True)
        ]  # fmt: skip

    @staticmethod
    def _text(arm: Arm, digits: int, size: float, style: Style) -> VGroup:
        """Return weight times length, and the pull, which is rounded."""
        color = arm.color
        signs = [Math(sign, size=size, color=color, style=style) for sign in ("times", "approx")]
        weight = HeroNumber(arm.weight, decimals=digits, size=size, color=color, style=style)
        length = Number(arm.length, decimals=LENGTH_DIGITS, size=size, color=color, style=style)
        pull = HeroNumber(arm.pull, decimals=PULL_DIGITS, size=size, color=color, style=style)
        return labelled(Row([weight, signs[0], length, signs[1], pull], 0.1), style)


def _beside(text: VGroup, arrow: Vector, at: Point) -> None:
    """Move a text beside an arrow, on its far side from the word."""
    middle = (arrow.start + arrow.end) / 2
    out = 1 if arrow.start[0] >= at[0] else -1
    text.move_to(middle + point(out * (float(arrow.width) / 2 + _AIR + float(text.width) / 2)))
