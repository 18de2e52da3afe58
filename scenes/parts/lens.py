"""A lens: a small part of a picture, enlarged in a circle beside it."""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, atan2, cos, sin, sqrt

import numpy as np
from manim import Circle, Line, VGroup
from numpy.linalg import norm

from scenes.parts.geometry import Point, point
from scenes.parts.text import Label, set_on_baseline
from scenes.style import DEFAULT, Style

_EDGE = 0.12
"""Scene units along the lens's edge on which nothing is shown."""


class Lens(VGroup):
    """A circle that shows what is around a point so many times as large, and a ring around what it shows.

    Args:
        around: the middle of what is shown, a manim point.
        at: the middle of the circle, a manim point.
        radius: of the circle, scene units.
        times: how many times as far from each other things are in it.
        style: theme, sizes and strokes.

    Attributes:
        ring: around what is shown.
        glass: the circle.
        sight: two lines from the ring to the circle.
        sight_lines: the two.
        note: how many times.
    """

    def __init__(self, around: Point, at: Point, radius: float, times: int, style: Style = DEFAULT) -> None:
        self.around, self.at, self.radius, self.times = np.array(around), np.array(at), radius, times
        theme, strokes = style.theme, style.strokes
        self.ring = (
            Circle(radius / times, fill_color=theme.background, fill_opacity=0)
            .move_to(around)
            .set_stroke(theme.dim, strokes.thin)
        )
        self.glass = Circle(radius, fill_color=theme.background, fill_opacity=1).move_to(at)
        self.glass.set_stroke(theme.dim, strokes.thin)
        self.sight_lines = [Line(*ends, buff=0) for ends in self._tangents()]
        self.sight = VGroup(*self.sight_lines)
        self.sight.set_stroke(theme.dim, strokes.hair)
        self.note = Label(f"{times}×", size=style.sizes.note, color=theme.dim, style=style)
        self.note.set_x(float(at[0]))
        set_on_baseline(self.note, float(at[1]) - 0.8 * radius)
        super().__init__(self.ring, self.sight, self.glass, self.note)

    def place(self, there: Point) -> Point:
        """Where a point of the picture is seen in the circle, whether that is large enough or not."""
        return np.array(self.at + self.times * (there - self.around))

    def shows(self, there: Point) -> bool:
        """Whether a point of the picture is seen."""
        return float(norm(self.place(there) - self.at)) <= self.radius - _EDGE

    def clip(self, start: Point, end: Point) -> tuple[Point, Point] | None:
        """The piece of a line of the picture that is seen, as it is in the circle, or None when none is."""
        begin, way = self.place(start) - self.at, self.times * (end - start)
        slope, middle = float(way @ way), float(begin @ way)
        inside = middle**2 - slope * (float(begin @ begin) - (self.radius - _EDGE) ** 2)
        if slope <= 0 or inside <= 0:
            return None
        first, last = max(0.0, (-middle - sqrt(inside)) / slope), min(1.0, (-middle + sqrt(inside)) / slope)
        return (self.at + begin + first * way, self.at + begin + last * way) if first < last else None

    def _tangents(self) -> Sequence[tuple[Point, Point]]:
        """The two lines that touch ring and circle from outside."""
        way = self.at - self.around
        small = self.radius / self.times
        turn = acos(min(1.0, (self.radius - small) / float(norm(way))))
        along = atan2(way[1], way[0])
        lines = []
        for angle in (along + np.pi - turn, along - np.pi + turn):
            out = point(cos(angle), sin(angle))
            lines.append((self.around + small * out, self.at + self.radius * out))
        return lines


def free_corner(box: tuple[float, float, float, float], radius: float, taken: Sequence[Point]) -> Point:
    """The middle of a circle in that corner of a box which is farthest from some points.

    Args:
        box: left, bottom, right, top in scene units.
        radius: of the circle.
        taken: manim points.
    """
    inset = radius + _EDGE
    corners = [point(x, y) for x in (box[0] + inset, box[2] - inset) for y in (box[1] + inset, box[3] - inset)]
    return max(corners, key=lambda corner: min(float(norm(corner - place)) for place in taken))
