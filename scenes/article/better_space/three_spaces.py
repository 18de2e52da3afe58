"""The space that separates the two meanings best (the section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import hypot

import numpy as np
import torch
from manim import (
    RIGHT,
    Animation,
    FadeIn,
    FadeOut,
    Indicate,
    Polygon,
    Rectangle,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from attnmath import apply_map
from scenes.article.better_space.calliper import Gap, fitted_calliper
from scenes.article.better_space.claims import THREE_TRANSFORMED_SPACES_CLAIMS
from scenes.article.better_space.gather import TwoPhrases
from scenes.article.better_space.pane import Look, Pane
from scenes.article.better_space.pull_sum import PullSum, as_printed_rows, other_words, others_of, weight_digits
from scenes.article.better_space.side_by_side import SideBySide
from scenes.article.better_space.spaces import ThreeSpaces
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.motion.become import become
from scenes.motion.live import Live, Widen, settle
from scenes.number_format import as_printed, format_number, reads_as_zero
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band, pull_of, width_at
from scenes.parts.plane.labels import Box, Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import (
    LeaningGrid,
    axis_along,
    carried_names,
    gaps_before,
    settled_names,
    turned,
)
from scenes.parts.plane.stage_plane import name_bounds
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Coordinates, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.shared.phrase import Pull, pull
from scenes.shared.spaces import landmarks
from scenes.stage import PlaneView, nice_step
from scenes.worlds import World

_HERO, _PULLER, _SMALLEST = 0.6, 0.78, 0.5
"""Scene units: the heights of the icons of the pulled word, and of the words that pull it; the share of them that is
left in a space that takes both places of the word close to each other."""

_CARRY, _PULL, _GROW, _FILE, _BEAT = 2.4, 1.3, 0.9, 0.9, 1.12
"""Seconds in which a matrix carries all of space, in which one phrase pulls the word, in which steps along the axes
grow, in which the numbers of one are written as a row of a matrix; the size to which these beat where they stand."""

_TERM, _PART, _WORK, _TAIL = 0.5, 2.8, 0.8, 1.2
"""Seconds in which a term of a sum comes, in which the spaces part, and in which a place and a matrix become the new
place; of stillness at the end."""

_BELOW_RULE, _OTHER_RESULT = 0.08, 0.24
"""Scene units by which both places stand lower below a sum than a row of it would, and the other phrase's still."""

_WIDER, _HIGHER, _BESIDE_SUM = 1.5, 0.25, 0.35
"""Scene units by which a sum may begin before the record, by which it stands higher than the places after it, and from
what stands on the plane to it."""

_MOST_DIGITS, _EXACT = 3, 1e-6
"""Digits after the point of a place in numbers, at the most; the most by which an exact number differs from it."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.15, 0.45)
"""The rates of a matrix's old name, which leaves, and of its new one."""

_OUT, _IN = squish_rate_func(smooth, 0.0, 0.45), squish_rate_func(smooth, 0.45, 1.0)
"""The rates of numbers that leave and of those that come where they stood."""

_LANDING = squish_rate_func(smooth, 0.7, 1.0)
"""The rate of a name that comes as its picture arrives."""

_READ = 0.6
"""Seconds in which the numbers of the steps' tips are read where they stand."""

_GAP, _GAP_IN_PRODUCT = 0.2, 0.18
"""Scene units between what stands beside each other, and between the pieces of a product."""

_HALF_BAND = 0.16
"""Scene units from the middle of a band to texts beside it."""

_OVER = 0.2
"""Steps above the highest word, for the number of a distance there."""

_STRENGTH = 0.85
"""Of the grid's lines, which a matrix may lay close to each other."""

_BELOW_HEADER, _TILE = 0.25, 0.16
"""Scene units from the header down to the grid; opacity of the tile between both steps."""

_STEPS = 3.5
"""The least number of steps along an axis to the farthest word."""

_BESIDE_RECORD, _BESIDE_NARROW, _ABOVE_FOOT = 1.0, 0.3, 0.3
"""Scene units beside the record, in a wide frame and in another, and above the baseline of the line at the foot, that
are kept free of names."""

_PITCH, _ROW_ICON = 0.72, 0.5
"""Scene units from a row of the record to the next; the height of the icons in it."""

_SMALL_PULLER, _SMALL_HERO = 0.52, 0.4
"""Scene units: the heights of icons where spaces stand side by side."""


def carried(matrix: Tensor, pulls: tuple[Pull, Pull]) -> Tensor:
    """Return the word's new vector in a space, for each phrase: shape (2, d); the weights stay as they were."""
    return apply_map(torch.stack([one.updated for one in pulls]), matrix)


def _own_weight(one: Pull) -> Tensor:
    """Return the weight of a pulled word itself, wherever it stands in its phrase."""
    return torch.stack([w for word, w in zip(one.words, one.weights, strict=True) if word == one.word]).sum()


def digits_of_places(places: Tensor, matrices: Sequence[Tensor] = ()) -> int:
    """Return the fewest digits after the point with which all that is printed follows from the printed places.

    The places are then as far apart as is printed; so they are in every space, and where they are there, follows too.

    Args:
        places: shape (2, 2), a place a row.
        matrices: of the spaces.
    """
    true = places.double()
    for digits in range(1, _MOST_DIGITS):
        printed = as_printed_rows(true, digits)
        if _gap(printed) == _gap(true) and all(_agrees(printed, true, matrix.double()) for matrix in matrices):
            return digits
    return _MOST_DIGITS


def places_follow(places: Tensor, matrix: Tensor, digits: int) -> bool:
    """Return whether printed places, times the matrix as it is printed, are the places in its space as printed.

    Args:
        places: shape (2, 2), a place a row.
        matrix: of the space.
        digits: after the point of the places; the matrix and the places in its space have two.
    """
    written = as_printed_rows(matrix, 2)
    exact = bool(torch.allclose(written, matrix.double(), atol=_EXACT))
    return exact and _agrees(as_printed_rows(places, digits), places.double(), written)


def _agrees(printed: Tensor, true: Tensor, matrix: Tensor) -> bool:
    """Return whether the places in a space, and their distance, follow from printed places."""
    ours, theirs = (
        [[format_number(value) for value in row] for row in (rows @ matrix).tolist()] for rows in (printed, true)
    )
    there = as_printed_rows(true @ matrix, 2)
    return ours == theirs and _gap(printed @ matrix) == _gap(true @ matrix) == _gap(there)


def _gap(places: Tensor) -> str:
    """Return the printed distance of two places."""
    return format_number(float(torch.linalg.vector_norm(places[0] - places[1])))


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
        rests, others = zip(*map(others_of, pulls), strict=True)
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
            own_weights=torch.stack([_own_weight(one) for one in pulls]),
            rests=torch.stack(rests),
            others=torch.stack(others),
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
        self.tile = Polygon(*([self.plane.origin] * 4), stroke_width=style.strokes.line, color=style.theme.axis)
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
        spaces = [numbers.space(name)[0] for name in numbers.spaces[1:]]
        self.digits = digits_of_places(numbers.pulled_in_A, spaces)
        self.pencilled = self._pencilled()
        self.follows = all(places_follow(numbers.pulled_in_A, space, self.digits) for space in spaces)
        self._measure()
        self.names = {name: self._named(name) for name in numbers.spaces}
        self.introduced = self._introduced()
        self.word_name = self._word_name()
        self.axis_labels = self._axis_labels()
        self.label_ends = {name: self._axis_ends(name) for name in numbers.spaces}
        self.weights = self._weights()
        self._lay_record()
        self.together = self._together()
        self.tips = self._tips() if self._step() == 1 else []  # a row is where one step ends
        self.spared = [*self.axis_labels, *self.plane.numbers]
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

    def _weights(self) -> list[VGroup]:
        """Return the weight of each pull, beside its band as it reaches for the word."""
        lines, boxes = self._measured("A")
        lines = [*lines, *self._lines("A")]
        boxes += [*self._marks("A"), *(box_of(text) for text in (*self.axis_labels, *self.plane.numbers))]
        boxes += [box_of(name) for name in self.names["A"]]
        boxes.append(self._around(self.numbers.pulls[0].vector, self._height(self.word)))
        found = list[VGroup]()
        for weight, puller, row in zip(self.numbers.weights, self.pullers, self.ends, strict=True):
            color, size = self.color_of(puller), self.style.sizes.number
            name = Label(self.says("weight"), size=size, color=color, style=self.style)
            digits = self.pencilled[1] if self.pencilled else 2
            text = Row([name, Weight(weight, decimals=digits, size=size, color=color, style=self.style)], 0.15)
            start, end = self.plane.place(self.vectors[puller]), self.plane.place(row)
            away = direction(end - self.plane.origin) if len(found) else -direction(end - self.plane.origin)
            near = flat((start + end) / 2 + (_HALF_BAND + float(text.width) / 2) * away)
            room = (float(text.width) + 0.1, float(text.height) + 0.06)
            text.move_to(point(*free_place(room, self._bounds(), near, lines=lines, boxes=boxes)))
            boxes.append(box_of(text))
            found.append(labelled(text, self.style))
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
        matrix, record = self.numbers.space(space)[0], self.view.record
        if not self.view.lying:  # a name beside a row of the record would be read as a part of it
            beside = _BESIDE_RECORD if self.stage.is_wide else _BESIDE_NARROW
            boxes.append((record.left - beside, record.bottom, record.left, record.top))
            boxes.append((-self.stage.width / 2, self.view.foot, record.left, self.view.foot + _ABOVE_FOOT))
        lines += [*self._lines(space), *self._tile_lines(matrix)]
        return carried_names(self.plane, self.axis_labels, matrix, lines=lines, boxes=boxes)

    def _tile_lines(self, matrix: Tensor) -> list[Segment]:
        """Return the edges and a diagonal of the tile where a matrix takes it."""
        first, second = self._step() * matrix
        corners = [torch.zeros(2), first, first + second, second, torch.zeros(2), first + second]
        return [(flat(self.plane.place(a)), flat(self.plane.place(b))) for a, b in pairwise(corners)]

    def _around(self, row: Tensor, height: float) -> Box:
        x, y = flat(self.plane.place(row))
        return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)

    def _pencilled(self) -> tuple[int, int, int] | None:
        """Return the phrase whose pull a pencil can follow, with the digits of weights and of places; None if none."""
        found = list[tuple[int, int, int]]()
        for index, puller in enumerate(self.pullers):
            if puller == self.word:
                continue
            weights, rows = self._terms(index)
            exact = bool(((rows[:2] - (10 * rows[:2]).round() / 10).abs() < _EXACT).all())
            for places in (1, 2) if exact else (2,):
                digits = weight_digits(weights.tolist(), rows, self.ends[index], after=self.digits, places=places)
                found += [] if digits is None else [(digits, places, index)]
        return None if not found else (min(found)[2], min(found)[0], min(found)[1])

    def _terms(self, index: int) -> tuple[Tensor, Tensor]:
        """Return the weights in a phrase and the places of what pulls most, the word itself and all others together."""
        numbers = self.numbers
        weights = torch.stack([numbers.weights[index], numbers.own_weights[index], numbers.rests[index]])
        rows = torch.stack([self.vectors[self.pullers[index]], numbers.pulls[index].vector, numbers.others[index]])
        count = 3 if as_printed(float(weights[2]), _MOST_DIGITS) else 2
        return weights[:count], rows[:count]

    def _sum(self, room: float) -> PullSum | None:
        """Return one pull as a sum that is right as it is printed, and fits into a width; None if there is none."""
        if self.pencilled is None:
            return None
        index, digits, places = self.pencilled
        words, size = (self.pullers[index], self.word), self.style.sizes.number
        weights, rows = self._terms(index)
        while size >= self.style.sizes.least:
            made = PullSum(
                weights,
                rows,
                [self.token(word, self.vectors[word], height=_ROW_ICON) for word in words],
                [*map(self.color_of, words), self.style.theme.ink][: len(weights)],
                others=self.named_together(other_words(self.numbers.pulls[index])),
                digits=digits,
                places=places,
                size=size,
                style=self.style,
            )
            if made.needs <= room:
                return made
            size *= 0.95
        return None

    def _lay_record(self) -> None:
        """Lay one pull as a sum, both places in numbers, and the matrix below them.

        The places stand below the sum, and go up as it leaves. In a record that lies down they stand beside the sum,
        then beside the matrix.
        """
        record, lying = self.view.record, self.view.lying
        widths = self._fit_record()
        beside = _ROW_ICON + 3 * _GAP + max(float(text.width) for text in self.places["A"])
        begin = record.left + beside if lying else self._sum_may_begin()
        self.sum = self._sum(record.right - begin)
        needs = float(self.sum.needs) if self.sum else 0.0
        whole = max(widths)
        pitch, middle = min(_PITCH, record.height / 2), float(record.centre[1])
        top = middle + pitch / 2 if lying else record.top - _ROW_ICON
        left = record.left + (0.0 if lying else (record.width - whole) / 2) + _ROW_ICON / 2
        self.marks = list[Token]()
        for index, puller in enumerate(self.pullers):
            edge, at = self.color_of(puller), point(left, top - index * pitch)
            mark = self.token(self.word, self.ends[index], height=_ROW_ICON, edge=edge)
            self.marks.append(laid(mark.put(at), Layer.LEDGER))
        for texts in self.places.values():
            for mark, text in zip(self.marks, texts, strict=True):
                text.move_to(mark.at + point(_ROW_ICON / 2 + _GAP + float(text.width) / 2))
                laid(text, Layer.LEDGER)
        for factors in self.factors.values():
            for text, factor in zip(self.places["A"], factors, strict=True):
                factor.next_to(text, RIGHT, _GAP_IN_PRODUCT).set_y(float(text.get_y()))
                laid(factor, Layer.LEDGER)
        self.homes = [[each.get_center() for each in row] for row in (self.marks, self.places["A"])]
        below = middle if lying else top - pitch - 0.5 * pitch - 0.5 * float(self.widest.height) - _GAP
        home = point(record.right - widths[0] / 2 if lying else float(record.centre[0]), below)
        for matrix in self.matrices.values():
            laid(matrix.shift(home - self.widest.get_center()), Layer.LEDGER)
        low = below - 0.5 * float(self.widest.height) - 2 * _GAP
        self.shelf = None if lying or not self.stage.is_wide else replace(record, top=low)
        if self.sum is not None and lying and record.height < _ROW_ICON * len(self.sum.products):
            self.sum = None
        if self.sum is not None:
            rows = len(self.sum.products)
            pitch = min(pitch, record.height / rows) if lying else pitch
            right = record.right
            start = right - needs + _ROW_ICON / 2
            self.sum.lay(start, right, middle + (rows - 1) * pitch / 2 if lying else top + _HIGHER, pitch)
            if not lying:
                self._set_below_sum(rows * pitch + _BELOW_RULE - _HIGHER, start, right)

    def _sum_may_begin(self) -> float:
        """Return where a sum may begin: before the record, as far as nothing stands on the plane at its height."""
        record, numbers = self.view.record, self.numbers
        lines, boxes = self._measured("A")
        boxes += [*self._marks("A"), self._around(numbers.pulls[0].vector, self._height(self.word))]
        boxes += [(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in lines]
        boxes += [box_of(text) for text in (*self.weights, *self.axis_labels, *self.names["A"])]
        low = record.top - 4 * _PITCH - _BELOW_RULE - _OTHER_RESULT - _ROW_ICON  # three products and two places
        reach = [right for _, _, right, top in boxes if top > low]
        return min(max(record.left - _WIDER, *(right + _BESIDE_SUM for right in reach)), record.left)

    def _fit_record(self) -> tuple[float, float]:
        """Make the matrices, and both places in numbers, as large as the record takes; return how wide both are.

        Where the record is narrow, the places are not written times the matrices.
        """
        for worked in (True, False):
            size = self.style.sizes.number
            while size >= self.style.sizes.least:
                self.matrices, self.places = self._matrices(size), self._places(size)
                self.factors = self._factors(size) if worked else {}
                longest = max(float(text.width) for texts in self.places.values() for text in texts)
                beside = [float(factor.width) for factors in self.factors.values() for factor in factors]
                longest += max(beside) + _GAP_IN_PRODUCT if beside else 0.0
                widths = (float(self.widest.width), _ROW_ICON + _GAP + longest)
                needs = sum(widths) + 2 * _GAP if self.view.lying else max(widths)
                if needs <= self.view.record.width:
                    return widths
                size *= 0.95
        return widths

    def _set_below_sum(self, down: float, left: float, right: float) -> None:
        """Set both places below the sum, their marks below its marks, their numbers below its places."""
        assert self.pencilled is not None
        first = self.pencilled[0]
        top, pitch = float(self.marks[0].at[1]), float(self.marks[0].at[1] - self.marks[1].at[1])
        for place, index in enumerate((first, 1 - first)):  # first the one that the sum leads to
            mark, text = self.marks[index], self.places["A"][index]
            y = top - down - place * (pitch + _OTHER_RESULT)
            mark.put(point(left, y))
            text.move_to(point(right - float(text.width) / 2, y))

    def _places(self, size: float) -> dict[str, list[Coordinates]]:
        """Return the pulled word in numbers, for both phrases, by space; where the pencil fails, in A alone.

        In A they are exact enough for all that matrices make of them.
        """
        spaces = self.numbers.spaces if self.follows else self.numbers.spaces[:1]
        return {
            name: [
                Coordinates(
                    row, size=size, color=self.style.theme.ink, decimals=2 if index else self.digits, style=self.style
                )
                for row in self.numbers.space(name)[1]
            ]
            for index, name in enumerate(spaces)
        }

    def _factors(self, size: float) -> dict[str, list[Row]]:
        """Return how both places in A go on by a matrix, as a factor, by space."""
        return {
            name: [
                Row([Math(sign, size=size, style=self.style) for sign in ("times", name)], _GAP_IN_PRODUCT)
                for _ in self.pullers
            ]
            for name in list(self.places)[1:]
        }

    def _pane(self, edges: Sequence[str]) -> Pane:
        """Return a window on a space, with the words that pull and the pulled one at both its places."""
        rows = torch.stack([self.vectors[puller] for puller in self.pullers])
        words = {
            index: self.token(puller, self.vectors[puller])
            for index, puller in enumerate(self.pullers)
            if puller != self.word
        }
        moved = [self.token(self.word, row, edge=edge) for row, edge in zip(self.ends, edges, strict=True)]
        return Pane(
            rows, self.ends, words, moved, self.numbers.weights.tolist(), (self.inks, edges),
            step=self.view.step, style=self.style,
        )  # fmt: skip

    def _together(self) -> SideBySide:
        """Return all spaces side by side, as they stand in the end."""
        numbers, edges = self.numbers, [self.color_of(puller) for puller in self.pullers]
        sizes = [self.sizes[name] for name in numbers.spaces]
        return SideBySide(
            [self._pane(edges) for _ in numbers.spaces],
            numbers.spaces,
            [numbers.space(name)[0] for name in numbers.spaces],
            [(size * _SMALL_PULLER, size * _SMALL_HERO) for size in sizes],
            numbers.distances,
            self.spans(),
            shelf=self.shelf,
            stage=self.stage,
            view=self.view,
            style=self.style,
        )

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

    def tell(self) -> None:
        """Pull the word in both phrases, then let two matrices carry all of space, and compare the three spaces."""
        times, word = self.style.times, self.word
        with self.beat("start", word=word):
            self._gather()
            self.rest()
        said = [format_number(distance) for distance in self.numbers.distances.tolist()]
        text = "one-place" if reads_as_zero(said[0]) else "pull-A"
        with self.beat("pull-A", text=text, word=word, space="A", distance=said[0]):
            self._pull()
            self.rest()
        with self.beat("matrix"):
            self._fill_matrix()
            self._keep(0)
            self.wait(times.rest)
        for index, space in enumerate(self.numbers.spaces[1:], 1):
            with self.beat(f"space-{space}", text=self._text_of(index), word=word, space=space, distance=said[index]):
                self._tell_space(index, space)
                self.rest()
        best = self._text_of(2) == "space-C"
        values = dict(zip(self.numbers.spaces, said, strict=True))
        with self.beat("together", text="best" if best else "together", word=word, **values):
            self._part(best)
            self.wait(_TAIL)

    def _gather(self) -> None:
        """Lay the grid and the words that pull; the word drops out of both phrases, and is one."""
        times, hero = self.style.times, self.words[self.word]
        self.play(FadeIn(self.grid), *map(FadeIn, self.phrases), run_time=times.move)
        others = [token for word, token in self.words.items() if word != self.word]
        names = [*self.introduced, *self.names["A"]]
        self.play(FadeIn(*others, *names), self.spare(names), run_time=times.move)
        if self.word not in self.pullers:
            self.drop(self._height(self.word))
        own = [self.word_name] if len(self.word_name) else []
        self.play(FadeIn(hero, *own), self.spare(own), run_time=times.quick)

    def _pull(self) -> None:
        """Let both bands reach for the word; each takes one of the two along, and their distance is measured.

        The place where one ends is written as it lands, below its sum.
        """
        times, old = self.style.times, self.numbers.pulls[0].vector
        read = [text for text in (self.word_name, *self.introduced) if len(text)]
        leaving = [FadeOut(self.words[self.word], *read), self.spare(gone=read)]
        self.play(*map(Widen, self.bands), FadeIn(self.ghost, *self.apples), *leaving, run_time=times.move)
        self.play(FadeIn(*self.weights), self.spare(self.weights), run_time=times.quick)
        for line in self.sum.lines if self.sum else []:
            self.play(FadeIn(line), self.spare([*line]), run_time=_TERM)
        if self.sum:
            self.wait(_READ)
        rows = [old, old]
        first = self.pencilled[0] if self.pencilled else 0
        for index in (first, 1 - first):
            start, end = list(rows), self.ends[index]

            def follow(share: float, index: int = index, start: list[Tensor] = start, end: Tensor = end) -> None:
                self._lay([old + share * (end - old) if place == index else row for place, row in enumerate(start)])

            self.play(Live([self.bands[index], self.apples[index]], follow, rate_func=settle), run_time=_PULL)
            rows[index] = end
            come: list[VMobject] = [self.marks[index], self.places["A"][index]]
            rule = [self.sum.rule] if self.sum and not self.view.lying and index == first else []
            self.play(FadeIn(*come, *rule), self.spare(come), run_time=times.quick)
            self.wait(times.quick)
        measured = FadeIn(self.calliper, self.distances["A"])
        self.play(measured, FadeOut(self.ghost), self.spare([self.distances["A"]]), run_time=times.quick)

    def _fill_matrix(self) -> None:
        """Let a step grow along each axis; as its tip's numbers beat, they are written as a row of the matrix of A.

        They stay where the step ends, so that the row and the place are seen to be the same.
        """
        matrix, step = self.matrices["A"], self._step()
        gone = [thing for thing in self.weights if len(thing)]
        written: list[VMobject] = [*self.marks, *self.places["A"]]
        if self.sum:  # before places move to where it stood
            lines = [piece for line in self.sum.lines for piece in line]
            leave = [FadeOut(*self.sum.lines, self.sum.rule), self.spare(gone=[*lines, *written])]
            self.play(*leave, run_time=self.style.times.quick)

        def grow(share: float) -> None:
            for unit, row in zip(self.units, self.numbers.A, strict=True):
                unit.set_ends(self.plane.origin, self.plane.place(share * step * row))

        grow(0.0)
        self.add(*self.units)
        leave = [*map(FadeOut, gone), self.spare(gone=[*gone, *written]), *self._up()]
        self.play(Live(self.units, grow), *leave, run_time=_GROW)
        tips = self.tips
        self.play(FadeIn(self.tile, *tips), self.spare(tips), run_time=self.style.times.quick)
        frame = [matrix.symbol, matrix.equals, matrix.matrix.brackets]
        if not tips:
            self.play(FadeIn(matrix), run_time=_FILE)
            return
        self.wait(_READ)
        self.play(FadeIn(*frame), run_time=self.style.times.quick)
        for tip, numbers, ink in zip(tips, matrix.matrix.numbers, self.inks, strict=True):
            self.play(Indicate(tip, _BEAT, ink), FadeIn(*numbers), run_time=_FILE)
        self.remove(*frame, *matrix.matrix.inner)
        self.add(matrix)

    def _up(self) -> list[Animation]:
        """Return how both places go up to where they stay."""
        moves = list[Animation]()
        for mark, text, home, place in zip(self.marks, self.places["A"], *self.homes, strict=True):
            moves.append(Live([mark], partial(_slid, mark, mark.at.copy(), home)))
            moves.append(Live([text], partial(_shifted, text, text.get_center(), place)))
        return moves

    def _tips(self) -> list[Coordinates]:
        """Return where the steps along both axes end, in numbers, beside their tips and off all marks."""
        lines, boxes = self._measured("A")
        lines += self._lines("A")
        boxes += [*self._marks("A"), *(box_of(text) for text in self.axis_labels)]
        boxes += [box_of(number) for number in self.plane.numbers]
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
        self.grid.gaps = gaps_before(map(box_of, self.spared))
        self.grid.carry(matrix)
        for unit, row in zip(self.units, matrix, strict=True):
            unit.set_ends(self.plane.origin, self.plane.place(step * row))
        first, second = (step * row for row in matrix)
        corners = [torch.zeros(2), first, first + second, second, torch.zeros(2)]
        self.tile.set_points_as_corners([self.plane.place(row) for row in corners])
        one, other = (self.plane.place(row) for row in self.ends @ matrix)
        self.calliper.measure(one, other)

    def _tell_space(self, index: int, space: str) -> None:
        """Let another matrix carry everything; then both places times it become the new places, as they are written."""
        times, before = self.style.times, self.numbers.spaces[index - 1]
        old, new = self.matrices[before], self.matrices[space]
        if index == 1:
            self.veil = Rectangle(width=self.stage.width + 1, height=self.stage.height + 1, stroke_width=0)
            laid(self.veil.set_fill(self.style.theme.background, 1.0), Layer.HALF_PLANE)
        self._begin_work(index)
        one, other = (self.plane.place(row) for row in self.ends @ self.matrix)
        self.calliper.run(one, other, self.asides[before])
        self.remove(self.distances[before], old)
        leaving = list(self.names[before])
        self.spared = [text for text in self.spared if text not in (self.distances[before], *leaving)]
        self.spared.append(self.calliper.digits)
        self.add(*self.axis_labels, self.calliper.digits, *old.matrix.inner, old.symbol)
        self.add(new.equals, new.matrix.brackets)
        numbers = [become(a, b) for a, b in zip(old.matrix.inner, new.matrix.inner, strict=True)]
        names = [FadeOut(old.symbol, rate_func=_EARLY), FadeIn(new.symbol, rate_func=_LATE)]
        names += [FadeOut(*leaving, rate_func=_EARLY)] if leaving else []
        if index == 1:  # the grid that stays would be seen through the one that leans
            names += [FadeIn(self.veil, rate_func=_EARLY), FadeOut(self.plane.ticks, rate_func=_EARLY)]
        self.play(self._carry((before, space)), *numbers, *names, run_time=_CARRY)
        self.remove(self.calliper.digits, *new.matrix.inner, new.symbol, new.equals, new.matrix.brackets)
        self.add(self.distances[space], new)
        self.spared[-1] = self.distances[space]
        if come := list(self.names[space]):
            self.play(FadeIn(*come), self.spare(come), run_time=times.quick)
        if self.follows:
            work: list[Animation] = [FadeIn(*self.places[space], rate_func=_IN)]
            if self.factors:
                work.append(FadeOut(*self.places["A"], *self.factors[space], rate_func=_OUT))
            self.play(*work, run_time=_WORK)
            self.wait(_READ)
        if index < len(self.numbers.spaces) - 1:
            self._keep(index)

    def _begin_work(self, index: int) -> None:
        """Write a matrix behind both places in A as they were; what no longer holds leaves."""
        quick, spaces = self.style.times.quick, self.numbers.spaces
        lean = [] if index > 1 else [*self.tips, *self.plane.numbers]  # they hold on an upright grid alone
        leave = [FadeOut(*lean), self.spare(gone=lean)] if lean else []
        if not self.follows:
            stale = [] if index > 1 else [*self.marks, *self.places["A"]]
        elif index == 1:
            stale = [] if self.factors else [*self.places["A"]]
        else:
            stale = [*self.places[spaces[index - 1]]]
        leave += [FadeOut(*stale, rate_func=_OUT)] if stale else []
        if self.factors:
            again = self.places["A"] if index > 1 else []
            leave.append(FadeIn(*again, *self.factors[spaces[index]], rate_func=_IN))
        if leave:
            self.play(*leave, run_time=quick if index == 1 else 2 * quick)

    def _keep(self, index: int) -> None:
        """Put a small picture of a space aside, where there is a shelf for it: it comes at its place there."""
        if self.shelf is not None:
            self.together.put_aside(index)
            kept = [self.together.panes[index], self.together.small_rows[index]]
            self.play(*map(FadeIn, kept), run_time=self.style.times.move)

    def _look(self, index: int) -> Look:
        """Return a space as the plane shows it."""
        space, focus = self.numbers.spaces[index], self.together.looks[index].focus
        return Look(
            self.numbers.space(space)[0],
            self.plane.place(torch.from_numpy(focus).float()),
            focus,
            self.view.unit,
            (1.0, 1.0),
            (self.sizes[space] * _PULLER, self.sizes[space] * _HERO),
        )

    def _part(self, best: bool) -> None:
        """Let the space become a picture beside those of the others, which grow; light the best one."""
        times, together = self.style.times, self.together
        together.begin(self._look(len(self.numbers.spaces) - 1))
        kept = together.panes[:-1] if together.small else []
        stays = (*self.phrases, self.foot_line, self.veil, *kept)
        gone = [mobject for mobject in self.mobjects if mobject not in stays]
        self.play(FadeIn(together.panes[-1]), *map(FadeOut, gone), run_time=times.move)
        others = [*together.panes[:-1], *together.bars]
        self.add(*others)
        follow = Live([*others, together.panes[-1]], together.follow, rate_func=linear)
        texts = [*together.letters, *together.values]
        self.play(follow, FadeIn(*texts, rate_func=_LANDING), run_time=_PART)
        if best:
            self.wait(times.rest)
            lit = together.panes[-1].frame.animate.set_stroke(self.style.theme.ink, 6.0)
            self.play(lit, run_time=times.move)

    def _carry(self, spaces: tuple[str, str]) -> Animation:
        """Return how all of space goes from one to another, with everything on it."""
        start, end = (self.numbers.space(name)[0] for name in spaces)
        first, last = (self.asides[name] for name in spaces)
        small, large = (self.sizes[name] for name in spaces)
        others: list[Token] = [token for word, token in self.words.items() if word != self.word]

        def follow(share: float) -> None:
            for index, name in enumerate(self.axis_labels):
                name.move_to(self._name_at(index, spaces, share))
            self._lay_space(start + share * (end - start))
            size = small + share * (large - small)
            for token in others:
                token.put(self.plane.place(self.vectors[token.word] @ self.matrix)).resize(size * _PULLER)
            for apple in self.apples:
                apple.resize(size * _HERO)
            self._lay(list(self.ends))
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

    def _text_of(self, index: int) -> str:
        """Return the key of a space's text: B takes the two places nearer, C farther apart; another where not."""
        distances, space = self.numbers.distances.tolist(), self.numbers.spaces[index]
        now = distances[index]
        if reads_as_zero(format_number(now)):
            return "one-place"
        others = [distance for place, distance in enumerate(distances) if place != index]
        holds = now < distances[0] / 2 if space == "B" else now > 1.2 * max(others)
        return f"space-{space}" if holds else "two-places"


def _shifted(text: VMobject, start: Point, end: Point, share: float) -> None:
    """Move a text a share of the way from a place to another."""
    text.move_to(start + share * (end - start))


def _slid(token: Token, start: Point, end: Point, share: float) -> None:
    """Move a mark a share of the way from a place to another."""
    token.put(start + share * (end - start))


def direction(way: Point) -> Point:
    """Return a way's direction; where it has none, the first axis's."""
    length = float(np.linalg.norm(way))
    return way / length if length > 1e-9 else point(1.0)


def _beside(way: Segment) -> list[Segment]:
    """Return a way and both edges of a band along it, so that texts keep off all of its width."""
    (x, y), (to_x, to_y) = way
    length = hypot(to_x - x, to_y - y) or 1.0
    across, up = -(to_y - y) / length * _HALF_BAND, (to_x - x) / length * _HALF_BAND
    return [((x + s * across, y + s * up), (to_x + s * across, to_y + s * up)) for s in (-1, 0, 1)]
