"""The pattern of attention grows as the square of the context (the lesson on multi-headed attention), to scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from manim import Create, FadeIn, Square, Transform
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.counts import MODELS, Count, CountFigure, OfModel, spoken
from scenes.parts.geometry import point
from scenes.parts.surface import colour_area
from scenes.quantities import quantity
from scenes.worlds import World

_FILL, _LEAST = (1.0, 0.6, 0.3), 0.05
"""Opacities of the areas, the smallest first; the side of one that would be too small to be seen, scene units."""


class Contexts(OfModel):
    """The parameters: whose dimensions, and three lengths of a context."""

    contexts: tuple[int, int, int] = Field((2048, 8192, 131072), description="Three lengths of a context, growing.")


@dataclass(frozen=True)
class Cost:
    """Patterns of attention over contexts of three lengths."""

    model: str
    heads: int
    layers: int
    lengths: tuple[str, ...]
    tokens: Tensor = quantity("The length of each context.", rows="lengths")
    weights: Tensor = quantity("The weights in one head's pattern over each context.", rows="lengths")
    all_weights: Tensor = quantity("The weights of all heads in all layers over the longest context.")
    longer: Tensor = quantity("How many times longer the last context is than the first.")
    larger: Tensor = quantity("How many times larger its pattern is.")


def _grows_as_the_square(numbers: Cost, world: World) -> Measurement:
    longer, larger = float(numbers.longer), float(numbers.larger)
    return Measurement(
        abs(larger - longer**2) < 1e-6 * larger, f"{longer:,.0f} times as long, {larger:,.0f} times as large"
    )


class ContextCost(CountFigure):
    """lesson-context-cost: a context some times longer has a pattern that many times taller and wider."""

    name = "lesson-context-cost"
    Parameters = Contexts
    numbers: Cost
    claims = (Claim("The pattern grows as the square of the context.", _grows_as_the_square),)

    @classmethod
    def compute(cls, parameters: Contexts, world: World) -> Cost:
        """Count the weights of patterns over contexts of three lengths."""
        model, dims, _ = MODELS[parameters.dims]
        tokens = torch.tensor(parameters.contexts, dtype=torch.float64)
        weights = torch.tensor([dims.pattern_numbers(length) for length in parameters.contexts], dtype=torch.float64)
        whole = weights[-1] * dims.heads * dims.layers
        lengths = tuple(f"{length:,}" for length in parameters.contexts)
        longer, larger = tokens[-1] / tokens[0], weights[-1] / weights[0]
        return Cost(model, dims.heads, dims.layers, lengths, tokens, weights, whole, longer, larger)

    @classmethod
    def alternative_values(cls, numbers: Cost) -> Mapping[str, object]:
        """Return the lengths and the weights in each pattern."""
        return {
            "lengths": ", ".join(numbers.lengths),
            "weights": ", ".join(f"{weight:,.0f}" for weight in numbers.weights.tolist()),
        }

    def build(self) -> None:
        """Make the pattern of each context, to the scale of each."""
        self.set_out(self.numbers.model, 4)
        side = min(self.picture.width, self.picture.height)
        left, bottom = self.picture.centre[0] - side / 2, self.picture.centre[1] - side / 2
        self.squares = []
        for index in range(3):
            square = Square(side, stroke_width=0)
            colour_area(square, self.style.theme.query, _FILL[index], self.style)
            self.squares.append(square.move_to(point(left + side / 2, bottom + side / 2)).set_z_index(3 - index))
        self.corner, self.side = point(left, bottom), side

    def _shrunk(self, index: int, to: int) -> Square:
        """Return a pattern at the scale of a later one, in the lower left corner."""
        share = float(self.numbers.tokens[index] / self.numbers.tokens[to])
        side = max(self.side * share, _LEAST)
        square = Square(side, stroke_width=0).move_to(self.corner + point(side / 2, side / 2)).set_z_index(3 - index)
        return colour_area(square, self.style.theme.query, _FILL[index], self.style)

    def tell(self) -> None:
        """Show the pattern of a short context, of a longer one, of the longest."""
        numbers, size = self.numbers, self.style.sizes.number
        words = {"tokens": numbers.lengths[0], "longer": f"{float(numbers.longer):,.0f}"}
        for index, name in enumerate(("short", "longer", "longest")):
            before = index - 1
            times = f"{float(numbers.tokens[index] / numbers.tokens[max(before, 0)]):.0f}"
            with self.beat(name, **words, times=times, count=spoken(self, float(numbers.weights[index]))):
                arriving = Create(self.squares[index]) if index == 0 else FadeIn(self.squares[index])
                smaller = [Transform(self.squares[each], self._shrunk(each, index)) for each in range(index)]
                self.play(*([FadeIn(self.title)] if index == 0 else []), *smaller, arriving, run_time=2.0)
                side = [Count(numbers.tokens[index], size=size, style=self.style) for _ in range(2)]
                self.count("pattern", numbers.weights[index], factors=side)
                self.rest()
        with self.beat(
            "all", **words, times=f"{float(numbers.larger):,.0f}", count=spoken(self, float(numbers.all_weights))
        ):
            self.count("all", numbers.all_weights, heads=numbers.heads, layers=numbers.layers)
            self.hold()
