"""One spelling, three meanings: real words take one embedding to three places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    AnimationGroup,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    ManimColor,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import attend
from scenes.claims import Claim, Measurement
from scenes.motion.arrive import arrive
from scenes.motion.live import Live, slide
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, Word, WordsParameters, phrase_words, require_plane, require_word
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.band import Band, Thread, pull_of
from scenes.parts.plane.labels import Box, Segment, gap, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import PhraseBlock, labelled
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView
from scenes.worlds import World

_BEYOND, _BENEATH = 0.12, 0.07
"""The room beyond the last word, and beneath the lowest, as shares of what all words span."""

_HALO = 0.05
"""Scene units around texts for their halos."""

_HEARD, _SMALL, _WAY, _LINES = 0.07, 0.7, 3.0, 3
"""The weight from which a word is shown; the width of bands as a share of the usual; the stroke of a way; lines of a
phrase beside the plane."""

_NEAR, _ICON_WIDTH = 0.15, 0.9
"""Scene units between a word's mark and its name, at the most, where there is room; the width of icons as a share of
their height, as names keep off it."""

_DOT, _AIR, _LARGE, _LARGEST, _BOLD = 0.3, 0.1, 1.6, 2.6, 8.0
"""Scene units: the width of a word's place, and from it to its name; the factors by which it is larger at last, in
narrow frames and with an icon in wide ones, and the strokes of the ways."""

_BADGE = 0.52
"""Scene units: the height of the icon within a place, at last: of the word that pulled most there."""

_CLEAR = 0.35
"""Scene units from the name of the axis along the foot to the record."""

_OUT, _COME, _TIGHTEN, _NAMED, _LAG = 0.4, 0.6, 1.2, 0.4, 0.4
"""Seconds in which old things leave, words come, pulls tighten and names arrive; the lag of what comes in turn."""

_TITLE, _EDGE, _BESIDE, _NAME, _STRIP = 0.62, 0.08, (0.14, 0.26), 0.18, 0.6
"""Scene units: the room of the title over the shares, from the plane's edge to the numbers of its axes, from an axis to
these where they stand beside it, at best and at most, from an axis to its name, and above an axis that names of words
beneath it leave free."""


class ThreePhrases(WordsParameters):
    """The parameters: a word, and three phrases with it."""

    word: Word = Field("mole", description="The word of several meanings; it must be in every phrase.")
    phrases: tuple[Phrase, Phrase, Phrase] = Field(
        ("garden", "gram", "skin"), description="Three phrases: their names, or written out."
    )

    def world_used(self, world: World) -> World:
        """Return the part of the world with the words of the phrases."""
        return world.only(self.phrases, [self.word])


@dataclass(frozen=True)
class Meanings:
    """A word's new places in three phrases."""

    word: str
    lines: tuple[tuple[str, ...], ...]
    axes: tuple[str, ...]
    titles: tuple[str, ...]
    vectors: tuple[Tensor, ...]
    """Each phrase's vectors, (T, 2)."""
    start: Tensor = quantity("The word's vector.", rows="axes")
    ends: Tensor = quantity("Its new vector in each phrase.", rows="titles", columns="axes")
    weights: Tensor = quantity("Its weights in all phrases, one after the other.")
    rests: Tensor = quantity("The weights of the words that are hardly heard, together.", rows="titles")
    rest_places: Tensor = quantity("The mean of these words' vectors, by their weights.", rows="titles", columns="axes")
    apart: Tensor = quantity("The smallest distance between two of its new places.")

    def of(self, index: int) -> Tensor:
        """Return the word's weights in a phrase, shape (T,)."""
        first = sum(len(line) for line in self.lines[:index])
        return self.weights[first : first + len(self.lines[index])]

    def strongest(self, index: int) -> list[str]:
        """Return the other words of a phrase, the one that pulls most first; the word itself where there is none."""
        pulls = sorted(zip(self.of(index).tolist(), self.lines[index], strict=True), reverse=True)
        others = dict.fromkeys(word for _, word in pulls if word != self.word)
        return list(others) or [self.word]

    def heard(self, index: int) -> list[int]:
        """Return the places in a phrase of the word itself, and of all that are heard, the loudest of them first."""
        line, weights = self.lines[index], self.of(index).tolist()
        loud = {self.word, self.strongest(index)[0]}
        heard = [place for place, word in enumerate(line) if weights[place] >= _HEARD or word in loud]
        return sorted(heard, key=lambda place: (line[place] != self.word, -weights[place]))


def _come_apart(numbers: Meanings, world: World) -> Measurement:
    apart = float(numbers.apart)
    return Measurement(apart > 0.5, f"{apart:.2f} apart at the least")


class Polysemy(PlaneFigure):
    """lesson-polysemy: one word, one vector, three phrases, three places."""

    name = "lesson-polysemy"
    world_name = "mole"
    Parameters = ThreePhrases
    with_climate = False
    fills_room = True
    stops_at_record = True
    parameters: ThreePhrases
    numbers: Meanings
    claims = (Claim("In three phrases the word goes to three places, half a unit apart or more.", _come_apart),)

    @classmethod
    def compute(cls, parameters: ThreePhrases, world: World) -> Meanings:
        """Take one step of attention over each phrase."""
        require_plane(world)
        lines = tuple(phrase_words(world, phrase, "phrases", least=2, most=10) for phrase in parameters.phrases)
        word = require_word(world, parameters.word, lines[0], "word")
        for line in lines:
            require_word(world, word, line, "word")
        vectors = tuple(world.embedding().rows(line) for line in lines)
        steps = [attend(rows) for rows in vectors]
        at = [len(line) - 1 - line[::-1].index(word) for line in lines]
        ends = torch.stack([step.output[place] for step, place in zip(steps, at, strict=True)])
        weights = torch.cat([step.weights[place] for step, place in zip(steps, at, strict=True)])
        apart = torch.pdist(ends).min()
        titles = tuple(f"phrase {number}" for number in (1, 2, 3))
        numbers = Meanings(
            word, lines, world.axes, titles, vectors, vectors[0][at[0]], ends, weights, torch.zeros(3),
            torch.zeros_like(ends), apart,
        )  # fmt: skip
        hushed = [[place for place in range(len(line)) if place not in numbers.heard(index)]
                  for index, line in enumerate(lines)]  # fmt: skip
        rests = [numbers.of(index)[places].sum() for index, places in enumerate(hushed)]
        means = [
            numbers.of(index)[places] @ vectors[index][places] / rests[index] if places else torch.zeros_like(ends[0])
            for index, places in enumerate(hushed)
        ]
        return replace(numbers, rests=torch.stack(rests), rest_places=torch.stack(means))

    def world_view(self) -> PlaneView:
        """Return where the plane lies: under two lines where the phrase is broken."""
        view = super().world_view()
        return replace(view, header_lines=2) if view.lying else view

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the plane shows: the words, and room for names beyond and beneath them."""
        (left, right), (low, high) = super().spans()
        return (left, right + _BEYOND * (right - left)), (low - _BENEATH * (high - low), high)

    @classmethod
    def alternative_values(cls, numbers: Meanings) -> Mapping[str, object]:
        """Return the word, its place, and where each phrase takes it."""
        found = "; ".join(
            f"{numbers.strongest(index)[0]} {format_vector(end)}" for index, end in enumerate(numbers.ends)
        )
        return {"word": numbers.word, "at": format_vector(numbers.start), "found": found}

    def build(self) -> None:
        """Make the word at its place, and for each phrase the words that are heard."""
        numbers = self.numbers
        self.start = self.plane.place(numbers.start)
        self.ends = [self.plane.place(row) for row in numbers.ends]
        self._move_ticks()
        self.ways = [laid(thin_line(self.start, end, self._color(index), _WAY), Layer.TRAIL)
                     for index, end in enumerate(self.ends)]  # fmt: skip
        lines = [(flat(self.start), flat(end)) for end in self.ends]
        self.word = self.tokens({numbers.word: numbers.start}, lines=lines)[numbers.word]
        self.phrases = [self.header_phrase(line) for line in numbers.lines]
        self.landed = self._name_places()
        self.heard = [self._heard(index) for index in range(3)]
        self.asked, self.told = self._blocks(answered=False), self._blocks(answered=True)
        self.shares = self._in_one_scale()
        title = Label(self.says("shares"), size=self.style.sizes.tick, color=self.style.theme.dim, style=self.style)
        record = self.view.record
        self.title = laid(title.move_to(point(record.left, record.top - title.height / 2), LEFT + UP), Layer.LEDGER)

    def _move_ticks(self) -> None:
        """Set each number of an axis beside its tick, on the side where no word lies and no pull crosses it.

        Where both sides are taken it stands at the edge of the plane.
        """
        room, plane = self.view.words(self.stage), self.plane
        across, up = plane.names
        across.shift(point(0.0, plane.origin[1] + _NAME - float(across.get_bottom()[1])))
        if not self.view.lying:
            across.shift(point(min(0.0, self.view.record.left - _CLEAR - float(across.get_right()[0])), 0.0))
        lines, boxes = self._taken()
        count, last = len(plane.counts[0]), plane.numbers[-1:]
        for number in plane.numbers[:count]:
            y, low, high = float(plane.origin[1]), float(number.get_bottom()[1]), float(number.get_top()[1])
            sides = [way for off in _BESIDE for way in (point(0.0, y - off - high), point(0.0, y + off - low))]
            edge = point(0.0, room.bottom + _EDGE - low)
            number.shift(_free_side(number, sides, edge, lines, [*boxes, box_of(across)]))
        for number in plane.numbers[count:]:
            x, left, right = float(plane.origin[0]), float(number.get_left()[0]), float(number.get_right()[0])
            sides = [way for off in _BESIDE for way in (point(x - off - right), point(x + off - left))]
            beyond = x - _BESIDE[0] - float(number.width) - _NAME - float(up.width)
            if number in last and beyond < self.stage.safe.left:
                sides = sides[1::2]  # its left is the name's
            number.shift(_free_side(number, sides, point(self.stage.safe.left + _EDGE - left), lines, boxes))
        end = float(plane.origin[0])
        beside = [float(number.get_left()[0]) for number in last]
        if beside and end - 2 * _BESIDE[-1] - float(last[0].width) < beside[0] < end:
            end = beside[0]
        up.shift(point(end - _NAME - float(up.get_right()[0]), 0.0))
        self.close_gaps([])

    def _taken(self) -> tuple[list[Segment], list[Box]]:
        """Return the pulls as they lie once the word has gone, and what lies at words' places."""
        numbers, place = self.numbers, self.plane.place
        half = self._half() + _HALO
        boxes, lines = [_around(self.start), *(_around(end, half) for end in self.ends)], list[Segment]()
        for index, end in enumerate(self.ends):
            rows = {numbers.lines[index][at]: numbers.vectors[index][at] for at in numbers.heard(index)}
            if float(numbers.rests[index]) > 0:
                rows[""] = numbers.rest_places[index]
            for word, row in rows.items():
                mark = Token(word, place(row), self._color(index), style=self.style).mark
                boxes.append(box_of(mark))
                lines.append((flat(place(row)), flat(end)))
        return lines, boxes

    def _name_places(self) -> list[VGroup]:
        """Return the word's names at the places that phrases take it to, each with what pulls it most there."""
        numbers, landed, safe = self.numbers, list[VGroup](), self.stage.safe
        lines = [(flat(self.start), flat(each)) for each in self.ends]
        boxes = [box_of(self.word.label), *map(_around, (self.start, *self.ends))]
        for index, end in enumerate(self.ends):
            full = self.says("sense", word=numbers.word, first=numbers.strongest(index)[0])
            own = _around(end)
            free = [box for box in (*boxes, *map(box_of, landed)) if box != own]
            for said in (full, numbers.word):
                token = self.tokens({said: numbers.ends[index]}, lines=lines, boxes=free)[said]
                text = Label(said, size=self.style.sizes.number, color=self._color(index), style=self.style)
                _off(end, text.move_to(token.label), self._half())
                if float(text.get_left()[0]) >= safe.left and float(text.get_right()[0]) <= safe.right:
                    break
            landed.append(labelled(text, self.style))
        return landed

    def _in_one_scale(self) -> list[ScoreLedger]:
        """Return the shares of all phrases, their bars from one line and in one scale."""
        left, lying = self.view.record.left, self.view.lying
        before = 0.0 if lying else max(self._shares(index).at_zero - left for index in range(3))
        several = [self._shares(index, before) for index in range(3)]
        unit = min(shares.unit for shares in several)
        for shares in several:
            for number in shares.numbers:
                shorter = (unit - shares.unit) * number.value
                number.shift(point(0.0, shorter) if lying else point(shorter, 0.0))
            shares.unit = unit
        return several

    def _shares(self, index: int, before: float = 0.0) -> ScoreLedger:
        """Return the shares of a phrase's words in the pull, with all that are hardly heard in one row.

        Args:
            index: of the phrase.
            before: scene units from the record's edge to the zero line, at the least.
        """
        numbers, theme = self.numbers, self.style.theme
        line, places = numbers.lines[index], numbers.heard(index)
        words = [line[place] for place in places]
        colors = [theme.subject if word == numbers.word else self._color(index) for word in words]
        names = [self.says("itself", word=word) if word == numbers.word else word for word in words]
        scores = numbers.of(index)[places]
        if len(line) > len(places):
            names.append(self._others(index))
            colors.append(theme.ink)
            scores = torch.cat([scores, numbers.rests[index][None]])
        lying, record = self.view.lying, self.view.record
        room = record if lying else record.inset(top=_TITLE)
        return ScoreLedger(names, scores, colors, room, lying=lying, number=Weight, before=before, style=self.style)

    def _others(self, index: int) -> str:
        """Return what the words of a phrase that are hardly heard are called together."""
        rest = len(self.numbers.lines[index]) - len(self.numbers.heard(index))
        return self.says("others", count=str(rest)) if rest > 1 else self.says("other")

    def _blocks(self, *, answered: bool) -> VGroup:
        """Return the three phrases in the record, one below or beside the other.

        Args:
            answered: whether each has the colour of the place that it leads to; before that only the word has one.
        """
        theme, record, blocks = self.style.theme, self.view.record.inset(_HALO, _HALO, _HALO, _HALO), VGroup()
        cells = record.columns(1, 1, 1, gap=0.25) if self.view.lying else record.rows(1, 1, 1, gap=0.3)
        for index, line in enumerate(self.numbers.lines):
            ink = self._color(index) if answered else theme.ink
            colors = [theme.subject if word == self.numbers.word and not answered else ink for word in line]
            block = PhraseBlock(line, colors, _LINES, flush=True, style=self.style)
            blocks.add(block)
        fits = (
            min(cell.width / each.width, cell.height / each.height) for cell, each in zip(cells, blocks, strict=True)
        )
        blocks.scale(min(1.0, *fits))
        for cell, placed in zip(cells, blocks, strict=True):
            placed.move_to(cell.centre).align_to(point(cell.left, 0.0), LEFT)
        return blocks

    def _color(self, index: int) -> str:
        """Return a phrase's colour."""
        return self.style.theme.families[index]

    def _heard(self, index: int) -> tuple[VGroup, list[Band | Thread]]:
        """Return the words of a phrase that are heard, and their pulls, the word's own among them."""
        numbers, color, style = self.numbers, self._color(index), self.style
        line, weights = numbers.lines[index], numbers.of(index)
        places = {line[place]: place for place in numbers.heard(index)}
        rows = {word: numbers.vectors[index][place] for word, place in places.items() if word != numbers.word}
        rest = self._others(index) if float(numbers.rests[index]) > 0 else ""
        if rest:
            rows[rest] = numbers.rest_places[index]
        ways = (self.start, self.ends[index])
        lines = [(flat(at), flat(self.plane.place(row))) for row in rows.values() for at in ways]
        lines += [(flat(self.start), flat(self.ends[index]))] * 2
        boxes = [_around(self.start), box_of(self.word.label)]
        boxes += [_around(end) for end in self.ends]
        # Names stand still where pulls come to rest; one that would stand far off lets a tightening one pass below it.
        ended = lines[1::2]
        tokens, lines = min(
            ((self._named(rows, each, boxes), each) for each in (lines, ended)),
            key=lambda way: (_crossed(way[0], ended), _far(way[0])),
        )
        dim = style.theme.dim
        names = [self.word.label, *(token.label for token in tokens.values())]
        if rest and any(overlap(box_of(one), box_of(other)) for one, other in combinations(names, 2)):
            # Without room for all names, the words that are hardly heard have theirs beside their bar alone.
            unnamed = tokens.pop(rest).at
            tokens = self._named({word: row for word, row in rows.items() if word != rest}, lines, boxes)
            tokens[rest] = Token(rest, unnamed, dim, style=style)
        colored = [
            Token(word, token.at, dim if word == rest else color, offset=token.offset, style=style)
            for word, token in tokens.items()
        ]
        pulls = [
            pull_of(self.plane.place(numbers.vectors[index][place]), self.start, weights[place],
                    self.style.theme.subject if word == numbers.word else color, slim=_SMALL, plain=True, style=style)
            for word, place in places.items()
        ]  # fmt: skip
        if rest:
            at, weight = self.plane.place(numbers.rest_places[index]), numbers.rests[index]
            pull = pull_of(at, self.start, weight, dim, slim=_SMALL, plain=True, style=style)
            pulls.append(laid(pull, Layer.SHADOW))  # under those of words that have a name
        return VGroup(*colored), pulls

    def _named(self, rows: Mapping[str, Tensor], lines: Sequence[Segment], boxes: Sequence[Box]) -> dict[str, Token]:
        """Return words with names near their marks: first of those beneath the axis along the foot, then of others."""
        tokens, level, place = dict[str, Token](), float(self.plane.origin[1]), self.plane.place
        marks = {word: box_of(Token(word, place(row), self.style.theme.ink, style=self.style).mark)
                 for word, row in rows.items()}  # fmt: skip
        # A narrow icon has its name as near as a wide one.
        heights = {word: (right - left) / _ICON_WIDTH for word, (left, _, right, _) in marks.items()}
        for beneath in (True, False):
            some = {word: row for word, row in rows.items() if (float(place(row)[1]) < level) == beneath}
            kept = [*boxes, *(mark for word, mark in marks.items() if word not in some or has_icon(word, self.style))]
            kept += self._over_axis(some) if beneath else [box_of(token.label) for token in tokens.values()]
            tokens |= self.tokens(some, heights, lines=lines, boxes=kept)
        return {word: tokens[word] for word in rows}

    def _over_axis(self, rows: Mapping[str, Tensor]) -> list[Box]:
        """Return the strip above the axis along the foot over words beneath it, whose names stay beneath it, too."""
        beneath = [place for place in map(self.plane.place, rows.values()) if place[1] < self.plane.origin[1]]
        if not beneath:
            return []
        low, across = float(self.plane.origin[1]), [float(place[0]) for place in beneath]
        return [(min(across), low, max(across), low + _STRIP)]

    def _carried(self, index: int, pulls: Sequence[Band | Thread] = ()) -> tuple[Token, Live]:
        """Return the word at its start, and how it slides to where a phrase takes it and takes on its colour."""
        theme, times = self.style.theme, self.style.times
        moving = Token(self.numbers.word, self.start, theme.subject, large=True, style=self.style)
        first, last = (ManimColor(theme.fill(color)) for color in (theme.subject, self._color(index)))

        def tint(share: float) -> None:
            moving.mark.set_fill(first.interpolate(last, share), 1.0)

        return moving, slide(moving, self.ends[index], pulls, also=tint, run_time=times.second if index else times.pull)

    def tell(self) -> None:
        """Show the word, where each phrase takes it, and all three at once."""
        numbers = self.numbers
        with self.beat("one", word=numbers.word):
            self.play(FadeIn(self.word))
            self.play(LaggedStart(*map(FadeIn, self.asked), lag_ratio=_LAG))
            self.rest()
        self.add(self.word.ghost())
        gone: list[VMobject] = [self.asked]
        for index, name in enumerate(("first", "second", "third")):
            first, second = (numbers.strongest(index) * 2)[:2]
            with self.beat(name, word=numbers.word, first=first, second=second):
                self.play(*map(FadeOut, gone), *map(FadeIn, self.ways[:index][-1:]), run_time=_OUT)
                gone = self._take(index)
                self.rest()
        with self.beat("three", word=numbers.word, apart=format_number(float(numbers.apart))):
            self.play(*map(FadeOut, gone), FadeIn(self.ways[-1]), run_time=_OUT)
            self.play(LaggedStart(*map(FadeIn, self.told), lag_ratio=_LAG))
            carried = [self._carried(index) for index in range(3)]
            self.add(*(moving for moving, _ in carried))
            self.play(*(slides for _, slides in carried), run_time=self.style.times.second)
            grown = [ApplyMethod(moving.mark.scale, 2 * self._half() / _DOT) for moving, _ in carried]
            bold = [ApplyMethod(way.set_stroke, None, _BOLD) for way in self.ways]
            late = squish_rate_func(smooth, 0.5, 1.0)
            badges = [FadeIn(badge, rate_func=late) for index in range(3) for badge in self._badge(index)]
            self.play(*grown, *bold, *map(FadeIn, self.landed), *badges, run_time=_NAMED)
            self.last()

    def _half(self) -> float:
        """Return half the width of a place at last, scene units."""
        return (_LARGE if self.view.lying else _LARGEST) * _DOT / 2

    def _badge(self, index: int) -> list[VMobject]:
        """Return the icon of the word that pulled most in a phrase, cut out of the place where that led."""
        word, theme = self.numbers.strongest(index)[0], self.style.theme
        if not has_icon(word, self.style) or not theme.filled or self.view.lying:
            return []
        icon = Icon(word, theme.background, height=_BADGE, style=self.style)
        return [laid(icon.move_to(self.ends[index]), Layer.FRAME)]

    def _take(self, index: int) -> list[VMobject]:
        """Let a phrase take the word to its place there; return what leaves after that."""
        (words, pulls), shares = self.heard[index], self.shares[index]
        moving, slides = self._carried(index, pulls)
        if index:  # the word's first mark is there already
            self.play(FadeIn(moving.mark, self.phrases[index], words), run_time=_COME)
        else:
            self.add(moving.mark)
            self.remove(self.word.mark)
            self.play(FadeIn(self.phrases[index], words), run_time=_COME)
        texts = FadeIn(shares.zero, *shares.names, *shares.numbers, *([] if index or self.view.lying else [self.title]))
        self.play(texts, run_time=_OUT)
        told = (AnimationGroup(arrive(pull), _grow(shares, place)) for place, pull in enumerate(pulls))
        self.play(LaggedStart(*told, lag_ratio=_LAG), run_time=_TIGHTEN)
        self.play(slides)
        return [self.phrases[index], words, shares, *pulls, *([self.title] if index == len(self.ends) - 1 else [])]


def _grow(shares: ScoreLedger, place: int) -> Live:
    """Return how a bar of shares grows from the zero line."""
    shares.grow(place, 1e-3)
    return Live([shares.bars[place]], lambda share: shares.grow(place, max(share, 1e-3)))


def _off(at: Point, name: VMobject, half: float) -> VMobject:
    """Move the name of a place up, down or aside, so that it keeps off the larger mark there, of half a width."""
    (x, y), (left, low, right, high) = flat(at), box_of(name)
    ways = [(right - x, LEFT), (x - left, RIGHT), (high - y, DOWN), (y - low, UP)]
    over, way = min(((reach, way) for reach, way in ways), key=lambda each: each[0])
    return name.shift(max(half + _AIR + over, 0.0) * way)


def _far(tokens: Mapping[str, Token]) -> float:
    """Return how far names stand from their marks, beyond what is near, together."""
    return sum(max(0.0, gap(box_of(token.label), box_of(token.mark)) - _NEAR) for token in tokens.values())


def _crossed(tokens: Mapping[str, Token], lines: Sequence[Segment]) -> int:
    """Return how often lines run through words' names."""
    names = [box_of(token.label) for token in tokens.values()]
    return sum(inside_length(line, name) > 0 for line in lines for name in names)


def _free_side(
    number: VMobject, sides: Sequence[Point], edge: Point, lines: Sequence[Segment], boxes: Sequence[Box]
) -> Point:
    """Return the first of some ways to move a number after which it lies clear of lines and boxes; else another way."""
    left, low, right, high = box_of(number)
    for way in sides:
        x, y = flat(way)
        box = (left + x - _HALO, low + y - _HALO, right + x + _HALO, high + y + _HALO)
        if not any(overlap(box, other) for other in boxes) and not any(inside_length(line, box) for line in lines):
            return way
    return edge


def _around(at: Point, reach: float = 0.3) -> Box:
    half = np.full(2, reach)
    (left, low), (right, high) = np.asarray(at[:2]) - half, np.asarray(at[:2]) + half
    return (float(left), float(low), float(right), float(high))
