"""The whole phrase at once: a table of dot products (the article's section "The Whole Phrase", figure 12)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

import numpy as np
import torch
from manim import (
    LEFT,
    Animation,
    AnimationGroup,
    Create,
    Dot,
    FadeIn,
    FadeOut,
    LaggedStart,
    Line,
    ManimColor,
    Rectangle,
    ReplacementTransform,
    RoundedRectangle,
    ScaleInPlace,
    TransformFromCopy,
    VGroup,
    VMobject,
    linear,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from scenes.article.whole_phrase.claims import TABLE_DOT_PRODUCTS_CLAIMS
from scenes.article.whole_phrase.dot_table import FULL, NAME_GAP, PAPER, ScoreDisc
from scenes.article.whole_phrase.numbers import Similarities, TableParameters, similarities
from scenes.article.whole_phrase.score_area import SLAB, ScoreArea, dashed
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, WordTable
from scenes.article.whole_phrase.table_fold import TableFold
from scenes.motion.become import recolor
from scenes.motion.live import Live, growing
from scenes.number_format import as_printed, decimals_that_multiply
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number, format_number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_LINE, _FALLS, _CASTS, _FILED, _SWINGS = 0.5, 0.5, 0.5, 0.9, 0.8
"""Seconds in which a word's line is drawn, a word falls on it and casts its shadow, in which shadow and vector become
sides of an area, and in which the line turns to the other word of the pair."""

_SWEEPS, _ROUNDS, _TO_CELLS = 1.6, 0.8, 1.1
"""Seconds in which shadows sweep over their areas, these become discs, and the discs go to their cells."""

_SHOWN, _FOLD, _OPEN, _CLICK, _CLICKS = 0.3, 1.4, 0.7, 0.6, 1.3
"""Seconds in which the half that is folded is shown, folded and opened again, and in which one pair of twins clicks,
or all do."""

_OTHERS, _TURN, _EACH = 0.9, 0.9, 0.3
"""Seconds in which all other words fall on the first line, of the turn to the second, and of each turn after that."""

_SCORED, _ABOVE, _BAR = 0.6, 0.34, 0.13
"""Seconds in which a negative score is written while its ring grows; scene units from the columns' names to the middle
of what is written above them; the height of the hollow bar that a shadow behind the origin is."""

_FOOT, _BESIDE = 0.06, 0.12
"""Scene units of a foot's radius, and from a line to the shadow that lies beside it."""

_BEYOND, _PITCH = 0.05, 0.44
"""Scene units by which a line reaches beyond the outermost feet on it; from one sum to the next below the table."""

_OFF_AXIS = 0.15
"""Scene units from the plane's words and texts to the table."""

_FALL, _STRONG, _RULER = 2.0, 3.4, 2.5
"""Stroke units of the way on which a word falls, of the one that is told, and of a line."""

_AT_ONCE = 2.0
"""The number of words that fall on a line at the same time."""

_ARRIVES = 0.6
"""The share of a turn from which the line belongs to its new word, and fills its row."""

_APART, _LABEL, _DISC = 0.94, 0.42, 0.9
"""The share of its half that an area may be wide; scene units from an area to the middle of what is written at its
side; the share of its half that the disc of the same area may be wide."""

_STACK, _LEFT, _LIE, _BOX = 1.0, 0.28, 1.4, 1.6
"""Seconds in which the words' vectors stack up as X beside the plane, in which one word leaves its place for it, and in
which a copy of it is folded over; its outline's stroke."""

_GONE, _WRITES, _NEXT_ROW = 0.62, 0.5, 0.8
"""The shares of a word's time until which it is seen on its way to X, and from which its numbers are; and after which
the next word leaves."""

_PRINTS, _RISES, _HEADS = 0.72, 0.3, 0.5
"""The share of its fold from which X's copy shows its numbers; the shares of a fold until which X's copy shows them
when it is folded back, and from which the columns' names come down to the diagonal."""

_STEP, _PAD, _FILLED, _MEETS = 0.63, 0.04, 0.8, 0.8
"""Scene units from a column of X to the next, at the most, and from its outermost cells to its outline; the share of a
cell's width that a number takes at most; seconds in which a row of X and a column of its copy reach their cell."""

_TABLE = (-3.1, 2.02)
"""Scene units of the lower edge of the table beside the plane, and of the upper edge of its columns' names."""

_SWELL = 1.3
"""The scale to which a word's mark swells while its numbers become a row of X."""

_AXIS_BEYOND = 0.2
"""Ticks by which the axis along the foot goes on beyond the last one, clear of the table."""

_LARGE = 1.1
"""The scale of type from which sums leave words no room for their numbers."""

_EXACT = 1e-4
"""By how much numbers differ, at the most, from what one digit after the point says of them exactly."""

_ASIDE, _NAMED, _TERM = 0.5, 0.6, 0.35
"""Seconds in which the words' names draw aside for X, in which the name of X's copy joins the table's name, and
in which a product of the pair's sum is written, and its two numbers in X get their words' colours."""

_CORNER = 0.8
"""The share of the corner between X and its copy that both names take at most: one above X, one left of its copy."""

_EDGES = 0.1
"""Scene units that what is written beside the table stays inside the margin."""

_NAME_SIZE, _NAME_AT, _SUM_SIZE, _SUMS_AT, _SUM_PITCH = 2.2, 1.1, 1.12, -0.6, 0.85
"""The sizes of the table's name there, and of sums, as shares of their usual ones; the heights of the name and of the
first sum; scene units from one sum to the next."""


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
    """attention-table-dot-products: two shadows give one score, so the table X Xᵀ folds onto itself."""

    name = "attention-table-dot-products"
    claims = TABLE_DOT_PRODUCTS_CLAIMS
    largest = 0.66
    pictured_rows = True
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
        """Make the table, the words, an arrow and its line, a foot for each word, the pair's two areas, and X."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.told = numbers.position, numbers.second
        self._draw_in_axis_names()
        self.table = self.make_table()
        self._make_matrix()
        self.vectors = dict(zip(numbers.words, numbers.vectors, strict=True))
        heights = {word: ICON for word in self.vectors}
        lines = [line for index in self.told for line in self._drawn_for(index)]
        lines += [self._drawn_for(index)[0] for index in numbers.others]  # no line stands still on a name
        boxes = [self.table_box(), *([] if self.view.lying else [self._areas_box()])]
        self.words: dict[str, Token] = self.tokens(self.vectors, heights, lines=lines, boxes=boxes)
        self._make_line()
        self.slabs = [self._slab(*pair) for pair in self.twins()]
        self.areas = self._make_areas()
        self.labels = self._make_labels()
        self.beside = self._make_beside()
        self.worked = self._make_worked()
        self.work = [row for row in (self._work_of(*pair) for pair in self.twins()[::-1]) if row is not None]
        self._lay_lines()

    def _make_line(self) -> None:
        """Make the arrow, the line through it, dashed behind the origin, and each word's way to its foot on it."""
        position, theme = self.numbers.position, self.style.theme
        color, tip = self.color_at(position), self.plane.place(self.numbers.vectors[position])
        self.arrow = laid(Vector(self.plane.origin, tip, color, style=self.style), Layer.THREAD)
        self.feet = [Dot(radius=_FOOT, color=theme.ink) for _ in self.numbers.words]
        self.falls = [Line(point(), point(0.1)).set_stroke(theme.dim, _FALL) for _ in self.numbers.words]
        self.ruler = Line(point(), point(0.1)).set_stroke(color, _RULER, 0.75)
        self.behind = VMobject(stroke_color=theme.dim, stroke_width=_RULER)
        laid(VGroup(self.ruler, self.behind, *self.falls, *self.feet), Layer.SHADOW)
        laid(self.plane.numbers, Layer.BAND)  # the line passes behind the ticks' numbers and their halos
        self._point_at(self.numbers.vectors[position])

    def _make_areas(self) -> list[ScoreArea]:
        """Return the pair's score as two areas side by side, of one scale, where the table will stand."""
        numbers, pairs, region = self.numbers, self.twins(), self._areas_region()
        half = region.width / 2
        sizes = [(abs(float(numbers.shadows[pair])), float(numbers.lengths[pair[0]])) for pair in pairs]
        widest, tallest = (max(max(side), 1e-3) for side in zip(*sizes, strict=True))
        largest = max(abs(float(numbers.scores[pair])) for pair in pairs)
        self.scale = min(
            self.view.unit,
            _APART * half / widest,
            (region.height - 3 * _LABEL) / tallest,
            _DISC * half / (2 * math.sqrt(max(largest, 1e-6) / math.pi)),
        )
        low = float(region.centre[1]) - self.scale * tallest / 2
        areas = []
        for index, ((line, word), (wide, tall)) in enumerate(zip(pairs, sizes, strict=True)):
            corner = point(region.left + (index + 0.5) * half - self.scale * wide / 2, low)
            colors = self.color_at(word), self.color_at(line)
            score = numbers.scores[line, word]
            areas.append(ScoreArea(score, corner, self.scale * wide, self.scale * tall, colors, style=self.style))
        return areas

    def _areas_region(self) -> Region:
        """Return where the pair's areas stand: beside the plane, or below it."""
        if self.stage.is_wide:
            return Region(self.view.record.left - self.wider + OFF_EDGE, self.stage.safe.right, *_TABLE)
        record = self.view.record
        return Region(record.left, record.right - OFF_EDGE, record.bottom, record.top)

    def _areas_box(self) -> Box:
        """Return the box of the pair's areas, which names of words keep off."""
        region = self._areas_region()
        return region.left - OFF_EDGE, region.bottom, region.right, region.top

    def _make_labels(self) -> list[list[VGroup]]:
        """Return how long the sides of both areas are, with their names where there is room; none that mislead."""
        numbers, pairs = self.numbers, self.twins()
        digits = decimals_that_multiply(
            [(float(numbers.shadows[pair]), float(numbers.lengths[pair[0]])) for pair in pairs]
        )
        half = self._areas_region().width / 2 - OFF_EDGE
        for named, size in ((True, self.style.sizes.number), (True, self.style.sizes.tick), (False, self._size())):
            made = [self._sides_of(*pair, digits, size, named=named and self.stage.is_wide) for pair in pairs]
            if max((float(row.width) for rows in made for row in rows), default=0.0) <= half:
                break
        labels = []
        for area, rows in zip(self.areas, made, strict=True):
            low, high = float(area.corner[1]) - _LABEL, float(area.corner[1]) + area.tall + _LABEL
            placed = [row.move_to(point(float(area.middle[0]), y)) for row, y in zip(rows, (low, high), strict=False)]
            for row in placed[1:]:  # at the tip of the vector, not in the middle of the side above
                row.align_to(area.side, LEFT)
            labels.append([labelled(row, self.style) for row in placed])
        return labels

    def _sides_of(self, line: int, word: int, digits: int | None, size: float, *, named: bool) -> list[Row]:
        """Return what is written at an area's base and at its side.

        Args:
            line: the word whose line it is: its length is the side.
            word: the word whose shadow is the base.
            digits: after the points; None where printed factors do not give the printed product.
            size: of the type.
            named: whether with the sides' names.
        """
        numbers, rows = self.numbers, list[Row]()
        sides = ("shadow", numbers.shadows[line, word], word), ("length", numbers.lengths[line], line)
        for name, value, whose in sides:
            color = self.color_at(whose)
            pieces: list[VMobject] = []
            if named:
                pieces.append(Label(self.says(name), size=size, color=color, style=self.style))
            if digits is not None:
                pieces.append(Number(value, decimals=digits, size=size, color=color, style=self.style))
            rows += [Row(pieces, 0.14)] if pieces else []
        return rows

    def _make_beside(self) -> list[VGroup]:
        """Return the score beside each disc of the pair, in cells that are empty then, where they mirror each other."""
        (row, column), table = sorted(self.twins())[1], self.table
        free = row - column - 1
        upwards = free * table.pitch < column * table.pitch
        score, size = self.numbers.scores[row, column], self.style.sizes.formula
        number = HeroNumber(score, size=size, style=self.style)
        room = max(free, column) * table.pitch - 2 * OFF_EDGE
        if number.width > room:
            size *= room / float(number.width)
            if size < self.style.sizes.least:
                return []
            number = HeroNumber(score, size=size, style=self.style)
        gap, at = table.pitch / 2 + OFF_EDGE, table.centre(column, row)
        away, up = gap + float(number.width) / 2, gap + float(number.height) / 2
        number.move_to(table.centre(row, column) + point(-away if upwards else away))
        twin = number.copy().move_to(at + point(0.0, up if upwards else -up))
        twin.shift(point(min(table.right - OFF_EDGE - float(twin.get_right()[0]), 0.0)))
        lower, upper = (labelled(each, self.style) for each in (number, twin))
        for part in (part for each in (lower, upper) for part in each.get_family()):
            part.set_z_index(Layer.FRAME + 0.5, family=False)
        return [lower, upper] if self.twins()[0] == (row, column) else [upper, lower]

    def _make_worked(self) -> tuple[int, tuple[VGroup, VGroup], Rectangle] | None:
        """Return the word with the most negative score in the second word's row, that score as a product, and a bar.

        The bar is the word's shadow behind the origin, hollow. None where no score is negative, where the printed
        factors do not give it, or where it has no room.
        """
        numbers, line = self.numbers, self.numbers.second
        word = int(numbers.scores[line].argmin())
        factors = [(float(numbers.shadows[line, word]), float(numbers.lengths[line]))]
        digits = decimals_that_multiply(factors)
        if digits is None or as_printed(float(numbers.scores[line, word])) >= 0 or word in self.told:
            return None
        room, table, style = self._worked_room(), self.table, self.style
        for named, size in ((True, style.sizes.number), (True, style.sizes.tick), (False, style.sizes.tick)):
            shadow, length = self._sides_of(line, word, digits, size, named=named)
            times, equals = (Math(sign, size=size, style=style) for sign in ("dot.op", "="))
            row = Row([shadow, times, length, equals, Number(numbers.scores[line, word], size=size, style=style)], 0.14)
            if row.width <= room.width:
                break
        if row.width > room.width or row.height > room.height:
            return None
        if self.stage.is_wide:
            x = min(float(table.lines.get_x()), room.right - float(row.width) / 2)
            row.move_to(point(x, min(room.bottom + _ABOVE, room.top - float(row.height) / 2)))
        else:
            row.move_to(self.below_first(float(row.width)))
        origin, tip = self.plane.origin, self.plane.place(numbers.vectors[line])
        foot = self._foot(numbers.vectors[word], tip)
        way, aside = foot - origin, _way(self.plane.place(numbers.vectors[word]) - foot)
        aside = _BESIDE * aside / np.linalg.norm(aside)
        bar = Rectangle(width=float(np.linalg.norm(way)), height=_BAR, stroke_width=_RULER)
        bar.set_fill(style.theme.background, 1.0).set_stroke(self.color_at(word)).rotate(math.atan2(way[1], way[0]))
        laid(bar.move_to((origin + foot) / 2 + aside), Layer.SHADOW)
        product, score = (labelled(VGroup(*part), style) for part in (row[:3], row[3:]))
        return word, (product, score), bar

    def _worked_room(self) -> Region:
        """Return where a product is written: above the columns' names in wide frames, else below the table."""
        if not self.stage.is_wide:
            record = self.view.record
            return Region(record.left, record.right - OFF_EDGE, record.bottom, self.table.bottom)
        low = float(self.table.column_names.get_top()[1])
        high = max(float(self.phrase.get_bottom()[1]) - OFF_EDGE, low + 1e-3)
        return Region(self.view.record.left - self.wider, self.stage.safe.right - OFF_EDGE, low + OFF_EDGE, high)

    def _make_matrix(self) -> None:
        """Make X beside the table, a number or a disc in each cell, and a copy of it above, as if folded over.

        In wide frames the words' names draw aside for it; elsewhere it takes the rows' names' place, and they leave.
        """
        numbers, table = self.numbers, self.table
        size = numbers.vectors.shape[1]
        self.names_stay = self.stage.is_wide
        step = _STEP if self.names_stay else (table.room - NAME_GAP - 2 * _PAD) / size
        step = min(table.pitch, step)
        right, width = table.left - NAME_GAP, size * step + 2 * _PAD
        self.aside = width + NAME_GAP
        self.cells = [
            [point(right - _PAD - (size - column - 0.5) * step, table.centre(row, row)[1]) for column in range(size)]
            for row in range(len(numbers.words))
        ]
        self.matrix = self._entries(step)
        self.lying = [[self._mirrored(entry) for entry in row] for row in self.matrix]
        theme, low, high = self.style.theme, table.bottom, table.top
        self.box = Rectangle(width=width, height=high - low, stroke_color=theme.axis, stroke_width=_BOX)
        laid(self.box.move_to(point(right - width / 2, (low + high) / 2)), Layer.LEDGER)
        self.corners = [point(*corner[:2]) for corner in self.box.get_vertices()]
        self.between = self._between_cells()
        for start, end in self.between:
            self.box.start_new_path(start)
            self.box.add_line_to(end)
        self.lying_box = self.box.copy().set_fill(theme.ink, PAPER if theme.filled else 0.0)
        for part in self.lying_box.get_family():
            part.set_z_index(Layer.FRAME + 0.2, family=False)
        self._fold_copy(math.pi)

    def _between_cells(self) -> list[tuple[Point, Point]]:
        """Return the lines between the cells of X, as their ends: numbers side by side read as no subtraction."""
        left, low, right, high = box_of(self.box)
        across = [float(at[0]) for at in self.cells[0]]
        levels = [float(row[0][1]) for row in self.cells]
        lines = [(x, low, x, high) for x in (np.add(across[:-1], across[1:]) / 2).tolist()]
        lines += [(left, y, right, y) for y in (np.add(levels[:-1], levels[1:]) / 2).tolist()]
        return [(point(*line[:2]), point(*line[2:])) for line in lines]

    def _mirrored(self, entry: ScoreDisc | Number) -> ScoreDisc | Number:
        """Return a copy of an entry of X at its place in the copy that lies above the table."""
        copy = entry.copy().move_to(self.table.folded(entry.get_center(), math.pi))
        if isinstance(copy, ScoreDisc):
            copy.at = copy.get_center()
        for part in copy.get_family():
            part.set_z_index(Layer.FRAME + 0.3, family=False)
        return copy

    def _fold_copy(self, turn: float) -> None:
        """Show the outline of X's copy as it is folded over the table's diagonal by an angle, 0 to pi radians."""
        corners = [self.table.folded(point(*corner[:2]), turn) for corner in self.corners]
        self.lying_box.set_points_as_corners([*corners, corners[0]])
        for start, end in self.between:
            self.lying_box.start_new_path(self.table.folded(start, turn))
            self.lying_box.add_line_to(self.table.folded(end, turn))

    def _entries(self, step: float) -> list[list[ScoreDisc]] | list[list[Number]]:
        """Return what stands in the cells of X: its numbers where these have room, else discs.

        Args:
            step: scene units from a column to the next.
        """
        rows, style = self.numbers.vectors, self.style
        if self.names_stay:
            exact = all(abs(as_printed(float(value), 1) - float(value)) < _EXACT for value in rows.flatten())
            made = [[self._entry(value, style.sizes.number, exact=exact) for value in row] for row in rows]
            widest = max(float(number.width) for row in made for number in row)
            size = style.sizes.number * min(_FILLED * step / widest, 1.0)
            if size >= style.sizes.least:
                made = [[self._entry(value, size, exact=exact) for value in row] for row in rows]
                for numbers, places in zip(made, self.cells, strict=True):
                    for number, at in zip(numbers, places, strict=True):
                        laid(number.move_to(at), Layer.FRAME)
                return made
        unit = min(FULL * step / max(float(rows.abs().max()), 1e-9) ** 0.5, self.table.unit)
        discs = [[ScoreDisc(unit, style=style) for _ in row] for row in rows]
        for row, values, places in zip(discs, rows.tolist(), self.cells, strict=True):
            for disc, value, at in zip(row, values, places, strict=True):
                laid(disc, Layer.FRAME).put(value, at)
        return discs

    def _entry(self, value: Tensor, size: float, *, exact: bool) -> Number:
        """Return a number of X, with one digit after the point where that says all of each exactly."""
        return Number(value, decimals=1 if exact else 2, size=size, style=self.style)

    def _stack(self) -> LaggedStart:
        """Return how the words' numbers become the rows of X, one after the other.

        In wide frames a word leaves its place for its name's, fades before it is there, and its numbers appear in X;
        only then the next one leaves.
        """
        rows, words = [], self.numbers.words
        for index, word in enumerate(words):
            row, token = VGroup(*self.matrix[index]), self.words[word]
            if not self.names_stay:
                rows.append(AnimationGroup(ScaleInPlace(token.mark, _SWELL, rate_func=there_and_back), FadeIn(row)))
                continue
            goes: list[Animation] = []
            if word not in words[:index]:  # it may stand in the phrase twice
                end = self.table.row_names[index].get_center()
                goes = [FadeOut(token.mark, target_position=end, rate_func=squish_rate_func(smooth, 0.0, _GONE))]
            rows.append(AnimationGroup(*goes, FadeIn(row, rate_func=squish_rate_func(smooth, _WRITES, 1.0))))
        if not self.names_stay:
            return LaggedStart(*rows, lag_ratio=0.3, run_time=_STACK)
        return LaggedStart(*rows, lag_ratio=_NEXT_ROW, run_time=_LEFT * (1 + _NEXT_ROW * (len(rows) - 1)))

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
        slab = Line(origin + aside, foot + aside).set_stroke(theme.fill(color) if theme.filled else color, SLAB)
        return laid(slab, Layer.THREAD)

    def _size(self) -> float:
        """Return the size of the pair's numbers: larger in wide frames."""
        return self.style.sizes.number if self.stage.is_wide else self.style.sizes.tick

    def _room_below(self) -> float:
        """Return how wide a sum may be, scene units."""
        if not self.stage.is_wide:
            return self.view.record.width
        return 2 * (self._beside_table - self.stage.safe.left - _EDGES)

    @property
    def _beside_table(self) -> float:
        """The middle of what is written beside the table when X stands at it, scene units."""
        return (self.stage.safe.left + self.table.left - self.aside - self.table.room) / 2

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
            region = super().table_region()
            return region.inset(top=max(region.top - _TABLE[1], 0.0)) if self.stage.is_wide else region
        low, high = _TABLE
        right, left = self.stage.safe.right - OFF_EDGE, self.view.record.left - self.wider
        widest = self.largest * (len(self.numbers.words) + 1)  # it stands at the right, clear of the plane
        return Region(max(left, right - widest), right, low, high)

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

        size, room = _SUM_SIZE * style.sizes.number if self.stage.is_wide else style.sizes.tick, self._room_below()
        usual = written(size)
        return usual if usual.width <= room else written(size * room / float(usual.width))

    def _lay_lines(self) -> None:
        """Lay the pair's sums, the table's name and the names of its factors."""
        size, style = self.style.sizes.formula, self.style
        self.factors = [Math(source, size=size, style=style) for source in ("X", "X^T")]
        upright, lying = self.factors
        x, width = float(self.box.get_x()), float(self.box.width)
        if self.names_stay:
            left, top = self.table.left - NAME_GAP, self.table.top + NAME_GAP
            scale = min(_CORNER * width / (2 * float(upright.height) + float(lying.height)), 1.0)
            for factor in self.factors:
                factor.scale(scale)
            upright.move_to(point(x, top + float(upright.height) / 2))
            lying.move_to(point(left - float(lying.width) / 2, top + width / 2))
            at = point(self._beside_table, _SUMS_AT)
            name = Row([Math(each, size=_NAME_SIZE * size, style=style) for each in ("X", "X^T")], 0.1)
            name.move_to(point(self._beside_table, _NAME_AT))
        else:
            at = self.below_first(max((float(row.width) for row in self.work), default=0.0))
            name = Row([Math(each, size=size, style=style) for each in ("X", "X^T")], 0.12)
            low = at[1] - _PITCH - float(name.height) / 2 if self.work else None
            name.move_to(self.name_place(float(name.width), low))
            upright.set_x(x).match_y(name[0])
            lying.move_to(point(x, self.table.top + NAME_GAP + width / 2))
        self.formula: VGroup = laid(name, Layer.LEDGER)
        laid(VGroup(*self.factors), Layer.LEDGER)
        for index, row in enumerate(self.work):
            row.move_to(at - point(0.0, (_SUM_PITCH if self.names_stay else _PITCH) * index))
        self.work_texts = [self._in_terms(row) for row in self.work]

    def _in_terms(self, row: Row) -> list[VGroup]:
        """Return a sum in the pieces in which it is written: its products, and the score."""
        count, pieces = self.numbers.vectors.shape[1], list(row)
        ends = [3 + 4 * index for index in range(count)]  # two numbers and a point each, a plus between them
        groups = zip([0, *ends], [*ends, len(pieces)], strict=True)
        return [labelled(VGroup(*pieces[start:end]), self.style) for start, end in groups]

    def _point_at(self, vector: Tensor) -> None:
        """Point the arrow at a vector of shape (2,): the line turns with it, and every word falls on it again."""
        origin, tip = self.plane.origin, self.plane.place(vector)
        self.arrow.set_ends(origin, tip)
        behind, ahead = self._ends_of_line(tip)
        self.ruler.set_points_as_corners([origin, ahead])
        self.behind.set_points(dashed(origin, behind))
        for row, foot, fall in zip(self.numbers.vectors, self.feet, self.falls, strict=True):
            on = self._foot(row, tip)
            foot.move_to(on)
            self._mark(foot, row, on, tip)
            fall.set_points_as_corners([self.plane.place(row), on])

    def _mark(self, foot: Dot, row: Tensor, on: Point, tip: Point) -> None:
        """Show a word's foot, hollow behind the origin; not where it would lie on the word itself."""
        theme, seen = self.style.theme, float(np.linalg.norm(self.plane.place(row) - on) > ICON / 2)
        is_behind = float(np.dot(on - self.plane.origin, tip - self.plane.origin)) < 0
        foot.set_fill(theme.background if is_behind else theme.ink, seen)
        foot.set_stroke(theme.dim, 2.4 if is_behind else 0.0, seen)

    def _drop(self, row: int, words: Sequence[int], seconds: float, *, discs: bool = True) -> Live:
        """Return how words fall on a line one after the other; the disc of each grows in the row as it falls.

        Args:
            row: the word whose line it is.
            words: those that fall.
            seconds: how long it takes.
            discs: whether discs grow.
        """
        tip, vectors = self.plane.place(self.numbers.vectors[row]), self.numbers.vectors
        falls, feet = [self.falls[index] for index in words], [self.feet[index] for index in words]
        starts = [self.plane.place(vectors[index]) for index in words]
        ends = [self._foot(vectors[index], tip) for index in words]
        grown = [self.table.discs[row][index] for index in words] if discs else []
        self.add(*falls, *feet, *grown)

        def fallen(share: float, order: int) -> float:
            return min(max((share * (len(words) - 1 + _AT_ONCE) - order) / _AT_ONCE, 0.0), 1.0)

        def follow(share: float) -> None:
            for order, (start, end) in enumerate(zip(starts, ends, strict=True)):
                part = fallen(share, order)
                falls[order].set_points_as_corners([start, start + max(part, 1e-3) * (end - start)])
                self._mark(feet[order], vectors[words[order]], end, tip)
                if part <= 0.9:
                    feet[order].set_opacity(0.0)
            for order, disc in enumerate(grown):
                column = words[order]
                at, score = self.table.centre(row, column), float(self.numbers.scores[row, column])
                self._put(disc, score, at, fallen(share, order))

        follow(0.0)
        return Live([*falls, *feet, *grown], follow, run_time=seconds, rate_func=linear if len(words) > 1 else smooth)

    def _put(self, disc: ScoreDisc, score: float, at: Point, grown: float = 1.0) -> None:
        """Show a score in its cell, as 0 where it is nought; or a disc that has grown so far."""
        disc.unit = grown * self.table.unit
        disc.put(score, at)
        seen = grown > 0.2
        disc.disc.set_opacity(float(seen))
        if not seen:
            disc.sign.set_stroke(opacity=0.0)
        elif as_printed(score) == 0:
            disc.nought(self.table.pitch)

    def _turn(self, start: int, end: int, columns: Sequence[int]) -> Live:
        """Return how the arrow turns from a word to another, while cells of the other's row live.

        Args:
            start: the word that it leaves.
            end: the word that it comes to.
            columns: of the cells that fill.
        """
        first, last = (self.numbers.vectors[index] for index in (start, end))
        lengths = [float(torch.linalg.vector_norm(row)) for row in (first, last)]
        angles = [math.atan2(float(row[1]), float(row[0])) for row in (first, last)]
        turned = (angles[1] - angles[0] + math.pi) % math.tau - math.pi
        cells = [(column, self.table.discs[end][column]) for column in columns]
        discs = [disc for _, disc in cells]
        self.add(*discs)
        shown = [
            mark for mark in (self.arrow, self.ruler, self.behind, *self.feet, *self.falls) if mark in self.mobjects
        ]

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

        return Live([*shown, *discs], follow)

    def _between(self, start: int, end: int, share: float) -> str:
        """Return the colour of a line on its way from a word to another: in between it is nobody's."""
        away = 1 - share / (1 - _ARRIVES)
        word, part = (start, away) if away > 0 else (end, _arriving(share))
        ink = ManimColor(self.style.theme.ink)
        return str(ink.interpolate(ManimColor(self.color_at(word)), part).to_hex())

    def tell(self) -> None:
        """Ask of one pair, answer, fold; then fill all rows, name the table, and fold it whole."""
        said = self.said()
        value = format_number(float(self.numbers.scores[self.told]))
        with self.beat("question", **said):
            self._ask()
            self.rest()
        with self.beat("answer", **said, value=value):
            self._answer()
            self.rest()
        with self.beat("fold", **said):
            self._fold_pair()
            self.rest()
        with self.beat("all-rows", **said):
            self._fill()
            self.rest()
        with self.beat("name", **said):
            self._name()
            self.rest()
        with self.beat("mirror", **said):
            self._fold()
            self.hold()

    def _ask(self) -> None:
        """Let each word of the pair cast its shadow on the other's line, and set shadows against lengths."""
        first, second = self.told
        self.add(self.phrase, *self.words.values(), self.arrow)
        self.play(growing([self.arrow], run_time=_LINE), Create(self.ruler, run_time=_LINE))
        self._cast(0)
        leaving = [self.falls[second], self.feet[second]]
        self.play(FadeOut(*leaving), run_time=self.style.times.quick)
        self.play(self._turn(first, second, []), run_time=_SWINGS)
        self._cast(1)

    def _cast(self, which: int) -> None:
        """Show a word fall on the other's line, its shadow there, and both as base and side of an area.

        Args:
            which: of both words' lines, 0 or 1.
        """
        line, word = self.twins()[which]
        slab, area = self.slabs[which], self.areas[which]
        self.play(self._drop(line, [word], _FALLS, discs=False))
        self.falls[word].set_stroke(self.color_at(word), _STRONG)
        self.play(Create(slab), run_time=_CASTS)
        self.add(area.side)
        self.play(area.filed(slab, self.arrow), run_time=_FILED)
        self.play(FadeIn(area.outline, *self.labels[which]), run_time=self.style.times.quick)

    def _answer(self) -> None:
        """Let both shadows sweep along the vectors over their areas; these are equal, and become equal discs."""
        swept = [slab.copy() for slab in self.slabs]
        self.add(*swept, *(area.filling for area in self.areas))
        filled = [motion for area, slab in zip(self.areas, swept, strict=True) for motion in area.filled(slab)]
        self.play(*filled, run_time=_SWEEPS)
        self._stand_still(self.style.times.rest)
        gone = [*swept, *self.slabs, *(area.side for area in self.areas), *(area.outline for area in self.areas)]
        gone += [label for labels in self.labels for label in labels]
        rounded: list[Animation] = []
        middle = float(np.mean([area.middle[1] for area in self.areas]))
        for area, (line, word) in zip(self.areas, self.twins(), strict=True):
            disc = self.table.discs[line][word]
            disc.unit = self.scale / math.sqrt(math.pi)
            at = point(float(area.middle[0]), middle)
            disc.put(float(self.numbers.scores[line, word]), at)
            rounded += [ReplacementTransform(area.filling, disc.disc), FadeIn(disc.sign)]
            rounded.append(area.hero.animate.move_to(at).build())
        self.play(*rounded, FadeOut(*gone), run_time=_ROUNDS)

    def _fold_pair(self) -> None:
        """Bring both discs to their cells of an empty table, and fold it: they meet."""
        cells = self.twins()
        discs = [self.table.discs[i][j] for i, j in cells]
        starts, unit = [disc.at.copy() for disc in discs], discs[0].unit
        self.add(*discs)

        def follow(share: float) -> None:
            for disc, start, cell in zip(discs, starts, cells, strict=True):
                disc.unit = unit + share * (self.table.unit - unit)
                disc.put(float(self.numbers.scores[cell]), start + share * (self.table.centre(*cell) - start))
                if share >= 1.0:
                    self._put(disc, disc.score, disc.at)

        heroes = [area.hero for area in self.areas]
        texts = [text[1] for text in self.beside]
        numbers: list[Animation] = [ReplacementTransform(*pair) for pair in zip(heroes, texts, strict=False)]
        numbers = numbers or [FadeOut(*heroes)]
        self.play(FadeIn(self.table), Live(discs, follow), *numbers, run_time=_TO_CELLS)
        if texts:
            self.remove(*texts)
            self.add(*self.beside)
        self.fold_of_pair = fold = TableFold(self.table, [min(cells)], self._texts_that_meet())
        self.play(FadeIn(fold.sheet), run_time=_SHOWN)
        self.play(fold.closing(self), *self._heads_move(self._to_diagonal(), _HEADS, 1.0), run_time=_FOLD)
        self.remove(*(mark for mark, _ in fold.carried))
        self.play(fold.clicking(self, self.style.theme.ink), run_time=_CLICK)

    def _texts_that_meet(self) -> list[tuple[VMobject, Point]]:
        """Return the score beside the disc above the diagonal, and where it gets to: the place of the other."""
        if not self.beside:
            return []
        upper, lower = sorted(zip(self.twins(), self.beside, strict=True), key=lambda pair: pair[0])
        return [(upper[1], lower[1].get_center())]

    def _to_diagonal(self, raised: float = 0.0) -> list[Point]:
        """Return the ways of the columns' names from above the table to the tops of their columns when it is folded.

        Args:
            raised: scene units by which they stand higher.
        """
        return [point(0.0, -raised - index * self.table.pitch) for index in range(len(self.table.column_names))]

    def _heads_move(self, ways: Sequence[Point], start: float, end: float) -> list[Animation]:
        """Return how the columns' names move with a fold, between two shares of it."""
        rate = squish_rate_func(smooth, start, end)
        moved = zip(self.table.column_names, ways, strict=True)
        return [head.animate.shift(way).build().set_rate_func(rate) for head, way in moved]

    def _fill(self) -> None:
        """Open the table again; let every word have its line's turn, and each line fill its row."""
        fold, times, numbers = self.fold_of_pair, self.style.times, self.numbers
        back = self._heads_move([-way for way in self._to_diagonal()], 0.0, _HEADS)
        self.play(fold.opening(), *back, run_time=_OPEN)
        fold.opened(self)
        first, second = self.told
        self.frame = self.table.frame(second)
        gone = [FadeOut(*self.beside)] if self.beside else []
        self.play(
            FadeIn(self.frame),
            *gone,
            Create(self.behind),
            recolor(self.falls[first], self.style.theme.dim),
            run_time=times.quick,
        )
        rows = [second, first, *numbers.others]
        everything = range(len(numbers.words))
        self.falls[second].set_stroke(self.style.theme.dim, _FALL)  # told of no more
        late = [first] if self.worked is None else [first, self.worked[0]]
        if len(late) < len(numbers.words) - 1:
            self.play(self._drop(second, [column for column in everything if column not in late], _OTHERS))
        leaving = self._score_behind()
        for place, (before, row) in enumerate(zip(rows, rows[1:], strict=False)):
            columns = [column for column in everything if (row, column) not in self.twins()]
            moved = self.frame.animate.move_to(self.table.frame(row))
            told = [] if place else leaving
            self.play(self._turn(before, row, columns), moved, *told, run_time=_EACH if place else _TURN)

    def _score_behind(self) -> list[Animation]:
        """Let one word fall behind the origin: its shadow times the length is negative. Return how that leaves."""
        if self.worked is None:
            return []
        word, (product, score), bar = self.worked
        line = self.numbers.second
        disc, at, value = self.table.discs[line][word], self.table.centre(line, word), self.numbers.scores[line, word]
        self.play(self._drop(line, [word], _FALLS, discs=False))
        origin, points = self.plane.origin, bar.points.copy()
        self.add(bar)
        self.play(
            Live([bar], lambda share: bar.set_points(origin + max(share, 1e-3) * (points - origin))), run_time=_CASTS
        )
        self.play(FadeIn(product), run_time=self.style.times.quick)
        self.add(disc)
        grows = Live([disc], lambda share: self._put(disc, float(value), at, share))
        self.play(grows, FadeIn(score), run_time=_SCORED)
        self._stand_still(self.style.times.rest)
        return [FadeOut(bar, product, score, rate_func=squish_rate_func(smooth, 0.0, _RISES))]

    def _name(self) -> None:
        """Stack the words' vectors up as X, fold a copy of it over, and let a row and a column meet."""
        times, table = self.style.times, self.table
        gone = [self.frame, self.arrow, self.ruler, self.behind, *self.feet, *self.falls]
        if self.names_stay:
            veil = Rectangle(width=self.stage.width, height=self.stage.height, stroke_width=0)
            veil.set_fill(self.style.theme.background, 1.0)
            gone += [self.phrase, self.plane, *(token.label for token in self.words.values())]
            self.play(FadeOut(*gone), FadeIn(laid(veil, Layer.VEIL)), run_time=times.quick)
            self.play(
                table.row_names.animate.shift(point(-self.aside)).build(),
                table.column_names.animate.shift(point(0.0, self.aside)).build(),
                run_time=_ASIDE,
            )
        else:
            gone += [*self._names_by_x(), table.row_names, table.column_names]
            self.play(FadeOut(*gone), run_time=times.quick)
        self.play(self._stack(), FadeIn(self.box, self.factors[0]))
        self._fold_copy(0.0)
        entries = [entry for row in self.lying for entry in row]
        self.add(self.lying_box)
        printed = squish_rate_func(smooth, _PRINTS, 1.0)
        joins = TransformFromCopy if self.names_stay else ReplacementTransform  # elsewhere X stands in line with both
        self.play(
            Live([self.lying_box], lambda share: self._fold_copy(share * math.pi)),
            FadeIn(*entries, *self.factors[1:], rate_func=printed),
            joins(self.factors[0], self.formula[0]),
            run_time=_LIE,
        )
        self.play(TransformFromCopy(self.factors[1], self.formula[1]), run_time=_NAMED)
        self.meeting = self._meeting()
        self.add(*self.meeting)
        self.play(self._meet(), run_time=_MEETS)
        self.ring = table.ring(self.numbers.second, self.numbers.position)
        lit: list[VMobject] = []
        if self.work_texts:
            *terms, score = self.work_texts[0]
            for axis, term in enumerate(terms):
                self.play(*self._lit(axis), FadeIn(term), run_time=_TERM)
            lit = [score]
        self.play(FadeIn(self.ring, *lit), run_time=times.quick)

    def _meeting(self) -> list[RoundedRectangle]:
        """Return frames around the second word's row of X and the first word's column of its copy."""
        frames = []
        for word, box, size in (
            (self.numbers.second, self.box, (float(self.box.width), self.table.pitch)),
            (self.numbers.position, self.lying_box, (self.table.pitch, float(self.lying_box.height))),
        ):
            frame = RoundedRectangle(corner_radius=0.08, width=size[0], height=size[1])
            at = self.table.centre(word, word)
            across = box is self.box
            frame.move_to(point(float(box.get_x()), at[1]) if across else point(at[0], float(box.get_y())))
            frame.set_stroke(self.color_at(word), 3.5).set_z_index(Layer.FRAME + 0.4)
            frames.append(frame)
        return frames

    def _meet(self) -> Live:
        """Return how both frames reach along the table to the cell that they share."""
        cell = self.table.centre(self.numbers.second, self.numbers.position)
        row, column = (box_of(frame) for frame in self.meeting)
        half, ends = self.table.pitch / 2, []
        ends.append((row[0], row[1], float(cell[0]) + half, row[3]))
        ends.append((column[0], float(cell[1]) - half, column[2], column[3]))

        def follow(share: float) -> None:
            for frame, first, last in zip(self.meeting, (row, column), ends, strict=True):
                left, low, right, high = (a + share * (b - a) for a, b in zip(first, last, strict=True))
                shape = RoundedRectangle(corner_radius=0.08, width=right - left, height=high - low)
                frame.set_points(shape.move_to(point((left + right) / 2, (low + high) / 2)).points)

        return Live(self.meeting, follow)

    def _lit(self, axis: int) -> list[Animation]:
        """Return how the two numbers of X get their words' colours that a product of the pair's sum has."""
        words = self.numbers.second, self.numbers.position
        entries = self.matrix[words[0]][axis], self.lying[words[1]][axis]
        return [_tinted(entry, self.color_at(word)) for entry, word in zip(entries, words, strict=True)]

    def _fold(self) -> None:
        """Fold the half above the diagonal over the other, X's copy onto X: every disc meets its twin."""
        times, table = self.style.times, self.table
        factors = self.factors if self.names_stay else self.factors[1:]
        self.play(FadeOut(*self.meeting, self.ring, *factors), run_time=times.quick)
        fold = TableFold(table, self.upper(), also=lambda turn: self._fold_copy(math.pi - turn), moved=[self.lying_box])
        self.play(FadeIn(fold.sheet), run_time=_SHOWN)
        rate, turn = squish_rate_func(smooth, 0.0, _RISES), _RISES * math.pi
        leaving = [
            FadeOut(entry, target_position=table.folded(entry.get_center(), turn), rate_func=rate)
            for row in self.lying
            for entry in row
        ]
        if self.names_stay:
            heads = self._heads_move(self._to_diagonal(self.aside), _HEADS, 1.0)
        else:
            for head, way in zip(table.column_names, self._to_diagonal(), strict=True):
                head.shift(way)
            heads = [FadeIn(table.column_names, rate_func=squish_rate_func(smooth, _HEADS, 1.0))]
        self.play(fold.closing(self), *heads, *leaving, run_time=_FOLD)
        told = [part for texts in self.work_texts[1:] for part in texts]
        clicks: list[Animation] = [fold.clicking(self, self.style.theme.ink)]
        if told:  # the first word's numbers lie on its row of X now
            first = self.numbers.position
            clicks += [_tinted(entry, self.color_at(first)) for entry in self.matrix[first]]
        self.play(*clicks, *([FadeIn(*told)] if told else []), run_time=_CLICKS)
        lower = self.table.ring(*max(self.twins()))
        self.play(FadeIn(lower), run_time=times.quick)


def _tinted(entry: ScoreDisc | Number, color: str) -> Animation:
    """Return how an entry of X gets a word's colour, ``#rrggbb``, by role."""
    if isinstance(entry, Number):
        return recolor(entry, color)
    return Live([entry], lambda share: entry.tint(color, share))


def _arriving(share: float) -> float:
    """Return how far a row has come that fills as its line arrives, by the share of the line's turn."""
    return max((share - _ARRIVES) / (1 - _ARRIVES), 0.0)


def _way(way: Point) -> Point:
    """Return a way along a word's line; a word without a direction has the first axis for its line."""
    return way if float(np.dot(way, way)) > 1e-12 else point(1.0)
