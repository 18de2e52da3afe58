"""Patterns of attention as tiles to scale: what has a weight, and what is masked."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from manim import VGroup, VMobject
from numpy.typing import NDArray

from scenes.parts.geometry import Point
from scenes.parts.surface import colour_area
from scenes.style import Style

SEEN, MASKED = 0.88, 0.26
"""Opacities of cells that have a weight, and of those that are masked."""

_CORNERS = 4
"""Corners of a tile's outline; a half tile counts one of its three twice, so that all outlines are alike."""


def outline(polygons: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points of a path through closed polygons, given in scene units as shape (N, corners, 2)."""
    flat = np.pad(polygons, ((0, 0), (0, 0), (0, 1)))
    ends = np.roll(flat, -1, axis=1)
    return np.stack([flat, (2 * flat + ends) / 3, (flat + 2 * ends) / 3, ends], axis=2).reshape(-1, 3)


def box(left: float, top: float, right: float, low: float) -> list[list[float]]:
    """Return the corners of a box from its upper left on, against the clock."""
    return [[left, top], [left, low], [right, low], [right, top]]


def grid(count: int) -> tuple[int, int]:
    """Return how many things stand across and down so that there are about as many of both.

    Whole rows are preferred where they are not much farther from it.

    >>> grid(96), grid(61)
    ((12, 8), (8, 8))
    """
    ways = [(across, ceil(count / across)) for across in range(1, count + 1)]

    def reach(way: tuple[int, int]) -> tuple[int, int]:
        return max(way), -way[0]

    best = min(ways, key=reach)
    whole = min((way for way in ways if way[0] * way[1] == count), key=reach)
    return whole if reach(whole)[0] <= _WHOLE_ROWS * reach(best)[0] else best


_WHOLE_ROWS = 1.4
"""The most by which a block of whole rows may be longer than one whose last row is not full."""


class Tiles(VGroup):
    """Tiles from an upper left corner, row by row: each has weights, is masked, or is a pattern: half of both.

    Args:
        corner: the manim point of the upper left corner.
        pitch: scene units from a tile to the next, across and down.
        across: tiles in a row; the last may be cut.
        down: rows; the last may be cut.
        seam: scene units free between two tiles.
        is_one: whether all tiles together are one pattern: then those below its diagonal have weights, those above are
            masked.
        halves: whether those on that diagonal are patterns; they have weights where not.
        style: theme.
        color: ``#rrggbb``.

    Attributes:
        areas: the two areas: of what has weights, and of what is masked.
        shares: the part of the whole that the first tiles take, for each number of them.
    """

    def __init__(
        self,
        corner: Point,
        pitch: tuple[float, float],
        across: float,
        down: float,
        *,
        seam: float,
        is_one: bool,
        halves: bool = True,
        style: Style,
        color: str,
    ) -> None:
        self.areas = [colour_area(VMobject(stroke_width=0), color, opacity, style) for opacity in (SEEN, MASKED)]
        super().__init__(*self.areas)
        self._paths: list[NDArray[np.float64]] = []
        polygons: tuple[list[list[list[float]]], list[list[list[float]]]] = ([], [])
        self._ends, sizes = [(0, 0)], [0.0]
        x, y = float(corner[0]), float(corner[1])
        for row in range(ceil(down - 1e-6)):
            for column in range(ceil(across - 1e-6)):
                right, low = min(column + 1, across) * pitch[0], min(row + 1, down) * pitch[1]
                left, top = column * pitch[0], row * pitch[1]
                edges = box(x + left + seam / 2, y - top - seam / 2, x + right - seam / 2, y - low + seam / 2)
                if is_one and (row != column or not halves):
                    polygons[column > row].append(edges)
                else:
                    high, below, other, beside = edges
                    polygons[0].append([high, below, other, other])
                    polygons[1].append([high, other, beside, beside])
                self._ends.append((len(polygons[0]), len(polygons[1])))
                sizes.append(sizes[-1] + (right - left) * (low - top))
        self._paths = [outline(np.array(half).reshape(-1, _CORNERS, 2)) for half in polygons]
        self.shares = [size / sizes[-1] for size in sizes]
        self.show_first(len(self._ends) - 1)

    def show_first(self, count: int) -> None:
        """Show the first tiles, as many as the count says."""
        for area, path, end in zip(self.areas, self._paths, self._ends[count], strict=True):
            area.points = path[: 4 * _CORNERS * end]

    def show_share(self, share: float) -> None:
        """Show the tiles that begin within a share of the whole."""
        self.show_first(int(np.searchsorted(self.shares, share - 1e-9, side="left")))


def points_of(things: Sequence[VMobject]) -> list[VMobject]:
    """Return the members of things that have points."""
    return [part for thing in things for part in thing.get_family() if isinstance(part, VMobject) and len(part.points)]
