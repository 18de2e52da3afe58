"""The pattern of attention grows as the square of the context (the lesson on multi-headed attention), to scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from manim import FadeIn, FadeOut, LaggedStart, Square, VGroup, VMobject, linear
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

_FILL, _LEAST = (0.84, 0.62, 0.42, 0.55), 0.05
"""Opacities of the areas, the smallest first; the side of one that would be too small to be seen, scene units."""

_SEAM, _WALL_SEAM, _MOST_TILES = 0.08, 0.2, 128
"""The share of a tile's pitch that is free around it, and in the last wall; the most tiles in a row: beyond, a row is
one area."""

_GRID, _SNAPS = 90, 0.9
"""Pixels of a scene unit in a frame of 720 lines, for where a wall's tiles have whole pixels, no false pattern appears;
the share of the free side that must be left by that."""

_BYTES, _UNITS = 2, (("terabytes", 1e12), ("gigabytes", 1e9), ("megabytes", 1e6), ("bytes", 1.0))
"""The bytes of a weight at half precision, and units of memory, the largest first."""

_BELOW, _AIR = 0.55, 0.18
"""Scene units for the length of a context below the square, and between the one at its left and the square."""

_SHRINK, _ROW, _ROWS = 0.7, 0.7, 0.8
"""Seconds in which a square shrinks, the first row of its like arrives, and all other rows."""

_CELLS, _SWEEP, _HIDDEN, _LIT = 1.0, 1.8, 1e-3, 6
"""Seconds in which a few words' cells arrive, and in which layers are used and forgotten; the least side of an area,
scene units; the layers after which a used one is gone."""


class Contexts(OfModel):
    """The parameters: whose dimensions, and three lengths of a context."""

    contexts: tuple[int, int, int] = Field((2048, 8192, 131072), description="Three lengths of a context, growing.")


@dataclass(frozen=True)
class Cost:
    """Patterns of attention over contexts of three lengths."""

    model: str
    heads: int
    layers: int
    lengths: tuple[str, ...]
    unit: str
    tokens: Tensor = quantity("The length of each context.", rows="lengths")
    weights: Tensor = quantity("The weights in one head's pattern over each context.", rows="lengths")
    all_weights: Tensor = quantity("The weights of all heads in all layers over the longest context.")
    memory: Tensor = quantity("What these weights would take, in the largest unit of which they fill one.")
    longer: Tensor = quantity("How many times longer the last context is than the first.")
    larger: Tensor = quantity("How many times larger its pattern is.")
    takes: Tensor = quantity("How long it takes to count each of these weights, one a second.", rows="units")
    units: tuple[str, ...] = ()


def _grows_as_the_square(numbers: Cost, world: World) -> Measurement:
    longer, larger = float(numbers.longer), float(numbers.larger)
    return Measurement(
        abs(larger - longer**2) < 1e-6 * larger, f"{longer:,.0f} times as long, {larger:,.0f} times as large"
    )


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
        size = _BYTES * float(whole)
        unit, one = next(((name, one) for name, one in _UNITS if size >= one), _UNITS[-1])
        memory = torch.tensor(size / one, dtype=torch.float64)
        takes, units = time_to_count(torch.cat([weights, whole[None]]))
        return Cost(
            model, dims.heads, dims.layers, lengths, unit, tokens, weights, whole, memory, longer, larger, takes, units
        )

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
        names = [[self._name(word) for word in self.few] for _ in range(2)]
        widest = max(float(text.width) for text in [*(beside for _, beside in texts), *names[1]])
        room = self.picture.inset(left=widest + _AIR, bottom=_BELOW)
        free, tile = min(room.width, room.height), max(numbers.heads, numbers.layers) / _GRID
        whole = tile * int(free / tile)
        self.side = whole if whole > _SNAPS * free else free
        self.corner = np.round(_GRID * (room.centre - point(self.side / 2, self.side / 2))) / _GRID
        self.texts = [self._edged(below, beside) for below, beside in texts]
        self.frame = Square(self.side).move_to(self.corner + point(self.side / 2, self.side / 2))
        self.frame.set_stroke(self.style.theme.dim, self.style.strokes.thin)
        self.squares = [self._square(index) for index in range(3)]
        self.cells = self._cells()
        self.names = self._beside_cells(*names)
        self.rows_of_tiles: list[VMobject] = []
        self.edges: list[VMobject] = []

    def _name(self, word: str) -> Label:
        return Label(word, size=self.style.sizes.number, style=self.style)

    def _cells(self) -> list[Square]:
        """Return a cell for every pair of a few words, row by row from above."""
        count = len(self.few)
        pitch, cells = self.side / count, []
        for row in range(count):
            for column in range(count):
                cell = Square((1 - _SEAM) * pitch, stroke_width=0).set_z_index(4)
                colour_area(cell, self.style.theme.query, 1.0, self.style)
                at = self.corner + point((column + 0.5) * pitch, self.side - (row + 0.5) * pitch)
                cells.append(cell.move_to(at))
        return cells

    def _beside_cells(self, below: list[Label], beside: list[Label]) -> list[Label]:
        """Return the few words below their columns and at the left of their rows, at their places."""
        pitch = self.side / len(self.few)
        for index, (low, left) in enumerate(zip(below, beside, strict=True)):
            low.set_x(self.corner[0] + (index + 0.5) * pitch).on_baseline(self.corner[1] - _BELOW / 2 - 0.1)
            left.set_x(self.corner[0] - _AIR - left.width / 2)
            left.on_baseline(self.corner[1] + self.side - (index + 0.5) * pitch - 0.1)
        return [*below, *beside]

    def _square(self, index: int) -> Square:
        square = Square(self.side, stroke_width=0).move_to(self.corner + point(self.side / 2, self.side / 2))
        return colour_area(square.set_z_index(3 - index), self.style.theme.query, _FILL[index], self.style)

    def _tiles(self, across: float, up: float, index: int) -> list[VMobject]:
        """Return rows of tiles that fill the picture, from below; the last of each may be cut.

        Args:
            across: tiles in a row.
            up: rows.
            index: whose opacity they have.
        """
        wide, tall = (self.side / min(count, _MOST_TILES) for count in (across, up))
        seam, rows = (_WALL_SEAM if index == len(self.squares) else _SEAM) * min(wide, tall) / 2, []
        for low in np.arange(0.0, self.side - 1e-6, tall):
            row = VMobject(stroke_width=0).set_z_index(-index)
            top = min(low + tall, self.side) - seam
            for left in np.arange(0.0, self.side - 1e-6, wide):
                right = min(left + wide, self.side) - seam
                ends = ((left + seam, low + seam), (right, low + seam), (right, top), (left + seam, top))
                corners = [self.corner + point(*end) for end in ends]
                row.start_new_path(corners[0])
                for corner in (*corners[1:], corners[0]):
                    row.add_line_to(corner)
            rows.append(colour_area(row, self.style.theme.query, _FILL[index], self.style))
        return rows

    def _edged(self, below: VMobject, beside: VMobject) -> list[VMobject]:
        """Return what stands below the square and at its left, at their places."""
        below.set_x(self.corner[0] + self.side / 2).set_y(self.corner[1] - _BELOW / 2)
        beside.set_x(self.corner[0] - _AIR - beside.width / 2).set_y(self.corner[1] + self.side / 2)
        return [below, beside]

    def _lengths(self, index: int) -> list[VMobject]:
        size = self.style.sizes.number
        below, beside = (Count(self.numbers.tokens[index], size=size, style=self.style) for _ in range(2))
        return [Row([below, self._said("tokens")]), beside]

    def _said(self, key: str, **values: object) -> Label:
        return Label(self.says(key, **values), size=self.style.sizes.number, style=self.style)

    def _shrink(self, index: int, share: float, *titles: HeaderPhrase) -> None:
        """Let a pattern and what lies on it shrink to a share of its side, in the lower left corner.

        Args:
            index: which pattern.
            share: of its side.
            titles: the header that leaves before, and the one that arrives meanwhile.
        """
        lying = self.squares[: index + 1]
        sides = [float(square.width) for square in lying]
        tiled = [FadeIn(self.squares[index])] if index else []
        leaving = FadeOut(*self.rows_of_tiles, *self.edges, *titles[:1])
        self.play(leaving, *tiled, run_time=self.style.times.quick)

        def follow(progress: float) -> None:
            for square, side in zip(lying, sides, strict=True):
                width = max(side * share**progress, min(_LEAST, side))
                square.set(width=width).move_to(self.corner + point(width / 2, width / 2))

        self.play(Live(lying, follow), *map(FadeIn, titles[1:]), run_time=_SHRINK)

    def _tile(self, across: float, up: float, index: int) -> None:
        """Fill the picture with tiles as large as the square that has shrunk: one row, then all others."""
        first, *others = self.rows_of_tiles = self._tiles(across, up, index)
        points = first.points

        def follow(progress: float) -> None:
            first.points = points[: 16 * round(progress * len(points) / 16)]

        self.edges = edges = self.texts[index]
        self.add(first)
        self.play(Live([first], follow), FadeIn(edges[0]), run_time=_ROW)
        if others:
            self.play(LaggedStart(*map(FadeIn, others), lag_ratio=0.5), FadeIn(edges[1]), run_time=_ROWS)

    def tell(self) -> None:
        """Show the pattern of a short context, of longer ones, those of all heads, and how they are used."""
        numbers, size = self.numbers, self.style.sizes.number
        for index, name in enumerate(("short", "longer", "longest")):
            times = float(numbers.tokens[index] / numbers.tokens[max(index - 1, 0)])
            words = {"tokens": numbers.lengths[0], "times": f"{times:,.0f}", "tiles": f"{times**2:,.0f}"}
            with self.beat(name, **words, count=spoken(self, float(numbers.weights[index]))):
                if index:
                    titles = [self.title, self.supposed] if index == 1 else []
                    self._shrink(index - 1, 1 / times, *titles)
                    self._tile(times, times, index)
                else:
                    self._show_few()
                    self._leave_few()
                side = [Count(numbers.tokens[index], size=size, style=self.style) for _ in range(2)]
                self.count("pattern", numbers.weights[index], factors=side, takes=self._takes(index))
                self.rest()
        takes = spoken_time(self, float(numbers.takes[3]), numbers.units[3])
        with self.beat("all", count=spoken(self, float(numbers.all_weights)), takes=takes):
            self._show_all()
            self.count("all", numbers.all_weights, takes=self._takes(3), heads=numbers.heads, layers=numbers.layers)
            self.rest()
        memory = f"{float(numbers.memory):,.0f} {self.says(numbers.unit)}"
        with self.beat("kept", memory=memory):
            self._forget()
            self.hold()

    def _takes(self, index: int) -> tuple[Tensor, str]:
        """Return how long it takes to count one of the counts, and the unit's key."""
        return self.numbers.takes[index], self.numbers.units[index]

    def _show_few(self) -> None:
        """Show a cell for every pair of a few words."""
        self.play(FadeIn(self.title, self.frame, *self.names), run_time=self.style.times.quick)
        self.play(LaggedStart(*map(FadeIn, self.cells), lag_ratio=0.3), run_time=_CELLS)

    def _leave_few(self) -> None:
        """Let the cells shrink into the corner of the first context's pattern, which grows around them."""
        self.play(FadeOut(*self.names), run_time=self.style.times.quick)
        square, cells = self.squares[0].set(width=_HIDDEN), VGroup(*self.cells)
        self.add(square.move_to(self.corner))
        lying, side = cells.copy(), float(cells.width)

        def follow(progress: float) -> None:
            cells.become(lying).scale(max(_LEAST / side, 1 - progress)).move_to(
                self.corner + point(float(cells.width) / 2, float(cells.height) / 2)
            )
            width = max(progress * self.side, _HIDDEN)
            square.set(width=width).move_to(self.corner + point(width / 2, width / 2))

        self.edges = self.texts[0]
        self.play(Live([square, *self.cells], follow), FadeIn(*self.edges), run_time=_SHRINK)
        self.remove(*self.cells)

    def _show_all(self) -> None:
        """Let the longest pattern become one of many: a column for each head, a row for each layer."""
        numbers, square, lying = self.numbers, self.squares[2], [*self.rows_of_tiles, *self.squares[:2]]
        share, shapes = (1 - _WALL_SEAM) / max(numbers.heads, numbers.layers), [each.points for each in lying]

        def follow(progress: float) -> None:
            for each, points in zip(lying, shapes, strict=True):
                each.points = self.corner + share**progress * (points - self.corner)

        self.play(FadeOut(*self.edges), Live(lying, follow), run_time=_SHRINK)
        width = share * self.side
        colour_area(square, self.style.theme.query, 1.0, self.style)
        self.add(square.set(width=width).move_to(self.corner + point(width / 2, width / 2)))
        self.remove(*lying)
        self._tile(numbers.heads, numbers.layers, 3)

    def _forget(self) -> None:
        """Use the wall layer by layer: a row lights up and is gone; say what all would take."""
        rows, filled = self.rows_of_tiles, self.style.theme.filled

        def follow(progress: float) -> None:
            now = progress * (len(rows) - 1)
            for index, row in enumerate(rows):
                opacity = max(1 - (now - index) / _LIT, 0.0) if index <= now else _FILL[3]
                row.set_fill(opacity=opacity) if filled else row.set_stroke(opacity=opacity)

        leaving = FadeOut(self.squares[2], run_time=self.style.times.quick)
        self.play(Live(rows, follow, rate_func=linear, run_time=_SWEEP), leaving)
        size, numbers = self.style.sizes, self.numbers
        amount = Number(numbers.memory, decimals=0, size=size.hero, style=self.style)
        unit = Label(self.says(numbers.unit), size=size.hero, style=self.style)
        within = 0.9 * self.side
        said = VGroup(Row([amount, unit], 0.2), self._said("if-kept"), self._said("each", bytes=_BYTES))
        for text in said:
            text.scale(min(1.0, within / float(text.width)))
        said.arrange(point(0.0, -1.0), buff=0.3).move_to(self.frame)
        self.play(FadeIn(said), run_time=self.style.times.quick)
