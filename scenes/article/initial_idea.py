"""Why an average is not enough: one word is a small share of it (the article's section "An Initial Idea").

Two phrases that differ in one word have nearly the same average, so a classifier that has learned to complete only one
of them gives both the same answer. Nothing here says that averages can never be told apart: had the classifier seen
both phrases, it could have learned to (the claims measure that as well).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manim import (
    DOWN,
    RIGHT,
    UP,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    VGroup,
)

from scenes.figure import Figure
from scenes.motion import flow, gather, grow, recolor, send, stretch
from scenes.parts.answer import AnswerList, NamedBox, Notes
from scenes.parts.answer_places import averaging_places, from_the_left, from_the_top
from scenes.parts.arrows import Arrow
from scenes.parts.average import Alikeness, AveragedPhrase, AverageSum, level_arrow, plumb_arrow
from scenes.parts.geometry import point
from scenes.parts.number import VectorColumn, format_number
from scenes.parts.phrase import PhraseRow
from scenes.shared.two_answers import SeenAndUnseen, TwoAnswers, two_answers
from scenes.stage import Region
from scenes.worlds import World

_OPENING = 2.1
"""Scene units of a word's column while the phrases stand alone."""

_APART = 1.3
"""Scene units from one phrase to the other while they stand alone."""

_ROOMY = 12.0
"""Scene units of the frame's width from which everything side by side has room."""

_ALIKE = 0.95
"""A cosine similarity above which two vectors are called nearly the same."""


class SimilarClassification(Figure):
    """attention-similar-classification: two phrases with nearly the same average get the same answer."""

    name = "attention-similar-classification"
    world_name = "next-word"
    Parameters = SeenAndUnseen
    numbers: TwoAnswers

    @classmethod
    def compute(cls, parameters: SeenAndUnseen, world: World) -> TwoAnswers:
        """Both averages, and what a classifier that has seen one of the phrases makes of them."""
        return two_answers(parameters, world)

    def build(self) -> None:
        """The phrases over their vectors and averages; then, with those alone, the classifier that serves both."""
        numbers, style = self.numbers, self.style
        self.is_wide = self.stage.width > 1.2 * self.stage.height
        places, strip = averaging_places(self.stage.safe, wide=self.is_wide)
        vectors = (numbers.seen_vectors, numbers.unseen_vectors)
        self.bands = [
            AveragedPhrase(region, words, rows, context, self._colors(words), at=at, style=style)
            for (region, at), words, rows, context in zip(
                places, numbers.phrases, vectors, numbers.contexts, strict=True
            )
        ]
        self.openings = [self._opening(side) for side in range(2)]
        self.arithmetic = AverageSum(
            numbers.seen_vectors[:, 0], numbers.count, numbers.contexts[0, 0], self._colors(numbers.seen), strip,
            style=style,
        )  # fmt: skip
        self.alike = self._alike([band.context for band in self.bands])
        self._plan()
        self.answers = [self._answers(side) for side in range(2)]
        self.box = NamedBox(self.places.box, self.says("classifier"), style=style)
        self.ways = [self._ways(side) for side in range(2)]
        self.training = self._training()
        self.marks = [
            answers.verdict(numbers.row_of(word), right)
            for answers, word, right in zip(self.answers, numbers.predicted, numbers.right, strict=True)
        ]
        self.hoped = self.answers[1].remark(numbers.row_of(numbers.wanted[1]), self.says("hoped"))

    def _opening(self, side: int) -> PhraseRow:
        """A phrase by itself, large, close to the other one and word over word."""
        words, style = self.numbers.phrases[side], self.style
        half = min(self.stage.safe.width, _OPENING * len(words)) / 2
        region = Region(-half, half, -0.35, 0.35)
        row = PhraseRow(words, self._colors(words), region, columns=True, size=style.sizes.formula, style=style)
        return row.shift(point(0.0, _APART * (1 - 2 * side) / 2))

    def _plan(self) -> None:
        """Where the averages and phrases stand beside the classifier, or above it."""
        safe, height = self.stage.safe, float(self.bands[0].context.height)
        roomy = safe.width > _ROOMY
        self.places = from_the_left(safe, height, roomy=roomy) if self.is_wide else from_the_top(safe, height)
        self.targets = [
            band.context.copy().move_to(place) for band, place in zip(self.bands, self.places.contexts, strict=True)
        ]
        sizes, lines = self.style.sizes, 2 if self.places.downward else 1
        size = sizes.phrase if lines == 1 or self.places.phrases[0].height > 1 else sizes.label
        self.phrases = [
            PhraseRow(words, self._colors(words), place, lines=lines, size=size, style=self.style)
            for words, place in zip(self.numbers.phrases, self.places.phrases, strict=True)
        ]
        self.alike_at_last = self._alike(self.targets)

    def _answers(self, side: int) -> AnswerList:
        numbers, listed = self.numbers, list(self.numbers.listed)
        words = [numbers.vocabulary[index] for index in listed]
        scores = numbers.scores[:, listed]
        return AnswerList(
            self.places.answers[side], words, scores[side], self._colors(words), others=scores[1 - side],
            style=self.style,
        )  # fmt: skip

    def _ways(self, side: int) -> tuple[Arrow, Arrow]:
        """The arrows from an average into the classifier and from there to the answers."""
        target, names = self.targets[side], VGroup(*self.answers[side].names)
        if self.places.downward:
            x = float(target.get_x())
            return plumb_arrow(target, self.box, x, self.style), plumb_arrow(self.box, names, x, self.style)
        out = level_arrow(self.box, names, self.style, y=float(target.get_y()))
        return level_arrow(target, self.box, self.style), out

    def _colors(self, words: Sequence[str]) -> list[str]:
        """Each word's colour: its own where the phrases differ and where they should end, ink otherwise."""
        told = {word for pair in zip(*self.numbers.phrases, strict=True) if pair[0] != pair[1] for word in pair}
        told |= set(self.numbers.wanted)
        return [self.color_of(word) if word in told else self.style.theme.ink for word in words]

    def _alike(self, contexts: Sequence[VectorColumn]) -> Alikeness:
        """How similar the two context vectors are, between them."""
        first, second = contexts
        keys = ("cosine", "similarity") if self.is_wide else ("cosine-similarity",)
        size = self.style.sizes.label if self.stage.safe.width > _ROOMY else self.style.sizes.note
        said = [self.says(key) for key in keys]
        return Alikeness(first, second, self.numbers.similarity, said, size=size, style=self.style)

    def _training(self) -> Notes:
        """What the classifier has seen and what not."""
        numbers = self.numbers
        seen, unseen = numbers.whole
        more = self.says("more", count=len(numbers.learned) - 1)
        wordings = [
            ("   ·   ".join(numbers.learned),),
            numbers.learned,
            (f"{seen}   ·   {more}",),
            (seen, more),
            (seen,),
        ]
        lines = ((self.says("learned"), wordings), (self.says("unseen"), [(unseen,)]))
        return Notes(self.places.foot, lines, style=self.style)

    @classmethod
    def alternative_values(cls, numbers: TwoAnswers) -> Mapping[str, object]:
        """The phrases, how alike their averages are, and both answers."""
        phrases = dict(zip(("seen", "unseen"), (" ".join(words) for words in numbers.phrases), strict=True))
        said = dict(zip(("first", "second"), numbers.predicted, strict=True))
        return {**phrases, **said, "similarity": format_number(float(numbers.similarity)), "hoped": numbers.wanted[1]}

    def tell(self) -> None:
        """The phrases, their averages, how alike those are, what was learned, the two answers."""
        numbers, (one, other) = self.numbers, self.numbers.differences
        with self.beat("phrases", one=one, other=other):
            self._show_phrases()
        with self.beat("embeddings"):
            self._show_vectors()
        with self.beat("average-seen"):
            self._average_slowly()
        with self.beat("average-unseen"):
            self.play(FadeOut(self.arithmetic), run_time=self.style.times.quick)
            self.play(*self._average(1), run_time=self.style.times.slow)
            self.rest()
        text = "alike" if float(numbers.similarity) > _ALIKE else "unlike"
        with self.beat("alike", text=text, similarity=self.alike.value.shown):
            self._compare()
        seen, unseen = numbers.whole
        with self.beat("learned", seen=seen, unseen=unseen):
            self._show_classifier()
        for side, name in enumerate(numbers.sides):
            with self.beat(name, text=numbers.outcome(side), word=numbers.predicted[side]):
                self._answer(side)
        missed = "hoped-alike" if numbers.same_answer else "hoped-missed"
        with self.beat("hoped", text="hoped-reached" if numbers.right[1] else missed, word=numbers.wanted[1]):
            self._conclude()

    def _show_phrases(self) -> None:
        """The two phrases, one above the other."""
        for row, pace in zip(self.openings, (1.0, 0.75), strict=True):
            told = LaggedStart(*(FadeIn(word, shift=0.15 * UP) for word in row.words), lag_ratio=0.2)
            self.play(told, run_time=self.style.times.move * pace)
        self.rest()

    def _show_vectors(self) -> None:
        """The phrases make room, and below each word appears its vector, in both at once."""
        times = self.style.times
        self.play(*self._move_words(self.openings, [band.phrase for band in self.bands]), run_time=times.move)
        pairs = zip(*(band.vectors for band in self.bands), strict=True)
        columns = [AnimationGroup(*(FadeIn(vector, shift=0.2 * DOWN) for vector in pair)) for pair in pairs]
        self.play(LaggedStart(*columns, lag_ratio=0.25), run_time=times.slow)
        self.rest()

    def _bring_words(self) -> list[Animation]:
        """The phrases go to their averages' places; one that would pass through its average goes and comes."""
        bands, phrases = [band.phrase for band in self.bands], self.phrases
        moved = 1 if self.places.downward else 2
        gone = [FadeOut(word) for row in bands[moved:] for word in row.words]
        come = [FadeIn(word) for row in phrases[moved:] for word in row.words]
        return [*self._move_words(bands[:moved], phrases[:moved]), *gone, *come]

    def _move_words(self, before: Sequence[PhraseRow], after: Sequence[PhraseRow]) -> list[Animation]:
        """The words of both phrases go to new places."""
        return [
            ReplacementTransform(*words)
            for rows in zip(before, after, strict=True)
            for words in zip(*(row.words for row in rows), strict=True)
        ]

    def _average(self, side: int) -> list[Animation]:
        """All vectors of a phrase flow into their average, number by number."""
        band = self.bands[side]
        flows: list[Animation] = [*map(Create, band.span), grow(band.lead), Create(band.context.brackets)]
        for place, target in enumerate(band.context.numbers):
            flows += gather([vector.numbers[place] for vector in band.vectors], target)
        return flows

    def _average_slowly(self) -> None:
        """The first number of the average with its arithmetic, then all of them."""
        times, line = self.style.times, self.arithmetic
        sources = [vector.numbers[0] for vector in self.bands[0].vectors]
        sent = [send(*pair) for pair in zip(sources, line.terms, strict=True)]
        self.play(FadeIn(*line.signs), run_time=times.quick)
        self.play(LaggedStart(*sent, lag_ratio=0.15), run_time=1.2 * times.slow)
        self.play(FadeIn(line.equals, line.result), run_time=times.quick)
        self.rest()
        self.play(*self._average(0), run_time=times.slow)
        self.rest()

    def _compare(self) -> None:
        """Embeddings go dim; between the two averages, how similar they are."""
        times, alike = self.style.times, self.alike
        vectors = [vector for band in self.bands for vector in band.vectors]
        dimmed = [recolor(number, self.style.theme.dim) for vector in vectors for number in vector.numbers]
        self.play(*dimmed, FadeIn(alike.said), *map(grow, alike.arrows), run_time=times.move)
        self.play(FadeIn(alike.value), run_time=times.quick)
        self.rest()

    def _show_classifier(self) -> None:
        """Of the phrases only words and averages stay and make room for the box that both go through."""
        times = self.style.times
        vectors = [(vector, band.context) for band in self.bands for vector in band.vectors]
        collapsed = [
            FadeOut(vector, target_position=vector if self.places.downward else context, scale=0.4)
            for vector, context in vectors
        ]
        self.play(*collapsed, *(FadeOut(band.lead, *band.span) for band in self.bands), run_time=0.6 * times.move)
        contexts = [band.context.animate.move_to(place) for band, place in zip(self.bands, self.targets, strict=True)]
        self.play(*self._bring_words(), run_time=times.move)
        self.play(*contexts, ReplacementTransform(self.alike, self.alike_at_last), run_time=times.move)
        self.play(FadeIn(self.box), run_time=0.6 * times.move)
        lines = [FadeIn(line, shift=0.1 * UP) for line in self.training]
        self.play(LaggedStart(*lines, lag_ratio=0.6), run_time=0.75 * times.move)
        self.rest()

    def _answer(self, side: int) -> None:
        """A context vector goes into the classifier, the scores come out, the largest one is the answer."""
        times, pace = self.style.times, 0.75 if side else 1.0
        answers, (into, out) = self.answers[side], self.ways[side]
        self.play(grow(into), run_time=times.quick)
        self.play(flow(into, self.style.theme.value, self.style.strokes.bold), run_time=times.move * pace)
        shift = 0.2 * (DOWN if self.places.downward else RIGHT)
        results = [
            AnimationGroup(FadeIn(name, number, shift=shift), stretch(bar))
            for name, number, bar in zip(answers.names, answers.scores.numbers, answers.scores.bars, strict=True)
        ]
        swept = LaggedStart(*results, lag_ratio=0.2)
        self.play(grow(out), Create(answers.scores.line), swept, run_time=1.2 * times.slow * pace)
        best = self.numbers.row_of(self.numbers.predicted[side])
        others = [row for row in range(len(answers.names)) if row != best]
        self.play(*(recolor(answers.answer(row), self.style.theme.dim) for row in others), run_time=times.quick)
        self.play(Create(self.marks[side]), run_time=times.quick)
        self.rest()

    def _conclude(self) -> None:
        """The word that was hoped for."""
        answer = self.answers[1].answer(self.numbers.row_of(self.numbers.wanted[1]))
        self.play(recolor(answer, *self._colors(self.numbers.wanted[1:])), run_time=self.style.times.quick)
        self.play(Create(self.hoped[0]), FadeIn(self.hoped[1]), run_time=self.style.times.move)
        self.hold()
