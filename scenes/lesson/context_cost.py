"""The pattern of attention grows as the square of the context (the lesson on multi-headed attention), to scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
import torch
from manim import UP, FadeIn, FadeOut, LaggedStart, Square, VGroup, VMobject, linear
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from scenes.claims import Claim, Measurement
from scenes.lesson.counts import MODELS, Count, CountFigure, OfModel, spoken, spoken_time, time_to_count
from scenes.motion.live import Live
from scenes.parts.geometry import point
from scenes.parts.stage_text import HeaderPhrase
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row
from scenes.quantities import quantity
from scenes.worlds import World

_SEEN, _MASKED = 0.88, 0.26
"""Opacities of cells that have a weight, and of those that are masked."""

_SEAM, _CELL_SEAM, _MOST_TILES = 0.035, 0.08, 128
"""Scene units free between two patterns; the share of a cell's pitch that is free between two cells; the most tiles in
a row: beyond, a row is one area."""

_GRID, _SNAPS = 90, 0.9
"""Pixels of a scene unit in a frame of 720 lines, for where a wall's tiles have whole pixels, no false pattern appears;
the share of the free side that must be left by that."""

_BYTES, _UNITS = 2, (("terabytes", 1e12), ("gigabytes", 1e9), ("megabytes", 1e6), ("bytes", 1.0))
"""The bytes of a weight at half precision, and units of memory, the largest first."""

_ABOVE, _AIR = 0.5, 0.18
"""Scene units for the length of a context above the square, and between the one at its left and the square."""

_SHRINK, _ROW, _ROWS, _UP = 0.9, 0.8, 1.2, 2.2
"""Seconds in which a pattern shrinks, the first row of its like arrives, all other rows, and a wall of them."""

_CELLS, _SWEEP, _LIT = 1.6, 2.4, 6
"""Seconds in which a few words' cells arrive, and in which layers are used and forgotten; the layers after which a used
one is gone."""

_MOST_CELLS = 64
"""Cells in a row at which single ones are not seen any more."""


class Contexts(OfModel):
    """The parameters: whose dimensions, and three lengths of a context."""

    contexts: tuple[int, int, int] = Field((2048, 8192, 131072), description="Three lengths of a context, growing.")


@dataclass(frozen=True)
class Cost:
    """Patterns of attention over contexts of three lengths: a cell for each pair of words, those ahead masked."""

    model: str
    heads: int
    layers: int
    lengths: tuple[str, ...]
    unit: str
    layer_unit: str
    tokens: Tensor = quantity("The length of each context.", rows="lengths")
    weights: Tensor = quantity("The cells of one head's pattern over each context.", rows="lengths")
    all_weights: Tensor = quantity("The cells of all heads in all layers over the longest context.")
    memory: Tensor = quantity("What these cells would take, in the largest unit of which they fill one.")
    layer_memory: Tensor = quantity("What those of one layer would take, in the largest unit of which they fill one.")
    longer: Tensor = quantity("How many times longer the last context is than the first.")
    larger: Tensor = quantity("How many times larger its pattern is.")
    takes: Tensor = quantity(
        "How long it takes to count the cells of each pattern, and of all, one a second.", rows="units"
    )
    units: tuple[str, ...] = ()


def _grows_as_the_square(numbers: Cost, world: World) -> Measurement:
    longer, larger = float(numbers.longer), float(numbers.larger)
    return Measurement(
        abs(larger - longer**2) < 1e-6 * larger, f"{longer:,.0f} times as long, {larger:,.0f} times as large"
    )


def _memory(cells: Tensor) -> tuple[Tensor, str]:
    """Return what cells take, in the largest unit of which they fill one, and the key of the unit."""
    size = _BYTES * cells
    unit, one = next((each for each in _UNITS if float(size) >= each[1]), _UNITS[-1])
    return size / one, unit


def _factor(times: float) -> str:
    """Return how many times as much something is, as it is said: 4, 1,024, 1.5."""
    return f"{times:,.{0 if times == round(times) else 1}f}"


def _outlines(polygons: list[list[tuple[float, float]]]) -> NDArray[np.float64]:
    """Return the points of a path through closed polygons of straight sides, shape (N, 3)."""
    paths = [_closed(np.pad(np.array([corners]), ((0, 0), (0, 0), (0, 1)))) for corners in polygons]
    return np.concatenate([np.zeros((0, 3)), *paths])


def _closed(polygons: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the points of a path through closed polygons of the same number of corners, given as shape (N, C, 3)."""
    ends = np.roll(polygons, -1, axis=1)
    return np.stack([polygons, (2 * polygons + ends) / 3, (polygons + 2 * ends) / 3, ends], axis=2).reshape(-1, 3)


def _within(polygon: list[list[float]]) -> list[list[float]]:
    """Return the part of a convex polygon whose coordinates are at most 1: without corners where there is none."""
    for axis in (0, 1):
        kept: list[list[float]] = []
        for one, other in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
            if one[axis] <= 1:
                kept.append(one)
            if (one[axis] - 1) * (other[axis] - 1) < 0:
                share = (1 - one[axis]) / (other[axis] - one[axis])
                kept.append([start + share * (end - start) for start, end in zip(one, other, strict=True)])
        polygon = kept
    return polygon


def _corners(wide: float, tall: float) -> NDArray[np.float64]:
    """Return the corners of a closed rectangle whose first corner is zero, shape (5, 3)."""
    return np.array([[0, 0, 0], [wide, 0, 0], [wide, tall, 0], [0, tall, 0], [0, 0, 0]], float)


class ContextCost(CountFigure):
    """lesson-context-cost: a context some times longer has a pattern that many times taller and wider."""

    name = "lesson-context-cost"
    Parameters = Contexts
    numbers: Cost
    claims = (Claim("The pattern grows as the square of the context.", _grows_as_the_square),)

    @classmethod
    def compute(cls, parameters: Contexts, world: World) -> Cost:
        """Count the weights of patterns over contexts of three lengths."""
        model, dims, _ = MODELS[parameters.dims]
        tokens = torch.tensor(parameters.contexts, dtype=torch.float64)
        weights = torch.tensor([dims.pattern_numbers(length) for length in parameters.contexts], dtype=torch.float64)
        whole = weights[-1] * dims.heads * dims.layers
        lengths = tuple(f"{length:,}" for length in parameters.contexts)
        longer, larger = tokens[-1] / tokens[0], weights[-1] / weights[0]
        (memory, unit), (layer_memory, layer_unit) = map(_memory, (whole, whole / dims.layers))
        takes, units = time_to_count(torch.cat([weights, whole[None]]))
        return Cost(
            model, dims.heads, dims.layers, lengths, unit, layer_unit, tokens, weights, whole, memory, layer_memory,
            longer, larger, takes, units,
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: Cost) -> Mapping[str, object]:
        """Return the lengths, the weights in each pattern, and how many patterns there are."""
        return {
            "lengths": ", ".join(numbers.lengths),
            "weights": ", ".join(f"{weight:,.0f}" for weight in numbers.weights.tolist()),
            "heads": numbers.heads,
            "layers": numbers.layers,
        }

    def build(self) -> None:
        """Make the pattern of a few words, and each context's pattern as a square that fills the picture."""
        numbers = self.numbers
        self.set_out(self.says("one-head", model=numbers.model), 4)
        ink, said = [self.style.theme.ink], [self.says("supposed", model=numbers.model)]
        self.supposed = HeaderPhrase(said, ink, self.stage, self.view, style=self.style)
        texts: list[list[VMobject]] = [self._lengths(index) for index in range(3)]
        texts.append([self._said("heads", count=numbers.heads), self._said("layers", count=numbers.layers)])
        self.few = self.says("words").split()
        self.one = Label(self.says("one"), size=self.style.sizes.tick, style=self.style)
        names = [[self._name(word) for word in self.few] for _ in range(2)]
        widest = max(float(text.width) for text in [*(beside for _, beside in texts), *names[1], self.one])
        room = self.picture.inset(left=widest + _AIR, top=_ABOVE)
        free, tile = min(room.width, room.height), max(numbers.heads, numbers.layers) / _GRID
        whole = tile * int(free / tile)
        self.side = whole if whole > _SNAPS * free else free
        self.corner = np.round(_GRID * (room.centre + point(-self.side / 2, self.side / 2))) / _GRID
        self.texts = [self._edged(above, beside) for above, beside in texts]
        self.frame = Square(self.side).move_to(self.corner + point(self.side / 2, -self.side / 2))
        self.frame.set_stroke(self.style.theme.dim, self.style.strokes.thin)
        self.names = self._beside_cells(*names)
        self.mask = self._said("masked").move_to(self.corner + self.side * point(0.68, -0.32))
        self.lying: list[VMobject] = []
        self.marks: list[VMobject] = []
        self.tiles: list[VGroup] = []
        self.edges: list[VMobject] = []

    def _name(self, word: str) -> Label:
        return Label(word, size=self.style.sizes.number, style=self.style)

    def _areas(self) -> VGroup:
        """Return two areas without an outline yet: of cells that have a weight, and of those that are masked."""
        areas = VGroup(*(VMobject(stroke_width=0) for _ in range(2)))
        for area, opacity in zip(areas, (_SEEN, _MASKED), strict=True):
            colour_area(area, self.style.theme.query, opacity, self.style)
        return areas

    def _box(self, row: float, column: float, pitch: float, seam: float) -> list[tuple[float, float]]:
        """Return the corners of a cell or tile from its upper left on, against the clock; the last may be cut."""
        (left, top), half = (pitch * column, pitch * row), seam / 2
        right, low = (min(edge + pitch, self.side) for edge in (left, top))
        x, y = float(self.corner[0]), float(self.corner[1])
        return [
            (x + left + half, y - top - half), (x + left + half, y - low + half),
            (x + right - half, y - low + half), (x + right - half, y - top - half),
        ]  # fmt: skip

    def _set_cells(self, areas: VGroup, count: float) -> VGroup:
        """Draw a cell for each pair of words, as many words as fit the square: those ahead of a word are masked."""
        pitch, whole = self.side / count, range(ceil(count - 1e-6))
        boxes = [(row, column, self._box(row, column, pitch, _CELL_SEAM * pitch)) for row in whole for column in whole]
        for area, masked in zip(areas, (False, True), strict=True):
            area.points = _outlines([box for row, column, box in boxes if (column > row) == masked])
        return areas

    def _beside_cells(self, above: list[Label], beside: list[Label]) -> list[Label]:
        """Return the few words above their columns and at the left of their rows, at their places."""
        pitch = self.side / len(self.few)
        for index, (high, left) in enumerate(zip(above, beside, strict=True)):
            high.set_x(self.corner[0] + (index + 0.5) * pitch).on_baseline(self.corner[1] + _AIR)
            left.set_x(self.corner[0] - _AIR - left.width / 2)
            left.on_baseline(self.corner[1] - (index + 0.5) * pitch - 0.1)
        return [*above, *beside]

    def _pattern(self) -> VGroup:
        """Return the pattern of a long context: it fills the square, and all above its diagonal is masked."""
        areas, (high, left, low, right) = self._areas(), self._box(0.0, 0.0, self.side, 0.0)
        areas[0].points, areas[1].points = _outlines([[high, left, low]]), _outlines([[high, low, right]])
        return areas

    def _rows(self, across: float) -> list[VGroup]:
        """Return rows of patterns that fill the square, from above, without the first of all; the last may be cut.

        Together they are one pattern: those below its diagonal have weights, those above are masked, and those on it
        are half masked.
        """
        count = min(across, _MOST_TILES)
        rows, whole = [], range(ceil(count - 1e-6))
        for row in whole:
            parts: tuple[list[list[tuple[float, float]]], ...] = ([], [])
            for column in whole:
                box = self._box(row, column, self.side / count, _SEAM)
                if row == column:
                    for part, corner in zip(parts, (1, 3), strict=True):
                        part.extend([[box[0], box[corner], box[2]]] * bool(row))
                else:
                    parts[column > row].append(box)
            areas = self._areas().set_z_index(-1)
            for area, part in zip(areas, parts, strict=True):
                area.points = _outlines(part)
            rows.append(areas)
        return rows

    def _wall(self, across: int, down: int) -> list[VGroup]:
        """Return rows of whole patterns that fill the square without gaps: what has weights, and what is masked.

        Args:
            across: patterns in a row.
            down: rows.
        """
        paths = [path.reshape(down, -1, 3) for path in self._tiles(across, down)]
        rows = [self._areas().set_z_index(-1) for _ in range(down)]
        for row, *points in zip(rows, *paths, strict=True):
            for area, path in zip(row, points, strict=True):
                area.points = path
        return rows

    def _edged(self, above: VMobject, beside: VMobject) -> list[VMobject]:
        """Return what stands above the square and at its left, at their places."""
        above.set_x(self.corner[0] + self.side / 2).set_y(self.corner[1] + _ABOVE / 2)
        beside.set_x(self.corner[0] - _AIR - beside.width / 2).set_y(self.corner[1] - self.side / 2)
        return [above, beside]

    def _lengths(self, index: int) -> list[VMobject]:
        size = self.style.sizes.number
        below, beside = (Count(self.numbers.tokens[index], size=size, style=self.style) for _ in range(2))
        return [Row([below, self._said("tokens")]), beside]

    def _said(self, key: str, *, color: str | None = None, **values: object) -> Label:
        return Label(self.says(key, **values), size=self.style.sizes.number, color=color, style=self.style)

    def _scaled(self, things: Sequence[VMobject], share: float, inset: float = 0.0) -> Live:
        """Return how things shrink towards the upper left corner of the square, to a share of their size.

        Args:
            things: what shrinks.
            share: of their size.
            inset: scene units from the corner to where they end.
        """
        family = [
            part for thing in things for part in thing.get_family() if isinstance(part, VMobject) and len(part.points)
        ]
        shapes, end = [part.points.copy() for part in family], self.corner + point(inset, -inset)

        def follow(progress: float) -> None:
            now, at = share**progress, self.corner + progress * (end - self.corner)
            for part, points in zip(family, shapes, strict=True):
                part.points = at + now * (points - self.corner)

        return Live(family, follow, run_time=_SHRINK)

    def _become_one(self, *leaving: VMobject) -> None:
        """Let the patterns that fill the square become one pattern, of the longer context."""
        whole = self._pattern()
        self.play(FadeOut(*self.tiles, *self.edges, *leaving), FadeIn(whole), run_time=self.style.times.quick)
        old, *marks = self.lying
        self.remove(old, *old)
        self.lying = [whole, *marks]

    def _grow(self, index: int, times: float) -> None:
        """Let a context become longer: its old pattern shrinks, and others like it fill the square.

        Args:
            index: which context.
            times: how many times longer it is than the one before.
        """
        titles, pitch = ([self.title, self.supposed] if index == 1 else []), self.side / min(times, _MOST_TILES)
        if index == 1:
            self.play(FadeOut(*self.edges, self.mask, self.title), run_time=self.style.times.quick)
        else:
            self._become_one()
        shrunk = self._scaled(self.lying, (pitch - _SEAM) / self.side, _SEAM / 2)
        self.play(shrunk, *map(FadeIn, titles[1:]))
        mark = Square(pitch).move_to(self.corner + point(pitch / 2, -pitch / 2)).set_z_index(2)
        mark.set_stroke(self.style.theme.ink, self.style.strokes.line)
        self.lying.append(mark)
        self.marks.append(mark)
        first, *others = self.tiles = self._rows(times)
        self.edges = self.texts[index]
        self.add(first)
        self.play(FadeIn(mark), self._reveal([*first]), FadeIn(self.edges[0]), run_time=_ROW)
        self.play(LaggedStart(*map(FadeIn, others), lag_ratio=0.5), FadeIn(self.edges[1]), run_time=_ROWS)

    def _reveal(self, areas: Sequence[VMobject]) -> Live:
        """Return how the tiles of areas appear one after the other."""
        shapes = [area.points.copy() for area in areas]

        def follow(progress: float) -> None:
            for area, points in zip(areas, shapes, strict=True):
                area.points = points[: 16 * round(progress * len(points) / 16)]

        return Live(areas, follow, run_time=_ROW)

    def tell(self) -> None:
        """Show the pattern of a short context, of longer ones, those of all heads, and how they are used."""
        numbers, size = self.numbers, self.style.sizes.number
        for index, name in enumerate(("short", "longer", "longest")):
            times = float(numbers.tokens[index] / numbers.tokens[max(index - 1, 0)])
            words = {"tokens": numbers.lengths[0], "times": _factor(times), "tiles": _factor(times**2)}
            with self.beat(name, **words, count=spoken(self, float(numbers.weights[index]))):
                if index:
                    self._grow(index, times)
                else:
                    self._show_few()
                    self._leave_few()
                side = [Count(numbers.tokens[index], size=size, style=self.style) for _ in range(2)]
                self.count("pattern", numbers.weights[index], factors=side, takes=self._takes(index))
                self.rest()
        takes = spoken_time(self, float(numbers.takes[3]), numbers.units[3])
        with self.beat("all", takes=takes):
            self._show_all()
            self.rest()
        memory = f"{float(numbers.memory):,.0f} {self.says(numbers.unit)}"
        with self.beat("kept", memory=memory):
            self._forget()
            self.hold()

    def _takes(self, index: int) -> tuple[Tensor, str]:
        """Return how long it takes to count one of the counts, and the unit's key."""
        return self.numbers.takes[index], self.numbers.units[index]

    def _show_few(self) -> None:
        """Show a cell for every pair of a few words, row by row: what a word sees, then what is masked."""
        self.play(FadeIn(self.title, self.frame, *self.names), run_time=self.style.times.quick)
        self.cells = self._set_cells(self._areas(), len(self.few))
        seen, masked = self.cells
        self.add(seen)
        self.play(self._reveal([seen]), run_time=_CELLS)
        self.play(FadeIn(masked), run_time=self.style.times.move)
        self.wait(self.style.times.quick)

    def _leave_few(self) -> None:
        """Let cells of more and more words come into the square, until single ones are not seen any more."""
        few = len(self.few)
        self.play(FadeOut(*self.names), run_time=self.style.times.quick)

        def follow(progress: float) -> None:
            self._set_cells(self.cells, few * (_MOST_CELLS / few) ** progress)

        self.play(Live([*self.cells], follow), run_time=1.5 * _SHRINK)
        self.edges = self.texts[0]
        self.lying = [self._pattern()]
        self.play(FadeOut(self.cells), FadeIn(*self.lying, *self.edges, self.mask), run_time=self.style.times.quick)

    def _show_all(self) -> None:
        """Let the longest pattern become one of many: a column for each head, a row for each layer, in one motion."""
        numbers, (heads, layers) = self.numbers, self.texts[3]
        self._become_one(*self.lying[1:])
        counts = min(numbers.heads, _MOST_TILES), numbers.layers
        mark = Square(self.side).move_to(self.frame).set_z_index(2)
        mark.set_stroke(self.style.theme.ink, self.style.strokes.line)
        self.one.set_x(self.frame.get_x()).on_baseline(float(self.corner[1]) + _AIR)
        self.play(FadeIn(mark, self.one), run_time=self.style.times.quick)
        self.wait(self.style.times.quick)
        whole = self.lying[0]
        areas, box = self._areas(), np.array([self.side, -self.side, 0.0])

        def follow(progress: float) -> None:
            across, down = (count**progress for count in counts)
            for area, points in zip(areas, self._tiles(across, down), strict=True):
                area.points = points
            wide, tall = box[:2] / (across, down)
            mark.set_points_as_corners(self.corner + _corners(wide, tall))

        follow(0.0)
        self.remove(whole, *whole)
        self.add(areas)
        self.edges = [heads, layers]
        zoom = Live([*areas, mark], follow, run_time=_UP)
        self.play(FadeOut(self.one), run_time=self.style.times.quick)
        self.count("all", numbers.all_weights, takes=self._takes(3), meanwhile=[zoom], run_time=_UP,
                   heads=numbers.heads, layers=numbers.layers)  # fmt: skip
        self.play(FadeIn(heads, layers), FadeOut(mark), run_time=self.style.times.quick)
        self.wall = self._wall(*counts)
        self.remove(areas, *areas)
        self.add(*self.wall)

    def _tiles(self, across: float, down: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the paths of patterns without gaps, as many as fit the square: what has weights, what is masked.

        Args:
            across: patterns in a row.
            down: rows.
        """
        xs, ys = (np.arange(ceil(count - 1e-6) + 1) / count for count in (across, down))
        whole = np.meshgrid(xs[:-1], ys[:-1])
        halves = []
        for corners in (((0, 0), (0, 1), (1, 1)), ((0, 0), (1, 1), (1, 0))):
            polygons = np.stack([
                np.stack([(whole[0] + x / across).ravel(), (whole[1] + y / down).ravel()], axis=1) for x, y in corners
            ], axis=1)  # fmt: skip
            cut = polygons.max(axis=(1, 2)) > 1 + 1e-9
            kept = [_within(polygon.tolist()) for polygon in polygons[cut]]
            edge = _outlines([[self._at(x, y) for x, y in polygon] for polygon in kept if polygon])
            points = self.corner + self.side * np.pad(polygons[~cut] * (1, -1), ((0, 0), (0, 0), (0, 1)))
            halves.append(np.concatenate([_closed(points), edge]))
        return halves[0], halves[1]

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Return a place in the square, given in shares of its side from its upper left corner, in scene units."""
        return float(self.corner[0]) + self.side * x, float(self.corner[1]) - self.side * y

    def _forget(self) -> None:
        """Use the wall layer by layer: a row lights up and is gone, but for the last; say what all would take."""
        rows, filled = self.wall, self.style.theme.filled
        ink, query = self.style.theme.ink, self.style.theme.query

        def follow(progress: float) -> None:
            now = progress * (len(rows) - 1 + _LIT)
            for index, row in enumerate(rows):
                is_last = index == len(rows) - 1
                left = 1.0 if is_last or index > now else max(1 - (now - index) / _LIT, 0.0)
                color = ink if 0 <= now - index < _LIT / 2 and not is_last else query
                for area, opacity in zip(row, (1.0 if index <= now else _SEEN, _MASKED), strict=True):
                    if filled:
                        area.set_fill(color, left * opacity)
                    else:
                        area.set_stroke(color, opacity=left)

        self.play(Live([part for row in rows for part in row], follow, rate_func=linear, run_time=_SWEEP))
        numbers, sizes = self.numbers, self.style.sizes
        whole = self._amount(numbers.memory, numbers.unit, sizes.hero, self.style.theme.ink)
        layer = self._amount(numbers.layer_memory, numbers.layer_unit, sizes.hero, self.style.theme.query)
        parts = [VGroup(whole, self._said("if-kept"), self._said("each", bytes=_BYTES))]
        parts.append(VGroup(layer, self._said("in-use", color=self.style.theme.query)))
        free = self.side * (1 - 1 / numbers.layers) - 2 * _AIR
        for part in parts:
            part.arrange(point(0.0, -1.0), buff=_AIR)
        size = min(1.0, free / (sum(float(part.height) for part in parts) + _AIR))
        for part in parts:
            part.scale(min(size, 0.9 * self.side / float(part.width)))
        gap = _AIR + (free - sum(float(part.height) for part in parts)) / 3
        middle = self.corner + self.side * point(0.5)
        parts[0].move_to(middle - point(0.0, gap), aligned_edge=UP)
        parts[1].next_to(parts[0], point(0.0, -1.0), buff=gap - _AIR)
        for part in parts:
            self.play(FadeIn(part), run_time=self.style.times.quick)
            self.wait(self.style.times.quick)

    def _amount(self, memory: Tensor, unit: str, size: float, color: str) -> Row:
        """Return an amount of memory with its unit."""
        number = Number(memory, decimals=1 if float(memory) < 10 else 0, size=size, color=color, style=self.style)
        return Row([number, Label(self.says(unit), size=size, color=color, style=self.style)], 0.2)
