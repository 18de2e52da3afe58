"""All words of a phrase pull one of them (the article's section "Words Pulling Words", figure 8)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate, pairwise, product

import numpy as np
from manim import (
    UL,
    Animation,
    ApplyMethod,
    Create,
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    LaggedStart,
    Line,
    ManimColor,
    Mobject,
    VGroup,
    VMobject,
    linear,
    rotate_vector,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.pulling.claims import ALL_EMBEDDINGS_CLAIMS
from scenes.article.pulling.release import POINTER, Pointer, digits_that_agree
from scenes.article.pulling.rim import draw_rim, palest, set_rim
from scenes.article.pulling.road import Percent, share_of_way
from scenes.article.pulling.rubber import Balance, Scissors, Strip
from scenes.motion.live import Live, slide, swing
from scenes.number_format import as_printed, format_number, format_vector
from scenes.parameters import PhraseParameters
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, WIDTH_OF_ONE, Thread, width_at
from scenes.parts.plane.boxes import box_around, box_at, enlarged, is_within
from scenes.parts.plane.labels import Box, Segment, Spot, clip, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import PULLER, HeroGlow
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Coordinates
from scenes.parts.text.typeset import Label, Math, Row, baseline_of
from scenes.quantities import quantity
from scenes.shared.phrase import PhrasePlaneFigure, Pull, pull
from scenes.stage import Region
from scenes.worlds import World

BROAD = 1.85
"""The factor by which all bands are broader here than usual, so that a weight of 1 is broader than an icon."""

_POINTER = 1.5
"""The factor by which the pointer is larger."""

_MEASURE, _LABELS, _SUMMED, _NAMES = 0.75, 1.3, 0.55, 0.7
"""Scene units above a sheet that stands for what measures it, and below it for its pieces' names and weights; more
above it for the weights' sum, and below it for names alone."""

_NAME, _WEIGHT, _BESIDE, _APART = 0.46, 1.12, 0.16, 0.18
"""Scene units from a piece down to the baselines of its name and its weight, from one that is low to its label at its
side, and between pieces with their labels."""

_OFF_SHEET, _TICK, _BY_MEASURE, _ABOVE = 0.4, 0.1, 0.22, 0.3
"""Scene units from the sheet up to the line that measures it, half the length of that line's ends, from there to its
number, and from the sheet up to the joint of scissors that begin to cut it."""

_OVER, _TERMS = 0.3, 0.15
"""Scene units from that line up to the sum's baseline, and between the sum's pieces."""

_FILLED = 18.0
"""Stroke units of the parts of that line over which a piece's width reaches."""

_EXACT = 1e-4
"""The most by which the printed weights' sum differs from all weights together where a pencil gets it."""

_LOW = 1.6
"""Scene units: a record lower than this has no room for what measures the sheet."""

_MOST_WEIGHTS = 4
"""Weights that are printed, at the most: those of the largest pieces."""

_HANGS = (1.0, 0.8, 0.6, 0.4, 1.2)
"""The factors by which all threads sag more or less here: the best one, and others."""

_OUT, _TURNS = (
    (4.6, 4.0, 3.4, 2.9, 2.4, 2.0, 1.6, 1.25, 0.95),
    (15, 25, 5, 35, 0, 45, -15, 60, 80, 100, 120, 140, 160, 180, -90),
)
"""Scene units by which the word is pulled out of balance, and degrees of the way there: the first that has room."""

_NEARER, _ROUND, _LOOKS = (2.4, 2.0, 1.7), (75, 60, 45, 30, -45, -30, -60, -75), 12
"""Scene units from the place of balance at which the word is held first, degrees by which that is askew, the first that
has room, and places on the way from there that are looked at."""

_GRIP, _HOLDS = 0.55, (0.3, 0.1)
"""Scene units that the word needs at each side where it is held, and from it to the pointer's tip there."""

_NOTCHED, _WAY_FROM = 0.3, 0.5
"""Scene units from the broadest band to the notches that measure the way, and the least way that is measured."""

_BEYOND = 0.3
"""The share of its way back by which the word swings beyond the place where it rests."""

_CLEAR, _OFF_ICON, _BY_NAME = 0.07, 0.1, 0.22
"""Scene units around texts that lines keep off, from the pulled word's icon to its name, and from a word's name to its
weight."""

_TREMBLE, _SHAKES, _STRAINED = 0.035, 80.0, 0.7
"""Scene units by which the word trembles while it is held, how fast, and the share of a pull until then."""

_HAIRS, _GO, _CUTS, _PARTS, _TIES, _FIRST, _OUT_TIME, _BACK_TIME, _STRAIGHTENS = (
    2.0, 1.4, 1.8, 0.8, 1.0, 1.2, 2.4, 1.8, 1.5
)  # fmt: skip
"""Seconds in which threads come off the sheet and snap back, in which it is cut, in which its pieces part, in which
they are tied to their words, in which the word is pulled away and then about, in which it swings to rest, and in which
both bands are laid straight."""

_SNAPS, _LETS_GO = 0.45, 0.55
"""The share of their time in which threads are let go one after the other, and in which each snaps back."""

_SEEN, _PARTED, _LOOKED_AT = 0.7, 0.7, 1.1
"""Seconds in which the word's arrow grows from zero, in which the line across it does, and in which words on that one's
other side are looked at."""

_ZERO, _NO_MORE, _SWELLS = 0.09, (3.0, 2.4, 1.8, 1.2, 0.7), 0.9
"""Scene units of the radius of the dot at zero; lengths of the line across, to each side, the first that meets no text;
and the share by which a dot swells for a moment."""

_FILLS = 0.6
"""The share of a cut after which each piece's width rises from its upper edge to the line that measures all."""

_NEAR = 0.9
"""Scene units from a place within which its numbers are read as belonging there."""

_ARC = 1.2
"""Scene units by which a piece of the sheet goes up on its way to its word."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.6, 1.0)
"""The rates of what leaves as a motion begins, and of what comes as it ends."""


@dataclass(frozen=True)
class Balanced(Pull):
    """A step of attention, and how far its bands take the pulled word."""

    percent: Tensor = quantity("How far it moves along the way to the word that pulls most, in percent of the way.")
    total: Tensor = quantity("All weights together.")


class AllEmbeddings(PhrasePlaneFigure):
    """attention-all-embeddings: every word of the phrase pulls, and the similar one pulls hardest."""

    name = "attention-all-embeddings"
    claims = ALL_EMBEDDINGS_CLAIMS
    stops_at_record = True
    numbers: Balanced

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Balanced:
        """Take one step of attention over the phrase, the share of the way that it moves the word, and all weights."""
        step = pull(parameters, world)
        given = {item.name: getattr(step, item.name) for item in fields(step)}
        return Balanced(**given, percent=100 * share_of_way(step), total=step.weights.sum())

    @classmethod
    def alternative_values(cls, numbers: Balanced) -> Mapping[str, object]:
        """Return how hard each word pulls, and the pulled word's new place."""
        strongest = numbers.words[numbers.strongest]
        weights = dict(zip(numbers.words, numbers.weights.tolist(), strict=True))
        rest = [weight for word, weight in weights.items() if word not in (numbers.word, strongest)]
        return {
            "word": numbers.word,
            "strongest": strongest,
            "weight": format_number(weights[strongest]),
            "rest": format_number(max(rest, default=0.0), decimals=4),
            "own": format_number(weights[numbers.word]),
            "before": format_vector(numbers.vector),
            "after": format_vector(numbers.updated),
            "percent": format_number(float(numbers.percent), 0),
        }

    def build(self) -> None:
        """Make the words, the sheet of rubber, and the bands and threads into which it is cut."""
        numbers, style = self.numbers, self.style
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        self.start, self.there = self.plane.place(numbers.vector), self.plane.place(numbers.updated)
        self.held = self._held()
        self.dragged = self._dragged()
        heights = {numbers.word: PULLER, numbers.words[numbers.strongest]: PULLER}
        lines = [*self._lines(self.start), *self._band_lines(self.there), *self._band_lines(self.held)]
        boxes = [box_around(self.start, self._cap()), *([_box_of_region(self.view.record)] if self.view.lying else [])]
        self.words = self.tokens(self.vectors, heights, lines=lines, boxes=boxes)
        self.subject = self.words[numbers.word]
        self.glow = HeroGlow(self.subject.at, self.subject.color_by_role, style=style)
        self.pulls = {word: self._pull(word) for word in self.vectors}
        self._lay_sheet()
        self.labels, self.terms = self._labels(), VGroup()
        self.weights = self._beside_pullers()
        self.sides = [self._name_side(at) for at in (self.start, self.held, self.there)]
        self.subject.put(self.start, self.sides[0])
        self.hangs = self._hanging()
        self.pointer = Pointer(point(), style=style)
        self.pointer.scale(_POINTER, about_point=point()).put(self._grip(self.start))
        self.balance = self._balance()
        self.places = self._places()
        self.zero, self.toward, self.border = self._sides_of_zero()
        self.leaving = self._crossed()
        self.close_gaps(self.leaving)

    def _pull(self, word: str) -> Strip | Thread:
        """Return the mark of a word's pull: a strip of the sheet, or a thread."""
        weight, at, own = self.weight_of(word), self.words[word].at, word == self.numbers.word
        if weight < SLACK_BELOW:
            return Thread(at, self.start, weight=weight, style=self.style)
        return Strip(at, self.start, weight, self.color_of(word), pinned=own, slim=BROAD, style=self.style)

    def _cap(self) -> float:
        """Return how far the word's own band reaches beyond its pin, scene units."""
        return self._wide(self.numbers.word) / 2

    # --- The words' bands -------------------------------------------------------------------------------------------

    def _others(self) -> list[str]:
        """Return the other words."""
        return [word for word in self.vectors if word != self.numbers.word]

    def _others_tokens(self) -> list[VGroup]:
        return [self.words[word] for word in self._others()]

    def _slack(self) -> list[str]:
        """Return the other words whose pull is too weak to move anything."""
        return [word for word in self._others() if self.weight_of(word) < SLACK_BELOW]

    def _tight(self) -> list[str]:
        """Return the other words that pull on a band, the largest first."""
        tight = [word for word in self._others() if self.weight_of(word) >= SLACK_BELOW]
        return sorted(tight, key=lambda word: -self.weight_of(word))

    def _cut(self) -> list[str]:
        """Return the words that get a band, in the order of their pieces from the sheet's left edge."""
        own = self.numbers.word
        return [*self._tight(), *([own] if self.weight_of(own) >= SLACK_BELOW else [])]

    def _band(self, word: str) -> Strip:
        mark = self.pulls[word]
        assert isinstance(mark, Strip)
        return mark

    def _pulling(self) -> list[Strip | Thread]:
        """Return the pulls that are seen to the end: the bands or, where there are none, the threads."""
        return [self.pulls[word] for word in self._cut() or self._slack()]

    def _wide(self, word: str) -> float:
        """Return the width of a word's band, scene units."""
        return BROAD * width_at(self.weight_of(word), 0.0)

    def _has_one_way(self) -> bool:
        """Return whether one other word alone moves the pulled one, which then comes along the way to it."""
        return len(self._tight()) == 1

    def _lines(self, at: Point) -> list[Segment]:
        """Return the straight ways of all pulls when the word is at a place."""
        threads = [(flat(self.plane.place(self.vectors[word])), flat(at)) for word in self._slack()]
        return [*threads, *self._band_lines(at)]

    def _band_lines(self, at: Point) -> list[Segment]:
        """Return both edges and the middle of each band when the word is at a place."""
        lines = []
        for word in self._cut():
            first = self.plane.place(self.vectors[word])
            way = np.asarray(at, float) - first
            half = self._wide(word) / 2 * point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
            lines += [(flat(first + side * half), flat(at + side * half)) for side in (-1, 0, 1)]
        return lines

    # --- The sheet ------------------------------------------------------------------------------------------------

    def _lay_sheet(self) -> None:
        """Make the sheet, and find where its pieces lie in it, and where they lie when they have parted."""
        record, style = self.view.record, self.style
        measured = record.height >= _LOW
        self.sum = self._sum()
        summed = len(self.sum) > 0
        top = record.top - _MEASURE * measured - _SUMMED * summed
        low = record.bottom if self.view.lying else record.bottom + (_NAMES if summed else _LABELS)
        self.high = top - low
        self.top = point(record.centre[0], top)
        self.sheet = Strip(self.top - point(0.0, self.high), self.top, 1.0, style.theme.dim, slim=BROAD, style=style)
        self.sheet_name = self._sheet_name()
        widths = [self._wide(word) for word in self._cut()]
        ends = list(accumulate(widths, initial=float(record.centre[0]) + BROAD * WIDTH_OF_ONE / 2 - sum(widths)))
        self.flush = {word: (a + b) / 2 for word, (a, b) in zip(self._cut(), pairwise(ends), strict=True)}
        self.edge, self.cuts = ends[0], ends[1:-1]
        self.measure, self.filled = (self._measure(), self._fill(ends)) if measured else (VGroup(), VGroup())

    def _measure(self) -> VGroup:
        """Return a line above the sheet, as long as that is wide, and what all weights together are."""
        theme, half, at = self.style.theme, BROAD * WIDTH_OF_ONE / 2, self.top + point(0.0, _OFF_SHEET)
        ends = [at - point(half), at + point(half)]
        line = VGroup(Line(ends[0], ends[1]), *(Line(end - point(0.0, _TICK), end + point(0.0, _TICK)) for end in ends))
        last = self.sum[-1] if len(self.sum) else None
        size = last.size if isinstance(last, HeroNumber) else self.style.sizes.hero
        number = HeroNumber(self.numbers.total, decimals=0, size=size, color=theme.ink, style=self.style)
        if len(self.sum):
            self.sum.set_x(float(at[0])).on_baseline(float(at[1]) + _OVER)
            number.set_x(float(at[0])).on_baseline(float(at[1]) + _OVER)
        else:
            number.move_to(ends[1] + point(_BY_MEASURE + float(number.width) / 2))  # where no scissors come
        return laid(VGroup(line.set_stroke(theme.ink, 3.0), labelled(number, self.style)), Layer.LEDGER)

    def _sum(self) -> Row:
        """Return what the weights add up to, in one line: nothing where a pencil gets something else, or without room.

        Its last piece is that which the whole sheet measures.
        """
        record, cut, style = self.view.record, self._cut(), self.style
        rest = float(self.numbers.total) - sum(as_printed(self.weight_of(word)) for word in cut)
        if self.view.lying or record.height < _LOW or len(cut) < 2 or abs(rest) > _EXACT:
            return Row([])
        for size in (style.sizes.formula, style.sizes.head, style.sizes.number):
            pieces: list[VMobject] = []
            for word in cut:
                pieces += [Math("+", size=size, style=style)] * bool(pieces)
                pieces.append(HeroNumber(self.weight_of(word), size=size, color=self.color_of(word), style=style))
            one = HeroNumber(self.numbers.total, decimals=0, size=size, style=style)
            row = Row([*pieces, Math("=", size=size, style=style), one], _TERMS)
            if row.width <= record.width:
                return laid(row, Layer.LEDGER)
        return Row([])

    def _fill(self, ends: Sequence[float]) -> VGroup:
        """Return a line for each piece on the one that measures the sheet, as long as the piece is wide."""
        y, filled = float(self.top[1]) + _OFF_SHEET, VGroup()
        for word, (left, right) in zip(self._cut(), pairwise(ends), strict=True):
            line = Line(point(left, y), point(right, y))
            filled.add(line.set_stroke(self.style.theme.fill(self.color_of(word)), _FILLED))
        return laid(filled, Layer.LEDGER)

    def _sheet_name(self) -> VGroup:
        """Return what the sheet is, below it or beside it; nothing where there is no room."""
        record, sizes, style = self.view.record, self.style.sizes, self.style
        for size in (sizes.head, sizes.number, sizes.tick):
            name = Label(self.says("sheet"), size=size, style=style)
            if self.view.lying:
                name.next_to(self.sheet, point(1.0), buff=0.25)
            else:
                name.set_x(float(record.centre[0])).on_baseline(float(self.top[1]) - self.high - _NAME)
            if name.get_right()[0] <= record.right and name.get_left()[0] >= record.left:
                return laid(VGroup(labelled(name, style)), Layer.LEDGER)
        return VGroup()

    def _piece(self, word: str, x: float, low: float | None = None) -> Strip:
        """Lay a word's band upright at a place in the record, down from the sheet's top, and return it."""
        top = float(self.top[1])
        low = top - self.high if low is None else low
        return self._band(word).set_ends(point(x, low), point(x, top))

    def _labels(self) -> dict[str, VGroup]:
        """Return the names and weights of the largest pieces, and set where these lie once they have parted."""
        sizes, record, lying = self.style.sizes, self.view.record, self.view.lying
        cut, largest = self._cut(), sorted(self._cut(), key=lambda word: -self.weight_of(word))
        kinds = product(range(min(_MOST_WEIGHTS, len(cut)), -1, -1), (sizes.hero, sizes.head, sizes.number))
        for count, size in kinds:
            labels = {word: self._label(word, size) for word in cut if word in largest[:count]}
            slots = []
            for word in cut:
                beside = float(labels[word].width) if word in labels else 0.0
                wide = self._wide(word)
                slots.append(wide + _BESIDE * (beside > 0) + beside if lying else max(wide, beside))
            free = record.width - sum(slots)
            gap = min(free / (len(cut) + 1), 1.0)
            if gap >= _APART or count == 0:
                break
        x = float(record.centre[0]) - (sum(slots) + max(gap, 0.05) * (len(cut) - 1)) / 2
        self.parted = {}
        low = float(self.top[1]) - self.high
        for word, slot in zip(cut, slots, strict=True):
            wide = self._wide(word)
            self.parted[word] = x + (wide / 2 if lying else slot / 2)
            if word in labels and lying:
                labels[word].move_to(point(x + wide + _BESIDE + float(labels[word].width) / 2, low + self.high / 2))
            elif word in labels:
                labels[word].shift(point(self.parted[word] - float(labels[word].get_x()), low))
            x += slot + max(gap, 0.05)
        self.printed = {word: label[1] for word, label in labels.items()}
        for word, label in labels.items():
            if len(self.sum):
                label.remove(self.printed[word])
        return labels

    def _label(self, word: str, size: float) -> VGroup:
        """Return a word's name over its weight, as they stand below its piece."""
        style, color = self.style, self.color_of(word)
        name = Label(word, size=style.sizes.number, color=color, style=style).set_x(0.0).on_baseline(-_NAME)
        number = HeroNumber(self.weight_of(word), size=size, color=color, style=style).set_x(0.0).on_baseline(-_WEIGHT)
        return laid(VGroup(labelled(name, style), labelled(number, style)), Layer.LEDGER)

    # --- Places -----------------------------------------------------------------------------------------------------

    def _held(self) -> Point:
        """Return where the word is held out of balance: far off, where nothing else is, its bands off the axes' texts.

        Where no place is like that, the farthest that is free serves.
        """
        room, view = self.view.words(self.stage), self.view
        right = room.right if view.lying else view.record.right
        texts = self.plane.text_boxes()
        others = [*texts, *(box_around(self.plane.place(self.vectors[word]), _GRIP) for word in self._others())]
        free = []
        for far, turn in product(_OUT, _TURNS):
            at = self.there + rotate_vector(point(far), math.radians(turn))
            box = box_around(at, _GRIP)
            held = is_within(self._pointed(at), _box_of_region(self.stage.safe))
            if held and is_within(box, (room.left, room.bottom, right, room.top)):
                if all(overlap(box, other) == 0 for other in others):
                    free.append(np.asarray(at))
        clear = (
            at for at in free if all(inside_length(line, box) == 0 for line in self._band_lines(at) for box in texts)
        )
        return next(clear, free[0] if free else self.there)

    def _dragged(self) -> list[Point]:
        """Return the way on which the word is dragged about, from where it is held first to where it is held last.

        It leads around the place of balance, from nearer to farther off. There is no way without room.
        """
        way = self.held - self.there
        far, angle = float(np.linalg.norm(way)), math.atan2(way[1], way[0])
        room, texts = self.view.words(self.stage), self.plane.text_boxes()
        bounds = (room.left, room.bottom, room.right if self.view.lying else self.view.record.right, room.top)
        others = [*texts, *(box_around(self.plane.place(self.vectors[word]), _GRIP) for word in self._others())]
        for near, turn in product(_NEARER, _ROUND):
            road = [
                self.there + rotate_vector(point(near + share * (far - near)), angle + (1 - share) * math.radians(turn))
                for share in np.linspace(0.0, 1.0, _LOOKS)
            ]
            boxes = [box_around(at, _GRIP) for at in road]
            lines = [line for at in road for line in self._band_lines(at)]
            if (
                far > near
                and all(is_within(box, bounds) for box in boxes)
                and not any(overlap(box, other) for box in boxes for other in others)
                and not any(inside_length(line, box) for line in lines for box in texts)
            ):
                return road
        return []

    def _grip(self, at: Point) -> Point:
        """Return where the pointer holds the word when that is at a place."""
        return at + point(*_HOLDS)

    def _pointed(self, at: Point) -> Box:
        """Return the box of the pointer that holds the word when that is at a place."""
        x, y = flat(self._grip(at))
        return (x, y - _POINTER * POINTER[1], x + _POINTER * POINTER[0], y)

    def _is_measured(self) -> bool:
        """Return whether one word alone pulls, whose weight and share of the way are printed alike."""
        weight = self.weight_of(self.numbers.words[self.numbers.strongest])
        return self._has_one_way() and format_number(float(self.numbers.percent) / 100) == format_number(weight)

    def _beside_pullers(self) -> dict[str, VMobject]:
        """Return weights as they stand while bands pull: after the names of the words.

        The word's own stands beside its pin. A weight stays away where nothing is free.
        """
        weights: dict[str, VMobject] = {}
        boxes, lines, bounds = self._boxes(), self._all_lines(), self._bounds()
        boxes += [box_around(at, PULLER / 2) for at in (self.start, self.held, self.there)]
        for word, number in self.printed.items():
            (across, up), name = self.words[word].reach(), self.words[word].name_text
            own, size = word == self.numbers.word, self._size(number)
            reach = (self._cap() + _CLEAR,) * 2 if own else (across + _CLEAR, up + _CLEAR)
            spots = [Spot(*flat(self.words[word].at), *size, reach)] if own or self._has_one_way() else []
            tries = place_labels(spots, bounds, lines=lines, boxes=boxes)
            if name is not None and not own:
                x = float(name.get_right()[0]) + _BY_NAME + size[0] / 2
                tries.insert(0, (x, baseline_of(name) + float(number.get_y()) - baseline_of(number[1])))
            for place in tries:
                box = enlarged(box_at(place, size), _CLEAR / 2)
                free = is_within(box, bounds) and all(overlap(box, other) == 0 for other in boxes)
                if free and all(inside_length(line, box) == 0 for line in lines):
                    weights[word] = number.copy().move_to(point(*place))
                    boxes.append(box)
                    break
        return weights

    @staticmethod
    def _size(text: VMobject) -> tuple[float, float]:
        return float(text.width), float(text.height)

    def _boxes(self) -> list[Box]:
        """Return the boxes of the other words and their names, of the axes' texts, and of the pointer."""
        still = [box_of(part) for word in self._others() for part in self.words[word] if len(part)]
        return [*still, *self.plane.text_boxes(), self._pointed(self.held)]

    def _all_lines(self) -> list[Segment]:
        """Return the ways of all pulls, of bands wherever the word is as it swings, and the axes."""
        beyond = self.there - _BEYOND * (self.held - self.there)
        ways = [line for at in (*self.dragged, self.held, self.there, beyond) for line in self._band_lines(at)]
        return [*self._lines(self.start), *ways, *self.plane.axis_segments()]

    def _bounds(self) -> Box:
        room, view = self.view.words(self.stage), self.view
        return (room.left, room.bottom, room.right if view.lying else view.record.left, room.top)

    def _name_side(self, at: Point) -> tuple[float, float]:
        """Return where the word's name goes when the word is at a place."""
        name = self.subject.name_text
        assert name is not None
        across, up = (max(reach, self._cap()) + _OFF_ICON for reach in self.subject.reach())
        # Where it rests, bands come by at its right as they are laid straight.
        outward = (-1.0, 0.0) if np.allclose(at, self.there) else (0.0, 1.0)
        spot = Spot(*flat(at), *self._size(name), (across, up), outward)
        boxes = [*self._boxes(), *map(box_of, self.weights.values()), box_around(self.start, self._cap())]
        left, low, _, top = self._bounds()
        bounds = (left, low, self.stage.safe.right, top)
        lines = self._band_lines(at)
        if np.allclose(at, self.start):  # beside it bands come, and its own goes out
            lines, high = self._lines(at), self._cap() - _OFF_ICON
            boxes.append((left, float(at[1]) - high, self.stage.safe.right, float(at[1]) + high))
        ((x, y),) = place_labels([spot], bounds, lines=[*lines, *self.plane.axis_segments()], boxes=boxes)
        return (x - spot.x, y - spot.y)

    def _places(self) -> VGroup:
        """Return the numbers of the word's old place, of its new one and of the word that pulls, each near its place.

        There are none unless all have room.
        """
        numbers, style, bounds, puller = self.numbers, self.style, self._bounds(), self.words[self._puller()]
        share = numbers.percent / 100
        digits = digits_that_agree(numbers.vector, [(self.vectors[self._puller()], share, numbers.updated)])
        boxes = [*self._boxes(), *map(box_of, self.weights.values())]
        boxes += [box_around(self.start, self._cap()), box_around(self.there, PULLER / 2)]
        lines = [*self._band_lines(self.there), *self.plane.axis_segments()]
        color, theirs = self.subject.color_by_role, puller.color_by_role
        name = puller.name_text
        side = self.there[0] <= self.start[0]
        # Beside its weight, at its right, the old place's would be read as a factor's.
        wanted = [
            (numbers.vector, 1, color, self.start, (-1.0, self._cap())),
            (numbers.updated, digits, color, self.there, (-1.0 if side else 1.0, PULLER / 2)),
            (self.vectors[self._puller()], 1, theirs, puller.at, (0.0, 0.0)),
        ]
        places = VGroup()
        for row, decimals, paint, at, (across, off) in wanted[: 3 if self._has_one_way() else 2]:
            text = Coordinates(row, size=style.sizes.number, color=paint, brief=True, decimals=decimals, style=style)
            size = self._size(text)
            near = at + across * point(off + _BESIDE + size[0] / 2)
            if not across and name is not None:  # over the name, so that it is read as the word's
                near = name.get_corner(UL) + point(size[0] / 2, size[1] / 2 + _BESIDE)
            x, y = free_place((size[0] + _BESIDE, size[1] + _BESIDE), bounds, flat(near), lines=lines, boxes=boxes)
            box = enlarged(box_at((x, y), size), _CLEAR)
            if all(overlap(box, other) == 0 for other in boxes) and abs(x - at[0]) + abs(y - at[1]) < _NEAR + size[0]:
                boxes.append(box)
                places.add(labelled(text.move_to(point(x, y)), style))
        return laid(places if len(places) > 1 + self._has_one_way() else VGroup(), Layer.LABEL)

    def _puller(self) -> str:
        """Return the other word that pulls most."""
        return self.numbers.words[self.numbers.strongest]

    def _are_behind(self) -> bool:
        """Return whether all that hardly pull, and no other words, point away from the word, seen from the origin."""
        scores = dict(zip(self.numbers.words, self.numbers.scores.tolist(), strict=True))
        slack = self._slack()
        return all((score < 0) == (word in slack) for word, score in scores.items())

    def _hanging(self) -> float:
        """Return how far all threads hang while the word is at its place: they cross as little text as can be."""
        boxes = [enlarged(box_of(number), _CLEAR) for number in self.plane.numbers]
        boxes += [box_of(part) for token in self.words.values() for part in token.label]

        def crossed(hangs: float) -> float:
            return sum(inside_length(line, box) for line in self._threads(hangs) for box in boxes)

        return min(_HANGS, key=crossed)

    def _threads(self, hangs: float) -> list[Segment]:
        """Return all threads at the word's old place as short straight pieces."""
        lines: list[Segment] = []
        for word in self._slack():
            spots = self._thread(word).copy().set_slack(hangs).spots(np.linspace(0.0, 1.0, 25)).tolist()
            lines += pairwise((x, y) for x, y in spots)
        return lines

    def _thread(self, word: str) -> Thread:
        mark = self.pulls[word]
        assert isinstance(mark, Thread)
        return mark

    def _crossed(self) -> list[Mobject]:
        """Return the axes' numbers that threads run across: they leave."""
        lines = self._threads(self.hangs)
        boxes = [enlarged(box_of(number), _CLEAR) for number in self.plane.numbers]
        return [
            number
            for number, box in zip(self.plane.numbers, boxes, strict=True)
            if any(inside_length(line, box) > 0 for line in lines)
        ]

    def _balance(self) -> Balance | None:
        """Return both bands in balance, laid straight in the record; None unless one other word pulls.

        ``said`` is the share of the way that the word has come, beside it, and the other word's name without an icon.
        """
        numbers, sizes, style = self.numbers, self.style.sizes, self.style
        puller, own = numbers.words[numbers.strongest], self.pulls[numbers.word]
        self.said = VGroup()
        far = float(np.linalg.norm(self.words[puller].at - self.start))
        if not self._has_one_way() or not isinstance(own, Strip) or far < _WAY_FROM:
            return None
        color, lying = self.color_of(puller), self.view.lying
        kinds = [(True, 1.5), (True, 1.0), (False, 1.0), (False, 0.75)]
        for notched, larger in kinds[2 * (lying and self.view.record.height < _LOW) :]:
            percent = Percent(numbers.percent, size=larger * sizes.hero, color=color, style=style)
            self.said = VGroup(percent)
            ends, aside = self._laid(notched)
            if self.said.get_right()[0] <= self.view.record.right + _CLEAR:
                break
        note = Label(self.says("way"), size=sizes.number, style=style)
        note.next_to(percent, point(0.0, -1.0), buff=0.25)
        if not lying and note.get_right()[0] <= self.view.record.right:
            self.said.add(note)
        if not (lying or self.words[puller].has_icon):
            name = Label(puller, size=sizes.number, color=color, style=style)
            self.said.add(name.next_to(ends[1], point(1.0), buff=self._wide(puller) / 2 + _BY_NAME))
        laid(self.said, Layer.LEDGER)
        words, bands = [self.subject, self.words[puller]], [own, self._band(puller)]
        return Balance(words, bands, ends, float(numbers.percent) / 100, aside, style=style)

    def _laid(self, notched: bool) -> tuple[tuple[Point, Point], Point | None]:
        """Return where the pin and the word that pulls are laid, and how far from that way it is measured.

        The percentage goes beside the part of the way that is done or, where the way lies, beyond its end.
        """
        record, cap, half = self.view.record, self._cap(), max(self._cap(), PULLER / 2)
        aside, text = half + _NOTCHED, self.said
        if self.view.lying:
            y = float(record.centre[1]) + notched * _NOTCHED / 2
            text.move_to(point(record.right - float(text.width) / 2, y))
            end = float(text.get_left()[0]) - PULLER / 2 - _BY_NAME
            return (point(record.left + cap, y), point(end, y)), point(0.0, -aside) if notched else None
        x = record.left + half + notched * (_NOTCHED + 2 * _TICK)
        first, last = point(x, record.top - cap), point(x, record.bottom + PULLER / 2)
        middle = first + float(self.numbers.percent) / 200 * (last - first)
        text.move_to(middle + point(aside + float(text.width) / 2))
        return (first, last), point(-aside) if notched else None

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Lay out a sheet of rubber, cut it among all words, tie its pieces, pull the word away, let go."""
        names, words = self.names(), self.numbers.words
        own, strongest = self.numbers.word, words[self.numbers.strongest]
        names |= {"weight": format_number(self.weight_of(strongest)), "own": format_number(self.weight_of(own))}
        with self.beat("places", **names):
            self._arrive()
        if self._slack():
            with self.beat("hairs", text="behind" if self._are_behind() else "hairs", **names):
                self._pull_hairs()
        if self._cut():
            with self.beat("cut", text=self._kind_of_cut(), **names):
                self._cut_up()
            if self._slack():
                with self.beat("let-go", **names):
                    self._let_hairs_go()
        kind = "own-thread" if own not in self._cut() else "own-most" if self._is_own_largest() else "own"
        with self.beat("own", text=kind, **names):
            self._tie()
            self._pull_out()
        percent = format_number(float(self.numbers.percent), 0)
        text = "laid" if self._is_measured() else "share" if self._has_one_way() else "moved"
        with self.beat("moved", text=text, **names, percent=percent):
            self._let_go()
            self.hold()

    def _kind_of_cut(self) -> str:
        """Return the key of what is said of the pieces."""
        if not self._others():
            return "alone"
        if not self._tight():
            return "slack"
        return "cut" if self._has_one_way() and self._is_own_largest() else "hardest"

    def _is_own_largest(self) -> bool:
        """Return whether the word pulls itself harder than any other word pulls it."""
        return all(self.weight_of(word) < self.weight_of(self.numbers.word) for word in self._others())

    def _arrive(self) -> None:
        """Let the words and the sheet come."""
        times = self.style.times
        self.add(self.phrase)
        if self.leaving:
            self.remove(*self.leaving)
        come = [FadeIn(token, scale=0.6) for token in self._others_tokens()]
        arrivals: list[Animation] = [LaggedStart(*come, lag_ratio=0.15)] if come else []
        self.play(FadeIn(self.glow, self.subject, run_time=times.quick), *arrivals, run_time=times.move)
        self.play(FadeIn(self.sheet, *self.measure, *self.sheet_name, shift=point(0.0, -0.4)), run_time=times.move)
        self.rest()

    def _pull_hairs(self) -> None:
        """Let a hair come off the sheet's edge for each word that hardly pulls, and tie it to both words."""
        top = float(self.top[1])
        first, last = point(self.edge, top), point(self.edge, top - self.high)
        slack = self._slack()
        # Hairs would fly over the sheet's name.
        if len(self.sheet_name):
            self.play(*map(FadeOut, self.sheet_name), run_time=self.style.times.quick)
        seen = [part for part in (self.zero, self.toward, self.border) if len(part)]
        if seen:
            self.play(FadeIn(self.zero), GrowFromPoint(self.toward, self.plane.origin), run_time=_SEEN)
            self.play(*map(Create, self.border), run_time=_PARTED)
            self.play(self._swelling([self.words[word].mark for word in slack]), run_time=_LOOKED_AT)
        ends = {word: (self.words[word].at, self.subject.at.copy()) for word in slack}
        self.add(*(self._thread(word).set_slack(0.0).set_ends(last, first) for word in slack))

        def follow(time: float) -> None:
            for place, word in enumerate(slack):
                begin = 0.5 * place / max(len(slack) - 1, 1)
                tied, laid_out = (smooth(min(max((time - begin - late) / 0.35, 0.0), 1.0)) for late in (0.0, 0.15))
                puller, pulled = ends[word]
                thread = self._thread(word).set_slack(laid_out * self.hangs)
                thread.set_ends(last + laid_out * (puller - last), first + tied * (pulled - first))

        gone = [FadeOut(part, rate_func=_EARLY) for part in seen]
        self.play(Live([self._thread(word) for word in slack], follow, rate_func=linear), *gone, run_time=_HAIRS)
        self.rest()

    @staticmethod
    def _swelling(marks: Sequence[VMobject]) -> Live:
        """Return how marks get larger for a moment, one after the other."""
        widths = [float(mark.width) for mark in marks]

        def follow(time: float) -> None:
            for place, (mark, width) in enumerate(zip(marks, widths, strict=True)):
                begin = 0.5 * place / max(len(marks) - 1, 1)
                share = math.sin(math.pi * min(max(2 * (time - begin), 0.0), 1.0))
                mark.scale_to_fit_width((1 + _SWELLS * share) * width)

        return Live(marks, follow, rate_func=linear)

    def _sides_of_zero(self) -> tuple[VGroup, VGroup, VGroup]:
        """Return the dot at zero with its name, the word's arrow from there, and the line across it: zero's two sides.

        They are empty unless words on the other side of zero, and no others, get hairs.
        """
        if not self._slack() or not self._are_behind():
            return VGroup(), VGroup(), VGroup()
        origin, theme = self.plane.origin, self.style.theme
        arrow = self.plane.vector(self.numbers.vector, self.subject.color_by_role)
        arrow.short = max(self.subject.reach()) + _OFF_ICON
        arrow.set_ends(arrow.start, arrow.end)
        way = (self.start - origin) / max(float(np.linalg.norm(self.start - origin)), 1e-9)
        boxes, bounds = [enlarged(box, _CLEAR) for box in self._boxes()], _box_of_region(self.view.words(self.stage))
        border, lines = VGroup(), [*self.plane.axis_segments(), (flat(origin), flat(self.start))]
        for side, long in product((1, -1), _NO_MORE):
            line = clip((flat(origin), flat(origin + side * long * point(-way[1], way[0]))), bounds)
            if line is not None and len(border) < (1 if side > 0 else 2):
                if not any(inside_length(line, box) for box in boxes):
                    dashes = DashedLine(point(*line[0]), point(*line[1]), dash_length=0.1, color=theme.ink)
                    border.add(dashes.set_stroke(width=3.0))
                    lines.append(line)
        name = Label(self.says("zero"), size=self.style.sizes.number, style=self.style)
        size = float(name.width) + _BESIDE, float(name.height) + _BESIDE
        near = flat(origin + point(size[0] / 2 + _BESIDE, -size[1] / 2 - _BESIDE))
        name.move_to(point(*free_place(size, bounds, near, lines=lines, boxes=boxes)))
        dot = Dot(origin, radius=_ZERO, color=theme.ink).set_background_stroke(color=theme.background, width=6.0)
        zero = VGroup(laid(VGroup(dot), Layer.PIN), labelled(name, self.style))
        return zero, VGroup(arrow), laid(border, Layer.TRAIL)

    def _let_hairs_go(self) -> None:
        """Let each hair go at the pulled word: it snaps back into its own."""
        slack = self._slack()
        ends = [(self._thread(word).puller.copy(), self._thread(word).pulled.copy()) for word in slack]

        def follow(time: float) -> None:
            for place, (word, (puller, pulled)) in enumerate(zip(slack, ends, strict=True)):
                begin = _SNAPS * place / max(len(slack) - 1, 1)
                gone = min(max((time - begin) / _LETS_GO, 0.0), 1.0) ** 2
                self._thread(word).set_ends(puller, pulled + gone * (puller - pulled))

        threads = [self._thread(word) for word in slack]
        self.play(Live(threads, follow, rate_func=linear), run_time=_GO)
        self.remove(*threads)
        self.rest()

    def _cut_up(self) -> None:
        """Cut the sheet down between its pieces, and let these part: as wide as their weights, together one sheet."""
        cut, top = self._cut(), float(self.top[1])
        bands = [self._piece(word, self.flush[word], top - 1e-3) for word in cut]
        scissors = [Scissors(point(x, top + _ABOVE), style=self.style) for x in self.cuts[:1]]
        self.add(*bands)
        turns: list[Animation] = [FadeOut(text) for text in self.sheet_name if text in self.mobjects]
        turns += [FadeIn(each, rate_func=_LATE) for each in scissors]
        if len(self.sum):  # out of the scissors' way, where it ends the sum
            aside = point(float(self.sum[-1].get_x() - self.measure[1].get_x()))
            turns.append(ApplyMethod(self.measure[1].shift, aside, rate_func=_EARLY))
        if turns:
            self.play(*turns, run_time=self.style.times.move)

        def cut_down(share: float) -> None:
            for word in cut:
                self._piece(word, self.flush[word], top - max(share, 1e-3) * self.high)
            low = self.top - point(0.0, self.high)
            self.sheet.set_ends(low, self.top - min(share, 0.999) * (self.top - low))
            for each, x in zip(scissors, self.cuts, strict=False):
                each.snip(point(x, top + _ABOVE), low + point(x - low[0], _ABOVE - 0.2), share)
            for line in self.filled:
                line.set_y(top + _LATE(share) * _OFF_SHEET).set_stroke(opacity=float(share > _FILLS))

        self.add(self.filled)
        self.play(Live([self.sheet, *bands, *self.filled, *scissors], cut_down), run_time=_CUTS)
        self.remove(self.sheet)

        def part(share: float) -> None:
            for word in cut:
                self._piece(word, self.flush[word] + share * (self.parted[word] - self.flush[word]))

        come = [FadeIn(label, rate_func=_LATE) for label in self.labels.values()]
        self.play(Live(bands, part), *map(FadeOut, scissors), *come, run_time=_PARTS)
        if len(self.sum):
            self.terms = laid(labelled(VGroup(*self.sum[:-1]), self.style), Layer.LEDGER)
            self.play(FadeIn(self.terms, shift=point(0.0, _OVER / 2)), run_time=self.style.times.move)
        self.rest()

    def _tie(self) -> None:
        """Let each piece of the sheet go to its word, and tie it to the pulled one: it is its band."""
        for left, word in zip(reversed(range(len(self._cut()))), self._cut(), strict=True):
            said: list[Animation] = [FadeOut(self.labels[word], rate_func=_EARLY)] if word in self.labels else []
            said += [FadeIn(self.weights[word], rate_func=_LATE)] if word in self.weights else []
            measure = [self.measure, self.filled, self.terms] if not left else []
            said += [FadeOut(mark, rate_func=_EARLY) for mark in measure if len(mark)]
            self.play(self._comes(word), *said, run_time=_TIES)

    def _comes(self, word: str) -> Live:
        """Return how a piece of the sheet comes, in an arc, between its word and the pulled one."""
        band = self._band(word)
        first, last = band.puller.copy(), band.pulled.copy()
        puller, pulled = self.words[word].at.copy(), self.subject.at.copy()

        def follow(share: float) -> None:
            rise = point(0.0, _ARC * math.sin(math.pi * share))
            band.tie(share).set_ends(first + share * (puller - first) + rise, last + share * (pulled - last) + rise)

        return Live([band], follow)

    def _pull_out(self) -> None:
        """Pull the word away from its place; its own band comes out from under it."""
        quick = self.style.times.quick
        gone = [FadeOut(mark) for mark in (self.measure, self.filled) if len(mark) and not self._cut()]
        self.play(FadeIn(self.pointer, shift=point(-0.5, 0.0)), *gone, run_time=2 * quick)
        own = self.pulls[self.numbers.word]
        if isinstance(own, Strip):
            laid(own.pin, Layer.PIN)
        rim = draw_rim(self.subject, self.style.theme.background, palest(self.style.theme))
        first = self.dragged[0] if self.dragged else (self.start + self.held) / 2
        out = slide(
            self.subject, first, self._pulling(), glow=self.glow, offset=self.sides[1],
            also=self._follow, moved=[self.pointer],
        )  # fmt: skip
        self.play(out, rim, run_time=_FIRST)
        self.play(self._drag(), run_time=_OUT_TIME)
        self.rest()

    def _drag(self) -> Live:
        """Return how the word is dragged about, on its way to where it is held; there it trembles."""
        road = np.array(self.dragged or [(self.start + self.held) / 2, self.held])
        steps, pulls = np.linspace(0.0, 1.0, len(road)), self._pulling()
        anchors = [each.puller.copy() for each in pulls]
        back = (self.held - self.start) / max(float(np.linalg.norm(self.held - self.start)), 1e-9)

        def follow(time: float) -> None:
            share = _slower(min(time / _STRAINED, 1.0))
            at = np.array([np.interp(share, steps, axis) for axis in road.T])
            at = at + _shaking(max(time - _STRAINED, 0.0) / (1 - _STRAINED)) * back
            self.subject.put(at)
            for each, anchor in zip(pulls, anchors, strict=True):
                each.set_ends(anchor, at)
            self.glow.move_to(at)
            self._follow(share)

        return Live([self.subject, *pulls, self.glow, self.pointer], follow, rate_func=linear)

    def _lift(self) -> float:
        """Return how far the other word's band is lifted on its way to the record: over the names at the word."""
        if self.view.lying:
            return 0.0
        puller = self._puller()
        texts = [*self.words[puller].label, *([self.weights[puller]] if puller in self.weights else [])]
        high = max((box_of(text)[3] for text in texts), default=0.0)
        return max(high + PULLER / 2 + _CLEAR - float(self.words[puller].at[1]), 0.0) if texts else 0.0

    def _follow(self, _: float) -> None:
        """Bring the pointer to the word."""
        self.pointer.put(self._grip(self.subject.at))

    def _let_go(self) -> None:
        """Let the word swing to where its bands balance; then measure how far it has come."""
        quick = self.style.times.quick
        # Its numbers come where its name would be.
        gone = [FadeOut(self.subject.label)] if len(self.places) else []
        self.play(FadeOut(self.pointer, shift=point(0.5, 0.0)), *gone, run_time=quick)
        if gone:
            self.subject.remove(self.subject.label)
        back = slide(
            self.subject, self.there, self._pulling(), glow=self.glow, offset=self.sides[2],
            rate_func=swing,
        )  # fmt: skip
        self.play(back, run_time=_BACK_TIME)
        if self.balance is not None:
            set_rim(self.balance.words[0], ManimColor(palest(self.style.theme)))
            self.add(self.balance)
            self.play(self.balance.lies_down(self._lift(), run_time=_STRAIGHTENS))
            if len(self.balance.notches):
                self.play(FadeIn(self.balance.notches), run_time=quick)
            self.play(FadeIn(self.said, scale=0.6), run_time=2 * quick)
        for place in self.places:
            self.play(FadeIn(place), run_time=quick)


def _slower(time: float) -> float:
    """Return how far somebody has pulled against a spring, 0 to 1: slower and slower."""
    return float(1 - (1 - smooth(time)) ** 1.6)


def _shaking(time: float) -> float:
    """Return how far a hand that holds against a spring trembles, scene units; it begins and ends at 0."""
    return _TREMBLE * math.sin(_SHAKES * time) * math.sin(math.pi * time)


def _box_of_region(region: Region) -> Box:
    return (region.left, region.bottom, region.right, region.top)
