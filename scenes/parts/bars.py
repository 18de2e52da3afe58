"""Numbers as bars from a zero line, and weights as a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from manim import LEFT, RIGHT, Line, Rectangle, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.number import Number, Weight
from scenes.parts.surface import colour_area
from scenes.parts.text import Label, Math, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_DENSE = 0.9
"""Opacity of a bar."""

_LEAST = 0.012
"""Scene units: the height of the bar of zero, so that it can be seen."""

_STRIP = 0.5
"""Scene units: the height of the strip that weights divide among them, more where there is much room."""

_THIN = 0.07
"""Scene units: the height of the bars of other weights."""

_BESIDE = 0.03
"""Scene units between a bar and the thin one below it."""


class Bar(Rectangle):
    """A bar from a zero line: up for a positive value, down for a negative one.

    Args:
        value: what its height stands for.
        unit: scene units for 1.
        x: its middle, scene units.
        zero: the zero line's height, scene units.
        width: scene units.
        color: ``#rrggbb``.

    Attributes:
        value: as a Python number.
        unit: scene units for 1.
    """

    def __init__(
        self, value: Tensor | float, unit: float, x: float, zero: float, width: float, color: str,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.value, self.unit = float(value), unit
        height = max(abs(self.value) * unit, _LEAST)
        super().__init__(width=width, height=height, stroke_width=0)
        colour_area(self, color, _DENSE, style)
        self.move_to(point(x, zero + (height if self.value >= 0 else -height) / 2))


class BarRow(VGroup):
    """A number and a bar under each word of a row.

    Args:
        values: shape (T,).
        xs: the middle of each bar, scene units.
        region: the height it may take: numbers at the top, bars below them. Its width is not used.
        colors: one ``#rrggbb`` a bar.
        width: of a bar, scene units.
        unit: scene units for 1; as large as fits when left out.
        decimals: digits of the numbers.
        kind: what the numbers are, such as ``Weight``.

    Attributes:
        numbers: the numbers, in order.
        bars: the bars, in order.
        unit: scene units for 1.
        zero: the zero line's height.
        line: the zero line.
    """

    def __init__(
        self, values: Tensor, xs: Sequence[float], region: Region, colors: Sequence[str], *, width: float = 0.6,
        unit: float | None = None, size: float | None = None, decimals: int = 2, kind: type[Number] = Number,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        size = size or style.sizes.label
        digits = size * 0.0115
        top, bottom = region.top - digits, region.bottom
        above = max(0.0, float(values.max()))
        below = max(0.0, -float(values.min()))
        self.unit = unit if unit is not None else (top - bottom) / max(above + below, 1e-9)
        self.zero = bottom + below * self.unit
        self.bars = [
            Bar(value, self.unit, x, self.zero, width, color, style)
            for value, x, color in zip(values, xs, colors, strict=True)
        ]
        self.numbers = [
            kind(value, size=size, color=color, decimals=decimals, style=style).set_x(x)
            for value, x, color in zip(values, xs, colors, strict=True)
        ]
        for number in self.numbers:
            set_on_baseline(number, region.top - 0.0072 * size)
        reach = width / 2 + 0.12
        self.line = Line(point(xs[0] - reach, self.zero), point(xs[-1] + reach, self.zero))
        self.line.set_stroke(style.theme.dim, style.strokes.hair)
        super().__init__(self.line, *self.bars, *self.numbers)

    def pair(self, index: int) -> VGroup:
        """The number and the bar of one word."""
        return VGroup(self.numbers[index], self.bars[index])


class ShareRow(VGroup):
    """A weight under each word of a row, and below them one strip of length 1 that the weights divide among them.

    Args:
        weights: shape (T,), adding up to 1.
        xs: the middle of each number, scene units.
        region: the height it may take: numbers at the top, the strip below them, as wide as the words.
        colors: one ``#rrggbb`` a weight.
        size: manim font units of the numbers.
        style: theme and sizes.

    Attributes:
        numbers: the weights, in order.
        bars: the strip's shares, in order, from the left.
        line: the strip's outline.
        unit: scene units for a weight of 1: the strip's length.
    """

    def __init__(
        self, weights: Tensor, xs: Sequence[float], region: Region, colors: Sequence[str], *,
        size: float | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        size = size or style.sizes.label
        self.numbers = [
            Weight(weight, size=size, color=color, style=style).set_x(x)
            for weight, x, color in zip(weights, xs, colors, strict=True)
        ]
        for number in self.numbers:
            set_on_baseline(number, region.top - 0.0072 * size)
        left, right, top = xs[0] - 0.42, xs[-1] + 0.42, region.top - 0.0115 * size
        height = min(max(_STRIP, 0.4 * (top - region.bottom)), 0.8 * (top - region.bottom))
        middle = (top + region.bottom) / 2
        self.unit = right - left
        self.line = Rectangle(width=self.unit, height=height, stroke_width=style.strokes.hair)
        self.line.set_stroke(style.theme.dim).move_to(point((left + right) / 2, middle))
        ends = [left, *(left + self.unit * weights.cumsum(dim=0)).tolist()]
        self.bars = [
            SideBar(weight, self.unit, start, middle, color, height=height, style=style)
            for weight, start, color in zip(weights, ends, colors, strict=False)
        ]
        super().__init__(self.line, *self.bars, *self.numbers)


class RowTitle(VGroup):
    """A row's symbol beside its numbers, and what it is called below.

    Args:
        notation: the symbol in Typst maths.
        said: what it is called.
        row: the row.
        right: where the title ends, scene units.
        style: theme and sizes.

    Attributes:
        symbol: the symbol.
        said: what it is called.
    """

    def __init__(
        self, notation: str, said: str, row: BarRow | ShareRow, right: float, *, style: Style = DEFAULT
    ) -> None:
        self.symbol = Math(notation, size=style.sizes.phrase, color=style.theme.dim, style=style)
        self.said = Label(said, color=style.theme.dim, style=style)
        for piece, drop in ((self.symbol, 0.0), (self.said, 0.45)):
            piece.align_to(point(right, 0), RIGHT)
            set_on_baseline(piece, row.numbers[0].baseline - drop)
        super().__init__(self.symbol, self.said)

    def in_a_line(self, left: float, baseline: float) -> Self:
        """Stand in one line that begins at ``left`` instead, above the row."""
        Row([self.symbol, self.said], 0.3).starting_at(left).on_baseline(baseline)
        return self


class RowSum(Row):
    """What a row's numbers add up to, at its end.

    Args:
        value: the sum.
        row: the row.
        left: where it begins, scene units.
        style: theme and sizes.

    Attributes:
        sign: the sum sign and the equals sign.
        number: the sum.
    """

    def __init__(self, value: Tensor, row: BarRow | ShareRow, left: float, *, style: Style = DEFAULT) -> None:
        self.sign = Math("Sigma =", size=style.sizes.label, color=style.theme.dim, style=style)
        self.number = Number(value, style=style)
        super().__init__([self.sign, self.number], 0.16)
        self.starting_at(left).on_baseline(row.numbers[0].baseline)


class SideBar(Rectangle):
    """A bar to the right of a line.

    Args:
        value: what its length stands for, 0 or more.
        unit: scene units for 1.
        left: where it begins, scene units.
        y: its middle, scene units.
        color: ``#rrggbb``.
        height: scene units.

    Attributes:
        value: as a Python number.
        unit: scene units for 1.
    """

    def __init__(
        self, value: Tensor | float, unit: float, left: float, y: float, color: str, *, height: float = 0.22,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.value, self.unit = float(value), unit
        super().__init__(width=max(self.value * unit, _LEAST), height=height, stroke_width=0)
        colour_area(self, color, _DENSE, style)
        self.move_to(point(left, y), aligned_edge=LEFT)


class WeightList(VGroup):
    """Words below each other, each with its weight as a bar and as a number.

    Args:
        words: in order.
        weights: shape (T,), each in [0, 1].
        colors: one ``#rrggbb`` a word.
        region: what it fills; a weight of 1 would reach from its number to the right edge.
        title: what the numbers are; weights when left out.
        thick: scene units of a bar's height.

    Attributes:
        names: the words' mobjects.
        bars: the bars.
        numbers: the numbers.
        unit: scene units for a weight of 1.
        title: the title's mobject.
    """

    def __init__(
        self, words: Sequence[str], weights: Tensor, colors: Sequence[str], region: Region, *, title: str = "",
        thick: float = 0.22, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.thick, self._style = thick, style
        self.names = [Label(word, color=color, style=style) for word, color in zip(words, colors, strict=True)]
        self.numbers = [Weight(weight, color=color, style=style) for weight, color in zip(weights, colors, strict=True)]
        pitch = min(0.62, region.height / (len(words) + 1))
        names_right = region.left + max(name.width for name in self.names)
        numbers_right = names_right + 0.25 + max(number.width for number in self.numbers)
        bars_left = numbers_right + 0.2
        self.unit = region.right - bars_left
        self.title = Label(title or style.says("weight"), color=style.theme.dim, style=style)
        self.title.align_to(point(bars_left), LEFT)
        first = region.centre[1] + pitch * (len(words) - 1) / 2 - pitch / 2
        set_on_baseline(self.title, first + pitch)
        self.bars = []
        for index, (name, number) in enumerate(zip(self.names, self.numbers, strict=True)):
            y = first - pitch * index
            name.align_to(point(names_right), RIGHT)
            number.align_to(point(numbers_right), RIGHT)
            set_on_baseline(name, y)
            set_on_baseline(number, y)
            self.bars.append(self._bar(weights[index], colors[index], bars_left, y + 0.1))
        super().__init__(self.title, *self.names, *self.bars, *self.numbers)

    def _bar(self, weight: Tensor, color: str, left: float, y: float) -> SideBar:
        return SideBar(weight, self.unit, left, y, color, height=self.thick, style=self._style)

    def row(self, index: int) -> VGroup:
        """One word's name, bar and number."""
        return VGroup(self.names[index], self.bars[index], self.numbers[index])


class OtherWeights(VGroup):
    """Other weights of the same words beside a list of weights: thin bars below its bars, numbers in a column.

    Args:
        weights: shape (T,), each in [0, 1].
        listed: the list.
        right: where the column ends, scene units.
        title: what these weights are, above the column.
        style: theme and sizes.

    Attributes:
        bars: the thin bars.
        numbers: the numbers.
        title: the title's mobject.
    """

    def __init__(
        self, weights: Tensor, listed: WeightList, right: float, title: str, *, style: Style = DEFAULT
    ) -> None:
        dim = style.theme.dim
        self.title = Label(title, color=dim, style=style)
        set_on_baseline(self.title.align_to(point(right), RIGHT), listed.title.baseline)
        self.bars, self.numbers = [], []
        for weight, bar, name in zip(weights, listed.bars, listed.names, strict=True):
            y = float(bar.get_bottom()[1]) - _BESIDE - _THIN / 2
            self.bars.append(SideBar(weight, listed.unit, float(bar.get_left()[0]), y, dim, height=_THIN, style=style))
            number = Weight(weight, color=dim, style=style).align_to(point(right), RIGHT)
            set_on_baseline(number, name.baseline)
            self.numbers.append(number)
        super().__init__(self.title, *self.bars, *self.numbers)

    def row(self, index: int) -> VGroup:
        """One word's thin bar and number."""
        return VGroup(self.bars[index], self.numbers[index])
