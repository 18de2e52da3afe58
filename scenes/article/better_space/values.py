"""Values instead of embeddings (the end of the section "A Better Space for Pulling Words", figure 18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import dist

import numpy as np
import torch
from manim import (
    DOWN,
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
from scenes.article.better_space.pull_sum import digits_that_follow, other_words, others_of
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.layout import fit
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_number
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import (
    LeaningGrid,
    axis_along,
    carried_names,
    gaps_before,
    numbers_met,
    settled_names,
)
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import RIM, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.parts.text.written_vector import written_vector
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

_CARRY, _SHRINK, _SLIDE, _PULSE = 2.4, 1.6, 1.2, 0.75
"""Seconds in which W_V carries all of space, in which whole vectors shrink to their shares, in which these slide to the
chains' ends, and in which the word there swells and shrinks again."""

_FALL, _FIRST, _BELOW_WORD = 1.3, 0.75, 0.12
"""Seconds in which the word's marks come down from both phrases, the share of their size with which they begin, and
scene units between a phrase and a mark."""

_AGAIN, _KNOWN = 0.8, 0.62
"""The time of a second chain, as a share of the first one's, and of a chain of values, as a share of one of vectors."""

_BACK, _CARRY_BARE = 0.9, 1.6
"""Seconds in which the plane goes back to vectors, and in which W_V carries these, bare."""

_SWELL = 0.6
"""By how much words swell as the chains meet them, as a share of their size."""

_GAP, _BAR, _PITCH, _ABOVE = 0.2, 15.0, 1.15, 0.46
"""Scene units between a bar and what stands beside it; stroke units of a bar; scene units from a bar to the next, and
to its name above it."""

_LATE = squish_rate_func(smooth, 0.5, 1.0)
"""The rate of what comes where something else has left."""

_EARLY = squish_rate_func(smooth, 0.0, 0.2)
"""The rate of what covers something that begins to grow below it."""

_SIGN, _SUM_PITCH, _NOTE, _RULE, _BLOCK, _BELOW_BARS = 0.12, 0.54, 0.36, 0.1, 1.45, 0.78
"""Scene units around a sign of a sum, from a line of it to the next, from its last term to the name below that, and
more before its last line; from the middle of the record to a sum's; and from the last bar to the first line of the
order below it."""

_PLAIN = (2, 2)
"""Digits after the points of weights, and of chains' ends, where no sum is written."""

_APART = 0.25
"""Scene units from its vector's tip to the side of the chain's end at which the word's mark rides on it."""

_TARGET, _AIMED, _HIT = 0.3, 3.0, 0.42
"""Scene units of the radius of the rings around the places that are to be met, their stroke units, and the opacity with
which they fill as these are met."""

_RING, _FLASH = 0.85, 5.0
"""Scene units to which a ring grows where a chain's end meets the outline of its word, and its first stroke's units."""

_TALL = 1.4
"""Scene units: the most of the matrix's height where its name stands above it."""

_STEPS, _OVER = 3.5, 0.2
"""The least number of steps along an axis to the farthest word, and steps above it for the number of a distance."""

_TWO_ROWS = 1.5
"""Scene units: the least height of a record that lies down in which the bars' names stand above them."""

_BESIDE, _ALONG = 0.32, (0.65, 0.5)
"""Scene units from a link to its weight, where there is room, and at which share of its length: of the first link
farther out, as at the origin many lines meet."""

_FROM_END, _FARTHEST = 0.12, 0.5
"""Scene units from the icon at a chain's end to its place in numbers, and from where that is best at the most."""

_BEFORE_ICON = 0.02
"""Scene units from an arrow's tip to the icon at its end."""

_SLACK = 0.06
"""Scene units by which a weight's place is larger than the weight."""

_BELOW_HEADER, _STRENGTH = 0.25, 0.6
"""Scene units from the header down to the grid; the share of their strength that lines of it have which are no axes."""

_ABOVE_FOOT = 0.3
"""Scene units above the baseline of the line at the foot that are kept free of names."""

_DIM = 0.4
"""The share of their opacity that the axes have while whole values lie beside them."""

_HUSHED = 0.65
"""The share of their opacity that a phrase and its chain have while the other one's is laid."""

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
    unmoved: Tensor = quantity("The word's new vector as it would be without W_V, by phrase.", rows="phrases")
    updated: Tensor = quantity("The word's new vector, the sum of weighted values, by phrase.", rows="phrases")
    rests: Tensor = quantity("The weights together of all words but the word and what pulls most.", rows="phrases")
    others: Tensor = quantity("Where all these words pull together: their weighted mean.", rows="phrases")
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
        rests, others = zip(*map(others_of, (first, second)), strict=True)
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
            unmoved=unmoved,
            updated=updated,
            rests=torch.stack(rests),
            others=torch.stack(others),
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

    def _links(self, one: Pull) -> Tensor:
        """Return the weighted vectors of a chain, shape (links, 2); what hardly counts is the last."""
        order = _order(one)
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
        self.digits = self._digits()
        self.joints = [self._joints(one) for one in numbers.pulls]
        self.chains = [self._chain(one) for one in numbers.pulls]
        self.blades = [self._blade(joints, puller) for joints, puller in zip(self.joints, self.pullers, strict=True)]
        self.bare: dict[str, Vector] = {}
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
        self.pairs = self._written_pairs()
        self.shares = self._weights()
        self.ends_written = [self._written_ends(space) for space in range(2)]
        self.axis_labels = self._axis_labels()
        self.label_ends = self._axis_ends()
        self._lay_record()
        self.sums = self._worked_sums()
        self.order = self._order_lines()
        self.kept_weights = self._kept_weights()
        self.spared = [*self.axis_labels, *self.plane.numbers]
        self._lay_grid(self.matrix)

    def _matrices(self) -> tuple[Tensor, Tensor]:
        """Return the matrices of both spaces: vectors stay as they are, values are carried."""
        return torch.eye(2), self.numbers.W_V

    def _chain(self, one: Pull) -> list[Vector]:
        """Return the links of a chain from the origin, each in its word's colour; those that hardly count are one."""
        colors = [self.color_of(word) for word in _order(one)] + [self.style.theme.ink]
        places = [self.plane.place(row) for row in self._joints(one)]
        links = [
            Vector(start, end, color, width=_LINK, style=self.style)
            for (start, end), color in zip(pairwise(places), colors, strict=True)
        ]
        if _order(one)[-1] == self.word and has_icon(self.word, self.style):
            links[-2].short = _MOVED / 2 + _BEFORE_ICON
            links[-2].set_ends(links[-2].start, links[-2].end)
        return links

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
        wholes = [(origin, flat(self.plane.place(row @ matrix))) for row in self.vectors.values()]
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

    def _written_pairs(self) -> list[VGroup]:
        """Return the vectors of words whose names are read once, all above the names or all below, where there is room.

        There are none where neither side is free.
        """
        taken = [self._around(row, _WORD) for row in self.vectors.values()]
        taken += [box_of(name) for name in (*self.introduced, *self.names[0].values(), *self.plane.numbers)]
        left, low, right, top = self._bounds()
        for side in (UP, DOWN):
            pairs = [self._pair(*named, side) for named in zip(self._with_icon(), self.introduced, strict=True)]
            boxes = [box_of(pair) for pair in pairs]
            inside = all(box[0] > left and box[1] > low and box[2] < right and box[3] < top for box in boxes)
            apart = not any(overlap(box, other) for box in boxes for other in taken)
            apart &= not any(overlap(one, other) for one, other in combinations(boxes, 2))
            if (
                inside
                and apart
                and not any(inside_length(axis, box) for axis in self.plane.axis_segments() for box in boxes)
            ):
                return [labelled(pair, self.style) for pair in pairs]
        return []

    def _with_icon(self) -> list[str]:
        """Return the words that have an icon, in the order of their names."""
        return [word for word in self.vectors if has_icon(word, self.style)]

    def _pair(self, word: str, name: VGroup, side: Point) -> Row:
        """Return a word's vector above its name or below it, from where the name begins."""
        pair = written_vector(self.vectors[word], self.color_of(word), self.style, size=self.style.sizes.tick)
        pair.next_to(name, side, buff=_FROM_END)
        return pair.shift(point(float(name.get_left()[0] - pair.get_left()[0])))

    def _weights(self) -> list[VGroup]:
        """Return the weights of the chains' links, each beside its link."""
        lines, boxes = self._measured(0)
        boxes += self._marks(0)
        boxes += [box_of(text) for text in (*self.names[0].values(), *self.plane.numbers)]
        lines = [*lines, *self._lines(0)]
        inside, texts = self.plane.place(self.numbers.unmoved.mean(dim=0) / 2), list[VGroup]()
        for one, joints in zip(self.numbers.pulls, self.joints, strict=True):
            links = zip(_order(one), self._summed(one), pairwise(joints), strict=False)
            for index, (word, weight, link) in enumerate(links):
                text = self._weight(word, weight, self.style.sizes.number)
                start, end = (self.plane.place(row) for row in link)
                near = _outside(start, end, inside, _ALONG[min(index, 1)])
                text.move_to(point(*self._free(text, near, lines, boxes)))
                boxes.append(box_of(text))
                texts.append(labelled(VGroup(text), self.style))
        return texts

    def _weight(self, word: str, weight: Tensor, size: float) -> Weight:
        digits, _ = self.digits or _PLAIN
        return Weight(weight, decimals=digits, size=size, color=self.color_of(word), style=self.style)

    def _kept_weights(self) -> list[list[VGroup]]:
        """Return the weights below their words in the phrases, by phrase, where values are weighed by the same ones.

        There are none where anything is in their way, or where a word comes twice.
        """
        lines, taken = self._measured(1)
        taken += [*self._marks(1), *map(box_of, (*self.plane.numbers, *self.phrases, self.W_V))]
        taken += [box_of(text) for text in (*self.names[1].values(), *self.ends_written[1])]
        taken += [around(at, name) for name, at in self._named_axes(1)]
        kept: list[list[VGroup]] = []
        for phrase, one in zip(self.phrases, self.numbers.pulls, strict=True):
            if any(one.words.count(word) > 1 for word in _order(one)):
                return [[], []]
            kept.append([])
            for word, weight in zip(_order(one), self._summed(one), strict=True):
                text = self._weight(word, weight, self.style.sizes.tick)
                edge = self.stage.safe.right - float(text.width) / 2 - _SLACK
                text.set_x(min(float(phrase.words[one.words.index(word)].get_x()), edge))
                text.set_y(float(phrase.get_bottom()[1]) - _BELOW_WORD - float(text.height) / 2)
                box = box_of(text)
                if any(overlap(box, each) for each in taken) or any(inside_length(line, box) for line in lines):
                    return [[], []]
                taken.append(box)
                kept[-1].append(laid(labelled(VGroup(text), self.style), Layer.FRAME))
        return kept

    def _free(self, text: VMobject, near: Point, lines: Sequence[Segment], boxes: Sequence[Box]) -> tuple[float, float]:
        size = (float(text.width) + _SLACK, float(text.height) + _SLACK)
        return free_place(size, self._bounds(), flat(near), lines=lines, boxes=boxes)

    def _written_ends(self, space: int) -> list[VGroup]:
        """Return the places of the chains' ends as numbers, from which their distance in a space is worked out.

        Each stands beside its icon or above it; there are none where one of them has no room there, or where they are
        not as far apart as is printed.
        """
        rows = (self.numbers.unmoved, self.numbers.updated)[space]
        decimals = _PLAIN[1] if space else (self.digits or _PLAIN)[1]
        printed = [[as_printed(number, decimals) for number in row] for row in rows.tolist()]
        if as_printed(dist(*printed)) != as_printed(float(self.numbers.distances[space])):
            return []
        lines, boxes = self._measured(space)
        lines = [*lines, *self._lines(space)]
        boxes += [*self._marks(space), *map(box_of, (*self.names[space].values(), *([] if space else self.shares)))]
        boxes += [box_of(number) for number in self.plane.numbers]
        centre, written = self.plane.place(rows.mean(dim=0)), list[VGroup]()
        for row in rows:
            at, size = self.plane.place(row), self.style.sizes.tick
            text = written_vector(row, self.color_of(self.word), self.style, size=size, decimals=decimals)
            out = (_MOVED + float(text.width)) / 2 + _FROM_END
            beside = point(out if float(at[0]) > float(centre[0]) else -out)
            above = point(0.0, (_MOVED + float(text.height)) / 2 + _FROM_END)
            best = [(at + way, point(*self._free(text, at + way, lines, boxes))) for way in (beside, above)]
            near, place = min(best, key=lambda pair: float(np.linalg.norm(pair[1] - pair[0])))
            if float(np.linalg.norm(place - near)) > _FARTHEST:
                return []
            boxes.append(box_of(text.move_to(place)))
            written.append(labelled(text, self.style))
        return written

    def _texts(self, space: int) -> list[Box]:
        """Return the boxes of all texts that belong to a space."""
        shares = [] if space else self.shares
        return [box_of(text) for text in (*self.names[space].values(), *shares, *self.ends_written[space])]

    def _axis_labels(self) -> list[VMobject]:
        """Return the names of the axes, at the nearest places that are free in the original space."""
        lines, boxes = self._measured(0)
        boxes += [*self._marks(0), *self._texts(0), *(box_of(number) for number in self.plane.numbers)]
        boxes += [box_of(name) for name in (*self.introduced, *self.pairs)]
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

    def _worked_sums(self) -> list[VGroup]:
        """Return how each chain is added up, where the matrix will stand; nothing without room there.

        A sum is its terms, a weight and a vector in a line, and the chain's end below them. There are none where a
        chain has other links, or where a pencil would not come to its end.
        """
        record = self.view.record
        if not self.digits:
            return []
        sizes = (self.style.sizes.number, self.style.sizes.tick)
        columns = ([self._sum_of(index, size) for index in range(2)] for size in sizes)
        fitting = (each for each in columns if max(float(one.width) for one in each) <= record.width)
        sums = next(fitting, list[VGroup]())
        for index, one in enumerate(sums):
            one.move_to(point(record.centre[0], record.centre[1] + (-_BLOCK if index else _BLOCK)))
        if sums:  # the places are read there, not on the plane as well
            self.ends_written[0] = []
        return [laid(one, Layer.LEDGER) for one in sums]

    def _digits(self) -> tuple[int, int] | None:
        """Return the digits of weights and of chains' ends with which a pencil gets all that is printed, if any.

        There are none where the record lies down, as no sum has room there.
        """
        numbers = self.numbers
        if self.view.lying or any(set(_order(one)) - set(self.vectors) for one in numbers.pulls):
            return None
        terms = [self._terms(index) for index in range(2)]
        weights = [torch.stack([weight for weight, _, _ in each]) for each in terms]
        rows = [torch.stack([row for _, row, _ in each]) for each in terms]
        return digits_that_follow(weights, rows, numbers.unmoved, numbers.W_V)

    def _terms(self, index: int) -> list[tuple[Tensor, Tensor, str]]:
        """Return what a chain is the sum of: a weight, a vector and a colour for each word; of all others at last."""
        numbers = self.numbers
        one = numbers.pulls[index]
        terms = [
            (weight, self.vectors[word], self.color_of(word))
            for word, weight in zip(_order(one), self._summed(one), strict=True)
        ]
        if set(one.words) - set(_order(one)):
            terms.append((numbers.rests[index], numbers.others[index], self.style.theme.ink))
        return terms

    def _sum_of(self, index: int, full: float) -> VGroup:
        """Return a chain's sum: a term for each link, the others' named, and its end, the vectors below each other."""
        style, lines, (digits, places) = self.style, VGroup(), self.digits or _PLAIN
        terms, named = self._terms(index), len(_order(self.numbers.pulls[index]))
        for count, (weight, row, color) in enumerate(terms):
            size = full if count < named else min(full, style.sizes.tick)
            number = Weight(weight, decimals=digits, size=size, color=color, style=style)
            vector = written_vector(row, color, style, size=size)
            term = Row([number, Math("dot.op", size=size, style=style), vector], _SIGN)
            lines.add(Row([Math("+", size=size, style=style), term], _SIGN) if count else term)
        ink = self.color_of(self.word)
        end = written_vector(self.numbers.unmoved[index], ink, style, size=full, decimals=places)
        lines.add(Row([Math("approx", size=full, style=style), end], _SIGN))
        for count, line in enumerate(lines):
            line.shift(point(-float(line.get_right()[0]))).on_baseline(-count * _SUM_PITCH)
        lines[-1].shift(DOWN * _RULE)
        if len(terms) > named:
            others = self.named_together(other_words(self.numbers.pulls[index]))
            name = Label(others, size=style.sizes.tick, style=style)
            name.set_x(-float(name.width) / 2).on_baseline(-named * _SUM_PITCH - _NOTE)
            lines[-1].shift(DOWN * _NOTE)
            lines[-2].add(name)
        return lines

    def _order_lines(self) -> tuple[Row, VMobject, Row] | None:
        """Return in which order the matrix and the weights come, below the bars; none where the record lies down."""
        style, record = self.style, self.view.record
        if self.view.lying:
            return None
        size = style.sizes.number

        def said(weigh_first: bool) -> Row:
            weigh = Label(self.says("weigh"), size=size, style=style)
            pieces = [weigh, Math("arrow.r", size=size, style=style), Math("W_V", size=size, style=style)]
            return laid(Row(pieces if weigh_first else pieces[::-1], _SIGN), Layer.LEDGER)

        equals = laid(Math("=", size=size, style=style), Layer.LEDGER)
        left, first = record.left + float(equals.width) + _GAP, self.heights[1] - _BELOW_BARS
        lines = said(True), said(False)
        for line, y in zip(lines, (first, first - _SUM_PITCH), strict=True):
            line.set_x(left + float(line.width) / 2).on_baseline(y)
        equals.set_x(record.left + float(equals.width) / 2).on_baseline(first - _SUM_PITCH)
        return lines[0], equals, lines[1]

    def _summed(self, one: Pull) -> list[Tensor]:
        """Return what each word with a link of its own weighs in a phrase, in the order of the links."""
        return [one.weights[[at for at, each in enumerate(one.words) if each == word]].sum() for word in _order(one)]

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
            self.hold()
        farther = float(after.replace("−", "-")) > float(before.replace("−", "-"))
        with self.beat("values", text="values" if farther else "other-values", before=before, distance=after):
            self._carry()
            self.rest()
        with self.beat("weights"):
            self._weigh_values()
            self.last()

    def _lay_grid(self, matrix: Tensor) -> None:
        """Lay the grid where a matrix takes it; its lines end before the texts on it."""
        self.matrix = matrix
        self.grid.gaps = gaps_before(map(box_of, self.spared))
        self.grid.carry(matrix)

    def _gather(self) -> None:
        """Let the word come down from both phrases and be one; then show the words that pull."""
        times, hero = self.style.times, self.words[self.word]
        positions = {word: index for index, word in enumerate(self._with_icon())}
        own = [self.introduced[positions[self.word]]] if self.word in positions else []
        own += [name for word, name in self.names[0].items() if word == self.word]
        others = [token for word, token in self.words.items() if word != self.word]
        others_named = [name for name in (*self.introduced, *self.names[0].values()) if name not in own]
        written = dict(zip(self._with_icon(), self.pairs, strict=False))
        own += [pair for word, pair in written.items() if word == self.word]
        others_named += [pair for word, pair in written.items() if word != self.word]
        if self.word not in self.pullers:
            self._come_down()
        self.play(FadeIn(hero, *own), self.spare(own), run_time=times.quick)
        if others:
            self.play(FadeIn(*others, *others_named), self.spare(others_named), run_time=times.move)

    def _come_down(self) -> None:
        """Let the word's mark come out of both phrases, as large as it will be, and both be one at its place.

        Nothing else is on the plane yet that they could pass.
        """
        at, times = self.words[self.word].at, self.style.times
        copies = [laid(self.token(self.word, self.vectors[self.word], height=_WORD), Layer.FRAME) for _ in range(2)]
        low = min(float(phrase.get_bottom()[1]) for phrase in self.phrases) - _WORD / 2 - _BELOW_WORD
        starts = []
        for copy, phrase, one in zip(copies, self.phrases, self.numbers.pulls, strict=True):
            starts.append(point(float(phrase.words[one.position].get_x()), low))
            copy.put(starts[-1])
        self.play(*(FadeIn(copy, shift=DOWN * _WORD / 2, scale=_FIRST) for copy in copies), run_time=times.move)

        def follow(done: float) -> None:
            for copy, start in zip(copies, starts, strict=True):
                copy.put(start + done * (at - start))

        self.play(Live(copies, follow), run_time=_FALL)
        self.remove(*copies)
        self.add(self.words[self.word])

    def _join(self) -> None:
        """Lay a chain of shrunk vectors for each phrase, one by one, and measure how far their ends are apart."""
        times = self.style.times
        self.trails: list[DashedLine] = []
        shares, riders = iter(self._link_shares(0)), self._riders(0)
        read = [*self.introduced, *self.pairs]
        start = [self._fading_axes(1.0, _DIM), FadeIn(self.rivet, rate_func=_EARLY), *map(FadeOut, read)]
        start += [self.spare(gone=read), self._fading([self.phrases[1]], 1.0, _HUSHED)]
        for index, one in enumerate(self.numbers.pulls):
            own = [next(shares) for word in _order(one) if word in self.vectors]
            if index:
                start = [self._fading(self._laid_first(), 1.0, _HUSHED), self._fading([self.phrases[1]], _HUSHED, 1.0)]
            self._lay_chain(index, own, riders[index], start)
        self.calliper.measure(*self._ends(0))
        come = [self.distances[0], *self.ends_written[0]]
        measured = [FadeIn(self.calliper, *come), self.spare(come), self._fading_axes(_DIM, 1.0)]
        measured.append(self._fading(self._laid_first(), _HUSHED, 1.0))
        self.play(*measured, *([] if self.sums else self._filing()), run_time=times.move)

    def _laid_first(self, space: int = 0) -> list[VMobject]:
        """Return the first phrase, and what is left of it when its chain is laid, but for the word at its end."""
        chain = [self.phrases[0], *self.chains[0], self.blades[0]]
        return [*chain, *self.kept_weights[0]] if space else [*chain, *self._weights_of(0), *self.sums[:1]]

    def _fading(self, whole: Sequence[VMobject], start: float, end: float) -> Live:
        """Return how things fade from a share of their opacity to another, as something else is told."""
        parts = [part for each in whole for part in each.get_family() if part.has_points()]
        opacities = [(part.get_fill_opacity() / start, part.get_stroke_opacity() / start) for part in parts]

        def follow(done: float) -> None:
            share = start + done * (end - start)
            for part, (fill, stroke) in zip(parts, opacities, strict=True):
                part.set_fill(opacity=share * fill, family=False)
                part.set_stroke(opacity=share * stroke, family=False)

        return Live(list(whole), follow)

    def _filing(self) -> list[Animation]:
        """Return how the first distance is filed as a bar."""
        self._grow_to(0, 0.0)
        self.add(self.bars[0])
        grows = Live([self.bars[0]], lambda share: self._grow_to(0, share * float(self.numbers.distances[0])))
        return [grows, FadeIn(self.letters[0], *self.heading, self.values[0])]

    def _lay_chain(
        self, index: int, shares: Sequence[_Share], rider: _Rider, start: Sequence[Animation], *, space: int = 0
    ) -> None:
        """Shrink a phrase's whole vectors, or values, by their weights, and lay them tip to tail; the word goes along.

        Args:
            index: of the phrase.
            shares: its words' vectors.
            rider: the word.
            start: what happens as the vectors grow.
            space: 1 for values, whose weights stand below their words.
        """
        times, origin, token = self.style.times, self.plane.origin, self.moved[index]
        pace = (_AGAIN if index else 1.0) * (_KNOWN if space else 1.0)
        self.add(*(share.drawn for share in shares))
        token.put(self.words[self.word].at).resize(_WORD)
        come: list[Animation] = [FadeIn(token)] if index else []
        weights = [] if space else self._weights_of(index)
        if space and not index:  # the values are there already
            for share in shares:
                share.grow(origin, 1.0)
        else:
            come.append(self._together(shares, lambda each, done: each.grow(origin, done)))
        self.play(*start, *come, run_time=times.move * pace)
        trails = self._trails(shares)
        known = [trail.get_end() for trail in self.trails]
        trails = [each for each in trails if not any(np.allclose(each.get_end(), end) for end in known)]
        self.trails += trails
        if not index:
            self.remove(self.words[self.word])
            self.add(self.old)
        self.add(*trails, token)
        if not space:
            terms: list[VMobject] = [*self.sums[index]][:-1] if self.sums else []
            for share in shares:  # a weight goes along to its link later
                share.weight.move_to(share.weight_at - (share.start - origin))
            self.play(FadeIn(*weights, *terms), self.spare(weights), run_time=times.move)
        smaller = Live([token], lambda done: token.resize(_WORD + done * (_MOVED - _WORD)))
        shrunk = self._together([*shares, rider], lambda each, done: each.shrink(origin, done))
        self.play(shrunk, smaller, run_time=_SHRINK * pace)
        self.play(self._sliding([*shares, rider]), run_time=_SLIDE * pace)
        self.remove(*(share.drawn for share in shares))
        self.add(*self.chains[index])
        if space:
            self._meet(index, [FadeIn(self.blades[index])])
        else:
            result = [self.sums[index][-1]] if self.sums else []
            self.play(FadeIn(self.blades[index], *result), run_time=times.move)

    def _weights_of(self, index: int) -> list[VGroup]:
        """Return the weights beside the links of a phrase's chain."""
        first = len(_order(self.numbers.pulls[0]))
        return self.shares[first:] if index else self.shares[:first]

    def _together(self, parts: Sequence[_Share | _Rider], move: Callable[[_Share | _Rider, float], None]) -> Live:
        """Return how links, and the word at their ends, make one move."""

        def follow(done: float) -> None:
            for part in parts:
                move(part, done)

        return Live([part.drawn for part in parts], follow)

    def _sliding(self, parts: Sequence[_Share | _Rider]) -> Live:
        """Return how weighted parts slide to the tip of the last one, each with its weight, which the grid spares."""

        def follow(done: float) -> None:
            for part in parts:
                part.slide(self.plane.origin, done)
            self._lay_grid(self.matrix)

        texts = [part.weight for part in parts if isinstance(part, _Share)]
        return Live([self.grid, *texts, *(part.drawn for part in parts)], follow)

    def _fading_axes(self, start: float, end: float) -> Live:
        """Return how the axes fade, as whole vectors lie beside them, or come back."""
        return Live([self.grid], lambda done: self.grid.fade_axes(start + done * (end - start)))

    def _trails(self, shares: Sequence[_Share]) -> list[DashedLine]:
        """Return a dashed line to each whole vector of shares, one for a word."""
        by_place = {tuple(share.tip.tolist()): share for share in shares}
        return [share.trail(self.plane.origin) for share in by_place.values()]

    def _riders(self, space: int) -> list[_Rider]:
        """Return how the word in each of its two places goes along with its own link of the chain in a space."""
        matrix, riders = self._matrices()[space], list[_Rider]()
        for token, one, joints in zip(self.moved, self.numbers.pulls, self.joints, strict=True):
            whole = self.vectors[self.word]
            own = dict(zip(_order(one), torch.diff(joints, dim=0), strict=False)).get(self.word, whole)
            tip, part, end = (self.plane.place(row @ matrix) for row in (whole, own, joints[-1]))
            riders.append(_Rider(token, tip, part, end, _APART * self._side(part, end)))
        return riders

    def _side(self, part: Point, end: Point) -> Point:
        """Return the way across the word's own weighted vector to the side of a chain's end, 1 scene unit long."""
        way = part - self.plane.origin
        across = point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
        return np.asarray(across if float(np.dot(across, end - part)) > 0 else -across)

    def _grow_to(self, space: int, distance: float) -> None:
        """Let a bar of the record be as long as a distance."""
        start = point(self.zero, self.heights[space])
        self.bars[space].set_points_as_corners([start, start + point(max(distance * self.scale, 1e-3))])

    def _carry(self) -> None:
        """Let W_V carry the plane, the words and both chains in one move; the bar follows the distance."""
        times = self.style.times
        gone = self._met(0)
        leaving = [*self.names[0].values(), *gone, *self.axis_labels, *self.shares, *self.ends_written[0]]
        texts = [FadeOut(*leaving, *(line for one in self.sums for line in one)), self.spare(gone=leaving)]
        self.calliper.measure(*self._ends(0))
        self._grow_to(1, float(self.numbers.distances[0]))
        filed = [self.letters[0], *self.heading, self.values[0], self.bars[0]] if self.sums else []
        new = [self.W_V, self.letters[1], self.bars[1], *filed, *self.kept_weights[0], *self.kept_weights[1]]
        begin = [FadeIn(*new, rate_func=_LATE)]
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
        self.ticks_back = [number for number in gone if number not in still_met]
        come = [*self.names[1].values(), *self.ends_written[1], *self.axis_labels, *self.ticks_back]
        order = self.order[:1] if self.order else []
        self.play(FadeIn(*come, self.values[1], *order), self.spare(come), run_time=times.quick)

    def _carrying(self) -> Animation:
        """Return how W_V takes everything along."""
        numbers, origin = self.numbers, self.plane.origin
        first, last = self.asides
        dashes = [(dash, dash.points - origin) for trail in self.trails for dash in trail]

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
            lean = self.matrix.numpy()
            for dash, whole in dashes:
                dash.set_points([origin + point(*(place[:2] @ lean)) for place in whole])
            self.calliper.measure(one, other)
            self.calliper.run(one, other, first + share * (last - first))
            self._lay_grid(self.matrix)
            self._grow_to(1, float(np.linalg.norm(one - other)) / self.view.unit)

        links = [link for chain in self.chains for link in chain]
        words = [self.words[puller] for puller in self.pullers]
        moved = [self.grid, *self.trails, *self.blades, *links, *words, self.old, *self.moved]
        return Live([*moved, self.calliper, self.bars[1], self.calliper.digits], follow)

    def _weigh_values(self) -> None:
        """Go back to the vectors and take the other order: W_V carries them bare, and both chains are laid of values.

        The words at the chains' ends leave outlines, which they fill again as each chain is laid.
        """
        times, quick = self.style.times, self.style.times.quick
        self._go_back()
        self._carry_bare()
        names = [*self.names[1].values(), *self.axis_labels, *self.ticks_back]
        self.play(FadeIn(*names), self.spare(names), run_time=quick)
        self.trails = []
        self.value_shares = self._link_shares(1)
        shares, riders, start = iter(self.value_shares), self._riders(1), list[Animation]()
        second = [self.phrases[1], *self.kept_weights[1]]
        for index, one in enumerate(self.numbers.pulls):
            own = [next(shares) for word in _order(one) if word in self.vectors]
            if index:
                start = [self._fading(self._laid_first(1), 1.0, _HUSHED), self._fading(second, _HUSHED, 1.0)]
            else:
                others = [arrow for word, arrow in self.bare.items() if word not in _order(one)]
                self.remove(*(arrow for word, arrow in self.bare.items() if word in _order(one)))
                start = [self._fading(second, 1.0, _HUSHED), *map(FadeOut, others)]
            self._lay_chain(index, own, riders[index], start, space=1)
        self.remove(self.ends)
        come = [self.distances[1], *self.ends_written[1]]
        seen = [FadeIn(self.calliper, *come, *(self.order[1:2] if self.order else [])), self.spare(come)]
        self.play(*seen, self._fading(self._laid_first(1), _HUSHED, 1.0), run_time=times.move)

    def _go_back(self) -> None:
        """Leave empty rings where the chains end, and take the plane and its words back to where vectors are."""
        times, hero = self.style.times, self.words[self.word]
        self.ends = VGroup(*(token.ghost() for token in self.moved))
        self.targets = [self._target(*pair) for pair in zip(self.moved, self.pullers, strict=True)]
        links = [link for chain in self.chains for link in chain]
        texts = [*self.names[1].values(), *self.axis_labels, *self.ticks_back, *self.ends_written[1]]
        texts.append(self.distances[1])
        hero.resize(_WORD).put(self.plane.place(self.vectors[self.word] @ self.matrix))
        gone = FadeOut(*links, *self.blades, *self.trails, self.old, *self.moved, self.calliper, *texts)
        self.play(gone, FadeIn(hero, self.ends, *self.targets), self.spare(gone=texts), run_time=times.move)
        words = list(self.words.values())
        self.play(Live([self.grid, *words], lambda done: self._lay_words(1 - done)), run_time=_BACK)

    def _lay_words(self, share: float) -> None:
        """Lay the plane and the words, each at the tip of its bare vector, a share of the way to values."""
        matrix = self._matrix_at(share)
        for word, token in self.words.items():
            token.put(self.plane.place(self.vectors[word] @ matrix))
        for arrow, token in zip(self.bare.values(), self.words.values(), strict=False):
            arrow.set_ends(self.plane.origin, token.at)
        self._lay_grid(matrix)

    def _carry_bare(self) -> None:
        """Draw the whole vectors of the words, and let W_V carry them, bare."""
        origin = self.plane.origin
        for word, token in self.words.items():
            self.bare[word] = Vector(origin, token.at, self.color_of(word), width=_LINK, style=self.style)
            self.bare[word].short = _WORD / 2 + _BEFORE_ICON if has_icon(word, self.style) else 0.0
        arrows, words = list(self.bare.values()), list(self.words.values())
        shorts = [arrow.short for arrow in arrows]

        def grow(done: float) -> None:
            for arrow, token, short in zip(arrows, words, shorts, strict=True):
                arrow.short = done * short
                arrow.set_ends(origin, origin + max(done, 1e-3) * (token.at - origin))

        grow(0.0)
        self.add(*arrows)
        named = list(self.names[0].values())
        come = [FadeIn(*named), self.spare(named)] if named else []
        self.play(Live(arrows, grow), self._fading_axes(1.0, _DIM), *come, run_time=self.style.times.move)
        if named:
            self.play(FadeOut(*named), self.spare(gone=named), run_time=self.style.times.quick)
        order = [FadeIn(self.order[2], rate_func=_EARLY)] if self.order else []
        self.play(Live([self.grid, *arrows, *words], self._lay_words), *order, run_time=_CARRY_BARE)

    def _target(self, token: Token, puller: str) -> Circle:
        """Return an empty ring around a chain's end, in its puller's colour: a place that is to be met."""
        ring = Circle(radius=_TARGET, color=self.color_of(puller), stroke_width=_AIMED)
        return laid(ring.set_fill(self.style.theme.fill(self.color_of(puller)), 0.0).move_to(token.at), Layer.TRAIL)

    def _meet(self, index: int, seen: Sequence[Animation]) -> None:
        """Let the ring at a chain's end fill and flash, as values have met it."""
        token, target = self.moved[index], self.targets[index]
        ring = laid(Circle(radius=_MOVED / 2, color=self.style.theme.ink), Layer.TRAIL)

        def follow(share: float) -> None:
            token.resize(_MOVED * (1 + _SWELL * float(there_and_back(share))))
            ring.set(width=_MOVED + share * (2 * _RING - _MOVED)).move_to(token.at)
            ring.set_stroke(width=_FLASH * (1 - share), opacity=1 - share)
            target.set_fill(opacity=_HIT * min(3 * share, 1.0) if self.style.theme.filled else 0.0)

        self.add(ring)
        self.play(Live([token, target, ring], follow), *seen, run_time=_PULSE)
        self.remove(ring)

    def _link_shares(self, space: int) -> list[_Share]:
        """Return the vectors of the words that are shown, and their links in the chains of a space."""
        shares, matrix, texts = list[_Share](), self._matrices()[space], iter(self.shares)
        for one, joints, chain in zip(self.numbers.pulls, self.joints, self.chains, strict=True):
            links = zip(_order(one), pairwise(joints @ matrix), chain, strict=False)
            for word, (start, end), link in links:
                text = VGroup() if space else next(texts)
                if word in self.vectors:
                    tip, begin, finish = (self.plane.place(row) for row in (self.vectors[word] @ matrix, start, end))
                    color = self.color_of(word)
                    arrow = Vector(begin, finish, color, width=_LINK, style=self.style)
                    before = _WORD / 2 + _BEFORE_ICON if has_icon(word, self.style) else 0.0
                    shares.append(_Share(arrow, tip, begin, finish, color, before, link.short, text, text.get_center()))
        return shares


def _order(one: Pull) -> list[str]:
    """Return the words of a phrase that count: what pulls most, then the others by weight."""
    weights = {word: 0.0 for word in one.words}
    for word, weight in zip(one.words, one.weights.tolist(), strict=True):
        weights[word] += weight
    large = [word for word, hidden in zip(one.words, small(one.weights), strict=True) if not hidden]
    puller = one.words[one.strongest]
    return sorted(dict.fromkeys([puller, *large]), key=lambda word: (word != puller, -weights[word]))


@dataclass(frozen=True)
class _Share:
    """A whole vector on its way to be a link of a chain.

    Attributes:
        drawn: the arrow.
        tip: where the whole vector ends.
        start: where its link begins.
        end: where its link ends.
        color: its word's colour.
        before: scene units before its tip at which the whole vector is drawn to end, as an icon stands there.
        link_before: the same of its link.
        weight: its weight, which goes along with it; empty for a value.
        weight_at: where the weight stands beside the link.
    """

    drawn: Vector
    tip: Point
    start: Point
    end: Point
    color: str
    before: float
    link_before: float
    weight: VMobject
    weight_at: Point

    def _lay(self, start: Point, end: Point, whole: float) -> None:
        """Lay the arrow; a share of the way to the whole vector decides how far before its end it is seen to end."""
        self.drawn.short = self.link_before + whole * (self.before - self.link_before)
        self.drawn.set_ends(start, end)

    def grow(self, origin: Point, done: float) -> None:
        """Draw the whole vector on its way from the origin to its place."""
        self.drawn.short = done * self.before
        self.drawn.set_ends(origin, origin + max(done, 1e-3) * (self.tip - origin))

    def shrink(self, origin: Point, done: float) -> None:
        """Draw the vector on its way from the whole of it to its weighted part."""
        part = origin + self.end - self.start
        self._lay(origin, self.tip + done * (part - self.tip), 1 - done)

    def slide(self, origin: Point, done: float) -> None:
        """Draw the weighted part on its way from the origin to its link."""
        way = done * (self.start - origin)
        self._lay(origin + way, origin + self.end - self.start + way, 0.0)
        self.weight.move_to(self.weight_at + way - (self.start - origin))

    def trail(self, origin: Point) -> DashedLine:
        """Return a dashed line as long as the whole vector."""
        return laid(DashedLine(origin, self.tip, dash_length=0.09, color=self.color, stroke_width=2.4), Layer.TRAIL)


@dataclass(frozen=True)
class _Rider:
    """A word at the tip of its vector, with which it goes to the end of a chain.

    Attributes:
        drawn: its mark.
        tip: where the whole vector ends.
        part: where its weighted part ends.
        end: where the chain ends.
        aside: from the tip to where it rides, on the side of the chain's end.
    """

    drawn: Token
    tip: Point
    part: Point
    end: Point
    aside: Point

    def grow(self, origin: Point, done: float) -> None:
        """Stay at the tip."""
        self.drawn.put(self.tip)

    def shrink(self, origin: Point, done: float) -> None:
        """Go along as the vector shrinks to its weighted part."""
        self.drawn.put(self.tip + done * (self.part - self.tip + self.aside))

    def slide(self, origin: Point, done: float) -> None:
        """Go along to the chain's end."""
        start = self.part + self.aside
        self.drawn.put(start + done * (self.end - start))


def _outside(start: Point, end: Point, inside: Point, along: float) -> Point:
    """Return a point beside a share of a link, on the other side of it than the inside."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across, middle = point(-way[1], way[0]), start + along * (end - start)
    return np.asarray(middle - _BESIDE * across * (1.0 if np.dot(across, inside - middle) > 0 else -1.0))
