"""A row's softmax worked out: powers of e are the pieces of a bar, and one of them is a share of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.contrast import contrast
from scenes.parts.geometry import Point
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

_AIR, _TO_OTHERS, _GAP, _TIGHT = 0.12, 0.14, 0.14, 0.08
"""Scene units: from a bar to the line above it; from its end to the others' name; around a sign between numbers, and
around a slash and before a number that a name precedes."""

_INSIDE = 0.06
"""Scene units: the least room around a number within its piece of the bar."""


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
        total: what the terms add up to as they are printed.
    """

    terms: tuple[Term, Term]
    rest: Tensor
    total: Tensor


class WorkedRow:
    """A row's powers of e as the pieces of a bar, and above it one of them as a share of their sum.

    Args:
        heading: what is written above the row's word, and the word in its colour.
        added: the terms of its sum.
        others: what the other words are called together.
        decimals: digits of the powers of e.
        style: theme and sizes.

    Attributes:
        heading: two lines, left of the bar.
        bar: a piece for each word, as long as its power of e.
        bit: the others' piece.
        others: its name and its number, at the bar's end.
        powers: the two exponents, each with its e below it.
        plus: the others' name as a term, and the signs between the terms.
        quotient: what the other word's power is divided by, behind it: the sum.
        share: what the quotient is.
        inside: the powers of the pair as numbers, within their pieces of the bar; those that there is room for.
        first: the other word's piece.
    """

    def __init__(
        self, heading: Sequence[VMobject], added: RowSum, others: str, decimals: int, *, style: Style = DEFAULT
    ) -> None:
        self.style, self._added, self._decimals = style, added, decimals
        self._size = style.sizes.number
        self.heading = heading
        self._exponents = [
            Number(term.score, size=_EXPONENT * self._size, color=term.color, style=style) for term in added.terms
        ]
        self._bases = [Math("e", size=_BASE * self._size, color=term.color, style=style) for term in added.terms]
        self._unknown = Label(others, size=self._size, style=style)
        self._pluses = [self._math("plus"), self._math("plus")]
        tick = style.sizes.tick
        named = [Label(others, size=tick, style=style), self._count(added.rest, style.theme.ink, tick)]
        self._others = Row(named, [_GAP])
        color = added.terms[0].color
        total = self._count(added.total, style.theme.ink, self._size)
        self._over = Row([self._math("slash"), total], [_TIGHT])
        weight = Weight(added.terms[0].weight, size=self._size, color=color, style=style)
        self._share = Row([self._math("="), weight], _GAP)
        self._line = Row([self._over, self._share], [_GAP])
        self.bar, self.bit, self.others, self.plus, self.quotient, self.share = (VGroup() for _ in range(6))
        self.powers: list[VGroup] = []
        self.inside: list[VGroup] = []
        self.first: VMobject = VMobject()

    def _math(self, source: str, factor: float = 1.0) -> Math:
        return Math(source, size=factor * self._size, style=self.style)

    def _count(self, value: Tensor, color: str, size: float) -> Number:
        return Number(value, decimals=self._decimals, size=size, color=color, style=self.style)

    @property
    def before(self) -> float:
        """The width of what stands left of the bar, scene units."""
        return max(float(line.width) for line in self.heading) + NAME

    @property
    def behind(self) -> float:
        """The width of what stands right of the bar, scene units."""
        return _TO_OTHERS + float(self._others.width)

    @property
    def least(self) -> float:
        """The width of what stands above the bar, scene units."""
        parts = [*self._bases, *self._exponents, *self._pluses, self._unknown]
        return max(self._top + float(self._line.width), sum(float(part.width) for part in parts) + 4 * _GAP)

    @property
    def _top(self) -> float:
        """The width of the other word's power of e and of the room behind it, scene units."""
        return float(self._bases[0].width) + float(self._exponents[0].width) + _TIGHT

    def lay(self, bar: VGroup, pieces: Sequence[VMobject], bit: VGroup, at: Point, length: float) -> None:
        """Lay everything around the bar.

        Args:
            bar: the pieces of all words.
            pieces: those of the pair: the other word's, and the row's own.
            bit: the others' piece, large enough to be seen.
            at: manim point of the middle of the bar's beginning.
            length: the bar's, scene units.
        """
        self.bar, self.bit, self.first = bar, bit, pieces[0]
        digits = self._size * UNITS_PER_FONT_UNIT * CAP_HEIGHT
        line, low = float(at[1]) + THICK / 2 + _AIR, float(at[1]) - digits / 2
        left, end = float(at[0]), float(at[0]) + length
        above, name = self.heading
        set_on_baseline(above.set_x(left - NAME - float(above.width) / 2), line)
        set_on_baseline(name.set_x(left - NAME - float(name.width) / 2), low)
        self._lay_powers(left, line)
        self._line.starting_at(left + self._top).on_baseline(line)
        self._others.starting_at(end + _TO_OTHERS).on_baseline(low)
        self._write_inside(pieces, low)
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

    def _write_inside(self, pieces: Sequence[VMobject], low: float) -> None:
        """Write the powers of the pair within their pieces of the bar, all of one size."""
        size = self.style.sizes.tick
        for term, piece in zip(self._added.terms, pieces, strict=True):
            count = self._count(term.power, self._color_on(term.color), size)
            if float(count.width) + 2 * _INSIDE <= float(piece.width):
                count.move_to(piece)
                set_on_baseline(count, low + (self._size - size) * UNITS_PER_FONT_UNIT * CAP_HEIGHT / 2)
                self.inside.append(laid(VGroup(count), Layer.FRAME))

    def _color_on(self, color: str) -> str:
        """Return the colour of type that is read best on a word's piece."""
        theme = self.style.theme
        if not theme.filled:
            return theme.ink
        return max((theme.background, theme.ink), key=lambda each: contrast(each, theme.fill(color)))

    def _label(self) -> None:
        """Give everything halos and layers, in the groups that come and go together."""
        style = self.style
        self.heading = [labelled(line, style) for line in self.heading]
        terms = zip(self._bases, self._exponents, strict=True)
        self.powers = [VGroup(*(labelled(each, style) for each in term)) for term in terms]
        self.plus = VGroup(*(labelled(each, style) for each in (*self._pluses, self._unknown)))
        self.quotient, self.share = labelled(self._over, style), labelled(self._share, style)
        self.others = labelled(self._others, style)

    @property
    def last(self) -> list[VMobject]:
        """All that is on the stage in the end."""
        return [self.bar, self.bit, *self.heading, self.powers[0], self.quotient, self.share, self.others, *self.inside]
