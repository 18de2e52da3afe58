"""All of attention in one picture: one plane becomes three, two of them make the weights, and these mix the third."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

import numpy as np
import torch
from manim import (
    Animation,
    AnimationGroup,
    Circle,
    FadeIn,
    FadeOut,
    Line,
    Polygon,
    RoundedRectangle,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.article.whole_phrase.dot_table import DotTable
from scenes.article.whole_phrase.numbers import KeysQueriesValues
from scenes.motion.live import Live, settle
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, clip, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.typeset import Math, Row
from scenes.stage import PlaneView, Region, Stage
from scenes.style import DEFAULT, Style

PANES = ("X", "Q", "K", "V", "new")
"""The planes of the machine, by name: the words, their queries, keys and values, and the words' new places."""

_WIDEST, _HIGHEST, _LEAST = 2.5, 1.86, 1.35
"""Scene units that a pane is wide and high at the most, and wide at the least with words beside the table's rows."""

_BETWEEN, _AIR = 0.24, 0.22
"""Scene units between two panes, and between a pane's edge and the outermost word."""

_GAPS, _CLOSE = (1.05, 0.85, 1.15), 0.62
"""Scene units that arrows take from X to Q, from Q to the table, and from there to X'; their share in narrow frames."""

_BRACKET, _ARM = 0.16, 0.09
"""Scene units from the names of the table's rows or columns to the bracket at which an arrow ends; its arms' length."""

_TIMES, _BEFORE = 0.16, 0.42
"""Scene units: the radius of the sign of the product; from the table to its middle, as a share of the way to X'."""

_NAME, _OFF = 0.62, 0.12
"""Scene units that the weights' name takes below the table; between a part and an arrow."""

_ICON, _DOT = (0.2, 0.36), 0.055
"""Scene units: the least and the largest height of a pane's icons, and the radius of its dots."""

_ARROW, _SHAFT, _HEAD = 0.035, 4.5, 0.2
"""Scene units of a vector's shaft in a pane; stroke units of an arrow between parts, and the length of its head."""

_GRID, _EDGE, _GLASS = 0.4, 2.4, 0.07
"""The opacity of a pane's grid; stroke units of its edge; the opacity of its glass."""

_LEAST_PITCH = 0.0095
"""Scene units from a row of the table to the next, for a font unit of the words beside them, at the least."""


class Pane(VGroup):
    """A space as a small plane: a mark for each word, and an arrow to it where the space has a colour of its own.

    Args:
        rows: the words' vectors, by word.
        matrix: what made the space of the plane of the words, of shape (2, 2).
        marks: the words' icons or dots, by word.
        at: manim point of its middle.
        size: its width and height, scene units.
        unit: scene units for one unit of the vectors.
        middle: the vector that lies in its middle.
        color: ``#rrggbb``, by role.
        arrows: whether arrows lead to the words.
        loud: the word whose arrow is thicker than the others.
        style: theme.

    Attributes:
        marks: as given.
        arrows: arrows from the zero vector, by word; none where it has none.
    """

    def __init__(
        self,
        rows: Mapping[str, Tensor],
        matrix: Tensor,
        marks: Mapping[str, VMobject],
        at: Point,
        size: tuple[float, float],
        unit: float,
        middle: Tensor,
        color: str,
        *,
        arrows: bool = False,
        loud: str = "",
        style: Style = DEFAULT,
    ) -> None:
        self.rows, self.matrix, self.marks, self.size, self.unit = dict(rows), matrix, dict(marks), size, unit
        self.at, self._middle = np.asarray(at, float), middle
        width, height = size
        self.edge = RoundedRectangle(corner_radius=0.08, width=width, height=height, stroke_width=_EDGE)
        self.edge.set_stroke(color).set_fill(style.theme.fill(color), _GLASS if style.theme.filled else 0.0)
        laid(self.edge, Layer.SHEET)
        self.grid = laid(VMobject(stroke_color=color, stroke_width=1.3, stroke_opacity=_GRID), Layer.VEIL)
        self.arrows = {
            word: laid(
                Vector(point(), point(1.0), color, width=(1 + (word == loud)) * _ARROW, style=style), Layer.VECTOR
            )
            for word in (rows if arrows else ())
        }
        for word, arrow in self.arrows.items():
            arrow.body.set_background_stroke(width=2.0)
            arrow.short = float(min(marks[word].width, marks[word].height)) / 2
        super().__init__(self.edge, self.grid, *self.arrows.values(), *(laid(m, Layer.ICON) for m in marks.values()))
        self.lay(self.at, self.rows, matrix)

    @property
    def box(self) -> Box:
        """Its left, lower, right and upper edge, scene units."""
        (x, y), (width, height) = flat(self.at), self.size
        return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def place(self, row: Tensor) -> Point:
        """Return the manim point of a vector of shape (2,)."""
        x, y = (row - self._middle).tolist()
        return self.at + self.unit * point(x, y)

    def lay(self, at: Point, rows: Mapping[str, Tensor], matrix: Tensor) -> None:
        """Lay its middle at a manim point, its words where vectors say, and its grid where a matrix takes it."""
        self.at = np.asarray(at, float)
        self.edge.move_to(self.at)
        origin = self.place(torch.zeros(2))
        for word, row in rows.items():
            self.marks[word].move_to(self.place(row))
            if word in self.arrows:
                self.arrows[word].set_ends(origin, self.place(row))
        self.grid.clear_points()
        for start, end in self._lines(matrix):
            self.grid.start_new_path(point(*start)).add_line_to(point(*end))

    def _lines(self, matrix: Tensor) -> list[Segment]:
        """Return the lines at whole numbers, carried by a matrix, inside of the pane."""
        reach = max(self.size) / self.unit
        far = torch.tensor([[-9.0 * reach], [9.0 * reach]])
        lines = []
        for axis in (0, 1):
            for count in range(floor(-2 * reach), ceil(2 * reach) + 1):
                ends = far * matrix[axis] + count * matrix[1 - axis]
                start, end = (flat(self.place(row)) for row in ends)
                if inside := clip((start, end), self.box):
                    lines.append(inside)
        return lines


@dataclass(frozen=True)
class Layout:
    """The places of the machine's parts.

    Attributes:
        size: the width and height of every pane, scene units.
        unit: scene units for one unit of the vectors in a pane.
        places: the panes' middles, by name.
        left: the left edge of the table's cells, scene units.
        top: their upper edge.
        pitch: scene units from a cell to the next.
        named: whether words stand beside the table's rows, and above its columns.
    """

    size: tuple[float, float]
    unit: float
    places: Mapping[str, Point]
    left: float
    top: float
    pitch: float
    named: bool


class Machine:
    """The whole of attention: X becomes Q, K and V, these make the weights, and weights and values make X'.

    In wide frames it runs from left to right, in upright ones from top to bottom. Queries come to the rows of the
    table, and keys to its columns; values come to the new places behind it.

    Args:
        numbers: the numbers of one step.
        manner: what happens before softmax besides Q Kᵀ, in Typst maths; empty for nothing.
        table: the table, whose discs are the weights; it moves to its place in the machine.
        mark: returns a word's icon or dot in a size, in scene units of an icon's height.
        stage: the frame.
        view: the plane's view, between whose header and foot it lies.
        style: theme and sizes.

    Attributes:
        panes: the small planes, by name.
        names: what they and the weights are called.
        arrows: by the names of the parts between which they lead.
        labels: the names of the matrices beside the arrows from X.
        joint: manim point where the weights meet the values.
        times: the sign of their product there.
        product: what the new places are, as a formula.
    """

    def __init__(
        self,
        numbers: KeysQueriesValues,
        manner: str,
        table: DotTable,
        mark: Callable[[str, float], VMobject],
        stage: Stage,
        view: PlaneView,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.table, self._upright = style, table, stage.is_portrait
        safe, theme = stage.safe, style.theme
        self.room = Region(safe.left + 0.05, safe.right - 0.05, view.foot + 0.62 * view.foot_lines, view.header - 0.42)
        eye = torch.eye(2)
        spaces = {
            "X": (numbers.vectors, eye, theme.ink), "Q": (numbers.queries, numbers.W_Q, theme.query),
            "K": (numbers.keys, numbers.W_K, theme.key), "V": (numbers.values, numbers.W_V, theme.value),
            "new": (numbers.updated, numbers.W_V, theme.value),
        }  # fmt: skip
        rows = torch.cat([space[0] for space in spaces.values()] + [torch.zeros(1, 2)])
        low, high = rows.min(dim=0).values, rows.max(dim=0).values
        self._span = (high - low).tolist()
        self.layout = self._laid_out(len(numbers.words))
        height = min(max(0.8 * self.layout.unit, _ICON[0]), _ICON[1])
        self.panes = {
            name: Pane(
                dict(zip(numbers.words, vectors, strict=True)), matrix, {w: mark(w, height) for w in numbers.words},
                self.layout.places[name], self.layout.size, self.layout.unit, (low + high) / 2, color,
                arrows=name in "QKV", loud=numbers.word if name == "Q" else "", style=style,
            )
            for name, (vectors, matrix, color) in spaces.items()
        }  # fmt: skip
        new, values = self.panes["new"], self.panes["V"].rows
        self._colors = {"X": theme.ink, "Q": theme.query, "K": theme.key, "V": theme.value, "new": theme.ink}
        self.names = {name: self._named(name) for name in PANES} | {"weights": self._weights_name(manner)}
        new.lay(new.at, values, new.matrix)  # where they come from
        self.joint = point()
        self._ways = self._find_ways()
        self.product = self._product_name(manner)
        self.arrows = {way: self._arrow(way) for way in self._ways}
        for way, bracket in zip((("Q", "weights"), ("K", "weights")), self._brackets(), strict=True):
            self.arrows[way].add(bracket)
        self.times = self._times()
        self.labels = {name: self._along(name) for name in "QKV"}

    # --- The layout -----------------------------------------------------------------------------------------------

    def _laid_out(self, count: int) -> Layout:
        """Return the places of all parts, with words beside the table's rows where there is room for them."""
        least = _LEAST_PITCH * self.style.sizes.tick
        for named in (True, False):
            pitch = self.table.pitch
            while pitch >= least or not named:
                layout = self._tried(count, pitch, named)
                if layout is not None and (layout.size[0] >= _LEAST or not named):
                    return layout
                pitch *= 0.96
        raise AssertionError("a table without names gets as small as it must")

    def _tried(self, count: int, pitch: float, named: bool) -> Layout | None:
        """Return the places of all parts around a table of a pitch; None where it has no room."""
        names, cells = self.table.room if named else 0.0, count * pitch
        return (self._along_height if self._upright else self._along_width)(cells, names, pitch, named)

    def _sized(self, width: float, height: float) -> tuple[tuple[float, float], float]:
        """Return a pane's size and unit where it may be as wide and as high as this at the most."""
        wide, high = (max(span, 1e-6) for span in self._span)
        unit = min((width - 2 * _AIR) / wide, (height - 2 * _AIR) / high)
        return (width, min(height, max(unit * high + 2 * _AIR, 0.6 * width))), unit

    def _along_width(self, cells: float, names: float, pitch: float, named: bool) -> Layout | None:
        room, gaps = self.room, [gap * (1.0 if self.room.width > 9 else _CLOSE) for gap in _GAPS]
        width = min((room.width - sum(gaps) - names - cells) / 3, _WIDEST)
        tall = min((room.height - 2 * _BETWEEN) / 3, _HIGHEST)
        if width < 0.5:
            return None
        size, unit = self._sized(width, tall)
        whole = 3 * width + sum(gaps) + names + cells
        left, middle = float(room.centre[0]) - whole / 2, float(room.centre[1])
        step = size[1] + max(_BETWEEN, min((room.height - 3 * size[1]) / 2, 0.4))
        first, second = left + width / 2, left + 1.5 * width + gaps[0]
        cell = second + width / 2 + gaps[1] + names
        top = middle + step - 0.5 - _BRACKET - names  # clear of the arrow that comes down from the keys
        low = middle - step - size[1] / 2 + _OFF + 0.3  # and of the one that leads from the values
        if top - cells - _NAME < low:
            return None
        top = min(top, max(middle + cells / 2, low + cells + _NAME))
        last = cell + cells + gaps[2] + width / 2
        places = {
            "X": point(first, middle), "Q": point(second, middle), "K": point(second, middle + step),
            "V": point(second, middle - step), "new": point(last, middle),
        }  # fmt: skip
        return Layout(size, unit, places, cell, top, pitch, named)

    def _along_height(self, cells: float, names: float, pitch: float, named: bool) -> Layout | None:
        room, gaps = self.room, _GAPS
        width = min((room.width - 2 * _BETWEEN) / 3, _WIDEST)
        tall = min((room.height - sum(gaps) - names - cells - 2 * _NAME) / 3, _HIGHEST)
        if tall < 0.8 or names + cells > room.width - 2.4:
            return None
        size, unit = self._sized(width, tall)
        whole = 3 * size[1] + sum(gaps) + names + cells + 2 * _NAME
        high, middle = float(room.centre[1]) + whole / 2, float(room.centre[0])
        step, first = width + _BETWEEN, high - size[1] / 2
        second = first - size[1] - gaps[0]
        top = second - size[1] / 2 - gaps[1] - names
        last = top - cells - _NAME - gaps[2] - size[1] / 2
        places = {
            "X": point(middle, first), "Q": point(middle - step, second), "K": point(middle, second),
            "V": point(middle + step, second), "new": point(middle, last),
        }  # fmt: skip
        return Layout(size, unit, places, middle - cells / 2 + names / 4, top, pitch, named)

    @property
    def _cells(self) -> float:
        """The side of the table, scene units."""
        return len(self.table.discs) * self.layout.pitch

    def table_box(self) -> Box:
        """Return the edges of the table's cells in the machine."""
        left, top = self.layout.left, self.layout.top
        return (left, top - self._cells, left + self._cells, top)

    def _find_ways(self) -> dict[tuple[str, str], list[Point]]:
        """Return the corners of each arrow's way, by the parts between which it leads."""
        panes, (left, low, right, top) = self.panes, self.table_box()
        names = self.table.room if self.layout.named else 0.0
        edges = {name: pane.box for name, pane in panes.items()}
        mid = {name: flat(pane.at) for name, pane in panes.items()}
        x, q, k, v, new = (edges[name] for name in PANES)
        across, up = (left + right) / 2, (low + top) / 2
        if self._upright:
            aside = min(mid["Q"][0], left - names - 0.45)
            beyond = min(max(mid["V"][0], right + 0.35), v[2] - 0.2)
            start, end = low - _NAME, new[3] + _OFF
            self.joint = point(across, start + _BEFORE * (end - start))
            high, down = float(self.joint[1]), _TIMES
            return {
                ("X", "Q"): _ways((x[0] - _OFF, mid["X"][1]), (mid["Q"][0], mid["X"][1]), (mid["Q"][0], q[3] + _OFF)),
                ("X", "K"): _ways((mid["X"][0], x[1] - _OFF), (mid["K"][0], k[3] + _OFF)),
                ("X", "V"): _ways((x[2] + _OFF, mid["X"][1]), (mid["V"][0], mid["X"][1]), (mid["V"][0], v[3] + _OFF)),
                ("Q", "weights"): _ways((aside, q[1] - _OFF), (aside, up), (left - names - _BRACKET, up)),
                ("K", "weights"): _ways((across, k[1] - _OFF), (across, top + names + _BRACKET)),
                ("V", "times"): _ways((beyond, v[1] - _OFF), (beyond, high), (across + down, high)),
                ("weights", "times"): _ways((across, start), (across, high + down)),
                ("times", "new"): _ways((across, high - down), (across, end)),
            }
        lane = max(v[1] + 0.25, min(mid["V"][1], low - _NAME - 0.1))
        level = min(max(mid["Q"][1], low + self.layout.pitch / 2), top - self.layout.pitch / 2)
        end = new[0] - _OFF
        named = float(self.names["weights"].get_right()[0]) + _OFF if len(self.names["weights"]) else right
        self.joint = point(max(right + _BEFORE * (end - right), min(named, end - 2.2 * _TIMES)), level)
        times, off = float(self.joint[0]), _TIMES
        return {
            ("X", "Q"): _ways((x[2] + _OFF, mid["X"][1]), (q[0] - _OFF, mid["Q"][1])),
            ("X", "K"): _ways((mid["X"][0], x[3] + _OFF), (mid["X"][0], mid["K"][1]), (k[0] - _OFF, mid["K"][1])),
            ("X", "V"): _ways((mid["X"][0], x[1] - _OFF), (mid["X"][0], mid["V"][1]), (v[0] - _OFF, mid["V"][1])),
            ("Q", "weights"): _ways((q[2] + _OFF, level), (left - names - _BRACKET, level)),
            ("K", "weights"): _ways(
                (k[2] + _OFF, mid["K"][1]), (across, mid["K"][1]), (across, top + names + _BRACKET)
            ),
            ("V", "times"): _ways((v[2] + _OFF, lane), (times, lane), (times, level - off)),
            ("weights", "times"): _ways((right + _OFF / 2, level), (times - off, level)),
            ("times", "new"): _ways((times + off, level), (end, level)),
        }

    # --- Names and arrows -----------------------------------------------------------------------------------------

    def _math(self, source: str, color: str) -> Math:
        return Math(source, size=self.style.sizes.number, color=color, style=self.style)

    def _named(self, name: str) -> VGroup:
        """Return a pane's name in its emptiest corner."""
        pane = self.panes[name]
        text = self._math("X'" if name == "new" else name, self._colors[name])
        width, height = float(text.width) + 0.1, float(text.height) + 0.1
        left, low, right, top = pane.box
        marks = [box_of(mark) for mark in pane.marks.values()]
        lines = [(flat(arrow.start), flat(arrow.end)) for arrow in pane.arrows.values()]

        def crowded(at: tuple[float, float]) -> float:
            box = (at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2)
            return sum(overlap(box, mark) for mark in marks) + sum(inside_length(line, box) for line in lines)

        corners = [
            (x + side * (width / 2 + 0.04), y + end * (height / 2 + 0.04))
            for y, end in ((top, -1), (low, 1))
            for x, side in ((left, 1), (right, -1))
        ]
        return labelled(text.move_to(point(*min(corners, key=crowded))), self.style)

    def _weights_name(self, manner: str) -> VGroup:
        """Return what the weights are called, below the table."""
        left, low, right, _ = self.table_box()
        row = Row(self._softmax(manner), 0.05)
        return labelled(row.move_to(point((left + right) / 2, low - _NAME / 2)), self.style)

    def _softmax(self, manner: str) -> list[VMobject]:
        """Return the pieces of the weights' name."""
        theme = self.style.theme
        pieces = [self._math('"softmax"(', theme.ink), self._math("Q", theme.query), self._math("K^T", theme.key)]
        pieces += [self._math(manner, theme.ink)] if manner else []
        return [*pieces, self._math(")", theme.ink)]

    def _product_name(self, manner: str) -> VGroup:
        """Return what the new places are: the weights times the values, below their pane.

        Without room there it is below all, instead of the weights' name; without room for that, it is left out.
        """
        pane, room = self.panes["new"], self.room
        pieces = self._softmax(manner)
        row = Row([*pieces, self._math("V", self.style.theme.value)], [0.05] * (len(pieces) - 1) + [0.1])
        if self._upright or row.width <= room.right - float(self.joint[0]) - 2 * _TIMES:
            x = min(float(pane.at[0]), room.right - float(row.width) / 2)
            return labelled(row.move_to(point(x, pane.box[1] - _NAME / 2)), self.style)
        named = Row([self._math("X'", self.style.theme.ink), self._math("=", self.style.theme.ink), row], 0.14)
        low = self.panes["V"].box[1] - _NAME
        if named.width > room.width or low < room.bottom:
            return VGroup()
        self.names["weights"] = VGroup()  # the formula has it
        self._ways = self._find_ways()
        return labelled(named.move_to(point(float(room.centre[0]), low + _NAME / 2)), self.style)

    def _brackets(self) -> list[VMobject]:
        """Return the brackets at which arrows end: beside the names of all rows, and above those of all columns."""
        left, low, right, top = self.table_box()
        far = (self.table.room if self.layout.named else 0.0) + _BRACKET - _ARM
        x, y = left - far, top + far
        corners = (
            [point(x, low), point(x - _ARM, low), point(x - _ARM, top), point(x, top)],
            [point(left, y), point(left, y + _ARM), point(right, y + _ARM), point(right, y)],
        )
        brackets = list[VMobject]()
        for name, ends in zip("QK", corners, strict=True):
            bracket = VMobject(stroke_color=self.style.theme.fill(self._colors[name]), stroke_width=_EDGE)
            brackets.append(laid(bracket.set_points_as_corners(ends), Layer.LEDGER))
        return brackets

    def _times(self) -> VGroup:
        """Return the sign at which the weights meet the values: a product."""
        theme, arm = self.style.theme, 0.45 * _TIMES
        ring = Circle(radius=_TIMES, color=theme.ink, stroke_width=_EDGE).set_fill(theme.background, 1.0)
        lines = [Line(point(-arm, -side * arm), point(arm, side * arm), color=theme.ink) for side in (1, -1)]
        sign = VGroup(ring, *(line.set_stroke(width=_SHAFT - 1) for line in lines))
        return laid(sign.move_to(self.joint), Layer.LEDGER)

    def _arrow(self, way: tuple[str, str]) -> VGroup:
        """Return an arrow along a way: its line, and its head at the end; at the sign of a product it has none."""
        corners, theme = self._ways[way], self.style.theme
        if way[1] == "times":
            line = VMobject(stroke_color=theme.fill(self._colors.get(way[0], theme.ink)), stroke_width=_SHAFT)
            return laid(VGroup(line.set_points_as_corners(corners)), Layer.LEDGER)
        color = self._colors[way[1]] if way[0] == "X" else self._colors.get(way[0], theme.ink)
        along = corners[-1] - corners[-2]
        length = float(np.linalg.norm(along))
        along = along / length if length > 1e-9 else point(1.0)
        head = min(_HEAD, 0.7 * length)
        base, aside = corners[-1] - head * along, 0.45 * head * point(-along[1], along[0])
        line = VMobject(stroke_color=theme.fill(color), stroke_width=_SHAFT)
        line.set_points_as_corners([*corners[:-1], base + 0.2 * head * along])
        tip = Polygon(base + aside, corners[-1], base - aside, stroke_width=0).set_fill(theme.fill(color), 1.0)
        return laid(VGroup(line, tip), Layer.LEDGER)

    def _along(self, name: str) -> VGroup:
        """Return the matrix's name beside the arrow from X: above one that lies, at the right of one that stands."""
        text, way = self._math(f"W_{name}", self._colors[name]), self._ways["X", name]
        start, end = way[-2:]
        middle = (start + end) / 2
        if abs(end[0] - start[0]) > abs(end[1] - start[1]):
            return labelled(text.move_to(middle + point(0.0, 0.12 + float(text.height) / 2)), self.style)
        side = -1 if name == "V" else 1
        return labelled(text.move_to(middle + side * point(0.12 + float(text.width) / 2)), self.style)

    # --- Motions --------------------------------------------------------------------------------------------------

    def glide(self, starts: Mapping[str, VMobject]) -> Animation:
        """Return how the table goes to its place, and the words from the plane to theirs in X.

        Args:
            starts: the words' marks on the plane, by word.
        """
        table, layout, pane = self.table, self.layout, self.panes["X"]
        scale, corner = layout.pitch / table.pitch, point(table.left, table.top)
        whole = VGroup(table.lines, *(disc for row in table.discs for disc in row))
        way = point(layout.left, layout.top) - corner
        moves: list[Animation] = [whole.animate.scale(scale, about_point=corner).shift(way).build()]
        left, _, _, top = self.table_box()
        for index, (row, column) in enumerate(zip(table.row_names, table.column_names, strict=True)):
            if not layout.named:
                moves.append(FadeOut(row, column))
                continue
            step = (index + 0.5) * layout.pitch
            gap = float(table.left - table.row_names[index].get_right()[0])
            moves.append(row.animate.move_to(point(left - gap - row.width / 2, top - step)).build())
            moves.append(column.animate.move_to(point(left + step, top + gap + column.height / 2)).build())
        ends = {word: (mark.get_center(), float(mark.width)) for word, mark in pane.marks.items()}
        begins = {word: (mark.get_center(), float(mark.width)) for word, mark in starts.items()}

        def follow(share: float) -> None:
            for word, mark in pane.marks.items():
                (start, large), (end, small) = begins[word], ends[word]
                mark.set(width=large + share * (small - large)).move_to(start + share * (end - start))

        follow(0.0)
        return AnimationGroup(*moves, Live(list(pane.marks.values()), follow))

    def depart(self, name: str) -> Animation:
        """Return how a space leaves X: a copy of its plane goes along the arrow, and leans as the space's matrix says.

        Args:
            name: Q, K or V.
        """
        pane, source = self.panes[name], self.panes["X"]
        way = [source.at, *self._ways["X", name][1:-1], pane.at]

        def follow(share: float) -> None:
            pane.lay(_on(way, share), _between(source.rows, pane.rows, share), _lean(pane.matrix, share))

        follow(0.0)
        return Live([pane], follow)

    def move_words(self) -> Animation:
        """Return how words go from their values to their new places, in the last pane."""
        pane, values = self.panes["new"], self.panes["V"].rows

        def follow(share: float) -> None:
            pane.lay(pane.at, _between(values, pane.rows, share), pane.matrix)

        return Live([pane], follow, rate_func=settle)

    def lead(self, *ways: tuple[str, str]) -> Animation:
        """Return how arrows appear, with the matrices' names where they leave X."""
        names = [self.labels[second] for first, second in ways if first == "X"]
        return FadeIn(*(self.arrows[way] for way in ways), *names)


def _ways(*corners: tuple[float, float]) -> list[Point]:
    return [point(*corner) for corner in corners]


def _between(first: Mapping[str, Tensor], last: Mapping[str, Tensor], share: float) -> dict[str, Tensor]:
    """Return vectors that have gone a share of the way to others, by word."""
    return {word: start + share * (last[word] - start) for word, start in first.items()}


def _lean(matrix: Tensor, share: float) -> Tensor:
    """Return the matrix that has gone a share of the way from no change."""
    return torch.eye(2) + share * (matrix - torch.eye(2))


def _on(corners: Sequence[Point], share: float) -> Point:
    """Return the place on a way after a share of its length, 0 to 1."""
    lengths = [float(np.linalg.norm(b - a)) for a, b in zip(corners, corners[1:], strict=False)]
    far = share * sum(lengths)
    for start, end, length in zip(corners, corners[1:], lengths, strict=False):
        if far <= length and length > 0:
            return np.asarray(start + far / length * (end - start))
        far -= length
    return corners[-1]
