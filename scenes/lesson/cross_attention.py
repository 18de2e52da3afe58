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
    GrowFromCenter,
    LaggedStart,
    Mobject,
    ReplacementTransform,
    Square,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from attnmath import attend_with
from scenes.claims import Claim, Measurement, same
from scenes.layout import fit
from scenes.number_format import decimals_that_add, format_number
from scenes.parameters import Phrase, Word, WordsParameters, phrase_words, require_word
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_WIDEST, _THINNEST, _HAIR, _LEAST = 0.36, 0.02, 0.012, 0.02
"""Scene units: the width of a thread for a weight of 1, the least, and the width before there is a weight; the weight
below which none is drawn."""

_APART, _GAP, _TAG, _SQUARE = 0.32, 0.2, 0.62, 0.9
"""Scene units between two words at the least, between a word and a mark, and from a row's baseline to its
name's; a square's side for a weight of 1, as a share of the room for it."""

_LARGER = 1.3
"""The phrases' size as a multiple of the header's."""

_ASCENT, _DESCENT = 1.15, 0.45
"""The height of letters above their baseline and below it, as multiples of a capital's."""

_TURN = 0.6
"""The share of its way into the table's first column that a word spends along the foot, before it rises."""


_ASKED = squish_rate_func(smooth, 0.0, 0.3)
"""The part of a word's asking in which its question leaves."""

_ANSWERED = squish_rate_func(smooth, 0.2, 1.0)
"""The part of it in which ribbons grow."""

_EARLY = squish_rate_func(smooth, 0.0, 0.5)
"""The first half of a motion."""

_LATE = squish_rate_func(smooth, 0.5, 1.0)
"""The second half of a motion."""

_ROW = 0.8
"""Seconds in which a row of the table is filled."""


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
        self.totals = self._totals()
        size = self._size(free.width)
        self.below = self._words(numbers.asking, [theme.ink] * len(numbers.asking), size)
        self.above = self._words(numbers.answering, self.colors, size)
        self.tags = [
            Label(self.says(key), size=self.style.sizes.number, color=color, style=self.style)
            for key, color in (("asks", theme.query), ("answers", theme.key))
        ]
        self.cap = CAP_HEIGHT * UNITS_PER_FONT_UNIT * size
        self._set_rows(free)
        self.dim = VGroup(*(word.copy().set_color(theme.dim) for word in self.above))
        self.threads = [self._threads(place) for place in range(len(numbers.asking))]
        self.web = [self._meetings(place) for place in range(len(numbers.asking))]
        self.questions = [
            laid(Label("?", size=size, color=theme.query, style=self.style).set_x(word.get_x()), Layer.LABEL)
            .on_baseline(self.foot + _GAP / 2)
            for word in self.below
        ]  # fmt: skip
        self._make_pattern()
        row = numbers.shared
        self.digits = [] if row is None else [self._digits(row, column) for column in range(len(numbers.answering))]

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
        return max((float(total.width) + _GAP for total in self.totals), default=0.0)

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
        self.is_flat = self.across > 1.5 * self.high  # digits stand right of their square, and not below it
        self.aside = point(-0.15 * self.across) if self.is_flat else point(0.0, _GAP)
        for word, column in zip(self.above, self.table.columns(*[1.0] * len(numbers.answering)), strict=True):
            word.set_x(float((column.centre + self.aside)[0])).on_baseline(high)

    def _threads(self, place: int) -> VGroup:
        """Return a ribbon from a word to each word that answers it, as wide as its weight."""
        threads = VGroup()
        start = point(float(self.below[place].get_x()), self.foot)
        for column in self._reached(place):
            weight = float(self.numbers.weights[place, column])
            end = point(float(self.above[column].get_x()), self.top)
            threads.add(self._ribbon(start, end, max(_WIDEST * weight, _THINNEST), self.colors[column]))
        return threads

    def _meetings(self, place: int) -> VGroup:
        """Return a thin line from a word's question to every word that it asks."""
        lines, theme = VGroup(), self.style.theme
        start = point(float(self.below[place].get_x()), self.foot + self.cap + 1.5 * _GAP)
        for word in self.above:
            lines.add(self._ribbon(start, point(float(word.get_x()), self.top), _HAIR, theme.dim))
        return lines

    def _reached(self, place: int) -> list[int]:
        """Return the words that a word's ribbons reach."""
        return [column for column, weight in enumerate(self.numbers.weights[place].tolist()) if weight >= _LEAST]

    def _ribbon(self, start: Point, end: Point, width: float, color: str) -> VMobject:
        bend = (end[1] - start[1]) / 2 * UP
        line = VMobject(stroke_color=color, stroke_width=100 * width)
        line.set_points([start, start + bend, end - bend, end])
        return laid(line, Layer.THREAD)

    def _totals(self) -> list[Row]:
        """Return the sums of all rows, as they stand behind them; none where no row's printed weights add up."""
        size = self.style.sizes.number
        if self.numbers.shared is None:
            return []
        return [
            Row([Label("=", size=size, style=self.style), Number(each, size=size, style=self.style)], _GAP)
            for each in self.numbers.sums
        ]

    def _make_pattern(self) -> None:
        """Make the pattern: rows ask, columns answer, squares are weights; one row has its digits, too."""
        numbers, theme, table = self.numbers, self.style.theme, self.table
        rows, columns = numbers.weights.shape
        room = min(self.high, self.across / 2) if self.is_flat else min(self.across, self.high - 2 * _GAP)
        self.unit = _SQUARE * room
        self.titles, self.squares, self.grid = VGroup(), VGroup(), VGroup()
        for row, region in enumerate(table.rows(*[1.0] * rows)):
            title, y = self.below[row].copy(), float(region.centre[1])
            self.titles.add(title.align_to(point(table.left - _GAP), -LEFT).on_baseline(y - self.cap / 2))
            for column, cell in enumerate(region.columns(*[1.0] * columns)):
                side = max(self.unit * float(numbers.weights[row, column]) ** 0.5, 0.045)
                square = colour_area(Square(side, stroke_width=0), self.colors[column], 1.0, self.style)
                self.squares.add(square.move_to(cell.centre + self.aside))
        across_lines = [(point(table.left, y), point(table.right, y))
                        for y in np.linspace(table.bottom, table.top, rows + 1)]  # fmt: skip
        up_lines = [(point(x, table.bottom), point(x, table.top))
                    for x in np.linspace(table.left, table.right, columns + 1)]  # fmt: skip
        for start, end in (*across_lines, *up_lines):
            self.grid.add(thin_line(start, end, theme.dim, self.style.strokes.hair))

    def _digits(self, row: int, column: int) -> Weight:
        """Return a weight's digits beside its square."""
        square = self.squares[row * len(self.numbers.answering) + column]
        digits = Weight(self.numbers.weights[row, column], size=self.style.sizes.number, style=self.style)
        away = self.unit / 2 + _GAP / 2
        if self.is_flat:
            fit(digits, 0.65 * self.across - away)
            return digits.move_to(square.get_center() + point(away + float(digits.width) / 2))
        fit(digits, _SQUARE * self.across)
        return digits.move_to(square.get_center() - point(0.0, away + float(digits.height) / 2))

    # --- Motion ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show both phrases, and who asks; let one word ask; let all ask; show the pattern."""
        numbers, times = self.numbers, self.style.times
        word, answer = numbers.asking[numbers.position], numbers.answering[numbers.strongest]
        with self.beat("phrases"):
            self._introduce()
            self.rest()
        weight = self._digits(numbers.position, numbers.strongest)
        self._put_beside_foot(weight)
        with self.beat("one", word=word, answer=answer, share=format_number(weight.value)):
            self.play(self._ask(numbers.position), run_time=times.first)
            self.play(FadeIn(weight, self.named))
            self.rest()
        with self.beat("all"):
            others = [self._ask(place) for place in range(len(numbers.asking)) if place != numbers.position]
            self.play(LaggedStart(*others, lag_ratio=0.3), run_time=3.2)
            self.rest()
        with self.beat("pattern", rows=len(numbers.asking), columns=len(numbers.answering)):
            self.play(FadeOut(self.named), run_time=times.quick)
            self._tabulate(weight)
            self.last()

    def _introduce(self) -> None:
        """Let both rows arrive, and a question from each word of the lower one go to every word of the upper one."""
        asks, answers = self.tags
        self.play(FadeIn(self.dim, self.below))
        rising = [FadeIn(question, shift=_GAP * UP) for question in self.questions]
        self.play(FadeIn(asks, run_time=self.style.times.move), LaggedStart(*rising, lag_ratio=0.4), run_time=1.2)
        lit = [ReplacementTransform(old, new) for old, new in zip(self.dim, self.above, strict=True)]
        meetings = LaggedStart(*(Create(lines, lag_ratio=0.0) for lines in self.web), lag_ratio=0.3)
        self.play(FadeIn(answers), LaggedStart(*lit, lag_ratio=0.4), meetings, run_time=2.0)

    def _put_beside_foot(self, weight: Weight) -> None:
        """Put a weight beside the foot of its ribbon, on the side where the frame has more room for it."""
        away = _WIDEST / 2 + 0.75 * _GAP + float(weight.width) / 2
        x = float(self.below[self.numbers.position].get_x())
        side = 1 if x + away + float(weight.width) / 2 < self.stage.safe.right else -1
        weight.move_to(point(x + side * away, self.foot + float(weight.height) / 2))
        edge = x + side * (_WIDEST / 2 + 0.75 * _GAP)
        free = (self.stage.safe.right - edge) if side > 0 else (edge - self.stage.safe.left)
        name = Label(self.says("weight"), size=self.style.sizes.tick, within=free, style=self.style)
        name.set_x(edge + side * float(name.width) / 2).on_baseline(float(weight.get_top()[1]) + _GAP)
        self.named = VGroup(*([name] if name.size >= self.style.sizes.least else []))

    def _ask(self, place: int) -> Animation:
        """Let a word's question and the lines to all whom it asks give way to the ribbons to those that answer it."""
        asked = FadeOut(self.questions[place], self.web[place], rate_func=_ASKED)
        return AnimationGroup(asked, *(Create(thread, rate_func=_ANSWERED) for thread in self.threads[place]))

    def _tabulate(self, weight: Weight) -> None:
        """Fill the table row by row, and draw its lines last."""
        for place in range(len(self.numbers.asking)):
            self._fill_row(place, weight)
        self.play(FadeIn(self.grid))
        if self.totals:
            self._add_up(self.totals)

    def _fill_row(self, place: int, weight: Weight) -> None:
        """Let a word go to the head of its row, then its ribbons shrink into squares, below all ribbons still there."""
        columns, reached = len(self.numbers.answering), self._reached(place)
        own = self.squares[place * columns : (place + 1) * columns]
        strokes = [self._as_stroke(own[column], self.colors[column]) for column in reached]
        pairs = zip(self.threads[place], strokes, strict=True)
        motions: list[Animation] = [ReplacementTransform(*pair, rate_func=_LATE) for pair in pairs]
        motions += [GrowFromCenter(own[column], rate_func=_LATE) for column in range(columns) if column not in reached]
        if place == self.numbers.position:
            digits = self._digits(place, self.numbers.strongest)
            motions.append(ReplacementTransform(weight, digits, rate_func=_LATE))
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

    def _add_up(self, totals: Sequence[Row]) -> None:
        """Write a row's weights beside their squares, and their sum behind them; then those of all other rows."""
        numbers, columns = self.numbers, len(self.numbers.answering)
        shown = numbers.strongest if numbers.shared == numbers.position else None
        digits = [each for column, each in enumerate(self.digits) if column != shown]
        for place, total in enumerate(totals):
            level = float(self._digits(place, 0).get_y()) if columns else 0.0
            total.align_to(point(self.table.right + _GAP), LEFT).set_y(level)
        own = totals[numbers.shared or 0]
        self.play(LaggedStart(*map(FadeIn, (*digits, own)), lag_ratio=0.3), run_time=1.3)
        self.play(FadeIn(*(total for total in totals if total is not own)), run_time=self.style.times.quick)


def _along_then_up(start: NDArray[np.float64], end: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """Return points on a way that goes sideways first and then up."""
    across, up = min(share / _TURN, 1.0), max((share - _TURN) / (1 - _TURN), 0.0)
    way: NDArray[np.float64] = (end - start) * np.array([across, up, 0.0])
    return start + way
