"""The arithmetic of a dot product in one line or two, as large as fits."""

from __future__ import annotations

from manim import VGroup
from torch import Tensor

from scenes.parts.dot_product import ProductSum
from scenes.parts.geometry import point
from scenes.parts.number import Number
from scenes.parts.text import Math, Row
from scenes.style import DEFAULT, Style

_RESULT_GAP = 0.22
"""Scene units on both sides of the equals sign."""

_PITCH = 0.0158
"""Scene units from the first line to the second, for each font unit."""


class ProductLine(Row):
    """A dot product in one line: ``0.40 × 2.00 + 2.00 × 0.60 = 2.00``.

    Args:
        left: shape (d,).
        right: shape (d,).
        value: what it comes to, as computed.
        colors: ``#rrggbb`` of the left factors and of the right ones; the result has that of the left.
        width: scene units that it may take; its type is as large as fits.
        in_two: the product from which on it goes on below; 0 for one line.
        largest: manim font units that its type may have.
        style: theme and sizes.

    Attributes:
        size: of its type, manim font units.
        spelled: the sum of products.
        equals: the equals sign.
        result: the number it comes to.
    """

    def __init__(
        self, left: Tensor, right: Tensor, value: Tensor, colors: tuple[str, str], *, width: float, in_two: int = 0,
        largest: float | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        given = (style.sizes.phrase, style.sizes.label, style.sizes.note)
        sizes = [size for size in given if largest is None or size <= largest]
        for size in sizes:
            self.size = size
            self.spelled = ProductSum(left, right, colors, size=size, style=style)
            self.equals = Math("=", size=size, style=style)
            self.result = Number(value, size=size, color=colors[0], style=style)
            super().__init__([self.spelled, self.equals, self.result], _RESULT_GAP)
            if in_two:
                self._break(in_two, _PITCH * size)
            if self.width <= width:
                break

    def _break(self, at: int, pitch: float) -> None:
        """From a product on all goes to a second line, both centred."""
        rest = VGroup(*(piece for term in self.spelled.terms[at:] for piece in term), self.equals, self.result)
        first = VGroup(*(piece for term in self.spelled.terms[:at] for piece in term))
        rest.shift(point(float(first.get_left()[0] - rest.get_left()[0]), -pitch))
        aside = float(rest.width - first.width) / 2
        first.shift(point(aside))
