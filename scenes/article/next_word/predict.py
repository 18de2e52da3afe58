"""The article's hope: a vector of information for each word, which predicts the next word (section "Our Hope").

Every word's information is a mix of the words up to it, in equal parts; from each mix the next word is predicted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, product

import numpy as np
from manim import (
    RIGHT,
    UP,
    Animation,
    AnimationGroup,
    ApplyMethod,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    Restore,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
    there_and_back,
)

from scenes.article.next_word.choice import Beginning, Predictions, predict
from scenes.article.next_word.claims import PREDICT_CLAIMS
from scenes.article.next_word.foresight import free_place
from scenes.article.next_word.guesses import BARS, GuessList
from scenes.article.next_word.marks import CheckMark, CrossMark
from scenes.article.next_word.mixing import (
    FLOW,
    AverageRecord,
    Glass,
    Stream,
    VectorBlocks,
    between,
    mixed,
    palette,
    rounded,
)
from scenes.article.next_word.score_sum import ScoreSum
from scenes.article.next_word.second_vectors import SecondVectors, most_words
from scenes.motion.live import Live, settle
from scenes.number_format import as_printed, decimals_that_add
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_ICON, _TO_ICON, _RIM = 0.65, 0.25, 0.06
"""Scene units: the height of the icon of the word that comes next, from the word to it, and its rim."""

_WORD_GAP = 0.95
"""Scene units between two predictions, so that a mark of right and wrong has room beside each."""

_SHARE_OF_GAP = 0.42
"""The same as a share of the distance from one to the next, where that is less."""

_UNDER = 0.34
"""Scene units from the phrase's baseline down to what stands below it."""

_SHARES = (1.4, 0.78, 1.8, 0.2, 1.35)
"""Shares of the height: the words' vectors, the lanes, the glasses, a gap, the mixes' vectors."""

_HIGHEST = 8.4
"""Scene units of height that all these take at most: in taller frames, streams would be long."""

_RECORD = 0.32
"""The share of the frame's width that the written sum and average take at most."""

_SUMMED = (3.0, 2.6)
"""Scene units: the least width and height of a column in which a score is added up."""

_AIR = 0.35
"""Scene units between the last glass and the column of the next word."""

_GLASS, _WIDEST_GLASS = 0.56, 1.9
"""The width of a glass: a share of the distance from a word to the next, and in scene units at most."""

_FIRST = 0.42
"""The share of that distance from the left edge to the first word."""

_LAST = 0.75
"""The share of that distance which the last column, of the next word, keeps at least."""

_MOST_UNIT = 0.62
"""Scene units for a number of 1, at most."""

_MOST_FILED = 5
"""The most words of a phrase whose average is written out."""

_LEAST_COLUMN = 1.2
"""Scene units of width that each word keeps where the average is written out."""

_WIDEST = 0.265
"""The share of the frame's width that the last column takes where a score is added up in it."""

_LISTED = 3
"""The words whose scores are shown for a mix."""

_WAY, _BELOW_WORD = 0.8, 0.3
"""Scene units from a glass's content up to the list of scored words, and from there to the phrase's baseline."""

_OVER = 0.4
"""Scene units from a glass's content up to what leaves it over its rim."""

_LOUD = 1.2
"""The factor by which the words grow for a moment when the phrase is whole."""

_ANSWERS, _GROWS = 1.2, 0.45
"""Seconds in which words get their vectors as answers, and the share of that in which each does."""

_POURED, _STIRRED = 0.65, 0.7
"""Seconds in which a glass is filled, and in which it is stirred."""

_SEEN = 0.25
"""Seconds in which the first glass, which has nothing to stir, gets its names and numbers."""

_SPOKEN = 0.65
"""Seconds in which a glass scores the words, and guesses."""

_SWEPT = 0.4
"""Seconds for each glass that is filled in passing."""

_ARRIVED, _FULL = 0.4, 0.88
"""Shares of a pour's time: when it reaches the glass, and when that is full."""


class Predict(PlaneFigure):
    """attention-predict: each word's information comes from its left, and from it the next word is predicted."""

    name = "attention-predict"
    claims = PREDICT_CLAIMS
    world_name = "next-word"
    with_plane = False
    with_record = False
    Parameters = Beginning
    numbers: Predictions
    parameters: Beginning

    @classmethod
    def compute(cls, parameters: Beginning, world: World) -> Predictions:
        """Return the context vector of every beginning of the phrase, and the trained model's prediction after it."""
        return predict(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Predictions) -> Mapping[str, object]:
        """Return the phrase, the vectors and the predictions."""
        return {
            "phrase": " ".join(numbers.words),
            "vectors": "; ".join(format_vector(row) for row in numbers.contexts),
            "guesses": ", ".join(numbers.predicted),
            "word": numbers.predicted[-1],
        }

    def build(self) -> None:
        """Make a column for each word: prediction, word, its vector, the glass, the mix's vector; and the average."""
        numbers = self.numbers
        hues = palette(numbers.words, self.colors_of(numbers.words), self.style)
        self.hues = {word: self.color_of(word) for word in numbers.predicted} | dict(
            zip(numbers.words, hues, strict=True)
        )
        self.colors = [self.hues[word] for word in numbers.words]
        self._set_columns()
        self._set_words()
        self._set_vectors()
        self.streams = [
            [self._stream(source, target) for source in range(target + 1)] for target in range(len(numbers.words))
        ]
        self.lists = self._lists()
        for guess, listed in zip(self.guesses, self.lists, strict=False):
            guess.become(listed.names[0])
        self.ways = [self._way(index) for index in range(len(numbers.words))]
        self.marks = [self._mark(index) for index in range(len(numbers.words) - (not numbers.known))]

    def _set_columns(self) -> None:
        """Find the words' columns and, half-way to the next ones, the glasses'; the next word has the last column.

        What flows from a word into a glass therefore always flows to the right, also into the word's own. Columns stay
        where they are for the whole film. In a wide frame the last one has room for a score that is added up.
        """
        safe, count, style = self.stage.safe, len(self.numbers.words), self.style
        size = self._record_size()
        last = float(Label(self.numbers.predicted[-1], size=style.sizes.hero, style=style).width)
        last = min(last, safe.width / (count + 1))
        if size is not None and self.stage.is_wide:
            last = max(last, min(_WIDEST, 1 / count) * safe.width)
        share = count - 0.5 + _FIRST + _GLASS / 2
        width = (safe.width - _AIR - last) / share
        if last < _LAST * width:
            width = (safe.width - _AIR) / (share + _LAST)
        self.record_size, self.column_width = size, width
        self.glass_width = min(_WIDEST_GLASS, _GLASS * width)
        self.columns = [safe.left + width * (index + _FIRST) for index in range(count)]
        self.glass_columns = [x + width / 2 for x in self.columns]
        self.columns.append((self.glass_columns[-1] + self.glass_width / 2 + _AIR + safe.right) / 2)

    def _record_size(self) -> float | None:
        """Return the type size of the written sum and average; None where there is no room for them."""
        sizes, safe, count = self.style.sizes, self.stage.safe, len(self.numbers.words)
        if count > _MOST_FILED or self.stage.is_portrait:
            return None
        for size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            width = float(self._record([1.0 - at for at in range(len(self.numbers.axes))], size).width)
            enough = (safe.width - width - 0.3) / count >= (1.0 if self.stage.is_wide else 0.8) * _LEAST_COLUMN
            if enough and width <= _RECORD * safe.width:
                return size
        return None

    def _record(self, heights: Sequence[float], size: float) -> AverageRecord:
        """Return the sum of the words' vectors and their average, written on lines of some heights."""
        numbers = self.numbers
        decimals = next((digits for digits in (2, 1, 3) if self._averages(digits)), None)
        return AverageRecord(
            numbers.total,
            numbers.contexts[-1],
            numbers.count,
            heights,
            color=mixed(self.colors, numbers.weights[-1]),
            names=(self.says("sum"), self.says("average")),
            decimals=decimals or 2,
            exact=decimals is not None,
            size=size,
            style=self.style,
        )

    def _averages(self, digits: int) -> bool:
        """Return whether printed numbers, added, are the printed sum, and that, divided, the printed average."""
        numbers = self.numbers
        columns = zip(numbers.embeddings.T.tolist(), numbers.total.tolist(), numbers.contexts[-1].tolist(), strict=True)
        for column, total, average in columns:
            if decimals_that_add(column, total, (digits,)) is None:
                return False
            if as_printed(as_printed(total, digits) / len(column), digits) != as_printed(average, digits):
                return False
        return True

    def _set_words(self) -> None:
        """Make the phrase, the free place for the next word, and below them what is predicted."""
        numbers, style = self.numbers, self.style
        written = [*self.world.written(self.parameters.phrase), numbers.predicted[-1]]
        everything = (*numbers.words, numbers.predicted[-1])
        size = self._word_size(written, numbers.predicted)
        self.words = [self._word(text, word, size) for text, word in zip(written, everything, strict=True)]
        self.guesses = [self._word(word, word, size) for word in numbers.predicted]
        capital = self.words[0].cap_height
        self.base = self.stage.safe.top - 1.25 * capital
        for word, x in zip(self.words, self.columns, strict=True):
            word.set_x(x).on_baseline(self.base)
        for guess, x in zip(self.guesses, self.columns[1:], strict=True):
            guess.set_x(x).on_baseline(self.base - _UNDER - 2.1 * capital)
        self.next_word = self.words[-1]
        self.blank = free_place(self.next_word, self.base, drop=0.14, over=0.0, style=style)
        self.blank.set_stroke(style.theme.ink)
        question = Label("?", size=size, color=style.theme.ink, style=style)
        question.set_x(self.columns[-1]).on_baseline(self.base)
        self.asked = [*self.words[:-1], self.blank, question]

    def _word(self, text: str, word: str, size: float) -> Label:
        return Label(text, size=size, color=self.hues[word], within=1.6 * self.column_width, style=self.style)

    def _word_size(self, *rows: Sequence[str]) -> float:
        """Return the type size with which neighbours keep apart."""
        style = self.style
        whole = size = style.sizes.hero
        for row in rows:
            widths = [float(Label(word, size=whole, style=style).width) for word in row]
            places = self.columns[-len(row) :]
            for (one, other), (left, right) in zip(pairwise(widths), pairwise(places), strict=True):
                size = min(
                    size, whole * (right - left - min(_WORD_GAP, _SHARE_OF_GAP * (right - left))) / ((one + other) / 2)
                )
            size = min(size, whole * 2 * (self.stage.safe.right - places[-1]) / widths[-1])
        return max(size, style.sizes.least)

    def _set_vectors(self) -> None:
        """Make every word's vector, every glass, and the vector of what is in it."""
        numbers, style, view = self.numbers, self.style, self.view
        top, low = self.base - _UNDER, view.foot + 0.1 + 0.55 * view.foot_lines
        self.large = Region(self.stage.safe.left, self.stage.safe.right, low, top - 0.1)
        spare = max(top - low - _HIGHEST, 0.0) / 2
        frame = Region(self.stage.safe.left, self.stage.safe.right, low + spare, top - 0.6 * spare)
        own, lanes, inside, _, mixes = frame.rows(*_SHARES)
        self.lanes = lanes
        largest = max(float(numbers.embeddings.abs().max()), 1e-9)
        self.unit = min(_MOST_UNIT, 0.42 * self.column_width / largest)
        sizes = style.sizes.number, style.sizes.tick, style.sizes.note, style.sizes.least
        size = self._number_size(sizes, 0.44 * self.column_width, own.height / len(numbers.axes))

        def box(rows: Region, x: float, width: float) -> Region:
            return Region(x - width / 2, x + width / 2, rows.bottom, rows.top)

        width = 2 * largest * self.unit
        places = range(len(numbers.words))
        self.vectors = [
            VectorBlocks(row, color, box(own, x, width), self.unit, size=size, style=style)
            for row, color, x in zip(numbers.embeddings, self.colors, self.columns, strict=False)
        ]
        self.large_vectors = self._large_vectors(largest)
        self.glasses = [
            Glass(
                numbers.words[: index + 1],
                numbers.weights[index, : index + 1],
                self.colors[: index + 1],
                box(inside, self.glass_columns[index], self.glass_width),
                style=style,
            )
            for index in places
        ]
        self.mixes = [
            VectorBlocks(
                numbers.contexts[index],
                self.glasses[index].hue,
                box(mixes, self.glass_columns[index], width),
                self.unit,
                parts=numbers.embeddings[: index + 1],
                colors=self.colors[: index + 1],
                size=size,
                style=style,
            )
            for index in places
        ]
        self._set_sums(inside, mixes)

    def _set_sums(self, inside: Region, mixes: Region) -> None:
        """Write the words' sum and average on the lines of their vectors, and find room for the last guess's score."""
        numbers, style, safe, count = self.numbers, self.style, self.stage.safe, len(self.numbers.words)
        self.record, self.pluses = None, VGroup()
        left = max(float(self.mixes[-1].get_right()[0]), self.glass_columns[-1] + self.glass_width / 2) + 0.36
        if self.record_size is not None:
            lines = self.vectors[0].heights
            self.record = self._record(lines, self.record_size)
            start = self.columns[count - 1] + self.column_width / 2
            free = max((safe.right - start - float(self.record.width)) / 2, 0.0)
            self.record.shift(point(start + min(free, 0.3) - float(self.record.get_left()[0]), 0.0))
            for x in self.columns[1:count]:
                for y in lines:
                    plus = Label("+", size=self.record_size, style=style)
                    self.pluses.add(plus.move_to(point(x - self.column_width / 2, y)))
        room = Region(left, safe.right, mixes.bottom, self.base - 0.55)
        self.beside = room.width >= _SUMMED[0] and room.height >= _SUMMED[1]
        if not self.beside:
            room = Region(safe.left, safe.right, inside.top + 0.35, self.base - _UNDER)
        self.second = self._second_vectors(room)
        best = numbers.vocabulary.index(numbers.predicted[-1])
        self.summed = ScoreSum(
            self.says("answer", word=numbers.predicted[-1]),
            numbers.answers[best],
            numbers.context,
            numbers.products,
            numbers.scores[-1, best],
            self.says("score"),
            room,
            colors=(self.hues[numbers.predicted[-1]], self.glasses[-1].hue),
            style=style,
        )

    def _second_vectors(self, room: Region) -> SecondVectors:
        """Return the vectors that the phrase's last words and the next one have as answers, in a region."""
        numbers, most = self.numbers, most_words(room)
        last = numbers.predicted[-1]
        read = [word for word in dict.fromkeys(numbers.words) if word != last]
        words = [*read[max(len(read) - most + 1, 0) :], last]
        rows = [numbers.vocabulary.index(word) for word in words]
        left = len(numbers.vocabulary) - len(words)
        return SecondVectors(
            words,
            numbers.answers[rows],
            [self.hues[word] for word in words],
            room,
            head=self.says("answers"),
            more=self.says("more", count=left) if left else "",
            style=self.style,
        )

    def _number_size(self, sizes: Sequence[float], room: float, pitch: float) -> float | None:
        """Return the largest of sizes at which numbers fit beside blocks, or None.

        Args:
            sizes: manim font units, the largest first.
            room: scene units from the zero line to the side.
            pitch: scene units from a block to the next.
        """
        numbers = self.numbers
        values = [float(value) for value in (*numbers.embeddings.flatten(), *numbers.contexts.flatten())]
        for size in sizes:
            width = max(float(Number(value, size=size, style=self.style).width) for value in values)
            if width + 0.12 <= room and 0.0125 * size <= pitch:
                return size
        return None

    def _large_vectors(self, largest: float) -> list[VectorBlocks]:
        """Return the words' vectors as they are seen first, when they have the frame's height for themselves."""
        numbers, rows, style = self.numbers, self.large, self.style
        room = (_FIRST - 0.01) * self.column_width
        height = min(0.94 * rows.height, 1.35 * len(numbers.axes))
        sizes = style.sizes.hero, style.sizes.formula, style.sizes.number, style.sizes.tick, style.sizes.least
        size = self._number_size(sizes, 0.46 * self.column_width, height / len(numbers.axes))
        free = (rows.height - height) / 2
        regions = [Region(x - room, x + room, rows.bottom + free, rows.top - free) for x in self.columns[:-1]]
        return [
            VectorBlocks(row, color, region, min(1.15, room / largest), size=size, style=style)
            for row, color, region in zip(numbers.embeddings, self.colors, regions, strict=True)
        ]

    def _stream(self, source: int, target: int) -> Stream:
        """Return what flows from a word into a glass; streams from farther left run lower and fall farther left."""
        region, count = self.glasses[target].region, target + 1
        fall = region.left + region.width * (source + 1) / (count + 1)
        lanes = self.lanes.inset(bottom=0.3)
        lane = lanes.bottom + lanes.height * (source + 1) / (len(self.numbers.words) + 1)
        start = point(self.columns[source], self.lanes.top + 0.04)
        width = min(FLOW, 60.0 * region.width / (count + 1), 90.0 * lanes.height / (len(self.numbers.words) + 1))
        return Stream(start, lane, point(fall, region.bottom), self.colors[source], width=width, style=self.style)

    def _lists(self) -> list[GuessList]:
        """Return a list for each mix, with the words it scores highest; no lists where there is no room."""
        sizes = self.style.sizes
        tried = sizes.number, sizes.tick, sizes.note, sizes.least
        for size, bar in [*product(tried, BARS), *product(tried, [0.0])]:
            made = [self._list(index, size, bar) for index in range(len(self.guesses))]
            if all(listed.fits(region) for listed, region in made):
                return [listed for listed, _ in made]
        return []

    def _list(self, index: int, size: float, bar: float) -> tuple[GuessList, Region]:
        """Return the list of a mix, below the next word's place, and its room."""
        x, numbers = self.columns[index + 1], self.numbers
        half = 0.49 * self.column_width
        x = min(x, self.stage.safe.right - half)
        low = self.glasses[index].region.top + _WAY
        region = Region(x - half, x + half, low, self.base - _BELOW_WORD)
        scores, order = numbers.scores[index].sort(descending=True, stable=True)
        best = numbers.scores.sort(descending=True).values[:, :_LISTED]
        listed = GuessList(
            [numbers.vocabulary[row] for row in order[:_LISTED].tolist()],
            scores[:_LISTED].tolist(),
            self.hues[numbers.predicted[index]],
            region,
            size=size,
            bar=bar,
            ends=(float(best.min()), float(best.max())),
            style=self.style,
        )
        return listed, region

    def _way(self, index: int) -> VMobject:
        """Return the way out of a glass, over its rim to the right, and up to the word that it predicts."""
        glass, guess, stroke = self.glasses[index], self.guesses[index], self.style.strokes.bold
        region, x = glass.region, self.columns[index + 1]
        start = point(float(region.centre[0]) + 0.25 * region.width, region.top)
        tip = point(x, guess.baseline - 0.26)
        if self.lists:
            tip = point(x, min(listed.foot for listed in self.lists) - 0.1)
        over = region.top + _OVER
        way = rounded([start, point(float(start[0]), over), point(x, over), tip], 0.2).set_stroke(glass.hue, stroke)
        head = VMobject().set_stroke(glass.hue, stroke)
        head.set_points_as_corners([tip + point(-0.13, -0.16), tip, tip + point(0.13, -0.16)])
        return VGroup(way, head)

    def _mark(self, index: int) -> VMobject:
        """Return the mark beside a prediction: whether that word does come next."""
        guess, theme, numbers = self.guesses[index], self.style.theme, self.numbers
        right = index == len(numbers.words) - 1 or numbers.predicted[index] == numbers.words[index + 1]
        size = 0.72 * guess.cap_height
        mark = (CheckMark if right else CrossMark)(theme.ink, size=size, style=self.style)
        if self.lists:
            return mark.move_to(self.lists[index].mark_place)
        return mark.move_to(point(float(guess.get_right()[0]) + 0.9 * guess.cap_height, guess.baseline + 0.45 * size))

    def tell(self) -> None:
        """Show the phrase, the words' vectors, what flows into each, and what each mix predicts."""
        numbers = self.numbers
        said, last = " ".join(numbers.words), numbers.predicted[-1]
        right = numbers.predicted[:-1] == numbers.words[1:]
        with self.beat("question", phrase=said):
            self._ask()
        with self.beat("vectors"):
            self._show_vectors()
        with self.beat("mix"):
            self._mix()
        with self.beat("last", count=len(numbers.words)):
            self._mix_last()
        with self.beat("answers"):
            self._show_answers()
        with self.beat("predict", word=last):
            self._score()
        text = "complete" if right else "complete-wrong"
        with self.beat("complete", text=text, count=len(numbers.vocabulary), word=last):
            self._complete()

    def _ask(self) -> None:
        """Show the phrase, large, with a free place at its end."""
        times = self.style.times
        for piece in self.asked:
            piece.save_state()
        self._set_large(float(self.large.centre[1]) + 0.2)
        words = [FadeIn(word, shift=0.15 * UP) for word in self.words[:-1]]
        self.play(LaggedStart(*words, lag_ratio=0.3), run_time=times.move)
        self.play(Create(self.blank), FadeIn(self.asked[-1]), run_time=times.quick)
        self.rest()

    def _set_large(self, base: float) -> None:
        """Set the phrase in one line, as large as there is room for, on a baseline."""
        pieces = [*self.words[:-1], self.blank]
        widths = [float(piece.width) for piece in pieces]
        space = 1.6 * self.words[0].cap_height + 0.1
        room = 0.94 * self.stage.safe.width
        factor = max(min(2.3, room / (sum(widths) + space * (len(widths) - 1))), 0.5)
        x = -factor * (sum(widths) + space * (len(widths) - 1)) / 2
        for piece, width in zip(pieces, widths, strict=True):
            place = float(piece.get_x())
            for each in (piece, self.asked[-1]) if piece is self.blank else (piece,):
                each.scale(factor, about_point=point(place, self.base))
                each.shift(point(x + factor * width / 2 - place, base - self.base))
            x += factor * (width + space)

    def _show_vectors(self) -> None:
        """Let the phrase rise, and every word's blocks grow out of their zero lines; then their numbers appear."""
        times, vectors = self.style.times, self.large_vectors
        risen = [Restore(piece, rate_func=squish_rate_func(smooth, 0.0, 0.5)) for piece in self.asked]

        def grow(share: float) -> None:
            for vector in vectors:
                vector.grow(max(share, 1e-3))

        pieces = [piece for vector in vectors for piece in (vector.blocks, vector.shine)]
        self.add(*pieces)
        grown, late = squish_rate_func(smooth, 0.45, 0.85), squish_rate_func(smooth, 0.7, 1.0)
        said = [FadeIn(vector.zero, rate_func=squish_rate_func(smooth, 0.35, 0.5)) for vector in vectors]
        said += [FadeIn(vector.numbers, rate_func=late) for vector in vectors if len(vector.numbers)]
        self.play(*risen, Live(pieces, grow, rate_func=grown), *said, run_time=0.75 * times.first)
        self.rest()

    def _mix(self) -> None:
        """Make room for the glasses, and fill and stir them one after the other; those amid many words faster."""
        times, count = self.style.times, len(self.numbers.words)
        smaller = [ReplacementTransform(*pair) for pair in zip(self.large_vectors, self.vectors, strict=True)]
        late = squish_rate_func(smooth, 0.5, 1.0)
        empty = [piece for glass, mix in zip(self.glasses, self.mixes, strict=True)
                 for piece in (glass.outline, glass.shine, mix.zero)]  # fmt: skip
        self.play(*smaller, *(FadeIn(piece, rate_func=late) for piece in empty), run_time=times.move)
        for target in range(count - (self.record is None)):
            slow = target < 2 or target == count - 1
            self.play(self._pour(target), run_time=_POURED if slow else _SWEPT)
            self.play(self._stir(target), run_time=(_STIRRED if target else _SEEN) if slow else _SWEPT)
        self.rest()

    def _mix_last(self) -> None:
        """Add the words' vectors and divide them, line by line; without room for that, fill and stir the last glass."""
        target, record = len(self.numbers.words) - 1, self.record
        if record is None:
            self.play(self._pour(target), run_time=_POURED)
            self.play(self._stir(target), run_time=_STIRRED)
        else:
            self._add_up(record)
        self.rest()

    def _add_up(self, record: AverageRecord) -> None:
        """Work out the average's first number slowly, then the others; each is one that the last glass has."""
        times, pluses, count = self.style.times, list(self.pluses), len(record.lines)
        for row, (total, by, average) in enumerate(record.lines):
            added = FadeIn(*pluses[row::count], total)
            found = ApplyMethod(self.mixes[-1].numbers[row].scale, _LOUD, rate_func=there_and_back)
            if row == 0:
                self.play(added, FadeIn(record.total[0]), run_time=times.quick)
                self.play(FadeIn(by), run_time=times.quick)
                self.play(FadeIn(average, record.title), found, run_time=times.quick)
            else:
                self.play(LaggedStart(added, FadeIn(by), FadeIn(average), found, lag_ratio=0.4), run_time=times.quick)

    def _pour(self, target: int) -> Animation:
        """Return how words flow into a glass, layer upon layer, and their numbers' blocks come to lie together."""
        glass, streams, mix = self.glasses[target], self.streams[target], self.mixes[target]
        self.add(glass.contents, *streams, glass.outline, mix.zero, mix.blocks)

        def follow(time: float) -> None:
            full = between(time, 0.85 * _ARRIVED, _FULL)
            glass.fill(max(full, 1e-4), 0.05 * float(np.sin(np.pi * full)))
            mix.draw(max(full, 1e-3), 0.0)
            dry = smooth(between(time, 0.72, 1.0))
            for stream in streams:
                stream.flow(smooth(min(time / _ARRIVED, 1.0)), glass.surface(full), dry)

        moving = [glass.contents, *streams, mix.blocks, mix.shine, mix.zero]
        return Live(moving, follow, rate_func=lambda time: time)

    def _stir(self, target: int) -> Animation:
        """Return how a glass is stirred until it has one colour, while all blocks of a number come to one length."""
        glass, mix = self.glasses[target], self.mixes[target]
        late = squish_rate_func(smooth, 0.88, 1.0)
        said = [FadeIn(text, rate_func=late) for text in (*glass.names, *mix.numbers)]
        shine = FadeIn(mix.shine, rate_func=late)
        if target == 0:
            self.add(mix.shine)
            return AnimationGroup(shine, *said)
        self.add(glass.spoon)

        def follow(time: float) -> None:
            share = between(time, 0.08, 0.86)
            glass.stir(share)
            mix.draw(1.0, share)
            glass.spoon.set_stroke(opacity=min(time / 0.08, 1.0) * (1 - between(time, 0.84, 0.98)))

        stirred = Live([glass.contents, glass.spoon, mix.blocks, mix.shine], follow, rate_func=lambda time: time)
        return AnimationGroup(stirred, *said)

    def _show_answers(self) -> None:
        """Let every word's second vector, the one it has as an answer, grow in turn where there is room for it."""
        times, second = self.style.times, self.second
        gone = [*self.pluses, *([] if self.record is None else [self.record])]
        gone += [] if self.beside else self.vectors  # beside them they can stay
        come = [second.head, second.zeros, second.more]
        early, late = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.5, 1.0)
        changed: list[Animation] = [FadeOut(piece, rate_func=early) for piece in gone]
        changed += [FadeIn(piece, rate_func=late) for piece in come]
        self.play(*changed, run_time=1.5 * times.quick)
        self.add(*second.bars)
        count = len(second.names)
        starts = [(1 - _GROWS) * index / max(count - 1, 1) for index in range(count)]

        def grow(time: float) -> None:
            for index, start in enumerate(starts):
                second.grow_word(index, settle(between(time, start, start + _GROWS)))

        named = [
            FadeIn(name, rate_func=squish_rate_func(smooth, start, start + 0.5 * _GROWS))
            for name, start in zip(second.names, starts, strict=True)
        ]
        self.play(Live(second.bars, grow, rate_func=linear), *named, run_time=_ANSWERS)
        self.rest()

    def _score(self) -> None:
        """Let the last mix flow to the bars of an answer: the products of each two add up to its score."""
        times, summed, second = self.style.times, self.summed, self.second
        gone = [second.head, second.zeros, *second.names, *second.bars[:-1], second.more]
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.7, 1.0)
        moved = squish_rate_func(smooth, 0.25, 0.9)
        said: list[Animation] = [FadeOut(piece, rate_func=early) for piece in gone]
        said += [FadeIn(piece, rate_func=late) for piece in (summed.head, summed.zeros)]
        pairs = zip(second.bars[-1], summed.answers, strict=True)
        self.play(*(ReplacementTransform(*pair, rate_func=moved) for pair in pairs), *said, run_time=times.slow)
        self.play(self._flow(), run_time=times.slow)
        self.play(LaggedStart(*map(FadeIn, summed.lines), lag_ratio=0.6), run_time=times.move)
        self.play(FadeIn(summed.sum), run_time=times.quick)
        self.rest()

    def _flow(self) -> Animation:
        """Return how the last mix flows over its glass's rim to the answer's bars, and becomes bars beside them."""
        summed, region = self.summed, self.glasses[-1].region
        start = point(float(region.centre[0]) + 0.25 * region.width, region.top)
        pipes = summed.pipes(start, region.top + _OVER, way=0.14) if self.beside else []
        self.add(*pipes, summed.mixes)

        def follow(time: float) -> None:
            for pipe in pipes:
                pipe.flow(smooth(between(time, 0.0, 0.5)), smooth(between(time, 0.6, 1.0)))
            for place in range(len(summed.lines)):
                summed.draw(place, max(smooth(between(time, 0.45, 0.9)), 1e-3))

        follow(0.0)
        return Live([*pipes, summed.mixes], follow, rate_func=linear)

    def _speak(self, index: int) -> Animation:
        """Return how a way grows out of a glass, and at its end the guess: the highest of the words' scores."""
        way, head = self.ways[index]
        made = [
            Create(way, rate_func=squish_rate_func(smooth, 0.1, 0.45)),
            FadeIn(head, rate_func=squish_rate_func(smooth, 0.4, 0.5)),
        ]
        late = squish_rate_func(smooth, 0.45, 0.6)
        guess = self.guesses[index]
        if not self.lists:
            return AnimationGroup(*made, FadeIn(guess, shift=point(0.0, 0.15), rate_func=late))
        listed = self.lists[index]
        first = 1 if index == len(self.guesses) - 1 else 0  # what was added up is the list's first line already
        names = [FadeIn(name, rate_func=late) for name in (guess, *listed.names[1:])[first:]]
        scores = [FadeIn(number, rate_func=squish_rate_func(smooth, 0.8, 1.0)) for number in listed.numbers[first:]]
        places = range(first, len(listed.names))
        self.add(*listed.bars[first:])
        grown = Live(listed.bars[first:], lambda share: listed.grow(smooth(between(share, 0.5, 0.95)), places),
                     rate_func=linear)  # fmt: skip
        return AnimationGroup(*made, *names, grown, *scores)

    def _file(self) -> None:
        """Let what was added up leave, and its score go into the last list, as its first line with a bar."""
        times, summed = self.style.times, self.summed
        gone = [summed.head, summed.zeros, summed.answers, summed.mixes, *summed.lines, *summed.sum[:-1]]
        gone += self.vectors if self.beside else []
        if not self.lists:
            self.play(*map(FadeOut, (*gone, summed.score)), run_time=times.quick)
            return
        listed, late, early = self.lists[-1], squish_rate_func(smooth, 0.6, 1.0), squish_rate_func(smooth, 0.0, 0.3)
        self.add(*listed.bars[:1])
        grown = Live(listed.bars[:1], lambda share: listed.grow(share, [0]), rate_func=late)
        moved = squish_rate_func(smooth, 0.2, 0.8)
        filed = ReplacementTransform(summed.score, listed.numbers[0], rate_func=moved)
        left = [FadeOut(piece, rate_func=early) for piece in gone]
        self.play(filed, *left, FadeIn(self.guesses[-1], rate_func=late), grown, run_time=times.move)

    def _complete(self) -> None:
        """Let every mix score the words and guess the best; the last guess goes into the free place."""
        times, guess, place, last = self.style.times, self.guesses[-1], self.next_word, len(self.guesses) - 1
        self._file()
        marked: list[Animation] = []
        for index in range(last + 1):
            pace = _SPOKEN if index < 2 or index == last else times.each
            self.play(self._speak(index), *marked, run_time=pace)
            marked = [Create(mark) for mark in self.marks[index : index + 1]]
        gone = [FadeOut(piece, rate_func=squish_rate_func(smooth, 0.0, 0.3)) for piece in (self.asked[-1], self.blank)]
        louder = [ApplyMethod(word.scale, _LOUD, rate_func=there_and_back) for word in self.words[:-1]]
        said = ReplacementTransform(guess.copy() if self.lists else guess, place)  # in its list the guess stays
        late = squish_rate_func(smooth, 0.7, 1.0)
        pictured = [FadeIn(icon, scale=0.6, rate_func=late) for icon in self._picture(place)]
        self.play(*gone, LaggedStart(*louder, said, lag_ratio=0.3), *marked, *pictured, run_time=times.move)
        self.hold()

    def _picture(self, place: Label) -> list[VMobject]:
        """Return the icon of the word that comes next, behind it, if it has one and the frame has room for it."""
        word, style = place.text.lower(), self.style
        if not has_icon(word, style):
            return []
        icon = ShadedIcon(word, place.color.to_hex(), height=_ICON, style=style)
        icon.next_to(place, RIGHT, buff=_TO_ICON)
        icon.shift(point(0.0, min(self.stage.safe.top - _RIM - float(icon.get_top()[1]), 0.0)))
        return [laid(icon, Layer.LABEL)] if float(icon.get_right()[0]) <= self.stage.safe.right - _RIM else []
