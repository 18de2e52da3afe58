"""The arithmetic of a dot product in one line, as large as fits."""

from __future__ import annotations

from torch import Tensor

from scenes.parts.dot_product import ProductSum
from scenes.parts.number import Number
from scenes.parts.text import Math, Row
from scenes.style import DEFAULT, Style

_RESULT_GAP = 0.22
"""Scene units on both sides of the equals sign."""


class ProductLine(Row):
    """A dot product in one line: ``0.40 × 2.00 + 2.00 × 0.60 = 2.00``.

    Args:
        left: shape (d,).
        right: shape (d,).
        value: what it comes to, as computed.
        colors: ``#rrggbb`` of the left factors and of the right ones; the result has that of the left.
        width: scene units that it may take; its type is as large as fits.
        style: theme and sizes.

    Attributes:
        spelled: the sum of products.
        equals: the equals sign.
        result: the number it comes to.
    """

    def __init__(
        self, left: Tensor, right: Tensor, value: Tensor, colors: tuple[str, str], *, width: float,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
            self.spelled = ProductSum(left, right, colors, size=size, style=style)
            self.equals = Math("=", size=size, style=style)
            self.result = Number(value, size=size, color=colors[0], style=style)
            if Row([self.spelled, self.equals, self.result], _RESULT_GAP).width <= width:
                break
        super().__init__([self.spelled, self.equals, self.result], _RESULT_GAP)


class DotProduct(VGroup):
    """A dot product in three lines: named vectors and their numbers, the sum of products, the result.

    Args:
        names: Typst maths for the two vectors.
        left: shape (d,).
        right: shape (d,).
        value: what it comes to, as computed.
        colors: ``#rrggbb`` of the left vector and of the right one.
        style: theme and sizes.

    Attributes:
        spelled: the two names with a dot between.
        head: the first line.
        products: the second line.
        total: the third line.
        result: the number it comes to.
    """

    def __init__(
        self, names: tuple[str, str], left: Tensor, right: Tensor, value: Tensor, colors: tuple[str, str], *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        size = style.sizes.phrase
        first, second = (Math(name, color=color, style=style) for name, color in zip(names, colors, strict=True))
        self.spelled = Row([first, Math("dot.op", size=size, style=style), second], 0.16)
        self.columns = VGroup(
            VectorColumn(left, size=size, color=colors[0], style=style),
            Math("dot.op", size=size, style=style),
            VectorColumn(right, size=size, color=colors[1], style=style),
        ).arrange(buff=0.18)
        self.equals = Math("=", size=size, style=style)
        self.head = VGroup(self.spelled, self.equals, self.columns)
        self.products = Row([Math("=", size=size, style=style), ProductSum(left, right, colors, style=style)], 0.2)
        self.result = Number(value, size=style.sizes.formula, color=colors[1], style=style)
        self.total = Row([Math("=", size=size, style=style), self.result], 0.25)
        super().__init__(self.head, self.products, self.total)

    def settle(self, desk: Region, name_width: float) -> None:
        """Take places on the desk; ``name_width`` is that of the widest name, so that columns do not wander."""
        first, second, third = desk.rows(1.4, 1, 1)
        self.spelled.starting_at(desk.left + name_width - self.spelled.width)
        self.spelled.on_baseline(float(first.centre[1]) - 0.1)
        self.equals.set_x(desk.left + name_width + 0.35).set_y(first.centre[1])
        self.columns.next_to(self.equals, RIGHT, buff=0.25).set_y(first.centre[1])
        for line, part in ((self.products, second), (self.total, third)):
            line.starting_at(desk.left).on_baseline(float(part.centre[1]) - 0.1)
