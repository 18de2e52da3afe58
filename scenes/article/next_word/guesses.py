"""The words that a mix scores highest, each with its score, and the most of all others: the first is the guess."""

from __future__ import annotations

from collections.abc import Sequence

from manim import ManimColor, VGroup

from scenes.parts.geometry import Point, point
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style, Theme

_APART = 0.0085
"""Scene units from a word to its score, for each font unit."""

_PITCH = 0.0166
"""Scene units from one word's line to the next, for each font unit."""

_MARK = 0.014
"""Scene units that the mark of right and wrong takes beside the first score, for each font unit."""

_QUIET = 0.4
"""The share of the way from dim to ink at which what loses is still easily read."""


def quiet(theme: Theme) -> str:
    """Return the colour of words that are not chosen, ``#rrggbb``: greyer than ink, and brighter than what is dim."""
    return str(ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _QUIET).to_hex()).lower()


class GuessList(VGroup):
    """Words, each with its score, the highest first.

    Args:
        words: one or more; the last one may stand for all others.
        scores: one a word, falling.
        color: ``#rrggbb``, of the first word; the others are quiet.
        region: the list is centred in it.
        size: manim font units.
        style: theme.

    Attributes:
        size: of the type, manim font units.
        names: the words.
        numbers: the scores.
        room: scene units that list and mark take, (width, height).
    """

    def __init__(
        self,
        words: Sequence[str],
        scores: Sequence[float],
        color: str,
        region: Region,
        *,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        hues = [color, *[quiet(style.theme)] * (len(words) - 1)]
        self.names = [Label(word, size=size, color=hue, style=style) for word, hue in zip(words, hues, strict=True)]
        self.numbers = [
            Number(score, size=size, color=hue, style=style) for score, hue in zip(scores, hues, strict=True)
        ]
        names, numbers = (max(float(each.width) for each in column) for column in (self.names, self.numbers))
        self.size, self.pitch = size, _PITCH * size
        self.room = (names + numbers + (_APART + _MARK) * size, self.pitch * len(words))
        left = float(region.centre[0]) - self.room[0] / 2
        first = float(region.centre[1]) + self.room[1] / 2 - 0.5 * self.pitch
        self.heights = [first - index * self.pitch for index in range(len(words))]
        for name, number, y in zip(self.names, self.numbers, self.heights, strict=True):
            base = y - 0.0036 * size
            name.set_x(left + names - float(name.width) / 2).on_baseline(base)
            number.set_x(left + names + _APART * size + numbers - float(number.width) / 2).on_baseline(base)
        super().__init__(*self.names, *self.numbers)

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
