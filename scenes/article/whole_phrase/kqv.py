"""The whole phrase with keys, queries and values (the article's section of that name, figure 23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    RoundedRectangle,
    Transform,
    TransformFromCopy,
    VGroup,
)

from attnmath import Head, attend
from scenes.article.whole_phrase.claims import TABLE_KEYS_QUERIES_VALUES_CLAIMS
from scenes.article.whole_phrase.numbers import TableParameters, similarities
from scenes.article.whole_phrase.sums_base import KeysQueriesValues, WeightedSumFigure
from scenes.motion.move import gather
from scenes.parameters import AttentionParameters, require_few_numbers, world_matrix
from scenes.parts.geometry import point
from scenes.parts.table.layout import Surroundings
from scenes.parts.table.mapped import Definitions, KeptMatrix, MappedRow
from scenes.parts.table.number_grid import Block, middle_baseline
from scenes.parts.text.assembled_formula import Piece
from scenes.parts.text.number import format_vector, format_weight
from scenes.parts.text.typeset import Label, Math, set_on_baseline
from scenes.worlds import World

_MOST_NUMBERS = 3
"""The most numbers of a vector that there is room for when they are written out."""


class MappedTableFigure(WeightedSumFigure):
    """A figure whose vectors become queries, keys and values; the matrices stay in sight where there is room.

    Attributes:
        maps: one vector times a matrix, in numbers, by the matrix's letter.
        kept: the matrices that stay in sight, by their letters.
        names: the names of the blocks around the table.
        queries: the queries left of the rows.
        keys: the keys above the columns.
    """

    numbers: KeysQueriesValues
    maps: dict[str, MappedRow]
    kept: dict[str, KeptMatrix]
    names: dict[str, Math]
    queries: Block
    keys: Block

    @property
    def keeps_matrices(self) -> bool:
        """True if there is room for the matrices to stay in sight."""
        return self.stage.is_portrait or not self.stage.is_narrow

    def row_map(self, letter: str, word: int) -> MappedRow:
        """Return one word's vector times a matrix, in numbers."""
        numbers, theme = self.numbers, self.style.theme
        matrix, results, color = {
            "Q": (numbers.W_Q, numbers.queries, theme.query),
            "K": (numbers.W_K, numbers.keys, theme.key),
            "V": (numbers.W_V, numbers.values, theme.value),
        }[letter]
        colors = self.colors[word], color
        sizes, in_lines = self.style.sizes, self.stage.is_portrait
        for pair in ((sizes.phrase, sizes.label), (sizes.script, sizes.note), (sizes.script, sizes.least)):
            row = MappedRow(
                letter,
                numbers.vectors[word],
                matrix,
                results[word],
                colors,
                sizes=pair,
                in_lines=in_lines,
                style=self.style,
            )
            if row.width <= self.widest:
                break
        row.move_to(point(self.layout.middle, float(self.layout.desk.centre[1])))
        return row

    def kept_matrix(self, letter: str) -> KeptMatrix:
        """Return a matrix, small, in a corner beside its results."""
        kept, safe = KeptMatrix(self.maps[letter]), self.stage.safe
        if self.stage.is_portrait:
            places = {"Q": 0.3, "K": 0.7, "V": 0.5}
            kept.move_to(self.layout.strip.centre).set_x(safe.left + places[letter] * safe.width)
        elif letter == "Q":
            name = self.names["Q"]
            left = max(safe.left + 0.06, self.layout.titles_edge - kept.width)
            kept.align_to(point(left, 0.0), LEFT).shift(point(0.0, name.baseline - kept.name_baseline))
        elif letter == "K":
            kept.centre_on(self.keys.brackets.get_y())
            kept.align_to(point(float(self.names["KT"].get_left()[0]) - 0.4, 0.0), RIGHT)
        else:
            kept.align_to(point(float(self.carried.brackets.get_right()[0]) + 0.2, 0.0), LEFT)
            kept.centre_on(self.carried.brackets.get_y())
        return kept

    def convert_columns(self, letter: str, before: Block, after: Block, renamed: Sequence[Animation]) -> None:
        """Map the vectors above the columns by a matrix, faster than by the first."""
        times = self.style.times
        frame = self.table.column_frame(self.numbers.second, self.layout.above_bottom)
        self.play(FadeIn(frame), FadeIn(self.maps[letter]), run_time=times.move)
        pairs = [(before.grid.column(j), after.grid.column(j)) for j in range(len(self.numbers.words))]
        self.convert(letter, pairs, self.numbers.second, [Transform(before.brackets, after.brackets), *renamed])
        self.keep(letter, frame)
        self.rest()

    def keep(self, letter: str, frame: RoundedRectangle) -> None:
        """Keep the matrix in sight, in its corner; the rest of its arithmetic leaves."""
        work, kept = self.maps[letter], self.kept.get(letter)
        if kept is None:
            self.play(FadeOut(frame, work), run_time=self.style.times.move / 2)
            return
        leaving = [piece for piece in work if piece not in (work.matrix, work.matrix_name)]
        moves = ReplacementTransform(work.matrix, kept.matrix), ReplacementTransform(work.matrix_name, kept.symbol)
        self.play(FadeOut(frame, *leaving), *moves, run_time=self.style.times.move / 2)

    def convert(self, letter: str, pairs: list[tuple[VGroup, VGroup]], first: int, along: Sequence[Animation]) -> None:
        """Turn one vector into the result of its arithmetic, then all others in one sweep."""
        times = self.style.times
        old, new = pairs[first]
        results = zip(self.maps[letter].result.numbers[0], new, strict=True)
        moves = [TransformFromCopy(number, place) for number, place in results]
        self.play(FadeOut(old, run_time=times.quick), *moves, run_time=times.move)
        others = [pair for pair in pairs if pair[0] is not old]
        changes = [LaggedStart(FadeOut(a), FadeIn(b), lag_ratio=0.7) for a, b in others]
        self.play(LaggedStart(*changes, lag_ratio=0.2), *along, run_time=times.slow)


class TableAttention(AttentionParameters, TableParameters):
    """The parameters: a phrase, the word whose row comes first, and what happens before softmax."""


class TableKeysQueriesValues(MappedTableFigure):
    """attention-table-kqv: queries meet keys, softmax makes weights, the weights mix values."""

    name = "attention-table-kqv"
    Parameters = TableAttention
    claims = TABLE_KEYS_QUERIES_VALUES_CLAIMS
    numbers: KeysQueriesValues
    parameters: TableAttention

    @classmethod
    def compute(cls, parameters: TableAttention, world: World) -> KeysQueriesValues:
        """Return softmax(Q Kᵀ) V of the phrase, scaled and masked where the parameters say so.

        The dot products are as they are before that.

        Raises:
            UserError: when the phrase or the word does not fit the world, or it lacks one of the three matrices.
        """
        require_few_numbers(world, _MOST_NUMBERS)
        table = similarities(parameters, world)
        size = world.dimension
        W_Q, W_K, W_V = (world_matrix(world, name, size, size) for name in ("W_Q", "W_K", "W_V"))
        mask = parameters.allowed(table.words)
        step = attend(table.vectors, Head(W_Q, W_K, W_V), scaled=parameters.scaled, mask=mask)
        table = replace(table, scores=step.queries @ step.keys.mT)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        numbers = KeysQueriesValues(
            **given,
            weights=step.weights,
            weighted=step.weights[table.position][:, None] * step.values,
            weighted_second=step.values,  # until it is known which row is the second
            updated=step.output,
            W_Q=W_Q,
            W_K=W_K,
            W_V=W_V,
            queries=step.queries,
            keys=step.keys,
            values=step.values,
            sums=step.weights.sum(dim=-1),
        )
        return replace(numbers, weighted_second=step.weights[numbers.second][:, None] * step.values)

    @classmethod
    def alternative_values(cls, numbers: KeysQueriesValues) -> Mapping[str, object]:
        """Return the first row's word, its strongest puller, and its new vector."""
        own = numbers.position
        return {
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "share": format_weight(float(numbers.weights[own, numbers.second])),
            "updated": format_vector(numbers.updated[own]),
        }

    def build(self) -> None:
        """Draw vectors beside and above a table, new vectors at the right, working space and the formula below it."""
        numbers, theme = self.numbers, self.style.theme
        pieces = [
            Piece("softmax", '"softmax"'),
            Piece("(", "paren.l"),
            Piece("Q", "Q", 0.04, theme.query),
            Piece("KT", "K^T", 0.08, theme.key),
            *([Piece("manner", self.parameters.divisor, 0.06)] if self.parameters.divisor else []),
            Piece(")", "paren.r", 0.04),
            Piece("V", "V", 0.12, theme.value),
        ]
        desk, strip, footer = self._rooms()
        around = Surroundings(
            [numbers.scores, numbers.weights],
            beside=[numbers.vectors, numbers.queries],
            above=[numbers.vectors, numbers.keys, numbers.values],
            totals=[numbers.sums[:, None]],
            desk=desk,
            strip=strip,
            footer=footer,
        )
        self.set_table(around, pieces, replace(around, beside=(), totals=(), after=[numbers.updated], axis=False))
        self.scores, self.weights = self.in_cells(numbers.scores), self.in_cells(numbers.weights, weights=True)
        self.x_beside, self.x_above = self.beside(numbers.vectors), self.above(numbers.vectors)
        self.queries, self.keys = self.beside(numbers.queries, theme.query), self.above(numbers.keys, theme.key)
        self._set_sums_of_weights()
        own, second = numbers.position, numbers.second
        self.maps = {letter: self.row_map(letter, word) for letter, word in (("Q", own), ("K", second))}
        self.names = self.names_of(self.x_above, ("XT", "X^T", theme.ink), ("KT", "K^T", theme.key)) | self.names_of(
            self.x_beside, ("X", "X", theme.ink), ("Q", "Q", theme.query)
        )
        safe, below = self.stage.safe, not self.layout.titles_above
        left, right = (float(self.names["Q"].get_right()[0]) + 0.2 if below else safe.left), safe.right - 0.06
        self.work = self.product(
            numbers.queries,
            numbers.keys,
            own,
            second,
            letters="qk",
            colors=(theme.query, theme.key),
            in_lines=self.stage.is_portrait,
            width=right - left,
        )
        x = min(self.layout.middle, right - self.work.width / 2)
        self.work.move_to(point(x, float(self.layout.desk.centre[1])))
        self._build_later()
        self.kept = {letter: self.kept_matrix(letter) for letter in "QKV"} if self.keeps_matrices else {}

    def _rooms(self) -> tuple[float, float, float]:
        """Return the heights below the table: of the working space, of the strip for the matrices, of the formula."""
        if self.stage.is_portrait:
            return 1.9, 1.15, 0.62
        return (0.72, 0.0, 0.53) if self.stage.is_narrow else (0.86, 0.0, 0.62)

    def _build_later(self) -> None:
        """Build all that comes when the queries have left and the table has moved into their place."""
        numbers, theme, sizes = self.numbers, self.style.theme, self.style.sizes
        now, self.layout = self.layout, self.later
        self.x_copy, self.carried = self.above(numbers.vectors), self.above(numbers.values, theme.value)
        self.set_sums(theme.value)
        self.weighted_note = self.note_left(self.says("weighted"), float(self.layout.desk.centre[1]), 0.22)
        self.maps["V"] = self.row_map("V", numbers.second)
        self.names |= self.names_of(self.x_copy, ("copy", "X^T", theme.ink), ("VT", "V^T", theme.value))
        self.value_title = Label(
            self.says("carries-over"), size=min(sizes.note, self.layout.size), color=theme.value, style=self.style
        )
        self.value_title.set_x((self.layout.lattice.left + self.layout.lattice.right) / 2)
        set_on_baseline(self.value_title, self.table.key_title.baseline)
        roles = {"Q": theme.query, "K": theme.key, "V": theme.value}
        self.definitions = self.fitting(lambda size: Definitions(roles, size=size, style=self.style), sizes.phrase)
        baseline = middle_baseline(float(self.layout.strip.centre[1]), sizes.phrase)
        self.definitions.set_x(self.layout.middle).on_baseline(baseline)
        self.layout = now

    def _set_sums_of_weights(self) -> None:
        self.sums_of_weights = self.totals(self.numbers.sums)
        size = self.layout.size if self.layout.titles_above else self.style.sizes.label
        self.sum_title = Label(self.says("sum"), size=size, color=self.style.theme.dim, style=self.style)

    def tell(self) -> None:
        """Show queries and keys, their dot products, softmax, the values, and their sums."""
        self._tell_queries_and_keys()
        self._tell_scores()
        self._tell_weights()
        self._tell_values()
        self._tell_sums()

    def _tell_queries_and_keys(self) -> None:
        numbers, times, table = self.numbers, self.style.times, self.table
        with self.beat("vectors"):
            self.play(FadeIn(table), run_time=times.move)
            blocks = FadeIn(self.x_beside, self.x_above)
            self.play(blocks, FadeIn(self.names["X"], self.names["XT"]), run_time=times.move)
            self.rest()
        with self.beat("queries"):
            frame, work = table.row_frame(numbers.position), self.maps["Q"]
            self.play(FadeIn(frame), FadeIn(work.question), run_time=times.move)
            self.play(FadeIn(work.answer), run_time=times.quick)
            pairs = list(zip(self.x_beside.grid.rows, self.queries.grid.rows, strict=True))
            brackets = Transform(self.x_beside.brackets, self.queries.brackets)
            along = [brackets, FadeOut(self.names["X"]), FadeIn(self.names["Q"])]
            self.convert("Q", pairs, numbers.position, along)
            self.keep("Q", frame)
            self.rest()
        with self.beat("keys"):
            renamed = [FadeOut(self.names["XT"]), FadeIn(self.names["KT"])]
            self.convert_columns("K", self.x_above, self.keys, renamed)

    def _tell_scores(self) -> None:
        numbers, times, table = self.numbers, self.style.times, self.table
        own, second = numbers.position, numbers.second
        self.frame = table.row_frame(own)
        frame = table.column_frame(second, self.layout.above_bottom)
        word, puller = numbers.words[own], numbers.words[second]
        result = self.scores.numbers[own][second].shown
        with self.beat("first-cell", word=word, second=puller, value=result):
            self.play(FadeIn(self.frame, frame), FadeIn(self.work.question), run_time=times.move)
            self.play(FadeIn(self.work.answer), run_time=times.quick)
            self.play(TransformFromCopy(self.work.result, self.scores.numbers[own][second]), run_time=times.move)
            self.rest()
        with self.beat("scores"):
            rest = VGroup(*(number for j, number in enumerate(self.scores.rows[own]) if j != second))
            self.play(FadeOut(frame, self.work), run_time=times.quick)
            self.play(self.drop(rest, times.slow))
            self.play(self.frame.animate.set_y(self.layout.lattice.row_ys[second]), run_time=times.quick)
            self.play(self.drop(self.scores.rows[second], times.move))
            self.sweep(numbers.others, lambda row: self.drop(self.scores.rows[row], 1.0), self.frame, 1.6)
            self.named = ["Q", "KT"]
            for name, x in self.formula.places(self.named).items():
                self.formula.pieces[name].set_x(x)
            copies = [TransformFromCopy(self.names[name], self.formula.pieces[name]) for name in self.named]
            self.play(*copies, FadeOut(self.frame), run_time=times.slow)
            self.rest()

    def _tell_weights(self) -> None:
        numbers, times = self.numbers, self.style.times
        own, second = numbers.position, numbers.second
        with self.beat("first-weights", text=f"first-weights{self.parameters.manner}", word=numbers.word):
            self.frame.set_y(self.layout.lattice.row_ys[own])
            self.play(FadeIn(self.frame), self.light(own), run_time=times.quick)
            self.play(self.to_weights(own, self.scores, self.weights, 1.3))
            total = self.sums_of_weights.numbers[own][0]
            titled = FadeIn(self.over_total(self.sum_title, total, own)), self.light_all()
            self.play(*gather(list(self.weights.rows[own]), total), *titled, run_time=times.move)
            self.rest()
        ys = self.layout.lattice.ys
        with self.beat("weights"):
            self.play(self.sum_title.animate.shift(point(0.0, ys[0] - ys[own])), run_time=times.quick)
            self.sweep([second, *numbers.others], self._row_and_sum, self.frame, 2.2)
            manner = ["manner"] if self.parameters.divisor else []
            self.play(*self.assemble("softmax", "(", *manner, ")"), FadeOut(self.frame), run_time=times.move)
            self.rest()

    def _row_and_sum(self, row: int) -> LaggedStart:
        sums = FadeIn(self.sums_of_weights.rows[row])
        return LaggedStart(self.to_weights(row, self.scores, self.weights, 1.0), sums, lag_ratio=0.8)

    def _tell_values(self) -> None:
        times, table = self.style.times, self.table
        with self.beat("copy"):
            leaving = VGroup(
                *self.queries.grid.rows,
                self.x_beside.brackets,
                self.names["Q"],
                *self.keys.grid.rows,
                self.x_above.brackets,
                self.names["KT"],
                *(self.kept[letter] for letter in "QK" if letter in self.kept),
                table.key_title,
                table.query_title,
                self.sums_of_weights,
                self.sum_title,
            )
            self.play(FadeOut(leaving), run_time=times.quick)
            self.play(*self.move_on(*self.weights.rows), run_time=times.move)
            self.play(FadeIn(self.x_copy, shift=0.2 * DOWN), FadeIn(self.names["copy"]), run_time=times.move * 0.6)
        with self.beat("values"):
            renamed = [FadeOut(self.names["copy"]), FadeIn(self.names["VT"]), FadeIn(self.value_title)]
            self.convert_columns("V", self.x_copy, self.carried, renamed)

    def _tell_sums(self) -> None:
        numbers, times = self.numbers, self.style.times
        own, second = numbers.position, numbers.second
        word, ys = numbers.words[own], self.layout.lattice.row_ys
        frame = self.table.row_frame(own)
        with self.beat("first-sum", word=word):
            shown = [FadeIn(frame, self.weighted_note), *(FadeOut(kept) for kept in [self.kept.get("V")] if kept)]
            self.play(*shown, self.light(own), run_time=times.quick)
            self.meet_slowly(own, brief=True)
            self.add_up(own, times.move)
            self.rest()
        with self.beat("sums"):
            moved = frame.animate.set_y(ys[second])
            self.play(moved, self.light(second), FadeOut(self.sums[own]), run_time=times.quick)
            self.meet_quickly(second, times.slow)
            self.add_up(second, times.move * 0.7)
            self.play(FadeOut(self.sums[second], self.weighted_note), self.light_all(), run_time=times.quick)
            self.sweep(numbers.others, self.arrive, frame, 1.4)
            self.play(FadeOut(frame), run_time=times.quick)
        with self.beat("name"):
            self.play(*self.name_results("V"), run_time=times.slow)
            lift = point(0.0, float(self.layout.desk.centre[1] - self.layout.footer.centre[1]))
            lifted = [ApplyMethod(piece.shift, lift) for piece in self.formula.pieces.values()]
            self.play(*lifted, FadeIn(self.definitions, shift=0.2 * UP), run_time=times.move)
            self.hold()
