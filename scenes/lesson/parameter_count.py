"""The count of attention's parameters, drawn to scale (the lesson on multi-headed attention)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, sqrt

import torch
from manim import Create, FadeIn, FadeOut, LaggedStart, Rectangle, ReplacementTransform, VGroup
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.counts import MODELS, Count, CountFigure, OfModel, matrix_color, spoken
from scenes.number_format import format_number
from scenes.parts.geometry import point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_GAP, _FILL, _STRIPES = 0.06, 0.85, (0.85, 0.6)
"""The gap between matrices, as a share of the largest side; opacities of an area, and of heads in turn."""

_BAR = 2.4
"""Scene units: the height of the bar for all parameters of the model."""


@dataclass(frozen=True)
class Counted:
    """A model's parameters in attention, from one head's matrix to all layers."""

    model: str
    names: tuple[str, ...]
    heads: int
    layers: int
    sides: tuple[str, ...]
    shapes: Tensor = quantity("Each matrix of a block.", rows="names", columns="sides")
    of_head: Tensor = quantity("One head's part of the first matrix: its rows and columns.", rows="sides")
    head: Tensor = quantity("The numbers in one head's part.")
    matrix: Tensor = quantity("The numbers in the first matrix, all heads together.")
    block: Tensor = quantity("The numbers in all matrices of a block.")
    attention: Tensor = quantity("The numbers in all blocks.")
    whole: Tensor = quantity("All parameters of the model, as its makers count them.")
    percent: Tensor = quantity("Attention's part of all, in percent.")


def _adds_up(numbers: Counted, world: World) -> Measurement:
    products = numbers.shapes.prod(dim=1)
    whole = numbers.heads * float(numbers.head) == float(numbers.matrix)
    block = float(products.sum()) == float(numbers.block)
    return Measurement(whole and block, f"{', '.join(f'{each:,.0f}' for each in products.tolist())}")


def _is_a_part(numbers: Counted, world: World) -> Measurement:
    return Measurement(0 < float(numbers.percent) < 50, f"{float(numbers.percent):.1f} %")


class ParameterCount(CountFigure):
    """lesson-parameter-count: from one head's matrix to all layers, each count an area to scale."""

    name = "lesson-parameter-count"
    Parameters = OfModel
    numbers: Counted
    claims = (
        Claim("Heads fill their matrix, and matrices add up to the block.", _adds_up),
        Claim("Attention is less than half of the model's parameters.", _is_a_part),
    )

    @classmethod
    def compute(cls, parameters: OfModel, world: World) -> Counted:
        """Count a model's parameters in attention."""
        model, dims, whole = MODELS[parameters.dims]
        shapes = dims.matrices()
        names = tuple(sorted(shapes, key=lambda name: name not in ("W_Q", "W_UQ")))
        rows, columns = shapes[names[0]]
        of_head = torch.tensor([rows, columns // dims.heads], dtype=torch.float64)
        tensor = torch.tensor([shapes[name] for name in names], dtype=torch.float64)
        attention = torch.tensor(float(dims.parameters), dtype=torch.float64)
        return Counted(
            model, names, dims.heads, dims.layers, ("rows", "columns"), tensor, of_head, of_head.prod(),
            tensor[0].prod(), torch.tensor(float(dims.parameters_per_block)).double(), attention,
            torch.tensor(whole, dtype=torch.float64), 100 * attention / whole,
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Counted) -> Mapping[str, object]:
        """Return the model and its counts."""
        return {
            "model": numbers.model,
            "attention": f"{float(numbers.attention):,.0f}",
            "whole": f"{float(numbers.whole):,.0f}",
            "percent": format_number(float(numbers.percent), 0),
        }

    def build(self) -> None:
        """Make the heads' parts of one matrix, the matrices of a block, the blocks, and the bar of all."""
        numbers = self.numbers
        self.set_out(numbers.model, 5)
        self.block = self._block(self.picture)
        first = numbers.shapes[0]
        unit = min(self.picture.width / float(first[1]), self.picture.height / float(first[0]))
        rows, width = float(first[0]) * unit, float(first[1]) * unit / numbers.heads
        color = matrix_color(numbers.names[0], self.style.theme)
        self.heads = VGroup()
        for index in range(numbers.heads):
            part = colour_area(
                Rectangle(width=width, height=rows, stroke_width=0), color, _STRIPES[index % 2], self.style
            )
            left = float(self.picture.centre[0]) - float(first[1]) * unit / 2
            self.heads.add(part.move_to(point(left + (index + 0.5) * width, self.picture.centre[1])))
        self.layers = self._layers()
        self.bar, self.parts = self._bar()

    def _block(self, region: Region) -> VGroup:
        """Return all matrices of a block to scale, each with its name, as large as fits a region."""
        numbers = self.numbers
        sides = numbers.shapes.tolist()
        gap = _GAP * max(max(side) for side in sides)
        widest, x, y, row = 1.3 * sqrt(float(numbers.block)), 0.0, 0.0, 0.0
        areas = VGroup()
        for name, (down, across) in zip(numbers.names, sides, strict=True):
            if x and x + across > widest:
                x, y, row = 0.0, y - row - gap, 0.0
            area = Rectangle(width=across, height=down, stroke_width=0)
            colour_area(area, matrix_color(name, self.style.theme), _FILL, self.style)
            areas.add(area.move_to(point(x + across / 2, y - down / 2)))
            x, row = x + across + gap, max(row, down)
        areas.scale(min(region.width / areas.width, region.height / areas.height)).move_to(region.centre)
        self.named = VGroup()
        theme = self.style.theme
        for name, place in zip(numbers.names, areas, strict=True):
            source = f'W_"{name[2:]}"' if len(name) > 3 else name
            text = Math(source, color=theme.background if theme.filled else theme.ink, style=self.style)
            if text.width < 0.9 * place.width and text.height < 0.9 * place.height:
                self.named.add(text.move_to(place))
        return areas

    def _layers(self) -> VGroup:
        """Return all blocks, small, in rows."""
        count, room = self.numbers.layers, self.picture
        ratio = float(self.block.width / self.block.height)
        wanted = sqrt(count * room.width / room.height / ratio)
        even = [number for number in range(1, count + 1) if count % number == 0 and 0.6 < number / wanted < 1.6]
        across = min(even, key=lambda number: abs(number - wanted), default=max(1, min(count, ceil(wanted))))
        down = ceil(count / across)
        cell = min(room.width / across / ratio, room.height / down)
        small = self.block.copy().scale(0.86 * cell / float(self.block.height))
        left, top = room.centre[0] - cell * ratio * across / 2, room.centre[1] + cell * down / 2
        return VGroup(
            *(
                small.copy().move_to(
                    point(left + (index % across + 0.5) * cell * ratio, top - (index // across + 0.5) * cell)
                )
                for index in range(count)
            )
        )

    def _bar(self) -> tuple[VGroup, VGroup]:
        """Return the bar of all parameters with a name for what is not attention, and each block's part of it."""
        room, theme = self.picture, self.style.theme
        bar = Rectangle(width=room.width, height=_BAR)
        bar.set_stroke(theme.ink, self.style.strokes.line)
        bar.move_to(room.centre)
        width = room.width * float(self.numbers.percent) / 100 / self.numbers.layers
        parts = VGroup()
        for index in range(self.numbers.layers):
            part = Rectangle(width=width, height=_BAR, stroke_width=0)
            colour_area(part, theme.ink, _STRIPES[index % 2], self.style)
            parts.add(part.move_to(point(room.left + (index + 0.5) * width, room.centre[1])))
        within = 0.9 * (room.width - float(parts.width))
        rest = Label(self.says("rest"), size=self.style.sizes.number, color=theme.dim, within=within, style=self.style)
        rest.move_to(point((parts.get_right()[0] + room.right) / 2, room.centre[1]))
        return VGroup(bar, rest), parts

    def tell(self) -> None:
        """Count one head, all heads, all matrices, all layers; compare with the whole model."""
        numbers, (first, *others) = self.numbers, self.heads
        rows, columns = (Count(each, size=self.style.sizes.number, style=self.style) for each in numbers.of_head)
        with self.beat("head", count=spoken(self, float(numbers.head))):
            self.play(FadeIn(self.title), Create(first))
            self.count("head", numbers.head, factors=(rows, columns))
            self.rest()
        with self.beat("heads", heads=numbers.heads):
            fan = LaggedStart(
                *(ReplacementTransform(first.copy(), each) for each in others), lag_ratio=0.5 / len(others)
            )
            self.play(fan, run_time=1.7)
            self.count("matrix", numbers.matrix, heads=numbers.heads)
            self.rest()
        with self.beat("block", matrices=len(numbers.names), count=spoken(self, float(numbers.block))):
            self.play(ReplacementTransform(self.heads, self.block[0]))
            self.play(LaggedStart(*map(FadeIn, self.block[1:]), lag_ratio=0.3), FadeIn(self.named))
            self.count("block", numbers.block)
            self.rest()
        with self.beat("layers", layers=numbers.layers, count=spoken(self, float(numbers.attention))):
            self.play(FadeOut(self.named, run_time=0.3), ReplacementTransform(self.block, self.layers[0]))
            self.play(LaggedStart(*map(FadeIn, self.layers[1:]), lag_ratio=0.1), run_time=1.4)
            self.count("layers", numbers.attention, layers=numbers.layers)
            self.rest()
        with self.beat(
            "whole", whole=spoken(self, float(numbers.whole)), percent=format_number(float(numbers.percent), 0)
        ):
            self.play(*(ReplacementTransform(each, part) for each, part in zip(self.layers, self.parts, strict=True)))
            percent = Number(numbers.percent, decimals=0, size=self.style.sizes.hero, style=self.style)
            sign = Label(" %", size=self.style.sizes.hero, style=self.style).next_to(percent, point(1.0), buff=0.1)
            said = VGroup(percent, sign).next_to(self.parts, point(0.0, 1.0), buff=0.3)
            said.align_to(self.parts, point(-1.0))
            self.play(Create(self.bar[0]), FadeIn(said, self.bar[1]))
            self.count("whole", numbers.whole, model=numbers.model)
            self.hold()
