"""A strip of length 1 that is cut into pieces, which can fall out of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
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

_CRUMBS = 264
"""The crumbs of what is too small to be told apart, however short that is: it is as many words, only ground finer."""

_UNEVEN, _BETWEEN_CRUMBS, _SEED = 0.3, 0.2, 1
"""The largest distance of a crumb's corner from its place in a grid, and the room between two crumbs, as shares of a
crumb's size; the seed of what is uneven."""

_SWEEP, _LOWEST_FIRST = 0.65, 0.2
"""The shares of a rain's delay with which it goes from left to right, and from the lowest row of crumbs up."""

_BLADE, _BEYOND = 0.05, 0.05
"""The width of the blade, and how far it stands out above and below the strip, scene units."""


@dataclass(frozen=True)
class Crumbs:
    """Crumbs that fill a box without a gap; they all are uneven, and none leaves the box.

    Attributes:
        corners: of each crumb, as shares of the box's width and height from its lower left corner: shape (n, 4, 2).
        delays: how late each of them falls, 0 to 1.
    """

    corners: Places
    delays: Places

    def towards(self, other: Crumbs, share: float) -> Crumbs:
        """Return crumbs on the way to as many others, which are coarser or finer."""
        return Crumbs(
            self.corners + share * (other.corners - self.corners), self.delays + share * (other.delays - self.delays)
        )


def crumbs_in(slenderness: float) -> Crumbs:
    """Return as many crumbs in any box, in rows and columns in which they are about as wide as high.

    Args:
        slenderness: the box's width over its height.
    """
    rows = min((each for each in range(1, _CRUMBS + 1) if _CRUMBS % each == 0),
               key=lambda each: abs(math.log(slenderness * each**2 / _CRUMBS)))  # fmt: skip
    return crumbs_across(_CRUMBS // rows, rows)


@cache
def crumbs_across(columns: int, rows: int) -> Crumbs:
    """Return the crumbs of a box, column by column: the same ones each time."""
    chance = np.random.default_rng(_SEED)
    across, up = np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0), indexing="ij")
    across[1:-1] += chance.uniform(-_UNEVEN, _UNEVEN, across[1:-1].shape)
    up[:, 1:-1] += chance.uniform(-_UNEVEN, _UNEVEN, up[:, 1:-1].shape)
    knots = np.stack([across / columns, up / rows], axis=-1)
    corners = np.stack([knots[:-1, :-1], knots[1:, :-1], knots[1:, 1:], knots[:-1, 1:]], axis=2).reshape(-1, 4, 2)
    middles = corners.mean(axis=1)
    delays = middles @ [_SWEEP, _LOWEST_FIRST] + (1 - _SWEEP - _LOWEST_FIRST) * chance.uniform(size=len(middles))
    return Crumbs(corners, delays)


@dataclass(frozen=True)
class Cuts:
    """The places at which a strip is cut.

    Attributes:
        edges: from 0 to 1, one more than there are pieces; a piece between two equal ones has no length.
        dividers: where the last piece is divided once more; what lies beyond the last of them is in crumbs.
        colors: of the pieces.
        crumbs: of what is too small to be told apart.
    """

    edges: Places
    dividers: Places
    colors: tuple[str, ...]
    crumbs: Crumbs

    @property
    def crumbled(self) -> float:
        """The place from which on the strip is in crumbs: what is there is too small to be told apart."""
        return float(self.dividers[-1]) if len(self.dividers) else float(self.edges[-2])

    def towards(self, other: Cuts, share: float) -> Cuts:
        """Return cuts on the way to others with as many pieces: none appears or leaves but at the place of another."""
        edges = self.edges + share * (other.edges - self.edges)
        most = max(len(self.dividers), len(other.dividers))
        here, there = (_filled(cuts, most) for cuts in (self, other))
        colors = (ManimColor(one).interpolate(ManimColor(to), share).to_hex().lower()
                  for one, to in zip(self.colors, other.colors, strict=True))  # fmt: skip
        crumbs = self.crumbs.towards(other.crumbs, share)
        return Cuts(edges, here + share * (there - here), tuple(map(str, colors)), crumbs)


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
        rain: how far each crumb has fallen, or all of them, scene units.
        y: the height of its middle.
        thick: its thickness.
    """

    def __init__(
        self, cuts: Cuts, ends: tuple[float, float], *, layer: Layer = Layer.VECTOR, style: Style = DEFAULT
    ) -> None:
        count = len(cuts.colors)
        self.cuts, self.cut, self.front, self.drops = cuts, 0.0, 1.0, np.zeros(count)
        self.rain = np.zeros(1)
        self.left, self.right = ends
        self.y, self.thick, self.style = 0.0, 1.0, style
        self.ghosts = [laid(VMobject(stroke_width=0), Layer.GHOST) for _ in range(count)]
        self.pieces = [laid(VMobject(stroke_width=0), layer) for _ in range(count)]
        self.dividers = laid(VMobject(stroke_width=0), layer)
        self.crumbs = laid(VMobject(stroke_width=0), layer)
        self.uncut = laid(VMobject(stroke_width=0), layer)
        self.blade = laid(VMobject(stroke_width=0), layer)
        super().__init__(*self.ghosts, *self.pieces, self.crumbs, self.uncut, self.dividers, self.blade)

    def x(self, share: float) -> float:
        """Return the place of a share of the strip, scene units."""
        return self.left + float(share) * (self.right - self.left)

    @property
    def delays(self) -> Places:
        """The delay of each crumb's fall, 0 to 1."""
        return self.cuts.crumbs.delays

    def draw(self) -> None:
        """Put all pieces where the cuts and the drops say; the whole strip is one piece."""
        for index, (piece, ghost) in enumerate(zip(self.pieces, self.ghosts, strict=True)):
            left, right = self._sides(index)
            end = min(right, self.x(self.cuts.crumbled)) if self.cut and piece is self.pieces[-1] else right
            if self._box(piece, (left, end), self.y - self.drops[index]):
                self._paint(piece, self._color(index))
            if self.drops[index] > 0 and self._box(ghost, (left, right), self.y):
                ghost.set_fill(opacity=0.0)
                ghost.set_stroke(self._color(index), self.style.strokes.thin)
            else:
                ghost.clear_points()
        if self._box(self.uncut, (self.x(self.front) if self.cut else self.right, self.right), self.y):
            self._paint(self.uncut, self.style.theme.dim)
        self._crumble()
        self._divide()
        self._show_blade()

    def _sides(self, index: int) -> tuple[float, float]:
        """Return a piece's left and right end, scene units; a gap is free beside it as far as it is cut."""
        if not self.cut:
            return self.left, self.left if index else self.right
        edges = np.minimum(self.cuts.edges, self.front)
        left, right = self.x(edges[index]), self.x(edges[index + 1])
        return left, max(left, right - self.cut * _GAP) if edges[index + 1] < 1 else right

    def _box(self, mark: VMobject, sides: tuple[float, float], y: float) -> bool:
        """Give a mark the outline of a box at a height; say whether it has any length."""
        left, right = sides
        mark.clear_points()
        if right - left < 1e-6:
            return False
        mark.set_points_as_corners(_corners(left, right, y, self.thick))
        return True

    def _crumble(self) -> None:
        """Draw the crumbs, up to where the blade is."""
        start, end = self.cuts.crumbled, min(1.0, self.front)
        self.crumbs.clear_points()
        if not self.cut or end <= start:
            return
        corners = self.cuts.crumbs.corners
        shrunk = corners + self.cut * _BETWEEN_CRUMBS * (corners.mean(axis=1, keepdims=True) - corners)
        places = np.zeros((*corners.shape[:2], 3))
        places[..., 0] = np.minimum(self.x(start) + shrunk[..., 0] * (self.x(1.0) - self.x(start)), self.x(end))
        places[..., 1] = self.y + (shrunk[..., 1] - 0.5) * self.thick - self.rain[:, None]
        self.crumbs.set_points(_outlines(places))
        self._paint(self.crumbs, self._color(-1))
        if not self.style.theme.filled:
            self.crumbs.set_stroke(width=self.style.strokes.thin)

    def _color(self, index: int) -> str:
        """Return a piece's colour: as long as the strip is not cut, all of it is alike."""
        theme, hue = self.style.theme, self.cuts.colors[index]
        if self.cut in (0.0, 1.0):
            return hue if self.cut else theme.dim
        return str(ManimColor(theme.dim).interpolate(ManimColor(theme.fill(hue)), self.cut).to_hex())

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
        for before, after in pairwise(map(self.x, np.minimum([self.cuts.edges[-2], *self.cuts.dividers], self.front))):
            wide = min(_DIVIDER, _FINEST * (after - before))
            if wide > 1e-4:
                corners = _corners(after - wide, after, y, self.thick)
                self.dividers.start_new_path(corners[0])
                self.dividers.add_points_as_corners(corners[1:])
        self.dividers.set_fill(theme.background if theme.filled else self.cuts.colors[-1], self.cut)

    def _show_blade(self) -> None:
        """Draw the blade where it cuts; there is none before the strip and none behind it."""
        self.blade.clear_points()
        if self.cut and 0 < self.front < 1:
            x = self.x(self.front)
            self.blade.set_points_as_corners(_corners(x - _BLADE / 2, x + _BLADE / 2, self.y, self.thick + 2 * _BEYOND))
            self.blade.set_fill(self.style.theme.ink, 1.0)


def _filled(cuts: Cuts, count: int) -> Places:
    """Return as many dividers: the last one stands for those that are lacking."""
    return np.append(cuts.dividers, [cuts.crumbled] * (count - len(cuts.dividers)))


def _corners(left: float, right: float, y: float, thick: float) -> Sequence[Any]:
    low, high = y - thick / 2, y + thick / 2
    return [point(left, low), point(right, low), point(right, high), point(left, high), point(left, low)]


def _outlines(corners: Places) -> Places:
    """Return the curves that go around polygons, in manim's form: of each side its ends, and two points between."""
    after = np.roll(corners, -1, axis=1)
    return np.stack([corners + share * (after - corners) for share in (0.0, 1 / 3, 2 / 3, 1.0)], axis=2).reshape(-1, 3)
