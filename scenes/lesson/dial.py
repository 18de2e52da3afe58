"""A dial with two hands, a shadow of one on the other's line, and the plate that holds them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from manim import Dot, VMobject, smooth

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector, thin_line
from scenes.stage import Region
from scenes.style import Style

_HAND, _HUB, _ICON, _SHARE, _AIR = 0.15, 0.1, 0.62, 0.34, 0.07
"""Scene units: the width of a hand, the radius of the hub, and an icon's height on the rim; that height as a share of
the rim at the most; scene units from a hand to an icon."""

_PITCH, _THICK, _GAP, _OUT = 0.24, 12.0, 0.09, 0.18
"""Scene units by which an arc that would cover itself rises from the rim in a turn, its stroke units, scene units
between two segments of it and from its middle to a text."""

_CLOSE = np.pi / 3
"""Radians from the start of the arc on which it covers the rim."""

_FINE = np.radians(2.0)
"""The least angle of an arc, radians."""

_LINE, _CLEAR, _DASHES = 3.0, 0.75, 9
"""Stroke units of the line on which a shadow falls, and its opacity; the dashes of its half behind the hub."""

_SLAB, _BESIDE, _CROSSING = 0.15, 0.12, 0.35
"""Scene units: the thickness of the shadow and how far it lies beside the query's line; the sine of the angle between
the key and that line below which a shadow behind the hub moves over to the line's other side."""

_ALONG = 0.72
"""The share of the shadow at which its length stands: near its end, clear of the crack."""

PLATE, _TEETH, _JAG = 0.2, 7, 0.13
"""The opacity of the plate between the hands; the teeth of the crack through it, and half of their width."""


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
        line: the query's line, through the hub, on which the shadow falls.
        shadow: the key's shadow on it.
        beside: how far the shadow has come out beside the line, 0 to 1.
        plate: both halves of what holds the hands together: the query's and the key's.
        crack: radians between them.
        welded: the share of the rim to which they have grown.
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
        self.trail = self._stroke(step_color)
        self.plate = [laid(VMobject(stroke_width=0), Layer.VEIL) for _ in self.rows]
        for half in self.plate:
            half.set_fill(style.theme.ink, PLATE if style.theme.filled else 0.0)
            half.set_stroke(style.theme.dim, 0.0 if style.theme.filled else style.strokes.line)
        self.crack, self.welded = 0.0, 1.0

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
        crowded = any(pose.turns < 0 or self.own + pose.turns * self.step > 2 * np.pi - _FINE for pose in poses)
        self._pitch = _PITCH if crowded else 0.0
        self.radius = self._largest(room, label, poses)
        theme, style = self.style.theme, self.style
        icon = min(_ICON, _SHARE * self.radius)
        longest = max(abs(row) for row in self.rows)
        self.unit = (self.radius - icon / 2 - _AIR) / (longest or 1.0)
        self.face = laid(VMobject(stroke_color=theme.dim, stroke_width=style.strokes.thin), Layer.TICKS)
        self.hub = laid(Dot(self.centre, radius=_HUB, color=theme.ink), Layer.ICON)
        self.hands = [Vector(self.centre, self._tip(hand, 0.0), self.colors[hand], width=_HAND, style=style).thin_rim()
                      for hand in range(2)]  # fmt: skip
        self.tokens = [Token(word, self.centre, color, height=icon, large=True, style=style)
                       for word, color in zip(self.words, self.colors, strict=True)]  # fmt: skip
        self.line = laid(thin_line(self.centre, self.centre, self.colors[0], _LINE), Layer.SHADOW)
        self.line.set_stroke(opacity=_CLEAR)
        query, key = (self._tip(hand, 0.0) for hand in range(2))
        self.shadow = Shadow(
            self.centre, key, query, self.colors[1], clear=_BESIDE, thick=_SLAB, hatched=False, style=style
        )
        self.pose(0.0, 0.0)

    def _largest(self, room: Region, label: tuple[float, float], poses: Sequence[Pose]) -> float:
        """Return the radius with which the arc and the text beside it stay in the room in all poses."""
        half = np.array([room.width, room.height]) / 2
        size, least = np.array(label) / 2, float(half.min())
        for pose in poses:
            own, step = pose.key + self.side * self.own / 2, self._last_segment(pose)
            for middle, rise in ((own, self._rise_at(own, pose)), step):
                way = np.abs([np.cos(middle), np.sin(middle)])
                beyond = rise + _OUT + float(way @ size)
                least = min(least, *((half - size) / np.maximum(way, 1e-6) - beyond))
            least = min(least, *(float(half.min()) - _ICON / 2 - rise for _, rise in self._path(pose)))
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
        rise = self._rise(self.own + way) if turns >= 0 else self._pitch + self._rise(-way)
        return pose.key + self.side * (self.own + way), rise

    def _rise(self, way: float) -> float:
        """Return how far from the rim the arc is after a way in radians: it keeps clear of what lies there before."""
        return self._pitch * way / (2 * np.pi)

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
            out = self._rise_at(float(np.angle(complex(*way[:2]))), self.pose_of(query, key))
            self.tokens[hand].put(self.centre + (self.radius + out) * way)
        self.at = self.pose_of(query, key)
        ways = np.linspace(0.0, max(self.own - self._gap * self.step, _FINE), 60)
        self._draw(self.arc, [self._along(self.at, way) for way in ways])
        self._draw_segments(from_query)
        self._draw_face()
        self.draw_plate()
        self._draw_line()
        self._cast(self.hands[1].end)

    def _cast(self, tip: Point) -> None:
        """Let a key that ends at a point throw its shadow: beside the query's line, on the side where it is not."""
        way, line = (complex(*(end - self.centre)[:2]) for end in (tip, self.hands[0].end))
        turn = float(np.angle(way * line.conjugate()))
        self.beside = smooth(min(abs(np.sin(turn)) / _CROSSING, 1.0)) if np.cos(turn) < 0 else 1.0
        self.shadow.clear = self.beside * (_BESIDE + _SLAB / 2) - _SLAB / 2
        self.shadow.set_ends(self.centre, tip, self.hands[0].end)

    def put_beside_shadow(self, label: VMobject) -> None:
        """Put the length of the shadow beyond its long edge."""
        way = -self.shadow.aside
        half = abs(float(way[0])) * float(label.width) / 2 + abs(float(way[1])) * float(label.height) / 2
        at = self.centre + _ALONG * (self.shadow.foot - self.centre)
        label.move_to(at + (_BESIDE + _SLAB + _GAP + half) * way)

    @property
    def moved(self) -> list[VMobject]:
        """All that moves when hands turn, but for the plate."""
        return [self.face, *self.hands, *self.tokens, self.arc, *self.segments, self.line, self.shadow]

    def grow(self, hand: int, share: float) -> None:
        """Draw a hand as far as it has grown from the hub: the query's with its line, the key's with its shadow."""
        tip = self.centre + max(share, 1e-3) * (self._tip(hand, 0.0) - self.centre)
        self.hands[hand].set_ends(self.centre, tip)
        if hand:
            self._cast(tip)
        else:
            self._draw_line(share)

    def _draw_line(self, share: float = 1.0) -> None:
        """Draw the query's line as far as it has grown both ways."""
        reach = self.hands[0].end - self.centre
        way = share * (self.radius - _AIR) * reach / max(float(np.linalg.norm(reach)), 1e-9)
        self.line.set_points_as_corners([self.centre, self.centre + way])
        for start in np.arange(0.0, 1.0, 1 / _DASHES):
            self.line.start_new_path(self.centre - start * way)
            self.line.add_line_to(self.centre - (start + 0.5 / _DASHES) * way)

    def draw_plate(self) -> None:
        """Draw both halves of the plate, which meet in a jagged line, as far apart as they are."""
        whole = self.own + self.at.turns * self.step
        start, reach = self.at.key, max(self.welded, 1e-3) * (self.radius - _THICK / 150)
        teeth = [
            (reach * index / _TEETH, (-1) ** index * _JAG if 0 < index < _TEETH else 0.0) for index in range(_TEETH + 1)
        ]
        for half, (first, last) in zip(self.plate, ((1.0, 0.5), (0.0, 0.5)), strict=True):
            aside = self.crack * (0.5 if first else -0.5) * np.sign(whole or 1.0)
            rim = [(reach, share * whole) for share in np.linspace(first, last, 60)]
            seam = [(far, last * whole + jag / max(far, 1e-6)) for far, jag in reversed(teeth)]
            corners = [
                self.centre + far * point(np.cos(angle), np.sin(angle))
                for far, angle in ((far, start + self.side * (way + aside)) for far, way in (*rim, *seam))
            ]
            half.set_points_as_corners([*corners, corners[0]])

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
        taken = self.own + max(self.at.turns, 0.0) * self.step if self._pitch else 0.0
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

    def _trailing(self) -> int:
        """Return the hand behind which nothing of the arc is: the query's (0) or the key's (1)."""
        return 1 if self.side > 0 else 0

    def draw_trail(self, turned: float) -> None:
        """Draw what both hands have turned behind them."""
        first = float(np.angle(self.rows[self._trailing()]))
        gap = min(self._gap, turned / 3)
        shares = np.linspace(gap, turned - gap, 32)
        self._draw(self.trail, [(first + turns * self.step, 0.0) for turns in shares])

    def put_beside_arc(self, label: VMobject) -> None:
        """Put the size of the hands' own angle beyond its arc."""
        middle = self.at.key + self.side * self.own / 2
        self._put(label, middle, self._rise_at(middle, self.at))

    def put_beside_trail(self, label: VMobject) -> None:
        """Put the size of a step beyond the trail."""
        self._put(label, float(np.angle(self.rows[self._trailing()])) + self.step / 2, 0.0)

    def put_beside_segment(self, label: VMobject) -> None:
        """Put the size of a step beyond the segment that is at the query."""
        self._put(label, *self._last_segment(self.at))

    def _last_segment(self, pose: Pose) -> tuple[float, float]:
        """Return the direction and the rise of the middle of the segment that is at the query."""
        return self._beyond(pose, pose.turns - (0.5 if pose.turns >= 0 else -0.5))

    def _put(self, label: VMobject, angle: float, rise: float) -> None:
        """Put a text beyond the rim, in a direction."""
        way = point(np.cos(angle), np.sin(angle))
        half = abs(float(way[0])) * float(label.width) / 2 + abs(float(way[1])) * float(label.height) / 2
        label.move_to(self.centre + (self.radius + rise + _OUT + half) * way)
