"""Angles from one word's vector to others: how similar words are to it in direction, and how hard they pull."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import torch
from manim import Arc, VGroup, VMobject
from torch import Tensor

from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Row, Typeset
from scenes.style import DEFAULT, Style

_RADIUS, _STROKE = 0.85, 6.0
"""Scene units: the radius of the arc; the stroke units of its line."""

SLIM = 0.75
"""The share of their usual width that all bands have in this figure, where the word's own is short beside its icon."""

_ALONG = 13
"""Points on an arc that becomes straight."""

_LEAF, _EDGE, _RIBS = 0.14, 3.0, 61
"""The opacity of a fan, the stroke units of its edges, and the points of its rim."""

_SHORT_OF, _FARTHEST = 0.16, 2.2
"""Scene units from a fan's rim to the nearest word, and of its radius at most."""

_LEAST_TURN = 1e-3
"""Radians below which no arc is drawn."""

_GROWN = 0.5
"""The share of an opening in which its vector grows; then its angle opens."""

_CLEAR, _WIDTH = 0.05, 0.05
"""Scene units from a vector's tip to its word's mark, and the width of its shaft."""


class Degrees(Row):
    """An angle as a number of whole degrees.

    Args:
        degrees: the angle.
        size: manim font units.
        color: ``#rrggbb``.
        style: theme and sizes.
    """

    def __init__(self, degrees: Tensor | float, *, size: float, color: str, style: Style = DEFAULT) -> None:
        number = Number(degrees, decimals=0, size=size, color=color, style=style)
        super().__init__([number, Typeset("°", size, color, style=style)], 0.001 * size)


class Opening(VGroup):
    """A word's vector, and the angle at which it stands to another one's: the vector grows, then the angle opens.

    Args:
        origin: manim point.
        word: the word from whose direction the angle is measured.
        other: the word.
        style: theme.

    Attributes:
        turn: the angle in radians, signed.
        shade: its colour, ``#rrggbb``.
        arrow: the vector.
        arc: the angle.
    """

    def __init__(self, origin: Point, word: Token, other: Token, *, style: Style = DEFAULT) -> None:
        self._origin, self._zero, self.turn = origin, _direction(origin, word), _turn(origin, word, other)
        theme, hue = style.theme, other.color_by_role
        color = self.shade = theme.dim if hue == theme.ink else hue
        self.arrow = _arrow(origin, other, color, style)
        self._tip = self.arrow.end.copy()
        self.arc = VMobject(stroke_color=color, stroke_width=_STROKE)
        self.arc.set_background_stroke(color=style.theme.background, width=_STROKE + 6.0)
        super().__init__(laid(self.arc, Layer.VECTOR), self.arrow)
        self.open(1.0)

    def open(self, share: float) -> None:
        """Draw a share, 0 to 1, of both: of the vector first."""
        grown, turned = min(share / _GROWN, 1.0), max((share - _GROWN) / (1 - _GROWN), 1e-3)
        self.arrow.set_ends(self._origin, self._origin + max(grown, 1e-3) * (self._tip - self._origin))
        self.arc.set_points(Arc(_RADIUS, self._zero, turned * self.turn, arc_center=self._origin).points)

    def opens(self, **options: Any) -> Live:
        """Return how the vector grows and the angle opens."""
        return Live([self.arrow, self.arc], self.open, **options)

    def reaches(self, first: Point, last: Point, *, width: float, **options: Any) -> Live:
        """Return how the arc moves out along both vectors, and becomes straight between two points.

        Args:
            first: manim point in the direction from which the angle is measured.
            last: manim point in the word's direction.
            width: of the line in the end, stroke units.
            options: passed on to manim's ``Animation``.
        """
        turns = self._zero + np.linspace(0.0, self.turn, _ALONG)
        arc = self._origin + _RADIUS * np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)  # (_ALONG, 3)
        line = np.linspace(first, last, _ALONG)

        def follow(share: float) -> None:
            self.arc.set_points_smoothly([*(arc + share * (line - arc))])
            self.arc.set_stroke(width=_STROKE + share * (width - _STROKE))

        return Live([self.arc], follow, **options)


class Itself(VGroup):
    """A second vector of a word, turned off the first by an angle that is none where it lies upon that.

    Args:
        origin: manim point.
        word: the word.
        style: theme.

    Attributes:
        arrow: the vector.
        arc: the angle.
    """

    def __init__(self, origin: Point, word: Token, *, style: Style = DEFAULT) -> None:
        self._origin, self._zero, color = origin, _direction(origin, word), word.color_by_role
        self.arrow = _arrow(origin, word, color, style)
        self._length = self.arrow.length
        self.arc = VMobject(stroke_color=color, stroke_width=_STROKE)
        super().__init__(laid(self.arc, Layer.VECTOR), self.arrow)
        self.turn_off(0.0)

    def turn_off(self, turn: float) -> Self:
        """Turn the vector to an angle from the word's direction, radians."""
        at = self._zero + turn
        self.arrow.set_ends(self._origin, self._origin + self._length * point(math.cos(at), math.sin(at)))
        seen = abs(turn) > _LEAST_TURN
        self.arc.set_points(Arc(_RADIUS, self._zero, turn if seen else _LEAST_TURN, arc_center=self._origin).points)
        self.arc.set_stroke(opacity=float(seen))
        return self


class Fan(VGroup):
    """A fan that opens from a word's direction to both sides alike: it meets the nearest directions first.

    Args:
        origin: manim point.
        word: the word from whose direction it opens.
        radius: scene units.
        style: theme.

    Attributes:
        turn: the angle to which it is open, radians, from the word's direction to either edge.
        leaf: what it covers.
        edges: its two edges.
    """

    def __init__(self, origin: Point, word: Token, radius: float, *, style: Style = DEFAULT) -> None:
        self._origin, self._zero, self._radius = origin, _direction(origin, word), radius
        theme, color = style.theme, word.color_by_role
        self.leaf = VMobject(stroke_width=0).set_fill(theme.fill(color), _LEAF if theme.filled else 0.0)
        self.edges = VGroup(*(VMobject(stroke_color=color, stroke_width=_EDGE) for _ in range(2)))
        super().__init__(self.leaf, self.edges)
        laid(self, Layer.SHADOW)
        self.open(0.0)

    def open(self, turn: float) -> None:
        """Open the fan to an angle, radians."""
        self.turn = turn
        turns = self._zero + np.linspace(-turn, turn, _RIBS)
        rim = [self._origin + self._radius * point(math.cos(each), math.sin(each)) for each in turns]
        self.leaf.set_points_as_corners([self._origin, *rim, self._origin])
        for edge, end in zip(self.edges, (rim[0], rim[-1]), strict=True):
            edge.set_points_as_corners([self._origin, end])

    def opens(self, first: float, last: float, **options: Any) -> Live:
        """Return how the fan opens, or closes, from one angle to another, radians."""
        return Live([self], lambda share: self.open(first + share * (last - first)), **options)


class Angles:
    """The angles from one word to all others, the narrowest first.

    Args:
        origin: manim point.
        word: the word from whose direction they are measured.
        others: the other words.
        style: theme.

    Attributes:
        origin: manim point.
        word: the word.
        openings: each other word's vector and angle, by angle.
        words: these words.
        own: the word's own vector.
        itself: the same again, to be laid upon it.
        fan: opens from the word's direction; it ends short of all words, so that it crosses no name.
    """

    def __init__(self, origin: Point, word: Token, others: Sequence[Token], *, style: Style = DEFAULT) -> None:
        self.origin, self.word = point(*np.asarray(origin, float)[:2]), word
        ordered = sorted(others, key=lambda token: abs(_turn(self.origin, word, token)))
        self.words = [token.word for token in ordered]
        self.openings = [Opening(self.origin, word, token, style=style) for token in ordered]
        self.own = _arrow(self.origin, word, word.color_by_role, style)
        self.itself = Itself(self.origin, word, style=style)
        near = min(float(np.linalg.norm(token.at - self.origin)) for token in ordered) - _SHORT_OF
        self.fan = Fan(self.origin, word, min(max(near, _RADIUS), _FARTHEST), style=style)

    def lines(self) -> list[Segment]:
        """Return where all vectors run."""
        return [(flat(self.origin), flat(arrow.end)) for arrow in self.arrows]

    @property
    def arrows(self) -> list[Vector]:
        """All vectors, the word's own first."""
        return [self.own, *(opening.arrow for opening in self.openings)]


def _direction(origin: Point, token: Token) -> float:
    """Return the direction from the origin to a word's place, radians."""
    way = token.at - origin
    return float(np.arctan2(way[1], way[0]))


def within_half_turn(turn: float) -> float:
    """Return an angle as one from minus half a turn to half a turn, radians."""
    return float((turn + np.pi) % (2 * np.pi) - np.pi)


def _turn(origin: Point, first: Token, second: Token) -> float:
    """Return the angle from one word's direction to another's, radians, signed."""
    return within_half_turn(_direction(origin, second) - _direction(origin, first))


def _tip(origin: Point, token: Token) -> Point:
    """Return where a word's vector ends, before its mark."""
    way = token.at - origin
    return np.asarray(origin + way * max(1 - (max(token.reach()) + _CLEAR) / float(np.linalg.norm(way)), 0.1))


def _arrow(origin: Point, token: Token, color: str, style: Style) -> Vector:
    """Return a word's vector, which ends before its mark."""
    return Vector(origin, _tip(origin, token), color, width=_WIDTH, style=style)


def degrees_apart(vectors: Tensor, vector: Tensor) -> Tensor:
    """Return the angles between vectors, shape (N, 2), and one of shape (2,), in degrees from 0 to 180, shape (N,)."""
    turned = vectors[:, 0] * vector[1] - vectors[:, 1] * vector[0]  # (N,)
    return torch.rad2deg(torch.atan2(turned.abs(), vectors @ vector))
