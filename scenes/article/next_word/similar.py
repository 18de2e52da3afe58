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
    Transform,
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
from scenes.article.next_word.foresight import word_on_its_way
from scenes.article.next_word.marks import CheckMark, CrossMark
from scenes.article.next_word.mixing import Glass, Stream, mixed
from scenes.article.next_word.training import train, whole_phrases
from scenes.errors import UserError
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.parameters import FigureParameters, Phrase, phrase_words
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import free_place as free_spot
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB, Shadow
from scenes.parts.plane.vector import Vector
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Coordinates, format_number
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_NEAR = 0.98
"""The cosine similarity from which two averages are said to be nearly the same."""

_LISTED = 6
"""The most words whose scores are drawn."""

_TINT = 0.2
"""The share of a word's own colour in its layer, where only one phrase has the word and the averages are nearly the
same; the rest is the other layers' colour."""

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
    # A word that was poured has no arrow of its own beside the contexts: two things would have one name.
    poured = {vocabulary.index(word) for pair in zip(*begun, strict=True) if pair[0] != pair[1] for word in pair}
    listed = _listed(scores, wanted)
    drawn = tuple(sorted({*listed} - (poured - {*best, *wanted})))
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
        view=picture_plane(drawn_contexts[0], drawn_contexts[1], classifier[list(drawn)], classifier[best[0]]),
    )


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


_RIGHT, _NARROW_RIGHT, _LOW, _FLAT = 4.1, 2.9, 4.6, 2.4
"""Scene units: the width of the glasses beside the arrows, in wide frames and others; their height beneath them,
in tall frames and square ones."""

_LARGE = 0.94
"""The height of the two context vectors before the classifier comes, as a share of the height there is."""

_BOLD, _LARGE_SHAFT = 0.11, 0.15
"""Scene units: the shafts of context vectors in the fan, and of large ones."""

_WIDE_GLASS, _TALL_GLASS = 3.6, 1.7
"""Scene units of width of a large glass at most, and how many times as tall as wide it is at most."""

_AROUND = 0.1
"""Scene units of air that an answer needs on its way."""

_AVERAGE = 0.55
"""Scene units of height for the numbers below a large glass."""

_FALL = 0.7
"""Scene units that a stream falls from above a large glass."""


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
        self.fan = Fan(rows, places, contexts, field, size=size, style=style)
        self.places, self.field = contexts, field
        self._set_large(field)
        self.contexts = [self._vector(place, self._difference_color(side)) for side, place in enumerate(contexts)]
        for vector in self.contexts:
            vector.body.set_background_stroke(width=0)  # they may lie on each other, and rims would cut them
        self.angle = self._angle(size)
        self.tip_names = self._tip_names(size)
        self.lines = [self._line(place) for place in contexts]
        self.fan_names = self._fan_names(size)
        self.marks = [self._mark(side) for side in (0, 1)]
        self.shadow_before: Shadow | None = None
        self.large_glasses = self._large_glasses(field, right)
        self.streams = [self._stream(glass) for glass in self.large_glasses]
        self.averages = [self._average(side) for side in (0, 1)]

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
        """Return the colour of a phrase's mix; the words that it does not share, and all it leads to, have it, too."""
        colors = self._contents()[1][side]
        return mixed(colors, full((len(colors),), 1 / len(colors)))

    def _pair(self) -> PhrasePair:
        """Return both phrases, with the model's answers as their last words."""
        numbers, stage, view = self.numbers, self.stage, self.view
        theme = self.style.theme
        region = Region(stage.safe.left, stage.safe.right, view.foot, min(stage.safe.top, view.header + 0.3))
        phrases = [(*words, answer) for words, answer in zip(numbers.phrases, numbers.predicted, strict=True)]
        colors = [
            [
                *(
                    theme.ink if at in numbers.shared else self._difference_color(side)
                    for at in range(len(numbers.phrases[side]))
                ),
                self._answer_color(answer),
            ]
            for side, answer in enumerate(numbers.predicted)
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

    def _contents(self) -> tuple[list[list[str]], list[list[str]]]:
        """Return for each glass its words, those of both phrases first, and their colours.

        Where the averages are nearly the same, all layers have colours near each other, so that the mixes look it, too.
        """
        shared, words, colors = self.numbers.shared, [], []
        theme = self.style.theme
        ground = ManimColor(theme.key).interpolate(ManimColor(theme.value), 0.5)
        tint = _TINT if float(self.numbers.similarity) > _NEAR else 1.0
        for phrase, hues in zip(self.numbers.phrases, self.hues, strict=True):
            order = [*shared, *(at for at in range(len(phrase)) if at not in shared)]
            words.append([phrase[at] for at in order])
            colors.append(
                [hues[at] if at in shared else _hex(ground.interpolate(ManimColor(hues[at]), tint)) for at in order]
            )
        return words, colors

    def _drinks(self, region: Region) -> TwoDrinks:
        numbers, (words, colors) = self.numbers, self._contents()
        titles = [(said.split()[0], self._difference_color(side)) for side, said in enumerate(numbers.differences)]
        listed = list(numbers.listed)
        answers = [(numbers.vocabulary[row], self.style.theme.ink) for row in listed]
        flat = self.stage.is_narrow and not self.stage.is_portrait
        scores = numbers.scores[:, listed]
        return TwoDrinks(
            words, colors, titles, answers, scores, region, heading=self.says("score"), beside=flat, style=self.style
        )

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

    def _large_glasses(self, field: Region, right: Region) -> list[Glass]:
        """Return the glasses as they are seen first, when they have all the room for themselves."""
        left, top = min(field.left, right.left), max(field.top, right.top)
        room = Region(left, max(field.right, right.right), min(field.bottom, right.bottom), top - _FALL)
        width = min(_WIDE_GLASS, 0.36 * room.width)
        height = min(room.height - 0.3 - _AVERAGE, _TALL_GLASS * width)
        middle = (room.top + room.bottom + _AVERAGE) / 2 + 0.12
        (words, colors), count = self._contents(), len(self.numbers.seen)
        glasses = []
        for each, hues, side in zip(words, colors, (-1, 1), strict=True):
            x = float(room.centre[0]) + side * 0.62 * width
            inside = Region(x - width / 2, x + width / 2, middle - height / 2, middle + height / 2)
            glasses.append(Glass(each, full((count,), 1 / count), hues, inside, stirred=False, style=self.style))
        return glasses

    def _average(self, side: int) -> VGroup:
        """Return the numbers of a mix, below its large glass: the average of its words' vectors."""
        region, style, color = self.large_glasses[side].region, self.style, self._difference_color(side)
        size = style.sizes.number
        text = Coordinates(self.numbers.contexts[side], size=size, color=color, style=style)
        text.scale(min(1.0, 1.1 * region.width / float(text.width)))
        return labelled(text.move_to(point(float(region.centre[0]), region.bottom - 0.62 * _AVERAGE)), style)

    def _stream(self, glass: Glass) -> Stream:
        """Return what is poured into a large glass from above."""
        x, high = float(glass.region.centre[0]), glass.region.top + _FALL
        return Stream(point(x, high), high, point(x, glass.region.bottom), self.style.theme.dim, style=self.style)

    def _tip_names(self, size: float) -> list[VGroup]:
        """Return the names of the words in which the phrases differ, beside the tips of their averages."""
        ends = [self._large(place) for place in self.places]
        leftmost = int(ends[1][0] < ends[0][0])
        names, field = [], self.field
        bounds = (field.left, field.bottom, field.right, field.top)
        lines = [(flat(self.start), flat(end)) for end in ends]
        boxes = [self.fan.around(piece) for piece in self.angle[1:]]
        for side, end in enumerate(ends):
            said, color = self.numbers.differences[side].split()[0], self._difference_color(side)
            text = Label(said, size=1.2 * size, color=color, style=self.style)
            way = -1 if side == leftmost else 1
            aside = way * (float(text.width) / 2 + 0.28)
            near, extent = flat(end + point(aside, -0.1)), (float(text.width), float(text.height))
            spot = free_spot(extent, bounds, near, lines=lines, boxes=boxes)
            names.append(labelled(text.move_to(point(*spot)), self.style))
            boxes.append(self.fan.around(text))
        return names

    def _line(self, place: Tensor) -> Line:
        """Return a context vector's line through the fan, as far as there is room."""
        fan, region = self.fan, self.fan.region
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
        degrees.set_x(float(number.get_right()[0]) + 0.03 + degrees.width / 2).on_baseline(number.baseline)
        return VGroup(laid(arc, Layer.PIN), labelled(number, style), labelled(degrees, style))

    def _fan_names(self, size: float) -> list[VGroup]:
        """Return the names of both context vectors at their tips; they are drawn longer, as directions."""
        fan, room = self.fan, self.fan.region
        tips = [fan.place(place, fan.enlarged) for place in self.places]
        best = self._arrow_of(0)
        lines = [(flat(fan.origin), flat(end)) for end in [*fan.ends, *tips]]
        lines += [(flat(line.get_start()), flat(line.get_end())) for line in self.lines]
        lines += [(flat(fan.ends[best]), flat(line.get_end())) for line in self.lines]
        # Shadows lie beside the lines, on the other side than the arrow that throws them.
        lines += [
            (flat(fan.origin - point(aside)), flat(line.get_end() - point(aside)))
            for line in self.lines
            for aside in (BESIDE, BESIDE + SLAB)
        ]
        boxes = [fan.around(label) for label in fan.labels]
        bounds = (room.left, room.bottom, room.right, room.top)
        names = []
        for side, tip in enumerate(tips):
            said, color = self.numbers.differences[side].split()[0], self._difference_color(side)
            text = Label(said, size=size, color=color, style=self.style)
            extent = (float(text.width), float(text.height))
            text.move_to(point(*free_spot(extent, bounds, flat(tip), lines=lines, boxes=boxes)))
            boxes.append(fan.around(text))
            names.append(labelled(text, self.style))
        return names

    def _arrow_of(self, side: int) -> int:
        """Return the position of an answer's row among the drawn arrows."""
        return self.numbers.drawn.index(self.numbers.vocabulary.index(self.numbers.predicted[side]))

    def _mark(self, side: int) -> VMobject:
        """Return a check mark or a cross, between an answer and what is said of its phrase."""
        word, tag = self.pair.words[side][-1], self.pair.tags[side]
        theme, right = self.style.theme, self.numbers.right[side]
        color = theme.query if right else theme.subject
        mark = (CheckMark if right else CrossMark)(color, size=0.32, style=self.style)
        x = (float(word.get_right()[0]) + float(tag.get_left()[0])) / 2
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
        self.play(LaggedStart(*rows, lag_ratio=0.5), *glasses, run_time=times.move)
        self.play(Create(pair.blanks[0]), Create(pair.blanks[1]), run_time=times.quick)
        self.rest()

    def _mix_both(self) -> None:
        """Pour the words that are the same into both glasses, then those that differ, and stir."""
        shared, count = len(self.numbers.shared), len(self.numbers.seen)
        if shared:
            self.play(*self._pour(range(shared)), run_time=0.8)
        self.play(*self._pour(range(shared, count)), run_time=0.6)
        glasses = self.large_glasses
        self.add(*(glass.spoon for glass in glasses))

        def follow(time: float) -> None:
            share = min(max((time - 0.08) / 0.78, 0.0), 1.0)
            for glass in glasses:
                glass.stir(share)
                glass.spoon.set_stroke(opacity=min(time / 0.08, 1.0, max((0.98 - time) / 0.12, 0.0)))

        moving = [piece for glass in glasses for piece in (glass.contents, glass.spoon)]
        early = squish_rate_func(smooth, 0.0, 0.2)
        gone = [FadeOut(glass.names, rate_func=early) for glass in glasses if len(glass.names)]
        late = squish_rate_func(smooth, 0.75, 1.0)
        come = [FadeIn(each, rate_func=late) for each in (*(glass.shine for glass in glasses), *self.averages)]
        self.play(Live(moving, follow, rate_func=lambda time: time), *gone, *come, run_time=1.4)
        self.rest()

    def _pour(self, layers: range) -> list[Animation]:
        """Return how both glasses get some of their layers, one after the other."""
        glasses, count = self.large_glasses, len(self.numbers.seen)
        self.add(*(glass.contents for glass in glasses), *self.streams, *(glass.outline for glass in glasses))
        fills = [glass.layers[layers[0]].get_fill_color() if self.style.theme.filled else None for glass in glasses]
        colors = [glass.colors[layers[0]] for glass in glasses]

        def follow(time: float) -> None:
            full = min(max((time - 0.25) / 0.6, 0.0), 1.0) * len(layers)
            poured = [min(max(full - (at - layers[0]), 0.0), 1.0) for at in range(count)]
            wave = 0.06 * float(np.sin(np.pi * min(full / len(layers), 1.0)))
            for glass, stream, fill, color in zip(glasses, self.streams, fills, colors, strict=True):
                glass.fill(1.0, wave, 0.0, poured)
                stream.flow(min(time / 0.25, 1.0), glass.surface(sum(poured) / count), max((time - 0.75) / 0.25, 0.0))
                stream.set_stroke(fill or color)

        late = squish_rate_func(smooth, 0.8, 1.0)
        names = [FadeIn(glass.names[at], rate_func=late) for at in layers for glass in glasses if len(glass.names)]
        moving = [
            piece for glass, stream in zip(glasses, self.streams, strict=True) for piece in (glass.contents, stream)
        ]
        return [Live(moving, follow, rate_func=lambda time: time), *names]

    def _become_arrows(self) -> None:
        """Let each mix's average rise out of its glass as an arrow; from one foot, the two lie almost on each other."""
        times, pieces = self.style.times, VGroup(*(piece for side in (0, 1) for piece in self._seen(side)))
        self.remove(*(piece for glass in self.large_glasses for piece in (*glass.layers, glass.spoon)), *self.streams)
        gone = FadeOut(*self.averages, rate_func=squish_rate_func(smooth, 0.0, 0.4))
        if not self.stage.is_narrow:
            left = max(float(text.get_right()[0]) for text in (*self.tip_names, self.angle)) + 0.5
            room = Region(left, self.stage.safe.right - 0.1, self.field.bottom, self.field.top)
            goal = pieces.copy().scale(min(room.width / float(pieces.width), 1.0)).move_to(room.centre)
            self.play(Transform(pieces, goal), gone, run_time=times.move)
        else:
            self.play(*self._to_places(), gone, run_time=times.move)
        ends = [vector.end.copy() for vector in self.contexts]
        self.add(*self.contexts)

        glasses = self.drinks.glasses if self.stage.is_narrow else self.large_glasses
        feet = [point(float(glass.mix.get_x()), float(self.start[1])) for glass in glasses]
        if self.stage.is_narrow:
            feet = [glass.mix.get_center() for glass in glasses]

        def grow(share: float, carried: float = 0.0) -> None:
            for vector, end, foot in zip(self.contexts, ends, feet, strict=True):
                origin = foot + carried * (self.start - foot)
                vector.set_ends(origin, origin + max(share, 1e-3) * (end - self.start))

        self.play(Live(self.contexts, grow), run_time=0.8 * times.slow)
        late = squish_rate_func(smooth, 0.8, 1.0)
        said = [FadeIn(text, rate_func=late) for text in self.tip_names]
        self.play(Live(self.contexts, lambda share: grow(1.0, share)), *said, run_time=0.9 * times.slow)
        self.play(Create(self.angle[0]), FadeIn(self.angle[1:]), run_time=times.quick)
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
            for piece, place in zip(self._seen(side), places, strict=True):
                if len(piece.family_members_with_points()) and len(place.family_members_with_points()):
                    moved.append(ReplacementTransform(piece, place))
                elif len(piece.family_members_with_points()):
                    moved.append(FadeOut(piece))
        late = squish_rate_func(smooth, 0.7, 1.0)
        return [*moved, *(FadeIn(title, rate_func=late) for title in self.drinks.titles[:2])]

    def _bring_classifier(self) -> None:
        """Make room: the two arrows become shorter, the classifier's arrows fan out, and the phrases get their tags."""
        times, fan, contexts = self.style.times, self.fan, self.contexts
        start, ends = self.start.copy(), [vector.end.copy() for vector in contexts]
        goals = [fan.place(place, fan.enlarged) for place in self.places]

        def shrink(share: float) -> None:
            origin = start + share * (fan.origin - start)
            for vector, end, goal in zip(contexts, ends, goals, strict=True):
                vector.shaft_width = _LARGE_SHAFT + share * (_BOLD - _LARGE_SHAFT)
                vector.set_ends(origin, end + share * (goal - end))

        gone = FadeOut(self.angle, *self.tip_names, rate_func=squish_rate_func(smooth, 0.0, 0.4))
        aside = [] if self.stage.is_narrow else self._to_places()
        self.play(Live(contexts, shrink), gone, *aside, run_time=times.slow)
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
        gone += [FadeOut(self.lines[0], rate_func=squish_rate_func(smooth, 0.0, 0.5))] if side else []
        gone += [FadeOut(self.contexts[0], self.fan_names[0])] if side else []  # it is the other one that is measured
        lit = [recolor(fan.arrows[best].body, theme.fill(color)), recolor(fan.texts[best], color)]
        self.add(shadow)
        self.shadow_before = shadow
        scores = [FadeIn(number, rate_func=squish_rate_func(smooth, 0.5, 1.0)) for number in drinks.scores[side]]
        names = [FadeIn(*drinks.answers, drinks.heading, *drinks.titles[2:])] if side == 0 else []
        self.play(FadeIn(line), Live([shadow], follow), *gone, *lit, *scores, *names, run_time=1.1)
        chosen = drinks.scores[side][numbers.row_of(numbers.predicted[side])]
        word = self.pair.words[side][-1]
        gone = [FadeOut(self.pair.blanks[side], rate_func=squish_rate_func(smooth, 0.8, 1.0))]
        self.play(recolor(chosen, color), self._send(fan.texts[best], word), *gone, run_time=times.slow)
        hoped = self._hoped() if side else []
        self.play(Create(self.marks[side]), *hoped, run_time=times.quick)
        if side == 0:
            self.rest()
        else:
            self.last()

    def _send(self, label: Label, word: Label) -> Animation:
        """Return how a copy of an answer goes up between both phrases and their tags, if there is room, to its own."""
        left = max(float(words[-1].get_right()[0]) for words in self.pair.words)
        right = min(float(tag.get_left()[0]) for tag in self.pair.tags)
        free = right - left > float(word.width) + _AROUND
        return word_on_its_way(label, word, beside=(left + right) / 2 if free else None)

    def _hoped(self) -> list[Animation]:
        """Return how the arrow of the word that should have been the second answer lights up, if it was not."""
        numbers, fan = self.numbers, self.fan
        if numbers.right[1]:
            return []
        place = numbers.drawn.index(numbers.vocabulary.index(numbers.wanted[1]))
        color = self.color_of(numbers.wanted[1])
        score = self.drinks.scores[1][numbers.row_of(numbers.wanted[1])]
        pieces = [fan.texts[place], self.drinks.answers[numbers.row_of(numbers.wanted[1])], score]
        lit = recolor(fan.arrows[place].body, self.style.theme.fill(color))
        return [lit, *(recolor(piece, color) for piece in pieces)]


def _hex(color: ManimColor) -> str:
    return str(color.to_hex()).lower()
