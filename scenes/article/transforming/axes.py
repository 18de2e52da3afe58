"""A matrix applied to all of space (the end of the article's section "Transforming the Embeddings")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    DashedLine,
    FadeIn,
    FadeOut,
    Polygon,
    VGroup,
    VMobject,
    there_and_back,
)
from manim.utils.rate_functions import ease_in_out_sine
from pydantic import Field
from torch import Tensor

from attnmath import apply_map, basis_images
from scenes.article.transforming.axes_record import AxesRecord, decimals_of
from scenes.article.transforming.claims import TRANSFORM_AXES_CLAIMS
from scenes.article.transforming.landing import beside_landings, landing
from scenes.article.transforming.walk import Walk
from scenes.errors import UserError
from scenes.motion.become import become
from scenes.motion.live import Live
from scenes.number_format import format_number, format_vector
from scenes.parameters import LandmarkParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid, axis_along, beside_axis, turned, whole_lines
from scenes.parts.plane.stage_plane import name_bounds
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Math
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView
from scenes.worlds import World

_AROUND = (0.7, 0.25)
"""Units of the vectors that are shown beyond the farthest places at the right, and above and below."""

_ASIDE, _BEYOND = 0.36, 0.36
"""Scene units from the middle of a way to its number, and from a tip to the vector's name."""

_HOUSE, _AT_HOME = 0.8, 0.5
"""Scene units: the height of the house to which the vector leads, and from the vector's tip to its middle."""

_HOME = 0.35
"""Units of the vectors that the house takes beyond a tip."""

_ARRIVED = 1.35
"""The scale to which the house swells when the steps have led there."""

_FOOT = 0.32
"""Scene units from an axis to the vector's number below it, and twice those to the number beside it."""

_FAR, _TOUCH = 0.25, 0.04
"""Scene units by which such a number stands off its best place, from which on a thin line leads to it; from the line's
end to the number."""

_SHARES = (0.5, 0.62, 0.38, 0.72, 0.28)
"""Shares of the second way beside which its number may stand, the best first."""

_CLEAR = 0.06
"""Scene units between that number and the dashes where the vector was."""

_FREE = 0.3
"""Scene units between a number and the vector, where it stands within the triangle."""

_UNIT, _FOLLOWED = 0.1, 0.075
"""Scene units: the shafts of a step's arrow, and of the vector that is followed."""

_ROUND = 0.16
"""Scene units around a tick's number that an arrow keeps off."""

_STOPS = 20
"""Places on the way of an axis's name at which it is looked whether it lies on a number."""

_TILES = 0.12
"""Opacity of the tiles that the vector crosses."""

_DASH = 0.09
"""Scene units of a dash where the vector was, and of those to the axes."""

_GROW, _WALK, _CARRY, _PULSE, _COUNTED = 0.6, 0.6, 1.5, 0.7, 1.3
"""Seconds: a step appears, a way is walked, a row carries its axis, and the house swells; the scale of a number that is
counted again."""


@dataclass(frozen=True)
class CarriedAxes:
    """The numbers of the figure: the unit vectors and one vector, before and after a matrix."""

    axes: tuple[str, ...]
    unit: Tensor = quantity("The unit vectors, one a row.", rows="axes", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: where the unit vectors go.", rows="axes")
    vector: Tensor = quantity("The vector: how many steps along each axis.", rows="axes")
    steps: Tensor = quantity("The same numbers of steps along the new axes; each row is one axis.", rows="axes")
    transformed: Tensor = quantity("Where these steps lead: the vector times M.")


MOST_STEPS = 4.0
"""The largest number of steps along an axis that can be followed."""


class OneVector(LandmarkParameters):
    """The parameters of the figure: the vector that is followed."""

    vector: tuple[float, float] = Field(
        (1.0, 2.0),
        description=f"The vector that is followed; numbers from -{MOST_STEPS:g} to {MOST_STEPS:g}, not both 0.",
    )


class TransformAxes(PlaneFigure):
    """attention-transform-axes: a matrix carries the axes, and every vector keeps its numbers along them."""

    name = "attention-transform-axes"
    claims = TRANSFORM_AXES_CLAIMS
    Parameters = OneVector
    with_climate = False
    texts_leave = True
    numbers: CarriedAxes

    @classmethod
    def compute(cls, parameters: OneVector, world: World) -> CarriedAxes:
        """Return the unit vectors and the vector, each times M.

        Raises:
            UserError: also when the vector is too long to be stepped along, or has no length.
        """
        require_plane(world)
        if max(map(abs, parameters.vector)) > MOST_STEPS or not any(parameters.vector):
            got = ", ".join(f"{number:g}" for number in parameters.vector)
            raise UserError(f"vector must have numbers from -{MOST_STEPS:g} to {MOST_STEPS:g}, not both 0; got {got}")
        matrix = world_matrix(world, "M", 2, 2)
        vector = torch.tensor(parameters.vector)
        return CarriedAxes(
            world.axes,
            unit=torch.eye(2),
            matrix=matrix,
            vector=vector,
            steps=vector[:, None] * torch.stack(basis_images(matrix)),
            transformed=apply_map(vector, matrix),
        )

    @classmethod
    def alternative_values(cls, numbers: CarriedAxes) -> Mapping[str, object]:
        """Return the steps, and the place to which they lead."""
        first, second = (format_number(float(count), decimals_of(count)) for count in numbers.vector)
        return {"first": first, "second": second, "after": format_vector(numbers.transformed)}

    def axis_colors(self) -> list[str]:
        """Return the colours of the two axes, which their steps and the rows of the matrix have as well."""
        families = self.style.theme.families
        return [families[index % len(families)] for index in (0, 1)]

    def world_view(self) -> PlaneView:
        """Return the view that the vectors fill, before and after the matrix; its grid is one of whole steps."""
        return replace(self.stage.plane_view.fitted(self.stage, self.spans()), step=1.0)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the vector and the steps, before and after."""
        numbers = self.numbers
        ways = [torch.eye(2), numbers.vector.diag(), numbers.vector[None]]
        ways += [numbers.matrix, numbers.steps, numbers.transformed[None]]
        half = numbers.vector @ torch.stack([numbers.matrix[0], torch.eye(2)[1]])  # between both rows' turns
        tips = torch.stack([numbers.vector, half, numbers.transformed])
        beyond = tips * (1 + _HOME / tips.norm(dim=1, keepdim=True).clamp(min=1e-6))
        beyond[:, 0].clamp_(*torch.cat(ways)[:, 0].aminmax())  # there is room at both sides
        rows = torch.cat([*ways, beyond])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        across, up = _AROUND
        return (min(0.0, least[0]), max(0.0, most[0]) + across), (min(0.0, least[1]) - up, max(0.0, most[1]) + up)

    # --- The parts ------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the grid, the steps, the vector with the way to it, and the record."""
        numbers, style = self.numbers, self.style
        self.inks, self.space = self.axis_colors(), torch.eye(2)
        self.grid = LeaningGrid(self.plane, self.inks, with_axes=True, style=style)
        self.names = list(laid(self.plane.names, Layer.LABEL))
        # Lines of the carried grid run behind them.
        self.halos = [laid(haloed(name, style)[0], Layer.PIN) for name in self.names]
        self.units = [  # they lie upon what is walked along them
            laid(Vector(self.plane.origin, self.plane.place(row), ink, width=_UNIT, style=style), Layer.LABEL)
            for row, ink in zip(numbers.unit, self.inks, strict=True)
        ]
        self.walks = [
            Walk(count, ink, style=style) for count, ink in zip(numbers.vector.tolist(), self.inks, strict=True)
        ]
        tip = self.plane.place(numbers.vector)
        # Above the way to its tip, of which the last arrow would cover its head.
        self.arrow = laid(Vector(self.plane.origin, tip, style.theme.ink, width=_FOLLOWED, style=style), Layer.LABEL)
        self.house = laid(ShadedIcon("house", style.theme.subject, height=_HOUSE, style=style), Layer.LABEL)
        self.tiles = Polygon(*([self.plane.origin] * 4), stroke_width=0, color=style.theme.ink)
        self.tiles.set_fill(style.theme.fill(style.theme.ink), _TILES if style.theme.filled else 0.0)
        laid(self.tiles, Layer.VEIL)
        self.ghost = laid(
            DashedLine(self.plane.origin, tip, dash_length=_DASH, color=style.theme.ink, stroke_width=2.8), Layer.GHOST
        )
        self.marks = [
            laid(haloed(self._count(count, ink), style), Layer.LABEL)
            for count, ink in zip(numbers.vector, self.inks, strict=True)
        ]
        self.within, self.share = self._side(), self._share()
        self.record = AxesRecord(
            numbers.vector,
            (numbers.unit, numbers.matrix),
            (numbers.vector, numbers.transformed),
            inks=self.inks,
            view=self.view,
            style=style,
        )
        self._place_texts()
        self.carry(torch.eye(2))
        marks = [box_of(mark) for mark in self.marks]
        self.covered = [each for each in self.plane.numbers if any(overlap(box_of(each), mark) > 0 for mark in marks)]

    def _count(self, count: Tensor, ink: str) -> Number:
        return Number(count, decimals=decimals_of(count), size=self.style.sizes.head, color=ink, style=self.style)

    def carry(self, matrix: Tensor) -> None:
        """Lay the grid and everything on it where a matrix of shape (2, 2) takes it."""
        self.space, origin, vector = matrix, self.plane.origin, self.numbers.vector
        ways = [self._way(row) for row in matrix]
        self.grid.carry(matrix)
        for unit, way in zip(self.units, ways, strict=True):
            unit.set_ends(origin, origin + way)
        first, second = self.walks
        first.lay(origin, ways[0])
        second.lay(first.end, ways[1])
        corner, tip = first.end, second.end
        self.arrow.set_ends(origin, tip)
        self.house.move_to(self._home(tip))
        self.tiles.set_points_as_corners([origin, corner, tip, origin + float(vector[1]) * ways[1], origin])
        # The first number stands within the triangle of the ways and the vector if it has room, the second outside.
        self.marks[0].move_to(self._first_mark(corner - origin, tip - origin, self.within))
        self.marks[1].move_to(self._second_mark(corner, tip, self.share))

    def _home(self, tip: Point) -> Point:
        """Return the middle of the house beyond the vector's tip, within the frame."""
        x, y = flat(tip + _AT_HOME * _along(tip - self.plane.origin))
        safe, half = self.stage.safe, _HOUSE / 2
        return point(min(max(x, safe.left + half), safe.right - half), min(max(y, safe.bottom + half), safe.top - half))

    def _way(self, row: Tensor) -> Point:
        """Return a vector as a way in scene units."""
        return self.plane.place(row) - self.plane.origin

    def _first_mark(self, way: Point, other: Point, within: float) -> Point:
        """Return the place of the first number beside its way: on the side of another way at 1, opposite at -1."""
        return self.plane.origin + way / 2 + within * _ASIDE * _across(way, other)

    def _second_mark(self, corner: Point, tip: Point, share: float) -> Point:
        """Return the place of the second number beside a share of its way, outside of the triangle."""
        return corner + share * (tip - corner) - _ASIDE * _across(tip - corner, self.plane.origin - corner)

    def _share(self) -> float:
        """Return the share of its way beside which the second number stands: clear of where the vector was."""
        corner, tip = (self.plane.place(row) for row in (self.numbers.steps[0], self.numbers.transformed))
        was = (flat(self.plane.origin), flat(self.plane.place(self.numbers.vector)))
        for share in _SHARES:
            if not inside_length(was, _larger(_around(self._second_mark(corner, tip, share), self.marks[1]), _CLEAR)):
                return share
        return _SHARES[0]

    def _side(self) -> float:
        """Return 1 if the first number has room between its way and the vector, before and after M; else -1."""
        for rows in (self.numbers.vector.diag(), self.numbers.steps):
            way, other = (self._way(row) for row in (rows[0], rows.sum(dim=0)))
            x, y, _ = self._first_mark(way, other, 1.0) - self.plane.origin
            across = point(-_along(other)[1], _along(other)[0])
            if abs(float(across @ point(x, y))) < _FREE:
                return -1.0
        return 1.0

    # --- The places of texts --------------------------------------------------------------------------------------

    def _place_texts(self) -> None:
        """Put all names and numbers of the plane where nothing lies on them, before M or after it."""
        numbers, style = self.numbers, self.style
        self.carry(torch.eye(2))
        taken, lines = [box_of(number) for number in self.plane.numbers], self._lines()
        taken += [*map(box_of, self.marks), box_of(self.house)]
        for name in self.names:
            near, size = flat(name.get_center()), (float(name.width), float(name.height))
            whole = [*lines, *whole_lines(self.plane)]
            name.move_to(point(*free_place(size, name_bounds(self.plane), near, lines=whole, boxes=taken)))
            taken.append(box_of(name))
        self.symbol = self._named("arrow(x)", numbers.vector, lines, taken)
        self.landings = [landing(self.plane, row, ink) for row, ink in zip(numbers.matrix, self.inks, strict=True)]
        names = [
            Coordinates(row, size=style.sizes.number, color=ink, decimals=self.record.digits, style=style)
            for row, ink in zip(numbers.matrix, self.inks, strict=True)
        ]
        self.landing_names = beside_landings(
            self.plane, names, numbers.matrix, lines=lines, taken=[*taken, box_of(self.symbol)], style=style
        )
        self.carry(numbers.matrix)
        self._place_carried([*map(box_of, self.marks), box_of(self.house)])

    def _place_carried(self, marks: Sequence[Box]) -> None:
        """Put the axes' names, the new vector's name and its numbers clear of everything after M."""
        numbers = self.numbers
        lines = [*self._lines(), (flat(self.plane.origin), flat(self.plane.place(numbers.vector)))]
        taken = [*marks, box_of(self.symbol)]
        self.name_ends = [
            beside_axis(self.plane, name, rows, lines=lines, boxes=taken)
            for name, rows in zip(self.names, zip(numbers.unit, numbers.matrix, strict=True), strict=True)
        ]
        taken += [_around(end, name) for end, name in zip(self.name_ends, self.names, strict=True)]
        self.feet, self.foot_numbers = self._feet(lines, taken)
        taken += [box_of(number) for number in self.foot_numbers]
        lines += [(flat(foot.get_start()), flat(foot.get_end())) for foot in self.feet]
        self.new_symbol = self._named("arrow(x) M", numbers.transformed, lines, taken)

    def _lines(self) -> list[Segment]:
        """Return what texts keep off in space as it is carried now: arrows, and the axes that stay and that go."""
        arrows = [self.arrow, *self.units, *(arrow for walk in self.walks for arrow in walk.arrows)]
        ways = [(flat(arrow.start), flat(arrow.end)) for arrow in arrows]
        carried = [axis for row in self.space if (axis := axis_along(self.plane, row))]
        return [*ways, *carried, *self.plane.axis_segments()]

    def _named(self, name: str, row: Tensor, lines: Sequence[Segment], taken: Sequence[Box]) -> VGroup:
        """Return a vector's name beyond its tip, clear of lines and boxes."""
        text = Math(name, size=self.style.sizes.head, style=self.style)
        near = self.plane.place(row) + _BEYOND * _along(self._way(row))
        return self._put(text, near, lines, taken)

    def _put(
        self, text: VMobject, near: Point, lines: Sequence[Segment], taken: Sequence[Box], within: Box | None = None
    ) -> VGroup:
        """Return a text with its halo, at the free place that is nearest to a point."""
        size, bounds = (float(text.width) + 0.1, float(text.height) + 0.1), within or name_bounds(self.plane)
        text.move_to(point(*free_place(size, bounds, flat(near), lines=lines, boxes=taken)))
        return laid(haloed(text, self.style), Layer.LABEL)

    def _feet(self, lines: Sequence[Segment], taken: list[Box]) -> tuple[VGroup, list[VGroup]]:
        """Return dashed lines from the carried vector's tip to the axes that stayed, and its numbers at their ends."""
        new, ink, style = self.numbers.transformed, self.style.theme.ink, self.style
        at, lines_to = self.plane.place(new), VGroup()
        texts: list[VGroup] = []
        for axis in (0, 1):
            foot = self.plane.place(torch.stack([new[0] * (1 - axis), new[1] * axis]))
            if float(((at - foot) ** 2).sum() ** 0.5) > 0.15:
                lines_to.add(DashedLine(at, foot, dash_length=_DASH, color=ink, stroke_width=2.4))
            number = Number(new[axis], decimals=self.record.digits, size=style.sizes.tick, style=style)
            aside = point(0.0, _FOOT) if axis == 0 else point(_FOOT / 2 + number.width / 2, 0.0)
            near = foot + (aside if float((at - foot) @ aside) < 0 else -aside)
            texts.append(self._put(number, near, lines, [*taken, *map(box_of, texts)], self._strip(axis)))
            if float(np.linalg.norm(number.get_center() - near)) > _FAR:
                left, low, right, top = _larger(box_of(number), _TOUCH)
                end = point(*np.clip(flat(foot), (left, low), (right, top)))
                lines_to.add(thin_line(foot, end, ink, style.strokes.thin))
        return laid(lines_to, Layer.GHOST), texts

    def _strip(self, axis: int) -> Box:
        """Return the strip around an axis in which a number is seen to belong to it."""
        left, low, right, top = name_bounds(self.plane)
        (x, y), wide = flat(self.plane.origin), 2 * _FOOT
        return (
            (left, max(low, y - wide), right, min(top, y + wide))
            if axis == 0
            else (x - 3 * wide, low, x + 3 * wide, top)
        )

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show the steps, walk to the vector, land the rows, let each carry its axis, and count the steps again."""
        first, second = (format_number(float(count), decimals_of(count)) for count in self.numbers.vector)
        said = {"first": first, "second": second}
        with self.beat("unit-vectors"):
            self._show_steps()
            self.rest()
        with self.beat("steps", **said):
            self._walk()
            self.rest()
        with self.beat("matrix"):
            self._show_rows()
            self.rest()
        with self.beat("carry"):
            self._carry_axes()
            self.rest()
        with self.beat("same-steps", **said):
            self._count_again()
            self.last()

    def _show_steps(self) -> None:
        """Show the grid, and one step along each axis."""
        times = self.style.times
        self.play(FadeIn(self.grid), run_time=times.quick)
        for unit, pair in zip(self.units, self.record.before, strict=True):
            self.play(self._reach(unit), FadeIn(pair), run_time=times.move)

    def _walk(self) -> None:
        """Walk the steps along one axis, then those along the other: there the vector ends."""
        times, first, matrix = self.style.times, self.walks[0], torch.eye(2)
        gone = [FadeOut(*self.covered)] if self.covered else []
        self.play(FadeIn(self.house, scale=0.6), *gone, run_time=times.quick)
        for walk, start, row, count, mark in zip(
            self.walks, (self.plane.origin, first.end), matrix, self.record.counts, self.marks, strict=True
        ):
            self.play(FadeIn(count), run_time=times.quick)
            if walk.arrows:
                self.play(self._walking(walk, start, row), run_time=_WALK * len(walk.arrows) ** 0.7)
                self.add(mark)
        vector = [self.symbol, self.record.rule, self.record.totals[0], self.tiles]
        self.play(self._reach(self.arrow), FadeIn(*vector), run_time=times.move)

    def _show_rows(self) -> None:
        """Show the matrix row by row, and where each row lets a step land."""
        times, matrix = self.style.times, self.record.matrix
        before = [FadeOut(self.record.totals[0])] if self.view.lying else []
        frame = VGroup(matrix.symbol, matrix.equals, matrix.matrix.brackets)
        self.play(FadeIn(frame), *before, run_time=times.quick)
        for index, (place, name) in enumerate(zip(self.landings, self.landing_names, strict=True)):
            self.play(FadeIn(matrix.matrix.row(index), place, name), run_time=times.move)

    def _carry_axes(self) -> None:
        """Let one row after the other carry its axis, and all of space with it."""
        times, matrix = self.style.times, self.numbers.matrix
        old = [] if self.view.lying else [self.record.totals[0]]
        met = self._met()
        back = [number for number in met if number not in self._met(on_the_way=False)]
        leaving = FadeOut(self.symbol, *self.landing_names, *old, *met)
        self.play(leaving, run_time=times.quick)
        for halo, name in zip(self.halos, self.names, strict=True):
            halo.move_to(name)
        self.add(self.ghost, *self.halos, *self.names)
        half = torch.stack([matrix[0], torch.eye(2)[1]])
        self.play(self._carrying(torch.eye(2), half, 0), *self._count_on(0), run_time=_CARRY)
        self.play(self._carrying(half, matrix, 1), *self._count_on(1), FadeOut(self.landings[0]), run_time=_CARRY)
        self.play(FadeOut(self.landings[1]), FadeIn(self.symbol, self.new_symbol, *back), run_time=times.quick)

    def _count_again(self) -> None:
        """Walk the steps once more, along the carried axes, and read where they lead."""
        times, first = self.style.times, self.walks[0]
        starts = (self.plane.origin, first.end.copy())
        self.play(FadeOut(*self.walks), run_time=times.quick)
        for walk, start, row, mark in zip(self.walks, starts, self.numbers.matrix, self.marks, strict=True):
            if walk.arrows:
                swell = ApplyMethod(mark.scale, _COUNTED, rate_func=there_and_back)
                self.play(self._walking(walk, start, row), swell, run_time=_WALK * len(walk.arrows) ** 0.7)
        self.play(ApplyMethod(self.house.scale, _ARRIVED, rate_func=there_and_back), run_time=_PULSE)
        before = [FadeOut(self.record.matrix)] if self.view.lying else []
        self.play(*before, FadeIn(self.record.totals[1], self.feet, *self.foot_numbers), run_time=times.move)

    def _met(self, *, on_the_way: bool = True) -> list[VMobject]:
        """Return the numbers of the ticks on which an arrow, a name or a number will lie.

        Args:
            on_the_way: also those over which a name goes on its way.
        """
        self.carry(self.numbers.matrix)
        arrows = [self.arrow, *self.units, *(arrow for walk in self.walks for arrow in walk.arrows)]
        lines = [(flat(arrow.start), flat(arrow.end)) for arrow in arrows]
        texts = [box_of(text) for text in (self.new_symbol, *self.foot_numbers, *self.marks, self.house)]
        for name, end in zip(self.names, self.name_ends, strict=True):
            texts += [_around(at, name) for at in (_on_way(name, end) if on_the_way else [end])]
        self.carry(torch.eye(2))
        boxes = [(number, box_of(number)) for number in self.plane.numbers if number not in self.covered]
        return [
            number
            for number, box in boxes
            if any(inside_length(line, _larger(box, _ROUND)) > 0 for line in lines)
            or any(overlap(text, box) > 0 for text in texts)
        ]

    # --- Motions --------------------------------------------------------------------------------------------------

    def _reach(self, arrow: Vector) -> Live:
        """Return how an arrow grows from where it begins."""
        start, end = arrow.start.copy(), arrow.end.copy()
        self.add(arrow)
        return Live([arrow], lambda share: arrow.set_ends(start, start + max(share, 1e-3) * (end - start)))

    def _walking(self, walk: Walk, start: Point, row: Tensor) -> Live:
        """Return how a walk grows step by step."""
        begin, step = start.copy(), self._way(row)
        walk.lay(begin, step, 0.0)
        self.add(walk)
        return Live([walk], lambda share: walk.lay(begin, step, share))

    def _carrying(self, before: Tensor, after: Tensor, index: int) -> Live:
        """Return how space goes from one matrix to another, and with it the name of the axis that moves."""
        name, start, end = self.names[index], self.names[index].get_center(), self.name_ends[index]
        halo = self.halos[index]

        def follow(share: float) -> None:
            self.carry(before + share * (after - before))
            name.move_to(start + share * (end - start))
            halo.move_to(name)

        marks = [mark for mark, walk in zip(self.marks, self.walks, strict=True) if walk.arrows]
        moved = [self.grid, self.tiles, *self.units, *self.walks, self.arrow, self.house, *marks, halo, name]
        return Live(moved, follow, rate_func=ease_in_out_sine)

    def _count_on(self, index: int) -> list[Animation]:
        """Return how a step's numbers run to those of its row, while its axis moves."""
        before, after = self.record.before[index], self.record.after[index]
        return [become(old, new) for old, new in zip(before.numbers, after.numbers, strict=True)]


def _on_way(text: VMobject, end: Point) -> list[Point]:
    """Return the middles of a text on its way to another place."""
    start = text.get_center()
    return [start + index / _STOPS * (end - start) for index in range(_STOPS + 1)]


def _larger(box: Box, margin: float) -> Box:
    """Return a box with a margin around it."""
    left, low, right, top = box
    return (left - margin, low - margin, right + margin, top + margin)


def _around(centre: Point, text: VMobject) -> Box:
    """Return the box of a text around another place."""
    x, y = flat(centre)
    wide, tall = float(text.width) / 2, float(text.height) / 2
    return (x - wide, y - tall, x + wide, y + tall)


def _along(way: Point) -> Point:
    """Return the direction of a way; upwards where it has no length."""
    length = float((way**2).sum() ** 0.5)
    return way / length if length > 1e-6 else point(0.0, 1.0)


def _across(way: Point, other: Point) -> Point:
    """Return the direction across a way, on the side of another one."""
    across = turned(_along(way))
    return across if float(across @ other) >= 0 else -across
