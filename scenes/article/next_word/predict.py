"""The article's hope: a vector of information for each word, which predicts the next word (section "Our Hope").

Every word has a vector with information from its left, and each vector predicts its own next word.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
from manim import (
    UP,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    MoveAlongPath,
    Transform,
    VGroup,
    smooth,
    squish_rate_func,
)

from scenes.article.next_word.choice import Beginning, Predictions, predict
from scenes.article.next_word.claims import PREDICT_CLAIMS
from scenes.article.next_word.elbow import elbow
from scenes.article.next_word.foresight import Heading, free_place, influences, lead_to, way_down
from scenes.figure import Figure
from scenes.motion.arrive import grow
from scenes.motion.become import fade_to, recolor
from scenes.motion.pull import flow
from scenes.parts.geometry import point
from scenes.parts.phrase import PhraseRow
from scenes.parts.text.number import VectorColumn, format_vector
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.worlds import World

_SAID = 0.55
"""Opacity of the columns that the beat is not about."""

_LEAST_WAY = 1.4
"""Scene units between a prediction and the next word's place, which leave room for the last one's way to it."""

_WIDE = 1.6
"""The width of the column of titles, in scene units, from which they have the size of labels."""

_HIGHEST = 10.5
"""The largest height of the picture, scene units: in a taller one, arrows would be long and steep."""

_LEAST_GAP = 0.2
"""The least distance between two vectors, scene units."""


class Predict(Figure):
    """attention-predict: each word's information comes from its left, and from it the next word is predicted."""

    name = "attention-predict"
    claims = PREDICT_CLAIMS
    world_name = "next-word"
    Parameters = Beginning
    numbers: Predictions
    parameters: Beginning

    @classmethod
    def compute(cls, parameters: Beginning, world: World) -> Predictions:
        """Return the context vector of every beginning of the phrase, and the trained model's prediction after it."""
        return predict(parameters, world)

    def build(self) -> None:
        """Draw, from the bottom, the phrase with room for the next word, a vector above each word, the predictions."""
        numbers, style = self.numbers, self.style
        titles, columns = self._title_column()
        bottom, middle, top = self._bands(columns)
        everything = (*numbers.words, numbers.predicted[-1])
        written = (*self.world.written(self.parameters.phrase), numbers.predicted[-1])
        self.phrase = PhraseRow(
            written, self.colors_of(everything), bottom, columns=True, size=style.sizes.formula, style=style
        )
        self.next_word = self.phrase.words[-1]
        self.blank = free_place(self.next_word, self.phrase.baseline, drop=0.16, style=style)
        self.vectors = self._vectors(middle)
        self.guesses = self._guesses(float(top.centre[1]) - 0.1)
        sources = [[place for place, weight in enumerate(row) if float(weight) > 0] for row in numbers.weights]
        self.influences = [
            influences(self.phrase, places, vector, style) for places, vector in zip(sources, self.vectors, strict=True)
        ]
        self.leads = [lead_to(guess, vector, style) for guess, vector in zip(self.guesses, self.vectors, strict=True)]
        self.way = way_down(self.guesses[-1], float(self.next_word.get_x()), self.phrase.baseline + 0.6, style)
        self.shown_groups: list[list[int]] = []
        for title, band in zip(self.titles, (bottom, middle, top), strict=True):
            title.starting_at(titles).around(float(band.centre[1]))

    def _title_column(self) -> tuple[float, Region]:
        """Return the left edge of the rows' titles, and the region at their right."""
        safe, style = self.stage.safe, self.style
        share = safe.width / 7.4
        size = style.sizes.label if share > _WIDE else style.sizes.note
        said = [self.says(key) for key in ("phrase", "information", "next-word")]
        longest = max(" ".join(said).split(), key=len)
        width = max(share, float(Label(longest, size=size, style=style).width))
        self.titles = [Heading(text, width, size=size, color=style.theme.ink, style=style) for text in said]
        return safe.left, safe.inset(left=width + 0.2)

    def _bands(self, columns: Region) -> tuple[Region, Region, Region]:
        """Return the regions of the phrase, the vectors and the predictions."""
        spare = max(columns.height - _HIGHEST, 0.0)
        heights = (0.7, 0.75, 2.4, 1.75, 0.7) if spare == 0 else (0.7, 1.3, 2.2, 2.3, 0.7)
        top, _, middle, _, bottom = columns.inset(bottom=spare / 2, top=spare / 2).rows(*heights)
        return bottom, middle, top

    def _vectors(self, band: Region) -> list[VectorColumn]:
        """Return the vectors over the words, as large as the words' columns allow."""
        style = self.style
        room = self.phrase.column_width - _LEAST_GAP
        for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
            vectors = [
                VectorColumn(row, size=size, color=style.theme.value, style=style) for row in self.numbers.contexts
            ]
            if max(float(vector.width) for vector in vectors) < room:
                break
        shrunk = min(1.0, room / max(float(vector.width) for vector in vectors))
        for vector in vectors:  # of a long phrase in a narrow frame: better small than overlapping
            vector.scale(shrunk)
        for index, vector in enumerate(vectors):
            vector.move_to(point(self.phrase.column(index), band.centre[1]))
        return vectors

    def _guesses(self, baseline: float) -> list[Label]:
        """Return the predictions, over the words' columns; smaller where neighbours would touch."""
        size, said = self.phrase.words[0].size, self.numbers.predicted
        widths = [float(Label(word, size=size, style=self.style).width) for word in said]
        widest = max((sum(pair) / 2 for pair in pairwise(widths)), default=0.0)
        size *= min(1.0, (self.phrase.column_width - _LEAST_GAP) / max(widest, 1e-9))
        guesses = [Label(word, size=size, color=self.color_of(word), style=self.style) for word in said]
        for index, guess in enumerate(guesses):
            guess.set_x(self.phrase.column(index) + self._lean).on_baseline(baseline)
        return guesses

    @property
    def _lean(self) -> float:
        """The shift of a prediction towards the next word's place: half a column, or as far as there is room."""
        width = self.phrase.column_width
        return min(width / 2, max(width - _LEAST_WAY, 0.0))

    @classmethod
    def alternative_values(cls, numbers: Predictions) -> Mapping[str, object]:
        """Return the phrase, the vectors and the predictions."""
        return {
            "phrase": " ".join(numbers.words),
            "vectors": "; ".join(format_vector(row) for row in numbers.contexts),
            "guesses": ", ".join(numbers.predicted),
            "word": numbers.predicted[-1],
        }

    def tell(self) -> None:
        """Show the question, the information word by word, the predictions word by word, the completed phrase."""
        numbers = self.numbers
        words, said = numbers.words, " ".join(numbers.words)
        with self.beat("question", phrase=said):
            self._ask()
        for group in _groups(len(words)):
            text, values = self._information(group)
            with self.beat(f"information-{group[0]}-{words[group[0]]}", text=text, **values):
                self._inform(group)
        for group in _groups(len(words)):
            text, values = self._prediction(group)
            with self.beat(f"predict-{group[0]}-{words[group[0]]}", text=text, **values):
                self._predict(group)
        with self.beat("complete", phrase=said, word=numbers.predicted[-1]):
            self._complete()

    def _ask(self) -> None:
        """Show the phrase alone in the centre, with a free place at its end."""
        times = self.style.times
        line = VGroup(*self.phrase.words[:-1], self.blank)
        self.home = line.get_center()
        line.move_to(point())
        words = [FadeIn(word, shift=0.15 * UP) for word in self.phrase.words[:-1]]
        self.play(LaggedStart(*words, lag_ratio=0.3), run_time=times.move)
        self.play(Create(self.blank), run_time=times.quick)
        self.rest()

    def _information(self, group: list[int]) -> tuple[str, dict[str, str]]:
        """Return the caption's key for the origin of some words' information, and the values to fill in."""
        words, index = self.numbers.words, group[0]
        if index == 0:
            return "information-first", {"word": words[0]}
        if len(group) > 1:
            return "information-several", {"several": " ".join(words[index : group[-1] + 1])}
        if index < len(words) - 1:
            return "information-next", {"word": words[index], "before": " ".join(words[:index])}
        return "information-last", {"word": words[index]}

    def _prediction(self, group: list[int]) -> tuple[str, dict[str, str]]:
        """Return the caption's key for the predictions of some words, and the values to fill in."""
        numbers, index = self.numbers, group[0]
        if len(group) > 1:
            guesses = [self.says("quoted", word=numbers.predicted[place]) for place in group]
            return "predict-several", {"guesses": self.style.language.listed(guesses)}
        values = {"word": numbers.words[index], "guess": numbers.predicted[index]}
        if index == len(numbers.words) - 1:
            return "predict-last", values
        if numbers.words[index + 1] == numbers.predicted[index]:
            return "predict-right", values
        return "predict-wrong", values | {"follows": numbers.words[index + 1]}

    def _inform(self, group: list[int]) -> None:
        """Let influence flow along the arrows; the vectors appear at their ends."""
        times, first = self.style.times, group[0]
        pace = 0.75 if first == 1 else 1.0
        entering: list[Animation] = []
        if first == 0:
            line = VGroup(*self.phrase.words[:-1], self.blank)
            self.play(line.animate.move_to(self.home), run_time=times.move)
            self.play(FadeIn(self.titles[0]), run_time=times.quick)
            entering += self._title_row(1)
        last = self.shown_groups[-1] if self.shown_groups else []
        entering += [fade_to(arrow, _SAID) for index in last for arrow in self.influences[index]]
        self.shown_groups.append(group)
        arrows = [arrow for index in group for arrow in self.influences[index]]
        growing = LaggedStart(*(grow(arrow) for arrow in arrows), lag_ratio=0.5 / len(arrows))
        self.play(*entering, growing, run_time=times.move * pace)
        bright = self.style.theme.ink, self.style.strokes.bold
        flows = [flow(arrow, *bright) for arrow in arrows]
        filling = [piece for index in group for piece in self._filling(self.vectors[index])]
        self.play(*flows, LaggedStart(*filling, lag_ratio=0.5 / len(filling)), run_time=times.move * pace)
        self.rest()

    def _filling(self, vector: VectorColumn) -> list[Animation]:
        """Fill a vector from below, where the arrows arrive."""
        rising = [FadeIn(number, shift=0.2 * UP) for number in reversed(vector.numbers)]
        return [FadeIn(vector.brackets), *rising]

    def _title_row(self, row: int) -> list[Animation]:
        """Show the title of the present row, and dim the one before."""
        return [FadeIn(self.titles[row]), recolor(self.titles[row - 1], self.style.theme.dim)]

    def _light(self, group: list[int]) -> list[Animation]:
        """Light up the columns that predict, from the phrase to the prediction, and dim the others."""
        changes: list[Animation] = []
        for index, vector in enumerate(self.vectors):
            lit = 1.0 if index in group else _SAID
            changes += [fade_to(piece, lit) for piece in (*vector.numbers, *self.influences[index])]
            if index < group[0]:
                changes += [fade_to(piece, lit) for piece in (self.leads[index], self.guesses[index])]
        return changes

    def _predict(self, group: list[int]) -> None:
        """Let the predicted words flow out of vectors; a single one is then found at its place in the phrase."""
        times, numbers, first = self.style.times, self.numbers, group[0]
        pace = 0.75 if first == 1 else 1.0
        entering = self._title_row(2) if first == 0 else []
        self.play(*entering, *self._light(group), run_time=times.quick)
        self.play(*(grow(self.leads[index]) for index in group), run_time=times.move * pace * 0.75)
        self.play(
            LaggedStart(*(self._flow_out(index) for index in group), lag_ratio=0.25),
            run_time=times.move * (1.4 if len(group) > 1 else pace),
        )
        follows = numbers.words[first + 1 : first + 2]
        if len(group) == 1 and follows == (numbers.predicted[first],):
            self._settle(self.guesses[first], first + 1)
        self.rest()

    def _flow_out(self, index: int) -> Animation:
        """Send light along a vector's arrow; the predicted word appears at its end."""
        lead, bright = self.leads[index], (self.style.theme.value, self.style.strokes.bold)
        along = 0.25 * (lead.end - lead.start) / float(np.linalg.norm(lead.end - lead.start))
        late = squish_rate_func(smooth, 0.35, 1.0)
        return AnimationGroup(flow(lead, *bright), FadeIn(self.guesses[index], shift=along, rate_func=late))

    def _settle(self, guess: Label, place: int) -> None:
        """Move a frame from a prediction to the word that does come next: they are the same."""
        times = self.style.times
        there = self.phrase.box(place, self.style.theme.ink)
        word = self.phrase.words[place]
        frame = there.copy().shift(point(guess.get_x() - word.get_x(), guess.baseline - word.baseline))
        self.play(Create(frame), run_time=times.quick)
        self.play(Transform(frame, there), run_time=times.move)
        self.play(FadeOut(frame), run_time=times.quick)

    def _complete(self) -> None:
        """Move the last prediction to the free place."""
        times, guess = self.style.times, self.guesses[-1]
        traveller = guess.copy()
        # It comes out beside the prediction, so that the two never overlap.
        x = min(float(guess.get_right()[0]) + 0.12 + guess.width / 2, float(self.next_word.get_x()))
        traveller.set_x(x)
        self.play(FadeIn(traveller, shift=point(0.15)), run_time=times.quick)
        way = elbow(traveller.get_center(), self.next_word.get_center())
        self.play(MoveAlongPath(traveller, way), Create(self.way.path), run_time=1.2 * times.slow)
        self.remove(traveller)
        self.add(self.next_word)
        box = self.phrase.box(len(self.phrase.words) - 1, self.color_of(self.next_word.text))
        self.play(FadeOut(self.blank), FadeIn(box, self.way.tip), run_time=times.quick)
        self.hold()


def _groups(count: int) -> list[list[int]]:
    """Return the words in the order of the beats: the first two and the last alone, those between in one sweep."""
    middle = list(range(2, count - 1))
    return [[0], [1], *([middle] if middle else []), *([[count - 1]] if count > 2 else [])]
