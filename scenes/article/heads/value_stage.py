"""A word in a value space on the stage: the space's pane, the words in it, their bands, and the word they hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

import torch
from manim import VGroup, smooth

from scenes.article.heads.other_words import OtherWords
from scenes.article.heads.pane import Air, Pane
from scenes.article.heads.value_space import ValueSpace
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band, width_at
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.labels import Box, Segment, Spot, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, DOT, Token, haloed
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import Style

ICON, _LEAST_ICON, _MOST_ICON = 0.67, 0.45, 0.92
"""The height of icons as a share of the unit, and its bounds, scene units."""

_ROOMY = 0.6
"""The unit, scene units, above which small words have their names."""

_SLIM = 0.75
"""The share of its usual width that a band has in a pane whose unit is one scene unit."""

_RIMMED = 0.06
"""The weight from which a band has a rim in the colour of the ground."""

_OUTLINE, _THREAD_LINE = 3.0, 1.2
"""Stroke units of the outline of a band that has one, and of one like a thread."""

_KEPT = 0.05
"""The weight above which labels keep off a pull, and above which the rest is drawn."""

_WEAKER = 0.9
"""The share of the strongest pull from which any pull is drawn."""

_EDGE = 0.03
"""Scene units from a pane's edge to a word's name, at the least."""

_TITLE = 0.36
"""Scene units from a pane down to its title's baseline."""

_TITLED_BELOW = 6.0
"""The width of a pane, scene units, from which its title stands below it, between the names of its ends."""


class StagedSpace:
    """All that is drawn of a value space.

    Args:
        numbers: the space, with one phrase.
        region: its pane's.
        unit: scene units for 1.
        spans: the least and the largest number along both axes.
        air: scene units that the pane keeps free.
        ink: called with a word for its colour.
        title: the space's name.
        title_size: its size, manim font units.
        kept: the weight above which a pull is drawn; what is left pulls together, as one rest. All words are drawn
            when left out.
        icon: the height of icons as a share of the unit.
        style: theme and sizes.

    Attributes:
        pane: the sheet of glass.
        own: manim point of the pulled word's own value.
        place: manim point of its new vector.
        words: the words' tokens, the pulled one left out.
        bands: every other word's band.
        subject: the pulled word before anything pulls it.
        apple: the pulled word.
        old_place: its outline at its own place.
        own_band: its own band.
        rest: the words without a band of their own as one, where together they pull so much that it is seen.
    """

    def __init__(
        self,
        numbers: ValueSpace,
        region: Region,
        *,
        unit: float,
        spans: Sequence[tuple[float, float]],
        air: Air,
        ink: Callable[[str], str],
        title: str,
        title_size: float,
        kept: float | None = None,
        icon: float = ICON,
        style: Style,
    ) -> None:
        self.kept, self.numbers, self.style, self.ink = kept, numbers, style, ink
        strongest = float(numbers.weight(numbers.pullers[0], 0))
        self.least = 0.0 if kept is None else min(kept, _WEAKER * strongest)
        self.pane = Pane(region, unit, spans, air, style=style)
        self.height = min(max(icon * unit, _LEAST_ICON), _MOST_ICON)
        self.title = self._titled(title, title_size, region)
        self.own, self.place = self.pane.place(numbers.own), self.pane.place(numbers.updated[0])
        self.rest: OtherWords | None = None
        self.words = self._tokens()
        self.slim = min(1.0, _SLIM * unit)
        self.bands = {word: self._band(word) for word in numbers.words if word != numbers.word}
        self._tuck()
        color = ink(numbers.word)
        self.subject, self.apple = (
            Token(numbers.word, self.own, color, height=self.height, large=True, style=style) for _ in "ab"
        )
        self.old_place = self.apple.ghost()
        self.own_band = Band(self.own, self.own, 0.0, color, pinned=True, slim=self.slim, style=style)
        self.rest = self._rest()

    def _titled(self, title: str, size: float, region: Region) -> VGroup:
        label = Label(title, size=size, color=self.style.theme.value, within=inf, style=self.style)
        below = region.width >= _TITLED_BELOW
        label.set_x(float(region.centre[0])).on_baseline(region.bottom - _TITLE if below else region.top + 0.16)
        return laid(VGroup(haloed(label, self.style)), Layer.LABEL)

    def _tokens(self) -> dict[str, Token]:
        """Return the words other than the pulled one at the places of their values, those without an icon named."""
        numbers, style = self.numbers, self.style
        others = [word for word in numbers.words if word != numbers.word]
        seen = [word for word in others if not self.is_bystander(word)]
        roomy = self.pane.unit > _ROOMY
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
        boxes += [self._around(place) for place in (self.own, self.place)]
        lines = [*self.pane.axes(), *self._ways()]
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

    def _is_large(self, word: str) -> bool:
        """Return whether a word pulls most, or has a colour by its role."""
        return word in self.numbers.pullers or self.ink(word) != self.style.theme.ink

    def _color(self, word: str) -> str:
        """Return a word's colour: dim where it is none that pulls most, and none by its role."""
        return self.ink(word) if self._is_large(word) else self.style.theme.dim

    def _around(self, place: Point) -> Box:
        return box_around(place, self.height / 2)

    def _ways(self) -> list[Segment]:
        """Return the strong pulls as segments, before and after the word gives way: labels keep off them."""
        numbers, own, end = self.numbers, flat(self.own), flat(self.place)
        strong = [word for word in numbers.words if float(numbers.weight(word, 0)) > _KEPT]
        pullers = [flat(self.pane.place(numbers.value(word))) for word in strong]
        return [(own, end), *((own, each) for each in pullers), *((each, end) for each in pullers)]

    def _band(self, word: str) -> Band:
        place = self.pane.place(self.numbers.value(word))
        return Band(place, place, 0.0, self._color(word), slim=self.slim, style=self.style)

    def _tuck(self) -> None:
        """Let the band of the word that pulls most end behind its icon."""
        (puller,) = self.numbers.pullers
        if puller in self.words:
            width = self.slim * width_at(float(self.numbers.weight(puller, 0)), 0.0)
            self.bands[puller].set_tuck(self.words[puller].tuck(self.place, width))

    def _taken(self) -> list[Box]:
        """Return the boxes of all words that are drawn, of their names, and of the pulled word's places."""
        marks = [token.mark for token in self.shown()]
        names = [token.label for token in self.shown() if len(token.label)]
        boxes = [*map(box_of, (*marks, *names)), *([self.rest.name_box()] if self.rest else [])]
        return boxes + [self._around(place) for place in (self.own, self.place)]

    def occupied(self) -> tuple[list[Segment], list[Box]]:
        """Return what a text beside the pulls keeps off: axes and ways, and words with their places."""
        own = flat(self.own)
        ways = [(flat(token.at), own) for token in self.shown() if self.pulls(token.word)]
        return [*self.pane.axes(), *ways, *self._ways(), (own, flat(self.place))], self._taken()

    def shown(self) -> list[Token]:
        """Return the words that are drawn, the pulled one left out."""
        return [token for word, token in self.words.items() if not self.is_bystander(word)]

    def reach(self) -> Live:
        """Return how the bands, tied to the word at its own place, swell to their weights."""

        def follow(share: float) -> None:
            for word, band in self.bands.items():
                place = self.pane.place(self.numbers.value(word)) if self.pulls(word) else self.own
                weight = float(self.numbers.weight(word, 0)) if self.pulls(word) else 0.0
                _stretch(band, share * weight, place, self.own)
            if self.rest:
                self.rest.pull(self.own, share)

        return Live([*self.bands.values(), *self.rest_parts()], follow)

    def give_way(self) -> Live:
        """Return how the word goes from its own place to where its bands balance."""
        own, end = self.numbers.own, self.numbers.updated[0]

        def follow(share: float) -> None:
            self._lay(self.pane.place(own + share * (end - own)))

        return Live([*self.bands.values(), *self.coat(), *self.rest_parts()], follow, rate_func=smooth)

    def pulls(self, word: str) -> bool:
        """Return whether a word has a band of its own."""
        return float(self.numbers.weight(word, 0)) > self.least

    def is_bystander(self, word: str) -> bool:
        """Return whether a word is only part of the rest: it neither pulls most nor has a band of its own."""
        return self.kept is not None and word not in self.numbers.pullers and not self.pulls(word)

    def _rest(self) -> OtherWords | None:
        """Return what all words without a band pull together, if that is much: they pull as one where it balances."""
        if self.kept is None:
            return None
        numbers, weights = self.numbers, self.numbers.weights[:, 0]
        drawn = weights * torch.tensor([self.pulls(word) for word in numbers.words])
        pull = (weights - drawn).sum()
        if float(pull) <= _KEPT:
            return None
        place = self.pane.place((numbers.updated[0] - drawn @ numbers.values) / float(pull))
        lines = [*self.pane.axes(), *self._ways(), (flat(place), flat(self.place))]
        return OtherWords(place, pull, self.pane, lines, self._taken(), slim=self.slim, style=self.style)

    def rest_parts(self) -> list[VGroup]:
        """Return the band of the rest and its name, if there is one."""
        return [self.rest.band, self.rest.name] if self.rest else []

    def _lay(self, at: Point) -> None:
        """Lay the word at a place, with every band as wide as its weight; one that does not pull is hidden under it."""
        self.apple.put(at)
        if self.rest:
            self.rest.pull(at)
        for word, band in [*self.bands.items(), (self.numbers.word, self.own_band)]:
            place = self.pane.place(self.numbers.value(word)) if self.pulls(word) else at
            _stretch(band, float(self.numbers.weight(word, 0)), place, at)

    def coat(self) -> list[VGroup]:
        """Return all that has the pulled word's colour: itself, its own band if any, the outline at its old place."""
        own = [self.own_band] if self.pulls(self.numbers.word) else []
        return [self.apple, *own, self.old_place]


def _stretch(band: Band, weight: float, place: Point, at: Point) -> None:
    """Stretch a band of a weight from a word's place to the pulled word; a thin one has no rim wider than it is."""
    band.set_pull(weight)
    band.body.set_stroke(width=RIM + 2 if weight > _RIMMED else 0.0, background=True)
    if band.body.get_stroke_width() > 0:  # it has an outline, which would be wider than a thread
        band.body.set_stroke(width=_OUTLINE if weight > _RIMMED else _THREAD_LINE)
    band.set_ends(place, at)


def title_size(title: str, region: Region, style: Style) -> float:
    """Return the size at which a pane's title fits: between the names of its ends, or above the pane."""
    within = (0.53 if region.width >= _TITLED_BELOW else 1.0) * region.width
    return Label(title, size=style.sizes.number, within=within, style=style).size


def spans_of(spaces: Sequence[ValueSpace]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the least and the largest number along both axes of each space: of all values and new vectors."""
    spans = []
    for space in spaces:
        rows = torch.cat([space.values, space.updated])
        low, high = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        spans.append(((low[0], high[0]), (low[1], high[1])))
    return spans
