"""Keys and queries: two spaces make one word pull harder than it is pulled ("Asymmetric Pull", figure 21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, radians, sin
from typing import Any

import numpy as np
import torch
from manim import LEFT, FadeIn, FadeOut, ManimColor, Polygon, VGroup, VMobject
from torch import Tensor

from attnmath import apply_map
from scenes.article.asymmetric.claims import DIFFERENT_SPACES_CLAIMS
from scenes.article.asymmetric.pair import Pair, PairParameters, digits_that_multiply, pair, pulls_row
from scenes.motion.live import Live, growing
from scenes.number_format import format_number
from scenes.parameters import require_plane, world_matrix
from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.sheet import Sheet
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of, grid_step, multiples
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Tick
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import Region
from scenes.style import Style
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
    W_K: Tensor = quantity("The squeeze of the keys that also leans.")
    W_Q: Tensor = quantity("The squeeze of the queries that also leans.")
    shadows: Tensor = quantity("The shadow of the puller's key on the pulled word's query.", rows="directions")


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
    final = pair(parameters, world, maps["W_Q"], maps["W_K"])
    return extended(
        final,
        TransformedPair,
        plain_forces=plain.forces,
        squeezed_keys=squeezed.keys,
        squeezed_queries=squeezed.queries,
        squeezed_forces=squeezed.forces,
        shadows=final.forces / torch.linalg.vector_norm(final.queries.flip(0), dim=-1),
        **maps,
    )


_EDGE = 1.1
"""The size of the sheets, as a multiple of the largest number of the words."""

_SPLIT, _SQUEEZE, _LEAN, _FALL = 1.4, 2.6, 4.6, 1.8
"""Seconds in which one plane becomes two, in which both spaces are squeezed, in which they lean, and in which shadows
fall."""

_BESIDE_NAME, _OVERRUN = 0.2, 0.2
"""Scene units from the upright axis's name to the products beside it, which may go so far beyond their plane."""

_ICON, _SMALL, _ROOMY = 0.9, 0.65, 4.8
"""Scene units: the height of the icon at a tip, on a small plane, and how wide the room of no small one is."""

_BEYOND, _OFF, _OPEN = 0.3, 0.04, radians(96)
"""Scene units from a tip to its icon, and from the level axis up to it; the least angle between the ways from two tips
to their icons."""

_WIDE, _NARROW = 0.18, 0.08
"""Scene units: the widths of a key's arrow and of a query's, so that both are seen where one lies on the other."""

_AT_TIP, _AT_AXIS, _OVER = 0.25, 0.4, 0.25
"""Scene units that are kept free of a plane beyond its tips, for icons, besides these; before an axis, for its ticks;
and beyond its sheets."""

_LONGER = 0.6
"""Scene units by which the level axis is longer where there is room."""

_TICK, _BELOW, _BEFORE, _INK = 0.07, 0.36, 0.14, 0.75
"""Scene units: half a tick's length, from an axis to its numbers' baseline below and right edge before it; and the
share of ink in their colour."""

_TITLE, _UP, _DOWN = 1.1, 0.13, 0.45
"""Scene units: the height of who pulls whom, and from its middle to its baselines: the one of both words, and the one
of key and query."""

_BAR, _PITCH, _LYING, _ROW = 1.1, 1.62, 0.5, 0.75
"""Scene units: the width of a bar that stands, and from the middle of one to the next; the same of bars that lie."""

_GAP, _LEAST = 0.2, 1e-3
"""Scene units from a bar to what stands at its ends, and the least length of a bar."""

_MARK = 0.55
"""Scene units: the height of the icons that tell whose pull a bar is."""

_THICK, _SHINE = 0.46, 0.55
"""Scene units: the thickness of a shadow; and its opacity, as arrows lie on it."""

_DASH, _DASHED = 0.16, 0.56
"""Scene units from a dash to the next, and the share of that which is drawn."""

_SHRINK = 0.94
"""The factor by which things get smaller until they fit."""

_ALIKE = 0.98
"""The cosine from which two vectors are seen to point the same way."""


class DifferentSpaces(PlaneFigure):
    """attention-key-query-transformation-part-two: two spaces, squeezed and leaning, make one pull strong, one weak."""

    name = "attention-key-query-transformation-part-two"
    claims = DIFFERENT_SPACES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    with_plane = False
    with_record = False
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

    def between(self, start: int, share: float) -> list[Tensor]:
        """Return the matrices of keys and queries where a share of the way from a stage to the next has been gone."""
        ends = zip(*self.stages()[start : start + 2], strict=True)
        return [before + share * (after - before) for before, after in ends]

    def forces_at(self, start: int, share: float) -> list[float]:
        """Return both forces where a share of the way from a stage to the next has been gone."""
        keys, queries = (apply_map(self.numbers.vectors, matrix) for matrix in self.between(start, share))
        return [float(keys[0] @ queries[1]), float(keys[1] @ queries[0])]

    def build(self) -> None:
        """Make a plane for each pull, and both pulls as bars."""
        numbers, style, stage = self.numbers, self.style, self.stage
        free, wide = stage.above_foot.inset(0.1, 0.1, 0.1, 0.1), stage.is_wide
        if wide:
            left, middle, right = free.columns(1.0, 0.62, 1.0, gap=0.1)
            rooms, record = [left, right], middle
        else:
            above, record = free.rows(free.height - 2 * _ROW, 2 * _ROW, gap=0.15)
            rooms = [*(above.rows(1, 1, gap=0.3) if stage.is_portrait else above.columns(1, 1, gap=0.3))]
        # Who pulls whom stands above a plane, or at its right.
        cut = [room.columns(1.55, 1, gap=0.1) if stage.is_portrait else
               room.rows(_TITLE, room.height - _TITLE)[::-1] for room in rooms]  # fmt: skip
        roles = (self.says("key"), self.says("query"))
        ends = [[apply_map(numbers.vectors, matrix) for matrix in matrices] for matrices in self.stages()]
        self.planes = [
            PairPlane(numbers, puller, room, title, [(keys[puller], queries[1 - puller]) for keys, queries in ends],
                      self.stages(), roles, self.axis_names(), style)
            for puller, (room, title) in enumerate(cut)
        ]  # fmt: skip
        unit = min(plane.unit for plane in self.planes)
        for plane in self.planes:
            plane.draw(unit)
        self.forces = [numbers.plain_forces, numbers.squeezed_forces, numbers.forces]
        base = float(self.planes[0].origin[1]) if wide else None
        self.bars = PullBars(numbers.words, torch.stack(self.forces).flatten().tolist(), record, base, style)
        self.results = [[self.bars.number(index, force) for index, force in enumerate(each)] for each in self.forces]
        self.sums = [
            [plane.worked(stage, force) for plane, force in zip(self.planes, forces, strict=True)]
            for stage, forces in enumerate(self.forces)
        ]

    def tell(self) -> None:
        """Show equal forces, squeezed and still equal, then leaning and running apart, and the reason."""
        first, second = self.numbers.words
        said = [{"force": force.shown, "back": back.shown} for force, back in self.results]
        with self.beat("same", first=first, second=second, **said[0]):
            self._begin()
            self.rest()
        with self.beat("squeeze", text=self._text_of("squeeze"), **said[1]):
            sheets = [sheet for plane in self.planes for sheet in plane.sheets]
            self.play(FadeIn(*sheets, *(plane.square for plane in self.planes)), run_time=self.style.times.move)
            self._go(0, _SQUEEZE)
            self.rest()
        with self.beat("lean", text=self._text_of("lean"), **said[2]):
            self._go(1, _LEAN)
            self.hold()
        with self.beat("asymmetric", text=self._reason(), first=first, second=second, **said[2]):
            self._explain()
            self.last()

    def _begin(self) -> None:
        """Let both vectors grow on one plane, which becomes two: one for each pull; then let both bars grow."""
        times, planes = self.style.times, self.planes
        middle = (planes[0].origin + planes[1].origin) / 2
        homes = [plane.origin.copy() for plane in planes]
        for plane in planes:
            plane.put(middle)
        one, other = planes
        self.add(one.ground, *one.words)
        self.play(growing(one.words), FadeIn(*one.heads), run_time=times.slow)
        self.add(*other.lines, *other.words, *other.heads)

        def part(share: float) -> None:
            for plane, home in zip(planes, homes, strict=True):
                plane.put(middle + share * (home - middle))

        moved = [one.ground, other.lines, *(each for plane in planes for each in (*plane.words, *plane.heads))]
        self.play(Live(moved, part), run_time=_SPLIT)
        part(1.0)
        come = [each for plane in planes for each in (*plane.arrows, *plane.tags, plane.title)]
        self.play(FadeIn(*come, other.texts), run_time=times.move)
        self.remove(*(each for plane in planes for each in (*plane.words, *plane.heads)))
        self.play(FadeIn(*(plane.roles for plane in planes), self.bars.line, self.bars.whose), run_time=times.move)
        self.add(*self.bars.halves)
        forces = self.numbers.plain_forces.tolist()
        self._run(lambda share: [share * force for force in forces], lambda share: None, [], 0, times.slow)
        self._work_out(0)

    def _work_out(self, stage: int) -> None:
        """Write both products out, where there is room for them."""
        if any(len(each) for each in self.sums[stage]):
            self.play(*(FadeIn(each) for each in self.sums[stage] if len(each)), run_time=self.style.times.move)

    def lay(self, start: int, share: float) -> None:
        """Lay sheets, arrows and icons where a share of the way from a stage to the next takes them."""
        for plane in self.planes:
            plane.lay(*self.between(start, share))

    def _go(self, start: int, seconds: float) -> None:
        """Let both spaces go from a stage to the next, with all on them, and both bars."""
        moved = [each for plane in self.planes for each in (*plane.sheets, *plane.arrows, *plane.tags)]
        if worked := [each for each in self.sums[start] if len(each)]:
            self.play(*map(FadeOut, worked), run_time=self.style.times.quick)
        self._run(
            lambda share: self.forces_at(start, share), lambda share: self.lay(start, share), moved, start + 1, seconds
        )
        self._work_out(start + 1)

    def _run(
        self, forces: Callable[[float], Sequence[float]], follow: Callable[[float], object],
        moved: Sequence[VMobject], stage: int, seconds: float,
    ) -> None:  # fmt: skip
        """Play a motion with both bars and their running numbers, which leave a stage's numbers in their places."""
        digits = [RunningNumber(self.bars.number(index, 0.0)) for index in range(2)]

        def run(share: float) -> None:
            follow(share)
            now = forces(share)
            self.bars.draw(now)
            for index, (number, force) in enumerate(zip(digits, now, strict=True)):
                number.write(self.bars.number(index, force))

        run(0.0)
        self.remove(*(number for numbers in self.results for number in numbers))
        self.add(*digits)
        self.play(Live([*moved, *self.bars.halves, *digits], run), run_time=seconds)
        self.remove(*digits)
        self.add(*self.results[stage])

    def _explain(self) -> None:
        """Let each key throw its shadow on its query."""
        planes = self.planes
        gone: list[VMobject] = [each for plane in planes for each in (*plane.sheets, plane.square)]
        self.play(FadeOut(*gone), run_time=self.style.times.move)
        shadows = [part for plane in planes for part in plane.shadow]

        def fall(share: float) -> None:
            for plane in planes:
                plane.fall(share)

        fall(0.0)
        self.add(*shadows)
        self.play(Live(shadows, fall), run_time=_FALL)

    def _text_of(self, key: str) -> str:
        """Return the key of a text: another where that would be false of the pulls as they are printed."""
        numbers, (force, back) = self.numbers, self.results[1 if key == "squeeze" else 2]
        if key == "squeeze":
            holds = force.shown == back.shown and bool((numbers.squeezed_forces < numbers.plain_forces).all())
        else:
            leans = not (torch.equal(numbers.W_K, numbers.squeeze_K) or torch.equal(numbers.W_Q, numbers.squeeze_Q))
            holds = force.shown != back.shown and leans
        return key if holds else "as-it-is"

    def _reason(self) -> str:
        """Return the key of the last text: the strong pull's key lies along its query, or pulls differ, or neither."""
        numbers = self.numbers
        alike = torch.cosine_similarity(numbers.keys, numbers.queries.flip(0), dim=-1).tolist()
        shadows, (force, back) = numbers.shadows.tolist(), self.results[2]
        if alike[0] > max(_ALIKE, alike[1]) and shadows[0] > shadows[1] and force.value > back.value:
            return "aligned"
        return "as-it-is" if force.shown == back.shown else "asymmetric"


class PairPlane:
    """The plane of one pull: the puller's key and the pulled word's query, and a sheet for the space of each.

    Args:
        numbers: both words' vectors, keys and queries.
        puller: the index of the word that pulls.
        room: where it may be.
        title: where it is written who pulls whom.
        ends: its key and its query in every stage.
        stages: the matrices of keys and queries in every stage.
        roles: what a key and a query are called.
        axes: the names of both axes.
        style: theme and sizes.

    Attributes:
        unit: scene units for one unit of the vectors: the largest for which there is room, then the one drawn.
        origin: manim point of the zero vector.
        ground: axes and grid, ticks and names: lines, and texts.
        words: the words' own vectors, of the one that pulls and of the one that is pulled; and their icons, heads.
        arrows: the key and the query; and their icons, tags.
        sheets: the key's space and the query's.
        square: the outline of what both sheets were.
        title: who pulls whom.
        roles: what pulls and what is pulled, below the words in that.
        shadow: the key's shadow on the query's line, and the way on which its tip falls.
        ends: its key and its query in every stage.
    """

    def __init__(
        self, numbers: TransformedPair, puller: int, room: Region, title: Region, ends: Sequence[tuple[Tensor, Tensor]],
        stages: Sequence[tuple[Tensor, Tensor]], roles: Sequence[str], axes: Sequence[str], style: Style,
    ) -> None:  # fmt: skip
        self.style, self.colors, self._axes, self.ends = style, (style.theme.key, style.theme.query), axes, ends
        self._pair = numbers.vectors[[puller, 1 - puller]]
        self._names = (numbers.words[puller], numbers.words[1 - puller])
        self._last = stages[-1]
        self._write(title, roles)
        large = self._room_is_large = room.width > _ROOMY
        self._room, self._icon, self._under = room, _ICON if large else _SMALL, _AT_AXIS * (1.25 if large else 2.1)
        least, most = min(0.0, float(numbers.vectors.min())), max(0.0, float(numbers.vectors.max()))
        self._edges = (_EDGE * least, _EDGE * most)
        corners = torch.tensor([[x, y] for x in self._edges for y in self._edges])
        sheets = torch.cat([apply_map(corners, matrix) for stage in stages for matrix in stage])
        self._tips = tips = torch.cat([torch.stack(pair) for pair in ends])
        self._reach = [
            [max(0.0, float((sign * rows[:, axis]).max())) for rows in (sheets, tips) for sign in (-1, 1)]
            for axis in (0, 1)
        ]
        self.unit = min(self._room.width, self._room.height) / max(map(max, self._reach))
        while self._needed(0) > self._room.width or self._needed(1) > self._room.height:
            self.unit *= _SHRINK**0.25

    def _sides(self, axis: int) -> tuple[float, float]:
        """Return the scene units that are needed before and after the zero vector along an axis."""
        sheet_before, sheet_after, before, after = (self.unit * reach for reach in self._reach[axis])
        least = (_AT_AXIS, self._under)[axis]
        above = 0.0 if axis == 0 else _AT_AXIS  # the upright axis has its name above it
        start = max(least, sheet_before + _OVER, before + _AT_TIP + self._icon if before > 0 else 0.0)
        return start, max(sheet_after + _OVER, after + _AT_TIP + self._icon) + above

    def _needed(self, axis: int) -> float:
        return sum(self._sides(axis))

    def _write(self, room: Region, roles: Sequence[str]) -> None:
        """Write who pulls whom above the plane, and below both words what pulls and what is pulled."""
        size, style = self.style.sizes.head, self.style
        self.title = pulls_row(*self._names, size=size, style=style)
        while float(self.title.width) > room.width:
            size *= _SHRINK
            self.title = pulls_row(*self._names, size=size, style=style)
        self.title.set_x(float(room.centre[0])).on_baseline(float(room.centre[1]) + _UP)
        self.roles = VGroup()
        for word, role, color in zip((self.title[0], self.title[-1]), roles, self.colors, strict=True):
            said = Label(role, size=style.sizes.number, color=color, style=style)
            self.roles.add(said.set_x(float(word.get_x())).on_baseline(float(room.centre[1]) - _DOWN))
        laid(VGroup(self.title, self.roles), Layer.LEDGER)

    def worked(self, stage: int, force: Tensor) -> VGroup:
        """Return a stage's dot product in one line beside the upright axis's name; nothing without room."""
        name, style, (key, query) = self.texts[-1], self.style, self.ends[stage]
        digits = digits_that_multiply(key, query, force, 2)
        spelled = ProductSum(key, query, self.colors, size=style.sizes.tick, decimals=digits, style=style)
        left, right = float(name.get_right()[0]) + _BESIDE_NAME, self._room.right + _OVERRUN
        if float(spelled.width) > right - left or not self._room_is_large:
            return VGroup()
        spelled.set_x(min(max(float(self.title.get_x()), left + spelled.width / 2), right - spelled.width / 2))
        return VGroup(laid(spelled.on_baseline(self._name_line), Layer.LEDGER))

    def place(self, row: Tensor) -> Point:
        """Return the manim point of a vector of shape (2,)."""
        x, y = row.tolist()
        return self.origin + self.unit * point(x, y)

    def draw(self, unit: float) -> None:
        """Draw everything, with scene units for one unit of the vectors that fit."""
        self.unit, room = unit, self._room
        (left, right), (down, up) = (self._sides(axis) for axis in (0, 1))
        right += min(room.width - left - right, _LONGER)  # its name has more room beside the numbers
        free = (room.width - left - right, room.height - down - up)
        self.origin = point(room.left + left + free[0] / 2, room.bottom + down + free[1] / 2)
        theme, style = self.style.theme, self.style
        self._draw_ground((left, right), (down, up - _AT_AXIS))
        step = 2 * (self._edges[1] - self._edges[0])  # edges and axes are enough
        self.sheets = [Sheet(self, *self._edges, (color,) * 2, step=step, tint=color, style=style)
                       for color in self.colors]  # fmt: skip
        self.square = self.sheets[0].dotted()
        key, query = map(self.place, self._pair)
        self.words = [Vector(self.origin, end, theme.ink, width=_NARROW, style=style) for end in (key, query)]
        self.arrows = [
            Vector(self.origin, end, color, width=width, style=style)
            for end, color, width in zip((key, query), self.colors, (_WIDE, _NARROW), strict=True)
        ]
        for arrow in self.arrows:  # what lies beneath one is seen beside it
            arrow.thin_rim()
        self.heads = [self._head(word, theme.ink) for word in self._names]
        self.tags = [self._head(word, color) for word, color in zip(self._names, self.colors, strict=True)]
        one, other = self._pair.tolist()
        self._turn = 1.0 if one[0] * other[1] >= one[1] * other[0] else -1.0
        self._put_heads(self.heads, (key, query))
        self.lay(*self._last)
        self._make_shadow()
        self.lay(torch.eye(2), torch.eye(2))

    def _head(self, word: str, color: str) -> VMobject:
        """Return the icon of a word, or its name without one."""
        if has_icon(word, self.style):
            return laid(ShadedIcon(word, color, height=self._icon, style=self.style), Layer.ICON)
        label = Label(word, size=self.style.sizes.number, color=color, style=self.style)
        return laid(haloed(label, self.style), Layer.LABEL)

    def _draw_ground(self, across: tuple[float, float], up: tuple[float, float]) -> None:
        """Draw the grid, both axes with ticks, and their names."""
        theme, (x, y) = self.style.theme, flat(self.origin)
        left, right, low, high = x - across[0], x + across[1], y - up[0] + _AT_AXIS, y + up[1]
        spans = (((left - x) / self.unit, (right - x) / self.unit), ((low - y) / self.unit, (high - y) / self.unit))
        step = grid_step(max(end - start for start, end in spans))
        grid, lines, self.texts = VGroup(), VGroup(), VGroup()
        for axis, (start, end) in enumerate(spans):
            for value in multiples(step, start, end):
                at = flat(self.origin + self.unit * (point(0.0, value) if axis else point(value)))
                ends = (point(left, at[1]), point(right, at[1])) if axis else (point(at[0], low), point(at[0], high))
                on_axis = abs(value) < step / 2
                # What goes through the zero vector is the other axis.
                grid.add(thin_line(ends[0], ends[1], theme.axis if on_axis else theme.grid, 2.4 if on_axis else 1.4))
                if step / 2 < value < max(step, self._reach[axis][3]) + step / 4:
                    reach = point(_TICK) if axis else point(0.0, _TICK)
                    lines.add(thin_line(point(*at) - reach, point(*at) + reach, theme.axis, 2.4))
                    self.texts.add(self._number(axis, Tick(value, step, **self._small()), at))
        level, upright = (Label(name, **self._small()) for name in self._axes)
        level.set_x(right - level.width / 2).on_baseline(y - _BELOW)
        if any(text.get_y() < y and text.get_right()[0] > level.get_left()[0] - 0.15 for text in self.texts):
            level.on_baseline(y - _BELOW - _AT_AXIS)
        self._name_line = high + 0.12
        upright.set_x(max(x, left + upright.width / 2)).on_baseline(self._name_line)
        ways = [(flat(self.origin), flat(self.place(tip))) for tip in self._tips]
        struck = [text for text in self.texts if any(inside_length(way, box_of(text)) > 0 for way in ways)]
        self.texts.remove(*struck).add(haloed(level, self.style), haloed(upright, self.style))
        self.lines = laid(VGroup(grid, lines), Layer.HALF_PLANE)
        self.ground = VGroup(self.lines, laid(self.texts, Layer.TICKS))

    def _small(self) -> dict[str, Any]:
        """Return the looks of what stands at the axes: a pencil reads it, and yet it is no result."""
        color = ManimColor(self.style.theme.dim).interpolate(ManimColor(self.style.theme.ink), _INK).to_hex()
        return {"size": self.style.sizes.tick, "color": color, "style": self.style}

    def _number(self, axis: int, number: Tick, at: tuple[float, float]) -> VGroup:
        """Put a number at the tick of an axis, below it or before it."""
        if axis:
            number.set_x(at[0] - _BEFORE - number.width / 2)
            number.on_baseline(at[1] - self.style.sizes.tick * UNITS_PER_FONT_UNIT * CAP_HEIGHT / 2)
        else:
            number.set_x(at[0]).on_baseline(at[1] - _BELOW)
        return haloed(number, self.style)

    def put(self, origin: Point) -> None:
        """Move the plane, with the words' own vectors."""
        way = origin - self.origin
        self.origin = np.array(origin)
        self.ground.shift(way)
        for head in self.heads:
            head.shift(way)
        for word in self.words:
            word.set_ends(word.start + way, word.end + way)

    def lay(self, keys: Tensor, queries: Tensor) -> None:
        """Lay sheets, arrows and icons where both matrices take them."""
        ends = list[Point]()
        for sheet, arrow, row, matrix in zip(self.sheets, self.arrows, self._pair, (keys, queries), strict=True):
            sheet.carry(matrix)
            ends.append(self.place(row @ matrix))
            arrow.set_ends(self.origin, ends[-1])
        self._put_heads(self.tags, ends)

    def _put_heads(self, heads: Sequence[VMobject], tips: Sequence[Point]) -> None:
        """Put both icons beyond their tips, on the sides that are turned away from each other."""
        angles = [atan2(*flat(tip - self.origin)[::-1]) for tip in tips]
        apart = ((angles[1] - angles[0]) * self._turn + pi) % (2 * pi) - pi
        aside = max(0.0, _OPEN - apart) / 2 * self._turn
        for head, tip, angle in zip(heads, tips, (angles[0] - aside, angles[1] + aside), strict=True):
            way = point(cos(angle), sin(angle))
            half = hypot(way[0] * float(head.width) / 2, way[1] * float(head.height) / 2)
            head.move_to(tip + (_BEYOND + half) * way)
            if tip[1] >= self.origin[1]:  # no icon lies on the level axis, and on its name
                head.shift(point(0.0, max(0.0, self.origin[1] + _OFF - float(head.get_bottom()[1]))))

    def _make_shadow(self) -> None:
        """Make the key's shadow, where key and query are now."""
        theme, (key, query) = self.style.theme, self.arrows
        along = (query.end - self.origin) / max(query.length, 1e-9)
        self._tip = key.end.copy()
        self.foot = self.origin + float((self._tip - self.origin) @ along) * along
        self._half = _THICK / 2 * point(-along[1], along[0])
        slab = VMobject(stroke_width=0 if theme.filled else 2.0, stroke_color=theme.key)
        slab.set_fill(theme.fill(theme.key), _SHINE if theme.filled else 0.0)
        self.shadow = [laid(slab, Layer.SHADOW), laid(VMobject(stroke_color=theme.key, stroke_width=3.5), Layer.SHADOW)]

    def fall(self, share: float) -> None:
        """Draw the shadow when its points have come a share of their way from the key to the query's line."""
        slab, way = self.shadow
        end, half = self._tip + share * (self.foot - self._tip), self._half
        corners = [self.origin + half, self.origin - half, end - half, end + half]
        slab.set_points_as_corners([*corners, corners[0]])
        way.clear_points()
        count = round(float(np.linalg.norm(end - self._tip)) / _DASH)
        for index in range(count):
            way.start_new_path(self._tip + index / count * (end - self._tip))
            way.add_line_to(self._tip + (index + _DASHED) / count * (end - self._tip))


class PullBars:
    """Both pulls as bars from one line, half in the colour of keys and half in the queries' colour.

    Args:
        words: the two words; the first bar is the first one's pull.
        shown: all forces at which they come to rest.
        record: where they are.
        base: the height from which they stand, scene units; None for bars that lie.
        style: theme and sizes.

    Attributes:
        halves: the keys' half and the queries' half of the first bar, then of the second.
        line: the line from which they begin.
        whose: the icons of key and query at that line; the words where they have none.
    """

    def __init__(
        self, words: Sequence[str], shown: Sequence[float], record: Region, base: float | None, style: Style
    ) -> None:
        theme, self.style = style.theme, style
        self.halves = [
            laid(Polygon(*[point(0.0)] * 4, color=color, stroke_width=0 if theme.filled else 2.0), Layer.LEDGER)
            .set_fill(theme.fill(color), 1.0 if theme.filled else 0.0)
            for color in (theme.key, theme.query) * 2
        ]  # fmt: skip
        self._stands = base is not None
        self._size, most = style.sizes.hero, max(shown)
        within = _PITCH - 0.1 if self._stands else 0.36 * record.width
        while (widest := self._widest(shown)) > within:
            self._size *= _SHRINK
        marks = [self._mark(words[index], words[1 - index]) for index in (0, 1)]
        x, y = flat(record.centre)
        if base is not None:
            self._thick, self._zero, self._lanes = _BAR, base, [x - _PITCH / 2, x + _PITCH / 2]
            for mark, lane in zip(marks, self._lanes, strict=True):
                mark.scale(min(1.0, (_PITCH - 0.15) / float(mark.width)))
                mark.move_to(point(lane, base - 0.15 - _MARK / 2))
            ends = [point(x + side * (_PITCH / 2 + _BAR / 2 + 0.1), base) for side in (-1, 1)]
            self.unit = (record.top - base - _GAP - self._cap()) / most
        else:
            self._thick, self._lanes = _LYING, [y + _ROW / 2, y - _ROW / 2]
            for mark, lane in zip(marks, self._lanes, strict=True):
                mark.scale(min(1.0, 0.4 * record.width / float(mark.width)))
                mark.move_to(point(record.left + float(mark.width) / 2, lane))
            self._zero = max(float(mark.get_right()[0]) for mark in marks) + _GAP
            ends = [point(self._zero, y + side * (_ROW / 2 + _LYING / 2 + 0.1)) for side in (-1, 1)]
            self.unit = (record.right - self._zero - _GAP - widest) / most
        self.line = laid(thin_line(ends[0], ends[1], theme.axis, 2.8), Layer.LEDGER)
        self.whose = laid(VGroup(*marks), Layer.LEDGER)

    def _mark(self, puller: str, pulled: str) -> VMobject:
        """Return the icons of two words, the one that pulls as key; who pulls whom, where one has none."""
        theme, style = self.style.theme, self.style
        if not (has_icon(puller, style) and has_icon(pulled, style)):
            return pulls_row(puller, pulled, size=style.sizes.tick, style=style)
        pairs = ((puller, theme.key), (pulled, theme.query))
        return VGroup(*(ShadedIcon(word, color, height=_MARK, style=style) for word, color in pairs)).arrange(buff=0.12)

    def _widest(self, forces: Sequence[float]) -> float:
        """Return the width of the widest of some forces as a number, scene units."""
        return max(float(HeroNumber(force, size=self._size, style=self.style).width) for force in forces)

    def _cap(self) -> float:
        """Return the height of a number's digits, scene units."""
        return CAP_HEIGHT * self._size * UNITS_PER_FONT_UNIT

    def draw(self, forces: Sequence[float]) -> None:
        """Give the bars the lengths of two forces."""
        half = self._thick / 2
        for index, bar in enumerate(self.halves):
            lane, end = self._lanes[index // 2], self._zero + max(forces[index // 2] * self.unit, _LEAST)
            near, far = ((-half, 0.0), (0.0, half))[index % 2 if self._stands else 1 - index % 2]
            corners = [(lane + near, self._zero), (lane + near, end), (lane + far, end), (lane + far, self._zero)]
            corners = corners if self._stands else [(y, x) for x, y in corners]
            bar.set_points_as_corners([point(x, y) for x, y in (*corners, corners[0])])

    def number(self, index: int, force: Tensor | float) -> HeroNumber:
        """Return a force as the number at the end of its bar."""
        number = HeroNumber(force, size=self._size, style=self.style)
        lane, end = self._lanes[index], self._zero + max(float(force) * self.unit, _LEAST) + _GAP
        if self._stands:
            number.set_x(lane).on_baseline(end)
        else:
            number.align_to(point(end), LEFT).on_baseline(lane - self._cap() / 2)
        return laid(number, Layer.LEDGER)
