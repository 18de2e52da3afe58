"""A query times a key, worked out: whose they are, the products of their numbers, the result."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.pair import digits_that_multiply
from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH = 0.7
"""Scene units from a line to the next, at the most."""


class WorkedProduct(VGroup):
    """The dot product of a query and a key in lines: their names, the products, the result.

    Args:
        names: Typst maths for both vectors.
        query: shape (2,).
        key: shape (2,).
        value: the computed result.
        colors: ``#rrggbb`` of the query, of the key and of the result.
        region: where it stands, in the middle; each product has a line of its own where one line is too wide.
        style: theme and sizes.

    Attributes:
        products: the names and the products.
        total: the result, after an equals sign.
        result: the result.
        factors: both factors of each product.
    """

    def __init__(
        self, names: tuple[str, str], query: Tensor, key: Tensor, value: Tensor, colors: Sequence[str],
        region: Region, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        size = style.sizes.number
        first, second = (
            Math(name, size=style.sizes.phrase, color=color, style=style)
            for name, color in zip(names, colors[:2], strict=True)
        )
        digits = digits_that_multiply(query, key, value, 2)
        spelled = ProductSum(query, key, (colors[0], colors[1]), size=size, decimals=digits, style=style)
        self.factors = [(one.number, other.number) for one, other in spelled.factors]
        self.result = Number(value, size=style.sizes.head, color=colors[2], style=style)
        self.total = Row([Math("=", size=style.sizes.head, style=style), self.result], 0.2)
        named = Row([first, Math("dot.op", size=style.sizes.phrase, style=style), second], 0.14)
        fits = float(spelled.width) <= region.width
        lines: list[VMobject] = [
            named,
            *([spelled] if fits else [Row(term, 0.14) for term in spelled.terms]),
            self.total,
        ]
        self.products = VGroup(*lines[:-1])
        super().__init__(self.products, self.total)
        pitch = min(_PITCH, region.height / len(lines))
        for index, line in enumerate(lines):
            line.set_x(float(region.centre[0]))
            line.on_baseline(region.top - (index + 0.5) * pitch)
        laid(self, Layer.LEDGER)
