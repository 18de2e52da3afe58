"""Values instead of embeddings (the end of the section "A Better Space for Pulling Words", figure 18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from manim import UP, Animation, DashedLine, FadeIn, FadeOut, GrowFromPoint, Line, VGroup, VMobject
from torch import Tensor

from attnmath import Head, apply_map, attend
from scenes.article.better_space.claims import VALUES_LIN_COMB_CLAIMS
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.layout import fit
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler
from scenes.parts.plane.sheet import Sheet
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, pull
from scenes.stage import PlaneView, nice_step
from scenes.worlds import World

_WORD, _MOVED = 0.75, 0.5
"""Scene units: the heights of the icons of words at their places, and of the word where a chain ends."""

_LINK, _VALUE = 0.1, 0.07
"""Scene units of the shafts of a chain's link, and of a whole value."""

_JOIN, _CARRY, _SHRINK = 1.6, 2.6, 1.8
"""Seconds in which the chains grow, in which W_V carries all of space, and in which values shrink to their shares."""

_GAP, _BAR, _PITCH, _ABOVE = 0.2, 11.0, 1.2, 0.42
"""Scene units between a bar and what stands beside it; stroke units of a bar; scene units from a bar to the next, and
to its name above it."""

_TALL = 1.4
"""Scene units: the most of the matrix's height where its name stands above it."""

_STEPS = 3.5
"""The least number of steps along an axis to the farthest word."""

_TWO_ROWS = 1.5
"""Scene units: the least height of a record that lies down in which the bars' names stand above them."""

_BESIDE = 0.32
"""Scene units from a link's middle to its weight, where there is room."""


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
    distances: Tensor = quantity("How far both new vectors are from each other, as X and as V.", rows="spaces")


class ValuesLinComb(PlaneFigure):
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
        corners = 2 * self._step() * torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
        rows = torch.cat([*self._shown().values(), corners, numbers.unmoved, *map(self._joints, numbers.pulls)])
        rows = torch.cat([rows, apply_map(rows, numbers.W_V)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    def _shown(self) -> dict[str, Tensor]:
        """Return the vectors of the word and of what pulls it most, each of shape (1, 2), by word."""
        numbers = self.numbers
        shown = dict.fromkeys([*(one.words[one.strongest] for one in numbers.pulls), numbers.pulls[0].word])
        return {word: numbers.vectors[numbers.words.index(word), None] for word in shown}

    def _step(self) -> float:
        """Return the length of a step along an axis; the sheet is two of them wide."""
        return nice_step(float(torch.cat([*self._shown().values()]).abs().max()) / _STEPS)

    def _order(self, one: Pull) -> list[str]:
        """Return the words whose links are drawn on their own: what pulls most, then the others by weight."""
        weights = {word: 0.0 for word in one.words}
        for word, weight in zip(one.words, one.weights.tolist(), strict=True):
            weights[word] += weight
        large = [word for word, hidden in zip(one.words, small(one.weights), strict=True) if not hidden]
        puller = one.words[one.strongest]
        return sorted(dict.fromkeys([puller, *large]), key=lambda word: (word != puller, -weights[word]))

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
        """Make the sheet, the words, the two chains, and the record of the two distances."""
        numbers, style = self.numbers, self.style
        self.word = numbers.pulls[0].word
        self.pullers = [one.words[one.strongest] for one in numbers.pulls]
        self.vectors = {word: row[0] for word, row in self._shown().items()}
        self.inks, self.matrix = self.axis_colors(), torch.eye(2)
        step = self._step()
        self.sheet = Sheet(self.plane, 0.0, 2 * step, self.inks, step=step, style=style)
        self.square = self.sheet.dotted()
        self.words = {word: self.token(word, row, height=_WORD) for word, row in self.vectors.items()}
        self.joints = [self._joints(one) for one in numbers.pulls]
        self.chains = [self._chain(one) for one in numbers.pulls]
        self.moved = [
            self.token(self.word, row, height=_MOVED, edge=self.color_of(puller))
            for row, puller in zip(numbers.unmoved, self.pullers, strict=True)
        ]
        self.between = self._line(*numbers.unmoved)
        sides = ("left", "right")
        self.phrases = [
            self.header_phrase(one.words, one.written, side=side)
            for one, side in zip(numbers.pulls, sides, strict=True)
        ]
        self.names = [self._named(matrix) for matrix in self._matrices()]
        first = self._weights(0)
        self.rulers = [self._ruler(0, first), self._ruler(1)]
        self.shares = [first, self._weights(1)]
        self._lay_record()

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

    def _lines(self, matrix: Tensor) -> list[Segment]:
        """Return the chains, the whole vectors or values, and the axes in a space: texts keep off them."""
        rows = [joints @ matrix for joints in self.joints]
        chains = [
            (flat(self.plane.place(a)), flat(self.plane.place(b))) for joints in rows for a, b in pairwise(joints)
        ]
        origin = flat(self.plane.origin)
        wholes = [(origin, flat(self.plane.place(self.vectors[word] @ matrix))) for word in self.pullers]
        ends = [flat(self.plane.place(joints[-1])) for joints in rows]
        return [*chains, *wholes, (ends[0], ends[1]), *self.plane.axis_segments()]

    def _edges(self, matrix: Tensor) -> list[Segment]:
        """Return the edges of the sheet in a space, and of its dotted square."""
        corners = [flat(self.plane.place(row)) for row in self.sheet.corners @ matrix]
        square = [flat(self.plane.place(row)) for row in self.sheet.corners]
        return [edge for each in (corners, square) for edge in zip(each, [*each[1:], each[0]], strict=True)]

    def _marks(self, matrix: Tensor) -> list[Box]:
        """Return the boxes of words in a space, at their places and where the chains end."""
        places = [(row, _WORD) for row in self.vectors.values()]
        places += [(row, _MOVED) for row in self.numbers.unmoved]
        return [self._around(row @ matrix, height) for row, height in places]

    def _around(self, row: Tensor, height: float) -> Box:
        x, y = flat(self.plane.place(row))
        return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)

    def _named(self, matrix: Tensor) -> dict[str, VGroup]:
        """Return the words' names beside their places in a space."""
        places = {word: row @ matrix for word, row in self.vectors.items()}
        heights = dict.fromkeys(places, _WORD)
        lines = [*self._lines(matrix), *self._edges(matrix)]
        tokens = self.tokens(places, heights, lines=lines, boxes=self._marks(matrix))
        return {word: token.label for word, token in tokens.items()}

    def _weights(self, space: int) -> list[VGroup]:
        """Return the weights of the chains' links, each beside its link as it is in a space."""
        matrix, numbers = self._matrices()[space], self.numbers
        lines = self._lines(matrix)
        boxes = [*self._marks(matrix), *map(box_of, self.names[space].values())]
        boxes += [box_of(self.rulers[1].label)] if space else self.plane.text_boxes()  # which leave with the axes
        inside, texts = self.plane.place(numbers.unmoved.mean(dim=0) / 2 @ matrix), []
        for one, joints in zip(numbers.pulls, self.joints, strict=True):
            for word, link in zip(self._order(one), pairwise(joints @ matrix), strict=False):
                weight = one.weights[one.words.index(word)]
                text = Weight(weight, size=self.style.sizes.number, color=self.color_of(word), style=self.style)
                start, end = (self.plane.place(row) for row in link)
                text.move_to(point(*self._free(text, _outside(start, end, inside), lines, boxes)))
                boxes.append(box_of(text))
                texts.append(labelled(VGroup(text), self.style))
        return texts

    def _free(self, text: VMobject, near: Point, lines: Sequence[Segment], boxes: Sequence[Box]) -> tuple[float, float]:
        room = self.view.words(self.stage)
        size = (float(text.width) + 0.1, float(text.height) + 0.1)
        bounds = (room.left, room.bottom, room.right, room.top)
        return free_place(size, bounds, flat(near), lines=lines, boxes=boxes)

    def _ruler(self, space: int, texts: Sequence[VGroup] = ()) -> Ruler:
        """Return the distance of the chains' ends in a space, with its number clear of everything."""
        matrix = self._matrices()[space]
        start, end = (self.plane.place(row @ matrix) for row in self.numbers.unmoved)
        ruler = Ruler(start, end, self.numbers.distances[space], lit=True, over=True, style=self.style)
        boxes = [box_of(text) for text in (*self.names[space].values(), *texts)]
        boxes += [*self._marks(matrix), *([] if space else self.plane.text_boxes())]
        lines = [*self._lines(matrix), *self._edges(matrix)]
        ruler.label.move_to(point(*self._free(ruler.label, (start + end) / 2, lines, boxes)))
        return ruler

    def _line(self, one: Tensor, other: Tensor) -> Line:
        line = Line(self.plane.place(one), self.plane.place(other), buff=0, color=self.style.theme.ink, stroke_width=5)
        return laid(line, Layer.PIN)

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
        self.scale = room / max(float(numbers.distances.max()), 1e-9)
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
            self.play(FadeIn(*self.words.values(), *self.names[0].values()), run_time=times.move)
            self.play(*map(FadeIn, self.phrases), run_time=times.move)
            self.rest()
        with self.beat("chains", distance=before):
            self._join()
            self.rest()
        farther = float(after.replace("−", "-")) > float(before.replace("−", "-"))
        with self.beat("values", text="values" if farther else "other-values", before=before, distance=after):
            self._carry()
            self.hold()
        with self.beat("weights"):
            self._shrink()
            self.hold()

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

        self.play(Live(links, follow), FadeIn(*self.shares[0]), run_time=_JOIN)
        gone = FadeOut(self.words[self.word], self.names[0].pop(self.word))
        self.play(FadeIn(*self.moved), gone, run_time=times.quick)
        self.play(FadeIn(self.between, self.rulers[0]), run_time=times.quick)
        bar = self.bars[0]
        come = FadeIn(self.letters[0], self.values[0], *self.heading)
        self.play(GrowFromPoint(bar, bar.get_start()), come, run_time=times.move)

    def _carry(self) -> None:
        """Let W_V carry the sheet, the words and both chains in one move; the bar follows the distance."""
        times = self.style.times
        texts = FadeOut(*self.names[0].values(), self.rulers[0], *self.shares[0], self.plane.numbers, self.plane.names)
        self.play(FadeIn(self.sheet, self.square), texts, run_time=times.quick)
        self.play(FadeIn(self.W_V, self.letters[1]), run_time=times.move)
        self.bars[1] = self._bar(1, float(self.numbers.distances[0]))
        self.add(self.bars[1])
        self.play(self._carrying(), run_time=_CARRY)
        names = [self.names[1][puller] for puller in self.pullers]
        self.play(FadeIn(*names, self.rulers[1], self.values[1]), run_time=times.quick)

    def _carrying(self) -> Animation:
        """Return how W_V takes everything along."""
        numbers, bar = self.numbers, self.bars[1]

        def follow(share: float) -> None:
            self.matrix = torch.eye(2) + share * (numbers.W_V - torch.eye(2))
            self.sheet.carry(self.matrix)
            for puller in self.pullers:
                self.words[puller].put(self.plane.place(self.vectors[puller] @ self.matrix))
            for chain, joints in zip(self.chains, self.joints, strict=True):
                for link, (start, end) in zip(chain, pairwise(joints @ self.matrix), strict=True):
                    link.set_ends(self.plane.place(start), self.plane.place(end))
            one, other = numbers.unmoved @ self.matrix
            for token, row in zip(self.moved, (one, other), strict=True):
                token.put(self.plane.place(row))
            self.between.set_points_as_corners([self.plane.place(one), self.plane.place(other)])
            away = float(torch.linalg.vector_norm(one - other)) * self.scale
            bar.set_points_as_corners([bar.get_start(), bar.get_start() + point(max(away, 1e-3))])

        links = [link for chain in self.chains for link in chain]
        words = [self.words[puller] for puller in self.pullers]
        return Live([self.sheet, *links, *words, *self.moved, self.between, bar], follow)

    def _shrink(self) -> None:
        """Let the values of what pulls most shrink by their weights: they become the chains' first links."""
        times, origin = self.style.times, self.plane.origin
        tips = [self.plane.place(self.vectors[puller] @ self.numbers.W_V) for puller in self.pullers]
        colors = [self.color_of(puller) for puller in self.pullers]
        self.wholes = [
            laid(DashedLine(origin, tip, dash_length=0.09, color=color, stroke_width=2.4), Layer.TRAIL)
            for tip, color in zip(tips, colors, strict=True)
        ]
        arrows = [
            Vector(origin, tip, color, width=_VALUE, style=self.style) for tip, color in zip(tips, colors, strict=True)
        ]
        self.play(FadeOut(self.sheet, self.square), FadeIn(*arrows), run_time=times.move)
        self.add(*self.wholes)
        ends = [self.plane.place(joints[1] @ self.numbers.W_V) for joints in self.joints]

        def follow(share: float) -> None:
            for arrow, tip, end in zip(arrows, tips, ends, strict=True):
                arrow.set_ends(origin, tip + share * (end - tip))

        self.play(Live(arrows, follow), FadeIn(*self.shares[1]), run_time=_SHRINK)
        self.remove(*arrows)


def _outside(start: Point, end: Point, inside: Point) -> Point:
    """Return a point beside the middle of a link, on the other side of it than the inside."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across, middle = point(-way[1], way[0]), (start + end) / 2
    return np.asarray(middle - _BESIDE * across * (1.0 if np.dot(across, inside - middle) > 0 else -1.0))
