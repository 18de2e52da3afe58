"""A word's own pull while it is at its place: a thread that leaves it, and comes back to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.geometry import Point, cubic, point
from scenes.parts.plane.band import THREAD
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_REACH, _SPREAD = 1.45, 34
"""Scene units from the word to where its thread heads; degrees at which it leaves and comes back, to either side."""

DIRECTIONS: Sequence[int] = (20, 0, 45, 70, 90, 110, 135, 160, 180, -20, -45, -90, -135)
"""Degrees of the directions in which a loop may lie, the best first."""


class Loop(VGroup):
    """A thread from a word to itself, which gets straight as the word is pulled away from its place.

    Args:
        at: manim point of the word.
        degrees: the direction in which the loop lies.
        color: ``#rrggbb``, the word's.
        width: scene units of the thread.
        reach: its size as a multiple of the usual one.
        style: theme.

    Attributes:
        line: the thread.
    """

    def __init__(
        self,
        at: Point,
        degrees: float,
        color: str,
        *,
        width: float = THREAD,
        reach: float = 1.0,
        style: Style = DEFAULT,
    ) -> None:
        turns = [math.radians(degrees + side * _SPREAD) for side in (-1, 1)]
        self._handles = [reach * _REACH * point(math.cos(turn), math.sin(turn)) for turn in turns]
        self.line = VMobject(stroke_color=color, stroke_width=100 * width)
        self.line.set_background_stroke(color=style.theme.background, width=100 * width + RIM)
        super().__init__(self.line)
        laid(self, Layer.THREAD)
        self.put(at, at)

    def put(self, start: Point, end: Point, size: float = 1.0) -> Self:
        """Lay the thread from the word's place to the word, with some of its usual slack, 0 to 1."""
        first, last = np.asarray(start, float), np.asarray(end, float)
        thirds = [first + (last - first) / 3, last - (last - first) / 3]
        handles = [third + size * handle for third, handle in zip(thirds, self._handles, strict=True)]
        self.line.set_points(np.array([first, *handles, last]))
        return self

    def spots(self) -> list[tuple[float, float]]:
        """Return points along the thread."""
        return [(float(x), float(y)) for x, y in cubic(self.line.points[:, :2], np.linspace(0.0, 1.0, 33))]
