"""A pull as the sum of products that it is, and that sum with its products worked out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, cycle

from manim import Rectangle, VMobject
from torch import Tensor

from scenes.article.asymmetric.pair import digits_that_multiply
from scenes.number_format import as_printed
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style

_SIGN, _PLUS = 0.0034, 0.0044
"""Scene units around a sign between factors, and around a plus sign, for each font unit."""

_BOXED, _AROUND, _TINT, _EDGE = 0.0062, 0.08, 0.28, 2.6
"""Scene units around a sign between boxes, for each font unit; from a product to its box; the opacity of what that is
filled with, and the stroke units of its edge."""


class PullSum(Row):
    """The dot product of a key and a query as a sum of products, in one line, with digits a pencil finds it with.

    Args:
        key: shape (d,).
        query: shape (d,).
        force: their dot product.
        colors: ``#rrggbb`` of the key's numbers, and of the query's.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        factors: the numbers, a key's and a query's in turns.
    """

    def __init__(
        self, key: Tensor, query: Tensor, force: Tensor, colors: tuple[str, str], size: float, *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        digits = digits_that_multiply(key, query, force, 2)
        values = zip(chain(*zip(key.tolist(), query.tolist(), strict=True)), cycle(colors), strict=False)
        pieces, gaps = list[VMobject](), list[float]()
        self.factors = list[Number]()
        for place, (value, color) in enumerate(values):
            factor = Factor(value, decimals=_fewest(value, digits), size=size, color=color, style=style)
            if place:
                gap = size * (_SIGN if place % 2 else _PLUS)
                pieces.append(Math("times" if place % 2 else "+", size=size, style=style))
                gaps += [gap, gap]
            pieces.append(factor if place else factor.number)
            self.factors.append(factor.number)
        super().__init__(pieces, gaps)
        laid(self, Layer.LEDGER)


class WorkedSum(Row):
    """The products that a pull is the sum of, after a sign that they are equal to it.

    Args:
        products: the products.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        products: the numbers.
    """

    def __init__(self, products: Sequence[float], size: float, *, style: Style = DEFAULT) -> None:
        factors = [Factor(value, size=size, style=style) for value in products]
        pieces: list[VMobject] = [Math("=", size=size, style=style)]
        for place, factor in enumerate(factors):
            pieces += [*([Math("+", size=size, style=style)] if place else []), factor if place else factor.number]
        super().__init__(pieces, size * _BOXED)
        self.products, self.style = [factor.number for factor in factors], style
        laid(self, Layer.LEDGER)

    def box(self, place: int) -> Rectangle:
        """Return a box around a product: the first one's is filled, the others' are open."""
        number, theme = self.products[place], self.style.theme
        wide, high = float(number.width) + 2 * _AROUND, float(number.height) + 2 * _AROUND
        box = Rectangle(width=wide, height=high, color=theme.ink, stroke_width=_EDGE if place else 0.0)
        return laid(box.set_fill(theme.ink, 0.0 if place else _TINT).move_to(number), Layer.SHADOW)


def _fewest(value: float, digits: int) -> int:
    """Return the fewest digits after the point, two at the least, that print the same number."""
    return next(each for each in range(2, digits + 1) if as_printed(value, each) == as_printed(value, digits))
