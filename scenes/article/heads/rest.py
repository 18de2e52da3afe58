"""The words without a band of their own: together they pull as one word would that lies where they balance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from manim import DL, RIGHT, UR, Animation, FadeIn, FadeOut, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor

from scenes.article.heads.pane import Pane
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band
from scenes.parts.plane.labels import Box, Segment, Spot, clip, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.typeset import Label, Row
from scenes.style import DEFAULT, Style

REST = ""
"""The key of the rest among words."""

_EARLY, _LATE = (squish_rate_func(smooth, *part) for part in ((0.0, 0.5), (0.5, 1.0)))
"""The rates of what leaves and what comes where both are in one place."""

_REACH, _JOIN = 0.13, 2.0
"""Scene units that the pin takes around its place; stroke units of the threads that join there."""

_HIGHER, _FARTHER, _CLEAR, _OFF = (0.0, 0.12, 0.24, 0.36), (0.0, 0.08, 0.16, 0.24, 0.32), 0.04, 0.24
"""Scene units that the name may be higher than the point, and farther from it, tried in turn; free above and below, and
to lines."""

_MOST, _FEW, _SPACE = 0.58, 4, 0.1
"""The share of the space's width that a long name may take, the words that a name lists at the most, and scene units
between two of them."""


def box_of(mark: VMobject) -> Box:
    """Return the box around a mark."""
    (left, bottom, _), (right, top, _) = mark.get_corner(DL), mark.get_corner(UR)
    return (float(left), float(bottom), float(right), float(top))


def _listed(words: Sequence[str], style: Style) -> Row:
    """Return a name as words side by side."""
    return Row([Label(word, size=style.sizes.tick, style=style) for word in words], _SPACE)


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
        pane: the space.
        lines: what its name keeps off.
        boxes: what it keeps off, too.
        each: what its name keeps off in each phrase, instead of one place beside the point in all of them.
        words: in each phrase, the few words that it is the mean of, which are its name; else that says that it is made
            of all others.
        slim: the share of its usual width that the band has.
        style: theme and sizes.

    Attributes:
        weights: what the words pull together, in each phrase.
        band: the pull.
        threads: what joins the words at the point, while they are seen.
        names: what is said of it in each phrase; the same object where it only goes along with the point.
    """

    def __init__(
        self,
        places: Sequence[Point],
        weights: Sequence[Tensor],
        pane: Pane,
        lines: Sequence[Segment],
        boxes: Sequence[Box],
        *,
        each: Sequence[Sequence[Segment]] = (),
        words: Sequence[Sequence[str]] = (),
        slim: float,
        style: Style = DEFAULT,
    ) -> None:
        self._places, self.weights, self._slim, self._style = places, weights, slim, style
        self.threads: list[VMobject] = []
        within = pane.bounds()
        bounds, met = _in_all_phrases(within, boxes, places)
        for texts in self._texts(words):
            self._labels = [_listed(text, style) for text in texts]
            widest = max(self._labels, key=lambda label: float(label.width))
            at = self._best(widest, places[0], bounds, lines, met)
            box = box_of(widest.move_to(at))
            if widest.width <= _MOST * (bounds[2] - bounds[0]) and not any(overlap(box, one) > 0 for one in met):
                break  # else the shorter name
        self._asides = [at - places[0]] * len(places)
        if each:
            self._asides = [
                self._aside(label, place, within, every, boxes)
                for label, place, every in zip(self._labels, places, each, strict=True)
            ]
        self.names: list[VGroup] = []
        for index, (text, label) in enumerate(zip(texts, self._labels, strict=True)):
            if index and text == texts[index - 1] and self._asides[index][0] * self._asides[index - 1][0] > 0:
                self.names.append(self.names[-1])
                continue
            label.move_to(places[index] + self._asides[index])
            self.names.append(VGroup(pane.plate(label), laid(haloed(label, style), Layer.LABEL)))
        self.band = self._banded(0, places[0], 0.0)

    def _texts(self, words: Sequence[Sequence[str]]) -> list[list[list[str]]]:
        """Return the names that are tried, the best first: each phrase's words, or what stands for them in all."""
        count = len(self._places)
        mean = self._style.says("mean-of")
        listed = [[[mean] * (len(each) > 1) + [f"{word}," for word in each[:-1]] + list(each[-1:]) for each in words]]
        few = words and all(0 < len(each) <= _FEW for each in words)
        return [*(listed if few else []), *([[self._style.says(key)]] * count for key in ("all-others", "others"))]

    def _best(self, label: Row, place: Point, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]) -> Point:
        """Return the place of a name at the left of a point, or wherever it is free."""
        x, y = flat(place)
        centre = self._at_left(label, x, y, bounds, lines, boxes)
        if centre is None:
            spot = Spot(x, y, float(label.width), float(label.height), (_REACH, _REACH))
            (centre,) = place_labels([spot], bounds, lines=lines, boxes=boxes)
        return point(*centre)

    @staticmethod
    def _at_left(
        label: Row, x: float, y: float, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]
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

    def _aside(self, label: Row, place: Point, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]) -> Point:
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
        return self._best(label, place, bounds, lines, boxes) - place

    @property
    def places(self) -> list[Point]:
        """The manim point where the words balance, in each phrase."""
        return list(self._places)

    def name_boxes(self) -> list[Box]:
        """Return where the name is in each phrase."""
        boxes = []
        for label, place, aside in zip(self._labels, self._places, self._asides, strict=True):
            (x, y), (across, up) = flat(place + aside), (float(label.width) / 2, float(label.height) / 2)
            boxes.append((x - across, y - up, x + across, y + up))
        return boxes

    def is_renamed(self, step: int) -> bool:
        """Return whether its name leaves with a change of the phrase and another comes after it."""
        return self.names[step] is not self.names[step + 1]

    def join(self, words: Sequence[Token]) -> Live:
        """Return how a thread grows from each word to the point at which they balance."""
        starts = [token.at.copy() for token in words]

        def follow(share: float) -> None:
            for thread, start in zip(self.threads, starts, strict=True):
                thread.put_start_and_end_on(start, start + max(share, 1e-3) * (self._places[0] - start))

        dim = self._style.theme.dim
        self.threads = [laid(thin_line(start, start + RIGHT, dim, _JOIN), Layer.THREAD) for start in starts]
        follow(0.0)
        return Live(self.threads, follow)

    def become(self, words: Sequence[Token]) -> list[Animation]:
        """Return how the words that threads join leave with these: from then on they are one, which has its name."""
        return [FadeOut(*words, *self.threads, rate_func=_EARLY), FadeIn(self.names[0], rate_func=_LATE)]

    def pull(self, phrase: float, at: Point, share: float = 1.0) -> None:
        """Pull a word at a place with a share of the weight of a phrase, or of a moment between two."""
        before, part = int(phrase), phrase % 1
        after = min(before + 1, len(self._places) - 1)
        place = self._places[before] + part * (self._places[after] - self._places[before])
        weight = float(self.weights[before]) + part * float(self.weights[after] - self.weights[before])
        self.band.set_pull(share * weight)
        self.band.set_ends(place, at)
        if self.names[before] is self.names[after]:
            aside = self._asides[before] + part * (self._asides[after] - self._asides[before])
            name = self.names[before]
            name.shift(place + aside - name.get_center())

    def again(self, phrase: int, at: Point) -> Band:
        """Return the band of a phrase that has gone, to a word at a place."""
        return self._banded(phrase, at, float(self.weights[phrase]))

    def _banded(self, phrase: int, at: Point, weight: float) -> Band:
        ink = self._style.theme.ink
        return Band(self._places[phrase], at, weight, ink, pinned=True, slim=self._slim, style=self._style)
