"""A lamp and a ruler that turn together: what stands between them throws its shadow on the ruler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.contrast import contrast, mixed
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.text.number import Number, Tick
from scenes.stage import Region
from scenes.style import DEFAULT, SHADED, SHINE, Style

LAMP_GAP, RULER_GAP = 0.55, 0.5
"""Scene units from what stands in the light to the lamp, and to the ruler: room for its numbers."""

LANE, PAD, _BAR = 0.57, 0.11, 0.36
"""Scene units: the width of a lane of the board behind the ruler, of what is left at its edges, and of a shadow."""

HOUSING, HANDLE = 0.16, 0.3
"""Scene units: the thickness of the lamp, and the length of what it is held by."""

_ARROW, _TICK, _NUMBER, _READING = 0.1, 0.09, 0.27, 0.1
"""Scene units: the width of the ruler's arrow, half a tick, and from the ruler to a tick's number and from the end of a
shadow to its length."""

_DARK, _LIT, _BEAM, _PALE, _DUSK, _SHADE = 0.06, 0.32, 0.17, 0.09, 0.13, 0.14
"""Shares of the light's colour in the board without light and in it; the opacity of the beam on a dark ground and on a
light one, and on this of what it does not reach; and the share of a word's colour in its shadow."""

_PAPER, _DEEP = 0.4, 0.35
"""On a light ground: the share of a dark one's light in the board, and of ink in a shadow."""

_DASH, _PITCH = 0.09, 0.17
"""Scene units: a dash, and from one to the next."""

_NAME, _ASIDE = 0.42, 0.12
"""Scene units that a name beyond the end of the ruler takes, and before it."""

_STICK, _RIM, _EDGE = 5.0, 4.0, 1e-3
"""Stroke units: the widths of what stands in the light and of a shadow's outline; scene units around its end."""


class Stander:
    """A vector that may stand in the light.

    Args:
        way: from the origin to its tip, scene units, shape (3,).
        color: ``#rrggbb``.

    Attributes:
        share: how much of it stands there, 0 to 1.
    """

    def __init__(self, way: Point, color: str) -> None:
        self.way, self.color, self.share = np.asarray(way, float), color, 0.0


class SideLight(VGroup):
    """A ruler with a board behind it, and a lamp that shines straight towards it from its left.

    Args:
        origin: manim point of the zero vector.
        unit: scene units for a length of 1.
        angle: of the ruler, radians.
        reach: the ruler's length, scene units.
        standers: whose shadows fall on the board, each in a lane of its own.
        step: from a tick of the ruler to the next.
        style: theme and sizes.

    Attributes:
        angle: of the ruler, radians.
        reach: the ruler's length, scene units.
        grown: the share of the ruler that is seen.
        apart: the share of its way from the origin to behind all that may stand in the light.
        lit: the share of its way that the light has come.
        held: the share of the lamp's handle that is seen.
        span: where the lamp begins and ends, shares of its length.
    """

    def __init__(
        self, origin: Point, unit: float, angle: float, reach: float, standers: Sequence[Stander], *,
        step: float = 1.0, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.origin, self.unit, self.standers, self.style = np.asarray(origin, float), unit, list(standers), style
        self.angle, self.reach, self.step = angle, reach, step
        self.grown, self.apart, self.lit, self.held = 0.0, 0.0, 0.0, 1.0
        self.span = 0.0, 1.0
        theme = style.theme
        self.beam = laid(VMobject(stroke_width=0), Layer.HALF_PLANE)
        # On a light ground, what light does not reach must be darker than that.
        self.is_dark = contrast(theme.background, SHINE) > contrast(theme.background, SHADED)
        self.shade = laid(VMobject(stroke_width=0), Layer.HALF_PLANE)
        self.shade.set_fill(theme.ink, _DUSK if theme.filled and not self.is_dark else 0.0)
        self.beam.set_fill(theme.query, (_BEAM if self.is_dark else _PALE) if theme.filled else 0.0)
        self.board = laid(VMobject(), Layer.SHEET)
        self.bars = [laid(VMobject(), Layer.SHADOW) for _ in self.standers]
        self.sticks = [laid(VMobject(stroke_color=theme.fill(each.color), stroke_width=_STICK), Layer.VECTOR)
                       for each in self.standers]  # fmt: skip
        self.rays = [
            laid(VMobject(stroke_color=theme.fill(each.color), stroke_width=style.strokes.thin), Layer.THREAD)
            for each in self.standers
        ]
        self.arrow = Vector(self.origin, self.origin + point(0.0, 1.0), theme.query, width=_ARROW, style=style)
        self.ticks, self.numbers = VGroup(), VGroup()
        for count in range(1, int(reach / (unit * step) + 1e-6) + 1):
            self.ticks.add(thin_line(self.origin, self.origin, theme.query, style.strokes.line))
            self.numbers.add(Tick(count * step, step, size=style.sizes.tick, color=theme.query, style=style))
        self.lamp = VGroup(VMobject(), VMobject())
        laid(self.ticks, Layer.VECTOR)
        laid(self.numbers, Layer.LABEL)
        laid(self.lamp, Layer.VECTOR)
        under = [self.beam, self.shade, self.board, *self.bars, *self.rays]
        super().__init__(*under, *self.sticks, self.arrow, self.ticks, self.numbers, self.lamp)
        self.pose()

    @property
    def along(self) -> Point:
        """The direction of the ruler, 1 scene unit long."""
        return point(np.cos(self.angle), np.sin(self.angle))

    @property
    def toward_lamp(self) -> Point:
        """The direction from the ruler to the lamp, 1 scene unit long."""
        return point(-np.sin(self.angle), np.cos(self.angle))

    @property
    def behind(self) -> float:
        """Scene units from the origin to the ruler."""
        clear = max(0.0, *(float(-np.dot(each.way, self.toward_lamp)) for each in self.standers)) + RULER_GAP
        return self.apart * clear

    @property
    def before(self) -> float:
        """Scene units from the origin to the front of the lamp."""
        return max(0.0, *(float(np.dot(each.way, self.toward_lamp)) for each in self.standers)) + LAMP_GAP

    @property
    def ends(self) -> tuple[float, float]:
        """The ends of lamp and board along the ruler, scene units from the origin."""
        reaches = [self._reach(each) for each in self.standers]
        return min(0.0, *reaches), max(self.reach, *reaches)

    @property
    def thickness(self) -> float:
        """Scene units from the ruler to the far edge of the board."""
        return self.apart * board_depth(len(self.standers), self.style)

    @property
    def back(self) -> Point:
        """The manim point in the middle of the lamp's back."""
        return self._at(sum(self.ends) / 2, self.before + HOUSING)

    def corners(self) -> list[Point]:
        """Return the corners of the board."""
        low, high = self.ends
        far = -self.behind - self.thickness
        return [self._at(low, -self.behind), self._at(high, -self.behind), self._at(high, far), self._at(low, far)]

    def shadow(self, index: int) -> float:
        """Return the length of a whole shadow as it falls now, in numbers of the plane."""
        return self._reach(self.standers[index]) / self.unit

    def reading(self, index: int) -> Number:
        """Return the length of a shadow, at its end."""
        stander = self.standers[index]
        length = stander.share * self.shadow(index)
        number = Number(length, size=self.style.sizes.tick, style=self.style)
        beyond = abs(self.along[0]) * float(number.width) / 2 + abs(self.along[1]) * float(number.height) / 2 + _READING
        reach = length * self.unit
        number.move_to(self._at(reach + (beyond if reach >= 0 else -beyond), -self.behind - self._lane(index)))
        return laid(number, Layer.LABEL)

    def put_name(self, name: VMobject, taken: Sequence[VMobject] = ()) -> None:
        """Put the ruler's name beyond its end and all readings, behind it; or beside the board where that is taken."""
        sizes = np.array([float(name.width), float(name.height), 0.0]) / 2
        half, aside = (float(np.dot(np.abs(way), sizes)) for way in (self.along, self.toward_lamp))
        # Where the ruler begins, an axis goes on beyond its end, and below it is the name of one that lies.
        axis = (1.0 - self.apart) * (aside + _ASIDE) * (1.0 if abs(self.along[1]) > abs(self.along[0]) else -1.0)
        read = [self._reach(each) + self._read(index) for index, each in enumerate(self.standers) if self.apart]
        end = max(self.ends[1], *read, 0.0)
        name.move_to(self._at(end + _ASIDE + half, -self.behind - self.thickness / 2 - axis))
        if any(_near(name, other) for other in taken):
            beyond = self.behind + self.thickness + _ASIDE + aside
            name.move_to(self._at(self.ends[1] - half, -beyond))

    def _read(self, index: int) -> float:
        """Return how far the reading at the end of a whole shadow goes on beyond it."""
        number = Number(self.shadow(index), size=self.style.sizes.tick, style=self.style)
        sizes = np.array([float(number.width), float(number.height), 0.0])
        return _READING + float(np.dot(np.abs(self.along), sizes))

    def pose(self) -> None:
        """Draw everything as it stands now."""
        self._pose_ruler()
        self._pose_lamp()
        self._pose_board()
        for index, stander in enumerate(self.standers):
            self._pose_shadow(index, stander)
        self._pose_beam()

    def _reach(self, stander: Stander) -> float:
        return float(np.dot(stander.way, self.along))

    def _lane(self, index: int) -> float:
        """Return how far the middle of a lane is behind the ruler."""
        return self.apart * (PAD + self.style.sizes.scale * LANE * (index + 0.5))

    def _at(self, along: float, away: float) -> Point:
        """Return the manim point so far along the ruler, and so far from the origin towards the lamp."""
        return self.origin + along * self.along + away * self.toward_lamp

    def _pose_ruler(self) -> None:
        start, away = self._at(0.0, -self.behind), -self.behind
        self.arrow.set_ends(start, self._at(max(self.grown * self.reach, _EDGE), away))
        for count, (tick, number) in enumerate(zip(self.ticks, self.numbers, strict=True), start=1):
            reach = count * self.step * self.unit
            seen = float(reach <= self.grown * self.reach + _EDGE)
            tick.set_points_as_corners([self._at(reach, away - _TICK), self._at(reach, away + _TICK)])
            tick.set_stroke(opacity=seen)
            number.move_to(self._at(reach, away + _NUMBER)).set_fill(opacity=seen)

    def _pose_lamp(self) -> None:
        theme, ends, front = self.style.theme, self.ends, self.before
        low, high = (ends[0] + share * (ends[1] - ends[0]) for share in self.span)
        housing, handle = self.lamp
        corners = [(low, front), (high, front), (high, front + HOUSING), (low, front + HOUSING)]
        housing.set_points_as_corners([self._at(*corner) for corner in [*corners, corners[0]]])
        on = mixed(theme.query, theme.dim, min(1.0, 8 * self.lit))
        housing.set_fill(on, 1.0 if theme.filled else 0.0).set_stroke(on, self.style.strokes.thin)
        middle = (low + high) / 2
        start, end = front + HOUSING, front + HOUSING + self.held * HANDLE
        handle.set_points_as_corners([self._at(middle, start), self._at(middle, end)])
        handle.set_stroke(theme.dim, 2 * _STICK, float(self.held > 0))

    def _pose_board(self) -> None:
        theme = self.style.theme
        corners = self.corners()
        self.board.set_points_as_corners([*corners, corners[0]])
        most = _LIT if self.is_dark else _PAPER * _LIT
        lit = _DARK + (most - _DARK) * max(0.0, 4 * self.lit - 3)
        seen = float(self.apart > 0)
        self.board.set_fill(mixed(theme.query, theme.background, lit), seen if theme.filled else 0.0)
        self.board.set_stroke(theme.query, self.style.strokes.hair, seen)

    def _pose_shadow(self, index: int, stander: Stander) -> None:
        theme, share = self.style.theme, max(stander.share, _EDGE)
        tip = self.origin + share * stander.way
        self.sticks[index].set_points_as_corners([self.origin, tip])
        reach, middle = share * self._reach(stander), -self.behind - self._lane(index)
        corners = [(0.0, _BAR / 2), (reach, _BAR / 2), (reach, -_BAR / 2), (0.0, -_BAR / 2), (0.0, _BAR / 2)]
        bar, seen = self.bars[index], float(stander.share > _EDGE)
        bar.set_points_as_corners([self._at(along, middle + across) for along, across in corners])
        color, ground = stander.color, theme.background
        deep = mixed(color, ground, _SHADE) if self.is_dark else mixed(theme.ink, color, _DEEP)
        bar.set_fill(deep, seen if theme.filled else 0.0)
        bar.set_stroke(stander.color, _RIM, seen)
        dash(self.rays[index], tip, self._at(reach, -self.behind) if seen else tip)

    def _pose_beam(self) -> None:
        """Let the light come as far as it has, and end where it meets what stands in its way."""
        low, high = self.ends
        front, last = self.before, -self.behind - self.thickness
        come = front + self.lit * (last - front)
        edges = [0.0, *(each.share * self._reach(each) for each in self.standers if each.share > _EDGE)]
        steps = sorted({low, high, *(edge + side for edge in edges for side in (-_EDGE, _EDGE))})
        steps = [step for step in steps if low <= step <= high]
        ends = [self._at(step, max(come, self._stopped(step, last))) for step in steps]
        start, dark = self._at(low, front), [self._at(step, last) for step in (high, low)]
        self.shade.set_points_as_corners([*ends, *dark, ends[0]] if self.lit == 1.0 else [start, start])
        self.beam.set_points_as_corners([start, *ends, self._at(high, front), start])

    def _stopped(self, along: float, last: float) -> float:
        """Return where light ends: at what it meets first, or at the far edge of the board."""
        met = [last]
        for stander in self.standers:
            reach, height = self._reach(stander), float(np.dot(stander.way, self.toward_lamp))
            if stander.share > _EDGE and abs(reach) > _EDGE and 0.0 <= along / reach <= stander.share:
                met.append(height * along / reach)
        return max(met)


def dash(line: VMobject, start: Point, end: Point) -> None:
    """Draw a line as dashes from one point to another."""
    length = float(np.linalg.norm(end - start))
    line.clear_points()
    for at in np.arange(0.0, length, _PITCH):
        line.start_new_path(start + at / length * (end - start))
        line.add_line_to(start + min(at + _DASH, length) / length * (end - start))


def _near(one: VMobject, other: VMobject) -> bool:
    """Return whether the boxes of two mobjects overlap."""
    gaps = np.abs(one.get_center() - other.get_center())[:2]
    return bool((2 * gaps < [one.width + other.width, one.height + other.height]).all())


def board_depth(lanes: int, style: Style) -> float:
    """Return how deep a board is, scene units: larger type needs wider lanes."""
    return style.sizes.scale * LANE * lanes + 2 * PAD


@dataclass(frozen=True, slots=True)
class Back:
    """The room behind a lamp, for who holds it.

    Attributes:
        depth: scene units behind the lamp.
        half: scene units to both sides of its middle.
        beyond: scene units beyond its end.
    """

    depth: float
    half: float
    beyond: float = 0.0


def fitted(
    queries: Sequence[Point], keys: Sequence[Point], depth: float, backs: Sequence[Back], room: Region
) -> tuple[tuple[float, float], float]:
    """Return where the zero vector lies, and the unit with which lamp and ruler have room with each of two queries.

    Args:
        queries: of those who hold the lamp, shape (3,) each.
        keys: that stand in the light, shape (3,) each.
        depth: of the board, scene units.
        backs: the rooms behind the lamp.
        room: where everything lies.
    """
    spots = [spot for query, back in zip(queries, backs, strict=True) for spot in _spots(query, keys, depth, back)]

    def needs(unit: float) -> tuple[Point, Point]:
        places = np.array([unit * way + fixed for way, fixed in spots])
        return places.min(axis=0), places.max(axis=0)

    small, large = 1e-9, 1e9
    for _ in range(90):
        unit = (small * large) ** 0.5
        low, high = needs(unit)
        fits = high[0] - low[0] <= room.width and high[1] - low[1] <= room.height
        small, large = (unit, large) if fits else (small, unit)
    low, high = needs(small)
    x, y, _ = room.centre - (low + high) / 2
    return (float(x), float(y)), small


def _spots(query: Point, keys: Sequence[Point], depth: float, room: Back) -> list[tuple[Point, Point]]:
    """Return the outermost places around a query: a part that grows with the unit, and one that does not."""
    length = float(np.linalg.norm(query))
    along = query / length if length > 0 else point(1.0)
    aside = point(-along[1], along[0])
    reaches, heights = ([float(np.dot(key, way)) for key in keys] for way in (along, aside))
    low, high = min(0.0, *reaches), max(length, *reaches)
    front, back = max(0.0, *heights) * aside, min(0.0, *heights) * aside
    board, lamp = RULER_GAP + depth, LAMP_GAP + HOUSING
    spots = [(end * along + back, -board * aside) for end in (low, high)]
    spots += [(high * along + back, _NAME * along - board * aside)]
    spots += [(end * along + front, lamp * aside) for end in (low, high)]
    spots += [(high * along + front, lamp * aside + room.beyond * along)]
    away = (lamp + room.depth) * aside
    middle = (low + high) / 2 * along + front
    return [*spots, *((middle, away + side * room.half * along) for side in (-1, 1))]
