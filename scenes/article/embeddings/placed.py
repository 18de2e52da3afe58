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
from manim import LEFT, RIGHT, UP, DashedLine, ManimColor, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from scenes.article.embeddings.arrange import middle_of, together
from scenes.article.embeddings.claims import MEANINGFUL_EMBEDDING_CLAIMS, RANDOM_EMBEDDING_CLAIMS
from scenes.article.embeddings.names import NameBlock, Shape, places_of_distance, places_of_name
from scenes.article.embeddings.throw import Thrower, arcs, flight, segments_of
from scenes.errors import UserError
from scenes.parameters import Word, WordsParameters, known_word, require_plane
from scenes.parts.bars.distance_rows import DistanceRows
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.ground import Glow
from scenes.parts.plane.labels import Box, Segment, gap, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, labelled
from scenes.parts.text.number import format_number, format_vector
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.plane_figure import PlaneFigure, axis_families
from scenes.quantities import extended, quantity
from scenes.worlds import World, load_world, unit_of

_ICON, _LEAST_ICON, _CLOSE = 0.66, 0.5, 0.66
"""Scene units: the most and the least height of icons; at most this share of the least distance, so that it is seen."""

_TIGHT, _AROUND = 0.05, 0.12
"""Scene units that texts keep off the record, and off axes and ghosts."""

_WIDER, _LINE = 1.16, 4.0
"""The factor by which marks count as larger than they are for distances that keep off them; a distance's stroke."""

_APART, _BENEATH = 0.3, 0.45
"""Scene units at the left and right of an axis's name or number, and beneath it, that are free of words' names."""

_LIT, _LIGHT, _WHITE = 1.3, 0.24, 0.15
"""Scene units by which a light goes beyond the words in it; its opacity in the middle, of a family's and of ink."""

_HEAD, _HEAD_SHARE = 1.7, 0.32
"""Scene units: the height of the thrower's head at the most; the share of what is free at the words' right."""

_FIRST, _PITCH, _TALL_PITCH, _OVER, _PAIR, _BEFORE = 0.3, 0.8, 1.15, 0.6, 0.6, 0.2
"""Scene units: from the record's foot to the baseline of the last conclusion, and from one to the next, with its icons
beside it and over it; from the baseline to their middle then; their height, and from them to what is beside them."""

_LEG = {"dash_length": 0.09, "dashed_ratio": 0.5, "stroke_width": 2.6}
"""The dashes of the way from a word to one of its numbers: scene units, the share that is drawn, stroke units."""

_RAISED = 0.36
"""Scene units by which the upright axis's name is raised over its tick's row."""


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
        """Return the light in which those stand that have come together: the second word and the one nearer to it."""
        near = 0 if self.numbers.distances[0, 1] <= self.numbers.distances[1, 2] else 2
        return [self._light((1, near), self.style.theme.ink, _WHITE)]

    def _light(self, indices: Sequence[int], color: str, peak: float = _LIGHT) -> Glow:
        """Return a soft light around some of the words."""
        (x, y), unit = self.view.origin, self.view.unit
        rows = self.numbers.vectors[list(indices)]
        across, up = rows.mean(dim=0).tolist()
        reach = float(torch.linalg.vector_norm(rows - rows.mean(dim=0), dim=-1).max()) * unit + _LIT
        return Glow((x + across * unit, y + up * unit), reach, color, peak)

    def axis_start(self) -> float | None:
        """Return a place just before the other axis, so that what stands at its left stands on no line."""
        if float(self.shown_rows()[:, 0].min()) < 0:
            return None
        return self.view.origin[0] - _AROUND

    def axis_names(self) -> tuple[str, ...]:
        """Return the names of the numbers."""
        return self.numbers.axes

    def build(self) -> None:
        """Draw the words at their places, rulers from the second to the others, and the record of both distances."""
        numbers = self.numbers
        if self._raises_name():
            name, number = self.plane.names[1], self.plane.numbers[-1]
            name.shift(_RAISED * UP + float(number.get_right()[0] - name.get_right()[0]) * RIGHT)
            self.ground.gaps = tuple(self.plane.text_boxes())
        self.vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        self.height = self._icon_height()
        self.flipped = set[str]()
        self.flipped = {word for word in numbers.words if self._is_flipped(word)}
        self.marks = [self._mark(word, row) for word, row in self.vectors.items()]
        self.rulers = [self._ruler(numbers.distances[1, index], self.marks[index]) for index in (0, 2)]
        self.record = self._record()
        self.traces = self._traces()
        self._settle()
        self.header = self._header()
        names = [VGroup(*(piece for piece in (token.label,) if len(piece))) for token in self.words.values()]
        texts = [*(name for name in names if len(name)), *self.coordinates]
        self._part_the_grid([*map(box_of, texts), *(ruler.number_box for ruler in self.rulers)])

    def _raises_name(self) -> bool:
        """Return whether the upright axis's name leaves its last tick's row, as it would be read on with the number."""
        name, last = self.plane.names[1], self.plane.numbers[-1:]
        return self.stage.is_wide and any(abs(float(name.get_y() - each.get_y())) < _RAISED / 2 for each in last)

    def _mark(self, word: str, row: Tensor, **options: Any) -> Token:
        token = self.token(word, row, height=self.height, large=True, **options)
        if word in self.flipped:
            token.mark.flip(UP).move_to(token.at)
        return token

    def _is_flipped(self, word: str) -> bool:
        """Return whether a distance would strike an icon twice, as it does a fruit's stem, and not its mirror image."""
        mark, (_, second, _) = self._mark(word, self.vectors[word]).mark, self.numbers.words
        others = [other for other in self.numbers.words if (word == second) != (other == second)]
        ways = [(self.plane.place(self.vectors[word]), self.plane.place(self.vectors[other])) for other in others]
        if not isinstance(mark, ShadedIcon):
            return False
        struck = [
            any(times_met(piece, *way) > 1 for piece in skin for way in ways)
            for skin in (mark.skin, mark.copy().flip(UP).skin)
        ]
        return struck == [True, False]

    def _ruler(self, distance: Tensor, other: Token) -> Ruler:
        """Return the distance from the second word to another; both are drawn alike."""
        sizes = self.style.sizes
        size = sizes.number if self.stage.is_portrait else sizes.head
        ruler = Ruler(self.marks[1].at, other.at, distance, lit=True, size=size, over=True, style=self.style)
        ruler.line[0].set_stroke(width=_LINE)
        return ruler

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

    def _record(self) -> DistanceRows | None:
        """Return both distances laid level, or nothing where something else stands there."""
        first, second, third = self.numbers.words
        colors = dict(zip(self.numbers.words, self.colors_of(self.numbers.words), strict=True))
        pairs, before = [(third, second), (first, second)], self._before()
        return DistanceRows(
            pairs,
            [(colors[one], colors[other]) for one, other in pairs],
            _pair_distances(self.numbers.distances),
            self.view,
            before=before,
            beside=self._beside(),
            flipped=self.flipped,
            title=self.says("distance"),
            concluded=[self.says(key) for key in reversed(self._concludes())],
            of_before="" if before is None else self.says("by-chance"),
            style=self.style,
        )

    def _before(self) -> Tensor | None:
        """Return what the distances of the record were before."""
        return None

    def _beside(self) -> Tensor | None:
        """Return the distances of another figure for which the record leaves room, so that both lie upon each other."""
        return None

    def _settle(self) -> None:
        """Lay the distances, what is concluded of them and the names together, so that nothing touches anything."""
        boxes, lines = self._fixed()
        lines = [*lines, *(ruler.segment for ruler in self.rulers)]
        room, safe = self.view.words(self.stage), self.stage.safe
        bounds = (safe.left + _TIGHT, room.bottom - 0.15, min(room.right + 0.3, safe.right - _TIGHT), room.top + 0.1)
        marks = [box_of(token.mark.copy().scale(_WIDER)) for token in self.marks]
        # In one line with an axis's name or number, a number would seem to belong to it.
        aside = [(left - _APART, low, right + _APART, top) for left, low, right, top in self.plane.text_boxes()]
        taken, names, blocks = [*boxes, *aside, *self._beneath()], [], [self._blocks(token) for token in self.marks]
        distances = [
            places_of_distance(ruler, other, bounds, taken=[*taken, *marks], lines=lines)
            for ruler, other in zip(self.rulers, reversed(self.rulers), strict=True)
        ]
        for index, token in enumerate(self.marks):
            others = [*taken, *(mark for other, mark in enumerate(marks) if other != index)]
            names.append(places_of_name(blocks[index], token, bounds, taken=others, lines=lines))
        chosen = together([*distances, *names])
        for ruler, places, index in zip(self.rulers, distances, chosen, strict=False):
            ruler.label.shift(point(*middle_of(places.boxes[index])) - ruler.number.get_center())
        settled = []
        for token, choices, places, index in zip(self.marks, blocks, names, chosen[len(distances) :], strict=True):
            settled.append(choices[places.shapes[index]])
            settled[-1].stand(middle_of(places.boxes[index]), token)
        self._name(settled)

    def _fixed(self) -> tuple[list[Box], list[Segment]]:
        """Return boxes and lines of all that has its place before rulers and names."""
        boxes, lines = self._obstacles()
        if self.record is not None:
            boxes = [*boxes, *self.record.boxes()]
        return [*self.plane.text_boxes(), *boxes], [*lines, *self._axes()]

    def _axes(self) -> list[Segment]:
        """Return the axes as far as they are drawn."""
        return [*map(_ends, self.ground.axes)]

    def _blocks(self, token: Token) -> list[NameBlock]:
        """Return a word's name with its two numbers, for a pencil to find the distances, in every shape."""
        row = self.vectors[token.word]
        return [NameBlock(token.word, row, token.color_by_role, shape, style=self.style) for shape in Shape]

    def _beneath(self) -> list[Box]:
        """Return the room beneath the numbers along the foot, in which a name would seem to be a number's."""
        numbers = [box_of(each) for each in self.plane.numbers[: len(self.plane.counts[0])]]
        if not numbers:
            return []
        left, low, _, _ = numbers[0]
        return [(left - _APART, low - _BENEATH, numbers[-1][2] + _APART, numbers[0][3])]

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

    def _concludes(self) -> tuple[str, ...]:
        """Return the keys of what is concluded of the second word's distances from the first and from the third.

        Nothing is where the numbers do not show it.
        """
        return ()

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
                *(() if self.record is None else (self.record,)),
                *self.coordinates,
            )


def _ends(line: VMobject) -> Segment:
    return flat(line.get_start()), flat(line.get_end())


def times_met(outline: VMobject, start: Point, end: Point) -> int:
    """Return how often a straight way from one manim point to another meets an outline."""
    curves, t = outline.points.reshape(-1, 4, 3)[:, None, :, :2], np.linspace(0.0, 1.0, 8, endpoint=False)[:, None]
    parts = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3)
    spots = np.sum([part * curves[:, :, index] for index, part in enumerate(parts)], axis=0).reshape(-1, 2)
    way = np.array(flat(end)) - np.array(flat(start))
    from_start, length = spots - np.array(flat(start)), float(np.linalg.norm(way))
    along, across = from_start @ way / length, (from_start[:, 1] * way[0] - from_start[:, 0] * way[1]) / length
    beyond = np.roll(across, -1)
    met = (across > 0) != (beyond > 0)
    at = along + (np.roll(along, -1) - along) * across / np.where(met, across - beyond, 1.0)
    return int(np.count_nonzero(met & (at > 0) & (at < length)))


def _pair_distances(table: Tensor) -> Tensor:
    """Return the distances of the second word from the third and from the first, shape (2,)."""
    return torch.stack([table[1, 2], table[1, 0]])


class RandomEmbedding(_PlacedWords):
    """attention-random-embedding: with numbers given by chance, near says nothing.

    Attributes:
        legs: dashed, two for each word: from its place down to the first number's axis, and over to the second's.
        thrower: who has thrown the words; there is none on the stage where a word stands there.
        ways: the arcs in which they flew; none without the thrower.
        verdicts: both distances with what is concluded, where the record stands; empty where nothing is.
    """

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

    def build(self) -> None:
        """Draw the words, and the ways in which they have come to their places."""
        super().build()
        texts = [*map(box_of, self.coordinates), *(ruler.number_box for ruler in self.rulers)]
        texts += [box_of(token.label) for token in self.words.values() if len(token.label)]
        for way, token in zip(self.ways, self.marks, strict=False):
            others = [box_of(other.mark) for other in self.marks if other is not token]
            taken = [*texts, *others, *self.plane.text_boxes()]
            self.traces.add(flight(way, token.color_by_role, taken, style=self.style))

    def _traces(self) -> VGroup:
        """Return who has thrown the words, the ways from their places to their numbers, and what is concluded."""
        self.legs = [leg for token in self.marks for leg in self._legs(token)]
        self.verdicts = [] if self.view.lying else self._verdicts()
        self.thrower, self.ways = self._thrower(), list[list[Point]]()
        marks = [box_of(token.mark) for token in self.marks]
        if any(overlap(box_of(self.thrower), box) for box in (*marks, *self.plane.text_boxes())):
            return VGroup(*self.legs, *self.verdicts)
        rulers = [ruler.segment for ruler in self.rulers]
        self.ways = arcs(self.thrower.hand, [token.at for token in self.marks], marks, rulers)
        return VGroup(*self.legs, *self.verdicts, self.thrower)

    def _thrower(self) -> Thrower:
        """Return who has thrown the words, at the plane's right, above what is concluded."""
        view, safe = self.view, self.stage.safe
        room = safe.right - max(float(token.at[0]) for token in self.marks)
        thrower = Thrower(height=min(_HEAD, _HEAD_SHARE * max(room, 0.0)), style=self.style)
        low = max((float(row.get_top()[1]) for row in self.verdicts), default=view.origin[1])
        middle = min((low + view.header) / 2, max(float(token.at[1]) for token in self.marks))
        return thrower.move_to(point(safe.right - float(thrower.width) / 2, middle))

    def _verdicts(self) -> list[VGroup]:
        """Return what is concluded of both distances, the nearer pair first, at the foot of the record."""
        keys, record = tuple(reversed(self._concludes())), self.view.record
        texts = [Label(self.says(key), size=self.style.sizes.number, style=self.style) for key in keys]
        pairs = [self._pair(other, text) for other, text in zip((2, 0), texts, strict=False)]
        after = max((float(pair.width) for pair in pairs), default=0.0) + _BEFORE
        widest = max((float(text.width) for text in texts), default=0.0)
        beside = record.left + after + widest <= self.stage.safe.right
        pitch, share = (
            _PITCH if beside else _TALL_PITCH,
            min(1.0, (self.stage.safe.right - record.left) / (widest or 1.0)),
        )
        for place, (pair, text) in enumerate(zip(reversed(pairs), reversed(texts), strict=True)):
            baseline = record.bottom + _FIRST + place * pitch
            text.scale(1.0 if beside else share).align_to(point(record.left + after * beside), LEFT)
            set_on_baseline(text, baseline)
            over = float(text.cap_height) / 2 if beside else _OVER
            pair.set_x(record.left + float(pair.width) / 2).set_y(baseline + over)
        return [laid(VGroup(pair, text), Layer.LEDGER) for pair, text in zip(pairs, texts, strict=True)]

    def _pair(self, other: int, text: Label) -> VGroup:
        """Return the icons of the second word and another, or their distance where one of them has none."""
        words, colors = self.numbers.words, self.colors_of(self.numbers.words)
        if not all(has_icon(words[place], self.style) for place in (1, other)):
            return VGroup(HeroNumber(self.numbers.distances[1, other], size=text.size, style=self.style))
        pair = [ShadedIcon(words[place], colors[place], height=_PAIR, style=self.style) for place in (other, 1)]
        return VGroup(*pair).arrange(RIGHT, buff=_TIGHT)

    def _record(self) -> DistanceRows | None:
        """Return both distances, where they lie beneath the plane."""
        return super()._record() if self.view.lying else None

    def _legs(self, token: Token) -> list[DashedLine]:
        """Return the ways from a word's place to its numbers on both axes."""
        x, y = self.view.origin
        return [
            laid(DashedLine(token.at, foot, color=token.color_by_role, **_LEG), Layer.THREAD)
            for foot in (point(float(token.at[0]), y), point(x, float(token.at[1])))
        ]

    def _obstacles(self) -> tuple[list[Box], list[Segment]]:
        boxes = [*map(box_of, self.verdicts), *([box_of(self.thrower)] if self.ways else [])]
        return boxes, [*map(_ends, self.legs), *(piece for way in self.ways for piece in segments_of(way))]

    def _beside(self) -> Tensor | None:
        """Return the distances of the same words by meaning."""
        article = load_world("article")
        if not set(self.numbers.words) <= set(article.vectors) or _unit(article) != _unit(self.world):
            return None
        return _pair_distances(distances(article.embedding().rows(self.numbers.words)))

    def axis_colors(self) -> list[str]:
        """Return ink: the numbers are no family's."""
        return [self.style.theme.ink] * 2

    def _concludes(self) -> tuple[str, ...]:
        """Return that near is not alike, where the second word is nearer to the one that is not of its family."""
        first, second, third = (self.world.family_index(word) for word in self.numbers.words)
        near = float(self.numbers.distances[1, 2]) < float(self.numbers.distances[0, 1])
        return ("far-yet-alike", "near-not-alike") if near and first == second != third else ()

    def _header(self) -> HeaderPhrase:
        return self.header_phrase([self.says("thrown-blindly")])


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
        for name, color in zip(self.plane.names, self.axis_colors(), strict=True):
            if axis_families(self.world):
                name[1].set_color(color)
        super().build()
        boxes = [ruler.number_box for ruler in self.rulers] + [box_of(each) for each in self.coordinates]
        boxes += [box_of(token.label) for token in self.words.values() if len(token.label)]
        for way in self.trails:
            way.remove(*(dot for dot in way if any(gap(box_of(dot), box) < _TIGHT for box in boxes)))

    def _what_happens(self) -> str:
        """Return whether the first two words come nearer to each other than chance has put them."""
        return "points" if self.numbers.distances[0, 1] <= self.numbers.old_distances[0, 1] else "apart"

    def _climate(self) -> list[Glow]:
        """Return a light for each family, around its words, where each axis is a family's."""
        if not axis_families(self.world):
            return super()._climate()
        families = [self.world.family_index(word) for word in self.numbers.words]
        colors = self.style.theme.families
        return [
            self._light([index for index, each in enumerate(families) if each == family], colors[family % len(colors)])
            for family in dict.fromkeys(families)
            if family is not None
        ]

    def _concludes(self) -> tuple[str, ...]:
        """Return that near is alike, where the second word is nearer to the one of its family."""
        first, second, third = (self.world.family_index(word) for word in self.numbers.words)
        near = float(self.numbers.distances[0, 1]) < float(self.numbers.distances[1, 2])
        return ("near-is-alike", "far-is-unlike") if near and first == second != third else ()

    def _before(self) -> Tensor:
        return _pair_distances(self.numbers.old_distances)

    def _traces(self) -> VGroup:
        """Return a ghost at each word's place by chance, and a trail from there."""
        self.ghosts, self.ways = [], []
        self.trails = VGroup()
        for token, row in zip(self.marks, self.numbers.old, strict=True):
            at = self.plane.place(row)
            ghost = token.ghost()
            self.ghosts.append((ghost.flip(UP) if token.word in self.flipped else ghost).move_to(at))
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
