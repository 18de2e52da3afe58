"""Keys and queries: two spaces make one word pull harder than it is pulled ("Asymmetric Pull", figure 21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import asin, atan2, cos, degrees, pi, radians, sin
from typing import Any

import numpy as np
import torch
from manim import (
    LEFT,
    RIGHT,
    FadeIn,
    FadeOut,
    Mobject,
    Polygon,
    Rectangle,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from attnmath import apply_map
from scenes.article.asymmetric.cast_shadow import THICK, CastShadow
from scenes.article.asymmetric.claims import DIFFERENT_SPACES_CLAIMS
from scenes.article.asymmetric.live_matrix import LiveMatrix
from scenes.article.asymmetric.made_key import MadeKey
from scenes.article.asymmetric.pair import Pair, PairParameters, pair, printed_product
from scenes.article.asymmetric.pull_area import PullArea, put_areas
from scenes.article.asymmetric.pull_bars import PullBars, RunningForces
from scenes.article.asymmetric.pull_sum import WorkedSum
from scenes.article.asymmetric.tag import Tag
from scenes.motion.live import Live, growing
from scenes.number_format import as_printed, decimals_that_multiply, format_number
from scenes.parameters import require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.boxes import enlarged
from scenes.parts.plane.ground import BELOW_HEADER
from scenes.parts.plane.labels import Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.sheet import Sheet
from scenes.parts.plane.word_plane import box_of
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import PlaneView, Region, nice_step
from scenes.worlds import World


@dataclass(frozen=True)
class TransformedPair(Pair):
    """The numbers of two words that pull each other: by their own vectors, by squeezes, by squeezes that lean."""

    plain_forces: Tensor = quantity("The forces with vectors as they are.", rows="directions")
    squeeze_K: Tensor = quantity("Keys are squeezed along the first axis, for rows: x W_K.")
    squeeze_Q: Tensor = quantity("Queries are squeezed along the second axis, for rows: x W_Q.")
    squeezed_keys: Tensor = quantity("The keys by the squeeze alone.", rows="words")
    squeezed_queries: Tensor = quantity("The queries by the squeeze alone.", rows="words")
    halfway_forces: Tensor = quantity("The forces once keys alone are squeezed.", rows="directions")
    squeezed_products: Tensor = quantity("The products that these forces are the sums of.", rows="directions")
    squeezed_forces: Tensor = quantity("The forces by the squeezes alone.", rows="directions")
    right_K: Tensor = quantity("The squeeze of the keys that leans to the other side until the first force is 0.")
    right_keys: Tensor = quantity("The keys by that; without one as near they are squeezed alone.", rows="words")
    right_forces: Tensor = quantity("The forces by that.", rows="directions")
    leaning_forces: Tensor = quantity("The forces once keys alone lean.", rows="directions")
    W_K: Tensor = quantity("The squeeze of the keys that also leans.")
    W_Q: Tensor = quantity("The squeeze of the queries that also leans.")
    factors: Tensor = quantity(
        "The shadow of the puller's key on the line of the pulled word's query, and that query's length.",
        rows="directions",
    )


def transformed_pair(parameters: PairParameters, world: World) -> TransformedPair:
    """Return both forces: before, with the squeezes alone, at a right angle, and with the squeezes that lean.

    Raises:
        UserError: when words or matrices do not fit, or one word pushes the other away.
    """
    require_plane(world)
    plain, maps = pair(parameters, world), _maps(world)
    squeezed = pair(parameters, world, maps["squeeze_Q"], maps["squeeze_K"])
    final = pair(parameters, world, maps["W_Q"], maps["W_K"])
    right = maps["squeeze_K"] + _right_angle(squeezed, final) * (maps["W_K"] - maps["squeeze_K"])
    right_keys = apply_map(plain.vectors, right)
    forces = _forces(right_keys, squeezed.queries)
    lengths = torch.linalg.vector_norm(final.queries.flip(0), dim=-1)
    return extended(
        final,
        TransformedPair,
        plain_forces=plain.forces,
        squeezed_keys=squeezed.keys,
        squeezed_queries=squeezed.queries,
        halfway_forces=_forces(squeezed.keys, plain.vectors),
        squeezed_products=squeezed.keys * squeezed.queries.flip(0),
        squeezed_forces=squeezed.forces,
        right_K=right,
        right_keys=right_keys,
        right_forces=torch.where(forces.abs() < _NOTHING * squeezed.forces, 0.0, forces),
        leaning_forces=_forces(final.keys, squeezed.queries),
        factors=torch.stack([final.forces / lengths, lengths], dim=-1),
        **maps,
    )


def _forces(keys: Tensor, queries: Tensor) -> Tensor:
    """Return the first key dot the second query, then the second key dot the first query, shape (2,)."""
    return (keys * queries.flip(0)).sum(dim=-1)


def _maps(world: World) -> dict[str, Any]:
    """Return a world's matrices, and their squeezes: the world's, or else their diagonals, what they do along the axes.

    Raises:
        UserError: when matrices do not fit.
    """
    maps = {name: world_matrix(world, name, 2, 2) for name in ("W_K", "W_Q")}
    for letter in "KQ":
        name = f"squeeze_{letter}"
        given = name in world.matrices
        maps[name] = world_matrix(world, name, 2, 2) if given else torch.diag(torch.diagonal(maps[f"W_{letter}"]))
    return maps


_NOTHING = 1e-5
"""The share of a force without a lean below which it counts as none."""


def _right_angle(squeezed: Pair, final: Pair) -> float:
    """Return the share of the keys' lean with which the first key is at right angles to the squeezed query.

    Returns:
        The share, from -1 to below 0; or 0 where there is none, or the second pull is none by then.
    """
    start, end = squeezed.forces, _forces(final.keys, squeezed.queries)
    first, second = (end - start).tolist()
    if first <= 0:
        return 0.0
    share = -float(start[0]) / first
    back = float(start[1]) + share * second
    key = squeezed.keys[0] + share * (final.keys[0] - squeezed.keys[0])
    seen = float(key.norm()) > _NOTHING * float(squeezed.keys[0].norm())
    return share if share >= -1 and seen and back > 0 and format_number(back) != format_number(0.0) else 0.0


_ICON, _LEAST, _ROOMY = 0.85, 0.5, 2.0
"""Scene units: the height of the icons, at the most and at the least, and the length of a plane's unit from which they
are as high."""

_SQUEEZE, _AWAY, _LEAN, _FALL, _BRING, _COVER = 1.4, 1.8, 1.5, 0.8, 0.9, 0.7
"""Seconds in which a space is squeezed, leans to one side, and to the other; in which a key's shadow falls, in which
that and the query become the sides of an area, and in which it is covered."""

_SEEN, _STILL, _READ = 0.3, 0.5, 1.1
"""Seconds in which what has come is seen before the next motion, from one space's motion to the other's, and in which a
word's way through a matrix is read."""

_WIDE, _HALF, _PORTRAIT, _SQUARE = (2.4, 6.25, 4.6), (2.1, 4.2, 3.0), (2.3, 5.0, 4.5), (3.9, 2.45)
"""The shares of the frame: of the matrices, the plane and the bars, from the left or from the top; and in a square of
both first ones, and of the bars below them."""

_SIDE = (4.8, 2.0)
"""In a square, the shares of the plane, and of the matrices at its right."""

_GAP, _INSIDE, _TICKS = 0.3, 0.12, 1.2
"""Scene units between the parts of the frame, kept free inside the margin, and from a tick to the next."""

_LEFT, _RIGHT, _BELOW, _ABOVE = (0.9, 0.6, 0.0), 0.4, 0.1, 0.6
"""Scene units kept free, besides what any plane keeps free: for the upright axis's name, in a tall frame, in a square,
and in others, where it has the room above the matrices; and for what stands at the arrows' tips."""

_OVER, _NAME, _LEAST_OFF, _MOST_OFF = 0.08, 0.3, 0.1, 0.45
"""Scene units by which the upright axis goes on beyond the highest tip; from its name down to the matrices, and at the
least; and the share of the matrices' room that may be lost by that."""

_OUT, _ASIDE, _CLOSE, _FAR, _BESIDE = 0.14, 54.0, 0.3, 0.95, 0.55
"""Scene units from an arrow's tip to its icon; degrees by which it stands aside of its arrow where another tip is
close; the scene units between both from which they are as close, and so far that it stands straight beyond; and from
another arrow to the middle of an icon that it does not run through."""

_ASIDE_STEP, _MOST_STEPS, _FREE = 0.06, 12, 0.1
"""Scene units by which numbers of an axis go aside of arrows at a time, how often they may, and what is free around."""

_CORNER, _EDGE, _FILL = 0.6, 3.4, 0.2
"""Scene units: a side of the mark of a right angle; the stroke units of its edge, and the opacity of what it is filled
with."""

_OVER_ROOM, _QUIET = 0.15, 0.6
"""Scene units by which a sheet may reach beyond the plane's room, and the opacity of its edge, which is no arrow."""

_SHRINK = 0.94
"""The factor by which type gets smaller until it has room."""


class DifferentSpaces(PlaneFigure):
    """attention-key-query-transformation-part-two: two spaces lean; one pull, an area, gets large."""

    name = "attention-key-query-transformation-part-two"
    claims = DIFFERENT_SPACES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    with_climate = False
    with_record = False
    stops_at_record = True
    numbers: TransformedPair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> TransformedPair:
        """Return both forces: before, with the squeezes alone, at a right angle, and with the squeezes that lean."""
        return transformed_pair(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: TransformedPair) -> Mapping[str, object]:
        """Return both words and both forces."""
        first, second = numbers.words
        force, back = (format_number(float(force)) for force in numbers.forces)
        return {"first": first, "second": second, "force": force, "back": back}

    def world_view(self) -> PlaneView:
        """Return the view with the matrices, the plane and the bars from the left; or from the top in other frames."""
        stage = self.stage
        free = stage.above_foot.inset(left=_INSIDE, right=_INSIDE, top=_INSIDE)
        if stage.is_portrait:
            self.side_room, room, low = free.rows(*_PORTRAIT, gap=_GAP)
            self.bar_rooms = low.rows(1, 1, gap=_GAP)
        elif stage.is_narrow:
            top, low = free.rows(*_SQUARE, gap=_GAP)
            room, self.side_room = top.columns(*_SIDE, gap=_GAP)
            self.bar_rooms = low.columns(1, 1, gap=_GAP)
        else:
            self.side_room, room, right = free.columns(*(_WIDE if stage.is_wide else _HALF), gap=_GAP)
            self.bar_rooms = right.rows(1, 1, gap=_GAP)
        self.plane_room = room
        left = _LEFT[0 if stage.is_portrait else 1 if stage.is_narrow else 2]
        inner = room.inset(left=left, right=_RIGHT, bottom=_BELOW, top=_ABOVE)
        view = stage.plane_view.fitted(stage, self.spans(), inner)
        record = replace(view.record, left=room.right, right=room.right + 1)
        (_, _), (_, most) = self.spans()
        end = view.origin[1] + max(0.0, most) * view.unit
        header = end + _OVER + BELOW_HEADER
        return replace(
            view,
            record=record,
            lying=stage.is_portrait,
            step=nice_step(_TICKS / view.unit),
            header=header,
            header_lines=1,
        )

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of all keys and queries wherever they rest."""
        rows = torch.cat([*(row for stage in self.stages() for row in stage), torch.zeros(1, 2)])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (least[0], most[0]), (least[1], most[1])

    def maps(self) -> list[tuple[Tensor, Tensor]]:
        """Return the matrices of keys and queries wherever they rest: from one to the next, one of both changes."""
        numbers, none = self.numbers, torch.eye(2)
        return [
            (none, none),
            (numbers.squeeze_K, none),
            (numbers.squeeze_K, numbers.squeeze_Q),
            (numbers.right_K, numbers.squeeze_Q),
            (numbers.W_K, numbers.squeeze_Q),
            (numbers.W_K, numbers.W_Q),
        ]

    def stages(self) -> list[tuple[Tensor, Tensor]]:
        """Return keys and queries wherever they rest."""
        return [self.mapped(*matrices) for matrices in self.maps()]

    def mapped(self, W_K: Tensor, W_Q: Tensor) -> tuple[Tensor, Tensor]:
        """Return keys and queries by their matrices."""
        return apply_map(self.numbers.vectors, W_K), apply_map(self.numbers.vectors, W_Q)

    def between(self, start: int, share: float) -> tuple[Tensor, Tensor]:
        """Return the matrices where a share of the way from a stage to the next has been gone."""
        before, after = self.maps()[start : start + 2]
        W_K, W_Q = (one + share * (other - one) for one, other in zip(before, after, strict=True))
        return W_K, W_Q

    def close_gaps(self, leaving: Sequence[Mobject]) -> None:
        """Let no line of the grid run behind the matrices, nor behind the bars."""
        super().close_gaps(leaving)
        room, (wide, high) = self.plane_room, (self.stage.width / 2, self.stage.height / 2)
        boxes = [(-wide, -high, room.left, high), (room.right, -high, wide, high)]
        boxes = [box for box in boxes if box[2] - box[0] > 1]
        boxes += [(-wide, -high, wide, room.bottom)]
        if room.top < self.stage.safe.top - 1:
            boxes.append((-wide, room.top, wide, high))
        self.ground.gaps = (*self.ground.gaps, *boxes)
        upright = self.ground.axes[1]
        upright.put_start_and_end_on(point(float(self.plane.origin[0]), room.bottom), upright.get_end())
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def axis_start(self) -> float | None:
        """Return where the axis along the foot begins: not behind what stands at the left of the plane."""
        return None if self.plane_room.left < self.stage.safe.left + 1 else self.plane_room.left

    def build(self) -> None:
        """Make the words' vectors, their keys and queries, the matrices, both forces as bars and as areas."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        self.colors = (theme.key, theme.query)
        self.words = [self.plane.vector(row, theme.ink) for row in numbers.vectors]
        # Keys first, then queries: one for each word.
        self.arrows = [[self.plane.vector(row, color) for row in numbers.vectors] for color in self.colors]
        self.marks = [self._mark(word, theme.ink) for word in numbers.words]
        self.tips = [[self._mark(word, color) for word in numbers.words] for color in self.colors]
        self._make_sheets()
        self._free_the_arrows()
        self.forces = [
            numbers.plain_forces, numbers.halfway_forces, numbers.squeezed_forces, numbers.right_forces,
            numbers.leaning_forces, numbers.forces,
        ]  # fmt: skip
        self.bars = PullBars(numbers.words, self.forces, self.stages(), self.bar_rooms, style=style)
        self.results = [[self.bars.number(index, force) for index, force in enumerate(stage)] for stage in self.forces]
        self.worked, self.boxes = self._worked(), list[list[Rectangle]]()
        self._make_matrices()
        self._make_shadows()
        self._make_areas()
        self.lay(*self.stages()[0], 0.0)

    def _mark(self, word: str, color: str) -> Tag:
        """Return a word's icon, or its name, for the tip of an arrow; a smaller one on a small plane."""
        height = max(_LEAST, _ICON * min(1.0, self.plane.view.unit / _ROOMY))
        return Tag(word, color, "", height=height, style=self.style)

    def _make_sheets(self) -> None:
        """Make the spaces of keys and of queries: a square that reaches as far as the words do, where it has room.

        Only its glass is shown: its axes would look like arrows without heads.
        """
        vectors = self.numbers.vectors
        low, high = min(0.0, float(vectors.min())), max(0.0, float(vectors.max()))
        square = torch.tensor([[x, y] for x in (low, high) for y in (low, high)])
        reached = torch.cat([apply_map(square, matrix) for stage in self.maps() for matrix in stage])
        (x, y), room, unit = flat(self.plane.origin), self.plane_room, self.plane.view.unit
        left, bottom, right, top = (
            reach / unit for reach in (x - room.left, y - room.bottom, room.right - x, room.top - y)
        )
        over = _OVER_ROOM / unit
        free = torch.tensor([right + over, top + over, left + over, bottom + over])
        share = float((free / torch.cat([reached, -reached], dim=1).clamp(min=1e-6)).min().clamp(max=1.0))
        self.sheets = [
            Sheet(self.plane, share * low, share * high, (color, color), step=2 * (high - low), tint=color,
                  style=self.style)
            for color in self.colors
        ]  # fmt: skip
        self.glass = [sheet.glass.set_stroke(opacity=_QUIET) for sheet in self.sheets]
        self.square = self.sheets[0].dotted()

    def _edges(self) -> list[Segment]:
        """Return the edges of both sheets wherever they rest."""
        edges: list[Segment] = []
        for sheet, maps in zip(self.sheets, zip(*self.maps(), strict=True), strict=True):
            for matrix in maps:
                ends = [flat(self.plane.place(row)) for row in apply_map(sheet.corners, matrix)]
                edges += zip(ends, [*ends[1:], ends[0]], strict=True)
        return edges

    def _free_the_arrows(self) -> None:
        """Let numbers of axes leave that an arrow or an edge crosses or that are off the plane; names stand clear."""
        ends = [row for keys, queries in self.stages() for row in (*keys, *queries)]
        ways = [(flat(self.plane.origin), flat(self.plane.place(row))) for row in ends] + self._edges()
        plane, room = self.plane, self.plane_room
        self._shift_numbers(ways)
        for tick, number in list(zip(plane.ticks, plane.numbers, strict=True)):
            x, y = flat(tick.get_center())
            if not (room.left <= x <= room.right and room.bottom <= y <= room.top):
                plane.ticks.remove(tick)
                plane.numbers.remove(number)
            elif any(inside_length(way, box_of(number)) > 0 for way in ways):
                plane.numbers.remove(number)
        if len(self.plane.names):
            self._settle_name(self.plane.names[1], ways)
        self.close_gaps([])

    def _shift_numbers(self, ways: Sequence[Segment]) -> None:
        """Let the upright axis's numbers stand farther left, and its name where it can, where nothing crosses them."""
        plane, axis = self.plane, float(self.plane.origin[0])
        both = zip(plane.ticks, plane.numbers, strict=True)
        upright = [number for tick, number in both if abs(float(tick.get_x()) - axis) < 1e-3]
        names, safe, steps, named = VGroup(*plane.names[1:2]), self.stage.safe.left, 0, 0
        while any(inside_length(way, enlarged(box_of(number), _FREE)) > 0 for way in ways for number in upright):
            VGroup(*upright).shift(_ASIDE_STEP * LEFT)
            steps += 1
            if all(box_of(name)[0] - _ASIDE_STEP >= safe for name in names):
                names.shift(_ASIDE_STEP * LEFT)
                named += 1
            boxes = [box_of(number) for number in upright]
            met = any(overlap(box, box_of(name)) > 0 for box in boxes for name in names)
            if met or steps == _MOST_STEPS or min(box[0] for box in boxes) < safe:
                VGroup(*upright).shift(steps * _ASIDE_STEP * RIGHT)
                names.shift(named * _ASIDE_STEP * RIGHT)
                return

    def _settle_name(self, name: VMobject, ways: Sequence[Segment]) -> None:
        """Let the upright axis's name stand above the matrices where it does; or on the plane, without room there."""
        side, room, box = self.side_room, self.plane_room, box_of(name)
        below = side
        if overlap(box, (side.left, side.bottom, side.right, side.top)) > 0:
            below = side.inset(top=min(side.top - box[1] + _NAME, _MOST_OFF * side.height))
        if below.top > box[1] - _LEAST_OFF and below is not side or any(inside_length(way, box) > 0 for way in ways):
            lines, boxes = [*ways, *self.plane.axis_segments()], self.plane.boxes_of([*self.plane.numbers])
            boxes += self.plane.boxes_of([*self.plane.names[:1]])
            size, bounds = (float(name.width), float(name.height)), (room.left, room.bottom, room.right, room.top)
            name.move_to(point(*free_place(size, bounds, flat(name.get_center()), lines=lines, boxes=boxes)))
            below = side
        self.side_room = below

    def _make_matrices(self) -> None:
        """Make both matrices, one below the other or side by side, as large as they have room."""
        room = self.side_room
        rooms = room.columns(1, 1, gap=_GAP) if room.width > room.height else room.rows(1, 1, gap=_GAP)
        size = self.style.sizes.formula
        stages = list(zip(*self.maps(), strict=True))
        while True:
            self.matrices = [
                LiveMatrix(self.says(role), name, each, color, size, style=self.style)
                for role, name, each, color in zip(("key", "query"), ("W_K", "W_Q"), stages, self.colors, strict=True)
            ]
            wide, high = (max(float(each) for each in sizes) for sizes in
                          zip(*((matrix.width, matrix.height) for matrix in self.matrices), strict=True))  # fmt: skip
            if (wide <= rooms[0].width and high <= rooms[0].height) or size < 12:
                break
            size *= _SHRINK
        for matrix, place in zip(self.matrices, rooms, strict=True):
            matrix.move_to(place.centre)
        self.made = self._made(min(size, self.style.sizes.number), rooms[1])

    def _made(self, size: float, room: Region) -> MadeKey | None:
        """Return how the first word's key is made, in the room of W_Q before that comes.

        There is none without room for it, or where printed numbers do not give the printed key.
        """
        numbers = self.numbers
        row, key = numbers.vectors[0], numbers.squeezed_keys[0]
        columns = numbers.squeeze_K.T.tolist()
        printed = [as_printed(printed_product(row.tolist(), column, 2), 2) for column in columns]
        made = MadeKey(numbers.words[0], row, "W_K", key, self.colors[0], size, style=self.style)
        exact = printed == [as_printed(value, 2) for value in key.tolist()]
        return made.move_to(room.centre) if exact and made.fits(room) else None

    def _worked(self) -> list[WorkedSum]:
        """Return both squeezed pulls as sums of the same products; none where they are others, or have no room."""
        numbers = self.numbers
        rows = numbers.squeezed_products.tolist()
        printed = [[as_printed(value, 2) for value in row] for row in rows]
        sums = [as_printed(sum(row), 2) for row in printed]
        if printed[0] != printed[1] or sums != [as_printed(force, 2) for force in numbers.squeezed_forces.tolist()]:
            return []
        both = [self.bars.worked(at, rows[at], float(force)) for at, force in enumerate(numbers.squeezed_forces)]
        return [each for each in both if each] if all(both) else []

    def _make_shadows(self) -> None:
        """Make the shadow of each key on the other word's query, and the mark of a right angle."""
        self.shadows = [CastShadow(self.plane.origin, self.style.theme.key, style=self.style) for _ in range(2)]
        keys, queries = self.stages()[3]
        along = [_unit(self.plane.place(row) - self.plane.origin) for row in (keys[0], queries[1])]
        self.corner = Polygon(
            *(self.plane.origin + _CORNER * way for way in (0 * along[0], along[0], along[0] + along[1], along[1])),
            color=self.style.theme.ink, stroke_width=_EDGE, fill_opacity=_FILL,
        )  # fmt: skip
        laid(self.corner, Layer.SHADOW)

    def _make_areas(self) -> None:
        """Make both pulls as areas of one scale, in the room of the bars, each with its name above it."""
        said = (self.says("shadow"), self.says("length"))
        factors = [(shadow, length) for shadow, length in self.numbers.factors.tolist()]
        digits = decimals_that_multiply(factors) or 2
        self.areas = [
            PullArea(both, digits, force, said, style=self.style)
            for both, force in zip(factors, self.numbers.forces.tolist(), strict=True)
        ]
        first, last = self.bar_rooms
        room = Region(first.left, last.right, last.bottom, first.top)
        self.name_places = put_areas(self.areas, self.bars.roles, room)

    def lay(self, keys: Tensor, queries: Tensor, spread: float = 1.0) -> None:
        """Lay the arrows of keys and queries, with the icons at their tips.

        Args:
            keys: shape (2, d).
            queries: shape (2, d); while there are none, their icons' places are those of the words' own.
            spread: how far icons stand aside of their arrows for others that are close, 0 to 1.
        """
        for arrows, rows in zip(self.arrows, (keys, queries), strict=True):
            for arrow, row in zip(arrows, rows, strict=True):
                arrow.set_ends(self.plane.origin, self.plane.place(row))
        turns = [[0.0, 0.0], [0.0, 0.0]]
        lengths = [[float(np.linalg.norm(arrow.end - arrow.start)) for arrow in arrows] for arrows in self.arrows]
        angles = [[atan2(*reversed(flat(arrow.end - arrow.start))) for arrow in arrows] for arrows in self.arrows]
        for one, other in product((0, 1), (0, 1)):
            apart = float(np.linalg.norm(self.arrows[0][one].end - self.arrows[1][other].end))
            near = min(1.0, max(0.0, (_FAR - apart) / (_FAR - _CLOSE)))
            between = ((degrees(angles[0][one] - angles[1][other]) + 180) % 360 - 180) * pi / 180
            way = spread if between >= 0 else -spread
            aside = radians(_ASIDE) * near * near * (3 - 2 * near)
            key, query = lengths[0][one], lengths[1][other]
            turns[0][one] += way * max(aside, _clear_of(key, query, abs(between)))
            turns[1][other] -= way * max(aside, _clear_of(query, key, abs(between)))
        for side, index in product((0, 1), (0, 1)):
            self._put(self.tips[side][index], self.arrows[side][index].end, angles[side][index] + turns[side][index])
        for mark, tip in zip(self.marks, self.tips[1], strict=True):
            mark.move_to(tip)

    def _put(self, tip: Tag, end: Point, angle: float) -> None:
        """Put a word beyond the tip of its arrow, in a direction."""
        x, y = cos(angle), sin(angle)
        reach = _OUT + abs(x) * float(tip.width) / 2 + abs(y) * float(tip.height) / 2
        at, safe = end + reach * point(x, y), self.stage.safe
        wide, high = float(tip.width) / 2, float(tip.height) / 2
        tip.move_to(
            point(
                min(max(float(at[0]), safe.left + wide), safe.right - wide),
                min(max(float(at[1]), safe.bottom + high), safe.top - high),
            )
        )

    def tell(self) -> None:
        """Show equal forces, squeezed and still equal; then the leans, to a right angle and beyond; and the reason."""
        numbers, (first, second) = self.numbers, self.numbers.words
        said = [{"force": force.shown, "back": back.shown} for force, back in self.results]
        with self.beat("same", **said[0]):
            self._begin()
            self.rest()
        shrunk = bool((numbers.squeezed_forces < numbers.plain_forces).all())
        alike = shrunk and said[2]["force"] == said[2]["back"]
        has_right = bool((numbers.right_K != numbers.squeeze_K).any())
        leans = [bool(self.matrices[side].changes(start)) for side, start in ((0, 3), (1, 4))]
        text = "as-it-is" if not alike else "products" if self.worked else "squeezed"
        one, other = (number.shown for number in self.worked[0].products) if self.worked else ("", "")
        with self.beat("squeezed", text=text, one=one, other=other, **said[2]):
            self._squeeze()
            self.rest() if any(leans) else self.hold()
        if not any(leans):
            return
        if has_right:
            with self.beat("right-angle", first=first, second=second, **said[3]):
                self._lean_away()
                self.rest()
        apart = [abs(as_printed(one.value) - as_printed(other.value)) for one, other in self.results]
        key = ("lean" if has_right and all(leans) else "lean-apart") if apart[5] > apart[2] else "as-it-is"
        with self.beat("lean", text=key, **said[5]):
            self._lean(has_right)
            self.rest()
        with self.beat("asymmetric", **said[5]):
            self._turn_to_areas()
            self._explain(1)
            gone = [*self._pair(1), self.shadows[1], self.bars.bars[0], self.bars.lines[0], self.results[5][0]]
            self.play(FadeOut(*gone), FadeIn(*self._pair(0)), run_time=self.style.times.move)
            self._explain(0)
            self.hold()

    def _begin(self) -> None:
        """Let both vectors grow, and both bars."""
        times, bars = self.style.times, self.bars
        self.add(*self.words)
        self.play(growing(self.words), FadeIn(*self.marks), run_time=times.move)
        self.play(FadeIn(*bars.names, *bars.lines), run_time=times.quick)
        self.add(*bars.bars)
        forces = self.numbers.plain_forces.tolist()
        self._run_bars(lambda share: [share * force for force in forces], lambda share: None, [], 0, times.slow)
        self._write(0)

    def _write(self, stage: int, *come: VMobject) -> None:
        """Write both sums in a stage, and let more come with them."""
        if new := [*self._written(stage), *come]:
            self.play(FadeIn(*new), run_time=self.style.times.quick)

    def _sames(self) -> list[VMobject]:
        """Return the products of both squeezed pulls, with their boxes."""
        return [*self.worked, *chain(*self.boxes)]

    def _written(self, stage: int) -> list[VMobject]:
        """Return both sums in a stage."""
        return [*self.bars.sums[stage]] if self.bars.sums else []

    def _squeeze(self) -> None:
        """Let keys come out of their words, and be squeezed; then let the words become queries, and be squeezed."""
        times, bars, words = self.style.times, self.bars, self.stages()[0]
        come = [*bars.roles, *self.arrows[0], *self.tips[0], *self._matrix(0, 0), self.glass[0], self.square]
        spread = Live(self.marks, lambda share: self.lay(*words, share))
        self.play(
            FadeOut(*bars.names, *self._written(0)), spread, FadeIn(*come, rate_func=_SECOND), run_time=times.move
        )  # fmt: skip
        self.wait(_SEEN)
        self._run(0, _SQUEEZE)
        if self.made:
            self.play(FadeIn(self.made), run_time=times.quick)
        self.wait(_READ if self.made else _STILL)
        self.play(
            FadeOut(*self.words, *self.marks, *self.frames(0)),
            FadeIn(*self.arrows[1], *self.tips[1], self.glass[1]),
            *([FadeOut(self.made, rate_func=_FIRST)] if self.made else []),
            FadeIn(*self._matrix(1, 1), rate_func=_SECOND), run_time=times.move,
        )  # fmt: skip
        self.wait(_SEEN)
        self._run(1, _SQUEEZE)
        if done := self._shown(self.frames(1)):
            self.play(FadeOut(*done), run_time=times.quick)
        self._write(2)
        if self.worked:
            self.wait(_SEEN)
            self.play(FadeIn(*self.worked), run_time=times.quick)
            self.boxes = [[each.box(place) for each in self.worked] for place in (0, 1)]
            for boxes in self.boxes:  # the same product at once in both sums
                self.play(FadeIn(*boxes), run_time=times.quick)

    def _shown(self, parts: Sequence[VMobject]) -> list[VMobject]:
        """Return those of some parts that are on the stage, be it in a group."""
        seen = self.get_mobject_family_members()
        return [part for part in parts if part in seen]

    def _matrix(self, side: int, stage: int) -> list[VMobject]:
        """Return the parts of a matrix in a stage, with the frames around what changes next."""
        return [*self.matrices[side].parts(stage), *self.frames(stage)]

    def frames(self, start: int) -> list[VMobject]:
        """Return the frames around the entries that change from a stage to the next."""
        return [matrix.frames[place] for matrix in self.matrices for place in matrix.changes(start)]

    def _pair(self, puller: int) -> list[VMobject]:
        """Return the arrows of a word's key and of the other one's query, with their icons."""
        sides = ((0, puller), (1, 1 - puller))
        return [part for side, index in sides for part in (self.arrows[side][index], self.tips[side][index])]

    def _lean_away(self) -> None:
        """Let the keys' space lean to the other side until the first key casts no shadow on its query."""
        quick, shadow = self.style.times.quick, self.shadows[0]
        keys, queries = self.stages()[2]
        shadow.cast(self.plane.place(keys[0]), self.plane.place(queries[1]))
        gone = [*self._written(2), *self._sames(), *self._pair(1), self.glass[1], self.square]
        self.play(FadeOut(*gone), FadeIn(*self.frames(2)), run_time=quick)
        self.play(FadeIn(shadow), run_time=quick)
        self.wait(_SEEN)
        self._run(2, _AWAY, shadow)
        self.play(FadeIn(self.corner, *self._written(3)), run_time=quick)
        self.remove(shadow)

    def _lean(self, has_right: bool) -> None:
        """Let the keys' space lean to its place, then the queries'."""
        quick, before = self.style.times.quick, 2 if has_right else 1
        gone = [*self._written(before + 1), *([self.corner] if has_right else self._sames())]
        come = self._pair(1) if has_right else []
        shown = self._shown(self.frames(before))
        for start in (3, 4):
            new = self.frames(start)
            if not new:
                continue
            gone += [frame for frame in shown if frame not in new]
            glass = self.glass[start - 3]
            gone += [part for part in self._shown([*self.glass, self.square]) if start == 3 and part is not glass]
            come += [part for part in (*new, glass) if not self._shown([part])]
            fades = [kind(*parts) for kind, parts in ((FadeOut, gone), (FadeIn, come)) if parts]
            if fades:
                self.play(*fades, run_time=quick)
                self.wait(_SEEN)
            self._run(start, _LEAN)
            gone, come, shown = [], [], new
            if start == 3 and self.frames(4):
                self.wait(_STILL)
        self._write(5)

    def _run(self, start: int, seconds: float, shadow: CastShadow | None = None) -> None:
        """Let a space go from a stage to the next, with all on it, its matrix and both bars."""
        running = [(matrix, matrix.run(start)) for matrix in self.matrices]
        for matrix, digits in running:
            self.remove(*(matrix.numbers[start][place] for place in digits))
            self.add(*digits.values())
        moved: list[VMobject] = [part for part in (*self._pair(0), *self._pair(1)) if part in self.mobjects]
        moved += [*self._shown(self.glass), *(self.marks if not start else [])]
        moved += [*(number for _, each in running for number in each.values())]

        def follow(share: float) -> None:
            matrices = self.between(start, share)
            keys, queries = self.mapped(*matrices)
            self.lay(keys, queries)
            for sheet, (matrix, digits), values in zip(self.sheets, running, matrices, strict=True):
                sheet.carry(values)
                matrix.write(digits, values)
            if shadow:
                shadow.cast(self.plane.place(keys[0]), self.plane.place(queries[1]))

        def forces(share: float) -> list[float]:
            now: list[float] = _forces(*self.mapped(*self.between(start, share))).tolist()
            return now

        self._run_bars(forces, follow, [*moved, *([shadow] if shadow else [])], start + 1, seconds)
        for matrix, digits in running:
            self.remove(*digits.values())
            self.add(*(matrix.numbers[start + 1][place] for place in digits))

    def _run_bars(
        self,
        forces: Callable[[float], Sequence[float]],
        follow: Callable[[float], object],
        moved: Sequence[VMobject],
        stage: int,
        seconds: float,
    ) -> None:
        """Play a motion with both bars and their running numbers, which leave numbers in their places."""
        running = RunningForces(self.bars, forces, follow, moved)
        self.remove(*(number for numbers in self.results for number in numbers))
        self.add(*running.digits)
        self.play(running, run_time=seconds)
        self.remove(*running.digits)
        self.add(*self.results[stage])

    def _turn_to_areas(self) -> None:
        """Let the second pull's key and query be alone, its bar leave, and names go above the areas that come."""
        bars, names, move = self.bars, self.bars.roles, self.style.times.move
        ways = [
            (name, name.get_center(), float(name.width), *place)
            for name, place in zip(names, self.name_places, strict=True)
        ]

        def follow(share: float) -> None:
            for name, start, wide, end, width in ways:
                name.scale_to_fit_width(wide + share * (width - wide)).move_to(start + share * (end - start))

        gone: list[VMobject] = [bars.bars[1], bars.lines[1], self.results[5][1], *self._written(5), *self._pair(0)]
        gone += self._shown([*self.glass, self.square])
        gone += [*self.frames(4), *(frame for frame in self.frames(3) if not self.frames(4))]
        self.play(FadeOut(*gone), run_time=move)
        self.play(Live(names, follow), run_time=move)

    def _explain(self, puller: int) -> None:
        """Let a word's key throw its shadow, and let that and the other one's query be the sides of an area."""
        shadow, area, query = self.shadows[puller], self.areas[puller], self.arrows[1][1 - puller]
        shadow.cast(self.arrows[0][puller].end, query.end)
        shadow.fall(0.0)
        self.add(shadow)
        self.play(Live([shadow], shadow.fall), run_time=_FALL)
        self.wait(_SEEN)
        bars = [(*shadow.ends, THICK), (query.start, query.end, query.shaft_width)]

        def bring(share: float) -> None:
            for index, bar in enumerate(bars):
                area.bring(index, share, *bar)

        bring(0.0)
        self.add(*area.sides)
        self.play(
            Live(area.sides, bring, rate_func=linear), FadeIn(*area.texts, rate_func=_LAST), run_time=_BRING
        )  # fmt: skip
        area.cover(0.0)
        self.add(area.glass)
        self.play(Live([area.glass], area.cover), run_time=_COVER)
        if area.inside:
            self.play(FadeIn(*area.inside), run_time=self.style.times.quick)


_FIRST, _SECOND, _LAST = (
    squish_rate_func(smooth, 0.0, 0.5),
    squish_rate_func(smooth, 0.5, 1.0),
    squish_rate_func(smooth, 0.85, 1.0),
)
"""The rates of what leaves, of what comes in its place in the same motion, and of what comes as it ends."""


def _clear_of(length: float, other: float, between: float) -> float:
    """Return the angle by which an icon stands aside of its arrow so that a longer arrow does not run through it.

    Args:
        length: scene units of its arrow.
        other: scene units of the other arrow.
        between: the angle between both, at least 0.
    """
    if other < length or between > pi / 2:
        return 0.0
    lacking = (_BESIDE - length * sin(between)) / (_OUT + _ICON / 2)
    return max(0.0, asin(min(1.0, max(0.0, lacking))) - between)


def _unit(way: Point) -> Point:
    """Return the direction of a way; the way itself where it has no length."""
    return way / (float(np.linalg.norm(way)) or 1.0)
