"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from manim import DOWN, FadeIn, FadeOut

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.numbers import similarities
from scenes.article.whole_phrase.sums_base import WeightedSumFigure, WeightedSums
from scenes.parameters import PhraseParameters, require_few_numbers
from scenes.parts.table.layout import Surroundings
from scenes.parts.text.assembled_formula import Piece
from scenes.parts.text.number import format_vector
from scenes.worlds import World

_MOST_NUMBERS = 3
"""The most numbers of a vector that there is room for when they are written out."""


class TableWeightedSum(WeightedSumFigure):
    """attention-table-weighted-sum: each row of weights mixes the words' vectors into that row's new one."""

    name = "attention-table-weighted-sum"
    claims = TABLE_WEIGHTED_SUM_CLAIMS

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> WeightedSums:
        """Return softmax(X Xᵀ) X of the phrase."""
        require_few_numbers(world, _MOST_NUMBERS)
        table = similarities(parameters, world)
        step = attend(table.vectors)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        first, second = (step.weights[row][:, None] * table.vectors for row in (table.position, table.second))
        return WeightedSums(**given, weights=step.weights, weighted=first, weighted_second=second, updated=step.output)

    @classmethod
    def alternative_values(cls, numbers: WeightedSums) -> Mapping[str, object]:
        """Return the first row's word and its new vector."""
        return {"word": numbers.word, "updated": format_vector(numbers.updated[numbers.position])}

    def build(self) -> None:
        """Draw vectors above a table of weights, weighted vectors below it, new vectors at the right, the formula."""
        numbers = self.numbers
        pieces = [
            Piece("softmax", '"softmax"'),
            Piece("(", "paren.l"),
            Piece("X", "X", 0.04),
            Piece("XT", "X^T"),
            Piece(")", "paren.r", 0.04),
            Piece("V", "X", 0.12),
        ]
        desk, footer = (0.72, 0.55) if self.stage.is_narrow else (0.86, 0.95)
        around = Surroundings(
            [numbers.weights], above=[numbers.vectors], after=[numbers.updated], desk=desk, footer=footer
        )
        self.set_table(around, pieces)
        self.weights = self.in_cells(numbers.weights, weights=True)
        for cells, numbers_of_row in zip(self.table.cells, self.weights.numbers, strict=True):
            for cell, number in zip(cells, numbers_of_row, strict=True):
                cell.shade(number.value)
        self.carried = self.above(numbers.vectors)
        self.set_sums()
        self.notes = {
            "vectors": self.note_left(self.says("vectors"), sum(self.layout.above_ys) / len(self.layout.above_ys), 0.4),
            "weighted": self.note_left(self.says("weighted"), float(self.layout.desk.centre[1]), 0.22),
        }

    def tell(self) -> None:
        """Show the weights, the vectors, the first row's sum, the second's, all others, the name."""
        numbers, times = self.numbers, self.style.times
        own, second = numbers.position, numbers.second
        word, puller = numbers.words[own], numbers.words[second]
        ys = self.layout.lattice.row_ys
        with self.beat("weights"):
            self.play(FadeIn(self.table), *(FadeIn(row) for row in self.weights.rows), run_time=times.move)
            self.play(*self.assemble("softmax", "(", "X", "XT", ")"), run_time=times.move)
            self.rest()
        with self.beat("vectors"):
            self.play(FadeIn(self.carried, shift=0.15 * DOWN), FadeIn(self.notes["vectors"]), run_time=times.move)
            self.rest()
        frame, share = self.table.row_frame(own), self.weights.numbers[own][second].shown
        with self.beat("first-row", word=word, second=puller, share=share):
            self.play(FadeIn(frame), self.light(own), FadeIn(self.notes["weighted"]), run_time=times.quick)
            self.meet_slowly(own)
        updated = self.style.language.listed([number.shown for number in self.results.grid.numbers[own]])
        with self.beat("first-sum", word=word, updated=updated):
            self.add_up(own, times.slow)
            self.rest()
        with self.beat("second-row", second=puller):
            self.play(frame.animate.set_y(ys[second]), self.light(second), FadeOut(self.sums[own]), run_time=times.move)
            self.meet_quickly(second, times.slow)
            self.add_up(second, times.move * 0.7)
            self.rest()
            self.play(FadeOut(self.sums[second], self.notes["weighted"]), self.light_all(), run_time=times.quick)
        if numbers.others:
            with self.beat("all-rows"):
                self.sweep(numbers.others, self.arrive, frame, 2.2)
                self.play(FadeOut(frame), run_time=times.quick)
                self.rest()
        with self.beat("name"):
            self.play(*self.name_results("V"), run_time=times.slow)
            self.play(*self.show_again(own, frame), FadeIn(self.notes["weighted"]), run_time=times.move)
            self.hold()
