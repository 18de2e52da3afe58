"""The cache that each word leaves: keys and values of every head, shared ones, or one latent; drawn to scale.

Sources: Shazeer (2019), multi-query attention; Ainslie et al. (2023), grouped-query attention; "DeepSeek-V2" (2024),
section 2.1, multi-head latent attention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from manim import (
    UP,
    Animation,
    FadeIn,
    FadeOut,
    LaggedStart,
    Polygon,
    Rectangle,
    ReplacementTransform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import AttentionDims
from scenes.claims import Claim, Measurement
from scenes.errors import UserError
from scenes.layout import fit
from scenes.lesson.counts import MODELS, HeroCount, Model, OfModel, spoken
from scenes.parts.geometry import Point, point
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.surface import colour_area
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

_WAYS = ("heads", "groups", "one", "latent")
_LATENT, _ROTARY, _BYTES = 512, 64, 2
"""The width of the latent and of its part for positions, as DeepSeek-V3 has them; bytes of a number."""

_STRIP, _FAN, _THICK = 1.2, 0.27, 0.8
"""Scene units below the picture for the counts; the least share of the picture's height for the fan of lines; a bar's
thickness as a share of what each head has room for."""

_BESIDE, _LINE, _HERO = 0.2, 0.56, 1.35
"""Scene units between a mark and its name, and from a line of text to the next; how much larger the digits are than
their label while a beat is about them."""

_FLAT, _LAG = 0.001, 0.02
"""The share of its height or size from which a bar grows; the share of its own time after which the next one does."""


_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.55), squish_rate_func(smooth, 0.5, 1.0)
"""The halves of a motion in which one thing happens before another."""

_CLOSE, _MERGED = 1.3, 0.8
"""Line widths between two lines that lead to one end, at the least; the opacity of the area that they become there."""

_MADE = 0.75
"""The opacity of pairs that are made when they are needed, and not kept."""


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


class SharedHeads(PlaneFigure):
    """lesson-shared-heads: heads share what they keep of a word, or keep one latent from which each makes its own."""

    name = "lesson-shared-heads"
    Parameters = OfCache
    with_plane = False
    with_record = False
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
        numbers, style = self.numbers, self.style
        self.words: dict[str, Any] = {
            "heads": numbers.heads,
            "groups": numbers.groups,
            "times": f"{float(numbers.times):.0f}",
        }
        self.counted: list[tuple[Label, HeroCount]] = []
        self.title = HeaderPhrase(
            [self.says("title", model=numbers.model)], [style.theme.ink], self.stage, self.view, style=style
        )
        self.names = [
            Label(self.says(key), size=style.sizes.tick, color=color, style=style)
            for key, color in zip(("queries", "keys", "values"), self._colors(), strict=True)
        ]
        self._measure()
        self.heads = VGroup(*(self._bar(x, self.top, -self.pair / 2, style.theme.query) for x in self.xs))
        self.pairs = [self._pairs(count) for count in (numbers.heads, numbers.groups, 1)]
        self.lines, self.areas = zip(*(self._lines(len(pairs)) for pairs in self.pairs), strict=True)
        self.latent = self._latent()
        self.made = VGroup(*(self._pair(x, self.top - self.pair / 2, _MADE) for x in self.xs))
        left, right = self.picture.left, self.picture.right
        self.floor = thin_line(point(left, self.base), point(right, self.base), style.theme.axis, style.strokes.thin)
        self._set_names(self.pairs[0])
        self._beside(self.names[0], self.heads)

    def _colors(self) -> tuple[str, str, str]:
        theme = self.style.theme
        return theme.query, theme.key, theme.value

    def _measure(self) -> None:
        """Divide the frame: names at the left, the picture on its floor, and the counts below it."""
        room, numbers = self.stage.below_header, self.numbers
        self.picture = room.inset(bottom=_STRIP)
        self.strip = room.inset(top=self.picture.height)
        self.top, self.base = self.picture.top, self.picture.bottom
        longest = max(1.0, float(numbers.numbers_kept[-1] / numbers.numbers_kept[2]))
        self.pair = (1 - _FAN) * self.picture.height / (1.5 + longest)
        left = room.left + max(float(name.width) for name in self.names) + _BESIDE
        self.pitch = (room.right - left) / numbers.heads
        self.xs = [left + (head + 0.5) * self.pitch for head in range(numbers.heads)]
        self.middle = (left + room.right) / 2

    def _bar(self, x: float, start: float, length: float, color: str, opacity: float = 1.0) -> Rectangle:
        """Return a bar that stands or hangs at a height, of a thickness that all share."""
        bar = Rectangle(width=_THICK * self.pitch, height=abs(length), stroke_width=0)
        return colour_area(bar, color, opacity, self.style).move_to(point(x, start + length / 2))

    def _pair(self, x: float, top: float, opacity: float = 1.0) -> VGroup:
        """Return a key above a value."""
        _, key, value = self._colors()
        half = self.pair / 2
        return VGroup(self._bar(x, top, -half, key, opacity), self._bar(x, top - half, -half, value, opacity))

    def _middles(self, count: int) -> list[float]:
        """Return the places of pairs along the floor, each in the middle of the heads that share it."""
        share = self.numbers.heads // count
        return [sum(self.xs[at : at + share]) / share for at in range(0, self.numbers.heads, share)]

    def _pairs(self, count: int) -> VGroup:
        """Return as many pairs of a key and a value, which stand on the floor."""
        return VGroup(*(self._pair(x, self.base + self.pair) for x in self._middles(count)))

    def _latent(self) -> VMobject:
        """Return the latent of a word: a bar of the same thickness, as long as it has numbers."""
        kept = self.numbers.numbers_kept
        return self._bar(self.middle, self.base, self.pair * float(kept[-1] / kept[2]), self.style.theme.ink)

    def _lines(self, count: int) -> tuple[VGroup, VGroup]:
        """Return a line from every head to the pair that it reads, and where lines meet an area each."""
        share = self.numbers.heads // count
        middles = self._middles(count)
        ends = [point(middles[head // share], self.base + self.pair) for head in range(self.numbers.heads)]
        return self._fan(self.top - self.pair / 2, ends, self.style.theme.query)

    def _fan(self, top: float, ends: Sequence[Point], color: str) -> tuple[VGroup, VGroup]:
        """Return a line from each head's place at a height towards an end, and the areas that lines become.

        Lines that lead to one end become an area where they are too close to be told apart.
        """
        width, starts = self.style.strokes.hair, [point(x, top) for x in self.xs]
        tips = {tuple(end): [at for at, other in enumerate(ends) if (other == end).all()] for end in ends}
        apart = 1.0 - _CLOSE * width / 100 / self.pitch
        stops = [start + (apart if len(tips[tuple(end)]) > 1 else 1.0) * (end - start)
                 for start, end in zip(starts, ends, strict=True)]  # fmt: skip
        lines = VGroup(*(thin_line(start, stop, color, width) for start, stop in zip(starts, stops, strict=True)))
        areas = VGroup()
        for tip, heads in tips.items():
            if len(heads) > 1:
                corners = [stops[heads[0]], stops[heads[-1]], np.array(tip)]
                areas.add(colour_area(Polygon(*corners, stroke_width=0), color, _MERGED, self.style))
        return lines, areas

    def _beside(self, name: VMobject, marks: VMobject) -> None:
        """Put a name left of marks, in the middle of their height."""
        name.move_to(point(float(marks.get_left()[0]) - _BESIDE - float(name.width) / 2, float(marks.get_y())))

    def _set_names(self, pairs: VGroup, names: Sequence[VMobject] = ()) -> None:
        """Put the names of keys and values left of the first pair."""
        for name, mark in zip(names or self.names[1:], pairs[0], strict=True):
            self._beside(name, mark)

    def _following(self, pairs: VGroup) -> list[Animation]:
        """Return the motions of the names of keys and values to the first of other pairs."""
        names = [name.copy() for name in self.names[1:]]
        self._set_names(pairs, names)
        motions: list[Animation] = list(map(ReplacementTransform, self.names[1:], names))
        self.names[1:] = names
        return motions

    # --- Words and counts --------------------------------------------------------------------------------------------

    def _counts(self, shown: int) -> list[tuple[Label, HeroCount]]:
        """Return the first counts below each other's labels, side by side over the whole width, the last one large."""
        counts, style = [], self.style
        for index, room in enumerate(self.strip.columns(*[1.0] * shown, gap=_BESIDE)):
            large = _HERO if index == shown - 1 else 1.0
            said = self.says(_WAYS[index], **self.words)
            if shown == 1 and not self.stage.is_narrow:  # alone on its line, it says what it is made of
                said = " ".join([said, "×", *self._factors(2)])
            label = Label(said, size=style.sizes.number, style=style)
            number = HeroCount(self.numbers.bytes_kept[index], size=large * style.sizes.number, style=style)
            for text, line in ((label, _LINE), (number, 2 * _LINE)):
                fit(text, room.width)
                text.set_x(float(room.centre[0])).on_baseline(room.top - line)
            counts.append((label, number))
        return counts

    def _count(self) -> None:
        """Let the next count arrive, and those before it make room."""
        counts = self._counts(len(self.counted) + 1)
        pairs = zip(self.counted, counts, strict=False)
        moves = [ReplacementTransform(old, new) for item, other in pairs for old, new in zip(item, other, strict=True)]
        self.play(*moves, FadeIn(*counts[-1], rate_func=_LATE), run_time=self.style.times.move)
        self.counted = counts

    def _block(self, lines: Sequence[str], first: int = 0) -> VGroup:
        """Return lines of text right of what is kept, the lowest of them ``first`` lines above the floor."""
        left = self.middle + self.pitch / 2 + _BESIDE
        block = VGroup()
        for number, text in enumerate(reversed(lines), first):
            line = Label(text, size=self.style.sizes.number, style=self.style)
            fit(line, self.picture.right - left)
            block.add(line.set_x(left + float(line.width) / 2).on_baseline(self.base + _BESIDE + number * _LINE))
        return block

    def _lined(self, *parts: str) -> list[str]:
        """Return parts of a text in one line, or in one each where the frame is narrow."""
        return [" ".join(parts)] if self.stage.is_wide else list(parts)

    def _product(self, index: int) -> VGroup:
        """Return the factors of the bytes that one thing kept takes."""
        return self._block(self._lined(*self._factors(index)))

    def _factors(self, index: int) -> tuple[str, str]:
        """Return what is said of the numbers of one thing kept, and of the bytes and layers that they take."""
        numbers = self.numbers
        first = self.says("numbers", numbers=int(numbers.numbers_kept[index]))
        return first, self.says("factors", bytes=_BYTES, layers=numbers.layers)

    # --- Motion ------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Keep every head's pair, one for each group, one for all, and one latent."""
        numbers = self.numbers
        steps = (self._keep_all, self._share, self._share, self._keep_latent)
        for index, (way, step) in enumerate(zip(_WAYS, steps, strict=True)):
            size = float(numbers.bytes_kept[index])
            with self.beat(way, **self.words, share=numbers.heads // numbers.groups, count=spoken(self, size)):
                step(index)
                self.last() if index == 3 else self.rest()

    def _keep_all(self, index: int) -> None:
        """Let each head arrive, and look at a pair of its own."""
        self.play(FadeIn(self.title, self.floor, self.names[0]), _unfold(self.heads), run_time=1.4)
        names = FadeIn(*self.names[1:], rate_func=_LATE)
        self.play(_unfold(self.lines[0], _EARLY), _unfold(self.pairs[0], _LATE), names, run_time=2.4)
        self._count()

    def _share(self, index: int) -> None:
        """Let neighbours' pairs slide into one; keys stay at the height of keys, and values at the height of values."""
        before, after = self.pairs[index - 1], self.pairs[index]
        share = len(before) // len(after)
        places = [after[place // share].copy() for place in range(len(before))]
        merging = [ReplacementTransform(pair, place) for pair, place in zip(before, places, strict=True)]
        lines = ReplacementTransform(self.lines[index - 1], self.lines[index])
        areas: list[Animation] = [FadeIn(self.areas[index], rate_func=_LATE)]
        if len(self.areas[index - 1]):
            areas.append(FadeOut(self.areas[index - 1], rate_func=_EARLY))
        self.play(*merging, lines, *areas, *self._following(after), run_time=1.6)
        self.remove(*places)
        self.add(after)
        self._count()
        if index == 2:
            self.product = self._product(index)
            self.play(FadeIn(self.product))

    def _keep_latent(self, index: int) -> None:
        """Let the pair grow into a latent, and every head's own pair grow out of it, up to its head."""
        tip = self.latent.get_top()
        raised = self._grow_latent(index, tip)
        self._make_pairs(raised, tip)
        name = Label(self.says("name"), size=self.style.sizes.number, style=self.style)
        self._beside(name, self.latent)
        less = self._lined(self.says("less", **self.words), self.says("than", **self.words))
        self.play(FadeIn(name, self._block(less, len(self.product))))
        self._count()

    def _grow_latent(self, index: int, tip: Point) -> VGroup:
        """Let the last pair grow into the latent, and return the lines that then end at its tip."""
        raised, self.area = self._fan(self.top - self.pair / 2, [tip] * self.numbers.heads, self.style.theme.query)
        height, ink = float(self.latent.height) / 2, self.style.theme.ink
        halves = [self._bar(self.middle, self.base + place * height, height, ink) for place in (1, 0)]
        growing = [ReplacementTransform(old, new) for old, new in zip(self.pairs[2][0], halves, strict=True)]
        product = self._product(index)
        changed = [ReplacementTransform(old, new) for old, new in zip(self.product, product, strict=True)]
        lines, leaving = ReplacementTransform(self.lines[2], raised), FadeOut(*self.names[1:], rate_func=_EARLY)
        growing.append(ReplacementTransform(self.areas[2], self.area))
        self.play(*growing, lines, *changed, leaving, run_time=self.style.times.second)
        self.product = product
        self.remove(*halves)
        self.add(self.latent)
        return raised

    def _make_pairs(self, lines: VGroup, tip: Point) -> None:
        """Let a pair for every head grow from the latent's tip, all at one rate, so that each rides up its own line."""
        top = self.top - self.pair / 2
        spent, _ = self._fan(top, [point(x, top) for x in self.xs], self.style.theme.query)
        made = self._fan(top - self.pair, [tip] * self.numbers.heads, self.style.theme.ink)
        grown = VGroup(*made, self.made)
        seed = grown.copy().scale(_FLAT, about_point=tip)
        self._set_names(self.made)
        names = FadeIn(*self.names[1:], rate_func=_LATE)
        self.play(
            ReplacementTransform(seed, grown),
            ReplacementTransform(lines, spent),
            FadeOut(self.area, rate_func=_EARLY),
            names,
            run_time=self.style.times.first,
        )
        self.remove(spent)


def _unfold(marks: VGroup, rate: Callable[[float], float] = smooth) -> Animation:
    """Let hanging marks unfold downwards, one shortly after the other."""
    starts = [mark.copy().stretch(_FLAT, 1, about_edge=UP) for mark in marks]
    motions = [ReplacementTransform(start, mark) for start, mark in zip(starts, marks, strict=True)]
    return LaggedStart(*motions, lag_ratio=_LAG, rate_func=rate)
