"""One row of O beside the learned matrix: each number stands before the row of the matrix that it multiplies."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Line, Rectangle, Square, VGroup
from torch import Tensor

from scenes.article.heads.heads import VALUE_NUMBERS
from scenes.parts.contrast import least_share
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_NAME, _TITLE, _GAP = 0.4, 0.6, 0.14
"""Scene units: above the rows of a head for its name, above all rows for the title; between things."""

_HIGH_FRAME, _INSIDE = 0.84, 0.06
"""The height of a frame around what is read, as a share of a row; scene units that it keeps from what is around."""

_NARROW, _TALL, _LOW = 1.3, 0.66, 0.18
"""Scene units: the width of a cell below which its number stands under its square, if the row is as tall as the second;
from the middle of such a row up to the square."""

_TINT = 0.09
"""Opacity of a head's strip of glass."""

_THICK = 0.4
"""The thickness of a bar as a share of a row."""


_LINE, _CELL, _HIGH = 0.08, 0.16, 0.6
"""Scene units: the height of a row of a sign for a matrix, at the most, its width for each column, and the most that
the sign is high."""


_DIMMED, _SEEN = 1 / 3, 3.05
"""The opacity of the squares of a column that is not at work, and the contrast that they have at the least."""

_FULL, _THIN = 1.4, 0.25
"""The thickness of a sign's row that is meant, and of the others, as shares of the way from one to the next."""


class Rows:
    """The rows that O's numbers and the matrix share, two for each head, and the strips behind them.

    Args:
        region: of both.
        heads: how many there are.
        style: sizes.

    Attributes:
        pitch: from a row to the next, scene units.
        middles: of the rows, from the top.
        tops: the top of each head's strip.
        bottom: of the last strip.
    """

    def __init__(self, region: Region, heads: int, style: Style) -> None:
        scale = max(1.0, style.sizes.tick / DEFAULT.sizes.tick)
        name, top = _NAME * scale, region.top - _TITLE * scale
        self.pitch = (top - region.bottom - heads * name) / (VALUE_NUMBERS * heads)
        step = name + VALUE_NUMBERS * self.pitch
        self.name, self.tops, self.bottom = name, [top - head * step for head in range(heads)], region.bottom
        self.middles = [head - name - (row + 0.5) * self.pitch for head in self.tops for row in range(VALUE_NUMBERS)]

    def strip(self, head: int, region: Region) -> Region:
        """Return a head's strip in a region."""
        ends = [*self.tops, self.bottom]
        return Region(region.left, region.right, ends[head + 1], ends[head])

    def frame(self, region: Region, rows: Sequence[int], color: str, style: Style = DEFAULT) -> Rectangle:
        """Return a frame around some rows of a region, which says that they are read."""
        half = _HIGH_FRAME * self.pitch / 2
        top, bottom = self.middles[rows[0]] + half, self.middles[rows[-1]] - half
        frame = Rectangle(width=region.width - 2 * _INSIDE, height=top - bottom, color=color)
        frame.set_stroke(width=style.strokes.line).set_fill(opacity=0.0)
        return laid(frame.move_to(point(float(region.centre[0]), (top + bottom) / 2)), Layer.LEDGER)


class Strip(Rectangle):
    """A flat strip of glass in the colour of values.

    Args:
        region: where it lies.
        style: theme.
    """

    def __init__(self, region: Region, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        super().__init__(width=region.width, height=region.height, color=theme.value, stroke_width=2.2)
        self.set_fill(theme.value, _TINT if theme.filled else 0.0).move_to(region.centre)
        laid(self, Layer.SHEET)


class RowOfO(VGroup):
    """A word's row of O as bars from one zero line, each with its number, under the names of the heads.

    Args:
        values: shape (N,).
        names: the heads' names.
        rows: where its numbers stand.
        region: from left to right.
        unit: scene units for 1, at the most: as in the spaces that the numbers come from.
        style: theme and sizes.

    Attributes:
        bars: one for each number.
        numbers: the numbers.
        names: the heads' names.
        zero: the lines at which bars begin, one for each head.
        ends: of each bar, from the zero line.
    """

    def __init__(
        self,
        values: Tensor,
        names: Sequence[str],
        rows: Rows,
        region: Region,
        *,
        unit: float,
        style: Style = DEFAULT,
    ) -> None:
        theme = style.theme
        self.numbers = [Number(value, size=style.sizes.number, color=theme.value, style=style) for value in values]
        wide = max(float(number.width) for number in self.numbers)
        inner = region.inset(_GAP, _GAP)
        low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
        unit = min(unit, (inner.width - wide - _GAP) / max(high - low, 1e-9))
        zero = inner.left - low * unit
        half = rows.pitch / 2
        self.zero = VGroup(
            *(
                Line(point(zero, first + half), point(zero, last - half)).set_stroke(theme.axis, 2.4)
                for first, last in zip(
                    rows.middles[::VALUE_NUMBERS], rows.middles[VALUE_NUMBERS - 1 :: VALUE_NUMBERS], strict=True
                )
            )
        )
        self.bars, self.ends = [], []
        for value, number, y in zip(values.tolist(), self.numbers, rows.middles, strict=True):
            bar = Rectangle(width=max(abs(value) * unit, 0.02), height=_THICK * rows.pitch, stroke_width=0)
            bar.set_fill(theme.value, 1.0 if theme.filled else 0.0)
            if not theme.filled:
                bar.set_stroke(theme.value, style.strokes.thin)
            self.ends.append((point(zero, y), point(zero + value * unit, y)))
            self.bars.append(bar.move_to(point(zero + value * unit / 2, y)))
            number.move_to(point(inner.right - float(number.width) / 2, y))
        size = style.sizes.tick
        self.names = [Label(name, size=size, color=theme.value, within=inner.width, style=style) for name in names]
        for name, top in zip(self.names, rows.tops, strict=True):
            name.set_x(inner.left + float(name.width) / 2).on_baseline(top - 0.75 * rows.name)
        super().__init__(self.zero, *self.bars, *self.numbers, *self.names)
        laid(self, Layer.LEDGER)
        for bar in self.bars:  # it comes from below the word whose place it measures
            laid(bar, Layer.VECTOR)


class Gate(VGroup):
    """A learned matrix as squares as large as its numbers are, hollow where they are negative.

    Args:
        values: shape (N, d).
        colors: ``#rrggbb`` of each column: what it feeds.
        rows: where its rows are.
        region: from left to right.
        style: theme and sizes.

    Attributes:
        cells: the squares, row by row.
        numbers: the numbers, row by row.
        frame: the line around them, and one between the rows of the heads.
    """

    def __init__(
        self, values: Tensor, colors: Sequence[str], rows: Rows, region: Region, *, style: Style = DEFAULT
    ) -> None:
        theme, columns = style.theme, values.shape[1]
        self._faintest = [max(_DIMMED, least_share(color, theme.background, _SEEN)) for color in colors]
        self.width_of_cell, self.rows, self.region = region.width / columns, rows, region
        below = self.width_of_cell < _NARROW and rows.pitch > _TALL
        side = min((0.45 if below else 0.62) * rows.pitch, 0.33 * self.width_of_cell)
        largest = max(float(values.abs().max()), 1e-9)
        size = _size_within(values, self.width_of_cell - _GAP - (0.0 if below else side + _GAP), style)
        # A square and its number are a pair in the middle of their cell, so that no number seems to be its neighbour's.
        widest = max(float(Number(value, size=size, style=style).width) for value in values.flatten())
        aside = max((self.width_of_cell - side - _GAP - widest) / 2, _GAP / 2)
        self.cells: list[list[Square]] = []
        self.numbers: list[list[Number]] = []
        for row, y in zip(values, rows.middles, strict=True):
            self.cells.append([])
            self.numbers.append([])
            for column, (value, color) in enumerate(zip(row, colors, strict=True)):
                left = region.left + column * self.width_of_cell + (_GAP / 2 if below else aside)
                cell = Square(side_length=max(side * (abs(float(value)) / largest) ** 0.5, 0.03), color=color)
                cell.set_stroke(color, 2.4).set_fill(theme.fill(color), float(value) >= 0 and theme.filled)
                middle = left + (self.width_of_cell - _GAP) / 2 if below else left + side / 2
                self.cells[-1].append(cell.move_to(point(middle, y + (_LOW if below else 0.0))))
                number = Number(value, size=size, color=color, style=style)
                right = left + side + _GAP + widest
                at = point(middle, y - 1.3 * _LOW) if below else point(right - float(number.width) / 2, y)
                self.numbers[-1].append(number.move_to(at))
        edge = Rectangle(width=region.width, height=rows.tops[0] - rows.bottom, color=theme.ink, stroke_width=2.4)
        edge.move_to(point(float(region.centre[0]), (rows.tops[0] + rows.bottom) / 2))
        between = [Line(point(region.left, top), point(region.right, top)) for top in rows.tops[1:]]
        self.frame = VGroup(edge, *(line.set_stroke(theme.ink, 2.4) for line in between))
        super().__init__(
            self.frame, *(one for row in self.cells for one in row), *(one for row in self.numbers for one in row)
        )
        laid(self, Layer.LEDGER)

    def squares(self, column: int) -> list[Square]:
        """Return the squares of a column."""
        return [row[column] for row in self.cells]

    def light(self, column: int, share: float) -> None:
        """Let a column's squares stand out, 1, or step back as far as they are still seen, 0."""
        opacity = self._faintest[column] + share * (1.0 - self._faintest[column])
        for square in self.squares(column):
            square.set_stroke(opacity=opacity)
            if square.get_fill_opacity() > 0:
                square.set_fill(opacity=opacity)

    def column(self, index: int) -> Region:
        """Return where a column is."""
        left = self.region.left + index * self.width_of_cell
        return Region(left, left + self.width_of_cell, self.region.bottom, self.region.top)


def _size_within(values: Tensor, width: float, style: Style) -> float:
    """Return the largest size of type in which all numbers of a matrix fit into a width."""
    sizes = (style.sizes.number, style.sizes.tick, style.sizes.note, style.sizes.least)
    for size in sizes:
        if max(float(Number(value, size=size, style=style).width) for value in values.flatten()) <= width:
            return size
    return sizes[-1]


def titled(notation: str, values: Tensor, color: str, *, size: float, style: Style = DEFAULT) -> Row:
    """Return a matrix's name with its shape in a size of type, ``O 8 × 4``."""
    name = Math(notation, size=style.sizes.head, color=color, style=style)
    rows, columns = (Label(str(count), size=size, color=color, style=style) for count in values.shape)
    times = Math("times", size=size, color=color, style=style)
    return laid(Row([name, rows, times, columns], [0.25, 0.1, 0.1]), Layer.LEDGER)


class RowSign(VGroup):
    """A small sign for a matrix of which one row is meant: a line for each row, that one full.

    Args:
        rows: how many it has.
        row: the one that is meant.
        columns: how many it has.
        color: ``#rrggbb``.
        style: theme.
    """

    def __init__(self, rows: int, row: int, columns: int, color: str, *, style: Style = DEFAULT) -> None:
        super().__init__()
        pitch = min(_LINE, _HIGH / rows)
        for index in range(rows):
            height = (_FULL if index == row else _THIN) * pitch
            line = Rectangle(width=columns * _CELL, height=height, color=color, stroke_width=0)
            line.set_fill(color, 1.0 if style.theme.filled else 0.0)
            if not style.theme.filled:
                line.set_stroke(color, style.strokes.hair if index == row else style.strokes.hair / 2)
            self.add(line.move_to(point(0.0, -index * pitch)))
        laid(self, Layer.LEDGER)
