"""The whole phrase at once: a table of dot products (the article's section "The Whole Phrase", figure 12)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from manim import (
    Animation,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    Indicate,
    LaggedStart,
    Line,
    Rectangle,
    RoundedRectangle,
    VGroup,
    VMobject,
    linear,
)
from torch import Tensor

from scenes.article.whole_phrase.claims import TABLE_DOT_PRODUCTS_CLAIMS
from scenes.article.whole_phrase.dot_table import NAME_GAP, ScoreDisc
from scenes.article.whole_phrase.numbers import Similarities, TableParameters, similarities
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, WordTable
from scenes.motion.live import Live
from scenes.number_format import as_printed, decimals_that_multiply
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Coordinates, Number, format_number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.worlds import World

_DROP, _TURN, _NEXT, _EACH, _LOOK = 2.1, 1.5, 1.2, 0.7, 0.12
"""Seconds in which all words fall on a line, of the first turn of the line, of the next and of each after it, and in
which the line stands still after each."""

_FOOT, _SLAB, _BESIDE = 0.055, 13.0, 0.11
"""Scene units of a foot's radius; stroke units of a shadow, and scene units by which it lies beside the line."""

_BEYOND, _PITCH = 0.05, 0.44
"""Scene units by which a line reaches beyond the outermost feet on it; from one line about the pair to the next."""

_AT_ONCE = 2.0
"""The number of words that fall on a line at the same time."""

_GROWN = 0.35
"""The share of a turn in which a row's discs come to their full size."""

_STACK, _LIE, _BOX = 1.2, 1.1, 1.6
"""Seconds in which the words' vectors stack up as X, and in which a copy of it lies down; its outline's stroke."""

_SHOWN, _FOLD = 0.6, 2.0
"""Seconds in which the half that is folded is shown with a pair of twins, and in which it is folded."""


@dataclass(frozen=True)
class LineScores(Similarities):
    """The numbers of the figure: dot products, and the factors that each is the product of."""

    lengths: Tensor = quantity("The lengths of the vectors.", rows="words")
    shadows: Tensor = quantity(
        "How long each word's shadow is: a row for the word whose line it falls on, a column for the word that falls.",
        rows="words",
        columns="words",
    )


class TableDotProducts(WordTable):
    """attention-table-dot-products: every word's line has its turn, and all that falls on them is X Xᵀ."""

    name = "attention-table-dot-products"
    claims = TABLE_DOT_PRODUCTS_CLAIMS
    numbers: LineScores
    pair_place = (3.9, -1.22)

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> LineScores:
        """Return X Xᵀ of the phrase, and each dot product as a shadow times a length.

        Raises:
            UserError: when the phrase or the word does not fit the world, or no plane can show its vectors.
        """
        require_plane(world)
        table = similarities(parameters, world)
        lengths = torch.linalg.vector_norm(table.vectors, dim=-1)  # (T,)
        shadows = table.scores / lengths.clamp_min(1e-9).unsqueeze(-1)  # (T, T)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        return LineScores(**given, lengths=lengths, shadows=shadows)

    @classmethod
    def alternative_values(cls, numbers: LineScores) -> Mapping[str, object]:
        """Return the words, and two of them with their dot product."""
        pair = numbers.second, numbers.position
        return {
            "words": ", ".join(numbers.words),
            "word": numbers.word,
            "second": numbers.words[numbers.second],
            "value": format_number(float(numbers.scores[pair])),
        }

    def build(self) -> None:
        """Make the table, the words, an arrow and its line, a foot for each word, and X."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.told = numbers.position, numbers.second
        self.table = self.make_table()
        self._make_matrix()
        self.vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        heights = {word: ICON for word in self.vectors}
        lines = [line for index in self.told for line in self._drawn_for(index)]
        boxes = [self.table_box(), *map(box_of, self.headings)]
        self.words: dict[str, Token] = self.tokens(self.vectors, heights, lines=lines, boxes=boxes)
        self.arrow = Vector(
            self.plane.origin,
            self.plane.place(numbers.vectors[numbers.position]),
            self.color_at(numbers.position),
            style=self.style,
        )
        laid(self.arrow, Layer.THREAD)
        theme = self.style.theme
        self.feet = [Dot(radius=_FOOT, color=theme.ink) for _ in numbers.words]
        self.falls = [Line(point(), point(0.1)).set_stroke(theme.dim, 2.0) for _ in numbers.words]
        self.ruler = Line(*self._ends_of_line(self.arrow.end)).set_stroke(self.color_at(numbers.position), 2.5, 0.75)
        laid(VGroup(self.ruler, *self.falls, *self.feet), Layer.SHADOW)
        self._point_at(numbers.vectors[numbers.position])
        self.slabs = [self._slab(*pair) for pair in self.twins()]
        self.pair = self._pair()
        self.work = [row for row in (self._work_of(*pair) for pair in self.twins()) if row is not None]
        self.coordinates = self._make_coordinates()
        self._lay_below()
        self.key = self._make_key()

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
        self.headings = self._make_headings()

    def _make_headings(self) -> list[Label]:
        """Return the names of the row and the column of X that meet, beside it; nothing where there is no room."""
        if not self.stage.is_wide:
            return []
        row, column, size = self.numbers.second, self.numbers.position, self.style.sizes.tick
        beside, above = (
            Label(self.numbers.words[index], size=size, color=self.color_at(index), style=self.style)
            for index in (row, column)
        )
        y = float(self.table.centre(row, row)[1])
        beside.move_to(point(float(self.box.get_left()[0]) - NAME_GAP - float(beside.width) / 2, y))
        high = self.table.top + NAME_GAP + float(self.box.width) + NAME_GAP + float(above.height) / 2
        most = self.stage.safe.right - OFF_EDGE - float(above.width) / 2
        above.move_to(point(min(float(self.table.centre(column, column)[0]), most), high))
        return [laid(name, Layer.LEDGER) for name in (beside, above)]

    def _stack(self) -> LaggedStart:
        """Return how the words' numbers become the rows of X, one after the other."""
        rows = [FadeIn(VGroup(*row)) for row in self.matrix]
        return LaggedStart(*rows, lag_ratio=0.3, run_time=_STACK)

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
        """Return both ends of the line through the origin and a point: it reaches beyond all feet, on the plane."""
        origin, room = self.plane.origin, self.view.words(self.stage)
        right = self.stage.width / 2 if self.view.lying else self.view.record.left - self.wider - 0.1
        bounds = ((-self.stage.width / 2, right), (room.bottom, room.top))
        ends, ahead = [], _way(tip - origin)
        ahead = ahead / np.linalg.norm(ahead)
        feet = [float(np.dot(self._foot(row, tip) - origin, ahead)) for row in self.numbers.vectors]
        for way, farthest in ((-ahead, -min(feet)), (ahead, max(feet))):
            reach = [
                ((high if part > 0 else low) - start) / part
                for part, start, (low, high) in zip(way[:2], origin[:2], bounds, strict=True)
                if abs(part) > 1e-9
            ]
            ends.append(origin + min(*reach, max(farthest, 0.0) + _BEYOND) * way)
        return ends[0], ends[1]

    def _foot(self, row: Tensor, tip: Point) -> Point:
        """Return where a word falls on the line through the origin and a point."""
        way = _way(tip - self.plane.origin)
        share = float(np.dot(self.plane.place(row) - self.plane.origin, way)) / float(np.dot(way, way))
        return np.asarray(self.plane.origin + share * way)

    def _slab(self, line: int, word: int) -> Line:
        """Return a word's shadow on another's line, from the origin to its foot, beside the line."""
        rows, origin = self.numbers.vectors, self.plane.origin
        foot = self._foot(rows[word], self.plane.place(rows[line]))
        aside = self.plane.place(rows[word]) - foot
        length = float(np.linalg.norm(aside))
        aside = _BESIDE * aside / length if length > 1e-9 else point()
        theme, color = self.style.theme, self.color_at(word)
        slab = Line(origin + aside, foot + aside).set_stroke(theme.fill(color) if theme.filled else color, _SLAB)
        return laid(slab, Layer.THREAD)

    def _pair(self) -> list[Row]:
        """Return the pair's score on both lines: the shadow times the length of the line's word.

        Where the printed factors do not give it, both words stand for them; where there is no room for the factors'
        names, their colours alone say whose they are.
        """
        factors = [(self.numbers.shadows[pair], self.numbers.lengths[pair[0]]) for pair in self.twins()]
        digits = decimals_that_multiply([(float(shadow), float(length)) for shadow, length in factors])
        if digits is None:
            return [self._fitted(self._words_of(*pair), self.style.sizes.tick) for pair in self.twins()]
        names = self.says("shadow"), self.says("length")
        told = [self._product(*pair, digits, names) for pair in self.twins()]
        size = self.style.sizes.tick
        if max(float(written(size).width) for written in told) > self._room_below():
            told = [self._product(*pair, digits, ()) for pair in self.twins()]
        return [self._fitted(written, size) for written in told]

    def _product(self, line: int, word: int, digits: int, names: Sequence[str]) -> Callable[[float], Row]:
        """Return what writes a score as a product, its factors with their names or without.

        Args:
            line: the word whose line it is: its length is a factor.
            word: the word whose shadow is a factor.
            digits: after the points of the factors.
            names: of both factors; none where there is no room for them.
        """
        numbers, style = self.numbers, self.style
        factors = (numbers.shadows[line, word], word), (numbers.lengths[line], line)

        def written(size: float) -> Row:
            pieces: list[VMobject] = []
            for index, (value, whose) in enumerate(factors):
                color = self.color_at(whose)
                pieces += [Math("times", size=size, style=style)] if index else []
                pieces += [Label(name, size=size, color=color, style=style) for name in names[index : index + 1]]
                pieces.append(Number(value, decimals=digits, size=size, color=color, style=style))
            score = Number(numbers.scores[line, word], size=size, style=style)
            return Row([*pieces, Math("=", size=size, style=style), score], 0.13)

        return written

    def _words_of(self, one: int, other: int) -> Callable[[float], Row]:
        """Return what writes a score as the product of two words."""
        words, style = self.numbers.words, self.style

        def written(size: float) -> Row:
            pieces: list[VMobject] = [
                Label(words[one], size=size, color=self.color_at(one), style=style),
                Math("dot.op", size=size, style=style),
                Label(words[other], size=size, color=self.color_at(other), style=style),
                Math("=", size=size, style=style),
                Number(self.numbers.scores[one, other], size=size, style=style),
            ]
            return Row(pieces, 0.13)

        return written

    def _fitted(self, written: Callable[[float], Row], size: float) -> Row:
        """Return a line about the pair, as large as there is room."""
        room = self._room_below()
        usual = written(size)
        return usual if usual.width <= room else written(size * room / usual.width)

    def _room_below(self) -> float:
        """Return how wide a line about the pair may be, scene units."""
        if not self.stage.is_wide:
            return self.view.record.width
        return float(self.table.left - self.plane.origin[0]) - 3 * OFF_EDGE

    def _make_coordinates(self) -> list[VGroup]:
        """Return the pair's rows of X, written beside the words where the plane has room."""
        if not self.stage.is_wide:
            return []
        written: list[VGroup] = []
        room, size = self.view.words(self.stage), self.style.sizes.tick
        bounds = (room.left, self.stage.above_foot.bottom, self.table.left - self.table.room - OFF_EDGE, room.top)
        marks = [box_of(part) for token in self.words.values() for part in token if len(part)]
        for index in self.told:
            row = self.numbers.vectors[index]
            text = Coordinates(row, size=size, color=self.color_at(index), style=self.style)
            x, y = flat(self.plane.place(row))
            near = (x + ICON / 2 + 0.1 + float(text.width) / 2, y - ICON / 2 - 0.1)
            boxes = [*marks, *self.plane.text_boxes(), *map(box_of, (*self.headings, *written))]
            place = free_place(
                (float(text.width), float(text.height)), bounds, near, boxes=boxes, lines=self.plane.axis_segments()
            )
            written.append(labelled(text.move_to(point(*place)), self.style))
        return written

    def _make_key(self) -> VGroup:
        """Return what discs say, below the table: the pair's score as a disc, and the lowest one as a ring."""
        numbers, table, style = self.numbers, self.table, self.style
        row = numbers.scores[numbers.position]
        shown = [row[numbers.second]] + ([row.min()] if as_printed(float(row.min())) < 0 else [])
        pieces: list[VMobject] = []
        for value in shown:
            disc = ScoreDisc(table.unit, style=style)
            disc.put(float(value), point())
            pieces += [Row([disc, Number(value, size=style.sizes.tick, style=style)], 0.12)]
        key = Row(pieces, 0.5)
        low = float(self.pair[-1].get_bottom()[1])
        return laid(key.move_to(self.name_place(float(key.width), low)), Layer.LEDGER)

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

        return self._fitted(written, style.sizes.number)

    def _lay_below(self) -> None:
        """Lay the table's name below it; the pair's scores lie there or, where it is free, on the plane."""
        first = self._free_below(max(float(row.width) for row in (*self.pair, *self.work)))
        for rows in (self.pair, self.work):
            for index, row in enumerate(rows):
                row.move_to(first - point(0.0, _PITCH * index))
        self.pair_texts = [labelled(row, self.style) for row in self.pair]
        self.work_texts = [labelled(row, self.style) for row in self.work]
        size, low = self.style.sizes.formula, float(self.pair[-1].get_bottom()[1])
        name = Row([Math(source, size=size, style=self.style) for source in ("X", "X^T")], 0.12)
        self.formula = laid(name.move_to(self.name_place(float(name.width), low)), Layer.LEDGER)
        self.factors = [Math(source, size=size, style=self.style) for source in ("X", "X^T")]
        self.factors[0].move_to(point(float(self.box.get_x()), float(name[0].get_y())))
        self.factors[1].move_to(point(float(self.box.get_x()), self.table.top + NAME_GAP + float(self.box.width) / 2))
        laid(VGroup(*self.factors), Layer.LEDGER)

    def _free_below(self, width: float) -> Point:
        """Return the middle of the first of the pair's two lines, off words and the plane's numbers."""
        first = self.below_first(width)
        if not self.stage.is_wide:
            return first
        room, below = self.view.words(self.stage), point(0.0, _PITCH / 2)
        height = _PITCH + max(float(row.height) for row in (*self.pair, *self.work))
        bounds = (room.left, self.stage.above_foot.bottom, self.table.left - OFF_EDGE, room.top)
        boxes: list[Box] = [box_of(part) for token in self.words.values() for part in token if len(part)]
        boxes += [self.table_box(), *map(box_of, (*self.headings, *self.coordinates))]
        lines = [line for index in self.told for line in self._drawn_for(index)]
        x, y = free_place(
            (width, height), bounds, flat(first - below), boxes=[*boxes, *self.plane.text_boxes()],
            lines=[*self.plane.axis_segments(), *lines],
        )  # fmt: skip
        return point(x, y) + below

    def _point_at(self, vector: Tensor) -> None:
        """Point the arrow at a vector of shape (2,): the line turns with it, and every word falls on it again."""
        origin, tip = self.plane.origin, self.plane.place(vector)
        self.arrow.set_ends(origin, tip)
        self.ruler.set_points_as_corners([*self._ends_of_line(tip)])
        for row, foot, fall in zip(self.numbers.vectors, self.feet, self.falls, strict=True):
            on = self._foot(row, tip)
            foot.move_to(on)
            foot.set_fill(opacity=self._seen(row, on))
            fall.set_points_as_corners([self.plane.place(row), on])

    def _seen(self, row: Tensor, foot: Point) -> float:
        """Return the opacity of a word's foot: none where it would lie on the word itself."""
        return float(np.linalg.norm(self.plane.place(row) - foot) > ICON / 2)

    def _drop(self, row: int) -> Live:
        """Return how the words fall on a line one after the other, and each disc grows in the row as its word falls."""
        discs, tip = self.table.discs[row], self.plane.place(self.numbers.vectors[row])
        starts = [self.plane.place(each) for each in self.numbers.vectors]
        feet = [self._foot(each, tip) for each in self.numbers.vectors]
        scores = self.numbers.scores[row].tolist()
        self.add(*self.falls, *self.feet, *discs)

        def follow(share: float) -> None:
            for index, (fall, foot, start, end) in enumerate(zip(self.falls, self.feet, starts, feet, strict=True)):
                along = share * (len(discs) - 1 + _AT_ONCE) - index
                part = min(max(along / _AT_ONCE, 0.0), 1.0)
                fall.set_points_as_corners([start, start + max(part, 1e-3) * (end - start)])
                foot.set_fill(opacity=self._seen(self.numbers.vectors[index], end) if part > 0.9 else 0.0)
                self._put(discs[index], scores[index], self.table.centre(row, index), part)

        return Live([*self.falls, *self.feet, *discs], follow, run_time=_DROP, rate_func=linear)

    def _put(self, disc: ScoreDisc, score: float, at: Point, grown: float = 1.0) -> None:
        """Show a score in its cell, which stays empty where the score is nought; or a disc that has grown so far."""
        disc.unit = grown * self.table.unit
        disc.put(score, at)
        seen = grown > 0.2 and as_printed(score) != 0
        disc.disc.set_opacity(float(seen))
        if not seen:
            disc.sign.set_stroke(opacity=0.0)

    def _turn(self, start: int, end: int) -> Live:
        """Return how the arrow turns from a word to another, on the shorter way, while the other's row lives."""
        first, last = (self.numbers.vectors[index] for index in (start, end))
        lengths = [float(torch.linalg.vector_norm(row)) for row in (first, last)]
        angles = [math.atan2(float(row[1]), float(row[0])) for row in (first, last)]
        turned = (angles[1] - angles[0] + math.pi) % math.tau - math.pi
        colors = [self.color_at(index) for index in (start, end)]
        discs = self.table.discs[end]
        self.add(*discs)

        def follow(share: float) -> None:
            angle, length = angles[0] + share * turned, lengths[0] + share * (lengths[1] - lengths[0])
            vector = length * torch.tensor([math.cos(angle), math.sin(angle)], dtype=first.dtype)
            self._point_at(vector)
            scores = (self.numbers.vectors @ vector if share < 1.0 else self.numbers.scores[end]).tolist()
            for column, (disc, score) in enumerate(zip(discs, scores, strict=True)):
                self._put(disc, score, self.table.centre(end, column), min(share / _GROWN, 1.0))
            color = colors[1 if share > 0.5 else 0]
            self.arrow.body.set_fill(self.style.theme.fill(color))
            self.ruler.set_stroke(color)

        return Live([self.arrow, self.ruler, *self.feet, *self.falls, *discs], follow)

    def tell(self) -> None:
        """Fill a row, turn the line and fill another, fill all, name the table, fold it."""
        numbers, times = self.numbers, self.style.times
        said = self.said()
        self.frame = self.table.frame(numbers.position)
        with self.beat("row", **said):
            self.add(self.phrase)
            self.play(FadeIn(self.table, *self.words.values()), run_time=times.move)
            self.add(self.arrow)
            self.play(Create(self.ruler), FadeIn(self.arrow, self.frame), run_time=times.quick)
            self.play(self._drop(numbers.position))
            self.play(Create(self.slabs[0]), FadeIn(self.pair_texts[0], self.key), run_time=times.move)
            self.rest()
        with self.beat("second-row", **said):
            self.play(FadeOut(self.slabs[0]), *self._next_frame(numbers.second), run_time=times.quick)
            self.play(self._turn(numbers.position, numbers.second), run_time=_TURN)
            self.play(Create(self.slabs[1]), FadeIn(self.pair_texts[1]), run_time=times.move)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", **said):
                # the turning line would run through what is written
                self.play(FadeOut(*self.pair_texts, self.slabs[1]), run_time=times.quick)
                self._sweep()
                self.rest()
        with self.beat("name", **said):
            self._name()
            self.rest()
        with self.beat("mirror", **said, value=self.pair[0][-1].shown):
            matrix = [self.box, self.lying_box, *(disc for row in (*self.matrix, *self.lying) for disc in row)]
            gone = FadeOut(*matrix, *self.meeting, *self.headings, self.factors[1])
            # X slides below the table, where nothing lies in its way
            slides = self.factors[0].animate.move_to(self.formula[0]).build()
            self.play(gone, slides, run_time=times.quick)
            self._fold()
            self.hold()

    def _name(self) -> None:
        """Stack the words' vectors up as X, lay a copy of it down, and show where a row and a column meet."""
        times = self.style.times
        gone = [self.frame, self.arrow, self.ruler, *self.feet, *self.falls, self.key]
        gone += [] if self.numbers.others else [*self.pair_texts, self.slabs[1]]
        self.play(FadeOut(*gone, self.table.row_names, self.table.column_names), run_time=times.quick)
        self.play(self._stack(), FadeIn(self.box, self.factors[0], *self.coordinates))
        self.play(self._lie_down(), FadeIn(self.factors[1]))
        self.meeting = self._meeting()
        self.play(FadeIn(*self.meeting, *self.headings), run_time=times.move)

    def _next_frame(self, row: int) -> list[Animation]:
        """Return how another row is framed; the frame does not slide over the rows between."""
        last, self.frame = self.frame, self.table.frame(row)
        return [FadeOut(last, run_time=self.style.times.quick), FadeIn(self.frame, run_time=self.style.times.quick)]

    def _sweep(self) -> None:
        """Let every other word have its turn, as the hand of a clock comes by them."""
        before = self.numbers.second
        for index, row in enumerate(self._in_turn()):
            self.play(self._turn(before, row), *self._next_frame(row), run_time=_EACH if index else _NEXT)
            self.wait(_LOOK)
            before = row

    def _in_turn(self) -> list[int]:
        """Return the other words in the order in which the line meets them, on the shorter way round."""
        rows = self.numbers.vectors
        start, *angles = (
            math.atan2(float(rows[index][1]), float(rows[index][0]))
            for index in (self.numbers.second, *self.numbers.others)
        )
        turns = {index: (angle - start) % math.tau for index, angle in zip(self.numbers.others, angles, strict=True)}
        back = {index: -turn % math.tau for index, turn in turns.items()}
        way = min((turns, back), key=lambda each: max(each.values()))
        return sorted(way, key=lambda index: way[index])

    def _fold(self) -> None:
        """Fold the half above the diagonal over the other: every disc meets its twin."""
        rings = [self.table.ring(*pair) for pair in self.twins()]
        sheet = self.table.sheet()
        told = self.work_texts or self.pair_texts
        names = self.table.row_names, self.table.column_names
        self.play(FadeIn(sheet, *rings, *told, *names, self.formula[1]), run_time=_SHOWN)
        self.play(self.folding(sheet, rings), run_time=_FOLD)
        self.play(*(Indicate(row[-1], 1.12, self.style.theme.ink) for row in self.work or self.pair), run_time=0.7)


def _way(way: Point) -> Point:
    """Return a way along a word's line; a word without a direction has the first axis for its line."""
    return way if float(np.dot(way, way)) > 1e-12 else point(1.0)
