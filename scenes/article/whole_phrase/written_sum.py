"""A row of weights times vectors as it is written out: a weight below a weight, a vector below a vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style

_NAME, _GAP, _BEFORE, _IN_PAIR = 0.85, 0.12, 0.16, (0.05, 0.05, 0.1, 0.05)
"""The size of the others' name as a share of the numbers'; scene units between the pieces of a line, from that name to
the sign behind it, and between the pieces of two numbers in parentheses."""


@dataclass(frozen=True)
class SumTerm:
    """A word's part in the sum.

    Attributes:
        weight: its weight in the row.
        vector: what is multiplied by it, shape (2,).
        color: the word's, ``#rrggbb``, by role.
    """

    weight: Tensor
    vector: Tensor
    color: str


@dataclass(frozen=True)
class SumOfRow:
    """All that a row's sum is made of.

    Attributes:
        word: the row's word.
        color: its colour, ``#rrggbb``, by role.
        terms: of the words that are told, first the row's own.
        rest: of all others together: what their weights add up to, and their weighted mean; None where that is nothing.
        updated: the result, shape (2,).
        is_one: whether the weights as they are printed are 1 together.
    """

    word: str
    color: str
    terms: tuple[SumTerm, ...]
    rest: SumTerm | None
    updated: Tensor
    is_one: bool


class WrittenSum:
    """The lines of a sum, at their places: their vectors begin below each other, the first at the origin of the frame.

    Args:
        added: what it is made of.
        others: the name of all others together; None where there is no room for it.
        comma: between two numbers.
        digits: of the weights, after the point.
        exact: of the vectors that are multiplied, after the point.
        mean: of the others' mean, after the point.
        pitch: scene units from a line to the next.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        weights: what is written of each term's weight, with the sign before it; the others' last.
        one: that all weights are 1 together, in the last line; None where it is not seen to be so.
        products: what is written behind each weight: the vector that it multiplies.
        others: the name of all others together, before their weight; None where it is not said.
        result: the row's word and its new vector, in the last line.
    """

    def __init__(
        self,
        added: SumOfRow,
        others: str | None,
        comma: str,
        *,
        digits: int,
        exact: int,
        mean: int,
        pitch: float,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        self._comma, self._digits, self._pitch, self._size, self.style = comma, digits, pitch, size, style
        lines, multiplied = list[Row](), list[tuple[list[VMobject], list[VMobject]]]()
        terms = [*((term, exact) for term in added.terms), *([] if added.rest is None else [(added.rest, mean)])]
        for place, (term, after) in enumerate(terms):
            weight = self._weighing(term.weight, term.color, signed=place > 0)
            product: list[VMobject] = [self._sign("times"), self._pair(term.vector, term.color, after)]
            lines.append(Row([*weight, *product], _GAP))
            multiplied.append((weight, product))
        name = Label(added.word, size=size, color=added.color, style=style)
        lines.append(Row([name, self._sign("arrow.r"), self._pair(added.updated, added.color)], _GAP))
        first = multiplied[0][0][-1]
        self._lay(lines, first)
        one: list[VMobject] = [self._sign("="), self._sign("1")] if added.is_one else []
        if one:  # its digit stands below theirs before the point
            Row(one, _GAP).on_baseline(lines[-1].baseline).shift(
                point(float(first.get_left()[0] - one[-1].get_left()[0]))
            )
        self.others: VGroup | None = None
        if added.rest is not None and others is not None:
            name = Label(others, size=_NAME * size, style=style)
            Row([name], 0).on_baseline(lines[-2].baseline)
            name.shift(point(float(multiplied[-1][0][0].get_left()[0] - name.get_right()[0]) - _BEFORE))
            self.others = labelled(VGroup(name), style)
        self.weights = [labelled(VGroup(*weight), style) for weight, _ in multiplied]
        self.products = [labelled(VGroup(*product), style) for _, product in multiplied]
        self.one = labelled(VGroup(*one), style) if one else None
        self.result = VGroup(laid(lines[-1], Layer.LABEL))  # no halo: a light comes behind it

    @property
    def parts(self) -> list[VGroup]:
        """All that is written at any time."""
        return [*self.written, *([] if self.one is None else [self.one])]

    @property
    def written(self) -> list[VGroup]:
        """All that stands there in the end."""
        return [*self.weights, *([] if self.others is None else [self.others]), *self.products, self.result]

    @property
    def box(self) -> Box:
        """The box of all that is written at any time."""
        return box_of(VGroup(*self.parts))

    def shift(self, x: float, y: float) -> None:
        """Move all lines by scene units."""
        for part in self.parts:
            part.shift(point(x, y))

    def _lay(self, lines: Sequence[Row], weight: VMobject) -> None:
        """Lay lines below each other: their vectors begin at 0; what has none begins where weights do.

        Args:
            lines: from above.
            weight: in the first line.
        """
        top = lines[0].baseline - float(lines[0][-1].get_y())
        for index, line in enumerate(lines):
            start = line[-1] if isinstance(line[-1], Row) else None
            line.on_baseline(top - self._pitch * index)
            edge = float(weight.get_left()[0] - line[1].get_left()[0]) if start is None else -float(start.get_left()[0])
            line.shift(point(edge))

    def _weighing(self, weight: Tensor, color: str, *, signed: bool) -> list[VMobject]:
        """Return a weight, behind a sign where it is added."""
        number = Weight(weight, decimals=self._digits, size=self._size, color=color, style=self.style)
        return [*([self._sign("+")] if signed else []), number]

    def _sign(self, source: str) -> Math:
        return Math(source, size=self._size, style=self.style)

    def _pair(self, row: Tensor, color: str, digits: int = 2) -> Row:
        """Return two numbers in parentheses."""
        comma = Label(self._comma, size=self._size, style=self.style)
        one, other = (Number(value, decimals=digits, size=self._size, color=color, style=self.style) for value in row)
        return Row([self._sign("paren.l"), one, comma, other, self._sign("paren.r")], _IN_PAIR)
