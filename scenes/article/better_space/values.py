"""Values instead of embeddings (the end of the section "A Better Space for Pulling Words", figure 18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

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
    ManimColor,
    Polygon,
    RoundedRectangle,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from attnmath import Head, apply_map, attend
from scenes.article.better_space.calliper import Gap, fitted_calliper
from scenes.article.better_space.claims import VALUES_LIN_COMB_CLAIMS
from scenes.article.better_space.gather import TwoPhrases
from scenes.article.better_space.pencil import digits_of_row, digits_of_sums
from scenes.article.better_space.terms import order_of, others_of, summed
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.layout import fit
from scenes.motion.live import Live, growing
from scenes.number_format import format_number
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.boxes import around, enlarged
from scenes.parts.plane.labels import Box, Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid, axis_along, carried_names, gaps_before, settled_names
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import RIM, Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.number import Coordinates, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, pull
from scenes.stage import PlaneView, Region
from scenes.style import Theme
from scenes.worlds import World

_WORD, _MOVED = 1.1, 0.9
"""Scene units: the heights of the icons of words at their places, and of the word where a chain ends."""

_LINK, _BLADE, _EDGE = 0.13, 0.2, 3.0
"""Scene units of the shafts of a chain's link; opacity of the area between a chain and its end, stroke units of its
edge."""

_RIVET, _HOLE = 0.16, 0.06
"""Scene units: the radius of the rivet at the origin, and of its hole."""

_SHRINK, _SLIDE, _OPEN, _BACK, _LEAN = 1.3, 1.0, 2.4, 0.7, 1.3
"""Seconds in which whole vectors shrink to their shares, in which these slide to the chains' ends, in which W_V opens
both chains, in which it is switched back, and in which it carries whole vectors."""

_QUICKLY = 0.65
"""The share of a move's time in which things leave, or numbers come, when all begins again."""

_PACES = (1.0, 0.85, 0.7, 0.65)
"""Shares of their time that the first chain and those after it take: the same is seen again."""

_FLICK, _SWELL, _ROW = 0.14, 0.2, 1.1
"""The share of a move's time in which the switch is turned, before all else follows; how much larger a thing gets to
be noticed, as a share of its size; seconds in which a row of the matrix is explained."""

_AIM, _AIMED, _AIR = 0.56, 4.0, 0.12
"""Scene units of the ring that a chain's end leaves; its stroke units; scene units around the distance there."""

_KNOB, _TRAVEL, _CASE = 0.22, 0.5, 3.5
"""Scene units of the radius of the switch's knob, and of its way; stroke units of the case around it."""

_GAP, _BAR, _PITCH, _ABOVE = 0.25, 20.0, 0.92, 0.4
"""Scene units between a bar and what stands beside it; stroke units of a bar; scene units from a bar to the next, and
to its name above it."""

_LATE = squish_rate_func(smooth, 0.5, 1.0)
"""The rate of what comes where something else has left."""

_TALL, _LEAST, _ROW_LEAST, _SHARE = 1.4, 0.8, 0.95, 0.56
"""Scene units: the most of the matrix's height; the least shares of its size that a sum has, and the matrix with its
name before it; the share of a record that lies down in which the matrix is."""

_LINES, _LINE_PITCH, _PIECES, _HALF_DIGIT, _RULE = 4, 0.62, 0.13, 0.12, 2.6
"""Lines of a sum, at the most; scene units from a line of a sum to the next, from a matrix to what its name stands
before, and from a baseline to the middle of its digits; stroke units of the rule above its result."""

_TIGHT = 0.1
"""Scene units between factors of the line that says what both orders are."""

_RING, _RING_WIDTH, _STEP = 0.16, 3.4, 0.08
"""Scene units of the ring where a step along an axis will end; its stroke units; scene units of the step's shaft."""

_STEPS = 6.0
"""The most numbers along an axis with which a step of 1 is still seen."""

_EDGES = 0.16
"""Scene units from the sides of where words may lie to icons and numbers."""

_BESIDE, _ALONG = 0.36, (0.65, 0.5)
"""Scene units from a link to its weight, where there is room, and at which share of its length: of the first link
farther out, as at the origin many lines meet."""

_BEFORE_ICON, _SLACK = 0.02, 0.06
"""Scene units from an arrow's tip to the icon at its end, and by which a weight's place is larger than the weight."""

_BELOW_HEADER, _STRENGTH, _DIM = 0.25, 0.6, 0.4
"""Scene units from the header down to the grid; the share of their strength that lines of it have which are no axes;
the share of their opacity that the axes have while whole vectors lie beside them."""


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
    others: Tensor = quantity("What all words that hardly count add, by phrase.", rows="phrases", columns="axes")
    other_values: Tensor = quantity("The same of their values.", rows="phrases")
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
        others = torch.stack([others_of(one) for one in (first, second)])
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
            others=others,
            other_values=apply_map(others, W_V),
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

    def world_view(self) -> PlaneView:
        """Return the view that the words and their values fill."""
        stage, view = self.stage, self.stage.view_under_two
        if stage.is_wide:
            view = replace(view, record=Region(1.9, stage.safe.right, -2.95, 2.85))
        elif stage.is_portrait:
            view = replace(view, record=Region(-3.4, 3.5, -5.3, -1.9))
        elif view.lying:
            view = replace(view, record=Region(-3.4, 3.5, -3.1, -1.35))
        else:
            view = replace(view, record=Region(1.5, stage.safe.right, -2.95, 2.85))
        return view.fitted(self.stage, self.spans(), view.words(self.stage).inset(left=_EDGES, right=_EDGES))

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of whole vectors and of both chains."""
        joints = torch.cat([*map(self._joints, self.numbers.pulls)])
        steps = torch.cat([torch.eye(2), self.numbers.W_V]) if self._fits_steps() else torch.zeros(1, 2)
        rows = torch.cat([*self._shown().values(), joints])
        rows = torch.cat([rows, apply_map(rows, self.numbers.W_V), steps])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    def _fits_steps(self) -> bool:
        """Return whether a step of 1 along an axis is neither tiny nor huge beside the words."""
        size = float(self.numbers.vectors.abs().max())
        return 1.0 <= size <= _STEPS

    def matrix_of(self, space: str) -> Tensor:
        """Return the matrix that carries the plane to a space."""
        return self._matrices()[self.numbers.spaces.index(space)]

    def _shown(self) -> dict[str, Tensor]:
        """Return the vectors of the word and of what pulls it most, each of shape (1, 2), by word."""
        numbers = self.numbers
        shown = dict.fromkeys([*(one.words[one.strongest] for one in numbers.pulls), numbers.pulls[0].word])
        return {word: numbers.vectors[numbers.words.index(word), None] for word in shown}

    def _links(self, one: Pull) -> Tensor:
        """Return the weighted vectors of a chain, shape (links, 2); what hardly counts is the last."""
        order = order_of(one)
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
        """Make the grid, the words, the two chains as the blades of scissors, the switch, and the two distances."""
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
        self.wholes = [{word: self._whole(word, matrix) for word in self.vectors} for matrix in self._matrices()]
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
        self.phrases = [
            self.header_phrase(one.words, one.written, side=side)
            for one, side in zip(numbers.pulls, ("left", "right"), strict=True)
        ]
        self.digits = self._digits()
        self.trails, self.left = dict[str, VMobject](), list(self.vectors)
        self.dashes = list[tuple[VMobject, Point]]()
        self._measure()
        self.names = [self._named(space) for space in range(2)]
        self.vector_texts = self._vector_texts()
        self.weights = self._weights()
        self._lay_steps()
        self._lay_axis_names()
        self.places = [self._places(space) for space in range(2)]
        self.aims = [self._aim(end, puller) for end, puller in zip(self._ends(1), self.pullers, strict=True)]
        self.tips = self._tips()
        self.value_texts = self._value_texts()
        self._lay_record()
        self.spared = [*self.axis_labels, *self.plane.numbers]
        self._lay_grid(self.matrix)

    def _matrices(self) -> tuple[Tensor, Tensor]:
        """Return the matrices of both spaces: vectors stay as they are, values are carried."""
        return torch.eye(2), self.numbers.W_V

    def _whole(self, word: str, matrix: Tensor) -> Vector:
        """Return a word's whole vector, carried by a matrix, which ends before its icon."""
        end = self.plane.place(self.vectors[word] @ matrix)
        whole = Vector(self.plane.origin, end, self.color_of(word), width=_LINK, style=self.style)
        whole.short = self._before(_WORD)
        return whole.set_ends(whole.start, whole.end)

    def _before(self, height: float) -> float:
        """Return how far before its end an arrow is seen to end, as a mark of a height stands there."""
        mark = self.words[self.word]
        return height / 2 * (1.0 if mark.has_icon else mark.reach()[0] / _WORD * 2) + _BEFORE_ICON

    def _chain(self, one: Pull) -> list[Vector]:
        """Return the links of a chain from the origin, each in its word's colour; those that hardly count are one."""
        colors, places = self._link_colors(one), [self.plane.place(row) for row in self._joints(one)]
        links = [
            Vector(start, end, color, width=_LINK, style=self.style)
            for (start, end), color in zip(pairwise(places), colors, strict=True)
        ]
        if order_of(one)[-1] == self.word:
            links[-2].short = self._before(_MOVED)
            links[-2].set_ends(links[-2].start, links[-2].end)
        return links

    def _link_colors(self, one: Pull) -> list[str]:
        """Return the colour of each link of a chain; those that hardly count are one, and last."""
        return [*map(self.color_of, order_of(one)), self.style.theme.ink]

    def _blade(self, joints: Tensor, puller: str) -> Polygon:
        """Return the area between a chain and the straight way to its end, in its puller's colour."""
        theme, color = self.style.theme, self.color_of(puller)
        blade = Polygon(*(self.plane.place(row) for row in joints), color=color, stroke_width=_EDGE)
        blade.set_fill(theme.fill(color), _BLADE if theme.filled else 0.0)
        return laid(blade, Layer.SHADOW)

    def _lines(self, space: int) -> list[Segment]:
        """Return what texts keep off in a space: chains, the straight ways to their ends, vectors and the axes."""
        matrix = self._matrices()[space]
        origin = flat(self.plane.origin)
        seen = [word for word in self.vectors if not space or word != self.word]
        wholes = [(origin, flat(self.plane.place(self.vectors[word] @ matrix))) for word in seen]
        return [*self._chain_lines(space), *wholes, *filter(None, (axis_along(self.plane, row) for row in matrix))]

    def _chain_lines(self, space: int) -> list[Segment]:
        """Return the links of both chains in a space, and the straight ways to their ends."""
        rows = [torch.cat([joints, joints[:1]]) @ self._matrices()[space] for joints in self.joints]
        return [(flat(self.plane.place(a)), flat(self.plane.place(b))) for each in rows for a, b in pairwise(each)]

    def _marks(self, space: int) -> list[Box]:
        """Return the boxes of words in a space, at their places and where the chains end."""
        matrix = self._matrices()[space]
        places = [(row @ matrix, _MOVED) for row in self.numbers.unmoved]
        places += [
            (self.vectors[puller] @ matrix, _WORD) for puller in self.pullers if not space or puller != self.word
        ]
        return [self.around(*each) for each in places]

    def _bounds(self) -> Box:
        room = self.view.words(self.stage)
        return (room.left + _EDGES, room.bottom, room.right - _EDGES, room.top)

    def _ends(self, space: int) -> tuple[Point, Point]:
        """Return where the chains end in a space."""
        one, other = (self.plane.place(row @ self._matrices()[space]) for row in self.numbers.unmoved)
        return one, other

    def _measure(self) -> None:
        """Make the calliper, on the side where it lies on the least, and both distances beside it."""
        style = self.style
        numbers = [HeroNumber(distance, size=style.sizes.hero, style=style) for distance in self.numbers.distances]
        gaps = [
            Gap(*self._ends(space), number, self._lines(space), self._marks(space))
            for space, number in enumerate(numbers)
        ]
        self.calliper, self.asides = fitted_calliper(gaps, self._bounds(), unit=self.view.unit, style=style)
        self.distances = [laid(haloed(number, style), Layer.LABEL) for number in numbers]

    def _measured(self, space: int) -> tuple[list[Segment], list[Box]]:
        """Return the calliper's lines in a space, and the box of its number."""
        self.calliper.measure(*self._ends(space))
        lines = [(flat(line.get_start()), flat(line.get_end())) for line in self.calliper]
        return lines, [box_of(self.distances[space])]

    def _named(self, space: int) -> list[VGroup]:
        """Return names beside words without an icon in a space."""
        seen = {word: row @ self._matrices()[space] for word, row in self.vectors.items()}
        if space:
            seen = {word: row for word, row in seen.items() if word != self.word}
        places = {word: row for word, row in seen.items() if not has_icon(word, self.style)}
        boxes = [self.around(row, _WORD) for row in seen.values()] + self._marks(space)
        tokens = self.tokens(places, dict.fromkeys(places, _WORD), lines=self._lines(space), boxes=boxes)
        return [token.label for token in tokens.values()]

    def _weights(self) -> list[list[VGroup]]:
        """Return the weights of each chain's links, each beside its link; where they stand in both spaces is noted."""
        weights = list[list[VGroup]]()
        for one in self.numbers.pulls:
            numbers = [
                Weight(
                    weight,
                    decimals=self.digits[0] if self.digits else 2,
                    size=self.style.sizes.head,
                    color=self.color_of(word),
                    style=self.style,
                )
                for word, weight in zip(order_of(one), summed(one), strict=True)
            ]
            weights.append([labelled(VGroup(number), self.style) for number in numbers])
        self.weights_at = [self._weight_places(space, weights) for space in range(2)]
        return weights

    def _weight_places(self, space: int, weights: Sequence[Sequence[VGroup]]) -> list[list[Point]]:
        """Return where the weights of links stand in a space, by chain."""
        lines, boxes = self._measured(space)
        boxes = [*boxes, *self._marks(space), *map(box_of, self._texts(space))]
        boxes += [self.around(row @ self._matrices()[space], 2 * _AIM) for row in self.numbers.unmoved] * space
        lines = [*lines, *(self._chain_lines(1) if space else self._lines(0))]
        inside, found = self.plane.place(self.numbers.unmoved.mean(dim=0) @ self._matrices()[space] / 2), []
        for index, texts in enumerate(weights):
            found.append(list[Point]())
            for at, text in enumerate(texts):
                start, end = self._link_at(index, at, space)
                near = _outside(start, end, inside, _ALONG[min(at, 1)])
                size = (float(text.width) + _SLACK, float(text.height) + _SLACK)
                place = point(*free_place(size, self._bounds(), flat(near), lines=lines, boxes=boxes))
                boxes.append(box_of(text.move_to(place)))
                found[-1].append(place)
        return found

    def _ring_boxes(self) -> list[Box]:
        """Return the boxes of the rings where the rows of W_V say that steps will end."""
        return [self.around(row, 2 * _RING) for row in self.numbers.W_V] if self._fits_steps() else []

    def _texts(self, space: int) -> list[VMobject]:
        """Return the names of words in a space, and the numbers of places and along the axes where these are seen."""
        return [*self.names[space]] if space else [*self.names[space], *self.plane.numbers, *self.vector_texts.values()]

    def _link_at(self, index: int, at: int, space: int) -> tuple[Point, Point]:
        """Return where a link of a chain begins and ends in a space."""
        start, end = (self.plane.place(row @ self._matrices()[space]) for row in self.joints[index][at : at + 2])
        return start, end

    def _digits(self) -> tuple[int, int] | None:
        """Return digits of weights and of places with which the printed sums come out; None where none do."""
        if any(len(order_of(one)) > _LINES - 2 for one in self.numbers.pulls):
            return None
        numbers = self.numbers
        weights, rows = zip(*map(self._terms, range(2)), strict=True)
        return digits_of_sums(weights, rows, numbers.others, numbers.unmoved, numbers.W_V)

    def _terms(self, index: int, space: int = 0) -> tuple[Tensor, Tensor]:
        """Return the weights of the words of a phrase's sum, and a vector or a value for each."""
        numbers, one = self.numbers, self.numbers.pulls[index]
        table = (numbers.vectors, numbers.values)[space]
        rows = [table[numbers.words.index(word)] for word in order_of(one)]
        return torch.stack(summed(one)), torch.stack(rows)

    def _lay_steps(self) -> None:
        """Lay a step along each axis, and the rings where the rows of W_V say that they will end."""
        rows, style = self.numbers.W_V, self.style
        if not self._fits_steps():
            self.steps, self.rings = list[Vector](), list[Circle]()
            return
        self.steps = [
            Vector(self.plane.origin, self.plane.place(row), ink, width=_STEP, style=style)
            for row, ink in zip(torch.eye(2), self.inks, strict=True)
        ]
        self.rings = [
            laid(Circle(radius=_RING, color=ink, stroke_width=_RING_WIDTH).move_to(self.plane.place(row)), Layer.TRAIL)
            for row, ink in zip(rows, self.inks, strict=True)
        ]

    def _lay_axis_names(self) -> None:
        """Lay the names of the axes, at the nearest places that are free, in both spaces."""
        lines, boxes = self._measured(0)
        boxes = [*boxes, *self._marks(0), *map(box_of, self._texts(0)), *self._weight_boxes(0), *self._ring_boxes()]
        self.axis_labels = settled_names(self.plane, lines=[*lines, *self._lines(0)], boxes=boxes)
        lines, boxes = self._measured(1)
        boxes += [*self._marks(1), *self._weight_boxes(1), *map(box_of, self._texts(1))]
        boxes += self._ring_boxes()
        ends = carried_names(
            self.plane, self.axis_labels, self.numbers.W_V, lines=[*lines, *self._lines(1)], boxes=boxes
        )
        old, new = self.numbers.spaces
        self.label_ends = {old: [name.get_center() for name in self.axis_labels], new: ends}

    def _weight_boxes(self, space: int) -> list[Box]:
        """Return the boxes of all weights in a space."""
        pairs = zip(self.weights, self.weights_at[space], strict=True)
        return [around(at, text) for texts, places in pairs for text, at in zip(texts, places, strict=True)]

    def _places(self, space: int) -> list[VGroup]:
        """Return in numbers where both chains end in a space, each beside the word there."""
        rows, style = self.numbers.unmoved @ self._matrices()[space], self.style
        decimals = self.digits[1] if self.digits and not space else 2
        tensors = (self.numbers.unmoved, self.numbers.updated)[space]
        texts = [
            Coordinates(row, size=style.sizes.number, color=style.theme.ink, decimals=decimals, style=style)
            for row in tensors
        ]
        ends = self.label_ends[self.numbers.spaces[space]]
        lines, boxes = self._measured(space)
        boxes += [around(at, name) for name, at in zip(self.axis_labels, ends, strict=True)]
        boxes += [*map(box_of, self._texts(space)), *self._marks(space)]
        boxes += [enlarged(box_of(self.distances[1]), _AIR)] if space else self._weight_boxes(0)
        mark = 2 * _AIM if space else _MOVED
        return self._written_beside(texts, rows, mark, [*lines, *self._lines(space)], boxes)

    def _vector_texts(self) -> dict[str, VGroup]:
        """Return the vectors of the words that are shown, each beside the word, by word."""
        rows, (lines, boxes) = torch.stack([*self.vectors.values()]), self._measured(0)
        boxes += [*map(box_of, (*self.names[0], *self.plane.numbers)), *(self.around(row, _WORD) for row in rows)]
        boxes += [self.around(row, _MOVED) for row in self.numbers.unmoved]
        return self._words_in_numbers(rows, [*lines, *self._lines(0)], boxes)

    def _value_texts(self) -> dict[str, VGroup]:
        """Return the values of the words that are shown, each beside the word there, by word."""
        rows = torch.stack([self.numbers.values[self.numbers.words.index(word)] for word in self.vectors])
        ends = self.label_ends[self.numbers.spaces[1]]
        lines, boxes = self._measured(1)
        boxes += [around(at, name) for name, at in zip(self.axis_labels, ends, strict=True)]
        boxes += [*map(box_of, (*self._texts(1), *self.aims, *self.places[1])), *self._weight_boxes(1)]
        boxes += [self.around(row, _WORD) for row in rows]
        origin = flat(self.plane.origin)
        lines += [(origin, flat(self.plane.place(row))) for row in rows]
        lines += filter(None, (axis_along(self.plane, row) for row in self.numbers.W_V))
        return self._words_in_numbers(rows, lines, boxes)

    def _words_in_numbers(self, rows: Tensor, lines: Sequence[Segment], boxes: Sequence[Box]) -> dict[str, VGroup]:
        """Return the numbers of the words that are shown, each beside the word, off lines and boxes."""
        style = self.style
        texts = [
            Coordinates(row, size=style.sizes.number, color=self.color_of(word), style=style)
            for word, row in zip(self.vectors, rows, strict=True)
        ]
        return dict(zip(self.vectors, self._written_beside(texts, rows, _WORD, lines, boxes), strict=True))

    def _tips(self) -> list[VGroup]:
        """Return in numbers where steps will end, beside the rings."""
        if not self.rings:
            return []
        style, rows = self.style, self.numbers.W_V
        texts = [
            Coordinates(row, size=style.sizes.number, color=ink, style=style)
            for row, ink in zip(rows, self.inks, strict=True)
        ]
        lines, boxes = self._measured(0)
        lines += [*self._chain_lines(0), *filter(None, (axis_along(self.plane, row) for row in torch.eye(2)))]
        boxes += [*map(box_of, (*self.axis_labels, *self.names[0], *self.plane.numbers, *self.places[0]))]
        boxes += [*self._marks(0), *self._ring_boxes()]
        return self._written_beside(texts, rows, 2 * _RING, lines, boxes)

    def _aim(self, end: Point, puller: str) -> Circle:
        """Return the empty ring that a chain's end leaves, in its puller's colour."""
        ring = Circle(radius=_AIM, color=self.color_of(puller), stroke_width=_AIMED).move_to(end)
        return laid(ring, Layer.TRAIL)

    def _written_beside(
        self, texts: Sequence[Row], rows: Tensor, mark: float, lines: Sequence[Segment], boxes: Sequence[Box]
    ) -> list[VGroup]:
        """Return texts with their halos, each beside the mark of a place, off lines and boxes."""
        marks = [self.around(row, mark) for row in rows]
        others = [box for box in boxes if not any(_same_middle(box, own) for own in marks)]
        return self.written_at(
            texts, rows, mark, self._bounds(), lines=lines, boxes=others, crossing=lines, marks=marks
        )

    def _matrix_at(self, share: float) -> Tensor:
        """Return the matrix that has carried the plane a share of the way to values."""
        unmoved = torch.eye(2)
        return unmoved + share * (self.numbers.W_V - unmoved)

    def _lay_record(self) -> None:
        """Lay the matrix with its switch, below them a sum for each phrase where there is room, and both distances."""
        style, record, lying = self.style, self.view.record, self.view.lying
        left = Region(record.left, record.left + (_SHARE if lying else 1.0) * record.width, record.bottom, record.top)
        room, size = left.width - 2.8 * _KNOB - _GAP, style.sizes.formula
        while (made := self._named_matrix(size)).width > room and size > style.sizes.tick:
            size = max(0.95 * size, style.sizes.tick)
        self.W_V: VGroup = made if float(made.width) * _ROW_LEAST <= room else self._tall_matrix(room)
        (self.table,) = (part for part in self.W_V if isinstance(part, Matrix))
        if float(self.W_V.width) > room:
            fit(self.W_V, room, _TALL)
        wide, tall = float(self.W_V.width), max(float(self.W_V.height), _TRAVEL + 2.8 * _KNOB)
        middle = left.top - tall / 2
        laid(self.W_V.move_to(point(left.left + wide / 2, middle)), Layer.LEDGER)
        x = left.left + wide + _GAP + 1.4 * _KNOB
        self.switch = _Switch(point(x, middle - _TRAVEL / 2), point(x, middle + _TRAVEL / 2), style.theme)
        end = x + 1.4 * _KNOB if lying else record.right
        if lying:
            self._lay_bars(Region(end + _GAP, record.right, record.bottom, record.top))
        else:
            self._lay_bars(Region(record.left, record.right, record.bottom, record.bottom + 2 * _PITCH))
        self.equality = self._equality(
            Region(end + _GAP, record.right, record.bottom, record.top)
            if lying
            else Region(record.left, record.right, record.bottom, record.bottom + 2 * _PITCH)
        )
        low = left.bottom if lying else left.bottom + 2 * _PITCH + _GAP
        high = left.top - tall - _GAP
        self.sums, self.rule = list[list[list[VGroup]]](), VMobject()
        if self.digits and high - low >= _LINES * _LINE_PITCH * _LEAST:
            self._lay_sums(Region(left.left, end, low, high))

    def _named_matrix(self, size: float) -> NamedMatrix:
        """Return W_V with its name before it."""
        name_size = max(size, self.style.sizes.number)
        return NamedMatrix(
            "W_V", self.numbers.W_V, size=size, name_size=name_size, row_colors=self.inks, style=self.style
        )

    def _lay_sums(self, region: Region) -> None:
        """Lay the sum of each phrase with vectors, and with values, all at one place: one is seen at a time."""
        size, least = self.style.sizes.head, self.style.sizes.tick * _LEAST
        sums = [(index, space) for index in range(2) for space in range(2)]
        while (wide := max(self._sum(*each, size)[1] for each in sums)) > region.width:
            if (size := 0.95 * size) < least:
                return
        for space in range(2):
            self.sums.append([])
            for index in range(2):
                lines, _ = self._sum(index, space, size)
                pitch = min(_LINE_PITCH, region.height / _LINES)
                top = region.top - (region.height - pitch * _LINES) / 2
                for at, (mark, row) in enumerate(lines):
                    y = top - (at + 0.5) * pitch
                    row.shift(point(region.left + wide - float(row.get_right()[0]))).on_baseline(y - _HALF_DIGIT)
                    mark.move_to(point(region.left + float(mark.width) / 2, y))
                written = [laid(VGroup(mark, row), Layer.LEDGER) for mark, row in lines]
                self.sums[space].append(written)
        y = top - (len(written) - 1) * pitch
        rows = [line[1] for space in self.sums for sum_of in space for line in sum_of]
        ends = point(min(float(row.get_left()[0]) for row in rows), y), point(region.left + wide, y)
        self.rule = laid(thin_line(*ends, self.style.theme.dim, _RULE), Layer.LEDGER)

    def _sum(self, index: int, space: int, size: float) -> tuple[list[tuple[VMobject, Row]], float]:
        """Return the lines of a phrase's sum, each with the mark before it, and how wide they are."""
        numbers = self.numbers
        digits, places = self.digits or (2, 2)
        terms = self._terms(index, space)
        decimals = [2 if space else digits_of_row(row, numbers.W_V) for row in terms[1]]
        added = (numbers.others, numbers.other_values)[space][index]
        end = (numbers.unmoved, numbers.updated)[space][index]
        one, ends = numbers.pulls[index], 2 if space else places
        return self.sum_lines(one, terms, added, end, digits=digits, decimals=decimals, ends=ends, size=size)

    def _equality(self, region: Region) -> VGroup:
        """Return what both orders are in one line, where there is room: weights before W_V, and W_V before weights."""
        style, size = self.style, self.style.sizes.formula
        pieces = ("(sum a thin x)", "W_V", "=", "sum a thin (x", "W_V", ")")
        gaps = [_TIGHT, 2 * _TIGHT, 2 * _TIGHT, _TIGHT, _TIGHT / 2]
        inks = [style.theme.value if piece == "W_V" else style.theme.ink for piece in pieces]
        while True:
            parts = [Math(piece, size=size, color=ink, style=style) for piece, ink in zip(pieces, inks, strict=True)]
            row = Row(parts, gaps)
            if float(row.width) <= region.width:
                return laid(VGroup(row.move_to(region.centre)), Layer.LEDGER)
            if (size := 0.95 * size) < style.sizes.script:
                return VGroup()

    def _lay_bars(self, region: Region) -> None:
        """Lay the two distances as bars from a line in one scale, each with its name and its number."""
        style, beside = self.style, region.height < 4 * _ABOVE
        names = [
            Label(self.says(key), size=style.sizes.tick if beside else style.sizes.number, style=style)
            for key in ("vectors", "values")
        ]
        size = style.sizes.hero if self.stage.is_wide else style.sizes.number
        self.values = [HeroNumber(value, size=size, style=style) for value in self.numbers.distances]
        half = _BAR / 200
        aside = max(float(name.width) for name in names) + _GAP if beside else 0.0
        self.zero = region.left + aside + half
        after = _GAP + half + max(float(value.width) for value in self.values)
        self.scale = min(
            (region.right - self.zero - after) / max(float(self.numbers.distances.max()), 1e-9), self.view.unit
        )
        pitch = min(region.height / 2, 2 * _PITCH)
        self.heights = [region.top - (at + 0.5) * pitch - (0.0 if beside else _ABOVE / 2) for at in range(2)]
        self.bars = [self._bar(index, value) for index, value in enumerate(self.numbers.distances.tolist())]
        for name, value, bar, y in zip(names, self.values, self.bars, self.heights, strict=True):
            name.move_to(point(region.left + float(name.width) / 2, y if beside else y + _ABOVE))
            value.move_to(point(float(bar.get_right()[0]) + half + _GAP + float(value.width) / 2, y))
            laid(value, Layer.LEDGER)
        self.letters = [laid(name, Layer.LEDGER) for name in names]

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
        """Lay one chain of weighted vectors after the other, switch W_V on, and weigh the values themselves."""
        times, word = self.style.times, self.word
        before, after = (value.shown for value in self.values)
        farther = before != after and bool(self.numbers.distances[1] > self.numbers.distances[0])
        with self.beat("phrases", word=word):
            self.play(FadeIn(self.grid), *map(FadeIn, self.phrases), run_time=times.move)
            self._gather()
            self.rest()
        with self.beat("first", word=word):
            self._join(0)
            self.rest()
        with self.beat("second", word=word, distance=before):
            self._join(1)
            self._file()
            self.rest()
        with self.beat("switch"):
            self._show_switch()
            self.rest()
        with self.beat("values", text="values" if farther else "other-values", before=before, distance=after):
            self._open()
            self.rest()
        with self.beat("again"):
            self._start_again()
            self.rest()
        with self.beat("weights"):
            self._join(0, 1)
            self._join(1, 1)
            self._close()
            self.last()

    def _lay_grid(self, matrix: Tensor) -> None:
        """Lay the grid where a matrix takes it; its lines end before the texts on it."""
        self.matrix = matrix
        self.grid.gaps = gaps_before(map(box_of, self.spared))
        self.grid.carry(matrix)

    def _gather(self) -> None:
        """Let the word drop out of both phrases and be one; then its vector and those of what pulls it grow."""
        times = self.style.times
        if self.word in self.pullers:
            self.play(FadeIn(self.words[self.word]), run_time=times.move)
        else:
            self.drop(_WORD)
        others = [token for word, token in self.words.items() if word != self.word]
        arrows = list(self.wholes[0].values())
        self.add(*arrows)
        texts = [*self.names[0], *self.vector_texts.values()]
        come = [FadeIn(self.rivet), *map(FadeIn, others), *map(FadeIn, texts)]
        self.play(growing(arrows), *come, self.spare(texts), self._fading_axes(1.0, _DIM), run_time=times.slow)

    def _join(self, index: int, space: int = 0) -> None:
        """Shrink what a phrase's words have in a space by their weights, and lay it tip to tail; the sum is written."""
        pace, word = _PACES[2 * space + index], self.word
        move = pace * self.style.times.move
        shares, texts, token = self._link_shares(index, space), self.weights[index], self.moved[index]
        arrows = [share.drawn for share in shares]
        for share in shares:
            share.weight.move_to(share.weight_from)
        words = [each for each in order_of(self.numbers.pulls[index]) if each in self.vectors]
        ride = self._rides(index, space)
        token.put(self.words[word].at).resize(_WORD)
        trails = {each: self._trail(each, space) for each in words if each in self.left}
        self.remove(*(self.wholes[space][each] for each in words))
        self.add(*trails.values(), *arrows, token)
        come = [FadeIn(*texts), self.spare(texts)]
        again = [share.drawn for share, each in zip(shares, words, strict=True) if each not in self.left]
        if index == 0:
            self.old = self.words[word].ghost()
            self.add(self.old)
            self.remove(self.words[word])
        else:
            come += [FadeIn(token), *([growing(again)] if again else [])]
            come += [FadeOut(*self.sums[space][0], self.rule)] if self.sums else []
        self.trails |= trails
        self.left = [each for each in self.left if each not in words]
        self.play(*come, run_time=move)
        lines = self.sums[space][index] if self.sums else []
        self._shrink_and_slide(shares, (token, *ride), texts, lines[:-1], pace)
        self.add(*self.chains[index])
        result = [self.blades[index], self.places[space][index], *([self.rule, *lines[-1:]] if lines else [])]
        if not space:
            self.play(FadeIn(*result), self.spare([self.places[0][index]]), run_time=move)
            return
        leave, spared = FadeOut(*texts), self.spare([self.places[1][index]], texts)
        self.play(FadeIn(*result), leave, spared, self._landing(index), run_time=move)

    def _shrink_and_slide(
        self,
        shares: Sequence[_Share],
        ride: tuple[Token, Point, Point, Point],
        texts: Sequence[VMobject],
        lines: Sequence[VMobject],
        pace: float,
    ) -> None:
        """Shrink whole vectors by their weights, as a sum's lines are written, then slide them to their links.

        Args:
            shares: the vectors.
            ride: the mark that goes along, the vector's tip, its weighted part's, and where it ends.
            texts: the weights, which go along.
            lines: of the sum, one after the other.
            pace: the share of its time that this takes.
        """
        origin, arrows = self.plane.origin, [share.drawn for share in shares]
        token, tip, part, end = ride

        def shrink(done: float) -> None:
            for share in shares:
                share.shrink(origin, done)
            token.put(tip + done * (part - tip)).resize(_WORD + done * (_MOVED - _WORD))

        def slide(done: float) -> None:
            for share in shares:
                share.slide(origin, done)
            token.put(part + done * (end - part))
            self._lay_grid(self.matrix)

        written = [FadeIn(line, rate_func=_in_turn(at, len(lines))) for at, line in enumerate(lines)]
        self.play(Live([*arrows, token], shrink), *written, run_time=pace * _SHRINK)
        self.play(Live([self.grid, *arrows, *texts, token], slide), run_time=pace * _SLIDE)
        self.remove(*arrows)

    def _trail(self, word: str, space: int) -> VMobject:
        """Return the dashed line that stays of a whole vector, or value."""
        end, color = self.wholes[space][word].end, self.color_of(word)
        line = DashedLine(self.plane.origin, end, dash_length=0.09, color=color, stroke_width=2.4)
        return laid(line, Layer.TRAIL)

    def _file(self) -> None:
        """Measure how far the ends of the chains are apart, and file it."""
        self.calliper.measure(*self._ends(0))
        self._grow_to(0, 0.0)
        self.add(self.bars[0])
        filed: list[Animation] = [FadeIn(self.letters[0], self.values[0])]
        filed.append(Live([self.bars[0]], lambda done: self._grow_to(0, done * float(self.numbers.distances[0]))))
        old = [self.trails.pop(self.word)] if self.word in self.trails else []
        text = self.vector_texts[self.word]
        filed.append(FadeOut(self.old, *old, text))  # the calliper lies where they are
        seen = [FadeIn(self.calliper, self.distances[0]), self.spare([self.distances[0]], [text])]
        self.play(*seen, *filed, self._fading_axes(_DIM, 1.0), run_time=self.style.times.slow)

    def _rides(self, index: int, space: int = 0) -> tuple[Point, Point, Point]:
        """Return the tip of the word's vector, of its weighted part, and the end of a chain that it goes along to."""
        one, joints, matrix = self.numbers.pulls[index], self.joints[index], self._matrices()[space]
        whole = self.vectors[self.word]
        own = dict(zip(order_of(one), torch.diff(joints, dim=0), strict=False)).get(self.word, whole)
        tip, part, end = (self.plane.place(row @ matrix) for row in (whole, own, joints[-1]))
        return tip, part, end

    def _fading_axes(self, start: float, end: float) -> Live:
        """Return how the axes fade, as whole vectors lie beside them, or come back."""
        return Live([self.grid], lambda done: self.grid.fade_axes(start + done * (end - start)))

    def _grow_to(self, space: int, distance: float) -> None:
        """Let a bar of the record be as long as a distance."""
        start = point(self.zero, self.heights[space])
        self.bars[space].set_points_as_corners([start, start + point(max(distance * self.scale, 1e-3))])

    def _show_switch(self) -> None:
        """Let the matrix come, switched off, while the chains are dimmed; each row says where a step will end."""
        times = self.style.times
        left = [text for word, text in self.vector_texts.items() if word != self.word]
        texts = [*left, *(text for each in self.weights for text in each)]
        sums = [*self.sums[0][1], self.rule] if self.sums else []
        come = FadeIn(self.W_V, self.switch)
        self.play(FadeOut(*texts, *sums), self.spare(gone=texts), come, self._graying(0.0, 1.0), run_time=times.move)
        for index, numbers in enumerate(self.table.numbers):
            ring, step = self.rings[index : index + 1], self.steps[index : index + 1]
            tip = self.tips[index : index + 1]
            self.add(*ring, *step)
            grown = [growing(step)] if step else []
            written = [FadeIn(*tip, rate_func=_LATE), self.spare(tip)] if tip else []
            self.play(*grown, self._noticing([*numbers], ring), *written, run_time=_ROW)

    def _graying(self, start: float, end: float) -> Live:
        """Return how both chains lose their colours, and get them back: a share of the way to dim."""
        theme = self.style.theme
        dim = ManimColor(theme.dim)
        bodies = [link.body for chain in self.chains for link in chain]
        own = [ManimColor(theme.fill(color)) for one in self.numbers.pulls for color in self._link_colors(one)]
        edges = [ManimColor(self.color_of(puller)) for puller in self.pullers]

        def follow(done: float) -> None:
            share = start + done * (end - start)
            for body, color in zip(bodies, own, strict=True):
                body.set_fill(color.interpolate(dim, share))
            for blade, color in zip(self.blades, edges, strict=True):
                blade.set_stroke(color.interpolate(dim, share))

        return Live([*bodies, *self.blades], follow)

    def _noticing(self, numbers: Sequence[VMobject], rings: Sequence[Circle]) -> Live:
        """Return how a row of the matrix swells, and the ring opens where it says that a step will end."""
        widths = [float(number.width) for number in numbers]

        def follow(done: float) -> None:
            swollen = float(there_and_back(done))
            for number, width in zip(numbers, widths, strict=True):
                number.scale((1 + _SWELL * swollen) * width / float(number.width))
            for ring in rings:
                opened = max(float(smooth(min(2 * done, 1.0))), 1e-2)
                ring.scale(2 * _RING * opened * (1 + 2 * _SWELL * swollen) / float(ring.width))

        return Live([*numbers, *rings], follow)

    def _open(self) -> None:
        """Switch W_V on: it carries the plane and both chains in one move, and the bar follows the distance."""
        texts = [*self.names[0], *self.places[0], *self.plane.numbers, *self.tips]
        gone = FadeOut(*texts, self.plane.ticks)
        self.play(self._graying(1.0, 0.0), gone, self.spare(gone=texts), run_time=self.style.times.quick)
        self._grow_to(1, float(self.numbers.distances[0]))
        self.add(self.bars[1])
        self._run_digits(0)
        self.dashes = [(dash, dash.points - self.plane.origin) for trail in self.trails.values() for dash in trail]
        links = [link for chain in self.chains for link in chain]
        parts = [*self.steps, *self.blades, *links, *self.moved, *self.trails.values()]
        parts += [self.calliper, self.calliper.digits, self.bars[1]]
        opened = self._switching(0.0, 1.0, parts, self._lay_scissors)
        self.play(opened, FadeIn(self.letters[1]), run_time=_OPEN)
        self._set_digits(1)
        come = [*self.places[1], *self.names[1]]
        self.spared = [each for each in self.spared if each is not self.calliper.digits] + [self.distances[1]]
        left = [FadeOut(*self.steps, *self.rings)] if self.rings else []
        self.play(*left, FadeIn(self.values[1], *come), self.spare(come), run_time=self.style.times.move)

    def _start_again(self) -> None:
        """Take the other order: back on the upright plane, whole vectors grow, and W_V makes values of them.

        The chains leave empty rings at their ends, which the values will fill.
        """
        times, hero, arrows = self.style.times, self.words[self.word], list(self.wholes[1].values())
        links = [link for chain in self.chains for link in chain]
        texts = [*self.places[1], *self.names[1], self.distances[1]]
        measured = [*self.bars, *self.letters, *self.values] if len(self.equality) else []  # it takes their place
        gone = FadeOut(*self.blades, *links, *self.moved, *self.trails.values(), self.calliper, *texts, *measured)
        self.trails, self.left = {}, list(self.vectors)
        self.play(gone, self.spare(gone=texts), FadeIn(*self.aims), run_time=_QUICKLY * times.move)
        self.play(self._switching(1.0, 0.0, [], self._lay_plane), run_time=_BACK)
        self._lay_values(0.0)
        self.add(*arrows, hero)
        tip = hero.at.copy()

        def ride(done: float) -> None:
            hero.put(self.plane.origin + done * (tip - self.plane.origin)).resize(max(done, 1e-2) * _WORD)

        ride(0.0)
        grown = [growing(arrows), Live([hero], ride), self._fading_axes(1.0, _DIM)]
        self.play(*grown, run_time=times.move)
        self.play(self._switching(0.0, 1.0, [*arrows, hero], self._lay_values), run_time=_LEAN)
        come = [*self.names[1], *self.value_texts.values()]
        self.play(FadeIn(*come), self.spare(come), run_time=_QUICKLY * times.move)

    def _lay_values(self, share: float) -> None:
        """Lay the plane and all whole vectors where they are when W_V has carried them a share of their way."""
        self._lay_plane(share)
        for word, arrow in self.wholes[1].items():
            arrow.set_ends(self.plane.origin, self.plane.place(self.vectors[word] @ self.matrix))
        self.words[self.word].put(self.plane.place(self.vectors[self.word] @ self.matrix))

    def _off_values(self, shares: Sequence[_Share]) -> list[_Share]:
        """Return the same shares, whose weights begin off the rings, the words and their values."""
        matrix, origin = self.numbers.W_V, flat(self.plane.origin)
        lines = [(origin, flat(whole.end)) for whole in self.wholes[1].values()]
        boxes = [self.around(row @ matrix, _WORD) for row in self.vectors.values()]
        boxes += map(box_of, (*self.aims, *self.axis_labels, *self.names[1], *self.value_texts.values()))
        boxes += [self.around(one.weights[one.position] * one.vector @ matrix, _MOVED) for one in self.numbers.pulls]
        placed = list[_Share]()
        for share in shares:
            text = share.weight
            size = (float(text.width) + _SLACK, float(text.height) + _SLACK)
            near = flat(share.weight_from)
            at = point(*free_place(size, self._bounds(), near, lines=lines, boxes=boxes))
            boxes.append(box_of(text.move_to(at)))
            placed.append(replace(share, weight_from=at))
        return placed

    def _landing(self, index: int) -> Live:
        """Return how the word of a phrase fills its ring, which swells with it."""
        token, aim = self.moved[index], self.aims[index]

        def swell(done: float) -> None:
            grown = 1 + _SWELL * float(there_and_back(done))
            token.resize(grown * _MOVED)
            aim.scale(grown * 2 * _AIM / float(aim.width))

        return Live([token, aim], swell)

    def _close(self) -> None:
        """Measure the same distance again, and write what both orders have in common."""
        old = [self.trails.pop(self.word)] if self.word in self.trails else []
        text = self.value_texts[self.word]
        gone = FadeOut(self.old, *old, text)
        seen = FadeIn(self.calliper, self.distances[1], *self.equality)
        spared, axes = self.spare([self.distances[1]], [text]), self._fading_axes(_DIM, 1.0)
        self.play(gone, seen, spared, axes, run_time=self.style.times.slow)

    def _run_digits(self, space: int) -> None:
        """Let a running number stand in for a distance on the plane."""
        self.calliper.run(*self._ends(space), self.asides[space])
        self.remove(self.distances[space])
        self.add(self.calliper.digits)

    def _set_digits(self, space: int) -> None:
        """Let a distance on the plane stand in for the running number."""
        self.remove(self.calliper.digits)
        self.add(self.distances[space])

    def _switching(self, start: float, end: float, parts: Sequence[VMobject], lay: Callable[[float], None]) -> Live:
        """Return how the switch is turned, and W_V takes the plane along, and what is on it.

        Args:
            start: the share of its way that W_V has carried everything before.
            end: the same in the end.
            parts: what goes along with the plane and the words on it.
            lay: lays them all at a share of the way.
        """

        def follow(time: float) -> None:
            self.switch.turn(start + smooth(min(time / _FLICK, 1.0)) * (end - start))
            lay(start + smooth(max((time - _FLICK) / (1 - _FLICK), 0.0)) * (end - start))

        words = [token for word, token in self.words.items() if word != self.word]
        return Live([self.grid, *self.axis_labels, *words, *parts, self.switch], follow, rate_func=linear)

    def _lay_plane(self, share: float) -> None:
        """Lay the plane and what pulls where they are when W_V has carried them a share of their way."""
        matrix = self._matrix_at(share)
        for axis, name in enumerate(self.axis_labels):
            name.move_to(self.name_at(axis, (self.numbers.spaces[0], self.numbers.spaces[1]), share))
        for word, token in self.words.items():
            if word != self.word:
                token.put(self.plane.place(self.vectors[word] @ matrix))
        self.spared = [*self.axis_labels]
        self._lay_grid(matrix)

    def _lay_scissors(self, share: float) -> None:
        """Lay the plane and both chains where they are when W_V has carried them a share of their way."""
        matrix, (first, last) = self._matrix_at(share), self.asides
        for step, row in zip(self.steps, matrix, strict=False):
            step.set_ends(self.plane.origin, self.plane.place(row))
        for chain, blade, joints in zip(self.chains, self.blades, self.joints, strict=True):
            places = [self.plane.place(row) for row in joints @ matrix]
            blade.set_points_as_corners([*places, places[0]])
            for link, (begin, finish) in zip(chain, pairwise(places), strict=True):
                link.set_ends(begin, finish)
        for dash, points in self.dashes:
            dash.set_points([self.plane.origin + point(*(each[:2] @ matrix.numpy())) for each in points])
        ends = [self.plane.place(row @ matrix) for row in self.numbers.unmoved]
        for token, place in zip(self.moved, ends, strict=True):
            token.put(place)
        self.calliper.measure(*ends)
        self.calliper.run(ends[0], ends[1], first + share * (last - first))
        self._grow_to(1, float(np.linalg.norm(ends[0] - ends[1])) / self.view.unit)
        self._lay_plane(share)
        self.spared.append(self.calliper.digits)
        self._lay_grid(matrix)

    def _link_shares(self, index: int, space: int = 0) -> list[_Share]:
        """Return the vectors of a phrase's words that are shown, or their values, and their links in its chain."""
        shares, chain = list[_Share](), self.chains[index]
        for at, word in enumerate(order_of(self.numbers.pulls[index])):
            if word in self.vectors:
                (start, end), text = self._link_at(index, at, space), self.weights[index][at]
                arrow = Vector(start, end, self.color_of(word), width=_LINK, style=self.style)
                whole, weight_at = self.wholes[space][word], self.weights_at[space][index][at]
                weight_from = weight_at - (start - self.plane.origin)
                share = _Share(arrow, whole.end, start, end, whole.short, chain[at].short, text, weight_at, weight_from)
                share.shrink(self.plane.origin, 0.0)
                shares.append(share)
        return self._off_values(shares) if space else shares


def _in_turn(at: int, count: int) -> Any:
    """Return the rate of one of several things that come one after the other."""
    return squish_rate_func(smooth, at / count, (at + 1) / count)


def _same_middle(box: Box, other: Box) -> bool:
    """Return whether two boxes are around one place."""
    first, second = (((left + right) / 2, (low + high) / 2) for left, low, right, high in (box, other))
    return bool(np.allclose(first, second, atol=1e-6))


class _Switch(VGroup):
    """A switch: a knob on its way in a case, which fills as it is turned on.

    Args:
        off: manim point of the knob's middle where it is off.
        on: the same where it is on.
        theme: colours.
    """

    def __init__(self, off: Point, on: Point, theme: Theme) -> None:
        self._off, self._on = off, on
        wide, tall = (abs(float(each)) + 2.8 * _KNOB for each in (on - off)[:2])
        self.case = RoundedRectangle(width=wide, height=tall, corner_radius=1.4 * _KNOB - 0.01)
        self.case.move_to((off + on) / 2).set_stroke(theme.ink, _CASE).set_fill(theme.value, 0.0)
        self.knob = Circle(radius=_KNOB).set_stroke(theme.background, RIM).set_fill(theme.ink, 1.0)
        super().__init__(self.case, self.knob)
        laid(self, Layer.LEDGER)
        self.turn(0.0)

    def turn(self, share: float) -> None:
        """Turn it a share of the way on."""
        self.knob.move_to(self._off + share * (self._on - self._off))
        self.case.set_fill(opacity=share)


@dataclass(frozen=True)
class _Share:
    """A whole vector on its way to be a link of a chain.

    Attributes:
        drawn: the arrow.
        tip: where the whole vector ends.
        start: where its link begins.
        end: where its link ends.
        before: scene units before its tip at which the whole vector is drawn to end, as an icon stands there.
        link_before: the same of its link.
        weight: its weight, which goes along with it.
        weight_at: where the weight stands beside the link.
        weight_from: where it stands before, beside the weighted part at the origin.
    """

    drawn: Vector
    tip: Point
    start: Point
    end: Point
    before: float
    link_before: float
    weight: VMobject
    weight_at: Point
    weight_from: Point

    def _lay(self, start: Point, end: Point, whole: float) -> None:
        """Lay the arrow; a share of the way to the whole vector decides how far before its end it is seen to end."""
        self.drawn.short = self.link_before + whole * (self.before - self.link_before)
        self.drawn.set_ends(start, end)

    def shrink(self, origin: Point, done: float) -> None:
        """Draw the vector on its way from the whole of it to its weighted part."""
        part = origin + self.end - self.start
        self._lay(origin, self.tip + done * (part - self.tip), 1 - done)

    def slide(self, origin: Point, done: float) -> None:
        """Draw the weighted part on its way from the origin to its link."""
        way = done * (self.start - origin)
        self._lay(origin + way, origin + self.end - self.start + way, 0.0)
        self.weight.move_to(self.weight_from + done * (self.weight_at - self.weight_from))


def _outside(start: Point, end: Point, inside: Point, along: float) -> Point:
    """Return a point beside a share of a link, on the other side of it than the inside."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across, middle = point(-way[1], way[0]), start + along * (end - start)
    return np.asarray(middle - _BESIDE * across * (1.0 if np.dot(across, inside - middle) > 0 else -1.0))
