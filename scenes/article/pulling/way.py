"""The strip of weights laid on the way from one word to another: its cut is where the first word goes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VMobject

from scenes.article.pulling.chart import rounded
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment

_THINNEST = 0.24
"""Scene units: the strip's thickness where it lies, at the least."""

Part = tuple[VMobject, float, float]
"""A mark that draws a piece, and the shares of the strip between which it lies; a line where these are the same."""


class Way:
    """A strip that stands, and how it comes to lie between two places, smaller by as much as it is shorter there.

    Args:
        parts: of the strip, whose shares count from its foot.
        foot: manim point of its foot.
        length: of the strip, scene units.
        thick: its thickness, scene units.
        start: manim point where its foot will lie.
        end: manim point where its other end will lie.
    """

    def __init__(
        self, parts: Sequence[Part], foot: Point, length: float, thick: float, start: Point, end: Point
    ) -> None:
        self.parts, self._foot, self._length, self._thick = parts, foot, length, thick
        self._start, self._last = start, float(np.linalg.norm(end - start))
        turn = float(np.arctan2(end[1] - start[1], end[0] - start[0])) - np.pi / 2
        self._turn = (turn + np.pi) % (2 * np.pi) - np.pi

    def follow(self, share: float) -> None:
        """Draw the strip where it is at a progress, 0 to 1."""
        angle = np.pi / 2 + share * self._turn
        along = point(float(np.cos(angle)), float(np.sin(angle)))
        length = self._length + share * (self._last - self._length)
        foot, half = self._foot + share * (self._start - self._foot), self.half(share)
        for part, low, high in self.parts:
            first, last = foot + low * length * along, foot + high * length * along
            side = half * point(along[1], -along[0])
            if high > low:
                part.set_points(rounded([first - side, first + side, last + side, last - side]))
            else:
                part.set_points_as_corners([last - side, last + side])

    def half(self, share: float) -> float:
        """Return half of the strip's thickness at a progress, scene units."""
        end = max(self._thick * self._last / self._length, _THINNEST)
        return (self._thick + share * (end - self._thick)) / 2

    def comes(self) -> Live:
        """Return how the strip comes there."""
        return Live([part for part, _, _ in self.parts], self.follow)

    def place(self, along: float) -> Point:
        """Return the middle of the strip at a share of its length, where it lies in the end."""
        angle = np.pi / 2 + self._turn
        return self._start + along * self._last * point(float(np.cos(angle)), float(np.sin(angle)))

    def edges(self) -> list[Segment]:
        """Return the strip's long edges, and its middle, where it lies in the end."""
        first, last = self.place(0.0), self.place(1.0)
        way = (last - first) / max(self._last, 1e-9)
        side = self.half(1.0) * point(way[1], -way[0])
        return [(flat(first + each * side), flat(last + each * side)) for each in (-1, 0, 1)]
