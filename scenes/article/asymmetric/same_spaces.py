"""One arrow for each word: pulls are always equal, until it is cut into two ("Asymmetric Pull", figure 20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
import torch
from manim import (
    DashedLine,
    Dot,
    FadeIn,
    FadeOut,
    ManimColor,
    Mobject,
    Polygon,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
)
from torch import Tensor

from attnmath import apply_map
from scenes.article.asymmetric.claims import SAME_SPACES_CLAIMS
from scenes.article.asymmetric.pair import Pair, PairParameters, digits_that_multiply, pair, printed_product
from scenes.article.asymmetric.pull_column import Cell, PullColumn
from scenes.article.asymmetric.tag import Tag
from scenes.article.asymmetric.tug import Tug
from scenes.motion.live import Live, growing
from scenes.number_format import as_printed, decimals_that_add, format_number
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.ground import BELOW_HEADER
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, WIDTH, Vector, arrow_corners, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Coordinates, Factor, Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import baseline_of
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import PlaneView, Region, nice_step
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_TURN, _MORE, _MOST = 60.0, 0.25, 4.0
"""Degrees between both words' lines after a turn away; the least share by which a turned key changes its pull, and the
most times as hard that it pulls."""


@dataclass(frozen=True)
class TurnedPair(Pair):
    """The numbers of two words that pull each other by one vector each, and with one of their keys turned."""

    turned_key: Tensor = quantity("The first word's key once it alone is turned: where W_K takes it, or another place.")
    turned_products: Tensor = quantity("The products whose sum the first word's pull is with it.")
    turned_forces: Tensor = quantity("Both pulls then.", rows="directions")
    lead: Tensor = quantity("By how much the first word's pull is larger then.")


def turned_key(vectors: Tensor, world: World) -> Tensor:
    """Return another key for the first word: where W_K takes it, if that changes its pull enough.

    Else it is turned onto the second word's line; or away from it, where it lies along that already.
    """
    first, second = vectors
    home = float(first @ second)
    onto = second * torch.linalg.vector_norm(first) / torch.linalg.vector_norm(second)
    side = 1.0 if float(first[0] * second[1] - first[1] * second[0]) <= 0 else -1.0
    angle = torch.tensor(side * _TURN).deg2rad()
    away = torch.stack([onto[0] * angle.cos() - onto[1] * angle.sin(), onto[0] * angle.sin() + onto[1] * angle.cos()])
    W_K = torch.tensor(world.matrices.get("W_K", ((0.0,),)))
    key: Tensor
    for key in (*([apply_map(vectors, W_K)[0]] if W_K.shape == (2, 2) else []), onto):
        times = float(key @ second) / home
        if 0 < times <= _MOST and abs(times - 1) >= _MORE:
            return key
    return away


_ICON, _SMALL = 0.75, 0.62
"""Scene units: the height of a word's icon on the plane, and of a key's or a query's."""

_TICKS, _INSIDE, _GAP = 1.0, 0.12, 0.25
"""Scene units from a tick to the next, kept free inside the margin, and between the parts of the frame."""

_TUG, _TUG_NARROW, _SUMS = 2.15, 2.15, 2.4
"""Scene units: the height of the tug of war in a wide frame, and in others; and of the sums below it there."""

_PLANE = 1.5
"""The width of the plane, as a multiple of a sum's at either side of it."""

_LEFT, _RIGHT, _BELOW, _ABOVE, _NAME = 0.05, 1.2, 0.0, 0.45, 0.3
"""Scene units kept free for the axes' numbers and for what stands at the arrows' tips, besides what any plane keeps
free; and for the upright axis's name, above it."""

_OVER_AXIS, _BEFORE, _AT_EDGE = 0.1, 0.15, 0.08
"""Scene units from an axis to its name above it, from the end of the upright axis to its name before it, and from that
to the margin."""

_AIR, _OUT = 0.14, 0.16
"""Scene units around a vector's numbers, of which its arrow keeps clear, and from an arrow's tip to its icon."""

_PIN = 0.1
"""Scene units: the radius of the dot at the origin of both vectors."""

_SIDE, _ASIDE = 8.0, 0.07
"""Stroke units of what is marked along an axis, and scene units from the axis to it, at either side."""

_THICK, _APART, _SLIT = 2.4, 0.09, 5.0
"""The width of a vector with both halves, as a multiple of another one's; the scene units by which each half swings
aside when it is cut off; and stroke units of the cut."""

_STACKED = 0.36
"""Half the scene units between the icons of a key and a query at one place, one above the other."""

_LEG, _STOP, _SWING = 1.4, 2.0, 0.85
"""Seconds in which both vectors go to another place, in which they are read there, and in which they pass by others."""

_PACES, _PACE, _MOVES, _SAID = 8, 0.5, 0.65, 0.15
"""The most steps, about, in which a key turns; seconds for each; the share of these in which it moves; and the one
after which its numbers are written."""

_NERVOUS, _PULLS = 0.3, 2
"""Scene units by which the flag swings at the most before anybody has pulled, and how often."""

_SECOND = 0.6
"""The share of the way from ink to what is dim at which the second axis's tone lies."""

_READ = 0.3
"""Seconds in which a product is read before more comes."""

_PLACES = ((0.62, 0.0, 1.0, 0.9), (0.0, 0.62, 0.55, 0.75))
"""The places to which both vectors swing: by which share of the angle between them each one turns towards the other,
and what is left of its length. They rest at the first one, so that it can be read."""


class SameSpaces(PlaneFigure):
    """attention-key-query-transformation-part-one: one arrow a word, always a tie; cut in two, somebody wins."""

    name = "attention-key-query-transformation-part-one"
    claims = SAME_SPACES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    with_climate = False
    with_record = False
    stops_at_record = True
    numbers: TurnedPair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> TurnedPair:
        """Return both dot products of the words' own vectors, and both pulls with one key turned.

        Raises:
            UserError: when the words do not fit the world, or one pushes the other away.
        """
        require_plane(world)
        numbers = pair(parameters, world)
        key = turned_key(numbers.vectors, world)
        products = key * numbers.queries[1]
        forces = torch.stack([products.sum(), numbers.forces[1]])
        return extended(
            numbers, TurnedPair, turned_key=key, turned_products=products, turned_forces=forces,
            lead=forces[0] - forces[1],
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: TurnedPair) -> Mapping[str, object]:
        """Return both words, and both pulls before and after."""
        first, second = numbers.words
        force = format_number(float(numbers.forces[0]))
        turned, back = (format_number(float(force)) for force in numbers.turned_forces)
        return {"first": first, "second": second, "force": force, "turned": turned, "back": back}

    def world_view(self) -> PlaneView:
        """Return the view that leaves the tug of war above the plane, and sums beside it or above it."""
        stage = self.stage
        view, free = stage.plane_view, stage.above_foot.inset(left=_INSIDE, right=_INSIDE)
        high = (_TUG if stage.is_wide else _TUG_NARROW) * max(1.0, self.style.sizes.scale)
        self.tug_room = Region(free.left, free.right, free.top - high, free.top)
        below = Region(free.left, free.right, free.bottom, free.top - high)
        record = view.record
        if stage.is_wide:
            left, room, record = below.columns(1, _PLANE, 1, gap=_GAP)
            # The upright axis's name may reach over the sum at its left, which begins below it.
            self.sum_rooms: tuple[Region, ...] = (left.inset(top=_NAME), record.inset(top=_NAME))
        elif stage.is_portrait:
            low = below.top - _SUMS * self.style.sizes.scale
            self.sum_rooms = Region(below.left, below.right, low, below.top).columns(1, 1, gap=2 * _GAP)
            room = Region(below.left, below.right, below.bottom, low - _GAP)
        else:
            left, room = below.columns(1, _PLANE, gap=_GAP)
            self.sum_rooms = left.inset(top=_NAME).rows(1, 1, gap=_GAP)
            record = replace(record, left=room.right, right=room.right + 1)
        self.plane_room = room
        inner = room.inset(left=_LEFT, right=_RIGHT, bottom=_BELOW, top=_ABOVE)
        view = replace(view.fitted(stage, self.spans(), inner), record=record)
        # The upright axis ends below its name, which stands where other figures have a phrase.
        return replace(view, step=nice_step(_TICKS / view.unit), header=room.top - _NAME + BELOW_HEADER, header_lines=1)

    def close_gaps(self, leaving: Sequence[Mobject]) -> None:
        """Let no line of the grid run behind the tug of war, nor behind the sums."""
        super().close_gaps(leaving)
        room, (wide, high) = self.plane_room, (self.stage.width / 2, self.stage.height / 2)
        boxes = [(-wide, room.top, wide, high)]
        boxes += [
            box for box in ((-wide, -high, room.left, high), (room.right, -high, wide, high)) if box[2] - box[0] > 1
        ]
        boxes.append((-wide, -high, wide, room.bottom))
        self.ground.gaps = (*self.ground.gaps, *boxes)
        upright = self.ground.axes[1]
        upright.put_start_and_end_on(point(float(self.plane.origin[0]), room.bottom), upright.get_end())
        self.ground.paint(self.camera)  # type: ignore[arg-type]

    def axis_start(self) -> float | None:
        """Return where the axis along the foot begins: not behind the sum at the left of the plane."""
        return None if self.stage.is_portrait else self.plane_room.left + _GAP

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes, of all places of the words' vectors."""
        numbers = self.numbers
        rows = torch.cat([numbers.vectors, numbers.turned_key[None], torch.zeros(1, 2), *self._route()])
        least, most = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (least[0], most[0]), (least[1], most[1])

    @property
    def digits(self) -> int:
        """The fewest digits of the words' numbers with which a pencil finds their pulls."""
        numbers = self.numbers
        return digits_that_multiply(numbers.keys[0], numbers.queries[1], numbers.forces[0], 1)

    def _route(self) -> list[Tensor]:
        """Return the places of both vectors on their way, shape (2, d) each; their numbers are as they are printed."""
        first, second = self.numbers.vectors
        lengths = torch.linalg.vector_norm(self.numbers.vectors, dim=-1)
        start, end = (torch.atan2(row[1], row[0]) for row in (first, second))
        between = torch.remainder(end - start + torch.pi, 2 * torch.pi) - torch.pi
        places = list[Tensor]()
        for one, other, *left in _PLACES:
            angles = torch.stack([start + one * between, end - other * between])
            rows = torch.stack([angles.cos(), angles.sin()], dim=-1) * (lengths * torch.tensor(left))[:, None]
            places.append(torch.tensor([[as_printed(value, self.digits) for value in row] for row in rows.tolist()]))
        return places

    def build(self) -> None:
        """Make the tug of war, both pulls as sums, and the words' vectors: whole, cut, and one of them turned."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        forces, lead = numbers.turned_forces, float(numbers.lead)
        pulls = [float(one @ other) for one, other in [numbers.vectors, *self._route()]]
        second = ManimColor(theme.ink).interpolate(ManimColor(theme.dim), _SECOND).to_hex().lower()
        self.tones = (theme.ink, second)
        self.tug = Tug(numbers.words, max(*pulls, float(forces.max())), lead, self.tug_room, self.tones, style=style)
        self._make_sums()
        origin = self.plane.origin
        self.whole = [
            Vector(origin, self.plane.place(row), theme.ink, width=_THICK * WIDTH, style=style)
            for row in numbers.vectors
        ]
        (x, y), (other_x, other_y) = numbers.vectors[0].tolist(), numbers.turned_key.tolist()
        self.side = 1.0 if x * other_y > y * other_x else -1.0
        pin = Dot(origin, radius=_PIN, color=theme.ink)
        self.pin = laid(pin.set_background_stroke(color=theme.background, width=RIM), Layer.PIN)
        self.keys, self.queries = (
            [HalfArrow(origin, self.plane.place(row), side * self.side, style=style) for row in numbers.vectors]
            for side in (1, -1)
        )
        self._make_tags()
        self._move_names()
        self._write_coordinates()
        self.scores = [self.tug.number(index, force) for index, force in enumerate(numbers.forces)]
        self.equals = self.tug.sign("=")

    def _move_names(self) -> None:
        """Put the upright axis's name above its end, and the other's higher if it has no room below the numbers.

        A number of an axis that an arrow crosses leaves.
        """
        room, x = self.plane_room, float(self.plane.origin[0])
        lines = [(flat(self.plane.origin), flat(self.plane.place(row))) for row in self._rows()]
        crossed = [each for each in self.plane.numbers if any(inside_length(line, box_of(each)) > 0 for line in lines)]
        self.plane.numbers.remove(*crossed)
        if len(self.plane.names):
            across, up = self.plane.names
            for name, tone in zip(self.plane.names, self.tones, strict=True):
                name.set_fill(tone)  # and not its halo
            left = max(x - _BEFORE - float(up.width), self.stage.safe.left + _AT_EDGE)
            up.move_to(point(left + float(up.width) / 2, self.ground.axis_top + float(up.height) / 2))
            if float(across.get_bottom()[1]) < room.bottom:
                self._lift(across, [*lines, *self.plane.axis_segments()], up)
        self.close_gaps([])

    def _lift(self, name: VMobject, lines: Sequence[Segment], up: VMobject) -> None:
        """Put the horizontal axis's name beside its numbers, in the place of those beyond all words; or above it."""
        room, (x, y) = self.plane_room, flat(self.plane.origin)
        size, stop = (float(name.width), float(name.height)), min(room.right, self.ground.stop)
        (_, most), _ = self.spans()
        count = len(self.plane.counts[0])
        row = [each for each in self.plane.numbers if float(each.get_y()) < y and float(each.get_x()) > x][:count]
        name.move_to(point(stop - size[0] / 2))
        if row:
            name.shift(point(0.0, float(row[0].get_bottom()[1]) - float(name.get_bottom()[1])))
            name.shift(point(0.0, baseline_of(row[0][-1]) - baseline_of(name[-1])))
            hidden = [each for each in row if overlap(box_of(each), _wider(box_of(name)))]
            if all(isinstance(each[-1], Number) and each[-1].value > most for each in hidden):
                self.plane.numbers.remove(*hidden)
                return
        boxes = [*self.plane.boxes_of([*self.plane.numbers]), box_of(up)]
        boxes += map(box_of, [*self._all_tags(), *self.marks])
        end = point(stop - size[0] / 2, y + _OVER_AXIS + size[1] / 2)
        name.move_to(end)
        if any(overlap(box_of(name), box) for box in boxes):
            bounds = (x, room.bottom, stop, room.top)
            name.move_to(point(*free_place(size, bounds, flat(end), lines=lines, boxes=boxes)))

    def _rows(self) -> list[Tensor]:
        """Return the places of all arrows that come to rest."""
        return [*self.numbers.vectors, self.numbers.turned_key]

    def _all_tags(self) -> list[Tag]:
        """Return the tags of keys and queries, and the turned key's where it comes to rest."""
        tags = [tag for both in self.tags for tag in both.values()]
        key = self.tags[0]["key"]
        return [*tags, key.copy().move_to(self._tag_at_turned(key))]

    def _make_sums(self) -> None:
        """Make both pulls as sums in columns."""
        numbers, style = self.numbers, self.style
        vectors = numbers.vectors
        self.decimals = decimals_that_add(numbers.products[0].tolist(), float(numbers.forces[0]), (2, 3, 4)) or 2
        fine = digits_that_multiply(numbers.turned_key, vectors[1], numbers.turned_forces[0], self.digits)
        same = [as_printed(value, 6) == as_printed(old, 6)
                for value, old in zip(numbers.turned_key.tolist(), vectors[0].tolist(), strict=True)]  # fmt: skip
        digits = [self.digits if each else fine for each in same]
        self.turned = list(zip(numbers.turned_key.tolist(), digits, strict=True))
        ended = (self.turned, [*numbers.turned_products.tolist(), float(numbers.turned_forces[0])])
        size, columns = style.sizes.formula, list[PullColumn]()
        for index in range(2):
            turned = ended if not index else ([], [])
            rows = (vectors[index], vectors[1 - index])
            words = (numbers.words[index], numbers.words[1 - index])
            columns.append(PullColumn(
                words, rows, self.digits, numbers.products[index], self.decimals, numbers.forces[index], turned,
                self.sum_rooms[index], size, self.tones, style=style,
            ))  # fmt: skip
            if index == 0:
                size = columns[0].size
        if columns[1].size < columns[0].size:
            columns[0] = PullColumn(
                numbers.words, (vectors[0], vectors[1]), self.digits, numbers.products[0], self.decimals,
                numbers.forces[0], ended, self.sum_rooms[0], columns[1].size, self.tones, style=style,
            )  # fmt: skip
        self.sums = columns

    def _make_tags(self) -> None:
        """Make the words' icons at the tips of their vectors, their numbers, and the tags of keys and queries."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        self.marks = [Tag(word, theme.ink, "", height=_ICON, style=style) for word in numbers.words]
        for mark, row in zip(self.marks, numbers.vectors, strict=True):
            self._put_mark(mark, row)
        self.tags = [
            {part: Tag(word, color, self.says(part), height=_SMALL, style=style)
             for part, color in (("key", theme.key), ("query", theme.query))}
            for word in numbers.words
        ]  # fmt: skip
        steep = list[tuple[Tag, Tensor]]()
        for both, row in zip(self.tags, numbers.vectors, strict=True):
            way, tip = self._direction(row), self.plane.place(row)
            upright = abs(way[1]) > abs(way[0])
            for part, sign in (("key", 1), ("query", -1)):
                # Beside a steep arrow only one of both has room at its tip: the other one stands beside it.
                off = 0.0 if upright else sign * self.side * _STACKED
                tag = both[part]
                tag.shift(self._beyond(tag.head, tip + off * point(-way[1], way[0]), way) - tag.head.get_center())
            if upright:
                steep.append((both["key"], row))
        for tag, row in steep:
            others = [
                other for both in self.tags for other in both.values() if all(other is not one for one, _ in steep)
            ]
            self._put_beside(tag, row, others)

    def _put_beside(self, tag: Tag, row: Tensor, others: Sequence[Tag]) -> None:
        """Put a key's tag beside the tip of its vector, at the side to which it will turn."""
        way, tip, room = self._direction(row), self.plane.place(row), self.plane_room
        across = self.side * point(-way[1], way[0])
        size = (float(tag.width) + _AIR, float(tag.height) + _AIR)
        near = tip + (abs(float(across[0])) * size[0] / 2 + abs(float(across[1])) * size[1] / 2 + _OUT) * across
        near = near - size[1] / 2 * way
        lines = [(flat(self.plane.origin), flat(self.plane.place(each))) for each in self.numbers.vectors]
        lines += self.plane.axis_segments()
        boxes = [*self.plane.boxes_of([*self.plane.numbers]), *map(box_of, others)]
        key = self.tags[0]["key"]
        if tag is not key:
            boxes.append(box_of(key.copy().move_to(self._tag_at_turned(key))))
        bounds = (room.left, room.bottom, room.right, room.top)
        tag.move_to(point(*free_place(size, bounds, flat(near), lines=lines, boxes=boxes)))

    def _write_coordinates(self) -> None:
        """Write the words' numbers near their icons."""
        numbers, style, theme = self.numbers, self.style, self.style.theme
        lines = [(flat(arrow.start), flat(arrow.end)) for arrow in self.whole] + self.plane.axis_segments()
        lines += [
            (flat(arrow.end), place) for arrow in self.whole
            for place in ((float(arrow.end[0]), float(self.plane.origin[1])),
                          (float(self.plane.origin[0]), float(arrow.end[1])))
        ]  # fmt: skip
        boxes = [*self.plane.text_boxes(), *(box_of(mark) for mark in self.marks)]
        room = self.plane_room
        bounds = (room.left, room.bottom, room.right, room.top)
        self.coordinates = list[VGroup]()
        for row, mark in zip(numbers.vectors, self.marks, strict=True):
            text = Coordinates(row, size=style.sizes.number, color=theme.ink, decimals=self.digits, style=style)
            size = (float(text.width) + _AIR, float(text.height) + _AIR)
            text.move_to(point(*free_place(size, bounds, flat(mark.get_center()), lines=lines, boxes=boxes)))
            boxes.append(box_of(text))
            self.coordinates.append(laid(haloed(text, style), Layer.LABEL))

    def _direction(self, row: Tensor) -> Point:
        """Return the direction of a vector, of length 1."""
        way = self.plane.place(row) - self.plane.origin
        return way / max(float(np.linalg.norm(way)), 1e-9)

    def _beyond(self, mark: VMobject, tip: Point, way: Point) -> Point:
        """Return where the middle of a mark stands beyond a tip."""
        half = abs(float(way[0])) * float(mark.width) / 2 + abs(float(way[1])) * float(mark.height) / 2
        return tip + (half + _OUT) * way

    def _put_mark(self, mark: VMobject, row: Tensor) -> None:
        """Put a word's icon beyond the tip of its vector."""
        mark.move_to(self._beyond(mark, self.plane.place(row), self._direction(row)))

    def tell(self) -> None:
        """Show two arrows and a rope, both pulls, that these stay equal, and what a cut and a turn do."""
        numbers = self.numbers
        first, second = numbers.words
        force, back = (score.shown for score in self.scores)
        with self.beat("one-arrow", first=first, second=second):
            self._ask()
            self.rest()
        with self.beat("products", first=first, second=second, force=force, back=back):
            self._multiply()
            self.rest()
        with self.beat("swing", first=first, second=second):
            self._swing()
            self.rest()
        with self.beat("cut", first=first, second=second):
            self._cut()
            self.rest()
        turned, back = (format_number(float(value)) for value in numbers.turned_forces)
        with self.beat("turn", first=first, second=second, force=turned, back=back):
            self._turn()
            self.hold()

    def _ask(self) -> None:
        """Let both vectors grow, then the rope, with the flag in its middle; and ask."""
        times, tug = self.style.times, self.tug
        self.add(*self.whole, self.pin)
        self.play(growing(self.whole), *map(FadeIn, [*self.marks, *tug.words]), run_time=times.slow)
        self.add(*tug.rope)
        self.play(Live(tug.rope, tug.hold), run_time=times.move)
        asked = [part for each in self.sums for part in (each.name, each.question)]
        self.play(FadeIn(tug.flag, shift=point(0.0, -0.3)), FadeIn(tug.mark), *map(FadeIn, asked), run_time=times.move)
        at = tug.flag.get_center()

        def nervous(share: float) -> None:
            tug.flag.move_to(at + point((1 - share) * _NERVOUS * float(np.sin(2 * np.pi * _PULLS * share))))

        self.play(Live([tug.flag], nervous, rate_func=linear), run_time=1.4 * times.slow)

    def _multiply(self) -> None:
        """Multiply both arrows axis by axis, in both sums at once: each product makes both pulls longer alike."""
        times, tug = self.style.times, self.tug
        products = self.numbers.products.tolist()
        questions = [each.question for each in self.sums]
        self.play(*map(FadeIn, self.coordinates), *map(FadeOut, questions), run_time=times.move)
        self.add(*tug.bars)
        old = list[VMobject]()
        late = squish_rate_func(smooth, 0.45, 1.0)
        for axis in range(2):
            marks = self._marks(axis)
            self.add(*marks[:2])
            written = list(chain(*(each.line(axis) for each in self.sums)))
            self.play(
                *([FadeOut(*old)] if old else []), self._reach(marks[:2]), FadeIn(*marks[2:]),
                FadeIn(*written, rate_func=late), run_time=1.3 * times.move,
            )  # fmt: skip
            self.play(
                *(FadeIn(each.equals[axis], each.results[axis].shown) for each in self.sums),
                self._grow(products, axis), run_time=1.2 * times.move,
            )  # fmt: skip
            self.wait(_READ)
            old = marks
        sums = [part for each in self.sums for part in (each.rule, each.total.shown)]
        self.play(FadeOut(*old), FadeIn(*sums), run_time=times.move)
        self.play(FadeIn(*self.scores, self.equals), run_time=2 * times.quick)

    def _grow(self, products: Sequence[Sequence[float]], axis: int) -> Live:
        """Return how both pulls get longer by their products along an axis."""

        def follow(share: float) -> None:
            grown = [[*row[:axis], share * row[axis], *[0.0] * (1 - axis)] for row in products]
            self.tug.put(0.0, grown if min(map(min, products)) >= 0 or axis == 0 else [[sum(row)] for row in grown])

        return Live(self.tug.parts, follow)

    def _marks(self, axis: int) -> list[VMobject]:
        """Return how far both arrows reach along an axis, and lines down from their tips."""
        ink, marks, lines = self.tones[axis], list[VMobject](), list[VMobject]()
        for row, side in zip(self.numbers.vectors, (-1, 1), strict=True):
            end = torch.zeros(2).index_fill(0, torch.tensor([axis]), float(row[axis]))
            aside = point(0.0, side * _ASIDE) if axis == 0 else point(side * _ASIDE, 0.0)
            line = thin_line(self.plane.origin + aside, self.plane.place(end) + aside, ink, _SIDE)
            marks.append(laid(line, Layer.PIN))
            down = DashedLine(self.plane.place(row), self.plane.place(end), dash_length=0.08, color=ink)
            lines.append(laid(down.set_stroke(width=2.6), Layer.TRAIL))
        return [*marks, *lines]

    def _reach(self, bars: Sequence[VMobject]) -> Live:
        """Return how what is marked along an axis grows from the origin."""
        ends = [(bar.get_start(), bar.get_end()) for bar in bars]

        def follow(share: float) -> None:
            for bar, (start, end) in zip(bars, ends, strict=True):
                bar.set_points_as_corners([start, start + max(share, 1e-3) * (end - start)])

        follow(0.0)
        return Live(bars, follow)

    def _swing(self) -> None:
        """Take both vectors to other places and back: both pulls change, and the flag stays."""
        cells, home, times = [each.cells for each in self.sums], self.numbers.vectors, self.style.times
        shown = [cell.shown for cell in chain(*cells)]
        signs = [sign for each in self.sums for sign in each.signs]
        self.play(FadeOut(*self.coordinates, *shown, *signs), run_time=times.quick)
        scores = [RunningNumber(number) for number in self.scores]
        self.remove(*self.scores)
        self.add(*scores)
        moved: list[VMobject] = [*self.whole, *self.marks, *scores, *self.tug.parts]

        def show(rows: Tensor) -> None:
            for arrow, mark, row in zip(self.whole, self.marks, rows, strict=True):
                arrow.set_ends(self.plane.origin, self.plane.place(row))
                self._put_mark(mark, row)
            products = (rows[0] * rows[1]).tolist()
            self.tug.put(0.0, [products, products])
            said = printed_product(rows[0].tolist(), rows[1].tolist(), self.digits)
            for index, score in enumerate(scores):
                score.write(self.tug.number(index, said))

        def passing(start: Tensor, end: Tensor) -> Callable[[float], None]:
            return lambda share: show(_turned(start, end, share))

        pose, *route = self._route()
        self.play(Live(moved, passing(home, pose)), run_time=_LEG)
        # No product can be read while its factors run: the sums are written where both vectors rest.
        written = [cell.running() for cell in chain(*cells)]
        self._write(cells, pose)
        self.play(FadeIn(*written, *signs), run_time=times.quick)
        self.wait(_STOP)
        self.play(FadeOut(*written, *signs), run_time=times.quick)
        for start, end in zip([pose, *route], [*route, home], strict=True):
            self.play(Live(moved, passing(start, end)), run_time=_SWING)
        self.remove(*scores)
        self.add(*self.scores)
        self.play(FadeIn(*shown, *signs), run_time=times.quick)

    def _write(self, cells: Sequence[Sequence[Cell]], rows: Tensor) -> None:
        """Write both sums for other vectors."""
        for index, column in enumerate(cells):
            pair_of_rows = (rows[index], rows[1 - index])
            one, other = ([as_printed(value, self.digits) for value in row.tolist()] for row in pair_of_rows)
            values = [value for both in zip(one, other, strict=True) for value in both]
            for cell, value in zip(column[:4], values, strict=True):
                cell.write(value, self.digits)
            products = [a * b for a, b in zip(one, other, strict=True)]
            for cell, value in zip(column[4:], [*products, sum(products)], strict=True):
                cell.write(value, self.decimals)

    def _cut(self) -> None:
        """Cut each arrow lengthwise into a key, which pulls, and a query, which is pulled."""
        times, theme = self.style.times, self.style.theme
        slits = [laid(thin_line(arrow.end, arrow.end, theme.background, _SLIT), Layer.PIN) for arrow in self.whole]

        def slit(share: float) -> None:
            for line, arrow in zip(slits, self.whole, strict=True):
                end = arrow.end + max(share, 1e-3) * (arrow.start - arrow.end)
                line.set_points_as_corners([arrow.end, end])

        self.add(*slits)
        self.play(Live(slits, slit), run_time=1.4 * times.slow)
        self.remove(*self.whole, *slits)
        halves = [*self.keys, *self.queries]
        self.add(*halves)
        tags = [tag for both in self.tags for tag in both.values()]
        colored = self._color()

        def open_all(share: float) -> None:
            for half in halves:
                half.open(share)

        late, early = squish_rate_func(smooth, 0.4, 1.0), squish_rate_func(smooth, 0.0, 0.5)
        self.play(
            Live(halves, open_all), colored,
            *(FadeOut(mark, rate_func=early) for mark in self.marks), *(FadeIn(tag, rate_func=late) for tag in tags),
            run_time=2.0 * times.slow,
        )  # fmt: skip

    def _color(self) -> Live:
        """Return how keys, queries and the numbers that are theirs take their colours."""
        theme = self.style.theme
        key, query, ink = (ManimColor(color) for color in (theme.key, theme.query, theme.ink))
        painted = list[tuple[VMobject, ManimColor]]()
        for each in self.sums:
            painted += [(each.name[0], key), (each.name[-1], query)]
            painted += [
                (cell.shown, color) for two in each.factors for cell, color in zip(two, (key, query), strict=True)
            ]
        plain = [text.family_members_with_points()[0].get_fill_color() for text, _ in painted]
        arrows = [(arrow, key) for arrow in self.keys] + [(arrow, query) for arrow in self.queries]

        def follow(share: float) -> None:
            for (text, color), before in zip(painted, plain, strict=True):
                text.set_color(before.interpolate(color, share))
            for arrow, color in arrows:
                arrow.paint(ink.interpolate(color, min(1.0, 2 * share)))

        return Live([*(text for text, _ in painted), *(arrow for arrow, _ in arrows)], follow)

    def _turn(self) -> None:
        """Turn the first word's key alone: its pull changes, the other stays, and the flag moves."""
        numbers, tug, cells = self.numbers, self.tug, self._turned_cells()
        old, running = [cell.shown for cell in cells], [cell.running() for cell in cells]
        for digits, cell in zip(running, cells, strict=True):
            digits.set_color(cell.number.get_fill_color())
        scores = [RunningNumber(number) for number in self.scores]
        other = tug.sign(">" if float(numbers.lead) > 0 else "<")
        self.remove(*old, *self.scores)
        self.add(tug.ghost, tug.ghost_of(int(float(numbers.lead) > 0)), *running, *scores, other)
        stops, turning, said = self._stops(), self._turning(), self.scores[1].shown

        def follow(share: float) -> None:
            place, within = divmod(min(share, 1 - 1e-9) * (len(stops) - 1), 1.0)
            before, after = stops[int(place) : int(place) + 2]
            turning(share, before + smooth(min(1.0, within / _MOVES)) * (after - before))
            # What is written are the numbers of a step, which a pencil finds, and not those on the way there.
            step = int(place) + (within >= _SAID)
            terms = self._terms(stops[step]) if step else numbers.products[0].tolist()
            more = self._write_step(cells, scores, stops[step], terms)
            for sign, shown in ((self.equals, more == said), (other, more != said)):
                sign.set_x(tug.at).set_opacity(float(shown))

        moved: list[VMobject] = [self.keys[0], self.queries[0], self.tags[0]["key"], *running, *scores]
        moved += [self.equals, other, *tug.parts]
        self.play(Live(moved, follow, rate_func=linear), run_time=_PACE * (len(stops) - 1))
        self.remove(*running, *scores, self.equals)
        self._write_turned(cells, old)
        dots, lead = tug.gap(abs(numbers.lead))
        self.play(FadeIn(dots, *lead), run_time=self.style.times.move)

    @property
    def _changed(self) -> list[int]:
        """The axes along which the turned key is another."""
        home, aim = self.numbers.vectors[0], self.numbers.turned_key
        return [axis for axis in range(2) if abs(float(aim[axis] - home[axis])) > 1e-6]

    def _turned_cells(self) -> list[Cell]:
        """Return the cells of the key's numbers along these axes, of their products, and of the total."""
        column = self.sums[0]
        factors = [column.factors[axis][0] for axis in self._changed]
        return [*factors, *(column.results[axis] for axis in self._changed), column.total]

    def _turning(self) -> Callable[[float, Tensor], None]:
        """Return what draws the key, its tag and the tug of war, as far as a share says, with the key at a place."""
        numbers, tag = self.numbers, self.tags[0]["key"]
        home, products, back = numbers.vectors[0], numbers.products.tolist(), float(numbers.turned_forces[1])
        start, end = (place - self.plane.place(row) for place, row in
                      ((tag.get_center(), home), (self._tag_at_turned(tag), numbers.turned_key)))  # fmt: skip

        def turn(share: float, row: Tensor) -> None:
            for half, to in ((self.keys[0], row), (self.queries[0], home)):
                half.lay(self.plane.place(to), min(1.0, 3 * share))
            late = smooth(max(0.0, 2 * share - 1))
            tag.move_to(self.plane.place(row) + start + late * (end - start))
            terms = (row * numbers.queries[1]).tolist()
            self.tug.put(sum(terms) - back, [terms, products[1]])

        return turn

    def _write_step(
        self, cells: Sequence[Cell], scores: Sequence[RunningNumber], row: Tensor, terms: Sequence[float]
    ) -> str:
        """Write a key's numbers, its products and both scores in running digits; return the first score as it reads."""
        changed = self._changed
        for axis, cell in zip(changed, cells, strict=False):
            cell.write(float(row[axis]), self.turned[axis][1])
        for axis, cell in zip(changed, cells[len(changed) :], strict=False):
            cell.write(terms[axis], self.decimals)
        cells[-1].write(sum(terms), self.decimals)
        pulls = sum(terms), float(self.numbers.turned_forces[1])
        numbers = [self.tug.number(index, value) for index, value in enumerate(pulls)]
        for score, number in zip(scores, numbers, strict=True):
            score.write(number)
        return numbers[0].shown

    def _write_turned(self, cells: Sequence[Cell], before: Sequence[Factor]) -> None:
        """Write the numbers with the turned key into its cells, in the place of those before."""
        numbers, changed = self.numbers, self._changed
        count = len(changed)
        factors = (cells[at].written(float(numbers.turned_key[axis]), self.turned[axis][1])
                   for at, axis in enumerate(changed))  # fmt: skip
        products = (cells[count + at].written(numbers.turned_products[axis], self.decimals)
                    for at, axis in enumerate(changed))  # fmt: skip
        self.ended = [*factors, *products, cells[-1].written(numbers.turned_forces[0], self.decimals)]
        for text, old in zip(self.ended, before, strict=True):
            text.set_color(old.number.get_fill_color())
        self.last_scores = [self.tug.number(index, force) for index, force in enumerate(numbers.turned_forces)]
        self.add(*self.ended, *self.last_scores)

    def _stops(self) -> list[Tensor]:
        """Return where the turning key rests on its way, its numbers as they are printed; first and last its ends."""
        home, aim = self.numbers.vectors[0], self.numbers.turned_key
        far = float((aim - home).abs().max())
        step = nice_step(far / _PACES)
        shares = [count * step / far for count in range(1, int(far / step) + 1) if count * step < far - step / 4]
        rows = [(home + share * (aim - home)).tolist() for share in shares]
        digits = [number for _, number in self.turned]
        written = [[as_printed(value, each) for value, each in zip(row, digits, strict=True)] for row in rows]
        return [home, *map(torch.tensor, written), aim]

    def _terms(self, row: Tensor) -> list[float]:
        """Return the first word's products with another key, of the factors as they are printed."""
        factors = zip(row.tolist(), self.turned, self.numbers.queries[1].tolist(), strict=True)
        return [as_printed(one, digits) * as_printed(other, self.digits) for one, (_, digits), other in factors]

    def _tag_at_turned(self, tag: Tag) -> Point:
        """Return the middle of the tag of the turned key, beyond its tip."""
        aim = self.numbers.turned_key
        head = self._beyond(tag.head, self.plane.place(aim), self._direction(aim))
        place: Point = tag.get_center() + head - tag.head.get_center()
        return place


def _wider(box: Box) -> Box:
    """Return a box with room at its left and right, in which no other text stands."""
    return box[0] - _BEFORE, box[1], box[2] + _BEFORE, box[3]


def _turned(start: Tensor, end: Tensor, share: float) -> Tensor:
    """Return vectors on their way from places to others, shape (2, d): they turn, and change their lengths."""
    lengths = [torch.linalg.vector_norm(rows, dim=-1) for rows in (start, end)]
    angles = [torch.atan2(rows[:, 1], rows[:, 0]) for rows in (start, end)]
    between = torch.remainder(angles[1] - angles[0] + torch.pi, 2 * torch.pi) - torch.pi
    angle, length = angles[0] + share * between, lengths[0] + share * (lengths[1] - lengths[0])
    rows: Tensor = torch.stack([angle.cos(), angle.sin()], dim=-1) * length[:, None]
    return rows


class HalfArrow(VGroup):
    """One half of an arrow that is cut lengthwise; apart from the other one it becomes an arrow of its own.

    Args:
        start: manim point, the plane's origin.
        end: manim point of the vector's place.
        side: 1 for its left half, -1 for its right one.
        style: theme.

    Attributes:
        body: its outline.
        end: manim point of its tip.
    """

    def __init__(self, start: Point, end: Point, side: float, *, style: Style = DEFAULT) -> None:
        self._side, self._style, self._ends = side, style, (start, end)
        self.body = Polygon(start, end, start, stroke_width=0).set_fill(style.theme.ink, 1.0)
        super().__init__(self.body)  # no rim, which would cover some of the other half
        laid(self, Layer.VECTOR)
        self.open(0.0)

    def paint(self, color: ManimColor) -> None:
        """Give it another colour."""
        self.body.set_fill(color)

    def open(self, share: float) -> None:
        """Let it be half of a thick arrow that swings aside, and comes back along the other half."""
        start, end = self._ends
        self._set(self._half() + float(np.sin(np.pi * share)) * _APART * self._across(end))

    def lay(self, end: Point, share: float) -> None:
        """Lay it along another line from the origin, and let it become a share of an arrow of its own."""
        self._ends = (self._ends[0], end)
        half = self._half()
        self._set(half + share * (np.array(arrow_corners(*self._ends, WIDTH)) - half))

    def _across(self, end: Point) -> Point:
        """Return the direction towards its side of the line, of length 1."""
        way = (end - self._ends[0]) / max(float(np.linalg.norm(end - self._ends[0])), 1e-9)
        return self._side * point(-way[1], way[0])

    def _half(self) -> Point:
        """Return the corners of its half of a thick arrow."""
        start, end = self._ends
        across = self._across(end)
        thick = np.array(arrow_corners(start, end, _THICK * WIDTH))
        corners: Point = thick - np.minimum((thick - start) @ across, 0.0)[:, None] * across
        return corners

    def _set(self, corners: Point) -> None:
        self.body.set_points_as_corners(list(corners))
        self.end = self._ends[1]
