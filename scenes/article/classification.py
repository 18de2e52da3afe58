"""Choosing the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Predicting is choosing: the classifier has one row of numbers for each word, and the row that gives the largest dot
product with the context vector names the prediction.
"""

from __future__ import annotations

from manim import (
    LEFT,
    RIGHT,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    GrowFromEdge,
    LaggedStart,
    Line,
    TransformFromCopy,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.choice import Choice, Chosen, choose
from scenes.figure import Figure
from scenes.motion import recolor
from scenes.parts.classifier import Classifier, Ellipsis
from scenes.parts.dot_product import ProductSum
from scenes.parts.geometry import point
from scenes.parts.number import Number, VectorColumn
from scenes.parts.phrase import PhraseRow
from scenes.parts.scores import ScoreBars
from scenes.parts.text import Label, Math, Row
from scenes.style import Style
from scenes.worlds import World


class Classification(Figure):
    """attention-classification: a dot product for each word of the vocabulary, and the largest is the prediction."""

    name = "attention-classification"
    world_name = "next-word"
    Parameters = Choice
    numbers: Chosen

    @classmethod
    def compute(cls, parameters: Choice, world: World) -> Chosen:
        """The context vector of the phrase, and its dot product with every row of the trained classifier."""
        return choose(parameters, world)

    def build(self) -> None:
        """The phrase at the top, matrix times vector in the middle, one row's arithmetic at the bottom."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        everything = (*numbers.words, numbers.predicted)
        self.phrase = PhraseRow(everything, self.colors_of(everything), self.stage.header, style=style)
        self.next_word = self.phrase.words[-1]
        self.blank = self._blank()
        self.box = self.phrase.box(len(numbers.words) - 1, theme.value)
        drawn = list(numbers.drawn)
        self.drawn_words = [numbers.vocabulary[index] for index in drawn]
        # Nothing tells the prediction from the others before it is made.
        colors = [theme.ink] * len(drawn)
        more = len(drawn) < len(numbers.vocabulary)
        self.classifier = Classifier(
            self.drawn_words, numbers.classifier[drawn], colors, more=more, size=style.sizes.label, style=style
        )
        self.context = VectorColumn(numbers.context, size=style.sizes.phrase, color=theme.value, style=style)
        self.signs = [Math(sign, size=style.sizes.formula, style=style) for sign in ("dot.op", "=")]
        self._arrange(colors)
        self.band = self.classifier.band(0, theme.ink)
        self.works = [self._work(index) for index in range(len(drawn))]
        self.rule = self._rule()

    def _blank(self) -> Line:
        """A line where the next word will stand."""
        left, right = float(self.next_word.get_left()[0]), float(self.next_word.get_right()[0])
        line = Line(point(left, self.phrase.baseline - 0.12), point(right, self.phrase.baseline - 0.12))
        return line.set_stroke(self.style.theme.dim, self.style.strokes.line)

    def _arrange(self, colors: list[str]) -> None:
        """From left to right: words and rows, a dot, the vector, an equals sign, scores and bars."""
        picture, style = self.stage.picture.inset(top=0.35), self.style
        self.classifier.align_to(point(picture.left + 0.15, 0.0), LEFT).set_y(picture.centre[1])
        x = float(self.classifier.get_right()[0])
        for piece, gap in ((self.signs[0], 0.55), (self.context, 0.55), (self.signs[1], 0.5)):
            piece.align_to(point(x + gap, 0.0), LEFT).set_y(picture.centre[1])
            x = float(piece.get_right()[0])
        self.scores = ScoreBars(
            self.numbers.scores[list(self.numbers.drawn)], self.classifier.baselines, x + 0.35, picture.right - 0.1,
            colors, at_zero=True, style=style,
        )  # fmt: skip
        top = float(self.classifier.get_top()[1]) + 0.22
        last = self.numbers.words[-1]
        named = (
            ("classifier", self.classifier.matrix, top),
            (f"context vector of “{last}”", self.context, float(self.context.get_top()[1]) + 0.22),
            ("score of each word", self.scores.line, top),
        )
        self.titles = [self._title(said, below, height) for said, below, height in named]
        # Where few rows or no negative scores bring the titles together, the last one gives way.
        clear = float(self.titles[1].get_right()[0]) + 0.3
        self.titles[2].align_to(point(max(clear, float(self.titles[2].get_left()[0])), 0.0), LEFT)
        self.score_dots = VGroup()
        if self.classifier.dots_y is not None:
            self.score_dots.add(Ellipsis(point(self.scores.zero, self.classifier.dots_y), style.theme.dim))

    def _title(self, said: str, below: VMobject, baseline: float) -> Label:
        title = Label(said, color=self.style.theme.dim, style=self.style)
        title.set_x(below.get_x())
        return title.on_baseline(baseline)

    def _rule(self) -> Row:
        """In words what is done with every row."""
        theme = self.style.theme
        told = (
            ("score of a word  =", theme.dim),
            ("its row", theme.ink),
            ("·", theme.dim),
            ("context vector", theme.value),
        )
        words = [Label(said, size=self.style.sizes.phrase, color=color, style=self.style) for said, color in told]
        rule = Row(words, 0.25)
        rule.set_x(self.stage.footer.centre[0])
        return rule.on_baseline(float(self.stage.footer.centre[1]) - 0.1)

    def _work(self, index: int) -> _Work:
        """One row's dot product at the bottom, as large as fits."""
        numbers, style = self.numbers, self.style
        color = self.color_of(numbers.predicted) if index == numbers.best else style.theme.ink
        position = numbers.drawn[index]
        for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
            work = _Work(
                self.drawn_words[index], numbers.classifier[position], numbers.context, numbers.scores[position],
                color, size, style,
            )  # fmt: skip
            if work.width <= self.stage.footer.width:
                break
        work.set_x(self.stage.footer.centre[0])
        return work.on_baseline(float(self.stage.footer.centre[1]) - 0.1)

    def tell(self) -> None:
        """The vector, the matrix, one row slowly, one quicker, the rest, the largest."""
        numbers = self.numbers
        last, said = numbers.words[-1], " ".join(numbers.words)
        with self.beat("context", f"The information that goes with “{last}” in “{said}” is its context vector."):
            self._show_context()
        with self.beat("classifier", "The classifier is a matrix: it has one row of numbers for each word it knows."):
            self._show_classifier()
        for index in range(min(2, len(numbers.drawn))):
            word, score = self.drawn_words[index], self.works[index].result.shown
            with self.beat(f"row-{word}", f"The row of “{word}” times the vector, number by number, gives {score}."):
                self._multiply(index)
        with self.beat("others", "And so with every row: each word gets its score."):
            self._sweep()
        best, score = numbers.predicted, self.works[numbers.best].result.shown
        with self.beat("largest", f"The largest score, {score}, is that of “{best}”: {said} {best}."):
            self._choose()

    def _show_context(self) -> None:
        """The phrase, its last word, and the vector that comes out of it."""
        times = self.style.times
        words = self.phrase.words[:-1]
        self.play(FadeIn(*words), Create(self.blank), run_time=times.move)
        self.play(FadeIn(self.box), recolor(words[-1], self.style.theme.value), run_time=times.quick)
        self.place = self.context.get_center()
        self.shown = VGroup(self.context, self.titles[1])
        self.shown.shift(self.stage.picture.centre - self.place)
        self.play(
            *(FadeIn(number, target_position=words[-1], scale=0.5) for number in self.context.numbers),
            run_time=times.slow,
        )
        self.play(Create(self.context.brackets), FadeIn(self.titles[1]), run_time=times.quick)
        self.rest()

    def _show_classifier(self) -> None:
        """The vector goes to its place, and the rows of the matrix come beside it."""
        times = self.style.times
        rows = [self.classifier.row(index) for index in range(len(self.numbers.drawn))]
        self.play(self.shown.animate.shift(self.place - self.context.get_center()), run_time=times.move)
        self.play(
            Create(self.classifier.matrix.brackets),
            FadeIn(self.titles[0]),
            LaggedStart(*(FadeIn(row, shift=0.15 * RIGHT) for row in rows), lag_ratio=0.12),
            run_time=times.slow,
        )
        self.play(FadeIn(self.classifier.dots, self.signs[0]), run_time=times.quick)
        self.rest()

    def _multiply(self, index: int) -> None:
        """A row and the vector become a sum of products, the sum becomes the score and its bar."""
        times, work = self.style.times, self.works[index]
        pace = 1.0 if index == 0 else 0.6
        if index == 0:
            self.play(FadeIn(self.band), FadeIn(work.word), run_time=times.quick)
        else:
            moved = self.band.animate.match_y(self.classifier.band(index, self.style.theme.ink))
            self.play(moved, FadeOut(self.works[index - 1]), FadeIn(work.word), run_time=times.move * pace)
        self.play(self._pair_up(index), run_time=2.0 * times.slow * pace)
        titles = [FadeIn(self.titles[2], self.signs[1]), Create(self.scores.line)] if index == 0 else []
        self.play(FadeIn(work.equals, work.result), *titles, run_time=times.quick)
        filed = TransformFromCopy(work.result, self.scores.numbers[index])
        self.play(filed, self._grow_bar(index), run_time=times.move * pace)
        self.rest()

    def _pair_up(self, index: int) -> Animation:
        """Copies of the row's and of the vector's numbers travel into the products, one pair after the other."""
        products, row = self.works[index].products, self.classifier.matrix.numbers[index]
        pairs = []
        for place, (left, right) in enumerate(products.factors):
            arrivals: list[Animation] = [
                TransformFromCopy(source, factor.number)
                for source, factor in ((row[place], left), (self.context.numbers[place], right))
            ]
            marks = [piece for factor in (left, right) for piece in factor if piece is not factor.number]
            pairs.append(AnimationGroup(*arrivals, *(FadeIn(mark) for mark in [*marks, *_signs(products, place)])))
        return LaggedStart(*pairs, lag_ratio=0.6)

    def _grow_bar(self, index: int) -> Animation:
        bar = self.scores.bars[index]
        return GrowFromEdge(bar, RIGHT if bar.value < 0 else LEFT)

    def _sweep(self) -> None:
        """The other rows, one after the other without a stop."""
        times, count = self.style.times, len(self.numbers.drawn)
        rest = range(min(2, count), count)
        last = self.classifier.band(len(self.numbers.drawn) - 1, self.style.theme.ink)
        results = [
            AnimationGroup(FadeIn(self.scores.numbers[index], shift=0.3 * RIGHT), self._grow_bar(index))
            for index in rest
        ]
        self.play(FadeOut(self.works[rest.start - 1]), run_time=times.quick)
        self.play(FadeIn(self.rule), run_time=times.quick)
        if results:
            self.play(self.band.animate.move_to(last), LaggedStart(*results, lag_ratio=0.45), run_time=2.6 * times.slow)
        self.play(FadeOut(self.band), FadeIn(self.score_dots), run_time=times.quick)
        self.rest()

    def _choose(self) -> None:
        """The row with the largest score lights up and its word completes the phrase."""
        times, best = self.style.times, self.numbers.best
        chosen = self.color_of(self.numbers.predicted)
        band = self.classifier.band(best, chosen)
        others = [index for index in range(len(self.numbers.drawn)) if index != best]
        rows = [piece for index in others for piece in (self.classifier.row(index), self.scores.pair(index))]
        dimmed = [recolor(row, self.style.theme.dim) for row in rows]
        lit = [recolor(piece, chosen) for piece in (self.classifier.names[best], self.scores.pair(best))]
        self.play(FadeIn(band), *dimmed, *lit, FadeOut(self.rule), run_time=times.move)
        self.band = band
        self.play(FadeIn(self.works[best]), run_time=times.quick)
        self.play(
            TransformFromCopy(self.classifier.names[best], self.next_word), FadeOut(self.blank), run_time=times.slow
        )
        self.hold()


class _Work(Row):
    """A row's dot product: the word, the sum of products, the result."""

    def __init__(
        self, word: str, row: Tensor, context: Tensor, score: Tensor, color: str, size: float, style: Style
    ) -> None:
        self.word = Label(f"{word}:", size=size, color=color, style=style)
        self.products = ProductSum(row, context, (style.theme.ink, style.theme.value), size=size, style=style)
        self.equals = Math("=", size=size, style=style)
        self.result = Number(score, size=size, color=color, style=style)
        super().__init__([self.word, self.products, self.equals, self.result], [0.35, 0.25, 0.25])


def _signs(products: ProductSum, place: int) -> list[VMobject]:
    """The signs that come with a pair of factors: the one before the pair and the one within it."""
    members = list(products)
    first, second = (members.index(factor) for factor in products.factors[place])
    return members[first - 1 : first] * (place > 0) + members[first + 1 : second]
