"""The word's new place: weighted vectors, laid tip to tail (the end of the section "Words Pulling Words")."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise, product

import numpy as np
import torch
from manim import (
    Animation,
    Circle,
    DashedLine,
    FadeIn,
    FadeOut,
    LaggedStart,
    Mobject,
    VGroup,
    VMobject,
    rotate_vector,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.pulling.areas import Areas, Balanced, Side, balanced
from scenes.article.pulling.claims import UPDATE_APPLE_CLAIMS
from scenes.article.pulling.release import POINTER, Pointer, note_color
from scenes.article.pulling.slabs import Slabs
from scenes.article.pulling.terms import PLACE_DIGITS, Term, Terms, digits_that_add, printed_place, vector_text
from scenes.motion.become import recolor
from scenes.motion.live import Live, Widen, slide, sway, tighten
from scenes.number_format import decimals_that_multiply, format_number, format_vector, format_weight
from scenes.parameters import PhraseParameters
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.band import SLACK_BELOW, Band, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import HeroGlow
from scenes.parts.plane.vector import RIM, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import PhrasePlaneFigure, Pull, each_with, pull
from scenes.stage import Region
from scenes.worlds import World

_ICON, _SLIM = 0.62, 0.75
"""Scene units of an icon's height; the share of their usual width that bands have, where a short one is beside it."""

_PIN = 1.5
"""The factor by which the pin is larger that holds the word's own band."""

_WIDER, _RAISED, _ABOVE, _BESIDE = 0.25, 0.2, 0.4, 0.15
"""Scene units by which the record is wider at least, ends above its foot, begins above its top, and keeps off the
axes' names."""

_WIDE, _THIN, _CHAIN = 0.14, 0.045, 0.05
"""Scene units of the shaft of an arrow that is a term of the sum, of one that hardly counts, and of a link when the
bands are back."""

_PITCH = 0.42
"""Scene units from a name down to the coordinates below it."""

_STROKE, _EDGE, _OUTLINE = 4.5, 4.0, 2.6
"""Stroke units of the ring that grows, of the one that stays where the arrows end, and of an icon's outline."""

_ARRIVES = 0.8
"""Seconds in which that comes."""

_GROWS = 1.0
"""Seconds in which both blocks grow."""

_SWUNG = 0.55
"""The share of its way by which the word swings beyond the place where it rests, at the most."""

_PRODUCT = 0.4
"""Seconds in which a weight times an arrow is read."""

_BEFORE_SWING, _SEEN, _MEASURED = 0.2, 1.1, 0.4
"""Seconds in which the word is still held by its tight bands, before it is let go; in which both pulls are seen to
differ, and in which both distances are read."""

_SWING, _SWINGS_AGAIN = 1.8, 1.4
"""Seconds in which the word swings to its new place, the first time and when that has been seen."""

_HOLDS, _LEAVES = (0.27, 0.16), 0.3
"""Scene units from the word to the tip of the pointer that holds it; seconds in which that leaves."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.6, 1.0)
"""The rates of what leaves before the rest of a motion, and of what comes after it."""

_TARGET, _POINT, _RING = 0.36, 0.2, 0.6
"""Scene units: half of what the word will take where the arrows end, the radius of the ring around that place, and the
radius to which another one grows around it when it comes."""

_RESTS = 0.8
"""The scale of the word's icon when it rests: as large as a hero, and both bands are still seen."""

_ASIDES, _TURNS, _GRIP = (1.4, 1.05, 0.9, 0.75), (-30, -15, 0, 15, 30, -45, 45), 0.42
"""Scene units by which the word is held aside, the first that is free; degrees by which it is askew there; and scene
units that it needs at each side."""

_TIGHTENS, _DRAWN, _HOME = 0.8, 1.0, 0.7
"""Seconds in which the others' bands get tight, in which the word is drawn aside, and in which it is brought back."""

_WONDERS, _OFF_BAND, _REACHES = 1.6, 0.55, (0.3, 0.2, 0.1)
"""Seconds in which the question mark goes along the band to and fro, scene units from the band to it, and the share of
the way that it goes from the band's middle to either side, the first that is free."""

_BY_BAND = (0.42, 0.5, 0.6)
"""Scene units from a band's middle to the middle of its length as a number, the first that is free."""

_APART = 0.3
"""Scene units to the left and the right of a name that nothing else that is written comes nearer to."""

_HALO, _NEAR, _TAG, _CLOSE = 0.05, 1.0, 0.1, 0.12
"""Scene units around a text that its halo takes, from where a new place's numbers are best to where they may be, from
an arrow to its factor, and from a word that rests to its numbers."""


_READ_DIGITS = 2
"""Digits after the point of a new place from which a reader measures distances."""


@dataclass(frozen=True)
class Combined(Pull):
    """A step of attention; what the words that hardly pull add to the sum is taken together."""

    rest_weighted: Tensor = quantity("The weighted vectors of the words that share one name, together.", rows="axes")
    distances: Tensor = quantity("How far each word's old place is from the pulled word's new one.", rows="words")
    measured: Tensor = quantity("The same, from the new place with two digits after the point.", rows="words")
    forces: Tensor = quantity("Weight times distance; of a word that stands there twice, of both.", rows="words")
    measured_forces: Tensor = quantity("The same of the distances from the new place with two digits.", rows="words")


class UpdateApple(PhrasePlaneFigure):
    """attention-update-apple: weighted vectors, laid tip to tail, end at the word's new place."""

    name = "attention-update-apple"
    claims = UPDATE_APPLE_CLAIMS
    stops_at_record = True
    numbers: Combined

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Combined:
        """Take one step of attention over the phrase, and add up what hardly counts."""
        step = pull(parameters, world)
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        rest = step.weighted[small(step.weights)].sum(dim=0)
        apart = step.vectors - step.updated
        distances = torch.linalg.vector_norm(apart, dim=-1)  # (T,)
        measured = torch.linalg.vector_norm(step.vectors - step.updated.round(decimals=_READ_DIGITS), dim=-1)  # (T,)
        alike = torch.tensor([[one == other for other in step.words] for one in step.words])  # (T, T)
        return Combined(
            **given,
            rest_weighted=rest,
            distances=distances,
            measured=measured,
            forces=(alike * step.weights).sum(dim=-1) * distances,
            measured_forces=(alike * step.weights).sum(dim=-1) * measured,
        )

    @classmethod
    def alternative_values(cls, numbers: Pull) -> Mapping[str, object]:
        """Return every word's weight, and the word's old and new place."""
        return {
            "word": numbers.word,
            "weights": each_with(numbers.words, numbers.weights, format_weight),
            "before": format_vector(numbers.vector),
            "after": format_vector(numbers.updated),
        }

    def build(self) -> None:
        """Make the words' arrows, their shares, the links of the chain, and the record of the sum."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.color = self.color_of(numbers.word)
        self.old, self.there = self.plane.place(numbers.vector), self.plane.place(numbers.updated)
        self.order = self._order()
        self.small = [index for index in range(len(numbers.words)) if index not in self.order]
        self.tight = [word for word in self.vectors if self.weight_of(word) >= SLACK_BELOW]
        self.terms = self._terms()
        self._place_words()
        self._draw_bands()
        self._draw_arrows()
        self.outlines = self._outlines()
        self.question_mark = self._question_mark()
        self.begins = self._begins()
        self.shares = self._shares()
        self.target = self._target()
        self.digits = self._digits_of_balance()
        self.found = self._found()
        self.gives_way = bool(len(self.found)) and self._is_passed(box_of(self.found))
        self.areas = self._areas()
        self.lengths = self._lengths()
        self.called = self.subject.label  # it stays where it is when the word goes
        self.subject.remove(self.called)
        self.subject.offset = None

    def _order(self) -> list[int]:
        """Return the positions of the words that are links of their own, the largest weight first."""
        weights = self.numbers.weights.tolist()
        large = [index for index, hidden in enumerate(small(self.numbers.weights)) if not hidden]
        return sorted(large, key=lambda index: -weights[index])

    def _links(self) -> list[Tensor]:
        """Return the vectors of the chain's links, each of shape (2,); what hardly counts is the last."""
        links = [self.numbers.weighted[index] for index in self.order]
        return [*links, self.numbers.rest_weighted] if self.small else links

    def joints(self) -> list[Point]:
        """Return where links of the chain meet, from the origin to the tip, as manim points."""
        ends = torch.cumsum(torch.stack(self._links()), dim=0)
        return [self.plane.origin, *(self.plane.place(end) for end in ends)]

    def _place_words(self) -> None:
        """Make the words at their places, where they stay under the tips of their arrows."""
        numbers, style = self.numbers, self.style
        self.aside = self._held_aside()
        self.is_aside = not np.allclose(self.aside, self.old)
        heights = dict.fromkeys([*self.tight, numbers.words[numbers.strongest], numbers.word], _ICON)
        taut = [(flat(self.plane.place(self.vectors[word])), flat(self.old)) for word in self.tight]
        self.words = self.tokens(self.vectors, heights, lines=taut)
        self.subject = self.words[numbers.word]
        self.pullers = {word: self.words[word] for word in self.tight if word != numbers.word}
        self.glow = HeroGlow(self.old, self.color, style=style)
        self.pointer = Pointer(self.old + point(*_HOLDS), style=style)
        self.tied = {word: self.words[word].at.copy() for word in (numbers.word, *self.pullers)}
        room, safe = self.view.words(self.stage), self.stage.safe.inset(left=_HALO, right=_HALO)
        self.bounds = (max(room.left, safe.left), room.bottom, min(room.right, safe.right), room.top)
        self._place_names(taut)

    def _place_names(self, taut: Sequence[Segment]) -> None:
        """Place names, with coordinates below them, where they can stay from the first beat to the last."""
        heavy = {self.numbers.words[index] for index in self.order}
        self.places = {word: self._coordinates(word) for word in heavy if printed_place(self.vectors[word])}
        lines = [
            *taut,
            *self._at_aside(),
            *((flat(self.plane.origin), flat(token.at)) for token in self.words.values()),
        ]
        lines += [*pairwise(map(flat, self.joints())), *self.plane.axis_segments()]
        marks = [_around(token.at, max(token.reach())) for token in self.words.values()]
        taken = [
            _around(self.there, _ICON / 2 + 0.1),
            _around(self.aside, _ICON / 2),
            self._held(),
            *marks,
            *self.plane.text_boxes(),
            *self._filed(),
        ]
        spots = [self._spot(word) for word in self.words]
        centres = place_labels(spots, self.bounds, lines=lines, boxes=taken)
        for word, spot, (x, y) in zip(self.words, spots, centres, strict=True):
            below, token = _PITCH / 2 if word in self.places else 0.0, self.words[word]
            token.put(token.at, (x - spot.x, y - spot.y + below))
            if word in self.places:
                self.places[word].move_to(point(x, y - below))

    def _held(self) -> Box:
        """Return the box of the pointer that holds the word."""
        return _pointer_at(self.aside)

    def _is_passed(self, box: Box) -> bool:
        """Return whether the word, its bands or the pointer pass a box while the word is held aside and let go."""
        if not self.is_aside:
            return False
        way = self.there - self.aside
        places = [self.aside + share * way for share in np.linspace(0.0, 1 + _SWUNG, 9)]
        boxes = [self._held(), *(_around(at, _ICON / 2) for at in places)]
        return not _is_free(
            box, [edge for at in places for word in self.tight for edge in self._edges_to(word, at)], boxes
        )

    def _at_aside(self) -> list[Segment]:
        """Return the edges of all bands while the word is held aside."""
        return [edge for word in self.tight for edge in self._edges_to(word, self.aside)]

    def _edges_to(self, word: str, at: Point) -> list[Segment]:
        """Return a word's band as lines, its middle and both its edges, while the pulled word is at a place."""
        return _edges(self.plane.place(self.vectors[word]), at, width_at(_SLIM * self.weight_of(word), 0.0))

    def _held_aside(self) -> Point:
        """Return where the word is held so that its own band is seen beside the other; its old place without room.

        It is off the way to the word that pulls most, on the side away from the origin if it can be.
        """
        numbers, word = self.numbers, self.numbers.word
        puller = self.plane.place(numbers.vectors[numbers.strongest])
        way, out = puller - self.old, self.old - self.plane.origin
        length = float(np.linalg.norm(way))
        if word not in self.tight or len(self.tight) != 2 or length < _GRIP:
            return self.old.copy()
        across = point(-way[1], way[0]) / length
        across = across if float(across @ out) >= 0 else -across
        room = self.view.words(self.stage).inset(*[_GRIP] * 4)
        boxes = [_around(self.plane.place(row), _GRIP) for each, row in self.vectors.items() if each != word]
        boxes += [*self.plane.text_boxes(), *self._filed()]
        for far, side, turn in product(_ASIDES, (1, -1), _TURNS):
            at = self.old + side * far * rotate_vector(across, math.radians(turn))
            inside = room.left <= at[0] <= room.right and room.bottom <= at[1] <= room.top
            free = all(overlap(each, box) == 0 for each in (_around(at, _ICON / 2), _pointer_at(at)) for box in boxes)
            texts = self.plane.text_boxes()
            clear = all(_is_free(box, self._edges_to(each, at), []) for each in self.tight for box in texts)
            if inside and free and clear:
                return np.asarray(at)
        return self.old.copy()

    def _filed(self) -> list[Box]:
        """Return the boxes of what the record shows at some time."""
        terms = self.terms
        rows = [*terms.listed, *terms.factors, *terms.vectors, terms.sum, terms.head]
        return [box_of(piece) for row in rows for piece in row]

    def _spot(self, word: str) -> Spot:
        """Return a word at its place as a spot that needs its name and its coordinates."""
        token, places = self.words[word], self.places.get(word)
        assert token.name_text is not None
        width, height = float(token.name_text.width), float(token.name_text.height)
        if places is not None:
            width, height = max(width, float(places.width)), height + _PITCH
        across, up = token.reach()
        outward = (-1.0 if token.at[0] < self.plane.origin[0] else 1.0, 0.0)
        return Spot(*flat(token.at), width, height, (0.9 * across + 0.04, up + 0.04), outward)

    def _coordinates(self, word: str) -> VGroup:
        """Return a word's own numbers, as they are printed beside it."""
        color, size = self.color_of(word), self.style.sizes.number
        row = [
            Number(each, decimals=PLACE_DIGITS, size=size, color=color, style=self.style) for each in self.vectors[word]
        ]
        return labelled(vector_text(row, color, size, style=self.style), self.style)

    def _draw_bands(self) -> None:
        """Draw the bands that pull the word, at its old place."""
        word = self.numbers.word
        self.bands = [
            Band(self.plane.place(self.vectors[each]), self.old, _SLIM * self.weight_of(each), self.color_of(each),
                 pinned=each == word, style=self.style)
            for each in self.tight
        ]  # fmt: skip
        for band in self.bands:
            if band.pinned:
                band.pin.scale(_PIN)  # under the word, until that leaves it

    def _draw_arrows(self) -> None:
        """Draw every word's arrow from the origin, and the fine line on which it shrinks."""
        numbers, style = self.numbers, self.style
        colors = [
            color if index in self.order else style.theme.dim
            for index, color in enumerate(self.colors_of(numbers.words))
        ]
        origin = self.plane.origin
        wide, thin = {index: (_WIDE, Layer.PIN) for index in self.order}, (_THIN, Layer.VECTOR)
        self.arrows = [
            laid(  # those of note over icons, which stay where their words are
                Vector(origin, self.plane.place(row), color, width=wide.get(index, thin)[0], style=style),
                wide.get(index, thin)[1],
            )
            for index, (row, color) in enumerate(zip(numbers.vectors, colors, strict=True))
        ]
        self.whole = [
            laid(DashedLine(origin, arrow.end, dash_length=0.09, color=color, stroke_width=2.4), Layer.TRAIL)
            for arrow, color in zip(self.arrows, colors, strict=True)
        ]
        self.crossed = self._crossed([(flat(arrow.start), flat(arrow.end)) for arrow in self.arrows])
        self.rest_arrow = self.plane.vector(numbers.rest_weighted, style.theme.ink)
        self.rest_arrow.body.set_background_stroke(width=0)

    def _outlines(self) -> list[VMobject]:
        """Return the outlines that stand for icons while arrows end there, so that the tips are seen."""
        tokens = [self.subject, *self.pullers.values()]
        ground = self.style.theme.background
        return [laid(_outlined(token.mark, token.color_by_role, ground), Layer.ICON) for token in tokens]

    def _crossed(self, lines: Sequence[Segment]) -> list[Mobject]:
        """Return the axes' numbers that lines run across: they step aside meanwhile."""
        return [
            number for number in self.plane.numbers if any(inside_length(line, box_of(number)) > 0 for line in lines)
        ]

    def _terms(self) -> Terms:
        """Return the record: a term for each link, digits with which they multiply and add up as printed."""
        numbers, style, record = self.numbers, self.style, self.view.record
        colors = self.colors_of(numbers.words)
        shown = not self.view.lying and all(printed_place(numbers.vectors[index]) for index in self.order)
        terms = [
            Term(numbers.words[i], colors[i], numbers.weights[i], numbers.weighted[i],
                 numbers.vectors[i] if shown else None)
            for i in self.order
        ]  # fmt: skip
        if self.small:
            name = style.says(f"others-{len(self.small)}")
            terms.append(Term(name, style.theme.ink, numbers.rest, numbers.rest_weighted, of_many=True))
        digits = digits_that_add([term.vector for term in terms], numbers.updated)
        factors = [
            (float(numbers.weights[index]), float(each)) for index in self.order for each in numbers.vectors[index]
        ]
        self.weight_digits = decimals_that_multiply(factors, decimals=digits or 2) or 3
        region = record.inset(left=_HALO, right=_HALO)
        if not self.view.lying:
            region = self._standing(record)
        return Terms(
            terms, self.says("new", word=numbers.word), numbers.updated, self.color, (self.weight_digits, digits),
            region, lying=self.view.lying, head=self.says("weight"), style=style,
        )  # fmt: skip

    def _standing(self, record: Region) -> Region:
        """Return where a record lies that stands at the plane's right: as wide as the axes' names leave room."""
        left = max(box[2] for box in self.plane.text_boxes()) + _BESIDE
        left, right = min(record.left - _WIDER, left), record.right - 3 * _HALO
        if self.stage.is_wide:
            right = self.stage.safe.right - _HALO
        return Region(left, right, record.bottom + _RAISED, record.top + _ABOVE)

    def _begins(self) -> VGroup:
        """Return what is said of the word's old place when the word has left it, where its name was."""
        name = self.subject.name_text
        if name is None or self.subject.word not in self.places:
            return VGroup()
        label = Label(
            self.says("begins"), size=self.style.sizes.number, color=note_color(self.style.theme), style=self.style
        )
        return labelled(label.move_to(name), self.style)

    def _question_mark(self) -> VGroup:
        """Return the question mark beside the band that pulls most; nothing where it has no room, or nothing pulls."""
        strongest = self.words[self.numbers.words[self.numbers.strongest]]
        way = strongest.at - self.old
        length = float(np.linalg.norm(way))
        if strongest.word not in self.pullers or length < 4 * _OFF_BAND:
            return VGroup()
        mark = Math('bold("?")', size=self.style.sizes.hero, style=self.style)
        across = point(-way[1], way[0]) / length
        lines = [*self._at_aside(), *self.plane.axis_segments()]
        boxes = [
            _around(self.aside, _ICON / 2),
            *(box_of(part) for token in self.words.values() for part in token if len(part)),
        ]
        boxes += [self._held(), *self.plane.text_boxes(), *map(box_of, self.places.values())]
        text = labelled(mark, self.style)
        self.asked = 0.0 * way
        on_way = [] if np.allclose(self.aside, self.old) else [0]
        for side, reach in product((*on_way, -1, 1), (*_REACHES, 0.0)):
            middle = self.old + way / 2 + side * _OFF_BAND * across
            seats = [box_of(text.move_to(middle + share * way)) for share in np.linspace(-reach, reach, 9)]
            if all(_is_free(seat, lines, boxes) for seat in seats):
                self.asked = reach * way
                return text.move_to(middle)
        return VGroup()

    def _shares(self) -> dict[int, VGroup]:
        """Return the factors of the largest two arrows, each where it is free beside its arrow."""
        origin = self.plane.origin
        lines = [*self.plane.axis_segments(), *((flat(origin), flat(token.at)) for token in self.words.values())]
        boxes = [box_of(part) for token in self.words.values() for part in token if len(part)]
        boxes += [*(box_of(text) for text in self.places.values()), *self.plane.text_boxes()]
        boxes = [(left - _APART, low, right + _APART, top) for left, low, right, top in boxes]
        boxes += [*self._filed(), *(_around(at, _ICON / 2) for at in self.tied.values())]
        shares: dict[int, VGroup] = {}
        for index, side in zip(self.order[:2], (-1, 1), strict=False):
            text = self._share(index)
            for seat in self._seats(index, text, side):
                box = box_of(text.move_to(seat))
                clear = all(overlap(box, other) == 0 for other in boxes)
                if clear and all(inside_length(line, box) == 0 for line in lines):
                    shares[index] = text
                    boxes.append(box)
                    break
        return shares

    def _seats(self, index: int, text: VGroup, better: int) -> list[Point]:
        """Return where a factor may stand beside its arrow from the origin, best at its right (1) or its left (-1)."""
        origin = self.plane.origin
        way = self.plane.place(self.numbers.weighted[index]) - origin
        across = point(way[1], -way[0]) / max(float(np.linalg.norm(way)), 1e-9)
        half = float(np.abs(across) @ point(float(text.width) / 2, float(text.height) / 2)) + _WIDE / 2
        return [
            origin + along * way + side * (half + gap) * across
            for gap, side, along in product((_TAG, 2 * _TAG, 4 * _TAG), (better, -better), (0.5, 0.9, 0.7, 0.3))
        ]

    def _share(self, index: int) -> VGroup:
        """Return a word's weight as a factor."""
        color, size = self.colors_of(self.numbers.words)[index], self.style.sizes.number
        number = HeroNumber(
            self.numbers.weights[index], decimals=self.weight_digits, size=size, color=color, style=self.style
        )
        return labelled(Row([Math("times", size=size, color=color, style=self.style), number], 0.08), self.style)

    def _target(self) -> Circle:
        """Return the ring around the place where the arrows end: there the word will come to rest."""
        theme, room = self.style.theme, float(np.linalg.norm(self.there - self.old)) - _ICON / 2 - _HALO
        # It keeps off the word's outline at its old place, unless that is nearly the new one.
        radius = room if _POINT / 2 < room < _POINT else _POINT
        ring = Circle(radius=radius, color=theme.ink, stroke_width=_EDGE)
        return laid(
            ring.move_to(self.there).set_background_stroke(color=theme.background, width=_EDGE + RIM), Layer.VECTOR
        )

    def _arrive(self) -> Live:
        """Return how the ring where the arrows end comes, with another that grows around it and thins away."""
        ring = Circle(radius=_POINT, color=self.style.theme.ink, stroke_width=0).move_to(self.there)
        laid(ring, Layer.PIN)
        self.add(ring, self.target)
        full = float(self.target.width)
        light = self.glow.get_center()

        def follow(share: float) -> None:
            self.target.scale_to_fit_width(full * max(min(2 * share, 1.0), 1e-3))
            ring.scale_to_fit_width(2 * (_POINT + share * (_RING - _POINT)))
            ring.set_stroke(width=_STROKE * (1 - share))
            self.glow.move_to(light + share * (self.there - light))  # the light goes ahead

        return Live([self.target, ring, self.glow], follow, run_time=_ARRIVES)

    def _found(self) -> VGroup:
        """Return the new place's numbers, beside the ring around it and the word that comes to rest in it."""
        style, size = self.style, self.style.sizes.head
        numbers = [
            HeroNumber(each, decimals=self.terms.digits, size=size, color=self.color, style=style)
            for each in self.numbers.updated
        ]
        text = labelled(vector_text(numbers, self.color, size, style=style), style)
        lines = [(flat(self.words[word].at), flat(self.there)) for word in self.tight]
        lines += [*pairwise(map(flat, self.joints())), *self.plane.axis_segments()]
        boxes = [box_of(part) for token in self.pullers.values() for part in token if len(part)]
        boxes += [_around(self.there, _TARGET), *self.plane.text_boxes(), *self._filed()]
        boxes += [_pointer_at(self.old), *(_around(at, _ICON / 2) for at in self.tied.values())]
        boxes += [_around(token.at, max(token.reach())) for token in self.words.values()]
        boxes += [box_of(text) for text in (*self.places.values(), self.begins, *self.subject) if len(text)]
        near = self.there + point(_ICON / 2 + float(text.width) / 2 + _CLOSE)
        size_of_text = (float(text.width), float(text.height))
        left, bottom, right, top = self.bounds
        bounds = (left, bottom, right if self.view.lying else self.terms.region.left - _BESIDE, top)
        middle = point(*free_place(size_of_text, bounds, flat(near), lines=lines, boxes=boxes))
        # With no room beside the word the record has it.
        return text.move_to(middle) if float(np.linalg.norm(middle - near)) <= _NEAR else VGroup()

    def _pulls(self) -> dict[str, tuple[float, float]]:
        """Return weight and distance, at rest, of every word whose band is tight."""
        # A reader measures from what is printed.
        printed = self.terms.digits == _READ_DIGITS and all(printed_place(self.vectors[word]) for word in self.tight)
        values = self.numbers.measured if printed else self.numbers.distances
        distances = dict(zip(self.numbers.words, values.tolist(), strict=True))
        order = sorted(self.tight, key=lambda word: -self.weight_of(word))
        return {word: (self.weight_of(word), distances[word]) for word in order}

    def _digits_of_balance(self) -> Balanced | None:
        """Return how weights times distances are printed; None where printed they would not come out."""
        if self.numbers.word not in self.tight or len(self.tight) < 2:
            return None
        return balanced(list(self._pulls().values()), self.weight_digits)

    def _areas(self) -> Areas | Slabs | None:
        """Return both bands enlarged, in the place of the record; None where their products are not printed alike."""
        if self.digits is None or not self.digits.agree or len(self.tight) != 2 or not len(self.found):
            return None
        pulls, own = self._pulls(), self.numbers.word
        sides = {word: Side(word, self.color_of(word), *pulls[word]) for word in self.tight}
        (other,) = self.pullers
        total = float(torch.linalg.vector_norm(self.vectors[other] - self.numbers.vector))
        digits = (self.weight_digits, self.digits)
        if self.view.lying:
            lying = Areas(sides[own], sides[other], total, digits, self.view.record, style=self.style)
            return lying if lying.is_large else None
        names = (self.says("weight"), self.says("distance"), self.says("pull"))
        seen = [*map(box_of, self._texts())]
        taken = [*seen, *self.plane.text_boxes()]
        kept = [(left - _APART, low, right + _APART, top) for left, low, right, top in taken]
        for texts, beyond in ((seen, True), (taken, True), (seen, False), (taken, False)):
            slabs = Slabs(
                sides[own], sides[other], digits, names, self._beside(texts),
                most=max(self._stretched(self.aside)), beyond=beyond, style=self.style,
            )  # fmt: skip
            clear = all(overlap(box, each) == 0 for box in slabs.boxes() for each in kept)
            if slabs.is_large and clear:
                return slabs
        return None

    def _stretched(self, at: Point) -> tuple[float, float]:
        """Return how long the word's own band and the other word's are while it is at a place, units of the plane."""
        (other,) = self.pullers
        own, far = (float(np.linalg.norm(at - end)) / self.view.unit for end in (self.old, self.words[other].at))
        return own, far

    def _beside(self, texts: Sequence[Box]) -> Region:
        """Return the room at the right of the boxes of texts."""
        region, left = self.terms.region, max(box[2] for box in texts) + _BESIDE
        return Region(min(left, region.right), region.right, region.bottom, region.top)

    def _texts(self) -> list[VMobject]:
        """Return the texts beside words and places that are seen while the word is let go."""
        names = [token.label for word, token in self.words.items() if word != self.numbers.word]
        return [text for text in (*names, *self.places.values(), self.begins, self.found) if len(text)]

    def _lengths(self) -> VGroup:
        """Return how long both bands are when the word rests, beside each; nothing where one has no room there."""
        if not isinstance(self.areas, Slabs):
            return VGroup()
        lengths, style = VGroup(), self.style
        lines = [edge for word in self.tight for edge in self._edges_to(word, self.there)]
        lines += [*pairwise(map(flat, self.joints())), *self.plane.axis_segments()]
        boxes = [_around(self.there, _ICON / 2), *self.plane.text_boxes(), *map(box_of, self._texts())]
        boxes += [box_of(token.mark) for word, token in self.words.items() if word != self.numbers.word]
        for word, (_, number, _) in zip((self.numbers.word, *self.pullers), self.areas.numbers, strict=True):
            end = self.words[word].at if word != self.numbers.word else self.old
            way = self.there - end
            across = point(-way[1], way[0]) / float(np.linalg.norm(way))
            text = labelled(number.copy(), style)
            for far, side, along in product(_BY_BAND, (1, -1), (0.5, 0.4, 0.6)):
                box = box_of(text.move_to(end + along * way + side * far * across))
                if _is_free(box, lines, [*boxes, *map(box_of, lengths)]):
                    lengths.add(text)
                    break
            else:
                return VGroup()
        return lengths

    def tell(self) -> None:
        """Ask where the word goes; show arrows, their shares, the chain, and let the word go to its tip."""
        names = self.names()
        with self.beat("question", text="question-both" if self.is_aside else "question", **names):
            self._ask()
        with self.beat("vectors", **names):
            self._grow_arrows()
        most_are_small = int((self.numbers.weights < SLACK_BELOW).sum()) > len(self.numbers.words) / 2
        with self.beat("shrink", text="shrink" if most_are_small else "shares", **names):
            self._shrink()
        with self.beat("chain", **names):
            self._join()
        balances = self.areas is not None
        with self.beat("new-place", text="release" if balances else "new-place", **names, **self._gained()):
            self._let_go()
        if balances:
            differs = self.is_aside and isinstance(self.areas, Slabs)
            with self.beat("balance", text="balance" if differs else "balance-only", **names):
                self._balance()

    def _gained(self) -> dict[str, str]:
        """Return the axis along which the word's number grows most, and the new number."""
        numbers = self.numbers
        axis = int((numbers.updated - numbers.vector).argmax())
        return {
            "axis": numbers.axes[axis],
            "after": format_number(float(numbers.updated[axis]), self.terms.digits),
        }

    def _ask(self) -> None:
        """Show the word at its old place; it is drawn aside, so that both bands are seen, and is held."""
        times = self.style.times
        self.add(self.phrase)
        shown = [self.glow, self.subject, self.called, *self.pullers.values(), *self.places.values()]
        others = [band for band in self.bands if not band.pinned]
        held = [FadeIn(self.pointer, shift=point(-0.5, 0.0), rate_func=_LATE)] if others else []
        self.play(FadeIn(*shown), *held, run_time=times.move)
        for band in others:
            self.play(Widen(band), run_time=0.4)
        if others:
            self.play(*(tighten(band, band.weight) for band in others), run_time=_TIGHTENS)
        if others and self.is_aside:
            self.add(*self.bands)
            self.play(self._carried(self.aside), *self._renamed(self.called, self.begins), run_time=_DRAWN)
        listed, head = self.terms.listed, self.terms.head
        for row, up in zip([*listed, head], self.terms.closer, strict=True):
            row.shift(point(0.0, up))
        self.play(FadeIn(*listed, *([head] if len(head) else [])), run_time=times.quick)
        if len(self.question_mark):
            self._wonder()
        self.rest()

    def _renamed(self, name: VGroup, other: VGroup) -> list[Animation]:
        """Return how a name of the word's old place gives way to another; it stays where no other can be there."""
        return [FadeOut(name, rate_func=_EARLY), FadeIn(other, rate_func=_LATE)] if len(self.begins) else []

    def _carried(self, end: Point) -> Live:
        """Return how the pointer takes the word to a place; off its pin, its own band comes out from under it."""
        start = self.subject.at.copy()

        def follow(share: float) -> None:
            at = start + share * (end - start)
            self.subject.put(at)
            self.glow.move_to(at)
            self.pointer.put(at + point(*_HOLDS))
            for band in self.bands:
                band.set_ends(band.puller, at)

        return Live([self.subject, self.glow, self.pointer, *self.bands], follow)

    def _wonder(self) -> None:
        """Let the question mark go along the band to and fro: anywhere there the word might rest."""
        mark, middle = self.question_mark, self.question_mark.get_center()

        def go(share: float) -> None:
            mark.move_to(middle - math.cos(3 * math.pi / 2 * share) * (1 - share) ** 0.5 * self.asked)

        go(0.0)
        self.play(FadeIn(mark), run_time=self.style.times.quick)
        self.play(Live([mark], go), run_time=_WONDERS)

    def _spread(self) -> list[Animation]:
        """Return how the listed weights move to the places of their terms, and the signs between those come.

        What the weights are called leaves: they are factors now.
        """
        terms = self.terms
        rows, ups = terms.listed, terms.closer[:-1]
        starts = [row.get_center() for row in rows]

        def spread(share: float) -> None:
            for row, start, up in zip(rows, starts, ups, strict=True):
                row.move_to(start - share * point(0.0, up))

        signs = [FadeIn(piece, rate_func=_LATE) for piece in (terms.rule, *terms.pluses)]
        head = [FadeOut(terms.head, rate_func=_EARLY)] if len(terms.head) else []
        return [Live(rows, spread), *signs, *head]

    def _to_places(self, ends: Mapping[str, Point], first: float, last: float) -> Live:
        """Return how words go to other places while the bands get as wide as a share of their weights.

        Args:
            ends: manim points, by word.
            first: the share of their weights that the bands have.
            last: the share that they will have.
        """
        starts = {word: self.words[word].at.copy() for word in ends}
        names = {word: token.offset for word, token in self.words.items()}
        labels = [self.words[word].label for word in ends if names[word] is not None]
        still = [label.get_center() for label in labels]

        def follow(share: float) -> None:
            for word, end in ends.items():
                self.words[word].put(starts[word] + share * (end - starts[word]))
            for label, at in zip(labels, still, strict=True):
                label.move_to(at)
            for band, word in zip(self.bands, self.tight, strict=True):
                puller = self.old if band.pinned else self.words[word].at
                band.weight = _SLIM * self.weight_of(word) * (first + share * (last - first))
                band.set_ends(puller, self.subject.at)
            if self.numbers.word in ends:
                self.glow.move_to(self.subject.at)

        return Live([*(self.words[word] for word in ends), *self.bands, self.glow], follow)

    def _grow_arrows(self) -> None:
        """Let the bands thin away and arrows grow from the origin to every word's place, over its icon."""

        def grown(share: float) -> None:
            for arrow, tip in zip(self.arrows, tips, strict=True):
                arrow.set_ends(self.plane.origin, self.plane.origin + max(share, 1e-3) * (tip - self.plane.origin))

        tips = [arrow.end.copy() for arrow in self.arrows]
        grown(0.0)
        seen = [self.subject, *self.pullers.values()]
        come = [token for token in self.words.values() if token not in seen]
        fades = [FadeIn(*come)] if come else []
        gone = [FadeOut(each) for each in [*self.crossed, *([self.question_mark] if len(self.question_mark) else [])]]
        if self.is_aside:
            self.play(self._carried(self.old), *self._renamed(self.begins, self.called), *gone, run_time=_HOME)
            gone = []
        gone.append(FadeOut(self.pointer, shift=point(0.5, 0.0)))
        self.play(self._to_places(self.tied, 1.0, 0.0), *gone, *fades, run_time=0.6)
        self.remove(*self.bands)
        self.add(*self.arrows)
        hollow = [FadeOut(token.mark, rate_func=_EARLY) for token in seen]
        self.play(Live(self.arrows, grown), *hollow, FadeIn(*self.outlines, rate_func=_EARLY), run_time=1.2)
        self.rest()

    def _shrink(self) -> None:
        """Shrink the arrows to their weights' shares: the largest two one after the other, then all the rest."""
        groups = [[index] for index in self.order[:2]]
        groups += [rest] if (rest := [*self.order[2:], *self.small]) else []
        self.play(*self._spread(), run_time=0.5)
        for positions, seconds in zip(groups, (1.1, 0.9, 0.5), strict=False):
            rows = [self.order.index(index) for index in positions if index in self.order]
            named = [self.terms.listed[row][1] for row in rows if self.terms.is_renamed(row)]
            factors = [
                each for row in rows for each in self.terms.factors[row][1 : 3 if self.terms.is_renamed(row) else 2]
            ]
            factors += [self.shares[index] for index in positions if index in self.shares]
            if named:
                self.play(FadeOut(*named), run_time=0.2)
            fades: list[Animation] = [FadeIn(*factors)] if factors else []
            if self.small and set(positions) & set(self.small):
                rows.append(len(self.order))
            self.play(*fades, *(FadeIn(self.whole[index]) for index in positions), run_time=0.3)
            self.play(self._shrinking(positions), run_time=seconds)
            self.play(FadeIn(*(self.terms.vectors[row] for row in rows)), run_time=0.3)
            self._stand_still(_PRODUCT)
        if self.small:
            self.remove(*(self.arrows[index] for index in self.small))
            self.add(self.rest_arrow)
        self.rest()

    def _shrinking(self, positions: Sequence[int]) -> Live:
        """Return how arrows shrink from the origin to their weights' shares."""
        origin = self.plane.origin
        tips = {index: self.arrows[index].end.copy() for index in positions}
        weights = self.numbers.weights.tolist()

        def follow(share: float) -> None:
            for index, tip in tips.items():
                left = 1 - share * (1 - weights[index])
                self.arrows[index].set_ends(origin, origin + left * (tip - origin))

        return Live([self.arrows[index] for index in positions], follow)

    def _join(self) -> None:
        """Lay each arrow to the tip of the one before it; at the tip of the last the word's outline waits."""
        joints = self.joints()
        still = self._crossed(list(pairwise(map(flat, joints))))
        back = [FadeIn(number) for number in self.crossed if number not in still]
        # The record has the factors; beside the chain they would be read as more of it.
        self.play(FadeOut(*self.whole, *self.shares.values()), *back, run_time=0.3)
        self.links = [self.arrows[index] for index in self.order] + [self.rest_arrow] * bool(self.small)
        for place, link in enumerate(self.links[1:], start=1):
            self.play(self._moving(link, joints[place]), run_time=1.2 if place == 1 else 0.2)
        found = [self.found] if len(self.found) else []
        self.play(self._arrive())
        self.play(FadeIn(self.terms.sum, *found), run_time=0.4)
        self.rest()

    def _moving(self, arrow: Vector, start: Point) -> Live:
        """Return how an arrow moves, as long as it is and in its direction, to begin at a point."""
        first, way = arrow.start.copy(), arrow.end - arrow.start

        def follow(share: float) -> None:
            begin = first + share * (start - first)
            arrow.set_ends(begin, begin + way)

        return Live([arrow], follow)

    def _let_go(self) -> None:
        """Tie the word to its bands again and let it go: it swings, and comes to rest where the arrows end."""
        subject, links = self.subject, self.links
        for index in self.order:
            laid(self.arrows[index], Layer.TRAIL)  # the word comes to lie upon the chain
        widths = [link.shaft_width for link in links]

        def thin(share: float) -> None:
            for link, width in zip(links, widths, strict=True):
                link.shaft_width = width + share * min(_CHAIN - width, 0.0)
                link.set_ends(link.start, link.end)

        filled = [FadeIn(token.mark) for token in (subject, *self.pullers.values())]
        self.play(*filled, FadeOut(self.glow, *self.outlines), run_time=0.3)
        self.add(*self.bands)
        self.pointer.put(self.old + point(*_HOLDS))
        held = FadeIn(self.pointer, shift=point(-0.5, 0.0), rate_func=_LATE)
        shines = FadeIn(self.glow.move_to(self.old))
        renamed = self._renamed(self.called, self.begins) or [FadeOut(self.called, rate_func=_EARLY)]
        early = [] if self.is_aside else renamed
        self.play(self._to_places(self.tied, 0.0, 1.0), held, shines, Live(links, thin), *early, run_time=0.7)
        self.add(*self.pullers.values())
        if self.is_aside:
            gone = [FadeOut(text, rate_func=_EARLY) for text in self._passed()]
            self.play(self._carried(self.aside), *renamed, *gone, run_time=_DRAWN)
        self._stand_still(_BEFORE_SWING)
        self.play(FadeOut(self.pointer, shift=point(0.5, 0.0)), run_time=_LEAVES)
        laid(self.target, Layer.PIN)  # the word comes to rest under it
        self.play(slide(subject, self.there, self.bands, glow=self.glow, rate_func=sway), run_time=_SWING)
        self.play(subject.mark.animate.scale(_RESTS), *map(FadeIn, self._passed()), run_time=self.style.times.quick)
        if self.areas is None:
            self.hold()
        else:
            self.rest()

    def _passed(self) -> list[VGroup]:
        """Return the new place's numbers, where the word passes them on its way aside and back."""
        return [self.found] if self.gives_way and self.is_aside else []

    def _balance(self) -> None:
        """Show both pulls as areas: they are alike where the word rests, and were not while it was held aside."""
        quiet = [recolor(link.body, self.style.theme.dim) for link in self.links]
        self.play(FadeOut(*self._record(), self.target), *quiet, run_time=_LEAVES)
        if isinstance(self.areas, Areas):
            self._compare(self.areas)
        elif isinstance(self.areas, Slabs):
            self._weigh(self.areas)
            if self.is_aside:
                self._differ(self.areas)
            self._level(self.areas)
        self.hold()

    def _differ(self, slabs: Slabs) -> None:
        """Take the word aside once more and let it go: the slabs follow both bands, and come to rest as they were."""
        subject, named = self.subject, [*(slabs.called if self._is_named_early(slabs) else [])]

        def follow(_: float) -> None:
            slabs.put(*self._stretched(subject.at))

        def lead(share: float) -> None:
            follow(share)
            self.pointer.put(subject.at + point(*_HOLDS))

        measured = [*slabs.distances[1:], *self.lengths]
        moved, gone = [*slabs.moved, *named], [FadeOut(text, rate_func=_EARLY) for text in [*self._passed(), *measured]]
        self.pointer.put(self.there + point(*_HOLDS))
        self.play(FadeIn(self.pointer, shift=point(-0.5, 0.0)), *gone, run_time=_LEAVES)
        taken = slide(subject, self.aside, self.bands, glow=self.glow, also=lead, moved=[*moved, self.pointer])
        self.play(taken, run_time=_DRAWN)
        held = slabs.at_lengths(*self._stretched(self.aside))
        self.play(FadeIn(held), run_time=self.style.times.quick)
        self._stand_still(_SEEN)
        self.play(FadeOut(held), run_time=self.style.times.quick)
        self.play(FadeOut(self.pointer, shift=point(0.5, 0.0)), run_time=_LEAVES)
        swung = slide(subject, self.there, self.bands, glow=self.glow, also=follow, moved=moved, rate_func=sway)
        self.play(swung, run_time=_SWINGS_AGAIN)
        self.play(*map(FadeIn, [*self._passed(), *measured]), run_time=self.style.times.quick)

    def _record(self) -> list[Mobject]:
        """Return the parts of the record that are seen when the sum stands."""
        terms = self.terms
        pieces = [*terms.factors, *terms.vectors, terms.rule, *terms.pluses, terms.sum]
        return [piece for piece in pieces if len(piece) or piece is terms.rule]

    def _weigh(self, slabs: Slabs) -> None:
        """Let both pulls grow as slabs, as wide as their weights are and as high as their bands are long."""
        slabs.put(0.0, 0.0)
        self.play(FadeIn(slabs.rows, *slabs.icons), run_time=self.style.times.move / 2)
        self.add(*slabs.pieces)
        self.play(slabs.growing(*self._stretched(self.subject.at)), run_time=_GROWS)
        if self._is_named_early(slabs):
            self.play(FadeIn(*slabs.called), run_time=self.style.times.quick)
        self.play(FadeIn(slabs.distances, *self.lengths), run_time=self.style.times.quick)
        self._stand_still(_MEASURED)

    def _is_named_early(self, slabs: Slabs) -> bool:
        """Return whether the slabs have room for what they are called while the word is still held."""
        return slabs.are_named_from(*self._stretched(self.aside))

    def _level(self, slabs: Slabs) -> None:
        """Say what both pulls come to where the word rests: they are alike."""
        quick = self.style.times.quick
        late = [] if self._is_named_early(slabs) else [*map(FadeIn, slabs.called)]
        self.play(*late, LaggedStart(*map(FadeIn, slabs.products), lag_ratio=0.6), run_time=2 * quick)

    def _compare(self, areas: Areas) -> None:
        """Show both pulls as areas, where the word rests: they are alike."""
        areas.put(*self._stretched(self.there))
        self.play(FadeIn(*areas.picture), run_time=0.5)
        self.play(LaggedStart(*map(FadeIn, areas.products), lag_ratio=0.6), run_time=self.style.times.move)


def _is_free(box: Box, lines: Sequence[Segment], boxes: Sequence[Box]) -> bool:
    """Return whether a box covers no line and no other box."""
    return not any(overlap(box, each) for each in boxes) and not any(inside_length(line, box) for line in lines)


def _pointer_at(at: Point) -> Box:
    """Return the box of the pointer that holds the word at a place."""
    x, y = flat(at + point(*_HOLDS))
    return (x, y - POINTER[1], x + POINTER[0], y)


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)


def _edges(start: Point, end: Point, width: float) -> list[Segment]:
    """Return a band's middle and both its edges."""
    way = end - start
    across = point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
    return [(flat(start + side * across), flat(end + side * across)) for side in (-width / 2, 0.0, width / 2)]


def _outlined(mark: VMobject, color: str, ground: str) -> VMobject:
    """Return the outline of an icon, or of a disc, filled with the ground, so that no line is seen through it."""
    whole = mark.outlines() if isinstance(mark, ShadedIcon) else mark.copy()
    return whole.set_fill(ground, 1.0).set_stroke(color, _OUTLINE)
