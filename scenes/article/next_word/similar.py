"""The limits of an average: one word is a small share of it (the article's section "An Initial Idea").

Two phrases that differ in one word have nearly the same average, so a classifier that has learned to complete only one
of them gives both the same answer. This does not mean that averages can never be told apart: a classifier that had seen
both phrases could have learned it (the claims measure that, too).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    Animation,
    Arc,
    Create,
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    LaggedStart,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import class_scores, cosine_similarity
from scenes.article.next_word.choice import picture_plane, to_drawn
from scenes.article.next_word.claims import SIMILAR_CLASSIFICATION_CLAIMS
from scenes.article.next_word.fan import BESIDE, Fan
from scenes.article.next_word.fork import Fork
from scenes.article.next_word.marks import CheckMark, CrossMark
from scenes.article.next_word.pair import PhrasePair
from scenes.article.next_word.paired_scores import PairedScores
from scenes.article.next_word.training import train, whole_phrases
from scenes.errors import UserError
from scenes.layout import shrink
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.parameters import FigureParameters, Phrase, phrase_words
from scenes.parts.geometry import flat, point
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import format_number, format_vector
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
    def nearly_one(self) -> bool:
        """True if both averages point nearly the same way."""
        return float(self.similarity) > _NEAR

    @property
    def right(self) -> tuple[bool, bool]:
        """The truth of both answers: True where the model's answer to a phrase is right."""
        return self.predicted[0] == self.wanted[0], self.predicted[1] == self.wanted[1]

    def outcome(self, side: int) -> str:
        """Return the outcome for one of the phrases as a key, such as ``seen-right`` or ``unseen-also-wrong``."""
        also = "also-" if side and self.same_answer and self.nearly_one else ""
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
    # A word that was walked has no second arrow beside the averages: two directions would have one name.
    walked = {vocabulary.index(word) for words in begun for word in words}
    needed = [*dict.fromkeys([*best, *wanted])]
    drawn = _clear([row for row in listed if row not in walked], needed, classifier @ view.T)
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


_RIGHT, _NARROW_RIGHT, _LOW, _FLAT = 6.1, 3.75, 4.6, 2.2
"""Scene units: the width of the record beside the arrows, in wide frames and others; its height beneath them,
in tall frames and square ones."""

_TIPS = 0.5
"""Scene units above the fan for the tips of the two averages and their names."""

_BOLD, _LESS_BOLD = 0.13, 0.1
"""Scene units: the shafts of averages, and where there is less room."""

_BEYOND = 0.45
"""Scene units from the phrases to what stands below them."""

_STEP, _THIN_STEP = 0.11, 0.08
"""Scene units: the shafts of steps, and where there is less room."""

_NEXT_STEP = 0.45
"""Seconds for every step but a first one."""

_ARC = 0.62
"""The radius of the angle's arc, as a share of the shorter average's length."""

_HERO = 1.25
"""The factor by which the angle's number is larger than other heroes."""

_SPOKEN = 18
"""The most letters of a phrase's end that name its average."""


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
            "count": len(numbers.seen),
            "same": len(numbers.shared),
            "angle": format_number(float(numbers.angle), 1),
            "first": numbers.predicted[0],
            "second": numbers.predicted[1],
            "hoped": numbers.wanted[1],
        }

    def build(self) -> None:
        """Make the two phrases, the fork of their steps, their averages, the words' arrows and the table of scores."""
        numbers, style = self.numbers, self.style
        self.hues = self._hues()
        self.pair = self._pair()
        self.field, self.right = self._regions()
        self.roomy = self.stage.is_wide or self.stage.is_portrait
        self.size = style.sizes.number if self.roomy else style.sizes.tick
        self.scores = self._scores()
        rows = [numbers.vocabulary[index] for index in numbers.drawn]
        places = numbers.classifier[list(numbers.drawn)] @ numbers.view.T
        ahead = numbers.contexts.double() @ numbers.view.T
        self.fan = self._fan(rows, places, ahead)
        self.start = laid(Dot(self.fan.origin, radius=0.11, color=style.theme.ink), Layer.PIN)
        self.fork = self._fork()
        self.ghost = self._ghost()
        self.averages = [
            Vector(self.fan.origin, end, hue, width=_BOLD if self.roomy else _LESS_BOLD, style=style)
            for end, hue in zip(self.fork.ends, self.hues, strict=True)
        ]
        for vector in self.averages:
            vector.body.set_background_stroke(width=0)  # they may lie on each other, and rims would cut them
        self.tip_names = self._tip_names()
        self.angle = self._angle()
        self.written = self._written()
        self.count = self._count()
        self.marks = [self._mark(side) for side in (0, 1)]
        self.hoped = self._hoped_word()
        self.shadow_before: Shadow | None = None

    def _hues(self) -> tuple[str, str]:
        """Return the phrases' colours: those of their first words that differ, where these tell them apart."""
        theme = self.style.theme
        found = [self.color_of(words.split()[0]) for words in self.numbers.differences]
        if found[0] == found[1] or {theme.ink, theme.subject} & set(found):
            return theme.families[0], theme.families[1]
        return found[0], found[1]

    def _pair(self) -> PhrasePair:
        """Return both phrases, with the model's answers as their last words."""
        numbers, theme = self.numbers, self.style.theme
        phrases = [(*words, answer) for words, answer in zip(numbers.phrases, numbers.predicted, strict=True)]
        colors = [
            [*(theme.ink if at in numbers.shared else hue for at in range(len(words))), theme.subject]
            for words, hue in zip(numbers.phrases, self.hues, strict=True)
        ]
        stage, view = self.stage, self.view
        safe = stage.safe
        left = safe.right - _RIGHT if stage.is_wide else safe.left
        region = Region(left, safe.right, view.foot, min(safe.top, view.header + 0.3))
        tags = (self.says("learned"), self.says("unseen"))
        return PhrasePair(phrases, colors, tags, region, below=stage.is_wide or stage.is_portrait, style=self.style)

    def _regions(self) -> tuple[Region, Region]:
        """Return where the arrows are, and where the table of scores."""
        stage, view = self.stage, self.view
        safe = stage.safe
        bottom = view.foot + 0.55 + 0.65 * (view.foot_lines - 1)
        below = Region(safe.left, safe.right, bottom, self.pair.bottom - _BEYOND)
        if stage.is_narrow:
            height = _LOW if stage.is_portrait else _FLAT
            return below.inset(bottom=height + 0.2), Region(below.left, below.right, bottom, bottom + height)
        width = _RIGHT if stage.is_wide else _NARROW_RIGHT
        field = Region(safe.left, safe.right, bottom, safe.top if stage.is_wide else below.top)
        return field.inset(right=width + 0.35), below.inset(left=below.width - width)

    def _scores(self) -> PairedScores:
        numbers = self.numbers
        listed = list(numbers.listed)
        answers = [numbers.vocabulary[row] for row in listed]
        first, second = (words.split()[0] for words in numbers.differences)
        columns = 2 if self.stage.is_narrow and not self.stage.is_portrait else 1
        return PairedScores(
            answers,
            numbers.scores[:, listed],
            [self._ends_of_phrases(), (first, second)],
            self.hues,
            self.right,
            heading=self.says("score"),
            columns=columns,
            style=self.style,
        )

    def _ends_of_phrases(self) -> tuple[str, str]:
        """Return the names of both averages: the phrases from the first word that is different, if they are short."""
        first = next(at for at in range(len(self.numbers.seen)) if at not in self.numbers.shared)
        names = []
        for words, different in zip(self.numbers.phrases, self.numbers.differences, strict=True):
            said = " ".join(words[first:])
            whole = said if len(said) <= _SPOKEN else f"{different.split()[0]} …"
            names.append(f"… {whole}" if first else whole)
        return names[0], names[1]

    def _fan(self, rows: Sequence[str], places: Tensor, ahead: Tensor) -> Fan:
        """Return the words' arrows, as low as there is room: the averages need the height above them."""
        region = self.field.inset(top=_TIPS)
        fan = Fan(rows, places, ahead, region, size=self.size, centred=True, style=self.style)
        drop = min(box_of(piece)[1] for piece in (*fan.arrows, *fan.labels)) - region.bottom
        drop = min(max(drop, 0.0), 0.2 * region.height)
        fan = Fan(rows, places, ahead, region.inset(top=2 * drop), size=self.size, centred=True, style=self.style)
        for arrow in {self.numbers.drawn.index(self.numbers.vocabulary.index(word)) for word in self.numbers.predicted}:
            self._clear(fan, arrow, ahead)
        return fan

    def _clear(self, fan: Fan, arrow: int, ahead: Tensor) -> None:
        """Move an answer's word off the ways from its arrow's tip to both averages' lines."""
        end, label = fan.ends[arrow], fan.labels[arrow]
        lines = [(flat(fan.origin), flat(each)) for each in fan.ends]
        for place in ahead:
            way = fan.place(place) - fan.origin
            foot = fan.origin + way * float((end - fan.origin) @ way) / max(float(way @ way), 1e-9)
            lines += [(flat(end), flat(foot)), (flat(fan.origin), flat(fan.origin + 99 * way))]
        out = (end - fan.origin) / max(float(np.linalg.norm(end - fan.origin)), 1e-9)
        width, height = float(label.width), float(label.height)
        near = end + point(out[0] * (width / 2 + 0.2), out[1] * (height / 2 + 0.2))
        boxes = [fan.around(other) for other in fan.labels if other is not label]
        room = self.field
        bounds = (room.left, room.bottom, room.right, room.top)
        label.move_to(point(*free_spot((width + 0.12, height + 0.12), bounds, flat(near), lines=lines, boxes=boxes)))

    def _count(self) -> VGroup:
        """Return how many of the steps are the same, large, where the averages stand later."""
        numbers = self.numbers
        said = self.says("shared", same=len(numbers.shared), count=len(numbers.seen))
        large = Label(said, size=1.6 * _HERO * self.style.sizes.hero, style=self.style)
        size, many = self.style.sizes.number, len(numbers.seen)
        small = Label(self.says("steps"), size=size, style=self.style)
        each = Label(self.says("each", count=many), size=size, color=self.style.theme.dim, style=self.style)
        count = VGroup(large, VGroup(small, each).arrange(DOWN, buff=0.22)).arrange(DOWN, buff=0.3)
        shrink(count, min(1.0, self.right.width / float(count.width), self.right.height / float(count.height)))
        count.move_to(self.right.centre)
        return laid(count, Layer.LEDGER)

    def _fork(self) -> Fork:
        """Return the steps of all words, each its vector divided by the number of words."""
        numbers, style = self.numbers, self.style
        shared = list(numbers.shared)
        alone = [at for at in range(len(numbers.seen)) if at not in numbers.shared]
        steps = [
            vectors.double() @ numbers.view.T / float(numbers.count)
            for vectors in (numbers.seen_vectors, numbers.unseen_vectors)
        ]
        return Fork(
            steps[0][shared],
            [each[alone] for each in steps],
            [numbers.seen[at] for at in shared],
            [[words[at] for at in alone] for words in numbers.phrases],
            self.hues,
            self.fan.origin,
            self.field.inset(left=0.9, right=0.9, top=0.25),
            self.field,
            size=style.sizes.head if self.roomy else self.size,
            width=_STEP if self.roomy else _THIN_STEP,
            style=style,
        )

    def _ghost(self) -> VGroup:
        """Return the first average as it is seen while the second one is measured: a dashed line."""
        line = DashedLine(self.fan.origin, self.fork.ends[0], dash_length=0.14)
        return laid(VGroup(line.set_stroke(self.hues[0], self.style.strokes.line)), Layer.SHEET)

    def _tip_names(self) -> list[VGroup]:
        """Return the names of both averages beside their tips, off all that is drawn before or after."""
        fan, ends = self.fan, self.fork.ends
        leftmost, found, names = int(ends[1][0] < ends[0][0]), self.fork.trunk_boxes, []
        found += [fan.around(label) for label in fan.labels]
        bounds = (self.field.left + 0.1, self.field.bottom, self.field.right, self.field.top - 0.08)
        lines = [*self.fork.lines, *((flat(fan.origin), flat(end)) for end in fan.ends)]
        for side in (0, 1):
            lines += self._shadow_lines(side)
        for side, (said, end) in enumerate(zip(self._ends_of_phrases(), ends, strict=True)):
            text = Label(said, size=self.size, color=self.hues[side], style=self.style)
            way = -1 if side == leftmost else 1
            near = flat(end + point(way * (float(text.width) / 2 + 0.28), 0.05))
            spot = free_spot((float(text.width), float(text.height)), bounds, near, lines=lines, boxes=found)
            names.append(labelled(text.move_to(point(*spot)), self.style))
            found.append(fan.around(text))
        return names

    def _shadow_lines(self, side: int) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        """Return the outlines of an answer's shadow, and its way down to the average."""
        shadow = self._shadow(side)
        tip, corners = self.fan.ends[self._arrow_of(side)], [*shadow.corners, shadow.corners[0]]
        return [(flat(tip), flat(shadow.foot)), *((flat(one), flat(other)) for one, other in pairwise(corners))]

    def _hoped_word(self) -> VGroup:
        """Return the word that should have been the second answer, below the wrong one; nothing without room there."""
        numbers, pair = self.numbers, self.pair
        if numbers.right[1] or not (self.stage.is_wide or self.stage.is_portrait):
            return VGroup()
        tag, color = pair.tags[1], self.style.theme.query
        word = Label(numbers.wanted[1], size=self.style.sizes.number, color=color, style=self.style)
        word.set_x(float(pair.words[1][-1].get_left()[0]) + word.width / 2).on_baseline(tag.baseline - 0.04)
        mark = CheckMark(color, size=0.24, style=self.style)
        mark.move_to(point(float(word.get_right()[0]) + 0.32, word.baseline + 0.08))
        hoped = VGroup(word, mark)
        return laid(hoped, Layer.FRAME) if hoped.get_right()[0] <= self.stage.safe.right - 0.05 else VGroup()

    def _angle(self) -> VGroup:
        """Return the arc between the averages, and its angle in degrees as near to it as there is room."""
        numbers, style, fan = self.numbers, self.style, self.fan
        ways = [end - fan.origin for end in self.fork.ends]
        first, second = (float(np.arctan2(way[1], way[0])) for way in ways)
        radius = _ARC * min(float(np.linalg.norm(way)) for way in ways)
        second = first + (second - first + np.pi) % (2 * np.pi) - np.pi  # the short way round
        arc = Arc(radius=radius, start_angle=first, angle=second - first, arc_center=fan.origin)
        arc.set_stroke(style.theme.ink, style.strokes.bold)
        size = _HERO * style.sizes.hero
        number = HeroNumber(numbers.angle, decimals=1, size=size, style=style)
        degrees = Label("°", size=size, style=style)
        degrees.set_x(float(number.get_right()[0]) + 0.03 + degrees.width / 2).on_baseline(number.baseline)
        said = VGroup(number, degrees)
        turned = min(first, second)
        near = fan.origin + radius * point(float(np.cos(turned)), float(np.sin(turned)))
        near = near + point(0.3 + float(said.width) / 2)
        field = self.field
        spot = free_spot(
            (float(said.width) + 0.2, float(said.height) + 0.2),
            (field.left, field.bottom, field.right, field.top),
            flat(near),
            lines=[*self.fork.lines, *((flat(one), flat(other)) for one, other in pairwise(arc.get_anchors()))],
            boxes=[*self.fork.trunk_boxes, *map(fan.around, self.tip_names)],
        )
        said.move_to(point(*spot))
        return VGroup(laid(arc, Layer.PIN), labelled(said, style))

    def _written(self) -> VGroup:
        """Return both averages as numbers, one below the other, each under its name, where the scores stand later."""
        numbers, style, room = self.numbers, self.style, self.right
        made = VGroup()
        for size in (style.sizes.head, style.sizes.number, style.sizes.tick, style.sizes.note, style.sizes.least):
            made = VGroup(
                *(
                    self._written_average(row, name, hue, size)
                    for row, name, hue in zip(numbers.contexts, self._ends_of_phrases(), self.hues, strict=True)
                )
            ).arrange(DOWN, buff=0.02 * size, aligned_edge=LEFT)
            if made.width <= room.width and made.height <= room.height:
                break
        made.move_to(room.centre)
        if self.stage.is_wide:
            made.align_to(point(room.left), LEFT)
        return laid(made, Layer.LEDGER)

    def _written_average(self, row: Tensor, name: str, hue: str, size: float) -> VGroup:
        named = Label(name, size=size, color=hue, style=self.style)
        vector = Label(format_vector(row), size=size, color=hue, style=self.style)
        vector.align_to(named, LEFT)
        vector.on_baseline(named.baseline - 0.0175 * size)
        return VGroup(named, vector)

    def _arrow_of(self, side: int) -> int:
        """Return the position of an answer's row among the drawn arrows."""
        return self.numbers.drawn.index(self.numbers.vocabulary.index(self.numbers.predicted[side]))

    def _mark(self, side: int) -> VMobject:
        """Return a check mark or a cross after an answer."""
        word, theme, right = self.pair.words[side][-1], self.style.theme, self.numbers.right[side]
        color = theme.query if right else theme.subject
        mark = (CheckMark if right else CrossMark)(color, size=0.3, style=self.style)
        return laid(mark.move_to(point(float(word.get_right()[0]) + 0.42, word.baseline + 0.1)), Layer.FRAME)

    def tell(self) -> None:
        """Show both phrases, the steps that they share, where they part, and both answers."""
        numbers = self.numbers
        one, other = numbers.differences
        values: dict[str, Any] = {"one": one, "other": other, "count": len(numbers.seen), "same": len(numbers.shared)}
        apart = values["count"] - values["same"]
        with self.beat("phrases", text="phrases" if apart == 1 else "phrases-several", apart=apart, **values):
            self._show_phrases()
        with self.beat("same", **values):
            self._walk_together()
        angle = format_number(float(numbers.angle), 1)
        with self.beat("differ", text="alike" if numbers.nearly_one else "unlike", angle=angle, **values):
            self._sweep()
        with self.beat("learned", **values):
            self._bring_words()
        for side, name in enumerate(numbers.sides):
            key = numbers.outcome(side)
            words: dict[str, Any] = {"word": numbers.predicted[side], "hoped": numbers.wanted[side]}
            with self.beat(f"answer-{name}", text=key, **words):
                self._answer(side)

    def _show_phrases(self) -> None:
        """Show both phrases alone, large, with the free places at their ends."""
        times, pair, safe = self.style.times, self.pair, self.stage.safe
        self.arrival = pair.arrive(safe.inset(left=0.06 * safe.width, right=0.06 * safe.width), run_time=0.9)
        rows = [FadeIn(*words[:-1]) for words in pair.words]
        self.play(LaggedStart(*rows, lag_ratio=0.5), run_time=times.move)
        self.play(Create(pair.blanks[0]), Create(pair.blanks[1]), run_time=times.quick)
        self.rest()

    def _walk_together(self) -> None:
        """Make room, walk the steps that both phrases share, and then let each phrase go on by its own words."""
        times, fork = self.style.times, self.fork
        self.play(self.arrival, FadeIn(self.start, rate_func=squish_rate_func(smooth, 0.7, 1.0)))
        for count, (step, name, at) in enumerate(zip(fork.trunk, fork.trunk_names, self.numbers.shared, strict=True)):
            self._walk([step], [name], [words[at] for words in self.pair.words], 0.7 if count == 0 else _NEXT_STEP)
        self.play(FadeIn(self.count), run_time=times.quick)
        alone = [at for at in range(len(self.numbers.seen)) if at not in self.numbers.shared]
        for place, at in enumerate(alone):
            steps = [branch[place] for branch in fork.branches]
            names = [named[place] for named in fork.branch_names]
            self._walk(steps, names, [words[at] for words in self.pair.words], times.move if place == 0 else _NEXT_STEP)
        self.rest()

    def _walk(
        self, steps: Sequence[Vector], names: Sequence[VMobject], words: Sequence[Label], run_time: float
    ) -> None:
        """Let words swell in their phrases while their steps grow, each from the end of the one before."""
        ends = [(step.start.copy(), step.end.copy()) for step in steps]
        swelling = [_Swell(word) for word in words]

        def follow(time: float) -> None:
            for word in swelling:
                word.at(time)
            share = max(smooth(time), 1e-3)
            for step, (start, end) in zip(steps, ends, strict=True):
                step.set_ends(start, start + share * (end - start))

        self.add(*steps)
        late = squish_rate_func(smooth, 0.5, 1.0)
        named = [FadeIn(name, rate_func=late) for name in names]
        self.play(Live([*steps, *words], follow, rate_func=linear), *named, run_time=run_time)

    def _sweep(self) -> None:
        """Sweep both averages from the origin to where the walks end, and measure the angle between them."""
        times, fork = self.style.times, self.fork
        ends = [vector.end.copy() for vector in self.averages]
        self.add(*self.averages)

        def grow(share: float) -> None:
            for vector, end in zip(self.averages, ends, strict=True):
                vector.set_ends(vector.start, vector.start + max(share, 1e-3) * (end - vector.start))

        dim = self.style.theme.dim
        paler = [recolor(step.body, dim) for step in fork.trunk]
        early, late = squish_rate_func(smooth, 0.2, 0.55), squish_rate_func(smooth, 0.6, 1.0)
        said = [FadeIn(text, rate_func=late) for text in (*self.tip_names, self.written)]
        # The words' names give way to the averages'.
        gone = [FadeOut(*fork.branch_names[0], *fork.branch_names[1], self.count, rate_func=early)]
        self.play(Live(self.averages, grow), *paler, *gone, *said, run_time=1.5 * times.slow)
        self.play(Create(self.angle[0]), FadeIn(self.angle[1]), run_time=times.move)
        self.rest()

    def _bring_words(self) -> None:
        """Take the steps away, let the words' arrows fan out around the averages, and say which phrase was seen."""
        times, fan, fork = self.style.times, self.fan, self.fork
        self.play(FadeOut(*fork.steps, *fork.trunk_names, self.angle, self.start), run_time=0.5)
        self.play(LaggedStart(*map(FadeIn, self.pair.tags), lag_ratio=0.5), run_time=times.move)
        self.add(*fan.arrows)

        def grow(share: float) -> None:
            for arrow, end in zip(fan.arrows, fan.ends, strict=True):
                arrow.set_ends(fan.origin, fan.origin + max(share, 1e-3) * (end - fan.origin))

        late = squish_rate_func(smooth, 0.7, 1.0)
        texts = [FadeIn(text, rate_func=late) for text in fan.labels]
        self.play(Live(fan.arrows, grow), *texts, run_time=times.slow)
        self.rest()

    def _shadow(self, side: int) -> Shadow:
        """Return the shadow of an answer's arrow on an average's line."""
        fan, end = self.fan, self.fork.ends[side]
        tip = fan.ends[self._arrow_of(side)]
        shadow = Shadow(fan.origin, tip, end, self.style.theme.subject, clear=BESIDE, style=self.style)
        laid(shadow.corner, Layer.PIN)  # over the average
        return shadow

    def _answer(self, side: int) -> None:
        """Let the arrow that reaches farthest along an average throw its shadow; its word goes to the phrase."""
        times, scores, numbers = self.style.times, self.scores, self.numbers
        self._throw(side)
        chosen = scores.names[numbers.row_of(numbers.predicted[side])]
        word = self.pair.words[side][-1]
        gone = FadeOut(self.pair.blanks[side], rate_func=squish_rate_func(smooth, 0.0, 0.3))
        # The word appears in its place: its way there would cross the other phrase, or the table.
        way = FadeIn(word, rate_func=squish_rate_func(smooth, 0.3, 1.0))
        self.play(recolor(chosen, self.style.theme.subject), way, gone, run_time=0.6)
        self.play(Create(self.marks[side]), *(self._hoped() if side else []), run_time=times.quick)
        if side == 0:
            self.rest()
        else:
            self.last()

    def _throw(self, side: int) -> None:
        """Throw an answer's shadow on an average, or swing it there from the other one; its scores arrive with it."""
        fan, scores, theme = self.fan, self.scores, self.style.theme
        best, before = self._arrow_of(side), self.shadow_before
        tip, along = fan.ends[best], self.fork.ends[side]
        swings = before is not None and self.numbers.same_answer
        first = self.fork.ends[0] if swings else along
        shadow = before if before is not None and swings else self._shadow(side)

        def follow(share: float) -> None:
            reached = tip if swings else fan.origin + max(share, 1e-3) * (tip - fan.origin)
            shadow.set_ends(fan.origin, reached, first + share * (along - first))

        gone: list[Animation] = [] if before is None or swings else [FadeOut(before)]
        if side:  # it is the other one that is measured
            gone += [FadeOut(self.averages[0]), FadeIn(self.ghost)]
        self.add(shadow)
        self.shadow_before = shadow
        lit = [recolor(fan.arrows[best].body, theme.fill(theme.subject)), recolor(fan.texts[best], theme.subject)]
        late = squish_rate_func(smooth, 0.5, 1.0)
        filed: list[Animation] = [FadeIn(number, rate_func=late) for number in scores.numbers[side]]
        if side == 0:
            heads = (*scores.heading, *scores.titles[0], *scores.titles[1])
            filed += [FadeIn(*heads, *scores.names, *scores.zeros, rate_func=squish_rate_func(smooth, 0.25, 0.6))]
            filed += [FadeOut(self.written, rate_func=squish_rate_func(smooth, 0.0, 0.25))]
        scores.grow(side, 1e-3)
        self.add(*scores.bars[side])
        later = squish_rate_func(smooth, 0.3, 1.0)
        filled = Live(scores.bars[side], lambda share: scores.grow(side, share), rate_func=later)
        self.play(Live([shadow], follow), filled, *gone, *lit, *filed, run_time=1.2)

    def _hoped(self) -> list[Animation]:
        """Return how the word that should have been the second answer lights up everywhere, if it was not."""
        numbers, fan, theme = self.numbers, self.fan, self.style.theme
        if numbers.right[1]:
            return []
        place = numbers.drawn.index(numbers.vocabulary.index(numbers.wanted[1]))
        name = self.scores.names[numbers.row_of(numbers.wanted[1])]
        lit = [recolor(fan.texts[place], theme.query), recolor(name, theme.query)]
        return [
            recolor(fan.arrows[place].body, theme.fill(theme.query)),
            *lit,
            *([FadeIn(*self.hoped)] if len(self.hoped) else []),
        ]


class _Swell:
    """A word that swells and comes back while its step is walked.

    Args:
        word: the word, where it stands.
    """

    def __init__(self, word: Label) -> None:
        self._members = word.family_members_with_points()
        self._points = [member.points.copy() for member in self._members]
        self._middle = np.asarray(word.get_center())

    def at(self, time: float) -> None:
        """Be as large as at a time, 0 to 1."""
        factor = 1.0 + 0.22 * float(np.sin(np.pi * min(time / 0.8, 1.0)))
        for member, points in zip(self._members, self._points, strict=True):
            member.points = points if time >= 1.0 else self._middle + factor * (points - self._middle)
