"""A matrix applied to all of space (the end of the article's section "Transforming the Embeddings")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Self

import numpy as np
import torch
from manim import (
    Animation,
    ApplyMethod,
    DashedLine,
    FadeIn,
    FadeOut,
    Rectangle,
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
from scenes.article.transforming.matrix_figure import MatrixFigure
from scenes.article.transforming.note import Pair
from scenes.article.transforming.walk import Walk
from scenes.errors import UserError
from scenes.motion.become import Count
from scenes.motion.live import Live
from scenes.motion.spare import spare
from scenes.number_format import format_number, format_vector
from scenes.parameters import LandmarkParameters, require_plane, world_matrix
from scenes.parts.contrast import least_share
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, ghost_of
from scenes.parts.plane.boxes import around, enlarged
from scenes.parts.plane.labels import Box, Segment, free_place, gap, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid, gaps_before, turned
from scenes.parts.plane.stage_plane import name_bounds
from scenes.parts.plane.token import HeroGlow, haloed
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates, Number
from scenes.parts.text.typeset import Label
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region
from scenes.style import Style
from scenes.worlds import World

_ROOM = (0.8, 1.6, 1.0, 1.05)
"""Scene units kept free left and right of the farthest places, below and above them: for names, ticks and the house."""

_LARGEST = 2.1
"""Scene units for one unit of the vectors at the most."""

_HOUSE, _WALKER = 1.1, 0.74
"""Scene units: the heights of the house and of the traveller."""

_SLIP, _HAND = (0.18, 0.23), (0.21, 0.27)
"""Scene units: the size of the note in the traveller's hand, and the way from the feet to it."""

_UNIT = 0.11
"""Scene units: the shaft of a step's arrow."""

_BESIDE = 0.16
"""Scene units from a step's tip to the name of its axis, where there is room."""

_LANES, _BAR = (0.13, 0.32), 0.085
"""Scene units from an axis to a first lane of shadows and to a second one, and the shadows' shafts' width."""

_BEYOND, _STRIP = 0.4, 1.0
"""Scene units from the shadows to the number at which they end, and from the axis to where that number may be."""

_ASIDE = 0.2
"""Scene units from the shadows to the ticks' numbers."""

_APART = 0.3
"""Scene units between a tick's number and the name of an axis, which else would read as one."""

_FAR = 0.4
"""Scene units from the ring where a step lands to the numbers of that place at the most."""

_ROUND = 0.12
"""Scene units around a tick's number that an arrow keeps off, and around the name of an axis where a step lands."""

_BOWS = (0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9)
"""Scene units by which the name of an axis may bend up on its way, so that it keeps off where its step lands."""

_STOPS = 20
"""Places on the way of an axis's name, and of the traveller, at which it is looked what lies there."""

_FAINT, _THIN, _SEEN = 0.5, 0.022, 3.05
"""While shadows are cast: the share of their opacity that is left of the streets, scene units of the way's shafts, and
the contrast with the ground that it keeps at the least: a light ground leaves hardly any to take."""

_DASH = 0.09
"""Scene units of a dash from a corner of the way to an axis."""

_GROW, _WALK, _CARRY, _CAST, _PULSE, _LOOK = 0.8, (0.75, 1.0), 1.7, 0.7, 0.6, 0.3
"""Seconds: a step appears, one is walked, before the matrix and after it, a row carries its axis, a shadow grows, the
house swells, and a landing is looked at."""

_MULTIPLY = 1.0
"""Seconds in which rows become their products."""

_READ, _TURNED = 1.18, 1.06
"""The scales to which a line of the note swells while it is read, and a row of the matrix or a product that is used."""


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


class Traveller(VGroup):
    """A man with a note in his hand, who stands at a place.

    Args:
        inks: ``#rrggbb`` of the note's two lines.
        style: theme.
    """

    def __init__(self, inks: Sequence[str], *, style: Style) -> None:
        man = ShadedIcon("man", style.theme.ink, height=_WALKER, style=style)
        man.shift(-man.get_bottom())
        slip = Rectangle(width=_SLIP[0], height=_SLIP[1], color=style.theme.ink, stroke_width=2.0)
        slip.set_fill(style.theme.background, 1.0).move_to(point(*_HAND))
        half = 0.28 * _SLIP[0]
        lines = [
            thin_line(point(_HAND[0] - half, y), point(_HAND[0] + half, y), style.theme.fill(ink), 3.2)
            for y, ink in zip((_HAND[1] + 0.04, _HAND[1] - 0.04), inks, strict=True)
        ]
        super().__init__(man, slip, *lines)
        self.at = point()
        laid(self, Layer.LABEL)

    def stand(self, at: Point) -> Self:
        """Put the feet at a place."""
        self.shift(at - self.at)
        self.at = np.array(at, float)
        return self


class TransformAxes(MatrixFigure):
    """attention-transform-axes: a matrix turns all streets, and the note with the way home still leads there."""

    name = "attention-transform-axes"
    claims = TRANSFORM_AXES_CLAIMS
    Parameters = OneVector
    with_climate = False
    texts_leave = True
    large_ticks = True
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

    def world_view(self) -> PlaneView:
        """Return the view that the vectors fill, before and after the matrix; its grid is one of whole steps."""
        stage, standard = self.stage, self.stage.plane_view
        # There is no phrase above: the plane may be as high as the frame.
        view = replace(standard, record=self._record_region(), header=stage.safe.top + 0.35)
        room, (before, beyond, below, above) = view.words(stage), _ROOM
        (left, right), (low, high) = self.spans()
        inner = room.inset(before, beyond, below, above)
        unit = min(inner.width / max(right - left, 1e-6), inner.height / max(high - low, 1e-6), _LARGEST)
        x, y = (float(each) for each in inner.centre[:2])
        origin = (x - unit * (left + right) / 2, y - unit * (low + high) / 2)
        return replace(view, origin=origin, unit=unit, step=1.0)

    def _record_region(self) -> Region:
        """Return where the matrix and the note stand."""
        stage = self.stage
        if stage.is_wide:
            return Region(1.75, 6.6, -2.95, 3.3)
        if stage.width >= 1.2 * stage.height:
            return Region(0.85, 4.85, -2.95, 3.3)
        if stage.is_portrait:
            return Region(-3.4, 3.4, -5.3, -0.6)
        return Region(-3.5, 3.5, -3.15, -1.2)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of the vector and the steps, before and after."""
        numbers = self.numbers
        ways = [torch.eye(2), numbers.vector.diag(), numbers.vector[None]]
        rows = torch.cat([*ways, numbers.matrix, numbers.steps, numbers.transformed[None]])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (min(0.0, least[0]), max(0.0, most[0])), (min(0.0, least[1]), max(0.0, most[1]))

    # --- The parts ------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the streets, the steps, the traveller with the way home, and the record."""
        numbers, style, plane = self.numbers, self.style, self.plane
        self.inks = self.axis_colors()
        self.grid = LeaningGrid(plane, self.inks, style=style)
        self.names = list(laid(plane.names, Layer.LABEL))
        self.units = [  # they lie upon what is walked along them
            laid(Vector(plane.origin, plane.place(row), ink, width=_UNIT, style=style), Layer.ICON)
            for row, ink in zip(numbers.unit, self.inks, strict=True)
        ]
        counts = zip(numbers.vector.tolist(), self.inks, strict=True)
        self.walks = [Walk(count, ink, layer=Layer.VECTOR, style=style) for count, ink in counts]
        self.house = laid(ShadedIcon("house", style.theme.subject, height=_HOUSE, style=style), Layer.PIN)
        self.old, self.new = plane.place(numbers.vector), plane.place(numbers.transformed)
        self._put_home(self.house, self.old)
        self.hollow = self._hollow()
        self.glow = HeroGlow(self.new, style.theme.subject, style=style)
        self.traveller = Traveller(self.inks, style=style).stand(plane.origin)
        self.record = AxesRecord(
            numbers.vector,
            numbers.matrix,
            (numbers.vector.diag(), numbers.steps),
            (numbers.vector, numbers.transformed),
            inks=self.inks,
            view=self.view,
            style=style,
        )
        self.bars, self.drops = [self._bars(axis) for axis in (0, 1)], [self._drops(axis) for axis in (0, 1)]
        self._place_texts()
        self.carry(torch.eye(2), 0.0, 0.0)

    def _hollow(self) -> VGroup:
        """Return the outline of the house that stays where it was, before the streets, with a question mark."""
        style = self.style
        ghost = ghost_of("house", style.theme.subject, height=_HOUSE, style=style)
        outline = VGroup(ghost[0].copy().set_fill(style.theme.background, 1.0), *ghost)
        self._put_home(outline, self.old)
        mark = Label("?", size=style.sizes.hero, style=style)
        mark.move_to(outline.get_center() + point(0.0, -0.1))
        self.question = laid(haloed(mark, style), Layer.LABEL)
        return laid(outline, Layer.GHOST)

    def _put_home(self, house: VMobject, tip: Point) -> None:
        """Put a house with its door at a tip, within the frame."""
        (x, y), safe = flat(tip), self.stage.safe
        wide, tall = float(house.width) / 2, float(house.height) / 2
        y = min(max(y + tall, safe.bottom + tall), safe.top - tall)
        house.move_to(point(min(max(x, safe.left + wide), safe.right - wide), y))

    def _leant(self, *shares: float) -> Tensor:
        """Return the matrix whose rows have gone shares of the way from no change to M."""
        eye, far = torch.eye(2), torch.tensor(shares)[:, None]
        return eye + far * (self.numbers.matrix - eye)

    def carry(self, matrix: Tensor, *shares: float) -> None:
        """Lay the streets and the steps where a matrix of shape (2, 2) takes them, and the axes' names.

        Args:
            matrix: what takes them.
            shares: of its way, which each axis has gone: by them its name changes sides.
        """
        origin, ways = self.plane.origin, [self.way(row) for row in matrix]
        for unit, way in zip(self.units, ways, strict=True):
            unit.set_ends(origin, origin + way)
        for axis, name in enumerate(self.names):
            name.move_to(self._name_at(axis, matrix, shares[axis]))
        self.grid.gaps = gaps_before(map(box_of, [*self.names, *self.plane.numbers]))
        self.grid.carry(matrix)

    def _name_at(self, axis: int, matrix: Tensor, share: float) -> Point:
        """Return where the name of an axis is: beside its step's tip, a share of the way from one side to another."""
        (before, after), bow = self.name_ways[axis], point(0.0, self.bows[axis] * np.sin(np.pi * share))
        return self.plane.place(matrix[axis]) + before + share * (after - before) + bow

    # --- The shadows on the axes that stay ------------------------------------------------------------------------

    def _side(self, axis: int) -> float:
        """Return the side of an axis on which the shadows lie: away from where home will be."""
        across = float(self.numbers.transformed[1 - axis])
        return 1.0 if across < 0 else -1.0

    def _lanes(self, axis: int) -> tuple[float, float]:
        """Return how far from an axis both shadows lie: beside each other only where the second leads back."""
        first, second = self.numbers.steps[:, axis].tolist()
        return (_LANES[0], _LANES[1] if first * second < 0 else _LANES[0])

    def _away(self, axis: int, far: float) -> Point:
        """Return the way from an axis to a lane beside it."""
        return self._side(axis) * (point(0.0, far) if axis == 0 else point(far, 0.0))

    def _along(self, axis: int, number: float) -> Point:
        """Return the way along an axis to a number."""
        return number * self.view.unit * (point(1.0) if axis == 0 else point(0.0, 1.0))

    def _bars(self, axis: int) -> list[Walk]:
        """Return the shadows of both kinds of steps on an axis that stays: the second begins where the first ends."""
        start, bars = self.plane.origin, []
        for count, row, ink, lane in zip(
            self.numbers.vector.tolist(), self.numbers.matrix, self.inks, self._lanes(axis), strict=True
        ):
            bar = Walk(count, ink, width=_BAR, style=self.style)
            bars.append(bar.lay(start + self._away(axis, lane), self._along(axis, float(row[axis]))))
            start = start + self._along(axis, count * float(row[axis]))
        return bars

    def _drops(self, axis: int) -> list[VMobject]:
        """Return dashed lines from the ends of both ways to an axis that stays; nothing where an end lies at it."""
        drops = list[VMobject]()
        ends = (self.plane.place(self.numbers.steps[0]), self.new)
        for at, ink, lane in zip(ends, (self.inks[0], self.style.theme.ink), self._lanes(axis), strict=True):
            foot = at.copy()
            foot[1 - axis] = (self.plane.origin + self._away(axis, lane))[1 - axis]
            far = float(np.linalg.norm(at - foot)) > lane + 0.1
            drop = DashedLine(at, foot, dash_length=_DASH, color=ink, stroke_width=2.4) if far else VGroup()
            drops.append(laid(drop, Layer.GHOST))
        return drops

    # --- The places of texts --------------------------------------------------------------------------------------

    def _place_texts(self) -> None:
        """Put all names and numbers of the plane where nothing lies on them, before M or after it."""
        numbers, style, plane = self.numbers, self.style, self.plane
        self._make_room_for_bars()
        self.landings = [landing(plane, row, ink) for row, ink in zip(numbers.matrix, self.inks, strict=True)]
        rings = [box_of(each[1]) for each in self.landings]
        dashes = [line for row in numbers.matrix for line in self._dashes(row)]
        self.name_ways, self.bows = [[point(), point()], [point(), point()]], [0.0, 0.0]
        taken = [*map(box_of, plane.numbers), box_of(self.hollow)]
        old = [*taken, *rings, *self._walked(torch.eye(2))]
        self._place_names(0, torch.eye(2), [*self._lines(torch.eye(2)), *dashes], old)
        names = [
            Coordinates(row, size=style.sizes.number, color=ink, decimals=self.record.digits, style=style)
            for row, ink in zip(numbers.matrix, self.inks, strict=True)
        ]
        old += [around(self._name_at(axis, torch.eye(2), 0.0), name) for axis, name in enumerate(self.names)]
        lines = self._lines(torch.eye(2))
        named = beside_landings(plane, names, numbers.matrix, lines=lines, taken=old, style=style)
        # One that has no room beside its ring is read in the matrix alone.
        self.landing_names = [
            name if gap(box_of(name), ring) < _FAR else VGroup() for name, ring in zip(named, rings, strict=True)
        ]
        self._put_home(self.house, self.new)
        new = [*taken, box_of(self.house), *self._walked(numbers.matrix)]
        lines = [*self._lines(numbers.matrix), *self._bar_lines()]
        self.feet = [self._foot(axis, lines, [box_of(self.hollow), box_of(self.house)]) for axis in (0, 1)]
        self._place_names(1, numbers.matrix, lines, [*new, *map(box_of, self.feet)])
        self.bows = [min(_BOWS, key=partial(self._over_ring, axis)) for axis in (0, 1)]
        self._put_home(self.house, self.old)

    def _make_room_for_bars(self) -> None:
        """Put the ticks' numbers beyond the shadows of their axis; those behind home, or on the way there, leave."""
        first = len(self.plane.counts[0])
        for axis, numbers in enumerate((list(self.plane.numbers)[:first], list(self.plane.numbers)[first:])):
            for number in numbers:
                half = float(number.height if axis == 0 else number.width) / 2
                aside = (self.plane.origin + self._away(axis, self._lanes(axis)[1] + _ASIDE + half))[1 - axis]
                number.set_coord(aside, 1 - axis)
        lines, house = self._lines(torch.eye(2)), box_of(self.house)
        for number in list(self.plane.numbers):
            box = box_of(number)
            if overlap(box, house) > 0 or any(inside_length(line, box) > 0 for line in lines):
                self.plane.numbers.remove(number)

    def _place_names(self, rest: int, matrix: Tensor, lines: Sequence[Segment], boxes: Sequence[Box]) -> None:
        """Find the ways from the steps' tips to the names of the axes, before a matrix at 0 and after it at 1."""
        taken = [*boxes, *(enlarged(box_of(number), _APART) for number in self.plane.numbers)]
        for axis, name in enumerate(self.names):
            size, way = (float(name.width) + 0.06, float(name.height) + 0.06), self.way(matrix[axis])
            along = _direction(way)
            out = along + (-turned(along) if axis == 0 else turned(along))  # on, and away from the other step
            half = abs(float(out[0])) * size[0] / 2 + abs(float(out[1])) * size[1] / 2
            tip = self.plane.place(matrix[axis])
            near = tip + (half + _BESIDE) / max(float(out @ out), 1.0) * out
            place = point(*free_place(size, name_bounds(self.plane), flat(near), lines=lines, boxes=taken))
            self.name_ways[axis][rest] = place - tip
            taken.append(around(place, name))

    def _over_ring(self, axis: int, bow: float) -> float:
        """Return the area that the name of an axis covers of the ring where its step lands, on a way that bends."""
        ring, name = box_of(self.landings[axis][1]), self.names[axis]
        self.bows[axis] = bow
        return sum(overlap(enlarged(around(at, name), _ROUND), ring) for at in self._name_way(axis))

    def _name_way(self, axis: int) -> list[Point]:
        """Return places of the name of an axis on the way on which its row carries it."""
        shares = np.linspace(0.0, 1.0, _STOPS).tolist()
        return [self._name_at(axis, self._leant(*_shares(axis, share)), share) for share in shares]

    def _lines(self, matrix: Tensor) -> list[Segment]:
        """Return what texts keep off where a matrix has carried space: steps, the way home, and the axes that stay."""
        corner, tip = (
            self.plane.place(row) for row in (self.numbers.vector[0] * matrix[0], self.numbers.vector @ matrix)
        )
        origin = flat(self.plane.origin)
        units = [(origin, flat(self.plane.place(row))) for row in matrix]
        return [*units, *pairwise([origin, flat(corner), flat(tip)]), *self.plane.axis_segments()]

    def _walked(self, matrix: Tensor) -> list[Box]:
        """Return boxes of the traveller on the way home where a matrix has carried space."""
        origin, boxes = self.plane.origin, []
        corner, tip = (
            self.plane.place(row) for row in (self.numbers.vector[0] * matrix[0], self.numbers.vector @ matrix)
        )
        for start, end in pairwise([origin, corner, tip]):
            for share in np.linspace(0.0, 1.0, _STOPS):
                boxes.append(box_of(self.traveller.stand(start + share * (end - start))))
        self.traveller.stand(origin)
        return boxes

    def _dashes(self, row: Tensor) -> list[Segment]:
        """Return the lines from where a step lands to both axes."""
        (x, y), (left, low) = flat(self.plane.place(row)), flat(self.plane.origin)
        return [((x, low), (x, y)), ((left, y), (x, y))]

    def _bar_lines(self) -> list[Segment]:
        """Return the shadows and the lines that lead to them."""
        bars = [(flat(bar.start), flat(bar.end)) for bars in self.bars for bar in bars]
        drops = [drop for both in self.drops for drop in both if isinstance(drop, DashedLine)]
        return bars + [(flat(drop.get_start()), flat(drop.get_end())) for drop in drops]

    def _foot(self, axis: int, lines: Sequence[Segment], taken: Sequence[Box]) -> VGroup:
        """Return the number at which the shadows on an axis end."""
        number = Number(
            self.numbers.transformed[axis], decimals=self.record.digits, size=self.style.sizes.number, style=self.style
        )
        half = float(number.height if axis == 0 else number.width) / 2
        end = self.plane.origin + self._along(axis, float(self.numbers.transformed[axis]))
        near = end + self._away(axis, self._lanes(axis)[1] + _BEYOND / 2 + half)
        left, low, right, top = name_bounds(self.plane)
        (x, y), across = flat(self.plane.origin), _STRIP + (0.0 if axis == 0 else half)
        bounds = (
            (left, max(low, y - across), right, min(top, y + across))
            if axis == 0
            else (x - across, low, x + across, top)
        )
        size = (float(number.width) + 0.06, float(number.height) + 0.06)
        number.move_to(point(*free_place(size, bounds, flat(near), lines=lines, boxes=taken)))
        return laid(haloed(number, self.style), Layer.LABEL)

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Read the note, walk home, turn the streets, read the same note, and count on the axes that stayed."""
        first, second = (format_number(float(count), decimals_of(count)) for count in self.numbers.vector)
        said = {"first": first, "second": second, "one": self.numbers.axes[0], "other": self.numbers.axes[1]}
        with self.beat("note", **said):
            self._show_note()
            self.rest()
        with self.beat("walk", **said):
            self._walk_home()
            self.rest()
        with self.beat("matrix"):
            self._show_rows()
            self.rest()
        with self.beat("turn"):
            self._turn()
            self.rest()
        with self.beat("same-note", **said):
            self._walk_again()
            self.rest()
        with self.beat("sum"):
            self._add_up()
            self.last()

    def _show_note(self) -> None:
        """Show the streets with home, and the note: a line for each step."""
        record, times = self.record, self.style.times
        self.play(FadeIn(self.grid, self.house, self.traveller), run_time=times.move)
        for unit, row in zip(self.units, record.units, strict=True):
            self.play(self.reach(unit), FadeIn(row), run_time=_GROW)
        note = record.note
        self.play(FadeIn(note.paper, note.heading), run_time=times.quick)
        for line in note.lines:
            self.play(FadeIn(line), run_time=times.quick)

    def _walk_home(self) -> None:
        """Walk the steps of each line: there is the door."""
        times, record = self.style.times, self.record
        for index, pair in enumerate(record.before):
            self._walk_line(index, torch.eye(2), _WALK[0])
            self.play(FadeIn(pair, *([record.plus] if index else [])), run_time=times.quick)
        swell = ApplyMethod(self.house.scale, 1.2, rate_func=there_and_back)
        self.play(swell, FadeIn(record.rule, record.home, record.name, record.totals[0]), run_time=times.move)

    def _walk_line(self, index: int, matrix: Tensor, seconds: float) -> None:
        """Read a line of the note, and walk its steps.

        Args:
            index: of the line, 0 or 1.
            matrix: what has carried the steps, shape (2, 2).
            seconds: for each step.
        """
        walk, line = self.walks[index], self.record.note.lines[index]
        start = self.plane.origin if index == 0 else self.walks[0].end.copy()
        step = self.way(matrix[index])
        walk.lay(start, step, 0.0)
        self.add(walk)

        def follow(share: float) -> None:
            walk.lay(start, step, share)
            self.traveller.stand(start + share * (walk.end - start))

        reading = ApplyMethod(line.scale, _READ, rate_func=there_and_back)
        going = Live([walk, self.traveller], follow, rate_func=ease_in_out_sine)
        self.play(reading, going, run_time=seconds * max(1, len(walk.arrows)))

    def _go_back(self) -> Live:
        """Return how the traveller goes back to the origin, and takes back the steps."""
        first, second = self.walks
        starts, steps = (first.start.copy(), second.start.copy()), [self.way(row) for row in torch.eye(2)]
        counts = self.numbers.vector.abs().tolist()

        def follow(share: float) -> None:
            left = (1 - share) * sum(counts)
            parts = [min(left, counts[0]), max(left - counts[0], 0.0)]
            at = starts[0]
            for walk, start, step, part, count in zip(self.walks, starts, steps, parts, counts, strict=True):
                done = part / count if count else 1.0
                walk.lay(start, step, done)
                at = start + done * (walk.end - start) if done else at
            self.traveller.stand(at)

        return Live([*self.walks, self.traveller], follow, rate_func=ease_in_out_sine)

    def _show_rows(self) -> None:
        """Show the matrix row by row and where each row lets a step land, and ask where home will be."""
        times, record, matrix = self.style.times, self.record, self.record.matrix
        frame = VGroup(matrix.symbol, matrix.equals, matrix.matrix.brackets)
        gone = FadeOut(*record.before, record.plus, *record.units)
        self.play(self._go_back(), gone, run_time=1.2 * times.move)
        self.remove(*self.walks)
        for index, (place, name) in enumerate(zip(self.landings, self.landing_names, strict=True)):
            room = spare(self.grid, self._texts(), [name])
            shown = [matrix.matrix.row(index), place, name, *([] if index else [frame])]
            self.play(FadeIn(*shown), room, run_time=times.move)
            self.wait(_LOOK)
        self.play(FadeOut(self.house, record.name, record.totals[0]), FadeIn(self.hollow), run_time=times.quick)
        self.play(FadeIn(self.question, record.asked), run_time=times.quick)

    def _texts(self) -> list[VMobject]:
        """Return the texts of the plane that are on the stage now, before which the streets end."""
        shown = {id(each) for mobject in self.mobjects for each in mobject.get_family()}
        texts = [*self.names, *self.plane.numbers, *self.landing_names]
        return [text for text in texts if id(text) in shown]

    def _turn(self) -> None:
        """Let one row after the other carry its step and all streets along it, and run beside the step's number."""
        times, record, met = self.style.times, self.record, self._met()
        kept = [text for text in self._texts() if text not in (*met, *self.landing_names)]
        room = spare(self.grid, kept, gone=[*met, *self.landing_names])
        steps = [piece for pair in record.steps for piece in (pair.signs, *pair.numbers)]
        leave = FadeOut(self.question, *self.landing_names, *met)
        self.play(leave, FadeIn(*record.leads, *steps), room, run_time=times.quick)
        self.plane.numbers.remove(*met)
        for index, (before, after) in enumerate(zip(record.steps, record.rows, strict=True)):
            row = record.matrix.matrix.row(index)
            motions: list[Animation] = [
                ApplyMethod(row.scale, _TURNED, rate_func=there_and_back),
                self._carrying(index),
            ]
            if index:
                motions.append(FadeOut(self.landings[0]))
            self.play(*motions, *self._counting(before, after), run_time=_CARRY)
        self.play(FadeOut(self.landings[1]), run_time=times.quick)

    def _walk_again(self) -> None:
        """Read the same note, and walk the turned streets: there is the door."""
        for index in (0, 1):
            self._walk_line(index, self.numbers.matrix, _WALK[1])
        self._put_home(self.house, self.new)
        self.glow.move_to(self.house)
        self.play(FadeIn(self.house, scale=0.5), FadeIn(self.glow), run_time=_PULSE)
        self.play(ApplyMethod(self.house.scale, 1.2, rate_func=there_and_back), run_time=_PULSE)

    def _add_up(self) -> None:
        """Multiply the rows; let the steps cast their shadows on both axes that stayed, and add them up; name it."""
        times, record = self.style.times, self.record
        self.play(FadeOut(self.hollow), self._dimming(), run_time=times.quick)
        counts = [line[0] for line in record.note.lines]
        products = [each for pairs in zip(record.rows, record.after, strict=True) for each in self._counting(*pairs)]
        self.play(*self._reading(counts), *products, run_time=_MULTIPLY)
        self.play(FadeOut(*record.leads), FadeIn(record.plus), run_time=times.quick)
        for axis in (0, 1):
            for index, (bar, drop) in enumerate(zip(self.bars[axis], self.drops[axis], strict=True)):
                number = record.after[index].numbers[axis]
                motions: list[Animation] = [ApplyMethod(number.scale, _TURNED, rate_func=there_and_back), FadeIn(drop)]
                if bar.arrows:
                    motions.append(self._casting(bar))
                if axis == 0 and index:
                    motions.append(FadeOut(record.asked))
                self.play(*motions, run_time=_CAST)
            room = spare(self.grid, self._texts(), [self.feet[axis]])
            total = record.totals[1]
            come = [self.feet[axis], total.numbers[axis], *([total.signs] if axis == 0 else [])]
            self.play(FadeIn(*come), room, run_time=_PULSE)
        named = [*counts, record.matrix.symbol]
        self.play(*self._reading(named), FadeIn(record.product), run_time=times.move)

    # --- Motions --------------------------------------------------------------------------------------------------

    def _reading(self, texts: Sequence[VMobject]) -> list[Animation]:
        """Return how texts swell while they are read."""
        return [ApplyMethod(text.scale, _READ, rate_func=there_and_back) for text in texts]

    def _counting(self, before: Pair, after: Pair) -> list[Animation]:
        """Return how a pair's numbers run to those of another; its left bracket keeps to the first one."""
        left = after.signs[0]
        home = float(left.get_x())
        far = float(after.numbers[0].get_left()[0]) - home
        number = after.numbers[0]

        def follow(share: float) -> None:
            left.set_x(float(number.get_left()[0]) - far if share < 1 else home)

        runs = [
            Count(old, new, rate_func=ease_in_out_sine) for old, new in zip(before.numbers, after.numbers, strict=True)
        ]
        self.remove(before.signs)
        self.add(after.signs)
        return [*runs, Live([after.signs], follow)]

    def _casting(self, bar: Walk) -> Live:
        """Return how a shadow grows along its axis."""
        start, step = bar.start.copy(), (bar.end - bar.start) / bar.count
        self.add(bar)
        return Live([bar], lambda share: bar.lay(start, step, share))

    def _dimming(self) -> Live:
        """Return how the streets become fainter than the axes that stayed, and the way home thinner than shadows."""
        parts = [(part, float(part.get_stroke_opacity())) for side in self.grid.sides for part in side]
        arrows = [*self.units, *(arrow for walk in self.walks for arrow in walk.arrows)]
        widths, ground = [arrow.shaft_width for arrow in arrows], self.style.theme.background
        lasts = [least_share(arrow.body.get_fill_color().to_hex(), ground, _SEEN) for arrow in arrows]

        def follow(share: float) -> None:
            for part, opacity in parts:
                part.set_stroke(opacity=(1 - share * (1 - _FAINT)) * opacity)
            for arrow, width, last in zip(arrows, widths, lasts, strict=True):
                arrow.shaft_width = width + share * (_THIN - width)
                arrow.body.set_fill(opacity=1 - share * (1 - last))
                arrow.set_ends(arrow.start, arrow.end)

        return Live([self.grid, *self.walks, *self.units], follow)

    def _carrying(self, index: int) -> Live:
        """Return how a row carries its step, the streets along it, and the name of its axis."""

        def follow(share: float) -> None:
            shares = _shares(index, share)
            self.carry(self._leant(*shares), *shares)

        return Live([self.grid, *self.units, *self.names], follow, rate_func=ease_in_out_sine)

    def _met(self) -> list[VMobject]:
        """Return the numbers of the ticks on which something will lie: names on their way, arrows, or home."""
        lines = [*self._lines(self.numbers.matrix)[:-2], *self._bar_lines()]
        self._put_home(self.house, self.new)
        boxes = [box_of(self.house), *(enlarged(box_of(foot), _ROUND) for foot in self.feet)]
        self._put_home(self.house, self.old)
        boxes += [around(at, name) for axis, name in enumerate(self.names) for at in self._name_way(axis)]
        return [
            number
            for number in self.plane.numbers
            if any(inside_length(line, enlarged(box_of(number), _ROUND)) > 0 for line in lines)
            or any(overlap(box, box_of(number)) > 0 for box in boxes)
        ]


def _shares(index: int, share: float) -> tuple[float, float]:
    """Return the share of its way that each axis has gone while one of them, 0 or 1, has gone one of its own."""
    return (share, 0.0) if index == 0 else (1.0, share)


def _direction(way: Point) -> Point:
    """Return the direction of a way; upwards where it has no length."""
    length = float((way**2).sum() ** 0.5)
    return way / length if length > 1e-6 else point(0.0, 1.0)
