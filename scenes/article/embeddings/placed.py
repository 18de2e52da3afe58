"""Words as points, before anything pulls: by chance, and by meaning (the article's section "Embeddings").

Figures 4 and 5 lie upon each other: one plane, one record, and in the second the places of the first as ghosts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
import torch
from manim import DashedLine, VGroup
from pydantic import Field
from torch import Tensor

from scenes.article.embeddings.claims import MEANINGFUL_EMBEDDING_CLAIMS, RANDOM_EMBEDDING_CLAIMS
from scenes.errors import UserError
from scenes.layout import fit
from scenes.parameters import Word, WordsParameters, known_word, require_plane
from scenes.parts.bars.distance_rows import DistanceRows, Group
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place, gap, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler, place_rulers
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import Coordinates, format_number, format_vector
from scenes.parts.text.typeset import Typeset, typst_string
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.worlds import World, load_world, unit_of

_ICON, _LEAST_ICON, _CLOSE = 0.66, 0.5, 0.66
"""Scene units: the most and the least height of icons; at most this share of the least distance, so that it is seen."""

_CLEAR = 0.12
"""Scene units between a mark and the dashes or dots that lead to it."""

_AFTER = 0.35
"""Scene units between a distance and what is concluded of it."""

_NEAR_NAME, _NEAR_MARK, _TIGHT = 0.3, 0.6, 0.05
"""Scene units: the most from a name, or else from its mark, to the word's numbers; the least to anything else."""

_APART = 0.3
"""Scene units to the left and right of an axis's name that are free of words' numbers."""

_WAYS = 6
"""Ways to lay the rulers for which names are tried."""


def distances(rows: Tensor) -> Tensor:
    """Return the distance between every two vectors: shape (N, d) to (N, N)."""
    return torch.cdist(rows, rows, compute_mode="donot_use_mm_for_euclid_dist")


class ThreeWords(WordsParameters):
    """The parameters of the figures of placed words: the three words."""

    words: tuple[Word, Word, Word] = Field(
        ("banana", "pear", "phone"), description="Three words: two of one family and one of another."
    )

    @classmethod
    def stand_ins(cls, world: World) -> Iterator[Mapping[str, Any]]:
        """Yield two words of a family of a world with one of another, or else its first three words."""
        for first, second in permutations(world.families.values(), 2):
            if len(first) > 1 and second:
                yield {"words": (*first[:2], second[0])}
        if len(world.vectors) > 2:
            yield {"words": tuple(world.vectors)[:3]}

    def different_words(self, world: World) -> tuple[str, ...]:
        """Return the three words as the world names them.

        Raises:
            UserError: when a word is unknown, or a word comes twice.
        """
        words = tuple(known_word(world, word, "words") for word in self.words)
        if len(set(words)) != 3:
            raise UserError(f"words must be three different words; got {', '.join(words)}")
        return words


def by_chance(words: Sequence[str], reach: float) -> Tensor:
    """Return two random numbers for each of three words, always the same for the same words, shape (3, 2).

    Of the draws it is the first that shows how little they mean: the second word is clearly nearer to the third than
    to the first, and all three are apart.

    Args:
        words: what seeds the draws.
        reach: the largest number that can be drawn.
    """
    chance = random.Random("\n".join(words).encode("utf-8", "surrogatepass"))
    while True:
        shares = torch.tensor([[chance.uniform(0.08, 1.0) for _ in range(2)] for _ in words])
        apart = distances(shares)
        if 0.2 < float(apart[1, 2]) < 0.7 * float(apart[0, 1]) and float(apart[0, 2]) > 0.2:
            return shares * reach


CHANCE = "random"
"""The world of the numbers that the article gives by chance."""


def chance_rows(words: Sequence[str], world: World) -> Tensor:
    """Return two numbers by chance for each of three words, shape (3, 2).

    They are the world's, where its numbers are by chance; or else those of the article, where it gives these words
    some and they are of the same size; or else seeded ones as large as the world's.
    """
    if world.by_chance:
        return world.embedding().rows(words)
    article = load_world(CHANCE)
    if set(words) <= set(article.vectors) and _unit(article) == _unit(world):
        return article.embedding().rows(words)
    return by_chance(words, max(abs(edge) for span in world.spans() for edge in span))


def _unit(world: World) -> float:
    return unit_of(edge for span in world.spans() for edge in span)


@dataclass(frozen=True)
class PlacedWords:
    """The numbers of the figure of words by chance."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    distances: Tensor = quantity("How far the words are from each other.", rows="words", columns="words")


@dataclass(frozen=True)
class SortedWords(PlacedWords):
    """The numbers of the figure of words by meaning: with those that they had by chance."""

    old: Tensor = quantity("The words' vectors by chance.", rows="words", columns="axes")
    old_distances: Tensor = quantity("How far they were from each other.", rows="words", columns="words")


class _PlacedWords(PlaneFigure):
    """Three words as points: the second's distances from the other two, on the plane and in the record."""

    Parameters = ThreeWords
    numbers: PlacedWords

    @classmethod
    def alternative_values(cls, numbers: PlacedWords) -> Mapping[str, object]:
        """Return the words' vectors, and the distances of the second from the others."""
        names = ("first", "second", "third")
        return {
            **dict(zip(names, numbers.words, strict=True)),
            **{f"{name}_at": format_vector(row) for name, row in zip(names, numbers.vectors, strict=True)},
            "across": numbers.axes[0],
            "up": numbers.axes[1],
            "to_first": format_number(float(numbers.distances[0, 1])),
            "to_third": format_number(float(numbers.distances[1, 2])),
        }

    def shown_rows(self) -> Tensor:
        """Return all vectors on the plane, shape (N, 2)."""
        return self.numbers.vectors

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the span of the world's words, and of what chance has given them, along both axes."""
        (left, right), (low, high) = super().spans()
        x, y = (column.tolist() for column in self.shown_rows().T)
        return (min(left, *x), max(right, *x)), (min(low, *y), max(high, *y))

    def axis_names(self) -> tuple[str, ...]:
        """Return the names of the numbers."""
        return self.numbers.axes

    def build(self) -> None:
        """Draw the words at their places, rulers from the second to the others, and the same distances as bars."""
        numbers = self.numbers
        self.vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        self.height = self._icon_height()
        self.marks = [self._mark(word, row) for word, row in self.vectors.items()]
        self.traces = self._traces()
        near, far = float(numbers.distances[0, 1]), float(numbers.distances[1, 2])
        self.rulers = [
            self._ruler(numbers.distances[0, 1], self.marks[0], lit=near <= far),
            self._ruler(numbers.distances[1, 2], self.marks[2], lit=far < near),
        ]
        self.record = self._record()
        self._settle()
        self.coordinates = self._place_coordinates()
        self.conclusion = self._place_conclusion()
        self.header = self._header()

    def _mark(self, word: str, row: Tensor) -> Token:
        return self.token(word, row, height=self.height, large=True)

    def _ruler(self, distance: Tensor, other: Token, *, lit: bool) -> Ruler:
        """Return the distance from the second word to another; the shorter one is lit."""
        second, sizes = self.marks[1], self.style.sizes
        size = None if self.stage.is_wide or not lit else sizes.number if self.stage.is_portrait else sizes.head
        return Ruler(second.at, other.at, distance, lit=lit, size=size, style=self.style)

    def _icon_height(self) -> float:
        """Return the height of icons, less where two words are close."""
        places = [self.plane.place(row) for row in self.vectors.values()]
        least = min(float(np.linalg.norm(one - other)) for one, other in combinations(places, 2))
        return max(_LEAST_ICON, min(_ICON, _CLOSE * least))

    def _traces(self) -> VGroup:
        """Return what else lies on the plane beneath the words."""
        raise NotImplementedError

    def _obstacles(self) -> tuple[list[Box], list[Segment]]:
        """Return boxes and lines of the traces, which texts keep off."""
        raise NotImplementedError

    def _header(self) -> HeaderPhrase:
        raise NotImplementedError

    def _record(self) -> DistanceRows:
        """Return both distances as bars."""
        first, second, third = self.numbers.words
        colors = dict(zip(self.numbers.words, self.colors_of(self.numbers.words), strict=True))
        pairs, before = [(second, third), (second, first)], self._before()
        return DistanceRows(
            [(Group.of(one), Group.of(other)) for one, other in pairs],
            [(colors[one], colors[other]) for one, other in pairs],
            _pair_distances(self.numbers.distances),
            self.view,
            before=before,
            title=self.says("distance"),
            of_before="" if before is None else self.says("by-chance"),
            style=self.style,
        )

    def _before(self) -> Tensor | None:
        """Return what the distances of the record were before."""
        return None

    def _settle(self) -> None:
        """Lay the rulers, their numbers and the words' names together, so that nothing touches anything."""
        room, safe = self.view.words(self.stage), self.stage.safe
        bounds = (safe.left, room.bottom, safe.right, room.top)
        boxes, lines = self._obstacles()
        marks = [box_of(token.mark) for token in self.marks]
        fixed = [*self.plane.text_boxes(), *boxes, *self.record.boxes()]
        lines = [*lines, *self.plane.axis_segments()]
        ways = place_rulers(self.rulers, bounds, marks=marks, texts=fixed, lines=lines, count=_WAYS)
        costs = []
        for way in ways:
            costs.append(self._try(way, bounds, fixed, lines))
            if costs[-1] == 0:
                break
        self._try(ways[int(np.argmin(costs))], bounds, fixed, lines)

    def _try(self, way: Sequence[Any], bounds: Box, fixed: Sequence[Box], lines: Sequence[Segment]) -> float:
        """Lay the rulers one way and name the words; return how much then lies upon something else."""
        for ruler, place in zip(self.rulers, way, strict=True):
            ruler.lie(place)
        segments = [*lines, *(ruler.segment for ruler in self.rulers)]
        boxes = [*fixed, *(ruler.number_box for ruler in self.rulers)]
        heights = dict.fromkeys(self.vectors, self.height)
        self.words = self.tokens(self.vectors, heights, lines=segments, boxes=boxes)
        names = [box_of(token.label) for token in self.words.values()]
        marks = [box_of(token.mark) for token in self.marks]
        covered = sum(overlap(name, box) for name in names for box in (*boxes, *marks))
        covered += sum(overlap(one, other) for one, other in combinations(names, 2))
        return covered + sum(inside_length(line, name) for line in segments for name in names)

    def _taken(self) -> tuple[list[Box], list[Segment]]:
        """Return boxes and lines of all that has its place already."""
        boxes, lines = self._obstacles()
        boxes = [*self.plane.text_boxes(), *boxes, *self.record.boxes(), *(ruler.number_box for ruler in self.rulers)]
        boxes += [box_of(piece) for token in self.words.values() for piece in token if len(piece)]
        return boxes, [*lines, *self.plane.axis_segments(), *(ruler.segment for ruler in self.rulers)]

    def _place_coordinates(self) -> VGroup:
        """Return the words' two numbers below their names, for a pencil to find the distances, where there is room."""
        room, (boxes, lines), placed = self.view.words(self.stage), self._taken(), VGroup()
        bounds = (self.stage.safe.left, room.bottom, room.right, room.top)
        # In one line with an axis's name they would seem to belong to it.
        boxes += [(left - _APART, low, right + _APART, top) for left, low, right, top in self.plane.text_boxes()[-2:]]
        for word in self.numbers.words:
            token = self.words[word]
            text = Coordinates(
                self.vectors[word], size=self.style.sizes.tick, color=token.color_by_role, brief=True, style=self.style
            )
            name, mark = box_of(token.label), box_of(token.mark)
            size = (float(text.width), float(text.height))
            tries = (
                (name, _below(name, size[1]), _NEAR_NAME),
                (name, _above(name, size[1]), _NEAR_NAME),
                (mark, _below(mark, size[1]), _NEAR_MARK),
            )
            for beside, near, most in tries:
                text.move_to(point(*free_place(size, bounds, near, lines=lines, boxes=boxes)))
                box = box_of(text)
                clear = all(gap(box, other) > _TIGHT for other in boxes if other not in (name, mark))
                clear &= overlap(box, name) + overlap(box, mark) == 0
                if gap(box, beside) <= most and clear and not any(inside_length(line, box) for line in lines):
                    placed.add(labelled(text, self.style))
                    boxes.append(box)
                    break
        return placed

    def _concludes(self) -> str:
        """Return the key of what is concluded; empty where the numbers do not show it."""
        return ""

    def _place_conclusion(self) -> VGroup:
        """Return what the two distances say, large where the record leaves room; nothing without the room."""
        key, record = self._concludes(), self.view.record
        if not key:
            return VGroup()
        sizes, ink = self.style.sizes, self.style.theme.ink
        text = Typeset(f"#strong[#{typst_string(self.says(key))}]", sizes.hero, ink, style=self.style)
        fit(text, record.width - 2 * _TIGHT)
        boxes, lines = self._taken()
        boxes += [box_of(each) for each in self.coordinates]
        low = self.view.foot + 0.6 * self.view.foot_lines
        bounds = (self.stage.safe.left, low, self.stage.safe.right, self.view.header - 0.6)
        middle, y = float(record.centre[0]), float(record.top) + 0.9 if self.view.lying else float(record.bottom) + 0.6
        size = (float(text.width), float(text.height))
        for near in (*self._beside_the_nearer(size[0]), (middle, y)):
            x, y_free = free_place(size, bounds, near, lines=lines, boxes=boxes)
            box = box_of(text.move_to(point(x, y_free)))
            moved = near != (middle, y) and abs(x - near[0]) + abs(y_free - near[1]) > _NEAR_NAME
            if not moved and not any(overlap(box, other) > 0 for other in boxes):
                if not any(inside_length(line, box) for line in lines):
                    return VGroup(labelled(text, self.style))
        return VGroup()

    def _beside_the_nearer(self, width: float) -> list[tuple[float, float]]:
        """Return where a conclusion of a width stands best; nothing where the record is the place for it."""
        return []

    def _what_happens(self) -> str:
        """Return the key of the beat's caption and line."""
        return "points"

    def tell(self) -> None:
        """Show everything, in one beat."""
        first, second, third = self.numbers.words
        across, up = self.numbers.axes
        with self.beat(
            "points", text=self._what_happens(), first=first, second=second, third=third, across=across, up=up
        ):
            self.show_now(
                self.header,
                *self.traces,
                *self.rulers,
                *self.words.values(),
                self.record,
                *self.coordinates,
                *self.conclusion,
            )


def _below(name: Box, height: float) -> tuple[float, float]:
    """Return the middle of a text of a height right below a name."""
    return (name[0] + name[2]) / 2, name[1] - height / 2 - 0.12


def _above(name: Box, height: float) -> tuple[float, float]:
    """Return the middle of a text of a height right above a name."""
    return (name[0] + name[2]) / 2, name[3] + height / 2 + 0.12


def _pair_distances(table: Tensor) -> Tensor:
    """Return the distances of the second word from the third and from the first, shape (2,)."""
    return torch.stack([table[1, 2], table[1, 0]])


class Feet(VGroup):
    """The two numbers of a place as dashes to the axes: so far across, so far up.

    Args:
        origin: manim point of the plane's origin.
        token: the word.

    Attributes:
        segments: the dashes' ends: from the vertical axis across, from the horizontal axis up.
    """

    def __init__(self, origin: Point, token: Token) -> None:
        at, (half_width, half_height) = token.at, token.reach()
        starts = point(origin[0], at[1]), point(at[0], origin[1])
        self.segments: list[Segment] = []
        legs = VGroup()
        for start, half in zip(starts, (half_width, half_height), strict=True):
            length = float(np.linalg.norm(at - start))
            seen = length - half - _CLEAR
            if seen > _CLEAR:
                end = start + (at - start) * seen / length
                legs.add(DashedLine(start, end, dash_length=0.09, color=token.color_by_role, stroke_width=2.4))
                self.segments.append((flat(start), flat(end)))
        super().__init__(laid(legs, Layer.SHADOW))


class RandomEmbedding(_PlacedWords):
    """attention-random-embedding: with numbers given by chance, near says nothing."""

    name = "attention-random-embedding"
    claims = RANDOM_EMBEDDING_CLAIMS
    world_name = CHANCE
    with_climate = False

    @classmethod
    def compute(cls, parameters: ThreeWords, world: World) -> PlacedWords:
        """Compute the vectors and their distances: the world's, if they are by chance, or else others by chance.

        Raises:
            UserError: when a word is unknown, or a word comes twice.
        """
        if world.by_chance:
            require_plane(world)
        words = parameters.different_words(world)
        vectors = chance_rows(words, world)
        axes = world.axes if world.by_chance else load_world(CHANCE).axes
        return PlacedWords(words, axes, vectors, distances(vectors))

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the spans of the article's world, too, so that the figure lies upon those that follow it."""
        spans, article = super().spans(), load_world("article")
        if not self.world.by_chance or _unit(article) != _unit(self.world):
            return spans
        (left, right), (low, high) = (
            (min(one[0], other[0]), max(one[1], other[1])) for one, other in zip(spans, article.spans(), strict=True)
        )
        return (left, right), (low, high)

    def _traces(self) -> VGroup:
        """Return the dashes that show what the second word's two numbers mean."""
        self.feet = Feet(self.plane.origin, self.marks[1])
        return VGroup(self.feet)

    def _obstacles(self) -> tuple[list[Box], list[Segment]]:
        return [], self.feet.segments

    def _concludes(self) -> str:
        """Return that near is not alike, where the second word is nearer to the one that is not of its family."""
        first, second, third = (self.world.family_index(word) for word in self.numbers.words)
        near = float(self.numbers.distances[1, 2]) < float(self.numbers.distances[0, 1])
        return "near-not-alike" if near and first == second != third else ""

    def _beside_the_nearer(self, width: float) -> list[tuple[float, float]]:
        """Return the place right of the lit ruler's number, for it is that distance of which something is concluded."""
        _, low, right, top = next(ruler.number_box for ruler in self.rulers if ruler.lit)
        return [(right + _AFTER + width / 2, (low + top) / 2)]

    def _header(self) -> HeaderPhrase:
        return self.header_phrase([self.says("numbers-by-chance")])


class MeaningfulEmbedding(_PlacedWords):
    """attention-meaningful-embedding: when axes mean something, like words are near each other."""

    name = "attention-meaningful-embedding"
    claims = MEANINGFUL_EMBEDDING_CLAIMS
    numbers: SortedWords

    @classmethod
    def compute(cls, parameters: ThreeWords, world: World) -> SortedWords:
        """Return the vectors and their distances, and those that the figure of chance has drawn."""
        require_plane(world)
        words = parameters.different_words(world)
        vectors, old = world.embedding().rows(words), chance_rows(words, world)
        placed = PlacedWords(words, world.axes, vectors, distances(vectors))
        return extended(placed, SortedWords, old=old, old_distances=distances(old))

    def shown_rows(self) -> Tensor:
        """Return the vectors by meaning and by chance, shape (6, 2)."""
        return torch.cat([self.numbers.vectors, self.numbers.old])

    def _what_happens(self) -> str:
        """Return whether the first two words come nearer to each other than chance has put them."""
        return "points" if self.numbers.distances[0, 1] <= self.numbers.old_distances[0, 1] else "apart"

    def _concludes(self) -> str:
        """Return that near is alike, where the second word is nearer to the one of its family."""
        first, second, third = (self.world.family_index(word) for word in self.numbers.words)
        near = float(self.numbers.distances[0, 1]) < float(self.numbers.distances[1, 2])
        return "near-is-alike" if near and first == second != third else ""

    def _before(self) -> Tensor:
        return _pair_distances(self.numbers.old_distances)

    def _traces(self) -> VGroup:
        """Return a ghost at each word's place by chance, and a trail from there."""
        self.ghosts, self.ways = [], []
        trails = VGroup()
        for token, row in zip(self.marks, self.numbers.old, strict=True):
            at = self.plane.place(row)
            self.ghosts.append(token.ghost().move_to(at))
            self.ways.append((flat(at), flat(token.at)))
            boxes = [box_of(self.ghosts[-1]), box_of(token.mark)]
            trails.add(trail(at, token.at, token.color_by_role, marks=boxes, style=self.style))
        return VGroup(*self.ghosts, trails)

    def _obstacles(self) -> tuple[list[Box], list[Segment]]:
        return [box_of(ghost) for ghost in self.ghosts], self.ways

    def _header(self) -> HeaderPhrase:
        words = [self.says("by-chance"), "\N{RIGHTWARDS ARROW}", self.says("by-meaning")]
        dim, ink = self.style.theme.dim, self.style.theme.ink
        return HeaderPhrase(words, [dim, dim, ink], self.stage, self.view, style=self.style)
