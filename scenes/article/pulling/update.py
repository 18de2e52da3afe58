"""The word's new place: weighted vectors, laid tip to tail (the end of the section "Words Pulling Words")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise, product

import numpy as np
import torch
from manim import Circle, DashedLine, Dot, FadeIn, FadeOut, Mobject, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor

from scenes.article.pulling.claims import UPDATE_APPLE_CLAIMS
from scenes.article.pulling.terms import PLACE_DIGITS, Term, Terms, digits_that_add, printed_place, vector_text
from scenes.motion.live import Live, Widen, slide, sway
from scenes.number_format import decimals_that_multiply, format_number, format_vector, format_weight
from scenes.parameters import PhraseParameters
from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import HERO, PULLER, HeroGlow
from scenes.parts.plane.vector import RIM, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.shared.phrase import PhrasePlaneFigure, Pull, each_with, pull
from scenes.stage import Region
from scenes.worlds import World

_UNDER_TIP, _OLD = 0.6, 0.8
"""The shares of their sizes that an icon has while an arrow ends on it, and the ghost at the word's old place."""

_TUG = 0.55
"""The share of its way by which the word gives way when its bands get tight, before it is held again."""

_WIDER, _RAISED, _ABOVE, _BESIDE = 0.25, 0.55, 0.3, 0.15
"""Scene units by which the record is wider at least, ends above its foot, begins above its top, and keeps off the
axes' names."""

_WIDE, _THIN = 0.14, 0.03
"""Scene units of the shaft of an arrow that is a term of the sum, and of one that hardly counts."""

_BRIEF = 2
"""Digits after the point of a weight beside its band: those with which it was found."""

_PITCH = 0.42
"""Scene units from a name down to the coordinates below it."""

_BEFORE_SWING = 0.35
"""Seconds in which the word is still held by its tight bands, before it is let go."""

_SWING, _READ = 2.0, 0.4
"""Seconds in which the word swings to its new place, and for which the weights are read beside their bands."""

_EARLY = squish_rate_func(smooth, 0.0, 0.4)
"""The rate of what leaves before the rest of a motion."""

_MOST_WEIGHTS = 4
"""Weights that stand beside their bands, at the most."""

_PIN, _TARGET = 0.055, 0.36
"""Scene units: the radius of the pin that holds the word, and of the ring around the place where the arrows end."""

_HALO, _NEAR, _TAG = 0.05, 1.0, 0.1
"""Scene units around a text that its halo takes, from where a new place's numbers are best to where they may be, and
from an arrow to its factor."""


@dataclass(frozen=True)
class Combined(Pull):
    """A step of attention; what the words that hardly pull add to the sum is taken together."""

    rest_weighted: Tensor = quantity("The weighted vectors of the words that share one name, together.", rows="axes")
    weights_total: Tensor = quantity("The sum of the weights: 1.")


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
        return Combined(**given, rest_weighted=rest, weights_total=step.weights.sum())

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
        if any(overlap(box_of(self.terms.whole), box) > 0 for box in self.plane.text_boxes()):
            self.terms.whole = VGroup()  # no room beside an axis' name
        self._place_words()
        self._draw_bands()
        self._draw_arrows()
        self.weights = self._weights()
        self.begins = self._begins()
        self.shares = self._shares()
        self.target = self._target()
        self.found = self._found()

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
        """Make the words at their places, and find where each steps to, beyond the tip of its arrow."""
        numbers, style = self.numbers, self.style
        heights = dict.fromkeys(self.tight, PULLER) | {numbers.words[numbers.strongest]: PULLER, numbers.word: HERO}
        taut = [(flat(self.plane.place(self.vectors[word])), flat(self.old)) for word in self.tight]
        self.words = self.tokens(self.vectors, heights, lines=taut)
        self.subject = self.words[numbers.word]
        self.pullers = {word: self.words[word] for word in self.tight if word != numbers.word}
        self.glow = HeroGlow(self.old, self.color, style=style)
        self.ghost = self.subject.ghost()
        self.ghost.scale(_OLD, about_point=self.old)  # it is seen around the end of the band that is tied to it
        room, safe = self.view.words(self.stage), self.stage.safe.inset(left=_HALO, right=_HALO)
        self.bounds = (max(room.left, safe.left), room.bottom, min(room.right, safe.right), room.top)
        self._place_names(taut)

    def _place_names(self, taut: Sequence[Segment]) -> None:
        """Place names, with coordinates below them, where they can stay from the first beat to the last."""
        heavy = {self.numbers.words[index] for index in self.order}
        self.places = {word: self._coordinates(word) for word in heavy if printed_place(self.vectors[word])}
        lines = [*taut, *((flat(self.plane.origin), flat(token.at)) for token in self.words.values())]
        lines += [*pairwise(map(flat, self.joints())), *self.plane.axis_segments()]
        marks = [_around(token.at, max(token.reach())) for token in self.words.values()]
        taken = [_around(self.there, HERO / 2), *marks, *self.plane.text_boxes(), *self._filed()]
        spots = [self._spot(word) for word in self.words]
        centres = place_labels(spots, self.bounds, lines=lines, boxes=taken)
        for word, spot, (x, y) in zip(self.words, spots, centres, strict=True):
            below, token = _PITCH / 2 if word in self.places else 0.0, self.words[word]
            token.put(token.at, (x - spot.x, y - spot.y + below))
            if word in self.places:
                self.places[word].move_to(point(x, y - below))

    def _filed(self) -> list[Box]:
        """Return the boxes of what the record shows at some time."""
        terms = self.terms
        rows = [*terms.listed, *terms.factors, *terms.vectors, terms.sum]
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
            Band(self.plane.place(self.vectors[each]), self.old, self.weight_of(each), self.color_of(each),
                 pinned=each == word, style=self.style)
            for each in self.tight
        ]  # fmt: skip
        self.fastening = self._fastening() if word in self.tight else VGroup()

    def _fastening(self) -> VGroup:
        """Return the pin that ties the word to its old place, as it is seen upon the word."""
        theme = self.style.theme
        pin = Dot(radius=_PIN, color=theme.ink).set_background_stroke(color=theme.background, width=RIM)
        return laid(VGroup(pin).move_to(self.old), Layer.PIN)

    def _draw_arrows(self) -> None:
        """Draw every word's arrow from the origin, and the fine line on which it shrinks."""
        numbers, style = self.numbers, self.style
        colors = [
            color if index in self.order else style.theme.dim
            for index, color in enumerate(self.colors_of(numbers.words))
        ]
        origin = self.plane.origin
        self.arrows = [
            Vector(origin, self.plane.place(row), color, width=_WIDE if index in self.order else _THIN, style=style)
            for index, (row, color) in enumerate(zip(numbers.vectors, colors, strict=True))
        ]
        for index in self.order:
            laid(self.arrows[index], Layer.PIN)  # its tip is seen upon the icon; a dot lies upon its arrow's tip
        self.whole = [
            laid(DashedLine(origin, arrow.end, dash_length=0.09, color=color, stroke_width=2.4), Layer.TRAIL)
            for arrow, color in zip(self.arrows, colors, strict=True)
        ]
        self.crossed = self._crossed([(flat(arrow.start), flat(arrow.end)) for arrow in self.arrows])
        self.rest_arrow = self.plane.vector(numbers.rest_weighted, style.theme.ink)
        self.rest_arrow.body.set_background_stroke(width=0)

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
            terms.append(Term(name, style.theme.ink, numbers.rest, numbers.rest_weighted))
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
            region, lying=self.view.lying, together=self.says("together") if len(self.small) > 1 else "", style=style,
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
        label = Label(self.says("begins"), size=self.style.sizes.number, color=self.style.theme.dim, style=self.style)
        return labelled(label.move_to(name), self.style)

    def _weights(self) -> dict[str, VGroup]:
        """Return the weights beside what pulls, by word: those of the largest few that stand in the phrase once."""
        words = self.numbers.words
        once = [word for word in self.tight if words.count(word) == 1]
        named = sorted(once, key=lambda word: -self.weight_of(word))[:_MOST_WEIGHTS]
        lines = [line for word in self.tight for line in self._edges(word)] + self.plane.axis_segments()
        boxes = [*(box_of(part) for word in self.tight for part in self.words[word] if len(part))]
        boxes += [*self.plane.text_boxes(), *self._filed()]
        texts: dict[str, VGroup] = {}
        for word in named:
            text, own = self._weight(word), word == self.numbers.word
            middle = self.old if own else 0.55 * self.words[word].at + 0.45 * self.old
            reach = (HERO / 2 + 0.1, HERO / 2) if own else (0.2, 0.12)
            spot = Spot(*flat(middle), float(text.width), float(text.height), reach, (1.0, 0.0))
            ((x, y),) = place_labels([spot], self.bounds, lines=lines, boxes=boxes)
            box = box_of(text.move_to(point(x, y)))
            if any(inside_length(line, box) for line in lines) or any(overlap(box, other) for other in boxes):
                continue  # no room: the record has it
            texts[word] = text
            boxes.append(box)
            # Another word's weight right below the pulled word's name would be read as its own.
            boxes += [box_of(self.subject.label.copy().scale(1.8))] if len(self.subject.label) else []
        return texts

    def _shares(self) -> dict[int, VGroup]:
        """Return the factors of the largest two arrows, each where it is free beside its arrow before and after."""
        joints, origin = self.joints(), self.plane.origin
        lines = [*self.plane.axis_segments(), *((flat(origin), flat(token.at)) for token in self.words.values())]
        chain = [*self.plane.axis_segments(), *pairwise(map(flat, joints))]
        boxes = [box_of(part) for token in self.words.values() for part in token if len(part)]
        boxes += [*map(box_of, self.places.values()), *self.plane.text_boxes(), *self._filed()]
        boxes += [_around(self.there, _TARGET), _around(self.old, HERO / 2)]
        shares: dict[int, VGroup] = {}
        for start, index, side in zip(joints, self.order[:2], (-1, 1), strict=False):
            text = self._share(index)
            for seat in self._seats(index, text, side):
                before, after = (box_of(text.move_to(seat + shift)) for shift in (0 * start, start - origin))
                clear = all(overlap(box, other) == 0 for box in (before, after) for other in boxes)
                clear &= all(inside_length(line, before) == 0 for line in lines)
                if clear and all(inside_length(line, after) == 0 for line in chain):
                    shares[index] = text.move_to(seat)
                    boxes += [before, after]
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

    def _edges(self, word: str) -> list[Segment]:
        """Return a word's band at the pulled word's old place as lines: its middle and both its edges."""
        start, end = self.words[word].at, self.old
        way = end - start
        across = point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
        half = width_at(self.weight_of(word), 0.0) / 2
        return [(flat(start + side * across), flat(end + side * across)) for side in (-half, 0.0, half)]

    def _weight(self, word: str) -> VGroup:
        """Return a word's weight after the word that says so."""
        size, large, color = self.style.sizes.number, self.style.sizes.head, self.color_of(word)
        own = word == self.numbers.word
        name = Label(self.says("own-weight" if own else "weight"), size=size, color=color, style=self.style)
        number = HeroNumber(self.weight_of(word), decimals=_BRIEF, size=large, color=color, style=self.style)
        Row([name, number], 0.16)
        return VGroup(labelled(name, self.style), labelled(number, self.style))

    def _target(self) -> VGroup:
        """Return the mark of the place where the arrows end."""
        ring = Circle(radius=_TARGET, color=self.style.theme.ink, stroke_width=3.0)
        ring.set_background_stroke(color=self.style.theme.background, width=RIM)
        return laid(VGroup(ring).move_to(self.there), Layer.PIN)

    def _found(self) -> VGroup:
        """Return the new place's numbers, beside the word that has arrived there."""
        style, size = self.style, self.style.sizes.head
        numbers = [
            HeroNumber(each, decimals=self.terms.digits, size=size, color=self.color, style=style)
            for each in self.numbers.updated
        ]
        text = labelled(vector_text(numbers, self.color, size, style=style), style)
        lines = [(flat(self.words[word].at), flat(self.there)) for word in self.tight]
        lines += [*pairwise(map(flat, self.joints())), *self.plane.axis_segments()]
        boxes = [box_of(part) for token in self.pullers.values() for part in token if len(part)]
        boxes += [_around(self.there, HERO / 2), *self.plane.text_boxes(), *self._filed()]
        boxes += [_around(token.at, max(token.reach())) for token in self.words.values()]
        boxes += [box_of(text) for text in (*self.places.values(), self.begins) if len(text)]
        near = self.there + point(HERO / 2 + float(text.width) / 2 + 0.1, 0.15)
        size_of_text = (float(text.width), float(text.height))
        left, bottom, right, top = self.bounds
        bounds = (left, bottom, right if self.view.lying else self.terms.region.left - _BESIDE, top)
        middle = point(*free_place(size_of_text, bounds, flat(near), lines=lines, boxes=boxes))
        if float(np.linalg.norm(middle - near)) > _NEAR:
            return VGroup()  # no room beside the word: the record has it
        return text.move_to(middle)

    def tell(self) -> None:
        """Ask where the word goes; show arrows, their shares, the chain, and let the word go to its tip."""
        names = self.names()
        with self.beat("question", **names):
            self._ask()
        with self.beat("vectors", **names):
            self._grow_arrows()
        most_are_small = int((self.numbers.weights < SLACK_BELOW).sum()) > len(self.numbers.words) / 2
        with self.beat("shrink", text="shrink" if most_are_small else "shares", **names):
            self._shrink()
        with self.beat("chain", **names):
            self._join()
        with self.beat("new-place", **names, **self._gained()):
            self._let_go()

    def _gained(self) -> dict[str, str]:
        """Return the axis along which the word's number grows most, and the new number."""
        numbers = self.numbers
        axis = int((numbers.updated - numbers.vector).argmax())
        return {
            "axis": numbers.axes[axis],
            "after": format_number(float(numbers.updated[axis]), self.terms.digits),
        }

    def _ask(self) -> None:
        """Show the word at its old place, what pulls it and how much; it gives way, and is held again."""
        times = self.style.times
        self.add(self.phrase)
        self.play(FadeIn(self.glow, self.subject, *self.pullers.values(), *self.places.values()), run_time=times.move)
        others = [Widen(band) for band in self.bands if not band.pinned]
        own = [FadeIn(self.fastening)] if len(self.fastening) else []
        self.play(*others, *own, run_time=0.6)
        self._tug()
        if self.weights:
            self.play(FadeIn(*self.weights.values()), run_time=times.quick)
            self.wait(_READ)
        self._file()
        self.rest()

    def _file(self) -> None:
        """Move the weights from their bands to the record, where they have more digits."""
        listed, words = self.terms.listed, self.numbers.words
        rows = {words[index]: row for row, index in enumerate(self.order) if words[index] in self.weights}
        names = [FadeOut(self.weights[word][0], rate_func=_EARLY) for word in rows]
        moves = [self._filing(self.weights[word][1], listed[row][0]) for word, row in rows.items()]
        if moves:
            self.play(*names, *moves, run_time=0.8)
        brief = [FadeOut(self.weights[word][1]) for word in rows]
        self.play(*brief, FadeIn(*listed, self.terms.rule, self.terms.whole), run_time=self.style.times.quick)

    def _filing(self, number: VMobject, row: Mobject) -> Live:
        """Return how a number goes from beside its band to the place, and the size, of its row in the record."""
        scale = float(row.height) / float(number.height)
        first, last = number.copy(), number.copy().scale(scale)
        last.shift(point(float(row.get_left()[0] - last.get_left()[0]), float(row.get_y() - last.get_y())))
        return Live([number], lambda share: number.interpolate(first, last, share))

    def _tug(self) -> None:
        """Let the word give way to its bands a little, so that its own is seen, and come back to where it is held."""
        own = [band for band in self.bands if band.pinned]
        self.add(*own)

        def follow(share: float) -> None:
            at = self.old + _TUG * np.sin(np.pi * share) * (self.there - self.old)
            self.subject.put(at)
            self.glow.move_to(at)
            for band in self.bands:
                band.set_ends(band.puller, at)

        label, still = self.subject.label, self.subject.label.copy()
        self.subject.remove(label)
        self.add(still)
        moved = [self.subject, self.glow, *self.bands]
        self.play(Live(moved, follow), run_time=0.8)
        self.remove(*own, still)
        self.subject.add(label)

    def _grow_arrows(self) -> None:
        """Let arrows grow from the origin to every word's place; what stands there gets small under its arrow's tip."""

        def grown(share: float) -> None:
            for arrow, tip in zip(self.arrows, tips, strict=True):
                arrow.set_ends(self.plane.origin, self.plane.origin + max(share, 1e-3) * (tip - self.plane.origin))

        tips = [arrow.end.copy() for arrow in self.arrows]
        grown(0.0)
        gone = [band for band in self.bands if not band.pinned]
        seen = [self.subject, *self.pullers.values()]
        come = [token for token in self.words.values() if token not in seen]
        shown = [*come]
        fades = [FadeIn(*shown)] if shown else []
        self.play(FadeOut(*gone, self.fastening, *self.crossed), self._resized(1.0, _UNDER_TIP), *fades, run_time=0.4)
        self.add(*self.arrows)
        self.play(Live(self.arrows, grown), run_time=0.9)
        self.rest()

    def _resized(self, first: float, last: float) -> Live:
        """Return how the words with weight get smaller, or as large as they were, around their places."""
        tokens = [token for token in (self.subject, *self.pullers.values()) if token.has_icon]
        heights = [float(token.mark.height) / first for token in tokens]

        def follow(share: float) -> None:
            for token, height in zip(tokens, heights, strict=True):
                now = height * (first + share * (last - first))
                token.mark.scale(now / float(token.mark.height), about_point=token.at)

        return Live(tokens, follow)

    def _shrink(self) -> None:
        """Shrink the arrows to their weights' shares: the largest two one after the other, then all the rest."""
        groups = [[index] for index in self.order[:2]]
        groups += [rest] if (rest := [*self.order[2:], *self.small]) else []
        for positions, seconds in zip(groups, (0.9, 0.5, 0.3), strict=False):
            rows = [self.order.index(index) for index in positions if index in self.order]
            rows += [len(self.order)] if self.small and set(positions) & set(self.small) else []
            factors = [
                each for row in rows for each in self.terms.factors[row][1 : 3 if self.terms.is_renamed(row) else 2]
            ]
            named = [self.terms.listed[row][1] for row in rows if self.terms.is_renamed(row)]
            named += [self.terms.together] if len(self.terms.together) and len(self.order) in rows else []
            gone = [*named, *([self.terms.whole] if positions is groups[0] else [])]
            factors += [self.shares[index] for index in positions if index in self.shares]
            fades = [*([FadeOut(*gone)] if gone else []), *([FadeIn(*factors)] if factors else [])]
            self.play(*fades, *(FadeIn(self.whole[index]) for index in positions), run_time=0.3)
            self.play(self._shrinking(positions), run_time=seconds)
            self.play(FadeIn(*(self.terms.vectors[row] for row in rows)), run_time=0.3)
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
        beside = [self.shares[index] for index in self.order[1:2] if index in self.shares]
        self.play(FadeOut(*self.whole, *beside), *back, run_time=0.3)
        self.links = [self.arrows[index] for index in self.order] + [self.rest_arrow] * bool(self.small)
        for place, link in enumerate(self.links[1:], start=1):
            self.play(self._moving(link, joints[place]), run_time=1.1 if place == 1 else 0.2)
        for share, joint in zip(beside, joints[1:], strict=False):
            share.shift(joint - self.plane.origin)
        self.play(FadeIn(self.target, scale=1.8), FadeIn(self.terms.sum, *beside), run_time=0.4)
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
        subject, times = self.subject, self.style.times
        self.play(FadeOut(subject.label, *self.shares.values()), FadeIn(self.begins), run_time=0.4)
        subject.remove(subject.label)
        for index in self.order:
            laid(self.arrows[index], Layer.VECTOR)  # the word comes to lie upon the chain
        for band in self.bands:
            band.set_ends(band.puller, subject.at)
        pulls = [Widen(band) for band in self.bands if not band.pinned]
        own = [band for band in self.bands if band.pinned]
        self.play(*pulls, *([FadeIn(self.fastening)] if own else []), run_time=0.6)
        self.add(*own, self.ghost, self.fastening)
        self._stand_still(_BEFORE_SWING)
        self.play(slide(subject, self.there, self.bands, glow=self.glow, rate_func=sway), run_time=_SWING)
        found = [FadeIn(self.found)] if len(self.found) else []
        self.play(FadeOut(self.target, scale=1.8), *found, run_time=times.quick)
        self.hold()


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)
