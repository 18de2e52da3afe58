"""Dot products spread as keys get more numbers, and softmax peaks; divided by √d_k they do not (the lesson on scaling).

Source: Vaswani et al., "Attention is all you need" (2017), section 3.2.1, footnote 4.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import torch
from manim import Create, FadeIn, FadeOut, Rectangle, VGroup, VMobject, linear, smooth
from pydantic import Field
from torch import Tensor

from attnmath import softmax
from scenes.claims import Claim, Measurement
from scenes.layout import fit
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import FigureParameters
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import labelled
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Tick, Weight
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_DRAWS = 2000
"""Random queries on which spreads and largest weights are measured."""

_STRIP, _NUMBER, _TITLE, _TICKS, _NAMES = 0.8, 1.05, 0.62, 0.78, 0.95
"""Scene units: the width of a strip of weights, the room for a weight beside it, for a chart's title, for numbers at
its left, and for those and a name below it."""

_AIR, _MARK, _CLEAR, _FADE = 0.15, 0.09, (0.38, 0.48), 0.05
"""Scene units: from a chart to what is beside it; the length of a mark on an axis; from its number to zero, up and
along; the way of that to full sight."""

_STEP, _GROW, _PRESS, _STRETCH = 0.55, (3.0, 3.2), 2.2, 1.6
"""Seconds: a step of a score, growing from stage to stage, dividing, and stretching the axis of what is left."""

_LOWER = 0.42
"""Scene units from the header's baseline down to where d_k is written."""

_DIM, _BETWEEN, _PATH, _LIT_PATH, _RISE = 0.85, 0.12, 3.0, 5.0, 2.6
"""The opacity of the other keys and of the area between the roots; strokes of a path, of the one that ends highest, and
of what a product adds."""

_DASHES, _HEADROOM = 22, 1.05
"""Dashes of a line along the root; the factor by which the chart reaches beyond its scores."""


class Growing(FigureParameters):
    """The parameters: how many numbers keys get, how many keys there are, and chance."""

    d_k: int = Field(64, ge=36, le=1024, description="The numbers of a query and of a key at the end.")
    keys: int = Field(6, ge=3, le=9, description="How many keys there are.")
    seed: int = Field(1837927, ge=0, description="Which random numbers are taken.")

    def world_used(self, world: World) -> World:
        """Return a world of nothing: all numbers are random."""
        return World(title="chance", axes=("x", "y"), vectors={"x": (0.0, 0.0)})


@dataclass(frozen=True)
class Scaled:
    """A query's scores with several keys while all vectors get more numbers, as they are and divided by √d_k."""

    stages: tuple[str, ...]
    keys: tuple[str, ...]
    sizes: Tensor = quantity("The numbers of a key at each stage, d_k.", rows="stages")
    roots: Tensor = quantity("Their square roots.", rows="stages")
    paths: Tensor = quantity("The scores with each number that is added.", columns="keys")
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


class ScaledDotProduct(PlaneFigure):
    """lesson-scaled-dot-product: scores fan out as √d_k, and one takes all; divided by √d_k they stay in a band."""

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
        query = torch.randn(parameters.d_k, generator=draw)
        keys = torch.randn(parameters.keys, parameters.d_k, generator=draw)
        paths = (query * keys).cumsum(dim=1).T  # (d_k, keys)
        stages = torch.tensor([4, parameters.d_k // 4, parameters.d_k])
        many = torch.randn(_DRAWS, 1, parameters.d_k, generator=draw)
        others = torch.randn(_DRAWS, parameters.keys, parameters.d_k, generator=draw)
        sums = (many * others).cumsum(dim=-1)[..., stages - 1]  # (draws, keys, stages)
        roots, at_stage = stages.sqrt(), paths[stages - 1]
        return Scaled(
            tuple(str(int(stage)) for stage in stages),
            tuple(f"key {number}" for number in range(1, parameters.keys + 1)),
            stages.float(), roots, paths, softmax(at_stage), softmax(at_stage / roots[:, None]),
            sums.std(dim=(0, 1)), softmax(sums.movedim(-1, 0)).amax(dim=-1).mean(dim=-1),
            softmax((sums / roots).movedim(-1, 0)).amax(dim=-1).mean(dim=-1),
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Scaled) -> Mapping[str, object]:
        """Return the last number of entries, and the largest weights with and without scaling."""
        return {
            "d_k": numbers.stages[-1],
            "root": format_number(float(numbers.roots[-1])),
            "peak": format_number(float(numbers.weights[-1].max())),
            "scaled": format_number(float(numbers.scaled[-1].max())),
        }

    def build(self) -> None:
        """Make a chart whose scale holds from the first product to the division, and what is seen near zero then."""
        numbers, paths = self.numbers, self.numbers.paths
        self.chart = Chart(self)
        room = self.chart.room_in(self.stage.below_header.inset(top=_LOWER - 0.2))
        far = self._span(paths, float(numbers.roots[-1]))
        self.views = [View(room, size, size, *far) for size in numbers.sizes.tolist()]
        counts = torch.arange(1.0, len(paths) + 1)
        low, high = self._span(paths / counts.sqrt()[:, None], 1.0)
        self.pressed = replace(self.views[-1], rooted=1.0, divided=1.0)
        self.near = replace(self.pressed, low=low, high=high)

    def _span(self, scores: Tensor, root: float) -> tuple[float, float]:
        """Return a little more than the least and the largest of scores, at least a root on either side."""
        return _HEADROOM * min(float(scores.min()), -root), _HEADROOM * max(float(scores.max()), root)

    def tell(self) -> None:
        """Add up products, watch scores and weights spread, divide by the root, and look closer."""
        numbers = self.numbers
        self._few()
        for stage, name in enumerate(("more", "many"), 1):
            with self._beat(name, stage):
                self._move(self.views[stage], numbers.weights[stage, numbers.winner], _GROW[stage - 1])
                self.rest()
        root = format_number(float(numbers.roots[-1]), 0)
        with self.beat("spread", root=root):
            rooted = replace(self.views[-1], rooted=1.0)
            self.add(self.chart.between, self.chart.roots)
            self._move(rooted, numbers.weights[-1, numbers.winner], _STRETCH)
            self.play(FadeIn(self._root_said(numbers.roots[-1])), run_time=self.style.times.quick)
            self.rest()
        with self.beat("why", root=root):
            self.play(FadeIn(self.chart.divisor), run_time=self.style.times.quick)
            self._move(self.pressed, numbers.scaled[-1, numbers.winner], _PRESS)
            self._move(self.near, numbers.scaled[-1, numbers.winner], _STRETCH)
            self.hold()

    def _beat(self, name: str, stage: int) -> AbstractContextManager[None]:
        """Return the beat of a stage."""
        peak = format_number(float(self.numbers.weights[stage].max()))
        return self.beat(name, d_k=self.numbers.stages[stage], peak=peak)

    def _few(self) -> None:
        """Let one score take its first steps, a product each; then the others go the same way."""
        chart, view, numbers = self.chart, self.views[0], self.numbers
        winner, said = numbers.winner, VGroup()
        with self._beat("few", 0):
            chart.draw(replace(view, added=0.0))
            self.size = self._size(numbers.sizes[0])
            self.play(FadeIn(*chart.frame, *self.size))
            self.add(chart.paths[winner])
            for step in range(int(view.numbers)):
                product = chart.product(view, step)
                walk = Live([chart.paths[winner]], self._added(step), run_time=_STEP, rate_func=linear)
                self.play(walk, FadeIn(product, run_time=_STEP))
                said.add(product)
            self.play(FadeOut(said), run_time=self.style.times.quick)
            others = [path for index, path in enumerate(chart.paths) if index != winner]
            self.play(*(Create(path, rate_func=linear) for path in others), FadeIn(chart.drawn))
            chart.share = chart.weight(numbers.weights[0, winner])
            self.play(FadeIn(*chart.pieces, chart.strip_title, chart.share))
            self.rest()

    def _added(self, step: int) -> Callable[[float], None]:
        """Return how the chart draws a step of its scores."""
        return lambda share: self.chart.draw(replace(self.views[0], added=step + share))

    def _move(self, end: View, weight: Tensor, seconds: float) -> None:
        """Move the chart to a view; the weight of its key and d_k run along.

        Args:
            end: what it will show.
            weight: of the key that ends highest, at the end.
            seconds: how long it takes.
        """
        chart, start, (name, size) = self.chart, self.chart.view, self.size
        last = self._size(torch.tensor(end.numbers))[1]
        digits, share, growing = RunningNumber(size), RunningNumber(chart.share), start.numbers != end.numbers

        def follow(time: float) -> None:
            view = start.towards(end, time)
            chart.draw(view)
            share.write(chart.weight(chart.weights_now()[self.numbers.winner]))
            digits.write(self._size(torch.tensor(float(int(view.numbers + 1e-6))))[1])

        self.remove(size, chart.share)
        self.add(digits, share)
        rate = linear if growing else smooth
        self.play(Live([*chart.moving, share, digits], follow, rate_func=rate, run_time=seconds))
        self.remove(digits, share)
        chart.share, self.size = chart.weight(weight), (name, last)
        self.add(last, chart.share)

    def _size(self, count: Tensor) -> tuple[Math, Number]:
        """Return the header: how many numbers a key has; its first digit stays where it is."""
        name = Math("d_k =", size=self.style.sizes.head, style=self.style)
        number = Number(count, decimals=0, size=self.style.sizes.head, style=self.style)
        base = self.view.header - _LOWER
        name.set_x(-float(name.width) / 2).on_baseline(base)
        number.set_x(_AIR + float(number.width) / 2).on_baseline(base)
        return laid(name, Layer.LABEL), laid(number, Layer.LABEL)

    def _root_said(self, root: Tensor) -> VGroup:
        """Return the root of the count and its number, beside the count."""
        size = self.style.sizes.head
        name = Math("sqrt(d_k) =", size=size, style=self.style)
        number = Number(root, decimals=0, size=size, style=self.style)
        count = self.size[1]
        name.set_x(float(count.get_right()[0]) + 5 * _AIR + float(name.width) / 2).on_baseline(count.baseline)
        number.set_x(float(name.get_right()[0]) + _AIR + float(number.width) / 2).on_baseline(count.baseline)
        return laid(VGroup(name, number), Layer.LABEL)


@dataclass(frozen=True)
class View:
    """The range of a chart, and its room in the frame.

    Attributes:
        room: where scores stand.
        numbers: those that fill its width.
        added: those that are added up so far.
        low: the score at its lower edge.
        high: the score at its upper edge.
        rooted: how much of the lines along the root is drawn, from 0 to 1.
        divided: how much of the division by the root is done, from 0 to 1.
    """

    room: Region
    numbers: float
    added: float
    low: float
    high: float
    rooted: float = 0.0
    divided: float = 0.0

    def towards(self, end: View, share: float) -> View:
        """Return what is seen on the way to another view."""

        def between(first: float, last: float) -> float:
            return first + share * (last - first)

        return View(
            self.room, between(self.numbers, end.numbers), between(self.added, end.added),
            between(self.low, end.low), between(self.high, end.high),
            between(self.rooted, end.rooted), between(self.divided, end.divided),
        )  # fmt: skip

    @property
    def unit(self) -> float:
        """Scene units for a score of 1."""
        return self.room.height / (self.high - self.low)

    def place(self, number: float, score: float) -> Point:
        """Return where a score stands after some numbers."""
        x = self.room.left + number / self.numbers * self.room.width
        return point(x, self.room.bottom + (score - self.low) * self.unit)

    def factor(self, number: float) -> float:
        """Return what a score of some numbers is multiplied by, as far as it is divided."""
        return 1 - self.divided + self.divided / math.sqrt(number)


class Chart:
    """Scores while numbers are added, and beside them their softmax as a strip.

    Args:
        figure: the figure.

    Attributes:
        view: what it shows.
        frame: axes, their numbers and names, and titles.
        share: the weight of the key that ends highest, as it is written.
    """

    view: View
    share: Weight

    def __init__(self, figure: ScaledDotProduct) -> None:
        self.figure, self.style, self.scores = figure, figure.style, figure.numbers.paths
        theme, strokes, size = self.style.theme, self.style.strokes, self.style.sizes.number
        self.winner = figure.numbers.winner
        colors = [self.lit if index == self.winner else theme.key for index in range(self.scores.shape[1])]
        self.paths = [self._path(color) for color in colors]
        self.pieces = []
        for color in colors:
            piece = Rectangle(width=_STRIP, height=0.1, stroke_color=theme.background, stroke_width=strokes.line)
            self.pieces.append(colour_area(piece, theme.fill(color), 1.0 if color == self.lit else _DIM, self.style))
        self.axes = [VMobject(stroke_color=theme.axis, stroke_width=strokes.thin) for _ in range(2)]
        self.roots = laid(VMobject(stroke_color=theme.ink, stroke_width=strokes.line), Layer.LABEL)
        shade = _BETWEEN if theme.filled else 0.0
        self.between = laid(VMobject(fill_color=theme.ink, fill_opacity=shade, stroke_width=0.0), Layer.SHEET)
        self.title = Math("q dot k", size=size, style=self.style)
        self.divisor = Math("slash sqrt(d_k)", size=size, style=self.style)
        self.strip_title = Math('"softmax"', size=size, style=self.style)
        self.name = Label(figure.says("added"), size=self.style.sizes.tick, style=self.style)
        said = figure.says("drawn", keys=self.scores.shape[1])
        self.drawn = laid(Label(said, size=self.style.sizes.tick, color=theme.key, style=self.style), Layer.LABEL)
        root = float(figure.numbers.roots[-1])
        self.heights = {value: self._tick(value) for value in (0.0, 1.0, -1.0, root, -root)}
        self.counts = {value: self._tick(value) for value in figure.numbers.sizes.tolist()}
        self.frame = [*self.axes, self.title, self.name, *self.heights.values(), *self.counts.values()]
        self.moving = [
            *self.frame, self.drawn, self.strip_title, *self.paths, *self.pieces, self.between, self.roots
        ]  # fmt: skip

    @property
    def lit(self) -> str:
        """The colour of the key that ends highest."""
        return self.style.theme.families[0]

    def _path(self, color: str) -> VMobject:
        lit = color == self.lit
        path = VMobject(stroke_color=color, stroke_width=_LIT_PATH if lit else _PATH)
        return laid(path, Layer.VECTOR if lit else Layer.TRAIL).set_stroke(opacity=1.0 if lit else _DIM)

    def _tick(self, value: float) -> Tick:
        return laid(Tick(value, 1.0, size=self.style.sizes.tick, style=self.style), Layer.TICKS)

    def room_in(self, region: Region) -> Region:
        """Return the room that a strip, numbers and names leave to the scores in a region."""
        right = _AIR + _STRIP + _NUMBER * self.style.sizes.scale
        return region.inset(top=_TITLE, right=right, left=_TICKS, bottom=_NAMES)

    def draw(self, view: View) -> None:
        """Draw everything as it is in a view."""
        self.view = view
        self._draw_frame()
        last = min(int(view.added + 1e-6), len(self.scores))
        rows = [[0.0] * self.scores.shape[1], *self.scores[:last].tolist()]
        places = [float(number) for number in range(last + 1)]
        if view.added > last:
            rows.append(self._now().tolist())
            places.append(view.added)
        for index, path in enumerate(self.paths):
            corners = [
                view.place(number, row[index] * (view.factor(number) if number else 0.0))
                for number, row in zip(places, rows, strict=True)
            ]
            path.set_points_as_corners(corners if len(corners) > 1 else 2 * corners)
        self._draw_strip()
        self._draw_roots()

    def _now(self) -> Tensor:
        """Return the scores so far; between two numbers, a part of the next product is added."""
        last = min(int(self.view.added + 1e-6), len(self.scores))
        before = self.scores[last - 1] if last else torch.zeros(self.scores.shape[1])
        after = self.scores[min(last, len(self.scores) - 1)]
        return before + max(self.view.added - last, 0.0) * (after - before)

    def weights_now(self) -> Tensor:
        """Return softmax of the scores so far, as far as they are divided."""
        return softmax(self._now() * self.view.factor(max(self.view.added, 1.0)))

    def _draw_frame(self) -> None:
        """Draw the axes, and put numbers and names beside them; a number leaves before it meets another."""
        view, room = self.view, self.view.room
        self.axes[0].set_points_as_corners([view.place(0.0, 0.0), view.place(view.numbers, 0.0)])
        corners = [(room.left, room.top), (room.left, room.bottom), (room.right, room.bottom)]
        self.axes[1].set_points_as_corners([point(*corner) for corner in corners])
        for value, tick in self.heights.items():
            at = view.place(0.0, value)
            tick.set_x(at[0] - _AIR - float(tick.width) / 2).on_baseline(at[1] - tick.cap_height / 2)
            apart = abs(value) * view.unit - _CLEAR[0] if value else _CLEAR[0]
            seen = _seen(min(apart, at[1] - room.bottom + _FADE, room.top + _FADE - at[1]))
            self._mark_axis(tick, seen, at, point(-_MARK, 0.0))
        for value, tick in self.counts.items():
            at = point(float(view.place(value, 0.0)[0]), room.bottom)
            tick.set_x(min(at[0], room.right + 2 * _TICKS)).on_baseline(room.bottom - _AIR - tick.cap_height - 0.05)
            seen = _seen(at[0] - room.left - _CLEAR[1]) if at[0] <= room.right + 0.01 else 0.0
            self._mark_axis(tick, seen, at, point(0.0, -_MARK))
        self.name.set_x(room.centre[0]).on_baseline(room.bottom - _NAMES + _AIR)
        base = room.top + _TITLE - 0.4
        self.title.set_x(room.left + float(self.title.width) / 2).on_baseline(base)
        self.divisor.set_x(float(self.title.get_right()[0]) + 0.1 + float(self.divisor.width) / 2).on_baseline(base)
        self.strip_title.set_x(room.right + _AIR + _STRIP / 2).on_baseline(base)
        end = float(self.strip_title.get_left()[0])
        free = end - float(self.divisor.get_right()[0])
        fit(self.drawn, free - 3 * _AIR)
        width = float(self.drawn.width)
        self.drawn.set_x(end - min(4 * _AIR, (free - width) / 2) - width / 2).on_baseline(base)

    def _mark_axis(self, tick: Tick, seen: float, at: Point, way: Point) -> None:
        """Show a number of an axis as far as there is room for it, and a mark where it stands."""
        tick.set_opacity(seen)
        if seen > 0:
            self.axes[1].start_new_path(at)
            self.axes[1].add_line_to(at + way)

    def _draw_strip(self) -> None:
        """Draw the strip of the weights, its pieces in the order in which the scores end."""
        room = self.view.room
        left, low = room.right + _AIR, room.bottom
        weights = self.weights_now().tolist()
        for index in self.scores[-1].argsort().tolist():
            high = low + weights[index] * room.height
            corners = [(left, low), (left + _STRIP, low), (left + _STRIP, high), (left, high), (left, low)]
            self.pieces[index].set_points_as_corners([point(*corner) for corner in corners])
            low = high

    def _draw_roots(self) -> None:
        """Draw dashes along both roots of the count, between which about two thirds of random scores lie."""
        view = self.view
        self.roots.clear_points()
        parts = 2 * _DASHES - 1
        edges = [view.rooted * view.added * index / parts for index in range(parts + 1)]
        ends = [(1 - view.divided) * number**0.5 + view.divided for number in edges]
        upper, lower = (
            [view.place(number, side * end) for number, end in zip(edges, ends, strict=True)] for side in (1.0, -1.0)
        )
        for line in (upper, lower):
            for first, last in zip(line[::2], line[1::2], strict=True):
                self.roots.start_new_path(first)
                self.roots.add_line_to(last)
        self.between.set_points_as_corners([*upper, *lower[::-1], upper[0]])

    def product(self, view: View, step: int) -> VGroup:
        """Return what a product adds to the highest score: a step along, a step up or down, and its name."""
        before, after = (float(self.scores[index, self.winner]) if index >= 0 else 0.0 for index in (step - 1, step))
        corners = [view.place(step, before), view.place(step + 1, before), view.place(step + 1, after)]
        rise = VMobject(stroke_color=self.lit, stroke_width=_RISE).set_points_as_corners(corners)
        name = Math(f"q_{step + 1} k_{step + 1}", size=self.style.sizes.number, style=self.style)
        # All names stand in one line, above the highest of these steps: none meets the path or the axis of zero.
        highest = max(0.0, *self.scores[: int(view.numbers), self.winner].tolist())
        middle = view.place(step + 0.5, highest)
        name.move_to(middle + point(0.0, 2 * _AIR + float(name.height) / 2))
        return VGroup(laid(rise, Layer.TRAIL), labelled(name, self.style))

    def weight(self, weight: Tensor) -> Weight:
        """Return the weight of the key that ends highest, beside its piece."""
        room = self.view.room
        number = Weight(weight, size=self.style.sizes.number, color=self.lit, style=self.style)
        number.set_x(room.right + 2 * _AIR + _STRIP + float(number.width) / 2)
        middle = room.top - max(float(weight) * room.height / 2, number.cap_height / 2)
        return laid(number.on_baseline(middle - number.cap_height / 2), Layer.LABEL)


def _seen(room: float) -> float:
    """Return how far a tick is seen that has some scene units more room than it needs."""
    return min(max(room / _FADE, 0.0), 1.0)
