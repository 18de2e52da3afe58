"""One spelling, three meanings: real words take one embedding to three places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import floor
from typing import TypeAlias, cast

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
    DashedLine,
    FadeIn,
    FadeOut,
    LaggedStart,
    ManimColor,
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
from scenes.lesson.meaning_disc import BLANK, MeaningDisc
from scenes.lesson.step_sum import Named, StepSum
from scenes.motion.arrive import arrive
from scenes.motion.live import Live, settle
from scenes.number_format import as_printed, format_vector, format_weight
from scenes.parameters import Phrase, Word, WordsParameters, phrase_words, require_plane, require_word
from scenes.parts.bars.ledger import ScoreLedger
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import Band, Thread, pull_of, width_at
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.labels import Box, Segment, gap, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds
from scenes.parts.plane.token import DOT, Token, haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeaderPhrase, PhraseBlock, labelled
from scenes.parts.text.number import Number, Tick, Weight
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView
from scenes.worlds import World

Costs: TypeAlias = Sequence[tuple[Sequence[Segment], float]]
"""Lines that a name is to keep off, and what it costs to be crossed by one of them, in scene units from its mark."""

_BEYOND, _BENEATH = 0.12, 0.02
"""The room beyond the last word, and beneath the lowest, as shares of what all words span."""

_HALO = 0.05
"""Scene units around texts for their halos."""

_NAMED_FROM, _SMALL, _WAY, _BOLD, _LINES = 0.1, 0.9, 3.0, 8.0, 3
"""The weight from which a neighbour has a name and a row of its own; the width of bands as a share of the usual; the
strokes of a way, and of one at last; lines of a phrase beside the plane, one less where that is wide."""

_CLEARANCES, _DIRECTIONS, _ROUNDS = (0.07, 0.14, 0.22, 0.32, 0.45, 0.6), 32, 3
"""Scene units from a word's mark to its name that are tried, in how many directions, and how often all names choose."""

_STRUCK, _PASSED, _NEARER, _COVERED, _ASKEW, _SUNK = 2.0, 0.5, 0.6, 10.0, 0.1, 0.4
"""The cost of a name's place, in scene units from its mark: for each line at rest through it, each pull that passes
it, each other mark nearly as near, each thing that it covers, standing at a corner, and, for a meaning, beneath."""

_HIDDEN = (99.0, 99.0, 99.0, 99.0)
"""The box of a name that has no place yet."""

_OPENED, _NARROW, _AIR, _SLIT = 0.36, 0.34, 0.08, 0.02
"""Scene units: the radius of a disc with a picture in wide frames and in others, and the air around it, least to words
that pull."""

_FAMILIES = (0, 1, 3)
"""The families' colours that the phrases have: of six, the three that are bright on a dark ground."""

_RECORD = 1.95
"""Scene units: the left edge of the record in wide frames, where the words need less room than there is."""

_BOW, _ALIGNED, _FARTHEST = 0.24, 0.06, 0.6
"""Scene units by which a pull swings out that would lie on a nearer word's pull, the angle, in radians, up to which it
would, and scene units by which one swings around a meaning at the most."""

_AT_LEFT, _AT_RIGHT, _BELOW_AXIS, _OVER = 0.15, 0.45, 0.15, 0.35
"""Scene units in wide frames that the plane leaves at its left and right, and those that it gains below and above."""

_UP, _WIDEST, _HALF_LINE, _ROUNDING = 0.4, 2.4, 0.45, 1e-6
"""Scene units from the highest number to the upright axis's name, and how wide that may be; the opacity of lines at
half steps; the most by which a number differs from a whole one."""

_GREY = 0.5
"""The share of ink in the colour of words that are hardly heard, and of notes; the rest is the colour of notes."""

_EARLY, _LATE = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.4, 1.0)
"""The rate functions with which old things leave where new ones come: neither is read through the other."""

_COME, _ALONE, _TIGHTEN, _SWEEP, _OPEN, _LAG = 0.65, 1.0, 1.8, 1.3, 0.9, 0.4
"""Seconds in which things come, pulls tighten: one alone, one by one, and in one sweep, and a meaning opens; the lag of
what comes in turn."""

_TITLE, _APART, _EDGE, _NAME = 0.62, 0.3, 0.08, 0.2
"""Scene units: the room of the title over the shares, between neighbours and the word itself, from the plane's edge to
the numbers of its axes, and from the last of these to the axis's name."""

_FADES = 0.3
"""The share of a bar's way in which its number arrives."""

_SAMPLES = 8
"""Places along a way that names keep off."""

_BEAD = 0.3
"""The share of its size that a meaning has while the word is on its way to it once more: less than the blank disc."""

_CLOSE = 0.3
"""Scene units from a word that pulls within which no other stays."""

_INSCRIBED = 0.75
"""Half the side of the square that stands for a disc on its way, as a share of its radius."""

_CLEAR = 0.3
"""Scene units between the record of a wide frame and names."""

_LEG = 0.16
"""Scene units from a way along an axis to its number."""


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
    """A word's new places in three phrases, and the sum of steps that leads to the first of them."""

    word: str
    lines: tuple[tuple[str, ...], ...]
    axes: tuple[str, ...]
    titles: tuple[str, ...]
    vectors: tuple[Tensor, ...]
    """Each phrase's vectors, (T, 2)."""
    start: Tensor = quantity("The word's vector.", rows="axes")
    ends: Tensor = quantity("Its new vector in each phrase.", rows="titles", columns="axes")
    weights: Tensor = quantity("Its weights in all phrases, one after the other.")
    owns: Tensor = quantity("Its own weight in each phrase, wherever it stands.", rows="titles")
    rests: Tensor = quantity("The weights of the words that are hardly heard, together.", rows="titles")
    middles: Tensor = quantity("The mean of those words' vectors by their weights.", rows="titles", columns="axes")
    apart: Tensor = quantity("The smallest distance between two of its new places.")
    alone: Tensor = quantity("Where its strongest neighbour alone would take it in the first phrase.", rows="axes")
    ways: Tensor = quantity(
        "The ways from it to all that pulls in the first phrase, itself at last, along the sum's axis."
    )
    steps: Tensor = quantity("The weights of these pulls times their ways.")
    axis: int = 0
    """The axis along which the steps are added."""

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

    def itself(self, index: int) -> list[int]:
        """Return the places in a phrase of the word itself."""
        return [at for at, word in enumerate(self.lines[index]) if word == self.word]

    def hushed(self, index: int) -> list[int]:
        """Return the places in a phrase of the words that are hardly heard."""
        heard = (*self.named(index), *self.itself(index))
        return [at for at in range(len(self.lines[index])) if at not in heard]

    def shares(self, index: int) -> Tensor:
        """Return the weights of a phrase's pulls: of the words that are named, and of the others together."""
        rest = self.rests[index][None] if self.hushed(index) else self.rests[:0]
        return torch.cat([self.of(index)[self.named(index)], rest])

    def pullers(self, index: int) -> Tensor:
        """Return the places from which a phrase's pulls come, in the same order, shape (n, 2)."""
        rest = self.middles[index][None] if self.hushed(index) else self.middles[:0]
        return torch.cat([self.vectors[index][self.named(index)], rest])


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
        """Take one step of attention over each phrase, and add up the first one's steps along an axis."""
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
        start, titles, none = vectors[0][at[0]], tuple(f"phrase {number}" for number in (1, 2, 3)), torch.zeros(0)
        numbers = Meanings(
            word, lines, world.axes, titles, vectors, start, ends, weights, torch.zeros(3), torch.zeros(3),
            torch.zeros(3, 2), torch.pdist(ends).min(), start, none, none,
        )  # fmt: skip
        owns = torch.stack([numbers.of(index)[numbers.itself(index)].sum() for index in range(3)])
        hushed = [numbers.hushed(index) for index in range(3)]
        rests = torch.stack([numbers.of(index)[each].sum() for index, each in enumerate(hushed)])
        sums = torch.stack([numbers.of(index)[each] @ vectors[index][each] for index, each in enumerate(hushed)])
        middles = sums / torch.where(rests > 0, rests, 1.0)[:, None]
        numbers = replace(numbers, owns=owns, rests=rests, middles=middles)
        # The word's own share has no way to go: with it the shares add up to 1.
        shares = torch.cat([numbers.shares(0), owns[:1]])
        ways = torch.cat([numbers.pullers(0), start[None]]) - start
        moved = shares[:, None] * ways
        # The axis whose sum a pencil finds as it is printed; of two such, that of the longer way.
        axis = min((0, 1), key=lambda axis: (
            _misprint(start[axis], shares, ways[:, axis], ends[0, axis]), -float((ends[0] - start)[axis].abs()),
        ))  # fmt: skip
        return replace(numbers, alone=start + moved[0], ways=ways[:, axis], steps=moved[:, axis], axis=axis)

    def world_view(self) -> PlaneView:
        """Return where the plane lies: beside a wide record, or under two lines where the phrase is broken."""
        if self.stage.is_wide:
            view = self.stage.plane_view
            view = replace(view, record=replace(view.record, left=_RECORD))
            # The axes cross half a tick before the words: no pull lies on an axis, and numbers stand at their own.
            step = view.fitted(self.stage, self._shown(), view.words(self.stage)).step / 2
            across, up = (step * min(floor(low / step), 0) for low, _ in self._shown())
            across -= step  # half a tick more is free at the left: names of words stand before the upright axis
            self.crossing = (across, up)
            room = view.words(self.stage).inset(left=_AT_LEFT, right=_AT_RIGHT, bottom=-_BELOW_AXIS, top=-_OVER)
            return replace(view.fitted(self.stage, self.spans(), room), step=step)
        view = super().world_view()
        return replace(view, header_lines=2) if view.lying else view

    def _shown(self) -> list[tuple[float, float]]:
        """Return the least and the largest number along both axes of all places that are drawn."""
        numbers = self.numbers
        rows = torch.cat([numbers.start[None], numbers.ends, *(numbers.pullers(index) for index in range(3))])
        return [(min(float(each.min()), 0.0), max(float(each.max()), 0.0)) for each in rows.T]

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return what the plane shows: the words, and room for names beyond and beneath them."""
        (left, right), (low, high) = self._shown()
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
        """Make the blank word at its place, and for each phrase its words, their pulls, and where these take it."""
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
        self.discs = [self._disc(index) for index in range(3)]
        self._name_places()
        self.headers = [self._header(index) for index in range(3)]
        self.asked, self.told = self._blocks(answered=False), self._blocks(answered=True)
        self.shares = self._in_one_scale()
        record = self.view.record
        title = Label(self.says("shares"), size=style.sizes.tick, color=self.grey, style=style)
        self.title = laid(title.move_to(point(record.left, record.top - title.height / 2), LEFT + UP), Layer.LEDGER)
        self.sum = self._step_sum() if self.stage.is_wide and len(numbers.shares(0)) else None

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
        across, narrow = plane.names
        name = cast(Label, narrow[1])  # where it stands there is room for all of it
        color = ManimColor(name.color).to_hex()
        text = Label(name.text, size=cast(Label, across[1]).size, color=color, within=_WIDEST, style=self.style)
        up = laid(haloed(text, self.style), Layer.TICKS)
        plane.names.submobjects[1] = up
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
        up.align_to(point(x + _NAME, 0.0), LEFT)
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

    def _step_sum(self) -> StepSum:
        """Return the sum of the first phrase's steps along its axis, from the word's start to where they lead."""
        numbers, axis, subject = self.numbers, self.numbers.axis, self.style.theme.subject
        rows = [Named(name, color, share) for name, color, share in
                zip(self._row_names(0), self._row_colors(0), numbers.shares(0), strict=True)]  # fmt: skip
        rows.append(Named(self.says("own"), subject, numbers.owns[0]))
        title = Label(
            self.says("along", axis=numbers.axes[axis]), size=self.style.sizes.number,
            color=ManimColor(cast(Label, self.plane.names[axis][1]).color).to_hex(),
            within=self.view.record.width, style=self.style,
        )  # fmt: skip
        return StepSum(
            self.view.record, title, [self.says(head) for head in ("share", "way", "step")],
            Named(numbers.word, subject, numbers.start[axis]), rows, numbers.ways, numbers.steps,
            Named(self.says("now", word=numbers.word), subject, numbers.ends[0, axis]), style=self.style,
        )  # fmt: skip

    def _row_names(self, index: int) -> list[str]:
        """Return what a phrase's pulls are called: by their words, and all small ones by their count."""
        numbers, rest = self.numbers, len(self.numbers.hushed(index))
        names = [numbers.lines[index][at] for at in numbers.named(index)]
        return [*names, *([self.says("others", count=str(rest)) if rest > 1 else self.says("other")] if rest else [])]

    def _row_colors(self, index: int) -> list[str]:
        """Return the colours of a phrase's pulls: its own, and grey for the small ones."""
        named = [self._color(index)] * len(self.numbers.named(index))
        return [*named, *([self.grey] if self.numbers.hushed(index) else [])]

    def _lines(self, index: int) -> tuple[list[Segment], list[Segment]]:
        """Return the pulls of a phrase as they lie at first, and those once the word has gone."""
        first, last, bows = list[Segment](), list[Segment](), self._bows(index)
        for pull in self.pulls[index]:
            puller, before, after = flat(pull.puller), self._around_meanings(index, pull), bows.get(pull, 0.0)
            for lines, end, bow in ((first, self.start, before), (last, self.ends[index], after)):
                middle = flat(_bowed(pull.puller, end, bow))
                lines += [(puller, middle), (middle, flat(end))] if bow else [(puller, flat(end))]
        return first, last

    def _disc(self, index: int) -> MeaningDisc:
        """Return the blank word that a phrase moves; once open it covers no puller, and no other meaning."""
        numbers, end = self.numbers, self.ends[index]
        dots = [self.plane.place(row) for each in range(3) for row in numbers.pullers(each)]
        rooms = [_far_from(end)(dot) - DOT - _SLIT + _AIR for dot in dots] + [_far_from(end)(self.start) - BLANK]
        rooms += [_far_from(end)(other) / 2 for at, other in enumerate(self.ends) if at != index]
        radius = max(BLANK, min(_OPENED if self.stage.is_wide else _NARROW, min(rooms) - _AIR))
        colors, key = (self.style.theme.subject, self._color(index)), f"{numbers.word}-{self.parameters.phrases[index]}"
        return MeaningDisc(self.start, colors, key, radius, style=self.style)

    def _bounds(self) -> Box:
        """Return the box in which names stay: clear of the record in wide frames."""
        left, low, right, high = name_bounds(self.plane)
        return (left, low, right - (_CLEAR if self.stage.is_wide else 0.0), high)

    def _name_places(self) -> None:
        """Put names to the word, its meanings, each phrase's words, and those that stay all along."""
        plane = self.plane
        heads = [box_around(end, disc.widest) for disc, end in zip(self.discs, self.ends, strict=True)]
        trodden = [box_around(self.start + share * (end - self.start), _INSCRIBED * BLANK)
                   for end in self.ends for share in np.arange(_SAMPLES + 1) / _SAMPLES]  # fmt: skip
        firsts, lasts = zip(*(self._lines(index) for index in range(3)), strict=True)
        still = [*plane.axis_segments(), *((flat(self.start), flat(end)) for end in self.ends)]
        dots = [box_around(plane.place(row), DOT) for index in range(3) for row in self.numbers.pullers(index)]
        costs = [([*still, *chain(*lasts)], _STRUCK), ([*chain(*firsts)], _PASSED)]
        texts = self._name_meanings(heads, costs, [*plane.text_boxes(), *dots, *trodden])
        taken = [*plane.text_boxes(), *heads, *trodden, *map(box_of, texts)]
        self._name_landmarks(costs, dots, taken)
        taken += [box_of(token.label) for token in self.stays.values()]
        self.heard = [
            self._name_heard(index, [([*still, *lasts[index]], _STRUCK), (firsts[index], _PASSED)], taken)
            for index in range(3)
        ]

    def _name_meanings(self, heads: Sequence[Box], costs: Costs, others: Sequence[Box]) -> list[Label]:
        """Put the names of the word and its meanings beside its blank and their discs; return their texts."""
        names = [self.numbers.word, *map(self._meaning, range(3))]
        colors = [self.style.theme.subject, *map(self._color, range(3))]
        size, marks = self.style.sizes.number, [box_around(self.start, BLANK), *heads]
        texts = [
            Label(name, size=size, color=color, style=self.style) for name, color in zip(names, colors, strict=True)
        ]
        offsets = _beside(texts, marks, self._bounds(), costs, [], others, _SUNK)
        for text, mark, offset in zip(texts, marks, offsets, strict=True):
            text.move_to(point(*(_middle(mark) + offset)))
        self.label, *self.landed = (labelled(text, self.style) for text in texts)
        return texts

    def _name_landmarks(self, costs: Costs, dots: Sequence[Box], taken: Sequence[Box]) -> None:
        """Name each phrase's strongest neighbour, which stays all along, so that places mean something."""
        stay = dict[str, Point]()
        for index in range(3):
            if self.numbers.named(index):
                place = self.plane.place(self.numbers.pullers(index)[0])
                stay.setdefault(self.numbers.strongest(index)[0], place)
        beside = self._beside_dots([*stay], [*stay.values()], costs, dots, taken, self._name_size)
        self.offsets = {word: (at, offset) for (word, at), offset in zip(stay.items(), beside, strict=True)}
        self.stays = {word: self._landmark(word, at) for word, at in stay.items()}

    def _name_heard(self, index: int, costs: Costs, taken: Sequence[Box]) -> list[Token]:
        """Return the words of a phrase with their names, in the places of those that stay or beside their dots."""
        plane, known = self.plane, {word: offset for word, (_, offset) in self.offsets.items()}
        rows = list(zip(self._row_names(index), self._row_colors(index), self.numbers.pullers(index), strict=True))
        names, places = [name for name, _, _ in rows], [plane.place(row) for _, _, row in rows]
        new = [at for at, name in enumerate(names) if name not in known]
        near = [box_around(at, DOT) for at in (*places, *(stay for stay, _ in self.offsets.values()))]
        unnamed, beside = [names[at] for at in new], [places[at] for at in new]
        found = self._beside_dots(unnamed, beside, costs, near, taken, self._name_size)
        known |= dict(zip(unnamed, found, strict=True))
        return [
            Token(name, place, color, offset=known[name], size=self._name_size, pictured=False, style=self.style)
            for at, (name, place, (_, color, _)) in enumerate(zip(names, places, rows, strict=True))
            if name not in names[:at]
        ]

    @property
    def _name_size(self) -> float:
        """The type of words' names, manim font units."""
        return self.style.sizes.number if self.stage.is_wide else self.style.sizes.tick

    def _beside_dots(
        self, names: Sequence[str], places: Sequence[Point], costs: Costs,
        dots: Sequence[Box], taken: Sequence[Box], size: float,
    ) -> list[tuple[float, float]]:  # fmt: skip
        """Return where the names of dots stand, from their places; arguments are those of ``_beside``."""
        marks = [box_around(at, DOT) for at in places]
        others = [dot for dot in dots if dot not in marks]
        texts = [Label(name, size=size, style=self.style) for name in names]
        return _beside(texts, marks, self._bounds(), costs, others, taken)

    def _landmark(self, word: str, at: Point) -> Token:
        """Return a word as it stays on the plane while it does not pull."""
        size = self.style.sizes.number if self.stage.is_wide else self.style.sizes.tick
        return Token(word, at, self.grey, offset=self.offsets[word][1], size=size, pictured=False, style=self.style)

    def _meaning(self, index: int) -> str:
        """Return what the word means in a phrase, where the language has a name for that; else who pulls most."""
        numbers = self.numbers
        key = f"{numbers.word}-{self.parameters.phrases[index]}"
        if f"{self.name}.labels.{key}" in self.style.language.texts:
            return self.says(key)
        full = self.says("sense", word=numbers.word, first=numbers.strongest(index)[0])
        room = self.stage.safe.width / 3
        return full if Label(full, size=self.style.sizes.number, style=self.style).width <= room else numbers.word

    def _header(self, index: int) -> HeaderPhrase:
        """Return a phrase in the header, its loudest words in its colour."""
        line, theme, named = self.numbers.lines[index], self.style.theme, self.numbers.named(index)
        colors = [theme.subject if word == self.numbers.word else self._color(index) if at in named else theme.ink
                  for at, word in enumerate(line)]  # fmt: skip
        return HeaderPhrase(line, colors, self.stage, self.view, style=self.style)

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
        """Return the shares of a phrase's words in the pull: neighbours first, and apart from them the word itself.

        All that are hardly heard have one row.

        Args:
            index: of the phrase.
            before: scene units from the record's edge to the zero line, at the least.
        """
        numbers, theme = self.numbers, self.style.theme
        names = [*self._row_names(index), self.says("itself", word=numbers.word)]
        colors = [*self._row_colors(index), theme.subject]
        scores = torch.cat([numbers.shares(index), numbers.owns[index][None]])
        lying, record = self.view.lying, self.view.record
        room = record if lying else record.inset(top=_TITLE, bottom=_APART)
        shares = ScoreLedger(names, scores, colors, room, lying=lying, number=Weight, before=before, style=self.style)
        if not lying:
            shares.put([place - _APART * (at == len(names) - 1) for at, place in enumerate(shares.places)])
            shares.zero.put_start_and_end_on(shares.zero.get_start(), shares.zero.get_end() + _APART * DOWN)
        return shares

    def _blocks(self, *, answered: bool) -> VGroup:
        """Return the three phrases in the record, one below or beside the other.

        Args:
            answered: whether the words that pull most have their phrase's colour; before that only the word has one.
        """
        numbers, theme, blocks = self.numbers, self.style.theme, VGroup()
        record = self.view.record.inset(_HALO, _HALO, _HALO, _HALO)
        cells = record.columns(1, 1, 1, gap=0.25) if self.view.lying else record.rows(1, 1, 1, gap=0.3)
        for index, line in enumerate(numbers.lines):
            named = numbers.named(index) if answered else []
            colors = [theme.subject if word == numbers.word else self._color(index) if at in named else theme.ink
                      for at, word in enumerate(line)]  # fmt: skip
            wide = self.stage.is_wide
            size = self.style.sizes.head if wide else None
            blocks.add(PhraseBlock(line, colors, _LINES - wide, flush=True, size=size, style=self.style))
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

    def _pulls(self, index: int) -> list[Band | Thread]:
        """Return a phrase's pulls, row by row, and at last the word's own, which holds it back at its old place."""
        numbers, pulls = self.numbers, list[Band | Thread]()
        for row, share, color in zip(
            numbers.pullers(index), numbers.shares(index), self._row_colors(index), strict=True
        ):
            at = self.plane.place(row)
            band = pull_of(at, self.start, share, color, slim=_SMALL, plain=True, style=self.style)
            pulls.append(laid(band, Layer.SHADOW) if color == self.grey else band)
        subject = self.style.theme.subject
        own = pull_of(
            self.start, self.start, numbers.owns[index], subject, pinned=True, slim=_SMALL, plain=True, style=self.style
        )  # fmt: skip
        return [*pulls, own]

    def _around_meanings(self, index: int, pull: Band | Thread) -> float:
        """Return how far a pull swings out at first, so that no earlier phrase's meaning hides it."""
        if not isinstance(pull, Band) or pull.pinned:
            return 0.0
        line, bow = (flat(pull.puller), flat(self.start)), 0.0
        way = np.subtract(line[1], line[0])
        up = 1.0 if way[0] > 0 else -1.0  # the side on which a swing is positive
        for disc, end in zip(self.discs[:index], self.ends, strict=False):
            share = float(np.subtract(flat(end), line[0]) @ way) / max(float(way @ way), 1e-9)
            lacks = disc.widest + _AIR + width_at(_SMALL * pull.weight, 0.0) / 2 - _distance(line, flat(end))
            if lacks > 0 and _AIR < share < 1 - _AIR:
                side = -up if _side(line, flat(end)) > 0 else up
                bow = side * min(lacks / np.sin(np.pi * share), _FARTHEST)
        return bow

    def _bows(self, index: int) -> dict[Band | Thread, float]:
        """Return which pulls swing out where the word comes to rest, and how far: those behind a nearer word's."""
        end, bows = self.ends[index], dict[Band | Thread, float]()
        bands = [pull for pull in self.pulls[index] if isinstance(pull, Band)]
        ways = [flat(band.puller - end) for band in bands]
        for band, (x, y) in zip(bands, ways, strict=True):
            behind = any(_lies_on(near, (x, y)) for near in ways)
            if behind and band.weight >= _NAMED_FROM:
                bows[band] = _BOW if x > 0 else -_BOW  # upwards where it is positive
        return bows

    def tell(self) -> None:
        """Show the blank word, let each phrase pull it to its meaning, and show all three at once."""
        with self.beat("one", word=self.numbers.word):
            self.play(LaggedStart(*map(FadeIn, self.stays.values()), lag_ratio=_LAG), run_time=_COME)
            self.add(self._ring())
            self.play(FadeIn(self.discs[0]), FadeIn(self.label), run_time=_COME)
            self.play(LaggedStart(*map(FadeIn, self.asked), lag_ratio=_LAG))
            self.rest()
        with self.beat("alone", **self._spoken(0)):
            self._pull_alone()
            self.rest()
        with self.beat("first", **self._spoken(0)):
            self._pull_together()
            self.rest()
        for index, name in ((1, "second"), (2, "third")):
            with self.beat(name, **self._spoken(index)):
                self.play(*self._leave(index - 1), *self._arrive(index), run_time=_COME)
                self._tighten(index, 0, _SWEEP)
                if name == "third":
                    self.hold()  # for a guess: all pulls and shares are seen, and the word has not moved
                self._slide(index, self.ends[index], self.style.times.second, settle)
                self._open(index)
                self.rest()
        with self.beat("three", **self._spoken(2)):
            self._show_all()
            self.last()

    def _spoken(self, index: int) -> dict[str, str]:
        """Return what captions and lines of a phrase say: who pulls most, with what share, and to what meaning."""
        numbers = self.numbers
        first, second = (numbers.strongest(index) * 2)[:2]
        share = numbers.shares(index)[0] if len(numbers.shares(index)) else numbers.owns[index]
        return {"word": numbers.word, "first": first, "second": second, "share": format_weight(float(share)),
                "meaning": self._meaning(index)}  # fmt: skip

    def _ring(self) -> VGroup:
        """Return the dashed ring that stays at the word's old place."""
        word, subject = self.numbers.word, self.style.theme.subject
        ghost = Token(word, self.start, subject, large=True, pictured=False, style=self.style).ghost()
        return ghost.scale(2 * BLANK / float(ghost.width))

    def _sum_of(self, index: int) -> StepSum | None:
        """Return the sum that a phrase has beside the plane; where there is none it has its shares."""
        return None if index else self.sum

    def _panel(self, index: int) -> list[VMobject]:
        """Return what stands beside the plane before a phrase pulls."""
        total = self._sum_of(index)
        if total is not None:
            return [total.heads, total.start]
        return [self.shares[index].zero, *([] if self.view.lying else [self.title.copy()])]

    def _arrive(self, index: int) -> list[Animation]:
        """Return how a phrase arrives: its header, its panel, the blank word, and its words."""
        self.filed = [*self._panel(index), self.headers[index]]
        new = [*self.filed, *([self.discs[index]] if index else [])]
        waking = self._wake(self.heard[index][: None if index else 1])
        own = [token.at for token in self.heard[index]]
        near = [word for word, token in self.stays.items() if min(map(_far_from(token.at), own), default=1.0) < _CLOSE]
        hiding = [FadeOut(self.stays.pop(word)) for word in near]
        return [*(FadeIn(each, rate_func=_LATE) for each in new), *waking, *hiding]

    def _wake(self, tokens: Sequence[Token]) -> list[Animation]:
        """Return how words of a phrase arrive; those that stay all along take its colour."""
        return [
            ReplacementTransform(self.stays.pop(token.word), token)
            if token.word in self.stays
            else FadeIn(token, rate_func=_LATE)
            for token in tokens
        ]

    def _leave(self, index: int) -> list[Animation]:
        """Return how a phrase leaves: the way that the word went stays, and so do its meaning and landmarks."""
        gone: list[VMobject] = [*self.pulls[index], *self.filed]
        back = list[Animation]()
        for token in self.heard[index]:
            if token.word in self.offsets:
                self.stays[token.word] = self._landmark(token.word, token.at)
                back.append(ReplacementTransform(token, self.stays[token.word]))
            else:
                gone.append(token)
        hidden = [word for word in self.offsets if word not in self.stays]
        self.stays |= {word: self._landmark(word, self.offsets[word][0]) for word in hidden}
        back += [FadeIn(self.stays[word], rate_func=_LATE) for word in hidden]
        return [*(FadeOut(each, rate_func=_EARLY) for each in gone), *back, FadeIn(self.ways[index])]

    def _pull_alone(self) -> None:
        """Let the first phrase's strongest neighbour pull by itself."""
        numbers, pulls, total = self.numbers, self.pulls[0], self.sum
        self.play(FadeOut(self.asked, rate_func=_EARLY), *self._arrive(0), run_time=_COME)
        if len(pulls) < 2:
            return
        leg = self._leg() if total is not None else VGroup()
        if total is not None:
            self.play(FadeIn(leg), run_time=_COME)
        self._tighten(0, 0, _ALONE, last=1)
        self._slide(0, self.plane.place(numbers.alone), self.style.times.second, smooth)
        if total is not None:
            self.play(FadeOut(leg), run_time=self.style.times.quick)

    def _pull_together(self) -> None:
        """Let all others of the first phrase pull as well, and show where the word comes to rest."""
        waking = self._wake(self.heard[0][1:])
        if self.sum is not None:
            down = self._total_height() * DOWN
            waking += [ApplyMethod(part.shift, down) for part in (self.sum.rule, self.sum.total_name, self.total)]
            self.sum.total.shift(down)
        if waking:
            self.play(*waking, run_time=_COME)
        self._tighten(0, 1, _TIGHTEN)
        self._slide(0, self.ends[0], self.style.times.pull, smooth)
        self._open(0)

    def _tighten(self, index: int, first: int, seconds: float, last: int | None = None) -> None:
        """Let pulls of a phrase reach the word, each with its row of the panel.

        Args:
            index: of the phrase.
            first: of the pulls.
            seconds: that it takes.
            last: the pull before which it ends; all of them when left out.
        """
        pulls, total, at, counts = self.pulls[index], self._sum_of(index), self.discs[index].at, list[RunningNumber]()
        becomes = list[Animation]()
        for place in range(len(pulls))[first:last]:
            pull = _tied(pulls[place], at, BLANK)
            if isinstance(pull, Band):
                pull.set_pull(pull.weight, self._around_meanings(index, pull))
            if total is not None:
                row: list[Animation] = [FadeIn(part) for part in (
                    total.rows[place], *(self._total_parts() if not place else []),
                )]  # fmt: skip
            else:
                row, count = self._row_comes(index, place)
                counts.append(count)
            becomes.append(AnimationGroup(arrive(pull), *row))
        self.play(LaggedStart(*becomes, lag_ratio=_LAG), run_time=seconds)
        if counts:
            self.remove(*counts)
            self.add(*self.shares[index].numbers[first:last])

    def _total_parts(self) -> list[VMobject]:
        """Return the last row of the sum as it is at first, below the first row, when nothing has been added yet."""
        assert self.sum is not None
        for part in (self.sum.rule, self.sum.total_name, self.sum.total):
            part.shift(self._total_height() * UP)
        self.total = self.sum.totalled(self.numbers.start[self.numbers.axis])
        parts: list[VMobject] = [self.sum.rule, self.sum.total_name, self.total]
        return parts

    def _shown_of(self, total: StepSum) -> list[VMobject]:
        """Return the parts of the sum that are on the stage."""
        parts = [total.heads, total.start, *total.rows, total.rule, total.total_name, self.total]
        return [part for part in parts if part in self.mobjects]

    def _total_height(self) -> float:
        """Return the scene units by which the sum's last row stands higher while there is one row above it."""
        assert self.sum is not None
        rows = [row[-1] for row in self.sum.rows]
        return float(rows[0].get_y() - rows[-1].get_y())

    def _row_comes(self, index: int, place: int) -> tuple[list[Animation], RunningNumber]:
        """Return how a row of shares grows from its zero line, and its running number."""
        shares, bar = self.shares[index], self.shares[index].bars[place]
        running = RunningNumber(shares.numbers[place])

        def follow(share: float) -> None:
            value = share * shares.values[place]
            shares.draw(place, shares.corners_of(place, max(value, 1e-3)))
            running.write(shares.numbered(place, value))
            running.set_opacity(min(share / _FADES, 1.0))

        follow(0.0)
        self.add(bar, running)
        self.filed += [bar, shares.names[place], shares.numbers[place]]
        return [FadeIn(shares.names[place]), Live([bar, running], follow)], running

    def _slide(self, index: int, end: Point, seconds: float, rate: Callable[[float], float]) -> None:
        """Let the blank word slide to where the pulls on the stage balance; a total runs along.

        Args:
            index: of the phrase.
            end: manim point.
            seconds: that it takes.
            rate: the rate function.
        """
        disc, numbers, total = self.discs[index], self.numbers, self._sum_of(index)
        first = disc.at.copy()
        pulls = [pull for pull in self.pulls[index] if pull in self.mobjects]
        after = self._bows(index) if end is self.ends[index] else {}
        bows = [(pull, pull.bend, after.get(pull, 0.0)) for pull in pulls if isinstance(pull, Band)]
        values = (numbers.start, numbers.alone) if end is not self.ends[index] else (numbers.alone, numbers.ends[index])
        running = RunningNumber(self.total) if total is not None else VGroup()

        def follow(share: float) -> None:
            at = first + share * (end - first)
            disc.put(at)
            for pull in pulls:
                _tied(pull, at, BLANK)
            for band, old, new in bows:
                band.set_pull(band.weight, old + share * (new - old))
            if total is not None:
                low, high = (float(value[numbers.axis]) for value in values)
                cast(RunningNumber, running).write(total.totalled(low + share * (high - low)))

        if total is not None:
            self.remove(self.total)
            self.add(running)
        self.play(Live([disc, *pulls, running], follow, rate_func=rate, run_time=seconds))
        if total is not None:
            self.remove(running)
            self.total = total.totalled(values[1][numbers.axis])
            self.add(self.total)
            self.filed = [self.headers[0], *self._shown_of(total)]

    def _open(self, index: int) -> None:
        """Let the blank word open to the picture of its meaning, which is named."""
        disc, pulls = self.discs[index].fill(), self.pulls[index]

        def follow(share: float) -> None:
            disc.open(share)
            for pull in pulls:
                _tied(pull, disc.at, disc.reach)

        opening = Live([disc, *pulls], follow, rate_func=settle)
        self.play(opening, FadeIn(self.landed[index], rate_func=_LATE), run_time=_OPEN)

    def _leg(self) -> VGroup:
        """Return the way from the word to its strongest neighbour along the axis of the sum, with its length."""
        numbers, style, color = self.numbers, self.style, self._color(0)
        row, axis = numbers.pullers(0)[0], numbers.axis
        corner = numbers.start.clone()
        corner[axis] = row[axis]
        at, puller = self.plane.place(corner), self.plane.place(row)
        number = Number(numbers.ways[0], size=style.sizes.number, color=color, style=style)
        middle = (self.start + at) / 2
        if axis:
            side = RIGHT if at[0] >= puller[0] else LEFT
        else:
            side = DOWN if at[1] <= puller[1] else UP
        number.next_to(middle, side, buff=_LEG)
        leg = DashedLine(self.start, at, dash_length=0.1, stroke_color=color, stroke_width=style.strokes.line)
        rest = DashedLine(at, puller, dash_length=0.1, stroke_color=style.theme.dim, stroke_width=style.strokes.thin)
        return VGroup(laid(VGroup(leg, rest), Layer.THREAD), labelled(number, style))

    def _show_all(self) -> None:
        """Let the word go all three ways at once, and become each of its meanings."""
        colors = self.style.theme.subject, self.style.theme.subject
        blanks = [laid(MeaningDisc(self.start, colors, "", BLANK, style=self.style), Layer.LABEL) for _ in range(3)]
        arriving = FadeIn(blanks[0], rate_func=_LATE)
        self.play(*self._leave(2), FadeIn(self.told, rate_func=_LATE), arriving, run_time=_COME)
        self.add(*blanks)

        def follow(share: float) -> None:
            for blank, way, end in zip(blanks, self.ways, self.ends, strict=True):
                blank.put(self.start + share * (end - self.start))
                way.set_stroke(width=_WAY + share * (_BOLD - _WAY))
            for disc in self.discs:
                disc.resize(1 - share * (1 - _BEAD))

        self.play(Live([*self.ways, *self.discs, *blanks], follow, run_time=self.style.times.second))
        self.remove(*blanks)  # each meaning, blank once more, takes the blank word's place

        def open_all(share: float) -> None:
            for disc in self.discs:
                disc.resize(1.0).open(share)

        open_all(0.0)
        self.play(Live([*self.discs], open_all, rate_func=settle, run_time=_OPEN))


def _far_from(at: Point) -> Callable[[Point], float]:
    """Return what measures how far a manim point is from another."""
    return lambda other: float(np.linalg.norm(at - other))


def _tied(pull: Band | Thread, at: Point, reach: float) -> Band | Thread:
    """Tie a pull to a disc of a radius around a place."""
    way = pull.puller - at
    length = float(np.linalg.norm(way))
    return pull.set_ends(pull.puller, at + min(reach / max(length, 1e-9), 1.0) * way)


def _distance(line: Segment, at: tuple[float, float]) -> float:
    """Return how far a place is from a line between two others."""
    start, end = np.asarray(line[0]), np.asarray(line[1])
    way = end - start
    share = float((np.asarray(at) - start) @ way) / max(float(way @ way), 1e-9)
    return float(np.linalg.norm(np.asarray(at) - start - min(max(share, 0.0), 1.0) * way))


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


def _beside(
    names: Sequence[VMobject],
    marks: Sequence[Box],
    bounds: Box,
    costs: Costs,
    dots: Sequence[Box],
    boxes: Sequence[Box],
    sunk: float = 0.0,
) -> list[tuple[float, float]]:
    """Return where names stand, from the middles of their marks: near these, and clear of each other and of boxes.

    Args:
        names: of words, the most important first.
        marks: the words' marks, in the same order.
        bounds: where names stay.
        costs: lines, and what they cost.
        dots: marks without names.
        boxes: what else names keep off.
        sunk: the cost of standing beneath a mark, in scene units from it.
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
        far += sunk * (box[3] < marks[index][1])
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
    (a, b), (c, d) = one, other
    return _side(one, c) * _side(one, d) < 0 and _side(other, a) * _side(other, b) < 0


def _side(line: Segment, at: tuple[float, float]) -> float:
    """Return on which side of a line a point is: above 0 to its left, below 0 to its right."""
    (x, y), (end_x, end_y) = line
    return (end_x - x) * (at[1] - y) - (end_y - y) * (at[0] - x)


def _askew(name: Box, mark: Box) -> float:
    """Return how far a name stands at a corner of its mark: 0 straight beside or above it, up to 1."""
    across, up = _middle(name) - _middle(mark)
    across, up = across / (name[2] - name[0] + mark[2] - mark[0]), up / (name[3] - name[1] + mark[3] - mark[1])
    return float(min(abs(across), abs(up)) / max(abs(across), abs(up), 1e-9))


def _middle(box: Box) -> NDArray[np.float64]:
    return np.array([box[0] + box[2], box[1] + box[3]]) / 2


def _misprint(start: Tensor, shares: Tensor, ways: Tensor, end: Tensor) -> float:
    """Return by how much a sum of steps along an axis is wrong for whoever adds and multiplies what is printed."""
    wrong = as_printed(float(start), 2) - as_printed(float(end), 2)
    off = 0.0
    for share, way in zip(shares.tolist(), ways.tolist(), strict=True):
        step = as_printed(share * way, 2)
        wrong += step
        off += abs(as_printed(as_printed(share, 2) * as_printed(way, 2), 2) - step)
    return round(abs(wrong) + off, 6)
