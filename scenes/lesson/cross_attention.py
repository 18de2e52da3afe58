"""Queries of one language, keys and values of another: a rectangular pattern without a mask.

Source: Bahdanau, Cho, Bengio (2014), figure 3; Vaswani et al. (2017), section 3.2.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from manim import Create, FadeIn, FadeOut, LaggedStart, ReplacementTransform, Square, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import attend_with
from scenes.claims import Claim, Measurement, same
from scenes.number_format import format_number
from scenes.parameters import Phrase, Word, WordsParameters, phrase_words, require_word
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

_WIDEST, _THINNEST, _LEAST = 0.36, 0.02, 0.02
"""Scene units: the width of a thread for a weight of 1, and the least; the weight below which none is drawn."""

_ACROSS, _APART, _TITLE, _SQUARE = 12.4, 0.32, 0.25, 0.9
"""Scene units that a phrase is wide, between two words at the least, and free at words' ends; a square's side for a
weight of 1, as a share of a cell."""


_LARGER = 1.3
"""The phrases' size as a multiple of the header's."""


class TwoLanguages(WordsParameters):
    """The parameters: the phrase that asks, the phrase that answers, and one word that asks."""

    asking: Phrase = Field("german", description="The phrase whose words ask: its name, or written out.")
    answering: Phrase = Field("english", description="The phrase whose words answer.")
    word: Word = Field("gegessen", description="The word that asks first; it must be in the asking phrase.")


@dataclass(frozen=True)
class Crossed:
    """The weights of one phrase's words over another's."""

    asking: tuple[str, ...]
    answering: tuple[str, ...]
    position: int
    weights: Tensor = quantity("Each asking word's weights.", rows="asking", columns="answering")
    sums: Tensor = quantity("The sums of the weights of each asking word.", rows="asking")

    @property
    def strongest(self) -> int:
        """The position of the word that answers the chosen word most."""
        return int(self.weights[self.position].argmax())


def _rows_add_up(numbers: Crossed, world: World) -> Measurement:
    return same(numbers.sums, torch.ones(len(numbers.asking)))


def _order_is_free(numbers: Crossed, world: World) -> Measurement:
    best = numbers.weights.argmax(dim=1).tolist()
    said = [f"{word}: {numbers.answering[place]}" for word, place in zip(numbers.asking, best, strict=True)]
    return Measurement(best != sorted(best), ", ".join(said))


class CrossAttention(PlaneFigure):
    """lesson-cross-attention: words of one language look for theirs in another, in any order."""

    name = "lesson-cross-attention"
    world_name = "two-languages"
    Parameters = TwoLanguages
    with_plane = False
    with_record = False
    numbers: Crossed
    claims = (
        Claim("Every asking word's weights add up to 1.", _rows_add_up),
        Claim("Words find their counterparts in another order than their own.", _order_is_free),
    )

    @classmethod
    def compute(cls, parameters: TwoLanguages, world: World) -> Crossed:
        """Let each word of one phrase attend to all words of the other."""
        asking = phrase_words(world, parameters.asking, "asking", most=8)
        answering = phrase_words(world, parameters.answering, "answering", most=8)
        word = require_word(world, parameters.word, asking, "word")
        space = world.embedding()
        keys = space.rows(answering)
        weights = attend_with(space.rows(asking), keys, keys).weights
        return Crossed(asking, answering, asking.index(word), weights, weights.sum(dim=-1))

    @classmethod
    def alternative_values(cls, numbers: Crossed) -> Mapping[str, object]:
        """Return both phrases, and which words found which."""
        best = numbers.weights.argmax(dim=1).tolist()
        found = [f"{word} {numbers.answering[place]}" for word, place in zip(numbers.asking, best, strict=True)]
        return {"asking": " ".join(numbers.asking), "answering": " ".join(numbers.answering), "found": ", ".join(found)}

    def build(self) -> None:
        """Make both rows of words, the threads between them, and the pattern."""
        numbers, free, theme = self.numbers, self.stage.above_foot.inset(top=0.2, bottom=0.2), self.style.theme
        size = _LARGER * self.style.sizes.head
        first, second, third, fourth, fifth, *_ = theme.families
        colors = (first, second, third, theme.subject, fifth, fourth)
        self.colors = [colors[place % len(colors)] for place in range(len(numbers.answering))]
        self.above = self._row(numbers.answering, free.top - 0.35, self.colors, size)
        low = max(free.bottom, free.centre[1] - 2.4) if self.stage.is_portrait else free.bottom
        self.below = self._row(numbers.asking, low + 0.1, [theme.ink] * len(numbers.asking), size)
        self.threads = [self._threads(place) for place in range(len(numbers.asking))]
        self._make_pattern()

    def _row(self, words: Sequence[str], y: float, colors: Sequence[str], size: float) -> VGroup:
        """Return words beside each other on a baseline, as wide as the frame at the most."""
        labels = [
            Label(word, size=size, color=color, style=self.style) for word, color in zip(words, colors, strict=True)
        ]
        room = min(self.stage.safe.width - _WIDEST, _ACROSS)
        free = (room - sum(float(label.width) for label in labels)) / max(len(labels) - 1, 1)
        row = VGroup(*labels).arrange(point(1.0), buff=max(free, _APART))
        if row.width > room:
            row.scale(room / row.width)
        row.set_x(0.0)
        for label in labels:
            label.on_baseline(y)
        return row

    def _threads(self, place: int) -> VGroup:
        """Return a thread from a word to each word that answers it, as wide as its weight."""
        start = self.below[place].get_top() + point(0.0, _TITLE)
        threads = VGroup()
        weights = self.numbers.weights[place].tolist()
        for target, weight, color in zip(self.above, weights, self.colors, strict=True):
            if weight >= _LEAST:
                end = target.get_bottom() - point(0.0, _TITLE)
                bend = point(0.0, (end[1] - start[1]) / 2)
                line = VMobject(stroke_color=color)
                line.set_points_as_corners([start, start])
                line.set_points([start, start + bend, end - bend, end])
                line.set_stroke(width=100 * max(_WIDEST * weight, _THINNEST), opacity=0.85)
                threads.add(laid(line, Layer.THREAD))
        return threads

    def _make_pattern(self) -> None:
        """Make the pattern: rows ask, columns answer, squares are weights."""
        numbers, theme, free = self.numbers, self.style.theme, self.stage.above_foot.inset(top=0.2, bottom=0.1)
        size = self.style.sizes.number
        rows, columns = numbers.weights.shape
        titles = [Label(word, size=size, color=theme.ink, style=self.style) for word in numbers.asking]
        left = max(float(title.width) for title in titles) + 0.25
        heads = [
            Label(word, size=size, color=color, style=self.style)
            for word, color in zip(numbers.answering, self.colors, strict=True)
        ]
        widest = max(float(head.width) for head in heads)
        cell = min((free.width - left) / columns, (free.height - 0.6) / rows)
        across = min(max(cell, widest + 0.2), (free.width - left) / columns)
        x0, y0 = -(left + across * columns) / 2 + left, free.top - 0.6
        self.titles, self.squares, self.cells = VGroup(), VGroup(), VGroup()
        for column, head in enumerate(heads):
            self.titles.add(head.set_x(x0 + (column + 0.5) * across).on_baseline(free.top - 0.4))
        for row, title in enumerate(titles):
            y = y0 - (row + 0.5) * cell
            self.titles.add(title.set_x(x0 - 0.2 - title.width / 2).on_baseline(y - title.cap_height / 2))
            for column in range(columns):
                at = point(x0 + (column + 0.5) * across, y)
                frame = Square(0.94 * cell, stroke_color=theme.faint, stroke_width=self.style.strokes.hair)
                self.cells.add(frame.move_to(at))
                side = max(_SQUARE * cell * float(numbers.weights[row, column]) ** 0.5, 0.045)
                square = colour_area(Square(side, stroke_width=0), self.colors[column], 0.9, self.style)
                self.squares.add(square.move_to(at))

    def tell(self) -> None:
        """Show both phrases; let one word look; let all look; show the pattern."""
        numbers = self.numbers
        word, answer = numbers.asking[numbers.position], numbers.answering[numbers.strongest]
        with self.beat("phrases"):
            self.play(FadeIn(self.above))
            self.play(FadeIn(self.below))
            self.rest()
        weight = Weight(numbers.weights[numbers.position, numbers.strongest], size=self.style.sizes.head,
                        color=self.colors[numbers.strongest], style=self.style)  # fmt: skip
        own = self.threads[numbers.position]
        ends = (self.below[numbers.position].get_top(), self.above[numbers.strongest].get_bottom())
        weight.move_to((ends[0] + ends[1]) / 2 + point(0.9, 0.35))
        share = format_number(weight.value)
        with self.beat("one", word=word, answer=answer, share=share):
            self.play(LaggedStart(*map(Create, own), lag_ratio=0.2), run_time=1.6)
            self.play(FadeIn(weight))
            self.rest()
        with self.beat("all"):
            others = [threads for place, threads in enumerate(self.threads) if place != numbers.position]
            self.play(
                FadeOut(weight),
                LaggedStart(*(LaggedStart(*map(Create, threads), lag_ratio=0.1) for threads in others), lag_ratio=0.3),
                run_time=3.2,
            )
            self.rest()
        with self.beat("pattern", rows=len(numbers.asking), columns=len(numbers.answering)):
            words = [*self.above, *self.below]
            titles = [ReplacementTransform(one, other) for one, other in zip(words, self.titles, strict=True)]
            self.play(FadeOut(*self.threads, run_time=0.5), *titles)
            self.play(FadeIn(self.cells), LaggedStart(*map(FadeIn, self.squares), lag_ratio=0.05))
            self.hold()
