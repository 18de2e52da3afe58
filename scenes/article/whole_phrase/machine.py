"""All of attention in one picture: X becomes queries, keys and values, and these become weights and new vectors.

A word is one row of it, from X to X'.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from manim import Animation, AnimationGroup, Circle, FadeIn, FadeOut, VGroup, VMobject
from torch import Tensor

from scenes.article.whole_phrase.numbers import KeysQueriesValues
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import arrow_corners
from scenes.parts.stage_text import labelled
from scenes.parts.text.typeset import Math, Row
from scenes.stage import PlaneView, Region, Stage
from scenes.style import DEFAULT, Style

_LARGEST, _LEAST_NAMED = 0.36, 0.0095
"""Scene units from a number's disc to the next, at the most; the least with words beside rows, for a font unit."""

_FULL = 0.44
"""The radius of the largest disc of a block, as a share of the pitch."""

_SIGNED = 0.04
"""The radius of a negative number's ring, scene units, from which there is room for its sign."""

_NAME, _GAP, _ABOVE = 0.5, 0.14, 0.6
"""Scene units that a block's name takes, between a block and an arrow, and between a block and the one above it."""

_BESIDE = 0.1
"""Scene units from an arrow to its matrix's name."""

_SHARES, _WIDEST = (0.44, 0.18, 0.38), (2.9, 1.0, 2.3)
"""From X to Q, to the weights and to X': shares of the width that blocks leave free, and scene units at the most."""

_LEAST_GAPS = 1.7
"""Scene units that those three have together, at the least."""

_SHAFT, _HEAD = 0.05, 0.19
"""Scene units: the width of an arrow's shaft and the length of its head."""

_LIT, _BEAM = 0.05, 0.16
"""Scene units around the row that is lit; the opacity of the light along it."""


class Block(VGroup):
    """A matrix as discs: a disc's area is the size of a number; a negative one is a ring with a minus sign.

    Args:
        values: shape (R, C).
        at: manim point of its middle.
        pitch: scene units from a disc to the next.
        colors: ``#rrggbb``, one for each row, by role.
        style: theme.

    Attributes:
        discs: one for each number, row by row.
    """

    def __init__(
        self, values: Tensor, at: Point, pitch: float, colors: Sequence[str], *, style: Style = DEFAULT
    ) -> None:
        rows, columns = values.shape
        most = max(float(values.abs().max()), 1e-9)
        self.at, self.pitch, self.shape = np.asarray(at, float), pitch, (rows, columns)
        self.discs = [
            self._disc(value, most, self.place(row, column), colors[row], style)
            for row, numbers in enumerate(values.tolist())
            for column, value in enumerate(numbers)
        ]
        super().__init__(*self.discs)
        laid(self, Layer.LEDGER)

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height, scene units."""
        rows, columns = self.shape
        return columns * self.pitch, rows * self.pitch

    def place(self, row: int, column: int) -> Point:
        """Return the middle of a number's disc."""
        rows, columns = self.shape
        return self.at + self.pitch * point(column - (columns - 1) / 2, (rows - 1) / 2 - row)

    def _disc(self, value: float, most: float, at: Point, color: str, style: Style) -> Circle:
        radius = max(_FULL * self.pitch * math.sqrt(abs(value) / most), 1e-3)
        disc = Circle(radius=radius, color=color, stroke_width=1.6)
        if value < 0 and radius > _SIGNED:
            disc.start_new_path(point(-radius / 2)).add_line_to(point(radius / 2))
        disc.set_fill(style.theme.fill(color) if value > 0 else style.theme.background, 1.0)
        return disc.move_to(at)


class Machine:
    """The whole of attention: X at the beginning, then Q, K and V, the weights, and the new vectors.

    A word has one row, from X by way of Q and the weights to X'. Kᵀ stands above the weights, so that a weight is where
    a query's row meets a key's column; V stands above X'.

    Args:
        numbers: the numbers of one step.
        colors: the words' colours, ``#rrggbb``, by role: those of their rows in X and X'.
        manner: what happens before softmax besides Q Kᵀ, in Typst maths; empty for nothing.
        widest: scene units of the widest of the words' names.
        stage: the frame.
        view: the plane's view, between whose header and foot it lies.
        style: theme and sizes.

    Attributes:
        blocks: the matrices as discs, by name: X, Q, K (turned on its side), V, weights, new.
        names: what they are called.
        lit: the row of the first word, in its colour, around its numbers in each block that has it.
        beam: the light along that row.
        arrows: by the names of the blocks between which they lead.
        labels: the names of the matrices along the arrows from X.
        stages: the blocks that come together, after X.
    """

    def __init__(
        self,
        numbers: KeysQueriesValues,
        colors: Sequence[str],
        manner: str,
        widest: float,
        stage: Stage,
        view: PlaneView,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.style, theme = style, style.theme
        safe = stage.safe
        self._room = Region(safe.left + 0.1, safe.right - 0.1, view.foot + 0.6, view.header - 0.45)
        count, self._own = len(numbers.words), colors[numbers.position]
        self._colors = {"Q": theme.query, "K": theme.key, "V": theme.value}
        matrices = {
            "X": (numbers.vectors, colors), "Q": (numbers.queries, [theme.query] * count),
            "K": (numbers.keys.mT, [theme.key] * 2), "V": (numbers.values, [theme.value] * count),
            "weights": (numbers.weights, [theme.ink] * count), "new": (numbers.updated, colors),
        }  # fmt: skip
        self._count = count
        self.pitch = self._fitting(widest)
        self.is_named = self.pitch >= _LEAST_NAMED * style.sizes.tick
        self._widest = widest if self.is_named else 0.0
        places = self._places()
        self.blocks = {
            name: Block(values, places[name], self.pitch, rows, style=style)
            for name, (values, rows) in matrices.items()
        }
        self.names = {name: self._name(name, manner) for name in matrices}
        self.lit = {name: self._frame(name, numbers.position) for name in ("X", "Q", "weights", "new")}
        self.beam = self._beam(numbers.position)
        after = {"Q": "weights", "K": "weights", "V": "new", "weights": "new"}
        self.arrows = {way: self._arrow(*way) for way in [*(("X", name) for name in "QKV"), *after.items()]}
        self.labels = {name: self._along(name) for name in "QKV"}
        self.stages: Sequence[tuple[str, ...]] = (("Q", "K", "V"), ("weights",), ("new",))

    def _fitting(self, widest: float) -> float:
        """Return the pitch with which all blocks have room."""
        across = (self._room.width - widest - 1.5 * _NAME - _LEAST_GAPS) / (self._count + 6)
        along = (self._room.height - _NAME - _ABOVE) / (2 * self._count)
        return min(_LARGEST, across, along)

    def _places(self) -> dict[str, Point]:
        """Return the middles of the blocks: one row of them, and above it Kᵀ and V."""
        count, pitch, room = self._count, self.pitch, self._room
        free = room.width - self._widest - 1.5 * _NAME - (count + 6) * pitch
        gaps = [min(share * free, most) for share, most in zip(_SHARES, _WIDEST, strict=True)]
        whole = self._widest + _NAME / 2 + (count + 6) * pitch + sum(gaps) + _NAME
        high = _NAME + 2 * count * pitch + _ABOVE
        left = float(room.centre[0]) - whole / 2 + self._widest + _NAME / 2
        y = float(room.centre[1]) - high / 2 + _NAME + count * pitch / 2
        x = left + pitch
        query = x + 2 * pitch + gaps[0]
        weights = query + pitch + gaps[1] + count * pitch / 2
        new = weights + count * pitch / 2 + gaps[2] + pitch
        above = y + count * pitch / 2 + _ABOVE
        return {
            "X": point(x, y), "Q": point(query, y), "weights": point(weights, y), "new": point(new, y),
            "K": point(weights, above + pitch), "V": point(new, above + count * pitch / 2),
        }  # fmt: skip

    def row_end(self, row: int) -> Point:
        """Return where a word's name ends, before its row of X."""
        block = self.blocks["X"]
        return block.place(row, 0) - point(self.pitch / 2 + _NAME / 4)

    def _name(self, name: str, manner: str) -> VGroup:
        """Return a block's name: below it, or at the right of those that stand above others."""
        theme, size = self.style.theme, self.style.sizes.number
        if name == "weights":
            pieces = [
                Math('"softmax"(', size=size, style=self.style),
                Math("Q", size=size, color=theme.query, style=self.style),
                Math("K^T", size=size, color=theme.key, style=self.style),
                *([Math(manner, size=size, style=self.style)] if manner else []),
                Math(")", size=size, style=self.style),
            ]
            text: VMobject = Row(pieces, 0.05)
        else:
            source = {"new": "X'", "K": "K^T"}.get(name, name)
            text = Math(source, size=size, color=self._colors.get(name, theme.ink), style=self.style)
        block = self.blocks[name]
        if name in "KV":
            aside = block.size[0] / 2 + _GAP + float(text.width) / 2
            return labelled(text.move_to(block.at + point(aside)), self.style)
        return labelled(text.move_to(block.at - point(0.0, block.size[1] / 2 + _NAME / 2)), self.style)

    def _frame(self, name: str, row: int) -> VMobject:
        """Return a frame around the row of the first word, in its colour."""
        block = self.blocks[name]
        half = block.size[0] / 2 + _LIT
        frame = VMobject(stroke_color=self._own, stroke_width=2.6)
        x, y = float(block.at[0]), float(block.place(row, 0)[1])
        return laid(_around(frame, x - half, x + half, y, self.pitch / 2), Layer.FRAME)

    def _beam(self, row: int) -> VMobject:
        """Return the light along the first word's row, from X to X'."""
        theme, first, last = self.style.theme, self.blocks["X"], self.blocks["new"]
        beam = VMobject(stroke_color=self._own, stroke_width=1.4)
        beam.set_fill(theme.fill(self._own), _BEAM if theme.filled else 0.0)
        half = self.pitch + _LIT
        left, right = float(first.at[0]) - half, float(last.at[0]) + half
        return laid(_around(beam, left, right, float(first.place(row, 0)[1]), self.pitch / 2), Layer.SHEET)

    def _arrow(self, first: str, second: str) -> VMobject:
        """Return an arrow from a block to another: straight, or from the top of X up and then to the right."""
        start, end = self.blocks[first], self.blocks[second]
        color = self._colors.get(second if first == "X" else first, self.style.theme.dim)
        arrow = VMobject(stroke_width=0).set_fill(self.style.theme.fill(color), 1.0)
        right, up = point(1.0), point(0.0, 1.0)
        if first == "X" and second in "KV":
            aside = point((0.25 if second == "K" else -0.25) * self.pitch)
            low = start.at + (start.size[1] / 2 + _GAP) * up + aside
            tip = end.at - (end.size[0] / 2 + _GAP) * right
            corners = _elbow(low, tip)
        elif start.at[1] > end.at[1]:
            low = point(float(end.at[0]), float(start.at[1]))
            corners = arrow_corners(
                low - (start.size[1] / 2 + _GAP / 2) * up, end.at + (end.size[1] / 2 + _GAP / 2) * up, _SHAFT
            )
        else:
            corners = arrow_corners(
                start.at + self._between + (start.size[0] / 2 + _GAP) * right,
                end.at + self._between - (end.size[0] / 2 + _GAP) * right,
                _SHAFT,
            )
        return laid(arrow.set_points_as_corners(corners), Layer.LEDGER)

    @property
    def _between(self) -> Point:
        """The way from the blocks' middles to where arrows run: between two rows, so that they are no word's own."""
        return point(0.0, self.pitch / 2 if self._count % 2 else 0.0)

    def _along(self, name: str) -> VGroup:
        """Return the matrix's name above the arrow from X."""
        text = Math(f"W_{name}", size=self.style.sizes.number, color=self._colors[name], style=self.style)
        first, last = self.blocks["X"], self.blocks["Q"]
        left, right = float(first.at[0]) + self.pitch, float(last.at[0]) - self.pitch
        y = float(self.blocks[name].at[1]) + _BESIDE + float(text.height) / 2
        y += float(self._between[1]) if name == "Q" else 0.0
        return labelled(text.move_to(point((left + right) / 2, y)), self.style)

    def glide(self, discs: Sequence[tuple[Point, float]], names: Sequence[VMobject]) -> Animation:
        """Return how the table's discs become the weights, and its rows' names those of X.

        Args:
            discs: the middle and the radius of each disc of the table, row by row.
            names: the words; they leave where rows are too narrow for them.
        """
        block = self.blocks["weights"]
        ends = [(disc.get_center(), float(disc.width) / 2) for disc in block.discs]

        def follow(share: float) -> None:
            for disc, (start, small), (end, large) in zip(block.discs, discs, ends, strict=True):
                disc.set(width=2 * (small + share * (large - small))).move_to(start + share * (end - start))

        follow(0.0)
        moves: list[Animation] = [Live(block.discs, follow)]
        for row, name in enumerate(names):
            end = self.row_end(row) - point(float(name.width) / 2)
            moves.append(name.animate.move_to(end).build() if self.is_named else FadeOut(name))
        return AnimationGroup(*moves)

    def depart(self, names: Sequence[str]) -> Animation:
        """Return how blocks come out of those before them, with arrows and names."""
        moves: list[Animation] = []
        for name in names:
            block = self.blocks[name]
            if name in "QKV":
                moves.append(self._coming(name))
            elif name == "new":
                moves.append(FadeIn(block, self.beam))
            moves += [FadeIn(arrow) for way, arrow in self.arrows.items() if way[1] == name]
            texts = [self.names[name], *([self.labels[name]] if name in self.labels else [])]
            moves.append(FadeIn(*texts, *([self.lit[name]] if name in self.lit else [])))
        return AnimationGroup(*moves)

    def _coming(self, name: str) -> Animation:
        """Return how queries, keys or values leave X along their arrow: up first, then to the right."""
        block, source = self.blocks[name], self.blocks["X"]
        rows, columns = source.shape
        ends = [disc.get_center() - block.at for disc in block.discs]
        order = [(column, row) if name == "K" else (row, column) for row, column in np.ndindex(*block.shape)]
        starts = [source.place(row, column) - source.at for row, column in order]
        way = block.at - source.at

        def follow(share: float) -> None:
            along, up = min(max(2 * share - 1, 0.0), 1.0), min(2 * share, 1.0)
            along, up = (share, share) if abs(way[1]) < 1e-6 else (along, up)
            at = source.at + point(along * way[0], up * way[1])
            for disc, start, end in zip(block.discs, starts, ends, strict=True):
                disc.move_to(at + start + share * (end - start))

        return Live(block.discs, follow)


def _around(shape: VMobject, left: float, right: float, y: float, up: float) -> VMobject:
    """Give a shape the outline of a rectangle."""
    corners = [point(left, y - up), point(right, y - up), point(right, y + up), point(left, y + up)]
    return shape.set_points_as_corners([*corners, corners[0]])


def _elbow(start: Point, end: Point) -> list[Point]:
    """Return the closed outline of an arrow that goes up first, and then to the right."""
    x, y, half, wide = float(start[0]), float(end[1]), _SHAFT / 2, 0.42 * _HEAD
    base = float(end[0]) - _HEAD
    places = [
        (x - half, start[1]), (x - half, y + half), (base, y + half), (base, y + wide), (end[0], y), (base, y - wide),
        (base, y - half), (x + half, y - half), (x + half, start[1]), (x - half, start[1]),
    ]  # fmt: skip
    return [point(float(across), float(up)) for across, up in places]
