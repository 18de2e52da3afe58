"""One word pulled two ways (the article's section "Words Pulling Words", figure 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from manim import (
    Animation,
    Create,
    FadeIn,
    FadeOut,
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
from scenes.article.pulling.middles import beyond, middles_of
from scenes.article.pulling.release import digits_that_agree
from scenes.article.pulling.riding import Running
from scenes.article.pulling.rim import draw_rim
from scenes.article.pulling.road import WIDTH, Percent, Way, share_of_way
from scenes.article.pulling.typed import TypedPhrase, Written, largest
from scenes.motion.become import rewrite
from scenes.motion.live import Live, slide
from scenes.number_format import format_number, format_vector
from scenes.parameters import LandmarkParameters, Phrase, PhraseParameters, Word, require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.approach import between
from scenes.parts.plane.border import Border
from scenes.parts.plane.boxes import box_around, box_at
from scenes.parts.plane.ground import Ground
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane, name_offsets
from scenes.parts.plane.token import Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, capital, pull
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_TIPS, _CLIMBS, _NEARER = (1.6, 1.3), 2.4, 1.3
"""Seconds in which the word tips to either side, climbs back, and in which the view comes near."""

_LETTER, _QUICKLY = 0.15, 0.1
"""Seconds in which a letter is typed, and deleted."""

_GROWS, _REACHES, _EDIT = 1.2, 0.7, 0.9
"""Seconds in which the border grows, a way reaches the word, and another phrase is written around the gap."""

_NUMBERS, _PAD, _MARGIN = 0.53, 0.56, 0.06
"""The height of all icons, in numbers on the stage's axes; scene units from the middle of one to the edge of the room
for them, and from the edge of a large one to that."""

_PHRASE, _STRIP = 0.3, 0.24
"""The share of a frame's width that a phrase takes beside the plane, and of its height that it takes below it."""

_SPECK = 0.08
"""The share of its height from which an icon that grows is seen."""

_ICON_OF_GAP, _LARGER = 0.94, 1.15
"""The height of the last icons as a share of the shortest way between them; the factor from which they grow at all."""

_ON_BORDER = 0.02
"""The share of the way between the middles of both halves by which the word may be off their border."""

_HALF_NAME, _LEAST_NAME = (1.25, 1.0, 0.8), 0.28
"""The sizes of a half's name as shares of a formula's, the best first; scene units that it keeps clear of all else."""

_SHARES = (1.2, 1.0, 0.8, 0.65)
"""The sizes of the ways' shares as shares of a hero number's, the best first."""

_AIR, _EDGE = 0.35, 0.08
"""Scene units from the plane's marks to the phrase, and from that to the margin."""

_GAP, _BESIDE, _OUT = 0.5, 0.3, 0.12
"""Scene units between two phrases, around a percentage, and from an icon on a way to that."""

_NEAR = 0.9
"""Scene units from a place within which a number is read as belonging there."""

_FIRST = squish_rate_func(smooth, 0.0, 0.25)
"""The rate of what leaves as a motion begins."""


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
    families: tuple[str, ...]
    vector: Tensor = quantity("The word's vector before.", rows="axes")
    pulling: Tensor = quantity("The vector of the strongest other word of each phrase.", rows="sides", columns="axes")
    updated: Tensor = quantity("Its new vector in each phrase.", rows="sides", columns="axes")
    weights: Tensor = quantity("How much the strongest other word of each phrase pulls.", rows="sides")
    along: Tensor = quantity("How far along the way to that word it moves, as a share of the way.", rows="sides")
    percents: Tensor = quantity("The same in percent of the way.", rows="sides")
    middles: Tensor = quantity(
        "The middle of the family on each word's side, or else the word itself.", rows="sides", columns="axes"
    )
    before: Tensor = quantity("How far the word is on the first middle's side of the border, of 1 between the middles.")
    after: Tensor = quantity("How far it is there in each phrase.", rows="sides")


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
        way: from its old place to what pulls it.
        percent: the share of the way beside it; None where there is no room, or the word hardly moves.
        percent_at: where that stands in the last picture.
    """

    pull: Pull
    puller: str
    share: float
    there: Point
    offset: tuple[float, float] | None
    phrase: tuple[TypedPhrase, TypedPhrase]
    pulling: Token | None
    token: Token
    way: Way
    percent: Percent | None
    percent_at: Point


class ApplePulledSideBySide(PlaneFigure):
    """attention-apple-pulled-side-by-side: one word, two phrases, two destinations."""

    name = "attention-apple-pulled-side-by-side"
    claims = APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
    Parameters = TwoPhrases
    stops_at_record = True
    numbers: TwoPulls

    @classmethod
    def compute(cls, parameters: TwoPhrases, world: World) -> TwoPulls:
        """Take one step of attention over each phrase, and find the border between what pulls in them."""
        require_plane(world)
        left, right = (
            pull(PhraseParameters(phrase=phrase, word=parameters.word), world)
            for phrase in (parameters.left_phrase, parameters.right_phrase)
        )
        along = torch.stack([share_of_way(side) for side in (left, right)])
        updated = torch.stack([left.updated, right.updated])
        families, middles = middles_of(world, (left, right))
        return TwoPulls(
            left,
            right,
            world.axes,
            ("left", "right"),
            families,
            vector=left.vector,
            pulling=torch.stack([side.vectors[side.strongest] for side in (left, right)]),
            updated=updated,
            weights=torch.stack([side.weights[side.strongest] for side in (left, right)]),
            along=along,
            percents=100 * along,
            middles=middles,
            before=beyond(middles, left.vector),
            after=beyond(middles, updated),
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
        """Make the border with the word on it as both views see them, and for each phrase its way and its type."""
        numbers = self.numbers
        self.pulls = (numbers.left, numbers.right)
        self.color = self.color_of(numbers.left.word)
        self.colors = [self.color_of(step.words[step.strongest]) for step in self.pulls]
        palette, families = self.style.theme.families, list(self.world.families)
        self.tints = [palette[families.index(name) % len(palette)] for name in numbers.families] or self.colors
        self.icon = _NUMBERS * self.stage.plane_view.unit
        self.close, self.large = self._close_view()
        self.planes = (self.plane, self.make_plane(self.close))
        self.start = self.plane.place(numbers.vector)
        self.ends = [self.plane.place(row) for row in numbers.updated]
        self._divide()
        self._place_words()
        self.taken = self._marks()
        self.offsets = [None if self.subject.has_icon else self._name_side(at) for at in self.ends]
        percents = self._percents()
        self.half_names = self._half_names()
        phrases = self._phrases()
        self.sides = [self._side(index, phrases[index], percents[index]) for index in (0, 1)]
        self._shine(0.0)

    def world_view(self) -> PlaneView:
        """Return the stage's view; where its words stand in the phrase's way, one that has room for both."""
        view, room = super().world_view(), self._plane_room().inset(_PAD, _PAD, _PAD, _PAD)
        x, y = (view.unit * self._rows() + torch.tensor(view.origin)).T.numpy()
        inside = room.left <= x.min() and x.max() <= room.right and room.bottom <= y.min() and y.max() <= room.top
        if self._lies_below():  # the ground is dark from where the phrase stands
            view = replace(view, record=replace(view.record, top=room.bottom - _PAD))
        if inside:
            return view
        low, high = (each.tolist() for each in (self._rows().amin(dim=0), self._rows().amax(dim=0)))
        return view.fitted(self.stage, list(zip(low, high, strict=True)), room)

    def _rows(self) -> Tensor:
        """Return the places of all that is drawn, shape (5, 2)."""
        return torch.cat([self.numbers.vector[None], self.numbers.pulling, self.numbers.updated])

    def _close_view(self) -> tuple[PlaneView, float]:
        """Return the last view, which has come near all that is drawn, and its icons' height.

        Icons are as large as they can be without touching each other. Where they would hardly grow, the view stays.
        """
        rows, words = self._rows(), {step.words[at] for step in self.pulls for at in (step.position, step.strongest)}
        apart = _ICON_OF_GAP * float(torch.pdist(rows).min())
        unit = self._unit_of(rows, apart)
        if apart * unit < _LARGER * self.icon or not all(has_icon(word, self.style) for word in words):
            return self.view, self.icon
        return self._view_of(rows, unit), apart * unit

    def _unit_of(self, rows: Tensor, icon: float) -> float:
        """Return scene units for each number with which icons, as high as ``icon`` numbers, fill the plane's room."""
        room = self._plane_room().inset(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        wide = rows.amax(dim=0) - rows.amin(dim=0) + icon
        return min(free / max(float(each), 1e-9) for free, each in zip((room.width, room.height), wide, strict=True))

    def _view_of(self, rows: Tensor, unit: float) -> PlaneView:
        """Return the view with the middle of some places, shape (n, 2), in the middle of the plane's room."""
        x, y = self._plane_room().centre[:2] - unit * ((rows.amin(dim=0) + rows.amax(dim=0)) / 2).numpy()
        return replace(self.view, origin=(float(x), float(y)), unit=unit)

    def _lies_below(self) -> bool:
        """Return whether the phrase lies below the plane."""
        return self.stage.plane_view.lying

    def _plane_room(self) -> Region:
        """Return the part of the frame in which words lie, beside the phrase or above it."""
        safe, foot = self.stage.safe, self.stage.above_foot.bottom
        if self._lies_below():
            return Region(safe.left, safe.right, foot + _STRIP * self.stage.height, safe.top)
        return Region(safe.left, safe.right - _PHRASE * safe.width, foot, safe.top)

    def _place_words(self) -> None:
        """Make the word and what pulls it; those without an icon have names."""
        numbers, word = self.numbers, self.numbers.left.word
        rows = {step.words[step.strongest]: step.vectors[step.strongest] for step in self.pulls}
        rows[word] = numbers.vector
        boxes = [*self.plane.text_boxes(), *(box_around(at, self.icon / 2) for at in self.ends)]
        offsets = name_offsets(
            self.plane, rows, heights=dict.fromkeys(rows, self.icon), lines=self._lines(0), boxes=boxes,
            large=list(rows), style=self.style,
        )  # fmt: skip
        self.words = {name: self._named(name, self.plane.place(row), offsets[name]) for name, row in rows.items()}
        self.subject = self.words[word]
        self.offset = None if self.subject.has_icon else offsets[word]
        self.ghost = self.subject.ghost()

    def _marks(self) -> tuple[list[Box], list[Box]]:
        """Return the boxes of all marks, their names and the plane's texts, in both views."""
        first = [box_around(at, max(self.subject.reach())) for at in (self.start, *self.ends)]
        first += [box_of(part) for token in self.words.values() for part in token if len(part)]
        if self.close is self.view:
            return [*self.plane.text_boxes(), *first], [*first]
        last = [box_around(self.planes[1].place(row), self.large / 2) for row in self._rows()]
        return [*self.plane.text_boxes(), *first], last

    def _named(self, word: str, at: Point, offset: tuple[float, float]) -> Token:
        """Return a word on the plane, with its name where it has no icon."""
        token = Token(word, at, self.color_of(word), height=self.icon, large=True, style=self.style)
        if token.has_icon:
            return token
        return Token(word, at, self.color_of(word), offset=offset, height=self.icon, large=True, style=self.style)

    def _ways(self, plane: StagePlane) -> list[Segment]:
        """Return the straight ways of both pulls on a plane: texts keep off them."""
        start = flat(plane.place(self.numbers.vector))
        return [(flat(plane.place(row)), start) for row in self.numbers.pulling]

    def _divide(self) -> None:
        """Make the border between the middles of both halves; none where these are at one place."""
        width, top, foot = self.stage.width / 2, self.stage.height / 2, self.stage.above_foot.bottom
        room = self._plane_room()
        self.picture = (
            (-width, room.bottom, width, top) if self._lies_below() else (-width, foot, room.right + _AIR, top)
        )
        self.border = Border(self.picture, self.tints, style=self.style) if self._has_border() else None
        self.segments, self.halves = list[Segment | None](), list[tuple[list[Box], list[Box]]]()
        for view in (0, 1):
            self.segments.append(self._lie(float(view)))
            self.halves.append(([], []) if self.border is None else self.border.covered())
        self._lie(0.0)

    def _has_border(self) -> bool:
        first, second = self.numbers.middles
        return float(torch.linalg.vector_norm(first - second)) > 1e-6

    def _lie(self, share: float) -> Segment | None:
        """Let the border run where it is seen at a share of the way from the first view to the last; return where."""
        if self.border is None:
            return None
        first, second = (self._between(row, share) for row in self.numbers.middles)
        return self.border.lie((first + second) / 2, first - second).segment

    def _lines(self, view: int) -> list[Segment]:
        """Return the lines on which no text stands, as a view sees them."""
        segment = self.segments[view]
        border = [] if segment is None else [segment]
        axes = self.plane.axis_segments() if view == 0 or self.close is self.view else []
        return [*border, *self._ways(self.planes[view]), *axes]

    def _half_names(self) -> list[tuple[VGroup, list[Point]] | None]:
        """Return the names of both halves in the largest type that has room for both, or else for one of them."""
        names: list[tuple[VGroup, list[Point]] | None] = []
        if self.border is None or not self.numbers.families:
            return names
        free = [len(taken) for taken in self.taken]
        for size in _HALF_NAME:
            self._clear(free)
            names = [
                self._half_name(index, ink, size * self.style.sizes.formula)
                for index, ink in enumerate(self.border.inks)
            ]
            if None not in names:
                break
        return names

    def _clear(self, counts: Sequence[int]) -> None:
        """Forget all boxes taken in each view but the first ones, as many as given."""
        for taken, count in zip(self.taken, counts, strict=True):
            del taken[count:]

    def _half_name(self, index: int, ink: str, size: float) -> tuple[VGroup, list[Point]] | None:
        """Return the name of a half where it is seen at first, and its places in both views; None without room."""
        row = self.numbers.middles[index]
        name = Label(self.numbers.families[index], size=size, color=ink, style=self.style)
        box = float(name.width) + 2 * _LEAST_NAME, float(name.height) + 2 * _LEAST_NAME
        places: list[Point] = []
        for view, taken in enumerate(self.taken):
            best = flat(self.planes[view].place(row))
            place = self._free(
                box, self._plane_room(), best, [*taken, *self.halves[view][1 - index]], self._lines(view)
            )
            if place is None:
                return None
            places.append(point(*place))
        for taken, at in zip(self.taken, places, strict=True):
            taken.append(box_at(at, box))
        return labelled(name.move_to(places[0]), self.style), places

    @staticmethod
    def _free(
        size: tuple[float, float], room: Region, near: tuple[float, float], taken: Sequence[Box], lines: list[Segment]
    ) -> tuple[float, float] | None:
        """Return the middle of the free place for a text that is nearest to a point; None without one."""
        bounds = (room.left, room.bottom, room.right, room.top)
        x, y = free_place(size, bounds, near, lines=lines, boxes=taken)
        box = box_at((x, y), size)
        inside = all(a >= b - 1e-6 for a, b in zip(box[:2], bounds[:2], strict=True))
        inside &= all(a <= b + 1e-6 for a, b in zip(box[2:], bounds[2:], strict=True))
        if not inside or any(overlap(box, each) for each in taken) or any(inside_length(line, box) for line in lines):
            return None
        return x, y

    def _percents(self) -> list[tuple[Percent | None, Point]]:
        """Return the shares of both ways in the largest type that has room for both, and their places in the end."""
        free = [len(taken) for taken in self.taken]
        moved = sum(_whole(percent) != "0" for percent in self.numbers.percents)
        percents: list[tuple[Percent | None, Point]] = []
        for size in _SHARES:
            self._clear(free)
            percents = [self._percent(index, size * self.style.sizes.hero) for index in (0, 1)]
            if sum(percent is not None for percent, _ in percents) == moved:
                break
        return percents

    def _percent(self, index: int, size: float) -> tuple[Percent | None, Point]:
        """Return the share of a way beside what is done of it, and its place in the last view.

        There is none where nothing is free, or the word hardly moves.
        """
        percent = self.numbers.percents[index]
        if _whole(percent) == "0":
            return None, point()
        text = Percent(percent, color=self.colors[index], size=size, style=self.style)
        places = [self._beside_way(index, view, text) for view in (0, 1)]
        first, last = places
        if first is None or last is None:
            return None, point()
        for taken, at in zip(self.taken, (first, last), strict=True):
            taken.append(box_at(at, (float(text.width) + _BESIDE, float(text.height) + _BESIDE)))
        return laid(text.move_to(first), Layer.LABEL), last

    def _beside_way(self, index: int, view: int, text: Percent) -> Point | None:
        """Return the free place in a view for the share of a way, nearest to what is done of that; None without one."""
        plane, icon = self.planes[view], (self.icon, self.large)[view]
        start, end = plane.place(self.numbers.vector), plane.place(self.numbers.updated[index])
        size = float(text.width) + _BESIDE, float(text.height) + _BESIDE
        out = point(-(end - start)[1], (end - start)[0]) / max(float(np.linalg.norm(end - start)), 1e-9)
        if float(out @ (start - plane.origin)) < 0:
            out = -out
        best = (start + end) / 2 + (icon / 2 + _OUT + float(np.abs(out[:2]) @ size) / 2) * out
        place = self._free(size, self._plane_room(), flat(best), self.taken[view], self._lines(view))
        if place is None or float(np.linalg.norm(point(*place) - best)) > 2 * _NEAR:
            return None
        return point(*place)

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
        """Return where the phrase stands: beside all that is on the plane, or below it."""
        safe, foot, room = self.stage.safe, self.stage.above_foot.bottom + _EDGE, self._plane_room()
        if self._lies_below():
            return Region(safe.left + _EDGE, safe.right - _EDGE, foot, room.bottom - _AIR / 2)
        return Region(room.right + _AIR, safe.right - _EDGE, foot + 0.2, safe.top - 0.2)

    def _side(self, index: int, phrase: tuple[TypedPhrase, TypedPhrase], percent: tuple[Percent | None, Point]) -> Side:
        """Return all that is drawn for one of the phrases."""
        style, step, color = self.style, self.pulls[index], self.colors[index]
        puller = step.words[step.strongest]
        token = Token(
            step.word, self.start, self.color,
            offset=self.offset, height=self.icon, large=True, edge=color, style=style,
        )  # fmt: skip
        end = self.plane.place(step.vectors[step.strongest])
        tuck = self.words[puller].tuck(self.start, WIDTH)
        way = Way(self.start, end, color, clear=self.icon / 2, tuck=tuck, style=style)
        return Side(
            step,
            puller,
            float(self.numbers.along[index]),
            self.ends[index],
            self.offsets[index],
            phrase,
            None if step.strongest == step.position else self.words[puller],
            token,
            way,
            *percent,
        )

    def _name_side(self, there: Point) -> tuple[float, float]:
        """Return where the word's name goes at its new place: off both ways, the numbers and the other words."""
        name, (across, up) = self.subject.name_text, self.subject.reach()
        assert name is not None
        spot = Spot(*flat(there), float(name.width), float(name.height), (across + 0.04, up + 0.04), (1.0, 0.0))
        ((x, y),) = place_labels([spot], self._bounds(), lines=self._lines(0), boxes=self.taken[0])
        self.taken[0].append((x - spot.width / 2, y - spot.height / 2, x + spot.width / 2, y + spot.height / 2))
        return (x - spot.x, y - spot.y)

    def _bounds(self) -> Box:
        room = self._plane_room()
        return room.left, room.bottom, room.right, room.top

    def tell(self) -> None:
        """Let the word stand on the border; a typed word tips it off, it climbs back, another tips it the other way."""
        first, second = self.sides
        with self.beat("start", text=self._begins(), **self._names(first)):
            self._begin(first.phrase[0])
            self.rest()
        with self.beat("first-pull", text=self._moves(0, "first-pull"), **self._names(first)):
            self._type(first)
            self._drag(first, _TIPS[0])
            self.rest()
        with self.beat("deleted", text=self._moves(0, "deleted"), **self._names(first)):
            self._delete(first)
            self.rest()
        with self.beat("second-pull", text=self._moves(1, "second-pull"), **self._names(second)):
            self._rewrite(first.phrase[0], second.phrase[0])
            self._type(second)
            self._drag(second, _TIPS[1])
            self.rest()
        with self.beat("apart", text=self._ends(), **self._names(first)):
            self._both(first, second)
            self.hold()

    def _names(self, side: Side) -> dict[str, str]:
        word, puller, numbers = side.pull.word, side.puller, self.numbers
        names = {"word": word, "Word": capital(word), "puller": puller, "Puller": capital(puller)}
        first, second = numbers.families or [side.puller for side in self.sides]
        weight = format_number(float(side.pull.weights[side.pull.strongest]))
        return names | {"percent": _whole(100 * side.share), "weight": weight, "first": first, "second": second}

    def _is_on_border(self) -> bool:
        """Return whether the word is as far from both middles, as far as can be seen."""
        return self.border is not None and abs(float(self.numbers.before)) <= _ON_BORDER

    def _begins(self) -> str:
        """Return the key of the first beat's texts: another one where the word is not on the border."""
        return "start" if self._is_on_border() else "start-beside"

    def _tips(self, index: int) -> bool:
        """Return whether a phrase takes the word from the border into its half."""
        sign = 1 if index == 0 else -1
        return self._is_on_border() and sign * float(self.numbers.after[index]) > 2 * _ON_BORDER

    def _moves(self, index: int, text: str) -> str:
        """Return the key of a beat's texts: another one where the word hardly moves, or never crosses the border."""
        if _whole(self.numbers.percents[index]) == "0":
            return "deleted-still" if text == "deleted" else "still"
        if not self._tips(index):
            return f"{text}-beside"
        weight, percent = (format_number(float(each[0]), 2) for each in (self.numbers.weights, self.numbers.along))
        return "first-pull-share" if text == "first-pull" and weight != percent else text

    def _ends(self) -> str:
        """Return the key of the last beat's texts: others where the printed new places are one, or share a half."""
        first, second = (format_vector(place, _digits_of(self.numbers)) for place in self.numbers.updated)
        if first == second:
            return "together"
        return "apart" if self._tips(0) and self._tips(1) else "apart-beside"

    def _begin(self, phrase: TypedPhrase) -> None:
        """Show the word at its place and the phrase with its gap; the border grows, and both halves are lit."""
        times, subject = self.style.times, self.subject
        phrase.spell(0.0)
        arrive = [*subject.label, *phrase.words, phrase.cursor]
        self.play(FadeIn(subject.mark, scale=0.6), FadeIn(*arrive), run_time=times.move)
        self.remove(subject.mark, *subject.label)
        self.add(subject)
        if self.border is None:
            return
        self.play(Create(self.border.line), Live([subject], self._shine), run_time=_GROWS)
        self._shine(1.0)
        if named := [name for name, _ in self._named_halves()]:
            self.play(FadeIn(*named), run_time=times.move)

    def _shine(self, share: float) -> None:
        """Light both halves with a share of their light; the grid opens for their names as these come."""
        names = [box_of(name) for name, _ in self._named_halves() if share >= 1]
        self.ground.glows = () if self.border is None else tuple(self.border.lights(share))
        self.ground.has_header = False
        self.ground.gaps = (*self.plane.text_boxes(), *names)
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def _named_halves(self) -> list[tuple[VGroup, list[Point]]]:
        return [each for each in self.half_names if each is not None]

    def _come_close(self) -> None:
        """Let the view come near: all that is drawn grows, and the axes leave."""
        if self.close is self.view:
            return
        far, height = self.view, [self.icon]
        tokens = {side.token: row for side, row in zip(self.sides, self.numbers.updated, strict=True)}
        for side, row in zip(self.sides, self.numbers.pulling, strict=True):
            tokens |= {} if side.pulling is None else {side.pulling: row}
        texts: list[tuple[VMobject, Point, Point]] = [
            (name, places[0], places[1]) for name, places in self._named_halves()
        ]
        texts += [
            (side.percent, side.percent.get_center(), side.percent_at)
            for side in self.sides
            if side.percent is not None
        ]

        def follow(share: float) -> None:
            before, height[0] = height[0], self.icon + share * (self.large - self.icon)
            for token, row in tokens.items():
                token.resize(height[0]).put(self._between(row, share))
            start, *ends = (self._between(row, share) for row in (self.numbers.vector, *self.numbers.pulling))
            self.ghost.scale(height[0] / before).move_to(start)
            for side, end in zip(self.sides, ends, strict=True):
                side.way.grow(height[0] / self.icon).lie(start, end)
            for text, first, last in texts:
                text.move_to(first + share * (last - first))
            self._lie(share)
            self._see(between(far, self.close, share), 1 - share)

        moved = [*tokens, self.ghost, *(side.way for side in self.sides), *(text for text, *_ in texts)]
        moved += [] if self.border is None else [self.border]
        self.play(Live(moved, follow), FadeOut(*self.plane, rate_func=_FIRST), run_time=_NEARER)
        self.remove(self.plane)

    def _between(self, row: Tensor, share: float) -> Point:
        """Return where a vector is seen at a share of the way from the first view to the last."""
        first, last = (plane.place(row) for plane in self.planes)
        at: Point = first + share * (last - first)
        return at

    def _see(self, view: PlaneView, axes: float) -> None:
        """Paint the ground as it is seen from a view, its axes as strong as they are still."""
        self.ground = Ground(
            self.stage, view, () if self.border is None else self.border.lights(1.0), record=self.with_record,
            gaps=[box_of(name) for name, _ in self._named_halves()], stop=self.ground.stop, style=self.style,
        )  # fmt: skip
        self.ground.axes.set_stroke(opacity=axes)
        self.ground.has_header = False
        self.ground.paint(self.camera)  # type: ignore[arg-type]

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
        phrase, aside = side.phrase[0], token.at + point(self.stage.width)

        def follow(share: float) -> None:
            phrase.spell(seen(share))
            token.mark.move_to(token.at)
            token.resize(max(seen(share), _SPECK) * self.icon)
            if seen(share) <= _SPECK:  # it waits outside the frame
                token.mark.move_to(aside)

        return Live([phrase.typed, phrase.cursor, token.mark], follow, rate_func=linear)

    def _drag(self, side: Side, seconds: float) -> None:
        """Let a way reach the word, which tips along it, while it is filled and its number runs."""
        self.add(self.ghost, side.way.ground)
        side.way.reach(0.0)
        self.play(Live([side.way.ground], side.way.reach), run_time=_REACHES)
        self.remove(self.subject)
        self.add(side.token, side.way.done)
        runs: list[Animation] = []
        come: list[Mobject] = []
        if side.percent is not None:
            zero = side.percent.zero()
            come = [side.percent[1], zero]
            runs = [Running(zero, side.percent.number)]
            self.play(FadeIn(*come), self._pale(side), run_time=self.style.times.quick)
        else:
            self.play(self._pale(side), run_time=self.style.times.quick)
        self.play(self._slide(side), *runs, run_time=seconds)
        if side.percent is not None:
            self.remove(*come, side.percent.number)
            self.add(side.percent)

    def _slide(self, side: Side, *, back: bool = False, **options: Any) -> Live:
        """Return how the word comes along its way, or goes back; what is done of the way is filled as far."""

        def also(share: float) -> None:
            side.way.set_share(side.share * (1 - share if back else share))

        end, offset = (self.start, self.offset) if back else (side.there, side.offset)
        return slide(side.token, end, offset=offset, also=also, moved=[side.way.done], **options)

    def _pale(self, side: Side, *, back: bool = False) -> Live:
        """Return how the word's rim gets its puller's colour, or loses it again."""
        colors = [self.style.theme.background, self.color_of(side.puller)]
        return draw_rim(side.token, *(reversed(colors) if back else colors))

    def _delete(self, side: Side) -> None:
        """Delete the word that pulls: with every letter it shrinks; then nothing pulls, and the other climbs back."""
        token, gone = side.pulling, list[VMobject]([side.way.ground])
        gone += [] if side.percent is None else [side.percent]
        if token is not None:
            self.remove(token)
            self.add(token.mark, *token.label)
            gone += token.label
            spells = self._spells(side, token, lambda share: 1 - share)
            self.play(spells, FadeOut(*gone), run_time=side.phrase[0].seconds(_QUICKLY))
            self.remove(token.mark, side.phrase[0].typed)
            token.mark.move_to(token.at)
            token.resize(self.icon)
        else:
            self.play(FadeOut(*gone), run_time=self.style.times.move)
        self.play(self._slide(side, back=True), self._pale(side, back=True), run_time=_CLIMBS)
        self.remove(side.token, side.way.done)
        self.add(self.subject)

    def _rewrite(self, before: TypedPhrase, after: TypedPhrase) -> None:
        """Turn the words around the gap into those of another phrase."""
        after.spell(0.0)
        self.play(rewrite(before.words, after.words), ReplacementTransform(before.cursor, after.cursor), run_time=_EDIT)

    def _both(self, first: Side, second: Side) -> None:
        """Let both phrases stand beside each other; the word leaves its old place once more, the other way as well."""
        times, (large, small), other = self.style.times, second.phrase, first.phrase[1]
        moved = [ReplacementTransform(large.typed, small.typed)] if len(large.typed) else []
        gone = FadeOut(large.cursor, rate_func=_FIRST)
        self.play(rewrite(large.words, small.words), *moved, gone, run_time=_EDIT)
        come = [*other.words, *([other.typed] if len(other.typed) else [])]
        come += [first.pulling] if first.pulling not in (None, second.pulling) else []
        self.play(FadeIn(*come), run_time=times.move)
        first.way.set_share(0.0)
        self._drag(first, _TIPS[1])
        self._come_close()


def _whole(percent: Tensor | float) -> str:
    """Return a percentage as it is printed."""
    return format_number(float(percent), 0, tiny=False)


def _digits_of(numbers: TwoPulls) -> int:
    """Return digits after the point of both new places, to which the printed percentages of the ways lead."""
    ways = zip(numbers.pulling, numbers.percents / 100, numbers.updated, strict=True)
    return digits_that_agree(numbers.vector, list(ways))
