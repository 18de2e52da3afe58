"""Distances filed in the record: for each pair of words the line between them laid level, as it is on the plane."""

from __future__ import annotations

from collections.abc import Container, Sequence

from manim import UP, Dot, ManimColor, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, ghost_of, has_icon
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Typeset, baseline_of, typst_string
from scenes.stage import PlaneView, Region
from scenes.style import DEFAULT, Style

_SCALE = 0.65
"""The length of a line as a share of the distance on the plane, where there is room."""

_ICON, _ICONS, _BETWEEN, _APART = 0.56, (0.56, 0.5, 0.45, 0.4), 0.42, 0.08
"""Scene units: the height of icons, and those that are tried at the ends of lines; the length of the ruler between
words that stand elsewhere; the least from icon to icon at the ends of a line."""

_LINE, _OLD_LINE, _DOT, _DASH = 4.0, 2.4, 0.055, 0.11
"""Stroke units of a distance's line, now and before; scene units: the radius of the dots at its ends, a dash."""

_HEAD, _ROW, _OLD_ROW, _AIR = 0.62, 0.74, 0.62, 0.13
"""Scene units that rows take: what stands above a line, the line with its words, an old line; the room beside
numbers."""

_BEYOND = 0.1
"""Scene units that what is written beside a line of before may go beyond the record at its right."""

_RIM = 0.06
"""Scene units that an icon's rim goes beyond it."""

_ABOVE, _TITLE = 0.2, 0.5
"""Scene units: from the edge of the record to the title's baseline, and what it takes of a standing record."""

_MOST_PITCH = 2.6
"""Scene units: the most from a pair to the next."""


class DistanceRows(VGroup):
    """Pairs of words with the line between them, dashed what it was before, and what is concluded of both.

    Words with icons stand at the ends of their line, as on the plane; other words above it.

    Args:
        pairs: two words each.
        colors: two ``#rrggbb`` for each pair: those of its words.
        distances: shape (N,), one for each pair.
        view: where the record is, and the plane's scale.
        before: what the distances were before, shape (N,).
        title: what is written above all where nothing is concluded: what a long line means.
        concluded: what is written above each pair; nothing when empty.
        beside: the distances of a record seen before or after this one, shape (N,): there has to be room for them, too.
        flipped: the words whose icons are mirrored, as they are on the plane.
        of_before: what is written beside the lines of before: where they come from; only beside the shortest one where
            there is no room beside all.
        style: theme and sizes.

    Attributes:
        bars: the lines, one for each pair.
        old_bars: dashed, one for each pair; empty without ``before``.
        numbers: the distances.
        old_numbers: what they were before.
        heads: the words of each pair.
        notes: the title, and the notes beside the lines of before.
        concluded: what is concluded of each pair; empty where nothing is.
        unit: scene units for a distance of 1.
    """

    def __init__(
        self,
        pairs: Sequence[tuple[str, str]],
        colors: Sequence[tuple[str, str]],
        distances: Tensor,
        view: PlaneView,
        *,
        before: Tensor | None = None,
        beside: Tensor | None = None,
        flipped: Container[str] = (),
        title: str = "",
        concluded: Sequence[str] = (),
        of_before: str = "",
        style: Style = DEFAULT,
    ) -> None:
        self.style, size, ink = style, style.sizes.number, style.theme.ink
        self.flipped = flipped
        self.numbers = [Number(value, size=size, color=ink, style=style) for value in distances]
        old = [] if before is None else list(before)
        self.old_numbers = [Number(value, size=style.sizes.tick, color=ink, style=style) for value in old]
        self.notes, self.concluded = VGroup(), VGroup()
        titled = None if concluded else self._title(title, view)
        cells = self._cells(view, len(pairs), titled=titled is not None)
        texts = [*self.numbers, *self.old_numbers]
        self._values = self._all_values([] if beside is None else beside.tolist())
        longest = max(value for _, value in self._values)
        self._longest = Number(longest, size=size, color=ink, style=style)
        self._scale = min(1.0, cells[0].height / (_ROW + _OLD_ROW + _HEAD * (not view.lying)))
        self._measure(pairs, cells[0].width, _SCALE * view.unit)
        noted = self._noted(of_before, cells[0].width, _SCALE * view.unit)
        self.unit = min(_SCALE * view.unit, self._widest_unit(cells[0].width, noted))
        self.bars, self.old_bars, self.heads = VGroup(), VGroup(), VGroup()
        for index, cell in enumerate(cells):
            self._fill_cell(index, cell, pairs[index], colors[index], view)
            if concluded:
                self._conclude(concluded[index], cell, view)
        for number, note in noted:
            note.set_x(number.get_right()[0] + _AIR + note.width / 2).on_baseline(baseline_of(number))
        # Where the record lies, the plane's axis runs down behind the title.
        self.notes.add(*(haloed(text, style) for text in (titled, *(note for _, note in noted)) if text is not None))
        super().__init__(self.heads, self.old_bars, self.bars, self._dots(), *texts, self.notes, self.concluded)
        laid(self, Layer.LEDGER)

    def boxes(self) -> list[Box]:
        """Return the boxes of all that is drawn, which texts on the plane keep off."""
        texts = [*self.numbers, *self.old_numbers, *self.notes, *self.concluded]
        return [box_of(piece) for piece in (*self.heads, *self.bars, *self.old_bars, *texts)]

    def _all_values(self, beside: Sequence[float]) -> list[tuple[int, float]]:
        """Return all distances for which there has to be room, each with the position of its pair."""
        own = ([number.value for number in numbers] for numbers in (self.numbers, self.old_numbers))
        return [(index, value) for values in (*own, beside) for index, value in enumerate(values)]

    def _title(self, title: str, view: PlaneView) -> Label | None:
        """Return the title at the top of the record; above it where it lies, as its rows then need all its height."""
        if not title:
            return None
        size, record = self.style.sizes.number, view.record.inset(left=_RIM, right=_RIM)
        label = Label(title, size=size, color=self.style.theme.ink, within=record.width, style=self.style)
        label.set_x(record.left + float(label.width) / 2)
        return label.on_baseline(record.top + (_ABOVE if view.lying else -_ABOVE))

    def _measure(self, pairs: Sequence[tuple[str, str]], width: float, unit: float) -> None:
        """Find whether words stand at the ends of their lines, how tall their icons are and how far beyond they go."""
        self._beyond, self.at_ends, self._height = (0.0, 0.0), False, self._scale * _ICON
        if not all(has_icon(word, self.style) for pair in pairs for word in pair):
            return
        for height in _ICONS:
            self._height = self._scale * height
            halves = [[self._half(word) for word in pair] for pair in pairs]
            beyond = max(first for first, _ in halves), max(second for _, second in halves)
            room = width - sum(beyond) - _AIR - float(self._longest.width)
            most = min(unit, room / max(self._longest.value, 1e-9))
            if all(value * most >= sum(halves[index]) + _APART for index, value in self._values):
                self._beyond, self.at_ends = beyond, True
                return
        self._height = self._scale * _ICON

    def _half(self, word: str) -> float:
        """Return half the width of a word's icon."""
        return float(self._icon(word, self.style.theme.ink).width) / 2

    def _icon(self, word: str, color: str, *, old: bool = False) -> VMobject:
        kind = ghost_of if old else ShadedIcon
        icon = kind(word, color, height=self._height, style=self.style)
        return icon.flip(UP) if word in self.flipped else icon

    def _noted(self, text: str, width: float, unit: float) -> list[tuple[Number, Label]]:
        """Return the numbers of before with what is written beside them: all, or only the shortest one's."""
        if not text:
            return []
        size, ink = self.style.sizes.tick, self.style.theme.ink
        noted = [(n, Label(text, size=size, color=ink, within=width / 2, style=self.style)) for n in self.old_numbers]
        if self._widest_unit(width, noted) >= min(unit, self._widest_unit(width, [])):
            return noted
        return sorted(noted, key=lambda each: each[0].value)[:1]

    def _widest_unit(self, width: float, noted: Sequence[tuple[Number, Label]]) -> float:
        """Return the most scene units for a distance of 1 with which all lines, numbers and notes have room."""
        width -= sum(self._beyond)
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

    def _fill_cell(
        self, index: int, cell: Region, pair: tuple[str, str], colors: tuple[str, str], view: PlaneView
    ) -> None:
        """Lay out the present line of a pair of words, and below it the one of before."""
        head = 0.0 if view.lying else _HEAD
        top = float(cell.centre[1]) + self._scale * (head + _ROW + _OLD_ROW) / 2 - self._scale * head
        start = point(cell.left + self._beyond[0], top - self._scale * _ROW / 2)
        words = VGroup()
        if not self.at_ends:
            height = self._scale * _ROW * 0.7
            words.add(self._named(pair, colors, point(cell.left, top - height / 2), cell.width))
            start[1] = top - height - self._scale * _ROW * 0.25
        self.bars.add(self._line(self.numbers[index], start, words, pair, colors))
        if self.old_numbers:
            below = point(start[0], top - self._scale * (_ROW + _OLD_ROW / 2))
            self.old_bars.add(self._line(self.old_numbers[index], below, words, pair, colors, old=True))
        self.heads.add(words)

    def _line(
        self,
        number: Number,
        start: Point,
        words: VGroup,
        pair: tuple[str, str],
        colors: tuple[str, str],
        *,
        old: bool = False,
    ) -> VMobject:
        """Return a line as long as a number, put the number behind it, and add its words at its ends."""
        end = start + point(max(number.value * self.unit, 1e-3))
        behind = 0.0
        if self.at_ends:
            icons = [self._icon(word, color, old=old) for word, color in zip(pair, colors, strict=True)]
            words.add(*(icon.move_to(at) for icon, at in zip(icons, (start, end), strict=True)))
            behind = float(icons[1].width) / 2
        number.set_x(end[0] + behind + _AIR + number.width / 2)
        number.on_baseline(start[1] - number.cap_height / 2)
        theme = self.style.theme
        line = dashes(start, end, self._old_color(), _OLD_LINE) if old else thin_line(start, end, theme.ink, _LINE)
        return line.set_background_stroke(color=theme.background, width=RIM)

    def _old_color(self) -> str:
        """Return the colour of what was before: between a note's and ink, so that its dashes are seen."""
        theme = self.style.theme
        return str(ManimColor(theme.dim).interpolate(ManimColor(theme.ink), 0.5).to_hex())

    def _dots(self) -> VGroup:
        """Return a dot at each end of each line."""
        theme, dots = self.style.theme, VGroup()
        for line, color in (*((e, theme.ink) for e in self.bars), *((e, self._old_color()) for e in self.old_bars)):
            for end in (line.get_left(), line.get_right()):
                dot = Dot(end, radius=_DOT, color=color)
                dots.add(dot.set_background_stroke(color=theme.background, width=RIM))
        return dots

    def _conclude(self, text: str, cell: Region, view: PlaneView) -> None:
        """Write what is concluded of a pair above it, above the record where that lies."""
        size = self.style.sizes.number if view.lying else self.style.sizes.head
        label = Typeset(f"#strong[#{typst_string(text)}]", size, self.style.theme.ink, style=self.style)
        label.scale(min(1.0, cell.width / float(label.width)))
        label.set_x(cell.left + float(label.width) / 2)
        rows = self._scale * (_HEAD + _ROW + _OLD_ROW)
        top = float(cell.centre[1]) + rows / 2 - self._scale * _HEAD / 2
        label.on_baseline(view.record.top + _ABOVE if view.lying else top - label.cap_height / 2)
        self.concluded.add(haloed(label, self.style))

    def _named(self, pair: tuple[str, str], colors: tuple[str, str], start: Point, width: float) -> VGroup:
        """Return both words with a small ruler between them, from a point to the right."""
        between = self._scale * _BETWEEN
        free, both = width - between - 2 * _AIR, list(zip(pair, colors, strict=True))
        natural = [float(self._word(*each, free).width) for each in both]
        # What the shorter name leaves is the longer one's.
        rooms = [max(free / 2, free - other) for other in reversed(natural)]
        words = [self._word(*each, room) for each, room in zip(both, rooms, strict=True)]
        words[0].move_to(start + point(float(words[0].width) / 2))
        begin = start + point(float(words[0].width) + _AIR)
        end = begin + point(between)
        stroke, ink = point(0.0, 0.1), self.style.theme.ink
        pieces = [(begin, end), (begin - stroke, begin + stroke), (end - stroke, end + stroke)]
        words[1].move_to(end + point(_AIR + float(words[1].width) / 2))
        return VGroup(*words, *(thin_line(*piece, ink, 2.4) for piece in pieces))

    def _word(self, word: str, color: str, within: float) -> VMobject:
        """Return a word's icon, or its name where it has none."""
        if has_icon(word, self.style):
            return self._icon(word, color)
        return Label(word, size=self.style.sizes.number, color=color, within=within, style=self.style)


def dashes(start: Point, end: Point, color: str, width: float) -> VGroup:
    """Return a dashed line that begins and ends with a dash."""
    length = float(abs(end[0] - start[0]))
    count = max(2, round((length / _DASH + 0.8) / 1.8))
    dash = 1 / (count + 0.8 * (count - 1))
    return VGroup(
        *(
            thin_line(start + share * (end - start), start + (share + dash) * (end - start), color, width)
            for share in (1.8 * dash * index for index in range(count))
        )
    )
