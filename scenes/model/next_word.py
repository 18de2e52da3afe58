"""The next word of several phrases, in the probabilities of a real language model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from manim import (
    LEFT,
    RIGHT,
    UP,
    Animation,
    Circle,
    Create,
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

from scenes.claims import Claim, Measurement
from scenes.errors import UserError, shown
from scenes.model.cut_strip import Cuts, CutStrip, Places, crumbs_in
from scenes.model.word_fan import Strand, WordFan
from scenes.motion.live import Live
from scenes.next_word import PHRASES
from scenes.number_format import as_printed, decimals_that_add, format_number
from scenes.parts.geometry import point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeaderPhrase
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

_DIGITS = (2, 3, 4)
"""Digits of all shares, the best first: with some of them, no two neighbours in a list are printed alike."""

_SURE, _LEANING = 0.5, 0.15
"""The first word's share from which the model counts as sure, and as leaning."""

_NEAR = 5
"""The place down to which a word counts as near the first."""

_THICK, _THICKEST, _MOST_PITCH = 0.82, 0.92, 3.2
"""The strip's thickness as a share of what lies from row to row, and at the most, scene units; from one strip to the
next, at the most, where they are compared."""

_WHOLE, _COMPARED, _MEASURE = 1.2, 0.82, 0.85
"""The strip's thickness while it is whole, and where strips are compared; the room above it for its length."""

_LOWER, _TOP, _DEEPEST = 0.2, 0.98, 8.0
"""Scene units by which the phrase stands farther from the frame's edge than usual; from the header's room down to the
strip's middle; from there to the row of all others, at the most."""

_ASIDE, _UNDER, _NAMED = 0.18, 0.2, 0.55
"""Scene units from a piece to its text; from the header's baseline to the gap's line; from a strip up to its phrase."""

_OVER_OTHERS, _CLEAR, _BESIDE, _ENDS, _RULED = 0.22, 0.15, 0.25, 0.6, 0.17
"""Scene units from the piece of all others to its name above or below it, and from that to all else; how much farther
it is from other names; the room for the line that measures all strips where they are compared; from a strip to the line
that measures it."""

_BOUNCE, _BOUNCED, _READ = 0.62, 0.05, 0.3
"""The share of its time after which a piece has landed, and how high it bounces then, as a share of its way; seconds in
which a name arrives."""

_PICTURED = 0.85
"""The height of an icon within a piece, as a share of that."""

_FALLS, _RAINS, _AFTER, _NEXT, _MOST_AFTER = 0.75, 0.8, 0.8, 0.45, 1.1
"""Seconds that a piece falls; from the first crumb's start to the last one's, and to the first named piece's; from one
piece's start to the next one's, and from the first one's to the last one's, at the most."""

_AT_FIRST = 1.3
"""The time of the first fall as a multiple of the others'."""

_ANEW, _CLIMB, _NAMING, _COUNTING, _FOUND = 1.3, 0.6, 0.3, 0.4, 0.6
"""Seconds in which the strip closes and is cut again, and climbs as its pieces fall; the phrase goes on with its word;
a place is counted, and the last one found."""

_GROWING, _SEEING, _CUTTING, _HOP = 1.1, 0.5, 3.0, 0.12
"""Seconds in which the strip grows, stands whole (and an answer, before a place in it is sought), and is cut for the
first time; scene units that a counted piece hops."""

_SWEEPING, _SWEPT, _SLIDING, _REELING = 1.8, 0.5, 1.6, 0.6
"""Seconds in which the pieces are swept together at last, and the share of them after which they are; seconds in which
one answer's cuts slide to the next one's, and in which words are drawn back into the pieces they hang from."""

_STRANDS, _FAN, _DEEP = 6, 0.35, 7.0
"""Words that are seen to share the strip, at the most; scene units from them down to the count of all; from the strip
to the words, at the most."""

_LINE = 0.018
"""Scene units that a line of type needs for each font unit."""

_WORD_SPACE = 0.0055
"""Scene units between a word and what follows it, for each font unit."""

_ROUND, _BEFORE_WORD, _RANK_BELOW = 0.0068, 0.16, 0.13
"""A place's ring: its radius in scene units for each font unit; scene units from it to its word, and up to a strip."""

_STEP = 1000
"""The step to which a large count is rounded down: how a word begins makes two entries of it, so that none is exact."""

_THOUSANDS = "\N{NARROW NO-BREAK SPACE}"
"""The sign between thousands, which no language takes for a decimal mark."""

_MORE = " …"
"""The sign that a phrase goes on."""


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
        unnamed: the words to which they belong; empty for a blank.
    """

    phrase: str
    words: tuple[str, ...]
    first: int
    expected: str
    place: int
    recorded: int
    others: int
    rest: tuple[float, ...]
    unnamed: tuple[str, ...]

    @property
    def said(self) -> str:
        """The first word as it ends the phrase; where the article does not end it so, the phrase goes on."""
        return self.words[0] if self.place == 1 else self.words[0] + _MORE

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
    digits: int
    shares: Tensor = quantity("The likeliest words' probabilities, and that of all others together.", rows="titles")
    printed: Tensor = quantity("The same, rounded; all others together get what that leaves of 1.", rows="titles")

    def of(self, answer: Answer) -> Tensor:
        """Return an answer's shares, all other words' together last: shape (words + 1,)."""
        return self.shares[answer.first : answer.end + 1]

    def seen(self, answer: Answer) -> Tensor:
        """Return the same as they are printed."""
        return self.printed[answer.first : answer.end + 1]


def next_words(parameters: OfRecording) -> NextWords:
    """Read a recording's probabilities.

    Raises:
        UserError: when its model predicts no words.
    """
    about = parameters.read().about
    vocabulary = about.vocabulary if about.vocabulary > max(len(phrase.next) for phrase in about.phrases) else 0
    phrases, lists = about.phrases[:_MOST_PHRASES], [_words(phrase.next) for phrase in about.phrases[:_MOST_PHRASES]]
    if not all(lists):
        raise UserError(
            f"recording {shown(parameters.recording)} holds no next words: its model predicts none; record one of "
            "GPT-2's or Llama's kind"
        )
    asked = [{text.lower(): word for text, word in PHRASES.items()}.get(phrase.text.lower().strip(), "")
             for phrase in phrases]  # fmt: skip
    places = [_place(found, expected) for found, expected in zip(lists, asked, strict=True)]
    digits, counts = _digits([list(found.values()) for found in lists], places)
    answers: list[Answer] = []
    titles: list[str] = []
    shares: list[float] = []
    printed: list[float] = []
    for phrase, found, expected, place, count in zip(phrases, lists, asked, places, counts, strict=True):
        kept = list(found)[:count]
        named = [found[word] for word in kept]
        others = vocabulary - _entries(phrase.next, kept) if vocabulary else 0
        rest = [(found[word], word) for word in list(found)[count:]]
        rest += [(share, "") for token, share in phrase.next if not token.strip()]
        rest.sort(key=lambda pair: -pair[0])
        answers.append(Answer(phrase.text, tuple(kept), len(shares), expected, place, len(found), others,
                              tuple(share for share, _ in rest), tuple(word for _, word in rest)))  # fmt: skip
        shares += [*named, max(0.0, 1 - sum(named))]
        written = [as_printed(share, digits) or share for share in named]
        printed += [*written, max(0.0, round(1 - sum(written), digits))]
        titles += [f"{phrase.text} {word}" for word in [*kept, "…"]]
    return NextWords(
        tuple(answers), tuple(titles), about.model, vocabulary, digits, torch.tensor(shares), torch.tensor(printed),
    )  # fmt: skip


def _place(found: Mapping[str, float], expected: str) -> int:
    """Return a word's place among those found, from 1; 0 where it is not among them."""
    return list(found).index(expected) + 1 if expected in found else 0


def _digits(lists: Sequence[Sequence[float]], places: Sequence[int]) -> tuple[int, list[int]]:
    """Return how many digits all shares have, and how many words of each list are named.

    With these digits the named words' order can be seen, and no other word reaches the last of them.
    """
    digits, counts = _DIGITS[-1], list[int]()
    for digits in _DIGITS:
        counts = [_count(shares, place if place <= _NEAR else 0, digits)
                  for shares, place in zip(lists, places, strict=True)]  # fmt: skip
        seen = [[as_printed(share, digits) for share in shares[: count + 1]]
                for shares, count in zip(lists, counts, strict=True)]  # fmt: skip
        if all(len(set(row)) == len(row) for row in seen):
            break
    return digits, counts


def _entries(pairs: Sequence[tuple[str, float]], words: Sequence[str]) -> int:
    """Return how many entries of a vocabulary were taken together as some words."""
    spelt = {word.lower() for word in words}
    return sum(token.strip().lower() in spelt for token, _ in pairs)


def _words(pairs: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return words with their shares, the largest first; a blank or a capital before it makes no other word of it."""
    found: dict[str, float] = {}
    spelt: dict[str, str] = {}
    for token, share in pairs:
        if text := token.strip():  # a blank, or the end, is no word
            word = spelt.setdefault(text.lower(), text)
            found[word] = found.get(word, 0.0) + share
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _count(shares: Sequence[float], least: int, digits: int) -> int:
    """Return how many words to name, at least some: what is printed adds up, where it can."""
    for count in _COUNTS:
        named = shares[:count]
        if least <= len(named) and decimals_that_add([*named, max(0.0, 1 - sum(named))], 1.0, (digits,)) is not None:
            return len(named)
    return min(max(_COUNTS[0], least), len(shares))


def _adds_up(numbers: NextWords, world: World) -> Measurement:
    sums = [sum(as_printed(share, numbers.digits) for share in numbers.seen(answer).tolist())
            for answer in numbers.answers]  # fmt: skip
    worst = max(abs(total - 1) for total in sums)
    return Measurement(worst < 0.1**numbers.digits / 2, f"off by {format_number(worst)} at the most")


def _hardly_rounded(numbers: NextWords, world: World) -> Measurement:
    worst = float((numbers.printed.double() - numbers.shares.double()).abs().max())
    return Measurement(worst < 0.1**numbers.digits, f"off by {format_number(worst, 5)} at the most")


def _near_the_article(numbers: NextWords, world: World) -> Measurement:
    asked = [answer for answer in numbers.answers if answer.expected]
    said = ", ".join(f"{answer.expected} {answer.place or f'after {answer.recorded}'}" for answer in asked)
    near = [1 <= answer.place <= _NEAR for answer in asked]
    return Measurement(all(near), said or "none is asked", any(near))


def _surest_by_far(numbers: NextWords, world: World) -> Measurement:
    first = [float(numbers.of(answer)[0]) for answer in numbers.answers]
    return Measurement(max(first) > 2 * min(first), f"{format_number(max(first))} and {format_number(min(first))}")


def _named_first(numbers: NextWords, world: World) -> Measurement:
    gaps = [float(numbers.of(answer)[-2]) - max(answer.rest, default=0.0) for answer in numbers.answers]
    return Measurement(min(gaps) >= 0, f"the last named one is ahead by {format_number(min(gaps), 5)} at the least")


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
    """When each piece falls, seconds: from when, for how long, and when its name arrives."""

    starts: tuple[float, ...]
    lasts: tuple[float, ...]
    named: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """The seconds until all lie still and are named."""
        lie = max(start + last for start, last in zip(self.starts, self.lasts, strict=True))
        return max(lie, max(self.named) + _READ)


def _fallen(share: Places) -> Places:
    """Return how far things have fallen at shares of their time: faster and faster, and they bounce once."""
    own = np.clip(share, 0.0, 1.0)
    after = (own - _BOUNCE) / (1 - _BOUNCE)
    return np.where(own < _BOUNCE, (own / _BOUNCE) ** 2, 1 - 4 * _BOUNCED * after * (1 - after))


def _eased(share: Places) -> Places:
    """Return how far things have moved at shares of their time: slowly at first and at last."""
    own = np.clip(share, 0.0, 1.0)
    return own**2 * (3 - 2 * own)


def _phase(time: float, start: float, end: float) -> float:
    """Return how far a motion is that takes a part of all time."""
    return float(squish_rate_func(smooth, start, end)(time))


def _level(pair: VGroup, y: float) -> None:
    """Put a word, its share and its place at one height: type by its capitals, all else by its middle."""
    for text in pair:
        if isinstance(text, Typeset):
            text.on_baseline(y - text.cap_height / 2)
        else:
            text.set_y(y)


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
        Claim("The shares of all words add up to 1, as they are printed.", _adds_up),
        Claim("No printed share is a whole last digit off.", _hardly_rounded),
        Claim("The first word's share differs from phrase to phrase by more than a factor of 2.", _surest_by_far),
        Claim("No word that is not named is likelier than one that is.", _named_first),
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
            f"{answer.phrase} {answer.words[0]} ({format_number(float(numbers.seen(answer)[0]), numbers.digits)})"
            for answer in numbers.answers
        ]
        return {"model": numbers.model, "answers": ", ".join(said)}

    def build(self) -> None:
        """Find the chart's place, and make the strip that every phrase cuts."""
        numbers, room = self.numbers, self.stage.below_header.inset(top=_LOWER)
        self.left, self.right, self.top, self.low = room.left, room.right, room.top - _TOP, room.bottom
        self.most = max(len(answer.words) for answer in numbers.answers) + 1
        self.strip = CutStrip(self._cuts(numbers.answers[0], found=False), (self.left, self.right), style=self.style)
        self.strip.thick = _WHOLE
        self.strip.y = room.top - _MEASURE * self.style.sizes.scale - _WHOLE / 2
        self.chart, self.fallen, self.rained = _Rows(1, 1.0, _WHOLE), np.zeros(self.most), np.zeros(1)
        self.size = self._size()
        self.texts: list[VGroup] = []
        self.icons: list[VMobject] = []
        self._draw()

    def _make_rows(self, answer: Answer, below: float) -> _Rows:
        """Return an answer's rows, with some room below them: few rows have room for large pieces."""
        count = len(answer.words) + 1
        room = self.top - self.low - below
        thick = min(_THICKEST, _THICK * room / (count + _THICK / 2))
        return _Rows(count, min(_DEEPEST, room - thick / 2), thick)

    def _cuts(self, answer: Answer, *, found: bool = True) -> Cuts:
        """Return where the strip is cut; pieces that a phrase lacks have no length."""
        named = np.cumsum(self.numbers.of(answer)[:-1].double().numpy())
        spare = self.most - 1 - len(named)
        edges = np.array([0.0, *named, *[named[-1]] * spare, 1.0])
        dividers = named[-1] + np.cumsum(answer.rest)
        crumbled = 1 - float(dividers[-1] if len(dividers) else named[-1])
        crumbs = crumbs_in(max(crumbled, 1e-3) * (self.right - self.left) / _COMPARED)
        return Cuts(edges, dividers, tuple(self._hues(answer, found=found)), crumbs)

    def _hues(self, answer: Answer, *, found: bool = True) -> list[str]:
        """Return a colour for each piece: the first word's, the expected one's once it is found, and the crowd's."""
        hues = [self.style.theme.subject, *[self._crowd] * (self.most - 1)]
        if found and self._counts(answer):
            hues[answer.place - 1] = self._ours
        return hues

    @property
    def _ours(self) -> str:
        """The colour of the word that the article expects, where the model has another one first."""
        return self.style.theme.families[0]

    @property
    def _crowd(self) -> str:
        """The colour of all words that are neither first nor expected."""
        return self.style.theme.families[1]

    @staticmethod
    def _counts(answer: Answer) -> bool:
        """Return whether the expected word is not first, but among the named ones: then its place is counted."""
        return 1 < answer.place <= len(answer.words)

    def _draw(self) -> None:
        """Put all pieces where they have fallen to."""
        self.strip.drops = np.array([self.fallen[index] * self.chart.pitch * self._row(index)
                                     for index in range(self.most)])  # fmt: skip
        self.strip.rain = self.rained * self.chart.deep
        self.strip.draw()

    def _row(self, index: int) -> int:
        """Return a piece's row below the strip, from 1; all others together follow the last word."""
        return index + 1 if index < self.most - 1 else self.chart.count

    def _cut_anew(self, answer: Answer) -> None:
        """Let the pieces close to a whole in the frame's middle and the next phrase arrive, word by word.

        Then the whole is cut as its answer says.
        """
        strip, before = self.strip, self.header
        self.header, self.asked, self.gap = self._header(answer)
        new, close = self._cuts(answer, found=False), self._closing()
        leaves = squish_rate_func(smooth, 0.0, 0.2)
        words = [*self.asked.submobjects, self.gap]
        arrivals = [FadeIn(word, rate_func=squish_rate_func(smooth, 0.2 + 0.3 * place / len(words),
                                                            0.35 + 0.3 * place / len(words)))
                    for place, word in enumerate(words)]  # fmt: skip

        def follow(time: float) -> None:
            close(_phase(time, 0.1, 0.5))
            if time >= 0.5:
                strip.cuts, strip.cut, strip.front = new, 1.0, _phase(time, 0.5, 1.0)
                strip.rain = self.rained = np.zeros(1)
                strip.draw()

        self.play(*self._leaving_texts(), Live([strip], follow, rate_func=_linear),
                  FadeOut(before, rate_func=leaves), *arrivals, run_time=_ANEW)  # fmt: skip
        self.remove(*words)
        self.add(self.asked, self.gap)

    def _closing(self) -> Callable[[float], None]:
        """Return what closes the fallen pieces in the frame's middle, as far as a share says, until they are one."""
        strip, middle = self.strip, (self.top + self.low) / 2
        height, thick, fallen, rained = strip.y, strip.thick, self.fallen.copy(), self.rained.copy()

        def close(share: float) -> None:
            self.fallen, self.rained = (1 - share) * fallen, (1 - share) * rained
            strip.y = height + share * (middle - height)
            strip.thick = thick + share * (_WHOLE - thick)
            strip.cut = 1 - share
            self._draw()

        return close

    def _leaving_texts(self) -> list[FadeOut]:
        """Return how the texts of the beat before leave."""
        gone, self.texts, self.icons = [*self.texts, *self.icons], [], []
        return [FadeOut(*gone, rate_func=squish_rate_func(smooth, 0.0, 0.2))] if gone else []

    def _fall(self, answer: Answer) -> _Fall:
        """Return when the pieces fall: all others first, and the first word's at last, so that none falls past a name.

        What of all others is in crumbs rains down; its name waits until all of it lies still.
        """
        count = self.chart.count
        places = [count - min(self._row(index), count) for index in range(self.most)]  # from the last row up
        gap = min(_NEXT, _MOST_AFTER / max(1, count - 2))
        starts = [_AFTER + gap * (place - 1) if place else 0.0 for place in places]
        lasts = [_FALLS if place else _FALLS + _RAINS for place in places]
        landed = [start + _BOUNCE * last for start, last in zip(starts, lasts, strict=True)]
        return _Fall(tuple(starts), tuple(lasts), (*landed[:-1], starts[-1] + lasts[-1]))

    def _size(self) -> float:
        """Return the size of all names beside pieces, the largest with which all fit."""
        sizes = self.style.sizes
        steps = [sizes.head, sizes.number, sizes.tick, sizes.least]
        return next((size for size in steps if all(self._fits(answer, size) for answer in self.numbers.answers)),
                    sizes.least)  # fmt: skip

    def _fits(self, answer: Answer, size: float) -> bool:
        """Return whether a size leaves room for each name beside its piece, or in it, and from row to row."""
        self.size = size
        pairs, cuts = self._named(answer), self._cuts(answer).edges
        rooms = [max(self.right - self._x(end), self._x(start) - self.left, self._x(end) - self._x(start) - _ASIDE)
                 for start, end in pairwise(cuts[: len(pairs) + 1])]  # fmt: skip
        beside = all(_ASIDE + float(pair.width) <= room for pair, room in zip(pairs, rooms, strict=True))
        wide = max(float(self._others(answer).width), float(self._title(answer, 0.0).width) + _ASIDE
                   + float(self._certain(answer).width))  # fmt: skip
        return beside and wide <= self.right - self.left and _LINE * size <= self._make_rows(answer, _CLEAR).pitch

    def _planned(self, answer: Answer) -> tuple[_Rows, list[VGroup]]:
        """Return an answer's rows, as deep as the frame has room, and the texts beside them."""
        rows, others = self._make_rows(answer, _CLEAR), self._others(answer)
        pairs = self._pairs(answer, rows)
        if self._place_others(others, answer, rows, pairs):
            return rows, [*pairs, others]
        rows = self._make_rows(answer, float(others.height) + _OVER_OTHERS + _CLEAR)
        others.move_to(point(self.right - float(others.width) / 2))
        others.shift(point(0.0, self.top - rows.deep - rows.thick / 2 - _OVER_OTHERS - float(others.get_top()[1])))
        return rows, [*self._pairs(answer, rows), others]

    def _others(self, answer: Answer) -> VGroup:
        """Return how many all others are and their share."""
        count = answer.others
        floor = count // _STEP * _STEP
        if not count:
            said = self.says("others-unknown")
        elif count < _STEP or count == floor:
            said = self.says("others", count=_grouped(count))
        else:
            said = self.says("others-over", count=_grouped(floor))
        pair = self._pair(said, self.numbers.seen(answer)[-1], self.style.theme.ink, self.size)
        for text in pair:
            text.on_baseline(0.0)
        return laid(pair, Layer.LABEL)

    def _place_others(self, others: VGroup, answer: Answer, rows: _Rows, pairs: Sequence[VGroup]) -> bool:
        """Put the name of all others above their piece, or before it; say whether one of the places is free."""
        cuts, slab = self._cuts(answer).edges, self.top - rows.deep
        half_wide, half_tall = float(others.width) / 2, float(others.height) / 2
        taken = [(float(pair.get_left()[0]) - _BESIDE, float(pair.get_right()[0]) + _BESIDE, float(pair.get_y()),
                  float(pair.height) / 2) for pair in pairs]  # fmt: skip
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

    def _share(self, x: float) -> float:
        return (x - self.left) / (self.right - self.left)

    def _pairs(self, answer: Answer, rows: _Rows) -> list[VGroup]:
        """Return each named word and its share, beside its piece."""
        cuts, pairs = self._cuts(answer).edges, self._named(answer)
        wide = [float(pair.width) + _ASIDE for pair in pairs]
        before = all(self._x(cuts[row]) - wide[row] >= self.left for row in range(1, len(pairs))) and any(
            self._x(cuts[row + 1]) + wide[row] > self.right for row in range(1, len(pairs))
        )
        for row, pair in enumerate(pairs):
            ends = self._x(cuts[row]), self._x(cuts[row + 1])
            self._beside(pair, ends, self.top - (row + 1) * rows.pitch, before=before and row > 0)
        return [laid(pair, Layer.LABEL) for pair in pairs]

    def _named(self, answer: Answer) -> list[VGroup]:
        """Return each named word with its share, and before them its place, where places are counted."""
        theme, shares = self.style.theme, self.numbers.seen(answer)
        pairs = [self._pair(word, share, theme.ink if place else theme.subject, self.size)
                 for place, (word, share) in enumerate(zip(answer.words, shares[:-1], strict=True))]  # fmt: skip
        if self._counts(answer):
            for place, pair in enumerate(pairs, 1):
                pair.add(self._rank(place).next_to(pair[0], LEFT, buff=_BEFORE_WORD))
        return pairs

    def _beside(self, pair: VGroup, ends: tuple[float, float], y: float, *, before: bool = False) -> None:
        """Put a word and its share at the right of its piece, or before it; where there is no room, in it."""
        (left, right), wide = ends, float(pair.width)
        free = (self.right - right - _ASIDE, left - self.left - _ASIDE)
        side = next((side for side in ((1, 0) if before else (0, 1)) if wide <= free[side]), 2)
        start = (right + _ASIDE, left - _ASIDE - wide, (left + right - wide) / 2)[side]
        pair.shift(point(start - float(pair.get_left()[0])))
        _level(pair, y)
        if side == 2 and self.style.theme.filled:
            pair.set_color(self.style.theme.background)

    def _rank(self, place: int) -> VGroup:
        """Return a place in a ring."""
        size, theme = self.style.sizes.tick, self.style.theme
        ring = Circle(radius=_ROUND * size, color=theme.dim, stroke_width=self.style.strokes.line)
        return VGroup(ring, Tick(place, 1.0, size=size, color=theme.ink, style=self.style).move_to(ring))

    def _say_ours(self, answer: Answer) -> VGroup:
        """Return the word with which the article ends the phrase, where there is room; nothing where there is none."""
        word = Label(answer.expected, size=self.size, color=self._ours, style=self.style)
        said = Label(self.says("ours"), size=self.size, style=self.style)
        both = VGroup(said.next_to(word, UP, buff=_OVER_OTHERS), word)
        if has_icon(answer.expected.lower(), self.style):
            icon = Icon(answer.expected.lower(), self._ours, height=2 * float(word.height), style=self.style)
            both.add(icon.next_to(word, RIGHT, buff=_ASIDE))
        left = max(float(text.get_right()[0]) for text in self.texts[:-1])
        high = self.top - self.chart.thick / 2
        low = max(self.top - self.chart.deep + self.chart.thick / 2, float(self.texts[-1].get_top()[1]))
        if float(both.width) + 2 * _ASIDE > self.right - left or float(both.height) + 2 * _ASIDE > high - low:
            return VGroup()
        return laid(both.move_to(point((left + self.right) / 2, (high + low) / 2)), Layer.LABEL)

    def _lead(self, word: VMobject, to: VMobject) -> VMobject:
        """Return the thread that leads from the word that the article expects to its row, left of all others' name."""
        start, end = word.get_left() + _ASIDE * LEFT, to.get_right() + _ASIDE * RIGHT
        others = self.texts[-1]
        beside = float(others.get_top()[1]) + _CLEAR > float(end[1])
        middle = (float(end[0]) + min(float(start[0]), float(others.get_left()[0]) if beside else math.inf)) / 2
        ways = [start, point(middle, float(start[1])), point(middle, float(end[1])), end]
        thread = VMobject(stroke_color=self._ours, stroke_width=self.style.strokes.line).set_points(ways)
        return laid(thread, Layer.TRAIL)

    def _pair(self, word: str, share: Tensor, color: str, size: float) -> VGroup:
        """Return a word and its share."""
        label = Label(word, size=size, color=color, style=self.style)
        number = Weight(share, decimals=self.numbers.digits, size=size, color=color, style=self.style)
        return VGroup(label, number.next_to(label, buff=_WORD_SPACE * size))

    def _header(self, answer: Answer) -> tuple[HeaderPhrase, HeaderPhrase, VMobject]:
        """Return a phrase with its first word at its end, the same without it, and the line under that word's place."""
        theme, words = self.style.theme, answer.phrase.split()
        colors = [*[theme.ink] * len(words), theme.subject]
        view = replace(self.view, header=self.view.header - _LOWER)
        header = HeaderPhrase([*words, answer.said], colors, self.stage, view, style=self.style)
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
                    self._cut_anew(answer)
                else:
                    self._reel_in()
                self._give(answer, pace=1.0 if place else _AT_FIRST)
        if len(answers) > 1:
            with self.beat("compare"):
                self._compare()

    def _ask_first(self, answer: Answer) -> None:
        """Bring the first phrase, let the whole strip grow, measure it, and cut it: each word hangs from its sliver."""
        strip, right, times = self.strip, self.right, self.style.times
        self.header, self.asked, self.gap = self._header(answer)
        count = self.numbers.vocabulary
        said = self.says("whole", count=_grouped(count)) if count else self.says("whole-unknown")
        size, style = self.size, self.style
        note = Label(said, size=size, within=self.right - self.left - 1.0, style=style)
        low = strip.y - strip.thick / 2
        base = max(self.low + _FAN + _LINE * size, low - _DEEP)
        self.fan = fan = WordFan(self._strands(answer), (self.left, self.right), (low, base), size=size, style=style)
        one = Tick(1.0, 1.0, size=size, style=style)
        above = self._ruler(strip.y + strip.thick / 2 + _RULED, one)
        below = laid(note.move_to(point((self.left + self.right) / 2, base - _FAN - _LINE * size / 2)), Layer.LABEL)
        self.texts = [VGroup(above, below)]
        self.add(strip)

        def grow(share: float) -> None:
            strip.right = self.left + max(share, 1e-3) * (right - self.left)
            self._draw()

        early = squish_rate_func(smooth, 0.0, 0.5)
        self.play(FadeIn(self.asked, self.gap, rate_func=early), Live([strip], grow), run_time=_GROWING)
        self.play(FadeIn(above), run_time=times.quick)
        self.wait(_SEEING)
        self._cut_first(answer, fan)
        self.play(FadeIn(below), run_time=times.quick)
        self.rest()

    def _strands(self, answer: Answer) -> list[Strand]:
        """Return the likeliest words that share the strip, each with its sliver's middle; all others are the last."""
        theme, cuts = self.style.theme, self._cuts(answer, found=False)
        hues = [*cuts.colors[: len(answer.words)], *[self._crowd] * len(answer.unnamed)]
        words, shares = [*answer.words, *answer.unnamed], [*self.numbers.of(answer)[:-1].tolist(), *answer.rest]
        ends = np.cumsum(shares)
        strands = [Strand(word, share, self._x(end - share / 2), (hue, theme.ink if place else hue))
                   for place, (word, share, end, hue) in enumerate(zip(words, shares, ends, hues, strict=True))
                   if word][:_STRANDS]  # fmt: skip
        return [*strands, Strand("…", 0.0, self._x((float(ends[-1]) + 1) / 2), (self._crowd, theme.ink))]

    def _cut_first(self, answer: Answer, fan: WordFan) -> None:
        """Let a blade go through the strip, slowly where slivers are named; behind it their threads hang down."""
        strip, count = self.strip, len(fan.strands)
        passed = [*np.linspace(0.12, 0.5, count - 1), 0.72]
        ends = [*[self._share(strand.x) + strand.share / 2 for strand in fan.strands[:-1]], 1.0]

        def follow(time: float) -> None:
            strip.cut, strip.front = 1.0, float(np.interp(time, [0.0, *passed], [0.0, *ends]))
            strip.draw()
            for index, since in enumerate(passed):
                fan.grow(index, float(smooth(min(1.0, max(0.0, (time - since) / (1 - passed[-1]))))))

        follow(0.0)
        self.add(fan)
        self.play(Live([strip, fan], follow, rate_func=_linear), run_time=_CUTTING)

    def _reel_in(self) -> None:
        """Draw each word back into the piece from which it hangs."""
        fan = self.fan

        def reel(time: float) -> None:
            for index in range(len(fan.strands)):
                fan.grow(index, 1 - time)

        self.play(*self._leaving_texts(), Live([fan], reel, rate_func=smooth), run_time=_REELING)
        self.remove(fan)

    def _ruler(self, y: float, mark: Typeset) -> VGroup:
        """Return a line as long as the strip, with what it measures in its middle."""
        style, middle = self.style, (self.left + self.right) / 2
        mark.move_to(point(middle, y + 0.12))
        half, reach = float(mark.width) / 2 + 0.15, y + 0.12
        lines = [((self.left, reach), (middle - half, reach)), ((middle + half, reach), (self.right, reach))]
        lines += [((x, reach - 0.12), (x, reach + 0.12)) for x in (self.left, self.right)]
        marks = [Line(point(*a), point(*b), color=style.theme.dim, stroke_width=style.strokes.line) for a, b in lines]
        return laid(VGroup(mark, *marks), Layer.LABEL)

    def _give(self, answer: Answer, *, pace: float) -> None:
        """Let the pieces fall while the strip climbs, and name each; with the first word the phrase goes on."""
        strip, last = self.strip, self.header.words[-1]
        self.chart, self.texts = self._planned(answer)
        fall = self._fall(answer)
        seconds, height, thick = fall.seconds, strip.y, strip.thick
        names: list[Animation] = []
        for index, text in enumerate(self.texts):
            start = fall.named[index if index < len(answer.words) else -1] / seconds
            names.append(FadeIn(text, rate_func=squish_rate_func(smooth, start, min(1.0, start + _READ / seconds))))
        since = fall.starts[-1] + _RAINS * strip.delays

        def follow(time: float) -> None:
            moved = _phase(time * seconds, 0.0, _CLIMB)
            strip.y, strip.thick = height + moved * (self.top - height), thick + moved * (self.chart.thick - thick)
            self.fallen = _fallen((time * seconds - np.array(fall.starts)) / _FALLS)
            self.rained = _fallen((time * seconds - since) / _FALLS)
            self._draw()

        self.play(Live([strip], follow, rate_func=_linear), *names, run_time=pace * seconds)
        self.rained = np.ones(1)
        whole = self._ruler(
            self.top + self.chart.thick / 2 + _RULED - 0.05, Tick(1.0, 1.0, size=self.size, style=self.style)
        )
        self.icons = [*self._pictured(answer), whole]
        self.play(FadeIn(last, *self.icons), FadeOut(self.gap), run_time=_NAMING)
        self.remove(self.asked, last)
        self.add(self.header)
        if self._counts(answer):
            self.wait(_SEEING)
            self._count_to(answer)
        self.wait(_SEEING)
        self.rest()

    def _pictured(self, answer: Answer) -> list[VMobject]:
        """Return the icon of the first word, cut out of its piece, where it has one and the piece has room for it."""
        word, theme, name = answer.words[0].strip().lower(), self.style.theme, self.texts[0]
        first, last = (self._x(float(edge)) for edge in self._cuts(answer).edges[:2])
        if not has_icon(word, self.style) or not theme.filled:
            return []
        last = min(last, float(name.get_left()[0]))  # where there is no room beside the piece, its name is in it
        icon = Icon(word, theme.background, height=_PICTURED * self.chart.thick, style=self.style)
        at = point((first + last) / 2, self.top - self.chart.pitch)
        return [laid(icon.move_to(at), Layer.LABEL)] if float(icon.width) < last - first else []

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
            if found and len(said):
                said.add(thread := self._lead(said[1], pair[1]))
                left.append(Create(thread))
            self.play(self._hop(index), self._reach(pair, found=found), *left, run_time=_FOUND if found else _COUNTING)
            left = [Transform(rank, before)]
        self.texts.append(said)

    def _reach(self, pair: VGroup, *, found: bool) -> Animation:
        """Return how a counted place lights up; the one that is found does with its word, on a disc."""
        after = pair.copy()
        if found:
            self._find(after)
        else:
            after.submobjects[-1].set_color(self._ours)
        return Transform(pair, after)

    def _find(self, pair: VGroup) -> None:
        """Give a word, its share and its place the colour of what the article expects; the place is on a disc."""
        pair.set_color(self._ours)
        if self.style.theme.filled:
            ring, number = pair.submobjects[-1]
            ring.set_fill(self._ours, 1.0)
            number.set_color(self.style.theme.background)

    def _hop(self, index: int) -> Live:
        """Return how a fallen piece hops, up and down again."""
        way = self.chart.pitch * self._row(index)

        def follow(time: float) -> None:
            self.fallen[index] = 1 - _HOP / way * 4 * time * (1 - time)
            self._draw()

        return Live([self.strip], follow)

    def _mood(self, answer: Answer) -> str:
        """Return the key of what is said of an answer."""
        if answer.expected and not answer.place:
            return "missing"
        if answer.place > 1 and float(self.numbers.of(answer)[0]) < _LEANING:
            return "elsewhere"
        return self._certainty(answer)

    def _certainty(self, answer: Answer) -> str:
        """Return the key of how sure an answer is."""
        first = float(self.numbers.of(answer)[0])
        return "sure" if first >= _SURE else "leaning" if first >= _LEANING else "unsure"

    def _said(self, answer: Answer) -> dict[str, Any]:
        shares, digits = self.numbers.seen(answer), self.numbers.digits
        return {
            "phrase": answer.phrase,
            "word": answer.words[0],
            "share": format_number(float(shares[0]), digits),
            "expected": answer.expected,
            "place": answer.place,
            "recorded": answer.recorded,
        }

    def _compare(self) -> None:
        """Sweep the last answer's pieces together, and let this strip slide from the least sure answer to the surest.

        At each of them a strip stays behind, between one 0 and one 1.
        """
        ranked = sorted(self.numbers.answers, key=lambda answer: float(self.numbers.of(answer)[0]))
        heights = self._heights(len(ranked))
        first, *others = zip(ranked, self._titles(ranked, heights), heights, strict=True)
        self._sweep_up(*first)
        for each in others:
            self._slide(*each)
        y = heights[-1] - _COMPARED / 2 - _RULED - 0.24
        one = self._ruler(y, Tick(1.0, 1.0, size=self.size, style=self.style))
        kept = [self._kept(answer, y) for answer, y in zip(ranked, heights, strict=True) if self._counts(answer)]
        self.play(FadeIn(one, *kept), run_time=self.style.times.quick)
        self.hold()

    def _sweep_up(self, answer: Answer, title: tuple[VGroup, Label], y: float) -> None:
        """Let the fallen pieces rise into their strip, which goes to its place and is cut as the first answer says."""
        strip, header, (words, mood) = self.strip, self.header, title
        height, thick, cuts, to = strip.y, strip.thick, strip.cuts, self._cuts(answer)
        fallen, rained = self.fallen.copy(), self.rained.copy()
        delays = strip.delays

        def follow(time: float) -> None:
            self.fallen = (1 - _phase(time, 0.0, _SWEPT)) * fallen
            self.rained = rained * (1 - _eased(1.6 * time / _SWEPT - 0.6 * (1 - delays)))
            moved = _phase(time, 0.55, 0.85)
            strip.y, strip.thick = height + moved * (y - height), thick + moved * (_COMPARED - thick)
            strip.cuts = cuts.towards(to, _phase(time, 0.6, 1.0))
            self._draw()

        late = squish_rate_func(smooth, 0.7, 1.0)
        same = answer is self.numbers.answers[-1]
        ride = [self._ride(word, goal) for word, goal in zip(header.words[:-1], words, strict=False)] if same else []
        come = [FadeIn(mood, *(words[-2:] if same else words), rate_func=late)]
        leave = header.words[-1:] if same else [header]
        self.play(*self._leaving_texts(), FadeOut(*leave, rate_func=squish_rate_func(smooth, 0.0, 0.3)),
                  Live([strip], follow, rate_func=_linear), *ride, *come, run_time=_SWEEPING)  # fmt: skip
        self.remove(header, *header.words)
        self.add(words)

    def _slide(self, answer: Answer, title: tuple[VGroup, Label], y: float) -> None:
        """Let a strip come out of the one before it, which stays, and its cuts slide to those of an answer."""
        strip, before, to, (words, mood) = self.strip, self.strip.cuts, self._cuts(answer), title
        height = strip.y
        self.add(strip.copy(), strip)

        def follow(time: float) -> None:
            strip.y = height + _phase(time, 0.0, 0.45) * (y - height)
            strip.cuts = before.towards(to, _phase(time, 0.5, 1.0))
            strip.draw()

        phrase = FadeIn(words[:-2], rate_func=squish_rate_func(smooth, 0.45, 0.65))
        said = FadeIn(words[-2:], mood, rate_func=squish_rate_func(smooth, 0.8, 1.0))
        self.play(Live([strip], follow, rate_func=_linear), phrase, said, run_time=_SLIDING)

    def _heights(self, count: int) -> list[float]:
        """Return the heights of as many strips, from the top, each with room for its phrase above it."""
        high = self.stage.safe.top - _NAMED * self.style.sizes.scale - _COMPARED / 2
        low = self.low + _ENDS + _COMPARED / 2
        pitch = min((high - low) / (count - 1), _MOST_PITCH)
        return [(high + low + pitch * (count - 1)) / 2 - pitch * index for index in range(count)]

    def _kept(self, answer: Answer, y: float) -> VGroup:
        """Return the place, the name and the share of the word that the article expects, below its piece."""
        place = answer.place - 1
        pair, edges = self._named(answer)[place], self._cuts(answer).edges
        middle = (self._x(edges[place]) + self._x(edges[place + 1])) / 2
        _level(pair, y - _COMPARED / 2 - _RANK_BELOW - float(pair[2].height) / 2)
        self._find(pair)
        pair.shift(point(max(self.left, middle - float(pair[2].width) / 2) - float(pair.get_left()[0])))
        return laid(pair, Layer.LABEL)

    def _ride(self, word: VMobject, to: VMobject) -> Live:
        """Return how a word of the phrase goes to its place above its strip, and becomes as small as it is there."""
        start, end = word.get_center(), to.get_center()
        first, less = float(word.width), float(to.width) / float(word.width)

        def follow(share: float) -> None:
            word.scale((1 + share * (less - 1)) * first / float(word.width))
            word.move_to(start + share * (end - start))

        return Live([word], follow, rate_func=squish_rate_func(smooth, 0.0, 0.7))

    def _certain(self, answer: Answer) -> Label:
        """Return how sure an answer is, as a word."""
        return Label(self.says(self._certainty(answer)), size=self.size, style=self.style)

    def _titles(self, answers: Sequence[Answer], heights: Sequence[float]) -> list[tuple[VGroup, Label]]:
        """Return each phrase with its first word above its strip, and at the other end how sure that is."""
        titles: list[tuple[VGroup, Label]] = []
        for answer, y in zip(answers, heights, strict=True):
            base, mood = y + _COMPARED / 2 + _ASIDE, self._certain(answer)
            mood.set_x(self.right - float(mood.width) / 2).on_baseline(base)
            titles.append((self._title(answer, base), laid(mood, Layer.LABEL)))
        return titles

    def _title(self, answer: Answer, base: float) -> VGroup:
        """Return a phrase, word by word, its first word and that word's share, from the strips' left end on."""
        theme, size, share = self.style.theme, self.size, self.numbers.seen(answer)[0]
        words = [Label(word, size=size, color=theme.ink, style=self.style) for word in answer.phrase.split()]
        title, x = VGroup(*words, *self._pair(answer.words[0], share, theme.subject, size)), self.left
        for text in title:
            text.set_x(x + float(text.width) / 2).on_baseline(base)
            x += float(text.width) + _WORD_SPACE * size
        return laid(title, Layer.LABEL)
