"""The whole phrase at once: a table of dot products (the article's section "The Whole Phrase", figure 12)."""

from __future__ import annotations

from collections.abc import Mapping

from manim import (
    DOWN,
    AnimationGroup,
    ApplyMethod,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    Transform,
    TransformFromCopy,
    VGroup,
    VMobject,
)

from scenes.article.whole_phrase.claims import TABLE_DOT_PRODUCTS_CLAIMS
from scenes.article.whole_phrase.numbers import Similarities, similarities
from scenes.article.whole_phrase.table_base import WholePhraseFigure
from scenes.motion.become import fade_to
from scenes.motion.move import down_then_across
from scenes.parameters import PhraseParameters, require_few_numbers
from scenes.parts.arithmetic.named_product import NamedProduct
from scenes.parts.geometry import point
from scenes.parts.table.layout import Surroundings
from scenes.parts.table.score_table import box_of, frame
from scenes.parts.text.assembled_formula import Piece
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label, Math, Row, vector_name
from scenes.worlds import World

_MOST_NUMBERS = 4
"""The most numbers of a vector that there is room for when they are written out."""

_WORK_GAP = 0.6
"""Scene units between the first row and the arithmetic of its cells."""

_ZOOM = 1.4
"""The largest factor by which the columns are enlarged while they are alone."""

_DIMMED = 0.6
"""Opacity of the cells that are not being compared."""


class TableDotProducts(WholePhraseFigure):
    """attention-table-dot-products: what was done for one word is done for all, and all of it is X Xᵀ."""

    name = "attention-table-dot-products"
    claims = TABLE_DOT_PRODUCTS_CLAIMS
    numbers: Similarities

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Similarities:
        """Return X Xᵀ of the phrase."""
        require_few_numbers(world, _MOST_NUMBERS)
        return similarities(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Similarities) -> Mapping[str, object]:
        """Return the words, and two of them with their dot product."""
        pair = numbers.second, numbers.position
        return {
            "words": ", ".join(numbers.words),
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "value": format_number(float(numbers.scores[pair])),
        }

    def build(self) -> None:
        """Draw vectors above and beside a table, the arithmetic and the formula below it."""
        numbers = self.numbers
        vectors = [numbers.vectors]
        pieces = [Piece("X", "X"), Piece("XT", "X^T")]
        footer = 0.6 if self.stage.is_narrow else 0.85
        self.set_table(Surroundings([numbers.scores], vectors, vectors, desk=0.5, footer=footer), pieces)
        self.scores = self.in_cells(numbers.scores)
        self.rows_block, self.columns_block = self.beside(numbers.vectors), self.above(numbers.vectors)
        self.lone_brackets = self.rows_block.brackets_of_row(numbers.position, self.style)
        self._name_matrices()
        self.twins = self._twins()
        self._close()

    def _close(self) -> None:
        """Put columns, one row and its arithmetic together in the centre; they part when the other rows come."""
        numbers, table, lattice = self.numbers, self.table, self.layout.lattice
        x, y = (float(value) for value in self.stage.safe.centre[:2])
        self.head = VGroup(table.key_title, *table.column_titles, self.columns_block)
        self.works = [self._work(column) for column in (0, 1)]
        below = _WORK_GAP + max(work.height for work in self.works)
        row_bottom = lattice.top - lattice.height
        drop = (float(self.head.get_top()[1]) + row_bottom - below) / 2 - y
        self.head_lift = point(0.0, drop)
        self.head.shift(-self.head_lift)
        self.aside = point(x - float(self.head.get_x()), 0.0)
        self.row_lift = point(0.0, lattice.ys[numbers.position] - lattice.ys[0] + drop)
        self.first_row = VGroup(*self._row(numbers.position), self.lone_brackets).shift(-self.row_lift)
        rise = 0.0 if self.layout.titles_above else float(table.query_title.get_y()) - lattice.row_ys[0]
        self.axis_lift = point(0.0, rise + drop)
        table.query_title.shift(-self.axis_lift)
        for work in self.works:
            work.move_to(point(x, row_bottom - drop - _WORK_GAP - work.height / 2))
        self.sentence = self._sentence()

    def _sentence(self) -> Row:
        """Return the phrase as one reads it, in the centre."""
        words = list(zip(self.numbers.words, self.colors, strict=True))

        def written(size: float) -> Row:
            return Row([Label(word, size=size, color=color, style=self.style) for word, color in words], 0.0075 * size)

        return self.fitting(written, self.style.sizes.formula).move_to(self.stage.safe.centre)

    def _work(self, column: int) -> NamedProduct:
        """Return the arithmetic of a cell of the first row."""
        vectors, row = self.numbers.vectors, self.numbers.position
        size, in_lines = self.style.sizes.formula, self.stage.is_narrow
        return self.product(vectors, vectors, row, column, size=size, in_lines=in_lines)

    def _row(self, index: int) -> list[VMobject]:
        """Return everything in a row."""
        return [
            self.table.row_titles[index],
            self.rows_block.grid.rows[index],
            self.table.cell_rows[index],
            self.scores.rows[index],
        ]

    def _name_matrices(self) -> None:
        ink = self.style.theme.ink
        self.x_name = self.names_of(self.rows_block, ("X", "X", ink))["X"]
        self.xt_name = self.names_of(self.columns_block, ("XT", "X^T", ink))["XT"]

    def _twins(self) -> Row:
        """Return two words' dot product, both ways round."""
        row = self.fitting(self._twins_at, self.style.sizes.phrase)
        return row.move_to(point(self.layout.middle, self.layout.desk.centre[1]))

    def _twins_at(self, size: float) -> Row:
        """Return two words' dot product, both ways round, in a type size."""
        numbers = self.numbers
        pair = numbers.second, numbers.position
        names = [
            Math(vector_name(numbers.words[i]), size=size, color=self.colors[i], style=self.style)
            for i in (*pair, *reversed(pair))
        ]
        value = Number(numbers.scores[pair], size=size, style=self.style)
        sign = [Math(s, size=size, style=self.style) for s in ("dot.op", "=", "=", "dot.op")]
        return Row(
            [names[0], sign[0], names[1], sign[1], value, sign[2], names[2], sign[3], names[3]],
            [0.14, 0.14, 0.2, 0.2, 0.2, 0.2, 0.14, 0.14],
        )

    def tell(self) -> None:
        """Show the columns, one row, its cells, the other rows, the name, the symmetry."""
        numbers, times = self.numbers, self.style.times
        self._first_row()
        with self.beat("rows"):
            self._bring_rows()
            self.rest()
        second = numbers.words[numbers.second]
        row_frame = self.table.row_frame(numbers.second)
        with self.beat("second-row", second=second):
            self.play(FadeIn(row_frame), run_time=times.quick)
            self.play(self.drop(self.scores.rows[numbers.second], times.move))
            self.rest()
        if numbers.others:
            with self.beat("all-rows"):
                self.sweep(numbers.others, lambda row: self.drop(self.scores.rows[row], 1.0), row_frame, 1.8)
                self.play(FadeOut(row_frame), run_time=times.quick)
                self.rest()
        with self.beat("name"):
            self.play(FadeIn(self.x_name), FadeIn(self.xt_name), run_time=times.quick)
            self.named = ["X", "XT"]
            self.play(
                TransformFromCopy(self.x_name, self.formula.pieces["X"]),
                TransformFromCopy(self.xt_name, self.formula.pieces["XT"]),
                run_time=times.slow,
            )
            self.hold()
        with self.beat("mirror", word=numbers.word, second=second, value=self.twins[4].shown):
            self._mirror()
            self.hold()

    def _first_row(self) -> None:
        numbers, times, table = self.numbers, self.style.times, self.table
        own, zoom = numbers.position, min(_ZOOM, self.widest / self.head.width)
        with self.beat("columns"):
            self.head.shift(self.aside).scale(zoom)
            self.play(FadeIn(self.sentence), run_time=times.quick)
            moves = zip(self.sentence, table.column_titles, strict=True)
            self.play(*(ReplacementTransform(word, title) for word, title in moves), run_time=times.move)
            self.play(FadeIn(table.key_title), FadeIn(self.columns_block, shift=0.15 * DOWN), run_time=times.move)
            self.rest()
        with self.beat("row", word=numbers.word):
            self.play(self.head.animate.scale(1 / zoom).shift(-self.aside), run_time=times.move * 0.7)
            self.play(
                self._arrive(own),
                FadeIn(self.lone_brackets),
                FadeIn(table.cell_rows[own]),
                FadeIn(table.query_title),
                run_time=times.slow,
            )
            self.rest()
        work, bottom = self.works[0], self.layout.above_bottom - float(self.head_lift[1])
        frame_of_row = table.row_frame(0).shift(-self.head_lift)
        key_frame = table.column_frame(0, bottom)
        with self.beat("first-cell", word=numbers.word, first=numbers.words[0], value=work.result.shown):
            self.play(FadeIn(frame_of_row), FadeIn(key_frame), run_time=times.quick)
            self.play(FadeIn(work.question), run_time=times.move)
            self.play(FadeIn(work.answer), run_time=times.quick)
            self.play(TransformFromCopy(work.result, self.scores.numbers[own][0]), run_time=times.move)
            self.rest()
        with self.beat("first-row", word=numbers.word):
            xs = self.layout.lattice.xs
            self.play(ApplyMethod(key_frame.set_x, xs[1]), FadeOut(work), run_time=times.quick)
            self.play(FadeIn(self.works[1]), run_time=times.quick)
            self.play(TransformFromCopy(self.works[1].result, self.scores.numbers[own][1]), run_time=0.5)
            rest = VGroup(*self.scores.rows[own][2:])
            if len(rest):
                self.play(
                    FadeOut(self.works[1]), ApplyMethod(key_frame.set_x, xs[-1]), self.drop(rest, 1.4), run_time=1.4
                )
            self.play(FadeOut(key_frame, frame_of_row), run_time=times.quick)
            self.rest()

    def _bring_rows(self) -> None:
        numbers, times, table = self.numbers, self.style.times, self.table
        others = [i for i in range(len(numbers.words)) if i != numbers.position]
        brackets = self.rows_block.brackets
        self.play(
            ApplyMethod(self.head.shift, self.head_lift),
            ApplyMethod(self.first_row.shift, self.row_lift),
            ApplyMethod(table.query_title.shift, self.axis_lift),
            run_time=times.move,
        )
        arrivals = []
        for i in others:
            arrivals.append(AnimationGroup(self._arrive(i), FadeIn(table.cell_rows[i])))
        self.play(
            LaggedStart(*arrivals, lag_ratio=0.4), Transform(self.lone_brackets, brackets), run_time=times.slow * 1.5
        )

    def _arrive(self, index: int) -> LaggedStart:
        """Move a word and its numbers down their column and along their row to its beginning, one behind the other."""
        table = self.table
        before = [table.column_titles[index], *self.columns_block.grid.column(index)]
        after = [table.row_titles[index], *self.rows_block.grid.rows[index]]
        pairs = zip(before, after, strict=True)
        moves = (ReplacementTransform(a.copy(), b, path_func=down_then_across) for a, b in pairs)
        return LaggedStart(*moves, lag_ratio=0.15)

    def _mirror(self) -> None:
        numbers, times = self.numbers, self.style.times
        pair = (numbers.second, numbers.position)
        lit = {pair, pair[::-1]}
        dim = [
            fade_to(number, _DIMMED)
            for i, row in enumerate(self.scores.numbers)
            for j, number in enumerate(row)
            if (i, j) not in lit
        ]
        dim += [fade_to(VGroup(self.table.row_titles[i], self.table.column_titles[i]), _DIMMED) for i in numbers.others]
        dim += [
            fade_to(VGroup(self.rows_block.grid.rows[i], self.columns_block.grid.column(i)), _DIMMED)
            for i in numbers.others
        ]
        marks = [frame(box_of(self.table.cells[i][j]), self.style.theme.ink, self.style) for i, j in (pair, pair[::-1])]
        self.play(*dim, FadeIn(self.table.diagonal()), run_time=times.move)
        self.play(Create(marks[0]), FadeIn(self.twins[:5]), run_time=times.move)
        self.play(Create(self.table.link(*pair)), run_time=times.quick)
        self.play(Create(marks[1]), FadeIn(self.twins[5:]), run_time=times.move)
