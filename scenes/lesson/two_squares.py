"""One square of grid lines twice, beside each other: each is carried by a matrix, and what lies on it rides along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

import torch
from manim import VGroup, VMobject
from torch import Tensor

from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.sheet import Sheet
from scenes.parts.text.typeset import Label
from scenes.stage import Region, nice_step
from scenes.style import DEFAULT, Style

_TITLE, _AIR, _GAP = 0.8, 0.1, 0.5
"""Scene units: above a square for its title, around what it becomes, and from one square to the other."""

_LINES = 6.0
"""Lines of a square's grid along an axis, at the most."""


@dataclass(frozen=True)
class Spot:
    """A place for a square: where its zero lies, and scene units for one unit of the vectors."""

    origin: Point
    unit: float

    def place(self, row: Tensor) -> Point:
        """Return the manim point of a vector."""
        x, y = row.tolist()
        return self.origin + self.unit * point(x, y)


class TwoSquares:
    """Two squares in one scale, with the same marks upon both.

    Args:
        matrices: what carries each square, shape (2, 2).
        rows: the vectors of the marks before they are carried, shape (N, 2).
        titles: a title for each square, and its colour.
        colors: ``#rrggbb`` of the lines along both axes, and of the glass.
        region: where the squares stand: beside or below each other, whichever lets them be larger.
        style: theme and sizes.

    Attributes:
        spots: where the squares lie.
        sheets: the squares.
        dotted: their outlines before any matrix.
        titles: their titles.
        unit: scene units for one unit of the vectors.
    """

    def __init__(
        self,
        matrices: Sequence[Tensor],
        rows: Tensor,
        titles: Sequence[tuple[str, str]],
        colors: tuple[Sequence[str], str],
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.matrices, self.rows = list(matrices), rows
        axes, tint = colors
        low, high = min(0.0, float(rows.min())), max(0.0, float(rows.max()))
        step = nice_step(max(high - low, torch.finfo(torch.float32).tiny) / _LINES)
        low, high = floor(low / step) * step, max(ceil(high / step), 1) * step
        corners = torch.tensor([[low, low], [high, low], [high, high], [low, high]])
        seen = torch.cat([corners @ matrix for matrix in (torch.eye(2), *self.matrices)])
        least, most = seen.amin(dim=0), seen.amax(dim=0)
        (wide, tall), (x, y) = (most - least).tolist(), ((least + most) / 2).tolist()
        self.unit, cells, rooms = max(
            (
                (min(rooms[0].width / wide, rooms[0].height / tall), cells, rooms)
                for cells in (region.columns(1, 1, gap=_GAP), region.rows(1, 1, gap=_GAP))
                for rooms in [[cell.inset(_AIR, _AIR, _AIR, _TITLE + _AIR) for cell in cells]]
            ),
            key=lambda each: each[0],
        )
        self.spots = [Spot(room.centre - self.unit * point(x, y), self.unit) for room in rooms]
        self.sheets = [Sheet(spot, low, high, axes, step=step, tint=tint, style=style) for spot in self.spots]
        self.dotted = [sheet.dotted() for sheet in self.sheets]
        self.titles = [Label(text, size=style.sizes.head, color=color, style=style) for text, color in titles]
        factor = min(1.0, *(cells[0].width / float(label.width) for label in self.titles))
        for cell, label in zip(cells, self.titles, strict=True):
            label.scale(factor).set_x(float(cell.centre[0])).on_baseline(cell.top - _TITLE / 2)
            laid(label, Layer.LEDGER)

    @property
    def all(self) -> VGroup:
        """Both squares, their outlines before any matrix and their titles."""
        return VGroup(*self.dotted, *self.sheets, *self.titles)

    def places(self, index: int, share: float) -> list[Point]:
        """Return where the marks of a square are when its matrix has done a share of its work."""
        return [self.spots[index].place(row) for row in self.rows @ self._matrix(index, share)]

    def lean(self, marks: Sequence[Sequence[VMobject]], seconds: float) -> Live:
        """Return how both matrices carry their squares at once, and the marks upon them.

        Args:
            marks: those of each square.
            seconds: how long it takes.
        """

        def follow(share: float) -> None:
            for index, (sheet, several) in enumerate(zip(self.sheets, marks, strict=True)):
                sheet.carry(self._matrix(index, share))
                for mark, place in zip(several, self.places(index, share), strict=True):
                    mark.move_to(place)

        return Live([*self.sheets, *(mark for several in marks for mark in several)], follow, run_time=seconds)

    def _matrix(self, index: int, share: float) -> Tensor:
        return torch.lerp(torch.eye(2), self.matrices[index].float(), share)
