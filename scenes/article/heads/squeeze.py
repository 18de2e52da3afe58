"""The space of all features as a matrix flattens it: an arrow for each axis, and the words that go with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import ceil, cos, floor, pi, sin

import numpy as np
import torch
from manim import Animation, Dot, FadeOut, Line, VGroup, VMobject
from torch import Tensor

from scenes.article.heads.pane import Pane
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import RIM, Vector
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_SHORT = 0.3
"""The length of an axis, as a share of the longest one's, below which a matrix squeezes it."""

_LENGTHS, _SIZES = (0.65, 0.54, 0.42, 0.35), (1.0, 0.85, 0.7)
"""Tried in turn: the length of a squeezed axis before it is squeezed, as a share of the longest one's, and the size of
all, compared with that in the value space."""

_AIR, _NAME_AIR, _STEEP = 0.42, 0.13, 3.0
"""Scene units from a place to the pane's edge, and from an arrow's tip to its name; how soon a name is beside a tip."""

_STUB, _BELOW, _FLAT = 0.8, 0.26, 4.0
"""Scene units: the length from which an arrow's name stands before its tip; as far below it where there is no arrow, or
where it lies along an axis; how soon it is none that lies."""

_ASIDE, _UP, _EDGE = 0.09, 0.36, 0.03
"""Scene units from a word's mark to its name beside it, from a word to its name above or below it, and from a name to
the pane's edge at the least."""

_NET, _LEVELS, _THIN = 0.75, 1.24, 2.0
"""Scene units from a line of the net to the next: about, along the axis before the squeeze; across it, so that names
of arrows are between lines. Stroke units of a line."""

_SHAFT, _LONG = 0.08, 0.8
"""Scene units: the width of an arrow's shaft, and the length below which shaft and rim become thinner with it."""

_POINT, _RADIUS = 0.15, 0.065
"""Scene units: the length below which an arrow is only a dot over the origin, and the dot's radius."""


def squeezed_axes(W_V: Tensor) -> list[int]:
    """Return the axes of which a value matrix leaves next to nothing."""
    lengths = torch.linalg.vector_norm(W_V, dim=-1)
    return [axis for axis, length in enumerate(lengths.tolist()) if length < _SHORT * float(lengths.max())]


def whole_view(W_V: Tensor, vectors: Tensor, pane: Pane) -> Tensor | None:
    """Return the map under which no axis is squeezed yet, shape (d, 2): the space as seen from one side.

    An axis that the matrix keeps lies where it takes it; the one that it squeezes lies across or upright: as long as 1
    if that fits, or else as long as fits.

    Args:
        W_V: shape (d, 2): the matrix.
        vectors: shape (n, d): what has to be seen.
        pane: what must hold it.
    """
    squeezed = squeezed_axes(W_V)
    if len(squeezed) != 1:
        return None
    longest = float(torch.linalg.vector_norm(W_V, dim=-1).max())
    shares = (1.0 / longest, *_LENGTHS)
    for size, share, along in product(_SIZES, shares, torch.eye(2)):
        view = size * W_V
        view[squeezed[0]] = size * share * longest * along
        if _holds(pane, torch.cat([view, vectors @ view])):
            return view
    return None


def _holds(pane: Pane, rows: Tensor) -> bool:
    left, bottom, right, top = pane.bounds(_AIR)
    return all(left <= x <= right and bottom <= y <= top for x, y in (flat(pane.place(row)) for row in rows))


class Net(VGroup):
    """A net through the whole space, which shows what becomes of one axis: its lines keep their numbers on it.

    Args:
        pane: the space.
        row: shape (2,): where the axis lies at first, along one of the pane's axes.
        most: the number along it at which the net ends.
        style: theme.
    """

    def __init__(self, pane: Pane, row: Tensor, most: float, *, style: Style = DEFAULT) -> None:
        self._pane, self._upright = pane, abs(float(row[0])) < abs(float(row[1]))
        first = pane.unit * float(row.abs().max())
        left, bottom, right, top = pane.bounds(0.0)
        x, y, _ = pane.origin
        below, above, level = (left, right, x) if self._upright else (bottom, top, y)
        cells = max(2, round(2 * most * first / _NET))
        self._numbers = [most * (2 * index / cells - 1) for index in range(cells + 1)]
        # The level of the origin is between two lines: what lies along it stays free of them.
        least, last = ceil((below - level) / _LEVELS - 0.5), floor((above - level) / _LEVELS - 0.5)
        self._levels = [level + _LEVELS * (index + 0.5) for index in range(least, last + 1)]
        super().__init__(*(Line() for _ in (*self._numbers, *self._levels)))
        self.set_stroke(style.theme.axis, _THIN)
        laid(self, Layer.SHEET)
        self.carry(row)

    def carry(self, row: Tensor) -> None:
        """Lay the net where the axis lies so."""
        across = 1 if self._upright else 0
        at = float(self._pane.origin[across])
        ends = [at + self._pane.unit * number * float(row[across]) for number in self._numbers]
        low, high = self._levels[0], self._levels[-1]
        spans = [((end, low), (end, high)) for end in ends]
        spans += [((ends[0], level), (ends[-1], level)) for level in self._levels]
        for line, span in zip(self, spans, strict=True):
            line.set_points_as_corners([point(*(each[::-1] if self._upright else each)) for each in span])


class Squeeze(VGroup):
    """The arrows of all axes, with their names, which a value matrix moves together with the words and a net.

    Args:
        pane: the space.
        view: shape (d, 2): the map before.
        W_V: shape (d, 2): the matrix, whose rows are the arrows' last places.
        axis: the one that the net shows.
        axes: their names.
        colors: ``#rrggbb`` of each.
        tokens: what goes with them.
        vectors: a vector of shape (d,) for each of these words.
        size: of the arrows' names, manim font units.
        style: theme and sizes.

    Attributes:
        arrows: one for each axis.
        dots: what is left of each where it is next to nothing.
        names: one for each.
        net: what becomes of the space.
        moved: the axes that the matrix moves.
    """

    def __init__(
        self,
        pane: Pane,
        view: Tensor,
        W_V: Tensor,
        axis: int,
        axes: Sequence[str],
        colors: Sequence[str],
        tokens: Sequence[Token],
        vectors: Mapping[str, Tensor],
        *,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        self._pane, self._view, self._matrix = pane, view, W_V
        self.tokens, self._vectors = list(tokens), vectors
        self._offsets = {token.word: token.offset for token in self.tokens}
        named = [token for token in self.tokens if token.offset is not None]
        # Where names have no room beside their words before the squeeze, they go there with it.
        self._firsts, self._sides = (self._names_beside(named, matrix) for matrix in (view, W_V))
        self.arrows = [Vector(pane.origin, pane.origin, color, width=_SHAFT, style=style) for color in colors]
        self.dots = [_dot(pane.origin, color, style) for color in colors]
        titles = zip(axes, colors, strict=True)
        self._labels = [Label(name, size=size, color=color, style=style) for name, color in titles]
        self.names = [VGroup(pane.plate(label), laid(haloed(label, style), Layer.LABEL)) for label in self._labels]
        most = max(abs(float(vector[axis])) for vector in vectors.values())
        self._axis, self.net = axis, Net(pane, view[axis], most, style=style)
        self.moved = [
            index for index, (old, new) in enumerate(zip(view, W_V, strict=True)) if not torch.allclose(old, new)
        ]
        super().__init__(self.net, *self.arrows, *self.dots, *self.names)
        self.carry(0.0)

    def carry(self, share: float) -> None:
        """Take all a share of the way from the map before to the matrix."""
        matrix = self.at(share)
        self.net.carry(matrix[self._axis])
        parts = zip(matrix, self.arrows, self.dots, self.names, self._labels, strict=True)
        for row, arrow, dot, name, label in parts:
            end = self._pane.place(row)
            _point(arrow, self._pane.origin, end, dot)
            name.shift(self._beside(end, label) - label.get_center())
        for token in self.tokens:
            token.put(self._pane.place(self._vectors[token.word] @ matrix), self._aside(token.word, share))

    def at(self, share: float) -> Tensor:
        """Return the map a share of the way from the one before to the matrix, shape (d, 2)."""
        return self._view + share * (self._matrix - self._view)

    def _aside(self, word: str, share: float) -> tuple[float, float] | None:
        """Return where a word's name stands from it, a share of the way to where it stands after the squeeze."""
        if word not in self._sides:
            return None
        first, last = self._firsts[word], self._sides[word]
        # Around the word, not over it.
        parts = (cos(share * pi / 2), sin(share * pi / 2)) if first != last else (0.0, 1.0)
        return parts[0] * first[0] + parts[1] * last[0], parts[0] * first[1] + parts[1] * last[1]

    def _names_beside(self, named: Sequence[Token], matrix: Tensor) -> dict[str, tuple[float, float]]:
        """Return where the words' names stand from them under a map: beside them, or else above and below in turn."""
        sides = {token.word: self._side(token, index) for index, token in enumerate(named)}
        if all(self._has_room(token, sides[token.word][0], matrix) for token in named):
            return sides
        return {token.word: (0.0, -_UP if index % 2 else _UP) for index, token in enumerate(named)}

    def _side(self, token: Token, index: int) -> tuple[float, float]:
        """Return where a word's name stands from it on the way: on the side that looks away from the middle.

        Names of words in the middle take turns.
        """
        x = self._pane.unit * float((self._vectors[token.word] @ self._view)[0])
        right = x > 0 if abs(x) > _ASIDE else index % 2 == 0
        aside = token.reach()[0] + _ASIDE + float(token.label.width) / 2
        return (aside if right else -aside, 0.0)

    def _has_room(self, token: Token, aside: float, matrix: Tensor) -> bool:
        """Return whether a word's name so far beside it stays inside the pane under a map."""
        left, _, right, _ = self._pane.bounds(_EDGE)
        half = float(token.label.width) / 2
        x = float(self._pane.place(self._vectors[token.word] @ matrix)[0]) + aside
        return left + half <= x <= right - half

    def _beside(self, end: Point, label: Label) -> Point:
        """Return the place of a name beyond its arrow's tip, inside the pane and off the axis across."""
        way = end - self._pane.origin
        length = float(np.linalg.norm(way))
        x, y, _ = way / max(length, 1e-9)
        left, bottom, right, top = self._pane.bounds()
        half, high = float(label.width) / 2, float(label.height) / 2
        aside = max(-1.0, min(1.0, _STEEP * x)) * (half + _NAME_AIR)
        lower = _BELOW * max(0.0, 1 - length / _STUB, 1 - _FLAT * abs(y))
        at = (end[0] + aside, end[1] + y * (high + _NAME_AIR) - lower)
        return point(min(max(at[0], left + half), right - half), min(max(at[1], bottom + high), top - high))

    def motion(self, also: Callable[[float], object] | None = None, moved: Sequence[VMobject] = ()) -> Live:
        """Return how the matrix takes all to their places.

        Args:
            also: called with the progress, for what is measured on the way.
            moved: what that moves.
        """

        def follow(share: float) -> None:
            self.carry(share)
            if also is not None:
                also(share)

        return Live([self.net, *self.arrows, *self.dots, *self.names, *self.tokens, *moved], follow)

    def leave(self, staying: Sequence[Token]) -> list[Animation]:
        """Return how the arrows leave, and how the names of words that stay go to their own sides."""
        moved = [token for token in self.tokens if token in staying and token.offset is not None]

        def follow(share: float) -> None:
            for token in moved:
                (x, y), (right, up) = self._sides[token.word], self._offsets[token.word] or (0.0, 0.0)
                token.put(token.at, (x + share * (right - x), y + share * (up - y)))

        return [FadeOut(self), *([Live(moved, follow)] if moved else [])]

    def settle(self) -> None:
        """Put the names of all words to their own sides, those of words that have left, too."""
        for token in self.tokens:
            token.put(token.at, self._offsets[token.word])


def _dot(at: Point, color: str, style: Style) -> Dot:
    """Return what is left of an arrow that has become next to nothing."""
    dot = Dot(at, radius=_RADIUS, color=style.theme.fill(color), fill_opacity=0.0)
    return laid(dot, Layer.ICON)


def _point(arrow: Vector, start: Point, end: Point, dot: Dot) -> None:
    """Lay an arrow, its head, shaft and rim the thinner the shorter it is; next to nothing is a dot instead."""
    length = float(np.linalg.norm(end - start))
    share = min(1.0, length / _LONG)
    arrow.shaft_width = _SHAFT * share
    arrow.set_ends(start, end)
    seen = length >= _POINT
    arrow.body.set_fill(opacity=float(seen))
    arrow.body.set_stroke(width=RIM * share if seen else 0.0, background=True)
    dot.set_fill(opacity=1.0 - float(seen))
