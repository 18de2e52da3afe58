"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from operator import mul

import numpy as np
import torch
from manim import (
    DOWN,
    RIGHT,
    Animation,
    AnimationGroup,
    Circle,
    FadeIn,
    FadeOut,
    Indicate,
    LaggedStart,
    Rectangle,
    RoundedRectangle,
    VGroup,
    VMobject,
    linear,
    smooth,
    there_and_back,
)
from numpy.typing import NDArray
from torch import Tensor

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.numbers import TableParameters, WeightedSums, similarities
from scenes.article.whole_phrase.span import Nearness
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, WordTable
from scenes.article.whole_phrase.standing_row import StandingRow, dimmed
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, settle, slide
from scenes.number_format import as_printed, decimals_that_add
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, Thread, pull_of, width_at
from scenes.parts.plane.labels import (
    Box,
    Moment,
    Segment,
    Spot,
    free_place,
    place_travelling_labels,
)
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.table.matrix import Matrix, row_titles
from scenes.parts.table.number_grid import decimals_for
from scenes.parts.text.number import Number, Weight, format_vector
from scenes.parts.text.typeset import Label, Math, Row
from scenes.quantities import quantity
from scenes.stage import Region
from scenes.worlds import World

_SEND, _STAND, _SEND_AGAIN, _STAND_AGAIN = 1.6, 1.5, 0.9, 1.1
"""Seconds: a row's discs send out their bands; the row stands up beside X; the same of another row."""

_ARRIVE, _AFTER = 1.6, 0.6
"""Seconds in which the words come, then X, then the table; the share of one's time after which the next one comes."""

_TERM, _PULL, _DROP = 0.5, 1.2, 0.6
"""Seconds: a term of the sum is written; bands move a word; its new vector falls into X′."""

_ROW, _EACH, _FLIES = 1.0, 0.82, 0.68
"""Seconds: one more row meets X and is a new vector; from its start to the next one's; the share of the first in which
it is on its way."""

_NAME, _SAID, _ALL = 0.5, 0.8, 2.5
"""Seconds: a piece of the formula comes; the last one does while the name of X′ beats; all words move at once."""

_SLIM, _LEAST_BAND = 0.26, 0.02
"""The share of their usual width that bands have, as many lie close together; the least, scene units: no thread's."""

_THICK, _HAIR, _TAUT = 52.0, 1.7, 2.4
"""Stroke units of a thread for a share's root, at the least and at the most."""

_OFF_MARK, _SQUARE, _SQUARE_SMALL = 0.03, 0.92, 0.85
"""Scene units from a word's mark to the ring that is its own share; half a square that stands for the ring where names
are placed, as a share of its radius, and in frames that are not wide."""

_PITCH, _GAP, _FIRST = 0.4, 0.12, 0.32
"""Scene units from a line of the sum to the next, between its pieces, and from the table to its first line's middle."""

_BETWEEN, _BETWEEN_UPRIGHT, _AROUND, _AIR, _DEEPER = 0.35, 0.55, 0.12, 0.2, 0.2
"""Scene units between the table and the list beside it, a lane for discs, and in upright frames; above X and below it
where it is below the table; from X's bracket to what is below it where it is above X′; by which the table is lower."""

_TOP, _TOPMOST, _OFF_HEADER, _BEFORE, _LOOSE = 3.1, 3.48, 0.3, 0.15, 1.25
"""The upper edge of X where it is above X′, and where the header ends before it, with this much between; half of the
scene units from its rows' names to its own; the factor by which its rows may be farther apart than those of X′."""

_LARGER, _OPEN = (1.3, 1.2, 1.1, 1.05, 1.0, 0.95, 0.9, 0.8), 84.0
"""The sizes that X's type may have where it is above X′, as shares of the size in X′, best first; font units of its
numbers for a scene unit from row to row, at the most."""

_OFF_AXIS = 0.2
"""Scene units from what is written along the plane's axis to the names of the table's rows."""

_SHARES, _COLUMNS, _ROWS, _TYPE = (0.94, 0.9, 0.8, 0.76), 0.006, 0.0095, 90.0
"""Shares of the names' type that X may have; scene units between its columns, and from row to row where it stands below
the table, for a font unit; font units of its numbers for a scene unit from row to row, at the most."""

_LEFTWARDS = 1.12
"""The room that the formula has below X, as a share of the table's and its names'."""

_OFF_NAMES = 0.07
"""Scene units from the names of X's rows to the lane of discs before it."""

_SMALLEST = 22.5
"""Manim font units: the smallest type that numbers of X and X′ may have."""

_LEAST_REST = 1e-9
"""The least sum of the other words' weights where their vectors are averaged."""

_EXACT = 1e-6
"""The most by which a number of X differs from what is printed."""

_MOMENTS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.17)
"""Shares of the way of all words at which it is looked whether names are free: beyond its end, too, as words swing."""

_SPOTS, _PIECES_OF_THREAD = 120, 12
"""Steps along a thread at which it is looked what it lies on; straight pieces that stand for it where names are
placed."""

_RADIUS, _STROKE = 0.08, 2.6
"""Scene units: the radius of the ring at an old place; the stroke of the ring, and of the way from there."""

_TINT, _BEAT, _COMES = 0.13, 1.25, 0.2
"""The opacity of the light behind a row at work; the scale to which the name of X′ beats; scene units by which a piece
of the formula slides to its place."""

_ABOVE, _OFF_WORD = 0.16, 0.04
"""Scene units from X′ to its name above it; from a word's mark to the ring that lights up around it."""

_SLACKS = (1.0, 0.8, 1.25, 0.55, 1.5, 0.3, 1.8, 0.1, -0.3, -0.6, -1.0)
"""The sags that threads may have, as shares of the usual one, best first: they keep off the plane's numbers."""

_CLEAR = 0.06
"""Scene units that threads keep off the plane's numbers and names."""

_LARGEST = 85 * _PITCH
"""Manim font units: the largest type of which the sum's lines do not touch."""

_LEAST_SPAN = 0.5
"""Scene units: the least distance between two words that is measured."""

_PIECES, _PIECE_GAPS = ('"softmax"(X X^T)', "X", "=", "X'"), (0.12, 0.16, 0.16)
"""The formula in Typst's maths, piece by piece: the table, the old vectors, the new ones; scene units between them."""


@dataclass(frozen=True)
class TwoSums(WeightedSums):
    """The numbers of the figure: those of the table, and of the sums of two rows that are written out."""

    rests: Tensor = quantity("What the other words' weights add up to, in the first row and the second.")
    averages: Tensor = quantity("The average of the other words' vectors by these weights, of both rows.")
    apart: Tensor = quantity("The distance between these two rows' words, before all move and after.")

    @property
    def told(self) -> tuple[int, int]:
        """The positions of the words whose rows are written out."""
        return self.position, self.second

    def terms(self, row: int) -> tuple[int, int]:
        """Return the positions of two words of a row's sum: its own, and the other one that pulls most."""
        return (row, strongest_other(self.words, self.weights[row], row))


def strongest_other(words: Sequence[str], weights: Tensor, row: int) -> int:
    """Return the position of the word, other than a row's own, that has the largest weight in the row."""
    others = [index for index, word in enumerate(words) if word != words[row]]
    others = others or [index for index in range(len(words)) if index != row]
    return max(others, key=lambda index: float(weights[index]))


def _along(thread: Thread) -> NDArray[np.float64]:
    """Return places along a thread, scene units, of shape (n, 2)."""
    return thread.spots(np.linspace(0.0, 1.0, _SPOTS + 1))


def _digits_of(vectors: Tensor) -> int:
    """Return the digits after the point that X is written with: one where all its numbers are exact with it."""
    brief = all(abs(as_printed(value, 1) - value) < _EXACT for value in vectors.flatten().tolist())
    return 1 if brief else decimals_for(vectors)


class TableWeightedSum(WordTable):
    """attention-table-weighted-sum: each row of weights moves its word to the weighted sum of all vectors."""

    name = "attention-table-weighted-sum"
    claims = TABLE_WEIGHTED_SUM_CLAIMS
    numbers: TwoSums

    @classmethod
    def compute(cls, parameters: TableParameters, world: World) -> TwoSums:
        """Return softmax(X Xᵀ) X of the phrase.

        Raises:
            UserError: when the phrase or the word does not fit the world, or no plane can show its vectors.
        """
        require_plane(world)
        table = similarities(parameters, world)
        step = attend(table.vectors)
        given = {item.name: getattr(table, item.name) for item in fields(table)}
        told = (table.position, table.second)
        first, second = (step.weights[row][:, None] * table.vectors for row in told)
        shown = [[row, strongest_other(table.words, step.weights[row], row)] for row in told]
        rests = [1 - step.weights[row, columns].sum() for row, columns in zip(told, shown, strict=True)]
        averages = [
            (step.output[row] - step.weights[row, columns] @ table.vectors[columns]) / rest.clamp_min(_LEAST_REST)
            for row, columns, rest in zip(told, shown, rests, strict=True)
        ]
        return TwoSums(
            **given, weights=step.weights, weighted=first, weighted_second=second, updated=step.output,
            rests=torch.stack(rests), averages=torch.stack(averages),
            apart=torch.stack([(rows[told[0]] - rows[told[1]]).norm() for rows in (table.vectors, step.output)]),
        )  # fmt: skip

    @classmethod
    def alternative_values(cls, numbers: TwoSums) -> Mapping[str, object]:
        """Return the first row's word and its new vector."""
        return {"word": numbers.word, "updated": format_vector(numbers.updated[numbers.position])}

    def build(self) -> None:
        """Make the words, at old places and new ones, the table of weights, X and X′, two sums and the formula."""
        numbers = self.numbers
        self.phrase = self.header_phrase(numbers.words)
        self.spared = (0.0, 0.0, 0.0)
        self.matrix, self.moved = self._make_table_and_lists()
        self.row_names = self._row_names()
        self.title, self.moved_title = self._title(), self._moved_title()
        self.formula = self._formula()
        self.digits, self.size = self._digits(), min(self.style.sizes.number, _LARGEST)
        room, self.is_full = self.view.record.width + self.wider - 0.1, True
        self.is_full = self._widest() <= room
        while (wide := self._widest()) > room:
            self.size *= min(room / wide, 0.98)
        laid(self.plane.numbers, Layer.LABEL)  # threads run below them
        self.old, self.new = (
            dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated)
        )
        self.sums = self._laid()
        self.words = self._tokens()
        self.ghosts = {word: self._ring_at(token) for word, token in self.words.items()}
        self.nearer = self._nearer()

    def table_region(self) -> Region:
        """Return where the table and its names stand, beside what is spared for X and the sum."""
        region, (right, bottom, top) = super().table_region(), self.spared
        if self.stage.is_wide:
            taken = max(box[2] for box in self.plane.text_boxes()) + _OFF_AXIS
            region = Region(min(taken, region.left), self.stage.safe.right, region.bottom, region.top)
        return region.inset(right=right, bottom=bottom - _DEEPER, top=top)

    @property
    def _between(self) -> float:
        """The room between the table and the list beside it, scene units: in upright frames discs are larger."""
        return _BETWEEN_UPRIGHT if self.stage.is_portrait else _BETWEEN

    @property
    def _is_beside(self) -> bool:
        """True where there is room for X when the sum is written, at the table's right or above it."""
        return self.stage.is_wide or self.stage.is_portrait

    def _list(self, vectors: Tensor, size: float, pitch: float, wider: float = 0.0) -> Matrix:
        """Return a list of vectors, a row in each word's colour, of a type's size and a distance from row to row.

        Args:
            vectors: one a row.
            size: manim font units.
            pitch: scene units from row to row.
            wider: scene units between its columns, besides the usual ones.
        """
        return Matrix(
            vectors, size=size, color=self.colors_of(self.numbers.words), decimals=_digits_of(vectors), pitch=pitch,
            gap=_COLUMNS * size + wider, style=self.style,
        )  # fmt: skip

    def _make_table_and_lists(self) -> tuple[Matrix | None, Matrix | None]:
        """Make the table, X and X′; return both lists, or None where there is no room for one."""
        for share in _SHARES:
            size = share * self.style.sizes.tick
            try:
                return self._with_both_lists(size) if self.stage.is_wide else (self._with_list(size), None)
            except UserError:
                continue
        self.spared = (0.0, 0.0, 0.0)
        self.table = self.make_table(self.numbers.weights)
        return None, None

    def _with_both_lists(self, size: float) -> tuple[Matrix, Matrix]:
        """Make the table, with X′ beside it, a row beside a row, and X above X′; return both lists."""
        numbers = self.numbers
        self.spared = (float(self._list(numbers.updated, size, 0.4).width) + self._between, 0.0, 0.0)
        self.table = self.make_table(numbers.weights)  # as low as there is room, so that X and the sum stand above it
        self.spared = (*self.spared[:2], self.table.bottom - self.table_region().bottom)
        self.table = self.make_table(numbers.weights)
        pitch = self.table.pitch
        self._require_type(_TYPE * pitch)
        moved = self._list(numbers.updated, min(size, _TYPE * pitch), pitch)
        moved.move_to(point(self.table.right + self._between + float(moved.width) / 2, float(self.table.lines.get_y())))
        return laid(self._above(moved, size), Layer.LEDGER), laid(moved, Layer.LEDGER)

    def _above(self, moved: Matrix, size: float) -> Matrix:
        """Return X above X′, as large as there is room, its rows' names clear of those above the table's columns.

        Raises:
            UserError: when its numbers would be too small to read.
        """
        vectors, count, start = self.numbers.vectors, len(self.numbers.words), float(moved.get_left()[0])
        widest = max(float(each.width) for each in self.table.row_names) / self.style.sizes.tick
        for larger in (share * moved.size for share in _LARGER):
            left = start - self._off_names - widest * larger
            tops = [box_of(each)[3] for each in self.table.column_names if box_of(each)[2] > left - _AROUND]
            low = max([float(moved.get_top()[1]), *tops]) + _AIR
            top = _TOPMOST if float(self.phrase.get_right()[0]) < left - _OFF_HEADER else _TOP
            pitch = _LOOSE * self.table.pitch
            over = float(self._list(vectors, larger, pitch).height) - (top - low)
            pitch -= max(0.0, over) / max(count - 1, 1)
            matrix = self._list(vectors, larger, pitch)
            if larger >= _SMALLEST and larger <= _OPEN * pitch and matrix.width <= moved.width + 0.01:
                break
        else:
            self._require_type(min(size, _TYPE * pitch))
            matrix = self._list(vectors, min(size, _TYPE * pitch), pitch)
        matrix = self._list(vectors, matrix.size, pitch, max(0.0, float(moved.width - matrix.width)))
        return matrix.move_to(point(start + float(matrix.width) / 2, top - float(matrix.height) / 2))

    @property
    def _off_names(self) -> float:
        """The room between X and its rows' names where it is above X′, scene units: discs stand there."""
        return self._between + _OFF_NAMES

    def _require_type(self, size: float) -> None:
        """Raise an error where a list's numbers would be too small to read.

        Raises:
            UserError: when they would.
        """
        if size < _SMALLEST:
            raise UserError("phrase: X and X′ have no room beside the table; take fewer words")

    def _with_list(self, size: float) -> Matrix:
        """Make the table, with X beside it or below it; return X."""
        vectors = self.numbers.vectors
        matrix = self._list(vectors, size, _ROWS * size)
        high = max(0.0, float(matrix.height) + 2 * _AROUND - self.room_below)
        self.spared = (float(matrix.width) + self._between, 0.0, 0.0) if self._is_beside else (0.0, high, 0.0)
        self.table = self.make_table(self.numbers.weights)
        x, y = float(self.table.lines.get_x()), self.table.bottom - _AROUND - float(matrix.height) / 2
        if self._is_beside:
            pitch = self.table.pitch
            matrix = self._list(vectors, min(size, _TYPE * pitch), pitch)
            x, y = self.table.right + self._between + float(matrix.width) / 2, float(self.table.lines.get_y())
        return laid(matrix.move_to(point(x, y)), Layer.LEDGER)

    def _row_names(self) -> VGroup:
        """Return the names of X's rows, before it, where it stands above X′; else nothing."""
        if self.matrix is None or self.moved is None:
            return VGroup()
        words, size = self.numbers.words, self.matrix.size
        colors = self.colors_of(words)
        names = row_titles(self.matrix, words, colors, before=True, gap=self._off_names, size=size, style=self.style)
        return laid(VGroup(*names), Layer.LEDGER)

    def _title(self) -> VGroup:
        """Return X's name, before those of its rows, where it stands above X′; else nothing."""
        if self.matrix is None or self.moved is None:
            return VGroup()
        name = Math("X", size=self.style.sizes.formula, style=self.style)
        left, middle = float(self.row_names.get_left()[0]), float(self.matrix.get_y())
        return VGroup(laid(name.move_to(point(left - 2 * _BEFORE - float(name.width) / 2, middle)), Layer.LEDGER))

    def _moved_title(self) -> VGroup:
        """Return the name of X′, above it and below X; nothing where it is not shown."""
        if self.moved is None:
            return VGroup()
        name = Math(_PIECES[-1], size=self.style.sizes.formula, style=self.style)
        y = float(self.moved.get_top()[1]) + _ABOVE + float(name.height) / 2
        return VGroup(laid(name.move_to(point(float(self.moved.get_x()), y)), Layer.LEDGER))

    def _formula(self) -> list[Math]:
        """Return the formula piece by piece, below the table: it ends where X′ does, if that is shown."""
        x, moved = self.matrix, self.moved
        below = float(x.get_bottom()[1]) if x is not None and not self._is_beside else None
        whole = self.named(" thin ".join(_PIECES), below)
        row = [Math(each, size=whole.size, style=self.style) for each in _PIECES]
        line = Row(row, _PIECE_GAPS).move_to(whole)
        if moved is not None:
            line.shift(point(float(moved.get_right()[0] - line.get_right()[0])))
        return [laid(piece, Layer.LEDGER) for piece in row]

    @property
    def name_room(self) -> float:
        """The room for the formula, scene units: below X it may begin left of the table."""
        return (1.0 if self._is_beside else _LEFTWARDS) * super().name_room

    def _ring_at(self, token: Token) -> Circle:
        """Return the ring that stays at a word's old place."""
        ring = Circle(radius=_RADIUS, color=token.color_by_role, stroke_width=_STROKE).move_to(token.at)
        return laid(ring.set_fill(self.style.theme.background, 1.0), Layer.TRAIL)

    def _own_width(self, row: int) -> float:
        """Return the width of the ring around a word that is its own share: half a band's, as a band is a loop."""
        numbers = self.numbers
        same = [index for index, each in enumerate(numbers.words) if each == numbers.words[row]]
        return _SLIM * width_at(float(numbers.weights[row, same].sum()), 0.0) / 2

    def _own_radius(self, row: int) -> float:
        """Return the inner radius of the ring around a word that is its own share."""
        return max(self.words[self.numbers.words[row]].reach()) + _OFF_MARK

    def _own_ring(self, row: int) -> Circle:
        """Return the ring around a word that is its own share; it shrinks to the one that stays at its old place."""
        word = self.numbers.words[row]
        ring = Circle(color=self.words[word].color_by_role)
        ring.set_fill(self.style.theme.background, 1.0).move_to(self.plane.place(self.old[word]))
        return laid(self._held(ring, row, 0.0), Layer.TRAIL)

    def _held(self, ring: Circle, row: int, share: float) -> Circle:
        """Give the ring that is a word's own share the size that it has at a share of its way to the old place's."""
        width = self._own_width(row)
        radius = self._own_radius(row) + width / 2
        ring.scale_to_fit_width(2 * (radius + share * (_RADIUS - radius)))
        return ring.set_stroke(width=100 * width + share * (_STROKE - 100 * width))

    def _told_words(self) -> list[str]:
        """Return the words whose rows are written out."""
        return [self.numbers.words[row] for row in self.numbers.told]

    def _tokens(self) -> dict[str, Token]:
        """Return the words at their old places; a name keeps its side wherever a row that is told takes its word."""
        numbers, told = self.numbers, self._told_words()
        large = [w for w in self.old if self.world.family_index(w) is not None or w == self.world.subject or w in told]
        lines = [(flat(band.puller), flat(band.pulled)) for row in numbers.told for band in self.bands(row)]
        there = {row: flat(self.plane.place(numbers.updated[row])) for row in range(len(numbers.words))}
        moved = [(flat(band.puller), there[row]) for row in numbers.told for band in self.bands(row)]
        net = [(flat(self.plane.place(numbers.vectors[row])), there[row]) for row in there]
        words = self._travelling_tokens(large, lines, [*net, *moved])
        small = [word for word in self.old if word not in large]
        words |= self._moving_tokens(small, words, [*lines, *self._threads()])
        return {word: words[word] for word in self.old}

    def _threads(self) -> list[Segment]:
        """Return the threads of both rows that are told, as short segments."""
        threads = [pull for row in self.numbers.told for pull in self._pulls(row).values() if isinstance(pull, Thread)]
        ways = [_along(thread)[:: _SPOTS // _PIECES_OF_THREAD] for thread in threads]
        return [((x, y), (to, up)) for way in ways for (x, y), (to, up) in pairwise(way.tolist())]

    def _moving_tokens(
        self, words: Sequence[str], others: Mapping[str, Token], lines: Sequence[Segment]
    ) -> dict[str, Token]:
        """Return small words; each name keeps its side while all words leap, off all ways, rings and other words.

        Args:
            words: the small words.
            others: the other words.
            lines: what pulls before that.
        """
        if not words:
            return {}
        size = None if self.stage.is_wide else self.style.sizes.tick
        texts, axes = [*self.plane.text_boxes(), self.table_box()], self.plane.axis_segments()
        rings = [box_of(self._ring_at(self.token(word, row))) for word, row in self.old.items()]
        moments = []
        for share in _MOMENTS:
            at = {word: row + share * (self.new[word] - row) for word, row in self.old.items()}
            spots = name_spots(self.plane, {word: at[word] for word in words}, size=size, style=self.style)
            ways = [(flat(self.plane.place(row)), flat(self.plane.place(at[word]))) for word, row in self.old.items()]
            for word, token in others.items():
                token.put(self.plane.place(at[word]))
            boxes = [*texts, *(box_of(part) for token in others.values() for part in token)]
            moments.append(Moment(spots, [*axes, *(ways if share else lines)], [*boxes, *rings] if share else boxes))
        for word, token in others.items():
            token.put(self.plane.place(self.old[word]))
        offsets = place_travelling_labels(moments, name_bounds(self.plane))
        pairs = zip(words, offsets, strict=True)
        return {word: self.token(word, self.old[word], offset=offset, size=size) for word, offset in pairs}

    def _ringed(self, spot: Spot, word: str) -> Spot:
        """Return a word's mark with the ring around it that is its own share, where its row is told."""
        rows = [row for row in self.numbers.told if self.numbers.words[row] == word]
        if not rows:
            return spot
        square = _SQUARE if self.stage.is_wide else _SQUARE_SMALL
        reach = square * (max(spot.mark) + _OFF_MARK + self._own_width(rows[0]))
        return replace(spot, mark=(max(reach, spot.mark[0]), max(reach, spot.mark[1])))

    def _travelling_tokens(self, words: Sequence[str], lines: list[Segment], ways: list[Segment]) -> dict[str, Token]:
        """Return words whose names keep off lines before they move, and off ways when they have."""
        heights, axes = dict.fromkeys(words, ICON), self.plane.axis_segments()
        old, new = (
            name_spots(self.plane, {w: rows[w] for w in words}, heights=heights, large=words, style=self.style)
            for rows in (self.old, self.new)
        )
        if not words:
            return {}
        old = [self._ringed(spot, word) for spot, word in zip(old, words, strict=True)]
        boxes = [*self.plane.text_boxes(), self.table_box()]
        moments = [
            Moment(old, [*axes, *lines], boxes),
            Moment(new, [*axes, *ways], [*boxes, *(spot.box for spot in old)]),
        ]
        offsets = place_travelling_labels(moments, name_bounds(self.plane))
        pairs = zip(words, offsets, strict=True)
        return {word: self.token(word, self.old[word], offset=offset, height=ICON) for word, offset in pairs}

    # --- The sum and the formula ----------------------------------------------------------------------------------

    def _widest(self) -> float:
        """Return the width of the widest line of both sums, scene units."""
        return max(float(line.width) for row in self.numbers.told for line in self._sum(row))

    def _sum(self, row: int) -> list[Row]:
        """Return the lines of a row's sum: two words' weights times vectors, the others, and the new place."""
        numbers, digits, lines = self.numbers, self.digits, []
        for place, column in enumerate(numbers.terms(row)):
            factors = [self._weight(row, column), self._sign("times")]
            pair = self._pair(numbers.vectors[column], self.color_at(column), _digits_of(numbers.vectors))
            lines.append(Row([*([self._sign("+")] if place else []), *factors, pair], _GAP))
        left = numbers.rests[numbers.told.index(row)]
        if float(left) >= 0.5 * 10.0**-digits:
            rest = Weight(left, decimals=digits, size=self.size, style=self.style)
            others = Label(self.says("others"), size=self.size, color=self.style.theme.ink, style=self.style)
            average = numbers.averages[numbers.told.index(row)]
            pair = self._pair(average, self.style.theme.ink, _digits_of(numbers.vectors))
            vector = [others, pair] if self.is_full else [others]
            lines.append(Row([self._sign("+"), rest, self._sign("times"), *vector], _GAP))
        return [*lines, self._new_place(row)]

    def _shares(self) -> list[Row]:
        """Return the first row's weights as they add up to 1, two words' and the others', if there is room for them."""
        numbers, row = self.numbers, self.numbers.position
        pieces: list[VMobject] = [self._weight(row, column) for column in sorted(set(numbers.terms(row)))]
        if float(numbers.rests[0]) >= 0.5 * 10.0**-self.digits:
            pieces.append(Weight(numbers.rests[0], decimals=self.digits, size=self.size, style=self.style))
        first, *later = pieces
        parts = [Row([first]), *(Row([self._sign("+"), piece], _GAP) for piece in later)]
        if self._is_one(row, self.digits):
            parts.append(Row([self._sign("= 1")]))
        line = Row(parts, _GAP)
        if line.width > super().name_room:
            return []
        line.move_to(self.name_place(float(line.width)))
        return [laid(each, Layer.LEDGER) for each in parts]

    def _new_place(self, row: int) -> Row:
        """Return a word and where its row takes it."""
        name = Label(self.numbers.words[row], size=self.size, color=self.color_at(row), style=self.style)
        return Row([name, self._sign("arrow.r"), self._pair(self.numbers.updated[row], self.color_at(row))], _GAP)

    def _digits(self) -> int:
        """Return digits after the point of both sums' weights: as printed they are 1 together, and terms the result."""
        told, choices = self.numbers.told, (2, 3, 4)
        for is_right in (self._adds_up, self._is_one):
            fitting = [digits for digits in choices if all(is_right(row, digits) for row in told)]
            if fitting:
                return fitting[0]
        return 3

    def _is_one(self, row: int, digits: int) -> bool:
        """Return whether a sum's weights are 1 together, as they are printed."""
        numbers = self.numbers
        rest = float(numbers.rests[numbers.told.index(row)])
        weights = [*numbers.weights[row, list(numbers.terms(row))].tolist(), rest]
        return decimals_that_add(weights, 1.0, (digits,)) is not None

    def _adds_up(self, row: int, digits: int) -> bool:
        """Return whether a sum's weights are 1 together and its terms its result, as all are printed."""
        numbers, after, told = self.numbers, _digits_of(self.numbers.vectors), self.numbers.told.index(row)
        columns = list(numbers.terms(row))
        shares = [*numbers.weights[row, columns].tolist(), float(numbers.rests[told])]
        weights = [as_printed(weight, digits) for weight in shares]
        pulling = [*numbers.vectors[columns].tolist(), numbers.averages[told].tolist()]
        vectors = [[as_printed(number, after) for number in vector] for vector in pulling]
        seen = [as_printed(sum(map(mul, weights, along))) for along in zip(*vectors, strict=True)]
        return self._is_one(row, digits) and seen == list(map(as_printed, numbers.updated[row].tolist()))

    def _sign(self, source: str) -> Math:
        return Math(source, size=self.size, style=self.style)

    def _pair(self, row: Tensor, color: str, digits: int = 2) -> Row:
        """Return two numbers in parentheses."""
        comma = Label(self.style.language.text("common.labels.between-numbers", {}), size=self.size, style=self.style)
        one, other = (Number(value, decimals=digits, size=self.size, color=color, style=self.style) for value in row)
        return Row([self._sign("paren.l"), one, comma, other, self._sign("paren.r")], [0.05, 0.05, 0.1, 0.05])

    def _laid(self) -> list[list[VGroup]]:
        """Lay the lines of both sums at one place, beside X or below the table, their ends below each other."""
        sums = [self._sum(row) for row in self.numbers.told]
        wide, high = max(float(line.width) for lines in sums for line in lines), _PITCH * max(map(len, sums))
        if self.stage.is_wide:
            middle = self._sum_place((wide, high))
            edge, first = middle[0] + wide / 2, middle[1] + (high - _PITCH) / 2
        else:
            edge = min(float(self.table.lines.get_x()) + wide / 2, self.stage.safe.right - 0.1)
            first = self.table.bottom - _FIRST
        for lines in sums:
            for index, line in enumerate(lines):
                line.move_to(point(edge - float(line.width) / 2, first - _PITCH * index))
        # A result has no halo: a light comes behind it.
        return [
            [*(labelled(line, self.style) for line in lines), VGroup(laid(result, Layer.LABEL))]
            for *lines, result in sums
        ]

    def _sum_place(self, size: tuple[float, float]) -> tuple[float, float]:
        """Return the middle of the place of a sum: beside X above the table, or else where the plane is free."""
        room, right = self.view.words(self.stage), self.stage.safe.right - OFF_EDGE
        half, lists = ICON / 2, [part for part in (self.matrix, self.moved, *self.row_names) if part is not None]
        edge = min([right, *(box_of(part)[0] - self._between for part in lists)])
        places = [flat(self.plane.place(row)) for row in (*self.numbers.vectors, *self.numbers.updated)]
        marks = [(x - half, y - half, x + half, y + half) for x, y in places]
        bands = [band for row in self.numbers.told for band in self.bands(row)]
        lines = [(flat(band.puller), flat(band.pulled)) for band in bands]
        return free_place(
            size,
            (room.left, room.bottom, right, room.top),
            (edge - size[0] / 2, room.top - size[1] / 2),
            boxes=[*marks, *self.plane.text_boxes(), self.table_box(), *map(box_of, lists)],
            lines=[*self.plane.axis_segments(), *lines],
        )

    def _nearer(self) -> Nearness | None:
        """Return how near the two told words come; None where that hardly changes, or nothing is free beside them."""
        numbers, room = self.numbers, self.view.words(self.stage)
        if float(numbers.apart.min()) * self.view.unit < _LEAST_SPAN:
            return None
        before, after = ([self.plane.place(rows[word]) for word in self._told_words()] for rows in (self.old, self.new))
        boxes, lines = self._seen_at_the_end()
        bounds = (room.left, room.bottom, room.right, room.top)
        nearness = Nearness(before, after, numbers.apart, size=self.size, style=self.style)
        return nearness if nearness.find_place(bounds, boxes, lines) else None

    def _seen_at_the_end(self) -> tuple[list[Box], list[Segment]]:
        """Return the boxes of all that stands on the plane when all words have moved, and the ways that they came."""
        boxes, lines = [*self.plane.text_boxes(), self.table_box()], self.plane.axis_segments()
        for word, token in self.words.items():
            start, end = token.at.copy(), self.plane.place(self.new[word])
            later = token.copy().put(end)
            boxes += [box_of(part) for part in (*later, self.ghosts[word]) if part.family_members_with_points()]
            lines.append((flat(start), flat(end)))
        lists = [part for part in (self.matrix, self.moved, *self.row_names, *self.formula) if part is not None]
        return [*boxes, *map(box_of, lists)], lines

    def _weight(self, row: int, column: int) -> Weight:
        """Return a weight as it is written in the sum."""
        weight, color = self.numbers.weights[row, column], self.color_at(column)
        return Weight(weight, decimals=self.digits, size=self.size, color=color, style=self.style)

    # --- The pulls ------------------------------------------------------------------------------------------------

    def bands(self, row: int) -> list[Band]:
        """Return the bands on which words pull a row's word from their old places, its own tied to its own.

        Args:
            row: position in the phrase.
        """
        return [band for band in self._pulls(row).values() if isinstance(band, Band)]

    def _pulls(self, row: int) -> dict[int, Band | Thread]:
        """Return what pulls a row's word by the puller's position: bands, and threads for weak pulls."""
        numbers, at, pulls = self.numbers, self.plane.place(self.numbers.vectors[row]), dict[int, Band | Thread]()
        for index, weight in enumerate(numbers.weights[row].tolist()):
            own, place = numbers.words[index] == numbers.words[row], self.plane.place(numbers.vectors[index])
            pinned = own and weight >= SLACK_BELOW
            slim = max(_SLIM, _LEAST_BAND / width_at(weight, 0.0))
            pull = pull_of(place, at, weight, self.color_at(index), pinned=pinned, slim=slim, style=self.style)
            if isinstance(pull, Thread):
                pull.line.set_stroke(width=min(max(_HAIR, _THICK * math.sqrt(weight)), _TAUT))
                pull.set_slack(self._slack(place, [at, self.plane.place(numbers.updated[row])]))
            elif pinned:  # too short for two strands to be seen
                pull.remove(pull.strips, pull.pin)
            pulls[index] = pull
        return pulls

    def _slack(self, puller: Point, ends: Sequence[Point]) -> float:
        """Return how far a thread sags that keeps off the plane's numbers and names, wherever its word is."""
        boxes = np.array(self.plane.text_boxes()).reshape(-1, 4)

        def crossed(slack: float) -> int:
            threads = [Thread(puller, end, style=self.style).set_slack(slack) for end in ends]
            spots = np.concatenate([_along(thread) for thread in threads])[:, None]
            lies_on = (spots > boxes[:, :2] - _CLEAR) & (spots < boxes[:, 2:] + _CLEAR)
            return int(lies_on.all(axis=2).sum())

        return min(_SLACKS, key=crossed)

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show a row's pulls, add them up, then another's; fill X′ and name it; move all words at once."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        with self.beat("weights", **said):
            discs = [disc for row in self.table.discs for disc in row]
            for row in self.table.discs:
                for disc, color in zip(row, self.colors_of(numbers.words), strict=True):
                    disc.tint(color)
            self.add(self.phrase)
            vectors = [self.matrix, self.row_names] if self.matrix is not None and self._is_beside else []
            arrive = [
                FadeIn(*self.words.values()),
                *([FadeIn(*vectors)] if vectors else []),
                FadeIn(self.table, *discs),
            ]
            self.play(LaggedStart(*arrive, lag_ratio=_AFTER), run_time=_ARRIVE)
            self._turn_to(0)
            self.play(FadeIn(self.frame), run_time=times.quick)
            self.play(self._sending(), run_time=_SEND)
            shares = self._weigh()
            self.rest()
        with self.beat("first-row", **said):
            self._stand(_STAND, shares)
            for column, line in self._terms():
                self.play(*self._written(column, line), run_time=_TERM)
            self._add_up()
            self.rest()
        with self.beat("second-row", **said):
            self._back()
            self._turn_to(1)
            self.play(FadeIn(self.frame), self._sending(), run_time=_SEND_AGAIN)
            self._stand(_STAND_AGAIN)
            self.play(*(each for term in self._terms() for each in self._written(*term)), run_time=_TERM)
            self._add_up()
            self.rest()
        with self.beat("name", **said):
            self._back()
            self._fill()
            self._name()
            self.rest()
        with self.beat("all-rows", **said):
            self._move_all()
            self.rest()

    def _turn_to(self, index: int) -> None:
        """Turn to a row that is told: make its frame and its pulls."""
        self.turn, row = index, self.numbers.told[index]
        self.frame, self.pulls, self.own = self.table.frame(row), self._pulls(row), self._own_ring(row)
        self.standing, self.tints = list[StandingRow](), list[VMobject]()

    @property
    def _row(self) -> int:
        """The position of the word whose row is told."""
        return self.numbers.told[self.turn]

    def _sending(self) -> Animation:
        """Return how each disc of a row sends out the pull that it stands for, from its word; its own is a ring."""
        each = [
            AnimationGroup(_flash(self.table.ring(self._row, column)), *self._sent(column)) for column in self.pulls
        ]
        return LaggedStart(*each, lag_ratio=0.4)

    def _sent(self, column: int) -> list[Animation]:
        """Return how a word's pull comes out of it, as it lights up at its old place; its own is a ring."""
        if column == self._row:
            return [FadeIn(self.own, scale=0.6)]
        return [_flash(self._around_word(self.numbers.words[column])), Widen(self.pulls[column])]

    def _weigh(self) -> list[Row]:
        """Write what the row's discs are, below the table: weights that add up to 1; return what is written."""
        row, told, parts = self._row, sorted(set(self.numbers.terms(self._row))), self._shares()
        if not parts:
            return []
        others = [column for column in range(len(self.numbers.words)) if column not in told]
        for index, columns in enumerate([*([column] for column in told), others]):
            rings = [_flash(self.table.ring(row, column)) for column in columns]
            written = parts[index : index + 1] if index < len(told) else parts[index:]  # the last with the sum
            self.play(*rings, *map(FadeIn, written), run_time=_TERM)
        return parts

    # --- A row times X

    @property
    def _lane(self) -> float | None:
        """The middle of the lane in which a row's discs stand before X; None where X is not beside the table."""
        return self.table.right + self._between / 2 if self.matrix is not None and self._is_beside else None

    def _standing_row(self, row: int) -> StandingRow:
        """Return a row of the table on a card, which may stand up so that each disc meets its word's row of X."""
        matrix = self.matrix
        assert matrix is not None and self._lane is not None
        ends = [point(self._lane, float(matrix.row(column).get_y())) for column in range(len(self.numbers.words))]
        return StandingRow(self.table, row, ends, style=self.style)

    def _stand(self, seconds: float, leaving: Sequence[VMobject] = ()) -> None:
        """Let the row stand up, so that each disc meets its word's row of X, if that is shown.

        Args:
            seconds: it takes, besides those for which the other rows are dimmed first.
            leaving: what leaves before that.
        """
        quick, gone = self.style.times.quick, [FadeOut(each) for each in leaving]
        if self._lane is None:
            if gone:
                self.play(*gone, run_time=quick)
            return
        standing, veil = self._standing_row(self._row), dimmed(self.table, style=self.style)
        self.standing = [standing]
        self.add(standing)
        self.play(FadeIn(veil), *gone, run_time=quick)
        self.play(Live([standing], standing.put, rate_func=linear), run_time=seconds)
        self.play(FadeOut(veil, standing.card), run_time=quick)

    def _tint(self, around: VMobject, left: float | None = None, high: float | None = None) -> Rectangle:
        """Return a light behind a row that is at work.

        Args:
            around: the row.
            left: where it begins; at the row when left out.
            high: scene units; by the row when left out.
        """
        start, _, end, _ = box_of(around)
        start, end = (start - 0.07 if left is None else left), end + 0.07
        theme = self.style.theme
        tint = Rectangle(width=end - start, height=high or float(around.height) + 0.1, stroke_width=0)
        tint.set_fill(theme.ink, _TINT if theme.filled else 0.0)
        if not theme.filled:
            tint.set_stroke(theme.ink, 1.6)
        return laid(tint.move_to(point((start + end) / 2, float(around.get_y()))), Layer.VEIL)

    def _met(self, column: int) -> list[VMobject]:
        """Return the light behind a word's row of X and the disc that meets it, if X is shown."""
        if self.matrix is None or self._lane is None:
            return []
        left = self._lane - self._between / 2
        return [self._tint(self.matrix.row(column), left, self._x_pitch)]

    @property
    def _x_pitch(self) -> float:
        """Scene units from a row of X to the next."""
        assert self.matrix is not None
        rows = [float(self.matrix.row(row).get_y()) for row in range(len(self.numbers.words))]
        return (rows[0] - rows[-1]) / max(len(rows) - 1, 1)

    def _terms(self) -> list[tuple[int, VGroup]]:
        """Return the words whose terms of the row's sum are written, by position, with the lines."""
        return list(zip(self.numbers.terms(self._row), self.sums[self.turn], strict=False))

    def _written(self, column: int, line: VGroup) -> list[FadeIn]:
        """Return how a word's term is written: its weight and its row of X light up."""
        met = self._met(column)
        self.tints += met
        return [FadeIn(line, *met)]

    def _add_up(self) -> None:
        """Write a row's sum to its end, let the bands move its word there, then the new vector fall into X′."""
        row, lines = self._row, self.sums[self.turn]
        self.play(*map(FadeIn, lines[2:]), run_time=self.style.times.quick)
        self._move(row)
        self._file(row, lines[-1])

    def _move(self, row: int) -> None:
        """Let the bands of a row move its word to where they balance; its own ring shrinks to the old place's."""
        word = self.numbers.words[row]

        def hold(share: float) -> None:
            self._held(self.own, row, min(1.0, 1.6 * share))

        end, pulls = self.plane.place(self.new[word]), [*self.pulls.values()]
        self.play(slide(self.words[word], end, pulls, also=hold, moved=[self.own], rate_func=settle), run_time=_PULL)

    def _file(self, row: int, result: VMobject) -> None:
        """Write a row's sum into X′: it falls from below X, where nothing is in its way."""
        if self.moved is None:
            return
        brackets = [FadeIn(self.moved.brackets)] if self.turn == 0 else []
        lit = [self._tint(result), self._tint(self.moved.row(row))]
        self.tints += lit
        self.play(FadeIn(*lit), self._fallen(row), *brackets, run_time=_DROP)

    def _fallen(self, row: int) -> Animation:
        """Return how a row of X′ is written: it falls from below X, or comes where it is if another is in its way."""
        assert self.moved is not None and self.matrix is not None
        vector = self.moved.row(row)
        if self.turn and self.numbers.told[0] < row:
            return FadeIn(vector)
        high = float(self.matrix.get_bottom()[1]) - _AIR - float(vector.get_y())
        vector.shift(point(0.0, high))
        self.add(vector)
        fallen = [0.0]

        def fall(share: float) -> None:
            vector.shift(point(0.0, (fallen[0] - share) * high))
            fallen[0] = share
            vector.set_opacity(min(1.0, 5 * share))

        return Live([vector], fall)

    def _back(self) -> None:
        """Take a row's word back: its sum and all other pulls leave; its own takes it home to the ring that waits."""
        row = self._row
        token, own, ring = self.words[self.numbers.words[row]], self.pulls[row], self.own
        others = [pull for column, pull in self.pulls.items() if column != row]
        leaving = [
            *others,
            *self.sums[self.turn],
            *self.tints,
            *(disc for each in self.standing for disc in each.discs),
        ]
        self.play(FadeOut(*leaving, self.frame), run_time=self.style.times.quick)
        home = slide(token, self.plane.place(self.old[token.word]), [own])
        self.play(home, run_time=self.style.times.slow)
        self.play(FadeOut(ring, own), run_time=self.style.times.quick)

    # --- All rows

    def _fill(self) -> None:
        """Let the other rows meet X, too, one at a time; each becomes a row of X′."""
        rows = [row for row in range(len(self.numbers.words)) if row not in self.numbers.told]
        if not rows:
            return
        veil = [dimmed(self.table, style=self.style)] if self._lane is not None else []
        if veil:
            self.play(*map(FadeIn, veil), run_time=self.style.times.quick)
        each = [self._filled(row) for row in rows]
        self.play(LaggedStart(*each, lag_ratio=_EACH / _ROW), run_time=_EACH * (len(each) - 1) + _ROW)
        if veil:
            self.play(*map(FadeOut, veil), run_time=self.style.times.quick)

    def _filled(self, row: int) -> Animation:
        """Return how a row of the table meets X, and becomes a row of X′: its word lights up."""
        each: list[Animation] = [_flash(self._around_word(self.numbers.words[row]))]
        each.append(_flash(self.table.frame(row)) if self._lane is None else self._met_and_gone(row))
        if self.moved is not None:
            vector = self.moved.row(row)
            each += [FadeIn(vector, rate_func=_late), FadeIn(self._tint(vector), rate_func=_late_flash, remover=True)]
        return AnimationGroup(*each)

    def _met_and_gone(self, row: int) -> Live:
        """Return how a row stands up before X and leaves as soon as it is there."""
        standing = self._standing_row(row)
        standing.set_opacity(0.0)
        self.add(standing)

        def follow(time: float) -> None:
            standing.put(min(1.0, time / _FLIES))
            standing.set_presence(min(1.0, 12 * time) * (1 - smooth(max(0.0, (time - _FLIES) / (1 - _FLIES)))))

        return Live([standing], follow, rate_func=linear)

    def _around_word(self, word: str) -> Circle:
        """Return a ring around a word's mark on the plane."""
        token = self.words[word]
        ring = Circle(radius=max(token.reach()) + _OFF_WORD, color=self.style.theme.ink, stroke_width=_STROKE)
        return laid(ring.move_to(token.at), Layer.TRAIL)

    def _name(self) -> None:
        """Write the formula, each piece as what it names lights up; X and X′ have their names beside them, too."""
        table, vectors, equals, moved = self.formula
        below = [] if self.matrix is None or self._is_beside else [self.matrix]  # comes where the sum stood
        self.play(self._come(table, self.table.lines, DOWN), run_time=_NAME)
        self.play(self._come(vectors, self.matrix, RIGHT), *map(FadeIn, [*below, *self.title]), run_time=_NAME)
        if self.moved is None:
            self.play(FadeIn(equals, moved), run_time=_NAME)
            return
        self.play(_flash(self._around(self.moved)), FadeIn(self.moved_title), run_time=_NAME)
        said = Indicate(self.moved_title, _BEAT, self.style.theme.ink)
        self.play(said, self._come(equals, None, RIGHT), self._come(moved, None, RIGHT), run_time=_SAID)

    def _come(self, piece: Math, named: VMobject | None, side: Point) -> Animation:
        """Return how a piece of the formula slides to its place as what it names lights up.

        Args:
            piece: of the formula.
            named: what it names, if that is shown.
            side: the direction from which it comes.
        """
        lit = [] if named is None else [_flash(self._around(named))]
        return AnimationGroup(*lit, FadeIn(piece, shift=-_COMES * side))

    def _around(self, named: VMobject) -> RoundedRectangle:
        """Return a frame around the table or a list."""
        frame = RoundedRectangle(corner_radius=0.08, width=named.width + 0.1, height=named.height + 0.1)
        return laid(frame.set_stroke(self.style.theme.ink, 2.4).move_to(named.get_center()), Layer.FRAME)

    def _move_all(self) -> None:
        """Move all words at once to their new places, their names with them; rings stay, and the ways between.

        A bracket between the two words whose rows were told goes with them: how far they were apart, and are now. No
        word passes its place, so that the distance is never less than it comes to be.
        """
        near, lists = self.nearer, [] if self.moved is None else [self.moved.row(row) for row in range(len(self.words))]
        lit, rings = [self._tint(vector) for vector in lists], [self._around_word(word) for word in self.words]
        measured = [] if near is None else [near.span, near.first]
        self.play(*map(FadeIn, [*lit, *measured]), *map(_flash, rings), run_time=self.style.times.move)
        ways = {word: self._way(token) for word, token in self.words.items()}
        self.add(*ways.values(), *self.ghosts.values())
        late: list[Animation] = [FadeOut(light, rate_func=_late) for light in lit]
        if near is not None:
            self.remove(near.first)
            self.add(near.digits)
            late.append(Live([near.span, near.digits], near.shrink, rate_func=smooth))
        self.play(*(self._moving(word, way) for word, way in ways.items()), *late, run_time=_ALL)
        if near is not None:
            self.remove(near.digits)
            self.add(near.second)

    def _way(self, token: Token) -> VMobject:
        """Return the way that a word has come from its old place, a line of no length yet."""
        return laid(VMobject(stroke_color=token.color_by_role, stroke_width=_STROKE), Layer.BAND)

    def _moving(self, word: str, way: VMobject) -> Live:
        """Return how a word moves to its new place, its name with it; the way that it has come grows."""
        token, start, end = self.words[word], self.plane.place(self.old[word]), self.plane.place(self.new[word])

        def lengthen(share: float) -> None:
            way.set_points_as_corners([start, token.at])

        return slide(token, end, also=lengthen, moved=[way], rate_func=smooth)


def _flash(mark: VMobject) -> FadeIn:
    """Return how a ring or a frame lights up and leaves: what it is around keeps its size."""
    return FadeIn(mark, rate_func=there_and_back, remover=True)


def _late(time: float) -> float:
    """Return how far a motion has come that begins when two thirds of the time are over, 0 to 1."""
    return float(smooth(max(0.0, 3 * time - 2)))


def _late_flash(time: float) -> float:
    """Return how bright a light is that comes when two thirds of the time are over, and leaves, 0 to 1."""
    return float(there_and_back(max(0.0, 3 * time - 2)))
