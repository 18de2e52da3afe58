"""The value map of one head as two thin matrices (the lesson on multi-headed attention), drawn to scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    LEFT,
    RIGHT,
    Animation,
    Circle,
    Create,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    Rectangle,
    Square,
    Transform,
    Uncreate,
    VGroup,
    VMobject,
    linear,
    smooth,
)
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.counts import HERO, MODELS, Count, CountFigure, HeroCount, OfModel, spoken, time_to_count
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.surface import colour_area
from scenes.parts.text.number import MINUS, Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.worlds import World

_FILL, _LEAST = 0.9, 0.03
"""Opacity of an area, and the least width of a thin one, scene units."""

_WORD, _AIR, _SEAM = 0.12, 0.25, 0.04
"""Scene units: the width of a bar that stands for a word's numbers, between it and a matrix, between two slivers."""

_LINES, _SPREAD, _CLEAR = 17, 0.8, 0.16
"""Lines from a thin matrix to the few numbers; the share of the height of their ring to which these lead; scene units
between their number and the ring around it."""

_BELOW, _OVER = 0.55, 0.5
"""Scene units for the words' names below the picture, and for what is written above it."""

_COLUMNS, _SWEEP, _FLIGHT = (24, 16, 40), 2.0, 0.3
"""Columns by which the whole matrix is drawn, about, at the least and at the most; seconds in which they fill it; the
share of these that one is on its way."""

_SQUEEZE, _GHOST = 1.8, 0.2
"""Seconds in which the whole matrix becomes a thin one; the opacity of what is never stored."""

_SIGN = 0.14
"""Scene units between a minus sign and its number."""

_SAMPLE, _SAMPLE_RANK = 96, 4
"""The width and the middle of the maps on which the rank is measured."""


@dataclass(frozen=True)
class Factored:
    """A value map, whole and by way of a few numbers."""

    model: str
    sides: tuple[str, ...]
    down: Tensor = quantity("The rows and columns of the first thin matrix, W_V.", rows="sides")
    up: Tensor = quantity("The rows and columns of the second one, the head's part of W_O.", rows="sides")
    whole: Tensor = quantity("The numbers in one matrix from word to word.")
    thin: Tensor = quantity("The numbers in each thin matrix.")
    both: Tensor = quantity("The numbers in both thin matrices.")
    saved: Tensor = quantity("The numbers that are saved, for one head.")
    percent: Tensor = quantity("What both thin matrices have of the whole one, in percent.")
    cell: Tensor = quantity(
        "The rows and columns of numbers in one cell of the whole one, as it is drawn.", rows="sides"
    )
    free: Tensor = quantity("What of the whole one is never stored, in percent.")
    rank: Tensor = quantity("The rank of two random thin matrices one after the other, 96 to 4 to 96.")
    takes: Tensor = quantity(
        "How long it takes to count the whole one, a thin one, and what is saved, one a second.", rows="units"
    )
    units: tuple[str, ...] = ()


def _saves(numbers: Factored, world: World) -> Measurement:
    whole, both = float(numbers.whole), float(numbers.both)
    return Measurement(both + float(numbers.saved) == whole and both < whole, f"{both:,.0f} of {whole:,.0f}")


def _is_of_low_rank(numbers: Factored, world: World) -> Measurement:
    return Measurement(float(numbers.rank) == _SAMPLE_RANK, f"rank {float(numbers.rank):.0f} of {_SAMPLE}")


def _columns(count: int) -> int:
    """Return in how many columns a square is drawn so that each stands for the same whole number of its columns."""
    wanted, least, most = _COLUMNS
    return min(
        (number for number in range(least, most) if count % number == 0),
        key=lambda number: abs(number - wanted),
        default=wanted,
    )


class LowRankValue(CountFigure):
    """lesson-low-rank-value: down to a few numbers and up again, the value map is a sliver of what it could be."""

    name = "lesson-low-rank-value"
    Parameters = OfModel
    numbers: Factored
    claims = (
        Claim("Two thin matrices have fewer numbers than the whole one.", _saves),
        Claim("By way of four numbers a map has rank four.", _is_of_low_rank),
    )

    @classmethod
    def compute(cls, parameters: OfModel, world: World) -> Factored:
        """Count the value map of one head."""
        model, dims, _ = MODELS[parameters.dims]
        wide, narrow = float(dims.d_model), float(dims.value_width)
        down, up = torch.tensor([[wide, narrow], [narrow, wide]], dtype=torch.float64)
        whole, both = down[0] * up[1], down.prod() + up.prod()
        takes, units = time_to_count(torch.stack([whole, down.prod(), whole - both]))
        generator = torch.Generator().manual_seed(0)
        sample = torch.randn(_SAMPLE, _SAMPLE_RANK, generator=generator, dtype=torch.float64)
        rank = torch.linalg.matrix_rank(sample @ torch.randn(_SAMPLE_RANK, _SAMPLE, generator=generator).double())
        return Factored(
            model,
            ("rows", "columns"),
            down,
            up,
            whole,
            down.prod(),
            both,
            whole - both,
            100 * both / whole,
            down[[0, 0]] / _columns(dims.d_model),
            100 - 100 * both / whole,
            rank.double(),
            takes,
            units,
        )

    @classmethod
    def alternative_values(cls, numbers: Factored) -> Mapping[str, object]:
        """Return the model, both counts, and their ratio."""
        return {
            "model": numbers.model,
            "whole": f"{float(numbers.whole):,.0f}",
            "both": f"{float(numbers.both):,.0f}",
            "percent": format_number(float(numbers.percent), 0),
        }

    def build(self) -> None:
        """Make the whole matrix, two thin ones to the same scale, and a word's numbers before, between and after."""
        self.set_out(self.says("title", model=self.numbers.model), 4)
        room, theme = self.picture.inset(bottom=_BELOW, top=_OVER), self.style.theme
        self.middle = room.centre
        wide, narrow = float(self.numbers.down[0]), float(self.numbers.down[1])
        side = min(room.height, room.width - 2 * (_WORD + _AIR))
        thin = max(side * narrow / wide, _LEAST)
        self.tint = theme.families[1]
        self.columns = round(wide / float(self.numbers.cell[0]))
        self.whole = VGroup(
            *(self._area(side / self.columns, side, side * ((place + 0.5) / self.columns - 0.5), self.tint)
              for place in range(self.columns))
        )  # fmt: skip
        self.grid = self._grid(side)
        self.cell = self._cell(side)
        self.outline = Rectangle(width=side, height=side).move_to(self.middle)
        self.outline.set_stroke(self.tint, self.style.strokes.thin)
        edge = (side - thin) / 2
        self.colors = (theme.value, theme.families[0])
        self.down, self.up = (
            self._area(thin, side, at, color) for at, color in zip((-edge, edge), self.colors, strict=True)
        )
        far = side / 2 + _AIR + _WORD / 2
        self.word = [self._area(_WORD, side, -far, theme.ink), self._area(_WORD, side, far, theme.ink)]
        self.slivers = self._slivers()
        self.names = self._names(room.bottom - _BELOW / 2)
        self.inside = Count(self.numbers.down[1], size=self.style.sizes.formula, color=theme.subject, style=self.style)
        self.reach = float(np.hypot(self.inside.width, self.inside.height)) / 2 + _CLEAR
        self.inside.move_to(self.middle)
        self.waist = Circle(radius=self.reach, color=theme.subject, stroke_width=self.style.strokes.bold)
        self.waist.move_to(self.middle)
        self.through = [
            self._sheaf(side, thin, edge, sign, color) for sign, color in zip((-1, 1), self.colors, strict=True)
        ]
        self.wall = self._wall(side)
        digits = HeroCount(self.numbers.whole, size=HERO * self.style.sizes.number, style=self.style)
        self.digits_end = self.record[0].left + min(float(digits.width), self.record[0].width)

    def _names(self, y: float) -> list[Row]:
        """Return what both bars are, below them: a word's numbers before and after."""
        size = self.style.sizes.number
        words = [Label(self.says(key), size=size, style=self.style) for key in ("in", "out")]
        names = [Row([word, *self._sides(self.numbers.down[:1])], _SIGN) for word in words]
        if sum(float(name.width) for name in names) + _AIR > self.whole.width:
            names = [Row([word]) for word in words]  # their number stands in the record, too
        for name, bar, sign in zip(names, self.word, (1, -1), strict=True):
            name.set_x(float(bar.get_x()) + sign * (float(name.width) - _WORD) / 2).on_baseline(y - 0.1)
        return names

    def _slivers(self) -> list[Row]:
        """Return what both slivers do, above them: from how many numbers to how many."""
        numbers, (before, after) = self.numbers, self.word
        across = float(after.get_right()[0]) - float(before.get_left()[0])
        told = (("on-down", numbers.down, self.colors[0]), ("on-up", numbers.up, self.colors[1]))
        rows = [self._from_to(*each, whole=True) for each in told]
        if sum(float(row.width) for row in rows) + _AIR > across:
            rows = [self._from_to(*each, whole=False) for each in told]  # their numbers stand in the record, too
        for row, bar, side in zip(rows, self.word, (LEFT, RIGHT), strict=True):
            row.align_to(bar, side).on_baseline(float(self.whole.get_top()[1]) + _OVER / 3)
        return rows

    def _from_to(self, key: str, sides: Tensor, color: str, *, whole: bool) -> Row:
        """Return a sliver's name and, if it is to be whole, from how many numbers to how many it leads."""
        style, size, name = self.style, self.style.sizes.tick, self.says(key)
        if not whole:
            return Row([Label(name.removesuffix(":"), size=size, color=color, style=style)])
        before, after = (Count(each, size=size, color=color, style=style) for each in sides)
        to = Math("arrow.r", size=size, color=color, style=style)
        return Row([Label(name, size=size, color=color, style=style), before, to, after], _SIGN)

    def _wall(self, side: float) -> VGroup:
        """Return the wall that all must pass: above the ring that is the gap in it, and below."""
        x, y = self.middle[:2]
        color, width = self.style.theme.dim, self.style.strokes.bold
        ends = ((y + side / 2, y + self.reach), (y - self.reach, y - side / 2))
        return VGroup(*(thin_line(point(x, top), point(x, low), color, width) for top, low in ends))

    def _cell(self, side: float) -> VGroup:
        """Return the outline of a cell and, above the square, how many numbers it stands for; nothing without room."""
        wide, style = side / self.columns, self.style
        corner = self.middle + point(-side / 2, side / 2)
        cell = Square(wide, color=style.theme.ink, stroke_width=style.strokes.line)
        size = style.sizes.tick
        each = [Count(number, size=size, style=style) for number in self.numbers.cell]
        texts = [Label(self.says("cell"), size=size, style=style), each[0], Label("×", size=size, style=style), each[1]]
        said = Row([*texts, Label(self.says("numbers"), size=size, style=style)], _SIGN)
        if float(said.width) > self.picture.right - float(corner[0]):
            return VGroup()
        said.starting_at(float(corner[0])).on_baseline(float(corner[1]) + _OVER / 3)
        return VGroup(cell.move_to(corner + point(wide / 2, -wide / 2)), said)

    def _area(self, width: float, height: float, across: float, color: str) -> Rectangle:
        area = Rectangle(width=width, height=height, stroke_width=0)
        colour_area(area, color, _FILL, self.style)
        return area.move_to(self.middle + point(across, 0.0))

    def _grid(self, side: float) -> VGroup:
        """Return lines in the ground's colour, by which the square is seen to be rows and columns of numbers."""
        grid, style = VGroup(), self.style
        color = style.theme.background if style.theme.filled else style.theme.dim
        for place in range(1, self.columns):
            at = side * (place / self.columns - 0.5)
            for one, other in (((at, -side / 2), (at, side / 2)), ((-side / 2, at), (side / 2, at))):
                ends = self.middle + point(*one), self.middle + point(*other)
                grid.add(thin_line(*ends, color, style.strokes.hair))
        return grid

    def _sweep(self) -> Live:
        """Return how columns, each as tall as the word, leave it one after the other and fill the square."""
        word, columns = self.word[0], list(self.whole)
        start, ends = float(word.get_x()), [float(column.get_x()) for column in columns]
        y, least = float(self.middle[1]), _WORD / float(columns[0].width)
        height, full = float(columns[0].height), float(columns[0].width)

        def follow(share: float) -> None:
            for place, (column, end) in enumerate(zip(columns, ends, strict=True)):
                late = (1 - _FLIGHT) * (len(columns) - 1 - place) / (len(columns) - 1)  # the farthest one leaves first
                gone = smooth(min(max((share - late) / _FLIGHT, 0.0), 1.0))
                column.stretch_to_fit_width(full * (least + gone * (1 - least))).stretch_to_fit_height(height)
                column.move_to(point(start + gone * (end - start), y))

        return Live(columns, follow, run_time=_SWEEP, rate_func=linear)

    def _sheaf(self, side: float, thin: float, edge: float, sign: int, color: str) -> VGroup:
        """Return lines between a thin matrix and the few numbers in the middle, in the matrix's colour."""
        middle, lines = self.middle, VGroup()
        for share in np.linspace(-0.5, 0.5, _LINES):
            outer = middle + point(sign * (edge - thin / 2), share * side)
            up = _SPREAD * 2 * share * self.reach
            inner = middle + point(sign * float(np.sqrt(self.reach**2 - up**2)), up)
            ends = (outer, inner) if sign < 0 else (inner, outer)
            lines.add(thin_line(*ends, color, self.style.strokes.thin))
        return lines

    def _sides(self, sides: Tensor, color: str | None = None) -> list[Count]:
        return [Count(side, size=self.style.sizes.number, color=color, style=self.style) for side in sides]

    def tell(self) -> None:
        """Show the whole map; go down, and up; compare."""
        numbers = self.numbers
        with self.beat("whole", count=spoken(self, float(numbers.whole))):
            self._show_whole()
        with self.beat("down", narrow=int(numbers.down[1])):
            self._go_down()
        with self.beat("up"):
            self._go_up()
        percent = format_number(float(numbers.percent), 0)
        with self.beat("saved", percent=percent, count=spoken(self, float(numbers.saved))):
            self._compare()

    def _takes(self, index: int) -> tuple[Tensor, str]:
        """Return how long it takes to count one of the counts, and the unit's key."""
        return self.numbers.takes[index], self.numbers.units[index]

    def _show_whole(self) -> None:
        (before, after), times = self.word, self.style.times
        self.play(FadeIn(self.title, before, self.names[0]))
        before.set_z_index(1)  # columns leave from behind it
        self.add(self.whole)
        self.play(self._sweep())
        self.play(FadeIn(self.grid, after, self.names[1]), run_time=times.quick)
        if len(self.cell):
            self.play(FadeIn(self.cell), run_time=times.quick)
        sides = self._sides(self.numbers.down[[0, 0]], self.tint)
        self.count("whole", self.numbers.whole, factors=sides, takes=self._takes(0), color=self.tint)
        self.rest()

    def _go_down(self) -> None:
        after, times = self.word[1], self.style.times
        self.add(self.outline)
        self.play(FadeOut(self.grid, self.cell, after, self.names[1]), run_time=times.quick)
        squeeze = [Transform(column, self.down) for column in self.whole]
        self._count_sliver("down", self.numbers.down, self.colors[0], squeeze)
        self.remove(self.whole, *self.whole)
        self.add(self.down)
        self.play(FadeIn(self.wall, self.waist, self.inside, self.slivers[0]), run_time=times.quick)
        self.play(Create(self.through[0], lag_ratio=0.0), run_time=times.slow)
        self.rest()

    def _go_up(self) -> None:
        after, times = self.word[1], self.style.times
        self._count_sliver("up", self.numbers.up, self.colors[1], [GrowFromCenter(self.up)], start=0.0)
        self.play(FadeIn(self.slivers[1]), run_time=times.quick)
        self.play(Create(self.through[1], lag_ratio=0.0), run_time=times.slow)
        self.play(FadeIn(after, self.names[1]), run_time=times.quick)
        self.rest()

    def _count_sliver(
        self, key: str, sides: Tensor, color: str, meanwhile: Sequence[Animation], start: float | None = None
    ) -> None:
        """Let a sliver's count run to its value while the sliver comes into being, in its colour."""
        self.count(key, self.numbers.thin, factors=self._sides(sides, color), takes=self._takes(1), color=color,
                   meanwhile=meanwhile, start=start, run_time=_SQUEEZE)  # fmt: skip

    def _compare(self) -> None:
        numbers, times = self.numbers, self.style.times
        left, right = self.through
        for line in right:
            line.reverse_direction()  # both sheaves go back into their own slivers
        self.play(FadeOut(self.waist, self.inside, self.wall, *self.slivers), run_time=times.quick)
        self.play(Uncreate(left, lag_ratio=0.0), Uncreate(right, lag_ratio=0.0), run_time=times.move)
        beside = self.down.get_center() + point(float(self.down.width) + _SEAM)
        self.play(self.up.animate.move_to(beside), run_time=times.move)
        ghost = self._ghost()
        self.add(ghost)
        self.play(self._fill(ghost), run_time=times.second)
        self.play(FadeIn(self._free()), run_time=times.quick)
        settled = self.settle_last()
        self.play(*settled, *map(FadeIn, self._subtraction()), run_time=times.move)
        self.count("saved", numbers.saved, takes=self._takes(2))
        self.hold()

    def _ghost(self) -> VGroup:
        """Return the cells of the square beside the slivers: numbers that are never stored."""
        style, width = self.style, float(self.outline.width) / self.columns
        start, (_, top, _) = float(self.up.get_right()[0]) + _SEAM, self.outline.get_top()
        ghost = VGroup()
        for column in range(self.columns):
            right = float(self.outline.get_left()[0]) + (column + 1) * width
            wide = min(width, right - start) - _SEAM / 2
            if wide <= 0:
                continue
            cells = VMobject(stroke_width=0)
            for row in range(self.columns):
                cell = Rectangle(width=wide, height=width - _SEAM / 2)
                cells.append_points(cell.move_to(point(right - wide / 2, top - (row + 0.5) * width)).points)
            ghost.add(colour_area(cells, self.tint, _GHOST, style))
        return ghost

    def _fill(self, ghost: VGroup) -> Live:
        """Return how columns of cells appear one after the other, from the slivers on."""
        shapes = [column.points.copy() for column in ghost]

        def follow(share: float) -> None:
            for place, (column, points) in enumerate(zip(ghost, shapes, strict=True)):
                column.points = points if place < share * len(shapes) else points[:0]

        follow(0.0)
        return Live([*ghost], follow, rate_func=linear)

    def _free(self) -> VGroup:
        """Return what is never stored, in the empty square: its share, and these words."""
        number = Number(self.numbers.free, decimals=0, size=self.style.sizes.hero, style=self.style)
        sign = Label("%", size=self.style.sizes.hero, style=self.style).next_to(number, point(1.0), buff=0.12)
        said = Label(self.says("free"), size=self.style.sizes.number, style=self.style)
        return VGroup(VGroup(number, sign), said).arrange(point(0.0, -1.0), buff=0.25).move_to(self.middle)

    def _subtraction(self) -> list[VMobject]:
        """Return a minus sign before each sliver's count, and the rule above what is left."""
        _, down, up = self.counted
        signs: list[VMobject] = []
        for count in (down, up):
            sign = Label(MINUS, size=self.style.sizes.number, style=self.style)
            signs.append(sign.next_to(count, LEFT, buff=_SIGN))
        above, below = self.record[2:4]
        y, end = (above.bottom + below.top) / 2, float(up.get_right()[0])
        start = min(below.left, *(float(count.get_left()[0]) for count in self.counted))
        rule = thin_line(point(start, y), point(end, y), self.style.theme.ink, self.style.strokes.thin)
        return [*signs, rule]
