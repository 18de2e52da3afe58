"""A vector as it is written on the stage: its numbers between commas, in parentheses."""

from __future__ import annotations

from manim import VMobject
from torch import Tensor

from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style


def written_vector(
    row: Tensor, color: str, style: Style = DEFAULT, *, size: float | None = None, decimals: int = 2
) -> Row:
    """Return a vector as its numbers between commas, in parentheses.

    Args:
        row: shape (d,).
        color: ``#rrggbb`` of its numbers.
        style: theme, sizes and language.
        size: manim font units; as of numbers when None.
        decimals: digits after the point.
    """
    size = size or style.sizes.number
    comma = style.language.between_numbers
    pieces: list[VMobject] = [Math("paren.l", size=size, style=style)]
    gaps: list[float] = []
    for index, value in enumerate(row):
        if index:
            pieces.append(Label(comma, size=size, style=style))
            gaps.append(0.02)
        pieces.append(Number(value, decimals=decimals, size=size, color=color, style=style))
        gaps.append(0.12 if index else 0.05)
    return Row([*pieces, Math("paren.r", size=size, style=style)], [*gaps, 0.05])
