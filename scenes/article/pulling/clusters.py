"""A word between two clusters (the start of the article's section "Words Pulling Words", figure 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

import numpy as np
import torch
from manim import DOWN, RIGHT, UP, Ellipse, VGroup, VMobject
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from scenes.article.pulling.claims import GENERIC_APPLE_EMBEDDING_CLAIMS
from scenes.errors import UserError, shown
from scenes.figure import Figure
from scenes.parameters import LandmarkParameters, Phrase, Word, phrase_words, require_plane, require_word
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.distance import Distance
from scenes.parts.plane.labels import Segment, gap
from scenes.parts.plane.word_plane import PlaneWord, WordPlane, box_of, set_labels, words_on_plane
from scenes.parts.surface import colour_area
from scenes.parts.text.number import VectorColumn, format_number, format_vector
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_STEPS = 400
"""Steps towards the smallest ellipse, which is then enlarged a little to include all points."""


def enclosing_ellipse(
    points: Sequence[tuple[float, float]],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the ellipse of least area that includes all points (Khachiyan's algorithm).

    Args:
        points: three or more, not all on one line.

    Returns:
        Its centre, its axes' directions as rows, and half the length of each axis.
    """
    places = np.array(points, dtype=float)  # (N, 2)
    count = len(places)
    lifted = np.vstack([places.T, np.ones(count)])  # (3, N)
    shares = np.full(count, 1 / count)
    for _ in range(_STEPS):
        spread = np.linalg.inv(lifted * shares @ lifted.T)
        far = np.einsum("in,ij,jn->n", lifted, spread, lifted)
        index = int(np.argmax(far))
        step = (far[index] - 3) / (3 * (far[index] - 1))
        shares *= 1 - step
        shares[index] += step
    middle = shares @ places
    centred = places - middle
    squares, axes = np.linalg.eigh(centred.T * shares @ centred)
    along = centred @ axes  # (N, 2)
    reach = np.sqrt(2 * squares)
    return middle, axes.T, reach * np.sqrt((along**2 / reach**2).sum(axis=1).max())


_ALONG = (0.5, 0.4, 0.6, 0.3)
"""Positions of the number along its distance, best first, from 0 to 1."""

_INWARD = (0.0, 1.0, 2.0, 4.0, 8.0)
"""Strengths, to be tried, with which names prefer the side towards the centre of their family."""

_TEXT_AIR = 0.08
"""The least distance between a number and names or marks, scene units."""

_CLOUD_AIR = 0.1
"""Scene units between a cloud's edge and everything inside it."""


class BetweenClusters(LandmarkParameters):
    """The parameters of the figure: the word between two families, and two phrases with that word."""

    word: Word = Field("apple", description="The word of two meanings.")
    first_phrase: Phrase = Field("fruit", description="A phrase with the first meaning: its name, or written out.")
    second_phrase: Phrase = Field("tech", description="A phrase with the second meaning: its name, or written out.")


@dataclass(frozen=True)
class Clusters:
    """The numbers of the figure of the two clusters."""

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
    claims = GENERIC_APPLE_EMBEDDING_CLAIMS
    Parameters = BetweenClusters

    @classmethod
    def compute(cls, parameters: BetweenClusters, world: World) -> Clusters:
        """Return the vectors of two families and of the word between them, and its distances."""
        require_plane(world)
        if len(world.families) < 2:
            raise UserError(f"this figure needs two families of words; the world has {len(world.families)}")
        for name in ("first_phrase", "second_phrase"):
            require_word(world, parameters.word, phrase_words(world, getattr(parameters, name), name), "word")
        families = tuple(world.families)[:2]
        words = tuple(word for family in families for word in world.families[family] if word != parameters.word)
        if any(set(world.families[family]) <= {parameters.word} for family in families):
            raise UserError(f"both families need a word besides {shown(parameters.word)}")
        embedding = world.embedding()
        vector, vectors = embedding.rows([parameters.word]), embedding.rows(words)
        away = torch.linalg.vector_norm(vectors - vector, dim=-1)
        member = torch.tensor([[word in world.families[family] for word in words] for family in families])
        nearest = torch.where(member, away, torch.inf).amin(dim=-1)
        return Clusters((parameters.word,), words, world.axes, families, vector, vectors, away, nearest)

    @classmethod
    def alternative_values(cls, numbers: Clusters) -> Mapping[str, object]:
        """Return the word's vector, and its distance from each family."""
        return {
            "word": numbers.word[0],
            "first": numbers.families[0],
            "second": numbers.families[1],
            "at": format_vector(numbers.vector[0]),
            "to_first": format_number(float(numbers.nearest[0])),
            "to_second": format_number(float(numbers.nearest[1])),
        }

    def build(self) -> None:
        """Draw the plane with both clusters, and beside it the two phrases and the one vector."""
        story, drawn = self._regions()
        numbers = self.numbers
        word = numbers.word[0]
        rows = torch.cat([numbers.vectors, numbers.vector])
        self.plane = WordPlane(drawn, rows, self.world.axes, style=self.style)
        names = (*numbers.words, word)
        colors = dict(zip(names, self.colors_of(names), strict=True))
        roomy = self.stage.is_wide or self.stage.is_portrait
        self.points = words_on_plane(
            self.plane,
            dict(zip(names, rows, strict=True)),
            colors,
            icons=True,
            icon_height=0.55 if roomy else 0.45,
            size=None if roomy else self.style.sizes.note,
            style=self.style,
        )
        self.clouds = self._name_words()
        self.gaps = min((self._clear_gaps(named) for named in range(2)), key=itemgetter(0))[1]
        self.story = self._story(story)

    def _regions(self) -> tuple[tuple[Region, Region, Region], Region]:
        """Return the regions of the second phrase, the vector and the first phrase, and the region of the plane."""
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

    def _name_words(self) -> list[Ellipse]:
        """Place names beside the words, towards their families' centres where that makes the clouds smaller.

        A name and its mark stay on one side of the axis if possible.
        """
        lines = [self._gap(index).flat_segment for index in range(2)]
        middles = {
            word: np.mean([self.points[member].point for member in members], axis=0)
            for members in map(self._members, range(2))
            for word in members
        }

        def clouds(strength: float) -> list[Ellipse]:
            for word, middle in middles.items():
                x, y = flat(middle - self.points[word].point)
                self.points[word].toward = (strength * x, strength * y) if strength else None
            set_labels(self.points.values(), self.plane, keep_off=lines)
            return [self._cloud(index) for index in range(2)]

        def cost(strength: float) -> float:
            area = sum(float(cloud.width * cloud.height) for cloud in clouds(strength))
            return area * (1 + sum(map(self._is_cut_off, self.points.values())))

        return clouds(min(_INWARD, key=cost))

    def _is_cut_off(self, word: PlaneWord) -> bool:
        """Return whether a word's name and its mark are on different sides of the axis."""
        zero = float(self.plane.origin[1])
        return (float(word.point[1]) < zero) != (float(word.text.get_y()) < zero)

    def _members(self, family: int) -> list[str]:
        """Return the words of a family, without the one between the families."""
        return [word for word in self.numbers.words if word in self.world.families[self.numbers.families[family]]]

    def _gap(self, family: int, at: float = 0.5, side: int = 1, *, named: bool = False) -> Distance:
        """Return the distance from the word to the nearest member of a family."""
        numbers = self.numbers
        members = [numbers.words.index(word) for word in self._members(family)]
        nearest = min(members, key=lambda index: float(numbers.distances[index]))
        start, end = self.points[numbers.word[0]].point, self.points[numbers.words[nearest]].point
        return Distance(start, end, numbers.nearest[family], self.style, side=side, at=at, clear=0.36, named=named)

    def _clear_gaps(self, named: int) -> tuple[float, list[Distance]]:
        """Return both distances, one of them named, at their clearest places, after the overlap left there."""
        edges = [[(flat(a), flat(b)) for a, b in pairwise(_around(cloud))] for cloud in self.clouds]
        grid = [(flat(line.get_start()), flat(line.get_end())) for line in self.plane.grid]
        taken = [box_of(piece) for word in self.points.values() for piece in (word.mark, word.label)]

        def under(distance: Distance) -> float:
            covered = sum(gap(box_of(distance.text), box) < _TEXT_AIR for box in taken)
            within = sum(distance.under_number(edge) > 0 or _is_inside(distance.text, edge) for edge in edges)
            return 100 * covered + 10 * within + distance.under_number(grid)

        chosen = [
            min((self._gap(family, at, side, named=family == named) for at in _ALONG for side in (-1, 1)), key=under)
            for family in range(2)
        ]
        return sum(map(under, chosen)), chosen

    def _cloud(self, family: int) -> Ellipse:
        """Return a soft ellipse around a family's marks and names, as small as possible."""
        members = self._members(family)
        boxes = [box_of(piece) for word in members for piece in (self.points[word].mark, self.points[word].label)]
        corners = [(x, y) for left, bottom, right, top in boxes for x in (left, right) for y in (bottom, top)]
        middle, axes, reach = enclosing_ellipse(corners)
        cloud = Ellipse(2 * (reach[0] + _CLOUD_AIR), 2 * (reach[1] + _CLOUD_AIR), stroke_width=0)
        colour_area(cloud, self.style.theme.families[family % len(self.style.theme.families)], 0.1, self.style)
        return cloud.rotate(np.arctan2(axes[0, 1], axes[0, 0])).move_to(point(*middle))

    def _story(self, regions: tuple[Region, Region, Region]) -> VGroup:
        """Return both phrases, and the one vector that serves both."""
        top, middle, bottom = regions
        parameters = self.parameters
        # The devices are at the top of the plane and the fruits at the bottom: each phrase stands beside its own.
        phrases = [
            self._phrase(getattr(parameters, name), part)
            for name, part in (("second_phrase", top), ("first_phrase", bottom))
        ]
        return VGroup(*phrases, self._vector(middle))

    def _vector(self, region: Region) -> VGroup:
        """Return the word with its vector, side by side, or one above the other where there is less room."""
        word, style = self.numbers.word[0], self.style
        size = style.sizes.formula if self.stage.is_portrait else style.sizes.phrase
        name = Label(word, size=size, color=self.color_of(word), within=0.4 * region.width, style=style)
        column = VectorColumn(self.numbers.vector[0], size=size, style=style)
        vector, stacked = VGroup(name, column), self.stage.is_narrow and not self.stage.is_portrait
        set_on_baseline(name, region.centre[1] - 0.1)
        column.next_to(name, DOWN if stacked else RIGHT, buff=0.3 if stacked else 0.35)
        if not stacked:
            column.set_y(region.centre[1])
        if has_icon(word, style):
            icon = Icon(word, self.color_of(word), height=0.85 * size / style.sizes.phrase, style=style)
            icon.next_to(name, UP if stacked else -RIGHT, buff=0.2 if stacked else 0.25)
            vector.add(icon if stacked else icon.set_y(region.centre[1]))
        return vector.move_to(region.centre) if stacked else vector.set_x(region.centre[0])

    def _phrase(self, phrase: str, region: Region) -> PhraseRow:
        words = phrase_words(self.world, phrase, "phrase")
        return PhraseRow(self.world.written(phrase), self.colors_of(words), region, style=self.style)

    def tell(self) -> None:
        """Show everything, in one beat."""
        word = self.numbers.word[0]
        first, second = self.numbers.families
        with self.beat("between", word=word, first=first, second=second):
            self.add(*self.clouds, self.plane, *self.gaps, *self.points.values(), self.story)


def _around(cloud: Ellipse, count: int = 48) -> list[Point]:
    """Return points along a cloud's edge, the first one also at the end."""
    return [cloud.point_from_proportion(index / count) for index in range(count + 1)]


def _is_inside(thing: VMobject, edge: Sequence[Segment]) -> bool:
    """Return whether the centre of a thing is within a convex outline."""
    x, y = flat(thing.get_center())
    turns = [(c - a) * (y - b) - (d - b) * (x - a) > 0 for (a, b), (c, d) in edge]
    return all(turns) or not any(turns)
