"""Matrices: numbers in columns between brackets that stretch."""

from __future__ import annotations

from collections.abc import Sequence

from manim import RIGHT, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.text.number import Number, bracket_pair
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Math, Row, set_on_baseline
from scenes.style import DEFAULT, Style

_PITCH = 0.0165
"""Scene units from one row's baseline to the next, for each font unit."""

_GAP = 0.012
"""Scene units between two columns, for each font unit."""


class Matrix(VGroup):
    """A matrix between square brackets: every column is aligned on its decimal points.

    Args:
        values: shape (R, C).
        size: manim font units.
        color: ``#rrggbb`` of all numbers, or one for each row.
        decimals: digits after the point.
        pitch: scene units from one row's baseline to the next; by the size when left out.
        gap: scene units between two columns; by the size when left out.
        style: theme and sizes.

    Attributes:
        numbers: the numbers, row by row: ``numbers[row][column]``.
        inner: all of them.
        brackets: the pair of brackets.
    """

    def __init__(
        self,
        values: Tensor,
        *,
        size: float | None = None,
        color: str | Sequence[str] | None = None,
        decimals: int = 2,
        pitch: float | None = None,
        gap: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.size = size or style.sizes.phrase
        colors = [color] * len(values) if color is None or isinstance(color, str) else list(color)
        self.numbers = [
            [Number(element, decimals=decimals, size=self.size, color=row_color, style=style) for element in row]
            for row, row_color in zip(values, colors, strict=True)
        ]
        self._arrange(_PITCH * self.size if pitch is None else pitch, _GAP * self.size if gap is None else gap)
        self.inner = VGroup(*(number for row in self.numbers for number in row))
        self.brackets = bracket_pair(self.inner, gap=0.13, over=0.11, style=style)
        super().__init__(self.inner, self.brackets)

    def _arrange(self, pitch: float, gap: float) -> None:
        right = 0.0
        for column in range(len(self.numbers[0])):
            members = [row[column] for row in self.numbers]
            right += max(number.width for number in members)
            for index, number in enumerate(members):
                number.align_to(point(right, 0.0), RIGHT)
                set_on_baseline(number, -pitch * index)
            right += gap

    def row(self, index: int) -> VGroup:
        """Return the numbers of a row."""
        return VGroup(*self.numbers[index])

    def column(self, index: int) -> VGroup:
        """Return the numbers of a column."""
        return VGroup(*(row[index] for row in self.numbers))

    @property
    def baseline(self) -> float:
        """The baseline of a formula beside it, whose capitals stand at its middle; scene units."""
        return float(self.brackets.get_y() - CAP_HEIGHT * self.size * UNITS_PER_FONT_UNIT / 2)


class NamedMatrix(Row):
    """A matrix with its name before it: ``M = [...]``.

    Args:
        notation: the name in Typst maths, such as ``W_V``.
        values: shape (R, C).
        size: the numbers' size, manim font units.
        name_size: the name's size; as the numbers when left out.
        color: ``#rrggbb`` of the name, by role.
        row_colors: ``#rrggbb`` of all numbers, or one for each row.
        decimals: digits after the point.
        style: theme and sizes.

    Attributes:
        symbol: the name's mobject.
        equals: the equals sign.
        matrix: the matrix.
    """

    def __init__(
        self,
        notation: str,
        values: Tensor,
        *,
        size: float | None = None,
        name_size: float | None = None,
        color: str | None = None,
        row_colors: str | Sequence[str] | None = None,
        decimals: int = 2,
        style: Style = DEFAULT,
    ) -> None:
        size = size or style.sizes.phrase
        self.symbol = Math(notation, size=name_size or size, color=color, style=style)
        self.equals = Math("=", size=name_size or size, style=style)
        self.matrix = Matrix(values, size=size, color=row_colors, decimals=decimals, style=style)
        pieces: list[VMobject] = [self.symbol, self.equals, self.matrix]
        super().__init__(pieces, 0.2)
