"""Numbers as bars from a zero line, in columns and in rows."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, Line, Rectangle, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

DENSE = 0.9
"""Opacity of a bar."""

LEAST = 0.012
"""Scene units: the height of a bar of zero, which keeps it visible."""


class Bar(Rectangle):
    """A bar from a zero line: up for a positive value, down for a negative one.

    Args:
        value: the value that its height stands for.
        unit: scene units for 1.
        x: its centre, scene units.
        zero: the zero line's height, scene units.
        width: scene units.
        color: ``#rrggbb``.

    Attributes:
        value: as a Python number.
        unit: scene units for 1.
    """

    def __init__(
        self,
        value: Tensor | float,
        unit: float,
        x: float,
        zero: float,
        width: float,
        color: str,
        style: Style = DEFAULT,
    ) -> None:
        self.value, self.unit = float(value), unit
        height = max(abs(self.value) * unit, LEAST)
        super().__init__(width=width, height=height, stroke_width=0)
        colour_area(self, color, DENSE, style)
        self.move_to(point(x, zero + (height if self.value >= 0 else -height) / 2))


class BarRow(VGroup):
    """A number and a bar under each word of a row.

    Args:
        values: shape (T,).
        xs: the centre of each bar, scene units.
        region: the height it may take: numbers at the top, bars below them. Its width is not used.
        colors: one ``#rrggbb`` for each bar.
        width: the width of a bar, scene units.
        unit: scene units for 1; as large as fits when left out.
        decimals: the numbers' digits after the point.
        kind: the class of the numbers, such as ``Weight``.

    Attributes:
        numbers: the numbers, in order.
        bars: the bars, in order.
        unit: scene units for 1.
        zero: the zero line's height.
        line: the zero line.
    """

    def __init__(
        self,
        values: Tensor,
        xs: Sequence[float],
        region: Region,
        colors: Sequence[str],
        *,
        width: float = 0.6,
        unit: float | None = None,
        size: float | None = None,
        decimals: int = 2,
        kind: type[Number] = Number,
        style: Style = DEFAULT,
    ) -> None:
        size = size or style.sizes.label
        digits = size * 0.0115
        top, bottom = region.top - digits, region.bottom
        above = max(0.0, float(values.max()))
        below = max(0.0, -float(values.min()))
        self.unit = unit if unit is not None else (top - bottom) / ((above + below) or 1.0)
        self.zero = bottom + below * self.unit
        self.bars = [
            Bar(value, self.unit, x, self.zero, width, color, style)
            for value, x, color in zip(values, xs, colors, strict=True)
        ]
        self.numbers = [
            kind(value, size=size, color=color, decimals=decimals, style=style).set_x(x)
            for value, x, color in zip(values, xs, colors, strict=True)
        ]
        for number in self.numbers:
            set_on_baseline(number, region.top - 0.0072 * size)
        reach = width / 2 + 0.12
        self.line = Line(point(xs[0] - reach, self.zero), point(xs[-1] + reach, self.zero))
        self.line.set_stroke(style.theme.dim, style.strokes.hair)
        super().__init__(self.line, *self.bars, *self.numbers)

    def pair(self, index: int) -> VGroup:
        """Return the number and the bar of one word."""
        return VGroup(self.numbers[index], self.bars[index])


class SideBar(Rectangle):
    """A bar to the right of a line.

    Args:
        value: the value that its length stands for, 0 or more.
        unit: scene units for 1.
        left: its left edge, scene units.
        y: its centre, scene units.
        color: ``#rrggbb``.
        height: scene units.

    Attributes:
        value: as a Python number.
        unit: scene units for 1.
    """

    def __init__(
        self,
        value: Tensor | float,
        unit: float,
        left: float,
        y: float,
        color: str,
        *,
        height: float = 0.22,
        style: Style = DEFAULT,
    ) -> None:
        self.value, self.unit = float(value), unit
        super().__init__(width=max(self.value * unit, LEAST), height=height, stroke_width=0)
        colour_area(self, color, DENSE, style)
        self.move_to(point(left, y), aligned_edge=LEFT)
