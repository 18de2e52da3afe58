"""The next word of several phrases, in the probabilities of a real language model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from manim import (
    UP,
    FadeIn,
    FadeOut,
    Line,
    ManimColor,
    TransformFromCopy,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown
from scenes.motion.live import Live
from scenes.next_word import PHRASES
from scenes.number_format import decimals_that_add, format_number
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.style import SHADED, SHINE
from scenes.worlds import World

_MOST_PHRASES = 3
"""Phrases of a recording that one film has time for."""

_COUNTS = (6, 5, 7, 4, 8, 3)
"""Words that are named, the best first: with some of them, printed shares add up to the printed 1."""

_SURE, _LEANING = 0.5, 0.15
"""The first word's share from which the model counts as sure, and as leaning."""

_NEAR = 5
"""The place down to which a word counts as near the first."""

_THICK, _THICKEST, _MOST_PITCH = 0.74, 0.8, 2.6
"""The strip's thickness as a share of what lies from row to row, and at the most, scene units; from one strip to the
next, at the most, where they are compared."""

_ABOVE_FOOT = 0.1
_TOP, _PITCH, _GAP = 0.42, 1.15, 0.035
"""Scene units free above the line at the foot; from the header's room down to the strip's middle; from a row to the
next; between two pieces."""

_ASIDE, _UNDER, _NAMED = 0.18, 0.2, 0.52
"""Scene units from a piece to its text; from the header's baseline to the gap's line; from a strip up to its phrase."""

_TONES = ((SHADED, 0.2), (SHADED, 0.0), (SHINE, 0.2), (SHADED, 0.0))
"""A piece's colours from its lower edge to its upper one: what its colour is mixed with, and the share."""

_FLOWN = 0.6
"""Seconds of a word's way into its phrase."""

_GHOST = 0.3
"""The opacity of what stays in the strip once its pieces have fallen."""


class OfNextWord(OfRecording):
    """The parameters: a recording of a model that predicts."""

    recording: str = Field("smollm2-next", description="The recording: its name, or a file from record-model.")


@dataclass(frozen=True)
class Answer:
    """A model's answer to a phrase.

    Attributes:
        phrase: as it was written.
        words: the likeliest words to come next.
        first: where its shares stand among all.
        expected: the article's own next word; empty where the article does not ask this phrase.
        place: its place among the recorded words, from 1; 0 where it is not among them.
        recorded: how many words were recorded.
    """

    phrase: str
    words: tuple[str, ...]
    first: int
    expected: str
    place: int
    recorded: int

    @property
    def end(self) -> int:
        """The place at which the share of all other words stands."""
        return self.first + len(self.words)


@dataclass(frozen=True)
class NextWords:
    """The shares of the likeliest next words, phrase by phrase."""

    answers: tuple[Answer, ...]
    titles: tuple[str, ...]
    model: str
    shares: Tensor = quantity("The likeliest words' probabilities, and that of all others together.", rows="titles")

    def of(self, answer: Answer) -> Tensor:
        """Return an answer's shares, all other words' together last: shape (words + 1,)."""
        return self.shares[answer.first : answer.end + 1]


def next_words(parameters: OfRecording) -> NextWords:
    """Read a recording's probabilities.

    Raises:
        UserError: when its model predicts no words.
    """
    about = parameters.read().about
    answers: list[Answer] = []
    titles: list[str] = []
    shares: list[float] = []
    for phrase in about.phrases[:_MOST_PHRASES]:
        found: dict[str, float] = {}
        for token, share in phrase.next:
            found[token.strip()] = found.get(token.strip(), 0.0) + share
        found.pop("", None)  # a blank, or the end: no word
        if not found:
            raise UserError(
                f"recording {shown(parameters.recording)} holds no next words: its model predicts none; record one of "
                "GPT-2's or Llama's kind"
            )
        ranked = sorted(found, key=lambda word: -found[word])
        kept = ranked[: _count([found[word] for word in ranked])]
        named = [found[word] for word in kept]
        expected = {text.lower(): word for text, word in PHRASES.items()}.get(phrase.text.lower().strip(), "")
        place = ranked.index(expected) + 1 if expected in ranked else 0
        answers.append(Answer(phrase.text, tuple(kept), len(shares), expected, place, len(ranked)))
        shares += [*named, max(0.0, 1 - sum(named))]
        titles += [f"{phrase.text} {word}" for word in [*kept, "…"]]
    return NextWords(tuple(answers), tuple(titles), about.model, torch.tensor(shares))


def _count(shares: Sequence[float]) -> int:
    """Return how many words to name: so that what is printed adds up, where it can."""
    for count in _COUNTS:
        named = shares[:count]
        if decimals_that_add([*named, max(0.0, 1 - sum(named))], 1.0, (2,)) is not None:
            return len(named)
    return min(_COUNTS[0], len(shares))


def _adds_up(numbers: NextWords, world: World) -> Measurement:
    sums = torch.stack([numbers.of(answer).sum() for answer in numbers.answers])
    return same(sums, torch.ones(len(sums)))


def _near_the_article(numbers: NextWords, world: World) -> Measurement:
    asked = [answer for answer in numbers.answers if answer.expected]
    said = ", ".join(f"{answer.expected} {answer.place or f'after {answer.recorded}'}" for answer in asked)
    near = [1 <= answer.place <= _NEAR for answer in asked]
    return Measurement(all(near), said or "none is asked", any(near))


def _surest_by_far(numbers: NextWords, world: World) -> Measurement:
    first = [float(numbers.of(answer)[0]) for answer in numbers.answers]
    return Measurement(max(first) > 2 * min(first), f"{format_number(max(first))} and {format_number(min(first))}")


class NextWord(PlaneFigure):
    """model-next-word: a real language model shares one whole among all words; once surely, once in crumbs."""

    name = "model-next-word"
    Parameters = OfNextWord
    with_plane = False
    with_record = False
    numbers: NextWords
    claims = (
        Claim("The shares of all words add up to 1.", _adds_up),
        Claim("The first word's share differs from phrase to phrase by more than a factor of 2.", _surest_by_far),
        Claim(f"The article's next words are among the first {_NEAR}, not always first.", _near_the_article),
    )

    @classmethod
    def compute(cls, parameters: OfNextWord, world: World) -> NextWords:
        """Return the likeliest next words of a recording's first phrases."""
        return next_words(parameters)

    @classmethod
    def alternative_values(cls, numbers: NextWords) -> Mapping[str, object]:
        """Return the model, and each phrase with its first word and that word's share."""
        said = [
            f"{answer.phrase} {answer.words[0]} ({format_number(float(numbers.of(answer)[0]))})"
            for answer in numbers.answers
        ]
        return {"model": numbers.model, "answers": ", ".join(said)}

    def build(self) -> None:
        """Find the chart's place, and make the pieces that every phrase cuts the strip into."""
        numbers, room = self.numbers, self.stage.below_header
        self.left, self.right, self.top, self.low = room.left, room.right, room.top - _TOP, room.bottom + _ABOVE_FOOT
        self.most = max(len(answer.words) for answer in numbers.answers) + 1
        self.pitch = min(_PITCH, (self.top - self.low) / (self.most + 0.5))
        self.thick = min(_THICKEST, _THICK * self.pitch)
        self.pieces = [laid(VMobject(stroke_width=0), Layer.VECTOR) for _ in range(self.most)]
        self.ghosts = [laid(VMobject(stroke_width=0), Layer.GHOST) for _ in range(self.most)]
        self.edges, self.fallen = np.array([0.0, *[1.0] * self.most]), np.zeros(self.most)
        self.colors = [self.style.theme.dim] * self.most
        self.last_row, self.y = 1, (self.top + self.low) / 2
        self._draw()

    def _cuts(self, answer: Answer) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return where the strip is cut, 0 to 1, shape (most + 1,); pieces that a phrase lacks have no length."""
        named = np.cumsum(self.numbers.of(answer)[:-1].double().numpy())
        spare = self.most - 1 - len(named)
        return np.array([0.0, *named, *[named[-1]] * spare, 1.0])

    def _hues(self, answer: Answer) -> list[str]:
        """Return a colour for each piece: the first word's, the article's, and quiet ones."""
        theme = self.style.theme
        hues = [self._hue(answer, index) for index in range(len(answer.words))]
        return [*hues, *[theme.ink] * (self.most - 1 - len(hues)), theme.dim]

    def _hue(self, answer: Answer, index: int) -> str:
        theme = self.style.theme
        if answer.words[index] == answer.expected and index:
            return theme.families[1]
        return theme.ink if index else theme.subject

    def _draw(self) -> None:
        """Put all pieces where the edges and the falls say."""
        for index, (piece, ghost) in enumerate(zip(self.pieces, self.ghosts, strict=True)):
            y = self.y - self.fallen[index] * self.pitch * self._row(index)
            self._cut(piece, index, y, 1.0)
            self._cut(ghost, index, self.y, _GHOST if self.fallen[index] > 0 else 0.0)

    def _row(self, index: int) -> int:
        """Return a piece's row below the strip, from 1; all others together follow the last word."""
        return index + 1 if index < self.most - 1 else self.last_row

    def _cut(self, piece: VMobject, index: int, y: float, opacity: float) -> None:
        left, right = (self._x(self.edges[index + side]) for side in (0, 1))
        right = max(left, right - _GAP) if index < self.most - 1 else right
        low, high = y - self.thick / 2, y + self.thick / 2
        if right - left < 1e-6:
            piece.clear_points()
            return
        piece.set_points_as_corners([point(left, low), point(right, low), point(right, high), point(left, high),
                                     point(left, low)])  # fmt: skip
        if not self.style.theme.filled:
            piece.set_fill(self.style.theme.background, 0.0)
            piece.set_stroke(self.colors[index], self.style.strokes.thin, opacity=opacity)
            return
        fill = ManimColor(self.style.theme.fill(self.colors[index]))
        shades = [fill.interpolate(ManimColor(tone), share) for tone, share in _TONES]
        piece.set_fill(shades, opacity)  # type: ignore[arg-type]  # several colours make a gradient
        piece.set_sheen_direction(UP)

    def _x(self, share: float) -> float:
        return self.left + float(share) * (self.right - self.left)

    def _recut(self, answer: Answer, seconds: float) -> None:
        """Cut the strip as a phrase's answer does, from the cuts as they are."""
        before, after, hues, old = self.edges, self._cuts(answer), self._hues(answer), self.colors
        height = self.y

        def follow(share: float) -> None:
            self.edges, self.y = before + share * (after - before), height + share * (self.top - height)
            self.colors = [
                str(ManimColor(a).interpolate(ManimColor(b), share).to_hex()) if a != b else b
                for a, b in zip(old, hues, strict=True)
            ]
            if share == 1.0:
                self.colors = hues
            self._draw()

        self.play(Live([*self.pieces, *self.ghosts], follow), run_time=seconds)

    def _drop(self, seconds: float, *, back: bool = False) -> Live:
        """Let the pieces fall into rows, one after another, or rise into the strip all at once."""
        lag = 0.5 / max(1, self.most - 1)

        def follow(share: float) -> None:
            for index in range(self.most):
                at = smooth(1 - share) if back else smooth(min(1.0, max(0.0, (share - index * lag) / 0.5)))
                self.fallen[index] = at
            self._draw()

        return Live([*self.pieces, *self.ghosts], follow, run_time=seconds, rate_func=lambda time: time)

    def _texts(self, answer: Answer) -> list[VGroup]:
        """Return each row's word and share, beside its piece, or in it where there is no room."""
        cuts, shares = self._cuts(answer), self.numbers.of(answer)
        words, size = [*answer.words, self.says("others")], self.style.sizes.number
        size = size if self.pitch > 0.5 else self.style.sizes.least
        texts = []
        for row, (word, share) in enumerate(zip(words, shares, strict=True), start=1):
            index = row - 1 if row <= len(answer.words) else self.most - 1
            color = self._hue(answer, index) if row <= len(answer.words) else self.style.theme.dim
            texts.append(self._text_of_row(word, share, color, size, (cuts[index], cuts[index + 1]), row))
        return texts

    def _text_of_row(
        self, word: str, share: Tensor, color: str, size: float, ends: tuple[float, float], row: int
    ) -> VGroup:
        left, right = map(self._x, ends)
        free = (self.right - right - _ASIDE, left - self.left - _ASIDE, right - left - 2 * _ASIDE)
        for kind in (size, self.style.sizes.least):
            label, number = self._pair(word, share, color, kind)
            wide = float(number.get_right()[0] - label.get_left()[0])
            sides = [side for side in range(3) if wide <= free[side]]
            if sides:
                break
        side = sides[0] if sides else 2
        start = (right + _ASIDE, left - _ASIDE - wide, (left + right - wide) / 2)[side]
        group = VGroup(label, number).shift(point(start - float(label.get_left()[0])))
        for text in (label, number):
            text.on_baseline(self.top - row * self.pitch - 0.0036 * size)
        if side == 2 and self.style.theme.filled:
            group.set_color(self.style.theme.background)
        return laid(group, Layer.LABEL)

    def _pair(self, word: str, share: Tensor, color: str, size: float) -> tuple[Label, Number]:
        label = Label(word, size=size, color=color, style=self.style)
        number = Weight(share, size=size, color=color, style=self.style)
        return label, number.next_to(label, buff=0.25)

    def _header(self, answer: Answer) -> tuple[HeaderPhrase, HeaderPhrase, VMobject]:
        """Return a phrase with its first word at its end, the same without it, and the line under that word's place."""
        theme, words = self.style.theme, answer.phrase.split()
        colors = [*[theme.ink] * len(words), theme.subject]
        header = HeaderPhrase([*words, answer.words[0]], colors, self.stage, self.view, style=self.style)
        asked, last = header.copy(), header.words[-1]
        asked.remove(asked.submobjects[-1])
        low = last.baseline - _UNDER
        gap = Line(point(float(last.get_left()[0]), low), point(float(last.get_right()[0]), low),
                   color=theme.ink, stroke_width=3)  # fmt: skip
        return header, asked, laid(gap, Layer.FRAME)

    def tell(self) -> None:
        """Cut one strip as each phrase's answer does, and compare the strips."""
        answers = self.numbers.answers
        with self.beat("whole"):
            self._ask_first(answers[0])
        for place, answer in enumerate(answers):
            with self.beat(f"answer-{place + 1}", text=self._mood(answer), **self._said(answer)):
                if place:
                    self._ask(answer)
                self._give(answer)
        if len(answers) > 1:
            with self.beat("compare"):
                self._compare()

    def _ask_first(self, answer: Answer) -> None:
        """Bring the first phrase, and let the whole strip grow."""
        style, right = self.style, self.right
        self.header, self.asked, self.gap = self._header(answer)
        whole = laid(Label(self.says("whole"), size=style.sizes.number, style=style), Layer.LABEL)
        whole.move_to(point((self.left + self.right) / 2, self.y - self.pitch))
        self.play(FadeIn(self.asked, self.gap), run_time=style.times.move)
        self.add(*self.ghosts, *self.pieces)

        def grow(share: float) -> None:
            self.right = self.left + max(share, 1e-3) * (right - self.left)
            self._draw()

        late = squish_rate_func(smooth, 0.4, 1.0)
        self.play(Live(self.pieces, grow), FadeIn(whole, rate_func=late), run_time=style.times.slow)
        self.texts: list[VGroup] = [VGroup(whole)]
        self.rest()

    def _ask(self, answer: Answer) -> None:
        """Let the pieces rise into the strip again, and the next phrase take the place of the last."""
        before = self.header
        self.header, self.asked, self.gap = self._header(answer)
        self.play(
            FadeOut(*self.texts, rate_func=squish_rate_func(smooth, 0.0, 0.5)),
            self._drop(self.style.times.move, back=True),
            FadeOut(before, rate_func=squish_rate_func(smooth, 0.0, 0.5)),
            FadeIn(self.asked, self.gap, rate_func=squish_rate_func(smooth, 0.5, 1.0)),
            run_time=self.style.times.move,
        )
        self.texts = []

    def _give(self, answer: Answer) -> None:
        """Cut the strip, let its pieces fall, and take the first word into the phrase."""
        times = self.style.times
        if self.texts:
            self.play(FadeOut(*self.texts), run_time=times.quick)
        self.last_row = len(answer.words) + 1
        self._recut(answer, times.move)
        self.texts = self._texts(answer)
        self.play(self._drop(times.slow), run_time=times.slow)
        self.play(*map(FadeIn, self.texts), run_time=times.quick)
        last = self.header.words[-1]
        gone = FadeOut(self.gap, rate_func=squish_rate_func(smooth, 0.0, 0.4))
        self.play(TransformFromCopy(self.texts[0][0], last), gone, run_time=_FLOWN)
        self.remove(self.asked, last)
        self.add(self.header)
        self.rest()

    def _mood(self, answer: Answer) -> str:
        """Return the key of what is said of an answer."""
        if answer.expected and answer.place != 1:
            return "elsewhere" if answer.place else "missing"
        first = float(self.numbers.of(answer)[0])
        return "sure" if first >= _SURE else "leaning" if first >= _LEANING else "unsure"

    def _said(self, answer: Answer) -> dict[str, Any]:
        shares = self.numbers.of(answer)
        return {
            "phrase": answer.phrase,
            "word": answer.words[0],
            "share": format_number(float(shares[0])),
            "expected": answer.expected,
            "place": answer.place,
            "recorded": answer.recorded,
        }

    def _compare(self) -> None:
        """Put the strips of all phrases below each other, the surest first."""
        numbers, times, top = self.numbers, self.style.times, self.stage.safe.top
        ranked = sorted(numbers.answers, key=lambda answer: -float(numbers.of(answer)[0]))
        pitch = min((top - self.low) / len(ranked), _MOST_PITCH)
        start = (top + self.low + pitch * len(ranked)) / 2
        heights = [
            start - pitch * (index + 1) + (pitch - self.thick - _NAMED) / 2 + self.thick / 2
            for index in range(len(ranked))
        ]
        last = ranked.index(numbers.answers[-1])
        before, end = self.y, heights[last]
        self.play(FadeOut(self.header, *self.texts), self._drop(times.move, back=True), run_time=times.move)

        def move(share: float) -> None:
            self.y = before + share * (end - before)
            self._draw()

        titles = [self._title(answer, y) for answer, y in zip(ranked, heights, strict=True)]
        strips = [self._strip(answer, y) for index, (answer, y) in enumerate(zip(ranked, heights, strict=True))
                  if index != last]  # fmt: skip
        late = squish_rate_func(smooth, 0.4, 1.0)
        self.play(Live([*self.pieces, *self.ghosts], move), *(FadeIn(each, rate_func=late) for each in strips),
                  *(FadeIn(each, rate_func=late) for each in titles), run_time=times.slow)  # fmt: skip
        self.hold()

    def _title(self, answer: Answer, y: float) -> VGroup:
        """Return a phrase, its first word and that word's share, above a strip."""
        theme, share = self.style.theme, self.numbers.of(answer)[0]
        for size in (self.style.sizes.number, self.style.sizes.tick, self.style.sizes.least):
            phrase = Label(answer.phrase, size=size, color=theme.ink, style=self.style)
            label, number = self._pair(answer.words[0], share, theme.subject, size)
            title = VGroup(phrase, label, number)
            x = self.left
            for text in (phrase, label, number):
                text.set_x(x + float(text.width) / 2).on_baseline(y + self.thick / 2 + _ASIDE)
                x += float(text.width) + 0.0055 * size
            if x <= self.right:
                break
        return laid(title, Layer.LABEL)

    def _strip(self, answer: Answer, y: float) -> VGroup:
        """Return a phrase's strip at a height, cut as its answer is."""
        kept = self.edges, self.colors
        self.edges, self.colors = self._cuts(answer), self._hues(answer)
        strip = VGroup()
        for index in range(self.most):
            piece = laid(VMobject(stroke_width=0), Layer.VECTOR)
            self._cut(piece, index, y, 1.0)
            strip.add(piece)
        self.edges, self.colors = kept
        return strip
