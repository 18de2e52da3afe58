"""A window on a space: the leaning axes and their grid, two words that pull, and the pulled word at both its places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

import numpy as np
from manim import Circle, ManimColor, Rectangle, VGroup, VMobject
from numpy.typing import NDArray
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import width_at
from scenes.parts.plane.labels import Box, Segment, clip, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import drawn, spacing
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_LINE, _AXIS, _EDGE, _GAP = 1.8, 4.0, 3.0, 7.0
"""Stroke units of the grid, of an axis, of the window's edge, and of the bar between both places."""

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
        half: half the window's width and height, scene units; a round one has its radius twice.
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
        is_round: whether it is a lens; otherwise it is a rectangle, and a bar joins both places.
        style: theme.

    Attributes:
        gap: the bar between both places; empty in a lens.
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
        is_round: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        theme, (axes, bands) = style.theme, colors
        self.pulling, self.ends, self.words, self.moved = pulling, ends, words, list(moved)
        self.weights, self.step, self.is_round = list(weights), step, is_round
        self.frame = VMobject().set_fill(theme.background, 1.0).set_stroke(theme.axis, _EDGE)
        self._outline = (Circle() if is_round else Rectangle(width=2, height=2)).points.copy()
        self._ground, self._inks = ManimColor(theme.background), [ManimColor(ink) for ink in axes]
        self.grid = [VMobject().set_stroke(ink, _LINE) for ink in axes]
        self.axes = [VMobject().set_stroke(ink, _AXIS) for ink in axes]
        self.bands = [VMobject().set_stroke(ink, _LEAST_BAND) for ink in bands]
        self.gap = VMobject().set_stroke(theme.ink, 0.0 if is_round else _GAP)
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
            size = look.icons[1] / max(look.icons[0], 1e-9)
            band.set_stroke(width=max(100 * size * width_at(weight, 0.5), _LEAST_BAND))
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
        (x, y), (wide, tall) = flat(self.look.centre), self.look.half
        if self.is_round:
            return clip_round(segment, (x, y), wide)
        return clip(segment, (x - wide, y - tall, x + wide, y + tall))


def clip_round(segment: Segment, centre: tuple[float, float], radius: float) -> Segment | None:
    """Return the piece of a segment inside a circle, or None when none is."""
    start, end, middle = (np.array(each) for each in (*segment, centre))
    way, off = end - start, start - middle
    a, b, c = float(way @ way), float(way @ off), float(off @ off) - radius**2
    if a < 1e-12 or b * b - a * c <= 0:
        return None
    root = sqrt(b * b - a * c)
    enter, leave = max((-b - root) / a, 0.0), min((-b + root) / a, 1.0)
    if enter >= leave:
        return None
    first, last = start + enter * way, start + leave * way
    return (float(first[0]), float(first[1])), (float(last[0]), float(last[1]))


def room_for_circle(
    radius: float,
    foot: tuple[float, float],
    bounds: Box,
    near: tuple[float, float],
    *,
    lines: Sequence[Segment],
    boxes: Sequence[Box],
    axes: Sequence[Segment] = (),
    texts: Sequence[Box] = (),
) -> tuple[float, float] | None:
    """Return the middle of a circle that touches nothing, the nearest to a place; None where there is no room.

    Args:
        radius: scene units.
        foot: the width and the height of what stands below it and touches nothing either, scene units.
        bounds: where both must lie.
        near: where the middle would be best.
        lines: what they keep off.
        boxes: what they keep off.
        axes: what stands below it keeps off, too.
        texts: what they keep off, and the way from that place to the middle, too.
    """
    left, low, right, top = bounds
    low, others = low + foot[1], [*boxes, *texts]
    if right - left < 2 * radius or top - low < 2 * radius:
        return None
    across = np.linspace(left + radius, right - radius, max(2, round((right - left - 2 * radius) / 0.1)))
    up = np.linspace(low + radius, top - radius, max(2, round((top - low - 2 * radius) / 0.1)))
    places = np.stack(np.meshgrid(across, up, indexing="ij"), axis=-1).reshape(-1, 2)
    free = np.full(len(places), True)
    for box in others:
        nearest = np.clip(places, box[:2], box[2:])
        free &= np.hypot(*(places - nearest).T) >= radius
    for start, end in lines:
        begin, way = np.array(start), np.array(end) - np.array(start)
        share = np.clip((places - begin) @ way / max(float(way @ way), 1e-12), 0.0, 1.0)
        free &= np.hypot(*(places - begin - share[:, None] * way).T) >= radius
    places = places[free]
    far = np.hypot(*(places - np.array(near)).T)
    for x, y in places[np.argsort(far, kind="stable")].tolist():
        below = (x - foot[0] / 2, y - radius - foot[1], x + foot[0] / 2, y - radius)
        if any(overlap(below, box) > 0 for box in others) or any(
            inside_length(line, below) > 0 for line in (*lines, *axes)
        ):
            continue
        if not any(inside_length((near, (x, y)), box) > 0 for box in texts):
            return x, y
    return None


def _draw(line: VMobject, segments: Sequence[Segment | None]) -> None:
    line.set_points(drawn([segment for segment in segments if segment is not None]))
