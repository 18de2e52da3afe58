"""Weights as a list of words, bars and numbers, with other weights beside it."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, RIGHT, VGroup
from torch import Tensor

from scenes.parts.bars.bars import SideBar
from scenes.parts.geometry import point
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THIN = 0.07
"""Scene units: the height of the thin bars of other weights."""

_NAMES = 0.4
"""The share of the width that the longest word may take."""

_SWATCH = 0.3
"""Scene units: the length of the bar in the title, the key to the thin bars."""

_BESIDE = 0.03
"""Scene units between a bar and the thin one below it."""


class WeightList(VGroup):
    """Words below each other, each with its weight as a bar and as a number.

    Args:
        words: in order.
        weights: shape (T,), each in [0, 1].
        colors: one ``#rrggbb`` for each word.
        region: the region it fills; a weight of 1 would reach from its number to the right edge.
        title: the numbers' title; "weights" when left out.
        thick: the height of a bar, scene units.

    Attributes:
        names: the words' mobjects.
        bars: the bars.
        numbers: the numbers.
        unit: scene units for a weight of 1.
        title: the title's mobject.
    """

    def __init__(
        self,
        words: Sequence[str],
        weights: Tensor,
        colors: Sequence[str],
        region: Region,
        *,
        title: str = "",
        thick: float = 0.22,
        style: Style = DEFAULT,
    ) -> None:
        self.thick, self._style = thick, style
        within = _NAMES * region.width
        self.names = [
            Label(word, color=color, within=within, style=style) for word, color in zip(words, colors, strict=True)
        ]
        self.numbers = [Weight(weight, color=color, style=style) for weight, color in zip(weights, colors, strict=True)]
        pitch = min(0.62, region.height / (len(words) + 1))
        names_right = region.left + max(name.width for name in self.names)
        numbers_right = names_right + 0.25 + max(number.width for number in self.numbers)
        bars_left = numbers_right + 0.2
        self.unit = region.right - bars_left
        self.title = Label(title or style.says("weight"), color=style.theme.dim, style=style)
        self.title.align_to(point(bars_left), LEFT)
        first = region.centre[1] + pitch * (len(words) - 1) / 2 - pitch / 2
        set_on_baseline(self.title, first + pitch)
        self.bars = []
        for index, (name, number) in enumerate(zip(self.names, self.numbers, strict=True)):
            y = first - pitch * index
            name.align_to(point(names_right), RIGHT)
            number.align_to(point(numbers_right), RIGHT)
            set_on_baseline(name, y)
            set_on_baseline(number, y)
            self.bars.append(self._bar(weights[index], colors[index], bars_left, y + 0.1))
        super().__init__(self.title, *self.names, *self.bars, *self.numbers)

    def _bar(self, weight: Tensor, color: str, left: float, y: float) -> SideBar:
        return SideBar(weight, self.unit, left, y, color, height=self.thick, style=self._style)

    def row(self, index: int) -> VGroup:
        """Return one word's name, bar and number."""
        return VGroup(self.names[index], self.bars[index], self.numbers[index])


class OtherWeights(VGroup):
    """Other weights of the same words beside a list of weights: thin bars below its bars, numbers in a column.

    Args:
        weights: shape (T,), each in [0, 1].
        listed: the list.
        right: the column's right edge, scene units.
        titles: a new title for the list's weights, and the title of these, above their column.
        style: theme and sizes.

    Attributes:
        now: the list's new title.
        bars: the thin bars.
        numbers: the numbers.
        title: the title of these weights, after a bar like theirs.
        others: everything but the list's new title.
    """

    def __init__(
        self, weights: Tensor, listed: WeightList, right: float, titles: tuple[str, str], *, style: Style = DEFAULT
    ) -> None:
        dim = style.theme.dim
        self.now, name = (Label(said, color=dim, style=style) for said in titles)
        set_on_baseline(self.now.align_to(listed.title, LEFT), listed.title.baseline)
        set_on_baseline(name.align_to(point(right), RIGHT), listed.title.baseline)
        left = float(name.get_left()[0]) - _SWATCH - 0.12
        swatch = SideBar(1.0, _SWATCH, left, listed.title.baseline + 0.09, dim, height=_THIN, style=style)
        self.title = VGroup(swatch, name)
        self.bars, self.numbers = [], []
        for weight, bar, name in zip(weights, listed.bars, listed.names, strict=True):
            y = float(bar.get_bottom()[1]) - _BESIDE - _THIN / 2
            self.bars.append(SideBar(weight, listed.unit, float(bar.get_left()[0]), y, dim, height=_THIN, style=style))
            number = Weight(weight, color=dim, style=style).align_to(point(right), RIGHT)
            set_on_baseline(number, name.baseline)
            self.numbers.append(number)
        self.others = VGroup(self.title, *self.bars, *self.numbers)
        super().__init__(self.now, self.others)

    def row(self, index: int) -> VGroup:
        """Return one word's thin bar and number."""
        return VGroup(self.bars[index], self.numbers[index])
