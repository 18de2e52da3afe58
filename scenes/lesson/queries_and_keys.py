"""Nouns ask with queries, adjectives answer with keys (the lesson on the steps of attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from manim import (
    DOWN,
    Animation,
    AnimationGroup,
    ApplyMethod,
    Circle,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    GrowFromEdge,
    LaggedStart,
    ReplacementTransform,
    TransformFromCopy,
    VGroup,
    VMobject,
    there_and_back,
)
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.creature import Asked, OfCreature, asked
from scenes.lesson.lamp_holder import LampHolder, room_for
from scenes.lesson.shadow_products import ShadowProducts
from scenes.lesson.side_light import SideLight, Stander, board_depth, fitted
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import flat, point
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import HEADER_LINE, PlaneView, Region, nice_step
from scenes.worlds import World

_FAINT = 0.25
"""The share of the longest key below which a key is a dot without a name."""

_HOLDER, _SMALL_HOLDER = 0.72, 0.5
"""Scene units: the radius of who holds the lamp; and in frames with little room."""

_MARK, _SMALL, _AIR = 0.75, 0.055, 0.16
"""The size of a key's mark, of the usual one; scene units: the radius of the dots of words that say little, and from
the ruler's name to its length."""

_LEFT_BELOW, _RING = (0.3, 0.5), 0.14
"""Scene units left of the origin to the name of the words that say little, and below it to its middle; and from their
dots to the ring around them."""

_AXIS, _NAME_LEFT = 0.32, 0.16
"""Scene units from an axis to the middle of its name, and from the lamp."""

_HALO = 0.08
"""Scene units between a text and the frame's margin."""

_BELOW = 0.75
"""Scene units below the axis along the foot to what stands there."""

_SHARE, _COLUMN, _BETWEEN, _TITLE = 0.57, 3.2, 0.75, 0.7
"""The share of a wide frame for lamp and ruler; scene units of a column of products in another one, from one to the
other, and of the question above products."""

_SWELL = 1.15
"""The size of a number or word of which is spoken, for a moment, as a multiple of its own."""

_ASK, _GROW, _KEY, _SLIDE, _SHINE, _CAST, _AGAIN, _PRODUCT, _PAINT, _COME, _TURN = (
    0.8, 1.0, 0.85, 1.1, 1.0, 1.3, 0.7, 1.4, 1.0, 1.0, 3.2
)  # fmt: skip
"""Seconds in which somebody takes the lamp, in which a query grows, in which a word's key appears, in which the
ruler goes behind the keys, in which light comes, in which a first shadow grows, in which a further one does, in which
a product is written, in which an answer shows, in which another word comes, and in which lamp and ruler turn."""

_TURNED, _LOW, _HIGH = (
    (0.0, 0.28, 0.39, 0.5, 0.61, 0.72, 0.83, 0.94, 1.0),
    (0.0, 0.33, 0.33, 0.28, 0.2, 0.08, 0.0, 0.0, 0.0),
    (1.0, 0.66, 0.65, 0.55, 0.46, 0.36, 0.25, 0.13, 1.0),
)
"""Shares of a turn, and where a lamp begins and ends there, shares of its length: it passes between who has held it and
who takes it, and touches neither."""

_LET_GO = 0.1
"""The share of a turn in which a lamp is let go, and in which it is taken."""


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

    # --- The stage ----------------------------------------------------------------------------------------------------

    @property
    def asking(self) -> tuple[int, int]:
        """The positions of the word that the story follows, and of the other one that asks."""
        return self.numbers.position, self.numbers.other

    @property
    def told(self) -> list[int]:
        """The positions of the words whose keys stand in the light: two answer the first word, one the other."""
        numbers = self.numbers
        best = numbers.answering(numbers.position, 2)
        return [*best, *(each for each in numbers.answering(numbers.other, 1) if each not in best)]

    @property
    def holder(self) -> float:
        """The radius of who holds the lamp, scene units."""
        return _SMALL_HOLDER if self.is_square else _HOLDER

    @property
    def is_square(self) -> bool:
        """True if there is room for one product at a time, and for no question above it."""
        return self.stage.is_narrow and not self.stage.is_portrait

    def free(self) -> Region:
        """Return what header and foot leave free."""
        view, stage = self.stage.plane_view, self.stage
        low = view.foot + 0.6 + 0.65 * (view.foot_lines - 1)
        high = view.header - 0.35 - (HEADER_LINE if stage.is_narrow else 0.0)
        return Region(stage.safe.left, stage.safe.right, low, high)

    def rooms(self) -> tuple[Region, Region]:
        """Return where lamp, ruler and keys lie, and where the question and then the products stand."""
        free, stage = self.free(), self.stage
        if stage.is_portrait:
            above, below = free.rows(1.0, 0.4)
            return above, below
        if self.is_square:
            return free.inset(left=_COLUMN / 5), Region(free.left, free.right, free.bottom - _AIR, free.bottom)
        wide = free.width * _SHARE if stage.is_wide else free.width - _COLUMN
        return free.inset(right=free.width - wide), free.inset(left=wide + _BETWEEN, bottom=1.0, top=0.1)

    def below_left(self) -> Region:
        """Return what is free left of the upright axis and below the other one: room for one product."""
        free, (x, y) = self.free(), self.view.origin
        return Region(free.left, x - _AIR, free.bottom, y - _BELOW)

    @property
    def titled(self) -> bool:
        """True if the question has room above the products."""
        return not self.is_square

    def world_view(self) -> PlaneView:
        """Return the view in which lamp and ruler have room wherever they turn."""
        numbers = self.numbers
        self.with_record = self.stage.is_portrait  # where the upright axis runs through the products
        queries = [point(*numbers.queries[place].tolist()) for place in self.asking]
        keys = [point(*numbers.keys[place].tolist()) for place in self.told]
        room, record = self.rooms()
        backs = [room_for(numbers, self.world, place, self.holder, self.style) for place in self.asking]
        origin, unit = fitted(queries, keys, board_depth(len(keys), self.style), backs, room)
        return replace(self.stage.plane_view, record=record, origin=origin, unit=unit, step=nice_step(1.0 / unit))

    def make_plane(self, view: PlaneView) -> StagePlane:
        """Return the plane without numbers, which are on the ruler."""
        plane = super().make_plane(view)
        plane.numbers.submobjects = []
        plane.ticks.submobjects = []
        self._put_axis_names(plane)
        return plane

    def _put_axis_names(self, plane: StagePlane) -> None:
        """Put the axes' names where neither lamp nor ruler comes: below the first axis, and left of the other one."""
        across, up = plane.names
        (x, y), unit = self.view.origin, self.view.unit
        lengths = [float(self.numbers.lengths[place]) for place in self.asking]
        across.move_to(point(x + max(lengths) * unit + _AXIS + float(across.width) / 2, y - _AXIS))
        if (beyond := float(across.get_right()[0]) + _HALO - self.stage.safe.right) > 0:
            across.shift(point(-beyond))
        up.move_to(point(x - 1.0 - float(up.width) / 2, y + max(lengths) * unit))
        if (beyond := self.stage.safe.left + _HALO - float(up.get_left()[0])) > 0:
            up.shift(point(beyond))

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the plane shows: all queries and keys."""
        rows = torch.cat([self.numbers.queries, self.numbers.keys, torch.zeros(1, 2)])
        (left, low), (right, high) = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (left, right), (low, high)

    def axis_names(self) -> tuple[str, ...]:
        """Return what is asked about along each axis."""
        return self.numbers.sides

    def axis_colors(self) -> list[str]:
        """Return a family's colour for each axis."""
        return [self.style.theme.families[index] for index in (0, 1)]

    # --- Building -----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the keys, the lamp and its ruler, who holds it, and the products."""
        numbers, told = self.numbers, self.told
        self.phrase = self.header_phrase(numbers.words)
        self.standers = [Stander(self.plane.place(numbers.keys[place]) - self.plane.origin,
                                 self.color_of(numbers.words[place])) for place in told]  # fmt: skip
        self.light = self._light()
        self.angles = [self._angle(place) for place in self.asking]
        self.holders = [self._holder(which) for which in range(2)]
        self._turn_to(0.0)
        self.ruler_name = self._ruler_name()
        self.keys = self._keys()
        self.small = self._small([word for word in numbers.words if word not in self.keys])
        self.products = self._products()
        self.readings: list[Number] = []
        self.questions = [self._question(which) for which in range(2)]
        self.asked = self._asked_large()

    def _light(self) -> SideLight:
        length = float(self.numbers.lengths[self.numbers.position])
        unit = self.view.unit
        return SideLight(
            self.plane.origin, unit, 0.0, length * unit, self.standers, step=self.view.step, style=self.style
        )

    def _angle(self, place: int) -> float:
        x, y = self.numbers.queries[place].tolist()
        return float(np.arctan2(y, x))

    def _holder(self, which: int) -> LampHolder:
        place = self.asking[which]
        self._turn_to(float(which))
        return LampHolder(self.numbers, self.world, place, self.told, self.light, self.holder,
                          self.color_of(self.numbers.words[place]), style=self.style)  # fmt: skip

    def _turn_to(self, share: float) -> None:
        """Turn lamp and ruler a share of the way from one query to the other one."""
        (first, last), unit = self.angles, self.view.unit
        turn = (last - first + np.pi) % (2 * np.pi) - np.pi
        near, far = (float(self.numbers.lengths[place]) for place in self.asking)
        self.light.angle, self.light.reach = first + share * turn, (near + share * (far - near)) * unit
        self.light.pose()

    def _ruler_name(self) -> VGroup:
        """Return the ruler's name, and its length where there is room."""
        size, color, style = self.style.sizes.number, self.style.theme.query, self.style
        texts: list[VMobject] = [Label(self.says("query"), size=size, color=color, style=style)]
        if self.stage.is_wide:
            texts.append(Number(self.numbers.lengths[self.numbers.position], size=size, color=color, style=style))
        return laid(haloed(Row(texts, _AIR), style), Layer.LABEL)

    def _keys(self) -> dict[str, Token]:
        """Return the words with long keys and those that are told, their names clear of light that grazes them."""
        numbers, origin = self.numbers, self.plane.origin
        longest = float(numbers.keys.norm(dim=1).max())
        rows = {word: numbers.keys[place] for place, word in enumerate(numbers.words)}
        told = {numbers.words[place] for place in self.told}
        named = {word: row for word, row in rows.items() if float(row.norm()) > _FAINT * longest or word in told}
        lines, boxes = list[Segment](), list[Box]()
        self.light.apart = 1.0
        for which in (0.0, 1.0):
            self._turn_to(which)
            for stander in self.standers:
                tip = origin + stander.way
                way = self.light.toward_lamp
                far = tip - (self.light.behind + float(np.dot(stander.way, way))) * way
                lines += [(flat(origin), flat(tip)), (flat(tip), flat(far))]
            corners = np.array(self.light.corners())
            (left, low, _), (right, high, _) = corners.min(axis=0), corners.max(axis=0)
            boxes += [(float(left), float(low), float(right), float(high)), box_of(self.light.lamp)]
        self.light.apart = 0.0
        self._turn_to(0.0)
        keys = self.tokens(named, lines=lines, boxes=boxes)
        for token in keys.values():
            token.mark.scale(_MARK)
        return keys

    def _small(self, words: Sequence[str]) -> VGroup:
        """Return the dots of words whose keys are short, and a text that says how many they are."""
        theme, style, plane = self.style.theme, self.style, self.plane
        if not words:
            return VGroup()
        dots = VGroup()
        for word in words:
            color = self.color_of(word)
            dot = Dot(plane.place(self.numbers.keys[self.numbers.words.index(word)]), radius=_SMALL,
                      color=theme.dim if color == theme.ink else theme.fill(color))  # fmt: skip
            dots.add(dot.set_background_stroke(color=theme.background, width=RIM))
        left, below = _LEFT_BELOW
        for key in ("little", "others"):
            text = Label(self.says(key, count=len(words)), size=style.sizes.tick, color=theme.ink, style=style)
            text.move_to(plane.origin + point(-left - float(text.width) / 2, -below))
            if text.get_left()[0] > self.stage.safe.left + _HALO:
                break
        radius = max(float(np.linalg.norm(dot.get_center() - dots.get_center())) for dot in dots) + _RING
        ring = Circle(radius, color=theme.dim, stroke_width=style.strokes.thin).move_to(dots.get_center())
        named = [] if self.is_square else [laid(haloed(text, style), Layer.LABEL)]
        return VGroup(laid(VGroup(ring, dots), Layer.ICON), *named)

    def _products(self) -> ShadowProducts:
        numbers, stage = self.numbers, self.stage
        words = [numbers.words[place] for place in self.told]
        shadows = [[float(numbers.shadows[place, each]) for each in self.told] for place in self.asking]
        heads = [self.says(name) for name in ("shadow", "length", "score")]
        _, room = self.rooms()
        room = room.inset(top=_TITLE) if self.titled else self.below_left()
        lengths = [float(numbers.lengths[place]) for place in self.asking]
        return ShadowProducts(
            heads, words, self.colors_of(words), shadows, lengths, room,
            stacked=not stage.is_wide and not stage.is_portrait, alone=self.is_square,
            style=self.style,
        )  # fmt: skip

    def _question(self, which: int) -> Label:
        """Return the question of who holds the lamp, where it stands over the products."""
        numbers, place = self.numbers, self.asking[which]
        named = numbers.sides == tuple(self.world.families)
        text = self.says("question", side=self.side_of(place)) if named else self.says("unnamed")
        _, room = self.rooms()
        size, color = self.style.sizes.head, self.style.theme.query
        label = Label(text, size=size, color=color, within=room.width, style=self.style)
        return laid(label.move_to(point(room.centre[0], room.top - _TITLE / 2)), Layer.LABEL)

    def _asked_large(self) -> Label:
        """Return the first question as it is asked, in the middle of the room that products will take."""
        room, small = self.rooms()[1], self.questions[0]
        if self.is_square:
            left = self.view.origin[0] + _AIR
            room = replace(self.below_left(), left=left, right=self.stage.safe.right)
        large = Label(
            small.text, size=self.style.sizes.hero, color=self.style.theme.query, within=room.width, style=self.style
        )
        return laid(large.move_to(room.centre), Layer.LABEL)

    # --- Telling ------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Let the word that the story follows take the lamp, and its query grow."""
        light, holder = self.light, self.holders[0]
        self.play(FadeIn(self.phrase, holder.body))
        source = self.phrase.words[self.numbers.position]
        self.play(TransformFromCopy(source, holder.label), FadeIn(light.lamp), run_time=_ASK)
        self.add(light, holder.name)

        def follow(share: float) -> None:
            light.grown = share
            light.pose()

        said = LaggedStart(*(FadeIn(letter) for letter in self.asked.submobjects), lag_ratio=0.2)
        self.play(Live([light], follow), said, run_time=_GROW)
        self.add(self.asked)
        light.put_name(self.ruler_name)
        self.play(FadeIn(self.ruler_name), run_time=self.style.times.quick)

    def _shine(self) -> None:
        """Let the ruler go behind the keys that say something, and light fall on it."""
        light, name = self.light, self.ruler_name

        def go(share: float) -> None:
            light.apart = share
            light.pose()
            light.put_name(name)

        goes = ReplacementTransform(self.asked, self.questions[0]) if self.titled else FadeOut(self.asked)
        leaves = FadeOut(light.arrow.copy(), run_time=_SLIDE)  # its trace shows that the ruler is the query
        self.play(Live([light, name], go, run_time=_SLIDE), leaves, FadeOut(self.small), goes)

        def fall(share: float) -> None:
            light.lit = share
            light.pose()

        self.play(Live([light], fall, run_time=_SHINE))

    def _cast(self, index: int) -> None:
        """Let a key grow into the light, with it its shadow and the length of that."""
        light, stander = self.light, self.standers[index]
        running = RunningNumber(light.reading(index))

        def follow(share: float) -> None:
            stander.share = share
            light.pose()
            running.write(light.reading(index))

        self.add(running)
        self.play(Live([light, running], follow, run_time=_AGAIN if index else _CAST))
        self.remove(running)
        self.readings.append(light.reading(index))
        self.add(self.readings[-1])

    def _write(self, index: int) -> None:
        """Write a word's product, and let who asked hear it."""
        products = self.products
        heads = [] if index else [FadeIn(products.heads)]
        sources = [] if index else [self._swell(self.readings[index]), self._swell(self.ruler_name)]
        line = [FadeIn(cell) for cell in products.lines[0][index]]
        written = LaggedStart(*heads, FadeIn(products.names[index]), *line, lag_ratio=0.6)
        gone = [FadeOut(products.names[index - 1], products.lines[0][index - 1])] if products.alone and index else []
        self.play(*gone, *sources, written, run_time=_AGAIN if index else _PRODUCT)
        self._hear(0, [index])

    def _hear(self, which: int, heard: Sequence[int]) -> None:
        """Let who asked become what it hears from some of those that answer, while the best score swells."""
        best = max(heard, key=lambda index: float(self.numbers.scores[self.asking[which], self.told[index]]))
        holder, score = self.holders[which], self.products.lines[which][best][4]
        if not len(holder.body.submobjects):
            self.play(self._swell(score), run_time=_PAINT)
            return
        becomes = Live([holder.body], lambda share: holder.hears(heard[0], heard[-1] + 1, share))
        self.play(becomes, self._swell(score), run_time=_PAINT)

    def _swell(self, text: VMobject) -> Animation:
        """Return how a text swells and shrinks again."""
        return ApplyMethod(text.scale, _SWELL, rate_func=there_and_back)

    def _ask_again(self) -> None:
        """Let the other word's question take the place of the first one."""
        # The board comes past the first axis' name on its way.
        asks = [FadeOut(self.ruler_name, self.plane.names[0]), self._swell(self.phrase.words[self.numbers.other])]
        if self.titled:
            asks.append(LaggedStart(FadeOut(self.questions[0]), FadeIn(self.questions[1]), lag_ratio=1.0))
        self.play(*asks, run_time=_ASK)

    def _turn(self) -> None:
        """Turn lamp and ruler to the other query; all shadows and products follow."""
        light, products, count = self.light, self.products, len(self.told)
        start, end = (products.lines[which] for which in range(2))
        shown = [count - 1] if products.alone else list(range(count))
        cells = [(index, column) for index in shown for column in (0, 2, 4)]
        running = [RunningNumber(products.written(index, column, 0.0)) for index, column in cells]
        ends = [RunningNumber(reading) for reading in self.readings]
        held = [float(not holder.grows) for holder in self.holders]

        def follow(share: float) -> None:
            light.held = float(np.interp(share, (0.0, _LET_GO, 1 - _LET_GO, 1.0), (held[0], 0.0, 0.0, held[1])))
            light.span = float(np.interp(share, _TURNED, _LOW)), float(np.interp(share, _TURNED, _HIGH))
            self._turn_to(share)
            for index, number in enumerate(ends):
                number.write(light.reading(index))
            for number, (index, column) in zip(running, cells, strict=True):
                # As they are printed: a pencil gets each product, at each moment.
                shadow = round(light.shadow(index), products.digits)
                length = round(light.reach / light.unit, products.digits)
                value = {0: shadow, 2: length, 4: shadow * length}[column]
                number.write(products.written(index, column, value))

        self.remove(*self.readings, *(start[index][column] for index, column in cells))
        self.add(*running, *ends)
        self.play(Live([light, *running, *ends], follow, run_time=_TURN))
        self.remove(*running, *ends, *(start[index][column] for index in shown for column in (1, 3)))
        self.readings = [light.reading(index) for index in range(count)]
        self.add(*self.readings, *(end[index] for index in shown))

    def _come(self) -> None:
        """Let the other word come to where it holds the lamp."""
        holder = self.holders[1]
        comes: list[Animation] = [TransformFromCopy(self.phrase.words[self.numbers.other], holder.label)]
        if holder.grows:
            comes.append(GrowFromEdge(holder.body, DOWN))
        self.play(*comes, run_time=_COME)
        self.add(holder.name)

    def _name_again(self) -> None:
        """Let the names that were in the way of the turn come back."""
        self.light.put_name(self.ruler_name, [each.label for each in self.holders])
        self.play(FadeIn(self.ruler_name, self.plane.names[0]), run_time=self.style.times.quick)

    def _keys_arrive(self) -> Animation:
        """Return how words come down from the phrase to their keys, the lowest first: none passes another one."""
        places = {word: place for place, word in enumerate(self.numbers.words)}
        lowest_first = sorted(self.keys.items(), key=lambda each: float(each[1].label.get_y()))
        return LaggedStart(
            *(
                AnimationGroup(
                    TransformFromCopy(self.phrase.words[places[word]], token.name_text), GrowFromCenter(token.mark)
                )
                for word, token in lowest_first
                if token.name_text is not None
            ),
            lag_ratio=0.7,
            run_time=_KEY * len(self.keys),
        )

    def side_of(self, place: int) -> str:
        """Return what a word asks about most."""
        return self.numbers.sides[int(self.numbers.queries[place].abs().argmax())]

    def tell(self) -> None:
        """Let a noun hold the lamp, all keys throw their shadows, and another noun take the lamp."""
        numbers = self.numbers
        best = [numbers.words[place] for place in numbers.answering(numbers.position, 2)]
        answer = numbers.words[numbers.answering(numbers.other, 1)[0]]
        words = {
            "word": numbers.word,
            "first": best[0],
            "second": best[1],
            "other": numbers.words[numbers.other],
            "answer": answer,
            "side": self.side_of(numbers.position),
            "aside": self.side_of(numbers.other),
        }
        with self.beat("ask", **words):
            self._ask()
            self.rest()
        with self.beat("answer", **words):
            # Words come down past the end of the query.
            self.play(self._keys_arrive(), FadeOut(self.ruler_name, run_time=self.style.times.quick))
            self.add(*self.keys.values())
            self.play(FadeIn(self.small, self.ruler_name))
            self.rest()
        with self.beat("light", **words):
            self._shine()
            self._cast(0)
            self._write(0)
            self.rest()
        with self.beat("match", **words):
            for index in range(1, len(self.told)):
                self._cast(index)
                self._write(index)
            self.rest()
        with self.beat("turn", **words):
            self._ask_again()
            if grows := self.holders[1].grows:
                self._come()
            self._turn()
            if not grows:
                self._come()
            self._name_again()
            self.rest()
        with self.beat("other", **words):
            self._hear(1, range(len(self.told)))
            self.hold()
