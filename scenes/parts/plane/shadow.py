"""A dot product as a shadow: the reach of a word along another word's line, and its side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import DashedLine, Line, Polygon, VGroup, VMobject

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, clip, inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import Region, Stage
from scenes.style import DEFAULT, Style, Theme

SLAB = 0.22
"""Scene units: the thickness of the shadow along the line."""

CLEAR = 0.07
"""Scene units between the line and the shadow along it: room for half of an arrow that lies on the line."""

_SOFT_SLAB, _SOFT_STEPS, _SOFT = 0.4, (1.0, 0.86, 0.72, 0.58, 0.44, 0.3), 0.2
"""Scene units: the thickness of a soft shadow; the shares of it at which it gets denser towards the line, and how much
at each."""

_RAY_PITCH, _RAY_WIDTH, _RAY_OPACITY, _BEAM = 0.26, 2.2, 0.7, (0.08, 0.36)
"""Scene units from a ray of light to the next, stroke units of its width, the opacity of a ray, and of all the light
where it ends and where it begins."""

_LIGHT_FROM = (0.85, 0.65, 0.45, 0.3, 1.2, 0.2)
"""Scene units from a tip to where light begins, the best first: where neither a word nor the frame's edge is near."""

_LAMP = 6.0
"""Stroke units: the width of the lamp from which rays come."""

_HATCH, _HATCH_WIDTH, _HATCH_OPACITY = 0.34, 1.6, 0.3
"""Scene units between lines through the half behind a word, stroke units of their width, their opacity."""

_LIT = 0.15
"""The share of the light's time in which the lamp goes on."""

_RAY_TIME = 0.4
"""The share of the light's time in which one ray falls."""

_RAYS = 6
_RIGHT_ANGLE = 0.15
"""Scene units: a side of the right-angle mark."""


class Shadow(VGroup):
    """The shadow that a vector casts on another vector's line: triangle, perpendicular and slab.

    Args:
        origin: manim point of the zero vector.
        tip: manim point of the vector that casts it.
        along: a manim point on the line other than the origin, on the side that counts as positive.
        color: ``#rrggbb``, of the vector that casts it.
        clear: scene units between the line and the slab; the right-angle mark is larger than that. Below 0 the slab
            lies on the line.
        thick: scene units: the thickness of the slab.
        hatched: whether lines run through the triangle.
        soft: whether the slab fades towards its long edges, where areas are filled, as light on the line would.
        style: theme.

    Attributes:
        slab: the thick shadow beside the line, or on it.
        glow: what makes a soft one denser towards the line.
        rays: the hatching of the triangle.
        perpendicular: the dashed line from the tip to its foot on the line.
        corner: the right-angle mark.
        foot: manim point of the shadow's end.
        aside: the direction from the line to the word, 1 scene unit long.
        unit: the direction from the origin to the foot, 1 scene unit long.
        corners: the slab's corners: two at the origin, then two at the foot, around it.
    """

    def __init__(
        self, origin: Point, tip: Point, along: Point, color: str, *,
        clear: float = CLEAR, thick: float = SLAB, hatched: bool = True, soft: bool = False, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        theme = style.theme
        self.color_of_shadow, self.clear, self.thick, self.soft = color, clear, thick, soft
        fill = theme.fill(color)
        self.triangle = VMobject(stroke_width=0).set_fill(fill, 0.16 if theme.filled else 0.0)
        self.rays = VGroup(
            *(VMobject(stroke_color=fill, stroke_width=1.6, stroke_opacity=0.5) for _ in range(_RAYS if hatched else 0))
        )
        self.perpendicular = VMobject(stroke_color=color, stroke_width=3.0)
        self.corner = VMobject(stroke_color=theme.ink, stroke_width=2.0)
        self.slab = VMobject(stroke_width=0).set_fill(fill, 1.0 if theme.filled else 0.0)
        self.glow = VGroup()
        if soft and theme.filled:
            self.slab.set_fill(opacity=_SOFT)
            self.glow.add(*(VMobject(stroke_width=0).set_fill(fill, _SOFT) for _ in _SOFT_STEPS[1:]))
        elif fill != color or not theme.filled:
            self.slab.set_stroke(color, 2.0)
        super().__init__(self.triangle, self.rays, self.slab, self.glow, self.perpendicular, self.corner)
        laid(self, Layer.SHADOW)
        self.set_ends(origin, tip, along)

    def set_ends(self, origin: Point, tip: Point, along: Point) -> Self:
        """Cast the shadow again: the tip, or the line, has moved."""
        origin, tip, along = (np.asarray(each, float) for each in (origin, tip, along))
        unit = (along - origin) / max(float(np.linalg.norm(along - origin)), 1e-9)
        reach = float(np.dot(tip - origin, unit))
        self.foot = origin + unit * reach
        away = tip - self.foot
        distance = float(np.linalg.norm(away))
        aside = away / distance if distance > 1e-6 else point(-unit[1], unit[0])
        self.triangle.set_points_as_corners([origin, tip, self.foot, origin])
        for count, ray in enumerate(self.rays, start=1):
            share = count / (len(self.rays) + 1)
            ray.set_points_as_corners([origin + share * (tip - origin), origin + share * (self.foot - origin)])
        self.dash(tip, self.foot)
        self.aside = aside
        self.lie(origin)
        side = max(_RIGHT_ANGLE, self.clear + 0.04, 0.04 - self.clear if self.soft else 0.0)
        self.unit = unit * np.sign(reach or 1.0)
        self.mark_corner(min(side, 0.4 * distance, 0.4 * abs(reach)))
        return self

    def mark_corner(self, side: float) -> None:
        """Draw the right angle with sides of a length, scene units."""
        back, up = -self.unit * side, self.aside * side
        self.corner.set_points_as_corners([self.foot + back, self.foot + back + up, self.foot + up])

    def lie(self, start: Point) -> Self:
        """Lay the slab from a point on the line to the foot: on the other side of the line than the word, or on it."""
        edge, far = start - self.aside * self.clear, self.foot - self.aside * self.clear
        self.corners = [edge, edge - self.aside * self.thick, far - self.aside * self.thick, far]
        self.slab.set_points_as_corners([*self.corners, edge])
        for share, part in zip(_SOFT_STEPS[1:], self.glow, strict=False):
            inwards = self.aside * (1 - share) * self.thick / 2
            first, second, third, fourth = self.corners
            part.set_points_as_corners(
                [first - inwards, second + inwards, third + inwards, fourth - inwards, first - inwards]
            )
        return self

    def dash(self, tip: Point, end: Point) -> None:
        """Draw the perpendicular from the tip to a point in dashes of 0.09 scene units as one outline."""
        way = end - tip
        length = float(np.linalg.norm(way))
        count = max(1, round(length / 0.16))
        self.perpendicular.clear_points()
        for index in range(count):
            first, last = index / count, (index + 0.56) / count
            self.perpendicular.start_new_path(tip + first * way)
            self.perpendicular.add_line_to(tip + last * way)


def soft_shadow(
    origin: Point, tip: Point, along: Point, color: str, *,
    share: float = 1.0, hatched: bool = False, style: Style = DEFAULT,
) -> Shadow:  # fmt: skip
    """Return a shadow that lies on the line, under an arrow there; beside the line where areas are not filled.

    Args:
        origin: manim point of the plane's origin.
        tip: manim point of the vector that throws the shadow.
        along: a manim point on the line other than the origin.
        color: ``#rrggbb``.
        share: its thickness as a share of the common one, where all is smaller.
        hatched: whether lines run through the triangle.
        style: theme.
    """
    thick = share * soft_thickness(style)
    return Shadow(
        origin, tip, along, color, clear=-thick / 2, thick=thick, hatched=hatched, soft=True, style=style
    )  # fmt: skip


def soft_thickness(style: Style) -> float:
    """Return how thick a shadow on its line is, scene units."""
    return _SOFT_SLAB if style.theme.filled else SLAB


class Light(VGroup):
    """Parallel light that falls straight towards a line and ends at the vector that stands in its way.

    It is as wide as the shadow that the vector throws: what falls beside it says nothing.

    Args:
        origin: manim point of the zero vector.
        tip: manim point of the vector that stands in its way.
        along: a manim point on the line other than the origin.
        room: where light is seen.
        boxes: what lamp and rays keep off: words. Where they cannot, the lamp is not seen.
        texts: what the lamp keeps off as well: the axes' numbers. Rays that would cross them are not drawn.
        style: theme.

    Attributes:
        reach: scene units along the line to the end of the vector's shadow, below 0 where it falls backwards.
        beam: all the light that has fallen, soft, so that what it falls over is read through it.
        rays: lines in its place where a soft light would not be seen.
        lamp: the bright line, parallel to the other, from which they come.
    """

    def __init__(
        self, origin: Point, tip: Point, along: Point, room: Region, *,
        boxes: Sequence[Box] = (), texts: Sequence[Box] = (), style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.origin, self.tip = np.asarray(origin, float), np.asarray(tip, float)
        unit = (np.asarray(along) - origin) / max(float(np.linalg.norm(np.asarray(along) - origin)), 1e-9)
        self.unit, self.reach = unit, float(np.dot(self.tip - origin, unit))
        aside = self.tip - origin - self.reach * unit
        distance = float(np.linalg.norm(aside))
        up = aside / distance if distance > 1e-6 else point(-unit[1], unit[0])
        edge = abs(self.reach)
        self._rays = list[tuple[float, Point, Point]]()
        shares = np.linspace(0.0, 1.0, max(2, round(edge / _RAY_PITCH) + 1))
        ends = [self.origin + share * (self.tip - self.origin) for share in shares]
        # All rays begin equally far from the line, where the frame leaves room for that.
        free = [
            _inside(end, up, 2 * distance + max(_LIGHT_FROM), room) - (1 - share) * distance
            for share, end in zip(shares, ends, strict=True)
        ]
        beyond, covers = _LIGHT_FROM[-1], True
        for reach in (reach for reach in _LIGHT_FROM if reach <= min(free)):
            starts = [self.origin + share * self.reach * unit + (distance + reach) * up for share in shares]
            lamp = (flat(starts[0]), flat(starts[-1]))
            if not _covers(starts, ends, boxes) and not any(inside_length(lamp, box) for box in texts):
                beyond, covers = reach, False
                break
        for share, end in zip(shares, ends, strict=True):
            before = _inside(end, up, (1 - share) * distance + beyond, room)
            if before > 0.1:
                self._rays.append((float(share), end + before * up, end))
        # Ink brightens a dark ground; on a light one it would be a shadow.
        bright = style.theme.filled and not _is_light(style.theme)
        self.beam = VMobject(stroke_width=0).set_fill(style.theme.ink, 0.0)
        if bright:
            self.beam.set_fill([style.theme.ink] * 2, _BEAM)  # type: ignore[arg-type]  # it is brightest at its lamp
            self.beam.set_sheen_direction(up)
        lines = (VMobject(stroke_color=style.theme.ink, stroke_width=_RAY_WIDTH) for _ in self._rays)
        self.rays = VGroup() if bright else VGroup(*lines)
        self._crossing = {
            index
            for index, (_, start, end) in enumerate(self._rays)
            if any(inside_length((flat(start), flat(end)), box) for box in texts)
        }
        self.lamp = VMobject(stroke_color=style.theme.ink, stroke_width=_LAMP)
        if self._rays and not covers:
            self.lamp.set_points_as_corners([start for _, start, _ in self._rays])
        super().__init__(self.beam, self.rays, self.lamp)
        laid(self, Layer.HALF_PLANE)
        self.fall(1.0)

    def segments(self) -> list[Segment]:
        """Return its rays and its lamp, for labels to avoid."""
        rays = [(flat(start), flat(end)) for _, start, end in self._rays]
        return [*rays, *zip([start for start, _ in rays], [start for start, _ in rays[1:]], strict=False)]

    def fall(self, share: float) -> float:
        """Draw the light when a share of it, 0 to 1, has fallen, from the origin on; return how far a shadow reaches.

        Returns:
            The share of the vector whose shadow has fallen, 0 to 1.
        """
        self.lamp.set_stroke(opacity=min(share / _LIT, 1.0))
        starts, ends = list[Point](), list[Point]()
        for index, (along, start, end) in enumerate(self._rays):
            fallen = min(max((share - (1 - _RAY_TIME) * along) / _RAY_TIME, 0.0), 1.0)
            reached = start + max(fallen, 1e-3) * (end - start)
            for line in self.rays[index : index + 1]:
                line.set_points_as_corners([start, reached])
                line.set_stroke(opacity=_RAY_OPACITY if fallen > 0 and index not in self._crossing else 0.0)
            starts.append(start)
            ends.append(reached)
        if starts:
            self.beam.set_points_as_corners([*starts, *reversed(ends), starts[0]])
        return min(max((share - _RAY_TIME) / (1 - _RAY_TIME), 0.0), 1.0)


def _covers(starts: Sequence[Point], ends: Sequence[Point], boxes: Sequence[Box]) -> bool:
    """Return whether rays or their lamp lie on a box; the one around the last ray's end does not count."""
    x, y = flat(ends[-1])
    others = [box for box in boxes if not (box[0] <= x <= box[2] and box[1] <= y <= box[3])]
    lines = [(flat(start), flat(end)) for start, end in zip(starts, ends, strict=True)]
    lines.append((flat(starts[0]), flat(starts[-1])))
    return any(inside_length(line, box) for line in lines for box in others)


def _is_light(theme: Theme) -> bool:
    """Return whether a theme's ground is nearer to white than to black."""
    return sum(int(theme.background[place : place + 2], 16) for place in (1, 3, 5)) > 384


def _inside(start: Point, way: Point, length: float, room: Region) -> float:
    """Return how far a ray of at most a length stays inside a region."""
    for axis, (low, high) in enumerate(((room.left, room.right), (room.bottom, room.top))):
        if abs(way[axis]) > 1e-9:
            length = min(length, ((high if way[axis] > 0 else low) - start[axis]) / way[axis])
    return length


class HalfPlane(VGroup):
    """The half of the plane behind a word, where dot products with it are negative: darker, hatched, with a border.

    Args:
        origin: manim point of the zero vector.
        toward: manim point of the word.
        stage: the frame, which it fills to the edges.
        style: theme.
    """

    def __init__(self, origin: Point, toward: Point, stage: Stage, *, style: Style = DEFAULT) -> None:
        theme, far = style.theme, stage.width + stage.height
        unit = (np.asarray(toward) - origin) / np.linalg.norm(np.asarray(toward) - origin)
        across = point(-unit[1], unit[0])
        corners = [
            origin + across * far,
            origin - across * far,
            origin - (across + unit) * far,
            origin + (across - unit) * far,
        ]
        shade = Polygon(*_above(corners, stage), stroke_width=0)
        shade.set_fill(theme.shade, (0.5 if _is_light(theme) else 0.62) if theme.filled else 0.0)
        ends = [_edge(origin, across * side, stage) for side in (1.0, -1.0)]
        border = DashedLine(ends[0], ends[1], dash_length=0.1, dashed_ratio=0.5).set_stroke(theme.dim, 3.0)
        hatch = _hatch(origin, unit, across * far, stage).set_stroke(theme.axis, _HATCH_WIDTH, _HATCH_OPACITY)
        self.shade, self.hatch, self.border = shade, hatch, border
        super().__init__(shade, hatch, border)
        laid(self, Layer.HALF_PLANE)
        self._ends = ends

    def segments(self) -> list[Segment]:
        """Return the border, for labels to avoid."""
        return [(flat(self._ends[0]), flat(self._ends[1]))]


def _hatch(origin: Point, unit: Point, across: Point, stage: Stage) -> VMobject:
    """Return lines parallel to a border through the origin, behind it, in the room of words."""
    room = stage.plane_view.words(stage)
    box, lines = (-stage.width / 2, room.bottom, room.right, room.top), VMobject()
    for count in range(1, int((stage.width + stage.height) / _HATCH)):
        middle = origin - count * _HATCH * unit
        seen = clip((flat(middle - across), flat(middle + across)), box)
        if seen is not None:
            lines.start_new_path(point(*seen[0]))
            lines.add_line_to(point(*seen[1]))
    return lines


def word_line(origin: Point, through: Point, stage: Stage, color: str) -> Line:
    """Return the line of a word through the origin, both ways to the edges of the visible plane."""
    unit = (np.asarray(through) - origin) / np.linalg.norm(np.asarray(through) - origin)
    line = Line(_edge(origin, -unit, stage), _edge(origin, unit, stage)).set_stroke(color, 2.5, 0.75)
    return laid(line, Layer.SHADOW)


def _above(corners: Sequence[Point], stage: Stage) -> list[Point]:
    """Return a polygon without what would lie on a record beneath the plane (Sutherland and Hodgman's clipping)."""
    if not stage.plane_view.lying:
        return list(corners)
    low, kept = stage.plane_view.words(stage).bottom, list[Point]()
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        if start[1] >= low:
            kept.append(start)
        if (start[1] < low) != (end[1] < low):
            kept.append(start + (low - start[1]) / (end[1] - start[1]) * (end - start))
    return kept


def _edge(origin: Point, way: Point, stage: Stage) -> Point:
    """Return where a ray from the origin leaves the stage between header and foot."""
    room = stage.plane_view.words(stage)
    bounds = ((-stage.width / 2, stage.width / 2), (room.bottom, room.top))
    reach = [
        ((high if way[axis] > 0 else low) - origin[axis]) / way[axis]
        for axis, (low, high) in enumerate(bounds)
        if abs(way[axis]) > 1e-9
    ]
    return np.asarray(origin + way * min(reach))
