"""Angles from a word to others: two equal ones, its own and the puller's, and those of words without a share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
from manim import Arc, VGroup, VMobject
from torch import Tensor

from scenes.article.pulling.angles import Degrees, within_half_turn
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.style import DEFAULT, Style

_RADIUS, _LABEL, _STROKE, _RAY, _SHORT = 1.0, 1.36, 5.0, 2.4, 0.12
"""Scene units from the origin to the arcs and to their numbers; stroke units of the arcs and of the rays; scene units
from a ray's tip to the place it points to, at most."""

_ZERO, _ASIDE = 1.75, 0.27
"""Scene units from the origin to the number of the word's own angle, and from the word's ray to it."""

_THIN, _INNER = 1.6, 0.62
"""Stroke units of the rays of words without a share; scene units from the origin to the arc of their angle."""

_SHARES, _RADII = (0.5, 0.35, 0.65, 0.8, 0.2), (0.98, 1.15, 0.9)
"""Places of the number of that angle: at a share of it, and so far from the origin, scene units."""

_ALIKE = 0.02
"""The share by which two angles, and two lengths, differ at most to be laid upon each other."""

_LEAST_TURN = 1e-3
"""Radians of the shortest arc that is drawn."""

_NARROW = np.radians(24.0)
"""The angle below which no number stands in it."""


class AsNear(VGroup):
    """Two equal angles on both sides of a word's direction; the second is the first one, laid over.

    Args:
        origin: manim point.
        word: manim point of the word from whose direction both are measured.
        others: manim points of the two other words.
        degrees: both angles, shape (2,).
        colors: ``#rrggbb``: of the word, and of both others as they are seen now.
        style: theme and sizes.

    Attributes:
        middle: the word's ray.
        still: the first angle: its ray and its arc.
        hand: what is laid over.
        said: both angles' numbers.
    """

    def __init__(
        self,
        origin: Point,
        word: Point,
        others: tuple[Point, Point],
        degrees: Tensor,
        colors: tuple[str, str, str],
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._origin, self._zero = origin, _direction(origin, word)
        self._turns = [within_half_turn(_direction(origin, other) - self._zero) for other in others]
        self._lengths = [max(float(np.linalg.norm(other - origin)) - _SHORT, _SHORT) for other in others]
        self.middle = VMobject(stroke_color=colors[0], stroke_width=_RAY)
        self.middle.set_points_as_corners([origin, word])
        rays = [VMobject(stroke_color=color, stroke_width=_RAY) for color in colors[1:]]
        arcs = [VMobject(stroke_color=color, stroke_width=_STROKE) for color in colors[1:]]
        self.still, self.hand = (VGroup(ray, arc) for ray, arc in zip(rays, arcs, strict=True))
        self.said = VGroup()
        for turn, angle, color in zip(self._turns, degrees, colors[1:], strict=True):
            label = Degrees(angle, size=style.sizes.number, color=color, style=style)
            self.said.add(haloed(label.move_to(_at(self._origin, self._zero + turn / 2, _LABEL)), style))
        super().__init__(self.middle, self.still, self.hand, self.said)
        laid(VGroup(self.middle, self.still, self.hand), Layer.SHADOW)
        laid(self.said, Layer.LABEL)
        self._draw(self.still, self._turns[0], self._lengths[0])
        self.lay_over(1.0)

    @property
    def is_alike(self) -> bool:
        """Return whether the first angle, laid over, fits the second, and is wide enough to be seen."""
        first, second = self._turns
        turns = abs(first + second) < _ALIKE * abs(first) and min(abs(first), abs(second)) > _NARROW
        return turns and abs(self._lengths[0] - self._lengths[1]) < _ALIKE * self._lengths[0]

    def _draw(self, angle: VGroup, turn: float, length: float) -> None:
        """Draw an angle that is open so far, radians, with a ray of some length."""
        ray, arc = angle
        ray.set_points_as_corners([self._origin, _at(self._origin, self._zero + turn, length)])
        _bend(arc, self._origin, _RADIUS, self._zero, turn)

    def opens(self) -> Live:
        """Return how the first angle opens from the word's direction."""
        return Live([self.still], lambda share: self._draw(self.still, share * self._turns[0], self._lengths[0]))

    def lay_over(self, share: float) -> None:
        """Turn the hand a share of the way from the first word to the second, like a page about the word's ray."""
        first, last = (np.array([turn, length]) for turn, length in zip(self._turns, self._lengths, strict=True))
        turn, length = first + share * (last - first)
        self._draw(self.hand, float(turn), float(length))

    def lays_over(self) -> Live:
        """Return how the hand is laid over."""
        return Live([self.hand], self.lay_over)


class TwoAngles(VGroup):
    """A word's direction, at which it stands to itself at no angle, and the angle from there to another word.

    Args:
        origin: manim point.
        word: manim point of the word.
        other: manim point of the other one.
        degrees: the word's angle to itself, and to the other one, shape (2,).
        colors: ``#rrggbb`` of the word and of the other one.
        style: theme and sizes.

    Attributes:
        middle: the word's ray.
        ray: the other one's.
        arc: the angle.
        said: both angles' numbers, the word's own first.
    """

    def __init__(
        self,
        origin: Point,
        word: Point,
        other: Point,
        degrees: Tensor,
        colors: tuple[str, str],
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._origin, self._zero = origin, _direction(origin, word)
        self._turn = within_half_turn(_direction(origin, other) - self._zero)
        self._length = max(float(np.linalg.norm(other - origin)) - _SHORT, _SHORT)
        self.middle = VMobject(stroke_color=colors[0], stroke_width=_RAY)
        self.middle.set_points_as_corners([origin, word])
        self.ray = VMobject(stroke_color=colors[1], stroke_width=_RAY)
        self.arc = VMobject(stroke_color=colors[1], stroke_width=_STROKE)
        own, angle = (
            Degrees(each, size=style.sizes.number, color=color, style=style)
            for each, color in zip(degrees, colors, strict=True)
        )
        along = _at(point(0.0), self._zero, 1.0)
        aside = -float(np.sign(self._turn)) * point(-float(along[1]), float(along[0]))
        own.move_to(origin + _ZERO * along + _ASIDE * aside)
        angle.move_to(_at(self._origin, self._zero + self._turn / 2, _LABEL))
        self.said = VGroup(haloed(own, style), haloed(angle, style))
        super().__init__(self.middle, self.ray, self.arc, self.said)
        laid(VGroup(self.middle, self.ray, self.arc), Layer.SHADOW)
        laid(self.said, Layer.LABEL)
        self.open(1.0)

    @property
    def segments(self) -> list[Segment]:
        """Return both rays, for labels to avoid."""
        return [(flat(ray.get_start()), flat(ray.get_end())) for ray in (self.middle, self.ray)]

    @property
    def is_wide(self) -> bool:
        """Return whether its number has room in the angle."""
        return bool(abs(self._turn) > _NARROW)

    def open(self, share: float) -> None:
        """Open a share of the angle, from the word's direction."""
        turn = share * self._turn
        self.ray.set_points_as_corners([self._origin, _at(self._origin, self._zero + turn, self._length)])
        _bend(self.arc, self._origin, _RADIUS, self._zero, turn)

    def opens(self) -> Live:
        """Return how the angle opens."""
        return Live([self.ray, self.arc], self.open)


class Others(VGroup):
    """The directions of words that get no share, thin, with their names, and the narrowest of their angles.

    Args:
        origin: manim point.
        word: manim point of the word from whose direction they are measured.
        words: the words, at their places.
        degrees: the narrowest of their angles.
        color: ``#rrggbb`` of them all.
        style: theme and sizes.

    Attributes:
        rays: one for each word.
        words: the words.
        arc: the narrowest angle.
        said: its number.
    """

    def __init__(
        self, origin: Point, word: Point, words: Sequence[Token], degrees: Tensor, color: str, *, style: Style = DEFAULT
    ) -> None:
        self._origin, self._zero = origin, _direction(origin, word)
        self._ends = [token.at for token in words]
        turns = [within_half_turn(_direction(origin, at) - self._zero) for at in self._ends]
        self._turn = min(turns, key=abs)
        self.rays = VGroup()
        for at in self._ends:
            self.rays.add(VMobject(stroke_color=color, stroke_width=_THIN).set_points_as_corners([origin, at]))
        self.words = VGroup(*words)
        self.arc = VMobject(stroke_color=color, stroke_width=_RAY)
        label = Degrees(degrees, size=style.sizes.number, color=color, style=style)
        self.said = haloed(label, style)
        super().__init__(self.rays, self.arc, self.words, self.said)
        laid(VGroup(self.rays, self.arc), Layer.SHADOW)
        laid(self.said, Layer.LABEL)
        self.open(1.0)

    @property
    def segments(self) -> list[Segment]:
        """Return the rays, for labels to avoid."""
        return [(flat(self._origin), flat(at)) for at in self._ends]

    def find_room(self, is_free: Callable[[VMobject], bool]) -> bool:
        """Put the number beside the arc where it is free; return whether it is."""
        for share, radius in product(_SHARES, _RADII):
            self.said.move_to(_at(self._origin, self._zero + share * self._turn, radius))
            if is_free(self.said):
                return True
        return False

    def open(self, share: float) -> None:
        """Open a share of the narrowest angle."""
        _bend(self.arc, self._origin, _INNER, self._zero, share * self._turn)

    def opens(self) -> Live:
        """Return how that angle opens."""
        return Live([self.arc], self.open)


def _direction(origin: Point, at: Point) -> float:
    return float(np.arctan2(at[1] - origin[1], at[0] - origin[0]))


def _at(origin: Point, direction: float, radius: float) -> Point:
    """Return the manim point in a direction, radians, so far from the origin."""
    return origin + radius * point(float(np.cos(direction)), float(np.sin(direction)))


def _bend(arc: VMobject, origin: Point, radius: float, zero: float, turn: float) -> None:
    """Draw an arc about the origin that begins in a direction and turns by an angle, radians."""
    arc.set_points(Arc(radius, zero, turn if abs(turn) > _LEAST_TURN else _LEAST_TURN, arc_center=origin).points)
