"""A row times a matrix, written out: the new vector's numbers one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from manim import Animation, FadeIn, TransformFromCopy, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor

from scenes.figure import Figure
from scenes.motion import fade_to
from scenes.parts.dot_product import ProductSum
from scenes.parts.matrix import Matrix
from scenes.parts.number import Number
from scenes.parts.text import Label, Math, Paragraph, Row, Typeset, set_on_baseline
from scenes.quantities import quantity
from scenes.stage import Region

_SAID = 0.35
"""Opacity of the arithmetic when all words have moved."""

_TOGETHER = (2.5, 1.95, 0.3, -1.15, -1.8, -2.9)
"""Baselines from the region's middle, in scene units: of formula, note, product, its two lines and the second word."""

_APART = (0.25, -0.35, 0.62, -0.33, -0.84, -1.4)
"""The same, where the formula has a region of its own."""


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


class Desk:
    """The formula, row times matrix, each new number's arithmetic, a second word's result.

    Args:
        figure: whose numbers.
        head: where the formula stands, centred.
        work: where all else stands; below the formula in the same region when left out.

    Attributes:
        formula: the map in one line.
        note: how it is meant: the article's M x has the vector as a column and the matrix turned.
        row: the first word's vector as a row.
        row_name: the word above it.
        matrix: M.
        matrix_name: its name, above it.
        result: the new vector's brackets and what stands around them; its numbers come one by one.
        results: the new vector's numbers.
        lines: the arithmetic of each new number.
        products: of each, what adds up.
        second: the second word's row, and its new one.
    """

    def __init__(self, figure: Figure, head: Region, work: Region | None = None) -> None:
        self.figure, self.style = figure, figure.style
        style = figure.style
        numbers: Transformed = figure.numbers
        first, second = numbers.order[:2]
        sizes = style.sizes
        for size in (sizes.formula, sizes.phrase):
            self.formula = Math("T(arrow(x)) = arrow(x) thin M", size=size, style=style)
            if self.formula.width <= head.width:
                break
        self.note = Paragraph(figure.says("note"), head.width, style=style)
        self.row, self.matrix, result = self._product(first)
        equals = self._sign("=")
        product = Row([self.row, self.matrix, equals, result], [0.14, 0.2, 0.2])
        self.results = result.numbers[0]
        self.products: list[ProductSum] = []
        self.lines = [self._line(column) for column in range(2)]
        self.second = self._second(second)
        self._arrange(head, work, product)
        word = numbers.words[first]
        color = figure.color_of(word)
        self.row_name = self._over(self.row, Label(word, color=color, style=style))
        new_word = Label(figure.says("new-word", word=word), color=color, style=style)
        self.result = VGroup(equals, result.brackets, self._over(result, new_word))
        self.matrix_name = self._over(self.matrix, self._sign("M"))
        said = [*self.lines, self.row, self.row_name, self.second, self.result, *self.results]
        family = [piece for mobject in said for piece in mobject.get_family()]
        brackets = [piece.brackets for piece in family if isinstance(piece, Matrix)]
        self._said = [*(piece for piece in family if isinstance(piece, Typeset)), *brackets, result.brackets]

    def quiet(self) -> list[Animation]:
        """All arithmetic goes dim: what stays bright is the map."""
        return [fade_to(text, _SAID) for text in self._said]

    def take_factors(self, column: int) -> list[Animation]:
        """The numbers of the row and of a column of the matrix come down into the arithmetic, between its signs."""
        products = self.products[column]
        coming: list[Animation] = []
        for place, factors in enumerate(products.factors):
            sources = (self.row.numbers[0][place], self.matrix.numbers[place][column])
            coming += [
                TransformFromCopy(source, factor.number) for source, factor in zip(sources, factors, strict=True)
            ]
        signs = [
            piece for piece in products.get_family() if isinstance(piece, Typeset) and not isinstance(piece, Number)
        ]
        return [*coming, FadeIn(VGroup(*signs), rate_func=squish_rate_func(smooth, 0.6, 1.0))]

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
        colors = (color, style.theme.ink)
        products = ProductSum(numbers.vectors[numbers.first], numbers.matrix[:, column], colors, size=size, style=style)
        self.products.append(products)
        result = Number(numbers.transformed[numbers.first, column], size=size, color=color, style=style)
        return Row([products, self._sign("="), result], 0.2)

    def _second(self, index: int) -> Row:
        word = self.figure.numbers.words[index]
        name = Label(word, color=self.figure.color_of(word), style=self.style)
        row, _, result = self._product(index)
        return Row([name, row, self._sign("M"), self._sign("="), result], [0.3, 0.12, 0.2, 0.2])

    def _sign(self, notation: str) -> Math:
        return Math(notation, size=self.style.sizes.label, style=self.style)

    def _over(self, matrix: Matrix, name: Typeset) -> Typeset:
        """Put a name above one of the matrices; all names stand on one line."""
        name.set_x(matrix.get_x())
        return name.on_baseline(float(self.matrix.get_top()[1]) + 0.2)

    def _arrange(self, head: Region, work: Region | None, product: Row) -> None:
        """All of it centred, one line below the other."""
        places: list[tuple[VMobject, Region]] = [(self.formula, head), (self.note, head)]
        places += [(piece, work or head) for piece in (product, *self.lines, self.second)]
        heights = _TOGETHER if work is None else _APART
        for (piece, region), height in zip(places, heights, strict=True):
            piece.set_x(float(region.centre[0]))
            set_on_baseline(piece, float(region.centre[1]) + height)
