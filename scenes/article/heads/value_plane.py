"""The plane of a head's values, with a word that four phrases move: the base of the figures of value spaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import torch
from manim import DOWN, LEFT, RIGHT, SurroundingRectangle, VGroup, VMobject
from torch import Tensor

from scenes.article.heads.value_space import FourPhrases, ValueSpace, value_space
from scenes.figure import Figure
from scenes.layout import fit
from scenes.parts.bars.bars import SideBar
from scenes.parts.geometry import Point, point
from scenes.parts.icons import Icon
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.distance import clear_distance
from scenes.parts.plane.labels import Box, Segment, inside_length, overlap
from scenes.parts.plane.pulls import RING, Pulls
from scenes.parts.plane.word_plane import ICON_HEIGHT, PlaneWord, WordPlane, label_spot, set_labels, words_on_plane
from scenes.parts.table.matrix import NamedMatrix, row_titles
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label, Paragraph, Row, set_on_baseline
from scenes.stage import Region, Stage
from scenes.style import DEFAULT, Style
from scenes.worlds import World, unit_of

_HEADROOM = 0.55
"""Scene units above the highest place for a label, where the plane does not shrink for it."""

_WIDER = 0.45
"""The least extension of a plane that is worth while, in units of the plane."""

_NEARER = 0.15
"""Scene units by which the name is nearer to the phrase in a square, where the plane is low."""


@dataclass(frozen=True, slots=True)
class ValuePlaces:
    """The places of everything below the phrase.

    Attributes:
        plane: the plane, the names of its axes included.
        title: the space's name.
        rule: the note on its meaning.
        matrix: its matrix with the names of the rows.
        distances: the two distances.
        in_turn: whether the distances replace rule and matrix, for want of room for both.
        side_by_side: whether one distance stands beside the other instead of below it.
    """

    plane: Region
    title: Region
    rule: Region
    matrix: Region
    distances: Region
    in_turn: bool = False
    side_by_side: bool = False


def value_places(stage: Stage) -> ValuePlaces:
    """Return the places: the plane beside the rest in a wide frame, above it in a tall one."""
    room = stage.picture_to_bottom
    if stage.is_wide:
        plane, right = room.columns(1.5, 1, gap=0.4)
        top, matrix, distances = right.rows(1.0, 2.4, 2.7)
        return ValuePlaces(plane, *_lines(top), matrix, distances.inset(0.35, 0.35))
    if stage.is_portrait:
        top, plane, matrix, distances = room.rows(1.0, 5.6, 2.5, 2.8)
        return ValuePlaces(plane, *_lines(top), matrix, distances.inset(0.35, 0.35))
    if stage.is_narrow:
        title, plane, lower = room.inset(top=-_NEARER).rows(0.45, 3.62, 2.13)
        rule, matrix = lower.rows(0.53, 1.6)
        return ValuePlaces(plane, title, rule, matrix, lower.inset(0.8, 0.8, top=-0.07), in_turn=True)
    upper, distances = room.rows(4.65, 1.4)
    plane, right = upper.columns(6.4, 3.1, gap=0.17)
    title, rule, matrix = right.rows(1.1, 1.0, 2.55)
    return ValuePlaces(plane, title, rule, matrix, distances, side_by_side=True)


def _lines(region: Region) -> tuple[Region, Region]:
    title, rule = region.rows(0.58, 0.42)
    return title, rule


def roomy_plane(region: Region, rows: Tensor, names: Sequence[str], style: Style) -> WordPlane:
    """Return a plane that extends to both sides or above, beyond its vectors, where that does not make it smaller.

    Args:
        region: the region it may fill.
        rows: shape (N, 2): all vectors that must be inside.
        names: the names of the axes.
        style: theme and sizes.
    """
    plane = WordPlane(region, rows, names, style=style)
    above = torch.tensor([[0.0, float(rows[:, 1].max()) + _HEADROOM / plane.unit]])
    higher = WordPlane(region, torch.cat([rows, above]), names, style=style)
    if higher.unit > 0.99 * plane.unit:
        return higher
    spare = (plane.room.width - plane.panel.width) / plane.unit / 2
    low, high = plane.spans[0]
    for share in (1.0, 0.8, 0.6, 0.4):
        sides = torch.tensor([[low - share * spare, 0.0], [high + share * spare, 0.0]])
        wider = WordPlane(region, torch.cat([rows, sides]), names, style=style)
        if share * spare > _WIDER and wider.unit > 0.99 * plane.unit:
            return wider
    return plane


_DROP_OF_COMPARED = 0.3
"""Scene units from the names' baseline down to the bar's centre."""

_PITCH = 1.0
"""The line spacing of rows, scene units; less where room is short."""

_BETWEEN = 0.6
"""Scene units between two that stand side by side."""

_HEAD = 1.35
"""The height of the heading with a single row, scene units."""

_MARK_GAP = 0.12
"""Scene units between a mark and the name after it."""


class Compared(VGroup):
    """A distance between two things, as a number and as a bar below their names: ``red or green   0.03``.

    Args:
        names: the names of the two.
        value: their distance, 0 or more.
        colors: ``#rrggbb`` of the names.
        unit: scene units of the bar for 1.
        left: the left edge of names and bar, scene units.
        right: the right edge of the number, scene units.
        marks: mobjects before the names, such as their marks on a plane; none when left out.
        style: theme and sizes.

    Attributes:
        names: the two names with "or" between them.
        marks: the mobjects before the names.
        number: the number.
        bar: the bar.
    """

    def __init__(
        self,
        names: Sequence[str],
        value: Tensor | float,
        colors: Sequence[str],
        *,
        unit: float,
        left: float,
        right: float,
        marks: Sequence[VMobject] = (),
        style: Style = DEFAULT,
    ) -> None:
        first, second = (Label(name, color=color, style=style) for name, color in zip(names, colors, strict=True))
        between = Label(style.says("or"), size=style.sizes.note, color=style.theme.dim, style=style)
        self.marks = VGroup(*marks)
        room = max((mark.width for mark in marks), default=-_MARK_GAP) + _MARK_GAP
        self.number = Number(value, style=style)
        self.names = Row([first, between, second], [0.16, 0.16 + room])
        free = right - left - room - self.number.width - 0.2
        if self.names.width > free:
            self.names.scale(free / self.names.width)
        self.names.starting_at(left + room)
        for mark, name in zip(marks, (first, second), strict=False):
            mark.move_to(point(float(name.get_left()[0]) - _MARK_GAP - mark.width / 2, self.names.baseline + 0.09))
        self.number.align_to(point(right, 0.0), RIGHT)
        set_on_baseline(self.number, self.names.baseline)
        self.bar = SideBar(value, unit, left, self.names.baseline - _DROP_OF_COMPARED, style.theme.ink, style=style)
        super().__init__(self.names, self.marks, self.number, self.bar)

    @property
    def baseline(self) -> float:
        """The names' baseline, in scene units."""
        return self.names.baseline


class ComparedList(VGroup):
    """Several distances below each other under a heading, their bars in one unit: the largest fills the width.

    They may also stand side by side.

    Args:
        said: the heading.
        names: the two names of each distance.
        values: shape (N,), 0 or more.
        colors: ``#rrggbb`` of each pair of names.
        region: the region it fills, from the top.
        marks: mobjects before the names of each distance.
        side_by_side: put them beside each other.
        style: theme and sizes.

    Attributes:
        heading: the heading's mobject.
        rows: the distances.
    """

    def __init__(
        self,
        said: str,
        names: Sequence[Sequence[str]],
        values: Tensor,
        colors: Sequence[Sequence[str]],
        region: Region,
        *,
        marks: Sequence[Sequence[VMobject]],
        side_by_side: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.heading = Label(said, size=style.sizes.note, color=style.theme.dim, within=region.width, style=style)
        set_on_baseline(self.heading.align_to(point(region.left, 0.0), LEFT), region.top - 0.35)
        count = len(names)
        parts = region.columns(*[1.0] * count, gap=_BETWEEN) if side_by_side else [region] * count
        unit = parts[0].width / max(float(values.max()), 1e-6)
        self.rows = [
            Compared(*row[:3], unit=unit, left=part.left, right=part.right, marks=row[3], style=style)
            for *row, part in zip(names, values, colors, marks, parts, strict=True)
        ]
        pitch = 0.0 if side_by_side else min(_PITCH, (region.height - _HEAD) / max(count - 1, 1))
        for index, row in enumerate(self.rows):
            set_on_baseline(row, region.top - 0.95 - pitch * index)
        super().__init__(self.heading, *self.rows)


_CLEAR_OF_ARRIVAL = 0.36
"""Scene units left free at both ends of the way, so that it touches no icon."""

_BESIDE = 0.3
"""Scene units between the way and the centre of the number beside it."""


class Arrival(PlaneWord):
    """A word at its new place, and a dim arrow for the way it has come.

    Args:
        word: the word.
        start: its old place, a manim point.
        at: its new place, a manim point.
        color: ``#rrggbb`` of the word.
        said: its name there: words, each with its ``#rrggbb``.
        hollow: draw the mark as an outline in ink, to distinguish it from another below it.
        size: the name's size, manim font units.
        icon_height: scene units.
        style: theme and sizes.

    Attributes:
        way: the arrow from the old place to the new one.
    """

    def __init__(
        self,
        word: str,
        start: Point,
        at: Point,
        color: str,
        said: Sequence[tuple[str, str]],
        *,
        hollow: bool = False,
        size: float | None = None,
        icon_height: float = ICON_HEIGHT,
        style: Style = DEFAULT,
    ) -> None:
        name = Row([Label(text, size=size, color=shade, style=style) for text, shade in said], 0.12)
        super().__init__(word, at, color, icon=True, text=name, icon_height=icon_height, style=style)
        if hollow:
            _hollow(self.mark, style)
        along = (at - start) / max(float(np.linalg.norm(at - start)), 1e-9)
        spare = min(_CLEAR_OF_ARRIVAL, float(np.linalg.norm(at - start)) / 4)
        self.way = Arrow(start + spare * along, at - spare * along, style.theme.dim, width=style.strokes.line, tip=1.2)

    def beside_way(self, number: Number, away: Point) -> Point:
        """Return the place for a number beside the middle of the way, on the side that is farther from a point."""
        start, end = self.way.segment
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
        across = point(-along[1], along[0])
        middle = (start + end) / 2
        side = 1.0 if float(across @ (middle - away)) > 0 else -1.0
        reach = _BESIDE + abs(float(across[0])) * number.width / 2
        place: Point = middle + side * reach * across
        return place


def _hollow(mark: VMobject, style: Style) -> None:
    """Reduce a mark to its outline in ink; cut-outs in the background's colour are removed."""
    for piece in mark.family_members_with_points():
        ground = piece.get_fill_color().to_hex().lower() == style.theme.background
        piece.set_fill(opacity=0)
        piece.set_stroke(style.theme.ink, width=style.strokes.thin, opacity=0 if ground else 1)


_CLEAR = 0.1
"""The weight from which labels must avoid a pull."""

_SHORT = 0.3
"""The length, in scene units, below which an axis's arrow is invisible and has no name on the plane."""

_IN_LIST = 0.6
"""The size of a mark in the list, as a share of its size on the plane."""

_ABOVE, _BELOW = (0.0, 2.5), (0.0, -2.5)
"""The directions that labels prefer: above icons, and below the word's new places."""

_OWN = 0.6
"""The distance, in scene units, below which two marks of a word count as at one place."""

_ROOMY = 1.05
"""The plane's unit, in scene units, from which marks and labels have their full size."""

_LINE = 0.42
"""Scene units from one line of a label to the next."""

_RISE, _DROP, _GAP, _AIR = 0.14, 0.28, 0.2, 0.05
"""Scene units from two marks at one place up or down to the baseline of their names, between these, and around them."""


class ValuePlane(Figure):
    """A figure of a word in the value space of one head: separated by two phrases, and hardly by two others.

    Attributes:
        head: the head's number.
        ends: the word at its new places by the first two phrases.
        spots: the word at its new places by the other two.
        named: whether the last two places have names on the plane; without room, only the list names them.
        shares: the final places of the strongest pulls' weights, beside the word's ways.
        unseen: axes whose images are so near to zero that their arrows are invisible.
    """

    Parameters = FourPhrases
    world_name = "colours"
    numbers: ValueSpace
    parameters: FourPhrases
    head: ClassVar[int]

    @classmethod
    def compute(cls, parameters: FourPhrases, world: World) -> ValueSpace:
        """Take one step of the head's attention over each of the four phrases."""
        return value_space(parameters, world, cls.head)

    @classmethod
    def alternative_values(cls, numbers: ValueSpace) -> Mapping[str, object]:
        """Return the word, the words that distinguish the phrases, and both distances."""
        first, second, third, fourth = numbers.distinguishing
        apart, alike = (format_number(float(distance)) for distance in numbers.distances)
        words = {"first": first, "second": second, "third": third, "fourth": fourth}
        return {"word": numbers.word, **words, "apart": apart, "alike": alike}

    def build(self) -> None:
        """Draw the phrase at the top, the plane of values at the left, the matrix and the distances at the right."""
        numbers, style = self.numbers, self.style
        given = (self.parameters.phrase, self.parameters.other_phrase, *self.parameters.like_phrases)
        self.phrases = [
            PhraseRow(self.world.written(phrase), self.colors_of(words), self.stage.header, style=style)
            for phrase, words in zip(given, numbers.phrase_words, strict=True)
        ]
        self.places = value_places(self.stage)
        rows = torch.cat([numbers.values, numbers.updated, self._steps()])
        names = [self.says("first-number"), self.says("second-number")]
        self.plane = roomy_plane(self.places.plane, rows, names, style)
        vectors = dict(zip(numbers.words, numbers.values, strict=True))
        colors = {word: self.color_of(word) for word in vectors}
        # Where the plane is small, so are the marks and the labels on it.
        share = min(1.0, self.plane.unit / _ROOMY)
        self.icon, self.small = ICON_HEIGHT * max(share, 0.7), style.sizes.label if share > 0.9 else style.sizes.note
        self.words = words_on_plane(
            self.plane, vectors, colors, icons=True, size=self.small, icon_height=self.icon, style=style
        )
        self.subject = self.words[numbers.word]
        self.pulls = [self._pulls(phrase) for phrase in range(2)]
        arrivals = [self._arrival(phrase) for phrase in range(4)]
        self.ends, self.spots = arrivals[:2], arrivals[2:]
        start, end = (mark.point for mark in self.ends)
        self.gap = clear_distance(
            start,
            end,
            numbers.distances[0],
            style,
            away=self.subject.point,
            lines=self.plane.axis_segments(),
            clear=0.38,
        )
        self._set_labels()
        self.axes = self._axes()
        self._write()

    def _pulls(self, phrase: int) -> Pulls:
        """Return the pulls of a phrase's words, each word once."""
        numbers = self.numbers
        members = [index for index, word in enumerate(numbers.words) if word in numbers.phrase_words[phrase]]
        names = [numbers.words[index] for index in members]
        return Pulls(
            [self.words[name].point for name in names],
            numbers.weights[members, phrase],
            self.colors_of(names),
            own=names.index(numbers.word),
            strongest=names.index(numbers.strongest(phrase)),
            away=self.plane.place(numbers.updated[phrase]),
            lines=self.plane.axis_segments(),
            style=self.style,
        )

    def _arrival(self, phrase: int) -> Arrival:
        """Return the word at its new place by a phrase, with the phrase's distinguishing word; the last one hollow."""
        numbers, theme = self.numbers, self.style.theme
        word, telling = numbers.word, numbers.distinguishing[phrase]
        called = {
            0: self.says("place", telling=telling, word=word),
            1: self.says("place", telling=telling, word=word),
            2: telling,
            3: self.says("or-place", telling=telling),
        }[phrase]
        size = self.small if phrase < len(self.pulls) or self.stage.is_wide else self.style.sizes.note
        said = [(piece, self.color_of(piece) if piece in (word, telling) else theme.dim) for piece in called.split()]
        return Arrival(
            numbers.word,
            self.subject.point,
            self.plane.place(numbers.updated[phrase]),
            self.color_of(numbers.word),
            said,
            hollow=phrase == 3,
            size=size,
            icon_height=self.icon,
            style=self.style,
        )

    def _set_labels(self) -> None:
        """Place labels clear of everything drawn at the same time; the first pulls are gone when the word has moved."""
        lines = [segment for pulls in self.pulls for segment in pulls.segments(least=_CLEAR)]
        ways = [self.gap.flat_segment, *(end.way.flat_segment for end in self.ends)]
        middle = (self.ends[0].point + self.ends[1].point) / 2
        self.shares = [end.beside_way(pulls.number, middle) for end, pulls in zip(self.ends, self.pulls, strict=True)]
        moved = [pulls.number.copy().move_to(share) for pulls, share in zip(self.pulls, self.shares, strict=True)]
        tips = [end.way.tip for end in self.ends]
        kept = [self.gap.text, *moved, *tips, *(pulls.number for pulls in self.pulls)]
        marks = [arrival.mark for arrival in (*self.ends, *self.spots)]
        self.subject.reach = (RING + 0.06, RING + 0.06)
        for word in self.words.values():
            word.toward = _ABOVE if isinstance(word.mark, Icon) else None
        for arrival in self.ends:
            arrival.toward = _BELOW
        for side, arrival in zip((-1.0, 1.0), self.spots, strict=True):
            arrival.toward = (side, _BELOW[1])
        words = self._set_words([*lines, *ways], [*kept, *marks])
        shown: list[VMobject] = [word for word in words if word is not self.subject]
        # Where there is no room for it, the name of the word's old place is removed.
        shown.append(self.subject.mark if self.places.in_turn else self.subject)
        boxes: list[VMobject] = [SurroundingRectangle(piece, buff=2 * _AIR) for piece in shown]
        boxes += [self.gap.text, self.pulls[1].number, *moved, *tips]
        lines = [*self.pulls[1].segments(least=_CLEAR), *ways]
        # A place that is the word's own is no obstacle to its label.
        others = [spot.mark for spot in self.spots if min(_apart(spot, end) for end in self.ends) > _OWN]
        set_labels(self.ends, self.plane, keep_off=lines, boxes=[*boxes, *others])
        left = [shown[-1], *(self.words[word] for word in dict.fromkeys(self.numbers.distinguishing))]
        boxes = [*left, self.gap.text, *moved, *tips, *self.ends]
        placed = self._second_line() or self._at_both(ways, boxes)
        self.named = placed or self.stage.is_wide
        if not placed:
            set_labels(self.spots, self.plane, keep_off=ways, boxes=boxes)

    def _set_words(self, lines: Sequence[Segment], boxes: Sequence[VMobject]) -> list[PlaneWord]:
        """Place the labels of all words: of the first phrase, then of those that come when some have gone."""
        numbers = self.numbers
        first = dict.fromkeys(numbers.phrase_words[0])
        later = [
            word for word in dict.fromkeys([*numbers.phrase_words[1], *numbers.distinguishing]) if word not in first
        ]
        staying = [self.words[word] for word in first if word in {*numbers.phrase_words[1], *numbers.distinguishing}]
        groups = [[self.words[word] for word in group] for group in (first, later)]
        set_labels(groups[0], self.plane, keep_off=lines, boxes=[*boxes, *(word.mark for word in groups[1])])
        set_labels(groups[1], self.plane, keep_off=lines, boxes=[*boxes, *staying])
        if self.places.in_turn:  # then the word's label is gone before most of it comes
            others = [self.pulls[0].number, *(word for word in groups[0] if word is not self.subject)]
            lines = self.pulls[0].segments(least=_CLEAR)
            spot = label_spot(self.subject, self.subject.point, self.plane, keep_off=lines, boxes=others)
            self.subject.label.move_to(spot)
        return [*groups[0], *groups[1]]

    def _second_line(self) -> bool:
        """Continue a place's name on a second line where the last two phrases lead to one of the first two's places."""
        for end in self.ends:
            if max(_apart(spot, end) for spot in self.spots) < _OWN and end.label.get_y() < end.point[1]:
                line = Row([spot.text for spot in self.spots], 0.12)
                line.set_x(end.label.get_x())
                line.on_baseline(end.text.baseline - _LINE)
                return True
        return False

    def _at_both(self, lines: Sequence[Segment], boxes: Sequence[VMobject]) -> bool:
        """Put both names above or below the place to which both of the last two phrases lead, if they do."""
        one, other = self.spots
        if _apart(one, other) > _OWN:
            return False
        line = Row([one.text, other.text], _GAP)
        top = max(float(spot.mark.get_top()[1]) for spot in self.spots)
        ground = min(float(spot.mark.get_bottom()[1]) for spot in self.spots)
        return any(self._fits(line.on_baseline(at), lines, boxes) for at in (top + _RISE, ground - _DROP))

    def _fits(self, line: Row, lines: Sequence[Segment], boxes: Sequence[VMobject]) -> bool:
        """Put the last two names side by side, an axis between them; return whether they are clear of everything."""
        one, other = self.spots
        zero, middle = float(self.plane.origin[0]), float(one.point[0] + other.point[0]) / 2
        if abs(zero - middle) < _OWN:
            line.shift(point(zero - _GAP / 2 - float(one.text.get_right()[0])))
        else:
            line.set_x(middle)
        left, right = float(line.get_left()[0]) - _AIR, float(line.get_right()[0]) + _AIR
        box = (left, float(line.get_bottom()[1]) - _AIR, right, float(line.get_top()[1]) + _AIR)
        pieces = [piece for mobject in boxes for piece in (mobject if isinstance(mobject, PlaneWord) else [mobject])]
        covered = [overlap(box, _box(piece)) for piece in pieces]
        return not any(covered) and not any(inside_length(segment, box) for segment in lines)

    def _steps(self) -> Tensor:
        """Return where a step along each axis goes that is as large as the world's numbers, shape (d, 2)."""
        return unit_of(number for span in self.world.spans() for number in span) * self.numbers.W_V

    def _axes(self) -> list[tuple[Arrow, VMobject | None]]:
        """Return each axis of the embeddings after the matrix: an arrow with its name."""
        numbers, color, rows = self.numbers, self.style.theme.value, self._steps()
        arrows = [self.plane.arrow(row, color, width=self.style.strokes.bold) for row in rows]
        names = [
            PlaneWord(name, self.plane.place(row), color, style=self.style)
            for name, row in zip(numbers.axes, rows, strict=True)
        ]
        self.unseen = [name.word for name in names if np.linalg.norm(name.point - self.plane.origin) < _SHORT]
        set_labels(
            [name for name in names if name.word not in self.unseen],
            self.plane,
            keep_off=[arrow.flat_segment for arrow in arrows],
        )
        return [
            (arrow, None if name.word in self.unseen else name.text) for arrow, name in zip(arrows, names, strict=True)
        ]

    def _write(self) -> None:
        """Write the space's name, its matrix with its rows' names, and the two distances."""
        numbers, style, places = self.numbers, self.style, self.places
        self.title = Paragraph(self.says("space"), places.title.width, size=style.sizes.phrase, style=style)
        self.title.set_x(places.title.centre[0])
        set_on_baseline(self.title, places.title.top - min(0.45, places.title.height - 0.13))
        self.note = Paragraph(self.says("rule"), places.rule.width, color=style.theme.dim, style=style)
        self.note.set_x(places.rule.centre[0])
        fit(self.note, places.rule.width, places.rule.height)
        set_on_baseline(self.note, places.rule.top - 0.35)
        self._write_matrix(places.matrix)
        pairs = [numbers.distinguishing[:2], numbers.distinguishing[2:]]
        self.compared = ComparedList(
            self.says("distance", word=numbers.word),
            pairs,
            numbers.distances,
            [self.colors_of(pair) for pair in pairs],
            places.distances,
            side_by_side=places.side_by_side,
            marks=[[], [spot.mark.copy().scale(_IN_LIST) for spot in self.spots]],
            style=style,
        )

    def _write_matrix(self, region: Region) -> None:
        """Write the matrix, as large as fits together with the names of its rows."""
        sizes, theme = self.style.sizes, self.style.theme
        dim = [theme.dim] * len(self.numbers.axes)
        for size, names in ((sizes.phrase, sizes.label), (sizes.phrase, sizes.note), (sizes.label, sizes.note)):
            self.matrix = NamedMatrix(
                f"W_V^(({self.head}))",
                self.numbers.W_V,
                size=size,
                name_size=sizes.phrase,
                color=theme.value,
                style=self.style,
            )
            self.row_names = row_titles(self.matrix.matrix, self.numbers.axes, dim, size=names, style=self.style)
            whole = VGroup(self.matrix, *self.row_names)
            if whole.width <= region.width and whole.height <= region.height:
                break
        if whole.width > region.width:
            inner = VGroup(self.matrix.matrix, *self.row_names)
            inner.next_to(VGroup(self.matrix.symbol, self.matrix.equals), DOWN, buff=0.2, aligned_edge=LEFT)
        fit(whole, region.width, region.height - 0.15)
        whole.move_to(region.centre)


def _box(mobject: VMobject) -> Box:
    return (mobject.get_left()[0], mobject.get_bottom()[1], mobject.get_right()[0], mobject.get_top()[1])


def _apart(one: PlaneWord, other: PlaneWord) -> float:
    return float(np.linalg.norm(one.point - other.point))
