"""A word's query against every word's key, then softmax (the section "Asymmetric Pull", figure 22)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import torch
from manim import (
    RIGHT,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    Transform,
    VMobject,
)
from torch import Tensor

from attnmath import Head, attend
from scenes.article.asymmetric.claims import KEY_QUERY_DOT_PRODUCTS_CLAIMS
from scenes.article.asymmetric.vectors import LabelledArrow, labelled_arrows
from scenes.figure import Figure
from scenes.motion.arrive import extend, grow, late, rise
from scenes.motion.become import fade_to, multiply
from scenes.motion.move import send
from scenes.parameters import AttentionParameters, require_plane, world_matrix
from scenes.parts.arithmetic.dot_product import DotProduct, settle_alike
from scenes.parts.bars.bars import BarRow
from scenes.parts.bars.weight_list import OtherWeights, WeightList
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.word_plane import WordPlane
from scenes.parts.table.mapped import MappedVector
from scenes.parts.text.number import Number, format_weight
from scenes.parts.text.typeset import Label, Math, Row, vector_name
from scenes.quantities import quantity
from scenes.shared.phrase import Scored, each_with
from scenes.stage import Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World


class QueryTimesKey(Row):
    """The dot product of one word's query and another's key, with the result.

    Args:
        asking: the word of the query.
        answering: the word of the key.
        value: the computed result.
        size: manim font units.
        style: theme and sizes.
    """

    def __init__(self, asking: str, answering: str, value: Tensor, *, size: float, style: Style = DEFAULT) -> None:
        pieces = [
            Math(vector_name(asking, letter="q"), size=size, color=style.theme.query, style=style),
            Math("dot.op", size=size, style=style),
            Math(vector_name(answering, letter="k"), size=size, color=style.theme.key, style=style),
            Math("=", size=size, style=style),
            Number(value, size=size, style=style),
        ]
        super().__init__(pieces, [0.14, 0.14, 0.2, 0.2])


class SoftmaxOfKeys(Row):
    """The softmax of the dot products of one word's query with all keys.

    Args:
        asking: the word of the query.
        manner: what happens to them before softmax, in Typst maths; empty for nothing.
        style: theme and sizes.
    """

    def __init__(self, asking: str, manner: str = "", *, style: Style = DEFAULT) -> None:
        size = style.sizes.phrase
        pieces = [
            Math('"softmax" (', size=size, style=style),
            Math(vector_name(asking, letter="q"), size=size, color=style.theme.query, style=style),
            Math("K^T", size=size, color=style.theme.key, style=style),
            *([Math(manner, size=size, style=style)] if manner else []),
            Math(")", size=size, style=style),
        ]
        super().__init__(pieces, [0.05, 0.14, *([0.06] if manner else []), 0.05])


@dataclass(frozen=True)
class Asked(Scored):
    """The pulls of a phrase's words on one of them, by its query and their keys."""

    W_Q: Tensor = quantity("The matrix that makes queries, for rows: x W_Q.")
    W_K: Tensor = quantity("The matrix that makes keys, for rows: x W_K.")
    query: Tensor = quantity("The pulled word's query.")
    keys: Tensor = quantity("The words' keys, one a row: K.", rows="words")
    plain_weights: Tensor = quantity("How much each word would pull by the words' own vectors.", rows="words")
    back: Tensor = quantity("The other way round: the query of the word that pulls most, and the pulled word's key.")


def ask(parameters: AttentionParameters, world: World) -> Asked:
    """Compute one row of one step of attention with the world's W_Q and W_K; its dot products are not yet scaled."""
    require_plane(world)
    words, position = parameters.words(world), parameters.position(world)
    vectors = world.embedding().rows(words)  # (T, d)
    W_Q, W_K = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K"))
    manner: dict[str, Any] = {"scaled": parameters.scaled, "mask": parameters.allowed(words)}
    step = attend(vectors, Head(W_Q=W_Q, W_K=W_K), **manner)
    scores = step.queries @ step.keys.mT  # (T, T)
    written = world.written(parameters.phrase)
    scored = Scored(words, written, world.axes, position, vectors, scores[position], step.weights[position])
    return Asked(
        words,
        written,
        world.axes,
        position,
        vectors,
        scored.scores,
        scored.weights,
        W_Q=W_Q,
        W_K=W_K,
        query=step.queries[position],
        keys=step.keys,
        plain_weights=attend(vectors, **manner).weights[position],
        back=scores[scored.strongest, position],
    )


def in_words(numbers: Asked) -> dict[str, str]:
    """Return every word's dot product and weight, and the strongest puller's weight by the words' own vectors."""
    share, plain = (weights[numbers.strongest] for weights in (numbers.weights, numbers.plain_weights))
    return {
        "word": numbers.word,
        "strongest": numbers.words[numbers.strongest],
        "scores": each_with(numbers.words, numbers.scores),
        "weights": each_with(numbers.words, numbers.weights, format_weight),
        "share": format_weight(float(share)),
        "plain": format_weight(float(plain)),
    }


_DIMMED = 0.35
"""Opacity of everything that is not among the largest, or not being multiplied."""

_WIDE, _SQUARE = 12.0, 9.0
"""The widths of the frame from which arithmetic keeps its lines, and vectors their type size, scene units."""

_FARTHER = 1.35
"""The factor by which a small plane extends beyond the arrows, up and down."""

_LEAST_ANSWER = 3.4
"""The least height below the vectors for a dot product, scene units."""


class BarForEachWord(AttentionParameters):
    """The parameters of the figure: a bar and a line of a list for each word."""

    most_words: ClassVar[int] = 12


class KeyQueryDotProducts(Figure):
    """attention-key-query-dp: one query against every key says how hard each word pulls."""

    name = "attention-key-query-dp"
    claims = KEY_QUERY_DOT_PRODUCTS_CLAIMS
    Parameters = BarForEachWord
    numbers: Asked
    parameters: BarForEachWord

    @classmethod
    def compute(cls, parameters: AttentionParameters, world: World) -> Asked:
        """Compute one row of one step of attention with the world's W_Q and W_K."""
        return ask(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Asked) -> Mapping[str, object]:
        """Return every word's dot product and weight, and the strongest puller's weight by the words' own vectors."""
        return in_words(numbers)

    def build(self) -> None:
        """Draw words and results at the top, vectors at the left, arithmetic and then weights at the right."""
        numbers, style = self.numbers, self.style
        colors = self.colors_of(numbers.words)
        self.phrase = PhraseRow(numbers.written, colors, self.stage.header, columns=True, style=style)
        results, left, right = self._regions()
        xs = [self.phrase.column(index) for index in range(len(numbers.words))]
        self.results = BarRow(numbers.scores, xs, results, colors, style=style)
        self._draw_vectors(left.inset(bottom=0.72))
        self.desk = [
            self._mapped("q", numbers.position, numbers.query, numbers.W_Q, right),
            self._mapped("k", numbers.strongest, numbers.keys[numbers.strongest], numbers.W_K, right),
        ]
        self.works = {index: self._work(index) for index in self._spelled()}
        settle_alike(list(self.works.values()), right)
        formula, middle = right.rows(0.6, right.height - 0.6)
        self.formula = SoftmaxOfKeys(numbers.word, self.parameters.divisor, style=style)
        self.formula.starting_at(formula.left).on_baseline(float(formula.centre[1]) - 0.1)
        self.list = WeightList(
            numbers.words,
            numbers.weights,
            colors,
            middle.inset(right=0.72 if self._narrow else 0.95),
            title=self.says("weight"),
            thick=0.25,
            style=style,
        )
        self.plain = OtherWeights(
            numbers.plain_weights, self.list, middle.right - 0.05, (self.says("now"), self.says("before")), style=style
        )
        if self._narrow:
            for title in (self.list.title, self.plain.now):
                title.align_to(self.list.numbers[0], RIGHT)
        self.answer = self._answered()

    @property
    def _narrow(self) -> bool:
        """True if arithmetic has to break into more lines to stand beside the vectors."""
        return not self.stage.is_portrait and self.stage.width < _WIDE

    def _regions(self) -> tuple[Region, Region, Region]:
        """Return the regions of results, vectors, and arithmetic with the weights; stacked in a tall frame."""
        picture = self.stage.picture_to_bottom
        if self.stage.is_portrait:
            results, vectors, desk = picture.rows(2.1, 5.7, 4.1, gap=0.35)
            return results, vectors, desk.inset(left=0.2, right=0.2)
        results, lower = picture.rows(1.45, 4.3, gap=0.3)
        if not self._narrow:
            vectors, desk = lower.columns(1, 1.3, gap=0.6)
            return results, vectors, desk
        width = 4.3 if self.stage.width > _SQUARE else 3.6
        vectors, desk = lower.columns(lower.width - 0.4 - width, width, gap=0.4)
        return results, vectors, desk

    def _spelled(self) -> list[int]:
        """Return the words whose arithmetic is shown: the strongest puller, then the pulled word itself."""
        return list(dict.fromkeys([self.numbers.strongest, self.numbers.position]))

    def _draw_vectors(self, region: Region) -> None:
        """Draw every word's vector, then the query and the keys; a word that occurs twice is drawn once."""
        numbers, theme = self.numbers, self.style.theme
        first = {word: index for index, word in reversed(list(enumerate(numbers.words)))}
        self.places = list(first.values())
        reach = 1.05 * torch.cat([numbers.vectors, numbers.keys, numbers.query[None]])  # (N, d)
        size, small = self.style.sizes.label, self.stage.width < _SQUARE
        if small:
            # A small plane extends beyond the arrows, up and down, for their labels.
            reach, size = torch.cat([reach, _FARTHER * reach * torch.tensor([0.0, 1.0])]), self.style.sizes.note
        self.plane = WordPlane(region, reach, (), style=self.style)
        panel = self.plane.panel
        self.legend = [
            Label(said, size=self.style.sizes.phrase, color=color, style=self.style)
            for said, color in ((self.says("query"), theme.query), (self.says("keys"), theme.key))
        ]
        Row(self.legend, 0.4).starting_at(panel.left).on_baseline(panel.bottom - 0.46)
        names = [numbers.word, *first]
        before = torch.cat([numbers.vector[None], numbers.vectors[self.places]])
        after = torch.cat([numbers.query[None], numbers.keys[self.places]])
        plain = [self.color_of(numbers.word), *([theme.dim] * len(first))]
        roles = [theme.query, *([theme.key] * len(first))]
        width = self.style.strokes.line if small else None
        drawn = partial(labelled_arrows, self.plane, names, width=width, size=size, style=self.style)
        self.query, *self.arrows = drawn(before, plain)
        self.asking, *self.keys = drawn(after, roles, on_sides=small)

    def _mapped(self, letter: str, index: int, result: Tensor, matrix: Tensor, region: Region) -> MappedVector:
        """Return a word's vector times a matrix, in numbers."""
        numbers, word = self.numbers, self.numbers.words[index]
        role = self.style.theme.query if letter == "q" else self.style.theme.key
        notations = (vector_name(word, letter=letter), vector_name(word), f"W_{letter.upper()}")
        colors = (self.color_of(word), role)
        vector, small = numbers.vectors[index], self._narrow
        mapped = MappedVector(notations, vector, matrix, result, colors, small=small, style=self.style)
        mapped.settle(region, in_lines=small)
        return mapped

    def _work(self, index: int) -> DotProduct:
        """Return the arithmetic of the query with one key."""
        numbers, theme = self.numbers, self.style.theme
        return DotProduct(
            (vector_name(numbers.word, letter="q"), vector_name(numbers.words[index], letter="k")),
            numbers.query,
            numbers.keys[index],
            numbers.scores[index],
            (theme.query, theme.key),
            style=self.style,
        )

    def _answered(self) -> QueryTimesKey:
        """Return the dot product of the query and the strongest puller's key, below the vectors."""
        numbers, panel = self.numbers, self.plane.panel
        answer = QueryTimesKey(
            numbers.word,
            numbers.words[numbers.strongest],
            numbers.scores[numbers.strongest],
            size=self.style.sizes.phrase if panel.width > _LEAST_ANSWER else self.style.sizes.script,
            style=self.style,
        )
        answer.starting_at(panel.left).on_baseline(self.legend[0].baseline)
        return answer

    def tell(self) -> None:
        """Show the query, the keys, their dot products, the weights."""
        numbers, times = self.numbers, self.style.times
        word, strongest = numbers.word, numbers.words[numbers.strongest]
        with self.beat("query", word=word):
            self._ask()
        with self.beat("keys"):
            self._answer()
        for count, index in enumerate(self._spelled()):
            other, result = numbers.words[index], self.works[index].result.shown
            text = "own-key" if index == numbers.position else "other-key"
            with self.beat(f"word-{index}-{other}", text=text, word=word, other=other, result=result):
                self._multiply(index, pace=1.0 if count == 0 else 0.7)
        with self.beat("all", word=word, strongest=strongest):
            self._sweep()
        with self.beat("weights", text=f"weights{self.parameters.manner}"):
            self._weigh()
        said = in_words(numbers)
        with self.beat("strongest", strongest=strongest, share=said["share"], plain=said["plain"]):
            self.play(FadeOut(*self.legend), run_time=times.quick)
            self.play(*self._fade_others(), FadeIn(self.answer), run_time=times.move)
            self.play(
                ReplacementTransform(self.list.title, self.plain.now), FadeIn(self.plain.others), run_time=times.move
            )
            self.hold()

    def _ask(self) -> None:
        """Turn the word's vector into its query."""
        times, desk = self.style.times, self.desk[0]
        self.box = self.phrase.box(self.numbers.position, self.style.theme.query)
        self.play(FadeIn(self.phrase, self.plane), Create(self.results.line), run_time=times.move)
        self.play(grow(self.query.arrow), FadeIn(self.query.label), Create(self.box), run_time=times.move)
        self.play(FadeIn(desk.head, desk.factors), run_time=times.move)
        self.play(FadeIn(desk.outcome, self.legend[0]), Transform(self.query, self.asking), run_time=times.slow)
        self.rest()

    def _answer(self) -> None:
        """Turn every word's vector into its key."""
        times, (before, desk) = self.style.times, self.desk
        self.play(FadeOut(before), *(grow(arrow.arrow) for arrow in self.arrows), run_time=times.move)
        self.play(*(FadeIn(arrow.label) for arrow in self.arrows), FadeIn(desk.head, desk.factors), run_time=times.move)
        moves = [Transform(vector, key) for vector, key in zip(self.arrows, self.keys, strict=True)]
        self.play(FadeIn(desk.outcome, self.legend[1]), *moves, run_time=1.3 * times.slow)
        self.standing: VMobject = desk
        self.rest()

    def _key(self, index: int) -> LabelledArrow:
        """Return the arrow of a word's key."""
        first = self.numbers.words.index(self.numbers.words[index])
        return self.arrows[self.places.index(first)]

    def _multiply(self, index: int, *, pace: float) -> None:
        """Multiply the query and one key: the products, the sum, the sum moved below the word."""
        times, work = self.style.times, self.works[index]
        self.play(FadeOut(self.standing), run_time=times.quick)
        self.standing = work
        lights = [fade_to(arrow, 1.0 if arrow is self._key(index) else _DIMMED) for arrow in self.arrows]
        self.play(*lights, FadeIn(work.head), run_time=times.move * pace)
        self.play(*multiply(work), run_time=times.move * pace)
        self.play(FadeIn(work.total), run_time=times.quick)
        number, bar = self.results.numbers[index], self.results.bars[index]
        self.play(send(work.result, number), rise(bar, rate_func=late), run_time=times.move * pace)
        self.rest()

    def _sweep(self) -> None:
        """Multiply all the others at once, each dot product coming out of its key."""
        numbers, times = self.numbers, self.style.times
        rest = [index for index in range(len(numbers.words)) if index not in self.works]
        again = self.works[numbers.strongest]
        if again is not self.standing:
            self.play(FadeOut(self.standing), run_time=times.quick)
        self.standing = again
        self.play(FadeIn(again), *(fade_to(arrow, 1.0) for arrow in self.arrows), run_time=times.move)
        arrive = [
            AnimationGroup(
                send(self._key(index).label, self.results.numbers[index]),
                rise(self.results.bars[index], rate_func=late),
            )
            for index in rest
        ]
        if arrive:
            self.play(LaggedStart(*arrive, lag_ratio=0.25), run_time=2 * times.slow)
        self.rest()

    def _weigh(self) -> None:
        """Turn each dot product into a weight in the list."""
        times, listed = self.style.times, self.list
        self.play(FadeOut(self.standing), run_time=times.quick)
        self.play(FadeIn(self.formula, listed.title, *listed.names), run_time=times.move)
        arrive = [
            AnimationGroup(send(score, weight), extend(bar, rate_func=late))
            for score, weight, bar in zip(self.results.numbers, listed.numbers, listed.bars, strict=True)
        ]
        self.play(LaggedStart(*arrive, lag_ratio=0.15), run_time=2 * times.slow)
        self.rest()

    def _fade_others(self) -> list[Animation]:
        """Dim all words but the strongest puller and the pulled word, and all keys but the strongest puller's."""
        numbers, kept = self.numbers, self._spelled()
        others = [index for index in range(len(numbers.words)) if index not in kept]
        dimmed = [
            part
            for index in others
            for part in (self.list.row(index), self.results.pair(index), self.phrase.words[index])
        ]
        dimmed += [arrow for arrow in self.arrows if arrow is not self._key(numbers.strongest)]
        for index in others:
            self.plain.numbers[index].set_fill(opacity=0.6)
        return [fade_to(part, _DIMMED) for part in dimmed]
