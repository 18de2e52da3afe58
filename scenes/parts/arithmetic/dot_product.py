"""The arithmetic of a dot product: the two vectors, the sum of products, the result."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.text.number import Factor, Number, VectorColumn
from scenes.parts.text.typeset import Math, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_AROUND_EQUALS = 0.72
"""Scene units from the end of the names to the numbers of the vectors: the equals sign and the gaps."""

_BEFORE = 0.25
"""Scene units from the equals sign to the vectors."""

_FIRST = 3
"""The number of pieces of the first product of a sum; later ones have a plus sign as well."""


class ProductSum(Row):
    """A dot product as a sum of products: ``0.40 × 2.00 + 2.00 × 0.60``.

    Args:
        left: shape (d,).
        right: shape (d,).
        colors: ``#rrggbb`` of the left factors and of the right ones.
        size: manim font units.
        decimals: digits after the point of the factors.
        style: theme and sizes.

    Attributes:
        factors: left and right factor of each product.
        terms: the pieces of each product, from the plus sign before it.
    """

    def __init__(
        self,
        left: Tensor,
        right: Tensor,
        colors: tuple[str, str],
        *,
        size: float | None = None,
        decimals: int = 2,
        style: Style = DEFAULT,
    ) -> None:
        size = size or style.sizes.phrase
        self.factors = [
            (
                Factor(a, decimals=decimals, size=size, color=colors[0], style=style),
                Factor(b, decimals=decimals, size=size, color=colors[1], style=style),
            )
            for a, b in zip(left, right, strict=True)
        ]
        self.terms: list[list[VMobject]] = []
        gaps: list[float] = []
        for first, second in self.factors:
            plus = [Math("+", size=size, style=style)] if self.terms else []
            self.terms.append([*plus, first, Math("times", size=size, style=style), second])
            gaps += [*([0.2, 0.2] if plus else []), 0.16, 0.16]
        super().__init__([piece for term in self.terms for piece in term], gaps)


class DotProduct(VGroup):
    """A dot product in three lines: named vectors and their numbers, the sum of products, the result.

    Args:
        names: Typst maths for the two vectors.
        left: shape (d,).
        right: shape (d,).
        value: the computed result.
        colors: ``#rrggbb`` of the left vector and of the right one.
        style: theme and sizes.

    Attributes:
        spelled: the two names with a dot between.
        head: the first line.
        products: the second line.
        total: the third line.
        result: the result.
    """

    def __init__(
        self,
        names: tuple[str, str],
        left: Tensor,
        right: Tensor,
        value: Tensor,
        colors: tuple[str, str],
        *,
        style: Style = DEFAULT,
    ) -> None:
        size = style.sizes.phrase
        first, second = (Math(name, color=color, style=style) for name, color in zip(names, colors, strict=True))
        self.spelled = Row([first, Math("dot.op", size=size, style=style), second], 0.16)
        self._vectors = [
            VectorColumn(row, size=size, color=color, style=style)
            for row, color in zip((left, right), colors, strict=True)
        ]
        dot = Math("dot.op", size=size, style=style)
        self.columns = VGroup(self._vectors[0], dot, self._vectors[1]).arrange(buff=0.18)
        self.equals = Math("=", size=size, style=style)
        self.head = VGroup(self.spelled, self.equals, self.columns)
        self.spelled_out = ProductSum(left, right, colors, style=style)
        self.products = Row([Math("=", size=size, style=style), self.spelled_out], 0.2)
        self.result = Number(value, size=style.sizes.formula, color=colors[1], style=style)
        self.total = Row([Math("=", size=size, style=style), self.result], 0.25)
        super().__init__(self.head, self.products, self.total)

    @property
    def carried(self) -> list[tuple[VMobject, VMobject]]:
        """Each number of the vectors, paired with the same number among the products."""
        left, right = (vector.numbers for vector in self._vectors)
        return [
            pair
            for (first, second), a, b in zip(self.spelled_out.factors, left, right, strict=True)
            for pair in ((a, first.number), (b, second.number))
        ]

    @property
    def signs(self) -> list[VMobject]:
        """The signs between and around the numbers of the products."""
        numbers = [number for _, number in self.carried]
        pieces = [piece for term in self.spelled_out.terms for piece in term]
        members = [member for piece in pieces for member in (piece if isinstance(piece, Factor) else [piece])]
        return [self.products[0], *(member for member in members if member not in numbers)]

    def needs(self, name_width: float) -> float:
        """Return the width that three lines need, scene units; ``name_width`` is the widest name's."""
        return max(name_width + _AROUND_EQUALS + float(self.columns.width), float(self.products.width))

    @property
    def needs_narrow(self) -> float:
        """The width that more than three lines need, scene units."""
        first, *others = (float(VGroup(*term).width) for term in self.spelled_out.terms)
        equals = float(self.equals.width)
        return max(self.spelled.width, equals + _BEFORE + self.columns.width, equals + 0.2 + first, *others)

    def settle_narrow(self, desk: Region) -> None:
        """Take a place in a narrow region: the names, the numbers and each product have a line of their own."""
        first, second, *others, last = desk.rows(1.1, 1.7, *[1.0] * len(self.spelled_out.terms), 1.1)
        self.spelled.starting_at(desk.left).on_baseline(float(first.centre[1]) - 0.1)
        self.equals.align_to(point(desk.left), LEFT).set_y(second.centre[1])
        self.columns.next_to(self.equals, RIGHT, buff=_BEFORE).set_y(second.centre[1])
        self.products.starting_at(desk.left)
        for term, part in zip(self.spelled_out.terms, others, strict=True):
            line = VGroup(*term)
            line.align_to(self.products, LEFT) if len(term) > _FIRST else line.align_to(self.spelled_out, LEFT)
            for piece in term:
                set_on_baseline(piece, float(part.centre[1]) - 0.1)
        set_on_baseline(self.products[0], float(others[0].centre[1]) - 0.1)
        self.total.starting_at(desk.left).on_baseline(float(last.centre[1]) - 0.1)

    def settle(self, desk: Region, name_width: float) -> None:
        """Take a place in a region; ``name_width`` is the widest name's, so that columns do not shift."""
        first, second, third = desk.rows(1.4, 1, 1)
        self.spelled.starting_at(desk.left + name_width - self.spelled.width)
        self.spelled.on_baseline(float(first.centre[1]) - 0.1)
        self.equals.set_x(desk.left + name_width + 0.35).set_y(first.centre[1])
        self.columns.next_to(self.equals, RIGHT, buff=_BEFORE).set_y(first.centre[1])
        for line, part in ((self.products, second), (self.total, third)):
            line.starting_at(desk.left).on_baseline(float(part.centre[1]) - 0.1)


def settle_alike(works: Sequence[DotProduct], desk: Region) -> None:
    """Place dot products in one region, to be shown one after the other without their columns shifting.

    Where the region is too narrow for any of them, they break into more lines.
    """
    widest = max(work.spelled.width for work in works)
    fits = desk_width(works) <= desk.width
    for work in works:
        if fits:
            work.settle(desk, widest)
        else:
            work.settle_narrow(desk)


def desk_width(works: Sequence[DotProduct]) -> float:
    """Return the width that dot products in three lines need, scene units."""
    widest = max(float(work.spelled.width) for work in works)
    return max(work.needs(widest) for work in works)
