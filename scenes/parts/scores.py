"""Scores as numbers with bars beside them, from one zero line to the right or to the left."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from manim import LEFT, RIGHT, Line, Rectangle, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.number import Number, align_right
from scenes.parts.text import CAP_HEIGHT, UNITS_PER_FONT_UNIT, set_on_baseline
from scenes.style import DEFAULT, Style

_LEAST = 0.012
"""Scene units: the length of the bar of zero, so that it can be seen."""

_GAP = 0.3
"""Scene units between the numbers and the longest bar to the left."""


class ScoreBar(Rectangle):
    """A bar from a vertical zero line: to the right for a positive value, to the left for a negative one.

    Args:
        value: what its length stands for.
        unit: scene units for 1.
        zero: where the zero line is, scene units.
        y: its middle, scene units.
        height: scene units.
        color: ``#rrggbb``.

    Attributes:
        value: as a Python number.
        unit: scene units for 1.
    """

    def __init__(
        self, value: Tensor | float, unit: float, zero: float, y: float, color: str, *, height: float = 0.24
    ) -> None:
        self.value, self.unit = float(value), unit
        super().__init__(width=max(abs(self.value) * unit, _LEAST), height=height, stroke_width=0)
        self.set_fill(color, opacity=0.9)
        self.move_to(point(zero, y), aligned_edge=RIGHT if self.value < 0 else LEFT)


class ScoreBars(VGroup):
    """Scores below each other: a column of numbers, and bars of one scale beside it.

    Args:
        values: shape (N,).
        baselines: the height of each number's baseline, scene units, from the top.
        left: where the widest number begins, scene units.
        right: where the longest bar may end, scene units.
        colors: one ``#rrggbb`` a score.
        others: scores of other lists that shall have the same scale and the same columns.
        size: manim font units of the numbers.

    Attributes:
        numbers: the numbers, in order.
        bars: the bars, in order.
        unit: scene units for 1.
        zero: where the zero line is, scene units.
        line: the zero line.
    """

    def __init__(
        self, values: Tensor, baselines: Sequence[float], left: float, right: float, colors: Sequence[str], *,
        others: Tensor | None = None, size: float | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        size = size or style.sizes.label
        self.numbers = [
            Number(value, size=size, color=color, style=style) for value, color in zip(values, colors, strict=True)
        ]
        every = values if others is None else torch.cat([values, others])
        begin = left + max(Number(value, size=size, style=style).width for value in every)
        align_right(self.numbers, begin)
        low, high = min(0.0, float(every.min())), max(0.0, float(every.max()))
        self.unit = (right - begin - _GAP) / max(high - low, 1e-9)
        self.zero = begin + _GAP - low * self.unit
        self.bars = []
        middle = CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2
        for number, value, baseline, color in zip(self.numbers, values, baselines, colors, strict=True):
            set_on_baseline(number, baseline)
            self.bars.append(ScoreBar(value, self.unit, self.zero, baseline + middle, color))
        top, bottom = max(baselines) + 2 * middle + 0.08, min(baselines) - 0.08
        self.line = Line(point(self.zero, bottom), point(self.zero, top))
        self.line.set_stroke(style.theme.dim, style.strokes.hair)
        super().__init__(self.line, *self.bars, *self.numbers)

    def pair(self, index: int) -> VGroup:
        """The number and the bar of one score."""
        return VGroup(self.numbers[index], self.bars[index])
