"""Nouns ask with queries, adjectives answer with keys (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import torch
from manim import Dot, FadeIn, FadeOut, GrowFromPoint, LaggedStart, VGroup
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.lesson.portrait import portrait_of
from scenes.number_format import format_number
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import flat, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.token import DOT
from scenes.parts.plane.vector import Vector
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.worlds import World

_QUERY, _FAINT = 0.1, 0.25
"""Scene units: the width of a query; the share of the longest key below which a key is a dot without a name."""

_ASIDE = 0.15
"""Scene units beside a query that names keep free."""

_BUBBLES = ((0.3, 0.1), (0.55, 0.075), (0.78, 0.05))
"""The bubbles between a question and who asks it: the share of the way, and the radius in scene units."""


def _adjectives_answer(numbers: Asked, world: World) -> Measurement:
    best = numbers.answering(numbers.position, 2)
    named = [numbers.words[place] for place in best]
    families = {world.family_index(word) for word in named}
    return Measurement(len(families) == 1 and None not in families, " and ".join(named))


def _another_answers_another(numbers: Asked, world: World) -> Measurement:
    other = _other(numbers)
    said = [numbers.words[numbers.answering(place, 1)[0]] for place in (numbers.position, other)]
    return Measurement(said[0] != said[1], f"{numbers.word}: {said[0]}; {numbers.words[other]}: {said[1]}")


def _other(numbers: Asked) -> int:
    """Return the position of the other word that asks most in another direction."""
    query = numbers.queries[numbers.position]
    across = [abs(float(query[0] * row[1] - query[1] * row[0])) for row in numbers.queries]
    return max(range(len(across)), key=lambda place: across[place])


class QueriesAndKeys(PlaneFigure):
    """lesson-queries-and-keys: a noun's query points where its adjectives' keys are."""

    name = "lesson-queries-and-keys"
    world_name = "creature"
    Parameters = OfCreature
    stops_at_record = True
    fills_room = True
    numbers: Asked
    claims = (
        Claim("The two best answers to the word are of one family.", _adjectives_answer),
        Claim("Another word that asks is answered by another one.", _another_answers_another),
    )

    @classmethod
    def compute(cls, parameters: OfCreature, world: World) -> Asked:
        """Return queries, keys and scores."""
        return asked(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Asked) -> Mapping[str, object]:
        """Return who asks, and who answers."""
        other = _other(numbers)
        return {
            "word": numbers.word,
            "first": numbers.words[numbers.answering(numbers.position, 1)[0]],
            "second": numbers.words[numbers.answering(numbers.position, 2)[1]],
            "other": numbers.words[other],
            "answer": numbers.words[numbers.answering(other, 1)[0]],
            "score": format_number(float(numbers.scores[other].max())),
        }

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the plane shows: all queries and keys."""
        rows = torch.cat([self.numbers.queries, self.numbers.keys, torch.zeros(1, 2)])
        (left, low), (right, high) = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(left, -0.5), right), (min(low, -0.5), high)

    def axis_names(self) -> tuple[str, ...]:
        """Return the names of the families that are asked about."""
        return self.numbers.sides

    def axis_colors(self) -> list[str]:
        """Return a family's colour for each axis."""
        return [self.style.theme.families[index] for index in (0, 1)]

    def build(self) -> None:
        """Make the keys, two queries, and the scores of each."""
        numbers, theme = self.numbers, self.style.theme
        self.phrase = self.header_phrase(numbers.words)
        longest = float(numbers.keys.norm(dim=1).max())
        rows = {word: numbers.keys[place] for place, word in enumerate(numbers.words)}
        named = {word: row for word, row in rows.items() if float(row.norm()) > _FAINT * longest}
        self.other = _other(numbers)
        self.queries = [self._query(place) for place in (numbers.position, self.other)]
        sides = [point(x, y) for x, y in ((0.0, 0.0), (_ASIDE, 0.0), (0.0, _ASIDE))]
        lines = [(flat(query.start + side), flat(query.end + side)) for query in self.queries for side in sides]
        self.keys = self.tokens(named, lines=lines)
        small = [self.plane.place(row) for word, row in rows.items() if word not in named]
        self.small = laid(VGroup(*(Dot(at, radius=DOT, color=theme.dim) for at in small)), Layer.ICON)
        self.shadows = [self._shadows(place) for place in (numbers.position, self.other)]
        self.questioner = self._questioner()
        self.scores = [self._scores(numbers.scores[place]) for place in (numbers.position, self.other)]

    def _questioner(self) -> VGroup:
        """Return the creature that asks, in the record, and its question; nothing where another word asks."""
        record, lying = self.view.record, self.view.lying
        above, below = reversed(record.columns(1, 1)) if lying else record.rows(1.0, 1.6)
        portrait = portrait_of(self.numbers, self.world, below, style=self.style)
        if portrait is None:
            return VGroup()
        sizes, color = self.style.sizes, self.style.theme.query
        question = Label(self.says("question"), size=sizes.head, color=color, within=above.width, style=self.style)
        question.move_to(above.centre)
        near = question.get_left() if lying else question.get_bottom()
        far = portrait.body.get_right() if lying else portrait.body.get_top()
        bubbles = (Dot(near + share * (far - near), radius=size, color=color) for share, size in _BUBBLES)
        return VGroup(portrait, question, *bubbles)

    def _query(self, place: int) -> Vector:
        color = self.style.theme.query
        return Vector(
            self.plane.origin, self.plane.place(self.numbers.queries[place]), color, width=_QUERY, style=self.style
        )

    def _shadows(self, place: int) -> list[Shadow]:
        """Return the shadows of the best keys on a word's query."""
        end = self.plane.place(self.numbers.queries[place])
        best: Sequence[int] = self.numbers.answering(place, 2 if place == self.numbers.position else 1)
        tips = [(self.plane.place(self.numbers.keys[each]), self.color_of(self.numbers.words[each])) for each in best]
        return [Shadow(self.plane.origin, tip, end, color, clear=0.1 + 0.26 * index, hatched=False, style=self.style)
                for index, (tip, color) in enumerate(tips)]  # fmt: skip

    def _scores(self, scores: Tensor) -> ScoreLedger:
        words, view = self.numbers.words, self.view
        return ScoreLedger(words, scores, self.colors_of(words), view.record, lying=view.lying, style=self.style)

    def tell(self) -> None:
        """Let a noun ask, all keys answer, and another noun ask."""
        numbers = self.numbers
        best = [numbers.words[place] for place in numbers.answering(numbers.position, 2)]
        words = {"word": numbers.word, "first": best[0], "second": best[1], "other": numbers.words[self.other]}
        with self.beat("ask", **words):
            self.play(FadeIn(self.phrase, self.questioner))
            self.play(GrowFromPoint(self.queries[0], self.plane.origin))
            self.rest()
        with self.beat("answer", **words):
            self.play(LaggedStart(*map(FadeIn, (*self.keys.values(), self.small)), lag_ratio=0.25), run_time=1.8)
            self.rest()
        with self.beat("match", **words):
            self.play(LaggedStart(*map(FadeIn, self.shadows[0]), lag_ratio=0.4), run_time=1.4)
            self.play(FadeOut(self.questioner))
            self.play(FadeIn(self.scores[0]))
            self.rest()
        answer = numbers.words[numbers.answering(self.other, 1)[0]]
        with self.beat("other", **words, answer=answer):
            self.play(FadeOut(self.queries[0], *self.shadows[0], self.scores[0]), FadeIn(self.queries[1]))
            self.play(FadeIn(*self.shadows[1]))
            self.play(FadeIn(self.scores[1]))
            self.hold()
