"""The whole phrase at once: softmax by rows (the article's section "The Whole Phrase", figure 13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from manim import Animation, FadeIn, FadeOut, LaggedStart, Transform, VMobject
from torch import Tensor

from attnmath import softmax
from scenes.article.whole_phrase.claims import TABLE_SOFTMAX_CLAIMS
from scenes.article.whole_phrase.numbers import similarities
from scenes.article.whole_phrase.sums_base import Weights
from scenes.article.whole_phrase.table_base import WholePhraseFigure
from scenes.errors import UserError
from scenes.motion.move import gather
from scenes.parameters import PhraseParameters
from scenes.parts.geometry import point
from scenes.parts.table.layout import Surroundings
from scenes.parts.text.assembled_formula import Piece
from scenes.parts.text.formula import Fraction, Power
from scenes.parts.text.number import Number, format_weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE
from scenes.worlds import World

_WRITTEN_OUT = 3
"""The most summands that are all written out; of more, only the first and the last."""


@dataclass(frozen=True)
class SoftmaxRows(Weights):
    """The numbers of the figure: softmax of each row, with its stages."""

    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")
    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words", columns="words")
    totals: Tensor = quantity("What these add up to in each row.", rows="words")


class TableSoftmax(WholePhraseFigure):
    """attention-table-softmax: every row of dot products becomes weights that add up to 1."""

    name = "attention-table-softmax"
    claims = TABLE_SOFTMAX_CLAIMS
    numbers: SoftmaxRows

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> SoftmaxRows:
        """Return softmax(X Xᵀ) of the phrase.

        Raises:
            UserError: also when a dot product is too large to be an exponent.
        """
        table = similarities(parameters, world)
        first = table.scores[[table.position, table.second]]  # (2, T)
        if float(first.max()) > LARGEST_SCORE:
            raise UserError(
                f"the largest dot product is {float(first.max()):g}, too large an exponent to draw "
                f"(at most {LARGEST_SCORE:g}); make the vectors shorter"
            )
        weights = softmax(table.scores)  # (T, T)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        exponentials = table.scores.exp()  # (T, T)
        sums, totals = weights.sum(dim=-1), exponentials.sum(dim=-1)  # (T,)
        return SoftmaxRows(**given, weights=weights, sums=sums, exponentials=exponentials, totals=totals)

    @classmethod
    def alternative_values(cls, numbers: SoftmaxRows) -> Mapping[str, object]:
        """Return the words, and two weights of the first row."""
        own = numbers.position
        return {
            "words": ", ".join(numbers.words),
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "own": format_weight(float(numbers.weights[own, own])),
            "share": format_weight(float(numbers.weights[own, numbers.second])),
        }

    def build(self) -> None:
        """Draw a table, its rows' sums at the right, the formula and the arithmetic of one weight below."""
        numbers = self.numbers
        pieces = [
            Piece("softmax", '"softmax"'),
            Piece("(", "paren.l"),
            Piece("X", "X", 0.04),
            Piece("XT", "X^T"),
            Piece(")", "paren.r", 0.04),
        ]
        cells, sums = [numbers.scores, numbers.weights], numbers.sums[:, None]
        self.set_table(Surroundings(cells, totals=[sums], footer=1.25), pieces)
        self.scores, self.weights = self.in_cells(numbers.scores), self.in_cells(numbers.weights, weights=True)
        self.sums = self.totals(numbers.sums)
        size = min(self.layout.size, self.style.sizes.label)
        self.sum_title = Label(self.says("sum"), size=size, color=self.style.theme.dim, style=self.style)
        self.works = [
            self._work(*pair) for pair in ((numbers.position, numbers.second), (numbers.second, numbers.position))
        ]

    def _work(self, row: int, column: int) -> Row:
        """Return the arithmetic of one weight."""
        numbers, style = self.numbers, self.style
        color, size = self.colors[column], style.sizes.phrase
        shares = [
            Fraction(self._power(row, column), self._sum_of_powers(row), style=style),
            Fraction(
                Number(numbers.exponentials[row, column], size=size, color=color, style=style),
                Number(numbers.totals[row], size=size, style=style),
                style=style,
            ),
            Number(numbers.weights[row, column], size=size, color=color, style=style),
        ]
        signs = [Math("=", size=size, style=style) for _ in range(2)]
        work = Row([shares[0], signs[0], shares[1], signs[1], shares[2]], 0.22)
        return work.move_to(point(self.layout.middle, float(self.layout.footer.centre[1])))

    def _power(self, row: int, column: int) -> Power:
        """Return e to the power of a dot product."""
        score, sizes, style = self.numbers.scores[row, column], self.style.sizes, self.style
        exponent = Number(score, size=sizes.note, color=self.colors[column], style=style)
        return Power(Math("e", size=sizes.formula, style=style), exponent)

    def _sum_of_powers(self, row: int) -> Row:
        """Return the sum of a row's powers of e, written out as far as there is room."""
        count, size = len(self.numbers.words), self.style.sizes.phrase
        shown: list[int | None] = [0, None, count - 1] if count > _WRITTEN_OUT else list(range(count))
        pieces: list[VMobject] = []
        for column in shown:
            if pieces:
                pieces.append(Math("+", size=size, style=self.style))
            dots = Math("dots.c", size=size, style=self.style)
            pieces.append(dots if column is None else self._power(row, column))
        return Row(pieces, 0.16)

    def tell(self) -> None:
        """Show the dot products, the first row, the second, all others, the name."""
        numbers, times = self.numbers, self.style.times
        own, second = numbers.position, numbers.second
        puller = numbers.words[second]
        with self.beat("scores"):
            self.play(FadeIn(self.table), *(FadeIn(row) for row in self.scores.rows), run_time=times.move)
            self.play(*self.assemble("X", "XT"), run_time=times.move)
            self.rest()
        frame, work, other = self.table.row_frame(own), *self.works
        share = self.weights.numbers[own][second].shown
        with self.beat("one-weight", word=numbers.word, second=puller, share=share):
            self.play(FadeIn(frame), self.light(own), *self.drop_formula(), run_time=times.move)
            key_frame = self.table.column_frame(second, self.layout.lattice.bottom - 0.03)
            self.play(FadeIn(key_frame), FadeIn(work[:1]), run_time=times.move)
            self.play(FadeIn(work[1:3]), run_time=times.quick)
            self.play(FadeIn(work[3:]), run_time=times.quick)
            self.rest()
        with self.beat("first-row", word=numbers.word):
            self.play(FadeOut(key_frame), run_time=times.quick)
            self.play(self.to_weights(own, self.scores, self.weights, 1.8))
            self._add(own, times.slow)
            self.rest()
        other_score, other_share = self.scores.numbers[second][own].shown, self.weights.numbers[second][own].shown
        with self.beat("second-row", second=puller, score=other_score, share=other_share):
            moved = frame.animate.set_y(self.layout.lattice.row_ys[second])
            self.play(FadeOut(work), moved, self.light(second), run_time=times.move)
            self.play(FadeIn(other), run_time=times.move)
            self.rest()
            self.play(self.to_weights(second, self.scores, self.weights, times.slow))
            self._add(second, times.quick)
            self.rest()
        if numbers.others:
            with self.beat("all-rows"):
                self.play(self.light_all(), FadeOut(other), self._raise_title(0), run_time=times.quick)
                self.sweep(numbers.others, self._row_and_sum, frame, 3.0)
                self.play(FadeOut(frame), run_time=times.quick)
                self.rest()
        if not numbers.others:
            self.play(self.light_all(), FadeOut(other, frame), run_time=times.quick)
        with self.beat("name"):
            self.play(*self.assemble("softmax", "(", "X", "XT", ")"), run_time=times.slow)
            self.hold()

    def _add(self, row: int, run_time: float) -> None:
        """Let a row's weights flow into their sum."""
        if self.sum_title in self.mobjects:
            title = self._raise_title(min(row, self.numbers.position))
        else:
            title = FadeIn(self.over_total(self.sum_title, self.sums.numbers[row][0], row))
        self.play(*gather(list(self.weights.rows[row]), self.sums.numbers[row][0]), title, run_time=run_time)

    def _raise_title(self, row: int) -> Animation:
        """Move the sums' title above another row's sum."""
        return Transform(self.sum_title, self.over_total(self.sum_title.copy(), self.sums.numbers[row][0], row))

    def _row_and_sum(self, row: int) -> LaggedStart:
        return LaggedStart(
            self.to_weights(row, self.scores, self.weights, 1.0), FadeIn(self.sums.rows[row]), lag_ratio=0.8
        )
