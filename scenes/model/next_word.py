"""The next word of several phrases, in the probabilities of a real language model.

The model was run once, by ``record-model``; everything here is drawn from its recording.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
import torch
from manim import (
    LEFT,
    UP,
    Animation,
    Circle,
    DashedLine,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
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
from scenes.style import SHADED, SHINE
from scenes.worlds import World

_MOST_PHRASES = 3
"""Phrases of a recording that one film has time for."""

_COUNTS = (3, 4, 5, 6, 7, 2, 1)
"""Words that are named, the best first: with some of them, printed shares add up to the printed 1."""

_SURE, _LEANING = 0.5, 0.15
"""The first word's share from which the model counts as sure, and as leaning."""

_NEAR = 5
"""The place down to which a word counts as near the first."""

_THICK, _THICKEST, _MOST_PITCH = 0.82, 0.84, 2.6
"""The strip's thickness as a share of what lies from row to row, and at the most, scene units; from one strip to the
next, at the most, where they are compared."""

_WHOLE, _COMPARED, _MEASURE = 1.1, 0.95, 0.85
"""The strip's thickness while it is whole, and where strips are compared; the room above it for its length."""

_TOP, _DEEPEST, _GAP = 0.47, 8.0, 0.035
"""Scene units from the header's room down to the strip's middle; from there to the row of all others, at the most;
between two pieces."""

_ASIDE, _UNDER, _NAMED = 0.18, 0.2, 0.5
"""Scene units from a piece to its text; from the header's baseline to the gap's line; from a strip up to its phrase."""

_BELOW_OTHERS, _ENDS, _RULED = 0.44, 0.5, 0.17
"""Scene units from the piece of all others down to its name's baseline; the room for the ends' numbers where strips
are compared; from the whole strip up to the line that measures it."""

_TONES = ((SHADED, 0.2), (SHADED, 0.0), (SHINE, 0.2), (SHADED, 0.0))
"""A piece's colours from its lower edge to its upper one: what its colour is mixed with, and the share."""

_FALL, _TRAIN, _BOUNCE, _BOUNCED = 1.3, 0.55, 0.62, 0.05
"""Seconds in which all pieces fall, and the share of them between the first and the last one's start; the share of its
own time after which a piece has landed, and how high it bounces then, as a share of its way."""

_CUTTING, _NAMING, _COUNTING, _FOUND = 0.5, 0.4, 0.32, 0.5
"""Seconds in which the strip is cut; the phrase goes on with its word; a place is counted, and the last one found."""

_RISING, _HOP = 0.7, 0.08
"""Scene units that the candidates rise as they leave, and that a counted piece hops."""

_BETWEEN, _LINE, _SPREAD = 0.45, 0.018, 0.028
"""Scene units between two candidates, at the least; from line to line for each font unit, at the least and most."""

_ROOMY = 0.95
"""Scene units from row to row from which the type is larger."""

_WORD_SPACE = 0.0055
"""Scene units between a word and what follows it, for each font unit."""

_ROUND, _BEFORE_WORD = 0.0068, 0.16
"""A place's ring: its radius in scene units for each font unit; scene units from it to its word."""

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
    """

    phrase: str
    words: tuple[str, ...]
    first: int
    expected: str
    place: int
    recorded: int
    others: int

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
    vocabulary = about.vocabulary if about.vocabulary > max(len(phrase.next) for phrase in about.phrases) else 0
    answers: list[Answer] = []
    titles: list[str] = []
    shares: list[float] = []
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
        answers.append(Answer(phrase.text, tuple(kept), len(shares), expected, place, len(ranked), others))
        shares += [*named, max(0.0, 1 - sum(named))]
        titles += [f"{phrase.text} {word}" for word in [*kept, "…"]]
    candidates: dict[str, str] = {}
    for word in (word for rank in zip_longest(*recorded) for word in rank if word):
        candidates.setdefault(word.lower(), word)
    return NextWords(
        tuple(answers), tuple(titles), about.model, vocabulary, tuple(candidates.values()), torch.tensor(shares)
    )


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


def _grouped(count: int) -> str:
    """Return a count with a space between thousands."""
    return f"{count:,}".replace(",", _THOUSANDS)


@dataclass(frozen=True)
class _Strip:
    """A strip that stands for itself, and what cuts it as far as a share says."""

    group: VGroup
    cut: Callable[[float], None]


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
        self.left, self.right, self.top, self.low = room.left, room.right, room.top - _TOP, room.bottom
        self.most = max(len(answer.words) for answer in numbers.answers) + 1
        self.pieces = [laid(VMobject(stroke_width=0), Layer.VECTOR) for _ in range(self.most)]
        self.ghosts = [laid(VMobject(stroke_width=0), Layer.GHOST) for _ in range(self.most)]
        self.texts: list[VGroup] = []
        self.candidates = VGroup()
        self.edges, self.fallen = np.array([0.0, *[1.0] * self.most]), np.zeros(self.most)
        self.colors = [self.style.theme.dim] * self.most
        self.cut, self.last_row, self.deep, self.thick = 0.0, 1, 1.0, _WHOLE
        self.y = room.top - _MEASURE * self.style.sizes.scale - self.thick / 2
        self._draw()

    def _make_rows(self, answer: Answer) -> None:
        """Find how deep an answer's pieces fall, and how thick they are: few rows have room for large pieces."""
        self.last_row = rows = len(answer.words) + 1
        room = self.top - self.low - _BELOW_OTHERS - 0.1
        self.row_thick = min(_THICKEST, _THICK * room / (rows + _THICK / 2))
        self.deep = min(_DEEPEST, room - self.row_thick / 2)

    def _cuts(self, answer: Answer) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return where the strip is cut, 0 to 1, shape (most + 1,); pieces that a phrase lacks have no length."""
        named = np.cumsum(self.numbers.of(answer)[:-1].double().numpy())
        spare = self.most - 1 - len(named)
        return np.array([0.0, *named, *[named[-1]] * spare, 1.0])

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
        """Put all pieces where the edges and the falls say; an outline stays where a piece has fallen from."""
        for index, (piece, ghost) in enumerate(zip(self.pieces, self.ghosts, strict=True)):
            drop = self.fallen[index] * self.deep * self._row(index) / self.last_row
            self._cut(piece, index, self.y - drop)
            if self.fallen[index] > 0:
                self._outline(ghost, index)
            else:
                ghost.clear_points()

    def _row(self, index: int) -> int:
        """Return a piece's row below the strip, from 1; all others together follow the last word."""
        return index + 1 if index < self.most - 1 else self.last_row

    def _sides(self, index: int) -> tuple[float, float]:
        """Return a piece's left and right end, scene units; a gap is free beside it as far as it is cut."""
        left, right = (self._x(self.edges[index + side]) for side in (0, 1))
        return left, max(left, right - self.cut * _GAP) if self.edges[index + 1] < 1 else right

    def _box(self, mark: VMobject, index: int, y: float, thick: float) -> bool:
        """Give a mark a piece's outline at a height; say whether it has any length."""
        left, right = self._sides(index)
        low, high = y - thick / 2, y + thick / 2
        if right - left < 1e-6:
            mark.clear_points()
            return False
        mark.set_points_as_corners([point(left, low), point(right, low), point(right, high), point(left, high),
                                    point(left, low)])  # fmt: skip
        return True

    def _outline(self, ghost: VMobject, index: int) -> None:
        """Draw where a piece was cut out of the whole."""
        if self._box(ghost, index, self.y, self.thick):
            ghost.set_fill(opacity=0.0)
            ghost.set_stroke(self._color(index), self.style.strokes.thin)

    def _color(self, index: int) -> str:
        """Return a piece's colour: as long as the strip is not cut, all of it is alike."""
        dim, hue = self.style.theme.dim, self.colors[index]
        if hue == dim or self.cut in (0.0, 1.0):
            return hue if self.cut else dim
        return str(ManimColor(dim).interpolate(ManimColor(hue), self.cut).to_hex())

    def _cut(self, piece: VMobject, index: int, y: float) -> None:
        if not self._box(piece, index, y, self.thick):
            return
        color = self._color(index)
        if not self.style.theme.filled:
            piece.set_fill(self.style.theme.background, 0.0)
            piece.set_stroke(color, self.style.strokes.bold)
            return
        fill = ManimColor(self.style.theme.fill(color))
        shades = [fill.interpolate(ManimColor(tone), share) for tone, share in _TONES]
        piece.set_fill(shades, 1.0)  # type: ignore[arg-type]  # several colours make a gradient
        piece.set_sheen_direction(UP)

    def _x(self, share: float) -> float:
        return self.left + float(share) * (self.right - self.left)

    def _cutting(self, share: float) -> None:
        """Let the strip be cut as far as a share says: it parts, and each piece takes its colour."""
        self.cut = share
        self._draw()

    def _recut(self, answer: Answer) -> None:
        """Cut the whole strip as a phrase's answer does."""
        moved = [*self.pieces, *self.ghosts]
        self.edges, self.colors = self._cuts(answer), self._hues(answer, found=False)
        self._make_rows(answer)
        height, thick, climbs = self.y, self.thick, self.y != self.top

        def follow(time: float) -> None:
            moved, cut = (min(1.0, 2 * time), max(0.0, 2 * time - 1)) if climbs else (time, time)
            self.y = height + smooth(moved) * (self.top - height)
            self.thick = thick + smooth(moved) * (self.row_thick - thick)
            self._cutting(smooth(cut))

        seconds = _CUTTING * (2 if climbs else 1)
        self.play(Live(moved, follow, run_time=seconds, rate_func=lambda time: time), *self._leaving_texts(),
                  *self._leaving_candidates(), run_time=seconds)  # fmt: skip

    def _leaving_texts(self) -> list[FadeOut]:
        """Return how the texts of the beat before leave."""
        gone, self.texts = self.texts, []
        return [FadeOut(*gone, rate_func=squish_rate_func(smooth, 0.0, 0.3))] if gone else []

    def _leaving_candidates(self) -> list[FadeOut]:
        """Return how the candidates leave: towards the strip, which all of them share."""
        gone, self.candidates = self.candidates, VGroup()
        rises = squish_rate_func(smooth, 0.0, 0.5)
        return [FadeOut(gone, shift=_RISING * UP, rate_func=rises)] if len(gone) else []

    def _landing(self, index: int) -> tuple[float, float]:
        """Return the moments at which a piece begins to fall and at which it has landed, of all pieces' time.

        The lowest falls first: so none falls past the name of another.
        """
        order = self.last_row - min(self._row(index), self.last_row)
        start = _TRAIN * order / max(1, self.last_row - 1)
        return start, start + (1 - _TRAIN) * _BOUNCE

    def _falling(self, time: float) -> None:
        """Put each piece where it has fallen to: it falls faster and faster, and bounces once."""
        for index in range(self.most):
            start, _ = self._landing(index)
            own = min(1.0, max(0.0, (time - start) / (1 - _TRAIN)))
            if own < _BOUNCE:
                self.fallen[index] = (own / _BOUNCE) ** 2
            else:
                after = (own - _BOUNCE) / (1 - _BOUNCE)
                self.fallen[index] = 1 - 4 * _BOUNCED * after * (1 - after)
        self._draw()

    def _drop(self, seconds: float) -> Live:
        """Let the pieces fall into rows, one after another."""
        moved = [*self.pieces, *self.ghosts]
        return Live(moved, self._falling, run_time=seconds, rate_func=lambda time: time)

    def _rise(self, seconds: float, *, closes: bool = False) -> Live:
        """Let all pieces rise into the strip at once; one strip of one colour if it closes."""

        def follow(share: float) -> None:
            self.fallen[:] = 1 - share
            if closes:
                self.cut = 1 - share
            self._draw()

        return Live([*self.pieces, *self.ghosts], follow, run_time=seconds)

    def _texts(self, answer: Answer) -> list[VGroup]:
        """Return each named word and its share beside its piece, and all others' below theirs, at the right."""
        cuts, shares, theme, sizes = self._cuts(answer), self.numbers.of(answer), self.style.theme, self.style.sizes
        pitch, named = self.deep / self.last_row, list(zip(answer.words, shares[:-1], cuts[1:], strict=False))
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
        rest = self.says("others", count=_grouped(answer.others)) if answer.others else self.says("others-unknown")
        others = self._pair(rest, shares[-1], theme.ink, sizes.number)
        others.shift(point(self.right - float(others.get_right()[0])))
        for text in others:
            text.on_baseline(self.top - self.deep - self.row_thick / 2 - _BELOW_OTHERS)
        return [laid(group, Layer.LABEL) for group in (*pairs, others)]

    def _named(
        self, named: Sequence[tuple[str, Tensor, float]], color: str, sizes: Sequence[float], first: int
    ) -> list[VGroup]:
        """Return words with their shares in the largest type with which all have room beside their pieces.

        Their places come before them, from the first one's on, unless that is 0.
        """
        pairs: list[VGroup] = []
        for size in sizes:
            pairs = [self._pair(word, share, color, size) for word, share, _ in named]
            if first:
                for place, pair in enumerate(pairs, first):
                    pair.add(self._rank(place).next_to(pair[0], LEFT, buff=_BEFORE_WORD))
            rooms = [max(self.right - self._x(cut), self._x(cut - float(share)) - self.left) for _, share, cut in named]
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
        size, dim = self.style.sizes.tick, self.style.theme.dim
        ring = Circle(radius=_ROUND * size, color=dim, stroke_width=self.style.strokes.line)
        return VGroup(ring, Tick(place, 1.0, size=size, color=dim, style=self.style).move_to(ring))

    def _say_ours(self, answer: Answer) -> VGroup:
        """Return the phrase as the article ends it, where the named words leave room; nothing where they do not."""
        style, sizes, pitch = self.style, self.style.sizes, self.deep / self.last_row
        words = [*answer.phrase.split(), answer.expected]
        colors = [*[style.theme.ink] * (len(words) - 1), self._ours]
        left = max(float(text.get_right()[0]) for text in self.texts[:-1])
        for size, lines in ((sizes.hero, 1), (sizes.head, 1), (sizes.head, 2), (sizes.number, 2)):
            phrase = PhraseBlock(words, colors, lines, size=size, style=style)
            said = Label(self.says("ours"), size=sizes.number, style=style)
            both = VGroup(said.next_to(phrase, UP, buff=0.25), phrase)
            if float(both.width) + 2 * _ASIDE <= self.right - left:
                both.move_to(point((left + self.right) / 2, self.top - (1 + len(answer.words)) / 2 * pitch))
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
                if place:
                    self._ask(answer)
                self._give(answer)
        if len(answers) > 1:
            with self.beat("compare"):
                self._compare()

    def _ask_first(self, answer: Answer) -> None:
        """Bring the first phrase, let the whole strip grow, measure it, and bring some of those that share it."""
        style, right, count = self.style, self.right, self.numbers.vocabulary
        self.header, self.asked, self.gap = self._header(answer)
        said = self.says("whole", count=_grouped(count)) if count else self.says("whole-unknown")
        whole = Label(said, size=style.sizes.number, within=right - self.left, style=style)
        whole.move_to(point((self.left + right) / 2, self.y - self.thick / 2 - 0.5 * style.sizes.scale))
        self.candidates = self._candidates(float(whole.get_bottom()[1]) - 0.35)
        self.texts = [VGroup(laid(whole, Layer.LABEL), self._ruler(self.y + self.thick / 2 + _RULED))]
        self.add(*self.ghosts, *self.pieces)

        def grow(share: float) -> None:
            self.right = self.left + max(share, 1e-3) * (right - self.left)
            self._draw()

        early, late = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
        self.play(FadeIn(self.asked, self.gap, rate_func=early), Live(self.pieces, grow),
                  FadeIn(self.texts[0][0], rate_func=late), run_time=style.times.second)  # fmt: skip
        self.play(FadeIn(self.texts[0][1]), run_time=style.times.quick)
        arrivals = [FadeIn(word, shift=_RISING / 4 * UP) for word in self.candidates]
        if arrivals:
            self.play(LaggedStart(*arrivals, lag_ratio=0.15), run_time=style.times.second)
        self.rest()

    def _candidates(self, high: float) -> VGroup:
        """Return words that may come next in full lines, as wide as the strip, from a height to the foot."""
        style, size = self.style, self.style.sizes.number
        wide, tall = self.right - self.left, high - self.low
        lines: list[list[Label]] = [[]]
        for text in (word for word in self.numbers.candidates if not without_glyph(word)):
            word = Label(text, size=size, color=style.theme.dim, style=style)
            if sum(float(each.width) + _BETWEEN for each in [*lines[-1], word]) > wide + _BETWEEN:
                lines.append([])
            lines[-1].append(word)
        lines = (lines[:-1] or lines)[: max(1, int(tall / (_LINE * size)))]
        lines[-1][-1:] = [Label("…", size=size, color=style.theme.dim, style=style)]
        pitch = min(_SPREAD * size, tall / len(lines))
        for row, line in enumerate(lines):
            free = (wide - sum(float(word.width) for word in line)) / max(1, len(line) - 1)
            x = self.left
            for word in line:
                word.set_x(x + float(word.width) / 2).on_baseline(high - (row + 0.5) * pitch - word.cap_height / 2)
                x += float(word.width) + free
        return laid(VGroup(*(word for line in lines for word in line)), Layer.LABEL)

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

    def _ask(self, answer: Answer) -> None:
        """Let the pieces rise into the strip again, and the next phrase take the place of the last."""
        before = self.header
        self.header, self.asked, self.gap = self._header(answer)
        self.play(
            *self._leaving_texts(),
            self._rise(self.style.times.move, closes=True),
            FadeOut(before, rate_func=squish_rate_func(smooth, 0.0, 0.45)),
            FadeIn(self.asked, self.gap, rate_func=squish_rate_func(smooth, 0.45, 1.0)),
            run_time=self.style.times.move,
        )

    def _give(self, answer: Answer) -> None:
        """Cut the strip, let its pieces fall and name each as it lands; with the first word the phrase goes on."""
        self._recut(answer)
        self.texts = self._texts(answer)
        last = self.header.words[-1]
        motions: list[Animation] = []
        for index, text in enumerate(self.texts):
            piece = index if index < len(answer.words) else self.most - 1
            landed = self._landing(piece)[1]
            motions.append(FadeIn(text, rate_func=squish_rate_func(smooth, landed, min(1.0, landed + 0.2))))
        self.play(self._drop(_FALL), *motions, run_time=_FALL)
        late = squish_rate_func(smooth, 0.4, 1.0)
        self.play(FadeIn(last, rate_func=late), FadeOut(self.gap, rate_func=late), run_time=2 * _NAMING)
        self.remove(self.asked, last)
        self.add(self.header)
        if self._counts(answer):
            self._count_to(answer)
        self.rest()

    def _count_to(self, answer: Answer) -> None:
        """Say which word the article expects, and count down the words to its place, where it takes its colour."""
        said, dim, left = self._say_ours(answer), self.style.theme.dim, list[Animation]()
        if len(said):
            self.play(FadeIn(said), run_time=_NAMING)
        for index, pair in enumerate(self.texts[: answer.place]):
            found, rank = index + 1 == answer.place, pair.submobjects[-1]
            if found:
                self.colors = self._hues(answer)
            self.play(self._hop(index), self._reach(pair, found=found), *left, run_time=_FOUND if found else _COUNTING)
            left = [rank.animate.set_color(dim).build()]
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
        way = self.deep * self._row(index) / self.last_row

        def follow(time: float) -> None:
            self.fallen[index] = 1 - _HOP / way * 4 * time * (1 - time)
            self._draw()

        return Live([*self.pieces, *self.ghosts], follow)

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
        """Put the strips of all phrases below each other, the least sure first, between one 0 and one 1."""
        numbers, times, top = self.numbers, self.style.times, self.stage.safe.top
        ranked = sorted(numbers.answers, key=lambda answer: float(numbers.of(answer)[0]))
        before, thin, thick = self.y, self.thick, _COMPARED
        high, low = top - _NAMED * self.style.sizes.scale - thick / 2, self.low + _ENDS + thick / 2
        pitch = min((high - low) / (len(ranked) - 1), _MOST_PITCH)
        heights = [(high + low + pitch * (len(ranked) - 1)) / 2 - pitch * index for index in range(len(ranked))]
        last = ranked.index(numbers.answers[-1])
        titles = [self._title(answer, y + thick / 2) for answer, y in zip(ranked, heights, strict=True)]
        self.play(*self._leaving_texts(), self._rise(times.move), run_time=times.move)

        def move(share: float) -> None:
            self.y = before + share * (heights[last] - before)
            self.thick = thin + share * (thick - thin)
            self._draw()

        late = squish_rate_func(smooth, 0.8, 1.0)
        others = [title for index, title in enumerate(titles) if index != last]
        ride = [self._ride(word, to) for word, to in zip(self.header.words, titles[last], strict=False)]
        self.play(Live([*self.pieces, *self.ghosts], move), *ride, FadeIn(titles[last][-1], rate_func=late),
                  run_time=times.slow)  # fmt: skip
        self.remove(self.header, *self.header.words)
        self.add(titles[last])
        strips = [self._strip(answer, y) for index, (answer, y) in enumerate(zip(ranked, heights, strict=True))
                  if index != last]  # fmt: skip
        wholes = [part for strip, title in zip(strips, others, strict=True) for part in (strip.group, title[:-2])]
        self.play(FadeIn(*wholes), run_time=_NAMING)
        for strip, title in zip(strips, others, strict=True):
            self.play(Live([strip.group], strip.cut), FadeIn(title[-2:], rate_func=late), run_time=_CUTTING)
            self.add(title)
        self.play(FadeIn(self._ends(heights)), run_time=times.quick)
        self.last()

    def _ride(self, word: VMobject, to: VMobject) -> Live:
        """Return how a word of the phrase goes to its place above its strip, and becomes as small as it is there."""
        start, end = word.get_center(), to.get_center()
        first, less = float(word.width), float(to.width) / float(word.width)

        def follow(share: float) -> None:
            word.scale((1 + share * (less - 1)) * first / float(word.width))
            word.move_to(start + share * (end - start))

        return Live([word], follow)

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

    def _strip(self, answer: Answer, y: float) -> _Strip:
        """Return a phrase's strip at a height: first whole, then cut as its answer is."""
        pieces = [laid(VMobject(stroke_width=0), Layer.VECTOR) for _ in range(self.most)]

        def cut(share: float) -> None:
            kept = self.edges, self.colors, self.cut
            self.edges, self.colors, self.cut = self._cuts(answer), self._hues(answer), share
            for index, piece in enumerate(pieces):
                self._cut(piece, index, y)
            self.edges, self.colors, self.cut = kept

        cut(0.0)
        return _Strip(VGroup(*pieces), cut)

    def _ends(self, heights: Sequence[float]) -> VGroup:
        """Return what all strips have in common: where they begin, 0, and where they end, 1."""
        style, marks = self.style, VGroup()
        low, high = min(heights) - self.thick / 2, max(heights) + self.thick / 2
        for x, share in ((self.left, 0.0), (self.right, 1.0)):
            line = DashedLine(point(x, high), point(x, low - 0.14), color=style.theme.dim, stroke_width=2)
            number = Tick(share, 1.0, size=style.sizes.number, color=style.theme.dim, style=style)
            number.move_to(point(x, low - 0.36))
            aside = float(number.width) / 2 * (1 if share == 0.0 else -1)
            marks.add(laid(line, Layer.TRAIL), laid(number.shift(point(aside)), Layer.LABEL))
        return marks
