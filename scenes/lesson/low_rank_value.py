"""The value map of one head as two thin matrices (the lesson on multi-headed attention), drawn to scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    LEFT,
    Create,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    GrowFromEdge,
    Rectangle,
    ReplacementTransform,
    VGroup,
)
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.counts import MODELS, Count, CountFigure, OfModel, spoken
from scenes.number_format import format_number
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.quantities import quantity
from scenes.worlds import World

_FILL, _LEAST = 0.9, 0.03
"""Opacity of an area, and the least width of a thin one, scene units."""

_WORD, _AIR, _SEAM = 0.12, 0.25, 0.04
"""Scene units: the width of a bar that stands for a word's numbers, between it and a matrix, between two slivers."""

_LINES, _CLEAR, _ABOVE = 33, 0.08, 0.52
"""Lines from a thin matrix to the few numbers; scene units free at their ends, and below the number of these."""

_SAMPLE, _SAMPLE_RANK = 96, 4
"""The width and the middle of the maps on which the rank is measured."""


@dataclass(frozen=True)
class Factored:
    """A value map, whole and by way of a few numbers."""

    model: str
    sides: tuple[str, ...]
    down: Tensor = quantity("The rows and columns of the first thin matrix, W_V.", rows="sides")
    up: Tensor = quantity("The rows and columns of the second one, the head's part of W_O.", rows="sides")
    whole: Tensor = quantity("The numbers in one matrix from word to word.")
    thin: Tensor = quantity("The numbers in each thin matrix.")
    both: Tensor = quantity("The numbers in both thin matrices.")
    saved: Tensor = quantity("The numbers that are saved, for one head.")
    percent: Tensor = quantity("What both thin matrices have of the whole one, in percent.")
    rank: Tensor = quantity("The rank of two random thin matrices one after the other, 96 to 4 to 96.")


def _saves(numbers: Factored, world: World) -> Measurement:
    whole, both = float(numbers.whole), float(numbers.both)
    return Measurement(both + float(numbers.saved) == whole and both < whole, f"{both:,.0f} of {whole:,.0f}")


def _is_of_low_rank(numbers: Factored, world: World) -> Measurement:
    return Measurement(float(numbers.rank) == _SAMPLE_RANK, f"rank {float(numbers.rank):.0f} of {_SAMPLE}")


class LowRankValue(CountFigure):
    """lesson-low-rank-value: down to a few numbers and up again, the value map is a sliver of what it could be."""

    name = "lesson-low-rank-value"
    Parameters = OfModel
    numbers: Factored
    claims = (
        Claim("Two thin matrices have fewer numbers than the whole one.", _saves),
        Claim("By way of four numbers a map has rank four.", _is_of_low_rank),
    )

    @classmethod
    def compute(cls, parameters: OfModel, world: World) -> Factored:
        """Count the value map of one head."""
        model, dims, _ = MODELS[parameters.dims]
        wide, narrow = float(dims.d_model), float(dims.value_width)
        down, up = torch.tensor([[wide, narrow], [narrow, wide]], dtype=torch.float64)
        whole, both = down[0] * up[1], down.prod() + up.prod()
        generator = torch.Generator().manual_seed(0)
        sample = torch.randn(_SAMPLE, _SAMPLE_RANK, generator=generator, dtype=torch.float64)
        rank = torch.linalg.matrix_rank(sample @ torch.randn(_SAMPLE_RANK, _SAMPLE, generator=generator).double())
        return Factored(
            model,
            ("rows", "columns"),
            down,
            up,
            whole,
            down.prod(),
            both,
            whole - both,
            100 * both / whole,
            rank.double(),
        )

    @classmethod
    def alternative_values(cls, numbers: Factored) -> Mapping[str, object]:
        """Return the model, both counts, and their ratio."""
        return {
            "model": numbers.model,
            "whole": f"{float(numbers.whole):,.0f}",
            "both": f"{float(numbers.both):,.0f}",
            "percent": format_number(float(numbers.percent), 0),
        }

    def build(self) -> None:
        """Make the whole matrix, two thin ones to the same scale, and a word's numbers before, between and after."""
        self.set_out(self.numbers.model, 4)
        room, theme = self.picture, self.style.theme
        wide, narrow = float(self.numbers.down[0]), float(self.numbers.down[1])
        side = min(room.height, room.width - 2 * (_WORD + _AIR))
        thin = max(side * narrow / wide, _LEAST)
        self.whole = self._area(side, side, 0.0, theme.value)
        self.outline = Rectangle(width=side, height=side).move_to(room.centre)
        self.outline.set_stroke(theme.dim, self.style.strokes.thin)
        edge = (side - thin) / 2
        self.down, self.up = (self._area(thin, side, at, theme.value) for at in (-edge, edge))
        far = side / 2 + _AIR + _WORD / 2
        self.word = [self._area(_WORD, side, -far, theme.ink), self._area(_WORD, side, far, theme.ink)]
        self.waist = self._area(_WORD, thin, 0.0, theme.ink)
        self.through = [self._sheaf(side, thin, edge, sign) for sign in (-1, 1)]
        self.inside = Count(self.numbers.down[1], size=self.style.sizes.hero, style=self.style)
        self.inside.set_x(room.centre[0]).on_baseline(room.centre[1] + max(thin / 2, 0.0) + _ABOVE)

    def _area(self, width: float, height: float, across: float, color: str) -> Rectangle:
        area = Rectangle(width=width, height=height, stroke_width=0)
        colour_area(area, color, _FILL, self.style)
        return area.move_to(self.picture.centre + point(across, 0.0))

    def _sheaf(self, side: float, thin: float, edge: float, sign: int) -> VGroup:
        """Return lines between a thin matrix and the few numbers in the middle, which they all pass."""
        middle, lines = self.picture.centre, VGroup()
        for share in np.linspace(-0.5, 0.5, _LINES):
            outer = middle + point(sign * (edge - thin / 2 - _CLEAR), share * side)
            inner = middle + point(sign * (_WORD / 2 + _CLEAR), share * thin)
            ends = (outer, inner) if sign < 0 else (inner, outer)
            lines.add(thin_line(*ends, self.style.theme.dim, self.style.strokes.hair))
        return lines

    def _sides(self, sides: Tensor) -> list[Count]:
        return [Count(side, size=self.style.sizes.number, style=self.style) for side in sides]

    def tell(self) -> None:
        """Show the whole map; go down, and up; compare."""
        numbers, (before, after), times = self.numbers, self.word, self.style.times
        left, right = self.through
        with self.beat("whole", count=spoken(self, float(numbers.whole))):
            self.play(FadeIn(self.title, before))
            self.play(GrowFromEdge(self.whole, LEFT), run_time=times.slow)
            self.play(FadeIn(after), run_time=times.quick)
            self.count("whole", numbers.whole, factors=self._sides(numbers.down[[0, 0]]))
            self.rest()
        with self.beat("down", narrow=int(numbers.down[1])):
            self.add(self.outline)
            self.play(FadeOut(after, run_time=times.quick), ReplacementTransform(self.whole, self.down))
            self.play(Create(left, lag_ratio=0.0), run_time=times.move)
            self.play(FadeIn(self.waist, self.inside), run_time=times.quick)
            self.count("down", numbers.thin, factors=self._sides(numbers.down))
            self.rest()
        with self.beat("up"):
            self.play(Create(right, lag_ratio=0.0), run_time=times.move)
            self.play(GrowFromCenter(self.up), run_time=times.move)
            self.play(FadeIn(after), run_time=times.quick)
            self.count("up", numbers.thin, factors=self._sides(numbers.up))
            self.rest()
        percent = format_number(float(numbers.percent), 0)
        with self.beat("saved", percent=percent, count=spoken(self, float(numbers.saved))):
            number = Number(numbers.percent, decimals=0, size=self.style.sizes.hero, style=self.style)
            sign = Label("%", size=self.style.sizes.hero, style=self.style).next_to(number, point(1.0), buff=0.12)
            self.play(FadeOut(left, right, self.waist, self.inside), run_time=times.quick)
            beside = self.down.get_center() + point(float(self.down.width) + _SEAM)
            self.play(self.up.animate.move_to(beside), run_time=times.move)
            share = VGroup(number, sign).next_to(self.up, point(1.0), buff=0.3)
            self.play(FadeIn(share), run_time=times.quick)
            self.count("saved", numbers.saved)
            self.hold()
