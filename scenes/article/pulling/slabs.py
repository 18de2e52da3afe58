"""Two pulls as slabs beside each other: as wide as a weight, as high as a distance; equal where a word rests."""

from __future__ import annotations

from manim import LEFT, Rectangle, VGroup

from scenes.article.pulling.areas import Balanced, Side
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

_APART, _BESIDE, _BELOW = 1.15, 0.14, 0.42
"""Scene units between the slabs, from a slab to its distance, and from its foot down to its weight's baseline."""

_HEAD, _FOOT, _PRODUCT, _PITCH = 0.75, 1.75, 0.68, 0.52
"""Scene units that the heading takes; below the slabs' feet; from a weight's baseline to the first product's, and from
one product's to the next."""

_ICON, _OVER = 0.6, 0.12
"""Scene units: the height of the icon on a slab, and from the slab's top to it."""

_LEAST = 1.2
"""Scene units for one unit of the plane, at the least: smaller slabs are not compared by an eye."""


class Slabs(VGroup):
    """A word's own pull and another word's, side by side: each a slab on one floor, its sides marked.

    Args:
        own: the word's own pull, from its old place.
        other: the pull of the other word.
        total: from the old place to the word that pulls, units of the plane.
        digits: after the point of weights; and of distances and products.
        names: of pull, weight and distance.
        region: where they stand.
        style: theme and sizes.

    Attributes:
        pieces: both slabs, the word's own first.
        picture: what is seen while they change.
        moved: what changes with the distances.
        sides: the sides' names, which are seen while they change, and the lengths once they rest.
        products: a line each of weight, distance and area, once they rest.
        numbers: weight, distance and product of each.
        unit: scene units for one unit of the plane.
        is_large: whether there is room for slabs that an eye can compare.
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
        style: Style = DEFAULT,
    ) -> None:
        self._sides, self._style = (own, other), style
        weight_digits, balance = digits
        made = [self._written(side, weight_digits, balance) for side in self._sides]
        self.numbers = made
        head = self._heading(names)
        beside = [float(distance.width) + _BESIDE for _, distance, _ in made]
        high = region.height - _HEAD - _FOOT - _ICON - _OVER
        wide = region.width - sum(beside) - _APART
        self.unit = min(high / total, wide / (own.weight + other.weight))
        self.is_large = self.unit >= _LEAST and float(head.width) <= region.width
        used = sum(beside) + _APART + self.unit * (own.weight + other.weight)
        left = float(region.centre[0]) - used / 2 + beside[0]
        floor = region.top - _HEAD - _ICON - _OVER - self.unit * total
        right = left + self.unit * own.weight + _APART
        self._feet = [
            point(left + self.unit * own.weight / 2, floor),
            point(right + self.unit * other.weight / 2, floor),
        ]
        self.pieces = [self._piece(side) for side in self._sides]
        self._icons = [
            Token(side.word, foot, side.color, height=_ICON, large=True, style=style).mark
            for side, foot in zip(self._sides, self._feet, strict=True)
        ]
        head.move_to(point(float(region.centre[0]), region.top - _HEAD / 2))
        self.put(own.distance, other.distance)
        self.sides, self.products = self._place(made, names)
        super().__init__(*self.pieces, *self._icons, head, *self.sides, *self.products)
        laid(self, Layer.FRAME)
        laid(VGroup(*self.pieces), Layer.LEDGER)
        self.picture = [*self.pieces, *self._icons, head, self.sides[0]]
        self.moved = [*self.pieces, *self._icons]
        self.put(0.0, total)

    def put(self, own: float, other: float) -> None:
        """Let the slabs be as high as the bands are long: two lengths, units of the plane."""
        for piece, side, foot, icon, length in zip(
            self.pieces, self._sides, self._feet, self._icons, (own, other), strict=True
        ):
            half, up = point(self.unit * side.weight / 2), point(0.0, max(self.unit * length, 0.01))
            corners = [foot - half, foot + half, foot + half + up, foot - half + up]
            piece.set_points_as_corners([*corners, corners[0]])
            icon.move_to(foot + up + point(0.0, _OVER + float(icon.height) / 2))

    def _piece(self, side: Side) -> Rectangle:
        theme = self._style.theme
        piece = Rectangle(stroke_width=0).set_fill(shine(theme.fill(side.color)), 1.0 if theme.filled else 0.0)  # type: ignore[arg-type]  # several colours make a gradient
        piece.set_sheen_direction(LEFT)
        if theme.fill(side.color) != side.color or not theme.filled:
            piece.set_stroke(side.color, 3.0)
        return piece.set_background_stroke(color=theme.background, width=RIM)

    def _heading(self, names: tuple[str, str, str]) -> VGroup:
        """Return what an area is: a pull, weight times distance."""
        size, style = self._style.sizes.number, self._style
        pull, weight, distance = (Label(name, size=size, style=style) for name in names)
        equals, times = (Math(sign, size=size, style=style) for sign in ("=", "times"))
        return labelled(Row([pull, equals, weight, times, distance], [0.14, 0.14, 0.12, 0.12]), style)

    def _written(self, side: Side, weight_digits: int, balance: Balanced) -> list[Number]:
        """Return a slab's weight, its distance and what they come to."""
        style, color, size = self._style, side.color, self._style.sizes.number
        return [
            Number(side.weight, decimals=weight_digits, size=size, color=color, style=style),
            Number(side.distance, decimals=balance.distance, size=size, color=color, style=style),
            HeroNumber(
                side.weight * side.distance, decimals=balance.result, size=style.sizes.head, color=color, style=style
            ),
        ]

    def _place(self, made: list[list[Number]], names: tuple[str, str, str]) -> tuple[tuple[VGroup, VGroup], VGroup]:
        """Put weights below the slabs, distances at their outer sides, products below; name the sides once."""
        style, lengths, products = self._style, VGroup(), VGroup()
        size, floor = style.sizes.tick, float(self._feet[0][1])
        low = floor - _BELOW
        for (weight, distance, _), foot, piece, way in zip(made, self._feet, self.pieces, (-1, 1), strict=True):
            weight.set_x(float(foot[0])).on_baseline(low)
            distance.set_x(float(foot[0]) + way * (float(piece.width) / 2 + _BESIDE + float(distance.width) / 2))
            distance.set_y(float(piece.get_y()))
            lengths.add(labelled(weight, style), labelled(distance, style))
        for place, row in enumerate(map(self._product, made)):
            row.set_x((float(self._feet[0][0]) + float(self._feet[1][0])) / 2)
            row.shift(point(0.0, low - _PRODUCT - place * _PITCH - row.baseline))
            products.add(labelled(row, style))
        _, weight_name, distance_name = names
        middle = (float(made[0][0].get_right()[0]) + float(made[1][0].get_left()[0])) / 2
        below = Label(weight_name, size=size, style=style, within=_APART + 0.2).set_x(middle).on_baseline(low)
        first = made[0][1]
        beside = Label(distance_name, size=size, style=style)
        beside.set_x(float(first.get_right()[0] - beside.width / 2)).on_baseline(float(first.get_top()[1]) + _OVER)
        return (VGroup(labelled(below, style), labelled(beside, style)), lengths), products

    def _product(self, numbers: list[Number]) -> Row:
        """Return in a line what a slab's sides come to."""
        style, color = self._style, numbers[-1].get_fill_color().to_hex()
        times, approx = (Math(sign, size=style.sizes.number, color=color, style=style) for sign in ("times", "approx"))
        weight, distance, result = numbers[0].copy(), numbers[1].copy(), numbers[2]
        return Row([weight, times, distance, approx, result], [0.12, 0.12, 0.16, 0.16])
