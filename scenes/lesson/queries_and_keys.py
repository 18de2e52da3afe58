"""Nouns ask with queries, adjectives answer with keys (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
import torch
from manim import (
    DL,
    DOWN,
    LEFT,
    RIGHT,
    UP,
    UR,
    Animation,
    AnimationGroup,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    GrowFromPoint,
    LaggedStart,
    ReplacementTransform,
    RoundedRectangle,
    TransformFromCopy,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.asking import Asking
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.lesson.shadow_products import ShadowProducts
from scenes.motion.arrive import Unfold
from scenes.number_format import format_number
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB, Shadow
from scenes.parts.plane.token import DOT, haloed
from scenes.parts.plane.vector import RIM, Vector, thin_line
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import Region
from scenes.worlds import World

_QUERY, _FAINT = 0.1, 0.25
"""Scene units: the width of a query; the share of the longest key below which a key is a dot without a name."""

_ASIDE = 0.15
"""Scene units beside a query that names keep free."""

_CLEAR = 0.07
"""Scene units from the middle of a query to the shadow at its side."""

_ASIDE_OF_SHADOWS = 0.28
"""Scene units by which the axes' numbers stand farther out than elsewhere: a shadow lies between them and the axis."""

_ROOMS = (2.5, 2.4)
"""The shares of the record for who asks and for the scores."""

_PRODUCTS = (0.76, 0.68, 0.6, 0.52, 0.45)
"""Shares of the plane right of its origin that products may take, the best first."""

_RING = 0.08
"""Scene units around the dots of words that say little, to their outline."""

_NAME = (0.24, 0.1)
"""Scene units from a query's tip to the name of the arrow: to its side, and back along it."""

_FILL, _FALL, _PRODUCT = 0.5, 0.8, 1.2
"""Seconds in which a key's own length grows, in which it falls as a shadow, and in which its product is written."""


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


@dataclass(frozen=True)
class Shadowed(Asked):
    """A head's numbers with the shadows of which its scores are made."""

    lengths: Tensor = quantity("The length of each word's query.", rows="words")
    shadows: Tensor = quantity("Each key's shadow on each query.", rows="words", columns="words")


class QueriesAndKeys(PlaneFigure):
    """lesson-queries-and-keys: a noun's query points where its adjectives' keys are."""

    name = "lesson-queries-and-keys"
    world_name = "creature"
    Parameters = OfCreature
    stops_at_record = True
    fills_room = True
    numbers: Shadowed
    claims = (
        Claim("The two best answers to the word are of one family.", _adjectives_answer),
        Claim("Another word that asks is answered by another one.", _another_answers_another),
    )

    @classmethod
    def compute(cls, parameters: OfCreature, world: World) -> Shadowed:
        """Return queries, keys, shadows and scores."""
        numbers = asked(parameters, world)
        lengths = numbers.queries.norm(dim=1)
        # Nothing throws a shadow on a query of length 0: all its scores are 0.
        shadows = torch.where(lengths[:, None] > 0, numbers.scores / lengths[:, None], 0.0)
        return extended(numbers, Shadowed, lengths=lengths, shadows=shadows)

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
        """Return what is asked about along each axis."""
        sides = self.numbers.sides
        return tuple(self.says("about", side=side) for side in sides) if sides == tuple(self.world.families) else sides

    def axis_colors(self) -> list[str]:
        """Return a family's colour for each axis."""
        return [self.style.theme.families[index] for index in (0, 1)]

    def build(self) -> None:
        """Make the keys, two queries, their shadows and products, and the scores of each."""
        numbers = self.numbers
        self._make_room_for_shadows()
        self.phrase = self.header_phrase(numbers.words)
        longest = float(numbers.keys.norm(dim=1).max())
        rows = {word: numbers.keys[place] for place, word in enumerate(numbers.words)}
        self.other = _other(numbers)
        asking = (numbers.position, self.other)
        answering = {numbers.words[each] for place in asking for each in self._best(place)}
        named = {word: row for word, row in rows.items() if float(row.norm()) > _FAINT * longest or word in answering}
        self.queries = [self._query(place) for place in asking]
        self.query_names = [self._query_name(query) for query in self.queries]
        sides = [point(x, y) for x, y in ((0.0, 0.0), (_ASIDE, 0.0), (0.0, _ASIDE))]
        lines = [(flat(query.start + side), flat(query.end + side)) for query in self.queries for side in sides]
        self.keys = self.tokens(named, lines=lines, boxes=[_box_of(name) for name in self.query_names])
        self.small = self._small([word for word in rows if word not in named])
        self.shadows = [self._shadows(place) for place in asking]
        self.products = [self._products(place, shadows) for place, shadows in zip(asking, self.shadows, strict=True)]
        record, lying = self.view.record, self.view.lying
        above, below = (record, record) if lying else record.rows(*_ROOMS)
        self.askers = [self._asker(place, above) for place in asking]
        # Until there are scores, who asks has all of the record.
        self.rise = point(0.0, 0.0 if lying else float(above.centre[1] - record.centre[1]))
        self.askers[0].shift(-self.rise)
        self.scores = [self._scores(place, list(named), below) for place in asking]
        self.rests = [
            self._rest_of_scores(place, list(named), scores) for place, scores in zip(asking, self.scores, strict=True)
        ]

    def _make_room_for_shadows(self) -> None:
        """Move the axes' numbers and names outwards by what a shadow beside an axis takes."""
        across, up = (len(counts) for counts in self.plane.counts)
        numbers, (name_across, name_up) = list(self.plane.numbers), self.plane.names
        for text in (*numbers[:across], name_across):
            text.shift(point(0.0, -_ASIDE_OF_SHADOWS / 2))
        for number in numbers[across : across + up]:
            number.shift(point(-_ASIDE_OF_SHADOWS))
        left = float(name_up.get_left()[0]) - self.stage.safe.left - _RING
        name_up.shift(point(-min(_ASIDE_OF_SHADOWS, max(left, 0.0))))
        self.close_gaps([])

    def _small(self, words: Sequence[str]) -> VGroup:
        """Return the dots of words whose keys are short, an outline around them, and a line that names them."""
        theme, style, plane = self.style.theme, self.style, self.plane
        if not words:
            return VGroup()
        dots = VGroup()
        for word in words:
            at = plane.place(self.numbers.keys[self.numbers.words.index(word)])
            color = self.color_of(word)
            dot = Dot(at, radius=DOT, color=theme.dim if color == theme.ink else theme.fill(color))
            dots.add(dot.set_background_stroke(color=theme.background, width=RIM))
        width, height = (float(side) + 2 * _RING for side in (dots.width, dots.height))
        ring = RoundedRectangle(width=width, height=height, corner_radius=min(width, height) / 2 - 0.01)
        ring.set_stroke(theme.ink, style.strokes.thin).move_to(dots)
        colors = [*self.colors_of(words), theme.ink]
        texts = [*(f"{word}," for word in words[:-1]), words[-1], self.says("little")]
        pieces = [
            Label(text, size=style.sizes.tick, color=color, style=style)
            for text, color in zip(texts, colors, strict=True)
        ]
        name = haloed(Row(pieces, 0.12), style)
        self._put_below_axis(name)
        top = ring.get_bottom()
        leader = thin_line(top, point(top[0], float(name.get_top()[1]) + _RING), theme.ink, style.strokes.thin)
        return VGroup(laid(dots, Layer.ICON), laid(VGroup(ring, leader), Layer.PIN), laid(name, Layer.LABEL))

    def _put_below_axis(self, name: VGroup) -> None:
        """Put a text below the numbers of the axis along the foot: on the line of its name where both have room."""
        plane, across = self.plane, self.plane.names[0]
        numbers = [_box_of(number)[1] for number in plane.numbers]
        name.move_to(across).align_to(plane.origin + point(_RING), LEFT)
        if name.get_right()[0] > across.get_left()[0] - _RING or across.get_top()[1] > min(numbers):
            low = min(box[1] for box in plane.text_boxes())
            name.align_to(point(0.0, low - 1.5 * _RING), UP)
        if (beyond := float(name.get_right()[0]) + _RING - self.stage.safe.right) > 0:
            name.shift(point(-beyond))

    def _asker(self, place: int, room: Region) -> Asking:
        """Return a word that asks, with the words that will answer it."""
        words = [self.numbers.words[each] for each in self._best(place)]
        answers = list(zip(words, self.colors_of(words), strict=True))
        color = self.color_of(self.numbers.words[place])
        return Asking(self.numbers, self.world, place, self.says("question"), answers, color, room,
                      lying=self.view.lying, style=self.style)  # fmt: skip

    def _query(self, place: int) -> Vector:
        color = self.style.theme.query
        return Vector(
            self.plane.origin, self.plane.place(self.numbers.queries[place]), color, width=_QUERY, style=self.style
        )

    def _query_name(self, query: Vector) -> VGroup:
        """Return the name of a query, beside its tip: at the right of one that points up, over one that lies."""
        name = Label(self.says("query"), size=self.style.sizes.number, color=self.style.theme.query, style=self.style)
        aside, back = _NAME
        way = query.end - query.start
        if abs(way[1]) > abs(way[0]):
            name.move_to(query.end + point(aside + float(name.width) / 2, -back))
        else:
            name.move_to(query.end + point(-back, aside + float(name.height) / 2))
        return laid(haloed(name, self.style), Layer.LABEL)

    def _best(self, place: int) -> list[int]:
        """Return who answers a word: two words answer the one that the story follows, and one the other."""
        return self.numbers.answering(place, 2 if place == self.numbers.position else 1)

    def _shadows(self, place: int) -> list[Shadow]:
        """Return the shadows of the best keys on a word's query, the second on the query's other side."""
        end = self.plane.place(self.numbers.queries[place])
        tips = [(self.plane.place(self.numbers.keys[each]), self.color_of(self.numbers.words[each]))
                for each in self._best(place)]  # fmt: skip
        return [Shadow(self.plane.origin, tip, end, color, clear=clear, hatched=False, style=self.style)
                for (tip, color), clear in zip(tips, (_CLEAR, -_CLEAR - SLAB), strict=False)]  # fmt: skip

    def _products(self, place: int, shadows: Sequence[Shadow]) -> ShadowProducts:
        """Return the shadows times the query's length, in the plane's free corner."""
        length = float(self.numbers.lengths[place])
        terms = [
            (float(self.numbers.shadows[place, each]), length, shadow.color_of_shadow)
            for each, shadow in zip(self._best(place), shadows, strict=True)
        ]
        heads = [self.says(name) for name in ("shadow", "length", "score")]
        room = self.view.words(self.stage)
        corner = point(room.right, min(room.top, float(self.phrase.get_bottom()[1]) - _RING))
        taken = [_box_of(part) for token in self.keys.values() for part in (token.mark, token.label)]
        taken += [_box_of(name) for name in self.query_names]
        for share in _PRODUCTS:
            within = share * (room.right - float(self.plane.origin[0]))
            products = ShadowProducts(heads, terms, corner, within, style=self.style)
            if not any(_meet(_box_of(products), box) for box in taken):
                break
        return products

    def _scores(self, place: int, words: Sequence[str], room: Region) -> ScoreLedger:
        """Return the scores of the words with long keys."""
        scores = self.numbers.scores[place, [self.numbers.words.index(word) for word in words]]
        lying = self.view.lying
        if lying:
            room, _ = room.columns(len(words), 1)
        return ScoreLedger(words, scores, self.colors_of(words), room, lying=lying, style=self.style)

    def _rest_of_scores(self, place: int, words: Sequence[str], ledger: ScoreLedger) -> VGroup:
        """Return how many other words there are, and what none of their scores exceeds, as a last row."""
        numbers, style = self.numbers, self.style
        others = [float(numbers.scores[place, each]) for each, word in enumerate(numbers.words) if word not in words]
        if not others:
            return VGroup()
        most = ceil(100 * max(others) - 1e-6) / 100
        size = float(ledger.names[0].size)
        texts = (self.says("others", count=str(len(others))), f"≤ {style.language.number(format_number(most))}")
        name, bound = (Label(text, size=size, color=style.theme.dim, style=style) for text in texts)
        if self.view.lying:
            region = self.view.record.columns(len(words), 1)[1]
            VGroup(name, bound).arrange(DOWN, buff=0.15).move_to(region.centre)
        else:
            pitch = ledger.places[0] - ledger.places[1] if len(words) > 1 else 2 * ledger.thick
            y = min(ledger.places) - pitch
            name.align_to(ledger.names[0], LEFT).on_baseline(y - ledger.names[0].cap_height / 2)
            bound.set_x(max(ledger.at_zero, float(name.get_right()[0])) + 0.12 + float(bound.width) / 2)
            bound.on_baseline(y - ledger.names[0].cap_height / 2)
        return laid(VGroup(name, bound), Layer.LEDGER)

    # --- Telling ------------------------------------------------------------------------------------------------------

    def _cast(self, which: int, index: int) -> None:
        """Let a key's own length fall onto the query, and write the product; its score grows in the record."""
        shadow, products, ledger = self.shadows[which][index], self.products[which], self.scores[which]
        place = self._best((self.numbers.position, self.other)[which])[index]
        word = self.numbers.words[place]
        stick = self._stick(shadow, self.keys[word].at)
        self.play(GrowFromPoint(stick, self.plane.origin), run_time=_FILL)
        self.play(ReplacementTransform(stick, shadow.slab), FadeIn(shadow.perpendicular), run_time=_FALL)
        heads = [] if index else [FadeIn(products.ground, products.heads)]
        terms = [FadeIn(term) for term in products.lines[index]]
        score = self._score(ledger, list(self.keys).index(word))
        self.play(*heads, LaggedStart(*terms, score, lag_ratio=0.5), run_time=_PRODUCT)

    def _stick(self, shadow: Shadow, tip: Point) -> VMobject:
        """Return a key's own length as thick as its shadow, on the side to which it falls."""
        way = tip - self.plane.origin
        normal = point(-way[1], way[0]) * SLAB / max(float(np.linalg.norm(way)), 1e-9)
        down = shadow.corners[1] - shadow.corners[0]
        normal *= 1.0 if float(np.dot(normal, down)) >= 0 else -1.0
        ends = [self.plane.origin - normal / 2, self.plane.origin + normal / 2, tip + normal / 2, tip - normal / 2]
        stick: VMobject = shadow.slab.copy()
        return stick.set_points_as_corners([*ends, ends[0]])

    def _score(self, ledger: ScoreLedger, index: int) -> Animation:
        """Return how a score's bar grows from the zero line, with its number."""
        negative = ledger.values[index] < 0
        edge = (UP if negative else DOWN) if self.view.lying else (RIGHT if negative else LEFT)
        return AnimationGroup(Unfold(ledger.bars[index], edge), FadeIn(ledger.numbers[index]))

    def _other_scores(self, which: int) -> Animation:
        """Return how the scores of all that do not answer arrive."""
        best = [self.numbers.words[place] for place in self._best((self.numbers.position, self.other)[which])]
        rows = [index for index, word in enumerate(self.keys) if word not in best]
        return AnimationGroup(*(self._score(self.scores[which], index) for index in rows), FadeIn(self.rests[which]))

    def _keys_arrive(self) -> Animation:
        """Return how words come down from the phrase to their keys, one after the other."""
        places = {word: place for place, word in enumerate(self.numbers.words)}
        return LaggedStart(
            *(
                AnimationGroup(
                    TransformFromCopy(self.phrase.words[places[word]], token.name_text), GrowFromCenter(token.mark)
                )
                for word, token in self.keys.items()
                if token.name_text is not None
            ),
            lag_ratio=0.7,
            run_time=0.9 * len(self.keys),
        )

    def _shown(self, which: int) -> list[VMobject]:
        """Return what is seen of a query, its shadows, their products, and scores, without the record's names."""
        ledger, products, asker = self.scores[which], self.products[which], self.askers[which]
        shadows = [part for shadow in self.shadows[which] for part in (shadow.slab, shadow.perpendicular)]
        thought = [] if self.view.lying else [*(part for part in asker if part is not asker.question), asker.answer]
        scores = [*ledger.bars, *ledger.numbers, self.rests[which]]
        return [self.queries[which], self.query_names[which], *shadows, *products, *scores, *thought]

    def tell(self) -> None:
        """Let a noun ask, all keys answer, and another noun ask."""
        numbers, (asker, other_asker) = self.numbers, self.askers
        best = [numbers.words[place] for place in self._best(numbers.position)]
        words = {"word": numbers.word, "first": best[0], "second": best[1], "other": numbers.words[self.other]}
        with self.beat("ask", **words):
            self.play(FadeIn(self.phrase, asker))
            self.play(GrowFromPoint(self.queries[0], self.plane.origin))
            self.play(FadeIn(self.query_names[0]), run_time=self.style.times.quick)
            self.rest()
        with self.beat("answer", **words):
            self.play(self._keys_arrive())
            self.add(*self.keys.values())
            self.play(FadeIn(self.small))
            self.rest()
        first, second = self.scores
        with self.beat("match", **words):
            leaving = [FadeOut(asker)] if self.view.lying else [asker.animate.shift(self.rise)]
            self.play(*leaving, FadeIn(first.zero, *first.names))
            for index in range(len(self.shadows[0])):
                self._cast(0, index)
            answers = [] if self.view.lying else [asker.answered()]
            self.play(self._other_scores(0), *answers, run_time=self.style.times.slow)
            self.rest()
        answer = numbers.words[numbers.answering(self.other, 1)[0]]
        with self.beat("other", **words, answer=answer):
            arriving = [] if self.view.lying else [FadeIn(other_asker)]
            self.play(FadeOut(*self._shown(0)), run_time=_FILL)
            self.play(ReplacementTransform(first.zero, second.zero), *arriving,
                      *(ReplacementTransform(old, new) for old, new in zip(first.names, second.names, strict=True)),
                      GrowFromPoint(self.queries[1], self.plane.origin))  # fmt: skip
            self.play(FadeIn(self.query_names[1]), run_time=self.style.times.quick)
            self._cast(1, 0)
            answers = [] if self.view.lying else [other_asker.answered()]
            self.play(self._other_scores(1), *answers, run_time=self.style.times.slow)
            self.hold()


def _box_of(thing: VMobject) -> Box:
    """Return the box of a mobject: left, bottom, right and top."""
    (left, bottom, _), (right, top, _) = thing.get_corner(DL), thing.get_corner(UR)
    return float(left), float(bottom), float(right), float(top)


def _meet(one: Box, other: Box) -> bool:
    """Return whether two boxes have some of their area in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
