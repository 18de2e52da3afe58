"""A table of what two things score: a row for each word, with both bars and a number at the end of each."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from manim import Dot, Line, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _LEAST_BARS = 0.98, 1.1
"""Scene units: from one row to the next, at most; the room for bars, at least."""

_GAP, _BEHIND = 0.24, 0.12
"""Scene units from a name to the bars, and from a bar's end to its number."""

_THICK, _APART = 0.36, 0.44
"""The thickness of a bar, and the distance of two that are one word's, as shares of that from row to row."""

_HEAD = 1.05
"""The height of the heading's two lines, as a share of that from row to row."""

_DOT, _DOTS = 0.025, 3
"""Scene units: the radius of the dots between rows where words are left out; and their number."""


class PairedScores(VGroup):
    """Two scores a word: its name, and from one zero line two bars, each with its number at its end.

    Args:
        words: one a row.
        scores: shape (2, N).
        titles: what both scores are of, and shorter words for where these are too wide.
        hues: the colours of both, ``#rrggbb``.
        region: where the table is; it stands in the middle of its height.
        heading: what the numbers are, over everything.
        skips: the rows before which words are left out.
        columns: how many tables stand side by side, each with its share of the rows.
        style: theme and sizes.

    Attributes:
        heading: what the numbers are, over each table.
        titles: for each side what it is of, one a table.
        names: the words.
        numbers: for each side the numbers.
        bars: for each side the bars.
        zeros: the zero lines, one a table.
        dots: three dots above each row before which words are left out, by row.
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
        skips: Sequence[int] = (),
        columns: int = 1,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.hues = style, list(hues)
        self.values = [[float(score) for score in row] for row in scores]
        self.lines = ceil(len(words) / columns)
        self.pitch = min(_PITCH, region.height / (self.lines + _HEAD))
        self.rooms = region.columns(*([1.0] * columns), gap=0.45)
        self.top = float(region.centre[1]) + self.pitch * (self.lines + _HEAD) / 2
        sizes = style.sizes
        for size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            fits = [self._write(words, scores, pair, heading, size) for pair in titles]
            if any(fits):
                self._write(words, scores, titles[fits.index(True)], heading, size)
                break
        self._place()
        self.dots = {row: self._dots(row) for row in skips if row % self.lines}
        columns_of_both = [each for pair in (self.titles, self.numbers, self.bars) for side in pair for each in side]
        super().__init__(*self.heading, *self.names, *self.zeros, *self.dots.values(), *columns_of_both)
        laid(self, Layer.LEDGER)
        for side in (0, 1):
            self.grow(side, 1.0)

    def grow(self, side: int, share: float) -> None:
        """Draw a share, 0 to 1, of every bar of one side."""
        half = _THICK * self.pitch / 2
        for row, (bar, value) in enumerate(zip(self.bars[side], self.values[side], strict=True)):
            zero, y = self._zero(row), self._height_of_bar(side, row)
            reach = zero + float(np.copysign(max(abs(share * value) * self.unit, 1e-3), value or 1.0))
            corners = [(zero, y + half), (zero, y - half), (reach, y - half), (reach, y + half), (zero, y + half)]
            bar.set_points_as_corners([point(*corner) for corner in corners])

    def height_of(self, row: int) -> float:
        """Return the height of a row's middle."""
        return self.top - self.pitch * (row % self.lines + 0.5 + _HEAD)

    def _height_of_bar(self, side: int, row: int) -> float:
        return self.height_of(row) + (0.5 - side) * _APART * self.pitch

    def _write(self, words: Sequence[str], scores: Tensor, pair: tuple[str, str], heading: str, size: float) -> bool:
        """Make all texts of a size, and return whether they fit."""
        style, tables = self.style, len(self.rooms)
        small = max(style.sizes.least, min(size, style.sizes.tick))
        self.heading = [Label(heading, size=small, style=style) for _ in range(tables)]
        self.titles = [
            [Label(text, size=small, color=hue, style=style) for _ in range(tables)]
            for text, hue in zip(pair, self.hues, strict=True)
        ]
        self.names = [Label(word, size=size, style=style) for word in words]
        self.numbers = [
            [Number(value, size=size, color=hue, style=style) for value in row]
            for row, hue in zip(scores, self.hues, strict=True)
        ]
        self.name_width = max(float(text.width) for text in self.names)
        self.number_width = max(float(number.width) for side in self.numbers for number in side)
        needed = self.name_width + _GAP + _LEAST_BARS + _BEHIND + self.number_width
        heads = max(float(self.heading[0].width), sum(float(side[0].width) for side in self.titles) + _GAP)
        room = self.rooms[0].width
        return needed <= room and heads <= room and size * 0.0105 <= _APART * self.pitch

    def _place(self) -> None:
        """Put every text at its place, and make the bars and their zero lines."""
        flat_values = [*self.values[0], *self.values[1], 0.0]
        low, high = min(flat_values), max(flat_values)
        start, behind = self.name_width + _GAP, _BEHIND + self.number_width
        self.unit = max(self.rooms[0].width - start - behind, 0.2) / max(high - low, 1e-9)
        self.starts = [room.left + start - low * self.unit for room in self.rooms]
        base = self.top - 0.3 * _HEAD * self.pitch
        below = self.top - 0.75 * _HEAD * self.pitch
        self.zeros = []
        for table, room in enumerate(self.rooms):
            heading, x = self.heading[table], room.left
            heading.set_x(x + heading.width / 2).on_baseline(base)
            for text in (side[table] for side in self.titles):
                text.set_x(x + text.width / 2).on_baseline(below)
                x += float(text.width) + _GAP
            rows = range(table * self.lines, min((table + 1) * self.lines, len(self.names)))
            for row in rows:
                self._place_row(row, room.left + self.name_width)
            ends = [self.height_of(row) + sign * self.pitch / 2 for row, sign in ((rows[0], 1), (rows[-1], -1))]
            zero = Line(point(self.starts[table], ends[0]), point(self.starts[table], ends[1]))
            self.zeros.append(zero.set_stroke(self.style.theme.axis, 2.4))
        self.bars = [[self._bar(hue) for _ in self.names] for hue in self.hues]

    def _place_row(self, row: int, edge: float) -> None:
        """Put a word before its bars, and each number behind its bar, a negative one behind the zero line."""
        name = self.names[row]
        name.set_x(edge - float(name.width) / 2).on_baseline(self.height_of(row) - name.cap_height / 2)
        for side, numbers in enumerate(self.numbers):
            number, value = numbers[row], self.values[side][row]
            end = self._zero(row) + max(value, 0.0) * self.unit + _BEHIND
            number.set_x(end + float(number.width) / 2)
            number.on_baseline(self._height_of_bar(side, row) - number.cap_height / 2)

    def _dots(self, row: int) -> VGroup:
        """Return three dots between a row's name and the one before it."""
        y = self.height_of(row) + self.pitch / 2
        x = float(self.names[row].get_x())
        pitch = 0.09
        places = [point(x, y + (index - (_DOTS - 1) / 2) * pitch) for index in range(_DOTS)]
        return VGroup(*(Dot(place, radius=_DOT, color=self.style.theme.dim) for place in places))

    def _bar(self, hue: str) -> VMobject:
        theme = self.style.theme
        bar = VMobject(stroke_width=0).set_fill(theme.fill(hue), 1.0 if theme.filled else 0.0)
        return bar if theme.filled else bar.set_stroke(hue, self.style.strokes.thin)

    def _zero(self, row: int) -> float:
        return self.starts[row // self.lines]
