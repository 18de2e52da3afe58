"""Angles from one word's vector to others: how similar words are to it in direction, and how hard they pull."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import Arc, ManimColor, VGroup, VMobject, smooth
from torch import Tensor

from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band
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


class Angles:
    """The angles from one word to others on one side of it, from the narrowest on, as far as half a turn.

    Args:
        origin: manim point.
        word: the word from whose direction they are measured.
        others: the other words.
        style: theme.

    Attributes:
        origin: manim point.
        word: the word.
        swept: the other words on the side of the nearest one, by angle.
        turns: these angles in radians, signed.
        own: the word's own vector.
    """

    def __init__(self, origin: Point, word: Token, others: Sequence[Token], *, style: Style = DEFAULT) -> None:
        self.origin, self.word = point(*np.asarray(origin, float)[:2]), word
        turns = {token: _turn(self.origin, word, token) for token in others}
        ordered = sorted(others, key=lambda token: abs(turns[token]))
        self._tokens = [token for token in ordered if turns[token] * turns[ordered[0]] > 0]
        self.swept = [token.word for token in self._tokens]
        self.turns = [turns[token] for token in self._tokens]
        self.own = _arrow(self.origin, word, word.color_by_role, style)

    def lines(self) -> list[Segment]:
        """Return where all vectors run."""
        tips = [self.own.end, *(_tip(self.origin, token) for token in self._tokens)]
        return [(flat(self.origin), flat(tip)) for tip in tips]


@dataclass(frozen=True)
class Stop:
    """A word at which a sweeping arrow stops.

    Attributes:
        token: the word.
        weight: how hard it pulls.
        color: ``#rrggbb``, by role.
    """

    token: Token
    weight: float
    color: str


class Sweep(VGroup):
    """An arrow that turns from word to word, with its angle to the pulled word, and the band with which it pulls that.

    Between two words its tip goes straight from place to place. There the weight is what a word at that place would
    have beside the same others: its score is linear in the place, so its logarithm is.

    Args:
        angles: from the pulled word, in the order in which the arrow turns.
        pulled: manim point of the pulled word.
        stops: the words at which it stops, in that order.
        style: theme.

    Attributes:
        arc: the angle.
        arrow: the vector.
        band: the pull.
        weight: how hard it pulls.
    """

    def __init__(self, angles: Angles, pulled: Point, stops: Sequence[Stop], *, style: Style = DEFAULT) -> None:
        self._angles, self._pulled, self._stops = angles, np.array(pulled, float), stops
        self._zero = _direction(angles.origin, angles.word)
        first = stops[0]
        self.arc = VMobject(stroke_width=_STROKE)
        self.arc.set_background_stroke(color=style.theme.background, width=_STROKE + 6.0)
        self.arrow = _arrow(angles.origin, first.token, first.color, style)
        self.band = Band(first.token.at, pulled, first.weight, first.color, style=style)
        super().__init__(laid(self.arc, Layer.VECTOR), self.arrow, self.band)
        self._style = style
        self._put(0, 0, 0.0)

    def turn(self, first: int, last: int) -> Live:
        """Return how the arrow turns from one stop to another, past all between them."""
        return Live([self], lambda share: self._between(first + share * (last - first)), rate_func=smooth)

    def _between(self, along: float) -> None:
        """Put the arrow at a place among the stops, counted from 0."""
        before = min(int(along), len(self._stops) - 2)
        self._put(before, before + 1, along - before)

    def _put(self, first: int, last: int, share: float) -> None:
        """Put the arrow a share of the way from one stop to another."""
        old, new, origin = self._stops[first], self._stops[last], self._angles.origin
        place = old.token.at + share * (new.token.at - old.token.at)
        tips = [_tip(origin, stop.token) for stop in (old, new)]
        self.arrow.set_ends(origin, tips[0] + share * (tips[1] - tips[0]))
        way = place - origin
        turn = _within_half(float(np.arctan2(way[1], way[0])) - self._zero)
        color = ManimColor(old.color).interpolate(ManimColor(new.color), share).to_hex()
        self.arc.set_points(Arc(_RADIUS, self._zero, turn, arc_center=origin).points).set_stroke(color)
        self.arrow.body.set_fill(self._style.theme.fill(color))
        self.weight = old.weight ** (1 - share) * new.weight**share
        self._paint_band(place, self.weight, color, old.token.tuck(self._pulled, 0.0) * (1 - share))

    def _paint_band(self, place: Point, weight: float, color: str, tuck: float) -> None:
        """Draw the band from a place, as wide as a weight."""
        band = Band(place, self._pulled, weight, color, slim=SLIM, style=self._style).set_tuck(tuck)
        self.band.become(band)


def _direction(origin: Point, token: Token) -> float:
    """Return the direction from the origin to a word's place, radians."""
    way = token.at - origin
    return float(np.arctan2(way[1], way[0]))


def _within_half(turn: float) -> float:
    """Return an angle as one from minus half a turn to half a turn, radians."""
    return float((turn + np.pi) % (2 * np.pi) - np.pi)


def _turn(origin: Point, first: Token, second: Token) -> float:
    """Return the angle from one word's direction to another's, radians, signed."""
    return _within_half(_direction(origin, second) - _direction(origin, first))


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
