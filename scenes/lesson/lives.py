"""Lives spent counting: people in rows, each filled from the feet up with what is counted in that life."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import ceil

import numpy as np
from manim import Intersection, Rectangle, Union, VGroup, VMobject
from numpy.typing import NDArray

from scenes.lesson.life_band import Counted, within
from scenes.parts.geometry import Point, cubic, point
from scenes.parts.icons import Icon
from scenes.parts.surface import colour_area
from scenes.stage import Region
from scenes.style import Style

_WIDE, _AIR, _WISH = 0.56, 0.88, 0.72
"""A person's width as a share of the height; the share of the room between rows or columns that a person takes; the
least height for which rows of a wished length are taken, as a share of the largest that is possible."""

_TALLEST_PITCH = 1.35
"""The most that rows are apart, as a multiple of a person's height."""


def rows_of(room: Region, count: int, wish: int) -> tuple[int, float]:
    """Return how many people stand in a row, and how tall they are, scene units.

    Args:
        room: where they stand.
        count: all of them.
        wish: people of a row, taken where they can be nearly as tall as in any other rows.
    """

    def tall(across: int) -> float:
        return min(room.width / across / _WIDE, room.height / ceil(count / across)) * _AIR

    best = max(range(1, count + 1), key=tall)
    across = wish if 0 < wish <= count and tall(wish) >= _WISH * tall(best) else best
    return across, tall(across)


def extent(shape: VMobject) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the least and the largest x and y that the curves of a shape reach, each of shape (2,)."""
    curves, shares = shape.points.reshape(-1, 4, 3)[..., :2], np.linspace(0.0, 1.0, 13)
    places = np.concatenate([cubic(curve, shares) for curve in curves])
    return places.min(axis=0), places.max(axis=0)


class Lives(VGroup):
    """People in rows, one for each life; what they count fills them.

    Args:
        room: where they stand.
        pieces: what is counted, in lives; colours tell what it is.
        lives: of all of them, the last perhaps only begun.
        wish: people of a row, where there is room.
        style: theme.

    Attributes:
        tall: a person's height, scene units.
    """

    def __init__(self, room: Region, pieces: Sequence[Counted], lives: float, wish: int, *, style: Style) -> None:
        self._pieces, self._style, self.lives = pieces, style, lives
        self._count = ceil(lives - 1e-9)
        self._across, self.tall = rows_of(room, self._count, wish)
        down = ceil(self._count / self._across)
        self._pitch = room.width / self._across, min(room.height / down, _TALLEST_PITCH * self.tall)
        self._first = room.centre + point(-(self._across - 1) / 2 * self._pitch[0], (down - 1) / 2 * self._pitch[1])
        self._person = Union(*Icon("man", style.theme.ink, height=self.tall, style=style)).set_stroke(width=0)
        self._least, self._most = extent(self._person)
        self._paths: dict[str, tuple[list[float], list[int], NDArray[np.float64]]] = {}
        self.areas: dict[str, VMobject] = {}
        self._fill()
        super().__init__(*self.areas.values())

    def at(self, index: int) -> Point:
        """Return where the middle of a person is."""
        row, column = divmod(index, self._across)
        return self._first + point(column * self._pitch[0], -row * self._pitch[1])

    def _fill(self) -> None:
        """Cut all people into what they count, by colour."""
        cut: dict[str, list[tuple[float, NDArray[np.float64]]]] = {}
        for index in range(self._count):
            for each in within(self._pieces, index, min(index + 1, self.lives)):
                points = self._slice(each.start - index, each.end - index, each.ends_layer).points
                cut.setdefault(each.color, []).append((each.start, points + self.at(index)))
        for color, parts in cut.items():
            ends = [0, *np.cumsum([len(points) for _, points in parts]).tolist()]
            self._paths[color] = [start for start, _ in parts], ends, np.concatenate([points for _, points in parts])
            area = colour_area(VMobject(stroke_width=0), color, 1.0, self._style)
            self.areas[color] = area.set_points(self._paths[color][2])

    def _slice(self, start: float, end: float, ends_layer: bool) -> VMobject:
        """Return a person around the origin from one share of the height to another."""
        low, high = float(self._least[1]), float(self._most[1])
        if (start, end) == (0.0, 1.0):
            return self._person
        # Beyond the feet and the head the slab goes on, as an intersection along an edge would cut rounded ends off.
        gap = min(0.12 * (end - start), 0.012) if ends_layer else 0.0
        ends = [low + (high - low) * (share + beyond)
                for share, beyond in ((start, -(start < 1e-6)), (end - gap, end > 1 - 1e-6))]  # fmt: skip
        slab = Rectangle(width=2 * (high - low), height=ends[1] - ends[0]).move_to(point(0.0, sum(ends) / 2))
        return Intersection(self._person, slab)

    def show_lives(self, lives: float) -> None:
        """Show what has been counted in a number of lives."""
        for color, (starts, ends, points) in self._paths.items():
            self.areas[color].points = points[: ends[bisect_left(starts, lives - 1e-6)]]

    def outline_of(self, tall: float) -> tuple[float, float, float]:
        """Return the lower edge, the width and the height of a person of a size around the origin, scene units."""
        (left, low), (right, high) = (edge * tall / self.tall for edge in (self._least, self._most))
        return float(low), float(right - left), float(high - low)


def as_said(lives: float) -> tuple[float, int]:
    """Return a number of lives as it is said, and its decimals: whole ones where there are many."""
    decimals = 0 if lives >= 10 else 1
    return round(lives, decimals), decimals
