"""Two heads' outputs become one vector per word (the end of "Multiple Key, Query, and Value Spaces").

Two places in two value spaces are a row of four numbers, a learned matrix turns it into a new embedding, which is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from manim import (
    Animation,
    ApplyFunction,
    ApplyMethod,
    FadeIn,
    FadeOut,
    Indicate,
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
from scenes.article.heads.heads_figure import HEADS, RIM, HeadsFigure, color_named
from scenes.article.heads.legs import legs, slide_out
from scenes.article.heads.pane import Air
from scenes.article.heads.product_line import ProductLine
from scenes.article.heads.projection import ColouredPhrase, Projection, project
from scenes.article.heads.space_notes import SpaceNotes
from scenes.article.heads.value_stage import StagedSpace
from scenes.article.heads.word_map import WordMap
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import format_vector
from scenes.stage import Region
from scenes.worlds import World

_REACH, _PULL, _SLIDE, _READ, _MOVE = 0.6, 1.0, 0.4, 0.5, 1.3
"""Seconds in which bands reach out, in which they pull, in which a number slides out of its space, in which a product
is read, and in which the word goes to its new place."""

_SUM, _LAST_SUM, _STANDS, _FILL = 1.4, 1.0, 1.0, 0.8
"""Seconds in which a whole sum is read, and the last one; for which one stands before the next; and in which all rows
follow the one that is worked out."""

_SEEN, _SET = 0.2, 0.3
"""Seconds for which the word stands with its vector, and in which words are set down."""

_NOTICED = 1.4
"""The factor by which a hollow square grows while its product is read."""

_ICON = 0.72
"""The height of icons in the spaces as a share of the unit."""

_STRONG = 0.2
"""The weight from which a pull is drawn, unless even the strongest is weaker."""

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

_APART = 0.35
"""Scene units between the spaces and what stands between them or beside them."""

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
        lower = 0.0 if self.stage.is_portrait else _LOWER
        self.room = Region(free.left + RIM, free.right - RIM, free.bottom + 0.1 - lower, top - lower)
        one, gate, answer, work = self._blocks()
        rows = Rows(one, len(HEADS), self.style)
        *panes, self.middle = self._places(one, rows)
        self.sides = self.staged(numbers.spaces, panes, [None, None], lambda word, _: self._plain(word), icon=_ICON)
        for side in self.sides:
            puller = side.numbers.pullers[0]
            side.least = min(_STRONG, 0.9 * float(side.numbers.weight(puller, 0)))
        self.notes = [self._notes(side) for side in self.sides]
        self._build_row(rows, one, gate, answer, work)
        self._build_first()
        self.map = self._word_map()

    def _notes(self, side: StagedSpace) -> SpaceNotes:
        """Return what is written into a space: which way axes lead, and how much words pull."""
        W_V = side.numbers.W_V
        leading = [index for index in self.leading_axes(W_V) if index is not None]
        axes = [(self.world.axes[index], self.axis_color(index), W_V[index]) for index in leading]
        return SpaceNotes(side, axes, style=self.style)

    def _places(self, one: Region, rows: Rows) -> tuple[Region, Region, Region]:
        """Return where both spaces are, and where the row of O is at first: between them, or beside both."""
        if self._is_wide:
            room = self.room.inset(top=self.room.top - rows.tops[0], bottom=rows.bottom - self.room.bottom)
            side = (room.width - one.width) / 2 - _APART
            first, middle, second = room.columns(side, one.width, side, gap=_APART)
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
            room = self.room.columns(1.45, 1, gap=0.5)[0].inset(bottom=_LOWER)
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
            wide = self._is_wide
            low = 0.75 if wide else 1.25
            upper, work = self.room.rows(self.room.height - low, low)
            shares = (1.0, 1.4, 1.15) if wide else (1.0, 1.3, 1.15)
            one, gate, answer = upper.columns(*shares, gap=0.35 if wide else 0.15)
            return one, gate, answer.inset(top=0.5 * max(1.0, self.style.sizes.scale)), work
        upper, work, answer = self.room.rows(1.15, 0.32, 1.0, gap=0.1)
        one, gate = upper.columns(1.0, 1.5, gap=0.15)
        return one, gate, answer.inset(top=0.5), work

    def _build_row(self, rows: Rows, one: Region, gate: Region, answer: Region, work: Region) -> None:
        numbers, style, theme = self.numbers, self.style, self.style.theme
        row = numbers.concat[numbers.position]
        self.colors = [self.axis_color(index) for index in range(len(numbers.axes))]
        names = [self.says(f"{head}-head") for head in HEADS]
        self.row = RowOfO(row, names, rows, one, unit=self.sides[0].pane.unit, style=style)
        self.gate = Gate(numbers.W_O, self.colors, rows, gate, style=style)
        self.strips = [Strip(rows.strip(head, one), style=style) for head in range(len(HEADS))]
        self.legs = [leg for side in self.sides for leg in legs(side.pane.origin, side.places[0], style)]
        terms, output = row[:, None] * numbers.W_O, numbers.output[numbers.position]
        self.answer = Answer(
            terms, output, numbers.before, numbers.axes, self.colors, answer, said=self.says("before"), style=style
        )
        self.works = [
            ProductLine(
                row, numbers.W_O[:, axis], output[axis], (theme.value, color), width=work.width,
                in_two=0 if self._is_wide else 2, style=style,
            )
            for axis, color in enumerate(self.colors)
        ]  # fmt: skip
        for each in self.works:
            laid(each.move_to(work.centre), Layer.LEDGER)
        self.work = self.works[0]
        self.stand, self.answer_region = Region(one.left, gate.right, rows.bottom, rows.tops[0]), answer
        self._build_titles((one, gate, answer), rows.tops[0] + _OVER)
        self._build_frames(rows, one)
        self.learned = VGroup(self.gate, self.titles[1])
        # The row stands in the middle first, and makes room when the matrix comes.
        up = 0.0 if self._is_wide else float(self.middle.centre[1] - one.centre[1])
        self.aside = point(float(self.middle.centre[0] - one.centre[0]), up)
        VGroup(*self._standing()).shift(self.aside)

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
        """Make the frames around what is read: a number of the row and one of each column, or all of them."""
        style, everything = self.style, range(len(rows.middles))
        value, spans = style.theme.value, [*([row] for row in everything), [*everything]]
        self.frames: list[list[tuple[Rectangle, Rectangle]]] = [
            [
                (rows.frame(one, span, value, style), rows.frame(self.gate.column(column), span, color, style))
                for span in spans
            ]
            for column, color in enumerate(self.colors)
        ]

    def _standing(self) -> list[VMobject]:
        """Return all that the row of O is, its title included."""
        return [self.row, *self.strips, self.titles[0], self.signs[0], self.seats[0]]

    def tell(self) -> None:
        """Show the word in both spaces, let its numbers slide out, work out one sum, then the others, and read them."""
        numbers = self.numbers
        count, size = numbers.concat.shape[1], len(numbers.axes)
        with self.beat("heads", word=self.word):
            self._start()
            self.rest()
        with self.beat("concat", count=count, word=self.word):
            self._slide_out()
            self.rest()
        axis, entry = numbers.axes[0], self.answer.numbers[0].shown
        with self.beat("entry", axis=axis, Axis=axis[:1].upper() + axis[1:], count=count, entry=entry):
            self._make_room()
            self._add_up(0)
            self.rest()
        with self.beat("row", rows=len(numbers.words)):
            for column in range(1, size):
                last = column == size - 1
                self._sum_up(column, _LAST_SUM if last else _SUM)
                if not last:
                    self.wait(_STANDS)
            self._fill_rows()
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

    def _seen(self, side: StagedSpace) -> list[Token]:
        """Return the words that are drawn in a space: those with a colour, and those that pull much."""
        return [
            token
            for token in side.shown(0)
            if token.color_by_role != self.style.theme.dim or float(side.numbers.weight(token.word, 0)) > side.least
        ]

    def _vector(self) -> list[VMobject]:
        """Return the word's vector as it is drawn at first."""
        return [self.first.zero, *self.first.bars, *self.first.names, *self.first.numbers]

    def _start(self) -> None:
        """Show the word between both spaces, bring it into them, and let each head pull it."""
        times, sides = self.style.times, self.sides
        panes = [each for side in sides for each in (side.pane, side.title)]
        panes += [note.arrows for note in self.notes]
        self.play(FadeIn(self.phrases[0], self.hero, *self._vector(), *panes), run_time=times.move)
        self.wait(_SEEN)
        copies = [self.hero.copy() for _ in sides]
        self.add(*copies)
        ways = [ReplacementTransform(each, side.subject) for each, side in zip(copies, sides, strict=True)]
        self.play(*ways, run_time=times.slow)
        self.play(*(FadeIn(*seen) for side in sides if (seen := self._seen(side))), run_time=_SET)
        for side in sides:
            self.add(*side.bands.values())
        self.play(*(side.reach() for side in sides), run_time=_REACH)
        for side in sides:
            self.remove(side.subject)
            self.add(*side.coat(0))
        self.play(*(side.give_way() for side in sides), run_time=_PULL)
        self.play(*(FadeIn(note.weights) for note in self.notes), run_time=times.quick)

    def _slide_out(self) -> None:
        """Measure the word's place in both spaces; one after another, the measures slide out into the row of O."""
        times, late = self.style.times, squish_rate_func(smooth, 0.7, 1.0)
        gone: list[VMobject] = self._vector()
        for side, note in zip(self.sides, self.notes, strict=True):
            gone += [
                note.arrows,
                note.weights,
                *side.bands.values(),
                *self._seen(side),
                *(each for each in side.coat(0) if each != side.apples[0]),
            ]
        self.play(*map(FadeOut, gone), run_time=times.quick)
        come = [*self.strips, self.row.zero, *self.row.names, self.titles[0], self.signs[0]]
        moved = ReplacementTransform(self.hero, self.seats[0])
        for along, others in ((self.legs[::2], [moved]), (self.legs[1::2], [FadeIn(*come)])):
            self.add(*(leg.grow(0.0) for leg in along))
            self.play(*(Live([leg], leg.grow) for leg in along), *others, run_time=times.slow / 2)
        for leg, bar, number, ends in zip(self.legs, self.row.bars, self.row.numbers, self.row.ends, strict=True):
            slide = slide_out(leg, bar, *(end + self.aside for end in ends))
            self.add(bar)
            self.play(slide, FadeIn(number, rate_func=late), run_time=_SLIDE)

    def _make_room(self) -> None:
        """Let the spaces leave, and the row of O make room for the matrix and for what is to come."""
        answer, times = self.answer, self.style.times
        early, late = squish_rate_func(smooth, 0.0, 0.3), squish_rate_func(smooth, 0.65, 1.0)
        gone: list[VMobject] = [*self.legs]
        for side in self.sides:
            gone += [side.pane, side.title, side.apples[0]]
        moved = ApplyMethod(VGroup(*self._standing()).shift, -self.aside, rate_func=squish_rate_func(smooth, 0.2, 0.8))
        come = [self.titles[2], self.signs[1], self.seats[1], answer.zero, answer.legend, *answer.names]
        self.play(
            FadeOut(*gone, rate_func=early), moved, FadeIn(self.learned, *come, *answer.outlines, rate_func=late),
            run_time=times.slow,
        )  # fmt: skip

    def _grown(self, column: int) -> VMobject:
        """Return a bar of the new vector, put on the stage with no length."""
        self.answer.grow(column, 0.0)
        self.add(self.answer.bars[column])
        return self.answer.bars[column]

    def _add_up(self, column: int) -> None:
        """Frame two factors after two: product by product, the sum and the new bar grow."""
        work, bar, before = self.works[column], self._grown(column), list[Rectangle]()
        for index, term in enumerate(work.spelled.terms):

            def follow(share: float, index: int = index) -> None:
                self.answer.grow(column, index + share)

            frames = [*self.frames[column][index]]
            framed = [FadeIn(each, rate_func=squish_rate_func(smooth, 0.0, 0.4)) for each in frames]
            gone = [FadeOut(each, rate_func=squish_rate_func(smooth, 0.0, 0.3)) for each in before]
            come = FadeIn(*term, rate_func=squish_rate_func(smooth, 0.3, 0.7))
            grow = Live([bar], follow, rate_func=squish_rate_func(smooth, 0.4, 1.0))
            self.play(*framed, *gone, come, grow, run_time=_READ)
            before = frames
        self._finish(column, before)

    def _sum_up(self, column: int, seconds: float) -> None:
        """Frame the row and a whole column: the sum and the new bar grow in one go."""
        work, bar, frames = self.works[column], self._grown(column), [*self.frames[column][-1]]
        # The sum before has left when the next one comes.
        self.play(FadeOut(self.works[column - 1]), FadeIn(*frames), run_time=self.style.times.quick)
        count = len(work.spelled.terms)
        slots = [(index / (count + 1), (index + 2) / (count + 1)) for index in range(count)]
        terms = [
            FadeIn(*term, rate_func=squish_rate_func(smooth, *slot))
            for term, slot in zip(work.spelled.terms, slots, strict=True)
        ]
        hollow = [
            Indicate(cells[column], _NOTICED, self.colors[column], rate_func=squish_rate_func(there_and_back, *slot))
            for cells, row, slot in zip(self.gate.cells, self.numbers.W_O, slots, strict=True)
            if float(row[column]) < 0
        ]
        follow = squish_rate_func(linear, 1 / (count + 1), 1.0)
        grow = Live([bar], lambda share: self.answer.grow(column, share * count), rate_func=follow)
        self.play(*terms, *hollow, grow, run_time=seconds)
        self._finish(column, frames)

    def _finish(self, column: int, frames: Sequence[VMobject]) -> None:
        """Write a sum's result below, and beside its bar."""
        come = FadeIn(self.answer.numbers[column], self.works[column].equals, self.works[column].result)
        self.play(FadeOut(*frames), come, run_time=self.style.times.quick)

    def _fill_rows(self) -> None:
        """Let all rows of O, and of the new vectors, follow the one that has been worked out."""
        signs = [sign for sign in self.signs if isinstance(sign, RowSign)]
        if signs:
            self.play(*(Live([sign], sign.fill, rate_func=linear) for sign in signs), run_time=_FILL)

    def _reading(self) -> tuple[list[str], list[str]]:
        """Return the axes of which the new vector has much, and those of which it has little."""
        numbers = self.numbers
        values: Tensor = numbers.output[numbers.position]
        least = _MUCH * float(values.max())
        high = [axis for axis, value in zip(numbers.axes, values.tolist(), strict=True) if value > max(least, 0.0)]
        return high, [axis for axis in numbers.axes if axis not in high]

    def _read(self) -> None:
        """Let the arithmetic leave; on the map of words, the word goes to its new place and takes its colour."""
        times, frame = self.style.times, self.gate.frame
        early, soon = squish_rate_func(smooth, 0.0, 0.28), squish_rate_func(smooth, 0.12, 0.45)
        middle, late = squish_rate_func(smooth, 0.15, 0.65), squish_rate_func(smooth, 0.65, 1.0)
        held = [each for each in self.gate if each is not frame]
        leaving = [*self._standing(), *held, self.titles[1], self.works[-1]]
        gone = [FadeOut(each, rate_func=early) for each in leaving]
        if self.map is None:
            self.play(*gone, FadeOut(frame, rate_func=early), *self._enlarge(), run_time=times.slow)
            return
        # The matrix's frame widens into the map, so that the stage is never empty.
        wider = ReplacementTransform(frame, self.map.pane.glass, rate_func=middle)
        come = [FadeIn(each, rate_func=soon) for each in (*self.map.parts(), self.map.ghost)]
        come.append(FadeIn(self.map.names, rate_func=late))
        self.play(*gone, wider, *come, *self._enlarge(), run_time=times.slow)
        seat, (old, new) = self.seats[1], self.map.moving
        self.play(ReplacementTransform(seat, old, path_arc=self.map.way(seat.get_center())), run_time=times.move)
        before, after = self.phrases
        moved = self.map.move()
        self.add(new)
        late = squish_rate_func(smooth, 0.4, 0.9)
        self.play(moved, FadeIn(self.map.trail, self.map.glow, after, rate_func=late), run_time=_MOVE)
        self.remove(old, before)

    def _enlarge(self) -> list[Animation]:
        """Return how the answer grows into what the matrices have left, where it stands beside them."""
        if self.stage.is_portrait:
            return []
        group = VGroup(*self.answer.parts(), self.titles[2], self.signs[1], self.seats[1])
        left = self.room.columns(1.45, 1, gap=0.5)[1].left if self.room.width > _WIDE else self.stand.right
        free = Region(left, self.room.right, self.room.bottom + _LOWER, self.room.top)
        factor = min(free.width / group.width, free.height / group.height, _LARGER)
        middle = point(free.right - factor * float(group.width) / 2, float(free.centre[1]))

        def grown(target: VMobject) -> VMobject:
            return target.scale(factor).move_to(middle)

        return [ApplyFunction(grown, group)]  # type: ignore[arg-type]
