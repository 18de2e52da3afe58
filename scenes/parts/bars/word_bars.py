"""Words with a bar each, which fit themselves to their room."""

from __future__ import annotations

from collections.abc import Sequence

from manim import RIGHT, VGroup
from torch import Tensor

from scenes.parts.bars.score_bars import ScoreBars
from scenes.parts.geometry import point
from scenes.parts.table.number_grid import middle_baseline
from scenes.parts.text.typeset import UNITS_PER_FONT_UNIT, Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _LEAST_PITCH = 1.9, 1.2
"""Heights of a row as shares of the type's size: the largest and the least."""

_BESIDE, _THICK = 0.2, 0.45
"""Scene units between a word and its number; a bar's thickness as a share of its row."""


class Bars(VGroup):
    """Words below each other, each with its number and a bar from one zero line, on one scale.

    Args:
        words: what is measured, from the top.
        values: shape (N,).
        colors: one ``#rrggbb`` a word.
        style: theme and sizes.

    Attributes:
        names: the words' mobjects.
        bars: the bars, in order.
        numbers: the numbers, in order.
    """

    def __init__(self, words: Sequence[str], values: Tensor, colors: Sequence[str], *, style: Style = DEFAULT) -> None:
        super().__init__()
        self.words, self.values, self.colors, self.style = list(words), values, list(colors), style
        self.names: list[Label] = []
        self.scores: ScoreBars | None = None

    def fill(self, region: Region) -> float:
        """Lay out words, numbers and bars in a region.

        Returns:
            The size of their type as a share of the size of numbers on the stage.
        """
        sizes, count = self.style.sizes, len(self.words)
        for size in (sizes.number, sizes.tick, sizes.label, sizes.note, sizes.least):
            em = size * UNITS_PER_FONT_UNIT
            pitch = min(region.height / count, _PITCH * em)
            if pitch >= _LEAST_PITCH * em:
                break
        titled = zip(self.words, self.colors, strict=True)
        self.names = [Label(word, size=size, color=color, style=self.style) for word, color in titled]
        edge = region.left + max(float(name.width) for name in self.names)
        top = float(region.centre[1]) + pitch * (count - 1) / 2
        baselines = [middle_baseline(top - pitch * index, size) for index in range(count)]
        for name, baseline in zip(self.names, baselines, strict=True):
            name.align_to(point(edge), RIGHT).on_baseline(baseline)
        self.scores = ScoreBars(
            self.values,
            baselines,
            edge + _BESIDE,
            region.right,
            self.colors,
            size=size,
            height=_THICK * pitch,
            style=self.style,
        )
        self.bars, self.numbers = self.scores.bars, self.scores.numbers
        self.submobjects = []
        self.add(*self.names, self.scores)
        return size / sizes.number * min(1.0, pitch / (_LEAST_PITCH * em))
