"""The shadows on two lines as bars: two a word, or one that turns from one line to the other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _LEAST_BARS = 1.7, 1.7
"""Scene units: from one row to the next, at most; the room for bars, at least."""

_GAP, _AIR, _BEFORE, _TAG = 0.2, 0.18, 0.24, 0.9
"""Scene units: from names to bars, from a bar to its number, from a word to the names before its bars; the size of
these names, as a share of the numbers'."""

_THICK, _APART = 0.34, 0.44
"""As shares of a row: the thickness of a bar, the distance of a word's two bars."""

_SINGLE, _BELOW_PAIR = 0.62, 0.5
"""As shares of a row of two bars: the height of a row of one, and the room for a difference below a row of two."""

_HEADING = 0.42
"""Scene units above the bars for their title."""

_CAPITAL = 0.0079
"""Scene units of height that a digit takes, with air, for each font unit."""


class PairedScores(VGroup):
    """Two numbers a word: its name, and two bars below each other from one zero line, each with its number.

    A single word has one place for both of its bars: the second one stands where the first one was.

    Args:
        words: one a row, from the top.
        scores: shape (2, N).
        hues: the colours of both, ``#rrggbb``: of their names and numbers.
        fills: the colours of the words, ``#rrggbb``: of their bars.
        region: where the chart is; it stands in the middle of its height.
        title: what the bars are, above them.
        sides: the names of both, before their bars.
        single: the rows that have one place for both bars.
        apart: whether there is room for a difference below rows of two bars, where others have one.
        style: theme and sizes.

    Attributes:
        title: what the bars are.
        names: the words.
        numbers: for each side the numbers, each behind its bar.
        bars: for each side the bars.
        tags: for each side its name before each of its bars.
        zeros: the zero line, a piece a word.
        unit: scene units for 1.
        size: of the numbers, manim font units.
    """

    def __init__(
        self,
        words: Sequence[str],
        scores: Tensor,
        hues: Sequence[str],
        fills: Sequence[str],
        region: Region,
        *,
        title: str,
        sides: Sequence[str],
        single: Collection[int] = (),
        apart: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self._sides = list(sides)
        self.style, self.hues, self.fills = style, list(hues), list(fills)
        self._title, region = title, region.inset(top=_HEADING)
        self.values = [[float(score) for score in row] for row in scores]
        self.single = frozenset(single)
        below = _BELOW_PAIR if apart else 0.0
        self._rows = [_SINGLE if row in self.single else 1.0 for row in range(len(words))]
        self._steps = [tall + (0.0 if row in self.single else below) for row, tall in enumerate(self._rows)]
        self.pitch = min(_PITCH, region.height / sum(self._steps))
        height = self.pitch * sum(self._steps)
        self.top = float(region.centre[1]) + height / 2
        sizes = style.sizes
        for size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            if self._write(words, scores, size, region):
                break
        self._place(region)
        numbers, bars, tags = (
            [each for side in both for each in side] for both in (self.numbers, self.bars, self.tags)
        )
        super().__init__(self.title, *self.names, *self.zeros, *tags, *numbers, *bars)
        laid(self, Layer.LEDGER)
        for side in (0, 1):
            self.grow(side, 1.0)

    def grow(self, side: int, share: float) -> None:
        """Draw a share, 0 to 1, of every bar of one side."""
        for row, value in enumerate(self.values[side]):
            self.draw(side, row, share * value)

    def draw(self, side: int, row: int, value: float) -> None:
        """Draw one of a word's bars as long as a number."""
        corners = self.corners(side, row, value)
        self.bars[side][row].set_points_as_corners([*corners, corners[0]])

    def corners(self, side: int, row: int, value: float) -> list[Point]:
        """Return the corners of one of a word's bars as long as a number: two at the zero line, then two at its end."""
        half, y = _THICK * self.pitch / 2, self._height_of_bar(row, side)
        reach = self.zero + float(np.copysign(max(abs(value) * self.unit, 1e-3), value or 1.0))
        return [
            point(*each)
            for each in ((self.zero, y + half), (self.zero, y - half), (reach, y - half), (reach, y + half))
        ]

    def height_of(self, row: int) -> float:
        """Return the height of a row's middle."""
        return self.top - self.pitch * (sum(self._steps[:row]) + self._rows[row] / 2)

    def longer_by(self, row: int) -> Line:
        """Return a line from the end of a word's first bar over its second one, which shows the difference."""
        x = self.zero + self.values[0][row] * self.unit
        reach = (_THICK / 2 + 0.07) * self.pitch
        top, bottom = (self._height_of_bar(row, side) + sign * reach for side, sign in ((0, 1), (1, -1)))
        line = Line(point(x, top), point(x, bottom)).set_stroke(self.style.theme.ink, self.style.strokes.line)
        return laid(line, Layer.FRAME)

    def beyond(self, row: int, value: float, thick: float = 1.0) -> list[Point]:
        """Return the corners of what a word's second bar, as long as a number, has beyond its first one; maybe none.

        Args:
            row: the word's.
            value: of the second bar.
            thick: its thickness, as a share of the bar's.
        """
        first = self.values[0][row]
        if value <= max(first, 0.0):
            return []
        _, _, below, above = self.corners(1, row, value)
        x, more = self.zero + first * self.unit, (thick - 1) / 2 * (above - below)
        above, below = above + more, below - more
        return [point(x, float(above[1])), point(x, float(below[1])), below, above]

    def level(self, row: int) -> float:
        """Return how far above its place a word stands level with its first bar."""
        return self._height_of_bar(row, 0) - self.height_of(row)

    def _height_of_bar(self, row: int, side: int) -> float:
        return self.height_of(row) + (0.0 if row in self.single else (0.5 - side) * _APART * self.pitch)

    def _write(self, words: Sequence[str], scores: Tensor, size: float, region: Region) -> bool:
        """Make all texts of a size, and return whether they fit."""
        style = self.style
        small = self.size = min(size, style.sizes.number)
        self.names = [Label(word, size=size, style=style) for word in words]
        self.numbers = [
            [Number(value, size=small, color=hue, style=style) for value in row]
            for row, hue in zip(scores, self.hues, strict=True)
        ]
        self.tags = [
            [Label(side, size=max(_TAG * small, style.sizes.least), color=hue, style=style) for _ in words]
            for side, hue in zip(self._sides, self.hues, strict=True)
        ]
        self.named = max(float(name.width) for name in self.names)
        self.wide = self.named + _BEFORE + max(float(side[0].width) for side in self.tags)
        self.behind = _AIR + max(float(number.width) for side in self.numbers for number in side)
        free = region.width - self.wide - _GAP - self.behind
        return free >= _LEAST_BARS and _CAPITAL * small <= _APART * self.pitch

    def _place(self, region: Region) -> None:
        """Put every name before its bars and every number behind its bar."""
        values = [value for side in self.values for value in side]
        low, high = min(*values, 0.0), max(*values, 0.0)
        self.unit = max(region.width - self.wide - _GAP - self.behind, 0.2) / max(high - low, 1e-9)
        self.zero = region.left + self.wide + _GAP - low * self.unit
        self.bars = [[self._bar(fill) for fill in self.fills] for _ in self.hues]
        self.zeros = []
        self.title = Label(self._title, size=self.size, style=self.style)
        title = float(self.title.width) / 2
        self.title.set_x(min(self.zero + title, region.right - title)).on_baseline(self.top + 0.12)
        for row, name in enumerate(self.names):
            y, half = self.height_of(row), self._rows[row] * self.pitch / 2
            name.set_x(region.left + self.named - name.width / 2).on_baseline(y - name.cap_height / 2)
            zero = Line(point(self.zero, y + half), point(self.zero, y + half - self._steps[row] * self.pitch))
            self.zeros.append(zero.set_stroke(self.style.theme.axis, 2.4))
            for side in (0, 1):
                number = self.numbers[side][row]
                end = max(self.values[side][row] * self.unit, 0.0)
                number.set_x(self.zero + end + _AIR + number.width / 2)
                number.on_baseline(self._height_of_bar(row, side) - number.cap_height / 2)
                tag = self.tags[side][row]
                tag.set_x(region.left + self.wide - tag.width / 2)
                tag.on_baseline(self._height_of_bar(row, side) - tag.cap_height / 2)

    def _bar(self, fill: str) -> VMobject:
        theme = self.style.theme
        bar = VMobject(stroke_width=0).set_fill(theme.fill(fill), 1.0 if theme.filled else 0.0)
        outlined = not theme.filled or theme.fill(fill) != fill
        return bar.set_stroke(fill, self.style.strokes.thin) if outlined else bar
