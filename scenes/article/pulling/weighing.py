"""Dot products as shadows: the similarity of each word (the article's section "Words Pulling Words", figure 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import product

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    Create,
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    LaggedStart,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from scenes.article.pulling.claims import ALL_DOT_PRODUCTS_CLAIMS
from scenes.article.pulling.lamplight import RULER, SHADOW, Lamp, Ruler, Strip, tones
from scenes.article.pulling.riding import Riding, Running
from scenes.article.pulling.score_rows import Bar, ScoreRows
from scenes.article.pulling.terms import PLACE_DIGITS, printed_place, vector_text
from scenes.article.pulling.written_product import Product, SumOfProducts
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.number_format import decimals_that_add, decimals_that_multiply
from scenes.parameters import PhraseParameters
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.ground import Veil
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import BYSTANDER, DOT, HeroGlow, Token
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import PhrasePlaneFigure, Pull, capital, each_with, pull
from scenes.stage import Region
from scenes.worlds import World

_HERO, _OTHER = 0.74, 0.66
"""Scene units: heights of the icons of the pulled word, and of the most similar one."""

_BEYOND, _TICK_OFF = 0.35, 0.4
"""Scene units by which the ruler is longer than what is measured on it, and from its middle line to its numbers."""

_LAMPS, _LEAST_LAMP, _OFF_LAMP = (2.2, 1.8, 2.6, 1.4, 1.6, 1.0), 0.8, 0.12
"""Scene units from the farthest arrow to its lamp, the best first, the least of a lamp that must be seen, and from it
to words."""

_NEAR, _PITCH, _AFTER_NAME = 1.7, 0.42, 0.16
"""Scene units from a mark to what is printed about it, at the most; from a name to numbers below and beside it."""

_FOOT, _OFF_FOOT, _NAME_ABOVE = 0.36, 0.06, 0.46
"""Scene units: how far the mark at a shadow's end reaches from the line, from there to the number, and from its
middle up to the middle of what it is called."""

_FOOT_WIDTH, _RING, _CORNER, _SQUARE, _DASHES = 4.0, 3.0, 0.16, 0.4, 0.16
"""Stroke units of that mark, and of the ring at the origin; scene units of a right angle's side at a shadow's end and
at zero, and between dashes."""

_HALO, _AIR = 0.05, 0.2
"""Scene units that a text's halo takes beyond its letters, and that what is written out keeps off all else."""

_SWINGS_UP, _SHINES, _GROWS, _FLIES, _TIMES = 1.2, 0.8, 1.0, 0.9, 1.0
"""Seconds in which the ruler swings up, light falls, an arrow grows in it, its shadow flies to its bar, and that is
multiplied."""

_HALVES, _SHORT, _STAYS = 2.2, 0.5, (0.34, 0.6)
"""Seconds in which the pulled word's arrow is shortened and springs back, the share of it that is left, and the shares
of the time between which it stays so."""

_TURNS, _ASKS, _PASSES, _ALL_PASS = 0.9, 0.5, 0.6, 3.0
"""Seconds in which an arrow turns to a right angle, and stands there; in which a word told in passing throws its
shadow, and all of them, at the most."""

_LIES, _COMES_APART, _MULTIPLIES = 1.4, 0.8, 1.4
"""Seconds in which the line lies down, shadows come apart, and all of them are multiplied."""

_VEILED = 0.82
"""The opacity of the veil over the plane's grid under the rows."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.6, 1.0)
"""The rates of what leaves, and of what comes as a motion ends."""

_PULSE = 1.12
"""The factor by which a number grows for a moment."""


@dataclass(frozen=True)
class Weighed(Pull):
    """A step of attention, its dot products taken apart into shadow and length."""

    shadows: Tensor = quantity("How far each word reaches along the pulled word's line: its shadow.", rows="words")
    length: Tensor = quantity("The length of the pulled word's vector; times a shadow it is a dot product.")
    terms: Tensor = quantity("The most similar word's numbers, each times the pulled word's own.", rows="axes")
    none: Tensor = quantity("The shadow of an arrow at a right angle to the pulled word's: 0.")


class AllDotProducts(PhrasePlaneFigure):
    """attention-all-dot-product: a word's shadow on another's line, times that one's length, says how similar it is."""

    name = "attention-all-dot-product"
    with_record = False
    claims = ALL_DOT_PRODUCTS_CLAIMS
    numbers: Weighed

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Weighed:
        """Take one step of attention over the phrase, and each word's shadow on the pulled word's line.

        Raises:
            UserError: also when the pulled word's vector has no direction.
        """
        step = pull(parameters, world)
        length = torch.linalg.vector_norm(step.vector)
        if float(length) == 0:
            raise UserError(
                f'the vector of "{step.word}" is (0, 0): it has no line on which words could throw shadows; '
                "give it another one"
            )
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        terms = step.vector * step.vectors[step.strongest]
        return Weighed(**given, shadows=step.scores / length, length=length, terms=terms, none=torch.zeros_like(length))

    @classmethod
    def alternative_values(cls, numbers: Weighed) -> Mapping[str, object]:
        """Return every word's dot product, and the two words of the last picture."""
        return {
            "word": numbers.word,
            "strongest": numbers.words[numbers.strongest],
            "scores": each_with(numbers.words, numbers.scores),
        }

    def build(self) -> None:
        """Make the words, the ruler on the pulled word's line, its lamps, a shadow for each word, and the rows."""
        numbers, style, origin = self.numbers, self.style, self.plane.origin
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.color, self.unit = self.color_of(numbers.word), self._unit(numbers.vector)
        self.across = point(-self.unit[1], self.unit[0])
        self.strongest = numbers.words[numbers.strongest]
        self.behind = self._farthest_behind()
        self.reach = {word: self._along(self.plane.place(row)) for word, row in self.vectors.items()}
        self.ruler = self._ruler().lay(origin, self.unit)
        self.words = self._words()
        self.glow = HeroGlow(self.words[numbers.word].at, self.color, style=style)
        self.arrows = {word: self._arrow(word) for word in self.vectors}
        self.strips = {word: self._strip(word) for word in self.vectors}
        self.drops = {word: self._drop(word) for word in self.vectors}
        self.zero = laid(
            Dot(origin, radius=DOT, color=style.theme.background).set_stroke(style.theme.ink, _RING), Layer.LABEL
        )
        self.lamps, self.lit = self._lamps()
        for word in self.vectors:
            self._point(word, self.plane.place(self.vectors[word]))
        factors = [(float(shadow), float(numbers.length)) for shadow in numbers.shadows]
        self.digits = decimals_that_multiply(factors)
        self.chart = self._chart()
        self._label()

    def _farthest_behind(self) -> str | None:
        """Return the word that is least similar, if it points away from the pulled word and is not told already."""
        scores = dict(zip(self.numbers.words, self.numbers.scores.tolist(), strict=True))
        least = min(self.vectors, key=lambda word: scores[word])
        return least if scores[least] < 0 and least not in (self.numbers.word, self.strongest) else None

    def _unit(self, vector: Tensor) -> Point:
        """Return a vector's direction on the plane, 1 scene unit long."""
        way = self.plane.place(vector) - self.plane.origin
        return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9))

    def _along(self, at: Point) -> float:
        """Return how far a place reaches along the line, scene units."""
        return float(np.dot(at - self.plane.origin, self.unit))

    def _off(self, at: Point) -> float:
        """Return how far a place lies beside the line, scene units, on its left above 0."""
        return float(np.dot(at - self.plane.origin, self.across))

    def _side(self, word: str) -> float:
        """Return the side of the line on which a word lies: 1 at its left, -1 at its right or on it."""
        return 1.0 if self._off(self.plane.place(self.vectors[word])) > 1e-6 else -1.0

    def _foot(self, at: Point) -> Point:
        """Return the end on the line of the shadow of what reaches to a place."""
        return np.asarray(self.plane.origin + self._along(at) * self.unit)

    def _room(self) -> Region:
        """Return the room in which light and the ruler are seen."""
        words, wide = self.view.words(self.stage), self.stage.width / 2
        return Region(-wide, wide, words.bottom, words.top)

    def _ruler(self) -> Ruler:
        """Return the ruler: longer than the longest shadow on either side, as far as the room goes."""
        high, low = max(*self.reach.values(), 0.0) + _BEYOND, min(*self.reach.values(), 0.0) - _BEYOND
        room, (x, y) = self._room(), flat(self.plane.origin)
        for axis, (least, most) in enumerate(((room.left, room.right), (room.bottom, room.top))):
            way, at = float(self.unit[axis]), (x, y)[axis]
            if abs(way) > 1e-9:
                ends = sorted(((least - at) / way, (most - at) / way))
                low, high = max(low, ends[0]), min(high, ends[1])
        return Ruler(low, high, self.view.unit * self.view.step, style=self.style)

    def _words(self) -> dict[str, Token]:
        """Return the words at their places, with names off the ruler and all that will lead to it."""
        heights = dict.fromkeys(self.vectors, BYSTANDER)
        heights |= {self.strongest: _OTHER, self.numbers.word: _HERO}
        return self.tokens(self.vectors, heights, lines=[*self._edges(), *self._ways()])

    def _edges(self) -> list[Segment]:
        """Return the ruler's two edges and its middle line, for labels to avoid."""
        ends = [self.plane.origin + reach * self.unit for reach in (self.ruler.low, self.ruler.high)]
        sides = [side * RULER / 2 * self.across for side in (-1.0, 0.0, 1.0)]
        return [(flat(ends[0] + side), flat(ends[1] + side)) for side in sides]

    def _ways(self) -> list[Segment]:
        """Return the words' arrows, and the ways from their tips to the line."""
        places = [self.plane.place(row) for row in self.vectors.values()]
        origin = flat(self.plane.origin)
        return [way for at in places for way in ((origin, flat(at)), (flat(at), flat(self._foot(at))))]

    def _arrow(self, word: str) -> Vector:
        """Return a word's arrow; its tip is seen where the word's icon begins."""
        arrow, token = self.plane.vector(self.vectors[word], self.color_of(word)), self.words[word]
        arrow.short = token.height_of_icon / 2 if token.has_icon else 0.0
        if word == self.numbers.word:  # shadows lie under it
            arrow.thin_rim()
        return arrow

    def _strip(self, word: str) -> Strip:
        """Return the shadow of a word; shorter ones lie on longer ones."""
        shadow, _, outline = tones(self.color_of(word), self.style)
        strip = Strip(shadow, outline, style=self.style)
        longer = sum(abs(other) > abs(self.reach[word]) for other in self.reach.values())
        return strip.set_z_index(Layer.SHADOW + longer / (len(self.reach) + 1))

    def _drop(self, word: str) -> VGroup:
        """Return the dashed way from a word to its shadow's end, and the right angle there."""
        theme = self.style.theme
        color = theme.dim if self.color_of(word) == theme.ink else self.color_of(word)
        lines = VGroup(*(VMobject(stroke_color=color, stroke_width=width) for width in (3.0, 2.4)))
        return laid(lines, Layer.BAND)

    def _lamps(self) -> tuple[dict[float, Lamp], dict[str, int]]:
        """Return a lamp for each side of the line on which there are words, and the words' positions in its light."""
        lamps, position = dict[float, Lamp](), dict[str, int]()
        for side in dict.fromkeys(map(self._side, (self.strongest, *self.vectors))):
            words = [word for word in self.vectors if self._side(word) == side]
            position |= {word: index for index, word in enumerate(words)}
            farthest = max(abs(self._off(self.plane.place(self.vectors[word]))) for word in words)
            lamps[side] = self._lamp(side, farthest, len(words))
        return lamps, position

    def _lamp(self, side: float, farthest: float, count: int) -> Lamp:
        """Return the lamp of a side, beyond its words: where it is seen and covers no word, if there is such."""
        marks = [box_of(part) for token in self.words.values() for part in token] + self.plane.text_boxes()
        boxes = [(box[0] - _OFF_LAMP, box[1] - _OFF_LAMP, box[2] + _OFF_LAMP, box[3] + _OFF_LAMP) for box in marks]
        made = []
        for beyond in _LAMPS:
            lamp = Lamp(
                self.plane.origin, self.unit, side * self.across, (self.ruler.low, self.ruler.high), farthest + beyond,
                self._room(), count=count, style=self.style,
            )  # fmt: skip
            made.append(lamp)
            seen = sum(float(np.hypot(b[0] - a[0], b[1] - a[1])) for a, b in lamp.segments())
            if seen >= _LEAST_LAMP and not any(inside_length(s, box) for s, box in product(lamp.segments(), boxes)):
                return lamp
        hidden = made[0]
        hidden.hide_bulb()
        return hidden

    def _chart(self) -> ScoreRows:
        """Return the rows into which shadows come apart, over the whole frame."""
        numbers, safe, words = self.numbers, self.stage.safe, self.view.words(self.stage)
        low = self.view.foot + 0.55 + 0.62 * (self.view.foot_lines - 1)
        region = Region(safe.left, safe.right, low, words.top)
        rows = ScoreRows(
            numbers.words, numbers.shadows, numbers.scores, self.colors_of(numbers.words), region,
            unit=self.view.unit, decimals=self.digits or 3, style=self.style,
        )  # fmt: skip
        self.bars = [self._bar(index, rows.unit) for index in range(len(numbers.words))]
        return rows

    def _bar(self, index: int, unit: float) -> Bar:
        """Return a word's bar."""
        numbers = self.numbers
        reach = (float(numbers.shadows[index]) * unit, float(numbers.scores[index]) * unit)
        return Bar(*tones(self.color_of(numbers.words[index]), self.style), reach, style=self.style)

    def _point(self, word: str, tip: Point) -> None:
        """Let a word's arrow end at a point: its shadow, the way there and the darkness behind it follow."""
        origin = self.plane.origin
        along, off, foot = self._along(tip), abs(self._off(tip)), self._foot(tip)
        self.arrows[word].set_ends(origin, tip)
        self.strips[word].lay(origin, foot - origin, SHADOW)
        dashes, corner = self.drops[word]
        _dash(dashes, tip, foot)
        side = min(_CORNER, 0.4 * off, 0.4 * abs(along))
        up = (tip - foot) / max(off, 1e-9) * side
        back = -np.sign(along) * side * self.unit
        corner.set_points_as_corners([foot + back, foot + back + up, foot + up])
        lamp = self.lamps[self._side(word)]
        lamp.shades[self.lit[word]] = (along, off)

    def _label(self) -> None:
        """Make all that is printed on the plane, each near its mark, off all else."""
        numbers = self.numbers
        self.taken = [box_of(part) for token in self.words.values() for part in token] + self.plane.text_boxes()
        self.lines = [*self._edges(), *self._ways(), *self.plane.axis_segments()]
        for lamp in self.lamps.values():
            self.lines += lamp.segments()
        self.amounts: dict[str, VGroup] = {}
        self.feet: dict[str, VMobject] = {}
        for word in filter(None, (self.strongest, self.behind)):
            self._label_shadow(word, numbers.shadows[numbers.words.index(word)])
        self.length = self._amount("length", numbers.length, self.color, self.style.sizes.head, in_line=True)
        token = self.words[numbers.word]
        at = token.label.get_center() if len(token.label) else token.at
        self._settle(self.length, at + point(0.0, _PITCH))
        self.ticks = self._number_ruler()
        self.places = self._places()
        self.product = self._product()
        self.question = self._question()
        self.sum, self.alone = self._sum()

    def _amount(self, what: str, value: Tensor, color: str, size: float, *, in_line: bool = False) -> VGroup:
        """Return a name above its number, or beside it, as it stands beside a mark."""
        name = Label(self.says(what), size=self.style.sizes.number, color=color, style=self.style)
        number = HeroNumber(value, decimals=self.digits or 3, color=color, size=size, style=self.style)
        name.set_x(0.0).on_baseline(_NAME_ABOVE * self.style.sizes.scale)
        number.set_x(0.0).on_baseline(0.0)
        if in_line:
            number.set_x(name.get_right()[0] + _AFTER_NAME + number.width / 2).on_baseline(name.baseline)
        amount = VGroup(labelled(name, self.style), labelled(number, self.style))
        for halo, _ in amount:  # it comes after the number, which runs over it
            laid(halo, Layer.PIN)
        return amount

    def _label_shadow(self, word: str, value: Tensor) -> None:
        """Make a shadow's number, and the mark at its end, on the side of the line on which the word is not."""
        foot, aside = self._foot(self.plane.place(self.vectors[word])), -self._side(word) * self.across
        size = self.style.sizes.head if word == self.strongest else self.style.sizes.number
        mark = laid(thin_line(foot, foot + _FOOT * aside, self.color_of(word), _FOOT_WIDTH), Layer.BAND)
        amount = self.amounts[word] = self._amount("shadow", value, self.color_of(word), size)
        self.feet[word] = mark
        half = np.array([float(amount[1].width) / 2, float(amount.height) / 2, 0.0])
        end = foot + (_FOOT + _OFF_FOOT) * aside
        spot = end + np.clip(np.sqrt(2) * aside, -1.0, 1.0) * half
        if not self._is_put(amount, flat(spot)):
            self._settle(amount, end)

    def _number_ruler(self) -> VGroup:
        """Return the numbers along the ruler, on the most similar word's side, where they are free."""
        view, theme = self.view, self.style.theme
        aside, found = self._side(self.strongest) * self.across * _TICK_OFF, VGroup()
        step = view.unit * view.step
        for count in range(1, int(self.ruler.high / step) + 1):
            number = Tick(count * view.step, view.step, size=self.style.sizes.tick, color=theme.ink, style=self.style)
            text = labelled(number, self.style)
            spot = self.plane.origin + count * step * self.unit + aside
            if self._is_put(text, flat(spot), over=[*self._ways()]):
                found.add(text)
        return found

    def _places(self) -> dict[str, VGroup]:
        """Return the own numbers of the pulled word and of the most similar one: by the name, or near the place."""
        places = {}
        for word in dict.fromkeys((self.numbers.word, self.strongest)):
            if not printed_place(self.vectors[word]):
                continue
            size, color = self.style.sizes.number, self.color_of(word)
            row = [
                Number(each, decimals=PLACE_DIGITS, size=size, color=color, style=self.style)
                for each in self.vectors[word]
            ]
            place = labelled(vector_text(row, color, size, style=self.style), self.style)
            at = self.plane.place(self.vectors[word])
            if not self._with_name(place, word):
                self._settle(place, at)
                if float(np.linalg.norm(place.get_center() - at)) > _NEAR:  # it would seem to be another word's
                    self.taken.pop()
                    continue
            places[word] = place
        return places

    def _with_name(self, place: VGroup, word: str) -> bool:
        """Put a word's numbers beside its name, below it or above it; return whether there is room for them."""
        token = self.words[word]
        name, row = token.name_text, place[-1]
        assert name is not None and token.offset is not None and isinstance(row, Row)
        across = float(np.sign(token.offset[0]) or 1.0)
        x, y = flat(name.get_center())
        level = float(place.get_y()) - row.baseline + name.baseline
        beside = (float(place.width) - float(name.width)) / 2 * across
        in_line = (float(place.width) + float(name.width)) / 2 + _AFTER_NAME
        spots = [(x + across * in_line, level), *((x + aside, y + down) for down, aside in
                 product((-_PITCH, _PITCH), (beside, beside + 0.3 * across, beside / 2, 0.0)))]  # fmt: skip
        return any(self._is_put(place, spot) for spot in spots)

    def _bounds(self) -> Box:
        room, safe = self.view.words(self.stage), self.stage.safe
        return (safe.left + _HALO, room.bottom, safe.right - _HALO, room.top)

    def _is_put(self, text: VGroup, spot: tuple[float, float], over: Sequence[Segment] | None = None) -> bool:
        """Put a text at a place where it keeps off all boxes and lines; return whether it does."""
        left, low, right, top = self._bounds()
        half = (float(text.width) / 2, float(text.height) / 2)
        box = (spot[0] - half[0], spot[1] - half[1], spot[0] + half[0], spot[1] + half[1])
        if not (left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= top):
            return False
        lines = self.lines if over is None else over
        if any(overlap(box, other) for other in self.taken) or any(inside_length(line, box) for line in lines):
            return False
        text.move_to(point(*spot))
        self.taken.append(box)
        return True

    def _settle(self, text: VGroup, at: Point) -> VGroup:
        """Place a text near a point, off all boxes and lines, and add its box to the boxes."""
        spot = free_place(
            (float(text.width), float(text.height)), self._bounds(), flat(at), lines=self.lines, boxes=self.taken
        )
        text.move_to(point(*spot))
        self.taken.append(box_of(text))
        return text

    def _product(self) -> Product:
        """Return the most similar word's shadow times the length, with room for its bar, where the plane is free."""
        numbers, style, index = self.numbers, self.style, self.numbers.strongest
        ends = [float(values[index]) * self.chart.unit for values in (numbers.shadows, numbers.scores)]
        names = [self.says(key) for key in ("shadow", "length", "score")]
        for size, named in product((style.sizes.formula, style.sizes.head, style.sizes.number), (names, [])):
            made = Product(
                (numbers.shadows[index], numbers.length, numbers.scores[index]), named,
                (self.color_of(self.strongest), self.color), (min(*ends, 0.0), max(*ends, 0.0)),
                digits=self.digits, thick=self.chart.thick, size=size, style=style,
            )  # fmt: skip
            box = self._place_block(made.room, high=0.6)
            made.put(point((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
            if not self._covers(box):
                break
        self.taken.append(box)
        self.bars[index].lay(made.zero, 0.0, self.chart.thick)
        return made

    def _question(self) -> VGroup:
        """Return the question mark that stands where the score will be."""
        score = self.product.score
        mark = Label("?", size=score.size, style=self.style)
        return labelled(mark.set_x(float(score.get_x())).on_baseline(score.baseline), self.style)

    def _place_block(self, room: tuple[float, float], *, high: float) -> Box:
        """Return the box of what is written out, where the plane is free, at the right or beneath it."""
        record, safe, words = self.view.record, self.stage.safe, self.view.words(self.stage)
        left, low, right, top = self._bounds()
        low = record.bottom if self.view.lying else words.bottom
        near = flat(record.centre) if self.view.lying else (safe.right - room[0] / 2 - _HALO, high)
        wide, tall = room[0] + 2 * _AIR, room[1] + 2 * _AIR
        x, y = free_place((wide, tall), (left - _AIR, low, right + _AIR, top), near, lines=self.lines, boxes=self.taken)
        return (x - room[0] / 2, y - room[1] / 2, x + room[0] / 2, y + room[1] / 2)

    def _covers(self, box: Box) -> bool:
        """Return whether a box lies on something that is printed or drawn."""
        return any(overlap(box, other) for other in self.taken) or any(inside_length(line, box) for line in self.lines)

    def _sum(self) -> tuple[SumOfProducts | None, bool]:
        """Return the sum of products of coordinates, and whether it stands where the product was.

        It is left out where a pencil would not get the printed score from what is printed.
        """
        numbers, style = self.numbers, self.style
        exact = {self.strongest, numbers.word} <= set(self.places) and self.strongest != numbers.word
        terms, score = numbers.terms, numbers.scores[numbers.strongest]
        if not exact or decimals_that_add(terms.tolist(), float(score), (2,)) is None:
            return None, False
        for size in (style.sizes.formula, style.sizes.head, style.sizes.number, style.sizes.tick):
            made = SumOfProducts(
                numbers.vector, self.vectors[self.strongest], terms, score,
                (self.color, self.color_of(self.strongest)), size=size, style=style,
            )  # fmt: skip
            box = self._place_block((float(made.width), float(made.height)), high=-2.3)
            if not self._covers(box):
                made.move_to(point((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
                self.taken.append(box)
                return made, False
        return made.move_to(self.product), True

    def tell(self) -> None:
        """Ask, let a word throw its shadow, multiply it, let all others follow, and lay the line down."""
        names = self.names() | {"length": self.product.length.shown, "result": self.product.score.shown}
        with self.beat("question", **names):
            self._ask()
        with self.beat("shadow", **names):
            self._throw()
        with self.beat("similar", **names):
            self._weigh()
        if self.sum is not None:
            with self.beat("check", **names):
                self._check(self.sum)
        if self.behind is not None:
            with self.beat("behind", **names, other=self.behind, Other=capital(self.behind)):
                self._turn_away(self.behind)
        with self.beat("others", **names):
            self._pass()
        with self.beat("ranking", **names):
            self._lie_down()
            self._multiply_all()
            self.hold()

    def _ask(self) -> None:
        """Let the words arrive, swing the ruler up from the axis, and let the pulled word's arrow grow along it."""
        word, times = self.numbers.word, self.style.times
        self.add(self.phrase)
        others = [token for each, token in self.words.items() if each != word]
        arrivals = LaggedStart(*(FadeIn(token, scale=0.6) for token in others), lag_ratio=0.15)
        self.play(FadeIn(self.glow, self.words[word], run_time=times.quick), arrivals, run_time=times.move)
        self.ruler.lay(self.plane.origin, point(1.0))
        self.play(FadeIn(self.ruler, self.zero), run_time=times.quick)
        self.play(self._swing_ruler(), run_time=_SWINGS_UP)
        name, number = self.length
        self.play(
            self._grow(word, self.plane.place(self.vectors[word])), *self._count(number),
            FadeIn(name, rate_func=_EARLY), FadeIn(self.ticks, rate_func=_EARLY), run_time=times.slow,
        )  # fmt: skip
        self.play(FadeIn(self.product.parts[1], self.question, *self.product.parts[2][1:]), run_time=times.quick)
        self.rest()

    def _swing_ruler(self) -> Live:
        """Return how the ruler turns from the axis along the foot to the pulled word's line."""

        def follow(share: float) -> None:
            self.ruler.lay(self.plane.origin, _way(share * self._turn_of_line()))

        return Live([self.ruler], follow)

    def _count(self, number: VMobject) -> list[Animation]:
        """Return how a labelled number runs up from 0 as what it measures grows."""
        halo, digits = number[0], _digits(number)
        start = HeroNumber(self.numbers.none, decimals=len(digits.shown.partition(".")[2]), size=digits.size,
                           color=digits.get_color().to_hex(), style=self.style)  # fmt: skip
        return [Running(start, digits), FadeIn(halo, rate_func=_LATE)]

    def _grow(self, word: str, place: Point, before: str | None = None) -> Live:
        """Return how a word's arrow grows to a place; its shadow grows with it where there is light.

        The light that an arrow before it stopped falls on the ruler again.
        """
        origin = self.plane.origin
        moved: list[VMobject] = [self.arrows[word]]
        lit = word != self.numbers.word
        if lit:
            moved += [self.strips[word], self.drops[word], self.lamps[self._side(word)]]
        self.add(*moved)
        if before:
            moved.append(self.lamps[self._side(before)])

        def follow(share: float) -> None:
            tip = origin + max(share, 1e-3) * (place - origin)
            if not lit:
                self.arrows[word].set_ends(origin, tip)
                return
            self._point(word, tip)
            if before:
                self._let_light_by(before, share)
            self.lamps[self._side(word)].fall(1.0)

        follow(0.0)
        return Live(moved, follow)

    def _let_light_by(self, word: str, share: float) -> None:
        """Let light fall where an arrow stood that leaves, as a share of it, 0 to 1."""
        place, lamp = self.plane.place(self.vectors[word]), self.lamps[self._side(word)]
        lamp.shades[self.lit[word]] = (self._along(place), abs(self._off(place)) * (1 - share))
        lamp.fall(1.0)

    def _shine(self, sides: Sequence[float], bright: bool = False) -> Live:
        """Return how light falls on the ruler from some sides; it may be bright there already."""
        lamps = [self.lamps[side] for side in sides]
        for lamp in lamps:
            lamp.shades = [(0.0, 0.0)] * len(lamp.shades)
        self.add(*lamps)
        for word in self._standing():
            self._point(word, self.plane.place(self.vectors[word]))

        def follow(share: float) -> None:
            part = [lamp.fall(share) for lamp in lamps]
            self.ruler.shine(1.0 if bright else max(part))

        follow(0.0)
        return Live([*lamps, self.ruler], follow)

    def _standing(self) -> list[str]:
        """Return the words other than the pulled one whose arrows stand."""
        seen = {id(each) for each in self.get_mobject_family_members()}
        return [word for word, arrow in self.arrows.items() if word != self.numbers.word and id(arrow) in seen]

    def _darken(self) -> Live:
        """Return how the ruler's face gets dark again."""
        return Live([self.ruler], lambda share: self.ruler.shine(1 - share))

    def _throw(self) -> None:
        """Let light fall on the ruler; as the most similar word's arrow grows in it, its shadow does."""
        word = self.strongest
        self.play(self._shine([self._side(word)]), run_time=_SHINES)
        name, number = self.amounts[word]
        if word == self.numbers.word:
            self.play(self._measure_own(), FadeIn(name, rate_func=_EARLY), *self._count(number), run_time=_GROWS)
        else:
            self.play(
                self._grow(word, self.plane.place(self.vectors[word])), *self._count(number),
                FadeIn(name, rate_func=_EARLY), run_time=_GROWS,
            )  # fmt: skip
        self.play(Create(self.feet[word]), FadeIn(self.product.parts[0]), run_time=self.style.times.quick)
        self.rest()

    def _measure_own(self) -> Live:
        """Return how the pulled word's own shadow grows under its arrow: all of its length."""
        word, origin = self.numbers.word, self.plane.origin
        way = self._foot(self.plane.place(self.numbers.vector)) - origin
        strip = self.strips[word]
        self.add(strip)
        return Live([strip], lambda share: strip.lay(origin, max(share, 1e-3) * way, SHADOW))

    def _weigh(self) -> None:
        """Lift the shadow off the line, multiply it by the length, and try it with half of that length."""
        times, made, index = self.style.times, self.product, self.numbers.strongest
        lamp = self.lamps[self._side(self.strongest)]
        lift = self._lift(index)
        self.play(FadeOut(lamp, rate_func=_EARLY), self._darken(), lift, run_time=_FLIES)
        self.play(FadeIn(made.signs[0]), _pulse(made.length), run_time=times.move)
        bar, thick = self.bars[index], self.chart.thick
        self.play(Live([bar], lambda share: bar.lay(made.zero, share, thick)), run_time=_TIMES)
        # Only a finished bar has its number: what is written is true at every moment.
        self.play(FadeOut(self.question), FadeIn(made.signs[1], made.parts[2][0]), run_time=times.quick)
        self._try_half(index)
        self.rest()

    def _lift(self, index: int) -> Live:
        """Return how a copy of the shadow is lifted off the line, turned flat and laid where its bar will grow."""
        bar, origin, thick = self.bars[index], self.plane.origin, self.chart.thick
        reach, zero = self.reach[self.strongest], self.product.zero
        self.add(bar)
        bar.more.clear_points()

        def follow(share: float) -> None:
            way = (reach + share * (bar.reach[0] - reach)) * _way(self._turn_of_line() * (1 - share))
            bar.base.lay(origin + share * (zero - origin), way, SHADOW + share * (thick - SHADOW))

        follow(0.0)
        return Live([bar], follow)

    def _try_half(self, index: int) -> None:
        """Shorten the pulled word's arrow while the other stands still: the bar answers; then let it spring back."""
        word, origin, made = self.numbers.word, self.plane.origin, self.product
        token, arrow, bar = self.words[word], self.arrows[word], self.bars[index]
        place, thick = self.plane.place(self.numbers.vector), self.chart.thick
        shadow, score = bar.reach

        def follow(share: float) -> None:
            left = 1 - share * (1 - _SHORT)
            tip = origin + left * (place - origin)
            arrow.set_ends(origin, tip)
            token.mark.move_to(tip)
            self.glow.move_to(tip)
            grown = (left * score - shadow) / (score - shadow) if abs(score - shadow) > 1e-9 else 1.0
            bar.lay(made.zero, grown, thick)

        texts = [*token.label, *self.length]
        shorten = Live([arrow, token.mark, self.glow, bar], follow, rate_func=_there_and_back)
        self.play(*map(FadeOut, texts), run_time=0.2)
        self.play(shorten, *(Halving(number) for number in (made.length, made.score)), run_time=_HALVES)
        self.play(*map(FadeIn, texts), run_time=0.2)  # each one by itself: all that is on the stage can leave later

    def _check(self, made: SumOfProducts) -> None:
        """Let a pencil check the score from both words' coordinates."""
        times = self.style.times
        gone = [FadeOut(self.product, rate_func=_EARLY)] if self.alone else []
        self.play(FadeIn(*self.places.values()), FadeOut(self.length, rate_func=_EARLY), *gone, run_time=times.move)
        self.play(FadeIn(made.asked), run_time=times.move)
        self.play(FadeIn(made.answered), run_time=times.move)
        self.rest()

    def _turn_away(self, word: str) -> None:
        """Stand a word that points away at a right angle, where it throws no shadow, and let it turn back."""
        self._leave_written()
        border, mark, tip = self._border(word), self.words[word].mark, self._turning(word)
        self.play(
            self._shine([self._side(word)]), Create(border[0]), FadeIn(border[1], rate_func=_LATE),
            Live([mark], lambda share: mark.move_to(tip(share))), run_time=_SHINES,
        )  # fmt: skip
        name, number = self.amounts[word]
        digits = _digits(number)
        zero = HeroNumber(self.numbers.none, decimals=0, color=self.color_of(word), size=digits.size, style=self.style)
        laid(zero.move_to(digits).on_baseline(digits.baseline), Layer.LABEL)
        self.play(self._grow(word, tip(1.0)), FadeIn(name, zero, rate_func=_LATE), run_time=_GROWS)
        self.wait(_ASKS)
        back = FadeIn(self.feet[word], number[0], rate_func=_LATE)
        self.play(self._turn(word, 1.0, 0.0), Running(zero, digits), back, run_time=_TURNS)
        self.rest()

    def _leave_written(self) -> None:
        """Let the pencil's sum leave; the product of the most similar word stays, with its bar."""
        if self.sum is not None:
            self.play(FadeOut(*self.places.values(), self.sum), run_time=self.style.times.quick)

    def _border(self, word: str) -> VGroup:
        """Return the line at a right angle to the ruler through zero, on a word's side, and the mark of that angle."""
        origin, way, theme = self.plane.origin, self._side(word) * self.across, self.style.theme
        span = float(np.linalg.norm(self.plane.place(self.vectors[word]) - origin)) + 0.5
        line = DashedLine(origin, origin + span * way, dash_length=0.1, dashed_ratio=0.5).set_stroke(theme.dim, 3.0)
        corners = [origin + _SQUARE * each for each in (self.unit, self.unit + way, way)]
        mark = VMobject(stroke_color=theme.ink, stroke_width=3.0).set_points_as_corners(corners)
        return VGroup(laid(line, Layer.THREAD), laid(mark, Layer.BAND))

    def _turning(self, word: str) -> Callable[[float], Point]:
        """Return where a word's arrow ends as it turns between its place, 0, and the right angle, 1."""
        origin = self.plane.origin
        way, border = self.plane.place(self.vectors[word]) - origin, self._side(word) * self.across
        span, start = float(np.linalg.norm(way)), float(np.arctan2(way[1], way[0]))
        turn = (float(np.arctan2(border[1], border[0])) - start + np.pi) % (2 * np.pi) - np.pi
        return lambda part: np.asarray(origin + span * _way(start + part * turn))

    def _turn(self, word: str, first: float, last: float) -> Live:
        """Return how a word's arrow turns between its place, 0, and the right angle, 1; its shadow follows."""
        token, tip_at = self.words[word], self._turning(word)
        moved = [self.arrows[word], self.strips[word], self.drops[word], self.lamps[self._side(word)], token.mark]

        def follow(share: float) -> None:
            tip = tip_at(first + share * (last - first))
            token.mark.move_to(tip)
            self._point(word, tip)
            self.lamps[self._side(word)].fall(1.0)

        return Live(moved, follow)

    def _pass(self) -> None:
        """Let the other words throw their shadows, one after the other; these stay where they fall."""
        own, times = self.numbers.word, self.style.times
        told = [word for word in (self.strongest, self.behind) if word]
        rest = [word for word in self.vectors if word not in (*told, own)]
        if self.behind is None:
            self._leave_written()
        bright = self.behind is not None
        sides = [side for side in self.lamps if self.behind is None or side != self._side(self.behind)]
        gone = [self.amounts[self.behind], self.feet[self.behind]] if self.behind else []
        if sides:
            self.play(self._shine(sides, bright=bright), *_leaving(gone), run_time=_SHINES)
        elif gone:
            self.play(*_leaving(gone), run_time=times.quick)
        pace, before = min(_PASSES, _ALL_PASS / max(len(rest), 1)), self.behind
        for word in rest:
            at = self.numbers.words.index(word)
            grow = self._grow(word, self.plane.place(self.vectors[word]), before)
            self.play(grow, _pulse(self.phrase.words[at]), *self._leaving_arrow(before), run_time=pace)
            before = word
        cleared = self._clear(before)
        if own != self.strongest:
            at = self.numbers.words.index(own)
            self.play(self._measure_own(), _pulse(self.phrase.words[at]), *cleared, run_time=_PASSES)
        elif cleared:
            self.play(*cleared, run_time=times.quick)
        self.rest()

    def _clear(self, word: str | None) -> list[Animation]:
        """Return how a word's arrow leaves, and light falls where it stood; nothing without a word."""
        if word is None:
            return []
        back = Live([self.lamps[self._side(word)]], lambda share: self._let_light_by(word, share))
        return [back, *self._leaving_arrow(word)]

    def _leaving_arrow(self, word: str | None) -> list[Animation]:
        """Return how a word's arrow leaves the ruler, on which its shadow stays; nothing without a word."""
        return _leaving([self.arrows[word], self.drops[word]]) if word else []

    def _lie_down(self) -> None:
        """Lay the line with all shadows level, and let these come apart into rows."""
        rows, words = self.chart, self.numbers.words
        strips = [self.strips[word] for word in dict.fromkeys(words)]
        stays: list[VMobject] = [self.ruler, self.zero, self.phrase, *strips]
        staying = {id(member) for each in stays for member in each.get_family()}
        gone = [each for each in self._on_stage() if id(each) not in staying]
        veil = Veil(self.stage, opacity=_VEILED, style=self.style)
        self.play(FadeOut(*gone), FadeIn(veil), run_time=self.style.times.quick)
        for place, bar in enumerate(self.bars):
            self._lay_bar(bar.base, place, 0.0, 0.0)
            bar.more.clear_points()
            bar.base.set_z_index(self.strips[words[place]].z_index)
        self.remove(*strips)
        self.add(*self.bars)
        self.play(self._lie(), run_time=_LIES)
        self.play(self._come_apart(), FadeOut(self.ruler, self.zero, rate_func=_EARLY), run_time=_COMES_APART)
        sides = rows.sides(self.says("unlike"), self.says("alike"))
        self.play(FadeIn(*rows.names, *rows.filed, *sides, rows.line), run_time=self.style.times.quick)
        self.rest()

    def _on_stage(self) -> list[VMobject]:
        """Return all that is seen but the line at the foot, in the pieces in which it was added."""
        return [each for each in self.mobjects if isinstance(each, VMobject) and each.z_index != Layer.FRAME]

    def _multiply_all(self) -> None:
        """Multiply all shadows, and point at the two largest scores."""
        rows, numbers, index = self.chart, self.numbers, self.numbers.strongest
        times = self._times_length()
        self.play(FadeIn(times), run_time=self.style.times.move)
        riding = [Riding(*pair) for pair in zip(rows.filed, rows.numbers, strict=True)]
        self.play(self._multiply(range(len(self.bars))), *riding, run_time=_MULTIPLIES)
        ends = [rows.numbers[place] for place in dict.fromkeys((numbers.position, index))]
        self.play(LaggedStart(*map(_pulse, ends), lag_ratio=0.5), run_time=self.style.times.slow)

    def _times_length(self) -> VGroup:
        """Return the length that multiplies all shadows, with its name, where the rows leave room."""
        style, sizes, rows = self.style, self.style.sizes, self.chart
        sign = Math("times", size=sizes.hero, style=style)
        length = HeroNumber(
            self.numbers.length, decimals=self.digits or 3, color=self.color, size=sizes.hero, style=style
        )
        group = VGroup(Row([sign, length], 0.14))
        name = Label(self.says("length"), size=sizes.tick, color=self.color, style=style)
        group.add(name.set_x(float(length.get_x())).on_baseline(float(length.get_top()[1]) + 0.16))
        left, low, right, top = self._bounds()
        low = rows.region.bottom
        near = (right - 1.5, float(rows.line.get_top()[1]) - 0.5)
        spot = free_place(
            (float(group.width) + 0.3, float(group.height) + 0.3), (left, low, right, top), near, boxes=rows.boxes()
        )
        return laid(group.move_to(point(*spot)), Layer.LEDGER)

    def _lay_bar(self, strip: Strip, index: int, lain: float, apart: float) -> None:
        """Lay a word's shadow as the line lies down, 0 to 1, and as the rows come apart, 0 to 1."""
        rows, origin, word = self.chart, self.plane.origin, self.numbers.words[index]
        start = origin + lain * (rows.zero - origin) + point(0.0, apart * float(rows.start(index)[1] - rows.zero[1]))
        reach = self.reach[word] + lain * (self.bars[index].reach[0] - self.reach[word])
        strip.lay(start, reach * _way(self._turn_of_line() * (1 - lain)), SHADOW + apart * (rows.thick - SHADOW))

    def _turn_of_line(self) -> float:
        """Return the angle of the line with the axis along the foot, radians."""
        return float(np.arctan2(self.unit[1], self.unit[0]))

    def _on_line(self) -> list[Strip]:
        """Return the shadows that lie down with the line, by row."""
        return [bar.base for bar in self.bars]

    def _lie(self) -> Live:
        """Return how the line turns level with all that lies on it, and comes to the rows' zero line."""
        rows, origin = self.chart, self.plane.origin
        self.ruler.shine(0.0)

        def follow(share: float) -> None:
            zero = origin + share * (rows.zero - origin)
            self.ruler.lay(zero, _way((1 - share) * self._turn_of_line()))
            self.zero.move_to(zero)
            for place, strip in enumerate(self._on_line()):
                self._lay_bar(strip, place, share, 0.0)

        return Live([self.ruler, self.zero, *self._on_line()], follow)

    def _come_apart(self) -> Live:
        """Return how the shadows on the level line go to their rows."""

        def follow(share: float) -> None:
            for place, strip in enumerate(self._on_line()):
                self._lay_bar(strip, place, 1.0, share)

        return Live(self._on_line(), follow)

    def _multiply(self, places: Sequence[int]) -> Live:
        """Return how bars grow from shadows to scores, all as one."""
        rows = self.chart

        def follow(share: float) -> None:
            for place in places:
                self.bars[place].lay(rows.start(place), share, rows.thick)

        return Live([self.bars[place] for place in places], follow)


class Halving(Running):
    """A bold number that runs to a share of itself and back, as the arrow does by which it is multiplied."""

    def __init__(self, number: Number) -> None:
        super().__init__(number, number, rate_func=_there_and_back)

    def value_at(self, share: float) -> float:
        """Return the value at a progress, 0 to 1."""
        return self._end.value * (1 - share * (1 - _SHORT))


def _there_and_back(time: float) -> float:
    """Return how far a motion is that stays a while at its end, and comes back."""
    arrives, leaves = _STAYS
    return float(smooth(min(time / arrives, 1.0)) - smooth(max((time - leaves) / (1 - leaves), 0.0)))


def _digits(text: VMobject) -> Number:
    """Return the number of a labelled text, without its halo."""
    digits = text[-1]
    assert isinstance(digits, Number)
    return digits


def _leaving(things: Sequence[VMobject]) -> list[Animation]:
    """Return how things leave as a motion begins; nothing where there are none."""
    return [FadeOut(*things, rate_func=_EARLY)] if things else []


def _way(angle: float) -> Point:
    """Return the direction at an angle, 1 scene unit long."""
    return point(float(np.cos(angle)), float(np.sin(angle)))


def _dash(line: VMobject, start: Point, end: Point) -> None:
    """Draw a line in dashes as one outline."""
    way = end - start
    count = max(1, round(float(np.linalg.norm(way)) / _DASHES))
    line.clear_points()
    for index in range(count):
        line.start_new_path(start + index / count * way)
        line.add_line_to(start + (index + 0.56) / count * way)


def _pulse(number: VMobject) -> Animation:
    """Return how a text grows for a moment; nothing else about it changes."""
    return ApplyMethod(number.scale, _PULSE, rate_func=there_and_back)
