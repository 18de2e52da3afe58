"""The mask belongs before softmax, not after it (the lesson "Attention Step by Step")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from manim import AnimationGroup, FadeIn, LaggedStart
from pydantic import Field
from torch import Tensor

from attnmath import attend, causal_mask
from scenes.claims import Claim, Measurement, same
from scenes.figure import Figure
from scenes.layout import beside, stack
from scenes.motion.arrive import arrive
from scenes.motion.become import become
from scenes.parameters import Phrase, WordsParameters, phrase_words
from scenes.parts.text.number import format_number
from scenes.quantities import quantity
from scenes.worlds import World

_MOST_WORDS = 9
"""Words whose scores fit two tables beside each other."""


class OnePhrase(WordsParameters):
    """The parameters: a phrase."""

    phrase: Phrase = Field("an apple and a banana", description="The phrase: its name in the world, or written out.")


@dataclass(frozen=True)
class Masked:
    """A phrase's attention, masked before softmax and after it."""

    words: tuple[str, ...]
    scores: Tensor = quantity("Every word's dot product with every word.", rows="words", columns="words")
    masked: Tensor = quantity("The scores, minus infinity for later words.", rows="words", columns="words")
    weights: Tensor = quantity("Softmax of the masked scores.", rows="words", columns="words")
    free: Tensor = quantity("Softmax of all scores.", rows="words", columns="words")
    late: Tensor = quantity("Softmax of all scores, then 0 for later words.", rows="words", columns="words")
    sums: Tensor = quantity("The sums of rows that were masked before softmax.", rows="words")
    short: Tensor = quantity("The sums of rows that were masked after it.", rows="words")


def _later_words_weigh_nothing(numbers: Masked, world: World) -> Measurement:
    most = float(numbers.weights.triu(1).max())
    return Measurement(most == 0, f"at most {most:g}")


def _rows_stay_whole(numbers: Masked, world: World) -> Measurement:
    return same(numbers.weights.sum(dim=-1), torch.ones(len(numbers.words)))


def _rows_fall_short(numbers: Masked, world: World) -> Measurement:
    sums = numbers.late.sum(dim=-1).tolist()
    return Measurement(max(sums[:-1]) < 1, ", ".join(f"{total:.2f}" for total in sums))


def _sharing_out_mends_it(numbers: Masked, world: World) -> Measurement:
    sums = numbers.late.sum(dim=-1, keepdim=True).clamp_min(torch.finfo(numbers.late.dtype).tiny)
    return same((numbers.late / sums).flatten(), numbers.weights.flatten())


class Masking(Figure):
    """lesson-masking: masked before softmax every row stays whole; masked after it, rows fall short of 1."""

    name = "lesson-masking"
    Parameters = OnePhrase
    numbers: Masked
    claims = (
        Claim("Masked before softmax, later words weigh exactly 0.", _later_words_weigh_nothing),
        Claim("Masked before softmax, every row adds to 1.", _rows_stay_whole),
        Claim("Masked after softmax, every row but the last adds to less than 1.", _rows_fall_short),
        Claim("Divided by their sums, the short rows are the whole ones.", _sharing_out_mends_it),
    )

    @classmethod
    def compute(cls, parameters: OnePhrase, world: World) -> Masked:
        """Return a phrase's attention with the mask before softmax and after it."""
        words = phrase_words(world, parameters.phrase, "phrase", most=_MOST_WORDS)
        vectors, mask = world.embedding().rows(words), causal_mask(len(words))
        free, masked = attend(vectors), attend(vectors, mask=mask)
        late, sums = free.weights * mask, masked.weights.sum(dim=-1)
        return Masked(words, free.scores, masked.scores, masked.weights, free.weights, late, sums, late.sum(dim=-1))

    @classmethod
    def alternative_values(cls, numbers: Masked) -> Mapping[str, object]:
        """Return the phrase, and the sums of the rows that fall short."""
        return {"words": " ".join(numbers.words), "sums": ", ".join(format_number(s) for s in numbers.short.tolist())}

    def build(self) -> None:
        """Make a table of scores, and one for each order of the two steps."""
        words, held = self.numbers.words, {"holds": [self.numbers.masked]}
        steps = (self.says("mask"), self.says("softmax"))
        self.first = self.phrase_table(words, **held)
        self.early, self.late = (self.phrase_table(words, steps=s, strips=True, **held) for s in (steps, steps[::-1]))
        self.arrange(stack(self.first))
        self.arrange(beside(self.early, self.late), tall=stack(self.early, self.late))

    def tell(self) -> None:
        """Score; mask, then softmax; softmax, then mask."""
        numbers, early, late, dim = self.numbers, self.early, self.late, self.style.theme.dim
        first, scores = self.first.numbers(numbers.scores), early.numbers(numbers.scores)
        others = late.numbers(numbers.scores, color=dim)
        with self.beat("scores"):
            self.show(self.first.grid, first)
            self.rest()
        with self.beat("mask"):
            self.become([self.first.grid, first], [early.grid, scores])
            self.show(late.grid, others, early.heading, late.heading)
            hidden = early.numbers(numbers.masked)
            self.play(early.lit(0), *early.closed(numbers.masked.isinf()), LaggedStart(*map(become, scores, hidden)))
            self.rest()
        with self.beat("softmax"):
            self.play(early.lit(1), FadeIn(early.tracks), run_time=self.style.times.quick)
            rows = zip(hidden, early.weights(numbers.weights), early.strips(numbers.weights), strict=True)
            self.rows(AnimationGroup(become(row, marks), arrive(strip)) for row, marks, strip in rows)
            self.rest()
        marks, strips = late.weights(numbers.free), late.strips(numbers.free)
        with self.beat("softmax-first"):
            self.play(late.lit(0), FadeIn(late.tracks), run_time=self.style.times.quick)
            self.play(become(others, marks), *map(arrive, strips))
            self.rest()
        with self.beat("mask-last"):
            self.play(late.lit(1), *late.closed(numbers.masked.isinf()))
            after = zip(late.weights(numbers.late), late.strips(numbers.late, of=numbers.free), strict=True)
            self.rows(map(become, zip(marks, strips, strict=True), after))
            self.hold()
