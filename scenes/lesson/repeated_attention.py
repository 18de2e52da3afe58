"""One step of attention taken again and again: first like words meet, then all words (the article's last paragraph).

Source: Dong, Cordonnier, Loukas, "Attention is not all you need" (2021): attention alone forgets which word is which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from manim import Create, FadeIn, FadeOut, LaggedStart, VGroup, VMobject, linear, smooth, squish_rate_func
from pydantic import Field
from torch import Tensor

from attnmath import attend, repeat_attention
from scenes.claims import Claim, Measurement
from scenes.lesson.heaps import Heap, Slice, between, meeting
from scenes.motion.arrive import late
from scenes.motion.live import Live, lie_down
from scenes.number_format import decimals_that_add, format_number, format_vector
from scenes.parameters import Phrase, WordsParameters, phrase_words, require_plane
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import flat, point
from scenes.parts.plane.band import Band, Thread, pull_of, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.loop import DIRECTIONS, Loop
from scenes.parts.plane.stage_plane import name_bounds
from scenes.parts.plane.token import DISC, Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_FIRST, _OTHERS, _STEP, _STILL = 1.3, 1.3, 1.5, 0.3
"""Seconds in which one word takes the first step, all others take it, and all take one that follows; the same for a
step after all have met."""

_MOVING, _WAY, _TITLE, _AFTER_STEP = 0.66, 3.0, 0.5, 0.25
"""Scene units of an icon; a way's stroke; scene units for the record's title, and between its two words."""

_LIES, _THICKENS = 1.2, 0.5
"""Seconds in which the longest way lies down in the record, and in which it gets as thick as a bar."""

_PULLING, _READ, _SLIM = 1.1, 1.8, 0.6
"""Seconds in which the pulls on one word tighten, and their weights are read; the share of their usual width."""

_STRAIGHT, _LOOPED = 0.35, 1.15
"""The share of a word's way after which its own loop is straight; the loop's size as a multiple of a thread's."""

_NEAR, _SPOTS, _ALONG = 0.12, 33, (0.5, 0.4, 0.3, 0.6, 0.2, 0.1, 0.0, 0.7)
"""Scene units around marks and names that the loop keeps off; places along a pull that are looked at, and the shares of
it, from its word on, beside which its weight may stand, best first."""

_TOLD, _GAP = 2, 0.14
"""The pulls that have their weights beside them, the word's own first; scene units from what the rest is called to its
weight."""

_MET = 0.02
"""The share of the first distance below which words have met: steps that follow move nothing."""

_SHRUNK, _COVERED = squish_rate_func(smooth, 0.2, 0.85), squish_rate_func(smooth, 0.5, 0.7)
_CLOSED = squish_rate_func(smooth, 0.6, 1.0)
"""The parts of a step in which an icon shrinks, in which its disc covers it, and in which discs that meet close to
slices of one."""

_LEAST, _BENEATH = 0.03, 0.2
"""The share of its size that an icon keeps beneath its disc; scene units: the disc's radius as it covers the icon."""


class Repeated(WordsParameters):
    """The parameters: a phrase, and how often the step is taken."""

    phrase: Phrase = Field("fruit", description="The phrase: its name in the world, or written out.")
    steps: int = Field(7, ge=4, le=12, description="How often the step is taken.")


@dataclass(frozen=True)
class Paths:
    """A phrase's words after each step of attention, and the weights of the first."""

    words: tuple[str, ...]
    axes: tuple[str, ...]
    moments: tuple[str, ...]
    places: Tensor
    """All words after each step, (steps + 1, T, 2)."""
    weights: Tensor = quantity("The weights of the first step.", rows="words", columns="words")
    apart: Tensor = quantity("The largest distance between two words after each step.", rows="moments")
    start: Tensor = quantity("The words' vectors, one a row: X.", rows="words", columns="axes")
    end: Tensor = quantity("The words after the last step.", rows="words", columns="axes")


def _meet(numbers: Paths, world: World) -> Measurement:
    first, last = float(numbers.apart[0]), float(numbers.apart[-1])
    return Measurement(last < 0.01 * first, f"at first {first:.2f} apart, at last {last:.4f}")


def _never_part(numbers: Paths, world: World) -> Measurement:
    return Measurement(bool((numbers.apart.diff() <= 1e-5).all()), format_vector(numbers.apart))


class RepeatedAttention(PlaneFigure):
    """lesson-repeated-attention: taken again and again, attention brings all words to one place."""

    name = "lesson-repeated-attention"
    Parameters = Repeated
    stops_at_record = True
    numbers: Paths
    claims = (
        Claim("No step takes the two words that are farthest apart farther apart.", _never_part),
        Claim("After the last step all words are at one place, to a hundredth of where they began.", _meet),
    )

    @classmethod
    def compute(cls, parameters: Repeated, world: World) -> Paths:
        """Take the step again and again."""
        require_plane(world)
        words = phrase_words(world, parameters.phrase, "phrase")
        start = world.embedding().rows(words)
        places, weights = repeat_attention(start, steps=parameters.steps), attend(start).weights
        moments = tuple(str(step) for step in range(parameters.steps + 1))
        apart = torch.stack([torch.cdist(each, each).max() for each in places])
        return Paths(words, world.axes, moments, places, weights, apart, places[0], places[-1])

    @classmethod
    def alternative_values(cls, numbers: Paths) -> Mapping[str, object]:
        """Return the words, the steps, and how far apart words are at first and at last."""
        first, last = (format_number(float(numbers.apart[at])) for at in (0, -1))
        return {"words": ", ".join(dict.fromkeys(numbers.words)), "steps": len(numbers.moments) - 1,
                "first": first, "last": last, "at": format_vector(numbers.end.mean(dim=0))}  # fmt: skip

    def build(self) -> None:
        """Make the words, their ways, and a bar for each step."""
        numbers, distinct = self.numbers, list(dict.fromkeys(self.numbers.words))
        rows = [numbers.words.index(word) for word in distinct]
        self.ways = [[self.plane.place(row) for row in numbers.places[:, index]] for index in rows]
        lines = [(flat(a), flat(b)) for way in self.ways for a, b in pairwise(way)]
        vectors = {word: numbers.start[index] for word, index in zip(distinct, rows, strict=True)}
        record, theme = self.view.record.inset(top=0 if self.view.lying else _TITLE), self.style.theme
        self.title, before = self._title(record)
        boxes = [box_of(text) for text in self.title]
        self.words = self.tokens(vectors, dict.fromkeys(distinct, _MOVING), lines=lines, boxes=boxes)
        self.sizes = [float(token.mark.height) for token in self.words.values()]
        counts = [numbers.words.count(word) for word in distinct]
        ways = np.array([[each[:2] for each in way] for way in self.ways]).swapaxes(0, 1)
        self.meeting = meeting(ways, counts, [self._alone(token) for token in self.words.values()])
        self.counts = dict(enumerate(counts))
        self.ghosts = [token.ghost() for token in self.words.values()]
        self.slices = [
            Slice(part, token.color_by_role, style=self.style)
            for part, token in zip(self.meeting.parts[0], self.words.values(), strict=True)
        ]
        for disc, token in zip(self.slices, self.words.values(), strict=True):
            disc.set_opacity(float(not token.has_icon))
        self.trails = [
            laid(VMobject(stroke_color=token.color_by_role, stroke_width=_WAY), Layer.TRAIL)
            for token in self.words.values()
        ]
        # 1 of T² distances is the largest: its row and column are the two words.
        far = divmod(int(torch.cdist(numbers.start, numbers.start).argmax()), len(numbers.words))
        ends = [self.plane.place(numbers.start[index]) for index in far]
        self.between = laid(thin_line(ends[0], ends[1], self.style.theme.ink, _WAY), Layer.THREAD)
        self.bars = ScoreLedger(
            numbers.moments, numbers.apart, [theme.ink] * len(numbers.moments), record, lying=self.view.lying,
            before=before, style=self.style,
        )  # fmt: skip
        first = [float(np.linalg.norm(way[1] - way[0])) for way in self.ways]
        self.one = first.index(max(first))
        self.pulls = self._pulls(rows)
        self.loop = self._loop()
        self.weights = self._weights(rows)

    def _title(self, record: Region) -> tuple[VGroup, float]:
        """Return the record's title, the steps' and the bars', and how far from the left the bars begin."""
        size, base = self.style.sizes.number, record.top + (0.1 if self.view.lying else 0.3)
        step, apart = (Label(self.says(key), size=size, style=self.style) for key in ("step", "apart"))
        before = float(step.width) + _AFTER_STEP
        if self.view.lying or before + float(apart.width) > record.width:
            apart = Label(self.says("apart"), size=size, within=record.width, style=self.style)
            # Below the plane it stands where the last and lowest bars leave room.
            middle = record.right - apart.width / 2 if self.view.lying else record.left + apart.width / 2
            return VGroup(apart.set_x(middle).on_baseline(base)), 0.0
        starts = ((step, record.left), (apart, record.left + before))
        return VGroup(*(text.set_x(left + text.width / 2).on_baseline(base) for text, left in starts)), before

    @staticmethod
    def _alone(token: Token) -> float:
        """Return the radius of a word's disc while it is alone, where its icon does not show it."""
        return _BENEATH if token.has_icon else float(token.mark.width) / 2

    def _pulls(self, rows: Sequence[int]) -> list[Band | Thread]:
        """Return all pulls on the word that goes farthest, its own pinned to its place."""
        one = list(self.words.values())[self.one]
        return [
            pull_of(
                token.at, one.at, self._weight(rows, index), token.color_by_role, pinned=token is one, slim=_SLIM,
                plain=True, style=self.style,
            )
            for index, token in enumerate(self.words.values())
        ]  # fmt: skip

    def _weight(self, rows: Sequence[int], index: int) -> Tensor:
        """Return how hard a word pulls the one that goes farthest, wherever it stands in the phrase."""
        words = self.numbers.words
        alike = [at for at, word in enumerate(words) if word == words[rows[index]]]
        return self.numbers.weights[rows[self.one]][alike].sum()

    def _taken(self, air: float = _NEAR) -> list[Box]:
        """Return the boxes of all words' marks and names, and of the plane's texts, with some air around them."""
        marks = [box_of(token.mark) for token in self.words.values()]
        names = [box_of(token.label) for token in self.words.values()]
        texts = self.plane.text_boxes()
        return [(a - air, b - air, c + air, d + air) for a, b, c, d in (*marks, *names, *texts)]

    def _loop(self) -> Loop:
        """Return the word's own pull while it is at its place: a loop as wide as its band, where most is free."""
        token, own = list(self.words.values())[self.one], self.pulls[self.one]
        mark, room, width = box_of(token.mark), self.view.words(self.stage), _SLIM * width_at(own.weight, 0.0)
        boxes = [box for box in self._taken() if overlap(box, mark) == 0]
        lines, half = [*self._drawn(), *self.plane.axis_segments()], width / 2

        def loop(degrees: int) -> Loop:
            return Loop(token.at, degrees, token.color_by_role, width=width, reach=_LOOPED, style=self.style)

        def covered(degrees: int) -> float:
            spots = loop(degrees).spots()[4:-4]  # at the word all meet
            hidden = sum(inside_length(piece, box) for piece in pairwise(spots) for box in boxes)
            around = [(x - half, y - half, x + half, y + half) for x, y in spots]
            crossed = sum(inside_length(line, box) for line in lines for box in around)
            outside = sum(not (room.left <= x <= room.right and room.bottom <= y <= room.top) for x, y in spots)
            return hidden + crossed + outside

        return loop(min(DIRECTIONS, key=covered))

    def _drawn(self) -> list[Segment]:
        """Return the straight ways of all pulls on the word that goes farthest."""
        return [(flat(pull.puller), flat(pull.pulled)) for pull in self.pulls]

    def _weights(self, rows: Sequence[int]) -> list[VMobject]:
        """Return the weights of the word's own pull, of the strongest other one, and of all the rest, beside them."""
        tokens, style = list(self.words.values()), self.style
        said = sorted(range(len(tokens)), key=lambda index: (index != self.one, -self.pulls[index].weight))
        weights = [self._weight(rows, index) for index in said]
        told, rest = list(zip(said, weights, strict=True))[:_TOLD], sum(weights[_TOLD:], torch.zeros(()))
        digits = decimals_that_add([*map(float, weights[:_TOLD]), float(rest)], 1.0) or 2
        boxes, numbers = self._taken(0.0), list[VMobject]()
        for index, weight in told:
            color = tokens[index].color_by_role
            number = Weight(weight, decimals=digits, size=style.sizes.number, color=color, style=style)
            numbers += self._beside(number, index, boxes)
        if left := said[_TOLD:]:
            name = Label(self.says("others", count=len(left)), size=style.sizes.number, style=style)
            number = Weight(rest, decimals=digits, size=style.sizes.number, style=style)
            longest = max(left, key=self._way_of)
            numbers += self._beside(Row([name, number], _GAP), longest, boxes)
        return numbers

    def _way_of(self, index: int) -> float:
        """Return how far a word is from the one that it pulls, in scene units."""
        return float(np.linalg.norm(self.pulls[index].puller - self.pulls[index].pulled))

    def _beside(self, text: VMobject, index: int, boxes: list[Box]) -> list[VMobject]:
        """Put a text in a free place beside a pull, and its box among others; leave it out where it has none."""
        shown = [self._spots(each) for each in range(len(self.pulls))]
        lines = [*self.plane.axis_segments(), *(piece for spots in shown for piece in pairwise(spots))]
        half = float(text.width) / 2, float(text.height) / 2
        for share in _ALONG:
            spot = shown[index][round(share * (len(shown[index]) - 1))]
            x, y = free_place((2 * half[0], 2 * half[1]), name_bounds(self.plane), spot, lines=lines, boxes=boxes)
            box = (x - half[0], y - half[1], x + half[0], y + half[1])
            if any(overlap(box, other) > 0 for other in boxes) or any(inside_length(line, box) for line in lines):
                continue
            far = [float(np.linalg.norm(np.array(spots) - (x, y), axis=1).min()) for spots in shown]
            if far[index] <= min(far):
                boxes.append(box)
                return [labelled(text.move_to(point(x, y)), self.style)]
        return []

    def _spots(self, index: int) -> list[tuple[float, float]]:
        """Return places along what is drawn of a pull, from its word on; along its loop for the word's own."""
        pull = self.pulls[index]
        if index == self.one:
            return self.loop.spots()
        shares = np.linspace(0.0, 1.0, _SPOTS)
        if isinstance(pull, Thread):
            return [flat(spot) for spot in pull.spots(shares)]
        return [flat(pull.puller + share * (pull.pulled - pull.puller)) for share in shares]

    def _bands(self) -> list[Band | Thread | Loop]:
        """Return what is drawn of all pulls: the word's own is the loop, which gets straight."""
        return [self.loop, *(pull for index, pull in enumerate(self.pulls) if index != self.one)]

    def _counted(self, step: int) -> list[VGroup]:
        """Return what says beside each heap after a step how many words it is."""
        ways = self.meeting.ways[: step + 1]
        lines = [*self.plane.axis_segments()]
        lines += [(tuple(a), tuple(b)) for way in ways.swapaxes(0, 1) for a, b in pairwise(way.tolist())]
        boxes = [*self.plane.text_boxes(), *(box_of(token.label) for token in self.words.values())]
        boxes += [box_of(ghost) for ghost in self.ghosts]
        heaps = [heap for heap in self.meeting.heaps[step] if len(heap.members) > 1]
        names, spots = [], []
        for heap in heaps:
            count = sum(self.counts[word] for word in heap.members)
            key = "all" if count == len(self.numbers.words) else "some"
            name = Label(self.says(key, count=count), size=self.style.sizes.number, style=self.style)
            reach = (heap.radius + 0.06, heap.radius + 0.06)
            x, y = map(float, heap.middle)
            spots.append(Spot(x, y, float(name.width), float(name.height), reach))
            names.append(name)
        boxes += [self._box_of(heap) for heap in self.meeting.heaps[step] if heap not in heaps]
        places = place_labels(spots, name_bounds(self.plane), lines=lines, boxes=boxes)
        return [labelled(name.move_to(point(*at)), self.style) for name, at in zip(names, places, strict=True)]

    @staticmethod
    def _box_of(heap: Heap) -> Box:
        (x, y), reach = map(float, heap.middle), max(heap.radius, DISC)
        return (x - reach, y - reach, x + reach, y + reach)

    def _step(self, steps: Sequence[int], who: Sequence[int], **options: Any) -> Live:
        """Return how some words go through several steps, drawing their ways, while bars grow and bands follow.

        Args:
            steps: their numbers.
            who: the words' numbers.
            options: passed on to manim's ``Animation``.
        """
        tokens, measured = list(self.words.values()), list(who) != [self.one]
        pulls = self.pulls if list(who) == [self.one] else []

        def follow(share: float) -> None:
            at = share * len(steps)
            whole = min(int(at), len(steps) - 1)
            for index in who:
                self._put(index, steps[0] - 1 + whole, at - whole)
            for pull in pulls:
                pull.set_ends(pull.puller, tokens[self.one].at)
            if pulls:
                self._straighten(share)
            for step in steps if measured else ():
                self.bars.grow(step, min(max(at - (step - steps[0]), 0.0), 1.0))

        marks = [*(token.mark for token in tokens if token.has_icon), *self.slices, *self.trails]
        bars = [self.bars.bars[step] for step in steps] if measured else []
        return Live([*marks, *(self._bands() if pulls else []), *bars], follow, **options)

    def _put(self, index: int, done: int, share: float) -> None:
        """Put a word where it is on its way from one step to the next: its icon, its disc or slice, and its trail."""
        token, size = list(self.words.values())[index], self.sizes[index]
        before, after = (self.meeting.parts[step][index] for step in (done, done + 1))
        part = between(before, after, share, _CLOSED(share))
        self.slices[index].put(part)
        token.at = point(*part.middle)
        if token.has_icon:
            shrunk, covered = (
                before.alone + rate(share) * (after.alone - before.alone) for rate in (_SHRUNK, _COVERED)
            )
            token.mark.scale(max(shrunk, _LEAST) * size / float(token.mark.height)).move_to(token.at)
            self.slices[index].set_opacity(1 - covered)
        corners = self.meeting.ways[:, index]
        end = corners[done] + share * (corners[done + 1] - corners[done])
        self.trails[index].set_points_as_corners([point(*corner) for corner in (*corners[: done + 1], end)])

    def _straighten(self, share: float) -> None:
        """Pull the word's own loop straight, to a band from its old place."""
        own = self.pulls[self.one]
        self.loop.put(own.puller, own.pulled, max(1 - share / _STRAIGHT, 0.0))

    def _take(self, steps: Sequence[int], seconds: float, who: Sequence[int] | None = None, **options: Any) -> None:
        """Take several steps, and then write how far apart words are."""
        self.add(*self.trails, *(self.bars.bars[step] for step in steps))
        arriving = [self.bars.names[step] for step in steps]
        going = range(len(self.words)) if who is None else who
        self.play(self._step(steps, going, run_time=seconds, **options), FadeIn(*arriving, rate_func=late))
        self.play(FadeIn(*(self.bars.numbers[step] for step in steps)), run_time=self.style.times.quick)

    def tell(self) -> None:
        """Take the step once, again, and again and again."""
        last, apart = len(self.numbers.moments) - 1, self.numbers.apart
        with self.beat("start"):
            self._show_words()
        with self.beat("once"):
            self._pull_one()
            self._take([1], _OTHERS, [index for index in range(len(self.words)) if index != self.one])
            self.rest()
        with self.beat("again"):
            for step in (2, 3):
                self._take([step], _STEP)
            counted = self._counted(3)
            if counted:
                self.play(FadeIn(*counted), run_time=self.style.times.quick)
            self.rest()
        with self.beat("met"):
            met = next((step for step in range(4, last) if float(apart[step]) < _MET * float(apart[0])), last)
            if counted:
                self.play(FadeOut(*counted), run_time=self.style.times.quick)
            for step in range(4, met + 1):
                self._take([step], _STEP)
            if met < last:
                rest = list(range(met + 1, last + 1))
                self._take(rest, _STILL * len(rest), rate_func=linear)
            counted = self._counted(last)
            if counted:
                self.play(FadeIn(*counted), run_time=self.style.times.quick)
            self.hold()

    def _show_words(self) -> None:
        """Show every word's place, and let the longest way between two become the first bar."""
        phrase, tokens = self.header_phrase(self.numbers.words), self.words.values()
        self.play(FadeIn(phrase), LaggedStart(*map(FadeIn, tokens), lag_ratio=0.1))
        self.play(Create(self.between))
        self._file_first()
        self.play(FadeIn(self.bars.names[0], self.bars.numbers[0]), run_time=self.style.times.quick)
        self.rest()

    def _file_first(self) -> None:
        """Let a copy of the longest way lie down in the record, and get as thick as its bar."""
        bars, way = self.bars, laid(self.between.copy(), Layer.LEDGER)
        corners = [np.asarray(corner) for corner in bars.corners(0)]
        base, tip = (corners[0] + corners[1]) / 2, (corners[2] + corners[3]) / 2
        self.add(way)
        self.play(FadeIn(self.title, bars.zero), lie_down(way, base, tip, run_time=_LIES))

        def thicken(share: float) -> None:
            thick = _WAY / 100 / bars.thick
            kept = thick + share * (1 - thick)
            middles = (base, base, tip, tip)
            bars.draw(0, [end + kept * (corner - end) for corner, end in zip(corners, middles, strict=True)])

        self.remove(way)
        thicken(0.0)
        self.add(bars.bars[0])
        self.play(Live([bars.bars[0]], thicken, run_time=_THICKENS))

    def _pull_one(self) -> None:
        """Let all words pull one, and the word go to where the pulls balance."""
        self.play(FadeOut(self.between), run_time=self.style.times.quick)
        bands, here = self._bands(), self.pulls[self.one].puller
        weights = [band.weight for band in bands if isinstance(band, Band)]
        plain = [token.mark for token in self.words.values() if not token.has_icon]
        self.remove(*plain)  # their discs lie where they were
        self.add(*self.ghosts, *self.slices, *bands, *self.trails)

        def follow(share: float) -> None:
            tight = [band for band in bands if isinstance(band, Band)]
            for band, weight in zip(tight, weights, strict=True):
                band.set_pull(share * weight)
            self.loop.put(here, here, share)

        self.play(Live(bands, follow), run_time=_PULLING)
        self.play(FadeIn(*self.weights), run_time=self.style.times.quick)
        self.wait(_READ)
        self.play(FadeOut(*self.weights), run_time=self.style.times.quick)
        self.play(self._step([1], [self.one], run_time=_FIRST))
        self.play(FadeOut(*bands), run_time=self.style.times.quick)
