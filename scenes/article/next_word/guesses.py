"""The words that a mix scores highest, each with a bar as long as its score: the first is the guess."""

from __future__ import annotations

from collections.abc import Sequence

from manim import ManimColor, VGroup, VMobject

from scenes.article.next_word.mixing import liquid, soft_bar
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style, Theme

BARS = (0.032, 0.025, 0.018)
"""The width that the bars take, in scene units for each font unit: less where there is less room."""

_APART = 0.0042
"""Scene units from a word to its bars, and from the bars to its score, for each font unit."""

_PITCH = 0.0166
"""Scene units from one word's line to the next, for each font unit."""

_FILLED = 0.5
"""The share of a line's height that a bar takes."""

_MARK = 0.014
"""Scene units that the mark of right and wrong takes beside the first score, for each font unit."""

_QUIET = 0.4
"""The share of the way from dim to ink at which what loses is still easily read."""


def quiet(theme: Theme) -> str:
    """Return the colour of words that are not chosen, ``#rrggbb``: greyer than ink, and brighter than what is dim."""
    return str(ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _QUIET).to_hex()).lower()


class GuessList(VGroup):
    """Words, each with its score as a bar and as a number, the highest first.

    Args:
        words: two or more.
        scores: one a word, falling.
        color: ``#rrggbb``, of the first word; the others are quiet.
        region: the list is centred in it.
        size: manim font units.
        bar: the width that the bars take, scene units for each font unit; no bars when 0.
        ends: the numbers from which to which that width goes, so that several lists have one scale.
        style: theme.

    Attributes:
        names: the words.
        bars: one a word; none where there is no room for them.
        numbers: the scores.
        room: scene units that list and mark take, (width, height).
        zero: where the bars begin.
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
        ends: tuple[float, float],
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
        low, high = min(ends[0], 0.0), max(ends[1], 0.0)
        self.unit = wide / max(high - low, 1e-9)
        left = float(region.centre[0]) - self.room[0] / 2
        self.zero, self.values = left + names + apart - low * self.unit, list(scores)
        self.heights, self.pitch = [], _PITCH * size
        self.bars: list[VMobject] = []
        first = float(region.centre[1]) + self.room[1] / 2 - 0.5 * self.pitch
        for index, (name, number, hue) in enumerate(zip(self.names, self.numbers, hues, strict=True)):
            y = first - index * self.pitch
            self.heights.append(y)
            base = y - 0.0036 * size
            name.set_x(left + names - float(name.width) / 2).on_baseline(base)
            number.set_x(left + self.room[0] - _MARK * size - float(number.width) / 2).on_baseline(base)
            if bar:
                self.bars.append(laid(liquid(hue, style), Layer.VECTOR))
        super().__init__(*self.names, *self.bars, *self.numbers)
        self.grow(1.0)

    def grow(self, share: float, places: Sequence[int] | None = None) -> None:
        """Draw a share, 0 to 1, of some words' bars, or of all."""
        for place, bar in enumerate(self.bars):
            if places is not None and place not in places:
                continue
            y, half = self.heights[place], _FILLED * self.pitch / 2
            reach = share * self.values[place] * self.unit
            bar.set_points(soft_bar(self.zero, reach or 1e-3, y - half, y + half))

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
