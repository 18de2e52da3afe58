"""A row of O beside the learned matrix: each number times its row of the matrix is a step, and the steps add up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

from manim import Animation, ApplyFunction, ApplyMethod, Line, Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.article.heads.heads import VALUE_NUMBERS
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_NAME, _TOTAL, _LITTLE = 0.46, 0.85, 0.12
"""Scene units: of a line of names, of the line of totals, and above a head's rows where it has no name."""

_APART, _TIMES = 0.16, 0.2
"""Scene units between numbers of two columns at the least, and from the right edge of O to the multiplication sign."""

_RISE, _FALL, _SMALL = 0.27, 0.17, 0.72
"""By how much a row's numbers rise when their products come, and these stand lower, as shares of a row; how large they
are then, as a share of what they were."""

_TINT, _FRAMED = 0.09, 0.94
"""Opacity of a head's strip of glass; the height of the frame around a row, as a share of it."""


class Desk:
    """A word's row of O, upright, the learned matrix beside it, and below each column what it adds up to.

    Args:
        row: shape (N,), the word's row of O.
        W_O: shape (N, d).
        steps: shape (N, d): each number of the row times its row of the matrix.
        sums: shape (N + 1, d): what these add up to, from nothing to all of them.
        axes: the names of the columns.
        heads: the heads' names.
        colors: ``#rrggbb`` of the columns.
        one: where the row of O is.
        gate: where the matrix is, of the same height.
        style: theme and sizes.

    Attributes:
        numbers: of the row of O.
        times: the sign between each of them and the matrix.
        weights: the matrix's numbers, row by row.
        products: the steps' numbers, row by row.
        totals: the columns' totals, from zero on, and after each step.
        names: of the columns.
        heads: the heads' names; empty where there is no room for them.
        strips: the glass behind the row of O, one for each head.
        frame: the line around the matrix, and those between its rows.
        edge: the line around the matrix alone.
        pitch: from a row to the next, scene units.
        drop: from a number of the matrix down to its product.
    """

    def __init__(
        self,
        row: Tensor,
        W_O: Tensor,
        steps: Tensor,
        sums: Tensor,
        axes: Sequence[str],
        heads: Sequence[str],
        colors: Sequence[str],
        one: Region,
        gate: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._one, self._gate, self._style, self._colors = one, gate, style, list(colors)
        self._cell = gate.width / len(axes)
        scale = max(1.0, style.sizes.scale)
        self.heads = self._head_names(heads)
        levels = self._columns_named(axes)
        high = [_NAME * scale * max(levels, len(self.heads[:1])), _NAME * scale if self.heads else _LITTLE]
        below = _TOTAL * scale
        self.pitch = (one.height - sum(high) - below) / len(row)
        self._tops = [one.top, one.top - high[0] - VALUE_NUMBERS * self.pitch]
        self._bottom = one.bottom + below
        self.middles = [
            top - over - (index + 0.5) * self.pitch
            for top, over in zip(self._tops, high, strict=True)
            for index in range(VALUE_NUMBERS)
        ]
        self._set_names(levels, _NAME * scale)
        self._build_row(row)
        sizes, inks = (*self._sizes()[1:], style.sizes.least), [style.theme.ink] * len(axes)
        size = self._size_of([*W_O.flatten(), *steps.flatten()], sizes)
        self._small = max(_SMALL, style.sizes.least / size)
        self.weights = [self._line(each, y, size, inks) for each, y in zip(W_O, self.middles, strict=True)]
        self.products = [
            self._line(each, y - _FALL * self.pitch, size, colors) for each, y in zip(steps, self.middles, strict=True)
        ]
        size = self._size_of([*sums.flatten()], (style.sizes.formula, *sizes))
        self.level = (one.bottom + self._bottom) / 2
        self.totals = [self._line(each, self.level, size, colors) for each in sums]
        self.drop = point(0.0, -_FALL * self.pitch)
        self._build_ground()

    def _head_names(self, heads: Sequence[str]) -> list[Label]:
        """Return the heads' names, where O is wide enough for them."""
        style = self._style
        for size in (style.sizes.number, style.sizes.tick, style.sizes.note):
            names = [Label(name, size=size, color=style.theme.value, within=99, style=style) for name in heads]
            if max(float(name.width) for name in names) < self._one.width - 0.1:
                return [laid(name, Layer.LEDGER) for name in names]
        return []

    def _columns_named(self, axes: Sequence[str]) -> int:
        """Make the columns' names as large as they fit, on one level or by turns on two; return how many levels."""
        style = self._style
        choices = ((style.sizes.number, 1), (style.sizes.tick, 1), (style.sizes.number, 2), (style.sizes.tick, 2),
                   (style.sizes.note, 2), (style.sizes.least, 2))  # fmt: skip
        for size, levels in choices:
            self.names = [
                Label(axis, size=size, color=color, within=99, style=style)
                for axis, color in zip(axes, self._colors, strict=True)
            ]
            places = [self._place_of(column, float(name.width)) for column, name in enumerate(self.names)]
            widest = max(float(name.width) for name in self.names)
            pairs = pairwise(places) if levels == 1 else zip(places, places[2:], strict=False)
            apart = all(first[1] + _APART <= second[0] for first, second in pairs)
            if apart and widest < self._gate.width / (1 if levels == 2 else len(axes)):
                return levels
        self.names = []  # their colours have to do
        return 1

    def _set_names(self, levels: int, high: float) -> None:
        for name, top in zip(self.heads, self._tops, strict=False):
            name.set_x(float(self._one.centre[0])).on_baseline(top - 0.72 * high)
        for column, name in enumerate(self.names):
            level = column % levels
            left, right = self._place_of(column, float(name.width))
            name.set_x((left + right) / 2).on_baseline(self._gate.top - (level + 0.72) * high)
            laid(name, Layer.LEDGER)

    def _place_of(self, column: int, width: float) -> tuple[float, float]:
        """Return where a column's name begins and ends: over its middle, and inside the matrix."""
        half = width / 2
        x = min(max(self._middle(column), self._gate.left + half + 0.04), self._gate.right - half - 0.04)
        return x - half, x + half

    def _middle(self, column: int) -> float:
        return self._gate.left + (column + 0.5) * self._cell

    def _size_of(self, values: Sequence[Tensor], sizes: Sequence[float]) -> float:
        """Return the largest of some sizes of type in which all numbers fit into a column."""
        for size in sizes:
            if max(float(Number(value, size=size, style=self._style).width) for value in values) < self._cell - _APART:
                return size
        return sizes[-1]

    def _line(self, values: Tensor, y: float, size: float, colors: Sequence[str]) -> list[Number]:
        """Return a line of numbers, one in the middle of each column, their last digits below each other."""
        half = float(Number(-1.11, size=size, style=self._style).width) / 2
        line = []
        for column, (value, color) in enumerate(zip(values, colors, strict=True)):
            number = Number(value, size=size, color=color, style=self._style)
            reach = max(half - 0.1, float(number.width) - self._cell / 2 + _APART / 2)
            right = min(self._middle(column) + reach, self._gate.right - 0.06)
            line.append(laid(number.move_to(point(right - float(number.width) / 2, y)), Layer.LEDGER))
        return line

    def _sizes(self) -> tuple[float, ...]:
        sizes = self._style.sizes
        return sizes.formula, sizes.head, sizes.number, sizes.tick, sizes.note

    def _build_row(self, row: Tensor) -> None:
        """Make the row of O, upright, and a multiplication sign beside each number."""
        style, one, theme = self._style, self._one, self._style.theme
        for size in (*self._sizes(), style.sizes.least):
            self.numbers = [Number(value, size=size, color=theme.value, style=style) for value in row]
            widest = max(float(number.width) for number in self.numbers)
            if widest < one.width - 3 * _TIMES:
                break
        right = float(one.centre[0]) - _TIMES / 2 + widest / 2
        self.times = []
        for number, y in zip(self.numbers, self.middles, strict=True):
            laid(number.move_to(point(right - float(number.width) / 2, y)), Layer.LEDGER)
            sign = Math("times", size=size, color=theme.ink, style=style)
            self.times.append(laid(sign.move_to(point(max(one.right - _TIMES, right + _TIMES), y)), Layer.LEDGER))

    def _build_ground(self) -> None:
        theme, one, gate = self._style.theme, self._one, self._gate
        self.strips = []
        for top, bottom in zip(self._tops, (*self._tops[1:], self._bottom), strict=True):
            strip = Rectangle(width=one.width, height=top - bottom, color=theme.value, stroke_width=2.2)
            strip.set_fill(theme.value, _TINT if theme.filled else 0.0)
            self.strips.append(laid(strip.move_to(point(float(one.centre[0]), (top + bottom) / 2)), Layer.SHEET))
        self.edge = Rectangle(width=gate.width, height=one.top - self._bottom, color=theme.ink, stroke_width=2.4)
        self.edge.move_to(point(float(gate.centre[0]), (one.top + self._bottom) / 2))
        between = [Line(point(gate.left, top), point(gate.right, top)) for top in self._tops[1:]]
        middles = zip(self.middles[::VALUE_NUMBERS], self.middles[1::VALUE_NUMBERS], strict=True)
        fine = [Line(point(gate.left, (a + b) / 2), point(gate.right, (a + b) / 2)) for a, b in middles]
        lines = [line.set_stroke(theme.ink, 2.4) for line in between]
        lines += [line.set_stroke(theme.axis, 1.4) for line in fine]
        self.frame = laid(VGroup(self.edge, *lines), Layer.SHEET)

    def give_way(self, index: int) -> list[Animation]:
        """Return how the numbers of a row of the matrix make room for their products below them."""
        rise = point(0.0, _RISE * self.pitch)

        def smaller(number: VMobject) -> VMobject:
            return number.scale(self._small, about_point=number.get_right()).shift(rise)

        return [ApplyFunction(smaller, number) for number in self.weights[index]]  # type: ignore[arg-type]

    def step_back(self, index: int) -> list[Animation]:
        """Return how the numbers of a row of the matrix step back when it has done its work."""
        dim = self._style.theme.dim
        return [ApplyMethod(number.set_color, dim) for number in self.weights[index]]

    def seeds(self, index: int) -> list[Number]:
        """Return the numbers of a row of the matrix where its products will be, from which these count."""
        return [
            Number(weight.value, size=number.size, color=color, style=self._style)
            .move_to(number.get_center()).set_z_index(Layer.LEDGER)
            for weight, number, color in zip(self.weights[index], self.products[index], self._colors, strict=True)
        ]  # fmt: skip

    def around(self, index: int) -> Rectangle:
        """Return a frame around a row of O and of the matrix, which says that it is at work."""
        left, right = self._one.left + 0.05, self._gate.right - 0.05
        frame = Rectangle(width=right - left, height=_FRAMED * self.pitch, color=self._style.theme.value)
        frame.set_stroke(width=self._style.strokes.line).set_fill(opacity=0.0)
        return laid(frame.move_to(point((left + right) / 2, self.middles[index])), Layer.LEDGER)

    def slot(self, index: int, length: float) -> tuple[Point, Point]:
        """Return both ends of a bar in a number's place in the row of O, from its zero on, as long as there is room."""
        middle = point(float(self._one.centre[0]), self.middles[index])
        half = point(min(length, self._one.width - 2 * _TIMES) / 2)
        return (middle - half, middle + half) if self.numbers[index].value >= 0 else (middle + half, middle - half)

    def matrix(self) -> list[VMobject]:
        """Return what comes with the matrix, its edge left out."""
        weights = [number for row in self.weights for number in row]
        return [*self.frame[1:], *self.names, *weights, *self.times]

    def parts(self) -> list[VMobject]:
        """Return all that stands on the desk in the end, the totals left out."""
        products = [number for row in self.products for number in row]
        return [*self.strips, *self.heads, *self.numbers, self.edge, *self.matrix(), *products]


def titled(notation: str, values: Tensor, color: str, within: float, style: Style = DEFAULT) -> Row:
    """Return a matrix's name with its shape, ``O 8 × 4``, as large as fits into a width."""
    sizes = style.sizes
    steps = (sizes.head, sizes.number, sizes.tick, sizes.note, sizes.least)
    title = Row([])
    for name, size in product(steps[:3], steps[1:]):
        if size > name:
            continue
        rows, columns = (Label(str(count), size=size, color=color, style=style) for count in values.shape)
        times = Math("times", size=size, color=color, style=style)
        title = Row([Math(notation, size=name, color=color, style=style), rows, times, columns], [0.2, 0.08, 0.08])
        if title.width <= within:
            break
    return laid(title, Layer.LEDGER)
