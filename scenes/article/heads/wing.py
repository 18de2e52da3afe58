"""The record of one of two spaces that stand side by side: its bars grow away from the changes' names between both."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup
from torch import Tensor

from scenes.article.heads.jumps import GAP, JumpBar, Named, named_change
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Weight
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH = 0.5
"""Scene units from a change to the next, at the most."""


class Wing(VGroup):
    """A row for each change of the phrase, with a bar that grows away from its name in the middle of the frame.

    Args:
        changes: the words of each change with their colours, in full and, for where these have no room, in short.
        distances: shape (2,).
        largest: the longest distance of both records, which they share as a scale.
        region: the record's; the names are beside it.
        middle: scene x of the names.
        unit: scene units for 1 in the space, which bars have, too, where there is room for them.
        style: theme and sizes.

    Attributes:
        heading: nothing: bars are as long as what is measured in the spaces.
        names: the words of each change.
        bars: a bar for each.
        numbers: the distances.
        scale_of_one: scene units for 1.
    """

    def __init__(
        self,
        changes: Sequence[Sequence[Named]],
        distances: Tensor,
        largest: float,
        region: Region,
        *,
        middle: float,
        unit: float,
        style: Style = DEFAULT,
    ) -> None:
        size = style.sizes.number
        is_left = float(region.centre[0]) < middle
        self._way = -1 if is_left else 1
        self.numbers = [Weight(distance, size=size, style=style) for distance in distances]
        outer = region.left if is_left else region.right
        for named in changes:
            names = [named_change(*each, size=size, style=style) for each in named]
            self._zero = middle + self._way * (max(float(name.width) for name in names) / 2 + GAP)
            reach = abs(outer - self._zero) - GAP - max(float(number.width) for number in self.numbers)
            self.scale_of_one = min(unit, max(reach, 0.2) / max(largest, 1e-9))
            if self.scale_of_one == unit:
                break
        self.names = names if is_left else [VGroup() for _ in names]
        self.heading = VGroup()
        pitch = min(_PITCH, region.height / len(names))
        # What is free of the region is above them, below the space's title.
        top = region.bottom + len(names) * pitch
        self._levels = [top - (index + 0.5) * pitch for index in range(len(names))]
        self.bars = [JumpBar(style) for _ in names]
        for index, (name, number, y) in enumerate(zip(names, self.numbers, self._levels, strict=True)):
            name.move_to(point(middle, y))
            self.draw(index, float(distances[index]))
            beyond = float(self.bars[index].width) + GAP + float(number.width) / 2
            number.move_to(point(self._zero + self._way * beyond, y))
        super().__init__(self.heading, *self.names, *self.bars, *self.numbers)
        laid(self, Layer.LEDGER)

    def draw(self, index: int, distance: float) -> None:
        """Draw a bar as long as a distance."""
        self.bars[index].reach(self._zero, self.scale_of_one * distance, self._levels[index], self._way)
