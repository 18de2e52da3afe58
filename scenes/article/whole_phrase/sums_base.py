"""The base of the figures in which a table's weights meet vectors and add up to new ones, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import (
    LEFT,
    RIGHT,
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    RoundedRectangle,
    TransformFromCopy,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.article.whole_phrase.numbers import Similarities
from scenes.article.whole_phrase.table_base import WholePhraseFigure
from scenes.motion.move import gather
from scenes.parts.geometry import point
from scenes.parts.table.number_grid import Block, Lattice, NumberGrid, middle_baseline
from scenes.parts.text.number import bracket_pair
from scenes.parts.text.typeset import Label, Math, set_on_baseline
from scenes.quantities import quantity
from scenes.style import DEFAULT, Style

_LEAST_OPACITY = 0.5
"""Opacity of a vector of weight 0, whose numbers must still be readable."""


class ColumnSum(VGroup):
    """Weighted vectors, one below each column of a table, with plus signs between them and their sum at the end.

    Args:
        rows: the weighted vectors, shape (T, d).
        weights: the vectors' brightness, shape (T,).
        total: their sum, shape (d,).
        lattice: the table.
        ys: the centre of each of a vector's numbers, from the top, scene units.
        total_x: the centre of the sum, scene units.
        size: manim font units.
        colors: one ``#rrggbb`` for each vector.

    Attributes:
        terms: each vector's numbers as a group.
        signs: the plus signs and the equals sign.
        total: the sum's numbers, from the top.
        brackets: the brackets around the sum.
    """

    def __init__(
        self,
        rows: Tensor,
        weights: Tensor,
        total: Tensor,
        lattice: Lattice,
        ys: Sequence[float],
        total_x: float,
        *,
        size: float,
        colors: Sequence[str],
        style: Style = DEFAULT,
    ) -> None:
        grid = NumberGrid(rows.T, lattice.xs, ys, size=size, column_colors=colors, style=style)
        self.terms = [grid.column(index) for index in range(len(rows))]
        for term, weight in zip(self.terms, weights, strict=True):
            term.set_opacity(_LEAST_OPACITY + (1 - _LEAST_OPACITY) * float(weight))
        result = NumberGrid(total[:, None], [total_x], ys, size=size, style=style)
        self.total = [row[0] for row in result.numbers]
        self.brackets = bracket_pair(result, gap=0.17, over=0.1, style=style)
        middle = sum(ys) / len(ys)
        edges = [lattice.left + lattice.width * index for index in range(1, lattice.columns)]
        self.signs = VGroup(*(Math("+", size=size, color=style.theme.dim, style=style) for _ in edges))
        for sign, x in zip(self.signs, edges, strict=True):
            sign.move_to(point(x - 0.02, middle))
        equals = Math("=", size=style.sizes.label if lattice.head else style.sizes.phrase, style=style)
        equals.move_to(point((lattice.right + float(self.brackets.get_left()[0])) / 2, middle))
        self.signs.add(equals)
        super().__init__(*self.terms, self.signs, *self.total, self.brackets)


_ROWS_APART = 1.25
"""The factor by which the rows of weighted vectors are spread where the signs between them are close."""


@dataclass(frozen=True)
class Weights(Similarities):
    """The numbers of a table of dot products, and of softmax over each of its rows."""

    weights: Tensor = quantity("Softmax of each row of the dot products.", rows="words", columns="words")


@dataclass(frozen=True)
class WeightedSums(Weights):
    """The numbers of a table of weights, and of the vectors that its rows add up to."""

    weighted: Tensor = quantity("The vectors times the weights of the first row.", rows="words", columns="axes")
    weighted_second: Tensor = quantity("The vectors times the weights of the second row.", rows="words", columns="axes")
    updated: Tensor = quantity("The new vectors, one a row.", rows="words", columns="axes")


@dataclass(frozen=True)
class KeysQueriesValues(WeightedSums):
    """The numbers of one step of attention with keys, queries and values; its dot products are Q Kᵀ."""

    W_Q: Tensor = quantity("What makes queries of vectors: Q = X W_Q.")
    W_K: Tensor = quantity("What makes keys of vectors: K = X W_K.")
    W_V: Tensor = quantity("What makes values of vectors: V = X W_V.")
    queries: Tensor = quantity("The queries, one a row: Q.", rows="words")
    keys: Tensor = quantity("The keys, one a row: K.", rows="words")
    values: Tensor = quantity("The values, one a row: V.", rows="words")
    weighted: Tensor = quantity("The values times the weights of the first row.", rows="words")
    weighted_second: Tensor = quantity("The values times the weights of the second row.", rows="words")
    updated: Tensor = quantity("The new vectors, one a row.", rows="words")
    sums: Tensor = quantity("What the weights of each row add up to: 1.", rows="words")

    @property
    def second(self) -> int:
        """The position of the other word that pulls the first one most, by its weight: a masked word has none."""
        others = [index for index, word in enumerate(self.words) if word != self.word]
        others = others or [index for index in range(len(self.words)) if index != self.position]
        pulls = list(zip(self.weights[self.position].tolist(), self.scores[self.position].tolist(), strict=True))
        return max(others, key=lambda index: pulls[index])  # of equal weights, the larger dot product


class WeightedSumFigure(WholePhraseFigure):
    """A figure whose table of weights turns vectors into new ones.

    Attributes:
        carried: the vectors above the columns.
        results: the new vectors, right of the rows.
        result_title: the title of the new vectors.
        results_shown: whether brackets and title of the new vectors are on screen yet.
        sums: the weighted vectors and their sum, of the first row and of the second.
    """

    numbers: WeightedSums
    carried: Block

    def set_sums(self, color: str | None = None) -> None:
        """Make the new vectors and the two rows whose sums are written out, in their words' colours or in one."""
        numbers = self.numbers
        self.results = self.after(numbers.updated)
        size = self.layout.size if self.layout.titles_above else None
        self.result_title = self.over_row(self._note(self.says("new-vectors"), size), 0)
        self.result_title.shift(point(float(self.results.brackets.get_x() - self.result_title.get_x()), 0.08))
        self.results_shown = False
        pairs = ((numbers.position, numbers.weighted), (numbers.second, numbers.weighted_second))
        self.sums = {row: self._sum(row, weighted, color) for row, weighted in pairs}

    def note_left(self, text: str, y: float, gap: float) -> VMobject:
        """Return a note before something above or below the table, centred at ``y``, smaller where room is short.

        Without any room it stands behind whatever is above the table, or above whatever is below it; or nowhere, where
        the frame is not tall enough for that.
        """
        layout, sizes = self.layout, self.style.sizes
        edge = layout.lattice.left - gap
        if layout.titles_above:
            note = self._note(text, layout.size)
            if y > layout.lattice.top:
                note.align_to(point(layout.lattice.right + layout.spacing.bracket + 0.12, 0.0), LEFT)
                set_on_baseline(note, middle_baseline(y, layout.size))
            elif not self.stage.is_portrait:
                return VGroup()
            else:
                note.align_to(point(layout.lattice.left + 0.06, 0.0), LEFT)
                half = _ROWS_APART * (layout.above_ys[0] - layout.above_ys[-1]) / 2
                set_on_baseline(note, y + half + 0.3)
            return note
        note = self._note(text)
        if edge - note.width < self.stage.safe.left:
            note = self._note(text, sizes.note)
        note.align_to(point(edge, 0.0), RIGHT)
        set_on_baseline(note, middle_baseline(y, note.size))
        return note

    def _note(self, text: str, size: float | None = None) -> Label:
        return Label(text, size=size, color=self.style.theme.dim, style=self.style)

    def _sum(self, row: int, weighted: Tensor, color: str | None) -> ColumnSum:
        numbers, layout = self.numbers, self.layout
        spread = layout.above_ys
        centre, apart, aside = float(layout.desk.centre[1]), 1.0, 0.0
        if layout.titles_above:
            apart, aside = _ROWS_APART, 0.12
        ys = [centre + apart * (y - sum(spread) / len(spread)) for y in spread]
        colors = [color] * len(weighted) if color else self.colors
        return ColumnSum(
            weighted,
            numbers.weights[row],
            numbers.updated[row],
            layout.lattice,
            ys,
            sum(layout.after_xs) / len(layout.after_xs) + aside,
            size=layout.size,
            colors=colors,
            style=self.style,
        )

    def tall_frame(self, column: int) -> RoundedRectangle:
        """Return a frame around a column from its title down to the working space."""
        return self.table.column_frame(column, self.layout.desk.bottom - 0.02)

    def meet(self, row: int, column: int) -> Animation:
        """Move a vector down to its weight, and their product on to the working space."""
        cell = self.table.cells[row][column]
        vector = self.carried.grid.column(column).copy().set_z_index(2)
        term = self.sums[row].terms[column]
        return LaggedStart(FadeOut(vector, target_position=cell), FadeIn(term, target_position=cell), lag_ratio=0.6)

    def meet_slowly(self, row: int, *, brief: bool = False) -> None:
        """Show the first row: the strongest puller, the word itself, then the others in one sweep.

        Args:
            row: the row of the weights.
            brief: let the word itself come in the sweep.
        """
        numbers, times = self.numbers, self.style.times
        frame = self.tall_frame(numbers.second)
        self.play(FadeIn(frame), run_time=times.quick)
        self.play(self.meet(row, numbers.second), run_time=times.slow * (1.0 if brief else 1.4))
        self.rest()
        if not brief:
            self.play(ApplyMethod(frame.set_x, self.layout.lattice.xs[row]), run_time=times.quick)
            self.play(self.meet(row, row), run_time=times.move)
        columns = [*numbers.others, *([row] if brief else [])]
        self.play(FadeOut(frame), run_time=times.quick)
        if columns:
            sweep = [self.meet(row, column) for column in columns]
            self.play(LaggedStart(*sweep, lag_ratio=0.25), run_time=times.slow * (1.1 if brief else 1.5))
        self.rest()

    def add_up(self, row: int, run_time: float) -> None:
        """Let the weighted vectors flow into their sum; the sum moves to the end of the row."""
        total = self.sums[row]
        self.play(FadeIn(total.signs), run_time=self.style.times.quick)
        streams = [
            move
            for number, place in zip(total.total, range(len(total.total)), strict=True)
            for move in gather([term[place] for term in total.terms], number)
        ]
        self.play(*streams, FadeIn(total.brackets), run_time=run_time)
        self.file(row, run_time)

    def file(self, row: int, run_time: float) -> None:
        """Move a sum's numbers to the end of their row; the first to come bring the brackets and their title."""
        pairs = zip(self.sums[row].total, self.results.grid.numbers[row], strict=True)
        titled = [] if self.results_shown else [FadeIn(self.results.brackets, self.result_title)]
        self.results_shown = True
        self.play(*(TransformFromCopy(number, place) for number, place in pairs), *titled, run_time=run_time)

    def meet_quickly(self, row: int, run_time: float) -> None:
        """Show a later row: all its weighted vectors in one sweep."""
        new = self.sums[row]
        self.play(LaggedStart(*(self.meet(row, j) for j in range(len(new.terms))), lag_ratio=0.2), run_time=run_time)

    def name_results(self, *names: str) -> list[Animation]:
        """Let the last pieces of the formula come out of the vectors: their brackets close around the name."""
        moves = self.assemble(*names)
        brackets = self.carried.brackets.copy()
        return [FadeOut(brackets, target_position=self.formula.pieces[names[-1]], scale=0.1), *moves]

    def arrive(self, row: int) -> Animation:
        """Let a row's new vector flow out of its weights."""
        return FadeIn(self.results.grid.rows[row], shift=0.4 * RIGHT)
