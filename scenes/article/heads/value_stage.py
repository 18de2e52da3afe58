"""A word in a value space on the stage: the space's pane, the words in it, their bands, and the word they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from math import hypot, inf

import numpy as np
import torch
from manim import Animation, FadeIn, FadeOut, GrowFromCenter, VGroup, linear, smooth, squish_rate_func
from torch import Tensor

from scenes.article.heads.jumps import Jumps
from scenes.article.heads.lens import CLEAR, Lens, lens_place
from scenes.article.heads.pane import Air, Pane
from scenes.article.heads.rest import REST, Rest, box_of
from scenes.article.heads.value_space import ValueSpace
from scenes.motion.live import Live
from scenes.number_format import decimals_that_add
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import SLACK_BELOW, Band, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, clip, free_place, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.ruler import Ruler
from scenes.parts.plane.token import DISC, DOT, Token, haloed
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import Style

ICON, _LEAST_ICON, _MOST_ICON = 0.67, 0.45, 0.92
"""The height of icons as a share of the unit, and its bounds, scene units."""

ROOMY = 0.6
"""The unit, scene units, above which small words have their names, and arrows and numbers there is little room for are
drawn."""

_LARGE = 1.1
"""The unit, scene units, above which weights are written larger."""

_SLIM = 0.75
"""The share of its usual width that a band has in a pane whose unit is one scene unit."""

_RIMMED = 0.06
"""The weight from which a band has a rim in the colour of the ground."""

_OUTLINE, _THREAD_LINE = 3.0, 1.2
"""Stroke units of the outline of a band that has one, and of one like a thread."""

KEPT = 0.05
"""The weight above which a pull is drawn even after the first phrase has pulled the word."""

_LITTLE = 0.002
"""The weight below which no band is drawn."""

_WEAKER = 0.9
"""The share of the strongest pull from which any pull is drawn."""

_OVER = 0.12
"""Scene units from a band up to its weight."""

_ALONG = (0.5, 0.62, 0.38, 0.7)
"""Shares of a band at which its weight may stand, best first."""

_UP_BAND = 0.62
"""The share of the rest's band at which its weight stands beside it."""

_BESIDE_END, _OFF_NAME = 0.3, 0.08
"""Scene units that a number keeps off the names of the axis' ends, or off another number, so that both do not read as
one, and off the rest's name."""

TIGHTENS = 0.35
"""The share of a turn in which bands get their new widths, before the word follows them."""

_HANGS, _PIECES = 0.16, 6
"""The sag of a thread as a share of the way that it goes sideways, and the straight pieces that stand for it where
labels keep off it."""

_NEAR = 3.5
"""The radii of a word's disc within which the word that takes its place is seen to slide there."""

_LENSES = (1.15, 1.05, 0.98, 0.9, 0.8, 0.7, 0.6)
"""Scene units: a lens's radius, tried in turn."""

_EDGE = 0.03
"""Scene units from a pane's edge to a word's name, at the least."""

_TITLE = 0.36
"""Scene units from a pane down to its title's baseline."""

_UNDER_DISC, _TICK, _GAUGE = 0.24, 0.07, 2.4
"""Scene units from the discs of two words down to how far they lie apart, and half of the ticks at its ends; stroke
units of its lines."""

_STRAY = 0.6
"""Scene units from the middle of a band within which its number stands, or it is left out; the strongest pull always
has its own."""

_SHORT = 1.6
"""The length of a short band, as a share of the height of icons."""

TITLED_BELOW = 6.0
"""The width of a pane, scene units, from which its title stands below it, between the names of its ends."""


class StagedSpace:
    """All that is drawn of a value space.

    Args:
        numbers: the space.
        region: its pane's.
        record: where its jumps are kept; None where the phrase does not change.
        unit: scene units for 1.
        spans: the least and the largest number along both axes.
        air: scene units that the pane keeps free.
        largest: the longest jump of the figure.
        ink: called with a word and a phrase's number for its colour there.
        title: the space's name.
        title_size: its size, manim font units.
        ends: the names of the first axis's ends, the left one first, each with its colour; empty for none.
        kept: the weight above which a pull is drawn; what is left pulls together, as one rest. All words are drawn
            when left out.
        threads: tell every pull: words that change have one of their own, however weak, and each has its weight. Else
            a weak one is part of the rest, and the strongest alone has its weight.
        icon: the height of icons as a share of the unit.
        heading: what the record measures.
        style: theme and sizes.

    Attributes:
        pane: the sheet of glass.
        ends: the names of the first axis's ends.
        words: the words' tokens, the pulled one left out.
        bands: every word's band, the pulled one's own included.
        apples: the pulled word as each phrase colours it.
        shares: for each phrase, the weights of its bands, by their words.
        rulers: for each change of the phrase, the distance between the word's places.
        gaps: for each change, how far the word that comes lies from the one that leaves, where it slides there.
        record: the jumps as bars, where they are kept.
        lens: a lens over the word where a change hardly moves it, or None.
        mark: how long a cell of the grid is.
        rest: the words without a band of their own as one, where together they pull so much that it is seen.
        left_behind: the outlines that each change of the phrase leaves where it found the word.
    """

    record: Jumps

    def __init__(
        self,
        numbers: ValueSpace,
        region: Region,
        record: Region | None,
        *,
        unit: float,
        spans: Sequence[tuple[float, float]],
        air: Air,
        largest: float,
        ink: Callable[[str, int], str],
        title: str,
        title_size: float,
        ends: Sequence[tuple[str, str]],
        kept: float | None = None,
        threads: bool = False,
        icon: float = ICON,
        heading: str = "",
        style: Style,
    ) -> None:
        self.threads = threads and kept is not None
        self.kept, self.numbers, self.style, self.ink, self.largest = kept, numbers, style, ink, largest
        strongest = [float(numbers.weight(word, phrase)) for phrase, word in enumerate(numbers.pullers)]
        self.least = 0.0 if kept is None else min(kept, _WEAKER * min(strongest))
        self.pane = Pane(region, unit, spans, air, style=style)
        self.height = min(max(icon * unit, _LEAST_ICON), _MOST_ICON)
        self.title = self._titled(title, title_size, region)
        self.ends = self._end_names(ends, region)
        self.changing = list(dict.fromkeys([*(word for pair in numbers.changes for word in pair), *numbers.pullers]))
        self.places = [self.pane.place(row) for row in numbers.updated]
        self.lens: Lens | None = None
        self.rest: Rest | None = None
        self.words = self._tokens()
        self.ghosts = {word: token.ghost() for word, token in self.words.items() if word in self.changing}
        self.slim = min(1.0, _SLIM * unit)
        self.bands = {word: self._band(word) for word in numbers.words if word != numbers.word}
        self._tuck()
        self._make_phrases()
        if record is not None:
            self.record = self._recorded(record, heading)
        self.mark = VGroup()

    def _make_phrases(self) -> None:
        """Make what the word is in each phrase, and what it does at each change."""
        numbers, start = self.numbers, self.pane.place(self.numbers.own)
        phrases, steps = range(len(numbers.phrases)), range(len(numbers.steps))
        self.subject = self._coated(0, start)
        self.apples = [self._coated(phrase, start) for phrase in phrases]
        self.old_places = [apple.ghost() for apple in self.apples]
        self.own_bands = [self._pinned(phrase, start) for phrase in phrases]
        self.rest = self._rest()
        self.copies = self._copies()
        self.rulers = [self._ruler(step) for step in steps]
        self.left_behind = [self._coated(step, self.places[step]).ghost() for step in steps]
        self.shares: list[dict[str, VGroup]] = []
        for phrase in phrases:  # each one's stand off those before it
            self.shares.append(self._shares(phrase))
        self.gaps = [self._gap(step) for step in steps]

    def _coated(self, phrase: int, at: Point) -> Token:
        """Return the pulled word at a place, as a phrase colours it."""
        word = self.numbers.word
        return Token(word, at, self.ink(word, phrase), height=self.height, large=True, style=self.style)

    def _pinned(self, phrase: int, at: Point, weight: Tensor | float = 0.0) -> Band:
        """Return the pulled word's own band in a phrase, from the pin at its own place to a place."""
        own, ink = self.pane.place(self.numbers.own), self.ink(self.numbers.word, phrase)
        return Band(own, at, weight, ink, pinned=True, slim=self.slim, style=self.style)

    def _recorded(self, record: Region, heading: str) -> Jumps:
        """Return the record of the jumps in its region."""
        numbers, ink = self.numbers, self.ink
        changes = [
            [
                ((before, after), ([ink(word, step) for word in before], [ink(word, step + 1) for word in after]))
                for step, (before, after) in enumerate(swaps)
            ]
            for swaps in (numbers.swaps, [((before,), (after,)) for before, after in numbers.changes])
        ]
        unit = self.pane.unit
        return Jumps(changes, numbers.distances, self.largest, record, unit=unit, heading=heading, style=self.style)

    def jumps(self, step: int) -> bool:
        """Return whether a change of the phrase takes the word far, compared with the longest jump of the figure."""
        return float(self.numbers.distances[step]) > 0.25 * self.largest

    def measure(self, step: int) -> VGroup:
        """Return the mark of how far a change takes the word; nothing where that is next to nothing."""
        return self.rulers[step] if self.jumps(step) else VGroup()

    def _titled(self, title: str, size: float, region: Region) -> VGroup:
        label = Label(title, size=size, color=self.style.theme.value, within=inf, style=self.style)
        below = region.width >= TITLED_BELOW
        label.set_x(float(region.centre[0])).on_baseline(region.bottom - _TITLE if below else region.top + 0.16)
        return laid(VGroup(haloed(label, self.style)), Layer.LABEL)

    def _end_names(self, ends: Sequence[tuple[str, str]], region: Region) -> VGroup:
        """Return the names of the first axis's ends, below the pane."""
        names, size = VGroup(), self.style.sizes.number
        for side, (text, color) in zip((-1, 1), ends, strict=True):
            if not text:
                continue
            within = 0.22 if region.width >= TITLED_BELOW else 0.45
            label = Label(text, size=size, color=color, within=within * region.width, style=self.style)
            half = float(label.width) / 2
            label.set_x(region.left + half if side < 0 else region.right - half)
            names.add(laid(haloed(label.on_baseline(region.bottom - _TITLE), self.style), Layer.LABEL))
        return names

    def _tokens(self) -> dict[str, Token]:
        """Return the words other than the pulled one at the places of their values, those without an icon named."""
        numbers, style = self.numbers, self.style
        others = [word for word in numbers.words if word != numbers.word]
        seen = [word for word in others if not self.is_bystander(word) or word in self._gathering()]
        roomy = self.pane.unit > ROOMY
        named = [word for word in seen if not has_icon(word, style) and (self._is_large(word) or roomy)]
        spots, texts = [], {}
        for word in named:
            large = self._is_large(word)
            size = style.sizes.number if large else style.sizes.tick
            texts[word] = Label(word, size=size, color=self._color(word), style=style)
            x, y = flat(self.pane.place(numbers.value(word)))
            reach = (DISC if large else DOT) + 0.03
            spots.append(Spot(x, y, float(texts[word].width), float(texts[word].height), (reach, reach)))
        boxes = [self._around(self.pane.place(numbers.value(word))) for word in seen if word not in named]
        boxes += [self._around(place) for place in (self.pane.place(numbers.own), *self.places)]
        _, balance = self._left(0)
        joins = [(flat(self.pane.place(numbers.value(word))), flat(balance)) for word in self._gathering()]
        lines = [*self.pane.axes(), *self._ways(), *joins]
        centres = place_labels(spots, self.pane.bounds(_EDGE), lines=lines, boxes=boxes)
        offsets = {
            word: (centre[0] - spot.x, centre[1] - spot.y)
            for word, centre, spot in zip(named, centres, spots, strict=True)
        }
        tokens = {
            word: Token(
                word, self.pane.place(numbers.value(word)), self._color(word), offset=offsets.get(word),
                height=self.height, large=self._is_large(word), text=texts.get(word), style=style,
            )
            for word in others
        }  # fmt: skip
        for word in named:
            tokens[word].label.add(self.pane.plate(texts[word]))
        return tokens

    def _gathering(self) -> list[str]:
        """Return the words of the first phrase that are only part of the rest, where there is room to name them."""
        if not self.threads or self.pane.unit <= ROOMY:
            return []
        return [word for word in dict.fromkeys(self.numbers.phrase_words[0]) if self.is_bystander(word)]

    def gathering(self) -> list[Token]:
        """Return the words that the rest is made of, as long as each is seen for itself; none without a rest.

        Of a word that stays where it is, because it changes later, a copy without a name goes.
        """
        if not self.rest:
            return []
        return [self.words[word] for word in self._gathering() if word in self.words] + self.copies

    def tied(self) -> list[Token]:
        """Return the words of the first phrase that are seen and yet only part of the rest, where it is not told."""
        if not self.rest or self._gathering():
            return []
        held = [] if self._holds(0) else [self.subject]
        return [token for token in self.shown(0) if not self._pulls(token.word, 0)] + held

    def _copies(self) -> list[Token]:
        """Return copies of the first phrase's words that are part of the rest and yet stay where they are."""
        if not self._gathering():
            return []
        weak = [
            word for word in dict.fromkeys(self.numbers.phrase_words[0])
            if not self.is_bystander(word) and not self._pulls(word, 0)
        ]  # fmt: skip
        colors = {word: self.color_in(word, 0) for word in weak}
        places = {word: self.pane.place(self.numbers.value(word)) for word in weak}
        return [
            Token(word, places[word], colors[word], height=self.height, large=True, style=self.style) for word in weak
        ]

    def _is_large(self, word: str) -> bool:
        """Return whether a word changes or pulls, or has a colour by its role."""
        return word in self.changing or self.ink(word, 0) != self.style.theme.ink

    def color_in(self, word: str, phrase: int) -> str:
        """Return a word's colour in a phrase: dim where it is none that changes or pulls."""
        return self.ink(word, phrase) if word == self.numbers.word else self._color(word)

    def _color(self, word: str) -> str:
        """Return a word's colour: dim where it is none that changes or pulls."""
        color = self.ink(word, 0)
        seen = word in self.changing or color != self.style.theme.ink or word in self._gathering()
        return color if seen else self.style.theme.dim

    def _around(self, place: Point) -> Box:
        return _around(flat(place), (self.height, self.height))

    def _ways(self) -> list[Segment]:
        """Return the strong pulls as segments, before and after the word gives way: labels keep off them."""
        numbers, own = self.numbers, flat(self.pane.place(self.numbers.own))
        first = [
            (own, flat(self.pane.place(numbers.value(word))))
            for word in numbers.words
            if float(numbers.weight(word, 0)) > KEPT
        ]
        return (
            [(own, flat(self.places[0])), *first]
            + [way for phrase in range(len(self.places)) for way in self._pulling(phrase)]
            + [
                (flat(self.places[step]), flat(self.places[step + 1]))
                for step in range(len(numbers.steps))
                if self.jumps(step)
            ]
        )

    def _pulling(self, phrase: int) -> list[Segment]:
        """Return the pulls of a phrase that labels keep off, as segments."""
        numbers, end, ways = self.numbers, self.places[phrase], []
        for word in numbers.words:
            if self._is_line(word, phrase):
                start = self.pane.place(numbers.value(word))
                hangs = self._has_thread(word) and float(numbers.weight(word, phrase)) < SLACK_BELOW
                spots = _hung(start, end) if hangs else [start, end]
                ways += [(flat(first), flat(last)) for first, last in pairwise(spots)]
        return ways

    def _is_line(self, word: str, phrase: int) -> bool:
        """Return whether a pull is drawn as a line that labels keep off."""
        return float(self.numbers.weight(word, phrase)) > KEPT or (self._has_thread(word) and self._pulls(word, phrase))

    def _band(self, word: str) -> Band:
        place = self.pane.place(self.numbers.value(word))
        return Band(place, place, 0.0, self._color(word), slim=self.slim, style=self.style)

    def _tuck(self) -> None:
        """Let the bands of the words that pull most end behind their icons."""
        for phrase, puller in enumerate(self.numbers.pullers):
            if puller in self.words:
                width = self.slim * width_at(float(self.numbers.weight(puller, phrase)), 0.0)
                self.bands[puller].set_tuck(self.words[puller].tuck(self.places[phrase], width))

    def _ruler(self, step: int) -> Ruler:
        numbers, (start, end) = self.numbers, self.places[step : step + 2]
        ruler = Ruler(start, end, numbers.distances[step], lit=True, size=self.style.sizes.head, style=self.style)
        size = (float(ruler.label.width) + 0.1, float(ruler.label.height) + 0.1)
        middle = flat((start + end) / 2 - (point() if self.jumps(step) else point(0.0, 0.85 * self.height)))
        ways = [*self._ways(), *self._rest_ways()[step + 1 : step + 3], (flat(start), flat(end))]
        boxes = [*self._taken(), *map(box_of, self.ends)]
        at = free_place(size, self.pane.bounds(), middle, lines=ways, boxes=boxes)
        ruler.label.move_to(point(*at))
        ruler.add(self.pane.plate(ruler.label))
        return ruler

    def _gap(self, step: int) -> VGroup:
        """Return how far the words of a change lie apart, below them; nothing where not every pull is told."""
        if not self.threads or not self.slides(step):
            return VGroup()
        ink, (first, last) = self.style.theme.ink, self._slide_ends(step)
        along = (last - first) / max(float(np.linalg.norm(last - first)), 1e-9)
        down = point(along[1], -along[0]) * (1.0 if along[0] > 0 else -1.0)
        ends = [at + (DISC + _UNDER_DISC) * down for at in (first, last)]
        lines = [thin_line(ends[0], ends[1], ink, _GAUGE)]
        lines += [thin_line(end - _TICK * down, end + _TICK * down, ink, _GAUGE) for end in ends]
        number = Number(self.numbers.gaps[step], size=self.style.sizes.number, style=self.style)
        need = (float(number.width) + 0.1, float(number.height) + 0.04)
        beside = max(float(end[0]) for end in ends) + _OVER + need[0] / 2, float(ends[0][1])
        shares = [share for each in self.shares[step : step + 2] for share in each.values()]
        boxes = [*self._taken(slice(step, step + 2)), *map(box_of, (*shares, *lines))]
        ways = [*self._pulling(step), *self._pulling(step + 1)]
        number.move_to(point(*free_place(need, self.pane.bounds(_EDGE), beside, lines=ways, boxes=boxes)))
        return laid(VGroup(*lines, haloed(number, self.style)), Layer.LABEL)

    def _staying(self) -> list[Token]:
        """Return the words that are drawn, those left out that are only seen until the rest is made of them."""
        return [token for token in self.words.values() if not self.is_bystander(token.word)]

    def _taken(self, phrases: slice = slice(None)) -> list[Box]:
        """Return the boxes of all words that are drawn, of their names, and of the pulled word's places.

        The names of words and the rest's name count where they are in some phrases.
        """
        said = {word for words in self.numbers.phrase_words[phrases] for word in words}
        marks = [token.mark for token in self._staying()]
        names = [token.label for token in self._staying() if len(token.label) and token.word in said]
        boxes = list(map(box_of, (*marks, *names))) + (self.rest.name_boxes()[phrases] if self.rest else [])
        return boxes + [self._around(place) for place in (self.pane.place(self.numbers.own), *self.places)]

    def _shares(self, phrase: int) -> dict[str, VGroup]:
        """Return the weights of a phrase's bands, each beside its band: of the strongest, and in a large space of all.

        One that neither changes nor moves is the one of the phrase before.
        """
        numbers, puller = self.numbers, self.numbers.pullers[phrase]
        before = self.shares[phrase - 1] if phrase and not self.jumps(phrase - 1) else {}
        told = {puller: (numbers.weight(puller, phrase), self.pane.place(numbers.value(puller)), self._color(puller))}
        if self.pane.unit > ROOMY and (self.threads or self.pane.region.width >= TITLED_BELOW):
            if self._holds(phrase) and puller != numbers.word:
                own = (self.pane.place(numbers.own), self.ink(numbers.word, phrase))
                told[numbers.word] = (numbers.weight(numbers.word, phrase), *own)
            if self.rest:
                rest = (self.rest.places[phrase], self.style.theme.ink)
                told[REST] = (self.rest.weights[phrase], *rest)
            for word in self._weak(phrase):
                told[word] = (numbers.weight(word, phrase), self.pane.place(numbers.value(word)), self._color(word))
        digits = decimals_that_add([float(weight) for weight, *_ in told.values()], 1.0, (2, 3)) or 2
        sizes = self.style.sizes
        large, small = (sizes.head, sizes.number) if self.pane.unit > _LARGE else (sizes.number, sizes.tick)
        shares: dict[str, VGroup] = {}
        for word, (weight, start, color) in told.items():
            size = (large if self.pane.region.width >= TITLED_BELOW else sizes.tick) if word == puller else small
            number = Weight(weight, decimals=digits, size=size, color=color, style=self.style)
            old = before.get(word)
            if old is not None:
                if old[1].shown == number.shown and old[1].get_color() == number.get_color():
                    shares[word] = old
                    continue
                number.move_to(old[1].get_center())
            elif not self._set_beside(number, word, float(weight), start, phrase, shares):
                continue
            shares[word] = laid(haloed(number, self.style), Layer.LABEL).add(self.pane.plate(number))
        return shares

    def _set_beside(
        self, number: Number, word: str, weight: float, start: Point, phrase: int, others: Mapping[str, VGroup]
    ) -> bool:
        """Place a weight beside its band, clear of the others; return whether it is near enough to be read as its."""
        end, need = self.places[phrase], (float(number.width) + 0.1, float(number.height) + 0.1)
        apart = [*self._ends_apart(), *map(box_of, self._written(word, phrase, others))]
        rise = self.slim * width_at(weight, 0.5) / 2 + _OVER + float(number.height) / 2
        is_long = abs(end[0] - start[0]) > need[0] + self.height / 2
        lies = is_long and abs(end[1] - start[1]) < abs(end[0] - start[0])
        above = self._above(need, start, end, rise, apart) if lies else None
        if above is None and word in self._weak(phrase):
            above = self._beside_thread(need, start, end, phrase, [*self._taken(slice(phrase, phrase + 1)), *apart])
        if above is not None:
            number.move_to(above)
            return True
        middle, best = self._beside(word, start, phrase, need, rise if lies else None)
        ways = self._ways_beside(word, start, phrase)
        boxes = [*self._taken(), *apart]
        # Beside a steep band there are two sides.
        for near_by in (best, middle) if word == REST else (best,):
            at = free_place(need, self.pane.bounds(), near_by, lines=ways, boxes=boxes)
            number.move_to(point(*at))
            if word == self.numbers.pullers[phrase]:
                return True
            near_to = near_by if word == REST else middle
            strays = hypot(at[0] - near_to[0], at[1] - near_to[1]) >= _STRAY + need[0] / 2
            if not strays and not any(overlap(_around(at, need), each) > 0 for each in boxes):
                return True
        return False

    def _written(self, word: str, phrase: int, others: Mapping[str, VGroup]) -> list[VGroup]:
        """Return the numbers that a word's weight keeps off: distances, and the weights that it may stand beside."""
        rulers = [ruler.label for step, ruler in enumerate(self.rulers) if self.jumps(step)]
        # The weight of a word that takes another's place may take that of its weight.
        gone = [key for key in self.words if self._has_thread(key) and key not in self.numbers.phrase_words[phrase]]
        left = [word, *(gone if self._has_thread(word) else [])]
        return rulers + [share for each in (*self.shares, others) for key, share in each.items() if key not in left]

    def _ends_apart(self) -> list[Box]:
        """Return the boxes of the names of the axis' ends, with what weights keep off them."""
        return [_widened(box, _BESIDE_END) for box in map(box_of, self.ends)]

    def _above(
        self, need: tuple[float, float], start: Point, end: Point, rise: float, apart: Sequence[Box]
    ) -> Point | None:
        """Return the place of a weight above the middle of a band that is long enough, or None; all at one distance."""
        names = [box_of(token.label) for token in self._staying() if len(token.label)]
        names += [*(_widened(box, _OFF_NAME) for box in (self.rest.name_boxes() if self.rest else [])), *apart]
        names.append(self._around(self.pane.place(self.numbers.own)))
        for share in _ALONG:
            x, y = flat(start + share * (end - start))
            if not any(overlap(_around((x, y + rise), need), each) > 0 for each in names):
                return point(x, y + rise)
        return None

    def _beside_thread(
        self, need: tuple[float, float], start: Point, end: Point, phrase: int, boxes: Sequence[Box]
    ) -> Point | None:
        """Return the place of a weight close to its slack thread, low where its puller is; None where none is free."""
        left, bottom, right, top = self.pane.bounds()
        spots = _hung(start, end)
        # It keeps off its own thread by less than off others, which are not told from its by their distance.
        lines = [*self._rest_ways()[phrase + 1 : phrase + 2], *((flat(a), flat(b)) for a, b in pairwise(spots))]
        for spot, aside in product(spots[1:-2], (1.0, -1.0)):
            x, y = float(spot[0]) + aside * (need[0] / 2 + _OVER), float(spot[1])
            box = _around((x, y), need)
            inside = left < box[0] and bottom < box[1] and box[2] < right and box[3] < top
            if (
                inside
                and not any(overlap(box, each) > 0 for each in boxes)
                and not any(clip(each, box) for each in lines)
            ):
                return point(x, y)
        return None

    def _beside(
        self, word: str, start: Point, phrase: int, need: tuple[float, float], rise: float | None
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the point of a band near which its weight has to stand, and the place where it is best.

        Args:
            word: the one that pulls.
            start: where it is.
            phrase: the phrase.
            need: the weight's width and height, scene units.
            rise: scene units from the middle of a band that lies up to its weight; None for a steep or short one.
        """
        end, near = self.places[phrase], self.words.get(word)
        middle = flat((start + end) / 2)
        away = 1.0 if start[0] > end[0] else -1.0
        if rise is not None:
            # For the rest at the other side of the point from which it pulls.
            aside = (float(start[0]) + away * (2 * _OVER + need[0] / 2), float(start[1]))
            return middle, aside if word == REST else (middle[0], middle[1] + rise)
        if word == REST:
            # Beside a steep band, on the side where its name is, and farther up.
            x, y = flat(start + _UP_BAND * (end - start))
            return middle, (x - need[0] / 2 - 1.5 * _OVER, y)
        if near is not None and len(near.label) and float(np.linalg.norm(end - start)) < _SHORT * self.height:
            # On the puller's other side, where the word has come so near that no band is left to write on.
            high = float(start[1]) + DISC + _OVER + (need[1] - 0.1) / 2
            return middle, (float(start[0]) + away * need[0] / 2, high)
        return middle, middle

    def _ways_beside(self, word: str, start: Point, phrase: int) -> list[Segment]:
        """Return the lines that the weight of a band keeps off: for the rest those of its phrase alone."""
        rulers = [(flat(ruler.start), flat(ruler.end)) for step, ruler in enumerate(self.rulers) if self.jumps(step)]
        if word != REST:
            return [*self._ways(), *self._rest_ways(), *rulers]
        return [(flat(start), flat(self.places[phrase])), *rulers, *self._pulling(phrase)]

    def leaving_shares(self, step: int) -> list[VGroup]:
        """Return the weights that leave with a change of the phrase: those of bands that go, or go elsewhere."""
        after = self.shares[step + 1]
        return [each for word, each in self.shares[step].items() if word not in after or not _alike(each, after[word])]

    def recounted(self, step: int) -> list[Animation]:
        """Return how the weights of bands that stay where they are become the next ones, as those tighten."""
        soon = squish_rate_func(smooth, 0.0, TIGHTENS)
        return [
            motion for old, new in self._rewritten(step) if old[1].shown != new[1].shown
            for motion in (FadeOut(old, rate_func=soon), FadeIn(new, rate_func=soon))
        ]  # fmt: skip

    def arriving_shares(self, step: int) -> list[Animation]:
        """Return how the weights of bands come that a change has brought, or has taken elsewhere, and a new name."""
        after = self.shares[step + 1]
        names = self.rest_parts(step + 1)[1:] if self._is_renamed(step) else []
        staying = self._staying_shares(step)
        return [FadeIn(each) for each in (*names, *(each for word, each in after.items() if word not in staying))]

    def _is_renamed(self, step: int) -> bool:
        """Return whether there is a rest whose name leaves with a change of the phrase."""
        return self.rest is not None and self.rest.is_renamed(step)

    def _rewritten(self, step: int) -> list[tuple[VGroup, VGroup]]:
        """Return the weights that are written otherwise in their places by a change, with those before."""
        pairs = [(self.shares[step][word], self.shares[step + 1][word]) for word in self._staying_shares(step)]
        return [(old, new) for old, new in pairs if old is not new]

    def _staying_shares(self, step: int) -> list[str]:
        """Return the words whose weights stay in their places through a change."""
        before, after = self.shares[step : step + 2]
        return [word for word in after if word in before and _alike(before[word], after[word])]

    def occupied(self) -> tuple[list[Segment], list[Box]]:
        """Return what a text beside the first phrase's pulls keeps off: axes and ways, and words with their places."""
        own = flat(self.pane.place(self.numbers.own))
        pulling = [each for each in self.shown(0) if self._draws(each.word, float(self.numbers.weight(each.word, 0)))]
        ways = [(flat(token.at), own) for token in pulling]
        return [*self.pane.axes(), *ways, *self._ways(), (own, flat(self.places[0]))], self._taken()

    def shown(self, phrase: int) -> list[Token]:
        """Return the words of a phrase that are drawn, the pulled one left out."""
        words = [word for word in dict.fromkeys(self.numbers.phrase_words[phrase]) if word in self.words]
        return [self.words[word] for word in words if not self.is_bystander(word)]

    def leading(self) -> list[Token]:
        """Return the pulled word, those that change, and those that pull most."""
        return [self.words[word] for word in self.words if word in self.changing] + [self.subject]

    def reach(self) -> Live:
        """Return how the bands of the first phrase, tied to the word at its own place, swell to their weights."""
        own = self.pane.place(self.numbers.own)

        def follow(share: float) -> None:
            for word, band in self.bands.items():
                weight = float(self.numbers.weight(word, 0))
                seen = self._draws(word, weight)
                place = self.pane.place(self.numbers.value(word)) if seen else own
                self._stretch(word, band, share * weight if seen else 0.0, place, own)
            if self.rest:
                self.rest.pull(0.0, own, share)

        return Live([*self.bands.values(), *self.rest_parts()], follow)

    def give_way(self) -> Live:
        """Return how the word goes from its own place to where the first phrase's bands balance."""
        own, end = self.numbers.own, self.numbers.updated[0]
        weights = self.numbers.weights[:, 0]

        def follow(share: float) -> None:
            self._lay(0, own + share * (end - own), weights)

        return Live([*self.bands.values(), *self.coat(0), *self.rest_parts()], follow, rate_func=smooth)

    def _pulls(self, word: str, phrase: int) -> bool:
        """Return whether a word has a band of its own in a phrase."""
        return self._draws(word, float(self.numbers.weight(word, phrase)))

    def _draws(self, word: str, weight: float) -> bool:
        """Return whether a pull is drawn: a strong one is, and a weak one of a word with a thread."""
        return weight > self.least or (weight > 0 and self._has_thread(word))

    def _has_thread(self, word: str) -> bool:
        """Return whether a word's pull is drawn however weak it is."""
        return self.threads and word in self.changing and word != self.numbers.word

    def _weak(self, phrase: int) -> list[str]:
        """Return the words of a phrase that pull little and yet have a thread of their own."""
        return [
            word for word in dict.fromkeys(self.numbers.phrase_words[phrase])
            if self._pulls(word, phrase) and float(self.numbers.weight(word, phrase)) <= self.least
        ]  # fmt: skip

    def is_bystander(self, word: str) -> bool:
        """Return whether a word is only part of the rest: it neither changes nor ever has a band of its own."""
        if self.kept is None or word in self.changing:
            return False
        return float(self.numbers.weights[self.numbers.words.index(word)].max()) <= self.least

    def _rest(self) -> Rest | None:
        """Return what all words without a band pull together, if that is much: they pull as one where it balances."""
        if self.kept is None:
            return None
        numbers = self.numbers
        pulls, places = zip(*map(self._left, range(len(numbers.updated))), strict=True)
        if min(map(float, pulls)) <= KEPT:
            return None
        own = flat(self.pane.place(numbers.own))
        lines = [*self.pane.axes(), *self._ways(), *((flat(places[0]), flat(place)) for place in self.places)]
        boxes = [*self._taken(), *map(box_of, self.ends)]
        each = [
            [*self.pane.axes(), (flat(place), end), (own, end), *self._pulling(phrase)]
            for phrase, (place, end) in enumerate(zip(places, map(flat, self.places), strict=True))
        ]  # fmt: skip
        return Rest(
            places, pulls, self.pane, lines, boxes, each=each if self.threads else (),
            words=self._left_out() if self.threads else (), slim=self.slim, style=self.style,
        )  # fmt: skip

    def _left(self, phrase: int) -> tuple[Tensor, Point]:
        """Return what the words without a band of their own pull together in a phrase, and where they balance."""
        numbers, weights = self.numbers, self.numbers.weights[:, phrase]
        drawn = weights * torch.tensor(
            [self._draws(word, float(weight)) for word, weight in zip(numbers.words, weights, strict=True)]
        )
        pull = (weights - drawn).sum()
        return pull, self.pane.place((numbers.updated[phrase] - drawn @ numbers.values) / max(float(pull), 1e-9))

    def _left_out(self) -> list[list[str]]:
        """Return the words of each phrase that have no band of their own, from the left."""
        return [
            sorted(
                (word for word in dict.fromkeys(words) if not self._pulls(word, phrase)),
                key=lambda word: float(self.numbers.value(word)[0]),
            )
            for phrase, words in enumerate(self.numbers.phrase_words)
        ]

    def _is_weak(self) -> bool:
        """Return whether there is a rest that pulls less than what has a band of its own."""
        return self.rest is not None and max(map(float, self.rest.weights)) <= self.least

    def rest_parts(self, phrase: int = 0) -> list[VGroup]:
        """Return the band of the rest and its name in a phrase, if there is one."""
        return [self.rest.band, self.rest.names[phrase]] if self.rest else []

    def magnify(self, step: int) -> None:
        """Put a lens over the word where a change of the phrase hardly moves it, in a free part of the pane."""
        numbers, places = self.numbers, (self.places[step], self.places[step + 1])
        inks = (self.ink(numbers.word, step), self.ink(numbers.word, step + 1))
        bounds, during = self.pane.bounds(CLEAR), slice(step, step + 2)
        written = self.shares[step + 1].values()  # those before have left or stand in the same places
        rulers = [self.measure(each) for each in range(len(self.rulers))]
        seen = [*written, *(each for each in rulers if len(each)), *self.ends]
        boxes = self._taken(during) + [box_of(each) for each in seen if len(each)]
        # What the lens says of a distance is not to be read on from another one.
        boxes += [_widened(box_of(each), _BESIDE_END) for each in self.gaps if len(each)]
        lines = self._ways() + self._rest_ways()
        under, far = flat(places[1]), numbers.distances[step]
        came = numbers.changes[step][1]
        pulls = self._has_thread(came) and self._pulls(came, step + 1)
        puller = (self.pane.place(numbers.value(came)), self._color(came)) if pulls else None

        def lens(at: Point, radius: float, below: bool) -> Lens:
            style = self.style
            return Lens(numbers.word, places, inks, far, at, radius, puller=puller, below=below, style=style)

        for radius in _LENSES:
            found: list[tuple[float, bool, Point]] = []
            for below in (False, True):
                tried = lens(point(), radius, below)
                middle = lens_place(radius, box_of(tried.written()), bounds, under, lines, boxes)
                if tried.zoom > 1 and middle is not None:
                    found.append((abs(float(middle[0]) - under[0]), below, middle))
            if found:
                _, below, middle = min(found, key=lambda each: each[:2])
                self.lens = lens(middle, radius, below)
                self.magnified = step
                return

    def _rest_ways(self) -> list[Segment]:
        """Return the bands of the rest as segments."""
        if not self.rest:
            return []
        own = flat(self.pane.place(self.numbers.own))
        ends = [(self.rest.places[0], own), *((a, flat(b)) for a, b in zip(self.rest.places, self.places, strict=True))]
        return [(flat(start), end) for start, end in ends]

    def mark_cell(self) -> None:
        """Say how long a cell of the grid is, where there is room for small things; a lens is there before it."""
        if self.pane.unit <= ROOMY:
            return
        written = [share for each in self.shares for share in each.values()]
        rulers = [self.measure(step) for step in range(len(self.rulers))]
        lens = [self.lens.glass[-1], self.lens.number, self.lens.note] if self.lens else []
        boxes = [box_of(each) for each in (*written, *rulers, *self.gaps, *self.ends, *lens) if each.width > 0]
        self.mark = self.pane.cell_mark(self._ways() + self._rest_ways(), self._taken() + boxes, self.style)

    def turn(self, step: int, start: float = 0.0, end: float = 1.0) -> Live:
        """Return how the bands of the next phrase take hold, and then the word comes along; or a part of that.

        Args:
            step: the change.
            start: the share of it that is done before.
            end: the share of it that is done then. Bands have their new widths at ``TIGHTENS``.
        """
        numbers, (first, last) = self.numbers, (self.numbers.updated[step], self.numbers.updated[step + 1])
        before, after = self._weights_before(step), numbers.weights[:, step + 1]
        far = float(numbers.distances[step])
        pairs = zip(numbers.words, before.tolist(), after.tolist(), strict=True)
        pulling = [word for word, old, new in pairs if max(old, new) > self.least]

        def follow(part: float) -> None:
            share = start + part * (end - start)
            tight = smooth(min(share / TIGHTENS, 1.0))
            gone = smooth(max(share - TIGHTENS, 0.0) / (1 - TIGHTENS))
            # On the way a band is drawn however thin, so that it swells from nothing and thins to nothing.
            meanwhile = pulling if share < 1 else ()
            weights = before + tight * (after - before)
            self._lay(step + 1, first + gone * (last - first), weights, meanwhile, rest=step + float(gone))
            self.record.draw(step, gone * far)
            if self.lens and self.magnified == step:
                self.lens.draw(gone)

        lenses = [self.lens.after, self.lens.thread] if self.lens and self.magnified == step and end > TIGHTENS else []
        bars = (
            [self.record.bars[step]] if (start, end) == (0.0, 1.0) else []
        )  # else it comes when it is as long as that
        rest = self.rest_parts(step)[: 1 if self._is_renamed(step) else 2]
        moved = [*self.bands.values(), *self.coat(step + 1), *bars, *rest, *lenses]
        return Live(moved, follow, rate_func=linear)

    def _weights_before(self, step: int) -> Tensor:
        """Return the weights before a change of the phrase; a word that has slid to its place has the other's."""
        weights = self.numbers.weights[:, step].clone()
        if self.slides(step):
            left, came = (self.numbers.words.index(word) for word in self.numbers.changes[step])
            weights[came], weights[left] = weights[left], 0.0
        return weights

    def slides(self, step: int) -> bool:
        """Return whether the word that a change brings lies so near to the one that left that it slides there."""
        before, after = self.numbers.changes[step]
        words = self.numbers.phrase_words
        if before not in self.words or after not in self.words or after in words[step] or before in words[step + 1]:
            return False
        old, new = self.words[before], self.words[after]
        near = float(np.linalg.norm(new.at - old.at)) < _NEAR * DISC
        return near and not (old.has_icon or new.has_icon) and self.pane.unit > ROOMY

    def slide(self, step: int) -> list[Animation]:
        """Return how the word that a change has brought slides to its place; the outline of the other stays."""
        before, after = self.numbers.changes[step]
        (start, end), token, band = self._slide_ends(step), self.words[after], self.bands[after]
        weight, drawn = float(self.numbers.weight(before, step)), self._pulls(before, step)

        def follow(share: float) -> None:
            at = start + share * (end - start)
            token.put(at)
            if drawn:
                self._stretch(after, band, weight, at, self.places[step])

        return [Live([token, *([band] if drawn else [])], follow), FadeIn(self.ghosts[before])]

    def _slide_ends(self, step: int) -> tuple[Point, Point]:
        """Return the places of both words of a change."""
        start, end = (self.pane.place(self.numbers.value(word)) for word in self.numbers.changes[step])
        return start, end

    def _lay(
        self, phrase: int, row: Tensor, weights: Tensor, pulling: Sequence[str] = (), *, rest: float | None = None
    ) -> None:
        """Lay the word at a place, with every band as wide as its weight; one that does not pull is hidden under it.

        Those of some words of the phrase are drawn though they pull little. The rest pulls as it does in a phrase or
        between two: in this one where none is given.
        """
        at = self.pane.place(row)
        self.apples[phrase].put(at)
        if self.rest:
            self.rest.pull(float(phrase) if rest is None else rest, at)
        for word, band in [*self.bands.items(), (self.numbers.word, self.own_bands[phrase])]:
            weight = float(weights[self.numbers.words.index(word)])
            place = self.pane.place(self.numbers.value(word))
            here = word in self.numbers.phrase_words[phrase]
            seen = here and (self._draws(word, weight) or (word in pulling and weight > _LITTLE))
            self._stretch(word, band, weight, place if seen else at, at)

    def _stretch(self, word: str, band: Band, weight: float, place: Point, at: Point) -> None:
        """Stretch a band of a weight from a word's place to the pulled word; one that moves nothing hangs slack."""
        # The heavier the pull, the tauter: a thread that tightens does not jump.
        slack = min(max(2 - weight / SLACK_BELOW, 0.0), 1.0) if self._has_thread(word) else 0.0
        _widen(band, weight, -slack * _HANGS * abs(float(at[0] - place[0])))
        band.set_ends(place, at)

    def change(self, step: int) -> list[Animation]:
        """Return how the words of a phrase leave, each with its band, for those of the next in their colours."""
        before, after = (set(self.numbers.phrase_words[phrase]) for phrase in (step, step + 1))
        drawn = [word for word in self.words if not self.is_bystander(word)]
        going, coming = ([w for w in drawn if w in one - other] for one, other in ((before, after), (after, before)))
        self._lay(step + 1, self.numbers.updated[step], self.numbers.weights[:, step], rest=float(step))
        pulling = [word for word in going if self._pulls(word, step)]
        bands = [self.bands[word] for word in pulling]
        for word, band in zip(pulling, bands, strict=True):
            weight, place = float(self.numbers.weight(word, step)), self.pane.place(self.numbers.value(word))
            self._stretch(word, band, weight, place, self.places[step])
        motions: list[Animation] = [FadeOut(each) for each in self.leaving_shares(step)]
        motions += [FadeOut(each) for each in self.rest_parts(step)[1:] if self._is_renamed(step)]
        motions += [FadeOut(each) for each in (*bands, *(self.words[word] for word in going))]
        slid = self.numbers.changes[step] if self.slides(step) else ()
        if slid:
            motions += self._take_place(step)
        # A number that only changes its colour does so with the word.
        recoloured = [each for each in self._rewritten(step) if each[0][1].shown == each[1][1].shown]
        motions += [motion for old, new in recoloured for motion in (FadeOut(old), FadeIn(new))]
        motions += [FadeIn(self.words[word]) for word in coming if word not in slid]
        motions += [FadeIn(self.ghosts[word]) for word in going if word in self.ghosts and word not in slid]
        # An outline is of use until the next change, and what is measured there, too.
        motions += [FadeOut(each) for each in self.gaps[max(step - 1, 0) : step] if len(each)]
        motions += [FadeOut(self.ghosts[word]) for word in self._outlined(step - 1)]
        if self.ink(self.numbers.word, step) != self.ink(self.numbers.word, step + 1):
            motions += self._recoat(step)
        elif not self._holds(step) and not step:
            motions.append(FadeOut(self.old_places[0]))
        if step and self.jumps(step - 1):
            motions.append(FadeOut(self.left_behind[step - 1]))
        return motions

    def _take_place(self, step: int) -> list[Animation]:
        """Return how a word grows where the one that a change takes away lay, and its thread or band with it."""
        before, after = self.numbers.changes[step]
        (start, _), token, band = self._slide_ends(step), self.words[after], self.bands[after]
        token.put(start)
        motions: list[Animation] = [GrowFromCenter(token.mark), *([FadeIn(token.label)] if len(token.label) else [])]
        if self._pulls(before, step):
            self._stretch(after, band, float(self.numbers.weight(before, step)), start, self.places[step])
            motions.append(FadeIn(band))
        return motions

    def regrown(self, step: int) -> list[Band]:
        """Return the word's own band that grows in its next colour, if it does."""
        inks = [self.ink(self.numbers.word, phrase) for phrase in (step, step + 1)]
        return [self.own_bands[step + 1]] if inks[0] != inks[1] and self._holds(step + 1) else []

    def _recoat(self, step: int) -> list[Animation]:
        """Return how the word in its next colour grows over it, and its band from the pin on, so that none mix."""
        apple, band, at = self.apples[step + 1], self.own_bands[step + 1], self.places[step]
        own = self.pane.place(self.numbers.own)
        motions: list[Animation] = [GrowFromCenter(apple)]
        outlines = (self.coat(step + 1)[2:], self.coat(step)[2:])
        motions += [*(FadeIn(each) for each in outlines[0]), *(FadeOut(each) for each in outlines[1])]
        if self._holds(step + 1):

            def follow(share: float) -> None:
                band.set_ends(own, own + share * (at - own))

            motions.append(Live([band], follow))
        elif self._holds(step):
            motions.append(FadeOut(self.own_bands[step]))
        return motions

    def _outlined(self, step: int) -> list[str]:
        """Return the words of which a change of the phrase leaves outlines."""
        if step < 0:
            return []
        before, after = self.numbers.phrase_words[step : step + 2]
        return [word for word in self.ghosts if word in before and word not in after and not self.is_bystander(word)]

    def coat(self, phrase: int) -> list[VGroup]:
        """Return all that has the pulled word's colour: itself, its own band if any, the outline at its old place.

        An outline to which no band is tied is of use only while the word leaves it.
        """
        own = [self.own_bands[phrase]] if self._holds(phrase) else []
        return [self.apples[phrase], *own, *([self.old_places[phrase]] if own or not phrase else [])]

    def _holds(self, phrase: int) -> bool:
        """Return whether the word's own band holds it."""
        return self._draws(self.numbers.word, float(self.numbers.weight(self.numbers.word, phrase)))

    def again(self, step: int) -> list[Animation]:
        """Return how the word comes back to where a change of the phrase found it, with what pulled it there."""
        numbers, puller = self.numbers, self.numbers.pullers[step]
        place = self.pane.place(numbers.value(puller))
        band = Band(place, self.places[step], numbers.weight(puller, step), self._color(puller), slim=self.slim,
                    style=self.style)  # fmt: skip
        if puller in self.words:
            band.set_tuck(self.words[puller].tuck(self.places[step], self.slim * width_at(band.weight, 0.0)))
        apple = self._coated(step, self.places[step])
        pinned = self._pinned(step, self.places[step], numbers.weight(numbers.word, step))
        for each in (band, pinned):
            _widen(each, each.weight if self._draws(numbers.word, each.weight) else 0.0)
        there = [self.words[puller]] if puller not in numbers.phrase_words[-1] and puller in self.words else []
        bands = [each for each in (band, pinned) if each.weight > 0]
        fades = self.threads and self._is_weak()
        bands += [self.rest.again(step, self.places[step])] if self.rest and not fades else []
        outlines = [self.ghosts[token.word] for token in there if token.word in self._outlined(len(numbers.steps) - 1)]
        outlines += [self.left_behind[step]] if step + 1 == len(numbers.steps) else []
        # Two places of the word are compared: weights are told, and weak pulls would only cross what is between them.
        outlines += [*self.shares[-1].values(), *(self.bands[word] for word in self._weak(-1))]
        outlines += self.rest_parts(-1) if fades else []
        motions: list[Animation] = [FadeIn(each) for each in (*bands, apple, *there)]
        return motions + [FadeOut(each) for each in outlines]

    def paired(self, step: int) -> list[Animation]:
        """Return how the word that a change has taken away comes back beside the one that came."""
        before, after = self.numbers.changes[step]
        if before not in self.words or after not in self.numbers.phrase_words[-1]:
            return []
        last = len(self.numbers.steps) - 1
        gap = [FadeIn(self.gaps[step])] if len(self.gaps[step]) and step < last else []
        outlined = [FadeOut(self.ghosts[before])] if before in self._outlined(last) else []
        return [FadeIn(self.words[before]), *gap, *outlined]


def _around(middle: tuple[float, float], size: tuple[float, float]) -> Box:
    """Return the box of a width and height around a point."""
    (x, y), (width, height) = middle, size
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _widened(box: Box, by: float) -> Box:
    """Return a box with some air on all sides."""
    left, bottom, right, top = box
    return (left - by, bottom - by, right + by, top + by)


def _alike(first: VGroup, second: VGroup) -> bool:
    """Return whether two weights stand in the same place."""
    return bool(np.allclose(first[1].get_center(), second[1].get_center(), atol=1e-3))


def _hung(start: Point, end: Point) -> list[Point]:
    """Return places along a thread that hangs slack."""
    way = end - start
    across = point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9) * (1.0 if way[0] > 0 else -1.0)
    shares = np.linspace(0.0, 1.0, _PIECES + 1)
    return [start + share * way - _HANGS * abs(way[0]) * np.sin(np.pi * share) * across for share in shares]


def _widen(band: Band, weight: float, bend: float = 0.0) -> None:
    """Give a band the width of a weight; one like a thread has no rim, which would be wider than it is."""
    band.set_pull(weight, bend)
    band.body.set_stroke(width=RIM + 2 if weight > _RIMMED else 0.0, background=True)
    if band.body.get_stroke_width() > 0:  # it has an outline, which would be wider than a thread
        band.body.set_stroke(width=_OUTLINE if weight > _RIMMED else _THREAD_LINE)


def title_size(title: str, region: Region, style: Style) -> float:
    """Return the size at which a pane's title fits: between the names of its ends, or above the pane."""
    within = (0.53 if region.width >= TITLED_BELOW else 1.0) * region.width
    return Label(title, size=style.sizes.number, within=within, style=style).size


def spans_of(spaces: Sequence[ValueSpace]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the least and the largest number along both axes of each space: of all values and new vectors."""
    spans = []
    for space in spaces:
        rows = torch.cat([space.values, space.updated])
        low, high = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        spans.append(((low[0], high[0]), (low[1], high[1])))
    return spans
