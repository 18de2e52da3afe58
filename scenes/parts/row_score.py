"""A row's dot product with a vector, named and written out, in one line or in several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.dot_product import ProductSum
from scenes.parts.geometry import point
from scenes.parts.number import Number
from scenes.parts.text import Label, Math, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_LINE = 0.0165
"""Scene units from one line's baseline to the next, for each manim font unit."""


class RowScore(VGroup):
    """A word and its row's dot product: ``time:  4.62 × (−0.17) + (−4.62) × (−0.97) = 3.70``.

    It may have several lines, each with so many products; further lines begin below the first product.

    Args:
        word: whose row it is.
        row: shape (d,).
        vector: shape (d,).
        score: what the products add up to, as computed.
        color: ``#rrggbb`` of the word and its score.
        each: products a line.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        word: the word's mobject.
        products: the sum of products.
        equals: the equals sign.
        result: the score's mobject.
        lines: how many lines there are.
    """

    def __init__(
        self, word: str, row: Tensor, vector: Tensor, score: Tensor, color: str, *, each: int, size: float,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.size = size
        self.word = Label(f"{word}:", size=size, color=color, style=style)
        self.products = ProductSum(row, vector, (style.theme.ink, style.theme.value), size=size, style=style)
        self.equals = Math("=", size=size, style=style)
        self.result = Number(score, size=size, color=color, style=style)
        Row([self.word, self.products, self.equals, self.result], [0.35, 0.25, 0.25])
        super().__init__(self.word, self.products, self.equals, self.result)
        self.lines = self._break(each)

    def _break(self, each: int) -> int:
        """Move products to further lines; how many lines there are."""
        members = list(self.products)
        starts = [max(members.index(first) - 1, 0) for first, _ in self.products.factors[::each]]
        ends = [*starts[1:], len(members)]
        lines = [VGroup(*members[start:end]) for start, end in zip(starts, ends, strict=True)]
        lines[-1].add(self.equals, self.result)
        begin = float(self.products.get_left()[0])
        for index, line in enumerate(lines):
            line.shift(point(begin - float(line.get_left()[0]), -index * _LINE * self.size))
        return len(lines)

    @property
    def height_needed(self) -> float:
        """Scene units that its lines take."""
        return self.lines * _LINE * self.size

    def settle(self, region: Region) -> Self:
        """Stand in the middle of a region."""
        self.set_x(region.centre[0])
        baseline = float(region.centre[1]) - 0.1 + (self.lines - 1) * _LINE * self.size / 2
        return self.shift(point(0.0, baseline - self.word.baseline))

    def signs(self, place: int) -> list[VMobject]:
        """The signs that come with a pair of factors: the one before the pair and the one within it."""
        members = list(self.products)
        first, second = (members.index(factor) for factor in self.products.factors[place])
        return members[first - 1 : first] * (place > 0) + members[first + 1 : second]


def largest_that_fit(
    make: Callable[[float, int], Sequence[RowScore]], products: int, region: Region, style: Style = DEFAULT
) -> list[RowScore]:
    """Dot products of one size with their lines broken at one place, as large as all of them fit into a region.

    Args:
        make: makes them at so many manim font units with so many products a line.
        products: how many products each has.
        region: where they stand, one after the other, in the middle.
        style: the sizes that are tried.
    """
    for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
        for each in range(products, 0, -1):
            works = list(make(size, each))
            if all(work.height_needed <= region.height + 0.05 and work.width <= region.width for work in works):
                return [work.settle(region) for work in works]
    return [work.settle(region) for work in works]


def told_in_a_row(told: Sequence[tuple[str, str]], region: Region, style: Style = DEFAULT) -> Row:
    """Words and signs in a row, each with its colour, as large as fits and in the middle of a region."""
    for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
        row = Row([Label(said, size=size, color=color, style=style) for said, color in told], 0.25)
        if row.width <= region.width:
            break
    row.set_x(region.centre[0])
    set_on_baseline(row, float(region.centre[1]) - 0.1)
    return row
