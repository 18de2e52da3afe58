"""Attention sees no order; turned by their places, a query and a key see how far apart they are.

Source: "RoFormer" (Su et al., 2021), section 3.2.2; one pair of numbers of each vector, turned by one radian a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np
import torch
from manim import Arc, Circle, Create, FadeIn, FadeOut, Transform, VGroup, VMobject, linear, smooth, squish_rate_func
from pydantic import Field
from torch import Tensor

from attnmath import attend, rotary
from scenes.claims import Claim, Measurement, same
from scenes.layout import fit
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import PhraseParameters, require_plane
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_HAND, _TURN, _SHIFT, _SWAP = 0.09, 1 / 3, 1.7, 0.6
"""Scene units: the width of a hand. Seconds in which it turns by a place, in which all words move on, and in which two
words trade places."""

_FACE, _RIM, _ARC, _WITHIN = 0.86, 0.3, 0.3, 1.06
"""A face's radius as a share of half its room, scene units from it to numbers; the angle's radius as a share of it; the
factor by which it is longer than the longest hand."""

_LOWER, _TITLE = 0.46, 0.62
"""Scene units from the header's baseline down to the words' places, and the height of the title of the scores."""

_ROWS, _TWO_LINES = (0.17, 0.5, 0.83), 1.3
"""The rows of the record, as shares of its height from the top; scene units that a row of two lines needs."""

_BELOW, _APART, _DIP = 0.5, 0.42, 0.3
"""Scene units below its line at which the first of two words passes that trade places, from it to the second, and the
share of the time in which they go down."""

_BESIDE_ARC, _HALF, _FARTHEST = 0.42, (0.38, 0.16), 0.95
"""Scene units from the angle's arc to the middle of its number, and half of the room that this needs, along and up; the
share of the radius to which it reaches at the most."""

_SLIM, _NARROW, _FARTHER = np.pi / 3, (0.3, 0.08), 1.7
"""Radians: an angle below which its arc stands farther out, one below which its number leaves while a hand passes the
other, and its way to full sight; the factor by which an arc stands farther out at the most."""

_RULER, _END, _CHANGE, _ASIDE = 0.2, 0.08, 0.1, 0.1
"""Scene units from a hand to the ruler along it, and half of the ruler's ends; the share of a move in which a word's
place becomes the next one; scene units between two names at which the one that passes is fully seen."""

_BEFORE = "…"
"""A word that comes before the phrase when it moves on."""


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
    traded: int
    axes: tuple[str, ...]
    moments: tuple[str, ...]
    pair: tuple[str, ...]
    scores: Tensor = quantity("The word's dot product with each word, without places.", rows="words")
    backwards: Tensor = quantity("The same, the phrase read backwards.")
    query: Tensor = quantity("The word's query at each place, the first without one.", columns="axes")
    key: Tensor = quantity("The other word's key at each place, the first without one.", columns="axes")
    lengths: Tensor = quantity("The lengths of the query and the key.", rows="pair")
    step: Tensor = quantity("Degrees by which a place turns.")
    angles: Tensor = quantity("Degrees between the query and the key at each moment.", rows="moments")
    turned: Tensor = quantity("Their dot product at each moment.", rows="moments")
    by_distance: Tensor = quantity("Their dot product by how many places they are apart.")

    @property
    def word(self) -> str:
        """The word that asks."""
        return self.words[self.position]

    @property
    def asked(self) -> str:
        """The other word."""
        return self.words[self.other]


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
        places = torch.arange(len(words) + parameters.shift + 1)
        query, key = (rotary(vectors[at].expand(len(places), 2), places) for at in (position, other))
        by_place = key[1 : len(words) + 1] @ query[position + 1]
        free = [index for index in range(len(words)) if index not in (position, other)]
        traded = max(free, key=lambda index: abs(float(by_place[index] - by_place[other])), default=other)
        shift = parameters.shift
        pairs = [(position + 1 + on, at + 1 + on) for on, at in ((0, other), (shift, other), (shift, traded))]
        angles = [degrees_between(query[first], key[second]) for first, second in pairs]
        return Turned(
            words, position, other, traded, world.axes, ("here", "moved on", "traded"), ("query", "key"), scores,
            attend(vectors.flip(0)).scores[len(words) - 1 - position], query, key,
            torch.stack([query[0].norm(), key[0].norm()]), torch.rad2deg(torch.ones(())), torch.stack(angles),
            torch.stack([query[first] @ key[second] for first, second in pairs]), query[1 : len(words) + 1] @ key[1],
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Turned) -> Mapping[str, object]:
        """Return both words, how far apart they are, and their score."""
        return {
            "word": numbers.word,
            "other": numbers.asked,
            "distance": abs(numbers.position - numbers.other),
            "score": format_number(float(numbers.turned[0])),
        }

    def build(self) -> None:
        """Make the scores without places, the phrase backwards, and a face with two hands."""
        numbers, style = self.numbers, self.style
        free = self.stage.below_header.inset(top=_LOWER, bottom=0.1)
        left, right = free.rows(1.3, 1.0, gap=0.3) if self.stage.is_narrow else free.columns(1.3, 1.0, gap=0.3)
        self.right, self.rows_at = right, [right.top - share * right.height for share in _ROWS]
        self._build_scores(free)
        names = [Label(word, size=style.sizes.number, style=style) for word in (numbers.word, numbers.asked)]
        room = left.width / 2 - max(float(name.width) for name in names) - _RIM
        self.centre, self.radius = point(*left.centre[:2]), min(room, _FACE * left.height / 2)
        self.unit = self.radius / (_WITHIN * float(numbers.lengths.max()))
        face = Circle(self.radius, stroke_color=style.theme.dim, stroke_width=style.strokes.thin)
        self.face = laid(face.move_to(self.centre), Layer.TICKS)
        self.hands = [
            Vector(self.centre, self._tip(row), self.color_of(word), width=_HAND, style=style)
            for row, word in ((numbers.query[0], numbers.word), (numbers.key[0], numbers.asked))
        ]

    def _build_scores(self, free: Region) -> None:
        """Make the scores, from the highest to the lowest: in this order none depends on a word's place."""
        numbers, style = self.numbers, self.style
        wide, middle = min(free.width, 7.0), float(free.centre[0])
        record = Region(middle - wide / 2, middle + wide / 2, free.bottom, free.top - _TITLE - _APART)
        order = numbers.scores.argsort(descending=True, stable=True)
        words = [numbers.words[index] for index in order.tolist()]
        self.ledger = ScoreLedger(words, numbers.scores[order], self.colors_of(words), record, style=style)
        title = Label(self.says("scores", word=numbers.word), size=style.sizes.number, style=style)
        fit(title, wide)
        self.title = title.set_x(record.left + float(title.width) / 2).on_baseline(record.top + 0.2)

    def _tip(self, row: Tensor, turn: float = 0.0) -> Point:
        """Return where a hand ends, turned on by an angle in radians."""
        x, y = (float(entry) * self.unit for entry in row)
        return self.centre + point(x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn))

    def _beyond(self, label: VMobject, tip: Point) -> VMobject:
        """Put a text beyond the face, in the direction of a hand's tip."""
        way = (tip - self.centre) / max(float(np.linalg.norm(tip - self.centre)), 1e-9)
        reach = self.radius + _RIM + abs(float(way[0])) * max(float(label.width) / 2 - 0.12, 0.0)
        return label.move_to(self.centre + reach * way)

    def _mark(self, row: Tensor, text: str, color: str) -> VGroup:
        """Return a text beyond the face, in the direction of a vector."""
        label = Label(text, size=self.style.sizes.number, color=color, style=self.style)
        return labelled(self._beyond(label, self._tip(row)), self.style)

    def _places(self, phrase: HeaderPhrase, *words: str) -> VGroup:
        """Return the place of each word of a phrase, below it; those of some words have their colours."""
        theme, texts = self.style.theme, []
        for place, word in enumerate(phrase.words, 1):
            color = self.color_of(word.text) if word.text in words else theme.ink
            texts.append(Label(f"{place}", size=self.style.sizes.tick, color=color, style=self.style))
        for text, word in zip(texts, phrase.words, strict=True):
            text.set_x(word.get_x()).on_baseline(self.view.header - _LOWER)
        return laid(VGroup(*texts), Layer.LABEL)

    def _turn(self, hand: int, row: Tensor) -> Callable[[float], object]:
        """Return how a hand turns on by a place, from the direction of a vector."""
        return lambda share: self.hands[hand].set_ends(self.centre, self._tip(row, share))

    def _count(self, hand: int, places: VGroup, *, shown: bool) -> VGroup:
        """Let a hand turn a step for each place up to its word's, and return the marks of its steps.

        Args:
            hand: the query's (0) or the key's (1).
            places: the numbers below the phrase.
            shown: whether those are on the stage already.
        """
        rows, word, place = self._of(hand)
        color, marks = self.color_of(word), VGroup()
        for step in range(place + 1):
            if step:
                turn = Live([self.hands[hand]], self._turn(hand, rows[step - 1]), run_time=_TURN)
                self.play(turn, *([] if shown else [FadeIn(places[step - 1], run_time=_TURN)]))
            line = thin_line(self.centre, self._tip(rows[step]), color, self.style.strokes.thin)
            marks.add(laid(line, Layer.THREAD), self._mark(rows[step], f"{step}", color))
            self.add(*marks[-2:])
        places[place - 1].set_color(color)
        self.remove(*places)
        self.add(places)  # as one thing, which leaves as one
        return marks

    def _of(self, hand: int) -> tuple[Tensor, str, int]:
        """Return a hand's vector at each place, its word, and the place of that, counted from 1."""
        numbers = self.numbers
        if hand:
            return numbers.key, numbers.asked, numbers.other + 1
        return numbers.query, numbers.word, numbers.position + 1

    def _steps(self, key: str, row: int, **values: object) -> VMobject:
        """Return a line of the record about steps, in the colour of its word if it has one."""
        color = self.color_of(str(values["word"])) if "word" in values else self.style.theme.ink
        text = Label(self.says(key, **values), size=self.style.sizes.number, color=color, style=self.style)
        return self._in_row(text, row)

    def _step(self) -> VMobject:
        """Return the line of the record that says how far a step is."""
        size, style = self.style.sizes.number, self.style
        degrees = Number(self.numbers.step, decimals=1, size=size, style=style)
        said = Label(self.says("step"), size=size, style=style)
        return self._in_row(Row([said, degrees, Label("°", size=size, style=style)], [0.18, 0.02]), 0)

    def _in_row(self, line: Label | Row, row: int) -> VMobject:
        """Put a line into a row of the record, at its left."""
        fit(line, self.right.width)
        line.set_x(self.right.left + float(line.width) / 2).on_baseline(self.rows_at[row])
        return laid(line, Layer.LABEL)

    def _slide(self, before: HeaderPhrase, after: HeaderPhrase, skipped: int = 0) -> Callable[[float], None]:
        """Return how the words of a phrase go straight to their places in another, which has some more before them."""
        ways = [(word, word.get_center(), new.get_center())
                for word, new in zip(before.words, after.words[skipped:], strict=True)]  # fmt: skip

        def follow(share: float) -> None:
            for word, start, end in ways:
                word.move_to(start + share * (end - start))

        return follow

    def _trade(self, before: HeaderPhrase, pair: tuple[int, int], below: float) -> tuple[Live, HeaderPhrase]:
        """Return how two words trade places, one below the other and both below the rest, and the phrase then.

        Args:
            before: the phrase.
            pair: the places of the two, counted from 0.
            below: scene units below their line at which the first passes.
        """
        order = list(range(len(before.words)))
        order[pair[0]], order[pair[1]] = pair[1], pair[0]
        after = self.header_phrase([before.words[index].text for index in order])
        ways = []
        for new, old in enumerate(order):
            deep = below + _APART * pair.index(old) if old in pair else 0.0
            ways.append((before.words[old], before.words[old].get_center(), after.words[new].get_center(), deep))

        def follow(share: float) -> None:
            down = smooth(min(share / _DIP, (1 - share) / _DIP, 1.0))
            along = smooth(min(max((share - _DIP / 2) / (1 - _DIP), 0.0), 1.0))
            for word, start, end, deep in ways:
                word.move_to(start + along * (end - start) - point(0.0, down * deep))

        return Live(before.words, follow, rate_func=linear, run_time=_SWAP), after

    def _say(self, before: HeaderPhrase, after: HeaderPhrase) -> None:
        """Let a phrase stand in the header, where the words of another have come to its places."""
        self.remove(before, *before.words)
        self.add(after)

    def _pose(self, query: float, key: float) -> None:
        """Turn both hands by radians from where their words stand; the angle, its number and the names follow."""
        for hand, turn in enumerate((query, key)):
            rows, _, place = self._of(hand)
            self.hands[hand].set_ends(self.centre, self._tip(rows[place], turn))
            self._beyond(self.names[hand], self.hands[hand].end)
        start, span = self._between()
        self.arc.become(self._arc(start, span))
        self._put_degrees(self.degrees, start, span)

    def _between(self) -> tuple[float, float]:
        """Return the key's direction and the angle from it to the query's, in radians."""
        last, first = (float(np.arctan2(way[1], way[0])) for way in (hand.end - self.centre for hand in self.hands))
        return first, (last - first + np.pi) % (2 * np.pi) - np.pi

    def _arc_radius(self, span: float) -> float:
        """Return how far out an angle's arc stands: a slim one's farther, where it is long enough to be seen."""
        # Beside a wide angle's arc its number stands within the face, too, however small that is.
        beside = _FARTHEST * self.radius - 2 * _BESIDE_ARC
        least = min(_ARC * self.radius, max(beside, _ARC * self.radius / 2))
        return least * min(max(_SLIM / max(abs(span), 1e-3), 1.0), _FARTHER)

    def _arc(self, start: float, span: float) -> VMobject:
        """Return the arc of an angle."""
        arc = Arc(self._arc_radius(span), start, span or 1e-3, arc_center=self.centre)
        return laid(arc.set_stroke(self.style.theme.ink, 4.0), Layer.THREAD)

    def _degrees(self, angle: Tensor) -> Row:
        """Return an angle in degrees."""
        size, style = self.style.sizes.number, self.style
        number = Number(angle, decimals=0, size=size, style=style)
        return laid(Row([number, Label("°", size=size, style=style)], 0.02), Layer.LABEL)

    def _put_degrees(self, degrees: Row, start: float, span: float) -> None:
        """Put the number of an angle beyond its arc, where both hands leave room for it, or behind them."""
        middle = start + span / 2
        way = np.abs([np.cos(middle), np.sin(middle)])
        along, across = float(way @ _HALF), float(way[::-1] @ _HALF)
        needed = along + across / max(np.tan(min(abs(span), np.pi * 0.99) / 2), 1e-3)
        beside = self._arc_radius(span) + max(_BESIDE_ARC, along + 0.1)
        reach = max(min(beside, _FARTHEST * self.radius - along), needed)
        if needed + along > _FARTHEST * self.radius:
            reach = -_BESIDE_ARC
        degrees.move_to(self.centre + reach * point(np.cos(middle), np.sin(middle)))

    def _length(self, hand: int) -> VGroup:
        """Return a ruler along a hand and the hand's length, on the side away from the other hand."""
        tip, other, style = self.hands[hand].end, self.hands[1 - hand].end - self.centre, self.style
        way = (tip - self.centre) / max(float(np.linalg.norm(tip - self.centre)), 1e-9)
        side = point(-way[1], way[0])
        side *= -1.0 if float(side @ other) > 0 else 1.0
        color = self.color_of((self.numbers.word, self.numbers.asked)[hand])
        start, end = ends = [at + _RULER * side for at in (self.centre, tip)]
        ruler = VGroup(thin_line(start, end, color, style.strokes.thin))
        ruler.add(*(thin_line(at - _END * side, at + _END * side, color, style.strokes.thin) for at in ends))
        number = Number(self.numbers.lengths[hand], size=style.sizes.number, color=color, style=style)
        half = abs(float(side[0])) * float(number.width) / 2 + abs(float(side[1])) * float(number.height) / 2
        number.move_to((ends[0] + ends[1]) / 2 + (_RULER + half) * side)
        return VGroup(laid(ruler, Layer.THREAD), laid(number, Layer.LABEL))

    def _said(self, moment: int, row: int | None = None) -> VGroup:
        """Return two places, and the score there as the product that it is, in the record.

        Args:
            moment: when: at first, with words before the phrase, and with another gap.
            row: of the record; the moment's by default.
        """
        numbers, style, size = self.numbers, self.style, self.style.sizes.number
        on = self.parameters.shift if moment else 0
        at = numbers.traded if moment == 2 else numbers.other
        gap = abs(numbers.position - at)
        said = self.says("places", first=at + 1 + on, second=numbers.position + 1 + on, gap=gap)
        label = Label(said, size=size, style=style)
        colors = (self.color_of(numbers.word), self.color_of(numbers.asked))
        query, key = (
            Number(length, size=size, color=color, style=style)
            for length, color in zip(numbers.lengths, colors, strict=True)
        )
        dots = [Math(sign, size=size, style=style) for sign in ("dot", "dot cos", "=")]
        score = HeroNumber(numbers.turned[moment], style=style)
        gaps = [0.12, 0.12, 0.12, 0.12, 0.2, 0.22]
        terms = Row([query, dots[0], key, dots[1], self._degrees(numbers.angles[moment]), dots[2], score], gaps)
        if self.right.height < _TWO_LINES * len(_ROWS):
            self._in_row(Row([label, terms], 0.35), moment if row is None else row)
            return VGroup(label, terms)
        fit(terms, self.right.width)
        y = self.rows_at[moment if row is None else row]
        label.set_x(self.right.left + float(label.width) / 2).on_baseline(y + 0.3)
        terms.set_x(self.right.left + float(terms.width) / 2).on_baseline(y - 0.4)
        return laid(VGroup(label, terms), Layer.LABEL)

    def tell(self) -> None:
        """Turn a phrase round; turn two hands by their places; move both on; let one trade its place."""
        phrase = self._order()
        places = self._places(phrase)
        self._turns(phrase, places)
        self._apart()
        phrase, places = self._move_on(phrase, places)
        if self.numbers.traded != self.numbers.other:
            self._another_gap(phrase, places)

    def _order(self) -> HeaderPhrase:
        """Turn a phrase round, two words at a time, while its scores stand still; return it."""
        numbers = self.numbers
        phrase = self.header_phrase(numbers.words[::-1])
        with self.beat("order", word=numbers.word):
            self.play(FadeIn(phrase, self.ledger, self.title))
            for first in range(len(phrase.words) // 2):
                trade, after = self._trade(phrase, (first, len(phrase.words) - 1 - first), _BELOW)
                self.play(trade)
                self._say(phrase, after)
                phrase = after
            self.rest()
        return phrase

    def _turns(self, phrase: HeaderPhrase, places: VGroup) -> None:
        """Turn the query by its place, then the key by its own."""
        query, key = self._of(0), self._of(1)
        self.names = [labelled(Label(word, size=self.style.sizes.number, color=self.color_of(word), style=self.style),
                               self.style) for _, word, _ in (query, key)]  # fmt: skip
        with self.beat("turn", word=query[1], place=query[2]):
            self.play(FadeOut(self.ledger, self.title, run_time=self.style.times.quick))
            step = self._step()
            self.play(FadeIn(self.face, self.hands[0], step), run_time=self.style.times.move)
            marks = self._count(0, places, shown=False)
            said = self._steps("query", 1, word=query[1], count=query[2])
            self.play(FadeIn(said), run_time=self.style.times.quick)
            self.rest()
        with self.beat("also", other=key[1], place=key[2]):
            self.play(FadeOut(marks, run_time=self.style.times.quick))
            self._beyond(self.names[0], self.hands[0].end)
            self.play(FadeIn(self.hands[1], self.names[0]), run_time=self.style.times.quick)
            marks = self._count(1, places, shown=True)
            also = self._steps("key", 2, word=key[1], count=key[2])
            self.play(FadeIn(also), run_time=self.style.times.quick)
            self.rest()
        self.leaving = VGroup(marks, step, said, also)

    def _apart(self) -> None:
        """Measure both hands and the angle between them; the lengths move into the product that is the score."""
        with self.beat("apart"):
            self.play(FadeOut(self.leaving, run_time=self.style.times.quick))
            self._beyond(self.names[1], self.hands[1].end)
            lengths = [self._length(hand) for hand in range(2)]
            self.play(FadeIn(self.names[1], *lengths), run_time=self.style.times.move)
            start, span = self._between()
            self.arc, self.degrees = self._arc(start, span), self._degrees(self.numbers.angles[0])
            self._put_degrees(self.degrees, start, span)
            self.play(Create(self.arc), FadeIn(self.degrees), run_time=self.style.times.move)
            self.said = self._said(0, 1)
            self._multiply(lengths)
            self.rest()

    def _multiply(self, lengths: list[VGroup]) -> None:
        """Let both lengths move from their rulers into the product, which then becomes the score."""
        label, terms = self.said
        query, first, key, *others, score = terms
        moves = [Transform(length[1], target) for length, target in zip(lengths, (query, key), strict=True)]
        rulers = [length[0] for length in lengths]
        self.play(*moves, FadeOut(*rulers), FadeIn(label), run_time=self.style.times.move)
        self.remove(*lengths, *(length[1] for length in lengths))
        self.add(query, key)
        self.play(FadeIn(first, *others, score), run_time=self.style.times.quick)
        self.remove(*terms, label)
        self.add(self.said)

    def _move_on(self, phrase: HeaderPhrase, places: VGroup) -> tuple[HeaderPhrase, VGroup]:
        """Put words before the phrase, one at a time; both hands turn on together."""
        numbers, shift = self.numbers, self.parameters.shift
        with self.beat("shift", shift=shift):
            up = point(0.0, self.rows_at[0] - self.rows_at[1])
            self.play(self.said.animate.shift(up), run_time=self.style.times.quick)
            for step in range(shift):
                longer = self.header_phrase([_BEFORE] * (step + 1) + list(numbers.words))
                places = self._one_on(phrase, longer, places, step)
                phrase = longer
            self.play(FadeIn(self._said(1)), run_time=self.style.times.quick)
            self.rest()
        return phrase, places

    def _one_on(self, phrase: HeaderPhrase, longer: HeaderPhrase, places: VGroup, step: int) -> VGroup:
        """Let a phrase make room for a word before it, turn both hands on by a place, and return the words' places.

        Each place rides below its word, and halfway becomes the next one.
        """
        later = self._places(longer, self.numbers.word, self.numbers.asked)
        slide, old, new = self._slide(phrase, longer, 1), list(places), list(later)[1:]

        def follow(share: float) -> None:
            slide(share)
            for word, before, after in zip(phrase.words, old, new, strict=True):
                before.set_x(word.get_x()).set_opacity(_seen((0.5 - share) / _CHANGE))
                after.set_x(word.get_x()).set_opacity(_seen((share - 0.5) / _CHANGE))
            self._pose(step + share, step + share)

        self.remove(places)
        self.add(*old, *new)
        follow(0.0)
        mobjects = [*phrase.words, *old, *new, *self.hands, self.arc, self.degrees, *self.names]
        turn = Live(mobjects, follow, run_time=_SHIFT / self.parameters.shift)
        self.play(turn, FadeIn(longer.words[0], later[0], rate_func=squish_rate_func(smooth, 0.5, 1.0)))
        self._say(phrase, longer)
        self.remove(*old, *later)
        self.add(later)
        return later

    def _another_gap(self, phrase: HeaderPhrase, places: VGroup) -> None:
        """Let the other word trade its place; its hand alone turns, and the score is another."""
        numbers, shift = self.numbers, self.parameters.shift
        quick = self.style.times.quick
        with self.beat("gap", other=numbers.asked, place=numbers.traded + 1 + shift):
            self.play(FadeOut(places, run_time=quick))
            pair = (numbers.other + shift, numbers.traded + shift)
            trade, after = self._trade(phrase, (min(pair), max(pair)), _BELOW)
            digits, sign = RunningNumber(cast(Number, self.degrees[0])), self.degrees[1].copy()

            def follow(share: float) -> None:
                trade.move_to_share(share)
                self._pose(shift, shift + smooth(share) * (numbers.traded - numbers.other))
                start, span = self._between()
                degrees = self._degrees(torch.tensor(float(np.degrees(abs(span)))))
                self._put_degrees(degrees, start, span)
                seen = _seen((abs(span) - _NARROW[0]) / _NARROW[1])
                digits.write(cast(Number, degrees[0]))
                digits.set_opacity(seen)
                sign.move_to(degrees[1]).set_opacity(seen)
                self.names[1].set_opacity(_seen(between(*self.names) / _ASIDE))

            self.remove(self.degrees)
            self.add(digits, sign)
            moved = [*phrase.words, *self.hands, self.arc, *self.names, digits, sign]
            self.play(Live(moved, follow, rate_func=linear, run_time=_SHIFT))
            self._say(phrase, after)
            self.remove(digits, sign)
            self.degrees = self._degrees(numbers.angles[2])
            self._put_degrees(self.degrees, *self._between())
            self.add(self.degrees)
            places = self._places(after, numbers.word, numbers.asked)
            self.play(FadeIn(places), run_time=quick)
            self.play(FadeIn(self._said(2)), run_time=quick)
            self.hold()


def degrees_between(query: Tensor, key: Tensor) -> Tensor:
    """Return the angle between two vectors of a plane in degrees, from 0 to 180."""
    turn = torch.atan2(query[1], query[0]) - torch.atan2(key[1], key[0])
    return torch.rad2deg(torch.atan2(turn.sin(), turn.cos()).abs())


def between(first: VMobject, second: VMobject) -> float:
    """Return how far two texts are apart, across or along; it is negative where they overlap."""
    apart = np.abs(first.get_center() - second.get_center())
    halves = [(float(first.width) + float(second.width)) / 2, (float(first.height) + float(second.height)) / 2]
    return float(max(apart[0] - halves[0], apart[1] - halves[1]))


def _seen(share: float) -> float:
    """Return an opacity, from 0 to 1."""
    return min(max(share, 0.0), 1.0)
