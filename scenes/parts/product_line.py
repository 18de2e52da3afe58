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
