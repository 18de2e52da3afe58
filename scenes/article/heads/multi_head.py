"""Two heads' outputs become one vector per word (the end of "Multiple Key, Query, and Value Spaces").

Two places in two value spaces are a row of four numbers. Each of these times its row of a learned matrix is a push:
from zero on, the word is pushed to its new place, which is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from manim import (
    Animation,
    FadeIn,
    FadeOut,
    Rectangle,
    ReplacementTransform,
    VMobject,
    smooth,
    squish_rate_func,
)
from numpy.linalg import norm
from torch import Tensor

from scenes.article.heads.claims import MULTI_HEAD_PROJECTION_CLAIMS
from scenes.article.heads.desk import Desk, titled
from scenes.article.heads.heads import VALUE_NUMBERS
from scenes.article.heads.heads_figure import HEADS, RIM, HeadsFigure, color_named
from scenes.article.heads.legs import legs, slide_out
from scenes.article.heads.other_words import OtherWords
from scenes.article.heads.pane import Air
from scenes.article.heads.projection import STRONG, ColouredPhrase, Projection, least_drawn, project, rest_of
from scenes.article.heads.reading import Reading
from scenes.article.heads.space_notes import SpaceNotes
from scenes.article.heads.value_stage import StagedSpace
from scenes.article.heads.word_map import WordMap
from scenes.motion.become import Count
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import format_vector
from scenes.stage import Region
from scenes.worlds import World

_REACH, _PULL, _SLIDE, _READ, _COME = 0.5, 1.1, 0.45, 0.25, 1.3
"""Seconds in which bands reach out, in which they pull, in which a measure slides out of its space, in which it becomes
a number, and in which the map or the matrix comes."""

_FROM = 0.4
"""The share of its size from which the new word grows at zero."""

_AIM, _STRETCH, _PUSH, _BETWEEN = 0.6, 0.8, 0.8, 0.25
"""Seconds in which a row shows where it leads, in which it is taken as often as O says, in which it pushes the word,
and before the next."""

_ICON = 0.72
"""The height of icons in the spaces as a share of the unit."""

_REST = 0.05
"""The weight from which what the words without a band pull together is drawn."""

_WIDE, _NARROW = 8.0, 3.2
"""Scene units of width from which both spaces are equally wide, and below which a space is called by its head's name
alone."""

_SMALL_ICON, _HERO = 0.6, 1.6
"""Scene units: the word's icon above its row of O, and at the film's beginning."""

_LOWER = 0.2
"""Scene units that everything is lower where there is room below, so that names are clear of the phrase."""

_OVER, _BESIDE, _TITLE = 0.16, 0.22, 0.55
"""Scene units: from the spaces and matrices up to their names' baseline, from a name to what stands beside it, and
above the spaces for their names."""

_APART, _HIGHER = 0.3, 0.06
"""Scene units between the spaces and what stands between them, and by which the names of matrices are higher."""

_BAR = 0.1
"""Scene units: the thickness of the bars that become the numbers of the row of O."""

_MUCH = 0.5
"""The share of the largest new number from which an axis is said to have much of it."""

_HARDLY = 0.25
"""The share of the way that the first head pushes the word, below which the second head hardly pushes it."""


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
        """Make the word, both spaces, the row of O beside the learned matrix, the map, and the answer."""
        numbers = self.numbers
        self.word = numbers.words[numbers.position]
        self.colors = [self.axis_color(index) for index in range(len(numbers.axes))]
        self.phrases = [self._header(self._plain), self._header(self._ink)]
        free = self.stage.below_header
        top = min(free.top, float(self.phrases[0].get_bottom()[1]) - 0.1)
        lower = 0.0 if self.stage.is_portrait else _LOWER
        self.room = Region(free.left + RIM, free.right - RIM, free.bottom + 0.1 - lower, top - lower)
        panes, (one, gate), plan = self._places()
        self.sides = self.staged(
            numbers.spaces, panes, self._plain, kept=STRONG, icon=_ICON,
            titles=self._titles(panes),
        )  # fmt: skip
        self.notes = [self._notes(side, pull) for side, pull in zip(self.sides, numbers.rests, strict=True)]
        self.legs = [leg for side in self.sides for leg in legs(side.pane.origin, side.place, self.style)]
        self.bars = [self._bar() for _ in self.legs]
        self._build_desk(one, gate)
        height = min(_HERO / self.style.sizes.scale, 0.75 * one.width)
        x = float(self.room.centre[0] if self.stage.is_portrait else one.centre[0])
        self.hero = self._token(point(x, float(one.centre[1])), height)
        self.map = self._word_map(plan)
        last = Region(one.left, gate.right, one.bottom, one.top)
        self.reading = Reading(
            numbers.before, numbers.output[numbers.position], numbers.axes, self.colors, last, style=self.style
        )

    def _notes(self, side: StagedSpace, pull: Tensor) -> SpaceNotes:
        """Return what is written into a space: which way axes lead.

        Even a weak pull of all words without a band is drawn: without it, nothing would be seen to hold the word there.
        """
        W_V, rest = side.numbers.W_V, rest_of(side.numbers)
        side.least = least_drawn(side.numbers)
        if side.rest is None and float(pull) > _REST:
            lines, boxes = side.occupied()
            side.rest = OtherWords(
                side.pane.place(rest), pull, side.pane, lines, boxes, slim=side.slim, style=self.style
            )
        leading = [index for index in self.leading_axes(W_V) if index is not None]
        axes = [(self.world.axes[index], self.axis_color(index), W_V[index]) for index in leading]
        return SpaceNotes(side, axes, rest, style=self.style)

    def _places(self) -> tuple[tuple[Region, Region], tuple[Region, Region], Region]:
        """Return where both spaces are, where the row of O and the matrix are, and where the map is.

        The row of O stands between the spaces, or below them; the map takes the first one's place, the matrix the
        other's.
        """
        if self.stage.is_portrait:
            upper, lower = self.room.rows(1.0, 1.0, gap=0.9)
            first, second = upper.inset(top=_TITLE).columns(1.0, 1.0, gap=_APART)
            one, gate = lower.columns(0.36, 1.0, gap=_APART / 2)
            return (first, second), (one, gate), upper
        shares, gap = ((1.0, 0.42, 1.0), _APART) if self._is_wide else ((1.3, 0.4, 1.0), _APART / 2)
        first, one, second = self.room.inset(top=_TITLE).columns(*shares, gap=gap)
        return (first, second), (one, second), Region(first.left, first.right, first.bottom, self.room.top)

    def _bar(self) -> Rectangle:
        """Return a bar of the row of O, as thick as it will be there."""
        theme = self.style.theme
        bar = Rectangle(width=1.0, height=_BAR, color=theme.value, stroke_width=1.5)
        return laid(bar.set_fill(theme.value, 1.0 if theme.filled else 0.0), Layer.VECTOR)

    def _titles(self, panes: Sequence[Region]) -> list[str]:
        """Return the names of both spaces, or of their heads alone where the spaces are narrow."""
        short = "-head" if min(pane.width for pane in panes) < _NARROW else ""
        return [self.says(f"{head}{short}") for head in HEADS]

    def _air(self) -> Air:
        return Air(0.6, 0.5, 0.5) if self.stage.is_wide else Air(0.45, 0.32, 0.28)

    @property
    def _is_wide(self) -> bool:
        """True where the spaces, and later the map and the matrix, have room side by side."""
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

    def _build_desk(self, one: Region, gate: Region) -> None:
        """Make the row of O, the learned matrix and the totals, with their names, and the word above its row."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        names = [self.says(f"{head}-head") for head in HEADS]
        row = numbers.concat[numbers.position]
        self.desk = Desk(
            row, numbers.W_O, numbers.steps, numbers.sums, numbers.axes, names, self.colors, one, gate,
            style=style,
        )  # fmt: skip
        self.frames = [self.desk.around(index) for index in range(len(row))]
        height = one.top + _OVER
        self.titles = [
            titled("O", numbers.concat, theme.value, one.width, style),
            titled("W_O", numbers.W_O, theme.ink, gate.width, style),
            titled("X'", numbers.output, theme.ink, one.width, style),
        ]
        for title, region in zip(self.titles, (one, gate), strict=False):
            title.set_x(float(region.centre[0])).on_baseline(height + _HIGHER)
        self.titles[2].move_to(point(float(one.centre[0]), self.desk.level))
        self.seat: Token | None = None
        if _SMALL_ICON + _BESIDE + float(self.titles[0].width) <= one.width:
            self.titles[0].shift(point((_SMALL_ICON + _BESIDE) / 2))
            left = float(self.titles[0].get_left()[0]) - _BESIDE - _SMALL_ICON / 2
            self.seat = self._token(point(left, height + _HIGHER + 0.17), _SMALL_ICON)

    def _word_map(self, room: Region) -> WordMap | None:
        """Return the map on which the word is pushed; none where vectors have a single number."""
        numbers = self.numbers
        if len(numbers.axes) < 2:
            return None
        return WordMap(
            dict(zip(numbers.landmarks, numbers.around, strict=True)),
            self.word,
            numbers.before,
            numbers.W_O,
            numbers.concat[numbers.position],
            numbers.sums,
            numbers.axes[:2],
            self.colors[:2],
            {word: self.color_of(word) for word in numbers.landmarks},
            (self._plain(self.word), self._ink(self.word)),
            self.says("before"),
            room,
            style=self.style,
        )

    def tell(self) -> None:
        """Show the word in both spaces, let its numbers slide out, push it by each row of the matrix, and read."""
        with self.beat("heads", word=self.word):
            self._start()
            self.rest()
        with self.beat("concat", word=self.word):
            self._slide_out()
            self.rest()
        with self.beat("zero", word=self.word):
            self._begin_again()
            self.rest()
        with self.beat("table", word=self.word):
            self._lay_out()
            self.rest()
        for head, name in enumerate(("first", "second")):
            rows = range(head * VALUE_NUMBERS, (head + 1) * VALUE_NUMBERS)
            often, again = (self.desk.numbers[index].drawn for index in rows)
            text = "colour" if head and self._colours() else name
            with self.beat(name, text=text, word=self.word, often=often, again=again):
                for index in rows:
                    self._push(index)
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

    def _start(self) -> None:
        """Show the word between both spaces, bring it into them, and let each head pull it."""
        times, sides = self.style.times, self.sides
        panes = [each for side in sides for each in (side.pane, side.title)]
        panes += [each for note in self.notes for each in (note.arrows, *note.names)]
        self.add(self.phrases[0], self.hero)
        self.play(FadeIn(*panes), run_time=times.quick)
        copies = [self.hero.copy() for _ in sides]
        self.add(*copies)
        ways = [ReplacementTransform(each, side.subject) for each, side in zip(copies, sides, strict=True)]
        self.play(*ways, run_time=times.slow)
        for side in sides:
            self._pull(side)

    def _pull(self, side: StagedSpace) -> None:
        """Let the words of a space pull the word to where their bands balance."""
        self.add(*side.bands.values(), *side.rest_parts())
        arrive = [FadeIn(each) for each in (*side.shown(), *side.rest_parts()[1:])]
        self.play(*arrive, side.reach(), run_time=_REACH)
        self.remove(side.subject)
        self.add(*side.coat())
        self.play(side.give_way(), run_time=_PULL)

    def _slide_out(self) -> None:
        """Measure the word's place in both spaces; one after another, the measures become the row of O."""
        times = self.style.times
        gone: list[VMobject] = []
        for side, note in zip(self.sides, self.notes, strict=True):
            gone += [*side.bands.values(), *side.rest_parts(), *side.shown(), note.arrows, *note.names]
            gone += [each for each in side.coat() if each != side.apple]
        desk = self.desk
        moved = FadeOut(self.hero) if self.seat is None else ReplacementTransform(self.hero, self.seat)
        self.play(*map(FadeOut, gone), moved, run_time=times.quick)
        come = FadeIn(*desk.strips, *desk.heads, self.titles[0])
        for along, others in ((self.legs[::2], [come]), (self.legs[1::2], [])):
            self.add(*(leg.grow(0.0) for leg in along))
            self.play(*(Live([leg], leg.grow) for leg in along), *others, run_time=times.move / 2)
        for index, (leg, bar, number) in enumerate(zip(self.legs, self.bars, desk.numbers, strict=True)):
            self.add(bar)
            self.play(slide_out(leg, bar, *desk.slot(index, float(norm(leg.end - leg.start)))), run_time=_SLIDE)
            self.play(FadeOut(bar), FadeIn(number), run_time=_READ)

    def _begin_again(self) -> None:
        """Let the map take the first space's place; there the word leaves its trace, and a new one begins at zero."""
        early, late = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.5, 1.0)
        side, times = self.sides[0], self.style.times
        gone: list[VMobject] = [*self.legs[:VALUE_NUMBERS], side.pane.grid, side.title, side.apple]
        if self.map is None:
            self.play(*map(FadeOut, (*gone, side.pane.glass)), run_time=_COME)
            return
        come = [*self.map.parts(), self.map.names, self.map.ghost]
        self.play(
            *(FadeOut(each, rate_func=early) for each in gone),
            ReplacementTransform(side.pane.glass, self.map.pane.glass),
            *(FadeIn(each, rate_func=late) for each in come),
            run_time=_COME,
        )
        self.wait(times.quick)
        if self.map.pour is not None:
            self.add(self.map.pour)
        self.play(FadeIn(self.map.moving[0], scale=_FROM), run_time=times.move)

    def _lay_out(self) -> None:
        """Let the matrix take the second space's place; its first row shows what a row is: a push."""
        desk, early, late = self.desk, squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.5, 1.0)
        side, times = self.sides[1], self.style.times
        gone: list[VMobject] = [*self.legs[VALUE_NUMBERS:], side.pane.grid, side.title, side.apple]
        come = [*desk.matrix(), *self.titles[1:], *desk.totals[0]]
        self.play(
            *(FadeOut(each, rate_func=early) for each in gone),
            ReplacementTransform(side.pane.glass, desk.edge),
            *(FadeIn(each, rate_func=late) for each in come),
            run_time=_COME,
        )
        self.wait(times.quick)
        self.play(*self._aim(0), run_time=times.slow)

    def _aim(self, index: int) -> list[Animation]:
        """Return how a row is framed, and shows on the map where it leads."""
        if self.map is None:
            return [FadeIn(self.frames[index])]
        aim = self.map.aim(index)
        aim.move_to_share(0.0)
        self.add(self.map.arrows[index])
        return [FadeIn(self.frames[index]), aim]

    def _push(self, index: int) -> None:
        """Let a row show where it leads, take it as often as O says, and let it push the word."""
        desk, frame = self.desk, self.frames[index]
        seeds, products = desk.seeds(index), desk.products[index]
        self.play(
            *(self._aim(index) if index else []),  # the first row has shown where it leads
            *desk.give_way(index),
            *(FadeIn(each, shift=desk.drop) for each in seeds),
            run_time=_AIM,
        )
        counts = [Count(*pair) for pair in zip(seeds, products, strict=True)]
        stretch = [] if self.map is None else [self.map.stretch(index)]
        self.play(*counts, *stretch, run_time=_STRETCH)
        totals = [Count(*pair) for pair in zip(*desk.totals[index : index + 2], strict=True)]
        push = [] if self.map is None else [self.map.push(index)]
        self.play(*totals, *push, run_time=_PUSH)
        self.play(FadeOut(frame), *desk.step_back(index), run_time=_BETWEEN)

    def _reading(self) -> tuple[list[str], list[str]]:
        """Return the axes of which the new vector has much, and those of which it has little."""
        numbers = self.numbers
        values: Tensor = numbers.output[numbers.position]
        least = _MUCH * float(values.max())
        high = [axis for axis, value in zip(numbers.axes, values.tolist(), strict=True) if value > max(least, 0.0)]
        return high, [axis for axis in numbers.axes if axis not in high]

    def _colours(self) -> bool:
        """Return whether the second head hardly pushes the word on the map, but gives most of its colour."""
        sums = self.numbers.sums
        if self.map is None or self.map.pour is None or sums.shape[1] < 3:
            return False
        first, last = sums[VALUE_NUMBERS], sums[-1]
        aside = float((last - first)[:2].norm()) < _HARDLY * float(first[:2].norm())
        return aside and abs(float(last[2] - first[2])) > abs(float(first[2])) and float(last[2]) > 0

    def _read(self) -> None:
        """Let the desk leave; its totals become the new numbers beside the old ones, and the word has its colour."""
        desk, reading, times = self.desk, self.reading, self.style.times
        early, middle = squish_rate_func(smooth, 0.0, 0.35), squish_rate_func(smooth, 0.3, 1.0)
        leaving = [*desk.parts(), *self.titles, *([] if self.seat is None else [self.seat])]
        totals = zip(desk.totals[-1], reading.after, strict=True)
        self.play(
            *(FadeOut(each, rate_func=early) for each in leaving),
            *(ReplacementTransform(*pair, rate_func=middle) for pair in totals),
            run_time=times.slow,
        )
        before, after = self.phrases
        come = [FadeIn(*reading.around()), FadeIn(after)]
        if self.map is not None:
            come += [FadeIn(self.map.glow), FadeIn(self.map.moving[1])]
        self.play(*come, run_time=times.move)
        self.remove(before)
        if self.map is not None:
            self.remove(self.map.moving[0], *([] if self.map.pour is None else [self.map.pour]))
