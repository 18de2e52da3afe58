"""A row of weights times vectors as it is written out: a weight below a weight, a vector below a vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row, Typeset
from scenes.style import DEFAULT, Style

_LINE, _LARGE = 0.0142, 1.25
"""Scene units from a line to the next for each font unit; the result's size as a share of the terms'."""

_GAP, _IN_PAIR = 0.1, (0.05, 0.05, 0.1, 0.05)
"""Scene units between the pieces of a line, and between those of two numbers in parentheses."""

_EXACT = 1e-9
"""The most by which printed weights, added, differ from 1 where they add up to it."""


@dataclass(frozen=True)
class SumTerm:
    """A word's part in the sum, or the part of all others together.

    Attributes:
        weight: its weight in the row.
        vector: what is multiplied by it, shape (2,); None where the weight is printed as 0.
        digits: of the vector, after the point.
        color: the word's, ``#rrggbb``, by role.
        name: what is written behind it.
    """

    weight: Tensor
    vector: Tensor | None
    digits: int
    color: str
    name: str = ""


class WrittenSum:
    """The lines of a sum: terms below each other, and below them where they lead.

    Args:
        terms: from above.
        updated: the result, shape (2,).
        color: of the result, ``#rrggbb``, by role.
        total: what the weights add up to.
        digits: after the point, of the weights and of the result.
        size: of the terms' type, manim font units.
        style: theme and sizes.

    Attributes:
        weights: of each term its weight, with the sign before it.
        products: of each term what is written behind its weight.
        total: what the weights add up to, below them where the result will be.
        result: the new vector, large, in the last line.
    """

    def __init__(
        self,
        terms: Sequence[SumTerm],
        updated: Tensor,
        color: str,
        *,
        total: Tensor,
        digits: tuple[int, int],
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._size = style, size
        self.weights, self.products = list[VGroup](), list[VGroup]()
        numbers = [HeroNumber(t.weight, decimals=digits[0], size=size, color=t.color, style=style) for t in terms]
        edge = max(float(number.width) for number in numbers) + _GAP
        for place, (term, number) in enumerate(zip(terms, numbers, strict=True)):
            line = [number, *self._multiplied(term)]
            Row(line, _GAP).on_baseline(-place * _LINE * size)
            number.shift(point(-float(number.get_left()[0])))
            behind = VGroup(*line[1:])
            behind.shift(point(edge - float(behind.get_left()[0])))
            sign = [self._before(number, "+")] if place else []
            self.weights.append(labelled(VGroup(*sign, number), style))
            self.products.append(labelled(behind, style))
        self.total = self._total(total, [as_printed(float(term.weight), digits[0]) for term in terms], numbers)
        self.total.shift(point(0.0, -_LINE * size))
        pair = self._pair(updated, color, digits[1], HeroNumber, _LARGE * size)
        pair.on_baseline(-(len(terms) - 1 + (1 + _LARGE) / 2) * _LINE * size)
        pair.shift(point(-float(pair.get_left()[0])))
        self.result = labelled(VGroup(self._before(pair, "approx"), pair), style)

    @property
    def parts(self) -> list[VGroup]:
        """All that is written."""
        return [*self.weights, *self.products, self.total, self.result]

    @property
    def box(self) -> Box:
        """The box of all that is written."""
        return box_of(VGroup(*self.parts))

    def move_to(self, x: float, y: float) -> None:
        """Move all lines so that their middle is at a place, scene units."""
        left, low, right, top = self.box
        for part in self.parts:
            part.shift(point(x - (left + right) / 2, y - (low + top) / 2))

    def _total(self, total: Tensor, printed: Sequence[float], numbers: Sequence[HeroNumber]) -> VGroup:
        """Return what the weights add up to, on the last one's line: the first digit below theirs."""
        added = HeroNumber(total, decimals=0, size=self._size, style=self.style).on_baseline(numbers[-1].baseline)
        added.shift(point(-float(added.get_left()[0])))
        is_exact = abs(sum(printed) - as_printed(float(total), 0)) < _EXACT
        return labelled(VGroup(self._before(added, "=" if is_exact else "approx"), added), self.style)

    def _before(self, piece: Typeset | Row, source: str) -> VMobject:
        """Return a sign before a piece, on its baseline."""
        sign = Math(source, size=self._size, style=self.style)
        return sign.on_baseline(piece.baseline).shift(point(float(piece.get_left()[0] - sign.get_right()[0]) - _GAP))

    def _multiplied(self, term: SumTerm) -> list[VMobject]:
        """Return what is written behind a term's weight."""
        name = [Label(term.name, size=self._size, color=term.color, style=self.style)] if term.name else []
        if term.vector is None:
            return [*name]
        times = Math("times", size=self._size, style=self.style)
        return [times, self._pair(term.vector, term.color, term.digits, Number, self._size), *name]

    def _pair(self, row: Tensor, color: str, digits: int, kind: type[Number], size: float) -> Row:
        """Return two numbers in parentheses."""
        style = self.style
        first, second = (kind(value, decimals=digits, size=size, color=color, style=style) for value in row)
        left, right = (Math(f"paren.{side}", size=size, color=color, style=style) for side in "lr")
        comma = Label(style.language.between_numbers, size=size, color=color, style=style)
        return Row([left, first, comma, second, right], _IN_PAIR)
