"""The base of the figures of attention over a whole phrase: a table with a row and a column for each word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from manim import (
    DOWN,
    RIGHT,
    Animation,
    AnimationGroup,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    RoundedRectangle,
    Succession,
    Transform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.whole_phrase.numbers import Similarities, TableParameters
from scenes.errors import UserError
from scenes.figure import Figure
from scenes.parts.arithmetic.named_product import NamedProduct
from scenes.parts.geometry import point
from scenes.parts.table.layout import Surroundings, lay_out_stages
from scenes.parts.table.number_grid import Block, NumberGrid, middle_baseline
from scenes.parts.table.score_table import ScoreTable, weight_ink
from scenes.parts.text.assembled_formula import AssembledFormula, Piece
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math, set_on_baseline, vector_name

Drawn = TypeVar("Drawn", bound=VMobject)


class WholePhraseFigure(Figure):
    """A figure of a table that is filled row by row.

    Attributes:
        layout: the present layout.
        first: the layout at first.
        later: the layout at the end.
        table: titles and cells.
        formula: the table's name, assembled piece by piece.
        named: the pieces of the formula that are on screen.
        veil: the veil that dims all rows but one, or None.
    """

    Parameters = TableParameters
    numbers: Similarities
    parameters: TableParameters

    def set_table(self, around: Surroundings, pieces: Sequence[Piece], later: Surroundings | None = None) -> None:
        """Lay out the table and its surroundings, now and, where they change, later.

        Raises:
            UserError: when the words or the numbers are too wide for that number of columns.
        """
        words = self.numbers.words
        self.colors = self.colors_of(words)
        try:
            region, stages = self.stage.safe.inset(0.06, 0.06), [around, later or around]
            self.first, self.later = lay_out_stages(region, words, stages, self.style)
        except ValueError as error:
            wider = "" if self.stage.is_wide else " or a wider frame"
            raise UserError(f"phrase: {error}; take fewer or shorter words{wider}") from None
        self.layout = layout = self.first
        self.table = ScoreTable(
            words,
            self.colors,
            layout.lattice,
            titles_edge=layout.titles_edge,
            titles_baseline=layout.titles_baseline,
            size=layout.size,
            style=self.style,
        )
        baseline = middle_baseline(float(layout.footer.centre[1]), self.style.sizes.formula)
        self.formula = AssembledFormula(pieces, layout.middle, baseline, style=self.style)
        self.named: list[str] = []
        self.veil: VGroup | None = None

    def over_row(self, title: Label, row: int) -> Label:
        """Put a title right above the block at the end of a row."""
        lattice = self.layout.lattice
        set_on_baseline(title, lattice.ys[row] + min(0.36, 0.72 * (lattice.height - lattice.head)))
        return title

    def totals(self, values: Tensor) -> NumberGrid:
        """Return one number for each row: at the row's end, or at the end of its title's line."""
        layout = self.layout
        return NumberGrid(values[:, None], [layout.totals_x], layout.totals_ys, size=layout.size, style=self.style)

    def over_total(self, title: Label, total: Number, row: int) -> Label:
        """Put a title right above a row's total, or before it in the line of the row's title."""
        if not self.layout.titles_above:
            return self.over_row(title.set_x(self.layout.totals_x), row)
        title.align_to(point(float(total.get_left()[0]) - 0.14, 0.0), RIGHT)
        set_on_baseline(title, total.baseline)
        return title

    def move_on(self, *along: VMobject) -> list[Animation]:
        """Move the table, the formula and everything in the cells to their later places."""
        before, self.layout, indent = self.layout, self.later, self.table.indent
        aside = point(self.later.lattice.left - before.lattice.left, 0.0)
        formula = point(self.later.middle - before.middle, 0.0)
        self.table.lattice, self.formula.middle = self.later.lattice, self.later.middle
        self.table.titles_edge = self.later.titles_edge
        titles = point(self.later.titles_edge - before.titles_edge + self.table.indent - indent, 0.0)
        cells = [*self.table.cell_rows, *self.table.column_titles]
        return [
            *(ApplyMethod(self.formula.pieces[name].shift, formula) for name in self.named),
            *(ApplyMethod(mobject.shift, aside) for mobject in (*cells, *along)),
            *(ApplyMethod(title.shift, titles) for title in self.table.row_titles),
        ]

    def in_cells(self, values: Tensor, weights: bool = False) -> NumberGrid:
        """Return numbers in the table's cells; weights have a colour that is readable on their shade."""
        lattice = self.layout.lattice
        kind = Weight if weights and self._small_weights_fit() else Number
        grid = NumberGrid(values, lattice.xs, lattice.ys, size=self.layout.size, kind=kind, style=self.style)
        if weights:
            for numbers in grid.numbers:
                for number, color in zip(numbers, self.colors, strict=True):
                    number.set_color(weight_ink(number.value, color, self.style))
        return grid

    def _small_weights_fit(self) -> bool:
        """Return whether cells are wide enough for ``<0.01`` instead of 0.00."""
        widest = Weight(1e-6, size=self.layout.size, style=self.style).width
        return bool(widest <= self.layout.lattice.width - self.layout.spacing.cell)

    def beside(self, rows: Tensor, color: str | None = None) -> Block:
        """Return vectors left of the table, each before its word's row."""
        colors = [color] * len(rows) if color else self.colors
        ys, size = self.layout.lattice.ys, self.layout.size
        grid = NumberGrid(rows, self.layout.beside_xs, ys, size=size, row_colors=colors, style=self.style)
        return Block(grid, beside=self.layout.lattice, gap=self._block_gap, style=self.style)

    def above(self, rows: Tensor, color: str | None = None) -> Block:
        """Return vectors above the table, each over its word's column."""
        colors = [color] * len(rows) if color else self.colors
        xs, size = self.layout.lattice.xs, self.layout.size
        grid = NumberGrid(rows.T, xs, self.layout.above_ys, size=size, column_colors=colors, style=self.style)
        return Block(grid, around=self.layout.lattice, gap=self._block_gap, style=self.style)

    def after(self, rows: Tensor, color: str | None = None) -> Block:
        """Return vectors right of the table, each after its word's row."""
        colors = [color] * len(rows) if color else self.colors
        ys, size = self.layout.lattice.ys, self.layout.size
        xs = self.layout.after_xs[: rows.shape[1]]
        grid = NumberGrid(rows, xs, ys, size=size, row_colors=colors, style=self.style)
        return Block(grid, gap=self._block_gap, style=self.style)

    @property
    def _block_gap(self) -> float:
        """The scene units between a block's numbers and its brackets."""
        return self.layout.spacing.bracket - 0.04

    def product(
        self,
        left: Tensor,
        right: Tensor,
        row: int,
        column: int,
        *,
        letters: str = "xx",
        colors: tuple[str, str] | None = None,
        size: float | None = None,
        in_lines: bool = False,
        width: float | None = None,
    ) -> NamedProduct:
        """Return the arithmetic of a cell, in a type size or, where that is too wide for the frame, a smaller one."""
        words, colors = self.numbers.words, colors or (self.colors[row], self.colors[column])
        pairs = zip((row, column), letters, strict=True)
        first, second = (vector_name(words[index], letter=letter) for index, letter in pairs)
        score = self.numbers.scores[row, column]
        sizes, most = self.style.sizes, size or self.style.sizes.phrase
        for names, numbers in (
            (most, most),
            (sizes.phrase,) * 2,
            (sizes.phrase, sizes.label),
            (sizes.script, sizes.note),
        ):
            work = NamedProduct(
                (first, second),
                left[row],
                right[column],
                score,
                colors,
                size=names,
                numbers=numbers,
                in_lines=in_lines,
                style=self.style,
            )
            if work.width <= (width or self.widest):
                break
        return work

    @property
    def widest(self) -> float:
        """The width of the frame inside its margin, scene units."""
        return self.stage.safe.width - 0.06

    def fitting(self, make: Callable[[float], Drawn], size: float) -> Drawn:
        """Return a mobject in a type size, or in the largest smaller one in which it fits the frame."""
        sizes = self.style.sizes
        for smaller in (size, sizes.phrase, sizes.script):
            if (made := make(min(size, smaller))).width <= self.widest:
                break
        return made

    def names_of(self, block: Block, *named: tuple[str, str, str]) -> dict[str, Math]:
        """Return a block's successive names (key, notation and colour of each), near its brackets."""
        brackets, above, sizes = block.brackets, self.layout.titles_above, self.style.sizes
        size = sizes.phrase
        x, y = brackets.get_x(), brackets.get_y()
        if brackets.get_right()[0] < self.layout.lattice.left:
            place = point(x, brackets.get_bottom()[1] - 0.32)
            if above and not self.stage.is_portrait:
                place = point(x, brackets.get_top()[1] + 0.25)
        elif above and not self.layout.beside_xs:
            place = point(brackets.get_right()[0] + 0.4, y)
        elif above and not self.stage.is_portrait:
            place, size = point(brackets.get_right()[0] - 0.2, self.table.key_title.baseline + 0.03), sizes.script
        else:
            place = point(brackets.get_left()[0] - 0.45, y)
        return {
            name: Math(notation, size=size, color=color, style=self.style).move_to(place)
            for name, notation, color in named
        }

    def assemble(self, *names: str) -> list[Animation]:
        """Bring pieces of the formula; those on screen make room."""
        before, self.named = self.named, [*self.named, *names]
        places = self.formula.places(self.named)
        first, last = squish_rate_func(smooth, 0.0, 0.7), squish_rate_func(smooth, 0.5, 1.0)
        moves: list[Animation] = [
            ApplyMethod(self.formula.pieces[name].set_x, places[name], rate_func=first) for name in before
        ]
        for name in names:
            self.formula.pieces[name].set_x(places[name])
        late = last if before else smooth
        return [*moves, *(FadeIn(self.formula.pieces[name], rate_func=late) for name in names)]

    def drop(self, numbers: VGroup, run_time: float) -> Animation:
        """Show the numbers of a row one after the other from the left."""
        return LaggedStart(
            *(FadeIn(number, shift=0.12 * DOWN) for number in numbers), lag_ratio=0.35, run_time=run_time
        )

    def to_weights(self, row: int, scores: NumberGrid, weights: NumberGrid, run_time: float) -> Animation:
        """Turn a row's dot products into its weights, from the left, and give its cells their shade."""
        changes = []
        for score, weight, cell in zip(scores.numbers[row], weights.numbers[row], self.table.cells[row], strict=True):
            shade = ApplyMethod(cell.shade, weight.value)
            changes.append(LaggedStart(FadeOut(score), AnimationGroup(FadeIn(weight), shade), lag_ratio=0.8))
        return LaggedStart(*changes, lag_ratio=0.3, run_time=run_time)

    def light(self, row: int) -> Animation:
        """Dim all rows of the table but one."""
        if self.veil is None:
            self.veil = self.table.veil(row)
            return FadeIn(self.veil)
        return Transform(self.veil, self.table.veil(row))

    def light_all(self) -> Animation:
        """Remove the veil: dim no row."""
        veil, self.veil = self.veil or VGroup(), None
        return FadeOut(veil)

    def sweep(
        self, rows: Sequence[int], change: Callable[[int], Animation], frame: RoundedRectangle, seconds: float
    ) -> None:
        """Change rows one after the other in one sweep; the frame moves with them."""
        if not rows:
            return
        ys, step = self.layout.lattice.row_ys, seconds / len(rows)
        follow = Succession(*(ApplyMethod(frame.set_y, ys[row], run_time=step) for row in rows))
        changes = LaggedStart(*(change(row) for row in rows), lag_ratio=0.8, run_time=seconds)
        self.play(AnimationGroup(follow, changes), rate_func=linear, run_time=seconds)
