"""The article's hope: a vector of information for each word, which predicts the next word (section "Our Hope").

Every word's information is a mix of the words up to it, in equal parts; from each mix the next word is predicted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from manim import (
    UP,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    RoundedRectangle,
    TransformFromCopy,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)

from scenes.article.next_word.choice import Beginning, Predictions, predict
from scenes.article.next_word.claims import PREDICT_CLAIMS
from scenes.article.next_word.foresight import free_place
from scenes.article.next_word.mixing import AverageRecord, Glass, Stream, VectorBlocks, mixed, palette, rounded
from scenes.motion.live import Live
from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.text.number import format_vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_WORD_GAP = 0.8
"""Scene units between two words, so that the way to a prediction has room between them."""

_ROW = 0.74
"""Scene units from the baseline of predictions down to the phrase's."""

_OVER = 0.54
"""Scene units from the baseline of predictions up to the frame around them."""

_SHARES = (1.1, 0.72, 1.75, 0.2, 1.0)
"""Shares of the height: the words' vectors, the lanes, the glasses, a gap, the mixes' vectors."""

_HIGHEST = 8.4
"""Scene units of height that all these take at most: in taller frames, streams would be long."""

_WIDEST_GLASS = 1.9
"""Scene units."""

_MOST_UNIT = 0.62
"""Scene units for a number of 1, at most."""

_MOST_FILED = 5
"""The most words of a phrase whose average is written out."""

_LEAST_COLUMN = 1.2
"""Scene units of width that each word keeps where the average is written out."""

_SWEPT = 0.5
"""Seconds for each glass that is filled in passing."""

_ARRIVED, _FULL = 0.4, 0.9
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
        everything = (*numbers.words, *numbers.predicted)
        hues = palette(everything, self.colors_of(everything), self.style)
        self.hues = dict(zip(everything, hues, strict=True))
        self.colors = [self.hues[word] for word in numbers.words]
        self._set_columns()
        self._set_words()
        self._set_vectors()
        self.streams = [
            [self._stream(source, target) for source in range(target + 1)] for target in range(len(numbers.words))
        ]
        self.ways = [self._way(index) for index in range(len(numbers.words))]
        self.frames = [self._frame(index) for index in range(len(numbers.words) - 1)]
        self.shown_streams: list[Stream] = []

    def _set_columns(self) -> None:
        """Find the words' columns; the last one, of the next word, is wider where the average is written out in it."""
        safe, count = self.stage.safe, len(self.numbers.words)
        self.record = self._record()
        last = safe.width / (count + 1)
        if self.record is not None and not self.stage.is_portrait:
            last = max(last, float(self.record.width) + 0.3)
        width = (safe.width - last) / count
        self.columns = [safe.left + width * (index + 0.5) for index in range(count)]
        self.columns.append(safe.right - last / 2)
        self.column_width = width

    def _record(self) -> AverageRecord | None:
        """Return the last average, written out, as large as there is room; None where there is not."""
        numbers, sizes, stage = self.numbers, self.style.sizes, self.stage
        count = len(numbers.words)
        if count > _MOST_FILED:
            return None
        decimals = next((digits for digits in (2, 1, 3) if self._averages(digits)), None)
        for size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            record = AverageRecord(
                numbers.embeddings,
                numbers.contexts[-1],
                numbers.count,
                self.colors,
                name=self.says("average"),
                decimals=decimals or 2,
                exact=decimals is not None,
                size=size,
                style=self.style,
            )
            if record.width <= (0.8 if stage.is_portrait else 0.32) * stage.safe.width:
                break
        if stage.is_portrait:
            return record
        free = (stage.safe.width - record.width - 0.3) / count
        return record if free >= (_LEAST_COLUMN if stage.is_wide else 0.8 * _LEAST_COLUMN) else None

    def _averages(self, digits: int) -> bool:
        """Return whether printed numbers, added and divided, are the printed average."""
        numbers = self.numbers
        for column, average in zip(numbers.embeddings.T.tolist(), numbers.contexts[-1].tolist(), strict=True):
            seen = sum(as_printed(value, digits) for value in column) / len(column)
            if as_printed(seen, digits) != as_printed(average, digits):
                return False
        return True

    def _set_words(self) -> None:
        """Make the phrase, the free place for the next word, and above them what is predicted."""
        numbers, style, top = self.numbers, self.style, self._top
        written = [*self.world.written(self.parameters.phrase), numbers.predicted[-1]]
        everything = (*numbers.words, numbers.predicted[-1])
        size = self._word_size(written, numbers.predicted)
        self.words = [self._word(text, word, size) for text, word in zip(written, everything, strict=True)]
        self.guesses = [self._word(word, word, size) for word in numbers.predicted]
        for word, x in zip(self.words, self.columns, strict=True):
            word.set_x(x).on_baseline(top - _ROW)
        for guess, x in zip(self.guesses, self.columns[1:], strict=True):
            guess.set_x(x).on_baseline(top)
        self.next_word = self.words[-1]
        self.blank = free_place(self.next_word, top - _ROW, drop=0.14, style=style)

    @property
    def _top(self) -> float:
        """The baseline of the predictions: at the header's height, or as far below as the frames around them need."""
        return min(self.view.header, self.stage.safe.top - _OVER)

    def _word(self, text: str, word: str, size: float) -> Label:
        return Label(text, size=size, color=self.hues[word], within=1.6 * self.column_width, style=self.style)

    def _word_size(self, *rows: Sequence[str]) -> float:
        """Return the type size with which neighbours keep apart."""
        style = self.style
        size = style.sizes.formula
        for row in rows:
            widths = [float(Label(word, size=style.sizes.formula, style=style).width) for word in row]
            places = self.columns[-len(row) :]
            for (one, other), (left, right) in zip(pairwise(widths), pairwise(places), strict=True):
                size = min(size, style.sizes.formula * (right - left - _WORD_GAP) / ((one + other) / 2))
        return max(size, style.sizes.least)

    def _set_vectors(self) -> None:
        """Make every word's vector, every glass, and the vector of what is in it."""
        numbers, style, view = self.numbers, self.style, self.view
        top, low = self._top - _ROW - 0.38, view.foot + 0.1 + 0.55 * view.foot_lines
        record = self.record
        below = record is not None and self.stage.is_portrait
        if record is not None and below:
            low += float(record.height) + 1.1
        spare = max(top - low - _HIGHEST, 0.0) / 2
        frame = Region(self.stage.safe.left, self.stage.safe.right, low + spare, top - 0.6 * spare)
        own, lanes, inside, _, mixes = frame.rows(*_SHARES)
        self.lanes, glass = lanes, min(_WIDEST_GLASS, 0.62 * self.column_width)
        largest = max(float(numbers.embeddings.abs().max()), 1e-9)
        self.unit = min(_MOST_UNIT, 0.44 * self.column_width / largest)

        def box(rows: Region, index: int, width: float) -> Region:
            x = self.columns[index]
            return Region(x - width / 2, x + width / 2, rows.bottom, rows.top)

        width = 2 * largest * self.unit
        places = range(len(numbers.words))
        self.vectors = [
            VectorBlocks(row, color, box(own, index, width), self.unit, style=style)
            for index, row, color in zip(places, numbers.embeddings, self.colors, strict=True)
        ]
        self.glasses = [
            Glass(
                numbers.words[: index + 1],
                numbers.weights[index, : index + 1],
                self.colors[: index + 1],
                box(inside, index, glass),
                style=style,
            )
            for index in places
        ]
        self.mixes = [
            VectorBlocks(row, mixed(self.colors, shares), box(mixes, index, width), self.unit, style=style)
            for index, row, shares in zip(places, numbers.contexts, numbers.weights, strict=True)
        ]
        if record is not None:
            middle = (frame.top + frame.bottom) / 2
            place = point(0.0, low - 0.55 - float(record.height) / 2) if below else point(self.columns[-1], middle)
            record.move_to(place)

    def _stream(self, source: int, target: int) -> Stream:
        """Return what flows from a word into a glass; streams from farther left run lower and fall farther left."""
        region, count = self.glasses[target].region, target + 1
        fall = region.left + region.width * (source + 1) / (count + 1)
        lanes = self.lanes.inset(bottom=0.12, top=0.1)
        lane = lanes.bottom + lanes.height * (source + 1) / (len(self.numbers.words) + 1)
        x = self.columns[source] if source < target else fall
        start = point(x, self.lanes.top + 0.04)
        return Stream(start, lane, point(fall, region.bottom), self.colors[source], style=self.style)

    def _way(self, index: int) -> VMobject:
        """Return the way from a glass up through the gap at its right to the word that it predicts."""
        glass, guess, stroke = self.glasses[index], self.guesses[index], self.style.strokes.line
        right = glass.region.right + 0.14
        low = max(right, *(float(thing.get_right()[0]) for thing in (self.words[index], self.vectors[index])))
        high = float(guess.get_left()[0]) - self._frame_air - 0.25
        if index + 1 < len(self.vectors):
            beyond = (self.words[index + 1], self.vectors[index + 1], self.glasses[index + 1].outline)
            high = min(high, *(float(thing.get_left()[0]) for thing in beyond))
        elif self.record is not None and not self.stage.is_portrait:
            high = min(high, float(self.record.get_left()[0]))
        x = (low + high) / 2
        y = glass.region.top - 0.3 * glass.region.height
        level = guess.baseline + 0.35 * guess.cap_height
        tip = point(float(guess.get_left()[0]) - self._frame_air - 0.07, level)
        corners = [point(right, y), point(x, y), point(x, level), tip]
        way = rounded(corners, 0.2).set_stroke(self.style.theme.ink, stroke)
        head = VMobject().set_stroke(self.style.theme.ink, stroke)
        head.set_points_as_corners([tip + point(-0.12, 0.1), tip, tip + point(-0.12, -0.1)])
        return VGroup(way, head)

    def _frame(self, index: int) -> RoundedRectangle | None:
        """Return a frame around a prediction and the word below it where they are the same; None where not."""
        if self.numbers.predicted[index] != self.numbers.words[index + 1]:
            return None
        guess, word = self.guesses[index], self.words[index + 1]
        low, high = word.baseline - 0.17, guess.baseline + _OVER - 0.04
        width = max(float(guess.width), float(word.width)) + 2 * self._frame_air
        frame = RoundedRectangle(width=width, height=high - low, corner_radius=0.12)
        frame.set_stroke(self.colors[index + 1], self.style.strokes.line)
        return frame.move_to(point(float(word.get_x()), (low + high) / 2))

    @property
    def _frame_air(self) -> float:
        """Scene units between a word and the frame beside it."""
        return min(0.16, 0.1 * self.column_width)

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
        with self.beat("last", word=numbers.words[-1]):
            self._mix_last()
        with self.beat("predict", text="predict" if right else "predict-wrong", guess=numbers.predicted[0]):
            self._predict()
        with self.beat("complete", phrase=said, word=last):
            self._complete()

    def _ask(self) -> None:
        """Show the phrase with a free place at its end."""
        times = self.style.times
        words = [FadeIn(word, shift=0.15 * UP) for word in self.words[:-1]]
        glasses = [FadeIn(glass.outline) for glass in self.glasses]
        self.play(LaggedStart(*words, lag_ratio=0.3), *glasses, run_time=times.move)
        self.play(Create(self.blank), run_time=times.quick)
        self.rest()

    def _show_vectors(self) -> None:
        """Let every word's blocks grow out of their zero lines."""

        def grow(share: float) -> None:
            for vector in self.vectors:
                vector.grow(max(share, 1e-3))

        times = self.style.times
        self.play(*(FadeIn(vector.zero) for vector in self.vectors), run_time=times.quick)
        self.add(*(vector.blocks for vector in self.vectors))
        self.play(Live([vector.blocks for vector in self.vectors], grow), run_time=times.slow)
        self.rest()

    def _mix(self) -> None:
        """Fill all glasses but the last: the first slowly, the others in one go each."""
        for target in range(len(self.numbers.words) - 1):
            self.play(self._pour(target), run_time=(1.6, 1.4)[target] if target < 2 else _SWEPT)
        self.rest()

    def _mix_last(self) -> None:
        """Fill the last glass; its average is written out."""
        target = len(self.numbers.words) - 1
        record = self.record
        rows = [] if record is None else [LaggedStart(*map(FadeIn, record.rows), lag_ratio=0.4)]
        self.play(self._pour(target), *rows, run_time=self.style.times.first)
        if record is not None:
            self.play(FadeIn(record.sum, record.average), run_time=self.style.times.quick)
        self.rest()

    def _pour(self, target: int) -> Animation:
        """Return how words flow into a glass, and the mix's blocks grow; what flowed before runs dry."""
        glass, streams, mix = self.glasses[target], self.streams[target], self.mixes[target]
        gone, self.shown_streams = self._dry(), list(streams)
        names = [FadeIn(name, rate_func=squish_rate_func(smooth, 0.85, 1.0)) for name in glass.names]
        self.add(glass.layers, *streams, glass.outline, mix.zero, mix.blocks)

        def follow(time: float) -> None:
            full = smooth(min(max((time - 0.9 * _ARRIVED) / (_FULL - 0.9 * _ARRIVED), 0.0), 1.0))
            glass.fill(max(full, 1e-4))
            mix.grow(max(full, 1e-3))
            width = 1.0 - smooth(min(max((time - _FULL) / (1 - _FULL), 0.0), 1.0))
            for stream in streams:
                stream.flow(min(time / _ARRIVED, 1.0), glass.surface(full), width)

        pour = Live([glass.layers, *streams, mix.blocks, mix.zero], follow, rate_func=lambda time: time)
        return AnimationGroup(pour, *gone, *names)

    def _dry(self) -> list[Animation]:
        """Return how what has flowed disappears, before anything else moves."""
        return [FadeOut(stream, rate_func=squish_rate_func(smooth, 0.0, 0.2)) for stream in self.shown_streams]

    def _predict(self) -> None:
        """Let every mix but the last predict the word in the next column, and say whether it does come."""
        times = self.style.times
        for index in range(len(self.guesses) - 1):
            pace = times.move if index < 2 else times.each
            dry, self.shown_streams = self._dry(), []
            self.play(*dry, self._speak(index), run_time=1.5 * pace)
            frame = self.frames[index]
            if frame is not None:
                self.play(Create(frame), run_time=times.quick)
        self.rest()

    def _speak(self, index: int) -> Animation:
        """Return how a way grows out of a glass, and the predicted word at its end."""
        way, head = self.ways[index]
        late = squish_rate_func(smooth, 0.7, 1.0)
        return AnimationGroup(
            Create(way, rate_func=squish_rate_func(smooth, 0.15, 0.75)),
            FadeIn(head, rate_func=late),
            FadeIn(self.guesses[index], shift=point(0.12), rate_func=late),
        )

    def _complete(self) -> None:
        """Let the last mix speak: the word goes down into the free place below it."""
        times, guess = self.style.times, self.guesses[-1]
        self.play(*self._dry(), self._speak(len(self.guesses) - 1), run_time=1.5 * times.slow)
        self.play(TransformFromCopy(guess, self.next_word), FadeOut(self.blank), run_time=times.move)
        self.last()
