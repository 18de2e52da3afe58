"""The grid of the whole plane, which a matrix leans; it fades towards the record and the line at the foot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product, starmap
from math import sqrt

import numpy as np
import torch
from manim import VGroup, VMobject
from numpy.typing import NDArray
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, clip, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane, name_bounds
from scenes.parts.plane.word_plane import box_of
from scenes.style import DEFAULT, Style

_LINE, _AXIS, _OPACITY = 2.0, 4.4, 0.62
"""Stroke units of a line of the grid and of an axis, and a line's opacity where nothing makes it fade."""

_FADES, _SOFT, _SOFT_TOP = 6, 1.5, 0.6
"""Steps in which a line fades, and the scene units over which it does: at most ends, and below a phrase."""

_ASIDE = 0.2
"""Scene units from where names may be to the name of a carried axis, at a record's side."""

_APART = 0.2
"""Scene units kept free above and below a text from the name of a carried axis."""

_AROUND = 0.07
"""Scene units around a text that the grid's lines leave free."""

_REACH = 40
"""Lines on either side of an axis, at the most: enough for a matrix that squeezes the plane."""


class LeaningGrid(VGroup):
    """Lines at whole steps along both axes, over all of the plane; those along an axis have its colour.

    Args:
        plane: the plane on which it lies.
        colors: ``#rrggbb`` of the two axes.
        with_axes: whether the lines through the origin are thicker than the others.
        under: where it ends below a phrase, scene units; it runs to the frame's edge when left out.
        strength: the share of their opacity that the lines have which are no axes.
        evens: whether lines that come closer to each other get fainter, so that the plane gets hardly brighter.
        style: theme.

    Attributes:
        sides: for each axis the lines along it, a part for each share of their opacity.
        axes: for each axis the thick line through the origin, in the same parts; none without them.
        gaps: boxes before which the lines end, those through the origin excepted: of texts, which they would strike
            out. They count when the grid is laid the next time.
        matrix: how it lies.
    """

    def __init__(
        self,
        plane: StagePlane,
        colors: Sequence[str],
        *,
        with_axes: bool = False,
        under: float | None = None,
        strength: float = 1.0,
        evens: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.plane, self.step, self._under = plane, plane.view.step, under
        self._windows, self._evens, self._strength = list(self._seen()), evens, strength * _OPACITY
        self.gaps: Sequence[Box] = ()
        self.sides = [self._parts(color, _LINE, self._strength) for color in colors]
        self.axes = [self._parts(color, _AXIS, 1.0) for color in colors] if with_axes else []
        super().__init__(*(part for side in (*self.sides, *self.axes) for part in side))
        self.carry(torch.eye(2))
        # Below the ticks; lines of the ground may run over the edge of the frame.
        laid(self, Layer.VEIL)

    def carry(self, matrix: Tensor) -> None:
        """Lay the grid where a matrix of shape (2, 2) takes it."""
        self.matrix = matrix
        for axis, side in enumerate(self.sides):
            lines = self._lines(matrix[axis], matrix[1 - axis], range(-_REACH, _REACH + 1))
            self._draw(side, [piece for line in lines for piece in outside(line, self.gaps)])
            if self._evens:
                apart = sqrt(min(spacing(matrix)[axis], 1.0))  # they are still to be seen
                for part, (_, share) in zip(side, self._windows, strict=True):
                    part.set_stroke(opacity=apart * self._strength * share)
        for axis, side in enumerate(self.axes):
            self._draw(side, list(self._lines(matrix[axis], matrix[1 - axis], range(1))))

    def fade_axes(self, level: float) -> None:
        """Let a share of their opacity be left of the lines through the origin."""
        for axis in self.axes:
            for part, (_, share) in zip(axis, self._windows, strict=True):
                part.set_stroke(opacity=level * share)

    def _parts(self, color: str, width: float, opacity: float) -> list[VMobject]:
        return [VMobject().set_stroke(color, width, opacity * share) for _, share in self._windows]

    def _draw(self, parts: Sequence[VMobject], lines: Sequence[Segment]) -> None:
        for part, (window, _) in zip(parts, self._windows, strict=True):
            part.set_points(drawn([inside for line in lines if (inside := clip(line, window))]))

    def _lines(self, along: Tensor, across: Tensor, counts: range) -> Iterator[Segment]:
        """Yield lines along one carried axis, from the edge of the frame to the other, by steps along the other."""
        origin = np.array(flat(self.plane.origin))
        way, aside = (np.array(flat(self.plane.place(row))) - origin for row in (along, across))
        length = float(np.hypot(*way))
        if length < 1e-6:
            return
        far = 2 * self.plane.stage.width / length
        for count in counts:
            middle = origin + count * self.step * aside
            yield _segment(middle - far * way, middle + far * way)

    def _seen(self) -> Iterator[tuple[Box, float]]:
        """Yield windows of the frame with the share of the lines' opacity in each."""
        stage, view = self.plane.stage, self.plane.view
        right, top = stage.width / 2, stage.height / 2
        side = [(-right, right, 1.0)] if view.lying else _fading(-right, view.record.left - 0.1, end=_SOFT)
        low = view.record.top + 0.1 if view.lying else view.foot + 0.3
        rows = _fading(low, top, start=_SOFT)
        if self._under is not None:
            rows = _fading(low, self._under, start=_SOFT, end=_SOFT_TOP)
        for (left, end, one), (bottom, up, other) in product(side, rows):
            yield (left, bottom, end, up), one * other


def outside(line: Segment, boxes: Sequence[Box]) -> list[Segment]:
    """Return the pieces of a line that lie in no box."""
    pieces = [line]
    for box in boxes:
        left = list[Segment]()
        for start, end in pieces:
            inside = clip((start, end), box)
            parts = [(start, end)] if inside is None else [(start, inside[0]), (inside[1], end)]
            left += [part for part in parts if part[0] != part[1]]
        pieces = left
    return pieces


def gaps_before(boxes: Iterable[Box], share: float = 1.0) -> list[Box]:
    """Return the boxes before which a grid's lines end, for those of texts; what is nothing has none.

    Args:
        boxes: of the texts.
        share: how far they have opened to their left and right, from the middle.
    """
    gaps = list[Box]()
    for left, low, right, top in boxes:
        middle, half = (left + right) / 2, share * ((right - left) / 2 + _AROUND)
        if right > left and half > 0:
            gaps.append((middle - half, low - _AROUND, middle + half, top + _AROUND))
    return gaps


def spacing(matrix: Tensor) -> tuple[float, float]:
    """Return how far apart lines along both axes are where a matrix of shape (2, 2) takes them; unmoved ones are 1."""
    area = abs(float(torch.linalg.det(matrix)))
    first, second = (area / max(float(torch.linalg.vector_norm(row)), 1e-9) for row in matrix)
    return first, second


def axis_along(plane: StagePlane, row: Tensor) -> Segment | None:
    """Return the axis along a vector, across all of where names may be; None where the vector has no direction."""
    way = plane.place(row) - plane.origin
    length = float(np.hypot(*way[:2]))
    if length < 1e-6:
        return None
    far = (plane.stage.width + plane.stage.height) * way / length
    return clip((flat(plane.origin - far), flat(plane.origin + far)), name_bounds(plane))


def beside_axis(
    plane: StagePlane,
    name: VMobject,
    rows: tuple[Tensor, Tensor],
    *,
    lines: Sequence[Segment],
    boxes: Sequence[Box],
) -> Point:
    """Return where the name of an axis comes to stand: beside its carried axis, on the same side as before.

    The axis need not cross its name on the way there.

    Args:
        plane: the plane.
        name: where it stands before.
        rows: a step along the axis, before it is carried and after.
        lines: what the name keeps off, besides boxes.
        boxes: what it keeps off, besides lines.
    """
    axis, (left, low, right, top) = axis_along(plane, rows[1]), name_bounds(plane)
    bounds = (left, low, right - (0.0 if plane.view.lying else _ASIDE), top)
    if axis is None:
        return name.get_center()
    before, way = (plane.place(row) - plane.origin for row in rows)
    along = way / float(np.hypot(*way[:2]))
    end = max((point(*each) for each in axis), key=lambda each: float((each - plane.origin) @ way))
    side = 1 if float((name.get_center() - plane.place(rows[0])) @ turned(before)) > 0 else -1
    width = float(name.width) + 0.1
    near = end - width / 2 * along + side * width / 2 * turned(along)
    return point(*free_place((width, float(name.height) + 0.1), bounds, flat(near), lines=lines, boxes=boxes))


def settled_names(plane: StagePlane, *, lines: Sequence[Segment], boxes: Sequence[Box]) -> list[VMobject]:
    """Return the names of the axes, moved to the nearest places that no line of the grid strikes out.

    Args:
        plane: the plane.
        lines: what the names keep off, besides boxes.
        boxes: what they keep off, besides lines.
    """
    names, taken = list(laid(plane.names, Layer.LABEL)), list(boxes)
    left, low, right, top = name_bounds(plane)
    bounds = (left, low, right - (0.0 if plane.view.lying else _ASIDE), top)  # clear of the record's letters
    level = [line for line in whole_lines(plane) if line[0][1] == line[1][1]]  # they would strike it out
    for name in names:
        size = (float(name.width) + 0.06, float(name.height) + 0.06)
        near = flat(name.get_center())
        name.move_to(point(*free_place(size, bounds, near, lines=[*lines, *level], boxes=taken)))
        taken.append(box_of(name))
    return names


def carried_names(
    plane: StagePlane, names: Sequence[VMobject], matrix: Tensor, *, lines: Sequence[Segment], boxes: Sequence[Box]
) -> list[Point]:
    """Return where the names of the axes come to stand when a matrix of shape (2, 2) carries the plane."""
    ends = list[Point]()
    # Names one right below the other read as two lines of one.
    taken = [(left, low - _APART, right, top + _APART) for left, low, right, top in boxes]
    for name, pair in zip(names, zip(torch.eye(2), matrix, strict=True), strict=True):
        ends.append(beside_axis(plane, name, pair, lines=lines, boxes=taken))
        (x, y), wide, tall = flat(ends[-1]), float(name.width) / 2, float(name.height) / 2
        taken.append((x - wide, y - tall, x + wide, y + tall))
    return ends


def whole_lines(plane: StagePlane) -> list[Segment]:
    """Return the lines of the grid before any matrix, across all of where names may be."""
    left, low, right, top = name_bounds(plane)
    steps = plane.view.step * torch.arange(-_REACH, _REACH + 1)
    places = [flat(plane.place(torch.stack([step, step]))) for step in steps]
    return [*(((x, low), (x, top)) for x, _ in places), *(((left, y), (right, y)) for _, y in places)]


def turned(way: Point) -> Point:
    """Return a way turned by a quarter to the left."""
    return point(-float(way[1]), float(way[0]))


def _fading(low: float, high: float, *, start: float = 0.0, end: float = 0.0) -> list[tuple[float, float, float]]:
    """Return the intervals of a range, each with its share: fading over a length at its start, and at its end."""
    shares = [1 - (index + 1) / (_FADES + 1) for index in range(_FADES)]
    parts = [(low + start, high - end, 1.0)]
    for index, share in enumerate(shares):
        if start:
            each = start / _FADES
            parts.append((low + start - (index + 1) * each, low + start - index * each, share))
        if end:
            each = end / _FADES
            parts.append((high - end + index * each, high - end + (index + 1) * each, share))
    return parts


def _segment(start: NDArray[np.float64], end: NDArray[np.float64]) -> Segment:
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))


def drawn(segments: Sequence[Segment]) -> Point:
    """Return the cubic curves that draw straight segments, shape (4 N, 3)."""
    return np.concatenate([np.zeros((0, 3)), *starmap(_curve, segments)])


def _curve(start: tuple[float, float], end: tuple[float, float]) -> Point:
    shares = np.linspace(0.0, 1.0, 4)[:, None]
    begin, stop = np.array([*start, 0.0]), np.array([*end, 0.0])
    return np.asarray(begin + shares * (stop - begin))
