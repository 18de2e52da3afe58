"""A sheet of glass with a grid of its own, which a matrix carries along."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Protocol

import numpy as np
import torch
from manim import Dot, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_TINT, _COLORED = 0.07, 0.2
"""Opacity of the glass, and of glass that has a colour."""

_LINE, _AXIS = 1.8, 3.6
"""Stroke units: the lines at whole numbers, and the axes."""

_DOTS, _DOT = 0.16, 0.022
"""Scene units from a dot of the old outline to the next, and a dot's radius."""


class Places(Protocol):
    """A plane, or a piece of one: it knows where a vector lies on the stage."""

    def place(self, row: Tensor) -> Point:
        """Return the manim point of a vector."""


class Sheet(VGroup):
    """A square of a plane as glass; a line along an axis has that axis's colour.

    Args:
        plane: the plane on which it lies.
        low: the least number on it, along either axis.
        high: the largest one.
        colors: ``#rrggbb`` of the two axes.
        step: from a line of its grid to the next.
        tint: ``#rrggbb`` of the glass and its edge; ink when left out.
        style: theme and strokes.
    """

    def __init__(
        self,
        plane: Places,
        low: float,
        high: float,
        colors: Sequence[str],
        *,
        step: float = 1.0,
        tint: str | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.plane, self.style = plane, style
        self.corners = torch.tensor([[low, low], [high, low], [high, high], [low, high]])
        color, opacity = (tint, _COLORED) if tint else (style.theme.ink, _TINT)
        self.glass = Polygon(*map(plane.place, self.corners), color=color, stroke_width=2.8)
        self.glass.set_fill(style.theme.fill(color), opacity if style.theme.filled else 0.0)
        self.lines: list[tuple[VMobject, Tensor]] = []
        for at in sorted(range(ceil(low / step), floor(high / step) + 1), key=lambda at: at == 0):
            along = torch.tensor([[low, at * step], [high, at * step]])
            for ends, color in zip((along, along.flip(-1)), colors, strict=True):
                line = VMobject().set_stroke(color, _LINE if at else _AXIS, 0.8 if at else 1.0)
                self.lines.append((line, ends))
        super().__init__(self.glass, *(line for line, _ in self.lines))
        self.carry(torch.eye(2))
        laid(self, Layer.SHEET)

    def carry(self, matrix: Tensor) -> None:
        """Lay the sheet where a matrix of shape (2, 2) takes it."""
        corners = self._places(self.corners, matrix)
        self.glass.set_points_as_corners([*corners, corners[0]])
        for line, ends in self.lines:
            line.set_points_as_corners(self._places(ends, matrix))

    def dotted(self) -> VGroup:
        """Return the outline of the square that the sheet covers before any matrix, in dots."""
        places = self._places(self.corners, torch.eye(2))
        dots = VGroup()
        for start, end in zip(places, [*places[1:], places[0]], strict=True):
            count = round(float(np.linalg.norm(end - start)) / _DOTS)
            ways = (start + (end - start) * index / count for index in range(count))
            dots.add(*(Dot(at, radius=_DOT, color=self.style.theme.ink) for at in ways))
        return laid(dots, Layer.SHEET)

    def _places(self, rows: Tensor, matrix: Tensor) -> list[Point]:
        return [self.plane.place(row) for row in rows @ matrix]
