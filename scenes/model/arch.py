"""Arches from a word to others and to itself, as wide as weights, none of which touches another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from manim import VMobject

Points: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
"""Places, (count, 2) or (count, 3)."""

Edges: TypeAlias = "list[tuple[Points, Points]]"
"""Both edges of a band: the places of their points, across and up."""

_STEPS, _WIDENS, _TIP = 80, 0.12, 0.06
"""Points along an arch; the share of its way by which it has its whole width; the share in which its tip is rounded
while it grows."""

_GAP, _PAST, _HOLE, _LOOP = 0.1, 0.2, 0.14, 0.135
"""Scene units between two feet on the word that looks, and as much more where an arch goes over the word's loop;
between both feet of that, and from there to its inner edge above them."""

_LOW, _STEEPEST, _OVER, _BENDS = 0.55, 1.1, 0.16, 0.95
"""The height of a short arch as a share of the tallest's, at the least, and as a share of its own span, at the most;
scene units that are free between two arches, one under the other; a share of the height at which both bend alike."""


class Arch(VMobject):
    """Half an ellipse that rises from one word and comes down on another, wide as a weight.

    Args:
        feet: the middles of both feet, scene units from left to right or the other way.
        low: height of the feet.
        up: scene units from there to its crown.
        width: of the band, scene units.
        color: ``#rrggbb``.
    """

    def __init__(self, feet: tuple[float, float], low: float, up: float, width: float, color: str) -> None:
        super().__init__(stroke_width=0)
        (start, end), half = feet, width / 2
        edges = _bow(abs(end - start) / 2, half, up)
        middle = [(outer + inner) / 2 for outer, inner in zip(*edges, strict=True)]
        steps = np.hypot(*(np.diff(each) for each in middle))
        self._along = np.concatenate([[0.0], np.cumsum(steps)]) / max(float(steps.sum()), 1e-9)
        direction = 1.0 if end >= start else -1.0
        self._edges = [((start + end) / 2 + direction * x, low + y) for x, y in edges]
        self.width_of_band = width
        self.set_fill(color, 1.0)
        self.grow(1.0)

    def grow(self, share: float) -> None:
        """Let it reach a share of the way from its first foot to the other, with a round tip; first it is nothing."""
        at = np.linspace(0.0, share, 2 * _STEPS)
        outer, inner = (np.stack([np.interp(at, self._along, each) for each in edge], 1) for edge in self._edges)
        half, tip = np.full((2 * _STEPS, 1), min(1.0, share / _WIDENS) / 2), min(_TIP, 1 - share)
        if tip > 0:
            before = np.clip((share - at) / tip, 0.0, 1.0)
            half *= np.sqrt(1 - (1 - before) ** 2)[:, None]
        self._outline(inner + (0.5 + half) * (outer - inner), inner + (0.5 - half) * (outer - inner))

    def _outline(self, outer: Points, inner: Points) -> None:
        """Draw a band from its two edges, from the first foot to the other."""
        corners = np.concatenate([outer, inner[::-1], outer[:1]])
        self.set_points_as_corners(np.concatenate([corners, np.zeros((len(corners), 1))], 1))


def _bow(radius: float, half: float, up: float) -> Edges:
    """Return the outer and the inner edge of a band from one foot over its crown to the other, from its middle on."""
    edges, turn = [], np.linspace(0.0, np.pi / 2, _STEPS)
    for reach, crown in ((radius + half, up), (max(radius - half, 0.0), max(up - 2 * half, 0.1))):
        x, y = -reach * np.cos(turn), crown * np.sin(turn)
        edges.append((np.concatenate([x, -x[::-1]]), np.concatenate([y, y[::-1]])))
    return edges


def scale_for(weights: Mapping[int, float], looks: int, room: float) -> float:
    """Return the width of a weight of 1 for which the feet of all arches stand side by side in a room.

    Args:
        weights: of the words looked at, by their places.
        looks: the place of the word that looks: both feet of its loop are there, in the middle of the room.
        room: scene units.
    """
    own, widths = weights.get(looks), []
    for side in _sides(weights, looks):
        most = (own or 0.0) + sum(weights[index] for index in side)
        free = room / 2 - _GAP * len(side) - (0.0 if own is None else _HOLE / 2)
        widths.append(max(free, room / 8) / max(most, 1e-9))
    return min(widths)


def all_feet(widths: Mapping[int, float], looks: int, middle: float) -> dict[int, tuple[float, float]]:
    """Return the middles of the feet that all arches have on the word that looks, by the word looked at.

    The word's own loop stands in the middle, the others' feet on both sides of it. The nearer a word is, the farther
    out its arch's foot is: so a longer arch goes over a shorter one.
    """
    feet: dict[int, tuple[float, float]] = {}
    half = 0.0
    if looks in widths:
        half = widths[looks] + _HOLE / 2
        feet[looks] = (middle - half + widths[looks] / 2, middle + half - widths[looks] / 2)
    for sign, side in zip((-1, 1), _sides(widths, looks), strict=True):
        out = half + _PAST * any((index < looks) == (sign > 0) for index in side)
        for index in side:
            x = middle + sign * (out + _GAP + widths[index] / 2)
            feet[index] = (x, x)
            out += _GAP + widths[index]
    return feet


def _sides(widths: Mapping[int, float], looks: int) -> tuple[list[int], list[int]]:
    """Return the words whose arches have their feet at the left of the loop, and at its right, from there outwards.

    Where one side has none, the longest arch goes over the loop, and comes down there.
    """
    left, right = sorted(index for index in widths if index < looks), sorted(index for index in widths if index > looks)
    right.reverse()
    if not right and len(left) > 1 and looks in widths:
        return left[1:], left[:1]
    if not left and len(right) > 1 and looks in widths:
        return right[:1], right[1:]
    return left, right


def crowns(
    feet: Mapping[int, tuple[float, float]], widths: Mapping[int, float], looks: int, room: float
) -> dict[int, float]:
    """Return how high arches rise, each below the next longer one on its side of the word; and its loop's height."""
    spans = {index: abs(end - start) for index, (start, end) in feet.items()}
    farthest = max(spans.values(), default=1.0) or 1.0
    heights: dict[int, float] = {}
    for side in (-1, 1):
        over: tuple[float, float] | None = None
        for index in sorted((each for each in spans if side * (each - looks) > 0), key=lambda each: -spans[each]):
            span, width = spans[index], widths[index]
            up = min(room * (_LOW + (1 - _LOW) * span / farthest), _STEEPEST * span + width)
            if over:
                # Two ellipses part from neighbouring feet at the same rate where height² over half the span is equal.
                reach, crown = over
                up = min(up, crown - _OVER, _BENDS * crown * ((span + width) / (2 * reach)) ** 0.5)
            heights[index] = max(up, 0.15)
            over = (span - width) / 2, max(heights[index] - width, 0.1)
    if looks in spans:
        heights[looks] = min(widths[looks] + _LOOP, _LOW * room)
    return heights
