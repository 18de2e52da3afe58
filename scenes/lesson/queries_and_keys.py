"""Nouns ask with queries, adjectives answer with keys (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    DL,
    DR,
    LEFT,
    UL,
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
from scenes.lesson.side_light import SideLight, Stick
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import CLEAR, Shadow
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, Vector, thin_line
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import Region
from scenes.worlds import World

_QUERY, _FAINT = 0.1, 0.25
"""Scene units: the width of a query; the share of the longest key below which a key is a dot without a name."""

_ASIDE = 0.15
"""Scene units beside a query that names keep free."""

_SHADOW, _LANE, _BY_LANES = 0.15, 0.04, 0.12
"""Scene units: the thickness of a shadow on a query; from one to the next beside it; and from the last to numbers."""

_MOST_TOLD = 3
"""The most words that cast their shadows on one query."""

_LEFT_BELOW = (0.3, 0.55)
"""Scene units left of the origin to the name of the words that say little, and below it to its middle."""

_ROOMS = (3.0, 2.2)
"""The shares of the record for who asks and for the scores."""

_PRODUCTS = (0.76, 0.68, 0.6, 0.52, 0.45)
"""Shares of the plane right of its origin that products may take, the best first."""

_SMALL = 0.055
"""Scene units: the radius of the dots of words that say little, which lie close together."""

_RING = 0.08
"""Scene units around the dots of words that say little, to their outline."""

_AIR = 0.16
"""Scene units from a query's name to its length."""

_NAME = (0.24, 0.1)
"""Scene units from a query's tip to the name of the arrow: to its side, and back along it."""

_KEY, _SHINE, _GROW, _AGAIN, _SOON, _PRODUCT = 0.85, 0.9, 0.9, 0.6, 0.45, 0.9
"""Seconds in which a word comes to its key, in which light comes, in which the first key grows into it, in which each
other one does, on the first query and on the second, and in which a product is written."""

_SWING = 1.2
"""Seconds in which the query of one word swings round to the other one's."""

_BEND = 0.7
"""Radians: the bend of the way on which a word goes from its key to who asked."""


def _adjectives_answer(numbers: Asked, world: World) -> Measurement:
    best = numbers.answering(numbers.position, 2)
    named = [numbers.words[place] for place in best]
    families = {world.family_index(word) for word in named}
    return Measurement(len(families) == 1 and None not in families, " and ".join(named))


def _another_answers_another(numbers: Asked, world: World) -> Measurement:
    other = numbers.other
    said = [numbers.words[numbers.answering(place, 1)[0]] for place in (numbers.position, other)]
    return Measurement(said[0] != said[1], f"{numbers.word}: {said[0]}; {numbers.words[other]}: {said[1]}")


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
        other = numbers.other
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
        return (min(left, -0.5), right), (min(low, -0.75), high)

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
        self.other = numbers.other
        asking = (numbers.position, self.other)
        answering = {numbers.words[each] for place in asking for each in self._best(place)}
        named = {word: row for word, row in rows.items() if float(row.norm()) > _FAINT * longest or word in answering}
        self.queries = [self._query(place) for place in asking]
        self.query_names = [self._query_name(*each) for each in zip(asking, self.queries, strict=True)]
        sides = [point(x, y) for x, y in ((0.0, 0.0), (_ASIDE, 0.0), (0.0, _ASIDE))]
        lines = [(flat(query.start + side), flat(query.end + side)) for query in self.queries for side in sides]
        self.sticks = [self._sticks(place) for place in asking]
        lines += [(flat(stick.origin), flat(stick.tip)) for sticks in self.sticks for stick in sticks]
        self.keys = self.tokens(named, lines=lines, boxes=[_box_of(name) for name in self.query_names])
        self.small = self._small([word for word in rows if word not in named])
        self.shadows = [self._shadows(place) for place in asking]
        record, lying = self.view.record, self.view.lying
        above, below = (record, record) if lying else record.rows(*_ROOMS)
        self.askers = [self._asker(place, above) for place in asking]
        # Until there are scores, who asks has all of the record.
        self.rise = point(0.0, 0.0 if lying else float(above.centre[1] - record.centre[1]))
        self.askers[0].shift(-self.rise)
        self.products = [self._products(place, below) for place in asking]
        self.lights = [self._light(which) for which in range(len(asking))]

    def _make_room_for_shadows(self) -> None:
        """Move the axes' numbers and names outwards by what shadows beside an axis take."""
        across, up = (len(counts) for counts in self.plane.counts)
        numbers, (name_across, name_up) = list(self.plane.numbers), self.plane.names
        for text in (*numbers[:across], name_across):
            text.shift(point(0.0, -_beside(_MOST_TOLD)))
        left = float(name_up.get_left()[0]) - self.stage.safe.left - _RING
        name_up.shift(point(-min(_beside(_MOST_TOLD), max(left, 0.0))))
        for number in numbers[across : across + up]:
            number.shift(point(-_beside(_MOST_TOLD)))
            if _meet(_box_of(number), _box_of(name_up), _RING):  # a name that has no room to move out of its way
                number.align_to(name_up.get_right() + point(_RING), LEFT)
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
            dot = Dot(at, radius=_SMALL, color=theme.dim if color == theme.ink else theme.fill(color))
            dots.add(dot.set_background_stroke(color=theme.background, width=RIM))
        width, height = (float(side) + 2 * _RING for side in (dots.width, dots.height))
        ring = RoundedRectangle(width=width, height=height, corner_radius=min(width, height) / 2 - 0.01)
        ring.set_stroke(theme.ink, style.strokes.thin).move_to(dots)
        name = haloed(Label(self.says("little"), size=style.sizes.tick, color=theme.ink, style=style), style)
        if self._put_left_below(name):
            start, end = (
                ring.get_corner(DL) + point(_RING / 2, _RING / 2),
                name.get_corner(UR) + point(-_RING, _RING / 2),
            )
        else:
            self._put_below_axis(name)
            start = ring.get_bottom()
            end = point(start[0], float(name.get_top()[1]) + _RING)
        leader = thin_line(start, end, theme.ink, style.strokes.thin)
        return VGroup(laid(dots, Layer.ICON), laid(VGroup(ring, leader), Layer.PIN), laid(name, Layer.LABEL))

    def _put_left_below(self, name: VGroup) -> bool:
        """Put a text left of the origin and below it; return whether there is room for it."""
        left, below = _LEFT_BELOW
        name.move_to(self.plane.origin + point(-left - float(name.width) / 2, -below))
        box, room = _box_of(name), self.view.words(self.stage)
        free = not any(_meet(box, other) for other in self.plane.text_boxes())
        return free and box[0] > self.stage.safe.left + _RING and box[1] > room.bottom

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

    def _query_name(self, place: int, query: Vector) -> VGroup:
        """Return a query's name, and its length, beside its tip: right of one that points up, over one that lies."""
        size, color, style = self.style.sizes.number, self.style.theme.query, self.style
        texts: list[VMobject] = [Label(self.says("query"), size=size, color=color, style=style)]
        if self.stage.is_wide:
            texts.append(Number(self.numbers.lengths[place], size=size, color=color, style=style))
        name = Row(texts, _AIR)
        aside, back = _NAME
        way = query.end - query.start
        if abs(way[1]) > abs(way[0]):
            name.move_to(query.end + point(aside + float(name.width) / 2, -back))
        else:
            beyond = query.end + point(back, aside + float(name.height) / 2)  # where no light falls, if there is room
            name.move_to(beyond + point(float(name.width) / 2))
            if float(name.get_right()[0]) > self.view.words(self.stage).right:
                name.move_to(beyond - point(2 * back))
        return laid(haloed(name, self.style), Layer.LABEL)

    def _best(self, place: int) -> list[int]:
        """Return who answers a word: two words answer the one that the story follows, and one the other."""
        return self.numbers.answering(place, 2 if place == self.numbers.position else 1)

    def _told(self, place: int) -> list[int]:
        """Return whose keys cast shadows on a word's query: who answers it, and then who answers the other one."""
        best = self._best(place)
        others = self._best(self.other if place == self.numbers.position else self.numbers.position)
        return [*best, *(each for each in others if each not in best and each != place)]

    def _sticks(self, place: int) -> list[Stick]:
        """Return the keys that will stand in the light beside a word's query."""
        words = self.numbers.words
        return [
            Stick(self.plane.origin, self.plane.place(self.numbers.keys[each]), self.color_of(words[each]),
                  style=self.style)
            for each in self._told(place)
        ]  # fmt: skip

    def _shadows(self, place: int) -> list[Shadow]:
        """Return the shadows of keys on a word's query, each in a lane of its own beside it."""
        end = self.plane.place(self.numbers.queries[place])
        shadows = []
        for lane, each in enumerate(self._told(place)):
            tip, color = self.plane.place(self.numbers.keys[each]), self.color_of(self.numbers.words[each])
            clear = CLEAR + lane * (_SHADOW + _LANE)
            shadows.append(Shadow(self.plane.origin, tip, end, color, clear=clear, thick=_SHADOW, hatched=False,
                                  style=self.style))  # fmt: skip
        return shadows

    def _light(self, which: int) -> SideLight:
        """Return the light that falls towards a query; its rays spare all names and numbers."""
        room = self.view.words(self.stage)
        above = self.products[which] if self.view.lying else None
        top = float(above.get_bottom()[1]) if above else float(self.phrase.get_bottom()[1])
        room = Region(self.stage.safe.left, room.right, room.bottom, min(room.top, top - _RING))
        boxes = [_box_of(token.label) for token in self.keys.values()]
        boxes += [*self.plane.text_boxes(), _box_of(self.query_names[which])]
        if self.view.lying:
            boxes.append(_box_of(self.products[which]))
        query = self.queries[which]
        return SideLight(query.start, query.end, self.sticks[which], room, boxes=boxes, style=self.style)

    def _products(self, place: int, room: Region) -> ShadowProducts:
        """Return the shadows times the query's length: in the record, or above one that lies, in a free corner."""
        numbers, length = self.numbers, float(self.numbers.lengths[place])
        words = [numbers.words[each] for each in self._told(place)]
        shadows = [float(numbers.shadows[place, each]) for each in self._told(place)]
        terms = [
            (word if self.stage.is_wide else "", shadow, length, self.color_of(word))
            for word, shadow in zip(words, shadows, strict=True)
        ]
        heads = [self.says(name) for name in ("shadow", "query", "score")]
        if not self.view.lying:
            return ShadowProducts(heads, terms, point(room.right, room.top), room.width, style=self.style)
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

    # --- Telling ------------------------------------------------------------------------------------------------------

    def _shine(self, which: int) -> Live:
        """Return how light comes from the side and falls on a query."""
        light = self.lights[which]
        self.add(light)
        return Live([light], light.fall, run_time=_SHINE)

    def _cast(self, which: int, index: int) -> None:
        """Let a key grow into the light, with it its shadow on the query; then its product is written."""
        stick, shadow, light = self.sticks[which][index], self.shadows[which][index], self.lights[which]
        products, origin, along = self.products[which], self.plane.origin, self.queries[which].end

        def follow(share: float) -> None:
            stick.grow(share)
            shadow.set_ends(origin, stick.end, along)
            light.fall()

        self.add(stick.line, shadow.slab)
        again = _SOON if which else _AGAIN
        self.play(Live([stick.line, shadow.slab, light], follow), run_time=again if index else _GROW)
        heads = [] if index else [FadeIn(products.ground, products.heads)]
        terms = [FadeIn(term) for term in products.lines[index]]
        written = LaggedStart(*heads, *terms, lag_ratio=0.5)
        self.play(FadeIn(shadow.perpendicular), written, run_time=again if index else _PRODUCT)

    def _answer(self, which: int) -> None:
        """Let the question leave, and the words that answer come from their keys to where it was."""
        asker, place = self.askers[which], (self.numbers.position, self.other)[which]
        names = [self.keys[self.numbers.words[each]].name_text for each in self._best(place)]
        named = [name for name in names if name is not None]
        if self.view.lying or len(named) < len(names):
            self.play(asker.answered())
            return
        self.play(FadeOut(asker.question), run_time=_AGAIN / 2)
        asker.answer.move_to(asker.question)
        words, commas = asker.answer[::2], asker.answer[1::2]
        come = [TransformFromCopy(name, word, path_arc=_BEND) for name, word in zip(named, words, strict=True)]
        self.play(*come, run_time=_GROW)
        if len(commas):
            self.play(FadeIn(*commas), run_time=_AGAIN / 2)

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
            run_time=_KEY * len(self.keys),
        )

    def _shown(self, which: int) -> list[VMobject]:
        """Return what is seen of who asks but its query: the light, the keys in it, their shadows, their products."""
        products, asker = self.products[which], self.askers[which]
        shadows = [part for shadow in self.shadows[which] for part in (shadow.slab, shadow.perpendicular)]
        thought = [*(part for part in asker if part is not asker.question), asker.answer]
        sticks = [stick.line for stick in self.sticks[which]]
        seen = [self.query_names[which], self.lights[which]]
        return [*seen, *sticks, *shadows, *products, *thought]

    def _swept(self) -> list[VMobject]:
        """Return the names of keys that the query runs over as it swings to where the other one points."""
        (one, other), origin = self.queries, self.plane.origin
        way, last = one.end - origin, other.end - origin
        side, reach = np.sign(_across(way, last)), max(map(float, map(np.linalg.norm, (way, last))))

        def crossed(name: VMobject) -> bool:
            corners = [name.get_corner(corner) - origin for corner in (DL, UR, DR, UL)]
            within = [side * _across(way, each) > 0 < side * _across(each, last) for each in corners]
            return any(ok and float(np.linalg.norm(each)) < reach for ok, each in zip(within, corners, strict=True))

        return [token.label for token in self.keys.values() if crossed(token.label)]

    def _swing(self) -> Live:
        """Return how the query of one word swings round to where the other one's points."""
        query, origin = self.queries[0], self.plane.origin
        ways = [each.end - origin for each in self.queries]
        first, last = (float(np.arctan2(way[1], way[0])) for way in ways)
        near, far = (float(np.linalg.norm(way)) for way in ways)
        turn = (last - first + np.pi) % (2 * np.pi) - np.pi

        def follow(share: float) -> None:
            angle, length = first + share * turn, near + share * (far - near)
            query.set_ends(origin, origin + length * point(np.cos(angle), np.sin(angle)))

        return Live([query], follow, run_time=_SWING)

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
        with self.beat("match", **words):
            rising = [] if self.view.lying else [asker.animate.shift(self.rise)]
            self.play(*rising, FadeOut(self.small), self._shine(0))
            for index in range(len(self.shadows[0])):
                self._cast(0, index)
            self._answer(0)
            self.rest()
        answer = numbers.words[numbers.answering(self.other, 1)[0]]
        with self.beat("other", **words, answer=answer):
            swept = self._swept()
            self.play(FadeOut(*self._shown(0), *swept), run_time=_AGAIN)
            self.play(FadeIn(other_asker), self._swing())
            self.remove(self.queries[0])
            self.add(self.queries[1])
            self.play(FadeIn(self.query_names[1], *swept), self._shine(1))
            for index in range(len(self.shadows[1])):
                self._cast(1, index)
            self._answer(1)
            self.hold()


def _across(one: Point, other: Point) -> float:
    """Return the area that two ways span: above 0 where the other one is to the left of the first."""
    return float(one[0] * other[1] - one[1] * other[0])


def _beside(shadows: int) -> float:
    """Return how many scene units beside a query its shadows take, beyond the usual distance of an axis' numbers."""
    return shadows * (_SHADOW + _LANE) + _BY_LANES


def _box_of(thing: VMobject) -> Box:
    """Return the box of a mobject: left, bottom, right and top."""
    (left, bottom, _), (right, top, _) = thing.get_corner(DL), thing.get_corner(UR)
    return float(left), float(bottom), float(right), float(top)


def _meet(one: Box, other: Box, air: float = 0.0) -> bool:
    """Return whether two boxes have some of their area in common, or are less than some air apart."""
    across = one[0] < other[2] + air and other[0] < one[2] + air
    return across and one[1] < other[3] + air and other[1] < one[3] + air
