"""A dot product with the names of its vectors, shown all at once."""

from __future__ import annotations

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style

_LINE = 0.0175
"""Scene units from one line to the next, for each manim font unit."""


class NamedProduct(VGroup):
    """A dot product written out, in one line or in three: named vectors, the sum of products, the result.

    Args:
        names: Typst maths for the two vectors.
        left: shape (d,).
        right: shape (d,).
        value: the computed result.
        colors: ``#rrggbb`` of the left vector and of the right one.
        size: the names' size, manim font units.
        numbers: the numbers' size; as the names when left out.
        in_lines: whether it takes three lines, each centred.
        style: theme and sizes.

    Attributes:
        question: everything but the result.
        answer: an equals sign and the result.
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
        size: float,
        numbers: float | None = None,
        in_lines: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        first, second = (
            Math(name, size=size, color=color, style=style) for name, color in zip(names, colors, strict=True)
        )
        dot, equals, becomes = (Math(sign, size=size, style=style) for sign in ("dot.op", "=", "="))
        spelled = ProductSum(left, right, colors, size=numbers or size, style=style)
        self.result = Number(value, size=numbers or size, style=style)
        pieces: list[VMobject] = [first, dot, second, equals, spelled, becomes, self.result]
        if in_lines:
            for index, line in enumerate((pieces[:3], pieces[3:5], pieces[5:])):
                Row(line, [0.14] * 2 if index == 0 else 0.2).set_x(0.0).on_baseline(-_LINE * size * index)
        else:
            Row(pieces, [0.14, 0.14, 0.2, 0.2, 0.2, 0.2])
        self.question, self.answer = VGroup(*pieces[:-2]), VGroup(*pieces[-2:])
        super().__init__(self.question, self.answer)
