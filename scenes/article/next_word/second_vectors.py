"""Words with their second vectors, those that they have as answers: hollow bars, as nothing was read yet."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Line, VGroup
from torch import Tensor

from scenes.article.next_word.mixing import hollow, soft_bar
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH = 0.0168
"""Scene units from one line of type to the next, for each font unit."""

_TALLEST = 1.15
"""Scene units from one word to the next where they stand below each other, at most."""

_LEAST_TALL, _LEAST_WIDE = 0.85, 1.3
"""Scene units that a word takes at least: below each other its height, beside each other its width."""

_FILLED, _THICK = 0.72, 0.9
"""The share of a word's height that its bars take, and the thickness of a bar as a share of the step to the next."""

_APART = 0.3
"""Scene units from a name to the bars, and from one word's bars to the next one's."""


def most_words(region: Region) -> int:
    """Return how many words have room in a region, two at least."""
    room = region.height / _LEAST_TALL - 1 if _is_tall(region) else region.width / _LEAST_WIDE
    return max(int(room), 2)


class SecondVectors(VGroup):
    """Words below each other, or beside each other in a low region, each with a vector as hollow bars of one scale.

    Args:
        words: their names.
        vectors: shape (N, d).
        colors: ``#rrggbb``, one a word.
        head: what is said above them.
        more: what is said below them of those that are left out; nothing when empty.
        region: they fill it.
        style: theme and sizes.

    Attributes:
        head: the text above.
        names: one a word.
        zeros: a zero line a word.
        bars: one group a word, a bar a number, from the top.
        more: the text below, or an empty group.
        unit: scene units for 1.
    """

    def __init__(
        self,
        words: Sequence[str],
        vectors: Tensor,
        colors: Sequence[str],
        region: Region,
        *,
        head: str,
        more: str = "",
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.rows = style, vectors.tolist()
        tall = _is_tall(region)
        size = self._size(words, 0.34 * region.width if tall else 0.9 * region.width / len(words))
        self.names = [Label(word, size=size, color=hue, style=style) for word, hue in zip(words, colors, strict=True)]
        self.head = Label(head, size=size, within=region.width, style=style)
        self.more = VGroup(*([Label(more, size=size, within=region.width, style=style)] if more else []))
        line = _PITCH * size
        self.head.set_x(float(region.centre[0])).on_baseline(region.top - 0.72 * line)
        body = region.inset(top=1.3 * line, bottom=line if more and tall else 0.0)
        self._place(body, line, tall)
        self.zeros = VGroup(*(self._axis(x, y) for x, y in zip(self.middles, self.heights, strict=True)))
        self.bars = [VGroup(*(hollow(hue, style) for _ in row)) for row, hue in zip(self.rows, colors, strict=True)]
        for text in self.more:
            text.set_x(float(region.centre[0])).on_baseline(self.heights[-1] - self.step / 2 - line)
        if not tall:
            self.more.become(VGroup())
        super().__init__(self.head, *self.names, *self.bars, self.zeros, self.more)
        laid(self, Layer.VECTOR)
        self.grow(1.0)

    def _size(self, words: Sequence[str], room: float) -> float:
        """Return the largest type size at which every name has room."""
        sizes = self.style.sizes
        for size in (sizes.number, sizes.tick, sizes.note):
            if max(float(Label(word, size=size, style=self.style).width) for word in words) <= room:
                return size
        return sizes.least

    def _place(self, body: Region, line: float, tall: bool) -> None:
        """Set the names, and find every word's zero line, the step from one word to the next, and the unit."""
        count = len(self.names)
        values = [0.0, *(value for row in self.rows for value in row)]
        low, high = min(values), max(values)
        if tall:
            self.step = min(body.height / count, _TALLEST)
            names = max(float(name.width) for name in self.names) + _APART
            first, room = body.left + names, body.width - names
            self.heights = [body.top - (index + 0.5) * self.step for index in range(count)]
            lefts = [first] * count
        else:
            self.step, room = min(body.height - line, _TALLEST), body.width / count - _APART
            self.heights = [body.top - line - self.step / 2] * count
            lefts = [body.left + body.width * index / count + _APART / 2 for index in range(count)]
        self.unit = room / max(high - low, 1e-9)
        self.middles = [left - low * self.unit for left in lefts]
        for name, x, y in zip(self.names, self.middles, self.heights, strict=True):
            if tall:
                name.set_x(body.left + name.width / 2).on_baseline(y - name.cap_height / 2)
            else:
                name.set_x(x).on_baseline(y + self.step / 2 + 0.2 * line)

    def _axis(self, x: float, y: float) -> Line:
        half = 0.54 * _FILLED * self.step
        return Line(point(x, y - half), point(x, y + half)).set_stroke(self.style.theme.axis, 2.4)

    def grow(self, share: float) -> None:
        """Draw a share of every bar, 0 to 1, or more where it swings."""
        for index in range(len(self.rows)):
            self.grow_word(index, share)

    def grow_word(self, index: int, share: float) -> None:
        """Draw a share of a word's bars, 0 to 1, or more where they swing."""
        row, x, y = self.rows[index], self.middles[index], self.heights[index]
        step = _FILLED * self.step / len(row)
        for place, (value, bar) in enumerate(zip(row, self.bars[index], strict=True)):
            middle = y + _FILLED * self.step / 2 - (place + 0.5) * step
            half = _THICK * step / 2
            bar.set_points(soft_bar(x, share * value * self.unit or 1e-3, middle - half, middle + half))


def _is_tall(region: Region) -> bool:
    return region.height > region.width
