"""The record of a value space: how far each change of the phrase has taken the word, as bars in one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from manim import Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.layout import shrink
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

Swap: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""The words that leave a phrase and those that come, or something of each of them, such as its colour."""

Named: TypeAlias = tuple[Swap, Swap]
"""The words that are swapped, and the ``#rrggbb`` of each."""

_SPACE = 0.0036
"""Scene units between two words, for each font unit."""

GAP, THICK = 0.16, 0.26
"""Scene units: between a name, its bar and its number; a bar's thickness."""

_PITCH, _LEAST_ABOVE = 1.25, 1.0
"""Scene units from a change to the next where a name stands above its bar: as a rule, and at the least."""

_NEXT, _LEAST_NEXT = 0.56, 0.42
"""The same where a name stands before its bar."""

NARROW = 4.4
"""The width of a record, scene units, below which a name stands above its bar instead of before it."""

_HEADING, _LEAST_HEADING = 0.62, 0.46
"""Scene units that a heading takes: as a rule, and at the least."""

_LEAST_BAR = 0.02
"""Scene units that a bar is long at the least."""

_WIDE = 0.018
"""Scene units that a distance of three digits takes at the most, for each font unit: records have one scale by it."""


class JumpBar(Rectangle):
    """A bar from a row's zero to the distance of a jump, in the ledger's ink."""

    def __init__(self, style: Style) -> None:
        super().__init__(width=1, height=THICK, stroke_width=0)
        laid(self, Layer.LEDGER)
        self.set_fill(style.theme.ink, 1.0 if style.theme.filled else 0.0)
        if not style.theme.filled:
            self.set_stroke(style.theme.ink, style.strokes.thin)

    def reach(self, zero: float, length: float, y: float, way: int = 1) -> None:
        """Lie along a row.

        Args:
            zero: scene x where it begins.
            length: scene units; it is seen even where this is 0.
            y: the row's level.
            way: 1 to the right, -1 to the left.
        """
        left, right = sorted((zero, zero + way * max(length, _LEAST_BAR)))
        low, high = y - THICK / 2, y + THICK / 2
        corners = [point(left, low), point(right, low), point(right, high), point(left, high), point(left, low)]
        self.set_points_as_corners(corners)


class Jumps(VGroup):
    """A row for each change of the phrase: the words that left, those that came, and a bar as long as the jump.

    Args:
        changes: the words of each change with their colours, in full and, for where these have no room, in short.
        distances: shape (2,).
        largest: the longest distance of all records of the figure, which they share as a scale.
        region: where it may be.
        unit: scene units for 1 in the space, which bars have, too, where there is room for them.
        heading: what is measured, where there is room to say it.
        style: theme and sizes.

    Attributes:
        heading: what is measured.
        names: the words of each change.
        bars: a bar for each.
        numbers: the distances.
    """

    def __init__(
        self,
        changes: Sequence[Sequence[Named]],
        distances: Tensor,
        largest: float,
        region: Region,
        *,
        unit: float,
        heading: str = "",
        style: Style = DEFAULT,
    ) -> None:
        size = style.sizes.number
        self.distances = [float(distance) for distance in distances]
        self.numbers = [Weight(distance, size=size, style=style) for distance in distances]
        # A number beside a short bar has room in any case.
        long = zip(self.numbers, self.distances, strict=True)
        reach = max([_WIDE * size, *(float(number.width) for number, far in long if 2 * far > largest)]) + GAP
        for named in changes:
            self.names = [named_change(*each, size=size, style=style) for each in named]
            widest = max(float(name.width) for name in self.names)
            fits = widest + GAP + unit * largest + reach <= region.width
            above = region.width < NARROW or (not fits and region.height >= _LEAST_ABOVE * len(self.names))
            room = region.width if above else 0.45 * region.width
            if widest <= room:
                break
        for name in self.names:
            shrink(name, min(1.0, room / widest))
        before = 0.0 if above else max(float(name.width) for name in self.names) + GAP
        self.zero = region.left + before
        self.scale_of_one = min(unit, max(region.right - reach - self.zero, 0.2) / max(largest, 1e-9))
        least = len(self.names) * (_LEAST_ABOVE if above else _LEAST_NEXT)
        headed = min(_HEADING, region.height - least)
        self.heading = VGroup()
        if heading and headed >= _LEAST_HEADING:
            self.heading.add(self._headed(heading, region, before, headed, style))
            region = region.inset(top=headed)
        self.bars = [JumpBar(style) for _ in self.names]
        self._levels: list[float] = []
        self._lay_rows(region, above=above)
        super().__init__(self.heading, *self.names, *self.bars, *self.numbers)
        laid(self, Layer.LEDGER)

    def _lay_rows(self, region: Region, *, above: bool) -> None:
        """Lay each change's name, bar and number, the name above its bar or before it."""
        pitch = min(_PITCH if above else _NEXT, region.height / len(self.names))
        top = float(region.centre[1]) + pitch * (len(self.names) - 1) / 2
        for index, (name, number) in enumerate(zip(self.names, self.numbers, strict=True)):
            y = top - index * pitch
            self._levels.append(y - (0.26 if above else 0.0))
            x = region.left + float(name.width) / 2 if above else self.zero - GAP - float(name.width) / 2
            name.move_to(point(x, y + (0.24 if above else 0.0)))
            self.draw(index, self.distances[index])
            end = self.zero + self.scale_of_one * self.distances[index]
            number.move_to(point(end + GAP + float(number.width) / 2, self._levels[index]))

    def _headed(self, heading: str, region: Region, before: float, height: float, style: Style) -> Label:
        """Return what is measured, above the bars."""
        label = Label(heading, size=style.sizes.number, within=region.width - before, style=style)
        return label.set_x(self.zero + float(label.width) / 2).on_baseline(region.top - height / 2)

    def draw(self, index: int, distance: float) -> None:
        """Draw a bar as long as a distance."""
        self.bars[index].reach(self.zero, self.scale_of_one * distance, self._levels[index])


def named_change(words: Swap, colors: Swap, *, size: float, style: Style) -> VMobject:
    """Return ``red → green``, each word in its colour."""
    first, second = (
        Row(
            [Label(word, size=size, color=color, style=style) for word, color in zip(*each, strict=True)], _SPACE * size
        )
        for each in zip(words, colors, strict=True)
    )
    return Row([first, Math("arrow.r", size=size, color=style.theme.ink, style=style), second], 0.14)
