"""The space that separates the two meanings best (the section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from manim import Animation, Circle, FadeIn, FadeOut, Polygon, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor

from attnmath import apply_map
from scenes.article.better_space.calliper import Gap, around, fitted_calliper
from scenes.article.better_space.claims import THREE_TRANSFORMED_SPACES_CLAIMS
from scenes.article.better_space.gather import TwoPhrases, direction
from scenes.article.better_space.pencil import digits_of_places
from scenes.article.better_space.space_record import SpaceRecord
from scenes.article.better_space.spaces import ThreeSpaces
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.motion.live import Live, Widen, growing, settle
from scenes.number_format import format_number, reads_as_zero
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band, pull_of, width_at
from scenes.parts.plane.labels import (
    Box,
    Moment,
    Segment,
    clip,
    place_travelling_labels,
)
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import (
    LeaningGrid,
    axis_along,
    carried_names,
    gaps_before,
    outside,
    settled_names,
    turned,
)
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, PhraseBlock, labelled
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.shared.phrase import Pull, pull
from scenes.shared.spaces import landmarks
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_FIRST = 1e-3
"""The share of the pull from which the two places are seen to lie in some direction from each other."""

_HERO, _PULLER = 0.85, 0.8
"""Scene units: the heights of the icons of the pulled word, and of the words that pull it."""

_COME, _PULL, _CARRY, _FILE, _TERM, _PART = 1.2, 1.8, 2.4, 1.1, 0.7, 1.5
"""Seconds in which words come out of their phrases, in which they are pulled, in which a matrix carries all of space,
in which a distance is filed, in which a line of a sum is written, and in which a border is drawn."""

_UNIT, _RING, _RING_WIDTH = 0.11, 0.16, 3.4
"""Scene units of the shaft of a step along an axis, and of the radius of the ring where it will end; the ring's stroke
units."""

_BORDER, _TINT, _SHADES, _SHADE = 6.0, 0.16, 6, 0.3
"""Stroke units of the border between two meanings; the opacity of their sides, the steps in which these fade towards
the record, and the scene units of such a step."""

_PITCH, _TEXT_GAP, _WORK_GAP = 0.66, 0.14, 0.3
"""Scene units from a row of the record, or a line of a sum, to the next; between the pieces of a line; and between the
matrix, the sum and the record."""

_LEAST_WORK, _LINE_PITCH, _HALF_DIGIT, _SUM_ICON, _LEAST_SIZE = 1.9, 0.68, 0.15, 0.5, 0.8
"""Scene units: the height that a sum needs, from a line of it to the next, from a baseline to the middle of its digits,
and the height of an icon before a line; the least size of its type, as a share of the ticks' numbers."""

_AROUND_NAME = 0.3
"""Scene units kept free above and below a word's name, so that the name of an axis is not read as a part of it."""

_SEED = 0.12
"""The share of its size that a mark has as it comes out of its word."""

_AWAY, _BAR = 0.72, 14.0
"""Scene units from both places to the bar that is as long as they are apart; its stroke units."""

_STRENGTH, _BELOW_HEADER = 0.85, 0.25
"""Of the grid's lines, which a matrix may lay close to each other; scene units from phrases above it down to it."""

_BESIDE, _ABOVE, _BLOCK_GAP = 1.6, 0.36, 0.6
"""Scene units that are kept free at the left of the plane's words in a wide frame, and above them for a distance; from
a phrase to the upright axis."""

_EDGE = 0.1
"""Scene units by which large icons would come too near to the frame's edge."""

_LINES = (2, 3, 4, 5)
"""Lines that a phrase beside the plane may have."""


def carried(matrix: Tensor, pulls: tuple[Pull, Pull]) -> Tensor:
    """Return the word's new vector in a space, for each phrase: shape (2, d); the weights stay as they were."""
    return apply_map(torch.stack([one.updated for one in pulls]), matrix)


class ThreeTransformedSpaces(TwoPhrases):
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
            weights=torch.stack([one.weights[one.strongest] for one in pulls]),
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

    def world_view(self) -> PlaneView:
        """Return the view that the words fill, in whichever space; a wide frame has no phrase above the plane."""
        stage, view = self.stage, self.stage.view_under_two
        if stage.is_wide:
            view = replace(view, header=3.75, record=Region(1.85, stage.safe.right, -3.05, 3.45))
        elif stage.is_portrait:
            view = replace(view, record=Region(-3.4, 3.5, -5.3, -2.1))
        elif view.lying:
            view = replace(view, record=Region(-3.4, 3.5, -3.05, -1.75))
        else:
            view = replace(view, record=Region(1.5, stage.safe.right, -2.9, 2.7))
        room = view.words(stage).inset(
            left=_BESIDE if stage.is_wide else _EDGE, right=_EDGE if view.lying else 0.0, top=_ABOVE
        )
        return view.fitted(stage, self.spans(), room)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of all words in all spaces."""
        numbers = self.numbers
        words = torch.stack([*self._shown().values()])
        rows = torch.cat([torch.cat([words @ matrix, pulled]) for matrix, pulled in map(numbers.space, numbers.spaces)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    def _shown(self) -> dict[str, Tensor]:
        """Return the vectors of the word and of what pulls it, by word."""
        numbers = self.numbers
        shown = dict.fromkeys([*(one.words[one.strongest] for one in numbers.pulls), numbers.pulls[0].word])
        return {word: numbers.vectors[numbers.words.index(word)] for word in shown}

    def build(self) -> None:
        """Make the grid, the words, the two pulls, the steps along both axes, and the record of the distances."""
        numbers, style = self.numbers, self.style
        self.word, self.vectors = numbers.pulls[0].word, self._shown()
        self.pullers = [one.words[one.strongest] for one in numbers.pulls]
        self.ground.grid, self.ground.axes = type(self.ground.grid)(), type(self.ground.axes)()  # they would not lean
        self.ground.paint(self.camera)  # type: ignore[arg-type]
        self.inks = self.axis_colors()
        under = None if self.stage.is_wide else self.view.header_end - _BELOW_HEADER
        self.grid = LeaningGrid(
            self.plane, self.inks, with_axes=True, under=under, strength=_STRENGTH, evens=True, style=style
        )
        self.units = [
            Vector(self.plane.origin, self.plane.place(self.view.step * row), ink, width=_UNIT, style=style)
            for row, ink in zip(torch.eye(2), self.inks, strict=True)
        ]
        self.digits = digits_of_places(numbers.pulled_in_A, [numbers.space(name)[0] for name in numbers.spaces[1:]])
        self._measure()
        self.phrases = self._phrases()
        self._name_words()
        vector = numbers.pulls[0].vector
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
        self.rings = {name: self._rings(name) for name in numbers.spaces[1:]}
        self.tips = {name: self._tips(name) for name in numbers.spaces}
        self.places = {name: self._places(name) for name in numbers.spaces}
        self._lay_axis_names()
        self._lay_panel()
        self.spared = [*self.axis_labels, *self.plane.numbers, *self.phrases]
        self._lay(torch.eye(2), _FIRST, self.asides["A"])

    def matrix_of(self, space: str) -> Tensor:
        """Return the matrix that carries the plane to a space."""
        return self.numbers.space(space)[0]

    def _rows_are_steps(self) -> bool:
        """Return whether a step along an axis is 1: then it ends where a row of a matrix says."""
        return self.view.step == 1

    def _phrases(self) -> Sequence[HeaderPhrase | PhraseBlock]:
        """Return both phrases: large ones beside the plane in a wide frame, else above it."""
        pulls = self.numbers.pulls
        if not self.stage.is_wide:
            return [
                self.header_phrase(one.words, one.written, side=side)
                for one, side in zip(pulls, ("left", "right"), strict=True)
            ]
        safe, (x, y), record = self.stage.safe, self.view.origin, self.view.record
        rooms = [
            Region(safe.left, x - _BLOCK_GAP, y + 0.3, record.top),
            Region(record.left + _BLOCK_GAP, safe.right, y + 0.3, record.top),
        ]
        height = float(self.plane.place(pulls[0].vector)[1])
        share, blocks = max((self._blocks(count, rooms) for count in _LINES), key=lambda each: each[0])
        for block, room in zip(blocks, rooms, strict=True):
            half = float(block.scale(share).height) / 2
            block.move_to(point(float(room.centre[0]), min(max(height, room.bottom + half), room.top - half)))
        return blocks

    def _blocks(self, count: int, rooms: Sequence[Region]) -> tuple[float, list[PhraseBlock]]:
        """Return both phrases in lines, and the largest share of their size, at most 1, with which both fit."""
        blocks = [
            PhraseBlock(
                one.written,
                self.colors_of(one.words),
                min(count, len(one.words)),
                flush=True,
                size=self.style.sizes.hero,
                style=self.style,
            )
            for one in self.numbers.pulls
        ]
        fits = [
            min(room.width / float(block.width), room.height / float(block.height))
            for block, room in zip(blocks, rooms, strict=True)
        ]
        return min(1.0, *fits), blocks

    def _measure(self) -> None:
        """Make the calliper, on the side of the words where it lies on the least, and its numbers."""
        spaces, style = self.numbers.spaces, self.style
        numbers = [HeroNumber(distance, size=style.sizes.hero, style=style) for distance in self.numbers.distances]
        gaps = []
        for space, number in zip(spaces, numbers, strict=True):
            matrix, pulled = self.numbers.space(space)
            one, other = (self.plane.place(row) for row in pulled)
            steps = [
                self.around(share * self.view.step * row, 0.3) for row in matrix for share in (0.25, 0.5, 0.75, 1.0)
            ]
            gaps.append(Gap(one, other, number, self._lines(space), [*self._marks(space), *steps]))
        room = self.view.words(self.stage)
        bounds = (room.left, room.bottom, room.right if self.view.lying else self.view.record.left, room.top)
        self.calliper, asides = fitted_calliper(gaps, bounds, unit=self.view.unit, away=_AWAY, width=_BAR, style=style)
        self.asides = dict(zip(spaces, asides, strict=True))
        self.distances = {
            space: laid(haloed(number, style), Layer.LABEL) for space, number in zip(spaces, numbers, strict=True)
        }

    def _height(self, word: str) -> float:
        return _HERO if word == self.word else _PULLER

    def _marks(self, space: str) -> list[Box]:
        """Return the boxes of all icons in a space."""
        matrix, pulled = self.numbers.space(space)
        pulling = [self.around(row @ matrix, _PULLER) for word, row in self.vectors.items() if word != self.word]
        return [*pulling, *(self.around(row, _HERO) for row in pulled)]

    def _lines(self, space: str) -> list[Segment]:
        """Return the lines in the middle of the bands in a space, which texts keep off."""
        matrix, pulled = self.numbers.space(space)
        return [
            (flat(self.plane.place(row)), flat(self.plane.place(self.vectors[puller] @ matrix)))
            for row, puller in zip(pulled, self.pullers, strict=True)
        ]

    def _measured(self, space: str) -> list[Segment]:
        """Return the lines of the calliper in a space."""
        one, other = (self.plane.place(row) for row in self.numbers.space(space)[1])
        self.calliper.measure(one, other)
        return [(flat(line.get_start()), flat(line.get_end())) for line in self.calliper]

    def _axes(self, space: str) -> list[Segment]:
        """Return the axes in a space."""
        return list(filter(None, (axis_along(self.plane, row) for row in self.numbers.space(space)[0])))

    def _name_words(self) -> None:
        """Make the words' marks and their names, each on the side that is free in every space."""
        self.words = {word: self.token(word, row, height=self._height(word)) for word, row in self.vectors.items()}
        # The pulled word is at two places soon; its icon says which word it is.
        named = [word for word in self.vectors if word != self.word or not has_icon(word, self.style)]
        self.names, self.name_ways, self.seen = dict[str, VGroup](), dict[str, Point](), list[VGroup]()
        if not named:
            return
        large = [word for word in named if self.world.family_index(word) is not None or word == self.world.subject]
        heights = {word: self._height(word) for word in named}
        moments = []
        for space in self.numbers.spaces:
            matrix, pulled = self.numbers.space(space)
            there = {word: self.vectors[word] @ matrix for word in named}
            spots = name_spots(self.plane, there, heights=heights, large=large, style=self.style)
            early = any(not has_icon(word, self.style) for word in named)
            texts = [*self.plane.numbers, *(self.phrases if early else [])] if space == "A" else []
            boxes = [box_of(self.distances[space]), *map(box_of, texts), *(self.around(row, _HERO) for row in pulled)]
            lines = [*self._lines(space), *self._measured(space), *self._axes(space)]
            moments.append(Moment(spots, lines, boxes))
        ways = place_travelling_labels(moments, name_bounds(self.plane))
        for word, way in zip(named, ways, strict=True):
            name = Label(word, size=self.style.sizes.number, color=self.color_of(word), style=self.style)
            self.name_ways[word] = point(*way)
            self.names[word] = labelled(name.move_to(self.words[word].at + self.name_ways[word]), self.style)

    def _named_at(self, space: str) -> list[Box]:
        """Return the boxes of the words' names in a space."""
        matrix, boxes = self.numbers.space(space)[0], list[Box]()
        for word, name in self.names.items():
            boxes.append(around(self.plane.place(self.vectors[word] @ matrix) + self.name_ways[word], name))
        return boxes

    def _lay_axis_names(self) -> None:
        """Lay the names of the axes where they stand in each space."""
        vector = self.numbers.pulls[0].vector
        lines = [*self._lines("A"), *self._measured("A"), *self.plane.axis_segments()]
        boxes = [*self._marks("A"), self.around(vector, _HERO), box_of(self.distances["A"])]
        boxes += [*map(_apart, self._named_at("A")), *map(box_of, (*self.phrases, *self.plane.numbers))]
        boxes += map(box_of, self.places["A"])
        self.axis_labels = settled_names(self.plane, lines=lines, boxes=boxes)
        self.label_ends = {"A": [name.get_center() for name in self.axis_labels]}
        for space in self.numbers.spaces[1:]:
            matrix = self.numbers.space(space)[0]
            lines = [*self._lines(space), *self._measured(space), *self._axes(space)]
            boxes = [*self._marks(space), box_of(self.distances[space])]
            boxes += map(box_of, (*self.tips[space], *self.places[space]))
            boxes += [*map(_apart, self._named_at(space)), *(self.around(row, 3 * _RING) for row in matrix)]
            self.label_ends[space] = carried_names(self.plane, self.axis_labels, matrix, lines=lines, boxes=boxes)

    def _rings(self, space: str) -> list[Circle]:
        """Return rings where the steps along both axes will end, as the rows of a space's matrix say."""
        rings = list[Circle]()
        for row, ink in zip(self.numbers.space(space)[0], self.inks, strict=True):
            ring = Circle(radius=_RING, color=ink, stroke_width=_RING_WIDTH).move_to(self.plane.place(row))
            rings.append(laid(ring, Layer.TRAIL))
        return rings

    def _tips(self, space: str) -> list[VGroup]:
        """Return in numbers where both steps end in a space, beside the rings; none where nothing is carried."""
        matrix = self.numbers.space(space)[0]
        if space == "A" or not self._rows_are_steps():
            return []
        texts = [
            Coordinates(row, size=self.style.sizes.number, color=ink, style=self.style)
            for row, ink in zip(matrix, self.inks, strict=True)
        ]
        return self._written_beside(space, texts, matrix, 2 * _RING, [])

    def _places(self, space: str) -> list[VGroup]:
        """Return in numbers where the word's two places are in a space, beside its icons."""
        pulled, style = self.numbers.space(space)[1], self.style
        decimals = (self.digits or 2) if space == "A" else 2
        texts = [
            Coordinates(row, size=style.sizes.number, color=style.theme.ink, decimals=decimals, style=style)
            for row in pulled
        ]
        boxes = [box_of(tip) for tip in self.tips[space]]
        boxes += [box_of(text) for text in (*self.plane.numbers, *self.phrases)] if space == "A" else []
        return self._written_beside(space, texts, pulled, _HERO, boxes)

    def _written_beside(
        self, space: str, texts: Sequence[Row], rows: Tensor, mark: float, boxes: Sequence[Box]
    ) -> list[VGroup]:
        """Return texts with their halos, each beside the mark of a place in a space, off all that stands there."""
        matrix, pulled = self.numbers.space(space)
        lines = [*self._lines(space), *self._measured(space), *self._axes(space)]
        others = [*self._marks(space), *self._named_at(space), box_of(self.distances[space]), *boxes]
        steps = [(flat(self.plane.origin), flat(self.plane.place(self.view.step * row))) for row in matrix]
        if mark == _HERO:
            others = [each for each in others if each not in [self.around(row, _HERO) for row in pulled]]
            others += [self.around(row, 2 * _RING) for row in matrix]
        return self.written_at(texts, rows, mark, self._bounds(), lines=lines, boxes=others, crossing=steps)

    def _bounds(self) -> Box:
        """Return where texts of the plane may be."""
        room = self.view.words(self.stage)
        return (room.left, room.bottom, room.right if self.view.lying else self.view.record.left, room.top)

    def _lay_panel(self) -> None:
        """Lay the matrices, a worked sum below them where there is room, and the record of the distances."""
        numbers, record, lying = self.numbers, self.view.record, self.view.lying
        left, right = record.columns(1, 1, gap=_WORK_GAP) if lying else (record, record)
        self.matrices = {name: self._matrix(name, left.width) for name in numbers.spaces[1:]}
        tall = max(float(matrix.height) for matrix in self.matrices.values())
        for matrix in self.matrices.values():
            matrix.move_to(point(left.left + float(matrix.width) / 2, left.top - tall / 2))
        height = min(right.height, len(numbers.spaces) * _PITCH)
        rows = Region(right.left, right.right, right.bottom, right.bottom + height)
        if lying:
            rows = right
        self.record = SpaceRecord(rows, numbers.spaces, numbers.distances, unit=self.view.unit, style=self.style)
        low = left.bottom if lying else rows.top + _WORK_GAP
        high = left.top - tall - _WORK_GAP
        self.work, self.rule = list[Row](), thin_line(point(0.0), point(1.0), self.style.theme.dim, _RING_WIDTH)
        if self.digits is not None and high - low >= _LEAST_WORK:
            self._lay_work(Region(left.left, left.right, low, high))

    def _matrix(self, name: str, width: float) -> NamedMatrix:
        """Return a space's matrix with its name, as large as there is room for it."""
        size = self.style.sizes.formula
        while (
            made := NamedMatrix(name, self.numbers.space(name)[0], size=size, row_colors=self.inks, style=self.style)
        ).width > width and size > self.style.sizes.tick:
            size = max(0.95 * size, self.style.sizes.tick)
        return laid(made, Layer.LEDGER)

    def _lay_work(self, region: Region) -> None:
        """Lay the way of the first place into the last space: its numbers times the rows of the matrix."""
        last, size = self.numbers.spaces[-1], self.style.sizes.formula
        lines = self._work(last, size)
        while max(float(line.width) for line in lines) > region.width:
            if (size := 0.95 * size) < _LEAST_SIZE * self.style.sizes.tick:
                return
            lines = self._work(last, size)
        pitch = min(_LINE_PITCH, region.height / len(lines))
        top = region.top - (region.height - pitch * len(lines)) / 2
        right = region.left + max(float(line.width) for line in lines)
        for index, line in enumerate(lines):
            line.shift(point(right - float(line.get_right()[0])))
            line.on_baseline(top - (index + 0.5) * pitch - _HALF_DIGIT)
            laid(line, Layer.LEDGER)
        self.work = lines
        y = top - (len(lines) - 1) * pitch
        start = min(float(line.get_left()[0]) for line in lines)
        self.rule.set_points_as_corners([point(start, y), point(right, y)])
        laid(self.rule, Layer.LEDGER)

    def _work(self, space: str, size: float) -> list[Row]:
        """Return the lines of the sum that takes the first place from A to a space."""
        style, theme, digits = self.style, self.style.theme, self.digits or 2
        matrix, pulled = self.numbers.space(space)
        old = self.numbers.pulled_in_A[0]

        def place(name: str, row: Tensor, decimals: int, colors: Sequence[str] | None) -> Row:
            mark = self.token(self.word, row, height=_SUM_ICON, edge=self.color_of(self.pullers[0]))
            text = Coordinates(row, size=size, color=theme.ink, colors=colors, decimals=decimals, style=style)
            line = Row([Math(name, size=size, style=style), text], 2 * _TEXT_GAP)
            line.add(mark.mark.move_to(line.get_left() - point(_TEXT_GAP + float(mark.mark.width) / 2)))
            return line

        terms = [
            Row(
                [
                    *([Math("plus", size=size, style=style)] if index else []),
                    Number(number, decimals=digits, size=size, color=ink, style=style),
                    Math("times", size=size, style=style),
                    Coordinates(row, size=size, color=ink, style=style),
                ],
                _TEXT_GAP,
            )
            for index, (number, row, ink) in enumerate(zip(old, matrix, self.inks, strict=True))
        ]
        return [place("A", old, digits, self.inks), *terms, place(space, pulled[0], 2, None)]

    def tell(self) -> None:
        """Pull the word in both phrases, let two matrices carry all of space, and draw a border between the places."""
        numbers, word = self.numbers, self.word
        said = [format_number(distance) for distance in numbers.distances.tolist()]
        with self.beat("start", word=word):
            self._come()
            self.rest()
        text = "one-place" if reads_as_zero(said[0]) else "pull-A"
        with self.beat("pull-A", text=text, word=word, space="A", distance=said[0]):
            self._pull()
            self._file(0)
            self.rest()
        for index, space in enumerate(numbers.spaces[1:], 1):
            with self.beat(f"space-{space}", text=self._text_of(index), word=word, space=space, distance=said[index]):
                self._carry(index)
                if index < len(said) - 1:
                    self._file(index)
                else:
                    self._calculate()
                self.rest()
        best = self._text_of(2).startswith("space-C")
        with self.beat(
            "together", text="best" if best else "together", word=word, **dict(zip(numbers.spaces, said, strict=True))
        ):
            self._file(2)
            if best:
                self._part()
            self.last()

    def _come(self) -> None:
        """Lay the grid and both phrases; the words that pull come out of them, and the word out of both, as one."""
        times, pulls = self.style.times, self.numbers.pulls
        self.play(FadeIn(self.grid), *map(FadeIn, self.phrases), run_time=times.move)
        pulling = [
            (self.words[puller], phrase.words[one.strongest])
            for puller, phrase, one in zip(self.pullers, self.phrases, pulls, strict=True)
            if puller != self.word
        ]
        if pulling:
            self.add(*(token for token, _ in pulling))
            self.play(*(self._out_of(token, word) for token, word in pulling), run_time=_COME)
        copies = [laid(self.token(self.word, one.vector, height=_HERO), Layer.PIN) for one in pulls]
        self.add(*copies)
        words = [phrase.words[one.position] for phrase, one in zip(self.phrases, pulls, strict=True)]
        names = [name for word, name in self.names.items() if not has_icon(word, self.style)]
        self.seen += names
        come = [*map(FadeIn, names), *([self.spare(names)] if names else [])]
        self.play(*(self._out_of(*each) for each in zip(copies, words, strict=True)), *come, run_time=_COME)
        self.remove(*copies)
        self.add(self.words[self.word])

    def _out_of(self, token: Token, word: VMobject) -> Live:
        """Return how a mark grows out of its word on its way to its place."""
        start, end, height = word.get_center(), token.at.copy(), token.height_of_icon

        def follow(share: float) -> None:
            token.put(start + share * (end - start)).resize((_SEED + share * (1 - _SEED)) * height)

        follow(0.0)
        return Live([token], follow)

    def _pull(self) -> None:
        """Let both bands reach for the word; each takes one of the two along, and their distance is measured."""
        times = self.style.times
        self.play(*map(Widen, self.bands), run_time=times.move)
        self.remove(self.words[self.word])
        self.add(*self.apples)
        self.spared.append(self.calliper.digits)
        own = [self.names.pop(self.word)] if self.word in self.names else []
        self.seen = [name for name in self.seen if name not in own]
        self.play(
            FadeIn(self.calliper, self.calliper.digits),
            *map(FadeOut, own),
            *([self.spare(gone=own)] if own else []),
            run_time=times.quick,
        )

        def follow(share: float) -> None:
            self._lay(torch.eye(2), share, self.asides["A"])

        self.play(Live(self._moving(), follow, rate_func=settle), run_time=_PULL)
        self._land(0)

    def _carry(self, index: int) -> None:
        """Write a matrix, whose rows say where both steps will end; then it carries everything, and they end there."""
        times, spaces = self.style.times, self.numbers.spaces
        before, space = spaces[index - 1 : index + 1]
        matrix, rings = self.matrices[space], self.rings[space] if self._rows_are_steps() else []
        texts: list[VMobject] = [*self.places[before], *self.tips[before]]
        if index == 1:
            texts += self.phrases
            come = [name for name in self.names.values() if name not in self.seen]  # the phrases have said them so far
            self.seen += come
            self.add(*self.units)
            leave = [FadeOut(*texts), *([FadeIn(*come)] if come else [])]
            self.play(growing(self.units), *leave, self.spare(come, texts), run_time=times.move)
        else:
            old = FadeOut(*texts, self.matrices[before], *self.rings[before])
            self.play(old, self.spare(gone=texts), run_time=times.quick)
        frame = [matrix.symbol, matrix.equals, matrix.matrix.brackets]
        for axis, numbers in enumerate(matrix.matrix.numbers):
            self.play(FadeIn(*frame, *numbers, *rings[axis : axis + 1]), run_time=times.move)
            frame = []
        self.remove(matrix.symbol, matrix.equals, matrix.matrix.brackets, *matrix.matrix.inner)
        self.add(matrix)
        start, end = (self.numbers.space(name)[0] for name in (before, space))
        first, last = (self.asides[name] for name in (before, space))
        self.remove(self.distances[before])
        self.add(self.calliper.digits)
        gone = list[Animation]()
        names = [*self.axis_labels, *self.names.values()]
        self.spared = [*names, self.calliper.digits]
        if index == 1:  # the ticks' numbers hold on an upright grid alone
            gone = [FadeOut(*self.plane.numbers, self.plane.ticks, rate_func=squish_rate_func(smooth, 0.0, 0.2))]

        def follow(share: float) -> None:
            for axis, name in enumerate(self.axis_labels):
                name.move_to(self.name_at(axis, (before, space), share))
            self._lay(start + share * (end - start), 1.0, first + share * (last - first))

        self.play(Live([*self.units, *self._moving(), *names], follow), *gone, run_time=_CARRY)
        self._land(index)

    def _land(self, index: int) -> None:
        """Put the distance of a space where the running one has come to, and write where everything has come to."""
        space = self.numbers.spaces[index]
        self.remove(self.calliper.digits)
        self.add(self.distances[space])
        texts = [*self.tips[space], *self.places[space]]
        self.spared = [each for each in self.spared if each is not self.calliper.digits] + [self.distances[space]]
        self.play(FadeIn(*texts), self.spare(texts), run_time=self.style.times.move)

    def _calculate(self) -> None:
        """Write how the first place comes to stand where it is: its numbers times the rows, line by line."""
        if not self.work:
            return
        for line in self.work[:-1]:
            self.play(FadeIn(line), run_time=_TERM)
        self.play(FadeIn(self.rule, self.work[-1]), run_time=_TERM)

    def _file(self, index: int) -> None:
        """Let the bar lie down in the record; the last one leaves the plane for it."""
        row, times = self.record.rows[index], self.style.times
        bar = laid(self.calliper.bar.copy(), Layer.LEDGER)
        self.add(bar)
        leave = list[Animation]()
        if index == len(self.record.rows) - 1:
            leave = [FadeOut(self.calliper, self.distances[self.numbers.spaces[index]], *self.work, self.rule)]
            leave += [self.spare(gone=[self.distances[self.numbers.spaces[index]]])]
        self.play(self.record.file(index, bar), *leave, run_time=_FILE)
        self.play(FadeIn(row.letter, row.value), run_time=times.quick)

    def _part(self) -> None:
        """Draw the border between the word's two places, each side of it in the colour of what pulls there."""
        border, sides = self._border()
        ends = [line.get_end().copy() for line in border]
        self.add(*border)

        def follow(share: float) -> None:
            for line, end in zip(border, ends, strict=True):
                line.set_points_as_corners(
                    [line.get_start(), line.get_start() + max(share, 1e-3) * (end - line.get_start())]
                )

        follow(0.0)
        late = squish_rate_func(smooth, 0.4, 1.0)
        tint = [FadeIn(*sides, rate_func=late)] if sides else []
        self.play(Live(border, follow), *tint, run_time=_PART)

    def _border(self) -> tuple[list[VMobject], list[Polygon]]:
        """Return the line as far from both places, in pieces that end before texts, and the tints of its sides."""
        theme, (one, other) = self.style.theme, (self.plane.place(row) for row in self.numbers.pulled_in_C)
        middle, across = (one + other) / 2, direction(one - other)
        far = self.stage.width + self.stage.height
        along = turned(across)
        along = along if along[1] > 0 else -along
        left, low, right, top = self._bounds()
        whole = clip((flat(middle - far * along), flat(middle + far * along)), (left + _EDGE, low, right - _EDGE, top))
        texts = [box_of(text) for text in self.spared]
        pieces = outside(whole, gaps_before(texts)) if whole else []
        border = [
            laid(thin_line(point(*start), point(*end), theme.ink, _BORDER), Layer.THREAD) for start, end in pieces
        ]
        sides = list[Polygon]()
        for sign, puller in zip((1, -1), self.pullers, strict=True):
            for step in range(_SHADES if theme.filled else 0):
                corners = _cut(self._window(step * _SHADE), middle, sign * across)
                if len(corners) > 2:
                    side = Polygon(*corners, stroke_width=0).set_fill(
                        theme.fill(self.color_of(puller)), _TINT / _SHADES
                    )
                    sides.append(laid(side, Layer.HALF_PLANE))
        return border, sides

    def _window(self, inset: float) -> list[Point]:
        """Return the corners of the plane's part of the frame, smaller by an inset at the side of the record."""
        wide, tall = self.stage.width / 2, self.stage.height / 2
        right = wide if self.view.lying else self.view.record.left - 0.1 - inset
        low = self.view.record.top + 0.1 + inset if self.view.lying else -tall
        return [point(-wide, low), point(right, low), point(right, tall), point(-wide, tall)]

    def _moving(self) -> list[VMobject]:
        """Return all that moves with space."""
        others = [token for word, token in self.words.items() if word != self.word]
        return [self.grid, *others, *self.seen, *self.bands, *self.apples, self.calliper, self.calliper.digits]

    def _lay(self, matrix: Tensor, share: float, aside: Point) -> None:
        """Lay everything where a matrix takes it, the word pulled by a share; measure how far its places are apart."""
        self.grid.gaps = gaps_before(map(box_of, self.spared))
        self.grid.carry(matrix)
        for unit, row in zip(self.units, matrix, strict=True):
            unit.set_ends(self.plane.origin, self.plane.place(self.view.step * row))
        for word, token in self.words.items():
            token.put(self.plane.place(self.vectors[word] @ matrix))
        for word, name in self.names.items():
            name.move_to(self.words[word].at + self.name_ways[word])
        old = self.numbers.pulls[0].vector
        places = [self.plane.place((old + share * (end - old)) @ matrix) for end in self.numbers.pulled_in_A]
        for apple, band, puller, at in zip(self.apples, self.bands, self.pullers, places, strict=True):
            token = self.words[puller]
            apple.put(at)
            band.set_ends(self.plane.place(self.vectors[puller] @ matrix), at)
            if isinstance(band, Band) and token.has_icon:
                band.set_tuck(token.tuck(at, width_at(band.weight, 0.0)))
        one, other = places
        self.calliper.measure(one, other)
        self.calliper.run(one, other, aside)

    def _text_of(self, index: int) -> str:
        """Return the key of a space's text: B takes the two places nearer, C farther apart; another where not.

        That a pencil can follow C is said where it is written.
        """
        distances, space = self.numbers.distances.tolist(), self.numbers.spaces[index]
        now = distances[index]
        if reads_as_zero(format_number(now)):
            return "one-place"
        others = [distance for place, distance in enumerate(distances) if place != index]
        holds = now < distances[0] / 2 if space == "B" else now > 1.2 * max(others)
        if not holds:
            return "two-places"
        return "space-C-alone" if space == "C" and not self.work else f"space-{space}"


def _cut(corners: Sequence[Point], middle: Point, side: Point) -> list[Point]:
    """Return the corners of the part of a polygon that lies on a side of a line through a point."""
    kept = list[Point]()
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        one, other = float((start - middle) @ side), float((end - middle) @ side)
        if one >= 0:
            kept.append(start)
        if one * other < 0:
            kept.append(start + one / (one - other) * (end - start))
    return kept


def _apart(box: Box) -> Box:
    """Return the box of a name with what is kept free above and below it."""
    left, low, right, top = box
    return (left, low - _AROUND_NAME, right, top + _AROUND_NAME)
