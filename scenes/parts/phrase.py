"""A phrase as a row of words on one baseline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from manim import RoundedRectangle, VGroup

from scenes.parts.geometry import point
from scenes.parts.text import Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SPACE = 0.3


class PhraseRow(VGroup):
    """The words of a phrase, each its own mobject, all on one baseline.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` a word.
        region: where the row stands, centred.
        columns: give each word a column of equal width across the region, instead of a word space between them.
        size: manim font units; smaller where the row would not fit.

    Attributes:
        words: the words' mobjects, in order.
        column_width: scene units from the middle of a word's column to the next one's.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], region: Region, *, columns: bool = False,
        size: float | None = None, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style = style
        size = size or style.sizes.phrase
        self.words = [
            Label(word, size=size, color=color, style=style) for word, color in zip(words, colors, strict=True)
        ]
        self.column_width = region.width / len(words)
        widest = max(word.width for word in self.words)
        spaces = _SPACE * (len(words) - 1)
        room = (self.column_width - 0.36) / widest
        if not columns:
            room = (region.width - spaces) / sum(word.width for word in self.words)
        if room < 1:
            smaller = max(size * room, style.sizes.note)
            self.words = [
                Label(word, size=smaller, color=color, style=style) for word, color in zip(words, colors, strict=True)
            ]
        super().__init__(*self.words)
        self._arrange(region, columns)

    def _arrange(self, region: Region, columns: bool) -> None:
        y = float(region.centre[1]) - 0.1
        x = region.left
        for index, word in enumerate(self.words):
            if columns:
                word.set_x(region.left + (index + 0.5) * self.column_width)
            else:
                word.set_x(x + word.width / 2)
                x = float(word.get_right()[0]) + _SPACE
            set_on_baseline(word, y)
        if not columns:
            self.set_x(float(region.centre[0]))

    @property
    def baseline(self) -> float:
        """The common baseline, in scene units."""
        return self.words[0].baseline

    def column(self, index: int) -> float:
        """The middle of a word, in scene units from the frame's middle."""
        return float(self.words[index].get_x())

    def box(self, index: int, color: str) -> RoundedRectangle:
        """A frame around a word: of one height for all words, whether they have descenders or not."""
        word = self.words[index]
        scale = word.size / self.style.sizes.phrase
        frame = RoundedRectangle(
            width=word.width + 0.26,
            height=0.58 * scale,
            corner_radius=0.09,
            stroke_color=color,
            stroke_width=self.style.strokes.thin,
        )
        frame.move_to(point(word.get_x(), word.baseline + 0.085 * scale))
        return frame

    def recolor(self, colors: Sequence[str]) -> Self:
        """Give every word a colour, in order."""
        for word, color in zip(self.words, colors, strict=True):
            word.set_color(color)
        return self
