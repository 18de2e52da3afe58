"""Dot products as shadows: the similarity of each word (the article's section "Words Pulling Words", figure 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain, product

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    Create,
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
from scenes.article.pulling.riding import Riding, Running
from scenes.article.pulling.terms import PLACE_DIGITS, printed_place, vector_text
from scenes.errors import UserError
from scenes.motion.live import Live
from scenes.number_format import decimals_that_multiply
from scenes.parameters import PhraseParameters
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import HalfPlane, Light, Shadow, soft_shadow, word_line
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import BYSTANDER, DOT, HeroGlow, Token
from scenes.parts.plane.vector import RIM, Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import PhrasePlaneFigure, Pull, capital, each_with, pull
from scenes.stage import Region
from scenes.worlds import World

_HERO, _OTHER = 0.8, 0.66
"""Scene units: heights of the icons over which an arrow ends; smaller than at rest, so that its tip is seen."""

_ROWS, _BELOW, _FAR_BELOW = 3.4, 1.6, 1.95
"""Scene units of the record that rows take, from its top, and from them to the middle of what is multiplied: below
the axis, and where its name stands lower."""

_BESIDE_ZERO, _UNDER_TOP = 0.26, -0.1
"""Scene units from the zero line to what its sides say, and from its top down to that."""

_SECOND = 0.62
"""Scene units from a product down to another one, at the end."""

_NAMED = 0.1
"""Scene units from the top of what is multiplied up to the baseline of what it is called."""

_ALONG_BORDER, _OFF_BORDER = (2.4, 3.0, 3.6, 1.8, 4.2), 0.25
"""Scene units along the border at which its sides are named, the first that are free, and from it to the names."""

_POINTS = (0.3, 0.85)
"""Scene units from the middle of a side's name to where its arrow begins, and to its tip."""

_NEAR, _PITCH = 1.35, 0.42
"""Scene units from a word within which the middle of its numbers must lie, and from its name to them."""

_AFTER_NAME = 0.16
"""Scene units from a word's name to its numbers in the same line."""

_FAR = 2.6
"""Scene units from the middle of a shadow from which its number seems to be another's."""

_NEAR = 1.7
"""Scene units from a shadow to its name and number, at the most, where it falls behind."""

_NAME_HEIGHT = 0.24
"""Scene units from that baseline to the top of the names."""

_LONGER = 1.4
"""The line of the product may be this many times as wide as the record, where the plane is free beside it."""

_WIDER = 1.0
"""Scene units by which the record is wider here, where no word is in the way."""

_STEP = 0.5
"""Scene units from a word's place, where its arrow's tip is seen, to the middle of its icon beyond it."""

_ROOMIER = 0.16
"""Scene units by which bars begin farther from the names than in other records."""

_OFF_RECORD = 0.25
"""Scene units that names on the plane stay away from the record."""

_HALO = 0.05
"""Scene units that a text's halo takes beyond its letters."""

_SHINES = 1.1
"""Seconds in which light falls on the line."""

_AIMS, _FILES, _AS_SHADOW, _MULTIPLIES = 0.6, 0.6, 0.3, 1.6
"""Seconds in which a word's arrow grows, in which its bar grows as long as its shadow, in which it stands still so, and
in which it is multiplied by the length."""

_RING, _RING_REACH, _NAMES_ORIGIN = 3.0, 0.1, 0.5
"""The stroke of the ring at the origin; scene units from its middle that its name keeps off, and to that at most."""

_EARLY = squish_rate_func(smooth, 0.0, 0.4)
_LATE = squish_rate_func(smooth, 0.6, 1.0)
"""The rates of what the word before has left, and of what comes as a motion ends."""

_SAME = 0.06
"""Scene units within which parts of two products stand in the same place; digits differ by that in width."""

_BEHIND = 0.92
"""The opacity of the half of the plane behind the pulled word."""

_CASTS, _SCORES, _READ, _PASSED = 0.85, 0.3, 0.35, 5
"""Seconds in which a word told in passing throws its shadow, has its score, and is left alone, and the most such words.

Where there are more of them, they share the time of that number.
"""

_AIMED = 0.4
"""The share of that time in which its arrow grows, before its shadow does."""

_AIMING = squish_rate_func(smooth, _AIMED / 2, _AIMED)
"""The rate of what leaves as that arrow grows."""

_OWN_PACE = 1.2
"""The factor by which the pulled word itself, the last one, takes longer than a word in passing."""

_LIGHT_OUT, _COMPARED = 0.6, 0.5
"""Seconds in which light goes out, and in which one of two largest scores is pointed at."""

_FOOT, _OFF_FOOT, _NAME_ABOVE = 0.32, 0.06, 0.46
"""Scene units: how far the mark at a shadow's end reaches from the line, from there to the number, and from its
middle up to the middle of what it is called."""

_FOOT_WIDTH = 4.0
"""Stroke units: the width of that mark."""

_HAIR = 1e-4
"""Scene units by which the pulled word's arrow is beside its line where its shadow is thrown."""

_ASKS, _TURNS = 0.6, 1.8
"""Seconds in which an arrow at a right angle has no shadow, and in which it turns on."""

_SHORT, _REACHES, _CORNER = 0.6, 0.75, 0.3
"""The share of its length that an arrow has while it turns, off the words around it, the share of the time after which
it grows, and the side of the right-angle mark, scene units."""

_PULSE = 1.12
"""The factor by which a number grows for a moment."""


@dataclass(frozen=True)
class Weighed(Pull):
    """A step of attention, its dot products taken apart into shadow and length."""

    shadows: Tensor = quantity("How far each word reaches along the pulled word's line: its shadow.", rows="words")
    length: Tensor = quantity("The length of the pulled word's vector; times a shadow it is a dot product.")


class AllDotProducts(PhrasePlaneFigure):
    """attention-all-dot-product: a word's shadow on another's line, times that one's length, says how similar it is."""

    name = "attention-all-dot-product"
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
        return Weighed(**given, shadows=step.scores / length, length=length)

    @classmethod
    def alternative_values(cls, numbers: Weighed) -> Mapping[str, object]:
        """Return every word's dot product, and the two words of the last picture."""
        return {
            "word": numbers.word,
            "strongest": numbers.words[numbers.strongest],
            "scores": each_with(numbers.words, numbers.scores),
        }

    def build(self) -> None:
        """Make the words, the pulled word's arrow and line, a shadow for each word, and the record."""
        numbers, style, origin = self.numbers, self.style, self.plane.origin
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        tip = self.plane.place(numbers.vector)
        self.color = self.color_of(numbers.word)
        self.line_of_word = word_line(origin, tip, self.stage, self.color)
        self.behind = HalfPlane(origin, tip, self.stage, style=style)
        if style.theme.filled:  # its hatching is read without the grid's lines
            self.behind.shade.set_fill(opacity=_BEHIND)
        self.told = self._told()
        self.shadows = {word: self._shadow(word) for word in self.vectors}
        self.words = self._words()
        self.dots = {word: self._dot(word) for word, token in self.words.items() if token.has_icon}
        self.glow = HeroGlow(self.words[numbers.word].at, self.color, style=style)
        self.arrows = {word: self._arrow(word) for word in self.vectors}
        self.feet = {word: self._foot(word) for word in dict.fromkeys((*self.told[:1], numbers.word))}
        self.lights = {word: self._light(word) for word in self.told[:1]}
        self.named_lights: dict[str, VGroup] = {}
        self.ledger = self._ledger()
        self.ends = self._ends()
        self.questions = self._questions()
        told = [float(numbers.shadows[numbers.words.index(word)]) for word in (*self.told, numbers.word)]
        self.digits = decimals_that_multiply([(shadow, float(numbers.length)) for shadow in told])
        self._label_amounts()
        self.products = self._products()
        self.border_arm = {word: self._arm(word) for word in self.told[1:]}
        self.zeros = {
            word: [self._plain(part[word][0], 0.0, self.color_of(word)) for part in (self.products, self.results)]
            for word in self.told[1:]
        }
        self.named_sides = self._name_sides()
        self.zero, self.named_zero = self._zero(), self._name_zero()

    def _zero(self) -> Dot:
        """Return the ring at the origin, where all arrows start; no word stands there."""
        theme = self.style.theme
        ring = Dot(self.plane.origin, radius=DOT, color=theme.background).set_stroke(theme.ink, _RING)
        return laid(ring, Layer.LABEL)

    def _name_zero(self) -> VGroup:
        """Return the name of the origin, which leaves before the plane is parted there; nothing without room nearby."""
        origin = self.plane.origin
        lines = [_segment(self.line_of_word), *self.plane.axis_segments()]
        for word in self.told[:1]:
            place, shadow = self.plane.place(self.vectors[word]), self.shadows[word]
            lines += [(flat(origin), flat(place)), (flat(place), flat(shadow.foot)), *self._slabs_of([shadow])]
            lines += self.lights[word].segments()
        name = labelled(Label(self.says("origin"), size=self.style.sizes.number, style=self.style), self.style)
        self._settle(name, origin, list(self.taken), lines, reach=(_RING_REACH, _RING_REACH))
        away = np.abs(name.get_center() - origin) - [name.width / 2, name.height / 2, 0.0]
        return name if float(away.max()) < _NAMES_ORIGIN else VGroup()

    def _arrow(self, word: str) -> Vector:
        """Return a word's arrow; its tip lies over the word's icon, at the word's place."""
        arrow = self.plane.vector(self.vectors[word], self.color_of(word))
        if word == self.numbers.word:  # shadows lie under it
            arrow.thin_rim()
        return laid(arrow, Layer.PIN)

    def _foot(self, word: str) -> VMobject:
        """Return the mark across the line where a word's shadow ends, on the side on which its number stands."""
        shadow = self.shadows[word]
        mark = thin_line(shadow.foot, shadow.foot - _FOOT * shadow.aside, self.color_of(word), _FOOT_WIDTH)
        mark.set_background_stroke(color=self.style.theme.background, width=_FOOT_WIDTH + RIM / 2)
        return laid(mark, Layer.SHADOW)

    def _dot(self, word: str) -> Dot:
        """Return the mark at the place of a word whose icon stands beyond it."""
        dot = Dot(self.plane.place(self.vectors[word]), radius=DOT, color=self.style.theme.fill(self.color_of(word)))
        return laid(dot.set_background_stroke(color=self.style.theme.background, width=RIM), Layer.ICON)

    def _tip(self, word: str) -> Point:
        """Return where a word's arrow ends; the pulled word's is a hair beside its own line.

        Its shadow is thrown from the side of the most similar word, so that both shadows lie beyond the line.
        """
        tip = self.plane.place(self.vectors[word])
        if word != self.numbers.word:
            return tip
        return np.asarray(tip + _HAIR * self._border_of(self.numbers.words[self.numbers.strongest]))

    def _shadow(self, word: str) -> Shadow:
        """Return the shadow of a word; small words have dim shadows, as their bars are."""
        theme, color = self.style.theme, self.color_of(word)
        tip, along = self._tip(word), self.plane.place(self.numbers.vector)
        color = theme.dim if color == theme.ink else color
        # Where areas are filled, no line runs on from the light through the shadow.
        return soft_shadow(self.plane.origin, tip, along, color, hatched=not theme.filled, style=self.style)

    def _light(self, word: str) -> Light:
        """Return the light that throws a word's shadow."""
        tip, along = self._tip(word), self.plane.place(self.numbers.vector)
        room, boxes = self.view.words(self.stage), [box_of(part) for token in self.words.values() for part in token]
        texts = self.plane.text_boxes()
        return Light(self.plane.origin, tip, along, room, boxes=boxes, texts=texts, style=self.style)

    def _words(self) -> dict[str, Token]:
        """Return the words: a small one at its place, an icon beyond its own, where the tip of its arrow is seen."""
        numbers, plane, vectors = self.numbers, self.plane, self.vectors
        heights = {word: BYSTANDER for word in vectors}
        heights |= {numbers.words[numbers.strongest]: _OTHER, numbers.word: _HERO}
        large = [word for word in vectors if self.world.family_index(word) is not None or word == self.world.subject]
        at = {word: self._stands(word) for word in vectors}
        spots = [
            replace(spot, x=float(at[word][0]), y=float(at[word][1]))
            for word, spot in zip(
                vectors, name_spots(plane, vectors, heights=heights, large=large, style=self.style), strict=True
            )
        ]
        lines = [*plane.axis_segments(), _segment(self.line_of_word), *self._ways_of_light(), *self._slabs()]
        centres = place_labels(spots, name_bounds(plane), lines=lines, boxes=plane.text_boxes())
        words = {
            word: self.token(
                word, row, offset=(centre[0] - spot.x, centre[1] - spot.y), height=heights[word]
            ).put(at[word])
            for (word, row), spot, centre in zip(vectors.items(), spots, centres, strict=True)
        }  # fmt: skip
        least = self.stage.safe.left + _HALO
        for token in words.values():  # a name's halo stays inside the margin, too
            over = least - float(token.label.get_left()[0]) if len(token.label) else 0.0
            if token.offset is not None and 0 < over < _HALO:
                token.put(token.at, (token.offset[0] + over, token.offset[1]))
        self.boxes = [box_of(part) for token in words.values() for part in token]
        self.boxes += self.plane.text_boxes()
        return words

    def _stands(self, word: str) -> Point:
        """Return where a word's icon stands: beyond its place, on the way there from the origin."""
        place = self.plane.place(self.vectors[word])
        return np.asarray(place + _STEP * self._unit(self.vectors[word])) if has_icon(word, self.style) else place

    def _bounds(self) -> Box:
        room, safe = self.view.words(self.stage), self.stage.safe
        right = safe.right - 0.05 if self.view.lying else self._region().left - _OFF_RECORD
        return (safe.left + _HALO, room.bottom, right, room.top)

    def _slabs(self) -> list[Segment]:
        """Return lines along all shadows."""
        return self._slabs_of(list(self.shadows.values()))

    def _slabs_of(self, shadows: Sequence[Shadow]) -> list[Segment]:
        """Return lines along shadows: in the middle of each, and at its outer edge."""
        return [
            (flat(a + share * (b - a)), flat(c + share * (d - c)))
            for shadow in shadows
            for a, b, d, c in [shadow.corners]
            for share in (0.5, 1.0)
        ]

    def _region(self) -> Region:
        """Return where the bars are filed: the record, wider where no word is in the way."""
        record = self.view.record
        if self.view.lying:
            return record
        low, wanted = record.top - _ROWS, record.left - _WIDER
        words = [box[2] + _OFF_RECORD for box in self.boxes if box[3] > low and box[1] < record.top]
        return Region(min(max(wanted, *words), record.left), record.right, low, record.top)

    def _ledger(self) -> ScoreLedger:
        """Return the record of scores: a row a word, in the phrase's order, each in its word's colour."""
        numbers, region, before = self.numbers, self._region(), 0.0
        for _ in range(1 if self.view.lying else 2):
            ledger = ScoreLedger(
                numbers.words, numbers.scores, self.colors_of(numbers.words), region,
                before=before, lying=self.view.lying, style=self.style,
            )  # fmt: skip
            before = 0.0 if self.view.lying else ledger.at_zero - region.left + _ROOMIER
        return ledger

    def _questions(self) -> list[Label]:
        """Return a question mark beside the zero line for every score; none where rows would lie in the light."""
        ledger, style = self.ledger, self.style
        left, low, right, top = box_of(ledger)
        room = (left - _OFF_RECORD, low, right, top)
        lit = any(inside_length(line, room) for light in self.lights.values() for line in light.segments())
        if self.view.lying or lit:
            return []
        marks = [Label("?", size=name.size, color=style.theme.ink, style=style) for name in ledger.names]
        for mark, name in zip(marks, ledger.names, strict=True):
            laid(mark.set_x(ledger.at_zero + _BESIDE_ZERO + mark.width / 2).on_baseline(name.baseline), Layer.LEDGER)
        return marks

    def _answered(self, word: str) -> list[Animation]:
        """Return how the question marks of a word's rows leave as its bars come."""
        return [FadeOut(self.questions[index], rate_func=_EARLY) for index in self._rows(word) if self.questions]

    def _arm(self, word: str) -> VMobject:
        """Return the mark of a right angle between the pulled word's arrow and the border, on a word's side."""
        origin, along, aside = self.plane.origin, self._unit(self.numbers.vector), self._border_of(word)
        corners = [origin + _CORNER * each for each in (along, along + aside, aside)]
        mark = VMobject(stroke_color=self.style.theme.ink, stroke_width=3.0).set_points_as_corners(corners)
        return laid(mark, Layer.SHADOW)

    def _unit(self, vector: Tensor) -> Point:
        """Return a vector's direction on the plane, 1 scene unit long."""
        way = self.plane.place(vector) - self.plane.origin
        return way / max(float(np.linalg.norm(way)), 1e-9)

    def _span(self, word: str) -> float:
        """Return how long a word's arrow is, in scene units."""
        return float(np.linalg.norm(self.plane.place(self.vectors[word]) - self.plane.origin))

    def _border_of(self, word: str) -> Point:
        """Return the direction of the border, at a right angle to the line, on a word's side of the line."""
        unit, own = self._unit(self.numbers.vector), self._unit(self.vectors[word])
        across = point(-unit[1], unit[0])
        return across if float(np.dot(own, across)) >= 0 else -across

    def _ends(self) -> VGroup:
        """Return what the two sides of the zero line say, above it; nothing where there is no room."""
        ledger, ends = self.ledger, VGroup()
        if self.view.lying:
            return ends
        top, size = ledger.zero.get_top(), self.style.sizes.number
        zero = Tick(0.0, 1.0, size=size, style=self.style)
        ends.add(labelled(zero.set_x(top[0]).on_baseline(top[1] - _UNDER_TOP), self.style))
        for key, side in (("unlike", -1.0), ("alike", 1.0)):
            label = Label(self.says(key), size=size, style=self.style)
            label.set_x(top[0] + side * (_BESIDE_ZERO + label.width / 2)).on_baseline(top[1] - _UNDER_TOP)
            ends.add(labelled(label, self.style))
        inside = self._bounds()[2] <= ends.get_left()[0] and ends.get_right()[0] <= self.stage.safe.right
        return ends if inside and min(ledger.values) < 0 < max(ledger.values) else VGroup()

    def _name_sides(self) -> VGroup:
        """Return what both sides of the dashed border say, along it on the plane; nothing where there is no room."""
        origin, own = self.plane.origin, self.plane.place(self.numbers.vector) - self.plane.origin
        unit = own / float(np.linalg.norm(own))
        border = point(-unit[1], unit[0])
        lines = [_segment(self.line_of_word), *self.plane.axis_segments(), *self._ways_of_light()]
        lines += [ray for light in self.lights.values() for ray in light.segments()]
        left, low, right, top = self._bounds()
        sides = VGroup(*(self._side(key, sign * unit) for key, sign in (("alike", 1.0), ("unlike", -1.0))))
        at = origin
        for along, way in product(_ALONG_BORDER, (1.0, -1.0)):
            sides.shift(origin + way * along * border - at)
            at = origin + way * along * border
            boxes = [_wider(box_of(side), _HALO) for side in sides]
            if all(
                left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= top
                and not any(overlap(box, other) for other in self.taken)
                and not any(inside_length(line, box) for line in lines)
                for box in boxes
            ):  # fmt: skip
                self.taken += boxes
                return sides
        return VGroup()

    def _side(self, key: str, away: Point) -> VGroup:
        """Return what one side says, turned along the border at the origin, with an arrow away from it."""
        style, origin = self.style, self.plane.origin
        turn = float(np.arctan2(away[1], away[0])) + np.pi / 2
        turn = (turn + np.pi / 2 - 1e-6) % np.pi - np.pi / 2 + 1e-6  # upright
        name = Label(self.says(key), size=style.sizes.head, italic=True, style=style)
        # Along the border, so far that the two names keep apart however they are turned.
        aside = max((float(name.width) + float(name.height)) / 2 - _OFF_BORDER, 0.0) * point(-away[1], away[0])
        name.rotate(turn).move_to(origin + aside + _OFF_BORDER * away)
        start, end = (origin + aside + (_OFF_BORDER + reach) * away for reach in _POINTS)
        arrow = Vector(start, end, style.theme.ink, style=style)
        return VGroup(labelled(name, style), laid(arrow, Layer.LABEL))

    def _ways_of_light(self) -> list[Segment]:
        """Return the words' arrows, and the ways from their tips to the line."""
        origin = flat(self.plane.origin)
        tips = {word: flat(self.plane.place(row)) for word, row in self.vectors.items()}
        return [
            segment for word, tip in tips.items() for segment in ((origin, tip), (tip, flat(self.shadows[word].foot)))
        ]

    def _told(self) -> list[str]:
        """Return the words that are told slowly: the most similar one, and the one farthest behind."""
        numbers = self.numbers
        scores = dict(zip(numbers.words, numbers.scores.tolist(), strict=True))
        others = [word for word in self.vectors if word != numbers.word]
        if not others:
            return []
        strongest, behind = numbers.words[numbers.strongest], min(others, key=lambda word: scores[word])
        return [strongest, behind] if scores[behind] < 0 and behind != strongest else [strongest]

    def _number(self, value: Tensor, color: str, size: float, digits: int | None = None) -> HeroNumber:
        return HeroNumber(value, decimals=digits or self.digits or 3, color=color, size=size, style=self.style)

    def _amount(self, what: str, value: Tensor, color: str, *, in_line: bool = False) -> VGroup:
        """Return a name above its number, or beside it, as it stands beside a mark."""
        name = Label(self.says(what), size=self.style.sizes.number, color=color, style=self.style)
        number = self._number(value, color, self.style.sizes.head)
        name.set_x(0.0).on_baseline(0.14)
        number.set_x(0.0).on_baseline(-0.34)
        if in_line:
            number.set_x(name.get_right()[0] + 0.16 + number.width / 2).on_baseline(0.14)
        return VGroup(labelled(name, self.style), labelled(number, self.style))

    def _label_amounts(self) -> None:
        """Make the first word's shadow and the length, each with its name beside its mark."""
        numbers, origin = self.numbers, self.plane.origin
        boxes = self.taken = list(self.boxes)
        lines = [_segment(self.line_of_word), *self.behind.segments(), *self.plane.axis_segments()]
        self.amounts: dict[str, VGroup] = {}
        for word in self.told:
            place = self.plane.place(self.vectors[word])
            lines += [(flat(origin), flat(place)), (flat(place), flat(self.shadows[word].foot))]
        dark = lines + self._slabs()  # what is there when the light is out
        for light in self.lights.values():
            lines = lines + light.segments()
        edges = self._slabs() + [_segment(foot) for foot in self.feet.values()]
        self.places: dict[str, VGroup] = {}
        for word in self.told[1:]:
            amount = self._amount(
                "shadow", numbers.shadows[numbers.words.index(word)], self.color_of(word), in_line=True
            )
            middle = (self.shadows[word].corners[1] + self.shadows[word].corners[2]) / 2
            if float(np.linalg.norm(self._settle(amount, middle, boxes, dark).get_center() - middle)) < _NEAR:
                self.amounts[word] = amount
            else:
                boxes.pop()
        self.compared = len(self.told) > 0
        for word in self.told[:1]:
            amount = self._amount("shadow", numbers.shadows[numbers.words.index(word)], self.color_of(word))
            self.amounts[word] = amount
            if not self._at_foot(amount, word, boxes, lines + edges):
                self.compared = False
                self._settle_amount(amount, word, boxes, lines, edges)
            if word != numbers.word:
                own = self.amounts[numbers.word] = self._amount("shadow", numbers.length, self.color)
                earlier = boxes[:-1]  # the other has left when it comes
                if not self._at_foot(own, numbers.word, earlier, lines + edges):
                    self.compared = False
                    own.move_to(amount)
                elif overlap(box_of(own[1]), box_of(amount[1])):
                    self.compared = False
                else:
                    boxes.append(box_of(own))
        self._label_places(boxes, lines + edges)
        self.length = self._amount("length", numbers.length, self.color, in_line=True)
        name = self.words[numbers.word].label
        above = name.get_center() if len(name) else self.words[numbers.word].at
        self._settle(self.length, above + point(0.0, _PITCH), boxes, lines + edges)
        for word in self.told[:1]:
            self.named_lights[word] = self._named_light(word, boxes, lines + edges)

    def _settle_amount(
        self, amount: VGroup, word: str, boxes: list[Box], lines: list[Segment], edges: list[Segment]
    ) -> None:
        """Place a shadow's name and number near the middle of the shadow."""
        shadow = self.shadows[word]
        middle = (shadow.corners[1] + shadow.corners[2]) / 2
        self._settle(amount, middle, boxes, lines + edges)
        if float(np.linalg.norm(amount.get_center() - middle)) > _FAR:  # on the border, it is near its shadow
            boxes.pop()
            kept = [line for line in lines if line not in self.behind.segments()]
            self._settle(amount, middle, boxes, kept + edges)

    def _at_foot(self, amount: VGroup, word: str, boxes: list[Box], lines: Sequence[Segment]) -> bool:
        """Put a shadow's number at the mark where it ends, with its name above; return whether there is room."""
        name, number = amount
        way = -self.shadows[word].aside
        half = np.array([float(number.width) / 2, float(number.height) / 2, 0.0])
        end = self.shadows[word].foot + (_FOOT + _OFF_FOOT) * way
        at = end + np.clip(np.sqrt(2) * way, -1.0, 1.0) * half
        name.shift(
            point(float(at[0] - name.get_x()), float(at[1] + _NAME_ABOVE * self.style.sizes.scale - name.get_y()))
        )
        number.move_to(at)
        middle = amount.get_center()
        return self._is_put(amount, (float(middle[0]), float(middle[1])), boxes, lines)

    def _plain(self, labelled_number: VMobject, value: float, color: str) -> VGroup:
        """Return a round value in the place of a number, which will run from it."""
        halo, number = labelled_number
        assert isinstance(number, Number)
        plain = HeroNumber(value, decimals=0, color=color, size=number.size, style=self.style)
        plain.set_x(float(number.get_x())).on_baseline(number.baseline)
        laid(halo, Layer.PIN)  # it leaves and comes back, below the number
        group = labelled(plain, self.style)
        laid(group[0], Layer.PIN)
        return group

    def _run(self, before: VMobject, after: VMobject, grown: Callable[[float], float] | None = None) -> list[Animation]:
        """Return how one labelled number runs to another in its place, each over its own halo."""
        one, other = before[-1], after[-1]
        assert isinstance(one, Number) and isinstance(other, Number)
        halos = [FadeOut(before[0], rate_func=_EARLY), FadeIn(after[0], rate_func=_LATE)]
        return [Running(one, other, grown), *halos]

    def _named_light(self, word: str, boxes: list[Box], lines: Sequence[Segment]) -> VGroup:
        """Return the name of the light that falls on a word, beside its lamp; nothing where no lamp is seen."""
        lamp = self.lights[word].lamp
        if not len(lamp.points):
            return VGroup()
        name = labelled(Label(self.says("light"), size=self.style.sizes.number, style=self.style), self.style)
        return self._settle(name, lamp.get_center(), boxes, [*lines, _segment(lamp)])

    def _label_places(self, boxes: list[Box], lines: Sequence[Segment]) -> None:
        """Make the own numbers of the pulled word, and of the most similar one: by the name, or by the tip."""
        for word in dict.fromkeys((self.numbers.word, *self.told[:1])):
            if word in self.places or not printed_place(self.vectors[word]):
                continue
            place, at = self._coordinates(word), self.plane.place(self.vectors[word])
            if self._with_name(place, word, boxes, lines):
                self.places[word] = place
                continue
            self._settle(place, at, boxes, lines)
            if float(np.linalg.norm(place.get_center() - at)) <= _NEAR:
                self.places[word] = place
            else:
                boxes.pop()  # it would seem to be another word's

    def _with_name(self, place: VGroup, word: str, boxes: list[Box], lines: Sequence[Segment]) -> bool:
        """Put a word's numbers below its name, or above it; return whether there is room for them."""
        token = self.words[word]
        name, at = token.name_text, token.at
        row = place[-1]
        assert name is not None and token.offset is not None and isinstance(row, Row)
        across, up = token.offset
        beside = (float(place.width) - float(name.width)) / 2 * np.sign(across) * (abs(across) > name.width / 2)
        in_line = (float(place.width) + float(name.width)) / 2 + _AFTER_NAME
        level = float(place.get_y()) - row.baseline + name.baseline - at[1] - up  # on the name's baseline
        ways = [(level, np.sign(across) * in_line)] if abs(across) > name.width / 2 else []
        inside = max(self._bounds()[0] + float(place.width) / 2 + _HALO - at[0] - across, 0.0)
        ways += product((-_PITCH, _PITCH), (beside, beside + np.sign(across) * 0.3, beside / 2, 0.0, inside))
        spots = ((at[0] + across + aside, at[1] + up + down) for down, aside in ways)
        return any(self._is_put(place, spot, boxes, lines) for spot in spots)

    def _is_put(self, text: VGroup, spot: tuple[float, float], boxes: list[Box], lines: Sequence[Segment]) -> bool:
        """Put a text at a place where it keeps off all boxes and lines; return whether it does."""
        left, low, right, top = self._bounds()
        box = _around(*spot, text)
        if not (left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= top):
            return False
        if any(overlap(box, other) for other in boxes) or any(inside_length(line, box) for line in lines):
            return False
        text.move_to(point(*spot))
        boxes.append(box)
        return True

    def _coordinates(self, word: str) -> VGroup:
        """Return a word's own numbers, as they are printed beside it."""
        vector = self._vector(self.vectors[word], self.color_of(word), self.style.sizes.number)
        return labelled(vector, self.style)

    def _vector(self, row: Tensor, color: str, size: float) -> Row:
        """Return a vector's numbers in brackets."""
        numbers = [Number(each, decimals=PLACE_DIGITS, size=size, color=color, style=self.style) for each in row]
        return vector_text(numbers, color, size, style=self.style)

    def _settle(
        self,
        text: VGroup,
        at: Point,
        boxes: list[Box],
        lines: Sequence[Segment],
        reach: tuple[float, float] = (0.06, 0.06),
    ) -> VGroup:
        """Place a text near a mark at a point, off all boxes and lines, and add its box to the boxes."""
        (x, y), size = flat(at), (float(text.width), float(text.height))
        mark = (x - reach[0], y - reach[1], x + reach[0], y + reach[1])
        x, y = free_place(size, self._bounds(), (x, y), lines=lines, boxes=[mark, *boxes])
        text.move_to(point(x, y))
        boxes.append(_around(x, y, text))
        return text

    def _products(self) -> dict[str, VGroup]:
        """Return the lines shadow times length is score, in one place: below the rows, or where there is room."""
        numbers, sizes, region = self.numbers, self.style.sizes, self.ledger.region
        words = tuple(dict.fromkeys((*self.told, *filter(self._multiplies, self.vectors), numbers.word)))
        largest = sizes.note if self.view.lying and not self.stage.is_portrait else sizes.head
        larger = [sizes.formula] if not self.view.lying else []
        sizes_down = list(product((*larger, largest, sizes.number, sizes.tick, sizes.note), (_BELOW, _FAR_BELOW)))
        for with_names, (size, down) in product((True, False), sizes_down):
            rows = [self._product(word, size) for word in words]
            widest = max(float(row.width) for row in rows)
            at = (region.right - _HALO - widest / 2, region.bottom - down)
            up = float(rows[0].height) / 2 + _NAMED
            names = up + _NAME_HEIGHT * sizes.scale if with_names else 0.0
            if self.view.lying or self._is_free(at, rows[0], widest, names):
                break
        if self.view.lying:
            lines = [_segment(self.line_of_word)]
            near = (float(region.centre[0]), region.top + 0.4)
            at = free_place((widest, float(rows[0].height)), self._bounds(), near, lines=lines, boxes=self.taken)
        self.results: dict[str, VGroup] = {}
        for row in rows:
            row.move_to(point(*at))
            if not self.view.lying:  # equal to equal, in all products
                row.shift(point(at[0] + widest / 2 - float(row.get_right()[0])))
        named = with_names and not self.view.lying
        if self.view.lying:
            self.taken.append(_around(*at, max(rows, key=lambda row: float(row.width))))
        self.second = self._second_product(rows[0]) if named else VGroup()
        products: dict[str, VGroup] = {}
        for word, row in zip(words, rows, strict=True):
            shadow, times, length, equals, score = row
            products[word] = VGroup(labelled(shadow, self.style), labelled(VGroup(times, length), self.style))
            self.results[word] = VGroup(labelled(score, self.style), labelled(equals, self.style))
            if named:
                y = at[1] + up
                products[word].add(self._name("shadow", shadow, self.style.theme.ink, y))
                products[word].add(self._name("length", length, self.color, y))
                self.results[word].add(self._name("score", score, self.style.theme.ink, y))
        return products

    def _multiplies(self, word: str) -> bool:
        """Return whether a word's shadow times the length is its score as they are printed."""
        numbers = self.numbers
        factors = (float(numbers.shadows[numbers.words.index(word)]), float(numbers.length))
        return self.digits is not None and decimals_that_multiply([factors], choices=[self.digits]) is not None

    def _second_product(self, row: Row) -> VGroup:
        """Return the most similar word's product once more, below where the pulled word's own stands."""
        down = _SECOND * max(1.0, self.style.sizes.scale)
        if not self.told or float(row.get_bottom()[1]) - down < self.view.words(self.stage).bottom - _HALO:
            return VGroup()
        return labelled(row.copy().shift(point(0.0, -down)), self.style)

    def _name(self, key: str, number: VMobject, color: str, y: float) -> VGroup:
        """Return what a number of a product is called, above it."""
        within = float(number.width) + 0.3
        label = Label(self.says(key), size=self.style.sizes.tick, color=color, within=within, style=self.style)
        return labelled(label.set_x(float(number.get_x())).on_baseline(y), self.style)

    def _is_free(self, at: tuple[float, float], row: Row, width: float, above: float = 0.0) -> bool:
        """Return whether a row of a width around a place, and what is above it, keeps off all other text and words."""
        up = float(row.height) / 2 + 0.1
        box = (at[0] - width / 2 - 0.1, at[1] - up, at[0] + width / 2 + 0.1, at[1] + max(up, above))
        return width <= _LONGER * self.ledger.region.width and all(overlap(box, other) == 0 for other in self.taken)

    def _product(self, word: str, size: float) -> Row:
        """Return the line shadow times length is score."""
        numbers, index = self.numbers, self.numbers.words.index(word)
        pieces: list[VMobject] = [
            self._number(numbers.shadows[index], self.color_of(word), size),
            Math("times", size=size, style=self.style),
            self._number(numbers.length, self.color, size),
            Math("=" if self.digits else "approx", size=size, style=self.style),
            self._number(numbers.scores[index], self.color_of(word), size, 2),
        ]
        return Row(pieces, 0.12)

    def tell(self) -> None:
        """Ask, let words throw their shadows, slowly and in one sweep, and show the longest again."""
        numbers, names = self.numbers, self.names()
        self.standing: list[VMobject] = []
        with self.beat("question", **names):
            self._ask()
        strongest, *behind = self.told or [numbers.word]
        with self.beat("shadow", **names, other=strongest, Other=capital(strongest)):
            self._throw(strongest)
        scores = dict(zip(numbers.words, numbers.scores.tolist(), strict=True))
        for key, word in zip(("similar", "behind"), [strongest, *behind], strict=False):
            said = {
                **names,
                "length": self._length_shown(),
                "other": word,
                "Other": capital(word),
                "result": self._score(word),
            }
            with self.beat(key, text="behind" if scores[word] < 0 else "similar", **said):
                (self._turn_back if key == "behind" else self._weigh)(word)
        rest = [word for word in self.vectors if word not in self.told]
        with self.beat("others", **names, result=self._score(numbers.word)):
            if not behind:
                self._part()
            self._pass(sorted(rest, key=lambda word: word == numbers.word))
            self.rest()
        with self.beat("ranking", **names):
            self._rank(strongest)
            self.rest()

    def _length_shown(self) -> str:
        return str(self.length[1][-1].shown)

    def _score(self, word: str) -> str:
        return self.ledger.numbers[self.numbers.words.index(word)].shown

    def _ask(self) -> None:
        """Let the words arrive, then the pulled word's arrow, its line and the empty record."""
        word, times = self.numbers.word, self.style.times
        self.add(self.phrase)
        others = [token for each, token in self.words.items() if each != word]
        dots = {each: [dot] for each, dot in self.dots.items()}
        arrivals = LaggedStart(
            *(FadeIn(token, *dots.get(token.word, []), scale=0.6) for token in others), lag_ratio=0.15
        )
        own = [self.words[word], *dots.get(word, [])]
        self.play(FadeIn(self.glow, *own, run_time=times.quick), arrivals, run_time=times.move)
        self.play(FadeIn(self.zero, self.named_zero), run_time=times.quick)
        grown = self._aim(word)
        comes = [grown, *self._covered([word]), *self._told_place(word)]
        self.play(*comes, Create(self.line_of_word), run_time=times.slow)
        self.play(FadeIn(self.length), run_time=times.quick)
        if self.questions:
            self.play(FadeIn(*self._chart(), *self.questions), run_time=times.move)
        self.rest()

    def _chart(self) -> list[VMobject]:
        """Return the record before any score: the words and the zero line."""
        return [self.ledger.zero, *self.ends, *self.ledger.names]

    def _part(self, *leaving: Animation) -> None:
        """Part the plane along the border on which a word's shadow is nothing: on either side words are alike or not.

        Args:
            leaving: what leaves meanwhile.
        """
        comes = [Create(self.behind.border), FadeIn(self.behind.shade, self.behind.hatch)]
        comes += [FadeOut(self.named_zero, rate_func=_EARLY)] if len(self.named_zero) else []
        self.play(*comes, *leaving, run_time=self.style.times.move)
        if len(self.named_sides):
            self.play(LaggedStart(*map(FadeIn, self.named_sides), lag_ratio=0.5), run_time=self.style.times.quick)

    def _mark(self, word: str) -> VMobject:
        """Return the dot at a word's place."""
        return self.dots.get(word, self.words[word].mark)

    def _covered(self, words: Sequence[str], rate: Callable[[float], float] = _LATE) -> list[Animation]:
        """Return how the dots of words leave as the tips of their arrows take their places."""
        return [FadeOut(self._mark(word), rate_func=rate) for word in words]

    def _leave(self, standing: Sequence[VMobject]) -> list[Animation]:
        """Return how what was told leaves; where an arrow goes, its word's dot comes back."""
        bare = [self._mark(word) for word, arrow in self.arrows.items() if arrow in standing]
        gone = [FadeOut(*standing, rate_func=_EARLY)] if standing else []
        return [*gone, *(FadeIn(mark, rate_func=_EARLY) for mark in bare)]

    def _aim(self, word: str) -> Live:
        """Return how a word's arrow grows, from the origin to the word's place."""
        origin, arrow = self.plane.origin, self.arrows[word]
        way = self.plane.place(self.vectors[word]) - origin
        self.add(arrow)
        return Live([arrow], lambda share: arrow.set_ends(origin, origin + max(share, 1e-3) * way))

    def _shine(self, word: str, part: float = 1.0) -> Live:
        """Return how light falls on the line, sweeping along it: shadow and bars are what it does not reach.

        Args:
            word: the word in its way; of a word that is told in passing only shadow and bars are seen.
            part: the part of its score that its bars reach; 0 where they stand already.
        """
        light, shadow, origin = self.lights.get(word), self.shadows[word], self.plane.origin
        tip, along, rows = self._tip(word), self.plane.place(self.numbers.vector), self._rows(word)
        bars = [self.ledger.bars[index] for index in rows] if part else []

        def follow(share: float) -> None:
            fallen = max(share if light is None else light.fall(share), 1e-3)
            shadow.set_ends(origin, origin + fallen * (tip - origin), along)
            for index in rows if part else []:
                self.ledger.grow(index, part * fallen)

        follow(0.0)
        moving = [*([] if light is None else [light]), shadow, *bars]
        self.add(*moving)
        return Live(moving, follow)

    def _cast(self, word: str) -> Live:
        """Return how a word's arrow grows, and then its shadow and its bars."""
        shine, aim = self._shine(word), None if word == self.numbers.word else self._aim(word)
        aimed = 0.0 if aim is None else _AIMED
        moved = [*shine.mobject, *([] if aim is None else aim.mobject)]

        def follow(share: float) -> None:
            if aim is not None:
                aim.move_to_share(min(share / aimed, 1.0))
            shine.move_to_share(max((share - aimed) / (1 - aimed), 0.0))

        return Live(moved, follow)

    def _filed(self, word: str) -> Number:
        """Return a word's shadow as its bar's number, before it is multiplied."""
        index = self._rows(word)[0]
        score, ledger, shadow = self.ledger.numbers[index], self.ledger, self.numbers.shadows[index]
        color = self.color_of(word)
        number = Number(shadow, decimals=self.digits or 3, size=score.size, color=color, style=self.style)
        back = (ledger.corners(index, self._share)[2] - ledger.corners(index)[2]) * (float(shadow) > 0)
        side = float(number.width - score.width) / 2 * (0 if self.view.lying else 1 if float(shadow) > 0 else -1)
        number.set_x(float(score.get_x()) + side).on_baseline(score.baseline)
        return laid(number.shift(back), Layer.LEDGER)

    def _count_up(self, word: str, filed: Number) -> list[Animation]:
        """Return how the number at a bar's end runs from the shadow to the score."""
        first, *more = self._scores(word)
        return [Riding(filed, first), *(FadeIn(number, rate_func=_LATE) for number in more)]

    def _multiply(self, word: str) -> Live:
        """Return how a word's bars stretch from its shadow to its score."""
        rows = self._rows(word)

        def stretched(share: float) -> None:
            for index in rows:
                self.ledger.grow(index, self._share + share * (1 - self._share))

        return Live([self.ledger.bars[index] for index in rows], stretched)

    def _scores(self, word: str) -> list[Number]:
        """Return the numbers at the ends of a word's bars."""
        return [self.ledger.numbers[index] for index in self._rows(word)]

    @property
    def _share(self) -> float:
        """A shadow as a share of its score."""
        return 1 / float(self.numbers.length)

    def _rows(self, word: str) -> list[int]:
        return [index for index, each in enumerate(self.numbers.words) if each == word]

    def _throw(self, word: str) -> None:
        """Let the first word's arrow grow, light fall, and its shadow be measured, one after the other."""
        self.play(self._aim(word), *self._covered([word]), *self._told_place(word), run_time=_AIMS)
        lit = FadeIn(self.named_lights[word], rate_func=_EARLY)
        self.play(self._shine(word, 0.0), lit, run_time=_SHINES)
        self.play(FadeIn(self.feet[word], self.amounts[word]), run_time=self.style.times.quick)
        self.rest()

    def _weigh(self, word: str) -> None:
        """Tell the first word slowly: its bar grows as long as its shadow, then the length multiplies it."""
        times = self.style.times
        chart = [] if self.questions else [FadeIn(*self._chart(), rate_func=_LATE)]
        self.play(FadeOut(self.lights[word], self.named_lights[word], rate_func=_EARLY), *chart, run_time=_LIGHT_OUT)
        filed = self._filed(word)
        self.play(self._file(word), *self._answered(word), FadeIn(filed, rate_func=_LATE), run_time=_FILES)
        self.wait(_AS_SHADOW)
        self.play(FadeIn(self.products[word]), _pulse(self.length), run_time=times.move)
        self.play(
            self._multiply(word), *self._count_up(word, filed), FadeIn(self.results[word], rate_func=_LATE),
            run_time=_MULTIPLIES,
        )  # fmt: skip
        self.rest()
        self.standing = [self.shadows[word], self.feet[word], self.amounts[word], *self._written(word)]

    def _file(self, word: str) -> Live:
        """Return how a word's bars grow as long as its shadow is."""
        rows = self._rows(word)
        bars = [self.ledger.bars[index] for index in rows]

        def follow(share: float) -> None:
            for index in rows:
                self.ledger.grow(index, max(share, 1e-3) * self._share)

        follow(0.0)
        self.add(*bars)
        return Live(bars, follow)

    def _written(self, word: str) -> list[VMobject]:
        """Return what is written out of a word told slowly, and its arrow where that is not kept."""
        products = [part[word] for part in (self.products, self.results) if word in part]
        return [*products, *([] if self.words[word].has_icon else [self.arrows[word]])]

    def _turn_back(self, word: str) -> None:
        """Tell a word behind: an arrow at a right angle has no shadow; as it turns on to the word, one grows backwards.

        Until it comes to the word it is nobody's arrow: the word stays where it is.
        """
        times, arm = self.style.times, self.border_arm[word]
        self._part(*self._leave(self.standing))
        shadow, score = self.products[word], self.results[word]
        self.play(self._stand(word), FadeIn(arm, rate_func=_LATE), run_time=_AIMS)
        zeros = self.zeros[word]
        self.play(FadeIn(*zeros, *shadow[1:], *score[1:]), run_time=times.quick)
        self.play(LaggedStart(*map(_pulse, zeros), lag_ratio=0.5), run_time=2 * _COMPARED)
        self.wait(_ASKS)
        turned = self._turned(word)
        runs = [self._run(zero, part[0], turned) for zero, part in zip(self.zeros[word], (shadow, score), strict=True)]
        gone = FadeOut(arm, rate_func=_EARLY)
        gone_too = [*self._covered([word]), *self._answered(word)]
        self.play(gone, self._swing(word), *chain(*runs), *gone_too, run_time=_TURNS)
        amount = [self.amounts[word]] if word in self.amounts else []
        self.play(FadeIn(*self._scores(word), *amount), run_time=times.quick)
        self.rest()
        self.standing = [self.shadows[word], *amount, *self._written(word)]

    def _stand(self, word: str) -> Live:
        """Return how an arrow grows along the border, at a right angle to the line."""
        origin, arrow = self.plane.origin, self.arrows[word]
        way = self._tip_in_turn(word, 0.0) - origin
        self.add(arrow)
        return Live([arrow], lambda share: arrow.set_ends(origin, origin + max(share, 1e-3) * way))

    def _turned(self, word: str) -> Callable[[float], float]:
        """Return how much of its shadow a word throws, 0 to 1, at a progress of its turn."""
        angle = float(np.arccos(np.clip(np.dot(self._border_of(word), self._unit(self.vectors[word])), -1.0, 1.0)))

        def grown(share: float) -> float:
            longer = max((share - _REACHES) / (1 - _REACHES), 0.0)
            length = _SHORT + longer * (1 - _SHORT)
            return float(length * np.sin(angle * min(share / _REACHES, 1.0)) / max(np.sin(angle), 1e-9))

        return grown

    def _tip_in_turn(self, word: str, share: float) -> Point:
        """Return where a word's arrow ends at a progress of its turn from the border to its place."""
        first, last = self._border_of(word), self._unit(self.vectors[word])
        across = last - np.dot(last, first) * first
        across = across / max(float(np.linalg.norm(across)), 1e-9)
        longer = max((share - _REACHES) / (1 - _REACHES), 0.0)
        length = (_SHORT + longer * (1 - _SHORT)) * self._span(word)
        turned = float(np.arccos(np.clip(np.dot(first, last), -1.0, 1.0))) * min(share / _REACHES, 1.0)
        return np.asarray(self.plane.origin + length * (np.cos(turned) * first + np.sin(turned) * across))

    def _swing(self, word: str) -> Live:
        """Return how an arrow turns from the border to a word's place; shadow and bars follow it."""
        origin, arrow, shadow = self.plane.origin, self.arrows[word], self.shadows[word]
        along = self.plane.place(self.numbers.vector)
        rows = self._rows(word)
        bars = [self.ledger.bars[index] for index in rows]
        grown = self._turned(word)
        self.add(shadow, *bars)

        def follow(share: float) -> None:
            tip = self._tip_in_turn(word, share)
            arrow.set_ends(origin, tip)
            shadow.set_ends(origin, tip, along)
            for index in rows:
                self.ledger.grow(index, max(grown(share), 1e-3))

        return Live([arrow, shadow, *bars], follow)

    def _told_place(self, word: str) -> list[Animation]:
        """Return how a word's own numbers come, with its arrow."""
        return [FadeIn(self.places[word], rate_func=_LATE)] if word in self.places else []

    def _pass(self, words: Sequence[str]) -> None:
        """Tell words in passing, one after the other: arrow, shadow with bar, then the score."""
        pace, common = min(1.0, _PASSED / max(len(words), 1)), self._common((self.told or [""])[-1])
        for word in words:
            own = word == self.numbers.word
            slower = _OWN_PACE if own else 1.0
            kept = common if not own and self._fits(common, word) else []
            self.standing = [part for part in self._parts(self.standing) if part not in kept]
            gone = self._leave(self.standing)
            gone += [] if own else self._covered([word], _AIMING)
            gone += self._answered(word)
            amount: list[VMobject] = [self.amounts[word]] if word in self.amounts else []
            amount += [self.feet[word]] if own and word in self.amounts else []
            self.play(self._cast(word), *gone, run_time=slower * pace * _CASTS)
            products: list[VMobject] = [part[word] for part in (self.products, self.results) if word in part]
            if kept:  # the line stands: its shadow and its score change
                products = [part[word][0] for part in (self.products, self.results)]
            self.play(FadeIn(*self._scores(word), *products, *amount), run_time=slower * pace * _SCORES)
            self.wait(pace * _READ)
            stays = own or self.words[word].has_icon
            self.standing = [self.shadows[word], *amount, *products, *kept, *([] if stays else [self.arrows[word]])]
            common = kept or self._common(word)

    def _parts(self, standing: Sequence[VMobject]) -> list[VMobject]:
        """Return what stands, with products in their parts."""
        lines = [*self.products.values(), *self.results.values()]
        return [part for each in standing for part in (each if any(each is line for line in lines) else [each])]

    def _common(self, word: str) -> list[VMobject]:
        """Return what a word's product has in common with others: all but its shadow and its score."""
        return [*self.products[word][1:], *self.results[word][1:]] if word in self.products else []

    def _fits(self, common: Sequence[VMobject], word: str) -> bool:
        """Return whether a word's own product has the same parts in the same places."""
        own = self._common(word)
        return len(own) == len(common) and all(
            float(np.linalg.norm(one.get_center() - other.get_center())) < _SAME
            for one, other in zip(common, own, strict=True)
        )

    def _rank(self, word: str) -> None:
        """Lay the longest shadow of another word on the line, over the pulled word's own, and point at both scores."""
        own = self.numbers.word
        again = word != own
        kept = [part[own] for part in (self.products, self.results) if own in part and len(self.second)]
        kept += [self.shadows[own]] if again else []
        gone = [part for part in self.standing if part not in kept]
        gone += list(self.places.values())
        ends: list[VMobject] = []
        if again and self.compared:  # both numbers stand at their marks on the line
            gone = [part for part in gone if part not in (self.feet[own], self.amounts[own])]
            gone.append(self.amounts[own][0])
            ends = [self.feet[word], self.amounts[word][1]]
        self.play(FadeOut(*gone, rate_func=_EARLY), *self._aimed_again(word if again else ""), run_time=_AIMS)
        if again:
            self.play(self._lay_over(own, word), run_time=_SHINES)
        come = [FadeIn(*ends, self.second)] if ends or len(self.second) else []
        numbers = [number for each in dict.fromkeys((own, word)) for number in self._scores(each)]
        # One after the other: the larger, and the next.
        self.play(LaggedStart(*map(_pulse, numbers), lag_ratio=0.5), *come, run_time=2 * _COMPARED)

    def _lay_over(self, own: str, word: str) -> Live:
        """Return how another word's shadow grows on the line, over the pulled word's own, and leaves its rest."""
        shadow, other, origin = self.shadows[own], self.shadows[word], self.plane.origin
        along, tip, unit = self.plane.place(self.numbers.vector), self._tip(word), self._unit(self.numbers.vector)
        whole = float(np.dot(shadow.foot - origin, unit))

        def follow(share: float) -> None:
            other.set_ends(origin, origin + max(share, 1e-3) * (tip - origin), along)
            covered = float(np.clip(np.dot(other.foot - origin, unit), 0.0, whole))
            shadow.lie(origin + covered * unit)

        follow(0.0)
        self.add(other)
        return Live([shadow, other], follow)

    def _aimed_again(self, word: str) -> list[Animation]:
        """Return how a word's arrow grows again, if it has left."""
        left = word and self.arrows[word] not in self.get_mobject_family_members()
        return [self._aim(word), *self._covered([word])] if left else []


def _pulse(number: VMobject) -> Animation:
    """Return how a number grows for a moment; nothing else about it changes."""
    return ApplyMethod(number.scale, _PULSE, rate_func=there_and_back)


def _segment(line: VMobject) -> Segment:
    return flat(line.get_start()), flat(line.get_end())


def _around(x: float, y: float, text: VMobject | None) -> Box:
    """Return the box of a text when its middle is at a place."""
    assert text is not None
    return (x - text.width / 2, y - text.height / 2, x + text.width / 2, y + text.height / 2)


def _wider(box: Box, by: float) -> Box:
    """Return a box that is wider and higher, on each side."""
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _turn(corners: Sequence[Point]) -> float:
    """Return which way an outline runs: the sign of its area."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return float(np.sign(sum(one[0] * other[1] - one[1] * other[0] for one, other in pairs)))
