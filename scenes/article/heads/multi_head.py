"""Two heads' outputs become one vector per word (the end of "Multiple Key, Query, and Value Spaces").

The heads' outputs stand side by side in one matrix, and a learned matrix turns each of its rows into a new embedding.
"""

from __future__ import annotations

from manim import (
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

from scenes.article.heads.claims import MULTI_HEAD_PROJECTION_CLAIMS
from scenes.article.heads.heads import VALUE_NUMBERS
from scenes.article.heads.heads_product import HeadsProduct
from scenes.article.heads.product_places import Arrangement
from scenes.article.heads.projection import HEADS
from scenes.motion.become import recolor
from scenes.parts.geometry import point

_APART = 3.2
"""Scene units by which the two heads' outputs are farther apart before they are put side by side."""


class MultiHeadProjection(HeadsProduct):
    """attention-multi-head-projection: both heads' outputs, side by side, are projected to the embeddings' size."""

    name = "attention-multi-head-projection"
    claims = MULTI_HEAD_PROJECTION_CLAIMS

    def tell(self) -> None:
        """Show the two outputs, side by side, the learned matrix, one entry, its row, all rows."""
        numbers = self.numbers
        word, count = numbers.words[numbers.position], numbers.concat.shape[1]
        with self.beat("heads", count=numbers.first.shape[1]):
            self._show_heads()
        with self.beat("concat", count=count):
            self._join()
        with self.beat("learned", count=count, size=len(numbers.axes), rows=VALUE_NUMBERS):
            self._show_weights()
        entry = self.works[0].result.shown
        with self.beat("entry", word=word, count=count, entry=entry):
            self._enter(0)
            self.hold()
        with self.beat("row", word=word):
            for column in range(1, len(numbers.axes)):
                self._enter(column)
            self.rest()
        rows, columns = numbers.output.shape
        with self.beat("updated", rows=rows, columns=columns):
            self._fill()

    def _show_heads(self) -> None:
        """Show both outputs, apart, in the centre of the frame."""
        times = self.style.times
        self._set_apart()
        self.play(FadeIn(self.phrase), run_time=times.quick)
        names = [TransformFromCopy(name, title) for name, title in zip(self.phrase.words, self.titles, strict=True)]
        self.play(LaggedStart(*names, lag_ratio=0.1), run_time=times.slow)
        for index, (head, top, band) in enumerate(zip(self.heads, self.tops, self.head_bands, strict=True)):
            rows = [FadeIn(head.row(index), shift=0.15 * RIGHT) for index in range(len(head.numbers))]
            also = [FadeIn(self.attention)] if index == 0 else []
            self.play(FadeIn(top, band, head.brackets), LaggedStart(*rows, lag_ratio=0.12), *also, run_time=times.slow)
            self.play(FadeIn(self.head_shapes[index].line), run_time=times.quick)
        self.rest()

    def _set_apart(self) -> None:
        """Move the parts of O to the centre and its two halves apart, before anything is shown."""
        whole, (x, y, _) = VGroup(self.concat, *self.titles), self.stage.picture.centre
        free = float(self.stage.safe.width - whole.width)
        self.apart = point(-_APART / 2), point(_APART / 2)
        self.aside = point(x - whole.get_x(), y - whole.get_y())
        if self.arrangement is Arrangement.LINE:
            self.aside = point(x - whole.get_x())
        elif self.arrangement is Arrangement.CROSS:
            half = min(_APART, free) / 2
            self.apart = point(-half), point(half)
        else:
            self.aside, self.apart = point(0.0, y - whole.get_y()), (point(), point(free))
        sides = [
            VGroup(self.heads[side], self.head_shapes[side], self.tops[side], self.head_bands[side])
            for side in range(HEADS)
        ]
        VGroup(self.concat, self.shapes[0], *self.bands, *self.titles, *sides).shift(self.aside)
        VGroup(sides[0], *self.titles).shift(self.apart[0])
        sides[1].shift(self.apart[1])

    def _join(self) -> None:
        """Move the two outputs together; the brackets between them fade out."""
        times = self.style.times
        moves: list[Animation] = []
        for side, head in enumerate(self.heads):
            for row, target in zip(head.numbers, self.concat.numbers, strict=True):
                placed = target[VALUE_NUMBERS * side : VALUE_NUMBERS * (side + 1)]
                moves += [ReplacementTransform(old, new) for old, new in zip(row, placed, strict=True)]
        (left, inner), (other_inner, right) = (head.brackets for head in self.heads)
        moves += [ReplacementTransform(old, new) for old, new in zip((left, right), self.concat.brackets, strict=True)]
        moves += [ApplyMethod(title.shift, -self.apart[0]) for title in self.titles]
        moves += [ReplacementTransform(old, new) for old, new in zip(self.head_bands, self.bands, strict=True)]
        moves += [ApplyMethod(kind.set_x, self._columns(side).get_x()) for side, kind in enumerate(self.kinds)]
        # The heads' names reappear in the formula: on the way there they would cross the numbers.
        gone = [*(shape.line for shape in self.head_shapes), self.attention, *(top[1] for top in self.tops)]
        self.play(FadeOut(inner, other_inner, *gone), run_time=times.quick)
        self.play(*moves, FadeIn(self.formula), run_time=times.slow)
        self.play(FadeIn(self.shapes[0].line), run_time=times.quick)
        self.rest()

    def _show_weights(self) -> None:
        """Make room for the learned matrix beside O; the two sizes that must be equal stay bright."""
        times = self.style.times
        self.shapes[0].letters.shift(-self.aside)
        whole = VGroup(self.concat, self.shapes[0].line, *self.bands, *self.titles, *self.kinds)
        self.play(whole.animate.shift(-self.aside), run_time=times.move)
        self.play(FadeIn(*self.signs[:1], self.weights, self.notes[0]), run_time=times.move)
        bands = [TransformFromCopy(band, rows) for band, rows in zip(self.bands, self.row_bands, strict=True)]
        self.play(*bands, FadeIn(self.shapes[1].line), run_time=times.move)
        self.play(self._light_inner_sizes(), run_time=times.quick)
        self.rest()

    def _light_inner_sizes(self) -> Animation:
        """Dim the outer sizes of the two shapes; those that must be equal stand out."""
        left, right, _ = self.shapes
        return AnimationGroup(*(recolor(size, self.style.theme.dim) for size in (left.rows, right.columns)))

    def _light_all_sizes(self) -> Animation:
        """Light up the outer sizes again."""
        left, right, _ = self.shapes
        return AnimationGroup(*(recolor(size, self.style.theme.ink) for size in (left.rows, right.columns)))

    def _enter(self, column: int) -> None:
        """Compute one entry: the numbers of row and column move into the arithmetic, the result into the matrix."""
        times, position, work = self.style.times, self.numbers.position, self.works[column]
        pace = 1.0 if column == 0 else 0.6
        row, line = self.concat.numbers[position], self.weights.column(column)
        before: list[Animation] = (
            [FadeOut(self.works[column - 1], self.work_bands[column - 1])]
            if column
            else [self._light_row(), self._light_all_sizes(), FadeOut(self.formula)]
        )
        if column == 0:
            before.append(FadeIn(*self.signs[1:], self.output.brackets, *self.output_titles))
        self.play(*before, *self._light_column(column), run_time=times.move * pace)
        spelled = work.spelled
        travels = [TransformFromCopy(number, pair[0].number) for number, pair in zip(row, spelled.factors, strict=True)]
        travels += [
            TransformFromCopy(number, pair[1].number) for number, pair in zip(line, spelled.factors, strict=True)
        ]
        moving = {id(member) for pair in spelled.factors for factor in pair for member in factor.number.get_family()}
        still = [FadeIn(piece) for piece in spelled.family_members_with_points() if id(piece) not in moving]
        self.play(FadeIn(self.work_bands[column]), *travels, *still, run_time=times.slow * pace)
        self.play(FadeIn(work.equals, work.result), run_time=times.quick)
        target = self.output.numbers[position][column].set_color(work.result.get_color())
        self.play(TransformFromCopy(work.result, target), run_time=times.move * pace)

    def _light_row(self) -> Animation:
        """Give the row that is worked out its word's colour, and dim the other rows."""
        numbers, dim = self.numbers, self.style.theme.dim
        color = self.color_of(numbers.words[numbers.position])
        return AnimationGroup(
            *(
                recolor(self.concat.row(index), color if index == numbers.position else dim)
                for index in range(len(numbers.words))
            )
        )

    def _light_column(self, column: int) -> list[Animation]:
        """Let a column of the learned matrix stand out; dim the others."""
        theme = self.style.theme
        return [
            recolor(self.weights.column(index), theme.ink if index == column else theme.dim)
            for index in range(len(self.numbers.axes))
        ]

    def _fill(self) -> None:
        """Turn the other rows into those of the result, in one sweep."""
        numbers, times, theme = self.numbers, self.style.times, self.style.theme
        others = [index for index in range(len(numbers.words)) if index != numbers.position]
        lit = [recolor(self.weights.column(index), theme.ink) for index in range(len(numbers.axes))]
        self.play(FadeOut(self.works[-1], self.work_bands[-1]), *lit, run_time=times.move)
        sweep = [
            AnimationGroup(
                recolor(self.concat.row(index), theme.ink), FadeIn(self.output.row(index), shift=0.3 * RIGHT)
            )
            for index in others
        ]
        self.play(LaggedStart(*sweep, lag_ratio=0.25), run_time=times.slow * 1.8)
        self.play(FadeIn(self.shapes[2].line, *self.notes[1:]), run_time=times.quick)
        self.play(FadeIn(self.letters, *(shape.letters for shape in self.shapes)), run_time=times.move)
        self.hold()
