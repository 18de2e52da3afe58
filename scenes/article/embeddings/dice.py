"""Two thrown dice: what gives words their numbers before they mean anything."""

from __future__ import annotations

from itertools import pairwise
from math import cos, radians, sin

import numpy as np
from manim import Circle, Dot, ManimColor, Polygon, VGroup
from numpy.typing import NDArray

from scenes.parts.geometry import Point, point
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

_PITCH, _FIRST, _LAST = 0.13, 0.018, 0.036
"""Scene units: from a dot of a die's way to the next, and the radius of the first and of the last."""

_DICE = (
    ((0.0, 0.0), (136.0, -40.0, -18.0), ((-4.6, 0.6), (-2.4, 0.35), (-0.8, 0.0))),
    ((1.7, 0.05), (-157.0, 26.0, 5.0), ((-4.6, 1.62), (1.6, 0.0))),
)
"""Of each die, in edges: its place, its turns in degrees, and its hops: where each begins or ends, and its height."""


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
    """Two dice that have just come to rest, with the hops by which they came as dots.

    Args:
        edge: scene units of a die's edge.
        hops: whether the dots are drawn.
        style: theme.

    Attributes:
        dice: both.
    """

    def __init__(self, *, edge: float = 0.7, hops: bool = True, style: Style = DEFAULT) -> None:
        self.dice, ways = VGroup(), VGroup()
        for (x, y), turns, way in _DICE:
            self.dice.add(Die(turns, edge=edge, style=style).shift(edge * point(x, y)))
            if hops:
                ways.add(_hops([(edge * at, edge * height) for at, height in way], edge, style))
        super().__init__(ways, self.dice)


def _hops(way: list[tuple[float, float]], edge: float, style: Style) -> VGroup:
    """Return dots along hops over the floor; each begins at a place and has a height, the last place ends the way."""
    fine = np.concatenate(
        [
            [(start + t * (end - start), -edge / 2 + 4 * height * t * (1 - t)) for t in np.linspace(0, 1, 60)]
            for (start, height), (end, _) in pairwise(way)
        ]
    )
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(fine, axis=0), axis=1))])
    dots = VGroup()
    for place in np.arange(0.0, along[-1], _PITCH):
        x, y = (float(np.interp(place, along, fine[:, part])) for part in (0, 1))
        radius = _FIRST + (_LAST - _FIRST) * place / along[-1]
        dot = Dot(point(x, y), radius=radius, color=style.theme.dim)
        dots.add(dot.set_background_stroke(color=style.theme.background, width=RIM / 2))
    return laid(dots, Layer.TRAIL)
