"""A window on a space: the leaning axes and their grid, two words that pull, and the pulled word at both its places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np
from manim import ManimColor, Rectangle, VGroup, VMobject
from numpy.typing import NDArray
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import width_at
from scenes.parts.plane.labels import Segment, clip
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import drawn, spacing
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_LINE, _AXIS, _EDGE, GAP_BAR = 1.8, 4.0, 3.0, 7.0
"""Stroke units of the grid, of an axis, of the window's edge, and of the bar between both places."""

_WITHIN = 0.05
"""Scene units from the window's edge to where lines end."""

_PAINT = 0.42
"""The share of an axis's colour in the lines of the grid along it, where they are no closer than unmoved ones."""

_REACH = 16
"""Lines of the grid on either side of an axis, at the most."""

_LEAST_BAND = 4.0
"""Stroke units of a band, at the least."""


@dataclass(frozen=True)
class Look:
    """A view of a space in a window.

    Attributes:
        matrix: what carries the space, shape (2, 2).
        centre: manim point of the window's middle.
        focus: what is seen there: two numbers of the carried space.
        unit: scene units for one unit of the vectors.
        half: half the window's width and height, scene units.
        icons: scene units: the heights of the icons of the words that pull, and of the pulled word.
    """

    matrix: Tensor
    centre: Point
    focus: NDArray[np.float64]
    unit: float
    half: tuple[float, float]
    icons: tuple[float, float]

    def place(self, row: Tensor) -> Point:
        """Return the manim point of a vector of the space before it is carried."""
        x, y = (row @ self.matrix).tolist()
        return self.centre + self.unit * point(x - float(self.focus[0]), y - float(self.focus[1]))


class Pane(VGroup):
    """A window on a space; all of it lies in one layer, so that windows cover each other as they pass.

    Args:
        pulling: the vectors of the words that pull, one for each place of the pulled word, shape (2, 2).
        ends: both places of the pulled word before space is carried, shape (2, 2).
        words: the marks of the words that pull, by which of both they are.
        moved: the marks of the pulled word at both places.
        weights: of both pulls.
        colors: ``#rrggbb`` of both axes, and of both bands.
        step: from one line of the grid to the next, in units of the vectors.
        style: theme.

    Attributes:
        gap: the bar between both places.
        look: how it looks now.
    """

    look: Look

    def __init__(
        self,
        pulling: Tensor,
        ends: Tensor,
        words: dict[int, Token],
        moved: Sequence[Token],
        weights: Sequence[float],
        colors: tuple[Sequence[str], Sequence[str]],
        *,
        step: float,
        style: Style = DEFAULT,
    ) -> None:
        theme, (axes, bands) = style.theme, colors
        self.pulling, self.ends, self.words, self.moved = pulling, ends, words, list(moved)
        self.weights, self.step = list(weights), step
        self.frame = VMobject().set_fill(theme.background, 1.0).set_stroke(theme.axis, _EDGE)
        self._outline = Rectangle(width=2, height=2).points.copy()
        self._ground, self._inks = ManimColor(theme.background), [ManimColor(ink) for ink in axes]
        self.grid = [VMobject().set_stroke(ink, _LINE) for ink in axes]
        self.axes = [VMobject().set_stroke(ink, _AXIS) for ink in axes]
        self.bands = [VMobject().set_stroke(ink, _LEAST_BAND) for ink in bands]
        self.gap = VMobject().set_stroke(theme.ink, GAP_BAR)
        for line in (*self.bands, self.gap):
            line.set_background_stroke(color=theme.background, width=RIM)
        super().__init__(self.frame, *self.grid, *self.axes, *self.bands, self.gap, *self.words.values(), *self.moved)
        laid(self, Layer.LEDGER)

    def look_on(self, look: Look) -> None:
        """Draw the space as it is seen in a look."""
        self.look, (wide, tall) = look, look.half
        self.frame.set_points(self._outline * np.array([wide, tall, 0.0]) + look.centre)
        for axis, (line, grid) in enumerate(zip(self.axes, self.grid, strict=True)):
            along, across = look.matrix[axis], look.matrix[1 - axis]
            _draw(line, [self._inside(each) for each in self._lines(along, across, [0])])
            counts = [count for count in range(-_REACH, _REACH + 1) if count]
            _draw(grid, [self._inside(each) for each in self._lines(along, across, counts)])
            paint = _PAINT * sqrt(min(spacing(look.matrix)[axis], 1.0))
            grid.set_stroke(self._ground.interpolate(self._inks[axis], paint))
        places = [look.place(row) for row in self.ends]
        for band, row, at, weight in zip(self.bands, self.pulling, places, self.weights, strict=True):
            inside = self._inside((flat(look.place(row)), flat(at)))
            _draw(band, [inside])
            length = float(np.linalg.norm(look.place(row) - at))
            band.set_stroke(width=max(100 * width_at(weight, 0.5, length), _LEAST_BAND))
        _draw(self.gap, [(flat(places[0]), flat(places[1]))])
        for index, token in self.words.items():
            token.put(look.place(self.pulling[index])).resize(look.icons[0])
        for token, at in zip(self.moved, places, strict=True):
            token.put(at).resize(look.icons[1])

    @property
    def distance(self) -> float:
        """The distance of both places from each other on the stage, scene units."""
        one, other = (self.look.place(row) for row in self.ends)
        return float(np.linalg.norm(one - other))

    def _lines(self, along: Tensor, across: Tensor, counts: Sequence[int]) -> list[Segment]:
        """Return lines along one carried axis, by their steps along the other, beyond the window on both sides."""
        look = self.look
        origin = look.centre - look.unit * point(*look.focus)
        way, aside = (look.unit * point(*row.tolist()) for row in (along, across))
        length = float(np.linalg.norm(way))
        if length < 1e-6:
            return []
        far = (2 * hypot(*look.half) + float(np.linalg.norm(origin - look.centre))) / length + _REACH
        middles = [origin + count * self.step * aside for count in counts]
        return [(flat(middle - far * way), flat(middle + far * way)) for middle in middles]

    def _inside(self, segment: Segment) -> Segment | None:
        (x, y), (wide, tall) = flat(self.look.centre), (half - _WITHIN for half in self.look.half)
        return clip(segment, (x - wide, y - tall, x + wide, y + tall))


def _draw(line: VMobject, segments: Sequence[Segment | None]) -> None:
    line.set_points(drawn([segment for segment in segments if segment is not None]))


def between(first: Look, last: Look, size: float, way: float) -> Look:
    """Return a look at one space on its way to another one.

    Args:
        first: at its start.
        last: at its end.
        size: how far it has come in size, 0 to 1.
        way: how far its middle has come.
    """
    (wide, tall), (large, small) = (
        tuple(a + size * (b - a) for a, b in zip(old, new, strict=True))
        for old, new in ((first.half, last.half), (first.icons, last.icons))
    )
    centre = first.centre + way * (last.centre - first.centre)
    focus = first.focus + size * (last.focus - first.focus)
    return Look(last.matrix, centre, focus, first.unit + size * (last.unit - first.unit), (wide, tall), (large, small))
