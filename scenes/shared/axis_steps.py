"""A vector as so many steps along each axis, in numbers: before a matrix carries the axes, and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import Animation, FadeIn, TransformFromCopy, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor

from scenes.figure import Figure
from scenes.parts.geometry import point
from scenes.parts.matrix import NamedMatrix
from scenes.parts.number import Coordinates, Factor
from scenes.parts.text import Label, Math, Paragraph, Row, set_on_baseline
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.style import Style

_BETWEEN = 0.3
"""Scene units between the two sums; with wider numbers they are smaller."""

_TOP, _TOP_ALONE = 2.6, 0.9
"""Baseline of the sums' titles from the region's middle, in scene units: with the matrix below them, and without."""

_BELOW, _BESIDE = (-1.5, -2.7), (0.4, -0.7)
"""Baselines of the matrix and its note from the middle of where they stand, in scene units."""


@dataclass(frozen=True)
class CarriedAxes:
    """What a matrix makes of the unit vectors, of one vector and of the words."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    unit: Tensor = quantity("The unit vectors, one a row.", rows="axes", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: where the unit vectors go.", rows="axes")
    vector: Tensor = quantity("The vector: how many steps along each axis.", rows="axes")
    steps: Tensor = quantity("The same numbers of steps along the new axes; each row is one axis.", rows="axes")
    transformed: Tensor = quantity("Where these steps lead: the vector times M.")
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    landed: Tensor = quantity("The words' new vectors: x M.", rows="words")


class _Line(Row):
    """A line of the sum: how many times a unit vector.

    Attributes:
        count: the number and the signs before and after it.
        unit: the unit vector.
    """

    def __init__(self, index: int, count: Tensor, unit: Tensor, color: str, size: float, style: Style) -> None:
        pieces: list[VMobject] = [Math("+", size=size, style=style)] if index else []
        number = _count(count, size, style)
        pieces += [number if index else number.number, Math("dot.op", size=size, style=style)]
        self.unit = Coordinates(unit, size=size, color=color, style=style)
        super().__init__([*pieces, self.unit], 0.12)
        self.count = VGroup(*pieces)


class Sum(VGroup):
    """A vector put together: so many of the first unit vector, so many of the second, and what that is.

    Attributes:
        title: what it is called.
        lines: one for each unit vector.
        total: the last line.
    """

    def __init__(
        self, numbers: CarriedAxes, colors: Sequence[str], title: str, units: Tensor, total: Tensor, size: float,
        style: Style,
    ) -> None:  # fmt: skip
        self.title = Label(title, style=style)
        self.lines = [
            _Line(index, count, unit, color, size, style)
            for index, (count, unit, color) in enumerate(zip(numbers.vector, units, colors, strict=True))
        ]
        equals = Math("=", size=size, style=style)
        self.total = Row([equals, Coordinates(total, size=size, color=style.theme.ink, style=style)], 0.2)
        super().__init__(self.title, *self.lines, self.total)
        right = 0.0
        for place, line in enumerate(self.submobjects):
            set_on_baseline(line, -0.68 * place)
            line.shift(point(right - float(line.get_right()[0])))
        self.title.set_x(self.lines[0][-1].get_x())


def _count(count: Tensor, size: float, style: Style) -> Factor:
    return Factor(count, decimals=decimals_of(count), size=size, style=style)


def decimals_of(count: Tensor) -> int:
    """Digits after the point of how many steps: none for a whole number."""
    return 0 if float(count) == int(count) else 2


class Steps:
    """The matrix, and the vector's steps before and after.

    Args:
        figure: whose numbers.
        colors: ``#rrggbb`` of the two unit vectors.
        region: where the sums stand, and the matrix below them.
        beside: where the matrix stands instead.

    Attributes:
        matrix: M, each row in the colour of the unit vector that goes there.
        note: what its rows are.
        before: the sum in the old axes.
        after: the sum in the new axes.
        counts: how many steps along each axis.
    """

    def __init__(self, figure: Figure, colors: Sequence[str], region: Region, beside: Region | None = None) -> None:
        numbers: CarriedAxes = figure.numbers
        style, before, after = figure.style, figure.says("old-axes"), figure.says("new-axes")
        place = beside or region
        for size in (style.sizes.phrase, style.sizes.label, style.sizes.note):
            self.matrix = NamedMatrix("M", numbers.matrix, size=size, row_colors=colors, style=style)
            if self.matrix.width <= place.width:
                break
        self.note = Paragraph(figure.says("rows"), place.width, style=style)
        for size in (style.sizes.phrase, style.sizes.label):
            self.before = Sum(numbers, colors, before, numbers.unit, numbers.vector, size, style)
            self.after = Sum(numbers, colors, after, numbers.matrix, numbers.transformed, size, style)
            if self.before.width + self.after.width + _BETWEEN <= region.width:
                break
        self.counts = [_count(count, style.sizes.phrase, style).number for count in numbers.vector]
        x, y = place.centre[:2]
        for piece, height in zip((self.matrix, self.note), _BELOW if beside is None else _BESIDE, strict=True):
            piece.set_x(x)
            set_on_baseline(piece, y + height)
        y, top = float(region.centre[1]), _TOP if beside is None else _TOP_ALONE
        parts = region.columns(self.before.width, self.after.width, gap=_BETWEEN)
        for sums, part in zip((self.before, self.after), parts, strict=True):
            sums.set_x(float(part.centre[0]))
            sums.shift(point(0.0, y + top - sums.title.baseline))

    def take_rows(self) -> list[Animation]:
        """The rows of the matrix become the new unit vectors."""
        late = squish_rate_func(smooth, 0.6, 1.0)
        moves: list[Animation] = []
        for line, row in zip(self.after.lines, self.matrix.matrix.numbers, strict=True):
            numbers = line.unit.numbers
            moves += [TransformFromCopy(number, place) for number, place in zip(row, numbers, strict=True)]
            moves.append(FadeIn(VGroup(*(piece for piece in line.unit if piece not in numbers)), rate_func=late))
        return moves
