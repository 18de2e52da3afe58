"""Two keys' dot products with a query that turns, as bars that race from one zero line."""

from __future__ import annotations

import math
from collections.abc import Sequence

from manim import LEFT, RIGHT, VGroup, VMobject

from scenes.parts.bars.ledger import Corners, ScoreBar
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _NAME, _GAP = 0.75, 0.24, 0.16
"""Scene units: the most an icon is high; the share of the width that a name may take; from a bar to what stands beside
it."""

_ROW, _THICK, _ICON_SHARE, _NUMBER_SHARE = 1.1, 0.56, 0.76, 0.56
"""Scene units from a bar to the next at the most; the shares of that which a bar, an icon and a number's capitals are
high."""

_WIDE = 0.34
"""The share of the width that a number may take."""

_OTHERS, _THIN = 0.72, 0.6
"""The height of the row of all others, as a share of the others' rows; the share of its part that a thin bar takes."""

_LINE, _BEYOND, _LEAST = 2.8, 0.06, 1e-3
"""Stroke units of the zero line, scene units by which it reaches beyond the bars, and of the shortest bar."""


class Race:
    """Two words' dot products as bars with large numbers, and thin bars of all other words in one row below them.

    Args:
        words: the two words, from the top.
        colors: one ``#rrggbb`` for each.
        others: how many other words there are.
        called: what these are called.
        spans: the least and the largest dot product that the two ever have, then those of all others.
        region: where it lies, in the middle.
        unit: scene units for a dot product of 1; as large as fits when left out.
        style: theme and sizes.

    Attributes:
        marks: the words' icons, or their names, before the bars.
        bars: of the two words.
        thin: of all others.
        zero: the line from which all begin.
        name: what the others are called; empty without any.
        numbers: the two dot products as they are now.
        unit: scene units for a dot product of 1.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], others: int, called: str,
        spans: tuple[tuple[float, float], tuple[float, float]], region: Region, *,
        unit: float | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style, self.colors, theme = style, tuple(colors), style.theme
        rows = len(words) + (_OTHERS if others else 0.0)
        self.pitch = min(_ROW, region.height / rows)
        capitals = float(HeroNumber(8.0, style=style).cap_height)
        widest = max(float(HeroNumber(value, style=style).width) for value in spans[0])
        self.size = style.sizes.hero * min(1.0, _NUMBER_SHARE * self.pitch / capitals, _WIDE * region.width / widest)
        self.marks = [self._mark(word, color, region) for word, color in zip(words, colors, strict=True)]
        names = [Label(called, size=style.sizes.number, style=style)] if others else []
        self.name = VGroup(*names)
        self._spans = spans
        self.unit = unit or self._largest_unit(region.width)
        before, beyond = self._needs(self.unit)
        self.at_zero = region.left + before + (region.width - before - beyond) / 2
        top = float(region.centre[1]) + rows * self.pitch / 2
        self.places = [top - (index + 0.5) * self.pitch for index in range(len(words))]
        self._low = top - len(words) * self.pitch
        self.bars = [ScoreBar(color, style=style) for color in colors]
        self.thin = [ScoreBar(theme.ink, style=style) for _ in range(others)]
        bottom = self._low - (_OTHERS * self.pitch if others else 0.0)
        ends = point(self.at_zero, top + _BEYOND), point(self.at_zero, bottom - _BEYOND)
        self.zero = laid(thin_line(*ends, theme.axis, _LINE), Layer.LEDGER)
        below = min(spans[0][0], 0.0)
        for mark, y in zip(self.marks, self.places, strict=True):
            mark.move_to(point(self.at_zero + below * self.unit - _GAP, y), aligned_edge=RIGHT)
        for name in names:
            name.align_to(point(self.at_zero + max(spans[1][1], 0.0) * self.unit + _GAP), LEFT)
            name.on_baseline(self._low - (_OTHERS * self.pitch + name.cap_height) / 2)
        for bar in (*self.bars, *self.thin):
            laid(bar, Layer.SHADOW)
        for text in (*self.marks, self.name):
            laid(text, Layer.LEDGER)
        self.numbers = [laid(self.number_of(index, 0.0), Layer.LEDGER) for index in range(len(words))]
        self.running = [RunningNumber(number) for number in self.numbers]

    def _mark(self, word: str, color: str, region: Region) -> VMobject:
        """Return a word's icon, or its name."""
        if has_icon(word, self.style):
            return ShadedIcon(word, color, height=min(_ICON, _ICON_SHARE * self.pitch), style=self.style)
        sizes = self.style.sizes
        return Label(word, size=sizes.number, color=color, within=_NAME * region.width, style=self.style)

    def _needs(self, unit: float) -> tuple[float, float]:
        """Return how much room everything takes before and beyond the zero line."""
        (low, high), (low_others, high_others) = self._spans
        mark = max(float(mark.width) for mark in self.marks) + _GAP
        number = max(float(self._number(value).width) for value in (low, high)) + _GAP
        named = max((float(label.width) for label in self.name), default=0.0) + _GAP
        before = max(mark - min(low, 0.0) * unit, -min(low_others, 0.0) * unit)
        return before, max(max(high, 0.0) * unit + number, max(high_others, 0.0) * unit + named)

    def _largest_unit(self, width: float) -> float:
        """Return the largest unit with which everything fits into a width, found by halving."""
        span = max(abs(value) for pair in self._spans for value in pair) or 1.0
        least, most = 0.0, width / span
        for _ in range(30):
            middle = (least + most) / 2
            least, most = (middle, most) if sum(self._needs(middle)) <= width else (least, middle)
        return max(least, _LEAST)

    def _number(self, value: float) -> HeroNumber:
        return HeroNumber(value, size=self.size, style=self.style)

    def number_of(self, index: int, value: float) -> HeroNumber:
        """Return a dot product as it stands behind its bar; behind the zero line, where the bar lies before that."""
        number = HeroNumber(value, size=self.size, color=self.colors[index], style=self.style)
        end = self.at_zero + max(value, 0.0) * self.unit
        number.set_x(end + _GAP + float(number.width) / 2)
        return laid(number.on_baseline(self.places[index] - float(number.cap_height) / 2), Layer.LEDGER)

    def corners(self, index: int, value: float) -> Corners:
        """Return the corners of a word's bar while its dot product is a value."""
        return self._bar(self.places[index], _THICK * self.pitch / 2, value)

    def corners_of_other(self, index: int, value: float) -> Corners:
        """Return the corners of a thin bar while its dot product is a value."""
        part = _OTHERS * self.pitch / len(self.thin)
        return self._bar(self._low - (index + 0.5) * part, _THIN * part / 2, value)

    def _bar(self, y: float, half: float, value: float) -> Corners:
        x, reach = self.at_zero, math.copysign(max(abs(value) * self.unit, _LEAST), value)
        return [point(x, y + half), point(x, y - half), point(x + reach, y - half), point(x + reach, y + half)]

    def draw(self, values: Sequence[float], others: Sequence[float]) -> None:
        """Draw all bars as long as dot products are, and let both numbers run."""
        for index, value in enumerate(values):
            self.bars[index].lay(self.corners(index, value))
            self.running[index].write(self.number_of(index, value))
        for index, value in enumerate(others):
            self.thin[index].lay(self.corners_of_other(index, value))

    def settle(self, values: Sequence[float]) -> list[HeroNumber]:
        """Return both numbers as they stay, where the running ones are."""
        self.numbers = [self.number_of(index, value) for index, value in enumerate(values)]
        return self.numbers

    @property
    def frame(self) -> list[VMobject]:
        """The marks that stand before anything is measured."""
        return [self.zero, *self.marks, *self.name]

    @property
    def settled(self) -> list[VMobject]:
        """Everything of it, once its numbers have stopped."""
        return [*self.frame, *self.bars, *self.thin, *self.numbers]

    @property
    def measured(self) -> list[VMobject]:
        """The bars and numbers that follow the query."""
        return [*self.bars, *self.thin, *self.running]
