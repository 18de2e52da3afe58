"""One step of attention taken again and again: first like words meet, then all words (the article's last paragraph).

Source: Dong, Cordonnier, Loukas, "Attention is not all you need" (2021): attention alone forgets which word is which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from manim import Create, Dot, FadeIn, FadeOut, LaggedStart, VGroup, VMobject, linear
from pydantic import Field
from torch import Tensor

from attnmath import attend, repeat_attention
from scenes.claims import Claim, Measurement
from scenes.motion.arrive import late
from scenes.motion.become import become
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, WordsParameters, phrase_words, require_plane
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import flat
from scenes.parts.plane.band import SLACK_BELOW, Band
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_offsets
from scenes.parts.plane.token import DOT, Token
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_FIRST, _OTHERS, _STEP, _STILL = 1.3, 1.3, 1.2, 0.3
"""Seconds in which one word takes the first step, all others take it, and all take one that follows; the same for a
step after all have met."""

_MOVING, _WAY, _TITLE, _AFTER_STEP = 0.66, 3.0, 0.5, 0.25
"""Scene units of an icon; a way's stroke; scene units for the record's title, and between its two words."""

_PULLING, _SLIM = 0.9, 0.75
"""Seconds in which the bands of one word tighten; the share of their usual width, for words stand close together."""

_MET = 0.02
"""The share of the first distance below which words have met: steps that follow move nothing."""

_HEAP, _TOUCH, _MELTS, _TINY = 0.3, 0.8, 0.2, 0.06
"""Scene units within which dots grow to a heap; the share of their size up to which marks come near before they shrink,
the share of it from which a dot takes their place, and the least."""


class Repeated(WordsParameters):
    """The parameters: a phrase, and how often the step is taken."""

    phrase: Phrase = Field("fruit", description="The phrase: its name in the world, or written out.")
    steps: int = Field(10, ge=4, le=12, description="How often the step is taken.")


@dataclass(frozen=True)
class Paths:
    """A phrase's words after each step of attention, and the weights of the first."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    moments: tuple[str, ...]
    places: Tensor
    """All words after each step, (steps + 1, T, 2)."""
    weights: Tensor = quantity("The weights of the first step.", rows="words", columns="words")
    apart: Tensor = quantity("The largest distance between two words after each step.", rows="moments")
    start: Tensor = quantity("The words' vectors, one a row: X.", rows="words", columns="axes")
    end: Tensor = quantity("The words after the last step.", rows="words", columns="axes")


def _meet(numbers: Paths, world: World) -> Measurement:
    first, last = float(numbers.apart[0]), float(numbers.apart[-1])
    return Measurement(last < 0.01 * first, f"at first {first:.2f} apart, at last {last:.4f}")


def _never_part(numbers: Paths, world: World) -> Measurement:
    return Measurement(bool((numbers.apart.diff() <= 1e-5).all()), format_vector(numbers.apart))


class RepeatedAttention(PlaneFigure):
    """lesson-repeated-attention: taken again and again, attention brings all words to one place."""

    name = "lesson-repeated-attention"
    Parameters = Repeated
    stops_at_record = True
    numbers: Paths
    claims = (
        Claim("No step takes the two words that are farthest apart farther apart.", _never_part),
        Claim("After the last step all words are at one place, to a hundredth of where they began.", _meet),
    )

    @classmethod
    def compute(cls, parameters: Repeated, world: World) -> Paths:
        """Take the step again and again."""
        require_plane(world)
        words = phrase_words(world, parameters.phrase, "phrase")
        start = world.embedding().rows(words)
        places, weights = repeat_attention(start, steps=parameters.steps), attend(start).weights
        moments = tuple(str(step) for step in range(parameters.steps + 1))
        apart = torch.stack([torch.cdist(each, each).max() for each in places])
        return Paths(words, world.axes, moments, places, weights, apart, places[0], places[-1])

    @classmethod
    def alternative_values(cls, numbers: Paths) -> Mapping[str, object]:
        """Return the words, the steps, and how far apart words are at first and at last."""
        first, last = (format_number(float(numbers.apart[at])) for at in (0, -1))
        return {"words": ", ".join(dict.fromkeys(numbers.words)), "steps": len(numbers.moments) - 1,
                "first": first, "last": last, "at": format_vector(numbers.end.mean(dim=0))}  # fmt: skip

    def build(self) -> None:
        """Make the words, their ways, and a bar for each step."""
        numbers, distinct = self.numbers, list(dict.fromkeys(self.numbers.words))
        rows = [numbers.words.index(word) for word in distinct]
        self.ways = [[self.plane.place(row) for row in numbers.places[:, index]] for index in rows]
        lines = [(flat(a), flat(b)) for way in self.ways for a, b in pairwise(way)]
        vectors = {word: numbers.start[index] for word, index in zip(distinct, rows, strict=True)}
        record, theme = self.view.record.inset(top=0 if self.view.lying else _TITLE), self.style.theme
        self.title, before = self._title(record)
        boxes = [box_of(text) for text in self.title]
        self.words = self.tokens(vectors, dict.fromkeys(distinct, _MOVING), lines=lines, boxes=boxes)
        self.sizes = [float(token.mark.height) for token in self.words.values()]
        self.heaps = [self._heap(token) for token in self.words.values()]
        self.trails = [
            laid(VMobject(stroke_color=token.color_by_role, stroke_width=_WAY), Layer.TRAIL)
            for token in self.words.values()
        ]
        # 1 of T² distances is the largest: its row and column are the two words.
        far = divmod(int(torch.cdist(numbers.start, numbers.start).argmax()), len(numbers.words))
        ends = [self.plane.place(numbers.start[index]) for index in far]
        self.between = laid(thin_line(ends[0], ends[1], self.style.theme.ink, _WAY), Layer.THREAD)
        self.all = self._all(lines)
        self.bars = ScoreLedger(
            numbers.moments, numbers.apart, [theme.ink] * len(numbers.moments), record, lying=self.view.lying,
            before=before, style=self.style,
        )  # fmt: skip
        first = [float(np.linalg.norm(way[1] - way[0])) for way in self.ways]
        self.one = first.index(max(first))
        self.bands = self._bands(rows)

    def _title(self, record: Region) -> tuple[VGroup, float]:
        """Return the record's title, the steps' and the bars', and how far from the left the bars begin."""
        size, base = self.style.sizes.number, record.top + (0.1 if self.view.lying else 0.3)
        step, apart = (Label(self.says(key), size=size, style=self.style) for key in ("step", "apart"))
        before = float(step.width) + _AFTER_STEP
        if self.view.lying or before + float(apart.width) > record.width:
            apart = Label(self.says("apart"), size=size, within=record.width, style=self.style)
            # Below the plane it stands where the last and lowest bars leave room.
            middle = record.right - apart.width / 2 if self.view.lying else record.left + apart.width / 2
            return VGroup(apart.set_x(middle).on_baseline(base)), 0.0
        starts = ((step, record.left), (apart, record.left + before))
        return VGroup(*(text.set_x(left + text.width / 2).on_baseline(base) for text, left in starts)), before

    def _heap(self, token: Token) -> Dot:
        """Return the dot that takes the place of a word's mark where it meets another."""
        dot = Dot(radius=DOT, color=self.style.theme.fill(self.style.theme.ink)).move_to(token.at)
        dot.set_background_stroke(color=self.style.theme.background, width=RIM)
        return laid(dot.set_opacity(0.0), Layer.ICON)

    def _bands(self, rows: Sequence[int]) -> list[Band]:
        """Return the bands that pull the word that goes farthest, its own weight's pinned to its place."""
        tokens, weights = list(self.words.values()), self.numbers.weights[rows[self.one]]
        bands = []
        for index, (token, row) in enumerate(zip(tokens, rows, strict=True)):
            alike = [at for at, word in enumerate(self.numbers.words) if word == self.numbers.words[row]]
            weight = float(weights[alike].sum())
            if weight >= SLACK_BELOW:
                color, mine = self.color_of(token.word), index == self.one
                bands.append(
                    Band(token.at, tokens[self.one].at, weight, color, pinned=mine, slim=_SLIM, style=self.style)
                )
        return bands

    def _all(self, lines: Sequence[Segment]) -> Token:
        """Return what stands for all words at the end: one disc, and how many words it is."""
        name = self.says("all", count=len(self.numbers.words))
        place = {name: self.numbers.end.mean(dim=0)}
        (offset,) = name_offsets(self.plane, place, lines=lines, large=[name], style=self.style).values()
        return Token(
            name, self.plane.place(place[name]), self.style.theme.ink, offset=offset, large=True, style=self.style
        )

    def _step(self, steps: Sequence[int], who: Sequence[int], **options: Any) -> Live:
        """Return how some words go through several steps, drawing their ways, while bars grow and bands follow.

        Args:
            steps: their numbers.
            who: the words' numbers.
            options: passed on to manim's ``Animation``.
        """
        tokens, measured = list(self.words.values()), list(who) != [self.one]

        def follow(share: float) -> None:
            at = share * len(steps)
            whole = min(int(at), len(steps) - 1)
            done = steps[0] - 1 + whole
            for index in who:
                token, way = tokens[index], self.ways[index]
                here = way[done] + (at - whole) * (way[done + 1] - way[done])
                token.mark.shift(here - token.at)
                token.at = here
                self.trails[index].set_points_as_corners([*way[: done + 1], token.at])
            for band in self.bands:
                band.set_ends(band.puller, tokens[self.one].at)
            self._gather()
            for step in steps if measured else ():
                self.bars.grow(step, min(max(at - (step - steps[0]), 0.0), 1.0))

        marks = [token.mark for token in tokens]
        bars = [self.bars.bars[step] for step in steps] if measured else []
        return Live([*marks, *self.heaps, *self.trails, *self.bands, *bars], follow, **options)

    def _gather(self) -> None:
        """Let marks that come near each other shrink until a dot takes their place, and dots grow to a heap."""
        tokens, ink = list(self.words.values()), self.style.theme.ink
        places = np.array([token.at for token in tokens])
        apart = np.linalg.norm(places[:, None] - places[None], axis=-1)
        radii = DOT * np.sqrt(np.clip(1 - apart / _HEAP, 0.0, 1.0).sum(axis=1))
        coloured = [index for index, token in enumerate(tokens) if token.color_by_role != ink]
        for index, (token, heap, size, radius) in enumerate(zip(tokens, self.heaps, self.sizes, radii, strict=True)):
            near = min((apart[index, other] for other in coloured if other != index), default=size)
            left = min(near / (_TOUCH * size), 1.0) if index in coloured else 0.0
            if index in coloured:
                token.mark.scale(max(left, _TINY) * size / float(token.mark.height)).move_to(token.at)
            grown = max(1 - left / _MELTS, _TINY / 2)
            heap.scale(2 * radius * grown / float(heap.width)).move_to(token.at).set_opacity(float(left < _MELTS))

    def _take(self, steps: Sequence[int], seconds: float, who: Sequence[int] | None = None, **options: Any) -> None:
        """Take several steps, and then write how far apart words are."""
        self.add(*self.trails, *(self.bars.bars[step] for step in steps))
        arriving = [self.bars.names[step] for step in steps]
        going = range(len(self.words)) if who is None else who
        self.play(self._step(steps, going, run_time=seconds, **options), FadeIn(*arriving, rate_func=late))
        self.play(FadeIn(*(self.bars.numbers[step] for step in steps)), run_time=self.style.times.quick)

    def tell(self) -> None:
        """Take the step once, again, and again and again."""
        last, apart = len(self.numbers.moments) - 1, self.numbers.apart
        with self.beat("start"):
            self._show_words()
        with self.beat("once"):
            self._pull_one()
            self._take([1], _OTHERS, [index for index in range(len(self.words)) if index != self.one])
            self.rest()
        with self.beat("again"):
            for step in (2, 3):
                self._take([step], _STEP)
            self.rest()
        with self.beat("met"):
            met = next((step for step in range(4, last) if float(apart[step]) < _MET * float(apart[0])), last)
            for step in range(4, met + 1):
                self._take([step], _STEP)
            if met < last:
                rest = list(range(met + 1, last + 1))
                self._take(rest, _STILL * len(rest), rate_func=linear)
            self.play(FadeIn(self.all.label), run_time=self.style.times.quick)
            self.hold()

    def _show_words(self) -> None:
        """Show every word's place, and let the longest way between two become the first bar."""
        phrase, tokens = self.header_phrase(self.numbers.words), self.words.values()
        self.play(FadeIn(phrase), LaggedStart(*map(FadeIn, tokens), lag_ratio=0.1))
        self.play(Create(self.between))
        self.play(FadeIn(self.title, self.bars.zero), become(self.between.copy(), self.bars.bars[0]))
        self.play(FadeIn(self.bars.names[0], self.bars.numbers[0]), run_time=self.style.times.quick)
        self.rest()

    def _pull_one(self) -> None:
        """Let the bands of one word tighten, and the word go to where they balance."""
        self.play(FadeOut(self.between), run_time=self.style.times.quick)
        weights = [band.weight for band in self.bands]
        self.add(*(token.ghost() for token in self.words.values()), *self.heaps, *self.bands, *self.trails)

        def follow(share: float) -> None:
            for band, weight in zip(self.bands, weights, strict=True):
                band.set_pull(share * weight)

        self.play(Live(self.bands, follow), run_time=_PULLING)
        self.play(self._step([1], [self.one], run_time=_FIRST))
        self.play(FadeOut(*self.bands), run_time=self.style.times.quick)
        self.bands = []
