"""The whole phrase at once: softmax by rows (the article's section "The Whole Phrase", figure 13)."""

from __future__ import annotations

from dataclasses import dataclass, fields

from manim import FadeIn, FadeOut, LaggedStart
from torch import Tensor

from attnmath import softmax
from scenes.errors import UserError
from scenes.figure import PhraseParameters, quantity
from scenes.motion import gather
from scenes.parts.assembly import Piece
from scenes.parts.formula import Fraction, Power
from scenes.parts.geometry import point
from scenes.parts.number import Number
from scenes.parts.number_grid import NumberGrid
from scenes.parts.table_layout import Surroundings
from scenes.parts.text import Label, Math, Row, set_on_baseline
from scenes.weighted_sum import Weights
from scenes.whole_phrase import WholePhraseFigure, similarities
from scenes.worlds import World

LARGEST_SCORE = 80.0
"""Dot products beyond which e to their power is too large for the numbers on screen."""


@dataclass(frozen=True)
class SoftmaxRows(Weights):
    """Softmax of each row, with the stages of the first one."""

    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")
    exponentials: Tensor = quantity("e to the power of each dot product of the first row.", rows="words")
    total: Tensor = quantity("What these add up to.")


class TableSoftmax(WholePhraseFigure):
    """attention-table-softmax: every row of dot products becomes weights that add up to 1."""

    name = "attention-table-softmax"
    numbers: SoftmaxRows

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> SoftmaxRows:
        """softmax(X Xᵀ) of the phrase.

        Raises:
            UserError: also when a dot product is too large to be an exponent.
        """
        table = similarities(parameters, world)
        first = table.scores[table.position]  # (T,)
        if float(first.max()) > LARGEST_SCORE:
            raise UserError(
                f"the largest dot product is {float(first.max()):g}, too large an exponent to draw "
                f"(at most {LARGEST_SCORE:g}); make the vectors shorter"
            )
        weights = softmax(table.scores)  # (T, T)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        exponentials = first.exp()
        return SoftmaxRows(
            **given, weights=weights, sums=weights.sum(dim=-1), exponentials=exponentials, total=exponentials.sum()
        )

    def build(self) -> None:
        """A table, its rows' sums at the right, the formula and the arithmetic of one weight below."""
        numbers = self.numbers
        pieces = [Piece("softmax", '"softmax"'), Piece("(", "paren.l"), Piece("X", "X", 0.04), Piece("XT", "X^T"),
                  Piece(")", "paren.r", 0.04)]  # fmt: skip
        sums = numbers.sums[:, None]
        self.set_table(Surroundings([numbers.scores, numbers.weights], after=[sums], footer=1.25), pieces)
        self.scores, self.weights = self.in_cells(numbers.scores), self.in_cells(numbers.weights, weights=True)
        layout = self.layout
        self.sums = NumberGrid(sums, layout.after_xs, layout.lattice.ys, size=layout.size, style=self.style)
        self.sum_title = Label("sum", size=self.style.sizes.note, color=self.style.theme.dim, style=self.style)
        set_on_baseline(self.sum_title.set_x(layout.after_xs[0]), layout.titles_baseline)
        self.work = self._work().move_to(point(layout.middle + 1.1, float(layout.footer.centre[1]) + 0.08))

    def _work(self) -> Row:
        """The arithmetic of the weight of the word that pulls the first one most."""
        numbers, style = self.numbers, self.style
        column, size = numbers.second, self.style.sizes.phrase
        color = self.colors[column]
        power = Power(
            Math("e", size=style.sizes.formula, style=style),
            Number(numbers.scores[numbers.position, column], size=style.sizes.label, color=color, style=style),
        )
        shares = [
            Fraction(power, Math("sum_j e^(s_j)", size=style.sizes.formula, style=style), style=style),
            Fraction(
                Number(numbers.exponentials[column], size=size, color=color, style=style),
                Number(numbers.total, size=size, style=style),
                style=style,
            ),
            Number(numbers.weights[numbers.position, column], size=size, color=color, style=style),
        ]
        signs = [Math("=", size=size, style=style) for _ in range(2)]
        return Row([shares[0], signs[0], shares[1], signs[1], shares[2]], 0.22)

    def tell(self) -> None:
        """The dot products, the first row, the second, all others, the name."""
        numbers, times = self.numbers, self.style.times
        own, second = numbers.position, numbers.second
        puller = numbers.words[second]
        with self.beat("scores", "The table of dot products: how similar is every word to every word?"):
            self.play(FadeIn(self.table), *(FadeIn(row) for row in self.scores.rows), run_time=times.move)
            self.play(*self.assemble("X", "XT"), run_time=times.move)
            self.rest()
        frame = self.table.row_frame(own)
        share = self.weights.numbers[own][second].shown
        with self.beat(
            "one-weight", f"Softmax works on one row: in that of {numbers.word}, {puller} gets the weight {share}."
        ):
            self.play(FadeIn(frame), self.light(own), *self.slide_formula(-3.4), run_time=times.move)
            key_frame = self.table.column_frame(second, self.layout.lattice.bottom - 0.03)
            self.play(FadeIn(key_frame), FadeIn(self.work[:1]), run_time=times.move)
            self.play(FadeIn(self.work[1:3]), run_time=times.quick)
            self.play(FadeIn(self.work[3:]), run_time=times.quick)
            self.rest()
        with self.beat("first-row", f"The weights of {numbers.word}'s row lie between 0 and 1 and add up to 1."):
            self.play(FadeOut(key_frame), run_time=times.quick)
            self.play(self.to_weights(own, self.scores, self.weights, 1.8))
            self._add(own, times.slow)
            self.rest()
        with self.beat("second-row", f"The row of {puller} is divided by its own sum, and adds up to 1 as well."):
            moved = frame.animate.set_y(self.layout.lattice.ys[second])
            self.play(FadeOut(self.work), moved, self.light(second), *self.assemble(), run_time=times.move)
            self.play(self.to_weights(second, self.scores, self.weights, times.slow))
            self._add(second, times.quick)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", "Row by row the rest follows; the brighter a cell, the harder the pull."):
                self.play(self.light_all(), run_time=times.quick)
                self.sweep(numbers.others, self._row_and_sum, frame, 3.0)
                self.play(FadeOut(frame), run_time=times.quick)
                self.rest()
        with self.beat("name", "All of it in short: softmax of X times X transposed, where softmax means row by row."):
            self.play(*self.assemble("softmax", "(", ")"), run_time=times.slow)
            self.hold()

    def _add(self, row: int, run_time: float) -> None:
        """A row's weights flow into their sum."""
        title = [] if self.sum_title in self.mobjects else [FadeIn(self.sum_title)]
        self.play(*gather(list(self.weights.rows[row]), self.sums.numbers[row][0]), *title, run_time=run_time)

    def _row_and_sum(self, row: int) -> LaggedStart:
        return LaggedStart(
            self.to_weights(row, self.scores, self.weights, 1.0), FadeIn(self.sums.rows[row]), lag_ratio=0.8
        )
