"""From dot products to weights: softmax (the article's section "Words Pulling Words", figure 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    Mobject,
    TransformFromCopy,
    VMobject,
)
from torch import Tensor

from scenes.article.pulling.claims import ALL_SOFTMAX_CLAIMS
from scenes.article.pulling.shares import Share, Shares
from scenes.errors import UserError
from scenes.motion.arrive import rise
from scenes.motion.become import light
from scenes.motion.move import gather
from scenes.parameters import PhraseParameters
from scenes.parts.bars.bars import Bar, BarRow, RowSum, RowTitle
from scenes.parts.geometry import point
from scenes.parts.phrase import PhraseRow
from scenes.parts.text.formula import Fraction, Power, SoftmaxFormula
from scenes.parts.text.number import Number, Weight, format_number, format_weight
from scenes.parts.text.typeset import Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import LARGEST_SCORE, PhraseFigure, Pull, each_with, pull
from scenes.stage import Region
from scenes.worlds import World


class Tip(Animation):
    """An upright bar turning into a lying share of a whole: it rotates, travels and grows in one motion.

    Args:
        bar: the bar at which it begins; it stays.
        share: the share that it becomes.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, bar: Bar, share: Share, **options: Any) -> None:
        self._from = bar.get_center(), np.array([bar.height, bar.width])
        self._to = share.get_center(), np.array([share.width, share.height])
        self._share = share
        super().__init__(share, introducer=True, **options)

    def create_starting_mobject(self) -> Mobject:
        """Return an empty mobject: every frame follows from the time alone."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """Draw a rectangle between upright and lying; draw nothing before it leaves."""
        share = self.rate_func(alpha)
        centre, size = (start + share * (end - start) for start, end in zip(self._from, self._to, strict=True))
        along, across = size / 2 if share > 0 else np.zeros(2)
        turn = (1 - share) * np.pi / 2
        ahead = point(np.cos(turn), np.sin(turn)) * along
        aside = point(-np.sin(turn), np.cos(turn)) * across
        corners = [centre + ahead + aside, centre - ahead + aside, centre - ahead - aside, centre + ahead - aside]
        self._share.set_points_as_corners([*corners, corners[0]])


@dataclass(frozen=True)
class Softmaxed(Pull):
    """The numbers of a step of attention with the stages of its softmax."""

    exponentials: Tensor = quantity("e to the power of each dot product.", rows="words")
    total: Tensor = quantity("The sum of the exponentials.")
    weights_total: Tensor = quantity("The sum of the weights: 1.")


_STAGES = (("s_i", "dot-product"), ("e^(s_i)", "exponential"), ("a_i", "weight"))
"""The rows' symbols and the texts that name them."""


_WIDE = 12.0
"""The width of the frame, in scene units, from which rows have titles and sums beside them instead of above."""

_TITLE, _TITLE_TALL = 0.42, 0.62
"""The height of a title above a row, scene units; the second where there is much room."""

_NEARER = 0.2
"""The shift of the rows towards the words where there is little room, scene units."""

_CAPITALS = 0.27
"""Scene units from the top of a title to its baseline."""

_DROP = 0.1
"""The distance by which a number comes down from its source, scene units."""


class AllSoftmax(PhraseFigure):
    """attention-all-softmax: softmax turns dot products into weights that add up to 1."""

    name = "attention-all-softmax"
    claims = ALL_SOFTMAX_CLAIMS
    numbers: Softmaxed

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Softmaxed:
        """Take one step of attention over the phrase, with each stage of softmax.

        Raises:
            UserError: also when a dot product is too large to be an exponent.
        """
        step = pull(parameters, world)
        largest = float(step.scores.max())
        if largest > LARGEST_SCORE:
            raise UserError(
                f"the largest dot product is {largest:g}, too large an exponent to draw (at most {LARGEST_SCORE:g}); "
                "make the vectors shorter"
            )
        exponentials = step.scores.exp()  # (T,)
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        return Softmaxed(**given, exponentials=exponentials, total=exponentials.sum(), weights_total=step.weights.sum())

    @classmethod
    def alternative_values(cls, numbers: Softmaxed) -> Mapping[str, object]:
        """Return the three rows and both sums."""
        return {
            "word": numbers.word,
            "scores": each_with(numbers.words, numbers.scores),
            "exponentials": each_with(numbers.words, numbers.exponentials),
            "total": format_number(float(numbers.total)),
            "weights": each_with(numbers.words, numbers.weights, format_weight),
            "one": format_number(float(numbers.weights_total)),
        }

    def build(self) -> None:
        """Draw a row for each stage below the words, and the formula at the bottom."""
        numbers, style, header = self.numbers, self.style, self.stage.header
        narrow = self.stage.width < _WIDE
        picture, footer = self.stage.picture_to_bottom.rows(4.3, 1.25, gap=0.4)
        if self.stage.is_portrait:
            picture, footer = self.stage.picture_to_bottom.rows(10, 1.6, gap=0.5)
        elif narrow:
            picture, footer = self.stage.picture_to_bottom.inset(top=-_NEARER).rows(4.68, 1.22, gap=0.3)
        titles = sums = picture
        if not narrow:
            titles, middle, sums = picture.columns(1.9, 9, 1.9, gap=0.15)
            header = Region(middle.left, middle.right, header.bottom, header.top)
        colors = self.colors_of(numbers.words)
        self.phrase = PhraseRow(numbers.written, colors, header, columns=True, style=style)
        xs = [self.phrase.column(index) for index in range(len(numbers.words))]
        bands = picture.rows(1.1, 1, 1, gap=0.22)
        above = [band.top - _CAPITALS for band in bands]
        if narrow:
            bands = tuple(band.inset(top=_TITLE_TALL if self.stage.is_portrait else _TITLE) for band in bands)
        size = self._number_size()
        self.bar_rows = [
            BarRow(numbers.scores, xs, bands[0], colors, size=size, style=style),
            BarRow(numbers.exponentials, xs, bands[1], colors, size=size, style=style),
            BarRow(numbers.weights, xs, bands[2], colors, size=size, kind=Weight, style=style),
        ]
        self.titles = [
            RowTitle(symbol, self.says(text), row, titles.right, style=style)
            for (symbol, text), row in zip(_STAGES, self.bar_rows, strict=True)
        ]
        self.sums = [
            RowSum(value, row, sums.left, style=style)
            for value, row in zip((numbers.total, numbers.weights_total), self.bar_rows[1:], strict=True)
        ]
        if narrow:
            for title, baseline in zip(self.titles, above, strict=True):
                title.in_a_line(picture.left, baseline)
            for row_sum, baseline in zip(self.sums, above[1:], strict=True):
                row_sum.on_baseline(baseline).align_to(point(picture.right), RIGHT)
        self._draw_footer(footer, colors, size)

    def _draw_footer(self, footer: Region, colors: list[str], size: float) -> None:
        """Draw the formula, the arithmetic beside it, and the whole that later replaces them."""
        formula, work = footer.columns(1, 1)
        self.formula = SoftmaxFormula(style=self.style)
        self.formula.move_to(formula.centre)
        strip = work.inset(right=0.3)
        if self.stage.width < _WIDE:
            self.formula.align_to(point(footer.left), LEFT)
            strip = footer.inset(left=float(self.formula.width) + 0.5)
        self.works = self._works(work)
        self.shares = Shares(self.numbers.words, self.numbers.weights, colors, strip, size=size, style=self.style)

    def _number_size(self) -> float:
        """Return the type size of the numbers, smaller where columns are narrow."""
        return self.style.sizes.label if len(self.numbers.words) < 8 else self.style.sizes.note

    def _works(self, region: Region) -> list[Row]:
        """Return the arithmetic of the strongest puller: its exponential, then its weight."""
        numbers, style, index = self.numbers, self.style, self.numbers.strongest
        color, size = self.color_of(numbers.words[index]), style.sizes.phrase
        first = Power(
            Math("e", size=style.sizes.formula, style=style),
            Number(numbers.scores[index], size=style.sizes.label, color=color, style=style),
        )
        share = Fraction(
            Number(numbers.exponentials[index], size=size, color=color, style=style),
            Number(numbers.total, size=size, style=style),
            style=style,
        )
        results = (
            Number(numbers.exponentials[index], size=size, color=color, style=style),
            Weight(numbers.weights[index], size=size, color=color, style=style),
        )
        works = [
            Row([left, Math("=", size=size, style=style), result], 0.22)
            for left, result in zip((first, share), results, strict=True)
        ]
        for work in works:
            work.move_to(region.centre)
        return works

    def tell(self) -> None:
        """Show the dot products, their exponentials, the sum, the quotients, and that they add up to 1."""
        numbers, times = self.numbers, self.style.times
        strongest = numbers.words[numbers.strongest]
        with self.beat("dot-products", word=numbers.word):
            self.play(FadeIn(self.phrase), FadeIn(self.titles[0], self.bar_rows[0]), run_time=times.move)
            self.rest()
        with self.beat("formula"):
            self.play(FadeIn(self.formula), run_time=times.move)
            self.hold()
        with self.beat("exponentials"):
            self.play(self._light(self.formula.top), FadeIn(self.titles[1]), run_time=times.quick)
            self._become(self.bar_rows[1], self.works[0])
        with self.beat("sum", total=self.sums[0].number.shown):
            self.play(self._light(self.formula.bottom), FadeOut(self.works[0]), run_time=times.quick)
            self.play(
                FadeIn(self.sums[0].sign), *gather(self.bar_rows[1].numbers, self.sums[0].number), run_time=times.slow
            )
            self.rest()
        with self.beat("weights"):
            self.play(self._light(*self.formula.pieces), FadeIn(self.titles[2]), run_time=times.quick)
            self._become(self.bar_rows[2], self.works[1])
        share = self.bar_rows[2].numbers[numbers.strongest].shown
        with self.beat("one", strongest=strongest, share=share):
            self.play(FadeOut(self.works[1]), Create(self.shares.outline), run_time=times.quick)
            tips = [Tip(bar, share) for bar, share in zip(self.bar_rows[2].bars, self.shares.shares, strict=True)]
            self.play(LaggedStart(*tips, lag_ratio=0.12), run_time=1.6 * times.slow)
            self.play(
                FadeIn(self.shares.labels, self.sums[1].sign),
                *gather(self.bar_rows[2].numbers, self.sums[1].number),
                run_time=times.slow,
            )
            self.hold()

    def _light(self, *pieces: VMobject) -> Animation:
        return light(pieces, self.formula.pieces, self.style.theme)

    def _become(self, after: BarRow, work: Row) -> None:
        """Turn numbers into those below: the strongest puller's with its arithmetic, the others in one sweep."""
        times, first = self.style.times, self.numbers.strongest
        rest = [index for index in range(len(self.numbers.words)) if index != first]
        _, equals, result = work
        self.play(Create(after.line), *self._enter(work), run_time=times.move)
        self.play(FadeIn(equals, result), run_time=times.quick)
        self.play(TransformFromCopy(result, after.numbers[first]), rise(after.bars[first]), run_time=times.slow)
        self.rest()
        sweep = [
            AnimationGroup(FadeIn(after.numbers[index], shift=_DROP * DOWN), rise(after.bars[index])) for index in rest
        ]
        self.play(LaggedStart(*sweep, lag_ratio=0.25), run_time=times.slow * 1.6)
        self.rest()

    def _enter(self, work: Row) -> list[Animation]:
        """Move the known numbers into the arithmetic from their places, and fade in the rest."""
        first, (scores, exponentials, _), total = self.numbers.strongest, self.bar_rows, self.sums[0].number
        given = work[0]
        if isinstance(given, Power):
            return [FadeIn(given.base), TransformFromCopy(scores.numbers[first], given.exponent)]
        top, bar, bottom = given
        return [
            Create(bar),
            TransformFromCopy(exponentials.numbers[first], top),
            TransformFromCopy(total, bottom),
        ]
