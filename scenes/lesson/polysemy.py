"""One spelling, three meanings: real words take one embedding to three places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor
from typing import cast

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Animation,
    AnimationGroup,
    ApplyMethod,
    FadeIn,
    FadeOut,
    LaggedStart,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
)
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from attnmath import attend
from scenes.claims import Claim, Measurement
from scenes.layout import fit
from scenes.motion.arrive import arrive
from scenes.motion.live import Live, slide
from scenes.number_format import format_number, format_vector
from scenes.parameters import Phrase, Word, WordsParameters, phrase_words, require_plane, require_word
from scenes.parts.bars.ledger import ScoreBar, ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.band import Band, Thread, pull_of
from scenes.parts.plane.labels import Box, Segment, gap, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import PhraseBlock, labelled
from scenes.parts.text.number import Coordinates, Number, Tick, Weight
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView
from scenes.worlds import World

_BEYOND, _BENEATH = 0.12, 0.02
"""The room beyond the last word, and beneath the lowest, as shares of what all words span."""

_HALO = 0.05
"""Scene units around texts for their halos."""

_NAMED_FROM, _HEARD, _SMALL, _WAY, _LINES = 0.095, 0.07, 0.9, 3.0, 3
"""The weights from which a word has a name on the plane, and a bar of its own; the width of bands as a
share of the usual; the stroke of a way; lines of a phrase beside the plane, one less where that is wide."""

_CLEARANCES, _DIRECTIONS, _ROUNDS = (0.07, 0.14, 0.22, 0.32, 0.45, 0.6), 32, 3
"""Scene units from a word's mark to its name that are tried, in how many directions, and how often all names choose."""

_STRUCK, _PASSED, _BRUSHED, _NEARER, _COVERED, _ASKEW = 2.0, 0.5, 0.2, 0.3, 10.0, 0.1
"""The cost of a name's place, in scene units from its mark: for each line at rest through it, each pull that passes
it, each thin one that does, each other mark nearly as near, each thing that it covers, and standing at a corner."""

_HIDDEN = (99.0, 99.0, 99.0, 99.0)
"""The box of a name that has no place yet."""

_DOT, _AIR, _LARGE, _LARGEST, _BOLD = 0.3, 0.1, 1.6, 2.6, 8.0
"""Scene units: the width of a word's place, and from it to its name; the factors by which it is larger at last, in
narrow frames and with an icon in wide ones, and the strokes of the ways."""

_PULLER = 0.7
"""Scene units: the height of the icon of a word that pulls."""

_BADGE = 0.52
"""Scene units: the height of the icon within a place, at last: of the word that pulled most there."""

_FAMILIES = (0, 1, 3)
"""The families' colours that the phrases have: of six, the three that are bright on a dark ground."""

_RECORD = 2.45
"""Scene units: the left edge of the record in wide frames, where the words need less room than there is."""

_BOW, _ALIGNED = 0.24, 0.06
"""Scene units by which a pull swings out that would lie on a nearer word's pull, and the angle, in radians, up to which
it would."""

_AT_LEFT, _BELOW_AXIS, _OVER = 1.1, 0.15, 0.35
"""Scene units in wide frames that the plane leaves at its left for its upright axis's texts, and those that it gains
below and above."""

_PAIRS, _PAIR = 1.15, 0.52
"""Scene units at the record's foot in which the word's places are written, and from one line to the next."""

_FADES = 0.3
"""The share of a bar's way in which its number arrives."""

_UP, _HALF_LINE, _ROUNDING = 0.4, 0.45, 1e-6
"""Scene units from the highest number to the upright axis's name; the opacity of lines at half steps; the most by which
a number differs from a whole one."""

_GREY = 0.5
"""The share of ink in the colour of words that are hardly heard, and of notes; the rest is the colour of notes."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.4, 1.0)
"""The rate functions with which old things leave where new ones come: neither is read through the other."""

_OUT, _COME, _SLOWLY, _TIGHTEN, _NAMED, _LAG = 0.4, 0.8, 2.0, 1.6, 0.4, 0.4
"""Seconds in which old things leave, words come, pulls tighten at first and later on, and names arrive; the lag of what
comes in turn."""

_TITLE, _APART, _EDGE, _NAME = 0.62, 0.3, 0.08, 0.2
"""Scene units: the room of the title over the shares, between neighbours and the rest, from the plane's edge to the
numbers of its axes, and from the last of these to the axis's name."""

_SAMPLES = 8
"""Places along a way that names keep off."""


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

    def named(self, index: int) -> list[int]:
        """Return the places in a phrase of the words that pull most, the loudest of them first; not the word itself."""
        line, weights, first = self.lines[index], self.of(index).tolist(), self.strongest(index)[0]
        named = [at for at, word in enumerate(line) if weights[at] >= _NAMED_FROM or word == first]
        return sorted((at for at in named if line[at] != self.word), key=lambda at: -weights[at])

    def heard(self, index: int) -> list[int]:
        """Return the places in a phrase of all words with a bar: those that are named, the word itself, others."""
        line, weights, named = self.lines[index], self.of(index).tolist(), self.named(index)
        itself = [at for at, word in enumerate(line) if word == self.word]
        others = [at for at, weight in enumerate(weights) if weight >= _HEARD and at not in (*named, *itself)]
        return [*named, *itself, *sorted(others, key=lambda at: -weights[at])]

    def hushed(self, index: int) -> list[int]:
        """Return the places in a phrase of the words that are hardly heard."""
        heard = self.heard(index)
        return [place for place in range(len(self.lines[index])) if place not in heard]


@dataclass(frozen=True)
class Written:
    """A place written as a pair of numbers beside its name; nothing where there is no room for it."""

    name: VGroup = field(default_factory=VGroup)
    signs: VGroup = field(default_factory=VGroup)
    numbers: list[Number] = field(default_factory=list)

    @property
    def all(self) -> list[VMobject]:
        """All that is seen of it."""
        return [self.name, self.signs, *self.numbers] if self.numbers else []


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
            word, lines, world.axes, titles, vectors, vectors[0][at[0]], ends, weights, torch.zeros(3), apart
        )
        rests = [numbers.of(index)[numbers.hushed(index)].sum() for index in range(len(lines))]
        return replace(numbers, rests=torch.stack(rests))

    def world_view(self) -> PlaneView:
        """Return where the plane lies: beside a wide record, or under two lines where the phrase is broken."""
        if self.stage.is_wide:
            view = self.stage.plane_view
            view = replace(view, record=replace(view.record, left=_RECORD))
            # The axes cross half a tick before the words: no pull lies on an axis, and numbers stand at their own.
            step = view.fitted(self.stage, super().spans(), view.words(self.stage)).step / 2
            across, up = (step * min(floor(low / step), 0) for low, _ in super().spans())
            self.crossing = (across, up)
            room = view.words(self.stage).inset(left=_AT_LEFT, bottom=-_BELOW_AXIS, top=-_OVER)
            return replace(view.fitted(self.stage, self.spans(), room), step=step)
        view = super().world_view()
        return replace(view, header_lines=2) if view.lying else view

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the plane shows: the words, and room for names beyond and beneath them."""
        (left, right), (low, high) = super().spans()
        if self.stage.is_wide:
            x, y = self.crossing
            return (0.0, right - x), (0.0, high - y)
        return (left, right + _BEYOND * (right - left)), (low - _BENEATH * (high - low), high)

    def axis_colors(self) -> list[str]:
        """Return each axis's colour: its phrase's, which takes the word farthest along it, if no other's does."""
        farthest = self.numbers.ends.argmax(dim=0).tolist()
        if len(set(farthest)) < len(farthest):
            return super().axis_colors()
        return [self._color(index) for index in farthest]

    @classmethod
    def alternative_values(cls, numbers: Meanings) -> Mapping[str, object]:
        """Return the word, its place, and where each phrase takes it."""
        found = "; ".join(
            f"{numbers.strongest(index)[0]} {format_vector(end)}" for index, end in enumerate(numbers.ends)
        )
        return {"word": numbers.word, "at": format_vector(numbers.start), "found": found}

    def build(self) -> None:
        """Make the word at its place, and for each phrase its words, their pulls, and where these take the word."""
        numbers, theme, style = self.numbers, self.style.theme, self.style
        self.grey = str(ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _GREY).to_hex())
        self.start = self.plane.place(numbers.start)
        self.ends = [self.plane.place(row) for row in numbers.ends]
        if self.stage.is_wide:
            self._leave_out_halves()
        else:
            self._move_numbers()
        self.ways = [laid(thin_line(self.start, end, self._color(index), _WAY), Layer.TRAIL)
                     for index, end in enumerate(self.ends)]  # fmt: skip
        self.pulls = [self._pulls(index) for index in range(3)]
        at = {numbers.word: numbers.start}
        self.word = self.tokens(at, lines=self._lines(0, 1, 2), boxes=self._trodden())[numbers.word]
        self.phrases = [self.header_phrase(line) for line in numbers.lines]
        self.heard = [self._heard(index) for index in range(3)]
        self.landed = list[VGroup]()
        for index in range(3):
            self.landed.append(self._name_place(index))
        self.asked, self.told = self._blocks(answered=False), self._blocks(answered=True)
        self.shares = self._in_one_scale()
        title = Label(self.says("shares"), size=style.sizes.tick, color=self.grey, style=style)
        record = self.view.record
        self.title = laid(title.move_to(point(record.left, record.top - title.height / 2), LEFT + UP), Layer.LEDGER)
        self.origin = self._written(numbers.start, numbers.word, theme.subject, 0)
        names = [self._meaning(index) or numbers.word for index in range(3)]
        self.found = [self._written(end, names[index], self._color(index), 1) for index, end in enumerate(numbers.ends)]

    def _leave_out_halves(self) -> None:
        """Keep the ticks and lines at whole steps alone, half of which lie between them, and put the names beside."""
        plane, theme, whole = self.plane, self.style.theme, 2 * self.view.step
        (x, y), start, unit = self.view.origin, self.crossing, self.view.unit
        count, rows = len(plane.counts[0]), list[VGroup]()
        columns = list[VGroup]()
        for index, (tick, number) in enumerate(zip([*plane.ticks], [*plane.numbers], strict=True)):
            old = cast(Tick, number[-1])
            plane.numbers.remove(number)
            if not _is_whole(old.value / whole):
                plane.ticks.remove(tick)
                continue
            new = Tick(old.value, whole, size=old.size, color=ManimColor(old.color).to_hex(), style=self.style)
            new.move_to(old).on_baseline(old.baseline)
            if index >= count:
                new.align_to(old, RIGHT)
            (columns if index < count else rows).append(laid(haloed(new, self.style), Layer.TICKS))
        plane.numbers.add(*columns, *rows)
        lines = VGroup()
        for line in self.ground.grid:
            (left, low, _), (right, _, _) = line.get_start(), line.get_end()
            value = start[0] + (left - x) / unit if abs(left - right) < _ROUNDING else start[1] + (low - y) / unit
            if _is_whole(2 * value / whole):
                lines.add(line.set_stroke(theme.grid, opacity=1.0 if _is_whole(value / whole) else _HALF_LINE))
        self.ground.grid = lines
        across, up = plane.names
        last = max((float(number.get_right()[0]) for number in columns), default=x)
        across.align_to(point(last + _NAME), LEFT)
        end = self.view.record.left - _EDGE
        across.shift(point(min(0.0, end - float(across.get_right()[0]))))
        if columns:
            level = cast(Tick, columns[0][-1]).baseline
            across.shift(point(0.0, level - cast(Label, across[1]).baseline))
        for number in columns:  # where type is large, the name takes the last one's room
            if overlap(box_of(number), box_of(across)):
                plane.numbers.remove(number)
        highest = max((float(number.get_top()[1]) for number in rows), default=y)
        up.align_to(point(x - _NAME, 0.0), RIGHT)
        up.shift(point(0.0, highest + _UP - cast(Label, up[1]).baseline))
        self.close_gaps([])

    def _move_numbers(self) -> None:
        """Move the axes' numbers to the plane's edges, in one row and one column, where no word lies and no pull goes.

        The axes' names stand beyond the last numbers.
        """
        room, safe, plane = self.view.words(self.stage), self.stage.safe, self.plane
        count, (across, up) = len(plane.counts[0]), plane.names
        columns, rows = list(plane.numbers[:count]), list(plane.numbers[count:])
        foot, left = room.bottom + _EDGE, safe.left + _EDGE
        for number in columns:
            number.shift(point(0.0, foot - float(number.get_bottom()[1])))
        for number in rows:
            number.shift(point(left - float(number.get_left()[0])))
        # Letters that reach below their line do so beneath the numbers' own.
        last = max((float(number.get_right()[0]) for number in columns), default=float(plane.origin[0]))
        across.shift(point(last + _NAME - float(across.get_left()[0]), foot - cast(Label, across[1]).baseline))
        across.shift(point(min(0.0, min(room.right, safe.right - _EDGE) - float(across.get_right()[0])), 0.0))
        for number in columns:
            if overlap(box_of(number), box_of(across)):
                number.set_opacity(0.0)
        highest = max((float(number.get_top()[1]) for number in rows), default=float(plane.origin[1]))
        up.shift(point(left - float(up.get_left()[0]), highest + _NAME - cast(Label, up[1]).baseline))
        self.close_gaps([])

    def _lines(self, *phrases: int, hushed: bool = True) -> list[Segment]:
        """Return the pulls of phrases as they lie at first, and once the word has gone, and all its ways."""
        lines = [(flat(self.start), flat(end)) for end in self.ends]
        for index in phrases:
            ends, rows = (flat(self.start), flat(self.ends[index])), self.pulls[index]
            rows = rows if hushed else rows[: len(self.numbers.named(index)) + 1]
            pulls = [pull for row in rows for pull in row]
            lines += [(flat(pull.puller), end) for pull in pulls for end in ends]
            for band, bow in self._bows(index, pulls):
                middle = flat(_bowed(band.puller, self.ends[index], bow))
                lines += [(flat(band.puller), middle), (middle, ends[1])]
        return lines

    def _trodden(self) -> list[Box]:
        """Return what the word covers on all its ways."""
        shares = [step / _SAMPLES for step in range(1, _SAMPLES + 1)]
        return [_around(self.start + share * (end - self.start), _DOT / 2) for end in self.ends for share in shares]

    def _name_place(self, index: int) -> VGroup:
        """Return the word's name at the place that a phrase takes it to: its meaning, or the word that pulls most.

        It keeps off what later phrases bring, unless it comes after them.
        """
        numbers, safe = self.numbers, self.stage.safe
        later = range(3 if self.view.lying else index + 1, 3)
        own = _around(self.ends[index])
        boxes = [box_of(self.word.label), *(_around(each, self._half()) for each in (self.start, *self.ends))]
        boxes += [*map(box_of, self.landed), *(box_of(mark) for each in later for mark in self._marks(each).values())]
        boxes += [box_of(token.label) for each in later for token in self.heard[each] if isinstance(token, Token)]
        boxes = [box for box in boxes if box != _around(self.ends[index], self._half()) and not overlap(box, own)]
        full = self.says("sense", word=numbers.word, first=numbers.strongest(index)[0])
        names = [said for said in (self._meaning(index), full, numbers.word) if said]
        for said in names:
            token = self.tokens({said: numbers.ends[index]}, lines=self._lines(*later), boxes=boxes)[said]
            text = Label(said, size=self.style.sizes.number, color=self._color(index), style=self.style)
            _off(self.ends[index], text.move_to(token.label), _DOT / 2)
            if float(text.get_left()[0]) >= safe.left and float(text.get_right()[0]) <= safe.right:
                break
        return labelled(text, self.style)

    def _meaning(self, index: int) -> str:
        """Return what the word means in a phrase, where the language has a name for that; else nothing."""
        key = f"{self.numbers.word}-{self.parameters.phrases[index]}"
        return self.says(key) if f"{self.name}.labels.{key}" in self.style.language.texts else ""

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
        """Return the shares of a phrase's words in the pull: neighbours first, and apart from them the word and others.

        All that are hardly heard have one row.

        Args:
            index: of the phrase.
            before: scene units from the record's edge to the zero line, at the least.
        """
        numbers = self.numbers
        line, places = numbers.lines[index], numbers.heard(index)
        words = [line[place] for place in places]
        colors = [self._color_of(index, place) for place in places]
        names = [self.says("itself", word=word) if word == numbers.word else word for word in words]
        scores = numbers.of(index)[places]
        if numbers.hushed(index):
            names.append(self._others(index))
            colors.append(self.grey)
            scores = torch.cat([scores, numbers.rests[index][None]])
        lying, record = self.view.lying, self.view.record
        room = record if lying else record.inset(top=_TITLE, bottom=_APART + _PAIRS)
        shares = ScoreLedger(names, scores, colors, room, lying=lying, number=Weight, before=before, style=self.style)
        if not lying:
            neighbours = len(numbers.named(index))
            shares.put([place - _APART * (at >= neighbours) for at, place in enumerate(shares.places)])
            shares.zero.put_start_and_end_on(shares.zero.get_start(), shares.zero.get_end() + _APART * DOWN)
        return shares

    def _written(self, row: Tensor, name: str, color: str, line: int) -> Written:
        """Return one of the word's places as a pair of numbers, at the record's foot; none where there is no room."""
        if self.view.lying:
            return Written()
        record, sizes = self.view.record, self.style.sizes
        size = sizes.number if self.stage.is_wide else sizes.tick
        label = Label(name, size=size, color=color, within=0.45 * record.width, style=self.style)
        pair = Coordinates(row, size=size, color=color, style=self.style)
        y = record.bottom + (1 - line) * _PAIR
        label.set_x(record.left + label.width / 2).on_baseline(y)
        left = record.left + max(float(label.width) + 0.3, 0.46 * record.width)
        fit(pair, record.right - left)
        pair.starting_at(left).on_baseline(y)
        laid(VGroup(label, pair), Layer.LEDGER)
        signs = VGroup(*(part for part in pair if part not in pair.numbers))
        return Written(VGroup(label), signs, pair.numbers)

    def _others(self, index: int) -> str:
        """Return what the words of a phrase that are hardly heard are called together."""
        rest = len(self.numbers.hushed(index))
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
            wide = self.stage.is_wide
            size = self.style.sizes.head if wide else None
            block = PhraseBlock(line, colors, _LINES - wide, flush=True, size=size, style=self.style)
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
        return self.style.theme.families[_FAMILIES[index]]

    def _color_of(self, index: int, place: int) -> str:
        """Return the colour of a word of a phrase: the phrase's own where it is named, and the word's for itself."""
        named = self._color(index) if place in self.numbers.named(index) else self.grey
        return self.style.theme.subject if self.numbers.lines[index][place] == self.numbers.word else named

    def _pulls(self, index: int) -> list[list[Band | Thread]]:
        """Return a phrase's pulls, bar by bar: a word each, and at last all that are hardly heard."""
        numbers = self.numbers
        vectors, weights = numbers.vectors[index], numbers.of(index)

        def pull(place: int) -> Band | Thread:
            at, color = self.plane.place(vectors[place]), self._color_of(index, place)
            band = pull_of(at, self.start, weights[place], color, slim=_SMALL, plain=True, style=self.style)
            return laid(band, Layer.SHADOW) if color == self.grey else band

        pulls, others = [[pull(place)] for place in numbers.heard(index)], list(map(pull, numbers.hushed(index)))
        return [*pulls, others] if others else pulls

    def _rows(self, index: int) -> dict[str, Tensor]:
        """Return the words of a phrase that are named, with their vectors."""
        line, vectors = self.numbers.lines[index], self.numbers.vectors[index]
        return {line[place]: vectors[place] for place in self.numbers.named(index)}

    def _marks(self, index: int) -> dict[str, VMobject]:
        """Return the marks of a phrase's words but the word itself: first of those that are named, then dots."""
        line, vectors, place = self.numbers.lines[index], self.numbers.vectors[index], self.plane.place
        named = self._rows(index)
        rows = named | {word: vectors[at] for at, word in enumerate(line) if word not in (*named, self.numbers.word)}
        return {word: Token(word, place(row), self.grey, height=_PULLER, pictured=word in named, style=self.style).mark
                for word, row in rows.items()}  # fmt: skip

    def _heard(self, index: int) -> VGroup:
        """Return the words of a phrase, named where they are heard, and dots of the others."""
        rows, color, style = self._rows(index), self._color(index), self.style
        quiet = [mark for word, mark in self._marks(index).items() if word not in rows]
        boxes = [_around(self.start), *map(_around, self.ends), box_of(self.word.label)]
        boxes += self.plane.text_boxes()
        lines, pulls = self._lines(index), self._lines(index, hushed=False)
        threads = [line for line in lines if line not in pulls]
        # Names stand still where pulls come to rest; sooner than to stand far off they let a tightening one pass below.
        ended = [*(line for line in lines if line[1] != flat(self.start)), *self.plane.axis_segments()]
        costs = [(ended, _STRUCK), (pulls, _PASSED), (threads, _BRUSHED)]
        named = [(word, self.plane.place(row)) for word, row in rows.items()]
        marks = [box_of(mark) for word, mark in self._marks(index).items() if word in rows]
        names = [Label(word, size=style.sizes.tick, style=style) for word in rows]
        offsets = _beside(names, marks, name_bounds(self.plane), costs, [*map(box_of, quiet)], boxes)
        colored = [
            Token(word, at, color, offset=offset, height=_PULLER, size=style.sizes.tick, style=style)
            for (word, at), offset in zip(named, offsets, strict=True)
        ]
        for token in colored:  # a line that passes a name ends before it
            left, low, right, high = box_of(token.label)
            patch = Rectangle(width=right - left, height=high - low, stroke_width=0).move_to(token.label)
            token.label.add_to_back(laid(patch.set_fill(style.theme.background, 1.0), Layer.LABEL))
        return VGroup(*quiet, *colored)

    def _carried(self, index: int, pulls: Sequence[Band | Thread] = ()) -> tuple[Token, Live, list[RunningNumber]]:
        """Return the word at its start, how it slides to where a phrase takes it, and its place's running numbers."""
        theme, times = self.style.theme, self.style.times
        moving = Token(self.numbers.word, self.start, theme.subject, large=True, style=self.style)
        first, last = (ManimColor(theme.fill(color)) for color in (theme.subject, self._color(index)))
        bows = self._bows(index, pulls)
        written = self.found[index].numbers if pulls else []
        running = [RunningNumber(number) for number in written]

        def follow(share: float) -> None:
            moving.mark.set_fill(first.interpolate(last, share), 1.0)
            for band, bow in bows:
                band.set_pull(band.weight, share * bow)
            values = self.numbers.start + share * (self.numbers.ends[index] - self.numbers.start)
            for run, number, value in zip(running, written, values, strict=False):
                now = Number(value, size=number.size, style=self.style)
                now.scale(number.cap_height / now.cap_height)
                run.write(now.align_to(number, RIGHT).on_baseline(number.baseline))

        follow(0.0)
        run_time = times.second if index else times.pull
        sliding = slide(moving, self.ends[index], pulls, also=follow, moved=running, run_time=run_time)
        return moving, sliding, running

    def _bows(self, index: int, pulls: Sequence[Band | Thread]) -> list[tuple[Band, float]]:
        """Return which pulls swing out where the word comes to rest, and how far: those behind a nearer word's."""
        end, bows = self.ends[index], []
        bands = [pull for pull in pulls if isinstance(pull, Band)]
        ways = [flat(band.puller - end) for band in bands]
        for band, (x, y) in zip(bands, ways, strict=True):
            behind = any(_lies_on(near, (x, y)) for near in ways)
            if behind and band.weight >= _NAMED_FROM:
                bows.append((band, _BOW if x > 0 else -_BOW))  # upwards where it is positive
        return bows

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
                gone = self._take(index, self._leave(gone, index - 1))
                self.rest()
        with self.beat("three", word=numbers.word, apart=format_number(float(numbers.apart))):
            gone += [self.shares[-1], *self.origin.all, *([] if self.view.lying else [self.title])]
            self.play(*self._leave(gone, 2), run_time=_OUT)
            self.play(LaggedStart(*map(FadeIn, self.told), lag_ratio=_LAG))
            carried = [self._carried(index)[:2] for index in range(3)]
            self.add(*(moving for moving, _ in carried))
            self.play(*(slides for _, slides in carried), run_time=self.style.times.second)
            grown = [ApplyMethod(moving.mark.scale, 2 * self._half() / _DOT) for moving, _ in carried]
            bold = [ApplyMethod(way.set_stroke, None, _BOLD) for way in self.ways]
            late = squish_rate_func(smooth, 0.5, 1.0)
            badges = [FadeIn(badge, rate_func=late) for index in range(3) for badge in self._badge(index)]
            aside = [ApplyMethod(name.shift, self._aside(index)) for index, name in enumerate(self.landed)]
            self.play(*grown, *bold, *badges, *aside, run_time=_NAMED)
            self.last()

    def _leave(self, gone: Sequence[VMobject], last: int) -> list[Animation]:
        """Return how a phrase leaves; the way that the word went there stays, and its new place is named.

        Where the plane is small, places are named once all phrases have left.
        """
        kept = self.ways[last : last + 1] if last >= 0 else []
        named = self.landed if last == 2 else self.landed[: last + 1] if not self.view.lying else []
        new = [name for name in named if name not in self.mobjects]
        return [*(FadeOut(each, rate_func=_EARLY) for each in gone), *map(FadeIn, [*kept, *new])]

    def _half(self) -> float:
        """Return half the width of a place at last, scene units."""
        return (_LARGE if self.view.lying else _LARGEST) * _DOT / 2

    def _aside(self, index: int) -> Point:
        """Return the way on which the name of a place gives room to the larger mark there."""
        name = self.landed[index]
        return _off(self.ends[index], name.copy(), self._half()).get_center() - name.get_center()

    def _badge(self, index: int) -> list[VMobject]:
        """Return the icon of the word that pulled most in a phrase, cut out of the place where that led."""
        word, theme = self.numbers.strongest(index)[0], self.style.theme
        if not has_icon(word, self.style) or not theme.filled or self.view.lying:
            return []
        icon = Icon(word, theme.background, height=_BADGE, style=self.style)
        return [laid(icon.move_to(self.ends[index]), Layer.FRAME)]

    def _take(self, index: int, leaving: Sequence[Animation]) -> list[VMobject]:
        """Let a phrase take the word to its place there, and shares become its own; return what leaves after that.

        Args:
            index: of the phrase.
            leaving: how the phrase before it leaves.
        """
        words, rows, shares, found = self.heard[index], self.pulls[index], self.shares[index], self.found[index]
        before = self.shares[index - 1] if index else None
        pulls = [pull for row in rows for pull in row]
        moving, slides, running = self._carried(index, pulls)
        new: list[VMobject] = [self.phrases[index], words]
        if before is None:
            self.add(moving.mark)
            self.remove(self.word.mark)
            new += [shares.zero, *self.origin.all, *([] if self.view.lying else [self.title])]
        else:  # the word's first mark is there already
            new.append(moving.mark)
        self.play(*leaving, *(FadeIn(each, rate_func=_LATE) for each in new), run_time=_COME)
        same = {kind: place for place, kind in enumerate(self._kinds(index - 1))} if before else {}
        kinds = self._kinds(index)
        counts, becomes = [], []
        for place, (row, kind) in enumerate(zip(rows, kinds, strict=True)):
            animations, count = self._row_becomes(index, place, same.get(kind))
            becomes.append(AnimationGroup(*map(arrive, row), *animations))
            counts.append(count)
        if before is not None:
            left = [place for kind, place in same.items() if kind not in kinds]
            parts = [
                part for place in left for part in (before.bars[place], before.names[place], before.numbers[place])
            ]
            zero = ReplacementTransform(before.zero, shares.zero)
            self.play(LaggedStart(*becomes, lag_ratio=_LAG), *map(FadeOut, parts), zero, run_time=_TIGHTEN)
        else:
            self.play(LaggedStart(*becomes, lag_ratio=_LAG), run_time=_SLOWLY)
        self.remove(*counts)
        self.add(*shares.numbers)
        if running:
            self.play(FadeIn(found.signs, *running, shift=_PAIR * DOWN), run_time=_OUT)
        self.play(slides)
        if running:
            self.remove(*running)
            self.add(*found.numbers)
            self.play(FadeIn(found.name), run_time=_OUT)
        return [self.phrases[index], words, *pulls, *found.all]

    def _kinds(self, index: int) -> list[tuple[str, int]]:
        """Return what each row of a phrase's shares is, so that a row becomes one of its kind."""
        numbers, counts = self.numbers, Counter[str]()
        line, named, kinds = numbers.lines[index], numbers.named(index), []
        for place in numbers.heard(index):
            kind = "itself" if line[place] == numbers.word else "named" if place in named else "other"
            kinds.append((kind, counts[kind]))
            counts[kind] += 1
        return [*kinds, ("rest", 0)] if numbers.hushed(index) else kinds

    def _row_becomes(self, index: int, place: int, old: int | None) -> tuple[list[Animation], RunningNumber]:
        """Return how a row of shares grows from nothing, or from a row of the phrase before; and its running number.

        Args:
            index: of the phrase.
            place: of the row.
            old: the place of the row before it; None for none.
        """
        shares, before = self.shares[index], self.shares[index - 1]
        bar, like, name = cast(ScoreBar, shares.bars[place]), shares.numbers[place], shares.names[place]
        first, away, tone, ink = 0.0, 0.0, bar.tone, ManimColor(like.color)
        animations: list[Animation] = [FadeIn(name, rate_func=_LATE)]
        if old is not None:
            first, away = before.values[old], before.places[old] - shares.places[place]
            tone, ink = cast(ScoreBar, before.bars[old]).tone, ManimColor(before.numbers[old].color)
            animations.append(FadeOut(before.names[old], rate_func=_EARLY))
            self.remove(before.bars[old], before.numbers[old])
        last_tone, last_ink, running = bar.tone, ManimColor(like.color), RunningNumber(like)

        def follow(share: float) -> None:
            value = first + share * (shares.values[place] - first)
            step = (1 - share) * away * (point(1.0, 0.0) if self.view.lying else point(0.0, 1.0))
            bar.tone = tone.interpolate(last_tone, share)
            shares.draw(place, [corner + step for corner in shares.corners_of(place, max(value, 1e-3))])
            running.write(shares.numbered(place, value).shift(step))
            running.set_fill(ink.interpolate(last_ink, share), 1.0 if old is not None else min(share / _FADES, 1.0))

        follow(0.0)
        self.add(bar, running)
        return [*animations, Live([bar, running], follow)], running


def _is_whole(value: float) -> bool:
    return abs(value - round(value)) < _ROUNDING


def _bowed(puller: Point, pulled: Point, bow: float) -> Point:
    """Return the middle of a pull that swings out, upwards where the bow is positive."""
    way = np.asarray(pulled, float) - puller
    across = np.array([-way[1], way[0], 0.0]) / max(float(np.linalg.norm(way)), 1e-9)
    return (np.asarray(puller) + pulled) / 2 + (-bow if across[1] < 0 else bow) * across


def _lies_on(near: tuple[float, float], far: tuple[float, float]) -> bool:
    """Return whether a way from one place ends on another, longer way from there, or so near that pulls would touch."""
    shorter, longer = np.hypot(*near), np.hypot(*far)
    turn = near[0] * far[1] - near[1] * far[0]
    ahead = near[0] * far[0] + near[1] * far[1] > 0
    return bool(ahead and 0 < shorter < longer and abs(turn) < _ALIGNED * shorter * longer)


def _off(at: Point, name: VMobject, half: float) -> VMobject:
    """Move the name of a place up, down or aside, so that it keeps off the larger mark there, of half a width."""
    (x, y), (left, low, right, high) = flat(at), box_of(name)
    ways = [(right - x, LEFT), (x - left, RIGHT), (high - y, DOWN), (y - low, UP)]
    over, way = min(((reach, way) for reach, way in ways), key=lambda each: each[0])
    return name.shift(max(half + _AIR + over, 0.0) * way)


def _beside(
    names: Sequence[VMobject],
    marks: Sequence[Box],
    bounds: Box,
    costs: Sequence[tuple[Sequence[Segment], float]],
    dots: Sequence[Box],
    boxes: Sequence[Box],
) -> list[tuple[float, float]]:
    """Return where names stand, from the middles of their marks: near these, and clear of each other and of boxes.

    Args:
        names: of words, the most important first.
        marks: the words' marks, in the same order.
        bounds: where names stay.
        costs: lines, and what it costs to be crossed by one, in scene units from a mark.
        dots: marks without names.
        boxes: what else names keep off.
    """
    chosen = [_HIDDEN] * len(names)

    def cost(index: int, box: Box) -> float:
        others = [*boxes, *dots, *marks, *(each for at, each in enumerate(chosen) if at != index)]
        airy = (box[0] - _HALO, box[1] - _HALO, box[2] + _HALO, box[3] + _HALO)
        struck = sum(price for lines, price in costs for line in lines if inside_length(line, airy) > 0)
        out = max(bounds[0] - box[0], bounds[1] - box[1], box[2] - bounds[2], box[3] - bounds[3], 0.0)
        far = gap(box, marks[index])
        nearer = sum(gap(box, mark) < 2 * far for mark in (*dots, *marks[:index], *marks[index + 1 :]))
        from_mark = (flat(_middle(marks[index])), flat(_middle(box)))
        nearer += sum(_cuts(line, from_mark) for lines, price in costs if price == _STRUCK for line in lines)
        covered = sum(overlap(airy, other) > 0 for other in others)
        return far + _ASKEW * _askew(box, marks[index]) + struck + _NEARER * nearer + _COVERED * (out + covered)

    for _ in range(_ROUNDS):
        for index, name in enumerate(names):
            chosen[index] = min(_around_mark(name, marks[index]), key=lambda box: cost(index, box))
    return [tuple(np.subtract(_middle(box), _middle(mark)).tolist()) for box, mark in zip(chosen, marks, strict=True)]


def _around_mark(name: VMobject, mark: Box) -> list[Box]:
    """Return boxes of a name in all directions around a mark, the nearest first."""
    half = np.array([float(name.width) / 2, float(name.height) / 2])
    reach = np.array([mark[2] - mark[0], mark[3] - mark[1]]) / 2
    places = []
    for clear in _CLEARANCES:
        for turn in np.linspace(0.0, 2 * np.pi, _DIRECTIONS, endpoint=False):
            way = np.array([np.cos(turn), np.sin(turn)])
            middle = _middle(mark) + clear * way + (reach + half) * np.clip(np.sqrt(2) * way, -1.0, 1.0)
            places.append((*(middle - half).tolist(), *(middle + half).tolist()))
    return places


def _cuts(one: Segment, other: Segment) -> bool:
    """Return whether two lines cross each other, not only touch."""
    (a, b), (c, d) = np.asarray(one), np.asarray(other)
    turns = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    sides = [np.linalg.det([end - start, at - start]) for start, end, at in turns]
    return bool(sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0)


def _askew(name: Box, mark: Box) -> float:
    """Return how far a name stands at a corner of its mark: 0 straight beside or above it, up to 1."""
    across, up = _middle(name) - _middle(mark)
    across, up = across / (name[2] - name[0] + mark[2] - mark[0]), up / (name[3] - name[1] + mark[3] - mark[1])
    return float(min(abs(across), abs(up)) / max(abs(across), abs(up), 1e-9))


def _middle(box: Box) -> NDArray[np.float64]:
    return np.array([box[0] + box[2], box[1] + box[3]]) / 2


def _around(at: Point, reach: float = 0.3) -> Box:
    half = np.full(2, reach)
    (left, low), (right, high) = np.asarray(at[:2]) - half, np.asarray(at[:2]) + half
    return (float(left), float(low), float(right), float(high))
