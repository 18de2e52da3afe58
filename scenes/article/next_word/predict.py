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
    Line,
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

from scenes.article.next_word.choice import Beginning, Predictions, predict
from scenes.article.next_word.claims import PREDICT_CLAIMS
from scenes.article.next_word.foresight import free_place
from scenes.article.next_word.guesses import GuessList
from scenes.article.next_word.marks import CheckMark, CrossMark
from scenes.article.next_word.mixing import (
    FLOW,
    Glass,
    Stream,
    VectorBlocks,
    between,
    liquid,
    palette,
    rounded,
)
from scenes.article.next_word.products import ProductChain, Trial
from scenes.motion.live import Live
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

_SAID = 0.5
"""The share of a column's width that a guess's score and mark may take beside the way."""

_WORD_GAP = 0.95
"""Scene units between two predictions, so that a mark of right and wrong has room beside each."""

_SHARE_OF_GAP = 0.42
"""The same as a share of the distance from one to the next, where that is less."""

_UNDER = 0.34
"""Scene units from the phrase's baseline down to what stands below it."""

_SHARES = (1.4, 0.72, 1.55, 0.14, 1.75)
"""Shares of the height: the words' vectors, the lanes, the glasses, a gap, the mixes' vectors."""

_HIGHEST = 8.4
"""Scene units of height that all these take at most: in taller frames, streams would be long."""

_GLASS, _WIDEST_GLASS = 0.54, 1.9
"""The width of a glass: a share of the distance from a word to the next, and in scene units at most."""

_MOST_UNIT, _LARGEST_UNIT = 0.62, 1.15
"""Scene units for a number of 1, at most; the same where the words' vectors have the whole frame."""

_WIDEST, _MOST_LISTED = 0.285, 5
"""The share of the frame's width that the last column takes for its list of scored words in a wide frame, and the most
words of a phrase beside which it does."""

_WAY, _BELOW_WORD = 0.95, 0.1
"""Scene units from a glass's content up to the list of scored words, and from there to the word that comes next."""

_OVER = 0.55
"""Scene units from a glass's content up to what leaves it over its rim."""

_LOUD = 1.2
"""The factor by which the words grow when the phrase is whole, and for a moment when they are guessed."""

_TRIED = (0.6, 0.55, 0.6)
"""Seconds in which a word is tried, a product grows, and its score does."""

_OWN = (0.5, 0.5, 0.25)
"""Seconds in which the first tried word's own numbers are read; in which all go beside the mix's, and get signs."""

_FASTER = 0.7
"""The share of these times that the second word takes."""

_SQUEEZED = 0.55
"""The least factor by which all bars may be shorter than they could be, so that joined ones stay in their columns."""

_SUM = 0.47
"""The share of a column's width that vectors joined end to end may reach to one side."""

_DIVIDED, _MERGED = (0.38, 0.66), (0.7, 0.88)
"""The parts of the time of stirring in which what lies end to end is divided, and in which it becomes one block."""

_POURED, _STIRRED = (0.5, 0.8, 1.4), (1.1, 1.8)
"""Seconds in which glasses of one, two and more words are filled, and in which those of two and more are stirred."""

_ADDED = (0.25, 0.75)
"""Seconds in which a sum appears, and for which the last one stands before it is divided."""

_SEEN = 0.25
"""Seconds in which the first glass, which has nothing to stir, gets its names and numbers."""

_SPOKEN = 0.75
"""Seconds in which a glass guesses."""

_ASKED, _RISE = 0.25, 0.3
"""Seconds in which the question goes, and scene units by which the answer rises in its place."""

_SWEPT = 0.4
"""Seconds for each glass that is filled in passing."""

_ARRIVED = 0.4
"""The time in which what is poured reaches the glass, in times that it takes to fill a layer."""


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
        self.said = [self._score_of(index) for index in range(len(numbers.words))]
        self.marks = [self._mark(index) for index in range(len(numbers.words) - (not numbers.known))]
        self.won = self._won()

    def _set_columns(self) -> None:
        """Find the columns of words, each with its glass below it; the next word has the last one.

        Columns stay where they are for the whole film. In a wide frame the last one has room for its list of words.
        """
        safe, count = self.stage.safe, len(self.numbers.words)
        last = safe.width / (count + 1)
        if safe.width > safe.height and count <= _MOST_LISTED:
            last = max(last, _WIDEST * safe.width)
        self.column_width = width = (safe.width - last) / count
        self.glass_width = min(_WIDEST_GLASS, _GLASS * width)
        self.columns = [*(safe.left + width * (index + 0.5) for index in range(count)), safe.right - last / 2]

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
        sums = max(float(numbers.sums.abs().max()), 1e-9)
        self.unit = max(min(self.unit, _SUM * self.column_width / sums), _SQUEEZED * self.unit)
        self.large_vectors = self._large_vectors(largest)
        self._fill(own, inside, mixes, 2 * largest * self.unit)
        self.divided = [self._division(index) for index in range(len(numbers.words))]
        self.sums = [self._sum(index) for index in range(len(numbers.words))]
        self.trial = self._trial(Region(frame.left, frame.right, low, self.stage.safe.top - 0.1))

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
                box(inside, self.columns[index], self.glass_width),
                style=style,
            )
            for index in places
        ]
        self.mixes = [
            VectorBlocks(
                numbers.contexts[index],
                self.glasses[index].hue,
                box(mixes, self.columns[index], width),
                self.unit,
                parts=numbers.embeddings[: index + 1],
                colors=self.colors[: index + 1],
                size=size,
                style=style,
            )
            for index in places
        ]

    def _division(self, index: int) -> VGroup:
        """Return by what a glass's sum is divided, beside the glass; nothing where there is no room or only one word.

        Args:
            index: of the glass.
        """
        style, glass = self.style, self.glasses[index].region
        room = self.column_width - self.glass_width - 0.52
        if index == 0:
            return VGroup()
        sizes = style.sizes
        for size in (sizes.formula, sizes.head, sizes.number, sizes.tick, sizes.note, sizes.least):
            sign = Label("÷", size=size, style=style)
            count = Number(self.numbers.counts[index], decimals=0, size=size, style=style)
            digit = float(Number(8, decimals=0, size=size, style=style).width)
            between_them = 0.0026 * size
            if float(sign.width) + between_them + digit <= room:
                base = float(glass.centre[1]) - 0.5 * count.cap_height
                sign.set_x(glass.right + 0.22 + float(sign.width) / 2).on_baseline(base)
                left = float(sign.get_right()[0]) + between_them
                count.set_x(left + float(count.width) / 2).on_baseline(base)
                return laid(VGroup(sign, count), Layer.LABEL)
        return VGroup()

    def _sum(self, index: int) -> VGroup:
        """Return the numbers that a full glass adds up to, where their average's will stand, or beyond what lies there.

        There are none for one word, nor where they would leave their column.

        Args:
            index: of the glass.
        """
        mix, style, numbers = self.mixes[index], self.style, self.numbers
        if index == 0 or mix.size is None or mix.reach() > 0.5 * self.column_width:
            return VGroup()
        ends = self.unit * numbers.sums[: index + 1].numpy()
        made = VGroup()
        for number, total, reached, y in zip(mix.numbers, numbers.sums[index], ends.T, mix.heights, strict=True):
            side = 1.0 if float(number.get_x()) > mix.middle else -1.0
            shown = Number(total, size=mix.size, style=style)
            away = max(float((side * reached).max()), 0.0) + float(number.get_x() - mix.middle) * side
            away += (float(shown.width) - float(number.width)) / 2
            made.add(shown.set_x(mix.middle + side * away).on_baseline(y - 0.0036 * mix.size))
            if away + float(shown.width) / 2 > 0.5 * self.column_width:
                return VGroup()
        return laid(made, Layer.VECTOR)

    def _trial(self, region: Region) -> Trial:
        """Return how the second best and the best word after the last mix are tried, in a region."""
        numbers = self.numbers
        rows = list(numbers.compared)
        return Trial(
            numbers.rivals,
            numbers.answers[rows],
            numbers.context,
            numbers.products,
            numbers.scores[-1, rows],
            region,
            unit=self.unit,
            hue=self.glasses[-1].hue,
            parts=numbers.embeddings,
            colors=self.colors,
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
        """Return the words' vectors as they are seen first, when they have the whole frame for themselves."""
        numbers, rows, style = self.numbers, self.large, self.style
        room = 0.5 * self.column_width - 0.01
        height = min(0.94 * rows.height, 1.35 * len(numbers.axes))
        sizes = style.sizes.hero, style.sizes.formula, style.sizes.number, style.sizes.tick, style.sizes.least
        size = self._number_size(sizes, 0.46 * self.column_width, height / len(numbers.axes))
        free = (rows.height - height) / 2
        regions = [Region(x - room, x + room, rows.bottom + free, rows.top - free) for x in self.columns[:-1]]
        return [
            VectorBlocks(row, color, region, min(_LARGEST_UNIT, 0.94 * room / largest), size=size, style=style)
            for row, color, region in zip(numbers.embeddings, self.colors, regions, strict=True)
        ]

    def _stream(self, source: int, target: int) -> Stream:
        """Return what flows from a word into a glass; streams from farther left run lower and fall farther left."""
        region, count = self.glasses[target].region, target + 1
        fall = region.left + region.width * (source + 1) / (2 * count)  # its own word's falls straight down
        lanes = self.lanes.inset(bottom=0.3)
        lane = lanes.bottom + lanes.height * (source + 1) / (len(self.numbers.words) + 1)
        start = point(self.columns[source], self.lanes.top + 0.04)
        width = min(FLOW, 50.0 * region.width / count, 90.0 * lanes.height / (len(self.numbers.words) + 1))
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
        question, line = self.asked[-1].copy().set_x(x), self.blank.copy()
        question.scale(_LOUD, about_point=point(x, self.base)).shift(point(0.0, self.end_base - self.base))
        self.end_asked = VGroup(question, line.shift(point(x - float(line.get_x()), self.end_base - self.base)))

    def _list(self) -> GuessList | None:
        """Return the words that the last mix was compared with, and their scores; nothing where there is no room."""
        numbers, sizes, safe = self.numbers, self.style.sizes, self.stage.safe
        x, low = self.columns[-1], self.end_glasses[-1].region.top + _WAY
        half = safe.right - x
        region = Region(x - half, x + half, low, float(self.next_word.get_bottom()[1]) - _BELOW_WORD)
        rows = list(reversed(numbers.compared))
        words, scores = [numbers.vocabulary[row] for row in rows], numbers.scores[-1, rows].tolist()
        if numbers.others is not None:
            count, most = numbers.others
            words, scores = [*words, self.says("others", count=count)], [*scores, most]
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
        made, size = CheckMark if right else CrossMark, 0.72 * capital
        if index == len(self.guesses) - 1 and self.listed is not None:
            size = min(size, 0.0105 * self.listed.size)
            return made(theme.ink, size=size, style=self.style).move_to(self.listed.mark_place)
        mark = made(theme.ink, size=size, style=self.style)
        if right:  # as the word is the guess itself, beside its way and the score, or else below that
            tip, said = self._tip(index), self.said[index]
            below = tip + point(0.25 + 0.5 * capital, (-2.0 if len(said) else -0.5) * capital)
            if len(said):
                mark.next_to(said, RIGHT, buff=0.35 * capital)
            fits = len(said) and float(mark.get_right()[0] - tip[0]) <= _SAID * self.column_width + 0.1
            return mark if fits else mark.move_to(below)
        return mark.move_to(point(float(guess.get_right()[0]) + 0.9 * capital, guess.baseline + 0.36 * capital))

    def _score_of(self, index: int) -> VGroup:
        """Return the score of a guess beside its way; nothing where it stands in the list, or has no room."""
        numbers, sizes, tip, capital = self.numbers, self.style.sizes, self._tip(index), self.words[0].cap_height
        hue, room = self.hues[numbers.predicted[index]], _SAID * self.column_width - 0.25
        if index == len(self.guesses) - 1 and self.listed is not None:
            return VGroup()
        most = sizes.formula if self.listed is None else self.listed.size
        large, small = (sizes.formula, sizes.head, sizes.number, sizes.tick), (sizes.note, sizes.least)
        tried = [*((size, capital) for size in large), *((size, 0.0) for size in (*large, *small))]
        for size, beside in tried:  # with room for a mark beside it, or else below it
            score = Number(numbers.scores[index].max(), size=size, color=hue, style=self.style)
            if size <= most and float(score.width) + beside <= room:
                score.set_x(float(tip[0]) + 0.25 + float(score.width) / 2).on_baseline(float(tip[1]) - 1.15 * capital)
                return laid(VGroup(score), Layer.LABEL)
        return VGroup()

    def _won(self) -> VGroup:
        """Return the word that wins, its score and its bar in its own colour."""
        best = self.trial.sums[-1]
        hue = self.hues[self.numbers.predicted[-1]]
        won = VGroup(best.head.copy().set_color(hue), liquid(hue, self.style), best.score.copy().set_color(hue))
        won[1].set_points(best.bar.points)
        return won

    def tell(self) -> None:
        """Show the phrase, the words' vectors, what flows into each, and what each mix predicts."""
        numbers = self.numbers
        said, last = " ".join(numbers.words), numbers.predicted[-1]
        right = numbers.predicted[:-1] == numbers.words[1:]
        with self.beat("question", phrase=said):
            self._ask()
        with self.beat("vectors"):
            self._show_vectors()
        with self.beat("mix", count=len(numbers.words)):
            self._mix()
        for index, chain in enumerate(self.trial.sums):
            wins = index == len(self.trial.sums) - 1
            with self.beat("wins" if wins else "tries", word=chain.head.text, score=chain.score.shown):
                self._try(index)
                if wins:
                    self._win()
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
        smaller: list[Animation] = [
            ReplacementTransform(*pair) for pair in zip(self.large_vectors, self.vectors, strict=True)
        ]
        late = squish_rate_func(smooth, 0.5, 1.0)
        empty = [piece for glass, mix in zip(self.glasses, self.mixes, strict=True)
                 for piece in (glass.outline, glass.shine, mix.zero)]  # fmt: skip
        self.play(*smaller, *(FadeIn(piece, rate_func=late) for piece in empty), run_time=times.move)
        for target in range(count):
            slow = target < 2 or target == count - 1
            last = target == count - 1
            poured = _POURED[0 if target == 0 else 2 if last else 1]
            stirred = _SEEN if target == 0 else _STIRRED[last]
            self.play(self._pour(target), run_time=poured if slow else _SWEPT)
            if slow and len(self.sums[target]):
                self.play(FadeIn(self.sums[target]), run_time=_ADDED[0])
                if last:
                    self.wait(_ADDED[1])
            self.play(self._stir(target, slow and len(self.sums[target]) > 0), run_time=stirred if slow else _SWEPT)
        self.hold()

    def _pour(self, target: int) -> Animation:
        """Return how words flow into a glass, layer upon layer, and their numbers' blocks come to lie together."""
        glass, streams, mix = self.glasses[target], self.streams[target], self.mixes[target]
        self.add(glass.contents, *streams, glass.outline, mix.zero, mix.blocks)
        count = target + 1

        def follow(time: float) -> None:
            poured = [
                between(time, (_ARRIVED + place) / (count + _ARRIVED), (_ARRIVED + place + 1) / (count + _ARRIVED))
                for place in range(count)
            ]
            glass.fill(1.0, 0.05 * float(np.sin(np.pi * time)) * (time < 1), poured=poured)
            self._join(target, poured, 0.0, 0.0)
            full = sum(share * amount for share, amount in zip(glass.shares, poured, strict=True))
            for place, stream in enumerate(streams):
                flows = smooth(between(time, place / (count + _ARRIVED), (place + _ARRIVED) / (count + _ARRIVED)))
                dry = smooth(between(poured[place], 0.6, 1.0))
                stream.flow(flows, glass.surface(full), dry)
                if flows <= 0:
                    stream.set_stroke(opacity=0.0)

        moving = [glass.contents, *streams, mix.blocks, mix.shine, mix.zero]
        return Live(moving, follow, rate_func=linear)

    def _join(self, target: int, poured: Sequence[float], divided: float, merged: float) -> None:
        """Draw a mix's parts end to end; beside each other where they would leave their column."""
        mix = self.mixes[target]
        if target and mix.reach() <= 0.5 * self.column_width:
            mix.join(poured, divided, merged)
        else:
            mix.draw(max(sum(poured) / len(poured), 1e-3), merged)

    def _stir(self, target: int, added: bool) -> Animation:
        """Return how a glass is stirred until it has one colour: what lies end to end is divided, and is one block.

        Args:
            target: of the glass.
            added: whether its sum stands below it.
        """
        glass, mix = self.glasses[target], self.mixes[target]
        late = squish_rate_func(smooth, 0.88, 1.0)
        said: list[Animation] = [FadeIn(text, rate_func=late) for text in (*glass.names, *mix.numbers)]
        shine = FadeIn(mix.shine, rate_func=late)
        if target == 0:
            self.add(mix.shine)
            return AnimationGroup(shine, *said)
        if added:
            said.append(FadeOut(self.sums[target], rate_func=squish_rate_func(smooth, 0.3, 0.42)))
        if len(self.divided[target]):
            said.append(FadeIn(self.divided[target], rate_func=squish_rate_func(smooth, 0.0, 0.2)))
        self.add(glass.spoon)
        whole = [1.0] * (target + 1)

        def follow(time: float) -> None:
            glass.stir(between(time, 0.08, 0.86))
            divided, merged = (smooth(between(time, *span)) for span in (_DIVIDED, _MERGED))
            if merged < 1:
                self._join(target, whole, divided, merged)
            else:
                mix.draw(1.0, 1.0)
            glass.spoon.set_stroke(opacity=min(time / 0.08, 1.0) * (1 - between(time, 0.84, 0.98)))

        stirred = Live([glass.contents, glass.spoon, mix.blocks, mix.shine], follow, rate_func=linear)
        return AnimationGroup(stirred, *said)

    def _try(self, index: int) -> None:
        """Let a word take the free place beside the last glass; its products grow end to end, then their sum."""
        trial = self.trial
        chain, (tried, grown, summed) = trial.sums[index], (seconds * (_FASTER if index else 1.0) for seconds in _TRIED)
        early, late = squish_rate_func(smooth, 0.0, 0.45), squish_rate_func(smooth, 0.5, 1.0)
        gone: list[VMobject] = [self.asked[-1]]
        if index == 0:
            self._focus()
        else:
            before = trial.sums[index - 1]
            gone = [trial.tried[index - 1], before.pieces, before.links, before.products, before.factors]
        changed: list[Animation] = [FadeOut(piece, rate_func=early) for piece in gone]
        if index:
            changed.append(ApplyMethod(before.result.shift, point(0.0, -chain.rows.step)))
        changed.append(FadeIn(trial.tried[index], rate_func=late))
        self.play(*changed, run_time=tried)
        self._show_own(index)
        for place in range(len(chain.values)):
            self._grow(chain, place, grown)
        self.add(chain.bar)
        said = [FadeIn(piece, rate_func=squish_rate_func(smooth, 0.6, 1.0)) for piece in (chain.head, chain.score)]
        self.play(Live([chain.bar], lambda share: chain.grow_score(max(share, 1e-3))), *said, run_time=summed)
        if index < len(trial.sums) - 1:
            self.rest()

    def _show_own(self, index: int) -> None:
        """Let a tried word's own vector grow as every word's has; then its numbers go beside the mix's."""
        chain, own = self.trial.sums[index], self.trial.own[index]
        faster = _FASTER if index else 1.0
        read, moved, signed = (seconds * faster for seconds in _OWN)
        pieces = [own.blocks, own.shine]
        own.grow(1e-3)
        self.add(*pieces)
        said = [FadeIn(own.zero), FadeIn(own.numbers, rate_func=squish_rate_func(smooth, 0.5, 1.0))]
        growing = Live(pieces, lambda share: own.grow(max(share, 1e-3)), rate_func=squish_rate_func(smooth, 0.0, 0.8))
        self.play(growing, *said, run_time=faster * self.style.times.move)
        if not index:
            self.wait(read)
        early, late = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.3, 1.0)
        changed: list[Animation] = [FadeOut(piece, rate_func=early) for piece in (*pieces, own.zero)]
        changed += [
            ReplacementTransform(*pair, rate_func=late) for pair in zip(own.numbers, chain.answers, strict=True)
        ]
        self.play(*changed, run_time=moved)
        self.play(FadeIn(chain.signs), *(() if index else (FadeIn(self.trial.axis),)), run_time=signed)

    def _grow(self, chain: ProductChain, place: int, seconds: float) -> None:
        """Let a product grow from where the one before has ended; then its number appears."""
        chain.grow(place, 1e-3)
        self.add(chain.pieces[place])
        said = [
            FadeIn(piece, rate_func=squish_rate_func(smooth, 0.6, 1.0))
            for piece in (chain.products[place], chain.links[place])
        ]
        growing = Live([chain.pieces[place]], partial(chain.grow, place), rate_func=squish_rate_func(smooth, 0.0, 0.8))
        self.play(growing, *said, run_time=seconds)

    def _focus(self) -> None:
        """Let the last glass and its mix below come to the left, and make room for what is tried."""
        trial, mix = self.trial, self.mixes[-1]
        early, moved = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.2, 1.0)
        away = point(trial.mix.middle - mix.middle, 0.0)
        leaving = [*self.vectors, *self.asked[:-2], *self.divided, *self._others()]
        changed: list[Animation] = [
            FadeOut(piece, shift=0.3 * away, rate_func=early)
            for piece in leaving
            if len(piece.get_family()) > 1 or piece.has_points()
        ]
        changed += [Transform(mix, trial.mix, rate_func=moved), *self._shrink(moved)]
        question, blank, tried = self.asked[-1], self.asked[-2], trial.labels[0]
        changed.append(
            ApplyMethod(question.move_to, point(float(tried.get_x()), float(trial.place[1])), rate_func=moved)
        )
        width = max(float(label.width) for label in trial.labels) + 0.3
        place = point(float(tried.get_x()), tried.baseline - 0.22)
        line = Line(point(-width / 2, 0.0), point(width / 2, 0.0)).match_style(blank).move_to(place)
        changed.append(Transform(blank, line, rate_func=moved))
        self.play(*changed, run_time=self.style.times.slow)

    def _win(self) -> None:
        """Let the word with the higher score take its colour."""
        best, hue = self.trial.sums[-1], self.hues[self.numbers.predicted[-1]]
        tried = self.trial.tried[-1]
        changed: list[Animation] = [Transform(piece, other) for piece, other in zip(best.result, self.won, strict=True)]
        changed.append(Transform(tried[0], tried[0].copy().set_color(hue)))
        if len(tried) > 1:
            icon = ShadedIcon(best.head.text.lower(), hue, height=1.0, style=self.style)
            icon.scale(float(tried[1].height) / float(icon.height)).move_to(tried[1])
            changed.append(Transform(tried[1], icon))
        self.play(*changed, run_time=0.7 * self.style.times.move)
        self.hold()

    def _others(self) -> list[VMobject]:
        """Return the glasses before the last one, with what is below them."""
        pairs = zip(self.glasses[:-1], self.mixes[:-1], strict=True)
        return [piece for glass, mix in pairs for piece in (glass.contents, glass.outline, glass.names, mix)]

    def _last_glass(self) -> list[VMobject]:
        glass = self.glasses[-1]
        return [glass.mix, glass.layers, glass.shine, *glass.names, glass.outline]

    def _shrink(self, rate: Callable[[float], float]) -> list[Animation]:
        """Return how the last glass becomes the head of its mix, as a name is of a word's."""
        pieces, room = self._last_glass(), self.trial.glass
        outline = pieces[-1]
        factor = min(room.height / float(outline.height), room.width / float(outline.width))
        middle = outline.get_center()
        foot = point(float(room.centre[0]), room.bottom + factor * float(outline.height) / 2)
        for piece in pieces:
            piece.generate_target()
            piece.target.scale(factor, about_point=middle).shift(foot - middle)
        return [MoveToTarget(piece, rate_func=rate) for piece in pieces]

    def _file(self) -> None:
        """Let the last glass go back, larger, then the others; names and scores of what was tried become a list."""
        times, trial, listed = self.style.times, self.trial, self.listed
        early, moved = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.25, 1.0)
        last = self.end_glasses[-1]
        grown = [last.mix, last.layers, last.shine, *last.names, last.outline]
        changed: list[Animation] = [
            ReplacementTransform(*pair, rate_func=moved) for pair in zip(self._last_glass(), grown, strict=True)
        ]
        best, tried = trial.sums[-1], trial.tried[-1]
        gone: list[VMobject] = [self.mixes[-1], trial.axis, tried, best.pieces, best.links, best.products, best.factors]
        for chain in trial.sums:
            gone += [chain.bar] if listed is not None else [chain.result]
        changed += [FadeOut(piece, rate_func=early) for piece in gone]
        question, line = self.end_asked
        changed.append(Transform(self.blank, line, rate_func=moved))
        changed.append(FadeIn(question, rate_func=squish_rate_func(smooth, 0.6, 1.0)))
        if listed is not None:
            for chain, name, number in zip(reversed(trial.sums), listed.names, listed.numbers, strict=False):
                changed += [
                    ReplacementTransform(chain.head, name, rate_func=moved),
                    ReplacementTransform(chain.score, number, rate_func=moved),
                ]
        self.play(*changed, run_time=1.2 * times.slow)
        changed = [FadeIn(glass) for glass in self.end_glasses[:-1]]
        changed += [FadeIn(word.become(self._loud(index))) for index, word in enumerate(self.words[:-1])]
        if listed is not None:
            changed += [
                FadeIn(piece) for piece in (*listed.names[len(trial.sums) :], *listed.numbers[len(trial.sums) :])
            ]
        self.play(*changed, run_time=times.move)

    def _loud(self, index: int) -> Label:
        """Return a word of the phrase as it is in the end: larger, on the last word's baseline."""
        word = self.words[index].copy().set_x(self.columns[index])
        word.scale(_LOUD, about_point=point(self.columns[index], word.baseline))
        return word.on_baseline(self.end_base)

    def _speak(self, index: int) -> Animation:
        """Return how a way grows out of a glass to the word that it predicts, which swells if it is the next one."""
        (way, head), guess = self.ways[index], self.guesses[index]
        made: list[Animation] = [
            Create(way, rate_func=squish_rate_func(smooth, 0.0, 0.5)),
            FadeIn(head, rate_func=squish_rate_func(smooth, 0.42, 0.5)),
        ]
        late = squish_rate_func(smooth, 0.5, 0.75)
        made += [FadeIn(piece, rate_func=late) for piece in self.said[index]]
        if index == len(self.guesses) - 1:
            return AnimationGroup(*made)
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
        """Let every mix guess, one after the other; then the last guess takes the free place, large, with its icon."""
        times, last = self.style.times, len(self.guesses) - 1
        self._file()
        for index in range(last + 1):
            self.play(self._speak(index), run_time=_SPOKEN if index < 2 or index == last else times.each)
        self.play(FadeOut(self.end_asked[0]), FadeOut(self.blank), run_time=_ASKED)
        risen = [FadeIn(piece, shift=_RISE * UP) for piece in (self.next_word, *self._picture())]
        self.play(*risen, *self._marked(last), run_time=times.move)
        self.last()

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
