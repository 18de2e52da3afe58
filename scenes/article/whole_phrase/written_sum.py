"""A row of weights times vectors as it is written out: on one line, or a weight below a weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import Animation, ApplyMethod, VGroup, VMobject
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, HeroWeight, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row, Typeset
from scenes.style import DEFAULT, Style

_LINE, _LARGE = 0.0142, 1.25
"""Scene units from a line to the next for each font unit; the result's size as a share of the terms'."""

_GAP, _IN_PAIR = 0.1, (0.05, 0.05, 0.1, 0.05)
"""Scene units between the pieces of a line, and between those of two numbers in parentheses."""

_SIGN, _REMARK = 0.0055, 0.02
"""Scene units around a sign between two terms of one line, and before the remark behind them, for each font unit."""

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
        name: what is written beside it.
    """

    weight: Tensor
    vector: Tensor | None
    digits: int
    color: str
    name: str = ""

    @property
    def counts(self) -> bool:
        """True if it is added: a weight that is printed as 0 is only remarked upon."""
        return self.vector is not None


class WrittenSum:
    """The terms of a sum on one line, or below each other, and behind or below them where they lead.

    Args:
        terms: from the left, or from above.
        updated: the result, shape (2,).
        color: of the result, ``#rrggbb``, by role.
        total: what the weights add up to.
        digits: after the point, of the weights and of the result.
        size: of the terms' type, manim font units.
        level: whether all of it is on one line.
        style: theme and sizes.

    Attributes:
        level: whether all of it is on one line.
        weights: of each term its weight, with the sign before it; of one that does not count, that it is that small.
        products: of each term what is written behind its weight.
        total: what the weights add up to, behind or below them where the result will be.
        result: the new vector, large, at the end.
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
        level: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._size, self.level, self.terms = style, size, level, terms
        self.weights, self.products = list[VGroup](), list[VGroup]()
        self._ways = [0.0] * len(terms)
        numbers = [self._number(term, digits[0]) for term in terms]
        products = [self._multiplied(term) for term in terms]
        lines = [[number, *product] for number, product in zip(numbers, products, strict=True)]
        printed = [as_printed(float(term.weight), digits[0]) for term in terms]
        added = HeroNumber(total, decimals=0, size=size, style=style)
        pair = self._pair(updated, color, digits[1], HeroNumber, _LARGE * size)
        self._lay(lines, added, pair)
        for place, (term, number, behind) in enumerate(zip(terms, numbers, products, strict=True)):
            signs = [self._before(number, "+")] if place and term.counts else []
            self.weights.append(labelled(VGroup(*signs, number), style))
            self.products.append(labelled(VGroup(*behind), style))
        is_exact = abs(sum(printed) - as_printed(float(total), 0)) < _EXACT
        self.total = labelled(VGroup(self._before(added, "=" if is_exact else "approx"), added), style)
        self.result = labelled(VGroup(self._before(pair, "approx"), pair), style)

    def _number(self, term: SumTerm, digits: int) -> HeroNumber | Row:
        """Return a term's weight, or the remark that it is that small."""
        size, color, style = self._size, term.color, self.style
        if term.counts:
            return HeroNumber(term.weight, decimals=digits, size=size, color=color, style=style)
        small = HeroWeight(term.weight, decimals=digits, size=size, color=color, style=style)
        return Row([Label(term.name, size=size, color=color, style=style), small], _SIGN * size)

    def _lay(self, lines: Sequence[Sequence[VMobject]], added: HeroNumber, pair: Row) -> None:
        """Lay the terms, what the weights add up to, and the result."""
        size = self._size
        if self.level:
            left, signed = 0.0, self._signed
            for term, line in zip(self.terms, lines, strict=True):
                row = Row(line, _GAP).on_baseline(0.0)
                row.shift(point(left - float(row.get_left()[0])))
                left += float(row.width) + signed if term.counts else 0.0
            for text in (added, pair):
                text.on_baseline(0.0).shift(point(left - float(text.get_left()[0])))
            return
        counted = [line for term, line in zip(self.terms, lines, strict=True) if term.counts]
        edge = max(float(line[0].width) for line in counted) + _GAP
        for place, line in enumerate(lines):
            Row(line, _GAP).on_baseline(-place * _LINE * size)
            line[0].shift(point(-float(line[0].get_left()[0])))
            behind = VGroup(*line[1:])
            behind.shift(point(edge - float(behind.get_left()[0])))
        added.on_baseline(-len(lines) * _LINE * size)
        # A remark has gone when the result comes.
        pair.on_baseline(-(len(counted) - 1 + (1 + _LARGE) / 2) * _LINE * size)
        for text in (added, pair):
            text.shift(point(-float(text.get_left()[0])))

    @property
    def _signed(self) -> float:
        """The room for a sign between two terms of one line, scene units."""
        return float(Math("+", size=self._size, style=self.style).width) + 2 * _SIGN * self._size

    @property
    def parts(self) -> list[VGroup]:
        """All that is written."""
        return [*self.weights, *self.products, self.total, self.result]

    @property
    def box(self) -> Box:
        """The box of all that is written; on one line, of the terms that count and the result."""
        if not self.level:
            return box_of(VGroup(*self.parts))
        counted = [weight for weight, term in zip(self.weights, self.terms, strict=True) if term.counts]
        return box_of(VGroup(*counted, *self.products, self.result))

    def move_to(self, x: float, y: float) -> None:
        """Move all lines so that their middle is at a place, scene units."""
        left, low, right, top = self.box
        for part in self.parts:
            part.shift(point(x - (left + right) / 2, y - (low + top) / 2))

    def gather(self, x: float) -> None:
        """Move the weights of one line together, with what they add up to, around a place within the line."""
        if not self.level:
            return
        edges, apart = self.box, [_SIGN * self._size] * len(self.weights)
        order = [weight for term, weight in zip(self.terms, self.weights, strict=True) if term.counts]
        order.append(self.total)
        remarks = [weight for term, weight in zip(self.terms, self.weights, strict=True) if not term.counts]
        apart = [*[_SIGN * self._size] * (len(order) - 1), *[_REMARK * self._size] * len(remarks)]
        order += remarks
        width = sum(float(part[1].width) for part in order) + sum(apart)
        left = max(min(x - width / 2, edges[2] - width - _GAP), edges[0])
        for part, gap in zip(order, [*apart, 0.0], strict=True):
            way = left - float(part[1].get_left()[0])
            part.shift(point(way))
            if part in self.weights:
                self._ways[self.weights.index(part)] = way
            left += float(part[1].width) + gap

    def opening(self) -> list[Animation]:
        """Return how gathered weights move apart, so that each has room for what is multiplied by it."""
        moved = zip(self.terms, self.weights, self._ways, strict=True)
        return [ApplyMethod(weight.shift, point(-way)) for term, weight, way in moved if way and term.counts]

    def _before(self, piece: Typeset | Row, source: str) -> VMobject:
        """Return a sign before a piece, on its baseline."""
        sign = Math(source, size=self._size, style=self.style)
        gap = _SIGN * self._size if self.level else _GAP
        return sign.on_baseline(piece.baseline).shift(point(float(piece.get_left()[0] - sign.get_right()[0]) - gap))

    def _multiplied(self, term: SumTerm) -> list[VMobject]:
        """Return what is written behind a term's weight."""
        if term.vector is None:
            return []
        name = [Label(term.name, size=self._size, color=term.color, style=self.style)] if term.name else []
        times = Math("times", size=self._size, style=self.style)
        return [times, self._pair(term.vector, term.color, term.digits, Number, self._size), *name]

    def _pair(self, row: Tensor, color: str, digits: int, kind: type[Number], size: float) -> Row:
        """Return two numbers in parentheses."""
        style = self.style
        first, second = (kind(value, decimals=digits, size=size, color=color, style=style) for value in row)
        left, right = (Math(f"paren.{side}", size=size, color=color, style=style) for side in "lr")
        comma = Label(style.language.between_numbers, size=size, color=color, style=style)
        return Row([left, first, comma, second, right], _IN_PAIR)
