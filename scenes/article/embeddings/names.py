"""A word's name and its two numbers as one block beside the word, so that they are read together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import combinations, product

from manim import VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.labels import Box, Segment, Spot, gap, inside_length, overlap, place_labels
from scenes.parts.plane.token import Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates
from scenes.parts.text.typeset import Label, baseline_of, set_on_baseline
from scenes.style import DEFAULT, Style

_SPACE, _BETWEEN = 0.16, 0.09
"""Scene units from a name to its numbers: in one line, and from line to line."""

_FAR = 0.04
"""The cost of a scene unit between a word and its block: of two free places the nearer is better."""

_COVERED = 0.3
"""The cost of lying upon something, however little of it is covered."""

_ICON_SHARE, _AIR = 0.9, 0.04
"""The share of an icon's height that it is wide, at most; scene units kept free around it."""


class Shape(IntEnum):
    """A way to set a name with its numbers."""

    LINE = 0
    STACKED = 1
    BARE = 2
    """Without the numbers."""


def shapes_of(count: int) -> Iterator[tuple[Shape, ...]]:
    """Yield the shapes that a number of words may have, the best first: with all numbers, and all alike."""
    ways = product(Shape, repeat=count)
    yield from sorted(ways, key=lambda way: (way.count(Shape.BARE), len(set(way)), way))


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

    def lean(self, side: float) -> None:
        """Align both lines at the side of the word, which lies to the left (-1), to the right (1), or across (0)."""
        if self.shape is Shape.STACKED:
            for line in (self.label, self.numbers):
                line.set_x(float(self.get_x()) + side * float(self.width - line.width) / 2)


def place_blocks(
    blocks: Sequence[NameBlock],
    tokens: Sequence[Token],
    bounds: Box,
    *,
    lines: Sequence[Segment] = (),
    boxes: Sequence[Box] = (),
) -> float:
    """Put every block beside its word; return how much they then lie upon something, and a little for how far they are.

    Args:
        blocks: one for each word.
        tokens: the words.
        bounds: where blocks may be.
        lines: what they keep off.
        boxes: what they keep off, too.
    """
    spots = []
    for block, token in zip(blocks, tokens, strict=True):
        half = token.height_of_icon / 2 if token.has_icon else float(token.mark.height) / 2
        reach = (half * _ICON_SHARE + _AIR, half + _AIR)
        size = (float(block.width), float(block.height))
        spots.append(Spot(float(token.at[0]), float(token.at[1]), *size, reach, (1.0, 0.0)))
    centres = place_labels(spots, bounds, lines=lines, boxes=boxes)
    for block, spot, (x, y) in zip(blocks, spots, centres, strict=True):
        block.move_to(point(x, y))
        beyond = max(0.0, abs(x - spot.x) - spot.mark[0])
        block.lean(0.0 if beyond < spot.width / 4 else 1.0 if x < spot.x else -1.0)
    placed = [box_of(block) for block in blocks]
    shared = [overlap(one, box) for one in placed for box in (*boxes, *(spot.box for spot in spots))]
    shared += [overlap(one, other) for one, other in combinations(placed, 2)]
    covered = sum(_COVERED + area for area in shared if area > 0)
    covered += sum(inside_length(line, box) for line in lines for box in placed)
    return covered + _FAR * sum(gap(box, spot.box) for box, spot in zip(placed, spots, strict=True))
