"""The words that a mix scores highest, each with its vector as an answer: the first is the guess."""

from __future__ import annotations

from collections.abc import Sequence

from manim import ManimColor, VGroup
from torch import Tensor

from scenes.article.next_word.mixing import liquid, soft_bar
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style, Theme

BARS = (0.036, 0.028, 0.022)
"""The width that a vector's bars take, in scene units for each font unit: less where there is less room."""

_APART = 0.0042
"""Scene units from a word to its bars, and from the bars to its score, for each font unit."""

_PITCH = 0.0172
"""Scene units from one word's line to the next, for each font unit."""

_FILLED = 0.8
"""The share of a line's height that a vector's bars take."""

_MARK = 0.014
"""Scene units that the mark of right and wrong takes beside the first score, for each font unit."""

_QUIET = 0.4
"""The share of the way from dim to ink at which what loses is still easily read."""


def quiet(theme: Theme) -> str:
    """Return the colour of words that are not chosen, ``#rrggbb``: greyer than ink, and brighter than what is dim."""
    return str(ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _QUIET).to_hex()).lower()


class GuessList(VGroup):
    """Words, each with its vector as bars below each other and its score, the highest first.

    Args:
        words: two or more.
        scores: one a word, falling.
        vectors: shape (N, d), the words' vectors as answers.
        color: ``#rrggbb``, of the first word; the others are quiet.
        region: the list is centred in it.
        size: manim font units.
        bar: the width that the bars take, scene units for each font unit.
        most: the number that half of that width stands for, so that several lists have one scale.
        style: theme.

    Attributes:
        names: the words.
        bars: one group a word, of a bar for each of its vector's numbers.
        numbers: the scores.
        room: scene units that list and mark take, (width, height).
        zero: where the bars begin.
    """

    def __init__(
        self,
        words: Sequence[str],
        scores: Sequence[float],
        vectors: Tensor,
        color: str,
        region: Region,
        *,
        size: float,
        bar: float = BARS[0],
        most: float,
        style: Style = DEFAULT,
    ) -> None:
        hues = [color, *[quiet(style.theme)] * (len(words) - 1)]
        self.names = [Label(word, size=size, color=hue, style=style) for word, hue in zip(words, hues, strict=True)]
        self.numbers = [
            Number(score, size=size, color=hue, style=style) for score, hue in zip(scores, hues, strict=True)
        ]
        names, numbers = (max(float(each.width) for each in column) for column in (self.names, self.numbers))
        apart, wide = _APART * size, bar * size
        self.room = (names + numbers + 2 * apart + wide + _MARK * size, _PITCH * size * len(words))
        self.unit = wide / 2 / max(most, 1e-9)
        left = float(region.centre[0]) - self.room[0] / 2
        self.zero, self.rows = left + names + apart + wide / 2, vectors.tolist()
        self.heights, self.pitch = [], _PITCH * size
        self.bars: list[VGroup] = []
        first = float(region.centre[1]) + self.room[1] / 2 - 0.5 * self.pitch
        for index, (name, number, hue) in enumerate(zip(self.names, self.numbers, hues, strict=True)):
            y = first - index * self.pitch
            self.heights.append(y)
            base = y - 0.0036 * size
            name.set_x(left + names - float(name.width) / 2).on_baseline(base)
            number.set_x(left + self.room[0] - _MARK * size - float(number.width) / 2).on_baseline(base)
            shown = self.rows[index] if bar else []
            self.bars.append(laid(VGroup(*(liquid(hue, style) for _ in shown)), Layer.VECTOR))
        super().__init__(*self.names, *self.bars, *self.numbers)
        self.grow(1.0)

    def grow(self, share: float, first: int = 0) -> None:
        """Draw a share, 0 to 1, of every bar, from a word on."""
        for row, bars, y in list(zip(self.rows, self.bars, self.heights, strict=True))[first:]:
            step = _FILLED * self.pitch / len(row)
            for place, (value, bar) in enumerate(zip(row, bars, strict=False)):
                top = y + _FILLED * self.pitch / 2 - place * step
                reach = share * value * self.unit
                bar.set_points(soft_bar(self.zero, reach or 1e-3, top - 0.88 * step, top))

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
        return self.heights[-1] - self.pitch / 2
