"""A row's softmax worked out: powers of e are the pieces of a bar, whose sum is written before it fills a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.contrast import contrast
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row, set_on_baseline
from scenes.style import DEFAULT, Style

THICK, PITCH, NAME = 0.34, 0.98, 0.14
"""Scene units: how thick the bar is; from one row's bar to the next one's; from a row's name to its bar."""

_BASE, _EXPONENT, _RAISED = 1.2, 0.78, 0.17
"""The sizes of an e and of its exponent as shares of the other numbers' in their line; scene units by which exponents
are raised."""

_AIR, _TO_OTHERS, _GAP = 0.12, 0.14, 0.14
"""Scene units: from a bar to the line above it; from its end to the others' name; around a sign between powers, and
before a number that a name precedes."""

_INSIDE, _SMALLER = 0.03, 0.9
"""Scene units: the least room around a number within its piece of the bar; the size of weights there, as a share of
the ticks'."""

_WHOLE, _TO_ONE, _IN_SUM, _IN_ONE = 2.0, 0.08, 0.1, 0.07
"""Stroke units of the frame of the whole; scene units from it to what it is; around signs of its sum, and behind it."""


@dataclass(frozen=True)
class Term:
    """One word's part in a row.

    Attributes:
        score: the exponent.
        power: e to the power of it.
        weight: the power's share of the row's sum.
        color: the word's, ``#rrggbb``, by role.
    """

    score: Tensor
    power: Tensor
    weight: Tensor
    color: str


@dataclass(frozen=True)
class RowSum:
    """The terms of a row's sum.

    Attributes:
        terms: of the pair: first the other word's, then the row's own.
        rest: the powers of e of all other words, added up.
        left: the share of these of the row's sum.
        total: what the terms add up to as they are printed.
        whole: what the weights add up to: 1.
    """

    terms: tuple[Term, Term]
    rest: Tensor
    left: Tensor
    total: Tensor
    whole: Tensor


class WorkedRow:
    """A row's powers of e as the pieces of a bar, and the whole of length 1 that they are to fill.

    Args:
        name: the row's word in its colour.
        added: the terms of its sum.
        others: what the other words are called together.
        decimals: digits of the powers of e.
        style: theme and sizes.

    Attributes:
        name: left of the bar.
        bar: a piece for each word, as long as its power of e.
        bit: the others' piece.
        length: the bar's before it is stretched, scene units.
        one: the length of the whole, scene units.
        frame: around the whole.
        sum: behind it, the others' share, and what all shares add up to: 1.
        others: its name and its number, at the bar's end.
        powers: the two exponents, each with its e below it.
        plus: the others' name as a term, and the signs between the terms.
        terms: the powers of the pair as terms of the sum that is written above the bar, then the others' with its name.
        total: the signs of that sum, and what it is.
        inside: the powers of the pair as numbers, within their pieces of the bar; those that there is room for.
        shares: their weights, within their pieces of the whole; those that there is room for.
    """

    def __init__(self, name: VMobject, added: RowSum, others: str, decimals: int, *, style: Style = DEFAULT) -> None:
        self.style, self._added, self._decimals = style, added, decimals
        self._size = style.sizes.number
        self.name = name
        self._exponents = [
            Number(term.score, size=_EXPONENT * self._size, color=term.color, style=style) for term in added.terms
        ]
        self._bases = [Math("e", size=_BASE * self._size, color=term.color, style=style) for term in added.terms]
        self._unknown = Label(others, size=self._size, style=style)
        self._pluses = [self._math("plus"), self._math("plus")]
        tick = style.sizes.tick
        named = [Label(others, size=tick, style=style), self._count(added.rest, style.theme.ink, tick)]
        self._others = Row(named, [_GAP])
        self._terms = [self._count(term.power, term.color, tick) for term in added.terms]
        self._rest = Row([part.copy() for part in self._others], [_GAP])
        self._signs = [Math(sign, size=tick, style=style) for sign in ("plus", "plus", "=")]
        self._total = self._count(added.total, style.theme.ink, tick)
        self._line = Row(
            [
                *(part for pair in zip(self._terms, self._signs, strict=False) for part in pair),
                self._rest,
                self._signs[2],
                self._total,
            ],
            _IN_SUM,
        )
        left = Weight(added.left, size=_SMALLER * tick, style=style)
        one = Number(added.whole, decimals=0, size=_SMALLER * tick, style=style)
        signs = [Math(sign, size=_SMALLER * tick, style=style) for sign in ("plus", "=")]
        self._one = Row([signs[0], left, signs[1], one], _IN_ONE)
        self.length, self.one, self.frame, self.sum = 0.0, 0.0, VMobject(), VGroup()
        self.bar, self.bit, self.others, self.plus, self.total = (VGroup() for _ in range(5))
        self.powers: list[VGroup] = []
        self.terms: list[VGroup] = []
        self.inside: list[VGroup] = []
        self.shares: list[VGroup] = []

    def _math(self, source: str, factor: float = 1.0) -> Math:
        return Math(source, size=factor * self._size, style=self.style)

    def _count(self, value: Tensor, color: str, size: float) -> Number:
        return Number(value, decimals=self._decimals, size=size, color=color, style=self.style)

    @property
    def before(self) -> float:
        """The width of what stands left of the bar, scene units."""
        return float(self.name.width) + NAME

    @property
    def behind(self) -> float:
        """The width of what stands right of the bar, scene units."""
        return _TO_OTHERS + float(self._others.width)

    @property
    def behind_whole(self) -> float:
        """The width of what stands right of the whole, scene units."""
        return _TO_ONE + float(self._one.width)

    @property
    def least(self) -> float:
        """The width of what stands above the bar, scene units."""
        parts = [*self._bases, *self._exponents, *self._pluses, self._unknown]
        return max(float(self._line.width), sum(float(part.width) for part in parts) + 4 * _GAP)

    def lay(self, bar: VGroup, pieces: Sequence[VMobject], bit: VGroup, at: Point, length: float, one: float) -> None:
        """Lay everything around the bar.

        Args:
            bar: the pieces of all words.
            pieces: those of the pair: the other word's, and the row's own.
            bit: the others' piece, large enough to be seen.
            at: manim point of the middle of the bar's beginning.
            length: the bar's, scene units.
            one: the length of the whole, scene units.
        """
        self.bar, self.bit, self.length, self.one = bar, bit, length, one
        digits = self._size * UNITS_PER_FONT_UNIT * CAP_HEIGHT
        line, low = float(at[1]) + THICK / 2 + _AIR, float(at[1]) - digits / 2
        left, end = float(at[0]), float(at[0]) + length
        set_on_baseline(self.name.set_x(left - NAME - float(self.name.width) / 2), low)
        self._lay_powers(left, line)
        self._line.starting_at(left).on_baseline(line)
        middle = self.style.sizes.tick * UNITS_PER_FONT_UNIT * CAP_HEIGHT / 2
        self._others.starting_at(end + _TO_OTHERS).on_baseline(float(at[1]) - middle)
        self._one.starting_at(left + one + _TO_ONE).on_baseline(float(at[1]) - _SMALLER * middle)
        frame = Rectangle(width=one, height=THICK, color=self.style.theme.ink, stroke_width=_WHOLE)
        self.frame = laid(frame.move_to(at).shift(point(one / 2)), Layer.LEDGER)
        self._write_inside(pieces)
        self._write_shares(at)
        self._label()

    def _lay_powers(self, left: float, line: float) -> None:
        """Set the powers of e as a sum."""
        terms: list[Sequence[tuple[VMobject, float]]] = [
            ((base, 0.0), (score, _RAISED)) for base, score in zip(self._bases, self._exponents, strict=True)
        ]
        terms.append([(self._unknown, 0.0)])
        for plus, term in zip((None, *self._pluses), terms, strict=True):
            if plus is not None:
                left += _GAP
                set_on_baseline(plus.set_x(left + float(plus.width) / 2), line)
                left += float(plus.width) + _GAP
            for part, raised in term:
                set_on_baseline(part.set_x(left + float(part.width) / 2), line + raised)
                left += float(part.width)

    def _write_inside(self, pieces: Sequence[VMobject]) -> None:
        """Write the powers of the pair within their pieces of the bar, all of one size."""
        size = self.style.sizes.tick
        for term, piece in zip(self._added.terms, pieces, strict=True):
            count = self._count(term.power, self._color_on(term.color), size)
            self.inside += self._within(count, float(piece.get_x()), float(piece.width))

    def _write_shares(self, at: Point) -> None:
        """Write the weights of the pair within their pieces of the whole."""
        size, start = _SMALLER * self.style.sizes.tick, float(at[0])
        for term in self._added.terms:
            width = float(term.weight) * self.one
            weight = Weight(term.weight, size=size, color=self._color_on(term.color), style=self.style)
            self.shares += self._within(weight, start + width / 2, width)
            start += width

    def _within(self, number: Number, middle: float, width: float) -> list[VGroup]:
        """Return a number in the middle of a piece; nothing where it has no room."""
        if float(number.width) + 2 * _INSIDE > width:
            return []
        return [laid(VGroup(number.move_to(point(middle, float(self.bar.get_y())))), Layer.FRAME)]

    def _color_on(self, color: str) -> str:
        """Return the colour of type that is read best on a word's piece."""
        theme = self.style.theme
        if not theme.filled:
            return theme.ink
        return max((theme.background, theme.ink), key=lambda each: contrast(each, theme.fill(color)))

    def _label(self) -> None:
        """Give everything halos and layers, in the groups that come and go together."""
        style = self.style
        self.name, self.sum = labelled(self.name, style), labelled(self._one, style)
        terms = zip(self._bases, self._exponents, strict=True)
        self.powers = [VGroup(*(labelled(each, style) for each in term)) for term in terms]
        self.plus = VGroup(*(labelled(each, style) for each in (*self._pluses, self._unknown)))
        self.terms = [labelled(term, style) for term in (*self._terms, self._rest)]
        self.total = VGroup(*(labelled(part, style) for part in (*self._signs, self._total)))
        self.others = labelled(self._others, style)

    @property
    def last(self) -> list[VMobject]:
        """All that is on the stage in the end."""
        return [self.bar, self.bit, self.frame, self.sum, self.name, *self.terms, self.total, *self.shares]
