"""Two heads' outputs become one vector per word (the end of "Multiple Key, Query, and Value Spaces").

The two value spaces fold up into a row of four numbers, a learned matrix turns it into a new embedding, which is read.
"""

from __future__ import annotations

from collections.abc import Mapping

from manim import (
    Animation,
    ApplyFunction,
    ApplyMethod,
    Create,
    FadeIn,
    FadeOut,
    LaggedStart,
    Rectangle,
    ReplacementTransform,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.article.heads.answer import Answer
from scenes.article.heads.claims import MULTI_HEAD_PROJECTION_CLAIMS
from scenes.article.heads.fold import Pleats, Strip
from scenes.article.heads.gate import Gate, RowOfO, Rows, titled
from scenes.article.heads.heads_figure import HEADS, RIM, HeadsFigure
from scenes.article.heads.product_line import ProductLine
from scenes.article.heads.projection import ColouredPhrase, Projection, project
from scenes.article.heads.value_stage import StagedSpace
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import HeroGlow, Token, haloed
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.text.number import format_vector
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.worlds import World

_FOLD, _READ, _OTHERS = 1.4, 1.6, 0.7
"""Seconds in which the spaces fold up, and in which the first sum, and each of the others, is read."""

_WIDE = 8.0
"""Scene units of width from which a sum of four products stands in one line."""

_SLAB = 0.16
"""Scene units: the thickness of the bars that measure a place in a space."""

_SMALL_ICON, _BESIDE, _LARGE_ICON = 0.55, 2.2, 3.3
"""Scene units: the word's icon above its row of O, beside it while that stands alone, and at the film's end."""

_LARGER = 1.4
"""The most by which the answer grows at the end."""

_LIT = 1.6
"""The height of an icon, scene units, that the usual glow surrounds."""

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
        """Make both spaces, the row of O, the learned matrix, and the new vector."""
        numbers, style = self.numbers, self.style
        self.word = numbers.words[numbers.position]
        inks = [self.ink_among(numbers.words, word) for word in numbers.words]
        self.phrase = HeaderPhrase(numbers.words, inks, self.stage, self.view, style=style)
        free = self.stage.below_header
        top = min(free.top, float(self.phrase.get_bottom()[1]) - 0.1)
        self.room = Region(free.left + RIM, free.right - RIM, free.bottom + 0.1, top)
        room = self.room.inset(top=0.55, bottom=0.5)
        across = not self.stage.is_portrait
        panes = room.columns(1, 1, gap=0.4) if across else room.rows(1, 1, gap=1.2)
        self.sides = self.staged(numbers.spaces, panes, [None, None], lambda word, _: self._ink(word))
        self._build_row(*self._blocks())

    def _ink(self, word: str) -> str:
        return self.ink_among(self.numbers.words, word)

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
        strips, right = [rows.strip(head, one) for head in range(len(HEADS))], self._middle(one)
        self.pleats = [
            Pleats(side.pane.region, _moved(strip, right), style=style)
            for side, strip in zip(self.sides, strips, strict=True)
        ]
        self.strips = [Strip(strip, style=style) for strip in strips]
        self.slabs = [self._slabs(side) for side in self.sides]
        terms, output = row[:, None] * numbers.W_O, numbers.output[numbers.position]
        self.answer = Answer(
            terms, output, numbers.before, numbers.axes, self.colors, answer, said=self.says("before"), style=style
        )
        self.work = ProductLine(
            row, numbers.W_O[:, 0], output[0], (theme.value, self.colors[0]), width=work.width,
            in_two=0 if self.room.width > _WIDE else 2, style=style,
        )  # fmt: skip
        laid(self.work.move_to(work.centre), Layer.LEDGER)
        self.titles = [
            titled("O", numbers.concat, theme.value, style=style),
            titled("W_O", numbers.W_O, theme.ink, style=style),
            titled("X'", numbers.output, theme.ink, style=style),
        ]
        for title, region in zip(self.titles, (one, gate, answer), strict=True):
            title.set_x(region.right - float(title.width) / 2 if region is one else float(region.centre[0]))
            title.on_baseline(rows.tops[0] + 0.24 if region is not answer else answer.top + 0.12)
        self.seat = point(one.left + _SMALL_ICON / 2 + 0.1, rows.tops[0] + 0.12 + _SMALL_ICON / 2)
        self.folded = VGroup(self.row, *self.strips, self.titles[0])
        self.learned = VGroup(self.gate, self.titles[1])
        self._centre(one, gate)
        self.stand = Region(one.left, gate.right, rows.bottom, rows.tops[0])

    def _middle(self, one: Region) -> float:
        """Return how far the row of O is to the right of its place at first, scene units."""
        return 0.0 if self.stage.is_portrait else float(self.room.centre[0] - one.centre[0]) + 0.5 * _BESIDE

    def _centre(self, one: Region, gate: Region) -> None:
        """Bring what comes first to the middle of the frame: it makes room when more comes."""
        middle = float(self.room.centre[0])
        wide = not self.stage.is_portrait
        self.aside = [
            point(self._middle(one)),
            point(middle - (one.left + gate.right) / 2) if wide else point(),
        ]
        self.folded.shift(self.aside[0])
        if wide:
            strip = self.strips[0]
            left = float(strip.get_left()[0]) - _BESIDE * 0.7
            self.first_seat = point(left, float(self.folded.get_y()))
        else:
            self.first_seat = self.seat
        self.learned.shift(self.aside[1])

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
        """Show both spaces, fold them up, show the matrix, work out one sum, then the others, and read the result."""
        numbers, times = self.numbers, self.style.times
        count, size = numbers.concat.shape[1], len(numbers.axes)
        with self.beat("heads", word=self.word):
            self.play(*(FadeIn(side.pane, side.title, side.ends) for side in self.sides), FadeIn(self.phrase),
                      run_time=times.move)  # fmt: skip
            self.play(*(FadeIn(*side.settled()) for side in self.sides), run_time=times.move)
            self.rest()
        with self.beat("concat", count=count, word=self.word):
            self._fold()
            self.rest()
        with self.beat("learned", count=count, size=size):
            cells = [FadeIn(VGroup(*cells, *digits)) for cells, digits in
                     zip(self.gate.cells, self.gate.numbers, strict=True)]  # fmt: skip
            if not self.stage.is_portrait:
                self._make_room(self.aside[1] - self.aside[0], self.seat + self.aside[1])
            self.play(FadeIn(self.gate.frame, self.titles[1]), LaggedStart(*cells, lag_ratio=0.3), run_time=times.slow)
            self.rest()
        axis, entry = numbers.axes[0], self.answer.numbers[0].shown
        with self.beat("entry", axis=axis, Axis=axis[:1].upper() + axis[1:], count=count, entry=entry):
            if not self.stage.is_portrait:
                self._make_room(-self.aside[1], self.seat, self.learned)
            come = [self.titles[2], self.answer.zero, self.answer.legend, self.work.spelled, self.work.equals]
            self.play(FadeIn(*come), run_time=times.quick)
            self._add_up(0, _READ)
            self.rest()
        with self.beat("row", rows=len(numbers.words)):
            self.play(FadeOut(self.work), run_time=times.quick)
            for column in range(1, size):
                self._add_up(column, _OTHERS)
            self.rest()
        high, low = self._reading()
        text = "updated" if high and low else "plain"
        listed = self.style.language.listed
        with self.beat("updated", text=text, word=self.word, high=listed(high), low=listed(low)):
            self._read()
            self.hold()

    def _fold(self) -> None:
        """Measure the word's place in both spaces; these fold up into strips, and the measures become their bars."""
        times = self.style.times
        self.play(*(Create(slab) for slabs in self.slabs for slab in slabs), run_time=times.move)
        apples = [side.apples[0] for side in self.sides]
        height = _SMALL_ICON if self.stage.is_portrait else min(_BESIDE, self.room.width / 5)
        self.hero = self._token(self.first_seat, height)
        gone: list[VMobject] = []
        for side in self.sides:
            gone += [side.title, side.ends, side.pane.grid]
            gone += [each for each in side.settled() if each is not side.apples[0]]
        self.play(*map(FadeOut, gone), run_time=times.quick)
        for side, pleats in zip(self.sides, self.pleats, strict=True):
            self.remove(side.pane, side.pane.glass, side.pane.grid)
            self.add(pleats)

        def follow(share: float) -> None:
            for pleats in self.pleats:
                pleats.fold(share)

        bars = zip((slab for slabs in self.slabs for slab in slabs), self.row.bars, strict=True)
        heroes = [(apples[0], self.hero), (apples[1], self.hero.copy())]
        moved = [ReplacementTransform(slab, bar) for slab, bar in bars]
        self.play(
            Live(self.pleats, follow),
            *moved,
            *(ReplacementTransform(apple, each) for apple, each in heroes),
            run_time=_FOLD,
        )
        self.remove(heroes[1][1])
        come = [*self.strips, self.row.zero, *self.row.numbers, *self.row.names, self.titles[0]]
        self.play(FadeIn(*come), FadeOut(*self.pleats), run_time=times.quick)

    def _token(self, at: Point, height: float) -> Token:
        """Return the word at a place of the frame."""
        return Token(self.word, at, self._ink(self.word), height=height, large=True, style=self.style)

    def _make_room(self, way: Point, seat: Point, *others: VMobject) -> None:
        """Move what has come so far aside, the word to its seat above its row."""
        smaller = self._token(seat, _SMALL_ICON)
        moved = [ApplyMethod(each.shift, way) for each in (self.folded, *others)]
        self.play(*moved, ReplacementTransform(self.hero, smaller), run_time=self.style.times.move)
        self.hero = smaller

    def _add_up(self, column: int, seconds: float) -> None:
        """Go down a column of the matrix, and let the new number's bar grow term by term."""
        answer, times, count = self.answer, self.style.times, len(self.gate.cells)
        reader, bar = self.gate.reader(column, self.style.theme.ink, self.style), answer.bars[column]
        answer.grow(column, 0.0)
        self.play(FadeIn(reader, answer.names[column], answer.outlines[column]), run_time=times.quick)
        self.add(bar)

        def follow(share: float) -> None:
            reader.move_to(self.gate.middle(share * (count - 1), column))
            answer.grow(column, share * count)

        self.play(Live([reader, bar], follow), run_time=seconds)
        result = [self.work.result] if column == 0 else []
        self.play(FadeOut(reader), FadeIn(answer.numbers[column], *result), run_time=times.quick)

    def _reading(self) -> tuple[list[str], list[str]]:
        """Return the axes of which the new vector has much, and those of which it has little."""
        numbers = self.numbers
        values: Tensor = numbers.output[numbers.position]
        least = _MUCH * float(values.max())
        high = [axis for axis, value in zip(numbers.axes, values.tolist(), strict=True) if value > max(least, 0.0)]
        return high, [axis for axis in numbers.axes if axis not in high]

    def _read(self) -> None:
        """Let the arithmetic leave, and the word stand large beside its new numbers."""
        times, style, ink = self.style.times, self.style, self._ink(self.word)
        gone = [*self.strips, self.row, self.gate, *self.titles[:2]]
        self.play(*map(FadeOut, gone), run_time=times.quick)
        height = min(_LARGE_ICON, 0.8 * self.stand.height)
        if has_icon(self.word, style):
            hero: VMobject = Token(self.word, self.stand.centre, ink, height=height, style=style)
        else:
            hero = haloed(Label(self.word, size=style.sizes.hero, color=ink, within=self.stand.width, style=style),
                          style).move_to(self.stand.centre)  # fmt: skip
        glow = HeroGlow(self.stand.centre, ink, style=style).scale(height / _LIT)
        self.play(ReplacementTransform(self.hero, hero), FadeIn(glow), *self._enlarge(), run_time=times.slow)

    def _enlarge(self) -> list[Animation]:
        """Return how the answer grows into what the matrices have left, where it stands beside them."""
        if self.stage.is_portrait:
            return []
        group = VGroup(*self.answer.parts(), self.titles[2])
        left = float(self.room.centre[0]) if self.room.width > _WIDE else self.stand.right
        free = Region(left, self.room.right, self.room.bottom, self.room.top)
        factor = min(free.width / group.width, free.height / group.height, _LARGER)
        middle = point(free.right - factor * float(group.width) / 2, float(free.centre[1]))

        def grown(target: VMobject) -> VMobject:
            return target.scale(factor).move_to(middle)

        return [ApplyFunction(grown, group)]  # type: ignore[arg-type]


def _moved(region: Region, right: float) -> Region:
    """Return a region some scene units farther to the right."""
    return Region(region.left + right, region.right + right, region.bottom, region.top)
