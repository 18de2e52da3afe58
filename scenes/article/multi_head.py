"""Two heads become one vector a word (the end of the section "Multiple Key, Query, and Value Spaces").

The heads' outputs stand side by side in one matrix, and a learned matrix turns each of its rows into a new embedding.
"""

from __future__ import annotations

from manim import (
    LEFT,
    RIGHT,
    Animation,
    AnimationGroup,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    ReplacementTransform,
    TransformFromCopy,
    VGroup,
)
from torch import Tensor

from scenes.figure import Figure
from scenes.heads import VALUE_NUMBERS
from scenes.motion import recolor
from scenes.parts.geometry import point
from scenes.parts.matrix import Matrix, row_titles
from scenes.parts.phrase import PhraseRow
from scenes.parts.product_line import ProductLine
from scenes.parts.shape import ShapeLabel
from scenes.parts.text import Label, Math, set_on_baseline
from scenes.projection import ColouredPhrase, Projection, project
from scenes.worlds import World

_PITCH = 0.4
"""Scene units from one row of a matrix to the next, less where there are many."""

_NAMED = 2.25
"""Scene units of the picture's height for names above the matrices and shapes below them."""

_APART = 3.2
"""Scene units by which the two heads' outputs are farther apart before they are put side by side."""

_KINDS = ("semantic", "grammatical")
"""What the heads are for, as in the figures of their value spaces."""

_MODEL = 'd_"model"'


class MultiHeadProjection(Figure):
    """attention-multi-head-projection: both heads' outputs, side by side, are projected to the embeddings' size."""

    name = "attention-multi-head-projection"
    Parameters = ColouredPhrase
    world_name = "colours"
    numbers: Projection
    parameters: ColouredPhrase

    @classmethod
    def compute(cls, parameters: ColouredPhrase, world: World) -> Projection:
        """One step of attention with two heads."""
        return project(parameters, world)

    def build(self) -> None:
        """The phrase at the top, the product of matrices in the middle, the arithmetic of an entry at the bottom."""
        numbers, style = self.numbers, self.style
        colors = self.colors_of(numbers.words)
        self.phrase = PhraseRow(numbers.words, colors, self.stage.header, style=style)
        self.pitch = min(_PITCH, (self.stage.picture.height - _NAMED) / (len(numbers.words) - 1))
        self.signs = [Math(sign, size=style.sizes.formula, style=style) for sign in ("dot.op", "=")]
        for self.size in (style.sizes.label, style.sizes.note):
            if self._arrange(colors) <= self.stage.safe.width:
                break
        self.heads = [self._head(values, side) for side, values in enumerate((numbers.first, numbers.second))]
        self._name()
        self._name_heads()
        self.formula = Math('bold(X)\' = ["head"^((0)) quad "head"^((1))] space W_O', style=style)
        self.formula.move_to(self.stage.footer.centre)
        self.works = [self._work(column) for column in range(len(numbers.axes))]

    def _arrange(self, colors: list[str]) -> float:
        """The matrices in one line, centred together with the words before them; how wide they are, scene units."""
        numbers, picture = self.numbers, self.stage.picture
        self.concat, self.weights, self.output = (
            self._matrix(values) for values in (numbers.concat, numbers.W_O, numbers.output)
        )
        line = VGroup(self.concat, self.signs[0], self.weights, self.signs[1], self.output).arrange(RIGHT, buff=0.28)
        self.titles = row_titles(self.concat, numbers.words, colors, before=True, size=self.size, style=self.style)
        everything = VGroup(line, *self.titles)
        everything.move_to(point(picture.centre[0], picture.top - 0.65 - self.concat.height / 2))
        return float(everything.width)

    def _matrix(self, values: Tensor) -> Matrix:
        return Matrix(values, size=self.size, pitch=self.pitch, style=self.style)

    def _head(self, values: Tensor, side: int) -> Matrix:
        """A head's output, where it will be in O."""
        head = self._matrix(values)
        target = self.concat.numbers[0][side * VALUE_NUMBERS]
        start = head.numbers[0][0]
        return head.shift(target.get_right() - start.get_right())

    def _name(self) -> None:
        """Names above the matrices, names with shapes below them."""
        numbers, style = self.numbers, self.style
        self.notes = [
            self._top(Label(said, size=style.sizes.note, color=style.theme.dim, style=style), matrix)
            for said, matrix in (("learned", self.weights), ("updated vectors", self.output))
        ]
        given = (
            ("bold(O)", numbers.concat, ("T", "2 d_v"), self.concat),
            ("W_O", numbers.W_O, ("2 d_v", _MODEL), self.weights),
            ("bold(O) W_O", numbers.output, ("T", _MODEL), self.output),
        )
        self.shapes = [self._shape(*item) for item in given]

    def _name_heads(self) -> None:
        """Names, kinds and shapes of the two heads' outputs."""
        numbers, style = self.numbers, self.style
        self.tops = [
            self._top(Math(f'"head"^(({side}))', size=style.sizes.phrase, style=style), head)
            for side, head in enumerate(self.heads)
        ]
        self.kinds = [Label(kind, size=style.sizes.note, color=style.theme.dim, style=style) for kind in _KINDS]
        for kind, top in zip(self.kinds, self.tops, strict=True):
            kind.next_to(top, LEFT, buff=0.2).on_baseline(top.baseline)
        self.head_shapes = [
            self._shape("", values, ("T", "d_v"), head)
            for values, head in zip((numbers.first, numbers.second), self.heads, strict=True)
        ]

    def _top(self, name: Math | Label, below: Matrix) -> Math | Label:
        """A name above a matrix."""
        name.set_x(below.get_x())
        name.on_baseline(float(below.get_top()[1]) + 0.22)
        return name

    def _shape(self, notation: str, values: Tensor, letters: tuple[str, str], matrix: Matrix) -> ShapeLabel:
        label = ShapeLabel(notation, values, letters, style=self.style)
        label.set_x(matrix.get_x())
        set_on_baseline(label, float(self.concat.get_bottom()[1]) - 0.5)
        return label

    def _work(self, column: int) -> ProductLine:
        """An entry's arithmetic, at the bottom."""
        numbers, footer = self.numbers, self.stage.footer
        row, entry = numbers.concat[numbers.position], numbers.output[numbers.position, column]
        colors = (self.color_of(numbers.words[numbers.position]), self.style.theme.ink)
        work = ProductLine(row, numbers.W_O[:, column], entry, colors, width=footer.width, style=self.style)
        work.move_to(footer.centre)
        return work

    def tell(self) -> None:
        """The two outputs, side by side, the learned matrix, one entry, its row, all rows."""
        numbers = self.numbers
        word, count = numbers.words[numbers.position], numbers.concat.shape[1]
        with self.beat("heads", f"Each head has made {numbers.first.shape[1]} numbers of every word."):
            self._show_heads()
        with self.beat("concat", f"Side by side, they are one matrix with {count} numbers for every word."):
            self._join()
        with self.beat("learned", f"A learned matrix takes these {count} numbers back to {len(numbers.axes)}."):
            self._show_weights()
        entry = self.works[0].result.shown
        with self.beat("entry", f"The row of {word} times the first column is a sum of {count} products: {entry}."):
            self._enter(0)
            self.hold()
        with self.beat("row", f"The other columns give the rest of the new vector of {word}."):
            for column in range(1, len(numbers.axes)):
                self._enter(column)
            self.rest()
        rows, columns = numbers.output.shape
        said = f"All rows give the updated vectors, {rows} by {columns}, which is the shape of the embeddings."
        with self.beat("updated", said):
            self._fill()

    def _show_heads(self) -> None:
        """Both outputs, apart and in the middle of the frame."""
        times = self.style.times
        self._set_apart()
        self.play(FadeIn(self.phrase), run_time=times.quick)
        names = [TransformFromCopy(name, title) for name, title in zip(self.phrase.words, self.titles, strict=True)]
        self.play(LaggedStart(*names, lag_ratio=0.1), run_time=times.slow)
        for head, top, kind, shape in zip(self.heads, self.tops, self.kinds, self.head_shapes, strict=True):
            rows = [FadeIn(head.row(index), shift=0.15 * RIGHT) for index in range(len(head.numbers))]
            self.play(FadeIn(top, kind, head.brackets), LaggedStart(*rows, lag_ratio=0.12), run_time=times.slow)
            self.play(FadeIn(shape), run_time=times.quick)
        self.rest()

    def _set_apart(self) -> None:
        """Before anything is shown: all that belongs to O in the middle, and the two halves away from each other."""
        whole = VGroup(self.concat, *self.titles)
        self.aside = point(self.stage.picture.centre[0] - whole.get_x())
        half = point(_APART / 2)
        named = [*self.heads, *self.tops, *self.kinds, *self.head_shapes]
        VGroup(self.concat, self.shapes[0], *self.titles, *named).shift(self.aside)
        VGroup(self.heads[0], self.head_shapes[0], self.tops[0], self.kinds[0], *self.titles).shift(-half)
        VGroup(self.heads[1], self.head_shapes[1], self.tops[1], self.kinds[1]).shift(half)
        for top, kind in zip(self.tops, self.kinds, strict=True):
            VGroup(top, kind).shift(point((top.width - VGroup(top, kind).width) / -2))

    def _join(self) -> None:
        """The two outputs move up to each other; the brackets between them go."""
        times, half = self.style.times, point(_APART / 2)
        moves: list[Animation] = []
        for side, head in enumerate(self.heads):
            for row, target in zip(head.numbers, self.concat.numbers, strict=True):
                placed = target[VALUE_NUMBERS * side : VALUE_NUMBERS * (side + 1)]
                moves += [ReplacementTransform(old, new) for old, new in zip(row, placed, strict=True)]
        (left, inner), (other_inner, right) = (head.brackets for head in self.heads)
        moves += [ReplacementTransform(old, new) for old, new in zip((left, right), self.concat.brackets, strict=True)]
        moves += [ApplyMethod(title.shift, half) for title in self.titles]
        moves += [
            ApplyMethod(top.set_x, self._middle(side)) for side, top in enumerate(self.tops)
        ]  # fmt: skip
        self.play(FadeOut(inner, other_inner, *self.head_shapes, *self.kinds), run_time=times.quick)
        self.play(*moves, run_time=times.slow)
        self.play(FadeIn(self.shapes[0]), run_time=times.quick)
        self.rest()

    def _middle(self, side: int) -> float:
        """The middle of a head's columns in O, scene units."""
        columns = [self.concat.column(VALUE_NUMBERS * side + part) for part in range(VALUE_NUMBERS)]
        return float(VGroup(*columns).get_x())

    def _show_weights(self) -> None:
        """O makes room for the learned matrix; the two sizes that must be equal stay lit."""
        times = self.style.times
        whole = VGroup(self.concat, self.shapes[0], *self.titles, *self.tops)
        self.play(whole.animate.shift(-self.aside), run_time=times.move)
        self.play(FadeIn(self.signs[0], self.weights, self.notes[0]), run_time=times.move)
        self.play(FadeIn(self.shapes[1]), run_time=times.quick)
        self.play(self._light_sizes(inner=True), run_time=times.quick)
        self.rest()

    def _light_sizes(self, *, inner: bool) -> Animation:
        """Of the shapes' sizes, the two that must be equal stand out, or those that remain."""
        theme, (left, right, result) = self.style.theme, self.shapes
        meeting, remaining = [left.columns, right.rows], [left.rows, right.columns, result.rows, result.columns]
        shown = remaining[:2] if inner else remaining
        return AnimationGroup(
            *(recolor(size, theme.ink if inner else theme.dim) for size in meeting),
            *(recolor(size, theme.dim if inner else theme.ink) for size in shown),
        )

    def _enter(self, column: int) -> None:
        """One entry: row and column light up, their numbers go into the arithmetic, its result into the matrix."""
        times, work, position = self.style.times, self.works[column], self.numbers.position
        pace = 1.0 if column == 0 else 0.6
        row, line = self.concat.numbers[position], self.weights.column(column)
        before: list[Animation] = [FadeOut(self.works[column - 1])] if column else [self._light_row()]
        if column == 0:
            before.append(FadeIn(self.signs[1], self.output.brackets))
        self.play(*before, *self._light_column(column), run_time=times.move * pace)
        spelled = work.spelled
        travels = [TransformFromCopy(number, pair[0].number) for number, pair in zip(row, spelled.factors, strict=True)]
        travels += [
            TransformFromCopy(number, pair[1].number) for number, pair in zip(line, spelled.factors, strict=True)
        ]
        moving = {id(member) for pair in spelled.factors for factor in pair for member in factor.number.get_family()}
        still = [FadeIn(piece) for piece in spelled.family_members_with_points() if id(piece) not in moving]
        self.play(*travels, *still, run_time=times.slow * pace)
        self.play(FadeIn(work.equals, work.result), run_time=times.quick)
        target = self.output.numbers[position][column].set_color(work.result.get_color())
        self.play(TransformFromCopy(work.result, target), run_time=times.move * pace)

    def _light_row(self) -> Animation:
        """The row that is worked out takes its word's colour; the other rows go dim."""
        numbers, dim = self.numbers, self.style.theme.dim
        color = self.color_of(numbers.words[numbers.position])
        return AnimationGroup(
            *(
                recolor(self.concat.row(index), color if index == numbers.position else dim)
                for index in range(len(numbers.words))
            )
        )

    def _light_column(self, column: int) -> list[Animation]:
        """A column of the learned matrix stands out; the others go dim."""
        theme = self.style.theme
        return [
            recolor(self.weights.column(index), theme.ink if index == column else theme.dim)
            for index in range(len(self.numbers.axes))
        ]

    def _fill(self) -> None:
        """The other rows become those of the result, in one sweep."""
        numbers, times, theme = self.numbers, self.style.times, self.style.theme
        others = [index for index in range(len(numbers.words)) if index != numbers.position]
        lit = [recolor(self.weights.column(index), theme.ink) for index in range(len(numbers.axes))]
        self.play(FadeOut(self.works[-1]), *lit, run_time=times.move)
        sweep = [
            AnimationGroup(
                recolor(self.concat.row(index), theme.ink), FadeIn(self.output.row(index), shift=0.3 * RIGHT)
            )
            for index in others
        ]
        self.play(LaggedStart(*sweep, lag_ratio=0.25), run_time=times.slow * 1.8)
        self.play(FadeIn(self.shapes[2], self.notes[1], self.formula), run_time=times.quick)
        self.play(self._light_sizes(inner=False), run_time=times.quick)
        self.hold()
