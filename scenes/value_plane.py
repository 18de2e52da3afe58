"""The plane of a head's values with a word that four phrases take somewhere: what the figures of value spaces draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
import torch
from manim import VGroup, VMobject

from scenes.figure import Figure
from scenes.parts.arrival import Arrival
from scenes.parts.arrows import Arrow
from scenes.parts.compared import ComparedList
from scenes.parts.distance import clear_distance
from scenes.parts.icons import Icon
from scenes.parts.matrix import NamedMatrix, row_titles
from scenes.parts.number import format_number
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane import PlaneWord, WordPlane, set_labels, words_on_plane
from scenes.parts.pulls import RING, Pulls
from scenes.parts.text import Label, Row
from scenes.stage import Region
from scenes.value_space import FourPhrases, ValueSpace, value_space
from scenes.worlds import World

_CLEAR = 0.1
"""Weight from which a pull is so clear that no label may stand on it."""

_SHORT = 0.3
"""Scene units below which an axis's arrow is too short to be seen, so that it has no name on the plane."""

_IN_LIST = 0.6
"""Size of a mark in the list as a share of that on the plane."""

_ABOVE, _BELOW = (0.0, 2.5), (0.0, -2.5)
"""Where labels would rather be: those of icons above them, those of where the word was taken below."""

_OWN = 0.6
"""Scene units within which two marks of a word are at one place."""

_LINE = 0.42
"""Scene units from one line of a label to the next."""


class ValuePlane(Figure):
    """A word in the value space of one head: parted by two phrases, and hardly by two others.

    Attributes:
        head: the head's number.
        ends: the word where the first two phrases take it.
        spots: the word where the other two take it.
        shares: where the hardest pulls' weights end, beside the ways that the word has come.
        unseen: axes that the matrix takes so near to zero that their arrows cannot be seen.
    """

    Parameters = FourPhrases
    world_name = "colours"
    numbers: ValueSpace
    head: ClassVar[int]

    @classmethod
    def compute(cls, parameters: FourPhrases, world: World) -> ValueSpace:
        """One step of the head's attention over each of the four phrases."""
        return value_space(parameters, world, cls.head)

    @classmethod
    def alternative_values(cls, numbers: ValueSpace) -> Mapping[str, object]:
        """The word, the words that tell the phrases, and both distances."""
        first, second, third, fourth = numbers.telling
        apart, alike = (format_number(float(distance)) for distance in numbers.distances)
        told = {"first": first, "second": second, "third": third, "fourth": fourth}
        return {"word": numbers.word, **told, "apart": apart, "alike": alike}

    def build(self) -> None:
        """The phrase at the top, the plane of values at the left, the matrix and the distances at the right."""
        numbers, style = self.numbers, self.style
        self.phrases = [
            PhraseRow(words, self.colors_of(words), self.stage.header, style=style) for words in numbers.told
        ]
        left, right = self.stage.picture_to_bottom.columns(1.5, 1, gap=0.4)
        rows = torch.cat([numbers.values, numbers.updated, numbers.W_V])
        self.plane = WordPlane(left, rows, [self.says("first-number"), self.says("second-number")], style=style)
        vectors = dict(zip(numbers.words, numbers.values, strict=True))
        colors = {word: self.color_of(word) for word in vectors}
        self.words = words_on_plane(self.plane, vectors, colors, icons=True, style=style)
        self.subject = self.words[numbers.word]
        self.pulls = [self._pulls(phrase) for phrase in range(2)]
        arrivals = [self._arrival(phrase) for phrase in range(4)]
        self.ends, self.spots = arrivals[:2], arrivals[2:]
        start, end = (mark.point for mark in self.ends)
        self.gap = clear_distance(
            start, end, numbers.distances[0], style, away=self.subject.point, lines=self.plane.axis_segments(),
            clear=0.38,
        )  # fmt: skip
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

    def _arrival(self, phrase: int) -> Arrival:
        """The word where a phrase takes it, under a name that tells the phrase; the last one as an outline."""
        numbers, theme = self.numbers, self.style.theme
        word, telling = numbers.word, numbers.telling[phrase]
        called = {
            0: self.says("place", telling=telling, word=word),
            1: self.says("place", telling=telling, word=word),
            2: telling,
            3: self.says("or-place", telling=telling),
        }[phrase]
        said = [(piece, self.color_of(piece) if piece in (word, telling) else theme.dim) for piece in called.split()]
        return Arrival(
            numbers.word, self.subject.point, self.plane.place(numbers.updated[phrase]), self.color_of(numbers.word),
            said, hollow=phrase == 3, style=self.style,
        )  # fmt: skip

    def _set_labels(self) -> None:
        """Labels off all that is drawn while they are there; the first pulls are gone when the word has moved."""
        lines = [segment for pulls in self.pulls for segment in pulls.segments(least=_CLEAR)]
        ways = [self.gap.flat_segment, *(end.way.flat_segment for end in self.ends)]
        middle = (self.ends[0].point + self.ends[1].point) / 2
        self.shares = [end.beside_way(pulls.number, middle) for end, pulls in zip(self.ends, self.pulls, strict=True)]
        moved = [pulls.number.copy().move_to(share) for pulls, share in zip(self.pulls, self.shares, strict=True)]
        tips = [end.way.tip for end in self.ends]
        kept = [self.gap.text, *moved, *tips, *(pulls.number for pulls in self.pulls)]
        marks = [arrival.mark for arrival in (*self.ends, *self.spots)]
        self.subject.reach = (RING + 0.06, RING + 0.06)
        for word in self.words.values():
            word.toward = _ABOVE if isinstance(word.mark, Icon) else None
        for arrival in self.ends:
            arrival.toward = _BELOW
        for side, arrival in zip((-1.0, 1.0), self.spots, strict=True):
            arrival.toward = (side, _BELOW[1])
        set_labels(self.words.values(), self.plane, keep_off=[*lines, *ways], boxes=[*kept, *marks])
        boxes = [*self.words.values(), self.gap.text, self.pulls[1].number, *moved, *tips]
        lines = [*self.pulls[1].segments(least=_CLEAR), *ways]
        # A place that is the word's own is no obstacle to its label.
        others = [spot.mark for spot in self.spots if min(_apart(spot, end) for end in self.ends) > _OWN]
        set_labels(self.ends, self.plane, keep_off=lines, boxes=[*boxes, *others])
        left = [self.words[word] for word in {self.numbers.word, *self.numbers.telling}]
        boxes = [*left, self.gap.text, *moved, *tips, *self.ends]
        if not self._second_line():
            set_labels(self.spots, self.plane, keep_off=ways, boxes=boxes)

    def _second_line(self) -> bool:
        """Where the last two phrases take the word to one of the first two's places, that place's name goes on."""
        for end in self.ends:
            if max(_apart(spot, end) for spot in self.spots) < _OWN and end.label.get_y() < end.point[1]:
                line = Row([spot.text for spot in self.spots], 0.12)
                line.set_x(end.label.get_x())
                line.on_baseline(end.text.baseline - _LINE)
                return True
        return False

    def _axes(self) -> list[tuple[Arrow, VMobject | None]]:
        """Where the matrix takes each axis of the embeddings: an arrow with its name."""
        numbers, color = self.numbers, self.style.theme.value
        arrows = [self.plane.arrow(row, color, width=self.style.strokes.bold) for row in numbers.W_V]
        names = [
            PlaneWord(name, self.plane.place(row), color, style=self.style)
            for name, row in zip(numbers.axes, numbers.W_V, strict=True)
        ]
        self.unseen = [name.word for name in names if np.linalg.norm(name.point - self.plane.origin) < _SHORT]
        set_labels(
            [name for name in names if name.word not in self.unseen], self.plane,
            keep_off=[arrow.flat_segment for arrow in arrows],
        )  # fmt: skip
        return [
            (arrow, None if name.word in self.unseen else name.text) for arrow, name in zip(arrows, names, strict=True)
        ]

    def _write(self, region: Region) -> None:
        """The space's name, its matrix with its rows' names, and below them the two distances."""
        numbers, style = self.numbers, self.style
        top, middle, bottom = region.rows(1.0, 2.4, 2.7)
        self.title = Label(self.says("space"), size=style.sizes.phrase, style=style)
        self.title.move_to(top.centre).on_baseline(top.top - 0.45)
        self.note = Label(self.says("rule"), color=style.theme.dim, style=style)
        self.note.move_to(top.centre).on_baseline(self.title.baseline - 0.48)
        self.matrix = NamedMatrix(
            f"W_V^(({self.head}))", numbers.W_V, size=style.sizes.phrase, color=style.theme.value, style=style
        )
        dim = [style.theme.dim] * len(numbers.axes)
        for size in (style.sizes.label, style.sizes.note):
            self.row_names = row_titles(self.matrix.matrix, numbers.axes, dim, size=size, style=style)
            if VGroup(self.matrix, *self.row_names).width <= region.width:
                break
        VGroup(self.matrix, *self.row_names).move_to(middle.centre)
        pairs = [numbers.telling[:2], numbers.telling[2:]]
        self.compared = ComparedList(
            self.says("distance", word=numbers.word),
            pairs,
            numbers.distances,
            [self.colors_of(pair) for pair in pairs],
            bottom.inset(0.35, 0.35),
            marks=[[], [spot.mark.copy().scale(_IN_LIST) for spot in self.spots]],
            style=style,
        )


def _apart(one: PlaneWord, other: PlaneWord) -> float:
    return float(np.linalg.norm(one.point - other.point))
