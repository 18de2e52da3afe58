"""All of attention in one picture: X becomes queries, keys and values, and these become weights and new vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from manim import Animation, AnimationGroup, Circle, FadeIn, VGroup, VMobject
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

_PITCH = 0.34
"""Scene units from a number's disc to the next in queries, keys and values, at the most."""

_LARGER = {"X": 1.5, "weights": 1.6, "new": 1.5}
"""The same in the other blocks, as multiples."""

_FULL = 0.44
"""The radius of the largest disc of a block, as a share of the pitch."""

_NAME, _GAP = 0.5, 0.2
"""Scene units that a block's name takes, and between a block and an arrow to it or from it."""

_BESIDE = 0.1
"""Scene units from an arrow to its matrix's name."""

_SHAFT = 0.05
"""Scene units: the width of an arrow's shaft."""

_LIT = 0.05
"""Scene units around the row that is lit."""


class Block(VGroup):
    """A matrix as discs: a disc's area is the size of a number; a negative one is a ring.

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
        disc = Circle(
            radius=max(_FULL * self.pitch * math.sqrt(abs(value) / most), 1e-3), color=color, stroke_width=1.6
        )
        disc.set_fill(style.theme.fill(color) if value > 0 else style.theme.background, 1.0)
        return disc.move_to(at)


class Machine:
    """The whole of attention: X at the beginning, then Q, K and V, the weights, and the new vectors.

    It runs from left to right, or downwards in an upright frame.

    Args:
        numbers: the numbers of one step.
        colors: the words' colours, ``#rrggbb``, by role: those of their rows in X and X'.
        manner: what happens before softmax besides Q Kᵀ, in Typst maths; empty for nothing.
        stage: the frame.
        view: the plane's view, between whose header and foot it lies.
        style: theme and sizes.

    Attributes:
        blocks: the matrices as discs, by name: X, Q, K, V, weights, new.
        names: what they are called.
        lit: frames around the row of the first word, in its colour, by the name of the block.
        arrows: by the names of the blocks between which they lead.
        stages: the blocks that come together, after X.
    """

    def __init__(
        self,
        numbers: KeysQueriesValues,
        colors: Sequence[str],
        manner: str,
        stage: Stage,
        view: PlaneView,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self._down = style, stage.is_portrait
        safe = stage.safe
        bottom, top = view.foot + 0.75, view.header - 0.55
        self._room = Region(safe.left + 0.2, safe.right - 0.2, bottom, top)
        theme = style.theme
        count, self._own = len(numbers.words), colors[numbers.position]
        matrices = {
            "X": (numbers.vectors, colors), "Q": (numbers.queries, [theme.query] * count),
            "K": (numbers.keys, [theme.key] * count), "V": (numbers.values, [theme.value] * count),
            "weights": (numbers.weights, [theme.ink] * count), "new": (numbers.updated, colors),
        }  # fmt: skip
        spots = {
            "X": (0.0, 0.0), "Q": (0.33, 1.0), "K": (0.33, 0.0), "V": (0.33, -1.0),
            "weights": (0.7, 1.0 if self._down else 0.55), "new": (1.0, -1.0 if self._down else 0.0),
        }  # fmt: skip
        self.pitch = self._fitting(count, numbers.vectors.shape[1])
        pitches = {name: self.pitch * _LARGER.get(name, 1.0) for name in matrices}
        self._half = {name: np.array(values.shape[::-1]) * pitches[name] / 2 for name, (values, _) in matrices.items()}
        self.blocks = {
            name: Block(values, self._at(*spots[name], name), pitches[name], rows, style=style)
            for name, (values, rows) in matrices.items()
        }
        self.names = {name: self._name(name, manner) for name in matrices}
        self.lit = {name: self._frame(name, numbers.position) for name in ("X", "Q", "weights", "new")}
        ways = (
            ("X", "Q"),
            ("X", "K"),
            ("X", "V"),
            ("Q", "weights"),
            ("K", "weights"),
            ("weights", "new"),
            ("V", "new"),
        )
        self.arrows = {way: self._arrow(*way) for way in ways}
        self.labels = {name: self._along(name) for name in "QKV"}
        self.stages: Sequence[tuple[str, ...]] = (("Q", "K", "V"), ("weights",), ("new",))

    def _fitting(self, count: int, columns: int) -> float:
        """Return the pitch with which all blocks have room."""
        room = self._room
        if self._down:
            across = room.width / (3 * columns + 4)
            along = (room.height - 3 * 1.0) / (sum(_LARGER.values()) + 1) / count
        else:
            across = (room.width - 3 * 1.3) / (4 * columns + 1.6 * count)
            along = (room.height - 3 * _NAME - 2 * _GAP) / (3 * count)
        return min(_PITCH, across, along)

    def _at(self, along: float, across: float, name: str) -> Point:
        """Return the middle of a block from its place along the way, 0 to 1, and across it, -1 to 1."""
        room, (half_width, half_height) = self._room, self._half[name]
        if self._down:
            low, high = room.bottom + half_height, room.top - half_height
            x = float(room.centre[0]) - across * (room.width / 2 - half_width)
            return point(x, high - along * (high - low))
        left, right = room.left + half_width, room.right - half_width
        low, high = room.bottom + _NAME + half_height, room.top - half_height
        middle = (low + high) / 2
        return point(left + along * (right - left), middle + across * (high - middle))

    def _name(self, name: str, manner: str) -> VGroup:
        """Return a block's name below it, above the weights, or beside it in an upright frame."""
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
        elif name == "new":
            text = Math("X'", size=size, style=self.style)
        else:
            color = {"Q": theme.query, "K": theme.key, "V": theme.value}.get(name, theme.ink)
            text = Math(name, size=size, color=color, style=self.style)
        block = self.blocks[name]
        over = float(text.width) / 2
        if self._down:  # arrows lead down from a block
            aside = block.size[0] / 2 + _GAP + over
            side = -1.0 if block.at[0] > self._room.centre[0] + _GAP else 1.0
            return labelled(text.move_to(block.at + point(side * aside)), self.style)
        x = min(max(float(block.at[0]), self._room.left + over), self._room.right - over)
        side = -1.0
        if name == "weights":  # the values pass below them, and the queries at their left
            side, x = 1.0, min(max(x, float(block.at[0]) - block.size[0] / 2 + over), self._room.right - over)
        text.move_to(point(x, float(block.at[1]) + side * (block.size[1] / 2 + _NAME / 2)))
        return labelled(text, self.style)

    def _frame(self, name: str, row: int) -> VMobject:
        """Return a frame around the row of the first word, in its colour."""
        block = self.blocks[name]
        half = block.size[0] / 2 + _LIT
        y, up = float(block.place(row, 0)[1]), block.pitch / 2
        x = float(block.at[0])
        corners = [point(x - half, y - up), point(x + half, y - up), point(x + half, y + up), point(x - half, y + up)]
        frame = VMobject(stroke_color=self._own, stroke_width=2.6)
        return laid(frame.set_points_as_corners([*corners, corners[0]]), Layer.LEDGER)

    def _edge(self, name: str, towards: Point) -> Point:
        """Return where an arrow leaves a block, or reaches it, on the way to a point."""
        block = self.blocks[name]
        width, height = block.size
        way = towards - block.at
        half = np.array([width / 2 + _GAP, height / 2 + _GAP])
        shares = [half[axis] / abs(way[axis]) for axis in (0, 1) if abs(way[axis]) > 1e-9]
        return np.asarray(block.at + min(shares) * way)

    def _arrow(self, first: str, second: str) -> VMobject:
        """Return an arrow from a block to another."""
        ends = self._edge(first, self.blocks[second].at), self._edge(second, self.blocks[first].at)
        arrow = VMobject(stroke_width=0).set_fill(self.style.theme.dim, 1.0)
        return laid(arrow.set_points_as_corners(arrow_corners(*ends, _SHAFT)), Layer.LEDGER)

    def _along(self, name: str) -> VGroup:
        """Return the matrix's name beside the arrow from X."""
        theme = self.style.theme
        color = {"Q": theme.query, "K": theme.key, "V": theme.value}[name]
        text = Math(f"W_{name}", size=self.style.sizes.number, color=color, style=self.style)
        ends = self._edge("X", self.blocks[name].at), self._edge(name, self.blocks["X"].at)
        way = (ends[1] - ends[0]) / max(float(np.linalg.norm(ends[1] - ends[0])), 1e-9)
        across = point(-way[1], way[0])
        across = across * (-1.0 if across[1] < -1e-6 or (abs(across[1]) < 1e-6 and across[0] > 0) else 1.0)
        half = abs(across[0]) * float(text.width) / 2 + abs(across[1]) * float(text.height) / 2
        text.move_to((ends[0] + ends[1]) / 2 + (half + _BESIDE) * across)
        return labelled(text, self.style)

    def depart(self, names: Sequence[str]) -> Animation:
        """Return how blocks come out of those before them, with arrows and names."""
        moves: list[Animation] = []
        for name in names:
            block = self.blocks[name]
            moves.append(self._coming(block, self.blocks["X"] if name in "QKV" else None))
            moves += [FadeIn(arrow) for way, arrow in self.arrows.items() if way[1] == name]
            texts = [self.names[name], *([self.labels[name]] if name in self.labels else [])]
            moves.append(FadeIn(*texts, *([self.lit[name]] if name in self.lit else [])))
        return AnimationGroup(*moves)

    def _coming(self, block: Block, source: Block | None) -> Animation:
        """Return how a block departs from another with as many numbers, or comes by itself."""
        if source is None:
            return FadeIn(block)
        ends = [disc.get_center() for disc in block.discs]
        starts = [disc.get_center() for disc in source.discs]

        def follow(share: float) -> None:
            for disc, start, end in zip(block.discs, starts, ends, strict=True):
                disc.move_to(start + share * (end - start))

        return Live(block.discs, follow)
