"""One spelling, three meanings: real words take one embedding to three places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import LEFT, FadeIn, FadeOut, LaggedStart, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import attend
from scenes.claims import Claim, Measurement
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, Word, WordsParameters, phrase_words, require_plane, require_word
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band, Thread, pull_of
from scenes.parts.plane.labels import inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import PhraseBlock, labelled
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

_BEYOND = 0.12
"""The room beyond the last word, as a share of what all words span."""

_HALO = 0.05
"""Scene units around texts for their halos."""

_HEARD, _SMALL, _WAY, _LINES = 0.07, 0.7, 3.0, 3
"""The weight from which a word is shown; the width of bands as a share of the usual; the stroke of a way; lines of a
phrase beside the plane."""


class ThreePhrases(WordsParameters):
    """The parameters: a word, and three phrases with it."""

    word: Word = Field("mole", description="The word of several meanings; it must be in every phrase.")
    phrases: tuple[Phrase, Phrase, Phrase] = Field(
        ("garden", "gram", "skin"), description="Three phrases: their names, or written out."
    )

    def world_used(self, world: World) -> World:
        """Return the part of the world with the words of the phrases."""
        return world.only(self.phrases, [self.word])


@dataclass(frozen=True)
class Meanings:
    """A word's new places in three phrases."""

    word: str
    lines: tuple[tuple[str, ...], ...]
    axes: tuple[str, ...]
    titles: tuple[str, ...]
    vectors: tuple[Tensor, ...]
    """Each phrase's vectors, (T, 2)."""
    start: Tensor = quantity("The word's vector.", rows="axes")
    ends: Tensor = quantity("Its new vector in each phrase.", rows="titles", columns="axes")
    weights: Tensor = quantity("Its weights in all phrases, one after the other.")
    apart: Tensor = quantity("The smallest distance between two of its new places.")

    def of(self, index: int) -> Tensor:
        """Return the word's weights in a phrase, shape (T,)."""
        first = sum(len(line) for line in self.lines[:index])
        return self.weights[first : first + len(self.lines[index])]

    def strongest(self, index: int) -> str:
        """Return the other word of a phrase that pulls most."""
        pulls = zip(self.of(index).tolist(), self.lines[index], strict=True)
        return max((pull for pull in pulls if pull[1] != self.word), default=(0.0, self.word))[1]


def _come_apart(numbers: Meanings, world: World) -> Measurement:
    apart = float(numbers.apart)
    return Measurement(apart > 0.5, f"{apart:.2f} apart at the least")


class Polysemy(PlaneFigure):
    """lesson-polysemy: one word, one vector, three phrases, three places."""

    name = "lesson-polysemy"
    world_name = "mole"
    Parameters = ThreePhrases
    with_climate = False
    fills_room = True
    stops_at_record = True
    parameters: ThreePhrases
    numbers: Meanings
    claims = (Claim("In three phrases the word goes to three places, half a unit apart or more.", _come_apart),)

    @classmethod
    def compute(cls, parameters: ThreePhrases, world: World) -> Meanings:
        """Take one step of attention over each phrase."""
        require_plane(world)
        lines = tuple(phrase_words(world, phrase, "phrases", least=2, most=10) for phrase in parameters.phrases)
        word = require_word(world, parameters.word, lines[0], "word")
        for line in lines:
            require_word(world, word, line, "word")
        vectors = tuple(world.embedding().rows(line) for line in lines)
        steps = [attend(rows) for rows in vectors]
        at = [len(line) - 1 - line[::-1].index(word) for line in lines]
        ends = torch.stack([step.output[place] for step, place in zip(steps, at, strict=True)])
        weights = torch.cat([step.weights[place] for step, place in zip(steps, at, strict=True)])
        apart = torch.pdist(ends).min()
        titles = tuple(f"phrase {number}" for number in (1, 2, 3))
        return Meanings(word, lines, world.axes, titles, vectors, vectors[0][at[0]], ends, weights, apart)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the plane shows: the words, and beyond them room for the name of the axis along the foot."""
        (left, right), up = super().spans()
        return (left, right + _BEYOND * (right - left)), up

    @classmethod
    def alternative_values(cls, numbers: Meanings) -> Mapping[str, object]:
        """Return the word, its place, and where each phrase takes it."""
        found = "; ".join(f"{numbers.strongest(index)} {format_vector(end)}" for index, end in enumerate(numbers.ends))
        return {"word": numbers.word, "at": format_vector(numbers.start), "found": found}

    def build(self) -> None:
        """Make the word at its place, and for each phrase the words that are heard."""
        numbers = self.numbers
        self.start = self.plane.place(numbers.start)
        self.ends = [self.plane.place(row) for row in numbers.ends]
        self.ways = [laid(thin_line(self.start, end, self._color(index), _WAY), Layer.TRAIL)
                     for index, end in enumerate(self.ends)]  # fmt: skip
        lines = [(flat(self.start), flat(end)) for end in self.ends]
        self.word = self.tokens({numbers.word: numbers.start}, lines=lines)[numbers.word]
        self.phrases = [self.header_phrase(line) for line in numbers.lines]
        self.heard = [self._heard(index) for index in range(3)]
        self._clear_ticks()
        names = {self.named(index): row for index, row in enumerate(numbers.ends)}
        marks = [_around(at) for at in self.ends]
        placed = self.tokens(names, lines=lines, boxes=marks) if len(names) == 3 else {}
        self.landed = VGroup()
        for index, token in enumerate(placed.values()):
            text = Label(self.named(index), size=self.style.sizes.number, color=self._color(index), style=self.style)
            self.landed.add(labelled(text.move_to(token.label), self.style))
        self.asked, self.told = self._blocks(answered=False), self._blocks(answered=True)
        self.weights = [
            ScoreLedger(line, numbers.of(index), [self._color(index)] * len(line), self.view.record,
                        lying=self.view.lying, number=Weight, style=self.style)
            for index, line in enumerate(numbers.lines)
        ]  # fmt: skip

    def _blocks(self, *, answered: bool) -> VGroup:
        """Return the three phrases in the record, one below or beside the other.

        Args:
            answered: whether each has the colour of the place that it leads to; before that only the word has one.
        """
        theme, record, blocks = self.style.theme, self.view.record.inset(_HALO, _HALO, _HALO, _HALO), VGroup()
        cells = record.columns(1, 1, 1, gap=0.25) if self.view.lying else record.rows(1, 1, 1, gap=0.3)
        for index, (line, cell) in enumerate(zip(self.numbers.lines, cells, strict=True)):
            ink = self._color(index) if answered else theme.ink
            colors = [theme.subject if word == self.numbers.word and not answered else ink for word in line]
            block = PhraseBlock(line, colors, _LINES, style=self.style)
            block.scale(min(1.0, cell.width / block.width, cell.height / block.height))
            blocks.add(block.move_to(cell.centre).align_to(point(cell.left, 0.0), LEFT))
        return blocks

    def _clear_ticks(self) -> None:
        """Take away the ticks' numbers that a pull would cross."""
        pulls = [pull for _, several in self.heard for pull in several]
        segments = [(flat(pull.puller), flat(end)) for pull in pulls for end in (self.start, *self.ends)]
        crossed = [tick for tick in self.plane.numbers if any(inside_length(each, box_of(tick)) for each in segments)]
        self.plane.numbers.remove(*crossed)

    def named(self, index: int) -> str:
        """Return a phrase's name; the word that pulls most where it was written out."""
        given = self.parameters.phrases[index]
        return given if given in self.world.phrases else self.numbers.strongest(index)

    def _color(self, index: int) -> str:
        """Return a phrase's colour."""
        return self.style.theme.families[index]

    def _heard(self, index: int) -> tuple[VGroup, list[Band | Thread]]:
        """Return the words of a phrase that are heard, and their pulls."""
        numbers = self.numbers
        rows = dict(zip(numbers.lines[index], numbers.vectors[index], strict=True))
        weights = dict(zip(numbers.lines[index], numbers.of(index).tolist(), strict=True))
        heard = {word: row for word, row in rows.items() if weights[word] >= _HEARD and word != numbers.word}
        heard = heard or {numbers.strongest(index): rows[numbers.strongest(index)]}
        lines = [(flat(self.start), flat(self.plane.place(row))) for row in heard.values()]
        boxes = [_around(self.start), box_of(self.word.label), *map(_around, self.ends)]
        tokens = self.tokens(heard, lines=lines, boxes=boxes)
        colored = [
            Token(word, token.at, self._color(index), offset=token.offset, style=self.style)
            for word, token in tokens.items()
        ]
        pulls = [
            pull_of(self.plane.place(row), self.start, weights[word], self._color(index), slim=_SMALL, style=self.style)
            for word, row in heard.items()
        ]
        return VGroup(*colored), pulls

    def tell(self) -> None:
        """Show the word, and where each phrase takes it."""
        numbers = self.numbers
        with self.beat("one", word=numbers.word):
            self.play(FadeIn(self.word))
            self.play(LaggedStart(*map(FadeIn, self.asked), lag_ratio=0.4))
            self.rest()
        self.add(self.word.ghost())
        gone: list[VMobject] = [self.word.mark, self.asked]
        for index, name in enumerate(("first", "second", "third")):
            words, pulls = self.heard[index]
            strongest = numbers.strongest(index)
            weight = dict(zip(numbers.lines[index], numbers.of(index).tolist(), strict=True))[strongest]
            with self.beat(name, word=numbers.word, puller=strongest, weight=format_number(weight)):
                moving = Token(numbers.word, self.start, self._color(index), large=True, style=self.style)
                arriving = FadeIn(self.phrases[index], words, moving.mark, self.weights[index])
                self.play(arriving, *(FadeOut(each) for each in gone))
                self.pull(moving, pulls, self.ends[index])
                self.add(self.ways[index])
                gone = [self.phrases[index], words, self.weights[index], *pulls]
                self.rest()
        with self.beat("three", word=numbers.word, apart=format_number(float(numbers.apart))):
            self.play(*(FadeOut(each) for each in gone))
            self.play(LaggedStart(*map(FadeIn, (*self.landed, *self.told)), lag_ratio=0.3))
            self.last()


def _around(at: Point) -> tuple[float, float, float, float]:
    half = np.full(2, 0.3)
    (left, low), (right, high) = np.asarray(at[:2]) - half, np.asarray(at[:2]) + half
    return (float(left), float(low), float(right), float(high))
