"""Three questions beside the plane, and their answers in numbers: who pulls, how hard, and where to."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from manim import LEFT, RIGHT, VGroup, VMobject
from torch import Tensor

from scenes.article.whole_phrase.numbers import KeysQueriesValues
from scenes.number_format import LARGEST_PLAIN, as_printed, decimals_that_add
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import labelled
from scenes.parts.text.formula import Power
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math, set_on_baseline
from scenes.parts.text.written_vector import written_vector
from scenes.stage import Region
from scenes.style import DEFAULT, Style

ROWS, _MORE = 12.7, 0.35
"""Lines from the first question to the end: each question has one, and three for its answer; lines before the next."""

_GAP, _EXPONENT, _ICON, _MIDDLE = 0.15, 0.74, 0.44, 0.12
"""Scene units between two pieces of a line; the size of an exponent as a share of its base's; scene units of the height
of an icon that stands for a name, and of its middle above the baseline."""


class Answers:
    """The numbers of the first word's row, each under the question that it answers.

    Args:
        numbers: the numbers of one step.
        behind: the position of a word whose shadow is below 0 and is written as well, or None.
        questions: who pulls, how hard, where to.
        others: what the words are called together that have no line of their own.
        colors: the words' colours, ``#rrggbb``, by role.
        room: where the lines lie.
        is_plain: whether softmax takes the scores as they are, so that they are exponents of e.
        digits: how many weights may have; the first that fit are taken.
        style: theme and sizes.

    Attributes:
        told: the positions of the words that have lines: the strongest puller, and the first word.
        questions: one a block of lines.
        scores: a line for each word whose shadow is thrown: shadow times length.
        raised: for each of the two words, what its power is equal to, the sign and e to its score.
        shares: a line for each of the two words, and the others': a power divided by the sum, and its weight.
        terms: the weights times values.
        result: the first word's new place.
    """

    def __init__(
        self,
        numbers: KeysQueriesValues,
        behind: int | None,
        questions: Sequence[str],
        others: str,
        colors: Sequence[str],
        room: Region,
        *,
        is_plain: bool,
        digits: Sequence[int] = (2, 3),
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._numbers, self._colors, self._room, self._others = style, numbers, colors, room, others
        self.told = list(dict.fromkeys([numbers.second, numbers.position]))
        self._size, self._pitch = style.sizes.number, room.height / ROWS
        self._decimals = self._find_decimals(digits)
        self._digits = self._find_digits() if is_plain else None
        self._factors = factor_digits(numbers)
        self.questions = [self._question(text, 4 * index) for index, text in enumerate(questions)]
        thrown = [*self.told, *([] if behind is None else [behind])]
        self.scores = self._laid([self._score(column) for column in thrown], 1)
        shares = self._laid([self._share(index) for index in range(3 if numbers.others else len(self.told))], 5)
        self.raised, self.shares = [], shares
        if self._digits is not None:
            self.raised = [self._power(index, shares[index]) for index in range(len(self.told))]
        *self.terms, self.result = self._laid(self._sum(), 9)

    def height(self, row: float) -> float:
        """Return the baseline of a line, counted from 0."""
        return line_height(self._room, row)

    # --- Digits ---------------------------------------------------------------------------------------------------

    def _find_decimals(self, allowed: Sequence[int]) -> int:
        """Return the digits of weights with which they add up to 1 and, where there are such, sums are right."""
        numbers, own = self._numbers, self._numbers.position
        shares = [*(float(numbers.weights[own, column]) for column in self.told), float(numbers.rest)]
        adding = [digits for digits in allowed if decimals_that_add(shares, 1.0, (digits,))]
        both = [digits for digits in adding if self._is_exact(digits)]
        return next(iter([*both, *adding]), 2)

    def _is_exact(self, digits: int) -> bool:
        """Return whether the two weights times values, as printed with these digits, add up to the new place."""
        numbers, own = self._numbers, self._numbers.position
        weights = [as_printed(float(numbers.weights[own, column]), digits) for column in self.told]
        rows = [[as_printed(float(value)) for value in numbers.values[column]] for column in self.told]
        new = [as_printed(float(value)) for value in numbers.updated[own]]
        return [as_printed(sum(a * row[i] for a, row in zip(weights, rows, strict=True))) for i in (0, 1)] == new

    def _find_digits(self) -> int | None:
        """Return digits of powers with which a pencil finds their sum, and every weight; None for none."""
        numbers = self._numbers
        powers, whole = self._powers(), float(numbers.power_sum)
        if not whole < LARGEST_PLAIN:
            return None
        for digits in (0, 1, 2):
            seen, total = [as_printed(float(power), digits) for power in powers], as_printed(whole, digits)
            if total and abs(sum(seen) - total) < 1e-6 and all(
                as_printed(power / total, self._decimals) == as_printed(float(weight), self._decimals)
                for power, weight in zip(seen, self._weights(), strict=True)
            ) and self._exponents(digits) is not None:  # fmt: skip
                return digits
        return None

    def _exponents(self, digits: int) -> int | None:
        """Return how many digits scores need for e to them to be the powers as printed; None for none."""
        numbers = self._numbers
        pairs = [(float(numbers.scores[numbers.position, each]), float(numbers.powers[each])) for each in self.told]
        return next(
            (
                count
                for count in (2, 3, 4)
                if all(
                    as_printed(exp(as_printed(score, count)), digits) == as_printed(power, digits)
                    for score, power in pairs
                )
            ),
            None,
        )

    def _powers(self) -> list[Tensor]:
        """Return the powers of the words that are told, and of all others together."""
        rest = [self._numbers.power_rest] if self._numbers.others else []
        return [*(self._numbers.powers[column] for column in self.told), *rest]

    def _weights(self) -> list[Tensor]:
        """Return the weights of the words that are told, and of all others together."""
        own, rest = self._numbers.position, [self._numbers.rest] if self._numbers.others else []
        return [*(self._numbers.weights[own, column] for column in self.told), *rest]

    # --- Pieces ---------------------------------------------------------------------------------------------------

    def _sign(self, source: str) -> Math:
        return Math(source, size=self._size, style=self.style)

    def _number(self, value: Tensor, digits: int = 2, color: str | None = None) -> Number:
        return Number(value, decimals=digits, size=self._size, color=color, style=self.style)

    def _name(self, index: int) -> VMobject:
        """Return what stands for a word that is told, or for the others after these: an icon, or a name."""
        if index < len(self.told):
            return self._called(self.told[index])
        return Label(self._others, size=self._size, style=self.style)

    def _called(self, column: int) -> VMobject:
        """Return a word's icon, or its name where it has none."""
        word, color = self._numbers.words[column], self._colors[column]
        if has_icon(word, self.style):
            return ShadedIcon(word, color, height=_ICON, style=self.style)
        return Label(word, size=self._size, color=color, style=self.style)

    def _question(self, text: str, row: int) -> VGroup:
        label = Label(text, size=self.style.sizes.head, within=self._room.width, style=self.style)
        set_on_baseline(label.align_to(point(self._room.left), LEFT), self.height(row) + 0.06)
        return labelled(label, self.style)

    def _score(self, column: int) -> list[VMobject]:
        """Return a line: a word's shadow times the query's length, where a pencil finds the same, is its score."""
        numbers, theme = self._numbers, self.style.theme
        name, digits = self._called(column), self._factors
        score = numbers.scores[numbers.position, column]
        if digits is None:
            return [name, self._sign("arrow.r"), self._number(score)]
        shadow = self._number(numbers.shadows[column], digits, theme.key)
        length = self._number(numbers.length, digits, theme.query)
        return [name, shadow, self._sign("times"), length, self._sign("="), self._number(score)]

    def _share(self, index: int) -> list[VMobject]:
        """Return a line: a power divided by the sum of all is a weight."""
        color = self._colors[self.told[index]] if index < len(self.told) else self.style.theme.ink
        weight = Weight(self._weights()[index], decimals=self._decimals, size=self._size, color=color, style=self.style)
        if self._digits is None:
            return [self._name(index), self._sign("arrow.r"), weight]
        power = self._number(self._powers()[index], self._digits)
        whole = self._number(self._numbers.power_sum, self._digits)
        return [self._name(index), power, self._sign("div"), whole, self._sign("="), weight]

    def _power(self, index: int, line: VGroup) -> VGroup:
        """Return e to a word's score, with all the digits that a pencil needs, beside the power that it is."""
        numbers = self._numbers
        score = numbers.scores[numbers.position, self.told[index]]
        count = self._exponents(self._digits or 0) or 2
        exponent = Number(score, decimals=count, size=_EXPONENT * self._size, style=self.style)
        equals, power = self._sign("="), Power(self._sign("e"), exponent)
        set_on_baseline(equals.align_to(line[2], LEFT), self.height(5 + index))
        set_on_baseline(power.next_to(equals, RIGHT, buff=_GAP), self.height(5 + index))
        return VGroup(labelled(equals, self.style), labelled(power, self.style))

    def _sum(self) -> list[list[VMobject]]:
        """Return the lines of weights times values, or times names where the printed sum would not be right."""
        numbers, own, theme = self._numbers, self._numbers.position, self.style.theme
        exact = self._is_exact(self._decimals)
        lines = list[list[VMobject]]()
        for index, column in enumerate(self.told):
            weight = Weight(
                numbers.weights[own, column], decimals=self._decimals, size=self._size,
                color=self._colors[column], style=self.style,
            )  # fmt: skip
            value: VMobject = self._name(index)
            if exact:
                value = written_vector(numbers.values[column], theme.value, self.style, size=self._size)
            lines.append([self._sign("plus") if index else VGroup(), weight, value])
        place = written_vector(numbers.updated[own], self._colors[own], self.style, size=self._size)
        return [*lines, [VGroup(), self._sign("="), place]]

    def _laid(self, lines: list[list[VMobject]], first: int) -> list[VGroup]:
        """Lay pieces in columns that end at one edge each, smaller where the room is narrow; return the lines."""
        columns = [[line[at] for line in lines if len(line) > at] for at in range(max(map(len, lines)))]
        widths = [max(float(piece.width) if len(piece) else 0.0 for piece in column) for column in columns]
        gaps = [_GAP if width else 0.0 for width in widths]
        whole = sum(widths) + sum(gaps[1:])
        small = min(1.0, self._room.width / max(whole, 1e-9))
        made = []
        for index, line in enumerate(lines):
            right = self._room.left
            for count, piece in enumerate(line):
                right += small * (widths[count] + (gaps[count] if count else 0.0))
                if len(piece):
                    piece.scale(small).align_to(point(right), RIGHT)
                    if not count:
                        piece.align_to(point(self._room.left), LEFT)
                    self._level(piece, self.height(first + index))
            pieces = [piece for piece in line if len(piece)]
            made.append(
                VGroup(
                    *(laid(VGroup(piece), Layer.LABEL) if isinstance(piece, ShadedIcon) else labelled(piece, self.style)
                      for piece in pieces)
                )
            )  # fmt: skip
        return made

    @staticmethod
    def _level(piece: VMobject, y: float) -> None:
        """Put a piece on a baseline; an icon stands in the middle of the letters beside it."""
        if isinstance(piece, ShadedIcon):
            piece.set_y(y + _MIDDLE)
        else:
            set_on_baseline(piece, y)


def line_height(room: Region, row: float) -> float:
    """Return the baseline of a line, counted from 0, in the room of questions and answers."""
    return room.top - (row + row // 4 * _MORE + 0.62) * room.height / ROWS


def factor_digits(numbers: KeysQueriesValues) -> int | None:
    """Return digits of shadows and the query's length with which a pencil finds both scores; None for none."""
    told = (numbers.second, numbers.position)
    return next((digits for digits in (2, 3) if all(is_product(numbers, column, digits) for column in told)), None)


def is_product(numbers: KeysQueriesValues, column: int, digits: int) -> bool:
    """Return whether a word's shadow times the query's length, as printed with some digits, is its printed score."""
    shadow, length = (as_printed(float(value), digits) for value in (numbers.shadows[column], numbers.length))
    return as_printed(shadow * length) == as_printed(float(numbers.scores[numbers.position, column]))
