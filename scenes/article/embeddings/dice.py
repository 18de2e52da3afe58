"""Dice and a throw in three hops: what gives words their numbers before they mean anything."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np
from manim import Circle, Dot, ManimColor, Polygon, VGroup
from numpy.typing import NDArray

from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import Box, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
"""The places of the pips of each face, in steps across it."""

_FACES = {
    1: ((0, 0, 1), (1, 0, 0)),
    6: ((0, 0, -1), (1, 0, 0)),
    2: ((0, -1, 0), (1, 0, 0)),
    5: ((0, 1, 0), (1, 0, 0)),
    3: ((1, 0, 0), (0, 1, 0)),
    4: ((-1, 0, 0), (0, 1, 0)),
}
"""For the number of pips, the direction a face looks to, and one along it: those of opposite faces are 7 together."""

_STEP, _PIP, _ROUND, _SEAM = 0.27, 0.1, 0.11, 0.955
"""Shares of an edge: from pip to pip, a pip's radius, a corner's; the share of a face that is left of its seams."""

_LIGHT = np.array([-0.42, 0.62, 0.66])
_DARKEST, _BRIGHTEST = 0.5, 0.94
"""The direction of the light; the mix of ground and ink of a face turned away from it, and of one turned to it."""

_PITCH, _FIRST, _LAST, _CLEAR = 0.13, 0.022, 0.042, 0.08
"""Scene units: from a dot of a throw to the next, the radius of the first and of the last, and from one to a mark."""

_DICE = (((0.0, 0.0), (136.0, -40.0, -18.0)), ((1.45, 0.05), (-157.0, 26.0, 5.0)))
"""Of each die: its place, in edges, and its turns in degrees."""

_HOPS = ((0.0, 0.46, 0.22), (0.46, 0.78, 0.13), (0.78, 1.0, 0.07))
"""Of each hop of a throw: from where to where it goes, and its height, as shares of the whole way."""


class Die(VGroup):
    """A die in space, seen from the front, in ink.

    Args:
        turns: degrees around the axis to the right, the upward one, and the one towards the viewer.
        edge: scene units.
        style: theme.

    Attributes:
        faces: the visible faces by their number of pips, each a square and its pips.
    """

    def __init__(self, turns: tuple[float, float, float], *, edge: float = 0.7, style: Style = DEFAULT) -> None:
        self.style, self.edge = style, edge
        turned = _turned(*turns)
        self.faces = {
            pips: self._face(pips, turned @ np.array(out), turned @ np.array(along))
            for pips, (out, along) in _FACES.items()
            if float((turned @ np.array(out))[2]) > 0.05
        }
        super().__init__(*self.faces.values())
        laid(self, Layer.PIN)

    def _face(self, pips: int, out: NDArray[np.float64], along: NDArray[np.float64]) -> VGroup:
        """Return a face that looks to a direction, one of its edges along another, both of length 1."""
        across, theme = np.cross(out, along), self.style.theme
        light = float(np.clip(out @ _LIGHT / np.linalg.norm(_LIGHT), 0.0, 1.0))
        tone = ManimColor(theme.background).interpolate(
            ManimColor(theme.ink), _DARKEST + (_BRIGHTEST - _DARKEST) * light
        )
        corners = [self._seen(out / 2 + _SEAM * (x * along + y * across) / 2) for x, y in _AROUND]
        square = Polygon(*corners, stroke_width=0).round_corners(_ROUND * self.edge)
        square.set_fill(tone, 1.0 if theme.filled else 0.0)
        dots = VGroup()
        for x, y in _PIPS[pips]:
            dot = Circle(radius=1.0, stroke_width=0).set_fill(theme.background if theme.filled else theme.ink, 1.0)
            places = dot.points @ np.stack([along, across, out]) * _PIP + _STEP * (x * along + y * across) + out / 2
            dots.add(dot.set_points(np.array([self._seen(place) for place in places])))
        if not theme.filled:
            square.set_stroke(theme.ink, self.style.strokes.thin)
        return VGroup(square, dots)

    def _seen(self, place: NDArray[np.float64]) -> Point:
        """Return where a place of the die, in edges, is seen: its depth is left out."""
        return point(*(self.edge * place[:2]))


_AROUND = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _turned(right: float, up: float, front: float) -> NDArray[np.float64]:
    """Return the rotation around the axis to the right, then the upward one, then the one towards the viewer."""
    (a, b, c), rotation = (radians(angle) for angle in (right, up, front)), np.eye(3)
    for angle, (first, second) in ((a, (1, 2)), (b, (2, 0)), (c, (0, 1))):
        step = np.eye(3)
        step[[first, second], [first, second]] = cos(angle)
        step[first, second], step[second, first] = -sin(angle), sin(angle)
        rotation = step @ rotation
    return rotation


class ThrownDice(VGroup):
    """Two dice side by side: chance.

    Args:
        edge: scene units of a die's edge.
        style: theme.

    Attributes:
        dice: both.
    """

    def __init__(self, *, edge: float = 0.7, style: Style = DEFAULT) -> None:
        self.dice = VGroup(*(Die(turns, edge=edge, style=style).shift(edge * point(*at)) for at, turns in _DICE))
        super().__init__(self.dice)


def bounces(start: Point, end: Point, lift: float = 1.0) -> NDArray[np.float64]:
    """Return places along a throw from one point to another, in three hops, each lower than the last, shape (N, 3).

    Args:
        start: manim point.
        end: manim point, where it comes to rest.
        lift: how high it hops, as a share of the usual height.
    """
    way = np.asarray(end, float) - np.asarray(start, float)
    length, places = float(np.linalg.norm(way)), []
    for begin, stop, height in _HOPS:
        t = np.linspace(0.0, 1.0, 60)
        up = 4 * lift * height * length * t * (1 - t)
        places.append(np.asarray(start, float) + np.outer(begin + t * (stop - begin), way) + np.outer(up, (0, 1, 0)))
    return np.concatenate(places)


def dotted(places: NDArray[np.float64], color: str, marks: Sequence[Box], *, style: Style = DEFAULT) -> VGroup:
    """Return dots along a throw that grow towards its end and keep off boxes."""
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(places, axis=0), axis=1))])
    dots = VGroup()
    for place in np.arange(0.0, along[-1], _PITCH):
        x, y = (float(np.interp(place, along, places[:, part])) for part in (0, 1))
        around = (x - _CLEAR, y - _CLEAR, x + _CLEAR, y + _CLEAR)
        if any(overlap(around, mark) > 0 for mark in marks):
            continue
        dot = Dot(point(x, y), radius=_FIRST + (_LAST - _FIRST) * place / along[-1], color=style.theme.fill(color))
        dots.add(dot.set_background_stroke(color=style.theme.background, width=RIM / 2))
    return laid(dots, Layer.TRAIL)
