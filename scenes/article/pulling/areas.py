"""A word between its two bands, stretched out and enlarged: weight times distance is an area, equal where it rests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from manim import UP, Dot, Rectangle, VGroup

from scenes.number_format import as_printed
from scenes.parts.bars.strip import shine
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_RESULTS, _DISTANCES = (2, 1, 3), (2, 3, 4)
"""Digits after the point of products and of distances, the best first."""

_ICON, _PIN, _GAP, _PITCH = 0.52, 0.1, 0.3, 0.58
"""Scene units: the height of icons, the radius of the pin, from the areas to their products, and from one product's
line to the next."""

_EDGE = 0.2
"""Scene units that stay free at the edges."""

_LEAST = 1.2
"""Scene units for one unit of the plane, at the least: smaller areas are not compared by an eye."""


@dataclass(frozen=True)
class Balanced:
    """Digits with which weights times distances are printed.

    Attributes:
        distance: of the distances.
        result: of the products.
        agree: whether all printed products are one number.
    """

    distance: int
    result: int
    agree: bool


def balanced(pulls: Sequence[tuple[float, float]], weight_digits: int) -> Balanced | None:
    """Return digits with which products come out as printed, and agree where they can; None where none do.

    Args:
        pulls: weight and distance of each band.
        weight_digits: after the point of the weights.
    """
    right = []
    for result, distance in product(_RESULTS, _DISTANCES):
        printed = [
            as_printed(as_printed(weight, weight_digits) * as_printed(far, distance), result) for weight, far in pulls
        ]
        if printed == [as_printed(weight * far, result) for weight, far in pulls] and min(printed) > 0:
            right.append(Balanced(distance, result, len(set(printed)) == 1))
    return next((each for each in right if each.agree), right[0] if right else None)


@dataclass(frozen=True)
class Side:
    """A band on one side of the word.

    Attributes:
        word: that pulls.
        color: ``#rrggbb``, by role.
        weight: of the band.
        distance: from the word's new place to the band's other end, units of the plane.
    """

    word: str
    color: str
    weight: float
    distance: float


class Areas(VGroup):
    """A word's own band and another word's, end to end: each a rectangle, as wide as its weight and as long as it is.

    Args:
        own: the word's own band, pinned to its old place.
        other: the band of the word that pulls.
        total: from the old place to the word that pulls, units of the plane.
        digits: after the point of weights; and of distances and products.
        region: where they lie.
        style: theme and sizes.

    Attributes:
        pieces: both rectangles, the word's own first.
        picture: all but the products.
        products: of each, weight times distance, and what they come to.
        numbers: weight, distance and product of each.
        unit: scene units for one unit of the plane.
        is_large: whether there is room for areas that an eye can compare.
    """

    def __init__(
        self,
        own: Side,
        other: Side,
        total: float,
        digits: tuple[int, Balanced],
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._sides, self._style = (own, other), style
        self.numbers: list[list[Number]] = []
        self.products = VGroup(*(self._product(side, *digits) for side in self._sides))
        widest, written = max(own.weight, other.weight), max(float(each.width) for each in self.products)
        along = region.width - _EDGE - _PIN - _ICON / 2 - written - _GAP
        self.unit = min(along / total, (region.height - _EDGE) / widest)
        self.is_large = self.unit >= _LEAST
        used = self.unit * total + _PIN + _ICON / 2 + _GAP + written
        self._first = point(float(region.centre[0]) - used / 2 + _PIN, float(region.centre[1]))
        self._last = self._first + point(self.unit * total)
        self.pieces = [self._piece(side) for side in self._sides]
        self.word = Token(own.word, self._first, own.color, height=_ICON, large=True, style=style).mark
        puller = Token(other.word, self._last, other.color, height=_ICON, large=True, style=style).mark
        pin = Dot(self._first, radius=_PIN, color=style.theme.ink)
        pin.set_background_stroke(color=style.theme.background, width=RIM)
        super().__init__(*self.pieces, puller, pin, self.word, self.products)
        self.picture = [*self.pieces, puller, pin, self.word]
        laid(self, Layer.FRAME)
        laid(VGroup(*self.pieces), Layer.LEDGER)
        left = float(self._last[0]) + _ICON / 2 + _GAP
        for each, up in zip(self.products, (0.5, -0.5), strict=True):
            each.move_to(point(left + float(each.width) / 2, float(self._last[1]) + up * _PITCH))
        self.put(0.0, total)

    def put(self, own: float, other: float) -> None:
        """Stretch the bands to two lengths, units of the plane, from where each is tied."""
        first, last = self._first + point(self.unit * own), self._last - point(self.unit * other)
        for piece, side, start, end in zip(
            self.pieces, self._sides, (self._first, last), (first, self._last), strict=True
        ):
            half = point(0.0, self.unit * side.weight / 2)
            least = point(0.02) if float(np.linalg.norm(end - start)) < 0.02 else 0 * start
            corners = [start - half, start + half, end + least + half, end + least - half]
            piece.set_points_as_corners([*corners, corners[0]])
        self.word.move_to((first + last) / 2)

    def _piece(self, side: Side) -> Rectangle:
        theme = self._style.theme
        piece = Rectangle(stroke_width=0).set_fill(shine(theme.fill(side.color)), 1.0 if theme.filled else 0.0)  # type: ignore[arg-type]  # several colours make a gradient
        piece.set_sheen_direction(UP)
        if theme.fill(side.color) != side.color or not theme.filled:
            piece.set_stroke(side.color, 3.0)
        return piece.set_background_stroke(color=theme.background, width=RIM)

    def _product(self, side: Side, weight_digits: int, digits: Balanced) -> VGroup:
        """Return a band's weight times its length, and what that comes to."""
        style, color, size = self._style, side.color, self._style.sizes.number
        numbers = [
            Number(side.weight, decimals=weight_digits, size=size, color=color, style=style),
            Number(side.distance, decimals=digits.distance, size=size, color=color, style=style),
            HeroNumber(side.weight * side.distance, decimals=digits.result, size=size, color=color, style=style),
        ]
        self.numbers.append(numbers)
        times, approx = (Math(sign, size=size, color=color, style=style) for sign in ("times", "approx"))
        return labelled(Row([numbers[0], times, numbers[1], approx, numbers[2]], [0.1, 0.1, 0.14, 0.14]), style)
