"""A cake that is 1: a knife cuts it into shares, and slices fall off it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, cos, pi, sin
from typing import Self

import numpy as np
from manim import Circle, Line, ManimColor, Polygon, VGroup, VMobject
from numpy.typing import NDArray

from scenes.parts.contrast import contrast
from scenes.parts.geometry import Point, point
from scenes.parts.surface import colour_area
from scenes.parts.table.number_grid import middle_baseline
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import UNITS_PER_FONT_UNIT
from scenes.style import DEFAULT, SHADED, Style, Theme

PLATE = 1.1
"""The radius of the plate as a share of the cake's."""

_CRUST, _BAKED = 0.9, 0.2
"""The radius within the crust as a share of the cake's; the mix of the crust with black."""

_HEAVY, _LIGHTER = 6.0, 0.42
"""The contrast of a slice with a light ground from which it is mixed with it, and the mix."""

_CUT = 2.2
"""The width of a cut for each scene unit of the radius, in manim's stroke units."""

_WHOLE = 1 - 2e-3
"""From this share on, a slice is the whole cake, without a cut."""

_WRITTEN, _OUTSIDE, _APART = 0.62, 0.01, 1.2
"""The place of a share's number on its slice, as a share of the radius; scene units from the plate to the middle of one
that has no room there, for each font unit; from one of these to the next along the rim, as a share of its width."""

_UPON = 2
"""The layer of numbers, above slices."""

_AIR = 0.1
"""Scene units between a number on a slice and its cuts, at the least."""

_PULLED, _ASIDE, _TURN = 0.22, 0.35, 0.45
"""The ways that a slice goes outwards, and to its side as it falls, as shares of the radius; the angle by which it
turns then."""

_OUT, _DOWN, _SEEN = 0.3, 0.2, 0.55
"""The progress of a falling slice at which it is out, from which it goes down, and from which it fades."""

_BLADE, _HANDLE, _BACK, _DRAWN = 1.04, (1.05, 1.27), 0.06, 0.05
"""The ends of a knife's blade and handle, and the blade's width at its end, as shares of the radius; the share of a
round in which it comes, and goes."""


def dough(theme: Theme) -> str:
    """Return the colour of a cake that nobody has a share of yet: the lighter one of ink and shade."""
    return max((theme.ink, theme.shade), key=lambda tone: contrast(tone, SHADED))


def _baked(color: str, theme: Theme) -> str:
    """Return the colour of a slice: lighter where type in its colour is dark, so that no large area is nearly black."""
    fill = theme.fill(color)
    heavy = (
        contrast(theme.background, SHADED) > contrast(theme.ink, SHADED) and contrast(fill, theme.background) > _HEAVY
    )
    return ManimColor(fill).interpolate(ManimColor(theme.background), _LIGHTER).to_hex() if heavy else fill


class Slice(VGroup):
    """A slice of a cake, clockwise from its top: the body, and its crust.

    Args:
        centre: manim point of the cake's centre.
        radius: of the cake, scene units.
        color: ``#rrggbb``, by role.
        style: theme and line widths.

    Attributes:
        first: its first end, as a share of the round.
        last: its other end.
        color_used: its fill.
    """

    def __init__(self, centre: Point, radius: float, color: str, *, style: Style = DEFAULT) -> None:
        theme, fill = style.theme, _baked(color, style.theme)
        self._centre, self._radius, self.first, self.last = centre, radius, 0.0, 0.0
        crust = ManimColor(fill).interpolate(ManimColor(SHADED), _BAKED).to_hex()
        self._filled, self.color_used = theme.filled, fill
        self._body = colour_area(VMobject(stroke_width=0), fill if theme.filled else color, 1.0, style)
        self._crust = VMobject(stroke_width=0)
        self._cuts = VMobject(stroke_color=theme.background, stroke_width=_CUT * radius)
        if theme.filled:
            self._crust.set_fill(theme.axis if fill == theme.shade else crust, 1.0)
        else:
            self._cuts.set_stroke(width=0)
        super().__init__(self._body, self._crust, self._cuts)

    def put(self, first: float, last: float, falls: float = 0.0, down: float = 1.0) -> Self:
        """Lay it between two ends, as shares of the round.

        Args:
            first: where it begins, clockwise from the top.
            last: where it ends.
            falls: how far it has fallen off, 0 to 1.
            down: how far down it falls, as a share of the radius.
        """
        self.first, self.last = first, last
        if last - first < 1e-6:
            for part in self.submobjects:
                part.points = np.zeros((0, 3))
            return self
        outer, inner = (_arc(first, last, self._radius * share) for share in (1.0, _CRUST))
        cuts = [] if last - first >= _WHOLE else [_way(point(), outer[0]), _way(outer[-1], point())]
        self._body.points = np.concatenate([*cuts[:1], outer, *cuts[1:]])
        ends = [_way(outer[-1], inner[-1]), _way(inner[0], outer[0])] if cuts else []
        self._crust.points = np.concatenate([outer, *ends[:1], inner[::-1], *ends[1:]])
        self._cuts.points = np.concatenate(cuts) if cuts else np.zeros((0, 3))
        middle = (first + last) / 2
        pulled, dropped = min(falls / _OUT, 1.0), max(falls - _DOWN, 0.0) / (1 - _DOWN)
        side = 1 if _direction(middle)[0] > 0 else -1
        away = _PULLED * pulled * _direction(middle) + down * point(side * _ASIDE * dropped, -(dropped**2))
        at = self._centre + self._radius * away
        self.shift(at)
        if dropped:
            self.rotate(-side * _TURN * dropped, about_point=at + 0.6 * self._radius * _direction(middle))
        return self

    def show_by(self, seen: float) -> None:
        """Make it as visible as a share says."""
        if self._filled:
            self._body.set_fill(opacity=seen)
            self._crust.set_fill(opacity=seen)
        else:
            self._body.set_stroke(opacity=seen)


class Cake(VGroup):
    """A cake on its plate, whole, until it is cut into shares of 1.

    Args:
        shares: of the whole, in order, clockwise from its top.
        colors: ``#rrggbb``, one a share.
        centre: manim point.
        radius: scene units.
        style: theme and sizes.

    Attributes:
        shares: as given.
        plate: the plate.
        uncut: the part that the knife has not passed.
        slices: one a share.
    """

    def __init__(
        self, shares: Sequence[float], colors: Sequence[str], centre: Point, radius: float, *, style: Style = DEFAULT
    ) -> None:
        theme = style.theme
        self.shares, self.centre, self.radius, self._style = list(shares), centre, radius, style
        self.plate = Circle(radius=PLATE * radius, stroke_color=theme.axis, stroke_width=style.strokes.thin)
        self.plate.set_fill(theme.background, 1.0 if theme.filled else 0.0).move_to(centre)
        self.uncut = Slice(centre, radius, dough(theme) if theme.filled else theme.ink, style=style)
        self.slices = [Slice(centre, radius, color, style=style) for color in colors]
        ends = np.concatenate([[0.0], np.cumsum(self.shares)]).clip(0.0, 1.0).tolist()
        if ends[-1] > 1 - 1e-5:
            ends[-1] = 1.0
        self.ends = list(pairwise(ends))
        super().__init__(self.plate, self.uncut, *self.slices)
        self.cut(1.0)

    def cut(self, turned: float) -> Self:
        """Cut as far as the knife has turned, 0 to 1; what it has not passed is whole."""
        for piece, (first, last) in zip(self.slices, self.ends, strict=True):
            piece.put(first, min(max(turned, first), last))
        self.uncut.put(max(turned, 0.0) if turned < 1 else 1.0, 1.0)
        return self

    def drop(self, index: int, falls: float, down: float = 1.0) -> None:
        """Let a slice fall off; see ``Slice.put``. It is gone at the end."""
        piece = self.slices[index].put(*self.ends[index], falls, down)
        piece.show_by(1 - max(falls - _SEEN, 0.0) / (1 - _SEEN))
        if falls >= 1:
            piece.put(0.0, 0.0)

    def knife(self) -> VGroup:
        """Return a knife at the top."""
        theme, radius = self._style.theme, self.radius
        back = [point(_BACK * radius, share * radius) for share in (_BLADE, 0.2)]
        blade = Polygon(point(), point(0.0, _BLADE * radius), *back).set_fill(theme.ink, 1.0)
        blade.set_stroke(theme.background, self._style.strokes.line)
        start, end = (point(_BACK * radius / 2, share * radius) for share in _HANDLE)
        handle = Line(start, end)
        handle.set_stroke(theme.axis, 100 * _BACK * radius)
        self._turned = 0.0
        return VGroup(blade, handle).shift(self.centre)

    def turn(self, knife: VGroup, turned: float) -> None:
        """Turn the knife, and cut as far as it has come."""
        self.cut(turned)
        knife.rotate(-2 * pi * (turned - self._turned), about_point=self.centre)
        knife.set_opacity(min(turned / _DRAWN, (1 - turned) / _DRAWN, 1.0))
        self._turned = turned

    def numbers(self, shares: Sequence[float], size: float) -> list[Weight | None]:
        """Return the number of each share but 0: on its slice, or beside the rim where it has no room there."""
        theme, middles = self._style.theme, [(first + last) / 2 for first, last in self.ends]
        found: list[Weight | None] = []
        outside: dict[int, float] = {}
        for index, (share, middle) in enumerate(zip(shares, middles, strict=True)):
            ground = self.slices[index].color_used
            tones = (theme.ink, theme.background) if theme.filled else (theme.ink,)
            tone = max(tones, key=lambda each, ground=ground: contrast(each, ground))
            number = Weight(share, size=size, color=tone, style=self._style)
            if share and not self._has_room(number, middle, share):
                number = Weight(share, size=size, color=theme.ink, style=self._style)
                outside[index] = middle
            at = self.centre + (_WRITTEN * self.radius * _direction(middle) if share < _WHOLE else point())
            number.move_to(at).on_baseline(middle_baseline(float(at[1]), size))
            found.append(number.set_z_index(_UPON) if share else None)
        away = self.radius * PLATE + _OUTSIDE * size
        widest = max((float(number.width) for number in found if number is not None), default=0.0)
        places = _apart(list(outside.values()), min(_APART * widest / (2 * pi * away), 1 / max(len(outside), 1)))
        for index, place in zip(outside, places, strict=True):
            at, moved = self.centre + away * _direction(place), found[index]
            if moved is not None:
                moved.move_to(at).on_baseline(middle_baseline(float(at[1]), size))
        return found

    def _has_room(self, number: Number, middle: float, share: float) -> bool:
        """Return whether a number stands between the cuts of a slice with its middle at a share of the round."""
        if share >= 0.5:
            return 2 * _WRITTEN * self.radius > number.width + 2 * _AIR
        high = number.size * UNITS_PER_FONT_UNIT * 0.7
        across = np.array([-_direction(middle)[1], _direction(middle)[0]])
        reach = abs(across[0]) * number.width / 2 + abs(across[1]) * high / 2 + _AIR
        inward = abs(across[1]) * number.width / 2 + abs(across[0]) * high / 2
        nearest = _WRITTEN * self.radius - inward
        fits = _WRITTEN * self.radius + inward + _AIR < _CRUST * self.radius
        return bool(fits and nearest > 0 and nearest * np.tan(pi * share) > reach)


def _apart(places: Sequence[float], least: float) -> list[float]:
    """Return places along the round, in order, with at least so much between two, the last and the first included."""
    moved = list(places)
    for index in range(1, len(moved)):
        moved[index] = max(moved[index], moved[index - 1] + least)
    for index in range(len(moved) - 1, -1, -1):
        moved[index] = min(moved[index], (moved[index + 1] if index + 1 < len(moved) else moved[0] + 1) - least)
    return moved


def _direction(turned: float) -> Point:
    """Return the direction from the centre to a share of the round, clockwise from the top."""
    return point(sin(2 * pi * turned), cos(2 * pi * turned))


def _arc(first: float, last: float, radius: float) -> NDArray[np.float64]:
    """Return the cubic curves of an arc around the origin, from one share of the round to another, shape (4 n, 3)."""
    count = max(1, ceil((last - first) * 16))
    ends = np.linspace(first, last, count + 1)
    handle = 4 / 3 * np.tan(2 * pi * (last - first) / count / 4) * radius
    curves = []
    for start, end in pairwise(ends.tolist()):
        (one, other), (leaving, coming) = (
            (radius * _direction(start), radius * _direction(end)),
            (_direction(start + 0.25), _direction(end + 0.25)),
        )
        curves += [one, one + handle * leaving, other - handle * coming, other]
    return np.array(curves)


def _way(start: Point, end: Point) -> NDArray[np.float64]:
    """Return a straight line as a cubic curve, shape (4, 3)."""
    return np.linspace(start, end, 4)
