"""Attention sees no order; turned by their places, a query and a key see how far apart they are.

Source: "RoFormer" (Su et al., 2021), section 3.2.2; one pair of numbers of each vector, turned by one radian a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import Arc, Circle, FadeIn, FadeOut, LaggedStart, VGroup, VMobject, linear, smooth
from pydantic import Field
from torch import Tensor

from attnmath import attend, rotary
from scenes.claims import Claim, Measurement, same
from scenes.layout import fit
from scenes.motion.become import rewrite
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import PhraseParameters, require_plane
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, labelled
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_HAND, _TURN, _SHIFT = 0.09, 0.42, 2.4
"""Scene units: the width of a hand. Seconds in which it turns by a place, and in which all words move on."""

_FACE, _RIM, _ARC = 0.86, 0.3, 0.3
"""A face's radius as a share of half its room, scene units from it to numbers; the angle's radius as a share of it."""

_LOWER = 0.42
"""Scene units from the header's baseline down to the words' places."""


class Placed(PhraseParameters):
    """The parameters: a phrase and its word that asks, and by how many places all words move on."""

    most_words = 9
    shift: int = Field(2, ge=1, le=4, description="By how many places all words move on.")


@dataclass(frozen=True)
class Turned:
    """A word's scores with and without places."""

    words: tuple[str, ...]
    position: int
    other: int
    axes: tuple[str, ...]
    moments: tuple[str, ...]
    scores: Tensor = quantity("The word's dot product with each word, without places.", rows="words")
    backwards: Tensor = quantity("The same, the phrase read backwards.")
    query: Tensor = quantity("The word's query at each place.", columns="axes")
    key: Tensor = quantity("The other word's key at each place.", columns="axes")
    turned: Tensor = quantity("Their dot product at their places, and when all words have moved on.", rows="moments")
    by_distance: Tensor = quantity("Their dot product by how many places they are apart.")

    @property
    def word(self) -> str:
        """The word that asks."""
        return self.words[self.position]


def _order_is_not_seen(numbers: Turned, world: World) -> Measurement:
    return same(numbers.backwards.flip(0), numbers.scores)


def _only_distance_counts(numbers: Turned, world: World) -> Measurement:
    said = ", ".join(format_number(score) for score in numbers.turned.tolist())
    return Measurement(bool(torch.allclose(numbers.turned[0], numbers.turned[1], rtol=1e-4, atol=1e-4)), said)


def _distance_does_count(numbers: Turned, world: World) -> Measurement:
    spread = float(numbers.by_distance.max() - numbers.by_distance.min())
    return Measurement(spread > 0, f"by distance: {', '.join(map(format_number, numbers.by_distance.tolist()))}")


class Positions(PlaneFigure):
    """lesson-positions: turned like hands of a clock by their places, two words see only how far apart they are."""

    name = "lesson-positions"
    Parameters = Placed
    parameters: Placed
    with_plane = False
    with_record = False
    numbers: Turned
    claims = (
        Claim("Read backwards, a phrase has the same scores, only in another order.", _order_is_not_seen),
        Claim("Moved on together, a query and a key have the same score.", _only_distance_counts),
        Claim("Another distance is another score.", _distance_does_count),
    )

    @classmethod
    def compute(cls, parameters: Placed, world: World) -> Turned:
        """Score a word with each word; then turn its query and the most similar word's key by their places."""
        require_plane(world)
        words, position = parameters.words(world), parameters.position(world)
        vectors = world.embedding().rows(words)
        scores = attend(vectors).scores[position]
        others = [index for index, word in enumerate(words) if word != words[position]]
        other = max(others, key=lambda index: float(scores[index])) if others else position
        places = torch.arange(1, len(words) + parameters.shift + 1)
        query, key = (rotary(vectors[at].expand(len(places), 2), places) for at in (position, other))
        ahead = [query[position + shift] @ key[other + shift] for shift in (0, parameters.shift)]
        return Turned(
            words, position, other, world.axes, ("here", "moved on"), scores,
            attend(vectors.flip(0)).scores[len(words) - 1 - position], query, key, torch.stack(ahead),
            query[: len(words)] @ key[0],
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Turned) -> Mapping[str, object]:
        """Return both words, how far apart they are, and their score."""
        return {
            "word": numbers.word,
            "other": numbers.words[numbers.other],
            "distance": abs(numbers.position - numbers.other),
            "score": format_number(float(numbers.turned[0])),
        }

    def build(self) -> None:
        """Make the scores without places, the phrase both ways, and a face with two hands."""
        numbers, style = self.numbers, self.style
        free = self.stage.below_header.inset(top=_LOWER, bottom=0.1)
        left, right = free.rows(1.3, 1.0, gap=0.3) if self.stage.is_narrow else free.columns(1.2, 1.0, gap=0.5)
        narrow = min(free.width, 7.0)
        middle = float(free.centre[0])
        record = Region(middle - narrow / 2, middle + narrow / 2, free.bottom, free.top)
        colors = self.colors_of(numbers.words)
        self.ledger = ScoreLedger(numbers.words, numbers.scores, colors, record, style=style)
        self.phrase = self.header_phrase(numbers.words)
        self.backwards = self.header_phrase(numbers.words[::-1])
        pair = (numbers.word, numbers.words[numbers.other])
        names = [Label(word, size=style.sizes.number, style=style) for word in pair]
        room = left.width / 2 - max(float(name.width) for name in names) - _RIM / 2
        self.centre, self.radius = point(*left.centre[:2]), min(room, _FACE * left.height / 2)
        self.unit = self.radius / float(numbers.query.norm(dim=1).max().maximum(numbers.key.norm(dim=1).max()))
        face = Circle(self.radius, stroke_color=style.theme.dim, stroke_width=style.strokes.thin)
        self.face = laid(face.move_to(self.centre), Layer.TICKS)
        rows = (numbers.query[0], numbers.key[0])
        self.hands = [self._hand(row, word) for row, word in zip(rows, pair, strict=True)]
        self.rows_at = [right.top - share * right.height for share in (0.3, 0.75)]
        self.right = right

    def _hand(self, row: Tensor, word: str) -> Vector:
        return Vector(self.centre, self._tip(row), self.color_of(word), width=_HAND, style=self.style)

    def _tip(self, row: Tensor, turn: float = 0.0) -> Point:
        """Return where a hand ends, turned on by an angle in radians."""
        x, y = (float(entry) * self.unit for entry in row)
        return self.centre + point(x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn))

    def _mark(self, row: Tensor, text: str, color: str) -> VGroup:
        """Return a text beyond the face, in the direction of a vector."""
        x, y = (float(entry) for entry in row)
        way = point(x, y) / max(float(np.hypot(x, y)), 1e-9)
        label = Label(text, size=self.style.sizes.number, color=color, style=self.style)
        reach = self.radius + _RIM + abs(float(way[0])) * max(float(label.width) / 2 - 0.12, 0.0)
        return labelled(label.move_to(self.centre + reach * way), self.style)

    def _places(self, phrase: HeaderPhrase, first: int) -> VGroup:
        """Return the place of each word of a phrase, below it."""
        texts = [Label(f"{first + index}", size=self.style.sizes.tick, color=self.style.theme.dim, style=self.style)
                 for index in range(len(self.numbers.words))]  # fmt: skip
        for text, word in zip(texts, phrase.words, strict=True):
            text.set_x(word.get_x()).on_baseline(self.view.header - _LOWER)
        return laid(VGroup(*texts), Layer.LABEL)

    def _turn(self, row: Tensor) -> Callable[[float], object]:
        """Return how the first hand turns on by a place, from the direction of a vector."""
        return lambda share: self.hands[0].set_ends(self.centre, self._tip(row, share))

    def _angle(self, turn: float) -> VMobject:
        """Return the arc from the key's hand to the query's, both turned on by an angle."""
        numbers = self.numbers
        rows = (numbers.key[numbers.other], numbers.query[numbers.position])
        first, last = (float(torch.atan2(row[1], row[0])) for row in rows)
        span = (last - first + np.pi) % (2 * np.pi) - np.pi
        arc = Arc(_ARC * self.radius, first + turn, span, arc_center=self.centre)
        return laid(arc.set_stroke(self.style.theme.ink, 4.0), Layer.THREAD)

    def _said(self, moment: int, shift: int) -> VGroup:
        """Return the two places and the score there, in the record."""
        numbers, style = self.numbers, self.style
        places = {"first": numbers.other + 1 + shift, "second": numbers.position + 1 + shift}
        label = Label(self.says("places", **places), size=style.sizes.number, color=style.theme.dim, style=style)
        fit(label, self.right.width)
        number = HeroNumber(numbers.turned[moment], style=style)
        y = self.rows_at[moment]
        label.set_x(self.right.left + float(label.width) / 2).on_baseline(y + (0.0 if self.stage.is_narrow else 0.25))
        at = self.right.left + float(number.width) / 2
        if self.stage.is_narrow:  # no room for two lines
            at = max(self.right.right - float(number.width) / 2, float(label.get_right()[0]) + float(number.width))
        number.set_x(at).on_baseline(y - (0.0 if self.stage.is_narrow else 0.5))
        return VGroup(label, number)

    def _say(self, phrase: HeaderPhrase) -> None:
        """Let a phrase stand in the header as one thing again, after its words have come there singly."""
        self.remove(*self.phrase.words, *self.backwards.words, *phrase.words)
        self.add(phrase)

    def tell(self) -> None:
        """Shuffle a phrase; turn a hand by its place; compare two hands; move both on."""
        numbers = self.numbers
        shift, word, other = self.parameters.shift, numbers.word, numbers.words[numbers.other]
        with self.beat("order", word=word):
            self.play(FadeIn(self.phrase, self.ledger))
            before, after = list(self.ledger.places), self.ledger.places[::-1]

            def follow(share: float) -> None:
                self.ledger.put([a + share * (b - a) for a, b in zip(before, after, strict=True)])

            self.play(rewrite(self.phrase, self.backwards), Live([self.ledger], follow, run_time=1.8, rate_func=smooth))
            self._say(self.backwards)
            self.rest()
        phrase = self.header_phrase(numbers.words)
        places = self._places(phrase, 1)
        with self.beat("turn", word=word):
            self.play(FadeOut(self.ledger), rewrite(self.backwards, phrase), FadeIn(self.face, self.hands[0]))
            self._say(phrase)
            self.add(places)
            ghosts, marks = VGroup(), VGroup()
            for place in range(numbers.position + 1):
                row = numbers.query[place]
                if place:
                    self.play(Live([self.hands[0]], self._turn(numbers.query[place - 1]), run_time=_TURN))
                mark = self._mark(row, f"{place + 1}", self.color_of(word))
                ghosts.add(laid(thin_line(self.centre, self._tip(row), self.color_of(word), 2.0), Layer.THREAD))
                marks.add(mark)
                self.add(ghosts[-1], mark)
            self.rest()
        key, query = numbers.key[numbers.other], numbers.query[numbers.position]
        self.hands[1].set_ends(self.centre, self._tip(key))
        arc, said = self._angle(0.0), self._said(0, 0)
        with self.beat("apart", word=word, other=other, distance=abs(numbers.position - numbers.other)):
            names = VGroup(*(self._mark(row, name, self.color_of(name)) for row, name in ((query, word), (key, other))))
            self.play(FadeOut(ghosts, marks), FadeIn(self.hands[1], names))
            self.play(FadeIn(arc, said))
            self.rest()
        later, then = self._places(phrase, 1 + shift), self._said(1, shift)
        with self.beat("shift", shift=shift):

            def turn(share: float) -> None:
                for hand, row in zip(self.hands, (query, key), strict=True):
                    hand.set_ends(self.centre, self._tip(row, share * shift))
                arc.become(self._angle(share * shift))

            self.play(FadeOut(names, run_time=0.3), LaggedStart(FadeOut(places), FadeIn(later)))
            self.play(Live([*self.hands, arc], turn, run_time=_SHIFT, rate_func=linear))
            ends = ((numbers.query[numbers.position + shift], word), (numbers.key[numbers.other + shift], other))
            self.play(FadeIn(then, *(self._mark(row, name, self.color_of(name)) for row, name in ends)))
            self.hold()
