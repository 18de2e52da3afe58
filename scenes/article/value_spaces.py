"""Two value spaces for the same words (the article's section "Multiple Key, Query, and Value Spaces").

The semantic space takes apple to two places for two meanings and to one for two colours. The space of grammatical
relations does it the other way round. Both figures have the same parts in the same places, so that they read as a pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import torch
from manim import (
    LEFT,
    Animation,
    AnimationGroup,
    Circle,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromEdge,
    LaggedStart,
    TransformFromCopy,
    VGroup,
    VMobject,
)

from scenes.figure import Figure
from scenes.motion import fade_to, gather, grow, pull, recolor, rewrite
from scenes.parts.arrows import Arrow
from scenes.parts.compared import ComparedList
from scenes.parts.distance import clear_distance
from scenes.parts.matrix import NamedMatrix, row_titles
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import PlaneWord, WordPlane, set_labels, words_on_plane
from scenes.parts.pulls import RING, Pulls
from scenes.parts.text import Label
from scenes.stage import Region
from scenes.value_space import FourPhrases, OtherColour, ValueSpace, value_space
from scenes.worlds import World

_CLEAR = 0.1
"""Weight from which a pull is so clear that no label may stand on it."""

_DIMMED = 0.4
"""Opacity of words that the phrase of the moment does not have."""


class _ValueSpaces(Figure):
    """A word in the value space of one head: parted by two phrases, and hardly by two others.

    Attributes:
        head: the head's number.
        space: what the space is called.
        there: what the word is called where a phrase has taken it; ``{telling}`` is the word that tells the phrase.
    """

    Parameters = FourPhrases
    world_name = "colours"
    numbers: ValueSpace
    head: ClassVar[int]
    space: ClassVar[str]
    there: ClassVar[str]

    @classmethod
    def compute(cls, parameters: FourPhrases, world: World) -> ValueSpace:
        """One step of the head's attention over each of the four phrases."""
        return value_space(parameters, world, cls.head)

    def build(self) -> None:
        """The phrase at the top, the plane of values at the left, the matrix and the distances at the right."""
        numbers, style = self.numbers, self.style
        self.phrases = [
            PhraseRow(words, self.colors_of(words), self.stage.header, style=style) for words in numbers.told
        ]
        left, right = self.stage.picture_to_bottom.columns(1.5, 1, gap=0.4)
        rows = torch.cat([numbers.values, numbers.updated, numbers.W_V])
        self.plane = WordPlane(left, rows, numbers.parts, style=style)
        vectors = dict(zip(numbers.words, numbers.values, strict=True))
        colors = {word: self.color_of(word) for word in vectors}
        self.words = words_on_plane(self.plane, vectors, colors, icons=True, style=style)
        self.subject = self.words[numbers.word]
        self._standing: list[PlaneWord] = []
        self.pulls = [self._pulls(phrase) for phrase in range(2)]
        self.ends = [self._end(phrase) for phrase in range(2)]
        start, end = (mark.point for mark in self.ends)
        self.gap = clear_distance(
            start, end, numbers.distances[0], style, away=self.subject.point, lines=self.plane.axis_segments(),
            clear=0.38,
        )  # fmt: skip
        self.spots = self._spots()
        self._set_labels()
        self.axes = self._axes()
        self._write(right)

    def _pulls(self, phrase: int) -> Pulls:
        """The pulls of a phrase's words, each word once."""
        numbers = self.numbers
        members = [index for index, word in enumerate(numbers.words) if word in numbers.told[phrase]]
        names = [numbers.words[index] for index in members]
        return Pulls(
            [self.words[name].point for name in names],
            numbers.weights[members, phrase],
            self.colors_of(names),
            own=names.index(numbers.word),
            strongest=names.index(numbers.strongest(phrase)),
            away=self.plane.place(numbers.updated[phrase]),
            lines=self.plane.axis_segments(),
            style=self.style,
        )

    def _end(self, phrase: int) -> PlaneWord:
        """The word where a phrase takes it, under a name that tells the phrase."""
        numbers, color = self.numbers, self.color_of(self.numbers.word)
        said = self.there.format(word=numbers.word, telling=numbers.telling[phrase])
        name = Label(said, color=color, style=self.style)
        return PlaneWord(
            numbers.word, self.plane.place(numbers.updated[phrase]), color, icon=True, text=name, style=self.style
        )

    def _spots(self) -> list[VMobject]:
        """Where the two phrases take the word that hardly part it: a dot, and a ring that shows what it covers."""
        ink = self.style.theme.ink
        places = [self.plane.place(row) for row in self.numbers.updated[2:]]
        ring = Circle(radius=0.15, color=ink, stroke_width=self.style.strokes.line)
        return [Dot(places[0], radius=0.07, color=ink), ring.move_to(places[1])]

    def _set_labels(self) -> None:
        """Labels off all that is drawn while they are there; the first pulls are gone when the word has moved."""
        lines = [segment for pulls in self.pulls for segment in pulls.segments(least=_CLEAR)]
        kept = [self.gap.text, *(pulls.number for pulls in self.pulls)]
        marks = [end.mark for end in self.ends]
        self.subject.reach = (RING + 0.06, RING + 0.06)
        set_labels(self.words.values(), self.plane, keep_off=[*lines, self.gap.flat_segment], boxes=[*kept, *marks])
        boxes = [*self.words.values(), self.gap.text, self.pulls[1].number]
        lines = [*self.pulls[1].segments(least=_CLEAR), self.gap.flat_segment]
        set_labels(self.ends, self.plane, keep_off=lines, boxes=boxes)

    def _axes(self) -> list[tuple[Arrow, VMobject]]:
        """Where the matrix takes each axis of the embeddings: an arrow with its name."""
        numbers, color = self.numbers, self.style.theme.value
        arrows = [self.plane.arrow(row, color, width=self.style.strokes.bold) for row in numbers.W_V]
        names = [
            PlaneWord(name, self.plane.place(row), color, style=self.style)
            for name, row in zip(numbers.axes, numbers.W_V, strict=True)
        ]
        set_labels(names, self.plane, keep_off=[arrow.flat_segment for arrow in arrows])
        return [(arrow, name.text) for arrow, name in zip(arrows, names, strict=True)]

    def _write(self, region: Region) -> None:
        """The space's name, its matrix with its rows' names, and below them the two distances."""
        numbers, style = self.numbers, self.style
        top, middle, bottom = region.rows(0.7, 2.6, 2.7)
        self.title = Label(self.space, size=style.sizes.phrase, style=style)
        self.title.move_to(top.centre)
        self.matrix = NamedMatrix(
            f"W_V^(({self.head}))", numbers.W_V, size=style.sizes.phrase, color=style.theme.value, style=style
        )
        dim = [style.theme.dim] * len(numbers.axes)
        self.row_names = row_titles(self.matrix.matrix, numbers.axes, dim, style=style)
        VGroup(self.matrix, *self.row_names).move_to(middle.centre)
        pairs = [numbers.telling[:2], numbers.telling[2:]]
        self.compared = ComparedList(
            f"distance between the two places of {numbers.word}",
            pairs,
            numbers.distances,
            [self.colors_of(pair) for pair in pairs],
            bottom.inset(0.35, 0.35),
            marks=[[], [spot.copy() for spot in self.spots]],
            style=style,
        )

    def tell(self) -> None:
        """The space, the words in it, two phrases that part the word, two that do not."""
        numbers, times = self.numbers, self.style.times
        with self.beat("space", f"This is the {self.space}: the head's own matrix says where each axis goes."):
            self._show_space()
        with self.beat("values", "Every word of the phrase goes to the place of its value."):
            self.play(
                FadeIn(self.phrases[0]), *(FadeOut(*axis) for axis in self.axes), self._dim_matrix(),
                run_time=times.move,
            )  # fmt: skip
            self.play(LaggedStart(*self._landings(0, numbers.told[0]), lag_ratio=0.25), run_time=1.6)
            self.rest()
        for phrase, name in enumerate(("pull", "other-pull")):
            puller, share = numbers.strongest(phrase), self.pulls[phrase].number.shown
            which = "another" if phrase else "this"
            said = f"In {which} phrase {puller} pulls {numbers.word} hardest, with {share} of the weight."
            with self.beat(name, said):
                if phrase:
                    self._turn_to(phrase)
                self._pull(phrase)
        with self.beat("apart", f"The two places are {self.compared.rows[0].number.shown} apart."):
            self._leave(numbers.telling)
            self.play(FadeIn(self.gap), FadeIn(self.compared.heading), run_time=times.move)
            self._measure(0, gather([self.gap.number], self.compared.rows[0].number))
            self.rest()
        first, second = numbers.telling[2:]
        apart = self.compared.rows[1].number.shown
        with self.beat("alike", f"Whether the phrase says {first} or {second}, the two places are {apart} apart."):
            for phrase in (2, 3):
                self._turn_to(phrase, only=numbers.telling)
                self.play(FadeIn(self.spots[phrase - 2], target_position=self.subject.point), run_time=times.move)
            self._measure(1, [FadeIn(self.compared.rows[1].number), *self._marks()])
            self.hold()

    def _show_space(self) -> None:
        times = self.style.times
        self.play(FadeIn(self.plane), FadeIn(self.title), run_time=times.quick)
        self.play(FadeIn(self.matrix), *(FadeIn(name) for name in self.row_names), run_time=times.move)
        for index, ((arrow, label), name) in enumerate(zip(self.axes, self.row_names, strict=True)):
            self.play(
                grow(arrow), TransformFromCopy(name, label), run_time=times.move if index == 0 else times.move * 0.6
            )
        self.rest()

    def _dim_matrix(self) -> Animation:
        matrix = self.matrix.matrix
        return AnimationGroup(*(recolor(matrix.row(row), self.style.theme.dim) for row in range(len(matrix.numbers))))

    def _landings(self, phrase: int, words: Sequence[str]) -> list[Animation]:
        """Words of a phrase that are not there yet go to their places."""
        moves: list[Animation] = []
        for word, name in zip(self.numbers.told[phrase], self.phrases[phrase].words, strict=True):
            target = self.words[word]
            if word in words and target not in self._standing:
                self._standing.append(target)
                moves.append(AnimationGroup(TransformFromCopy(name, target.text), FadeIn(target.mark)))
        return moves

    def _leave(self, kept: Sequence[str]) -> None:
        """Words that are needed no more go, so that those that tell the phrases stand alone."""
        going = [word for word in self._standing if word.word not in kept and word is not self.subject]
        self._standing = [word for word in self._standing if word not in going]
        if going:
            self.play(*(FadeOut(word) for word in going), run_time=self.style.times.quick)

    def _turn_to(self, phrase: int, only: Sequence[str] | None = None) -> None:
        """Another phrase takes the place of the one before; its words land, or only some of them."""
        times, told = self.style.times, self.numbers.told[phrase]
        others = [word for word in self._standing if word is not self.subject]
        kept = {*self.numbers.telling, *told}
        fades = [fade_to(word, 1 if word.word in told else _DIMMED) for word in others if word.word in kept]
        gone = [word for word in others if word.word not in kept]
        self._standing = [word for word in self._standing if word not in gone]
        self.play(
            rewrite(self.phrases[phrase - 1], self.phrases[phrase]), *fades, *(FadeOut(word) for word in gone),
            run_time=times.move * 0.8,
        )  # fmt: skip
        landings = self._landings(phrase, told if only is None else only)
        if landings:
            self.play(LaggedStart(*landings, lag_ratio=0.2), run_time=times.move * (0.6 if only else 1.0))

    def _pull(self, phrase: int) -> None:
        """All words of a phrase pull; the word moves and leaves a ghost."""
        times, pulls, end = self.style.times, self.pulls[phrase], self.ends[phrase]
        self.play(LaggedStart(*pull(pulls), lag_ratio=0.1), run_time=1.2 if phrase == 0 else times.slow)
        self.play(FadeIn(pulls.number), run_time=times.quick)
        self.rest()
        moving = self.subject.mark.copy().set_opacity(1)
        self.add(moving)
        self.play(
            moving.animate.move_to(end.point), fade_to(self.subject, _DIMMED), FadeOut(pulls), run_time=times.slow
        )
        self.remove(moving)
        self.add(end.mark)
        self.play(FadeIn(end.label), run_time=times.quick)
        self.rest()

    def _marks(self) -> list[Animation]:
        """The marks of the places become those of the list."""
        row = self.compared.rows[1]
        return [TransformFromCopy(spot, mark) for spot, mark in zip(self.spots, row.marks, strict=True)]

    def _measure(self, pair: int, arrivals: Sequence[Animation]) -> None:
        """A distance becomes a number and a bar in the list; all words that tell a phrase light up again."""
        row, times = self.compared.rows[pair], self.style.times
        again = [fade_to(word, 1) for word in self._standing if word is not self.subject]
        bar = GrowFromEdge(row.bar, LEFT)
        self.play(FadeIn(row.names), *arrivals, bar, *again, run_time=times.slow)


class SemanticTransformation(_ValueSpaces):
    """attention-semantic-transformation: this value space parts two meanings, and hardly two colours."""

    name = "attention-semantic-transformation"
    head = 0
    space = "semantic value space"
    there = "{word} with {telling}"


class GrammaticalTransformation(_ValueSpaces):
    """attention-grammatical-transformation: this value space parts two colours, and hardly two meanings."""

    name = "attention-grammatical-transformation"
    Parameters = OtherColour
    head = 1
    space = "grammatical value space"
    there = "{telling} {word}"
