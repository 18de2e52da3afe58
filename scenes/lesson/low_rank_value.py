"""The value map of one head as two thin matrices (the lesson on multi-headed attention), drawn to scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from manim import (
    DOWN,
    LEFT,
    RIGHT,
    Animation,
    ApplyMethod,
    Circle,
    Create,
    FadeIn,
    FadeOut,
    GrowFromCenter,
    Rectangle,
    Square,
    Transform,
    VGroup,
    VMobject,
    linear,
    smooth,
)
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.counts import (
    HERO,
    MODELS,
    Count,
    CountFigure,
    HeroCount,
    OfModel,
    spoken,
    spoken_time,
    time_to_count,
)
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row, baseline_of
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_FILL, _LEAST = 0.9, 0.03
"""Opacity of an area, and the least width of a thin one, scene units."""

_WORD, _AIR, _SEAM = 0.12, 0.25, 0.04
"""Scene units: the width of a bar that stands for a word's numbers, between it and a matrix, between two slivers."""

_LINES, _SPREAD, _CLEAR = 17, 0.68, 0.16
"""Lines from a thin matrix to the few numbers; the share of the height of their ring to which these lead, by which each
sheaf has a quarter of the ring; scene units between their number and the ring around it."""

_SHORT = 3.0
"""Widths of a thin matrix by which its sheaf is shorter than it, so that two sheaves clear each other at a corner."""

_BELOW, _OVER = 0.55, 0.5
"""Scene units for the words' names below the picture, and for what is written above it."""

_ROWS, _FIRST, _SWEEP, _FLIGHT = (24, 16, 40), 0.9, 1.8, 0.3
"""Rows by which the whole matrix is drawn, about, at the least and at the most; seconds in which the first one grows,
and in which all others do; the share of these that one takes."""

_SQUEEZE, _ROUND, _GHOST, _STILL = 1.8, 1.4, 0.3, 0.8
"""Seconds in which the whole matrix becomes a thin one, and in which a sliver slides round the corner; the opacity of
what is never stored; seconds of stillness after the product."""

_SIGN, _DIMMED, _GROWN = 0.14, 0.3, 1.3
"""Scene units between a sign and its number; the opacity of both sheaves while the square is filled; the size at last
of both times that are compared, as a multiple of what it was."""

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
        "How long it takes to count the whole one, a thin one, and both thin ones, one a second.", rows="units"
    )
    units: tuple[str, ...] = ()


def _saves(numbers: Factored, world: World) -> Measurement:
    whole, both = float(numbers.whole), float(numbers.both)
    return Measurement(both + float(numbers.saved) == whole and both < whole, f"{both:,.0f} of {whole:,.0f}")


def _is_of_low_rank(numbers: Factored, world: World) -> Measurement:
    return Measurement(float(numbers.rank) == _SAMPLE_RANK, f"rank {float(numbers.rank):.0f} of {_SAMPLE}")


def _rows(count: int) -> int:
    """Return in how many rows a square is drawn so that each stands for the same whole number of its rows."""
    wanted, least, most = _ROWS
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
        takes, units = time_to_count(torch.stack([whole, down.prod(), both]))
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
            down[[0, 0]] / _rows(dims.d_model),
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
        self.lines = round(wide / float(self.numbers.cell[0]))
        self.whole = VGroup(
            *(self._area(side, side / self.lines, (0.0, side * (0.5 - (place + 0.5) / self.lines)), self.tint)
              for place in range(self.lines))
        )  # fmt: skip
        self.grid = self._grid(side)
        self.cell = self._cell(side)
        self.side, self.thin = side, thin
        edge = (side - thin) / 2
        self.colors = (theme.value, theme.families[0])
        self.down, self.up = (
            self._area(thin, side, (at, 0.0), color) for at, color in zip((-edge, edge), self.colors, strict=True)
        )
        far = side / 2 + _AIR + _WORD / 2
        self.word = [self._area(_WORD, side, (at, 0.0), theme.ink) for at in (-far, far)]
        self.asking = self._area(_WORD, side / self.lines, (-far, 0.0), self.tint)
        self.asking.set_y(float(self.whole[0].get_y())).set_z_index(1)
        self.slivers = self._slivers()
        self.names = self._names(room.bottom - _BELOW / 2)
        self.inside = Count(self.numbers.down[1], size=self.style.sizes.formula, color=theme.subject, style=self.style)
        self.reach = float(np.hypot(self.inside.width, self.inside.height)) / 2 + _CLEAR
        self.inside.move_to(self.middle)
        self.waist = Circle(radius=self.reach, color=theme.subject, stroke_width=self.style.strokes.bold)
        self.waist.set_fill(theme.background, 1.0).move_to(self.middle)
        self.through = [
            self._sheaf(side, thin, edge, sign, color) for sign, color in zip((-1, 1), self.colors, strict=True)
        ]
        self.ghost = self._ghost()
        self.rank = self._rank()
        self.times: list[VMobject] = []
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

    def _slivers(self) -> list[Label]:
        """Return what both slivers do, above them."""
        size, style = self.style.sizes.number, self.style
        labels = [Label(self.says(key), size=size, color=color, style=style)
                  for key, color in zip(("on-down", "on-up"), self.colors, strict=True)]  # fmt: skip
        for label, bar, side in zip(labels, self.word, (LEFT, RIGHT), strict=True):
            label.align_to(bar, side).on_baseline(float(self.whole.get_top()[1]) + _OVER / 3)
        return labels

    def _cell(self, side: float) -> VGroup:
        """Return the outline of a cell and, above the square, how many numbers it stands for; nothing without room."""
        wide, style = side / self.lines, self.style
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

    def _area(self, width: float, height: float, at: tuple[float, float], color: str) -> Rectangle:
        area = Rectangle(width=width, height=height, stroke_width=0)
        colour_area(area, color, _FILL, self.style)
        return area.move_to(self.middle + point(*at))

    def _grid(self, side: float) -> VGroup:
        """Return lines in the ground's colour, by which the square is seen to be rows and columns of numbers."""
        grid, style = VGroup(), self.style
        color = style.theme.background if style.theme.filled else style.theme.dim
        for place in range(1, self.lines):
            at = side * (place / self.lines - 0.5)
            for one, other in (((at, -side / 2), (at, side / 2)), ((-side / 2, at), (side / 2, at))):
                ends = self.middle + point(*one), self.middle + point(*other)
                grid.add(thin_line(*ends, color, style.strokes.hair))
        return grid

    def _grow(self, rows: Sequence[VMobject], run_time: float) -> Live:
        """Return how rows grow to the right, one after the other, each out of that number of the word which is marked.

        A row has a number for each number of the word that comes out.
        """
        shapes, left = [row.points.copy() for row in rows], float(self.middle[0]) - self.side / 2
        heights = [float(row.get_y()) for row in rows]
        lag = (1 - _FLIGHT) / max(len(rows) - 1, 1)

        def follow(share: float) -> None:
            for place, (row, points) in enumerate(zip(rows, shapes, strict=True)):
                gone = min(max((share - lag * place) / (_FLIGHT if len(rows) > 1 else 1.0), 0.0), 1.0)
                row.points = points.copy() if gone else points[:0]
                row.points[:, 0] = left + smooth(gone) * (row.points[:, 0] - left)
            self.asking.set_y(heights[min(int(share / lag), len(rows) - 1)] if len(rows) > 1 else heights[0])

        follow(0.0)
        return Live([*rows, self.asking], follow, run_time=run_time, rate_func=linear)

    def _sheaf(self, side: float, thin: float, edge: float, sign: int, color: str) -> VGroup:
        """Return lines between a thin matrix and the few numbers in the middle, in the matrix's colour."""
        middle, lines = self.middle, VGroup()
        for share in np.linspace(-0.5, 0.5, _LINES):
            outer = middle + point(sign * (edge - thin / 2), share * (side - _SHORT * thin))
            up = _SPREAD * 2 * share * self.reach
            inner = middle + point(sign * float(np.sqrt(self.reach**2 - up**2)), up)
            ends = (outer, inner) if sign < 0 else (inner, outer)
            lines.add(thin_line(*ends, color, self.style.strokes.thin))
        return lines

    def _sides(self, sides: Tensor, color: str | None = None) -> list[Count]:
        return [Count(side, size=self.style.sizes.number, color=color, style=self.style) for side in sides]

    def tell(self) -> None:
        """Show the whole map; go down, and up; multiply both, and compare."""
        numbers, narrow = self.numbers, int(self.numbers.down[1])
        with self.beat("whole", count=spoken(self, float(numbers.whole))):
            self._show_whole()
        with self.beat("down", narrow=narrow):
            self._go_down()
        with self.beat("up"):
            self._go_up()
        with self.beat("product", narrow=narrow):
            self._multiply()
        percent = format_number(float(numbers.percent), 0)
        long, short = (spoken_time(self, float(self._takes(place)[0]), self._takes(place)[1]) for place in (0, 2))
        with self.beat("saved", percent=percent, long=long, short=short):
            self._compare()

    def _takes(self, index: int) -> tuple[Tensor, str]:
        """Return how long it takes to count one of the counts, and the unit's key."""
        return self.numbers.takes[index], self.numbers.units[index]

    def _how_long(
        self, places: Sequence[tuple[VMobject, float]], room: Region, time: Tensor, unit: str
    ) -> list[VMobject]:
        """Return how long it takes to count that far, with the head of the column above the first one; and keep it."""
        said = super()._how_long(places, room, time, unit)
        self.times += said[:1]
        return said

    def _show_whole(self) -> None:
        (first, *others), times = self.whole, self.style.times
        self.play(FadeIn(self.title, *self.word, *self.names))
        self.play(FadeIn(self.asking), run_time=times.quick)
        for rows, seconds in (([first], _FIRST), (others, _SWEEP)):
            growing = self._grow(rows, seconds)
            self.add(*rows)
            self.play(growing)
        self.play(FadeOut(self.asking), FadeIn(self.grid), run_time=times.quick)
        if len(self.cell):
            self.play(FadeIn(self.cell), run_time=times.quick)
        sides = self._sides(self.numbers.down[[0, 0]], self.tint)
        top, *lower = self.record
        middle = (top.centre[1] + lower[-1].centre[1]) / 2 if self.stage.is_narrow else self.middle[1]
        self.raised = float(top.centre[1] - middle)
        self.record = (top.inset(bottom=-self.raised, top=self.raised), *lower)  # alone, it stands in the middle
        before = [*self.mobjects]
        self.count("whole", self.numbers.whole, factors=sides, takes=self._takes(0), color=self.tint)
        self.first = [each for each in self.mobjects if each not in before]
        self.record = (top, *lower)
        self.rest()

    def _go_down(self) -> None:
        times = self.style.times
        rise = [ApplyMethod(each.shift, point(0.0, self.raised)) for each in self.first]
        self.play(FadeOut(self.grid, self.cell), *rise, run_time=times.move)
        thin = self.thin
        parts = (self._area(thin, self.side / self.lines, (0.0, 0.0), self.colors[0]) for _ in self.whole)
        squeeze = [
            Transform(row, part.move_to(point(float(self.down.get_x()), float(row.get_y()))))
            for row, part in zip(self.whole, parts, strict=True)
        ]
        self.play(*squeeze, run_time=_SQUEEZE)
        self.remove(self.whole, *self.whole)
        self.add(self.down)
        self.play(FadeIn(self.slivers[0]), run_time=times.quick)
        self.play(Create(self.through[0], lag_ratio=0.0), run_time=times.slow)
        self.play(FadeIn(self.waist, self.inside), run_time=times.quick)
        self._count_sliver("down", self.numbers.down, self.colors[0])

    def _go_up(self) -> None:
        times = self.style.times
        self.play(Create(self.through[1], lag_ratio=0.0), run_time=times.slow)
        self.play(GrowFromCenter(self.up), FadeIn(self.slivers[1]), run_time=times.move)
        self._count_sliver("up", self.numbers.up, self.colors[1])

    def _count_sliver(self, key: str, sides: Tensor, color: str) -> None:
        """Count a sliver's numbers once it is there, in its colour."""
        self.count(key, self.numbers.thin, factors=self._sides(sides, color), takes=self._takes(1), color=color)
        self.rest()

    def _multiply(self) -> None:
        """Lay the second sliver along the top, and let the first one sweep along it: tall times wide is a square."""
        self.play(self._round_corner(0.0, 1.0), run_time=_ROUND)
        brush = self.down.copy()
        for part in (*self.through[0], *self.through[1], self.down, self.up):
            part.set_z_index(1)
        for part in (self.waist, self.inside):
            part.set_z_index(2)
        self.play(*self._dim(_DIMMED), run_time=self.style.times.quick)
        self.add(self.ghost, brush)
        self.play(self._fill(brush), run_time=_SWEEP)
        self.play(FadeOut(brush), FadeIn(self.rank), run_time=self.style.times.quick)
        self._stand_still(_STILL)

    def _compare(self) -> None:
        numbers, times = self.numbers, self.style.times
        self.play(self._round_corner(1.0, 0.0), run_time=_ROUND)
        self.play(FadeOut(self.rank), *self._dim(1.0), run_time=times.quick)
        self.play(FadeIn(self._free()), run_time=times.quick)
        settled = self.settle_last()
        self.play(*settled, *map(FadeIn, self._addition()), run_time=times.move)
        self.count("both", numbers.both, takes=self._takes(2))
        if compared := self._compared():
            self.play(*compared, run_time=times.move)
        self.hold()

    def _dim(self, opacity: float) -> list[Animation]:
        """Return how both sheaves get an opacity."""
        return [ApplyMethod(line.set_stroke, None, None, opacity) for lines in self.through for line in lines]

    def _compared(self) -> list[Animation]:
        """Return how the time of the whole square and the time of both slivers grow; none where there is no room."""
        if len(self.times) <= len(self.counted) - 1:
            return []
        grow = list[Animation]()
        for time, count in ((self.times[0], self.counted[0]), (self.times[-1], self.counted[-1])):
            left, right, low = float(time.get_left()[0]), float(time.get_right()[0]), baseline_of(time)
            beside = float(count.get_right()[0]) if abs(baseline_of(count) - low) < float(time.height) else left
            if right - _GROWN * (right - left) < beside + _SIGN:
                return []
            grow.append(ApplyMethod(time.scale, _GROWN, {"about_point": point(right, low)}))
        return grow

    def _round_corner(self, start: float, end: float) -> Live:
        """Return how the second sliver slides round the square's upper right corner, and its sheaf with it.

        Args:
            start: the share of its way at first: 0 is upright at the right, 1 is along the top.
            end: the same at last.
        """
        half, thin, sheaf = self.side / 2, self.thin, list(self.through[1])

        def outline(left: float, right: float, low: float, high: float) -> list[tuple[float, float]]:
            return [(left, low), (left, high), (right, high), (right, low)]

        def follow(share: float) -> None:
            gone = start + share * (end - start)
            there, here = gone * self.side, (1 - gone) * self.side
            if gone in (0.0, 1.0):
                corners = outline(half - thin if gone == 0.0 else -half, half, half - max(here, thin), half)
            else:  # round the corner
                left, low = half - max(there, thin), half - max(here, thin)
                corners = [(half, half), (left, half), (left, half - thin), (half - thin, half - thin)]
                corners += [(half - thin, low), (half, low)]
            self.up.set_points_as_corners([self.middle + point(*each) for each in (*corners, corners[0])])
            for line, place in zip(sheaf, np.linspace(-0.5, 0.5, _LINES), strict=True):
                along = there - self.side / 2 + place * (self.side - _SHORT * thin)
                outer = (half - max(along, thin), half - thin) if along > 0 else (half - thin, half + min(along, -thin))
                turn = float(np.arcsin(2 * _SPREAD * place)) + gone * np.pi / 2
                inner = self.reach * point(float(np.cos(turn)), float(np.sin(turn)))
                line.set_points_as_corners([self.middle + inner, self.middle + point(*outer)])

        return Live([self.up, *sheaf], follow)

    def _ghost(self) -> VGroup:
        """Return the square's cells between both slivers, a column in each mobject: numbers that are never stored."""
        style, width = self.style, self.side / self.lines
        left, right = (float(self.middle[0]) + sign * (self.side / 2 - self.thin - _SEAM) for sign in (-1, 1))
        ghost = VGroup()
        for column in range(self.lines):
            start = float(self.middle[0]) - self.side / 2 + column * width
            low, high = max(start, left), min(start + width - _SEAM / 2, right)
            cells = VMobject(stroke_width=0)
            for row in range(self.lines):
                y = float(self.middle[1]) + self.side / 2 - (row + 0.5) * width
                cell = Rectangle(width=high - low, height=width - _SEAM / 2)
                cells.append_points(cell.move_to(point((low + high) / 2, y)).points)
            ghost.add(colour_area(cells, self.tint, _GHOST, style))
        return ghost

    def _fill(self, brush: VMobject) -> Live:
        """Return how a copy of the first sliver goes to the right and leaves columns of cells behind it."""
        shapes = [column.points.copy() for column in self.ghost]
        start, way = float(brush.get_x()), self.side - self.thin

        def follow(share: float) -> None:
            x = start + share * way
            brush.set_x(x)
            for column, points in zip(self.ghost, shapes, strict=True):
                column.points = points if points[:, 0].max() <= x or share == 1.0 else points[:0]

        follow(0.0)
        return Live([brush, *self.ghost], follow, rate_func=linear)

    def _free(self) -> VGroup:
        """Return what is never stored, below the ring and between both sheaves: its share, and in words."""
        sizes, style, high = self.style.sizes, self.style, self.side / 2 - self.reach
        for size, least in ((sizes.hero, sizes.number), (sizes.formula, sizes.tick), (sizes.number, sizes.least)):
            number = Number(self.numbers.free, decimals=0, size=size, style=style)
            sign = Label("%", size=size, style=style).next_to(number, point(1.0), buff=0.12)
            share = VGroup(number, sign)
            said = Label(self.says("free"), size=least, style=style)
            free = VGroup(share, said).arrange(point(0.0, -1.0), buff=0.005 * size)
            free.move_to(self.middle + point(0.0, -(self.reach + self.side / 2) / 2))
            deep = float(self.middle[1] - said.get_top()[1])
            if free.height < high - _AIR and float(said.width) / 2 < deep:
                return free
        return VGroup(share.move_to(free))

    def _rank(self) -> VGroup:
        """Return the rank of the product below the ring, and under it the rank of a whole square that is learned."""
        sizes, style, (narrow, wide) = self.style.sizes, self.style, self.numbers.up
        for size, least in ((sizes.formula, sizes.number), (sizes.number, sizes.tick), (sizes.tick, sizes.least)):
            rank, other = (
                Row([Label(self.says(key), size=of, color=color, style=style),
                     Count(side, size=of, color=color, style=style)], 0.004 * of)
                for key, side, of, color in (("rank", narrow, size, style.theme.subject),
                                             ("not", wide, least, style.theme.ink))
            )  # fmt: skip
            both = VGroup(rank, other).arrange(DOWN, buff=0.005 * size)
            both.move_to(self.middle + point(0.0, -(self.reach + self.side / 2) / 2))
            deep = float(self.middle[1] - rank.get_top()[1])
            if both.height < self.side / 2 - self.reach - _AIR and float(both.width) / 2 < deep:
                return both
        return VGroup()

    def _addition(self) -> list[VMobject]:
        """Return a plus sign before the second sliver's count, and the rule above the sum of both."""
        up = self.counted[-1]
        sign = Label("+", size=self.style.sizes.number, style=self.style).next_to(up, LEFT, buff=_SIGN)
        above, below = self.record[2:4]
        y, end = (above.bottom + below.top) / 2, float(up.get_right()[0])
        start = min(below.left, *(float(count.get_left()[0]) for count in self.counted))
        rule = thin_line(point(start, y), point(end, y), self.style.theme.ink, self.style.strokes.thin)
        return [sign, rule]
