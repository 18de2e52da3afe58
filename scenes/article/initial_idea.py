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
    RoundedRectangle,
    TransformFromCopy,
    VGroup,
    VMobject,
)

from scenes.figure import Figure
from scenes.motion import fade_to, gather, grow
from scenes.parts.answer import AnsweredPhrase, AverageSum
from scenes.parts.geometry import point
from scenes.parts.marks import CheckMark, CrossMark
from scenes.parts.number import Number
from scenes.parts.text import Label, Row
from scenes.stage import Region
from scenes.two_answers import SeenAndUnseen, TwoAnswers, two_answers
from scenes.worlds import World

_DIMMED = 0.6
"""Opacity of what was said and is still needed."""

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
        """A band for each phrase, from its words to its answer, and the classifier that serves both."""
        style, theme = self.style, self.style.theme
        top, self.strip, bottom, self.foot = self.stage.safe.rows(2.3, 1.0, 2.3, 1.0, gap=0.1)
        self.bands = [self._band(0, top), self._band(1, bottom)]
        upper, lower = (band.context for band in self.bands)
        column = self.bands[0].columns[2]
        self.box = RoundedRectangle(
            width=column.width, height=float(upper.get_top()[1] - lower.get_bottom()[1]), corner_radius=0.15,
            stroke_color=theme.dim, stroke_width=style.strokes.thin, fill_color=theme.faint, fill_opacity=0.4,
        )  # fmt: skip
        self.box.move_to(point(column.centre[0], float(upper.get_y() + lower.get_y()) / 2))
        self.box_name = Label("classifier", style=style)
        self.box_name.set_x(self.box.get_x()).on_baseline(float(self.box.get_y()) - 0.1)
        self.ways = [band.pass_through(self.box) for band in self.bands]
        self.alike = self._alike()
        self.arithmetic = self._arithmetic()
        self.training = self._training()
        self.marks = [self._mark(side) for side in range(2)]
        self.hoped = self._hoped()
        self.story = VGroup(*(band.story for band in self.bands), self.alike)
        self.home = float(self.story.get_x())

    def _band(self, side: int, region: Region) -> AnsweredPhrase:
        numbers, listed = self.numbers, list(self.numbers.listed)
        phrase, words = numbers.phrases[side], [numbers.vocabulary[index] for index in listed]
        scores = numbers.scores[:, listed]
        return AnsweredPhrase(
            region, phrase, (numbers.seen_vectors, numbers.unseen_vectors)[side], numbers.contexts[side],
            self._colors(phrase), words, scores[side], self._colors(words),
            others=scores[1 - side], style=self.style,
        )  # fmt: skip

    def _colors(self, words: Sequence[str]) -> list[str]:
        """Each word's colour: its own where the phrases differ and where they should end, ink otherwise."""
        numbers = self.numbers
        told = {word for pair in zip(*numbers.phrases, strict=True) if pair[0] != pair[1] for word in pair}
        told.update(numbers.wanted)
        return [self.color_of(word) if word in told else self.style.theme.ink for word in words]

    def _mark(self, side: int) -> VMobject:
        """Right or wrong, by its shape."""
        numbers = self.numbers
        right = numbers.predicted[side] == numbers.wanted[side]
        mark = (CheckMark if right else CrossMark)(self.style.theme.ink, size=0.34, style=self.style)
        return self.bands[side].beside(numbers.row_of(numbers.predicted[side]), mark)

    def _hoped(self) -> VGroup:
        """A frame around the word that was hoped for, and that it was."""
        numbers, style, band = self.numbers, self.style, self.bands[1]
        row = numbers.row_of(numbers.wanted[1])
        name = band.names[row]
        frame = RoundedRectangle(
            width=name.width + 0.24, height=0.46, corner_radius=0.09, stroke_color=name.color,
            stroke_width=style.strokes.thin,
        )  # fmt: skip
        frame.move_to(point(float(name.get_x()), name.baseline + 0.1))
        said = Label("hoped for", size=style.sizes.note, color=style.theme.dim, style=style)
        clear = max(float(band.scores.bars[row].get_right()[0]), band.scores.zero) + 0.2
        said.align_to(point(min(clear, band.columns[3].right - said.width), 0.0), LEFT).on_baseline(name.baseline)
        return VGroup(frame, said)

    def _alike(self) -> VGroup:
        """How similar the two context vectors are, between them."""
        style = self.style
        said = Label("cosine similarity", size=style.sizes.note, color=style.theme.dim, style=style)
        value = Number(self.numbers.similarity, size=style.sizes.phrase, color=style.theme.value, style=style)
        x, y = self.bands[0].columns[1].centre[0], float(self.strip.centre[1])
        for piece, drop in ((said, 0.14), (value, -0.32)):
            piece.set_x(x).on_baseline(y + drop)
        return VGroup(said, value)

    def _arithmetic(self) -> AverageSum:
        """The first number of the first average, written out."""
        numbers, style = self.numbers, self.style
        line = AverageSum(
            numbers.seen_vectors[:, 0], numbers.count, numbers.contexts[0, 0], self._colors(numbers.seen), style=style
        )
        line.set_x(self.strip.centre[0])
        return line.on_baseline(float(self.strip.centre[1]) - 0.1)

    def _training(self) -> VGroup:
        """What the classifier has seen and what not."""
        numbers = self.numbers
        seen = " ".join([*numbers.seen, numbers.wanted[0]])
        others = len(numbers.learned) - 1
        wordings = ("   ·   ".join(numbers.learned), f"{seen}   ·   and {others} more", seen)
        for wording in wordings:
            learned = self._note("has learned:", wording)
            if learned.width <= self.foot.width:
                break
        lines = [learned, self._note("has never seen:", " ".join([*numbers.unseen, numbers.wanted[1]]))]
        for line, rise in zip(lines, (0.14, -0.3), strict=True):
            line.on_baseline(float(self.foot.centre[1]) + rise)
            line.shift(point(-float(line[1].get_left()[0]), 0.0))
        return VGroup(*lines).set_x(self.foot.centre[0])

    def _note(self, title: str, said: str) -> Row:
        size, theme = self.style.sizes.note, self.style.theme
        told = ((title, theme.dim), (said, theme.ink))
        return Row([Label(text, size=size, color=color, style=self.style) for text, color in told], 0.25)

    def tell(self) -> None:
        """The phrases, their averages, how alike those are, what was learned, the two answers."""
        numbers = self.numbers
        with self.beat("phrases", f"Two phrases, alike but for {self._differences()}."):
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
        with self.beat("alike", f"The two averages are {alike}: their cosine similarity is {self.alike[1].shown}."):
            self._compare()
        seen = " ".join([*numbers.seen, numbers.wanted[0]])
        unseen = " ".join([*numbers.unseen, numbers.wanted[1]])
        with self.beat("learned", f"A classifier has learned “{seen}”, but has never seen “{unseen}”."):
            self._show_classifier()
        for side, name in enumerate(numbers.sides):
            with self.beat(name, self._said_of_answer(side)):
                self._answer(side)
        with self.beat("hoped", self._said_at_last()):
            self._conclude()

    def _differences(self) -> str:
        """The words in which the phrases differ."""
        pairs = [(one, other) for one, other in zip(*self.numbers.phrases, strict=True) if one != other]
        ones, others = (" ".join(words) for words in zip(*pairs, strict=True))
        return f"“{ones}” in one and “{others}” in the other"

    def _said_of_answer(self, side: int) -> str:
        numbers = self.numbers
        which = ("After the phrase it has learned", "After the one it has not")[side]
        verdict = "right" if numbers.predicted[side] == numbers.wanted[side] else "wrong"
        also = " also" if side and numbers.predicted[0] == numbers.predicted[1] else ""
        return f"{which}, it{also} says “{numbers.predicted[side]}”, which is {verdict}."

    def _said_at_last(self) -> str:
        numbers = self.numbers
        if numbers.predicted[1] == numbers.wanted[1]:
            return f"That is what was hoped for: “{numbers.wanted[1]}”."
        reason = ", but vectors so alike get the same answer" if numbers.predicted[0] == numbers.predicted[1] else ""
        return f"“{numbers.wanted[1]}” was hoped for{reason}."

    def _show_phrases(self) -> None:
        """The two phrases, in the middle for as long as there is nothing beside them."""
        times = self.style.times
        aside = self.stage.safe.centre[0] - self.home
        self.story.shift(point(aside, 0.0))
        for band in self.bands:
            band.lead.set_ends(*band.lead.segment)
        rows = [band.phrase.words for band in self.bands]
        told = [LaggedStart(*(FadeIn(word, shift=0.15 * UP) for word in row), lag_ratio=0.2) for row in rows]
        for row in told:
            self.play(row, run_time=times.move)
        self.rest()

    def _show_vectors(self) -> None:
        """Below each word its vector, in both phrases at once."""
        pairs = zip(*(band.vectors for band in self.bands), strict=True)
        columns = [AnimationGroup(*(FadeIn(vector, shift=0.2 * DOWN) for vector in pair)) for pair in pairs]
        self.play(LaggedStart(*columns, lag_ratio=0.25), run_time=1.5 * self.style.times.slow)
        self.rest()

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
        times = self.style.times
        vectors = [vector for band in self.bands for vector in band.vectors]
        dimmed = [fade_to(number, _DIMMED) for vector in vectors for number in vector.numbers]
        self.play(*dimmed, FadeIn(self.alike[0]), run_time=times.quick)
        self.play(*gather([band.context for band in self.bands], self.alike[1]), run_time=times.slow)
        self.rest()

    def _show_classifier(self) -> None:
        """All that was told makes room; then the box that both go through, and what it has learned."""
        times = self.style.times
        self.play(self.story.animate.set_x(self.home), run_time=times.move)
        self.play(Create(self.box), FadeIn(self.box_name), run_time=times.move)
        lines = [FadeIn(line, shift=0.1 * UP) for line in self.training]
        self.play(LaggedStart(*lines, lag_ratio=0.6), run_time=times.move)
        self.rest()

    def _answer(self, side: int) -> None:
        """A context vector goes into the classifier, the scores come out, the largest one is the answer."""
        times, band = self.style.times, self.bands[side]
        into, out = self.ways[side]
        entry = self.box.get_left() * [1, 0, 0] + band.context.get_center() * [0, 1, 0]
        self.play(grow(into), run_time=times.quick)
        self.play(
            FadeOut(band.context.copy(), target_position=entry + RIGHT * self.box.width / 2, scale=0.5),
            run_time=times.move,
        )
        results = [
            AnimationGroup(
                FadeIn(VGroup(band.names[row], band.scores.numbers[row]), shift=0.2 * RIGHT),
                GrowFromEdge(band.scores.bars[row], RIGHT if band.scores.bars[row].value < 0 else LEFT),
            )
            for row in range(len(band.names))
        ]
        self.play(grow(out), Create(band.scores.line), LaggedStart(*results, lag_ratio=0.2), run_time=1.2 * times.slow)
        best = self.numbers.row_of(self.numbers.predicted[side])
        others = [row for row in range(len(band.names)) if row != best]
        self.play(*(fade_to(band.answer(row), _DIMMED) for row in others), run_time=times.quick)
        self.play(Create(self.marks[side]), run_time=times.quick)
        self.rest()

    def _conclude(self) -> None:
        """The word that was hoped for."""
        row = self.numbers.row_of(self.numbers.wanted[1])
        self.play(fade_to(self.bands[1].answer(row), 1.0), run_time=self.style.times.quick)
        self.play(Create(self.hoped[0]), FadeIn(self.hoped[1]), run_time=self.style.times.move)
        self.hold()
