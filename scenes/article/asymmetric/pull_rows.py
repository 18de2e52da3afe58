"""Two pulls as bars that lie below each other: who pulls whom, how hard."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, Polygon, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THICK, _GAP = 0.6, 0.18
"""Scene units: the largest thickness of a bar, and from a bar or the zero line to what stands beside it."""

_DROP = 0.26
"""Scene units from a name's baseline to the bar below it."""

_ROW = 1.7
"""Scene units from a pull to the next where names stand above their bars, at the most."""

_BESIDE = 0.5
"""The share of the width that names may take beside their bars."""

_LEAST = 1e-3
"""Scene units: the least length of a bar."""

_SHRINK = 0.94
"""The factor by which type gets smaller until it fits."""


def capitals(size: float) -> float:
    """Return the height of capital letters and digits of a size, scene units."""
    return CAP_HEIGHT * size * UNITS_PER_FONT_UNIT


def who_pulls(words: Sequence[str], colors: Sequence[str], within: float, style: Style = DEFAULT) -> list[Row]:
    """Return who pulls whom, for both pulls between two words, each word in its own colour.

    Args:
        words: the two words; the first one pulls first.
        colors: one ``#rrggbb`` a word.
        within: scene units that they may be wide.
        style: theme and sizes.
    """
    size = style.sizes.number
    while True:
        made = []
        for puller, pulled in ((0, 1), (1, 0)):
            said = (
                (words[puller], colors[puller]),
                (style.says("pulls"), style.theme.ink),
                (words[pulled], colors[pulled]),
            )
            made.append(Row([Label(text, size=size, color=color, style=style) for text, color in said], 0.16))
        if max(float(name.width) for name in made) <= within:
            return made
        size *= _SHRINK


class PullRows:
    """Both pulls between two words as bars from one line, each in the colour of the word that pulls.

    Args:
        words: the two words; the first bar is the first one's pull.
        colors: one ``#rrggbb`` a word.
        forces: both pulls, shape (2,).
        region: where they lie.
        unit: scene units for a force of 1; as large as fits when None, with the names beside the bars.
        style: theme and sizes.

    Attributes:
        names: who pulls whom, for each bar.
        bars: the bars.
        numbers: the forces at their ends.
        line: the line from which bars begin.
        unit: scene units for a force of 1.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], forces: Tensor, region: Region,
        *, unit: float | None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style, self._forces, beside = style, forces.tolist(), unit is None
        within = (_BESIDE if beside else 1.0) * region.width - _GAP
        self.names = who_pulls(words, colors, within, style)
        pitch = min(region.height / 2, _ROW)
        self.thick = min(_THICK, 0.5 * pitch)
        taken = max(float(name.width) for name in self.names) + _GAP if beside else 0.0
        self._zero = region.left + taken
        room = region.right - self._zero - 2 * _GAP
        self._size = style.sizes.hero
        while self._room_for_bars(room) < (unit or 0.0) * max(self._forces) or self._too_high(pitch):
            self._size *= _SHRINK
        self.unit = unit or self._room_for_bars(room) / max(self._forces)
        tops = [region.top, region.top - pitch]
        cap = capitals(style.sizes.number)
        below = pitch / 2 if beside else cap + _GAP + _DROP + self.thick / 2
        self._middles = [top - below for top in tops]
        for name, top, middle in zip(self.names, tops, self._middles, strict=True):
            name.align_to(point(region.left + (0.0 if beside else _GAP)), LEFT)
            name.on_baseline(middle - cap / 2 if beside else top - cap - _GAP)
        start, end = (point(self._zero, y) for y in (tops[0] - 0.05, self._middles[1] - self.thick / 2 - 0.1))
        self.line = thin_line(start, end, style.theme.axis, 2.8)
        self.bars = [self._bar(color) for color in colors]
        self.numbers = [self._number(index) for index in range(2)]
        for piece in (*self.names, *self.bars, *self.numbers, self.line):
            laid(piece, Layer.LEDGER)

    def _room_for_bars(self, room: float) -> float:
        """Return what the widest number leaves of a width."""
        return room - max(float(HeroNumber(each, size=self._size, style=self.style).width) for each in self._forces)

    def _too_high(self, pitch: float) -> bool:
        """Return whether a number is higher than its row has room for."""
        return capitals(self._size) > 0.62 * pitch

    def _bar(self, color: str) -> VMobject:
        theme = self.style.theme
        fill = theme.fill(color)
        bar = Polygon(*[point(0.0)] * 4, color=color, stroke_width=2.0 if fill != color or not theme.filled else 0)
        return bar.set_fill(fill, 1.0 if theme.filled else 0.0)

    def _number(self, index: int) -> HeroNumber:
        """Return a force as the number at the end of its bar."""
        number = HeroNumber(self._forces[index], size=self._size, style=self.style)
        number.align_to(point(self._zero + self._forces[index] * self.unit + _GAP), LEFT)
        return number.on_baseline(self._middles[index] - capitals(self._size) / 2)

    def draw(self, forces: Sequence[float]) -> None:
        """Give the bars the lengths of two forces."""
        for bar, middle, force in zip(self.bars, self._middles, forces, strict=True):
            end = self._zero + max(force * self.unit, _LEAST)
            low, high = middle - self.thick / 2, middle + self.thick / 2
            corners = [(self._zero, low), (end, low), (end, high), (self._zero, high), (self._zero, low)]
            bar.set_points_as_corners([point(x, y) for x, y in corners])
