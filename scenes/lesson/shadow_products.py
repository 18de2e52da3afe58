"""Shadow times length: each line a word, its key's shadow, the query's length, and their product, the score."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, VGroup

from scenes.number_format import decimals_that_multiply
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Row, Typeset, baseline_of
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_BETWEEN, _PITCHES, _UNDER = 0.0045, (0.029, 0.025, 0.021), 0.0155
"""Scene units for each font unit: between two columns, from a line to the next, the best first, and from a word's line
to its own."""

_STEP, _LEAST = 0.95, 14.0
"""The factor by which type gets smaller until it has room, and the size at which it stays."""

Cell = Typeset | Row


class ShadowProducts(VGroup):
    """A table of products, with the shadows on one query and then, in the same places, those on another one.

    Args:
        heads: names of the shadow, the length and the score.
        words: one for each line.
        colors: one ``#rrggbb`` for each line.
        shadows: of each query, one for each line.
        lengths: of each query.
        region: it stands in its middle, as large as there is room for.
        stacked: whether each word stands above its product.
        alone: whether all lines have one place, for one to be seen at a time.
        style: theme and sizes.

    Attributes:
        heads: the names of the columns.
        names: the words.
        lines: of each query, and each word, the shadow, the sign, the length, the sign and the score.
        digits: after the points of shadows and lengths.
        size: manim font units.
    """

    def __init__(
        self, heads: Sequence[str], words: Sequence[str], colors: Sequence[str], shadows: Sequence[Sequence[float]],
        lengths: Sequence[float], region: Region, *, stacked: bool = False, alone: bool = False,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        super().__init__()
        self.style, self.colors, self.shadows, self.lengths = style, list(colors), shadows, lengths
        self.stacked, self.alone = stacked, alone
        pairs = [(shadow, length) for row, length in zip(shadows, lengths, strict=True) for shadow in row]
        self.digits = decimals_that_multiply(pairs) or 2
        self.size = style.sizes.head
        while not self._fits(heads, words, region) and self.size > _LEAST:
            self.size *= _STEP
        self.move_to(region.centre)

    def written(self, index: int, column: int, value: float) -> Number:
        """Return a number as a line of the table has it in one of its columns: 0, 2 or 4."""
        color, cell = self.style.theme.query if column == 2 else self.colors[index], self.lines[0][index][column]
        digits = 2 if column == 4 else self.digits
        number = Number(value, decimals=digits, size=self.size, color=color, style=self.style)
        return laid(number.set_x(cell.get_x()).on_baseline(baseline_of(cell)), Layer.LABEL)

    def _fits(self, heads: Sequence[str], words: Sequence[str], region: Region) -> bool:
        """Lay everything in the size, as loosely as there is room for it; return whether there is."""
        self._make(heads, words)
        self._set_columns()
        for pitch in _PITCHES:
            self._set_rows(pitch * self.size)
            if self.height <= region.height:
                break
        laid(self, Layer.LABEL)
        return self.width <= region.width and self.height <= region.height

    def _make(self, heads: Sequence[str], words: Sequence[str]) -> None:
        """Make all texts in the size."""
        theme, style, size = self.style.theme, self.style, self.size
        inks = (theme.ink, theme.query, theme.ink)
        note = max(size * style.sizes.number / style.sizes.head, style.sizes.least)
        self.heads = VGroup(
            *(Label(head, size=note, color=ink, style=style) for head, ink in zip(heads, inks, strict=True))
        )
        self.names = VGroup(
            *(Label(word, size=size, color=color, style=style) for word, color in zip(words, self.colors, strict=True))
        )
        self.lines = [
            [VGroup(*self._line(index, shadow, length)) for index, shadow in enumerate(row)]
            for row, length in zip(self.shadows, self.lengths, strict=True)
        ]
        self.submobjects = [self.heads, self.names, *(line for lines in self.lines for line in lines)]

    def _line(self, index: int, shadow: float, length: float) -> list[Cell]:
        theme, style, size = self.style.theme, self.style, self.size
        times, equals = (Label(sign, size=size, color=theme.ink, style=style) for sign in "×=")
        by = Number(length, decimals=self.digits, size=size, color=theme.query, style=style)
        color = self.colors[index]
        cast = Factor(shadow, decimals=self.digits, size=size, color=color, style=style)
        return [cast, times, by, equals, Number(shadow * length, size=size, color=color, style=style)]

    def _set_columns(self) -> None:
        """Put the words, and each column of numbers and signs, beside each other."""
        gap = _BETWEEN * self.size
        x = 0.0 if self.stacked else max(float(name.width) for name in self.names) + 2 * gap
        for name in self.names:
            name.align_to(point(), LEFT)
        for column in range(5):
            cells = [line[column] for lines in self.lines for line in lines]
            over = [self.heads[column // 2]] if column % 2 == 0 else []
            width = max(float(cell.width) for cell in [*cells, *over])
            for cell in [*cells, *over]:
                cell.set_x(x + width / 2)
            x += width + gap
        for line in (line for lines in self.lines for line in lines):
            for left, sign, right in (line[:3], line[2:]):
                sign.set_x(float(left.get_right()[0] + right.get_left()[0]) / 2)

    def _set_rows(self, pitch: float) -> None:
        """Put the names of the columns above all lines, and each word beside its line or above it."""
        under = _UNDER * self.size
        for head in self.heads:
            head.on_baseline(0.0)
        for index, name in enumerate(self.names):
            place = 0 if self.alone else index
            base = -(place + 1) * (pitch + under if self.stacked else pitch)
            name.on_baseline(base + under if self.stacked else base)
            for lines in self.lines:
                for cell in lines[index]:
                    cell.on_baseline(base)
