"""The words that a mix scores highest, one below the other: the first one is the guess."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject

from scenes.article.next_word.mixing import liquid, soft_bar
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

BARS = (0.017, 0.008, 0.0)
"""Lengths of the longest bar, in scene units for each font unit: less where there is less room."""

_APART = 0.0036
"""Scene units from a word to its bar, and from the bar to its score, for each font unit."""

_PITCH = 0.0148
"""Scene units from one word's line to the next, for each font unit."""

_THICK = 0.0072
"""The thickness of a bar, in scene units for each font unit."""

_MARK = 0.014
"""Scene units that the mark of right and wrong takes beside the first score, for each font unit."""


class GuessList(VGroup):
    """Words, each with its score as a bar and a number, the highest first.

    Args:
        words: two or more.
        scores: one a word, falling; bars of negative ones have no length.
        color: ``#rrggbb``, of the first word and its bar; the others are dim.
        region: the list is centred in it.
        size: manim font units.
        bar: the length of the longest bar, scene units for each font unit.
        most: the score that the longest bar stands for, so that several lists have one scale; the first one when None.
        style: theme.

    Attributes:
        names: the words.
        bars: one a word.
        numbers: the scores.
        room: scene units that list and mark take, (width, height).
        unit: scene units for a score of 1.
    """

    def __init__(
        self,
        words: Sequence[str],
        scores: Sequence[float],
        color: str,
        region: Region,
        *,
        size: float,
        bar: float = BARS[0],
        most: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        theme = style.theme
        hues = [color, *[theme.dim] * (len(words) - 1)]
        self.names = [Label(word, size=size, color=hue, style=style) for word, hue in zip(words, hues, strict=True)]
        self.numbers = [
            Number(score, size=size, color=hue, style=style) for score, hue in zip(scores, hues, strict=True)
        ]
        names, numbers = (max(float(each.width) for each in column) for column in (self.names, self.numbers))
        apart, longest = _APART * size, bar * size
        self.room = (names + numbers + 2 * apart + longest + _MARK * size, _PITCH * size * len(words))
        self.unit = longest / max(max(scores) if most is None else most, 1e-9)
        zero = float(region.centre[0]) - self.room[0] / 2 + names + apart
        self.zero, self.lengths = zero, [max(score, 0.0) * self.unit for score in scores]
        self.heights, self.thick = [], _THICK * size
        self.bars: list[VMobject] = []
        first = float(region.centre[1]) + self.room[1] / 2 - 0.5 * _PITCH * size
        for index, (name, number, hue) in enumerate(zip(self.names, self.numbers, hues, strict=True)):
            y = first - index * _PITCH * size
            self.heights.append(y)
            base = y - 0.0036 * size
            name.set_x(zero - apart - float(name.width) / 2).on_baseline(base)
            number.set_x(zero + longest + apart + float(number.width) / 2).on_baseline(base)
            self.bars.append(laid(liquid(hue, style), Layer.VECTOR))
        super().__init__(*self.names, *self.bars, *self.numbers)
        self.grow(1.0)

    def grow(self, share: float) -> None:
        """Draw a share, 0 to 1, of every bar."""
        half = self.thick / 2
        for bar, length, y in zip(self.bars, self.lengths, self.heights, strict=True):
            bar.set_points(soft_bar(self.zero, max(share * length, 1e-3), y - half, y + half))

    def fits(self, region: Region) -> bool:
        """Return whether the list and the mark beside it have room in a region."""
        return self.room[0] <= region.width and self.room[1] <= region.height

    @property
    def mark_place(self) -> Point:
        """The middle of the mark of right and wrong, beside the first score."""
        number = self.numbers[0]
        return point(float(number.get_right()[0]) + 0.6 * _MARK * number.size, self.heights[0])

    @property
    def foot(self) -> float:
        """The height of the list's lower end."""
        return self.heights[-1] - self.thick
