"""A word of two meanings as a mark in its own colour, its rim and its light half in the colour of each family."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DashedLine, Sector, VGroup, VMobject
from numpy.typing import NDArray

from scenes.parts.geometry import Point, cubic, flat, point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.style import DEFAULT, Style

_RIM, _GROUND = 26.0, 8.0
"""Stroke units of the rim, half of which is seen around the mark, and of the ground between it and the mark."""

_FROM, _LENGTH = 0.7, 1.1
"""The place where the dashes along the line of equal distance begin on both sides of the word, in heights of its mark;
how long they are, scene units."""

_RADIUS, _PEAK, _RINGS = 1.1, 0.42, 22
"""The light around the word: in heights of its mark, its opacity in the middle, and the rings of which it is made."""

_STEPS = 12
"""Places on each curve of an outline."""


class Halves(VGroup):
    """A word's mark between two places: its rim and the light around it have, on each side, the colour of that side.

    Args:
        word: the word at its place.
        places: the two manim points.
        colors: ``#rrggbb`` of both sides.
        style: theme.

    Attributes:
        rims: the rim's half on each side.
        line: the line of equal distance from both places, dashed on both sides of the mark.
        segments: its ends on each side, from the mark outwards.
    """

    def __init__(self, word: Token, places: Sequence[Point], colors: Sequence[str], *, style: Style = DEFAULT) -> None:
        first, second = (np.asarray(place, float) for place in places)
        length = float(np.linalg.norm(first - second))
        toward = (first - second) / length if length > 1e-9 else point(1.0, 0.0)
        self.rims, light = VGroup(), VGroup()
        for color, sign in zip(colors, (1, -1), strict=True):
            self.rims.add(_rim(word, color, sign * toward))
            light.add(_light(word, style.theme.fill(color), sign * toward) if style.theme.filled else VGroup())
        along = point(-toward[1], toward[0])
        # Where the word is not as far from one as from the other, the line of equal distance runs beside it.
        nearest = word.at + toward * float(((first + second) / 2 - word.at) @ toward)
        begin = _FROM * word.height_of_icon
        self.segments: list[Segment] = [
            (flat(nearest + sign * begin * along), flat(nearest + sign * (begin + _LENGTH) * along)) for sign in (1, -1)
        ]
        self.line = VGroup(
            *(
                DashedLine(point(*start), point(*end), dash_length=0.09, color=style.theme.ink, stroke_width=3.0)
                for start, end in self.segments
            )
        )
        super().__init__(laid(light, Layer.GLOW), self.line, self.rims, _ground(word, style), word.mark)
        for piece in self.submobjects[2:]:
            laid(piece, Layer.ICON)
        laid(self.line, Layer.SHADOW)


def _outlines(word: Token) -> list[NDArray[np.float64]]:
    """Return places along the outlines of a word's mark, each of shape (n, 3)."""
    mark = word.mark.skin if isinstance(word.mark, ShadedIcon) else word.mark
    shares = np.linspace(0.0, 1.0, _STEPS, endpoint=False)
    return [
        np.concatenate([cubic(curve, shares) for curve in piece.points.reshape(-1, 4, 3)])
        for piece in mark.family_members_with_points()
    ]


def _rim(word: Token, color: str, toward: Point) -> VGroup:
    """Return the part of a wide line around a mark that lies on one side of the word's place."""
    rim = VGroup()
    for outline in _outlines(word):
        inside = (outline - word.at) @ toward > 0
        if not inside.any():
            continue
        start = 0 if inside.all() else int(np.flatnonzero(~inside)[0])
        places, kept = np.roll(outline, -start, axis=0), np.roll(inside, -start)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], kept, [False]]).astype(int)))
        for first, last in edges.reshape(-1, 2):
            run = places[first:last]
            if len(run) > 1:
                line = VMobject(stroke_color=color, stroke_width=_RIM)
                rim.add(line.set_points_as_corners(np.concatenate([run, run[:1]]) if inside.all() else run))
    return rim


def _ground(word: Token, style: Style) -> VGroup:
    """Return the line of the ground's colour that parts a mark from its rim."""
    ground = VGroup()
    for outline in _outlines(word):
        line = VMobject(stroke_color=style.theme.background, stroke_width=_GROUND)
        ground.add(line.set_points_as_corners(np.concatenate([outline, outline[:1]])))
    return ground


def _light(word: Token, color: str, toward: Point) -> VGroup:
    """Return half a round light: rings whose opacities compound to the peak in the middle."""
    each, turn = 1 - (1 - _PEAK) ** (1 / _RINGS), float(np.arctan2(toward[1], toward[0]))
    return VGroup(
        *(
            Sector(
                radius=_RADIUS * word.height_of_icon * float(share) ** 1.15,
                angle=np.pi,
                start_angle=turn - np.pi / 2,
                arc_center=word.at,
                stroke_width=0,
                fill_color=color,
                fill_opacity=each,
            )
            for share in np.linspace(1.0, 0.3, _RINGS)
        )
    )
