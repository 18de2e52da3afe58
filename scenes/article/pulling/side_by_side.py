"""One word pulled two ways (the article's section "Words Pulling Words", figure 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot
from typing import Any

import numpy as np
import torch
from manim import (
    Animation,
    FadeIn,
    FadeOut,
    GrowFromPoint,
    Mobject,
    ReplacementTransform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.article.pulling.claims import APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
from scenes.article.pulling.release import digits_that_agree
from scenes.article.pulling.riding import Running
from scenes.article.pulling.rim import draw_rim
from scenes.article.pulling.road import WayRuler, share_of_way
from scenes.article.pulling.typed import TypedPhrase, Written, largest
from scenes.motion.become import rewrite
from scenes.motion.live import Live, Widen, slide, sway
from scenes.number_format import format_number, format_vector
from scenes.parameters import LandmarkParameters, Phrase, PhraseParameters, Word, require_plane
from scenes.parts.contrast import contrast, least_share, mixed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band, Thread, pull_of, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, gap, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import GLOW_OPACITY, HERO, HeroGlow, Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Coordinates
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, capital, pull
from scenes.stage import Region
from scenes.worlds import World

_SLOW, _QUICK = 1.6, 1.3
"""Seconds of the first pull and of both at once, and of the second."""

_LETTER, _QUICKLY = 0.17, 0.1
"""Seconds in which a letter is typed, and deleted."""

_COMES, _BLINKS, _SWING, _EDIT, _BACK = 0.9, 0.8, 1.6, 0.9, 0.8
"""Seconds in which the word comes out of the phrase, the cursor blinks once, the word swings back that is let go,
another phrase is written around the gap, and the word goes back at last."""

_LETS_GO, _SNAPS = 0.2, 0.1
"""The shares of a deletion's time after which the word begins to swing back, its band getting thinner by then, and in
which that band snaps back to the word, once nothing pulls it."""

_ICON = 1.1
"""Scene units: the height of all icons, larger than usual, where both places of the word are farther apart."""

_OUT, _BROAD = 0.06, 1.5
"""Scene units between a word and its icon that comes out of it; the share of their usual width that the bands have."""

_ASIDES, _TYPE = (0.74, 0.95, 1.25), (1.2, 0.9)
"""Scene units from a way to its ruler, and the sizes of its number as shares of a hero number's, the best first."""

_AIR, _EDGE, _CLEAR = 0.35, 0.08, 0.05
"""Scene units from the plane's marks to the phrase, from that to the margin, and around a ruler."""

_GAP, _BESIDE = 0.5, 0.3
"""Scene units between two phrases, and between two texts that are not read as one."""

_SHORT = 0.8
"""Scene units of a way that is too short for a ruler."""

_NEAR = 0.9
"""Scene units from a place within which a number is read as belonging there."""

_BRIGHTEST = 0.5
"""The opacity of a light in its middle, at the most."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.6, 1.0)
"""The rates of what leaves as a motion begins, and of what it results in."""


class TwoPhrases(LandmarkParameters):
    """The parameters of the figure: one word in two phrases."""

    word: Word = Field("apple", description="The word that is pulled; it must be in both phrases.")
    left_phrase: Phrase = Field("fruit", description="The first phrase: its name, or written out.")
    right_phrase: Phrase = Field("tech", description="The second phrase: its name, or written out.")


@dataclass(frozen=True)
class TwoPulls:
    """The numbers of the figure: one step of attention over each of the two phrases."""

    left: Pull
    right: Pull
    axes: tuple[str, ...]
    sides: tuple[str, ...]
    vector: Tensor = quantity("The word's vector before.", rows="axes")
    pulling: Tensor = quantity("The vector of the strongest other word of each phrase.", rows="sides", columns="axes")
    updated: Tensor = quantity("Its new vector in each phrase.", rows="sides", columns="axes")
    weights: Tensor = quantity("How much the strongest other word of each phrase pulls.", rows="sides")
    along: Tensor = quantity("How far along the way to that word it moves, as a share of the way.", rows="sides")
    percents: Tensor = quantity("The same in percent of the way.", rows="sides")


@dataclass
class Side:
    """One of the two phrases, as it is drawn.

    Attributes:
        pull: its step of attention.
        puller: the word that pulls most.
        share: how far the word moves along the way to that.
        there: the word's new place.
        offset: where the word's name goes there; None where an icon needs none.
        phrase: the phrase in large type, and as it stands in the end, beside the other.
        pulling: the word that pulls most, on the plane; None where that is the word itself.
        token: the word, rimmed in its puller's colour.
        band: the pull on it.
        at: the numbers of its new place; empty where they have no room.
        ruler: beside its way; None where there is no room.
        glow: the light around the word, in its puller's colour.
    """

    pull: Pull
    puller: str
    share: float
    there: Point
    offset: tuple[float, float] | None
    phrase: tuple[TypedPhrase, TypedPhrase]
    pulling: Token | None
    token: Token
    band: Band | Thread
    at: VGroup
    ruler: WayRuler | None
    glow: HeroGlow


class ApplePulledSideBySide(PlaneFigure):
    """attention-apple-pulled-side-by-side: one word, two phrases, two destinations."""

    name = "attention-apple-pulled-side-by-side"
    claims = APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
    Parameters = TwoPhrases
    stops_at_record = True
    numbers: TwoPulls

    @classmethod
    def compute(cls, parameters: TwoPhrases, world: World) -> TwoPulls:
        """Take one step of attention over each phrase."""
        require_plane(world)
        left, right = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.left_phrase, parameters.right_phrase)
        )
        along = torch.stack([share_of_way(side) for side in (left, right)])
        return TwoPulls(
            left,
            right,
            world.axes,
            ("left", "right"),
            vector=left.vector,
            pulling=torch.stack([side.vectors[side.strongest] for side in (left, right)]),
            updated=torch.stack([left.updated, right.updated]),
            weights=torch.stack([side.weights[side.strongest] for side in (left, right)]),
            along=along,
            percents=100 * along,
        )

    @classmethod
    def alternative_values(cls, numbers: TwoPulls) -> Mapping[str, object]:
        """Return the strongest puller in each phrase, how far it pulls the word, and the word's new place."""
        left, right = numbers.left, numbers.right
        digits = _digits_of(numbers)
        return {
            "word": left.word,
            "first": left.words[left.strongest],
            "second": right.words[right.strongest],
            "first_percent": _whole(numbers.percents[0]),
            "second_percent": _whole(numbers.percents[1]),
            "at": format_vector(numbers.vector),
            "first_at": format_vector(left.updated, digits),
            "second_at": format_vector(right.updated, digits),
        }

    def build(self) -> None:
        """Make one plane with the word and all that pulls it, and for each phrase its band, its ruler and its type."""
        numbers = self.numbers
        self.pulls = (numbers.left, numbers.right)
        self.color = self.color_of(numbers.left.word)
        self.start = self.plane.place(numbers.vector)
        self.ends = [self.plane.place(row) for row in numbers.updated]
        self.icon = _ICON if np.linalg.norm(self.ends[1] - self.ends[0]) > _ICON else HERO
        self._place_words()
        self.ghost = self.subject.ghost()
        self.glow = HeroGlow(self.start, self.color, style=self.style)
        self.taken = [
            *self.plane.text_boxes(),
            *(_around(at, max(self.subject.reach())) for at in (self.start, *self.ends)),
        ]
        self.taken += [box_of(part) for token in self.words.values() for part in token if len(part)]
        self.offsets = [None if self.subject.has_icon else self._name_side(at) for at in self.ends]
        rulers = [self._ruler(index) for index in (0, 1)]
        at_start = [*self.plane.text_boxes(), _around(self.start, max(self.subject.reach()))]
        at_start += [box_of(part) for part in self.subject.label]
        self.old_at = self._numbers_at(numbers.vector, 1, at_start, self.plane.axis_segments())
        new, digits = numbers.updated if self._are_apart() else (), _digits_of(numbers)
        colors = [self.color_of(step.words[step.strongest]) for step in self.pulls]
        places = [self._numbers_at(row, digits, self.taken, self._lines(), color)
                  for row, color in zip(new, colors, strict=False)]  # fmt: skip
        if not all(map(len, places)) or not places:
            places = [VGroup(), VGroup()]
        phrases = self._phrases()
        self.sides = [self._side(index, phrases[index], places[index], rulers[index]) for index in (0, 1)]

    def _place_words(self) -> None:
        """Make the word and what pulls it; those without an icon have names."""
        numbers = self.numbers
        rows = {step.words[step.strongest]: step.vectors[step.strongest] for step in self.pulls}
        rows[numbers.left.word] = numbers.vector
        boxes = [_around(at, self.icon / 2) for at in self.ends]
        self.words = self.tokens(rows, dict.fromkeys(rows, self.icon), lines=self._ways(), boxes=boxes)
        for name, token in self.words.items():
            if token.has_icon:
                self.words[name] = self.token(name, rows[name], height=self.icon)
        self.subject = self.words.pop(numbers.left.word)
        self.words[numbers.left.word] = self.subject  # over the others

    def _ways(self) -> list[Segment]:
        """Return the straight ways of both pulls, before and after the move: texts keep off them."""
        return [
            (flat(self.plane.place(step.vectors[step.strongest])), flat(at))
            for step, end in zip(self.pulls, self.ends, strict=True)
            for at in (self.start, end)
        ]

    def _room(self) -> Box:
        """Return where numbers may stand on the plane."""
        room = self.view.words(self.stage)
        return room.left, room.bottom, room.right, self.stage.safe.top

    def _ruler(self, index: int) -> WayRuler | None:
        """Return a ruler beside a way, or its number alone; None where nothing is free, or the word hardly moves."""
        end, percent = self.plane.place(self.numbers.pulling[index]), self.numbers.percents[index]
        far = float(np.linalg.norm(end - self.start))
        if _whole(percent) == "0" or far < 1e-6:
            return None
        color = self.color_of(self.pulls[index].words[self.pulls[index].strongest])
        sides = sorted((1, -1), key=lambda side: -self._outward(end, side))
        for size, aside, side in product(_TYPE, _ASIDES, sides if far > _SHORT else []):
            ruler = WayRuler(
                self.start, end, percent, color, side * aside, size=size * self.style.sizes.hero, style=self.style
            )
            others = [(a - _CLEAR, b - _CLEAR, c + _CLEAR, d + _CLEAR) for a, b, c, d in self.taken]
            if self._is_free(ruler.number_box) and not any(inside_length(ruler.segment, other) for other in others):
                self.taken += [ruler.number_box, *(_around(ruler.place(at), 0.1) for at in np.linspace(0.0, 1.0, 21))]
                return ruler
        ruler = WayRuler(
            self.start, end, percent, color, _ASIDES[0], size=_TYPE[-1] * self.style.sizes.hero, style=self.style
        )
        size_of = float(ruler.percent.width) + _BESIDE, float(ruler.percent.height) + _BESIDE
        at = self._near(size_of, flat(self.ends[index]))
        return None if at is None else ruler.bare(at)

    def _near(self, size: tuple[float, float], near: tuple[float, float]) -> tuple[float, float] | None:
        """Return the middle of a free place for a text, so near that it is read as belonging there, and take it."""
        x, y = free_place(size, self._room(), near, lines=self._lines(), boxes=self.taken)
        box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
        across, up = (max(abs(at - to) - wide / 2, 0.0) for at, to, wide in zip((x, y), near, size, strict=True))
        if not self._is_free(box) or hypot(across, up) > _NEAR:
            return None
        self.taken.append(box)
        return x, y

    def _is_free(self, box: Box) -> bool:
        """Return whether nothing stands on a part of the plane, and no line runs through it."""
        left, low, right, top = self._room()
        inside = left <= box[0] and low <= box[1] and box[2] <= right and box[3] <= top
        return (
            inside
            and not any(overlap(box, other) for other in self.taken)
            and not any(inside_length(line, box) for line in self._lines())
        )

    def _outward(self, end: Point, side: int) -> float:
        """Return how much farther from the origin a ruler is on one side, 1 for left, of the way to a place."""
        way = end - self.start
        return float(side * point(-way[1], way[0]) @ ((self.start + end) / 2 - self.plane.origin))

    def _lines(self) -> list[Segment]:
        """Return the lines on which no number stands."""
        return [*self._ways(), *self.plane.axis_segments()]

    def _numbers_at(
        self, row: Tensor, digits: int, taken: list[Box], lines: Sequence[Segment], color: str = ""
    ) -> VGroup:
        """Return the numbers of a place of the word, below it or near that, where they have room; they take it.

        They have the colour of the word that pulls it there, or else its own.
        """
        size, style, at = self.style.sizes.number, self.style, self.plane.place(row)
        text = Coordinates(row, size=size, color=color or self.color, brief=True, decimals=digits, style=style)
        wide, high = float(text.width) + _AIR / 2, float(text.height) + 0.1
        below = float(at[0]), float(at[1]) - self.subject.reach()[1] - high / 2 - _CLEAR
        x, y = free_place((wide, high), self._room(), below, lines=lines, boxes=taken)
        box = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
        if gap(box, _around(at, max(self.subject.reach()))) > _NEAR / 2 or any(overlap(box, each) for each in taken):
            return VGroup()
        taken.append(box)
        return laid(labelled(text.move_to(point(x, y)), style), Layer.LABEL)

    def _phrases(self) -> list[tuple[TypedPhrase, TypedPhrase]]:
        """Return both phrases in the largest type that has room, and as they stand in the end, both together."""
        region, written = self._region(), [Written.of(step, self.colors_of(step.words)) for step in self.pulls]
        ways = [
            (region.rows(1, 1, gap=_GAP), int(self.ends[0][1] < self.ends[1][1])),
            (region.columns(1, 1, gap=_GAP), int(self.ends[0][0] > self.ends[1][0])),
        ]
        # Phrases lie as their pulls do: from the top, or from the left, whichever has room for larger type.
        parts, first = max(ways, key=lambda way: largest(written, way[0][0], self.style).size)
        large, last = self._set(written, [region] * 2), self._set(written, [parts[first], parts[1 - first]])
        return list(zip(large, last, strict=True))

    def _set(self, written: Sequence[Written], regions: Sequence[Region]) -> list[TypedPhrase]:
        """Return both phrases in one size, each in its region, beginning at one distance from the left edge of that."""
        setting, style = largest(written, regions[0], self.style), self.style
        tried = [TypedPhrase(each, setting, region, style) for each, region in zip(written, regions, strict=True)]
        free = regions[0].width - max(float(VGroup(*each.words, *each.typed).width) for each in tried) - _EDGE
        inset = max(free, 0.0) / 2
        return [
            TypedPhrase(each, setting, region.inset(left=inset, right=inset), style)
            for each, region in zip(written, regions, strict=True)
        ]

    def _region(self) -> Region:
        """Return where the phrase stands: all that the plane's marks leave free at their right, or below them."""
        safe, foot = self.stage.safe, self.stage.above_foot.bottom + _EDGE
        if self.view.lying:
            top = max(self.view.record.top, min(box[1] for box in self.taken) - _AIR)
            return Region(safe.left + _EDGE, safe.right - _EDGE, foot, top)
        left = min(self.view.record.left, max(box[2] for box in self.taken) + _AIR)
        return Region(left, safe.right - _EDGE, foot + 0.2, safe.top - 0.2)

    def _side(self, index: int, phrase: tuple[TypedPhrase, TypedPhrase], at: VGroup, ruler: WayRuler | None) -> Side:
        """Return all that is drawn for one of the phrases."""
        style, subject, step, there = self.style, self.subject, self.pulls[index], self.ends[index]
        puller = step.words[step.strongest]
        color, place = self.color_of(puller), self.plane.place(step.vectors[step.strongest])
        pulling = None if step.strongest == step.position else self.words[puller]
        token = Token(
            step.word,
            self.start,
            self.color,
            offset=subject.offset,
            height=self.icon,
            large=True,
            edge=color,
            style=style,
        )
        band = pull_of(place, self.start, step.weights[step.strongest], color, slim=_BROAD, style=style)
        if isinstance(band, Band) and pulling is not None:
            band.set_tuck(pulling.tuck(self.start, _BROAD * width_at(band.weight, 0.0)))
        return Side(
            step,
            puller,
            float(self.numbers.along[index]),
            there,
            self.offsets[index],
            phrase,
            pulling,
            token,
            band,
            at,
            ruler,
            HeroGlow(self.start, color, peak=self._peak(color), style=style),
        )

    def _peak(self, color: str) -> float:
        """Return how strong a light in a colour is, so that both pullers' lights are seen alike."""
        theme = self.style.theme
        colors = [theme.fill(self.color_of(step.words[step.strongest])) for step in self.pulls]
        ground = theme.background
        wanted = max(contrast(mixed(each, ground, GLOW_OPACITY), ground) for each in colors)
        return max(GLOW_OPACITY, min(least_share(theme.fill(color), ground, wanted), _BRIGHTEST))

    def _name_side(self, there: Point) -> tuple[float, float]:
        """Return where the word's name goes at its new place: off both ways, the numbers and the other words."""
        name, (across, up) = self.subject.name_text, self.subject.reach()
        assert name is not None
        spot = Spot(*flat(there), float(name.width), float(name.height), (across + 0.04, up + 0.04), (1.0, 0.0))
        ((x, y),) = place_labels([spot], self._room(), lines=self._ways(), boxes=self.taken)
        self.taken.append((x - spot.width / 2, y - spot.height / 2, x + spot.width / 2, y + spot.height / 2))
        return (x - spot.x, y - spot.y)

    def tell(self) -> None:
        """Type a word: it pulls. Delete it: the word swings back. Type another one: it pulls its own way."""
        first, second = self.sides
        with self.beat("start", **self._names(first)):
            self._begin(first.phrase[0])
            self.rest()
        with self.beat("first-pull", text=self._moves(0, "first-pull"), **self._names(first)):
            self._type(first)
            self._drag(first, _SLOW)
            self._number(first)
            self.rest()
        with self.beat("deleted", text=self._moves(0, "deleted"), **self._names(first)):
            self._delete(first)
            self.play(_blink(first.phrase[0].cursor), run_time=_BLINKS)
            self.rest()
        with self.beat("second-pull", text=self._moves(1, self._again()), **self._names(second)):
            self._rewrite(first.phrase[0], second.phrase[0])
            self._type(second)
            self._drag(second, _QUICK)
            self._number(second)
            self.rest()
        with self.beat("apart", text="apart" if self._are_apart() else "together", **self._names(first)):
            self._both(first, second)
            self.hold()

    def _names(self, side: Side) -> dict[str, str]:
        word, puller = side.pull.word, side.puller
        names = {"word": word, "Word": capital(word), "puller": puller, "Puller": capital(puller)}
        return names | {"percent": _whole(100 * side.share)}

    def _moves(self, index: int, text: str) -> str:
        """Return the key of a beat's texts: another one where the word hardly moves."""
        is_still = _whole(self.numbers.percents[index]) == "0"
        return ("deleted-still" if text == "deleted" else "still") if is_still else text

    def _again(self) -> str:
        """Return the key of the second pull's texts: another one where it leads the other way, against the first."""
        first, second = self.numbers.updated - self.numbers.vector
        return "again" if float(first @ second) < 0 else "second-pull"

    def _are_apart(self) -> bool:
        """Return whether the printed new places differ."""
        first, second = (format_vector(place, _digits_of(self.numbers)) for place in self.numbers.updated)
        return first != second

    def _begin(self, phrase: TypedPhrase) -> None:
        """Show the phrase, a cursor in its gap; its word comes out of it to its one place."""
        times, subject, cursor = self.style.times, self.subject, phrase.cursor
        phrase.spell(0.0)
        self.play(FadeIn(*phrase.words, cursor), run_time=times.move)
        first = self._beside(phrase)
        if first is None:
            self.play(FadeIn(subject.mark, scale=0.6), _blink(cursor), run_time=times.move)
        else:
            mark, way = subject.mark.move_to(first), self.start - first
            self.play(GrowFromPoint(mark, phrase.pulled.get_center()), _blink(cursor), run_time=times.move)
            comes = Live([mark], lambda share: mark.move_to(first + share * way))
            self.play(comes, _blink(cursor), run_time=_COMES)
        self.remove(subject.mark)
        self.add(subject.mark)
        self.play(FadeIn(self.glow, *subject.label, *self.old_at), run_time=times.quick)
        self.remove(subject.mark, *subject.label)
        self.add(subject)
        self.play(_blink(cursor), run_time=_BLINKS)

    def _beside(self, phrase: TypedPhrase) -> Point | None:
        """Return where the word's icon comes out of the phrase; None where a text is on its way."""
        word = phrase.pulled
        first: Point = word.get_center() + point(0.0, (float(word.height) + self.icon) / 2 + _OUT)
        texts = [box_of(each) for each in phrase.words] + self.plane.text_boxes()
        places = [_around(first + share * (self.start - first), self.icon / 2) for share in np.linspace(0.0, 1.0, 41)]
        return None if any(overlap(place, text) for place in places for text in texts) else first

    def _type(self, side: Side) -> None:
        """Type the word that pulls: with every letter it grows at its place."""
        token = side.pulling
        if token is None:
            return
        self.add(side.phrase[0].typed, token.mark)
        self.play(self._spells(side, token, lambda share: share), run_time=side.phrase[0].seconds(_LETTER))
        self.remove(token.mark)
        self.add(token)
        if len(token.label):
            self.play(FadeIn(token.label), run_time=self.style.times.quick)

    def _spells(self, side: Side, token: Token, seen: Callable[[float], float]) -> Live:
        """Return how a word is seen in the phrase and grows on the plane, both by the same share."""
        phrase, band, weight = side.phrase[0], side.band, side.band.weight

        def follow(share: float) -> None:
            phrase.spell(seen(share))
            token.resize(max(seen(share), 1e-3) * self.icon)
            if isinstance(band, Band):
                band.set_pull(seen(share) * weight)

        tied = [band] * (band in self.mobjects)
        return Live([phrase.typed, phrase.cursor, token.mark, *tied], follow, rate_func=linear)

    def _drag(self, side: Side, seconds: float) -> None:
        """Let the band reach the word and drag it along its way, while its ruler fills and its number runs."""
        ground, ruler = self.style.theme.background, side.ruler
        self.remove(self.subject)
        self.add(side.token)
        come: list[Mobject] = []
        runs: list[Animation] = []
        if ruler is not None:
            zero = ruler.zero()
            come += [ruler.ground, ruler.label[0], ruler.percent[1], zero]
            runs = [Running(zero, ruler.percent.number)]
        self.play(
            Widen(side.band), draw_rim(side.token, ground, self.color_of(side.puller)),
            FadeIn(side.glow, *come), FadeOut(self.glow, *self.old_at), run_time=self.style.times.slow,
        )  # fmt: skip
        self.add(self.ghost)
        self.play(self._slide(side), *runs, run_time=seconds)
        if ruler is not None:
            self.remove(*come, ruler.percent.number)
            self.add(ruler, ruler.label)

    def _slide(self, side: Side, *, back: bool = False, lit: bool = True, **options: Any) -> Live:
        """Return how the word comes along its way, or goes back; its ruler measures that, and its light follows."""
        ruler = side.ruler
        moved = [] if ruler is None else [ruler.done]
        self.add(*moved)

        def also(share: float) -> None:
            if ruler is not None:
                ruler.set_share(side.share * (1 - share if back else share))

        end, offset = (self.start, self.subject.offset) if back else (side.there, side.offset)
        glow = side.glow if lit else None
        return slide(side.token, end, [side.band], glow=glow, offset=offset, also=also, moved=moved, **options)

    def _pale(self, side: Side, *, back: bool = False) -> Live:
        """Return how the word's rim gets its puller's colour, or loses it again."""
        colors = [self.style.theme.background, self.color_of(side.puller)]
        return draw_rim(side.token, *(reversed(colors) if back else colors))

    def _delete(self, side: Side) -> None:
        """Delete the word that pulls: with every letter it shrinks, its band gets slack, and the word swings back."""
        token, band, ruler = side.pulling, side.band, side.ruler
        puller, weight = band.puller.copy(), band.weight
        gone: list[Mobject] = [self.ghost, side.glow, *side.at, *([] if ruler is None else [ruler.ground, ruler.label])]
        if token is not None:
            self.remove(token)
            self.add(token.mark, *token.label)
            gone += token.label
        typing = 0.0 if token is None else side.phrase[0].seconds(_QUICKLY)
        self.play(
            self._lets_go(side, typing / (typing + _SWING)), self._pale(side, back=True),
            FadeOut(*gone, rate_func=_EARLY), FadeIn(self.glow, rate_func=_LATE), run_time=typing + _SWING,
        )  # fmt: skip
        self.remove(side.token, band, side.phrase[0].typed, *([] if ruler is None else [ruler.done]))
        self.add(self.subject)
        if token is not None:
            self.remove(token.mark)
            token.resize(self.icon)
        band.set_ends(puller, self.start)
        if isinstance(band, Band):
            band.set_pull(weight)
        if len(self.old_at):
            self.play(FadeIn(*self.old_at), run_time=self.style.times.quick)

    def _lets_go(self, side: Side, letters: float) -> Live:
        """Return how a word is deleted in a share of a motion's time, and lets go of the other, which swings back."""
        token, band, ruler = side.pulling, side.band, side.ruler
        puller, swings = band.puller.copy(), self._slide(side, back=True, lit=False)
        moves = [swings] if token is None else [self._spells(side, token, lambda share: 1 - share), swings]

        def follow(time: float) -> None:
            gone = min(time / letters, 1.0) if letters else 1.0
            slack = min(max(time - letters, 0.0) / _SNAPS, 0.95)
            for move in moves[:-1]:
                move.move_to_share(gone)
            swings.move_to_share(sway(max(time - _LETS_GO, 0.0) / (1 - _LETS_GO)))
            band.set_ends(puller + slack * (side.token.at - puller), side.token.at)
            if ruler is not None:
                ruler.set_share(side.share * (1 - gone))

        return Live([mark for move in moves for mark in move.moved], follow, rate_func=linear)

    def _rewrite(self, before: TypedPhrase, after: TypedPhrase) -> None:
        """Turn the words around the gap into those of another phrase."""
        after.spell(0.0)
        self.play(rewrite(before.words, after.words), ReplacementTransform(before.cursor, after.cursor), run_time=_EDIT)

    def _both(self, first: Side, second: Side) -> None:
        """Let both phrases stand beside each other; the word is one again, and both take theirs along, together."""
        times, (large, small), other = self.style.times, second.phrase, first.phrase[1]
        numbers = [side.ruler.label for side in self.sides if side.ruler is not None]
        gone = [large.cursor, *second.at, *([] if second.ruler is None else [second.ruler.label])]
        moved = [ReplacementTransform(large.typed, small.typed)] if len(large.typed) else []
        self.play(
            rewrite(large.words, small.words), *moved, *map(FadeOut, gone),
            self._slide(second, back=True), self._pale(second, back=True), run_time=_BACK,
        )  # fmt: skip
        self.remove(self.ghost)  # between two words it would be a crumb
        come = [*other.words, *([other.typed] if len(other.typed) else []), self.glow]
        come += [first.pulling] if first.pulling is not None else []
        come += [first.ruler.ground] if first.ruler is not None else []
        self.play(FadeIn(*come), FadeOut(second.glow), run_time=times.move)
        first.band.set_ends(first.band.puller, self.start)
        self.play(Widen(first.band), run_time=times.quick)
        self.add(first.token)
        for side in self.sides:
            side.glow.move_to(side.there)
        landed = [FadeIn(number, rate_func=_LATE) for number in [*numbers, *(side.glow for side in self.sides)]]
        parts = [motion for side in self.sides for motion in (self._slide(side, lit=False), self._pale(side))]
        self.play(*parts, FadeOut(self.glow, rate_func=_EARLY), *landed, run_time=_SLOW)
        self._number(*self.sides)

    def _number(self, *sides: Side) -> None:
        """Write the numbers of the word's new places, where they have room."""
        named = [side.at for side in sides if len(side.at)]
        if named:
            self.play(*map(FadeIn, named), run_time=self.style.times.quick)


def _blink(cursor: VMobject) -> Live:
    """Return how a cursor goes out and comes again, once."""
    return Live([cursor], lambda share: cursor.set_opacity(float(not 0.25 <= share < 0.7)), rate_func=linear)


def _whole(percent: Tensor | float) -> str:
    """Return a percentage as it is printed."""
    return format_number(float(percent), 0, tiny=False)


def _digits_of(numbers: TwoPulls) -> int:
    """Return digits after the point of both new places, to which the printed percentages of the ways lead."""
    ways = zip(numbers.pulling, numbers.percents / 100, numbers.updated, strict=True)
    return digits_that_agree(numbers.vector, list(ways))


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)
