"""A pull with a pencil: the weight of what pulls and of the word itself, times their places, make the new place."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.number import Coordinates, Weight
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style

_GAP, _BETWEEN, _RULE = 0.16, 0.14, 2.4
"""Scene units from a mark to its product, and between the pieces of one; stroke units of the rule below the sum."""


def weight_digits(weights: Sequence[float], rows: Tensor, total: Tensor) -> int | None:
    """Return digits of printed weights with which printed places, so weighted, add up to the printed place; else None.

    Args:
        weights: two or more.
        rows: a place for each, shape (N, 2).
        total: the place where they lead, shape (2,).
    """
    for digits in (2, 3):
        seen = [as_printed(weight, digits) for weight in weights]
        sums = [sum(w * as_printed(x) for w, x in zip(seen, column, strict=True)) for column in rows.T.tolist()]
        if [as_printed(each) for each in sums] == [as_printed(each) for each in total.tolist()]:
            return digits
    return None


class PullSum(VGroup):
    """Two products below each other, each behind the mark of its word, and a rule.

    Args:
        weights: shape (2,).
        rows: the words' places, shape (2, 2).
        marks: of the words.
        colors: ``#rrggbb`` of the weights.
        inks: of both numbers of a place.
        digits: after the point of the weights.
        size: manim font units.
        style: theme.

    Attributes:
        products: the two products.
        lines: each product with its mark.
        rule: the line below them.
    """

    def __init__(
        self,
        weights: Tensor,
        rows: Tensor,
        marks: Sequence[Token],
        colors: Sequence[str],
        inks: Sequence[str],
        *,
        digits: int,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        self._marks = list(marks)
        self.products = [
            Row(
                [
                    *([Math("plus", size=size, style=style)] if index else []),
                    Weight(weight, decimals=digits, size=size, color=color, style=style),
                    Math("times", size=size, style=style),
                    Coordinates(row, size=size, colors=inks, style=style),
                ],
                _BETWEEN,
            )
            for index, (weight, row, color) in enumerate(zip(weights, rows, colors, strict=True))
        ]
        self.rule = thin_line(point(0.0), point(1.0), style.theme.axis, _RULE)
        self.lines = [VGroup(mark, row) for mark, row in zip(self._marks, self.products, strict=True)]
        super().__init__(*self.lines, self.rule)
        laid(self, Layer.LEDGER)

    @property
    def needs(self) -> float:
        """The width of marks and products beside each other, scene units."""
        marks = max(float(mark.mark.width) for mark in self._marks)
        return marks + _GAP + max(float(row.width) for row in self.products)

    def lay(self, left: float, right: float, top: float, pitch: float) -> None:
        """Take a place: marks around a left line, products up to a right one, the first in the middle of a height."""
        for index, (mark, row) in enumerate(zip(self._marks, self.products, strict=True)):
            y = top - index * pitch
            mark.put(point(left, y))
            row.move_to(point(right - float(row.width) / 2, y))
        low = top - 1.5 * pitch
        start = min(float(row.get_left()[0]) for row in self.products)
        self.rule.set_points_as_corners([point(start, low), point(right, low)])
