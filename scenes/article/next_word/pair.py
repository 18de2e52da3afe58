"""Two phrases that are nearly the same: side by side in a wide frame, word below word in others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manim import VGroup, smooth, squish_rate_func

from scenes.article.next_word.foresight import free_place
from scenes.motion.live import Live
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SPACE, _LINE, _LARGE_LINE = 0.0058, 0.0165, 0.026
"""Scene units for each font unit: a word space, and from one line to the next; that where phrases are large."""

_FREE = 0.74
"""Scene units for the word that is missing, at least."""

_MARK = 0.75
"""Scene units after the last word for a mark of right or wrong."""

_BETWEEN = 0.4
"""Scene units between two phrases side by side."""

_MOST_LARGE = 2.3
"""The factor by which phrases are larger at first, at most."""


class PhrasePair(VGroup):
    """Two phrases of as many words each: both begin at one edge, or the second one ends at the right.

    Args:
        phrases: both phrases, with the words that are missing at first as their last ones.
        colors: one ``#rrggbb`` a word.
        region: the pair stands at its top.
        apart: whether one stands at the left and the other at the right, instead of below it.
        style: theme and sizes.

    Attributes:
        words: the words of each phrase.
        blanks: the lines for their last words.
        bottom: the height of the lowest baseline, scene units.
        pitch: scene units from a phrase's baseline to the next line's.
    """

    def __init__(
        self,
        phrases: Sequence[Sequence[str]],
        colors: Sequence[Sequence[str]],
        region: Region,
        *,
        apart: bool,
        style: Style = DEFAULT,
    ) -> None:
        self.style, size = style, style.sizes.head
        room = (region.width - _BETWEEN) / 2 if apart else region.width
        while True:
            self.words = [
                [Label(word, size=size, color=color, style=style) for word, color in zip(*row, strict=True)]
                for row in zip(phrases, colors, strict=True)
            ]
            widths = [self._width(row, _SPACE * size) + _MARK for row in self.words]
            if max(widths) <= room or size <= style.sizes.least:
                break
            size -= 1.5
        self.pitch, top = _LINE * size, region.top - 0.0085 * size
        lefts = [region.left, region.right - widths[1]]
        if not apart:
            lefts = 2 * [float(region.centre[0]) - max(widths) / 2]
        self.bottom = top if apart else top - self.pitch
        for row, left, base in zip(self.words, lefts, (top, self.bottom), strict=True):
            self._place(row, left, base, _SPACE * size)
        self.blanks = [
            free_place(words[-1], words[-1].baseline, drop=0.1, over=0.0, style=style) for words in self.words
        ]
        super().__init__(*(word for words in self.words for word in words))
        laid(self, Layer.FRAME)

    def enlarge(self, room: Region) -> None:
        """Make both phrases large in a room, one below the other, each word in one column with the other phrase's.

        Args:
            room: they stand in its middle.
        """
        lines = [[*row[:-1], blank] for row, blank in zip(self.words, self.blanks, strict=True)]
        columns = [max(float(piece.width) for piece in pieces) for pieces in zip(*lines, strict=True)]
        size = self.words[0][0].size
        space = _SPACE * size
        wide = sum(columns) + space * (len(columns) - 1)
        factor = max(1.0, min(_MOST_LARGE, room.width / wide))
        gap = _LARGE_LINE * factor * size
        x, y = (float(part) for part in room.centre[:2])
        self._goals = [
            (each, each.points.copy(), count)
            for count, line in enumerate(lines)
            for piece in line
            for each in piece.family_members_with_points()
        ]
        for count, (line, row) in enumerate(zip(lines, self.words, strict=True)):
            baseline, base = row[0].baseline, y + (0.5 - count) * gap - 0.004 * factor * size
            left = x - factor * wide / 2
            for piece, column in zip(line, columns, strict=True):
                here = point(float(piece.get_x()), baseline)
                there = point(left + factor * column / 2, base)
                for each in piece.family_members_with_points():
                    each.points = there + factor * (each.points - here)
                left += factor * (column + space)

    def arrive(self, **options: Any) -> Live:
        """Return how both phrases go from where they are large to their places: the upper one first, out of the way.

        Args:
            options: passed on to manim's ``Animation``.
        """
        ways = [(member, member.points.copy(), goal, count) for member, goal, count in self._goals]
        parts = [squish_rate_func(smooth, 0.4 * count, 0.6 + 0.4 * count) for count in (0, 1)]

        def follow(time: float) -> None:
            for member, start, goal, count in ways:
                member.points = start + parts[count](time) * (goal - start)

        pieces = [piece for row, blank in zip(self.words, self.blanks, strict=True) for piece in (*row[:-1], blank)]
        return Live(pieces, follow, **options)

    def _width(self, words: Sequence[Label], space: float) -> float:
        """Return the width of a phrase, in which the line for the missing word may be longer than it is."""
        return (
            sum(float(word.width) for word in words[:-1])
            + max(float(words[-1].width), _FREE)
            + space * (len(words) - 1)
        )

    def _place(self, words: Sequence[Label], left: float, base: float, space: float) -> None:
        x = left
        for word in words:
            room = max(float(word.width), _FREE if word is words[-1] else 0.0)
            word.set_x(x + room / 2).on_baseline(base)
            x += room + space
