"""Queries of one language, keys and values of another: a rectangular pattern without a mask.

Source: Bahdanau, Cho, Bengio (2014), figure 3; Vaswani et al. (2017), section 3.2.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from manim import (
    LEFT,
    UP,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    Mobject,
    ReplacementTransform,
    Square,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from attnmath import attend_with
from scenes.claims import Claim, Measurement, same
from scenes.layout import fit
from scenes.motion.live import Live
from scenes.number_format import decimals_that_add, format_number
from scenes.parameters import Phrase, Word, WordsParameters, phrase_words, require_word
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_WIDEST, _THINNEST, _HAIR, _LEAST = 0.36, 0.02, 0.014, 0.02
"""Scene units: the width of a thread for a weight of 1, the least, and the width before there is a weight; the weight
below which a word has neither thread nor square."""

_APART, _GAP, _TAG, _SQUARE = 0.32, 0.2, 0.62, 0.9
"""Scene units between two words at the least, between a word and a mark, and from a row's baseline to its
name's; a square's side for a weight of 1, as a share of the room for it."""

_LARGER = 1.3
"""The phrases' size as a multiple of the header's."""

_ASCENT, _DESCENT = 1.15, 0.45
"""The height of letters above their baseline and below it, as multiples of a capital's."""

_TURN = 0.6
"""The share of its way into the table's first column that a word spends along the foot, before it rises."""


_ASKED = squish_rate_func(smooth, 0.0, 0.4)
"""The part of a word's finding in which its question leaves, and the lines of words that it does not need."""

_RISES, _ANSWERS, _NEXT, _FINDS = 1.6, 2.4, 0.15, 1.6
"""Seconds in which all lines rise from questions, and in which all answers run down; the share of the time after which
the next word answers; seconds in which the first word finds its own."""

_EARLY = squish_rate_func(smooth, 0.0, 0.5)
"""The first half of a motion."""

_LATE = squish_rate_func(smooth, 0.5, 1.0)
"""The second half of a motion."""

_ROW, _OVER = 0.8, 0.15
"""Seconds in which a row of the table is filled; scene units by which digits reach beyond the last column."""


class TwoLanguages(WordsParameters):
    """The parameters: the phrase that asks, the phrase that answers, and one word that asks."""

    asking: Phrase = Field("german", description="The phrase whose words ask: its name, or written out.")
    answering: Phrase = Field("english", description="The phrase whose words answer.")
    word: Word = Field("gegessen", description="The word that asks first; it must be in the asking phrase.")


@dataclass(frozen=True)
class Crossed:
    """The weights of one phrase's words over another's."""

    asking: tuple[str, ...]
    answering: tuple[str, ...]
    position: int
    weights: Tensor = quantity("Each asking word's weights.", rows="asking", columns="answering")
    sums: Tensor = quantity("The sums of the weights of each asking word.", rows="asking")

    @property
    def strongest(self) -> int:
        """The position of the word that answers the chosen word most."""
        return int(self.weights[self.position].argmax())

    @property
    def shared(self) -> int | None:
        """The position of the word that divides its weight most evenly, of those whose printed weights add up to 1."""
        adding = [
            place for place, row in enumerate(self.weights.tolist()) if decimals_that_add(row, 1.0, (2,)) is not None
        ]
        return min(adding, key=lambda place: float(self.weights[place].max()), default=None)


def _rows_add_up(numbers: Crossed, world: World) -> Measurement:
    return same(numbers.sums, torch.ones(len(numbers.asking)))


def _order_is_free(numbers: Crossed, world: World) -> Measurement:
    best = numbers.weights.argmax(dim=1).tolist()
    said = [f"{word}: {numbers.answering[place]}" for word, place in zip(numbers.asking, best, strict=True)]
    return Measurement(best != sorted(best), ", ".join(said))


class CrossAttention(PlaneFigure):
    """lesson-cross-attention: words of one language look for theirs in another, in any order."""

    name = "lesson-cross-attention"
    world_name = "two-languages"
    Parameters = TwoLanguages
    with_plane = False
    with_record = False
    numbers: Crossed
    claims = (
        Claim("Every asking word's weights add up to 1.", _rows_add_up),
        Claim("Words find their counterparts in another order than their own.", _order_is_free),
    )

    @classmethod
    def compute(cls, parameters: TwoLanguages, world: World) -> Crossed:
        """Let each word of one phrase attend to all words of the other."""
        asking = phrase_words(world, parameters.asking, "asking", most=8)
        answering = phrase_words(world, parameters.answering, "answering", most=8)
        word = require_word(world, parameters.word, asking, "word")
        space = world.embedding()
        keys = space.rows(answering)
        weights = attend_with(space.rows(asking), keys, keys).weights
        return Crossed(asking, answering, asking.index(word), weights, weights.sum(dim=-1))

    @classmethod
    def alternative_values(cls, numbers: Crossed) -> Mapping[str, object]:
        """Return both phrases, and which words found which."""
        best = numbers.weights.argmax(dim=1).tolist()
        found = [f"{word} {numbers.answering[place]}" for word, place in zip(numbers.asking, best, strict=True)]
        return {"asking": " ".join(numbers.asking), "answering": " ".join(numbers.answering), "found": ", ".join(found)}

    def build(self) -> None:
        """Make both rows of words and their names, the questions, the ribbons between them, and the pattern."""
        numbers, free, theme = self.numbers, self.stage.above_foot.inset(top=0.1, bottom=0.1), self.style.theme
        first, second, third, fourth, fifth, *_ = theme.families
        colors = (first, second, fourth, theme.subject, fifth, third)
        self.colors = [colors[place % len(colors)] for place in range(len(numbers.answering))]
        self.total = self._total()
        size = self._size(free.width)
        self.below = self._words(numbers.asking, [theme.ink] * len(numbers.asking), size)
        self.above = self._words(numbers.answering, self.colors, size)
        self.tags = [
            Label(self.says(key), size=self.style.sizes.number, color=color, style=self.style)
            for key, color in (("asks", theme.query), ("answers", theme.key))
        ]
        self.cap = CAP_HEIGHT * UNITS_PER_FONT_UNIT * size
        self._set_rows(free)
        self.asked = VGroup(*(word.copy().set_color(theme.ink) for word in self.above))
        self.threads = [self._threads(place) for place in range(len(numbers.asking))]
        self.web, self.answers = (
            [self._meetings(place, colors) for place in range(len(numbers.asking))]
            for colors in ([theme.dim] * len(self.colors), self.colors)
        )
        self.questions = [
            laid(Label("?", size=size, color=theme.query, style=self.style).set_x(word.get_x()), Layer.LABEL)
            .on_baseline(self.foot + _GAP / 2)
            for word in self.below
        ]  # fmt: skip
        self._make_pattern()
        row = numbers.shared
        self.digits = [] if row is None else [self._digits(row, column) for column in range(len(numbers.answering))]
        self.shared = {} if row is None else self._beside_foot(row)

    def _words(self, words: Sequence[str], colors: Sequence[str], size: float) -> VGroup:
        pairs = zip(words, colors, strict=True)
        return VGroup(*(Label(word, size=size, color=color, style=self.style) for word, color in pairs))

    def _size(self, room: float) -> float:
        """Return the size at which either phrase fits into the frame, in one row and as a side of the table."""
        numbers, size = self.numbers, _LARGER * self.style.sizes.head
        asking, answering = (
            [float(word.width) for word in self._words(words, [self.style.theme.ink] * len(words), size)]
            for words in (numbers.asking, numbers.answering)
        )
        column = max((sum(pair) / 2 for pair in pairwise(answering)), default=answering[0])
        row = (room - _APART * len(asking)) / sum(asking)
        table = (room - _GAP * (len(answering) + 1) - self._behind) / (max(asking) + column * len(answering))
        return size * min(1.0, row, table)

    @property
    def _behind(self) -> float:
        """The width that the sum behind a row takes."""
        return _OVER + float(self.total.width) + _GAP if self.total else 0.0

    def _set_rows(self, room: Region) -> None:
        """Place the rows and their names, and find where ribbons begin and end, and the cells of the table."""
        numbers = self.numbers
        asks, answers = self.tags
        low, high = room.bottom + _TAG, room.top - _ASCENT * self.cap - self.stage.is_narrow * _TAG
        free = (room.width - sum(float(word.width) for word in self.below)) / max(len(self.below) - 1, 1)
        self.below.arrange(buff=free).set_x(0.0)
        for word in self.below:
            word.on_baseline(low)
        asks.align_to(point(room.left), LEFT).on_baseline(room.bottom)
        answers.align_to(point(room.left), LEFT).on_baseline(high + self.stage.is_narrow * 1.2 * _TAG)
        self.foot, self.top = low + self.cap + _GAP, high - _DESCENT * self.cap - _GAP / 2
        left = room.left + _GAP + max(float(word.width) for word in self.below)
        if not self.stage.is_narrow:
            left = max(left, room.left + _GAP + float(answers.width))
        right = room.right - self._behind
        self.table = Region(left, right, low - _GAP, self.top)
        self.high, self.across = self.table.height / len(numbers.asking), self.table.width / len(numbers.answering)
        self.is_flat = self.across > 1.5 * self.high  # digits stand right of their cell, and not below it
        self.raised = point() if self.is_flat else point(0.0, _GAP)
        for word, column in zip(self.above, self.table.columns(*[1.0] * len(numbers.answering)), strict=True):
            word.set_x(float(column.centre[0])).on_baseline(high)

    def _threads(self, place: int) -> VGroup:
        """Return a ribbon from a word to each word that answers it, as wide as its weight: side by side at its foot."""
        threads, weights = VGroup(), self.numbers.weights[place].tolist()
        left = float(self.below[place].get_x()) - _WIDEST * sum(weights) / 2
        for column, weight in enumerate(weights):
            if weight >= _LEAST:
                start = point(left + _WIDEST * (sum(weights[:column]) + weight / 2), self.foot)
                end = point(float(self.above[column].get_x()), self.top)
                threads.add(self._ribbon(start, end, max(_WIDEST * weight, _THINNEST), self.colors[column]))
        return threads

    def _meetings(self, place: int, colors: Sequence[str]) -> VGroup:
        """Return a thin line from a word's question to every word that it asks, each in its colour."""
        start = point(float(self.below[place].get_x()), self.foot + self.cap + 1.5 * _GAP)
        ends = [point(float(word.get_x()), self.top) for word in self.above]
        return VGroup(*(self._ribbon(start, end, _HAIR, color) for end, color in zip(ends, colors, strict=True)))

    def _reached(self, place: int) -> list[int]:
        """Return the words that a word's ribbons reach."""
        return [column for column, weight in enumerate(self.numbers.weights[place].tolist()) if weight >= _LEAST]

    def _ribbon(self, start: Point, end: Point, width: float, color: str) -> VMobject:
        bend = (end[1] - start[1]) / 2 * UP
        line = VMobject(stroke_color=color, stroke_width=100 * width)
        line.set_points([start, start + bend, end - bend, end])
        return laid(line, Layer.THREAD)

    def _total(self) -> Row | None:
        """Return the sum of a row, as it stands behind it, after the sign of a sum.

        There is none where no row's printed weights add up, nor in an upright frame, which has no room for it.
        """
        size, row = self.style.sizes.number, self.numbers.shared
        if row is None or self.stage.is_portrait:
            return None
        total = Number(self.numbers.sums[row], size=size, style=self.style)
        return Row([Math("sum =", size=size, style=self.style), total], _GAP)

    def _make_pattern(self) -> None:
        """Make the pattern: rows ask, columns answer; a cell is as large as a weight of 1, its square is the weight."""
        numbers, theme, table = self.numbers, self.style.theme, self.table
        rows, columns = numbers.weights.shape
        room = min(self.high, self.across / 2) if self.is_flat else min(self.across, self.high - 2 * _GAP)
        self.unit = _SQUARE * room
        frame = Square(self.unit, stroke_color=theme.dim, stroke_width=self.style.strokes.hair)
        self.titles, self.squares, self.cells = VGroup(), VGroup(), VGroup()
        for row, region in enumerate(table.rows(*[1.0] * rows)):
            title, y = self.below[row].copy(), float((region.centre + self.raised)[1])
            self.titles.add(title.align_to(point(table.left - _GAP), -LEFT).on_baseline(y - self.cap / 2))
            reached = self._reached(row)
            cells = [frame.copy().move_to(each.centre + self.raised) for each in region.columns(*[1.0] * columns)]
            squares = [
                colour_area(
                    Square(self.unit * float(numbers.weights[row, column]) ** 0.5, stroke_width=0),
                    self.colors[column], 1.0, self.style,
                ).move_to(cells[column])
                for column in reached
            ]  # fmt: skip
            self.cells.add(VGroup(*cells))
            self.squares.add(laid(VGroup(*squares), Layer.SHADOW))  # ribbons that are still there pass behind them

    def _digits(self, row: int, column: int) -> Weight:
        """Return a weight's digits beside its cell."""
        digits = Weight(self.numbers.weights[row, column], size=self.style.sizes.number, style=self.style)
        laid(digits, Layer.LABEL)  # a ribbon that is still there passes behind
        at, away = self.cells[row][column].get_center(), self.unit / 2 + _GAP / 2
        if self.is_flat:
            fit(digits, self.across / 2 - away + _OVER)
            return digits.move_to(at + point(away + float(digits.width) / 2))
        fit(digits, _SQUARE * self.across)
        return digits.move_to(at - point(0.0, away + float(digits.height) / 2))

    def _beside_foot(self, row: int) -> dict[int, Weight]:
        """Return the two largest weights of a word beside its ribbons' feet, by column; none without room for both."""
        weights = self.numbers.weights[row].tolist()
        first, second = sorted(sorted(self._reached(row), key=weights.__getitem__)[-2:]) if len(weights) > 1 else (0, 0)
        x, away, found = float(self.below[row].get_x()), _WIDEST / 2 + 0.75 * _GAP, {}
        for column, side in ((first, -1), (second, 1)):
            weight, size = self.numbers.weights[row, column], self.style.sizes.number
            digits = Weight(weight, size=size, color=self.colors[column], style=self.style)
            found[column] = digits.move_to(
                point(x + side * (away + float(digits.width) / 2), self.foot + float(digits.height) / 2)
            )
        return found if all(self._is_free(row, digits) for digits in found.values()) else {}

    def _is_free(self, row: int, text: Mobject) -> bool:
        """Return whether a text beside a word's foot is off its neighbours' ribbons, and in the frame."""
        left, right = float(text.get_left()[0]) - _GAP / 2, float(text.get_right()[0]) + _GAP / 2
        feet = [float(word.get_x()) for place, word in enumerate(self.below) if place != row]
        inside = self.stage.safe.left <= left and right <= self.stage.safe.right
        return inside and not any(left - _WIDEST / 2 < foot < right + _WIDEST / 2 for foot in feet)

    # --- Motion ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show both phrases, and who asks; let one word ask; let all ask; show the pattern."""
        numbers, times = self.numbers, self.style.times
        word, answer = numbers.asking[numbers.position], numbers.answering[numbers.strongest]
        with self.beat("phrases"):
            self._introduce()
            self.rest()
        said = self._said(numbers.position, numbers.strongest)
        with self.beat("one", word=word, answer=answer, share=format_number(said.value)):
            self.play(self._find(numbers.position), run_time=_FINDS)
            self.play(FadeIn(said, self.named), run_time=times.move)
            self.rest()
        with self.beat("all"):
            others = [self._find(place) for place in range(len(numbers.asking)) if place != numbers.position]
            self.play(FadeOut(said, self.named), run_time=times.quick)
            self.play(LaggedStart(*others, lag_ratio=0.3), run_time=4.0)
            if self.shared:
                self.play(FadeIn(*self.shared.values()))
            self.rest()
        with self.beat("pattern", rows=len(numbers.asking), columns=len(numbers.answering)):
            self._tabulate()
            self.last()

    def _introduce(self) -> None:
        """Let both rows arrive; each word of the lower one asks all of the upper one, and each of those answers all."""
        asks, answers = self.tags
        self.play(FadeIn(self.asked, self.below))
        rising = [FadeIn(question, shift=_GAP * UP) for question in self.questions]
        self.play(FadeIn(asks, run_time=self.style.times.move), LaggedStart(*rising, lag_ratio=0.4), run_time=1.2)
        self.play(LaggedStart(*(Create(lines, lag_ratio=0.0) for lines in self.web), lag_ratio=0.2), run_time=_RISES)
        self._answer(answers)

    def _answer(self, tag: Label) -> None:
        """Let each word of the upper row take its colour, and send it down all lines to those who ask."""
        count = len(self.above)
        whole = [lines.copy() for lines in self.answers]
        span = 1 - _NEXT * (count - 1)
        parts = [squish_rate_func(smooth, _NEXT * place, _NEXT * place + span) for place in range(count)]

        def follow(time: float) -> None:
            for lines, full in zip(self.answers, whole, strict=True):
                for line, original, rate in zip(lines, full, parts, strict=True):
                    line.pointwise_become_partial(original, 1 - rate(time), 1.0)

        lit = [ReplacementTransform(old, new) for old, new in zip(self.asked, self.above, strict=True)]
        follow(0.0)
        lines = [line for lines in self.answers for line in lines]
        self.add(*lines)
        running = Live(lines, follow, rate_func=linear, run_time=_ANSWERS)
        turning = LaggedStart(*lit, lag_ratio=_NEXT / max(1 - _NEXT * (count - 1), _NEXT), run_time=_ANSWERS)
        self.play(FadeIn(tag, run_time=self.style.times.move), running, turning)
        self.remove(*self.web)

    def _said(self, place: int, column: int) -> Weight:
        """Return a weight beside the foot of its ribbon, on the side with more room, and set its name before it."""
        weight = Weight(self.numbers.weights[place, column], size=self.style.sizes.number, style=self.style)
        name = Label(self.says("weight"), size=self.style.sizes.number, style=self.style)
        x, away = float(self.below[place].get_x()), _WIDEST / 2 + 0.75 * _GAP
        for row in (Row([name, weight], _GAP), Row([weight], _GAP)):
            for side in (1, -1):
                row.move_to(point(x + side * (away + float(row.width) / 2), self.foot + float(row.height) / 2))
                if self._is_free(place, row):
                    self.named = VGroup(*(part for part in row if part is not weight))
                    return weight
        self.named = VGroup()
        return weight

    def _find(self, place: int) -> Animation:
        """Let a word's question leave, and the lines to those that answer it best swell to ribbons."""
        reached = self._reached(place)
        lines = self.answers[place]
        left = [lines[column] for column in range(len(lines)) if column not in reached]
        swelling = [
            ReplacementTransform(lines[column], thread)
            for column, thread in zip(reached, self.threads[place], strict=True)
        ]
        return AnimationGroup(FadeOut(self.questions[place], *left, rate_func=_ASKED), *swelling)

    def _tabulate(self) -> None:
        """Fill the table row by row, and add up the row that divides its weight most evenly."""
        for place in range(len(self.numbers.asking)):
            self._fill_row(place)
        if self.total is not None:
            self._add_up(self.total)

    def _fill_row(self, place: int) -> None:
        """Let a word go to the head of its row, then its ribbons shrink into squares, below all ribbons still there."""
        reached, own = self._reached(place), self.squares[place]
        strokes = [self._as_stroke(square, self.colors[column]) for square, column in zip(own, reached, strict=True)]
        pairs = zip(self.threads[place], strokes, strict=True)
        motions: list[Animation] = [ReplacementTransform(*pair, rate_func=_LATE) for pair in pairs]
        motions.append(FadeIn(self.cells[place], rate_func=_LATE))
        if place == self.numbers.shared:
            motions += [FadeOut(weight, rate_func=_EARLY) for weight in self.shared.values()]
        title = self.titles[place]
        leave = ReplacementTransform(self.below[place], title, path_func=_along_then_up, rate_func=_EARLY)
        self.play(leave, *motions, run_time=_ROW)
        self.remove(*strokes)
        self.add(own)

    def _as_stroke(self, square: Mobject, color: str) -> VMobject:
        """Return a square as a ribbon as short as it is wide."""
        half = float(square.width) / 2 * UP
        at = square.get_center()
        return self._ribbon(at - half, at + half, float(square.width), color)

    def _add_up(self, total: Row) -> None:
        """Write the weights of a row beside their squares, and their sum behind them."""
        total.align_to(point(self.table.right + _OVER + _GAP), LEFT).set_y(float(self.digits[0].get_y()))
        self.play(LaggedStart(*map(FadeIn, (*self.digits, total)), lag_ratio=0.3), run_time=1.3)


def _along_then_up(start: NDArray[np.float64], end: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """Return points on a way that goes sideways first and then up."""
    across, up = min(share / _TURN, 1.0), max((share - _TURN) / (1 - _TURN), 0.0)
    way: NDArray[np.float64] = (end - start) * np.array([across, up, 0.0])
    return start + way
