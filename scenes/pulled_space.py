"""One space of several: words in it, a word pulled by two phrases, and how far apart its two new places are."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from manim import Animation, AnimationGroup, Create, Dot, FadeIn, Line, MoveAlongPath, Rectangle, VGroup
from torch import Tensor

from attnmath import apply_map
from scenes.figure import Figure, quantity
from scenes.motion import fade_to
from scenes.parts.geometry import Point, flat, point
from scenes.parts.labels import Segment
from scenes.parts.matrix import NamedMatrix
from scenes.parts.measure import Measure
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import PlaneWord, WordPlane
from scenes.parts.space import Space, spread_of
from scenes.phrase import Pull
from scenes.stage import Region

_LANDMARK = 0.5
"""Opacity of words that are only there to tell the clusters."""

_GHOST = 0.35
"""Opacity of the place from which the word is pulled."""

_VEIL = 0.68
"""Opacity of what dims a space until its turn."""

_RADIUS = 0.085
_LANDMARK_RADIUS = 0.06
"""Scene units: the radius of the word's new places, and of words without a label."""

_CLEAR = 0.13
"""Scene units around a word without a label that others' labels keep off."""

_CROWDED = 0.5
"""The share of their distance below which words squeezed together lose their labels."""

_AIR = 1.08
"""How much more than its words a panel shows, so that labels fit."""


@dataclass(frozen=True)
class ThreeSpaces:
    """One word pulled by two phrases, in three spaces.

    Attributes:
        pulls: one step over each phrase in the original space.
        words: the words that are shown.
        axes: names of the vectors' numbers.
        spaces: the spaces' names.
        phrases: which phrase pulls.
    """

    pulls: tuple[Pull, Pull]
    words: tuple[str, ...]
    axes: tuple[str, ...]
    spaces: tuple[str, ...]
    phrases: tuple[str, ...]
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    A: Tensor = quantity("Space A, as it was: nothing is changed.", rows="axes")
    B: Tensor = quantity("The matrix of space B, for rows: x B.", rows="axes")
    C: Tensor = quantity("The matrix of space C, for rows: x C.", rows="axes")
    pulled_in_A: Tensor = quantity("The word's new vector in space A, by phrase.", rows="phrases")
    pulled_in_B: Tensor = quantity("The word's new vector in space B, by phrase.", rows="phrases")
    pulled_in_C: Tensor = quantity("The word's new vector in space C, by phrase.", rows="phrases")
    distances: Tensor = quantity("How far the two new vectors are from each other.", rows="spaces")

    def space(self, name: str) -> tuple[Tensor, Tensor]:
        """A space's matrix, and the word's two new vectors in it."""
        matrix: Tensor = getattr(self, name)
        pulled: Tensor = getattr(self, f"pulled_in_{name}")
        return matrix, pulled

    def corners(self) -> Tensor:
        """All that must be inside a panel, in any of the spaces: shape (N, 2)."""
        spaces = [self.space(name) for name in self.spaces]
        places = torch.cat([*(apply_map(self.vectors, matrix) for matrix, _ in spaces), *(at for _, at in spaces)])
        return _AIR * places


class LegendPhrase(VGroup):
    """A phrase of the legend: before it the mark that its pull leaves in each space.

    Attributes:
        mark: the mark.
        row: the phrase.
    """

    def __init__(self, figure: Figure, one: Pull, region: Region) -> None:
        style = figure.style
        self.row = PhraseRow(one.words, figure.colors_of(one.words), region, size=style.sizes.label, style=style)
        self.mark = result_mark(figure, one)
        self.mark.move_to(self.row.words[0].get_left() + point(-0.35))
        self.mark.set_y(self.row.baseline + 0.09)
        super().__init__(self.mark, self.row)


def result_mark(figure: Figure, one: Pull) -> Dot:
    """What shows the word's new place: a dot in the word's colour, ringed in that of what pulls it most."""
    mark = Dot(radius=_RADIUS, color=figure.color_of(one.word))
    return mark.set_stroke(figure.color_of(one.words[one.strongest]), figure.style.strokes.line)


class SpacePanel:
    """One of the spaces: its matrix above it, the words in it, the two pulls, their distance below it.

    Attributes:
        space_name: A, B or C.
        matrix: what carries it.
        space: the grid and what is carried.
        words: the word and what pulls it most in each phrase.
        veil: what dims it until its turn.
        between: the line between the word's two new places.
        measure: the same line along a ruler below the panel, with its length.
        label_ends: where the labels of the space's words are in the end.
    """

    def __init__(self, figure: Figure, index: int, region: Region) -> None:
        self.figure, self.style = figure, figure.style
        numbers: ThreeSpaces = figure.numbers
        self.numbers = numbers
        self.space_name = numbers.spaces[index]
        self.matrix, pulled = numbers.space(self.space_name)
        title, body, footer = region.rows(0.95, 4.2, 0.75, gap=0.04)
        self.title = NamedMatrix(self.space_name, self.matrix, size=self.style.sizes.note, style=self.style)
        self.title.move_to(title.centre)
        self.plane = WordPlane(body, numbers.corners(), (), style=self.style)
        self.space = Space(self.plane, spread=spread_of(self.plane, self.matrix), style=self.style)
        self._put_words()
        self.ways, self.marks = self._pulls(pulled)
        first, second = (mark.get_center() for mark in self.marks)
        self.between = Line(first, second, buff=0)
        self.between.set_stroke(self.style.theme.ink, self.style.strokes.bold)
        self.measure = Measure(
            figure.says("distance"), numbers.distances[index], footer,
            unit=self.plane.unit, most=float(numbers.distances.max()), style=self.style,
        )  # fmt: skip
        self.label_ends = self._label_ends()
        self.veil = Rectangle(width=body.width, height=body.height, stroke_width=0).move_to(body.centre)
        self.veil.set_fill(self.style.theme.background, opacity=_VEIL)

    @property
    def is_crowded(self) -> bool:
        """Whether what pulls the word is squeezed so much together that only the word itself keeps its label."""
        pulls = self.numbers.pulls
        way = pulls[0].vectors[pulls[0].strongest] - pulls[1].vectors[pulls[1].strongest]
        after, before = (float(torch.linalg.vector_norm(one)) for one in (apply_map(way, self.matrix), way))
        return after < _CROWDED * before

    def _put_words(self) -> None:
        """The word and what pulls it with labels, the other words as marks."""
        figure, numbers, style = self.figure, self.numbers, self.style
        subject = numbers.pulls[0].word
        named = {subject, *(one.words[one.strongest] for one in numbers.pulls)}
        rows = dict(zip(numbers.words, numbers.vectors, strict=True))
        self.words = {
            word: PlaneWord(
                word, self.plane.place(row), figure.color_of(word),
                size=style.sizes.label if word == subject else style.sizes.note, style=style,
            )
            for word, row in rows.items() if word in named
        }  # fmt: skip
        for word, row in rows.items():
            if word not in named:
                place, color = self.plane.place(row), figure.color_of(word)
                self.space.put_mark(Dot(place, radius=_LANDMARK_RADIUS, color=color, fill_opacity=_LANDMARK), row)
            elif self.is_crowded and word != subject:
                self.space.put_mark(self.words[word].mark, row)
            else:
                self.space.put_words({word: self.words[word]}, {word: row})
        staying = {subject} if self.is_crowded else named
        self.leaving = VGroup(*(word.label for name, word in self.words.items() if name not in staying))

    def _pulls(self, pulled: Tensor) -> tuple[list[Line], list[Dot]]:
        """For each phrase the way of the word, in the colour of what pulls it most, and its new place."""
        numbers, style = self.numbers, self.style
        start = self.plane.place(apply_map(numbers.pulls[0].vector, self.matrix))
        ways, marks = [], []
        for one, row in zip(numbers.pulls, pulled, strict=True):
            end = self.plane.place(row)
            color = self.figure.color_of(one.words[one.strongest])
            ways.append(Line(start, end, buff=0).set_stroke(color, style.strokes.thin))
            marks.append(result_mark(self.figure, one).move_to(end))
        return ways, marks

    def _label_ends(self) -> list[Point]:
        """Where labels stand in the end: clear of the pulls, and not between words that have none."""
        around = [
            Dot(self.plane.place(row), radius=_CLEAR)
            for word, row in zip(self.numbers.words, apply_map(self.numbers.vectors, self.matrix), strict=True)
            if word not in self.words and not self.is_crowded
        ]
        ways = [_flat(way) for way in self.ways]
        boxes = [*around, *self.marks, self.between]
        return self.space.labels_at(self.matrix, keep_off=ways, boxes=boxes, standing_axes=False)

    def label_like(self, other: SpacePanel) -> None:
        """Put the labels beside their marks as they stand in another panel."""
        for name, word in self.words.items():
            there = other.words[name]
            word.label.move_to(word.point + there.label.get_center() - there.point)

    def appear(self) -> Animation:
        """All of it fades in, before any pull."""
        return FadeIn(self.plane.grid, self.space, *self.space.carried, *self.leaving)

    def fade_start(self) -> Animation:
        """The place from which the word is pulled goes dim."""
        return fade_to(self.words[self.numbers.pulls[0].word].mark, _GHOST)

    def pull(self, place: int) -> Animation:
        """A phrase pulls: the word's mark goes from its place to the new one and draws its way."""
        mark, way = self.marks[place], self.ways[place]
        return AnimationGroup(Create(way), MoveAlongPath(mark, way))


def _flat(line: Line) -> Segment:
    return flat(line.get_start()), flat(line.get_end())
