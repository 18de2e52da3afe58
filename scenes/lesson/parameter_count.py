"""The count of attention's parameters, drawn to scale (the lesson on multi-headed attention)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, sqrt

import torch
from manim import (
    DOWN,
    LEFT,
    AnimationGroup,
    Create,
    DashedVMobject,
    FadeIn,
    FadeOut,
    Intersection,
    LaggedStart,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    Transform,
    Union,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.layout import fit
from scenes.lesson.counts import (
    MODELS,
    YEAR,
    Count,
    CountFigure,
    OfModel,
    in_units,
    matrix_color,
    spoken,
    spoken_time,
    time_to_count,
)
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import Point, point
from scenes.parts.icons import Icon
from scenes.parts.plane.vector import thin_line
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_GAP, _FILL, _STRIPES = 0.06, 0.85, (0.85, 0.6)
"""The gap between matrices, as a share of the largest side; the share of its colour that an area has, and that heads
have in turn: the rest is the ground's, so that one area may cover another."""

_BAR, _REST = (2.4, 3.8), 0.12
"""Scene units: the least and the largest height of the bar for all parameters of the model, between which layers keep
their shape; the ink in what is not attention, as a share."""

_ABOVE, _BASE, _TICK = 0.62, 0.22, 0.09
"""Scene units above the picture for measures, from it up to their baseline, and half of a measure's end mark."""

_IN_WORDS = {"W_Q": "query", "W_K": "key", "W_V": "value", "W_O": "output"}
"""The labels that name matrices in words, where these say all."""

_SQUEEZE, _FAN = 1.6, 2.0
"""Seconds in which all layers shrink into their part of the bar, and in which heads fill their matrix."""

_DASHES = 30
"""Dashes along a side of the outline that heads will fill."""

_WORD_UP, _SYMBOL_DOWN = 0.14, 0.38
"""Scene units from a matrix's middle up to the baseline of its name in words, and down to the symbol's."""

_LIFETIME = 80
"""The years of a lifetime."""

_LONG = (("lifetimes", _LIFETIME * YEAR), ("years", YEAR))
"""Seconds for which one person counts: a lifetime, or a year where all of the model takes less than two lifetimes."""

_OF_PERSON, _PERSON_AIR = 0.56, 0.88
"""A person's width as a share of the height, and the share of the room between rows or columns that a person takes."""

_PIECES, _PEOPLE, _PEOPLE_TEXT = 1.1, 0.8, 0.75
"""Seconds in which pieces of the bar go to their places, and in which people come there; scene units for the line above
them."""

_BETWEEN = 0.4
"""Scene units between two texts on a line, at the least."""


@dataclass(frozen=True)
class Counted:
    """A model's parameters in attention, from one head's matrix to all layers."""

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
    said: Tensor = quantity("These in the unit in which they are said, as in 175 billion.")
    percent: Tensor = quantity("Attention's part of all, in percent.")
    rest: Tensor = quantity("The part of all others, in percent.")
    takes: Tensor = quantity(
        "How long it takes to count each of these, one a second, in the unit beside it.", rows="units"
    )
    people: Tensor = quantity("People who count all attention, and all of the model, each as long.", rows="parts")
    units: tuple[str, ...] = ()
    said_in: str = "billion"
    parts: tuple[str, ...] = ("attention", "whole")
    each: str = "lifetimes"


def _adds_up(numbers: Counted, world: World) -> Measurement:
    products = numbers.shapes.prod(dim=1)
    whole = numbers.heads * float(numbers.head) == float(numbers.matrix)
    block = float(products.sum()) == float(numbers.block)
    return Measurement(whole and block, f"{', '.join(f'{each:,.0f}' for each in products.tolist())}")


def _is_a_part(numbers: Counted, world: World) -> Measurement:
    return Measurement(0 < float(numbers.percent) < 50, f"{float(numbers.percent):.1f} %")


def _decimals(numbers: Counted) -> int:
    """Return the digits behind the point with which people are said: none, or one where there are few."""
    return 0 if float(numbers.people.min()) >= 2 else 1


def _height_of_people(room: Region, people: float, rows: int) -> float:
    """Return the largest height, scene units, of people in a number of rows."""
    return min(room.width / ceil(people / rows) / _OF_PERSON, room.height / rows) * _PERSON_AIR


class ParameterCount(CountFigure):
    """lesson-parameter-count: from one head's matrix to all layers, each count an area to scale."""

    name = "lesson-parameter-count"
    Parameters = OfModel
    numbers: Counted
    claims = (
        Claim("Heads fill their matrix, and matrices add up to the block.", _adds_up),
        Claim("Attention is less than half of the model's parameters.", _is_a_part),
    )

    @classmethod
    def compute(cls, parameters: OfModel, world: World) -> Counted:
        """Count a model's parameters in attention."""
        model, dims, whole = MODELS[parameters.dims]
        shapes = dims.matrices()
        names = tuple(sorted(shapes, key=lambda name: name not in ("W_Q", "W_UQ")))
        rows, columns = shapes[names[0]]
        of_head = torch.tensor([rows, columns // dims.heads], dtype=torch.float64)
        tensor = torch.tensor([shapes[name] for name in names], dtype=torch.float64)
        attention = torch.tensor(float(dims.parameters), dtype=torch.float64)
        block = torch.tensor(float(dims.parameters_per_block)).double()
        counts = torch.stack([of_head.prod(), tensor[0].prod(), block, attention, torch.tensor(whole).double()])
        takes, units = time_to_count(counts)
        said, unit = in_units(whole)
        each, long = next((span for span in _LONG if whole >= 2 * span[1]), _LONG[-1])
        return Counted(
            model, names, dims.heads, dims.layers, ("rows", "columns"), tensor, of_head, of_head.prod(),
            tensor[0].prod(), block, attention, torch.tensor(whole, dtype=torch.float64),
            torch.tensor(said, dtype=torch.float64), 100 * attention / whole, 100 - 100 * attention / whole, takes,
            counts[3:] / long, units, unit, each=each,
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Counted) -> Mapping[str, object]:
        """Return the model and its counts."""
        return {
            "model": numbers.model,
            "attention": f"{float(numbers.attention):,.0f}",
            "whole": f"{float(numbers.whole):,.0f}",
            "percent": format_number(float(numbers.percent), 0),
            "people": format_number(float(numbers.people[1]), _decimals(numbers)),
            "ours": format_number(float(numbers.people[0]), _decimals(numbers)),
        }

    def build(self) -> None:
        """Make the heads' parts of one matrix, the matrices of a block, the blocks, and the bar of all."""
        numbers = self.numbers
        self.set_out(numbers.model, 5)
        self.picture = self.picture.inset(top=_ABOVE, right=_GAP, bottom=_GAP)
        self.block = self._block(self.picture)
        first = numbers.shapes[0]
        unit = min(self.picture.width / float(first[1]), self.picture.height / float(first[0]))
        rows, width = float(first[0]) * unit, float(first[1]) * unit / numbers.heads
        left = float(self.picture.centre[0]) - float(first[1]) * unit / 2
        self.heads = VGroup()
        for index in range(numbers.heads):
            part = self._area(width, rows, numbers.names[0], _STRIPES[index % 2])
            self.heads.add(part.move_to(point(left + (index + 0.5) * width, self.picture.centre[1])))
        self.ghost = DashedVMobject(Rectangle(width=unit * float(first[1]), height=rows), num_dashes=4 * _DASHES)
        self.ghost.set_stroke(self.style.theme.dim, self.style.strokes.thin).move_to(self.heads)
        self.layers = self._layers()
        self.bar, self.parts = self._bar()
        self.counting = self._counting(self.picture)
        is_low = self.counting[1].baseline < self.picture.bottom + _BASE
        self.people = self._people(self.picture.inset(top=_PEOPLE_TEXT - _ABOVE, bottom=_PEOPLE_TEXT * is_low))

    def _area(self, width: float, height: float, name: str, share: float = _FILL) -> Rectangle:
        """Return an area in a matrix's colour, mixed with the ground."""
        area = Rectangle(width=width, height=height, stroke_width=0)
        return colour_area(area, self._mixed(name, share), 1.0, self.style)

    def _mixed(self, name: str, share: float = _FILL) -> str:
        """Return a matrix's colour, mixed with the ground where areas are filled."""
        theme, color = self.style.theme, matrix_color(name, self.style.theme)
        if not theme.filled:
            return color
        return str(ManimColor(theme.background).interpolate(ManimColor(color), share).to_hex())

    def _said(self, key: str, **values: object) -> Label:
        return Label(self.says(key, **values), size=self.style.sizes.number, style=self.style)

    def _measures(self) -> tuple[VGroup, VGroup]:
        """Return the first head's height with its name, and its width: a line with end marks, and its number."""
        first, size = self.heads[0], self.style.sizes.number
        tall, wide = (Count(each, size=size, style=self.style) for each in self.numbers.of_head)
        x = float(first.get_right()[0]) + 2 * _TICK
        line = self._span(point(x, first.get_bottom()[1]), point(x, first.get_top()[1]), point(_TICK))
        color = matrix_color(self.numbers.names[0], self.style.theme)
        name = Label(self.says("sliver"), size=size, color=color, style=self.style)
        rows = Row([tall, self._said("rows")])
        rows.starting_at(x + 3 * _TICK).on_baseline(self.picture.centre[1] - 0.5)
        name.move_to(point(x + 3 * _TICK + float(name.width) / 2, self.picture.centre[1] + 0.35))
        fits = (
            float(name.get_right()[0]) < float(self.ghost.get_right()[0]) - _TICK
        )  # the line at the foot says it, too
        columns = Row([wide, self._said("columns")])
        columns.starting_at(float(first.get_left()[0])).on_baseline(first.get_top()[1] + _BASE)
        return VGroup(line, name if fits else VGroup(), rows), columns

    def _span(self, start: Point, end: Point, across: Point) -> VGroup:
        """Return a line between two points, with a mark across each end: a measure."""
        ends = ((start, end), (start - across, start + across), (end - across, end + across))
        return VGroup(*(thin_line(a, b, self.style.theme.ink, self.style.strokes.thin) for a, b in ends))

    def _block(self, region: Region) -> VGroup:
        """Return all matrices of a block to scale, each with its name, as large as fits a region."""
        numbers = self.numbers
        sides = numbers.shapes.tolist()
        gap = _GAP * max(max(side) for side in sides)
        widest, x, y, row = 1.3 * sqrt(float(numbers.block)), 0.0, 0.0, 0.0
        areas = VGroup()
        for name, (down, across) in zip(numbers.names, sides, strict=True):
            if x and x + across > widest:
                x, y, row = 0.0, y - row - gap, 0.0
            areas.add(self._area(across, down, name).move_to(point(x + across / 2, y - down / 2)))
            x, row = x + across + gap, max(row, down)
        areas.scale(min(region.width / areas.width, region.height / areas.height)).move_to(region.centre)
        self.named = VGroup(*(self._named(name, place) for name, place in zip(numbers.names, areas, strict=True)))
        return areas

    def _named(self, name: str, place: VMobject) -> VGroup:
        """Return a matrix's name, in words above its symbol, as far as they fit its area."""
        theme = self.style.theme
        color = theme.background if theme.filled else theme.ink
        symbol = Math(f'W_"{name[2:]}"' if len(name) > 3 else name, color=color, style=self.style).move_to(place)
        choices = [VGroup(symbol)]
        if name in _IN_WORDS:
            word = Label(self.says(_IN_WORDS[name]), size=self.style.sizes.number, color=color, style=self.style)
            word.move_to(place).on_baseline(float(place.get_y()) + _WORD_UP)
            choices.insert(0, VGroup(symbol.copy().on_baseline(float(place.get_y()) - _SYMBOL_DOWN), word))
        fitting = (
            named
            for named in choices
            if float(named.width) < 0.9 * float(place.width) and float(named.height) < 0.9 * float(place.height)
        )
        return next(fitting, VGroup())

    def _across(self) -> int:
        """Return how many blocks stand in a row, in rows of the same length where their number can be divided."""
        count, room = self.numbers.layers, self.picture
        wanted = sqrt(count * room.width / room.height / float(self.block.width / self.block.height))
        even = [number for number in range(1, count + 1) if count % number == 0 and 0.6 < number / wanted < 1.6]
        return min(even, key=lambda number: abs(number - wanted), default=max(1, min(count, ceil(wanted))))

    def _layers(self) -> VGroup:
        """Return all blocks, small, in rows."""
        count, room, across = self.numbers.layers, self.picture, self._across()
        ratio, down = float(self.block.width / self.block.height), ceil(count / across)
        cell = min(room.width / across / ratio, room.height / down)
        small = self.block.copy().scale(0.86 * cell / float(self.block.height))
        left, top = room.centre[0] - cell * ratio * across / 2, room.centre[1] + cell * down / 2
        return VGroup(
            *(
                small.copy().move_to(
                    point(left + (index % across + 0.5) * cell * ratio, top - (index // across + 0.5) * cell)
                )
                for index in range(count)
            )
        )

    def _rows_said(self) -> VMobject:
        """Return how many rows of how many layers there are, above them; nothing where rows differ."""
        count, across = self.numbers.layers, self._across()
        if count % across:
            return VGroup()
        said = self._said("rows-of", rows=count // across, across=across)
        return said.on_baseline(float(self.layers.get_top()[1]) + _BASE).set_x(float(self.layers.get_x()))

    def _bar(self) -> tuple[VGroup, VGroup]:
        """Return the bar for all that is not attention with its outline, and all blocks in their part of the bar."""
        room, theme = self.picture, self.style.theme
        width = room.width * float(self.numbers.percent) / 100
        shape = width * float(self.layers.height / self.layers.width)
        high = min(max(shape, _BAR[0]), _BAR[1], room.height)
        bar = Rectangle(width=room.width, height=high).move_to(room.centre)
        bar.set_stroke(theme.ink, self.style.strokes.line)
        parts = self.layers.copy().stretch_to_fit_width(width).stretch_to_fit_height(high)
        parts.move_to(point(room.left + width / 2, float(bar.get_y())))
        rest = Rectangle(width=room.width - width, height=high, stroke_width=0)
        colour_area(rest, theme.ink, _REST, self.style).move_to(point(room.right - float(rest.width) / 2, bar.get_y()))
        return VGroup(bar, rest), parts

    def _shares(self) -> tuple[VMobject, VMobject]:
        """Return both shares in percent with their names: attention's above its part, all others' in theirs."""
        numbers, sizes = self.numbers, self.style.sizes
        shares = VGroup()
        for key, percent in (("attention", numbers.percent), ("rest", numbers.rest)):
            number = Number(percent, decimals=0, size=sizes.hero, style=self.style)
            sign = Label("%", size=sizes.hero, style=self.style).next_to(number, point(1.0), buff=0.12)
            within = 0.9 * float(self.bar[1].width)
            name = Label(self.says(key), size=sizes.number, within=within, style=self.style)
            shares.add(VGroup(VGroup(number, sign), name))
        ours, others = shares
        ours.arrange(point(1.0), buff=0.25).next_to(self.bar[0], point(0.0, 1.0), buff=0.15)
        ours.align_to(self.bar[0], LEFT)
        others.arrange(point(0.0, -1.0), buff=0.25).move_to(self.bar[1])
        return ours, others

    def tell(self) -> None:
        """Count one head, all heads, all matrices, all layers; compare with the whole model."""
        numbers = self.numbers
        tall, wide = self._measures()
        takes = spoken_time(self, float(numbers.takes[0]), numbers.units[0])
        with self.beat("head", takes=takes):
            self._show_head(tall, wide)
        with self.beat("heads", heads=numbers.heads):
            self._show_heads(tall, wide)
        with self.beat("block", matrices=len(numbers.names), count=spoken(self, float(numbers.block))):
            self._show_block()
        takes = spoken_time(self, float(numbers.takes[3]), numbers.units[3])
        with self.beat("layers", layers=numbers.layers, count=spoken(self, float(numbers.attention)), takes=takes):
            self._show_layers()
        percent = format_number(float(numbers.percent), 0)
        with self.beat("whole", whole=spoken(self, float(numbers.whole)), percent=percent):
            self._show_whole()
        digits, each = _decimals(numbers), numbers.each
        ours, people = (format_number(number, digits) for number in numbers.people.tolist())
        words = {"long": self.says(each, years=_LIFETIME), "counting": self.says(f"{each}-counting")}
        with self.beat("people", ours=ours, people=people, **words):
            self._show_people()

    def _takes(self, index: int) -> tuple[Tensor, str]:
        """Return how long it takes to count one of the counts, and the unit's key."""
        return self.numbers.takes[index], self.numbers.units[index]

    def _show_head(self, tall: VGroup, wide: VGroup) -> None:
        line, name, rows = tall
        self.play(FadeIn(self.title, self.ghost), Create(self.heads[0]), FadeIn(name))
        self.play(Create(line), FadeIn(rows, wide))
        factors = [Count(each, size=self.style.sizes.number, style=self.style) for each in self.numbers.of_head]
        self.count("head", self.numbers.head, factors=factors, takes=self._takes(0))
        self.rest()

    def _show_heads(self, tall: VGroup, wide: VGroup) -> None:
        first, *others = self.heads
        self.play(FadeOut(tall, wide), run_time=self.style.times.quick)
        fan = LaggedStart(
            *(ReplacementTransform(first.copy(), each) for each in others), lag_ratio=0.5 / max(len(others), 1)
        )
        self.play(fan, run_time=_FAN)
        self.remove(self.ghost)
        product = self._said("beside", heads=self.numbers.heads, width=int(self.numbers.of_head[1]))
        whole = Count(self.numbers.shapes[0][1], size=self.style.sizes.number, style=self.style)
        self.across = Row([product, whole, self._said("columns")])
        self.across.on_baseline(float(self.heads.get_top()[1]) + _BASE).set_x(float(self.heads.get_x()))
        self.play(FadeIn(self.across), run_time=self.style.times.quick)
        self.count("matrix", self.numbers.matrix, takes=self._takes(1), heads=self.numbers.heads)
        self.rest()

    def _show_block(self) -> None:
        numbers, quick = self.numbers, self.style.times.quick
        whole = self.block[0].copy().replace(self.heads, stretch=True)
        self.play(FadeOut(self.across), FadeIn(whole), run_time=quick)
        self.remove(self.heads, *self.heads)
        self.play(ReplacementTransform(whole, self.block[0]))
        self.play(FadeIn(self.named[0]), run_time=quick)
        for area, name in zip(self.block[1:], self.named[1:], strict=True):
            self.play(FadeIn(area, name), run_time=max(quick, 1.2 / len(self.block)))
        alike = len(self.block) * float(numbers.matrix) == float(numbers.block)
        self.count("block" if alike else "block-unlike", numbers.block, takes=self._takes(2), matrices=len(self.block))
        self.rest()

    def _show_layers(self) -> None:
        self.play(FadeOut(self.named), run_time=self.style.times.quick)
        others = LaggedStart(*map(FadeIn, self.layers[1:]), lag_ratio=0.1, run_time=1.6)
        self.play(LaggedStart(ReplacementTransform(self.block, self.layers[0]), others, lag_ratio=0.6))
        self.rows_said = self._rows_said()
        if len(self.rows_said):
            self.play(FadeIn(self.rows_said), run_time=self.style.times.quick)
        self.count("layers", self.numbers.attention, takes=self._takes(3), layers=self.numbers.layers)
        self.rest()

    def _show_whole(self) -> None:
        ours, others = self._shares()
        if len(self.rows_said):
            self.play(FadeOut(self.rows_said), run_time=self.style.times.quick)
        self.play(ReplacementTransform(self.layers, self.parts), run_time=_SQUEEZE)
        self.play(FadeIn(ours, self.bar[0]), run_time=self.style.times.quick)
        self.play(self._fill_rest())
        self.play(FadeIn(others), run_time=self.style.times.quick)
        about = (self.numbers.said, self.numbers.said_in)
        self.count("whole", self.numbers.whole, takes=self._takes(4), about=about, model=self.numbers.model)
        self.leaving = [ours, others]
        self.rest()

    def _people(self, room: Region) -> tuple[VGroup, VGroup]:
        """Return a person for each lifetime of counting: those who count attention, and those who count all else.

        They stand column by column, so that attention has its share of the width as before. There are as many as is
        said; where that is no whole number, one is drawn as far as that, from the feet up.
        """
        digits = _decimals(self.numbers)
        ours, whole = (round(people, digits) for people in self.numbers.people.tolist())
        rows = max(range(1, ceil(whole) + 1), key=lambda rows: _height_of_people(room, whole, rows))
        height = _height_of_people(room, whole, rows)
        across = room.width / ceil(whole / rows)
        down = min(room.height / rows, 1.3 * height)
        person = Union(*Icon("man", self.style.theme.ink, height=height, style=self.style))
        counting, others = VGroup(), VGroup()
        for index in range(ceil(whole)):
            column, row = divmod(index, rows)
            at = point(room.left + (column + 0.5) * across, room.centre[1] + ((rows - 1) / 2 - row) * down)
            for group, (start, end) in ((counting, (0.0, ours)), (others, (ours, whole))):
                part = min(max(start - index, 0.0), 1.0), min(max(end - index, 0.0), 1.0)
                if part[1] > part[0]:
                    group.add(self._part_of_person(person.copy().move_to(at), *part))
        colour_area(counting, self.style.theme.ink, 1.0, self.style)
        colour_area(others, self.style.theme.dim, 1.0, self.style)
        return counting, others

    def _part_of_person(self, person: VMobject, start: float, end: float) -> VMobject:
        """Return a person from one share of the height to another, without an outline."""
        person.set_stroke(width=0)
        if (start, end) == (0.0, 1.0):
            return person
        low, high = float(person.get_bottom()[1]), float(person.get_top()[1])
        # Beyond the feet and the head the slab goes on, as an intersection along an edge would cut rounded ends off.
        ends = [
            low + (high - low) * (share + beyond) for share, beyond in ((start, -(start == 0.0)), (end, end == 1.0))
        ]
        slab = Rectangle(width=2 * (high - low), height=ends[1] - ends[0])
        slab.move_to(point(person.get_x(), sum(ends) / 2))
        return Intersection(person, slab, stroke_width=0)

    def _counting(self, room: Region) -> list[Row]:
        """Return how many count attention, and all: above the people, or where both have no room, above and below."""
        style, digits = self.style, _decimals(self.numbers)
        ours, whole = texts = [
            Row([
                Number(people, decimals=digits, size=style.sizes.hero, style=style),
                Label(self.says(key, years=_LIFETIME), size=style.sizes.number, style=style),
            ], 0.2)
            for people, key in zip(self.numbers.people, ("for-attention", self.numbers.each), strict=True)
        ]  # fmt: skip
        is_low = float(ours.width + whole.width) > room.width - _BETWEEN
        for text in texts:
            fit(text, room.width)
        ours.starting_at(room.left).on_baseline(room.top + _BASE)
        whole.starting_at(room.right - float(whole.width)).on_baseline(room.bottom if is_low else room.top + _BASE)
        return texts

    def _show_people(self) -> None:
        """Let the bar become those who count all of it, one life long each; attention's stand where its part was."""
        ours, whole = self.counting
        counting, others = self.people
        layers = sorted(self.parts, key=lambda part: (round(float(part.get_x()), 3), -float(part.get_y())))
        self.play(FadeOut(*self.leaving, self.bar[0]), run_time=self.style.times.quick)
        self._step_out(layers, counting)
        self.remove(*self.parts, self.parts)
        self.play(FadeIn(ours), run_time=self.style.times.quick)
        slices = self._slices(len(others))
        self.remove(self.bar[1])
        self.add(*slices)
        self._step_out(slices, others)
        self.play(FadeIn(whole), run_time=self.style.times.quick)
        self.hold()

    def _slices(self, count: int) -> list[Rectangle]:
        """Return the part of the bar that is not attention, cut into upright slices."""
        rest = self.bar[1]
        slices = [Rectangle(width=float(rest.width) / count, height=float(rest.height)) for _ in range(count)]
        for place, piece in enumerate(slices):
            piece.match_style(rest).move_to(rest.get_left() + point((place + 0.5) * float(piece.width)))
        return slices

    def _step_out(self, pieces: Sequence[VMobject], people: VGroup) -> None:
        """Let pieces of the bar go whole to where people will stand, stacked where there are several, and give way."""
        cut = [len(pieces) * place // len(people) for place in range(len(people) + 1)]
        stacks = [VGroup(*pieces[low:high]) for low, high in pairwise(cut)]
        goes = [
            Transform(stack, stack.copy().arrange(DOWN, buff=0.0).replace(person, stretch=True))
            for stack, person in zip(stacks, people, strict=True)
        ]
        self.play(LaggedStart(*goes, lag_ratio=0.1), run_time=_PIECES)
        gives = [AnimationGroup(FadeOut(stack), FadeIn(person)) for stack, person in zip(stacks, people, strict=True)]
        self.play(LaggedStart(*gives, lag_ratio=0.1), run_time=_PEOPLE)

    def _fill_rest(self) -> Live:
        """Return how the part of the bar that is not attention fills, from where attention ends."""
        rest = self.bar[1]
        left, wide = rest.get_left(), float(rest.width)

        def fill(share: float) -> None:
            rest.stretch_to_fit_width(max(share * wide, 1e-3)).move_to(left, aligned_edge=LEFT)

        return Live([rest], fill, run_time=self.style.times.move)
