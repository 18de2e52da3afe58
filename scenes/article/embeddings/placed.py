"""Words as points, before anything pulls: by chance, and by meaning (the article's section "Embeddings").

Figures 4 and 5 lie upon each other: one plane, one record, and in the second the places of the first as ghosts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, permutations, product
from math import ceil, floor
from typing import Any

import numpy as np
import torch
from manim import ManimColor, VGroup
from pydantic import Field
from torch import Tensor

from scenes.article.embeddings.claims import MEANINGFUL_EMBEDDING_CLAIMS, RANDOM_EMBEDDING_CLAIMS
from scenes.article.embeddings.names import NameBlock, Shape, place_blocks, shapes_of
from scenes.article.embeddings.wheel import CORNERS, Scale, Wheel
from scenes.errors import UserError
from scenes.layout import fit
from scenes.parameters import Word, WordsParameters, known_word, require_plane
from scenes.parts.bars.distance_rows import DistanceRows, Group
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.ground import Glow
from scenes.parts.plane.labels import Box, Segment, free_place, gap, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler, RulerPlace, place_rulers
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.parts.text.number import format_number, format_vector
from scenes.parts.text.typeset import Label, Row, Typeset, baseline_of, typst_string
from scenes.plane_figure import PlaneFigure, axis_families
from scenes.quantities import extended, quantity
from scenes.stage import Region
from scenes.worlds import World, load_world, unit_of

_ICON, _LEAST_ICON, _CLOSE = 0.66, 0.5, 0.66
"""Scene units: the most and the least height of icons; at most this share of the least distance, so that it is seen."""

_AFTER, _TIGHT, _AROUND = 0.2, 0.05, 0.12
"""Scene units between a distance and what is concluded of it; the least from that to anything else, and to names."""

_WIDER = 1.16
"""The factor by which marks count as larger than they are for distances that keep off them."""

_RAISED = (0.0, 0.12, -0.12, 0.24, -0.24, 0.36)
"""Scene units by which a conclusion may stand higher than its distance."""

_APART, _BENEATH = 0.3, 0.45
"""Scene units at the left and right of an axis's name or number, and beneath it, that are free of words' names."""

_RADII, _FLOOR = (1.0, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6), 0.1
"""Scene units: the radii of wheels that are tried, and what is free between them and the foot's line."""

_LARGE_RADII, _BETWEEN_WHEELS = (1.15, 1.1, 1.05, 1.0, 0.95, 0.9, 0.85, 0.8), 0.15
"""Scene units: the radii of wheels that are tried in the record, and what is free from one to the other."""

_LEADS_FROM, _LEADER = 0.3, 2.4
"""Scene units from a lit distance's line to its number from which on a thin line leads there; its stroke."""

_LEADING, _BY = 0.0124, 0.14
"""Scene units from a line to the next for each font unit; from a number to what it means."""

_LOOKED_AT, _WAYS, _FREE, _UNLIKE, _ALIKE, _ASIDE = 3600, 6, 0.2, 0.05, 5.0, 0.15
"""Ways to lay the rulers that are looked at; those of each choice of their numbers' sides for which names are tried;
what names may cost that touch nothing, for how far they are; what it costs to set one another way than another, to put
two distances upon each other, and to conclude elsewhere than beside a distance."""


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
    stops_at_record = True
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

    def _climate(self) -> list[Glow]:
        """Return nothing: both figures have one ground, so that nothing but words moves from one to the other."""
        return []

    def axis_start(self) -> float | None:
        """Return a place just before the other axis, so that what stands at its left stands on no line."""
        if float(self.shown_rows()[:, 0].min()) < 0:
            return None
        return self.view.origin[0] - _AROUND

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
        self.ends = self._ends()
        self._settle()
        self.leader = self._leader()
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
        return Ruler(second.at, other.at, distance, lit=lit, size=size, over=lit, style=self.style)

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
            longest=self._longest(),
            title=self.says("distance"),
            of_before="" if before is None else self.says("by-chance"),
            style=self.style,
        )

    def _ends(self) -> VGroup:
        """Return what the ends of the axes mean."""
        return VGroup()

    def _before(self) -> Tensor | None:
        """Return what the distances of the record were before."""
        return None

    def _longest(self) -> float:
        """Return a distance of another figure for which the record's scale leaves room."""
        return 0.0

    def _settle(self) -> None:
        """Lay the rulers, what is concluded and the words' names together, so that nothing touches anything."""
        room, safe = self.view.words(self.stage), self.stage.safe
        bounds = (safe.left, room.bottom, safe.right, room.top)
        boxes, lines = self._fixed()
        marks = [box_of(token.mark.copy().scale(_WIDER)) for token in self.marks]
        ways = _unlike(place_rulers(self.rulers, bounds, marks=marks, texts=boxes, lines=lines, count=_LOOKED_AT))
        # A conclusion that stands beside its distance is found before names take its place.
        self.conclusion = self._conclusion_in_a_line()
        beside = [self._beside_the_nearer(way) for way in ways]
        self.filed = not any(place is not None for place in beside)
        if self.filed:
            self.conclusion = self._conclusion()
            self.filed = self._file_conclusion()
            beside = [None if self.filed else self._beside_the_nearer(way) for way in ways]
        if not self.filed and not any(place is not None for place in beside):
            self.conclusion = self._conclusion(self.style.sizes.tick)
            beside = [self._beside_the_nearer(way) for way in ways]
        order = sorted(range(len(ways)), key=lambda index: beside[index] is None)
        aside = _ASIDE if beside[order[0]] is not None else 0.0
        blocks = self._blocks()
        best: tuple[float, int, tuple[Shape, ...]] | None = None
        for bare, alike in groupby(shapes_of(len(self.marks)), key=lambda shapes: shapes.count(Shape.BARE)):
            for shapes, index in product(alike, order):
                least = bare + _UNLIKE * (len(set(shapes)) - 1) + aside * (beside[index] is None)
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
        if len(self.conclusion) and not self.filed and beside[best[1]] is None:
            self.conclusion = self._conclusion_at_record()

    def _fixed(self) -> tuple[list[Box], list[Segment]]:
        """Return boxes and lines of all that has its place before rulers and names."""
        boxes, lines = self._obstacles()
        boxes = [*boxes, *map(box_of, self.ends)]
        return [*self.plane.text_boxes(), *boxes, *self._filed_boxes()], [*lines, *self._axes()]

    def _filed(self) -> Sequence[VGroup]:
        """Return what stands in the record: both distances as bars."""
        return [self.record]

    def _filed_boxes(self) -> list[Box]:
        """Return the boxes of what stands in the record, which texts on the plane keep off."""
        return self.record.boxes()

    def _axes(self) -> list[Segment]:
        """Return the axes as far as they are drawn."""
        return [(flat(axis.get_start()), flat(axis.get_end())) for axis in self.ground.axes]

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
        numbers = [ruler.number_box for ruler in self.rulers]
        met = sum(inside_length(line, number) for line in lines for number in numbers)
        met += sum(overlap(box, number) for box in boxes for number in numbers)
        met += _ALIKE * (overlap(*numbers) > 0) + sum(
            inside_length(ruler.segment, number) for ruler in self.rulers for number in numbers
        )
        boxes += numbers
        if beside is not None:
            left, low, right, top = box_of(self.conclusion.move_to(beside))
            boxes.append((left - _AROUND, low - _AROUND, right + _AROUND, top + _AROUND))
        # In one line with an axis's name or number, or a distance, a name's numbers would seem to belong to it.
        aside = [*self.plane.text_boxes(), *(ruler.number_box for ruler in self.rulers)]
        boxes += [(left - _APART, low, right + _APART, top) for left, low, right, top in aside]
        boxes += self._beneath()
        lines += [ruler.segment for ruler in self.rulers]
        room, safe = self.view.words(self.stage), self.stage.safe
        bounds = (safe.left + _TIGHT, room.bottom - 0.15, min(room.right + 0.3, safe.right - _TIGHT), room.top + 0.1)
        return met + place_blocks(blocks, self.marks, bounds, lines=lines, boxes=boxes)

    def _leader(self) -> VGroup:
        """Return a thin line from the lit ruler's number to its line, where they are apart and nothing is between."""
        ruler = next(ruler for ruler in self.rulers if ruler.lit)
        left, low, right, top = ruler.number_box
        middle = point((left + right) / 2, (low + top) / 2)
        way = ruler.end - ruler.start
        share = float((middle - ruler.start) @ way) / max(float(way @ way), 1e-9)
        if abs(way[1]) > 1e-9 and 0.2 < (level := float((middle - ruler.start)[1] / way[1])) < 0.8:
            share = level  # straight across to the line
        foot = ruler.start + min(max(share, 0.2), 0.8) * way
        toward = foot - middle
        half = point((right - left) / 2 + _TIGHT, (top - low) / 2 + _TIGHT)
        edge = max(abs(float(toward[axis])) / float(half[axis]) for axis in (0, 1))
        if edge <= 1 or float(np.linalg.norm(toward)) * (1 - 1 / edge) < _LEADS_FROM:
            return VGroup()
        start = middle + toward / edge
        boxes, lines = self._taken()
        boxes = [box for box in boxes if box != ruler.number_box]
        if any(inside_length((flat(start), flat(foot)), box) for box in boxes):
            return VGroup()
        line = thin_line(start, foot, self.style.theme.ink, _LEADER)
        return VGroup(laid(line.set_background_stroke(color=self.style.theme.background, width=RIM), Layer.PIN))

    def _beneath(self) -> list[Box]:
        """Return the room beneath the numbers along the foot, in which a name would seem to be a number's."""
        numbers = [box_of(each) for each in self.plane.numbers[: len(self.plane.counts[0])]]
        if not numbers:
            return []
        left, low, _, _ = numbers[0]
        return [(left - _APART, low - _BENEATH, numbers[-1][2] + _APART, numbers[0][3])]

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

    def _conclusion_in_a_line(self) -> VGroup:
        """Return what the two distances say in one large line; nothing where they do not say it, or without room."""
        key = self._concludes() if self.stage.is_wide and not self.view.lying else ""
        return self._bold([self.says(key)], self.style.sizes.head) if key else VGroup()

    def _file_conclusion(self) -> bool:
        """Put what is concluded beside the nearer pair of the record; return whether there is room for it."""
        if not len(self.conclusion) or self.view.lying or self.record not in self._filed():
            return False
        nearer = int(self.record.numbers[1].value < self.record.numbers[0].value)
        _, low, head, top = box_of(self.record.heads[nearer])
        right = self.view.record.right
        for size in (self.style.sizes.number, self.style.sizes.tick):
            text = self._conclusion(size)
            if head + _AFTER + float(text.width) <= right:
                self.conclusion = text.move_to(point((head + _AFTER + right) / 2, (low + top) / 2))
                return True
        return False

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
        if len(self.conclusion) > 1:  # a long line above or beneath would part a word from its name
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
                *self.ends,
                *self.rulers,
                *self.leader,
                *self.words.values(),
                *self._filed(),
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


def _unlike(ways: Sequence[Sequence[RulerPlace]]) -> list[Sequence[RulerPlace]]:
    """Return the first of the ways to lay rulers, a few for each choice of the sides on which their numbers stand."""
    kept = dict[tuple[int, ...], list[Sequence[RulerPlace]]]()
    for way in ways:
        kept.setdefault(tuple(place.side for place in way), []).append(way)
    return [way for alike in kept.values() for way in alike[:_WAYS]]


def _pair_distances(table: Tensor) -> Tensor:
    """Return the distances of the second word from the third and from the first, shape (2,)."""
    return torch.stack([table[1, 2], table[1, 0]])


class RandomEmbedding(_PlacedWords):
    """attention-random-embedding: with numbers given by chance, near says nothing.

    Attributes:
        wheels: one for each number; none without room.
        large: whether they stand in the record, in the place of the bars.
    """

    name = "attention-random-embedding"
    claims = RANDOM_EMBEDDING_CLAIMS
    world_name = CHANCE
    with_climate = False
    wheels: list[Wheel]
    large: bool

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
        """Return nothing: no word has been elsewhere."""
        return VGroup()

    def _obstacles(self) -> tuple[list[Box], list[Segment]]:
        return [], []

    def _longest(self) -> float:
        """Return the longest distance of the same words by meaning, so that both records have one scale."""
        article = load_world("article")
        if not set(self.numbers.words) <= set(article.vectors) or _unit(article) != _unit(self.world):
            return 0.0
        return float(_pair_distances(distances(article.embedding().rows(self.numbers.words))).max())

    def axis_colors(self) -> list[str]:
        """Return ink: the numbers are no family's."""
        return [self.style.theme.ink] * 2

    def build(self) -> None:
        """Draw the words, and beside them the wheels that have given them their numbers, where there is room."""
        super().build()
        if not self.wheels:
            self.wheels = self._wheels()
            self.traces.add(*self.wheels)
        self._part_the_grid([box_of(wheel.title) for wheel in self.wheels if len(wheel.title)])

    def _record(self) -> DistanceRows:
        """Find room for large wheels in the place of the bars, which say once more what the plane says."""
        self.wheels = self._large_wheels()
        self.large = len(self.wheels) > 0
        return super()._record()

    def _filed(self) -> Sequence[VGroup]:
        """Return the wheels where they stand in the record."""
        return self.wheels if self.large else super()._filed()

    def _filed_boxes(self) -> list[Box]:
        return [box_of(wheel) for wheel in self.wheels] if self.large else super()._filed_boxes()

    def _large_wheels(self) -> list[Wheel]:
        """Return a wheel for each of the two numbers, one below the other in a wide frame's record, or nothing."""
        if self.view.lying or not self.stage.is_wide:
            return []
        low = self.view.foot + 0.6 * self.view.foot_lines + _FLOOR
        record = self.view.record
        cells = Region(record.left, record.right, low, self.view.header - 0.6).rows(1.0, 1.0, gap=_BETWEEN_WHEELS)
        words, axes = self.numbers.words, self.numbers.axes
        # Names in like corners: one below the other, they would seem to be both of one wheel.
        for corners, radius in [
            *product(((corner,) for corner in CORNERS), _LARGE_RADII),
            *product((CORNERS,), _LARGE_RADII),
        ]:
            wheels = [
                Wheel(axis, words, values, self.colors_of(words), self._scale(), radius=radius, titled=False,
                      with_values=True, style=self.style)
                for axis, values in zip(axes, self.numbers.vectors.T.tolist(), strict=True)
            ]  # fmt: skip
            right = max(float(wheel.get_right()[0]) for wheel in wheels)
            for wheel, cell in zip(wheels, cells, strict=True):
                wheel.shift(point(cell.right - _TIGHT - right, float(cell.centre[1] - wheel.get_y())))
            if all(
                float(wheel.get_left()[0]) >= cell.left and wheel.height <= cell.height and wheel.is_clear()
                and wheel.name_in_corner(axis, cell, corners)
                for wheel, axis, cell in zip(wheels, axes, cells, strict=True)
            ):  # fmt: skip
                return wheels
        return []

    def _wheels(self) -> list[Wheel]:
        """Return a wheel for each of the two numbers, at the left, where no record stands; none without room."""
        safe, low = self.stage.safe, self.view.foot + 0.6 * self.view.foot_lines + _FLOOR
        bounds = (safe.left, low, safe.right, self.view.header - 0.6)
        x = (safe.left + self.view.origin[0] - _APART) / 2
        column = (safe.left, low, self.view.origin[0], bounds[3])
        for room, radius in product((column, bounds), _RADII):
            boxes, lines = self._taken()
            boxes += [box_of(each) for each in self.conclusion]
            wheels: list[Wheel] = []
            # The number across has its wheel below, where its axis is.
            for axis, y in ((0, room[1]), (1, room[3])):
                wheel = self._free_wheel(axis, radius, room, (x, y), boxes, lines)
                wheels += [] if wheel is None else [wheel]
                boxes += [] if wheel is None else [box_of(wheel)]
            if len(wheels) == 2:
                return wheels
        return []

    def _free_wheel(
        self,
        axis: int,
        radius: float,
        room: Box,
        near: tuple[float, float],
        boxes: Sequence[Box],
        lines: Sequence[Segment],
    ) -> Wheel | None:
        """Return a wheel at the free place nearest to one; without its name where its axis's stands above it."""
        words, values = self.numbers.words, self.numbers.vectors[:, axis].tolist()
        name, colors = self.numbers.axes[axis], self.colors_of(words)
        of_axis = box_of(self.plane.names[axis])
        for titled in (False, True):
            wheel = Wheel(name, words, values, colors, self._scale(), radius=radius, titled=titled, style=self.style)
            aside = wheel.get_center() - wheel.face.get_center()
            best = (near[0] + float(aside[0]), near[1])
            at = free_place((float(wheel.width), float(wheel.height)), room, best, lines=lines, boxes=boxes)
            # Places are tried step by step: the wanted one across may be free, too.
            for place in ((best[0], at[1]), at):
                left, _, right, top = box = box_of(wheel.shift(point(*place) - wheel.get_center()))
                if left < room[0] or right > room[2] or any(overlap(box, other) for other in boxes):
                    continue
                named = titled or (gap(box, of_axis) < 2 * _AFTER and top <= of_axis[1] + _TIGHT)
                if named and not any(inside_length(line, box) for line in lines):
                    return wheel
        return None

    def _scale(self) -> Scale:
        """Return the scale of both wheels: from zero to the last tick, or as far as their numbers go."""
        step, values = self.view.step, self.numbers.vectors
        last = max(count for counts in self.plane.counts for count in counts)
        high = max(last, ceil(float(values.max()) / step - 1e-6))
        return (step * min(0, floor(float(values.min()) / step + 1e-6)), step * high, step)

    def _concludes(self) -> str:
        """Return that near is not alike, where the second word is nearer to the one that is not of its family."""
        first, second, third = (self.world.family_index(word) for word in self.numbers.words)
        near = float(self.numbers.distances[1, 2]) < float(self.numbers.distances[0, 1])
        return "near-not-alike" if near and first == second != third else ""

    def _header(self) -> HeaderPhrase:
        return self.header_phrase([self.says("two-spins" if self.large else "numbers-by-chance")])


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

    def build(self) -> None:
        """Draw the words and the ways that have brought them, which end before names and numbers."""
        super().build()
        boxes = [ruler.number_box for ruler in self.rulers] + [box_of(each) for each in self.coordinates]
        boxes += [box_of(token.label) for token in self.words.values() if len(token.label)]
        for way in self.trails:
            way.remove(*(dot for dot in way if any(gap(box_of(dot), box) < _TIGHT for box in boxes)))

    def _what_happens(self) -> str:
        """Return whether the first two words come nearer to each other than chance has put them."""
        return "points" if self.numbers.distances[0, 1] <= self.numbers.old_distances[0, 1] else "apart"

    def _concludes(self) -> str:
        """Return that near is alike, where the second word is nearer to the one of its family."""
        first, second, third = (self.world.family_index(word) for word in self.numbers.words)
        near = float(self.numbers.distances[0, 1]) < float(self.numbers.distances[1, 2])
        return "near-is-alike" if near and first == second != third else ""

    def _ends(self) -> VGroup:
        """Return that zero is nothing of what an axis means and its last tick much of it, where families have axes."""
        counts, x = self.plane.counts, self.view.origin[0]
        if not axis_families(self.world) or any(not each or each[0] < 0 for each in counts):
            return VGroup()
        none = Row([self._small("0"), self._small(self.says("not-at-all"))], _BY)
        none.shift(point(x - _AROUND - float(none.get_right()[0]))).on_baseline(baseline_of(self.plane.numbers[0][1]))
        texts: list[Row | Label] = [none]
        for axis, last in ((0, len(counts[0]) - 1), (1, sum(map(len, counts)) - 1)):
            number, much = self.plane.numbers[last][1], self._small(self.says("very"), self.axis_colors()[axis])
            side = number.get_x() if axis == 0 else number.get_right()[0] - much.width / 2
            texts.append(much.set_x(side).on_baseline(baseline_of(number) - _LEADING * much.size))
        taken = [*self.plane.text_boxes(), *self.record.boxes()]
        inside = [text for text in texts if box_of(text)[0] > self.stage.safe.left]
        clear = [text for text in inside if not any(overlap(box_of(text), box) for box in taken)]
        return VGroup(*(labelled(text, self.style) for text in clear))

    def _small(self, text: str, color: str | None = None) -> Label:
        """Return a text like the ticks' numbers, or in an axis's colour."""
        color = color or self.plane.numbers[0][1].get_color().to_hex()
        return Label(text, size=self.style.sizes.tick, color=color, style=self.style)

    def _before(self) -> Tensor:
        return _pair_distances(self.numbers.old_distances)

    def _traces(self) -> VGroup:
        """Return a ghost at each word's place by chance, and a trail from there."""
        self.ghosts, self.ways = [], []
        self.trails = VGroup()
        for token, row in zip(self.marks, self.numbers.old, strict=True):
            at = self.plane.place(row)
            self.ghosts.append(token.ghost().move_to(at))
            self.ways.append((flat(at), flat(token.at)))
            boxes = [box_of(self.ghosts[-1]), box_of(token.mark)]
            self.trails.add(trail(at, token.at, token.color_by_role, marks=boxes, style=self.style))
        return VGroup(*self.ghosts, self.trails)

    def _obstacles(self) -> tuple[list[Box], list[Segment]]:
        boxes = [box_of(ghost) for ghost in self.ghosts]
        around = [(x - _AROUND, y - _AROUND, right + _AROUND, top + _AROUND) for x, y, right, top in boxes]
        return around, self.ways

    def _header(self) -> HeaderPhrase:
        words = [self.says("by-chance"), "\N{RIGHTWARDS ARROW}", self.says("by-meaning")]
        ink = self.style.theme.ink
        before = ManimColor(self.style.theme.dim).interpolate(ManimColor(ink), 0.5).to_hex()
        return HeaderPhrase(words, [before, before, ink], self.stage, self.view, style=self.style)
