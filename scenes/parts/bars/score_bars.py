"""Scores as numbers with bars beside them: from one zero line to the right or, hollow, to the left."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from manim import LEFT, RIGHT, Line, Rectangle, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, align_right
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, set_on_baseline
from scenes.style import DEFAULT, Style

_LEAST = 0.012
"""Scene units: the length of a bar of zero, which keeps it visible."""

_GAP = 0.3
"""Scene units between the numbers and the longest bar to the left."""

_BESIDE = 0.14
"""Scene units between the zero line and a number that stands at it."""

_FULL = 0.9
_HOLLOW = 0.16
"""Opacity of a bar below zero."""


class ScoreBar(Rectangle):
    """A bar from a vertical zero line: solid and to the right for a positive value, hollow and to the left for others.

    Args:
        value: the value that its length stands for.
        unit: scene units for 1.
        zero: the zero line's x, scene units.
        y: its centre, scene units.
        height: scene units.
        color: ``#rrggbb``.

    Attributes:
        value: as a Python number.
        unit: scene units for 1.
    """

    def __init__(
        self,
        value: Tensor | float,
        unit: float,
        zero: float,
        y: float,
        color: str,
        *,
        height: float = 0.24,
        style: Style = DEFAULT,
    ) -> None:
        self.value, self.unit = float(value), unit
        super().__init__(width=max(abs(self.value) * unit, _LEAST), height=height, stroke_width=0)
        colour_area(self, color, _HOLLOW if self.value < 0 else _FULL, style)
        if self.value < 0:
            self.set_stroke(color, style.strokes.thin)
        self.move_to(point(zero, y), aligned_edge=RIGHT if self.value < 0 else LEFT)


class ScoreBars(VGroup):
    """Scores below each other: a column of numbers, and bars of one scale beside it.

    Args:
        values: shape (N,).
        baselines: the height of each number's baseline, scene units, from the top.
        left: the left edge of the widest number, scene units.
        right: the right edge of the longest bar, scene units.
        colors: one ``#rrggbb`` for each score.
        others: scores of other lists that are to have the same scale and the same columns.
        at_zero: put each number at the zero line, across from its bar, instead of all into a column.
        size: the numbers' size, manim font units.
        height: the height of each bar, scene units.
        gap: scene units between the column of numbers and the longest bar to the left.
        below: put each bar the first number of scene units below its number's baseline, and the second to the left.

    Attributes:
        numbers: the numbers, in order.
        bars: the bars, in order.
        unit: scene units for 1.
        zero: the zero line's x, scene units.
        line: the zero line, in pieces where bars stand below their numbers.
    """

    def __init__(
        self,
        values: Tensor,
        baselines: Sequence[float],
        left: float,
        right: float,
        colors: Sequence[str],
        *,
        others: Tensor | None = None,
        at_zero: bool = False,
        size: float | None = None,
        height: float = 0.24,
        gap: float = _GAP,
        below: tuple[float, float] | None = None,
        style: Style = DEFAULT,
    ) -> None:
        size = size or style.sizes.label
        self.numbers = [
            Number(value, size=size, color=color, style=style) for value, color in zip(values, colors, strict=True)
        ]
        every = values if others is None else torch.cat([values, others])
        widest = max(Number(value, size=size, style=style).width for value in every)
        low, high = min(0.0, float(every.min())), max(0.0, float(every.max()))
        if at_zero:
            self._scale(low, high, left, right, widest + _BESIDE)
            self._put_at_zero()
        else:
            self._scale(low, high, left + widest + gap if below is None else below[1], right, 0.0)
            align_right(self.numbers, left + widest)
        self.bars = []
        middle = CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2
        rise = middle if below is None else -below[0]
        for number, value, baseline, color in zip(self.numbers, values, baselines, colors, strict=True):
            set_on_baseline(number, baseline)
            self.bars.append(ScoreBar(value, self.unit, self.zero, baseline + rise, color, height=height, style=style))
        spans = [(min(baselines) - 0.08, max(baselines) + 2 * middle + 0.08)]
        if below is not None:
            reach = height / 2 + 0.06
            spans = [(baseline + rise - reach, baseline + rise + reach) for baseline in baselines]
        self.line = VGroup(*(Line(point(self.zero, bottom), point(self.zero, top)) for bottom, top in spans))
        self.line.set_stroke(style.theme.dim, style.strokes.hair)
        super().__init__(self.line, *self.bars, *self.numbers)

    def _scale(self, low: float, high: float, left: float, right: float, least: float) -> None:
        """Choose unit and zero line so that bars fill the room, with at least ``least`` of it on both sides of zero."""
        room = right - left
        spans = ((room, high - low), (room - least, high), (room - least, -low))
        self.unit = min(width / span for width, span in spans if span > 1e-6 * (high - low)) if high > low else room
        self.zero = left + max(-low * self.unit, least)

    def _put_at_zero(self) -> None:
        """Put each number across the zero line from its bar."""
        for number in self.numbers:
            side = LEFT if number.value < 0 else RIGHT
            number.align_to(point(self.zero + (_BESIDE if number.value < 0 else -_BESIDE), 0.0), side)

    def pair(self, index: int) -> VGroup:
        """Return the number and the bar of one score."""
        return VGroup(self.numbers[index], self.bars[index])
