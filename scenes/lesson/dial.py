"""A dial with two hands, the arc from one to the other, and a segment of it for each place between their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from manim import Dot, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.stage import Region
from scenes.style import Style

_HAND, _HUB, _ICON, _AIR = 0.14, 0.15, 0.26, 0.06
"""Scene units: the width of a hand and the radius of the hub; an icon's height as a share of the rim; scene units
between a hand and its icon, and between that and the rim."""

_PITCH, _THICK, _GAP, _OUT = 0.24, 12.0, 0.09, 0.18
"""Scene units by which the arc rises from the rim in a turn, its stroke units, scene units between two segments of it
and from its middle to a text."""

_CLOSE = np.pi / 3
"""Radians from the start of the arc on which it covers the rim."""

_FINE = np.radians(2.0)
"""The least angle of an arc, radians."""


@dataclass(frozen=True)
class Pose:
    """The directions of both hands.

    Attributes:
        key: the key's direction, radians.
        turns: steps from where the query would be with the key's place to where it is: along the arc between them, or
            against it where they are negative.
    """

    key: float
    turns: float


class Dial:
    """The face, its two hands and the arc from the key's to the query's.

    Args:
        rows: the query and the key, before they turn: x and y.
        words: their words.
        colors: of these, ``#rrggbb``.
        step: radians by which a place turns.
        step_color: of a step's segment, ``#rrggbb``.
        most: how many steps may be between the hands.
        style: theme and sizes.

    Attributes:
        own: radians between the hands before they turn, from 0 to π.
        side: 1 where the query is ahead of the key, counterclockwise, and else -1.
    """

    hands: list[Vector]
    tokens: list[Token]

    def __init__(
        self,
        rows: Sequence[Sequence[float]],
        words: Sequence[str],
        colors: Sequence[str],
        step: float,
        step_color: str,
        most: int,
        *,
        style: Style,
    ) -> None:
        self.style, self.step = style, step
        self.rows = [complex(*row) for row in rows]
        self.words, self.colors = words, colors
        apart = float(np.angle(self.rows[0] * self.rows[1].conjugate()))
        self.own, self.side = abs(apart), 1.0 if apart >= 0 else -1.0
        self.arc = self._stroke(style.theme.ink)
        self.segments = [self._stroke(step_color) for _ in range(most)]
        self.trail = [self._stroke(step_color) for _ in range(most)]

    @property
    def _gap(self) -> float:
        """Half of what is left free between two segments, in steps."""
        return _GAP / 2 / self.radius / self.step

    def _stroke(self, color: str) -> VMobject:
        """Return an arc that is yet to be drawn."""
        return laid(VMobject(stroke_color=color, stroke_width=_THICK), Layer.BAND)

    def place(self, room: Region, label: tuple[float, float], poses: Sequence[Pose]) -> None:
        """Make everything as large as a room allows.

        Args:
            room: scene units.
            label: the width and the height of the text beside the arc.
            poses: those that the hands will have.
        """
        self.centre = point(*room.centre[:2])
        self.radius = self._largest(room, label, poses)
        theme, style = self.style.theme, self.style
        icon = _ICON * self.radius
        longest = max(abs(row) for row in self.rows)
        self.unit = (self.radius - icon - 2.5 * _AIR) / (longest or 1.0)
        self.face = laid(VMobject(stroke_color=theme.dim, stroke_width=style.strokes.thin), Layer.TICKS)
        self.hub = laid(Dot(self.centre, radius=_HUB, color=theme.ink), Layer.ICON)
        self.hands = [Vector(self.centre, self._tip(hand, 0.0), self.colors[hand], width=_HAND, style=style)
                      for hand in range(2)]  # fmt: skip
        self.tokens = [Token(word, self.centre, color, height=icon, large=True, style=style)
                       for word, color in zip(self.words, self.colors, strict=True)]  # fmt: skip
        self.pose(0.0, 0.0)

    def _largest(self, room: Region, label: tuple[float, float], poses: Sequence[Pose]) -> float:
        """Return the radius with which the arc and the text beside it stay in the room in all poses."""
        half = np.array([room.width, room.height]) / 2
        size, least = np.array(label) / 2, float(half.min())
        for pose in poses:
            middle = pose.key + self.side * self.own / 2
            way = np.abs([np.cos(middle), np.sin(middle)])
            beyond = self._rise_at(middle, pose) + _OUT + float(way @ size)
            least = min(least, *((half - size) / np.maximum(way, 1e-6) - beyond))
            for angle, rise in self._path(pose):
                way = np.abs([np.cos(angle), np.sin(angle)])
                least = min(least, *((half - _THICK / 200) / np.maximum(way, 1e-6) - rise))
        return least

    def _path(self, pose: Pose) -> Iterator[tuple[float, float]]:
        """Yield directions along the arc, and how far it has risen from the rim there."""
        for share in np.linspace(0.0, 1.0, 40):
            yield self._along(pose, share * self.own)
        for share in np.linspace(0.0, 1.0, 120):
            yield self._beyond(pose, share * pose.turns)

    def _along(self, pose: Pose, way: float) -> tuple[float, float]:
        """Return the direction and the rise at a way along the hands' own angle, radians."""
        return pose.key + self.side * way, self._rise(way)

    def _beyond(self, pose: Pose, turns: float) -> tuple[float, float]:
        """Return the direction and the rise after some steps: those back run above the hands' own angle."""
        way = turns * self.step
        rise = self._rise(self.own + way) if turns >= 0 else _PITCH + self._rise(-way)
        return pose.key + self.side * (self.own + way), rise

    @staticmethod
    def _rise(way: float) -> float:
        """Return how far from the rim the arc is after a way in radians: it keeps clear of what lies there before."""
        return _PITCH * way / (2 * np.pi)

    def _rise_at(self, angle: float, pose: Pose) -> float:
        """Return how far out the arc is in a direction at the most."""
        near = [rise for at, rise in self._path(pose) if abs((at - angle + np.pi) % (2 * np.pi) - np.pi) < 0.3]
        return max(near, default=0.0)

    def _tip(self, hand: int, turns: float) -> Point:
        """Return where a hand ends after some steps."""
        end = self.rows[hand] * np.exp(1j * turns * self.step) * self.unit
        return self.centre + point(end.real, end.imag)

    def pose(self, query: float, key: float, *, from_query: bool = False) -> None:
        """Turn the query and the key by some steps; the arc between them follows.

        Args:
            query: steps of the query.
            key: steps of the key.
            from_query: whether the segments stand still at the query, and not at the key.
        """
        for hand, turns in enumerate((query, key)):
            tip = self._tip(hand, turns)
            self.hands[hand].set_ends(self.centre, tip)
            way = (tip - self.centre) / max(float(np.linalg.norm(tip - self.centre)), 1e-9)
            self.tokens[hand].put(tip + (_AIR + max(self.tokens[hand].reach())) * way)
        self.at = self.pose_of(query, key)
        ways = np.linspace(0.0, max(self.own - self._gap * self.step, _FINE), 60)
        self._draw(self.arc, [self._along(self.at, way) for way in ways])
        self._draw_segments(from_query)
        self._draw_face()

    def pose_of(self, query: float, key: float) -> Pose:
        """Return the pose in which the query and the key are turned by some steps."""
        return Pose(float(np.angle(self.rows[1])) + key * self.step, self.side * (query - key))

    def _draw_segments(self, from_query: bool) -> None:
        """Draw a segment for each step between the hands, the last one as far as it has come."""
        turns, sign = abs(self.at.turns), 1.0 if self.at.turns >= 0 else -1.0
        for index, segment in enumerate(self.segments):
            ends = (max(turns - index - 1, 0.0), turns - index) if from_query else (index, min(index + 1.0, turns))
            if ends[1] - ends[0] < 1e-3:
                segment.clear_points()
                continue
            gap = min(self._gap, (ends[1] - ends[0]) / 3)
            shares = np.linspace(ends[0] + gap, ends[1] - gap, 60)
            self._draw(segment, [self._beyond(self.at, sign * turns) for turns in shares])

    def _draw_face(self) -> None:
        """Draw the rim where the arc leaves it free, and where the arc begins close to it."""
        taken = self.own + max(self.at.turns, 0.0) * self.step
        if taken > 2 * np.pi - _FINE:
            self.face.clear_points()
            return
        angles = self.at.key + self.side * np.linspace(taken, 2 * np.pi + min(self.own, _CLOSE), 180)
        self._draw(self.face, [(angle, 0.0) for angle in angles])

    def _draw(self, arc: VMobject, path: Sequence[tuple[float, float]]) -> None:
        """Draw an arc through directions and rises."""
        arc.set_points_as_corners([
            self.centre + (self.radius + rise) * point(np.cos(angle), np.sin(angle)) for angle, rise in path
        ])  # fmt: skip

    def trailing(self) -> int:
        """Return the hand behind which nothing of the arc is: the query's (0) or the key's (1)."""
        return 1 if self.side > 0 else 0

    def draw_trail(self, turned: float) -> None:
        """Draw a segment for each step that both hands have turned, behind them, as far as there is room for them."""
        first = float(np.angle(self.rows[self.trailing()]))
        most = int((2 * np.pi - self.own) / self.step)
        for index, segment in enumerate(self.trail):
            end = min(index + 1.0, turned)
            if end - index < 1e-3 or turned - index > most:
                segment.clear_points()
                continue
            gap = min(self._gap, (end - index) / 3)
            shares = np.linspace(index + gap, end - gap, 32)
            self._draw(segment, [(first + turns * self.step, 0.0) for turns in shares])

    def put_beside_arc(self, label: VMobject) -> None:
        """Put the size of the hands' own angle beyond its arc."""
        middle = self.at.key + self.side * self.own / 2
        self._put(label, middle, self._rise_at(middle, self.at))

    def put_beside_step(self, label: VMobject) -> None:
        """Put the size of a step beyond the first segment of the trail."""
        self._put(label, float(np.angle(self.rows[self.trailing()])) + self.step / 2, 0.0)

    def _put(self, label: VMobject, angle: float, rise: float) -> None:
        """Put a text beyond the rim, in a direction."""
        way = point(np.cos(angle), np.sin(angle))
        half = abs(float(way[0])) * float(label.width) / 2 + abs(float(way[1])) * float(label.height) / 2
        label.move_to(self.centre + (self.radius + rise + _OUT + half) * way)

    def put_length(self, label: VMobject, hand: int) -> None:
        """Put a hand's length beside it, on the side away from the other hand."""
        shaft, other = (self.hands[each].end - self.centre for each in (hand, 1 - hand))
        way = shaft / max(float(np.linalg.norm(shaft)), 1e-9)
        side = point(-way[1], way[0])
        turned = float(side @ other)
        side *= -1.0 if turned > 1e-9 or (abs(turned) <= 1e-9 and hand) else 1.0
        half = abs(float(side[0])) * float(label.width) / 2 + abs(float(side[1])) * float(label.height) / 2
        label.move_to(self.centre + 0.55 * shaft + (_HAND / 2 + _OUT + half) * side)
