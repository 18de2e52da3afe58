"""The count of attention's parameters, one a second, life after life (the lesson on multi-headed attention)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
import torch
from manim import (
    Animation,
    DashedVMobject,
    FadeIn,
    FadeOut,
    LaggedStart,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    Transform,
    VGroup,
    VMobject,
    linear,
)
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.layout import fit
from scenes.lesson.ageing import Ageing
from scenes.lesson.close_up import CloseUp
from scenes.lesson.counts import (
    HERO,
    MODELS,
    YEAR,
    Count,
    HeroCount,
    OfModel,
    WholeCount,
    in_units,
    matrix_color,
    spoken,
    spoken_time,
    time_to_count,
    unit_seconds,
    written_time,
)
from scenes.lesson.life_band import Counted, LifeBand, within
from scenes.lesson.lives import Lives, as_said
from scenes.lesson.pattern_tiles import box, outline
from scenes.lesson.sums import Sums
from scenes.lesson.walker import TALLEST, height_at
from scenes.motion.live import Live
from scenes.number_format import as_printed, format_count, format_number
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeaderPhrase, HeroNumber
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_LIFETIME = 80
"""The years of a lifetime."""

_SPANS = (("lifetimes", _LIFETIME), ("years", 1))
"""Years for which one person counts: a lifetime, or a year where all of the model takes less than two lifetimes."""

_FILL, _STRIPES = 0.85, (0.85, 0.6)
"""The share of its colour that an area has, and that heads have in turn: the rest is the ground's."""

_ABOVE, _BASE, _TICK = 0.62, 0.22, 0.09
"""Scene units above the picture for measures, from it up to their baseline, and half of a measure's end mark."""

_BAND, _ENDS, _AGES, _SHARE = (0.6, 0.95), (0.4, 0.85), 0.62, 1.2
"""Scene units: the least and the largest height of a life's band, between which its first matrix keeps its shape; free
before it for a baby and behind it for somebody bent; below it for ages; below the people for both parts."""

_TALL, _LABEL, _OVER = 1.35, 1.1, 0.16
"""Scene units: a metre at the most; above a person for the age; from the band to the baseline of a layer's name."""

_SUMS, _PITCH, _COLUMN, _BESIDE = 2, (0.68, 0.54), 6.3, 2.5
"""Lines of arithmetic in a wide frame; scene units from line to line there and in others; the width of arithmetic
beside the picture, and of the person beside it in a frame that is not wide."""

_CELL, _FIRST, _DASHES = 0.9, 3, 88
"""Scene units of a cell seen from near; the numbers that are counted there, one a second; dashes around all heads."""

_ZOOM, _FAN, _LAYER, _LIFE, _SWEEP = 1.7, 1.8, 1.3, 2.3, (2.0, 1.6)
"""Seconds in which cells become a sliver, heads fill their matrix, a layer and a life are counted, and the others
of attention and of all come."""

_GATHER, _HAND_ON, _STEPS = (0.9, 0.5), 1.0, 12.0
"""Seconds in which the first life's numbers become a person, and the next one's; in which that one is counted; its
steps."""

_LINE = 0.58
"""Scene units between both lines below the people."""


@dataclass(frozen=True)
class Lifelong:
    """A model's parameters in attention, from one head's matrix to all layers, counted one a second."""

    model: str
    names: tuple[str, ...]
    heads: int
    layers: int
    sides: tuple[str, ...]
    shapes: Tensor = quantity("Each matrix of a block.", rows="names", columns="sides")
    of_head: Tensor = quantity("One head's part of the first matrix: its rows and columns.", rows="sides")
    head: Tensor = quantity("The numbers in one head's part.")
    matrix: Tensor = quantity("The numbers in the first matrix, all heads together.")
    block: Tensor = quantity("The numbers in all matrices of a block.")
    attention: Tensor = quantity("The numbers in all blocks.")
    whole: Tensor = quantity("All parameters of the model, as its makers count them.")
    times: Tensor = quantity("How many of each there are.", rows="parts")
    said: Tensor = quantity("Attention's and all parameters in the unit in which they are said.", rows="both")
    percent: Tensor = quantity("Attention's part of all, in percent.")
    takes: Tensor = quantity(
        "How long it takes to count each of these, one a second, in the unit beside it.", rows="units"
    )
    pace: Tensor = quantity("The seconds of each of these units.", rows="units")
    ages: Tensor = quantity("The age in years at which each has been counted from birth.", rows="units")
    people: Tensor = quantity("People who count all attention, and all of the model, each as long.", rows="both")
    others: Tensor = quantity("People who count what is no attention: the difference of both as they are said.")
    long: Tensor = quantity("The years for which each of them counts.")
    fit: Tensor = quantity("The layers whose attention one of them counts.")
    first: Tensor = quantity("The first numbers that are counted.")
    units: tuple[str, ...] = ()
    said_in: str = "billion"
    parts: tuple[str, ...] = ("heads", "matrices", "layers")
    both: tuple[str, ...] = ("attention", "whole")
    each: str = "lifetimes"


def _adds_up(numbers: Lifelong, world: World) -> Measurement:
    products = numbers.shapes.prod(dim=1)
    whole = numbers.heads * float(numbers.head) == float(numbers.matrix)
    block = float(products.sum()) == float(numbers.block)
    return Measurement(whole and block, f"{', '.join(f'{each:,.0f}' for each in products.tolist())}")


def _is_a_part(numbers: Lifelong, world: World) -> Measurement:
    return Measurement(0 < float(numbers.percent) < 50, f"{float(numbers.percent):.1f} %")


def _digits(value: float) -> int:
    """Return the decimals with which a number has three digits, or none."""
    return 2 if value < 10 else 1 if value < 100 else 0


class ParameterCount(PlaneFigure):
    """lesson-parameter-count: somebody counts from birth on, one number a second, and hands the count on."""

    name = "lesson-parameter-count"
    Parameters = OfModel
    numbers: Lifelong
    with_plane = False
    with_record = False
    claims = (
        Claim("Heads fill their matrix, and matrices add up to the block.", _adds_up),
        Claim("Attention is less than half of the model's parameters.", _is_a_part),
    )

    @classmethod
    def compute(cls, parameters: OfModel, world: World) -> Lifelong:
        """Count a model's parameters in attention, and how long that takes."""
        model, dims, whole = MODELS[parameters.dims]
        shapes = dims.matrices()
        names = tuple(sorted(shapes, key=lambda name: name not in ("W_Q", "W_UQ")))
        tensor = torch.tensor([shapes[name] for name in names], dtype=torch.float64)
        of_head = tensor[0] / torch.tensor([1.0, dims.heads], dtype=torch.float64)
        attention, all_of_it = (torch.tensor(each, dtype=torch.float64) for each in (float(dims.parameters), whole))
        block = torch.tensor(float(dims.parameters_per_block)).double()
        counts = torch.stack([of_head.prod(), tensor[0].prod(), block, attention, all_of_it])
        takes, units = time_to_count(counts)
        unit = in_units(whole)
        each, years = next((span for span in _SPANS if whole >= 2 * span[1] * YEAR), _SPANS[-1])
        people = counts[3:] / (years * YEAR)
        ours, every = (as_said(count)[0] for count in people.tolist())
        others = torch.tensor(every - ours, dtype=torch.float64)
        return Lifelong(
            model, names, dims.heads, dims.layers, ("rows", "columns"), tensor, of_head, of_head.prod(),
            tensor[0].prod(), block, attention, all_of_it,
            torch.tensor([dims.heads, len(names), dims.layers], dtype=torch.float64), counts[3:] / whole * unit[0],
            100 * attention / whole, takes, torch.tensor([unit_seconds(key) for key in units], dtype=torch.float64),
            counts / YEAR, people, others, torch.tensor(float(years), dtype=torch.float64),
            years * YEAR / block, torch.arange(1, _FIRST + 1, dtype=torch.float64), units, unit[1], each=each,
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Lifelong) -> Mapping[str, object]:
        """Return the model and its counts."""
        ours, people = (format_number(*as_said(each)) for each in numbers.people.tolist())
        return {
            "model": numbers.model,
            "attention": f"{float(numbers.attention):,.0f}",
            "whole": f"{float(numbers.whole):,.0f}",
            "percent": format_number(float(numbers.percent), 0),
            "people": people,
            "ours": ours,
        }

    # --- What is seen -------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the matrix from near and from far, the band of a life with the person, and the people of all lives."""
        numbers, style = self.numbers, self.style
        self.title = HeaderPhrase([numbers.model], [style.theme.ink], self.stage, self.view, style=style)
        self.yellow = style.theme.families[0]
        self._divide()
        self.heads = self._make_heads()
        first = self.heads[len(self.heads) // 2]
        left, right = (float(edge[0]) for edge in (first.get_left(), first.get_right()))
        low, top = (float(edge[1]) for edge in (first.get_bottom(), first.get_top()))
        rows, columns = numbers.of_head.tolist()
        color = self._mixed(numbers.names[0])
        far = Region(left, right, low, top)
        self.near = CloseUp(self.picture, far, (rows, columns), _CELL, color=color, style=style)
        self.pieces = self._all_pieces()
        self.band = LifeBand(self.band_room, self.pieces, float(numbers.long), self.says("years"), style=style)
        self.person = Ageing(self, self.band, self.metre, self.free, aside=self.stage.is_wide)
        self.floor = self._floor()
        ours, whole = (as_said(each)[0] for each in numbers.people.tolist())
        self.lives = Lives(self.people_room, self.pieces, whole, round(ours) if ours >= 2 else 0, style=style)

    def _divide(self) -> None:
        """Divide the frame: arithmetic above, the band of a life below; the matrix at the right or between them."""
        free, wide, tall = self.stage.below_header.inset(bottom=0.15), self.stage.is_wide, self.stage.is_portrait
        pitch, numbers = _PITCH[not wide], self.numbers
        top = free.top - (_SUMS if wide else _SUMS + 1) * pitch
        self.sums_room = Region(free.left, free.right, top, free.top)
        rows, life = float(numbers.shapes[0][0]), float(numbers.long) * YEAR
        left, right, low = free.left + _ENDS[0], free.right - _ENDS[1], free.bottom + _AGES
        high = min(max((right - left) * rows**2 / life, _BAND[0]), _BAND[1])
        self.band_room = Region(left, right, low, low + high)
        self.metre = min(_TALL, (top - _LABEL - low - high) / TALLEST)
        self.free = free
        over = low + high + self.metre * height_at(float(numbers.ages[1])) + _LABEL
        column = Region(free.left, free.left + _COLUMN, free.top - 3 * pitch, free.top)
        self.sums = Sums(column if wide else self.sums_room, pitch, joined=False, centred=not wide)
        if wide:
            room = Region(column.right + 0.35, free.right, free.bottom, free.top)
        elif tall:
            room = Region(free.left, free.right, over, top)
        else:
            room = Region(free.left + _BESIDE, free.right, free.bottom, top)
        self.picture = room.inset(top=_ABOVE)
        self.people_room = Region(free.left, free.right, free.bottom + _SHARE, top - 0.1)

    def _mixed(self, name: str, share: float = _FILL) -> str:
        """Return a matrix's colour, mixed with the ground where areas are filled."""
        theme, color = self.style.theme, matrix_color(name, self.style.theme)
        if not theme.filled:
            return color
        return str(ManimColor(theme.background).interpolate(ManimColor(color), share).to_hex())

    def _make_heads(self) -> VGroup:
        """Return the heads' parts of the first matrix, side by side, to scale."""
        numbers, room = self.numbers, self.picture
        down, across = numbers.shapes[0].tolist()
        unit = min(room.width / across, room.height / down)
        wide = unit * across / numbers.heads
        heads = VGroup()
        for index in range(numbers.heads):
            part = Rectangle(width=wide, height=unit * down, stroke_width=0)
            colour_area(part, self._mixed(numbers.names[0], _STRIPES[index % 2]), 1.0, self.style)
            heads.add(part.move_to(point(room.centre[0] + (index + 0.5 - numbers.heads / 2) * wide, room.centre[1])))
        return heads

    def _all_pieces(self) -> list[Counted]:
        """Return all that is counted, in lives: matrix by matrix, and then what is no attention, in one piece.

        Attention ends as many lives after the first number as is said, where that is more than one.
        """
        numbers, pieces, life = self.numbers, list[Counted](), float(self.numbers.long) * YEAR
        sizes, block = numbers.shapes.prod(dim=1).tolist(), float(numbers.block)
        for layer in range(numbers.layers):
            ends = np.cumsum([layer * block, *sizes]) / life
            for name, start, end in zip(numbers.names, ends[:-1], ends[1:], strict=True):
                last = name == numbers.names[-1]
                pieces.append(Counted(float(start), float(end), self._mixed(name), last))
        ours, whole = numbers.people.tolist()
        if ours >= 1:
            ours = as_said(ours)[0]
            pieces = within(pieces, 0.0, ours)
            pieces[-1] = Counted(pieces[-1].start, ours, pieces[-1].color, True)
        return [*pieces, Counted(ours, as_said(whole)[0], self.style.theme.dim)]

    def _floor(self) -> VMobject:
        """Return the line on which a baby begins to count, where the band of its life will lie."""
        room = self.band_room
        right = self.picture.left - 0.4 if self.stage.is_wide else room.right
        if not (self.stage.is_wide or self.stage.is_portrait):
            right = self.free.left + _BESIDE - 0.4
        return thin_line(point(self.free.left, room.top), point(right, room.top), self.style.theme.dim,
                         self.style.strokes.thin)  # fmt: skip

    # --- Texts --------------------------------------------------------------------------------------------------

    def _typed(self, text: str, size: float | None = None, color: str | None = None) -> Label:
        return Label(text, size=size or self.style.sizes.number, color=color, style=self.style)

    def _said(self, key: str, **values: object) -> Label:
        return self._typed(self.says(key, **values))

    def _count(self, value: Tensor) -> Count:
        return Count(value, size=self.style.sizes.number, style=self.style)

    def _hero(self, value: Tensor, decimals: int, color: str | None = None) -> HeroNumber:
        return HeroNumber(value, decimals=decimals, size=HERO * self.style.sizes.number, color=color, style=self.style)

    def _product(self, value: Tensor) -> list[VMobject]:
        hero = HeroCount(value, size=HERO * self.style.sizes.number, style=self.style)
        return [self._typed("="), hero, self._said("numbers")]

    def _time(self, index: int, size: float | None = None) -> Row:
        """Return how long one of the counts takes, as the age of who has counted so far."""
        value, unit = self.numbers.takes[index], self.numbers.units[index]
        size = size or HERO * self.style.sizes.number
        if not self._is_exact(index):
            return written_time(self, value, unit, size, self.yellow)
        number = Number(value, decimals=self._age_digits(index), size=size, color=self.yellow, style=self.style)
        return Row([number, self._typed(self.says(unit), size, self.yellow)], 0.14)

    def _spoken(self, index: int) -> str:
        """Return how long one of the counts takes, as it is said: with the digits with which it is written."""
        value, unit = float(self.numbers.takes[index]), self.numbers.units[index]
        if self._is_exact(index):
            return f"{format_number(value, self._age_digits(index))} {self.says(unit)}"
        return spoken_time(self, value, unit)

    def _is_exact(self, index: int) -> bool:
        """Return whether a time is written with a decimal: a layer's or all attention's years, if there are few."""
        return index >= 2 and self.numbers.units[index] == "years" and float(self.numbers.takes[index]) < 100

    def _fit_digits(self) -> int:
        """Return the decimals of the layers in a life, with which the printed number of lives is right."""
        layers, fit, ours = float(self.numbers.layers), float(self.numbers.fit), float(self.numbers.people[0])
        said, digits = as_said(ours)
        return next((d for d in (1, 2, 3) if as_printed(layers / as_printed(fit, d), digits) == said), 3)

    def _age_digits(self, index: int) -> int:
        """Return the decimals of an age in years, with which the printed quotient of a life is right."""
        value, fit, long = float(self.numbers.takes[index]), *map(float, (self.numbers.fit, self.numbers.long))
        if index != 2 or fit < 1:
            return 1
        digits = self._fit_digits()
        right = (d for d in (1, 2, 3) if as_printed(long / as_printed(value, d), digits) == as_printed(fit, digits))
        return next(right, 3)

    def _pace_line(self, index: int) -> list[VMobject]:
        """Return the division of seconds by those of a day or year, and what that is."""
        key = f"a-{self.numbers.units[index]}"
        return [self._typed("÷"), self._count(self.numbers.pace[index]), self._said(key), self._typed("="),
                *self._time(index)]  # fmt: skip

    def _life_line(self, value: Tensor, key: str) -> list[VMobject]:
        """Return what is divided by a life's part, with the number of lives in the colour of who counts."""
        size = 1.1 * self.style.sizes.hero if self.stage.is_wide else HERO * self.style.sizes.number
        number = HeroNumber(value, decimals=as_said(float(value))[1], size=size, color=self.yellow, style=self.style)
        return [self._typed("="), number, self._typed(self.says(key), size, self.yellow)]

    def _walk(
        self,
        start: float,
        end: float,
        seconds: float,
        label: Row,
        *also: Animation,
        steps: float = 6.0,
        follow: Callable[[float], None] | None = None,
        moved: Sequence[VMobject] = (),
    ) -> None:
        """Let the person get older, from one age in years to another; the age runs along.

        Args:
            start: the first age.
            end: the last one.
            seconds: how long it takes.
            label: the age at the end.
            also: motions that run beside it.
            steps: on the way.
            follow: called with the age, for what is counted meanwhile.
            moved: what that moves.
        """
        quick, size, person = self.style.times.quick, HERO * self.style.sizes.number, self.person
        if person.texts:
            self.play(FadeOut(*person.texts), run_time=quick)
        running, walk = person.getting_older(start, end, size, steps=steps, follow=follow, moved=moved)
        self.add(running)
        self.play(walk, *also, run_time=seconds)
        self.remove(running)
        age, word = person.name(end, label)
        self.add(age)
        self.play(FadeIn(word), run_time=quick)

    # --- The beats ----------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Count three numbers, a head, a matrix, a layer; a life of layers; all lives of attention, and of all."""
        numbers = self.numbers
        said = [self._spoken(index) for index in range(4)]
        ours, people = (format_number(*as_said(each)) for each in numbers.people.tolist())
        fits = float(numbers.people[0]) < 1
        words = {"long": self.says(numbers.each, years=_LIFETIME), "counting": self.says(f"{numbers.each}-counting")}
        with self.beat("one"):
            self._show_cells()
        with self.beat("head", count=spoken(self, float(numbers.head)), takes=said[0]):
            self._show_head()
        with self.beat("heads", heads=numbers.heads, takes=said[1]):
            self._show_heads()
        count, matrices = spoken(self, float(numbers.block)), len(numbers.names)
        with self.beat("block", count=count, matrices=matrices, layers=numbers.layers, takes=said[2]):
            self._show_block()
        fit = format_number(float(numbers.fit), self._fit_digits())
        text, years, layers = "life-enough" if fits else "", int(numbers.long), numbers.layers
        with self.beat("life", text=text, years=years, fit=fit, layers=layers, takes=said[3]):
            self._show_life(fits)
        if not fits:
            total = format_count(round(float(numbers.ages[3])))
            with self.beat("lives", ours=ours, layers=layers, years=total, **words):
                self._show_lives()
        percent = format_number(float(numbers.percent), 0)
        with self.beat("whole", people=people, ours=ours, percent=percent, **words):
            self._show_whole(fits)

    def _show_cells(self) -> None:
        """Let a newborn count the first numbers, one a second."""
        numbers, style = self.numbers, self.style
        at = self.person.stand(0.0)
        self.near.count(0)
        self.play(FadeIn(self.title, self.near, self.floor, self.person.walker), run_time=style.times.move)
        self.sums.set([self._said("cell")], [self._said("one-a-second")])
        self.play(*self.sums.write(*([*line] for line in self.sums.lines)), run_time=style.times.quick)
        self.digits: list[VMobject] = []
        for index, number in enumerate(numbers.first):
            cell = self.near.cell(index)
            digit = Count(number, size=style.sizes.hero, color=style.theme.background, style=style).move_to(cell.centre)
            spoken_number = Row([Count(number, size=1.4 * style.sizes.hero, color=self.yellow, style=style)])
            self.person.put_text(spoken_number, at, 0.0)
            leaving = [FadeOut(*self.person.texts, run_time=0.15)] if self.person.texts else []
            self.near.count(index + 1)
            self.digits.append(digit)
            self.person.texts = [spoken_number]
            self.play(FadeIn(digit, spoken_number), *leaving, run_time=0.25)
            self.wait(0.75)

    def _show_head(self) -> None:
        """Draw back until the first head's matrix is seen as a whole; say how long it takes to count."""
        numbers, quick = self.numbers, self.style.times.quick
        self.play(FadeOut(*self.digits, *self.person.texts), *self.sums.clear(), run_time=quick)
        self.person.texts = []
        zoom = Live([self.near.all, self.near.counted, self.near.lines], self.near.zoom, run_time=_ZOOM)
        self._walk(0.0, float(numbers.ages[0]), _ZOOM, self._time(0), zoom)
        self.measures = self._measures()
        rows, columns = (self._count(each) for each in numbers.of_head)
        factors = [rows, self._typed("×"), columns]
        product, pace = self._product(numbers.head), self._pace_line(0)
        self.sums.set(factors, product, pace)
        self.room_of_heads = self._room_of_heads()
        self.play(FadeIn(self.measures, self.room_of_heads), *self.sums.write(factors), run_time=quick)
        self.play(*self.sums.write(product), run_time=quick)
        self.play(*self.sums.write(pace), run_time=quick)
        self.rest()

    def _room_of_heads(self) -> DashedVMobject:
        """Return a dashed outline of the matrix that all heads will fill: the sliver is a part of it."""
        square = Rectangle(width=self.heads.width, height=self.heads.height).move_to(self.heads)
        square.set_stroke(self.style.theme.dim, self.style.strokes.thin)
        return DashedVMobject(square, num_dashes=_DASHES, dashed_ratio=0.55)

    def _measures(self) -> VGroup:
        """Return a line as long as the sliver, with how many rows it has; how many columns stands above it."""
        sliver, (rows, columns) = self.near.all, (self._count(each) for each in self.numbers.of_head)
        x, top = float(sliver.get_right()[0]) + 2 * _TICK, float(sliver.get_top()[1])
        ends = [point(x, edge[1]) for edge in (sliver.get_bottom(), sliver.get_top())]
        across, ink, thin = point(_TICK), self.style.theme.ink, self.style.strokes.thin
        lines = [(ends[0], ends[1]), *((end - across, end + across) for end in ends)]
        tall, wide = Row([rows, self._said("rows")]), Row([columns, self._said("columns")])
        tall.starting_at(x + 2 * _TICK).on_baseline(float(sliver.get_y()))
        wide.set_x(float(sliver.get_x())).on_baseline(top + _BASE)
        return VGroup(*(thin_line(a, b, ink, thin) for a, b in lines), tall, wide)

    def _show_heads(self) -> None:
        """Let the heads of a layer stand side by side, counted one after the other."""
        numbers, quick = self.numbers, self.style.times.quick
        self.play(FadeOut(self.measures), *self.sums.clear(), run_time=quick)
        factors = [self._count(numbers.head), self._typed("×"), self._count(numbers.times[0]), self._said("heads")]
        product, pace = self._product(numbers.matrix), self._pace_line(1)
        self.sums.set(factors, product, pace)
        self.play(*self.sums.write(factors), run_time=quick)
        middle, *others = sorted(self.heads, key=lambda head: abs(float(head.get_x() - self.picture.centre[0])))
        self.remove(self.near, *self.near)
        self.add(middle)
        fan = LaggedStart(*(ReplacementTransform(middle.copy(), each) for each in others),
                          lag_ratio=0.5 / max(len(others), 1))  # fmt: skip
        start, end = numbers.ages[:2].tolist()
        self._walk(start, end, _FAN, self._time(1), fan)
        self.remove(self.room_of_heads)
        self.play(*self.sums.write(product, pace), run_time=quick)
        self.rest()

    def _show_block(self) -> None:
        """Draw back until a whole life is seen; count the other matrices of a layer."""
        numbers, quick = self.numbers, self.style.times.quick
        whole = colour_area(VMobject(stroke_width=0), self.band.pieces[0].color, 1.0, self.style)
        edges = [*self.heads[0].get_corner(point(-1.0, 1.0))[:2], *self.heads[-1].get_corner(point(1.0, -1.0))[:2]]
        whole.points = outline(np.array([box(*edges)]))
        self.play(*self.sums.clear(), FadeIn(whole), run_time=quick)
        self.remove(self.heads, *self.heads)
        place = self.band.parts(float(numbers.ages[1] / numbers.long))[0]
        self.play(Transform(whole, place), FadeOut(self.floor), FadeIn(self.band.frame, self.band.ages), run_time=1.1)
        self.person.aside = False
        if self.stage.is_wide:
            self.sums = Sums(self.sums_room, self.sums.pitch, joined=True, centred=True)
        factors = self._block_factors()
        product, pace = self._product(numbers.block), self._pace_line(2)
        self.sums.set(factors, product, pace)
        self.remove(whole)
        self.band.show_life(float(numbers.ages[1] / numbers.long))
        areas = [*self.band.areas.values()]
        self.layer_names = self._name_layers()
        self.add(*areas, *self.layer_names, self.person.walker)
        self.play(*self.sums.write(factors), run_time=quick)
        self._count_on(float(numbers.ages[1]), float(numbers.ages[2]), _LAYER, self._time(2))
        self.names = self._names()
        self.play(*self.sums.write(product, pace), *map(FadeIn, self.names), run_time=quick)
        self.rest()

    def _block_factors(self) -> list[VMobject]:
        numbers = self.numbers
        if len(numbers.names) * float(numbers.matrix) == float(numbers.block):
            return [self._count(numbers.matrix), self._typed("×"), self._count(numbers.times[1]),
                    self._said("matrices")]  # fmt: skip
        return [self._count(numbers.times[1]), self._said("matrices")]

    def _names(self) -> list[VMobject]:
        """Return the names of the first layer's matrices on the band, as far as they fit."""
        theme, names = self.style.theme, list[VMobject]()
        for name, piece in zip(self.numbers.names, self.band.pieces, strict=False):
            left, right = self.band.x_at(piece.start), self.band.x_at(piece.end)
            color = theme.background if theme.filled else theme.ink
            symbol = Math(f'W_"{name[2:]}"' if len(name) > 3 else name, size=self.style.sizes.number, color=color,
                          style=self.style)  # fmt: skip
            symbol.move_to(point((left + right) / 2, self.band_room.centre[1]))
            if float(symbol.width) < 0.9 * (right - left):
                names.append(symbol.set_z_index(1))
        return names

    def _count_on(self, start: float, end: float, seconds: float, label: Row, steps: float = 8.0) -> None:
        """Let the person walk on along the band, which fills with what is counted."""
        long = float(self.numbers.long)

        def fill(age: float) -> None:
            self.band.show_life(age / long)
            for place, text in enumerate(self.layer_names, 1):
                text.set_opacity(float(place <= age / float(self.numbers.ages[2]) + 1e-6))

        moved = [*self.band.areas.values(), *self.layer_names]
        self._walk(start, end, seconds, label, steps=steps, follow=fill, moved=moved)

    def _name_layers(self) -> list[Label]:
        """Return the names of the layers that one life is enough for, above them on the band; none where it is narrow.

        They are not seen until their layer has been counted.
        """
        wide = self.band_room.width / float(self.numbers.fit)
        names = [self._said("layer", place=place) for place in range(1, int(self.numbers.fit) + 1)]
        if any(float(name.width) > 0.75 * wide for name in names):
            return []
        for place, name in enumerate(names):
            left = self.band_room.left + place * wide + 0.02
            name.set_x(left + float(name.width) / 2).on_baseline(self.band_room.top + _OVER)
        return [name.set_opacity(0.0) for name in names]

    def _show_life(self, fits: bool) -> None:
        """Count layer after layer, until all are counted or the life ends."""
        numbers, quick = self.numbers, self.style.times.quick
        self.play(*self.sums.clear(), run_time=quick)
        if fits:
            factors = [self._count(numbers.block), self._typed("×"), self._count(numbers.times[2]),
                       self._said("layers")]  # fmt: skip
            product, last = self._product(numbers.attention), self._pace_line(3)
            self.sums.set(factors, product, last)
            self.play(*self.sums.write(factors), run_time=quick)
            self._count_on(float(numbers.ages[2]), float(numbers.ages[3]), _LIFE, self._time(3), 16.0)
            self.play(*self.sums.write(product, last), run_time=quick)
        else:
            self._count_on(float(numbers.ages[2]), float(numbers.long), _LIFE, self._whole_life(), 16.0)
            age = Number(numbers.takes[2], decimals=self._age_digits(2), size=self.style.sizes.number, style=self.style)
            factors = [self._count(numbers.long), self._said("years"), self._typed("÷"), age, self._said("years")]
            fit = self._hero(numbers.fit, self._fit_digits(), self.yellow)
            result = [self._typed("="), fit, self._said("of"), self._count(numbers.times[2]), self._said("layers")]
            self.sums.set(factors, result)
            self.play(*self.sums.write(factors), run_time=quick)
            self.play(*self.sums.write(result), run_time=quick)
        self.rest()

    def _whole_life(self) -> Row:
        size = HERO * self.style.sizes.number
        number = Count(self.numbers.long, size=size, color=self.yellow, style=self.style)
        return Row([number, self._typed(self.says("years"), size, self.yellow)], 0.14)

    def _pass_on(self, life: int) -> None:
        """Let what was counted in a life leave the band, stand up in the rows, and become that person."""
        parts = self.band.parts(1.0, life)
        self.band.show_life(0.0)
        self.add(*parts)
        low, *size = self.lives.outline_of(self.lives.tall)
        feet = self.lives.at(life) + point(0.0, low)
        self.play(self.band.standing(parts, feet, (size[0], size[1]), _GATHER[life > 0]))
        self.lives.show_lives(life + 1.0)
        self.add(self.lives, *parts)
        self.play(FadeOut(*parts), run_time=self.style.times.quick / 2)

    def _end_a_life(self, *also: Animation) -> None:
        """Let who has counted the whole band leave, and the band become the first person of the rows."""
        gone = [self.person.walker, *self.person.texts, *self.names, *self.layer_names]
        self.play(FadeOut(*gone), *also, run_time=self.style.times.quick)
        self.person.texts, self.names, self.layer_names = [], [], []
        self._pass_on(0)

    def _hand_on(self) -> float:
        """Let somebody else count on from birth; return how many lives are over then."""
        if as_said(float(self.numbers.people[0]))[0] < 2:
            return 1.0
        quick, size, years = self.style.times.quick, HERO * self.style.sizes.number, self.band.years
        self.person.stand(0.0)
        # The age runs at the right of the first person, who stands above where the next one begins.
        beside = float(self.lives.at(0)[0]) + 0.4 * self.lives.tall
        self.person.room = self.free.inset(left=beside - self.free.left)
        newborn = self.person.walker
        self.play(FadeIn(newborn), run_time=quick)
        running, walk = self.person.getting_older(
            0.0, years, size, steps=_STEPS, moved=[*self.band.areas.values()],
            follow=lambda age: self.band.show_life(age / years, 1),
        )  # fmt: skip
        self.add(running)
        self.play(walk, run_time=_HAND_ON)
        self.remove(running)
        self.play(FadeOut(newborn), run_time=quick / 2)
        self._pass_on(1)
        return 2.0

    def _sweep(
        self,
        start: float,
        end: float,
        seconds: float,
        follow: Callable[[float], None] | None = None,
        moved: Sequence[VMobject] = (),
    ) -> None:
        """Let the people of further lives come, one after the other, each when that life is over.

        Args:
            start: lives that are over before.
            end: and at last, the last one perhaps only begun.
            seconds: how long it takes.
            follow: called with how many are over.
            moved: what that moves.
        """

        def come(share: float) -> None:
            lives = start + share * (end - start)
            over = end if share > 1 - 1e-6 else float(int(lives))
            self.lives.show_lives(over)
            if follow:
                follow(over)

        self.play(Live([*self.lives.areas.values(), *moved], come, rate_func=linear, run_time=seconds))

    def _below_people(self) -> float:
        """Return the middle between the people who count attention and the foot of the frame."""
        last = self.lives.at(ceil(as_said(float(self.numbers.people[0]))[0]) - 1)
        return (float(last[1]) - self.lives.tall / 2 + self.free.bottom) / 2

    def _show_lives(self) -> None:
        """Let others count on, until all attention is counted."""
        numbers, quick = self.numbers, self.style.times.quick
        clearing = self.sums.clear()
        factors = [self._count(numbers.block), self._typed("×"), self._count(numbers.times[2]), self._said("layers")]
        product, pace = self._product(numbers.attention), self._pace_line(3)
        self.sums.set(factors, product, pace)
        self._end_a_life(*clearing)
        self.play(*self.sums.write(factors, product), run_time=quick)
        first = self._hand_on()
        self.play(FadeOut(self.band.frame, self.band.ages), *self.sums.write(pace), run_time=quick)
        self.remove(self.band, *self.band.areas.values())
        self._count_lives(first)
        self.quotient = self._quotient()
        self.play(FadeIn(self.quotient), run_time=quick)
        self.rest()

    def _count_lives(self, first: float) -> None:
        """Let the other lives of attention pass; which one it is, and which layer is reached, runs along."""
        numbers, low = self.numbers, self._below_people()

        def written(over: float) -> Label:
            life, layer = ceil(over), min(int(over * float(numbers.fit)) + 1, numbers.layers)
            text = self.says("life-and-layer", life=life, layer=layer)
            return self._typed(text, HERO * self.style.sizes.number, self.yellow).set_x(0.0).on_baseline(low)

        running = RunningNumber(written(first))  # type: ignore[arg-type]
        self.add(running)
        self._sweep(first, as_said(float(numbers.people[0]))[0], _SWEEP[0],
                    lambda over: running.write(written(over)), [running])  # type: ignore[arg-type]  # fmt: skip
        self.play(FadeOut(running), run_time=self.style.times.quick / 2)

    def _quotient(self) -> Row:
        """Return how many lives all years of attention are, below its people."""
        numbers, size = self.numbers, HERO * self.style.sizes.number
        years = WholeCount(numbers.ages[3], size=size, style=self.style)
        row = Row([years, self._typed(self.says("years"), size), self._typed("÷", size),
                   Count(numbers.long, size=size, style=self.style), self._typed(self.says("years"), size),
                   *self._life_line(numbers.people[0], f"{numbers.each}-counting")], 0.16)  # fmt: skip
        fit(row, self.free.width)
        return row.set_x(0.0).on_baseline(self._below_people())

    def _show_whole(self, fits: bool) -> None:
        """Let others count all of the model; say how many there are, and attention's part."""
        numbers, quick = self.numbers, self.style.times.quick
        if fits:
            self.play(*self.sums.clear(), run_time=quick)
            self._count_on(float(numbers.ages[3]), float(numbers.long), _LIFE, self._whole_life(), 8.0)
            self._end_a_life()
            self.play(FadeOut(self.band.frame, self.band.ages), run_time=quick)
            self.remove(self.band, *self.band.areas.values())
        else:
            self.play(*self.sums.clear(), FadeOut(self.quotient), run_time=quick)
        self._write_whole()
        self.hold()

    def _write_whole(self) -> None:
        """Write how long the model takes, let others count it, and name both parts of them."""
        numbers, quick, size = self.numbers, self.style.times.quick, self.style.sizes.number
        whole = Number(numbers.said[1], decimals=_digits(float(numbers.said[1])), size=size, style=self.style)
        year = torch.tensor(YEAR, dtype=torch.float64)
        factors = [whole, self._said(numbers.said_in), self._typed("÷"), self._count(year), self._said("a-years")]
        product = [self._typed("="), WholeCount(numbers.ages[4], size=size, style=self.style), self._said("years")]
        lives = [self._typed("÷"), self._count(numbers.long), self._said("years"),
                 *self._life_line(numbers.people[1], f"{numbers.each}-counting")]  # fmt: skip
        self.sums.set(factors, product, lives)
        self.play(*self.sums.write(factors, product), run_time=quick)
        start = max(1.0, as_said(float(numbers.people[0]))[0])
        self._sweep(start, as_said(float(numbers.people[1]))[0], _SWEEP[1])
        self.play(*self.sums.write(lives), run_time=quick)
        parts = self._others(), self._share(whole.copy())
        for index, part in enumerate(parts):
            fit(part, self.free.width)
            part.set_x(0.0).on_baseline(self.free.bottom + 0.15 + index * _LINE)
        self.play(FadeIn(*parts), run_time=quick)

    def _share(self, whole: Number) -> Row:
        """Return the lives of attention, and its part of the model."""
        numbers, size = self.numbers, self.style.sizes.number
        ours = Number(numbers.said[0], decimals=_digits(float(numbers.said[0])), size=size, style=self.style)
        many = self._hero(numbers.people[0], as_said(float(numbers.people[0]))[1], self.yellow)
        name = self._typed(self.says(f"{numbers.each}-counting"), many.size, self.yellow)
        return Row([many, name, self._said("attention"), ours, self._typed("÷"), whole, self._said(numbers.said_in),
                    self._typed("="), self._hero(numbers.percent, 0), self._typed("%")], 0.16)  # fmt: skip

    def _others(self) -> Row:
        """Return the lives of all that is no attention."""
        numbers, color = self.numbers, self.style.theme.ink
        many = self._hero(numbers.others, as_said(float(numbers.people[0]))[1], color)
        name = self._typed(self.says(f"{numbers.each}-counting"), many.size, color)
        return Row([many, name, self._typed(self.says("others"), color=color)], 0.16)
