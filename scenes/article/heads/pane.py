"""A value space as a sheet of glass with a grid of its own, of which several fit into a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from manim import Line, ManimColor, Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.layers import Layer, laid
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
