"""The rows into which shadows come apart when their line lies level: bars that grow to scores."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Line, VGroup
from torch import Tensor

from scenes.article.pulling.lamplight import Strip
from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import Style

_PITCH, _THICK, _LEAST = 0.74, 0.42, 0.4
"""Scene units from a row to the next and of a bar's thickness, at the most; the pitch below which type is smaller."""

_LARGE = 0.6
"""The pitch from which on type is larger, scene units."""

_AIR, _ABOVE = 0.16, 0.45
"""Scene units between a bar and its number, or the zero line and a name; and above the rows for what the sides say."""

_SMALLER = 0.98
"""The factor by which the scale shrinks until all has room."""


class ScoreRows:
    """A row for each word: its name, its shadow's number, its score's number, and the places of its bar.

    Args:
        words: the phrase, in words as the world names them.
        shadows: of each word, shape (T,).
        scores: of each word, shape (T,).
        colors: one ``#rrggbb`` of type for each word.
        region: where they stand.
        unit: scene units for a score of 1, at the most.
        decimals: digits after the point of shadows.
        style: theme and sizes.

    Attributes:
        unit: scene units for a score of 1, and for a shadow of 1.
        zero: manim point in the middle of the zero line.
        places: the rows' middles, from the top, scene units.
        thick: a bar's thickness, scene units.
        names: the words.
        filed: the shadows' numbers, where their bars end.
        numbers: the scores' numbers, where their bars end.
        line: the zero line.
    """

    def __init__(
        self, words: Sequence[str], shadows: Tensor, scores: Tensor, colors: Sequence[str], region: Region, *,
        unit: float, decimals: int, style: Style,
    ) -> None:  # fmt: skip
        self.region, self.style = region, style
        pitch = min(_PITCH, (region.height - _ABOVE) / len(words))
        self.thick = min(_THICK, 0.62 * pitch)
        size = style.sizes.head if pitch >= _LARGE else style.sizes.number if pitch > _LEAST else style.sizes.tick
        self.names = [
            Label(word, size=size, color=color, style=style) for word, color in zip(words, colors, strict=True)
        ]
        self.filed, self.numbers = (
            [
                Number(value, decimals=digits, size=size, color=color, style=style)
                for value, color in zip(values, colors, strict=True)
            ]
            for values, digits in ((shadows, decimals), (scores, 2))
        )
        self.unit = unit
        while sum(self._needs()) > region.width and self.unit > 1e-6:
            self.unit *= _SMALLER
        left, right = self._needs()
        middle = float(region.centre[1]) - _ABOVE / 2
        self.zero = point(float(region.centre[0]) + (left - right) / 2, middle)
        self.places = [middle + pitch * ((len(words) - 1) / 2 - index) for index in range(len(words))]
        self._stand()
        ends = (middle + pitch * len(words) / 2, middle - pitch * len(words) / 2)
        self.line = Line(point(self.zero[0], ends[0]), point(self.zero[0], ends[1]))
        laid(self.line.set_stroke(style.theme.axis, 2.4), Layer.LEDGER)

    def start(self, index: int) -> Point:
        """Return where a word's bar begins, on the zero line."""
        return point(float(self.zero[0]), self.places[index])

    def boxes(self) -> list[Box]:
        """Return the boxes of names, numbers and whole bars, which other text keeps off."""
        boxes = [box_of(text) for text in (*self.names, *self.numbers)]
        for index, number in enumerate(self.numbers):
            start, end = self.start(index), self.start(index) + point(number.value * self.unit)
            low, high = sorted((float(start[0]), float(end[0])))
            boxes.append((low, float(start[1]) - self.thick / 2, high, float(start[1]) + self.thick / 2))
        return boxes

    def sides(self, unlike: str, alike: str) -> VGroup:
        """Return what both sides of the zero line say, above it; nothing where all scores have one sign."""
        values = [number.value for number in self.numbers]
        if not min(values) < 0 < max(values):
            return VGroup()
        top = self.line.get_top()
        sides = VGroup()
        for text, side in ((unlike, -1.0), (alike, 1.0)):
            label = Label(text, size=self.style.sizes.number, style=self.style)
            sides.add(label.set_x(top[0] + side * (0.3 + label.width / 2)).on_baseline(top[1] + 0.14))
        return laid(sides, Layer.LEDGER)

    def _needs(self) -> tuple[float, float]:
        """Return how far all of it reaches to the left and to the right of the zero line, scene units."""
        reach = [0.0, 0.0]
        for name, *numbers in zip(self.names, self.filed, self.numbers, strict=True):
            back = numbers[-1].value < 0
            ends = [abs(number.value) * self.unit + _AIR + float(number.width) for number in numbers]
            reach[0 if back else 1] = max(reach[0 if back else 1], *ends)
            reach[1 if back else 0] = max(reach[1 if back else 0], _AIR + float(name.width))
        return reach[0], reach[1]

    def _stand(self) -> None:
        """Put names beside the zero line, on the side without a bar, and numbers beyond the bars' ends."""
        for index, (name, *numbers) in enumerate(zip(self.names, self.filed, self.numbers, strict=True)):
            side = -1.0 if numbers[-1].value < 0 else 1.0
            base = self.places[index] - float(numbers[-1].cap_height) / 2
            name.set_x(float(self.zero[0]) - side * (_AIR + float(name.width) / 2)).on_baseline(base)
            for number in numbers:
                end = float(self.zero[0]) + number.value * self.unit
                number.set_x(end + side * (_AIR + float(number.width) / 2)).on_baseline(base)
            laid(VGroup(name, *numbers), Layer.LEDGER)


class Bar(VGroup):
    """A level bar: its first part is a shadow, and what the length makes more of it comes after that.

    Args:
        shadow: the colour of the shadow, ``#rrggbb``.
        color: the colour of what comes after it.
        outline: the colour of its edge.
        reach: the shadow and the score, scene units, each below 0 where it goes to the left.
        style: theme.

    Attributes:
        base: the shadow.
        more: what comes after it.
    """

    def __init__(self, shadow: str, color: str, outline: str, reach: tuple[float, float], *, style: Style) -> None:
        self.reach = reach
        self.base, self.more = (Strip(each, outline, style=style) for each in (shadow, color))
        super().__init__(self.base, self.more)
        laid(self, Layer.LEDGER_GROUND)

    def lay(self, start: Point, grown: float, thick: float) -> None:
        """Lay it from a point, grown from the shadow, 0, to the score, 1."""
        shadow, score = self.reach
        now = shadow + grown * (score - shadow)
        first = min(shadow, now, key=abs)
        self.base.lay(start, point(first), thick)
        self.more.clear_points()
        if abs(now - first) > 1e-3:
            self.more.lay(np.asarray(start) + point(first), point(now - first), thick)
