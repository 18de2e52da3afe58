"""All of attention in one picture: one plane becomes three, two of them make the weights, and these mix the third."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

import numpy as np
import torch
from manim import (
    Animation,
    Circle,
    DashedLine,
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
from scenes.parts.plane.band import Band
from scenes.parts.plane.boxes import box_around
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

_WIDEST, _HIGHEST, _LEAST, _TALLEST = 2.5, 1.86, 1.35, 3.7
"""Scene units that a pane is wide and high at the most, and wide at the least with words beside the table's rows; that
the plane of new places is high at the most."""

_BETWEEN, _AIR = 0.24, 0.22
"""Scene units between two panes, and between a pane's edge and the outermost word."""

_GAPS, _CLOSE, _LAST = (0.95, 0.8, 1.15), 0.62, 1.5
"""Scene units that arrows take from X to Q, from Q to the table, and from there on; their share in narrow frames; how
much wider the last plane is than the others in wide ones."""

_BRACKET, _ARM = 0.16, 0.09
"""Scene units from the names of the table's rows or columns to the bracket at which an arrow ends; its arms' length."""

_TIMES, _BEFORE = 0.16, 0.42
"""Scene units: the radius of the sign of the product; from the table to its middle, as a share of the way to X'."""

_NAME, _OFF, _LIFT = 0.62, 0.12, 0.3
"""Scene units that the weights' name takes below the table; between a part and an arrow; by which X' is above X."""

_ICON, _HERO, _SMALL = (0.24, 0.46), 1.25, 0.65
"""Scene units: the least and the largest height of a pane's icons; how much larger the first word's is in
the last, and how much smaller the others'."""

_ARROW, _SHAFT, _HEAD = 0.035, 4.5, 0.2
"""Scene units of a vector's shaft in a pane; stroke units of an arrow between parts, and the length of its head."""

_GRID, _EDGE, _GLASS, _HALF = 0.4, 2.4, 0.07, 2.4
"""The opacity of a pane's grid; stroke units of its edge; the opacity of its glass; stroke units of a dashed line."""

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
        halved: whether a dashed line runs where both numbers are equal.
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
        halved: bool = False,
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
        self.half = self._half() if halved else VGroup()
        self.half.set_stroke(style.theme.dim, _HALF)
        marked = (laid(mark, Layer.ICON) for mark in marks.values())
        super().__init__(self.edge, self.grid, laid(self.half, Layer.SHEET), *self.arrows.values(), *marked)
        self.lay(self.at, self.rows, matrix)

    def _half(self) -> VGroup:
        """Return the dashed line of all places at which both numbers are equal."""
        far = 9.0 * max(self.size) / self.unit
        ends = (flat(self.place(torch.tensor([side * far, side * far]))) for side in (-1.0, 1.0))
        inside = clip((next(ends), next(ends)), self.box)
        return VGroup(*([DashedLine(point(*inside[0]), point(*inside[1]))] if inside else []))

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
        sizes: the panes' widths and heights, by name, scene units.
        places: the panes' middles, by name.
        left: the left edge of the table's cells, scene units.
        top: their upper edge.
        pitch: scene units from a cell to the next.
        named: whether words stand beside the table's rows, and above its columns.
    """

    sizes: Mapping[str, tuple[float, float]]
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
        table: the table, whose discs are the weights; it is put at its place in the machine.
        other_table: the table of the second phrase, at the same place; None without one.
        mark: returns a word's icon or dot in a size, in scene units of an icon's height.
        stage: the frame.
        view: the plane's view, between whose header and foot it lies.
        style: theme and sizes.

    Attributes:
        panes: the small planes, by name.
        later: the same of the second phrase, at the same places; none without one.
        names: what they and the weights are called.
        ways: the corners of arrows, by the names of the parts between which they lead.
        arrows: the arrows, by the same.
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
        other_table: DotTable | None,
        mark: Callable[[str, float], VMobject],
        stage: Stage,
        view: PlaneView,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.table, self._upright = style, table, stage.is_portrait
        self._lift = _LIFT if stage.is_wide else 0.0  # a sum stands below the last plane in wide frames
        self.other_table, theme = other_table, style.theme
        safe, phrases = stage.safe, [each for each in (numbers, numbers.other) if each is not None]
        self.room = Region(safe.left + 0.05, safe.right - 0.05, view.foot + 0.62 * view.foot_lines, view.header - 0.42)
        self._colors = {"X": theme.ink, "Q": theme.query, "K": theme.key, "V": theme.value, "new": theme.ink}
        self._middles, self._spans = self._extents(phrases)
        self.layout = self._laid_out(len(numbers.words))
        self.panes, *later = [self._panes_of(each, mark) for each in phrases]
        last = phrases[-1]
        self._anchors = [last.values[column] for column in (last.position, last.second)]
        self.later: dict[str, Pane] = later[0] if later else {}
        self.names = {name: self._named(name) for name in PANES} | {"weights": self._weights_name(manner)}
        self.joint = point()
        self.ways = self._find_ways()
        self.product = self._product_name(manner)
        self.arrows = {way: self._arrow(way) for way in self.ways}
        for way, bracket in zip((("Q", "weights"), ("K", "weights")), self._brackets(), strict=True):
            self.arrows[way].add(bracket)
        self.times = self._times()
        self.labels = {name: self._along(name) for name in "QKV"}
        for each in (table, other_table):
            if each is not None:
                self._put(each)

    def _extents(self, phrases: Sequence[KeysQueriesValues]) -> tuple[dict[str, Tensor], dict[str, list[float]]]:
        """Return the vectors in the middle of panes, and how far their words lie apart along both axes, by pane.

        Words and new places have one scale; queries, keys and values have their origin in sight as well.
        """
        middles, spans = dict[str, Tensor](), dict[str, list[float]]()
        for names in (("X", "new"), "Q", "K", "V"):
            rows = [_space(each, name)[0] for each in phrases for name in names]
            told = [(each, each.values[[each.position, each.second]]) for each in phrases]
            rows += [torch.zeros(1, 2)] if isinstance(names, str) else [values for _, values in told]  # they pull there
            low, high = torch.cat(rows).min(dim=0).values, torch.cat(rows).max(dim=0).values
            middles |= dict.fromkeys(names, (low + high) / 2)
            spans |= dict.fromkeys(names, (high - low).tolist())
        return middles, spans

    def _panes_of(self, numbers: KeysQueriesValues, mark: Callable[[str, float], VMobject]) -> dict[str, Pane]:
        """Return the panes of a phrase, by name."""
        panes = {}
        for name in PANES:
            rows, matrix = _space(numbers, name)
            size = self.layout.sizes[name]
            unit = min((side - 2 * _AIR) / max(span, 1e-6) for side, span in zip(size, self._spans[name], strict=True))
            height = min(max(0.8 * unit, _ICON[0]), _ICON[1])
            order = sorted(numbers.words, key=lambda word: word == numbers.word)  # it lies over the others
            panes[name] = Pane(
                dict(zip(numbers.words, rows, strict=True)), matrix,
                {word: mark(word, height * (1 if name != "new" else _HERO if word == numbers.word else _SMALL))
                 for word in order},
                self.layout.places[name], size, unit, self._middles[name], self._colors[name],
                arrows=name in "QKV", loud=numbers.word if name == "Q" else "", halved=name not in "QKV",
                style=self.style,
            )  # fmt: skip
        return panes

    # --- The layout -----------------------------------------------------------------------------------------------

    def _laid_out(self, count: int) -> Layout:
        """Return the places of all parts, with words beside the table's rows where there is room for them."""
        least = _LEAST_PITCH * self.style.sizes.tick
        for named in (True, False):
            pitch = self.table.pitch
            while pitch >= least or not named:
                layout = self._tried(count, pitch, named)
                if layout is not None and (layout.sizes["Q"][0] >= _LEAST or not named):
                    return layout
                pitch *= 0.96
        raise AssertionError("a table without names gets as small as it must")

    def _tried(self, count: int, pitch: float, named: bool) -> Layout | None:
        """Return the places of all parts around a table of a pitch; None where it has no room."""
        names, cells = self.table.room if named else 0.0, count * pitch
        return (self._along_height if self._upright else self._along_width)(cells, names, pitch, named)

    def _along_width(self, cells: float, names: float, pitch: float, named: bool) -> Layout | None:
        room, gaps = self.room, [gap * (1.0 if self.room.width > 9 else _CLOSE) for gap in _GAPS]
        wide, last = (1.0, _LAST) if self.room.width > 9 else (1.0, 1.0)
        width = min((room.width - sum(gaps) - names - cells) / (2 * wide + last), _WIDEST)
        tall = min((room.height - 2 * _BETWEEN) / 3, _HIGHEST)
        if width < 0.5:
            return None
        whole = (2 * wide + last) * width + sum(gaps) + names + cells
        left, middle = float(room.centre[0]) - whole / 2, float(room.centre[1])
        step = tall + max(_BETWEEN, min((room.height - 3 * tall) / 2, 0.4))
        first, second = left + width / 2, left + 1.5 * width + gaps[0]
        cell = second + width / 2 + gaps[1] + names
        top = middle + step - 0.5 - _BRACKET - names  # clear of the arrow that comes down from the keys
        low = middle - step - tall / 2 + _OFF + 0.3  # and of the one that leads from the values
        if top - cells - _NAME < low:
            return None
        top = min(top, max(middle + cells / 2, low + cells + _NAME))
        new = cell + cells + gaps[2] + last * width / 2
        places = {
            "X": point(first, middle), "Q": point(second, middle), "K": point(second, middle + step),
            "V": point(second, middle - step),
        }  # fmt: skip
        sizes = dict.fromkeys("QKV", (width, tall))
        sizes["X"] = self._word_size(width, 2 * step - 0.8)
        sizes["new"] = self._word_size(last * width, _TALLEST)
        places["new"] = point(new, middle + max(0.0, min(self._lift, (room.height - sizes["new"][1]) / 2)))
        return Layout(sizes, places, cell, top, pitch, named)

    def _word_size(self, width: float, most: float) -> tuple[float, float]:
        """Return the size of a plane of words or new places: as high as its words need, at the most as given."""
        wide, high = (max(span, 1e-6) for span in self._spans["X"])
        return width, min(max((width - 2 * _AIR) / wide * high + 2 * _AIR, 0.8 * width), most)

    def _along_height(self, cells: float, names: float, pitch: float, named: bool) -> Layout | None:
        room, gaps = self.room, _GAPS
        width = min((room.width - 2 * _BETWEEN) / 3, _WIDEST)
        tall = min((room.height - sum(gaps) - names - cells - 2 * _NAME) / 3, _HIGHEST)
        if tall < 0.8 or names + cells > room.width - 2.4:
            return None
        whole = 3 * tall + sum(gaps) + names + cells + 2 * _NAME
        high, middle = float(room.centre[1]) + whole / 2, float(room.centre[0])
        step, first = width + _BETWEEN, high - tall / 2
        second = first - tall - gaps[0]
        top = second - tall / 2 - gaps[1] - names
        last = top - cells - _NAME - gaps[2] - tall / 2
        places = {
            "X": point(middle, first), "Q": point(middle - step, second), "K": point(middle, second),
            "V": point(middle + step, second), "new": point(middle, last),
        }  # fmt: skip
        sizes = dict.fromkeys(PANES, (width, tall))
        return Layout(sizes, places, middle - cells / 2 + names / 4, top, pitch, named)

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
        panes = [pane, *([self.later[name]] if self.later else [])]
        marks = [box_of(mark) for each in panes for mark in each.marks.values()]
        lines = [(flat(arrow.start), flat(arrow.end)) for each in panes for arrow in each.arrows.values()]
        if name == "new":
            marks += [box_around(pane.place(row), _ICON[1] / 2) for row in self._anchors]

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
        row.move_to(point((left + right) / 2, low - _NAME / 2))
        if not self._upright:  # clear of the arrow that comes up from the values
            most = self.panes["new"].box[0] - 2 * _OFF - 3 * _TIMES
            row.shift(point(min(0.0, most - float(row.get_right()[0]))))
        return labelled(row, self.style)

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
        self.ways = self._find_ways()
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
        corners, theme = self.ways[way], self.style.theme
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
        text, way = self._math(f"W_{name}", self._colors[name]), self.ways["X", name]
        start, end = way[-2:]
        middle = (start + end) / 2
        if abs(end[0] - start[0]) > abs(end[1] - start[1]):
            return labelled(text.move_to(middle + point(0.0, 0.12 + float(text.height) / 2)), self.style)
        side = -1 if name == "V" else 1
        return labelled(text.move_to(middle + side * point(0.12 + float(text.width) / 2)), self.style)

    # --- Motions --------------------------------------------------------------------------------------------------

    def _put(self, table: DotTable) -> None:
        """Put a table at its place in the machine, with cells of its own size if its phrase has more or fewer words."""
        layout, count = self.layout, len(table.discs)
        pitch = self._cells / count
        scale, corner = pitch / table.pitch, point(table.left, table.top)
        table.lines.scale(scale, about_point=corner).shift(point(layout.left, layout.top) - corner)
        left, top, old = layout.left, layout.top, table.left
        names = VGroup(table.row_names, table.column_names)
        widest = max(float(name.width) for name in table.column_names)
        within = min(1.0, 0.96 * pitch / widest)  # level names, and icons, get as narrow as their columns
        for index, (row, column) in enumerate(zip(*names, strict=True)):
            gap, step = float(old - row.get_right()[0]), (index + 0.5) * pitch
            for name in (row, column):
                name.scale(within)
            row.move_to(point(left - gap - float(row.width) / 2, top - step))
            column.move_to(point(left + step, top + gap + float(column.height) / 2))
        table.left, table.top, table.pitch = left, top, pitch
        if not layout.named:
            table.row_names.set_opacity(0.0)
            table.column_names.set_opacity(0.0)

    def glide(self, starts: Mapping[str, tuple[Point, float]], word: str, end: tuple[Point, float]) -> Live:
        """Return how words go from the plane to X, and the first word, from where it has been pulled, to its new place.

        Args:
            starts: the words' places and widths on the plane, by word.
            word: the first word.
            end: its new place on the plane, and its width there.
        """
        first, last = self.panes["X"].marks, self.panes["new"].marks[word]
        moved = [(mark, starts[each]) for each, mark in first.items()] + [(last, end)]
        ends = [(mark.get_center(), float(mark.width)) for mark, _ in moved]

        def follow(share: float) -> None:
            for (mark, (start, large)), (at, small) in zip(moved, ends, strict=True):
                mark.set(width=large + share * (small - large)).move_to(start + share * (at - start))

        follow(0.0)
        return Live([mark for mark, _ in moved], follow)

    def depart(self, name: str) -> Animation:
        """Return how a space leaves X: a copy of its plane goes along the arrow, and leans as the space's matrix says.

        Args:
            name: Q, K or V.
        """
        pane, source = self.panes[name], self.panes["X"]
        way = [source.at, *self.ways["X", name][1:-1], pane.at]

        def follow(share: float) -> None:
            pane.lay(_on(way, share), _between(source.rows, pane.rows, share), _lean(pane.matrix, share))

        follow(0.0)
        return Live([pane], follow)

    def move_words(self, word: str) -> Animation:
        """Return how words go from their old places to their new ones, in the last pane; the first one is there."""
        pane, old = self.panes["new"], dict(self.panes["X"].rows)
        old[word] = pane.rows[word]

        def follow(share: float) -> None:
            pane.lay(pane.at, _between(old, pane.rows, share), pane.matrix)

        follow(0.0)
        return Live([pane], follow, rate_func=settle)

    def swap(self, name: str) -> list[Animation]:
        """Return how the words that only the first phrase has leave a pane, and those of the second come."""
        first, second = self.panes[name], self.later[name]
        gone = _parts(first, [word for word in first.rows if word not in second.rows])
        come = _parts(second, [word for word in second.rows if word not in first.rows])
        return [*([FadeOut(*gone)] if gone else []), *([FadeIn(*come)] if come else [])]

    def swing(self, bands: Sequence[Band], word: str) -> Live:
        """Return how words of both phrases go from where they are in the last pane to their new places in the second.

        Args:
            bands: they stay tied to the first word.
            word: the first word.
        """
        first, second = self.panes["new"], self.later["new"]
        shared = [each for each in first.rows if each in second.rows]
        starts = {each: first.marks[each].get_center() for each in shared}
        pins = [band.puller.copy() for band in bands]

        def follow(share: float) -> None:
            for each in shared:
                start, end = starts[each], second.place(second.rows[each])
                first.marks[each].move_to(start + share * (end - start))
            for band, pin in zip(bands, pins, strict=True):
                band.set_ends(pin, first.marks[word].get_center())

        return Live([*(first.marks[each] for each in shared), *bands], follow, rate_func=settle)

    def lead(self, *ways: tuple[str, str]) -> Animation:
        """Return how arrows appear, with the matrices' names where they leave X."""
        names = [self.labels[second] for first, second in ways if first == "X"]
        return FadeIn(*(self.arrows[way] for way in ways), *names)


def _space(numbers: KeysQueriesValues, name: str) -> tuple[Tensor, Tensor]:
    """Return the vectors that a pane shows, and the matrix that made its space of the words'."""
    eye = torch.eye(2)
    return {
        "X": (numbers.vectors, eye), "Q": (numbers.queries, numbers.W_Q), "K": (numbers.keys, numbers.W_K),
        "V": (numbers.values, numbers.W_V), "new": (numbers.updated, eye),
    }[name]  # fmt: skip


def _parts(pane: Pane, words: Sequence[str]) -> list[VMobject]:
    """Return the marks of words in a pane, and the arrows to them."""
    return [part for word in words for part in (pane.marks[word], pane.arrows.get(word)) if part is not None]


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
