"""One of several spaces: its words, a word pulled by two phrases, and the distance between its two new places."""

from __future__ import annotations

from collections.abc import Sequence
from math import acos, atan2, ceil, cos, sin, sqrt

import numpy as np
import torch
from manim import UP, Animation, AnimationGroup, Circle, Create, Dot, FadeIn, Line, MoveAlongPath, Rectangle, VGroup
from numpy.linalg import norm
from torch import Tensor

from attnmath import apply_map
from scenes.figure import Figure
from scenes.motion.become import fade_to
from scenes.parts.geometry import Point, flat, point
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.space import Space, spread_of
from scenes.parts.plane.word_plane import PlaneWord, WordPlane, multiples
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, halo, set_on_baseline
from scenes.shared.phrase import Pull
from scenes.shared.spaces import ThreeSpaces
from scenes.stage import Region, nice_step
from scenes.style import DEFAULT, Style

_GAP = 0.24
"""Scene units between name, ruler and number."""

_TICK_PITCH = 0.45
"""The least distance between the centres of two numbers along the ruler, scene units."""

_TICK_ROOM = 0.2
"""Scene units by which the first and the last number extend beyond the ruler, together."""

_STACKED = 0.5
"""Scene units from the ruler up to the name and the number where they stand above it."""


class Measure(VGroup):
    """A measured value: its name, a ruler from zero with a bar on it, and the number; in one line, or the ruler below.

    Args:
        name: the name of the value.
        value: the value.
        region: the region in which it is centred; the number does not go below its centre line's baseline.
        unit: scene units for 1; less where the ruler would not fit.
        most: the largest value on any such ruler.
        stacked: put the ruler below name and number.
        style: theme and sizes.

    Attributes:
        bar: as long as the value.
        number: the value.
        ruler: the name, the line and its ticks.
        unit: scene units for 1.
    """

    def __init__(
        self,
        name: str,
        value: Tensor,
        region: Region,
        *,
        unit: float,
        most: float,
        stacked: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.style = style
        title = Label(name, size=style.sizes.note, color=style.theme.dim, style=style)
        self.number = Number(value, size=style.sizes.formula, style=style)
        aside = title.width + self.number.width + 2 * _GAP
        room = region.width - (_TICK_ROOM if stacked else aside)
        self.unit = min(unit, room / (most or 1.0))
        pitch = _TICK_PITCH / self.unit
        step = float(ceil(pitch)) if 0.1 < pitch <= 5 else nice_step(pitch)
        count = ceil(most / step)
        if count * step * self.unit > room:
            count -= 1
        length = max(count * step, most) * self.unit
        x, y = float(region.centre[0]), float(region.centre[1])
        if stacked:
            zero, y, above = x - length / 2, y - _STACKED / 2, _STACKED
            left = x - (title.width + _GAP + self.number.width) / 2
            lefts = (left, left + title.width + _GAP)
        else:
            zero, above = x - (aside + length) / 2 + title.width + _GAP, 0.0
            lefts = (zero - _GAP - title.width, zero + length + _GAP)
        self.bar = Line(point(zero, y), point(zero + float(value) * self.unit, y), buff=0)
        self.bar.set_stroke(style.theme.ink, style.strokes.bold)
        for text, left in zip((title, self.number), lefts, strict=True):
            size = self.number.size if stacked else text.size
            set_on_baseline(text, y + above - CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2)
            text.shift(point(left - float(text.get_left()[0])))
        self.ruler = VGroup(title, *self._ticks(zero, y, length, multiples(step, 0.0, count * step)))
        super().__init__(self.ruler, self.bar, self.number)

    def _ticks(self, zero: float, y: float, length: float, values: Sequence[float]) -> VGroup:
        """Return the line, with a number below each tick."""
        style, low = self.style, y - 0.1
        line = VGroup(Line(point(zero, low), point(zero + length, low), buff=0))
        numbers = VGroup()
        for value in values:
            x = zero + value * self.unit
            line.add(Line(point(x, low), point(x, y + 0.1), buff=0))
            step = values[1] if len(values) > 1 else 1.0
            tick = Tick(value, step, size=style.sizes.note, color=style.theme.dim, style=style)
            tick.set_x(x)
            set_on_baseline(tick, low - 0.26)
            numbers.add(tick)
        line.set_stroke(style.theme.dim, style.strokes.hair)
        return VGroup(line, numbers)


_EDGE = 0.12
"""The width of the lens's empty edge, scene units."""


class Lens(VGroup):
    """A circle that shows the surroundings of a point ``times`` times as large, and a ring around them in the picture.

    Args:
        around: the centre of the part shown, a manim point.
        at: the centre of the circle, a manim point.
        radius: the radius of the circle, scene units.
        times: the magnification of distances.
        style: theme, sizes and strokes.

    Attributes:
        ring: the ring around the part shown.
        glass: the circle.
        sight: two lines from the ring to the circle.
        sight_lines: the two.
        note: the magnification, in text.
    """

    def __init__(self, around: Point, at: Point, radius: float, times: int, style: Style = DEFAULT) -> None:
        self.around, self.at, self.radius, self.times = np.array(around), np.array(at), radius, times
        theme, strokes = style.theme, style.strokes
        self.ring = (
            Circle(radius / times, fill_color=theme.background, fill_opacity=0)
            .move_to(around)
            .set_stroke(theme.dim, strokes.thin)
        )
        self.glass = Circle(radius, fill_color=theme.background, fill_opacity=1).move_to(at)
        self.glass.set_stroke(theme.dim, strokes.thin)
        self.sight_lines = [Line(*ends, buff=0) for ends in self._tangents()]
        self.sight = VGroup(*self.sight_lines)
        self.sight.set_stroke(theme.dim, strokes.hair)
        self.note = Label(f"{times}×", size=style.sizes.note, color=theme.dim, style=style)
        self.note.set_x(float(at[0]))
        set_on_baseline(self.note, float(at[1]) - 0.8 * radius)
        super().__init__(self.ring, self.sight, self.glass, self.note)

    def place(self, there: Point) -> Point:
        """Return the point at which the circle shows a point of the picture, even if that is outside the circle."""
        return np.array(self.at + self.times * (there - self.around))

    def shows(self, there: Point) -> bool:
        """Return whether the circle shows a point of the picture."""
        return float(norm(self.place(there) - self.at)) <= self.radius - _EDGE

    def clip(self, start: Point, end: Point) -> tuple[Point, Point] | None:
        """Return the visible piece of a line of the picture, as it is in the circle, or None when none is visible."""
        begin, way = self.place(start) - self.at, self.times * (end - start)
        slope, middle = float(way @ way), float(begin @ way)
        inside = middle**2 - slope * (float(begin @ begin) - (self.radius - _EDGE) ** 2)
        if slope <= 0 or inside <= 0:
            return None
        first, last = max(0.0, (-middle - sqrt(inside)) / slope), min(1.0, (-middle + sqrt(inside)) / slope)
        return (self.at + begin + first * way, self.at + begin + last * way) if first < last else None

    def _tangents(self) -> Sequence[tuple[Point, Point]]:
        """Return the two lines that touch ring and circle from outside."""
        way = self.at - self.around
        small = self.radius / self.times
        turn = acos(min(1.0, (self.radius - small) / float(norm(way))))
        along = atan2(way[1], way[0])
        lines = []
        for angle in (along + np.pi - turn, along - np.pi + turn):
            out = point(cos(angle), sin(angle))
            lines.append((self.around + small * out, self.at + self.radius * out))
        return lines


def free_corner(box: tuple[float, float, float, float], radius: float, taken: Sequence[Point]) -> Point:
    """Return the centre of a circle in the corner of a box that is farthest from some points.

    Args:
        box: left, bottom, right, top in scene units.
        radius: the radius of the circle, scene units.
        taken: manim points.
    """
    inset = radius + _EDGE
    corners = [point(x, y) for x in (box[0] + inset, box[2] - inset) for y in (box[1] + inset, box[3] - inset)]
    return max(corners, key=lambda corner: min(float(norm(corner - place)) for place in taken))


_LANDMARK = 0.5
"""Opacity of words that only mark the clusters."""

_GHOST = 0.35
"""Opacity of the place from which the word is pulled."""

_VEIL = 0.68
"""Opacity of the veil that dims a space until its turn."""

_SMALL = 3.5
"""The width of a panel, in scene units, below which all its words are small."""

_NARROW = 2.6
"""The width of a panel, in scene units, below which the matrix has its name above it."""

_TITLE, _FOOTER = 1.2, 1.2
"""The heights of the matrix and of the measure where spaces are narrow, scene units."""

_GLASS = 0.21
"""Radius of a lens as a share of the panel's width."""

_LOW = 0.15
"""The distance from the centre of the new places down to the centre of the lens's view, in radii, for its note."""

_APART = 2.2
"""The distance between the marks' centres that a lens must reach, in radii of the marks."""

_RADIUS = 0.085
_LANDMARK_RADIUS = 0.06
"""Scene units: the radius of the word's new places, and of words without a label."""

_CLEAR = 0.13
"""Scene units around a word without a label that others' labels avoid."""

_CROWDED = 0.5
"""The share of their distance below which words count as squeezed together; their labels then stand outside."""

_OUTWARDS = 6.0
"""The strength of that preference."""


class LegendPhrase(VGroup):
    """A phrase of the legend, after the mark that its pull leaves in each space.

    Attributes:
        mark: the mark.
        row: the phrase.
    """

    def __init__(self, figure: Figure, one: Pull, region: Region) -> None:
        style = figure.style
        self.row = PhraseRow(one.written, figure.colors_of(one.words), region, size=style.sizes.label, style=style)
        self.mark = result_mark(figure, one)
        self.mark.move_to(self.row.words[0].get_left() + point(-0.35))
        self.mark.set_y(self.row.baseline + 0.09)
        super().__init__(self.mark, self.row)


def result_mark(figure: Figure, one: Pull) -> Dot:
    """Return the mark of the word's new place: a dot in the word's colour, ringed in its strongest puller's."""
    mark = Dot(radius=_RADIUS, color=figure.color_of(one.word))
    return mark.set_stroke(figure.color_of(one.words[one.strongest]), figure.style.strokes.line)


class SpacePanel:
    """One of the spaces: its matrix above it, the words in it, the two pulls, their distance below it.

    Attributes:
        space_name: A, B or C.
        matrix: its matrix.
        space: the grid and everything in it.
        words: the word and its strongest puller in each phrase.
        veil: the veil that dims it until its turn.
        between: the line between the word's two new places.
        measure: the same line along a ruler below the panel, with its length.
        lens: a lens that separates the two new places where their marks overlap, or None.
        label_ends: the final places of the words' labels.
    """

    def __init__(self, figure: Figure, index: int, region: Region) -> None:
        self.figure, self.style = figure, figure.style
        numbers: ThreeSpaces = figure.numbers
        self.numbers = numbers
        self.space_name = numbers.spaces[index]
        self.matrix, pulled = numbers.space(self.space_name)
        self.is_large = region.width > _SMALL or figure.stage.is_portrait
        title, body, footer = self._regions(region)
        self.title = self._title(title)
        self.plane = WordPlane(body, numbers.corners(), (), style=self.style)
        self.space = Space(self.plane, spread=spread_of(self.plane, self.matrix), style=self.style)
        self._put_words()
        self.ways, self.marks = self._pulls(pulled)
        first, second = (mark.get_center() for mark in self.marks)
        self.between = Line(first, second, buff=0)
        self.between.set_stroke(self.style.theme.ink, self.style.strokes.bold)
        self.measure = Measure(
            figure.says("distance"),
            numbers.distances[index],
            footer,
            unit=self.plane.unit,
            most=float(numbers.distances.max()),
            stacked=not figure.stage.is_wide,
            style=self.style,
        )
        self.lens = self._lens()
        self.label_ends = self._label_ends()
        self.veil = Rectangle(width=body.width, height=body.height, stroke_width=0).move_to(body.centre)
        self.veil.set_fill(self.style.theme.background, opacity=_VEIL)

    def _regions(self, region: Region) -> tuple[Region, ...]:
        """Return the regions of the matrix, the space and the measure: stacked, or in a tall frame beside the space."""
        if self.figure.stage.is_portrait:
            body, beside = region.columns(region.height, region.width - region.height - 0.25, gap=0.25)
            _, title, footer, _ = beside.rows(0.4, 1, 1, 0.4)
            return title, body, footer
        if self.figure.stage.is_wide:
            return region.rows(0.95, 4.2, 0.75, gap=0.04)
        spare = (region.height - region.width - _TITLE - _FOOTER) / 4
        title, body, footer = region.inset(bottom=spare, top=spare).rows(_TITLE, region.width, _FOOTER, gap=spare)
        return title, body, footer

    def _title(self, region: Region) -> VGroup:
        """Return the matrix with its name before it, or above it where there is less room."""
        style, name, large = self.style, self.space_name, self.style.sizes.label
        if region.width < _NARROW:
            matrix = Matrix(self.matrix, size=large, style=style)
            symbol = Math(name, size=large, style=style)
            title = VGroup(symbol.next_to(matrix, UP, buff=0.12), matrix)
        else:
            size = large if self.figure.stage.is_portrait else style.sizes.note
            title = NamedMatrix(name, self.matrix, size=size, style=style)
        return title.move_to(region.centre)

    @property
    def is_crowded(self) -> bool:
        """True if the pulling words are squeezed together very much."""
        pulls = self.numbers.pulls
        way = pulls[0].vectors[pulls[0].strongest] - pulls[1].vectors[pulls[1].strongest]
        after, before = (float(torch.linalg.vector_norm(one)) for one in (apply_map(way, self.matrix), way))
        return after < _CROWDED * before

    def _put_words(self) -> None:
        """Put in the word and its pullers with labels, the other words as marks."""
        figure, numbers, style = self.figure, self.numbers, self.style
        subject = numbers.pulls[0].word
        named = {subject, *(one.words[one.strongest] for one in numbers.pulls)}
        rows = dict(zip(numbers.words, numbers.vectors, strict=True))
        self.words = {
            word: PlaneWord(
                word,
                self.plane.place(row),
                figure.color_of(word),
                size=style.sizes.label if self.is_large else style.sizes.note,
                style=style,
            )
            for word, row in rows.items()
            if word in named
        }
        for word, row in rows.items():
            if word not in named:
                place, color = self.plane.place(row), figure.color_of(word)
                self.space.put_mark(Dot(place, radius=_LANDMARK_RADIUS, color=color, fill_opacity=_LANDMARK), row)
            else:
                self.words[word].label.add_to_back(halo(self.words[word].text, style))
                self.space.put_words({word: self.words[word]}, {word: row})

    def _pulls(self, pulled: Tensor) -> tuple[list[Line], list[Dot]]:
        """Return, for each phrase, the word's way, in the colour of its strongest puller, and its new place."""
        numbers, style = self.numbers, self.style
        start = self.plane.place(apply_map(numbers.pulls[0].vector, self.matrix))
        ways, marks = [], []
        for one, row in zip(numbers.pulls, pulled, strict=True):
            end = self.plane.place(row)
            color = self.figure.color_of(one.words[one.strongest])
            ways.append(Line(start, end, buff=0).set_stroke(color, style.strokes.thin))
            marks.append(result_mark(self.figure, one).move_to(end))
        return ways, marks

    def _lens(self) -> Lens | None:
        """Return a lens on the new places where their marks overlap, in the corner farthest from all words."""
        first, second = (mark.get_center() for mark in self.marks)
        apart = self.between.get_length()
        if apart > 2 * _RADIUS:
            return None
        times = next((times for times in (2, 3, 5) if times * apart > _APART * _RADIUS), 10)
        radius = _GLASS * self.plane.panel.width
        words = [self.plane.place(row) for row in apply_map(self.numbers.vectors, self.matrix)]
        middle = (first + second) / 2 + point(0.0, -_LOW * radius / times)
        lens = Lens(middle, free_corner(self.plane.bounds, radius, words), radius, times, style=self.style)
        return lens if lens.shows(first) else None

    def seen(self) -> VGroup:
        """Return the lens's view: the word's two new places, and the visible pieces of the ways there."""
        assert self.lens is not None
        lens = self.lens
        pieces = [(lens.clip(way.get_start(), way.get_end()), way) for way in (*self.ways, self.between)]
        lines = [Line(*piece, buff=0).match_style(way) for piece, way in pieces if piece is not None]
        return VGroup(*lines, *(mark.copy().move_to(lens.place(mark.get_center())) for mark in self.marks))

    def _label_ends(self) -> list[Point]:
        """Return the final places of labels: clear of the pulls, and not between words without a label."""
        around = [
            Dot(self.plane.place(row), radius=_CLEAR)
            for word, row in zip(self.numbers.words, apply_map(self.numbers.vectors, self.matrix), strict=True)
            if word not in self.words
        ]
        lines: list[Line] = [*self.ways]
        boxes = [*around, *self.marks, self.between]
        if self.lens is not None:
            lines += self.lens.sight_lines
            boxes.append(self.lens.glass)
        if self.is_crowded:
            ends = [self.plane.place(apply_map(row, self.matrix)) for row in self.numbers.vectors]
            middle, subject = sum(ends) / len(ends), self.numbers.pulls[0].word
            for name, word in self.words.items():
                way = ends[self.numbers.words.index(name)] - middle if name != subject else point(0.0, 1.0)
                across, up = flat(_OUTWARDS * way / max(float(norm(way)), 1e-9))
                word.toward = (across, up)
        return self.space.labels_at(
            self.matrix, keep_off=[_flat(line) for line in lines], boxes=boxes, standing_axes=False
        )

    def label_like(self, other: SpacePanel) -> None:
        """Put the labels beside their marks as they stand in another panel."""
        for name, word in self.words.items():
            there = other.words[name]
            word.label.move_to(word.point + there.label.get_center() - there.point)

    def appear(self) -> Animation:
        """Fade in everything, before any pull."""
        return FadeIn(self.plane.grid, self.space, *self.space.carried)

    def fade_start(self) -> Animation:
        """Dim the place from which the word is pulled."""
        return fade_to(self.words[self.numbers.pulls[0].word].mark, _GHOST)

    def pull(self, place: int) -> Animation:
        """Let a phrase pull: the word's mark moves to the new place and draws its way."""
        mark, way = self.marks[place], self.ways[place]
        return AnimationGroup(Create(way), MoveAlongPath(mark, way))


def _flat(line: Line) -> Segment:
    return flat(line.get_start()), flat(line.get_end())
