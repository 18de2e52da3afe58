"""A word between two clusters (the start of the article's section "Words Pulling Words", figure 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import DOWN, RIGHT, UP, Ellipse, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from scenes.errors import UserError
from scenes.figure import Figure
from scenes.parameters import LandmarkParameters, phrase_words, require_plane, require_word
from scenes.parts.distance import Distance
from scenes.parts.geometry import flat
from scenes.parts.icons import ICON_WORDS, Icon
from scenes.parts.number import VectorColumn, format_number, format_vector
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import WordPlane, set_labels, words_on_plane
from scenes.parts.text import Label, set_on_baseline
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World


class BetweenClusters(LandmarkParameters):
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
        icon: VMobject = VGroup()
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
