"""The attention pattern: every query against every key (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from manim import AnimationGroup, FadeIn, FadeOut, LaggedStart, VGroup

from scenes.claims import Claim, Measurement, same
from scenes.figure import Figure
from scenes.layout import stack
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.motion.arrive import arrive
from scenes.motion.become import become
from scenes.number_format import format_number
from scenes.worlds import World

_ALL = 2.4
"""Seconds in which all other words ask."""


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
        """Make a table with a strip for each row."""
        steps = (self.says("ask"), self.says("softmax"))
        self.table = self.phrase_table(self.numbers.words, steps=steps, strips=True, holds=[self.numbers.scores])
        self.arrange(stack(self.table))

    def _answers(self, places: Sequence[int]) -> VGroup:
        """Return a frame around each of the scores that answer loudest, in its word's colour."""
        frames = VGroup()
        for place in places:
            frame = self.table.cells[self.numbers.position][place].copy()
            frames.add(frame.set_stroke(self.table.colors[place], self.style.strokes.line))
        return frames

    def tell(self) -> None:
        """Score every query with every key; softmax row by row."""
        numbers, table, times = self.numbers, self.table, self.style.times
        scores, best = table.numbers(numbers.scores), numbers.answering(numbers.position, 2)
        names = {"word": numbers.word, "first": numbers.words[best[0]], "second": numbers.words[best[1]]}
        with self.beat("grid"):
            self.show(table.grid, seconds=times.slow)
            self.rest()
        answers = self._answers(best)
        with self.beat("row", **names):
            self.play(FadeIn(table.heading), run_time=times.quick)
            self.play(table.lit(0), run_time=times.quick)
            self.show(scores[numbers.position], seconds=times.slow)
            self.play(FadeIn(answers), run_time=times.quick)
            self.rest()
        with self.beat("scores"):
            others = [row for index, row in enumerate(scores) if index != numbers.position]
            self.play(LaggedStart(*(AnimationGroup(*map(FadeIn, row)) for row in others), lag_ratio=0.6), run_time=_ALL)
            self.rest()
        with self.beat("softmax"):
            self.play(FadeIn(table.tracks), FadeOut(answers), table.lit(1), run_time=times.quick)
            rows = zip(scores, table.weights(numbers.weights), table.strips(numbers.weights), strict=True)
            self.rows(AnimationGroup(become(row, marks), arrive(strip)) for row, marks, strip in rows)
            self.hold()
