"""Distances filed in the record: for each pair of words a bar, as long as the way between them is far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from manim import DashedVMobject, Intersection, Rectangle, RoundedRectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, baseline_of
from scenes.stage import PlaneView, Region
from scenes.style import DEFAULT, Style

_SCALE = 0.65
"""The length of a bar as a share of the distance on the plane, where there is room."""

_ICON, _ICON_OF_MANY, _BETWEEN = 0.74, 0.5, 0.42
"""Scene units: the height of the icons of a pair, alone and among others, and the length of the ruler between them."""

_THICK, _OLD_THICK, _AIR = 0.46, 0.3, 0.13
"""Scene units: a bar, the bar of what was before, and what is free between them and beside numbers."""

_ROUND = 0.3
"""The radius of a bar's corners, as a share of its thickness."""

_BEYOND = 0.1
"""Scene units that what is written beside a bar of before may go beyond the record at its right."""

_RIM = 0.06
"""Scene units that an icon's rim, or a bar's outline, goes beyond it."""

_ABOVE, _TITLE = 0.2, 0.5
"""Scene units: from the edge of the record to the title's baseline, and what it takes of a standing record."""

_ROW, _MOST_PITCH = 1.85, 2.45
"""Scene units: the height of a pair with its bars, and the most from a pair to the next."""


@dataclass(frozen=True, slots=True)
class Group:
    """One side of a distance: a word, or several whose middle is meant.

    Attributes:
        name: the word, or what they are called.
        words: the words.
    """

    name: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, word: str) -> Group:
        """Return a single word."""
        return cls(word, (word,))


class DistanceRows(VGroup):
    """Pairs of words with the distance between them as a bar, and dashed what it was before.

    Args:
        pairs: two words, or groups of words, each.
        colors: two ``#rrggbb`` for each pair; the first half of its bar has the first, the other half the second.
        distances: shape (N,), one for each pair.
        view: where the record is, and the plane's scale.
        before: what the distances were before, shape (N,).
        title: what is written above all: what a long bar means.
        longest: a distance for which there has to be room on the same scale, as it is in a record seen beside this one.
        of_before: what is written beside the bars of before: where they come from; only beside the shortest one where
            there is no room beside all.
        style: theme and sizes.

    Attributes:
        bars: one for each pair.
        old_bars: dashed, one for each pair; empty without ``before``.
        numbers: the distances.
        old_numbers: what they were before.
        notes: the title, and the notes beside the bars of before.
        unit: scene units for a distance of 1.
    """

    def __init__(
        self,
        pairs: Sequence[tuple[Group, Group]],
        colors: Sequence[tuple[str, str]],
        distances: Tensor,
        view: PlaneView,
        *,
        before: Tensor | None = None,
        longest: float = 0.0,
        title: str = "",
        of_before: str = "",
        style: Style = DEFAULT,
    ) -> None:
        self.style, size, ink = style, style.sizes.number, style.theme.ink
        self.numbers = [Number(value, size=size, color=ink, style=style) for value in distances]
        old = [] if before is None else list(before)
        self.old_numbers = [Number(value, size=style.sizes.tick, color=ink, style=style) for value in old]
        self.notes, titled = VGroup(), self._title(title, view)
        cells = self._cells(view, len(pairs), titled=bool(title))
        texts = [*self.numbers, *self.old_numbers]
        self._longest = Number(
            torch.tensor([longest, *(text.value for text in texts)]).max(), size=size, color=ink, style=style
        )
        noted = self._noted(of_before, cells[0].width, _SCALE * view.unit)
        self.unit = min(_SCALE * view.unit, self._widest_unit(cells[0].width, noted))
        self.bars, self.old_bars, self.heads = VGroup(), VGroup(), VGroup()
        for index, cell in enumerate(cells):
            self._fill_cell(index, cell, pairs[index], colors[index])
        for number, note in noted:
            note.set_x(number.get_right()[0] + _AIR + note.width / 2).on_baseline(baseline_of(number))
        # Where the record lies, the plane's axis runs down behind the title.
        self.notes.add(*(haloed(text, style) for text in (titled, *(note for _, note in noted)) if text is not None))
        super().__init__(self.heads, self.old_bars, self.bars, *texts, self.notes)
        laid(self, Layer.LEDGER)

    def boxes(self) -> list[Box]:
        """Return the boxes of all that is drawn, which texts on the plane keep off."""
        texts = [*self.numbers, *self.old_numbers, *self.notes]
        return [box_of(piece) for piece in (*self.heads, *self.bars, *self.old_bars, *texts)]

    def _title(self, title: str, view: PlaneView) -> Label | None:
        """Return the title at the top of the record; above it where it lies, as its rows then need all its height."""
        if not title:
            return None
        size, record = self.style.sizes.number, view.record.inset(left=_RIM, right=_RIM)
        label = Label(title, size=size, color=self.style.theme.ink, within=record.width, style=self.style)
        label.set_x(record.left + float(label.width) / 2)
        return label.on_baseline(record.top + (_ABOVE if view.lying else -_ABOVE))

    def _noted(self, text: str, width: float, unit: float) -> list[tuple[Number, Label]]:
        """Return the numbers of before with what is written beside them: all, or only the shortest one's."""
        if not text:
            return []
        size, ink = self.style.sizes.tick, self.style.theme.ink
        noted = [(n, Label(text, size=size, color=ink, within=width / 2, style=self.style)) for n in self.old_numbers]
        if self._widest_unit(width, noted) >= unit:
            return noted
        return sorted(noted, key=lambda each: each[0].value)[:1]

    def _widest_unit(self, width: float, noted: Sequence[tuple[Number, Label]]) -> float:
        """Return the most scene units for a distance of 1 with which all bars, numbers and notes have room."""
        rooms = [(self._longest.value, width - _AIR - float(self._longest.width))]
        rooms += [
            (number.value, width + _BEYOND - 2 * _AIR - float(number.width + note.width)) for number, note in noted
        ]
        return min((room / value for value, room in rooms if value > 0), default=_SCALE)

    def _cells(self, view: PlaneView, count: int, *, titled: bool) -> tuple[Region, ...]:
        record = view.record.inset(left=_RIM, right=_RIM)
        if view.lying:
            return record.columns(*[1.0] * count, gap=0.5)
        record = record.inset(top=_TITLE if titled else 0.0)
        pitch = min(_MOST_PITCH, record.height / count)
        middle = float(record.centre[1])
        return Region(record.left, record.right, middle - pitch * count / 2, middle + pitch * count / 2).rows(
            *[1.0] * count
        )

    def _fill_cell(self, index: int, cell: Region, pair: tuple[Group, Group], colors: tuple[str, str]) -> None:
        """Lay out a pair of words, and below it the present bar and the one of before."""
        left, scale = cell.left, min(1.0, cell.height / _ROW)
        top = float(cell.centre[1]) + scale * _ROW / 2
        self.heads.add(self._head(pair, colors, point(left, top - scale * _ICON / 2), cell.width, scale))
        at = top - scale * (_ICON + _AIR + _THICK / 2)
        self.bars.add(self._bar(self.numbers[index], point(left, at), _THICK * scale, colors))
        if self.old_numbers:
            below = at - scale * (_THICK + _OLD_THICK) / 2 - _AIR
            bar = self._bar(self.old_numbers[index], point(left, below), _OLD_THICK * scale, colors, old=True)
            self.old_bars.add(bar)

    def _bar(
        self, number: Number, start: Point, thick: float, colors: tuple[str, str], *, old: bool = False
    ) -> VMobject:
        """Return a bar as long as a number, half in each colour of its pair, and put the number at its end."""
        length = max(number.value * self.unit, 1e-3)
        number.set_x(start[0] + length + _AIR + number.width / 2)
        number.on_baseline(start[1] - number.cap_height / 2)
        radius = min(_ROUND * thick, length / 2)
        bar = RoundedRectangle(corner_radius=radius, width=length, height=thick, stroke_width=0)
        bar.move_to(start + point(length / 2))
        halves = _halves(bar) if colors[0] != colors[1] else [bar]
        if old:
            return self._old_bar(bar, halves, colors)
        theme = self.style.theme
        for half, color in zip(halves, colors, strict=False):
            half.set_fill(theme.fill(color), 1.0 if theme.filled else 0.0)
            if theme.fill(color) != color or not theme.filled:
                half.set_stroke(color, self.style.strokes.thin)
        return VGroup(*halves)

    def _old_bar(self, bar: VMobject, halves: Sequence[VMobject], colors: tuple[str, str]) -> VMobject:
        """Return the bar of what was before: dashes around a faint ground."""
        theme, middle = self.style.theme, float(bar.get_x())
        grounds = [
            half.copy().set_fill(theme.fill(color), 0.1 if theme.filled else 0.0)
            for half, color in zip(halves, colors, strict=False)
        ]
        outline = bar.copy().set_stroke(colors[0], 2.4).set_fill(opacity=0.0)
        count = max(6, round(2 * float(bar.width + bar.height) / 0.115))
        around = DashedVMobject(outline, num_dashes=count, dashed_ratio=0.55)
        for dash in around:
            dash.set_stroke(colors[float(dash.get_x()) > middle], 2.4)
        return VGroup(*grounds, around)

    def _head(
        self, pair: tuple[Group, Group], colors: tuple[str, str], start: Point, width: float, scale: float
    ) -> VGroup:
        """Return both words with a small ruler between them, from a point to the right."""
        between = scale * _BETWEEN
        free, (first, second) = width - between - 2 * _AIR, zip(pair, colors, strict=True)
        natural = [float(self._word(*each, scale, free).width) for each in (first, second)]
        # What the shorter name leaves is the longer one's.
        rooms = [max(free / 2, free - other) for other in reversed(natural)]
        words = [self._word(*each, scale, room) for each, room in zip((first, second), rooms, strict=True)]
        at = start + point(float(words[0].width) / 2)
        words[0].move_to(at)
        begin = start + point(float(words[0].width) + _AIR)
        end = begin + point(between)
        stroke, ink = point(0.0, 0.1), self.style.theme.ink
        pieces = [(begin, end), (begin - stroke, begin + stroke), (end - stroke, end + stroke)]
        words[1].move_to(end + point(_AIR + float(words[1].width) / 2))
        return VGroup(*words, *(thin_line(*piece, ink, 2.4) for piece in pieces))

    def _word(self, group: Group, color: str, scale: float, within: float) -> VMobject:
        """Return a group's icons side by side, or its name where one of its words has none, or there is no room."""
        if group.words and all(has_icon(word, self.style) for word in group.words):
            height = scale * (_ICON if len(group.words) == 1 else _ICON_OF_MANY)
            icons = [ShadedIcon(word, color, height=height, style=self.style) for word in group.words]
            together = VGroup(*icons).arrange(buff=0.08)
            if len(icons) == 1 or together.width <= within:
                return together
        return Label(group.name, size=self.style.sizes.number, color=color, within=within, style=self.style)


def _halves(bar: VMobject) -> list[VMobject]:
    """Return the left and the right half of a bar."""
    width, height = float(bar.width) / 2, float(bar.height)
    room = Rectangle(width=width, height=2 * height)
    return [
        Intersection(bar, room.move_to(bar.get_center() + point(side * width / 2))).set_stroke(width=0)
        for side in (-1, 1)
    ]
