"""The value map of one head as two thin matrices (the lesson on multi-headed attention), drawn to scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from manim import Create, FadeIn, FadeOut, Rectangle, ReplacementTransform, VGroup
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.counts import MODELS, Count, CountFigure, OfModel, spoken
from scenes.number_format import format_number
from scenes.parts.geometry import point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.quantities import quantity
from scenes.worlds import World

_FILL, _LEFT = 0.85, 0.12
"""Opacity of an area, and of what it is no more."""

_WORD, _AIR = 0.1, 0.25
"""Scene units: the width of a bar that stands for a word's numbers, and between it and a matrix."""

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
        numbers, theme = self.numbers, self.style.theme
        self.set_out(numbers.model, 4)
        room = self.picture
        wide, narrow = float(numbers.down[0]), float(numbers.down[1])
        side = min(room.height, room.width - 2 * (_WORD + _AIR) - 1.2)
        thin = max(side * narrow / wide, 0.03)
        self.whole = colour_area(Rectangle(width=side, height=side, stroke_width=0), theme.value, _FILL, self.style)
        self.whole.move_to(room.centre)
        self.outline = Rectangle(width=side, height=side).move_to(self.whole)
        self.outline.set_stroke(theme.dim, self.style.strokes.thin)
        left, top = self.whole.get_left()[0], self.whole.get_top()[1]
        self.down = Rectangle(width=thin, height=side, stroke_width=0)
        self.up = Rectangle(width=side, height=thin, stroke_width=0)
        for area in (self.down, self.up):
            colour_area(area, theme.value, 1.0, self.style)
        self.down.move_to(point(left + thin / 2, room.centre[1]))
        self.up.move_to(point(room.centre[0], top - thin / 2))
        before, after = (Rectangle(width=_WORD, height=side, stroke_width=0) for _ in range(2))
        between = Rectangle(width=_WORD, height=thin, stroke_width=0)
        for bar in (before, between, after):
            colour_area(bar, theme.ink, _FILL, self.style)
        before.move_to(point(left - _AIR - _WORD / 2, room.centre[1]))
        between.move_to(point(left + thin + _AIR + _WORD / 2, room.centre[1]))
        after.move_to(point(self.whole.get_right()[0] + _AIR + _WORD / 2, room.centre[1]))
        self.word = (before, between, after)

    def _sides(self, sides: Tensor) -> list[Count]:
        return [Count(side, size=self.style.sizes.number, style=self.style) for side in sides]

    def tell(self) -> None:
        """Show the whole map; go down, and up; compare."""
        numbers, (before, between, after) = self.numbers, self.word
        with self.beat("whole", count=spoken(self, float(numbers.whole))):
            self.play(FadeIn(self.title, before))
            self.play(FadeIn(self.whole), ReplacementTransform(before.copy(), after))
            self.count("whole", numbers.whole, factors=self._sides(numbers.down[[0, 0]]))
            self.rest()
        with self.beat("down", narrow=int(numbers.down[1])):
            self.play(FadeOut(self.whole, after), FadeIn(self.outline), FadeIn(self.down))
            self.play(ReplacementTransform(before.copy(), between))
            self.count("down", numbers.thin, factors=self._sides(numbers.down))
            self.rest()
        with self.beat("up"):
            self.play(Create(self.up))
            self.play(ReplacementTransform(between.copy(), after))
            self.count("up", numbers.thin, factors=self._sides(numbers.up))
            self.rest()
        percent = format_number(float(numbers.percent), 0)
        with self.beat("saved", percent=percent, count=spoken(self, float(numbers.saved))):
            number = Number(numbers.percent, decimals=0, size=self.style.sizes.hero, style=self.style)
            sign = Label("%", size=self.style.sizes.hero, style=self.style).next_to(number, point(1.0), buff=0.12)
            self.play(FadeOut(between), FadeIn(VGroup(number, sign).move_to(self.outline)))
            self.count("saved", numbers.saved)
            self.hold()
