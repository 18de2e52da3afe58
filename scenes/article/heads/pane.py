"""A value space as a sheet of glass with a grid of its own, of which several fit into a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, floor

from manim import Line, ManimColor, Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.number_format import format_number
from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import Box, Segment, clip, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.typeset import Label
from scenes.stage import Region, nice_step
from scenes.style import DEFAULT, Style

_TINT, _EDGE = 0.05, 2.8
"""Opacity of the glass; stroke units of its edge."""

_LINE, _AXIS = 1.4, 2.4
"""Stroke units of a line of the grid, and of an axis."""

_PITCH = 0.8
"""The least distance of two lines of the grid, scene units."""


_AROUND = 0.05
"""Scene units around a text that lines of the grid keep free."""

_MARK = 0.09
"""Scene units: half of the height of the ticks that say how long a cell is."""


@dataclass(frozen=True, slots=True)
class Air:
    """Scene units that a pane keeps free around the places of its vectors."""

    side: float
    top: float
    bottom: float


def unit_of(regions: Sequence[Region], spans: Sequence[Sequence[tuple[float, float]]], air: Air) -> float:
    """Return the scene units for 1 in which every region holds its vectors, so that all have one scale.

    Args:
        regions: one for each pane.
        spans: the least and the largest number along both axes, for each pane.
        air: what is kept free.
    """
    return min(
        min(
            (region.width - 2 * air.side) / max(right - left, 1e-9),
            (region.height - air.top - air.bottom) / max(top - bottom, 1e-9),
        )
        for region, ((left, right), (bottom, top)) in zip(regions, spans, strict=True)
    )


def needed_width(region: Region, spans: Sequence[tuple[float, float]], air: Air) -> float:
    """Return the width of a pane that is as high as a region, and no wider than its vectors need.

    Args:
        region: at least as wide.
        spans: the least and the largest number along both axes.
        air: what is kept free.
    """
    (left, right), (bottom, top) = spans
    unit = (region.height - air.top - air.bottom) / max(top - bottom, 1e-9)
    return min(region.width, unit * (right - left) + 2 * air.side)


class Pane(VGroup):
    """A value space as a sheet of glass in the colour of values, with its grid and both axes.

    Args:
        region: the sheet.
        unit: scene units for 1.
        spans: the least and the largest number along both axes.
        air: scene units kept free around them.
        color: ``#rrggbb`` of the glass; the values' when left out.
        style: theme.

    Attributes:
        region: the sheet.
        unit: scene units for 1.
        step: from a line of its grid to the next, in units of the vectors.
        glass: its area and its edge.
        grid: its lines.
        cross: those of them that are the axes.
    """

    def __init__(
        self,
        region: Region,
        unit: float,
        spans: Sequence[tuple[float, float]],
        air: Air,
        *,
        color: str | None = None,
        style: Style = DEFAULT,
    ) -> None:
        (left, right), (bottom, top) = spans
        middle = region.inset(bottom=air.bottom, top=air.top).centre
        self.region, self.unit, theme = region, unit, style.theme
        color = color or theme.value
        tint = _TINT if theme.filled else 0.0
        self._ground = ManimColor(theme.background).interpolate(ManimColor(color), tint)
        self._origin = middle - unit * point((left + right) / 2, (bottom + top) / 2)
        self.glass = Rectangle(width=region.width, height=region.height, color=color, stroke_width=_EDGE)
        self.glass.move_to(region.centre).set_fill(color, tint)
        self.step = nice_step(_PITCH / unit)
        lines, axes = self._lines(self.step, style)
        self.cross, self.grid = VGroup(*axes), VGroup(*lines, *axes)
        super().__init__(self.glass, self.grid)
        laid(self, Layer.SHEET)

    def place(self, row: Tensor) -> Point:
        """Return the manim point of a vector of shape (2,)."""
        x, y = (float(element) for element in row)
        return self._origin + self.unit * point(x, y)

    @property
    def origin(self) -> Point:
        """The manim point of the zero vector."""
        return self._origin.copy()

    def bounds(self, air: float = 0.1) -> Box:
        """Return the sheet's box, some scene units smaller on each side."""
        region = self.region.inset(air, air, air, air)
        return (region.left, region.bottom, region.right, region.top)

    def plate(self, text: VMobject) -> Rectangle:
        """Return an area of the sheet's colour behind a text, so that the grid's lines end before it."""
        width, height = float(text.width) + 2 * _AROUND, float(text.height) + 2 * _AROUND
        plate = Rectangle(width=width, height=height, stroke_width=0).move_to(text)
        return laid(plate.set_fill(self._ground, 1.0), Layer.TICKS)

    def axes(self) -> list[Segment]:
        """Return both axes, for labels to avoid."""
        (x, y, _), region = self._origin, self.region
        return [((region.left, y), (region.right, y)), ((x, region.bottom), (x, region.top))]

    def cell_mark(self, lines: Sequence[Segment], boxes: Sequence[Box], style: Style) -> VGroup:
        """Return how long an edge of a cell of the grid is, at a free cell, the left and low ones first.

        It is nothing where no cell is free.

        Args:
            lines: what it keeps off.
            boxes: what it keeps off, too.
            style: theme and sizes.
        """
        step = nice_step(_PITCH / self.unit)
        size, (x, y, _), region = step * self.unit, self._origin, self.region
        label = Label(format_number(step, 0 if step >= 1 else 2), size=style.sizes.number, style=style)
        columns = range(ceil((region.left - x) / size), floor((region.right - x) / size))
        rows = range(ceil((region.bottom - y) / size), floor((region.top - y) / size) + 1)
        free = self.bounds(0.0)
        for across, up, is_above in product(columns, rows, (True, False)):
            left, low = x + across * size, y + up * size
            written = float(label.height) + 3 * _MARK
            below, above = (2 * _MARK, written) if is_above else (written, 2 * _MARK)
            box = (left - 2 * _MARK, low - below, left + size + 2 * _MARK, low + above)
            inside = free[0] < box[0] and free[1] < box[1] and box[2] < free[2] and box[3] < free[3]
            if not inside or any(overlap(box, each) > 0 for each in boxes) or any(clip(each, box) for each in lines):
                continue
            ends, half, ink = (point(left, low), point(left + size, low)), point(0, _MARK), style.theme.ink
            marks = [thin_line(end - half, end + half, ink, _AXIS) for end in ends]
            label.set_x(left + size / 2)
            label.on_baseline(low + 1.3 * _MARK if is_above else low - 1.3 * _MARK - float(label.cap_height))
            return laid(VGroup(thin_line(*ends, ink, _AXIS), *marks, haloed(label, style)), Layer.LABEL)
        return VGroup()

    def _lines(self, step: float, style: Style) -> tuple[list[Line], list[Line]]:
        """Return the grid's lines without the axes, and the axes."""
        theme, region, (x, y, _) = style.theme, self.region, self._origin
        lines = []
        size = step * self.unit
        for count in range(ceil((region.left - x) / size), floor((region.right - x) / size) + 1):
            at = x + count * size
            lines.append((count, Line(point(at, region.bottom), point(at, region.top))))
        for count in range(ceil((region.bottom - y) / size), floor((region.top - y) / size) + 1):
            at = y + count * size
            lines.append((count, Line(point(region.left, at), point(region.right, at))))
        for count, line in lines:
            line.set_stroke(theme.grid if count else theme.axis, _LINE if count else _AXIS)
        return [line for count, line in lines if count], [line for count, line in lines if not count]
