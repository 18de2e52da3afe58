"""Words as points, before anything pulls: by chance, and by meaning (the article's section "Embeddings").

Figures 4 and 5 lie upon each other: one plane, one record, and in the second the places of the first as ghosts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, permutations, product
from typing import Any

import numpy as np
import torch
from manim import DashedLine, VGroup
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from scenes.article.embeddings.claims import MEANINGFUL_EMBEDDING_CLAIMS, RANDOM_EMBEDDING_CLAIMS
from scenes.article.embeddings.dice import ThrownDice, bounces, dotted
from scenes.article.embeddings.names import NameBlock, Shape, place_blocks, shapes_of
from scenes.errors import UserError
from scenes.layout import fit
from scenes.parameters import Word, WordsParameters, known_word, require_plane
from scenes.parts.bars.distance_rows import DistanceRows, Group
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler, RulerPlace, place_rulers
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import format_number, format_vector
from scenes.parts.text.typeset import Label, Typeset, typst_string
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.worlds import World, load_world, unit_of

_ICON, _LEAST_ICON, _CLOSE = 0.66, 0.5, 0.66
"""Scene units: the most and the least height of icons; at most this share of the least distance, so that it is seen."""

_CLEAR, _NOTCH = 0.12, 0.1
"""Scene units between a mark and the dashes or dots that lead to it; the length of the mark where they begin."""

_AFTER, _TIGHT, _AROUND = 0.2, 0.05, 0.12
"""Scene units between a distance and what is concluded of it; the least from that to anything else, and to names."""

_WIDER = 1.16
"""The factor by which marks count as larger than they are for distances that keep off them."""

_RAISED = (0.0, 0.12, -0.12, 0.24, -0.24, 0.36)
"""Scene units by which a conclusion may stand higher than its distance."""

_APART = 0.3
"""Scene units to the left and right of an axis's name that are free of words' numbers."""

_EDGES, _FLOOR, _INSIDE, _BELOW_WORDS, _BELOW = (0.7, 0.6, 0.5), 0.1, 0.3, 0.95, 0.16
"""Scene units: the edges of dice that are tried, what is free between them and the foot's line, how far from the left
and below the highest word they are best, and from the dice to what they do."""

_LIFTS, _PARTED, _MET = (0.55, 0.7, 0.4, 0.85, 0.25, 1.0), 0.2, 60
"""The heights of hops that are tried; scene units from one way to another; places of 540 that may lie on texts."""

_LEADING = 0.0124
"""Scene units from a bold line to the next for each font unit."""

_WAYS, _FREE, _UNLIKE = 5, 0.2, 0.05
"""Ways to lay the rulers for which names are tried; what names may cost that touch nothing, for how far they are; what
it costs to set one another way than another."""


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
        self.conclusion = self._conclusion()
        self._settle()
        self.header = self._header()
        names = [VGroup(*(piece for piece in (token.label,) if len(piece))) for token in self.words.values()]
        texts = [*(name for name in names if len(name)), *self.coordinates, *self.conclusion]
        self._part_the_grid([*map(box_of, texts), *(ruler.number_box for ruler in self.rulers)])

    def _mark(self, word: str, row: Tensor, **options: Any) -> Token:
        return self.token(word, row, height=self.height, large=True, **options)

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
        """Lay the rulers, what is concluded and the words' names together, so that nothing touches anything."""
        room, safe = self.view.words(self.stage), self.stage.safe
        bounds = (safe.left, room.bottom, safe.right, room.top)
        boxes, lines = self._fixed()
        marks = [box_of(token.mark.copy().scale(_WIDER)) for token in self.marks]
        ways = place_rulers(self.rulers, bounds, marks=marks, texts=boxes, lines=lines, count=_WAYS)
        # A conclusion that stands beside its distance is found before names take its place.
        beside = [self._beside_the_nearer(way) for way in ways]
        if not any(place is not None for place in beside):
            self.conclusion = self._conclusion(self.style.sizes.tick)
            beside = [self._beside_the_nearer(way) for way in ways]
        order = sorted(range(len(ways)), key=lambda index: beside[index] is None)
        blocks = self._blocks()
        best: tuple[float, int, tuple[Shape, ...]] | None = None
        for bare, alike in groupby(shapes_of(len(self.marks)), key=lambda shapes: shapes.count(Shape.BARE)):
            for shapes, index in product(alike, order):
                least = bare + _UNLIKE * (len(set(shapes)) - 1)
                if best is not None and least >= best[0]:
                    continue  # however well the names lie
                chosen = [each[shape] for each, shape in zip(blocks, shapes, strict=True)]
                cost = self._try(ways[index], beside[index], chosen) + least
                if best is None or cost < best[0]:
                    best = (cost, index, shapes)
            if best is not None and best[0] < bare + _FREE:
                break
        assert best is not None
        chosen = [each[shape] for each, shape in zip(blocks, best[2], strict=True)]
        self._try(ways[best[1]], beside[best[1]], chosen)
        self._name(chosen)
        if len(self.conclusion) and beside[best[1]] is None:
            self.conclusion = self._conclusion_at_record()

    def _fixed(self) -> tuple[list[Box], list[Segment]]:
        """Return boxes and lines of all that has its place before rulers and names."""
        boxes, lines = self._obstacles()
        return [*self.plane.text_boxes(), *boxes, *self.record.boxes()], [*lines, *self.plane.axis_segments()]

    def _blocks(self) -> list[dict[Shape, NameBlock]]:
        """Return each word's name with its two numbers, for a pencil to find the distances, in every shape."""
        return [
            {
                shape: NameBlock(token.word, self.vectors[token.word], token.color_by_role, shape, style=self.style)
                for shape in Shape
            }
            for token in self.marks
        ]

    def _try(self, way: Sequence[RulerPlace], beside: Point | None, blocks: Sequence[NameBlock]) -> float:
        """Lay the rulers one way and put the names there; return how much then lies upon something else."""
        self._lie(way)
        boxes, lines = self._fixed()
        boxes += [ruler.number_box for ruler in self.rulers]
        if beside is not None:
            left, low, right, top = box_of(self.conclusion.move_to(beside))
            boxes.append((left - _AROUND, low - _AROUND, right + _AROUND, top + _AROUND))
        # In one line with an axis's name or number, or a distance, a name's numbers would seem to belong to it.
        aside = [*self.plane.text_boxes(), *(ruler.number_box for ruler in self.rulers)]
        boxes += [(left - _APART, low, right + _APART, top) for left, low, right, top in aside]
        lines += [ruler.segment for ruler in self.rulers]
        room, safe = self.view.words(self.stage), self.stage.safe
        bounds = (safe.left + _TIGHT, room.bottom - 0.15, min(room.right + 0.3, safe.right - _TIGHT), room.top + 0.1)
        return place_blocks(blocks, self.marks, bounds, lines=lines, boxes=boxes)

    def _lie(self, way: Sequence[RulerPlace]) -> None:
        for ruler, place in zip(self.rulers, way, strict=True):
            ruler.lie(place)

    def _part_the_grid(self, boxes: Sequence[Box]) -> None:
        """Leave texts out of the grid: beside a number, a piece of its line would look like a minus sign."""
        self.ground.gaps = (*self.ground.gaps, *boxes)
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def _name(self, blocks: Sequence[NameBlock]) -> None:
        """Draw the names and numbers where their blocks are."""
        self.words, self.coordinates = {}, VGroup()
        for token, block in zip(self.marks, blocks, strict=True):
            away = block.label.get_center() - token.at
            self.words[token.word] = self._mark(
                token.word, self.vectors[token.word], offset=(float(away[0]), float(away[1]))
            )
            if len(block.numbers):
                self.coordinates.add(labelled(block.numbers, self.style))

    def _taken(self) -> tuple[list[Box], list[Segment]]:
        """Return boxes and lines of all that has its place already."""
        boxes, lines = self._fixed()
        boxes += [ruler.number_box for ruler in self.rulers]
        boxes += [box_of(piece) for token in self.words.values() for piece in token if len(piece)]
        boxes += [box_of(each) for each in self.coordinates]
        return boxes, [*lines, *(ruler.segment for ruler in self.rulers)]

    def _concludes(self) -> str:
        """Return the key of what is concluded; empty where the numbers do not show it."""
        return ""

    def _conclusion(self, size: float | None = None) -> VGroup:
        """Return what the two distances say, in two lines; nothing where they do not say it."""
        key = self._concludes()
        return self._bold(broken(self.says(key)), size or self.style.sizes.number) if key else VGroup()

    def _bold(self, lines: Sequence[str], size: float) -> VGroup:
        """Return lines of bold text below each other, over their halo."""
        texts = [
            Typeset(f"#strong[#{typst_string(line)}]", size, self.style.theme.ink, style=self.style) for line in lines
        ]
        for index, text in enumerate(texts):
            text.set_x(float(text.width) / 2).on_baseline(-_LEADING * size * index)
        return VGroup(*(labelled(text, self.style) for text in texts))

    def _beside_the_nearer(self, way: Sequence[RulerPlace]) -> Point | None:
        """Return the free place beside the lit ruler's number for what is concluded of it; None where there is none."""
        if not len(self.conclusion):
            return None
        self._lie(way)
        left, low, right, top = next(ruler.number_box for ruler in self.rulers if ruler.lit)
        width, height = float(self.conclusion.width), float(self.conclusion.height)
        x, y = (left + right) / 2, (low + top) / 2
        across, up = (right - left + width) / 2 + _AFTER, (top - low + height) / 2 + _AFTER
        places = [point(x + side * across, y + raised) for side in (1, -1) for raised in _RAISED]
        places += [point(x, y + up), point(x, y - up)]
        return next((place for place in places if self._is_free(place)), None)

    def _is_free(self, place: Point) -> bool:
        """Return whether what is concluded touches nothing at a place."""
        boxes, lines = self._fixed()
        boxes += [ruler.number_box for ruler in self.rulers] + [box_of(token.mark) for token in self.marks]
        left, low, right, top = box_of(self.conclusion.move_to(place))
        room, safe = self.view.words(self.stage), self.stage.safe
        most = safe.right if self.view.lying else self.view.record.left - _AROUND
        if left < safe.left or right > most or low < room.bottom or top > room.top:
            return False
        around = (left - _TIGHT, low - _TIGHT, right + _TIGHT, top + _TIGHT)
        lines += [ruler.segment for ruler in self.rulers]
        return not (any(overlap(around, box) for box in boxes) or any(inside_length(line, around) for line in lines))

    def _conclusion_at_record(self) -> VGroup:
        """Return what the two distances say in one line at the record; nothing without the room."""
        record = self.view.record
        text = self._bold([self.says(self._concludes())], self.style.sizes.hero)
        fit(text, record.width - 2 * _TIGHT)
        boxes, lines = self._taken()
        low = self.view.foot + 0.6 * self.view.foot_lines
        bounds = (self.stage.safe.left, low, self.stage.safe.right, self.view.header - 0.6)
        near = float(record.centre[0]), float(record.top) + 0.9 if self.view.lying else float(record.bottom) + 0.6
        place = free_place((float(text.width), float(text.height)), bounds, near, lines=lines, boxes=boxes)
        box = box_of(text.move_to(point(*place)))
        if any(overlap(box, other) > 0 for other in boxes) or any(inside_length(line, box) for line in lines):
            return VGroup()
        return text

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


def broken(text: str) -> tuple[str, ...]:
    """Return a text in two lines, the longer one as short as it can be; a single word stays as it is.

    >>> broken("near, yet unlike")
    ('near, yet', 'unlike')
    """
    words = text.split()
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(ways, key=lambda way: max(map(len, way)), default=(text,))


def _pair_distances(table: Tensor) -> Tensor:
    """Return the distances of the second word from the third and from the first, shape (2,)."""
    return torch.stack([table[1, 2], table[1, 0]])


def _meets(places: NDArray[np.float64], box: Box) -> int:
    """Return how many of some places lie in a box."""
    left, low, right, top = box
    x, y = places[:, 0], places[:, 1]
    return int(((left < x) & (x < right) & (low < y) & (y < top)).sum())


def _beside(places: NDArray[np.float64], others: NDArray[np.float64]) -> float:
    """Return how many of some places are as near to others as if both were one way, shape (N, 3) each."""
    away = np.linalg.norm(places[:, None] - others[None], axis=-1).min(axis=1)
    return float((away < _PARTED).sum())


class Feet(VGroup):
    """The two numbers of a place as dashes to the axes: so far across, so far up.

    Args:
        origin: manim point of the plane's origin.
        token: the word.

    Attributes:
        segments: the dashes' ends: from the vertical axis across, from the horizontal axis up.
        notches: the ends of the marks outside both axes where they begin, seen even where the word hides the dashes.
    """

    def __init__(self, origin: Point, token: Token) -> None:
        at, (half_width, half_height) = token.at, token.reach()
        starts = point(origin[0], at[1]), point(at[0], origin[1])
        self.segments: list[Segment] = []
        self.notches: list[Segment] = []
        legs = VGroup()
        for start, half in zip(starts, (half_width, half_height), strict=True):
            away = float(np.linalg.norm(at - start))
            # It shows beyond a word that stands upon the axis.
            outside = start - (_NOTCH + max(0.0, half - away)) * np.sign(at - start)
            legs.add(thin_line(start, outside, token.color_by_role, 5.0))
            self.notches.append((flat(start), flat(outside)))
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
        """Return the dashes that show what the words' two numbers mean."""
        self.feet = [Feet(self.plane.origin, token) for token in self.marks]
        return VGroup(*self.feet)

    def _obstacles(self) -> tuple[list[Box], list[Segment]]:
        return [], [segment for feet in self.feet for segment in (*feet.segments, *feet.notches)]

    def axis_colors(self) -> list[str]:
        """Return ink: the numbers are no family's."""
        return [self.style.theme.ink] * 2

    def build(self) -> None:
        """Draw the words, and the throw that has put them there, where there is room for it."""
        super().build()
        self.throw = self._throw()
        self.traces.add(self.throw)
        self._part_the_grid([box_of(each) for each in self.throw[2:]])

    def _throw(self) -> VGroup:
        """Return dice beside the words, what they do, and a way in hops from them to each word's place.

        The dice are at the left, where no record stands; there are none without room for them.
        """
        boxes, lines = self._taken()
        boxes += [box_of(each) for each in self.conclusion]
        floor = self.view.foot + 0.6 * self.view.foot_lines + _FLOOR
        bounds = (self.stage.safe.left, floor, self.stage.safe.right, self.view.header - 0.6)
        near = (self.stage.safe.left + _INSIDE, max(float(token.at[1]) for token in self.marks) - _BELOW_WORDS)
        said = Label(self.says("thrown"), size=self.style.sizes.tick, color=self.style.theme.ink, style=self.style)
        for edge, text in product(_EDGES, (said, None)):
            dice = ThrownDice(edge=edge, style=self.style)
            if text is not None:
                text.next_to(dice, point(0.0, -1.0), buff=_BELOW)
            group = VGroup(dice, *([] if text is None else [text]))
            size = (float(group.width) + _AROUND, float(group.height) + _AROUND)
            place = free_place(size, bounds, near, lines=lines, boxes=boxes)
            left, low, right, top = box_of(group.move_to(point(*place)))
            box = (left - _AROUND / 2, low - _AROUND / 2, right + _AROUND / 2, top + _AROUND / 2)
            if any(overlap(box, other) for other in boxes) or any(inside_length(line, box) for line in lines):
                continue
            ways = self._ways(dice, boxes)
            return VGroup(dice, ways, *([] if text is None else [labelled(text, self.style)]))
        return VGroup()

    def _ways(self, dice: ThrownDice, boxes: Sequence[Box]) -> VGroup:
        """Return a way in hops from the dice to each word, as high as it meets the fewest texts; none if it meets many.

        It begins where the dice are nearest to the words.
        """
        left, low, right, top = box_of(dice)
        x, y = np.mean([token.at[:2] for token in self.marks], axis=0)
        start = point(min(max(x, left - _CLEAR), right + _CLEAR), min(max(y, (low + top) / 2), top + _CLEAR))
        texts = [box for box in boxes if box not in [box_of(token.mark) for token in self.marks]]
        keep = [*boxes, *(box_of(token.mark) for token in self.marks), (left, low, right, top)]
        ways, taken = VGroup(), list[NDArray[np.float64]]()

        def cost(places: NDArray[np.float64]) -> float:
            return sum(_meets(places, box) for box in texts) + sum(_beside(places, way) for way in taken)

        for token in self.marks:
            end = np.asarray(token.at, float)
            taken.append(min((bounces(start, end, lift) for lift in _LIFTS), key=cost))
            ways.add(dotted(taken[-1], token.color_by_role, keep, style=self.style))
        met = sum(_meets(places, box) for places in taken for box in texts)
        return ways if met <= _MET else VGroup()

    def _concludes(self) -> str:
        """Return that near is not alike, where the second word is nearer to the one that is not of its family."""
        first, second, third = (self.world.family_index(word) for word in self.numbers.words)
        near = float(self.numbers.distances[1, 2]) < float(self.numbers.distances[0, 1])
        return "near-not-alike" if near and first == second != third else ""

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
        boxes = [box_of(ghost) for ghost in self.ghosts]
        around = [(x - _AROUND, y - _AROUND, right + _AROUND, top + _AROUND) for x, y, right, top in boxes]
        return around, self.ways

    def _header(self) -> HeaderPhrase:
        words = [self.says("by-chance"), "\N{RIGHTWARDS ARROW}", self.says("by-meaning")]
        dim, ink = self.style.theme.dim, self.style.theme.ink
        return HeaderPhrase(words, [dim, dim, ink], self.stage, self.view, style=self.style)
