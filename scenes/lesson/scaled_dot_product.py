"""Dot products spread as keys get more numbers, and softmax peaks; divided by √d_k they do not (the lesson on scaling).

Source: Vaswani et al., "Attention is all you need" (2017), section 3.2.1, footnote 4.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

import torch
from manim import (
    Animation,
    AnimationGroup,
    Create,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    LaggedStart,
    VMobject,
    linear,
    smooth,
)
from pydantic import Field
from torch import Tensor

from attnmath import softmax
from scenes.claims import Claim, Measurement
from scenes.layout import fit
from scenes.lesson.score_chart import AIR, BESIDE, SCORE, Chart, View, WeightColumn, between, exact
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import FigureParameters
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_DRAWS = 2000
"""Random queries on which spreads and largest weights are measured."""

_CROWD = 60
"""Their scores that run between the lines along the root, so that one sees that most stay there."""

_TENTHS = 10
"""Random numbers are multiples of 1 / this: what is printed of products and their sums is exact."""

_FIRST = 4
"""The numbers of a key at the first stage, each of which is seen."""

_TICKS, _COUNTS, _TITLES, _RISE, _HEADER = 0.78, 0.6, 0.62, 0.46, 0.38
"""Scene units: the room for numbers at the left of the chart, for those below it, and for a name above a column that
lies; the height of names above the chart, and how far up."""

_COLUMN, _NARROW, _LYING, _APART = 2.4, 2.2, 0.19, 0.25
"""The width of the column in wide frames and in others, scene units; the height of one that lies, as a share of the
frame's free height; scene units between its halves."""

_HEADROOM, _ABOVE = 1.03, 1.22
"""The factors by which the chart reaches beyond its scores, and, for names, beyond the root."""

_ROWS, _PITCH = (0.68, 0.4, -0.58), 0.36
"""The baselines of the rows of numbers in the chart, as shares of the root; the least from one to the next above it,
scene units."""

_OF_STEP, _ALMOST = 0.84, 1e-6
"""The share of a step's width that a number above it may take; what a whole number may lack by rounding."""

_STEP, _GROW, _UNCOVER, _RUN, _SEEN, _MEASURE, _PRESS = 0.5, (2.4, 3.0), 1.0, 1.5, 0.7, 1.2, 2.1
"""Seconds: a step of a score, growing from stage to stage, uncovering the lines along the root, many other scores
running between them and being looked at, measuring, dividing."""


class Growing(FigureParameters):
    """The parameters: how many numbers keys get, how many keys there are, and chance."""

    d_k: int = Field(64, ge=36, le=1024, description="The numbers of a query and of a key at the end.")
    keys: int = Field(6, ge=3, le=9, description="How many keys there are.")
    seed: int = Field(25348860, ge=0, description="Which random numbers are taken.")

    def world_used(self, world: World) -> World:
        """Return a world of nothing: all numbers are random."""
        return World(title="chance", axes=("x", "y"), vectors={"x": (0.0, 0.0)})


@dataclass(frozen=True)
class Scaled:
    """A query's scores with several keys while all vectors get more numbers, as they are and divided by √d_k."""

    stages: tuple[str, ...]
    keys: tuple[str, ...]
    crowd: Tensor
    """Scores of other random queries and keys with each number that is added, shape (d_k, n)."""
    sizes: Tensor = quantity("The numbers of a key at each stage, d_k.", rows="stages")
    roots: Tensor = quantity("Their square roots.", rows="stages")
    pressed: Tensor = quantity("Those roots divided by √d_k.", rows="stages")
    query: Tensor = quantity("The numbers of the query.")
    key: Tensor = quantity("The numbers of the key with the largest last score.")
    products: Tensor = quantity("Their products: the steps of that key's score.")
    paths: Tensor = quantity("The scores with each number that is added.", columns="keys")
    last: Tensor = quantity("The last scores divided by √d_k.", rows="keys")
    weights: Tensor = quantity("Softmax of the scores at each stage.", rows="stages", columns="keys")
    scaled: Tensor = quantity("Softmax of the scores divided by √d_k.", rows="stages", columns="keys")
    spreads: Tensor = quantity("The spread of many random scores at each stage.", rows="stages")
    peaks: Tensor = quantity("The mean of the largest weight in many random draws at each stage.", rows="stages")
    scaled_peaks: Tensor = quantity("The same of scores divided by √d_k.", rows="stages")

    @property
    def winner(self) -> int:
        """The key with the largest last score."""
        return int(self.paths[-1].argmax())


def _spreads_as_the_root(numbers: Scaled, world: World) -> Measurement:
    ratios = (numbers.spreads / numbers.roots).tolist()
    return Measurement(all(0.9 < ratio < 1.1 for ratio in ratios), ", ".join(f"{ratio:.2f}" for ratio in ratios))


def _peaks(numbers: Scaled, world: World) -> Measurement:
    first, last, scaled = float(numbers.peaks[0]), float(numbers.peaks[-1]), float(numbers.scaled_peaks[-1])
    return Measurement(last > 0.85 > 0.6 > scaled, f"{first:.2f}, at last {last:.2f}; scaled {scaled:.2f}")


def _random(draw: torch.Generator, *shape: int) -> Tensor:
    """Return random numbers of mean 0 and variance 1, to a tenth."""
    return (_TENTHS * torch.randn(*shape, generator=draw)).round() / _TENTHS


def _overlap(one: VMobject, other: VMobject) -> bool:
    """Return whether two texts beside an axis overlap."""
    return abs(float(one.get_y() - other.get_y())) < float(one.height + other.height) / 2


def _written(value: Tensor) -> str:
    """Return a number's text, without digits after the point where it is whole."""
    return format_number(float(value), exact(float(value)))


class ScaledDotProduct(PlaneFigure):
    """lesson-scaled-dot-product: scores fan out as √d_k, and one takes all; divided by √d_k, all keys count."""

    name = "lesson-scaled-dot-product"
    Parameters = Growing
    with_plane = False
    with_record = False
    numbers: Scaled
    claims = (
        Claim("Scores of random vectors spread as √d_k, to a tenth.", _spreads_as_the_root),
        Claim("At last the largest weight is near 1, and of scaled scores it is not.", _peaks),
    )

    @classmethod
    def compute(cls, parameters: Growing, world: World) -> Scaled:
        """Add up the products of random numbers, and take softmax at three stages."""
        draw = torch.Generator().manual_seed(parameters.seed)
        query, keys = _random(draw, parameters.d_k), _random(draw, parameters.keys, parameters.d_k)
        paths = (query * keys).cumsum(dim=1).T  # (d_k, keys)
        stages = torch.tensor([_FIRST, parameters.d_k // 4, parameters.d_k])
        many, others = _random(draw, _DRAWS, 1, parameters.d_k), _random(draw, _DRAWS, parameters.keys, parameters.d_k)
        sums = (many * others).cumsum(dim=-1)[..., stages - 1]  # (draws, keys, stages)
        roots, at_stage, key = stages.sqrt(), paths[stages - 1], keys[paths[-1].argmax()]
        return Scaled(
            tuple(str(int(stage)) for stage in stages),
            tuple(f"key {number}" for number in range(1, parameters.keys + 1)),
            (many * others)[:_CROWD, 0].cumsum(dim=-1).T,
            stages.float(), roots, roots / roots[-1], query, key, query * key, paths, paths[-1] / roots[-1],
            softmax(at_stage), softmax(at_stage / roots[:, None]),
            sums.std(dim=(0, 1)), softmax(sums.movedim(-1, 0)).amax(dim=-1).mean(dim=-1),
            softmax((sums / roots).movedim(-1, 0)).amax(dim=-1).mean(dim=-1),
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Scaled) -> Mapping[str, object]:
        """Return the last number of entries, and the largest weights with and without scaling."""
        return {
            "d_k": numbers.stages[-1],
            "root": _written(numbers.roots[-1]),
            "peak": format_number(float(numbers.weights[-1].max())),
            "scaled": format_number(float(numbers.scaled[-1].max())),
        }

    def build(self) -> None:
        """Make a chart of one scale, a column of weights at its right or below it, and the names of both."""
        numbers, room = self.numbers, self._room()
        root, sizes = float(numbers.roots[-1]), numbers.sizes.tolist()
        low = min(_HEADROOM * float(numbers.paths.min()), -_ABOVE * root)
        high = max(_HEADROOM * float(numbers.paths.max()), _ABOVE * root)
        self.views = [View(room, size, size, low, high, root) for size in sizes]
        self.rooted = replace(self.views[-1], rooted=1.0)
        self.pressed = replace(self.rooted, divided=1.0)
        self.chart = Chart(numbers.paths, sizes, self.views[0], self.says("added"), self.style)
        order, lying = numbers.paths[-1].argsort().tolist(), self.stage.is_narrow
        self.column, self.before = (
            WeightColumn(order, self.chart.colors, lying=lying, style=self.style) for _ in range(2)
        )
        self._name_chart()
        self._name_column()

    def _room(self) -> Region:
        """Return the chart's room; what is at its right, or below it in a tall frame, is the column's."""
        stage, scale = self.stage, self.style.sizes.scale
        self.base = stage.safe.top - _RISE * scale
        region = stage.above_foot.inset(top=stage.safe.top - self.base + _HEADER * scale)
        room = region.inset(left=_TICKS, bottom=_COUNTS * scale, right=SCORE * scale)
        if stage.is_narrow:
            height = _LYING * region.height
            room = room.inset(bottom=height + _TITLES * scale)
            self.whole = Region(room.left, room.right, region.bottom, region.bottom + height)
            self.halves = self.whole.rows(1, 1, gap=_APART)
            return room
        width = _COLUMN if stage.is_wide else _NARROW
        room = room.inset(right=width + BESIDE * scale)
        left = room.right + SCORE * scale
        self.whole = Region(left, left + width, room.bottom, room.top)
        self.halves = self.whole.columns(1, 1, gap=_APART)
        return room

    def _name_chart(self) -> None:
        """Make the chart's names, and set them beside it."""
        style, room = self.style, self.chart.view.room
        head = style.sizes.head
        self.title, self.divisor = (Math(source, size=head, style=style) for source in ("q dot k", "slash sqrt(d_k)"))
        self.title.set_x(room.left + float(self.title.width) / 2).on_baseline(self.base)
        self.divisor.set_x(float(self.title.get_right()[0]) + AIR + float(self.divisor.width) / 2)
        self.divisor.on_baseline(self.base)

    def _name_column(self) -> None:
        """Make the names of the column and of its halves, and set them beside it."""
        style, whole, lying = self.style, self.whole, self.column.lying
        self.softmax = Math('"softmax"', size=style.sizes.head, style=style)
        said = self.says("drawn", keys=len(self.numbers.keys))
        self.drawn = Label(said, size=style.sizes.tick, style=style)
        root = _written(self.numbers.roots[-1])
        sources = ("q dot k", f"q dot k slash {root}")
        self.names = [Math(source, size=style.sizes.number, style=style) for source in sources]
        if lying:
            base = whole.top + _TITLES / 3
            self.softmax.set_x(whole.left + float(self.softmax.width) / 2).on_baseline(base)
            self.drawn.set_x(whole.right - float(self.drawn.width) / 2).on_baseline(base)
        else:
            self.softmax.set_x(whole.centre[0]).on_baseline(self.base)
            self.drawn.set_x(whole.centre[0]).on_baseline(self.chart.foot)
        for name, half in zip(self.names, self.halves, strict=True):
            fit(name, SCORE * style.sizes.scale - AIR if lying else half.width + 0.8 * _APART)
            if lying:
                name.move_to(point(half.right + AIR + float(name.width) / 2, half.centre[1]))
            else:
                name.set_x(half.centre[0]).on_baseline(self.chart.foot)

    def tell(self) -> None:
        """Add up products, watch scores and weights spread, measure how far, and divide by it."""
        self._few()
        for stage, name in enumerate(("more", "many"), 1):
            with self._beat(name, stage):
                self._grow(stage)
        with self.beat("spread", **self._roots()):
            self._measure()
        with self.beat("why", **self._roots()):
            self._divide()
            self.hold()

    def _beat(self, name: str, stage: int) -> AbstractContextManager[None]:
        """Return the beat of a stage."""
        peak = format_number(float(self.numbers.weights[stage].max()))
        return self.beat(name, d_k=self.numbers.stages[stage], peak=peak)

    def _roots(self) -> dict[str, str]:
        """Return the roots of the counts at the stages, to be said."""
        return dict(zip(("first", "second", "root"), map(_written, self.numbers.roots), strict=True))

    def _few(self) -> None:
        """Let one score take its first steps, a product each; the others follow, and softmax shares among them."""
        chart, times = self.chart, self.style.times
        chart.draw(replace(self.views[0], added=0.0))
        rows = self.factors = FactorRows(self)
        with self._beat("few", 0):
            self.size, self.count = self._size(), self._count()
            names = [chart.name, self.title, self.size, self.count]
            frame = [each for each in chart.frame if each not in rows.covered]
            self.play(FadeIn(*frame, *names), run_time=times.move)
            self.show(rows.names[0], *rows.query, rows.names[1], *rows.key, seconds=times.move)
            self._walk()
            others = [path for key, path in enumerate(chart.paths) if key != chart.winner]
            self.play(*(Create(path, rate_func=linear) for path in others), run_time=times.move)
            self._share_out()
            self.rest()

    def _walk(self) -> None:
        """Let the highest score take a step with each product, which arrives with it."""
        chart, rows = self.chart, self.factors
        self.add(chart.paths[chart.winner])
        self.readings = [self._score()]
        self.add(*self.readings)
        for step, product in enumerate(rows.products):

            def follow(share: float, step: int = step) -> None:
                chart.draw(replace(self.views[0], added=step + share))

            arriving = [product] if step else [rows.names[2], product]
            arrive = FadeIn(*arriving, run_time=_STEP / 2)
            self._run(follow, lambda _: [self._score()], arrive, run_time=_STEP, rate_func=linear)

    def _share_out(self) -> None:
        """Let the scores' ends grow into the pieces of the column, and weights arrive at them."""
        weights, times = self.numbers.weights[0], self.style.times

        def follow(share: float) -> None:
            self.column.draw(weights, self.whole, share, self.chart.ends)

        follow(0.0)
        self.add(*self.column.pieces)
        grow = Live(self.column.pieces, follow, run_time=times.move)
        self.play(FadeIn(self.softmax, self.drawn, run_time=times.quick), grow)
        self.others = self.column.beside(weights)
        share = self._share()
        self.play(FadeIn(share, *self.others), run_time=times.quick)
        self.readings = [self.count, *self.readings, share]

    def _run(
        self,
        follow: Callable[[float], None],
        readings: Callable[[float], list[Number]],
        *also: Animation,
        **options: Any,
    ) -> None:
        """Play a motion of the chart, along which numbers run.

        Args:
            follow: draws everything at a moment, from 0 to 1.
            readings: returns the numbers as they are at a moment: as many as ``self.readings`` holds.
            also: what arrives meanwhile.
            options: those of ``Live``.
        """
        running = [RunningNumber(number) for number in self.readings]
        self.remove(*self.readings)
        self.add(*running)

        def follow_all(time: float) -> None:
            follow(time)
            for number, now in zip(running, readings(time), strict=True):
                number.write(now)
                number.set_fill(now.submobjects[0].get_fill_color())

        shown = set(map(id, self.get_mobject_family_members()))
        drawn = [*self.chart.moving, *self.column.pieces, *self.before.pieces]
        moved = [*(each for each in drawn if id(each) in shown), *running]
        self.play(*also, Live(moved, follow_all, **options))
        self.remove(*running)
        self.readings = readings(1.0)
        self.add(*self.readings)

    def _grow(self, stage: int) -> None:
        """Let all scores walk on to the next stage; d_k, the highest score and all weights run along."""
        chart, (start, end) = self.chart, self.views[stage - 1 : stage + 1]
        quick = self.style.times.quick
        leaving = [*self.others, *([] if stage > 1 else self.factors.all)]
        if leaving:
            self.play(FadeOut(*leaving), run_time=quick)
        if stage == 1 and self.factors.covered:
            self.play(FadeIn(*self.factors.covered), run_time=quick)

        def follow(time: float) -> None:
            chart.draw(start.towards(end, time))
            self.column.draw(chart.weights_now(), self.whole)

        def readings(_: float) -> list[Number]:
            return [self._count(), self._score(), self._share()]

        self._run(follow, readings, run_time=_GROW[stage - 1], rate_func=linear)
        self._weigh_others(self.numbers.weights[stage])
        self.rest()

    def _weigh_others(self, weights: Tensor) -> None:
        """Let the weights of the other keys arrive, where there is room for them."""
        self.others = self.column.beside(weights)
        if self.others:
            self.play(FadeIn(*self.others), run_time=self.style.times.quick)

    def _measure(self) -> None:
        """Uncover the lines along the root, and measure how far apart they are at each stage."""
        chart, roots = self.chart, self.numbers.roots
        chart.draw(replace(self.rooted, rooted=0.0))
        lines = [chart.between, chart.edges]
        self.add(*lines)
        uncover = Live(lines, lambda share: chart.draw(replace(self.rooted, rooted=share)), run_time=_UNCOVER)
        self.play(uncover)
        self._crowd()
        self.roots = chart.root_names(roots)
        arriving = [
            AnimationGroup(GrowFromCenter(measure), FadeIn(name))
            for measure, name in zip(chart.measures, self.roots, strict=True)
        ]
        self.play(LaggedStart(*arriving, lag_ratio=0.6), run_time=_MEASURE)
        self.rest()

    def _crowd(self) -> None:
        """Let the scores of many other random keys run along the lines of the root, and leave."""
        crowd = self.chart.crowd()
        self.add(crowd)
        run = Live([crowd], lambda share: self.chart.draw_crowd(crowd, self.numbers.crowd, share), rate_func=linear)
        self.play(run, run_time=_RUN)
        self.wait(_SEEN)
        self.play(FadeOut(crowd), run_time=self.style.times.move)

    def _divide(self) -> None:
        """Part the column, and press all scores and the lines along the root together; one half follows."""
        chart, weights, quick = self.chart, self.numbers.weights[-1], self.style.times.quick
        *names, last = self.roots
        spread = last.root
        _, score, share = self.readings
        leaving = [*names, *chart.measures[:-1], last.count, *self.others, self.drawn, share]
        self.play(FadeOut(*leaving), FadeIn(self.divisor), run_time=quick)
        self._part(weights)
        before, share = (column.inside(weights[chart.winner]) for column in (self.before, self.column))
        self.play(FadeIn(before, share, *self.names, chart.ghost(float(spread.width) + AIR)), run_time=quick)
        self.readings = [score, share, spread]
        chart.draw(replace(self.rooted, divided=_ALMOST))
        self.add(*chart.pushes, *chart.divisors)
        self._press(spread, 1.0 if float(spread.get_y()) > float(chart.zero.get_y()) else -1.0)
        self._weigh_others(self.numbers.scaled[-1])

    def _part(self, weights: Tensor) -> None:
        """Part the column in two: one half stays as it is."""
        columns = (self.before, self.column)
        cut = self.whole.rows(1, 1) if self.column.lying else self.whole.columns(1, 1)

        def follow(time: float) -> None:
            for column, first, last in zip(columns, cut, self.halves, strict=True):
                column.draw(weights, between(first, last, time))

        follow(0.0)
        self.add(*self.before.pieces)
        pieces = [piece for column in columns for piece in column.pieces]
        self.play(Live(pieces, follow), run_time=self.style.times.move)

    def _press(self, spread: Number, side: float) -> None:
        """Divide all scores, and the lines along the root; weights, score and spread run along.

        Args:
            spread: the root, where it stands.
            side: 1 where that is above zero, −1 below.
        """

        def follow(time: float) -> None:
            self.chart.draw(self.rooted.towards(self.pressed, time))
            self.column.draw(self.chart.weights_now(), self.halves[1])

        def readings(_: float) -> list[Number]:
            return [self._score(), self._share(), self.chart.spread(spread, side)]

        self._run(follow, readings, run_time=_PRESS, rate_func=smooth)

    def _score(self) -> Number:
        """Return the highest score as it is now."""
        return self.chart.score(self.chart.divided_now()[self.chart.winner])

    def _share(self) -> Number:
        """Return the weight of the key that ends highest as it is now."""
        return self.column.inside(self.chart.weights_now()[self.chart.winner])

    def _size(self) -> Math:
        """Return the name of the count in the header."""
        name = Math("d_k =", size=self.style.sizes.head, style=self.style)
        name.set_x(self._middle() - float(name.width) / 2).on_baseline(self.base)
        return laid(name, Layer.LABEL)

    def _middle(self) -> float:
        """Return the middle of the header's room: beside the chart's title."""
        return (float(self.divisor.get_right()[0]) + self.chart.view.room.right) / 2

    def _count(self) -> Number:
        """Return how many numbers a key has now, beside its name; its first digit stays where it is."""
        count = torch.tensor(float(int(self.chart.view.numbers + _ALMOST)))
        number = Number(count, decimals=0, size=self.style.sizes.head, style=self.style)
        number.set_x(self._middle() + AIR + float(number.width) / 2).on_baseline(self.base)
        return laid(number, Layer.LABEL)


class FactorRows:
    """The first numbers of the query and of a key, and their products, each above its step of the score.

    Args:
        figure: the figure.

    Attributes:
        query: the query's numbers.
        key: the key's.
        products: their products.
        names: one for each row, left of the chart.
        all: everything that is written.
        covered: the numbers of the upright axis that have no room beside those names.
    """

    def __init__(self, figure: ScaledDotProduct) -> None:
        self._style, self._view = figure.style, figure.views[0]
        numbers, theme = figure.numbers, figure.style.theme
        lit = figure.chart.colors[figure.chart.winner]
        self.query = self._row(0, numbers.query, theme.query, 1)
        self.key = self._row(1, numbers.key, lit, 1)
        self.products = self._row(2, numbers.products, lit, 2)
        sources = {"q": theme.query, "k": lit, "q k": lit}
        self.names = [self._name(row, *named) for row, named in enumerate(sources.items())]
        self.all = [*self.names, *self.query, *self.key, *self.products]
        self.covered = [tick for tick in figure.chart.heights if any(_overlap(tick, name) for name in self.names)]

    def _baseline(self, row: int) -> float:
        base, below = (float(self._view.place(0.0, share * self._view.root)[1]) for share in (_ROWS[row], _ROWS[1]))
        return base if row else max(base, below + _PITCH * self._style.sizes.scale)

    def _row(self, row: int, values: Tensor, color: str, decimals: int) -> list[Number]:
        """Return the first numbers of a row, each above the middle of its step."""
        numbers = []
        for index, value in enumerate(values[:_FIRST]):
            size = self._style.sizes.head
            number = Number(value, decimals=decimals, size=size, color=color, style=self._style)
            fit(number, _OF_STEP * self._view.room.width / _FIRST)
            number.set_x(self._view.place(index + 0.5, 0.0)[0]).on_baseline(self._baseline(row))
            numbers.append(laid(number, Layer.LABEL))
        return numbers

    def _name(self, row: int, source: str, color: str) -> Math:
        name = Math(source, size=self._style.sizes.head, color=color, style=self._style)
        name.set_x(self._view.room.left - AIR - float(name.width) / 2).on_baseline(self._baseline(row))
        return laid(name, Layer.LABEL)
