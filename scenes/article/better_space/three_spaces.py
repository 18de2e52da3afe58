"""The space that separates the two meanings best (the section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import torch
from manim import Animation, Circle, FadeIn, FadeOut, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor

from attnmath import apply_map
from scenes.article.better_space.calliper import Gap, fitted_calliper
from scenes.article.better_space.claims import THREE_TRANSFORMED_SPACES_CLAIMS
from scenes.article.better_space.gather import TwoPhrases, direction
from scenes.article.better_space.pencil import digits_of_places, digits_of_sum
from scenes.article.better_space.space_record import SpaceRecord
from scenes.article.better_space.spaces import ThreeSpaces
from scenes.article.better_space.terms import order_of, others_of, summed
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.motion.live import Live, Widen, growing
from scenes.number_format import format_number, reads_as_zero
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band, pull_of, width_at
from scenes.parts.plane.boxes import around
from scenes.parts.plane.labels import (
    Box,
    Moment,
    Segment,
    clip,
    free_place,
    place_travelling_labels,
)
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import (
    LeaningGrid,
    axis_along,
    carried_names,
    gaps_before,
    settled_names,
    turned,
)
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, PhraseBlock, labelled
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Coordinates, Number, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.shared.phrase import Pull, pull
from scenes.shared.spaces import landmarks
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_FIRST = 1e-3
"""The share of the pull from which the two places are seen to lie in some direction from each other."""

_HERO, _PULLER = 0.85, 0.8
"""Scene units: the heights of the icons of the pulled word, and of the words that pull it."""

_COME, _PULL, _CARRY, _FILE, _TERM, _PART, _SQUEEZE = 1.1, 1.6, 2.2, 0.9, 0.5, 1.2, 1.6
"""Seconds in which words come out of their phrases, in which they are pulled, in which a matrix carries all of space,
in which a distance is filed, in which a line of a sum is written, in which a border widens, and in which it is squeezed
or has room again."""

_UNIT, _RING, _RING_WIDTH = 0.11, 0.16, 3.4
"""Scene units of the shaft of a step along an axis, and of the radius of the ring where it will end; the ring's stroke
units."""

_BORDER, _TINT, _SHADES, _SHADE, _NARROW = 4.0, 0.16, 6, 0.3, 0.3
"""Stroke units of the edges of the border between two meanings; its opacity and their sides', the steps in which these
fade towards the record, and the scene units of such a step; scene units below which a border fades, as it gets narrow.
"""

_BESIDE_BAND, _SLACK, _REACH = 0.45, 0.06, 0.7
"""Scene units from a band to its weight, by which a text's place is larger than it, and by which numbers may reach into
the record."""

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
            word_weights=torch.stack([_own_weight(one) for one in pulls]),
            others=torch.stack([others_of(one) for one in pulls]),
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
        self._lay_panel()
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
        self.pull_weights = self._pull_weights()
        self.rings = {name: self._rings(name) for name in numbers.spaces[1:]}
        self.tips = {name: self._tips(name) for name in numbers.spaces}
        self.places = {name: self._places(name) for name in numbers.spaces}
        self._lay_axis_names()
        self.sources = self._sources()
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
        boxes += map(box_of, (*self.places["A"], *self.pull_weights))
        self.axis_labels = settled_names(self.plane, lines=lines, boxes=boxes)
        self.label_ends = {"A": [name.get_center() for name in self.axis_labels]}
        for space in self.numbers.spaces[1:]:
            matrix = self.numbers.space(space)[0]
            lines = [*self._lines(space), *self._measured(space), *self._axes(space)]
            boxes = [*self._marks(space), box_of(self.distances[space])]
            boxes += map(box_of, (*self.tips[space], *self.places[space]))
            boxes += [*map(_apart, self._named_at(space)), *(self.around(row, 3 * _RING) for row in matrix)]
            self.label_ends[space] = carried_names(self.plane, self.axis_labels, matrix, lines=lines, boxes=boxes)

    def _sources(self) -> dict[str, VGroup]:
        """Return the vectors that are added in the first sum, each beside its word, by word; none without the sum."""
        if not self.sum:
            return {}
        words, style, old = order_of(self.numbers.pulls[0]), self.style, self.numbers.pulls[0].vector
        rows = torch.stack([self.vectors[word] for word in words])
        texts = [
            Coordinates(row, size=style.sizes.number, color=self.color_of(word), style=style)
            for word, row in zip(words, rows, strict=True)
        ]
        lines = [*self._lines("A"), *self._measured("A"), *self._axes("A")]
        lines += [
            (flat(self.plane.place(self.vectors[puller])), flat(self.plane.place(old))) for puller in self.pullers
        ]
        boxes = [*self._named_at("A"), box_of(self.distances["A"]), *self._marks("A")]
        boxes += [box_of(each) for each in (*self.plane.numbers, *self.phrases, *self.axis_labels)]
        boxes += [box_of(each) for each in (*self.pull_weights, *self.places["A"])]
        boxes = [box for box in boxes if box not in [self.around(row, _PULLER) for row in rows]]
        made = self.written_at(texts, rows, _HERO, self._bounds("A"), lines=lines, boxes=boxes, crossing=lines)
        return dict(zip(words, made, strict=True))

    def _pull_weights(self) -> list[VGroup]:
        """Return the weight of each word that pulls, beside its band."""
        lines, boxes = [*self._lines("A"), *self._measured("A"), *self._axes("A")], list[Box]()
        old = flat(self.plane.place(self.numbers.pulls[0].vector))
        lines += [(flat(self.plane.place(self.vectors[puller])), old) for puller in self.pullers]
        boxes = [*self._marks("A"), self.around(self.numbers.pulls[0].vector, _HERO), *self._named_at("A")]
        boxes += [box_of(text) for text in (self.distances["A"], *self.plane.numbers, *self.phrases)]
        middle, texts = self.plane.place(self.numbers.pulled_in_A.mean(dim=0)), list[VGroup]()
        for weight, puller, (start, end) in zip(self.numbers.weights, self.pullers, self._lines("A"), strict=True):
            text = Weight(
                weight,
                decimals=self.sum_digits or 2,
                size=self.style.sizes.number,
                color=self.color_of(puller),
                style=self.style,
            )
            one, other = point(*start), point(*end)
            across = turned(direction(other - one))
            across = -across if across @ (middle - one) < 0 else across
            near = flat((one + other) / 2 + _BESIDE_BAND * across)
            size = (float(text.width) + _SLACK, float(text.height) + _SLACK)
            at = point(*free_place(size, self._bounds("A"), near, lines=lines, boxes=boxes))
            boxes.append(box_of(text.move_to(at)))
            texts.append(labelled(VGroup(text), self.style))
        return texts

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
        early = (*self.plane.numbers, *self.phrases, *self.pull_weights)
        boxes += [box_of(text) for text in (early if space == "A" else [self.matrices[space]])]
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
        return self.written_at(texts, rows, mark, self._bounds(space), lines=lines, boxes=others, crossing=steps)

    def _bounds(self, space: str = "C") -> Box:
        """Return where texts of the plane may be; in B, which has no sum in the record, they may reach into it."""
        room, record = self.view.words(self.stage), self.view.record
        right = room.right if self.view.lying else record.left + (_REACH if space == "B" else 0.0)
        return (room.left, room.bottom, right, room.top)

    def _lay_panel(self) -> None:
        """Lay the matrices, a worked sum below them where there is room, and the record of the distances."""
        numbers, record, lying = self.numbers, self.view.record, self.view.lying
        left, right = record.columns(1, 1, gap=_WORK_GAP) if lying else (record, record)
        self.matrices = {name: self._matrix(name, left.width) for name in numbers.spaces[1:]}
        tall = max(float(matrix.height) for matrix in self.matrices.values())
        for matrix in self.matrices.values():
            x = left.left + float(matrix.width) / 2 if lying else left.right - float(matrix.width) / 2
            matrix.move_to(point(x, left.top - tall / 2))
        height = min(right.height, len(numbers.spaces) * _PITCH)
        rows = Region(right.left, right.right, right.bottom, right.bottom + height)
        if lying:
            rows = right
        self.record = SpaceRecord(rows, numbers.spaces, numbers.distances, unit=self.view.unit, style=self.style)
        low = left.bottom if lying else rows.top + _WORK_GAP
        high = left.top - tall - _WORK_GAP
        self.work, self.rule = list[Row](), thin_line(point(0.0), point(1.0), self.style.theme.dim, _RING_WIDTH)
        self.sum, self.sum_digits = list[VGroup](), self._sum_digits()
        if self.digits is not None and high - low >= _LEAST_WORK:
            self._lay_work(Region(left.left, left.right, low, high))
            self._lay_sum(Region(left.left, left.right, low, high))

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

    def _sum_digits(self) -> int | None:
        """Return digits of weights with which the sum that moves the word first comes out; None where none do."""
        numbers, one = self.numbers, self.numbers.pulls[0]
        if self.digits is None or set(order_of(one)) != set(self.vectors) & {one.words[one.strongest], self.word}:
            return None
        weights, rows = self._terms()
        return digits_of_sum(weights, rows, numbers.others[0], numbers.pulled_in_A[0], self.digits)

    def _terms(self) -> tuple[Tensor, Tensor]:
        """Return the weights of the words that count in the first phrase, and their vectors."""
        one = self.numbers.pulls[0]
        return torch.stack(summed(one)), torch.stack([self.vectors[word] for word in order_of(one)])

    def _lay_sum(self, region: Region) -> None:
        """Lay the sum that moves the word in the first phrase."""
        if self.sum_digits is None:
            return
        numbers, size = self.numbers, self.style.sizes.head

        def lines_of(size: float) -> tuple[list[tuple[VMobject, Row]], float]:
            return self.sum_lines(
                numbers.pulls[0], self._terms(), numbers.others[0], numbers.pulled_in_A[0],
                digits=self.sum_digits or 2, decimals=(2, 2), ends=self.digits or 2, size=size,
            )  # fmt: skip

        while (made := lines_of(size))[1] > region.width:
            if (size := 0.95 * size) < _LEAST_SIZE * self.style.sizes.tick:
                return
        lines, wide = made
        pitch = min(_LINE_PITCH, region.height / len(lines))
        top = region.top - (region.height - pitch * len(lines)) / 2
        for at, (mark, row) in enumerate(lines):
            y = top - (at + 0.5) * pitch
            row.shift(point(region.left + wide - float(row.get_right()[0]))).on_baseline(y - _HALF_DIGIT)
            mark.move_to(point(region.left + float(mark.width) / 2, y))
            self.sum.append(laid(VGroup(mark, row), Layer.LEDGER))
        y = top - (len(lines) - 1) * pitch
        start = min(float(row.get_left()[0]) for _, row in lines)
        rule = thin_line(point(start, y), point(region.left + wide, y), self.style.theme.dim, _RING_WIDTH)
        self.sum[-1].add(laid(rule, Layer.LEDGER))

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
            self._add_up()
            self.rest()
        for index, space in enumerate(numbers.spaces[1:], 1):
            with self.beat(f"space-{space}", text=self._text_of(index), word=word, space=space, distance=said[index]):
                self._carry(index)
                if index < len(said) - 1:
                    self._file(index)
                else:
                    self._calculate()
                self.rest()
        text = self._last_text()
        with self.beat("together", text=text, word=word, **dict(zip(numbers.spaces, said, strict=True))):
            if text != "together":
                self._clear()
            self._file(2)
            if text != "together":
                self._part()
            if text == "best":
                self._squeeze()
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
        texts = [*names, *self.sources.values()]
        come = [*map(FadeIn, texts), *([self.spare(texts)] if texts else [])]
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
        come = [FadeIn(*self.pull_weights), self.spare(self.pull_weights)]
        self.play(*map(Widen, self.bands), *come, run_time=times.move)
        self.remove(self.words[self.word])
        self.add(*self.apples)
        self.spared.append(self.calliper.digits)
        own = [self.names.pop(self.word)] if self.word in self.names else []
        self.seen = [name for name in self.seen if name not in own]
        own += [self.sources.pop(self.word)] if self.word in self.sources else []
        self.play(
            FadeIn(self.calliper, self.calliper.digits),
            *map(FadeOut, own),
            *([self.spare(gone=own)] if own else []),
            run_time=times.quick,
        )

        def follow(share: float) -> None:
            self._lay(torch.eye(2), share, self.asides["A"])

        self.play(Live(self._moving(), follow), run_time=_PULL)
        self._land(0)

    def _add_up(self) -> None:
        """Write how the first phrase comes to its place, where the phrases have stood if there is no other room."""
        if not self.sum:
            return
        if self.stage.is_wide:
            come = self._unseen_names()
            leave = [FadeOut(*self.phrases), *([FadeIn(*come)] if come else [])]
            self.play(*leave, self.spare(come, self.phrases), run_time=self.style.times.quick)
        for line in self.sum:
            self.play(FadeIn(line), run_time=_TERM)

    def _unseen_names(self) -> list[VGroup]:
        """Return the names of words that the phrases have said so far, which are seen from now on."""
        come = [name for name in self.names.values() if name not in self.seen]
        self.seen += come
        return come

    def _carry(self, index: int) -> None:
        """Write a matrix, whose rows say where both steps will end; then it carries everything, and they end there."""
        times, spaces = self.style.times, self.numbers.spaces
        before, space = spaces[index - 1 : index + 1]
        matrix, rings = self.matrices[space], self.rings[space] if self._rows_are_steps() else []
        texts: list[VMobject] = [*self.places[before], *self.tips[before]]
        if index == 1:
            texts += [
                *self.pull_weights,
                *self.sources.values(),
                *(phrase for phrase in self.phrases if phrase in self.spared),
            ]
            come = self._unseen_names()
            self.add(*self.units)
            leave = [FadeOut(*texts, *self.sum), *([FadeIn(*come)] if come else [])]
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

    def _clear(self) -> None:
        """Let the numbers of the last space leave: a bar passes them, and a border will lie where they are."""
        space = self.numbers.spaces[-1]
        left = [*self.places[space], *self.tips[space]]
        gone = FadeOut(*left, *self.units, *(self.rings[space] if self._rows_are_steps() else []))
        self.play(gone, self.spare(gone=left), run_time=self.style.times.quick)

    def _part(self) -> None:
        """Let a border widen between the word's two places until it touches both, its sides in the pullers' colours."""
        self._make_border()
        self.play(Live([self.border, *self.shades], self._lay_border), run_time=_PART)

    def _squeeze(self) -> None:
        """Go back to B, where the border has no room left, and to C again."""
        B, C = self.numbers.spaces[1:]
        for before, space in ((C, B), (B, C)):
            start, end = self.matrix_of(before), self.matrix_of(space)
            self.spared = [*self.axis_labels, *self.names.values()]
            parts = [part for part in self._moving() if part not in (self.calliper, self.calliper.digits)]
            parts += [*self.axis_labels, *self.names.values(), self.border, *self.shades]

            def follow(
                share: float, before: str = before, space: str = space, start: Tensor = start, end: Tensor = end
            ) -> None:
                for axis, name in enumerate(self.axis_labels):
                    name.move_to(self.name_at(axis, (before, space), share))
                self._lay(start + share * (end - start), 1.0, self.asides[space])
                self._lay_border(1.0)

            old = FadeOut(self.matrices[before], rate_func=squish_rate_func(smooth, 0.0, 0.2))
            new = FadeIn(self.matrices[space], rate_func=squish_rate_func(smooth, 0.2, 0.4))
            self.play(Live(parts, follow), old, new, run_time=_SQUEEZE)
            if space == B:
                self.wait(self.style.times.move)

    def _room(self, space: str) -> float:
        """Return how much room a border has between the marks of the word's two places in a space, scene units."""
        one, other = (self.plane.place(row) for row in self.numbers.space(space)[1])
        return float(np.linalg.norm(one - other)) - float(self.apples[0].mark.width)

    def _make_border(self) -> None:
        """Make the border between two meanings, and the shades of its sides."""
        theme = self.style.theme
        strip = laid(VMobject(stroke_width=0).set_fill(theme.ink, _TINT), Layer.HALF_PLANE)
        edges = [laid(VMobject().set_stroke(theme.ink, _BORDER), Layer.HALF_PLANE) for _ in range(2)]
        self.border = VGroup(strip, *edges)
        self.shades = [
            laid(VMobject(stroke_width=0).set_fill(theme.fill(self.color_of(puller)), 0.0), Layer.HALF_PLANE)
            for puller in self.pullers
            for _ in range(_SHADES if theme.filled else 0)
        ]
        self._lay_border(0.0)

    def _lay_border(self, share: float) -> None:
        """Lay the border where both places are now, a share of as wide as fits; without room nothing of it is seen."""
        one, other = (apple.at for apple in self.apples)
        middle, across = (one + other) / 2, direction(one - other)
        room = float(np.linalg.norm(one - other)) - float(self.apples[0].mark.width)
        half, seen = share * max(room, 0.0) / 2, share * min(max(room, 0.0) / _NARROW, 1.0)
        along, far = turned(across), self.stage.width + self.stage.height
        window = self._window(0.0)
        strip, *edges = self.border
        band = _cut(_cut(window, middle - half * across, across), middle + half * across, -across)
        _outline(strip, band if half > 0 else [])
        strip.set_fill(opacity=_TINT * seen)
        left, low, right, top = *flat(window[0]), *flat(window[2])
        for sign, edge in zip((1, -1), edges, strict=True):
            at = middle + sign * half * across
            inside = clip((flat(at - far * along), flat(at + far * along)), (left, low, right, top))
            _outline(edge, [point(*end) for end in inside] if inside and half > 0 else [])
            edge.set_stroke(opacity=min(3 * seen, 1.0))
        for index, shade in enumerate(self.shades):
            which, step = divmod(index, _SHADES)
            sign = 1 - 2 * which
            corners = _cut(self._window(step * _SHADE), middle + sign * half * across, sign * across)
            _outline(shade, corners if len(corners) > 2 and half > 0 else [])
            shade.set_fill(opacity=_TINT / _SHADES * seen)

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

    def _last_text(self) -> str:
        """Return the key of the last text: a border fits in C, and in C alone; only in C with certainty; or no word."""
        B, C = self.numbers.spaces[1:]
        if not self._text_of(2).startswith("space-C") or self._room(C) < _NARROW:
            return "together"
        return "best" if self._room(B) <= 0 else "best-alone"

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


def _own_weight(one: Pull) -> Tensor:
    """Return what the pulled word itself weighs in a phrase, all its places together."""
    return one.weights[[at for at, each in enumerate(one.words) if each == one.word]].sum()


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


def _outline(shape: VMobject, corners: Sequence[Point]) -> None:
    """Give a shape the outline of a polygon, or a line's two ends; nothing is seen of it where there are none."""
    closed = [*corners, corners[0]] if len(corners) > 2 else corners
    shape.set_points_as_corners(closed) if len(corners) else shape.clear_points()


def _apart(box: Box) -> Box:
    """Return the box of a name with what is kept free above and below it."""
    left, low, right, top = box
    return (left, low - _AROUND_NAME, right, top + _AROUND_NAME)
