"""A word's row before a matrix: rows are words, and a matrix comes after them."""

from __future__ import annotations

from itertools import chain

from manim import DOWN, VGroup, VMobject
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style

_ICON, _ABOVE, _WIDER = 0.42, 0.16, 0.2
"""Scene units: the height of the word's icon, from it and the matrix's name down to the brackets, and by which a name
may be wider than the row."""

_COLUMNS = 0.0068
"""Scene units between two columns, for each font unit."""


class RowTimesMatrix(VGroup):
    """A word's numbers as a row before a matrix, with its icon and the matrix's name above them.

    Args:
        word: the word.
        row: its vector, shape (d,).
        name: the matrix's name in Typst maths.
        matrix: shape (d, d).
        color: ``#rrggbb`` of the matrix, by role.
        color_of_word: ``#rrggbb`` of the word.
        style: theme and sizes.

    Attributes:
        entries: the matrix's numbers; not part of the group.
    """

    def __init__(
        self, word: str, row: Tensor, name: str, matrix: Tensor, color: str, color_of_word: str, *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        size = style.sizes.tick
        decimals = 1 if all(_is_brief(values) for values in (row, matrix)) else 2
        gap = _COLUMNS * size
        values = Matrix(matrix, size=size, color=color, decimals=decimals, gap=gap, style=style)
        numbers = Matrix(row[None], size=size, decimals=decimals, gap=gap, style=style)
        line = Row([numbers, Math("times", size=size, style=style), values], 0.14)
        top = float(line.get_top()[1]) + _ABOVE
        title = Math(name, size=style.sizes.number, color=color, style=style)
        title.set_x(float(values.get_x())).align_to(point(0.0, top), DOWN)
        within = float(numbers.width) + _WIDER
        mark: VMobject = (
            ShadedIcon(word, color_of_word, height=_ICON, style=style)
            if has_icon(word, style)
            else Label(word, size=style.sizes.number, color=color_of_word, within=within, style=style)
        )
        mark.set_x(float(numbers.get_x())).align_to(point(0.0, top), DOWN)
        super().__init__(mark, title, haloed(numbers, style), line[1], values.brackets)
        laid(self, Layer.LABEL)
        self.entries = laid(VGroup(*chain(*values.numbers)), Layer.LABEL)


def _is_brief(values: Tensor) -> bool:
    """Return whether one digit after the point is enough for all numbers."""
    return all(abs(as_printed(value, 1) - value) < 1e-6 for value in values.flatten().tolist())
