"""Two phrases that are nearly the same, word below word, and the two mixes that are made of them."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup
from torch import Tensor, full

from scenes.article.next_word.foresight import free_place
from scenes.article.next_word.mixing import Glass
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SPACE, _LINE = 0.0058, 0.0165
"""Scene units for each font unit: a word space, and from one line to the next."""

_PITCH = 0.0155
"""Scene units from one score's line to the next, for each font unit."""

_GLASS = 1.5
"""Scene units: the width of a glass, at most."""

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
            whole = sum(widths) + space * (len(widths) - 1) + _TAG + max(float(tag.width) for tag in self.tags)
            if whole <= region.width or size <= sizes.least:
                break
            size -= 1.5
        # The words alone are centred, as long as what is said of them has room at their right.
        beside = _TAG + max(float(tag.width) for tag in self.tags)
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
    """Two glasses with a layer for each word of two phrases, and the scores that their mixes get.

    Args:
        words: for each glass its words, the first one at the bottom.
        colors: one ``#rrggbb`` a word.
        titles: a name above each glass, and its colour.
        answers: the words whose scores stand below, and their colours.
        scores: shape (2, N), the scores of these words in each mix.
        region: where everything is.
        heading: what the numbers are, above the words.
        beside: whether the scores stand to the right of the glasses, not below them.
        style: theme and sizes.

    Attributes:
        glasses: the two glasses.
        titles: the names above them.
        heading: what the numbers are.
        answers: the words.
        scores: for each glass the scores of these words.
    """

    def __init__(
        self,
        words: Sequence[Sequence[str]],
        colors: Sequence[Sequence[str]],
        titles: Sequence[tuple[str, str]],
        answers: Sequence[tuple[str, str]],
        scores: Tensor,
        region: Region,
        *,
        heading: str,
        beside: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.style = style
        glasses, table = region.columns(1.0, 1.15, gap=0.5) if beside else (region, region)
        lines = len(answers) + (not beside)  # beside the glasses, the heading stands on the titles' line
        self._write(
            heading,
            answers,
            scores,
            [color for _, color in titles],
            table.width,
            (region.height - 0.35) / lines if beside else 1.0,
        )
        name = max(float(text.width) for text in (self.heading, *self.answers))
        number = max(float(value.width) for row in self.scores for value in row)
        pitch = _PITCH * self.size
        column = min((table.width - name - 0.25) / 2, _GLASS + 0.45)
        left = float(table.centre[0]) - (name + 0.25 + 2 * column) / 2
        middles = [left + name + 0.25 + column * (place + 0.5) for place in (0, 1)]
        self._file(left + name, middles, number, region.bottom + 0.06)
        shares = full((len(words[0]),), 1 / len(words[0]))
        if beside:
            self.heading.on_baseline(region.top - 0.3)
        low = region.bottom + (0.05 if beside else pitch * lines + 0.1)
        across = [float(each.centre[0]) for each in glasses.columns(1, 1)] if beside else middles
        width = min(_GLASS, (glasses.width / 2 if beside else column) - 0.25)
        self.glasses = [
            Glass(
                each,
                shares,
                hues,
                Region(x - width / 2, x + width / 2, low, region.top - 0.6),
                stirred=False,
                style=style,
            )
            for each, hues, x in zip(words, colors, across, strict=True)
        ]
        for glass in self.glasses:
            glass.stir(1.0)  # they come here when they have been stirred
        heads = [*zip(titles, across, strict=True), *(zip(titles, middles, strict=True) if beside else ())]
        room = column - 0.12
        self.titles = [self._title(said, color, x, region.top - 0.3, room) for (said, color), x in heads]
        if any(title.size < style.sizes.least for title in self.titles):
            self.titles = []  # the layers say it, too
        values = [value for row in self.scores for value in row]
        super().__init__(*self.glasses, *self.titles, self.heading, *self.answers, *values)
        for text in (*self.titles, self.heading, *self.answers, *values):
            laid(text, Layer.LEDGER)

    def _write(
        self,
        heading: str,
        answers: Sequence[tuple[str, str]],
        scores: Tensor,
        colors: Sequence[str],
        width: float,
        pitch: float,
    ) -> None:
        """Make the words and their scores, as large as there is room for."""
        style, sizes = self.style, self.style.sizes
        for self.size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            self.heading = Label(heading, size=self.size, color=style.theme.dim, style=style)
            self.answers = [Label(word, size=self.size, color=color, style=style) for word, color in answers]
            self.scores = [
                [Number(value, size=self.size, color=color, style=style) for value in row]
                for row, color in zip(scores, colors, strict=True)
            ]
            name = max(float(text.width) for text in (self.heading, *self.answers))
            number = max(float(value.width) for row in self.scores for value in row)
            if name + 2 * number + 0.75 <= width and _PITCH * self.size <= pitch:
                break

    def _file(self, right: float, middles: Sequence[float], number: float, low: float) -> None:
        """Place the words, ending at ``right``, and their scores in two columns, from the last line up."""
        above = low + _PITCH * self.size * len(self.answers)
        self.heading.set_x(right - self.heading.width / 2).on_baseline(above)
        for line, answer in enumerate(self.answers):
            base = low + _PITCH * self.size * (len(self.answers) - 1 - line)
            answer.set_x(right - answer.width / 2).on_baseline(base)
            for row, x in zip(self.scores, middles, strict=True):
                row[line].shift(point(x + number / 2 - float(row[line].get_right()[0]), 0.0)).on_baseline(base)

    def _title(self, said: str, color: str, x: float, base: float, width: float) -> Label:
        title = Label(said, size=self.style.sizes.tick, color=color, within=width, style=self.style)
        return title.set_x(x).on_baseline(base)
