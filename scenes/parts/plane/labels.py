"""The placing of labels: beside their point, clear of each other, of lines and of the panel's edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in scene units."""

Segment = tuple[tuple[float, float], tuple[float, float]]

_DIRECTIONS = 16
_CLEARANCES = (0.06, 0.14, 0.26, 0.42, 0.62)

_MORE_DIRECTIONS = 48
_MORE_CLEARANCES = (0.03, 0.06, 0.1, 0.14, 0.2, 0.26, 0.34, 0.42, 0.52, 0.62)
_POOR = 4.0
"""The cost from which a label's place is poor (it overlaps something or is far off): it then tries more places."""

_AIR = 0.05


@dataclass(frozen=True, slots=True)
class Spot:
    """A point that needs a label.

    Attributes:
        x: scene units.
        y: scene units.
        width: the label's width, scene units.
        height: the label's height, scene units.
        mark: half the width and half the height of the mark at the point, which the label avoids.
        outward: a direction that the label prefers, such as away from the origin; (0, 0) for none.
    """

    x: float
    y: float
    width: float
    height: float
    mark: tuple[float, float] = (0.1, 0.1)
    outward: tuple[float, float] = (0.0, 0.0)

    @property
    def box(self) -> Box:
        """The mark at the point, as a box."""
        return (self.x - self.mark[0], self.y - self.mark[1], self.x + self.mark[0], self.y + self.mark[1])


def overlap(first: Box, second: Box) -> float:
    """Return the area that two boxes share, in square scene units."""
    width = min(first[2], second[2]) - max(first[0], second[0])
    height = min(first[3], second[3]) - max(first[1], second[1])
    return width * height if width > 0 and height > 0 else 0.0


def clip(segment: Segment, box: Box) -> Segment | None:
    """Return the piece of a segment inside a box (Liang and Barsky's clipping), or None when none is."""
    (x, y), (end_x, end_y) = segment
    left, bottom, right, top = box
    # Most segments lie wholly to one side of a box as small as a label's.
    if (x < left and end_x < left) or (x > right and end_x > right):
        return None
    if (y < bottom and end_y < bottom) or (y > top and end_y > top):
        return None
    enter, leave = 0.0, 1.0
    for step, low, high in ((end_x - x, box[0] - x, box[2] - x), (end_y - y, box[1] - y, box[3] - y)):
        if abs(step) < 1e-12:
            if low > 0 or high < 0:
                return None
            continue
        near, far = sorted((low / step, high / step))
        enter, leave = max(enter, near), min(leave, far)
    if enter >= leave:
        return None
    across, up = end_x - x, end_y - y
    return (x + enter * across, y + enter * up), (x + leave * across, y + leave * up)


def inside_length(segment: Segment, box: Box) -> float:
    """Return the length of a segment inside a box, in scene units."""
    inside = clip(segment, box)
    if inside is None:
        return 0.0
    (x, y), (end_x, end_y) = inside
    return hypot(end_x - x, end_y - y)


def place_labels(
    spots: Sequence[Spot], bounds: Box, *, lines: Sequence[Segment] = (), boxes: Sequence[Box] = ()
) -> list[tuple[float, float]]:
    """Choose the centre of every label.

    Each label tries places around its point, preferring straight to a side over diagonal and near over far; the
    cheapest is taken, and all labels choose again until none moves. A label stays nearer to its own point than to any
    other. The result depends on the input alone.

    Args:
        spots: the points, in order.
        bounds: the box in which labels stay.
        lines: lines that labels avoid: axes, arrows.
        boxes: further boxes that labels avoid.

    Returns:
        One centre for each spot, in scene units.
    """

    def costed(index: int, choices: list[_Choice]) -> list[tuple[_Choice, float]]:
        others = [spot.box for place, spot in enumerate(spots) if place != index]
        return list(zip(choices, _fixed_costs(spots[index], choices, bounds, lines, [*boxes, *others]), strict=True))

    options = [costed(index, _candidates(spot)) for index, spot in enumerate(spots)]
    chosen = _settled(spots, options)
    poor = [index for index, (_, paid) in enumerate(chosen) if paid >= _POOR]
    for index in poor:
        options[index] = costed(index, _candidates(spots[index], _MORE_DIRECTIONS, _MORE_CLEARANCES))
    if poor:
        chosen = _settled(spots, options)
    return [choice.centre for choice, _ in chosen]


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a motion in which labels travel with their points.

    Attributes:
        spots: the points, in one order at all moments.
        lines: lines that labels avoid then.
        boxes: boxes that labels avoid then.
    """

    spots: Sequence[Spot]
    lines: Sequence[Segment] = ()
    boxes: Sequence[Box] = ()


def place_travelling_labels(moments: Sequence[Moment], bounds: Box) -> list[tuple[float, float]]:
    """Choose one place beside its point for every label, which serves at all moments: labels travel with points.

    Args:
        moments: where the points are, and what labels avoid, at some moments of a motion.
        bounds: the box in which labels stay.

    Returns:
        For each point the way from it to the middle of its label, in scene units.
    """
    spots = moments[0].spots
    choices = [_candidates(spot, _MORE_DIRECTIONS, _MORE_CLEARANCES) for spot in spots]
    costs, places = [np.zeros(len(each)) for each in choices], [[] for _ in spots]  # type: ignore[var-annotated]
    for moment in moments:
        for index, spot in enumerate(moment.spots):
            here = _candidates(spot, _MORE_DIRECTIONS, _MORE_CLEARANCES)
            others = [other.box for place, other in enumerate(moment.spots) if place != index]
            costs[index] += _fixed_costs(spot, here, bounds, moment.lines, [*moment.boxes, *others])
            places[index].append(_boxes(spot, here))
    chosen = [int(each.argmin()) for each in costs]
    for _ in range(12):
        before = list(chosen)
        for index in range(len(spots)):
            total = costs[index].copy()
            for when in range(len(moments)):
                others = [places[other][when][chosen[other]] for other in range(len(spots)) if other != index]
                total += 60 * (shared_areas(places[index][when], np.array(others).reshape(-1, 4)) > 0).sum(axis=1)
            chosen[index] = int(total.argmin())
        if before == chosen:
            break
    ends = [each[index].centre for each, index in zip(choices, chosen, strict=True)]
    return [(end[0] - spot.x, end[1] - spot.y) for end, spot in zip(ends, spots, strict=True)]


def _settled(spots: Sequence[Spot], options: Sequence[Sequence[tuple[_Choice, float]]]) -> list[tuple[_Choice, float]]:
    """Let every label choose the cheapest of its places, again and again, until none moves."""
    fixed = [np.array([paid for _, paid in choices]) for choices in options]
    places = [_boxes(spot, [choice for choice, _ in choices]) for spot, choices in zip(spots, options, strict=True)]
    chosen = [int(paid.argmin()) for paid in fixed]
    paid = [float(each.min()) for each in fixed]
    for _ in range(12):
        before = list(chosen)
        for index in range(len(spots)):
            others = [places[place][chosen[place]] for place in range(len(spots)) if place != index]
            covered = (shared_areas(places[index], np.array(others).reshape(-1, 4)) > 0).sum(axis=1)
            costs = fixed[index] + 60 * covered
            chosen[index] = int(costs.argmin())
            paid[index] = float(costs[chosen[index]])
        if before == chosen:
            break
    return [(choices[index][0], cost) for choices, index, cost in zip(options, chosen, paid, strict=True)]


_GRID, _FREE = 0.1, 0.1
"""Scene units between places that are tried, and that such a place is free around."""


def free_place(
    size: tuple[float, float],
    bounds: Box,
    near: tuple[float, float],
    *,
    lines: Sequence[Segment] = (),
    boxes: Sequence[Box] = (),
) -> tuple[float, float]:
    """Return the middle of the free place for a box that is nearest to a point; the least covered, where none is free.

    Args:
        size: the box's width and height, scene units.
        bounds: where it may lie.
        near: where it would be best.
        lines: what it keeps off, besides boxes.
        boxes: what it keeps off, besides lines.
    """
    half = np.array(size) / 2
    places = _grid(np.array(bounds[:2]) + half, np.array(bounds[2:]) - half)
    far = np.hypot(places[:, 0] - near[0], places[:, 1] - near[1])
    nearest = np.argsort(far, kind="stable")
    places, far = places[nearest], 0.1 * far[nearest]
    reach = half + _FREE
    others = np.array(boxes, float).reshape(-1, 4)
    ends = np.array(lines, float).reshape(-1, 2, 2)
    around = np.concatenate([ends.min(axis=1), ends.max(axis=1)], axis=1)
    best, least = near, float("inf")
    for first in range(0, len(places), _AT_ONCE):
        if far[first] >= least:
            break
        some = slice(first, first + _AT_ONCE)
        here = np.concatenate([places[some] - reach, places[some] + reach], axis=1)
        shared = shared_areas(here, others)
        costs = far[some] + np.where(shared > 0, 10 + 10 * shared, 0).sum(axis=1)
        touched = _meets(here, around)
        for index in np.flatnonzero(costs < least).tolist():
            left, bottom, right, top = here[index].tolist()
            cost = float(costs[index])
            if cost >= least:
                continue
            cost += _crossed(lines, touched[index], (left, bottom, right, top), 5, 5)
            if cost < least:
                best, least = (float(places[first + index, 0]), float(places[first + index, 1])), cost
    return best


def _grid(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return places from one corner to the other, ``_GRID`` apart or a little more or less, shape (N, 2)."""
    counts = np.maximum(1, np.round((high - low) / _GRID)).astype(int)
    steps = [
        first + (last - first) * np.arange(count + 1) / count
        for first, last, count in zip(low, high, counts, strict=True)
    ]
    return np.stack(np.meshgrid(*steps, indexing="ij"), axis=-1).reshape(-1, 2)


_AT_ONCE = 128
"""Places that are looked at at once."""


def _meets(boxes: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which boxes meet which others; boxes of shape (N, 4) and (M, 4), the result of shape (N, M)."""
    one, other = boxes[:, None], others[None]
    return np.asarray(np.all((one[..., :2] <= other[..., 2:]) & (other[..., :2] <= one[..., 2:]), axis=-1))


def shared_areas(boxes: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the areas that boxes share with others, see ``overlap``; shapes (N, 4) and (M, 4), the result (N, M).

    >>> shared_areas(np.array([[0.0, 0.0, 2.0, 1.0]]), np.array([[1.0, 0.0, 3.0, 1.0], [5.0, 0.0, 6.0, 1.0]])).tolist()
    [[1.0, 0.0]]
    """
    one, other = boxes[:, None], others[None]
    sides = np.minimum(one[..., 2:], other[..., 2:]) - np.maximum(one[..., :2], other[..., :2])
    return np.asarray(np.where((sides > 0).all(axis=-1), sides[..., 0] * sides[..., 1], 0.0))


def _crossed(
    lines: Sequence[Segment], touched: NDArray[np.bool_], box: Box, each: float, for_its_length: float
) -> float:
    """Return what a place costs for the lines inside its box, of which the others touch nothing of it."""
    lengths = (inside_length(lines[index], box) for index in np.flatnonzero(touched).tolist())
    return sum(each + for_its_length * length for length in lengths if length > 0)


def spread(middles: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """Move intervals along a line until none overlaps another, in their order and by as little as possible.

    Args:
        middles: where each would be best, ascending.
        sizes: their lengths.
        low: where the first may begin.
        high: where the last may end; they overlap where they are longer together than the room.

    Returns:
        Their middles.
    """
    inset = [sum(sizes[:index]) + size / 2 for index, size in enumerate(sizes)]
    groups: list[list[float]] = []
    for middle, before in zip(middles, inset, strict=True):
        groups.append([middle - before])
        # Least squares in order: neighbours that would cross share their mean.
        while len(groups) > 1 and _mean(groups[-2]) > _mean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    starts = [_mean(group) for group in groups for _ in group]
    return [
        min(max(start, low), max(low, high - sum(sizes))) + before for start, before in zip(starts, inset, strict=True)
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A place for a label: its centre, the gap between it and its mark, and how diagonal it is, 0 to 1."""

    centre: tuple[float, float]
    clearance: float
    askew: float


def _candidates(spot: Spot, directions: int = _DIRECTIONS, clearances: Sequence[float] = _CLEARANCES) -> list[_Choice]:
    places = []
    for clearance, turn in product(clearances, range(directions)):
        along = (cos(2 * pi * turn / directions), sin(2 * pi * turn / directions))
        # The label's nearest edge, not its middle, is at the distance.
        x = spot.x + along[0] * clearance + (spot.mark[0] + spot.width / 2) * _toward(along[0])
        y = spot.y + along[1] * clearance + (spot.mark[1] + spot.height / 2) * _toward(along[1])
        places.append(_Choice((x, y), clearance, abs(sin(4 * pi * turn / directions))))
    return places


def _toward(part: float) -> float:
    return max(-1.0, min(1.0, part * 1.42))


def _box(spot: Spot, centre: tuple[float, float]) -> Box:
    half_width, half_height = spot.width / 2 + _AIR, spot.height / 2 + _AIR
    return (centre[0] - half_width, centre[1] - half_height, centre[0] + half_width, centre[1] + half_height)


def gap(first: Box, second: Box) -> float:
    """Return the distance between two boxes, 0 where they meet."""
    across = max(first[0] - second[2], second[0] - first[2], 0.0)
    up = max(first[1] - second[3], second[1] - first[3], 0.0)
    return hypot(across, up)


def _boxes(spot: Spot, choices: Sequence[_Choice]) -> NDArray[np.float64]:
    """Return the label's box at each place, with air around it, shape (N, 4)."""
    return np.array([_box(spot, choice.centre) for choice in choices])


def _gaps(boxes: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distances between boxes and others, 0 where they meet; shapes as for ``_meets``."""
    one, other = boxes[:, None], others[None]
    sides = np.maximum(np.maximum(one[..., :2] - other[..., 2:], other[..., :2] - one[..., 2:]), 0.0)
    return np.asarray(np.hypot(sides[..., 0], sides[..., 1]))


def _fixed_costs(
    spot: Spot, choices: Sequence[_Choice], bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]
) -> list[float]:
    """Return the cost of each place, wherever the other labels are."""
    places, others = _boxes(spot, choices), np.array(boxes, float).reshape(-1, 4)
    ends = np.array(lines, float).reshape(-1, 2, 2)
    touched = _meets(places, np.concatenate([ends.min(axis=1), ends.max(axis=1)], axis=1))
    covered = (shared_areas(places, others) > 0).sum(axis=1)
    clearances = np.array([choice.clearance for choice in choices])
    nearer = (_gaps(places, others) < clearances[:, None] + 0.02).sum(axis=1)
    itself = shared_areas(places, np.array([spot.box]))[:, 0] > 0.004
    return [
        _cost(spot, choice, bounds, box, _crossed(lines, crossing, box, 1.0, 1.0), *counts)
        for choice, box, crossing, *counts in zip(
            choices, places.tolist(), touched, covered.tolist(), itself.tolist(), nearer.tolist(), strict=True
        )
    ]


def _cost(
    spot: Spot, choice: _Choice, bounds: Box, box: Box, crossed: float, covered: int, itself: bool, nearer: int
) -> float:
    """Return the cost of a place that crosses lines, covers boxes or its own mark, and is nearer to others."""
    outside = (
        max(0.0, bounds[0] - box[0])
        + max(0.0, bounds[1] - box[1])
        + max(0.0, box[2] - bounds[2])
        + max(0.0, box[3] - bounds[3])
    )
    away = (choice.centre[0] - spot.x, choice.centre[1] - spot.y)
    against = -(away[0] * spot.outward[0] + away[1] * spot.outward[1]) / (hypot(*away) or 1.0)
    near = 8 * choice.clearance + 0.7 * choice.askew + 0.4 * against
    return 200 * outside + 14 * crossed + 30 * covered + 60 * itself + 3 * nearer + near
