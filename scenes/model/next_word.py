"""The next word of several phrases, in the probabilities of a real language model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    UP,
    Animation,
    Circle,
    DashedLine,
    FadeIn,
    FadeOut,
    Line,
    Transform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement, same
from scenes.errors import UserError, shown
from scenes.model.cut_strip import Cuts, CutStrip
from scenes.motion.live import Live
from scenes.next_word import PHRASES
from scenes.number_format import decimals_that_add, format_number
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeaderPhrase, PhraseBlock
from scenes.parts.text.fonts import without_glyph
from scenes.parts.text.number import Tick, Weight
from scenes.parts.text.typeset import Label, Typeset
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.recorded import OfRecording
from scenes.worlds import World

_MOST_PHRASES = 3
"""Phrases of a recording that one film has time for."""

_COUNTS = (3, 4, 5, 6, 7, 2, 1)
"""Words that are named, the best first: with some of them, printed shares add up to the printed 1."""

_SURE, _LEANING = 0.5, 0.15
"""The first word's share from which the model counts as sure, and as leaning."""

_NEAR = 5
"""The place down to which a word counts as near the first."""

_THICK, _THICKEST, _MOST_PITCH = 0.82, 0.92, 2.6
"""The strip's thickness as a share of what lies from row to row, and at the most, scene units; from one strip to the
next, at the most, where they are compared."""

_WHOLE, _COMPARED, _MEASURE = 1.2, 0.95, 0.85
"""The strip's thickness while it is whole, and where strips are compared; the room above it for its length."""

_TOP, _DEEPEST = 0.6, 8.0
"""Scene units from the header's room down to the strip's middle; from there to the row of all others, at the most."""

_ASIDE, _UNDER, _NAMED = 0.18, 0.2, 0.5
"""Scene units from a piece to its text; from the header's baseline to the gap's line; from a strip up to its phrase."""

_OVER_OTHERS, _CLEAR, _ENDS, _RULED = 0.22, 0.15, 0.5, 0.17
"""Scene units from the piece of all others to its name above or below it, and from that to all else; the room for the
ends' numbers where strips are compared; from the whole strip up to the line that measures it."""

_BOUNCE, _BOUNCED, _READ = 0.62, 0.05, 0.25
"""The share of its time after which a piece has landed, and how high it bounces then, as a share of its way; seconds in
which a name arrives."""

_LEADS, _FOLLOWS, _AFTER, _MOST_AFTER = 0.9, 0.75, 0.4, 0.6
"""Seconds that the first word's piece falls, and another one; from the first one's start to the second one's, and from
there to the last one's."""

_CRUMBS, _LARGE = 0.5, 1.3
"""The same of a sure answer's pieces, from the first crumb to the last; and the large one's fall, after them all."""

_ANEW, _CLIMB, _NAMING, _COUNTING, _FOUND = 1.4, 0.6, 0.3, 0.32, 0.5
"""Seconds in which the strip closes and is cut anew, and climbs as its pieces fall; the phrase goes on with its word; a
place is counted, and the last one found."""

_WORDS_FALL, _RETURN, _HOP = 2.0, 1.4, 0.08
"""Seconds in which the candidates fall from the strip, and in which they return and it is cut; scene units that a
counted piece hops."""

_PARTING = 1.7
"""Seconds in which the strips of all phrases come out of one."""

_MOST_CANDIDATES, _FEWEST, _COLUMNS = 16, 12, 4
"""Candidates that are shown, at the most, and from how many on their type may be large; their columns, at the most."""

_BETWEEN, _LINE, _SPREAD = 0.45, 0.018, 0.03
"""Scene units between two candidates, at the least; from line to line for each font unit, at the least and most."""

_ROOMY = 0.95
"""Scene units from row to row from which the type is larger."""

_WORD_SPACE, _LEADING = 0.0055, 0.0135
"""Scene units between a word and what follows it, and from one baseline to the next, for each font unit."""

_ROUND, _BEFORE_WORD = 0.0068, 0.16
"""A place's ring: its radius in scene units for each font unit; scene units from it to its word."""

_STEP = 1000
"""What a large count is rounded down to: how a word begins makes two entries of it, so that none is exact."""

_THOUSANDS = "\N{NARROW NO-BREAK SPACE}"
"""The sign between thousands, which no language takes for a decimal mark."""


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
        others: how many of the vocabulary's entries are not named; 0 where its size is not known.
        rest: the shares of all else that was recorded, blanks too, the largest first.
    """

    phrase: str
    words: tuple[str, ...]
    first: int
    expected: str
    place: int
    recorded: int
    others: int
    rest: tuple[float, ...]

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
    vocabulary: int
    candidates: tuple[str, ...]
    phrases: tuple[str, ...]
    shares: Tensor = quantity("The likeliest words' probabilities, and that of all others together.", rows="titles")
    bounds: Tensor = quantity("What none of the others reaches.", rows="phrases")

    def of(self, answer: Answer) -> Tensor:
        """Return an answer's shares, all other words' together last: shape (words + 1,)."""
        return self.shares[answer.first : answer.end + 1]


def next_words(parameters: OfRecording) -> NextWords:
    """Read a recording's probabilities.

    Raises:
        UserError: when its model predicts no words.
    """
    about = parameters.read().about
    vocabulary = about.vocabulary if about.vocabulary > max(len(phrase.next) for phrase in about.phrases) else 0
    answers: list[Answer] = []
    titles: list[str] = []
    shares: list[float] = []
    bounds: list[float] = []
    recorded: list[list[str]] = []
    for phrase in about.phrases[:_MOST_PHRASES]:
        found = _words(phrase.next)
        if not found:
            raise UserError(
                f"recording {shown(parameters.recording)} holds no next words: its model predicts none; record one of "
                "GPT-2's or Llama's kind"
            )
        ranked = sorted(found, key=lambda word: -found[word])
        recorded.append(ranked)
        expected = {text.lower(): word for text, word in PHRASES.items()}.get(phrase.text.lower().strip(), "")
        place = ranked.index(expected) + 1 if expected in ranked else 0
        kept = ranked[: _count([found[word] for word in ranked], place if place <= _NEAR else 0)]
        named = [found[word] for word in kept]
        others = vocabulary - _entries(phrase.next, kept) if vocabulary else 0
        blanks = [share for token, share in phrase.next if not token.strip()]
        rest = tuple(sorted([*(found[word] for word in ranked[len(kept) :]), *blanks], reverse=True))
        answers.append(Answer(phrase.text, tuple(kept), len(shares), expected, place, len(ranked), others, rest))
        bounds.append(_bound(rest, phrase.next))
        shares += [*named, max(0.0, 1 - sum(named))]
        titles += [f"{phrase.text} {word}" for word in [*kept, "…"]]
    candidates: dict[str, str] = {}
    for word in (word for rank in zip_longest(*recorded) for word in rank if word):
        candidates.setdefault(word.lower(), word)
    return NextWords(
        tuple(answers), tuple(titles), about.model, vocabulary, tuple(candidates.values()),
        tuple(answer.phrase for answer in answers), torch.tensor(shares), torch.tensor(bounds),
    )  # fmt: skip


def _bound(rest: Sequence[float], pairs: Sequence[tuple[str, float]]) -> float:
    """Return the least number of two digits that is above all shares that are left, recorded or not."""
    largest = max(rest, default=min(share for _, share in pairs))  # what was not recorded is no likelier
    return (math.floor(round(100 * largest, 9)) + 1) / 100


def _entries(pairs: Sequence[tuple[str, float]], words: Sequence[str]) -> int:
    """Return how many entries of a vocabulary were taken together as some words."""
    spelt = {word.lower() for word in words}
    return sum(token.strip().lower() in spelt for token, _ in pairs)


def _words(pairs: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return words with their shares; how a word begins, with a blank or a capital, makes no other word of it."""
    found: dict[str, float] = {}
    spelt: dict[str, str] = {}
    for token, share in pairs:
        if text := token.strip():  # a blank, or the end, is no word
            word = spelt.setdefault(text.lower(), text)
            found[word] = found.get(word, 0.0) + share
    return found


def _count(shares: Sequence[float], least: int) -> int:
    """Return how many words to name, at least some: what is printed adds up, where it can."""
    for count in _COUNTS:
        named = shares[:count]
        if least <= len(named) and decimals_that_add([*named, max(0.0, 1 - sum(named))], 1.0, (2,)) is not None:
            return len(named)
    return min(max(_COUNTS[0], least), len(shares))


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


def _below_bounds(numbers: NextWords, world: World) -> Measurement:
    worst = max(max(answer.rest, default=0.0) - float(bound) for answer, bound in
                zip(numbers.answers, numbers.bounds, strict=True))  # fmt: skip
    return Measurement(worst < 0, f"nearest {format_number(-worst, 4)} below its bound")


def _grouped(count: int) -> str:
    """Return a count with a space between thousands."""
    return f"{count:,}".replace(",", _THOUSANDS)


@dataclass(frozen=True)
class _Rows:
    """The rows into which pieces fall: how many there are, how deep the last one is, and how thick the pieces are."""

    count: int
    deep: float
    thick: float

    @property
    def pitch(self) -> float:
        """The way from row to row, and from the strip to the first one."""
        return self.deep / self.count


@dataclass(frozen=True)
class _Fall:
    """When each piece falls, seconds: from when, for how long, and when its name has room to arrive."""

    starts: tuple[float, ...]
    lasts: tuple[float, ...]
    named: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """How long it takes until all lie still and are named."""
        lie = max(start + last for start, last in zip(self.starts, self.lasts, strict=True))
        return max(lie, max(self.named) + _READ)


def _fallen(share: float) -> float:
    """Return how far something has fallen at a share of its time: faster and faster, and it bounces once."""
    own = min(1.0, max(0.0, share))
    if own < _BOUNCE:
        return (own / _BOUNCE) ** 2
    after = (own - _BOUNCE) / (1 - _BOUNCE)
    return 1 - 4 * _BOUNCED * after * (1 - after)


def _phase(time: float, start: float, end: float) -> float:
    """Return how far a motion is that takes a part of all time."""
    return float(squish_rate_func(smooth, start, end)(time))


def _linear(time: float) -> float:
    return time


class NextWord(PlaneFigure):
    """model-next-word: a real language model shares one whole among all words; once surely, once in crumbs."""

    name = "model-next-word"
    Parameters = OfNextWord
    with_plane = False
    with_record = False
    numbers: NextWords
    header: HeaderPhrase
    claims = (
        Claim("The shares of all words add up to 1.", _adds_up),
        Claim("The first word's share differs from phrase to phrase by more than a factor of 2.", _surest_by_far),
        Claim("None of the other words reaches the bound that is written below their count.", _below_bounds),
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
        """Find the chart's place, and make the strip that every phrase cuts."""
        numbers, room = self.numbers, self.stage.below_header
        self.left, self.right, self.top, self.low = room.left, room.right, room.top - _TOP, room.bottom
        self.most = max(len(answer.words) for answer in numbers.answers) + 1
        self.strip = CutStrip(self._cuts(numbers.answers[0], found=False), (self.left, self.right), style=self.style)
        self.strip.thick = _WHOLE
        self.strip.y = room.top - _MEASURE * self.style.sizes.scale - _WHOLE / 2
        self.chart, self.fallen = _Rows(1, 1.0, _WHOLE), np.zeros(self.most)
        self.texts: list[VGroup] = []
        self.candidates: list[Label] = []
        self._draw()

    def _make_rows(self, answer: Answer, below: float) -> _Rows:
        """Return an answer's rows, with some room below them: few rows have room for large pieces."""
        count = len(answer.words) + 1
        room = self.top - self.low - below
        thick = min(_THICKEST, _THICK * room / (count + _THICK / 2))
        return _Rows(count, min(_DEEPEST, room - thick / 2), thick)

    def _cuts(self, answer: Answer, *, found: bool = True) -> Cuts:
        """Return where the strip is cut; pieces that a phrase lacks have no length, nor have dividers."""
        named = np.cumsum(self.numbers.of(answer)[:-1].double().numpy())
        spare = self.most - 1 - len(named)
        edges = np.array([0.0, *named, *[named[-1]] * spare, 1.0])
        most = max(len(each.rest) for each in self.numbers.answers)
        dividers = named[-1] + np.cumsum([*answer.rest, *[0.0] * (most - len(answer.rest))])
        return Cuts(edges, dividers, tuple(self._hues(answer, found=found)))

    def _hues(self, answer: Answer, *, found: bool = True) -> list[str]:
        """Return a colour for each piece: the first word's, the expected one's once it is found, and quiet ones."""
        theme = self.style.theme
        hues = [theme.subject, *[theme.ink] * (self.most - 2), theme.dim]
        if found and self._counts(answer):
            hues[answer.place - 1] = self._ours
        return hues

    @property
    def _ours(self) -> str:
        """The colour of the word that the article expects, where the model has another one first."""
        return self.style.theme.families[0]

    @staticmethod
    def _counts(answer: Answer) -> bool:
        """Return whether the expected word is not first, but among the named ones: then its place is counted."""
        return 1 < answer.place <= len(answer.words)

    def _draw(self) -> None:
        """Put all pieces where they have fallen to."""
        self.strip.drops = np.array([self.fallen[index] * self.chart.pitch * self._row(index)
                                     for index in range(self.most)])  # fmt: skip
        self.strip.draw()

    def _row(self, index: int) -> int:
        """Return a piece's row below the strip, from 1; all others together follow the last word."""
        return index + 1 if index < self.most - 1 else self.chart.count

    def _cut_first(self, answer: Answer) -> None:
        """Take the candidates back into the strip, and cut it in the middle as the first phrase's answer does."""
        strip, candidates, self.candidates = self.strip, self.candidates, []
        homes, length = [word.get_center() for word in candidates], len(candidates)
        leaves, close = self._leaving_texts(), self._closing()

        def follow(time: float) -> None:
            strip.cut = _phase(time, 0.5, 1.0)
            close(_phase(time, 0.1, 0.6))
            for place, (word, home) in enumerate(zip(candidates, homes, strict=True)):
                start = 0.2 * place / length  # those next to the strip go first
                word.move_to(home + _phase(time, start, start + 0.4) * (point(float(home[0]), strip.y) - home))
                word.set_opacity(float(time < start + 0.4))

        self.play(Live([strip, *candidates], follow, rate_func=_linear), *leaves, run_time=_RETURN)
        self.remove(*candidates)

    def _cut_anew(self, answer: Answer) -> None:
        """Let the pieces close to a whole in the frame's middle and the next phrase arrive, word by word.

        Then the cuts move to its answer's.
        """
        strip, before = self.strip, self.header
        self.header, self.asked, self.gap = self._header(answer)
        old, new, close = strip.cuts, self._cuts(answer, found=False), self._closing()
        leaves = squish_rate_func(smooth, 0.0, 0.2)
        words = [*self.asked.submobjects, self.gap]
        arrivals = [FadeIn(word, rate_func=squish_rate_func(smooth, 0.2 + 0.3 * place / len(words),
                                                            0.35 + 0.3 * place / len(words)))
                    for place, word in enumerate(words)]  # fmt: skip

        def follow(time: float) -> None:
            strip.cuts = old.toward(new, _phase(time, 0.5, 1.0))
            close(_phase(time, 0.12, 0.6))

        self.play(*self._leaving_texts(), Live([strip], follow, rate_func=_linear),
                  FadeOut(before, rate_func=leaves), *arrivals, run_time=_ANEW)  # fmt: skip
        self.remove(*words)
        self.add(self.asked, self.gap)

    def _closing(self) -> Callable[[float], None]:
        """Return what closes the fallen pieces to a whole in the frame's middle, as far as a share says."""
        strip, middle = self.strip, (self.top + self.low) / 2
        height, thick, fallen = strip.y, strip.thick, self.fallen.copy()

        def close(share: float) -> None:
            self.fallen[:] = (1 - share) * fallen
            strip.y = height + share * (middle - height)
            strip.thick = thick + share * (_WHOLE - thick)
            self._draw()

        return close

    def _leaving_texts(self) -> list[FadeOut]:
        """Return how the texts of the beat before leave."""
        gone, self.texts = self.texts, []
        return [FadeOut(*gone, rate_func=squish_rate_func(smooth, 0.0, 0.2))] if gone else []

    def _fall(self, answer: Answer) -> _Fall:
        """Return when the pieces fall.

        The first word's falls first, and names wait until no piece falls past them any more. Where the first word has
        the most by far, the crumbs fall before it, the lowest first, and it comes slowly, when all else is named.
        """
        count = self.chart.count
        order = [min(self._row(index), count) - 1 for index in range(self.most)]
        if float(self.numbers.of(answer)[0]) >= _SURE:
            gap = _CRUMBS / max(1, count - 2)
            starts = [gap * (count - 1 - place) if place else _CRUMBS + _READ for place in order]
            lasts = [_FOLLOWS if place else _LARGE for place in order]
            landed = [start + _BOUNCE * last for start, last in zip(starts, lasts, strict=True)]
            return _Fall(tuple(starts), tuple(lasts), tuple(landed))
        gap = _MOST_AFTER / max(1, count - 2)
        starts = [_AFTER + gap * (place - 1) if place else 0.0 for place in order]
        lasts = [_FOLLOWS if place else _LEADS for place in order]
        landed = [start + _BOUNCE * last for start, last in zip(starts, lasts, strict=True)]
        passed = [starts[-1] + _BOUNCE * lasts[-1] * min(1.0, (place + 2) / count) ** 0.5 for place in order]
        return _Fall(tuple(starts), tuple(lasts), tuple(map(max, landed, passed)))

    def _planned(self, answer: Answer) -> tuple[_Rows, list[VGroup]]:
        """Return an answer's rows, as deep as the frame has room, and the texts beside them."""
        for size in (self.style.sizes.head, self.style.sizes.number, self.style.sizes.tick):
            rows = self._make_rows(answer, _CLEAR)
            pairs, others = self._pairs(answer, rows), self._others(answer, size)
            if self._place_others(others, answer, rows, pairs):
                return rows, [*pairs, others]
        others = self._others(answer, self.style.sizes.number)
        rows = self._make_rows(answer, float(others.height) + _OVER_OTHERS + _CLEAR)
        others.move_to(point(self.right - float(others.width) / 2))
        others.shift(point(0.0, self.top - rows.deep - rows.thick / 2 - _OVER_OTHERS - float(others.get_top()[1])))
        return rows, [*self._pairs(answer, rows), others]

    def _others(self, answer: Answer, size: float) -> VGroup:
        """Return how many all others are and their share, and below it what none of them reaches."""
        style, count = self.style, answer.others
        floor = count // _STEP * _STEP
        if not count:
            said = self.says("others-unknown")
        elif count < _STEP or count == floor:
            said = self.says("others", count=_grouped(count))
        else:
            said = self.says("others-over", count=_grouped(floor))
        small = style.sizes.number if size > style.sizes.number else style.sizes.tick
        lines = [self._pair(said, self.numbers.of(answer)[-1], style.theme.ink, size)]
        bound = self.numbers.bounds[self.numbers.answers.index(answer)]
        lines.append(self._pair(self.says("each"), bound, style.theme.dim, small))
        for place, line in enumerate(lines):
            line.shift(point(self.right - float(line.get_right()[0])))
            for text in line:
                text.on_baseline(-place * _LEADING * size)
        return laid(VGroup(*lines), Layer.LABEL)

    def _place_others(self, others: VGroup, answer: Answer, rows: _Rows, pairs: Sequence[VGroup]) -> bool:
        """Put the name of all others above their piece, or before it; say whether one of the places is free."""
        cuts, slab = self._cuts(answer).edges, self.top - rows.deep
        half_wide, half_tall = float(others.width) / 2, float(others.height) / 2
        taken = [(float(pair.get_left()[0]), float(pair.get_right()[0]), float(pair.get_y()), float(pair.height) / 2)
                 for pair in pairs]  # fmt: skip
        taken += [(self._x(cuts[row]), self._x(cuts[row + 1]), self.top - (row + 1) * rows.pitch, rows.thick / 2)
                  for row in range(len(answer.words))]  # fmt: skip
        taken.append((self._x(cuts[-2]), self.right, slab, rows.thick / 2))
        above = (self.right - half_wide, slab + rows.thick / 2 + _OVER_OTHERS + half_tall)
        before = (self._x(cuts[-2]) - _ASIDE - half_wide, slab)
        for x, y in (above, before):
            free = all(
                left - x >= half_wide + _CLEAR
                or x - right >= half_wide + _CLEAR
                or abs(y - at) >= half_tall + half + _CLEAR
                for left, right, at, half in taken
            )
            if free and x - half_wide >= self.left and y - half_tall >= self.low:
                others.move_to(point(x, y))
                return True
        return False

    def _x(self, share: float) -> float:
        return self.left + float(share) * (self.right - self.left)

    def _pairs(self, answer: Answer, rows: _Rows) -> list[VGroup]:
        """Return each named word and its share, beside its piece."""
        cuts, shares, theme, sizes = (
            self._cuts(answer).edges,
            self.numbers.of(answer),
            self.style.theme,
            self.style.sizes,
        )
        pitch, named = rows.pitch, list(zip(answer.words, shares[:-1], cuts[1:], strict=False))
        less, largest = [sizes.number, sizes.tick, sizes.least], sizes.head
        if pitch >= _ROOMY * sizes.scale:
            less, largest = [sizes.head, *less], sizes.hero
        counts = self._counts(answer)
        pairs = self._named(named[:1], theme.subject, [largest, *less], 1 if counts else 0)
        pairs += self._named(named[1:], theme.ink, less, 2 if counts else 0)
        wide = [float(pair.width) + _ASIDE for pair in pairs]
        before = all(self._x(cuts[row]) - wide[row] >= self.left for row in range(1, len(pairs))) and any(
            self._x(cuts[row + 1]) + wide[row] > self.right for row in range(1, len(pairs))
        )
        for row, pair in enumerate(pairs):
            ends = self._x(cuts[row]), self._x(cuts[row + 1])
            self._beside(pair, ends, self.top - (row + 1) * pitch, before=before and row > 0)
        return [laid(pair, Layer.LABEL) for pair in pairs]

    def _named(
        self, named: Sequence[tuple[str, Tensor, float]], color: str, sizes: Sequence[float], first: int
    ) -> list[VGroup]:
        """Return words with their shares in the largest type with which all have room beside their pieces, or in them.

        Their places come before them, from the first one's on, unless that is 0.
        """
        pairs: list[VGroup] = []
        for size in sizes:
            pairs = [self._pair(word, share, color, size) for word, share, _ in named]
            if first:
                for place, pair in enumerate(pairs, first):
                    pair.add(self._rank(place).next_to(pair[0], LEFT, buff=_BEFORE_WORD))
            rooms = [max(self.right - self._x(cut), self._x(cut - float(share)) - self.left,
                         float(share) * (self.right - self.left) - _ASIDE) for _, share, cut in named]  # fmt: skip
            if all(_ASIDE + float(pair.width) <= room for pair, room in zip(pairs, rooms, strict=True)):
                break
        return pairs

    def _beside(self, pair: VGroup, ends: tuple[float, float], y: float, *, before: bool = False) -> None:
        """Put a word and its share at the right of its piece, or before it; where there is no room, in it."""
        (left, right), wide = ends, float(pair.width)
        free = (self.right - right - _ASIDE, left - self.left - _ASIDE)
        side = next((side for side in ((1, 0) if before else (0, 1)) if wide <= free[side]), 2)
        start = (right + _ASIDE, left - _ASIDE - wide, (left + right - wide) / 2)[side]
        pair.shift(point(start - float(pair.get_left()[0])))
        for text in pair:
            if isinstance(text, Typeset):
                text.on_baseline(y - text.cap_height / 2)
            else:
                text.set_y(y)
        if side == 2 and self.style.theme.filled:
            pair.set_color(self.style.theme.background)

    def _rank(self, place: int) -> VGroup:
        """Return a place in a ring."""
        size, theme = self.style.sizes.tick, self.style.theme
        ring = Circle(radius=_ROUND * size, color=theme.dim, stroke_width=self.style.strokes.line)
        return VGroup(ring, Tick(place, 1.0, size=size, color=theme.ink, style=self.style).move_to(ring))

    def _say_ours(self, answer: Answer) -> VGroup:
        """Return the phrase as the article ends it, where the named words leave room; nothing where they do not."""
        style, sizes, rows = self.style, self.style.sizes, self.chart
        words = [*answer.phrase.split(), answer.expected]
        colors = [*[style.theme.ink] * (len(words) - 1), self._ours]
        left = max(float(text.get_right()[0]) for text in self.texts[:-1])
        high = self.top - rows.thick / 2
        low = max(self.top - rows.deep + rows.thick / 2, float(self.texts[-1].get_top()[1]))
        for size, lines in ((sizes.hero, 1), (sizes.head, 1), (sizes.head, 2), (sizes.number, 2)):
            phrase = PhraseBlock(words, colors, lines, size=size, style=style)
            said = Label(self.says("ours"), size=sizes.number, style=style)
            both = VGroup(said.next_to(phrase, UP, buff=0.25), phrase)
            if float(both.width) + 2 * _ASIDE <= self.right - left and float(both.height) + 2 * _ASIDE <= high - low:
                both.move_to(point((left + self.right) / 2, (high + low) / 2))
                return laid(both, Layer.LABEL)
        return VGroup()

    def _pair(self, word: str, share: Tensor, color: str, size: float) -> VGroup:
        """Return a word and its share."""
        label = Label(word, size=size, color=color, style=self.style)
        number = Weight(share, size=size, color=color, style=self.style)
        return VGroup(label, number.next_to(label, buff=_WORD_SPACE * size))

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
                (self._cut_anew if place else self._cut_first)(answer)
                self._give(answer)
        if len(answers) > 1:
            with self.beat("compare"):
                self._compare()

    def _ask_first(self, answer: Answer) -> None:
        """Bring the first phrase, let the whole strip grow, measure it, and let some words that share it fall out."""
        strip, right, times = self.strip, self.right, self.style.times
        self.header, self.asked, self.gap = self._header(answer)
        count = self.numbers.vocabulary
        said = self.says("whole", count=_grouped(count)) if count else self.says("whole-unknown")
        whole = self._in_strip(said)
        self.candidates = self._candidates(strip.y - strip.thick / 2 - 0.2)
        self.texts = [VGroup(laid(whole, Layer.LABEL), self._ruler(strip.y + strip.thick / 2 + _RULED))]
        self.add(strip)

        def grow(share: float) -> None:
            strip.right = self.left + max(share, 1e-3) * (right - self.left)
            self._draw()

        early = squish_rate_func(smooth, 0.0, 0.5)
        self.play(FadeIn(self.asked, self.gap, rate_func=early), Live([strip], grow), run_time=times.slow)
        self.play(FadeIn(self.texts[0]), run_time=times.quick)
        self._scatter()
        self.rest()

    def _in_strip(self, text: str) -> VGroup:
        """Return a note that lies on the whole strip, in two lines where one would be small."""
        style, sizes, words = self.style, self.style.sizes, text.split(" ")
        room = self.right - self.left - 2 * _ASIDE
        color = style.theme.background if style.theme.filled else style.theme.ink
        halves = min(range(1, len(words)), key=lambda place: abs(2 * len(" ".join(words[:place])) - len(text)))
        note = VGroup()
        for lines in ([text], [" ".join(words[:halves]), " ".join(words[halves:])]):
            for size in (sizes.head, sizes.number):
                labels = [Label(line, size=size, color=color, within=room, style=style) for line in lines]
                note = VGroup(*labels).arrange(DOWN, buff=0.12)
                if all(label.size == size for label in labels):
                    return note.move_to(point((self.left + self.right) / 2, self.strip.y))
        return note.move_to(point((self.left + self.right) / 2, self.strip.y))

    def _scatter(self) -> None:
        """Let the candidates fall out of the strip to their places, the lowest first: none falls past another."""
        homes = [word.get_center() for word in self.candidates]
        order = sorted(range(len(homes)), key=lambda place: (round(float(homes[place][1]), 3), homes[place][0]))
        ranks = {place: rank for rank, place in enumerate(order)}
        lag, last = 0.65 / max(1, len(homes) - 1), 0.35

        def follow(time: float) -> None:
            for place, (word, home) in enumerate(zip(self.candidates, homes, strict=True)):
                own = (time - lag * ranks[place]) / last
                word.move_to(home + (1 - _fallen(own)) * (point(float(home[0]), self.strip.y) - home))
                word.set_opacity(float(own > 0))

        follow(0.0)
        self.add(*self.candidates)
        if homes:
            self.play(Live(self.candidates, follow, rate_func=_linear), run_time=_WORDS_FALL)

    def _candidates(self, high: float) -> list[Label]:
        """Return words that may come next, in even rows and columns from a height to the foot, under the strip."""
        sizes, tall, wide = self.style.sizes, high - self.low, self.right - self.left
        usable = [word for word in self.numbers.candidates if not without_glyph(word)]
        for size in (sizes.hero, sizes.head, sizes.number, sizes.tick):
            words = [Label(text, size=size, style=self.style) for text in usable[: _MOST_CANDIDATES - 1]]
            widest = max((float(word.width) for word in words), default=wide)
            columns = max(1, min(_COLUMNS, int(wide / (widest + _BETWEEN))))
            rows = min(-(-(len(words) + 1) // columns), max(1, int(tall / (_LINE * size))))
            if columns * rows >= min(_FEWEST, len(words) + 1):
                break
        kept = [*words[: columns * rows - 1], Label("…", size=size, style=self.style)]
        pitch = min(_SPREAD * size, tall / rows)
        for place, word in enumerate(kept):
            row, column = divmod(place, columns)
            word.set_x(self.left + (column + 0.5) * wide / columns)
            word.on_baseline(high - (row + 0.5) * pitch - words[0].cap_height / 2 if words else high)
        return [laid(word, Layer.GHOST) for word in kept]

    def _ruler(self, y: float) -> VGroup:
        """Return a line as long as the strip, with its length, 1, in its middle."""
        style, middle = self.style, (self.left + self.right) / 2
        one = Tick(1.0, 1.0, size=style.sizes.hero, style=style)
        one.move_to(point(middle, y + 0.12))
        half, reach = float(one.width) / 2 + 0.15, y + 0.12
        lines = [((self.left, reach), (middle - half, reach)), ((middle + half, reach), (self.right, reach))]
        lines += [((x, reach - 0.12), (x, reach + 0.12)) for x in (self.left, self.right)]
        marks = [Line(point(*a), point(*b), color=style.theme.dim, stroke_width=style.strokes.line) for a, b in lines]
        return laid(VGroup(one, *marks), Layer.LABEL)

    def _give(self, answer: Answer) -> None:
        """Let the pieces fall while the strip climbs, and name each; with the first word the phrase goes on."""
        strip, last = self.strip, self.header.words[-1]
        self.chart, self.texts = self._planned(answer)
        fall = self._fall(answer)
        seconds, height, thick = fall.seconds, strip.y, strip.thick
        names: list[Animation] = []
        for index, text in enumerate(self.texts):
            start = fall.named[index if index < len(answer.words) else -1] / seconds
            names.append(FadeIn(text, rate_func=squish_rate_func(smooth, start, min(1.0, start + _READ / seconds))))

        def follow(time: float) -> None:
            moved = _phase(time * seconds, 0.0, _CLIMB)
            strip.y, strip.thick = height + moved * (self.top - height), thick + moved * (self.chart.thick - thick)
            for index, (start, lasts) in enumerate(zip(fall.starts, fall.lasts, strict=True)):
                self.fallen[index] = _fallen((time * seconds - start) / lasts)
            self._draw()

        self.play(Live([strip], follow, rate_func=_linear), *names, run_time=seconds)
        self.play(FadeIn(last), FadeOut(self.gap), run_time=_NAMING)
        self.remove(self.asked, last)
        self.add(self.header)
        if self._counts(answer):
            self._count_to(answer)
        self.rest()

    def _count_to(self, answer: Answer) -> None:
        """Say which word the article expects, and count down the words to its place, where it takes its colour."""
        said, left = self._say_ours(answer), list[Animation]()
        if len(said):
            self.play(FadeIn(said), run_time=_NAMING)
        for index, pair in enumerate(self.texts[: answer.place]):
            found, rank = index + 1 == answer.place, pair.submobjects[-1]
            before = rank.copy()
            if found:
                self.strip.cuts = self._cuts(answer)
            self.play(self._hop(index), self._reach(pair, found=found), *left, run_time=_FOUND if found else _COUNTING)
            left = [Transform(rank, before)]
        self.texts.append(said)

    def _reach(self, pair: VGroup, *, found: bool) -> Animation:
        """Return how a counted place lights up; the one that is found does with its word, on a disc."""
        after = pair.copy()
        rank = after.submobjects[-1]
        (after if found else rank).set_color(self._ours)
        if found and self.style.theme.filled:
            ring, number = rank
            ring.set_fill(self._ours, 1.0)
            number.set_color(self.style.theme.background)
        return Transform(pair, after)

    def _hop(self, index: int) -> Live:
        """Return how a fallen piece hops, up and down again."""
        way = self.chart.pitch * self._row(index)

        def follow(time: float) -> None:
            self.fallen[index] = 1 - _HOP / way * 4 * time * (1 - time)
            self._draw()

        return Live([self.strip], follow)

    def _mood(self, answer: Answer) -> str:
        """Return the key of what is said of an answer."""
        first = float(self.numbers.of(answer)[0])
        if answer.expected and not answer.place:
            return "missing"
        if answer.place > 1 and first < _LEANING:
            return "elsewhere"
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
        """Let the strips of all phrases come out of this one, below each other, between one 0 and one 1."""
        numbers, times, strip = self.numbers, self.style.times, self.strip
        ranked = sorted(numbers.answers, key=lambda answer: float(numbers.of(answer)[0]))
        heights = self._heights(len(ranked))
        last, soon, late = (
            ranked.index(numbers.answers[-1]),
            *(squish_rate_func(smooth, *part) for part in ((0.45, 0.65), (0.8, 1.0))),
        )
        titles = [self._title(answer, y + _COMPARED / 2) for answer, y in zip(ranked, heights, strict=True)]
        rises = squish_rate_func(smooth, 0.2, 1.0)
        self.play(*self._leaving_texts(), Live([strip], self._closing(), rate_func=rises), run_time=times.slow)
        height, thick, cuts = strip.y, strip.thick, strip.cuts
        copies = [CutStrip(cuts, (self.left, self.right), layer=Layer.GHOST, style=self.style) for _ in ranked]
        copies[last] = strip
        far = sorted(range(len(ranked)), key=lambda index: -abs(index - last))  # what goes farthest lies lowest
        self.add(*(copies[index] for index in far if index != last))

        def follow(time: float) -> None:
            for copy, answer, y in zip(copies, ranked, heights, strict=True):
                copy.cut, copy.thick = 1.0, thick + _phase(time, 0.0, 0.6) * (_COMPARED - thick)
                copy.y = height + _phase(time, 0.0, 0.6) * (y - height)
                copy.cuts = cuts.toward(self._cuts(answer), _phase(time, 0.45, 1.0))
                copy.draw()

        ride = [self._ride(word, to) for word, to in zip(self.header.words, titles[last], strict=False)]
        arrivals = [FadeIn(titles[last][-1], rate_func=late)]
        for index, title in enumerate(titles):
            if index != last:
                arrivals.append(FadeIn(title[:-2], rate_func=soon))
                arrivals.append(FadeIn(title[-2:], rate_func=late))
        self.play(Live(copies, follow, rate_func=_linear), *ride, *arrivals, run_time=_PARTING)
        self.remove(self.header, *self.header.words)
        self.add(*titles)
        kept = [self._kept(answer, y) for answer, y in zip(ranked, heights, strict=True) if self._counts(answer)]
        self.play(FadeIn(self._ends(heights), *kept), run_time=times.quick)
        self.hold()

    def _heights(self, count: int) -> list[float]:
        """Return the heights of as many strips, from the top, each with room for its phrase above it."""
        high = self.stage.safe.top - _NAMED * self.style.sizes.scale - _COMPARED / 2
        low = self.low + _ENDS + _COMPARED / 2
        pitch = min((high - low) / (count - 1), _MOST_PITCH)
        return [(high + low + pitch * (count - 1)) / 2 - pitch * index for index in range(count)]

    def _kept(self, answer: Answer, y: float) -> VGroup:
        """Return the name and the share of the word that the article expects, below its piece."""
        size, place = self.style.sizes.number, answer.place - 1
        pair = self._pair(answer.words[place], self.numbers.of(answer)[place], self._ours, size)
        edges = self._cuts(answer).edges
        middle = (self._x(edges[place]) + self._x(edges[place + 1])) / 2
        pair.shift(point(max(self.left + _ASIDE, middle - float(pair[0].width) / 2) - float(pair.get_left()[0])))
        for text in pair:
            if isinstance(text, Typeset):
                text.on_baseline(y - _COMPARED / 2 - _ASIDE - text.cap_height)
        return laid(pair, Layer.LABEL)

    def _ride(self, word: VMobject, to: VMobject) -> Live:
        """Return how a word of the phrase goes to its place above its strip, and becomes as small as it is there."""
        start, end = word.get_center(), to.get_center()
        first, less = float(word.width), float(to.width) / float(word.width)

        def follow(share: float) -> None:
            word.scale((1 + share * (less - 1)) * first / float(word.width))
            word.move_to(start + share * (end - start))

        return Live([word], follow, rate_func=squish_rate_func(smooth, 0.0, 0.7))

    def _title(self, answer: Answer, top: float) -> VGroup:
        """Return a phrase, word by word, its first word and that word's share, above a strip."""
        theme, share = self.style.theme, self.numbers.of(answer)[0]
        sizes = self.style.sizes
        for size in (sizes.head, sizes.number, sizes.tick, sizes.least):
            words = [Label(word, size=size, color=theme.ink, style=self.style) for word in answer.phrase.split()]
            title = VGroup(*words, *self._pair(answer.words[0], share, theme.subject, size))
            x = self.left + _ASIDE
            for text in title:
                text.set_x(x + float(text.width) / 2).on_baseline(top + _ASIDE)
                x += float(text.width) + _WORD_SPACE * size
            if x <= self.right:
                break
        return laid(title, Layer.LABEL)

    def _ends(self, heights: Sequence[float]) -> VGroup:
        """Return what all strips have in common: where they begin, 0, and where they end, 1."""
        style, marks = self.style, VGroup()
        low, high = min(heights) - _COMPARED / 2, max(heights) + _COMPARED / 2
        for x, share in ((self.left, 0.0), (self.right, 1.0)):
            line = DashedLine(point(x, high), point(x, low - 0.14), color=style.theme.dim, stroke_width=2)
            number = Tick(share, 1.0, size=style.sizes.number, style=style)
            number.move_to(point(x, low - 0.36))
            aside = float(number.width) / 2 * (1 if share == 0.0 else -1)
            marks.add(laid(line, Layer.TRAIL), laid(number.shift(point(aside)), Layer.LABEL))
        return marks
