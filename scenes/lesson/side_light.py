"""Light that falls straight towards a line: what stands in its way casts a shadow on the line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.contrast import contrast
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, clip
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import Region
from scenes.style import DEFAULT, SHADED, SHINE, Style

_PITCH, _RAY, _RAY_OPACITY, _BEAM = 0.4, 1.8, 0.4, 0.1
"""Scene units from a ray to the next, stroke units of its width, the opacity of a ray and of all the light."""

_LAMP, _STICK = 6.0, 5.0
"""Stroke units: the widths of the lamp from which rays come, and of what stands in their way."""

_OFF_TEXT, _EDGE = 0.06, 1e-3
"""Scene units that rays stay off texts, and around the end of a stick, where light passes it."""

_LEAST = 0.15
"""Scene units: a piece of a ray shorter than this is left out."""

_LIT = 0.15
"""The share of the light's time in which the lamp goes on."""


class Stick:
    """A vector that stands in the light, a share of it grown.

    Args:
        origin: manim point of the zero vector.
        tip: manim point of the vector.
        color: ``#rrggbb``.
        style: theme.

    Attributes:
        line: what is seen of it.
        share: how much of it stands there, 0 to 1.
    """

    def __init__(self, origin: Point, tip: Point, color: str, *, style: Style = DEFAULT) -> None:
        self.origin, self.tip, self.share = np.asarray(origin, float), np.asarray(tip, float), 0.0
        self.line = laid(VMobject(stroke_color=style.theme.fill(color), stroke_width=_STICK), Layer.VECTOR)
        self.grow(0.0)

    def grow(self, share: float) -> None:
        """Let a share of it stand there."""
        self.share = share
        self.line.set_points_as_corners([self.origin, self.end])

    @property
    def end(self) -> Point:
        """The end of it, a manim point."""
        end: Point = self.origin + max(self.share, _EDGE) * (self.tip - self.origin)
        return end


class SideLight(VGroup):
    """Parallel light from a lamp beside a line, as wide as that and all that may stand in its way.

    Args:
        origin: manim point of the zero vector, where the line begins.
        along: manim point of the line's end.
        sticks: what will stand in its way; the first is on the side from which light comes.
        room: where light is seen; the lamp stands at its edge.
        boxes: texts, at which rays have gaps.
        style: theme.

    Attributes:
        beam: all the light.
        rays: lines in it.
        lamp: the bright line, parallel to the other, from which they come.
    """

    def __init__(
        self, origin: Point, along: Point, sticks: Sequence[Stick], room: Region, *,
        boxes: Sequence[Box] = (), style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.origin, self.sticks, self.boxes = np.asarray(origin, float), list(sticks), boxes
        length = float(np.linalg.norm(np.asarray(along) - origin))
        self.unit = (np.asarray(along) - origin) / max(length, 1e-9)
        across = point(-self.unit[1], self.unit[0])
        self.up = across if float(np.dot(sticks[0].tip - self.origin, across)) >= 0 else -across
        reaches = [float(np.dot(stick.tip - self.origin, self.unit)) for stick in self.sticks]
        self.low, self.high = min(0.0, *reaches), max(length, *reaches)
        self.far = min(_to_edge(self.origin + end * self.unit, self.up, room) for end in (self.low, self.high))
        theme = style.theme
        # Ink brightens a dark ground; on a light one it would be a shadow.
        bright = theme.filled and contrast(theme.background, SHINE) > contrast(theme.background, SHADED)
        self.beam = VMobject(stroke_width=0).set_fill(theme.ink, _BEAM if bright else 0.0)
        count = max(2, round((self.high - self.low) / _PITCH))
        self.places = [self.low + (index + 0.5) * (self.high - self.low) / count for index in range(count)]
        self.rays = VMobject(stroke_color=theme.ink, stroke_width=_RAY, stroke_opacity=_RAY_OPACITY)
        self.lamp = VMobject(stroke_color=theme.ink, stroke_width=_LAMP)
        self.lamp.set_points_as_corners([self._at(self.low, self.far), self._at(self.high, self.far)])
        super().__init__(self.beam, self.rays, self.lamp)
        laid(self, Layer.HALF_PLANE)
        self.fall(0.0)

    def fall(self, share: float = 1.0) -> None:
        """Draw the light when it has come a share of its way, 0 to 1."""
        self.lamp.set_stroke(opacity=min(share / _LIT, 1.0))
        come = self.far * (1.0 - share)
        self.rays.clear_points()
        for along in self.places:
            self._draw_ray(along, max(come, self._stopped(along)))
        edges = [0.0, *(float(np.dot(stick.end - self.origin, self.unit)) for stick in self.sticks if stick.share)]
        steps = sorted({self.low, self.high, *(edge + side for edge in edges for side in (-_EDGE, _EDGE))})
        steps = [step for step in steps if self.low <= step <= self.high]
        ends = [self._at(step, max(come, self._stopped(step))) for step in steps]
        self.beam.set_points_as_corners(
            [self._at(self.low, self.far), *ends, self._at(self.high, self.far), self._at(self.low, self.far)]
        )

    def _at(self, along: float, away: float) -> Point:
        """Return the manim point so far along the line and so far away from it."""
        return self.origin + along * self.unit + away * self.up

    def _stopped(self, along: float) -> float:
        """Return how far from the line a ray ends: at the stick that it meets first, or on the line."""
        highest = 0.0
        for stick in self.sticks:
            way = stick.end - self.origin
            reach, height = float(np.dot(way, self.unit)), float(np.dot(way, self.up))
            if stick.share and abs(reach) > _EDGE and 0.0 <= along / reach <= 1.0:
                highest = max(highest, height * along / reach)
        return min(highest, self.far)

    def _draw_ray(self, along: float, end: float) -> None:
        """Draw a ray from the lamp to its end, with gaps where texts are."""
        start, last = self._at(along, self.far), self._at(along, end)
        gaps = sorted(gap for box in self.boxes if (gap := self._gap(start, last, box)) is not None)
        at = 0.0
        for first, beyond in [*gaps, (self.far - end, self.far)]:
            if first - at > _LEAST:
                self.rays.start_new_path(start - at * self.up)
                self.rays.add_line_to(start - first * self.up)
            at = max(at, beyond)

    def _gap(self, start: Point, end: Point, box: Box) -> tuple[float, float] | None:
        """Return from where to where a ray would lie on a text, scene units from its lamp."""
        left, bottom, right, top = box
        wide = (left - _OFF_TEXT, bottom - _OFF_TEXT, right + _OFF_TEXT, top + _OFF_TEXT)
        inside = clip((flat(start), flat(end)), wide)
        if inside is None:
            return None
        first, last = (float(np.linalg.norm(np.subtract(each, flat(start)))) for each in inside)
        return first, last


def _to_edge(start: Point, way: Point, room: Region) -> float:
    """Return how far it is from a point inside a region to its edge."""
    lengths = [
        ((high if way[axis] > 0 else low) - start[axis]) / way[axis]
        for axis, (low, high) in enumerate(((room.left, room.right), (room.bottom, room.top)))
        if abs(way[axis]) > 1e-6
    ]
    return max(float(min(lengths)), _EDGE)
