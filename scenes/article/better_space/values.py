"""Values instead of embeddings (the end of the section "A Better Space for Pulling Words", figure 18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from manim import (
    UP,
    Animation,
    Annulus,
    Circle,
    DashedLine,
    FadeIn,
    FadeOut,
    Line,
    Polygon,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from attnmath import Head, apply_map, attend
from scenes.article.better_space.calliper import Gap, around, fitted_calliper
from scenes.article.better_space.claims import VALUES_LIN_COMB_CLAIMS
from scenes.article.better_space.gather import TwoPhrases
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.layout import fit
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import (
    LeaningGrid,
    axis_along,
    carried_names,
    gaps_before,
    numbers_met,
    settled_names,
)
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, pull
from scenes.stage import PlaneView, nice_step
from scenes.worlds import World

_WORD, _MOVED = 0.75, 0.46
"""Scene units: the heights of the icons of words at their places, and of the word where a chain ends."""

_LINK, _BLADE, _EDGE = 0.1, 0.2, 3.0
"""Scene units of the shafts of a chain's link; opacity of the area between a chain and its end, stroke units of its
edge."""

_RIVET, _HOLE = 0.13, 0.05
"""Scene units: the radius of the rivet at the origin, and of its hole."""

_JOIN, _SPLIT, _CARRY, _SHRINK, _SLIDE, _PULSE = 1.6, 1.0, 2.6, 1.6, 1.2, 0.9
"""Seconds in which the chains grow, in which the word splits in two that go to their ends, in which W_V carries all of
space, in which values shrink to their shares, in which these slide to the chains' ends, and in which the words there
swell and shrink again."""

_SWELL = 0.6
"""By how much words swell as the chains meet them, as a share of their size."""

_GAP, _BAR, _PITCH, _ABOVE = 0.2, 15.0, 1.15, 0.46
"""Scene units between a bar and what stands beside it; stroke units of a bar; scene units from a bar to the next, and
to its name above it."""

_EARLY = squish_rate_func(smooth, 0.0, 0.3)
"""The rate of names that leave."""

_LATE = squish_rate_func(smooth, 0.5, 1.0)
"""The rate of what comes where something else has left."""

_SIGN, _HEADED, _SUM_PITCH, _OTHERS = 0.12, 0.3, 0.46, 0.4
"""Scene units around a sign of the weights' sums, from the record's top to what they are called, from one of their
lines to the next, and for what the rest is called."""

_RING, _FLASH = 0.85, 5.0
"""Scene units to which a ring grows where a chain's end meets the outline of its word, and its first stroke's units."""

_TALL = 1.4
"""Scene units: the most of the matrix's height where its name stands above it."""

_STEPS, _OVER = 3.5, 0.2
"""The least number of steps along an axis to the farthest word, and steps above it for the number of a distance."""

_TWO_ROWS = 1.5
"""Scene units: the least height of a record that lies down in which the bars' names stand above them."""

_BESIDE, _ALONG = 0.32, 0.65
"""Scene units from a link to its weight, where there is room, and at which share of its length: at the origin many
lines meet."""

_SLACK, _OF_TICK = 0.06, 0.2
"""Scene units by which a weight's place is larger than the weight, and around a tick's number in which it is not."""

_BELOW_HEADER, _STRENGTH = 0.25, 0.6
"""Scene units from the header down to the grid; the share of their strength that lines of it have which are no axes."""

_ABOVE_FOOT = 0.3
"""Scene units above the baseline of the line at the foot that are kept free of names."""

_DIM = 0.4
"""The share of their opacity that the axes have while whole values lie beside them."""

_STOPS = 20
"""Places on the axes' way at which it is looked whether they lie on a tick's number."""


@dataclass(frozen=True)
class TwoCombinations:
    """One word moved by two phrases, with the values of their words and the weights of their vectors.

    Attributes:
        pulls: one step over each phrase in the original space.
        words: the words of both phrases.
        axes: names of the vectors' numbers.
        phrases: the names of the two phrases.
        first_words: the words of the first phrase.
        second_words: the words of the second phrase.
        spaces: the names of vectors and of values.
    """

    pulls: tuple[Pull, Pull]
    words: tuple[str, ...]
    axes: tuple[str, ...]
    phrases: tuple[str, ...]
    first_words: tuple[str, ...]
    second_words: tuple[str, ...]
    spaces: tuple[str, ...]
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    W_V: Tensor = quantity("The matrix that makes the values, for rows: v = x W_V.", rows="axes")
    values: Tensor = quantity("The words' values, one a row: X W_V.", rows="words")
    first_weights: Tensor = quantity("The weights of the first phrase: softmax of dot products.", rows="first_words")
    second_weights: Tensor = quantity("The weights of the second phrase.", rows="second_words")
    first_weighted: Tensor = quantity("The first phrase's values times their weights.", rows="first_words")
    second_weighted: Tensor = quantity("The second phrase's values times their weights.", rows="second_words")
    rests: Tensor = quantity("What weighs next to nothing in a phrase, together.", rows="phrases")
    unmoved: Tensor = quantity("The word's new vector as it would be without W_V, by phrase.", rows="phrases")
    updated: Tensor = quantity("The word's new vector, the sum of weighted values, by phrase.", rows="phrases")
    distances: Tensor = quantity("How far both new vectors are from each other, as X and as V.", rows="spaces")


class ValuesLinComb(TwoPhrases):
    """attention-values-lin-comb: what the weights combine are values, which part two meanings farther."""

    name = "attention-values-lin-comb"
    claims = VALUES_LIN_COMB_CLAIMS
    Parameters = TwoMeanings
    with_climate = False
    texts_leave = True
    numbers: TwoCombinations

    @classmethod
    def compute(cls, parameters: TwoMeanings, world: World) -> TwoCombinations:
        """Take one step of attention over each phrase, with W_V."""
        require_plane(world)
        first, second = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.first_phrase, parameters.second_phrase)
        )
        W_V = world_matrix(world, "W_V", 2, 2)
        words = tuple(dict.fromkeys([*first.words, *second.words]))
        vectors = world.embedding().rows(words)
        steps = [attend(one.vectors, Head(W_V=W_V)) for one in (first, second)]
        weighted = [
            step.weights[one.position, :, None] * step.values for step, one in zip(steps, (first, second), strict=True)
        ]
        unmoved = torch.stack([first.updated, second.updated])
        updated = torch.stack([step.output[one.position] for step, one in zip(steps, (first, second), strict=True)])
        return TwoCombinations(
            (first, second),
            words,
            world.axes,
            ("first", "second"),
            first.words,
            second.words,
            ("X", "V"),
            vectors=vectors,
            W_V=W_V,
            values=apply_map(vectors, W_V),
            first_weights=first.weights,
            second_weights=second.weights,
            first_weighted=weighted[0],
            second_weighted=weighted[1],
            rests=torch.stack([one.weights[torch.tensor(_unlinked(one))].sum() for one in (first, second)]),
            unmoved=unmoved,
            updated=updated,
            distances=torch.stack([torch.linalg.vector_norm(ends[0] - ends[1]) for ends in (unmoved, updated)]),
        )

    @classmethod
    def alternative_values(cls, numbers: TwoCombinations) -> Mapping[str, object]:
        """Return the word, what pulls it, and how far its new places are apart without and with values."""
        first, second = (one.words[one.strongest] for one in numbers.pulls)
        before, after = (format_number(float(distance)) for distance in numbers.distances)
        return {"word": numbers.pulls[0].word, "first": first, "second": second, "before": before, "after": after}

    def axis_colors(self) -> list[str]:
        """Return the colours of the two axes, which the rows of the matrix have as well."""
        families = self.style.theme.families
        return [families[index % len(families)] for index in (0, 1)]

    def world_view(self) -> PlaneView:
        """Return the view that the words and their values fill."""
        return self.stage.view_under_two.fitted(self.stage, self.spans())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of everything that is carried."""
        numbers = self.numbers
        rows = torch.cat([*self._shown().values(), numbers.unmoved, *map(self._joints, numbers.pulls)])
        rows = torch.cat([rows, apply_map(rows, numbers.W_V)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        above = _OVER * nice_step(float(numbers.vectors.abs().max()) / _STEPS)
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]) + above)

    def _shown(self) -> dict[str, Tensor]:
        """Return the vectors of the word and of what pulls it most, each of shape (1, 2), by word."""
        numbers = self.numbers
        shown = dict.fromkeys([*(one.words[one.strongest] for one in numbers.pulls), numbers.pulls[0].word])
        return {word: numbers.vectors[numbers.words.index(word), None] for word in shown}

    def _order(self, one: Pull) -> list[str]:
        """Return the words whose links are drawn on their own: what pulls most, then the others by weight."""
        return _order(one)

    def _links(self, one: Pull) -> Tensor:
        """Return the weighted vectors of a chain, shape (links, 2); what hardly counts is the last."""
        order = self._order(one)
        links = torch.stack(
            [
                sum((row for other, row in zip(one.words, one.weighted, strict=True) if other == word), torch.zeros(2))
                for word in order
            ]
        )
        return torch.cat([links, (one.updated - links.sum(dim=0))[None]])

    def _joints(self, one: Pull) -> Tensor:
        """Return where a chain's links begin and end, shape (links + 1, 2)."""
        return torch.cat([torch.zeros(1, 2), torch.cumsum(self._links(one), dim=0)])

    def build(self) -> None:
        """Make the grid, the words, the two chains as the blades of scissors, and the record of the two distances."""
        numbers, style = self.numbers, self.style
        self.word = numbers.pulls[0].word
        self.pullers = [one.words[one.strongest] for one in numbers.pulls]
        self.vectors = {word: row[0] for word, row in self._shown().items()}
        self.inks, self.matrix = self.axis_colors(), torch.eye(2)
        under = self.view.header_end - _BELOW_HEADER
        self.grid = LeaningGrid(
            self.plane, self.inks, with_axes=True, under=under, strength=_STRENGTH, evens=True, style=style
        )
        self.words = {word: self.token(word, row, height=_WORD) for word, row in self.vectors.items()}
        self.joints = [self._joints(one) for one in numbers.pulls]
        self.chains = [self._chain(one) for one in numbers.pulls]
        self.blades = [self._blade(joints, puller) for joints, puller in zip(self.joints, self.pullers, strict=True)]
        self.rivet = Annulus(inner_radius=_HOLE, outer_radius=_RIVET, stroke_width=0).move_to(self.plane.origin)
        self.rivet.set_fill(style.theme.ink, 1.0).set_background_stroke(color=style.theme.background, width=RIM)
        laid(self.rivet, Layer.PIN)
        self.moved = [
            self.token(self.word, row, height=_MOVED, edge=self.color_of(puller))
            for row, puller in zip(numbers.unmoved, self.pullers, strict=True)
        ]
        self.old = self.token(self.word, self.vectors[self.word], height=_MOVED).ghost()
        sides = ("left", "right")
        self.phrases = [
            self.header_phrase(one.words, one.written, side=side)
            for one, side in zip(numbers.pulls, sides, strict=True)
        ]
        self._measure()
        self.names = [self._named(space) for space in range(2)]
        self.introduced = self._introduced()
        self.shares = [self._weights(space) for space in range(2)]
        self.axis_labels = self._axis_labels()
        self.label_ends = self._axis_ends()
        self._lay_record()
        self.sums = self._sums()
        self.spared = [*self.axis_labels, *self.plane.numbers]
        self._lay_grid(self.matrix)

    def _matrices(self) -> tuple[Tensor, Tensor]:
        """Return the matrices of both spaces: vectors stay as they are, values are carried."""
        return torch.eye(2), self.numbers.W_V

    def _chain(self, one: Pull) -> list[Vector]:
        """Return the links of a chain from the origin, each in its word's colour; those that hardly count are one."""
        colors = [self.color_of(word) for word in self._order(one)] + [self.style.theme.ink]
        places = [self.plane.place(row) for row in self._joints(one)]
        return [
            Vector(start, end, color, width=_LINK, style=self.style)
            for (start, end), color in zip(pairwise(places), colors, strict=True)
        ]

    def _blade(self, joints: Tensor, puller: str) -> Polygon:
        """Return the area between a chain and the straight way to its end, in its puller's colour."""
        theme, color = self.style.theme, self.color_of(puller)
        blade = Polygon(*(self.plane.place(row) for row in joints), color=color, stroke_width=_EDGE)
        blade.set_fill(theme.fill(color), _BLADE if theme.filled else 0.0)
        return laid(blade, Layer.SHADOW)

    def _lines(self, space: int) -> list[Segment]:
        """Return what texts keep off in a space: chains, the straight ways to their ends, vectors and the axes."""
        axes = [axis for row in self._matrices()[space] if (axis := axis_along(self.plane, row))]
        return [*self._ways(space), *axes, *self.plane.axis_segments()]

    def _ways(self, space: int) -> list[Segment]:
        """Return what weights keep off in a space: chains, the straight ways to their ends, and vectors."""
        matrix = self._matrices()[space]
        rows = [joints @ matrix for joints in self.joints]
        chains = [
            (flat(self.plane.place(a)), flat(self.plane.place(b))) for joints in rows for a, b in pairwise(joints)
        ]
        origin = flat(self.plane.origin)
        whole = [*self.pullers, self.word] if space else self.pullers
        wholes = [(origin, flat(self.plane.place(self.vectors[word] @ matrix))) for word in whole]
        straight = [(origin, flat(self.plane.place(joints[-1]))) for joints in rows]
        return [*chains, *wholes, *straight]

    def _marks(self, space: int) -> list[Box]:
        """Return the boxes of words in a space, at their places and where the chains end."""
        matrix = self._matrices()[space]
        places = [(self.vectors[puller], _WORD) for puller in self.pullers]
        places += [(row, _MOVED) for row in (*self.numbers.unmoved, self.vectors[self.word])]
        return [self._around(row @ matrix, height) for row, height in places]

    def _around(self, row: Tensor, height: float) -> Box:
        x, y = flat(self.plane.place(row))
        return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)

    def _bounds(self) -> Box:
        room = self.view.words(self.stage)
        return (room.left, room.bottom, room.right, room.top)

    def _ends(self, space: int) -> tuple[Point, Point]:
        """Return where the chains end in a space."""
        one, other = (self.plane.place(row @ self._matrices()[space]) for row in self.numbers.unmoved)
        return one, other

    def _measure(self) -> None:
        """Make the calliper, on the side where it lies on the least, and both distances beside it."""
        style = self.style
        numbers = [HeroNumber(distance, size=style.sizes.hero, style=style) for distance in self.numbers.distances]
        gaps = [
            Gap(*self._ends(space), number, self._lines(space), self._marks(space)[:-1])  # its old place is between
            for space, number in enumerate(numbers)
        ]
        self.calliper, self.asides = fitted_calliper(gaps, self._bounds(), unit=self.view.unit, style=style)
        self.distances = [laid(haloed(number, style), Layer.LABEL) for number in numbers]

    def _measured(self, space: int) -> tuple[list[Segment], list[Box]]:
        """Return the calliper's lines in a space, and the box of its number."""
        self.calliper.measure(*self._ends(space))
        lines = [(flat(line.get_start()), flat(line.get_end())) for line in self.calliper]
        return lines, [box_of(self.distances[space])]

    def _named(self, space: int) -> dict[str, VGroup]:
        """Return names beside places in a space, of words without an icon; as a value, the word has none."""
        matrix = self._matrices()[space]
        named = [word for word in (self.pullers if space else self.vectors) if not has_icon(word, self.style)]
        places = {word: self.vectors[word] @ matrix for word in dict.fromkeys(named)}
        heights = dict.fromkeys(places, _WORD)
        lines, boxes = self._measured(space)
        lines, boxes = [*lines, *self._lines(space)], [*boxes, *self._marks(space)]
        tokens = self.tokens(places, heights, lines=lines, boxes=boxes)
        return {word: token.label for word, token in tokens.items()}

    def _introduced(self) -> list[VGroup]:
        """Return the names of words that have an icon: they are read once, before anything moves."""
        places = {word: row for word, row in self.vectors.items() if has_icon(word, self.style)}
        boxes = [self._around(row, _WORD) for word, row in self.vectors.items() if word not in places]
        boxes += [box_of(name) for name in self.names[0].values()]
        heights = dict.fromkeys(places, _WORD)
        tokens = self.tokens(places, heights, lines=self.plane.axis_segments(), boxes=boxes)
        return [token.label for token in tokens.values()]

    def _weights(self, space: int) -> list[VGroup]:
        """Return the weights of the chains' links, each beside its link as it is in a space."""
        matrix, numbers = self._matrices()[space], self.numbers
        lines, boxes = self._measured(space)
        boxes += self._marks(space)
        boxes += [box_of(label) for label in self.names[space].values()]
        if space:  # beside a tick's number, a weight would be read with it
            met = numbers_met(self.plane, lines=self._ways(space), boxes=[])
            ticks = [box_of(number) for number in self.plane.numbers if number not in met]
            boxes += [(left - _OF_TICK, low, right + _OF_TICK, top + _OF_TICK) for left, low, right, top in ticks]
        lines = [*lines, *self._lines(space)]
        inside, texts = self.plane.place(numbers.unmoved.mean(dim=0) / 2 @ matrix), list[VGroup]()
        for one, joints in zip(numbers.pulls, self.joints, strict=True):
            for word, link in zip(self._order(one), pairwise(joints @ matrix), strict=False):
                weight = one.weights[one.words.index(word)]
                size, color = self.style.sizes.number, self.color_of(word)
                text = Weight(weight, size=size, color=color, style=self.style)
                start, end = (self.plane.place(row) for row in link)
                text.move_to(point(*self._free(text, _outside(start, end, inside), lines, boxes)))
                boxes.append(box_of(text))
                texts.append(labelled(VGroup(text), self.style))
        return texts

    def _free(self, text: VMobject, near: Point, lines: Sequence[Segment], boxes: Sequence[Box]) -> tuple[float, float]:
        size = (float(text.width) + _SLACK, float(text.height) + _SLACK)
        return free_place(size, self._bounds(), flat(near), lines=lines, boxes=boxes)

    def _texts(self, space: int) -> list[Box]:
        """Return the boxes of all texts that belong to a space."""
        return [box_of(text) for text in (*self.names[space].values(), *self.shares[space])]

    def _axis_labels(self) -> list[VMobject]:
        """Return the names of the axes, at the nearest places that are free in the original space."""
        lines, boxes = self._measured(0)
        boxes += [*self._marks(0), *self._texts(0), *(box_of(number) for number in self.plane.numbers)]
        boxes += [box_of(name) for name in self.introduced]
        return settled_names(self.plane, lines=[*lines, *self._lines(0)], boxes=boxes)

    def _axis_ends(self) -> list[list[Point]]:
        """Return where the names of the axes stand in both spaces."""
        lines, boxes = self._measured(1)
        boxes += [*self._marks(1), *self._texts(1)]
        if not self.view.lying:
            boxes.append((-self.stage.width / 2, self.view.foot, self.view.record.left, self.view.foot + _ABOVE_FOOT))
        W_V = self.numbers.W_V
        ends = carried_names(self.plane, self.axis_labels, W_V, lines=[*lines, *self._lines(1)], boxes=boxes)
        return [[name.get_center() for name in self.axis_labels], ends]

    def _met(self, space: int) -> list[VMobject]:
        """Return the numbers of the ticks on which anything lies in the space of values, or on the way there.

        Args:
            space: 0 for all that is met on the way, 1 for what is met at its end alone.
        """
        lines, boxes = self._measured(1)
        boxes += [*self._marks(1), *self._texts(1), *(around(at, name) for name, at in self._named_axes(1))]
        lines += self._lines(1)[: -len(self.plane.axis_segments())]
        matrices = [self._matrix_at(stop / _STOPS) for stop in range(0 if space else _STOPS + 1)]
        moving = [axis_along(self.plane, row) for matrix in matrices[1:] for row in matrix]
        return numbers_met(self.plane, lines=[*lines, *filter(None, moving)], boxes=boxes)

    def _named_axes(self, space: int) -> list[tuple[VMobject, Point]]:
        """Return the names of the axes with where they stand in a space."""
        return list(zip(self.axis_labels, self.label_ends[space], strict=True))

    def _matrix_at(self, share: float) -> Tensor:
        """Return the matrix that has carried the plane a share of the way to values."""
        unmoved = torch.eye(2)
        return unmoved + share * (self.numbers.W_V - unmoved)

    def _lay_record(self) -> None:
        """Lay the matrix, and below it the two distances as bars from one line, in one scale."""
        numbers, style, record = self.numbers, self.style, self.view.record
        lying = self.view.lying
        self.W_V: VMobject = NamedMatrix("W_V", numbers.W_V, size=style.sizes.number, row_colors=self.inks, style=style)
        if not lying and float(self.W_V.width) > record.width:
            self.W_V = self._tall_matrix(record.width)
        beside = lying and record.height < _TWO_ROWS
        names = [Label(self.says(key), size=style.sizes.number, style=style) for key in ("vectors", "values")]
        text = style.sizes.number if lying else style.sizes.head
        self.values = [Number(value, size=text, style=style) for value in numbers.distances]
        wide = float(self.W_V.width)
        aside = max(float(name.width) for name in names) + _GAP if beside else 0.0
        self.zero = record.left + (wide + 2 * _GAP if lying else 0.0) + aside
        room = record.right - self.zero - _GAP - max(float(value.width) for value in self.values)
        self.scale = min(room / max(float(numbers.distances.max()), 1e-9), self.view.unit)
        pitch = min(_PITCH, record.height / 2.2)
        top = float(record.centre[1]) + (pitch / 2 - (0.0 if beside else _ABOVE / 2) if lying else -_ABOVE)
        self.heights = [top, top - pitch]
        self.bars = [self._bar(index, value) for index, value in enumerate(numbers.distances.tolist())]
        for name, value, bar, y in zip(names, self.values, self.bars, self.heights, strict=True):
            left = self.zero - aside
            name.move_to(point(left + float(name.width) / 2, y if beside else y + _ABOVE))
            value.move_to(point(float(bar.get_right()[0]) + _GAP + float(value.width) / 2, y))
            laid(value, Layer.LEDGER)
        self.letters = [laid(name, Layer.LEDGER) for name in names]
        heading = Label(self.says("distance"), size=style.sizes.head, style=style)
        heading.move_to(point(self.zero + float(heading.width) / 2, top + 2 * _ABOVE + 0.15))
        self.heading = [] if lying else [laid(heading, Layer.LEDGER)]
        at_left = point(record.left + wide / 2, float(record.centre[1]))
        self.W_V.move_to(at_left if lying else point(float(record.centre[0]), record.top - 0.8))
        laid(self.W_V, Layer.LEDGER)

    def _sums(self) -> VGroup:
        """Return how the weights of each phrase come to 1, where the matrix will stand; nothing without room there.

        A sum that would not add up as it is printed is left out, too.
        """
        numbers, style, record = self.numbers, self.style, self.view.record
        rows, size = list[Row](), style.sizes.number
        if self.view.lying:
            return VGroup()
        others = Label(self.says("others"), size=style.sizes.tick, style=style)
        for one, rest in zip(numbers.pulls, numbers.rests, strict=True):
            pieces, shown = list[VMobject](), list[Number]()
            for word in self._order(one):
                weight = one.weights[[index for index, each in enumerate(one.words) if each == word]].sum()
                shown.append(Number(weight, size=size, color=self.color_of(word), style=style))
                pieces += [shown[-1], Math("+", size=size, style=style)]
            shown.append(Number(rest, size=size, style=style))
            pieces += [shown[-1], Math("= 1", size=size, style=style)]
            rows.append(Row(pieces, _SIGN))
            if abs(sum(float(number.shown) for number in shown) - 1) > 1e-6 or float(rows[-1].width) > record.width:
                return VGroup()
        heading = Label(self.says("softmax"), size=style.sizes.head, within=record.width, style=style)
        top = record.top - _HEADED
        for count, line in enumerate((heading, *rows)):
            line.set_x(record.left + float(line.width) / 2)
            line.on_baseline(top - count * _SUM_PITCH - (_OTHERS if count else 0.0))
        others.set_x(float(rows[0][-2].get_x())).on_baseline(rows[0].baseline + _OTHERS)
        sums = VGroup(heading, others, *rows)
        end = self.heading[0] if self.heading else self.letters[0]
        below = float(sums.get_bottom()[1]) < float(end.get_top()[1]) + _GAP
        return VGroup() if below or sums.get_right()[0] > record.right else laid(sums, Layer.LEDGER)

    def _tall_matrix(self, width: float) -> VGroup:
        """Return W_V with its name above it, as a narrow record needs it."""
        name = Math("W_V", size=self.style.sizes.number, style=self.style)
        matrix = Matrix(self.numbers.W_V, size=self.style.sizes.number, color=self.inks, style=self.style)
        fit(matrix, width, _TALL)
        return VGroup(name.next_to(matrix, UP, buff=_GAP), matrix)

    def _bar(self, index: int, value: float) -> Line:
        start = point(self.zero, self.heights[index])
        bar = Line(start, start + point(max(value * self.scale, 1e-3)), buff=0, color=self.style.theme.ink)
        return laid(bar.set_stroke(width=_BAR), Layer.LEDGER)

    def tell(self) -> None:
        """Lay both chains of weighted vectors, let W_V carry them, and shrink values by the same weights."""
        times, word = self.style.times, self.word
        before, after = (value.shown for value in self.values)
        with self.beat("phrases", word=word):
            self.play(FadeIn(self.grid), *map(FadeIn, self.phrases), run_time=times.move)
            self._gather()
            self.rest()
        with self.beat("chains", distance=before):
            self._join()
            self.rest()
        farther = float(after.replace("−", "-")) > float(before.replace("−", "-"))
        with self.beat("values", text="values" if farther else "other-values", before=before, distance=after):
            self._carry()
            self.rest()
        with self.beat("weights"):
            self._shrink()
            self.rest()

    def _lay_grid(self, matrix: Tensor) -> None:
        """Lay the grid where a matrix takes it; its lines end before the texts on it."""
        self.matrix = matrix
        self.grid.gaps = gaps_before(map(box_of, self.spared))
        self.grid.carry(matrix)

    def _gather(self) -> None:
        """Show the words that pull; the word comes down from both phrases, and is one."""
        times, hero = self.style.times, self.words[self.word]
        positions = {word: index for index, word in enumerate(w for w in self.vectors if has_icon(w, self.style))}
        own = [self.introduced[positions[self.word]]] if self.word in positions else []
        own += [name for word, name in self.names[0].items() if word == self.word]
        others = [token for word, token in self.words.items() if word != self.word]
        others_named = [name for name in (*self.introduced, *self.names[0].values()) if name not in own]
        self.play(FadeIn(*others, *others_named), self.spare(others_named), run_time=times.move)
        if self.word not in self.pullers:
            self.drop(_WORD)
        self.play(FadeIn(hero, *own), self.spare(own), run_time=times.quick)

    def _join(self) -> None:
        """Let both chains grow from the origin at the same time, and measure how far their ends are apart."""
        times = self.style.times
        places = [[self.plane.place(row) for row in joints] for joints in self.joints]
        for chain, joints in zip(self.chains, places, strict=True):
            for link in chain:
                link.set_ends(joints[0], joints[0])
        links = [link for chain in self.chains for link in chain]
        self.add(*links)

        def follow(share: float) -> None:
            for chain, joints in zip(self.chains, places, strict=True):
                for index, (link, (start, end)) in enumerate(zip(chain, pairwise(joints), strict=True)):
                    grown = min(max(share * len(chain) - index, 0.0), 1.0)
                    link.set_ends(start, start + grown * (end - start))

        read = [FadeOut(*self.introduced, rate_func=_EARLY)] if self.introduced else []
        room = self.spare(self.shares[0], self.introduced)
        if len(self.sums):
            self.play(FadeIn(self.sums), run_time=times.move)
        self.play(Live(links, follow), FadeIn(*self.shares[0]), room, *read, run_time=_JOIN)
        self._split()
        self.calliper.measure(*self._ends(0))
        self._grow_to(0, 0.0)
        self.add(self.bars[0])
        beside = [self.letters[0], *self.heading, self.values[0]]
        grows = Live([self.bars[0]], lambda share: self._grow_to(0, share * float(self.numbers.distances[0])))
        measured = [FadeIn(self.calliper, self.distances[0]), self.spare([self.distances[0]])]
        self.play(*measured, grows, FadeIn(*beside), run_time=times.move)

    def _grow_to(self, space: int, distance: float) -> None:
        """Let a bar of the record be as long as a distance."""
        start = point(self.zero, self.heights[space])
        self.bars[space].set_points_as_corners([start, start + point(max(distance * self.scale, 1e-3))])

    def _split(self) -> None:
        """Split the word in two, which go to the chains' ends; a ghost of it stays at its place."""
        start, ends = self.words[self.word].at, self._ends(0)
        self.remove(self.words[self.word])
        self.add(self.old, *self.moved)

        def follow(share: float) -> None:
            for token, end in zip(self.moved, ends, strict=True):
                token.put(start + share * (end - start))
                token.resize(_WORD + share * (_MOVED - _WORD))

        self.play(Live(self.moved, follow), FadeIn(self.rivet, *self.blades), run_time=_SPLIT)

    def _carry(self) -> None:
        """Let W_V carry the plane, the words and both chains in one move; the bar follows the distance."""
        times = self.style.times
        gone = self._met(0)
        leaving = [*self.names[0].values(), *self.shares[0], *gone, *self.axis_labels]
        texts = [FadeOut(*leaving, *self.sums), self.spare(gone=leaving)]
        self.calliper.measure(*self._ends(0))
        self._grow_to(1, float(self.numbers.distances[0]))
        begin = [FadeIn(self.W_V, rate_func=_LATE), FadeIn(self.letters[1], self.bars[1])]
        self.play(*texts, *begin, run_time=times.move)
        self.calliper.run(*self._ends(0), self.asides[0])
        self.add(self.calliper.digits)
        self.remove(self.distances[0])
        self.spared[self.spared.index(self.distances[0])] = self.calliper.digits
        self.play(self._carrying(), run_time=_CARRY)
        self.spared[self.spared.index(self.calliper.digits)] = self.distances[1]
        self.remove(self.calliper.digits)
        self.add(self.distances[1])
        for name, at in self._named_axes(1):
            name.move_to(at)
        still_met = self._met(1)
        back = [number for number in gone if number not in still_met]
        come = [*self.names[1].values(), *self.axis_labels, *back]
        self.play(FadeIn(*come, self.values[1]), self.spare(come), run_time=times.quick)

    def _carrying(self) -> Animation:
        """Return how W_V takes everything along."""
        numbers = self.numbers
        first, last = self.asides

        def follow(share: float) -> None:
            self.matrix = self._matrix_at(share)
            for puller in self.pullers:
                self.words[puller].put(self.plane.place(self.vectors[puller] @ self.matrix))
            for chain, blade, joints in zip(self.chains, self.blades, self.joints, strict=True):
                places = [self.plane.place(row) for row in joints @ self.matrix]
                blade.set_points_as_corners([*places, places[0]])
                for link, (start, end) in zip(chain, pairwise(places), strict=True):
                    link.set_ends(start, end)
            one, other = (self.plane.place(row) for row in numbers.unmoved @ self.matrix)
            for token, at in zip(self.moved, (one, other), strict=True):
                token.put(at)
            self.old.move_to(self.plane.place(self.vectors[self.word] @ self.matrix))
            self.calliper.measure(one, other)
            self.calliper.run(one, other, first + share * (last - first))
            self._lay_grid(self.matrix)
            self._grow_to(1, float(np.linalg.norm(one - other)) / self.view.unit)

        links = [link for chain in self.chains for link in chain]
        words = [self.words[puller] for puller in self.pullers]
        moved = [self.grid, *self.blades, *links, *words, self.old, *self.moved, self.calliper, self.bars[1]]
        return Live([*moved, self.calliper.digits], follow)

    def _shrink(self) -> None:
        """Untie both chains into whole values; each shrinks to its share, which slides to the tip of the last one.

        The word at the chains' ends is an outline meanwhile; the chains of values fill it as they land.
        """
        times, origin = self.style.times, self.plane.origin
        ends = VGroup(*(token.ghost() for token in self.moved))
        links = [link for chain in self.chains for link in chain]
        self.value_shares = shares = self._value_shares()
        trails = [share.trail(origin) for share in shares]
        arrows = [share.arrow for share in shares]
        self.remove(*links)
        self.add(*arrows)

        def together(move: Callable[[_Share, Point, float], None]) -> Live:
            def follow(done: float) -> None:
                for share in shares:
                    move(share, origin, done)

            return Live(arrows, follow)

        dims = Live([self.grid], lambda done: self.grid.fade_axes(1 - done * (1 - _DIM)))  # values lie beside them
        leaves = FadeOut(*self.blades, *self.moved)
        self.play(together(_Share.untie), leaves, FadeIn(ends), dims, run_time=times.move)
        self.add(*trails)
        self.play(FadeIn(*self.shares[1]), self.spare(self.shares[1]), run_time=times.move)
        self.play(together(_Share.shrink), run_time=_SHRINK)
        self.play(together(_Share.slide), run_time=_SLIDE)
        self.add(*links)
        self.remove(*arrows)
        # How far whole values went stays: these chains were made of them.
        self.play(FadeIn(*self.blades, *self.moved), FadeOut(ends), run_time=times.quick)
        self._pulse()

    def _pulse(self) -> None:
        """Let the words swell and rings flash at the chains' ends, as the chains of values have met their outlines."""
        rings = [laid(Circle(radius=_MOVED / 2, color=self.style.theme.ink), Layer.TRAIL) for _ in self.moved]

        def follow(share: float) -> None:
            swollen = float(there_and_back(share))
            for token, ring in zip(self.moved, rings, strict=True):
                token.resize(_MOVED * (1 + _SWELL * swollen))
                ring.set(width=_MOVED + share * (2 * _RING - _MOVED)).move_to(token.at)
                ring.set_stroke(width=_FLASH * (1 - share), opacity=1 - share)

        self.add(*rings)
        self.play(Live([*self.moved, *rings], follow), run_time=_PULSE)
        self.remove(*rings)

    def _value_shares(self) -> list[_Share]:
        """Return the values of the words that are shown, and their links in the chains of values."""
        shares, matrix = list[_Share](), self.numbers.W_V
        for one, joints in zip(self.numbers.pulls, self.joints, strict=True):
            for word, (start, end) in zip(self._order(one), pairwise(joints @ matrix), strict=False):
                if word in self.vectors:
                    tip, begin, finish = (self.plane.place(row) for row in (self.vectors[word] @ matrix, start, end))
                    arrow = Vector(begin, finish, self.color_of(word), width=_LINK, style=self.style)
                    shares.append(_Share(arrow, tip, begin, finish, self.color_of(word)))
        return shares


def _order(one: Pull) -> list[str]:
    """Return the words of a phrase that count: what pulls most, then the others by weight."""
    weights = {word: 0.0 for word in one.words}
    for word, weight in zip(one.words, one.weights.tolist(), strict=True):
        weights[word] += weight
    large = [word for word, hidden in zip(one.words, small(one.weights), strict=True) if not hidden]
    puller = one.words[one.strongest]
    return sorted(dict.fromkeys([puller, *large]), key=lambda word: (word != puller, -weights[word]))


def _unlinked(one: Pull) -> list[bool]:
    """Return which words of a phrase have no link of their own in its chain."""
    return [word not in _order(one) for word in one.words]


@dataclass(frozen=True)
class _Share:
    """A value on its way to be a link of a chain.

    Attributes:
        arrow: what is drawn.
        tip: where the whole value ends.
        start: where its link begins.
        end: where its link ends.
        color: its word's colour.
    """

    arrow: Vector
    tip: Point
    start: Point
    end: Point
    color: str

    def untie(self, origin: Point, done: float) -> None:
        """Draw the link on its way to the whole value."""
        self.arrow.set_ends(self.start + done * (origin - self.start), self.end + done * (self.tip - self.end))

    def shrink(self, origin: Point, done: float) -> None:
        """Draw the value on its way from the whole of it to its weighted part."""
        part = origin + self.end - self.start
        self.arrow.set_ends(origin, self.tip + done * (part - self.tip))

    def slide(self, origin: Point, done: float) -> None:
        """Draw the weighted part on its way from the origin to its link."""
        way = done * (self.start - origin)
        self.arrow.set_ends(origin + way, origin + self.end - self.start + way)

    def trail(self, origin: Point) -> DashedLine:
        """Return a dashed line as long as the whole value."""
        return laid(DashedLine(origin, self.tip, dash_length=0.09, color=self.color, stroke_width=2.4), Layer.TRAIL)


def _outside(start: Point, end: Point, inside: Point) -> Point:
    """Return a point beside a link, on the other side of it than the inside."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across, middle = point(-way[1], way[0]), start + _ALONG * (end - start)
    return np.asarray(middle - _BESIDE * across * (1.0 if np.dot(across, inside - middle) > 0 else -1.0))
