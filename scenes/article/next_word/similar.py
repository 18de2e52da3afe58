"""The limits of an average: one word is a small share of it (the article's section "An Initial Idea").

Two phrases that differ in one word have nearly the same average, so a classifier that has learned to complete only one
of them gives both the same answer. This does not mean that averages can never be told apart: a classifier that had seen
both phrases could have learned it (the claims measure that, too).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import torch
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
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.article.next_word.answer import AnswerList, NamedBox, Notes
from scenes.article.next_word.average import Alikeness, AveragedPhrase, AverageSum, level_arrow, plumb_arrow
from scenes.article.next_word.claims import SIMILAR_CLASSIFICATION_CLAIMS
from scenes.article.next_word.training import train, whole_phrases
from scenes.errors import UserError
from scenes.figure import Figure
from scenes.motion.arrive import grow, stretch
from scenes.motion.become import recolor
from scenes.motion.move import gather, send
from scenes.motion.pull import flow
from scenes.parameters import FigureParameters, Phrase, phrase_words
from scenes.parts.geometry import Point, point
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow
from scenes.parts.text.number import VectorColumn, format_number
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_LISTED = 4
"""The number of words whose scores are drawn, if no more are needed."""

_MOST_WORDS = 6
"""The most words before the last one, so that each has room for its vector."""


class SeenAndUnseen(FigureParameters):
    """The parameters of the figure: two whole phrases that are nearly the same."""

    seen: Phrase = Field(
        "france",
        description="A whole phrase that is learned: its name in the world, or written out (3 to 7 words).",
    )
    unseen: Phrase = Field(
        "spain",
        description="A phrase of as many words that is not: its name in the world, or written out.",
    )

    def phrases(self, world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return both phrases, including the word that each should end with.

        Raises:
            UserError: when a word is unknown, or the phrases are too short, too long, of two lengths or the same.
        """
        seen, unseen = (
            phrase_words(world, getattr(self, name), name, least=3, most=_MOST_WORDS + 1) for name in ("seen", "unseen")
        )
        if len(seen) != len(unseen):
            raise UserError(f"seen and unseen must have as many words as each other; got {len(seen)} and {len(unseen)}")
        if seen[:-1] == unseen[:-1]:
            raise UserError("seen and unseen must differ before their last word; got the same words")
        return seen, unseen

    @classmethod
    def stand_ins(cls, world: World) -> Iterator[Mapping[str, Any]]:
        """Yield pairs of a world's phrases with as many words as each other, those first that differ least."""
        told = {name: world.words_of(name) for name in world.phrases}
        pairs = [pair for pair in permutations(told, 2) if len(told[pair[0]]) == len(told[pair[1]])]

        def differing(pair: tuple[str, str]) -> int:
            return sum(one != other for one, other in zip(told[pair[0]], told[pair[1]], strict=True))

        for seen, unseen in sorted(pairs, key=differing):
            yield {"seen": seen, "unseen": unseen}


@dataclass(frozen=True)
class TwoAnswers:
    """A model's answers to two phrases, of which it has seen one.

    Attributes:
        seen: the learned phrase, without its last word.
        unseen: the other one, without its last word.
        axes: names of the vectors' numbers.
        vocabulary: the words it chooses from.
        wanted: the last word of each phrase.
        predicted: the model's last word for each phrase.
        learned: the phrases it was trained on.
        listed: positions in the vocabulary of the words whose scores are drawn.
        sides: the two phrases' names.
    """

    seen: tuple[str, ...]
    unseen: tuple[str, ...]
    axes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    wanted: tuple[str, str]
    predicted: tuple[str, str]
    learned: tuple[str, ...]
    listed: tuple[int, ...]
    sides: tuple[str, str]
    seen_vectors: Tensor = quantity("The vectors of the learned phrase.", rows="seen", columns="axes")
    unseen_vectors: Tensor = quantity("The vectors of the other phrase.", rows="unseen", columns="axes")
    count: Tensor = quantity("How many words each average is made of.")
    contexts: Tensor = quantity("The context vectors: the averages.", rows="sides", columns="axes")
    similarity: Tensor = quantity("The cosine similarity of the two context vectors.")
    scores: Tensor = quantity("The score of every word after each phrase.", rows="sides", columns="vocabulary")

    @property
    def phrases(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of both beginnings."""
        return self.seen, self.unseen

    @property
    def whole(self) -> tuple[str, str]:
        """The two phrases with the words they should end with."""
        seen, unseen = (" ".join([*words, last]) for words, last in zip(self.phrases, self.wanted, strict=True))
        return seen, unseen

    @property
    def differences(self) -> tuple[str, str]:
        """The words in which the phrases differ, those of each."""
        pairs = [(one, other) for one, other in zip(*self.phrases, strict=True) if one != other]
        ones, others = (" ".join(words) for words in zip(*pairs, strict=True))
        return ones, others

    @property
    def same_answer(self) -> bool:
        """True if the model gives the same answer to both phrases."""
        return self.predicted[0] == self.predicted[1]

    @property
    def right(self) -> tuple[bool, bool]:
        """The truth of both answers: True where the model's answer to a phrase is right."""
        return self.predicted[0] == self.wanted[0], self.predicted[1] == self.wanted[1]

    def outcome(self, side: int) -> str:
        """Return the outcome for one of the phrases as a key, such as ``seen-right`` or ``unseen-also-wrong``."""
        also = "also-" if side and self.same_answer else ""
        return f"{self.sides[side]}-{also}{'right' if self.right[side] else 'wrong'}"

    def row_of(self, word: str) -> int:
        """Return a word's position among those whose scores are drawn."""
        return self.listed.index(self.vocabulary.index(word))


def two_answers(parameters: SeenAndUnseen, world: World) -> TwoAnswers:
    """Return both averages, and the answers of a classifier that has seen one of the phrases.

    Raises:
        UserError: when the phrases do not fit each other or the world.
    """
    seen, unseen = parameters.phrases(world)
    given = [phrase for phrase in whole_phrases(world) if phrase.split() != list(unseen)]
    learned = tuple(dict.fromkeys([*given, " ".join(seen)]))
    model = train(world, learned)
    beginnings = (seen[:-1], unseen[:-1])
    contexts = torch.stack([model.context(words) for words in beginnings])  # (2, d)
    scores = torch.stack([model.scores(words) for words in beginnings])  # (2, V)
    vocabulary = model.embedding.words
    return TwoAnswers(
        *beginnings,
        axes=world.axes,
        vocabulary=vocabulary,
        wanted=(seen[-1], unseen[-1]),
        predicted=(model.predict(beginnings[0]), model.predict(beginnings[1])),
        learned=learned,
        listed=_listed(scores, [vocabulary.index(phrase[-1]) for phrase in (seen, unseen)]),
        sides=("seen", "unseen"),
        seen_vectors=model.embedding.rows(beginnings[0]),
        unseen_vectors=model.embedding.rows(beginnings[1]),
        count=torch.tensor(float(len(beginnings[0]))),
        contexts=contexts,
        similarity=cosine_similarity(contexts[0], contexts[1]),
        scores=scores,
    )


def _listed(scores: Tensor, wanted: list[int]) -> tuple[int, ...]:
    """Return the drawn rows, best first, at most five: the predictions, the wanted words, the highest others."""
    total = scores.sum(dim=0)
    needed = list(dict.fromkeys([*scores.argmax(dim=-1).tolist(), *wanted]))
    others = [row for row in total.argsort(descending=True, stable=True).tolist() if row not in needed]
    chosen = [*needed, *others[: max(0, _LISTED - len(needed))]]
    return tuple(sorted(chosen, key=lambda row: -float(total[row])))


_BETWEEN = 1.0
"""Scene units between the two context vectors, one above the other."""

_FOOT = 0.95
"""The height of the notes at the bottom, where they have one line each, scene units."""

_TALL = (1.15, 0.15, 0.85, 1.1, 0.75, 3.9, 0.4, 2.0)
_SHORT = (0.82, 0.14, 0.5, 0.65, 0.45, 1.8, 0.14, 0.95)
"""Scene units from the top: phrases, gap, arrows, classifier, arrows, answers, gap, notes; vectors not counted."""


_HIGHEST = 10.8
"""The largest height of both phrases with their vectors and averages between them, scene units."""

_BAND = 1.9
"""The largest height of the averages, scene units."""


def averaging_places(safe: Region, *, wide: bool) -> tuple[list[tuple[Region, Point | None]], Region]:
    """Return the regions of two phrases with their averages' places, and a strip between them for arithmetic.

    In a wide frame the averages are at the phrases' right, and their places are None. In others both averages are in
    the centre, one at the left and one at the right; the strip is the right one's place.

    Args:
        safe: the frame without its margin.
        wide: whether the frame is much wider than tall.
    """
    if wide:
        upper, strip, lower = safe.rows(2.9, 1.2, 2.9)
        return [(upper, None), (lower, None)], strip
    spare = max(safe.height - _HIGHEST, 0.0) / 2
    upper, band, lower = safe.inset(top=spare, bottom=spare).rows(*((3.0, 4.4, 3.0) if spare else (2.1, 2.75, 2.1)))
    left, right = (column.centre for column in band.columns(1, 1))
    middle = float(band.centre[1])
    strip = Region(float(left[0]) + 0.85, safe.right, middle - _BAND / 2, middle + _BAND / 2)
    return [(upper, left), (lower, right)], strip


@dataclass(frozen=True, slots=True)
class AnswerPlaces:
    """The places of two phrases, of everything that belongs to each and of everything they share.

    Attributes:
        contexts: the centres of the context vectors.
        phrases: the regions of the phrases.
        box: the region of the classifier.
        answers: the regions of its answers.
        foot: the region of the notes.
        downward: whether the arrows lead from the top to the bottom, not from left to right.
    """

    contexts: tuple[Point, Point]
    phrases: tuple[Region, Region]
    box: Region
    answers: tuple[Region, Region]
    foot: Region
    downward: bool


def from_the_left(safe: Region, height: float, *, roomy: bool) -> AnswerPlaces:
    """Return places with phrases and vectors at the left, above and below the centre, and answers at the right.

    Args:
        safe: the frame without its margin.
        height: the height of a context vector, scene units.
        roomy: whether the answers can have much of the width.
    """
    foot = Region(safe.left, safe.right, safe.bottom, safe.bottom + _FOOT)
    body = safe.inset(bottom=_FOOT + 0.1)
    shares = ((4.7, 2.1, 5.6), 0.4) if roomy else ((4.2, 1.8, 4.2), 0.35)
    left, middle, right = body.columns(*shares[0], gap=shares[1])
    contexts, phrases, answers = [], [], []
    for up in (1.0, -1.0):
        y = float(body.centre[1]) + up * (_BETWEEN + height) / 2
        contexts.append(point(left.centre[0], y))
        beyond = y + up * (height / 2 + 0.4)
        phrases.append(Region(left.left, left.right, beyond - 0.3, beyond + 0.3))
        answers.append(Region(right.left + 0.25, right.right, y - height / 2, y + height / 2))
    reach = _BETWEEN / 2 + height
    box = Region(middle.left, middle.right, float(body.centre[1]) - reach, float(body.centre[1]) + reach)
    return AnswerPlaces(
        (contexts[0], contexts[1]), (phrases[0], phrases[1]), box, (answers[0], answers[1]), foot, downward=False
    )


def from_the_top(safe: Region, height: float) -> AnswerPlaces:
    """Return places with a column for each phrase: itself, its vector, the classifier across both, its answers.

    Args:
        safe: the frame without its margin.
        height: the height of a context vector, scene units.
    """
    shares = _TALL if sum(_TALL) + height <= safe.height else _SHORT
    spare = max(safe.height - sum(shares) - height, 0.0)
    body = safe.inset(top=spare / 2, bottom=spare / 2)
    phrase, _, vector, _, box, _, answer, _, foot = body.rows(*shares[:2], height, *shares[2:])

    def both(row: Region) -> tuple[Region, Region]:
        left, right = row.columns(1, 1, gap=0.3)
        return left, right

    left, right = both(vector)
    return AnswerPlaces((left.centre, right.centre), both(phrase), box, both(answer), foot, downward=True)


_OPENING = 2.1
"""The width of a word's column while the phrases stand alone, scene units."""

_APART = 1.3
"""Scene units from one phrase to the other while they stand alone."""

_ROOMY = 12.0
"""The width of the frame, in scene units, from which there is room for everything side by side."""

_ALIKE = 0.95
"""The cosine similarity above which two vectors are called nearly the same."""


class SimilarClassification(Figure):
    """attention-similar-classification: two phrases with nearly the same average get the same answer."""

    name = "attention-similar-classification"
    claims = SIMILAR_CLASSIFICATION_CLAIMS
    world_name = "next-word"
    Parameters = SeenAndUnseen
    numbers: TwoAnswers
    parameters: SeenAndUnseen

    @classmethod
    def compute(cls, parameters: SeenAndUnseen, world: World) -> TwoAnswers:
        """Return both averages, and the answers of a classifier that has seen one of the phrases."""
        return two_answers(parameters, world)

    def build(self) -> None:
        """Draw the phrases over their vectors and averages; then, with those alone, the classifier that serves both."""
        numbers, style = self.numbers, self.style
        self.is_wide = self.stage.width > 1.2 * self.stage.height
        places, strip = averaging_places(self.stage.safe, wide=self.is_wide)
        vectors = (numbers.seen_vectors, numbers.unseen_vectors)
        self.bands = [
            AveragedPhrase(region, self._written(side), rows, context, self._colors(words), at=at, style=style)
            for side, ((region, at), words, rows, context) in enumerate(
                zip(places, numbers.phrases, vectors, numbers.contexts, strict=True)
            )
        ]
        self.openings = [self._opening(side) for side in range(2)]
        self.arithmetic = AverageSum(
            numbers.seen_vectors[:, 0],
            numbers.count,
            numbers.contexts[0, 0],
            self._colors(numbers.seen),
            strip,
            style=style,
        )
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
        """Return a phrase by itself, large, close to the other one and aligned with it word by word."""
        words, style = self.numbers.phrases[side], self.style
        half = min(self.stage.safe.width, _OPENING * len(words)) / 2
        region = Region(-half, half, -0.35, 0.35)
        row = PhraseRow(
            self._written(side), self._colors(words), region, columns=True, size=style.sizes.formula, style=style
        )
        return row.shift(point(0.0, _APART * (1 - 2 * side) / 2))

    def _written(self, side: int) -> tuple[str, ...]:
        """Return the words of a phrase as they are written, without the last one."""
        return self.world.written((self.parameters.seen, self.parameters.unseen)[side])[:-1]

    def _plan(self) -> None:
        """Find the places of the averages and phrases beside the classifier, or above it."""
        safe, height = self.stage.safe, float(self.bands[0].context.height)
        roomy = safe.width > _ROOMY
        self.places = from_the_left(safe, height, roomy=roomy) if self.is_wide else from_the_top(safe, height)
        self.targets = [
            band.context.copy().move_to(place) for band, place in zip(self.bands, self.places.contexts, strict=True)
        ]
        sizes, lines = self.style.sizes, 2 if self.places.downward else 1
        size = sizes.phrase if lines == 1 or self.places.phrases[0].height > 1 else sizes.label
        self.phrases = [
            PhraseRow(self._written(side), self._colors(words), place, lines=lines, size=size, style=self.style)
            for side, (words, place) in enumerate(zip(self.numbers.phrases, self.places.phrases, strict=True))
        ]
        self.alike_at_last = self._alike(self.targets)

    def _answers(self, side: int) -> AnswerList:
        numbers, listed = self.numbers, list(self.numbers.listed)
        words = [numbers.vocabulary[index] for index in listed]
        scores = numbers.scores[:, listed]
        return AnswerList(
            self.places.answers[side],
            words,
            scores[side],
            self._colors(words),
            others=scores[1 - side],
            style=self.style,
        )

    def _ways(self, side: int) -> tuple[Arrow, Arrow]:
        """Return the arrows from an average into the classifier and from there to the answers."""
        target, names = self.targets[side], VGroup(*self.answers[side].names)
        if self.places.downward:
            x = float(target.get_x())
            return plumb_arrow(target, self.box, x, self.style), plumb_arrow(self.box, names, x, self.style)
        out = level_arrow(self.box, names, self.style, y=float(target.get_y()))
        return level_arrow(target, self.box, self.style), out

    def _colors(self, words: Sequence[str]) -> list[str]:
        """Return each word's colour: its own where the phrases differ and where they should end, ink otherwise."""
        told = {word for pair in zip(*self.numbers.phrases, strict=True) if pair[0] != pair[1] for word in pair}
        told |= set(self.numbers.wanted)
        return [self.color_of(word) if word in told else self.style.theme.ink for word in words]

    def _alike(self, contexts: Sequence[VectorColumn]) -> Alikeness:
        """Return the similarity of the two context vectors, drawn between them."""
        first, second = contexts
        keys = ("cosine", "similarity") if self.is_wide else ("cosine-similarity",)
        size = self.style.sizes.label if self.stage.safe.width > _ROOMY else self.style.sizes.note
        said = [self.says(key) for key in keys]
        return Alikeness(first, second, self.numbers.similarity, said, size=size, style=self.style)

    def _training(self) -> Notes:
        """Return notes on the phrases that the classifier has and has not seen."""
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
        """Return the phrases, the similarity of their averages, and both answers."""
        phrases = dict(zip(("seen", "unseen"), (" ".join(words) for words in numbers.phrases), strict=True))
        said = dict(zip(("first", "second"), numbers.predicted, strict=True))
        return {**phrases, **said, "similarity": format_number(float(numbers.similarity)), "hoped": numbers.wanted[1]}

    def tell(self) -> None:
        """Show the phrases, their averages, the similarity, the training, the two answers."""
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
        """Show the two phrases, one above the other."""
        for row, pace in zip(self.openings, (1.0, 0.75), strict=True):
            told = LaggedStart(*(FadeIn(word, shift=0.15 * UP) for word in row.words), lag_ratio=0.2)
            self.play(told, run_time=self.style.times.move * pace)
        self.rest()

    def _show_vectors(self) -> None:
        """Make room between the phrases, and show each word's vector below it, in both at once."""
        times = self.style.times
        self.play(*self._move_words(self.openings, [band.phrase for band in self.bands]), run_time=times.move)
        pairs = zip(*(band.vectors for band in self.bands), strict=True)
        columns = [AnimationGroup(*(FadeIn(vector, shift=0.2 * DOWN) for vector in pair)) for pair in pairs]
        self.play(LaggedStart(*columns, lag_ratio=0.25), run_time=times.slow)
        self.rest()

    def _bring_words(self) -> list[Animation]:
        """Move the phrases to their averages' places; one that would pass through its average fades out and in."""
        bands, phrases = [band.phrase for band in self.bands], self.phrases
        moved = 1 if self.places.downward else 2
        gone = [FadeOut(word) for row in bands[moved:] for word in row.words]
        come = [FadeIn(word) for row in phrases[moved:] for word in row.words]
        return [*self._move_words(bands[:moved], phrases[:moved]), *gone, *come]

    def _move_words(self, before: Sequence[PhraseRow], after: Sequence[PhraseRow]) -> list[Animation]:
        """Move the words of both phrases to new places."""
        return [
            ReplacementTransform(*words)
            for rows in zip(before, after, strict=True)
            for words in zip(*(row.words for row in rows), strict=True)
        ]

    def _average(self, side: int) -> list[Animation]:
        """Let all vectors of a phrase flow into their average, number by number."""
        band = self.bands[side]
        flows: list[Animation] = [*map(Create, band.span), grow(band.lead), Create(band.context.brackets)]
        for place, target in enumerate(band.context.numbers):
            flows += gather([vector.numbers[place] for vector in band.vectors], target)
        return flows

    def _average_slowly(self) -> None:
        """Compute the first number of the average with its arithmetic, then all of them."""
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
        """Dim the embeddings, and show the similarity between the two averages."""
        times, alike = self.style.times, self.alike
        vectors = [vector for band in self.bands for vector in band.vectors]
        dimmed = [recolor(number, self.style.theme.dim) for vector in vectors for number in vector.numbers]
        self.play(*dimmed, FadeIn(alike.said), *map(grow, alike.arrows), run_time=times.move)
        self.play(FadeIn(alike.value), run_time=times.quick)
        self.rest()

    def _show_classifier(self) -> None:
        """Keep only words and averages of the phrases, and make room for the box that both go through."""
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
        """Move a context vector into the classifier; the scores come out, and the largest is the answer."""
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
        """Show the word that the second phrase should have."""
        answer = self.answers[1].answer(self.numbers.row_of(self.numbers.wanted[1]))
        self.play(recolor(answer, *self._colors(self.numbers.wanted[1:])), run_time=self.style.times.quick)
        self.play(Create(self.hoped[0]), FadeIn(self.hoped[1]), run_time=self.style.times.move)
        self.hold()
