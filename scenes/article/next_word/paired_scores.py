"""A table of what two things score: a row for each word, with both numbers and both bars."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _LEAST_BARS = 0.66, 0.9
"""Scene units: from one row to the next, at most; the room for bars, at least."""

_GAP = 0.26
"""Scene units from one column to the next."""

_THICK, _APART = 0.3, 0.34
"""The thickness of a bar, and the distance of two that are one word's, as shares of that from row to row."""


class PairedScores(VGroup):
    """Two scores a word: names, both columns of numbers under their headings, and paired bars from one zero line.

    Args:
        words: one a row.
        scores: shape (2, N).
        titles: the headings of both columns, and shorter ones for where these are too wide.
        hues: the colours of both, ``#rrggbb``.
        region: where the table is; it stands in the middle of its height.
        heading: what the numbers are, over the words.
        columns: how many tables stand side by side, each with its share of the rows.
        style: theme and sizes.

    Attributes:
        heading: what the numbers are, over each table's words.
        titles: for each side its headings, one a table.
        names: the words.
        numbers: for each side the numbers.
        bars: for each side the bars.
        zeros: the zero lines, one a table.
        unit: scene units for a score of 1.
    """

    def __init__(
        self,
        words: Sequence[str],
        scores: Tensor,
        titles: Sequence[tuple[str, str]],
        hues: Sequence[str],
        region: Region,
        *,
        heading: str,
        columns: int = 1,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.hues = style, list(hues)
        self.values = [[float(score) for score in row] for row in scores]
        self.lines = ceil(len(words) / columns)
        self.pitch = min(_PITCH, region.height / (self.lines + 1))
        self.rooms = region.columns(*([1.0] * columns), gap=0.45)
        self.top = float(region.centre[1]) + self.pitch * (self.lines + 1) / 2
        sizes = style.sizes
        for size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            fits = [self._write(words, scores, pair, heading, size) for pair in titles]
            if any(fits):
                self._write(words, scores, titles[fits.index(True)], heading, size)
                break
        self._place()
        columns_of_both = [each for pair in (self.titles, self.numbers, self.bars) for side in pair for each in side]
        super().__init__(*self.heading, *self.names, *self.zeros, *columns_of_both)
        laid(self, Layer.LEDGER)
        for side in (0, 1):
            self.grow(side, 1.0)

    def grow(self, side: int, share: float) -> None:
        """Draw a share, 0 to 1, of every bar of one side."""
        half = _THICK * self.pitch / 2
        for row, (bar, value) in enumerate(zip(self.bars[side], self.values[side], strict=True)):
            zero, y = self._zero(row), self.height_of(row) + (0.5 - side) * _APART * self.pitch
            reach = zero + float(np.copysign(max(abs(share * value) * self.unit, 1e-3), value or 1.0))
            corners = [(zero, y + half), (zero, y - half), (reach, y - half), (reach, y + half), (zero, y + half)]
            bar.set_points_as_corners([point(*corner) for corner in corners])

    def height_of(self, row: int) -> float:
        """Return the height of a row's middle."""
        return self.top - self.pitch * (row % self.lines + 1.5)

    def _write(self, words: Sequence[str], scores: Tensor, pair: tuple[str, str], heading: str, size: float) -> bool:
        """Make all texts of a size, and return whether they fit."""
        style, tables = self.style, len(self.rooms)
        small = max(style.sizes.least, min(size, style.sizes.tick))
        self.heading = [Label(heading, size=small, color=style.theme.dim, style=style) for _ in range(tables)]
        self.titles = [
            [Label(text, size=small, color=hue, style=style) for _ in range(tables)]
            for text, hue in zip(pair, self.hues, strict=True)
        ]
        self.names = [Label(word, size=size, style=style) for word in words]
        self.numbers = [
            [Number(value, size=size, color=hue, style=style) for value in row]
            for row, hue in zip(scores, self.hues, strict=True)
        ]
        first = max(float(text.width) for text in (*self.names, self.heading[0]))
        others = [
            max(float(text.width) for text in (*numbers, *heads))
            for numbers, heads in zip(self.numbers, self.titles, strict=True)
        ]
        self.widths = [first, *others]
        needed = sum(self.widths) + 3 * _GAP + _LEAST_BARS
        return needed <= self.rooms[0].width and size * 0.0135 <= self.pitch

    def _place(self) -> None:
        """Put every text into its column, and make the bars and their zero lines."""
        flat_values = [*self.values[0], *self.values[1], 0.0]
        low, high = min(flat_values), max(flat_values)
        start = sum(self.widths) + 3 * _GAP
        self.unit = max(self.rooms[0].width - start, 0.2) / max(high - low, 1e-9)
        self.starts = [room.left + start - low * self.unit for room in self.rooms]
        edges = np.cumsum([self.widths[0], *(_GAP + width for width in self.widths[1:])])
        base = self.top - 0.5 * self.pitch - self.heading[0].cap_height / 2
        self.zeros = []
        for table, room in enumerate(self.rooms):
            heads = [self.heading[table], *(side[table] for side in self.titles)]
            for text, edge in zip(heads, edges, strict=True):
                text.set_x(room.left + edge - text.width / 2).on_baseline(base)
            rows = range(table * self.lines, min((table + 1) * self.lines, len(self.names)))
            for row in rows:
                self._place_row(row, room.left, edges)
            ends = [self.height_of(row) + sign * self.pitch / 2 for row, sign in ((rows[0], 1), (rows[-1], -1))]
            zero = Line(point(self.starts[table], ends[0]), point(self.starts[table], ends[1]))
            self.zeros.append(zero.set_stroke(self.style.theme.axis, 2.4))
        self.bars = [[self._bar(hue) for _ in self.names] for hue in self.hues]

    def _place_row(self, row: int, left: float, edges: np.ndarray) -> None:
        """Put a word and its numbers on one baseline."""
        name = self.names[row]
        base = self.height_of(row) - name.cap_height / 2
        for text, edge in zip((name, *(side[row] for side in self.numbers)), edges, strict=True):
            text.shift(point(left + edge - float(text.get_right()[0]), 0.0))
            text.on_baseline(base)

    def _bar(self, hue: str) -> VMobject:
        theme = self.style.theme
        bar = VMobject(stroke_width=0).set_fill(theme.fill(hue), 1.0 if theme.filled else 0.0)
        return bar if theme.filled else bar.set_stroke(hue, self.style.strokes.thin)

    def _zero(self, row: int) -> float:
        return self.starts[row // self.lines]
