"""Two phrases that are nearly the same, word below word, and the two mixes that are made of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from manim import Line, VGroup
from torch import Tensor, full

from scenes.article.next_word.foresight import free_place
from scenes.article.next_word.mixing import Glass, liquid, mixed, soft_bar
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SPACE, _LINE = 0.0058, 0.0165
"""Scene units for each font unit: a word space, and from one line to the next."""

_GLASS = 0.42
"""Scene units: the width of a small glass."""

_PAIR, _HEAD = 0.82, 0.8
"""Scene units: from one word's pair of bars to the next, at most; the height of the line above them."""

_THICK, _APART = 0.34, 0.43
"""The thickness of a bar, and the distance of two that are one word's, as shares of that from pair to pair."""

_LINE_OF_SCORES = 0.0105
"""Scene units of height for a score, for each font unit."""

_TAG = 0.8
"""Scene units between the last word of a phrase and what is said about the phrase."""


class PhrasePair(VGroup):
    """Two phrases of as many words each, one below the other: every word stands below its counterpart.

    Args:
        phrases: both phrases, with the words that are missing at first as their last ones.
        colors: one ``#rrggbb`` a word.
        tags: what is said about each phrase, at its right.
        region: the pair stands at its top, the words in the middle of its width where there is room.
        style: theme and sizes.

    Attributes:
        words: the words of each phrase.
        blanks: the lines for their last words.
        tags: what is said about each.
    """

    def __init__(
        self,
        phrases: Sequence[Sequence[str]],
        colors: Sequence[Sequence[str]],
        tags: Sequence[str],
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        sizes = style.sizes
        size = sizes.head
        while True:
            small = max(sizes.least, min(sizes.tick, 0.8 * size))
            self.words = [
                [Label(word, size=size, color=color, style=style) for word, color in zip(*row, strict=True)]
                for row in zip(phrases, colors, strict=True)
            ]
            self.tags = [Label(tag, size=small, style=style) for tag in tags]
            widths = [max(float(word.width) for word in pair) for pair in zip(*self.words, strict=True)]
            space = _SPACE * size
            said = max(float(tag.width) for tag in self.tags)
            whole = sum(widths) + space * (len(widths) - 1) + said
            whole += _TAG
            if whole <= region.width or size <= sizes.least:
                break
            size -= 1.5
        # The words alone are centred, as long as what is said of them has room at their right.
        beside = _TAG + said
        left = min(float(region.centre[0]) - (whole - beside) / 2, region.right - whole)
        self.size = size
        for line, (words, tag) in enumerate(zip(self.words, self.tags, strict=True)):
            base, x = region.top - 0.0085 * size - line * _LINE * size, left
            for word, width in zip(words, widths, strict=True):
                word.set_x(x + word.width / 2).on_baseline(base)
                x += width + space
            tag.set_x(x - space + _TAG + tag.width / 2).on_baseline(base)
        self.blanks = [
            free_place(words[-1], words[-1].baseline, drop=0.1, over=0.0, style=style) for words in self.words
        ]
        super().__init__(*(word for words in self.words for word in words), *self.tags)
        laid(self, Layer.FRAME)


class TwoDrinks(VGroup):
    """Two small glasses, each with its name, and below them what their mixes score: two bars a word, side by side.

    Args:
        words: for each glass its words, the first one at the bottom.
        colors: one ``#rrggbb`` a word.
        titles: each glass's name.
        answers: the words whose scores stand below.
        scores: shape (2, N), the scores of these words in each mix.
        region: where everything is.
        heading: what the numbers are, above the words.
        columns: how many words stand side by side.
        style: theme and sizes.

    Attributes:
        glasses: the two glasses.
        hues: the colours of their mixes, and of all that is theirs.
        titles: the names beside them; empty where there is no room.
        heading: what the numbers are.
        answers: the words.
        scores: for each glass the scores of these words.
        bars: for each glass the bars of these words.
        zeros: the zero line, a piece a word.
    """

    def __init__(
        self,
        words: Sequence[Sequence[str]],
        colors: Sequence[Sequence[str]],
        titles: Sequence[str],
        answers: Sequence[str],
        scores: Tensor,
        region: Region,
        *,
        heading: str,
        columns: int = 1,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.values = style, [[float(score) for score in row] for row in scores]
        shares = full((len(words[0]),), 1 / len(words[0]))
        self.hues = [mixed(each, shares) for each in colors]
        lines = ceil(len(answers) / columns)
        self.pitch = min(_PAIR, (region.height - _HEAD) / lines)
        self.rooms = region.columns(*([1.0] * columns), gap=0.4)
        self._write(heading, titles, answers, scores)
        self._file(lines)
        self.glasses = self._stand(words, colors, shares)
        values = [value for row in self.scores for value in row]
        texts = (*self.titles, self.heading, *self.answers, *values)
        super().__init__(*self.glasses, *texts, *self.zeros, *(bar for row in self.bars for bar in row))
        for piece in (*texts, *self.zeros, *(bar for row in self.bars for bar in row)):
            laid(piece, Layer.LEDGER)

    def grow(self, side: int, share: float) -> None:
        """Draw a share, 0 to 1, of every bar of one glass."""
        for place, (bar, value) in enumerate(zip(self.bars[side], self.values[side], strict=True)):
            zero, y = self._zero_of(place), self._height(side, place)
            reach = share * value * self.unit
            reach = float(np.copysign(max(abs(reach), 1e-3), value or 1.0))
            half = _THICK * self.pitch / 2
            bar.set_points(soft_bar(zero, reach, y - half, y + half))

    def _write(self, heading: str, titles: Sequence[str], answers: Sequence[str], scores: Tensor) -> None:
        """Make the words and their scores, as large as there is room for."""
        style, sizes, width = self.style, self.style.sizes, self.rooms[0].width
        for self.size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            small = max(sizes.least, min(self.size, sizes.tick))
            self.heading = Label(heading, size=small, style=style)
            self.answers = [Label(word, size=self.size, style=style) for word in answers]
            self.scores = [
                [Number(value, size=small, color=hue, style=style) for value in row]
                for row, hue in zip(scores, self.hues, strict=True)
            ]
            self.titles = [
                Label(said, size=small, color=hue, style=style) for said, hue in zip(titles, self.hues, strict=True)
            ]
            self.name_width = max(float(text.width) for text in self.answers)
            self.number_width = max(float(value.width) for row in self.scores for value in row)
            if self.name_width + self.number_width + 1.3 <= width and _LINE_OF_SCORES * small <= self.pitch / 2:
                break

    def _file(self, lines: int) -> None:
        """Place the words, and beside each both scores and the zero line of its bars."""
        flat_values = [*self.values[0], *self.values[1], 0.0]
        low, high = min(flat_values), max(flat_values)
        start = self.name_width + self.number_width + 0.5
        self.unit = (self.rooms[0].width - start) / max(high - low, 1e-9)
        self.starts, self.lines = [room.left + start - low * self.unit for room in self.rooms], lines
        self.bars = [[liquid(hue, self.style) for _ in self.answers] for hue in self.hues]
        self.zeros = []
        for place, answer in enumerate(self.answers):
            left, zero = self.rooms[place // lines].left, self._zero_of(place)
            middle = (self._height(0, place) + self._height(1, place)) / 2
            answer.set_x(left + self.name_width - answer.width / 2).on_baseline(middle - answer.cap_height / 2)
            for side, row in enumerate(self.scores):
                number, y = row[place], self._height(side, place)
                number.shift(
                    point(left + self.name_width + 0.2 + self.number_width - float(number.get_right()[0]), 0.0)
                )
                number.on_baseline(y - self.heading.cap_height / 2)
            half = 0.46 * self.pitch
            self.zeros.append(
                Line(point(zero, middle - half), point(zero, middle + half)).set_stroke(self.style.theme.axis, 2.4)
            )
        for side in (0, 1):
            self.grow(side, 1.0)

    def _height(self, side: int, place: int) -> float:
        """Return the height of a bar's middle: the first glass's stands over the second one's."""
        middle = float(self.rooms[0].top) - _HEAD - (place % self.lines + 0.5) * self.pitch
        return float(middle + (0.5 - side) * _APART * self.pitch)

    def _zero_of(self, place: int) -> float:
        return self.starts[place // self.lines]

    def _stand(self, words: Sequence[Sequence[str]], colors: Sequence[Sequence[str]], shares: Tensor) -> list[Glass]:
        """Return both glasses on the heading's line, after it, each with its name at its right."""
        room, base = self.rooms[0], self.rooms[0].top - _HEAD + 0.14
        x = room.left + float(self.heading.width)
        self.heading.set_x(x - self.heading.width / 2).on_baseline(base)
        x, right = x + 0.35, self.rooms[-1].right
        wide = max(float(title.width) for title in self.titles)
        step = min((right - x) / 2, _GLASS + wide + 0.55)
        if step < _GLASS + 0.25 + wide:  # then colours alone must say whose bars they are
            self.titles = []
        glasses = []
        for place, (each, hues) in enumerate(zip(words, colors, strict=True)):
            left = x + place * step
            inside = Region(left, left + _GLASS, base - 0.02, base + _GLASS * 0.95)
            glasses.append(Glass(each, shares, hues, inside, stirred=False, style=self.style))
            glasses[-1].stir(1.0)  # they come here when they have been stirred
        for place, title in enumerate(self.titles):
            title.set_x(x + place * step + _GLASS + 0.18 + title.width / 2).on_baseline(base)
        return glasses
