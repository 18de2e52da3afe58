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
    Transform,
    TransformFromCopy,
    VGroup,
    VMobject,
)

from scenes.figure import PhraseParameters
from scenes.motion import fade_to
from scenes.parts.assembly import Piece
from scenes.parts.geometry import point
from scenes.parts.number import Number, format_number
from scenes.parts.table import box_of, frame
from scenes.parts.table_layout import Surroundings
from scenes.parts.text import Math, Row, vector_name
from scenes.whole_phrase import Similarities, WholePhraseFigure, similarities
from scenes.worlds import World

_DROP = 1.35
"""Scene units by which columns and the first row begin lower than where they end."""

_DIMMED = 0.6
"""Opacity of the cells that are not being compared."""


class TableDotProducts(WholePhraseFigure):
    """attention-table-dot-products: what was done for one word is done for all, and all of it is X Xᵀ."""

    name = "attention-table-dot-products"
    numbers: Similarities

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Similarities:
        """X Xᵀ of the phrase."""
        return similarities(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Similarities) -> Mapping[str, object]:
        """The words, and two of them with their dot product."""
        pair = numbers.second, numbers.position
        return {
            "words": ", ".join(numbers.words),
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "value": format_number(float(numbers.scores[pair])),
        }

    def build(self) -> None:
        """Vectors above and beside a table, the arithmetic and the formula below it."""
        numbers = self.numbers
        vectors = [numbers.vectors]
        pieces = [Piece("X", "X"), Piece("XT", "X^T")]
        self.set_table(Surroundings([numbers.scores], vectors, vectors, desk=0.5, footer=0.85), pieces)
        self.scores = self.in_cells(numbers.scores)
        self.rows_block, self.columns_block = self.beside(numbers.vectors), self.above(numbers.vectors)
        self.lone_brackets = self.rows_block.brackets_of_row(numbers.position, self.style)
        self.works = [self._work(column) for column in (0, 1)]
        self._name_matrices()
        self.twins = self._twins()
        self._close()

    def _close(self) -> None:
        """Begin with columns and one row together in the middle; they part when the other rows come."""
        numbers, table, ys = self.numbers, self.table, self.layout.lattice.ys
        self.head = VGroup(table.key_title, *table.column_titles, self.columns_block)
        self.head_lift = point(0.0, _DROP)
        self.head.shift(-self.head_lift)
        self.row_lift = point(0.0, ys[numbers.position] - ys[0] + _DROP)
        self.first_row = VGroup(*self._row(numbers.position), self.lone_brackets).shift(-self.row_lift)
        self.axis_lift = point(0.0, table.query_title.get_y() - ys[0] + _DROP)
        table.query_title.shift(-self.axis_lift)

    def _work(self, column: int) -> Row:
        """The arithmetic of a cell of the first row, below it."""
        numbers = self.numbers
        work = self.product(numbers.vectors, numbers.vectors, numbers.position, column, size=self.style.sizes.formula)
        return work.move_to(point(0.0, -1.75))

    def _row(self, index: int) -> list[VMobject]:
        """All that stands in a row."""
        return [
            self.table.row_titles[index],
            self.rows_block.grid.rows[index],
            self.table.cell_rows[index],
            self.scores.rows[index],
        ]

    def _name_matrices(self) -> None:
        size = self.style.sizes.phrase
        self.x_name, self.xt_name = (Math(notation, size=size, style=self.style) for notation in ("X", "X^T"))
        left, top = self.rows_block.brackets, self.columns_block.brackets
        self.x_name.move_to(point(left.get_x(), left.get_bottom()[1] - 0.32))
        self.xt_name.move_to(point(top.get_left()[0] - 0.45, top.get_y()))

    def _twins(self) -> Row:
        """Two words' dot product, both ways round."""
        numbers, size = self.numbers, self.style.sizes.phrase
        pair = numbers.second, numbers.position
        names = [
            Math(vector_name(numbers.words[i]), size=size, color=self.colors[i], style=self.style)
            for i in (*pair, *reversed(pair))
        ]
        value = Number(numbers.scores[pair], size=size, style=self.style)
        sign = [Math(s, size=size, style=self.style) for s in ("dot.op", "=", "=", "dot.op")]
        row = Row(
            [names[0], sign[0], names[1], sign[1], value, sign[2], names[2], sign[3], names[3]],
            [0.14, 0.14, 0.2, 0.2, 0.2, 0.2, 0.14, 0.14],
        )
        return row.move_to(point(self.layout.middle, self.layout.desk.centre[1]))

    def tell(self) -> None:
        """Columns, one row, its cells, the other rows, the name, the mirror."""
        numbers, times = self.numbers, self.style.times
        self._first_row()
        with self.beat("rows"):
            self._bring_rows()
            self.rest()
        second = numbers.words[numbers.second]
        row_frame = self.table.row_frame(numbers.second)
        with self.beat("second-row", second=second):
            self.play(FadeIn(row_frame), run_time=times.quick)
            self.play(self.drop(self.scores.rows[numbers.second], times.slow))
            self.rest()
        if numbers.others:
            with self.beat("all-rows"):
                self.sweep(numbers.others, lambda row: self.drop(self.scores.rows[row], 1.0), row_frame, 2.0)
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
        own = numbers.position
        with self.beat("columns"):
            self.play(FadeIn(table.key_title), *(FadeIn(t) for t in table.column_titles), run_time=times.move)
            self.play(FadeIn(self.columns_block, shift=0.15 * DOWN), run_time=times.move)
            self.rest()
        with self.beat("row", word=numbers.word):
            title = table.row_titles[own]
            vector = self.columns_block.grid.column(own)
            self.play(
                TransformFromCopy(table.column_titles[own], title),
                *(TransformFromCopy(a, b) for a, b in zip(vector, self.rows_block.grid.rows[own], strict=True)),
                FadeIn(self.lone_brackets),
                FadeIn(table.cell_rows[own]),
                FadeIn(table.query_title),
                run_time=times.slow,
            )
            self.rest()
        work, bottom = self.works[0], self.layout.above_bottom - _DROP
        frame_of_row = table.row_frame(0).shift(-self.head_lift)
        key_frame = table.column_frame(0, bottom)
        with self.beat("first-cell", word=numbers.word, first=numbers.words[0], value=work[-1].shown):
            self.play(FadeIn(frame_of_row), FadeIn(key_frame), run_time=times.quick)
            self.play(FadeIn(work[:-2]), run_time=times.move)
            self.play(FadeIn(work[-2:]), run_time=times.quick)
            self.play(TransformFromCopy(work[-1], self.scores.numbers[own][0]), run_time=times.move)
            self.rest()
        with self.beat("first-row", word=numbers.word):
            xs = self.layout.lattice.xs
            self.play(ApplyMethod(key_frame.set_x, xs[1]), FadeOut(work), run_time=times.quick)
            self.play(FadeIn(self.works[1]), run_time=times.quick)
            self.play(TransformFromCopy(self.works[1][-1], self.scores.numbers[own][1]), run_time=0.5)
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
            vector = zip(self.columns_block.grid.column(i), self.rows_block.grid.rows[i], strict=True)
            arrivals.append(
                AnimationGroup(
                    TransformFromCopy(table.column_titles[i], table.row_titles[i]),
                    *(TransformFromCopy(a, b) for a, b in vector),
                    FadeIn(table.cell_rows[i]),
                )
            )
        self.play(
            LaggedStart(*arrivals, lag_ratio=0.4), Transform(self.lone_brackets, brackets), run_time=times.slow * 1.8
        )

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
        self.play(*dim, Create(self.table.diagonal()), run_time=times.move)
        self.play(Create(marks[0]), FadeIn(self.twins[:5]), run_time=times.move)
        self.play(Create(self.table.link(*pair)), run_time=times.quick)
        self.play(Create(marks[1]), FadeIn(self.twins[5:]), run_time=times.move)
