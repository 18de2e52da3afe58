"""A pull as an area: a key's shadow times a query's length."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, floor, pi, sin

import numpy as np
from manim import DOWN, LEFT, RIGHT, Arrow, Polygon, VGroup, VMobject, angle_of_vector, smooth

from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row, capitals
from scenes.stage import nice_step
from scenes.style import DEFAULT, Style

EDGE = 0.16
"""Scene units: the thickness of the bars that are an area's sides."""

_OFF, _SAID = 0.14, 0.18
"""Scene units from a side to its text, and from a word of that to the number."""

_TILE, _LINE = 0.8, 1.6
"""Scene units from a line of an area to the next, at the least, and that line's stroke units."""

_GLASS = 0.3
"""Opacity of an area, on which its number is read."""

_INSIDE = 0.84
"""The share of a square's width that the area's number may take."""

_MARK, _WAY, _BESIDE = 0.44, 0.34, 0.1
"""Scene units: the height of a word's icon beside its area, the length of the arrow to the other's, and around that."""

_TURN = 0.5
"""The share of a side's motion in which it turns."""

_SHRINK = 0.94
"""The factor by which a number gets smaller until it fits."""


class PullArea:
    """A rectangle as wide as a key's shadow and as high as a query is long, which is cut into squares.

    Args:
        factors: the shadow and the query's length.
        decimals: digits after the point of both.
        force: their product.
        said: what stands before both numbers, where these have room for it.
        words: the word that pulls, then the one that is pulled.
        within: scene units that numbers below and above the area may take, with what is said; None for numbers beside
            the area, with nothing before them.
        style: theme and sizes.

    Attributes:
        sides: the shadow, which lies below the area, and the query's length, which stands at its left.
        texts: the length of each side, in its colour.
        glass: the area, once it is put.
        lines: the lines that cut it into squares.
        number: the force, in a square of the area; None where it has no room.
        names: marks of both words with an arrow between them, at the area's right; none where they have no room.
    """

    def __init__(
        self, factors: Sequence[float], decimals: int, force: float, said: Sequence[str], words: Sequence[str],
        within: float | None, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        theme, size = style.theme, style.sizes.number
        self.style, self.factors, self.force = style, tuple(factors), force
        colors = (theme.key, theme.query)
        self.sides = [laid(_bar(color, style), Layer.SHADOW) for color in colors]
        rows = []
        for before in (said, [""] * len(said)):
            rows = [
                Row(
                    [
                        *([Label(word, size=size, color=color, style=style)] if word else []),
                        Number(factor, decimals=decimals, size=size, color=color, style=style),
                    ],
                    _SAID,
                )
                for word, factor, color in zip(before, factors, colors, strict=True)
            ]
            if within and max(float(row.width) for row in rows) <= within:
                break
        self._rows, self._stacked, self._within = rows, within is not None, within or 0.0
        self._marks = [_mark(word, color, style) for word, color in zip(words, colors, strict=True)]
        self.names = VGroup()
        self.texts = [laid(haloed(row, style), Layer.LABEL) for row in rows]
        self.glass = laid(Polygon(*[point(0.0)] * 4, color=theme.ink, stroke_width=1.6), Layer.SHEET)
        self.glass.set_fill(theme.ink, _GLASS if theme.filled else 0.0)
        self.lines = laid(VMobject(stroke_color=theme.ink, stroke_width=_LINE), Layer.SHEET)
        self.number: VMobject | None = None

    @property
    def cap(self) -> float:
        """The height of the texts' capitals, scene units."""
        return capitals(self.style.sizes.number)

    def margins(self) -> tuple[float, float, float, float]:
        """Return the scene units that sides and texts take at the left, below, at the right and above the area."""
        if self._stacked:
            return EDGE, EDGE + _OFF + self.cap, _OFF + max(float(mark.width) for mark in self._marks), _OFF + self.cap
        shadow, query = (float(text.width) for text in self.texts)
        return EDGE + _OFF + query, EDGE, _OFF + shadow, 0.0

    def width(self, unit: float) -> float:
        """Return its width with sides and texts, for a number of scene units as long as a shadow of 1."""
        left, _, right, _ = self.margins()
        texts = max(float(text.width) for text in self.texts) if self._stacked else 0.0
        return max(left + unit * self.factors[0] + right, texts)

    def height(self, unit: float) -> float:
        """Return its height with sides and texts, for a number of scene units as high as a query of length 1."""
        _, below, _, above = self.margins()
        return below + unit * self.factors[1] + above

    def put(self, corner: Point, unit: float) -> None:
        """Let the area's lower left corner be a point, and a length of 1 be a number of scene units."""
        self.corner, self.unit = np.array(corner, float), unit
        wide, high = (unit * factor for factor in self.factors)
        self._step = nice_step(_TILE / unit)
        shadow, query = self._rows
        x, y = float(corner[0]), float(corner[1])
        if self._stacked:
            shadow.align_to(point(x - EDGE), LEFT).on_baseline(y - EDGE - _OFF - self.cap)
            query.align_to(point(x - EDGE), LEFT).on_baseline(y + high + _OFF)
        else:
            shadow.align_to(point(x + wide + _OFF), LEFT).on_baseline(y - EDGE)
            query.align_to(point(x - EDGE - _OFF), RIGHT).on_baseline(y + (high - self.cap) / 2)
        self.texts = [laid(haloed(row, self.style), Layer.LABEL) for row in self._rows]
        self._write(wide, high)
        self._name(wide, high)
        self.cover(1.0)

    def _write(self, wide: float, high: float) -> None:
        """Write the force in the square in the middle of the area, if that has room for it."""
        step = self._step * self.unit
        lows = [step * floor(side / 2 / step) for side in (wide, high)]
        highs = [min(low + step, side) for low, side in zip(lows, (wide, high), strict=True)]
        size = self.style.sizes.hero
        number = HeroNumber(self.force, size=size, style=self.style)
        while float(number.width) > _INSIDE * (highs[0] - lows[0]) or float(number.height) > highs[1] - lows[1]:
            size *= _SHRINK
            if size < self.style.sizes.tick:
                return
            number = HeroNumber(self.force, size=size, style=self.style)
        number.move_to(self.corner + point(*((low + top) / 2 for low, top in zip(lows, highs, strict=True))))
        self.number = laid(number, Layer.LABEL)

    def _name(self, wide: float, high: float) -> None:
        """Place both words' marks at the area's right: in a row, or else one below the other, if there is room."""
        room = self._within - EDGE - wide - _OFF if self._stacked else float(self._rows[0].width)
        foot = 0.0 if self._stacked else self.cap
        self.names = VGroup()
        for way in (RIGHT, DOWN):
            arrow = Arrow(
                point(0.0), _WAY * way, buff=0.0, color=self.style.theme.ink, stroke_width=3.0, tip_length=0.16
            )
            names = VGroup(self._marks[0], arrow, self._marks[1]).arrange(way, buff=_BESIDE)
            if float(names.width) <= room + 1e-6 and float(names.height) <= high - foot:
                names.move_to(self.corner + point(wide + _OFF, (high + foot) / 2), LEFT)
                self.names = laid(names, Layer.LABEL)
                return

    def cover(self, share: float) -> None:
        """Draw the area when the shadow has been lifted a share, 0 to 1, of the query's length."""
        wide, high = (self.unit * factor for factor in self.factors)
        high *= max(share, 1e-4)
        ends = [point(0.0), point(wide), point(wide, high), point(0.0, high), point(0.0)]
        self.glass.set_points_as_corners([self.corner + end for end in ends])
        self.lines.clear_points()
        step = self.unit * self._step
        for index in range(1, ceil(wide / step - 1e-6)):
            self._line(point(index * step), point(index * step, high))
        for index in range(1, ceil(high / step - 1e-6)):
            self._line(point(0.0, index * step), point(wide, index * step))

    def _line(self, start: Point, end: Point) -> None:
        self.lines.start_new_path(self.corner + start)
        self.lines.add_line_to(self.corner + end)

    def bring(self, index: int, share: float, start: Point, end: Point, thick: float) -> None:
        """Draw a side when it has gone a share, 0 to 1, of its way from a bar of the plane to where it measures.

        It turns on the plane, up to its height here; then it goes straight to its place: it crosses little.

        Args:
            index: 0 for the shadow, 1 for the query's length.
            share: of the way.
            start: manim point of the middle of that bar's one end.
            end: of the other.
            thick: scene units: that bar's thickness.
        """
        turned, gone = smooth(min(share / _TURN, 1.0)), smooth(max((share - _TURN) / (1 - _TURN), 0.0))
        way = end - start
        angles = [angle_of_vector(way), index * pi / 2]
        angle = angles[0] + turned * ((angles[1] - angles[0] + pi) % (2 * pi) - pi)
        along, across = point(cos(angle), sin(angle)), point(-sin(angle), cos(angle))
        length, last = float(np.linalg.norm(way)), self.unit * self.factors[index]
        middle, home = (start + end) / 2, self.corner + (point(-EDGE, last) if index else point(last, -EDGE)) / 2
        shares = point(gone, turned) if self._stacked else point(turned, gone)
        middle = middle + shares * (home - middle)
        reach = (length + turned * (last - length)) / 2 * along
        half = (thick + turned * (EDGE - thick)) / 2 * across
        ends = [middle - reach + half, middle - reach - half, middle + reach - half, middle + reach + half]
        self.sides[index].set_points_as_corners([*ends, ends[0]])


def _mark(word: str, color: str, style: Style) -> VMobject:
    """Return a word's icon, or its name."""
    if has_icon(word, style):
        return ShadedIcon(word, color, height=_MARK, style=style)
    return Label(word, size=style.sizes.tick, color=color, style=style)


def _bar(color: str, style: Style) -> VMobject:
    """Return a bar of a colour, without points."""
    theme = style.theme
    bar = VMobject(stroke_width=0).set_fill(theme.fill(color), 1.0 if theme.filled else 0.0)
    if theme.fill(color) != color or not theme.filled:
        bar.set_stroke(color, 2.0)
    return bar
