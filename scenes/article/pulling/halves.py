"""A word of two meanings as a mark in two halves, each in the colour of a family."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DashedLine, Intersection, Polygon, VGroup, VMobject

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import thin_line
from scenes.style import DEFAULT, Style

_CUT = 4.0
"""Stroke units of the line of the ground's colour between the halves."""

_FROM, _TO = 0.85, 1.75
"""Scene units from the word's place along the line of equal distance, between which it is dashed on both sides."""


class Halves(VGroup):
    """A word's mark, cut along the line of equal distance from two places; each half has the colour of its side.

    Args:
        word: the word at its place.
        places: the two manim points.
        colors: ``#rrggbb`` of both sides.
        style: theme.

    Attributes:
        sides: both halves.
        cut: the line between them.
        line: the line of equal distance, dashed on both sides of the mark.
        segments: its ends on each side.
    """

    def __init__(self, word: Token, places: Sequence[Point], colors: Sequence[str], *, style: Style = DEFAULT) -> None:
        way = np.asarray(places[0], float) - np.asarray(places[1], float)
        length = float(np.linalg.norm(way))
        toward = way / length if length > 1e-9 else point(1.0, 0.0)
        self.sides = VGroup(
            *(self._half(word, color, sign * toward, style) for color, sign in zip(colors, (1, -1), strict=True))
        )
        along = point(-toward[1], toward[0])
        half: Point = _edge(along, word.reach()) * along
        self.cut = thin_line(word.at - half, word.at + half, style.theme.background, _CUT)
        self.segments = [(flat(word.at + sign * _FROM * along), flat(word.at + sign * _TO * along)) for sign in (-1, 1)]
        self.line = VGroup(
            *(
                DashedLine(point(*start), point(*end), dash_length=0.09, color=style.theme.dim, stroke_width=2.4)
                for start, end in self.segments
            )
        )
        super().__init__(self.line, word.mark, self.sides, self.cut)
        laid(self, Layer.ICON)
        laid(self.line, Layer.SHADOW)

    def _half(self, word: Token, color: str, toward: Point, style: Style) -> VGroup:
        """Return all that lies on one side of the word's place, in the side's colour."""
        size = 4 * max(word.reach())
        across = point(-toward[1], toward[0]) * size
        area = Polygon(
            word.at + across, word.at - across, word.at - across + size * toward, word.at + across + size * toward
        )
        whole = Token(word.word, word.at, color, height=word.height_of_icon, large=True, style=style).mark
        half = VGroup()
        for piece in whole.family_members_with_points():
            assert isinstance(piece, VMobject)
            if piece.get_fill_opacity() == 0 and style.theme.filled:
                continue  # the rim stays whole
            half.add(_part(piece, area))
        return half


def _edge(along: Point, reach: tuple[float, float]) -> float:
    """Return how far a box of half a width and half a height goes in a direction of length 1."""
    shares = [half / abs(float(part)) for half, part in zip(reach, along[:2], strict=True) if abs(part) > 1e-9]
    return min(shares)


def _part(piece: VMobject, area: Polygon) -> VMobject:
    """Return the part of an outline within an area, drawn as the whole is."""
    part = Intersection(piece, area)
    part.match_style(piece, family=False)
    return part
