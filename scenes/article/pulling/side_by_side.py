"""One word pulled two ways (the article's section "Words Pulling Words", figure 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    DashedLine,
    FadeIn,
    FadeOut,
    Mobject,
    VGroup,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from scenes.article.pulling.claims import APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
from scenes.article.pulling.release import digits_of_change
from scenes.article.pulling.road import Road, Travelled, notches, share_of_way
from scenes.article.pulling.standing import Standing
from scenes.motion.become import rewrite
from scenes.motion.live import Live, Widen, settle, slide
from scenes.number_format import as_printed, format_number, format_vector, reads_as_zero
from scenes.parameters import LandmarkParameters, Phrase, PhraseParameters, Word, require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band, Thread, pull_of, width_at
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import PULLER, HeroGlow, Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, HeroNumber, labelled
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, pull
from scenes.stage import Region
from scenes.worlds import World

_HERO = 0.74
"""Scene units: the height of the word's icon, so small that its way is seen beside it."""

_RECORD_AIR, _LINE = 0.3, 0.08
"""Scene units from the plane's marks to the record, and from a name to its numbers."""

_SLOW, _QUICK = 2.0, 1.5
"""Seconds of the first pull, and of the second."""

_READ, _SHOWN = 0.6, 0.5
"""Seconds for which the other phrase is seen at first, and in which what is between the new places arrives."""

_FLAT = 0.4
"""A record that is lower than this share of its width has its roads side by side."""

_NEAR, _MORE_DIGITS = 1.7, 4
"""Scene units from the word's new place within which the middle of its numbers lies; the most digits after the point of
two places that are compared."""

_BESIDE = 0.2
"""Scene units between two texts that stand side by side."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.5, 1.0)
_LAST = squish_rate_func(smooth, 0.75, 1.0)
"""The rates of what leaves before the rest of a motion, of what comes in its course, and of what it results in."""


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
    percents: Tensor = quantity("How far along the way to that word it moves, in percent of the way.", rows="sides")
    steps: Tensor = quantity("How far the two new vectors are from each other along every axis.", rows="axes")

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The strongest puller of each phrase."""
        return tuple(dict.fromkeys(side.words[side.strongest] for side in (self.left, self.right)))


@dataclass(frozen=True)
class Digits:
    """Digits after the point of what is printed.

    Attributes:
        percent: of the shares of the ways.
        place: of the new places, and of the steps between them.
    """

    percent: int
    place: int


def digits_that_differ(before: Tensor, places: Tensor) -> int:
    """Return digits with which the printed places differ, along every axis, by their printed difference.

    Args:
        before: the vector from which a word has come, shape (2,).
        places: its two new ones, a row each.
    """
    least = max(digits_of_change(before, place) for place in places)
    first, second = places.tolist()
    for digits in range(least, _MORE_DIGITS + 1):
        apart = [
            abs(as_printed(one, digits) - as_printed(other, digits)) for one, other in zip(first, second, strict=True)
        ]
        exact = [as_printed(abs(one - other), digits) for one, other in zip(first, second, strict=True)]
        if np.allclose(apart, exact, atol=10.0**-digits / 100):
            return digits
    return least


def digits_that_agree(numbers: TwoPulls) -> Digits:
    """Return digits with which the printed new places differ by the printed steps.

    A pencil that goes the printed shares of both ways finds the same steps. Words beside a way take the new place a
    little off it; where they take it far off, nothing agrees, and shares are printed as usual.
    """
    place = digits_that_differ(numbers.vector, numbers.updated)
    ways = [side.vectors[side.strongest] - side.vector for side in (numbers.left, numbers.right)]
    for percent in (0, 1):
        shares = [as_printed(each, percent) / 100 for each in numbers.percents.tolist()]
        found = (shares[0] * ways[0] - shares[1] * ways[1]).abs()
        if all(
            as_printed(float(one), place) == as_printed(float(other), place)
            for one, other in zip(found, numbers.steps, strict=True)
        ):
            return Digits(percent, place)
    return Digits(0, place)


@dataclass
class Side:
    """One of the two phrases, as it is drawn.

    Attributes:
        pull: its step of attention.
        share: how far the word moves along the way to its puller.
        there: the word's new place.
        offset: where the word's name goes there; None where an icon needs none.
        told: the phrase in the middle of the header.
        phrase: the phrase at its side of the header.
        token: the word, rimmed in its puller's colour.
        band: the pull on it.
        notches: the tenths of the way.
        travelled: the part of the way that the word has come, over all icons.
        landing: the word's numbers at its new place; empty where there is no room.
        road: the way, in the record.
        glow: the light around the word, in its puller's colour.
    """

    pull: Pull
    share: float
    there: Point
    offset: tuple[float, float] | None
    told: HeaderPhrase
    phrase: HeaderPhrase
    token: Token
    band: Band | Thread
    notches: VGroup
    travelled: Travelled
    landing: VGroup
    road: Road
    glow: HeroGlow

    @property
    def puller(self) -> str:
        """The word that pulls most."""
        return self.pull.words[self.pull.strongest]


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
        return TwoPulls(
            left,
            right,
            world.axes,
            ("left", "right"),
            vector=left.vector,
            pulling=torch.stack([side.vectors[side.strongest] for side in (left, right)]),
            updated=torch.stack([left.updated, right.updated]),
            weights=torch.stack([side.weights[side.strongest] for side in (left, right)]),
            percents=100 * torch.stack([share_of_way(side) for side in (left, right)]),
            steps=(left.updated - right.updated).abs(),
        )

    @classmethod
    def alternative_values(cls, numbers: TwoPulls) -> Mapping[str, object]:
        """Return the strongest puller in each phrase, how far it pulls the word, and the word's new place."""
        left, right, digits = numbers.left, numbers.right, digits_that_agree(numbers)
        return {
            "word": left.word,
            "first": left.words[left.strongest],
            "second": right.words[right.strongest],
            "first_percent": format_number(float(numbers.percents[0]), digits.percent),
            "second_percent": format_number(float(numbers.percents[1]), digits.percent),
            "at": format_vector(numbers.vector),
            "first_at": format_vector(left.updated, digits.place),
            "second_at": format_vector(right.updated, digits.place),
            "steps": format_vector(numbers.steps, digits.place),
        }

    def build(self) -> None:
        """Make one plane with the word and all that pulls it, and for each phrase its band and road."""
        numbers, style = self.numbers, self.style
        word = numbers.left.word
        self.color = self.color_of(word)
        self.digits = digits_that_agree(numbers)
        self.start = self.plane.place(numbers.vector)
        self.ends = [self.plane.place(row) for row in numbers.updated]
        self._place_words()
        self.feet = self._feet()
        self.glow = HeroGlow(self.start, self.color, style=style)
        record = self._record_region()
        regions = self._road_regions(record)
        leftmost = 0 if self.stage.is_portrait or self.ends[0][0] <= self.ends[1][0] else 1
        self.begins = self._begins()
        self.landings = self._landings()
        # Roads lie in the order of the phrases above: from the left, or from the top.
        self.sides = [
            self._side(index, "left" if index == leftmost else "right", regions[int(index != leftmost)])
            for index in range(2)
        ]
        self.stands = [self._standing(region) for region in (record, regions[int(leftmost != 1)])]
        self.to_middle = float(record.centre[1] - regions[int(leftmost != 0)].centre[1])

    def _begins(self) -> VGroup:
        """Return what is said of the word's old place when the word has left it, where its name was."""
        name = self.subject.name_text
        if name is None or self.subject.word not in self.coordinates:
            return VGroup()
        label = Label(self.says("begins"), size=self.style.sizes.number, color=self.style.theme.dim, style=self.style)
        return labelled(label.move_to(name), self.style)

    def _landings(self) -> list[VGroup]:
        """Return the word's numbers at its two new places, each where it is read as that place's, or empty."""
        room = self.view.words(self.stage)
        bounds = (room.left, room.bottom, min(room.right + 0.3, self.stage.safe.right), room.top)
        boxes = [box_of(part) for token in self.words.values() for part in token if len(part)]
        boxes += self.plane.text_boxes()
        boxes += [_wider(box_of(text)) for text in self.coordinates.values()]
        boxes += [_around(at, _HERO / 2) for at in self.ends]
        lines = [*self._ways(), *self.plane.axis_segments()]
        landings = []
        for side, at, row in zip(self._pulls(), self.ends, self.numbers.updated, strict=True):
            text = self._landing(side, row)
            width, height = float(text.width) + 0.06, float(text.height) + 0.06
            near = self._best_landing(at, (width, height))
            middle = near
            if not _is_free(_box(near, width, height), boxes, lines):
                middle = free_place((width, height), bounds, near, lines=lines, boxes=boxes)
            box = _box(middle, width, height)
            free = _is_free(box, boxes, lines) and self.subject.has_icon
            free &= float(np.linalg.norm(point(*middle) - at)) <= _NEAR
            landings.append(text.move_to(point(*middle)) if free else VGroup())
            boxes += [box] * free
        return landings

    def _landing(self, side: Pull, row: Tensor) -> VGroup:
        """Return the word's numbers at its new place, in the colour of its rim there."""
        color, digits = self.color_of(side.words[side.strongest]), self.digits.place
        numbers = Coordinates(row, size=self.style.sizes.number, color=color, decimals=digits, style=self.style)
        return labelled(numbers, self.style)

    def _best_landing(self, at: Point, size: tuple[float, float]) -> tuple[float, float]:
        """Return where the numbers of a new place are best: off the way back to the old one and the puller's own."""
        beside, above = size[0] / 2 + _HERO / 2 + 0.1, at[1] > self.start[1]
        return flat(at + (point(-beside, -size[1] / 2) if above else point(beside)))

    def _place_words(self) -> None:
        """Make the word, and what pulls it, each with its name and, where there is room, its numbers below it."""
        numbers, embedding, style = self.numbers, self.world.embedding(), self.style
        word = numbers.left.word
        named = [name for name in numbers.landmarks if name != word]
        rows = {name: embedding.rows([name])[0] for name in named} | {word: numbers.vector}
        heights = dict.fromkeys(named, PULLER) | {word: _HERO}
        boxes = [_around(at, _HERO / 2) for at in self.ends]
        self.words = self.tokens(rows, heights, lines=self._ways(), boxes=boxes)
        self.coordinates: dict[str, VGroup] = {}
        texts = {
            name: Coordinates(row, brief=True, size=style.sizes.tick, color=self.color_of(name), style=style)
            for name, row in rows.items()
        }
        places = self._beneath_names(texts, boxes)
        if places is not None:
            for name, (x, y) in places.items():
                name_height = float(self.words[name].label.height)
                at = self.words[name].at
                rise = (float(texts[name].height) + _LINE) / 2
                offset = (x - float(at[0]), y - float(at[1]) + rise)
                self.words[name] = self.token(name, rows[name], offset=offset, height=heights[name])
                texts[name].move_to(point(x, y - (name_height + _LINE) / 2))
                self.coordinates[name] = labelled(texts[name], style)
        self.subject = self.words[word]
        self.pullers = {name: self.words[name] for name in named}

    def _beneath_names(
        self, texts: Mapping[str, Coordinates], boxes: Sequence[Box]
    ) -> dict[str, tuple[float, float]] | None:
        """Return the middles of names with numbers below them, by word; None where one of them has no free place."""
        spots = {}
        for name, text in texts.items():
            token = self.words[name]
            width = max(float(token.label.width), float(text.width))
            height, (across, up) = float(token.label.height) + _LINE + float(text.height), token.reach()
            mark = (across + 0.06, up + 0.04)
            spots[name] = Spot(*flat(token.at), width, height, mark, (1.0, 0.0))
        room = self.view.words(self.stage)
        bounds = (room.left, room.bottom, room.right, room.top)
        taken = [*boxes, *self.plane.text_boxes(), *(_around(at, _HERO / 2) for at in (self.start, *self.ends))]
        lines = [*self._ways(), *self.plane.axis_segments()]
        centres = place_labels(list(spots.values()), bounds, lines=lines, boxes=taken)
        marks = [box_of(self.words[name].mark) for name in texts]
        laid_out: list[Box] = []
        for spot, (x, y) in zip(spots.values(), centres, strict=True):
            box = (x - spot.width / 2, y - spot.height / 2, x + spot.width / 2, y + spot.height / 2)
            if any(overlap(box, other) > 0 for other in (*taken, *marks, *laid_out)):
                return None
            if any(inside_length(line, box) > 0 for line in lines):
                return None
            laid_out.append(box)
        return dict(zip(spots, centres, strict=True))

    def _feet(self) -> VGroup:
        """Return dashes from the word to both axes: its two numbers."""
        (x, y), origin = flat(self.start), self.plane.origin
        ends = point(x, float(origin[1])), point(float(origin[0]), y)
        feet = [
            DashedLine(self.start, end, dash_length=0.09, color=self.color, stroke_width=2.4)
            for end in ends
            if np.linalg.norm(end - self.start) > _HERO
        ]
        return laid(VGroup(*feet), Layer.SHADOW)

    def _standing(self, region: Region) -> Standing:
        """Return the word's old place as numbers, in the record or a part of it."""
        vector = self.numbers.vector
        return Standing(
            self.subject.word, self.color, vector, self.axis_names(), self.axis_colors(), region,
            decimals=digits_of_change(vector, vector + 1), style=self.style,
        )  # fmt: skip

    def _pulls(self) -> tuple[Pull, Pull]:
        return self.numbers.left, self.numbers.right

    def _ways(self) -> list[Segment]:
        """Return the straight ways of both pulls, before and after the move: texts keep off them."""
        return [
            (flat(self.plane.place(step.vectors[step.strongest])), flat(at))
            for step, end in zip(self._pulls(), self.ends, strict=True)
            for at in (self.start, end)
        ]

    def _record_region(self) -> Region:
        """Return where the record stands: all that the plane's marks leave free at their right, or below them."""
        record, safe = self.view.record, self.stage.safe
        marks = [box_of(token) for token in self.words.values()] + [_around(at, _HERO / 2) for at in self.ends]
        marks += [box_of(text) for text in self.coordinates.values()] + self.plane.text_boxes()
        if self.view.lying:
            top = max(record.top, min(mark[1] for mark in marks) - _RECORD_AIR)
            return Region(safe.left, safe.right, record.bottom, top)
        left = min(record.left, max(mark[2] for mark in marks) + _RECORD_AIR)
        return Region(left, max(record.right, safe.right - 0.1), record.bottom, record.top)

    def _road_regions(self, record: Region) -> tuple[Region, ...]:
        """Return where the two roads lie: below each other, or side by side in a record without the height for it."""
        if record.height < _FLAT * record.width:
            return record.columns(1, 1, gap=0.6)
        return record.rows(1, 1, gap=0.2)

    def _side(self, index: int, at: str, region: Region) -> Side:
        """Return all that is drawn for one of the phrases."""
        numbers, style = self.numbers, self.style
        step, there = self._pulls()[index], self.ends[index]
        puller = step.words[step.strongest]
        place, color = self.plane.place(step.vectors[step.strongest]), self.color_of(puller)
        percent = numbers.percents[index]
        subject = self.subject
        token = Token(
            step.word,
            self.start,
            self.color,
            offset=None if subject.has_icon else subject.offset,
            height=_HERO,
            large=True,
            edge=color,
            style=style,
        )
        return Side(
            step,
            float(percent) / 100,
            there,
            None if subject.has_icon else self._name_side(there),
            self.header_phrase(step.words, step.written),
            self.header_phrase(step.words, step.written, side=at),
            token,
            self._tucked(pull_of(place, self.start, step.weights[step.strongest], color, style=style), puller),
            notches(self.start, place, style=style),
            Travelled(self.start, place, color, style=style),
            self.landings[index],
            self._road(step, percent, region),
            HeroGlow(self.start, color, style=style),
        )

    def _tucked(self, band: Band | Thread, puller: str) -> Band | Thread:
        """Let a band end behind its puller's icon."""
        if isinstance(band, Thread) or puller not in self.pullers:
            return band
        return band.set_tuck(self.pullers[puller].tuck(self.start, width_at(band.weight, 0.0)))

    def _road(self, step: Pull, percent: Tensor, region: Region) -> Road:
        """Return the way of one of the pulls, as the record keeps it."""
        puller, text = step.words[step.strongest], self.says("of-the-way")
        colors = (self.color, self.color_of(puller))
        return Road(
            step.word, puller, colors, percent, text, region,
            decimals=self.digits.percent, gained=self._gained(step), style=self.style,
        )  # fmt: skip

    def _gained(self, step: Pull) -> Row | None:
        """Return the axis along which the word has gained most, with its number before and after; None for a loss."""
        axis, digits, style = int((step.updated - step.vector).argmax()), self.digits.place, self.style
        before, after = (float(place[axis]) for place in (step.vector, step.updated))
        if as_printed(after, digits) <= as_printed(before, digits):
            return None
        size, color = style.sizes.number, self.axis_colors()[axis]
        name = Label(self.axis_names()[axis], size=size, color=color, style=style)
        old = Number(before, decimals=digits, size=size, color=color, style=style)
        new = HeroNumber(after, decimals=digits, size=style.sizes.head, color=color, style=style)
        return Row([name, old, Math("arrow.r", size=size, style=style), new], 0.16)

    def _name_side(self, there: Point) -> tuple[float, float]:
        """Return where the word's name goes at its new place: off both ways, the numbers and the other words."""
        name, (across, up) = self.subject.name_text, self.subject.reach()
        assert name is not None
        spot = Spot(*flat(there), float(name.width), float(name.height), (across + 0.04, up + 0.04), (1.0, 0.0))
        still = [*self.pullers.values()]
        boxes = [box_of(part) for token in still for part in token if len(part)]
        boxes += [*(box_of(text) for text in self.coordinates.values()), *self.plane.text_boxes()]
        boxes += [_around(at, _HERO / 2) for at in (self.start, *self.ends) if at is not there]
        room = self.view.words(self.stage)
        bounds = (room.left, room.bottom, room.right, room.top)
        ((x, y),) = place_labels([spot], bounds, lines=self._ways(), boxes=boxes)
        return (x - spot.x, y - spot.y)

    def tell(self) -> None:
        """Pull the word in one phrase, edit the phrase, pull it in the other, and lay both beside each other."""
        times, word = self.style.times, self.subject.word
        first, second = self.sides
        with self.beat("start", **self._names(first)):
            other = self.header_phrase(second.pull.words, second.pull.written)
            self.add(other)
            still = [*self.pullers.values(), *self.coordinates.values()]
            come = [FadeIn(thing) for thing in (self.glow, self.subject, *still, self.feet, self.stands[0])]
            self.play(*come, run_time=times.move)
            self.wait(_READ)
            self._edit(other, first.told, 1.0)
            self.rest()
        with self.beat("first-pull", text=self._moves(first, "first-pull"), **self._names(first)):
            first.road.raise_by(self.to_middle)
            self._pull(first, _SLOW)
            self.rest()
        with self.beat("other-phrase", **self._names(second)):
            self._let_go(first, second)
            self.rest()
        again = "mirrored" if self._is_mirrored() else "second-pull"
        with self.beat("second-pull", text=self._moves(second, again), other=first.puller, **self._names(second)):
            self._pull(second, _QUICK)
            self.rest()
        with self.beat("apart", text="apart" if self._are_apart() else "together", word=word):
            self._both(first, second)
            self.hold()

    def _are_apart(self) -> bool:
        """Return whether the printed new places differ."""
        steps = self.numbers.steps.tolist()
        return any(not reads_as_zero(format_number(step, self.digits.place)) for step in steps)

    def _shown(self) -> list[Mobject]:
        """Return everything that is on the stage, groups and their members."""
        return [member for mobject in self.mobjects for member in mobject.get_family()]

    def _let_go(self, first: Side, second: Side) -> None:
        """Change the phrase; the band leaves with the word that pulled, and the pulled one springs back."""
        gone = [FadeOut(thing, rate_func=_EARLY) for thing in (first.band, first.notches, first.landing, self.begins)]
        back = slide(
            first.token, self.start, glow=first.glow, offset=self.subject.offset,
            also=lambda share: first.travelled.set_share((1 - share) * first.share), moved=[first.travelled],
            rate_func=_released,
        )  # fmt: skip
        over = ApplyMethod(first.road.paint, self.style.theme.dim, rate_func=_EARLY)
        self._edit(first.told, second.told, 1.4, *gone, back, over)
        self.remove(first.travelled)
        lights = FadeIn(self.subject, self.glow), FadeOut(first.token, first.glow)
        self.play(*lights, run_time=self.style.times.quick)
        self.play(self._put_by(first.road), FadeIn(self.stands[1], rate_func=_LATE), run_time=self.style.times.move)

    def _put_by(self, road: Road) -> Live:
        """Return how a road gives the middle of the record up, to its own place."""
        start = float(road.start[1])
        return Live([road], lambda share: road.raise_by(start - share * self.to_middle - float(road.start[1])))

    def _edit(self, before: HeaderPhrase, after: HeaderPhrase, seconds: float, *motions: Animation) -> None:
        """Turn the phrase in the header into another, or move it to its side, while something else moves."""
        self.play(rewrite(before, after), *motions, run_time=seconds)
        self.remove(*after.words)
        self.add(after)

    def _names(self, side: Side) -> dict[str, str]:
        word, puller = side.pull.word, side.puller
        percent = format_number(100 * side.share, 0)
        capital = {"Word": word[:1].upper() + word[1:], "Puller": puller[:1].upper() + puller[1:]}
        return {"word": word, "puller": puller, "percent": percent, **capital}

    def _moves(self, side: Side, text: str) -> str:
        """Return the key of a pull's texts: another one where the word hardly moves."""
        return "still" if reads_as_zero(self._names(side)["percent"]) else text

    def _is_mirrored(self) -> bool:
        """Return whether the second puller lies as the first does, with both axes exchanged, and the word between."""
        numbers = self.numbers
        first, second = numbers.pulling
        between = torch.allclose(numbers.vector, numbers.vector.flip(0))
        reads = [format_number(float(percent), 0) for percent in numbers.percents]
        return between and torch.allclose(first, second.flip(0)) and reads[0] == reads[1]

    def _pull(self, side: Side, seconds: float) -> None:
        """Tighten the band, lay its way beside the plane as a road, and let the word come along both."""
        times, road = self.style.times, side.road
        here = (self.subject, self.feet, self.glow, *self.stands)
        leave = [FadeOut(thing) for thing in here if len(thing) and thing in self._shown()]
        self.play(Widen(side.band), FadeIn(side.token, side.glow), *leave, run_time=times.move)
        self.add(laid(road.tube, Layer.TRAIL))  # beneath the words' names on its way
        lay = Live([road.tube], lambda share: road.unroll(self.start, side.band.puller, share))
        self.play(FadeIn(side.notches), lay, FadeIn(self.begins, rate_func=_LATE), run_time=times.move)
        laid(road.tube, Layer.LEDGER)
        self.play(FadeIn(road.words), run_time=times.quick)
        self.add(side.travelled)
        self.play(self._come(side), FadeIn(road.said, side.landing, rate_func=_LAST), run_time=seconds)
        self.add(road)

    def _come(self, side: Side) -> Live:
        """Return how the word comes along: on the plane and, at the same moment, on the road."""
        road = side.road

        def also(share: float) -> None:
            road.set_share(share * side.share)
            side.travelled.set_share(share * side.share)

        moved = [road.tube, road.token, side.travelled]
        return slide(
            side.token,
            side.there,
            [side.band],
            glow=side.glow,
            offset=side.offset,
            also=also,
            moved=moved,
            rate_func=settle,
        )

    def _both(self, first: Side, second: Side) -> None:
        """Bring the first phrase and its pull back beside the second."""
        times = self.style.times
        self._edit(second.told, second.phrase, times.move)
        first.band.set_ends(first.band.puller, self.start)
        self.add(first.band, first.token, first.travelled)
        come = slide(
            first.token, first.there, [first.band], offset=first.offset,
            also=lambda share: first.travelled.set_share(share * first.share), moved=[first.travelled],
            rate_func=settle,
        )  # fmt: skip
        lit = ApplyMethod(first.road.paint, self.color_of(first.puller))
        shine = FadeIn(first.glow.move_to(first.there), rate_func=_LATE)
        self.play(come, lit, FadeIn(first.phrase), shine, run_time=_QUICK)
        self.play(FadeIn(first.notches, first.landing), run_time=_SHOWN)
        gained = [side.road.gained for side in (first, second) if len(side.road.gained)]
        if gained:
            self.play(FadeIn(*gained), run_time=_SHOWN)


def _released(time: float) -> float:
    """Return how far a word has come back that is let go when the words of the phrase have changed."""
    return settle(max(0.0, time - _HELD) / (1 - _HELD))


_HELD = 0.35
"""The share of a change of phrases for which the word is held yet."""


def _wider(box: Box) -> Box:
    """Return a text's box with so much room at its sides that another beside it does not read as one line with it."""
    return (box[0] - _BESIDE, box[1], box[2] + _BESIDE, box[3])


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)


def _box(middle: tuple[float, float], width: float, height: float) -> Box:
    return (middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2)


def _is_free(box: Box, boxes: Sequence[Box], lines: Sequence[Segment]) -> bool:
    """Return whether a box covers no other box and no line."""
    return all(overlap(box, other) == 0 for other in boxes) and all(inside_length(line, box) == 0 for line in lines)
