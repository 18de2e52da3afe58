"""Two averages as arrows that become thin in place; their directions stay as rays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DashedLine, Line, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_BEYOND, _ON = 0.3, 0.2
"""Scene units by which a ray is longer than what lies on it, at least, and than its average."""

_TICK = 0.1
"""Scene units: half the height of a bar's ends."""

_DASH = 0.14
"""Scene units: a dash of a ray that is not measured along."""

_THIN = 0.02
"""Scene units: the shaft of an average that has become a line."""


class Averages(VGroup):
    """Two averages from one point: each an arrow, and a ray of its direction.

    Args:
        origin: manim point from which they go.
        ends: where their tips are.
        hues: one ``#rrggbb`` each.
        width: scene units of a shaft at first.
        reaches: how far the rays go at least, scene units.
        clear: scene units that a dashed ray keeps from the other one, on which a shadow lies.
        style: theme and strokes.

    Attributes:
        arrows: one each, as long as at first.
        rays: a line each, on which shadows fall.
        ghosts: the same clear of the other, dashed: of the one not measured along.
    """

    def __init__(
        self,
        origin: Point,
        ends: Sequence[Point],
        hues: Sequence[str],
        *,
        width: float,
        reaches: Sequence[float],
        clear: float = 0.0,
        style: Style = DEFAULT,
    ) -> None:
        self.origin, self.ends, self._width = origin, list(ends), width
        self.arrows = [
            laid(Vector(origin, end, hue, width=width, style=style), Layer.TRAIL)
            for end, hue in zip(ends, hues, strict=True)
        ]
        units = [(end - origin) / max(float(np.linalg.norm(end - origin)), 1e-9) for end in ends]
        apart = abs(float(np.cross(units[0], units[1])[2]))  # the sine of their angle
        self.rays, self.ghosts, self._far = list[Line](), list[VMobject](), list[Point]()
        for arrow, end, unit, hue, reach in zip(self.arrows, ends, units, hues, reaches, strict=True):
            arrow.body.set_background_stroke(width=0)  # they may lie on each other, and rims would cut them
            length = max(float(np.linalg.norm(end - origin)) + _ON, reach + _BEYOND)
            far = origin + length * unit
            self._far.append(far)
            ray = Line(origin, far).set_stroke(hue, style.strokes.line)
            self.rays.append(laid(ray, Layer.SHEET))
            begins = origin + max(min(clear / max(apart, 1e-9), length - 2 * _DASH), 0.0) * unit
            dashed = DashedLine(begins, far, dash_length=_DASH).set_stroke(hue, style.strokes.line)
            self.ghosts.append(laid(dashed, Layer.SHEET))
        super().__init__(*self.arrows, *self.rays, *self.ghosts)

    def grow(self, share: float) -> None:
        """Draw both arrows as far as a share, 0 to 1, of their length."""
        for arrow, end in zip(self.arrows, self.ends, strict=True):
            arrow.set_ends(self.origin, self.origin + max(share, 1e-3) * (end - self.origin))

    def thin(self, share: float) -> None:
        """Make both shafts thin where they are, a share, 0 to 1, of the way to a line."""
        for arrow, end in zip(self.arrows, self.ends, strict=True):
            arrow.shaft_width = self._width + share * (_THIN - self._width)
            arrow.set_ends(self.origin, end)

    def lengthen(self, side: int, share: float) -> None:
        """Draw a ray a share, 0 to 1, of the way from its average's tip to its far end."""
        end, far = self.ends[side], self._far[side]
        self.rays[side].put_start_and_end_on(self.origin, end + share * (far - end))


class UnitBar(VGroup):
    """A bar as long as 1 is in the picture, as on a map.

    Args:
        start: manim point of its left end.
        length: scene units for 1.
        style: theme and sizes.
    """

    def __init__(self, start: Point, length: float, *, style: Style = DEFAULT) -> None:
        end, up = start + point(length), point(0.0, _TICK)
        self.bar = VMobject().set_stroke(style.theme.ink, style.strokes.thin)
        self.bar.set_points_as_corners([start + up, start - up, start, end, end - up, end + up])
        self.text = Label("1", size=style.sizes.tick, style=style)
        self.text.set_x(float(end[0]) + 0.14 + self.text.width / 2)
        self.text.on_baseline(float(end[1]) - self.text.cap_height / 2)
        super().__init__(self.bar, self.text)
        laid(self, Layer.LABEL)
