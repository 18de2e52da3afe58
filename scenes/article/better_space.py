"""Which space parts the two meanings best (the article's section "A Better Space for Pulling Words", figure 17)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from manim import Animation, AnimationGroup, Create, Dot, FadeIn, Line, MoveAlongPath, TransformFromCopy
from pydantic import Field
from torch import Tensor

from attnmath import apply_map, attend
from scenes.figure import Figure, FigureParameters, PhraseParameters, quantity, world_matrix
from scenes.motion import Carry, fade_to
from scenes.parts.geometry import flat, point
from scenes.parts.labels import Segment
from scenes.parts.matrix import NamedMatrix
from scenes.parts.number import Number
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import WordPlane, words_on_plane
from scenes.parts.space import Space
from scenes.parts.text import Label, Row, set_on_baseline
from scenes.phrase import Pull, pull
from scenes.spaces import landmarks
from scenes.stage import Region
from scenes.worlds import World

_LANDMARK = 0.5
"""Opacity of words that are only there to tell the clusters."""

_GHOST = 0.35
"""Opacity of the place from which the word is pulled."""

_WAITING = 0.35
"""Opacity of the phrase that does not pull just now."""

_RADIUS = 0.085
_LANDMARK_RADIUS = 0.06
"""Scene units: the radius of the word's new places, and of words without a label."""

_AIR = 1.08
"""How much more than its words a panel shows, so that labels fit."""


class TwoMeanings(FigureParameters):
    """One word in two phrases."""

    word: str = Field("apple", description="The word that is pulled; it must be in both phrases.")
    first_phrase: str = Field("fruit", description="The phrase with the first meaning: its name, or 2 to 9 words.")
    second_phrase: str = Field("tech", description="The phrase with the second meaning: its name, or 2 to 9 words.")


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


def pulled_within(matrix: Tensor, pulls: tuple[Pull, Pull]) -> Tensor:
    """The word's new vector after one step within a space, for each phrase: shape (2, d)."""
    return torch.stack([attend(apply_map(one.vectors, matrix)).output[one.position] for one in pulls])


class ThreeTransformedSpaces(Figure):
    """attention-three-transformed-spaces: a good space for pulling takes the two meanings far apart."""

    name = "attention-three-transformed-spaces"
    Parameters = TwoMeanings
    numbers: ThreeSpaces

    @classmethod
    def compute(cls, parameters: TwoMeanings, world: World) -> ThreeSpaces:
        """One step of attention over each phrase within each of the spaces."""
        first, second = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.first_phrase, parameters.second_phrase)
        )
        pulls = (first, second)
        pullers = [one.words[one.strongest] for one in pulls]
        words = tuple(dict.fromkeys([*landmarks(world), *pullers, parameters.word]))
        A = torch.eye(2)
        B, C = (world_matrix(world, name, 2, 2) for name in "BC")
        pulled = [pulled_within(matrix, pulls) for matrix in (A, B, C)]
        return ThreeSpaces(
            pulls,
            words,
            world.axes,
            ("A", "B", "C"),
            ("first", "second"),
            vectors=world.embedding().rows(words),
            A=A,
            B=B,
            C=C,
            pulled_in_A=pulled[0],
            pulled_in_B=pulled[1],
            pulled_in_C=pulled[2],
            distances=torch.stack([torch.linalg.vector_norm(one[0] - one[1]) for one in pulled]),
        )

    def build(self) -> None:
        """The phrases at the top, the three spaces below, in one scale."""
        style, safe = self.style, self.stage.safe
        header, body = safe.rows(0.55, 6.35, gap=0.1)
        self.phrases = [
            PhraseRow(one.words, self.colors_of(one.words), part, size=style.sizes.label, style=style)
            for one, part in zip(self.numbers.pulls, header.columns(1, 1, gap=0.6), strict=True)
        ]
        self.panels = [_Panel(self, index, part) for index, part in enumerate(body.columns(1, 1, 1, gap=0.4))]
        for panel in self.panels:
            panel.space.shift_labels(self.panels[0].label_ends)

    def corners(self) -> Tensor:
        """All that must be inside a panel, in any of the spaces: shape (N, 2)."""
        numbers = self.numbers
        spaces = [numbers.space(name) for name in numbers.spaces]
        places = torch.cat([*(apply_map(numbers.vectors, matrix) for matrix, _ in spaces), *(at for _, at in spaces)])
        return _AIR * places

    def tell(self) -> None:
        """The three spaces; then the two pulls in each, and how far apart they end."""
        numbers, times = self.numbers, self.style.times
        a, b, c = self.panels
        word = numbers.pulls[0].word
        with self.beat("one-space", f"Here is one space three times; two phrases use its word {word}."):
            self.play(*(FadeIn(phrase) for phrase in self.phrases), run_time=times.quick)
            self.play(*(panel.appear() for panel in self.panels), run_time=times.move)
            self.rest()
        with self.beat("pull-A", f"In space A, as it was, they pull it to two places: {a.number.shown} apart."):
            self.play(FadeIn(a.title), a.fade_start(), run_time=times.quick)
            for place, phrase in enumerate(self.phrases):
                other = self.phrases[1 - place]
                self.play(fade_to(phrase, 1), fade_to(other, _WAITING), run_time=times.quick)
                self.play(a.pull(place), run_time=times.move)
            self.play(*(fade_to(phrase, 1) for phrase in self.phrases), run_time=times.quick)
            self._measure(a)
        said = "A matrix makes space B: it squeezes the two groups of words together."
        self._tell_space(b, said, f"In B both phrases pull {word} to nearly the same place: {b.number.shown} apart.")
        said = "Another matrix makes space C: it stretches the two groups apart."
        self._tell_space(c, said, f"In C they pull {word} far apart: the distance is {c.number.shown}.")

    def _tell_space(self, panel: _Panel, made: str, pulled: str) -> None:
        """Space is carried; then the same two pulls in it, and their distance."""
        times = self.style.times
        with self.beat(f"space-{panel.space_name}", made):
            self.play(FadeIn(panel.title), run_time=times.quick)
            self.play(Carry(panel.space, panel.matrix, panel.label_ends), run_time=1.5 * times.slow)
            self.rest()
        with self.beat(f"pull-{panel.space_name}", pulled):
            self.play(panel.fade_start(), run_time=times.quick)
            self.play(panel.pull(0), panel.pull(1), run_time=times.move)
            self._measure(panel)

    def _measure(self, panel: _Panel) -> None:
        """The way from one new place to the other becomes a bar below."""
        times = self.style.times
        self.add(panel.between, *panel.marks)  # the line goes below the marks
        self.play(Create(panel.between), run_time=times.quick)
        self.play(TransformFromCopy(panel.between, panel.bar), run_time=times.move)
        self.play(FadeIn(panel.said), run_time=times.quick)
        self.wait(times.hold if panel is self.panels[-1] else times.rest)


class _Panel:
    """One of the spaces: its matrix above it, the words in it, the two pulls, their distance below it.

    Attributes:
        space_name: A, B or C.
        matrix: what carries it.
        space: the grid and what is carried.
        between: the line between the word's two new places.
        bar: the same line, laid flat below the panel.
        number: its length.
        said: the number and what it is.
        label_ends: where the words' labels are in the end.
    """

    def __init__(self, figure: ThreeTransformedSpaces, index: int, region: Region) -> None:
        self.figure, self.style = figure, figure.style
        numbers = figure.numbers
        self.space_name = numbers.spaces[index]
        self.matrix, pulled = numbers.space(self.space_name)
        title, body, footer = region.rows(0.95, 4.25, 1.0, gap=0.07)
        self.title = NamedMatrix(self.space_name, self.matrix, size=self.style.sizes.note, style=self.style)
        self.title.move_to(title.centre)
        self.plane = WordPlane(body, figure.corners(), (), style=self.style)
        self.space = Space(self.plane, style=self.style)
        self._put_words()
        self.ways, self.marks = self._pulls(pulled)
        first, second = (mark.get_center() for mark in self.marks)
        self.between = Line(first, second, buff=0)
        self.between.set_stroke(self.style.theme.ink, self.style.strokes.bold)
        self.number = Number(numbers.distances[index], size=self.style.sizes.formula, style=self.style)
        self._set_distance(footer)
        boxes = [*self.marks, self.between]
        self.label_ends = self.space.labels_at(self.matrix, keep_off=[_flat(way) for way in self.ways], boxes=boxes)

    def _put_words(self) -> None:
        """The word and what pulls it with labels, the other words as marks."""
        figure, numbers = self.figure, self.figure.numbers
        named = {numbers.pulls[0].word, *(one.words[one.strongest] for one in numbers.pulls)}
        rows = dict(zip(numbers.words, numbers.vectors, strict=True))
        colors = {word: figure.color_of(word) for word in numbers.words}
        labelled = {word: row for word, row in rows.items() if word in named}
        self.words = words_on_plane(self.plane, labelled, colors, style=self.style)
        for word, row in rows.items():
            if word not in named:
                mark = Dot(self.plane.place(row), radius=_LANDMARK_RADIUS, color=colors[word], fill_opacity=_LANDMARK)
                self.space.put_mark(mark, row)
        self.space.put_words(self.words, labelled)

    def _pulls(self, pulled: Tensor) -> tuple[list[Line], list[Dot]]:
        """For each phrase the way of the word, in the colour of what pulls it most, and its new place."""
        numbers, style = self.figure.numbers, self.style
        start = self.plane.place(apply_map(numbers.pulls[0].vector, self.matrix))
        ways, marks = [], []
        for one, row in zip(numbers.pulls, pulled, strict=True):
            color = self.figure.color_of(one.words[one.strongest])
            end = self.plane.place(row)
            ways.append(Line(start, end, buff=0).set_stroke(color, style.strokes.bold))
            mark = Dot(end, radius=_RADIUS, color=self.figure.color_of(one.word))
            marks.append(mark.set_stroke(color, style.strokes.line))
        return ways, marks

    def _set_distance(self, region: Region) -> None:
        """The bar, and the number below it."""
        x, style = float(region.centre[0]), self.style
        # laid flat the shorter way round
        side = 1 if self.between.get_end()[0] >= self.between.get_start()[0] else -1
        half = side * float(self.between.get_length()) / 2
        y = region.top - 0.22
        self.bar = Line(point(x - half, y), point(x + half, y), buff=0)
        self.bar.set_stroke(style.theme.ink, style.strokes.bold)
        name = Label("distance", size=style.sizes.note, color=style.theme.dim, style=style)
        self.said = Row([name, self.number], 0.2)
        self.said.set_x(x)
        set_on_baseline(self.said, y - 0.5)

    def appear(self) -> Animation:
        """All of it fades in, before any pull."""
        return FadeIn(self.plane.grid, self.space, *self.space.carried)

    def fade_start(self) -> Animation:
        """The place from which the word is pulled goes dim."""
        return fade_to(self.words[self.figure.numbers.pulls[0].word].mark, _GHOST)

    def pull(self, place: int) -> Animation:
        """A phrase pulls: the word's mark goes from its place to the new one and draws its way."""
        mark, way = self.marks[place], self.ways[place]
        return AnimationGroup(Create(way), MoveAlongPath(mark, way))


def _flat(line: Line) -> Segment:
    return flat(line.get_start()), flat(line.get_end())
