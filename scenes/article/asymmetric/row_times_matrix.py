"""Words' rows before a matrix, and their product: rows are words, and a matrix comes after them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from manim import DOWN, RIGHT, VGroup, VMobject
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style

_ICON, _ABOVE, _BELOW = 0.42, 0.16, 0.2
"""Scene units: the height of the word's icon, from it and the matrix's name down to the brackets, and from there down
to their product."""

_BEFORE, _BEFORE_ROW, _NAMED = 0.1, 0.37, 0.9
"""Scene units from the words' marks, which stand before their rows where these are many, to the rows' bracket; the
height of their icons; and the width of a name at the most."""

_COLUMNS = 0.0068
"""Scene units between two columns, for each font unit."""

_PRODUCT = 2
"""Digits after the point of the product."""


class RowTimesMatrix(VGroup):
    """Words' numbers as rows before a matrix that changes, whose name stands above it.

    One word's icon stands above its row; those of several words stand before theirs.

    Args:
        words: the words.
        rows: their vectors, shape (T, d).
        name: the matrix's name in Typst maths.
        stages: what the matrix is, one after the other, each of shape (d, d).
        color: ``#rrggbb`` of the matrix, by role.
        with_product: whether their product stands below them.
        color_of_word: ``#rrggbb`` of the words; ink when left out.
        size: font units of its numbers; a tick's when left out.
        style: theme and sizes.

    Attributes:
        marks: the words' icons, or their names.
        entries: the numbers of each stage, which stand at the same places: the matrix's, then those of the product; not
            part of the group.
        running: as many running numbers, while the matrix changes; not part of the group.
    """

    def __init__(
        self, words: Sequence[str], rows: Tensor, name: str, stages: Sequence[Tensor], color: str, *,
        with_product: bool = False, color_of_word: str | None = None, size: float | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        size = size or style.sizes.tick
        self.style, self._rows, self._size = style, rows, size
        self._decimals = 1 if all(_is_brief(values) for values in (rows, *stages)) else 2
        gap = _COLUMNS * size
        matrices = [
            Matrix(values, size=size, color=color, decimals=self._decimals, gap=gap, style=style) for values in stages
        ]
        self._widest = max(matrices, key=lambda matrix: float(matrix.width))
        numbers = Matrix(rows, size=size, decimals=self._decimals, gap=gap, style=style)
        line = Row([numbers, Math("times", size=size, style=style), self._widest], 0.14)
        self._frame = self._widest.brackets
        top = float(line.get_top()[1]) + _ABOVE
        title = Math(name, size=style.sizes.number, color=color, style=style)
        title.set_x(float(self._widest.get_x())).align_to(point(0.0, top), DOWN)
        hue = color_of_word or style.theme.ink
        self.marks = self._marks(words, numbers, hue, top)
        self._numbers = [list(chain(*matrix.numbers)) for matrix in matrices]
        self._places = list(chain(*self._widest.numbers))
        self._moved = [self._widest.inner]
        product = self._product(line, stages, color) if with_product else []
        super().__init__(self.marks, title, haloed(numbers, style), line[1], self._frame, *product)
        laid(self, Layer.LABEL)
        self.entries = [VGroup(*numbers) for numbers in self._numbers]
        for entries in self.entries:
            laid(entries, Layer.LABEL)
        self._align()
        self.running = VGroup(*(RunningNumber(number) for number in self._numbers[0]))

    def _marks(self, words: Sequence[str], numbers: Matrix, color: str, top: float) -> VGroup:
        """Return a word's icon, or its name, above its row; or those of several words before their rows."""
        several, marks = len(words) > 1, VGroup()
        within = _NAMED if several else float(numbers.width) + 0.2
        for word, row in zip(words, numbers.numbers, strict=True):
            mark: VMobject = (
                ShadedIcon(word, color, height=_BEFORE_ROW if several else _ICON, style=self.style)
                if has_icon(word, self.style)
                else Label(word, size=self.style.sizes.number, color=color, within=within, style=self.style)
            )
            if several:
                mark.set_y(float(row[0].get_y())).set_x(0.0)
            else:
                mark.set_x(float(numbers.get_x())).align_to(point(0.0, top), DOWN)
            marks.add(mark)
        if several:
            marks.shift(point(float(numbers.get_left()[0]) - _BEFORE - float(marks.get_right()[0])))
        return marks

    def _product(self, line: VMobject, stages: Sequence[Tensor], color: str) -> list[VMobject]:
        """Write the product of the rows and each stage's matrix below them; return its parts that stay the same."""
        size = self._size
        products = [
            Matrix(
                self._rows @ values, size=size, color=color, decimals=_PRODUCT, gap=_COLUMNS * size, style=self.style
            )
            for values in stages
        ]
        widest = max(products, key=lambda product: float(product.width))
        below = Row([Math("=", size=size, style=self.style), widest], 0.14)
        below.shift(
            point(float(line.get_x() - below.get_x()), float(line.get_bottom()[1] - below.get_top()[1]) - _BELOW)
        )
        for numbers, product in zip(self._numbers, products, strict=True):
            numbers += chain(*product.numbers)
        self._places += chain(*widest.numbers)
        self._moved.append(widest.inner)
        return [below[0], widest.brackets]

    def _align(self) -> None:
        """Put the numbers of all stages at the places of the widest one's."""
        for entries in self._numbers:
            for number, place in zip(entries, self._places, strict=True):
                _stand(number, place)

    def put(self, at: Point) -> None:
        """Move all of it."""
        way = at - self.get_center()
        self.shift(way)
        for places in self._moved:
            places.shift(way)
        self._align()

    def write(self, values: Tensor) -> None:
        """Write the matrix as it is now, and the product, in the running numbers."""
        written = [(value, self._decimals) for value in values.flatten()]
        if len(self._places) > len(written):
            written += [(value, _PRODUCT) for value in (self._rows @ values).flatten()]
        for running, place, (value, decimals) in zip(self.running, self._places, written, strict=True):
            number = Number(value, decimals=decimals, size=self._size, style=self.style)
            running.write(_stand(number, place))


def _is_brief(values: Tensor) -> bool:
    """Return whether one digit after the point is enough for all numbers."""
    return all(abs(as_printed(value, 1) - value) < 1e-6 for value in values.flatten().tolist())


def _stand(number: Number, place: Number) -> Number:
    """Let a number end where another one does, on its baseline."""
    return number.align_to(place, RIGHT).on_baseline(place.baseline)
