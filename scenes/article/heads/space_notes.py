"""The notes in a value space: arrows named after the axes, their names, and how much the strongest word pulls."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import numpy as np
from manim import Animation, FadeIn, FadeOut, ReplacementTransform, VGroup
from torch import Tensor

from scenes.article.heads.value_stage import StagedSpace
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import width_at
from scenes.parts.plane.labels import free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import Vector
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_BEYOND, _OVER, _AROUND, _NEAR = 0.16, 0.12, 0.04, 0.75
"""Scene units: from an arrow's tip to its name, from a band up to its weight, and free around both; how far a text may
be from where it is best before it is smaller, or a name left out."""

_LEAST, _USUAL = 0.35, 1.0
"""Scene units: arrows of which none is longer, or of which one leaves the space, show directions alone; the longest
one's length then."""

_ON_AXIS = 0.12
"""Scene units from the first axis up to a name at its end."""


class SpaceNotes:
    """The arrows of the axes that lead far in a space, each with its name, and the weight of the strongest pull.

    Args:
        side: the space, with the pulls of its first phrase.
        axes: for each arrow the axis's name, its colour ``#rrggbb``, and its row of W_V, shape (2,).
        rest: where all words without a band balance, shape (2,).
        style: theme and sizes.

    Attributes:
        arrows: the arrows.
        names: pairs of an arrow's name beside it, and at the edge to which the axis leads, where it stays when the
            arrow leaves; each is empty where it has no room.
        weights: of the strongest pull alone; widths say how much the others pull.
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
        self._sizes = (style.sizes.tick, style.sizes.note, style.sizes.least)
        self._lines, self._boxes = side.occupied()
        origin, own = side.pane.origin, flat(side.places[0])
        corner = (own[0], float(origin[1]))
        self._lines += [(flat(origin), corner), (corner, own)]  # both numbers of the place are measured along them
        at_edges = [self._at_edge(name, color, float(row[0])) for name, color, row in axes]
        later = list(self._boxes)
        ends = self._ends([row for _, _, row in axes])
        self._lines += [(flat(origin), flat(end)) for end in ends]
        if side.rest:
            self._lines.append((flat(side.pane.place(rest)), flat(side.places[0])))
        self.arrows, self.names = VGroup(), list[tuple[VGroup, VGroup]]()
        for (name, color, _), end, at_edge in zip(axes, ends, at_edges, strict=True):
            # It lies below the bands: what pulls is what moves.
            self.arrows.add(laid(Vector(origin, end, color, style=style), Layer.THREAD))
            width = side.pane.region.width
            labels = [Label(name, size=size, color=color, within=width, style=style) for size in self._sizes]
            written, far = self._written(labels, [self._beyond(end, label) for label in labels])
            # One far from its arrow would be another's: the arrow's colour is that of the feature's bar.
            self.names.append((written if far < _NEAR else VGroup(), at_edge))
        self._boxes = later  # the arrows' names have left then
        self.weights = VGroup(self._weight(side.numbers.pullers[0]))

    def _ends(self, rows: Sequence[Tensor]) -> list[Point]:
        """Return the tips of the arrows: where the matrix takes 1 along each axis, if that can be seen."""
        pane = self._side.pane
        left, bottom, right, top = pane.bounds()
        ends = [pane.place(row) for row in rows]
        longest = max((float(np.linalg.norm(end - pane.origin)) for end in ends), default=_USUAL)
        inside = all(left < x < right and bottom < y < top for x, y in map(flat, ends))
        share = 1.0 if inside and longest > _LEAST else _USUAL / max(longest, 1e-9)
        return [pane.origin + share * (end - pane.origin) for end in ends]

    def beside_arrows(self) -> list[VGroup]:
        """Return the names that stand beside their arrows."""
        return [beside for beside, _ in self.names if len(beside)]

    def to_edges(self) -> list[Animation]:
        """Return how the names go to the edge, or leave or come where they have no room at one of both places."""
        motions: list[Animation] = []
        for beside, at_edge in self.names:
            if len(beside) and len(at_edge):
                motions.append(ReplacementTransform(beside, at_edge))
            else:
                motions += [FadeOut(beside)] if len(beside) else [FadeIn(at_edge)] if len(at_edge) else []
        return motions

    def _at_edge(self, name: str, color: str, way: float) -> VGroup:
        """Return an axis's name on the first axis, at the edge to which it leads; nothing where it has no room there.

        Args:
            name: the axis's.
            color: ``#rrggbb``.
            way: negative where it leads to the left.
        """
        pane = self._side.pane
        labels = [Label(name, size=size, color=color, style=self._style) for size in self._sizes]
        left, _, right, _ = pane.bounds()
        best = []
        for label in labels:
            half = float(label.width) / 2 + _AROUND
            x = left + half if way < 0 else right - half
            best.append(point(x, float(pane.origin[1]) + _ON_AXIS + float(label.height) / 2))
        taken = len(self._boxes)
        written, far = self._written(labels, best)
        if far < _NEAR:
            return written
        del self._boxes[taken:]
        return VGroup()

    def _beyond(self, end: Point, label: Label) -> Point:
        """Return where a name is best: before its arrow's tip."""
        way = end - self._side.pane.origin
        x, y, _ = way / max(float(np.linalg.norm(way)), 1e-9)
        return end + point(x * (float(label.width) / 2 + _BEYOND), y * (float(label.height) / 2 + _BEYOND))

    def _weight(self, word: str) -> VGroup:
        """Return how much a word pulls, above the middle of its band, or near it."""
        side, space = self._side, self._side.numbers
        weight = space.weight(word, 0)
        color = side.color_in(word, 0)
        numbers = [
            Number(weight, size=size, color=color, style=self._style)
            for size in (self._style.sizes.number, *self._sizes)
        ]
        half = side.slim * width_at(float(weight), 0.5) / 2
        middle = (side.pane.place(space.value(word)) + side.places[0]) / 2
        above = [middle + point(0.0, half + _OVER + float(number.height) / 2) for number in numbers]
        return self._written(numbers, above)[0]

    def _written(self, texts: Sequence[Label | Number], best: Sequence[Point]) -> tuple[VGroup, float]:
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
