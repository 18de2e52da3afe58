"""The words without a band of their own: together they pull as one word would that lies where they balance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import pi, sin

from manim import DL, UR, Animation, FadeIn, FadeOut, VGroup, VMobject
from torch import Tensor

from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band
from scenes.parts.plane.labels import Box, Segment, Spot, clip, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

REST = ""
"""The key of the rest among words."""

_REACH = 0.13
"""Scene units that the pin takes around its place."""

_HIGHER, _FARTHER, _CLEAR, _OFF = (0.0, 0.12, 0.24, 0.36), (0.0, 0.08, 0.16, 0.24, 0.32), 0.04, 0.24
"""Scene units that the name may be higher than the point, and farther from it, tried in turn; free above and below, and
to lines."""

_DIP = 0.4
"""Scene units by which the name goes below the point when it changes sides."""

_MOST = 0.58
"""The share of the space's width that the long name may take."""


def box_of(mark: VMobject) -> Box:
    """Return the box around a mark."""
    (left, bottom, _), (right, top, _) = mark.get_corner(DL), mark.get_corner(UR)
    return (float(left), float(bottom), float(right), float(top))


def _in_all_phrases(bounds: Box, boxes: Sequence[Box], places: Sequence[Point]) -> tuple[Box, list[Box]]:
    """Return the bounds for a name beside the first of some places, and what it keeps off, as it goes to the others."""
    ways = [flat(place - places[0]) for place in places]
    across, up = zip(*ways, strict=True)
    left, bottom, right, top = bounds
    met = [(one - x, low - y, other - x, high - y) for x, y in ways for one, low, other, high in boxes]
    return (left - min(across), bottom - min(up), right - max(across), top - max(up)), met


class Rest:
    """A pin with one band, as strong as all that are not drawn, and its name.

    With Σ aᵢ (xᵢ − p) = 0, the words left out pull as their sum does from their weighted mean; so the picture balances.

    Args:
        places: the manim point where they balance, in each phrase.
        weights: what they pull together, in each phrase.
        bounds: the box of the space, for its name.
        lines: what its name keeps off.
        boxes: what it keeps off, too.
        each: what its name keeps off in each phrase, instead of one place beside the point in all of them.
        slim: the share of its usual width that the band has.
        style: theme and sizes.

    Attributes:
        weights: what the words pull together, in each phrase.
        band: the pull.
        name: what is said of it.
    """

    def __init__(
        self,
        places: Sequence[Point],
        weights: Sequence[Tensor],
        bounds: Box,
        lines: Sequence[Segment],
        boxes: Sequence[Box],
        *,
        each: Sequence[Sequence[Segment]] = (),
        slim: float,
        style: Style = DEFAULT,
    ) -> None:
        self._places, self.weights, self._slim, self._style = places, weights, slim, style
        x, y = flat(places[0])
        within, taken = bounds, boxes
        bounds, boxes = _in_all_phrases(bounds, boxes, places)
        for text in ("mean-of-others", "others"):
            label = Label(style.says(text), size=style.sizes.tick, style=style)
            centre = self._at_left(label, x, y, bounds, lines, boxes)
            if centre is None:
                spot = Spot(x, y, float(label.width), float(label.height), (_REACH, _REACH))
                (centre,) = place_labels([spot], bounds, lines=lines, boxes=boxes)
            at, box = point(*centre), box_of(label.move_to(point(*centre)))
            if label.width <= _MOST * (bounds[2] - bounds[0]) and not any(overlap(box, each) > 0 for each in boxes):
                break  # else the shorter name
        self.name = laid(VGroup(haloed(label, style)), Layer.LABEL)
        self._asides = [at - places[0]] * len(places)
        if each:
            self._asides = [self._aside(label, place, within, every, taken) for place, every in
                            zip(places, each, strict=True)]  # fmt: skip
            self.name.move_to(places[0] + self._asides[0])
        self.band = self._banded(0, places[0], 0.0)

    @staticmethod
    def _at_left(
        label: Label, x: float, y: float, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]
    ) -> tuple[float, float] | None:
        """Return the place of the name straight left of the point, or None where it is not free."""
        half = float(label.height) / 2
        for higher, farther in product(_HIGHER, _FARTHER):
            right, level = x - _REACH - farther, y + higher
            box = (right - float(label.width), level - half - _CLEAR, right, level + half + _CLEAR)
            wide = (box[0], level - half - _OFF, right, level + half + _OFF)
            free = not any(overlap(box, each) for each in boxes) and not any(clip(each, wide) for each in lines)
            if free and box[0] > bounds[0]:
                return (box[0] + right) / 2, level
        return None

    def _aside(self, label: Label, place: Point, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]) -> Point:
        """Return the way from the point of one phrase to its name there: to the left, or else to the right."""
        x, y = flat(place)
        left = self._at_left(label, x, y, bounds, lines, boxes)
        if left is not None:
            return point(*left) - place
        # To the right is to the left in a mirror.
        mirrored = [((2 * x - a, b), (2 * x - c, d)) for (a, b), (c, d) in lines]
        boxed = [(2 * x - right, low, 2 * x - start, top) for start, low, right, top in boxes]
        limits = (2 * x - bounds[2], bounds[1], 2 * x - bounds[0], bounds[3])
        right = self._at_left(label, x, y, limits, mirrored, boxed)
        if right is not None:
            return point(2 * x - right[0], right[1]) - place
        spot = Spot(x, y, float(label.width), float(label.height), (_REACH, _REACH))
        return point(*place_labels([spot], bounds, lines=lines, boxes=boxes)[0]) - place

    @property
    def places(self) -> list[Point]:
        """The manim point where the words balance, in each phrase."""
        return list(self._places)

    def name_boxes(self) -> list[Box]:
        """Return where the name is in each phrase."""
        half = (float(self.name.width) / 2, float(self.name.height) / 2)
        middles = [flat(place + aside) for place, aside in zip(self._places, self._asides, strict=True)]
        return [(x - half[0], y - half[1], x + half[0], y + half[1]) for x, y in middles]

    def gather(self, words: Sequence[Token]) -> Live:
        """Return how words go to the point at which they balance."""
        starts = [token.at for token in words]

        def follow(share: float) -> None:
            for token, start in zip(words, starts, strict=True):
                token.put(start + share * (self._places[0] - start))

        return Live(list(words), follow)

    def become(self, words: Sequence[Token]) -> list[Animation]:
        """Return how the words that have come together are one."""
        return [FadeIn(self.name), FadeIn(self.band), *(FadeOut(token) for token in words)]

    def pull(self, phrase: float, at: Point, share: float = 1.0) -> None:
        """Pull a word at a place with a share of the weight of a phrase, or of a moment between two."""
        before, part = int(phrase), phrase % 1
        after = min(before + 1, len(self._places) - 1)
        place = self._places[before] + part * (self._places[after] - self._places[before])
        weight = float(self.weights[before]) + part * float(self.weights[after] - self.weights[before])
        self.band.set_pull(share * weight)
        self.band.set_ends(place, at)
        first, last = self._asides[before], self._asides[after]
        # On the way from one side of the point to the other it goes below.
        dip = _DIP * sin(pi * part) if first[0] * last[0] < 0 else 0.0
        self.name.move_to(place + first + part * (last - first) - point(0.0, dip))

    def again(self, phrase: int, at: Point) -> Band:
        """Return the band of a phrase that has gone, to a word at a place."""
        return self._banded(phrase, at, float(self.weights[phrase]))

    def _banded(self, phrase: int, at: Point, weight: float) -> Band:
        ink = self._style.theme.ink
        return Band(self._places[phrase], at, weight, ink, pinned=True, slim=self._slim, style=self._style)
