"""The attention pattern: every query against every key (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from manim import AnimationGroup, FadeIn

from scenes.claims import Claim, Measurement, same
from scenes.figure import Figure
from scenes.layout import stack
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.motion.arrive import arrive
from scenes.motion.become import become
from scenes.number_format import format_number
from scenes.worlds import World


def _rows_add_up(numbers: Asked, world: World) -> Measurement:
    return same(numbers.sums, torch.ones(len(numbers.words)))


def _asks_of_few(numbers: Asked, world: World) -> Measurement:
    best = numbers.answering(numbers.position, 2)
    share = float(numbers.weights[numbers.position][best].sum())
    return Measurement(share > 0.8, f"{' and '.join(numbers.words[place] for place in best)}: {share:.2f}")


class AttentionPattern(Figure):
    """lesson-attention-pattern: every query meets every key, and softmax leaves each word's row its few answers."""

    name = "lesson-attention-pattern"
    world_name = "creature"
    Parameters = OfCreature
    numbers: Asked
    claims = (
        Claim("Every row of the pattern adds up to 1.", _rows_add_up),
        Claim("Two words have more than four fifths of the asking word's weight.", _asks_of_few),
    )

    @classmethod
    def compute(cls, parameters: OfCreature, world: World) -> Asked:
        """Return every query's scores and weights."""
        return asked(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Asked) -> Mapping[str, object]:
        """Return the phrase, the word that asks, and the two that answer with their weights."""
        best = numbers.answering(numbers.position, 2)
        weights = numbers.weights[numbers.position]
        found = ", ".join(f"{numbers.words[place]} {format_number(float(weights[place]))}" for place in best)
        return {"words": " ".join(numbers.words), "word": numbers.word, "found": found}

    def build(self) -> None:
        """Make a table of scores, and one with a strip for each row."""
        words, held = self.numbers.words, {"holds": [self.numbers.scores]}
        self.first = self.phrase_table(words, **held)
        self.table = self.phrase_table(words, steps=(self.says("ask"), self.says("softmax")), strips=True, **held)
        self.arrange(stack(self.first))
        self.arrange(stack(self.table))

    def tell(self) -> None:
        """Score every query with every key; softmax row by row."""
        numbers, table = self.numbers, self.table
        first, scores = self.first.numbers(numbers.scores), table.numbers(numbers.scores)
        best = numbers.answering(numbers.position, 2)
        names = {"word": numbers.word, "first": numbers.words[best[0]], "second": numbers.words[best[1]]}
        with self.beat("grid"):
            self.show(self.first.grid)
            self.rest()
        with self.beat("row", **names):
            self.show(first[numbers.position])
            self.rest()
        with self.beat("scores"):
            self.show([row for index, row in enumerate(first) if index != numbers.position])
            self.rest()
        with self.beat("softmax"):
            self.become([self.first.grid, first], [table.grid, scores])
            self.play(FadeIn(table.heading, table.tracks), run_time=self.style.times.quick)
            self.play(table.lit(1), run_time=self.style.times.quick)
            rows = zip(scores, table.weights(numbers.weights), table.strips(numbers.weights), strict=True)
            self.rows(AnimationGroup(become(row, marks), arrive(strip)) for row, marks, strip in rows)
            self.hold()
