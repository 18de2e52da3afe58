"""A phrase whose places stand still: words move from one numbered place to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor

from manim import VGroup, VMobject, smooth

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.fonts import reads_leftwards
from scenes.parts.text.typeset import Label
from scenes.stage import Region, Stage
from scenes.style import Style

_FIRST, _NUMBER, _BAR, _END = 0.32, 0.46, 0.62, 0.74
"""Scene units: from the header's baseline down to the words', and from theirs to the numbers', the bars and the end."""

_LINE, _MOST_LINES = 1.24, 3
"""Scene units from a line of words to the next, and how many there may be."""

_BETWEEN, _LEAST, _MARGIN = 0.14, 27.0, 0.55
"""Scene units between the widest words of neighbouring places, the least size of type as long as there is room for
another line, and scene units to the frame's edge."""

_LIFT, _UP = 0.43, 0.18
"""Scene units by which a word is lifted that passes others, and the share of its way in which it rises."""

_WIDE, _THICK = 0.36, 7.0
"""Half of a bar as a share of a place, and its stroke units."""


class PlaceRow:
    """Numbered places of one width, and the words that stand at them.

    Args:
        words: the phrase.
        colors: one ``#rrggbb`` for each word.
        count: how many places there are: at least as many as words.
        stage: the frame.
        step_color: of the bars below places, ``#rrggbb``.
        style: theme and sizes.

    Attributes:
        words: their texts, in the order in which they came.
        slots: the place of each, counted from 0; between two of them while it moves.
        numbers: the places' numbers.
        bars: a bar below each place's number.
        bottom: scene units: the lower end of everything.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], count: int, stage: Stage, step_color: str, *, style: Style
    ) -> None:
        self.style, self.leftwards = style, reads_leftwards(words)
        self._room, self._count = stage.width - 2 * _MARGIN, count
        self._choose_size(words)
        self._top = stage.plane_view.header - _FIRST
        self.words = [self.word(word, color) for word, color in zip(words, colors, strict=True)]
        self.slots = [float(index) for index in range(len(words))]
        self.numbers = [Label(f"{place + 1}", size=style.sizes.tick, style=style) for place in range(count)]
        self.bars = [laid(self._bar(step_color), Layer.THREAD) for _ in range(count)]
        for place in range(count):
            x, y = self._spot(place)
            laid(self.numbers[place], Layer.LABEL).set_x(x).on_baseline(y - _NUMBER)
            self.put_bar(place, float(place))
        for index, slot in enumerate(self.slots):
            self.put(index, slot)
        self.bottom = self._top - _LINE * (ceil(count / self._across) - 1) - _END

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

    def word(self, text: str, color: str) -> Label:
        """Return a word in the type of the row, in the header's layer."""
        return laid(Label(text, size=self.size, color=color, style=self.style), Layer.FRAME)

    def _bar(self, color: str) -> VMobject:
        half = _WIDE * self.pitch
        return thin_line(point(-half), point(half), color, _THICK)

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

    def put_bar(self, index: int, slot: float) -> None:
        """Put a bar below a place, or between two of them."""
        at, seen = self._between(slot)
        self.bars[index].move_to(at - point(0.0, _BAR)).set_stroke(opacity=seen)

    def show_bars(self, first: int, last: int) -> None:
        """Show the bars of the places after one of them up to another, counted from 1, and no others."""
        for place in range(self._count):
            self.put_bar(place, float(place))
            if not first <= place < last:
                self.bars[place].set_stroke(opacity=0.0)

    def passing(self, index: int, slot: int) -> Callable[[float], float]:
        """Return how a word passes others to another place, lifted, while each of them makes room.

        What is returned takes the progress of the motion, 0 to 1, and returns the share of the way.
        """
        start = self.slots[index]
        ways = [
            (other, at, (at - start) / (slot - start), -1.0 if slot > start else 1.0)
            for other, at in enumerate(self.slots)
            if other != index and min(start, slot) <= at <= max(start, slot)
        ]
        window = 1 / abs(slot - start)

        def follow(progress: float) -> float:
            lift = smooth(min(progress / _UP, (1 - progress) / _UP, 1.0))
            share = smooth(min(max((progress - _UP / 2) / (1 - _UP), 0.0), 1.0))
            for other, at, when, side in ways:
                done = smooth(min(max((share - when + window) / window, 0.0), 1.0))
                self.put(other, at + side * done)
            self.put(index, start + share * (slot - start), lift)
            return share

        return follow

    def color(self, slot: int, color: str) -> None:
        """Give the number of a place a colour."""
        self.numbers[slot].set_color(color)

    def first(self, count: int) -> VGroup:
        """Return the numbers of the first places."""
        return VGroup(*self.numbers[:count])

    def room_below(self, region: Region) -> Region:
        """Return what a region leaves below the row."""
        return Region(region.left, region.right, region.bottom, min(region.top, self.bottom))
