"""Texts laid together: each has many places that are tried, and the cheapest choice for all of them is taken.

What a place costs for itself, and what two places cost each other, is computed for all places at once, in arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scenes.parts.plane.labels import Box, Segment, shared_areas

Floats = NDArray[np.float64]

_COVERED, _CROSSED, _OUTSIDE, _BOTH = 30.0, 14.0, 200.0, 60.0
"""The cost of lying upon a box, and upon a line; of a scene unit outside the bounds; of two texts upon each other."""

_KEPT = 300
"""Choices for the first texts that are kept while those for the next one are tried; also places of a text, at most."""


@dataclass(frozen=True)
class Places:
    """The places of a text that are tried.

    Attributes:
        boxes: what it covers there, shape (N, 4).
        costs: what each costs for itself, shape (N,).
        shapes: how it is set there, shape (N,).
        unlike: the cost of being set another way than another text for which that costs something, too.
    """

    boxes: Floats
    costs: Floats
    shapes: NDArray[np.int64]
    unlike: float = 0.0

    @classmethod
    def of(cls, parts: Sequence[Places]) -> Places:
        """Return the places of several ways to set one text as one."""
        boxes, costs = (np.concatenate(each) for each in zip(*((p.boxes, p.costs) for p in parts), strict=True))
        return cls(boxes, costs, np.concatenate([part.shapes for part in parts]), parts[0].unlike)

    def best(self, count: int) -> tuple[Places, NDArray[np.int64]]:
        """Return the cheapest places, and which of these they are."""
        kept = np.argsort(self.costs, kind="stable")[:count]
        return Places(self.boxes[kept], self.costs[kept], self.shapes[kept], self.unlike), kept


def together(texts: Sequence[Places]) -> list[int]:
    """Return the place for each text such that all of them together cost least."""
    few = [text.best(_KEPT) for text in texts]
    paid, chosen = np.zeros(1), np.zeros((1, 0), int)
    for index, (text, _) in enumerate(few):
        costs = paid[:, None] + text.costs[None]
        for other in range(index):
            costs += _pair_costs(few[other][0], text)[chosen[:, other]]
        order = np.argsort(costs, axis=None, kind="stable")[:_KEPT]
        before, place = np.unravel_index(order, costs.shape)
        paid, chosen = costs[before, place], np.concatenate([chosen[before], place[:, None]], axis=1)
    return [int(kept[place]) for (_, kept), place in zip(few, chosen[0], strict=True)]


def _pair_costs(first: Places, second: Places) -> Floats:
    """Return what each place of one text costs with each of another, shape (N, M)."""
    costs = _BOTH * (shared_areas(first.boxes, second.boxes) > 0)
    unlike = min(first.unlike, second.unlike)
    return np.asarray(costs + unlike * (first.shapes[:, None] != second.shapes[None]))


def costs_of(boxes: Floats, bounds: Box, *, taken: Sequence[Box], lines: Sequence[Segment]) -> Floats:
    """Return what boxes of shape (N, 4) cost that lie outside bounds, upon other boxes or upon lines, shape (N,)."""
    low, high = np.array(bounds[:2]), np.array(bounds[2:])
    outside = np.maximum(low - boxes[:, :2], 0.0).sum(axis=1) + np.maximum(boxes[:, 2:] - high, 0.0).sum(axis=1)
    shared = shared_areas(boxes, np.array(taken, float).reshape(-1, 4))
    inside = lengths_inside(boxes, np.array(lines, float).reshape(-1, 2, 2))
    covered = np.where(shared > 0, _COVERED + shared, 0.0).sum(axis=1)
    crossed = np.where(inside > 0, _CROSSED + inside, 0.0).sum(axis=1)
    return np.asarray(_OUTSIDE * outside + covered + crossed)


def lengths_inside(boxes: Floats, lines: Floats) -> Floats:
    """Return the lengths of lines inside boxes; shapes (M, 2, 2) and (N, 4), the result (N, M).

    >>> lengths_inside(np.array([[0.0, 0.0, 2.0, 1.0]]), np.array([[[-1.0, 0.5], [1.0, 0.5]]])).tolist()
    [[1.0]]
    """
    start, way = lines[None, :, 0], (lines[:, 1] - lines[:, 0])[None]
    # A line along a side of a box would divide by zero.
    steps = np.where(np.abs(way) < 1e-12, 1e-12, way)
    one, other = (boxes[:, None, :2] - start) / steps, (boxes[:, None, 2:] - start) / steps
    enter = np.minimum(one, other).max(axis=-1).clip(0.0, 1.0)
    leave = np.maximum(one, other).min(axis=-1).clip(0.0, 1.0)
    return np.asarray(np.maximum(leave - enter, 0.0) * np.linalg.norm(way, axis=-1))


def gaps_to(boxes: Floats, places: Floats) -> Floats:
    """Return how far boxes of shape (N, 4) are from the nearest of places of shape (M, 2), 0 where they hold one."""
    beyond = np.maximum(boxes[:, None, :2] - places[None], places[None] - boxes[:, None, 2:]).clip(0.0)
    return np.asarray(np.hypot(beyond[..., 0], beyond[..., 1]).min(axis=1))


def around(centres: Floats, size: tuple[float, float], air: float = 0.0) -> Floats:
    """Return the boxes of a width and height, with air, around centres of shape (N, 2); shape (N, 4)."""
    half = np.array(size) / 2 + air
    return np.concatenate([centres - half, centres + half], axis=1)


def middle_of(box: Floats) -> tuple[float, float]:
    """Return the middle of a box of shape (4,)."""
    return float(box[0] + box[2]) / 2, float(box[1] + box[3]) / 2
