"""Keys and queries: two spaces make one word pull harder than it is pulled ("Asymmetric Pull", figure 21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product
from math import cos, hypot, pi, sin
from typing import Any

import numpy as np
import torch
from manim import FadeIn, FadeOut, ManimColor, Mobject, Rectangle, VGroup, VMobject, linear, smooth, squish_rate_func
from torch import Tensor
from torch.nn.functional import normalize

from attnmath import apply_map
from scenes.article.asymmetric.cast_shadow import THICK, CastShadow
from scenes.article.asymmetric.claims import DIFFERENT_SPACES_CLAIMS
from scenes.article.asymmetric.pair import Pair, PairParameters, pair
from scenes.article.asymmetric.pull_area import PullArea
from scenes.article.asymmetric.pull_bars import PullBars, RunningForces
from scenes.article.asymmetric.row_times_matrix import RowTimesMatrix
from scenes.article.asymmetric.tag import Side, Tag
from scenes.motion.live import Live, growing
from scenes.number_format import as_printed, decimals_that_multiply, format_number
from scenes.parameters import require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.boxes import box_at, enlarged
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.sheet import Sheet
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label
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
    squeezed_products: Tensor = quantity("The products that these forces are the sums of.", rows="directions")
    squeezed_forces: Tensor = quantity("The forces by the squeezes alone.", rows="directions")
    halfway_forces: Tensor = quantity("The forces once keys alone are squeezed.", rows="directions")
    leaning_forces: Tensor = quantity("The forces once keys alone lean.", rows="directions")
    W_K: Tensor = quantity("The squeeze of the keys that also leans.")
    W_Q: Tensor = quantity("The squeeze of the queries that also leans.")
    factors: Tensor = quantity(
        "The shadow of the puller's key on the line of the pulled word's query, and that query's length.",
        rows="directions",
    )


def transformed_pair(parameters: PairParameters, world: World) -> TransformedPair:
    """Return both forces: before, with the squeezes alone, and with the squeezes that lean.

    The squeeze of a matrix is the world's, or else its diagonal: what it does along the axes.

    Raises:
        UserError: when words or matrices do not fit, or one word pushes the other away.
    """
    require_plane(world)
    plain = pair(parameters, world)
    maps: dict[str, Any] = {name: world_matrix(world, name, 2, 2) for name in ("W_K", "W_Q")}
    for letter in "KQ":
        name = f"squeeze_{letter}"
        given = name in world.matrices
        maps[name] = world_matrix(world, name, 2, 2) if given else torch.diag(torch.diagonal(maps[f"W_{letter}"]))
    squeezed = pair(parameters, world, maps["squeeze_Q"], maps["squeeze_K"])
    queries = plain.vectors.flip(0)
    halfway = (squeezed.keys * queries).sum(dim=-1)
    final = pair(parameters, world, maps["W_Q"], maps["W_K"])
    lengths = torch.linalg.vector_norm(final.queries.flip(0), dim=-1)
    return extended(
        final,
        TransformedPair,
        plain_forces=plain.forces,
        squeezed_keys=squeezed.keys,
        squeezed_queries=squeezed.queries,
        squeezed_products=squeezed.keys * squeezed.queries.flip(0),
        squeezed_forces=squeezed.forces,
        halfway_forces=halfway,
        leaning_forces=(final.keys * squeezed.queries.flip(0)).sum(dim=-1),
        factors=torch.stack([final.forces / lengths, lengths], dim=-1),
        **maps,
    )


_ICON, _SMALL, _ROOMY = 0.85, 0.66, 1.2
"""Scene units: the heights of the icons of words that pull hard, and of the others; and the length of a plane's unit
from which they are as high."""

_SQUEEZE, _LEAN, _FALL, _BRING, _COVER = 1.8, 1.9, 1.2, 1.4, (1.0, 1.6)
"""Seconds in which a space is squeezed, in which it leans, in which a key's shadow falls, in which that and the query
become the sides of an area, and in which it is covered: the second pull's, then the first one's."""

_AROUND, _FRAME, _FLASH = 0.05, 2.6, 1.8
"""Scene units from a number of a matrix to the frame around it; that frame's stroke units, and its size at first."""

_OF_MATRIX = 0.9
"""Scene units at the right of a matrix that are free of tags."""

_BETWEEN_AREAS = 0.35
"""Scene units from one pull's area to the other's."""

_EDGE = 1.1
"""The size of the sheets, as a multiple of the largest number of the words."""

_ASIDE, _NEAR, _APART = 0.6, 0.45, 1.5
"""Scene units from the tip of an arrow to where its tag stands at best, where it is a small one, and between tips whose
tags are far apart."""

_OUT, _WAYS, _AIR, _COVERED, _OUTSIDE = (0.42, 0.5, 0.6, 0.72, 0.88, 1.1, 1.4), 24, 0.04, 4.0, 40.0
"""Scene units from a tip to its tag, and the number of ways to it, that are tried; what is free around a tag, and what
covering a thing costs, and being outside, in scene units from where the tag would stand best."""

_RIM, _TOWARDS_RECORD = 0.08, 0.12
"""Scene units that a tag, or an area, stays inside the margin, for its halo, and by which a tag may come nearer to the
record than words do."""

_LATE = 0.75
"""The share of a motion after which small tags change sides."""

_SEEN, _READ = 0.5, 0.4
"""Seconds in which a frame, or a shadow that has fallen, is seen before the next motion, and in which a number is read
before the next one comes."""

_AWAY, _FOR_ROLE, _RAISED, _OVER_ROOM, _UNDER_ROOM = 0.4, 0.14, 0.1, 0.4, 0.5
"""Scene units from the matrices to the plane, by which that stands nearer to matrices beside it so that a query's tag
has room, by which they stand above its middle, and by which they may be higher and lower than its room."""

_BARE = 0.16
"""Scene units from the matrices to the plane's grid, which ends before them."""

_SHRINK = 0.94
"""The factor by which the matrices' type gets smaller until both have room, one above the other."""

_BETWEEN_MATRICES, _OFF_NAME, _SMALLER = 0.22, 0.15, 1.1
"""Half the scene units between both matrices, and around them where no axis has its name; and how much smaller than in
full size a name may be."""

_NAME_OVER, _UNDER_MATRICES, _OVER_AXIS = 0.15, 0.2, 0.07
"""Scene units by which the upright axis is shorter where its name stands above it, from the lower edge of matrices that
stand above it up to where a header would end, and from its own end to its name."""

_INSIDE, _BELOW, _ABOVE, _TICKS = 0.15, 0.45, 0.25, 1.4
"""Scene units kept free at the left and below, gained where no phrase stands above, and from a tick to the next."""


class DifferentSpaces(PlaneFigure):
    """attention-key-query-transformation-part-two: two spaces, squeezed and leaning, make one pull strong, one weak."""

    name = "attention-key-query-transformation-part-two"
    claims = DIFFERENT_SPACES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    with_climate = False
    stops_at_record = True
    numbers: TransformedPair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> TransformedPair:
        """Return both forces: before, with the squeezes alone, and with the squeezes that lean."""
        return transformed_pair(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: TransformedPair) -> Mapping[str, object]:
        """Return both words and both forces."""
        first, second = numbers.words
        force, back = (format_number(float(force)) for force in numbers.forces)
        return {"first": first, "second": second, "force": force, "back": back}

    def maps(self) -> list[list[Tensor]]:
        """Return what the matrix of keys, then the one of queries is: none yet, the squeeze, the squeeze that leans."""
        numbers = self.numbers
        return [[torch.eye(2), numbers.squeeze_K, numbers.W_K], [torch.eye(2), numbers.squeeze_Q, numbers.W_Q]]

    def stages(self) -> list[tuple[Tensor, Tensor]]:
        """Return the matrices of keys and queries in each stage: one of them changes at a time, the keys' first."""
        keys, queries = self.maps()
        return [(keys[(stage + 1) // 2], queries[stage // 2]) for stage in range(5)]

    def world_view(self) -> PlaneView:
        """Return the view in which both sheets are as large as the matrices beside or above them allow."""
        room = self.stage.plane_view.words(self.stage).inset(left=_INSIDE, bottom=_BELOW, top=-_ABOVE)
        self._write_matrices(room)
        wide, high = self._size_of_matrices()
        aside = room.inset(left=wide + _AWAY - _FOR_ROLE, right=_FOR_ROLE)
        rooms = {True: aside, False: room.inset(top=high + _AWAY)}
        views = {beside: self.stage.plane_view.fitted(self.stage, self.spans(), each) for beside, each in rooms.items()}
        beside = self.upright = views[True].unit >= views[False].unit
        view = views[beside]
        self._place_matrices(room, beside)
        # Beside matrices the upright axis has its name above it, where other figures have a phrase; else it ends below.
        header = view.header - _NAME_OVER if beside else self._column()[1] + _UNDER_MATRICES
        return replace(view, step=nice_step(_TICKS / view.unit), header=header)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of both sheets and all words in all spaces."""
        low, high = self._edges()
        corners = torch.tensor([[x, y] for x in (low, high) for y in (low, high)])
        rows = torch.cat([apply_map(corners, matrix) for stage in self.stages() for matrix in stage])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (least[0], most[0]), (least[1], most[1])

    def _edges(self) -> tuple[float, float]:
        """Return the least and the largest number on the sheets, along either axis."""
        vectors = self.numbers.vectors
        return _EDGE * min(0.0, float(vectors.min())), _EDGE * max(0.0, float(vectors.max()))

    def _write_matrices(self, room: Region) -> None:
        """Write both words' rows before W_K and before W_Q; without room for them, the one of the strong pull alone."""
        size = self.style.sizes.number if self.stage.is_wide else self.style.sizes.tick
        most = self._top_of_matrices(room) - room.bottom + _UNDER_ROOM - 2 * _BETWEEN_MATRICES
        self.matrices = [self._products(side, size) for side in (0, 1)]
        while self.stage.is_wide and 2 * self._size_of_matrices()[1] > most:
            size *= _SHRINK
            self.matrices = [self._products(side, size) for side in (0, 1)]

    def _top_of_matrices(self, room: Region) -> float:
        """Return how high matrices beside the plane may reach."""
        return min(room.top + _OVER_ROOM, self.stage.safe.top)

    def _products(self, side: int, size: float) -> RowTimesMatrix:
        """Return the words' rows before the matrix of keys, or of queries, in every stage."""
        numbers, theme, wide = self.numbers, self.style.theme, self.stage.is_wide
        words = slice(None) if wide else slice(side, side + 1)
        return RowTimesMatrix(
            numbers.words[words], numbers.vectors[words], ("W_K", "W_Q")[side],
            self.maps()[side], (theme.key, theme.query)[side],
            with_product=wide, size=size, style=self.style,
        )  # fmt: skip

    def _place_matrices(self, room: Region, beside: bool) -> None:
        """Place both matrices at the left of the plane, one above the other, or side by side above it."""
        wide, high = self._size_of_matrices()
        if beside:
            reach, top = high + _BETWEEN_MATRICES, self._top_of_matrices(room)
            middle = min((room.bottom + room.top) / 2 + _RAISED, top - reach)
            places = [point(room.left + wide / 2, middle + side * (high / 2 + _BETWEEN_MATRICES)) for side in (1, -1)]
        else:
            middle = float(room.centre[0])
            places = [point(middle + side * (wide / 2 + _BETWEEN_MATRICES), room.top - high / 2) for side in (-1, 1)]
        for matrix, place in zip(self.matrices, places, strict=True):
            matrix.put(place + point((wide - float(matrix.width)) / 2))  # a longer row has room before it

    def _column(self) -> Box:
        """Return the box in which matrices stand, and areas after them."""
        lefts, lows, rights, tops = zip(*map(box_of, self.matrices), strict=True)
        return min(lefts), min(lows), max(rights), max(tops)

    def axis_start(self) -> float | None:
        """Return where the axis along the foot begins: not behind matrices that stand beside the plane."""
        return self._column()[2] + _BARE if self.upright else None

    def close_gaps(self, leaving: Sequence[Mobject]) -> None:
        """Let no line of the grid run behind matrices, nor behind areas."""
        super().close_gaps(leaving)
        left, low, right, top = self._column()
        wide, high = self.stage.width / 2, self.stage.height / 2
        box = (-wide, -high, right, high) if self.upright else (-wide, low - _BARE, wide, high)
        self.ground.gaps = (*self.ground.gaps, box)
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def _size_of_matrices(self) -> tuple[float, float]:
        """Return the width and the height of the widest and the highest matrix with a row before it, scene units."""
        return max(float(each.width) for each in self.matrices), max(float(each.height) for each in self.matrices)

    def build(self) -> None:
        """Make both sheets, the words' vectors, their keys and queries, and both forces as bars."""
        style = self.style
        low, high = self._edges()
        self.colors = (style.theme.key, style.theme.query)
        step = 2 * (high - low)  # an edge is enough: lines on both sheets would be many
        self.sheets = [
            Sheet(self.plane, low, high, (color, color), step=step, tint=color, style=style) for color in self.colors
        ]
        self.square = self.sheets[0].dotted()
        self._make_arrows()
        roles = (self.says("key"), self.says("query"))
        self._make_tags(roles)
        self._make_bars()
        self.leaning = [self._frames(side) for side in (0, 1)]
        self.lay(3, 1.0)  # keys and queries are measured where they come to rest
        place = self.plane.place
        self.shadows = [
            CastShadow(self.plane.origin, place(key), place(query), style.theme.key, style=style)
            for key, query in zip(self.numbers.keys, self.numbers.queries.flip(0), strict=True)
        ]
        self._settle_pairs(roles)
        self._make_areas()

    def _room_of_areas(self) -> Box:
        """Return the box in which areas stand: where the matrices were, and beside a plane as high as that."""
        left, low, right, top = self._column()
        if self.upright:
            room = self.stage.plane_view.words(self.stage)
            low, top = min(low, room.bottom), max(top, self._top_of_matrices(room))
        safe = self.stage.safe
        return max(left, safe.left + _RIM), low, right, min(top, safe.top - _RIM)

    def _make_arrows(self) -> None:
        """Make the words' vectors, and their keys and queries."""
        vectors = self.numbers.vectors
        self.words = [self.plane.vector(row, self.style.theme.ink) for row in vectors]
        # Keys first, then queries: one for each word.
        self.arrows = [[self.plane.vector(row, color) for row in vectors] for color in self.colors]
        self.arrows[1][1].thin_rim()  # the key beneath it is seen beside it

    def _make_tags(self, roles: Sequence[str]) -> None:
        """Make the words' names, and the tags of keys and queries, and find where these stand in each stage."""
        numbers, style = self.numbers, self.style
        self.query_side: Side = "right"
        self.tags = [
            [self._tag(side, index, role if index == side else "") for index in (0, 1)]
            for side, role in enumerate(roles)
        ]
        self.query_side = self._choose_query_side(roles[1])
        self.tags[1][1] = self._tag(1, 1, roles[1])
        self.names = [
            Tag(word, style.theme.ink, word, height=self._height(large=True), style=style) for word in numbers.words
        ]
        self._free_the_matrices()
        self.offsets = [self._offsets(*stage) for stage in self.stages()]
        # Keys are squeezed while the words' own arrows are still there.
        self.offsets[2] = self._offsets(numbers.squeeze_K, numbers.squeeze_Q, others=self.words)
        # Queries come when the keys have been squeezed already.
        self.offsets[1] = [self.offsets[2][0], self._offsets(*self.stages()[1], (0, 3, 1, 2))[1]]
        self.offsets[0][1] = self.offsets[1][1]
        # Tags change sides no oftener than they must.
        self._keep(0, 0, at=1)
        self._keep(1, 1, at=1)
        self._keep(3, 1, at=3)
        self._place_names()

    def _make_bars(self) -> None:
        """Make both forces as bars, with their results and the factors of their sums in every stage."""
        numbers, ink = self.numbers, self.style.theme.ink
        forces = [
            numbers.plain_forces, numbers.halfway_forces, numbers.squeezed_forces, numbers.leaning_forces,
            numbers.forces,
        ]  # fmt: skip
        rows = [self._mapped(stage) for stage in self.stages()]
        self.bars = PullBars(numbers.words, forces, self.view, numbers.factors, rows, style=self.style)
        self.results = [[self.bars.number(index, force) for index, force in enumerate(stage)] for stage in forces]
        colors = [(ink, ink), (self.colors[0], ink), *[self.colors] * 3]
        self.sums = [self._written(each, two) for each, two in zip(rows, colors, strict=True)]
        self.added = self.bars.added(numbers.squeezed_products, numbers.squeezed_forces)
        self.alike = self._frames_of_products()
        self.bars.draw([0.0, 0.0])
        for side in (0, 1):
            self.bars.tint(side, 0.0)

    def _frames_of_products(self) -> list[VGroup]:
        """Return frames around the products of which both squeezed pulls are sums: for each, one in both rows.

        There are none where the rows have other products.
        """
        rows = [[piece for piece in row if isinstance(piece, Number)] for row in self.added]
        if not rows or [number.shown for number in rows[0]] != [number.shown for number in rows[1]]:
            return []
        return [VGroup(*(self._frame(number) for number in column)) for column in zip(*rows, strict=True)]

    def _frame(self, around: VMobject) -> Rectangle:
        """Return a frame around a number."""
        wide, high = float(around.width) + 2 * _AROUND, float(around.height) + 2 * _AROUND
        frame = Rectangle(width=wide, height=high, color=self.style.theme.ink, stroke_width=_FRAME)
        return laid(frame.move_to(around), Layer.LEDGER)

    def _frames(self, side: int) -> VGroup:
        """Return a frame around each number of a matrix by which its space leans."""
        _, squeeze, whole = (matrix.flatten().tolist() for matrix in self.maps()[side])
        _, before, after = self.matrices[side].entries
        frames = VGroup()
        for index, (old, new) in enumerate(zip(squeeze, whole, strict=True)):
            if format_number(old) != format_number(new):
                frames.add(self._frame(VGroup(before[index], after[index])))
        return laid(frames, Layer.LABEL)

    def _free_the_matrices(self) -> None:
        """Put the upright axis's name elsewhere if a matrix would stand on it, or if it had to be small where it is."""
        boxes = [enlarged(box_of(matrix), _OFF_NAME) for matrix in self.matrices]
        for name in self.plane.names[1:]:
            full = Label(self.axis_names()[1], size=self.style.sizes.tick + 1, style=self.style)
            larger = float(full.width) / float(name[-1].width)
            if larger < _SMALLER and not any(overlap(box_of(name), box) for box in boxes):
                continue
            old = flat(name.get_center())
            name.scale(larger)
            size = (float(name.width), float(name.height))
            name.move_to(point(float(self.plane.origin[0]), self.ground.axis_top + _OVER_AXIS + size[1] / 2))
            if any(overlap(box_of(name), box) for box in boxes):  # they stand above the plane
                boxes += self.plane.boxes_of([*self.plane.numbers, *self.plane.names[:1]])
                lines = [*self.plane.axis_segments(), *(line for two in self.stages() for line in self._outlines(two))]
                lines += [(flat(arrow.start), flat(arrow.end)) for arrow in self.words]
                name.move_to(point(*free_place(size, self._bounds(), old, lines=lines, boxes=boxes)))
        self.close_gaps([])

    def _written(self, rows: tuple[Tensor, Tensor], colors: tuple[str, str]) -> list[list[Number]]:
        """Return the factors of both sums, where they stand; nothing without room there."""
        keys, queries = rows
        return [each.written(keys[puller], queries[1 - puller], colors) for puller, each in enumerate(self.bars.sums)]

    def _settle_pairs(self, roles: Sequence[str]) -> None:
        """Place the tags of both pairs where each pair is alone."""
        self.settled = list[list[Tag]]([[], []])
        for puller in (1, 0):
            lines, boxes = self._lines_of(puller) + self.plane.axis_segments(), list[Box]()
            for side, index in _pair(puller):
                # A shadow may take the room at the right of the query's tip.
                tried: tuple[Side | None, ...] = ("right", "below") if self._reads_on(side, index) else (None,)
                tags = [self._tag(side, index, roles[side], at) for at in tried]
                costs = [self._settle(tag, puller, side, lines, boxes) for tag in tags]
                tag = tags[costs.index(min(costs))]
                self.settled[puller].append(tag)
                boxes += _boxes_of(tag)

    def _make_areas(self) -> None:
        """Make both pulls' areas in one scale, where the matrices were: one above the other, or side by side."""
        numbers, style = self.numbers, self.style
        factors = [(one, other) for one, other in numbers.factors.tolist()]
        said = (self.says("shadow"), self.says("length"))
        digits = decimals_that_multiply(factors) or 2
        left, low, right, top = self._room_of_areas()
        self.areas = [
            PullArea(pair, digits, force, said, words, right - left if self.upright else None, style=style)
            for pair, force, words in zip(
                factors, numbers.forces.tolist(), (numbers.words, numbers.words[::-1]), strict=True
            )
        ]
        wide, high, unit = right - left, top - low, self.view.unit

        def fits() -> bool:
            widths, heights = ([each(unit) for each in sizes] for sizes in zip(
                *((area.width, area.height) for area in self.areas), strict=True))  # fmt: skip
            if self.upright:
                return bool(max(widths) <= wide and sum(heights) + _BETWEEN_AREAS <= high)
            return bool(sum(widths) + _BETWEEN_AREAS <= wide and max(heights) <= high)

        while not fits() and unit > 0.05 * self.view.unit:
            unit *= _SHRINK**0.5
        at = top if self.upright else left
        for area in self.areas:
            before, below, _, _ = area.margins()
            if self.upright:
                area.put(point(left + before, at - area.height(unit) + below), unit)
                at = low + self.areas[1].height(unit)
            else:
                area.put(point(at + before, low + below), unit)
                at = right - self.areas[1].width(unit)

    def _tag(self, side: int, index: int, role: str, at: Side | None = None) -> Tag:
        """Return the tag of a word's key, or query; it is large where that is the strong pair's."""
        large, word, color = index == side, self.numbers.words[index], self.colors[side]
        sides: tuple[Side, ...] = ("above", self.query_side)
        at = at or (sides[side] if large else "right")
        return Tag(word, color, role, height=self._height(large), side=at, style=self.style)

    def _height(self, large: bool) -> float:
        """Return the height of an icon: a smaller one on a small plane."""
        return (_ICON if large else _SMALL) * min(1.0, self.plane.view.unit / _ROOMY)

    def _choose_query_side(self, role: str) -> Side:
        """Return where the word "query" stands beside the icon: at its right, or else where more of it is free."""
        tip, bounds = float(self.plane.place(self.numbers.queries[1])[0]), self._bounds()
        tag = self._tag(1, 1, role)
        if tip + _OUT[0] + float(tag.width) - float(tag.head.width) / 2 < bounds[2]:
            return "right"
        costs = dict[Side, float]()
        sides: tuple[Side, ...] = ("below", "above")
        for self.query_side in sides:  # where both sheets lean, most stands near its tip
            self.tags[1][1] = self._tag(1, 1, role)
            costs[self.query_side] = self._put_tags(*self.stages()[-1])
        return min(sides, key=lambda side: costs[side])

    def _reads_on(self, side: int, index: int) -> bool:
        """Return whether a tag is the large query's and has its text at its right: it stands right of its tip."""
        return side == index == 1 and self.query_side == "right"

    def _lines_of(self, puller: int) -> list[Segment]:
        """Return the lines of a word's key, of the other one's query, and of the shadow there and its mark."""
        shadow = self.shadows[puller]
        edge, near, far, end = (flat(corner) for corner in shadow.corners)
        lines: list[Segment] = [(edge, near), (near, far), (far, end), (end, edge), (flat(shadow.tip), end)]
        arrows = [self.arrows[side][index] for side, index in _pair(puller)]
        return lines + [(flat(arrow.start), flat(arrow.end)) for arrow in arrows]

    def _settle(self, tag: Tag, puller: int, side: int, lines: Sequence[Segment], boxes: Sequence[Box]) -> float:
        """Put a tag near the tip of its arrow.

        A key's stands on the side that is turned away from the query; a query's, whose other side is the shadow's,
        straight beyond the tip.

        Returns:
            How far it is from there, and more for all that it covers.
        """
        aside = self.shadows[puller].aside * (0 if side else 1)
        index = _pair(puller)[side][1]
        arrow = self.arrows[side][index]
        way = _unit(_unit(arrow.end - arrow.start) + aside)
        out = _ASIDE if index == side else _NEAR
        return self._beside(tag, arrow.end, arrow.end + out * way, lines, [], boxes)

    def _keep(self, stage: int, side: int, *, at: int) -> None:
        """Let tags of keys, or of queries, stand in a stage as where spaces are squeezed, if no other one stands there.

        Args:
            stage: the stage.
            side: 0 for keys', 1 for queries'.
            at: the stage in which they would be in the way of each other.
        """
        rows, offsets, kept = self._mapped(self.stages()[at]), self.offsets[stage], self.offsets[2]

        def box(side: int, index: int, offset: Point) -> Box:
            return box_of(self.tags[side][index].copy().move_to(self.plane.place(rows[side][index]) + offset))

        # Before a squeeze only the large one has come to where it stays.
        for index in (0, 1) if stage > 2 else (side,):
            others = [box(s, i, offsets[s][i]) for s in (0, 1) for i in (0, 1) if (s, i) != (side, index)]
            if not any(overlap(box(side, index, kept[side][index]), other) for other in others):
                offsets[side][index] = kept[side][index]

    def _offsets(
        self, keys: Tensor, queries: Tensor, order: Sequence[int] = (1, 2, 0, 3), *, others: Sequence[Vector] = ()
    ) -> list[list[Point]]:  # fmt: skip
        """Return where the keys' and the queries' tags stand, from their tips, in a stage.

        Args:
            keys: the keys' matrix.
            queries: the queries' matrix.
            order: which tags choose first, of both keys and both queries: as a rule the small ones, which stand
                between arrows and have less room.
            others: further arrows that are there, on which an icon may lie, but no text.
        """
        self._put_tags(keys, queries, order, others)
        return [
            [tag.get_center() - self.plane.place(row) for tag, row in zip(tags, rows, strict=True)]
            for tags, rows in zip(self.tags, self._mapped((keys, queries)), strict=True)
        ]

    def _put_tags(
        self, keys: Tensor, queries: Tensor, order: Sequence[int] = (1, 2, 0, 3), others: Sequence[Vector] = ()
    ) -> float:  # fmt: skip
        """Put all tags where they stand in a stage.

        Returns:
            How far they are from where they would stand best, and more for all that they cover.
        """
        # Three times: on a line of an arrow a text is read worse than on the edge of a sheet.
        edges = 3 * [(flat(arrow.start), flat(arrow.end)) for arrow in others]
        edges += [*self._outline(torch.eye(2)), *self._outlines((keys, queries))]
        tips = [self.plane.place(row) for rows in self._mapped((keys, queries)) for row in rows]
        segments = [(flat(self.plane.origin), flat(tip)) for tip in tips]
        tends, tags = self._tends(keys, queries), [*chain(*self.tags)]
        # Beside a matrix, a tag would seem to come of it.
        taken = [(left, low, right + _OF_MATRIX, top) for left, low, right, top in map(box_of, self.matrices)]
        cost = 0.0
        for each in order:
            out = _NEAR if each in (1, 2) or self._reads_on(*divmod(each, 2)) else _ASIDE
            cost += self._beside(tags[each], tips[each], tips[each] + out * tends[each], segments, edges, taken)
            taken += _boxes_of(tags[each])
        return cost

    def _tends(self, keys: Tensor, queries: Tensor) -> list[Point]:
        """Return the directions from tips to tags at best, of both keys and both queries.

        The tags of the two that meet stay beyond their tips, on the sides from which their arrows come; the others on
        the sides that no arrow comes across.
        """
        tends = list[Point]()
        squeezed = (self.numbers.squeezed_keys[0], self.numbers.squeezed_queries[1])
        meet = [apply_map(self.numbers.vectors[side], matrix) for side, matrix in enumerate((keys, queries))]
        apart = float(torch.linalg.vector_norm(meet[0] - meet[1])) * self.plane.view.unit
        for side, rows in enumerate(self._mapped((keys, queries))):
            away = normalize(squeezed[side] - squeezed[1 - side], dim=0)
            away = away + (2.0 if apart > _APART else 1.0) * normalize(meet[side], dim=0)
            for index, row in enumerate(rows):
                outward = away if index == side else _outer(row, rows[1 - index]) + normalize(row, dim=0)
                tends.append(point(1.0) if self._reads_on(side, index) else _unit(point(*outward.tolist())))
        return tends

    def _beside(
        self, tag: Tag, tip: Point, near: Point,
        lines: Sequence[Segment], edges: Sequence[Segment], boxes: Sequence[Box],
    ) -> float:  # fmt: skip
        """Put a tag close to its tip, near a point.

        An icon may lie on the edge of a sheet, text may not: what is behind it would be read with it.

        Returns:
            How far it is from there, and more for all that it covers.
        """
        lines, boxes = [*lines, *self.plane.axis_segments()], [*boxes, *self.plane.text_boxes()]
        bounds, origin = self._bounds(), self.plane.origin
        best, least = near, float("inf")
        for way, out in product(range(_WAYS), _OUT):
            angle = 2 * pi * way / _WAYS
            head = tip + out * point(cos(angle), sin(angle))
            cost = float(np.linalg.norm(head - near))
            if cost >= least:
                continue
            tag.shift(head - tag.head.get_center())
            for box in _boxes_of(tag):
                if cost >= least:
                    break
                left, low, right, top = box
                around = (left - _AIR, low - _AIR, right + _AIR, top + _AIR)
                beside = (left - 1.5 * _AIR, low - _AIR, right + 1.5 * _AIR, top + _AIR)
                cost += _COVERED * sum(overlap(beside, other) > 0 for other in boxes)
                cost += _COVERED * sum(inside_length(line, around) > 0 for line in lines)
                cost += _OUTSIDE * (left < bounds[0] or low < bounds[1] or right > bounds[2] or top > bounds[3])
            # A tag beyond an axis would not be seen as its tip's.
            cost += _COVERED * any((head - origin)[axis] * (tip - origin)[axis] < -1e-6 for axis in (0, 1))
            for text in tag.said:
                cost += sum(inside_length(edge, box_of(text)) > 0 for edge in edges)
            if cost < least:
                best, least = head, cost
        tag.shift(best - tag.head.get_center())
        return least

    def _outlines(self, matrices: Sequence[Tensor]) -> list[Segment]:
        """Return the edges of sheets where matrices take them."""
        return [edge for matrix in matrices for edge in self._outline(matrix)]

    def _outline(self, matrix: Tensor) -> list[Segment]:
        """Return the edges of a sheet where a matrix takes it."""
        low, high = self._edges()
        corners = torch.tensor([[low, low], [high, low], [high, high], [low, high]])
        places = [flat(self.plane.place(row)) for row in apply_map(corners, matrix)]
        return list(zip(places, [*places[1:], places[0]], strict=True))

    def _bounds(self) -> Box:
        """Return the box in which tags stay."""
        room = self.view.words(self.stage)
        right = min(room.right + _TOWARDS_RECORD, self.stage.safe.right - _RIM)
        return (room.left + _INSIDE, room.bottom, right, room.top)

    def _spot(self, row: Tensor, tag: Tag, outward: Tensor) -> Spot:
        x, y = flat(self.plane.place(row))
        right, up = outward.tolist()
        return Spot(x, y, float(tag.width), float(tag.height), (0.06, 0.06), (right, up))

    def _placed(self, spots: Sequence[Spot], segments: Sequence[Segment]) -> list[Point]:
        """Return the middles of tags, clear of arrows and axes."""
        boxes, bounds = [*map(box_of, self.matrices), *self.plane.boxes_of([*self.plane.names])], self._bounds()
        lines = [*segments, *self.plane.axis_segments()]
        taken: list[Box] = []
        for spot, (x, y) in zip(spots, place_labels(spots, bounds, lines=lines, boxes=boxes), strict=True):
            if any(overlap(box_at((x, y), (spot.width, spot.height)), box) > 0 for box in taken):
                near, size = (spot.x, spot.y), (spot.width, spot.height)
                x, y = free_place(size, bounds, near, lines=lines, boxes=[*boxes, *taken])
            taken.append(box_at((x, y), (spot.width, spot.height)))
        return [point((left + right) / 2, (bottom + top) / 2) for left, bottom, right, top in taken]

    def _place_names(self) -> None:
        """Place the words' names beside the tips of their vectors, which lie over no number of a tick."""
        ways = [(flat(arrow.start), flat(arrow.end)) for arrow in self.words]
        numbers = self.plane.numbers
        numbers.remove(*(each for each in numbers if any(inside_length(way, box_of(each)) > 0 for way in ways)))
        spots = [self._spot(row, name, row) for row, name in zip(self.numbers.vectors, self.names, strict=True)]
        for name, place in zip(self.names, self._placed(spots, ways), strict=True):
            name.move_to(place)

    def lay(self, start: int, way: float) -> None:
        """Lay sheets, arrows, tags and matrices where a share of the way from a stage to the next takes them."""
        late = smooth(max(0.0, (way - _LATE) / (1 - _LATE)))
        for side, matrix in enumerate(self._between(start, way)):
            self.sheets[side].carry(matrix)
            self.matrices[side].write(matrix)
            for index, row in enumerate(apply_map(self.numbers.vectors, matrix)):
                tip = self.plane.place(row)
                self.arrows[side][index].set_ends(self.plane.origin, tip)
                first, last = (self.offsets[stage][side][index] for stage in (start, start + 1))
                # A small tag changes sides once the arrows have passed.
                gone = way if index == side else late
                self.tags[side][index].move_to(tip + first + gone * (last - first))

    def _between(self, start: int, way: float) -> tuple[Tensor, Tensor]:
        """Return the matrices of keys and queries where a share of the way from a stage to the next has been gone."""
        before, after = self.stages()[start : start + 2]
        keys, queries = (one + way * (other - one) for one, other in zip(before, after, strict=True))
        return keys, queries

    def _mapped(self, matrices: Sequence[Tensor]) -> tuple[Tensor, Tensor]:
        """Return keys and queries by their matrices."""
        keys, queries = (apply_map(self.numbers.vectors, matrix) for matrix in matrices)
        return keys, queries

    def forces_at(self, start: int, way: float) -> list[float]:
        """Return both forces where a share of the way from a stage to the next has been gone."""
        keys, queries = self._mapped(self._between(start, way))
        return [float(keys[0] @ queries[1]), float(keys[1] @ queries[0])]

    def tell(self) -> None:
        """Show equal forces, squeezed and still equal, then leaning and running apart, and the reason."""
        first, second = self.numbers.words
        said = [{"force": force.shown, "back": back.shown} for force, back in self.results]
        with self.beat("same", **said[0]):
            self._begin()
            self.rest()
        with self.beat("keys", text=self._text_of("keys"), **said[1]):
            self.lay(0, 0.0)
            self._squeeze(0)
            self.rest()
        products = [number.shown for number in self.added[0] if isinstance(number, Number)] if self.alike else ["", ""]
        with self.beat("queries", text=self._text_of("queries"), one=products[0], other=products[1], **said[2]):
            self._squeeze(1)
            self.play(FadeOut(self.sheets[1], self.square), run_time=self.style.times.quick)
            if self.added:
                self.play(FadeIn(*self.added), run_time=self.style.times.quick)
            for frames in self.alike:  # the same product at once in both rows
                self.wait(_READ)
                self.play(*(FadeIn(frame, scale=_FLASH) for frame in frames), run_time=self.style.times.quick)
            self.rest()
        with self.beat("keys-lean", text=self._text_of("keys-lean"), **said[3]):
            gone: list[VMobject] = [*self.added, *chain(*self.alike)]
            self._lean(0, gone)
            self.rest()
        with self.beat("queries-lean", text=self._text_of("queries-lean"), **said[4]):
            self._lean(1, self.sheets[:1])
            # An edge would lie between the arrows, whose pull is the result.
            self.play(FadeOut(self.sheets[1]), run_time=self.style.times.quick)
            self.rest()
        # One pair after the other, each alone; of the first one its area stays.
        with self.beat("shadow"):
            self._turn_to(1)
            self._explain(1)
            self.rest()
        with self.beat("asymmetric", text=self._reason(), first=first, second=second, **said[4]):
            self._turn_to(0)
            self._explain(0)
            self.hold()

    def _turn_to(self, puller: int) -> None:
        """Let a word's key and the other one's query be alone, with their tags where both are read; no matrix stays."""
        settled, arrows, other = self.settled[puller], *(self._arrows_of(each) for each in (puller, 1 - puller))
        heads = [self.tags[side][index].head for side, index in _pair(puller)]
        ways = [(head, head.get_center(), each.head.get_center()) for head, each in zip(heads, settled, strict=True)]
        gone: list[VMobject] = [*other, *(part for side, index in _pair(1 - puller) for part in self.tags[side][index])]
        come: list[VMobject] = [part for each in settled for part in each.said]
        if puller:
            gone += [part for matrix in self.matrices for part in (matrix, matrix.entries[-1])]
            gone += chain(*self.leaning)

            def follow(share: float) -> None:
                for part, start, end in ways:
                    part.move_to(start + share * (end - start))

            moved = [Live(heads, follow)]
        else:
            for head, _, end in ways:
                head.move_to(end)
            gone += [self.shadows[1], *(part for each in self.settled[1] for part in each.said)]
            come += [*arrows, *heads]
            moved = []
        self.play(
            FadeOut(*gone, rate_func=_FIRST), *moved, FadeIn(*come, rate_func=_SECOND),
            run_time=self.style.times.slow,
        )  # fmt: skip

    def _arrows_of(self, puller: int) -> list[Vector]:
        """Return the arrows of a word's key and of the other one's query."""
        return [self.arrows[side][index] for side, index in _pair(puller)]

    def _explain(self, puller: int) -> None:
        """Let a word's key throw its shadow, and let that and the other one's query be the sides of an area."""
        pieces, shadow = self.bars.products[puller], self.shadows[puller]
        area, query = self.areas[puller], self.arrows[1][1 - puller]
        shadow.fall(0.0)
        self.add(shadow)
        self.play(Live([shadow], shadow.fall), run_time=_FALL)
        self.wait(_SEEN)
        start, *_, end = ((one + other) / 2 for one, other in (shadow.corners[:2], shadow.corners[2:]))
        bars = [(start, end, THICK), (query.start, query.end, query.shaft_width)]
        for index, bar in enumerate(bars):
            area.bring(index, 0.0, *bar)

        def bring(share: float) -> None:
            for index, bar in enumerate(bars):
                area.bring(index, share, *bar)

        self.add(*area.sides)
        self.play(
            Live(area.sides, bring, rate_func=linear),
            *(FadeIn(text, rate_func=_SECOND) for text in area.texts), run_time=_BRING,
        )  # fmt: skip
        self.wait(_READ)
        area.cover(0.0)
        self.add(area.glass, area.lines)
        come = [*pieces, *area.names, *([area.number] if area.number else [])]
        self.play(
            Live([area.glass, area.lines], area.cover), *(FadeIn(each, rate_func=_SECOND) for each in come),
            run_time=_COVER[1 - puller],
        )  # fmt: skip

    def _text_of(self, key: str) -> str:
        """Return the key of a text: another where that would be false of the pulls as they are printed."""
        numbers = self.numbers
        if key == "keys":
            holds = self._reads_alike(1) and bool((numbers.halfway_forces < numbers.plain_forces).all())
        elif key == "queries":
            holds = self._reads_alike(2) and bool((numbers.squeezed_forces < numbers.plain_forces).all())
            key = "products" if self.alike and len(self.alike) == 2 else key
        else:
            side = int(key == "queries-lean")
            holds = all(map(len, self.leaning[: side + 1])) and self._apart(3 + side) > self._apart(2 + side)
        return key if holds else "as-it-is"

    def _reads_alike(self, stage: int) -> bool:
        """Return whether both pulls of a stage are the same number as they are printed."""
        force, back = self.results[stage]
        return force.shown == back.shown

    def _apart(self, stage: int) -> float:
        """Return how far both pulls of a stage are apart, as they are printed."""
        force, back = self.results[stage]
        return abs(float(as_printed(force.value, 2) - as_printed(back.value, 2)))

    def _reason(self) -> str:
        """Return the key of the last text: the strong pull's key lies along its query, or pulls differ, or neither."""
        numbers = self.numbers
        alike = torch.cosine_similarity(numbers.keys, numbers.queries.flip(0), dim=-1).tolist()
        shadows, forces = numbers.factors[:, 0].tolist(), numbers.forces.tolist()
        if alike[0] > max(_ALIKE, alike[1]) and shadows[0] > shadows[1] and forces[0] > forces[1]:
            return "aligned"
        return "as-it-is" if self._reads_alike(4) else "asymmetric"

    def _begin(self) -> None:
        """Let both vectors grow, and both bars."""
        times, bars = self.style.times, self.bars
        self.add(*self.words)
        self.play(growing(self.words), FadeIn(*self.names), run_time=times.move)
        self.play(FadeIn(bars.line, *bars.names), run_time=times.quick)
        for puller, each in enumerate(bars.sums):
            self.play(FadeIn(each, *self.sums[0][puller]), run_time=times.move)
        self.add(*bars.bars)
        forces = self.numbers.plain_forces.tolist()
        self._run_bars(
            lambda share: [share * force for force in forces], lambda share: None, [], self.results[0], times.slow
        )

    def _split(self, side: int) -> None:
        """Let both keys, or both queries, come out of their words, on a sheet of their own."""
        times, matrix, bars = self.style.times, self.matrices[side], self.bars
        gone: list[VMobject] = [self.sheets[0], *self.words] if side else [*self.names]
        if not side:
            boxes = [box_of(each) for each in self.matrices]
            texts = (*self.plane.numbers, *self.plane.names)
            gone += [each for each in texts if any(overlap(box_of(each), box) for box in boxes)]
        come = [self.sheets[side], *self.arrows[side], *self.tags[side]]
        come += [matrix, matrix.entries[0], *([] if side else [self.square])]
        factors = [number for each in self.sums[side] for number in each[side::2]]
        ink, color = ManimColor(self.style.theme.ink), ManimColor(self.colors[side])

        def tint(share: float) -> None:
            bars.tint(side, share)
            for number in factors:
                number.set_fill(ink.interpolate(color, share))

        tinted = Live([*bars.names, *factors], tint)
        self.play(FadeOut(*gone, run_time=times.quick), FadeIn(*come), tinted, run_time=times.move)

    def _squeeze(self, side: int) -> None:
        """Let both keys, or both queries, come out of their words, and let their space be squeezed."""
        self._split(side)
        self._run(side, _SQUEEZE)

    def _lean(self, side: int, gone: Sequence[VMobject]) -> None:
        """Let the space of keys, or of queries, come back instead of what was there, and let it lean."""
        framed = [FadeIn(frame, scale=_FLASH) for frame in self.leaning[side]]
        fades = [FadeOut(*gone)] if gone else []
        self.play(*fades, FadeIn(self.sheets[side]), *framed, run_time=self.style.times.quick)
        self.wait(_SEEN)
        self._run(2 + side, _LEAN)

    def _run(self, start: int, seconds: float) -> None:
        """Let a space go from a stage to the next, with all on it, and the pulls' bars.

        Only what is seen goes along: queries that have not come yet have nothing to lay.
        """
        turn, side = divmod(start, 2)
        matrix = self.matrices[side]
        moved: list[VMobject] = [self.sheets[side], matrix.running]
        for each in range(2 if start else 1):
            moved += [*self.arrows[each], *self.tags[each]]
        before, after = self.sums[start : start + 2]
        running = [[RunningNumber(number) for number in factors] for factors in before]
        self.remove(matrix.entries[turn], *chain(*before))
        self.add(matrix.running, *chain(*running))

        def follow(share: float) -> None:
            self.lay(start, share)
            keys, queries = self._mapped(self._between(start, share))
            for puller, (each, factors) in enumerate(zip(self.bars.sums, running, strict=False)):
                each.run(factors, keys[puller], queries[1 - puller])

        self._run_bars(
            lambda share: self.forces_at(start, share), follow,
            [*moved, *chain(*running)], [*self.results[start + 1], *chain(*after)], seconds,
        )  # fmt: skip
        self.remove(matrix.running, *chain(*running))
        self.add(matrix.entries[turn + 1])

    def _run_bars(
        self,
        forces: Callable[[float], Sequence[float]],
        follow: Callable[[float], object],
        moved: Sequence[VMobject],
        left: Sequence[VMobject],
        seconds: float,
    ) -> None:
        """Play a motion with both bars and their running numbers, which leave numbers in their places."""
        running = RunningForces(self.bars, forces, follow, moved)
        self.remove(*(number for numbers in self.results for number in numbers))
        self.add(*running.digits)
        self.play(running, run_time=seconds)
        self.remove(*running.digits)
        self.add(*left)


_FIRST, _SECOND = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
"""The rates of what leaves, and of what comes in its place in the same motion."""

_ALIKE = 0.98
"""The cosine from which two vectors are seen to point the same way."""


def _pair(puller: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the side and the word of a word's key, and of the other one's query."""
    return (0, puller), (1, 1 - puller)


def _unit(way: Point) -> Point:
    """Return the direction of a way; the way itself where it has no length."""
    return way / (hypot(*flat(way)) or 1.0)


def _outer(row: Tensor, other: Tensor) -> Tensor:
    """Return the way across a vector, of length 1, on the side that is turned away from another one."""
    x, y = row.tolist()
    turned = x * float(other[1]) - y * float(other[0]) > 0
    return normalize(torch.tensor([y, -x] if turned else [-y, x]), dim=0)


def _boxes_of(tag: Tag) -> list[Box]:
    """Return the boxes of a tag's icon and of its texts."""
    return [box_of(part) for part in (tag.head, *tag.said)]
