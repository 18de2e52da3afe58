"""Sentences filed below a map: in one column those that take a word to one place, below that place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from manim import VGroup

from scenes.parts.plane.labels import spread
from scenes.parts.stage_text import PhraseBlock
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_GAP, _ROW, _APART, _MOST = 0.9, 0.17, 0.32, 4
"""Scene units between two columns, between two sentences of one line, and of more; lines of a sentence at the most."""

_HIGHEST = 0.46
"""The share of the region's height that sentences take at the most."""


class Filed(VGroup):
    """Sentences in columns at the bottom of a region.

    Args:
        phrases: their words.
        inks: ``#rrggbb`` of each word.
        spots: for each column, the scene x below which it stands, and its phrases.
        region: where the columns stand.
        large: whether there is room for larger type.
        style: theme and sizes.

    Attributes:
        sentences: each phrase's.
    """

    def __init__(
        self,
        phrases: Sequence[Sequence[str]],
        inks: Sequence[Sequence[str]],
        spots: Sequence[tuple[float, Sequence[int]]],
        region: Region,
        *,
        large: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        spots = sorted(spots, key=lambda spot: spot[0])
        usual = style.sizes
        sizes = (*([usual.head] if large else []), usual.number, usual.tick, usual.note, usual.least)
        room = region.width - _GAP * (len(spots) - 1)
        for size, count in product(sizes, range(1, _MOST + 1)):
            blocks = [PhraseBlock(*each, count, size=size, style=style) for each in zip(phrases, inks, strict=True)]
            widths = [max(float(blocks[phrase].width) for phrase in spot) for _, spot in spots]
            row = _ROW if count == 1 else _APART
            high = max(sum(float(blocks[phrase].height) + row for phrase in spot) for _, spot in spots) - row
            if sum(widths) <= room and high <= _HIGHEST * region.height:
                break
        super().__init__(*blocks)
        self.sentences = blocks
        for _, spot in spots:
            top = region.bottom + high
            for phrase in spot:
                block = blocks[phrase]
                block.set_y(top - float(block.height) / 2)
                top -= float(block.height) + row
        self._columns, self._widths, self._region = [spot for _, spot in spots], widths, region
        self.stand_below([x for x, _ in spots])

    def stand_below(self, middles: Sequence[float]) -> None:
        """Put the columns, from the left, as near below some scene x as they have room."""
        region, sizes = self._region, [each + _GAP for each in self._widths]
        places = spread(middles, sizes, region.left - _GAP / 2, region.right + _GAP / 2)
        for x, column in zip(places, self._columns, strict=True):
            for phrase in column:
                self.sentences[phrase].set_x(x)
