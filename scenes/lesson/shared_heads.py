"""The cache that each word leaves: keys and values of every head, shared ones, or one latent; drawn to scale.

Sources: Shazeer (2019), multi-query attention; Ainslie et al. (2023), grouped-query attention; "DeepSeek-V2" (2024),
section 2.1, multi-head latent attention.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import torch
from manim import FadeIn, FadeOut, Rectangle, ReplacementTransform, VGroup, VMobject
from pydantic import Field
from torch import Tensor

from attnmath import AttentionDims
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.lesson.counts import MODELS, CountFigure, Model, OfModel, spoken
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.surface import colour_area
from scenes.parts.text.typeset import Label
from scenes.quantities import quantity
from scenes.worlds import World

_WAYS = ("heads", "groups", "one", "latent")
_LATENT, _ROTARY, _BYTES = 512, 64, 2
"""The width of the latent and of its part for positions, as DeepSeek-V3 has them; bytes of a number."""

_HEADS, _PAIRS, _NAMES = 0.12, 0.34, 0.45
"""Shares of the picture's width: for the heads, and where pairs begin; scene units above for the columns' names."""

_STRIPES = (0.9, 0.65)


class OfCache(OfModel):
    """The parameters: whose dimensions, and how many groups share keys and values."""

    dims: Model = Field("deepseek-v3", description="Whose dimensions: gpt2, gpt3, llama3-8b or deepseek-v3.")
    groups: int = Field(8, ge=2, le=64, description="Groups of heads that share a pair, where heads are grouped.")


@dataclass(frozen=True)
class Caches:
    """The numbers that a word leaves in the cache, four ways."""

    model: str
    heads: int
    groups: int
    layers: int
    ways: tuple[str, ...]
    numbers_kept: Tensor = quantity("The numbers that a word leaves in one layer, each way.", rows="ways")
    bytes_kept: Tensor = quantity("The bytes that a word leaves in all layers, at two bytes a number.", rows="ways")
    times: Tensor = quantity("How many times less a latent is than every head's keys and values.")


def _ways(dims: AttentionDims, groups: int) -> tuple[AttentionDims, ...]:
    plain = AttentionDims(dims.d_model, dims.heads, dims.d_k, layers=dims.layers)
    latent = replace(plain, d_latent=_LATENT, d_rotary=_ROTARY)
    return plain, replace(plain, groups=groups), replace(plain, groups=1), latent


def _one_is_least(numbers: Caches, world: World) -> Measurement:
    kept = numbers.numbers_kept.tolist()
    return Measurement(min(kept) == kept[2] and max(kept) == kept[0], ", ".join(f"{each:,.0f}" for each in kept))


class SharedHeads(CountFigure):
    """lesson-shared-heads: heads share what they keep of a word, or keep one latent from which each makes its own."""

    name = "lesson-shared-heads"
    Parameters = OfCache
    numbers: Caches
    claims = (Claim("Every head's own pair is the most to keep, one pair for all the least.", _one_is_least),)

    @classmethod
    def compute(cls, parameters: OfCache, world: World) -> Caches:
        """Count what a word leaves in the cache, four ways.

        Raises:
            UserError: when the groups do not divide the heads.
        """
        model, dims, _ = MODELS[parameters.dims]
        if dims.heads % parameters.groups:
            raise UserError(f"groups must divide the {dims.heads} heads of {model}; got {parameters.groups}")
        ways = _ways(dims, parameters.groups)
        kept = torch.tensor([way.cache_per_token for way in ways], dtype=torch.float64)
        sizes = torch.tensor([way.cache_bytes(1, _BYTES) for way in ways], dtype=torch.float64)
        return Caches(model, dims.heads, parameters.groups, dims.layers, _WAYS, kept, sizes, kept[0] / kept[-1])

    @classmethod
    def alternative_values(cls, numbers: Caches) -> Mapping[str, object]:
        """Return the model and what a word leaves in the cache, each way."""
        return {"model": numbers.model, "bytes": ", ".join(f"{size:,.0f}" for size in numbers.bytes_kept.tolist())}

    def build(self) -> None:
        """Make the heads, and for each way what is kept, to one scale, with lines from heads to what they read."""
        numbers = self.numbers
        self.set_out(numbers.model, 4)
        room, theme = self.picture.inset(top=_NAMES), self.style.theme
        self.pitch, self.middle = room.height / numbers.heads, float(room.centre[1])
        self.at, self.start = (room.left + share * room.width for share in (_HEADS, _PAIRS))
        longest = max(1.0, float(numbers.numbers_kept[-1] / numbers.numbers_kept[2]))
        self.pair = (room.right - self.start) / longest
        rows = [room.top - (head + 0.5) * self.pitch for head in range(numbers.heads)]
        self.ys = rows
        self.heads = VGroup()
        for index, y in enumerate(rows):
            mark = Rectangle(width=_HEADS * room.width, height=self.pitch, stroke_width=0)
            colour_area(mark, theme.query, _STRIPES[index % 2], self.style)
            self.heads.add(mark.move_to(point(room.left + _HEADS * room.width / 2, y)))
        counts = (numbers.heads, numbers.groups, 1)
        self.pairs = [self._pairs(count) for count in counts]
        self.lines = [self._lines(count) for count in counts]
        self.latent = self._latent()
        colors, places = (theme.query, theme.key, theme.value), (self.at - _HEADS * room.width / 2, *self._halves())
        self.names = VGroup()
        for key, color, x in zip(("queries", "keys", "values"), colors, places, strict=True):
            name = Label(self.says(key), size=self.style.sizes.tick, color=color, style=self.style)
            name.set_x(max(x, room.left + float(name.width) / 2)).on_baseline(room.top + 0.14)
            self.names.add(name)

    def _halves(self) -> tuple[float, float]:
        """Return where the middles of keys and of values are."""
        return self.start + self.pair / 4, self.start + 0.75 * self.pair

    def _middles(self, count: int) -> list[float]:
        """Return the heights of pairs, each in the middle of the heads that share it."""
        share = self.numbers.heads // count
        return [sum(self.ys[at : at + share]) / share for at in range(0, self.numbers.heads, share)]

    def _pairs(self, count: int) -> VGroup:
        """Return as many pairs of a key and a value, a row of the same height and width each."""
        pairs = VGroup()
        for index, y in enumerate(self._middles(count)):
            halves = VGroup()
            for side, color in enumerate((self.style.theme.key, self.style.theme.value)):
                half = Rectangle(width=self.pair / 2, height=self.pitch, stroke_width=0)
                colour_area(half, color, _STRIPES[index % 2], self.style)
                halves.add(half.move_to(point(self.start + (side + 0.5) * self.pair / 2, y)))
            pairs.add(halves)
        return pairs

    def _latent(self) -> VMobject:
        """Return the latent of a word: a row of the same height, as long as it has numbers."""
        kept = self.numbers.numbers_kept
        length = self.pair * float(kept[-1] / kept[2])
        bar = Rectangle(width=length, height=self.pitch, stroke_width=0)
        colour_area(bar, self.style.theme.ink, 1.0, self.style)
        return bar.move_to(point(self.start + length / 2, self.middle))

    def _lines(self, count: int) -> VGroup:
        """Return a line from every head to the pair that it reads."""
        share, middles, theme = self.numbers.heads // count, self._middles(count), self.style.theme
        return VGroup(
            *(
                thin_line(
                    point(self.at, y), point(self.start, middles[head // share]), theme.dim, self.style.strokes.hair
                )
                for head, y in enumerate(self.ys)
            )
        )

    def tell(self) -> None:
        """Keep every head's pair, one for each group, one for all, and one latent."""
        numbers = self.numbers
        words: dict[str, Any] = {
            "heads": numbers.heads,
            "groups": numbers.groups,
            "times": f"{float(numbers.times):.0f}",
        }
        for index, way in enumerate(_WAYS):
            size = float(numbers.bytes_kept[index])
            with self.beat(way, **words, share=numbers.heads // numbers.groups, count=spoken(self, size)):
                if index == 0:
                    self.play(FadeIn(self.title, self.heads, self.names[0]))
                    self.play(FadeIn(self.lines[0], self.pairs[0], *self.names[1:]), run_time=1.4)
                elif index < 3:
                    before, after = self.pairs[index - 1], self.pairs[index]
                    share = len(before) // len(after)
                    groups = [VGroup(*before[place * share : (place + 1) * share]) for place in range(len(after))]
                    merged = [ReplacementTransform(group, pair) for group, pair in zip(groups, after, strict=True)]
                    self.play(*merged, ReplacementTransform(self.lines[index - 1], self.lines[index]), run_time=1.6)
                else:
                    leaving = FadeOut(*self.names[1:], run_time=0.4)
                    self.play(ReplacementTransform(self.pairs[2], self.latent), leaving, run_time=1.2)
                    fan = self.pairs[0].copy().set_opacity(0.25)
                    self.play(FadeIn(fan), run_time=1.0)
                    self.play(FadeOut(fan), run_time=0.6)
                self.count(way, numbers.bytes_kept[index], **words)
                self.hold() if index == 3 else self.rest()
