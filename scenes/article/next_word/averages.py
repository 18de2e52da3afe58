"""Two averages as arrows that shrink to the scale of the words' arrows; their directions stay as rays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DashedLine, Line, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_BEYOND = 0.3
"""Scene units by which a ray is longer than what lies on it, at least."""

_TICK = 0.1
"""Scene units: half the height of a bar's ends."""

_DASH = 0.14
"""Scene units: a dash of a ray that is not measured along."""

_THIN = 0.8
"""The width of a shaft at the words' scale, as a share of what it is before."""


class Averages(VGroup):
    """Two averages from one point: each an arrow of two lengths, and a ray of its direction.

    Args:
        origin: manim point from which they go.
        large: where their tips are at first.
        small: where their tips are at the scale of the words' arrows.
        hues: one ``#rrggbb`` each.
        width: scene units of a shaft at first.
        reaches: how far the rays go at least, scene units.
        clear: scene units that a dashed ray keeps from the other one, on which a shadow lies.
        style: theme and strokes.

    Attributes:
        arrows: one each, as long as at first.
        rays: a line each, on which shadows fall.
        ghosts: the same beyond the shorter tips and clear of the other, dashed: of the one not measured along.
    """

    def __init__(
        self,
        origin: Point,
        large: Sequence[Point],
        small: Sequence[Point],
        hues: Sequence[str],
        *,
        width: float,
        reaches: Sequence[float],
        clear: float = 0.0,
        style: Style = DEFAULT,
    ) -> None:
        self.origin, self.large, self.small, self._width = origin, list(large), list(small), width
        self.arrows = [
            laid(Vector(origin, end, hue, width=width, style=style), Layer.TRAIL)
            for end, hue in zip(large, hues, strict=True)
        ]
        units = [(end - origin) / max(float(np.linalg.norm(end - origin)), 1e-9) for end in large]
        apart = abs(float(np.cross(units[0], units[1])[2]))  # the sine of their angle
        self.rays, self.ghosts = list[VMobject](), list[VMobject]()
        for arrow, end, short, hue, reach in zip(self.arrows, large, small, hues, reaches, strict=True):
            arrow.body.set_background_stroke(width=0)  # they may lie on each other, and rims would cut them
            length, shorter = (float(np.linalg.norm(tip - origin)) for tip in (end, short))
            far = origin + max(length, shorter + _BEYOND, reach + _BEYOND) / max(length, 1e-9) * (end - origin)
            ray = Line(origin, far).set_stroke(hue, style.strokes.line)
            self.rays.append(laid(ray, Layer.SHEET))
            begin = max(shorter, min(clear / max(apart, 1e-9), float(np.linalg.norm(far - origin)) - 2 * _DASH))
            begins = origin + begin / max(length, 1e-9) * (end - origin)
            dashed = DashedLine(begins, far, dash_length=_DASH).set_stroke(hue, style.strokes.line)
            self.ghosts.append(laid(dashed, Layer.SHEET))
        super().__init__(*self.arrows, *self.rays, *self.ghosts)

    def grow(self, share: float) -> None:
        """Draw both arrows as far as a share, 0 to 1, of their first length."""
        for arrow, end in zip(self.arrows, self.large, strict=True):
            arrow.set_ends(self.origin, self.origin + max(share, 1e-3) * (end - self.origin))

    def shrink(self, share: float) -> None:
        """Draw both arrows a share, 0 to 1, of the way from their first length to the last."""
        for arrow, end, short in zip(self.arrows, self.large, self.small, strict=True):
            arrow.shaft_width = self._width * (1 - share * (1 - _THIN))
            arrow.set_ends(self.origin, end + share * (short - end))


class UnitBar(VGroup):
    """A bar as long as 1 is in the picture, as on a map: it shrinks when the picture's scale does.

    Args:
        start: manim point of its left end.
        large: its length at first, scene units.
        small: its length at the smaller scale.
        smaller: by what the scale is divided, as it is said while it shrinks.
        style: theme and sizes.

    Attributes:
        former: the dashed piece by which it has shrunk; no part of the group, nor is the next.
        divided: what is said, where the bar ended at first.
    """

    def __init__(self, start: Point, large: float, small: float, smaller: str, *, style: Style = DEFAULT) -> None:
        self._start, self._lengths, theme = start, (large, small), style.theme
        self.former = laid(VMobject().set_stroke(theme.ink, style.strokes.thin), Layer.LABEL)
        self.divided = Label(smaller, size=style.sizes.head, style=style)
        self.divided.set_x(float(start[0]) + large + 0.22 + self.divided.width / 2)
        laid(self.divided.on_baseline(float(start[1]) - self.divided.cap_height / 2), Layer.LABEL)
        self.bar = VMobject().set_stroke(theme.ink, style.strokes.thin)
        self.text = Label("1", size=style.sizes.tick, style=style)
        super().__init__(self.bar, self.text)
        laid(self, Layer.LABEL)
        self.shrink(0.0)

    def shrink(self, share: float) -> None:
        """Draw it a share, 0 to 1, of the way from its first length to the other."""
        first, last = self._lengths
        end = self._start + point(first + share * (last - first))
        up = point(0.0, _TICK)
        self.bar.set_points_as_corners([self._start + up, self._start - up, self._start, end, end - up, end + up])
        self.text.set_x(float(end[0]) + 0.14 + self.text.width / 2)
        self.text.on_baseline(float(end[1]) - self.text.cap_height / 2)
        self._dash(float(self.text.get_right()[0]) + 0.14, float(self._start[0]) + first)

    def _dash(self, left: float, right: float) -> None:
        """Draw what has gone of the bar in dashes, up to its former end."""
        self.former.clear_points()
        count = int((right - left) / (2 * _DASH))
        if count < 1:
            return
        y, pitch = float(self._start[1]), (right - left) / count
        for place in range(count):
            end = right - place * pitch
            self.former.start_new_path(point(end, y)).add_line_to(point(end - pitch / 2, y))
        self.former.start_new_path(point(right, y - _TICK)).add_line_to(point(right, y + _TICK))
