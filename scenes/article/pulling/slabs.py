"""Two pulls as slabs beside each other: as wide as a weight, as high as a distance; equal where a word rests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from manim import DL, LEFT, UR, Line, Rectangle, VGroup, VMobject

from scenes.article.pulling.areas import Balanced, Side
from scenes.motion.live import Live
from scenes.number_format import as_printed
from scenes.parts.bars.strip import shine
from scenes.parts.contrast import contrast
from scenes.parts.geometry import flat, point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_APART, _AIR, _PULLS = 0.45, 0.18, 0.4
"""Scene units between the slabs at least, between a row's name and its first number, and between both pulls where they
stand below the slabs."""

_ROWS = (0.55, 1.13, 1.9)
"""Scene units from a slab's foot down to the baselines of its weight, its distance, and its pull where that has no room
within the slab."""

_FOOT, _BELOW = 1.3, 2.0
"""Scene units that all this takes: with both pulls within their slabs, and below them."""

_BRACKET, _TICK, _BRACKET_STROKE = 0.12, 0.07, 2.4
"""Scene units from a slab's foot down to the line that measures its width, and half that line's ends; its stroke."""

_RAISED = 0.4
"""The share of the room that slabs and rows leave free which is below them."""

_INSIDE, _BETWEEN = 0.04, 0.14
"""Scene units: the least room around a pull within its slab, and between its name and its number."""

_ICON, _OVER = 0.6, 0.12
"""Scene units: the height of the icon on a slab, and from the slab's top to it."""

_LEAST, _MOST = 1.2, 3.1
"""Scene units for one unit of the plane: at the least, as smaller slabs are not compared by an eye, and at the most."""


class Slabs(VGroup):
    """A word's own pull and another word's, side by side on one floor, as wide as a weight and as high as a distance.

    The pulls are their areas, and are written within them where there is room.

    Args:
        own: the word's own pull, from its old place.
        other: the pull of the other word.
        digits: after the point of weights; and of distances and products.
        names: of weight, distance and pull.
        region: where they stand.
        most: the longest that a band is while the word is still held, units of the plane.
        beyond: let the rows' names begin left of the region.
        style: theme and sizes.

    Attributes:
        pieces: both slabs, the word's own first.
        icons: of both words, each on its slab.
        called: what each slab is, within it, over its pull; nothing where the pulls are below.
        moved: both slabs and their icons, which move while the slabs get higher and lower.
        rows: the row of the weights, below lines that measure the widths, which are seen before the slabs grow.
        distances: the row of the distances.
        products: the pulls, once the slabs stand.
        is_inside: whether the pulls are within their slabs.
        numbers: weight, distance and product of each.
        unit: scene units for one unit of the plane.
        is_large: whether there is room for slabs that an eye can compare.
    """

    def __init__(
        self,
        own: Side,
        other: Side,
        digits: tuple[int, Balanced],
        names: tuple[str, str, str],
        region: Region,
        *,
        most: float = 0.0,
        beyond: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self._sides, self._style, self._longest = (own, other), style, max(own.distance, other.distance, most)
        weight_digits, balance = self._digits = digits
        sizes = style.sizes
        for size in (sizes.hero, sizes.head, sizes.number, sizes.tick, None):
            self.is_inside = size is not None
            made = [self._written(side, weight_digits, balance, size) for side in self._sides]
            self.called = self._pulls(names[2], size)
            heads = self._heads(names)[: 2 if self.is_inside else 3]
            self._stand(made, heads, region, beyond)
            if not self.is_inside or all(
                self._holds(side, name, row[2]) for side, name, row in zip(self._sides, self.called, made, strict=True)
            ):
                break
        self.numbers = made
        self.is_large = self.unit >= _LEAST
        self.pieces = [self._piece(side) for side in self._sides]
        self.icons = [
            Token(side.word, foot, side.color, height=_ICON, large=True, style=style).mark
            for side, foot in zip(self._sides, self._feet, strict=True)
        ]
        self.rows, self.distances, self.products = self._place(made, heads)
        self.moved = [*self.pieces, *self.icons]
        super().__init__(*self.pieces, *self.icons, *self.called, self.rows, self.distances, self.products)
        laid(self, Layer.FRAME)
        laid(VGroup(*self.pieces), Layer.LEDGER)
        self.put(own.distance, other.distance)

    def _stand(self, made: list[list[Number]], heads: Sequence[Row], region: Region, beyond: bool) -> None:
        """Choose how large the slabs are, and where each stands."""
        own, other = self._sides
        tall, foot = self._longest, _FOOT if self.is_inside else _BELOW
        below = [max(float(number.width) for number in (row[:2] if self.is_inside else row)) for row in made]
        high = region.height - foot - _ICON - _OVER
        self.unit, before = min(_MOST, high / tall), 0.0
        for _ in range(8):  # the smaller they are, the more of the width their numbers take
            half = [max(self.unit * side.weight, wide) / 2 for side, wide in zip(self._sides, below, strict=True)]
            least = _APART if self.is_inside else _PULLS
            between = max(sum(half) + least, self.unit * (own.weight + other.weight) / 2 + _APART)
            before = half[0] if beyond else max(float(head.width) for head in heads) + _AIR + below[0] / 2
            before = max(before, half[0])
            used = before + between + half[1]
            if used <= region.width:
                break
            self.unit -= (used - region.width) / (own.weight + other.weight)
        spare = max(high - self.unit * tall, 0.0)
        left, floor = region.right - used + before, region.bottom + _RAISED * spare + foot
        self._feet = [point(left, floor), point(left + between, floor)]

    def _pulls(self, name: str, size: float | None) -> VGroup:
        """Return what each slab is called, to be written within it over its pull; nothing where that is below it."""
        if size is None:
            return VGroup()
        size = min(size, self._style.sizes.number)
        return VGroup(
            *(Label(name, size=size, color=self._color_on(side.color), style=self._style) for side in self._sides)
        )

    def _holds(self, side: Side, name: VMobject, number: Number) -> bool:
        """Return whether its name, over a number, has room within a slab where the word rests."""
        size = self.unit * np.array([side.weight, side.distance])
        wide, high = max(name.width, number.width), name.height + number.height + _BETWEEN
        return bool((np.array([wide, high]) + 2 * _INSIDE <= size).all())

    def are_named_from(self, own: float, other: float) -> bool:
        """Return whether names have room within slabs that are as high as bands of two lengths, units of the plane."""
        high = self.unit * min(own, other)
        return bool(len(self.called)) and all(2 * (name.height + _BETWEEN) <= high for name in self.called)

    def boxes(self) -> list[Box]:
        """Return the boxes of all its texts."""
        groups = [*self.rows[0], *self.distances, *self.products]
        return [(*flat(each.get_corner(DL)), *flat(each.get_corner(UR))) for each in groups]

    def put(self, own: float, other: float) -> None:
        """Let the slabs be as high as the bands are long: two lengths, units of the plane."""
        for place, (side, length) in enumerate(zip(self._sides, (own, other), strict=True)):
            self._set(place, self.unit * side.weight, self.unit * length)

    def at_lengths(self, own: float, other: float) -> VGroup:
        """Return both distances and pulls with bands of two lengths, units of the plane, where those at rest stand.

        Pulls that are written below their slabs are left out: they say what the sum above them comes to. So are pulls
        that a pencil does not get from the weights and distances above.
        """
        written, style, (weight_digits, digits) = VGroup(), self._style, self._digits
        pulls = [(side.weight, length) for side, length in zip(self._sides, (own, other), strict=True)]
        multiplies = all(
            as_printed(as_printed(weight, weight_digits) * as_printed(length, digits.distance), digits.result)
            == as_printed(weight * length, digits.result)
            for weight, length in pulls
        )
        for side, length, (_, distance, pull) in zip(self._sides, (own, other), self.numbers, strict=True):
            far = Number(length, decimals=digits.distance, size=distance.size, color=side.color, style=style)
            written.add(labelled(far.on_baseline(distance.baseline).set_x(float(distance.get_x())), style))
            if self.is_inside and multiplies:
                number = HeroNumber(
                    side.weight * length, decimals=digits.result, size=pull.size,
                    color=self._color_on(side.color), style=style,
                )  # fmt: skip
                written.add(number.move_to(pull))
        return laid(written, Layer.FRAME)

    def growing(self, own: float, other: float, **options: Any) -> Live:
        """Return how both slabs grow from the floor: two lengths, units of the plane."""
        return Live(self.moved, lambda share: self.put(share * own, share * other), **options)

    def _set(self, place: int, wide: float, high: float) -> None:
        """Give a slab its size; its icon stands on it, and what is written within it stays in its middle."""
        piece, foot, high = self.pieces[place], self._feet[place], max(high, 0.01)
        across, up = point(wide / 2), point(0.0, high)
        corners = [foot - across, foot + across, foot + across + up, foot - across + up]
        piece.set_points_as_corners([*corners, corners[0]])
        icon = self.icons[place]
        icon.move_to(foot + up + point(0.0, _OVER + float(icon.height) / 2))
        if self.is_inside:
            name, number = self.called[place], self.products[place]
            half = (float(name.height) + float(number.height) + _BETWEEN) / 2
            name.move_to(foot + up / 2 + point(0.0, half - float(name.height) / 2))
            number.move_to(foot + up / 2 - point(0.0, half - float(number.height) / 2))

    def _piece(self, side: Side) -> Rectangle:
        theme = self._style.theme
        piece = Rectangle(stroke_width=0).set_fill(shine(theme.fill(side.color)), 1.0 if theme.filled else 0.0)  # type: ignore[arg-type]  # several colours make a gradient
        if theme.fill(side.color) != side.color or not theme.filled:
            piece.set_stroke(side.color, 3.0)
        return piece.set_sheen_direction(LEFT).set_background_stroke(color=theme.background, width=RIM)

    def _heads(self, names: tuple[str, str, str]) -> list[Row]:
        """Return what the rows are called: weight, × distance, ≈ pull, as in a sum that is written down."""
        size, style = self._style.sizes.number, self._style
        weight, distance, pull = (Label(name, size=size, style=style) for name in names)
        times, approx = (Math(sign, size=size, style=style) for sign in ("times", "approx"))
        return [Row([weight], 0.0), Row([times, distance], 0.14), Row([approx, pull], 0.14)]

    def _written(self, side: Side, weight_digits: int, balance: Balanced, inside: float | None) -> list[Number]:
        """Return a slab's weight, its distance and what they come to.

        Args:
            side: the pull.
            weight_digits: after the point of the weight.
            balance: digits of the others.
            inside: the size of a pull that is written within its slab; None for below it.
        """
        style, color, size = self._style, side.color, self._style.sizes.number
        product = side.weight * side.distance
        return [
            Number(side.weight, decimals=weight_digits, size=size, color=color, style=style),
            Number(side.distance, decimals=balance.distance, size=size, color=color, style=style),
            HeroNumber(
                product,
                decimals=balance.result,
                size=inside or style.sizes.hero,
                color=self._color_on(color) if inside else color,
                style=style,
            ),
        ]

    def _color_on(self, color: str) -> str:
        """Return the colour of type that is read best on a slab."""
        theme = self._style.theme
        if not theme.filled:
            return theme.ink
        return max((theme.background, theme.ink), key=lambda each: contrast(each, theme.fill(color)))

    def _place(self, made: list[list[Number]], heads: Sequence[Row]) -> tuple[VGroup, VGroup, VGroup]:
        """Put weights and distances in rows below the slabs, the weights below lines that measure the widths."""
        style, floor = self._style, float(self._feet[0][1])
        rows: list[VGroup] = []
        below = [row[: len(heads)] for row in made]
        start = min(float(number.get_left()[0]) for number in self._in_columns(below)[0]) - _AIR
        for head, numbers, down in zip(heads, zip(*below, strict=True), _ROWS, strict=False):
            head.shift(point(start - float(head.get_right()[0])))
            head.on_baseline(floor - down)
            for number in numbers:
                number.on_baseline(floor - down)
            rows.append(VGroup(labelled(head, style), *(labelled(number, style) for number in numbers)))
        if self.is_inside:
            rows.append(VGroup(*(VGroup(row[2]) for row in made)))
        weights, distances, pulls = rows
        return VGroup(weights, *map(self._bracket, range(2))), distances, pulls

    def _in_columns(self, made: list[list[Number]]) -> list[list[Number]]:
        """Put each slab's numbers into a column below its middle, and return them."""
        for column, foot in zip(made, self._feet, strict=True):
            for number in column:
                number.set_x(float(foot[0]))
        return made

    def _bracket(self, place: int) -> VGroup:
        """Return the line that measures a slab's width, below it."""
        half = self.unit * self._sides[place].weight / 2
        middle = self._feet[place] - point(0.0, _BRACKET)
        ends, tick = (middle - point(half), middle + point(half)), point(0.0, _TICK)
        lines = VGroup(Line(*ends), *(Line(end - tick, end + tick) for end in ends))
        return lines.set_stroke(self._sides[place].color, _BRACKET_STROKE)
