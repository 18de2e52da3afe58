"""A dot product in one line, as large as fits."""

from __future__ import annotations

from manim import VGroup
from torch import Tensor

from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.geometry import point
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style

_RESULT_GAP = 0.22
"""Scene units on both sides of the equals sign."""

_PITCH_OF_PRODUCT_LINE = 0.0158
"""Scene units from the first line to the second, for each font unit."""


class ProductLine(Row):
    """A dot product in one line: ``0.40 × 2.00 + 2.00 × 0.60 = 2.00``.

    Args:
        left: shape (d,).
        right: shape (d,).
        value: the computed result.
        colors: ``#rrggbb`` of the left factors, and of the right ones, also for the result.
        width: the width it may take, scene units; its type is as large as fits.
        in_two: the index of the product that begins the second line; 0 for one line.
        largest: the largest type size, manim font units.
        style: theme and sizes.

    Attributes:
        size: its type size, manim font units.
        spelled: the sum of products.
        equals: the equals sign.
        result: the result.
    """

    def __init__(
        self,
        left: Tensor,
        right: Tensor,
        value: Tensor,
        colors: tuple[str, str],
        *,
        width: float,
        in_two: int = 0,
        largest: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        given = (style.sizes.phrase, style.sizes.label, style.sizes.note)
        sizes = [size for size in given if largest is None or size <= largest]
        for size in sizes:
            self.size = size
            self.spelled = ProductSum(left, right, colors, size=size, style=style)
            self.equals = Math("=", size=size, style=style)
            self.result = Number(value, size=size, color=colors[1], style=style)
            super().__init__([self.spelled, self.equals, self.result], _RESULT_GAP)
            if in_two:
                self._break(in_two, _PITCH_OF_PRODUCT_LINE * size)
            if self.width <= width:
                break

    def _break(self, at: int, pitch: float) -> None:
        """Move everything from a product on to a second line, both lines centred."""
        rest = VGroup(*(piece for term in self.spelled.terms[at:] for piece in term), self.equals, self.result)
        first = VGroup(*(piece for term in self.spelled.terms[:at] for piece in term))
        rest.shift(point(float(first.get_left()[0] - rest.get_left()[0]), -pitch))
        aside = float(rest.width - first.width) / 2
        first.shift(point(aside))
