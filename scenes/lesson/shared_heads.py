"""The cache that each word leaves: keys and values of every head, shared ones, or one latent; drawn to scale.

Heads differ by their shades: a shared pair has the mean of those whose pairs it takes the place of, as where heads are
put into groups after training; out of a latent each head makes a pair of its own again.

Sources: Shazeer (2019), multi-query attention; Ainslie et al. (2023), grouped-query attention; "DeepSeek-V2" (2024),
section 2.1, multi-head latent attention.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from manim import (
    DOWN,
    UP,
    Animation,
    FadeIn,
    FadeOut,
    LaggedStart,
    ManimColor,
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
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.surface import colour_area
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_WAYS = ("heads", "groups", "one", "latent")
_LATENT, _ROTARY, _BYTES = 512, 64, 2
"""The width of the latent and of its part for positions, as DeepSeek-V3 has them; bytes of a number."""

_STRIP, _FAN, _THICK = 1.2, 0.27, 0.8
"""Scene units below the picture for the counts; the least share of the picture's height for what leads from heads to
what is kept; a bar's thickness as a share of what each head has room for."""

_BESIDE, _LINE, _HERO = 0.2, 0.56, 1.35
"""Scene units between a mark and its name, and from a line of text to the next; how much larger the digits are than
their label while a beat is about them."""

_FLAT, _LAG = 0.001, 0.02
"""The share of its size from which a mark grows; the share of its own time after which the next one does."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.55), squish_rate_func(smooth, 0.5, 1.0)
"""The halves of a motion in which one thing happens before another."""

_RIBBON, _FOLLOWED = 0.4, (0.2, 0.7)
"""The opacity of a ribbon from a head to what it reads; the two heads that are followed, as shares of all."""

_SLOW, _FAST, _MIXED = 2.7, 0.35, 1.1
"""The waves in which the heads' shades vary from the first one to the last; how much of a shade is by chance; how far
the lightest and the darkest one are from their colour, as a share of the way to ink and to the ground."""

_ONE_HEAD, _ALL_HEADS, _READING = 0.9, 1.6, 1.3
"""Seconds in which one head makes a pair out of the latent, and all others do; and in which heads read."""


class OfCache(OfModel):
    """The parameters: whose dimensions, and how many groups share keys and values."""

    dims: Model = Field("deepseek-v3", description="Whose dimensions: gpt2, gpt3, llama3-8b or deepseek-v3.")
    groups: int = Field(8, ge=2, le=64, description="Groups of heads that share a pair, where heads are grouped.")


@dataclass(frozen=True)
class Caches:
    """The numbers that a word leaves in the cache, four ways.

    Attributes:
        model: whose dimensions these are.
        heads: in a layer.
        groups: of heads that share a pair, where they are grouped.
        layers: of the model.
        d_k: the numbers of a key, and of a value.
    """

    model: str
    heads: int
    groups: int
    layers: int
    d_k: int
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
        return Caches(
            model, dims.heads, parameters.groups, dims.layers, dims.d_k, _WAYS, kept, sizes, kept[0] / kept[-1]
        )

    @classmethod
    def alternative_values(cls, numbers: Caches) -> Mapping[str, object]:
        """Return the model and what a word leaves in the cache, each way."""
        return {"model": numbers.model, "bytes": ", ".join(f"{size:,.0f}" for size in numbers.bytes_kept.tolist())}

    def build(self) -> None:
        """Make the heads, and for each way what is kept, to one scale, with ribbons from heads to what they read."""
        numbers, style = self.numbers, self.style
        self.words: dict[str, Any] = {
            "model": numbers.model, "heads": numbers.heads, "groups": numbers.groups, "layers": numbers.layers,
            "bytes": _BYTES, "half": numbers.d_k, "pair": 2 * numbers.d_k, "latent": _LATENT, "rotary": _ROTARY,
            "times": f"{float(numbers.times):.0f}",
        }  # fmt: skip
        self.counted: list[tuple[Label, HeroCount]] = []
        title = self.says("title-narrow" if self.stage.is_narrow else "title", **self.words)
        self.title = HeaderPhrase([title], [style.theme.ink], self.stage, self.view, style=style)
        colors = (style.theme.query, style.theme.key, style.theme.value, style.theme.ink)
        self.names = [
            Label(self.says(key), size=style.sizes.tick, color=color, style=style)
            for key, color in zip(("queries", "keys", "values", "kept"), colors, strict=True)
        ]
        self._measure()
        self.shades = _shades(numbers.heads)
        self.followed = [int(share * numbers.heads) for share in _FOLLOWED]
        self.heads = VGroup(*(self._bar(x, self.top, -self.pair / 2, style.theme.query) for x in self.xs))
        counts = (numbers.heads, numbers.groups, 1)
        self.pairs, self.read = [self._pairs(count) for count in counts], [self._read(count) for count in counts]
        self.ribbons = [self._ribbons_down(count) for count in counts]
        self.latent = self._latent()
        self.made = self._read(numbers.heads)
        left, right = self.picture.left, self.picture.right
        self.floor = thin_line(point(left, self.base), point(right, self.base), style.theme.axis, style.strokes.thin)
        self.wall = self._wall()
        for name, mark in zip(self.names, (self.heads, *self.made[0], self.wall), strict=True):
            self._beside(name, mark)

    def _measure(self) -> None:
        """Divide the frame: names at the left, the picture on its floor, and the counts below it."""
        room, numbers = self.stage.below_header, self.numbers
        self.picture = room.inset(bottom=(2 if self.stage.is_narrow else 1) * _STRIP)
        self.strip = room.inset(top=self.picture.height)
        self.top, self.base = self.picture.top, self.picture.bottom
        longest = max(1.0, float(numbers.numbers_kept[-1] / numbers.numbers_kept[2]))
        self.pair = (1 - _FAN) * self.picture.height / (1.5 + longest)
        left = room.left + max(float(name.width) for name in self.names) + _BESIDE
        self.pitch = (room.right - left) / numbers.heads
        self.xs = [left + (head + 0.5) * self.pitch for head in range(numbers.heads)]
        self.middle, self.thick = (left + room.right) / 2, _THICK * self.pitch

    def _bar(self, x: float, start: float, length: float, color: str) -> Rectangle:
        """Return a bar that stands or hangs at a height, of a thickness that all share."""
        bar = Rectangle(width=self.thick, height=abs(length), stroke_width=0)
        return colour_area(bar, color, 1.0, self.style).move_to(point(x, start + length / 2))

    def _pair(self, x: float, top: float, shade: float) -> VGroup:
        """Return a key above a value, in a shade of their colours."""
        theme, half = self.style.theme, self.pair / 2
        key, value = (self._shaded(color, shade) for color in (theme.key, theme.value))
        return VGroup(self._bar(x, top, -half, key), self._bar(x, top - half, -half, value))

    def _shaded(self, color: str, shade: float) -> str:
        """Return a shade of a colour, from 0, next to the ground, to 1, next to ink."""
        theme = self.style.theme
        other = theme.ink if shade > 0.5 else theme.background
        mixed = ManimColor(color).interpolate(ManimColor(other), _MIXED * abs(shade - 0.5))
        return str(mixed.to_hex().lower())

    def _groups(self, count: int) -> list[tuple[float, float]]:
        """Return the place of each pair along the floor, in the middle of the heads that share it, and its shade."""
        share = self.numbers.heads // count
        starts = range(0, self.numbers.heads, share)
        return [(sum(self.xs[at : at + share]) / share, float(np.mean(self.shades[at : at + share]))) for at in starts]

    def _pairs(self, count: int) -> VGroup:
        """Return as many pairs of a key and a value, which stand on the floor."""
        return VGroup(*(self._pair(x, self.base + self.pair, shade) for x, shade in self._groups(count)))

    def _read(self, count: int) -> VGroup:
        """Return the pair that each head reads, below its query, where as many pairs are kept."""
        groups, share = self._groups(count), self.numbers.heads // count
        return VGroup(
            *(self._pair(x, self.top - self.pair / 2, groups[head // share][1]) for head, x in enumerate(self.xs))
        )

    def _latent(self) -> VMobject:
        """Return the latent of a word: a bar of the same thickness, as long as it has numbers."""
        kept = self.numbers.numbers_kept
        return self._bar(self.middle, self.base, self.pair * float(kept[-1] / kept[2]), self.style.theme.ink)

    def _wall(self) -> Rectangle:
        """Return the outline of what every head's own pairs take on the floor."""
        width, style = self.xs[-1] - self.xs[0] + self.thick, self.style
        wall = Rectangle(width=width, height=self.pair, stroke_color=style.theme.axis, stroke_width=style.strokes.thin)
        return wall.move_to(point((self.xs[0] + self.xs[-1]) / 2, self.base + self.pair / 2))

    def _ribbons_down(self, count: int) -> VGroup:
        """Return the ribbons from all heads to as many pairs on the floor."""
        share = self.numbers.heads // count
        middles = [x for x, _ in self._groups(count)]
        ends = [(middles[head // share], share, head % share) for head in range(self.numbers.heads)]
        return self._ribbons(ends, self.base + self.pair, self.style.theme.query)

    def _ribbons(self, ends: Sequence[tuple[float, int, int]], low: float, color: str) -> VGroup:
        """Return a ribbon from each head to its part of a bar's upper end; those of the followed heads stand out.

        Args:
            ends: for each head the bar's place, how many heads share it, and the head's place among these.
            low: the height of the bar's end.
            color: of the ribbons.
        """
        high, half = self.top - 1.5 * self.pair, self.thick / 2
        ribbons = VGroup()
        for head, (x, (end, share, place)) in enumerate(zip(self.xs, ends, strict=True)):
            left = end - half + place * self.thick / share
            right = left + self.thick / share
            corners = [point(x - half, high), point(x + half, high), point(right, low), point(left, low)]
            ribbon = VMobject(stroke_width=0).set_points_as_corners([*corners, corners[0]])
            followed = head in self.followed
            ribbons.add(colour_area(ribbon, color, 1.0 if followed else _RIBBON, self.style))
        return ribbons

    def _beside(self, name: VMobject, marks: VMobject) -> None:
        """Put a name left of marks, in the middle of their height."""
        name.move_to(point(float(marks.get_left()[0]) - _BESIDE - float(name.width) / 2, float(marks.get_y())))

    # --- Words and counts --------------------------------------------------------------------------------------------

    def _counts(self, shown: int) -> list[tuple[Label, HeroCount]]:
        """Return the first counts below their numbers, side by side over the whole width, the last one large."""
        counts, style = [], self.style
        for index, room in enumerate(self._rooms(shown)):
            large = _HERO if index == shown - 1 else 1.0
            said = self.says(_WAYS[index] if shown > 1 or self.stage.is_narrow else "alone", **self.words)
            label = Label(said, size=style.sizes.number, style=style)
            number = HeroCount(self.numbers.bytes_kept[index], size=large * style.sizes.number, style=style)
            for text, line in ((label, _LINE), (number, 2 * _LINE)):
                fit(text, room.width)
                text.set_x(float(room.centre[0])).on_baseline(room.top - line)
            counts.append((label, number))
        return counts

    def _rooms(self, count: int) -> Sequence[Region]:
        """Return the places of counts: side by side, or two in each of two rows where the frame is narrow."""
        if not self.stage.is_narrow:
            return self.strip.columns(*[1.0] * count, gap=_BESIDE)
        upper, lower = self.strip.rows(1, 1)
        return [*upper.columns(*[1.0] * min(count, 2)), *(lower.columns(*[1.0] * (count - 2)) if count > 2 else ())]

    def _count(self) -> None:
        """Let the next count arrive, and those before it make room."""
        counts = self._counts(len(self.counted) + 1)
        pairs = zip(self.counted, counts, strict=False)
        moves = [ReplacementTransform(old, new) for item, other in pairs for old, new in zip(item, other, strict=True)]
        self.play(*moves, FadeIn(*counts[-1], rate_func=_LATE), run_time=self.style.times.move)
        self.counted = counts

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
        """Let each head arrive, keep a pair of its own, and read it."""
        self.play(FadeIn(self.title, self.floor, self.names[0]), _unfold(self.heads, UP), run_time=1.4)
        self.play(_unfold(self.pairs[0], DOWN), FadeIn(self.names[3]), run_time=1.4)
        self.play(FadeIn(self.ribbons[0]), run_time=self.style.times.quick)
        self._let_read(index)
        self._count()

    def _let_read(self, index: int) -> None:
        """Let a copy of the pair that each head reads rise along its ribbon, to below its query."""
        pairs, read = self.pairs[index], self.read[index]
        share = len(read) // len(pairs)
        copies = VGroup(*(pairs[head // share].copy() for head in range(len(read))))
        names = [FadeIn(*self.names[1:3], rate_func=_LATE)] if index == 0 else []
        self.play(ReplacementTransform(copies, read), *names, run_time=_READING)

    def _share(self, index: int) -> None:
        """Let neighbours' pairs slide into one, with the ribbons that end there; then let the heads read it."""
        before, after = self.pairs[index - 1], self.pairs[index]
        share = len(before) // len(after)
        places = [after[place // share].copy() for place in range(len(before))]
        merging = [ReplacementTransform(pair, place) for pair, place in zip(before, places, strict=True)]
        ribbons = ReplacementTransform(self.ribbons[index - 1], self.ribbons[index])
        wall = [FadeIn(self.wall)] if index == 1 else []
        self.play(*merging, ribbons, *wall, FadeOut(self.read[index - 1], rate_func=_EARLY), run_time=_ALL_HEADS)
        self.remove(*places)
        self.add(after)
        self._let_read(index)
        self._count()

    def _keep_latent(self, index: int) -> None:
        """Let the pair grow into a latent; out of it one head makes a pair of its own, then another, then all."""
        self._grow_latent()
        tip, ink = self.latent.get_top(), self.style.theme.ink
        heads = self.numbers.heads
        ribbons = self._ribbons([(self.middle, heads, head) for head in range(heads)], float(tip[1]), ink)
        for head in self.followed:
            self._make([head], ribbons, _ONE_HEAD)
        self._make([head for head in range(heads) if head not in self.followed], ribbons, _ALL_HEADS)
        self._say_less()
        self._count()

    def _grow_latent(self) -> None:
        """Let the last pair grow into the latent, whose numbers no head can read as they are."""
        height, ink = float(self.latent.height) / 2, self.style.theme.ink
        halves = [self._bar(self.middle, self.base + place * height, height, ink) for place in (1, 0)]
        growing = [ReplacementTransform(old, new) for old, new in zip(self.pairs[2][0], halves, strict=True)]
        gone = FadeOut(self.read[2], self.ribbons[2], rate_func=_EARLY)
        name = Label(self.says("name"), size=self.style.sizes.number, style=self.style)
        self._beside(name, self.latent)
        name.set_y((self.base + self.pair + float(self.latent.get_top()[1])) / 2)
        asked = FadeOut(self.names[3], rate_func=_EARLY)  # what stands on the floor now is taller than the outline
        self.play(gone, asked, *growing, FadeIn(name, rate_func=_LATE), run_time=self.style.times.second)
        self.remove(*halves)
        self.add(self.latent)

    def _make(self, heads: Sequence[int], ribbons: VGroup, time: float) -> None:
        """Let heads' own pairs grow out of the latent's tip, each on its ribbon."""
        grown = VGroup(*(VGroup(ribbons[head], self.made[head]) for head in heads))
        seed = grown.copy().scale(_FLAT, about_point=self.latent.get_top())
        self.play(ReplacementTransform(seed, grown), run_time=time)

    def _say_less(self) -> None:
        """Say right of the latent, above the outline of all pairs, how many times less it is."""
        left, style = self.middle + self.pitch / 2 + _BESIDE, self.style
        said = self.says("less-narrow" if self.stage.is_narrow else "less", **self.words)
        less = Label(said, size=style.sizes.head, style=style)
        fit(less, self.picture.right - left)
        between = (self.base + self.pair + float(self.latent.get_top()[1])) / 2
        less.set_x(left + float(less.width) / 2).on_baseline(between - less.cap_height / 2)
        pairs = Label(self.says("pairs", **self.words), size=style.sizes.number, style=style)
        self._inside(pairs)
        self.play(FadeIn(less, pairs), run_time=style.times.quick)

    def _inside(self, name: Label) -> None:
        """Put the name of all pairs into their outline, at its left end."""
        x = float(self.wall.get_left()[0]) + _BESIDE + float(name.width) / 2
        name.set_x(x).on_baseline(float(self.wall.get_y()) - name.cap_height / 2)


def _shades(count: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return a shade for each head, 0 to 1; the shades of neighbours differ, and so do the means of groups."""
    along = np.linspace(0, 2 * np.pi * _SLOW, count) + 1.0
    chance = np.random.default_rng(1).uniform(-1, 1, count)
    shades: np.ndarray[Any, np.dtype[np.float64]] = np.clip(0.5 + 0.3 * np.sin(along) + _FAST * chance, 0.0, 1.0)
    return shades


def _unfold(marks: VGroup, edge: np.ndarray[Any, np.dtype[np.float64]]) -> Animation:
    """Let marks unfold from an edge of theirs, one shortly after the other."""
    starts = [mark.copy().stretch(_FLAT, 1, about_edge=edge) for mark in marks]
    motions = [ReplacementTransform(start, mark) for start, mark in zip(starts, marks, strict=True)]
    return LaggedStart(*motions, lag_ratio=_LAG)
