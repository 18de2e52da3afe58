"""Embeddings: words as points, before anything pulls (the article's section "Embeddings", figures 4 and 5)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import numpy as np
import torch
from manim import DOWN, LEFT, RIGHT, UP, VGroup
from pydantic import Field
from torch import Tensor

from scenes.article.embeddings.claims import MEANINGFUL_EMBEDDING_CLAIMS, RANDOM_EMBEDDING_CLAIMS
from scenes.errors import UserError
from scenes.figure import Figure
from scenes.parameters import Word, WordsParameters, known_word, require_plane
from scenes.parts.geometry import flat, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.distance import Distance
from scenes.parts.plane.labels import gap
from scenes.parts.plane.word_plane import WordPlane, box_of, set_labels, words_on_plane
from scenes.parts.text.number import VectorColumn, format_number, format_vector
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World, load_world

_ALONG = (0.5, 0.6, 0.4, 0.7)
"""Positions of the number along its distance, best first, from 0 to 1."""

_MEANING = 0.16
"""The share of the frame's width that the name of an axis may take beside the vectors."""

_OVER_AXIS = 0.08
"""Scene units above the horizontal axis that names avoid, besides their own margin."""

_ENOUGH = 0.12
"""The sufficient distance between a name and an axis, scene units; between a name and a number it is twice as much."""


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


@dataclass(frozen=True)
class PlacedWords:
    """The numbers of the two figures of placed words."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    distances: Tensor = quantity("How far the words are from each other.", rows="words", columns="words")


class _PlacedWords(Figure):
    """Three words as numbers, and as points."""

    Parameters = ThreeWords

    @classmethod
    def compute(cls, parameters: ThreeWords, world: World) -> PlacedWords:
        """Return the vectors and their distances."""
        require_plane(world)
        words = parameters.different_words(world)
        vectors = world.embedding().rows(words)
        return PlacedWords(words, world.axes, vectors, distances(vectors))

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

    def build(self) -> None:
        """Draw the words with their numbers, and the same words as points beside or below."""
        numbers, stage = self.numbers, self.stage
        if stage.is_portrait:
            listed, drawn = stage.safe.rows(1, 1.2, gap=0.4)
        elif stage.is_narrow:
            listed, drawn = stage.safe.rows(2.75, 4.25)
        elif stage.is_wide:
            listed, drawn = stage.safe.columns(1.25, 1.5, gap=0.4)
        else:
            room = 3.1 + max(meaning.width for meaning in self._meanings(self.style.sizes.note))
            listed, drawn = stage.safe.columns(room, stage.safe.width - room, gap=0.15)
        self.plane = WordPlane(drawn, numbers.vectors, numbers.axes, ticks=True, style=self.style)
        colors = dict(zip(numbers.words, self.colors_of(numbers.words), strict=True))
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        size = self.style.sizes.phrase if stage.is_portrait else None
        self.points = words_on_plane(self.plane, vectors, colors, size=size, style=self.style)
        self.gaps = self._set_names()
        self.distance_rows = self._table(listed) if stage.is_narrow and not stage.is_portrait else self._rows(listed)

    def _set_names(self) -> list[Distance]:
        """Place names beside their points and numbers beside their lines, so that each has the most room."""
        choices = list(product(_ALONG, _ALONG))
        room = []
        for ats in choices:
            self._label(self._distances(ats))
            room.append(self._room())
        gaps = self._distances(choices[int(np.argmax(room))])
        self._label(gaps)
        return gaps

    def _label(self, gaps: Sequence[Distance]) -> None:
        """Place the points' names, clear of the distances."""
        self.gaps = list(gaps)
        (left, y), (right, _) = self.plane.axis_segments()[0]
        above = ((left, y + _OVER_AXIS), (right, y + _OVER_AXIS))  # so that no name stands on the axis
        set_labels(
            self.points.values(),
            self.plane,
            keep_off=[above, *(line.flat_segment for line in gaps)],
            boxes=[line.text for line in gaps],
        )

    def _room(self) -> float:
        """Return the least room from a name to the axes and to a number, capped, less the distance to its point."""
        names = [word.text for word in self.points.values()]
        x, y = flat(self.plane.origin)
        off_axes = [max(float(name.get_bottom()[1]) - y, y - float(name.get_top()[1])) for name in names]
        off_axes += [max(float(name.get_left()[0]) - x, x - float(name.get_right()[0])) for name in names]
        apart = [gap(box_of(name), box_of(line.text)) for name in names for line in self.gaps]
        off_points = [gap(box_of(word.text), box_of(word.mark)) for word in self.points.values()]
        return min(_ENOUGH, *off_axes) + min(2 * _ENOUGH, *apart) - max(_ENOUGH, *off_points)

    def _distances(self, ats: Sequence[float]) -> list[Distance]:
        """Return the two distances from the second word, to its own kind and to the other; the shorter is bright."""
        places = [self.points[word].point for word in self.numbers.words]
        middle = np.mean(places, axis=0)
        pairs = ((0, 1), (1, 2))
        shortest = min(pairs, key=lambda pair: float(self.numbers.distances[pair]))
        gaps = []
        for (first, second), at in zip(pairs, ats, strict=True):
            way = places[second] - places[first]
            outward = (places[first] + places[second]) / 2 - middle
            side = 1 if way[0] * outward[1] - way[1] * outward[0] > 0 else -1
            lit = (first, second) == shortest
            value = self.numbers.distances[first, second]
            gaps.append(
                Distance(places[first], places[second], value, self.style, side=side, at=at, named=not lit, lit=lit)
            )
        return gaps

    def _rows(self, region: Region) -> list[VGroup]:
        """Return each word with its vector, below each other; beside the first, the names of its numbers."""
        tall, sizes = self.stage.is_portrait, self.style.sizes
        meanings = self._meanings(sizes.label if tall else sizes.note)
        middle = float(region.centre[0])
        region = region.inset(right=max(meaning.width for meaning in meanings) + 0.2)
        rows: list[VGroup] = []
        columns: list[VectorColumn] = []
        for word, vector, part in zip(self.numbers.words, self.numbers.vectors, region.rows(1, 1, 1), strict=True):
            size = sizes.formula if tall else sizes.phrase
            column = VectorColumn(vector, size=size, style=self.style)
            column.move_to(point(region.right - 0.2 - column.width / 2, part.centre[1]))
            name = Label(word, size=size, color=self.color_of(word), style=self.style)
            name.next_to(column, direction=-RIGHT, buff=0.45)
            set_on_baseline(name, part.centre[1] - 0.1)
            row = VGroup(name, column)
            if has_icon(word, self.style):
                icon = Icon(word, self.color_of(word), height=1.25 if tall else 0.85, style=self.style)
                icon.next_to(name, direction=-RIGHT, buff=0.25).set_y(part.centre[1])
                if not tall and not self.stage.is_wide:
                    icon.set_x(name.get_x()).shift(0.35 * UP)
                    name.shift(0.55 * DOWN)
                row.add(icon)
            rows.append(row)
            columns.append(column)
        for meaning, number in zip(meanings, columns[0].numbers, strict=True):
            meaning.align_to(point(region.right), LEFT)
            set_on_baseline(meaning, number.baseline)
        if tall or self.stage.is_wide:
            self._align_icons(rows)
        rows[0].add(*meanings)
        if tall:
            VGroup(*rows).set_x(middle)
        return rows

    def _align_icons(self, rows: Sequence[VGroup]) -> None:
        """Align the icons beside their names in one column."""
        icons = [piece for row in rows for piece in row if isinstance(piece, Icon)]
        middle = min((float(icon.get_x()) for icon in icons), default=0.0)
        for icon in icons:
            icon.set_x(middle)

    def _table(self, region: Region) -> list[VGroup]:
        """Return each word above its vector, side by side; at the left, the names of the numbers."""
        sizes, style = self.style.sizes, self.style
        meanings = self._meanings(sizes.label)
        room = max(meaning.width for meaning in meanings)
        bottom = region.bottom + 0.23
        rows = []
        for word, vector, part in zip(
            self.numbers.words, self.numbers.vectors, region.inset(left=room).columns(1, 1, 1), strict=True
        ):
            column = VectorColumn(vector, size=sizes.phrase, style=style)
            column.move_to(point(part.centre[0], bottom + column.height / 2))
            name = Label(word, size=sizes.phrase, color=self.color_of(word), style=style)
            set_on_baseline(name.set_x(part.centre[0]), column.get_top()[1] + 0.3)
            row = VGroup(name, column)
            if has_icon(word, self.style):
                icon = Icon(word, self.color_of(word), height=0.7, style=style)
                row.add(icon.move_to(point(part.centre[0], name.baseline + 0.85)))
            rows.append(row)
            if len(rows) == 1:
                for meaning, number in zip(meanings, column.numbers, strict=True):
                    set_on_baseline(meaning.align_to(point(region.left + room), RIGHT), number.baseline)
        rows[0].add(*meanings)
        return rows

    def _meanings(self, size: float) -> list[Label]:
        """Return the names of a vector's numbers."""
        dim, within = self.style.theme.dim, _MEANING * self.stage.safe.width
        return [Label(name, size=size, color=dim, within=within, style=self.style) for name in self.numbers.axes]

    def tell(self) -> None:
        """Show everything, in one beat."""
        across, up = self.numbers.axes
        with self.beat("points", across=across, up=up):
            self.add(self.plane, *self.gaps, *self.points.values(), *self.distance_rows)


class RandomEmbedding(_PlacedWords):
    """attention-random-embedding: with numbers given by chance, near says nothing."""

    name = "attention-random-embedding"
    claims = RANDOM_EMBEDDING_CLAIMS
    world_name = "random"

    @classmethod
    def compute(cls, parameters: ThreeWords, world: World) -> PlacedWords:
        """Compute the vectors and their distances: the world's, if they are by chance, or else seeded random ones.

        Raises:
            UserError: when a word is unknown, or a word comes twice.
        """
        if world.by_chance:
            return super().compute(parameters, world)
        words = parameters.different_words(world)
        vectors = by_chance(words, max(abs(edge) for span in world.spans() for edge in span))
        return PlacedWords(words, load_world(cls.world_name).axes, vectors, distances(vectors))


class MeaningfulEmbedding(_PlacedWords):
    """attention-meaningful-embedding: when axes mean something, like words are near each other."""

    name = "attention-meaningful-embedding"
    claims = MEANINGFUL_EMBEDDING_CLAIMS
