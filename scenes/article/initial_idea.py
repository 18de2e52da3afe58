"""Why an average is not enough: one word is a small share of it (the article's section "An Initial Idea").

Two phrases that differ in one word have nearly the same average, so a classifier that has learned to complete only one
of them gives both the same answer. Nothing here says that averages can never be told apart: had the classifier seen
both phrases, it could have learned to (the claims measure that as well).
"""

from __future__ import annotations

from collections.abc import Sequence

from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    GrowFromEdge,
    LaggedStart,
    ReplacementTransform,
    TransformFromCopy,
    VGroup,
    VMobject,
)

from scenes.figure import Figure
from scenes.motion import gather, grow, recolor
from scenes.parts.answer import AnswerList, NamedBox, Notes
from scenes.parts.arrows import Arrow
from scenes.parts.average import Alikeness, AveragedPhrase, AverageSum, level_arrow
from scenes.parts.geometry import point
from scenes.parts.number import VectorColumn
from scenes.parts.phrase import PhraseRow
from scenes.stage import Region
from scenes.two_answers import SeenAndUnseen, TwoAnswers, two_answers
from scenes.worlds import World

_OPENING = 2.1
"""Scene units of a word's column while the phrases stand alone."""

_APART = 1.3
"""Scene units from one phrase to the other while they stand alone."""

_BETWEEN = 1.0
"""Scene units between the averages beside the classifier."""

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
        upper, self.strip, lower = self.stage.safe.rows(2.9, 1.2, 2.9)
        vectors = (numbers.seen_vectors, numbers.unseen_vectors)
        self.bands = [
            AveragedPhrase(region, words, rows, context, self._colors(words), style=style)
            for region, words, rows, context in zip(
                (upper, lower), numbers.phrases, vectors, numbers.contexts, strict=True
            )
        ]
        self.openings = [self._opening(side) for side in range(2)]
        self.arithmetic = self._arithmetic()
        self.alike = self._alike([band.context for band in self.bands])
        self._plan()
        self.answers = [self._answers(side) for side in range(2)]
        self.box = self._box()
        self.ways = [self._ways(side) for side in range(2)]
        self.training = self._training()
        self.marks = [self._mark(side) for side in range(2)]
        self.hoped = self.answers[1].remark(self.numbers.row_of(self.numbers.wanted[1]), "hoped for")

    def _opening(self, side: int) -> PhraseRow:
        """A phrase by itself, large, close to the other one and word over word."""
        words, safe = self.numbers.phrases[side], self.stage.safe
        half = min(safe.width, _OPENING * len(words)) / 2
        region = Region(-half, half, -0.35, 0.35)
        row = PhraseRow(
            words, self._colors(words), region, columns=True, size=self.style.sizes.formula, style=self.style
        )
        return row.shift(point(0.0, _APART * (1 - 2 * side) / 2))

    def _plan(self) -> None:
        """Where the averages and phrases stand beside the classifier: the one above the middle, the other below it."""
        safe = self.stage.safe
        self.foot = Region(safe.left, safe.right, safe.bottom, safe.bottom + 0.95)
        body = safe.inset(bottom=self.foot.height + 0.1)
        left, self.middle, self.right = body.columns(4.7, 2.1, 5.6, gap=0.4)
        self.targets, self.phrases = [], []
        for side, up in enumerate((1.0, -1.0)):
            band, words = self.bands[side], self.numbers.phrases[side]
            half = float(band.context.height) / 2
            y = float(body.centre[1]) + up * (_BETWEEN / 2 + half)
            self.targets.append(band.context.copy().move_to(point(left.centre[0], y)))
            beyond = y + up * (half + 0.35)
            place = Region(left.left, left.right, beyond - 0.3, beyond + 0.3)
            self.phrases.append(PhraseRow(words, self._colors(words), place, style=self.style))
        self.alike_at_last = self._alike(self.targets)

    def _answers(self, side: int) -> AnswerList:
        numbers, listed = self.numbers, list(self.numbers.listed)
        words = [numbers.vocabulary[index] for index in listed]
        scores = numbers.scores[:, listed]
        return AnswerList(
            self.right, float(self.targets[side].get_y()), words, scores[side], self._colors(words),
            others=scores[1 - side], style=self.style,
        )  # fmt: skip

    def _box(self) -> NamedBox:
        """The classifier: a box as high as what goes into it."""
        upper, lower = self.targets
        top, bottom = float(upper.get_top()[1]), float(lower.get_bottom()[1])
        return NamedBox(Region(self.middle.left, self.middle.right, bottom, top), "classifier", style=self.style)

    def _ways(self, side: int) -> tuple[Arrow, Arrow]:
        """The arrows from an average into the classifier and from there to the answers."""
        target, names = self.targets[side], VGroup(*self.answers[side].names)
        y = float(target.get_y())
        return level_arrow(target, self.box, self.style), level_arrow(self.box, names, self.style, y=y)

    def _colors(self, words: Sequence[str]) -> list[str]:
        """Each word's colour: its own where the phrases differ and where they should end, ink otherwise."""
        numbers = self.numbers
        told = {word for pair in zip(*numbers.phrases, strict=True) if pair[0] != pair[1] for word in pair}
        told.update(numbers.wanted)
        return [self.color_of(word) if word in told else self.style.theme.ink for word in words]

    def _mark(self, side: int) -> VMobject:
        """Whether an answer is right."""
        numbers = self.numbers
        row = numbers.row_of(numbers.predicted[side])
        return self.answers[side].verdict(row, numbers.predicted[side] == numbers.wanted[side])

    def _alike(self, contexts: Sequence[VectorColumn]) -> Alikeness:
        """How similar the two context vectors are, between them."""
        upper, lower = contexts
        return Alikeness(upper, lower, self.numbers.similarity, ("cosine", "similarity"), style=self.style)

    def _arithmetic(self) -> AverageSum:
        """The first number of the first average, written out."""
        numbers, style = self.numbers, self.style
        line = AverageSum(
            numbers.seen_vectors[:, 0], numbers.count, numbers.contexts[0, 0], self._colors(numbers.seen), style=style
        )
        line.set_x(self.strip.centre[0])
        return line.on_baseline(float(self.strip.centre[1]) - 0.1)

    def _training(self) -> Notes:
        """What the classifier has seen and what not."""
        numbers = self.numbers
        seen, unseen = numbers.whole
        others = len(numbers.learned) - 1
        wordings = ("   ·   ".join(numbers.learned), f"{seen}   ·   and {others} more", seen)
        lines = (("has learned:", wordings), ("has never seen:", (unseen,)))
        return Notes(self.foot, lines, style=self.style)

    def tell(self) -> None:
        """The phrases, their averages, how alike those are, what was learned, the two answers."""
        numbers = self.numbers
        with self.beat("phrases", f"Two phrases, alike but for {numbers.differences}."):
            self._show_phrases()
        with self.beat("embeddings", "Each word has its embedding: a word has the same one in both phrases."):
            self._show_vectors()
        with self.beat("average-seen", "The average of all of them is the context vector of the phrase."):
            self._average_slowly()
        with self.beat("average-unseen", "The same for the other phrase."):
            self.play(FadeOut(self.arithmetic), run_time=self.style.times.quick)
            self.play(*self._average(1), run_time=self.style.times.slow)
            self.rest()
        alike = "nearly the same" if float(numbers.similarity) > _ALIKE else "not the same"
        with self.beat("alike", f"The two averages are {alike}: their cosine similarity is {self.alike.value.shown}."):
            self._compare()
        seen, unseen = numbers.whole
        with self.beat("learned", f"A classifier has learned “{seen}”, but has never seen “{unseen}”."):
            self._show_classifier()
        for side, name in enumerate(numbers.sides):
            with self.beat(name, numbers.said_of(side)):
                self._answer(side)
        with self.beat("hoped", numbers.said_at_last):
            self._conclude()

    def _show_phrases(self) -> None:
        """The two phrases, one above the other."""
        for row, pace in zip(self.openings, (1.0, 0.75), strict=True):
            told = [FadeIn(word, shift=0.15 * UP) for word in row.words]
            self.play(LaggedStart(*told, lag_ratio=0.2), run_time=self.style.times.move * pace)
        self.rest()

    def _show_vectors(self) -> None:
        """The phrases make room, and below each word appears its vector, in both at once."""
        times = self.style.times
        self.play(*self._move_words(self.openings, [band.phrase for band in self.bands]), run_time=times.move)
        pairs = zip(*(band.vectors for band in self.bands), strict=True)
        columns = [AnimationGroup(*(FadeIn(vector, shift=0.2 * DOWN) for vector in pair)) for pair in pairs]
        self.play(LaggedStart(*columns, lag_ratio=0.25), run_time=times.slow)
        self.rest()

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
        flows: list[Animation] = [grow(band.lead), Create(band.context.brackets)]
        for place, target in enumerate(band.context.numbers):
            flows += gather([vector.numbers[place] for vector in band.vectors], target)
        return flows

    def _average_slowly(self) -> None:
        """The first number of the average with its arithmetic, then all of them."""
        times, line = self.style.times, self.arithmetic
        sources = [vector.numbers[0] for vector in self.bands[0].vectors]
        copies = [TransformFromCopy(*pair) for pair in zip(sources, line.terms, strict=True)]
        self.play(LaggedStart(*copies, lag_ratio=0.15), FadeIn(*line.signs), run_time=1.2 * times.slow)
        self.play(FadeIn(line.equals, line.result), run_time=times.quick)
        self.rest()
        self.play(*self._average(0), run_time=times.slow)
        self.rest()

    def _compare(self) -> None:
        """Embeddings go dim; between the two averages, how similar they are."""
        times, alike = self.style.times, self.alike
        vectors = [vector for band in self.bands for vector in band.vectors]
        dimmed = [recolor(number, self.style.theme.dim) for vector in vectors for number in vector.numbers]
        self.play(*dimmed, FadeIn(alike.said), *(grow(arrow) for arrow in alike.arrows), run_time=times.move)
        self.play(*gather([band.context for band in self.bands], alike.value), run_time=times.slow)
        self.rest()

    def _show_classifier(self) -> None:
        """Of the phrases only words and averages stay and make room for the box that both go through."""
        times = self.style.times
        collapsed = [
            FadeOut(vector, target_position=band.context, scale=0.4) for band in self.bands for vector in band.vectors
        ]
        self.play(*collapsed, *(FadeOut(band.lead) for band in self.bands), run_time=0.6 * times.move)
        self.play(
            *self._move_words([band.phrase for band in self.bands], self.phrases),
            *(band.context.animate.move_to(place) for band, place in zip(self.bands, self.targets, strict=True)),
            ReplacementTransform(self.alike, self.alike_at_last),
            run_time=times.move,
        )
        self.play(Create(self.box.frame), FadeIn(self.box.title), run_time=times.move)
        lines = [FadeIn(line, shift=0.1 * UP) for line in self.training]
        self.play(LaggedStart(*lines, lag_ratio=0.6), run_time=0.75 * times.move)
        self.rest()

    def _answer(self, side: int) -> None:
        """A context vector goes into the classifier, the scores come out, the largest one is the answer."""
        times, context, answers = self.style.times, self.bands[side].context, self.answers[side]
        into, out = self.ways[side]
        entry = self.box.get_center() * [1, 0, 0] + context.get_center() * [0, 1, 0]
        pace = 0.75 if side else 1.0
        self.play(grow(into), run_time=times.quick)
        self.play(FadeOut(context.copy(), target_position=entry, scale=0.5), run_time=times.move * pace)
        results = [
            AnimationGroup(
                FadeIn(VGroup(name, number), shift=0.2 * RIGHT), GrowFromEdge(bar, RIGHT if bar.value < 0 else LEFT)
            )
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
        row = self.numbers.row_of(self.numbers.wanted[1])
        [color] = self._colors([self.numbers.wanted[1]])
        self.play(recolor(self.answers[1].answer(row), color), run_time=self.style.times.quick)
        self.play(Create(self.hoped[0]), FadeIn(self.hoped[1]), run_time=self.style.times.move)
        self.hold()
