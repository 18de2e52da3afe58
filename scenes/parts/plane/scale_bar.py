"""A bar that shows how long a number is in the picture, as on a map."""

from __future__ import annotations

from math import floor, log10
from typing import Self

from manim import VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Tick
from scenes.style import DEFAULT, Style

_END, _ABOVE = 0.1, 0.14
"""Scene units: half of the mark at each end, and from the bar to its number."""


class ScaleBar(VGroup):
    """A lying bar as long as a number, which gets shorter as the view steps back.

    Args:
        unit: scene units for 1.
        most: scene units of the bar, at most; it is as long as a power of ten.
        size: of its number, manim font units.
        style: theme and strokes.

    Attributes:
        number: how long it is.
        line: the bar, with a mark at each end.
    """

    def __init__(self, unit: float, most: float, *, size: float, style: Style = DEFAULT) -> None:
        value = 10.0 ** floor(log10(most / unit))
        self.number = Tick(value, value, size=size, color=style.theme.ink, style=style)
        self.line = VMobject().set_stroke(style.theme.ink, style.strokes.line)
        super().__init__(self.line, self.number)
        laid(self, Layer.LABEL)
        self.measure(point(), unit)

    def measure(self, start: Point, unit: float) -> Self:
        """Lay the bar rightwards from a point, in a scale."""
        end = start + point(self.number.value * unit)
        self.line.clear_points()
        up = point(0.0, _END)
        for one, other in ((start, end), (start - up, start + up), (end - up, end + up)):
            self.line.start_new_path(one)
            self.line.add_line_to(other)
        self.number.set_x(float((start + end)[0]) / 2).on_baseline(float(start[1]) + _ABOVE)
        return self
