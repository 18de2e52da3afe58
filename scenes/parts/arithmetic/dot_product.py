"""The arithmetic of a dot product: the sum of products."""

from __future__ import annotations

from manim import VMobject
from torch import Tensor

from scenes.parts.text.number import Factor
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style


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
