"""A row's softmax worked out: powers of e, what they add up to, and the bar of length 1 that they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.contrast import contrast
from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row, set_on_baseline
from scenes.style import DEFAULT, Style

THICK, PITCH, NAME = 0.36, 0.93, 0.22
"""Scene units: how thick the bar is; from one row's bar to the next one's; from a row's name to its bar."""

_BASE, RAISED = 1.1, 0.1
"""The size of an e as a share of its exponent's, and scene units by which the exponent is raised."""

_AIR, _TO_OTHERS, _GAP, _BESIDE, _TIGHT = 0.12, 0.14, 0.14, 0.24, 0.08
"""Scene units: from a bar to the line above it; from its end to the others' name; around a sign between numbers; around
the number that gets a frame, and around a parenthesis or a slash."""

_INSIDE = 0.06
"""Scene units: the least room around a weight within its piece of the bar."""

_DIGITS, _MOST = (0, 1), 10_000
"""The digits after the point of powers of e, the best first; larger ones are not written out."""


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
    """

    terms: tuple[Term, Term]
    rest: Tensor

    def is_true(self, decimals: int) -> bool:
        """Return whether with these digits the printed terms give the other word's weight as it is printed."""
        powers = [*(term.power for term in self.terms), self.rest]
        seen = [as_printed(float(power), decimals) for power in powers]
        weight = as_printed(float(self.terms[0].weight))
        return 0 < min(seen) and sum(seen) < _MOST and as_printed(seen[0] / sum(seen)) == weight


def common_digits(sums: Sequence[RowSum]) -> int | None:
    """Return digits after the point with which all sums are right as printed; None where there are none."""
    return next((digits for digits in _DIGITS if all(each.is_true(digits) for each in sums)), None)


class WorkedRow:
    """A row's powers of e, which become a quotient, above the bar of length 1 that they share.

    Args:
        heading: what is written above the row's word, and the word in its colour.
        added: the terms of its sum.
        others: what the other words are called together.
        decimals: digits of the powers of e.
        style: theme and sizes.

    Attributes:
        heading: two lines, left of the bar.
        bar: a piece for each word.
        bit: the others' piece.
        others: its name, at the bar's end.
        scores: the two exponents.
        bases: the two e below them, and the others' name as a term.
        pluses: the signs between the terms, at the quotient's places.
        counts: what the powers are, at the quotient's places.
        around: what makes a quotient of their sum.
        share: what the quotient is.
        begins: where ``pluses`` and ``counts`` stand before that, scene units from the left.
        inside: the weights of the pair, within their pieces of the bar; those that there is room for.
        rival: the row's own power, as a number.
    """

    def __init__(
        self, heading: Sequence[VMobject], added: RowSum, others: str, decimals: int, *, style: Style = DEFAULT
    ) -> None:
        self.style, self._added, self._decimals = style, added, decimals
        self._size = style.sizes.number
        self.heading = heading
        self._exponents = [Number(term.score, size=self._size, style=style) for term in added.terms]
        self._bases = [self._math("e", _BASE) for _ in added.terms]
        self._numbers = [self._count(term.power, term.color) for term in added.terms]
        self.rival = self._numbers[1]
        self._remaining = self._count(added.rest, style.theme.ink)
        self._unknown = Label(others, size=self._size, style=style)
        self._others = Label(others, size=style.sizes.tick, style=style)
        self._pluses = [self._math("plus"), self._math("plus")]
        self._signs = [self._math(source) for source in ("slash", "paren.l", "paren.r")]
        self._top = self._count(added.terms[0].power, added.terms[0].color)
        weight = Weight(added.terms[0].weight, size=self._size, color=added.terms[0].color, style=style)
        self._share = Row([self._math("="), weight], _GAP)
        self._line = self._quotient()
        self.bar, self.bit, self.others, self.scores, self.bases, self.around, self.share = (VGroup() for _ in range(7))
        self.pluses: list[VGroup] = []
        self.counts: list[VGroup] = []
        self.begins: list[float] = []
        self.inside: list[VGroup] = []

    def _math(self, source: str, factor: float = 1.0) -> Math:
        return Math(source, size=factor * self._size, style=self.style)

    def _count(self, value: Tensor, color: str) -> Number:
        return Number(value, decimals=self._decimals, size=self._size, color=color, style=self.style)

    def _quotient(self) -> Row:
        """Return the other word's power as a share of the sum, and the weight that this is."""
        slash, opens, closes = self._signs
        first, second = self._numbers
        plus, again = self._pluses
        pieces = [self._top, slash, opens, first, plus, second, again, self._remaining, closes, self._share]
        return Row(pieces, [_TIGHT, _TIGHT, _TIGHT, _GAP, _BESIDE, _BESIDE, _GAP, _TIGHT, _GAP])

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
        return float(self._line.width)

    def lay(self, bar: VGroup, pieces: Sequence[VMobject], bit: VGroup, at: Point, length: float) -> None:
        """Lay everything around the bar.

        Args:
            bar: the pieces of all words.
            pieces: those of the pair: the other word's, and the row's own.
            bit: the others' piece, large enough to be seen.
            at: manim point of the middle of the bar's beginning.
            length: the bar's, scene units.
        """
        self.bar, self.bit = bar, bit
        digits = self._size * UNITS_PER_FONT_UNIT * CAP_HEIGHT
        line, low = float(at[1]) + THICK / 2 + _AIR, float(at[1]) - digits / 2
        left, end = float(at[0]), float(at[0]) + length
        above, name = self.heading
        set_on_baseline(above.set_x(left - NAME - float(above.width) / 2), line)
        set_on_baseline(name.set_x(left - NAME - float(name.width) / 2), low)
        self._lay_powers(left, line)
        self._line.starting_at(left).on_baseline(line)
        set_on_baseline(self._others.set_x(end + _TO_OTHERS + float(self._others.width) / 2), low)
        self._write_inside(pieces, low)
        self._label()

    def _lay_powers(self, left: float, line: float) -> None:
        """Set the powers of e as a sum, and note where what becomes of its terms begins."""
        terms: list[Sequence[tuple[VMobject, float]]] = [
            ((base, 0.0), (score, RAISED)) for base, score in zip(self._bases, self._exponents, strict=True)
        ]
        terms.append([(self._unknown, 0.0)])
        counts, pluses = list[float](), list[float]()
        for term in terms:
            if counts:
                pluses.append(left + _GAP + float(self._pluses[0].width) / 2)
                left += 2 * _GAP + float(self._pluses[0].width)
            start = left
            for part, raised in term:
                set_on_baseline(part.set_x(left + float(part.width) / 2), line + raised)
                left += float(part.width)
            counts.append((start + left) / 2)
        self.begins = [*pluses, *counts]

    def _write_inside(self, pieces: Sequence[VMobject], low: float) -> None:
        """Write the weights of the pair within their pieces of the bar, all of one size."""
        size = self.style.sizes.tick
        for term, piece in zip(self._added.terms, pieces, strict=True):
            weight = Weight(term.weight, size=size, color=self._color_on(term.color), style=self.style)
            if float(weight.width) + 2 * _INSIDE <= float(piece.width):
                weight.move_to(piece)
                set_on_baseline(weight, low + (self._size - size) * UNITS_PER_FONT_UNIT * CAP_HEIGHT / 2)
                self.inside.append(laid(VGroup(weight), Layer.FRAME))

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
        self.scores = VGroup(*(labelled(each, style) for each in self._exponents))
        self.bases = VGroup(*(labelled(each, style) for each in (*self._bases, self._unknown)))
        self.pluses = [labelled(each, style) for each in self._pluses]
        self.counts = [labelled(each, style) for each in (*self._numbers, self._remaining)]
        self.around = VGroup(*(labelled(each, style) for each in (self._top, *self._signs)))
        self.share, self.others = labelled(self._share, style), labelled(self._others, style)

    @property
    def last(self) -> list[VMobject]:
        """All that is on the stage in the end."""
        written = [*self.heading, *self.pluses, *self.counts, self.around, self.share, self.others]
        return [self.bar, self.bit, *written, *self.inside]
