"""A phrase whose places stand still: words move from one numbered place to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, sin

import numpy as np
from manim import VMobject, smooth

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.fonts import reads_leftwards
from scenes.parts.text.typeset import Label
from scenes.stage import Region, Stage
from scenes.style import Style

_FIRST, _SECOND, _BARS, _LOWER, _TERM = 0.32, 0.64, 0.84, 0.15, 1.36
"""Scene units: from the header's baseline down to the words', from theirs to the numbers', which is the second order's
as well, and to the bars, from these to the lower ones, and from the words' baseline to the difference of two places."""

_LINE, _MOST_LINES = 1.36, 3
"""Scene units from a line of words to the next, and how many there may be."""

_BETWEEN, _LEAST, _MARGIN = 0.14, 27.0, 0.7
"""Scene units between the widest words of neighbouring places, the least size of type as long as there is room for
another line, and scene units to the frame's edge."""

_LIFT, _UP = 0.4, 0.18
"""Scene units by which a word is lifted that passes others, and the share of its way in which it rises."""

_DIP, _DEEPER = 0.62, 0.52
"""Scene units by which words that change places dip below the others, and by which some of them dip deeper."""

_ENTERS = 0.4
"""The share of a place that what is written in front of the words comes from before the first."""

_WIDE, _THICK = 0.46, 8.0
"""Half of a bar as a share of a place, and its stroke units."""


class PlaceRow:
    """Numbered places of one width, and the words that stand at them.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` for each word.
        count: how many places there are: at least as many as words.
        stage: the frame.
        step_color: of the bars between the places of two words, ``#rrggbb``.
        style: theme and sizes.

    Attributes:
        words: their texts, in the order of the phrase.
        again: the same texts once more, to stand below in another order.
        front: what is written in front of the words, the last of it first, one for each free place.
        slots: the place of each word, counted from 0; between two of them while it moves.
        numbers: the places' numbers.
        bars: a bar below each place's number.
        size: of all type, manim font units.
        bottom: scene units: the lower end of the bars.
        free: places at the left of the words as long as there are none.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], count: int, stage: Stage, step_color: str, *, style: Style
    ) -> None:
        self.style, self.leftwards = style, reads_leftwards(words)
        self._room, self._count = stage.width - 2 * _MARGIN, count
        self._choose_size(words)
        self._top = stage.plane_view.header - _FIRST
        # Centred at first: there are no places yet.
        self.free = (count - len(words)) / 2 if self.is_one_line else 0.0
        self.words = [self._word(word, color) for word, color in zip(words, colors, strict=True)]
        self.again = [self._word(word, color) for word, color in zip(words, colors, strict=True)]
        self.front = [self._word("…", style.theme.ink) for _ in range(count - len(words))]
        self.slots = [index + self.free for index in range(len(words))]
        self.numbers = [Label(f"{place + 1}", size=self.size, style=style) for place in range(count)]
        self.bars = [self._bar(step_color) for _ in range(count)]
        for place in range(count):
            x, y = self._spot(place)
            laid(self.numbers[place], Layer.LABEL).set_x(x).on_baseline(y - _SECOND)
            self.put_bar(self.bars[place], float(place))
        for index, slot in enumerate(self.slots):
            self.put(index, slot)
            self.put_again(index, slot)
        self.bottom = self._top - _LINE * (ceil(count / self._across) - 1) - _BARS - _LOWER

    @property
    def is_one_line(self) -> bool:
        """True if all places are side by side."""
        return self._across >= self._count

    @property
    def term_baseline(self) -> float:
        """The baseline of the difference of two places, scene units."""
        return self.bottom + _BARS + _LOWER - _TERM

    def _choose_size(self, words: Sequence[str]) -> None:
        """Break the places into the fewest lines in which the widest word can be read at each."""
        size = self.style.sizes.head
        widest = max(float(Label(word, size=size, style=self.style).width) for word in words)
        for lines in range(1, _MOST_LINES + 1):
            self._across = ceil(self._count / lines)
            self.pitch = self._room / self._across
            self.size = min(size, size * (self.pitch - _BETWEEN) / widest)
            if self.size >= _LEAST:
                break

    def _word(self, text: str, color: str) -> Label:
        """Return a word in the type of the row, in the header's layer."""
        return laid(Label(text, size=self.size, color=color, style=self.style), Layer.FRAME)

    def _bar(self, color: str) -> VMobject:
        half = _WIDE * self.pitch
        return laid(thin_line(point(-half), point(half), color, _THICK), Layer.THREAD)

    def run(self, color: str, count: int) -> list[VMobject]:
        """Return bars for the first places, to be drawn below their numbers."""
        return [self._bar(color) for _ in range(count)]

    def _spot(self, place: int) -> tuple[float, float]:
        """Return where the middle of a place and its baseline are."""
        line, column = divmod(place, self._across)
        across = min(self._across, self._count) if line == 0 else self._across
        x = (column + 0.5 - across / 2) * self.pitch
        return (-x if self.leftwards else x), self._top - _LINE * line

    def _between(self, slot: float) -> tuple[Point, float]:
        """Return a point between two places, and how visible a word is there: it does not fly from line to line."""
        last = self._count - 1
        first = min(max(floor(slot), 0), last)
        share = slot - first
        (x, y), (other, below) = self._spot(first), self._spot(min(first + 1, last))
        if y == below:
            return point(x + share * (other - x), y), 1.0
        return (point(x, y) if share < 0.5 else point(other, below)), abs(1 - 2 * share)

    def put(self, index: int, slot: float, lift: float = 0.0) -> None:
        """Put a word at a place, or between two of them.

        Args:
            index: of the word.
            slot: the place, counted from 0.
            lift: how far it is lifted, 0 to 1.
        """
        at, seen = self._between(slot)
        self.slots[index] = slot
        self.words[index].set_x(at[0]).on_baseline(at[1] + lift * _LIFT).set_opacity(seen)

    def put_front(self, on: float) -> None:
        """Write as much in front of the words as they have moved on, each piece when there is a place for it."""
        for index, each in enumerate(self.front):
            come = min(max(on - index, 0.0), 1.0)
            at, seen = self._between(on - index - 1.0 if come == 1.0 else _ENTERS * (come - 1.0))
            each.set_x(at[0]).on_baseline(at[1]).set_opacity(seen * come)

    def put_again(self, index: int, slot: float, dip: float = 0.0, seen: float = 1.0) -> None:
        """Put a word of the second order below a place, or between two of them; ``dip`` is in scene units."""
        at, _ = self._between(slot)
        self.again[index].set_x(at[0]).on_baseline(at[1] - _SECOND - dip).set_opacity(seen)

    def put_bar(self, bar: VMobject, slot: float, share: float = 1.0, *, lower: bool = False) -> None:
        """Put a bar below a place, or between two of them, as far as it has come; none where that is 0."""
        at, seen = self._between(slot)
        half = _WIDE * self.pitch
        start, end = (half, half - 2 * half * share) if self.leftwards else (-half, -half + 2 * half * share)
        level = at - point(0.0, _BARS + (_LOWER if lower else 0.0))
        bar.set_points_as_corners([level + point(start), level + point(end)])
        bar.set_stroke(opacity=seen if share > 1e-3 else 0.0)

    def show_bars(self, first: float, last: float) -> None:
        """Show the bars of the places after one of them up to another, counted from 1, and no others."""
        for place, bar in enumerate(self.bars):
            share = min(max(last - place, 0.0), 1.0) if place >= first - 1e-6 else 0.0
            self.put_bar(bar, float(place), share)

    def carry_bars(self, first: int, last: int, on: float) -> None:
        """Show the same bars moved on by some places, or a part of one."""
        for place in range(first, last):
            self.put_bar(self.bars[place], place + on)

    def slide(self, start: float, end: float) -> Callable[[float], None]:
        """Return how all words move on together, each from some places after its own in the phrase to others."""

        def follow(share: float) -> None:
            for index in range(len(self.words)):
                self.put(index, index + start + share * (end - start))

        return follow

    def passing(self, index: int, slot: int) -> Callable[[float], float]:
        """Return how a word passes others to another place, lifted, while each of them makes room.

        What is returned takes the progress of the motion, 0 to 1, and returns the share of the way: it rests
        for a moment at each place on its way.
        """
        start = self.slots[index]
        count = round(abs(slot - start))
        ways = [
            (other, at, (at - start) / (slot - start), -1.0 if slot > start else 1.0)
            for other, at in enumerate(self.slots)
            if other != index and min(start, slot) <= at <= max(start, slot)
        ]
        window = 1 / abs(slot - start)

        def follow(progress: float) -> float:
            lift = smooth(min(progress / _UP, (1 - progress) / _UP, 1.0))
            steps = count * min(max((progress - _UP) / (1 - 2 * _UP), 0.0), 1.0)
            share = (floor(steps) + smooth(steps - floor(steps))) / count
            for other, at, when, side in ways:
                done = smooth(min(max((share - when + window) / window, 0.0), 1.0))
                self.put(other, at + side * done)
            self.put(index, start + share * (slot - start), lift)
            return share

        return follow

    def trading(self, order: Sequence[int]) -> Callable[[float], None]:
        """Return how the words of the second order change places: those that move dip below those that do not.

        Args:
            order: the place of each word after that, counted from 0.
        """
        starts = [index + self.free for index in range(len(order))]
        deep = [_DIP + (_DEEPER if to < index else 0.0) for index, to in enumerate(order)]

        def follow(share: float) -> None:
            for index, to in enumerate(order):
                if to == index:
                    continue
                way = to - index
                if self.is_one_line:
                    dip = deep[index] * min(1.0, 1.6 * sin(np.pi * share))
                    self.put_again(index, starts[index] + smooth(share) * way, dip)
                else:
                    self.put_again(index, starts[index] + (way if share > 0.5 else 0.0), seen=abs(1 - 2 * share))

        return follow

    def color(self, slot: int, color: str) -> None:
        """Give the number of a place a colour."""
        self.numbers[slot].set_color(color)

    def middle(self, first: float, last: float) -> float:
        """Return the middle of the bars after a place up to another, counted from 1, scene units across."""
        return float(self._between((first + last - 1) / 2)[0][0]) if self.is_one_line else 0.0

    def room_below(self, region: Region) -> Region:
        """Return what a region leaves below the row."""
        return Region(region.left, region.right, region.bottom, min(region.top, self.bottom))
