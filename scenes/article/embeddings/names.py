"""The places of what is written on the plane: a word's name and its two numbers as one block, and a distance."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import pi

import numpy as np
from manim import VGroup
from torch import Tensor

from scenes.article.embeddings.arrange import Floats, Places, around, costs_of, gaps_to
from scenes.parts.geometry import flat, point
from scenes.parts.plane.labels import Box, Segment, shared_areas
from scenes.parts.plane.ruler import Ruler
from scenes.parts.plane.token import Token
from scenes.parts.text.number import Coordinates
from scenes.parts.text.typeset import Label, baseline_of, set_on_baseline
from scenes.style import DEFAULT, Style

_SPACE, _BETWEEN = 0.16, 0.09
"""Scene units from a name to its numbers: in one line, and from line to line."""

_ICON_SHARE, _AIR, _ITSELF = 0.9, 0.05, 90.0
"""The share of an icon's height that it is wide, at most; scene units kept free around it and around texts; the cost of
a name upon its own word."""

_DIRECTIONS, _CLEARANCES = 32, (0.06, 0.14, 0.26, 0.42)
"""Places of a name that are tried: directions from its word, and scene units between them."""

_ALONG, _AWAY = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82), (0.1, 0.15, 0.2, 0.26, 0.32, 0.4, 0.5, 0.6)
_SIDES = ((1, 0, 0.0), (-1, 0, 0.25), (0, 1, 0.15), (0, -1, 0.15))
"""Places of a distance that are tried: shares of its line, scene units from there, and directions with their cost."""

_CLOSE, _NEARER, _MISTAKEN = 0.13, 0.2, 6.0
"""Scene units from a distance to its line that are as good as less; by which it is nearer to it than to another line;
the cost of being less so."""


class Shape(IntEnum):
    """A way to set a name with its numbers."""

    LINE = 0
    STACKED = 1
    BARE = 2
    """Without the numbers."""


_SHAPE_COSTS, _UNLIKE = {Shape.LINE: 0.0, Shape.STACKED: 0.3, Shape.BARE: 25.0}, 0.6
"""The cost of each way to set a name, and of two names that are set another way than each other."""


class NameBlock(VGroup):
    """A word's name with its numbers below or beside it, around the origin.

    Args:
        word: the word.
        row: its vector, shape (2,).
        color: ``#rrggbb``, by role.
        shape: how they are set.
        style: sizes.

    Attributes:
        label: the word.
        numbers: its numbers; empty without them.
    """

    def __init__(self, word: str, row: Tensor, color: str, shape: Shape, *, style: Style = DEFAULT) -> None:
        self.shape, self.label = shape, Label(word, size=style.sizes.number, color=color, style=style)
        self.numbers = VGroup()
        if shape is not Shape.BARE:
            numbers = Coordinates(row, size=style.sizes.tick, color=color, brief=True, style=style)
            if shape is Shape.LINE:
                set_on_baseline(numbers, baseline_of(self.label))
                numbers.set_x(float(self.label.width + numbers.width) / 2 + _SPACE)
            else:
                numbers.set_y(-float(self.label.height + numbers.height) / 2 - _BETWEEN)
            self.numbers = numbers
        super().__init__(self.label, *([self.numbers] if len(self.numbers) else []))
        self.center()

    def stand(self, middle: tuple[float, float], word: Token) -> None:
        """Move the middle somewhere, and align both lines at the word's side where it lies beside them."""
        x, y = middle
        self.move_to(point(x, y))
        beyond = max(0.0, abs(x - float(word.at[0])) - _reach(word)[0])
        side = 0.0 if beyond < float(self.width) / 4 else 1.0 if x < float(word.at[0]) else -1.0
        if self.shape is Shape.STACKED:
            for line in (self.label, self.numbers):
                line.set_x(x + side * float(self.width - line.width) / 2)


def _reach(word: Token) -> tuple[float, float]:
    """Return half the width and half the height of a word's mark, with air."""
    half = word.height_of_icon / 2 if word.has_icon else float(word.mark.height) / 2
    return half * _ICON_SHARE + _AIR, half + _AIR


def places_of_name(
    blocks: Sequence[NameBlock], word: Token, bounds: Box, *, taken: Sequence[Box], lines: Sequence[Segment]
) -> Places:
    """Return the places of a name around its word, in each of its shapes."""
    turns = 2 * pi * np.arange(_DIRECTIONS) / _DIRECTIONS
    clear, turn = (each.ravel() for each in np.meshgrid(_CLEARANCES, turns, indexing="ij"))
    along = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    reach, at = np.array(_reach(word)), np.array(flat(word.at))
    own = np.concatenate([at - reach, at + reach])[None]
    parts = list[Places]()
    for block in blocks:
        size = (float(block.width), float(block.height))
        # A block's nearest edge, not its middle, is at the distance.
        middles = at + along * clear[:, None] + (reach + np.array(size) / 2) * np.clip(1.42 * along, -1.0, 1.0)
        here = around(middles, size, _AIR)
        away = (middles - at) / np.linalg.norm(middles - at, axis=1)[:, None]
        cost = 8 * clear + 0.7 * np.abs(np.sin(2 * turn)) - 0.4 * away[:, 0] + _SHAPE_COSTS[block.shape]
        cost += _ITSELF * (shared_areas(around(middles, size), own)[:, 0] > 0.004)
        cost += costs_of(here, bounds, taken=taken, lines=lines)
        parts.append(Places(here, cost, np.full(len(cost), int(block.shape)), _UNLIKE))
    return Places.of(parts)


def places_of_distance(
    ruler: Ruler,
    other: Ruler,
    bounds: Box,
    *,
    taken: Sequence[Box],
    lines: Sequence[Segment],
) -> Places:
    """Return the places of a distance's number beside its line, which is one of the lines that it keeps off.

    Args:
        ruler: the distance.
        other: another one, whose number it should not seem to be.
        bounds: where it may be.
        taken: boxes that it keeps off.
        lines: what it keeps off.
    """
    start, end, size = np.array(flat(ruler.start)), np.array(flat(ruler.end)), np.array(ruler.size)
    tries = np.array([(a, b, x, y, cost) for a in _ALONG for b in _AWAY for x, y, cost in _SIDES])
    along, away, side, liked = tries[:, :1], tries[:, 1:2], tries[:, 2:4], tries[:, 4]
    middles = start + along * (end - start) + side * (away + size / 2)
    far, from_other = (_gaps_to_line(around(middles, ruler.size), each) for each in (ruler, other))
    here = around(middles, ruler.size, _AIR)
    cost = liked + 8 * np.maximum(far - _CLOSE, 0.0) + 0.5 * np.abs(along[:, 0] - 0.5)
    cost += _MISTAKEN * (from_other < far + _NEARER)
    return Places(here, cost + costs_of(here, bounds, taken=taken, lines=lines), np.zeros(len(cost), int))


def _gaps_to_line(boxes: Floats, ruler: Ruler) -> Floats:
    """Return how far boxes of shape (N, 4) are from a ruler's line, shape (N,)."""
    start, end = np.array(flat(ruler.start)), np.array(flat(ruler.end))
    return gaps_to(boxes, start + np.linspace(0.0, 1.0, 41)[:, None] * (end - start))
