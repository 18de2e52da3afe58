"""The matrix of a classifier: a row of numbers for each word of the vocabulary."""

from __future__ import annotations

from collections.abc import Sequence

from manim import RIGHT, Dot, RoundedRectangle, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.matrix import Matrix
from scenes.parts.number import Number, bracket_pair
from scenes.parts.surface import colour_area
from scenes.parts.text import Label, set_on_baseline
from scenes.style import DEFAULT, Style

_NAME_GAP = 0.32
"""Scene units between the words and the matrix."""

_LIGHT = 0.16
"""Opacity of the light on a row."""

_BAND = 0.015
"""Scene units of its height, for each manim font unit."""


class VectorRow(VGroup):
    """A vector as a row of numbers in square brackets that stands over the columns of a matrix.

    Args:
        row: shape (d,).
        matrix: has d columns.
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
    """Three dots below each other: more of the same is left out.

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
        colors: one ``#rrggbb`` a row, of the word.
        more: end with dots, for rows that are left out.
        size: manim font units.
        pitch: scene units from one row's baseline to the next; by the size when left out.
        style: theme and sizes.

    Attributes:
        names: the words' mobjects.
        matrix: the numbers and their brackets.
        dots: what stands for the rows left out, empty when there are none.
    """

    def __init__(
        self, words: Sequence[str], rows: Tensor, colors: Sequence[str], *, more: bool = False,
        size: float | None = None, pitch: float | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
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
        """Dots below each column and below the words; the brackets stretch to hold them."""
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
        """A word and the numbers of its row."""
        return VGroup(self.names[index], *self.matrix.numbers[index])

    def band(self, index: int, color: str) -> RoundedRectangle:
        """A band of light over a word and its row: of one size for all rows."""
        left, right = float(VGroup(*self.names).get_left()[0]) - 0.14, float(self.matrix.get_right()[0]) + 0.1
        light = RoundedRectangle(
            width=right - left, height=_BAND * self.matrix.size, corner_radius=0.09, stroke_width=0
        )
        colour_area(light, color, _LIGHT, self.style)
        return light.move_to(point((left + right) / 2, self.names[index].baseline + 0.1))
