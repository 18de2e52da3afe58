"""How hard each word pulls: dot products, then softmax (the article's section "Words Pulling Words", figures 9, 10)."""

from __future__ import annotations

from dataclasses import dataclass, fields

from manim import (
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    TransformFromCopy,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.errors import UserError
from scenes.figure import PhraseParameters, quantity
from scenes.motion import fade_to, gather, grow, light, rise
from scenes.parts.bars import BarRow, RowSum, RowTitle
from scenes.parts.dot_product import DotProduct, settle_alike
from scenes.parts.formula import Fraction, Power, SoftmaxFormula
from scenes.parts.geometry import point
from scenes.parts.number import Number
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import PlaneWord, WordPlane, set_labels
from scenes.parts.text import Math, Row, vector_name
from scenes.phrase import PhraseFigure, Pull, pull
from scenes.stage import Region
from scenes.worlds import World

_DIMMED = 0.45
"""Opacity of results that are not among the largest."""


class AllDotProducts(PhraseFigure):
    """attention-all-dot-product: a dot product for each word says how similar it is."""

    name = "attention-all-dot-product"

    def build(self) -> None:
        """Words and their results at the top, the two vectors and their arithmetic below."""
        numbers, style = self.numbers, self.style
        colors = self.colors_of(numbers.words)
        self.phrase = PhraseRow(numbers.words, colors, self.stage.header, columns=True, style=style)
        results, lower = self.stage.picture_to_bottom.rows(1.9, 4.1, gap=0.1)
        xs = [self.phrase.column(index) for index in range(len(numbers.words))]
        self.results = BarRow(numbers.scores, xs, results, colors, style=style)
        left, desk = lower.columns(1, 1.3, gap=0.6)
        self.plane = WordPlane(left, numbers.vectors, self.world.axes, style=style)
        self.arrows = [
            self.plane.arrow(vector, color, width=style.strokes.bold if index == numbers.position else None)
            for index, (vector, color) in enumerate(zip(numbers.vectors, colors, strict=True))
        ]
        self._label_plane()
        self.works = [self._work(index) for index in range(len(numbers.words))]
        settle_alike(self.works, desk)

    def _work(self, index: int) -> DotProduct:
        """The arithmetic of the dot product with one word."""
        numbers = self.numbers
        pair = numbers.word, numbers.words[index]
        return DotProduct(
            (vector_name(pair[0]), vector_name(pair[1])),
            numbers.vector,
            numbers.vectors[index],
            numbers.scores[index],
            (self.color_of(pair[0]), self.color_of(pair[1])),
            style=self.style,
        )

    def _label_plane(self) -> None:
        numbers = self.numbers
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        words = {
            word: PlaneWord(word, self.plane.place(vector), self.color_of(word), style=self.style)
            for word, vector in vectors.items()
        }
        lines = [arrow.flat_segment for arrow in self.arrows]
        set_labels(words.values(), self.plane, keep_off=lines)
        self.labels = [words[word].label for word in numbers.words]

    def tell(self) -> None:
        """The word alone, then with each word of the phrase in turn, then which result is largest."""
        numbers, times = self.numbers, self.style.times
        own = numbers.position
        with self.beat("question", f"How similar is {numbers.word} to each word of the phrase?"):
            self.play(FadeIn(self.phrase), FadeIn(self.plane), Create(self.results.line), run_time=times.move)
            self.play(grow(self.arrows[own]), FadeIn(self.labels[own]), run_time=times.move)
            self.rest()
        self.standing = VGroup()
        order = [index for index in range(len(numbers.words)) if index != own] + [own]
        for count, index in enumerate(order):
            word = numbers.words[index]
            said = format_sentence(numbers.word, word, self.works[index].result.shown)
            with self.beat(f"word-{index}-{word}", said):
                slow = count == 0 or index in (numbers.strongest, own)
                self._multiply(index, pace=1.0 if slow else 0.55, rest=slow)
        with self.beat(
            "ranking", f"After {numbers.word} itself, {numbers.words[numbers.strongest]} is the most similar word."
        ):
            self._rank()

    def _multiply(self, index: int, *, pace: float, rest: bool) -> None:
        """The dot product with one word: its vector, the products, the sum, the sum filed under the word."""
        times, work = self.style.times, self.works[index]
        own = index == self.numbers.position
        box = self.phrase.box(index, self.style.theme.ink)
        leaving = [FadeOut(self.standing)] if len(self.standing) else []
        self.standing = VGroup(box)
        arrive: list[Animation] = [FadeIn(box), FadeIn(work.head)]
        if not own:
            self.standing.add(self.arrows[index], self.labels[index])
            arrive += [grow(self.arrows[index]), FadeIn(self.labels[index])]
        self.play(*leaving, *arrive, run_time=times.move * pace)
        self.play(FadeIn(work.products), run_time=times.move * pace * 0.8)
        self.play(FadeIn(work.total), run_time=times.quick)
        number, bar = self.results.numbers[index], self.results.bars[index]
        self.play(TransformFromCopy(work.result, number), rise(bar), run_time=times.move * pace)
        self.standing.add(work)
        if rest:
            self.rest()

    def _rank(self) -> None:
        """Dim all results but the two largest."""
        numbers, times = self.numbers, self.style.times
        kept = {numbers.position, numbers.strongest}
        left_over = [index for index in range(len(numbers.words)) if index not in kept]
        dimmed = [fade_to(self.results.pair(index), _DIMMED) for index in left_over]
        dimmed += [fade_to(self.phrase.words[index], _DIMMED) for index in left_over]
        again = numbers.strongest
        self.play(
            *dimmed,
            FadeOut(self.standing),
            FadeIn(self.works[again], self.arrows[again], self.labels[again]),
            run_time=times.move,
        )
        self.hold()


def format_sentence(word: str, other: str, result: str) -> str:
    """The caption of one dot product."""
    if word == other:
        return f"The dot product of {word} with itself is {result}."
    return f"The dot product of {word} and {other} is {result}."


@dataclass(frozen=True)
class Softmaxed(Pull):
    """A step of attention with the stages of its softmax."""

    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words")
    total: Tensor = quantity("The sum of the exponentials.")
    weights_total: Tensor = quantity("The sum of the weights: 1.")


_STAGES = (("s_i", "dot product"), ("e^(s_i)", "exponential"), ("a_i", "weight"))
"""The rows' symbols and names."""

LARGEST_SCORE = 80.0
"""Dot products beyond which e to their power is too large for the numbers on screen."""


class AllSoftmax(PhraseFigure):
    """attention-all-softmax: softmax turns dot products into weights that add up to 1."""

    name = "attention-all-softmax"
    numbers: Softmaxed

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Softmaxed:
        """One step of attention over the phrase, with each stage of softmax.

        Raises:
            UserError: also when a dot product is too large to be an exponent.
        """
        step = pull(parameters, world)
        largest = float(step.scores.max())
        if largest > LARGEST_SCORE:
            raise UserError(
                f"the largest dot product is {largest:g}, too large an exponent to draw (at most {LARGEST_SCORE:g}); "
                "make the vectors shorter"
            )
        exponentials = step.scores.exp()  # (T,)
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        return Softmaxed(**given, exponentials=exponentials, total=exponentials.sum(), weights_total=step.weights.sum())

    def build(self) -> None:
        """A row for each stage below the words, and the formula at the bottom."""
        numbers, style = self.numbers, self.style
        picture, footer = self.stage.picture_to_bottom.rows(4.35, 1.25, gap=0.4)
        titles, middle, sums = picture.columns(1.9, 9, 1.9, gap=0.15)
        header = Region(middle.left, middle.right, self.stage.header.bottom, self.stage.header.top)
        colors = self.colors_of(numbers.words)
        self.phrase = PhraseRow(numbers.words, colors, header, columns=True, style=style)
        xs = [self.phrase.column(index) for index in range(len(numbers.words))]
        bands = picture.rows(1, 1, 1, gap=0.22)
        shown = (numbers.scores, numbers.exponentials, numbers.weights)
        size = self._number_size()
        self.rows = [
            BarRow(values, xs, band, colors, size=size, style=style) for values, band in zip(shown, bands, strict=True)
        ]
        self.titles = [
            RowTitle(*stage, row, titles.right, style=style) for stage, row in zip(_STAGES, self.rows, strict=True)
        ]
        self.sums = [
            RowSum(value, row, sums.left, style=style)
            for value, row in zip((numbers.total, numbers.weights_total), self.rows[1:], strict=True)
        ]
        self.formula = SoftmaxFormula(style=style)
        self.formula.move_to(footer.centre)
        self.works = self._works(footer)

    def _number_size(self) -> float:
        """Smaller numbers where columns are narrow."""
        return self.style.sizes.label if len(self.numbers.words) < 8 else self.style.sizes.note

    def _works(self, region: Region) -> list[Row]:
        """The arithmetic of the largest one: its exponential, then its weight."""
        numbers, style = self.numbers, self.style
        largest = int(numbers.scores.argmax())
        color, size = self.color_of(numbers.words[largest]), style.sizes.phrase
        first = Power(
            Math("e", size=style.sizes.formula, style=style),
            Number(numbers.scores[largest], size=style.sizes.label, color=color, style=style),
        )
        share = Fraction(
            Number(numbers.exponentials[largest], size=size, color=color, style=style),
            Number(numbers.total, size=size, style=style),
            style=style,
        )
        results = (numbers.exponentials[largest], numbers.weights[largest])
        works = []
        for left, result in zip((first, share), results, strict=True):
            shown = Number(result, size=size, color=color, style=style)
            works.append(Row([left, Math("=", size=size, style=style), shown], 0.22))
            works[-1].move_to(point(region.centre[0] + region.width * 0.2, region.centre[1]))
        return works

    def tell(self) -> None:
        """The dot products, their exponentials, the sum, the quotients, and that they add up to 1."""
        numbers, times = self.numbers, self.style.times
        strongest = numbers.words[numbers.strongest]
        with self.beat("dot-products", f"These are the dot products of {numbers.word} with each word of the phrase."):
            self.play(FadeIn(self.phrase), FadeIn(self.titles[0], self.rows[0]), run_time=times.move)
            self.rest()
        with self.beat("formula", "Softmax makes weights of them: all positive, the large ones larger, their sum 1."):
            self.play(FadeIn(self.formula), run_time=times.move)
            self.hold()
        with self.beat("exponentials", "First, e to the power of each: what is larger becomes larger by far."):
            aside = self.formula.animate.shift(point(-self.stage.safe.width * 0.16, 0))
            self.play(aside, run_time=times.move)
            self.play(self._light(self.formula.top), FadeIn(self.titles[1]), run_time=times.quick)
            self._become(self.rows[0], self.rows[1], self.works[0])
        with self.beat("sum", f"Their sum is {self.sums[0].number.shown}."):
            self.play(self._light(self.formula.bottom), run_time=times.quick)
            self.play(
                FadeIn(self.sums[0].sign), *gather(self.rows[1].numbers, self.sums[0].number), run_time=times.slow
            )
            self.rest()
        with self.beat("weights", "Each is divided by the sum: these are the weights."):
            self.play(self._light(*self.formula.pieces), FadeIn(self.titles[2]), run_time=times.quick)
            self.play(FadeOut(self.works[0]), run_time=times.quick)
            self._become(self.rows[1], self.rows[2], self.works[1])
        share = self.rows[2].numbers[numbers.strongest].shown
        with self.beat("one", f"The weights add up to 1, and {strongest} has {share} of it."):
            self.play(
                FadeIn(self.sums[1].sign), *gather(self.rows[2].numbers, self.sums[1].number), run_time=times.slow
            )
            self.hold()

    def _light(self, *pieces: VMobject) -> Animation:
        return light(pieces, self.formula.pieces, self.style.theme)

    def _become(self, before: BarRow, after: BarRow, work: Row) -> None:
        """Each number of a row becomes the one below: the largest with its arithmetic, then the others in one sweep."""
        times, largest = self.style.times, int(self.numbers.scores.argmax())
        rest = [index for index in range(len(self.numbers.words)) if index != largest]
        self.play(Create(after.line), FadeIn(work), run_time=times.move)
        self.play(TransformFromCopy(work[-1], after.numbers[largest]), rise(after.bars[largest]), run_time=times.slow)
        self.rest()
        sweep = [
            AnimationGroup(TransformFromCopy(before.numbers[index], after.numbers[index]), rise(after.bars[index]))
            for index in rest
        ]
        self.play(LaggedStart(*sweep, lag_ratio=0.2), run_time=times.slow * 1.6)
        self.rest()
