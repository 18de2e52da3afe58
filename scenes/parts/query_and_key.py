"""Formulas of a query and keys."""

from __future__ import annotations

from torch import Tensor

from scenes.parts.number import Number
from scenes.parts.text import Math, Row, vector_name
from scenes.style import DEFAULT, Style


class QueryTimesKey(Row):
    """The dot product of one word's query and another's key, and what it comes to.

    Args:
        asking: whose query.
        answering: whose key.
        value: what it comes to, as computed.
        size: manim font units.
        style: theme and sizes.
    """

    def __init__(
        self, asking: str, answering: str, value: Tensor, *, size: float, style: Style = DEFAULT
    ) -> None:  # fmt: skip
        pieces = [
            Math(vector_name(asking, letter="q"), size=size, color=style.theme.query, style=style),
            Math("dot.op", size=size, style=style),
            Math(vector_name(answering, letter="k"), size=size, color=style.theme.key, style=style),
            Math("=", size=size, style=style),
            Number(value, size=size, style=style),
        ]
        super().__init__(pieces, [0.14, 0.14, 0.2, 0.2])


class SoftmaxOfKeys(Row):
    """What becomes of the dot products of one word's query with all keys.

    Args:
        asking: whose query.
        style: theme and sizes.
    """

    def __init__(self, asking: str, *, style: Style = DEFAULT) -> None:
        size = style.sizes.phrase
        pieces = [
            Math('"softmax" (', size=size, style=style),
            Math(vector_name(asking, letter="q"), size=size, color=style.theme.query, style=style),
            Math("K^T", size=size, color=style.theme.key, style=style),
            Math(")", size=size, style=style),
        ]
        super().__init__(pieces, [0.05, 0.14, 0.05])
