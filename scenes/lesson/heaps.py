"""Words that meet: marks at nearly one place become one disc with a slice for each word, and their ways run together.

Nothing here knows a plane: places are in scene units, one row a step and one column a word.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

import numpy as np
from manim import VMobject
from numpy.typing import NDArray

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_ONE = 0.085
"""Scene units: the radius of a disc for one word of a heap; areas add up, so a heap of n words is √n times as wide."""

_MEET = 0.28
"""Scene units below which two words, or heaps, are at one place: farther apart they are drawn apart."""

_LANE, _STANDS = 0.03, 0.01
"""Scene units from a way to the one that runs beside it, edge to edge; those below which a heap does not move in a
step."""

_BETWEEN = 0.035
"""Scene units between two slices of a disc."""

_ARC = 41
"""Points along a slice's arc."""

_FULL = 2 * math.pi

Places = NDArray[np.float64]
"""Scene units, shape (..., 2)."""


@dataclass(frozen=True)
class Heap:
    """Words that are drawn as one at a step.

    Attributes:
        members: the words, ascending.
        middle: the mean of their places, shape (2,).
        radius: its disc's, scene units.
    """

    members: tuple[int, ...]
    middle: Places
    radius: float


@dataclass(frozen=True)
class Part:
    """The part of a disc that is a word's: all of it as long as the word is alone.

    Attributes:
        middle: the disc's, shape (2,).
        radius: the disc's, scene units.
        start: where the slice begins, radians.
        end: where it ends, at most a full turn on.
        alone: whether the disc is the word's own.
    """

    middle: Places
    radius: float
    start: float
    end: float
    alone: bool

    @property
    def mid(self) -> float:
        """The direction of the slice's middle, radians."""
        return (self.start + self.end) / 2


@dataclass(frozen=True)
class Meeting:
    """The heaps after each step, each word's part of its heap, and the corners of its way."""

    heaps: list[list[Heap]]
    parts: list[list[Part]]
    ways: Places
    """One corner for each step and word, shape (steps + 1, n, 2): ways that run together lie side by side."""


def meeting(places: Places, counts: Sequence[int], alone: Sequence[float]) -> Meeting:
    """Return how words on their ways become heaps.

    Args:
        places: of all words after each step, shape (steps + 1, n, 2); nothing is a heap yet in the first two.
        counts: how often each word is in the phrase: its share of a disc.
        alone: the radius of each word's disc while it is alone, scene units; 0 where something else shows it.
    """
    singles = range(len(counts))
    heaps = [
        [Heap((word,), now[word], alone[word]) for word in singles] if step < 2 else gathered(now, counts, alone)
        for step, now in enumerate(places)
    ]
    slices: list[dict[int, tuple[float, float]]] = [{}]
    for before, now in zip(heaps, heaps[1:], strict=False):
        slices.append({})
        for heap in now:
            if len(heap.members) > 1:
                slices[-1] |= _slices(heap, before, slices[-2], counts)
    parts = []
    for step, each in enumerate(heaps):
        of = {word: heap for heap in each for word in heap.members}
        parts.append([_part(of[word], word, slices[step].get(word), _near(slices, step, word)) for word in singles])
    return Meeting(heaps, parts, _side_by_side(heaps, places))


def gathered(places: Places, counts: Sequence[int], alone: Sequence[float]) -> list[Heap]:
    """Return the heaps of words at a moment: of those at nearly one place, the nearest become one, again and again.

    Args:
        places: shape (n, 2).
        counts: how often each word is in the phrase.
        alone: the radius of the disc of a word that stays alone, scene units.
    """
    heaps: list[tuple[tuple[int, ...], Places, float]] = [
        ((word,), place, _ONE * math.sqrt(counts[word])) for word, place in enumerate(places)
    ]
    while True:
        pairs = combinations(enumerate(heaps), 2)
        distances = [
            (float(np.linalg.norm(one[1] - other[1])), first, second) for (first, one), (second, other) in pairs
        ]
        apart, first, second = min(distances, default=(math.inf, 0, 0))
        if apart >= _MEET:
            break
        members = tuple(sorted(heaps[first][0] + heaps[second][0]))
        weights = [counts[word] for word in members]
        middle = np.average(places[list(members)], axis=0, weights=weights)
        kept = [heap for index, heap in enumerate(heaps) if index not in (first, second)]
        heaps = [*kept, (members, middle, _ONE * math.sqrt(sum(weights)))]
    return [
        Heap(members, middle, radius if len(members) > 1 else alone[members[0]]) for members, middle, radius in heaps
    ]


def _slices(
    heap: Heap, before: Sequence[Heap], earlier: dict[int, tuple[float, float]], counts: Sequence[int]
) -> dict[int, tuple[float, float]]:
    """Return where the slices of a heap begin and end: each lies on the side from which its words have come."""
    blocks = [block for block in before if set(block.members) & set(heap.members)]
    if len(blocks) == 1 and blocks[0].members == heap.members:
        return {word: earlier[word] for word in heap.members}

    def direction(block: Heap) -> float:
        way = block.middle - heap.middle
        return math.atan2(way[1], way[0])

    def turned(word: int, block: Heap) -> float:
        return _signed(sum(earlier[word]) / 2 - direction(block)) if word in earlier else 0.0

    order = [
        (word, direction(block))
        for block in sorted(blocks, key=direction)
        for word in sorted(set(block.members) & set(heap.members), key=lambda word: (turned(word, block), word))
    ]
    whole, at, found, pull = sum(counts[word] for word in heap.members), 0.0, {}, 0j
    for word, wanted in order:
        span = _FULL * counts[word] / whole
        found[word] = (at, at + span)
        # All slices turn together, by the mean of the angles by which each would have to.
        pull += span * np.exp(1j * (wanted - at - span / 2))
        at += span
    turn = float(np.angle(pull))
    return {word: (start + turn, end + turn) for word, (start, end) in found.items()}


def _signed(angle: float) -> float:
    """Return an angle between −π and π that differs from another by full turns."""
    return (angle + math.pi) % _FULL - math.pi


def _near(slices: Sequence[dict[int, tuple[float, float]]], step: int, word: int) -> float:
    """Return the direction that the middle of a word's slice has in the next step in which it has one, or had."""
    steps = [*range(step, len(slices)), *range(step)[::-1]]
    return next((sum(slices[each][word]) / 2 for each in steps if word in slices[each]), 0.0)


def _part(heap: Heap, word: int, own: tuple[float, float] | None, middle: float) -> Part:
    """Return a word's part of its heap; a whole disc begins where it will open, opposite to its later slice."""
    start, end = own or (middle - math.pi, middle + math.pi)
    return Part(heap.middle, heap.radius, start, end, own is None)


def between(before: Part, after: Part, share: float, turned: float) -> Part:
    """Return a part on its way from one step to the next.

    Args:
        before: at the step before.
        after: at the step after.
        share: of the way of its disc, 0 to 1.
        turned: the share by which it has closed, or turned, to its later slice of a larger disc.
    """
    round_about = _FULL * round((before.mid - after.mid) / _FULL)
    start, end = (
        one + turned * (other + round_about - one)
        for one, other in ((before.start, after.start), (before.end, after.end))
    )
    middle = before.middle + share * (after.middle - before.middle)
    radius = before.radius + turned * (after.radius - before.radius)
    return Part(middle, radius, start, end, before.alone and after.alone)


def _side_by_side(heaps: Sequence[Sequence[Heap]], places: Places) -> Places:
    """Return the corners of all ways: those of a heap's words lie beside each other, in the order of their coming."""
    ways = places.copy()
    last, count = len(heaps) - 1, places.shape[1]
    of = [{word: heap for heap in each for word in heap.members} for each in heaps]
    lanes, normals = np.zeros(count), np.zeros((count, 2))
    for step in range(2, last):
        before, sides = lanes.copy(), normals.copy()
        lanes, normals = np.zeros(count), np.zeros((count, 2))
        for heap in heaps[step]:
            members = list(heap.members)
            if len(members) == 1:
                continue
            left = sum(_length(of, at, members[0]) for at in range(step, last))
            if left < heap.radius:  # beneath its disc a way needs no lane: it ends where it came in
                for word in members:
                    ways[step, word] = heap.middle + before[word] * sides[word]
                continue
            normal = _normal(of, step, members[0])
            came = {word: float((of[step - 1][word].middle - heap.middle) @ normal) for word in members}
            members.sort(key=lambda word: (round(came[word], 6), before[word], word))
            same = of[step - 1][members[0]].members == heap.members
            for rank, word in enumerate(members):
                lanes[word], normals[word] = _LANE * (rank - (len(members) - 1) / 2), normal
                # Where a bundle turns, its ways meet on the line that halves the angle.
                corner = normal if not same else (normal + sides[word]) / max(1 + float(normal @ sides[word]), 0.5)
                ways[step, word] = heap.middle + lanes[word] * corner
    return ways


def _length(of: Sequence[dict[int, Heap]], step: int, word: int) -> float:
    """Return how far the heap of a word goes in the step that follows."""
    return float(np.linalg.norm(of[step + 1][word].middle - of[step][word].middle))


def _normal(of: Sequence[dict[int, Heap]], step: int, word: int) -> Places:
    """Return the direction to the left of the next step of a word's heap, of length 1; 0 where it stands still."""
    way = of[step + 1][word].middle - of[step][word].middle
    length = float(np.linalg.norm(way))
    return np.array([-way[1], way[0]]) / length if length > _STANDS else np.zeros(2)


class Slice(VMobject):
    """A word's part of a disc.

    Args:
        part: where it lies.
        color: ``#rrggbb``, by role.
        style: theme.
    """

    def __init__(self, part: Part, color: str, *, style: Style = DEFAULT) -> None:
        super().__init__(stroke_width=0)
        self.set_fill(style.theme.fill(color), 1.0)
        self.set_background_stroke(color=style.theme.background, width=RIM)
        laid(self, Layer.ICON)
        self.put(part)

    def put(self, part: Part) -> Self:
        """Draw it as another part; a slice keeps its distance from those beside it, a whole disc has none."""
        half = (part.end - part.start) / 2
        gap = _BETWEEN / 2 * min((math.pi - half) / (math.pi / 2), 1.0)
        gap = min(gap, 0.4 * part.radius * math.sin(min(half, math.pi / 2)))
        inset = math.asin(min(gap / max(part.radius, 1e-6), 1.0))
        turns = np.linspace(part.start + inset, part.end - inset, _ARC)
        middle = point(*part.middle)
        arc = middle + max(part.radius, 1e-4) * np.stack([np.cos(turns), np.sin(turns), 0 * turns], axis=1)
        if math.pi - half < 1e-3:
            self.set_points_as_corners([*arc, arc[0]])
        else:
            apex = middle + gap / math.sin(half) * point(math.cos(part.mid), math.sin(part.mid))
            self.set_points_as_corners([apex, *arc, apex])
        return self
