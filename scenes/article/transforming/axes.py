"""A matrix applied to all of space (the end of the article's section "Transforming the Embeddings")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, pi, sin

import torch
from manim import (
    Animation,
    Circle,
    DashedLine,
    FadeIn,
    FadeOut,
    ReplacementTransform,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from pydantic import Field
from torch import Tensor

from attnmath import apply_map, basis_images
from scenes.article.transforming.claims import TRANSFORM_AXES_CLAIMS
from scenes.errors import UserError
from scenes.motion.become import become
from scenes.motion.live import Live
from scenes.number_format import decimals_that_multiply
from scenes.parameters import LandmarkParameters, require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.sheet import Sheet
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import WIDTH, Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Factor, Number, format_number, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.stage import PlaneView
from scenes.worlds import World

_ROOM = 0.5
"""Steps from the origin, and from the vector's tip, to the edge of the sheet."""

_PITCH, _GAP = 0.7, 0.16
"""Scene units from a line of the record to the next, and between its pieces."""

_ASIDE, _BEYOND = 0.32, 0.36
"""Scene units from the middle of a way to its number, and from a tip to the vector's name."""

_FREE = 0.3
"""Scene units between a number and the vector, where it stands within the triangle."""

_EARLY = squish_rate_func(smooth, 0.0, 0.4)
"""The rate of what makes room before the rest of a motion."""

_WALK, _CARRY, _PULSE = 0.7, 2.6, 0.7
"""Seconds of a step, of the motion of space, and of a step that is counted again."""


@dataclass(frozen=True)
class CarriedAxes:
    """The numbers of the figure: the unit vectors and one vector, before and after a matrix."""

    axes: tuple[str, ...]
    unit: Tensor = quantity("The unit vectors, one a row.", rows="axes", columns="axes")
    matrix: Tensor = quantity("The matrix M, for rows: where the unit vectors go.", rows="axes")
    vector: Tensor = quantity("The vector: how many steps along each axis.", rows="axes")
    steps: Tensor = quantity("The same numbers of steps along the new axes; each row is one axis.", rows="axes")
    transformed: Tensor = quantity("Where these steps lead: the vector times M.")


def decimals_of(count: Tensor) -> int:
    """Return the digits after the point of a number of steps: none for a whole number."""
    return 0 if float(count) == int(count) else 2


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
        """Return the view that the sheet fills, before and after the matrix."""
        return self.stage.plane_view.fitted(self.stage, self.spans())

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the sheet before and after the matrix."""
        low, high = self._edges()
        corners = torch.tensor([[x, y] for x in (low, high) for y in (low, high)])
        rows = torch.cat([corners, apply_map(corners, self.numbers.matrix)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (least[0], most[0]), (least[1], most[1])

    def _edges(self) -> tuple[float, float]:
        """Return the least and the largest number on the sheet, along either axis."""
        numbers = self.numbers.vector.tolist()
        return min(0, *map(floor, numbers)) - _ROOM, max(2, *map(ceil, numbers)) + _ROOM

    def build(self) -> None:
        """Make the sheet, the steps, the vector with the way to it, and the record."""
        numbers, style = self.numbers, self.style
        self.inks = self.axis_colors()
        low, high = self._edges()
        self.sheet = Sheet(self.plane, low, high, self.inks, style=style)
        self.square = self.sheet.dotted()
        self.units = [self.plane.vector(row, ink) for row, ink in zip(numbers.unit, self.inks, strict=True)]
        self.arrow = self.plane.vector(numbers.vector, style.theme.ink)
        self.steps, self.ways = self._ways()
        self.marks = [
            laid(haloed(self._count(count, ink, style.sizes.head), style), Layer.LABEL)
            for count, ink in zip(numbers.vector, self.inks, strict=True)
        ]
        symbol, matrix = (Math(each, size=style.sizes.head, style=style) for each in ("arrow(x)", "M"))
        name = Row([symbol, matrix], 0.08)
        self.symbol, self.times_matrix = (laid(haloed(each, style), Layer.LABEL) for each in name)
        self.aside = self.times_matrix.get_center() - self.symbol.get_center()
        self.targets = [self._target(row, ink) for row, ink in zip(numbers.matrix, self.inks, strict=True)]
        self._lay_record()
        self.within = self._side()
        self.carry(0.0)

    def _ways(self) -> tuple[list[list[Vector]], list[list[tuple[Tensor, Tensor]]]]:
        """Return the way to the vector: along each axis whole steps and the remainder, and their ends before M."""
        steps: list[list[Vector]] = []
        ways: list[list[tuple[Tensor, Tensor]]] = []
        begin = torch.zeros(2)
        for unit, count, ink in zip(self.numbers.unit, self.numbers.vector, self.inks, strict=True):
            far = float(count)
            stops = [(1 if far > 0 else -1) * (index + 1.0) for index in range(int(abs(far)))]
            stops += [far] if abs(far) > len(stops) else []
            places = [begin, *(begin + stop * unit for stop in stops)]
            ways.append(list(zip(places, places[1:], strict=False)))
            steps.append([self.plane.vector(end - start, ink, start=start) for start, end in ways[-1]])
            begin = begin + count * unit
        return steps, ways

    def _target(self, row: Tensor, ink: str) -> VGroup:
        """Return where a step will point to: a dashed line, and a ring around the place of its tip."""
        end = self.plane.place(row)
        ring = Circle(radius=0.11, color=ink, stroke_width=2.8).move_to(end)
        away = float(((end - self.plane.origin) ** 2).sum() ** 0.5)
        line = [DashedLine(self.plane.origin, end, dash_length=0.09, color=ink, stroke_width=2.8)] if away > 0.2 else []
        return laid(VGroup(*line, ring), Layer.GHOST)

    def carry(self, share: float) -> None:
        """Lay the sheet and everything on it where a share of the way takes it, from 0 to 1 at the matrix."""
        unit, image = self.numbers.unit, self.numbers.matrix
        matrix = unit + share * (image - unit)

        def place(row: Tensor) -> Point:
            return self.plane.place(row @ matrix)

        self.sheet.carry(matrix)
        for arrow, row in zip(self.units, self.numbers.unit, strict=True):
            arrow.set_ends(self.plane.origin, place(row))
        for steps, ways in zip(self.steps, self.ways, strict=True):
            for step, (start, end) in zip(steps, ways, strict=True):
                step.set_ends(place(start), place(end))
        tip = place(self.numbers.vector)
        self.arrow.set_ends(self.plane.origin, tip)
        corner = place(torch.stack([self.numbers.vector[0], torch.tensor(0.0)]))
        # The first number stands within the triangle of the ways and the vector if it has room, the second outside.
        self.marks[0].move_to(self._first_mark(corner - self.plane.origin, tip - self.plane.origin, self.within))
        self.marks[1].move_to((corner + tip) / 2 - _ASIDE * _across(tip - corner, self.plane.origin - corner))
        # A name at the left of the upright axis grows to the left, so that the axis runs through no letter.
        back = share * self.aside if float(self.numbers.transformed[0]) < 0 else 0 * self.aside
        self.symbol.move_to(tip + _BEYOND * _along(tip - self.plane.origin) - back)
        self.times_matrix.move_to(self.symbol.get_center() + self.aside)

    def _first_mark(self, way: Point, other: Point, within: float) -> Point:
        """Return the place of the first number beside its way: on the side of another way at 1, opposite at -1."""
        return self.plane.origin + way / 2 + within * _ASIDE * _across(way, other)

    def _side(self) -> float:
        """Return 1 if the first number has room between its way and the vector, before and after M; else -1."""
        for rows in (self.numbers.vector.diag(), self.numbers.steps):
            way, other = (self.plane.place(row) - self.plane.origin for row in (rows[0], rows.sum(dim=0)))
            x, y, _ = self._first_mark(way, other, 1.0) - self.plane.origin
            across = point(-_along(other)[1], _along(other)[0])
            if abs(float(across @ point(x, y))) < _FREE:
                return -1.0
        return 1.0

    def _count(self, count: Tensor, ink: str, size: float) -> Number:
        return Number(count, decimals=decimals_of(count), size=size, color=ink, style=self.style)

    def _lay_record(self) -> None:
        """Lay the matrix, and below it the sum: how many steps, along which arrow, and where they lead."""
        numbers = self.numbers
        counts = numbers.vector.repeat_interleave(2).tolist()
        pairs = list(zip(counts, numbers.matrix.flatten().tolist(), strict=True))
        self.digits = decimals_that_multiply(pairs) or 2
        self.size = self.style.sizes.number
        self._write()
        room, wide = self.view.record.width, self._width()
        while wide > room:
            self.size *= min(room / wide, 0.98)
            self._write()
            wide = self._width()
        self._arrange()

    def _write(self) -> None:
        """Write the record's pieces."""
        numbers, size, style = self.numbers, self.size, self.style
        self.matrix = NamedMatrix(
            "M", numbers.matrix, size=size, row_colors=self.inks, decimals=self.digits, style=style
        )
        self.counts = []
        for index, (count, ink) in enumerate(zip(numbers.vector, self.inks, strict=True)):
            factor = Factor(count, decimals=decimals_of(count), size=size, color=ink, style=style)
            plus = [Math("+", size=size, style=style)] if index else []
            self.counts.append(Row([*plus, factor, Math("times", size=size, style=style)], _GAP))
        self.before, self.after = (
            [self._pair(row, ink) for row, ink in zip(rows, self.inks, strict=True)]
            for rows in (numbers.unit, numbers.matrix)
        )
        self.totals = [
            Row([Math(f"{name} =", size=size, style=style), self._pair(row, style.theme.ink)], _GAP)
            for name, row in (("arrow(x)", numbers.vector), ("arrow(x) M", numbers.transformed))
        ]

    def _pair(self, row: Tensor, color: str) -> Row:
        """Return two numbers in parentheses: the left one, a number, a comma, a number, the right one."""
        size, style = self.size, self.style
        comma = Label(style.language.text("common.labels.between-numbers", {}), size=size, style=style)
        one, other = (Number(each, decimals=self.digits, size=size, color=color, style=style) for each in row)
        left, right = (Math(each, size=size, style=style) for each in ("paren.l", "paren.r"))
        return Row([left, one, comma, other, right], [0.05, 0.05, 0.1, 0.05])

    def _width(self) -> float:
        """Return the width that the record needs, scene units."""
        lines = max(float(row.width) for row in self.counts) + _GAP + max(float(row.width) for row in self.after)
        total = max(float(row.width) for row in self.totals)
        if self.view.lying:
            return max(float(self.matrix.width), total) + 3 * _GAP + lines
        return max(float(self.matrix.width), lines, total)

    def _arrange(self) -> None:
        """Place the record's lines: below each other, or side by side where the record lies down."""
        record, lying = self.view.record, self.view.lying
        count, pair = (max(float(row.width) for row in rows) for rows in (self.counts, self.after))
        total = max(float(row.width) for row in self.totals)
        middle = float(record.centre[1])
        if lying:
            # The matrix and the total have one place, one after the other.
            slot = max(float(self.matrix.width), total)
            left = float(record.centre[0]) - self._width() / 2
            self.matrix.move_to(point(left + slot / 2, middle))
            right = left + self._width()
            pitch = min(_PITCH, 0.55 * record.height)
            lines = [middle + pitch / 2, middle - pitch / 2]
            end, last = left + slot / 2 + total / 2, middle
        else:
            right = end = float(record.centre[0]) + max(count + _GAP + pair, total) / 2
            self.matrix.move_to(point(float(record.centre[0]), record.top - 0.75))
            lines = [middle - 0.15, middle - 0.15 - _PITCH]
            last = lines[1] - _PITCH - 0.3
        for rows in (self.before, self.after):
            for row, y in zip(rows, lines, strict=True):
                row.move_to(point(right - float(row.width) / 2, y))
        for row, y in zip(self.counts, lines, strict=True):
            row.move_to(point(right - pair - _GAP - float(row.width) / 2, y))
        for row in self.totals:
            row.move_to(point(end - float(row.width) / 2, last))
        rule = (lines[1] + last) / 2 + 0.02
        wide = max(count + _GAP + pair, total)
        self.rule = VGroup() if lying else thin_line(
            point(right - wide, rule), point(right, rule), self.style.theme.axis, 2.4
        )  # fmt: skip
        for text in (self.matrix, *self.counts, *self.before, *self.after, *self.totals, self.rule):
            laid(text, Layer.LEDGER)

    def tell(self) -> None:
        """Show the steps, walk to the vector, name the rows, carry all of space, and count the steps again."""
        numbers, times = self.numbers, self.style.times
        first, second = (format_number(float(count), decimals_of(count)) for count in numbers.vector)
        said = {"first": first, "second": second}
        with self.beat("unit-vectors"):
            self.play(FadeIn(self.sheet), run_time=times.move)
            for index, pair in enumerate(self.before):
                self.play(self._reach([self.units[index]]), FadeIn(pair), run_time=times.move)
            self.rest()
        with self.beat("steps", **said):
            for index, steps in enumerate(self.steps):
                self.play(FadeIn(self.counts[index]), run_time=times.quick)
                for step in steps:
                    self.play(self._reach([step]), run_time=_WALK)
                if steps:
                    self.play(FadeIn(self.marks[index]), run_time=times.quick)
            arrow = self._reach([self.arrow])
            self.play(arrow, FadeIn(self.symbol, self.rule, self.totals[0]), run_time=times.move)
            self.rest()
        with self.beat("matrix"):
            before = [FadeOut(self.totals[0])] if self.view.lying else []
            self.play(FadeIn(self.matrix), *before, run_time=times.quick)
            self.play(*map(FadeIn, self.targets), run_time=times.move)
            self.rest()
        with self.beat("carry"):
            old = [] if self.view.lying else [self.totals[0]]
            leaving = FadeOut(self.plane.names, self.symbol, *old, *self._met())
            self.play(leaving, FadeIn(self.square), run_time=times.quick)
            self.play(self._carry(), *self._count_on(), run_time=_CARRY)
            self._name_the_vector()
            gone = FadeOut(self.square, *self.targets)
            self.play(FadeIn(self.symbol, self.times_matrix), gone, run_time=times.quick)
            self.rest()
        with self.beat("same-steps", **said):
            for steps in filter(None, self.steps):
                self.play(self._pulse(steps), run_time=_PULSE)
            before = [FadeOut(self.matrix)] if self.view.lying else []
            self.play(*before, FadeIn(self.totals[1]), run_time=times.move)
            self.last()

    def _met(self) -> list[VMobject]:
        """Return the numbers of the ticks on which an arrow or the vector's name will lie."""
        self.carry(1.0)
        arrows = [self.arrow, *self.units, *(step for steps in self.steps for step in steps)]
        lines = [(flat(arrow.start), flat(arrow.end)) for arrow in arrows]
        names = [box_of(self.symbol), box_of(self.times_matrix)]
        self.carry(0.0)
        boxes = [(number, box_of(number)) for number in self.plane.numbers]
        return [
            number
            for number, box in boxes
            if any(inside_length(line, box) > 0 for line in lines) or any(overlap(name, box) > 0 for name in names)
        ]

    def _reach(self, arrows: list[Vector]) -> Live:
        """Return how arrows grow from where they begin."""
        ends = [(arrow.start.copy(), arrow.end.copy()) for arrow in arrows]
        self.add(*arrows)

        def follow(share: float) -> None:
            for arrow, (start, end) in zip(arrows, ends, strict=True):
                arrow.set_ends(start, start + max(share, 1e-3) * (end - start))

        return Live(arrows, follow)

    def _carry(self) -> Live:
        """Return how the matrix takes the sheet along, and everything on it."""
        steps = [step for steps in self.steps for step in steps]
        marks = [mark for mark, steps in zip(self.marks, self.steps, strict=True) if steps]
        moved = [self.sheet, *self.units, *steps, self.arrow, *marks]
        return Live(moved, self.carry)

    def _count_on(self) -> list[Animation]:
        """Return how the steps' numbers run to those of the rows, while the steps move."""
        moves: list[Animation] = []
        for before, after in zip(self.before, self.after, strict=True):
            pairs = zip(before, after, strict=True)
            moves += [
                become(old, new) if isinstance(old, Number) else ReplacementTransform(old, new, rate_func=_EARLY)
                for old, new in pairs
            ]
        return moves

    def _pulse(self, steps: list[Vector]) -> Live:
        """Return how steps swell and become thin again: they are counted."""

        def follow(time: float) -> None:
            for step in steps:
                step.shaft_width = WIDTH * (1 + 1.4 * sin(pi * time))
                step.set_ends(step.start, step.end)

        return Live(steps, follow, rate_func=linear)

    def _name_the_vector(self) -> None:
        """Put the name of the carried vector near its tip, clear of the sheet's lines and of the arrows."""
        whole = VGroup(self.symbol, self.times_matrix)
        size = (float(whole.width) + 0.1, float(whole.height) + 0.1)
        taken = [box_of(number) for number in self.plane.numbers if number not in self._met()]
        taken += [box_of(mark) for mark in self.marks]
        self.carry(1.0)
        near = flat(whole.get_center())
        whole.move_to(point(*free_place(size, self._bounds(), near, lines=self._carried_lines(), boxes=taken)))

    def _bounds(self) -> Box:
        room = self.view.words(self.stage)
        return (max(room.left, self.stage.safe.left), room.bottom, room.right, room.top)

    def _carried_lines(self) -> list[Segment]:
        """Return the sheet's edges and lines after M, the arrows, and the axes that stayed."""
        matrix = self.numbers.matrix
        corners = [flat(self.plane.place(row)) for row in self.sheet.corners @ matrix]
        edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
        lines = [
            (flat(a), flat(b))
            for a, b in ([self.plane.place(row) for row in ends @ matrix] for _, ends in self.sheet.lines)
        ]
        arrows = [self.arrow, *self.units, *(step for steps in self.steps for step in steps)]
        ways = [(flat(arrow.start), flat(arrow.end)) for arrow in arrows]
        return [*edges, *lines, *ways, *self.plane.axis_segments()]


def _along(way: Point) -> Point:
    """Return the direction of a way; upwards where it has no length."""
    length = float((way**2).sum() ** 0.5)
    return way / length if length > 1e-6 else point(0.0, 1.0)


def _across(way: Point, other: Point) -> Point:
    """Return the direction across a way, on the side of another one."""
    x, y, _ = _along(way)
    across = point(-y, x)
    return across if float(across @ other) >= 0 else -across
