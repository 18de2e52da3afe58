"""The grid of the whole plane, which a matrix leans: it fades towards the record and towards the line at the foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product, starmap

import numpy as np
import torch
from manim import VGroup, VMobject
from numpy.typing import NDArray
from torch import Tensor

from scenes.parts.geometry import Point, flat
from scenes.parts.plane.labels import Box, Segment, clip
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane
from scenes.style import DEFAULT, Style

_LINE, _OPACITY = 2.0, 0.62
"""Stroke units of a line of the grid, and its opacity where nothing makes it fade."""

_FADES, _SOFT = 6, 1.5
"""Steps in which a line fades, and the scene units over which it does."""

_REACH = 40
"""Lines on either side of an axis, at the most: enough for a matrix that squeezes the plane."""


class LeaningGrid(VGroup):
    """Lines at whole steps along both axes, over all of the plane; those along an axis have its colour.

    Args:
        plane: the plane on which it lies.
        colors: ``#rrggbb`` of the two axes.
        style: theme.
    """

    def __init__(self, plane: StagePlane, colors: Sequence[str], *, style: Style = DEFAULT) -> None:
        self.plane, self.step = plane, plane.view.step
        self._windows = list(self._fading())
        self.sides = [
            [VMobject().set_stroke(color, _LINE, _OPACITY * share) for _, share in self._windows] for color in colors
        ]
        super().__init__(*(part for side in self.sides for part in side))
        self.carry(torch.eye(2))
        # Below the ticks; lines of the ground may run over the edge of the frame.
        laid(self, Layer.VEIL)

    def carry(self, matrix: Tensor) -> None:
        """Lay the grid where a matrix of shape (2, 2) takes it."""
        for axis, side in enumerate(self.sides):
            lines = list(self._lines(matrix[axis], matrix[1 - axis]))
            for part, (window, _) in zip(side, self._windows, strict=True):
                part.set_points(_drawn([inside for line in lines if (inside := clip(line, window))]))

    def _lines(self, along: Tensor, across: Tensor) -> Iterator[Segment]:
        """Yield the lines along one carried axis, from the edge of the frame to the other."""
        origin = np.array(flat(self.plane.origin))
        way, aside = (np.array(flat(self.plane.place(row))) - origin for row in (along, across))
        length = float(np.hypot(*way))
        if length < 1e-6:
            return
        far = 2 * self.plane.stage.width / length
        for count in range(-_REACH, _REACH + 1):
            middle = origin + count * self.step * aside
            yield _segment(middle - far * way, middle + far * way)

    def _fading(self) -> Iterator[tuple[Box, float]]:
        """Yield windows of the frame with the share of the lines' opacity in each."""
        stage, view = self.plane.stage, self.plane.view
        right, top = stage.width / 2, stage.height / 2
        side = [(-right, right, 1.0)] if view.lying else _steps(-right, view.record.left + 0.4, 1)
        low = view.record.top + 0.1 if view.lying else view.foot + 0.3
        rows = _steps(low, top, -1)
        for (left, end, one), (bottom, up, other) in product(side, rows):
            yield (left, bottom, end, up), one * other


def _steps(low: float, high: float, toward: int) -> list[tuple[float, float, float]]:
    """Return intervals that fade towards the end (1) or the start (-1) of a range: each with its share."""
    each = _SOFT / _FADES
    shares = [1 - (index + 1) / (_FADES + 1) for index in range(_FADES)]
    if toward > 0:
        core = (low, high - _SOFT, 1.0)
        return [core, *((high - _SOFT + i * each, high - _SOFT + (i + 1) * each, s) for i, s in enumerate(shares))]
    core = (low + _SOFT, high, 1.0)
    return [core, *((low + _SOFT - (i + 1) * each, low + _SOFT - i * each, s) for i, s in enumerate(shares))]


def _segment(start: NDArray[np.float64], end: NDArray[np.float64]) -> Segment:
    return (float(start[0]), float(start[1])), (float(end[0]), float(end[1]))


def _drawn(segments: Sequence[Segment]) -> Point:
    """Return the cubic curves that draw straight segments, shape (4 N, 3)."""
    return np.concatenate([np.zeros((0, 3)), *starmap(_curve, segments)])


def _curve(start: tuple[float, float], end: tuple[float, float]) -> Point:
    shares = np.linspace(0.0, 1.0, 4)[:, None]
    begin, stop = np.array([*start, 0.0]), np.array([*end, 0.0])
    return np.asarray(begin + shares * (stop - begin))
