"""The whole phrase at once: a table of dot products (the article's section "The Whole Phrase", figure 12)."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import torch
from manim import (
    Animation,
    Create,
    FadeIn,
    FadeOut,
    Indicate,
    LaggedStart,
    Line,
    Rectangle,
    RoundedRectangle,
    VGroup,
    VMobject,
)
from torch import Tensor

from scenes.article.whole_phrase.claims import TABLE_DOT_PRODUCTS_CLAIMS
from scenes.article.whole_phrase.dot_table import NAME_GAP, ScoreDisc
from scenes.article.whole_phrase.numbers import Similarities, TableParameters, similarities
from scenes.article.whole_phrase.stage_table import ICON, PITCH, StageTable
from scenes.motion.live import Live
from scenes.number_format import as_printed
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.worlds import World

_TURN, _FILL, _PASS = 1.1, 0.8, 3.0
"""Seconds of a turn of the line, of a row that fills, and of all rows that are told in passing."""

_ON_LINE = 0.6
"""The size of discs on a word's line, as a share of their size in the table."""

_STACK, _LIE, _BOX = 1.0, 1.1, 1.6
"""Seconds in which the words' vectors stack up as X, and in which a copy of it lies down; its outline's stroke."""

_SHOWN, _FOLD = 0.6, 2.0
"""Seconds in which the half that is folded is shown with a pair of twins, and in which it is folded."""


class TableDotProducts(StageTable):
    """attention-table-dot-products: every word's line has its turn, and all that falls on them is X Xᵀ."""

    name = "attention-table-dot-products"
    claims = TABLE_DOT_PRODUCTS_CLAIMS
    numbers: Similarities
    pair_place = (3.5, -1.35)

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> Similarities:
        """Return X Xᵀ of the phrase.

        Raises:
            UserError: when the phrase or the word does not fit the world, or no plane can show its vectors.
        """
        require_plane(world)
        return similarities(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Similarities) -> Mapping[str, object]:
        """Return the words, and two of them with their dot product."""
        pair = numbers.second, numbers.position
        return {
            "words": ", ".join(numbers.words),
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "value": format_number(float(numbers.scores[pair])),
        }

    def build(self) -> None:
        """Make the words, an arrow and its line, a foot for each word, and the table."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        heights = {word: ICON for word in self.vectors}
        lines = [line for index in (numbers.position, numbers.second) for line in self._drawn_for(index)]
        self.words: dict[str, Token] = self.tokens(self.vectors, heights, lines=lines)
        self.arrow = Vector(
            self.plane.origin,
            self.plane.place(numbers.vectors[numbers.position]),
            self.color_at(numbers.position),
            style=self.style,
        )
        laid(self.arrow, Layer.THREAD)
        self.table = self.make_table()
        self.feet = [ScoreDisc(_ON_LINE * self.table.unit, style=self.style) for _ in numbers.words]
        self.falls = [Line(point(), point(0.1)).set_stroke(self.style.theme.dim, 2.0) for _ in numbers.words]
        self.ruler = Line(*self._ends_of_line(self.arrow.end)).set_stroke(self.color_at(numbers.position), 2.5, 0.75)
        laid(VGroup(self.ruler, *self.falls), Layer.SHADOW)
        laid(VGroup(*self.feet), Layer.PIN)
        self._point_at(numbers.vectors[numbers.position])
        self.pair = [
            self._score_of(*pair) for pair in ((numbers.position, numbers.second), (numbers.second, numbers.position))
        ]
        self.work = [row for row in (self._work_of(*pair) for pair in self.twins()) if row is not None]
        self._lay_below()
        self._make_matrix()

    def _make_matrix(self) -> None:
        """Make X where the rows' names stand, a disc for each number, and a copy of it that will lie down."""
        numbers, table = self.numbers, self.table
        size = numbers.vectors.shape[1]
        pitch = min(table.pitch, (table.room - NAME_GAP) / size)
        right = table.left - NAME_GAP
        self.cells = [
            [point(right - (size - column - 0.5) * pitch, table.centre(row, row)[1]) for column in range(size)]
            for row in range(len(numbers.words))
        ]
        unit = table.unit * min(1.0, pitch / table.pitch)
        self.matrix = [[ScoreDisc(unit, style=self.style) for _ in range(size)] for _ in numbers.words]
        for row, values, places in zip(self.matrix, numbers.vectors.tolist(), self.cells, strict=True):
            for disc, value, at in zip(row, values, places, strict=True):
                laid(disc, Layer.FRAME).put(value, at)
        self.lying = [[disc.copy() for disc in row] for row in self.matrix]
        theme, low, high = self.style.theme, table.bottom, table.top
        self.box = Rectangle(width=size * pitch, height=high - low, stroke_color=theme.axis, stroke_width=_BOX)
        laid(self.box.move_to(point(right - size * pitch / 2, (low + high) / 2)), Layer.LEDGER)
        self.lying_box = self.box.copy()

    def _stack(self) -> Live:
        """Return how every word's numbers fly from its place to its row of X."""
        starts = [self.plane.place(row) for row in self.numbers.vectors]
        self.add(*(disc for row in self.matrix for disc in row))

        def follow(share: float) -> None:
            for row, places, start in zip(self.matrix, self.cells, starts, strict=True):
                for disc, end in zip(row, places, strict=True):
                    disc.carry(start + share * (end - start))

        return Live([disc for row in self.matrix for disc in row], follow, run_time=_STACK)

    def _lie_down(self) -> Live:
        """Return how a copy of X turns over the diagonal, so that its rows are columns."""
        corners = [point(*corner[:2]) for corner in self.box.get_vertices()]
        discs = [disc for row in self.lying for disc in row]
        places = [at for row in self.cells for at in row]
        self.add(self.lying_box, *discs)

        def follow(share: float) -> None:
            turn = share * math.pi
            around = [self.table.folded(corner, turn) for corner in (*corners, corners[0])]
            self.lying_box.set_points_as_corners(around)
            for disc, at in zip(discs, places, strict=True):
                disc.carry(self.table.folded(at, turn))

        return Live([self.lying_box, *discs], follow, run_time=_LIE)

    def _meeting(self) -> VGroup:
        """Return frames around the second word's row of X and the first word's column, and a ring where they meet."""
        row, column = self.numbers.second, self.numbers.position
        across = RoundedRectangle(corner_radius=0.08, width=self.box.width, height=self.table.pitch)
        along = RoundedRectangle(corner_radius=0.08, width=self.table.pitch, height=self.lying_box.height)
        across.move_to(point(float(self.box.get_x()), float(self.table.centre(row, row)[1])))
        along.move_to(point(float(self.table.centre(column, column)[0]), float(self.lying_box.get_y())))
        for frame, word in ((across, row), (along, column)):
            laid(frame.set_stroke(self.color_at(word), 3.0), Layer.FRAME)
        return VGroup(across, along, self.table.ring(row, column))

    def _drawn_for(self, position: int) -> list[Segment]:
        """Return a word's line and the ways of all words to it, which names keep off."""
        tip = self.plane.place(self.numbers.vectors[position])
        falls = [(self.plane.place(row), self._foot(row, tip)) for row in self.numbers.vectors]
        return [(flat(start), flat(end)) for start, end in (self._ends_of_line(tip), *falls)]

    def _ends_of_line(self, tip: Point) -> tuple[Point, Point]:
        """Return both ends of the line through the origin and a point, at the edges of the plane that is seen."""
        origin, room = self.plane.origin, self.view.words(self.stage)
        right = self.stage.width / 2 if self.view.lying else self.view.record.left - self.wider - 0.1
        bounds = ((-self.stage.width / 2, right), (room.bottom, room.top))
        ends, ahead = [], _way(tip - origin)
        for way in (-ahead, ahead):
            reach = [
                ((high if part > 0 else low) - start) / part
                for part, start, (low, high) in zip(way[:2], origin[:2], bounds, strict=True)
                if abs(part) > 1e-9
            ]
            ends.append(origin + min(reach) * way)
        return ends[0], ends[1]

    def _foot(self, row: Tensor, tip: Point) -> Point:
        """Return where a word falls on the line through the origin and a point."""
        way = _way(tip - self.plane.origin)
        share = float(np.dot(self.plane.place(row) - self.plane.origin, way)) / float(np.dot(way, way))
        return np.asarray(self.plane.origin + share * way)

    def _score_of(self, one: int, other: int) -> Row:
        """Return the score of a word on another's line, written out."""
        words, style = self.numbers.words, self.style

        def written(size: float) -> Row:
            pieces: list[VMobject] = [
                Label(words[one], size=size, color=self.color_at(one), style=style),
                Math("dot.op", size=size, style=style),
                Label(words[other], size=size, color=self.color_at(other), style=style),
                Math("=", size=size, style=style),
                Number(self.numbers.scores[one, other], size=size, style=style),
            ]
            return Row(pieces, 0.15)

        usual = written(style.sizes.number)
        return (
            usual
            if usual.width <= self.view.record.width
            else written(style.sizes.number * self.view.record.width / usual.width)
        )

    def _work_of(self, one: int, other: int) -> Row | None:
        """Return a score as the sum of products that it is; nothing where their printed numbers do not give it."""
        numbers, style = self.numbers, self.style
        factors = list(zip(numbers.vectors[one], numbers.vectors[other], strict=True))
        seen = sum(as_printed(float(a)) * as_printed(float(b)) for a, b in factors)
        if as_printed(seen) != as_printed(float(numbers.scores[one, other])):
            return None

        def written(size: float) -> Row:
            pieces: list[VMobject] = []
            for index, pair in enumerate(factors):
                pieces += [Math("plus", size=size, style=style)] if index else []
                first, second = (
                    Number(value, size=size, color=self.color_at(word), style=style)
                    for value, word in zip(pair, (one, other), strict=True)
                )
                pieces += [first, Math("dot.op", size=size, style=style), second]
            score = Number(numbers.scores[one, other], size=size, style=style)
            return Row([*pieces, Math("=", size=size, style=style), score], 0.12)

        usual, room = written(style.sizes.number), self.view.record.width + self.wider
        return usual if usual.width <= room else written(style.sizes.number * room / usual.width)

    def _lay_below(self) -> None:
        """Lay the table's name below it; the pair's scores lie there or, where it is free, on the plane."""
        first = self._free_below(max(float(row.width) for row in (*self.pair, *self.work)))
        for rows in (self.pair, self.work):
            for index, row in enumerate(rows):
                row.move_to(first - point(0.0, PITCH * index))
        self.pair_texts = [labelled(row, self.style) for row in self.pair]
        self.work_texts = [labelled(row, self.style) for row in self.work]
        name = Row([Math(source, size=self.style.sizes.formula, style=self.style) for source in ("X", "X^T")], 0.12)
        name.move_to(self.name_place(float(name.width), float(self.pair[-1].get_bottom()[1])))
        self.formula = laid(name, Layer.LEDGER)

    def _free_below(self, width: float) -> Point:
        """Return the middle of the first of the pair's two lines, off words and the plane's numbers."""
        first = self.below_first(width)
        if not self.stage.is_wide:
            return first
        room, below = self.view.words(self.stage), point(0.0, PITCH / 2)
        bounds = (room.left, self.stage.above_foot.bottom, self.view.record.left - self.wider, room.top)
        boxes = [box_of(part) for token in self.words.values() for part in token if len(part)]
        x, y = free_place(
            (width, 2 * PITCH), bounds, flat(first - below), boxes=[*boxes, *self.plane.text_boxes()],
            lines=self.plane.axis_segments(),
        )  # fmt: skip
        return point(x, y) + below

    def _point_at(self, vector: Tensor) -> None:
        """Point the arrow at a vector of shape (2,): the line turns with it, and every word falls on it again."""
        origin, tip = self.plane.origin, self.plane.place(vector)
        self.arrow.set_ends(origin, tip)
        self.ruler.set_points_as_corners([*self._ends_of_line(tip)])
        for row, foot, fall in zip(self.numbers.vectors, self.feet, self.falls, strict=True):
            on = self._foot(row, tip)
            foot.put(float(row @ vector), on)
            fall.set_points_as_corners([self.plane.place(row), on])

    def _turn(self, start: int, end: int) -> Live:
        """Return how the arrow turns from a word to another, on the shorter way."""
        first, last = (self.numbers.vectors[index] for index in (start, end))
        lengths = [float(torch.linalg.vector_norm(row)) for row in (first, last)]
        angles = [math.atan2(float(row[1]), float(row[0])) for row in (first, last)]
        turned = (angles[1] - angles[0] + math.pi) % math.tau - math.pi
        colors = [self.color_at(index) for index in (start, end)]

        def follow(share: float) -> None:
            angle, length = angles[0] + share * turned, lengths[0] + share * (lengths[1] - lengths[0])
            self._point_at(length * torch.tensor([math.cos(angle), math.sin(angle)], dtype=first.dtype))
            color = colors[1 if share > 0.5 else 0]
            self.arrow.body.set_fill(self.style.theme.fill(color))
            self.ruler.set_stroke(color)

        return Live([self.arrow, self.ruler, *self.feet, *self.falls], follow)

    def _fill(self, row: int) -> Live:
        """Return how the feet on a word's line fly into its row."""
        discs, starts = self.table.discs[row], [foot.at.copy() for foot in self.feet]
        ends = [self.table.centre(row, column) for column in range(len(discs))]
        self.add(*discs)

        def follow(share: float) -> None:
            for disc, start, end in zip(discs, starts, ends, strict=True):
                disc.unit = self.table.unit * (_ON_LINE + (1 - _ON_LINE) * share)
                disc.put(disc.score, start + share * (end - start))

        return Live(discs, follow)

    def tell(self) -> None:
        """Fill a row, turn the line and fill another, fill all, name the table, fold it."""
        numbers, times = self.numbers, self.style.times
        said = self.said()
        frame = self.table.frame(numbers.position)
        with self.beat("row", **said):
            self.add(self.phrase)
            self.play(
                LaggedStart(*(FadeIn(token) for token in self.words.values()), lag_ratio=0.1), run_time=times.move
            )
            self.add(self.arrow)
            self.play(Create(self.ruler), FadeIn(self.arrow), run_time=times.quick)
            self.play(LaggedStart(*map(Create, self.falls), lag_ratio=0.1), FadeIn(*self.feet), run_time=times.move)
            self.play(FadeIn(self.table, frame), run_time=times.quick)
            self.play(self._fill(numbers.position), run_time=_FILL)
            self.play(FadeIn(self.pair_texts[0]), run_time=times.quick)
            self.rest()
        with self.beat("second-row", **said):
            self.play(self._turn(numbers.position, numbers.second), self._down(frame, numbers.second), run_time=_TURN)
            self.play(self._fill(numbers.second), run_time=_FILL)
            self.play(FadeIn(self.pair_texts[1]), run_time=times.quick)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", **said):
                self.play(FadeOut(*self.pair_texts), run_time=times.quick)  # the turning line would run through them
                self._sweep(frame)
                self.rest()
        with self.beat("name", **said):
            gone = [frame, self.arrow, self.ruler, *self.feet, *self.falls]
            self.play(FadeOut(*gone, self.table.row_names, self.table.column_names), run_time=times.quick)
            self.play(self._stack(), FadeIn(self.box), FadeIn(self.formula[0]))
            self.play(self._lie_down(), FadeIn(self.formula[1]))
            meeting = self._meeting()
            self.play(*map(FadeIn, meeting), run_time=times.quick)
            self.rest()
        matrix = [self.box, self.lying_box, *(disc for row in (*self.matrix, *self.lying) for disc in row)]
        with self.beat("mirror", **said, value=self.pair[0][-1].shown):
            names = FadeIn(self.table.row_names, self.table.column_names)
            self.play(FadeOut(*matrix, *meeting), names, run_time=times.quick)
            self._fold()
            self.hold()

    def _down(self, frame: VMobject, row: int) -> Animation:
        return frame.animate.set_y(float(self.table.centre(row, row)[1])).build()

    def _sweep(self, frame: VMobject) -> None:
        """Let every other word have its turn, one after the other."""
        before, each = self.numbers.second, _PASS / len(self.numbers.others)
        for row in self.numbers.others:
            self.play(self._turn(before, row), self._down(frame, row), run_time=0.55 * each)
            self.play(self._fill(row), run_time=0.45 * each)
            before = row

    def _fold(self) -> None:
        """Fold the half above the diagonal over the other: every disc meets its twin."""
        rings = [self.table.ring(*pair) for pair in self.twins()]
        sheet = self.table.sheet()
        told = self.work_texts or ([] if not self.numbers.others else self.pair_texts)
        if self.work_texts and not self.numbers.others:
            self.play(FadeOut(*self.pair_texts), run_time=self.style.times.quick)
        self.play(FadeIn(sheet, *rings, *told), run_time=_SHOWN)
        self.play(self.folding(sheet, rings), run_time=_FOLD)
        self.play(*(Indicate(row[-1], 1.12, self.style.theme.ink) for row in self.work or self.pair), run_time=0.7)


def _way(way: Point) -> Point:
    """Return a way along a word's line; a word without a direction has the first axis for its line."""
    return way if float(np.dot(way, way)) > 1e-12 else point(1.0)
