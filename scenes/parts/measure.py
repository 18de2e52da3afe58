"""A length laid along a ruler that begins at zero, with its number."""

from __future__ import annotations

from math import ceil

from manim import Line, VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.number import Number
from scenes.parts.plane import Tick
from scenes.parts.text import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_GAP = 0.24
"""Scene units between name, ruler and number."""

_TICK_PITCH = 0.45
"""Scene units that two numbers along the ruler need from middle to middle."""

_TICK_ROOM = 0.2
"""Scene units that the first and the last number reach over a ruler, together."""

_STACKED = 0.5
"""Scene units from the ruler up to the name and the number, where they stand above it."""


class Measure(VGroup):
    """What is measured, a ruler from zero with a bar on it, and the bar's number: in one line, or the ruler below.

    Args:
        name: what is measured.
        value: how much it is.
        region: where it stands, centred; the number does not go below its middle line's baseline.
        unit: scene units for 1; less where the ruler would not fit.
        most: the largest value that is measured with such a ruler.
        stacked: put the ruler below name and number.
        style: theme and sizes.

    Attributes:
        bar: as long as the value.
        number: the value.
        ruler: the name, the line and its ticks.
        unit: scene units for 1.
    """

    def __init__(
        self, name: str, value: Tensor, region: Region, *, unit: float, most: float, stacked: bool = False,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style = style
        title = Label(name, size=style.sizes.note, color=style.theme.dim, style=style)
        self.number = Number(value, size=style.sizes.formula, style=style)
        aside = title.width + self.number.width + 2 * _GAP
        room = region.width - (_TICK_ROOM if stacked else aside)
        self.unit = min(unit, room / most)
        step = ceil(_TICK_PITCH / self.unit)
        count = ceil(most / step)
        if count * step * self.unit > room:
            count -= 1
        length = max(count * step, most) * self.unit
        x, y = float(region.centre[0]), float(region.centre[1])
        if stacked:
            zero, y, above = x - length / 2, y - _STACKED / 2, _STACKED
            left = x - (title.width + _GAP + self.number.width) / 2
            lefts = (left, left + title.width + _GAP)
        else:
            zero, above = x - (aside + length) / 2 + title.width + _GAP, 0.0
            lefts = (zero - _GAP - title.width, zero + length + _GAP)
        self.bar = Line(point(zero, y), point(zero + float(value) * self.unit, y), buff=0)
        self.bar.set_stroke(style.theme.ink, style.strokes.bold)
        for text, left in zip((title, self.number), lefts, strict=True):
            size = self.number.size if stacked else text.size
            set_on_baseline(text, y + above - CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2)
            text.shift(point(left - float(text.get_left()[0])))
        self.ruler = VGroup(title, *self._ticks(zero, y, length, range(0, count * step + 1, step)))
        super().__init__(self.ruler, self.bar, self.number)

    def _ticks(self, zero: float, y: float, length: float, values: range) -> VGroup:
        """The line, and below it a whole number at each tick."""
        style, low = self.style, y - 0.1
        line = VGroup(Line(point(zero, low), point(zero + length, low), buff=0))
        numbers = VGroup()
        for value in values:
            x = zero + value * self.unit
            line.add(Line(point(x, low), point(x, y + 0.1), buff=0))
            tick = Tick(float(value), decimals=0, size=style.sizes.note, color=style.theme.dim, style=style)
            tick.set_x(x)
            set_on_baseline(tick, low - 0.26)
            numbers.add(tick)
        line.set_stroke(style.theme.dim, style.strokes.hair)
        return VGroup(line, numbers)
