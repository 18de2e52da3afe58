"""Two angles from one word's vector: how similar two words are to it in direction."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Arc, VGroup

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
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
        shown: the words whose vectors are drawn with it.
        style: theme.

    Attributes:
        arcs: the arc.
        arrows: the vectors, which end before their words' marks.
        lines: where these run.
    """

    def __init__(
        self,
        origin: Point,
        first: Token,
        second: Token,
        color: str,
        shown: Sequence[Token],
        *,
        style: Style = DEFAULT,
    ) -> None:
        start, end = (float(np.arctan2(*(token.at - origin)[1::-1])) for token in (first, second))
        turn = (end - start + np.pi) % (2 * np.pi) - np.pi
        arc = Arc(_RADIUS, start, turn, arc_center=origin, color=color, stroke_width=_STROKE)
        arc.set_background_stroke(color=style.theme.background, width=_STROKE + 6.0)
        self.arcs, self.arrows = laid(VGroup(arc), Layer.VECTOR), VGroup()
        self.lines: list[Segment] = []
        for token in shown:
            way = token.at - origin
            length = float(np.linalg.norm(way))
            end_at = origin + way * max(1 - (max(token.reach()) + _CLEAR) / length, 0.1)
            paint = color if token is second else token.color_by_role
            self.lines.append((flat(origin), flat(end_at)))
            self.arrows.add(Vector(origin, end_at, paint, width=_WIDTH, style=style))
        super().__init__(self.arcs, self.arrows)


class Angles(VGroup):
    """The angle from one word to that which is nearest in direction, and the one to the next, in the colour of type.

    Args:
        origin: manim point.
        words: the word, the nearest one, and the next.
        style: theme.

    Attributes:
        narrow: the angle to the nearest, with the vectors of both words.
        wide: the angle to the next, with that word's vector.
    """

    def __init__(self, origin: Point, words: Sequence[Token], *, style: Style = DEFAULT) -> None:
        word, nearest, following = words
        origin = point(*np.asarray(origin, float)[:2])
        self.narrow = Angle(origin, word, nearest, nearest.color_by_role, (word, nearest), style=style)
        self.wide = Angle(origin, word, following, style.theme.ink, (following,), style=style)
        super().__init__(self.narrow, self.wide)

    def lines(self) -> list[Segment]:
        """Return where all vectors run."""
        return [line for angle in (self.narrow, self.wide) for line in angle.lines]
