"""The record of one row of attention: two scores, the weights that they become, and the sum of weighted values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import LEFT, RIGHT, VGroup, VMobject
from numpy.typing import NDArray
from torch import Tensor

from scenes.article.whole_phrase.numbers import KeysQueriesValues
from scenes.motion.live import Live
from scenes.number_format import as_printed, decimals_that_add
from scenes.parts.geometry import Point, point
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math, Row, baseline_of, set_on_baseline
from scenes.parts.text.written_vector import written_vector
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_GAP = 0.2
"""Scene units between the columns."""

_RAISED, _SMALLER, _AFTER = 0.13, 0.74, 0.03
"""Scene units by which an exponent is higher than its base; its size as a share of that; scene units between both."""


class RowRecord:
    """The first word's row, line by line: its strongest other word, the word itself, and the others together.

    Args:
        numbers: the numbers of one step.
        colors: the words' colours, ``#rrggbb``, by role.
        others: what the other words are called together.
        room: where the lines lie, the first at its top.
        pitch: scene units from a line to the next.
        style: theme and sizes.

    Attributes:
        scores: names and scores, a line for each of the two words.
        work: the shadow and the length whose product the first score is; nothing where their printed numbers do not
            give it.
        measures: the same two numbers once more, which stand beside what they measure.
        bases: an e for each of the scores, which become its exponents.
        weights: the weights that they become, and the others' together.
        total: what all weights add up to.
        terms: the weights as factors of values.
        result: the first word's new place.
        lines: everything.
    """

    def __init__(
        self,
        numbers: KeysQueriesValues,
        colors: Sequence[str],
        others: str,
        room: Region,
        pitch: float,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._numbers, self._colors, self._room, self._pitch = style, numbers, colors, room, pitch
        own, second = numbers.position, numbers.second
        self._told = [second, own]
        shares = [float(numbers.weights[own, column]) for column in self._told]
        adding = [d for d in (2, 3) if decimals_that_add([*shares, float(numbers.rest)], 1.0, (d,))]
        both = [d for d in adding if self._is_exact(d)]  # right as weights and as factors of the sum
        self._decimals = next(iter([*both, *adding]), 2)
        self._rows = [(numbers.words[column], colors[column], numbers.weights[own, column]) for column in self._told]
        if numbers.others:
            self._rows.append((others, style.theme.ink, numbers.rest))
        self._lay_weights()
        self.measures = list[Number]()
        self.work = self._lay_work()
        self._lay_sum()
        self.lines = [*self.scores, self.work, *self.weights, self.total, *self.terms, self.result]

    def _label(self, text: str, color: str) -> Label:
        return Label(text, size=self.style.sizes.number, color=color, style=self.style)

    def _sign(self, source: str) -> Math:
        return Math(source, size=self.style.sizes.number, style=self.style)

    def _weight(self, value: Tensor, color: str) -> Weight:
        size = self.style.sizes.number
        return Weight(value, decimals=self._decimals, size=size, color=color, style=self.style)

    def _lay_weights(self) -> None:
        """Lay names, scores and weights in columns, and the sum of the weights below them."""
        numbers, size = self._numbers, self.style.sizes.number
        names = [self._label(name, color) for name, color, _ in self._rows]
        scores = [
            Number(numbers.scores[numbers.position, column], size=size, style=self.style) for column in self._told
        ]
        arrows = [self._sign("arrow.r") for _ in self._rows]
        weights = [self._weight(weight, color) for _, color, weight in self._rows]
        total = Row([self._sign("="), Number(numbers.sums[numbers.position], size=size, style=self.style)], 0.14)
        columns: list[Sequence[VMobject]] = [names, scores, arrows, [*weights, total]]
        widths = [max(float(piece.width) for piece in column) for column in columns]
        left = self._left(sum(widths) + 3 * _GAP)
        for column, width in zip(columns, widths, strict=True):
            for count, piece in enumerate(column):
                set_on_baseline(piece.align_to(point(left + width), RIGHT), self._height(count))
            left += width + _GAP
        count = len(self._told)
        self.bases = VGroup(*(self._base(score) for score in scores))
        self.scores = [
            VGroup(labelled(name, self.style), labelled(score, self.style))
            for name, score in zip(names[:count], scores, strict=True)
        ]
        self.weights = [labelled(VGroup(*pair), self.style) for pair in zip(arrows, weights, strict=True)]
        for name, line in zip(names[count:], self.weights[count:], strict=True):
            line.add(labelled(name, self.style))
        self.total = labelled(total, self.style)

    def _base(self, score: Number) -> VGroup:
        """Return an e where a score begins, which becomes its exponent."""
        base = self._sign("e").align_to(score, LEFT)
        set_on_baseline(base, baseline_of(score))
        return labelled(base, self.style)

    def raising(self) -> Live:
        """Return how the scores get smaller and rise, so that they are the exponents of their bases."""
        moved = list[tuple[VMobject, NDArray[np.float64], Point]]()
        shift = point(0.0, _RAISED)
        for (_, score), base in zip(self.scores, self.bases, strict=True):
            anchor = point(float(score.get_left()[0]), baseline_of(base[1]))
            shift = point(float(base[1].width) + _AFTER, _RAISED)
            parts = [part for part in score.get_family() if isinstance(part, VMobject) and len(part.points)]
            moved += [(part, part.points - anchor, anchor) for part in parts]

        def follow(share: float) -> None:
            for part, points, anchor in moved:
                part.points = anchor + share * shift + (1 - share * (1 - _SMALLER)) * points

        return Live(self.scores, follow)

    def _lay_work(self) -> VGroup:
        """Write the first score as a shadow times a length, on a line below the scores."""
        numbers, size = self._numbers, self.style.sizes.number
        score = numbers.scores[numbers.position, numbers.second]
        digits = digits_of_product(float(numbers.shadow), float(numbers.length), float(score))
        if digits is None:
            return VGroup()
        (shadow, length), self.measures = self._measures(digits), self._measures(digits)
        pieces = [shadow, self._sign("times"), length, self._sign("="), Number(score, size=size, style=self.style)]
        line = Row(pieces, 0.12)
        if line.width > self._room.width:
            line.scale(self._room.width / float(line.width))
        line.shift(point(self._left(float(line.width)) - float(line.get_left()[0])))
        set_on_baseline(line, self._height(len(self._told)) - 0.1)
        return labelled(line, self.style)

    def _measures(self, digits: int) -> list[Number]:
        """Return the shadow of the second word's key, and the length of the query on whose line it lies."""
        numbers, theme, size = self._numbers, self.style.theme, self.style.sizes.number
        given = ((numbers.shadow, theme.key), (numbers.length, theme.query))
        return [Number(value, decimals=digits, size=size, color=color, style=self.style) for value, color in given]

    def _lay_sum(self) -> None:
        """Lay the weights before the words' names, and below them the place that the sum leads to."""
        own, exact = self._numbers.position, self._exact()
        digits = exact or self._decimals
        seen = self._rows[: len(self._told)]
        seen += [row for row in self._rows[len(self._told) :] if as_printed(float(row[2]), digits)]
        factors: list[Weight] = [
            Weight(weight, decimals=digits, size=self.style.sizes.number, color=color, style=self.style)
            for _, color, weight in seen
        ]
        names: list[VMobject] = [self._label(name, color) for name, color, _ in seen]
        if exact:
            values = [self._numbers.values[column] for column in self._told]
            # What the others give is hardly anything: it is counted, but not written out.
            names[: len(values)] = [written_vector(value, self.style.theme.value, self.style) for value in values]
        place = written_vector(self._numbers.updated[own], self._colors[own], self.style)
        signs = [self._sign("plus") for _ in seen[1:]]
        equals = self._sign("=")
        width = max(float(factor.width) for factor in factors)
        beside = max(float(piece.width) for piece in (*names, place))
        sign = float(equals.width)
        left = self._left(sign + width + beside + 0.3)
        for count, (factor, name) in enumerate(zip(factors, names, strict=True)):
            y = self._height(count)
            set_on_baseline(factor.align_to(point(left + sign + 0.15 + width), RIGHT), y)
            set_on_baseline(name.align_to(point(left + sign + 0.3 + width), LEFT), y)
        for count, mark in enumerate([*signs, equals], start=1):
            set_on_baseline(mark.align_to(point(left), LEFT), self._height(count))
        set_on_baseline(place.align_to(point(left + sign + 0.15), LEFT), self._height(len(seen)))
        self.terms = [
            labelled(VGroup(*([signs[count - 1]] if count else []), factor, name), self.style)
            for count, (factor, name) in enumerate(zip(factors, names, strict=True))
        ]
        self.result = labelled(VGroup(equals, place), self.style)

    def _exact(self) -> int | None:
        """Return digits of the two weights with which the written sum of values is right; None for none."""
        return next((digits for digits in (self._decimals, 2, 3) if self._is_exact(digits)), None)

    def _is_exact(self, digits: int) -> bool:
        """Return whether the two weights times values, as printed with these digits, add up to the new place."""
        numbers, own = self._numbers, self._numbers.position
        new = [as_printed(float(value)) for value in numbers.updated[own]]
        weights = [as_printed(float(numbers.weights[own, column]), digits) for column in self._told]
        rows = [[as_printed(float(value)) for value in numbers.values[column]] for column in self._told]
        seen = [sum(a * row[axis] for a, row in zip(weights, rows, strict=True)) for axis in range(len(new))]
        return [as_printed(value) for value in seen] == new

    def _left(self, width: float) -> float:
        """Return where lines of a width begin, so that they stand in the middle of the room, or at its right edge."""
        return min(float(self._room.centre[0]) - width / 2, self._room.right - width)

    def _height(self, count: int) -> float:
        return self._room.top - 0.1 - self._pitch * count


def digits_of_product(first: float, second: float, product: float) -> int | None:
    """Return the digits after the point with which two numbers, as printed, have the printed product; None for none."""
    for digits in (2, 3):
        if as_printed(as_printed(first, digits) * as_printed(second, digits)) == as_printed(product):
            return digits
    return None
