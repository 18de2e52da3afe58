"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations, pairwise, product
from operator import mul
from typing import cast

import numpy as np
import torch
from manim import (
    Animation,
    AnimationGroup,
    Circle,
    DashedVMobject,
    FadeIn,
    FadeOut,
    LaggedStart,
    Restore,
    VGroup,
    VMobject,
    smooth,
    squish_rate_func,
    there_and_back,
)
from torch import Tensor

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.dot_table import LEAST_WEIGHT, DotTable
from scenes.article.whole_phrase.numbers import TableParameters, WeightedSums, similarities
from scenes.article.whole_phrase.stage_table import FORMULA, OFF_EDGE, LevelTable, across
from scenes.article.whole_phrase.written_sum import SumTerm, WrittenSum
from scenes.motion.become import become, recolor
from scenes.motion.live import Live, Widen, settle
from scenes.number_format import as_printed, decimals_that_add
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.approach import alone, between, moving, pairs
from scenes.parts.plane.band import Band, Thread, width_at
from scenes.parts.plane.boxes import box_around, box_of_name
from scenes.parts.plane.labels import (
    Box,
    Moment,
    Segment,
    Spot,
    free_place,
    inside_length,
    overlap,
    place_travelling_labels,
)
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane, name_bounds, name_spots
from scenes.parts.plane.token import DISC, Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.table.matrix import Matrix
from scenes.parts.table.number_grid import decimals_for
from scenes.parts.text.number import Number, format_vector
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_ICON, _SMALL_ICON, _ASIDE = 0.62, 0.5, 0.07
"""Scene units: the height of icons on the plane, and in frames that are not wide; by which bands lie off the straight
way: both ways are seen."""

_SLIM, _PLAIN = 0.7, 0.1
"""The share of their usual width that bands have, as many lie close together; scene units of width below which they
have no light and shade."""

_WEAK, _CLEAR = 0.05, 0.03
"""The weight below which a pull is a thread, as there are many; scene units around the plane's numbers in which no band
may run."""

_STROKE, _OFF_MARK, _OFF_WORD, _PINNED = 2.6, 0.03, 0.06, 0.2
"""Stroke units of rings that light up; scene units from a word's mark to the ring that is its own share, and to the one
that lights up around it; the radius of those that light up at old places."""

_RING_AIR, _FLAT = 0.07, 0.7
"""Scene units that names stay away from that ring; the height of the oval on which they turn around their word, as a
share of its width."""

_WAS, _TRAIL = 0.085, 2.6
"""Scene units of the radius of the ring where a word was; stroke units of it and of the line to where the word is."""

_STRONGEST, _PAST = 2, 0.45
"""Other words whose bands are drawn for each row at the most; the opacity of what rows have tied that are done."""

_PITCHES, _PLANE, _LEFTWARDS, _RIGHTWARDS = (0.54, 0.52, 0.5, 0.48, 0.42, 0.38, 0.34), 4.7, 0.08, 0.12
"""Scene units from row to row of a table beside which X and X′ stand, best first; those that are left for the plane at
the least, and those by which its words may lie farther out at both sides."""

_OFF_NAMES, _ALONG, _KEPT = 0.2, 1.5, 4.0
"""Scene units between names on the plane and those of rows; by how much a name prefers to be where little else is, and
to stay on its side."""

_TYPE, _COLUMNS, _TIMES, _EQUAL = 0.0115, 0.006, 0.16, 0.36
"""Scene units from row to row of X for a font unit of its type at the least, and between its columns; scene units
between the table and X, and between X and X′."""

_SUM_AIR, _FOOT = 0.12, 0.34
"""Scene units around the sum; from the foot's baseline to its line's upper end, for each line."""

_GOAL, _HIT = 0.12, 4.0
"""Scene units of the radius of the ring where the told word will be; the size to which it grows as that lands in it."""

_DASHES, _FINE = 9.0, 2.0
"""Dashes for a scene unit of a line down to an axis; its stroke units."""

_COME, _SCAN, _GO = 0.8, 0.36, 2.8
"""Seconds in which words and table come, in which a row lights up as all are shown, and in which all words move."""

_DRAWN, _BACK, _SLOWLY, _PART = 0.16, 0.07, 1.4, 0.5
"""The share of that time in which words draw back, by which share of their ways; the power of the rest with which they
begin to move; the share of a spring's time that is seen, as it hardly moves after that."""

_TERM, _SEE, _TIE, _QUICKER, _SHORTEST = 0.85, 0.2, 0.75, 0.9, 0.45
"""Seconds in which a term is written, and for seeing what it comes to; in which the first row ties its word; by which
share each row is quicker than the one before it, and the least of these times."""

_PIECE, _LIST, _MAKE_ROOM, _SLOW_ROW, _ROW = 0.9, 1.0, 1.1, 0.6, 0.15
"""Seconds in which a piece of the formula is named; in which the rows of X come; in which plane and table make room;
in which a row weighs those of X and then leads to one of X′: the first time after the sum, and then each time."""

_FIRST, _THEN = squish_rate_func(smooth, 0.0, 0.4), squish_rate_func(smooth, 0.6, 1.0)
"""The rates of what leaves before other things have its place, and of what comes into it."""

_FORMS = ((2, 1), (3, 1), (3, 2), (4, 2))
"""Digits after the point of weights and of the result with which the sum is right as it is printed, best first."""

_EXACT = 1e-6
"""The most by which a number of X differs from what is printed."""

_PIECES, _PIECE_GAPS = ('"softmax"(X X^T)', "X", "=", "X'"), (0.16, 0.3, 0.3)
"""The formula in Typst's maths, piece by piece: the table, the old places, the new ones; scene units between them."""

_BELOW_TABLE, _ROUNDING = 0.05, 1e-6
"""Scene units by which the formula is lower than in the middle of its room; what a sum of widths may be off by."""

_BELOW_FORMULA, _LOW = 0.12, 0.4
"""Scene units from the formula to the names below its pieces; from the record's end up to its middle where it stands
below plane and table."""


@dataclass(frozen=True)
class RowSum(WeightedSums):
    """The numbers of the figure: those of the table, and of the sum of the row that is written out."""

    total: Tensor = quantity("What the weights of the first row add up to: 1.")
    rest: Tensor = quantity("What the weights of all words but two add up to in the first row.")
    mean: Tensor = quantity("Where these words pull together: their weighted mean.")

    @property
    def terms(self) -> list[int]:
        """The positions of two words of the sum: the row's own, and the other one that pulls most."""
        return [self.position, self.second]


@dataclass(frozen=True)
class Aside:
    """The plane and the table as they stand beside X and X′ in the end, when they have made room for these.

    Attributes:
        view: where the plane lies then.
        plane: the plane there.
        table: the table there.
        x: the old places, row against row with the table.
        moved: X′, the new ones.
        words: the words at their new places.
    """

    view: PlaneView
    plane: StagePlane
    table: DotTable
    x: Matrix
    moved: Matrix
    words: dict[str, Token] = field(default_factory=dict)


class TableWeightedSum(LevelTable):
    """attention-table-weighted-sum: each row of weights moves its word to the weighted sum of all vectors."""

    name = "attention-table-weighted-sum"
    claims = TABLE_WEIGHTED_SUM_CLAIMS
    numbers: RowSum

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> RowSum:
        """Return softmax(X Xᵀ) X of the phrase.

        Raises:
            UserError: when the phrase or the word does not fit the world, or no plane can show its vectors.
        """
        require_plane(world)
        table = similarities(parameters, world)
        step = attend(table.vectors)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        weights = step.weights[table.position]
        weighted, rest = weights[:, None] * table.vectors, weights[table.others].sum()
        return RowSum(
            **given, weights=step.weights, weighted=weighted, updated=step.output, total=weights.sum(), rest=rest,
            mean=weighted[table.others].sum(dim=0) / rest.clamp(min=_EXACT),
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: RowSum) -> Mapping[str, object]:
        """Return the first row's word and its new vector."""
        return {"word": numbers.word, "updated": format_vector(numbers.updated[numbers.position])}

    def build(self) -> None:
        """Make the table of weights, the sum of one row, the words at their old places, and all that pulls them."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.old, self.new = (
            dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated)
        )
        self.table = self.make_level_table(numbers.weights)
        self._tint(self.table)
        self.aside = self._aside()
        self.formula, self.below = self._formula()
        self.home = self.formula[0].get_center()
        if self.aside:
            self.formula[0].become(self.named(_PIECES[0]))
        elif not self.is_square:
            self.formula[0].move_to(self.name_place(float(self.formula[0].width)))
        self.pulls = {word: self.pulls_on(word) for word in self.old}
        self.sum = self._sum()
        self.crossed = self._crossed()
        self.words = self._tokens()
        self.trails = {word: self._trail(word) for word in self.words}
        self.own = {word: self._held(self._ring(word), word, 0.0) for word in self.words}
        self.frame = self.table.frame(0)
        self.goal = Circle(radius=_GOAL, color=self.style.theme.ink, stroke_width=2 * _STROKE)
        self.goal.set_fill(self.style.theme.background, 1.0).move_to(self.plane.place(self.new[numbers.word]))
        laid(self.goal, Layer.VECTOR)
        self.marked = self._drops(self.new[numbers.word], self.color_of(numbers.word))

    def _tint(self, table: DotTable) -> None:
        """Give the discs of a table the colours of the words that pull."""
        for row in table.discs:
            for disc, color in zip(row, self.colors_of(self.numbers.words), strict=True):
                disc.tint(color)

    # --- The places of plane, table, X and X′ at the end ----------------------------------------------------------

    def _aside(self) -> Aside | None:
        """Return where plane and table stand beside X and X′, in wide frames with room for all of them."""
        pitch = self._pitch()
        if not pitch:
            return None
        left = self.stage.safe.right - OFF_EDGE - self._width(pitch)
        view = replace(self.view, record=replace(self.view.record, left=left, right=self.stage.safe.right))
        words = view.words(self.stage)
        room = replace(words, left=words.left - _LEFTWARDS, right=words.right + _RIGHTWARDS)
        view = replace(view.fitted(self.stage, self._shown(), room), step=self.view.step)
        view = replace(view, origin=(view.origin[0], min(view.origin[1], self.view.origin[1])))
        table = self._table_at(left, pitch)
        x, moved = self._both(pitch)
        start = table.right + _TIMES
        for each, gap in ((x, _EQUAL), (moved, 0.0)):
            each.move_to(point(start + float(each.width) / 2, float(table.lines.get_y())))
            start += float(each.width) + gap
        return Aside(view, self.make_plane(view), table, laid(x, Layer.LEDGER), laid(moved, Layer.LEDGER))

    def _shown(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes of the phrase's words, old and new."""
        rows = torch.cat([self.numbers.vectors, self.numbers.updated])
        (left, low), (right, top) = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (left, right), (low, top)

    def _table_at(self, left: float, pitch: float) -> DotTable:
        """Return the table with its names from a place on, its middle as high as at first."""
        table, count = self.table, len(self.numbers.words)
        top = table.top + table.room - count * (table.pitch - pitch) / 2
        region = Region(left, left + table.room + count * pitch + _ROUNDING, top - table.room - 2 * count * pitch, top)
        moved = DotTable(
            self.numbers.words, self.colors_of(self.numbers.words), self.numbers.weights, region,
            largest=pitch, least=LEAST_WEIGHT, style=self.style,
        )  # fmt: skip
        self._tint(moved)
        return moved

    def _pitch(self) -> float:
        """Return the scene units from row to row of a table that leaves room for X and X′; 0 where none does."""
        least = _TYPE * self.style.sizes.tick
        room = self.stage.safe.width - OFF_EDGE - _PLANE
        pitches = [pitch for pitch in _PITCHES if least <= pitch <= self.table.pitch]
        fitting = [pitch for pitch in pitches if self._width(pitch) <= room]
        return fitting[0] if fitting and self.stage.is_wide else 0.0

    def _width(self, pitch: float) -> float:
        """Return the width of the table with its names, X and X′, for a distance from row to row."""
        beside = _TIMES + _EQUAL + sum(float(each.width) for each in self._both(pitch))
        return self.table.room + len(self.numbers.words) * pitch + beside

    def _both(self, pitch: float) -> tuple[Matrix, Matrix]:
        """Return X and X′, a row in each word's colour."""
        numbers, size = self.numbers, self.style.sizes.tick
        colors, gap = self.colors_of(numbers.words), _COLUMNS * size
        x, moved = (
            Matrix(rows, size=size, color=colors, decimals=digits, pitch=pitch, gap=gap, style=self.style)
            for rows, digits in ((numbers.vectors, self._exact), (numbers.updated, self._digits()[1]))
        )
        return x, moved

    # --- Names, the formula and the sum ---------------------------------------------------------------------------

    @property
    def is_square(self) -> bool:
        """True in frames that are neither wide nor upright."""
        return not (self.stage.is_wide or self.stage.is_portrait)

    @property
    def icon(self) -> float:
        """The height of icons on the plane, scene units: where that is small, a word's goal lies near its middle."""
        return _ICON if self.stage.is_wide else _SMALL_ICON

    def _formula(self) -> tuple[list[Math], list[Label]]:
        """Return the formula piece by piece below the table, and what stands below its pieces."""
        whole = self.named(" thin ".join(_PIECES))
        size = self.style.sizes.formula if self.is_square or self.aside else whole.size
        row = [Math(each, size=size, style=self.style) for each in _PIECES]
        line = Row(row, _PIECE_GAPS).move_to(whole)
        if not (self.stage.is_portrait or self.aside):  # below plane and table
            line.set_y(self.view.record.bottom + _LOW)
        line.shift(point(min(self.stage.safe.right - OFF_EDGE - float(line.get_right()[0]), 0.0)))
        if self.aside:  # each piece below what it names
            x, moved, table = self.aside.x, self.aside.moved, self.aside.table
            middle = float(x.get_right()[0] + moved.get_left()[0]) / 2
            places = float(table.lines.get_x()), float(x.get_x()), middle, float(moved.get_x())
            for piece, place in zip(row, places, strict=True):
                piece.set_x(place)
            line.set_y(table.bottom - FORMULA / 2 - _BELOW_TABLE)
        size, names = self.style.sizes.tick, list[Label]()
        for piece, key in ((row[0], "weights"), (row[1], "old"), (row[3], "new")):
            name = Label(self.says(key), size=size, style=self.style).move_to(piece)
            names.append(
                name.on_baseline(float(line.get_bottom()[1]) - _BELOW_FORMULA - CAP_HEIGHT * size * UNITS_PER_FONT_UNIT)
            )
        return [laid(piece, Layer.LEDGER) for piece in row], [laid(name, Layer.LEDGER) for name in names]

    def _sum(self) -> WrittenSum:
        """Return the told row's sum: two words' terms, all others', and the new place.

        It is on one line below the table where it has room there, else at a free place on the plane.
        """
        numbers, row, digits = self.numbers, self.numbers.position, self._digits()
        after = self._exact
        terms = [
            SumTerm(numbers.weights[row, at], numbers.vectors[at], after, self.color_at(at)) for at in numbers.terms
        ]
        if numbers.others:
            mean = numbers.mean if as_printed(float(numbers.rest), digits[0]) > 0 else None
            terms.append(SumTerm(numbers.rest, mean, 2, self.style.theme.ink, self.says("others")))
        sizes, color = self.style.sizes, self.color_at(row)
        on_one_line = () if self.is_square else (sizes.head, sizes.phrase, sizes.number, sizes.tick)
        tried = [(size, True) for size in on_one_line] + [
            (size, False) for size in (sizes.number, sizes.tick, sizes.least)
        ]
        for size, level in tried:
            written = WrittenSum(
                terms, numbers.updated[row], color,
                total=numbers.total, digits=digits, size=size, level=level, style=self.style,
            )  # fmt: skip
            if self._lay_sum_below(written) if level else self._lay_sum(written):
                break
        return written

    def _lay_sum_below(self, written: WrittenSum) -> bool:
        """Lay the sum on a line between the table's name and the foot; return whether it has room there."""
        left, low, right, top = written.box
        safe, view, name = self.stage.safe, self.view, self.formula[0]
        above, foot = float(name.get_bottom()[1]), view.foot + _FOOT * view.foot_lines
        width, middle = right - left, float(self.table.lines.get_x())
        edge = safe.right - OFF_EDGE
        end = edge if self.stage.is_wide else min(middle + width / 2, edge)
        written.move_to(end - width / 2, (above + foot) / 2)
        if end - width < safe.left or above - foot < top - low + 2 * _SUM_AIR:
            return False
        left, low, right, top = written.box
        boxes = [*self.plane.text_boxes(), *self._marks(named=True)]
        if any(overlap((left, low, right, top), box) for box in boxes):
            return False
        written.gather(middle)
        return True

    def _marks(self, *, named: bool = False) -> list[Box]:
        """Return boxes around all words at their old places and at the new ones, with the rings of their own shares.

        Args:
            named: whether there is room at both sides of them for their names.
        """
        boxes = list[Box]()
        for word in self.old:
            half = self.icon / 2 if has_icon(word, self.style) else DISC
            half += _OFF_MARK + self._own_width(word)
            name = float(Label(word, size=self.style.sizes.number, style=self.style).width) + 2 * _RING_AIR
            beside = (name if named else 0.0) + _RING_AIR
            for row in (self.old[word], self.new[word]):
                left, low, right, top = box_around(self.plane.place(row), half)
                boxes.append((left - beside, low, right + beside, top))
        return boxes

    def _lay_sum(self, written: WrittenSum) -> bool:
        """Lay the sum at the place nearest to the upper end beside the told word; return whether it is free."""
        left, low, right, top = written.box
        size, room, safe = (right - left, top - low), self.view.words(self.stage), self.stage.safe
        boxes = [*self.plane.text_boxes(), *_boxes_of(self.table), *map(box_of, self._written_below()), *self._marks()]
        bounds = (
            safe.left, self.view.record.bottom if self.stage.is_portrait else room.bottom,
            self.table.left if self.stage.is_wide else safe.right - OFF_EDGE, room.top,
        )  # fmt: skip
        near = flat(self.plane.place(self.old[self.numbers.word]))[0] + size[0], room.top
        lines = [*self.plane.axis_segments(), *(way for word in self.old for way in self._ways(word))]
        written.move_to(*free_place(size, bounds, near, boxes=boxes, lines=lines))
        return not any(overlap(written.box, box) for box in boxes)

    def _written_below(self) -> list[VMobject]:
        """Return what stands below the table while the sum is read."""
        return [self.formula[0]] if self.aside else [*self.formula, *self.below]

    @property
    def _exact(self) -> int:
        """The digits after the point that vectors are written with: one where all their numbers are exact with it."""
        vectors = self.numbers.vectors
        brief = all(abs(as_printed(value, 1) - value) < _EXACT for value in vectors.flatten().tolist())
        return 1 if brief else decimals_for(vectors)

    def _digits(self) -> tuple[int, int]:
        """Return with how many digits the sum is right as it is printed: those of its weights, and of its result."""
        numbers, weights = self.numbers, self.numbers.weights[self.numbers.position]
        added = [*weights[numbers.terms].tolist(), float(numbers.rest)]
        right = [form for form in _FORMS if self.adds_up(*form)]
        ones = [form for form in right if decimals_that_add(added, 1.0, form[:1]) is not None]
        return [*ones, *right, *_FORMS][0]

    def adds_up(self, digits: int, result: int) -> bool:
        """Return whether the sum's terms are its result, as all are printed.

        Args:
            digits: of the weights, after the point.
            result: of the result.
        """
        numbers, row = self.numbers, self.numbers.position
        weights = [*numbers.weights[row, numbers.terms].tolist(), float(numbers.rest)]
        vectors = [[as_printed(x, self._exact) for x in vector] for vector in numbers.vectors[numbers.terms].tolist()]
        vectors.append([as_printed(x, 2) for x in numbers.mean.tolist()])
        seen = [as_printed(weight, digits) for weight in weights]
        pulled = [sum(map(mul, seen, along)) for along in zip(*vectors, strict=True)]
        return [as_printed(x, result) for x in pulled] == [as_printed(x, result) for x in numbers.updated[row].tolist()]

    def _tokens(self) -> dict[str, Token]:
        """Return the words at their old places, and find on which sides their names stand there and at the new ones.

        Their type is smaller where names lie on each other at the new places, or on other texts.
        """
        sizes = self.style.sizes
        texts = [*_boxes_of(self.table), *map(box_of, (*self.sum.parts, self.formula[0]))]
        right = self.table.left if self.stage.is_wide else self.stage.safe.right - OFF_EDGE
        for size in (*([sizes.number] if self.stage.is_wide else []), sizes.tick, sizes.least):
            self.sides, are_free = self._name_sides(self.plane, self.new, size, texts, right)
            first, were_free = self._name_sides(self.plane, self.old, size, texts, right, tied=True)
            if are_free and were_free:
                break
        if self.aside:
            self.aside.words.update(self._tokens_aside(self.aside))
        return {
            word: self.token(word, self.old[word], offset=first[word], height=self.icon, size=size) for word in self.old
        }

    def _tokens_aside(self, aside: Aside) -> dict[str, Token]:
        """Return the words at their new places on the plane that has stepped aside."""
        texts = _boxes_of(aside.table)
        for size in (self.style.sizes.tick, self.style.sizes.least):
            edge = aside.view.record.left - _OFF_NAMES
            sides, are_free = self._name_sides(aside.plane, self.new, size, texts, edge, near=self.sides)
            if are_free:
                break
        words = dict[str, Token]()
        for word, row in self.new.items():
            token = self.token(word, row, offset=sides[word], height=self.icon, size=size)
            words[word] = token.put(aside.plane.place(row))
        return words

    def _name_sides(
        self,
        plane: StagePlane,
        rows: Mapping[str, Tensor],
        size: float,
        texts: Sequence[Box],
        right: float,
        *,
        tied: bool = False,
        near: Mapping[str, tuple[float, float]] | None = None,
    ) -> tuple[dict[str, tuple[float, float]], bool]:
        """Return where names stand beside their words, as ways from these, and whether no name covers a text.

        Args:
            plane: on which they stand.
            rows: the words' places.
            size: of the names.
            texts: what they keep off, besides the plane's own.
            right: where they end at the latest, scene units.
            tied: whether the words are at their old places, tied to others, or at their new ones.
            near: sides that they keep if they can; away from what is near by when left out.
        """
        words = [*self.old]
        large = [word for word in words if self.world.family_index(word) is not None or word == self.world.subject]
        spots = name_spots(
            plane, rows, heights=dict.fromkeys(words, self.icon), large=large, size=size, style=self.style
        )
        ways = [(plane.place(self.old[word]), plane.place(self.new[word])) for word in words]
        taken = [*(start for start, _ in ways), *(end for _, end in ways)]
        spots = [replace(spot, outward=_away(point(spot.x, spot.y), taken)) for spot in spots]
        if near is not None:
            sides = [np.array(near[word]) for word in words]
            spots = [
                replace(spot, outward=tuple(_KEPT * side / max(float(np.hypot(*side)), _EXACT)))
                for spot, side in zip(spots, sides, strict=True)
            ]
        texts = [*plane.text_boxes(), *texts]
        lines, marks = [(flat(start), flat(end)) for start, end in ways], [box_around(at, _WAS) for at, _ in ways]
        if tied:
            spots, marks = [self._ringed(*each) for each in zip(spots, words, strict=True)], []
            lines = [*(way for word in words for way in self._ways(word)), *self._aimed(), *self._hanging()]
        moment = Moment(spots, [*plane.axis_segments(), *lines], [*texts, *marks])
        left, low, _, top = name_bounds(plane)
        ends = place_travelling_labels([moment], (left, low, right, top))
        boxes = [box_of_name(spot, end) for spot, end in zip(spots, ends, strict=True)]
        pairs = [*combinations(boxes, 2), *product(boxes, texts)]
        return dict(zip(words, ends, strict=True)), not any(overlap(*pair) for pair in pairs)

    def _ringed(self, spot: Spot, word: str) -> Spot:
        """Return a word's mark with the ring around it that is its own share, and some air."""
        reach = max(spot.mark) + _OFF_MARK + self._own_width(word) + _RING_AIR
        return replace(spot, mark=(max(reach, spot.mark[0]), max(reach, spot.mark[1])))

    # --- The pulls ------------------------------------------------------------------------------------------------

    def pulls_on(self, word: str) -> dict[str, Band | Thread]:
        """Return what pulls a word by the puller: the others' bands from the old places, and threads for weak pulls."""
        end, pulls = self.plane.place(self.old[word]), dict[str, Band | Thread]()
        for other in self.old:
            if other == word:
                continue  # its own is a ring
            weight, start = self.weight_of(other, word), self.plane.place(self.old[other])
            if weight < _WEAK:
                pulls[other] = Thread(start, end, weight=weight, style=self.style)
                continue
            aside, color = _ASIDE * across(start, end), self.color_of(other)
            plain = _SLIM * width_at(weight, 0.0) < _PLAIN
            pulls[other] = Band(
                start + aside, end + aside, weight, color, slim=_SLIM, tapers=True, plain=plain, style=self.style
            )
        return pulls

    def weight_of(self, puller: str, word: str) -> float:
        """Return the weight with which a word pulls another or itself, wherever it stands in the phrase."""
        words = self.numbers.words
        row: list[float] = self.numbers.weights[words.index(word)].tolist()
        return sum(weight for weight, each in zip(row, words, strict=True) if each == puller)

    def _ways(self, word: str) -> list[Segment]:
        """Return the ways of the bands that are drawn as they pull a word."""
        return [(flat(each.puller), flat(each.pulled)) for each in self.drawn(word).values()]

    def _hanging(self) -> list[Segment]:
        """Return the ways of the threads that pull the told word."""
        ways = list[Segment]()
        for thread in self.pulls[self.numbers.word].values():
            if isinstance(thread, Thread):
                ways += pairwise((x, y) for x, y in thread.spots(np.linspace(0.0, 1.0, 5)).tolist())
        return ways

    def _aimed(self) -> list[Segment]:
        """Return the lines from the place of the told word's sum to both axes."""
        word = self.numbers.word
        at, (x, y, _) = flat(self.plane.place(self.new[word])), self.plane.origin
        return [(at, (at[0], float(y))), (at, (float(x), at[1]))]

    def drawn(self, word: str) -> dict[str, Band]:
        """Return the bands that are drawn by the puller: the strongest."""
        bands = {other: pull for other, pull in self.pulls[word].items() if isinstance(pull, Band)}
        return dict(sorted(bands.items(), key=lambda pull: -pull[1].weight)[:_STRONGEST])

    def _crossed(self) -> list[VMobject]:
        """Return the plane's numbers through which a band runs: they leave while all words are tied."""
        ways = [way for word in self.old for way in self._ways(word)]
        ways += [(start, flat(self.plane.place(self.new[word]))) for word in self.old for start, _ in self._ways(word)]
        crossed = list[VMobject]()
        for number in self.plane.numbers:
            left, low, right, top = box_of(number)
            box = (left - _CLEAR, low - _CLEAR, right + _CLEAR, top + _CLEAR)
            if any(inside_length(way, box) for way in ways):
                crossed.append(number)
        return crossed

    def _own_width(self, word: str) -> float:
        """Return the width of the ring around a word that is its own share: half a band's, as a band is a loop."""
        return _SLIM * width_at(self.weight_of(word, word), 0.0) / 2

    def _trail(self, word: str) -> VMobject:
        """Return the thin line on which a word goes; its length is 0 at first."""
        at = self.plane.place(self.old[word])
        return laid(thin_line(at, at, self.color_of(word), _TRAIL), Layer.GHOST)

    def _ring(self, word: str) -> Circle:
        """Return a ring around a word's old place."""
        ring = Circle(color=self.color_of(word)).set_fill(self.style.theme.background, 1.0)
        return laid(ring.move_to(self.plane.place(self.old[word])), Layer.TRAIL)

    def _held(self, ring: Circle, word: str, share: float) -> Circle:
        """Let the ring that is a word's own share shrink by a share of its way into the ring where the word was."""
        width = self._own_width(word)
        radius = max(self.words[word].reach()) + _OFF_MARK + width / 2
        ring.scale_to_fit_width(2 * (radius + share * (_WAS - radius)))
        return ring.set_stroke(width=100 * width + share * (_TRAIL - 100 * width))

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Ask where all go; tie one word and add up its row; tie all others, let go of all, and name what was done."""
        said = self.said()
        with self.beat("question", **said):
            self._ask()
            self.rest()
        with self.beat("row", **said):
            self._tie_told()
            self.rest()
        with self.beat("sum", **said):
            self._add_up()
            self.rest()
        with self.beat("net", **said):
            self._tie_all()
            self.rest()
        with self.beat("go", **said):
            self._let_go()
            self.rest()
        with self.beat("name", text="name" if self.aside else "name-places", **said):
            self._name()
            self.hold()

    def _ask(self) -> None:
        """Show words and table, and let every row light up together with the word whose pulls it holds."""
        discs = [disc for row in self.table.discs for disc in row]
        self.add(self.phrase)
        self.play(FadeIn(self.table, *discs, self.formula[0], *self.words.values()), run_time=_COME)
        rows = [*range(len(self.numbers.words))]
        rows = [*(row for row in rows if row != self.numbers.position), self.numbers.position]
        lit = [
            AnimationGroup(_flash(self.table.frame(row)), _flash(self._around(self.numbers.words[row]))) for row in rows
        ]
        self.play(LaggedStart(*lit, lag_ratio=0.6), run_time=_SCAN * len(rows))

    def _tie_told(self) -> None:
        """Let each disc of the told row send out the band that it stands for, and write its weight."""
        numbers, row, word = self.numbers, self.numbers.position, self.numbers.word
        self.frame.become(self.table.frame(row))
        laid(self.frame, Layer.FRAME)
        self.play(FadeIn(self.frame), run_time=self.style.times.quick)
        told = [numbers.words[at] for at in numbers.terms]
        for at, weight in zip(numbers.terms, self.sum.weights, strict=False):
            lit = _flash(self.table.ring(row, at))
            self.play(lit, *self._sent(numbers.words[at], word), FadeIn(weight), run_time=_TERM)
        rest = self.sum.weights[len(numbers.terms) :]
        if numbers.others:
            rings = [_flash(self.table.ring(row, at)) for at in numbers.others]
            sent = [each for other in self.old if other not in told for each in self._sent(other, word)]
            self.play(*rings, *sent, *map(FadeIn, rest), run_time=_TERM)
        self.play(FadeIn(self.sum.total), run_time=self.style.times.quick)

    def _sent(self, puller: str, word: str) -> list[Animation]:
        """Return how a pull comes out of the word that pulls, at its old place; its own is a ring."""
        return [FadeIn(self.own[word], scale=0.6)] if puller == word else [Widen(self.pulls[word][puller])]

    def _add_up(self) -> None:
        """Multiply each weight by its word's place, as that is read off the axes; mark where the sum is."""
        numbers, written = self.numbers, self.sum
        weak = [each for each in self.pulls[numbers.word].values() if isinstance(each, Thread)]
        small = [part for part, term in zip(written.weights, written.terms, strict=True) if not term.counts]
        opened = written.opening()
        self.play(
            FadeOut(*weak, *small, written.total, rate_func=_FIRST if opened else smooth), *opened,
            run_time=self.style.times.move if opened else self.style.times.quick,
        )  # fmt: skip
        times, drops = self.style.times, VGroup()
        for at, multiplied in zip(numbers.terms, written.products, strict=False):
            word, before = numbers.words[at], drops
            drops = self._drops(self.old[word], self.color_at(at))
            self.play(FadeOut(before), FadeIn(drops), _flash(self._around(word)), run_time=times.move)
            self.play(FadeIn(multiplied), run_time=times.quick)
            self.wait(_SEE)
        rest = [part for part in written.products[len(numbers.terms) :] if len(part[1])]
        self.play(FadeOut(drops), *map(FadeIn, rest), FadeIn(written.result), run_time=times.move)
        self.play(FadeIn(self.marked), run_time=times.quick)
        self.play(FadeIn(self.goal, scale=2.5), run_time=times.quick)

    def _drops(self, row: Tensor, color: str) -> VGroup:
        """Return dashed lines from a place to both axes."""
        at, (x, y, _) = self.plane.place(row), self.plane.origin
        drops = VGroup()
        for foot in (point(at[0], y), point(x, at[1])):
            length = float(np.linalg.norm(at - foot))
            if length > 1e-6:
                line = thin_line(at, foot, color, _FINE)
                drops.add(DashedVMobject(line, num_dashes=max(2, round(_DASHES * length))))
        return laid(drops, Layer.THREAD)

    def _tie_all(self) -> None:
        """Tie every other word by its row, from above, to itself and to those that pull it most.

        What is tied already is faint meanwhile; in the end all of it is seen, held.
        """
        numbers, times = self.numbers, self.style.times
        gone = [FadeOut(*self.crossed)] if self.crossed else []
        past = self._net(numbers.word)
        for part in (*past, *self._added()):
            part.save_state()
        dimmed = [*(mark.animate.fade(1 - _PAST) for mark in past), *self._dim_sum()]
        self.play(self.frame.animate.move_to(self.table.frame(0)), *gone, *dimmed, run_time=times.move)
        tied, seconds, active = {numbers.word}, _TIE, list[VMobject]()
        for row, word in enumerate(numbers.words):
            if word in tied:
                continue
            moved = [self.frame.animate.move_to(self.table.frame(row))] if row else []
            tied.add(word)
            for mark in active:
                mark.save_state()
            sent = [each for other in (word, *self.drawn(word)) for each in self._sent(other, word)]
            faint = [mark.animate.fade(1 - _PAST) for mark in active]
            self.play(*moved, *faint, *sent, run_time=seconds)
            past, active, seconds = [*past, *active], self._net(word), max(_QUICKER * seconds, _SHORTEST)
        self.play(FadeOut(self.frame), *map(Restore, past), run_time=times.move)

    def _net(self, word: str) -> list[VMobject]:
        """Return what a word is tied with: the bands that are drawn, and the ring that is its own share."""
        return [*self.drawn(word).values(), self.own[word]]

    def _added(self) -> list[VMobject]:
        """Return what is written of the sum, without its result."""
        written = self.sum
        counted = [part for part, term in zip(written.weights, written.terms, strict=True) if term.counts]
        return [*counted, *(part for part in written.products if len(part[1]))]

    def _dim_sum(self) -> list[Animation]:
        """Return how the sum's terms are dimmed: they are not the matter now."""
        return [recolor(cast(VMobject, part[1]), self.style.theme.dim) for part in self._added()]

    def _let_go(self) -> None:
        """Let all words go at once: each to where its bands balance, all of them tied to the old places."""
        bands = {word: [*self.drawn(word).values()] for word in self.words}
        ends = {word: (self.plane.place(self.old[word]), self.plane.place(self.new[word])) for word in self.words}
        self.add(*self.trails.values())
        first = {word: token.offset or (0.0, 0.0) for word, token in self.words.items()}
        firsts = {id(band): (band.puller.copy(), band.pulled.copy()) for each in bands.values() for band in each}

        def follow(share: float) -> None:
            for word, token in self.words.items():
                start, end = ends[word]
                way = share * (end - start)
                token.put(start + way, _around_mark(first[word], self.sides[word], max(min(share, 1.0), 0.0)))
                self._held(self.own[word], word, min(1.0, 2.5 * max(share, 0.0)))
                self.trails[word].set_points_as_corners([start, start + way])
                for band in bands[word]:
                    anchor, pulled = firsts[id(band)]
                    band.set_ends(anchor, pulled + way)

        moved = [*self.words.values(), *self.own.values(), *self.trails.values()]
        moved += [band for each in bands.values() for band in each]
        self.play(Live(moved, follow, rate_func=_released), run_time=_GO)
        hit = FadeOut(self.goal, scale=_HIT)
        loose = [band for each in bands.values() for band in each]
        back = [FadeIn(*self.crossed)] if self.crossed else []
        self.play(hit, FadeOut(self.marked, *loose), *back, run_time=self.style.times.move)

    def _name(self) -> None:
        """Say what each piece of the formula is: the table, the old places, the new ones, of which one is the sum."""
        if self.aside:
            self._step_aside(self.aside)
            self._show_rows(self.aside)
            return
        (first, x, equals, prime), (weights, old, new) = self.formula, self.below
        frames = [_flash(self.table.frame(row)) for row in range(len(self.numbers.words))]
        gone = [FadeOut(*self._added(), self.sum.result)] if self.sum.level else [*map(Restore, self._added())]
        moved = [] if np.allclose(first.get_center(), self.home) else [first.animate.move_to(self.home)]
        if gone or moved:
            self.play(*gone, *moved, run_time=self.style.times.quick)
        self.play(FadeIn(weights), LaggedStart(*frames, lag_ratio=0.15), run_time=_PIECE)
        places = [self.plane.place(row) for row in self.numbers.vectors]
        lit = [_flash(self._around(word, at)) for word, at in zip(self.numbers.words, places, strict=True)]
        self.play(FadeIn(x, old), *lit, run_time=_PIECE)
        self.play(FadeIn(equals, prime, new), *map(_flash, map(self._around, self.words)), run_time=_PIECE)

    def _step_aside(self, aside: Aside) -> None:
        """Let plane and table make room for X and X′: all that stands on the plane moves with it."""
        paired, far = pairs(self.plane, aside.plane), self.plane
        stays = {word: self._stays(self.words[word], token) for word, token in aside.words.items()}
        paired += [(self.words[word].label, token.label) for word, token in aside.words.items() if stays[word]]
        old, new = self.table, aside.table
        paired += [(old.lines, new.lines), *zip(old.row_names, new.row_names, strict=True)]
        paired += zip(old.column_names, new.column_names, strict=True)
        for discs, others in zip(old.discs, new.discs, strict=True):
            paired += zip(discs, others, strict=True)
        moves = [moving(*pair) for pair in paired]
        moves += [self._follow(word, aside) for word in self.words]
        leave, come = alone(far, (one for one, _ in paired)), alone(aside.plane, (other for _, other in paired))
        first, home, start = self.view, self.home, self.formula[0].get_center()
        leave += [token.label for word, token in self.words.items() if not stays[word]]
        come += [token.label for word, token in aside.words.items() if not stays[word]]
        gone = [*leave, *([] if self.sum.level else [*self._added(), self.sum.result])]

        def follow(share: float) -> None:
            for move in moves:
                move(share)
            self.formula[0].move_to(start + share * (home - start))
            self.look_from(between(first, aside.view, share))

        seen = [*(one for one, _ in paired), *self.trails.values(), *self.own.values(), self.formula[0]]
        seen += [token.mark for token in self.words.values()]
        fades: list[Animation] = [FadeOut(*gone, rate_func=_FIRST)] if gone else []
        fades += [FadeIn(*come, rate_func=_THEN)] if come else []
        back = [Restore(part) for part in self._added()] if self.sum.level else []
        self.play(Live(seen, follow), *fades, *back, run_time=_MAKE_ROOM)
        left = far, old, *(disc for row in old.discs for disc in row), *self.words.values()
        self.remove(*(part for each in left for part in each.get_family()), *come)
        self.plane, self.table, self.words = aside.plane, aside.table, aside.words
        self.add(self.plane, self.table, *(disc for row in new.discs for disc in row), *self.words.values())
        self.look_from(aside.view)

    @staticmethod
    def _stays(before: Token, after: Token) -> bool:
        """Return whether a word's name stays on one side of it: another would be reached across the word's mark."""
        (x, y), (to_x, to_y) = before.offset or (0.0, 0.0), after.offset or (0.0, 0.0)
        return x * to_x + y * to_y > 0

    def _follow(self, word: str, aside: Aside) -> Callable[[float], object]:
        """Return how a word, the ring at its old place and the line between both move with the plane."""
        token, trail, ring = self.words[word], self.trails[word], self.own[word]
        (old, new), (to_old, to_new) = (
            (plane.place(self.old[word]), plane.place(self.new[word])) for plane in (self.plane, aside.plane)
        )

        def follow(share: float) -> None:
            start, end = old + share * (to_old - old), new + share * (to_new - new)
            token.mark.shift(end - token.at)
            token.at = end
            ring.move_to(start)
            trail.set_points_as_corners([start, end])

        return follow

    def _show_rows(self, aside: Aside) -> None:
        """Write X, then X′ row by row: the told row, which is the sum, another one slowly, and the rest in a sweep."""
        (_, x, equals, prime), (weights, old, new) = self.formula, self.below
        numbers, times, told = self.numbers, self.style.times, self.numbers.position
        places = [self.plane.place(row) for row in numbers.vectors]
        lit = [_flash(self._around(word, at)) for word, at in zip(numbers.words, places, strict=True)]
        rows = [AnimationGroup(each, FadeIn(aside.x.row(row))) for row, each in enumerate(lit)]
        self.play(FadeIn(weights, x, old, aside.x.brackets), LaggedStart(*rows, lag_ratio=0.4), run_time=_LIST)
        frame = laid(self.table.frame(told), Layer.FRAME)
        self.play(FadeIn(frame), *self._weighing(aside, told), run_time=times.quick)
        self._file(aside.moved)
        for row in (numbers.second, *numbers.others):
            seconds = _SLOW_ROW if row == numbers.second else _ROW
            shown = [FadeIn(aside.moved.row(row)), _flash(self._around(numbers.words[row]))]
            self.play(frame.animate.move_to(self.table.frame(row)), *self._weighing(aside, row), run_time=seconds)
            self.play(*shown, run_time=seconds)
        self.play(FadeOut(frame), FadeIn(equals, prime, new), *self._weighing(aside, None), run_time=times.quick)

    def _weighing(self, aside: Aside, row: int | None) -> list[Animation]:
        """Return how those rows of X are left lit that weigh in a row of the table, or all of them again."""
        words, theme, changes = self.numbers.words, self.style.theme, list[Animation]()
        for at, word in enumerate(words):
            is_lit = row is None or float(self.numbers.weights[row, at]) >= _WEAK
            changes.append(recolor(aside.x.row(at), self.color_of(word) if is_lit else theme.dim))
        return changes

    def _file(self, moved: Matrix) -> None:
        """Let the sum go, but for the numbers of its result, which become the told word's row of X′."""
        given, result, row = self.sum, self.sum.result, self.numbers.position
        seconds = self.style.times.move
        if not given.level:
            self.play(FadeIn(moved.brackets, moved.row(row)), run_time=seconds)
            return
        numbers = [piece for piece in result.get_family() if isinstance(piece, Number)]
        kept = {id(part) for number in numbers for part in number.get_family()}
        gone = [part for part in result.family_members_with_points() if id(part) not in kept]
        self.play(
            FadeOut(*self._added(), *gone), FadeIn(moved.brackets), become(numbers, moved.numbers[row]),
            run_time=seconds,
        )  # fmt: skip
        self.remove(result)

    def _around(self, word: str, at: Point | None = None) -> Circle:
        """Return a ring around a word's mark where it is now, or around a manim point."""
        token = self.words[word]
        reach = max(token.reach()) + _OFF_WORD if at is None else _PINNED
        ring = Circle(radius=reach, color=self.style.theme.ink, stroke_width=_STROKE)
        return laid(ring.move_to(token.at if at is None else at), Layer.LABEL)


def _boxes_of(table: DotTable) -> list[Box]:
    """Return the boxes of a table's cells and of its words' names."""
    return [box_of(part) for part in (table.lines, *table.row_names, *table.column_names)]


def _flash(mark: VMobject) -> FadeIn:
    """Return how a ring or a frame lights up and leaves: what it is around keeps its size."""
    return FadeIn(mark, rate_func=there_and_back, remover=True)


def _released(time: float) -> float:
    """Return how far a word has come that is let go, 0 to 1: it draws back a little before it springs."""
    if time < _DRAWN:
        return -_BACK * smooth(time / _DRAWN)
    spring = settle(_PART * ((time - _DRAWN) / (1 - _DRAWN)) ** _SLOWLY) / settle(_PART)
    return (1 + _BACK) * spring - _BACK


def _around_mark(first: tuple[float, float], last: tuple[float, float], share: float) -> tuple[float, float]:
    """Return the way from a word to its name at a share, 0 to 1, of its turn around the word from one side to another.

    Its middle goes along an oval, so that the name, which is wider than high, stays clear of the mark.
    """
    (start, end), wide = (np.array(way) / (1.0, _FLAT) for way in (first, last)), np.array((1.0, _FLAT))
    angle = math.atan2(start[1], start[0])
    turn = (math.atan2(end[1], end[0]) - angle + math.pi) % (2 * math.pi) - math.pi
    reach = (1 - share) * float(np.hypot(*start)) + share * float(np.hypot(*end))
    x, y = reach * wide * (math.cos(angle + share * turn), math.sin(angle + share * turn))
    return float(x), float(y)


def _away(at: Point, taken: Sequence[Point]) -> tuple[float, float]:
    """Return the direction away from what is near a place, as long as a name prefers it."""
    ways = [at - other for other in taken]
    away = sum((way / float(way @ way) for way in ways if float(way @ way) > _EXACT), point())
    return flat(_ALONG * away / max(float(np.linalg.norm(away)), _EXACT))
