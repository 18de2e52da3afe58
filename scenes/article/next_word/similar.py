"""The limits of an average: one word is a small share of it (the article's section "An Initial Idea").

Two phrases that differ in one word have nearly the same average, so a classifier that has learned to complete only one
of them gives both the same answer. This does not mean that averages can never be told apart: a classifier that had seen
both phrases could have learned it (the claims measure that, too).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
import torch
from manim import (
    Animation,
    Arc,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
    ReplacementTransform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor, full

from attnmath import class_scores, cosine_similarity
from scenes.article.next_word.choice import picture_plane, to_drawn
from scenes.article.next_word.claims import SIMILAR_CLASSIFICATION_CLAIMS
from scenes.article.next_word.drinks import PhrasePair, TwoDrinks
from scenes.article.next_word.fan import BESIDE, Fan
from scenes.article.next_word.marks import CheckMark, CrossMark
from scenes.article.next_word.mixing import Glass, Stream, VectorBlocks
from scenes.article.next_word.training import train, whole_phrases
from scenes.errors import UserError
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.parameters import FigureParameters, Phrase, phrase_words
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB, Shadow
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_NEAR = 0.98
"""The cosine similarity from which two averages are said to be nearly the same."""

_LISTED = 6
"""The most words whose scores are drawn."""

_APART = 8.0
"""Degrees: a word has an arrow only if it is so far from those of the answers and of the words that should be them."""

_MOST_WORDS = 6
"""The most words before the last one, so that each has room for its vector."""


class SeenAndUnseen(FigureParameters):
    """The parameters of the figure: two whole phrases that are nearly the same."""

    seen: Phrase = Field(
        "france",
        description="A whole phrase that is learned: its name in the world, or written out (3 to 7 words).",
    )
    unseen: Phrase = Field(
        "the capital of Spain is Madrid",
        description="A phrase of as many words that is not: its name in the world, or written out.",
    )

    def phrases(self, world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return both phrases, including the word that each should end with.

        Raises:
            UserError: when a word is unknown, or the phrases are too short, too long, of two lengths or the same.
        """
        seen, unseen = (
            phrase_words(world, getattr(self, name), name, least=3, most=_MOST_WORDS + 1) for name in ("seen", "unseen")
        )
        if len(seen) != len(unseen):
            raise UserError(f"seen and unseen must have as many words as each other; got {len(seen)} and {len(unseen)}")
        if seen[:-1] == unseen[:-1]:
            raise UserError("seen and unseen must differ before their last word; got the same words")
        return seen, unseen

    @classmethod
    def stand_ins(cls, world: World) -> Iterator[Mapping[str, Any]]:
        """Yield pairs of a world's phrases with as many words as each other, those first that differ least."""
        told = {name: world.words_of(name) for name in world.phrases}
        pairs = [pair for pair in permutations(told, 2) if len(told[pair[0]]) == len(told[pair[1]])]

        def differing(pair: tuple[str, str]) -> int:
            return sum(one != other for one, other in zip(told[pair[0]], told[pair[1]], strict=True))

        for seen, unseen in sorted(pairs, key=differing):
            yield {"seen": seen, "unseen": unseen}


@dataclass(frozen=True)
class TwoAnswers:
    """A model's answers to two phrases, of which it has seen one.

    Attributes:
        seen: the learned phrase, without its last word.
        unseen: the other one, without its last word.
        axes: names of the vectors' numbers.
        vocabulary: the words it chooses from.
        wanted: the last word of each phrase.
        predicted: the model's last word for each phrase.
        learned: the phrases it was trained on.
        listed: positions in the vocabulary of the words whose scores are drawn.
        sides: the two phrases' names.
        directions: names of the picture's two directions.
        drawn: positions in the vocabulary of the rows that are drawn as arrows.
    """

    seen: tuple[str, ...]
    unseen: tuple[str, ...]
    axes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    wanted: tuple[str, str]
    predicted: tuple[str, str]
    learned: tuple[str, ...]
    listed: tuple[int, ...]
    sides: tuple[str, str]
    directions: tuple[str, str]
    drawn: tuple[int, ...]
    seen_vectors: Tensor = quantity("The vectors of the learned phrase.", rows="seen", columns="axes")
    unseen_vectors: Tensor = quantity("The vectors of the other phrase.", rows="unseen", columns="axes")
    count: Tensor = quantity("How many words each average is made of.")
    contexts: Tensor = quantity("The context vectors: the averages.", rows="sides", columns="axes")
    similarity: Tensor = quantity("The cosine similarity of the two context vectors.")
    angle: Tensor = quantity("The angle between the two context vectors, in degrees.")
    classifier: Tensor = quantity(
        "The classifier, to two decimals: a row for each word.", rows="vocabulary", columns="axes"
    )
    scores: Tensor = quantity("The score of every word after each phrase.", rows="sides", columns="vocabulary")
    view: Tensor = quantity(
        "The picture's directions, of length 1: both context vectors lie in it, so shadows on them are true.",
        rows="directions",
        columns="axes",
    )

    @property
    def phrases(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of both beginnings."""
        return self.seen, self.unseen

    @property
    def whole(self) -> tuple[str, str]:
        """The two phrases with the words they should end with."""
        seen, unseen = (" ".join([*words, last]) for words, last in zip(self.phrases, self.wanted, strict=True))
        return seen, unseen

    @property
    def differences(self) -> tuple[str, str]:
        """The words in which the phrases differ, those of each."""
        pairs = [(one, other) for one, other in zip(*self.phrases, strict=True) if one != other]
        ones, others = (" ".join(words) for words in zip(*pairs, strict=True))
        return ones, others

    @property
    def shared(self) -> tuple[int, ...]:
        """The positions at which both phrases have the same word."""
        return tuple(at for at, pair in enumerate(zip(*self.phrases, strict=True)) if pair[0] == pair[1])

    @property
    def same_answer(self) -> bool:
        """True if the model gives the same answer to both phrases."""
        return self.predicted[0] == self.predicted[1]

    @property
    def right(self) -> tuple[bool, bool]:
        """The truth of both answers: True where the model's answer to a phrase is right."""
        return self.predicted[0] == self.wanted[0], self.predicted[1] == self.wanted[1]

    def outcome(self, side: int) -> str:
        """Return the outcome for one of the phrases as a key, such as ``seen-right`` or ``unseen-also-wrong``."""
        also = "also-" if side and self.same_answer else ""
        return f"{self.sides[side]}-{also}{'right' if self.right[side] else 'wrong'}"

    def row_of(self, word: str) -> int:
        """Return a word's position among those whose scores are drawn."""
        return self.listed.index(self.vocabulary.index(word))


def two_answers(parameters: SeenAndUnseen, world: World) -> TwoAnswers:
    """Return both averages, and the answers of a classifier that has seen one of the phrases.

    Raises:
        UserError: when the phrases do not fit each other or the world.
    """
    seen, unseen = parameters.phrases(world)
    given = [phrase for phrase in whole_phrases(world) if phrase.split() != list(unseen)]
    learned = tuple(dict.fromkeys([*given, " ".join(seen)]))
    model = train(world, learned)
    begun = (seen[:-1], unseen[:-1])
    contexts = torch.stack([model.context(words) for words in begun])  # (2, d)
    classifier, drawn_contexts = to_drawn(model.classifier, world), to_drawn(contexts, world)
    scores = class_scores(drawn_contexts, classifier)  # (2, V)
    vocabulary = model.embedding.words
    wanted = [vocabulary.index(phrase[-1]) for phrase in (seen, unseen)]
    best = scores.argmax(dim=-1).tolist()
    listed = _listed(scores, wanted)
    rows = classifier[list(listed)]
    view = picture_plane(drawn_contexts[0], drawn_contexts[1], rows, classifier[best[0]])
    # A word that was poured has no arrow of its own beside the contexts: two things would have one name.
    poured = {vocabulary.index(word) for pair in zip(*begun, strict=True) if pair[0] != pair[1] for word in pair}
    needed = [*dict.fromkeys([*best, *wanted])]
    drawn = _clear([row for row in listed if row not in poured], needed, classifier @ view.T)
    similarity = cosine_similarity(contexts[0], contexts[1])
    vectors = [model.embedding.rows(words) for words in begun]
    return TwoAnswers(
        *begun,
        axes=world.axes,
        vocabulary=vocabulary,
        wanted=(seen[-1], unseen[-1]),
        predicted=(vocabulary[best[0]], vocabulary[best[1]]),
        learned=learned,
        listed=listed,
        sides=("seen", "unseen"),
        directions=("across", "up"),
        drawn=drawn,
        seen_vectors=vectors[0],
        unseen_vectors=vectors[1],
        count=torch.tensor(float(len(begun[0]))),
        contexts=contexts,
        similarity=similarity,
        angle=torch.rad2deg(torch.acos(similarity.clamp(-1.0, 1.0))),
        classifier=classifier,
        scores=scores,
        view=view,
    )


def _clear(rows: Sequence[int], needed: Sequence[int], places: Tensor) -> tuple[int, ...]:
    """Return the needed rows, and those of the others whose arrows lie clear of theirs."""
    turned = torch.rad2deg(torch.atan2(places[:, 1], places[:, 0]))

    def apart(row: int, other: int) -> float:
        return abs(float((turned[row] - turned[other] + 180.0) % 360.0) - 180.0)

    clear = [row for row in rows if all(apart(row, other) >= _APART for other in needed)]
    return tuple(sorted({*needed, *clear}))


def _listed(scores: Tensor, wanted: list[int]) -> tuple[int, ...]:
    """Return the rows whose scores are drawn, at most six: each phrase's highest ones and the wanted words.

    A row that is left out scores less than all drawn ones but the wanted words', as far as there is room. The first
    phrase's highest score comes first.
    """
    best = scores.argmax(dim=-1).tolist()  # among equal scores it need not be the first of the highest
    for depth in (3, 2):
        highest = scores.topk(min(depth, scores.shape[1]), dim=-1)
        rows = list(dict.fromkeys([*best, *highest.indices.flatten().tolist()]))
        needed = list(dict.fromkeys([*rows, *wanted]))
        left_out = [row for row in range(scores.shape[1]) if row not in needed]
        whole = not left_out or bool((scores[:, rows].amin(dim=-1) >= scores[:, left_out].amax(dim=-1)).all())
        if whole and len(needed) <= _LISTED:
            break
    return tuple(sorted(needed, key=lambda row: -float(scores[0, row])))


_RIGHT, _NARROW_RIGHT, _LOW, _FLAT = 4.6, 3.3, 4.9, 2.7
"""Scene units: the width of the record beside the arrows, in wide frames and others; its height beneath them,
in tall frames and square ones."""

_HEADS = 0.2
"""Scene units for half an arrow head between a context vector's end and the edge of its room."""

_TIPS = 0.55
"""Scene units above the fan for the tips of the two context vectors and their names."""

_LARGE = 0.94
"""The height of the two context vectors before the classifier comes, as a share of the height there is."""

_BOLD, _LARGE_SHAFT = 0.11, 0.15
"""Scene units: the shafts of context vectors in the fan, and of large ones."""

_FALL, _NAMED = 0.6, 0.6
"""Scene units that a stream falls from above a large glass, and those for the name below it."""

_MOST_UNIT, _BLOCK = 1.15, 1.1
"""Scene units for 1 in an average's bars, and from one bar to the next, at most."""


class SimilarClassification(PlaneFigure):
    """attention-similar-classification: two phrases whose averages are nearly the same get the same answer."""

    name = "attention-similar-classification"
    claims = SIMILAR_CLASSIFICATION_CLAIMS
    world_name = "next-word"
    with_plane = False
    with_record = False
    Parameters = SeenAndUnseen
    numbers: TwoAnswers
    parameters: SeenAndUnseen

    @classmethod
    def compute(cls, parameters: SeenAndUnseen, world: World) -> TwoAnswers:
        """Return both averages, and the answers of a classifier that has seen one of the phrases."""
        return two_answers(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: TwoAnswers) -> Mapping[str, object]:
        """Return both phrases, the angle between their averages, and the answers."""
        return {
            "seen": " ".join(numbers.seen),
            "unseen": " ".join(numbers.unseen),
            "angle": format_number(float(numbers.angle), 1),
            "first": numbers.predicted[0],
            "second": numbers.predicted[1],
            "hoped": numbers.wanted[1],
        }

    def build(self) -> None:
        """Make the two phrases, their glasses, their context vectors, and the classifier's fan of arrows."""
        numbers, style = self.numbers, self.style
        self.hues = [self._hues(words) for words in numbers.phrases]
        self.pair = self._pair()
        field, right = self._regions()
        self.drinks = self._drinks(right)
        rows = [numbers.vocabulary[index] for index in numbers.drawn]
        places, contexts = (
            vectors @ numbers.view.T for vectors in (numbers.classifier[list(numbers.drawn)], numbers.contexts.double())
        )
        size = style.sizes.number if self.stage.is_wide or self.stage.is_portrait else style.sizes.tick
        self.fan = Fan(rows, places, contexts, field.inset(top=_TIPS), size=size, style=style)
        self.places, self.field = contexts, field
        whole = Region(
            min(field.left, right.left), max(field.right, right.right), min(field.bottom, right.bottom), field.top
        )
        glasses, bars, self.middle = self._rooms(whole)
        self._set_large(self.middle)
        self.contexts = [self._vector(place, self.drinks.hues[side]) for side, place in enumerate(contexts)]
        for vector in self.contexts:
            vector.body.set_background_stroke(width=0)  # they may lie on each other, and rims would cut them
        self.angle = self._angle(size)
        large_ends = [self._large(place) for place in self.places]
        boxes = [self.fan.around(piece) for piece in self.angle[1:]]
        self.tip_names = self._tip_names(self.start, large_ends, self.middle, size, boxes)
        self.lines = [self._line(place) for place in contexts]
        self.fan_names = self._fan_names(size)
        self.marks = [self._mark(side) for side in (0, 1)]
        self.shadow_before: Shadow | None = None
        self.large_glasses = self._large_glasses(glasses)
        self.mixes = self._mixes(bars)
        self.large_titles = self._large_titles()
        self.mix_titles = self._mix_titles()
        self.streams = [self._stream(glass) for glass in self.large_glasses]

    def _hues(self, words: Sequence[str]) -> list[str]:
        """Return the words' colours: what both phrases have in common is on a scale of its own, in both glasses."""
        theme, shared = self.style.theme, self.numbers.shared
        low, high = ManimColor(theme.key), ManimColor(theme.value)
        steps = {at: step / max(len(shared) - 1, 1) for step, at in enumerate(shared)}
        side = self.numbers.phrases.index(tuple(words))
        plain = (theme.value, theme.key)[side]
        found = [self.color_of(word) for word in words]
        return [
            _hex(low.interpolate(high, steps[at])) if at in steps else plain if color == theme.ink else color
            for at, color in enumerate(found)
        ]

    def _difference_color(self, side: int) -> str:
        """Return the colour of the first word in which a phrase differs."""
        return next(hue for at, hue in enumerate(self.hues[side]) if at not in self.numbers.shared)

    def _pair(self) -> PhrasePair:
        """Return both phrases, with the model's answers as their last words."""
        numbers, stage, view = self.numbers, self.stage, self.view
        theme = self.style.theme
        region = Region(stage.safe.left, stage.safe.right, view.foot, min(stage.safe.top, view.header + 0.3))
        phrases = [(*words, answer) for words, answer in zip(numbers.phrases, numbers.predicted, strict=True)]
        colors = [
            [
                *(theme.ink if at in numbers.shared else hue for at, hue in enumerate(hues)),
                self._answer_color(answer),
            ]
            for hues, answer in zip(self.hues, numbers.predicted, strict=True)
        ]
        return PhrasePair(phrases, colors, (self.says("learned"), self.says("unseen")), region, style=self.style)

    def _answer_color(self, word: str) -> str:
        return self.color_of(word)

    def _regions(self) -> tuple[Region, Region]:
        """Return where the arrows are, and where the glasses."""
        stage, view = self.stage, self.view
        safe, lines = stage.safe, view.foot_lines
        top = self.pair.words[1][0].baseline - 0.35
        free = Region(safe.left, safe.right, view.foot + 0.55 + 0.65 * (lines - 1), top)
        if stage.is_narrow:
            height = _LOW if stage.is_portrait else _FLAT
            below = Region(safe.left, safe.right, free.bottom, free.bottom + height)
            return free.inset(bottom=height + 0.2), below
        width = _RIGHT if stage.is_wide else _NARROW_RIGHT
        return free.inset(right=width + 0.3), Region(free.right - width, free.right, free.bottom, free.top)

    def _order(self, side: int) -> list[int]:
        """Return the positions of a phrase's words as they are poured: those of both phrases first."""
        shared = self.numbers.shared
        return [*shared, *(at for at in range(len(self.numbers.phrases[side])) if at not in shared)]

    def _contents(self) -> tuple[list[list[str]], list[list[str]]]:
        """Return for each glass its words, as they are poured, and their colours."""
        words = [[phrase[at] for at in self._order(side)] for side, phrase in enumerate(self.numbers.phrases)]
        colors = [[hues[at] for at in self._order(side)] for side, hues in enumerate(self.hues)]
        return words, colors

    def _drinks(self, region: Region) -> TwoDrinks:
        numbers, (words, colors) = self.numbers, self._contents()
        listed = list(numbers.listed)
        answers = [numbers.vocabulary[row] for row in listed]
        columns = 2 if self.stage.is_narrow and not self.stage.is_portrait else 1
        return TwoDrinks(
            words,
            colors,
            self._titles(),
            answers,
            numbers.scores[:, listed],
            region,
            heading=self.says("score"),
            columns=columns,
            style=self.style,
        )

    def _titles(self) -> list[str]:
        """Return the names of both mixes: the first word that is different in each."""
        return [said.split()[0] for said in self.numbers.differences]

    def _rooms(self, whole: Region) -> tuple[list[Region], list[Region], Region]:
        """Return where the large glasses are, the bars of their averages, and the arrows between them."""
        if self.stage.is_narrow:
            left, middle, right = whole.columns(1.0, 1.05, 1.0, gap=0.2)
            glasses, bars = zip(*(each.rows(1.5, 1.0) for each in (left, right)), strict=True)
            return list(glasses), [each.inset(top=0.1) for each in bars], middle
        first, one, middle, other, second = whole.columns(1.0, 0.85, 1.55, 0.85, 1.0, gap=0.15)
        return [first, second], [each.inset(top=_FALL, bottom=_NAMED) for each in (one, other)], middle

    def _set_large(self, field: Region) -> None:
        """Find the scale and the origin of the context vectors before the classifier comes."""
        rows = [*self.places.tolist(), [0.0, 0.0]]
        across, up = zip(*rows, strict=True)
        width, height = max(across) - min(across), max(up) - min(up)
        self.scale = min(_LARGE * field.height / max(height, 1e-9), 0.5 * field.width / max(width, 1e-9))
        middle = (max(across) + min(across)) / 2, (max(up) + min(up)) / 2
        self.start = np.asarray(field.centre) - self.scale * point(*middle)

    def _large(self, place: Tensor) -> Point:
        across, up = place.tolist()
        return np.asarray(self.start + self.scale * point(across, up))

    def _vector(self, place: Tensor, color: str) -> Vector:
        return Vector(self.start, self._large(place), color, width=_LARGE_SHAFT, style=self.style)

    def _large_glasses(self, rooms: Sequence[Region]) -> list[Glass]:
        """Return the glasses as they are seen first, when they have all the room for themselves."""
        (words, colors), count = self._contents(), len(self.numbers.seen)
        shares = full((count,), 1 / count)
        return [
            Glass(
                each,
                shares,
                hues,
                room.inset(left=0.1, right=0.1, top=_FALL, bottom=_NAMED),
                stirred=False,
                style=self.style,
            )
            for each, hues, room in zip(words, colors, rooms, strict=True)
        ]

    def _large_titles(self) -> list[Label]:
        """Return the names below the large glasses: at first in the colours of the words that are different."""
        titles = []
        for side, (said, glass) in enumerate(zip(self._titles(), self.large_glasses, strict=True)):
            title = Label(said, size=self.style.sizes.number, color=self._difference_color(side), style=self.style)
            base = glass.region.bottom - 0.2 - 0.0095 * title.size
            titles.append(laid(title.set_x(float(glass.region.centre[0])).on_baseline(base), Layer.LABEL))
        return titles

    def _mix_titles(self) -> list[Label]:
        """Return the names below the bars, where these stand beside their glasses."""
        if self.stage.is_narrow:
            return []
        made = []
        for mix, title in zip(self.mixes, self.large_titles, strict=True):
            text = Label(self.says("average"), size=title.size, color=mix.hue, style=self.style)
            made.append(laid(text.set_x(mix.middle).on_baseline(title.baseline), Layer.LABEL))
        return made

    def _mixes(self, rooms: Sequence[Region]) -> list[VectorBlocks]:
        """Return the averages as bars beside the large glasses, or below them."""
        numbers, sizes = self.numbers, self.style.sizes
        parts = [numbers.seen_vectors[self._order(0)], numbers.unseen_vectors[self._order(1)]]
        largest = max(float(each.abs().max()) for each in (*parts, numbers.contexts))
        width, height = rooms[0].width, min(rooms[0].height, _BLOCK * len(numbers.axes))
        free, pitch = (rooms[0].height - height) / 2, height / len(numbers.axes)
        unit = min(_MOST_UNIT, 0.48 * width / max(largest, 1e-9))
        fitting = (sizes.number, sizes.tick, sizes.note, sizes.least)
        values = [value for row in numbers.contexts for value in row]

        def wide(size: float) -> float:
            return max(float(Number(value, size=size, style=self.style).width) for value in values) + 0.12

        size = next((each for each in fitting if wide(each) <= 0.5 * width and 0.0125 * each <= pitch), None)
        _, colors = self._contents()
        return [
            VectorBlocks(
                context,
                glass.hue,
                room.inset(top=free, bottom=free),
                unit,
                parts=part,
                colors=hues,
                size=size,
                style=self.style,
            )
            for context, glass, room, part, hues in zip(
                numbers.contexts, self.large_glasses, rooms, parts, colors, strict=True
            )
        ]

    def _stream(self, glass: Glass) -> Stream:
        """Return what is poured into a large glass from above."""
        x, high = float(glass.region.centre[0]), glass.region.top + _FALL
        return Stream(point(x, high), high, point(x, glass.region.bottom), self.style.theme.dim, style=self.style)

    def _tip_names(
        self, start: Point, ends: Sequence[Point], field: Region, size: float, boxes: Sequence[Box], lines: Any = ()
    ) -> list[VGroup]:
        """Return the names of both mixes beside the tips of their averages."""
        leftmost, found, names = int(ends[1][0] < ends[0][0]), list(boxes), []
        bounds = (field.left + 0.1, field.bottom, field.right - 0.1, field.top)
        crossed = [*((flat(start), flat(end)) for end in ends), *lines]
        for side, (said, end) in enumerate(zip(self._titles(), ends, strict=True)):
            text = Label(said, size=size, color=self.drinks.hues[side], style=self.style)
            way = -1 if side == leftmost else 1
            near = flat(end + point(way * (float(text.width) / 2 + 0.28), -0.1))
            spot = free_spot((float(text.width), float(text.height)), bounds, near, lines=crossed, boxes=found)
            names.append(labelled(text.move_to(point(*spot)), self.style))
            found.append(self.fan.around(text))
        return names

    def _fan_names(self, size: float) -> list[VGroup]:
        """Return the names of both mixes in the fan, off all arrows, their words and the shadows."""
        fan, ends = self.fan, [line.get_end() for line in self.lines]
        best = self._arrow_of(0)
        lines = [(flat(fan.origin), flat(end)) for end in fan.ends]
        lines += [(flat(fan.ends[best]), flat(end)) for end in ends]
        # Shadows lie beside the lines, on the other side than the arrow that throws them.
        lines += [
            (flat(fan.origin - point(aside)), flat(fan.origin + 0.9 * (end - fan.origin) - point(aside)))
            for end in ends
            for aside in (BESIDE, BESIDE + SLAB)
        ]
        return self._tip_names(fan.origin, ends, self.field, size, [fan.around(label) for label in fan.labels], lines)

    def _line(self, place: Tensor) -> Line:
        """Return a context vector's line through the fan, as far as there is room."""
        fan, region = self.fan, self.field.inset(left=_HEADS, right=_HEADS, bottom=_HEADS)
        way = fan.place(place) - fan.origin
        bounds = ((region.left, region.right), (region.bottom, region.top))
        reach = [
            ((high if way[axis] > 0 else low) - fan.origin[axis]) / way[axis]
            for axis, (low, high) in enumerate(bounds)
            if abs(way[axis]) > 1e-9
        ]
        line = Line(fan.origin, fan.origin + min(reach, default=0.0) * way).set_stroke(self.style.theme.axis, 2.4)
        return laid(line, Layer.SHEET)

    def _angle(self, size: float) -> VGroup:
        """Return the arc between the large context vectors, and its angle in degrees."""
        numbers, style = self.numbers, self.style
        ends = [self._large(place) - self.start for place in self.places]
        first, second = (float(np.arctan2(end[1], end[0])) for end in ends)
        radius = 0.5 * min(float((end**2).sum()) ** 0.5 for end in ends)
        second = first + (second - first + np.pi) % (2 * np.pi) - np.pi  # the short way round
        arc = Arc(radius=radius, start_angle=first, angle=second - first, arc_center=self.start)
        arc.set_stroke(style.theme.ink, style.strokes.line)
        number = HeroNumber(numbers.angle, decimals=1, style=style)
        degrees = Label("°", size=style.sizes.hero, style=style)
        turned = min(first, second)
        at = self.start + radius * point(float(np.cos(turned)), float(np.sin(turned)))
        number.set_x(float(at[0]) + 0.25 + number.width / 2).on_baseline(float(at[1]) - 0.3)
        if (
            float(number.get_right()[0]) + degrees.width > self.middle.right + 0.35
        ):  # two arrows far apart leave room below
            low = float(self.start[1]) + min(0.0, *(float(end[1]) for end in ends)) - 1.0
            high = float(self.start[1]) + max(0.0, *(float(end[1]) for end in ends)) + 0.4
            number.set_x(float(self.middle.centre[0]) - degrees.width / 2)
            number.on_baseline(low if low > self.middle.bottom else high)
        degrees.set_x(float(number.get_right()[0]) + 0.03 + degrees.width / 2).on_baseline(number.baseline)
        return VGroup(laid(arc, Layer.PIN), labelled(number, style), labelled(degrees, style))

    def _arrow_of(self, side: int) -> int:
        """Return the position of an answer's row among the drawn arrows."""
        return self.numbers.drawn.index(self.numbers.vocabulary.index(self.numbers.predicted[side]))

    def _mark(self, side: int) -> VMobject:
        """Return a check mark or a cross, between an answer and what is said of its phrase."""
        word, tag = self.pair.words[side][-1], self.pair.tags[side]
        theme, right = self.style.theme, self.numbers.right[side]
        color = theme.query if right else theme.subject
        mark = (CheckMark if right else CrossMark)(color, size=0.32, style=self.style)
        ends, begins = float(word.get_right()[0]), float(tag.get_left()[0])
        x = ends + min((begins - ends) / 2, 0.45)
        return laid(mark.move_to(point(x, word.baseline + 0.12)), Layer.FRAME)

    def tell(self) -> None:
        """Show both phrases, what is common to their averages, what differs, and both answers."""
        numbers = self.numbers
        one, other = numbers.differences
        values: dict[str, Any] = {"one": one, "other": other, "count": len(numbers.seen), "same": len(numbers.shared)}
        with self.beat("phrases", **values):
            self._show_phrases()
        with self.beat("same", **values):
            self._mix_both()
        angle = format_number(float(numbers.angle), 1)
        near = float(numbers.similarity) > _NEAR
        with self.beat("differ", text="alike" if near else "unlike", angle=angle, **values):
            self._become_arrows()
        with self.beat("learned", **values):
            self._bring_classifier()
        for side, name in enumerate(numbers.sides):
            key = numbers.outcome(side)
            words: dict[str, Any] = {"word": numbers.predicted[side], "hoped": numbers.wanted[side]}
            with self.beat(f"answer-{name}", text=key, **words):
                self._answer(side)

    def _show_phrases(self) -> None:
        """Show both phrases, the free places at their ends, and the empty glasses."""
        times, pair = self.style.times, self.pair
        rows = [FadeIn(*words[:-1]) for words in pair.words]
        glasses = [FadeIn(glass.outline) for glass in self.large_glasses]
        glasses += [FadeIn(*self.large_titles)]
        self.play(LaggedStart(*rows, lag_ratio=0.5), *glasses, run_time=times.move)
        self.play(Create(pair.blanks[0]), Create(pair.blanks[1]), run_time=times.quick)
        self.rest()

    def _mix_both(self) -> None:
        """Pour the words that are the same into both glasses, then those that differ, and stir."""
        shared, count = len(self.numbers.shared), len(self.numbers.seen)
        if shared:
            self.play(*self._pour(range(shared)), run_time=0.9)
        self.play(*self._pour(range(shared, count)), run_time=0.7)
        glasses = self.large_glasses
        self.add(*(glass.spoon for glass in glasses))

        def follow(time: float) -> None:
            share = min(max((time - 0.08) / 0.78, 0.0), 1.0)
            for glass, mix in zip(glasses, self.mixes, strict=True):
                glass.stir(share)
                mix.draw(1.0, share)
                glass.spoon.set_stroke(opacity=min(time / 0.08, 1.0, max((0.98 - time) / 0.12, 0.0)))

        moving = [piece for glass in glasses for piece in (glass.mix, glass.layers, glass.spoon)]
        late = squish_rate_func(smooth, 0.75, 1.0)
        named = [recolor(title, glass.hue) for title, glass in zip(self.large_titles, glasses, strict=True)]
        named += [FadeIn(glass.shine, rate_func=late) for glass in glasses]
        named += [FadeIn(title, rate_func=late) for title in self.mix_titles]
        named += [FadeIn(mix.numbers, rate_func=late) for mix in self.mixes if len(mix.numbers)]
        early = squish_rate_func(smooth, 0.0, 0.2)
        gone = [FadeOut(glass.names, rate_func=early) for glass in glasses if len(glass.names)]
        blocks = [piece for mix in self.mixes for piece in (mix.blocks, mix.shine)]
        self.play(Live([*moving, *blocks], follow, rate_func=lambda time: time), *gone, *named, run_time=1.3)
        self.rest()

    def _pour(self, layers: range) -> list[Animation]:
        """Return how both glasses get some of their layers, one after the other."""
        glasses, count = self.large_glasses, len(self.numbers.seen)
        liquids = [glass.layers for glass in glasses]
        self.add(*liquids, *self.streams, *(glass.outline for glass in glasses))
        pieces = [piece for mix in self.mixes for piece in (mix.blocks, mix.zero)]
        self.add(*pieces)

        def follow(time: float) -> None:
            full = min(max((time - 0.25) / 0.6, 0.0), 1.0) * len(layers)
            poured = [min(max(full - (at - layers[0]), 0.0), 1.0) for at in range(count)]
            wave = 0.06 * float(np.sin(np.pi * min(full / len(layers), 1.0)))
            at = layers[0] + min(int(full), len(layers) - 1)
            for glass, stream, mix in zip(glasses, self.streams, self.mixes, strict=True):
                glass.fill(1.0, wave, 0.0, poured)
                stream.flow(min(time / 0.25, 1.0), glass.surface(sum(poured) / count), max((time - 0.75) / 0.25, 0.0))
                layer = glass.layers[at]
                stream.set_stroke(layer.get_fill_color() if self.style.theme.filled else glass.colors[at])
                mix.draw(min(max(full / len(layers), 1e-3), 1.0) if layers[-1] == count - 1 else 1e-3, 0.0)

        late = squish_rate_func(smooth, 0.8, 1.0)
        names = [FadeIn(glass.names[at], rate_func=late) for at in layers for glass in glasses if len(glass.names)]
        moving = [*liquids, *self.streams]
        return [Live([*moving, *pieces], follow, rate_func=lambda time: time), *names]

    def _become_arrows(self) -> None:
        """Let both averages grow as arrows from one foot, between their glasses: they lie almost on each other."""
        times = self.style.times
        self.remove(*(piece for glass in self.large_glasses for piece in (*glass.layers, glass.spoon)), *self.streams)
        ends = [vector.end.copy() for vector in self.contexts]
        self.add(*self.contexts)

        def grow(share: float) -> None:
            for vector, end in zip(self.contexts, ends, strict=True):
                vector.set_ends(self.start, self.start + max(share, 1e-3) * (end - self.start))

        late = squish_rate_func(smooth, 0.8, 1.0)
        said = [FadeIn(text, rate_func=late) for text in self.tip_names]
        self.play(Live(self.contexts, grow), *said, run_time=1.2 * times.slow)
        self.play(Create(self.angle[0]), FadeIn(self.angle[1:]), run_time=times.move)
        self.rest()

    def _seen(self, side: int) -> list[VMobject]:
        """Return what is seen of a large glass when it has been stirred."""
        glass = self.large_glasses[side]
        return [glass.mix, glass.shine, glass.outline]

    def _to_places(self) -> list[Animation]:
        """Return how the large glasses become those beside the arrows, and these get their names."""
        moved: list[Animation] = []
        for side, small in enumerate(self.drinks.glasses):
            places: list[VMobject] = [small.mix, small.shine, small.outline]
            if side == 0:  # its way would cross the arrows
                moved += [FadeOut(*self._seen(side), rate_func=squish_rate_func(smooth, 0.0, 0.5))]
                moved += [FadeIn(*places, rate_func=squish_rate_func(smooth, 0.5, 1.0))]
                continue
            for piece, place in zip(self._seen(side), places, strict=True):
                if len(piece.family_members_with_points()) and len(place.family_members_with_points()):
                    moved.append(ReplacementTransform(piece, place))
                elif len(piece.family_members_with_points()):
                    moved.append(FadeOut(piece))
        late = squish_rate_func(smooth, 0.7, 1.0)
        early = squish_rate_func(smooth, 0.0, 0.4)
        moved += [FadeOut(*self.large_titles, *self.mix_titles, *self.mixes, rate_func=early)]
        return [*moved, *(FadeIn(title, rate_func=late) for title in self.drinks.titles)]

    def _bring_classifier(self) -> None:
        """Make room: the two arrows become shorter, the classifier's arrows fan out, and the phrases get their tags."""
        times, fan, contexts = self.style.times, self.fan, self.contexts
        start, ends = self.start.copy(), [vector.end.copy() for vector in contexts]
        goals = [line.get_end() for line in self.lines]

        def shrink(share: float) -> None:
            origin = start + share * (fan.origin - start)
            for vector, end, goal in zip(contexts, ends, goals, strict=True):
                vector.shaft_width = _LARGE_SHAFT + share * (_BOLD - _LARGE_SHAFT)
                vector.set_ends(origin, end + share * (goal - end))

        gone = FadeOut(self.angle, *self.tip_names, rate_func=squish_rate_func(smooth, 0.0, 0.4))
        self.play(Live(contexts, shrink), gone, *self._to_places(), run_time=times.slow)
        self.add(*fan.arrows)

        def grow(share: float) -> None:
            for arrow, end in zip(fan.arrows, fan.ends, strict=True):
                arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (end - fan.origin))

        late = squish_rate_func(smooth, 0.7, 1.0)
        texts = [FadeIn(text, rate_func=late) for text in (*fan.labels, *self.fan_names)]
        self.play(Live(fan.arrows, grow), *texts, run_time=times.slow)
        self.play(LaggedStart(*map(FadeIn, self.pair.tags), lag_ratio=0.5), run_time=times.move)
        self.rest()

    def _shadow(self, side: int) -> Shadow:
        """Return the shadow of an answer's arrow on a context vector's line."""
        theme, color = self.style.theme, self.color_of(self.numbers.predicted[side])
        tip, line = self.fan.ends[self._arrow_of(side)], self.lines[side]
        shade = theme.dim if color == theme.ink else color
        shadow = Shadow(self.fan.origin, tip, line.get_end(), shade, clear=BESIDE, style=self.style)
        laid(shadow.corner, Layer.PIN)  # over the context vector
        return shadow

    def _answer(self, side: int) -> None:
        """Let the arrow that reaches farthest along a context vector throw its shadow; its word goes to the phrase."""
        times, fan, drinks, numbers = self.style.times, self.fan, self.drinks, self.numbers
        best, theme = self._arrow_of(side), self.style.theme
        color = self._answer_color(numbers.predicted[side])
        shadow, line = self._shadow(side), self.lines[side]
        tip, along, before = fan.ends[best], line.get_end(), self.shadow_before
        tilts = before is not None and numbers.same_answer
        first = self.lines[0].get_end() if tilts else along
        shadow = before if before is not None and tilts else shadow

        def follow(share: float) -> None:
            reached = tip if tilts else fan.origin + max(share, 1e-3) * (tip - fan.origin)
            shadow.set_ends(fan.origin, reached, first + share * (along - first))

        gone = [] if before is None or tilts else [FadeOut(before)]
        # It is the other one that is measured.
        gone += [FadeOut(self.contexts[0]), FadeOut(self.fan_names[0])] if side else []
        lit = [recolor(fan.arrows[best].body, theme.fill(color)), recolor(fan.texts[best], color)]
        self.add(shadow)
        self.shadow_before = shadow
        late = squish_rate_func(smooth, 0.5, 1.0)
        scores = [FadeIn(number, rate_func=late) for number in drinks.scores[side]]
        names = [FadeIn(*drinks.answers, drinks.heading, *drinks.zeros)] if side == 0 else []
        bars = drinks.bars[side]
        drinks.grow(side, 1e-3)
        self.add(*bars)
        filled = Live(bars, lambda share: drinks.grow(side, share))
        self.play(Live([shadow], follow), filled, *gone, *lit, *scores, *names, run_time=1.3)
        chosen = drinks.answers[numbers.row_of(numbers.predicted[side])]
        word = self.pair.words[side][-1]
        gone = [FadeOut(self.pair.blanks[side], rate_func=squish_rate_func(smooth, 0.8, 1.0))]
        # The word appears in its place: its way there would cross the other phrase, or the record.
        way = FadeIn(word, rate_func=squish_rate_func(smooth, 0.2, 0.8))
        self.play(recolor(chosen, color), way, *gone, run_time=times.slow)
        hoped = self._hoped() if side else []
        self.play(Create(self.marks[side]), *hoped, run_time=times.quick)
        if side == 0:
            self.rest()
        else:
            self.last()

    def _hoped(self) -> list[Animation]:
        """Return how the arrow of the word that should have been the second answer lights up, if it was not."""
        numbers, fan = self.numbers, self.fan
        if numbers.right[1]:
            return []
        place = numbers.drawn.index(numbers.vocabulary.index(numbers.wanted[1]))
        color = self.color_of(numbers.wanted[1])
        pieces = [fan.texts[place], self.drinks.answers[numbers.row_of(numbers.wanted[1])]]
        lit = recolor(fan.arrows[place].body, self.style.theme.fill(color))
        return [lit, *(recolor(piece, color) for piece in pieces)]


def _hex(color: ManimColor) -> str:
    return str(color.to_hex()).lower()
