"""The whole phrase with keys, queries and values (the article's section of that name, figure 23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from manim import (
    DOWN,
    UP,
    Animation,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    Transform,
    TransformFromCopy,
    VGroup,
)

from attnmath import Head, attend
from scenes.figure import PhraseParameters, world_matrix
from scenes.motion import fade_to, gather
from scenes.parts.assembly import Piece
from scenes.parts.geometry import Point, point
from scenes.parts.mapped import MappedRow
from scenes.parts.number_grid import Block, NumberGrid
from scenes.parts.table_layout import Surroundings
from scenes.parts.text import Label, Math, set_on_baseline
from scenes.weighted_sum import KeysQueriesValues, WeightedSumFigure
from scenes.whole_phrase import similarities
from scenes.worlds import World

_DONE = 0.35
"""Opacity of what has done its work."""


class TableKeysQueriesValues(WeightedSumFigure):
    """attention-table-kqv: queries meet keys, softmax makes weights, the weights mix values."""

    name = "attention-table-kqv"
    numbers: KeysQueriesValues

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> KeysQueriesValues:
        """softmax(Q Kᵀ) V of the phrase.

        Raises:
            UserError: when the phrase or the word do not fit the world, or it lacks one of the three matrices.
        """
        table = similarities(parameters, world)
        size = world.dimension
        W_Q, W_K, W_V = (world_matrix(world, name, size, size) for name in ("W_Q", "W_K", "W_V"))
        step = attend(table.vectors, Head(W_Q, W_K, W_V))
        table = replace(table, scores=step.scores)
        first, second = (step.weights[row][:, None] * step.values for row in (table.position, table.second))
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        return KeysQueriesValues(
            **given, weights=step.weights, weighted=first, weighted_second=second, updated=step.output,
            W_Q=W_Q, W_K=W_K, W_V=W_V, queries=step.queries, keys=step.keys, values=step.values,
            sums=step.weights.sum(dim=-1),
        )  # fmt: skip

    def build(self) -> None:
        """Vectors beside and above a table, new vectors at the right, a desk and the formula below it."""
        numbers, theme = self.numbers, self.style.theme
        pieces = [
            Piece("softmax", '"softmax"'), Piece("(", "paren.l"), Piece("Q", "Q", 0.04, theme.query),
            Piece("KT", "K^T", 0.08, theme.key), Piece(")", "paren.r", 0.04), Piece("V", "V", 0.12, theme.value),
        ]  # fmt: skip
        around = Surroundings(
            [numbers.scores, numbers.weights],
            beside=[numbers.vectors, numbers.queries],
            above=[numbers.vectors, numbers.keys, numbers.values],
            after=[numbers.updated],
            desk=0.86,
        )
        self.set_table(around, pieces)
        self.scores, self.weights = self.in_cells(numbers.scores), self.in_cells(numbers.weights, weights=True)
        self.x_beside, self.x_above, self.x_copy = (
            self.beside(numbers.vectors), self.above(numbers.vectors), self.above(numbers.vectors)
        )  # fmt: skip
        self.queries = self.beside(numbers.queries, theme.query)
        self.keys, self.carried = self.above(numbers.keys, theme.key), self.above(numbers.values, theme.value)
        self.set_sums(theme.value)
        self._set_sums_of_weights()
        self._set_names()
        own, second = numbers.position, numbers.second
        self.maps = {letter: self._map(letter, word) for letter, word in (("Q", own), ("K", second), ("V", second))}
        self.work = self.product(
            numbers.queries, numbers.keys, own, second, letters="qk", colors=(theme.query, theme.key)
        )
        self.work.move_to(self._desk_middle())

    def _desk_middle(self) -> Point:
        return point(self.layout.middle, float(self.layout.desk.centre[1]))

    def _set_sums_of_weights(self) -> None:
        layout, sums = self.layout, self.numbers.sums[:, None]
        x = sum(layout.after_xs) / len(layout.after_xs)
        self.sums_of_weights = NumberGrid(sums, [x], layout.lattice.ys, size=layout.size, style=self.style)
        self.sum_title, self.result_title = (
            Label(text, size=self.style.sizes.note, color=self.style.theme.dim, style=self.style)
            for text in ("sum", "new vectors")
        )
        for title in (self.sum_title, self.result_title):
            set_on_baseline(title.set_x(x), layout.lattice.top + 0.16)

    def _set_names(self) -> None:
        """The names of the blocks: X twice, then Q below its block, Kᵀ and the values before theirs."""
        theme, size = self.style.theme, self.style.sizes.phrase
        block, top = self.x_beside.brackets, self.x_above.brackets
        below = point(block.get_x(), block.get_bottom()[1] - 0.32)
        before = point(top.get_left()[0] - 0.45, top.get_y())
        self.names = {
            name: Math(notation, size=size, color=color, style=self.style).move_to(place)
            for name, notation, color, place in (
                ("X", "X", theme.ink, below), ("XT", "X^T", theme.ink, before),
                ("Q", "Q", theme.query, below), ("KT", "K^T", theme.key, before),
            )
        }  # fmt: skip
        y = float(top.get_y())
        self.notes = {"vectors": self.note_left("copy of X", y), "values": self.note_left("values", y, theme.value)}

    def _map(self, letter: str, word: int) -> MappedRow:
        """What a matrix makes of one word's vector, in numbers."""
        numbers, theme = self.numbers, self.style.theme
        matrix, results, color = {
            "Q": (numbers.W_Q, numbers.queries, theme.query),
            "K": (numbers.W_K, numbers.keys, theme.key),
            "V": (numbers.W_V, numbers.values, theme.value),
        }[letter]
        colors = self.colors[word], color
        row = MappedRow(letter, numbers.vectors[word], matrix, results[word], colors, style=self.style)
        row.move_to(self._desk_middle())
        return row

    def tell(self) -> None:
        """Queries and keys, their dot products, softmax, values, and what they add up to."""
        self._tell_queries_and_keys()
        self._tell_scores()
        self._tell_weights()
        self._tell_values()
        self._tell_sums()

    def _tell_queries_and_keys(self) -> None:
        numbers, times, table = self.numbers, self.style.times, self.table
        said = "The vectors of the phrase, X, stand twice: for the words that are pulled and for those that pull."
        with self.beat("vectors", said):
            self.play(FadeIn(table), run_time=times.move)
            blocks = FadeIn(self.x_beside, self.x_above)
            self.play(blocks, FadeIn(self.names["X"], self.names["XT"]), run_time=times.move)
            self.rest()
        with self.beat("queries", "At the left, W_Q turns each vector into a query: what its word asks for."):
            frame, work = table.row_frame(numbers.position), self.maps["Q"]
            self.play(FadeIn(frame), FadeIn(work.question), run_time=times.move)
            self.rest()
            self.play(FadeIn(work.answer), run_time=times.quick)
            pairs = list(zip(self.x_beside.grid.rows, self.queries.grid.rows, strict=True))
            renamed = [FadeOut(self.names["X"]), FadeIn(self.names["Q"])]
            self._convert(
                "Q", pairs, numbers.position, [Transform(self.x_beside.brackets, self.queries.brackets), *renamed]
            )
            self.play(FadeOut(frame, work), run_time=times.quick)
            self.rest()
        with self.beat("keys", "Above, W_K turns each vector into a key: what its word has to offer."):
            renamed = [FadeOut(self.names["XT"]), FadeIn(self.names["KT"])]
            self._convert_columns("K", self.x_above, self.keys, renamed)

    def _convert_columns(self, letter: str, before: Block, after: Block, renamed: Sequence[Animation]) -> None:
        """A matrix changes the vectors above the columns, quicker than the first did."""
        times = self.style.times
        frame = self.table.column_frame(self.numbers.second, self.layout.above_bottom)
        self.play(FadeIn(frame), FadeIn(self.maps[letter]), run_time=times.move)
        pairs = [(before.grid.column(j), after.grid.column(j)) for j in range(len(self.numbers.words))]
        self._convert(letter, pairs, self.numbers.second, [Transform(before.brackets, after.brackets), *renamed])
        self.play(FadeOut(frame, self.maps[letter]), run_time=times.quick)
        self.rest()

    def _convert(
        self, letter: str, pairs: list[tuple[VGroup, VGroup]], first: int, along: Sequence[Animation]
    ) -> None:  # fmt: skip
        """One vector takes what its arithmetic came to, then all others change in one sweep."""
        times = self.style.times
        old, new = pairs[first]
        results = zip(self.maps[letter].result.numbers[0], new, strict=True)
        moves = [TransformFromCopy(number, place) for number, place in results]
        self.play(FadeOut(old, run_time=times.quick), *moves, run_time=times.move)
        others = [pair for pair in pairs if pair[0] is not old]
        changes = [LaggedStart(FadeOut(a), FadeIn(b), lag_ratio=0.7) for a, b in others]
        self.play(LaggedStart(*changes, lag_ratio=0.2), *along, run_time=times.slow * 1.2)

    def _tell_scores(self) -> None:
        numbers, times, table = self.numbers, self.style.times, self.table
        own, second = numbers.position, numbers.second
        self.frame = table.row_frame(own)
        frame = table.column_frame(second, self.layout.above_bottom)
        word, puller = numbers.words[own], numbers.words[second]
        result = self.scores.numbers[own][second].shown
        with self.beat(
            "first-cell",
            f"The query of {word} times the key of {puller} is {result}: how hard {puller} pulls {word}.",
        ):
            self.play(FadeIn(self.frame, frame), FadeIn(self.work[:-2]), run_time=times.move)
            self.play(FadeIn(self.work[-2:]), run_time=times.quick)
            self.play(TransformFromCopy(self.work[-1], self.scores.numbers[own][second]), run_time=times.move)
            self.rest()
        with self.beat("scores", "Every query meets every key, and the table is Q times K transposed."):
            rest = VGroup(*(number for j, number in enumerate(self.scores.rows[own]) if j != second))
            self.play(FadeOut(frame, self.work), run_time=times.quick)
            self.play(self.drop(rest, times.slow))
            self.play(self.frame.animate.set_y(self.layout.lattice.ys[second]), run_time=times.quick)
            self.play(self.drop(self.scores.rows[second], times.move))
            self.sweep(numbers.others, lambda row: self.drop(self.scores.rows[row], 1.0), self.frame, 1.8)
            self.named = ["Q", "KT"]
            for name, x in self.formula.places(self.named).items():
                self.formula.pieces[name].set_x(x)
            copies = [TransformFromCopy(self.names[name], self.formula.pieces[name]) for name in self.named]
            self.play(*copies, run_time=times.slow)
            self.rest()

    def _tell_weights(self) -> None:
        numbers, times = self.numbers, self.style.times
        own, second = numbers.position, numbers.second
        with self.beat(
            "first-weights", f"Softmax turns the row of {numbers.words[own]} into weights that add up to 1."
        ):
            moved = self.frame.animate.set_y(self.layout.lattice.ys[own])
            self.play(moved, self.light(own), run_time=times.quick)
            self.play(self.to_weights(own, self.scores, self.weights, 1.3))
            total = self.sums_of_weights.numbers[own][0]
            self.play(
                *gather(list(self.weights.rows[own]), total),
                FadeIn(self.sum_title),
                self.light_all(),
                run_time=times.move,
            )
            self.rest()
        with self.beat("weights", "It does so with every row: all rows add up to 1."):
            self.sweep([second, *numbers.others], self._row_and_sum, self.frame, 2.4)
            self.play(*self.assemble("softmax", "(", ")"), FadeOut(self.frame), run_time=times.move)
            self.rest()

    def _row_and_sum(self, row: int) -> LaggedStart:
        sums = FadeIn(self.sums_of_weights.rows[row])
        return LaggedStart(self.to_weights(row, self.scores, self.weights, 1.0), sums, lag_ratio=0.8)

    def _tell_values(self) -> None:
        times = self.style.times
        with self.beat("copy", "The keys have done their work; a copy of X takes their place."):
            leaving = VGroup(*self.keys.grid.rows, self.x_above.brackets, self.names["KT"])
            self.play(
                FadeOut(leaving, shift=0.2 * UP),
                FadeOut(self.sums_of_weights, self.sum_title),
                fade_to(VGroup(*self.queries.grid.rows, self.names["Q"]), _DONE),
                run_time=times.quick,
            )
            self.play(FadeIn(self.x_copy, shift=0.2 * DOWN), FadeIn(self.notes["vectors"]), run_time=times.move)
        with self.beat("values", "W_V turns each of its vectors into a value: what its word carries over."):
            renamed = [FadeOut(self.notes["vectors"]), FadeIn(self.notes["values"])]
            self._convert_columns("V", self.x_copy, self.carried, renamed)

    def _tell_sums(self) -> None:
        numbers, times = self.numbers, self.style.times
        own, second = numbers.position, numbers.second
        word, ys = numbers.words[own], self.layout.lattice.ys
        self.frame.set_y(ys[own])
        with self.beat("first-sum", f"The weights of {word} times the values add up to the new vector of {word}."):
            self.play(FadeIn(self.frame), self.light(own), run_time=times.quick)
            self.meet_slowly(own, brief=True)
            self.add_up(own, times.move)
            self.rest()
        with self.beat("sums", "Row by row, every word gets its new vector."):
            moved = self.frame.animate.set_y(ys[second])
            self.play(moved, self.light(second), FadeOut(self.sums[own]), run_time=times.quick)
            self.meet_quickly(second, times.slow)
            self.add_up(second, times.move * 0.7)
            self.play(FadeOut(self.sums[second]), self.light_all(), run_time=times.quick)
            self.sweep(numbers.others, self.arrive, self.frame, 1.6)
        with self.beat("name", "This is attention: softmax of Q times K transposed, times V."):
            shown = Create(self.results.brackets), FadeIn(self.result_title)
            self.play(*self.name_results("V"), *shown, run_time=times.slow)
            self.play(*self.show_again(own, self.frame), run_time=times.move)
            self.hold()
