"""The places of two matrices and their product, in a frame of any shape."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from manim import DOWN, LEFT, RIGHT, UP, VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.typeset import set_on_baseline
from scenes.stage import Region, Stage

_SIGN_GAP = 0.28
"""Scene units between a matrix and the sign beside it."""

_BETWEEN = 0.22
"""Scene units between two matrices that stand crosswise."""

_BELOW = 0.4
"""Scene units between two matrices that stand below each other."""


class Arrangement(Enum):
    """The arrangement of two matrices and their product.

    In a line as in a formula, with signs between; crosswise, the second factor above the product, so that each entry
    stands in the row and the column that make it; or all below each other.
    """

    LINE = "line"
    CROSS = "cross"
    COLUMN = "column"

    @classmethod
    def of(cls, stage: Stage) -> Arrangement:
        """Return the arrangement that suits a frame."""
        return cls.LINE if stage.is_wide else cls.COLUMN if stage.is_portrait else cls.CROSS


def place_in_line(left: Matrix, right: Matrix, product: Matrix, signs: Sequence[VMobject]) -> None:
    """Place left factor, dot, right factor, equals sign and product in a line."""
    VGroup(left, signs[0], right, signs[1], product).arrange(RIGHT, buff=_SIGN_GAP)


def place_crosswise(left: Matrix, right: Matrix, product: Matrix) -> None:
    """Place the product beside the left factor, on its rows, and below the right factor, in its columns."""
    product.next_to(left, RIGHT, buff=_BETWEEN)
    right.next_to(product, UP, buff=_BETWEEN)


def place_in_column(left: Matrix, right: Matrix, product: Matrix) -> None:
    """Place all below each other, with one left edge."""
    right.next_to(left, DOWN, buff=_BELOW, aligned_edge=LEFT)
    product.next_to(right, DOWN, buff=_BELOW, aligned_edge=LEFT)


def fill_lines(items: Sequence[VMobject], region: Region, *, gap: float, pitch: float) -> VGroup:
    """Put things with a baseline side by side, in as many lines as they need, each line centred in a region.

    Args:
        items: from left to right, from the top.
        region: the region they fill.
        gap: scene units between two of them.
        pitch: scene units from a line's baseline to the next.
    """
    lines: list[list[VMobject]] = [[]]
    for item in items:
        taken = sum(float(other.width) + gap for other in lines[-1])
        if lines[-1] and taken + float(item.width) > region.width:
            lines.append([])
        lines[-1].append(item)
    whole = VGroup(*(VGroup(*line) for line in lines))
    for index, line in enumerate(whole):
        line.arrange(RIGHT, buff=gap)
        for item in line:
            set_on_baseline(item, -pitch * index)
        line.set_x(region.centre[0])
    return whole.move_to(point(*region.centre[:2]))
