"""The border between two halves of the plane: a straight line of places as far from one middle as from the other."""

from __future__ import annotations

from collections.abc import Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from itertools import pairwise
from typing import Self

import numpy as np
from manim import ManimColor, VGroup, VMobject

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.ground import SideGlow
from scenes.parts.plane.labels import Box, Segment, clip
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_LIGHTS, _REACH, _FARTHEST = (0.28, 0.25), 1.3, 1.1
"""The opacities of both halves' lights at the border; how far they reach from it, as a share of the way between the
middles of both halves; at the most, as a share of the picture's diagonal, so that they fade in it seen from near by."""

_YELLOWS, _GOLD = (0.1, 0.19), 0.112
"""The hues, of 1 around the wheel, which look green where they are dark; the hue of the light in their stead."""

_INK = 0.5
"""The share of ink in the colour of a half's name, so that it is read on a ground of that."""

_LINE, _DASH, _FILLED = 4.0, 0.22, 0.62
"""Stroke units of the line; scene units from one of its dashes to the next, and the share of that which is drawn."""

_STRIPS = 40
"""Strips in which a half is covered."""

_FAR = 100.0
"""Scene units that are beyond every frame."""


class Border(VGroup):
    """The line between two halves of a picture, from which each is lit in its colour.

    Args:
        frame: the picture.
        colors: ``#rrggbb`` of the first half and of the second, as type has them.
        style: theme.

    Attributes:
        inks: ``#rrggbb`` of both halves' names, lighter or darker than their colours.
        halves: the corners of both, closed.
        line: between them, dashed.
        segment: its ends, from the lower to the upper one; None where it passes the picture by.
    """

    def __init__(self, frame: Box, colors: Sequence[str], *, style: Style = DEFAULT) -> None:
        self._frame, self._colors = frame, [_light_of(style.theme.fill(color)) for color in colors]
        ink = ManimColor(style.theme.ink)
        self.inks = [ManimColor(color).interpolate(ink, _INK).to_hex() for color in colors]
        self._middle, self._toward = point(), point(1.0)
        self.halves: list[list[Point]] = [[], []]
        self.line = VMobject().set_stroke(style.theme.ink, _LINE)
        self.segment: Segment | None = None
        super().__init__(laid(self.line, Layer.SHADOW))

    def lie(self, middle: Point, toward: Point) -> Self:
        """Let the line run through a manim point, square to the way to the first middle from the second.

        Where these are at one place, there is no line, and no half.
        """
        left, low, right, top = self._frame
        corners = [point(left, low), point(right, low), point(right, top), point(left, top)]
        self._middle, self._toward = middle, toward
        self.halves, self.segment = [[], []], None
        self.line.clear_points()
        length = float(np.linalg.norm(toward))
        if not length:
            return self
        self.halves = [_half(corners, middle, sign * toward) for sign in (1, -1)]
        along = point(-toward[1], toward[0]) * (1 if toward[0] >= 0 else -1) / length
        self.segment = clip((flat(middle - _FAR * along), flat(middle + _FAR * along)), self._frame)
        if self.segment is not None:
            self._dash(*(point(*end) for end in self.segment))
        return self

    def lights(self, share: float) -> list[SideGlow]:
        """Return a share of both halves' lights, strongest at the line; none where there is no half."""
        left, low, right, top = self._frame
        length = float(np.linalg.norm(self._toward))
        if not length:
            return []
        reach = min(_REACH, _FARTHEST * float(np.hypot(right - left, top - low)) / length)
        return [
            SideGlow(flat(self._middle), flat(self._middle + sign * reach * self._toward), color, share * opacity)
            for color, sign, opacity in zip(self._colors, (1, -1), _LIGHTS, strict=True)
        ]

    def covered(self) -> tuple[list[Box], list[Box]]:
        """Return boxes that cover each half, in strips from side to side."""
        left, low, right, top = self._frame
        first, second = list[Box](), list[Box]()
        for half, boxes in zip(self.halves, (first, second), strict=True):
            sides = list(pairwise(map(flat, half)))
            for start, end in pairwise(np.linspace(left, right, _STRIPS + 1).tolist()):
                inside = [clip(side, (start, low, end, top)) for side in sides]
                heights = [place[1] for piece in inside if piece is not None for place in piece]
                if heights:
                    boxes.append((start, min(heights), end, max(heights)))
        return first, second

    def _dash(self, start: Point, end: Point) -> None:
        """Draw the line in dashes, as one outline."""
        way = end - start
        count = max(1, round(float(np.linalg.norm(way)) / _DASH))
        for index in range(count):
            self.line.start_new_path(start + index / count * way)
            self.line.add_line_to(start + (index + _FILLED) / count * way)


def _light_of(color: str) -> str:
    """Return the colour of light for a family's: gold for yellow."""
    hue, lightness, saturation = rgb_to_hls(*ManimColor(color).to_rgb())
    gold = _YELLOWS[0] < hue < _YELLOWS[1]
    return ManimColor(hls_to_rgb(_GOLD if gold else hue, lightness, saturation)).to_hex()


def _half(corners: Sequence[Point], middle: Point, toward: Point) -> list[Point]:
    """Return the corners of the part of a convex shape that lies in a direction from a line, closed."""
    kept: list[Point] = []
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        first, last = (float((each - middle) @ toward) for each in (start, end))
        if first >= 0:
            kept.append(start)
        if first * last < 0:
            kept.append(start + first / (first - last) * (end - start))
    return [*kept, *kept[:1]]
