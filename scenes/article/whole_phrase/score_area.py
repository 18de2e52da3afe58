"""A score as an area: a shadow is its base, a word's vector stands on it, and the shadow sweeps along the vector."""

from __future__ import annotations

import math

import numpy as np
from manim import Line, ManimColor, VMobject, interpolate_color, rotate_vector
from torch import Tensor

from scenes.motion.become import Count
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import HeroNumber, NumberOnInk
from scenes.parts.text.number import Number
from scenes.style import DEFAULT, Style

SLAB = 14.0
"""Stroke units of a shadow."""

_OFF, _SIDE = 0.1, 0.1
"""Scene units from the area to its base and to its side; the width of the vector that is its side."""

_DASH, _DASHED = 0.16, 2.0
"""Scene units from a dash of the outline to the next; its stroke units."""

_AROUND = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0))
"""Corners of a rectangle and middles of its sides, as signs of its half width and height."""

_INSIDE = 0.7
"""The share of the area's width that its number takes at most."""


class ScoreArea:
    """A score as a rectangle: as wide as a shadow is long, as tall as the vector of the word on whose line it lies.

    Args:
        score: the product of both; where it is negative, the area is hollow.
        corner: manim point of the lower left corner.
        wide: scene units of the shadow.
        tall: scene units of the vector.
        colors: of the word whose shadow it is, and of the word whose line it is, ``#rrggbb``, by role.
        style: theme.

    Attributes:
        base: the shadow, where it lies below the area.
        side: the vector, where it stands at its left.
        outline: dashes at the two other sides.
        filling: the area itself.
        hero: the score in the middle.
    """

    def __init__(
        self, score: Tensor, corner: Point, wide: float, tall: float, colors: tuple[str, str], *, style: Style = DEFAULT
    ) -> None:
        theme, is_negative = style.theme, float(score) < 0
        self.corner, self.wide, self.tall, self._style = np.asarray(corner, float), max(wide, 1e-3), tall, style
        low, left = self.corner - point(0.0, _OFF), self.corner - point(_OFF)
        base = theme.fill(colors[0]) if theme.filled else colors[0]
        self.base = laid(Line(low, low + point(self.wide)).set_stroke(base, SLAB), Layer.THREAD)
        self.side = laid(Vector(left, left + point(0.0, tall), colors[1], width=_SIDE, style=style), Layer.THREAD)
        top, right = point(0.0, tall), point(self.wide)
        dashes = dashed(self.corner + top, self.corner + top + right), dashed(self.corner + right + top, low + right)
        self.outline = VMobject(stroke_color=theme.axis, stroke_width=_DASHED)
        self.outline.set_points(np.concatenate(dashes))
        laid(self.outline, Layer.LEDGER)
        self.filling = VMobject(stroke_color=theme.dim if is_negative else theme.ink, stroke_width=2.4)
        self.filling.set_fill(theme.background if is_negative else theme.ink, 1.0)
        laid(self.filling, Layer.LEDGER)
        self.fill_up(1.0)
        self.hero = self._number(score, style.sizes.hero)
        if self.hero.width > _INSIDE * self.wide:
            size = max(style.sizes.hero * _INSIDE * self.wide / float(self.hero.width), style.sizes.least)
            self.hero = self._number(score, size)

    def _number(self, score: Tensor, size: float) -> HeroNumber:
        theme = self._style.theme
        kind, color = (HeroNumber, theme.ink) if float(score) < 0 else (NumberOnInk, theme.background)
        number = kind(score, size=size, color=color, style=self._style).move_to(self.middle)
        for part in number.get_family():
            part.set_z_index(Layer.FRAME + 0.5, family=False)
        return number

    @property
    def middle(self) -> Point:
        """Manim point of the area's middle."""
        return np.asarray(self.corner + point(self.wide, self.tall) / 2)

    def fill_up(self, share: float) -> None:
        """Show as much of the area as the shadow has swept of the vector, by the share of its length."""
        up, right = point(0.0, max(share, 1e-3) * self.tall), point(self.wide)
        middle = self.corner + (right + up) / 2
        # As a circle's points: from the right, with as many pieces, so that it becomes one without turning.
        self.filling.set_points_as_corners([middle + (a * right + b * up) / 2 for a, b in _AROUND])

    def filed(self, slab: Line, arrow: Vector, **options: float) -> Live:
        """Return how a shadow slides off its line to be the base, and a copy of the line's arrow stands up as the side.

        Args:
            slab: the shadow on the line, on the stage already; it stays as the base.
            arrow: the line's arrow; its copy is ``side``, which is on the stage already.
            options: passed on to manim's ``Animation``.
        """
        ways = [
            _Way((slab.get_start(), slab.get_end()), (self.base.get_start(), self.base.get_end())),
            _Way((arrow.start, arrow.end), (self.side.start, self.side.end)),
        ]

        def follow(share: float) -> None:
            slab.set_points_as_corners([*ways[0].at(share)])
            self.side.set_ends(*ways[1].at(share))

        follow(0.0)
        return Live([slab, self.side], follow, **options)

    def filled(self, slab: Line, **options: float) -> list[Live | Count]:
        """Return how the shadow sweeps up along the vector and leaves the area behind, while the score counts up.

        Args:
            slab: the shadow, on the stage already; so is ``filling``.
            options: passed on to manim's ``Animation``.
        """
        start, end = slab.get_start(), slab.get_end()

        def follow(share: float) -> None:
            up = point(0.0, share * (self.tall + _OFF))
            slab.set_points_as_corners([start + up, end + up])
            self.fill_up(share)

        follow(0.0)
        nothing = HeroNumber(0.0, size=self.hero.size, style=self._style)
        half, middle = float(self.hero.height) / 2 / self.tall, 0.5
        reached = middle - half, middle + half
        colors = self._style.theme.ink, str(self.hero.get_fill_color().to_hex())
        count = _Counted(nothing, self.hero, reached, colors, **options)
        return [Live([slab, self.filling], follow, **options), count]


class _Counted(Count):
    """A bold number that counts up in the middle of its area, in ink until the area reaches it.

    Args:
        before: the number as it is; it leaves the scene.
        after: the number as it will be, where it will be.
        reached: the shares of the way at which the area's edge comes to it and leaves it.
        colors: before and after that, ``#rrggbb``.
        options: passed on to manim's ``Animation``.
    """

    def __init__(
        self,
        before: Number,
        after: Number,
        reached: tuple[float, float],
        colors: tuple[str, str],
        **options: float,
    ) -> None:
        self._edge_shares, self._edge_colors = reached, colors
        super().__init__(before, after, **options)

    def interpolate_mobject(self, alpha: float) -> None:
        """Write the value of the moment, in the colour that is seen on what is behind it."""
        super().interpolate_mobject(alpha)
        (start, end), (first, last) = self._edge_shares, self._edge_colors
        share = min(max((self.rate_func(alpha) - start) / max(end - start, 1e-6), 0.0), 1.0)
        color = interpolate_color(ManimColor(first), ManimColor(last), share)
        for glyph in self._glyphs:
            glyph.set_fill(color)

    def written(self, value: float) -> Number:
        """Return a value as it is written on the way, bold."""
        return HeroNumber(value, decimals=self._decimals, size=self._end.size, style=self._style)


class _Way:
    """The way of a straight piece to another place: its middle goes straight, and it turns as little as it can.

    Args:
        first: both of its ends.
        last: the same at its new place.
    """

    def __init__(self, first: tuple[Point, Point], last: tuple[Point, Point]) -> None:
        self._middles = [(start + end) / 2 for start, end in (first, last)]
        self._way, way = first[1] - first[0], last[1] - last[0]
        self._lengths = [max(float(np.linalg.norm(each)), 1e-6) for each in (self._way, way)]
        angles = [math.atan2(each[1], each[0]) for each in (self._way, way)]
        self._turn = (angles[1] - angles[0] + math.pi) % math.tau - math.pi

    def at(self, share: float) -> tuple[Point, Point]:
        """Return both ends at a share of the way, 0 to 1."""
        length = self._lengths[0] + share * (self._lengths[1] - self._lengths[0])
        half = rotate_vector(self._way, share * self._turn) * length / self._lengths[0] / 2
        middle = self._middles[0] + share * (self._middles[1] - self._middles[0])
        return np.asarray(middle - half), np.asarray(middle + half)


def dashed(start: Point, end: Point) -> Point:
    """Return the points of a dashed line, every other half of a step drawn."""
    way = np.asarray(end) - np.asarray(start)
    count = max(round(float(np.linalg.norm(way)) / _DASH), 1)
    line = VMobject()
    for index in range(count):
        line.start_new_path(start + way * index / count)
        line.add_line_to(start + way * (index + 0.5) / count)
    return np.asarray(line.points)
