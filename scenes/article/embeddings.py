"""Embeddings: words as points, before anything pulls (the article's section "Embeddings" and the start of the next)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import DOWN, LEFT, RIGHT, UP, Ellipse, VGroup
from pydantic import Field
from torch import Tensor

from scenes.errors import UserError
from scenes.figure import Figure, FigureParameters, phrase_words, quantity, require_plane, require_word
from scenes.parts.distance import Distance
from scenes.parts.geometry import flat, point
from scenes.parts.icons import ICON_WORDS, Icon
from scenes.parts.number import VectorColumn, format_number, format_vector
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import WordPlane, set_labels, words_on_plane
from scenes.parts.text import Label, set_on_baseline
from scenes.stage import Region
from scenes.worlds import World


def distances(rows: Tensor) -> Tensor:
    """The distance between every two vectors: shape (N, d) to (N, N)."""
    return torch.cdist(rows, rows, compute_mode="donot_use_mm_for_euclid_dist")


class ThreeWords(FigureParameters):
    """Which words are placed."""

    words: tuple[str, str, str] = Field(
        ("banana", "pear", "phone"), description="Three words: two of one family and one of another."
    )


@dataclass(frozen=True)
class PlacedWords:
    """What the two figures of placed words compute."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    distances: Tensor = quantity("How far the words are from each other.", rows="words", columns="words")


class _PlacedWords(Figure):
    """Three words as numbers, and as points."""

    Parameters = ThreeWords

    @classmethod
    def compute(cls, parameters: ThreeWords, world: World) -> PlacedWords:
        """The vectors and their distances."""
        require_plane(world)
        try:
            words = world.words_of(" ".join(parameters.words), "words")
        except ValueError as error:
            raise UserError(str(error)) from None
        if len(set(words)) != 3:
            raise UserError(f"words must be three different words; got {', '.join(words)}")
        vectors = world.embedding().rows(words)
        return PlacedWords(words, world.axes, vectors, distances(vectors))

    @classmethod
    def alternative_values(cls, numbers: PlacedWords) -> Mapping[str, object]:
        """Where the words lie, and how far the second is from the others."""
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
        """The words with their numbers, and the same words as points beside or below."""
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
        self.plane = WordPlane(drawn, numbers.vectors, self.world.axes, ticks=True, style=self.style)
        colors = dict(zip(numbers.words, self.colors_of(numbers.words), strict=True))
        vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        size = self.style.sizes.phrase if stage.is_portrait else None
        self.points = words_on_plane(self.plane, vectors, colors, size=size, style=self.style)
        self.gaps = self._distances()
        lines = [(flat(gap.line.get_start()), flat(gap.line.get_end())) for gap in self.gaps]
        set_labels(self.points.values(), self.plane, keep_off=lines, boxes=[gap.text for gap in self.gaps])
        self.rows = self._table(listed) if stage.is_narrow and not stage.is_portrait else self._rows(listed)

    def _distances(self) -> list[Distance]:
        """The two distances from the second word: to its own kind and to the other; the shorter is lit."""
        places = [self.points[word].point for word in self.numbers.words]
        middle = np.mean(places, axis=0)
        pairs = ((0, 1), (1, 2))
        shortest = min(pairs, key=lambda pair: float(self.numbers.distances[pair]))
        gaps = []
        for first, second in pairs:
            way = places[second] - places[first]
            outward = (places[first] + places[second]) / 2 - middle
            side = 1 if way[0] * outward[1] - way[1] * outward[0] > 0 else -1
            lit = (first, second) == shortest
            value = self.numbers.distances[first, second]
            gaps.append(Distance(places[first], places[second], value, self.style, side=side, named=not lit, lit=lit))
        return gaps

    def _rows(self, region: Region) -> list[VGroup]:
        """Each word with its vector, below each other; beside the first, what its numbers are called."""
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
            if word in ICON_WORDS:
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
        rows[0].add(*meanings)
        if tall:
            VGroup(*rows).set_x(middle)
        return rows

    def _table(self, region: Region) -> list[VGroup]:
        """Each word above its vector, side by side; at the left, what the numbers are called."""
        sizes, style = self.style.sizes, self.style
        meanings = self._meanings(sizes.label)
        room = max(meaning.width for meaning in meanings)
        bottom = region.bottom + 0.35
        rows = []
        for word, vector, part in zip(
            self.numbers.words, self.numbers.vectors, region.inset(left=room).columns(1, 1, 1), strict=True
        ):
            column = VectorColumn(vector, size=sizes.phrase, style=style)
            column.move_to(point(part.centre[0], bottom + column.height / 2))
            name = Label(word, size=sizes.phrase, color=self.color_of(word), style=style)
            set_on_baseline(name.set_x(part.centre[0]), column.get_top()[1] + 0.3)
            row = VGroup(name, column)
            if word in ICON_WORDS:
                icon = Icon(word, self.color_of(word), height=0.7, style=style)
                row.add(icon.move_to(point(part.centre[0], name.baseline + 0.85)))
            rows.append(row)
            if len(rows) == 1:
                for meaning, number in zip(meanings, column.numbers, strict=True):
                    set_on_baseline(meaning.align_to(point(region.left + room), RIGHT), number.baseline)
        rows[0].add(*meanings)
        return rows

    def _meanings(self, size: float) -> list[Label]:
        """What the numbers of a vector are called."""
        return [Label(name, size=size, color=self.style.theme.dim, style=self.style) for name in self.numbers.axes]

    def tell(self) -> None:
        """One beat: all of it."""
        with self.beat("points"):
            self.add(self.plane, *self.gaps, *self.points.values(), *self.rows)


class RandomEmbedding(_PlacedWords):
    """attention-random-embedding: with numbers given by chance, near says nothing."""

    name = "attention-random-embedding"
    world_name = "random"


class MeaningfulEmbedding(_PlacedWords):
    """attention-meaningful-embedding: when axes mean something, like words are near each other."""

    name = "attention-meaningful-embedding"


class BetweenClusters(FigureParameters):
    """The word between two families, and the two phrases it is used in."""

    word: str = Field("apple", description="The word of two meanings.")
    first_phrase: str = Field("fruit", description="A phrase with the first meaning: its name, or written out.")
    second_phrase: str = Field("tech", description="A phrase with the second meaning: its name, or written out.")


@dataclass(frozen=True)
class Clusters:
    """What the figure of the two clusters computes."""

    word: tuple[str, ...]
    words: tuple[str, ...]
    axes: tuple[str, ...]
    families: tuple[str, ...]
    vector: Tensor = quantity("The word's vector.", rows="word", columns="axes")
    vectors: Tensor = quantity("The vectors of both families.", rows="words", columns="axes")
    distances: Tensor = quantity("How far the word is from each of them.", rows="words")
    nearest: Tensor = quantity("How far it is from the nearest of each family.", rows="families")


class GenericAppleEmbedding(Figure):
    """attention-generic-apple-embedding: a word of two meanings has one place, between the two clusters."""

    name = "attention-generic-apple-embedding"
    Parameters = BetweenClusters

    @classmethod
    def compute(cls, parameters: BetweenClusters, world: World) -> Clusters:
        """The vectors of two families and of the word between them, and its distances."""
        require_plane(world)
        if len(world.families) < 2:
            raise UserError(f"this figure needs two families of words; the world has {len(world.families)}")
        for name in ("first_phrase", "second_phrase"):
            require_word(parameters.word, phrase_words(world, getattr(parameters, name), name), "word")
        families = tuple(world.families)[:2]
        words = tuple(word for family in families for word in world.families[family] if word != parameters.word)
        embedding = world.embedding()
        vector, vectors = embedding.rows([parameters.word]), embedding.rows(words)
        away = torch.linalg.vector_norm(vectors - vector, dim=-1)
        member = torch.tensor([[word in world.families[family] for word in words] for family in families])
        nearest = torch.where(member, away, torch.inf).amin(dim=-1)
        return Clusters((parameters.word,), words, world.axes, families, vector, vectors, away, nearest)

    @classmethod
    def alternative_values(cls, numbers: Clusters) -> Mapping[str, object]:
        """Where the word lies, and how far from each family."""
        return {
            "word": numbers.word[0],
            "first": numbers.families[0],
            "second": numbers.families[1],
            "at": format_vector(numbers.vector[0]),
            "to_first": format_number(float(numbers.nearest[0])),
            "to_second": format_number(float(numbers.nearest[1])),
        }

    def build(self) -> None:
        """The plane with both clusters, and the two phrases and the one vector beside it."""
        story, drawn = self._regions()
        numbers = self.numbers
        word = numbers.word[0]
        rows = torch.cat([numbers.vectors, numbers.vector])
        self.plane = WordPlane(drawn, rows, self.world.axes, style=self.style)
        names = (*numbers.words, word)
        colors = dict(zip(names, self.colors_of(names), strict=True))
        self.points = words_on_plane(
            self.plane, dict(zip(names, rows, strict=True)), colors, icons=True,
            icon_height=0.55 if self.stage.is_wide or self.stage.is_portrait else 0.47, style=self.style,
        )  # fmt: skip
        self.gaps = [self._gap(index) for index in range(2)]
        lines = [(flat(gap.line.get_start()), flat(gap.line.get_end())) for gap in self.gaps]
        set_labels(self.points.values(), self.plane, keep_off=lines, boxes=[gap.text for gap in self.gaps])
        self.clouds = [self._cloud(index) for index in range(2)]
        self.story = self._story(story)

    def _regions(self) -> tuple[tuple[Region, Region, Region], Region]:
        """Where the second phrase, the vector and the first phrase stand, and where the plane."""
        stage = self.stage
        if stage.is_wide:
            left, right = stage.safe.columns(1, 1.25, gap=0.3)
            top, middle, bottom = left.rows(1, 1.4, 1)
        elif stage.is_portrait:
            above, right = stage.safe.rows(1, 1.9, gap=0.3)
            top, middle, bottom = above.rows(1, 1.7, 1)
        else:
            top, between, bottom = stage.safe.rows(0.7, 5.3, 0.7, gap=0.2)
            middle, right = between.columns(1, 3.6 if stage.is_narrow else 1.8, gap=0.1)
        return (top, middle, bottom), right

    def _gap(self, family: int) -> Distance:
        """The distance from the word to the nearest member of a family."""
        numbers = self.numbers
        members = self.world.families[numbers.families[family]]
        nearest = min(
            (index for index, word in enumerate(numbers.words) if word in members),
            key=lambda index: float(numbers.distances[index]),
        )
        start, end = self.points[numbers.word[0]].point, self.points[numbers.words[nearest]].point
        outward = (start + end) / 2 - self.plane.origin
        way = end - start
        side = -1 if way[0] * outward[1] - way[1] * outward[0] > 0 else 1
        return Distance(start, end, numbers.nearest[family], self.style, side=side, clear=0.36, named=family == 0)

    def _cloud(self, family: int) -> Ellipse:
        """A soft ellipse around a family's points."""
        members = [word for word in self.numbers.words if word in self.world.families[self.numbers.families[family]]]
        places = np.array([self.points[word].point for word in members])
        middle = places.mean(axis=0)
        centred = places[:, :2] - middle[:2]
        _, _, axes = np.linalg.svd(centred, full_matrices=True)
        reach = np.abs(centred @ axes.T).max(axis=0) * 1.1 + 0.5
        cloud = Ellipse(2 * reach[0], 2 * reach[1], stroke_width=0)
        cloud.set_fill(self.style.theme.families[family % len(self.style.theme.families)], opacity=0.1)
        return cloud.rotate(np.arctan2(axes[0, 1], axes[0, 0])).move_to(middle)

    def _story(self, regions: tuple[Region, Region, Region]) -> VGroup:
        """Both phrases, and the one vector that serves both."""
        top, middle, bottom = regions
        parameters = self.parameters
        # The devices are at the top of the plane and the fruits at the bottom: each phrase stands beside its own.
        phrases = [
            self._phrase(getattr(parameters, name), part)
            for name, part in (("second_phrase", top), ("first_phrase", bottom))
        ]
        return VGroup(*phrases, self._vector(middle))

    def _vector(self, region: Region) -> VGroup:
        """The word with its vector: side by side, or one above the other where there is no room for that."""
        word, style = self.numbers.word[0], self.style
        size = style.sizes.formula if self.stage.is_portrait else style.sizes.phrase
        name = Label(word, size=size, color=self.color_of(word), style=style)
        column = VectorColumn(self.numbers.vector[0], size=size, style=style)
        icon = VGroup()
        if word in ICON_WORDS:
            icon = Icon(word, self.color_of(word), height=0.85 * size / style.sizes.phrase, style=style)
        vector = VGroup(icon, name, column)
        if self.stage.is_narrow and not self.stage.is_portrait:
            column.next_to(name, DOWN, buff=0.3)
            icon.next_to(name, UP, buff=0.2)
            return vector.move_to(region.centre)
        set_on_baseline(name, region.centre[1] - 0.1)
        column.next_to(name, RIGHT, buff=0.35).set_y(region.centre[1])
        icon.next_to(name, -RIGHT, buff=0.25).set_y(region.centre[1])
        return vector.set_x(region.centre[0])

    def _phrase(self, phrase: str, region: Region) -> PhraseRow:
        words = phrase_words(self.world, phrase, "phrase")
        return PhraseRow(words, self.colors_of(words), region, style=self.style)

    def tell(self) -> None:
        """One beat: all of it."""
        word = self.numbers.word[0]
        first, second = self.numbers.families
        with self.beat("between", word=word, first=first, second=second):
            self.add(*self.clouds, self.plane, *self.gaps, *self.points.values(), self.story)
