"""Two angles from one word's vector: how similar two words are to it in direction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from manim import Arc, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Row, Typeset
from scenes.style import DEFAULT, Style

_RADIUS, _STROKE = 0.85, 6.0
"""Scene units: the radius of both arcs; the stroke units of their lines."""

_CLEAR, _WIDTH = 0.05, 0.05
"""Scene units from a vector's tip to its word's mark, and the width of its shaft."""


class Angle(VGroup):
    """An angle between the vectors of two words.

    Args:
        origin: manim point.
        first: the word from whose direction it is measured.
        second: the other word.
        color: ``#rrggbb`` of the arc, and of the second vector.
        style: theme.

    Attributes:
        arcs: the arc.
        arrows: the second word's vector.
    """

    def __init__(self, origin: Point, first: Token, second: Token, color: str, *, style: Style = DEFAULT) -> None:
        start, end = (float(np.arctan2(*(token.at - origin)[1::-1])) for token in (first, second))
        turn = (end - start + np.pi) % (2 * np.pi) - np.pi
        arc = Arc(_RADIUS, start, turn, arc_center=origin, color=color, stroke_width=_STROKE)
        arc.set_background_stroke(color=style.theme.background, width=_STROKE + 6.0)
        self.arcs = laid(VGroup(arc), Layer.VECTOR)
        self.arrows = VGroup(_arrow(origin, second, color, style))
        super().__init__(self.arcs, self.arrows)


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


class Angles(VGroup):
    """The angle from one word to that which is nearest in direction, and the one to the next, in the colour of type.

    Args:
        origin: manim point.
        words: the word, the nearest one, and the next.
        style: theme.

    Attributes:
        words: the three words.
        own: the word's own vector.
        narrow: the angle to the nearest, with that word's vector.
        wide: the angle to the next, with that word's vector.
    """

    def __init__(self, origin: Point, words: Sequence[Token], *, style: Style = DEFAULT) -> None:
        word, nearest, following = words
        origin = point(*np.asarray(origin, float)[:2])
        self.words = (word, nearest, following)
        self.own = _arrow(origin, word, word.color_by_role, style)
        self.narrow = Angle(origin, word, nearest, nearest.color_by_role, style=style)
        self.wide = Angle(origin, word, following, style.theme.ink, style=style)
        super().__init__(self.own, self.narrow, self.wide)

    def lines(self) -> list[Segment]:
        """Return where all vectors run."""
        arrows = (self.own, *self.narrow.arrows, *self.wide.arrows)
        return [(flat(arrow.start), flat(arrow.end)) for arrow in arrows]


def _arrow(origin: Point, token: Token, color: str, style: Style) -> Vector:
    """Return a word's vector, which ends before its mark."""
    way = token.at - origin
    end = origin + way * max(1 - (max(token.reach()) + _CLEAR) / float(np.linalg.norm(way)), 0.1)
    return Vector(origin, end, color, width=_WIDTH, style=style)


def degrees_apart(vectors: Tensor, vector: Tensor) -> Tensor:
    """Return the angles between vectors, shape (N, 2), and one of shape (2,), in degrees from 0 to 180, shape (N,)."""
    turned = vectors[:, 0] * vector[1] - vectors[:, 1] * vector[0]  # (N,)
    return torch.rad2deg(torch.atan2(turned.abs(), vectors @ vector))
