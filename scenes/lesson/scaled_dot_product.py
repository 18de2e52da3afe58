"""Dot products spread as keys get more numbers, and softmax peaks; divided by √d_k they do not (the lesson on scaling).

Source: Vaswani et al., "Attention is all you need" (2017), section 3.2.1, footnote 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from manim import DashedLine, FadeIn, FadeOut, Rectangle, VGroup, VMobject, linear
from pydantic import Field
from torch import Tensor

from attnmath import softmax
from scenes.claims import Claim, Measurement
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import FigureParameters
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import labelled
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Math
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_DRAWS = 2000
"""Random queries on which spreads and largest weights are measured."""

_REACH = 2.7
"""A chart reaches this far above and below zero, in spreads of the last scores."""

_STRIP, _NUMBER, _TITLE, _EDGE = 0.5, 0.95, 0.7, 0.4
"""Scene units: the width of a strip of weights, the room for the largest weight beside it, for a chart's title, and at
its left."""

_SECONDS = (2.2, 3.0, 3.4)
"""Seconds in which scores grow from stage to stage."""

_LOWER = 0.36
"""Scene units from the header's baseline down to where d_k is written."""

_DIM, _LIT, _PATH = 0.55, 1.0, 2.4
"""Opacities of the other keys and of the one that ends highest; the stroke of a path."""


class Growing(FigureParameters):
    """The parameters: how many numbers keys get, how many keys there are, and chance."""

    d_k: int = Field(256, ge=36, le=1024, description="The numbers of a query and of a key at the end.")
    keys: int = Field(6, ge=3, le=9, description="How many keys there are.")
    seed: int = Field(4, ge=0, description="Which random numbers are taken.")

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
        """Make two charts, each with a strip of weights."""
        free = self.stage.below_header.inset(bottom=0.1, top=_LOWER - 0.2)
        regions = free.rows(1.0, 1.0, gap=0.25) if self.stage.is_narrow else free.columns(1.0, 1.0, gap=0.5)
        roots = torch.arange(1, len(self.numbers.paths) + 1).sqrt()[:, None]
        self.charts = [
            Chart(self, regions[0], self.numbers.paths, float(roots[-1]), "q dot k"),
            Chart(self, regions[1], self.numbers.paths / roots, 1.0, "(q dot k) slash sqrt(d_k)"),
        ]

    def _grow(self, stage: int) -> Live:
        """Return how paths and strips grow to a stage, at an even pace along √d_k."""
        ends = [1.0, *self.numbers.roots.tolist()]

        def follow(share: float) -> None:
            for chart in self.charts:
                chart.draw(ends[stage] + share * (ends[stage + 1] - ends[stage]))

        moved = [piece for chart in self.charts for piece in (*chart.paths, *chart.pieces)]
        return Live(moved, follow, rate_func=linear, run_time=_SECONDS[stage])

    def tell(self) -> None:
        """Let vectors get more numbers, and watch scores and weights."""
        numbers, before = self.numbers, list[VMobject]()
        for stage, name in enumerate(("few", "more", "many")):
            with self.beat(name, d_k=numbers.stages[stage], peak=format_number(float(numbers.weights[stage].max()))):
                if stage == 0:
                    self.play(*(FadeIn(chart.axes, chart.title, chart.strip_title) for chart in self.charts))
                    self.add(*(piece for chart in self.charts for piece in (*chart.paths, *chart.pieces)))
                size = self._size(stage)
                self.play(self._grow(stage), *([FadeOut(*before)] if before else []), FadeIn(size))
                weights = (numbers.weights[stage], numbers.scaled[stage])
                largest = [chart.largest(each) for chart, each in zip(self.charts, weights, strict=True)]
                self.play(FadeIn(*largest), run_time=self.style.times.quick)
                before = [size, *largest]
                self.rest()
        with self.beat("why", root=format_number(float(numbers.roots[-1]), 0)):
            self.play(*(FadeIn(chart.cone) for chart in self.charts))
            edges = (self.charts[0].edge(numbers.roots[-1]), self.charts[1].edge(None))
            self.play(FadeIn(*edges))
            self.hold()

    def _size(self, stage: int) -> VGroup:
        """Return the header: how many numbers a key has."""
        name = Math("d_k =", size=self.style.sizes.head, style=self.style)
        number = Number(self.numbers.sizes[stage], decimals=0, size=self.style.sizes.head, style=self.style)
        number.next_to(name, point(1.0), buff=0.18).on_baseline(name.baseline)
        return laid(
            VGroup(name, number).set_x(0.0).shift(point(0.0, self.view.header - _LOWER - name.baseline)), Layer.LABEL
        )


class Chart:
    """Scores against √d_k, and beside them their softmax as a strip.

    Args:
        figure: the figure.
        region: where it stands.
        scores: with each number that is added, shape (d_k, keys).
        spread: of the last scores.
        title: Typst maths.
    """

    def __init__(self, figure: ScaledDotProduct, region: Region, scores: Tensor, spread: float, title: str) -> None:
        self.figure, self.style, self.scores, self.spread = figure, figure.style, scores, spread
        self.room = region.inset(top=_TITLE, right=_STRIP + _NUMBER * self.style.sizes.scale, left=_EDGE)
        self.zero, self.unit = float(self.room.centre[1]), self.room.height / 2 / (_REACH * spread)
        self.step = self.room.width / float(len(scores)) ** 0.5
        theme, strokes = self.style.theme, self.style.strokes
        self.title = Math(title, size=self.style.sizes.number, style=self.style)
        self.title.set_x(self.room.centre[0]).on_baseline(region.top - 0.4)
        self.axes = thin_line(self.place(0.0, 0.0), point(self.room.right, self.zero), theme.axis, strokes.thin)
        lit = [index == figure.numbers.winner for index in range(scores.shape[1])]
        self.paths = [
            laid(VMobject(stroke_color=theme.subject if is_lit else theme.key, stroke_width=_PATH), Layer.TRAIL)
            .set_stroke(opacity=_LIT if is_lit else _DIM)
            for is_lit in lit
        ]  # fmt: skip
        left = self.room.right + 0.15
        self.strip = Region(left, left + _STRIP, self.room.bottom, self.room.top)
        self.strip_title = Math('"softmax"', size=self.style.sizes.number, style=self.style)
        self.strip_title.set_x(left + _STRIP / 2).on_baseline(region.top - 0.4)
        self.pieces = []
        for is_lit in lit:
            piece = Rectangle(width=_STRIP, height=0.1, stroke_color=theme.background, stroke_width=strokes.hair)
            self.pieces.append(colour_area(piece, theme.subject if is_lit else theme.key, 0.9, self.style))
        self.cone = self._cone()

    def place(self, root: float, score: float) -> Point:
        """Return where a score stands after as many numbers as the square of ``root``."""
        high = max(-_REACH, min(_REACH, score / self.spread)) * self.spread
        return point(self.room.left + root * self.step, self.zero + high * self.unit)

    def draw(self, root: float) -> None:
        """Draw all paths up to √d_k, and the strip of the weights there."""
        last = min(max(int(root**2 + 1e-6), 1), len(self.scores))
        self.step = self.room.width / root  # whatever there is fills the chart
        for path, scores in zip(self.paths, self.scores[:last].T.tolist(), strict=True):
            places = [self.place(number**0.5, score) for number, score in enumerate(scores, 1)]
            path.set_points_as_corners([point(self.room.left, self.zero), *places])
        low = self.strip.bottom
        for piece, weight in zip(self.pieces, softmax(self.scores[last - 1]).tolist(), strict=True):
            high = low + weight * self.strip.height
            left, right = self.strip.left, self.strip.right
            corners = [(left, low), (right, low), (right, high), (left, high), (left, low)]
            piece.set_points_as_corners([point(*corner) for corner in corners])
            low = high

    def largest(self, weights: Tensor) -> Weight:
        """Return the largest weight, beside its piece."""
        index = int(weights.argmax())
        color = self.style.theme.subject if index == self.figure.numbers.winner else self.style.theme.key
        number = Weight(weights[index], size=self.style.sizes.number, color=color, style=self.style)
        middle = self.strip.bottom + float(weights[:index].sum() + weights[index] / 2) * self.strip.height
        number.set_x(self.strip.right + 0.12 + float(number.width) / 2)
        return number.on_baseline(middle - number.cap_height / 2)

    def _cone(self) -> VGroup:
        """Return the lines between which about two thirds of random scores lie: ± √d_k, or ± 1."""
        first = 0.0 if self.spread > 1 else 1.0
        last = len(self.scores) ** 0.5
        ends = [(self.place(0.0, side * first), self.place(last, side * self.spread)) for side in (1, -1)]
        lines = [DashedLine(*each, dash_length=0.14).set_stroke(self.style.theme.ink, 3.0) for each in ends]
        return laid(VGroup(*lines), Layer.LABEL)

    def edge(self, root: Tensor | None) -> VGroup:
        """Return how far the upper line is from zero at the end: √d_k and its number, or 1."""
        size, style = self.style.sizes.number, self.style
        name = Math("1" if root is None else "sqrt(d_k) =", size=size, style=style)
        said = VGroup(name)
        if root is not None:
            number = Number(root, decimals=0, size=size, style=style).next_to(said, point(1.0), buff=0.14)
            said.add(number.on_baseline(name.baseline))
        if root is None:
            said.move_to(self.place(0.0, self.spread) - point(_EDGE / 2))
        else:
            middle = 0.42 * len(self.scores) ** 0.5
            said.move_to(self.place(middle, 0.42 * self.spread) + point(-float(said.width) / 2, 0.75))
        return labelled(said, style)
