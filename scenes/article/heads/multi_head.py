"""Two heads' outputs become one vector per word (the end of "Multiple Key, Query, and Value Spaces").

Two places in two value spaces are a row of four numbers, a learned matrix turns it into a new embedding, which is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin

from manim import (
    LEFT,
    Animation,
    AnimationGroup,
    ApplyFunction,
    ApplyMethod,
    FadeIn,
    FadeOut,
    GrowFromEdge,
    Indicate,
    LaggedStart,
    Rectangle,
    ReplacementTransform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from scenes.article.heads.answer import LEGEND, Answer
from scenes.article.heads.claims import MULTI_HEAD_PROJECTION_CLAIMS
from scenes.article.heads.gate import Gate, RowOfO, Rows, RowSign, Strip, titled
from scenes.article.heads.heads import VALUE_NUMBERS
from scenes.article.heads.heads_figure import HEADS, RIM, HeadsFigure, color_named
from scenes.article.heads.legs import legs, slide_out
from scenes.article.heads.pane import Air
from scenes.article.heads.product_line import ProductLine
from scenes.article.heads.projection import STRONG, ColouredPhrase, Projection, least_drawn, project, rest_of
from scenes.article.heads.rest import Rest
from scenes.article.heads.space_notes import SpaceNotes
from scenes.article.heads.value_stage import StagedSpace
from scenes.article.heads.word_map import WordMap
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import format_vector
from scenes.shared.phrase import capital
from scenes.stage import Region
from scenes.worlds import World

_REACH, _PULL, _SLIDE, _COME, _MOVE, _COLOUR = 0.4, 0.9, 0.3, 1.2, 1.1, 0.7
"""Seconds in which bands reach out, in which they pull, in which a number slides out of its space, in which the map and
the word come, in which that goes to its new place, and in which it takes its colour there."""

_READ, _READ_ON = 1.5, 1.2
"""Seconds in which both products of a head are read for the first sum, and for the others."""

_STANDS, _NEXT, _NAMED, _FLAT = 1.1, 1.2, 0.9, 1.3
"""Seconds for which the first sum stands, for which one stands before the next, in which each other word has its row,
and in which the word's own row is laid flat."""

_STARTS, _TAKES = (0.0, 0.45), 0.55
"""The shares of that time at which the row begins to shrink and to fall, and which each of both takes."""

_NOTICED, _CALLED = 1.4, 1.06
"""The factors by which a mark grows that is to be noticed, and a word of the phrase while it gets its row."""

_ICON = 0.72
"""The height of icons in the spaces as a share of the unit."""

_REST = 0.05
"""The weight from which what the words without a band pull together is drawn."""

_WIDE = 8.0
"""Scene units of width from which a sum of four products stands in one line."""

_SMALL_ICON, _HERO = 0.6, 1.6
"""Scene units: the word's icon above its row of O and above its new vector, and at the film's beginning."""

_PITCH, _BELOW = 1.0, 0.35
"""Scene units: for each number of the first vector, at the most; from the word down to it."""

_LOWER = 0.2
"""Scene units that everything is lower where there is room below, so that names are clear of the phrase."""

_OVER, _BESIDE = 0.24, 0.25
"""Scene units: from the matrices up to their names' baseline, and from a name to what stands beside it."""

_APART, _OVER_FOOT = 0.35, 0.16
"""Scene units between the spaces and what stands between them or beside them, and free below them."""

_SUM_LOWER = 0.12
"""Scene units by which sums are lower than the middle of their room."""

_LARGER, _ROW_AT_FIRST, _MAP = 1.4, 1.15, 1.8
"""The most by which the answer grows at the end; by how much the row of O is wider at first, as its bars are longer
then; and the map's width as a multiple of what stands beside it."""

_MUCH = 0.5
"""The share of the largest new number from which an axis is said to have much of it."""


class MultiHeadProjection(HeadsFigure):
    """attention-multi-head-projection: both heads' outputs, side by side, are projected to the embeddings' size."""

    name = "attention-multi-head-projection"
    claims = MULTI_HEAD_PROJECTION_CLAIMS
    Parameters = ColouredPhrase
    numbers: Projection

    @classmethod
    def compute(cls, parameters: ColouredPhrase, world: World) -> Projection:
        """Take one step of attention with two heads."""
        return project(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Projection) -> Mapping[str, object]:
        """Return the matrices' sizes, and the vector that is worked out."""
        (rows, columns), size = numbers.concat.shape, len(numbers.axes)
        word, vector = numbers.words[numbers.position], format_vector(numbers.output[numbers.position])
        return {"rows": rows, "columns": columns, "size": size, "word": word, "vector": vector}

    def build(self) -> None:
        """Make the word's vector, both spaces, the row of O, the learned matrix, the new vector, and the map."""
        numbers = self.numbers
        self.word = numbers.words[numbers.position]
        self.phrases = [self._header(self._plain), self._header(self._ink)]
        free = self.stage.below_header
        top = min(free.top, float(self.phrases[0].get_bottom()[1]) - 0.1)
        lower = 0.0 if self.stage.is_portrait else _LOWER
        self.room = Region(free.left + RIM, free.right - RIM, free.bottom + 0.1 - lower, top - lower)
        one, gate, answer, work = self._blocks()
        rows = Rows(one, len(HEADS), self.style)
        *panes, self.middle = self._places(one, rows)
        self.sides = self.staged(
            numbers.spaces, panes, [None, None], lambda word, _: self._plain(word), kept=STRONG, icon=_ICON
        )
        self.notes = [self._notes(side, pull) for side, pull in zip(self.sides, numbers.rests, strict=True)]
        self._build_row(rows, one, gate, answer, work)
        self._build_first()
        self.map = self._word_map()

    def _notes(self, side: StagedSpace, pull: Tensor) -> SpaceNotes:
        """Return what is written into a space: which way axes lead, and how much the strongest word pulls.

        Even a weak pull of all words without a band is drawn: without it, nothing would be seen to hold the word there.
        """
        W_V, rest = side.numbers.W_V, rest_of(side.numbers)
        side.least = least_drawn(side.numbers)
        if side.rest is None and float(pull) > _REST:
            lines, boxes = side.occupied()
            side.rest = Rest(
                [side.pane.place(rest)], [pull], side.pane, lines, boxes, slim=side.slim,
                style=self.style,
            )  # fmt: skip
        leading = [index for index in self.leading_axes(W_V) if index is not None]
        axes = [(self.world.axes[index], self.axis_color(index), W_V[index]) for index in leading]
        return SpaceNotes(side, axes, rest, style=self.style)

    def _places(self, one: Region, rows: Rows) -> tuple[Region, Region, Region]:
        """Return where both spaces are, and where the row of O is at first: between them, or beside both."""
        if self._is_wide:
            room = self.room.inset(top=self.room.top - rows.tops[0], bottom=_OVER_FOOT)
            width = (_ROW_AT_FIRST if self.stage.is_wide else 1.0) * one.width
            side = (room.width - width) / 2 - _APART
            first, middle, second = room.columns(side, width, side, gap=_APART)
            return first, second, middle
        room = self.room.inset(top=0.55, bottom=0.1)
        both, middle = room.columns(room.width - one.width - _APART, one.width, gap=_APART)
        first, second = both.rows(1, 1, gap=0.65)
        return first, second, middle

    def _air(self) -> Air:
        return Air(0.6, 0.5, 0.5) if self.stage.is_wide or self.stage.is_portrait else Air(0.45, 0.32, 0.28)

    @property
    def _is_wide(self) -> bool:
        """True where the spaces, and later the matrices, have room side by side."""
        return self.room.width > _WIDE and not self.stage.is_portrait

    def _header(self, ink: Callable[[str], str]) -> HeaderPhrase:
        """Return the phrase for the header, in the colours that a function gives."""
        words = self.numbers.words
        return HeaderPhrase(words, [ink(word) for word in words], self.stage, self.view, style=self.style)

    def _ink(self, word: str) -> str:
        return self.ink_among(self.numbers.words, word)

    def _plain(self, word: str) -> str:
        """Return a word's colour as long as the word that is worked out has none: its new vector gives it one."""
        named = self._ink(self.word) != self.color_of(self.word) or self._ink(self.word) in self._named()
        return self.style.theme.ink if word == self.word and named else self._ink(word)

    def _named(self) -> list[str]:
        """Return the colours that words of the phrase name."""
        return [color for word in self.numbers.words if (color := color_named(word, self.style.theme))]

    def _build_first(self) -> None:
        """Make the word above its vector as they are at first."""
        numbers, style, room = self.numbers, self.style, self.middle
        height = min(_HERO / style.sizes.scale, 0.6 * room.width)
        most = min(_PITCH * (len(numbers.axes) + 0.5), room.height - height - _BELOW)
        spare = (room.height - height - _BELOW - most) / 2
        # What it was before is not told of it: the room for that is free.
        bars, before = room.inset(top=spare + height + _BELOW, bottom=spare - LEGEND), numbers.before
        self.first = Answer(
            before[None], before, before, numbers.axes, self.colors, bars, said=self.says("before"), style=style
        )
        self.hero = self._token(point(float(room.centre[0]), room.top - spare - height / 2), height)

    def _word_map(self) -> WordMap | None:
        """Return the map on which the new vector is read; none where vectors have a single number."""
        numbers = self.numbers
        if len(numbers.axes) < 2:
            return None
        if self.stage.is_portrait:
            room = Region(self.room.left, self.room.right, self.answer_region.top + 0.8, self.room.top)
        elif self.room.width > _WIDE:
            room = self.room.columns(_MAP, 1, gap=0.5)[0].inset(bottom=_LOWER)
        else:
            room = Region(self.stand.left, self.stand.right - 0.3, self.room.bottom, self.room.top)
        return WordMap(
            dict(zip(numbers.landmarks, numbers.around, strict=True)),
            self.word,
            numbers.before,
            numbers.output[numbers.position],
            numbers.axes[:2],
            self.colors[:2],
            {word: self.color_of(word) for word in numbers.landmarks},
            (self._plain(self.word), self._ink(self.word)),
            room,
            style=self.style,
        )

    def _blocks(self) -> tuple[Region, Region, Region, Region]:
        """Return where the row of O, the learned matrix, the new vector and the arithmetic are."""
        if not self.stage.is_portrait:
            wide, scale = self._is_wide, max(1.0, self.style.sizes.scale)
            low = 1.25 * scale if wide else 1.25
            upper, work = self.room.rows(self.room.height - low, low)
            shares = (1.0, 1.95, 1.05) if wide else (1.0, 1.3, 1.15)
            one, gate, answer = upper.columns(*shares, gap=0.35 if wide else 0.15)
            return one, gate, answer.inset(top=0.6 * scale), work
        upper, work, answer = self.room.rows(1.15, 0.32, 1.0, gap=0.1)
        one, gate = upper.columns(1.0, 1.5, gap=0.15)
        return one, gate, answer.inset(top=0.5), work

    def _build_row(self, rows: Rows, one: Region, gate: Region, answer: Region, work: Region) -> None:
        numbers, style = self.numbers, self.style
        row = numbers.concat[numbers.position]
        self.colors = [self.axis_color(index) for index in range(len(numbers.axes))]
        names = [self.says(f"{head}-head") for head in HEADS]
        unit = self.sides[0].pane.unit
        self.row = RowOfO(row, names, rows, one, unit=unit, style=style)
        self.gate = Gate(numbers.W_O, self.colors, rows, gate, style=style)
        self.strips = [Strip(rows.strip(head, one), style=style) for head in range(len(HEADS))]
        self.legs = [leg for side in self.sides for leg in legs(side.pane.origin, side.places[0], style)]
        terms, output = row[:, None] * numbers.W_O, numbers.output[numbers.position]
        self.answer = Answer(
            terms, output, numbers.before, numbers.axes, self.colors, answer, said=self.says("before"), style=style
        )
        self.works = self._sums(work, names)
        self.order = _columns_in_order(terms)
        self.work = self.works[self.order[0]]
        self.stand, self.answer_region = Region(one.left, gate.right, rows.bottom, rows.tops[0]), answer
        self._build_titles((one, gate, answer), rows.tops[0] + _OVER)
        self._build_frames(rows, one)
        # A column's numbers come when it is at work, and stay; squares say of the others how large they are.
        self.gate.remove(*(number for row in self.gate.numbers for number in row))
        self.learned = VGroup(self.gate, self.titles[1])
        # The row stands in the middle first, and makes room when the matrix comes.
        up = 0.0 if self._is_wide else float(self.middle.centre[1] - one.centre[1])
        self.aside = point(float(self.middle.centre[0] - one.centre[0]), up)
        bottom = self.middle.bottom if self._is_wide else one.bottom + up
        first = Region(self.middle.left, self.middle.right, bottom, one.top + up)
        rows = Rows(first, len(HEADS), style)
        self.row_at_first = RowOfO(row, names, rows, first, unit=unit, style=style)
        self.strips_at_first = [Strip(rows.strip(head, first), style=style) for head in range(len(HEADS))]
        VGroup(*self._title_of_row()).shift(self.aside)

    def _sums(self, room: Region, names: Sequence[str]) -> list[ProductLine]:
        """Return the sum that leads to each number of the new vector, in one size of type, and from one place on."""
        numbers, style, value = self.numbers, self.style, self.style.theme.value
        row, output = numbers.concat[numbers.position], numbers.output[numbers.position]

        def sums(most: float | None) -> list[ProductLine]:
            return [
                ProductLine(
                    row, numbers.W_O[:, axis], output[axis], (value, color), width=room.width, second=VALUE_NUMBERS,
                    names=names if self._is_wide else (), most=most, style=style,
                )
                for axis, color in enumerate(self.colors)
            ]  # fmt: skip

        works = sums(min(work.size for work in sums(None)))
        left = float(room.centre[0]) - max(float(work.width) for work in works) / 2
        middle = float(room.centre[1]) - (_SUM_LOWER if self._is_wide else 0.0)
        return [laid(work.move_to(point(left + float(work.width) / 2, middle)), Layer.LEDGER) for work in works]

    def _build_titles(self, regions: tuple[Region, Region, Region], height: float) -> None:
        """Make the matrices' names; beside those of many words, the word, and a sign that its row is meant."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        tensors, inks = (numbers.concat, numbers.W_O, numbers.output), (theme.value, theme.ink, theme.ink)
        widest = titled("O", numbers.concat, theme.value, size=style.sizes.number, style=style)
        beside = RowSign(len(numbers.words), numbers.position, numbers.concat.shape[1], theme.value, style=style)
        needed = _SMALL_ICON + float(widest.width + beside.width) + 2 * _BESIDE
        size = style.sizes.number if needed < regions[0].width else style.sizes.tick
        self.titles, self.signs, self.seats = [], [], []
        for name, tensor, ink, region in zip(("O", "W_O", "X'"), tensors, inks, regions, strict=True):
            title = titled(name, tensor, ink, size=size, style=style)
            sign: VGroup = RowSign(len(numbers.words), numbers.position, tensor.shape[1], ink, style=style)
            y = region.top + _OVER / 2 if region is regions[2] and self.stage.is_portrait else height
            self.titles.append(title.set_x(float(region.centre[0])).on_baseline(y))
            if region is regions[1]:
                continue
            if _SMALL_ICON + float(title.width + sign.width) + 2 * _BESIDE > region.width:
                sign = VGroup()
            pieces = [_SMALL_ICON, float(title.width), float(sign.width)]
            left = float(region.centre[0]) - (sum(pieces) + _BESIDE * (2 if len(sign) else 1)) / 2
            middle = y + 0.17
            self.seats.append(self._token(point(left + _SMALL_ICON / 2, middle), _SMALL_ICON))
            title.set_x(left + _SMALL_ICON + _BESIDE + float(title.width) / 2)
            self.signs.append(sign.move_to(point(float(title.get_right()[0]) + _BESIDE + pieces[2] / 2, middle)))

    def _build_frames(self, rows: Rows, one: Region) -> None:
        """Make the frames around what is read: a head's numbers of the row, and those of each column beside them."""
        style, count = self.style, len(rows.middles)
        value, spans = style.theme.value, [range(at, at + VALUE_NUMBERS) for at in range(0, count, VALUE_NUMBERS)]
        self.frames: list[list[tuple[Rectangle, Rectangle]]] = [
            [
                (rows.frame(one, span, value, style), rows.frame(self.gate.column(column), span, color, style))
                for span in spans
            ]
            for column, color in enumerate(self.colors)
        ]

    def _title_of_row(self) -> list[VMobject]:
        """Return what stands above the row of O."""
        return [self.titles[0], self.signs[0], self.seats[0]]

    def tell(self) -> None:
        """Show the word in both spaces, let its numbers slide out, work out one sum, then the others, and read them."""
        numbers = self.numbers
        with self.beat("heads", word=self.word):
            self._start()
            self.rest()
        with self.beat("concat", word=self.word):
            self._slide_out()
            self.rest()
        first, *others = self.order
        axis, entry = numbers.axes[first], self.answer.numbers[first].shown
        with self.beat("entry", axis=axis, Axis=capital(axis), entry=entry):
            self._make_room()
            self._add_up(first, None, _READ)
            self.wait(_STANDS)
        with self.beat("row"):
            for before, column in pairwise(self.order):
                self._add_up(column, before, _READ_ON)
                if column != others[-1]:
                    self.wait(_NEXT)
            self._light_all()
            self.rest()
        high, low = self._reading()
        text = "updated" if high and low else "plain"
        listed = self.style.language.listed
        with self.beat("updated", text=text, word=self.word, high=listed(high), low=listed(low)):
            self._read()
            self.hold()

    def _token(self, at: Point, height: float) -> Token:
        """Return the word at a place of the frame."""
        return Token(self.word, at, self._plain(self.word), height=height, large=True, style=self.style)

    def _vector(self) -> list[VMobject]:
        """Return the word's vector as it is drawn at first."""
        return [self.first.zero, *self.first.bars, *self.first.names, *self.first.numbers]

    def _start(self) -> None:
        """Show the word between both spaces, bring it into them, and let each head pull it."""
        times, sides = self.style.times, self.sides
        panes = [each for side in sides for each in (side.pane, side.title)]
        panes += [each for note in self.notes for each in (note.arrows, *note.beside_arrows())]
        self.add(self.phrases[0], self.hero)
        self.play(FadeIn(*self._vector(), *panes), run_time=times.move)
        copies = [self.hero.copy() for _ in sides]
        self.add(*copies)
        ways = [ReplacementTransform(each, side.subject) for each, side in zip(copies, sides, strict=True)]
        self.play(*ways, run_time=times.move)
        for side, note in zip(sides, self.notes, strict=True):
            self._pull(side, note)

    def _pull(self, side: StagedSpace, note: SpaceNotes) -> None:
        """Let the words of a space pull the word to where their bands balance."""
        soon, late = squish_rate_func(smooth, 0.0, 0.6), squish_rate_func(smooth, 0.6, 1.0)
        self.add(*side.bands.values(), *side.rest_parts())
        arrive = [FadeIn(each, rate_func=soon) for each in (*side.shown(0), *side.rest_parts()[1:])]
        # Which way features lead has been read: from now on words pull, and names at the edge say it.
        gone: list[Animation] = [FadeOut(note.arrows, rate_func=soon)] if len(note.arrows) else []
        gone += note.to_edges()
        self.play(*arrive, *gone, side.reach(), run_time=_REACH)
        self.remove(side.subject)
        self.add(*side.coat(0))
        self.play(side.give_way(), FadeIn(note.weights, rate_func=late), run_time=_PULL)

    def _slide_out(self) -> None:
        """Measure the word's place in both spaces; one after another, the measures slide out into the row of O."""
        times, late = self.style.times, squish_rate_func(smooth, 0.7, 1.0)
        gone: list[VMobject] = self._vector()
        for side, note in zip(self.sides, self.notes, strict=True):
            gone += [
                note.weights,
                *side.bands.values(),
                *side.rest_parts(),
                *side.shown(0),
                *(each for each in side.coat(0) if each != side.apples[0]),
            ]
        self.play(*map(FadeOut, gone), run_time=times.quick)
        row = self.row_at_first
        come = [*self.strips_at_first, row.zero, *row.names]
        moved = ReplacementTransform(self.hero, self.seats[0])
        for along, others in ((self.legs[::2], [moved, FadeIn(*come)]), (self.legs[1::2], [])):
            self.add(*(leg.grow(0.0) for leg in along))
            self.play(*(Live([leg], leg.grow) for leg in along), *others, run_time=times.move / 2)
        for leg, bar, number, ends in zip(self.legs, row.bars, row.numbers, row.ends, strict=True):
            self.add(bar)
            lies = bar.copy()
            self.play(slide_out(leg, bar, *ends), FadeIn(number, rate_func=late), run_time=_SLIDE)
            bar.become(lies)  # its corners are in their old order again, in which it becomes another bar
        self._name_rows()

    def _name_rows(self) -> None:
        """Let O's name come, and call each word of the phrase while its row grows in the sign for the matrix.

        The word's own row there is its numbers, laid flat: a copy of them turns and becomes it.
        """
        color = self.style.theme.value
        calls = [
            AnimationGroup(Indicate(word, _CALLED, color), GrowFromEdge(line, LEFT))
            for index, (word, line) in enumerate(zip(self.phrases[0].words, self.signs[0], strict=False))
            if index != self.numbers.position
        ]
        named = [LaggedStart(*calls, lag_ratio=0.3)] if calls else []  # a narrow frame has no room for the sign
        self.play(FadeIn(self.titles[0], rate_func=squish_rate_func(smooth, 0.0, 0.3)), *named, run_time=_NAMED)
        if len(self.signs[0]):
            self._lay_flat(self.signs[0][self.numbers.position])
        self.remove(*self.phrases[0].words)
        self.add(self.phrases[0])  # its words are one phrase again

    def _lay_flat(self, line: VMobject) -> None:
        """Let a copy of the row of O shrink, stand upright on its line in the matrix's sign, and fall flat on it."""
        upright = VGroup(*self.strips_at_first, *self.row_at_first.bars).copy()
        laid(upright, Layer.LABEL)
        start, foot = upright.copy(), line.get_right()
        long, thick, middle = float(line.width), float(line.height), start.get_center()

        def follow(share: float) -> None:
            small, fallen = (smooth(min(max((share - first) / _TAKES, 0.0), 1.0)) for first in _STARTS)
            upright.become(start).scale(1.0 + small * (long / float(start.height) - 1.0))
            upright.stretch(1.0 + fallen * (thick / float(upright.width) - 1.0), 0).rotate(fallen * pi / 2)
            stands = foot + long / 2 * point(-sin(fallen * pi / 2), cos(fallen * pi / 2))
            upright.move_to(middle + small * (stands - middle))

        called = Indicate(self.phrases[0].words[self.numbers.position], _CALLED, self.style.theme.value)
        self.play(Live([upright], follow, rate_func=linear), called, run_time=_FLAT)
        self.remove(upright)
        self.add(line)

    def _make_room(self) -> None:
        """Let the spaces leave, and the row of O make room for the matrix and for what is to come."""
        answer, times = self.answer, self.style.times
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.65, 1.0)
        gone: list[VMobject] = [*self.legs]
        for side in self.sides:
            gone += [side.pane, side.title, side.apples[0]]
        gone += [at_edge for note in self.notes for _, at_edge in note.names if len(at_edge)]
        middle = squish_rate_func(smooth, 0.2, 0.8)
        pairs = zip((self.row_at_first, *self.strips_at_first), (self.row, *self.strips), strict=True)
        moved = [ReplacementTransform(first, last, rate_func=middle) for first, last in pairs]
        title = ApplyMethod(VGroup(*self._title_of_row()).shift, -self.aside, rate_func=middle)
        come: list[VMobject] = [self.titles[2], self.signs[1], self.seats[1], answer.zero, answer.legend, *answer.names]
        come += [self.learned, *answer.outlines]
        for column in self.order[1:]:
            self.gate.light(column, 0.0)
        leave, arrive = FadeOut(*gone, rate_func=early), FadeIn(*come, rate_func=late)
        self.play(leave, *moved, title, arrive, run_time=times.slow)

    def _grown(self, column: int) -> VMobject:
        """Return a bar of the new vector, put on the stage with no length."""
        self.answer.grow(column, 0.0)
        self.add(self.answer.bars[column])
        return self.answer.bars[column]

    def _add_up(self, column: int, before: int | None, seconds: float) -> None:
        """Frame what each head gives, one after the other: its products are written, and the new bar grows by them.

        Args:
            column: of the matrix.
            before: the column whose sum leaves.
            seconds: for each head.
        """
        work, bar, gone = self.works[column], self._grown(column), list[VMobject]()
        if before is not None:
            # The sum before has left when the next one comes; the column's numbers stay, so that it can be checked.
            squares = [*self.gate.squares(before), *self.gate.squares(column)]
            change = Live(squares, lambda share: self._pass_on(before, column, share))
            self.play(FadeOut(self.works[before]), change, run_time=self.style.times.quick)
        for head, (frames, written) in enumerate(zip(self.frames[column], work.groups(), strict=True)):
            first = head * VALUE_NUMBERS

            def follow(share: float, first: int = first) -> None:
                self.answer.grow(column, first + share * VALUE_NUMBERS)

            soon, late = squish_rate_func(smooth, 0.0, 0.25), squish_rate_func(smooth, 0.45, 1.0)
            self.play(
                *(FadeOut(each, rate_func=soon) for each in gone),
                *(FadeIn(each, rate_func=soon) for each in frames),
                *(FadeIn(each, rate_func=soon) for each in self._digits(column)[first : first + VALUE_NUMBERS]),
                FadeIn(*written, rate_func=squish_rate_func(smooth, 0.15, 0.5)),
                *self._hollow(column, range(first, first + VALUE_NUMBERS)),
                Live([bar], follow, rate_func=late),
                run_time=seconds,
            )
            gone = [*frames]
        self._finish(column, gone)

    def _pass_on(self, before: int, column: int, share: float) -> None:
        """Let the light go from one column of the matrix to another, a share of the way."""
        self.gate.light(before, 1.0 - share)
        self.gate.light(column, share)

    def _light_all(self) -> None:
        """Let all columns of the matrix stand out when each has done its work."""
        done = self.order[:-1]

        def follow(share: float) -> None:
            for column in done:
                self.gate.light(column, share)

        squares = [square for column in done for square in self.gate.squares(column)]
        if squares:
            self.play(Live(squares, follow), run_time=self.style.times.quick)

    def _digits(self, column: int) -> list[VMobject]:
        """Return the numbers of a column of the learned matrix."""
        return [row[column] for row in self.gate.numbers]

    def _hollow(self, column: int, rows: range) -> list[Animation]:
        """Return how squares of negative numbers are noticed while a bar grows shorter."""
        soon = squish_rate_func(there_and_back, 0.2, 0.8)
        return [
            Indicate(self.gate.cells[row][column], _NOTICED, self.colors[column], rate_func=soon)
            for row in rows
            if float(self.numbers.W_O[row, column]) < 0
        ]

    def _finish(self, column: int, frames: Sequence[VMobject]) -> None:
        """Write a sum's result below, and beside its bar."""
        come = FadeIn(self.answer.numbers[column], self.works[column].equals, self.works[column].result)
        self.play(FadeOut(*frames), come, run_time=self.style.times.quick)

    def _reading(self) -> tuple[list[str], list[str]]:
        """Return the axes of which the new vector has much, and those of which it has little."""
        numbers = self.numbers
        values: Tensor = numbers.output[numbers.position]
        least = _MUCH * float(values.max())
        high = [axis for axis, value in zip(numbers.axes, values.tolist(), strict=True) if value > max(least, 0.0)]
        return high, [axis for axis in numbers.axes if axis not in high]

    def _read(self) -> None:
        """Let the arithmetic leave; on the map of words, the word goes to its new place, and then takes its colour."""
        early, soon = squish_rate_func(smooth, 0.0, 0.22), squish_rate_func(smooth, 0.18, 0.5)
        # The word leaves its place above the answer before that grows.
        gone_first, late = squish_rate_func(smooth, 0.05, 0.75), squish_rate_func(smooth, 0.35, 1.0)
        last = self.order[-1]
        leaving = [self.row, *self.strips, *self._title_of_row(), *self.learned, self.works[last]]
        leaving += [digit for column in self.order for digit in self._digits(column)]
        leaving += [self.titles[2], self.signs[1]]
        gone = [FadeOut(each, rate_func=early) for each in leaving]
        if self.map is None:
            self.play(*gone, *self._enlarge(smooth), run_time=self.style.times.slow)
            return
        arriving = (self.map.pane.glass, *self.map.parts(), self.map.ghost, self.map.names)
        come: list[Animation] = [FadeIn(each, rate_func=soon) for each in arriving]
        seat, (old, new) = self.seats[1], self.map.moving
        way = self.map.way(seat.get_center())
        come.append(ReplacementTransform(seat, old, path_arc=way, rate_func=gone_first))
        self.play(*gone, *come, *self._enlarge(late), run_time=_COME)
        before, after = self.phrases
        self.play(self.map.move(), FadeIn(self.map.trail, rate_func=squish_rate_func(smooth, 0.4, 0.9)), run_time=_MOVE)
        coloured = self.map.colour()
        self.add(new)
        self.play(coloured, FadeIn(self.map.glow, after), *self._beyond_the_map(), run_time=_COLOUR)
        self.remove(old, before)

    def _beyond_the_map(self) -> list[Animation]:
        """Return how the numbers that the map does not show are noticed: they give the word its colour."""
        numbers = zip(self.answer.numbers, self.colors, strict=True)
        return [Indicate(number, _NOTICED, color) for number, color in list(numbers)[2:]]

    def _enlarge(self, rate: Callable[[float], float]) -> list[Animation]:
        """Return how the answer grows into what the matrices have left, where it stands beside them.

        The word above it is left out: it goes to the map.
        """
        if self.stage.is_portrait:
            return []
        group = VGroup(*self.answer.parts())
        left = self.room.columns(_MAP, 1, gap=0.5)[1].left if self.room.width > _WIDE else self.stand.right
        free = Region(left, self.room.right, self.room.bottom + _LOWER, self.room.top)
        factor = min(free.width / group.width, free.height / group.height, _LARGER)
        middle = point(free.right - factor * float(group.width) / 2, float(free.centre[1]))

        def grown(target: VMobject) -> VMobject:
            return target.scale(factor).move_to(middle)

        return [ApplyFunction(grown, group, rate_func=rate)]  # type: ignore[arg-type]


def _columns_in_order(terms: Tensor) -> list[int]:
    """Return the columns: first the one of which both heads give most, so that both are seen to give.

    Args:
        terms: shape (h d_v, d): each number of the row times each number of the matrix.
    """
    sums = terms.reshape(-1, VALUE_NUMBERS, terms.shape[1]).sum(dim=1).abs()  # (h, d)
    first = int(sums.amin(dim=0).argmax())
    return [first, *(column for column in range(terms.shape[1]) if column != first)]
