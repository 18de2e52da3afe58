"""The word's new place: weighted vectors, laid tip to tail (the end of the section "Words Pulling Words")."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import combinations, pairwise, product

import numpy as np
from manim import (
    Animation,
    Arc,
    Circle,
    Create,
    DashedLine,
    FadeIn,
    FadeOut,
    ManimColor,
    ReplacementTransform,
    VGroup,
    VMobject,
    rotate_vector,
    smooth,
    squish_rate_func,
)
from torch import Tensor, cumsum, stack, tensor

from scenes.article.pulling.balance import LENGTH_DIGITS, Arm, EqualPulls, are_equal, edges_of
from scenes.article.pulling.claims import UPDATE_APPLE_CLAIMS
from scenes.article.pulling.release import POINTER, Pointer, note_color
from scenes.article.pulling.riding import Running
from scenes.article.pulling.rim import palest, set_rim
from scenes.article.pulling.terms import (
    PLACE_DIGITS,
    PRODUCT_DIGITS,
    Term,
    Terms,
    printed_place,
    vector_text,
    worked_out,
)
from scenes.motion.live import Live, Widen, growing, slide, sway, tighten
from scenes.number_format import as_printed, format_vector, format_weight
from scenes.parameters import PhraseParameters
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.approach import alone, between, moving, near_view, pairs
from scenes.parts.plane.band import SLACK_BELOW, Band, width_at
from scenes.parts.plane.boxes import box_around, box_at
from scenes.parts.plane.ground import Ground
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane
from scenes.parts.plane.token import HeroGlow
from scenes.parts.plane.vector import RIM, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import climate
from scenes.quantities import quantity
from scenes.shared.phrase import PhrasePlaneFigure, Pull, each_with, pull
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_ICON, _LEAST_ICON, _USUAL_ICON = 0.9, 0.5, 0.62
"""Scene units of an icon's height: at the most, at the least where the ring must keep off it, and where it cannot."""

_OFF, _RING, _LEAST_RING, _EDGE = 0.06, 0.62, 0.2, 5.0
"""Scene units from an icon to a tip or to the ring; the ring's radius, at the most and at the least; its stroke."""

_GROWS_TO, _STROKE = 1.0, 7.0
"""Scene units to which another ring grows around it when something comes there, and that one's stroke units."""

_WIDE, _THIN = 0.16, 0.045
"""Scene units of the shaft of an arrow that is a term of the sum, and of one that hardly counts."""

_PITCH, _HALO, _APART, _TAG = 0.42, 0.05, 0.12, 0.1
"""Scene units from a name down to the coordinates below it, of a text's halo, around texts that nothing comes nearer
to, and from an arrow to its factor."""

_FEW = (4, 2)
"""Words whose numbers stand beside them, at the most: beside a record, and where it lies beneath the plane."""

_RECORD_LEFT, _RAISED, _LOWER, _ABOVE = (2.35, 2.95), (1.1, 0.0), 0.6, 0.45
"""Scene units: the left edge of the record in a wide frame, and from the axis along the foot up to it, each without
products and with them; by how much its foot is below the middle of other figures' records at least; and by how much it
is higher than these."""

_PIN, _OFF_PIN = 1.6, 0.24
"""The factor by which the pin is larger that holds the word's own band; scene units from it to an arrow's tip."""

_ASIDES, _TURNS, _GRIP, _HOLDS = (1.0, 0.85, 0.7, 0.55), (0, -15, 15, -30, 30, -45, 45), 0.08, (0.34, 0.16)
"""Numbers of the plane by which the word is pulled aside, the first that is free; degrees by which that is askew; scene
units that it needs around it there; and from its middle to the tip of the pointer that holds it."""

_QUESTION, _SWUNG, _HOLLOW = 96.0, 0.5, 2.6
"""The question mark's type; the share of its way by which the word swings beyond the place where it rests; and stroke
units of the outlines of what is held while arrows are shown."""

_GROWN, _NEARER, _SHRINKS, _CARRIED, _ARRIVES = 1.0, 1.3, (1.1, 0.9, 0.6), 1.3, 0.7
"""Seconds in which arrows grow, the view comes near, the first, the second and all further arrows shrink, an arrow is
carried, and something comes to the ring."""

_TIED, _DRAWN, _TENSE, _LEAVES, _SWINGS = 0.5, 1.0, 0.4, 0.3, 2.6
"""Seconds in which bands come, the word is pulled aside, it is looked at before it is let go, the pointer leaves, and
the word swings to its new place."""

_ARC, _LEAST_ARC, _BEYOND = 0.55, 0.8, 0.12
"""The radius of the arc across arrows that hardly count, as a share of the shortest; scene units that this one has at
the least; and radians by which the arc reaches beyond the first and the last."""

_BY_BAND, _CLEAR = 0.12, 0.05
"""Scene units from a band to its weight, and from the held word to that."""

_BELOW, _NEXT, _LISTED = math.radians(75), 0.35, 1.3
"""The angle of the arc on which weights go from bands to the record, below what is held; the share of time by which the
next one follows; and seconds in which all do."""

_MEASURED, _PULLED, _PALE = 0.8, 1.1, 0.3
"""Seconds in which a band is measured, and in which a pull grows; the share of their colours that bands keep then."""

_BEAT = 0.14
"""The share by which the sum gets larger for a moment, when the word has come to where it says."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.6, 1.0)
"""The rates of what leaves before the rest of a motion, and of what comes after it."""


@dataclass(frozen=True)
class Combined(Pull):
    """A step of attention; what the words that hardly pull add to the sum is taken together."""

    rest_weighted: Tensor = quantity("The weighted vectors of the words that share one name, together.", rows="axes")
    products: Tensor = quantity(
        "Each vector times its weight, that one as it is printed.", rows="words", columns="axes"
    )
    lengths: Tensor = quantity("The way from each word's old place to the pulled word's new one.", rows="words")
    pulls: Tensor = quantity("Each weight times this length.", rows="words")

    worked: tuple[int, int, bool] | None = None
    """Digits of weights and of the sum with which a pencil gets it, and whether exactly; None where none do."""

    adds_up: bool = False
    """True if the products as they are printed add up to the sum as it is printed."""


class UpdateApple(PhrasePlaneFigure):
    """attention-update-apple: a word that is pulled aside and let go swings to the end of its weighted vectors."""

    name = "attention-update-apple"
    claims = UPDATE_APPLE_CLAIMS
    stops_at_record = True
    numbers: Combined

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Combined:
        """Take one step of attention over the phrase, and add up what hardly counts."""
        step = pull(parameters, world)
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        hidden = tensor(small(step.weights))  # (T,)
        rest = step.weighted[hidden].sum(dim=0)
        large = list(zip(step.weights[~hidden].tolist(), step.vectors[~hidden], strict=True))
        exact = all(printed_place(place) for _, place in large)
        worked = worked_out(large, step.updated) if exact else None
        weights = step.weights.round(decimals=worked[0] if worked else 2)
        products = weights[:, None] * step.vectors  # (T, 2)
        seen = [*products[~hidden], rest]
        reached = stack([tensor([_as_product(each) for each in row]) for row in seen]).sum(dim=0)
        digits = worked[1] if worked else PLACE_DIGITS
        return Combined(
            **given,
            rest_weighted=rest,
            products=products,
            lengths=(step.vectors - step.updated).norm(dim=-1),
            pulls=step.weights * (step.vectors - step.updated).norm(dim=-1),
            worked=worked,
            adds_up=worked is not None
            and not any(_as_product(each) for each in rest)
            and all(
                as_printed(float(one), digits) == as_printed(float(other), digits)
                for one, other in zip(reached, step.updated, strict=True)
            ),
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
        self.order = self._order()
        self.small = [index for index in range(len(numbers.words)) if index not in self.order]
        self.tight = [word for word in self.vectors if self.weight_of(word) >= SLACK_BELOW]
        self.large = list(dict.fromkeys([*(numbers.words[index] for index in self.order), *self.tight, numbers.word]))
        self.near, self.near_plane = self._near()
        self.old, self.there = self.near_plane.place(numbers.vector), self.near_plane.place(numbers.updated)
        self.height, self.radius = self._sizes()
        self.terms = self._terms()
        self.aside = self._aside()
        self.is_aside = not np.allclose(self.aside, self.old)
        self.held = self._at(self.aside, self.near_plane, self.plane)
        self.at_bands = self._weights_at_bands()
        self._place_words()
        self._draw_arrows()
        self.bands = self._bands()
        self.at_bands = self._with_room(self.at_bands)
        self.bracket = self._bracket()
        self.shares = self._shares()
        self.target = self._target()
        self.begins = self._begins()
        self.asked = [self._question_mark(plane) for plane in (self.plane, self.near_plane)]
        self.balance = self._balance()
        self.pointer = Pointer(self.subject.at + point(*_HOLDS), style=self.style)
        self.called = self.subject.label  # it stays where it is when the word goes
        self.subject.remove(self.called)
        self.subject.offset = None
        self.outline = self._outline()
        self.fills = [(band.body.get_fill_color(), float(band.body.get_stroke_width())) for band in self.bands]

    def _order(self) -> list[int]:
        """Return the positions of the words that are links of their own, the largest weight first."""
        weights = self.numbers.weights.tolist()
        large = [index for index, hidden in enumerate(small(self.numbers.weights)) if not hidden]
        return sorted(large, key=lambda index: -weights[index])

    def _near(self) -> tuple[PlaneView, StagePlane]:
        """Return the view that has come near the words that count, and the plane that is seen from there."""
        ends = stack([*(self.vectors[word] for word in self.large), *self._corners()])
        spans = list(zip(ends.min(dim=0).values.tolist(), ends.max(dim=0).values.tolist(), strict=True))
        for view in (near_view(self.stage, self.view, spans), self.view):
            plane = StagePlane(self.stage, view, self.axis_names(), self.axis_colors(), self.spans(), style=self.style)
            if all(plane.counts):
                break  # else an axis would have no number any more
        return view, plane

    def _corners(self) -> Tensor:
        """Return the vectors at which links of the chain meet, the zero vector first, shape (links + 1, 2)."""
        links = [self.numbers.weighted[index] for index in self.order]
        links += [self.numbers.rest_weighted] if self.small else []
        return cumsum(stack([0 * links[0], *links]), dim=0)

    def joints(self) -> list[Point]:
        """Return where links of the chain meet, from the origin to the tip, as manim points."""
        return [self.near_plane.place(corner) for corner in self._corners()]

    def _sizes(self) -> tuple[float, float]:
        """Return the height of icons and the radius of the ring around the new place, which keeps off the old one."""
        far = float(np.linalg.norm(self.there - self.old))
        if far - 2 * _OFF < _LEAST_ICON:
            return _USUAL_ICON, _USUAL_ICON / 2 + _OFF
        height = min(far - 2 * _OFF, _ICON)
        return height, min(max(far - height / 2 - _OFF, _LEAST_RING), _RING)

    def _terms(self) -> Terms:
        """Return the record: a term for each link, with digits with which a pencil gets the sum."""
        numbers, style, view = self.numbers, self.style, self.near
        shown = all(printed_place(numbers.vectors[index]) for index in self.order)
        self.weight_digits, digits, exact = numbers.worked or (2, 2, False)
        terms = [
            Term(
                numbers.words[index],
                self.color_of(numbers.words[index]),
                numbers.weights[index],
                numbers.vectors[index] if shown else None,
                product=numbers.products[index] if numbers.adds_up else None,
            )
            for index in self.order
        ]
        counts = self.small and as_printed(float(numbers.rest), self.weight_digits) > 0
        if self.small:
            name = style.says(f"others-{len(self.small)}")
            terms.append(Term(name, style.theme.ink, numbers.rest, of_many=True, leaves=not counts))
        return Terms(
            terms, self.says("new", word=numbers.word), numbers.updated, self.color, (self.weight_digits, digits),
            self._record(), exact=exact and not counts, lying=view.lying, style=style,
        )  # fmt: skip

    def _record(self) -> Region:
        """Return where the sum is written: above the axis along the foot, where the record stands beside the plane."""
        record, safe = self.view.record, self.stage.safe
        if self.view.lying:
            return record
        more = self.numbers.adds_up
        left, right = (_RECORD_LEFT[more], safe.right) if self.stage.is_wide else (record.left, record.right)
        bottom = min(float(self.near_plane.origin[1]) + _RAISED[more], float(record.centre[1]) - _LOWER)
        texts = [*self.plane.text_boxes(), *self.near_plane.text_boxes()]
        left = max([left, *(box[2] + _APART for box in texts if box[3] + _APART > bottom)])
        return Region(left, right - _HALO, bottom, record.top + _ABOVE)

    def _aside(self) -> Point:
        """Return where the word is held, seen from near, so that its own band is seen; its old place without room.

        It is off the way to the word that pulls, on the side away from the origin if it can be.
        """
        others = [word for word in self.tight if word != self.numbers.word]
        if len(others) != 1 or len(self.tight) != 2:
            return self.old.copy()
        way, out = self.near_plane.place(self.vectors[others[0]]) - self.old, self.old - self.near_plane.origin
        across = point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
        across = across if float(across @ out) >= 0 else -across
        for far, side, turn in product(_ASIDES, (1, -1), _TURNS):
            at = self.old + side * far * self.near.unit * rotate_vector(across, math.radians(turn))
            if all(
                self._has_room(self._at(at, self.near_plane, plane), plane) for plane in (self.near_plane, self.plane)
            ):
                return np.asarray(at)
        return self.old.copy()

    def _has_room(self, at: Point, plane: StagePlane) -> bool:
        """Return whether the word can be held at a place of a plane: with its bands, off what stands there."""
        grip = self.height / 2 + _GRIP
        room = plane.view.words(self.stage).inset(*[grip] * 4)
        texts = [*plane.text_boxes(), *(box_of(piece) for piece in self.terms if len(piece))]
        boxes = [
            box_around(plane.place(row), self.height / 2) for word, row in self.vectors.items() if word in self.large
        ]
        held = [box_around(at, grip), _pointer_at(at)]
        inside = room.left <= at[0] <= room.right and room.bottom <= at[1] <= room.top
        free = all(overlap(one, other) == 0 for one in held for other in (*boxes, *texts))
        return inside and free and not any(inside_length(edge, box) for edge in self._edges(at, plane) for box in texts)

    def _edges(self, at: Point, plane: StagePlane) -> list[Segment]:
        """Return both edges and the middle of every band while the word is at a place of a plane."""
        edges: list[Segment] = []
        for word in self.tight:
            end = plane.place(self.vectors[word])
            way, half = at - end, width_at(self.weight_of(word), 0.0) / 2
            across = half * point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
            edges += [(flat(end + side * across), flat(at + side * across)) for side in (-1, 0, 1)]
        return edges

    @staticmethod
    def _at(at: Point, plane: StagePlane, other: StagePlane) -> Point:
        """Return where a place of one plane is on another."""
        return np.asarray(other.origin + (at - plane.origin) * other.view.unit / plane.view.unit)

    def _place_words(self) -> None:
        """Make the words at their places, with names and numbers that have room in both views."""
        numbers, heights = self.numbers, dict.fromkeys(self.large, self.height)
        # Where many words count, the record alone has their numbers.
        shown = self.large if len(self.large) <= _FEW[self.view.lying] else []
        self.places = {word: self._coordinates(word) for word in shown if printed_place(self.vectors[word])}
        self.words = self.tokens(self.vectors, heights)
        self.subject = self.words[numbers.word]
        set_rim(self.subject, ManimColor(palest(self.style.theme)))
        self.pullers = {word: self.words[word] for word in self.tight if word != numbers.word}
        self.bystanders = [token for word, token in self.words.items() if word not in self.large]
        swung = self.there + _SWUNG * (self.there - self.aside)
        boxes = [box_around(at, self.height / 2) for at in np.linspace(self.aside, swung, 7)] if self.is_aside else []
        boxes = [self._ring_box(), *boxes, *self._held_boxes(self.aside)]
        lines = [*self._near_lines(), *self._edges(self.aside, self.near_plane)]
        self.near_offsets = self._name_offsets(self.near_plane, self.large, boxes, lines)
        weights = [box_of(text) for text in self.at_bands.values()]
        far = self._name_offsets(
            self.plane, list(self.words), [*self._held_boxes(self.held), *weights], self._edges(self.held, self.plane)
        )
        for word, token in self.words.items():
            token.put(token.at, far[word])
            if word in self.places:
                self.places[word].move_to(token.at + point(far[word][0], far[word][1] - _PITCH))
        self.glow = HeroGlow(self.subject.at, self.color, style=self.style)

    def _near_lines(self) -> list[Segment]:
        """Return what names keep off once the view has come near: bands and the chain."""
        ends = [self.near_plane.place(self.vectors[word]) for word in self.tight]
        bands = [(flat(end), flat(self.there)) for end in ends]
        bands += [line for end in ends for line in edges_of(self.there, end, self.height / 2)]
        return [*bands, *pairwise(map(flat, self.joints()))]

    def _held_boxes(self, at: Point) -> list[Box]:
        """Return the boxes of the word and of the pointer that holds it at a place."""
        return [box_around(at, self.height / 2), _pointer_at(at)] if self.is_aside else []

    def _ring_box(self) -> Box:
        return box_around(self.there, self.radius + _APART)

    def _name_offsets(
        self, plane: StagePlane, words: Sequence[str], boxes: Sequence[Box], lines: Sequence[Segment]
    ) -> dict[str, tuple[float, float]]:
        """Return where names are beside their words, with the numbers below them, on a plane; as offsets by word."""
        ends = {word: plane.place(self.vectors[word]) for word in words}
        lines = [*lines, *((flat(plane.origin), flat(end)) for end in ends.values()), *plane.axis_segments()]
        lines += [(flat(end), flat(ends[self.numbers.word])) for word, end in ends.items() if word in self.tight]
        seen = self.terms.listed if plane is self.plane else [self.terms]
        taken = [*boxes, *plane.text_boxes(), *(box_of(piece) for piece in seen if len(piece))]
        taken += [box_around(end, max(self._reach(word, plane))) for word, end in ends.items()]
        spots = [self._spot(word, ends[word], plane) for word in words]
        room, safe = plane.view.words(self.stage), self.stage.safe.inset(left=_HALO, right=_HALO)
        bounds = (max(room.left, safe.left), room.bottom, min(room.right, safe.right), room.top)
        centres = place_labels(spots, bounds, lines=lines, boxes=taken)
        return {
            word: (x - spot.x, y - spot.y + (_PITCH / 2 if word in self.places else 0.0))
            for word, spot, (x, y) in zip(words, spots, centres, strict=True)
        }

    def _reach(self, word: str, plane: StagePlane) -> tuple[float, float]:
        """Return half the width and half the height of what stands at a word's place: its icon, or the pin."""
        pinned = self.is_aside and word == self.numbers.word and plane is self.near_plane
        return (_OFF_PIN, _OFF_PIN) if pinned else self.words[word].reach()

    def _spot(self, word: str, at: Point, plane: StagePlane) -> Spot:
        """Return a word at a place as a spot that needs its name and its numbers."""
        token, places = self.words[word], self.places.get(word)
        assert token.name_text is not None
        width, height = float(token.name_text.width), float(token.name_text.height)
        if places is not None:
            width, height = max(width, float(places.width)), height + _PITCH
        across, up = self._reach(word, plane)
        outward = (-1.0 if at[0] < plane.origin[0] else 1.0, 0.0)
        return Spot(*flat(at), width, height, (0.9 * across + 0.04, up + 0.04), outward)

    def _coordinates(self, word: str) -> VGroup:
        """Return a word's own numbers, as they are printed beside it."""
        color, size = self.color_of(word), self.style.sizes.number
        row = [
            Number(each, decimals=PLACE_DIGITS, size=size, color=color, style=self.style) for each in self.vectors[word]
        ]
        return labelled(vector_text(row, color, size, style=self.style), self.style)

    def _draw_arrows(self) -> None:
        """Draw every word's arrow from the origin to its word, and the dashes that stay where it shrinks."""
        numbers, style = self.numbers, self.style
        self.arrows: list[Vector] = []
        self.dashes: dict[int, DashedLine] = {}
        for index, (word, row) in enumerate(zip(numbers.words, numbers.vectors, strict=True)):
            counts = index in self.order
            color = self.color_of(word) if counts else style.theme.dim
            width = _WIDE if counts else _THIN
            arrow = Vector(self.plane.origin, self.plane.place(row), color, width=width, style=style)
            arrow.short = self._short(word)
            self.arrows.append(arrow.set_ends(arrow.start, arrow.end))
            if counts:
                line = DashedLine(self.near_plane.origin, self._tip(index), dash_length=0.1, color=color)
                self.dashes[index] = laid(line.set_stroke(width=3.0), Layer.TRAIL)
        self.rest_arrow = self.near_plane.vector(numbers.rest_weighted, style.theme.ink)
        self.rest_arrow.body.set_background_stroke(width=0)

    def _tip(self, index: int) -> Point:
        """Return where a word's whole arrow is seen to end once the view has come near: before its icon."""
        origin, end = self.near_plane.origin, self.near_plane.place(self.numbers.vectors[index])
        way, short = end - origin, self._short(self.numbers.words[index])
        return np.asarray(end - min(short / max(float(np.linalg.norm(way)), 1e-9), 0.5) * way)

    def _short(self, word: str) -> float:
        """Return by how much an arrow is seen to end before a word's place: before its icon, or before the pin."""
        return _OFF_PIN if self.is_aside and word == self.numbers.word else max(self.words[word].reach()) + _OFF

    def _bands(self) -> list[Band]:
        """Return the bands that pull the word, at its old place; its own is pinned there."""
        word, bands = self.numbers.word, []
        for each in self.tight:
            end = self.plane.place(self.vectors[each])
            weight, pinned = self.weight_of(each), each == word
            band = Band(end, self.subject.at, weight, self.color_of(each), pinned=pinned, style=self.style)
            if pinned:
                band.pin.scale(_PIN)
            else:
                band.set_tuck(self.words[each].tuck(self.held, width_at(weight, 0.0)))
            bands.append(band)
        return bands

    def _weights_at_bands(self) -> dict[str, VGroup]:
        """Return the weights beside the bands that hold the word aside, by word: each on its band's outer side."""
        texts: dict[str, VGroup] = {}
        if not self.is_aside or any(self.numbers.words.count(word) > 1 for word in self.tight):
            return texts
        ends = {word: self.plane.place(self.vectors[word]) for word in self.tight}
        for word, end in ends.items():
            weight, large = self.numbers.weights[self.numbers.words.index(word)], self.style.sizes.formula
            color, style = self.color_of(word), self.style
            number = HeroNumber(weight, decimals=self.weight_digits, size=large, color=color, style=style)
            way = self.held - end
            length = max(float(np.linalg.norm(way)), 1e-9)
            out, size = point(-way[1], way[0]) / length, point(float(number.width) / 2, float(number.height) / 2)
            if out @ (sum(ends.values()) - 2 * end) > 0:
                out = -out  # not between the bands
            off = width_at(self.weight_of(word), 0.0) / 2 + _BY_BAND + float(np.abs(out) @ size)
            # In the middle of what is seen of the band, and off the held word.
            first, last = 0.0 if word == self.numbers.word else self.height / 2, length - self.height / 2
            along = min((first + last) / 2, last - float(np.abs(way) @ size) / length - _CLEAR)
            texts[word] = labelled(number.move_to(end + along / length * way + off * out), self.style)
        return texts

    def _with_room(self, texts: dict[str, VGroup]) -> dict[str, VGroup]:
        """Return the weights beside the bands if nothing lies beneath any of them; none otherwise."""
        taken = [*self._seen_boxes(), *self._held_boxes(self.held)]
        lines = [*self._edges(self.held, self.plane), *self.plane.axis_segments()]
        boxes = [box_of(text) for text in texts.values()]
        free = all(_is_free(box, taken, lines) for box in boxes) and not any(
            overlap(one, other) for one, other in combinations(boxes, 2)
        )
        return texts if free else {}

    def _seen_boxes(self) -> list[Box]:
        """Return the boxes of the pin and of other words, of names and their numbers, and of the plane's texts."""
        boxes = [*self.plane.text_boxes()]
        for word in self.large:
            token = self.words[word]
            is_pinned = self.is_aside and word == self.numbers.word
            boxes.append(box_around(token.at, _OFF_PIN if is_pinned else max(token.reach())))
            texts = [token.name_text, self.places.get(word)]
            boxes += [box_of(text) for text in texts if text is not None]
        return boxes

    def _bracket(self) -> VMobject:
        """Return an arc across the arrows of the words that share one name; nothing where it would meet others."""
        tips = [self.plane.place(self.numbers.vectors[index]) - self.plane.origin for index in self.small]
        if not self.is_aside or len(tips) < 2 or min(float(np.linalg.norm(tip)) for tip in tips) < _LEAST_ARC:
            return VMobject()
        angles = sorted(math.atan2(tip[1], tip[0]) % (2 * math.pi) for tip in tips)
        gaps = [(after - before) % (2 * math.pi) for before, after in pairwise([*angles, angles[0]])]
        widest = max(range(len(gaps)), key=gaps.__getitem__)
        start, span = angles[(widest + 1) % len(angles)], 2 * math.pi - gaps[widest]
        others = [self.plane.place(self.numbers.vectors[index]) - self.plane.origin for index in self.order]
        if any((math.atan2(way[1], way[0]) - start) % (2 * math.pi) <= span for way in others):
            return VMobject()  # it would go across an arrow that counts
        radius = _ARC * min(float(np.linalg.norm(tip)) for tip in tips)
        ink = self.style.theme.ink
        arc = Arc(radius, start - _BEYOND, span + 2 * _BEYOND, arc_center=self.plane.origin, color=ink)
        arc.set_stroke(width=3.0)
        return laid(arc, Layer.LABEL)

    def _balance(self) -> EqualPulls | None:
        """Return both pulls on the word at rest, where two bands hold it and the pulls are printed alike."""
        numbers = self.numbers
        if not self.is_aside or any(numbers.words.count(word) > 1 for word in self.tight):
            return None
        positions = [numbers.position, numbers.strongest]
        arms = [
            Arm(self.near_plane.place(numbers.vectors[index]), self.color_of(numbers.words[index]),
                numbers.weights[index], numbers.lengths[index], numbers.pulls[index])
            for index in positions
        ]  # fmt: skip
        if {numbers.words[index] for index in positions} != set(self.tight) or not are_equal(arms, self.weight_digits):
            return None
        plane, marks = self.near_plane, [box_around(self.there, self.height / 2)]
        boxes = [*plane.text_boxes(), box_of(self.begins)]
        for word in self.large:
            at = plane.place(self.vectors[word])
            boxes += self._label_boxes(word, at + point(*self.near_offsets[word]))
            marks.append(box_around(at, max(self._reach(word, plane))))
        safe, room = self.stage.safe, plane.view.words(self.stage)
        bounds, shelf = (safe.left, room.bottom, safe.right, room.top), plane.view.record if plane.view.lying else None
        balance = EqualPulls(
            self.there, arms, self.height / 2, self.weight_digits, bounds, boxes, marks, plane.axis_segments(),
            shelf, style=self.style,
        )  # fmt: skip
        return balance if balance.arrows else None

    def _label_boxes(self, word: str, middle: Point) -> list[Box]:
        """Return the boxes of a word's name, its middle at a place, and of the numbers below it, where it has any."""
        labels = (self.words[word].name_text, 0.0), (self.places.get(word), _PITCH)
        return [
            box_at(middle - point(0.0, down), (float(label.width), float(label.height)))
            for label, down in labels
            if label is not None
        ]

    def _shares(self) -> dict[int, VGroup]:
        """Return the factors of the largest two arrows, each where it is free beside its arrow."""
        plane = self.near_plane
        ends = {word: plane.place(self.vectors[word]) for word in self.large}
        lines = [*plane.axis_segments(), *((flat(plane.origin), flat(end)) for end in ends.values())]
        lines += self._edges(self.aside, plane) if self.is_aside else []
        boxes = [*plane.text_boxes(), box_of(self.terms), *self._held_boxes(self.aside)]
        for word, end in ends.items():
            boxes.append(box_around(end, max(self.words[word].reach())))
            boxes += self._label_boxes(word, end + point(*self.near_offsets[word]))
        boxes = [(left - _APART, low - _APART, right + _APART, top + _APART) for left, low, right, top in boxes]
        shares: dict[int, VGroup] = {}
        for (index, side), size in product(
            ((index, -1) for index in self.order[:2]), (self.style.sizes.hero, self.style.sizes.number)
        ):
            text = self._share(index, size)
            for seat in self._seats(index, text, side) if index not in shares else []:
                box = box_of(text.move_to(seat))
                wider = box_at(seat, (float(text.width) + _APART, float(text.height) + _APART))
                clear = all(overlap(box, other) == 0 for other in boxes)
                if clear and all(inside_length(line, wider) == 0 for line in lines):
                    shares[index] = text
                    boxes.append(box)
                    break
        return shares

    def _seats(self, index: int, text: VGroup, better: int) -> list[Point]:
        """Return where a factor may stand beside its arrow from the origin, best at its right (1) or its left (-1)."""
        origin = self.near_plane.origin
        way = self.near_plane.place(self.numbers.weighted[index]) - origin
        across = point(way[1], -way[0]) / max(float(np.linalg.norm(way)), 1e-9)
        half = float(np.abs(across) @ point(float(text.width) / 2, float(text.height) / 2)) + _WIDE / 2
        return [
            origin + along * way + side * (half + gap) * across
            for side, gap, along in product(
                (better, -better), (_TAG, 2 * _TAG, 4 * _TAG), (0.5, 0.8, 0.9, 0.7, 1.1, 1.3, 0.3)
            )
        ]

    def _share(self, index: int, size: float) -> VGroup:
        """Return a word's weight as a factor."""
        color = self.color_of(self.numbers.words[index])
        number = HeroNumber(
            self.numbers.weights[index], decimals=self.weight_digits, size=size, color=color, style=self.style
        )
        return labelled(Row([Math("times", size=size, color=color, style=self.style), number], 0.16), self.style)

    def _target(self) -> Circle:
        """Return the ring around the place where the arrows end: there the word will come to rest."""
        theme = self.style.theme
        ring = Circle(radius=self.radius, color=theme.ink, stroke_width=_EDGE)
        return laid(
            ring.move_to(self.there).set_background_stroke(color=theme.background, width=_EDGE + RIM), Layer.PIN
        )

    def _begins(self) -> VGroup:
        """Return what is said of the word's old place when the word has left it, where its name was."""
        color = note_color(self.style.theme)
        label = Label(self.says("begins"), size=self.style.sizes.number, color=color, style=self.style)
        return labelled(label.move_to(self.old + point(*self.near_offsets[self.numbers.word])), self.style)

    def _question_mark(self, plane: StagePlane) -> VGroup:
        """Return the question mark on a plane, near the middle of what is held and of what pulls; where it is free."""
        near = plane is self.near_plane
        held = self.aside if near else self.held
        offsets = self.near_offsets if near else {word: token.offset for word, token in self.words.items()}
        text = labelled(Math('bold("?")', size=_QUESTION * self.style.sizes.scale, style=self.style), self.style)
        corners = [plane.place(self.vectors[word]) for word in self.tight] + [held]
        boxes = [*plane.text_boxes(), *(box_of(piece) for piece in self.terms if len(piece)), *self._held_boxes(held)]
        boxes += [] if near else [box_of(text) for text in self.at_bands.values()]
        lines = [*self._edges(held, plane), *plane.axis_segments()]
        for word in self.large:
            at, offset = plane.place(self.vectors[word]), offsets[word]
            assert offset is not None
            boxes += [box_around(at, self.height / 2), *self._label_boxes(word, at + point(*offset))]
            lines.append((flat(plane.origin), flat(at)))
        if near:
            boxes += [self._ring_box(), *map(box_of, self.shares.values())]
            lines += pairwise(map(flat, self.joints()))
        room = plane.view.words(self.stage)
        bounds = (room.left, room.bottom, room.right, room.top)
        size, best = (float(text.width), float(text.height)), flat(np.mean(corners, axis=0))
        return text.move_to(point(*free_place(size, bounds, best, lines=lines, boxes=boxes)))

    def tell(self) -> None:
        """Ask where the word will rest; show arrows, their shares and the chain; let the word go to its tip."""
        names = self.names()
        if self.is_aside:
            with self.beat("question", **names):
                self._ask()
        with self.beat("vectors", **names):
            self._grow_arrows()
        most_are_small = len(self.small) > len(self.numbers.words) / 2
        with self.beat("shrink", text="shrink" if most_are_small else "shares", **names):
            self._come_near()
            self._shrink()
        with self.beat("chain", **names):
            self._join()
        with self.beat("new-place", text="release" if self.is_aside else "new-place", **names):
            self._let_go()
        if self.balance is not None:
            with self.beat("balance", **names):
                self._weigh_up(self.balance)

    def _ask(self) -> None:
        """Tie the word to its bands; the pointer pulls it aside and holds it."""
        self.add(self.phrase)
        shown = [self.glow, self.subject, self.called, *self.pullers.values()]
        held = FadeIn(self.pointer, shift=point(-0.5, 0.0), rate_func=_LATE)
        self.play(FadeIn(*shown), held, run_time=self.style.times.move)
        self._tie()
        self.play(self._carried(), run_time=_DRAWN)
        self.play(FadeIn(self.asked[0], *self.at_bands.values(), scale=0.6), run_time=self.style.times.quick)
        self._stand_still(_TENSE)

    def _tie(self) -> None:
        """Let the others' bands reach out to the word; its own is behind it."""
        others = [band for band in self.bands if not band.pinned]
        self.add(*(band for band in self.bands if band.pinned))
        if others:
            self.play(*map(Widen, others), run_time=_TIED)
            self.play(*(tighten(band, band.weight) for band in others), run_time=2 * _TIED)

    def _carried(self) -> Live:
        """Return how the pointer takes the word aside; off its pin, its own band comes out from under it."""

        def hold(_: float) -> None:
            self.pointer.put(self.subject.at + point(*_HOLDS))

        return slide(self.subject, self.held, self.bands, glow=self.glow, also=hold, moved=[self.pointer])

    def _outline(self) -> VMobject:
        """Return the outline that the held word is while arrows are shown."""
        mark = self.subject.mark
        whole = mark.outlines() if isinstance(mark, ShadedIcon) else mark.copy()
        whole.set_fill(self.style.theme.background, 1.0).set_stroke(self.color, _HOLLOW)
        return laid(whole.shift(self.held - self.subject.at), Layer.ICON)

    def _emptied(self) -> list[Animation]:
        """Return how what is held gets hollow, so that arrows are looked at."""
        bands = Live(self.bands, lambda share: self._fill(1 - share))
        return [bands, FadeIn(self.outline), FadeOut(self.subject.mark)]

    def _filled(self) -> list[Animation]:
        """Return how what is held becomes as it was."""
        return [Live(self.bands, self._fill), FadeOut(self.outline), FadeIn(self.subject.mark)]

    def _fill(self, share: float) -> None:
        """Let bands be filled by a share, 0 to 1, of their colours; their edges show where they are not."""
        ground = ManimColor(self.style.theme.background)
        for word, band, (fill, edge) in zip(self.tight, self.bands, self.fills, strict=True):
            band.set_ends(band.puller, band.pulled)
            band.body.set_fill(ground.interpolate(fill, share))
            band.body.set_stroke(self.color_of(word), max(edge, (1 - share) * _HOLLOW), opacity=1.0)
            for strip in band.strips:
                strip.set_fill(opacity=share * strip.get_fill_opacity())

    def _grow_arrows(self) -> None:
        """Let an arrow grow from the origin to every word; then their weights are listed."""
        times = self.style.times
        if self.is_aside:
            come: list[Animation] = [FadeIn(*self.bystanders)] if self.bystanders else []
            self.play(*come, *self._emptied(), run_time=times.move)
            came = [FadeIn(*self.places.values(), rate_func=_LATE)] if self.places else []
        else:
            self.add(self.phrase)
            shown = [self.glow, self.called, *self.words.values(), *self.places.values()]
            self.play(FadeIn(*shown), run_time=times.move)
            came = []
        self.add(*self.arrows)
        self.play(growing(self.arrows), *came, run_time=_GROWN)
        self._list()
        self.rest()

    def _list(self) -> None:
        """List the weights: those at the bands go there, and so does what the others have together."""
        terms, come = self.terms, list[VMobject]()
        at_bands = []
        for row, (weight, name) in enumerate(terms.listed):
            word = terms.terms[row].name
            if word in self.at_bands and not terms.terms[row].of_many:
                at_bands.append((self.at_bands[word], weight))
            else:
                come.append(weight)
            come.append(name)
        # The one nearest to the record goes first, out of the other's way.
        at_bands.sort(key=lambda pair: -float(pair[0].get_x()))
        moves: list[Animation] = []
        for place, (text, weight) in enumerate(at_bands):
            early = place * _NEXT
            rate = squish_rate_func(smooth, early, 1 - _NEXT * (len(at_bands) - 1 - place))
            moves.append(ReplacementTransform(text, weight, path_arc=_BELOW, rate_func=rate))
        seconds = _LISTED if moves else self.style.times.quick
        self.play(*moves, FadeIn(*come, rate_func=_LATE), run_time=seconds)
        if len(self.bracket.points):
            self.play(Create(self.bracket), run_time=self.style.times.quick)

    def _come_near(self) -> None:
        """Let arrows that hardly count shrink to next to nothing; then the view comes near the others."""
        gone: list[Animation] = []
        if self.small:
            fades = [FadeOut(self.bracket, rate_func=_EARLY)] if len(self.bracket.points) else []
            gone = [FadeOut(self.terms.listed[-1], rate_func=_LATE)] if self.terms.terms[-1].leaves else []
            self.play(self._shrinking(self.small), *fades, *gone, run_time=_SHRINKS[2])
            self.remove(*(self.arrows[index] for index in self.small))
            gone = [FadeOut(token, rate_func=_EARLY) for token in self.bystanders]
        far, near = self.plane, self.near_plane
        paired = pairs(far, near)
        leave, come = alone(far, (one for one, _ in paired)), alone(near, (other for _, other in paired))
        come_and_go = [*gone, *([FadeOut(*leave, rate_func=_EARLY)] if leave else [])]
        come_and_go += [FadeIn(*come, rate_func=_LATE)] if come else []
        moves = [moving(one, other) for one, other in paired]
        moves += [self._word_move(word) for word in self.large]
        moves += [self._arrow_move(index) for index in self.order]
        moves += self._held_moves()
        first = self.view

        def follow(share: float) -> None:
            for move in moves:
                move(share)
            self._see(between(first, self.near, share), far)

        heavy = [self.arrows[index] for index in self.order]
        seen = [*(one for one, _ in paired), *self._seen_words(), *heavy, self.glow]
        seen += [*self.bands, self.pointer, self.outline, self.asked[0]] if self.is_aside else []
        self.play(Live(seen, follow), *come_and_go, run_time=_NEARER)
        self.remove(far, *far.ticks, *far.numbers, *far.names)
        self.add(near)
        self.view, self.plane = self.near, near
        self._see(self.near, near)

    def _seen_words(self) -> list[VGroup]:
        return [*(self.words[word] for word in self.large), self.called, *self.places.values()]

    def _held_moves(self) -> list[Callable[[float], object]]:
        """Return how the bands, the pointer, the light and the question mark move as the view comes near."""
        ends = [(band.puller.copy(), self._at(band.puller, self.plane, self.near_plane)) for band in self.bands]
        mark, (first, last) = self.asked[0], [each.get_center() for each in self.asked]

        def follow(share: float) -> None:
            for band, (start, end) in zip(self.bands, ends, strict=True):
                band.set_ends(start + share * (end - start), self.subject.at)
            self.pointer.put(self.subject.at + point(*_HOLDS))
            self.glow.move_to(self.subject.at)
            if self.is_aside:
                self._fill(0.0)
            self.outline.shift(self.subject.mark.get_center() - self.outline.get_center())
            mark.move_to(first + share * (last - first))

        return [follow]

    def _word_move(self, word: str) -> Callable[[float], object]:
        """Return how a word, its name and its numbers move as the view comes near."""
        token, below = self.words[word], self.places.get(word)
        is_subject = word == self.numbers.word
        label = self.called if is_subject else token.label
        start, end = token.at.copy(), self._at(token.at, self.plane, self.near_plane)
        first, last = label.get_center(), self.near_plane.place(self.vectors[word]) + point(*self.near_offsets[word])

        def put(share: float) -> None:
            at = start + share * (end - start)
            name = first + share * (last - first)
            if is_subject:
                token.put(at)
                label.move_to(name)
            else:
                token.put(at, flat(name - at))
            if below is not None:
                below.move_to(name - point(0.0, _PITCH))

        return put

    def _arrow_move(self, index: int) -> Callable[[float], object]:
        """Return how a word's arrow moves as the view comes near."""
        arrow, plane = self.arrows[index], self.near_plane
        ends = (arrow.start.copy(), arrow.end.copy()), (plane.origin, plane.place(self.numbers.vectors[index]))

        def reach(share: float) -> None:
            start, end = (first + share * (last - first) for first, last in zip(*ends, strict=True))
            arrow.set_ends(start, end)

        return reach

    def _see(self, view: PlaneView, plane: StagePlane) -> None:
        """Paint the ground as it is seen from a view, without lines through the texts of a plane."""
        gaps = plane.text_boxes()
        stop = None
        if not view.lying:
            stop = min(max((box[2] for box in gaps), default=view.record.left) + 0.1, view.record.left)
        self.ground = Ground(
            self.stage, view, climate(self.world, view, self.style.theme.families), record=self.with_record,
            gaps=gaps, stop=stop, style=self.style,
        )  # fmt: skip
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def _shrink(self) -> None:
        """Shrink the arrows to their weights' shares: the largest two one after the other, then all the rest."""
        groups = [[index] for index in self.order[:2]]
        groups += [rest] if (rest := self.order[2:]) else []
        terms, times = self.terms, self.style.times
        for positions, seconds in zip(groups, _SHRINKS, strict=False):
            shown = [self.shares[index] for index in positions if index in self.shares]
            runs: list[Animation] = [self._counting(text, seconds) for text in shown]
            runs += [FadeIn(text[1][0], rate_func=_EARLY) for text in shown]
            self.add(*(self.dashes[index] for index in positions))
            self.play(self._shrinking(positions), *runs, run_time=seconds)
            self.add(*shown)
            rows = [self.order.index(index) for index in positions]
            named = [terms.listed[row][1] for row in rows if terms.is_renamed(row)]
            come = [part for row in rows for part in (terms.pluses[row], terms.factors[row]) if len(part)]
            gone = [FadeOut(*named, rate_func=_EARLY)] if named else []
            self.play(*gone, FadeIn(*come, rate_func=_LATE), run_time=2 * times.quick)
            products = [terms.products[row] for row in rows if len(terms.products[row])]
            if products:
                self.play(*map(FadeIn, products), run_time=2 * times.quick)
        if self.small:
            if len(terms.pluses[-1]):
                self.play(FadeIn(terms.pluses[-1]), run_time=times.quick)
            self.add(self.rest_arrow)
        self.rest()

    def _counting(self, text: VGroup, seconds: float) -> Running:
        """Return how a factor counts from 1 to its weight, beside the arrow that gets as much shorter."""
        number = text[1][1]
        assert isinstance(number, Number)
        whole = HeroNumber(1.0, decimals=self.weight_digits, size=number.size, style=self.style)
        return Running(whole.move_to(number), number, run_time=seconds)

    def _shrinking(self, positions: Sequence[int]) -> Live:
        """Return how arrows shrink from where they start to their weights' shares."""
        starts = {index: (self.arrows[index].end.copy(), self.arrows[index].short) for index in positions}
        weights = self.numbers.weights.tolist()

        def follow(share: float) -> None:
            for index, (tip, short) in starts.items():
                arrow = self.arrows[index]
                left = 1 - share * (1 - weights[index])
                arrow.short = (1 - share) * short
                arrow.set_ends(arrow.start, arrow.start + left * (tip - arrow.start))

        return Live([self.arrows[index] for index in positions], follow)

    def _join(self) -> None:
        """Lay each arrow to the tip of the one before it; around the tip of the last comes a ring."""
        joints, terms, times = self.joints(), self.terms, self.style.times
        # The record has the factors; beside the chain they would be read as more of it.
        leave = [*self.shares.values(), *(self.dashes[index] for index in self.order)]
        self.play(FadeOut(*leave), run_time=times.quick)
        self.links = [self.arrows[index] for index in self.order] + [self.rest_arrow] * bool(self.small)
        for place, link in enumerate(self.links[1:], start=1):
            self.play(self._moving(link, joints[place]), run_time=_CARRIED if place == 1 else 0.3)
        self.add(self.target)
        asked = [self.asked[0].animate.move_to(self.there).scale(0.6).set_opacity(0.0)] if self.is_aside else []
        self.play(self._arrive(grows=True), *asked, run_time=_ARRIVES)
        self.remove(self.asked[0])
        self.play(FadeIn(terms.rule), FadeIn(terms.sum, rate_func=_LATE), run_time=times.move)
        self.rest()

    def _moving(self, arrow: Vector, start: Point) -> Live:
        """Return how an arrow moves, as long as it is and in its direction, to begin at a point."""
        first, way = arrow.start.copy(), arrow.end - arrow.start

        def follow(share: float) -> None:
            begin = first + share * (start - first)
            arrow.set_ends(begin, begin + way)

        return Live([arrow], follow)

    def _arrive(self, *, grows: bool = False) -> Live:
        """Return how another ring grows around the ring and thins away; with it the ring itself comes, if asked."""
        color = self.style.theme.ink if grows else self.color
        wave = laid(Circle(radius=self.radius, color=color, stroke_width=0).move_to(self.there), Layer.PIN)
        self.add(wave)

        def follow(share: float) -> None:
            if grows:
                self.target.scale_to_fit_width(2 * self.radius * max(min(2 * share, 1.0), 1e-3))
            wave.scale_to_fit_width(2 * (self.radius + share * (_GROWS_TO - self.radius)))
            wave.set_stroke(width=_STROKE * math.sin(math.pi * min(1.0, share)) * (1 - share))

        return Live([self.target, wave], follow)

    @staticmethod
    def _beating(thing: VMobject) -> Live:
        """Return how a thing gets larger and is again as it was."""
        first, middle = thing.copy(), thing.get_center()

        def follow(share: float) -> None:
            thing.become(first).scale(1 + _BEAT * math.sin(math.pi * share), about_point=middle)

        return Live([thing], follow)

    def _let_go(self) -> None:
        """Let the word go: between its bands it swings, and comes to rest where the arrows end.

        A word that was not held aside is tied now.
        """
        begins = [FadeOut(self.called, rate_func=_EARLY), FadeIn(self.begins, rate_func=_LATE)]
        bright = self._filled() if self.is_aside else []
        self.play(self._thinning(), *bright, *begins, run_time=self.style.times.move)
        if self.is_aside:
            self._stand_still(_TENSE)
            self.play(FadeOut(self.pointer, shift=point(0.5, 0.0)), run_time=_LEAVES)
        else:
            self._tie()
        swings = slide(self.subject, self.there, self.bands, glow=self.glow, rate_func=sway)
        self.play(swings, run_time=_SWINGS)
        self.play(self._arrive(), FadeOut(self.target), self._beating(self.terms.sum[1]), run_time=_ARRIVES)
        self.rest()

    def _weigh_up(self, balance: EqualPulls) -> None:
        """Measure both bands, then let both pulls grow out of the word: weight times length, one like the other."""
        times = self.style.times
        gone = [piece for piece in self.terms.written() if len(piece)]
        pale = Live(self.bands, lambda share: self._fill(1 - share * (1 - _PALE)))
        self.play(FadeOut(*gone, *self.links, rate_func=_EARLY), pale, run_time=times.move)
        for ruler, length in zip(balance.rulers, balance.lengths, strict=True):
            self.add(ruler)
            number = length[1]
            assert isinstance(number, Number)
            none = HeroNumber(0.0, decimals=LENGTH_DIGITS, size=number.size, style=self.style)
            run = Running(none.move_to(number), number, run_time=_MEASURED)
            self.play(ruler.grows(run_time=_MEASURED), run)
            self.add(length)
        for arrow, text in zip(balance.arrows, balance.texts, strict=True):
            self.add(arrow)
            self.play(growing([arrow]), FadeIn(text, rate_func=_LATE), run_time=_PULLED)
        self.play(*map(self._beating, balance.forces), run_time=times.move)
        self.hold()

    def _thinning(self) -> Live:
        """Return how the links of the chain get thin, so that the word is seen upon them."""
        widths = [link.shaft_width for link in self.links]
        for index in self.order:
            laid(self.arrows[index], Layer.TRAIL)

        def thin(share: float) -> None:
            for link, width in zip(self.links, widths, strict=True):
                link.shaft_width = width + share * min(_THIN - width, 0.0)
                link.set_ends(link.start, link.end)

        return Live(self.links, thin)


def _as_product(value: Tensor) -> float:
    return as_printed(float(value), PRODUCT_DIGITS)


def _is_free(box: Box, boxes: Sequence[Box], lines: Sequence[Segment]) -> bool:
    """Return whether nothing lies in a box."""
    return not any(overlap(box, other) for other in boxes) and not any(inside_length(line, box) for line in lines)


def _pointer_at(at: Point) -> Box:
    """Return the box of the pointer that holds a word at a place."""
    x, y = flat(at + point(*_HOLDS))
    return (x, y - POINTER[1], x + POINTER[0], y)
