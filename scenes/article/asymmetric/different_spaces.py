"""Keys and queries: two spaces make one word pull harder than it is pulled ("Asymmetric Pull", figure 21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import hypot
from typing import Any

import torch
from manim import FadeIn, FadeOut, Line, VGroup, VMobject, smooth, squish_rate_func
from torch import Tensor
from torch.nn.functional import normalize

from attnmath import apply_map
from scenes.article.asymmetric.claims import DIFFERENT_SPACES_CLAIMS
from scenes.article.asymmetric.pair import Pair, PairParameters, pair
from scenes.article.asymmetric.pull_bars import PullBars, RunningForces
from scenes.article.asymmetric.row_times_matrix import RowTimesMatrix
from scenes.article.asymmetric.tag import Tag
from scenes.article.asymmetric.worked_product import WorkedProduct
from scenes.motion.live import Live
from scenes.number_format import format_number
from scenes.parameters import require_plane, world_matrix
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, Spot, free_place, inside_length, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import Shadow
from scenes.parts.plane.sheet import Sheet
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import WIDTH, Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
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
    squeezed_forces: Tensor = quantity("The forces by the squeezes alone.", rows="directions")
    halfway_forces: Tensor = quantity("The forces once keys alone are squeezed.", rows="directions")
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
        squeezed_forces=squeezed.forces,
        halfway_forces=halfway,
        factors=torch.stack([final.forces / lengths, lengths], dim=-1),
        **maps,
    )


_ICON, _SMALL = 0.7, 0.5
"""Scene units: the heights of the icons of words that pull hard, and of the others."""

_CARRY, _LEAN, _THROW = 2.6, 3.6, 1.0
"""Seconds in which both spaces are squeezed, in which they lean, and in which a key throws its shadow."""

_OF_MATRIX = 0.9
"""Scene units at the right of a matrix that are free of tags."""

_LEAD, _LEADER, _OFF = 0.3, 2.6, 0.1
"""Scene units from a tip to its tag from which a line leads to it; that line's stroke; what is free at its ends."""

_MEASURED, _ALONG = 0.18, (0.5, 0.56, 0.62, 0.68, 0.74, 0.44, 0.38)
"""Scene units from a shadow, or a query, to the number that it measures; the shares of its length that are tried."""

_FARTHER, _CLEAR_OF = (0.0, 0.15, 0.3, 0.45), 0.05
"""Scene units by which such a number may be farther away, and around it in which nothing else is."""

_EDGE = 1.1
"""The size of the sheets, as a multiple of the largest number of the words."""

_ASIDE, _OUT, _APART = 0.6, 1.3, 1.5
"""Scene units from the tip of an arrow to where its tag stands at best, a small one while arrows pass, and between tips
whose tags are far apart."""

_RIM = 0.08
"""Scene units that a tag stays inside the margin, for its halo."""

_LATE = 0.75
"""The share of a motion after which small tags change sides."""

_ACROSS = 4
"""Lines along either side of a sheet from which tags keep off."""

_CLEAR = 0.13
"""Scene units from the line of a query to the shadow along it: room for half of a swollen arrow."""

_BEYOND = 0.12
"""Scene units by which a perpendicular goes beyond the shadow that it ends."""

_AWAY, _RAISED = 0.4, 0.2
"""Scene units from the matrices to the plane, and by which they stand above its middle."""

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

    def stages(self) -> list[tuple[Tensor, Tensor]]:
        """Return the matrices of keys and queries: none yet, the squeezes, the squeezes that lean."""
        numbers = self.numbers
        return [(torch.eye(2),) * 2, (numbers.squeeze_K, numbers.squeeze_Q), (numbers.W_K, numbers.W_Q)]

    def world_view(self) -> PlaneView:
        """Return the view in which both sheets are as large as the matrices beside or above them allow."""
        self._write_matrices()
        room = self.stage.plane_view.words(self.stage).inset(left=_INSIDE, bottom=_BELOW, top=-_ABOVE)
        wide, high = self._size_of_matrices()
        rooms = {True: room.inset(left=wide + _AWAY), False: room.inset(top=high + _AWAY)}
        views = {beside: self.stage.plane_view.fitted(self.stage, self.spans(), each) for beside, each in rooms.items()}
        beside = views[True].unit >= views[False].unit
        self._place_matrices(room, beside)
        return replace(views[beside], step=nice_step(_TICKS / views[beside].unit))

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

    def _write_matrices(self) -> None:
        """Write the row of the word that pulls before W_K, and of the word that is pulled before W_Q."""
        numbers, theme = self.numbers, self.style.theme
        self.matrices = [
            RowTimesMatrix(
                word, row, name, stages, color, with_product=self.stage.is_wide, style=self.style
            )
            for word, row, name, stages, color in zip(
                numbers.words, numbers.vectors, ("W_K", "W_Q"), zip(*self.stages(), strict=True),
                (theme.key, theme.query), strict=True,
            )
        ]  # fmt: skip

    def _place_matrices(self, room: Region, beside: bool) -> None:
        """Place both matrices at the left of the plane, one above the other, or side by side above it."""
        wide, high = self._size_of_matrices()
        if beside:
            # The product of the lower one stays clear of the axis.
            middle = (room.bottom + room.top) / 2 + _RAISED
            places = [point(room.left + wide / 2, middle + side * (high / 2 + 0.25)) for side in (1, -1)]
        else:
            middle = float(room.centre[0])
            places = [point(middle + side * (wide / 2 + 0.22), room.top - high / 2) for side in (-1, 1)]
        for matrix, place in zip(self.matrices, places, strict=True):
            matrix.put(place)

    def _size_of_matrices(self) -> tuple[float, float]:
        """Return the width and the height of the wider and the higher of both matrices, scene units."""
        return max(float(each.width) for each in self.matrices), max(float(each.height) for each in self.matrices)

    def build(self) -> None:
        """Make both sheets, the words' vectors, their keys and queries, and both forces as bars."""
        numbers, style = self.numbers, self.style
        low, high = self._edges()
        self.colors = (style.theme.key, style.theme.query)
        step = nice_step((high - low) / 4)
        self.sheets = [
            Sheet(self.plane, low, high, (color, color), step=step, tint=color, style=style) for color in self.colors
        ]
        self.square = self.sheets[0].dotted()
        ink = style.theme.ink
        self.words = [self.plane.vector(row, ink) for row in numbers.vectors]
        # Keys first, then queries: one for each word.
        self.arrows = [[self.plane.vector(row, color) for row in numbers.vectors] for color in self.colors]
        roles = [self.says("key"), self.says("query")]
        self.tags = [
            [
                Tag(word, color, role if index == side else "", height=_ICON if index == side else _SMALL, style=style)
                for index, word in enumerate(numbers.words)
            ]
            for side, (role, color) in enumerate(zip(roles, self.colors, strict=True))
        ]
        self.leaders = [[_leader(color) for _ in numbers.words] for color in self.colors]
        self.others = self._other_rows()
        self.names = [Tag(word, ink, word, height=_ICON, style=style) for word in numbers.words]
        self.shadows = [self._shadow(puller) for puller in (0, 1)]
        self.drops = [self._drop(shadow, row) for shadow, row in zip(self.shadows, numbers.keys, strict=True)]
        *before, last = self.stages()
        squeezed = self._offsets(*before[1], _OUT, [])
        self.offsets = [
            # Queries come when the keys have been squeezed: from then on their tags stand as in the end.
            [self._offsets(*before[0], _OUT, [])[0], squeezed[1]],
            squeezed,
            self._offsets(*last, _ASIDE, self._ends()),
            self._offsets(*last, _ASIDE, self._ends(), on_glass=False),
        ]
        self._begin_where_tags_stay()
        self._place_names()
        forces = [numbers.plain_forces, numbers.squeezed_forces, numbers.forces]
        self.bars = PullBars(numbers.words, forces, self.view, numbers.factors, style=style)
        self.results = [[self.bars.number(index, force) for index, force in enumerate(stage)] for stage in forces]
        self.halfway = [self.bars.number(index, force) for index, force in enumerate(numbers.halfway_forces)]
        self.worked = self._worked()
        self.bars.draw([0.0, 0.0])
        self.lay(1, 1.0)  # keys and queries are measured where they come to rest
        self.measured = [self._measured(puller) for puller in (0, 1)]

    def _other_rows(self) -> list[RowTimesMatrix]:
        """Write the key of the second word and the query of the first, where the other two are written before."""
        numbers, (W_K, W_Q) = self.numbers, self.stages()[-1]  # noqa: N806
        made = [
            RowTimesMatrix(
                numbers.words[index], numbers.vectors[index], name, [matrix], color,
                with_product=self.stage.is_wide, style=self.style,
            )
            for index, name, matrix, color in ((1, "W_K", W_K, self.colors[0]), (0, "W_Q", W_Q, self.colors[1]))
        ]  # fmt: skip
        for each, before in zip(made, self.matrices, strict=True):
            each.put(before.get_center())
        return made

    def _worked(self) -> VMobject:
        """Return how both equal forces come of the words' own numbers, above their bars; nothing without room there."""
        numbers, record, ink = self.numbers, self.view.record, self.style.theme.ink
        if self.view.lying:
            return VGroup()
        names = (f'arrow(x)_"{numbers.words[0]}"', f'arrow(x)_"{numbers.words[1]}"')
        room = record.inset(bottom=0.55 * record.height)
        worked = WorkedProduct(
            names, numbers.vectors[0], numbers.vectors[1], numbers.plain_forces[0], (ink, ink, ink), room,
            style=self.style,
        )  # fmt: skip
        below = any(overlap(box_of(worked), box_of(number)) for number in self.results[0])
        return VGroup() if below or float(worked.width) > room.width else worked

    def _shadow(self, puller: int) -> Shadow:
        """Return the shadow of a word's key on the line of the other one's query."""
        tip, along = (self.plane.place(row) for row in (self.numbers.keys[puller], self.numbers.queries[1 - puller]))
        color = self.style.theme.key
        return Shadow(self.plane.origin, tip, along, color, clear=_CLEAR, hatched=False, style=self.style)

    def _drop(self, shadow: Shadow, key: Tensor) -> Line:
        """Return the line from a key's tip straight down to the end of its shadow, across the query's line."""
        far, edge = shadow.corners[2:]
        line = Line(self.plane.place(key), far + _BEYOND * _unit(far - edge))
        return laid(line.set_stroke(self.style.theme.ink, 2.6), Layer.PIN)

    def _ends(self) -> list[Segment]:
        """Return the ends of both shadows, with what goes beyond them."""
        return [(flat(drop.get_start()), flat(drop.get_end())) for drop in self.drops]

    def _begin_where_tags_stay(self) -> None:
        """Let each large tag begin on the side of its tip on which the squeeze leaves it, where no other one stands."""
        first, second = self.offsets[:2]
        rows = (self.numbers.squeezed_keys, self.numbers.vectors)

        def box(side: int, index: int, offset: Point) -> Box:
            tip = self.plane.place(rows[side][index])
            return box_of(self.tags[side][index].copy().move_to(tip + offset))

        for large in (0, 1):
            others = [box(s, i, first[s][i]) for s in (0, 1) for i in (0, 1) if (s, i) != (large, large)]
            if not any(overlap(box(large, large, second[large][large]), other) for other in others):
                first[large][large] = second[large][large]

    def _measured(self, puller: int) -> list[VMobject]:
        """Return the lengths of a shadow and of the query on which it lies, each beside it where it has room there.

        There are none without their product.
        """
        if not self.bars.products[puller]:
            return []
        shadow, query = self.shadows[puller], self.arrows[1][1 - puller]
        edge, near, far, end = (flat(corner) for corner in shadow.corners)
        lines: list[Segment] = [(edge, near), (near, far), (far, end), (end, edge), *self._ends()[puller : puller + 1]]
        lines += [(flat(each.start), flat(each.end)) for each in (query, self.arrows[0][puller])]
        lines += self.plane.axis_segments()
        aside = _unit(shadow.corners[1] - shadow.corners[0])
        tags = [self.tags[side][index].copy() for side, index in _pair(puller)]
        boxes = [box_of(tag.move_to(place)) for tag, place in zip(tags, self._settled(puller), strict=True)]
        boxes += [(x, y, right + _AWAY / 2, top) for x, y, right, top in map(box_of, self.matrices)]
        boxes += self.plane.text_boxes()
        measured = list[VMobject]()
        ends = ((shadow.corners[1], shadow.corners[2]), (query.start, query.end))
        factors = (self.bars.products[puller][0], self.bars.products[puller][2])
        for factor, (start, stop), way, color in zip(factors, ends, (aside, -aside), self.colors, strict=True):
            assert isinstance(factor, Number)
            decimals, size = len(factor.shown.partition(".")[2]), self.style.sizes.number
            number = Number(factor.value, decimals=decimals, size=size, color=color, style=self.style)
            if self._lies_free(number, [start + share * (stop - start) for share in _ALONG], way, lines, boxes):
                boxes.append(box_of(number))
                measured.append(laid(haloed(number, self.style), Layer.LABEL))
        return measured

    def _lies_free(
        self, number: Number, spots: Sequence[Point], way: Point, lines: Sequence[Segment], boxes: Sequence[Box]
    ) -> bool:
        """Move a number close to the first spot beside which it is free, a way out from there; tell whether one is."""
        half = (abs(float(way[0])) * float(number.width) + abs(float(way[1])) * float(number.height)) / 2
        for more, spot in product(_FARTHER, spots):
            left, low, right, top = box_of(number.move_to(spot + (_MEASURED + more + half) * way))
            box = (left - _CLEAR_OF, low - _CLEAR_OF, right + _CLEAR_OF, top + _CLEAR_OF)
            if left < self._bounds()[0] or any(overlap(box, other) for other in boxes):
                continue
            if not any(inside_length(line, box) for line in lines):
                return True
        return False

    def _offsets(
        self, keys: Tensor, queries: Tensor, out: float, marks: Sequence[Segment], *, on_glass: bool = True
    ) -> list[list[Point]]:
        """Return where the keys' and the queries' tags stand, from their tips, in a stage.

        Args:
            keys: the keys' matrix.
            queries: the queries' matrix.
            out: scene units from a tip to where a small tag stands at best.
            marks: lines from which tags keep off.
            on_glass: whether the sheets are there, from which tags keep off, too.
        """
        spots: list[Spot] = []
        segments = list(marks)
        tips = []
        squeezed = (self.numbers.squeezed_keys[0], self.numbers.squeezed_queries[1])
        meet = [apply_map(self.numbers.vectors[side], matrix) for side, matrix in enumerate((keys, queries))]
        apart = float(torch.linalg.vector_norm(meet[0] - meet[1])) * self.plane.view.unit
        for side, matrix in enumerate((keys, queries)):
            away = normalize(squeezed[side] - squeezed[1 - side], dim=0)
            away = away + (2.0 if apart > _APART else 1.0) * normalize(meet[side], dim=0)
            rows = apply_map(self.numbers.vectors, matrix)
            for index, row in enumerate(rows):
                # The tags of the two that meet stay beyond their tips, on the sides from which their arrows come; the
                # others on the sides that no arrow comes across.
                outer = _outer(row, rows[1 - index])
                outward = away if index == side else outer
                spots.append(self._spot(row, self.tags[side][index], outward))
                tips.append(self.plane.place(row))
                segments.append((flat(self.plane.origin), flat(tips[-1])))
            segments += self._within(matrix) if on_glass else []
        places: dict[int, Point] = {}
        taken: list[Box] = []
        # The two that meet are large and come first, unless the small ones need the places that no arrow comes across.
        for each in (0, 3, 1, 2) if marks else (1, 2, 0, 3):
            places[each] = self._beside(spots[each], segments, taken, _ASIDE if each in (0, 3) else out)
            taken.append(_around(spots[each], *flat(places[each])))
        offsets = [places[each] - tip for each, tip in enumerate(tips)]
        return [offsets[:2], offsets[2:]]

    def _beside(self, spot: Spot, segments: Sequence[Segment], boxes: Sequence[Box], out: float) -> Point:
        """Return the middle of a tag at some way from its tip, beyond it and to the side to which it tends."""
        near = flat(point(spot.x, spot.y) + out * _unit(point(*spot.outward)))
        # Beside a matrix, a tag would seem to come of it.
        matrices = [
            (left, low, right + _OF_MATRIX, top) for left, low, right, top in map(box_of, self.matrices)
        ] + self.plane.text_boxes()
        lines = [*segments, *self.plane.axis_segments()]
        return point(
            *free_place((spot.width, spot.height), self._bounds(), near, lines=lines, boxes=[*matrices, *boxes])
        )

    def _bounds(self) -> Box:
        """Return the box in which tags stay."""
        room = self.view.words(self.stage)
        return (room.left + _INSIDE, room.bottom, min(room.right, self.stage.safe.right - _RIM), room.top)

    def _within(self, matrix: Tensor) -> list[Segment]:
        """Return the edges of a sheet and lines across it: no tag stands on the sheet where there is room beside it."""
        low, high = self._edges()
        shares = torch.linspace(low, high, _ACROSS)
        ends = [torch.stack([shares, torch.full_like(shares, edge)], dim=-1) for edge in (low, high)]
        segments: list[Segment] = []
        for first, last in ((ends[0], ends[1]), (ends[0].flip(-1), ends[1].flip(-1))):
            starts, stops = (map(self.plane.place, apply_map(rows, matrix)) for rows in (first, last))
            segments += [(flat(start), flat(stop)) for start, stop in zip(starts, stops, strict=True)]
        return segments

    def _spot(self, row: Tensor, tag: Tag, outward: Tensor) -> Spot:
        x, y = flat(self.plane.place(row))
        right, up = outward.tolist()
        return Spot(x, y, float(tag.width), float(tag.height), (0.06, 0.06), (right, up))

    def _placed(self, spots: Sequence[Spot], segments: Sequence[Segment]) -> list[Point]:
        """Return the middles of tags, clear of arrows and axes."""
        boxes, bounds = [box_of(matrix) for matrix in self.matrices], self._bounds()
        lines = [*segments, *self.plane.axis_segments()]
        taken: list[Box] = []
        for spot, (x, y) in zip(spots, place_labels(spots, bounds, lines=lines, boxes=boxes), strict=True):
            if any(overlap(_around(spot, x, y), box) > 0 for box in taken):
                near, size = (spot.x, spot.y), (spot.width, spot.height)
                x, y = free_place(size, bounds, near, lines=lines, boxes=[*boxes, *taken])
            taken.append(_around(spot, x, y))
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
            share = self._shares(way)[side]
            self.sheets[side].carry(matrix)
            self.matrices[side].write(matrix)
            for index, row in enumerate(apply_map(self.numbers.vectors, matrix)):
                tip = self.plane.place(row)
                self.arrows[side][index].set_ends(self.plane.origin, tip)
                first, last = (self.offsets[stage][side][index] for stage in (start, start + 1))
                # A small tag changes sides once the other sheet's arrows have passed.
                gone = share if index == side else late
                self._put_tag(side, index, first + gone * (last - first))

    def _put_tag(self, side: int, index: int, offset: Point) -> None:
        """Put a tag some way from its tip; a line leads to it where that is not near."""
        tag, leader, tip = self.tags[side][index], self.leaders[side][index], self.arrows[side][index].end
        left, low, right, top = box_of(tag.move_to(tip + offset))
        x, y = flat(tip)
        end = point(min(max(x, left), right), min(max(y, low), top))
        way = end - tip
        far = hypot(*flat(way)) > _LEAD
        leader.set_points_as_corners([tip + _OFF * _unit(way), end - _OFF * _unit(way)] if far else [tip, tip])

    def _shares(self, way: float) -> tuple[float, float]:
        """Return how far keys and queries have gone on a way from a stage to the next: one after the other."""
        return smooth(min(2 * way, 1.0)), smooth(max(2 * way - 1.0, 0.0))

    def _between(self, start: int, way: float) -> list[Tensor]:
        """Return the matrices of keys and queries where a share of the way from a stage to the next has been gone."""
        ends = zip(*self.stages()[start : start + 2], self._shares(way), strict=True)
        return [before + share * (after - before) for before, after, share in ends]

    def forces_at(self, start: int, way: float) -> list[float]:
        """Return both forces where a share of the way from a stage to the next has been gone."""
        first, second = (apply_map(self.numbers.vectors, matrix) for matrix in self._between(start, way))
        return [float(first[0] @ second[1]), float(first[1] @ second[0])]

    def tell(self) -> None:
        """Show equal forces, squeezed and still equal, then leaning and running apart, and the reason."""
        first, second = self.numbers.words
        said = [{"force": force.shown, "back": back.shown} for force, back in self.results]
        with self.beat("same", **said[0]):
            self._begin()
            self.rest()
        with self.beat("squeeze", text=self._text_of("squeeze", 1), **said[1]):
            self.lay(0, 0.0)
            for side in (0, 1):
                self._split(side)
                self._run(0, _CARRY, side / 2, (side + 1) / 2)
            self.rest()
        with self.beat("lean", text=self._text_of("lean", 2), **said[2]):
            self._run(1, _LEAN)
            self.rest()
        # One pair after the other, each alone: their shadows would lie across each other.
        with self.beat("shadow"):
            leaders = [leader for both in self.leaders for leader in both]
            written = [part for each in self.matrices for part in (each, each.entries[-1])]
            self._leave_alone(1, [*self.sheets, self.square, *leaders, *self._pulling(0), *written])
            self._explain(1)
            self.rest()
        with self.beat("asymmetric", text=self._reason(), first=first, second=second, **said[2]):
            written = [part for each in self.others for part in (each, each.entries[0])]
            self._bring(0, [*self._pulling(1), self.shadows[1], self.drops[1], *self.measured[1], *written])
            self._explain(0)
            self.hold()

    def _pulling(self, puller: int) -> list[VMobject]:
        """Return a word's key and the other one's query, with their tags."""
        return [part for side, index in _pair(puller) for part in (self.arrows[side][index], self.tags[side][index])]

    def _settled(self, puller: int) -> list[Point]:
        """Return where the tags of a word's key and the other one's query stand when both are alone on the plane."""
        return [self.arrows[side][index].end + self.offsets[-1][side][index] for side, index in _pair(puller)]

    def _leave_alone(self, puller: int, gone: Sequence[VMobject]) -> None:
        """Let all but a word's key and the other one's query leave; their tags come close to them."""
        tags = [self.tags[side][index] for side, index in _pair(puller)]
        ways = [(tag.get_center(), end) for tag, end in zip(tags, self._settled(puller), strict=True)]

        def settle(share: float) -> None:
            for tag, (start, end) in zip(tags, ways, strict=True):
                tag.move_to(start + share * (end - start))

        written = [FadeIn(each, each.entries[0], rate_func=_SECOND) for each in self.others]
        self.play(FadeOut(*gone, rate_func=_FIRST), Live(tags, settle), *written, run_time=self.style.times.move)

    def _bring(self, puller: int, gone: Sequence[VMobject]) -> None:
        """Let a word's key and the other one's query come in the place of what leaves."""
        for (side, index), place in zip(_pair(puller), self._settled(puller), strict=True):
            self.tags[side][index].move_to(place)
        arriving = [FadeIn(each, rate_func=_SECOND) for each in self._pulling(puller)]
        arriving += [FadeIn(each, each.entries[-1], rate_func=_SECOND) for each in self.matrices]
        self.play(FadeOut(*gone, rate_func=_FIRST), *arriving, run_time=self.style.times.move)

    def _explain(self, puller: int) -> None:
        """Let a word's key throw its shadow, measure that and the other one's query, and multiply both."""
        times, pieces = self.style.times, self.bars.products[puller]
        self.play(self._throw(puller), run_time=_THROW)
        self.play(*map(FadeIn, [self.drops[puller], *self.measured[puller]]), run_time=times.move)
        if pieces:
            self.play(*map(FadeIn, pieces), run_time=times.move)

    def _text_of(self, key: str, stage: int) -> str:
        """Return the key of a text: another where equal pulls differ, or different ones do not."""
        force, back = self.results[stage]
        return key if (force.shown == back.shown) == (key == "squeeze") else "as-it-is"

    def _reason(self) -> str:
        """Return the key of the last text: the two that meet in the strong pull point nearly the same way, or not."""
        numbers = self.numbers
        alike = torch.cosine_similarity(numbers.keys, numbers.queries.flip(0), dim=-1).tolist()
        return "aligned" if alike[0] > _ALIKE and alike[1] < alike[0] else "asymmetric"

    def _begin(self) -> None:
        """Let both vectors grow, and both bars."""
        times, bars = self.style.times, self.bars
        self.play(self._grow(self.words), FadeIn(*self.names), run_time=times.move)
        self.play(FadeIn(bars.line, *bars.names), run_time=times.quick)
        self.add(*bars.bars)
        forces = self.numbers.plain_forces.tolist()
        self._run_bars(lambda share: [share * force for force in forces], lambda share: None, [], 0, times.slow)
        if len(self.worked):
            self.play(FadeIn(self.worked), run_time=times.move)

    def _split(self, side: int) -> None:
        """Let the keys, or the queries, come out of the words, on a sheet of their own."""
        times, matrix = self.style.times, self.matrices[side]
        gone: list[VMobject] = [*self.words] if side else [*self.names, self.worked]
        if not side:
            boxes = [box_of(each) for each in self.matrices]
            texts = (*self.plane.numbers, *self.plane.names)
            gone += [each for each in texts if any(overlap(box_of(each), box) for box in boxes)]
        come = [self.sheets[side], *self.arrows[side], *self.tags[side], *self.leaders[side]]
        come += [matrix, matrix.entries[0], *([] if side else [self.square])]
        self.play(FadeOut(*gone, run_time=times.quick), FadeIn(*come, run_time=times.move))

    def _run(self, start: int, seconds: float, first: float = 0.0, last: float = 1.0) -> None:
        """Let both spaces go a part of the way from a stage to the next, with everything on them, and both bars.

        Only what is seen goes along: queries that have not come yet have nothing to lay.
        """
        sides = (0,) if last <= 0.5 else (0, 1)
        moved: list[VMobject] = []
        for side in sides:
            moved += [self.sheets[side], *self.arrows[side], *self.tags[side], *self.leaders[side]]
            moved.append(self.matrices[side].running)
            # The keys' matrix has come to the next stage already when the queries' goes there.
            self.remove(self.matrices[side].entries[start], self.matrices[side].entries[start + 1])
            self.add(self.matrices[side].running)

        def part(share: float) -> float:
            return first + share * (last - first)

        stage = start + 1 if last == 1.0 else None
        self._run_bars(
            lambda share: self.forces_at(start, part(share)), lambda share: self.lay(start, part(share)), moved,
            stage, seconds * (last - first),
        )  # fmt: skip
        for side in sides:
            self.remove(self.matrices[side].running)
            self.add(self.matrices[side].entries[start + 1])

    def _run_bars(
        self,
        forces: Callable[[float], Sequence[float]],
        follow: Callable[[float], object],
        moved: Sequence[VMobject],
        stage: int | None,
        seconds: float,
    ) -> None:
        """Play a motion with both bars and their running numbers, which leave those of a stage, or of halfway there."""
        running = RunningForces(self.bars, forces, follow, moved)
        self.remove(*(number for numbers in self.results for number in numbers), *self.halfway)
        self.add(*running.digits)
        self.play(running, run_time=seconds)
        self.remove(*running.digits)
        self.add(*(self.halfway if stage is None else self.results[stage]))

    def _grow(self, arrows: list[Vector]) -> Live:
        """Return how arrows grow from the origin."""
        ends = [arrow.end.copy() for arrow in arrows]
        self.add(*arrows)

        def follow(share: float) -> None:
            for arrow, end in zip(arrows, ends, strict=True):
                arrow.set_ends(arrow.start, arrow.start + max(share, 1e-3) * (end - arrow.start))

        return Live(arrows, follow)

    def _throw(self, puller: int) -> Live:
        """Return how a word's key throws its shadow on the other one's query, which swells where that is long."""
        shadow, tip = self.shadows[puller], self.plane.place(self.numbers.keys[puller])
        key, query = self.arrows[0][puller], self.arrows[1][1 - puller]
        arrows, along = [key, query], query.end
        # The key is seen on the query that lies under it.
        laid(key, Layer.PIN)
        swollen = (0.0, 0.0) if puller else (-0.35, 0.9)
        origin = self.plane.origin
        shadow.set_ends(origin, origin + 1e-3 * (tip - origin), along)
        self.add(shadow)

        def follow(share: float) -> None:
            shadow.set_ends(origin, origin + max(share, 1e-3) * (tip - origin), along)
            for arrow, more in zip(arrows, swollen, strict=True):
                arrow.shaft_width = WIDTH * (1 + more * share)
                arrow.set_ends(arrow.start, arrow.end)

        return Live([shadow, *arrows], follow)


_FIRST, _SECOND = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
"""The rates of what leaves, and of what comes in its place in the same motion."""

_ALIKE = 0.98
"""The cosine from which two vectors are seen to point the same way."""


def _pair(puller: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the side and the word of a word's key, and of the other one's query."""
    return (0, puller), (1, 1 - puller)


def _leader(color: str) -> VMobject:
    """Return the line that leads from a tip to its tag, of no length yet."""
    return laid(VMobject(stroke_color=color, stroke_width=_LEADER), Layer.TRAIL)


def _unit(way: Point) -> Point:
    """Return the direction of a way; the way itself where it has no length."""
    return way / (hypot(*flat(way)) or 1.0)


def _outer(row: Tensor, other: Tensor) -> Tensor:
    """Return the way across a vector, of length 1, on the side that is turned away from another one."""
    x, y = row.tolist()
    turned = x * float(other[1]) - y * float(other[0]) > 0
    return normalize(torch.tensor([y, -x] if turned else [-y, x]), dim=0)


def _around(spot: Spot, x: float, y: float) -> Box:
    """Return the box of a spot's label around a middle."""
    return (x - spot.width / 2, y - spot.height / 2, x + spot.width / 2, y + spot.height / 2)
