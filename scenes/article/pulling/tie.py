"""A curve that ties a word's place on the plane to the word in its phrase."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from manim import CubicBezier, VMobject

from scenes.parts.geometry import Point, cubic, point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.style import DEFAULT, Style

_STROKE, _AIR, _GAP = 4.0, 0.06, 0.07
"""Stroke units of the curve; scene units between it and what it passes, and from its end to the word."""

_OUT, _LEAVES, _IN = (0.4, 0.8, 1.4, 2.2, 3.2, 4.4), range(-90, 91, 15), (0.2, 0.4, 0.7, 1.1, 1.6)
"""Scene units for which it keeps the direction in which it leaves, these directions in degrees, and scene units for
which it comes straight to the word."""

_MOST_TURN = 2.6
"""Radians by which it turns in all, at the most: more looks like a loop."""

_SHARES = np.linspace(0.0, 1.0, 81)
"""The shares of a curve's way at which it is looked at."""


def free_tie(
    start: Point, word: VMobject, color: str, boxes: Sequence[Box], room: Box, *, style: Style = DEFAULT
) -> VMobject | None:
    """Return the shortest simple curve from a mark to a word in a phrase that passes no box; None where there is none.

    Args:
        start: manim point of the mark, which covers the curve's beginning.
        word: in the phrase; the curve ends above or below it.
        color: ``#rrggbb``.
        boxes: what it keeps off.
        room: what it does not leave.
        style: theme.
    """
    grown = np.array(boxes) + _AIR * np.array([-1.0, -1.0, 1.0, 1.0])
    left, low, right, top = box_of(word)
    free: list[tuple[float, np.ndarray]] = []
    for side, out, degrees, reach in product((1, -1), _OUT, _LEAVES, _IN):
        end = point((left + right) / 2, top + _GAP if side > 0 else low - _GAP)
        turn = np.radians(degrees)
        handles = [start + out * point(np.cos(turn), np.sin(turn)), end + side * reach * point(0.0, 1.0)]
        corners = np.array([start, *handles, end])
        curve = cubic(corners, _SHARES)
        if _turns(curve) <= _MOST_TURN and _is_inside(curve, room) and not _meets(curve, grown):
            free.append((float(np.linalg.norm(np.diff(curve, axis=0), axis=1).sum()), corners))
    if not free:
        return None
    _, corners = min(free, key=lambda each: each[0])
    tie = CubicBezier(*corners).set_stroke(color, _STROKE)
    return laid(tie.set_background_stroke(color=style.theme.background, width=_STROKE + RIM), Layer.TRAIL)


def _turns(curve: np.ndarray) -> float:
    """Return the radians by which a curve turns in all, to either side."""
    steps = np.diff(curve, axis=0)
    directions = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    return float(np.abs(np.diff(directions)).sum())


def _is_inside(curve: np.ndarray, room: Box) -> bool:
    """Return whether a curve stays within a box."""
    left, low, right, top = room
    x, y = curve[:, 0], curve[:, 1]
    return bool(((left <= x) & (x <= right) & (low <= y) & (y <= top)).all())


def _meets(curve: np.ndarray, boxes: np.ndarray) -> bool:
    """Return whether a curve enters one of the boxes, shape (N, 4)."""
    x, y = curve[:, :1], curve[:, 1:2]
    left, low, right, top = boxes.T
    return bool(((left < x) & (x < right) & (low < y) & (y < top)).any())
