"""One word pulled two ways (the article's section "Words Pulling Words", figure 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import Animation, FadeIn, FadeOut, VGroup, smooth, squish_rate_func
from pydantic import Field
from torch import Tensor

from scenes.article.pulling.claims import APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
from scenes.article.pulling.road import Percent, Road, Travelled, notches
from scenes.motion.become import rewrite
from scenes.motion.live import Live, Widen, slide
from scenes.number_format import as_printed, format_number, format_vector, reads_as_zero
from scenes.parameters import LandmarkParameters, Phrase, PhraseParameters, Word, require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band, Thread, pull_of, width_at
from scenes.parts.plane.distance import OffsetDistance
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, gap, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import BYSTANDER, HERO, PULLER, HeroGlow, Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, labelled
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.shared.phrase import Pull, pull
from scenes.stage import Region
from scenes.worlds import World

_RULER = 0.74
"""Scene units from the word's two new places to the line that measures their distance."""

_AIR = 0.1
"""Scene units between a number and a word that only says which corner is whose; without them it stays away."""

_SLOW, _QUICK = 2.5, 1.4
"""Seconds of the first pull, and of the second."""

_READ = 0.6
"""Seconds for which the other phrase is seen at first."""

_EARLY = squish_rate_func(smooth, 0.0, 0.5)
"""The rate of what leaves while the words of the phrase do."""


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
    updated: Tensor = quantity("Its new vector in each phrase.", rows="sides", columns="axes")
    weights: Tensor = quantity("How much the strongest other word of each phrase pulls.", rows="sides")
    percents: Tensor = quantity("How far along the way to that word it moves, in percent of the way.", rows="sides")
    apart: Tensor = quantity("How far the two new vectors are from each other.")

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The strongest puller of each phrase."""
        return tuple(dict.fromkeys(side.words[side.strongest] for side in (self.left, self.right)))


def share_of_way(step: Pull) -> Tensor:
    """Return how far the word has moved along the way to the word that pulls it most: 0 at rest, 1 all the way.

    Words beside the way take it a little off; what counts is its move's shadow on the way.
    """
    way = step.vectors[step.strongest] - step.vector
    square = way @ way
    return (step.updated - step.vector) @ way / square if float(square) > 0 else torch.zeros(())


@dataclass(frozen=True)
class Digits:
    """Digits after the point of what is printed.

    Attributes:
        percent: of the shares of the ways.
        apart: of the distance between the two new places.
    """

    percent: int
    apart: int


def digits_that_agree(numbers: TwoPulls) -> Digits:
    """Return digits with which a pencil that goes the printed shares of both ways finds the printed distance.

    Words beside a way take the new place a little off it, so that a distance of two decimals may say more than the
    shares do. Where they take it far off, nothing agrees, and the distance is printed as usual.
    """
    ways = [side.vectors[side.strongest] - side.vector for side in (numbers.left, numbers.right)]
    for digits in _DIGITS:
        shares = [as_printed(percent, digits.percent) / 100 for percent in numbers.percents.tolist()]
        found = float(torch.linalg.vector_norm(shares[0] * ways[0] - shares[1] * ways[1]))
        printed = as_printed(float(numbers.apart), digits.apart)
        if printed and as_printed(found, digits.apart) == printed:
            return digits
    return _DIGITS[0]


_DIGITS = (Digits(0, 2), Digits(1, 2), Digits(0, 1), Digits(1, 1))
"""The best first."""


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
        road: the way, in the record.
        number: the share of the way, beside the band.
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
    road: Road
    number: VGroup

    @property
    def puller(self) -> str:
        """The word that pulls most."""
        return self.pull.words[self.pull.strongest]


class ApplePulledSideBySide(PlaneFigure):
    """attention-apple-pulled-side-by-side: one word, two phrases, two destinations."""

    name = "attention-apple-pulled-side-by-side"
    claims = APPLE_PULLED_SIDE_BY_SIDE_CLAIMS
    Parameters = TwoPhrases
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
            updated=torch.stack([left.updated, right.updated]),
            weights=torch.stack([side.weights[side.strongest] for side in (left, right)]),
            percents=100 * torch.stack([share_of_way(side) for side in (left, right)]),
            apart=torch.linalg.vector_norm(left.updated - right.updated),
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
            "first_at": format_vector(left.updated),
            "second_at": format_vector(right.updated),
            "apart": format_number(float(numbers.apart), digits.apart),
        }

    def build(self) -> None:
        """Make one plane with the word and all that pulls it, and for each phrase its band, road and number."""
        numbers, style = self.numbers, self.style
        word = numbers.left.word
        self.color = self.color_of(word)
        self.digits = digits_that_agree(numbers)
        self.start = self.plane.place(numbers.vector)
        self.ends = [self.plane.place(row) for row in numbers.updated]
        self.ruler = self._ruler()
        self._place_numbers()
        self._place_words()
        self.glow = HeroGlow(self.start, self.color, style=style)
        self.ghost = self.subject.ghost()
        roads = self._road_regions()
        leftmost = 0 if self.stage.is_portrait or self.ends[0][0] <= self.ends[1][0] else 1
        self.sides = [self._side(index, "left" if index == leftmost else "right", roads[index]) for index in range(2)]

    def _place_words(self) -> None:
        """Make the word, what pulls it, and the words that only say which corner is whose."""
        numbers, embedding = self.numbers, self.world.embedding()
        word = numbers.left.word
        named = [name for name in numbers.landmarks if name != word]
        family = [name for members in self.world.families.values() for name in members]
        others = {name: embedding.rows([name])[0] for name in dict.fromkeys(family) if name not in (*named, word)}
        self.bystanders = {
            name: token
            for name, row in others.items()
            if has_icon(name, self.style) and self._has_room(token := self.token(name, row, height=BYSTANDER))
        }
        rows = {name: embedding.rows([name])[0] for name in named} | {word: numbers.vector}
        rows |= {name: row for name, row in others.items() if not has_icon(name, self.style) and self._fits(row)}
        heights = dict.fromkeys(named, PULLER) | {word: HERO}
        boxes = [box_of(token.mark) for token in self.bystanders.values()]
        boxes += [_around(at, HERO / 2) for at in self.ends]
        boxes += [box_of(text) for text in (*self.said, self.ruler.number)]
        self.words = self.tokens(rows, heights, lines=self._ways(), boxes=boxes)
        self.subject = self.words[word]
        self.bystanders |= self._clear_of_texts({name: self.words[name] for name in others if name in self.words})
        self.pullers = {name: self.words[name] for name in named}

    def _clear_of_texts(self, tokens: Mapping[str, Token]) -> dict[str, Token]:
        """Return the words that only say which corner is whose, without those whose names lie on another text."""
        kept: dict[str, Token] = {}
        taken = [box_of(text) for text in (*self.said, self.ruler.number)] + self.plane.text_boxes()
        taken += [box_of(token.label) for name, token in self.words.items() if name not in tokens and len(token.label)]
        for name, token in tokens.items():
            if all(overlap(box_of(token.label), box) == 0 for box in taken):
                kept[name] = token
                taken.append(box_of(token.label))
        return kept

    def _has_room(self, token: Token) -> bool:
        """Return whether a word's mark keeps clear of the header and of the words that the figure is about."""
        left, low, right, top = box_of(token.mark)
        room = self.view.words(self.stage)
        near = [self.start, *self.ends, *(self.plane.place(side.vectors[side.strongest]) for side in self._pulls())]
        clear = all(np.linalg.norm(token.at - at) > 0.75 for at in near)
        clear &= all(gap(box_of(token.mark), box_of(said)) > _AIR for said in self.said)
        return clear and room.left <= left and right <= room.right and room.bottom <= low and top <= room.top

    def _fits(self, row: Tensor) -> bool:
        room, (x, y) = self.view.words(self.stage), flat(self.plane.place(row))
        return room.left <= x <= room.right and room.bottom <= y <= room.top

    def _pulls(self) -> tuple[Pull, Pull]:
        return self.numbers.left, self.numbers.right

    def _ways(self) -> list[Segment]:
        """Return the straight ways of both pulls, before and after the move: texts keep off them."""
        return [
            (flat(self.plane.place(step.vectors[step.strongest])), flat(at))
            for step, end in zip(self._pulls(), self.ends, strict=True)
            for at in (self.start, end)
        ]

    def _road_regions(self) -> tuple[Region, ...]:
        """Return where the two roads lie: below each other in the record, or side by side beneath the plane."""
        record = self.view.record
        if self.view.lying:
            return record.columns(1, 1, gap=0.6)
        return Region(record.left, record.right, record.top - 4.4, record.top - 0.2).rows(1, 1, gap=0.2)

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
            height=HERO,
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
            self._road(step, percent, region),
            self.said[index],
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
        return Road(step.word, puller, colors, percent, text, region, decimals=self.digits.percent, style=self.style)

    def _name_side(self, there: Point) -> tuple[float, float]:
        """Return where the word's name goes at its new place: off both ways, the numbers and the other words."""
        name, (across, up) = self.subject.name_text, self.subject.reach()
        assert name is not None
        spot = Spot(*flat(there), float(name.width), float(name.height), (across + 0.04, up + 0.04), (1.0, 0.0))
        still = [*self.pullers.values(), *self.bystanders.values()]
        boxes = [box_of(part) for token in still for part in token if len(part)]
        boxes += [box_of(text) for text in (*self.said, self.ruler.number)] + self.plane.text_boxes()
        boxes += [_around(at, HERO / 2) for at in (self.start, *self.ends) if at is not there]
        room = self.view.words(self.stage)
        bounds = (room.left, room.bottom, room.right, room.top)
        ((x, y),) = place_labels([spot], bounds, lines=[*self._ways(), self.ruler.flat_segment], boxes=boxes)
        return (x - spot.x, y - spot.y)

    def _ruler(self) -> OffsetDistance:
        """Return the line that measures how far apart the two new places are, on the side away from the old one."""
        first, second = self.ends
        way, away = second - first, (first + second) / 2 - self.start
        if np.linalg.norm(away) < 1e-3:
            away = self.plane.origin - self.start
        side = 1 if -way[1] * away[0] + way[0] * away[1] > 0 else -1
        ruler = OffsetDistance(
            first, second, self.numbers.apart, _RULER, self.style, side=side, size=self.style.sizes.number,
            decimals=self.digits.apart,
        )  # fmt: skip
        return laid(ruler, Layer.LABEL)

    def _place_numbers(self) -> None:
        """Put each share of the way beside its band, clear of the words and of the line between the new places."""
        room, numbers = self.view.words(self.stage), self.numbers
        bounds = (room.left, room.bottom, room.right, room.top)
        places = [self.plane.place(step.vectors[step.strongest]) for step in self._pulls()]
        boxes = [_around(at, HERO / 2) for at in (self.start, *self.ends)]
        boxes += [_around(at, PULLER / 2) for at in places]
        boxes += [box_of(self.ruler.number), *self.plane.text_boxes()]
        lines = [*self._ways(), self.ruler.flat_segment, *self.plane.axis_segments()]
        self.said: list[VGroup] = []
        for step, percent, place, end in zip(self._pulls(), numbers.percents, places, self.ends, strict=True):
            color = self.color_of(step.words[step.strongest])
            said = labelled(Percent(percent, decimals=self.digits.percent, color=color, style=self.style), self.style)
            size = (float(said.width), float(said.height))
            said.move_to(point(*free_place(size, bounds, flat((place + end) / 2), lines=lines, boxes=boxes)))
            boxes.append(box_of(said))
            self.said.append(said)

    def tell(self) -> None:
        """Pull the word in one phrase, edit the phrase, pull it in the other, and lay both beside each other."""
        times, word = self.style.times, self.subject.word
        first, second = self.sides
        with self.beat("start", **self._names(first)):
            other = self.header_phrase(second.pull.words, second.pull.written)
            self.add(other)
            still = [*self.bystanders.values(), *self.pullers.values()]
            self.play(FadeIn(self.glow, self.subject), *(FadeIn(token) for token in still), run_time=times.move)
            self.wait(_READ)
            self._edit(other, first.told, 1.0)
            self.rest()
        with self.beat("first-pull", text=self._moves(first, "first-pull"), **self._names(first)):
            self._pull(first, _SLOW)
            self.rest()
        with self.beat("other-phrase", **self._names(second)):
            self._let_go(first, second)
            self.rest()
        with self.beat("second-pull", text=self._moves(second, "second-pull"), **self._names(second)):
            self._pull(second, _QUICK)
            self.rest()
        apart = format_number(float(self.numbers.apart), self.digits.apart)
        with self.beat("apart", text="together" if reads_as_zero(apart) else "apart", word=word, apart=apart):
            self._both(first, second)
            self.last()

    def _let_go(self, first: Side, second: Side) -> None:
        """Change the phrase; the band leaves with the word that pulled, and the pulled one goes back."""
        gone = [FadeOut(thing, rate_func=_EARLY) for thing in (first.band, first.notches, first.number)]
        back = slide(
            first.token, self.start, glow=self.glow, offset=self.subject.offset,
            also=lambda share: first.travelled.set_share((1 - share) * first.share), moved=[first.travelled],
        )  # fmt: skip
        self._edit(first.told, second.told, 1.4, *gone, back)
        self.remove(first.travelled)
        self.play(FadeIn(self.subject), FadeOut(first.token), run_time=self.style.times.quick)

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

    def _pull(self, side: Side, seconds: float) -> None:
        """Tighten the band, let the word come along with it, and say how far it came."""
        times = self.style.times
        self.add(self.ghost)
        self.play(Widen(side.band), FadeIn(side.token, side.road.drawn), FadeOut(self.subject), run_time=times.move)
        self.play(FadeIn(side.notches), run_time=times.quick)
        self.add(side.travelled)
        self.play(self._come(side), run_time=seconds)
        self.play(FadeIn(side.number, side.road.said), run_time=times.quick)

    def _come(self, side: Side) -> Live:
        """Return how the word comes along: on the plane and, at the same moment, on the road."""
        road = side.road

        def also(share: float) -> None:
            road.set_share(share * side.share)
            side.travelled.set_share(share * side.share)

        moved = [road.drawn, side.travelled]
        return slide(side.token, side.there, [side.band], glow=self.glow, offset=side.offset, also=also, moved=moved)

    def _both(self, first: Side, second: Side) -> None:
        """Bring the first phrase and its pull back beside the second."""
        times = self.style.times
        self._edit(second.told, second.phrase, times.move)
        first.band.set_ends(first.band.puller, self.start)
        self.add(first.band, first.token, first.travelled)
        come = slide(
            first.token, first.there, [first.band], offset=first.offset,
            also=lambda share: first.travelled.set_share(share * first.share), moved=[first.travelled],
        )  # fmt: skip
        self.play(come, FadeIn(first.phrase), FadeOut(self.glow), run_time=_QUICK)
        self.play(FadeIn(first.number, first.notches), FadeIn(self.ruler), run_time=times.move)


def _around(at: Point, half: float) -> Box:
    return (float(at[0]) - half, float(at[1]) - half, float(at[0]) + half, float(at[1]) + half)
