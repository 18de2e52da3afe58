"""Two heads' outputs become one vector per word (the end of "Multiple Key, Query, and Value Spaces").

The two value spaces fold up into a row of four numbers, a learned matrix turns it into a new embedding, which is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from manim import (
    Animation,
    ApplyFunction,
    ApplyMethod,
    Create,
    FadeIn,
    FadeOut,
    Rectangle,
    ReplacementTransform,
    TransformFromCopy,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from scenes.article.heads.answer import Answer
from scenes.article.heads.claims import MULTI_HEAD_PROJECTION_CLAIMS
from scenes.article.heads.fold import Pleats, Strip
from scenes.article.heads.gate import Filed, Gate, RowOfO, Rows, titled
from scenes.article.heads.heads_figure import HEADS, RIM, HeadsFigure, color_named
from scenes.article.heads.product_line import ProductLine
from scenes.article.heads.projection import ColouredPhrase, Projection, project
from scenes.article.heads.value_stage import KEPT, StagedSpace
from scenes.article.heads.word_map import WordMap
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import format_vector
from scenes.stage import Region
from scenes.worlds import World

_REACH, _PULL, _FOLD, _READ, _OTHERS, _MOVE = 0.6, 1.0, 1.6, 0.42, 0.27, 1.0
"""Seconds in which bands reach out, in which they pull, in which the spaces fold up, in which a product of the first
sum, and of each of the others, is read, and in which the word goes to its new place."""

_ONE_BY_ONE = ((0.42, 1.0), (0.0, 0.58))
"""The shares of the time of folding in which each space folds: first the one in whose room both will stand."""

_SEEN, _SET, _FILE = 0.9, 0.3, 0.7
"""Seconds for which the word stands with its vector, in which words are set down, and in which a row is filed."""

_ICON = 0.6
"""The height of icons in the spaces as a share of the unit: a short band is seen between two of them."""

_WIDE = 8.0
"""Scene units of width from which a sum of four products stands in one line."""

_SLAB = 0.16
"""Scene units: the thickness of the bars that measure a place in a space."""

_SMALL_ICON, _BESIDE, _LARGE_ICON = 0.55, 2.2, 3.3
"""Scene units: the word's icon above its row of O, beside it while that stands alone, and at the film's end."""

_LARGER = 1.4
"""The most by which the answer grows at the end."""

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
        self.room = Region(free.left + RIM, free.right - RIM, free.bottom + 0.1, top)
        room = self.room.inset(top=0.55, bottom=0.5)
        across = not self.stage.is_portrait
        panes = room.columns(1, 1, gap=0.4) if across else room.rows(1, 1, gap=1.2)
        self.sides = self.staged(numbers.spaces, panes, [None, None], lambda word, _: self._plain(word), icon=_ICON)
        for side in self.sides:
            side.least = KEPT
        self._build_row(*self._blocks())
        self._build_first()
        self.map = self._word_map()

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
        """Make the word and its vector as they are at first, side by side."""
        numbers, style = self.numbers, self.style
        if self.stage.is_portrait:
            at, bars = self.room.inset(top=1.0, bottom=1.6).rows(1, 1.1)
        else:
            at, bars = self.room.inset(left=0.06 * self.room.width, right=0.1 * self.room.width).columns(
                1, 1.3, gap=0.5
            )
            most = min(1.35 * len(numbers.axes) + 0.45, bars.height - 0.6)
            bars = bars.inset(top=(bars.height - most) / 2, bottom=(bars.height - most) / 2)
        before = numbers.before
        self.first = Answer(
            before[None], before, before, numbers.axes, self.colors, bars, said=self.says("before"), style=style
        )
        self.first_title = titled("X", numbers.output, style.theme.ink, style=style)
        self.first_title.set_x(float(bars.centre[0])).on_baseline(bars.top + 0.05)
        height = min(_LARGE_ICON, 0.6 * at.width, 0.6 * at.height)
        self.hero = self._token(point(*at.centre[:2]), height)

    def _word_map(self) -> WordMap | None:
        """Return the map on which the new vector is read; none where vectors have a single number."""
        numbers = self.numbers
        if len(numbers.axes) < 2:
            return None
        if self.stage.is_portrait:
            room = Region(self.room.left, self.room.right, self.answer_region.top + 0.55, self.room.top)
        elif self.room.width > _WIDE:
            room = self.room.columns(1.45, 1, gap=0.5)[0]
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
            wide = self.room.width > _WIDE
            low = 0.75 if wide else 1.25
            upper, work = self.room.rows(self.room.height - low, low)
            shares = (1.0, 1.4, 1.15) if wide else (1.0, 1.3, 1.15)
            one, gate, answer = upper.columns(*shares, gap=0.35 if wide else 0.15)
            return one, gate, answer.inset(top=0.5), work
        upper, work, answer = self.room.rows(1.15, 0.32, 1.0, gap=0.1)
        one, gate = upper.columns(1.0, 1.5, gap=0.15)
        return one, gate, answer.inset(top=0.5), work

    def _build_row(self, one: Region, gate: Region, answer: Region, work: Region) -> None:
        numbers, style, theme = self.numbers, self.style, self.style.theme
        row, rows = numbers.concat[numbers.position], Rows(one, len(HEADS), style)
        self.colors = [self.axis_color(index) for index in range(len(numbers.axes))]
        names = [self.says(f"{head}-head") for head in HEADS]
        self.row = RowOfO(row, names, rows, one, style=style)
        self.gate = Gate(numbers.W_O, self.colors, rows, gate, style=style)
        strips, aside = [rows.strip(head, one) for head in range(len(HEADS))], self._middle(one)
        self.pleats = [
            Pleats(side.pane.region, _moved(strip, aside), style=style)
            for side, strip in zip(self.sides, strips, strict=True)
        ]
        self.strips = [Strip(strip, style=style) for strip in strips]
        self.slabs = [self._slabs(side) for side in self.sides]
        terms, output = row[:, None] * numbers.W_O, numbers.output[numbers.position]
        self.answer = Answer(
            terms, output, numbers.before, numbers.axes, self.colors, answer, said=self.says("before"), style=style
        )
        self.works = [
            ProductLine(
                row, numbers.W_O[:, axis], output[axis], (theme.value, color), width=work.width,
                in_two=0 if self.room.width > _WIDE else 2, style=style,
            )
            for axis, color in enumerate(self.colors)
        ]  # fmt: skip
        for each in self.works:
            laid(each.move_to(work.centre), Layer.LEDGER)
        self.work = self.works[0]
        self.titles = [
            titled("O", numbers.concat, theme.value, style=style),
            titled("W_O", numbers.W_O, theme.ink, style=style),
            titled("X'", numbers.output, theme.ink, style=style),
        ]
        for title, region in zip(self.titles, (one, gate, answer), strict=True):
            title.set_x(float(region.centre[0]))
            title.on_baseline(rows.tops[0] + 0.24 if region is not answer else answer.top + 0.12)
        beside = one.left + _SMALL_ICON + 0.25 + float(self.titles[0].width) / 2
        self.titles[0].set_x(max(beside, float(one.centre[0])))
        self.seat = point(one.left + _SMALL_ICON / 2 + 0.1, rows.tops[0] + 0.12 + _SMALL_ICON / 2)
        self.folded = VGroup(self.row, *self.strips)
        self.one, self.rows_of_O = one, rows
        self.learned = VGroup(self.gate, self.titles[1])
        self.stand, self.answer_region = Region(one.left, gate.right, rows.bottom, rows.tops[0]), answer
        self._centre(one)

    @property
    def _files(self) -> bool:
        """True where there is room for all of O beside the row that stands upright."""
        return self.room.width > _WIDE and not self.stage.is_portrait

    def _middle(self, one: Region) -> Point:
        """Return how far the row of O is from its place at first."""
        up = float(self.room.centre[1] - one.centre[1]) if self.stage.is_portrait else 0.0
        aside = 0.5 * (float(one.width) + self.sides[0].pane.region.width / 8) if self._files else 0.5 * _BESIDE
        return point(float(self.room.centre[0] - one.centre[0]) + aside, up)

    def _centre(self, one: Region) -> None:
        """Bring the row of O to the middle of the frame: it makes room when more comes."""
        self.aside = self._middle(one)
        self.folded.shift(self.aside)
        self.title_at = self.titles[0].get_center()
        left = float(self.strips[0].get_left()[0])
        self.first_seat = point(left - _BESIDE * 0.7, float(self.folded.get_y()))
        if not self._files:
            self.titles[0].shift(self.aside)
            self.filed = None
            return
        numbers, (top, bottom) = self.numbers, (self.stand.top, self.stand.bottom)
        room = Region(left - 4.6, left - 1.1, bottom, top)
        self.filed = Filed(numbers.words, numbers.position, len(numbers.columns), room, style=self.style)
        self.titles[0].set_x(float(self.filed.cells.get_x())).on_baseline(float(self.filed.cells.get_top()[1]) + 0.24)
        self.first_seat = self.filed.seat

    def _slabs(self, side: StagedSpace) -> list[Rectangle]:
        """Return both numbers of the word's place in a space as bars: along its first axis, then up from there."""
        (x, y, _), (left, low, _) = side.places[0], side.pane.origin
        across = Rectangle(width=max(abs(x - left), 0.02), height=_SLAB).move_to(point((x + left) / 2, low))
        up = Rectangle(width=_SLAB, height=max(abs(y - low), 0.02)).move_to(point(x, (y + low) / 2))
        for slab in (across, up):
            slab.set_stroke(self.style.theme.value, 1.5).set_fill(self.style.theme.value, self.style.theme.filled)
            laid(slab, Layer.VECTOR)
        return [across, up]

    def tell(self) -> None:
        """Show the vector in both spaces, fold them up, work out one sum, then the others, and read the result."""
        numbers = self.numbers
        count, size = numbers.concat.shape[1], len(numbers.axes)
        with self.beat("heads", word=self.word):
            self._start()
            self.rest()
        with self.beat("concat", count=count, word=self.word):
            self._fold()
            self.rest()
        axis, entry = numbers.axes[0], self.answer.numbers[0].shown
        with self.beat("entry", axis=axis, Axis=axis[:1].upper() + axis[1:], count=count, entry=entry):
            self._make_room()
            self._add_up(0, _READ)
            self.rest()
        with self.beat("row", rows=len(numbers.words)):
            for column in range(1, size):
                self._add_up(column, _OTHERS)
            self.rest()
        high, low = self._reading()
        text = "updated" if high and low else "plain"
        listed = self.style.language.listed
        with self.beat("updated", text=text, word=self.word, high=listed(high), low=listed(low)):
            self._read()
            self.hold()

    def _start(self) -> None:
        """Show the word with its vector, bring it into both spaces, and let each head pull it."""
        times, sides, first = self.style.times, self.sides, self.first
        shown = [self.first_title, first.zero, *first.bars, *first.names, *first.numbers]
        self.play(FadeIn(self.phrases[0], self.hero, *shown), run_time=times.move)
        self.wait(_SEEN)
        self.play(*map(FadeOut, shown), run_time=times.quick)
        panes = [FadeIn(side.pane, side.title, side.ends) for side in sides]
        copies = [self.hero, self.hero.copy()]
        self.add(copies[1])
        ways = [ReplacementTransform(each, side.subject) for each, side in zip(copies, sides, strict=True)]
        self.play(*panes, *ways, run_time=times.slow)
        self.play(*(FadeIn(*side.shown(0)) for side in sides if side.shown(0)), run_time=_SET)
        for side in sides:
            self.add(*side.bands.values())
        self.play(*(side.reach() for side in sides), run_time=_REACH)
        for side in sides:
            self.remove(side.subject)
            self.add(*side.coat(0))
        self.play(*(side.give_way() for side in sides), run_time=_PULL)

    def _fold(self) -> None:
        """Measure the word's place in both spaces; these fold up into strips, and the measures become their bars."""
        times = self.style.times
        self.play(*(Create(slab) for slabs in self.slabs for slab in slabs), run_time=0.75 * times.move)
        apples = [side.apples[0] for side in self.sides]
        height = _SMALL_ICON if self.filed else min(_BESIDE, self.room.width / 5)
        self.hero = self._token(self.first_seat, height)
        gone: list[VMobject] = []
        for side in self.sides:
            gone += [side.title, side.ends, side.pane.grid]
            gone += [each for each in side.settled() if each is not side.apples[0]]
        self.play(*map(FadeOut, gone), run_time=times.quick)
        for side, pleats in zip(self.sides, self.pleats, strict=True):
            self.remove(side.pane, side.pane.glass, side.pane.grid)
            self.add(pleats)

        bars = iter(self.row.bars)
        folding: list[Animation] = []
        for pleats, slabs, (start, end) in zip(self.pleats, self.slabs, _ONE_BY_ONE, strict=True):
            rate = squish_rate_func(smooth, start, end)
            folding.append(Live([pleats], pleats.fold, rate_func=squish_rate_func(linear, start, end)))
            folding += [ReplacementTransform(slab, next(bars), rate_func=rate) for slab in slabs]
        # One of the two stays: its numbers are what is left of the other.
        leaving = FadeOut(apples[1], rate_func=squish_rate_func(smooth, 0.0, 0.3))
        coming = ReplacementTransform(apples[0], self.hero, rate_func=squish_rate_func(smooth, 0.5, 1.0))
        self.play(*folding, leaving, coming, run_time=_FOLD)
        come = [*self.strips, self.row.zero, *self.row.ways, *self.row.numbers, self.titles[0]]
        come += [self.filed.cells, self.filed.names] if self.filed else self.row.names
        self.play(FadeIn(*come), FadeOut(*self.pleats), run_time=_SET)
        if self.filed:
            pairs = zip(self.row.bars, self.filed.row, strict=True)
            named = FadeIn(*self.row.names, rate_func=squish_rate_func(smooth, 0.6, 1.0))
            self.play(*(TransformFromCopy(bar, cell) for bar, cell in pairs), named, run_time=_FILE)

    def _token(self, at: Point, height: float) -> Token:
        """Return the word at a place of the frame."""
        return Token(self.word, at, self._plain(self.word), height=height, large=True, style=self.style)

    def _make_room(self) -> None:
        """Move the row of O aside for the matrix and for what is to come, the word to its seat above its row."""
        answer, times, smaller = self.answer, self.style.times, self._token(self.seat, _SMALL_ICON)
        early, late = squish_rate_func(smooth, 0.0, 0.7), squish_rate_func(smooth, 0.6, 1.0)
        gone = [FadeOut(self.filed, rate_func=squish_rate_func(smooth, 0.0, 0.3))] if self.filed else []
        moved: list[Animation] = [
            ApplyMethod(self.folded.shift, -self.aside, rate_func=early),
            ApplyMethod(self.titles[0].move_to, self.title_at, rate_func=early),
            ReplacementTransform(self.hero, smaller, rate_func=early),
        ]
        come = [self.titles[2], answer.zero, answer.legend, *answer.names, *answer.outlines]
        self.play(*gone, *moved, FadeIn(self.learned, *come, rate_func=late), run_time=1.2 * times.slow)
        self.hero = smaller

    def _add_up(self, column: int, seconds: float) -> None:
        """Go down a column of the matrix and the row of O; product by product, the sum and the new bar grow."""
        answer, times, work, theme = self.answer, self.style.times, self.works[column], self.style.theme
        reader, bar = self.gate.reader(column, theme.ink, self.style), answer.bars[column]
        beside = self.rows_of_O.reader(self.one, theme.ink)
        answer.grow(column, 0.0)
        gone = [FadeOut(self.works[column - 1])] if column else []
        self.play(FadeIn(reader, beside), *gone, run_time=times.quick)
        self.add(bar)
        for index, term in enumerate(work.spelled.terms):

            def follow(share: float, index: int = index) -> None:
                row = max(0.0, index - 1 + share)
                reader.move_to(self.gate.middle(row, column))
                beside.set_y(float(reader.get_y()))
                answer.grow(column, index + share)

            self.play(Live([reader, beside, bar], follow), FadeIn(*term), run_time=seconds)
        come = FadeIn(answer.numbers[column], work.equals, work.result)
        self.play(FadeOut(reader, beside), come, run_time=times.quick)

    def _reading(self) -> tuple[list[str], list[str]]:
        """Return the axes of which the new vector has much, and those of which it has little."""
        numbers = self.numbers
        values: Tensor = numbers.output[numbers.position]
        least = _MUCH * float(values.max())
        high = [axis for axis, value in zip(numbers.axes, values.tolist(), strict=True) if value > max(least, 0.0)]
        return high, [axis for axis in numbers.axes if axis not in high]

    def _read(self) -> None:
        """Let the arithmetic leave; on the map of words, the word goes to its new place and takes its colour."""
        times = self.style.times
        gone = [*self.strips, self.row, self.gate, *self.titles[:2], self.works[-1]]
        self.play(*map(FadeOut, gone), run_time=times.quick)
        if self.map is None:
            self.play(*self._enlarge(), run_time=times.slow)
            return
        old, new = self.map.moving
        come = [FadeIn(each) for each in (*self.map.parts(), self.map.ghost)]
        self.play(*come, ReplacementTransform(self.hero, old), *self._enlarge(), run_time=times.slow)
        self.play(self.map.move(), run_time=_MOVE)
        before, after = self.phrases
        self.play(FadeIn(new, self.map.trail, self.map.glow, after), run_time=0.75 * times.move)
        self.remove(old, before)

    def _enlarge(self) -> list[Animation]:
        """Return how the answer grows into what the matrices have left, where it stands beside them."""
        if self.stage.is_portrait:
            return []
        group = VGroup(*self.answer.parts(), self.titles[2])
        left = self.room.columns(1.45, 1, gap=0.5)[1].left if self.room.width > _WIDE else self.stand.right
        free = Region(left, self.room.right, self.room.bottom, self.room.top)
        factor = min(free.width / group.width, free.height / group.height, _LARGER)
        middle = point(free.right - factor * float(group.width) / 2, float(free.centre[1]))

        def grown(target: VMobject) -> VMobject:
            return target.scale(factor).move_to(middle)

        return [ApplyFunction(grown, group)]  # type: ignore[arg-type]


def _moved(region: Region, way: Point) -> Region:
    """Return a region moved by a vector of scene units."""
    x, y = float(way[0]), float(way[1])
    return Region(region.left + x, region.right + x, region.bottom + y, region.top + y)
