"""All words of a phrase pull one of them (the article's section "Words Pulling Words", figure 8)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import pairwise, product

import numpy as np
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    Mobject,
    VGroup,
    VMobject,
    linear,
    rotate_vector,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.pulling.angles import SLIM, Angles, Degrees, degrees_apart
from scenes.article.pulling.claims import ALL_EMBEDDINGS_CLAIMS
from scenes.article.pulling.leaning import Leaning
from scenes.article.pulling.release import (
    ASIDES,
    POINTER,
    THICKNESS,
    Change,
    Pointer,
    Shares,
    digits_that_agree,
    gained_and_lost,
    note_color,
)
from scenes.article.pulling.road import Percent, share_of_way
from scenes.article.pulling.step_sums import StepSums
from scenes.article.pulling.terms import printed_place
from scenes.motion.live import Live, Widen, fill, settle, slide, swing, tighten
from scenes.number_format import as_printed, format_number, format_vector
from scenes.parameters import PhraseParameters
from scenes.parts.bars.small import small
from scenes.parts.bars.strip import WeightStrip
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SAG, SLACK_BELOW, THREAD, Band, Thread, pull_of, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.loop import DIRECTIONS, Loop
from scenes.parts.plane.token import PULLER, HeroGlow, Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Coordinates, Number, Tick
from scenes.parts.text.typeset import Label, Math, Row, Typeset, set_on_baseline
from scenes.quantities import quantity
from scenes.shared.phrase import PhrasePlaneFigure, Pull, pull
from scenes.stage import Region
from scenes.worlds import World

_HERO = 0.62
"""Scene units: the height of the pulled word's icon, so small that its own band is seen where it rests."""

_PIN = 2.0
"""The factor by which the pin is larger that holds the word's own band."""

_AT_FIRST = 0.4
"""The slack of all bands alike, nearly taut, before it is said how hard they pull."""

_FILED = 0.7
"""Seconds in which a weight is said beside the strip instead of beside its band."""

_TURNS = (0, 12, -12, 24, -24, 36, -36)
"""Degrees by which a word may be pulled away askew."""

_THICK, _THICK_SHARE = 0.9, 0.24
"""Scene units: the thickness of a strip that stands; the most of it as a share of the record's width."""

_UNSHARED = 0.2
"""The opacity of what of the strip is still to be shared out."""

_STRIP = 2.95
"""Scene units that the strip and its names take at the right of a wide record."""

_OUT = (2.6, 2.2, 1.8, 1.55, 1.25, 0.95)
"""Scene units by which the word is pulled away from where it will rest, the first that has room."""

_ALONG = (1.6, 1.4, 1.2)
"""Scene units by which it is pulled along its own vector, the first that has room."""

_BETWEEN = (0.25, 0.5, 0.75)
"""The shares of the way between two words at which names keep off the angle between them."""

_WAY_FROM = 1.2
"""Scene units of the way from which on the strip is laid beside it."""

_GRIP = 0.34
"""Scene units that the word needs at each side where it is held, with the pointer that holds it."""

_HOLDS = (0.27, 0.16)
"""Scene units from the held word to the pointer's tip: beside the icon, off the bands that come from below."""

_MOST_WEIGHTS = 4
"""Weights that stand beside their bands, at the most."""

_ABOVE_FOOT = 0.0
"""Scene units above the line at the foot that names keep off."""

_EARLY = squish_rate_func(smooth, 0.0, 0.2)
_LATE = squish_rate_func(smooth, 0.6, 1.0)
_GIVES_WAY, _TAKES_OVER = squish_rate_func(smooth, 0.4, 1.0), squish_rate_func(smooth, 0.0, 0.6)
"""The rates of what leaves as a motion begins, of what comes as it ends, and of what is said here instead of there."""

_LOW = 1.6
"""Scene units: a record lower than this has no room for what measures its strip."""

_HANGS = (1.8, 1.5, 1.2, 1.0, 0.8)
"""The factors by which all threads sag more or less here: the best one, and others."""

_NOTE = 0.2
"""Scene units from the strip to what says that it is all bands together."""

_NAME_ABOVE = 0.16
"""Scene units from a weight up to the baseline of its name."""

_LEAST_DEGREES = 3
"""Angles whose degrees are said, at the least: the word's own, the narrowest, and a wider one."""

_LINE = 0.38
"""Scene units from a line of a name to the next."""

_TUG = 0.1
"""Scene units by which the word gives way when a band gets tight."""

_TREMBLE, _SHAKES, _STRAINED = 0.035, 80.0, 0.6
"""Scene units by which the word trembles while it is held, how fast, and the share of a pull until then."""

_ONE_GAP, _ONE_TICK, _ONE_ROOM = 0.14, 0.08, 0.5
"""Scene units from the strip to the line that measures all of it, half that line's ends, and the room for both."""

_CLEAR = 0.07
"""Scene units from a thread to an axis' number, at the least."""

_LESS = 0.95
"""The factor by which places are a little smaller where they have no room otherwise."""

_LARGEST, _LARGE = 1.5, 1.2
"""The factors by which what the word has gained is larger than a beat's usual number, where there is room."""

_LIES, _BEFORE_SHARE, _SUMMED = 1.5, 0.2, 0.35
"""Seconds in which the strip comes to lie beside the way, before its share is said, and in which a line of a sum is
read."""

_TURNS_FIRST, _COMES_THEN, _AFTER = (
    squish_rate_func(smooth, *times) for times in ((0.0, 0.65), (0.3, 1.0), (0.3, 1.0))
)
"""The rates of a strip that turns and shrinks, that then comes beside the way, and of what is said after something
else."""

_DIM, _DIM_ARROW = 0.65, 0.8
"""The opacity of the angles' degrees, and of their vectors, that hardly pull."""

_ADDS, _ABOUT = 1e-9, 0.004
"""The most by which printed weights differ from 1 if they add up to it; scene units after an ≈ for each font unit."""

_OFF_ICON = 0.1
"""Scene units from the pulled word's icon to its name, at the least."""

_BY_NAME, _PIN_HALF, _LINES_APART, _PAIRS_APART = 0.12, 0.16, 0.1, 0.06
"""Scene units from a name or a pin to the numbers of its place, half a pin's width, from a place's numbers up to what
it is, and by which two such pairs are farther apart."""

_RESTS = 0.8
"""The scale of the word's icon where it rests: its own band is seen there."""

_UNDER, _AIR = 0.1, 0.03
"""Scene units from a word's mark down to its name and degrees, and the air that they need around them."""

_SIDES = ((1, 0, 0), (0, -1, 0), (0, -1, 1), (0, -1, -1), (0, 1, 0), (0, 1, 1), (0, 1, -1), (-1, 0, 0))
"""The sides of a name at which the numbers of a place stand: across and up from it, and flush with one of its ends."""

_NO_DIRECTION, _CLEARLY_NEARER = 0.2, 0.2
"""The length below which a vector's direction says little; by how much larger the cosine to one word must be than to
the next to be seen as a narrower angle."""

_OWN_ARROW, _REACHED, _NEAREST, _LOOKED_AT, _SWEPT = 0.45, 0.7, 0.7, 0.7, 2.3
"""Seconds in which the word's own vector grows, in which the fan opens to the nearest direction, in which the vector
there grows, in which that angle is looked at, and in which the fan opens on past all others."""

_SPANNED, _LANDED = 1.2, 0.5
"""Seconds in which the narrowest angle's arc comes to lie between both words, and in which its share is seen."""

_STROKES = 100
"""Stroke units in a scene unit."""

_COMPARED, _COMES_IN = 0.4, 0.12
"""Seconds in which all angles are looked at; the share of the sweep in which a vector grows, and its angle's number
comes."""

_OFF_ITSELF, _LIFTED, _LAID, _SEEN = 0.45, 0.7, 1.2, 0.4
"""Radians by which a copy is lifted off the word's own vector; seconds in which it is lifted, in which it is laid back,
and in which both are seen as one."""

_APART = 0.22
"""Scene units from what measures the word's way to what it has gained, at the least."""

_WITHIN = 4.4
"""Scene units from the word within which the middle of what it has gained must lie."""

_ATTACH, _TUG_TIME, _FIRST_TUG = 0.2, 0.27, 0.16
"""Seconds in which a band reaches out, and in which it tugs the word; scene units by which that gives way."""

_LOOPS, _STRAIGHT = 0.6, 0.35
"""Seconds in which the word's own thread comes; the share of the word's way after which it is straight."""

_SLACKEN, _TIGHTEN, _OUT_TIME, _ANSWERED, _BACK_TIME = 1.0, 1.4, 1.9, 0.9, 1.8
"""Seconds in which threads go slack, a band gets tight, the word is pulled away, its piece of
the strip grows, and it swings to rest."""


@dataclass(frozen=True)
class Balanced(Pull):
    """A step of attention, and how far its bands take the pulled word."""

    percent: Tensor = quantity("How far it moves along the way to the word that pulls most, in percent of the way.")
    total: Tensor = quantity("All weights together.")
    degrees: Tensor = quantity("The angle between each word's vector and the pulled word's, in degrees.", rows="words")


class _Rounded(HeroNumber):
    """A number after an ≈: it is written 0 where it rounds to zero."""

    def written(self, decimals: int) -> str:
        """Return the rounded number's text."""
        return format_number(self.value, decimals, tiny=False)


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
        return Balanced(
            **given,
            percent=100 * share_of_way(step),
            total=step.weights.sum(),
            degrees=degrees_apart(step.vectors, step.vector),
        )

    @classmethod
    def alternative_values(cls, numbers: Pull) -> Mapping[str, object]:
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
        }

    def build(self) -> None:
        """Make the words, a band or thread for each, and the strip of their weights."""
        numbers, style = self.numbers, self.style
        self.phrase = self.header_phrase(numbers.words, numbers.written)
        heights = {numbers.word: _HERO, numbers.words[numbers.strongest]: PULLER}
        start, self.there = self.plane.place(numbers.vector), self.plane.place(numbers.updated)
        self.held = self._held(start)
        self.shares: Shares | None = None
        lines = [line for at in (start, self.there, self.held) for line in self._lines(at)]
        lines += self._rays()
        low, safe = self.view.words(self.stage).bottom, self.stage.safe
        self._ways = self._beside_way()
        boxes = [
            _around(self.there, _HERO / 2),
            *(self._ways[0].boxes() if self._ways else []),
            (safe.left, low - 0.5, safe.right, low + _ABOVE_FOOT),
        ]
        self.words = self.tokens(self.vectors, heights, lines=lines, boxes=boxes)
        self.subject = self.words[numbers.word]
        self.glow = HeroGlow(self.subject.at, self.subject.color_by_role, style=style)
        self.pulls = {word: self._pull(word) for word in self.vectors}
        self.hangs = self._hanging(start)
        colors = self.colors_of(numbers.words)
        self.strip = WeightStrip(
            numbers.words, numbers.weights, colors, numbers.rest, self.view,
            region=self._strip_region(), order=self._order(), hanging=not self.view.lying,
            size=self._size_of_weights(), thick=min(_THICK, _THICK_SHARE * self.view.record.width), style=style,
        )  # fmt: skip
        if self.strip.others is not None:
            self._say_nearly_none(self.strip.others.set_color(note_color(style.theme)))
            self._say_together(self.strip.others)
        self.strip.outline.set_fill(style.theme.axis, _UNSHARED)
        self.whole = self._whole()
        self.question, self.sum_note = self._question(), self._sum_note()
        self.shares = self._free_shares()
        self.side = self._name_side(self.there)
        self.side_out = self._side_out()
        if self.side_out is not None:
            self.subject.put(start, self.side_out)
        self.moments = self._moments()
        self.loop = self._loop()
        self.pin_note = self._pin_note()
        self.pointer = Pointer(self._grip(start), style=style)
        self.change = self._change()
        self.ends = self._ends()
        self.angles = self._angles()
        self.asides: dict[str, Point] = {}
        self.degrees = self._degrees(self.angles)
        self.kept_degrees = self._kept_degrees()
        self.kept_arc = VGroup()
        self.own_weight: list[VGroup] = []
        if self._asks_itself():
            self.own_weight = self._own_on_its_band()
            self.moments[1].clear()  # beside the strip its weight comes first
        self.leaving = self._crossed()
        self.close_gaps(self.leaving)

    def _pull(self, word: str) -> Band | Thread:
        """Return the mark of a word's pull; the word's own is pinned to its old place, a thread begins taut."""
        own = word == self.numbers.word
        token, weight = self.words[word], self.weight_of(word)
        mark = pull_of(token.at, self.subject.at, weight, self.color_of(word), pinned=own, slim=SLIM, style=self.style)
        if isinstance(mark, Thread):
            return mark.set_slack(1.0 if own else _AT_FIRST)
        if own:
            mark.pin.scale(_PIN)  # below the word until that is pulled away
            return mark
        return mark.set_tuck(token.tuck(self.subject.at, SLIM * width_at(weight, 0.0)))

    def _fasten(self) -> None:
        """Let each band end under its puller's icon, whichever way it comes."""
        for word in self._tight():
            band = self._band(word)
            band.set_tuck(self.words[word].tuck(self.subject.at, SLIM * width_at(band.weight, 0.0)))

    def _order(self) -> list[int]:
        """Return the order of the strip's pieces from its base.

        A strip that stands fills from its top, in the order in which they come: its base is the pulled word's own.
        """
        words, weights = self.numbers.words, self.numbers.weights.tolist()
        hidden = small(self.numbers.weights)
        order = sorted(
            range(len(words)), key=lambda index: (hidden[index], words[index] == self.numbers.word, -weights[index])
        )
        if self.view.lying:
            return order
        named = [index for index in order if not hidden[index]]
        return named[::-1] + [index for index in order if hidden[index]]

    def _free_shares(self) -> Shares | None:
        """Return the place beside the way where the strip is laid; None where nothing is free."""
        return next((shares for shares in self._ways if self._is_clear(shares)), None)

    def _beside_way(self) -> list[Shares]:
        """Return the places for the strip on either side of the way to the one word that pulls.

        There are none where the way is short, or where its share and the weight are not printed alike.
        """
        numbers, words = self.numbers, self.numbers.words
        puller = words[numbers.strongest]
        tight = {word for word in words if self.weight_of(word) >= SLACK_BELOW}
        once = words.count(puller) == words.count(numbers.word) == 1
        start, end = (self.plane.place(row) for row in (numbers.vector, numbers.vectors[numbers.strongest]))
        alike = format_number(float(numbers.percent) / 100) == format_number(self.weight_of(puller))
        far = float(np.linalg.norm(end - start)) >= _WAY_FROM
        if not (tight == {puller, numbers.word} and once and alike and far):
            return []
        done = 1 - numbers.weights[numbers.position]
        return [
            Shares(start, end, done, self._moved(said), side, aside, style=self.style)
            for said, aside, side in product((True, False), ASIDES, self._sides(start, end))
        ]

    def _moved(self, said: bool) -> Row:
        """Return the share of the way in percent, where there is room after what it is a share of.

        It has the colour of the word that pulls, as the strip's piece and the weight in the sums have.
        """
        shade, color = self.color_of(self.numbers.words[self.numbers.strongest]), self.style.theme.ink
        percent = Percent(self.numbers.percent, color=shade, style=self.style)
        if not said:
            return percent
        label = Label(self.says("moved"), size=self.style.sizes.number, color=color, style=self.style)
        return Row([label, percent], 0.16)

    def _sides(self, start: Point, end: Point) -> list[int]:
        """Return the sides of a way, 1 left and -1 right of it: first the one where fewer words are."""
        way = end - start
        places = [self.plane.place(row) - start for row in self.vectors.values()]
        left = sum(float(np.sign(way[0] * place[1] - way[1] * place[0])) for place in places)
        return [-1, 1] if left > 0 else [1, -1]

    def _is_clear(self, shares: Shares) -> bool:
        """Return whether the strip beside the way and its numbers keep off all words, their names and their pulls."""
        left, low, right, top = self._bounds()
        others, lines = self._boxes(), self._lines(self.there)
        around = [_around_box(box, _CLEAR) for box in others]
        if any(inside_length(edge, box) > 0 for edge in _outline(shares.corners()) for box in around):
            return False
        box = box_of(shares.number)
        return (
            left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= top
            and all(overlap(box, other) == 0 for other in others)
            and all(inside_length(line, box) == 0 for line in lines)
        )  # fmt: skip

    def _say_nearly_none(self, others: VGroup) -> None:
        """Write that the small words have about 0, where the others' printed weights add up to 1 already.

        It says so only beside another word's weight: nothing is seen to be small beside nothing.
        """
        strip, style = self.strip, self.style
        named = [as_printed(float(self.numbers.weights[place])) for place in strip.names]
        adds = abs(sum(named) - 1) <= _ADDS and as_printed(float(self.numbers.rest)) == 0
        if not (adds and self._tight()):
            return
        name, old = others
        assert isinstance(old, Number)
        size, color = old.size, note_color(style.theme)
        zero = _Rounded(self.numbers.rest, decimals=0, size=size, color=color, style=style)
        about = Row([Math("approx", size=size, color=color, style=style), zero], _ABOUT * size)
        about.set_x(float(old.get_x())).on_baseline(old.baseline)
        if not self.view.lying:
            about.align_to(name, LEFT)
        strip.numbers[-1] = zero
        others.submobjects[1] = laid(about, Layer.LEDGER)

    def _say_together(self, others: VGroup) -> None:
        """Say between the small words' name and their weight that it is the weight of all, where there is room."""
        name = others[0]
        size, within = self.style.sizes.number, float(name.width)
        label = Label(
            self.says("together"), size=size, color=note_color(self.style.theme), within=within, style=self.style
        )
        rise = point(0.0, _LINE)
        label.move_to(name).align_to(name, LEFT)
        fits = name.get_top()[1] + rise[1] <= self.view.words(self.stage).top and not self.view.lying
        if fits and label.get_right()[0] <= self.stage.safe.right:
            name.shift(rise)
            others.add(label)

    def _strip_region(self) -> Region:
        """Return where the strip is: in the record, with room for what says that all of it is 1."""
        record = self.view.record
        if not self.view.lying:
            free = record.width - _STRIP * self.style.sizes.scale
            return record.inset(left=max(_ONE_ROOM, free), top=_LINE)
        return record.inset(top=_ONE_ROOM) if record.height >= _LOW else record

    def _size_of_weights(self) -> float:
        """Return the size of the weights beside the strip: large where few pieces are named."""
        named = len(self.numbers.words) - sum(small(self.numbers.weights))
        return self.style.sizes.hero if named <= 2 and not self.view.lying else self.style.sizes.head

    def _whole(self) -> VGroup:
        """Return a line as long as the strip, with a 1 at its middle; nothing where there is no room."""
        if self.view.lying and self.view.record.height < _LOW:
            return VGroup()
        axis, strip = self.style.theme.dim, self.strip
        side = point(0.0, strip.thick / 2 + _ONE_GAP) if self.view.lying else point(-strip.thick / 2 - _ONE_GAP)
        tick = side / float(np.linalg.norm(side)) * _ONE_TICK
        first, last = (strip.place(along) + side for along in (0.0, strip.length))
        line = VGroup(Line(first, last), *(Line(end - tick, end + tick) for end in (first, last)))
        one = Tick(1.0, 1.0, size=self.style.sizes.head, style=self.style)
        one.next_to(line, side, buff=_ONE_TICK)
        return laid(VGroup(line.set_stroke(axis, 2.4), labelled(one, self.style)), Layer.LEDGER)

    def _pointed(self, at: Point) -> Box:
        """Return the box of the pointer that holds the word when that is at a place."""
        x, y = flat(self._grip(at))
        return (x, y - POINTER[1], x + POINTER[0], y)

    def _loop(self) -> Loop | None:
        """Return the thread from the word to itself, where nothing else is; None where nothing is free."""
        at, room, air = self.subject.at, self.view.words(self.stage), _CLEAR
        boxes = [_around_box(box, air) for box in (*self._boxes(), *map(box_of, self.subject.label))]
        boxes += [_around_box(box_of(label), air) for label in self.moments[0].values()]
        lines = [*self._lines(at), *self._rays()]
        for degrees in DIRECTIONS:
            loop = Loop(at, degrees, self.color_of(self.numbers.word), style=self.style)
            spots = loop.spots()
            inside = all(room.left <= x <= room.right and room.bottom <= y <= room.top for x, y in spots)
            pieces = list(pairwise(spots))
            free = all(inside_length(piece, box) == 0 for piece in pieces for box in boxes)
            apart = all(inside_length(line, _spanned(spots[6:-6])) == 0 for line in lines)
            if inside and free and apart:
                return loop
        return None

    def _question(self) -> VGroup:
        """Return what asks beside the strip's empty part whose it is: the pulled word's own, as will be seen."""
        place, own = self.numbers.position, self.pulls[self.numbers.word]
        if place not in self.strip.names or not isinstance(own, Band) or not self._tight():
            return VGroup()
        block = self.strip.names[place]
        whose = Label(
            self.says("whose"), size=self.style.sizes.head, color=note_color(self.style.theme), style=self.style
        )
        whose.move_to(block)
        if not self.view.lying:
            whose.align_to(block, LEFT)
        return laid(VGroup(whose), Layer.LEDGER)

    def _sum_note(self) -> VGroup:
        """Return what says beside the empty strip that it is all bands together; nothing where there is no room."""
        if self.view.lying or not len(self.whole):
            return VGroup()
        notes = (self._note_of_sum(size) for size in (self.style.sizes.head, self.style.sizes.number))
        fitting = (note for note in notes if float(note.get_right()[0]) <= self.stage.safe.right)
        return next(fitting, VGroup())

    def _note_of_sum(self, size: float) -> VGroup:
        """Return what says beside the empty strip that it is all bands together, in a size."""
        style, pitch = self.style, _LINE * size / self.style.sizes.number
        color = style.theme.ink
        names = [Label(self.says(text), size=size, color=color, style=style) for text in ("bands", "shared")]
        one = HeroNumber(self.numbers.total, decimals=0, size=_LARGE * style.sizes.hero, color=color, style=style)
        lines = [*names, Row([Math("eq", size=_LARGE * style.sizes.head, style=style), one], 0.16)]
        middle, left = self.strip.place(self.strip.length / 2), float(self.strip.outline.get_right()[0]) + _NOTE
        for line, low in zip(lines, (pitch, 0.0, -1.7 * pitch), strict=True):
            set_on_baseline(line.set_x(left + float(line.width) / 2), float(middle[1]) + low)
        return laid(VGroup(*lines), Layer.LEDGER)

    def _pin_note(self) -> VGroup:
        """Return what is said of the pin while the word is pulled away from it; nothing where nothing is free."""
        own = self.pulls[self.numbers.word]
        if not isinstance(own, Band):
            return VGroup()
        color, size = note_color(self.style.theme), self.style.sizes.number
        note = labelled(Label(self.says("pinned"), size=size, color=color, style=self.style), self.style)
        (x, y), half = flat(own.puller), SLIM * width_at(own.weight, 0.0) / 2 + 0.12
        across = half + float(note.width) / 2
        left, low, right, top = self._bounds()
        boxes = [*self._boxes(), *(box_of(label) for label in self.moments[1].values()), self._pointed(self.held)]
        lines = [*self._lines(self.held), *self.plane.axis_segments()]
        for at in ((x - across, y), (x + across, y), (x, y - half - 0.15), (x, y + half + 0.15)):
            box = _box(*at, float(note.width), float(note.height))
            inside = left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= top
            free = inside and all(overlap(box, other) == 0 for other in boxes)
            if free and all(inside_length(line, box) == 0 for line in lines):
                return VGroup(note.move_to(point(*at)))
        return VGroup()

    def _ends(self) -> list[VGroup]:
        """Return places as numbers, where the way is measured: of the word that pulls most, of the pin, of the landing.

        The first stands beside a name; the others say that the word was here, and that it is there now. There is none
        where no strip is laid beside the way, and an empty one where nothing is free.
        """
        numbers, name = self.numbers, self.words[self.numbers.words[self.numbers.strongest]].name_text
        if self.shares is None or name is None:
            return []
        sizes, old = self.style.sizes, _around(self.plane.place(numbers.vector), _PIN_HALF)
        puller = numbers.vectors[numbers.strongest]
        first = self._end(box_of(name), puller, 2, [], sizes=(sizes.number, sizes.tick))
        ends = [first]
        for size in (sizes.head, _LESS * sizes.head, sizes.number, sizes.tick):  # both in one size
            ends = [first, self._end(old, numbers.vector, 2, [first], "was", sizes=(size,))]
            if isinstance(self.change, StepSums) and self.subject.name_text is not None:
                digits = self.change.digits
                ends.append(self._end(self._landed(), numbers.updated, digits, ends, "now", sizes=(size,)))
            if all(len(end) for end in ends[1:]):
                break
        return ends

    def _landed(self) -> Box:
        """Return the box of the word where it rests: of its icon, or else of its name there, which stays."""
        name = self.subject.name_text
        if self.subject.has_icon or name is None:
            return _around(self.there, _HERO / 2)
        x, y = flat(self.there + point(*self.side))
        return _box(x, y, float(name.width), float(name.height))

    def _end(
        self,
        beside: Box,
        place: Tensor,
        decimals: int,
        others: Sequence[VGroup],
        said: str | None = None,
        *,
        sizes: Sequence[float],
    ) -> VGroup:
        """Return a place as numbers beside a box, off all that is seen at the end; nothing where nothing is free."""
        assert self.shares is not None
        style = self.style
        boxes = [*self._boxes(), *self._left_behind(self.there), _around(self.there, _HERO / 2)]
        boxes += [*map(box_of, others), *([box_of(self.change)] if self.change is not None else [])]
        if self.subject.name_text is not None and not (said == "now" and self.subject.has_icon):
            x, y = flat(self.there + point(*self.side))
            boxes.append(_box(x, y, float(self.subject.name_text.width), float(self.subject.name_text.height)))
        lines = [*self._lines(self.there), *self.plane.axis_segments(), *self.shares.lines()]
        colors = [note_color(style.theme) if color == style.theme.dim else color for color in self.axis_colors()]
        left, low, _, top = self._bounds()
        right = self.stage.safe.right if self.view.lying else self.view.record.left
        away = (-1, 0, 0) if said and self.shares.across[0] > 0 else _SIDES[0]
        ways = (True, False) if said and self.subject.has_icon else (False,)
        for size, stacked, (across, up, flush) in product(sizes, ways, (away, *_SIDES)):
            size = min(size, style.sizes.number) if stacked else size
            drawn: VMobject = Coordinates(
                place, size=size, color=note_color(style.theme), colors=colors, brief=decimals > 1, decimals=decimals,
                style=style,
            )  # fmt: skip
            if said:
                drawn = self._said_of_place(said, drawn, size, across if stacked else 0)
            text, half = labelled(drawn, style), (float(drawn.width) / 2, float(drawn.height) / 2)
            x, y = (beside[0] + beside[2]) / 2, (beside[1] + beside[3]) / 2
            reach = (beside[2] - beside[0]) / 2
            x += across * (reach + _BY_NAME + half[0]) + flush * (reach - half[0])
            y += up * ((beside[3] - beside[1]) / 2 + _BY_NAME + half[1])
            if stacked and up == 0:  # one of its two lines is level with the place, so that both pairs are apart
                y += (half[1] / 2 + _PAIRS_APART) * (1 if (said == "was") == (self._way()[0][1] < 0) else -1)
            box = _box(x, y, 2 * half[0] + 0.06, 2 * half[1] + 0.06)
            inside = left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= top
            free = inside and all(overlap(box, other) == 0 for other in boxes)
            if free and all(inside_length(line, box) == 0 for line in lines):
                return VGroup(text.move_to(point(x, y)))
        return VGroup()

    def _said_of_place(self, said: str, numbers: VMobject, size: float, stacked: int) -> VMobject:
        """Return what a place is to the word, with the place's numbers below it, or after it.

        Args:
            said: the key of what it is.
            numbers: of the place.
            size: manim font units.
            stacked: the side on which both stand, to which the other is flush; 0 to write them in one line.
        """
        style, word = self.style, self.numbers.word
        note = Label(self.says(said), size=style.sizes.tick, style=style)
        if not stacked:
            return Row([note, numbers], 0.14)
        note = Label(self.says(said), size=size, color=note_color(style.theme), style=style)
        line = Row([Label(word, size=size, color=self.color_of(word), style=style), note], 0.14)
        line.next_to(numbers, UP, buff=_LINES_APART).align_to(numbers, LEFT if stacked > 0 else RIGHT)
        return VGroup(line, numbers)

    def _angles(self) -> Angles | None:
        """Return the angles from the word to the one that pulls most and to the next; None where that says nothing.

        It says why only where the one that pulls most is also nearest in direction, at less than a right angle. No
        vector may run through a text.
        """
        numbers, word = self.numbers, self.numbers.word
        strongest = numbers.words[numbers.strongest]
        lengths = {each: float(row.norm()) for each, row in self.vectors.items()}
        if self._tight() != [strongest] or not self._slack() or min(lengths.values()) < _NO_DIRECTION:
            return None
        along = {
            each: float(row @ numbers.vector) / (lengths[each] * lengths[word]) for each, row in self.vectors.items()
        }
        first, second, *_ = sorted(self._others(), key=lambda each: -along[each])
        if first != strongest or along[first] <= 0 or along[first] - along[second] < _CLEARLY_NEARER:
            return None
        angles = Angles(
            self.plane.origin, self.subject, [self.words[each] for each in self._others()], style=self.style
        )
        texts = [box_of(token.label) for token in self.words.values() if len(token.label)] + self.plane.text_boxes()
        return None if any(inside_length(line, box) > 0 for line in angles.lines() for box in texts) else angles

    def _degrees(self, angles: Angles | None) -> list[VGroup]:
        """Return the degrees of the angles beside the words' names: the word's own, the narrowest, and so on.

        There are none where one of them would cover something, or where 0 degrees do not pull hardest.
        """
        if angles is None or not self._is_own_largest():
            return []
        if (after := self._degrees_after(angles)) is not None:
            return after
        lines = [*self._lines(self.subject.at), *self._hanging_lines(), *angles.lines(), *self.plane.axis_segments()]
        boxes = [*self._boxes(), box_of(self.subject.mark), *(box_of(label) for label in self.moments[0].values())]
        said: list[VGroup] = []
        for token in (angles.word, *(self.words[word] for word in angles.words)):
            place = self.numbers.words.index(token.word)
            degrees = self._degrees_of(place, self.style.sizes.number)
            if not self._finds_name(degrees, token, lines, [*boxes, *map(box_of, said)]):
                return said if len(said) >= _LEAST_DEGREES else []
            said.append(VGroup(labelled(degrees, self.style)))
        return said

    def _degrees_after(self, angles: Angles) -> list[VGroup] | None:
        """Return the degrees, each after its word's name, so that all stand alike; None where one has no room there.

        A name at the left of its word makes room for them while they are said: ``asides`` has how far it steps. One
        that would have to go below its word stands there from the beginning.
        """
        lines = [*self._lines(self.subject.at), *self._hanging_lines(), *angles.lines(), *self.plane.axis_segments()]
        marks = [*map(box_of, (token.mark for token in self.words.values())), *self.plane.text_boxes()]
        marks += [box_of(label) for label in self.moments[0].values()]
        names = {word: box_of(token.name_text) for word, token in self.words.items() if token.name_text is not None}
        _, low, right, top = self._bounds()
        bounds, said, asides = (self.stage.safe.left, low, right, top), [], {}
        for token in (angles.word, *(self.words[word] for word in angles.words)):
            if (name := token.name_text) is None:
                return None
            degrees = self._degrees_of(self.numbers.words.index(token.word), self.style.sizes.number)
            set_on_baseline(degrees.next_to(name, RIGHT, buff=_BY_NAME), name.baseline)
            both = VGroup(name, degrees)
            box, boxes = box_of(both), [*marks, *(each for word, each in names.items() if word != token.word)]
            back, (x, y) = float(degrees.width) + _BY_NAME, flat(token.at - both.get_center())
            under = token.reach()[1] + _UNDER + float(both.height) / 2
            steps = [point(0.0), point(-back), point(x, y - under)] if token is not angles.word else [point(0.0)]
            moved = ((step, _moved_box(box, step)) for step in steps)
            step = next((step for step, at in moved if _is_free(at, bounds, lines, boxes)), None)
            if step is None:
                return None
            names[token.word] = _moved_box(box, step)
            said.append(VGroup(labelled(degrees.shift(step), self.style)))
            if np.linalg.norm(step) > 0:
                asides[token.word] = step
        for word in [word for word, step in asides.items() if step[1] != 0]:
            self.words[word].label.shift(asides.pop(word))
        self.asides = asides
        return said

    @staticmethod
    def _step(label: VMobject, way: Point, rate: Callable[[float], float] = smooth) -> Live:
        """Return how a name steps aside, to make room for its degrees, or back."""
        start = label.get_center()
        return Live([label], lambda share: label.move_to(start + share * way), rate_func=rate)

    def _degrees_of(self, place: int, size: float) -> Degrees:
        """Return the angle from the word to the one at a position in the phrase, in that one's colour."""
        numbers = self.numbers
        color = self.color_of(numbers.words[place])
        return Degrees(numbers.degrees[place], size=size, color=color, style=self.style)

    def _kept_degrees(self) -> dict[str, VGroup]:
        """Return the degrees that are kept beside the names of the strip's pieces, by word; none without room."""
        kept: dict[str, VGroup] = {}
        if self.view.lying or not self.degrees:
            return kept
        for place, (name, weight) in self.strip.names.items():
            assert isinstance(name, Label)
            degrees = self._degrees_of(place, name.size).next_to(name, RIGHT, buff=_BY_NAME)
            set_on_baseline(degrees, name.baseline)
            covers = overlap(box_of(degrees), box_of(weight)) > 0
            if covers or float(degrees.get_right()[0]) > self.stage.safe.right:
                return {}
            kept[self.numbers.words[place]] = laid(VGroup(degrees), Layer.LEDGER)
        return kept

    def _finds_name(self, degrees: Degrees, token: Token, lines: Sequence[Segment], boxes: Sequence[Box]) -> bool:
        """Put degrees beside a word's name, in one line with it or above it; return whether there is room."""
        name = token.name_text
        if name is None:
            return False
        _, low, right, top = self._bounds()
        left = self.stage.safe.left
        for side in (RIGHT, LEFT, UP, DOWN):
            degrees.next_to(name, side, buff=_BY_NAME)
            if side[1] == 0:
                set_on_baseline(degrees, name.baseline)
            else:
                degrees.shift(point(max(left + 0.04 - float(degrees.get_left()[0]), 0.0)))
            box = _around_box(box_of(degrees), 0.03)
            inside = left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= top
            free = inside and all(overlap(box, other) == 0 for other in boxes)
            if free and all(inside_length(line, box) == 0 for line in lines):
                return True
        return False

    def _grip(self, at: Point) -> Point:
        """Return where the pointer holds the word when that is at a place."""
        return at + point(*_HOLDS)

    def _change(self) -> Change | StepSums | None:
        """Return what the word has gained and lost, beside the place where it rests; None where nothing is free."""
        numbers = self.numbers
        if numbers.strongest == numbers.position:
            return None
        sizes, places = self.style.sizes, (numbers.vector, numbers.updated)
        larger = (_LARGE * sizes.hero,) if self.shares is None else (_LARGEST * sizes.hero, _LARGE * sizes.hero)
        digits = None
        if self._has_one_way():
            puller = numbers.strongest
            digits = digits_that_agree(places[0], [(numbers.vectors[puller], numbers.weights[puller], places[1])])
        if self.shares is not None and digits is not None and (sums := self._sums(digits)) is not None:
            return sums
        for size in (*larger, sizes.hero, sizes.head, sizes.number):
            change = Change(self.axis_names(), self.axis_colors(), *places, size=size, digits=digits, style=self.style)
            if self._fits_record(change) or (self.shares is None and self._finds_room(change)):
                return change
        return None

    def _sums(self, digits: int) -> StepSums | None:
        """Return the sums that lead to what the word has gained and lost, in the record; None without room for them."""
        numbers, record, puller = self.numbers, self.view.record, self.numbers.strongest
        places = (numbers.vector, numbers.vectors[puller], numbers.updated)
        if self.view.lying or not all(printed_place(place) for place in places[:2]):
            return None
        sums = StepSums(
            self.axis_names(), self.axis_colors(), *places, numbers.weights[puller], digits=digits,
            shade=self.color_of(numbers.words[puller]), style=self.style,
        )  # fmt: skip
        half = float(sums.width) / 2
        sums.move_to(point(min(float(record.centre[0]), record.right - _CLEAR - half), float(record.centre[1])))
        box = _around_box(box_of(sums), _APART)
        assert self.shares is not None
        taken = [*self._boxes(), *self.shares.boxes()]
        fits = float(sums.height) <= record.height and all(overlap(box, other) == 0 for other in taken)
        return sums if fits else None

    def _fits_record(self, change: Change) -> bool:
        """Put what the word has gained into the record, once the strip has left it; return whether there is room."""
        record = self.view.record
        if self.shares is None:
            return False
        if self.view.lying:
            change.lie()
        change.move_to(record.centre)
        return bool(change.width <= record.width and change.height <= record.height)

    def _finds_room(self, change: Change) -> bool:
        """Put what the word has gained beside the place where it rests; return whether there is room for it."""
        assert self.subject.name_text is not None
        name, (x, y) = self.subject.name_text, flat(self.there)
        boxes = [*self._boxes(), _around(self.there, _HERO / 2)]
        boxes += [_around_box(box, _APART) for box in self._left_behind(self.there)]
        boxes.append(_box(x + self.side[0], y + self.side[1], float(name.width), float(name.height)))
        size = float(change.width) + 0.1, float(change.height) + 0.1
        left, low, right, top = self._bounds()
        left = max(left, self.stage.safe.left + 0.05)
        if not self.view.lying:
            right = max(right, float(self.whole.get_left()[0]) - _APART)
        if right - left < size[0] or top - low < size[1]:
            return False
        lines = [*self._lines(self.there), *self.plane.axis_segments()]
        near = (right - size[0] / 2, float(self.there[1]) + size[1] / 2)
        at = free_place(size, (left, low, right, top), near, lines=lines, boxes=boxes)
        box = _box(*at, *size)
        change.move_to(point(*at))
        return (
            all(overlap(box, other) == 0 for other in boxes)
            and all(inside_length(line, box) == 0 for line in lines)
            and float(np.linalg.norm(point(*at) - self.there)) <= _WITHIN
        )

    def tell(self) -> None:
        """Let all pull, say how hard, pull the word away, let go."""
        names = self.names()
        with self.beat("places", text="places" if self.loop is not None else "places-others", **names):
            self._reach_out()
        strongest, own_weight = (
            HeroNumber(self.weight_of(word), style=self.style).shown
            for word in (self.numbers.words[self.numbers.strongest], self.numbers.word)
        )
        with self.beat("pulls", text=self._kind_of_pull(), **names, weight=strongest):
            self._weigh()
        own, angles = self.pulls[self.numbers.word], self.angles
        if angles is not None and self._asks_itself():
            with self.beat("own", text="own-angle", **names, weight=own_weight):
                self._lay_on_itself(angles)
        kind = "own-thread" if isinstance(own, Thread) else "own-most" if self._is_own_largest() else "own"
        with self.beat("pinned" if self._asks_itself() else "own", text=kind, **names, weight=own_weight):
            if angles is not None and self._asks_itself():
                self._bring_bands(angles)
            self._pull_out(own)
        axes, turned = self.axis_names(), gained_and_lost(self.numbers.vector, self.numbers.updated)
        said = {} if turned is None else {"more": axes[turned[0]], "less": axes[turned[1]]}
        percent = format_number(float(self.numbers.percent), 0)
        text = "moved" if turned is None else "share" if self._has_one_way() else "turned"
        text = "laid" if text == "share" and self.shares is not None else text
        with self.beat("moved", text=text, **names, **said, percent=percent, weight=strongest):
            self._let_go()
            self.hold()

    def _kind_of_pull(self) -> str:
        """Return the key of what is said of the other words: there are none, one is tight, none, or several."""
        if not self._others():
            return "alone"
        tight, slack = self._tight(), self._slack()
        if not tight:
            return "slack"
        if self.angles is not None:
            return "narrower" if self._is_own_largest() else "narrowest"
        return "pulls" if len(tight) == 1 and len(slack) > 1 else "hardest"

    def _is_own_largest(self) -> bool:
        """Return whether the word pulls itself harder than any other word pulls it."""
        own = self.weight_of(self.numbers.word)
        return all(self.weight_of(word) < own for word in self._others())

    def _asks_itself(self) -> bool:
        """Return whether the word's own angle is told as well: all degrees are said, and it pulls itself hardest."""
        own = self.pulls[self.numbers.word]
        return self.angles is not None and bool(self.degrees) and isinstance(own, Band) and self._is_own_largest()

    def _has_one_way(self) -> bool:
        """Return whether one other word alone moves the pulled one, which then comes along the way to it."""
        return len(self._tight()) == 1

    def _others(self) -> list[str]:
        """Return the other words."""
        return [word for word in self.pulls if word != self.numbers.word]

    def _slack(self) -> list[str]:
        """Return the other words whose pull is too weak to move anything."""
        return [word for word in self._others() if isinstance(self.pulls[word], Thread)]

    def _tight(self) -> list[str]:
        """Return the other words that pull on a band."""
        return [word for word in self._others() if isinstance(self.pulls[word], Band)]

    def _lasting(self) -> list[Band | Thread]:
        """Return the pulls that stay when the slack ones have left: the other words' bands, and the word's own."""
        return [self.pulls[word] for word in (*self._tight(), self.numbers.word)]

    def _reach_out(self) -> None:
        """Let the words arrive, and each reach out to the pulled one; all bands look alike."""
        times, tokens = self.style.times, [self.words[word] for word in self._others()]
        self.add(self.phrase)
        come = [FadeIn(token, scale=0.6) for token in tokens]
        arrivals: list[Animation] = [LaggedStart(*come, lag_ratio=0.15)] if come else []
        self.play(FadeIn(self.glow, self.subject, run_time=times.quick), *arrivals, run_time=times.move)
        for word in self._tight():
            band = self._band(word)
            length = float(np.linalg.norm(band.pulled - band.puller))
            band.set_pull(_as_thread(length), -_AT_FIRST * SAG / 2 * length)
        if self.leaving:
            self.play(FadeOut(*self.leaving), run_time=times.quick)
        measure = self.sum_note if len(self.sum_note) else self.whole
        self.play(FadeIn(self.strip.outline, *measure), run_time=times.quick)
        attached: list[str] = []
        for word in (*self._slack(), *self._tight()):
            self.play(Widen(self.pulls[word]), run_time=_ATTACH)
            attached.append(word)
            self.play(self._tug_towards(self.words[word].at, attached), run_time=_TUG_TIME)
        if self.loop is not None:
            self.play(self._comes_back(self.loop), run_time=_LOOPS)
        self.rest()

    def _comes_back(self, loop: Loop) -> Live:
        """Return how the word's own thread leaves it and comes back to it."""
        at = self.subject.at.copy()
        loop.put(at, at, 0.0)
        self.add(loop)
        return Live([loop], lambda share: loop.put(at, at, settle(share)), rate_func=linear)

    def _tug_towards(self, puller: Point, attached: Sequence[str]) -> Live:
        """Return how the word gives way a little to a band that has just been attached, and comes back."""
        start, way = self.subject.at.copy(), puller - self.subject.at
        way = _FIRST_TUG * way / max(float(np.linalg.norm(way)), 1e-9)

        def give(time: float) -> None:
            self.subject.put(start + math.sin(math.pi * time) * way)
            self.glow.move_to(self.subject.at)
            for word in attached:
                self.pulls[word].set_ends(self.pulls[word].puller, self.subject.at)

        return Live([self.subject, self.glow, *(self.pulls[word] for word in attached)], give, rate_func=linear)

    def _hanging(self, at: Point) -> float:
        """Return how far all threads hang while the pulled word is at a place: they cross as little text as can be."""
        boxes = [_around_box(box_of(number), _CLEAR) for number in self.plane.numbers]
        threads = {word: self._thread(word).copy() for word in self._slack()}
        for thread in threads.values():
            thread.set_ends(thread.puller, at)
        names = {
            word: [box_of(part) for part in token if len(part)]
            for word, token in self.words.items()
            if word != self.numbers.word
        }

        def crossed(hangs: float) -> float:
            return sum(
                inside_length(line, box)
                for word, thread in threads.items()
                for line in _curve(thread.set_slack(hangs))
                for box in (*boxes, *(box for other, parts in names.items() if other != word for box in parts))
            )

        return min(_HANGS, key=crossed)

    def _crossed(self) -> list[Mobject]:
        """Return the axes' numbers that threads run across at some time: they leave."""
        lines = self._hanging_lines(_AT_FIRST) + self._hanging_lines()
        boxes = [_around_box(box_of(number), _CLEAR) for number in self.plane.numbers]
        return [
            number
            for number, box in zip(self.plane.numbers, boxes, strict=True)
            if any(inside_length(line, box) > 0 for line in lines)
        ]

    def _hanging_lines(self, slack: float | None = None) -> list[Segment]:
        """Return all threads at the word's old place as short straight pieces, hanging as they do before they leave."""
        threads = [self._thread(word).copy() for word in self._slack()]
        hangs = self.hangs if slack is None else slack
        return [line for thread in threads for line in _curve(thread.set_slack(hangs))]

    def _weigh(self) -> None:
        """Let threads go slack and bands get tight; the strip says how hard they pull.

        Where angles are compared, the arc of the narrowest becomes its word's band.
        """
        if self.angles is not None:
            self._compare(self.angles)
        self.add(self.strip.pieces)
        self.strip.empty()
        if self.angles is not None:
            self._share_out(self.angles)
            return
        if measured := self._measured():
            self.play(*measured, run_time=self.style.times.quick)
        if slack := self._slack():
            self._fill(slack, self._hang(), run_time=_SLACKEN)
        if tight := self._tight():
            widths = [tighten(self._band(word), self.weight_of(word)) for word in tight]
            labels = [FadeIn(label, rate_func=_LATE) for label in self.moments[0].values()]
            asked = [FadeIn(self.question, rate_func=_LATE)] if len(self.question) else []
            self._fill(tight, *widths, *self._tug(), *labels, *asked, run_time=_TIGHTEN)
            self._file(self.moments[0])
        self.rest()

    def _share_out(self, angles: Angles) -> None:
        """Let the narrowest angle's arc become its word's band, then all others get theirs together; then say how much.

        The arc moves out along both vectors until it lies between the two words. As the band swells, its piece of the
        strip grows. Where the word's own angle is told as well, the fan of angles stays, dim where little comes of it;
        elsewhere all vectors leave, and the bands pull.
        """
        (puller,), slack = self._tight(), self._slack()
        places, narrowest, band = self._places([puller]), angles.openings[0], self._band(puller)
        blocks = [self.strip.names[place] for place in places if place in self.strip.names]
        band.set_pull(_as_thread(float(np.linalg.norm(band.pulled - band.puller))))
        if asks := self._asks_itself():
            self.kept_arc.add(narrowest.arc.copy())
            self.add(self.kept_arc)
        reaches = narrowest.reaches(band.pulled, band.puller, width=_STROKES * THREAD)
        self.play(reaches, *self._measured(), run_time=_SPANNED)
        self.remove(narrowest.arc)
        self.add(band)
        names = [FadeIn(name, rate_func=_LATE) for name, _ in blocks]
        self.play(tighten(band, self.weight_of(puller)), fill(self.strip, places), *names, run_time=_TIGHTEN)
        self._fill(slack, *(self._others_dim(angles) if asks else []), run_time=self.style.times.move)
        if blocks:
            self.play(*(FadeIn(weight) for _, weight in blocks), run_time=self.style.times.quick)
        for block in blocks:
            self.remove(*block)
            self.add(block)
        self.wait(_LANDED)
        if len(self.question):
            self.play(FadeIn(self.question), run_time=self.style.times.quick)
        if not asks:
            self._bring_bands(angles)
        self.rest()

    def _measured(self) -> list[Animation]:
        """Return how what says that the strip is all bands together gives way to what measures the strip."""
        return [FadeOut(self.sum_note), FadeIn(self.whole)] if len(self.sum_note) else []

    def _others_dim(self, angles: Angles) -> list[Animation]:
        """Return how all vectors but the narrowest angle's two get dim, with their degrees, which can still be read."""
        arrows, degrees = [opening.arrow for opening in angles.openings[1:]], self.degrees[2:]
        texts = [piece for each in degrees for piece in each.get_family() if isinstance(piece, Typeset)]

        def follow(share: float) -> None:
            for parts, left in ((arrows, _DIM_ARROW), (texts, _DIM)):
                for part in parts:
                    part.set_fill(opacity=1 - share * (1 - left))

        return [Live([*arrows, *degrees], follow)]

    def _others_leave(self, angles: Angles) -> list[Animation]:
        """Return how all vectors but the narrowest angle's two leave, with their degrees; names step back."""
        gone = [opening.arrow for opening in angles.openings[1:]] + list(self.degrees[2:])
        steps = [self._step(self.words[word].label, -step, _LATE) for word, step in self.asides.items()]
        return [*(FadeOut(each, rate_func=_TAKES_OVER) for each in gone), *steps]

    def _lay_on_itself(self, angles: Angles) -> None:
        """Lift a copy off the word's own vector and lay it back, at no angle; its weight fills the strip."""
        itself, away = angles.itself, -math.copysign(_OFF_ITSELF, angles.openings[0].turn)
        self.add(itself.turn_off(0.0))
        parts = [itself.arrow, itself.arc]
        self.play(Live(parts, lambda share: itself.turn_off(share * away)), run_time=_LIFTED)
        laid_on = Live(parts, lambda share: itself.turn_off((1 - share) * away))
        self.play(laid_on, FadeIn(self.degrees[0], rate_func=_LATE), run_time=_LAID)
        self.remove(*itself.get_family())
        self.wait(_SEEN)
        answered = [FadeOut(self.question, rate_func=_EARLY)] if len(self.question) else []
        self._fill([self.numbers.word], *answered, run_time=_ANSWERED)
        self.rest()

    def _bring_bands(self, angles: Angles) -> None:
        """Let the vectors leave; the bands that are away come back, and threads hang.

        Where the word's own angle has been told as well, only its own thread comes back: the others hardly pull.
        """
        quick, loop = self.style.times.quick, [] if self.loop is None else [self.loop]
        if self._asks_itself():
            gone = [*map(FadeOut, [angles.own, angles.openings[0].arrow, *self.kept_arc]), *self._others_leave(angles)]
            gone += [FadeOut(degrees, rate_func=_TAKES_OVER) for degrees in self.degrees[:2]]
            self.play(*gone, *map(FadeIn, self.kept_degrees.values()), run_time=2 * quick)
            if loop:
                self.play(FadeIn(*loop), run_time=quick)
            return
        self.play(*map(FadeOut, angles.arrows), run_time=2 * quick)
        bands = [*(self.pulls[word] for word in self._slack()), *loop]
        if bands:
            self.play(*map(FadeIn, bands), run_time=quick)
        beside = [FadeIn(label, rate_func=_LATE) for label in self._kept(self.moments[0])]
        self.play(self._hang(), *self._tug(), *beside, run_time=_TIGHTEN)

    def _hang(self) -> Live:
        """Return how the slack threads sag."""

        def hang(share: float) -> None:
            for word in self._slack():
                self._thread(word).set_slack(_AT_FIRST + share * (self.hangs - _AT_FIRST))

        return Live([self.pulls[word] for word in self._slack()], hang, rate_func=settle)

    def _compare(self, angles: Angles) -> None:
        """Let a fan open from the word's direction: the direction that it meets first is at the narrowest angle.

        The bands are away meanwhile. The fan opens on past all other words; the vectors that it has met grow, and their
        angles are said. Then it leaves, and they stay.
        """
        quick, fan = self.style.times.quick, angles.fan
        bands = [*(self.pulls[word] for word in self._others()), *([] if self.loop is None else [self.loop])]
        narrowest = angles.openings[0]
        turns = [abs(opening.turn) for opening in angles.openings]
        self.play(FadeOut(*bands), run_time=quick)
        _grow(angles.own, tip := angles.own.end.copy(), 0.0)
        self.add(angles.own)
        self.play(Live([angles.own], partial(_grow, angles.own, tip)), run_time=_OWN_ARROW)
        self.add(fan)
        self.play(fan.opens(0.0, turns[0]), run_time=_REACHED)
        narrowest.open(0.0)
        self.add(narrowest)
        self.play(narrowest.opens(), *self._said_when(angles.words[:1], [0.5]), run_time=_NEAREST)
        self.wait(_LOOKED_AT)
        met = [(turn - turns[0]) / max(turns[-1] - turns[0], 1e-9) for turn in turns[1:]]
        sweep = fan.opens(turns[0], turns[-1], rate_func=linear)
        grown = [self._grows(opening.arrow, share) for opening, share in zip(angles.openings[1:], met, strict=True)]
        self.play(sweep, *grown, *self._said_when(angles.words[1:], met), run_time=_SWEPT)
        self.play(FadeOut(fan), run_time=quick)
        self.wait(_COMPARED)

    def _grows(self, arrow: Vector, met: float) -> Live:
        """Return how a vector grows when a motion has come to a share of its time."""
        first, tip = min(met, 1 - _COMES_IN), arrow.end.copy()
        _grow(arrow, tip, 0.0)
        self.add(arrow)
        rate = squish_rate_func(smooth, first, first + _COMES_IN)
        return Live([arrow], partial(_grow, arrow, tip), rate_func=rate)

    def _said_when(self, words: Sequence[str], met: Sequence[float]) -> list[Animation]:
        """Return how the degrees of words come at shares of a motion, and how their names make room for them."""
        if not self.degrees or self.angles is None:
            return []
        said: list[Animation] = []
        numbers = dict(zip(self.angles.words, self.degrees[1:], strict=False))  # there may be no room for the widest
        for word, share in zip(words, met, strict=True):
            first = min(share, 1 - _COMES_IN)
            rate = squish_rate_func(smooth, first, first + _COMES_IN)
            said += [FadeIn(numbers[word], rate_func=rate)] if word in numbers else []
            if word in self.asides:
                before = max(first - _COMES_IN, 0.0)
                rate = squish_rate_func(smooth, before, before + _COMES_IN)
                said.append(self._step(self.words[word].label, self.asides[word], rate))
        return said

    def _filed(self, labels: Iterable[str]) -> dict[str, VGroup]:
        """Return the words whose weights go from their bands to the strip, and their names and weights there."""
        places = {word: self._places([word])[0] for word in labels}
        return {word: self.strip.names[at] for word, at in places.items() if at in self.strip.names}

    def _file(self, labels: Mapping[str, VGroup]) -> None:
        """Let the weights beside bands give way to those beside the strip; those that have none there stay."""
        filed = self._filed(labels)
        if filed:
            gone = [FadeOut(labels[word], rate_func=_GIVES_WAY) for word in filed]
            self.play(*gone, *(FadeIn(end, rate_func=_TAKES_OVER) for _, end in filed.values()), run_time=_FILED)
        for block in filed.values():
            self.remove(*block)
            self.add(block)

    def _tug(self) -> list[Animation]:
        """Return how the word gives way a little to what pulls, and is held."""
        start, (way, length) = self.subject.at.copy(), self._way()
        loop = [] if self.loop is None else [self.loop]
        marks = [self.subject, self.glow, *loop, *(self.pulls[word] for word in self._others())]

        def give(time: float) -> None:
            share = min(max((time - 0.2) / 0.8, 0.0), 1.0)
            far = min(_TUG, length) * math.sin(math.pi * min(2.2 * share, 1.0)) * (1 - share)
            self.subject.put(start + far * way)
            self.glow.move_to(self.subject.at)
            for thread in loop:
                thread.put(self.subject.at, self.subject.at)
            for word in self._others():
                self.pulls[word].set_ends(self.pulls[word].puller, self.subject.at)

        return [Live(marks, give, rate_func=linear)]

    def _way(self) -> tuple[Point, float]:
        """Return the direction in which the word will move, of length 1, and how far."""
        way = self.there - self.plane.place(self.numbers.vector)
        length = float(np.linalg.norm(way))
        return way / max(length, 1e-9), length

    def _band(self, word: str) -> Band:
        mark = self.pulls[word]
        assert isinstance(mark, Band)
        return mark

    def _thread(self, word: str) -> Thread:
        mark = self.pulls[word]
        assert isinstance(mark, Thread)
        return mark

    def _fill(self, words: list[str], *motions: Animation, run_time: float) -> None:
        """Fill the strip with the pieces of words while something moves; their names come with them, and their weights.

        Weights that stand beside their bands come later, from there.
        """
        places, later = self._places(words), self._filed([*self.moments[0], *self.moments[1]])
        texts: list[Mobject] = []
        for place in places:
            if place in self.strip.names:
                name, _ = block = self.strip.names[place]
                texts.append(name if self.numbers.words[place] in later else block)
        if self.strip.others is not None and any(place not in self.strip.names for place in places):
            texts += [self.strip.others, *self.strip.end]
        texts = [text for text in texts if text not in self.mobjects]
        self.play(*motions, fill(self.strip, places), *map(FadeIn, texts), run_time=run_time)

    def _pull_out(self, own: Band | Thread) -> None:
        """Pull the word away from its place; its own band comes out from under it."""
        times = self.style.times
        leave: list[Animation] = []
        if not self._asks_itself():
            leave += [FadeOut(self.pulls[word]) for word in self._slack()]
            filed = [degrees for word, degrees in self.kept_degrees.items() if word != self.numbers.word]
            leave += [FadeOut(degrees, rate_func=_TAKES_OVER) for degrees in self.degrees[1:]]
            leave += map(FadeIn, filed)
            leave += [self._step(self.words[word].label, -step, _LATE) for word, step in self.asides.items()]
        self.play(FadeIn(self.pointer, shift=point(-0.5, 0.0)), *leave, run_time=2 * times.quick)
        self.add(own)
        start = self.subject.at.copy()
        side = self._name_side(self.held) if self.side_out is None else self.side_out
        way = self.held - self.subject.at
        length = max(float(np.linalg.norm(way)), 1e-9)

        def strained(time: float) -> float:
            after = max(time - _STRAINED, 0.0) / (1 - _STRAINED)
            return _slower(min(time / _STRAINED, 1.0)) + _shaking(after) / length

        def follow(share: float) -> None:
            self._follow(share)
            if self.loop is not None:
                self.loop.put(start, self.subject.at, max(1 - share / _STRAIGHT, 0.0))

        moved = [self.pointer, *([] if self.loop is None else [self.loop])]
        out = slide(
            self.subject, self.held, self._lasting(), glow=self.glow, offset=side, also=follow, moved=moved,
            rate_func=strained,
        )  # fmt: skip
        gone = [FadeOut(label, rate_func=_EARLY) for label in self._kept(self.moments[0])]
        beside = [*self.moments[1].values(), *self.own_weight, *self.pin_note]
        come = [FadeIn(label, rate_func=_LATE) for label in beside]
        self.play(out, *gone, *come, run_time=_OUT_TIME)
        if self.loop is not None:
            self.remove(self.loop)  # the band lies where it got straight
        if isinstance(own, Band):
            laid(own.pin, Layer.PIN)  # over the lines that begin at it
        if self._asks_itself():
            self.rest()
            return
        answered: list[Animation] = [FadeOut(self.question, rate_func=_EARLY)] if len(self.question) else []
        answered += [FadeIn(degrees) for word, degrees in self.kept_degrees.items() if word == self.numbers.word]
        self._fill([self.numbers.word], *answered, run_time=_ANSWERED)
        self._file(self.moments[1])
        self.rest()

    def _kept(self, labels: Mapping[str, VGroup]) -> list[VGroup]:
        """Return the weights that stay beside their bands, as they have no place beside the strip."""
        filed = self._filed(labels)
        return [label for word, label in labels.items() if word not in filed]

    def _follow(self, _: float) -> None:
        """Bring the pointer to the word, and the bands' ends under their icons."""
        self.pointer.put(self._grip(self.subject.at))
        self._fasten()

    def _let_go(self) -> None:
        """Let the word swing to where its bands balance; then say again how hard they pull."""
        idle = [self.words[word] for word in self._slack()] if self._tight() else []
        beside = [*self._kept(self.moments[1]), *self.own_weight]
        gone = [FadeOut(label) for label in (*beside, *self.pin_note, *idle)]
        times = self.style.times
        self.play(FadeOut(self.pointer, shift=point(0.5, 0.0)), *gone, run_time=times.quick)
        back = slide(
            self.subject, self.there, self._lasting(), glow=self.glow, offset=self.side,
            also=lambda _: self._fasten(), rate_func=swing,
        )  # fmt: skip
        self.play(back, run_time=_BACK_TIME)
        smaller = [ApplyMethod(self.subject.mark.scale, _RESTS)] if self.subject.has_icon else []
        if self.shares is not None:
            self._lay_strip(self.shares, *smaller)
        elif smaller:
            self.play(*smaller, run_time=times.quick)
        if self.change is not None:
            if known := [text for text in self.ends[:2] if len(text)]:
                self.play(*map(FadeIn, known), run_time=times.quick)
            for part in self.change.steps:
                self.play(FadeIn(part), run_time=times.quick)
                self.wait(_SUMMED)
            if landing := [text for text in self.ends[2:] if len(text)]:
                named = [FadeOut(self.subject.label)] if self.subject.has_icon else []
                self.play(*named, *map(FadeIn, landing), run_time=times.quick)

    def _lay_strip(self, shares: Shares, *motions: Animation) -> None:
        """Let the strip itself turn and shrink until it lies beside the way, filled up to where the word rests.

        What is left of the way is an outline: the word's own piece leaves. The weight of the word that pulls comes
        along where that crosses nothing, and becomes the share of the way.
        """
        strip, quick, words = self.strip, self.style.times.quick, self.numbers.words
        (place,) = self._places(self._tight())
        is_free = not strip.lying and shares.across[0] > 0  # nothing stands between the record and that side of the way
        carried = [strip.names[place][1]] if place in strip.names and is_free else []
        rest = [piece for piece, word in zip(strip.pieces, words, strict=True) if word not in self._tight()]
        texts = [part for block in strip.texts for part in block if part not in carried]
        gone = [*texts, *strip.end, self.whole, *self.kept_degrees.values(), *rest]
        left = [piece for piece in gone if len(piece.get_family()) > 1 or len(piece.points)]
        for block in strip.texts:
            self.remove(block)
        self.add(*texts, *carried)
        self.play(*motions, FadeOut(*left), run_time=quick)
        self.play(self._lies_down(shares, [strip.outline, strip.pieces[place]], carried), run_time=_LIES)
        self.wait(_BEFORE_SHARE)
        said = [FadeOut(weight, rate_func=_EARLY) for weight in carried]
        self.play(FadeIn(shares.mark), *said, FadeIn(shares.number, rate_func=_AFTER), run_time=2 * quick)
        self.wait(_LANDED)

    def _lies_down(self, shares: Shares, parts: Sequence[VMobject], carried: Sequence[VMobject]) -> Live:
        """Return how parts of the strip turn, shrink and come beside the way, and a weight comes along.

        It turns first and comes then, so that it crosses nothing on its way.
        """
        strip = self.strip
        last = shares.ends if strip.lying else shares.ends[::-1]
        old = Leaning.between(strip.place(0.0), strip.place(strip.length), strip.thick)
        new = Leaning.between(last[0], last[1], THICKNESS)
        light = UP if strip.lying else LEFT
        places = [old.shares_of(part.points) for part in parts]
        starts = [weight.get_center() for weight in carried]

        def follow(share: float) -> None:
            at = old.towards(new, float(_TURNS_FIRST(share)), float(_COMES_THEN(share)))
            for part, each in zip(parts, places, strict=True):
                part.set_points(at.points_of(each))
                part.set_sheen_direction(rotate_vector(light, at.angle - old.angle))
            for weight, start in zip(carried, starts, strict=True):
                way = shares.number[-1].get_center() - start
                weight.move_to(start + point(float(_COMES_THEN(share)) * way[0], float(_TURNS_FIRST(share)) * way[1]))

        return Live([*parts, *carried], follow, rate_func=linear)

    def _places(self, words: list[str]) -> list[int]:
        """Return all positions at which words stand in the phrase."""
        return [index for index, word in enumerate(self.numbers.words) if word in words]

    def _held(self, start: Point) -> Point:
        """Return where the word is held out of balance, where nothing else is.

        It is farther along its own vector, so that no angle changes; or else off the line of its path.
        """
        way = self.there - start
        length = float(np.linalg.norm(way))
        across = point(-way[1], way[0]) / length if length > 0.05 else point(0.0, 1.0)
        if np.dot(across, self.there - self.plane.origin) < 0:
            across = -across
        room, half = self.view.words(self.stage).inset(_GRIP, _GRIP, _GRIP, _GRIP), _GRIP
        others = [
            _around(self.plane.place(row), half) for word, row in self.vectors.items() if word != self.numbers.word
        ]
        free = []
        ray = start - self.plane.origin
        ray = ray / max(float(np.linalg.norm(ray)), 1e-9)
        asides = [
            self.there + far * rotate_vector(side, math.radians(turn))
            for fars, side in product((_OUT[:3], _OUT[3:]), (across, -across))
            for turn, far in product(_TURNS, fars)
        ]
        for at in [*(start + far * ray for far in _ALONG), *asides]:
            inside = room.left <= at[0] <= room.right and room.bottom <= at[1] <= room.top
            if inside and all(overlap(_around(at, half), other) == 0 for other in others):
                free.append(at)
        return next(filter(self._comes_clean, free), free[0] if free else self.there)

    def _comes_clean(self, at: Point) -> bool:
        """Return whether the band from the strongest puller is not seen again beyond its icon's edge, as at a stem."""
        numbers = self.numbers
        word, place = numbers.words[numbers.strongest], self.plane.place(numbers.vectors[numbers.strongest])
        token = Token(word, place, self.style.theme.ink, style=self.style)
        way = token.at - at
        length = float(np.linalg.norm(way))
        if word == numbers.word or length < 1e-9:
            return True
        wide = SLIM * width_at(self.weight_of(word), 0.0)
        along, across = way / length, point(-way[1], way[0]) / length * wide / 2
        ends = np.arange(length - token.height_of_icon, length + token.tuck(at, wide), 0.02)
        for side in (-1, 0, 1):
            covered = token.covers([at + far * along + side * across for far in ends])
            if any(first and not then for first, then in pairwise(covered)):
                return False
        return True

    def _lines(self, at: Point) -> list[Segment]:
        """Return the straight ways of the pulls when the word is at a place, the slack ones only at its old place."""
        at_first = np.allclose(at, self.plane.place(self.numbers.vector))
        return [
            (flat(self.plane.place(row)), flat(at))
            for word, row in self.vectors.items()
            if at_first or word == self.numbers.word or self.weight_of(word) >= SLACK_BELOW
        ]

    def _rays(self) -> list[Segment]:
        """Return the ways of all words' vectors, and some in between the two that matter: names keep off that angle."""
        numbers = self.numbers
        step = numbers.vectors[numbers.strongest] - numbers.vector
        rows = [*numbers.vectors, *(numbers.vector + share * step for share in _BETWEEN)]
        return [(flat(self.plane.origin), flat(self.plane.place(row))) for row in rows]

    def _boxes(self) -> list[Box]:
        """Return the boxes of all words but the pulled one, and of their names."""
        still = [token for word, token in self.words.items() if word != self.numbers.word]
        return [*(box_of(part) for token in still for part in token), *self.plane.text_boxes()]

    def _left_behind(self, at: Point) -> list[Box]:
        """Return the boxes of what is seen when the word is elsewhere: its old place; the strip, where it rests."""
        start = self.plane.place(self.numbers.vector)
        boxes = [_around(start, 0.4 * _HERO)] if float(np.linalg.norm(at - start)) > 0.3 else []
        return boxes + (self.shares.boxes() if self.shares is not None and np.allclose(at, self.there) else [])

    def _spot(self, at: Point) -> Spot:
        """Return the pulled word at a place, as a spot that needs its name."""
        name, (across, up) = self.subject.name_text, self.subject.reach()
        assert name is not None
        return Spot(*flat(at), float(name.width), float(name.height), (across + _OFF_ICON, up + _OFF_ICON), (1.0, 0.0))

    def _bounds(self) -> Box:
        room = self.view.words(self.stage)
        return (room.left, room.bottom, min(room.right + 0.15, self.stage.safe.right - 0.05), room.top)

    def _name_side(self, at: Point) -> tuple[float, float]:
        """Return where the pulled word's name goes when the word is at a place."""
        spot = self._spot(at)
        boxes = [*self._boxes(), *self._left_behind(at)]
        if np.allclose(at, self.held):
            boxes.append(self._pointed(at))
        ((x, y),) = place_labels([spot], self._bounds(), lines=self._lines(at), boxes=boxes)
        return (x - spot.x, y - spot.y)

    def _side_out(self) -> tuple[float, float] | None:
        """Return where the word's name can stay at its old place and while it is pulled away, or None."""
        name = self.subject.name_text
        assert name is not None and self.side is not None
        start, (across, up) = self.subject.at.copy(), self.subject.reach()
        beside, above = across + 0.12 + float(name.width) / 2, up + 0.12 + float(name.height) / 2
        around = [(0.0, above), (beside, above), (-beside, above), (beside, 0.0), (-beside, 0.0), (0.0, -above)]
        sides = [self.side, self.subject.offset, *around]
        places = [start + share * (self.held - start) for share in np.linspace(0.0, 1.0, 6)]
        for side in sides:
            assert side is not None
            if all(self._is_free_at(at, side, start) for at in places):
                return side
        return None

    def _is_free_at(self, at: Point, side: tuple[float, float], start: Point) -> bool:
        """Return whether the word's name covers nothing while the word is at a place, its own band behind it."""
        name = self.subject.name_text
        assert name is not None
        box = _box(at[0] + side[0], at[1] + side[1], float(name.width) + 0.1, float(name.height) + 0.1)
        left, low, right, top = self._bounds()
        own = SLIM * width_at(self.weight_of(self.numbers.word), 0.0) / 2
        free = left <= box[0] and box[2] <= right and low <= box[1] and box[3] <= top
        free = free and inside_length((flat(start), flat(at)), _around_box(box, own)) == 0
        free = free and all(
            overlap(box, other) == 0 for other in (*self._boxes(), *self._left_behind(at), self._pointed(at))
        )
        return free and all(inside_length(line, box) == 0 for line in self._lines(at))

    def _moments(self) -> list[dict[str, VGroup]]:
        """Return the weights beside their bands, by word: while others pull, and while the word is held.

        A word that stands in the phrase twice has one band; its two weights stand in the record. So do those of many
        bands: only the largest stand beside theirs.
        """
        words, own = self.numbers.words, self.numbers.word
        bands = [word for word, mark in self.pulls.items() if isinstance(mark, Band) and words.count(word) == 1]
        largest = sorted(bands, key=lambda word: -self.weight_of(word))[:_MOST_WEIGHTS]
        others = [word for word in largest if word != own]
        kept = self.side_out
        moments = (
            (self.plane.place(self.numbers.vector), others, kept or self.subject.offset),
            (self.held, [own] if own in largest else [], kept or self._name_side(self.held)),
        )
        return [self._weights_at(at, shown, side or (0.0, 0.0), named=len(shown) == 1) for at, shown, side in moments]

    def _own_on_its_band(self) -> list[VGroup]:
        """Return the word's own weight beside its band while the word is held; nothing where nothing is free."""
        own, boxes = self.numbers.word, [*self._boxes(), *map(box_of, self.pin_note), self._pointed(self.held)]
        if own not in self.moments[1]:
            return []
        side = self.side_out or self._name_side(self.held)
        (weight,) = self._weights_at(self.held, [own], side, named=False).values()
        return [weight] if all(overlap(box_of(weight), box) == 0 for box in boxes) else []

    def _weight(self, word: str, named: bool) -> VGroup:
        """Return a weight as it stands beside its band, its name above it where there is only one."""
        number = HeroNumber(self.weight_of(word), color=self.color_of(word), style=self.style)
        if not named:
            return VGroup(labelled(number, self.style))
        name = Label(self.says("weight"), size=self.style.sizes.number, color=self.color_of(word), style=self.style)
        name.set_x(float(number.get_x())).on_baseline(float(number.get_top()[1]) + _NAME_ABOVE)
        return VGroup(labelled(name, self.style), labelled(number, self.style))

    def _weights_at(
        self, at: Point, words: Sequence[str], side: tuple[float, float], *, named: bool
    ) -> dict[str, VGroup]:
        """Return the weights of words beside their bands while the pulled word is at a place, its name beside it."""
        spots, numbers, name = [], [], self.subject.name_text
        assert name is not None
        for word in words:
            band = self._band(word)
            number = self._weight(word, named)
            short = float(np.linalg.norm(at - band.puller)) < _HERO
            middle = band.puller if short else (band.puller + at) / 2
            thick = SLIM * width_at(self.weight_of(word), 0.0) / 2
            reach = (_HERO / 2, _HERO / 2 + 0.06) if short else (thick + 0.12, thick + 0.12)
            spots.append(Spot(*flat(middle), float(number.width), float(number.height), reach))
            numbers.append(number)
        x, y = at[0] + side[0], at[1] + side[1]
        boxes = [
            *self._boxes(),
            _around(at, _HERO / 2),
            *self._left_behind(at),
            (x - name.width / 2, y - name.height / 2, x + name.width / 2, y + name.height / 2),
        ]
        places = place_labels(spots, self._bounds(), lines=self._lines(at), boxes=boxes)
        return {word: number.move_to(point(*place)) for word, number, place in zip(words, numbers, places, strict=True)}


def _grow(arrow: Vector, tip: Point, share: float) -> None:
    """Draw a share, 0 to 1, of a vector."""
    arrow.set_ends(arrow.start, arrow.start + max(share, 1e-3) * (tip - arrow.start))


def _slower(time: float) -> float:
    """Return how far somebody has pulled against a spring, 0 to 1: slower and slower."""
    return float(1 - (1 - smooth(time)) ** 1.6)


def _shaking(time: float) -> float:
    """Return how far a hand that holds against a spring trembles, scene units; it begins and ends at 0."""
    return _TREMBLE * math.sin(_SHAKES * time) * math.sin(math.pi * time)


def _outline(corners: Iterable[Point]) -> list[Segment]:
    """Return the edges between corners that are given one after the other."""
    spots = [flat(corner) for corner in corners]
    return list(pairwise([*spots, spots[0]]))


def _as_thread(length: float) -> float:
    """Return the weight as which a band is as wide as a thread in its middle: before it is said how hard it pulls."""
    return THREAD / (SLIM * width_at(1.0, 0.5, length))


def _curve(thread: Thread) -> list[Segment]:
    """Return a thread as short straight pieces."""
    spots = thread.spots(np.linspace(0.0, 1.0, 25)).tolist()
    return list(pairwise((x, y) for x, y in spots))


def _box(x: float, y: float, width: float, height: float) -> Box:
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _spanned(spots: Sequence[tuple[float, float]]) -> Box:
    """Return the box around points."""
    across, up = zip(*spots, strict=True)
    return (min(across), min(up), max(across), max(up))


def _is_free(box: Box, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]) -> bool:
    """Return whether a text's box lies within bounds and covers no line and no other box."""
    left, low, right, top = _around_box(box, _AIR)
    inside = bounds[0] <= left and bounds[1] <= low and right <= bounds[2] and top <= bounds[3]
    free = inside and all(overlap((left, low, right, top), other) == 0 for other in boxes)
    return free and all(inside_length(line, (left, low, right, top)) == 0 for line in lines)


def _moved_box(box: Box, step: Point) -> Box:
    return (box[0] + float(step[0]), box[1] + float(step[1]), box[2] + float(step[0]), box[3] + float(step[1]))


def _around_box(box: Box, air: float) -> Box:
    return (box[0] - air, box[1] - air, box[2] + air, box[3] + air)


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)
