"""A phrase in large type, one word of which is typed, deleted and typed again, letter by letter."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np
from manim import Rectangle, VGroup

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.fonts import reads_leftwards
from scenes.parts.text.typeset import Label
from scenes.shared.phrase import Pull
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_LARGEST, _SIZES = 140.0, 24
"""The largest type of a typed word, manim font units; the number of sizes in which a phrase is tried."""

_OTHERS, _LARGER = 0.54, 1.25
"""The size of all other words as a share of the typed one's; the factor by which that is larger among the others, where
it gets no line of its own."""

_PITCH, _ABOVE, _MIDDLE, _SPACE = 0.0142, 0.72, 0.55, 0.0027
"""Scene units for each unit of type from a line to the next; the shares of that above the baseline, and above the
middle of the cursor; scene units for each unit of type of a space."""

_WIDE, _TALL, _AFTER = 0.06, 0.0082, 0.12
"""Scene units of the cursor's width, of its height for each unit of type, and from a letter to it."""

_CURSOR = 2 * _AFTER + _WIDE
"""Scene units that the cursor takes behind the typed word."""

_LEAST, _MOST = 0.5, 1.4
"""The least and the most seconds in which a word is typed, or deleted."""


class Written(NamedTuple):
    """A phrase that is to be written.

    Attributes:
        words: as they are written.
        colors: one ``#rrggbb`` for each word.
        typed: the place of the word that is typed; -1 where there is none.
        pulled: the place of the word that is pulled.
    """

    words: Sequence[str]
    colors: Sequence[str]
    typed: int
    pulled: int

    @classmethod
    def of(cls, step: Pull, colors: Sequence[str]) -> Written:
        """Return a phrase in which the word is typed that pulls most."""
        return cls(step.written, colors, -1 if step.strongest == step.position else step.strongest, step.position)


class Setting(NamedTuple):
    """The way in which phrases are set.

    Attributes:
        size: of the typed word, manim font units.
        alone: whether that has a line of its own.
    """

    size: float
    alone: bool


class TypedPhrase(VGroup):
    """A phrase in lines that begin at one edge; the typed word has larger type.

    Args:
        phrase: the phrase.
        setting: its type.
        region: where it stands, at its left edge, in the middle of its height.
        style: theme.

    Attributes:
        words: all words but the typed one, in order.
        pulled: the word that is pulled.
        typed: the typed word; empty where there is none.
        cursor: behind the last letter that is typed.
    """

    def __init__(self, phrase: Written, setting: Setting, region: Region, style: Style = DEFAULT) -> None:
        size, typed = setting.size, phrase.typed
        sizes = [size * (1.0 if at == typed else _OTHERS) for at in range(len(phrase.words))]
        labels = [
            Label(word, size=each, color=color, within=region.width, style=style)
            for word, color, each in zip(phrase.words, phrase.colors, sizes, strict=True)
        ]
        self.typed = VGroup() if typed < 0 else labels[typed]
        self.pulled = labels[phrase.pulled]
        self.words = [label for label in labels if label is not self.typed]
        self._way = -1.0 if reads_leftwards(phrase.words) else 1.0
        edge, low = region.left if self._way > 0 else region.right, float(region.centre[1])
        widths = [float(label.width) + _CURSOR * (at == typed) for at, label in enumerate(labels)]
        lines = _lines(widths, typed, region.width, setting)
        low += _height(lines, typed, size) / 2
        self._gap = point(edge, low)
        for line in lines:
            pitch = _PITCH * max(sizes[index] for index in line)
            x = 0.0
            for index in line:
                wide = float(labels[index].width)
                labels[index].set_x(edge + self._way * (x + wide / 2)).on_baseline(low - _ABOVE * pitch)
                if index == typed:
                    self._gap = point(edge + self._way * x, low - _MIDDLE * pitch)
                x += widths[index] + _SPACE * size
            low -= pitch
        self.cursor = Rectangle(width=_WIDE, height=_TALL * size, stroke_width=0).set_fill(style.theme.ink, 1.0)
        super().__init__(*labels, self.cursor)
        laid(self, Layer.LEDGER)
        self.spell(1.0)

    def spell(self, share: float) -> None:
        """Show a share of the typed word's letters, 0 to 1, the cursor behind the last."""
        letters = sorted(self.typed, key=lambda each: self._way * float(each.get_x()))
        count = round(share * len(letters))
        for index, letter in enumerate(letters):
            letter.set_opacity(float(index < count))
        at = self._gap[0]
        if count:
            at = letters[count - 1].get_edge_center(point(self._way))[0] + self._way * _AFTER
        self.cursor.move_to(point(float(at) + self._way * _WIDE / 2, float(self._gap[1])))

    def seconds(self, letter: float) -> float:
        """Return the seconds in which the word is typed, given those of a letter; a long one is typed faster."""
        return min(max(letter * len(self.typed), _LEAST), _MOST)


def largest(phrases: Sequence[Written], region: Region, style: Style = DEFAULT) -> Setting:
    """Return the setting with the largest type with which each of some phrases fits into a region.

    The typed word stands among the others where all are in one line, or where a line of its own takes too much room.
    """
    sizes, least = style.sizes, style.sizes.least / _OTHERS
    widths = [[float(Label(w, size=sizes.head, within=1e6, style=style).width) for w in each.words] for each in phrases]

    def fit(setting: Setting, most: float) -> bool:
        rows = zip(phrases, widths, strict=True)
        return all(_fits(phrase.typed, row, setting, region, sizes.head, most) for phrase, row in rows)

    tried = [float(size) for size in np.linspace(_LARGEST * sizes.scale, least, _SIZES)]
    own = next((size for size in tried if fit(Setting(size, True), inf)), 0.0)
    among = next((size for size in tried if fit(Setting(size, False), 1)), 0.0)
    if among > _LARGER * own:
        return Setting(among, False)
    return Setting(own, True) if own else Setting(least, False)


def _fits(typed: int, widths: Sequence[float], setting: Setting, region: Region, size: float, most: float) -> bool:
    """Return whether a phrase, its words' widths given in one size, fits into a region in a number of lines at most."""
    wide = [
        setting.size / size * (1.0 if at == typed else _OTHERS) * width + _CURSOR * (at == typed)
        for at, width in enumerate(widths)
    ]
    lines = _lines(wide, typed, region.width, setting)
    fits = max(wide) <= region.width and _height(lines, typed, setting.size) <= region.height
    return fits and len(lines) <= most


def _lines(widths: Sequence[float], typed: int, room: float, setting: Setting) -> list[list[int]]:
    """Return the places of words line by line."""
    lines: list[list[int]] = [[]]
    for index, width in enumerate(widths):
        line = lines[-1]
        wide = sum(widths[each] + _SPACE * setting.size for each in line) + width
        if line and (wide > room or (setting.alone and typed in (index, line[-1]))):
            lines.append([])
        lines[-1].append(index)
    return lines


def _height(lines: Sequence[Sequence[int]], typed: int, size: float) -> float:
    """Return the height of lines, scene units."""
    return _PITCH * size * sum(1.0 if typed in line else _OTHERS for line in lines)
