"""A word between its two bands, stretched out and enlarged: weight times distance is an area, equal where it rests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from manim import LEFT, UP, Dot, Rectangle, VGroup

from scenes.number_format import as_printed
from scenes.parts.bars.strip import shine
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_RESULTS, _DISTANCES = (2, 1, 3), (2, 3, 4)
"""Digits after the point of products and of distances, the best first."""

_ICON, _SMALL, _PIN, _GAP = 0.75, 0.52, 0.1, 0.3
"""Scene units: the height of icons, and of those between bands that lie; the radius of the pin; and from the areas to
their products."""

_HEAD, _ABOVE, _PITCH = 0.62, 0.12, 0.58
"""Scene units that the heading takes, from it to the pin, and from a product's line to the next."""

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
        names: of pull, weight and distance, for the heading.
        region: where they lie.
        lying: whether they lie beside each other instead of one below the other.
        style: theme and sizes.

    Attributes:
        pieces: both rectangles, the word's own first.
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
        names: tuple[str, str, str],
        region: Region,
        *,
        lying: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self._sides, self._style, self._lying = (own, other), style, lying
        icon = _SMALL if lying else _ICON
        self.numbers: list[list[Number]] = []
        self.products = VGroup(*(self._product(side, *digits) for side in self._sides))
        head = VGroup() if lying else self._heading(names)
        widest, written = max(own.weight, other.weight), max(float(each.width) for each in self.products)
        long, across = (region.width, region.height) if lying else (region.height, region.width)
        room = across - (_EDGE if lying else written + _GAP)
        along = long - _EDGE - _PIN - icon / 2 - (written + _GAP if lying else _HEAD + _ABOVE)
        self.unit = min(along / total, room / widest)
        self.is_large = self.unit >= _LEAST and float(head.width) <= region.width
        self._along, self._across = (point(1.0), point(0.0, 1.0)) if lying else (point(0.0, -1.0), point(1.0))
        wide = self.unit * widest
        spare = max(region.width - wide - _GAP - written, 0.0) / 2
        if lying:
            used = self.unit * total + _PIN + icon / 2 + _GAP + written
            left = float(region.centre[0]) - used / 2
            self._first = point(left + _PIN, float(region.centre[1]))
        else:
            self._first = point(region.left + spare + wide / 2, region.top - _HEAD - _ABOVE - _PIN)
        self._last = self._first + self.unit * total * self._along
        self.pieces = [self._piece(side) for side in self._sides]
        self.word = Token(own.word, self._first, own.color, height=icon, large=True, style=style).mark
        puller = Token(other.word, self._last, other.color, height=icon, large=True, style=style).mark
        pin = Dot(self._first, radius=_PIN, color=style.theme.ink)
        pin.set_background_stroke(color=style.theme.background, width=RIM)
        super().__init__(*self.pieces, puller, pin, self.word, head, self.products)
        self.picture = [*self.pieces, puller, pin, self.word, *([head] if len(head) else [])]
        laid(self, Layer.FRAME)
        laid(VGroup(*self.pieces), Layer.LEDGER)
        if len(head):
            head.move_to(point(float(region.centre[0]), region.top - _HEAD / 2))
        self.put(own.distance, other.distance)
        self._place_products(wide)
        self.put(0.0, total)

    def put(self, own: float, other: float) -> None:
        """Stretch the bands to two lengths, units of the plane, from where each is tied."""
        first, last = self._first + self.unit * own * self._along, self._last - self.unit * other * self._along
        for piece, side, start, end in zip(
            self.pieces, self._sides, (self._first, last), (first, self._last), strict=True
        ):
            half = self.unit * side.weight / 2 * self._across
            least = 0.02 * self._along if float(np.linalg.norm(end - start)) < 0.02 else 0 * start
            corners = [start - half, start + half, end + least + half, end + least - half]
            piece.set_points_as_corners([*corners, corners[0]])
        self.word.move_to((first + last) / 2)

    def _piece(self, side: Side) -> Rectangle:
        theme = self._style.theme
        piece = Rectangle(stroke_width=0).set_fill(shine(theme.fill(side.color)), 1.0 if theme.filled else 0.0)  # type: ignore[arg-type]  # several colours make a gradient
        piece.set_sheen_direction(UP if self._lying else LEFT)
        if theme.fill(side.color) != side.color or not theme.filled:
            piece.set_stroke(side.color, 3.0)
        return piece.set_background_stroke(color=theme.background, width=RIM)

    def _heading(self, names: tuple[str, str, str]) -> VGroup:
        """Return what an area is: a pull, weight times distance."""
        size, style = self._style.sizes.number, self._style
        pull, weight, distance = (Label(name, size=size, style=style) for name in names)
        equals, times = (Math(sign, size=size, style=style) for sign in ("=", "times"))
        return labelled(Row([pull, equals, weight, times, distance], [0.14, 0.14, 0.12, 0.12]), style)

    def _product(self, side: Side, weight_digits: int, digits: Balanced) -> VGroup:
        """Return a band's weight times its length, and what that comes to: below, or beside it where they lie."""
        style, color = self._style, side.color
        size, large = style.sizes.number, style.sizes.number if self._lying else style.sizes.hero
        numbers = [
            Number(side.weight, decimals=weight_digits, size=size, color=color, style=style),
            Number(side.distance, decimals=digits.distance, size=size, color=color, style=style),
            HeroNumber(side.weight * side.distance, decimals=digits.result, size=large, color=color, style=style),
        ]
        self.numbers.append(numbers)
        times, approx = (
            Math("times", size=size, color=color, style=style),
            Math("approx", size=size, color=color, style=style),
        )
        if self._lying:
            return labelled(Row([numbers[0], times, numbers[1], approx, numbers[2]], [0.1, 0.1, 0.14, 0.14]), style)
        above, below = Row([numbers[0], times, numbers[1]], 0.1), Row([approx, numbers[2]], 0.14)
        below.on_baseline(above.baseline - _PITCH)
        below.shift(point(float(above.get_left()[0] - below.get_left()[0])))
        return VGroup(labelled(above, style), labelled(below, style))

    def _place_products(self, wide: float) -> None:
        """Put each product beside its area."""
        if self._lying:
            left = float(self._last[0]) + _SMALL / 2 + _GAP
            for product_, up in zip(self.products, (0.5, -0.5), strict=True):
                product_.move_to(point(left + float(product_.width) / 2, float(self._last[1]) + up * _PITCH))
            return
        left = float(self._first[0]) + wide / 2 + _GAP
        heights = [float(piece.get_y()) for piece in self.pieces]
        heights[1] = min(heights[1], heights[0] - 2.2 * _PITCH)
        for product_, height in zip(self.products, heights, strict=True):
            product_.move_to(point(left + float(product_.width) / 2, height))
