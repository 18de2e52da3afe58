"""The choice of the next word: a dot product for each word of the vocabulary (the end of the section "Our Hope").

Predicting is choosing: the classifier has one row of numbers for each word, and the row that gives the largest dot
product with the context vector names the prediction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from manim import (
    LEFT,
    RIGHT,
    Animation,
    AnimationGroup,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    LaggedStart,
    RoundedRectangle,
    Transform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.next_word.choice import DECIMALS, Choice, Chosen, choose
from scenes.article.next_word.claims import CLASSIFICATION_CLAIMS
from scenes.article.next_word.foresight import free_place
from scenes.figure import Figure
from scenes.motion.arrive import stretch
from scenes.motion.become import recolor
from scenes.motion.move import send
from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.bars.score_bars import ScoreBars
from scenes.parts.geometry import Point, point
from scenes.parts.phrase import PhraseRow
from scenes.parts.surface import colour_area
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Number, VectorColumn, bracket_pair, format_number, format_vector
from scenes.parts.text.typeset import Label, Math, Paragraph, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_NAME_GAP = 0.32
"""Scene units between the words and the matrix."""

_LIGHT = 0.16
"""Opacity of the highlight on a row."""

_BAND = 0.015
"""The height of the highlight, scene units for each manim font unit."""


class VectorRow(VGroup):
    """A vector as a row of numbers in square brackets, above the columns of a matrix.

    Args:
        row: shape (d,).
        matrix: a matrix of d columns.
        color: ``#rrggbb`` of the numbers.
        style: theme and sizes.

    Attributes:
        numbers: the numbers, from the left.
        brackets: the pair of brackets.
    """

    def __init__(self, row: Tensor, matrix: Matrix, color: str, *, style: Style = DEFAULT) -> None:
        self.numbers = [Number(element, size=matrix.size, color=color, style=style) for element in row]
        for index, number in enumerate(self.numbers):
            number.align_to(matrix.column(index), RIGHT)
            set_on_baseline(number, 0.0)
        left, right = (float(matrix.inner.get_edge_center(side)[0]) for side in (-RIGHT, RIGHT))
        self.brackets = bracket_pair(VGroup(*self.numbers), gap=0.13, over=0.11, style=style)
        for bracket, x, inwards in zip(self.brackets, (left - 0.13, right + 0.13), (RIGHT, -RIGHT), strict=True):
            bracket.align_to(point(x, 0.0), -inwards)
        super().__init__(*self.numbers, self.brackets)


class Ellipsis(VGroup):
    """Three dots below each other, for rows that are left out.

    Args:
        centre: manim point of the middle dot.
        color: ``#rrggbb``.
    """

    def __init__(self, centre: Point, color: str) -> None:
        super().__init__(*(Dot(centre + point(0.0, step), radius=0.024, color=color) for step in (0.1, 0.0, -0.1)))


class Classifier(VGroup):
    """A matrix between brackets whose rows are named by words.

    Args:
        words: one for each row.
        rows: shape (N, d).
        colors: one ``#rrggbb`` for each row, its word's.
        more: end with dots, for rows that are left out.
        size: manim font units.
        pitch: scene units from one row's baseline to the next; by the size when left out.
        style: theme and sizes.

    Attributes:
        names: the words' mobjects.
        matrix: the numbers and their brackets.
        dots: the dots for the rows left out, empty when there are none.
    """

    def __init__(
        self,
        words: Sequence[str],
        rows: Tensor,
        colors: Sequence[str],
        *,
        more: bool = False,
        size: float | None = None,
        pitch: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.style = style
        size = size or style.sizes.label
        self.matrix = Matrix(rows, size=size, pitch=pitch, style=style)
        numbers = VGroup(*(number for row in self.matrix.numbers for number in row))
        self.names = [
            Label(word, size=size, color=color, style=style) for word, color in zip(words, colors, strict=True)
        ]
        names_right = float(self.matrix.get_left()[0]) - _NAME_GAP
        for name, row in zip(self.names, self.matrix.numbers, strict=True):
            name.align_to(point(names_right, 0.0), RIGHT)
            set_on_baseline(name, row[0].baseline)
        self.dots = VGroup()
        if more:
            self._leave_out(numbers, names_right - 0.2)
        super().__init__(*self.names, self.matrix, self.dots)

    def _leave_out(self, numbers: VGroup, names_x: float) -> None:
        """Draw dots below each column and below the words; the brackets stretch to include them."""
        y = float(numbers.get_bottom()[1]) - 0.3
        xs = [float(column.get_x()) for column in map(self.matrix.column, range(len(self.matrix.numbers[0])))]
        for x in (names_x, *xs):
            self.dots.add(Ellipsis(point(x, y), self.style.theme.dim))
        taller = bracket_pair(VGroup(numbers, self.dots[1:]), gap=0.13, over=0.11, style=self.style)
        for bracket, stretched in zip(self.matrix.brackets, taller, strict=True):
            bracket.set_points(stretched.points)

    @property
    def baselines(self) -> list[float]:
        """The baseline of every row, scene units."""
        return [name.baseline for name in self.names]

    @property
    def dots_y(self) -> float | None:
        """The height of the dots, or None."""
        return float(self.dots.get_y()) if len(self.dots) else None

    def row(self, index: int) -> VGroup:
        """Return a word and the numbers of its row."""
        return VGroup(self.names[index], *self.matrix.numbers[index])

    def band(self, index: int, color: str) -> RoundedRectangle:
        """Return a highlight over a word and its row, of one size for all rows."""
        left, right = float(VGroup(*self.names).get_left()[0]) - 0.14, float(self.matrix.get_right()[0]) + 0.1
        light = RoundedRectangle(
            width=right - left, height=_BAND * self.matrix.size, corner_radius=0.09, stroke_width=0
        )
        colour_area(light, color, _LIGHT, self.style)
        return light.move_to(point((left + right) / 2, self.names[index].baseline + 0.1))


_LINE = 0.0165
"""Scene units from one line's baseline to the next, for each manim font unit."""


class RowScore(VGroup):
    """A word and its row's dot product: ``time:  4.62 × (−0.17) + (−4.62) × (−0.97) = 3.70``.

    It may have several lines, each with ``each`` products; further lines begin below the first product.

    Args:
        word: the row's word.
        row: shape (d,).
        vector: shape (d,).
        score: the computed sum of the products.
        color: ``#rrggbb`` of the word and its score.
        each: the number of products on a line.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        word: the word's mobject.
        products: the sum of products.
        equals: the equals sign.
        result: the score's mobject.
        lines: the number of lines.
    """

    def __init__(
        self,
        word: str,
        row: Tensor,
        vector: Tensor,
        score: Tensor,
        color: str,
        *,
        each: int,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        self.size = size
        self.word = Label(f"{word}:", size=size, color=color, style=style)
        self.products = ProductSum(row, vector, (style.theme.ink, style.theme.value), size=size, style=style)
        self.equals = Math("=", size=size, style=style)
        self.result = Number(score, size=size, color=color, style=style)
        Row([self.word, self.products, self.equals, self.result], [0.35, 0.25, 0.25])
        super().__init__(self.word, self.products, self.equals, self.result)
        self.lines = self._break(each)

    def _break(self, each: int) -> int:
        """Move products to further lines; return the number of lines."""
        members = list(self.products)
        starts = [max(members.index(first) - 1, 0) for first, _ in self.products.factors[::each]]
        ends = [*starts[1:], len(members)]
        lines = [VGroup(*members[start:end]) for start, end in zip(starts, ends, strict=True)]
        lines[-1].add(self.equals, self.result)
        begin = float(self.products.get_left()[0])
        for index, line in enumerate(lines):
            line.shift(point(begin - float(line.get_left()[0]), -index * _LINE * self.size))
        return len(lines)

    @property
    def height_needed(self) -> float:
        """The height of its lines, in scene units."""
        return self.lines * _LINE * self.size

    def settle(self, region: Region) -> Self:
        """Move to the centre of a region."""
        self.set_x(region.centre[0])
        baseline = float(region.centre[1]) - 0.1 + (self.lines - 1) * _LINE * self.size / 2
        return self.shift(point(0.0, baseline - self.word.baseline))

    def signs(self, place: int) -> list[VMobject]:
        """Return the signs of a pair of factors: the one before the pair and the one within it."""
        members = list(self.products)
        first, second = (members.index(factor) for factor in self.products.factors[place])
        return members[first - 1 : first] * (place > 0) + members[first + 1 : second]


def largest_that_fit(
    make: Callable[[float, int], Sequence[RowScore]], products: int, region: Region, style: Style = DEFAULT
) -> list[RowScore]:
    """Return dot products of one size, broken into lines at one place, as large as all fit into a region.

    Args:
        make: makes them, given the manim font units and the products on a line.
        products: the number of products of each.
        region: the region in which they are centred, one after the other.
        style: the sizes that are tried.
    """
    for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
        for each in range(products, 0, -1):
            works = list(make(size, each))
            if all(work.height_needed <= region.height + 0.05 and work.width <= region.width for work in works):
                return [work.settle(region) for work in works]
    return [work.settle(region) for work in works]


def coloured_row(pieces: Sequence[tuple[str, str]], region: Region, style: Style = DEFAULT) -> Row:
    """Return words and signs in a row, each in its colour, as large as fits, in the centre of a region."""
    for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
        row = Row([Label(said, size=size, color=color, style=style) for said, color in pieces], 0.25)
        if row.width <= region.width:
            break
    row.set_x(region.centre[0])
    set_on_baseline(row, float(region.centre[1]) - 0.1)
    return row


_ROOMY = 12.0
"""The width of the picture, in scene units, from which there is room for everything side by side."""

_OVER_ROWS = 1.7
"""The height of the vector and the titles over the classifier's rows, scene units."""

_SPACE = 0.42
"""Scene units between two words of the phrase, so that the frame around one is clear of the others."""

_MOST_PITCH = 0.8
"""The largest distance from one row to the next, scene units."""


class Classification(Figure):
    """attention-classification: a dot product for each word of the vocabulary, and the largest is the prediction."""

    name = "attention-classification"
    claims = CLASSIFICATION_CLAIMS
    world_name = "next-word"
    Parameters = Choice
    numbers: Chosen
    parameters: Choice
    context: VectorColumn | VectorRow

    @classmethod
    def compute(cls, parameters: Choice, world: World) -> Chosen:
        """Return the context vector of the phrase, and its dot product with every row of the trained classifier."""
        return choose(parameters, world)

    def build(self) -> None:
        """Draw the phrase at the top, matrix times vector in the middle, one row's arithmetic at the bottom."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        everything = (*numbers.words, numbers.predicted)
        written = (*self.world.written(self.parameters.phrase), numbers.predicted)
        self.phrase = PhraseRow(written, self.colors_of(everything), self.stage.header, space=_SPACE, style=style)
        self.next_word = self.phrase.words[-1]
        self.blank = free_place(self.next_word, self.phrase.baseline, drop=0.12, over=0.0, style=style)
        self.box = self.phrase.box(len(numbers.words) - 1, theme.value)
        drawn = list(numbers.drawn)
        self.drawn_words = [numbers.vocabulary[index] for index in drawn]
        if self.stage.width > 1.2 * self.stage.height:
            self._arrange_side_by_side()
        else:
            self._arrange_above_each_other()
        self.score_dots = VGroup()
        if self.classifier.dots_y is not None:
            self.score_dots.add(Ellipsis(point(self.scores.zero, self.classifier.dots_y), theme.dim))
        self.band = self.classifier.band(0, theme.ink)
        self.works = largest_that_fit(self._works, len(numbers.axes), self.foot, style)
        self.rule = self._rule()

    def _classifier(self, pitch: float | None = None) -> Classifier:
        """Return the drawn rows; nothing distinguishes the prediction before it is made."""
        numbers, style, drawn = self.numbers, self.style, list(self.numbers.drawn)
        return Classifier(
            self.drawn_words,
            numbers.classifier[drawn],
            [style.theme.ink] * len(drawn),
            pitch=pitch,
            more=len(drawn) < len(numbers.vocabulary),
            size=style.sizes.label,
            style=style,
        )

    def _scores(self, left: float, right: float, height: float) -> ScoreBars:
        """Return the scores beside the rows, with bars of the given height."""
        drawn = list(self.numbers.drawn)
        return ScoreBars(
            self.numbers.scores[drawn],
            self.classifier.baselines,
            left,
            right,
            [self.style.theme.ink] * len(drawn),
            at_zero=True,
            height=height,
            style=self.style,
        )

    def _arrange_side_by_side(self) -> None:
        """Arrange from left to right: words and rows, a dot, the vector, an equals sign, scores and bars."""
        picture, style = self.stage.picture.inset(top=0.35), self.style
        roomy = picture.width > _ROOMY
        self.foot = self.stage.footer if roomy else self.stage.footer.inset(top=-0.15)
        self.classifier = self._classifier()
        size = style.sizes.phrase if roomy else style.sizes.label
        self.context = VectorColumn(self.numbers.context, size=size, color=style.theme.value, style=style)
        self.signs = VGroup(*(Math(sign, style=style) for sign in ("dot.op", "=")))
        self.classifier.align_to(point(picture.left + 0.15, 0.0), LEFT).set_y(picture.centre[1])
        x = float(self.classifier.get_right()[0])
        gap = 0.55 if roomy else 0.3
        for piece in (self.signs[0], self.context, self.signs[1]):
            piece.align_to(point(x + gap, 0.0), LEFT).set_y(picture.centre[1])
            x = float(piece.get_right()[0])
        self.scores = self._scores(x + 0.3, picture.right - 0.1, 0.24)
        top = float(self.classifier.get_top()[1]) + 0.22
        beside = 2 * (float(self.context.get_x() - self.classifier.get_right()[0]) - 0.1)
        self.titles = [
            self._title("classifier", self.classifier.matrix, top),
            self._title("context", self.context, float(self.context.get_top()[1]) + 0.22, beside),
            self._title("scores", self.scores.line, top),
        ]
        clear = float(self.titles[1].get_right()[0]) + 0.3
        self.titles[2].align_to(point(max(clear, float(self.titles[2].get_left()[0])), 0.0), LEFT)

    def _arrange_above_each_other(self) -> None:
        """Place the vector as a row over the matrix's columns, scores and bars at the right of the rows."""
        safe, theme = self.stage.safe, self.style.theme
        self.foot = Region(safe.left, safe.right, safe.bottom, safe.bottom + (2.1 if self.stage.is_portrait else 0.95))
        room = self.stage.header.bottom - self.foot.top
        pitch = min(_MOST_PITCH, (room - _OVER_ROWS - 0.5) / len(self.numbers.drawn))
        self.classifier = self._classifier(pitch)
        self.classifier.align_to(point(safe.left + 0.15, 0.0), LEFT)
        middle = (self.stage.header.bottom + self.foot.top) / 2
        self.classifier.set_y(middle - _OVER_ROWS / 2)
        self.context = VectorRow(self.numbers.context, self.classifier.matrix, theme.value, style=self.style)
        top = float(self.classifier.get_top()[1]) + 0.18
        self.context.set_y(top + 0.66)
        self.signs = VGroup(VGroup(), VGroup())
        left = float(self.classifier.get_right()[0]) + 0.3
        self.scores = self._scores(left, safe.right - 0.05, min(0.24 * pitch / 0.46, 0.34))
        self.titles = [
            self._title("classifier", self.classifier.matrix, top),
            self._title("context", self.context, float(self.context.get_top()[1]) + 0.16),
            self._title("scores", self.scores.line, top, safe.right - left),
        ]
        self.titles[2].shift(point(min(0.0, safe.right - float(self.titles[2].get_right()[0]))))

    def _title(self, key: str, below: VMobject, baseline: float, width: float = 9.0) -> Paragraph:
        """Return a title over something, its last line on the baseline."""
        said, dim = self.says(key, word=self.numbers.words[-1]), self.style.theme.dim
        title = Paragraph(said, width, color=dim, style=self.style).set_x(below.get_x())
        return title.shift(point(0.0, baseline - title.lines[-1].baseline))

    def _rule(self) -> Row:
        """Return the rule that is applied to every row, in words."""
        theme, says = self.style.theme, self.says
        score, row, vector = (
            (says(key), color)
            for key, color in (("word-score", theme.dim), ("word-row", theme.ink), ("vector", theme.value))
        )
        return coloured_row([score, ("=", theme.dim), row, ("·", theme.dim), vector], self.foot, self.style)

    def _works(self, size: float, each: int) -> list[RowScore]:
        """Return every row's dot product, written out."""
        numbers, style, drawn = self.numbers, self.style, list(self.numbers.drawn)
        rows, scores = numbers.classifier[drawn], numbers.scores[drawn]
        works = []
        for word, row, score in zip(self.drawn_words, rows, scores, strict=True):
            color = self.color_of(word) if word == numbers.predicted else style.theme.ink
            works.append(RowScore(word, row, numbers.context, score, color, each=each, size=size, style=style))
        return works

    @classmethod
    def alternative_values(cls, numbers: Chosen) -> Mapping[str, object]:
        """Return the phrase, its context vector, and the scores that are drawn."""
        scores = [
            f"{numbers.vocabulary[row]} {format_number(float(numbers.scores[row]), DECIMALS)}" for row in numbers.drawn
        ]
        return {
            "phrase": " ".join(numbers.words),
            "last": numbers.words[-1],
            "vector": format_vector(numbers.context, DECIMALS),
            "scores": ", ".join(scores),
            "word": numbers.predicted,
        }

    def tell(self) -> None:
        """Show the vector, the matrix, one row slowly, one faster, the rest, the largest."""
        numbers = self.numbers
        said = " ".join(numbers.words)
        with self.beat("context", last=numbers.words[-1], phrase=said):
            self._show_context()
        with self.beat("classifier"):
            self._show_classifier()
        for index in range(min(2, len(numbers.drawn))):
            word, score = self.drawn_words[index], self.works[index].result.shown
            with self.beat(f"row-{word}", text="row", word=word, score=score):
                self._multiply(index)
        with self.beat("others"):
            self._sweep()
        score = self.works[numbers.best].result.shown
        with self.beat("largest", score=score, word=numbers.predicted, phrase=said):
            self._choose()

    def _show_context(self) -> None:
        """Show the phrase, its last word, and the vector that comes out of it."""
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
        """Move the vector to its place and bring the rows of the matrix beside it."""
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
        """Turn a row and the vector into a sum of products, and the sum into the score and its bar."""
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
        filed = send(work.result, self.scores.numbers[index])
        self.play(filed, stretch(self.scores.bars[index]), run_time=times.slow * pace)
        self.rest()

    def _pair_up(self, index: int) -> Animation:
        """Move the row's and the vector's numbers into the products, one pair after the other."""
        work, row = self.works[index], self.classifier.matrix.numbers[index]
        pairs = []
        for place, (left, right) in enumerate(work.products.factors):
            arrivals = [send(row[place], left), send(self.context.numbers[place], right)]
            signs = [FadeIn(sign, rate_func=squish_rate_func(smooth, 0.6, 1.0)) for sign in work.signs(place)]
            pairs.append(AnimationGroup(*arrivals, *signs))
        return LaggedStart(*pairs, lag_ratio=0.6)

    def _sweep(self) -> None:
        """Multiply the other rows, one after the other without a stop."""
        times, count = self.style.times, len(self.numbers.drawn)
        rest = range(min(2, count), count)
        last = self.classifier.band(count - 1, self.style.theme.ink)
        results = [
            AnimationGroup(FadeIn(self.scores.numbers[index], shift=0.3 * RIGHT), stretch(self.scores.bars[index]))
            for index in rest
        ]
        self.play(FadeOut(self.works[rest.start - 1]), run_time=times.quick)
        self.play(FadeIn(self.rule), run_time=times.quick)
        if results:
            self.play(self.band.animate.move_to(last), LaggedStart(*results, lag_ratio=0.45), run_time=2.6 * times.slow)
        self.play(FadeOut(self.band), FadeIn(self.score_dots), run_time=times.quick)
        self.rest()

    def _choose(self) -> None:
        """Highlight the row with the largest score; its word completes the phrase."""
        times, best, chosen = self.style.times, self.numbers.best, self.color_of(self.numbers.predicted)
        band = self.classifier.band(best, chosen)
        others = [index for index in range(len(self.numbers.drawn)) if index != best]
        rows = [piece for index in others for piece in (self.classifier.row(index), self.scores.pair(index))]
        dimmed = [recolor(row, self.style.theme.dim) for row in rows]
        lit = [recolor(piece, chosen) for piece in (self.classifier.names[best], self.scores.pair(best))]
        self.play(FadeIn(band), *dimmed, *lit, FadeOut(self.rule), run_time=times.move)
        self.band = band
        self.play(FadeIn(self.works[best]), run_time=times.quick)
        name = self.classifier.names[best]
        there = self.phrase.box(len(self.numbers.words), chosen)
        scale = name.size / self.next_word.size
        frame = there.copy().scale(scale).move_to(point(name.get_x(), name.baseline + 0.085 * scale))
        self.play(Create(frame), run_time=times.quick)
        self.play(Transform(frame, there), run_time=times.slow)
        self.play(FadeIn(self.next_word), FadeOut(self.blank, frame), run_time=times.quick)
        self.hold()
