"""The mask belongs before softmax, not after it (the lesson "Attention Step by Step")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from manim import Animation, AnimationGroup, FadeIn, FadeOut, LaggedStart, VGroup
from pydantic import Field
from torch import Tensor

from attnmath import attend, causal_mask
from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown
from scenes.figure import Figure
from scenes.layout import stack
from scenes.motion.arrive import arrive
from scenes.motion.become import Shown, become, flattened
from scenes.parameters import Phrase, WordsParameters, phrase_words
from scenes.parts.table.phrase_table import PhraseTable
from scenes.parts.text.number import format_number
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.worlds import World

_MOST_WORDS = 9
"""Words whose scores fit a table beside its strips."""

_SWEEP = 2.0
"""Seconds in which all rows are filled."""


class OnePhrase(WordsParameters, OfRecording):
    """The parameters: a phrase, and the recording of a decoder."""

    phrase: Phrase = Field("an apple and a banana", description="The phrase: its name in the world, or written out.")
    recording: str = Field("smollm2-stream", description="A decoder's recording: a name, or a file from record-model.")


@dataclass(frozen=True)
class Masked:
    """A phrase's attention, masked before softmax and after it."""

    words: tuple[str, ...]
    model: str
    tokens: tuple[str, ...]
    scores: Tensor = quantity("Every word's dot product with every word.", rows="words", columns="words")
    masked: Tensor = quantity("The scores, minus infinity for later words.", rows="words", columns="words")
    weights: Tensor = quantity("Softmax of the masked scores.", rows="words", columns="words")
    free: Tensor = quantity("Softmax of all scores.", rows="words", columns="words")
    late: Tensor = quantity("Softmax of all scores, then 0 for later words.", rows="words", columns="words")
    sums: Tensor = quantity("The sums of rows that were masked before softmax.", rows="words")
    short: Tensor = quantity("The sums of rows that were masked after it.", rows="words")
    real: Tensor = quantity("A decoder's weights, a mean over its layers and heads.", rows="tokens", columns="tokens")
    whole: Tensor = quantity("The sums of their rows.", rows="tokens")
    on_first: Tensor = quantity("The first token's weight, a mean over the tokens after it.")


def _later_words_weigh_nothing(numbers: Masked, world: World) -> Measurement:
    most = float(numbers.weights.triu(1).max())
    return Measurement(most == 0, f"at most {most:g}")


def _rows_stay_whole(numbers: Masked, world: World) -> Measurement:
    return same(numbers.weights.sum(dim=-1), torch.ones(len(numbers.words)))


def _rows_fall_short(numbers: Masked, world: World) -> Measurement:
    sums = numbers.late.sum(dim=-1).tolist()
    return Measurement(max(sums[:-1]) < 1, ", ".join(f"{total:.2f}" for total in sums))


def _sharing_out_mends_it(numbers: Masked, world: World) -> Measurement:
    sums = numbers.late.sum(dim=-1, keepdim=True).clamp_min(torch.finfo(numbers.late.dtype).tiny)
    return same((numbers.late / sums).flatten(), numbers.weights.flatten())


def _a_decoder_rests_on_the_first(numbers: Masked, world: World) -> Measurement:
    share = float(numbers.on_first)
    return Measurement(share > 0.5, f"{share:.2f} of the weight in {numbers.model}")


def _decoded(parameters: OnePhrase) -> tuple[str, tuple[str, ...], Tensor]:
    """Return a decoder's name, its tokens of the first phrase, and its mean weights, shape (T, T)."""
    recording = parameters.read()
    weights = recording.tensor("0.weights").double().mean(dim=(0, 1))  # (T, T)
    if float(weights.triu(1).max()) > 0:
        raise UserError(
            f"{shown(recording.source)} is no decoder's recording: its tokens look at later ones; "
            "record a model of GPT-2's or Llama's kind with record-model"
        )
    tokens = recording.about.phrases[0].tokens[:_MOST_WORDS]
    return recording.about.model.split()[0], tokens, weights[: len(tokens), : len(tokens)]


class Masking(Figure):
    """lesson-masking: masked before softmax every row stays whole; masked after it, rows fall short of 1."""

    name = "lesson-masking"
    Parameters = OnePhrase
    numbers: Masked
    claims = (
        Claim("Masked before softmax, later words weigh exactly 0.", _later_words_weigh_nothing),
        Claim("Masked before softmax, every row adds to 1.", _rows_stay_whole),
        Claim("Masked after softmax, every row but the last adds to less than 1.", _rows_fall_short),
        Claim("Divided by their sums, the short rows are the whole ones.", _sharing_out_mends_it),
        Claim("A real decoder leaves more than half of all weight on the first token.", _a_decoder_rests_on_the_first),
    )

    @classmethod
    def compute(cls, parameters: OnePhrase, world: World) -> Masked:
        """Return a phrase's attention with the mask before softmax and after it, and a decoder's mean weights.

        Raises:
            UserError: when words are unknown or too many, or the recording is of a model without a mask.
        """
        words = phrase_words(world, parameters.phrase, "phrase", most=_MOST_WORDS)
        vectors, mask = world.embedding().rows(words), causal_mask(len(words))
        free, masked = attend(vectors), attend(vectors, mask=mask)
        late, sums = free.weights * mask, masked.weights.sum(dim=-1)
        model, tokens, real = _decoded(parameters)
        return Masked(
            words, model, tokens, free.scores, masked.scores, masked.weights, free.weights, late, sums,
            late.sum(dim=-1), real, real.sum(dim=-1), real[1:, 0].mean(),
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Masked) -> Mapping[str, object]:
        """Return the phrase, the sums of the rows that fall short, and what a decoder leaves on the first token."""
        return {
            "words": " ".join(numbers.words),
            "sums": ", ".join(format_number(total) for total in numbers.short.tolist()),
            "tokens": " ".join(numbers.tokens),
            "share": format_number(float(numbers.on_first)),
        }

    def build(self) -> None:
        """Make one table for each order of the two steps, both at one place, and a decoder's."""
        numbers, theme = self.numbers, self.style.theme
        steps, held = (self.says("mask"), self.says("softmax")), {"holds": [numbers.masked], "strips": True}
        self.early, self.late = (self.phrase_table(numbers.words, steps=s, **held) for s in (steps, steps[::-1]))
        colors = [theme.subject] + [theme.ink] * (len(numbers.tokens) - 1)
        of_all = self.says("real", model=numbers.model)
        self.real = PhraseTable(numbers.tokens, colors, steps=[of_all], strips=True, style=self.style)
        for table in (self.early, self.late, self.real):
            self.arrange(stack(table))

    def _answers(self) -> VGroup:
        """Return a frame around each row's answer: the word that comes next stands one column on."""
        cells = self.early.cells
        frames = VGroup(*(cells[row][row + 1].copy() for row in range(len(cells) - 1)))
        return frames.set_stroke(self.style.theme.subject, self.style.strokes.line)

    def tell(self) -> None:
        """Score; mask, then softmax; softmax, then mask; look at a decoder."""
        numbers, early, late, times = self.numbers, self.early, self.late, self.style.times
        scores, hidden = early.numbers(numbers.scores), early.numbers(numbers.masked)
        later = numbers.masked.isinf()
        with self.beat("scores"):
            self.show(early.grid, scores)
            answers = self._answers()
            self.play(LaggedStart(*map(FadeIn, answers), lag_ratio=0.3), run_time=times.move)
            self.rest()
        with self.beat("mask"):
            self.play(FadeIn(early.heading), FadeOut(answers), run_time=times.quick)
            self.play(early.lit(0), *early.closed(later), LaggedStart(*map(become, scores, hidden)))
            self.rest()
        marks, strips = early.weights(numbers.weights), early.strips(numbers.weights)
        with self.beat("softmax"):
            self.play(early.lit(1), FadeIn(early.tracks), run_time=times.quick)
            rows = zip(hidden, marks, strips, strict=True)
            self._sweep([AnimationGroup(become(row, areas), arrive(strip)) for row, areas, strip in rows])
            self.rest()
        with self.beat("softmax-first"):
            free, shares = late.weights(numbers.free), late.strips(numbers.free)
            gone = FadeOut(early.heading, early.grid, early.tracks)
            self.play(gone, FadeIn(late.heading, late.grid, late.tracks), run_time=times.quick)
            self.play(late.lit(0), become(marks, free), become(strips, shares), run_time=times.slow)
            self.rest()
        with self.beat("mask-last"):
            self.play(late.lit(1), *late.closed(later))
            cut, short = late.weights(numbers.late), late.strips(numbers.late, of=numbers.free)
            self._sweep(list(map(become, zip(free, shares, strict=True), zip(cut, short, strict=True))))
            self.rest()
        with self.beat("real", model=numbers.model):
            self._show_real(VGroup(late.heading, late.grid, late.tracks), [*cut, *short])
            self.hold()

    def _show_real(self, table: VGroup, inside: Sequence[Shown]) -> None:
        """Let a decoder's own pattern take the table's place: its later tokens are shut, its first one is full."""
        numbers, real, times = self.numbers, self.real, self.style.times
        shut = real.closed(torch.ones_like(numbers.real).triu(1).bool())
        self.play(FadeOut(table, *flattened(inside)), run_time=times.quick)
        self.play(FadeIn(real.grid, real.heading, real.tracks), run_time=times.quick)
        self.play(real.lit(0), *shut, run_time=times.quick)
        rows = zip(real.weights(numbers.real), real.strips(numbers.real), strict=True)
        self._sweep([AnimationGroup(*map(arrive, areas), arrive(strip)) for areas, strip in rows])

    def _sweep(self, rows: Sequence[Animation]) -> None:
        """Play rows one after the other, each at the same pace."""
        self.play(LaggedStart(*rows, lag_ratio=0.5), run_time=_SWEEP)
