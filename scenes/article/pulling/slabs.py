"""Two pulls as slabs beside each other: as wide as a weight, as high as a distance; equal where a word rests."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from manim import DL, LEFT, UR, DashedVMobject, Line, Rectangle, VGroup, linear, rotate_vector, smooth

from scenes.article.pulling.areas import Balanced, Side
from scenes.article.pulling.leaning import Leaning
from scenes.motion.live import Live
from scenes.parts.bars.strip import shine
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

_APART, _AIR, _PULLS = 0.4, 0.18, 0.4
"""Scene units between the slabs at least once both have one shape, between a row's name and its first number, and
between both pulls."""

_ROWS, _FOOT = (0.55, 1.13, 1.9), 2.0
"""Scene units from a slab's foot down to the baselines of its weight, its distance and its pull; in all below it."""

_BRACKET, _TICK, _BRACKET_STROKE = 0.12, 0.07, 2.4
"""Scene units from a slab's foot down to the line that measures its width, and half that line's ends; its stroke."""

_RAISED = 0.85
"""The share of the room that slabs and rows leave free which is below them: the rows are above the axes' names."""

_DASHES = 26
"""Dashes of the shape that a slab had."""

_ICON, _OVER = 0.6, 0.12
"""Scene units: the height of the icon on a slab, and from the slab's top to it."""

_LEGS = ((0.0, 0.35), (0.2, 0.55), (0.4, 0.9), (0.7, 1.0))
"""The shares of its time in which a slab turns upright and steps aside, rises, comes along, and goes down."""

_LEAST = 1.2
"""Scene units for one unit of the plane, at the least: smaller slabs are not compared by an eye."""


class Slabs(VGroup):
    """A word's own pull and another word's, side by side on one floor, with a row each of distances, weights and pulls.

    Args:
        own: the word's own pull, from its old place.
        other: the pull of the other word.
        total: from the old place to the word that pulls, units of the plane.
        digits: after the point of weights; and of distances and products.
        names: of pull, weight and distance.
        region: where they stand.
        unit: scene units for one unit of the plane, where there is room: the plane's own, so that a slab is as high as
            its band is long.
        style: theme and sizes.

    Attributes:
        pieces: both slabs, the word's own first.
        icons: of both words, each on its slab.
        moved: what changes with the distances.
        rows: the row of the weights, below lines that measure the widths, which are seen while the slabs change.
        distances: the row of the distances, once they rest.
        products: the row of the pulls, once they rest.
        shape: the outline that the other word's slab has at rest, before it is poured into the own one's shape.
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
        unit: float,
        style: Style = DEFAULT,
    ) -> None:
        self._sides, self._style = (own, other), style
        weight_digits, balance = digits
        self.numbers = made = [self._written(side, weight_digits, balance) for side in self._sides]
        heads = self._heads(names)
        half = [max(unit * side.weight, float(row[2].width)) / 2 for side, row in zip(self._sides, made, strict=True)]
        before = max(float(head.width) for head in heads) + _AIR + max(half[0] - unit * own.weight / 2, 0.0)
        poured = max(unit * (own.weight - other.weight) / 2, 0.0)  # by which the other gets wider at each side
        apart = max(_APART + poured, sum(half) + _PULLS - unit * (own.weight + other.weight) / 2)
        after = max(poured, half[1] - unit * other.weight / 2)
        wide = region.width - before - apart - after
        high = region.height - _FOOT - _ICON - _OVER
        self.unit = min(unit, high / total, wide / (own.weight + other.weight))
        self.is_large = self.unit >= _LEAST
        used = before + apart + after + self.unit * (own.weight + other.weight)
        left = region.right - used + before
        spare = _RAISED * (region.height - _FOOT - _ICON - _OVER - self.unit * total)
        floor = region.bottom + spare + _FOOT
        right = left + self.unit * own.weight + apart
        self._feet = [
            point(left + self.unit * own.weight / 2, floor),
            point(right + self.unit * other.weight / 2, floor),
        ]
        self.pieces = [self._piece(side) for side in self._sides]
        self.icons = [
            Token(side.word, foot, side.color, height=_ICON, large=True, style=style).mark
            for side, foot in zip(self._sides, self._feet, strict=True)
        ]
        self.put(own.distance, other.distance)
        self.shape = self._shape()
        self.rows, self.distances, self.products = self._place(made, heads)
        super().__init__(*self.pieces, *self.icons, self.rows, self.distances, self.products)
        laid(self, Layer.FRAME)
        laid(VGroup(*self.pieces), Layer.LEDGER)
        self.moved = [*self.pieces, *self.icons]
        self.put(0.0, total)

    def boxes(self) -> list[Box]:
        """Return the boxes of all its texts."""
        groups = [*self.rows[0], *self.distances, *self.products]
        return [(*flat(each.get_corner(DL)), *flat(each.get_corner(UR))) for each in groups]

    def put(self, own: float, other: float) -> None:
        """Let the slabs be as high as the bands are long: two lengths, units of the plane."""
        for place, (piece, icon, length) in enumerate(zip(self.pieces, self.icons, (own, other), strict=True)):
            stands = self._standing(place, length)
            self._lay(piece, stands)
            top = self._feet[place] + point(0.0, stands.length)
            icon.move_to(top + point(0.0, _OVER + float(icon.height) / 2))

    def pours(self) -> Live:
        """Return how the other word's slab, as it stands, takes the width of the word's own, its area as it is.

        Its icon stays where it is, on top of the shape that the slab had.
        """
        own, other = self._sides
        foot, piece = self._feet[1], self.pieces[1]
        area = float(piece.width * piece.height)

        def follow(share: float) -> None:
            wide = self.unit * (other.weight + share * (own.weight - other.weight))
            self._lay(piece, Leaning.between(foot, foot + point(0.0, area / wide), wide))

        return Live([piece], follow)

    def _shape(self) -> DashedVMobject:
        """Return the outline of the other word's slab as it rests."""
        piece = self.pieces[1]
        outline = Rectangle(width=float(piece.width), height=float(piece.height)).move_to(piece)
        return DashedVMobject(outline.set_stroke(self._sides[1].color, 2.4), num_dashes=_DASHES)

    def lifted(self, place: int, length: float, band: Leaning, step: tuple[float, float]) -> tuple[Live, list[Leaning]]:
        """Return how a slab comes off its band, turns upright, rises, comes along and stands; and its places.

        Args:
            place: 0 for the word's own, 1 for the other's.
            length: of the band, units of the plane.
            band: where it begins.
            step: scene units by which it steps aside while it turns, and by which it then rises.
        """
        piece, stands = self.pieces[place], self._standing(place, length)

        def at(time: float) -> Leaning:
            turned, risen, come, down = (smooth(min(max((time - a) / (b - a), 0.0), 1.0)) for a, b in _LEGS)
            away = stands.centre - band.centre
            aside, up = turned * (1 - come) * step[0], risen * (1 - down) * step[1]
            block = band.towards(stands, turned, come)
            centre = band.centre + point(come * away[0] + aside, down * away[1] + up)
            return replace(block, centre=centre, thick=band.thick + come * (stands.thick - band.thick))

        def follow(time: float) -> None:
            self._lay(piece, at(time))

        follow(0.0)
        return Live([piece], follow, rate_func=linear), [at(float(time)) for time in np.linspace(0.0, 1.0, 41)]

    def _standing(self, place: int, length: float) -> Leaning:
        """Return where a slab stands that is as high as a band is long, units of the plane."""
        foot, wide = self._feet[place], self.unit * self._sides[place].weight
        return Leaning.between(foot, foot + point(0.0, max(self.unit * length, 0.01)), wide)

    @staticmethod
    def _lay(piece: Rectangle, leaning: Leaning) -> None:
        """Give a piece the corners of a block; its light stays on the same side of it."""
        corners = leaning.corners()
        piece.set_points_as_corners([*corners, corners[0]])
        piece.set_sheen_direction(rotate_vector(LEFT, leaning.angle - math.pi / 2))

    def _piece(self, side: Side) -> Rectangle:
        theme = self._style.theme
        piece = Rectangle(stroke_width=0).set_fill(shine(theme.fill(side.color)), 1.0 if theme.filled else 0.0)  # type: ignore[arg-type]  # several colours make a gradient
        if theme.fill(side.color) != side.color or not theme.filled:
            piece.set_stroke(side.color, 3.0)
        return piece.set_background_stroke(color=theme.background, width=RIM)

    def _heads(self, names: tuple[str, str, str]) -> tuple[Label, Row, Row]:
        """Return what the rows are called: weight, × distance, ≈ pull, as in a sum that is written down."""
        size, style = self._style.sizes.number, self._style
        pull, weight, distance = (Label(name, size=size, style=style) for name in names)
        times, approx = (Math(sign, size=size, style=style) for sign in ("times", "approx"))
        return weight, Row([times, distance], 0.14), Row([approx, pull], 0.14)

    def _written(self, side: Side, weight_digits: int, balance: Balanced) -> list[Number]:
        """Return a slab's weight, its distance and what they come to."""
        style, color, size = self._style, side.color, self._style.sizes.number
        return [
            Number(side.weight, decimals=weight_digits, size=size, color=color, style=style),
            Number(side.distance, decimals=balance.distance, size=size, color=color, style=style),
            HeroNumber(
                side.weight * side.distance, decimals=balance.result, size=style.sizes.hero, color=color, style=style
            ),
        ]

    def _place(self, made: list[list[Number]], heads: tuple[Label, Row, Row]) -> tuple[VGroup, VGroup, VGroup]:
        """Put weights, distances and pulls in rows below the slabs, the weights below lines that measure the widths."""
        style, floor = self._style, float(self._feet[0][1])
        rows: list[VGroup] = []
        start = min(float(number.get_left()[0]) for number in self._in_columns(made)[0]) - _AIR
        for head, numbers, down in zip(heads, zip(*made, strict=True), _ROWS, strict=True):
            head.shift(point(start - float(head.get_right()[0])))
            head.on_baseline(floor - down)
            for number in numbers:
                number.on_baseline(floor - down)
            rows.append(VGroup(labelled(head, style), *(labelled(number, style) for number in numbers)))
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
