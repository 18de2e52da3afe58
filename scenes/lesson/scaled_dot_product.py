"""Dot products spread as keys get more numbers, and softmax peaks; divided by √d_k they do not (the lesson on scaling).

Source: Vaswani et al., "Attention is all you need" (2017), section 3.2.1, footnote 4.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import torch
from manim import FadeIn, FadeOut, Rectangle, VGroup, VMobject, linear, smooth
from pydantic import Field
from torch import Tensor

from attnmath import softmax
from scenes.claims import Claim, Measurement
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

_STRIP, _NUMBER, _TITLE, _TICKS, _NAMES = 0.5, 0.95, 0.62, 0.78, 0.95
"""Scene units: the width of a strip of weights, the room for a weight beside it, for a chart's title, for numbers at
its left, and for those and a name below it."""

_AIR, _CLEAR, _FADE = 0.15, (0.38, 0.48), 0.05
"""Scene units: from a chart to what is beside it; from a tick to zero, up and along; its way to full sight."""

_STEP, _GROW, _NARROW, _PRESS = 0.55, (3.0, 3.2), 1.0, 2.2
"""Seconds: a step of a score, growing from stage to stage, making room for a second chart, and dividing."""

_LOWER = 0.36
"""Scene units from the header's baseline down to where d_k is written."""

_DIM, _PATH, _LIT_PATH, _RISE = 0.8, 2.6, 4.4, 2.4
"""The opacity of the other keys; strokes of a path, of the one that ends highest, and of what a product adds."""

_DASHES, _MARGIN, _HEADROOM = 22, 1.12, 1.05
"""Dashes of a line along the root; factors by which charts reach beyond their scores, in the first stage and later."""


class Growing(FigureParameters):
    """The parameters: how many numbers keys get, how many keys there are, and chance."""

    d_k: int = Field(256, ge=36, le=1024, description="The numbers of a query and of a key at the end.")
    keys: int = Field(6, ge=3, le=9, description="How many keys there are.")
    seed: int = Field(104594, ge=0, description="Which random numbers are taken.")

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
        """Make a chart that has the whole room at first, and a second one for half of it."""
        numbers = self.numbers
        free = self.stage.below_header.inset(top=_LOWER - 0.2)
        halves = free.rows(1.0, 1.0, gap=0.25) if self.stage.is_narrow else free.columns(1.0, 1.0, gap=0.5)
        self.charts = [Chart(self), Chart(self)]
        whole, left, right = (self.charts[0].room_in(region) for region in (free, *halves))
        first, far = int(numbers.sizes[0]), self._span(len(numbers.paths), _HEADROOM)
        spans = (self._span(first, _MARGIN), far, far)
        sizes = numbers.sizes.tolist()
        self.views = [View(whole, size, size, *span) for size, span in zip(sizes, spans, strict=True)]
        self.left, self.right = (replace(self.views[-1], room=room) for room in (left, right))

    def _span(self, end: int, margin: float) -> tuple[float, float]:
        """Return the least and the largest score so far, at least the root on either side."""
        scores, root = self.numbers.paths[:end], float(end) ** 0.5
        return margin * min(float(scores.min()), -root), margin * max(float(scores.max()), root)

    def tell(self) -> None:
        """Add up products, watch scores and weights spread, and divide by the root."""
        numbers, (left, right) = self.numbers, self.charts
        self._few()
        for stage, name in enumerate(("more", "many"), 1):
            with self._beat(name, stage):
                weight = numbers.weights[stage, numbers.winner]
                self._move(left, self.views[stage - 1], self.views[stage], weight, _GROW[stage - 1])
                self.rest()
        root = format_number(float(numbers.roots[-1]), 0)
        with self.beat("spread", root=root):
            self._move(left, self.views[-1], self.left, numbers.weights[-1, numbers.winner], _NARROW)
            self.play(FadeIn(left.roots.set_stroke(opacity=1.0), left.root_said(numbers.roots[-1])))
            self.rest()
        with self.beat("why", root=root):
            right.draw(self.right)
            right.share = right.weight(numbers.weights[-1, numbers.winner])
            walks = (*right.paths, *right.pieces, right.roots.set_stroke(opacity=1.0))
            self.play(FadeIn(*right.frame, *walks, right.share))
            self.play(FadeIn(right.divisor), run_time=self.style.times.quick)
            divided = replace(self.right, divided=1.0)
            self._move(right, self.right, divided, numbers.scaled[-1, numbers.winner], _PRESS)
            self.play(FadeIn(right.band()), run_time=self.style.times.quick)
            self.hold()

    def _beat(self, name: str, stage: int) -> AbstractContextManager[None]:
        """Return the beat of a stage."""
        peak = format_number(float(self.numbers.weights[stage].max()))
        return self.beat(name, d_k=self.numbers.stages[stage], peak=peak)

    def _few(self) -> None:
        """Let one score take its first steps, a product each; then the others stand beside it."""
        chart, view, numbers = self.charts[0], self.views[0], self.numbers
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
            chart.share = chart.weight(numbers.weights[0, winner])
            others = [path for index, path in enumerate(chart.paths) if index != winner]
            self.play(FadeIn(*others, *chart.pieces, chart.strip_title, chart.share))
            self.rest()

    def _added(self, step: int) -> Callable[[float], None]:
        """Return how the first chart draws a step of its scores."""
        return lambda share: self.charts[0].draw(replace(self.views[0], added=step + share))

    def _move(self, chart: Chart, start: View, end: View, weight: Tensor, seconds: float) -> None:
        """Move a chart from a view to another; the weight of its key and d_k run along.

        Args:
            chart: it stands on the stage.
            start: what it shows.
            end: what it will show.
            weight: of the key that ends highest, at the end.
            seconds: how long it takes.
        """
        name, size = self.size
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


@dataclass(frozen=True)
class View:
    """The range of a chart, and its room in the frame.

    Attributes:
        room: where scores stand.
        numbers: those that fill its width.
        added: those that are added up so far.
        low: the score at its lower edge.
        high: the score at its upper edge.
        divided: how much of the division by the root is done, from 0 to 1.
    """

    room: Region
    numbers: float
    added: float
    low: float
    high: float
    divided: float = 0.0

    def towards(self, end: View, share: float) -> View:
        """Return what is seen on the way to another view; its scale is there in the first third of a longer way."""

        def between(first: float, last: float) -> float:
            return first + share * (last - first)

        soon = smooth(min(3 * share, 1.0)) if self.numbers != end.numbers else share
        room = Region(*(between(getattr(self.room, side), getattr(end.room, side)) for side in _SIDES))
        return View(
            room, between(self.numbers, end.numbers), between(self.added, end.added),
            self.low + soon * (end.low - self.low), self.high + soon * (end.high - self.high),
            between(self.divided, end.divided),
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


_SIDES = ("left", "right", "bottom", "top")
"""The sides of a region, in order."""


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
        self.roots = laid(VMobject(stroke_color=theme.ink, stroke_width=strokes.line, stroke_opacity=0.0), Layer.LABEL)
        self.title = Math("q dot k", size=size, style=self.style)
        self.divisor = Math("slash sqrt(d_k)", size=size, style=self.style)
        self.strip_title = Math('"softmax"', size=size, style=self.style)
        self.name = Label(figure.says("added"), size=self.style.sizes.tick, style=self.style)
        roots, sizes = figure.numbers.roots.tolist(), figure.numbers.sizes.tolist()
        self.heights = {value: self._tick(value) for root in roots for value in (root, -root)}
        self.counts = {value: self._tick(value) for value in sizes}
        self.frame = [*self.axes, self.title, self.name, *self.heights.values(), *self.counts.values()]
        self.moving = [*self.frame, self.strip_title, *self.paths, *self.pieces, self.roots]

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
        self.axes[1].set_points_as_corners([point(room.left, room.bottom), point(room.left, room.top)])
        for value, tick in self.heights.items():
            at = view.place(0.0, value) - point(_AIR + float(tick.width) / 2)
            tick.set_x(at[0]).on_baseline(at[1] - tick.cap_height / 2)
            inside = room.bottom - 0.01 <= at[1] <= room.top + 0.01
            tick.set_opacity(_seen(abs(value) * view.unit - _CLEAR[0]) if inside else 0.0)
        for value, tick in self.counts.items():
            x = float(view.place(value, 0.0)[0])
            tick.set_x(min(x, room.right + 2 * _TICKS)).on_baseline(room.bottom - _AIR - tick.cap_height - 0.1)
            tick.set_opacity(_seen(x - room.left - _CLEAR[1]) if x <= room.right + 0.01 else 0.0)
        self.name.set_x(room.centre[0]).on_baseline(room.bottom - _NAMES + _AIR)
        base = room.top + _TITLE - 0.4
        self.title.set_x(room.left + float(self.title.width) / 2).on_baseline(base)
        self.divisor.set_x(float(self.title.get_right()[0]) + 0.1 + float(self.divisor.width) / 2).on_baseline(base)
        self.strip_title.set_x(room.right + _AIR + _STRIP / 2).on_baseline(base)

    def _draw_strip(self) -> None:
        """Draw the strip of the weights; the key that ends highest stands at its foot."""
        room = self.view.room
        left, low = room.right + _AIR, room.bottom
        weights = self.weights_now().tolist()
        for index in sorted(range(len(weights)), key=lambda index: index != self.winner):
            high = low + weights[index] * room.height
            corners = [(left, low), (left + _STRIP, low), (left + _STRIP, high), (left, high), (left, low)]
            self.pieces[index].set_points_as_corners([point(*corner) for corner in corners])
            low = high

    def _draw_roots(self) -> None:
        """Draw dashes along both roots of the count, between which about two thirds of random scores lie."""
        view = self.view
        self.roots.clear_points()
        edges = [view.added * index / (2 * _DASHES - 1) for index in range(2 * _DASHES)]
        for side in (1.0, -1.0):
            for first, last in zip(edges[::2], edges[1::2], strict=True):
                ends = [(1 - view.divided) * number**0.5 + view.divided for number in (first, last)]
                self.roots.start_new_path(view.place(first, side * ends[0]))
                self.roots.add_line_to(view.place(last, side * ends[1]))

    def product(self, view: View, step: int) -> VGroup:
        """Return what a product adds to the highest score: a step along, a step up or down, and its name."""
        before, after = (float(self.scores[index, self.winner]) if index >= 0 else 0.0 for index in (step - 1, step))
        corners = [view.place(step, before), view.place(step + 1, before), view.place(step + 1, after)]
        rise = VMobject(stroke_color=self.lit, stroke_width=_RISE).set_points_as_corners(corners)
        name = Math(f"q_{step + 1} k_{step + 1}", size=self.style.sizes.number, style=self.style)
        side = -1.0 if after > before else 1.0
        middle = (corners[0] + corners[1]) / 2
        name.move_to(middle + point(0.0, side * (_AIR + float(name.height) / 2)))
        return VGroup(laid(rise, Layer.TRAIL), labelled(name, self.style))

    def weight(self, weight: Tensor) -> Weight:
        """Return the weight of the key that ends highest, beside its piece."""
        room = self.view.room
        number = Weight(weight, size=self.style.sizes.number, color=self.lit, style=self.style)
        number.set_x(room.right + 2 * _AIR + _STRIP + float(number.width) / 2)
        middle = room.bottom + max(float(weight) * room.height / 2, number.cap_height / 2)
        return laid(number.on_baseline(middle - number.cap_height / 2), Layer.LABEL)

    def root_said(self, root: Tensor) -> VGroup:
        """Return the root of the count and its number, above where the upper root ends, or beside the count."""
        size, room = self.style.sizes.number, self.view.room
        name = Math("sqrt(d_k) =", size=size, style=self.style)
        number = Number(root, decimals=0, size=size, style=self.style)
        number.next_to(name, point(1.0), buff=_AIR).on_baseline(name.baseline)
        said = VGroup(name, number)
        right, base = room.right - 4 * _AIR, room.top + _TITLE - 0.4
        if right - float(said.width) < float(self.title.get_right()[0]) + 2 * _AIR:
            count = self.figure.size[1]
            right, base = float(count.get_right()[0]) + 4 * _AIR + float(said.width), count.baseline
        said.shift(point(right - float(said.get_right()[0]), base - name.baseline))
        return laid(said, Layer.LABEL)

    def band(self) -> VGroup:
        """Return the two numbers between which scores stay when they are divided, at the left of its edges."""
        size, style = self.style.sizes.tick, self.style
        upper, lower = Label("1", size=size, style=style), Label("−1", size=size, style=style)
        for label, edge in ((upper, 1.0), (lower, -1.0)):
            at = self.view.place(0.0, edge)
            # The upper one stands on its edge and the lower one hangs from its own: centred there, they would overlap.
            base = at[1] if edge > 0 else at[1] - label.cap_height
            label.set_x(at[0] - _AIR - float(label.width) / 2).on_baseline(base)
        return laid(VGroup(upper, lower), Layer.LABEL)


def _seen(room: float) -> float:
    """Return how far a tick is seen that has some scene units more room than it needs."""
    return min(max(room / _FADE, 0.0), 1.0)
