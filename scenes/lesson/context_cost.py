"""The pattern of attention grows as the square of the context (the lesson on multi-headed attention), to scale."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from manim import (
    LEFT,
    Animation,
    ApplyMethod,
    FadeIn,
    FadeOut,
    Rectangle,
    Square,
    VGroup,
    VMobject,
    linear,
)
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.layout import fit
from scenes.lesson.counting_line import CountingLine
from scenes.lesson.counts import (
    HERO,
    MODELS,
    YEAR,
    Count,
    HeroCount,
    OfModel,
    spoken,
    spoken_time,
    time_to_count,
    written_time,
)
from scenes.lesson.pattern_tiles import MASKED, SEEN, Tiles, grid, points_of
from scenes.lesson.written_step import WrittenStep
from scenes.motion.live import Live
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_SEAM, _CELL_SEAM, _MOST_TILES = 0.035, 0.08, 128
"""Scene units free between two patterns; the share of a cell's pitch that is free between two cells; the most tiles in
a row: beyond, a row is one area."""

_BYTES, _UNITS = 2, (("terabytes", 1e12), ("gigabytes", 1e9), ("megabytes", 1e6), ("bytes", 1.0))
"""The bytes of a weight at half precision, and units of memory, the largest first."""

_NOW = 2026
_LANDMARKS = (
    ("dinosaurs", 66e6),
    ("tools", 3.3e6),
    ("people", 300e3),
    ("paintings", 51.2e3),
    ("farms", 11.5e3),
    ("writing", 5.2e3),
    ("columbus", _NOW - 1492.0),
    ("moon", _NOW - 1969.0),
)
"""Years since something that everybody knows, the longest ago first.

Sources: Renne et al. (2013), Harmand et al. (2015), Hublin et al. (2017), Oktaviana et al. (2024); farms and writing as
museums date them.
"""

_NEAR = 0.45
"""The least part of a count's time that must have passed since a landmark so that it is worth a mention."""

_ABOVE, _AIR, _DIMENSION, _TICK = 0.5, 0.18, 0.14, 0.07
"""Scene units for the line above the square, beside words, from the square to the line of a length, and half its ends.
"""

_ZOOM, _COUNTING, _ROWS_COME, _SWEEP, _LANDS, _LIT = 0.8, 1.4, 1.1, 1.8, 0.45, 6
"""Seconds in which square and bar shrink, in which somebody counts, in which a few words' cells arrive, in which layers
are used and forgotten, and in which a number lands; the layers after which a used one is gone."""

_LARGE = 1.2
"""The size of a time that has just been counted, as a multiple of a hero number's."""

_MOST_CELLS = 64
"""Cells in a row at which single ones are not seen any more."""

_LOW = 2.75
"""Scene units for the bar and its texts where it lies below the picture."""

_PERSON, _BAR = 0.95, 0.42
"""Scene units: the height of the person who counts, and of the bar."""

_SWATCH = 0.36
"""Scene units: the side of a cell beside what it says."""

_TAG = 0.3
"""Scene units above the square's upper edge where the length of the shortest context stands at last."""

_BESIDE = 0.45
"""Scene units free at the least between a time that has been counted and the person."""

_LARGE_AT = 1.08
"""The baseline of the memory of all layers, a share of the height of written arithmetic."""

_SHARED = (0.07, 0.86)
"""Shares of the height of the bar's room: how far above it the room for a division begins, and how high that is."""


class Contexts(OfModel):
    """The parameters: whose dimensions, and three lengths of a context."""

    contexts: tuple[int, int, int] = Field((2048, 8192, 131072), description="Three lengths of a context, growing.")


@dataclass(frozen=True)
class Cost:
    """Patterns of attention over contexts of three lengths: a cell for each pair of words, those ahead masked."""

    model: str
    heads: int
    layers: int
    lengths: tuple[str, ...]
    unit: str
    layer_unit: str
    tokens: Tensor = quantity("The length of each context.", rows="lengths")
    weights: Tensor = quantity("The cells of one head's pattern over each context.", rows="lengths")
    layer_weights: Tensor = quantity("The cells of all heads in one layer over the longest context.")
    all_weights: Tensor = quantity("The cells of all heads in all layers over the longest context.")
    memory: Tensor = quantity("What these cells would take, in the largest unit of which they fill one.")
    layer_memory: Tensor = quantity("What those of one layer would take, in the largest unit of which they fill one.")
    cell_bytes: Tensor = quantity("The bytes of one cell, at half precision.")
    longer: Tensor = quantity("How many times longer the last context is than the first.")
    larger: Tensor = quantity("How many times larger its pattern is.")
    factors: Tensor = quantity("How many times the cells before each count is, after the first.", rows="steps")
    of_heads: Tensor = quantity("One layer's patterns: in a row, in a column, and all.", rows="sides")
    of_layers: Tensor = quantity("The layers: in a row, in a column, and all.", rows="sides")
    takes: Tensor = quantity("How long it takes to count each, and all, one a second.", rows="units")
    since: Tensor = quantity("The part of that time that has passed since its landmark; 0 without one.", rows="units")
    units: tuple[str, ...] = ()
    landmarks: tuple[str, ...] = ()
    steps: tuple[str, ...] = ("longer", "longest", "heads", "layers")
    sides: tuple[str, ...] = ("across", "down", "all")


def _grows_as_the_square(numbers: Cost, world: World) -> Measurement:
    longer, larger = float(numbers.longer), float(numbers.larger)
    return Measurement(
        abs(larger - longer**2) < 1e-6 * larger, f"{longer:,.0f} times as long, {larger:,.0f} times as large"
    )


def _memory(cells: Tensor) -> tuple[Tensor, str]:
    """Return what cells take, in the largest unit of which they fill one, and the key of the unit."""
    size = _BYTES * cells
    unit, one = next((each for each in _UNITS if float(size) >= each[1]), _UNITS[-1])
    return size / one, unit


def _landmark(seconds: float) -> tuple[str, float]:
    """Return what happened nearly as long ago, and the part of the time that has passed since; or nothing, and 0."""
    key, years = next((each for each in _LANDMARKS if each[1] * YEAR <= seconds), ("", 0.0))
    share = years * YEAR / seconds
    return (key, share) if share >= _NEAR else ("", 0.0)


def _factor(times: float) -> str:
    """Return how many times as much something is, as it is said: 4, 1,024, 1.5."""
    return f"{times:,.{0 if times == round(times) else 1}f}"


class ContextCost(PlaneFigure):
    """lesson-context-cost: a context some times longer has a pattern that many times taller and wider."""

    name = "lesson-context-cost"
    Parameters = Contexts
    numbers: Cost
    with_plane = False
    with_record = False
    claims = (Claim("The pattern grows as the square of the context.", _grows_as_the_square),)

    @classmethod
    def compute(cls, parameters: Contexts, world: World) -> Cost:
        """Count the weights of patterns over contexts of three lengths."""
        model, dims, _ = MODELS[parameters.dims]
        tokens = torch.tensor(parameters.contexts, dtype=torch.float64)
        weights = torch.tensor([dims.pattern_numbers(length) for length in parameters.contexts], dtype=torch.float64)
        layer = weights[-1] * dims.heads
        whole = layer * dims.layers
        lengths = tuple(f"{length:,}" for length in parameters.contexts)
        longer, larger = tokens[-1] / tokens[0], weights[-1] / weights[0]
        (memory, unit), (layer_memory, layer_unit) = map(_memory, (whole, layer))
        counts = torch.cat([weights, torch.stack([layer, whole])])
        takes, units = time_to_count(counts)
        landmarks, since = zip(*map(_landmark, counts.tolist()), strict=True)
        of_heads, of_layers = (
            torch.tensor([*grid(count), count], dtype=torch.float64) for count in (dims.heads, dims.layers)
        )
        return Cost(
            model, dims.heads, dims.layers, lengths, unit, layer_unit, tokens, weights, layer, whole, memory,
            layer_memory, torch.tensor(float(_BYTES), dtype=torch.float64), longer, larger, counts[1:] / counts[:-1],
            of_heads, of_layers, takes, torch.tensor(since, dtype=torch.float64), units, landmarks,
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Cost) -> Mapping[str, object]:
        """Return the lengths, the weights in each pattern, and how many patterns there are."""
        return {
            "lengths": ", ".join(numbers.lengths),
            "weights": ", ".join(f"{weight:,.0f}" for weight in numbers.weights.tolist()),
            "heads": numbers.heads,
            "layers": numbers.layers,
        }

    # --- What is seen -------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the square that is always full, the arithmetic beside it, and the bar of time."""
        numbers, style, sizes = self.numbers, self.style, self.style.sizes
        ink = [style.theme.ink]
        self.title, self.supposed = (
            HeaderPhrase([self.says(key, model=numbers.model)], ink, self.stage, self.view, style=style)
            for key in ("one-head", "supposed")
        )
        self.picture, self.work, self.time_room = self._regions()
        self.few = self.says("words").split()
        self.names = [[self._typed(word) for word in self.few] for _ in range(2)]
        beside = [Count(tokens, size=sizes.number, style=style) for tokens in numbers.tokens[:2]]
        widest = max(float(text.width) for text in [*beside, *self.names[1]])
        room = self.picture.inset(left=widest + _DIMENSION + _TICK + _AIR / 2, top=_ABOVE)
        self.side = min(room.width, room.height)
        self.corner = point(room.left + (room.width - self.side) / 2, room.top - (room.height - self.side) / 2)
        self.frame = Square(self.side).move_to(self.corner + point(self.side / 2, -self.side / 2))
        self.frame.set_stroke(style.theme.dim, style.strokes.thin)
        for number in beside:
            number.next_to(self.frame, LEFT, buff=_DIMENSION + _TICK + _AIR / 2)
        self.beside = beside
        self.long = self._dimension()
        self._place_names()
        self.step = self._written_step()
        self.lying: list[VMobject] = []
        self.marks: list[VMobject] = []
        self.tag: list[VMobject] = []
        self.piece = 0.0
        self.short: list[VMobject] = []
        self.told: list[VMobject] = []
        self._lay_the_line()

    def _written_step(self) -> WrittenStep:
        """Return where arithmetic is written: as large as the largest count may be, with names where there is room."""
        style, usual = self.style, HERO * self.style.sizes.number
        largest = float(HeroCount(self.numbers.all_weights, size=usual, style=style).width)
        name = float(self._said("cells").width) + _AIR
        named = self.work.width - name >= largest / HERO
        large = usual * min(1.0, (self.work.width - named * name) / largest)
        return WrittenStep(self.work, large, min(style.sizes.number, large), style, named=named)

    def _regions(self) -> tuple[Region, Region, Region]:
        """Return where the picture, the arithmetic and the bar of time are."""
        free = self.stage.below_header.inset(bottom=0.15)
        if self.stage.is_wide:
            picture, column = free.columns(1.2, 1.0, gap=0.5)
            work, time = column.rows(2.05, 3.9)
            return picture, work, time
        if self.stage.is_portrait:
            picture, below = free.rows(1.1, 1.0, gap=0.3)
            work, time = below.rows(2.05, 3.9)
            return picture, work, time
        upper, time = free.rows(free.height - _LOW, _LOW)
        picture, work = upper.columns(1.15, 1.0, gap=0.4)
        return picture, work, time

    def _lay_the_line(self) -> None:
        """Make the bar of time with the person, and find the lines of its texts."""
        style, room = self.style, self.time_room
        is_low = not (self.stage.is_wide or self.stage.is_portrait)
        self.yellow = style.theme.families[0]
        heights = (0.7, 0.7, 1.25, 2.08, 2.58) if is_low else (0.62, 1.5, 2.05, 3.02, 3.62)
        full = _LOW if is_low else 3.9
        self.pace_at, self.hero_at, top, *below = (room.top - room.height * each / full for each in heights)
        self.below = below
        share = room.height / full
        self.walk = CountingLine(
            room.left, room.right, top, _BAR * share, _PERSON * share * (0.45 if is_low else 1.0), color=self.yellow,
            style=style,
        )  # fmt: skip
        self.walk.person.set_z_index(3)
        self.pace = self._said("one-a-second", within=(0.35 if is_low else 1.0) * room.width)
        self.pace.set_x(room.left + float(self.pace.width) / 2).on_baseline(self.pace_at)
        self.free = room.left + (float(self.pace.width) + 0.3) * is_low
        large, free = _LARGE * style.sizes.hero, room.right - float(self.walk.person.width) - _BESIDE - self.free
        widest = max(float(self._time(index, large).width) for index in range(len(self.numbers.units)))
        self.time_size = large * min(1.0, free / widest)

    def _time(self, index: int, size: float) -> Row:
        return written_time(self, self.numbers.takes[index], self.numbers.units[index], size, self.yellow)

    def _typed(self, text: str, *, color: str | None = None, within: float | None = None) -> Label:
        return Label(text, size=self.style.sizes.number, color=color, within=within, style=self.style)

    def _said(self, key: str, *, color: str | None = None, within: float | None = None, **values: object) -> Label:
        return self._typed(self.says(key, **values), color=color, within=within)

    def _place_names(self) -> None:
        """Put the few words above their columns and at the left of their rows."""
        pitch, (above, beside) = self.side / len(self.few), self.names
        if max(float(name.width) for name in above) > pitch:  # then only those that are spoken of
            for name in (above[0], *above[2:-1]):
                name.set_opacity(0)
        for index, (high, left) in enumerate(zip(above, beside, strict=True)):
            high.set_x(self.corner[0] + (index + 0.5) * pitch).on_baseline(self.corner[1] + _AIR)
            left.set_x(self.corner[0] - _AIR - left.width / 2)
            left.on_baseline(self.corner[1] - (index + 0.5) * pitch - 0.1)

    def _above(self, *pieces: Tensor | str) -> Row:
        """Return numbers and words in a line above the square."""
        size, style = self.style.sizes.number, self.style
        row = Row([self._typed(each) if isinstance(each, str) else Count(each, size=size, style=style)
                   for each in pieces], 0.16)  # fmt: skip
        fit(row, 2 * (self.picture.right - float(self.frame.get_x())))
        return row.set_x(self.frame.get_x()).on_baseline(float(self.corner[1]) + _AIR)

    def _context(self, index: int) -> VGroup:
        """Return how long a context is, above the square, amid a line from its left to its right edge."""
        theme, width = self.style.theme, self.style.strokes.thin
        row, lines = self._above(self.numbers.tokens[index], self.says("tokens")), VGroup()
        y, right = float(self.corner[1]) + _AIR + 0.1, float(self.corner[0]) + self.side
        for edge, inner in ((float(self.corner[0]), float(row.get_left()[0])), (right, float(row.get_right()[0]))):
            if abs(inner - edge) > 2 * _AIR:
                inner += -_AIR if inner > edge else _AIR
                lines.add(thin_line(point(edge, y), point(inner, y), theme.dim, width))
                lines.add(thin_line(point(edge, y - _TICK), point(edge, y + _TICK), theme.dim, width))
        return VGroup(row, lines)

    def _dimension(self) -> VMobject:
        """Return a line with two ends at the left of the square, as tall as that."""
        x, top = float(self.corner[0]) - _DIMENSION, float(self.corner[1])
        line, low = VMobject(stroke_color=self.style.theme.dim, stroke_width=self.style.strokes.thin), top - self.side
        for start, end in ((top, top), (top, low), (low, low)):
            half = _TICK * (start == end)
            line.start_new_path(point(x - half, start)).add_line_to(point(x + half, end))
        return line

    def _cells(self, count: float) -> Tiles:
        """Return a cell for each pair of words, as many words as fit the square: those ahead of a word are masked."""
        pitch = self.side / count
        return self._tiles((pitch, pitch), count, count, seam=_CELL_SEAM * pitch, is_one=True, halves=False)

    def _tiles(
        self, pitch: tuple[float, float], across: float, down: float, *, seam: float = _SEAM, is_one: bool,
        halves: bool = True,
    ) -> Tiles:  # fmt: skip
        return Tiles(
            self.corner, pitch, across, down, seam=seam, is_one=is_one, halves=halves, style=self.style,
            color=self.style.theme.query,
        )  # fmt: skip

    def _pattern(self) -> Tiles:
        """Return one pattern that fills the square."""
        return self._tiles((self.side, self.side), 1, 1, seam=0.0, is_one=True)

    def _box_at(self, row: int, column: int) -> Square:
        """Return the outline of a cell of the few words."""
        pitch = self.side / len(self.few)
        mark = Square(pitch * (1 - _CELL_SEAM), stroke_color=self.style.theme.ink, stroke_width=self.style.strokes.bold)
        return mark.move_to(self.corner + pitch * point(column + 0.5, -row - 0.5)).set_z_index(2)

    def _note(self, key: str, opacity: float, row: int, column: int) -> VGroup:
        """Return what a cell says, with the cell's colour before it: beside its row, or below the square."""
        words = {"row": self.few[row], "column": self.few[column]}
        room, pitch, high = self.work, self.side / len(self.few), _SWATCH
        y = float(self.corner[1]) - (row + 0.5) * pitch
        if not self.stage.is_wide:
            room = self.work if self.stage.is_portrait else self.time_room
            y = room.top - (row + 0.5) / len(self.few) * min(room.height, 2.0)
        swatch = colour_area(Square(high, stroke_width=0), self.style.theme.query, opacity, self.style)
        swatch.move_to(point(room.left + high / 2, y))
        text = self._said(key, within=room.width - high - _AIR, **words)
        text.set_x(room.left + high + _AIR + float(text.width) / 2).on_baseline(y - 0.1)
        return VGroup(swatch, text)

    # --- How it is told -----------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show what a cell is, count those of longer and longer contexts and of all heads, and how they are used."""
        numbers = self.numbers
        with self.beat("pair"):
            self._show_few()
            self.rest()
        with self.beat("short", tokens=numbers.lengths[0], count=spoken(self, float(numbers.weights[0]))):
            self._leave_few()
            self._count_first()
            self.rest()
        for index, name in ((1, "longer"), (2, "longest")):
            times = float(numbers.tokens[index] / numbers.tokens[index - 1])
            words = {"times": _factor(times), "tiles": _factor(times**2)}
            with self.beat(name, takes=self._spoken_time(index), **words):
                self._grow(index, times)
                self.rest()
        with self.beat("heads", heads=numbers.heads, takes=self._spoken_time(3)):
            self._show_heads()
            self.rest()
        with self.beat("layers", layers=numbers.layers, heads=numbers.heads, takes=self._spoken_time(4)):
            self._show_layers()
            self.hold()
        memory = f"{float(numbers.memory):,.0f} {self.says(numbers.unit)}"
        with self.beat("kept", memory=memory):
            self._weigh()
            self._forget()
            self.hold()

    def _spoken_time(self, index: int) -> str:
        return spoken_time(self, float(self.numbers.takes[index]), self.numbers.units[index])

    def _show_few(self) -> None:
        """Show a cell for every pair of a few words, row by row, and say what two of them are."""
        quick, theme = self.style.times.quick, self.style.theme
        self.play(FadeIn(self.title, self.frame, *self.names[0], *self.names[1]), run_time=quick)
        last = len(self.few) - 1
        self.few_cells = self._cells(len(self.few))
        self.add(self.few_cells)
        count = len(self.few_cells.shares) - 1
        self.play(
            Live([*self.few_cells.areas], lambda progress: self.few_cells.show_first(round(progress * count)),
                 rate_func=linear, run_time=_ROWS_COME),
        )  # fmt: skip
        self.notes, lit = VGroup(), list[Label]()
        for key, row, column, opacity in (("looks", last, 1, SEEN), ("ahead", 1, last, MASKED)):
            mark, note = self._box_at(row, column), self._note(key, opacity, row, column)
            lit += [self.names[1][row], self.names[0][column]]
            dimmed = [name for names in self.names for name in names if name not in lit]
            self.play(
                FadeIn(mark, note), *(ApplyMethod(name.set_fill, theme.ink) for name in lit),
                *(ApplyMethod(name.set_fill, theme.dim) for name in dimmed), run_time=2 * quick,
            )  # fmt: skip
            self.wait(2 * quick)
            self.notes.add(mark, note)

    def _leave_few(self) -> None:
        """Let cells of more and more words come into the square, until single ones are not seen any more."""
        few, quick = len(self.few), self.style.times.quick
        self.play(FadeOut(*self.names[0], *self.names[1], self.notes), run_time=quick)

        def follow(progress: float) -> None:
            more = self._cells(few * (_MOST_CELLS / few) ** progress)
            for area, other in zip(self.few_cells.areas, more.areas, strict=True):
                area.points = other.points

        self.play(Live([*self.few_cells.areas], follow), run_time=_ZOOM)
        self.top = self._context(0)
        self.lying = [self._pattern()]
        first, second = (Count(self.numbers.tokens[0], size=self.step.small, style=self.style) for _ in range(2))
        tokens = self.says("tokens")
        self.play(
            FadeOut(self.few_cells), FadeIn(*self.lying, self.top, self.beside[0], self.long),
            *self.step.first(first, tokens), run_time=quick,
        )  # fmt: skip
        self.play(*self.step.ask("×", second, tokens), run_time=quick)
        self._answer(self.numbers.weights[0])

    def _answer(self, cells: Tensor) -> None:
        """Let the result of a step land: a number of cells."""
        self.play(*self.step.answer(partial(self._hero, cells), self.says("cells")), run_time=_LANDS)

    def _hero(self, value: Tensor, size: float) -> HeroCount:
        return HeroCount(value, size=size, style=self.style)

    def _count_first(self) -> None:
        """Let somebody count the cells of the first pattern from above, one a second, along the whole bar."""
        self.add(self.walk)
        self.play(FadeIn(self.walk.person, self.pace), run_time=self.style.times.quick)
        start, end = self.corner, self.corner + point(self.side)
        scan = thin_line(start, end, self.yellow, self.style.strokes.bold).set_z_index(3)
        self.add(scan)

        def follow(progress: float) -> None:
            self.walk.put(progress, walks=True)
            down = point(0.0, -progress * self.side)
            scan.set_points_as_corners([start + down, end + down])

        self.play(Live([*points_of([self.walk]), scan], follow, run_time=_COUNTING))
        self.remove(scan)
        self._say_time(0)

    def _say_time(self, index: int) -> None:
        """Say how long counting has taken, above the bar, and what happened nearly as long ago, below it."""
        hero = self._time(index, self.time_size).starting_at(self.free).on_baseline(self.hero_at)
        self.told = [hero, *self._landmark(index)]
        self.play(*map(FadeIn, self.told), run_time=_LANDS)

    def _landmark(self, index: int) -> list[VMobject]:
        """Return a line below the bar where something happened, and what that was; nothing where nothing is known."""
        key, theme = self.numbers.landmarks[index], self.style.theme
        if not key:
            return []
        x, low = self.walk.at(float(self.numbers.since[index])), self.below[1]
        text = self._said(key, within=self.time_room.width).on_baseline(low)
        half = float(text.width) / 2
        text.set_x(min(max(x, self.time_room.left + half), self.time_room.right - half))
        mark = thin_line(point(x, self.walk.low - 0.03), point(x, low + 0.36), theme.ink, self.style.strokes.line)
        return [mark, text]

    def _tag(self, index: int) -> list[VMobject]:
        """Return how long an earlier count took, below its part of the bar, with a leader to that."""
        x = (self.walk.left + self.walk.at(1 / float(self.numbers.factors[index]))) / 2
        text = self._time(index, self.style.sizes.number)
        text.starting_at(self.time_room.left).on_baseline(self.below[0])
        top = self.below[0] + 0.34
        return [text, thin_line(point(x, self.walk.low - 0.03), point(x, top), self.yellow, self.style.strokes.line)]

    def _clear(self, *more: Animation, leaving: Sequence[VMobject] = ()) -> None:
        """Let all leave that belongs to the count before; the bar becomes bright as a whole, as that is counted."""
        gone, self.told = [*self.told, *leaving], []
        piece = self.piece
        brighten = Live([self.walk.piece], lambda share: self.walk.put(1.0, piece + share * (1 - piece)))
        self.play(*self.step.clear(), FadeOut(*gone), brighten, *more, run_time=self.style.times.quick)

    def _zoom_out(
        self, things: Sequence[VMobject], share: tuple[float, float], index: int, *also: Animation,
        name: VMobject | None = None,
    ) -> None:  # fmt: skip
        """Let all that is counted shrink towards its corner, and the whole bar to its part of the next one.

        Args:
            things: what fills the square.
            share: of their width, and of their height.
            index: the count to which the bar belongs.
            also: motions at the same time.
            name: the length at the square's left, whose line becomes shorter with the square: it stays at its middle.
        """
        family, inset, sizes = points_of(things), _SEAM / 2, np.array([*share, 1.0])
        shapes, end = [part.points.copy() for part in family], self.corner + point(inset, -inset)
        part_of_bar = 1 / float(self.numbers.factors[index - 1])
        lines = [self.long] if name else []
        long, hook = self.long.points.copy(), point(0.0, float(self.corner[1]))

        def follow(progress: float) -> None:
            now, at = sizes**progress, self.corner + progress * (end - self.corner)
            for part, points in zip(family, shapes, strict=True):
                part.points = at + now * (points - self.corner)
            self.walk.put(part_of_bar**progress, part_of_bar**progress)
            if name:
                self.long.points = hook + np.array([1.0, now[1], 1.0]) * (long - hook)
                name.set_y(float(self.long.get_y()))

        moved = [*family, *points_of([self.walk]), *lines, *([name] if name else [])]
        self.play(Live(moved, follow, run_time=_ZOOM), *self.step.rise(), *also, run_time=_ZOOM)
        self.piece = part_of_bar

    def _count_out(self, shown: Sequence[VMobject], show_share: Callable[[float], None], *also: Animation) -> None:
        """Let what is counted appear from its first part on, while the person walks as far along the bar."""
        first = self.piece

        def follow(progress: float) -> None:
            share = first + progress * (1 - first)
            show_share(share)
            self.walk.put(share, first, walks=True)

        self.play(Live([*shown, *points_of([self.walk])], follow, run_time=_COUNTING), *also, run_time=_COUNTING)

    def _mark(self, wide: float, tall: float) -> Rectangle:
        """Return the outline of the first part of the square."""
        mark = Rectangle(width=wide, height=tall).move_to(self.corner + point(wide / 2, -tall / 2)).set_z_index(2)
        return mark.set_stroke(self.style.theme.ink, self.style.strokes.line)

    def _grow(self, index: int, times: float) -> None:
        """Let a context become longer: its old pattern shrinks, and others like it fill the square.

        Args:
            index: which context.
            times: how many times longer it is than the one before.
        """
        numbers, pitch, quick = self.numbers, self.side / min(times, _MOST_TILES), self.style.times.quick
        titles = [FadeIn(self.supposed)] if index == 1 else []
        if index == 1:
            self._clear(leaving=[self.top, self.title])
        else:
            self._name_the_short()
        share = (pitch - _SEAM) / self.side
        self._zoom_out([*self.lying, *self.marks], (share, share), index, *titles, name=self.beside[index - 1])
        self.remove(*self.lying, *points_of(self.lying))
        tiles = self._tiles((pitch, pitch), min(times, _MOST_TILES), min(times, _MOST_TILES), is_one=True)
        tiles.show_first(1)
        self.add(tiles)
        self.lying = [tiles]
        self.marks.append(self._mark(pitch, pitch))
        self.tag, self.top = self._tag(index - 1), self._context(index)
        factor = self._times(numbers.factors[index - 1])
        self.play(FadeIn(self.marks[-1], *self.tag, self.top), *self.step.ask("×", factor, self.says("squares")),
                  run_time=quick)  # fmt: skip
        self._count_out(tiles.areas, tiles.show_share)
        self._answer(numbers.weights[index])
        self._say_time(index)

    def _times(self, factor: Tensor) -> Number:
        """Return a factor of cells: a whole number, where it is one."""
        size, style = self.step.small, self.style
        is_whole = float(factor) == round(float(factor))
        return Count(factor, size=size, style=style) if is_whole else Number(factor, size=size, style=style)

    def _name_the_short(self) -> None:
        """Let the longer pattern become one, as tall as the line beside it says; the shorter one's length goes up."""
        short, style = self.beside[0].copy(), self.style
        short.set_y(float(self.corner[1]) + _TAG)
        start, end = (float(short.get_right()[0]) + 0.06, float(short.get_y())), self.corner + point(-0.02, 0.02)
        leader = thin_line(point(*start), end, style.theme.ink, style.strokes.thin).set_z_index(3)
        old, self.long, self.short = self.long, self._dimension(), [short, leader]
        self._become_one([self.top, *self.tag, self.beside[0], old], FadeIn(self.beside[1], self.long, *self.short))

    def _become_one(self, leaving: Sequence[VMobject], *more: Animation) -> None:
        """Let the patterns that fill the square become one pattern, and what belongs to the count before leave."""
        whole = self._pattern()
        self._clear(FadeIn(whole), *more, leaving=[*leaving, *self.lying])
        self.lying = [whole]

    def _show_heads(self) -> None:
        """Let the longest pattern become one of those of a layer: one for each head."""
        numbers, quick = self.numbers, self.style.times.quick
        across, down, count = numbers.of_heads
        pitch = self.side / float(across), self.side / float(down)
        edge = self._mark(self.side, self.side)
        one = self._above(self.says("one"))
        self._become_one([self.top, *self.tag, self.beside[1], self.long, *self.short, *self.marks], FadeIn(edge, one))
        self.wait(quick)
        self.play(FadeOut(one), run_time=quick)
        wide, tall = ((each - _SEAM) / self.side for each in pitch)
        self._zoom_out([*self.lying, edge], (wide, tall), 3)
        self.remove(*self.lying, *points_of(self.lying))
        self.block = self._tiles(pitch, float(across), float(down), is_one=False)
        self.block.show_first(1)
        self.add(self.block)
        self.tag, self.edge = self._tag(2), edge
        self.top = self._grid_said(numbers.of_heads, self.says("heads"))
        factor = Count(count, size=self.step.small, style=self.style)
        self.play(FadeIn(*self.tag, self.top), *self.step.ask("×", factor, self.says("heads")), run_time=quick)
        self._count_out(self.block.areas, self.block.show_share)
        self._answer(numbers.layer_weights)
        self._say_time(3)

    def _grid_said(self, sides: Tensor, name: str) -> Row:
        """Return how many things stand across and down, and all of them; only these where the last row is not full."""
        across, down, count = sides
        return self._above(*([across, "×", down, "="] if across * down == count else []), count, name)

    def _show_layers(self) -> None:
        """Let the block of one layer become one of all layers'."""
        numbers, quick = self.numbers, self.style.times.quick
        across, down, count = numbers.of_layers
        pitch = self.side / float(across), self.side / float(down)
        self._clear(leaving=[self.top, *self.tag, self.edge])
        self._zoom_out([self.block], ((pitch[0] - _SEAM) / self.side, (pitch[1] - _SEAM) / self.side), 4)
        self.wall = self._wall(*pitch)
        self.tag, self.top = self._tag(3), self._grid_said(numbers.of_layers, self.says("layers"))
        self.edge = self._mark(*pitch)
        factor = Count(count, size=self.step.small, style=self.style)
        self.add(self.wall)
        areas = [area for layer in self.wall for area in layer]
        shapes = [area.points.copy() for area in areas]
        each = len(areas) // len(self.wall)

        def show_share(part: float) -> None:
            for index, (area, points) in enumerate(zip(areas, shapes, strict=True)):
                area.points = points if index // each < part * len(self.wall) - 1e-6 else points[:0]

        show_share(self.piece)
        self.play(FadeIn(*self.tag, self.top, self.edge), FadeOut(self.block),
                  *self.step.ask("×", factor, self.says("layers")), run_time=quick)  # fmt: skip
        self._count_out(areas, show_share)
        self._answer(numbers.all_weights)
        self._say_time(4)

    def _wall(self, wide: float, tall: float) -> VGroup:
        """Return a block for each layer, row by row, with the patterns of its heads; on paper it is one outline."""
        across, style = int(self.numbers.of_layers[0]), self.style
        block = VGroup(colour_area(self._layer_box(wide, tall), style.theme.query, 1.0, style))
        if style.theme.filled:
            heads_across, heads_down, _ = self.numbers.of_heads.tolist()
            pitch = (wide - _SEAM) / heads_across, (tall - _SEAM) / heads_down
            block = VGroup(*self._tiles(pitch, heads_across, heads_down, seam=0.0, is_one=False).areas)
            block.shift(point(_SEAM / 2, -_SEAM / 2))
        return VGroup(*(
            block.copy().shift(point(index % across * wide, -(index // across) * tall))
            for index in range(self.numbers.layers)
        ))  # fmt: skip

    def _layer_box(self, wide: float, tall: float) -> Rectangle:
        """Return the outline of the first layer's block."""
        box = Rectangle(width=wide - _SEAM, height=tall - _SEAM, stroke_width=0)
        return box.move_to(self.corner + point(wide / 2, -tall / 2))

    def _weigh(self) -> None:
        """Let all leave that was about counting; say what all cells would take if they were kept."""
        numbers, quick = self.numbers, self.style.times.quick
        gone = [self.walk, self.pace, *self.told, *self.tag, self.edge]
        self.play(*self.step.clear(), FadeOut(*gone), run_time=quick)
        self.play(*self.step.rise(), run_time=_LANDS)
        self.play(*self.step.ask("×", self._times(numbers.cell_bytes), self.says("bytes-a-cell")), run_time=quick)
        amount = partial(self._amount, numbers.memory, numbers.unit, self.style.theme.ink)
        answer = self.step.answer(amount, self.says("if-kept"), size=self._memory_size(), at=_LARGE_AT)
        self.play(*answer, run_time=_LANDS)
        self.wait(2 * quick)
        room, (above, share) = self.time_room, _SHARED
        top = room.top + above * room.height
        self.division = WrittenStep(
            Region(room.left, room.right, top - share * room.height, top), self.step.large, self.step.small, self.style,
        )  # fmt: skip
        self.play(*self.division.ask("÷", self._times(numbers.of_layers[2]), self.says("layers")), run_time=quick)

    def _memory_size(self) -> float:
        """Return the size at which both amounts of memory fit beside what they are."""
        name = max(float(self._said(key).width) for key in ("if-kept", "one-layer")) + 2 * _AIR
        memories = ((self.numbers.memory, self.numbers.unit), (self.numbers.layer_memory, self.numbers.layer_unit))
        large = _LARGE * self.style.sizes.hero
        widest = max(float(self._amount(*each, self.style.theme.ink, large).width) for each in memories)
        return large * min(1.0, (self.work.width - name * self.step.is_named) / widest)

    def _forget(self) -> None:
        """Use the wall layer by layer: a block lights up and is gone, but for the last; say what that takes."""
        numbers, theme, style = self.numbers, self.style.theme, self.style
        layers = [*self.wall]
        across, down, _ = numbers.of_layers.tolist()
        box = self._layer_box(self.side / across, self.side / down).set_stroke(theme.axis, style.strokes.hair)
        ghosts = VGroup(*(box.copy().move_to(layer) for layer in layers)).set_z_index(-1)
        self.add(ghosts)
        opacities = (SEEN, MASKED)

        def follow(progress: float) -> None:
            now = progress * (len(layers) - 1 + _LIT)
            for index, layer in enumerate(layers):
                is_last = index == len(layers) - 1
                left = 1.0 if is_last or index > now else max(1 - (now - index) / _LIT, 0.0)
                color = theme.ink if 0 <= now - index < _LIT / 2 and not is_last else theme.query
                for area, opacity in zip(layer, opacities, strict=False):
                    if theme.filled:
                        area.set_fill(color, left * opacity)
                    else:
                        area.set_stroke(color, opacity=left)

        areas = [area for layer in layers for area in layer]
        self.play(Live(areas, follow, rate_func=linear, run_time=_SWEEP))
        self.remove(*layers[:-1], *(area for layer in layers[:-1] for area in layer))
        if not theme.filled:
            layers[-1].set_stroke(width=style.strokes.bold)
        ghosts[-1].set_stroke(theme.query, style.strokes.line).set_z_index(1)
        amount = partial(self._amount, numbers.layer_memory, numbers.layer_unit, theme.query)
        answer = self.division.answer(amount, self.says("one-layer"), theme.query, size=self._memory_size())
        self.play(*answer, run_time=_LANDS)

    def _amount(self, memory: Tensor, unit: str, color: str, size: float) -> Row:
        """Return an amount of memory with its unit."""
        number = Number(memory, decimals=1 if float(memory) < 10 else 0, size=size, color=color, style=self.style)
        return Row([number, Label(self.says(unit), size=size, color=color, style=self.style)], 0.2)
