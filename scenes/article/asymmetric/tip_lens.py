"""A lens over the tips of two arrows that lie nearly on each other: there it is seen where a shadow ends."""

from __future__ import annotations

import numpy as np
from manim import Circle, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.vector import WIDTH, Vector, thin_line
from scenes.style import DEFAULT, Style

_FILLS, _EDGE, _TIE = 0.55, 3.4, 2.2
"""From the lens's middle to what lies farthest from it, as a share of its radius; stroke units of its edge, and of the
line that ties it to the tips."""

_SHAFT, _RIGHT_ANGLE, _DASHES, _DASH = 1.6 * WIDTH, 0.2, 5, 0.58
"""Scene units of the shafts in the lens and of a side of the right angle; the dashes of the perpendicular, and the
share of each that is drawn."""

_BAND = (0.14, 0.4)
"""Scene units from the query's line to both edges of the shadow in the lens."""

_LEAST_CORNER, _MOST = 0.24, 12.0
"""Scene units of the perpendicular from which it is seen without a lens; the most by which a lens enlarges."""


class TipLens(VGroup):
    """A lens that comes out of two tips: the key's, where its perpendicular meets the query, and the query's.

    Args:
        origin: manim point of the plane's origin.
        shadow: the key's shadow on the query, at its end.
        key: manim point of the key's tip.
        query: manim point of the query's tip.
        centre: where the lens comes to rest.
        radius: its radius there, scene units.
        colors: ``#rrggbb`` of the key and of the query.
        style: theme.

    Attributes:
        factor: by which it enlarges.
        at: what it looks at.
        tips: the key's tip, the shadow's end and the query's tip, as the lens shows them.
        corner: the right angle at the shadow's end.
    """

    def __init__(
        self, origin: Point, shadow: Shadow, key: Point, query: Point, centre: Point, radius: float,
        colors: tuple[str, str], *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        theme = style.theme
        self._origin, self._key, self._query, self._foot = origin, key, query, shadow.foot
        self._along, self._aside = _unit(query - origin), shadow.aside
        self.at = (key + shadow.foot + query) / 3
        far = max(float(np.linalg.norm(each - self.at)) for each in (key, shadow.foot, query))
        self.factor = min(_FILLS * radius / max(far, 1e-6), _MOST)
        self._centre, self._radius = centre, radius
        self.glass = laid(Circle(radius=1.0, color=theme.axis, stroke_width=0), Layer.LABEL)
        self.glass.set_fill(theme.background, 1.0)
        self.band = VMobject(stroke_width=0).set_fill(theme.fill(colors[0]), 1.0 if theme.filled else 0.0)
        if not theme.filled:
            self.band.set_stroke(colors[0], 2.0)
        self.arrows = [Vector(point(0.0), point(1.0), color, width=_SHAFT, style=style).thin_rim() for color in colors]
        self.perpendicular = VMobject(stroke_color=colors[0], stroke_width=3.4)
        self.end = VMobject(stroke_color=colors[0], stroke_width=3.4)
        self.corner = VMobject(stroke_color=theme.ink, stroke_width=2.6)
        self.edge = Circle(radius=1.0, color=theme.ink, stroke_width=_EDGE)
        self.ring = Circle(radius=radius / self.factor, color=theme.ink, stroke_width=_TIE).move_to(self.at)
        self.tie = thin_line(self.at, centre, theme.ink, _TIE)
        self.inside = VGroup(self.band, self.end, *self.arrows, self.perpendicular, self.corner)
        super().__init__(self.tie, self.ring, self.glass, self.inside, self.edge)
        laid(VGroup(self.inside, self.edge), Layer.LABEL)
        laid(VGroup(self.tie, self.ring), Layer.GHOST)
        self.look(1.0, 1.0)

    @staticmethod
    def is_needed(shadow: Shadow, key: Point) -> bool:
        """Return whether a key's tip is so near to the query that its perpendicular is not seen."""
        return bool(np.linalg.norm(key - shadow.foot) < _LEAST_CORNER)

    def look(self, out: float, thrown: float) -> None:
        """Look through the lens a share of its way out of the tips, with a share of the shadow thrown."""
        small = self._radius / self.factor
        radius, centre = small + out * (self._radius - small), self.at + out * (self._centre - self.at)
        zoom = radius / small
        for circle in (self.glass, self.edge):
            circle.set(width=2 * radius).move_to(centre)
        way = self._centre - self.at
        length, unit = float(np.linalg.norm(centre - self.at)), _unit(way)
        start, end = self.at + small * unit, centre - radius * unit
        self.tie.set_points_as_corners([start, end if length > radius + small else start])

        def seen(place: Point) -> Point:
            return np.asarray(centre + zoom * (place - self.at))

        self.tips = [seen(each) for each in (self._key, self._foot, self._query)]
        for arrow, tip, end in zip(self.arrows, self.tips[::2], (self._key, self._query), strict=True):
            arrow.set_ends(_entry(tip, _unit(end - self._origin), centre, radius), tip)
        key, foot = (seen(self._origin + thrown * (end - self._origin)) for end in (self._key, self._foot))
        self._throw(key, foot, centre, radius)

    def _throw(self, key: Point, foot: Point, centre: Point, radius: float) -> None:
        """Draw the shadow, its perpendicular and its right angle as far as they are in the lens."""
        scale = radius / self._radius
        edges = [foot - share * scale * self._aside for share in _BAND]
        for part in (self.band, self.end, self.perpendicular, self.corner):
            part.clear_points()
        if all(np.linalg.norm(end - centre) < radius for end in edges):
            starts = [_entry(end, self._along, centre, radius) for end in edges]
            self.band.set_points_as_corners([starts[0], edges[0], edges[1], starts[1], starts[0]])
            self.end.set_points_as_corners([foot, edges[1]])
        if max(float(np.linalg.norm(end - centre)) for end in (key, foot)) >= radius:
            return
        for count in range(_DASHES):
            self.perpendicular.start_new_path(key + count / _DASHES * (foot - key))
            self.perpendicular.add_line_to(key + (count + _DASH) / _DASHES * (foot - key))
        back, up = (_RIGHT_ANGLE * scale * way for way in (-self._along, self._aside))
        self.corner.set_points_as_corners([foot + back, foot + back + up, foot + up])


def _unit(way: Point) -> Point:
    """Return the direction of a way; the way itself where it has no length."""
    return np.asarray(way / (float(np.linalg.norm(way)) or 1.0))


def _entry(end: Point, unit: Point, centre: Point, radius: float) -> Point:
    """Return where a line that ends inside a circle comes into it."""
    along = float((end - centre) @ unit)
    rest = radius**2 - float((end - centre) @ (end - centre)) + along**2
    return np.asarray(end - (along + max(rest, 0.0) ** 0.5) * unit)
