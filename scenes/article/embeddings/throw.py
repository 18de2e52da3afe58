"""Words thrown onto the plane by somebody with bound eyes: what gives them numbers before they mean anything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from manim import PI, UP, Arc, Circle, Dot, Polygon, VGroup, VMobject

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.labels import Box, Segment, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_BAND_LOW, _BAND_HIGH, _OVER = 0.05, 0.55, 1.015
"""The lower and the upper edge of the cloth over the eyes, and how far it goes beyond the head, in its radii."""

_ENDS = (((0.9, 0.36), (1.55, 0.7), (1.45, 0.3)), ((0.9, 0.3), (1.5, 0.16), (1.32, -0.18)))
"""The corners of both ends of the cloth behind the knot, in radii of the head from its middle."""

_SMILE, _SMILE_AT, _SMILE_WIDTH = 0.42, (-0.24, -0.26), 6.0
"""The mouth: its radius and the middle of its circle, in radii of the head; its stroke."""

_HAND = 1.12
"""The point from which words fly, in radii of the head at the left of its middle."""

_RISES, _PIECES = (0.3, 0.25, 0.2, 0.15, 0.1, 0.05, 0.0), 24
"""The ways of an arc's control point over the middle of its chord, as shares of that; the pieces it is measured in."""

_PITCH, _FIRST, _LAST, _UNTIL, _CLEAR = 0.14, 0.022, 0.046, 0.38, 0.06
"""Scene units: from a dot of a flight to the next, the radius of the first and of the last, from the last to the word's
place, and what is free around each."""


class Thrower(VGroup):
    """A head that faces left, a cloth over its eyes.

    Args:
        height: scene units of the head.
        style: theme.

    Attributes:
        head: the disc.
    """

    def __init__(self, *, height: float, style: Style = DEFAULT) -> None:
        theme, strokes, radius = style.theme, style.strokes, height / 2
        self.head = Circle(radius=radius, stroke_width=0)
        ends = [Polygon(*(radius * point(*corner) for corner in corners)) for corners in _ENDS]
        cloth = VGroup(*ends, self._band(radius))
        smile = Arc(radius=_SMILE * radius, start_angle=PI + 0.4, angle=PI - 0.95)
        smile.shift(radius * point(*_SMILE_AT))
        super().__init__(self.head, cloth, smile)
        if theme.filled:
            self.head.set_fill(theme.ink, 1.0)
            smile.set_stroke(theme.background, _SMILE_WIDTH)
            for piece in cloth:
                piece.set_stroke(theme.background, RIM / 2).set_fill(theme.fill(theme.subject), 1.0)
        else:
            self.set_stroke(theme.ink, strokes.thin)
            cloth.set_fill(theme.background, 1.0)
        laid(self, Layer.ICON)

    @staticmethod
    def _band(radius: float) -> VMobject:
        """Return the cloth before the head, between two level lines."""
        low, high = np.arcsin(_BAND_LOW), np.arcsin(_BAND_HIGH)
        sides = [Arc(radius=_OVER * radius, start_angle=start, angle=high - low) for start in (low, PI - high)]
        band = VMobject()
        return band.set_points_as_corners([*(at for side in sides for at in side.get_anchors()), sides[0].get_start()])

    @property
    def hand(self) -> Point:
        """The point from which words fly."""
        at: Point = self.head.get_center() - _HAND * self.head.width / 2 * point(1.0, 0.0)
        return at


def arcs(start: Point, ends: Sequence[Point], marks: Sequence[Box], rulers: Sequence[Segment]) -> list[list[Point]]:
    """Return the arcs in which words fly to their places: each as high as it meets no other word and no ruler.

    Args:
        start: manim point from which all of them fly.
        ends: manim points of their places.
        marks: the boxes of the words at these places.
        rulers: lines that arcs keep off.
    """
    ways = []
    for index, end in enumerate(ends):
        others = [box for place, box in enumerate(marks) if place != index]
        tried = [_arc(start, end, rise) for rise in _RISES]
        ways.append(min(tried, key=lambda way: _met(segments_of(way), others, rulers)))
    return ways


def _arc(start: Point, end: Point, rise: float) -> list[Point]:
    share = np.linspace(0.0, 1.0, _PIECES + 1)[:, None]
    control = (start + end) / 2 + rise * float(np.linalg.norm(end - start)) * UP
    return list((1 - share) ** 2 * start + 2 * share * (1 - share) * control + share**2 * end)


def segments_of(way: Sequence[Point]) -> list[Segment]:
    """Return an arc's pieces."""
    return [(flat(one), flat(other)) for one, other in pairwise(way)]


def _met(pieces: Sequence[Segment], marks: Sequence[Box], rulers: Sequence[Segment]) -> float:
    """Return the length of an arc that lies in boxes of marks or on rulers, but for its end."""
    shares = np.linspace(0.0, 1.0, 12)[1:-1, None]
    ways = ((1 - shares) * np.array(start) + shares * np.array(end) for start, end in rulers)
    boxes = [box_around(at, _CLEAR) for way in ways for at in way]
    return sum(inside_length(piece, box) for piece in pieces[:-3] for box in (*marks, *boxes))


def flight(way: Sequence[Point], color: str, taken: Sequence[Box], *, style: Style = DEFAULT) -> VGroup:
    """Return an arc as dots that grow towards its end, none upon a text.

    Args:
        way: manim points along the arc.
        color: ``#rrggbb``, by role.
        taken: the boxes of texts.
        style: theme.
    """
    spots = np.array(way)
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(spots, axis=0), axis=1))])
    dots = VGroup()
    for along in np.arange(0.0, lengths[-1] - _UNTIL, _PITCH):
        at = point(*(float(np.interp(along, lengths, spots[:, axis])) for axis in (0, 1)))
        if any(overlap(box_around(at, _CLEAR), box) > 0 for box in taken):
            continue
        dot = Dot(at, radius=_FIRST + (_LAST - _FIRST) * along / lengths[-1], color=style.theme.fill(color))
        dots.add(dot.set_background_stroke(color=style.theme.background, width=RIM / 2))
    return laid(dots, Layer.TRAIL)
