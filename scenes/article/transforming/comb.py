"""The ways of all words at once: a spine along the first step, and from it a tooth to each word along the second."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import torch
from manim import VGroup
from torch import Tensor

from scenes.parts.geometry import Point, flat
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane
from scenes.parts.plane.vector import thin_line

_SPINE, _TOOTH = 5.0, 4.0
"""Stroke units: the widths of the spine and of a tooth."""


class Comb(VGroup):
    """The spine and the teeth that lead to words, laid along two steps.

    Args:
        plane: gives places.
        vectors: of the words, shape (N, 2).
        inks: ``#rrggbb`` of both steps.
    """

    def __init__(self, plane: StagePlane, vectors: Tensor, inks: Sequence[str]) -> None:
        self._plane, self._vectors, origin = plane, vectors, plane.origin
        fills = [plane.style.theme.fill(ink) for ink in inks]
        self._spine = thin_line(origin, origin, fills[0], _SPINE)
        self._teeth = [thin_line(origin, origin, fills[1], _TOOTH) for _ in vectors]
        super().__init__(*self._teeth, self._spine)
        laid(self, Layer.TRAIL)

    def lay(self, matrix: Tensor, spine: float = 1.0, teeth: float = 1.0) -> Self:
        """Lay it along the rows of a matrix of shape (2, 2); only shares of the spine and of the teeth are there."""
        (first, last), *ends = self._ends(matrix)
        origin = self._plane.origin
        self._spine.set_points_as_corners([origin + spine * (each - origin) for each in (first, last)])
        for tooth, (start, end) in zip(self._teeth, ends, strict=True):
            tooth.set_points_as_corners([start, start + teeth * (end - start)])
        return self

    def _ends(self, matrix: Tensor) -> list[tuple[Point, Point]]:
        """Return both ends of the spine and of each tooth."""
        along = self._vectors[:, 0]
        reach = torch.stack([along.min().clamp(max=0.0), along.max().clamp(min=0.0)])
        first, last = (self._plane.place(each * matrix[0]) for each in reach)
        teeth = [(self._plane.place(row[0] * matrix[0]), self._plane.place(row @ matrix)) for row in self._vectors]
        return [(first, last), *teeth]

    def segments(self, matrix: Tensor) -> list[Segment]:
        """Return its lines where it lies along the rows of a matrix."""
        return [(flat(start), flat(end)) for start, end in self._ends(matrix)]
