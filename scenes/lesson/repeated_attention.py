"""One step of attention taken again and again: first like words meet, then all words (the article's last paragraph).

Source: Dong, Cordonnier, Loukas, "Attention is not all you need" (2021): attention alone forgets which word is which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import torch
from manim import Create, FadeIn, FadeOut, LaggedStart, VMobject, linear
from pydantic import Field
from torch import Tensor

from attnmath import repeat_attention
from scenes.claims import Claim, Measurement
from scenes.motion.arrive import late
from scenes.motion.become import become
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, WordsParameters, phrase_words, require_plane
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import flat
from scenes.parts.plane.labels import Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_offsets
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

_SECONDS = (2.0, 1.3, 1.3)
"""Seconds of the first steps, each shown alone; the others go in one sweep."""

_SWEEP, _MOVING, _WAY, _TITLE = 4.0, 0.66, 3.0, 0.5
"""Seconds of all other steps together; scene units of an icon; a way's stroke; scene units for the record's title."""


class Repeated(WordsParameters):
    """The parameters: a phrase, and how often the step is taken."""

    phrase: Phrase = Field("fruit", description="The phrase: its name in the world, or written out.")
    steps: int = Field(10, ge=4, le=12, description="How often the step is taken.")


@dataclass(frozen=True)
class Paths:
    """A phrase's words after each step of attention."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    moments: tuple[str, ...]
    places: Tensor
    """All words after each step, (steps + 1, T, 2)."""
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
        places = repeat_attention(world.embedding().rows(words), steps=parameters.steps)
        moments = tuple(str(step) for step in range(parameters.steps + 1))
        apart = torch.stack([torch.cdist(each, each).max() for each in places])
        return Paths(words, world.axes, moments, places, apart, places[0], places[-1])

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
        record = self.view.record.inset(top=0 if self.view.lying else _TITLE)
        size, theme = self.style.sizes.number, self.style.theme
        self.title = Label(self.says("apart"), size=size, within=record.width, style=self.style)
        self.title.set_x(record.left + self.title.width / 2).on_baseline(record.top + (0.1 if self.view.lying else 0.3))
        self.words = self.tokens(vectors, dict.fromkeys(distinct, _MOVING), lines=lines, boxes=[box_of(self.title)])
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
            style=self.style,
        )  # fmt: skip

    def _all(self, lines: Sequence[Segment]) -> Token:
        """Return what stands for all words at the end: one disc, and how many words it is."""
        name = self.says("all", count=len(self.numbers.words))
        place = {name: self.numbers.end.mean(dim=0)}
        (offset,) = name_offsets(self.plane, place, lines=lines, large=[name], style=self.style).values()
        return Token(
            name, self.plane.place(place[name]), self.style.theme.ink, offset=offset, large=True, style=self.style
        )

    def _step(self, steps: Sequence[int], **options: Any) -> Live:
        """Return how all words go through several steps, drawing their ways, and bars grow with them."""

        def follow(share: float) -> None:
            at = share * len(steps)
            whole = min(int(at), len(steps) - 1)
            done = steps[0] - 1 + whole
            for token, way, trail in zip(self.words.values(), self.ways, self.trails, strict=True):
                here = way[done] + (at - whole) * (way[done + 1] - way[done])
                token.mark.shift(here - token.at)
                token.at = here
                trail.set_points_as_corners([*way[: done + 1], here])
            for step in steps:
                self.bars.grow(step, min(max(at - (step - steps[0]), 0.0), 1.0))

        moved = [token.mark for token in self.words.values()]
        return Live([*moved, *self.trails, *(self.bars.bars[step] for step in steps)], follow, **options)

    def _take(self, steps: Sequence[int], seconds: float, **options: Any) -> None:
        """Take several steps, and then write how far apart words are."""
        self.add(*self.trails, *(self.bars.bars[step] for step in steps))
        arriving = [self.bars.names[step] for step in steps]
        self.play(self._step(steps, run_time=seconds, **options), FadeIn(*arriving, rate_func=late))
        self.play(FadeIn(*(self.bars.numbers[step] for step in steps)), run_time=self.style.times.quick)

    def tell(self) -> None:
        """Take the step once, again, and again and again."""
        words, last = list(self.words.values()), len(self.numbers.moments) - 1
        with self.beat("start"):
            phrase = self.header_phrase(self.numbers.words)
            self.play(FadeIn(phrase), LaggedStart(*map(FadeIn, words), lag_ratio=0.1))
            self.play(Create(self.between))
            self.play(
                FadeIn(self.title, self.bars.zero, self.bars.names[0]), become(self.between.copy(), self.bars.bars[0])
            )
            self.play(FadeIn(self.bars.numbers[0]), run_time=self.style.times.quick)
            self.rest()
        with self.beat("once"):
            self.play(FadeOut(self.between), run_time=self.style.times.quick)
            self.add(*(token.ghost() for token in words))
            self._take([1], _SECONDS[0])
            self.rest()
        with self.beat("again"):
            for step, seconds in zip((2, 3), _SECONDS[1:], strict=True):
                self._take([step], seconds)
            self.rest()
        with self.beat("met"):
            self._take(list(range(4, last + 1)), _SWEEP, rate_func=linear)
            self.play(FadeIn(self.all), FadeOut(*(token.mark for token in words)))
            self.hold()
