"""The article's hope: a vector of information for each word, which predicts the next word (section "Our Hope").

Every word's information is a mix of the words up to it, in equal parts; from each mix the next word is predicted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise

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
    MoveToTarget,
    ReplacementTransform,
    Restore,
    Transform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
    there_and_back,
)

from scenes.article.next_word.candidates import Candidates
from scenes.article.next_word.choice import Beginning, Predictions, predict
from scenes.article.next_word.claims import PREDICT_CLAIMS
from scenes.article.next_word.foresight import free_place
from scenes.article.next_word.guesses import GuessList
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
from scenes.motion.live import Live, settle
from scenes.number_format import as_printed, decimals_that_add
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_ICON, _TO_ICON = 0.65, 0.25
"""Scene units: the least width of the icon of the word that comes next, and from the last glass to it."""

_GROWN, _WIDE_GLASS, _HIGH_GLASS = 1.4, 0.8, 0.48
"""The factor by which glasses are larger at the end, at most; their width and height then, as shares of a column's and
of the room below the phrase, at most."""

_LOWER, _LOUDEST = 0.6, 1.8
"""By how much the phrase then stands lower, as a share of a capital; the factor by which its last word has grown."""

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

_AIR = 0.35
"""Scene units between the last glass and the column of the next word."""

_GLASS, _WIDEST_GLASS = 0.56, 1.9
"""The width of a glass: a share of the distance from a word to the next, and in scene units at most."""

_FIRST = 0.42
"""The share of that distance from the left edge to the first word."""

_LAST = 0.75
"""The share of that distance which the last column, of the next word, keeps at least."""

_MOST_UNIT, _LARGEST_UNIT = 0.62, 1.15
"""Scene units for a number of 1, at most; the same where the words' vectors have the whole frame."""

_MOST_FILED = 5
"""The most words of a phrase whose average is written out."""

_LEAST_COLUMN = 1.2
"""Scene units of width that each word keeps where the average is written out."""

_WIDEST = 0.2
"""The share of the frame's width that the last column takes in a wide frame, for its list of scored words."""

_WAY, _BELOW_WORD = 0.95, 0.1
"""Scene units from a glass's content up to the list of scored words, and from there to the word that comes next."""

_OVER = 0.55
"""Scene units from a glass's content up to what leaves it over its rim."""

_LOUD = 1.2
"""The factor by which the words grow when the phrase is whole, and for a moment when they are guessed."""

_ANSWERS, _GROWS = 1.0, 0.6
"""Seconds in which words get their vectors as answers, and the share of that in which each does."""

_SCORED = (0.95, 0.45, 0.75, 0.3)
"""Seconds in which the mix slides to the first word, and in which each product is found; then the same for the next."""

_SQUEEZED = 0.7
"""The least factor by which all bars may be shorter than they could be, so that those of answers have their scale."""

_POURED, _STIRRED = 0.8, 0.9
"""Seconds in which a glass is filled, and in which it is stirred."""

_SEEN = 0.25
"""Seconds in which the first glass, which has nothing to stir, gets its names and numbers."""

_SPOKEN = 0.9
"""Seconds in which a glass guesses."""

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
        self._set_end()
        self.listed = self._list()
        if self.listed is not None:
            self.guesses[-1] = self.listed.names[0]
        self.ways = [self._way(index) for index in range(len(numbers.words))]
        self.marks = [self._mark(index) for index in range(len(numbers.words) - (not numbers.known))]

    def _set_columns(self) -> None:
        """Find the words' columns and, half-way to the next ones, the glasses'; the next word has the last column.

        What flows from a word into a glass therefore always flows to the right, also into the word's own. Columns stay
        where they are for the whole film. In a wide frame the last one has room for its list of words.
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
        numbers, view = self.numbers, self.view
        top, low = self.base - _UNDER, view.foot + 0.1 + 0.55 * view.foot_lines
        self.large = Region(self.stage.safe.left, self.stage.safe.right, low, top - 0.1)
        spare = max(top - low - _HIGHEST, 0.0) / 2
        frame = Region(self.stage.safe.left, self.stage.safe.right, low + spare, top - 0.6 * spare)
        own, lanes, inside, _, mixes = frame.rows(*_SHARES)
        self.lanes = lanes
        largest = max(float(numbers.embeddings.abs().max()), 1e-9)
        self.unit = min(_MOST_UNIT, 0.42 * self.column_width / largest)
        self.candidates = self._candidates(Region(frame.left, frame.right, low, self.base - 0.42))
        if self.candidates.unit >= _SQUEEZED * self.unit:
            self.unit = self.candidates.unit
        self.wide_columns = self._wide_columns()
        self.large_vectors = self._large_vectors(largest)
        self._fill(own, inside, mixes, 2 * largest * self.unit)
        self._set_sum()

    def _fill(self, own: Region, inside: Region, mixes: Region, width: float) -> None:
        """Make the words' vectors, the glasses, and the vectors of what is in them, each in its column.

        Args:
            own: the rows of the words' vectors.
            inside: of the glasses.
            mixes: of their vectors.
            width: scene units that a vector takes.
        """
        numbers, style = self.numbers, self.style
        sizes = style.sizes.number, style.sizes.tick, style.sizes.note, style.sizes.least
        size = self._number_size(sizes, 0.44 * self.column_width, own.height / len(numbers.axes))

        def box(rows: Region, x: float, width: float) -> Region:
            return Region(x - width / 2, x + width / 2, rows.bottom, rows.top)

        places = range(len(numbers.words))
        self.vectors = [
            VectorBlocks(row, color, box(own, x, width), self.unit, size=size, style=style)
            for row, color, x in zip(numbers.embeddings, self.colors, self.columns, strict=False)
        ]
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

    def _set_sum(self) -> None:
        """Write the words' sum and average on the lines of their vectors."""
        style, safe, count = self.style, self.stage.safe, len(self.numbers.words)
        self.record, self.pluses = None, VGroup()
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

    def _candidates(self, region: Region) -> Candidates:
        """Return the best word after the last mix beside the second best, with their scores, in a region."""
        numbers = self.numbers
        rows = list(numbers.compared)
        return Candidates(
            numbers.rivals,
            numbers.answers[rows],
            numbers.context,
            numbers.products,
            numbers.scores[-1, rows],
            region,
            unit=self.unit,
            parts=numbers.embeddings,
            part_colors=self.colors,
            colors=(self.hues[numbers.predicted[-1]], mixed(self.colors, numbers.weights[-1])),
            total=self.says("score"),
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

    def _wide_columns(self) -> tuple[list[float], float]:
        """Return where the words' columns stand over the frame's full width, and how wide each of them is.

        The free place for the next word is then at the right edge, at the end of the phrase.
        """
        safe, words = self.stage.safe, self.words
        blank = float(self.blank.width)
        room = safe.width - blank - _WORD_GAP - float(words[-2].width) / 2  # up to the last word's middle
        width = min(safe.width / len(self.numbers.words), room / (len(self.numbers.words) - 0.5))
        if width <= self.column_width:
            return self.columns, self.column_width
        columns = [safe.left + width * (index + 0.5) for index in range(len(self.numbers.words))]
        return [*columns, safe.right - blank / 2], width

    def _large_vectors(self, largest: float) -> list[VectorBlocks]:
        """Return the words' vectors as they are seen first, when they have the whole frame for themselves."""
        numbers, rows, style = self.numbers, self.large, self.style
        columns, width = self.wide_columns
        room = (0.5 if width > self.column_width else _FIRST) * width - 0.01
        height = min(0.94 * rows.height, 1.35 * len(numbers.axes))
        sizes = style.sizes.hero, style.sizes.formula, style.sizes.number, style.sizes.tick, style.sizes.least
        size = self._number_size(sizes, 0.46 * width, height / len(numbers.axes))
        free = (rows.height - height) / 2
        regions = [Region(x - room, x + room, rows.bottom + free, rows.top - free) for x in columns[:-1]]
        return [
            VectorBlocks(row, color, region, min(_LARGEST_UNIT, 0.94 * room / largest), size=size, style=style)
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

    def _set_end(self) -> None:
        """Set the picture at the end: larger glasses with nothing below them, and the last word as it grows."""
        outline, room = self.glasses[-1].outline, self.base - self.large.bottom
        wide, high = float(outline.width), float(outline.height)
        factor = min(_GROWN, _WIDE_GLASS * self.column_width / wide, _HIGH_GLASS * room / high)
        foot = max(self.large.bottom, self.base - _HIGHEST)
        self.end_glasses = [glass.enlarged(factor, foot) for glass in self.glasses]
        place, x = self.next_word, self.columns[-1]
        self.end_base = self.base - _LOWER * place.cap_height
        before = float(self.words[-2].get_x()) + _LOUD * float(self.words[-2].width) / 2
        beside = min(self.stage.safe.right - x, x - before - _WORD_GAP / 2)
        grown = max(min(_LOUDEST, 2 * beside / float(place.width)), 1.0)
        place.scale(grown, about_point=point(x, self.base)).shift(point(0.0, self.end_base - self.base))

    def _list(self) -> GuessList | None:
        """Return the words that the last mix was compared with, and their scores; nothing where there is no room."""
        numbers, sizes, safe = self.numbers, self.style.sizes, self.stage.safe
        x, low = self.columns[-1], self.end_glasses[-1].region.top + _WAY
        half = min(safe.right - x, 0.55 * self.column_width)
        region = Region(x - half, x + half, low, float(self.next_word.get_bottom()[1]) - _BELOW_WORD)
        rows = list(reversed(numbers.compared))
        words, scores = [numbers.vocabulary[row] for row in rows], numbers.scores[-1, rows].tolist()
        for size in (sizes.formula, sizes.head, sizes.number, sizes.tick, sizes.note, sizes.least):
            listed = GuessList(words, scores, self.hues[words[0]], region, size=size, style=self.style)
            if listed.fits(region):
                return listed
        return None

    def _right(self, index: int) -> bool:
        """Return whether a mix predicts the word that does come next."""
        numbers = self.numbers
        return index == len(numbers.words) - 1 or numbers.predicted[index] == numbers.words[index + 1]

    def _tip(self, index: int) -> Point:
        """Return where a way ends: below the word itself if that is the guess, else below the guess or the list."""
        guess, x, capital = self.guesses[index], self.columns[index + 1], self.words[0].cap_height
        if index == len(self.guesses) - 1 and self.listed is not None:
            return point(x, self.listed.foot - 0.1)
        return point(x, self.end_base - _LOUD * 0.6 * capital if self._right(index) else guess.baseline - 0.26)

    def _way(self, index: int) -> VMobject:
        """Return the way out of a glass, over its rim to the right, and up to the word that it predicts."""
        glass, stroke = self.end_glasses[index], self.style.strokes.bold
        region, x, tip = glass.region, self.columns[index + 1], self._tip(index)
        start = point(float(region.centre[0]) + 0.25 * region.width, region.top)
        over = region.top + _OVER
        way = rounded([start, point(float(start[0]), over), point(x, over), tip], 0.2).set_stroke(glass.hue, stroke)
        head = VMobject().set_stroke(glass.hue, stroke)
        head.set_points_as_corners([tip + point(-0.13, -0.16), tip, tip + point(0.13, -0.16)])
        return VGroup(way, head)

    def _mark(self, index: int) -> VMobject:
        """Return the mark beside a prediction: whether that word does come next."""
        guess, theme, right = self.guesses[index], self.style.theme, self._right(index)
        capital = self.words[0].cap_height
        mark = (CheckMark if right else CrossMark)(theme.ink, size=0.72 * capital, style=self.style)
        if index == len(self.guesses) - 1 and self.listed is not None:
            return mark.move_to(self.listed.mark_place)
        if right:  # beside the way, as the word is the guess itself
            return mark.move_to(self._tip(index) + point(0.95 * capital, -0.5 * capital))
        return mark.move_to(point(float(guess.get_right()[0]) + 0.9 * capital, guess.baseline + 0.36 * capital))

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
        with self.beat("answers", count=len(numbers.vocabulary)):
            self._show_answers()
        with self.beat("predict", word=last, other=numbers.rivals[0]):
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
        risen = [self._to_wide_column(piece, squish_rate_func(smooth, 0.0, 0.5)) for piece in self.asked]

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

    def _to_wide_column(self, piece: VMobject, rate: Callable[[float], float]) -> Animation:
        """Return how a piece of the phrase rises to the head of its column over the frame's full width."""
        place = min(self.asked.index(piece), len(self.columns) - 1)  # the question mark stands on the blank
        assert piece.saved_state is not None
        target = piece.saved_state.copy()
        return Transform(piece, target.shift(point(self.wide_columns[0][place] - self.columns[place])), rate_func=rate)

    def _mix(self) -> None:
        """Make room for the glasses, and fill and stir them one after the other; those amid many words faster."""
        times, count = self.style.times, len(self.numbers.words)
        smaller: list[Animation] = [
            ReplacementTransform(*pair) for pair in zip(self.large_vectors, self.vectors, strict=True)
        ]
        smaller += [Restore(piece) for piece in self.asked]
        late = squish_rate_func(smooth, 0.5, 1.0)
        empty = [piece for glass, mix in zip(self.glasses, self.mixes, strict=True)
                 for piece in (glass.outline, glass.shine, mix.zero)]  # fmt: skip
        self.play(*smaller, *(FadeIn(piece, rate_func=late) for piece in empty), run_time=times.move)
        for target in range(count - 1):
            slow = target < 2
            self.play(self._pour(target), run_time=_POURED if slow else _SWEPT)
            self.play(self._stir(target), run_time=(_STIRRED if target else _SEEN) if slow else _SWEPT)
        self.rest()

    def _mix_last(self) -> None:
        """Fill and stir the last glass; where there is room, add the words' vectors and divide them, line by line."""
        target = len(self.numbers.words) - 1
        self.play(self._pour(target), run_time=_POURED)
        self.play(self._stir(target, counted=self.record is not None), run_time=_STIRRED)
        if self.record is not None:
            self._add_up(self.record)
        self.rest()

    def _add_up(self, record: AverageRecord) -> None:
        """Work out the average's first number slowly, then the others; each is one that the last glass gets."""
        times, pluses, count = self.style.times, list(self.pluses), len(record.lines)
        found = self.mixes[-1].numbers or [VGroup() for _ in record.lines]
        for row, (total, by, average) in enumerate(record.lines):
            added, title = [*pluses[row::count], total], [record.title] * (row == 0)
            steps = [FadeIn(*added, *[record.total[0]] * (row == 0)), FadeIn(by), FadeIn(average, found[row], *title)]
            if row == 0:
                for step in steps:
                    self.play(step, run_time=0.5 * times.move)
            else:
                self.play(LaggedStart(*steps, lag_ratio=0.6), run_time=0.9 * times.move)

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

    def _stir(self, target: int, *, counted: bool = False) -> Animation:
        """Return how a glass is stirred until it has one colour, while all blocks of a number come to one length.

        Args:
            target: of the glass.
            counted: whether its numbers are still to be worked out, and come later.
        """
        glass, mix = self.glasses[target], self.mixes[target]
        late = squish_rate_func(smooth, 0.88, 1.0)
        found = [] if counted else list(mix.numbers)
        said = [FadeIn(text, rate_func=late) for text in (*glass.names, *found)]
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
        """Let the last mix come between two words, and their vectors as answers grow."""
        times, sums, mix = self.style.times, self.candidates.sums, self.mixes[-1]
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.7, 1.0)
        moved = squish_rate_func(smooth, 0.25, 1.0)
        gone = [*self.pluses, *([] if self.record is None else [self.record]), *self.vectors, *self.glasses[-1].names]
        changed: list[Animation] = [FadeOut(piece, rate_func=early) for piece in gone]
        away = point(self.candidates.mix.middle - mix.middle, 0.0)
        changed += [
            FadeOut(piece, shift=away, rate_func=squish_rate_func(smooth, 0.25, 0.75)) for piece in self._others()
        ]
        changed += [Transform(mix, self.candidates.mix, rate_func=moved), *self._shrink(moved)]
        changed += [FadeIn(piece, rate_func=late) for summed in sums for piece in (summed.head, summed.zeros)]
        self.play(*changed, run_time=times.slow)
        self.add(*(summed.answers for summed in sums))
        starts = [(1 - _GROWS) * index / max(len(sums) - 1, 1) for index in range(len(sums))]

        def grow(time: float) -> None:
            for summed, start in zip(sums, starts, strict=True):
                for place in range(len(summed.lines)):
                    summed.draw(place, answer=settle(between(time, start, start + _GROWS)))

        said = []
        for summed, start in zip(sums, starts, strict=True):
            late = squish_rate_func(smooth, start + 0.6 * _GROWS, start + _GROWS)
            for place in range(len(summed.lines)):
                said.append(FadeIn(summed.at_tip(place), rate_func=late))
        grown = Live([summed.answers for summed in sums], grow, rate_func=linear)
        self.play(grown, *said, run_time=_ANSWERS)
        self.rest()

    def _others(self) -> list[VMobject]:
        """Return the glasses before the last one, with what is below them."""
        pairs = zip(self.glasses[:-1], self.mixes[:-1], strict=True)
        return [piece for glass, mix in pairs for piece in (glass.contents, glass.outline, glass.names, mix)]

    def _last_glass(self) -> list[VMobject]:
        glass = self.glasses[-1]
        return [glass.mix, glass.layers, glass.shine, glass.outline]

    def _shrink(self, rate: Callable[[float], float]) -> list[Animation]:
        """Return how the last glass becomes the head of its mix, as a name is of a word's."""
        pieces, room = self._last_glass(), self.candidates.glass
        outline = pieces[-1]
        factor = min(room.height / float(outline.height), room.width / float(outline.width), 1.0)
        middle = outline.get_center()
        foot = point(float(room.centre[0]), room.bottom + factor * float(outline.height) / 2)
        for piece in pieces:
            piece.generate_target()
            piece.target.scale(factor, about_point=middle).shift(foot - middle)
        return [MoveToTarget(piece, rate_func=rate) for piece in pieces]

    def _score(self) -> None:
        """Let the mix's bars slide to each word's: the products of each two add up to its score."""
        times = self.style.times
        for index, summed in enumerate(self.candidates.sums):
            slid, found = _SCORED[2 * (index > 0) : 2 * (index > 0) + 2]
            self.candidates.slide(index, 0.0)
            self.add(summed.mixes)
            late = squish_rate_func(smooth, 0.75, 1.0)
            said: list[Animation] = [FadeIn(piece, rate_func=late) for line in summed.lines for piece in line[:2]]
            said += [Restore(summed.number(place)) for place in range(len(summed.lines))]
            moved = Live([summed.mixes], partial(self.candidates.slide, index))
            self.play(moved, *said, run_time=slid)
            for line in summed.lines:
                self.play(FadeIn(*line.submobjects[3:]), run_time=found)
            self.play(FadeIn(summed.sum), run_time=times.quick)
        self.hold()

    def _file(self) -> None:
        """Let the last glass go back, larger, then the others; names and scores of what was added up become a list."""
        times, sums, listed = self.style.times, self.candidates.sums, self.listed
        early, moved = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.2, 1.0)
        last = self.end_glasses[-1]
        grown = last.mix, last.layers, last.shine, last.outline
        changed: list[Animation] = [
            ReplacementTransform(*pair, rate_func=moved) for pair in zip(self._last_glass(), grown, strict=True)
        ]
        changed.append(FadeOut(self.mixes[-1], rate_func=early))
        for summed in sums:
            left = [summed.zeros, summed.answers, summed.mixes, *summed.lines, *summed.sum[:-1]]
            left += [summed.head, summed.score] if listed is None else []
            changed += [FadeOut(piece, rate_func=early) for piece in left]
            if listed is not None:  # each score rises to its name first, so that both go on above all glasses
                changed.append(ApplyMethod(summed.score.next_to, summed.head, RIGHT, rate_func=moved))
        self.play(*changed, run_time=times.slow)
        away = point(self.candidates.mix.middle - float(self.glass_columns[-1]), 0.0)
        changed = [FadeIn(glass, shift=-away) for glass in self.end_glasses[:-1]]
        changed += [FadeIn(name) for name in last.names]
        if listed is not None:
            for summed, name, number in zip(reversed(sums), listed.names, listed.numbers, strict=True):
                changed += [ReplacementTransform(summed.head, name), ReplacementTransform(summed.score, number)]
        self.play(*changed, run_time=times.slow)

    def _speak(self, index: int) -> Animation:
        """Return how a way grows out of a glass to the word that it predicts, which swells if it is the next one."""
        (way, head), guess = self.ways[index], self.guesses[index]
        made: list[Animation] = [
            Create(way, rate_func=squish_rate_func(smooth, 0.0, 0.5)),
            FadeIn(head, rate_func=squish_rate_func(smooth, 0.42, 0.5)),
        ]
        late = squish_rate_func(smooth, 0.5, 0.75)
        if index == len(self.guesses) - 1:
            return AnimationGroup(*made, *self._marked(index))
        if self._right(index):
            swelling = squish_rate_func(there_and_back, 0.45, 1.0)
            return AnimationGroup(
                *made, ApplyMethod(self.words[index + 1].scale, _LOUD, rate_func=swelling), *self._marked(index)
            )
        return AnimationGroup(*made, FadeIn(guess, rate_func=late), *self._marked(index))

    def _marked(self, index: int) -> list[Animation]:
        """Return how the mark beside a prediction is made, if it is known what comes next."""
        return [Create(mark, rate_func=squish_rate_func(smooth, 0.7, 1.0)) for mark in self.marks[index : index + 1]]

    def _complete(self) -> None:
        """Let every mix guess, one after the other; the last guess goes into the free place, large, with its icon."""
        times, guess, place, last = self.style.times, self.guesses[-1], self.next_word, len(self.guesses) - 1
        self._file()
        for index in range(last + 1):
            self.play(self._speak(index), run_time=_SPOKEN if index < 2 or index == last else times.each)
        gone = [FadeOut(piece, rate_func=squish_rate_func(smooth, 0.0, 0.3)) for piece in (self.asked[-1], self.blank)]
        said = FadeIn(place) if self.listed is None else ReplacementTransform(guess.copy(), place)  # there it stays
        louder: list[Animation] = []
        for word, x in zip(self.words[:-1], self.columns, strict=False):
            whole = word.copy().scale(_LOUD, about_point=point(x, self.base))
            louder.append(Transform(word, whole.shift(point(0.0, self.end_base - self.base))))
        late = squish_rate_func(smooth, 0.35, 1.0)
        pictured = [FadeIn(icon, scale=0.2, rate_func=late) for icon in self._picture()]
        self.play(*gone, *louder, said, *pictured, run_time=times.second)
        self.hold()
        self.rest()

    def _picture(self) -> list[VMobject]:
        """Return the icon of the word that comes next, as large as a glass, at their end; nothing where it has none."""
        word, style, place = self.next_word.text.lower(), self.style, self.next_word
        glass, safe, x = self.end_glasses[-1].outline, self.stage.safe, self.columns[-1]
        if not has_icon(word, style):
            return []
        icon = ShadedIcon(word, place.color.to_hex(), height=float(glass.height), style=style)
        half = min(safe.right - x, x - float(glass.get_right()[0]) - _TO_ICON)
        if half < _ICON / 2:
            return []
        icon.scale(min(float(glass.height) / float(icon.height), 2 * half / float(icon.width)))
        icon.move_to(point(x, float(glass.get_bottom()[1]) + float(icon.height) / 2))
        return [laid(icon, Layer.LABEL)]
