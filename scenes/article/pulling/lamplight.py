"""Light that falls on a ruler, and the shadows that stay on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Self

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.contrast import contrast, least_share, mixed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment, clip
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import Region
from scenes.style import SHADED, SHINE, SUN, Style, Theme

RULER = 0.4
"""Scene units: how wide the ruler is; shadows on it are a little narrower."""

SHADOW = 0.32
"""Scene units: how wide a shadow on the ruler is."""

_TICK, _HALF_TICK = 0.5, 0.26
"""The shares of the ruler's width that its marks take: at whole numbers, and at halves."""

_LIT_WALL, _DARK = 0.9, 0.5
"""The share of light in the colour of a lit wall, and of a word's colour in its shadow's, at the least."""

_SEEN = 3.2
"""The least contrast of a shadow with the ground."""

_PALE = 0.5
"""The share of the colour of notes in the bars of words of no family, and of the ground where that is light."""

_BEAM, _NIGHT = (0.02, 0.26), 0.86
"""The opacities of light at its lamp and at the wall, and of the darkness behind an arrow."""

_RAY_PITCH, _RAY_WIDTH = 0.36, 1.6
"""Scene units from a ray of light to the next, and stroke units of a ray's width."""

_LAMP = 7.0
"""Stroke units: the width of the lamp."""

_LANDS = 0.7
"""The share of the light's time after which it reaches the wall."""


def is_dark(theme: Theme) -> bool:
    """Return whether a theme's ground is nearer to black than to white."""
    return contrast(theme.background, SHINE) > contrast(theme.background, SHADED)


def tones(color: str, style: Style) -> tuple[str, str, str]:
    """Return the colours of a word's shadow, of its score's bar, and of the outline of both."""
    theme, ground = style.theme, style.theme.background
    dark, base = is_dark(theme), theme.dim if color == theme.ink else color
    if dark:
        shadow = mixed(base, ground, max(_DARK, least_share(base, ground, _SEEN)))
        return shadow, mixed(theme.ink, base, _PALE) if base == theme.dim else theme.fill(base), ground
    bar = mixed(base, ground, _PALE) if base == theme.dim else theme.fill(base)
    return base, bar, base


class Strip(VMobject):
    """A straight piece of a line with a thickness: a shadow that lies on the ruler, or a bar.

    Args:
        color: ``#rrggbb`` of its area.
        outline: ``#rrggbb`` of its edge.
        style: theme; only the edge is drawn where areas are not filled.
    """

    def __init__(self, color: str, outline: str, *, style: Style) -> None:
        filled = style.theme.filled
        super().__init__(stroke_color=outline, stroke_width=1.6 if filled else 2.0)
        self.set_fill(color, 1.0 if filled else 0.0)
        laid(self, Layer.SHADOW)

    def lay(self, start: Point, way: Point, thick: float) -> Self:
        """Lay it from a point along a way, both in scene units, with its middle line on them."""
        way = np.asarray(way, float)
        length = float(np.linalg.norm(way))
        unit = way / length if length > 1e-9 else point(1.0)
        aside = thick / 2 * point(-unit[1], unit[0])
        end = start + (way if length > 1e-3 else 1e-3 * unit)
        self.set_points_as_corners([start + aside, end + aside, end - aside, start - aside, start + aside])
        return self


class Ruler(VGroup):
    """A ruler that is a wall as well: marks at the plane's numbers, and a face on which light falls.

    Args:
        low: scene units from zero to its lower end, below 0.
        high: scene units from zero to its upper end.
        step: scene units from one numbered mark to the next.
        style: theme.

    Attributes:
        face: what light falls on.
        marks: the lines across it.
    """

    def __init__(self, low: float, high: float, step: float, *, style: Style) -> None:
        self.low, self.high, self.step, self.style = low, high, step, style
        theme = style.theme
        self.face = VMobject(stroke_color=theme.axis, stroke_width=2.2)
        self.face.set_fill(theme.shade, 1.0 if theme.filled else 0.0)
        self.marks = VMobject(stroke_color=theme.axis, stroke_width=2.2)
        super().__init__(self.face, self.marks)
        laid(self, Layer.THREAD)

    def shine(self, share: float) -> None:
        """Let light on its face, as a share of all of it, 0 to 1."""
        theme = self.style.theme
        if theme.filled:
            self.face.set_fill(mixed(lit(theme), theme.shade, _LIT_WALL * share), 1.0)

    def lay(self, zero: Point, unit: Point) -> Self:
        """Lay it with its zero at a point, along a direction 1 scene unit long."""
        aside = point(-unit[1], unit[0])
        corners = [
            zero + reach * unit + side * RULER / 2 * aside
            for reach, side in ((self.low, 1), (self.high, 1), (self.high, -1), (self.low, -1), (self.low, 1))
        ]
        self.face.set_points_as_corners(corners)
        self.marks.clear_points()
        half = self.step / 2
        for count in range(ceil(self.low / half), floor(self.high / half) + 1):
            foot = zero + count * half * unit - RULER / 2 * aside
            self.marks.start_new_path(foot)
            self.marks.add_line_to(foot + (_HALF_TICK if count % 2 else _TICK) * RULER * aside)
        return self


class Lamp(VGroup):
    """A long lamp beside the ruler, parallel to it: its light falls square on the wall, or on arrows before it.

    Args:
        origin: manim point of the ruler's zero.
        unit: the ruler's direction, 1 scene unit long.
        away: the direction from the ruler to the lamp, 1 scene unit long.
        span: where its light begins and ends along the ruler, scene units.
        distance: scene units from the ruler to the lamp.
        room: where light is seen.
        count: arrows that may stand in its way.
        style: theme.

    Attributes:
        shades: the tips of these arrows, along the ruler and away from it; zeros where there is none.
        beam: the light.
        rays: lines in it.
        night: the darkness behind the arrows, one piece for each.
        bulb: the bright line from which all of it comes; it is cut where the room ends.
    """

    def __init__(
        self, origin: Point, unit: Point, away: Point, span: tuple[float, float], distance: float, room: Region, *,
        count: int, style: Style,
    ) -> None:  # fmt: skip
        self.origin, self.unit, self.away = origin, unit, away
        self.span, self.distance, self.room, self.shades = span, distance, room, [(0.0, 0.0)] * count
        theme, color = style.theme, lit(style.theme)
        self.beam = VMobject(stroke_width=0).set_fill(color, 0.0)
        if theme.filled:
            self.beam.set_fill([color] * 2, _BEAM)  # type: ignore[arg-type]
            self.beam.set_sheen_direction(-away)
        rays = max(2, round((span[1] - span[0]) / _RAY_PITCH) + 1)
        self._starts = np.linspace(span[0], span[1], rays)
        ray_color = mixed(color, theme.background, 0.45) if theme.filled else theme.dim
        self.rays = VGroup(*(VMobject(stroke_color=ray_color, stroke_width=_RAY_WIDTH) for _ in self._starts))
        self.night = VGroup(*(VMobject(stroke_width=0) for _ in self.shades))
        self.night.set_fill(theme.background if is_dark(theme) else theme.shade, _NIGHT if theme.filled else 0.0)
        self.bulb = VMobject(stroke_color=theme.ink if is_dark(theme) else color, stroke_width=_LAMP)
        super().__init__(self.beam, self.night, self.rays, self.bulb)
        laid(self, Layer.HALF_PLANE)
        self.fall(1.0)

    def at(self, along: float, off: float) -> Point:
        """Return the manim point at a distance along the ruler and one away from it, scene units."""
        return np.asarray(self.origin + along * self.unit + off * self.away)

    def segments(self) -> list[Segment]:
        """Return the lamp, for labels to avoid; nothing where it is not seen."""
        seen = self._seen(self.at(self.span[0], self.distance), self.at(self.span[1], self.distance))
        return [] if seen is None or not self.bulb.stroke_width else [seen]

    def fall(self, share: float) -> float:
        """Draw the light when a share of its time, 0 to 1, has passed; return how much of it is on the wall, 0 to 1."""
        front = self.distance * (1 - min(share / _LANDS, 1.0))
        (start, end), far = self.span, self.distance
        corners = [self.at(start, far), self.at(end, far), self.at(end, front), self.at(start, front)]
        outline = inside(corners, self.room)
        self.beam.clear_points()
        if len(outline) > 2 and far - front > 1e-3:
            self.beam.set_points_as_corners([*outline, outline[0]])
        for along, ray in zip(self._starts, self.rays, strict=True):
            self._draw(ray, self.at(along, far), self.at(along, max(front, self._stopped(along))))
        for (reach, off), piece in zip(self.shades, self.night, strict=True):
            piece.clear_points()
            if front < off:
                cut = front / max(off, 1e-9)
                piece.set_points_as_corners(
                    [
                        self.at(cut * reach, front),
                        self.at(reach, off),
                        self.at(reach, front),
                        self.at(cut * reach, front),
                    ]
                )
        if self.bulb.stroke_width:
            self._draw(self.bulb, self.at(start, far), self.at(end, far))
        return max(share - _LANDS, 0.0) / (1 - _LANDS)

    def hide_bulb(self) -> None:
        """Leave the lamp out: its light comes from outside."""
        self.bulb.set_stroke(width=0).clear_points()

    def _stopped(self, along: float) -> float:
        """Return how far from the wall an arrow stops a ray."""
        return max(
            (off * along / reach for reach, off in self.shades if abs(reach) > 1e-9 and 0 <= along / reach <= 1),
            default=0.0,
        )

    def _draw(self, line: VMobject, start: Point, end: Point) -> None:
        seen = self._seen(start, end)
        line.clear_points()
        if seen is not None:
            line.set_points_as_corners([point(*seen[0]), point(*seen[1])])

    def _seen(self, start: Point, end: Point) -> Segment | None:
        room = self.room
        return clip((flat(start), flat(end)), (room.left, room.bottom, room.right, room.top))


def lit(theme: Theme) -> str:
    """Return the colour of light: ink on a dark ground, a sunny yellow on one that is bright itself."""
    return theme.ink if is_dark(theme) else SUN


def inside(corners: Sequence[Point], room: Region) -> list[Point]:
    """Return the part of a polygon in a region (Sutherland and Hodgman's clipping)."""
    kept = [np.asarray(corner, float) for corner in corners]
    for axis, bound, sign in ((0, room.left, 1), (0, room.right, -1), (1, room.bottom, 1), (1, room.top, -1)):
        found = list[Point]()
        for start, end in zip(kept, [*kept[1:], *kept[:1]], strict=True):
            first, last = sign * (start[axis] - bound), sign * (end[axis] - bound)
            if first >= 0:
                found.append(start)
            if (first < 0) != (last < 0):
                found.append(start + first / (first - last) * (end - start))
        kept = found
    return kept
