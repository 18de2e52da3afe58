"""A strip of length 1 that is cut into pieces, which can fall out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from manim import ManimColor, VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

Places = np.ndarray[Any, np.dtype[np.float64]]

_GAP, _DIVIDER, _FINEST = 0.035, 0.024, 0.3
"""Scene units between two pieces; and of a divider, which takes at most a share of what lies between two."""

_BLADE, _BEYOND = 0.05, 0.05
"""The width of the blade, and how far it stands out above and below the strip, scene units."""


@dataclass(frozen=True)
class Cuts:
    """The places at which a strip is cut.

    Attributes:
        edges: from 0 to 1, one more than there are pieces; a piece between two equal ones has no length.
        dividers: where the last piece is divided once more.
        colors: of the pieces.
    """

    edges: Places
    dividers: Places
    colors: tuple[str, ...]


class CutStrip(VGroup):
    """A strip and its pieces; an outline stays where a piece has fallen from.

    Args:
        cuts: where it is cut.
        ends: its left and its right end, scene units.
        layer: of its pieces.
        style: theme and strokes.

    Attributes:
        cut: how far its pieces are apart, 0 to 1: at 0 it is whole and of one colour.
        front: up to where a blade has cut it, 0 to 1: what lies beyond is whole and of one colour.
        drops: how far each piece has fallen, scene units.
        y: the height of its middle.
        thick: its thickness.
    """

    def __init__(
        self, cuts: Cuts, ends: tuple[float, float], *, layer: Layer = Layer.VECTOR, style: Style = DEFAULT
    ) -> None:
        count = len(cuts.colors)
        self.cuts, self.cut, self.front, self.drops = cuts, 0.0, 1.0, np.zeros(count)
        self.left, self.right = ends
        self.y, self.thick, self.style = 0.0, 1.0, style
        self.ghosts = [laid(VMobject(stroke_width=0), Layer.GHOST) for _ in range(count)]
        self.pieces = [laid(VMobject(stroke_width=0), layer) for _ in range(count)]
        self.dividers = laid(VMobject(stroke_width=0), layer)
        self.blade = laid(VMobject(stroke_width=0), layer)
        super().__init__(*self.ghosts, *self.pieces, self.dividers, self.blade)

    def x(self, share: float) -> float:
        """Return the place of a share of the strip, scene units."""
        return self.left + float(share) * (self.right - self.left)

    def draw(self) -> None:
        """Put all pieces where the cuts and the drops say; the whole strip is one piece."""
        for index, (piece, ghost) in enumerate(zip(self.pieces, self.ghosts, strict=True)):
            if self._box(piece, index, self.y - self.drops[index]):
                self._paint(piece, self._color(index))
            if self.drops[index] > 0 and self._box(ghost, index, self.y):
                ghost.set_fill(opacity=0.0)
                ghost.set_stroke(self._color(index), self.style.strokes.thin)
            else:
                ghost.clear_points()
        self._divide()
        self._show_blade()

    @property
    def _edges(self) -> Places:
        """The pieces' ends, as far as it is cut: the last piece begins where the blade is."""
        return np.append(np.minimum(self.cuts.edges[:-1], self.front), self.cuts.edges[-1])

    def _sides(self, index: int) -> tuple[float, float]:
        """Return a piece's left and right end, scene units; a gap is free beside it as far as it is cut."""
        edges = self._edges
        left, right = (self.x(edges[index + side]) for side in (0, 1))
        if not self.cut:
            return self.left, self.left if index else self.right
        return left, max(left, right - self.cut * _GAP) if edges[index + 1] < 1 else right

    def _box(self, mark: VMobject, index: int, y: float) -> bool:
        """Give a mark a piece's outline at a height; say whether it has any length."""
        left, right = self._sides(index)
        mark.clear_points()
        if right - left < 1e-6:
            return False
        mark.set_points_as_corners(_corners(left, right, y, self.thick))
        return True

    def _color(self, index: int) -> str:
        """Return a piece's colour: as long as the strip is not cut, all of it is alike."""
        dim, hue = self.style.theme.dim, self.cuts.colors[index]
        if hue == dim or self.cut in (0.0, 1.0):
            return hue if self.cut else dim
        return str(ManimColor(dim).interpolate(ManimColor(hue), self.cut).to_hex())

    def _paint(self, piece: VMobject, color: str) -> None:
        """Fill a piece; on paper it is an outline, which covers what lies behind it."""
        theme = self.style.theme
        if not theme.filled:
            piece.set_fill(theme.background, 1.0)
            piece.set_stroke(color, self.style.strokes.bold)
            return
        piece.set_fill(theme.fill(color), 1.0)

    def _divide(self) -> None:
        """Draw the last piece's dividers, in the ground's colour; the nearer two of them are, the finer."""
        theme, y = self.style.theme, self.y - self.drops[-1]
        self.dividers.clear_points()
        for before, after in pairwise(map(self.x, [self._edges[-2], *np.minimum(self.cuts.dividers, self.front)])):
            wide = min(_DIVIDER, _FINEST * (after - before))
            if wide > 1e-4:
                corners = _corners(after - wide, after, y, self.thick)
                self.dividers.start_new_path(corners[0])
                self.dividers.add_points_as_corners(corners[1:])
        self.dividers.set_fill(theme.background if theme.filled else theme.dim, self.cut)

    def _show_blade(self) -> None:
        """Draw the blade where it cuts; there is none before the strip and none behind it."""
        self.blade.clear_points()
        if self.cut and 0 < self.front < 1:
            x = self.x(self.front)
            self.blade.set_points_as_corners(_corners(x - _BLADE / 2, x + _BLADE / 2, self.y, self.thick + 2 * _BEYOND))
            self.blade.set_fill(self.style.theme.ink, 1.0)


def _corners(left: float, right: float, y: float, thick: float) -> Sequence[Any]:
    low, high = y - thick / 2, y + thick / 2
    return [point(left, low), point(right, low), point(right, high), point(left, high), point(left, low)]
