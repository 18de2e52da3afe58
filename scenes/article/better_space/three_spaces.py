"""The space that separates the two meanings best (the section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import hypot

import numpy as np
import torch
from manim import RIGHT, Animation, FadeIn, FadeOut, Line, Polygon, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor

from attnmath import apply_map
from scenes.article.better_space.calliper import BOWS, Gap, around, fitted_calliper, lay_down
from scenes.article.better_space.claims import THREE_TRANSFORMED_SPACES_CLAIMS
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.motion.become import become, light
from scenes.motion.live import Live, Widen, settle
from scenes.number_format import as_printed, format_number, reads_as_zero
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band, pull_of, width_at
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import (
    LeaningGrid,
    axis_along,
    carried_names,
    numbers_met,
    settled_names,
    turned,
)
from scenes.parts.plane.stage_plane import name_bounds
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label, Math
from scenes.plane_figure import PlaneFigure
from scenes.shared.phrase import Pull, pull
from scenes.shared.spaces import ThreeSpaces, landmarks
from scenes.stage import PlaneView, nice_step
from scenes.worlds import World

_HERO, _PULLER, _SMALLEST = 0.5, 0.75, 0.58
"""Scene units: the heights of the icons of the pulled word, and of the words that pull it; the share of them that is
left in a space that takes both places of the word close to each other."""

_CARRY, _PULL, _LAY, _GROW, _FILE = 2.2, 1.6, 1.0, 0.9, 1.0
"""Seconds in which a matrix carries all of space, in which the word is pulled, in which the distance's bar is laid into
the record, in which the steps along the axes grow, and in which their numbers become the rows of a matrix."""

_FAR, _MOST_DIGITS = 0.9, 3
"""Scene units from the best place of a place's numbers within which they are read as its own; the most digits."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.15, 0.45)
"""The rates of a matrix's old name, which leaves, and of its new one."""

_LANDING = squish_rate_func(smooth, 0.7, 1.0)
"""The rate of what stands beside a bar, or around numbers, as these come to lie in the record."""

_READ = 0.6
"""Seconds in which the numbers of the steps' tips are read where they stand."""

_GAP, _BAR = 0.2, 15.0
"""Scene units between a bar and what stands beside it; stroke units of a bar."""

_HALF_BAND = 0.16
"""Scene units from the middle of a band to texts beside it."""

_OVER = 0.2
"""Steps above the highest word, for the number of a distance there."""

_STRENGTH = 0.7
"""Of the grid's lines, which a matrix may lay close to each other."""

_BELOW_HEADER, _TILE, _STOPS = 0.25, 0.12, 20
"""Scene units from the header down to the grid; opacity of the tile between both steps; places on a name's way at which
it is looked whether it lies on a number."""

_STEPS = 3.5
"""The least number of steps along an axis to the farthest word."""

_PITCH, _ABOVE, _TALL = 0.75, 0.65, 1.8
"""Scene units from a bar to the next, from the first up to what all of them are, and of the matrix below them."""


def carried(matrix: Tensor, pulls: tuple[Pull, Pull]) -> Tensor:
    """Return the word's new vector in a space, for each phrase: shape (2, d); the weights stay as they were."""
    return apply_map(torch.stack([one.updated for one in pulls]), matrix)


def digits_of_places(one: Tensor, other: Tensor) -> int:
    """Return the fewest digits after the point with which the printed places are as far apart as is printed.

    Args:
        one: a vector of shape (2,).
        other: another one.
    """
    wanted = format_number(float(torch.linalg.vector_norm(one - other)))
    for digits in range(1, _MOST_DIGITS):
        first, second = ([as_printed(value, digits) for value in row.tolist()] for row in (one, other))
        steps = [a - b for a, b in zip(first, second, strict=True)]
        if format_number(hypot(*steps)) == wanted:
            return digits
    return _MOST_DIGITS


class ThreeTransformedSpaces(PlaneFigure):
    """attention-three-transformed-spaces: a good space for pulling takes the two meanings far apart."""

    name = "attention-three-transformed-spaces"
    claims = THREE_TRANSFORMED_SPACES_CLAIMS
    Parameters = TwoMeanings
    with_climate = False
    texts_leave = True
    numbers: ThreeSpaces

    @classmethod
    def compute(cls, parameters: TwoMeanings, world: World) -> ThreeSpaces:
        """Take one step of attention over each phrase, and carry its result to each of the spaces."""
        require_plane(world)
        first, second = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.first_phrase, parameters.second_phrase)
        )
        pulls = (first, second)
        pullers = [one.words[one.strongest] for one in pulls]
        words = tuple(dict.fromkeys([*landmarks(world), *pullers, parameters.word]))
        A = torch.eye(2)
        B, C = (world_matrix(world, name, 2, 2) for name in "BC")
        pulled = [carried(matrix, pulls) for matrix in (A, B, C)]
        return ThreeSpaces(
            pulls,
            words,
            world.axes,
            ("A", "B", "C"),
            ("first", "second"),
            vectors=world.embedding().rows(words),
            A=A,
            B=B,
            C=C,
            pulled_in_A=pulled[0],
            pulled_in_B=pulled[1],
            pulled_in_C=pulled[2],
            distances=torch.stack([torch.linalg.vector_norm(one[0] - one[1]) for one in pulled]),
        )

    @classmethod
    def alternative_values(cls, numbers: ThreeSpaces) -> Mapping[str, object]:
        """Return the word's pullers, and the distance of its new places in each space."""
        first, second = (one.words[one.strongest] for one in numbers.pulls)
        apart = zip(numbers.spaces, numbers.distances.tolist(), strict=True)
        return {
            "word": numbers.pulls[0].word,
            "first": first,
            "second": second,
            **{name: format_number(distance) for name, distance in apart},
        }

    def axis_colors(self) -> list[str]:
        """Return the colours of the two axes, which their steps and the rows of the matrices have as well."""
        families = self.style.theme.families
        return [families[index % len(families)] for index in (0, 1)]

    def world_view(self) -> PlaneView:
        """Return the view that the words fill, in whichever space."""
        return self.stage.view_under_two.fitted(self.stage, self.spans())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of all words in all spaces."""
        numbers = self.numbers
        words = torch.stack([*self._shown().values(), *(self._step() * torch.eye(2))])
        places = [apply_map(words, numbers.space(name)[0]) for name in numbers.spaces]
        rows = torch.cat([*places, *(numbers.space(name)[1] for name in numbers.spaces)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        above = _OVER * self._step()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]) + above)

    def _shown(self) -> dict[str, Tensor]:
        """Return the vectors of the word and of what pulls it, by word."""
        numbers = self.numbers
        shown = dict.fromkeys([*(one.words[one.strongest] for one in numbers.pulls), numbers.pulls[0].word])
        return {word: numbers.vectors[numbers.words.index(word)] for word in shown}

    def _step(self) -> float:
        """Return the length of a step along an axis, as the arrows of both axes have it."""
        return nice_step(float(self.numbers.vectors.abs().max()) / _STEPS)

    def build(self) -> None:
        """Make the grid, the words, the two pulls, and the record of the three distances."""
        numbers, style = self.numbers, self.style
        self.word = numbers.pulls[0].word
        self.pullers = [one.words[one.strongest] for one in numbers.pulls]
        self.vectors = self._shown()
        self.sizes = {name: self._size_in(name) for name in numbers.spaces}
        self.inks, self.matrix = self.axis_colors(), torch.eye(2)
        under = self.view.header_end - _BELOW_HEADER
        self.grid = LeaningGrid(
            self.plane, self.inks, with_axes=True, under=under, strength=_STRENGTH, evens=True, style=style
        )
        self.tile = Polygon(*([self.plane.origin] * 4), stroke_width=0, color=style.theme.ink)
        self.tile.set_fill(style.theme.fill(style.theme.ink), _TILE if style.theme.filled else 0.0)
        laid(self.tile, Layer.VEIL)
        self.units = [
            self.plane.vector(row, ink) for row, ink in zip(self._step() * torch.eye(2), self.inks, strict=True)
        ]
        self.words = {word: self.token(word, row, height=self._height(word)) for word, row in self.vectors.items()}
        vector = numbers.pulls[0].vector
        self.ghost = self.words[self.word].ghost()
        self.apples = [
            self.token(self.word, vector, height=_HERO, edge=self.color_of(puller)) for puller in self.pullers
        ]
        self.bands = [
            pull_of(
                self.plane.place(self.vectors[puller]), self.plane.place(vector), one.weights[one.strongest],
                self.color_of(puller), style=style,
            )
            for one, puller in zip(numbers.pulls, self.pullers, strict=True)
        ]  # fmt: skip
        self.ends = numbers.pulled_in_A.clone()  # where the two are in the original space
        sides = ("left", "right")
        self.phrases = [
            self.header_phrase(one.words, one.written, side=side)
            for one, side in zip(numbers.pulls, sides, strict=True)
        ]
        self._measure()
        self.names = {name: self._named(name) for name in numbers.spaces}
        self.introduced = self._introduced()
        self.word_name = self._word_name()
        self.axis_labels = self._axis_labels()
        self.label_ends = {name: self._axis_ends(name) for name in numbers.spaces}
        self.places = self._places()
        self._lay_record()
        self.tips = self._tips() if self._step() == 1 else []  # a row is where one step ends
        self._lay_space(torch.eye(2))

    def _height(self, word: str, space: str = "A") -> float:
        return self.sizes[space] * (_HERO if word == self.word else _PULLER)

    def _size_in(self, space: str) -> float:
        """Return the share of their size that icons have in a space: less where they would cover each other."""
        one, other = self.numbers.space(space)[1]
        apart = float(torch.linalg.vector_norm(one - other)) * self.view.unit
        return min(max(apart / _HERO, _SMALLEST), 1.0) if apart > 1e-6 else 1.0

    def _measure(self) -> None:
        """Make the calliper, on the side of the words where it lies on the least, and its numbers."""
        spaces, style = self.numbers.spaces, self.style
        numbers = [HeroNumber(distance, size=style.sizes.hero, style=style) for distance in self.numbers.distances]
        gaps = []
        for space, number in zip(spaces, numbers, strict=True):
            one, other = (self.plane.place(row) for row in self.numbers.space(space)[1])
            gaps.append(Gap(one, other, number, self._lines(space), self._marks(space)))
        self.calliper, asides = fitted_calliper(gaps, self._bounds(), unit=self.view.unit, style=style)
        self.asides = dict(zip(spaces, asides, strict=True))
        self.distances = {
            space: laid(haloed(number, style), Layer.LABEL) for space, number in zip(spaces, numbers, strict=True)
        }

    def _bounds(self) -> Box:
        room = self.view.words(self.stage)
        return (room.left, room.bottom, room.right, room.top)

    def _marks(self, space: str) -> list[Box]:
        """Return the boxes of all icons in a space."""
        matrix, pulled = self.numbers.space(space)
        marks = [
            self._around(row @ matrix, self._height(word, space))
            for word, row in self.vectors.items()
            if word != self.word
        ]
        return [*marks, *(self._around(row, self._height(self.word, space)) for row in pulled)]

    def _lines(self, space: str) -> list[Segment]:
        """Return what texts keep off in a space: the bands, the axes before and after, and the steps along them."""
        matrix, pulled = self.numbers.space(space)
        ways = [
            (flat(self.plane.place(row)), flat(self.plane.place(self.vectors[puller] @ matrix)))
            for row, puller in zip(pulled, self.pullers, strict=True)
        ]
        carried_axes = [axis for row in matrix if (axis := axis_along(self.plane, row))]
        return [*(edge for way in ways for edge in _beside(way)), *carried_axes, *self.plane.axis_segments()]

    def _measured(self, space: str) -> tuple[list[Segment], list[Box]]:
        """Return the calliper's lines in a space, and the box of its number."""
        one, other = (self.plane.place(row) for row in self.numbers.space(space)[1])
        self.calliper.measure(one, other)
        lines = [(flat(line.get_start()), flat(line.get_end())) for line in self.calliper]
        return [*lines, (flat(one), flat(other))], [box_of(self.distances[space])]

    def _named(self, space: str) -> VGroup:
        """Return the names of the words that pull and have no icon, as they stand in a space."""
        matrix, pulled = self.numbers.space(space)
        shown = [word for word in self.vectors if word != self.word]
        named = [word for word in shown if not has_icon(word, self.style)]
        places = {word: apply_map(self.vectors[word], matrix) for word in self.vectors}
        boxes = [self._around(places[word], self._height(word, space)) for word in shown if word not in named]
        boxes += [self._around(row, self._height(self.word, space)) for row in pulled]
        lines, numbers = self._measured(space)
        heights = {word: self._height(word, space) for word in named}
        rows = {word: places[word] for word in named}
        tokens = self.tokens(rows, heights, lines=[*self._lines(space), *lines], boxes=[*boxes, *numbers])
        return VGroup(*(token.label for token in tokens.values()))

    def _introduced(self) -> VGroup:
        """Return the names of the words that pull and have an icon: they are read once, before anything moves."""
        named = [word for word in self.vectors if word != self.word and has_icon(word, self.style)]
        heights = {word: self._height(word) for word in named}
        boxes = [self._around(row, self._height(word)) for word, row in self.vectors.items() if word not in named]
        boxes += [box_of(label) for label in self.names["A"]]
        rows = {word: self.vectors[word] for word in named}
        tokens = self.tokens(rows, heights, lines=self.plane.axis_segments(), boxes=boxes)
        return VGroup(*(token.label for token in tokens.values()))

    def _places(self) -> VGroup:
        """Return both new places in numbers, in space A, with as many digits as their distance takes; or none."""
        pulled = self.numbers.pulled_in_A
        digits = digits_of_places(*pulled)
        lines, boxes = self._measured("A")
        lines += self._lines("A")
        boxes += [*self._marks("A"), *(box_of(text) for text in (*self.axis_labels, *self.plane.numbers))]
        boxes += [box_of(name) for name in self.names["A"]]
        found = VGroup()
        for row, other in zip(pulled, pulled.flip(0), strict=True):
            text = Coordinates(row, size=self.style.sizes.number, colors=self.inks, decimals=digits, style=self.style)
            size, at = (float(text.width) + 0.2, float(text.height) + 0.06), self.plane.place(row)
            side = -1.0 if float(row[0]) < float(other[0]) else 1.0
            near = flat(at + point(side * (size[0] / 2 + _HERO / 2)))
            x, y = free_place(size, self._bounds(), near, lines=lines, boxes=boxes)
            box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
            is_free = all(overlap(box, each) == 0 for each in boxes)
            is_free &= all(inside_length(line, box) == 0 for line in lines)
            if not is_free or hypot(x - near[0], y - near[1]) > _FAR:
                return VGroup()
            boxes.append(box)
            found.add(labelled(text.move_to(point(x, y)), self.style))
        return found

    def _word_name(self) -> VGroup:
        """Return the name of the word itself, as long as it stands at one place."""
        heights = {word: self._height(word) for word in self.vectors}
        boxes = [box_of(label) for label in (*self.introduced, *self.names["A"])]
        tokens = self.tokens(self.vectors, heights, lines=self.plane.axis_segments(), boxes=boxes)
        return VGroup() if self.word in self.pullers else tokens[self.word].label

    def _axis_labels(self) -> list[VMobject]:
        """Return the names of the axes, at the nearest places that are free of the grid, the words and the calliper."""
        lines, boxes = self._measured("A")
        boxes += [*self._marks("A"), *(box_of(text) for text in (*self.introduced, *self.plane.numbers))]
        boxes += [box_of(name) for name in self.names["A"]]
        boxes += [box_of(self.word_name)] if len(self.word_name) else []
        return settled_names(self.plane, lines=[*lines, *self._lines("A")], boxes=boxes)

    def _axis_ends(self, space: str) -> list[Point]:
        """Return where the names of the axes stand in a space."""
        if space == "A":
            return [name.get_center() for name in self.axis_labels]
        lines, boxes = self._measured(space)
        boxes += [*self._marks(space), *(box_of(label) for label in self.names[space])]
        matrix = self.numbers.space(space)[0]
        return carried_names(self.plane, self.axis_labels, matrix, lines=[*self._lines(space), *lines], boxes=boxes)

    def _around(self, row: Tensor, height: float) -> Box:
        x, y = flat(self.plane.place(row))
        return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)

    def _lay_record(self) -> None:
        """Lay the three distances as bars from one line, as long as on the plane, and the matrix below them."""
        numbers, style, record = self.numbers, self.style, self.view.record
        size, lying = style.sizes.number, self.view.lying
        self.matrices = self._matrices(size)
        while not lying and max(float(matrix.width) for matrix in self.matrices.values()) > record.width:
            size *= 0.95
            self.matrices = self._matrices(size)
        text = style.sizes.number if lying else style.sizes.head
        letters = [Math(name, size=text, style=style) for name in numbers.spaces]
        self.values = [Number(value, size=text, style=style) for value in numbers.distances]
        wide = max(float(matrix.width) for matrix in self.matrices.values())
        left = record.left + (wide + 3 * _GAP if lying else 0.0)
        aside = max(float(letter.width) for letter in letters) + _GAP
        room = record.right - left - aside - _GAP - max(float(value.width) for value in self.values)
        self.scale = min(room / max(float(numbers.distances.max()), 1e-9), self.view.unit)
        pitch = min(_PITCH, record.height / 3.2)
        top = float(record.centre[1]) + pitch if lying else record.top - 0.3 - _ABOVE
        self.zero = left + aside
        self.heights = [top - index * pitch for index in range(3)]
        self.bars = [self._bar(index, value) for index, value in enumerate(numbers.distances.tolist())]
        for letter, value, bar, y in zip(letters, self.values, self.bars, self.heights, strict=True):
            letter.move_to(point(left + aside - _GAP - float(letter.width) / 2, y))
            value.move_to(point(float(bar.get_right()[0]) + _GAP + float(value.width) / 2, y))
            laid(value, Layer.LEDGER)
        self.letters = [laid(letter, Layer.LEDGER) for letter in letters]
        heading = Label(self.says("distance"), size=style.sizes.number, style=style)
        heading.move_to(point(self.zero + float(heading.width) / 2, top + _ABOVE))
        self.heading = [] if lying else [laid(heading, Layer.LEDGER)]
        beside = point(record.left + wide / 2, float(record.centre[1]))
        low = point(float(record.centre[0]), record.bottom + _TALL / 2)
        for matrix in self.matrices.values():
            laid(matrix.shift((beside if lying else low) - self.widest.get_center()), Layer.LEDGER)

    def _matrices(self, size: float) -> dict[str, NamedMatrix]:
        """Return the matrices by the name of their space, one on the other; a row has the colour of its arrow."""
        matrices = {
            name: NamedMatrix(name, self.numbers.space(name)[0], size=size, row_colors=self.inks, style=self.style)
            for name in self.numbers.spaces
        }
        self.widest = max(matrices.values(), key=lambda matrix: float(matrix.width)).copy()
        there = self.widest.matrix
        for matrix in matrices.values():
            inside = [*matrix.matrix.inner, *matrix.matrix.brackets]
            for piece, place in zip(inside, [*there.inner, *there.brackets], strict=True):
                piece.align_to(place, RIGHT).set_y(float(place.get_y()))
            matrix.equals.move_to(self.widest.equals)
            matrix.symbol.align_to(self.widest.symbol, RIGHT)
        return matrices

    def _bar(self, index: int, value: float) -> Line:
        start = point(self.zero, self.heights[index])
        bar = Line(start, start + point(max(value * self.scale, 1e-3)), buff=0, color=self.style.theme.ink)
        return laid(bar.set_stroke(width=_BAR), Layer.LEDGER)

    def tell(self) -> None:
        """Pull the word in both phrases, then let two matrices carry all of space, with the distance measured."""
        times, word = self.style.times, self.word
        with self.beat("start", word=word):
            self.play(FadeIn(self.grid), *map(FadeIn, self.phrases), run_time=times.move)
            words = FadeIn(*self.words.values(), self.introduced, self.names["A"], self.word_name)
            self.play(words, run_time=times.move)
            self.rest()
        shown = self.values[0].shown
        text = "one-place" if reads_as_zero(shown) else "pull-A"
        with self.beat("pull-A", text=text, word=word, space="A", distance=shown):
            self._pull()
            self.rest()
        with self.beat("matrix"):
            self._fill_matrix()
            self.rest()
        for index, space in enumerate(self.numbers.spaces[1:], 1):
            shown, text = self.values[index].shown, self._text_of(index)
            with self.beat(f"space-{space}", text=text, word=word, space=space, distance=shown):
                self._tell_space(index, space)
                if text == "space-C":
                    self._light(index)
                self.hold()

    def _pull(self) -> None:
        """Let both bands reach for the word, which comes along in two, and measure how far apart they are."""
        times = self.style.times
        leaving = FadeOut(self.words[self.word], self.word_name, self.introduced)
        self.play(*map(Widen, self.bands), FadeIn(self.ghost, *self.apples), leaving, run_time=times.move)
        old = self.numbers.pulls[0].vector

        def follow(share: float) -> None:
            self._lay([old + share * (end - old) for end in self.ends])

        self.play(Live([*self.bands, *self.apples], follow, rate_func=settle), run_time=_PULL)
        self.play(FadeOut(self.ghost), FadeIn(self.places), run_time=times.quick)
        self.play(FadeIn(self.calliper, self.distances["A"]), run_time=times.quick)
        self._file_distance(0)

    def _file_distance(self, index: int) -> None:
        """Lay the bar between both places down in the record, where its number comes to stand beside it."""
        bar, heading = laid(self.bars[index], Layer.PIN), self.heading if index == 0 else []
        lies = lay_down(self.calliper, bar, [self.distances[self.numbers.spaces[index]], *self.places])
        beside = [self.letters[index], *heading, self.values[index]]
        self.add(bar)
        self.play(lies, FadeIn(*beside, rate_func=_LANDING), run_time=_LAY)
        laid(bar, Layer.LEDGER)

    def _fill_matrix(self) -> None:
        """Let a step grow along each axis; the numbers of its tip become a row of the matrix of space A."""
        matrix, step = self.matrices["A"], self._step()
        gone = [thing for thing in (self.places, *self._met()) if len(thing)]

        def grow(share: float) -> None:
            for unit, row in zip(self.units, self.numbers.A, strict=True):
                unit.set_ends(self.plane.origin, self.plane.place(share * step * row))

        grow(0.0)
        self.add(*self.units)
        self.play(Live(self.units, grow), *map(FadeOut, gone), run_time=_GROW)
        tips = self.tips
        self.play(FadeIn(self.tile, *tips), run_time=self.style.times.quick)
        frame = [matrix.symbol, matrix.equals, matrix.matrix.brackets]
        if not tips:
            self.play(FadeIn(matrix), run_time=_FILE)
            return
        self.wait(_READ)
        signs = [piece for tip in tips for piece in tip if piece not in tip.numbers]
        numbers = [number for tip in tips for number in tip.numbers]
        self.play(FadeOut(*signs), run_time=self.style.times.quick)
        self.add(*numbers)
        ways = [self._way_home(tip.numbers, matrix.matrix.numbers[index]) for index, tip in enumerate(tips)]

        def file(share: float) -> None:
            for tip, way in zip(tips, ways, strict=True):
                for number, at in zip(tip.numbers, way(share), strict=True):
                    number.move_to(at)

        self.play(Live(numbers, file), FadeIn(*frame, rate_func=_LANDING), run_time=_FILE)
        self.remove(*numbers, *frame)
        self.add(matrix)

    def _way_home(self, numbers: Sequence[Number], homes: Sequence[Number]) -> Callable[[float], list[Point]]:
        """Return where numbers are on their way to a row of the matrix, which bends around texts where it can."""
        ends = [(number.get_center(), home.get_center()) for number, home in zip(numbers, homes, strict=True)]
        texts = [box_of(text) for text in (*self.axis_labels, self.distances["A"], *self.heading, *self.letters[:1])]

        def places(share: float, bow: float) -> list[Point]:
            bent = point(0.0, bow * np.sin(np.pi * share))
            return [start + share * (home - start) + bent for start, home in ends]

        def crossed(bow: float) -> float:
            boxes = [
                around(at, number)
                for share in np.linspace(0.0, 1.0, _STOPS + 1)
                for at, number in zip(places(share, bow), numbers, strict=True)
            ]
            return sum(overlap(box, text) for box in boxes for text in texts)

        bow = min(BOWS, key=crossed)
        return lambda share: places(share, bow)

    def _tips(self) -> list[Coordinates]:
        """Return where the steps along both axes end, in numbers, beside their tips and off all marks."""
        lines, boxes = self._measured("A")
        lines += self._lines("A")
        met = self._met()
        boxes += [*self._marks("A"), *(box_of(text) for text in self.axis_labels)]
        boxes += [box_of(number) for number in self.plane.numbers if number not in met]
        size, tips = self.matrices["A"].matrix.size, list[Coordinates]()
        for row, color, (across, up) in zip(self.numbers.A, self.inks, ((0.5, -0.3), (0.6, 0.25)), strict=True):
            text = Coordinates(row, size=size, color=color, style=self.style)
            room = (float(text.width) + 0.1, float(text.height) + 0.1)
            near = self.plane.place(row) + point(across * room[0], up)
            text.move_to(point(*free_place(room, self._bounds(), flat(near), lines=lines, boxes=boxes)))
            boxes.append(box_of(text))
            tips.append(laid(text, Layer.LABEL))
        return tips

    def _lay(self, rows: list[Tensor]) -> None:
        """Lay the two pulled words, and the bands that hold them, where the space takes them."""
        for apple, band, puller, row in zip(self.apples, self.bands, self.pullers, rows, strict=True):
            at, token = self.plane.place(row @ self.matrix), self.words[puller]
            apple.put(at)
            band.set_ends(self.plane.place(self.vectors[puller] @ self.matrix), at)
            if isinstance(band, Band) and token.has_icon:
                band.set_tuck(token.tuck(at, width_at(band.weight, 0.0)))

    def _lay_space(self, matrix: Tensor) -> None:
        """Lay the grid where a matrix takes it, with the steps along its axes, and the calliper."""
        self.matrix, step = matrix, self._step()
        self.grid.carry(matrix)
        for unit, row in zip(self.units, matrix, strict=True):
            unit.set_ends(self.plane.origin, self.plane.place(step * row))
        first, second = (step * row for row in matrix)
        corners = [torch.zeros(2), first, first + second, second, torch.zeros(2)]
        self.tile.set_points_as_corners([self.plane.place(row) for row in corners])
        one, other = (self.plane.place(row) for row in self.ends @ matrix)
        self.calliper.measure(one, other)

    def _tell_space(self, index: int, space: str) -> None:
        """Let another matrix carry everything; its numbers run along, and the distance is filed where it ends."""
        times, before = self.style.times, self.numbers.spaces[index - 1]
        old, new = self.matrices[before], self.matrices[space]
        one, other = (self.plane.place(row) for row in self.ends @ self.matrix)
        self.calliper.run(one, other, self.asides[before])
        self.remove(self.distances[before], old)
        self.add(*self.axis_labels, self.calliper.digits, *old.matrix.inner, old.symbol)
        self.add(new.equals, new.matrix.brackets)
        numbers = [become(a, b) for a, b in zip(old.matrix.inner, new.matrix.inner, strict=True)]
        names = [FadeOut(old.symbol, rate_func=_EARLY), FadeIn(new.symbol, rate_func=_LATE)]
        names += [FadeOut(self.names[before], rate_func=_EARLY)] if len(self.names[before]) else []
        self.play(self._carry((before, space)), *numbers, *names, run_time=_CARRY)
        self.remove(self.calliper.digits, *new.matrix.inner, new.symbol, new.equals, new.matrix.brackets)
        self.add(self.distances[space], new)
        if len(self.names[space]):
            self.play(FadeIn(self.names[space]), run_time=times.quick)
        self._file_distance(index)

    def _light(self, index: int) -> None:
        """Leave the distance that is by far the largest lit, and the others dimmed."""
        rows = list(zip(self.letters, self.bars, self.values, strict=True))
        among = [piece for row in rows for piece in row]
        self.play(light(list(rows[index]), among, self.style.theme), run_time=self.style.times.quick)

    def _carry(self, spaces: tuple[str, str]) -> Animation:
        """Return how all of space goes from one to another, with everything on it."""
        start, end = (self.numbers.space(name)[0] for name in spaces)
        first, last = (self.asides[name] for name in spaces)
        small, large = (self.sizes[name] for name in spaces)
        others: list[Token] = [token for word, token in self.words.items() if word != self.word]

        def follow(share: float) -> None:
            self._lay_space(start + share * (end - start))
            size = small + share * (large - small)
            for token in others:
                token.put(self.plane.place(self.vectors[token.word] @ self.matrix)).resize(size * _PULLER)
            for apple in self.apples:
                apple.resize(size * _HERO)
            self._lay(list(self.ends))
            for index, name in enumerate(self.axis_labels):
                name.move_to(self._name_at(index, spaces, share))
            one, other = (self.plane.place(row) for row in self.ends @ self.matrix)
            self.calliper.run(one, other, first + share * (last - first))

        follow(0.0)
        moved = [self.grid, self.tile, *self.units, *others, *self.bands, *self.apples, *self.axis_labels]
        return Live([*moved, self.calliper, self.calliper.digits], follow)

    def _name_at(self, axis: int, spaces: tuple[str, str], share: float) -> Point:
        """Return where the name of an axis is on the way from one space to another: beside it, and never across it."""
        start, end = (self.numbers.space(space)[0][axis] for space in spaces)
        sides = [
            self._beside(row, self.label_ends[space][axis]) for space, row in zip(spaces, (start, end), strict=True)
        ]
        along, across = ((1 - share) * a + share * b for a, b in zip(*sides, strict=True))
        way = direction(self.plane.place(start + share * (end - start)) - self.plane.origin)
        x, y = flat(self.plane.origin + along * way + across * turned(way))
        (left, low, right, top), name = name_bounds(self.plane), self.axis_labels[axis]
        wide, tall = float(name.width) / 2, float(name.height) / 2
        return point(min(max(x, left + wide), right - wide), min(max(y, low + tall), top - tall))

    def _beside(self, row: Tensor, at: Point) -> tuple[float, float]:
        """Return how far a place is along an axis in a direction, and to its left, scene units."""
        way = direction(self.plane.place(row) - self.plane.origin)
        return float((at - self.plane.origin) @ way), float((at - self.plane.origin) @ turned(way))

    def _met(self) -> list[VMobject]:
        """Return the numbers of the ticks on which a mark or a text will lie, or over which an axis's name goes."""
        boxes: list[Box] = []
        lines: list[Segment] = []
        for before, space in pairwise(self.numbers.spaces):
            boxes += [*self._marks(space), *(box_of(label) for label in self.names[space])]
            boxes.append(box_of(self.distances[space]))
            boxes += [
                around(self._name_at(index, (before, space), stop / _STOPS), name)
                for index, name in enumerate(self.axis_labels)
                for stop in range(_STOPS + 1)
            ]
            first, second = self._step() * self.numbers.space(space)[0]
            corners = [torch.zeros(2), first, first + second, second, torch.zeros(2)]
            lines += [(flat(self.plane.place(a)), flat(self.plane.place(b))) for a, b in pairwise(corners)]
            lines += self._lines(space)[: -len(self.plane.axis_segments())]
        return numbers_met(self.plane, lines=lines, boxes=boxes)

    def _text_of(self, index: int) -> str:
        """Return the key of a space's text: B takes the two places nearer, C farther apart; another where not."""
        before, now, space = self.values[0], self.values[index], self.numbers.spaces[index]
        if reads_as_zero(now.shown):
            return "one-place"
        others = [value.value for value in self.values if value is not now]
        holds = now.value < before.value / 2 if space == "B" else now.value > 1.2 * max(others)
        return f"space-{space}" if holds else "two-places"


def direction(way: Point) -> Point:
    """Return a way's direction; that along the first axis where it has none."""
    length = float(np.linalg.norm(way))
    return way / length if length > 1e-9 else point(1.0)


def _beside(way: Segment) -> list[Segment]:
    """Return a way and both edges of a band along it, so that texts keep off all of its width."""
    (x, y), (to_x, to_y) = way
    length = hypot(to_x - x, to_y - y) or 1.0
    across, up = -(to_y - y) / length * _HALF_BAND, (to_x - x) / length * _HALF_BAND
    return [((x + s * across, y + s * up), (to_x + s * across, to_y + s * up)) for s in (-1, 0, 1)]
