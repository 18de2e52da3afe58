"""The notes in a value space: arrows named after the axes, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import numpy as np
from manim import VGroup
from torch import Tensor

from scenes.article.heads.value_stage import StagedSpace
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import Vector
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_BEYOND, _AROUND, _NEAR = 0.16, 0.04, 0.75
"""Scene units: from an arrow's tip to its name, and free around that; how far a name may be from where it is best
before it is smaller, or left out."""

_LEAST, _USUAL = 0.35, 1.0
"""Scene units: arrows of which none is longer, or of which one leaves the space, show directions alone; the longest
one's length then."""


class SpaceNotes:
    """The arrows of the axes that lead far in a space, each with its name.

    Args:
        side: the space, with the pulls of its first phrase.
        axes: for each arrow the axis's name, its colour ``#rrggbb``, and its row of W_V, shape (2,).
        rest: where all words without a band balance, shape (2,).
        style: theme and sizes.

    Attributes:
        arrows: the arrows.
        names: of each arrow, before its tip; empty where there is no room for it.
    """

    def __init__(
        self,
        side: StagedSpace,
        axes: Sequence[tuple[str, str, Tensor]],
        rest: Tensor,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._side, self._style = side, style
        self._sizes = (style.sizes.number, style.sizes.tick, style.sizes.note, style.sizes.least)
        self._lines, self._boxes = side.occupied()
        origin, own = side.pane.origin, flat(side.place)
        corner = (own[0], float(origin[1]))
        self._lines += [(flat(origin), corner), (corner, own)]  # both numbers of the place are measured along them
        ends = self._ends([row for _, _, row in axes])
        self._lines += [(flat(origin), flat(end)) for end in ends]
        if side.rest:
            self._lines.append((flat(side.pane.place(rest)), flat(side.place)))
        self.arrows, self.names = VGroup(), list[VGroup]()
        for (name, color, _), end in zip(axes, ends, strict=True):
            # It lies below the bands: what pulls is what moves.
            self.arrows.add(laid(Vector(origin, end, color, style=style), Layer.THREAD))
            width = side.pane.region.width
            labels = [Label(name, size=size, color=color, within=width, style=style) for size in self._sizes]
            written, far = self._written(labels, [self._beyond(end, label) for label in labels])
            # One far from its arrow would be another's: the arrow's colour is that of the feature's bar.
            self.names.append(written if far < _NEAR else VGroup())

    def _ends(self, rows: Sequence[Tensor]) -> list[Point]:
        """Return the tips of the arrows: where the matrix takes 1 along each axis, if that can be seen."""
        pane = self._side.pane
        left, bottom, right, top = pane.bounds()
        ends = [pane.place(row) for row in rows]
        longest = max((float(np.linalg.norm(end - pane.origin)) for end in ends), default=_USUAL)
        inside = all(left < x < right and bottom < y < top for x, y in map(flat, ends))
        share = 1.0 if inside and longest > _LEAST else _USUAL / max(longest, 1e-9)
        return [pane.origin + share * (end - pane.origin) for end in ends]

    def _beyond(self, end: Point, label: Label) -> Point:
        """Return where a name is best: before its arrow's tip."""
        way = end - self._side.pane.origin
        x, y, _ = way / max(float(np.linalg.norm(way)), 1e-9)
        return end + point(x * (float(label.width) / 2 + _BEYOND), y * (float(label.height) / 2 + _BEYOND))

    def _written(self, texts: Sequence[Label], best: Sequence[Point]) -> tuple[VGroup, float]:
        """Return the largest of some texts that has room near where it is best, at that place, and how far that is.

        Where none has, it is the smallest. Its place is taken from then on.
        """
        left, bottom, right, top = self._side.pane.bounds()
        for text, near in zip(texts, best, strict=True):
            need = (float(text.width) + _AROUND, float(text.height) + _AROUND)
            x, y = (
                min(max(at, low + half), high - half)
                for at, low, high, half in zip(
                    flat(near), (left, bottom), (right, top), (need[0] / 2, need[1] / 2), strict=True
                )
            )
            at = free_place(need, (left, bottom, right, top), (x, y), lines=self._lines, boxes=self._boxes)
            far = hypot(at[0] - x, at[1] - y)
            if far < _NEAR:
                break
        if far < _NEAR:
            self._boxes.append((at[0] - need[0] / 2, at[1] - need[1] / 2, at[0] + need[0] / 2, at[1] + need[1] / 2))
        written = laid(haloed(text.move_to(point(*at)), self._style), Layer.LABEL)
        return VGroup(written, self._side.pane.plate(text)), far
