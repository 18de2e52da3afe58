"""A term of a linear combination and what it comes to."""

from __future__ import annotations

from manim import VGroup

from scenes.parts.number import Coordinates
from scenes.parts.text import Math, Row, Typeset, set_on_baseline
from scenes.style import DEFAULT, Style


class CombinationLine(Row):
    """A line of the combination: what is multiplied, an equals sign, what it comes to.

    Attributes:
        terms: what is multiplied, with the sign before it.
        symbol: the name of the vector.
        counted: the terms before the symbol: sign and weight.
        result: what it comes to.
        amount: the equals sign and the result.
    """

    def __init__(self, left: list[Typeset], right: Coordinates, *, style: Style = DEFAULT) -> None:
        self.equals = Math("=", size=right.numbers[0].size, style=style)
        super().__init__([*left, self.equals, right], [*([0.12] * (len(left) - 1)), 0.2, 0.2])
        self.terms = VGroup(*left)
        *self.counted, self.symbol = left
        self.result = right
        self.amount = VGroup(self.equals, right)

    def in_a_cell(self, x: float, upper: float, lower: float) -> None:
        """Stand in two lines instead: what is multiplied over what it comes to, without an equals sign.

        Args:
            x: the middle of both, scene units.
            upper: the baseline of what is multiplied.
            lower: the baseline of what it comes to.
        """
        self.amount.remove(self.equals)
        for piece, baseline in ((self.terms, upper), (self.amount, lower)):
            piece.set_x(x)
            for member in piece:
                set_on_baseline(member, baseline)

    @property
    def equals_x(self) -> float:
        """The middle of the equals sign, on which lines are aligned; scene units."""
        return float(self.equals.get_x())
