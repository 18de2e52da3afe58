"""Two phrases that are nearly the same, word below word."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup, VMobject

from scenes.article.next_word.foresight import free_place
from scenes.motion.live import Live
from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_SPACE, _LINE = 0.0058, 0.0165
"""Scene units for each font unit: a word space, and from one line to the next."""

_SAID, _NEXT = 0.0122, 0.0228
"""Scene units for each font unit, where something is said below a phrase: down to it, and on to the next phrase."""

_FREE = 0.74
"""Scene units for the word that is missing, at least."""

_TAG = 0.9
"""Scene units between the last word of a phrase and what is said about the phrase at its right."""

_MOST_LARGE = 2.3
"""The factor by which phrases are larger at first, at most."""


class PhrasePair(VGroup):
    """Two phrases of as many words each, one below the other: both begin at one edge.

    Args:
        phrases: both phrases, with the words that are missing at first as their last ones.
        colors: one ``#rrggbb`` a word.
        tags: what is said about each phrase.
        region: the pair stands at its top, the words in the middle of its width where there is room.
        below: whether what is said stands below a phrase instead of at its right.
        style: theme and sizes.

    Attributes:
        words: the words of each phrase.
        blanks: the lines for their last words.
        tags: what is said about each.
        bottom: the height of the lowest baseline, scene units.
    """

    def __init__(
        self,
        phrases: Sequence[Sequence[str]],
        colors: Sequence[Sequence[str]],
        tags: Sequence[str],
        region: Region,
        *,
        below: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.style, size = style, style.sizes.head
        while True:
            width = self._write(phrases, colors, tags, size, below)
            if width <= region.width or size <= style.sizes.least:
                break
            size -= 1.5
        self.size = size
        self._place(region, width, below)
        self.blanks = [
            free_place(words[-1], words[-1].baseline, drop=0.1, over=0.0, style=style) for words in self.words
        ]
        super().__init__(*(word for words in self.words for word in words), *self.tags)
        laid(self, Layer.FRAME)

    def arrive(self, room: Region, **options: float) -> Live:
        """Make phrases and blanks large in the middle of a room, and return how they go to their places.

        Args:
            room: where they are large.
            options: passed on to manim's ``Animation``.
        """
        pieces = [*(word for words in self.words for word in words[:-1]), *self.blanks]
        members = [member for piece in pieces for member in piece.family_members_with_points()]
        whole = VGroup(*pieces)
        goals = [member.points.copy() for member in members]
        factor = max(1.0, min(_MOST_LARGE, room.width / float(whole.width)))
        middle: Point = np.asarray(whole.get_center())
        starts = [np.asarray(room.centre) + factor * (goal - middle) for goal in goals]

        def follow(share: float) -> None:
            for member, start, goal in zip(members, starts, goals, strict=True):
                member.points = start + share * (goal - start)

        follow(0.0)
        return Live(pieces, follow, **options)

    def line(self, at: int) -> list[VMobject]:
        """Return one phrase's words but the last, and the free place for that one."""
        return [*self.words[at][:-1], self.blanks[at]]

    def _write(
        self,
        phrases: Sequence[Sequence[str]],
        colors: Sequence[Sequence[str]],
        tags: Sequence[str],
        size: float,
        below: bool,
    ) -> float:
        """Make all words of a size, and return how much width they need."""
        style = self.style
        small = max(style.sizes.least, min(style.sizes.number, (1.0 if below else 0.85) * size))
        self.words = [
            [Label(word, size=size, color=color, style=style) for word, color in zip(*row, strict=True)]
            for row in zip(phrases, colors, strict=True)
        ]
        self.tags = [Label(tag, size=small, style=style) for tag in tags]
        spaces = _SPACE * size * (len(self.words[0]) - 1)
        # The line that stands for the missing word may be longer than it is.
        words = spaces + max(
            sum(float(word.width) for word in row[:-1]) + max(float(row[-1].width), _FREE) for row in self.words
        )
        return words + _TAG + (0.0 if below else max(float(tag.width) for tag in self.tags))

    def _place(self, region: Region, width: float, below: bool) -> None:
        """Lay out both lines; the words alone are centred, as long as what is said of them has room."""
        size, space = self.size, _SPACE * self.size
        beside = _TAG + (0.0 if below else max(float(tag.width) for tag in self.tags))
        left = min(float(region.centre[0]) - (width - beside) / 2, region.right - width)
        if below:
            left = region.left
        for line, (words, tag) in enumerate(zip(self.words, self.tags, strict=True)):
            base, x = region.top - 0.0085 * size - line * size * (_SAID + _NEXT if below else _LINE), left
            for word in words:
                room = max(float(word.width), _FREE if word is words[-1] else 0.0)
                word.set_x(x + room / 2).on_baseline(base)
                x += room + space
            self.bottom = base
            if below:
                self.bottom = base - _SAID * size
                tag.set_x(left + tag.width / 2).on_baseline(self.bottom)
            else:
                tag.set_x(left + width - beside + _TAG + tag.width / 2).on_baseline(base)
