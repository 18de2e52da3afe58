"""Values instead of embeddings (the end of the section "A Better Space for Pulling Words", figure 18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from scenes.article.better_space.two_meanings import TwoMeanings
from scenes.layout import fit
from scenes.motion.live import Live, growing
from scenes.number_format import format_number
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, free_place, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid, axis_along, gaps_before, settled_names
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.table.matrix import Matrix, NamedMatrix
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label, Math
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, pull
from scenes.stage import PlaneView
from scenes.style import Theme
from scenes.worlds import World

_WORD, _MOVED = 0.95, 0.75
"""Scene units: the heights of the icons of words at their places, and of the word where a chain ends."""

_LINK, _BLADE, _EDGE = 0.13, 0.2, 3.0
"""Scene units of the shafts of a chain's link; opacity of the area between a chain and its end, stroke units of its
edge."""

_RIVET, _HOLE = 0.16, 0.06
"""Scene units: the radius of the rivet at the origin, and of its hole."""

_SHRINK, _SLIDE, _OPEN, _SNIP = 1.8, 1.6, 3.6, 1.5
"""Seconds in which whole vectors shrink to their shares, in which these slide to the chains' ends, in which W_V opens
both chains, and in which they close, or open, once more."""

_FLICK, _SWELL = 0.14, 0.3
"""The share of a move's time in which the switch is turned, before all else follows; how much larger weights get to be
noticed, as a share of their size."""

_KNOB, _TRAVEL, _CASE = 0.26, 0.7, 3.5
"""Scene units of the radius of the switch's knob, and of its way; stroke units of the case around it."""

_GAP, _BAR, _PITCH, _ABOVE = 0.25, 17.0, 1.3, 0.42
"""Scene units between a bar and what stands beside it; stroke units of a bar; scene units from a bar to the next, and
to its name above it."""

_LATE = squish_rate_func(smooth, 0.5, 1.0)
"""The rate of what comes where something else has left."""

_TALL, _LEAST, _OVER = 1.4, 0.8, 0.1
"""Scene units: the most of the matrix's height; the least share of its size that it has with its name before it; and
scene units that it stands above the record's top."""

_EDGES = 0.16
"""Scene units from the sides of where words may lie to icons and numbers."""

_TWO_ROWS = 1.5
"""Scene units: the least height of a record that lies down in which the bars' names stand above them."""

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
        view = self.stage.view_under_two
        return view.fitted(self.stage, self.spans(), view.words(self.stage).inset(left=_EDGES, right=_EDGES))

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of whole vectors and of both chains."""
        joints = torch.cat([*map(self._joints, self.numbers.pulls)])
        rows = torch.cat([*self._shown().values(), joints, apply_map(joints, self.numbers.W_V)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

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
        self.wholes = {word: self._whole(word) for word in self.vectors}
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
        self._measure()
        ghosts = [token.ghost() for token in self.moved]
        struck = any(overlap(box_of(ghost), box_of(self.distances[1])) for ghost in ghosts)
        self.ghosts = [] if struck else ghosts
        self.names = self._named()
        self.weights = self._weights()
        self.axis_labels = self._axis_labels()
        self._lay_record()
        self.spared = [*self.axis_labels, *self.plane.numbers]
        self._lay_grid(self.matrix)

    def _matrices(self) -> tuple[Tensor, Tensor]:
        """Return the matrices of both spaces: vectors stay as they are, values are carried."""
        return torch.eye(2), self.numbers.W_V

    def _whole(self, word: str) -> Vector:
        """Return a word's whole vector, which ends before its icon."""
        whole = Vector(self.plane.origin, self.words[word].at, self.color_of(word), width=_LINK, style=self.style)
        whole.short = self._before(_WORD)
        return whole.set_ends(whole.start, whole.end)

    def _before(self, height: float) -> float:
        """Return how far before its end an arrow is seen to end, as a mark of a height stands there."""
        mark = self.words[self.word]
        return height / 2 * (1.0 if mark.has_icon else mark.reach()[0] / _WORD * 2) + _BEFORE_ICON

    def _chain(self, one: Pull) -> list[Vector]:
        """Return the links of a chain from the origin, each in its word's colour; those that hardly count are one."""
        colors = [self.color_of(word) for word in _order(one)] + [self.style.theme.ink]
        places = [self.plane.place(row) for row in self._joints(one)]
        links = [
            Vector(start, end, color, width=_LINK, style=self.style)
            for (start, end), color in zip(pairwise(places), colors, strict=True)
        ]
        if _order(one)[-1] == self.word:
            links[-2].short = self._before(_MOVED)
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
        matrix = self._matrices()[space]
        rows = [torch.cat([joints, joints[:1]]) @ matrix for joints in self.joints]
        chains = [(flat(self.plane.place(a)), flat(self.plane.place(b))) for each in rows for a, b in pairwise(each)]
        origin = flat(self.plane.origin)
        wholes = [] if space else [(origin, flat(self.plane.place(row))) for row in self.vectors.values()]
        return [*chains, *wholes, *filter(None, (axis_along(self.plane, row) for row in matrix))]

    def _marks(self, space: int) -> list[Box]:
        """Return the boxes of words in a space, at their places and where the chains end."""
        matrix = self._matrices()[space]
        places = [(row @ matrix, _MOVED) for row in self.numbers.unmoved]
        places += [] if space else [(self.vectors[puller], _WORD) for puller in self.pullers]
        return [self._around(*each) for each in places]

    def _around(self, row: Tensor, height: float) -> Box:
        x, y = flat(self.plane.place(row))
        return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)

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

    def _named(self) -> list[VGroup]:
        """Return names beside words without an icon."""
        places = {word: row for word, row in self.vectors.items() if not has_icon(word, self.style)}
        heights = dict.fromkeys(places, _WORD)
        boxes = [self._around(row, _WORD) for row in self.vectors.values()]
        tokens = self.tokens(places, heights, lines=self._lines(0), boxes=boxes)
        return [token.label for token in tokens.values()]

    def _weights(self) -> list[list[VGroup]]:
        """Return the weights of each chain's links, each beside its link; where they stand in both spaces is noted."""
        self.asides_of: list[list[tuple[Point, Point]]] = []
        weights = list[list[VGroup]]()
        for one in self.numbers.pulls:
            numbers = [
                Weight(weight, decimals=2, size=self.style.sizes.head, color=self.color_of(word), style=self.style)
                for word, weight in zip(_order(one), self._summed(one), strict=True)
            ]
            weights.append([labelled(VGroup(number), self.style) for number in numbers])
        spaces = [self._weight_places(space, weights) for space in range(2)]
        self.asides_of = [list(zip(*each, strict=True)) for each in zip(*spaces, strict=True)]
        for index, texts in enumerate(weights):
            for at, text in enumerate(texts):
                text.move_to(self._weight_at(index, at, 0.0))
        return weights

    def _weight_places(self, space: int, weights: Sequence[Sequence[VGroup]]) -> list[list[Point]]:
        """Return the ways from links to their weights in a space, by chain."""
        lines, boxes = self._measured(space)
        boxes = [*boxes, *self._marks(space), *(map(box_of, (*self.names, *self.plane.numbers)) if not space else ())]
        lines = [*lines, *self._lines(space)]
        inside, found = self.plane.place(self.numbers.unmoved.mean(dim=0) @ self._matrices()[space] / 2), []
        for index, texts in enumerate(weights):
            found.append(list[Point]())
            for at, text in enumerate(texts):
                start, end = self._link_at(index, at, float(space))
                base = start + _ALONG[min(at, 1)] * (end - start)
                near = _outside(start, end, inside, _ALONG[min(at, 1)])
                size = (float(text.width) + _SLACK, float(text.height) + _SLACK)
                place = point(*free_place(size, self._bounds(), flat(near), lines=lines, boxes=boxes))
                boxes.append(box_of(text.move_to(place)))
                found[-1].append(place - base)
        return found

    def _link_at(self, index: int, at: int, share: float) -> tuple[Point, Point]:
        """Return where a link of a chain begins and ends when W_V has carried it a share of its way."""
        start, end = (self.plane.place(row @ self._matrix_at(share)) for row in self.joints[index][at : at + 2])
        return start, end

    def _weight_at(self, index: int, at: int, share: float) -> Point:
        """Return where a link's weight stands when W_V has carried it a share of its way."""
        (start, end), (one, other) = self._link_at(index, at, share), self.asides_of[index][at]
        return np.asarray(start + _ALONG[min(at, 1)] * (end - start) + one + share * (other - one))

    def _axis_labels(self) -> list[VMobject]:
        """Return the names of the axes, at the nearest places that are free in the original space."""
        lines, boxes = self._measured(0)
        texts = [*self.names, *self.plane.numbers, *(text for each in self.weights for text in each)]
        boxes = [*boxes, *self._marks(0), *map(box_of, texts)]
        return settled_names(self.plane, lines=[*lines, *self._lines(0)], boxes=boxes)

    def _matrix_at(self, share: float) -> Tensor:
        """Return the matrix that has carried the plane a share of the way to values."""
        unmoved = torch.eye(2)
        return unmoved + share * (self.numbers.W_V - unmoved)

    def _lay_record(self) -> None:
        """Lay the matrix and its switch, and below them the two distances as bars from one line, in one scale."""
        numbers, style, record = self.numbers, self.style, self.view.record
        lying = self.view.lying
        size, name = (style.sizes.tick, style.sizes.number) if lying else (style.sizes.head, style.sizes.head)
        self.W_V: VGroup = NamedMatrix("W_V", numbers.W_V, size=size, name_size=name, row_colors=self.inks, style=style)
        if not lying and float(self.W_V.width) * _LEAST > record.width:
            self.W_V = self._tall_matrix(record.width)
        elif not lying:
            fit(self.W_V, record.width, _TALL)
        wide = float(self.W_V.width)
        middle = float(record.centre[1]) if lying else record.top + _OVER - float(self.W_V.height) / 2
        self.W_V.move_to(point(record.left + wide / 2 if lying else float(record.centre[0]), middle))
        laid(self.W_V, Layer.LEDGER)
        half = _TRAVEL / 2
        if lying:
            x = record.left + wide + _GAP + _KNOB
            self.switch = _Switch(point(x, middle - 0.6 * half), point(x, middle + 0.6 * half), style.theme)
        else:
            x, y = float(record.centre[0]), float(self.W_V.get_bottom()[1]) - 1.5 * _GAP - _KNOB
            self.switch = _Switch(point(x - half, y), point(x + half, y), style.theme)
        self._lay_bars(record.left + (wide + 2 * _KNOB + 2.4 * _GAP if lying else 0.0))

    def _lay_bars(self, left: float) -> None:
        """Lay the two distances as bars from a line, their numbers above them, or beside them in a low record."""
        style, record, lying = self.style, self.view.record, self.view.lying
        beside = lying and record.height < _TWO_ROWS
        size = style.sizes.tick if beside else style.sizes.number
        names = [Label(self.says(key), size=size, style=style) for key in ("vectors", "values")]
        text = style.sizes.number if lying else style.sizes.hero
        self.values = [HeroNumber(value, size=text, style=style) for value in self.numbers.distances]
        aside = max(float(name.width) for name in names) + _GAP if beside else 0.0
        self.zero = left + aside
        after = _GAP + max(float(value.width) for value in self.values)
        room = record.right - self.zero - (after if lying else 0.0)
        self.scale = min(room / max(float(self.numbers.distances.max()), 1e-9), self.view.unit)
        pitch = min(_PITCH, record.height / 2.2)
        if lying:
            top = float(record.centre[1]) + pitch / 2 - (0.0 if beside else _ABOVE / 2)
        else:
            top = record.bottom + 0.3 + pitch
        self.heights = [top, top - pitch]
        self.bars = [self._bar(index, value) for index, value in enumerate(self.numbers.distances.tolist())]
        for name, value, bar, y in zip(names, self.values, self.bars, self.heights, strict=True):
            name.move_to(point(left + float(name.width) / 2, y if beside else y + _ABOVE))
            if lying:
                value.move_to(point(float(bar.get_right()[0]) + _GAP + float(value.width) / 2, y))
            else:
                value.move_to(point(record.right - float(value.width) / 2, y + _ABOVE + 0.05))
            laid(value, Layer.LEDGER)
        self.letters = [laid(name, Layer.LEDGER) for name in names]
        heading = Label(self.says("distance"), size=style.sizes.head, style=style)
        heading.move_to(point(left + float(heading.width) / 2, top + 2 * _ABOVE + 0.35))
        crowded = lying or float(heading.get_top()[1]) > float(self.switch.get_bottom()[1]) - _GAP / 2
        self.heading = [] if crowded else [laid(heading, Layer.LEDGER)]

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
        """Lay both chains of weighted vectors, switch W_V on, and turn it off and on once more."""
        times, word = self.style.times, self.word
        before, after = (value.shown for value in self.values)
        farther = float(after.replace("−", "-")) > float(before.replace("−", "-"))
        with self.beat("phrases", word=word):
            self.play(FadeIn(self.grid), *map(FadeIn, self.phrases), run_time=times.move)
            self._gather()
            self.rest()
        with self.beat("chains", word=word, distance=before):
            self._join()
            self.hold()
        with self.beat("switch"):
            self._show_switch()
            self.hold()
        with self.beat("values", text="values" if farther else "other-values", before=before, distance=after):
            self._open()
            self.hold()
        with self.beat("weights"):
            self._snip()
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
        arrows = list(self.wholes.values())
        self.add(*arrows)
        come = [FadeIn(self.rivet), *map(FadeIn, others), *map(FadeIn, self.names)]
        self.play(growing(arrows), *come, self.spare(self.names), self._fading_axes(1.0, _DIM), run_time=times.slow)

    def _join(self) -> None:
        """Shrink all vectors by their weights, lay them tip to tail, and measure how far the ends are apart."""
        times, origin = self.style.times, self.plane.origin
        shares = self._link_shares()
        texts = [text for each in self.weights for text in each]
        for share in shares:  # a weight goes along to its link later
            share.weight.move_to(share.weight_at - (share.start - origin))
        self.play(FadeIn(*texts), self.spare(texts), run_time=times.move)
        riders = [(token, *self._rides(index)) for index, token in enumerate(self.moved)]
        for token in self.moved:
            token.put(self.words[self.word].at).resize(_WORD)
        self.trails = [
            laid(
                DashedLine(origin, arrow.end, dash_length=0.09, color=self.color_of(word), stroke_width=2.4),
                Layer.TRAIL,
            )
            for word, arrow in self.wholes.items()
        ]
        old = self.words[self.word].ghost()
        arrows = [share.drawn for share in shares]
        self.add(old, *self.trails, *arrows, *self.moved)
        self.remove(*self.wholes.values(), self.words[self.word])

        def shrink(done: float) -> None:
            for share in shares:
                share.shrink(origin, done)
            for token, tip, part, _ in riders:
                token.put(tip + done * (part - tip)).resize(_WORD + done * (_MOVED - _WORD))

        def slide(done: float) -> None:
            for share in shares:
                share.slide(origin, done)
            for token, _, part, end in riders:
                token.put(part + done * (end - part))
            self._lay_grid(self.matrix)

        self.play(Live([*arrows, *self.moved], shrink), run_time=_SHRINK)
        self.play(Live([self.grid, *arrows, *texts, *self.moved], slide), run_time=_SLIDE)
        self.remove(*arrows)
        self.add(*(link for chain in self.chains for link in chain))
        self.calliper.measure(*self._ends(0))
        self._grow_to(0, 0.0)
        self.add(self.bars[0])
        filed: list[Animation] = [FadeIn(self.letters[0], *self.heading, self.values[0])]
        filed.append(Live([self.bars[0]], lambda done: self._grow_to(0, done * float(self.numbers.distances[0]))))
        filed.append(FadeOut(old))  # the calliper lies where it is
        seen = [FadeIn(*self.blades, self.calliper, self.distances[0]), self.spare([self.distances[0]])]
        self.play(*seen, *filed, self._fading_axes(_DIM, 1.0), run_time=times.move)

    def _rides(self, index: int) -> tuple[Point, Point, Point]:
        """Return the tip of the word's vector, of its weighted part, and the end of a chain that it goes along to."""
        one, joints = self.numbers.pulls[index], self.joints[index]
        whole = self.vectors[self.word]
        own = dict(zip(_order(one), torch.diff(joints, dim=0), strict=False)).get(self.word, whole)
        tip, part, end = (self.plane.place(row) for row in (whole, own, joints[-1]))
        return tip, part, end

    def _fading_axes(self, start: float, end: float) -> Live:
        """Return how the axes fade, as whole vectors lie beside them, or come back."""
        return Live([self.grid], lambda done: self.grid.fade_axes(start + done * (end - start)))

    def _grow_to(self, space: int, distance: float) -> None:
        """Let a bar of the record be as long as a distance."""
        start = point(self.zero, self.heights[space])
        self.bars[space].set_points_as_corners([start, start + point(max(distance * self.scale, 1e-3))])

    def _show_switch(self) -> None:
        """Let whole vectors and the axes' texts leave, and the matrix come, switched off."""
        pullers = [token for word, token in self.words.items() if word != self.word]
        texts = [*self.names, *self.axis_labels, *self.plane.numbers]
        gone = FadeOut(*pullers, *self.trails, *texts, self.plane.ticks)
        come = FadeIn(self.W_V, self.switch, rate_func=_LATE)
        self.play(gone, self.spare(gone=texts), come, run_time=self.style.times.slow)

    def _open(self) -> None:
        """Switch W_V on: it carries the plane and both chains in one move, and the bar follows the distance."""
        self._grow_to(1, float(self.numbers.distances[0]))
        self.add(self.bars[1], *self.ghosts)
        self._run_digits(0)
        self.play(self._carrying(0.0, 1.0, [self.bars[1]]), FadeIn(self.letters[1]), run_time=_OPEN)
        self._set_digits(1)
        self.play(FadeIn(self.values[1]), run_time=self.style.times.quick)

    def _snip(self) -> None:
        """Notice the weights, which stay as they are while W_V is turned off, and on again."""
        texts = [text for each in self.weights for text in each]
        sizes = [float(text.height) for text in texts]

        def swell(done: float) -> None:
            for text, height in zip(texts, sizes, strict=True):
                text.scale(height * (1 + _SWELL * float(there_and_back(done))) / float(text.height))

        self._run_digits(1)
        self.play(self._carrying(1.0, 0.0), run_time=_SNIP)
        self.play(Live(texts, swell), run_time=self.style.times.move)
        self.play(self._carrying(0.0, 1.0), run_time=_SNIP)
        self._set_digits(1)

    def _run_digits(self, space: int) -> None:
        """Let a running number stand in for a distance on the plane."""
        self.calliper.run(*self._ends(space), self.asides[space])
        self.remove(self.distances[space])
        self.add(self.calliper.digits)

    def _set_digits(self, space: int) -> None:
        """Let a distance on the plane stand in for the running number."""
        self.remove(self.calliper.digits)
        self.add(self.distances[space])

    def _carrying(self, start: float, end: float, bars: Sequence[Line] = ()) -> Live:
        """Return how the switch is turned, and W_V takes the plane and both chains along."""
        texts = [text for each in self.weights for text in each]
        links = [link for chain in self.chains for link in chain]

        def follow(time: float) -> None:
            self.switch.turn(start + smooth(min(time / _FLICK, 1.0)) * (end - start))
            share = start + smooth(max((time - _FLICK) / (1 - _FLICK), 0.0)) * (end - start)
            self._lay_scissors(share)
            if bars:
                self._grow_to(1, float(np.linalg.norm(self.moved[0].at - self.moved[1].at)) / self.view.unit)

        parts = [self.grid, *self.blades, *links, *texts, *self.moved, self.calliper, self.calliper.digits]
        return Live([*parts, self.switch, *bars], follow, rate_func=linear)

    def _lay_scissors(self, share: float) -> None:
        """Lay the plane and both chains where they are when W_V has carried them a share of their way."""
        matrix, (first, last) = self._matrix_at(share), self.asides
        for index, (chain, blade, joints) in enumerate(zip(self.chains, self.blades, self.joints, strict=True)):
            places = [self.plane.place(row) for row in joints @ matrix]
            blade.set_points_as_corners([*places, places[0]])
            for link, (begin, finish) in zip(chain, pairwise(places), strict=True):
                link.set_ends(begin, finish)
            for at, text in enumerate(self.weights[index]):
                text.move_to(self._weight_at(index, at, share))
        ends = [self.plane.place(row @ matrix) for row in self.numbers.unmoved]
        for token, place in zip(self.moved, ends, strict=True):
            token.put(place)
        self.calliper.measure(*ends)
        self.calliper.run(ends[0], ends[1], first + share * (last - first))
        self.spared = [*(text for each in self.weights for text in each), self.calliper.digits]
        self._lay_grid(matrix)

    def _link_shares(self) -> list[_Share]:
        """Return the vectors of the words that are shown, and their links in the chains."""
        shares = list[_Share]()
        for index, (one, chain) in enumerate(zip(self.numbers.pulls, self.chains, strict=True)):
            for at, word in enumerate(_order(one)):
                if word in self.vectors:
                    (start, end), text = self._link_at(index, at, 0.0), self.weights[index][at]
                    arrow = Vector(start, end, self.color_of(word), width=_LINK, style=self.style)
                    share = _Share(
                        arrow, self.wholes[word].end, start, end, self.wholes[word].short, chain[at].short, text,
                        self._weight_at(index, at, 0.0),
                    )  # fmt: skip
                    share.shrink(self.plane.origin, 0.0)
                    shares.append(share)
        return shares


def _order(one: Pull) -> list[str]:
    """Return the words of a phrase that count: what pulls most, then the others by weight."""
    weights = {word: 0.0 for word in one.words}
    for word, weight in zip(one.words, one.weights.tolist(), strict=True):
        weights[word] += weight
    large = [word for word, hidden in zip(one.words, small(one.weights), strict=True) if not hidden]
    puller = one.words[one.strongest]
    return sorted(dict.fromkeys([puller, *large]), key=lambda word: (word != puller, -weights[word]))


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
    """

    drawn: Vector
    tip: Point
    start: Point
    end: Point
    before: float
    link_before: float
    weight: VMobject
    weight_at: Point

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
        self.weight.move_to(self.weight_at + way - (self.start - origin))


def _outside(start: Point, end: Point, inside: Point, along: float) -> Point:
    """Return a point beside a share of a link, on the other side of it than the inside."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    across, middle = point(-way[1], way[0]), start + along * (end - start)
    return np.asarray(middle - _BESIDE * across * (1.0 if np.dot(across, inside - middle) > 0 else -1.0))
