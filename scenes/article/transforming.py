"""A matrix makes new vectors, and carries all of space (the article's section "Transforming the Embeddings")."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from manim import (
    Animation,
    AnimationGroup,
    ApplyMethod,
    FadeIn,
    LaggedStart,
    Transform,
    TransformFromCopy,
    VGroup,
)
from pydantic import Field
from torch import Tensor

from attnmath import apply_map
from scenes.errors import UserError
from scenes.figure import Figure, FigureParameters, quantity, require_plane, world_matrix
from scenes.motion import fade_to, grow, move_word
from scenes.parts.arrows import Arrow
from scenes.parts.dot_product import ProductSum
from scenes.parts.matrix import Matrix
from scenes.parts.number import Number
from scenes.parts.plane import WordPlane, label_spot, set_labels, words_on_plane
from scenes.parts.text import Label, Math, Row, Typeset, set_on_baseline
from scenes.spaces import landmarks
from scenes.stage import Region
from scenes.worlds import World

_GHOST = 0.3
"""Opacity of what shows where a word was."""

_TRAIL = 0.55
"""Opacity of the way from a word's old place to its new one."""

_ROW_NOTE = "vectors are rows, so the matrix stands on their right"
"""How the formula is meant: the article's M x has the vector as a column and the matrix turned."""


class OneWord(FigureParameters):
    """Whose arithmetic is written out."""

    word: str = Field(
        "", description="The word whose arithmetic is written out; the first of the first family when left empty."
    )


@dataclass(frozen=True)
class Transformed:
    """The words of a world, and where a matrix takes them.

    Attributes:
        words: the words of the families and the subject.
        axes: names of the vectors' numbers.
        order: positions of the words in the order in which they are told.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    order: tuple[int, ...]
    vectors: Tensor = quantity("The words' vectors, one a row.", rows="words", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: x M.", rows="axes")
    products: Tensor = quantity("The first word's numbers times those of M; each column adds up.", rows="axes")
    transformed: Tensor = quantity("The words' new vectors: x M.", rows="words")

    @property
    def first(self) -> int:
        """The word whose arithmetic is written out."""
        return self.order[0]


class ApplyTransformation(Figure):
    """attention-apply-transformation: one matrix makes a new vector of every word's."""

    name = "attention-apply-transformation"
    Parameters = OneWord
    numbers: Transformed

    @classmethod
    def compute(cls, parameters: OneWord, world: World) -> Transformed:
        """Every word's vector times the matrix M."""
        require_plane(world)
        words = landmarks(world)
        word = parameters.word or words[0]
        if word not in words:
            raise UserError(f'word must be one of the families\' or the subject ({", ".join(words)}); got "{word}"')
        second = world.subject if world.subject not in (None, word) else next(w for w in words if w != word)
        told = dict.fromkeys([word, second, *words])
        vectors = world.embedding().rows(words)  # (N, 2)
        matrix = world_matrix(world, "M", 2, 2)
        return Transformed(
            words,
            world.axes,
            tuple(words.index(name) for name in told if name is not None),
            vectors=vectors,
            matrix=matrix,
            products=vectors[words.index(word)][:, None] * matrix,
            transformed=apply_map(vectors, matrix),
        )

    def build(self) -> None:
        """The plane at the left, the arithmetic at the right."""
        numbers, style = self.numbers, self.style
        left, right = self.stage.safe.columns(1.12, 1, gap=0.55)
        self.plane = WordPlane(left, torch.cat([numbers.vectors, numbers.transformed]), numbers.axes, style=style)
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        colors = {word: self.color_of(word) for word in numbers.words}
        self.words = list(words_on_plane(self.plane, vectors, colors, style=style).values())
        first = numbers.first
        self.arrows = [
            self.plane.arrow(row, self.color_of(numbers.words[first]))
            for row in (numbers.vectors[first], numbers.transformed[first])
        ]
        self.ghosts = [word.mark.copy().set_opacity(_GHOST) for word in self.words]
        self.trails = [self._trail(index) for index in range(len(self.words))]
        self._set_labels()
        self.desk = _Desk(self, right)

    def _trail(self, index: int) -> Arrow:
        """A thin arrow from a word's old place to its new one."""
        start, end = (self.plane.place(rows[index]) for rows in (self.numbers.vectors, self.numbers.transformed))
        color = self.color_of(self.numbers.words[index])
        return Arrow(start, end, color, width=self.style.strokes.hair, tip=0.7, opacity=_TRAIL)

    def _set_labels(self) -> None:
        """Labels as they fit at first, as they will in the end, and between, while most words still wait."""
        numbers, lines = self.numbers, [arrow.flat_segment for arrow in self.arrows]
        self._shift_to(numbers.transformed)
        trails = [trail.flat_segment for trail in self.trails]
        tips = [arrow.tip for arrow in (self.arrows[1], *self.trails)]
        set_labels(self.words, self.plane, keep_off=[lines[1], *trails], boxes=[*self.ghosts, *tips])
        self.label_ends = [word.label.get_center() for word in self.words]
        self._shift_to(numbers.vectors)
        set_labels(self.words, self.plane, keep_off=lines)
        self.label_stops = {}
        for index in numbers.order[:2]:
            others = [word for place, word in enumerate(self.words) if place != index]
            there = self.plane.place(numbers.transformed[index])
            boxes = [*(word.label for word in others), *self.ghosts, self.arrows[1].tip]
            self.label_stops[index] = label_spot(self.words[index], there, self.plane, keep_off=lines[1:], boxes=boxes)

    def _shift_to(self, rows: Tensor) -> None:
        for word, row in zip(self.words, rows, strict=True):
            word.shift(self.plane.place(row) - word.point)

    def tell(self) -> None:
        """One word with its arithmetic, a second without, the rest in one sweep."""
        numbers, times, desk = self.numbers, self.style.times, self.desk
        first, second, *others = numbers.order
        word = numbers.words[first]
        with self.beat("matrix", "A matrix makes a new vector of every word's vector."):
            self.play(FadeIn(self.plane), *(FadeIn(one) for one in self.words), run_time=times.move)
            self.play(FadeIn(desk.formula, desk.note), run_time=times.quick)
            self.play(FadeIn(desk.matrix, desk.matrix_name), run_time=times.move)
            self.rest()
        with self.beat("row", f"Take {word}: its two numbers stand as a row on the left of the matrix."):
            self.play(grow(self.arrows[0]), run_time=times.move)
            self.play(TransformFromCopy(self.words[first].text, desk.row), run_time=times.move)
            self.rest()
        for column, which in enumerate(("first", "second")):
            result = desk.results[column].shown
            with self.beat(f"{which}-number", f"Row times {which} column: the {which} new number is {result}."):
                self._multiply(column)
        with self.beat("new-place", f"These are the two numbers of the new vector, so {word} goes to its new place."):
            self.play(fade_to(desk.matrix.inner, 1.0), run_time=times.quick)
            self.add(self.ghosts[first])
            self.play(Transform(self.arrows[0], self.arrows[1]), self._move(first), run_time=times.slow)
            self.rest()
        with self.beat("second-word", f"The same matrix takes {numbers.words[second]} to its own new place."):
            self.play(FadeIn(desk.second), run_time=times.quick)
            self.add(self.ghosts[second])
            self.play(self._move(second), run_time=times.move)
            self.rest()
        with self.beat("all", "One matrix moves every word."):
            self.add(*(self.ghosts[index] for index in others))
            settle = [
                ApplyMethod(self.words[index].label.move_to, self.label_ends[index]) for index in self.label_stops
            ]
            moves = [AnimationGroup(*settle), *(self._move(index) for index in others)]
            self.play(LaggedStart(*moves, lag_ratio=0.15), run_time=1.8)
            self.play(*(FadeIn(trail) for trail in self.trails), run_time=times.quick)
            self.hold()

    def _multiply(self, column: int) -> None:
        """One new number: the row meets a column of the matrix, the products add up, the sum is filed."""
        times, desk = self.style.times, self.desk
        self.play(
            *(fade_to(desk.matrix.column(place), 1.0 if place == column else 0.3) for place in range(2)),
            run_time=times.quick,
        )
        products, equals, result = desk.lines[column]
        self.play(FadeIn(products), run_time=times.move)
        self.play(FadeIn(equals, result), run_time=times.quick)
        arrive: list[Animation] = [TransformFromCopy(result, desk.results[column])]
        if column == 0:
            arrive.append(FadeIn(desk.result))
        self.play(*arrive, run_time=times.move)
        self.rest()

    def sign(self, notation: str) -> Math:
        """A sign of the arithmetic."""
        return Math(notation, size=self.style.sizes.label, style=self.style)

    def _move(self, index: int) -> Animation:
        there = self.plane.place(self.numbers.transformed[index])
        return move_word(self.words[index], there, self.label_stops.get(index, self.label_ends[index]))


class _Desk:
    """The right half: the formula, row times matrix, each new number's arithmetic, a second word's result.

    Attributes:
        formula: the map in one line.
        note: how it is meant.
        row: the first word's vector as a row, with the word above it.
        matrix: M.
        matrix_name: its name, above it.
        result: the new vector's brackets and what stands around them; its numbers come one by one.
        results: the new vector's numbers.
        lines: the arithmetic of each new number.
        second: the second word's row, and its new one.
    """

    def __init__(self, figure: ApplyTransformation, region: Region) -> None:
        self.figure, self.style = figure, figure.style
        numbers, style = figure.numbers, figure.style
        first, second = numbers.order[:2]
        self.formula = Math("T(arrow(x)) = arrow(x) thin M", style=style)
        self.note = Label(_ROW_NOTE, size=style.sizes.note, color=style.theme.dim, style=style)
        row, self.matrix, result = self._product(first)
        equals = figure.sign("=")
        product = Row([row, self.matrix, equals, result], [0.14, 0.2, 0.2])
        self.results = result.numbers[0]
        self.lines = [self._line(column) for column in range(2)]
        self.second = self._second(second)
        self._arrange(region, product)
        word = numbers.words[first]
        color = figure.color_of(word)
        self.row = VGroup(row, self._over(row, Label(word, color=color, style=style)))
        self.result = VGroup(
            equals, result.brackets, self._over(result, Label(f"new {word}", color=color, style=style))
        )
        self.matrix_name = self._over(self.matrix, figure.sign("M"))

    def _product(self, index: int) -> tuple[Matrix, Matrix, Matrix]:
        numbers, style = self.figure.numbers, self.style
        size, color = style.sizes.label, self.figure.color_of(numbers.words[index])
        row, result = (
            Matrix(rows[index : index + 1], size=size, color=color, style=style)
            for rows in (numbers.vectors, numbers.transformed)
        )
        return row, Matrix(numbers.matrix, size=size, style=style), result

    def _line(self, column: int) -> Row:
        """The arithmetic of one new number."""
        numbers, style = self.figure.numbers, self.style
        size, color = style.sizes.label, self.figure.color_of(numbers.words[numbers.first])
        products = ProductSum(
            numbers.vectors[numbers.first], numbers.matrix[:, column], (color, style.theme.ink), size=size, style=style
        )
        result = Number(numbers.transformed[numbers.first, column], size=size, color=color, style=style)
        return Row([products, self.figure.sign("="), result], 0.2)

    def _second(self, index: int) -> Row:
        word = self.figure.numbers.words[index]
        name = Label(word, color=self.figure.color_of(word), style=self.style)
        row, _, result = self._product(index)
        return Row([name, row, self.figure.sign("M"), self.figure.sign("="), result], [0.3, 0.12, 0.2, 0.2])

    def _over(self, matrix: Matrix, name: Typeset) -> Typeset:
        """Put a name above one of the matrices; all names stand on one line."""
        name.set_x(matrix.get_x())
        return name.on_baseline(float(self.matrix.get_top()[1]) + 0.2)

    def _arrange(self, region: Region, product: Row) -> None:
        """All of it centred, one line below the other."""
        x, y = region.centre[:2]
        pieces = (self.formula, self.note, product, *self.lines, self.second)
        for piece, height in zip(pieces, (2.5, 1.95, 0.3, -1.15, -1.8, -2.9), strict=True):
            piece.set_x(x)
            set_on_baseline(piece, y + height)
