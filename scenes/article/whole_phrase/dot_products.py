"""The whole phrase at once: a table of dot products (the article's section "The Whole Phrase", figure 12)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from manim import (
    LEFT,
    Animation,
    AnimationGroup,
    Circle,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    Indicate,
    LaggedStart,
    Line,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    RoundedRectangle,
    ScaleInPlace,
    VGroup,
    VMobject,
    linear,
    rotate_vector,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from scenes.article.whole_phrase.claims import TABLE_DOT_PRODUCTS_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, NAME_GAP, DotTable, ScoreDisc
from scenes.article.whole_phrase.hollow_slab import HollowSlab
from scenes.article.whole_phrase.numbers import Similarities, TableParameters, similarities
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, WordTable
from scenes.motion.become import recolor
from scenes.motion.live import Live
from scenes.number_format import as_printed, decimals_that_multiply
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_TOLD, _OTHERS, _TURN, _NEXT, _EACH = 0.8, 1.3, 1.4, 1.3, 0.8
"""Seconds in which the one word that is told falls on a line, and all others do; of the first turn of the line, of the
one to a line on which a shadow falls behind the origin, and of each between."""

_WRITTEN, _FILED = 0.4, 0.8
"""Seconds in which a score is written, and in which it goes to its cell as a disc."""

_FOOT, _SLAB, _BESIDE = 0.055, 13.0, 0.11
"""Scene units of a foot's radius; stroke units of a shadow, and scene units by which it lies beside the line."""

_BEYOND, _PITCH, _WIDE_PITCH = 0.05, 0.44, 0.54
"""Scene units by which a line reaches beyond the outermost feet on it; from one line about the pair to the next, and
the same above the words, where there is room."""

_LEAST_NAMED = 0.9
"""The factor by which factors with their names may be smaller; beyond that, their colours alone say whose they are."""

_HIGHEST, _OFF_AXIS = 2.95, 0.15
"""The upper edge of what is written above the words, and from the axis to its beginning, scene units."""

_FALL, _STRONG = 2.0, 3.4
"""Stroke units of the way on which a word falls, and of the one that is told."""

_AT_ONCE = 2.0
"""The number of words that fall on a line at the same time."""

_ARRIVES = 0.6
"""The share of a turn from which the line belongs to its new word, and fills its row."""

_STACK, _LEFT, _LIE, _BOX = 1.0, 0.42, 2.2, 1.6
"""Seconds in which the words' vectors stack up as X beside the plane, in which one word leaves its place for it, and in
which a copy of it lies down; its outline's stroke."""

_GONE, _WRITES, _NEXT_ROW = 0.62, 0.5, 0.8
"""The shares of a word's time until which it is seen on its way to X, and from which its numbers are; and after which
the next word leaves."""

_LIFTS, _ASIDE, _UP, _CHANGES, _TURNS, _ALONG = (
    (0.0, 0.1),
    (0.06, 0.28),
    (0.24, 0.46),
    (0.26, 0.5),
    (0.46, 0.8),
    (0.72, 1.0),
)
"""The shares of that time between which the copy lifts by half a row, so that numbers pass between others, goes
aside, clear of X, and up, where its rows get as far apart as the table's columns are and their numbers change sides,
turns, and goes along to its place."""

_NEARER = 0.45
"""The share by which the numbers of a row come nearer to each other as they change sides."""

_AIR = 0.09
"""Scene units that the copy keeps from X while it turns."""

_TO_NAMES, _PAD, _FILLED = 0.16, 0.04, 0.84
"""Scene units from X to the rows' names, and from its outermost cells to its outline; the share of a cell's width that
a number takes at most."""

_TABLE, _WHOLE, _WHOLE_PITCH, _LEAST_WHOLE, _WIDE = (-2.55, 3.3), (-1.7, 6.5, -3.05, 3.45), 0.72, 0.75, 1.22
"""Scene units of the table's lower and upper edge beside the plane; left, right, bottom and top of X, its copy and the
table when they have the frame; from a row to the next there, at the most, and at the least as a share of the distance
before; a cell's width there as a share of its height, as numbers are wider than high."""

_CLEAR_OF_X = 0.3
"""Scene units from the words to X, as they stand beside it before they become its rows."""

_SWELL = 1.3
"""The scale to which a word's mark swells while its numbers become a row of X."""

_AXIS_BEYOND = 0.2
"""Ticks by which the axis along the foot goes on beyond the last one, clear of the table."""

_LARGE = 1.1
"""The scale of type from which sums leave words no room for their numbers."""

_EXACT = 1e-4
"""By how much numbers differ, at the most, from what one digit after the point says of them exactly."""

_TERM = 0.4
"""Seconds in which a product of the pair's sum is written, and its two numbers in X get their words' colours."""

_SHOWN, _FOLD, _BEAT = 0.3, 1.8, 0.5
"""Seconds in which the half that is folded is shown with a pair of twins, in which it is folded, and in which the ring
around both beats."""

_LARGE_REGION, _BESIDE_LARGE, _LARGEST, _TURNED = (-1.65, 5.3, -3.1, 3.7), -4.2, 0.84, 0.25
"""Scene units: where the table stands as it fills the frame, left, right, bottom and top; the middle of what is written
beside it; from a cell to the next, at the most; by how much the top is lower where the columns' names are turned."""

_EDGES = 0.1
"""Scene units that what is written beside it stays inside the margin."""

_NAME_SIZE, _NAME_AT, _SUM_SIZE, _SUMS_AT, _SUM_PITCH = 2.2, 1.1, 1.12, -0.6, 0.85
"""The sizes of the table's name there, and of sums, as shares of their usual ones; the heights of the name and of the
first sum; scene units from one sum to the next."""

_KEY_GAP = 0.25
"""Scene units between what marks say, where that stands in one line."""

_BACKWARDS = 1.4
"""Seconds in which a shadow grows behind the origin."""


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
    largest = 0.72
    numbers: LineScores

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
        self._draw_in_axis_names()
        self.table = self.make_table()
        self.whole = self._make_whole()
        self._make_matrix(self.whole or self.table)
        self.vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        heights = {word: ICON for word in self.vectors}
        lines = [line for index in self.told for line in self._drawn_for(index)]
        lines += [self._drawn_for(index)[0] for index in numbers.others]  # no line stands still on a name
        boxes = [self.table_box(), *self._kept_free()]
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
        self.falls = [Line(point(), point(0.1)).set_stroke(theme.dim, _FALL) for _ in numbers.words]
        self.ruler = Line(*self._ends_of_line(self.arrow.end)).set_stroke(self.color_at(numbers.position), 2.5, 0.75)
        laid(VGroup(self.ruler, *self.falls, *self.feet), Layer.SHADOW)
        laid(self.plane.numbers, Layer.BAND)  # the line passes behind the ticks' numbers and their halos
        self._point_at(numbers.vectors[numbers.position])
        self.slabs = [self._slab(*pair) for pair in self.twins()]
        self.behind = self._falls_behind()
        self.aside = [self._written(*self.behind)] if self.behind else []
        self.aside_marks: list[VMobject] = []
        self.pair = self._pair()
        self.work = [row for row in (self._work_of(*pair) for pair in self.twins()[::-1]) if row is not None]
        self._lay_lines()
        self.signs: list[int] = []
        self.key = self._make_key()
        self.explained: list[VMobject] = []
        self.large = self._make_large()

    def _make_whole(self) -> DotTable | None:
        """Return the table as it stands with X and its copy, when the plane has left; None where there is no room."""
        table, count = self.table, len(self.numbers.words)
        size = self.numbers.vectors.shape[1]
        if not self._is_roomy:
            return None
        left, right, low, high = _WHOLE
        heads = max(float(head.height) for head in table.column_names) + 2 * NAME_GAP + 2 * _PAD
        across = right - left - table.room - _TO_NAMES - 2 * _PAD
        pitch = min((high - low - heads) / (count + size), across / (_WIDE * (count + size)), _WHOLE_PITCH)
        if pitch < _LEAST_WHOLE * table.pitch:
            return None
        top = low + count * pitch + table.room
        region = Region(right - count * _WIDE * pitch - table.room, right, low - OFF_EDGE, top)
        return self.make_large_table(region, self.numbers.scores, pitch, _WIDE)

    def _make_matrix(self, table: DotTable) -> None:
        """Make X beside a table's rows, a number or a disc in each cell, and a copy of it that will lie down.

        Where there is no room beside the rows' names, X takes their place, and they leave.

        Args:
            table: it.
        """
        numbers = self.numbers
        size = numbers.vectors.shape[1]
        self.names_stay = self.whole is not None
        step = table.step if self.names_stay else min(table.pitch, (table.room - NAME_GAP - 2 * _PAD) / size)
        right = table.left - (table.room + _TO_NAMES if self.names_stay else NAME_GAP)
        self.cells = [
            [point(right - _PAD - (size - column - 0.5) * step, table.centre(row, row)[1]) for column in range(size)]
            for row in range(len(numbers.words))
        ]
        self.matrix = self._entries(step, table)
        self.lying = [[entry.copy() for entry in row] for row in self.matrix]
        theme, low, high = self.style.theme, table.bottom, table.top
        width = size * step + 2 * _PAD
        self.box = Rectangle(width=width, height=high - low, stroke_color=theme.axis, stroke_width=_BOX)
        laid(self.box.move_to(point(right - width / 2, (low + high) / 2)), Layer.LEDGER)
        self.lying_box = self.box.copy().set_fill(theme.background, 1.0)  # as of paper: it covers what it passes
        for mark, above in ((self.lying_box, 0.2), *((entry, 0.3) for row in self.lying for entry in row)):
            for part in mark.get_family():
                part.set_z_index(Layer.FRAME + above, family=False)
        if self.names_stay:  # above the columns' heads, each of its rows as high as one of the table
            heads = max(float(head.get_top()[1]) for head in table.column_names) + NAME_GAP
            self.lies_at: Box = (table.left, heads, table.right, heads + width * table.pitch / step)
            return
        corners = [table.folded(point(*corner[:2]), math.pi) for corner in self.box.get_vertices()]
        across, up = zip(*map(flat, corners), strict=True)
        self.lies_at = (min(across), min(up), max(across), max(up))

    def _entries(self, step: float, table: DotTable) -> list[list[ScoreDisc]] | list[list[Number]]:
        """Return what stands in the cells of X: its numbers where these have room, else discs.

        Args:
            step: scene units from a column to the next.
            table: a disc of one size is one number in it, too.
        """
        rows, style = self.numbers.vectors, self.style
        if self.names_stay:
            exact = all(abs(as_printed(float(value), 1) - float(value)) < _EXACT for value in rows.flatten())
            for size in (style.sizes.number, style.sizes.tick, style.sizes.note, style.sizes.least):
                made = [
                    [Number(value, decimals=1 if exact else 2, size=size, style=style) for value in row] for row in rows
                ]
                if max(float(number.width) for row in made for number in row) > _FILLED * step:
                    continue
                for numbers, places in zip(made, self.cells, strict=True):
                    for number, at in zip(numbers, places, strict=True):
                        laid(number.move_to(at), Layer.FRAME)
                return made
        unit = min(FULL * step / max(float(rows.abs().max()), 1e-9) ** 0.5, table.unit)
        discs = [[ScoreDisc(unit, style=style) for _ in row] for row in rows]
        for row, values, places in zip(discs, rows.tolist(), self.cells, strict=True):
            for disc, value, at in zip(row, values, places, strict=True):
                laid(disc, Layer.FRAME).put(value, at)
        return discs

    def _stack(self) -> LaggedStart:
        """Return how the words' numbers become the rows of X, one after the other.

        In a frame that X has for itself, a word leaves its place for its row, fades before it is there, and its numbers
        go on into X; only then the next one leaves.
        """
        rows, words, left = [], self.numbers.words, float(self.box.get_left()[0])
        for index, (word, places) in enumerate(zip(words, self.cells, strict=True)):
            row, token = VGroup(*self.matrix[index]), self.words[word]
            if not self.names_stay:
                rows.append(AnimationGroup(ScaleInPlace(token.mark, _SWELL, rate_func=there_and_back), FadeIn(row)))
                continue
            goes: list[Animation] = []
            if word not in words[:index]:  # it may stand in the phrase twice
                end = point(left - float(token.width) / 2 - OFF_EDGE, float(places[0][1]))
                goes = [FadeOut(token, target_position=end, rate_func=squish_rate_func(smooth, 0.0, _GONE))]
            rows.append(AnimationGroup(*goes, FadeIn(row, rate_func=squish_rate_func(smooth, _WRITES, 1.0))))
        if not self.names_stay:
            return LaggedStart(*rows, lag_ratio=0.3, run_time=_STACK)
        return LaggedStart(*rows, lag_ratio=_NEXT_ROW, run_time=_LEFT * (1 + _NEXT_ROW * (len(rows) - 1)))

    def _make_room(self) -> Animation:
        """Return how the words draw aside to the left of X as they stand, smaller where they need to be."""
        words = VGroup(*self.words.values())
        left, right = self.stage.safe.left, float(self.box.get_left()[0]) - _CLEAR_OF_X
        size = min((right - left) / float(words.width), 1.0)
        end = point(right - size * float(words.width) / 2, float(words.get_y()))
        return words.animate.scale(size).move_to(end).build()

    def _lie_down(self) -> Live:
        """Return how a copy of X gets to lie above the table's columns, so that its rows are columns."""
        corners = [point(*corner[:2]) for corner in self.box.get_vertices()]
        entries = [entry for row in self.lying for entry in row]
        places = [at for row in self.cells for at in row]
        parts = [
            [
                (part, stays.points - at)
                for part, stays in zip(entry.get_family(), upright.get_family(), strict=True)
                if stays.has_points()
            ]
            for entry, upright, at in zip(entries, (entry for row in self.matrix for entry in row), places, strict=True)
        ]
        self.add(self.lying_box, *entries)

        def follow(share: float) -> None:
            frame, row = self._rising(share) if self.names_stay else [self._folding_over(share)] * 2
            self.lying_box.set_points_as_corners([frame(corner) for corner in (*corners, corners[0])])
            for at, pieces in zip(places, parts, strict=True):
                for part, around in pieces:
                    part.set_points(row(at) + around)

        return Live([self.lying_box, *entries], follow, run_time=_LIE, rate_func=linear)

    def _folding_over(self, share: float) -> Callable[[Point], Point]:
        """Return where points of X lie as its copy turns over the table's diagonal."""
        return lambda at: self.table.folded(at, share * math.pi)

    def _rising(self, share: float) -> tuple[Callable[[Point], Point], Callable[[Point], Point]]:
        """Return where points of X lie as its copy goes clear of X, lies down there and goes along to its place.

        It goes aside to the left, gets as long as the table is wide, and lies down there. The numbers of its rows
        change sides before that, so that the first ones are above: so none hides another.

        Returns:
            where its outline lies, and where the numbers of its rows lie.
        """
        lifted, aside, up, changed, turned, along = (
            smooth(min(max((share - first) / (last - first), 0.0), 1.0))
            for first, last in (_LIFTS, _ASIDE, _UP, _CHANGES, _TURNS, _ALONG)
        )
        wide, narrow = 1 + up * (_WIDE - 1), 1 + turned * (_WIDE - 1)
        left, low, right, high = self.lies_at
        start, end = self.box.get_center(), point((left + right) / 2, (low + high) / 2)
        angle, half, tall = turned * math.pi / 2, float(self.box.width) / 2 / narrow, wide * float(self.box.height) / 2
        reach = tall * math.sin(angle) + half * math.cos(angle), tall * math.cos(angle) + half * math.sin(angle)
        clear = point(float(self.box.get_left()[0]) - _AIR - reach[0], high - reach[1])
        lift = lifted * (self.whole or self.table).pitch / 2
        middle = start + point(aside * (clear[0] - start[0]), lift + up * (clear[1] - start[1] - lift))
        middle = middle + along * (end - middle)

        near = (1 - _NEARER * math.sin(math.pi * changed)) / narrow

        def frame(at: Point) -> Point:
            return np.asarray(middle + rotate_vector((at - start) * point(1 / narrow, wide), angle))

        def row(at: Point) -> Point:
            first = point(float(start[0]), float(at[1]))
            return np.asarray(frame(first) + rotate_vector(near * (at - first), angle - math.pi * changed))

        return frame, row

    def _meeting(self) -> VGroup:
        """Return frames around the second word's row of X and the first word's column."""
        row, column, table = self.numbers.second, self.numbers.position, self.whole or self.table
        across = RoundedRectangle(corner_radius=0.08, width=self.box.width, height=table.pitch)
        along = RoundedRectangle(corner_radius=0.08, width=table.step, height=self.lying_box.height)
        across.move_to(point(float(self.box.get_x()), float(table.centre(row, row)[1])))
        along.move_to(point(float(table.centre(column, column)[0]), float(self.lying_box.get_y())))
        for frame, word in ((across, row), (along, column)):
            frame.set_stroke(self.color_at(word), 3.0).set_z_index(Layer.FRAME + 0.4)
        return VGroup(across, along)

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

    def _hollow(self, line: int, word: int) -> HollowSlab:
        """Return a word's shadow behind the origin: hollow, as negative scores are."""
        at = self.plane.place(self.numbers.vectors[word])
        foot = self._foot(self.numbers.vectors[word], self.plane.place(self.numbers.vectors[line]))
        return HollowSlab(self.plane.origin, foot, at, self.color_at(word), style=self.style)

    def _falls_behind(self) -> tuple[int, int] | None:
        """Return the line of another word, and the word of the pair whose shadow on it is longest on the wrong side."""
        scores = self.numbers.scores
        cells = [(line, word) for line in self.numbers.others for word in self.told]
        least = min(cells, key=lambda cell: float(scores[cell]), default=None)
        return least if least is not None and as_printed(float(scores[least])) < 0 else None

    def _written(self, line: int, word: int) -> Row:
        """Return a score as a shadow times a length, or as the product of two words where these do not give it."""
        shadow, length = float(self.numbers.shadows[line, word]), float(self.numbers.lengths[line])
        digits = decimals_that_multiply([(shadow, length)])
        # other frames have no room for the names: the colours alone say whose the factors are
        names = (self.says("shadow"), self.says("length")) if self.stage.is_wide else ()
        written = self._words_of(line, word) if digits is None else self._product(line, word, digits, names)
        return self._fitted(written, self._size())

    def _pair(self) -> list[Row]:
        """Return the pair's score on both lines: the shadow times the length of the line's word.

        Where the printed factors do not give it, both words stand for them; where there is no room for the factors'
        names, their colours alone say whose they are.
        """
        factors = [(self.numbers.shadows[pair], self.numbers.lengths[pair[0]]) for pair in self.twins()]
        digits = decimals_that_multiply([(float(shadow), float(length)) for shadow, length in factors])
        if digits is None:
            return [self._fitted(self._words_of(*pair), self._size()) for pair in self.twins()]
        names = self.says("shadow"), self.says("length")
        told = [self._product(*pair, digits, names) for pair in self.twins()]
        size = self._size()
        if max(float(written(_LEAST_NAMED * size).width) for written in told) > self._room_below():
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

    def _size(self) -> float:
        """Return the size of a line about the pair: larger above the words, where there is room."""
        return self.style.sizes.number if self.stage.is_wide else self.style.sizes.tick

    def _room_below(self) -> float:
        """Return how wide a line about the pair may be, scene units."""
        if not self.stage.is_wide:
            return self.view.record.width
        return float(self.table.left - self.plane.origin[0]) - 3 * OFF_EDGE

    def _names_by_x(self) -> list[VMobject]:
        """Return the words' names that leave while X is there, which has their room."""
        left, low, right, high = box_of(self.box)
        labels = [token.label for token in self.words.values() if len(token.label)]
        return [label for label in labels if overlap(box_of(label), (left - OFF_EDGE, low, right, high))]

    def _draw_in_axis_names(self) -> None:
        """Move the axes' names in to the last number, so that the table can be larger, in wide frames."""
        if not self._is_roomy or not len(self.plane.numbers):
            return
        right = box_of(self.plane.numbers)[2]
        for name in self.plane.names:
            name.shift(point(min(right - float(name.get_right()[0]), 0.0)))
        self.close_gaps([])

    def _kept_free(self) -> list[Box]:
        """Return the boxes that words' names keep off: lines of text, in wide frames."""
        if not self.stage.is_wide:
            return []
        return [(float(self.plane.origin[0]), _HIGHEST - 2 * _WIDE_PITCH, self.table.left, _HIGHEST)]

    def _axis_stop(self, texts: Sequence[Box]) -> float | None:
        """Return where the axis along the foot ends: soon after its last number, in wide frames."""
        stop = super()._axis_stop(texts)
        if stop is None or not self.stage.is_wide:
            return stop
        words = float(self.numbers.vectors[:, 0].max())
        farthest = max(words, self.view.step * max(self.plane.counts[0], default=0))
        return min(stop, self.view.origin[0] + (farthest + _AXIS_BEYOND * self.view.step) * self.view.unit)

    @property
    def _is_roomy(self) -> bool:
        """True where the table can be larger beside the plane: in wide frames, unless type is large."""
        return self.stage.is_wide and self.style.sizes.scale <= _LARGE

    @property
    def wider(self) -> float:
        """By how much the table begins before the record, scene units: as much as the plane's words and texts leave."""
        if not self._is_roomy:
            return super().wider
        words = max(float(self.plane.place(row)[0]) for row in self.numbers.vectors) + ICON / 2 + OFF_EDGE
        taken = max(words, *(box[2] for box in self.plane.text_boxes()))
        return max(self.view.record.left - taken - _OFF_AXIS, 0.0)

    def table_region(self) -> Region:
        """Return where the table and its names stand: in wide frames as large as the plane leaves room."""
        if not self._is_roomy:
            return super().table_region()
        low, high = _TABLE
        return Region(self.view.record.left - self.wider, self.stage.safe.right - OFF_EDGE, low, high)

    def _make_key(self) -> list[VMobject]:
        """Return what the marks say, below the table: same way, opposite, nought; nothing where there is no ring."""
        size = self.style.sizes.tick
        if as_printed(float(self.numbers.scores.min())) >= 0:
            return []
        key = Row(self._meanings(size), _KEY_GAP)
        if key.width > self.name_room:
            size *= self.name_room / float(key.width)
            if size < self.style.sizes.least:
                return []
            key = Row(self._meanings(size), _KEY_GAP)
        low = None if self.stage.is_wide else float(self.pair[-1].get_bottom()[1])
        return [*laid(key.move_to(self.name_place(float(key.width), low)), Layer.LEDGER)]

    def _meanings(self, size: float) -> list[Row]:
        """Return a disc and a ring, and a right angle where a score is nought, with what they say in type of a size."""
        rows, scores = list[Row](), self.numbers.scores.flatten().tolist()
        has_room = self.style.sizes.scale <= _LARGE
        nought = [(0, "right-angle")] if has_room and any(as_printed(score) == 0 for score in scores) else []
        for sign, meaning in ((1, "score-one"), (-1, "below-nought"), *nought):
            disc = ScoreDisc(self.table.unit, style=self.style)
            disc.put(sign or 1, point())
            self.signs = [*self.signs[: len(rows)], sign]
            rows.append(Row([disc, Label(self.says(meaning), size=size, style=self.style)], 0.12))
            if not sign:
                disc.at = disc.get_center()
                disc.angle()
        return rows

    def _work_of(self, one: int, other: int) -> Row | None:
        """Return a score as the sum of products that it is; nothing where their printed numbers do not give it."""
        numbers, style = self.numbers, self.style
        factors = list(zip(numbers.vectors[one], numbers.vectors[other], strict=True))
        values = [float(value) for pair in factors for value in pair]
        digits = 1 if all(abs(as_printed(value, 1) - value) < _EXACT for value in values) else 2
        seen = sum(as_printed(float(a), digits) * as_printed(float(b), digits) for a, b in factors)
        if as_printed(seen) != as_printed(float(numbers.scores[one, other])):
            return None

        def written(size: float) -> Row:
            pieces: list[VMobject] = []
            for index, pair in enumerate(factors):
                pieces += [Math("plus", size=size, style=style)] if index else []
                first, second = (
                    Number(value, decimals=digits, size=size, color=self.color_at(word), style=style)
                    for value, word in zip(pair, (one, other), strict=True)
                )
                pieces += [first, Math("dot.op", size=size, style=style), second]
            score = Number(numbers.scores[one, other], size=size, style=style)
            return Row([*pieces, Math("=", size=size, style=style), score], 0.12)

        return self._fitted(written, style.sizes.number)

    def _lay_lines(self) -> None:
        """Lay the pair's scores above the words or below the table, and the table's name below it."""
        self.factors = [Math(source, size=self.style.sizes.formula, style=self.style) for source in ("X", "X^T")]
        self._lay_factors()
        first, pitch = self._first_line(), _WIDE_PITCH if self.stage.is_wide else _PITCH
        for rows in (self.pair, self.work, self.aside):
            for index, row in enumerate(rows):
                row.move_to(first - point(0.0, pitch * index))
                if self.stage.is_wide:
                    row.align_to(self.pair[0], LEFT)
        self.pair_texts = [labelled(row, self.style) for row in self.pair]
        self.work_texts = [self._in_terms(row) for row in self.work]
        self.aside_texts = [labelled(row, self.style) for row in self.aside]
        size, low = self.style.sizes.formula, float(self.pair[-1].get_bottom()[1])
        if self.names_stay:
            shown = VGroup(Math("X X^T", size=_NAME_SIZE * size, style=self.style))
            self.formula: VMobject = laid(shown.move_to(point(_BESIDE_LARGE, _NAME_AT)), Layer.LEDGER)
            for index, texts in enumerate(self.work_texts):
                self._beside(VGroup(*texts), index)
            return
        name = Row([Math(source, size=size, style=self.style) for source in ("X", "X^T")], 0.12)
        self.formula = laid(name.move_to(self.name_place(float(name.width), low)), Layer.LEDGER)
        self.factors[0].match_y(name[0])

    def _beside(self, texts: VGroup, index: int) -> None:
        """Put a line about the pair beside the table that has the frame, as large as there is room."""
        size = min(_SUM_SIZE, 2 * (_BESIDE_LARGE - self.stage.safe.left - _EDGES) / float(texts.width))
        texts.move_to(point(_BESIDE_LARGE, _SUMS_AT - _SUM_PITCH * index)).scale(size)

    def _lay_factors(self) -> None:
        """Lay the names of X and of its copy: beside both, or X's in line with the table's."""
        (upright, lying), x = self.factors, float(self.box.get_x())
        left, low, _, high = self.lies_at
        if self.names_stay:
            away = NAME_GAP + float(upright.height) / 2
            upright.move_to(point(x, float(self.box.get_top()[1]) + away))
            lying.move_to(point(left - NAME_GAP - float(lying.width) / 2, (low + high) / 2))
        else:
            upright.set_x(x)
            lying.move_to(point(x, self.table.top + NAME_GAP + float(self.box.width) / 2))
        laid(VGroup(*self.factors), Layer.LEDGER)

    def _in_terms(self, row: Row) -> list[VGroup]:
        """Return a sum in the pieces in which it is written: its products, and the score."""
        count, pieces = self.numbers.vectors.shape[1], list(row)
        ends = [3 + 4 * index for index in range(count)]  # two numbers and a point each, a plus between them
        groups = zip([0, *ends], [*ends, len(pieces)], strict=True)
        return [labelled(VGroup(*pieces[start:end]), self.style) for start, end in groups]

    def _first_line(self) -> Point:
        """Return the middle of the first of the pair's two lines: above the words, or below the table."""
        rows = (*self.pair, *self.work)
        width = max(float(row.width) for row in rows)
        if not self.stage.is_wide:
            return self.below_first(width)
        room, origin = self.view.words(self.stage), self.plane.origin
        height = _WIDE_PITCH + max(float(row.height) for row in rows)
        bounds = (room.left, self.stage.above_foot.bottom, self.table.left - OFF_EDGE, _HIGHEST)
        boxes: list[Box] = [box_of(part) for token in self.words.values() for part in token if len(part)]
        boxes += map(box_of, (*([] if self.names_stay else [self.box, self.factors[1]]), *self.table.row_names))
        boxes += self.plane.text_boxes()
        lines = [line for index in range(len(self.numbers.words)) for line in self._drawn_for(index)]
        near = float(origin[0]) + _OFF_AXIS + width / 2, _HIGHEST - height / 2
        x, y = free_place((width, height), bounds, near, boxes=boxes, lines=[*self.plane.axis_segments(), *lines])
        return point(x, y + _WIDE_PITCH / 2)

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

    def _drop(self, row: int, words: Sequence[int], seconds: float) -> Live:
        """Return how words fall on a line one after the other; the disc of each grows in the row as it falls.

        Args:
            row: the word whose line it is.
            words: those that fall; the disc of a word that falls alone is not shown: its score is told first.
            seconds: how long it takes.
        """
        tip, alone = self.plane.place(self.numbers.vectors[row]), len(words) == 1
        falls, feet = [self.falls[index] for index in words], [self.feet[index] for index in words]
        starts = [self.plane.place(self.numbers.vectors[index]) for index in words]
        ends = [self._foot(self.numbers.vectors[index], tip) for index in words]
        discs = [] if alone else [self.table.discs[row][index] for index in words]
        self.add(*falls, *feet, *discs)

        def fallen(share: float, order: int) -> float:
            return min(max((share * (len(words) - 1 + _AT_ONCE) - order) / _AT_ONCE, 0.0), 1.0)

        def follow(share: float) -> None:
            for order, (start, end) in enumerate(zip(starts, ends, strict=True)):
                part = fallen(share, order)
                falls[order].set_points_as_corners([start, start + max(part, 1e-3) * (end - start)])
                seen = self._seen(self.numbers.vectors[words[order]], end)
                feet[order].set_fill(opacity=seen if part > 0.9 else 0.0)
            for order, disc in enumerate(discs):
                column = words[order]
                at, score = self.table.centre(row, column), float(self.numbers.scores[row, column])
                self._put(disc, score, at, fallen(share, order))

        return Live([*falls, *feet, *discs], follow, run_time=seconds, rate_func=smooth if alone else linear)

    def _put(self, disc: ScoreDisc, score: float, at: Point, grown: float = 1.0) -> None:
        """Show a score in its cell, a right angle where it is nought; or a disc that has grown so far."""
        disc.unit = grown * self.table.unit
        disc.put(score, at)
        seen = grown > 0.2
        disc.disc.set_opacity(float(seen))
        if not seen:
            disc.sign.set_stroke(opacity=0.0)
        elif as_printed(score) == 0:
            disc.angle()

    def _turn(self, start: int, end: int, *, later: int | None = None) -> Live:
        """Return how the arrow turns from a word to another, while the other's row lives.

        Args:
            start: the word that it leaves.
            end: the word that it comes to.
            later: the column whose cell stays empty, as its score is told after that; none when None.
        """
        first, last = (self.numbers.vectors[index] for index in (start, end))
        lengths = [float(torch.linalg.vector_norm(row)) for row in (first, last)]
        angles = [math.atan2(float(row[1]), float(row[0])) for row in (first, last)]
        turned = (angles[1] - angles[0] + math.pi) % math.tau - math.pi
        cells = [(column, disc) for column, disc in enumerate(self.table.discs[end]) if column != later]
        discs = [disc for _, disc in cells]
        self.add(*discs)

        def follow(share: float) -> None:
            angle, length = angles[0] + share * turned, lengths[0] + share * (lengths[1] - lengths[0])
            vector = length * torch.tensor([math.cos(angle), math.sin(angle)], dtype=first.dtype)
            self._point_at(vector)
            scores = (self.numbers.vectors @ vector if share < 1.0 else self.numbers.scores[end]).tolist()
            for column, disc in cells:
                self._put(disc, scores[column], self.table.centre(end, column), _arriving(share))
            color = self._between(start, end, share)
            self.arrow.body.set_fill(self.style.theme.fill(color))
            self.ruler.set_stroke(color)

        return Live([self.arrow, self.ruler, *self.feet, *self.falls, *discs], follow)

    def _between(self, start: int, end: int, share: float) -> str:
        """Return the colour of a line on its way from a word to another: in between it is nobody's."""
        away = 1 - share / (1 - _ARRIVES)
        word, part = (start, away) if away > 0 else (end, _arriving(share))
        ink = ManimColor(self.style.theme.ink)
        return str(ink.interpolate(ManimColor(self.color_at(word)), part).to_hex())

    def tell(self) -> None:
        """Fill a row, turn the line and fill another, fill all, name the table, fold it."""
        numbers, times = self.numbers, self.style.times
        said = self.said()
        self.frame = self.table.frame(numbers.position)
        self.rings = rings = [self.table.ring(*pair) for pair in self.twins()]
        with self.beat("row", **said):
            self.add(self.phrase, self.table, *self.words.values())
            self.add(self.arrow)
            self.play(Create(self.ruler), FadeIn(self.arrow), run_time=times.quick)
            self._tell_first(rings[0])
            self.rest()
        with self.beat("second-row", **said):
            self.play(FadeOut(self.slabs[0]), self._strengthen(self.told[1], strong=False), run_time=times.quick)
            self._visit(numbers.position, numbers.second, _TURN, later=numbers.position)
            self._tell_shadow(self.slabs[1], self.told[0])
            self.play(FadeIn(self.pair_texts[1]), run_time=_WRITTEN)
            self.play(self._filing(1), run_time=_FILED)
            self.play(FadeIn(rings[1]), run_time=_WRITTEN)
            self.play(*(self._beating(ring) for ring in rings), run_time=_BEAT)
            self.rest()
        if numbers.others:
            with self.beat("all-rows", **said):
                gone = FadeOut(*self.pair_texts, self.slabs[1])
                self.play(gone, self._strengthen(self.told[0], strong=False), run_time=times.quick)
                self._sweep()
                self.rest()
        with self.beat("name", **said):
            self._name()
            self.rest()
        with self.beat("mirror", **said, value=self.pair[0][-1].shown):
            self._fold()
            self.rest()

    def _tell_first(self, ring: Circle) -> None:
        """Let one word fall, show its shadow and its score, file that as a disc; then let all others fall.

        Args:
            ring: around that disc.
        """
        row, word = self.told
        quick = self.style.times.quick
        self.falls[word].set_stroke(self.color_at(word), _STRONG)
        self.play(self._drop(row, [word], _TOLD))
        self.play(Create(self.slabs[0]), run_time=self.style.times.move)
        self.play(FadeIn(self.pair_texts[0]), run_time=_WRITTEN)
        self.play(self._filing(0), run_time=_FILED)
        self.play(FadeIn(ring, self.frame, *self._new_signs([(row, word)])), run_time=quick)
        others = [index for index in range(len(self.falls)) if index != word]
        signs = self._new_signs([(row, other) for other in others])
        late = squish_rate_func(smooth, 0.3, 0.6)
        self.play(self._drop(row, others, _OTHERS), *(FadeIn(sign, rate_func=late) for sign in signs), run_time=_OTHERS)

    def _new_signs(self, cells: Sequence[tuple[int, int]]) -> list[VMobject]:
        """Return what explains the marks of some cells, as far as it was not shown before."""
        scores = [as_printed(float(self.numbers.scores[cell])) for cell in cells]
        found = {int(np.sign(score)) for score in scores}
        new = [row for sign, row in zip(self.signs, self.key, strict=False) if sign in found]
        new = [row for row in new if row not in self.explained]
        self.explained.extend(new)
        return new

    def _filing(self, which: int) -> Live:
        """Return how the pair's score that is written goes to its cell, and becomes its disc on the way.

        Args:
            which: 0 for the first word's row, 1 for the second's.
        """
        row, column = self.twins()[which]
        disc, score = self.table.discs[row][column], float(self.numbers.scores[row, column])
        start, end = self.pair[which][-1].get_center(), self.table.centre(row, column)
        self.add(disc)
        return Live([disc], lambda share: self._put(disc, score, start + share * (end - start), min(3 * share, 1.0)))

    def _beating(self, ring: Circle) -> Animation:
        """Return one beat of a ring around a cell."""
        return Indicate(ring, 1.2, self.style.theme.ink)

    def _tell_shadow(self, slab: Line, word: int) -> None:
        """Show a word's shadow grow."""
        self.play(Create(slab), self._strengthen(word), run_time=self.style.times.move)

    def _strengthen(self, word: int, *, strong: bool = True) -> Animation:
        """Return how the way on which a word falls on the line gets the word's colour, or loses it."""
        color, width = (self.color_at(word), _STRONG) if strong else (self.style.theme.dim, _FALL)
        return self.falls[word].animate.set_stroke(color, width).build()

    def _name(self) -> None:
        """Stack the words' vectors up as X, lay a copy of it down, and multiply a row with a column."""
        times, names = self.style.times, [self.table.row_names, self.table.column_names]
        drawn = [self.arrow, self.ruler, *self.feet, *self.falls]
        gone = [self.frame, *(mark for mark in drawn if mark in self.mobjects), *self.aside_marks, *self.explained]
        gone += [] if self.numbers.others else [*self.pair_texts, self.slabs[1]]
        gone += [self.phrase] if self.whole else [*self._names_by_x(), *names]
        self.play(FadeOut(*gone), run_time=times.quick)
        if self.whole:
            moves, self.rings = self._carry(self.table, self.whole, self.rings)
            veil = Rectangle(width=self.stage.width, height=self.stage.height, stroke_width=0)
            veil.set_fill(self.style.theme.background, 1.0)
            self.play(FadeOut(self.plane), FadeIn(laid(veil, Layer.VEIL)), run_time=times.quick)
            self.play(*moves, self._make_room(), run_time=times.slow)
        self.play(self._stack(), FadeIn(self.box, self.factors[0]))
        self.play(self._lie_down())
        self.meeting = self._meeting()
        self._meet()
        if self.work_texts:
            *terms, score = self.work_texts[0]
            for axis, term in enumerate(terms):
                self.play(*self._lit(axis), FadeIn(term), run_time=_TERM)
            self.play(FadeIn(score), Indicate(self.rings[1], 1.15, self.style.theme.ink), run_time=_BEAT)
        alone = [] if self.names_stay else [FadeOut(self.factors[0])]  # it stands beside the table's name
        self.play(FadeIn(self.formula), *alone, run_time=times.quick)

    def _meet(self) -> None:
        """Frame the second word's row of X and the first word's column."""
        named = [self.factors[1]]
        for frame in self.meeting:
            self.play(FadeIn(frame, *named), run_time=_WRITTEN)
            named = []

    def _lit(self, axis: int) -> list[Animation]:
        """Return how the two numbers of X get their words' colours that a product of the pair's sum has."""
        words = self.numbers.second, self.numbers.position
        entries = self.matrix[words[0]][axis], self.lying[words[1]][axis]

        def follow(entry: ScoreDisc | Number, color: str) -> Animation:
            if isinstance(entry, Number):
                return recolor(entry, color)
            return Live([entry], lambda share: entry.tint(color, share))

        return [follow(entry, self.color_at(word)) for entry, word in zip(entries, words, strict=True)]

    def _visit(self, start: int, end: int, seconds: float, *, later: int | None = None) -> None:
        """Turn the line from a word to another; as it arrives, the row is framed.

        Args:
            start: as of ``_turn``.
            end: the same.
            seconds: for the turn.
            later: as of ``_turn``.
        """
        last, self.frame = self.frame, self.table.frame(end)
        framed: list[Animation] = [FadeOut(last, run_time=self.style.times.quick)]
        signs = self._new_signs([(end, column) for column in range(len(self.numbers.words))])
        framed += [FadeIn(each, rate_func=_arriving) for each in (self.frame, *signs)]
        self.play(self._turn(start, end, later=later), *framed, run_time=seconds)

    def _sweep(self) -> None:
        """Let every other word have its turn, row by row, the one on whose line a shadow falls behind at last."""
        before, left = self.numbers.second, self.numbers.others
        if self.behind:
            left = [row for row in left if row != self.behind[0]]
        for row in left:
            self._visit(before, row, _EACH)
            before = row
        if self.behind:
            self._visit(before, self.behind[0], _NEXT)
            self._tell_behind(*self.behind)

    def _tell_behind(self, line: int, word: int) -> None:
        """Show a shadow that falls behind the origin, and the score below 0 that it gives, in its cell.

        Args:
            line: the word on whose line it falls.
            word: whose it is.
        """
        slab, ring = self._hollow(line, word), self.table.ring(line, word)
        times = self.style.times
        self.aside_marks = [*self.aside_texts, slab, ring]
        others = [*self.falls[:word], *self.falls[word + 1 :], *self.feet[:word], *self.feet[word + 1 :]]
        self.play(FadeOut(*others), self._strengthen(word), run_time=times.move)
        self.play(slab.growing(self), run_time=_BACKWARDS)
        self.play(FadeIn(*self.aside_texts), run_time=_WRITTEN)
        self.play(FadeIn(ring), run_time=_WRITTEN)
        self.play(self._beating(ring), run_time=_BEAT)

    def _fold(self) -> None:
        """Fold the half above the diagonal over the other: every disc meets its twin."""
        times = self.style.times
        told = self.work_texts[1:] or [self.pair_texts]
        matrix = [self.box, self.lying_box, *(entry for row in (*self.matrix, *self.lying) for entry in row)]
        named = self.factors if self.names_stay else self.factors[1:]
        self.play(FadeOut(*matrix, *self.meeting, *named), run_time=times.quick)
        if not self.names_stay:
            names = [self.table.row_names, self.table.column_names, *self._names_by_x()]
            self.play(FadeIn(*names), run_time=times.quick)
        table = self.large or self.table
        if self.whole and self.large:
            moves, self.rings = self._carry(self.whole, self.large, self.rings)
            self.play(*moves, run_time=times.slow)
            if not self.work_texts:
                for index, text in enumerate(self.pair_texts):
                    self._beside(VGroup(text), index)
        sheet = table.sheet()
        self.play(FadeIn(sheet, *(part for texts in told for part in texts)), run_time=_SHOWN)
        self.play(self.folding(sheet, self.rings, table=table), run_time=_FOLD)
        self.play(*(self._beating(ring) for ring in self.rings), run_time=_BEAT)

    def _make_large(self) -> DotTable | None:
        """Return the table as it fills the frame to be folded; None where it never has the frame."""
        if not self.whole:
            return None
        left, right, low, high = _LARGE_REGION
        is_turned = any(float(head.height) > self.whole.pitch for head in self.whole.column_names)
        region = Region(left, right, low, high - _TURNED if is_turned else high)
        return self.make_large_table(region, self.numbers.scores, _LARGEST)

    def _carry(self, start: DotTable, end: DotTable, rings: Sequence[Circle]) -> tuple[list[Animation], list[Circle]]:
        """Return how the table gets to another place, and the rings around the pair's cells there.

        Args:
            start: the table as it is.
            end: as it will be.
            rings: around the cells where it is.
        """
        before = [start, *(disc for row in start.discs for disc in row), *rings]
        around = [end.ring(*pair) for pair in self.twins()]
        after = [end, *(disc for row in end.discs for disc in row), *around]
        copies = [each.copy() for each in before]
        self.remove(*before)
        self.add(*copies)
        return [ReplacementTransform(copy, each) for copy, each in zip(copies, after, strict=True)], around


def _arriving(share: float) -> float:
    """Return how far a row has come that fills as its line arrives, by the share of the line's turn."""
    return max((share - _ARRIVES) / (1 - _ARRIVES), 0.0)


def _way(way: Point) -> Point:
    """Return a way along a word's line; a word without a direction has the first axis for its line."""
    return way if float(np.dot(way, way)) > 1e-12 else point(1.0)
