"""Softmax as one strip: e to the power of every score, laid end to end, then measured by all of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject
from torch import Tensor

from scenes.number_format import LARGEST_PLAIN, as_printed, format_number
from scenes.parts.bars.ledger import Corners
from scenes.parts.bars.small import small
from scenes.parts.geometry import point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.shared.phrase import LARGEST_SCORE
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THICK, _RAISED, _SUM_ROOM = 0.56, 0.15, 1.7
"""Scene units: the strip's thickness, how much higher it lies than the middle of its room, for what is below it is read
apart from the line, and what its sum takes beyond its end."""

_ABOVE, _BELOW = 0.24, 0.26
"""Scene units from the strip up to the powers' baseline, and down to the tops of the weights."""

_GAP, _APART = 0.2, 0.3
"""Scene units from the strip's end to its sum, and between two texts beside each other."""

_MOST, _LEAST_TOTAL = 3, 10.0
"""Words with pieces of their own at the most, and the least sum: below it whole numbers say little."""

_STEPS, FINER = (1.0, 10.0, 100.0, 1000.0), (1.0, 0.1)
"""Steps to multiples of which powers are rounded, the best first; those for a row whose total is small."""

_INSIDE = 0.14
"""Scene units that the first text below the strip keeps off the strip's beginning."""

RAISED, SMALLER = 0.13, 0.74
"""Scene units by which an exponent stands higher than its base, and its size as a share of that one's."""


def with_pieces(weights: Tensor) -> list[int]:
    """Return the positions of the words that have pieces of their own, the largest first."""
    named = [index for index, put_away in enumerate(small(weights)) if not put_away]
    return sorted(named, key=lambda index: -float(weights[index]))


@dataclass(frozen=True)
class Powers:
    """e to the power of every score, as rounded as they can be printed.

    Attributes:
        each: shape (T,).
        rest: of all words together that have no piece of their own, shape ().
        total: shape ().
        step: of which all are multiples; None where no step is right for all.
    """

    each: Tensor
    rest: Tensor
    total: Tensor
    step: float | None


def powers_of(
    scores: Tensor, weights: Tensor, named: Sequence[int] | None = None, steps: Sequence[float] = _STEPS
) -> Powers:
    """Return the powers, rounded so that a pencil finds them, their sum and the weights.

    Args:
        scores: shape (T,).
        weights: their softmax, shape (T,).
        named: the positions of the words that have pieces of their own; those with large weights when None.
        steps: of which they may be multiples, the best first.
    """
    each = scores.clamp(max=LARGEST_SCORE).exp()  # (T,)
    named = with_pieces(weights) if named is None else named
    others = [index for index in range(len(each)) if index not in named]
    rest, total = each[others].sum(), each.sum()
    if 1 <= len(named) <= _MOST and _LEAST_TOTAL <= float(total) < LARGEST_PLAIN:
        for step in steps:
            powers = Powers(_to(step, each), _to(step, rest), _to(step, total), step)
            if _agree(powers, step, scores, weights, named):
                return powers
    return Powers(each, rest, total, None)


def _to(step: float, values: Tensor) -> Tensor:
    """Return values as multiples of a step."""
    return step * (values / step).round()


def _agree(powers: Powers, step: float, scores: Tensor, weights: Tensor, named: Sequence[int]) -> bool:
    """Return whether rounded powers are those of printed scores, add up to their sum, and give the weights."""
    whole = float(powers.total)
    if not whole or abs(sum(float(powers.each[index]) for index in named) + float(powers.rest) - whole) > step / 2:
        return False
    return all(
        abs(math.exp(as_printed(float(scores[index]))) - float(powers.each[index])) <= step / 2
        and format_number(float(powers.each[index]) / whole) == format_number(float(weights[index]))
        for index in named
    )


def power_text(
    score: Tensor, power: Tensor, step: float | None, color: str, size: float, style: Style = DEFAULT
) -> VGroup:
    """Return e to the power of a score, and what that is as a multiple of a step."""
    base = Math("e", size=size, style=style)
    exponent = Number(score, size=SMALLER * size, color=color, style=style)
    raised = Row([base, exponent], 0.04)
    exponent.shift(point(0.0, RAISED))
    return _about(raised, power, step, color, size, style)


def others_text(name: str, power: Tensor, step: float | None, size: float, style: Style = DEFAULT) -> VGroup:
    """Return the power of all other words together, as a multiple of a step."""
    return _about(Label(name, size=size, style=style), power, step, style.theme.ink, size, style)


def decimals_of(step: float | None) -> int:
    """Return the digits after the point of multiples of a step."""
    return 1 if step is not None and step < 1 else 0


def _about(what: VMobject | None, power: Tensor, step: float | None, color: str, size: float, style: Style) -> VGroup:
    """Return what something is about, as a rounded number; the number alone, after its sign, where that is nothing."""
    result = Number(power, decimals=decimals_of(step), size=size, color=color, style=style)
    sign = Math("approx", size=size, style=style)
    return haloed(Row([*([] if what is None else [what]), sign, result], 0.14), style)


class ExponentialStack:
    """The strip of all powers: a piece for each large one, one for all others, their sum at its end.

    Args:
        words: the phrase.
        scores: shape (T,).
        weights: their softmax, shape (T,).
        powers: of the scores.
        colors: one ``#rrggbb`` a word.
        others: what the other words are called.
        region: where it lies: the powers above it, the weights below.
        style: theme and sizes.

    Attributes:
        large: the positions of the words that have pieces of their own, from the left.
        powers: by position, the power of each, above its piece.
        others: the power of all others, above their end; or nothing.
        others_name: what these are called, where they have a row before the strip; or nothing.
        others_power: their power, after its sign, in that row; or nothing.
        total: the sum, at the end.
        over: what says that all is divided by the sum, below the strip's beginning.
        shares: by position, the weight of each, below its piece, with a sign before all but the first.
        one: the sum of the weights, at their end.
        length: of the whole strip, scene units.
    """

    def __init__(
        self,
        words: Sequence[str],
        scores: Tensor,
        weights: Tensor,
        powers: Powers,
        colors: Sequence[str],
        others: str,
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._style, self._powers, self._scores, self._weights = style, powers, scores, weights
        self._colors, self.large = colors, with_pieces(weights)
        self._left, self.length = region.left, region.width - _SUM_ROOM
        self._middle = float(region.centre[1]) + _RAISED
        self.powers = {index: self._power(index) for index in self.large}
        self.others, self.others_name, self.others_power = VGroup(), VGroup(), VGroup()
        if len(self.large) < len(words):
            size, ink = style.sizes.number, style.theme.ink
            self.others = others_text(others, powers.rest, powers.step, size, style)
            self.others_name = VGroup(Label(others, size=size, style=style))
            self.others_power = _about(None, powers.rest, powers.step, ink, size, style)
        over = Number(powers.total, decimals=0, size=style.sizes.head, style=style)
        self.over = self._after("div", over)
        self.shares = {index: self._share(index) for index in self.large}
        self.total = self._after("=", HeroNumber(powers.total, decimals=0, style=style))
        self.one = self._after("=", HeroNumber(weights.sum(), decimals=0, style=style))
        self._lay(region)
        for text in (*self.texts, self.others_name, self.others_power):
            laid(text, Layer.LEDGER)

    @property
    def texts(self) -> list[VGroup]:
        """All texts that are there."""
        made = [*self.powers.values(), self.others, self.total, self.over, *self.shares.values(), self.one]
        return [text for text in made if len(text)]

    def _power(self, index: int) -> VGroup:
        """Return e to the power of a score, and what that is."""
        size, color = self._style.sizes.head, self._colors[index]
        return power_text(self._scores[index], self._powers.each[index], self._powers.step, color, size, self._style)

    def exponent(self, index: int) -> VMobject:
        """Return the score in a power, above its piece."""
        row = self.powers[index][1]
        assert isinstance(row, Row) and isinstance(row[0], Row)
        exponent: VMobject = row[0][1]
        return exponent

    def _share(self, index: int) -> VGroup:
        """Return a weight, after a sign unless it is the first one."""
        color = self._colors[index]
        weight = HeroNumber(self._weights[index], color=color, style=self._style)
        return haloed(Row([weight]), self._style) if index == self.large[0] else self._after("+", weight)

    def _after(self, sign: str, number: Number) -> VGroup:
        """Return a number after a sign."""
        return haloed(Row([Math(sign, size=self._style.sizes.head, style=self._style), number], _GAP), self._style)

    def _lay(self, region: Region) -> None:
        """Lay the powers above their pieces, the weights below them, and both sums at the ends of their rows."""
        high = self._middle + _THICK / 2 + _ABOVE
        upper = [*self.powers.values(), *([self.others] if len(self.others) else [])]
        self._lay_row(upper, [*self._middles(), self.length][: len(upper)], high)
        low = self._middle - _THICK / 2 - _BELOW - float(self.one[1][1].height)
        end = self.length + _GAP
        lower = [self.over, *self.shares.values(), self.one]
        middles = [0.0, *self._middles(), end + float(self.one.width) / 2]
        self._lay_row(lower, middles, low, start=_INSIDE)
        self.total.set_x(self._left + end + float(self.total.width) / 2)
        rest_on(self.total, self._middle - float(self.total[1][1].height) / 2)

    def _lay_row(self, texts: Sequence[VGroup], middles: Sequence[float], baseline: float, start: float = 0.0) -> None:
        """Lay texts near the middles of their pieces, none over another."""
        room = self.length + _SUM_ROOM
        widths = [float(text.width) + _APART for text in texts]
        places = spread(list(middles), widths, start - _APART / 2, room + _APART / 2)
        for text, along in zip(texts, places, strict=True):
            text.set_x(self._left + along)
            rest_on(text, baseline)

    def _starts(self) -> list[float]:
        """Return where each large piece begins, from the strip's beginning, and where the others' does."""
        starts, at = [], 0.0
        for index in self.large:
            starts.append(at)
            at += self.length * float(self._weights[index])
        return [*starts, at]

    def _middles(self) -> list[float]:
        starts = self._starts()
        return [(first + last) / 2 for first, last in zip(starts, starts[1:], strict=False)]

    def corners(self, index: int) -> Corners:
        """Return the corners of a word's piece, as a ledger orders those of its bar; others share the strip's end."""
        starts = self._starts()
        at = self.large.index(index) if index in self.large else len(self.large)
        first, last = starts[at], starts[at + 1] if at + 1 < len(starts) else self.length
        low, high = self._middle - _THICK / 2, self._middle + _THICK / 2
        ends = [self._left + first, self._left + max(last, first + 1e-3)]
        return [point(ends[0], high), point(ends[0], low), point(ends[1], low), point(ends[1], high)]

    @property
    def widest(self) -> float:
        """Scene units by which its texts reach beyond the region's width; 0 where they fit."""
        right = max(float(text.get_right()[0]) for text in self.texts)
        return max(right - self._left - self.length - _SUM_ROOM, 0.0)


def rest_on(text: VGroup, baseline: float) -> None:
    """Move a text with its halo up or down until its baseline is at a height."""
    row = text[1]
    assert isinstance(row, Row)
    text.shift(point(0.0, baseline - row.baseline))
