"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise, product
from operator import mul

import numpy as np
import torch
from manim import (
    Animation,
    AnimationGroup,
    Circle,
    FadeIn,
    FadeOut,
    Indicate,
    LaggedStart,
    Rectangle,
    VMobject,
    smooth,
    there_and_back,
)
from numpy.typing import NDArray
from torch import Tensor

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.dot_table import LEAST_WEIGHT, DotTable
from scenes.article.whole_phrase.numbers import TableParameters, WeightedSums, similarities
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, WordTable
from scenes.article.whole_phrase.written_sum import SumOfRow, SumTerm, WrittenSum
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, led, settle, slide
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
    overlap,
    place_travelling_labels,
)
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import name_bounds, name_spots
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.surface import colour_area
from scenes.parts.table.matrix import Matrix
from scenes.parts.table.number_grid import decimals_for
from scenes.parts.text.number import format_vector
from scenes.parts.text.typeset import Math, Row
from scenes.quantities import quantity
from scenes.stage import PlaneView, Region
from scenes.worlds import World

_SEND, _SEND_AGAIN, _FILED = 1.6, 0.9, 0.9
"""Seconds: a row's discs send out their bands; the same of another row; a sum goes to its row of X′."""

_ARRIVE, _AFTER, _X = 1.4, 0.6, 1.3
"""Seconds in which the words come, then the table; the share of one's time after which the other comes; seconds in
which X comes, word by word."""

_TERM, _PULL, _FROM = 0.7, 1.3, 0.4
"""Seconds: a term of the sum is written; bands move a word. The size of a number as it leaves the sign before it."""

_OUT, _DOWN, _BESIDE_X = 0.4, 0.7, 0.2
"""Seconds: a row comes out of X; its vector goes down to the sum. Scene units beside X where it comes out."""

_WAVE, _EACH, _MOST_EACH = 3.2, 0.8, 0.5
"""Seconds: all rows light up one after the other, at the most; one of them; from one to the next at the most."""

_BECOME, _SAID, _ALL = 0.8, 0.8, 2.5
"""Seconds: X becomes X′; the name of that beats; all words move at once."""

_SLIM, _LEAST_BAND = 0.26, 0.02
"""The share of their usual width that bands have, as many lie close together; the least, scene units: no thread's."""

_THICK, _HAIR, _TAUT = 52.0, 1.7, 2.4
"""Stroke units of a thread for a share's root, at the least and at the most."""

_OFF_MARK, _SQUARE, _SQUARE_SMALL = 0.03, 0.92, 0.85
"""Scene units from a word's mark to the ring that is its own share; half a square that stands for the ring where names
are placed, as a share of its radius, and in frames that are not wide."""

_PITCH, _FIRST, _LINES = 0.41, 0.14, 4
"""Scene units from a line of the sum to the next, and from the table to the first line where they stand below it; the
lines of a sum at the most."""

_FIELD_TOP, _FIELD_AIR = 3.12, 0.18
"""Scene units: the upper edge of the field above the table in which the sum stands; from it to the columns' names."""

_WHOLE, _WHOLE_UPRIGHT = Region(-1.35, 6.58, -3.08, 2.98), Region(-3.46, 3.46, -5.30, 0.75)
"""The place of the whole equation with the sum below it: table, X, =, X′; in wide frames, and in upright ones."""

_NAMED, _OVER, _TIMES, _EQUAL, _SUM_BELOW = 0.6, 0.3, 0.24, 0.5, 0.24
"""Scene units above the columns' names for the table's name; from a list up to its name's middle; from the table to X;
from X to X′; from them down to the sum."""

_BETWEEN, _AROUND = 0.3, 0.12
"""Scene units between the table and the list beside it; above X and below it where it is below the table."""

_BELOW, _NAME_DROP, _DEEPER = 0.72, 0.08, 0.2
"""Scene units below the table for the formula in wide frames; by which that is lower than the table's name usually, and
by which the table is lower in other frames."""

_NAMES_LEFT, _NAMES_RIGHT = 0.2, 0.1
"""Scene units at the left that words keep for their names beside the whole equation, and at the right above it."""

_OFF_AXIS = 0.3
"""Scene units from what is written along the plane's axis to the names of the table's rows."""

_SHARES, _COLUMNS, _ROWS, _TYPE = (0.94, 0.9, 0.8, 0.76), 0.006, 0.0095, 90.0
"""Shares of the names' type that X may have; scene units between its columns, and from row to row where it stands below
the table, for a font unit; font units of its numbers for a scene unit from row to row, at the most."""

_LARGE_LINE, _WRITTEN = 1.3, 1.6
"""The size of the formula below the whole equation, as a share of its usual one; seconds in which it is written."""

_LEFTWARDS = 1.12
"""The room that the formula has below X, as a share of the table's and its names'."""

_SMALLEST = 22.5
"""Manim font units: the smallest type that numbers of X and X′ may have."""

_DIGITS = (3, 2, 4)
"""Digits after the point that a sum's weights may have, best first."""

_EXACT = 1e-6
"""The most by which a number of X differs from what is printed."""

_MOMENTS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.17)
"""Shares of the way of all words at which it is looked whether names are free: beyond its end, too, as words swing."""

_SPOTS, _PIECES_OF_THREAD = 120, 12
"""Steps along a thread at which it is looked what it lies on; straight pieces that stand for it where names are
placed."""

_RADIUS, _STROKE, _GOAL = 0.08, 2.6, 0.06
"""Scene units: the radius of the ring where a word was; the stroke of the ring, and of the way from there; the radius
of the disc where a word will be."""

_TINT, _BEAT, _COMES = 0.13, 1.12, 0.15
"""The opacity of the light behind a row at work; the scale to which the name of X′ beats; scene units by which a piece
of the formula slides to its place, and numbers that become others."""

_OFF_WORD = 0.04
"""Scene units from a word's mark to the ring that lights up around it."""

_SLACKS = (1.0, 0.8, 1.25, 0.55, 1.5, 0.3, 1.8, 0.1, -0.3, -0.6, -1.0)
"""The sags that threads may have, as shares of the usual one, best first: they keep off the plane's numbers."""

_CLEAR = 0.06
"""Scene units that threads keep off the plane's numbers and names."""

_LARGEST = 85 * _PITCH
"""Manim font units: the largest type of which the sum's lines do not touch."""

_PIECES, _PIECE_GAPS = ('"softmax"(X X^T)', "X", "=", "X'"), (0.12, 0.16, 0.16)
"""The formula in Typst's maths, piece by piece: the table, the old vectors, the new ones; scene units between them."""


@dataclass(frozen=True)
class TwoSums(WeightedSums):
    """The numbers of the figure: those of the table, and of the sums of two rows that are written out."""

    rests: Tensor = quantity("What the other words' weights add up to, in the first row and the second.")
    means: Tensor = quantity("Where the other words pull together: their weighted mean, of both rows.")

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
        means = [
            (step.output[row] - step.weights[row, columns] @ table.vectors[columns]) / rest.clamp(min=_EXACT)
            for row, columns, rest in zip(told, shown, rests, strict=True)
        ]
        return TwoSums(
            **given, weights=step.weights, weighted=first, weighted_second=second, updated=step.output,
            rests=torch.stack(rests), means=torch.stack(means),
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
        if self.whole is None:
            self.matrix, self.moved = self._make_table_and_lists()
        else:
            self.table, self.matrix, self.moved = self.whole
        self.formula, self.sentence = self._formula(), self._sentence()
        laid(self.plane.numbers, Layer.LABEL)  # threads run below them
        self.old, self.new = (
            dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated)
        )
        self.size, self.with_name = min(self.style.sizes.number, _LARGEST), True
        self.sums = self._laid()
        self.early = self._named_early()
        self.words = self._tokens()
        self.ghosts = {
            word: self._ring_at(token, self.plane.place(self.old[word])) for word, token in self.words.items()
        }
        self.goals = {
            word: self._goal_at(token, self.plane.place(self.new[word])) for word, token in self.words.items()
        }
        self.ways = {word: self._way(token) for word, token in self.words.items()}

    def world_view(self) -> PlaneView:
        """Return where the plane lies: beside the whole equation, or above it, where there is room for that."""
        self.whole = self._whole()
        view = super().world_view()
        if self.whole is None:
            return view
        area = _WHOLE if self.stage.is_wide else _WHOLE_UPRIGHT
        view = replace(self.stage.plane_view, record=area)
        right = 0.0 if self.stage.is_wide else _NAMES_RIGHT
        return view.fitted(
            self.stage, self._phrase_spans(), view.words(self.stage).inset(left=_NAMES_LEFT, right=right)
        )

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest number along both axes: of the phrase where the whole equation stands."""
        if getattr(self, "whole", None) is None:
            return super().spans()
        return self._phrase_spans()

    def _phrase_spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        rows = torch.cat([self.numbers.vectors, self.numbers.updated])
        (left, low), (right, top) = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        return (left, right), (low, top)

    def _whole(self) -> tuple[DotTable, Matrix, Matrix] | None:
        """Return the table, X and X′ as they stand beside each other, or None where there is no room for them."""
        if not (self.stage.is_wide or self.stage.is_portrait):
            return None
        area = _WHOLE if self.stage.is_wide else _WHOLE_UPRIGHT
        words, style = self.numbers.words, self.style
        below = _LINES * _PITCH + _SUM_BELOW
        for share in (1.0, *_SHARES):
            size = share * style.sizes.tick
            x, moved = self._both(size, _ROWS * size)
            beside = _TIMES + float(x.width) + _EQUAL + float(moved.width)
            region = Region(area.left, area.right - beside, area.bottom + below, area.top - _NAMED)
            try:
                table = DotTable(
                    words, self.colors_of(words), self.numbers.weights, region, least=LEAST_WEIGHT, style=style
                )
            except ValueError:
                continue
            if _TYPE * table.pitch < max(size, _SMALLEST):
                continue
            x, moved = self._both(size, table.pitch)
            y, left = float(table.lines.get_y()), table.right + _TIMES
            x.move_to(point(left + float(x.width) / 2, y))
            moved.move_to(point(left + float(x.width) + _EQUAL + float(moved.width) / 2, y))
            return table, laid(x, Layer.LEDGER), laid(moved, Layer.LEDGER)
        return None

    def _both(self, size: float, pitch: float) -> tuple[Matrix, Matrix]:
        """Return X and X′, each as wide as its numbers are."""
        return self._list(self.numbers.vectors, size, pitch), self._list(self.numbers.updated, size, pitch)

    def table_region(self) -> Region:
        """Return where the table and its names stand, beside what is spared for X and the sum."""
        region, (right, bottom, top) = super().table_region(), self.spared
        if self.stage.is_wide:
            taken = max(box[2] for box in self.plane.text_boxes()) + _OFF_AXIS
            region = Region(min(taken, region.left), self.stage.safe.right, region.bottom, region.top)
        else:
            bottom -= _DEEPER
        return region.inset(right=right, bottom=bottom, top=top)

    @property
    def below_wide(self) -> float:
        """The room between the table and the record's end in wide frames, scene units."""
        return _BELOW

    @property
    def _is_beside(self) -> bool:
        """True where there is room for X when the sum is written, at the table's right."""
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

    def _lists(self, size: float, pitch: float) -> list[Matrix]:
        """Return X and X′, of one width: their brackets are the same."""
        both = self.numbers.vectors, self.numbers.updated
        widths = [float(self._list(vectors, size, pitch).width) for vectors in both]
        return [
            self._list(vectors, size, pitch, max(widths) - width) for vectors, width in zip(both, widths, strict=True)
        ]

    def _make_table_and_lists(self) -> tuple[Matrix | None, Matrix | None]:
        """Make the table, X and X′, in one place; return both lists, or None where there is no room for them.

        Above the table there is a field for the sum, where there is room.
        """
        fields = (_LINES * _PITCH + _FIELD_AIR, 0.0)
        for field, share in product(fields if self.stage.is_wide else (0.0,), _SHARES):
            try:
                return self._with_lists(share * self.style.sizes.tick, field)
            except UserError:
                continue
        self.spared = (0.0, 0.0, 0.0)
        self.table = self.make_table(self.numbers.weights)
        return None, None

    def _with_lists(self, size: float, field: float) -> tuple[Matrix, Matrix]:
        """Make the table, with X and X′ in one place, beside it or below it; return both.

        Args:
            size: of their type at the most, manim font units.
            field: scene units that stay free above the table for the sum, below the header.

        Raises:
            UserError: when there is no room.
        """
        pitch = _ROWS * size
        first, *_ = self._lists(size, pitch)
        high = max(0.0, float(first.height) + 2 * _AROUND - self.room_below)
        self.spared = (0.0, 0.0, 0.0)
        top = max(0.0, field - (_FIELD_TOP - self.table_region().top)) if field else 0.0
        self.spared = (float(first.width) + _BETWEEN, 0.0, top) if self._is_beside else (0.0, high, 0.0)
        self.table = self.make_table(self.numbers.weights)
        if self.stage.is_wide:  # as low as there is room, so that the sum stands above it
            right, bottom, top = self.spared
            self.spared = (right, bottom, top + self.table.bottom - self.table_region().bottom)
            self.table = self.make_table(self.numbers.weights)
        at = point(float(self.table.lines.get_x()), self.table.bottom - _AROUND - float(first.height) / 2)
        if self._is_beside:
            pitch = self.table.pitch
            if _TYPE * pitch < _SMALLEST:
                raise UserError("phrase: X and X′ have no room beside the table; take fewer words")
            size = min(size, _TYPE * pitch)
            width = float(self._lists(size, pitch)[0].width)
            at = point(self.table.right + _BETWEEN + width / 2, float(self.table.lines.get_y()))
        matrix, moved = (laid(each.move_to(at), Layer.LEDGER) for each in self._lists(size, pitch))
        return matrix, moved

    def _formula(self) -> list[Math]:
        """Return the formula piece by piece: above what each names, or below the table, ending with the list."""
        if self.whole is not None:
            return self._names_above(*self.whole)
        x = self.matrix
        below = float(x.get_bottom()[1]) if x is not None and not self._is_beside else None
        whole = self.named(" thin ".join(_PIECES), below)
        row = [Math(each, size=whole.size, style=self.style) for each in _PIECES]
        line = Row(row, _PIECE_GAPS).move_to(whole)
        if self.stage.is_wide:
            line.shift(point(0.0, -_NAME_DROP))
            if x is not None:
                line.shift(point(float(x.get_right()[0] - line.get_right()[0])))
        return [laid(piece, Layer.LEDGER) for piece in row]

    def _sentence(self) -> list[Math]:
        """Return the formula once more as a line below the whole equation, as large as there is room for it."""
        if self.whole is None:
            return []
        table, _, moved = self.whole
        left, right = table.left - table.room, float(moved.get_right()[0])
        size = _LARGE_LINE * self.style.sizes.formula
        while True:
            row = [Math(each, size=size, style=self.style) for each in _PIECES]
            line = Row(row, [size / self.style.sizes.formula * gap for gap in _PIECE_GAPS])
            if float(line.width) <= right - left:
                break
            size *= 0.95
        low = (_WHOLE if self.stage.is_wide else _WHOLE_UPRIGHT).bottom
        line.move_to(point((left + right) / 2, (table.bottom + low) / 2))
        return [laid(piece, Layer.LEDGER) for piece in row]

    def _names_above(self, table: DotTable, x: Matrix, moved: Matrix) -> list[Math]:
        """Return the formula with the table's name above it, X above X, X′ above X′, and = between these."""
        size = self.style.sizes.formula
        pieces = [Math(each, size=size, style=self.style) for each in _PIECES]
        widest = table.right - table.left + table.room
        if float(pieces[0].width) > widest:
            pieces[0] = Math(_PIECES[0], size=size * widest / float(pieces[0].width), style=self.style)
        right = max(table.right, float(pieces[0].width) + self.stage.safe.left)
        x_of_name = min(float(table.lines.get_x()), right - float(pieces[0].width) / 2)
        pieces[0].move_to(point(x_of_name, table.top + table.room + _NAMED / 2 + 0.08))
        for piece, matrix in ((pieces[1], x), (pieces[3], moved)):
            piece.move_to(point(float(matrix.get_x()), float(matrix.get_top()[1]) + _OVER))
        pieces[2].move_to(point(float(x.get_right()[0] + moved.get_left()[0]) / 2, float(x.get_y())))
        return [laid(piece, Layer.LEDGER) for piece in pieces]

    def _named_early(self) -> list[Math]:
        """Return the names of the table and of X that may stand below them before the formula does: no sum is there."""
        if self.whole is not None:
            return self.formula[:2]
        sums, early = [each.box for each in self.sums], self.formula[: 1 if self.matrix is None else 2]
        covered = any(overlap(box_of(name), box) for name in early for box in sums)
        return [] if covered or not self._is_beside else early

    @property
    def name_room(self) -> float:
        """The room for the formula, scene units: below X it may begin left of the table."""
        return (1.0 if self._is_beside else _LEFTWARDS) * super().name_room

    def _goal_at(self, token: Token, at: Point) -> Circle:
        """Return the small disc at a place where a word will be: a ring is where it was."""
        goal = colour_area(Circle(radius=_GOAL, stroke_width=0), token.color_by_role, 1.0, self.style)
        goal.set_background_stroke(color=self.style.theme.background, width=RIM)
        return laid(goal.move_to(at), Layer.TRAIL)

    def _ring_at(self, token: Token, at: Point) -> Circle:
        """Return the ring at a place where a word was."""
        ring = Circle(radius=_RADIUS, color=token.color_by_role, stroke_width=_STROKE).move_to(at)
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
        threads, then = self._threads(), self._threads(moved=True)
        words = self._travelling_tokens(large, [*lines, *threads], [*self._net(), *moved, *then])
        small = [word for word in self.old if word not in large]
        words |= self._moving_tokens(small, words, [*lines, *threads])
        return {word: words[word] for word in self.old}

    def _threads(self, *, moved: bool = False) -> list[Segment]:
        """Return the threads of both rows that are told, as short segments.

        Args:
            moved: whether each is tied to its word's new place.
        """
        threads = list[Thread]()
        for row in self.numbers.told:
            mine = [pull for pull in self._pulls(row).values() if isinstance(pull, Thread)]
            for thread in mine if moved else []:
                thread.set_ends(thread.puller.copy(), self.plane.place(self.numbers.updated[row]))
            threads += mine
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
        told, net = self._told_boxes(), self._net()
        old, new = (
            [box_of(self._ring_at(self.token(word, rows[word]), self.plane.place(rows[word]))) for word in self.old]
            for rows in (self.old, self.new)
        )
        moments = []
        for share in _MOMENTS:
            at = {word: row + share * (self.new[word] - row) for word, row in self.old.items()}
            spots = name_spots(self.plane, {word: at[word] for word in words}, size=size, style=self.style)
            for word, token in others.items():
                token.put(self.plane.place(at[word]))
            boxes = [*texts, *(box_of(part) for token in others.values() for part in token)]
            boxes += old if share else [*new, *told]
            moments.append(Moment(spots, [*axes, *net, *([] if share else lines)], boxes))
        for word, token in others.items():
            token.put(self.plane.place(self.old[word]))
        offsets = place_travelling_labels(moments, name_bounds(self.plane))
        pairs = zip(words, offsets, strict=True)
        return {word: self.token(word, self.old[word], offset=offset, size=size) for word, offset in pairs}

    def _told_boxes(self) -> list[Box]:
        """Return the boxes of both sums where these may stand on the plane: in wide frames."""
        return [box_of(part) for each in self.sums for part in each.written] if self.stage.is_wide else []

    def _table_boxes(self) -> list[Box]:
        """Return the boxes of the table's cells and of its words' names, which names on the plane keep off."""
        table = self.table
        return [box_of(part) for part in (table.lines, *table.row_names, *table.column_names)]

    def _net(self) -> list[Segment]:
        """Return the ways of all words from their old places to their new ones."""
        return [(flat(self.plane.place(row)), flat(self.plane.place(self.new[word]))) for word, row in self.old.items()]

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
        boxes = [*self.plane.text_boxes(), *self._table_boxes(), *self._told_boxes()]
        moments = [
            Moment(old, [*axes, *lines, *self._net()], boxes),
            Moment(new, [*axes, *ways], [*boxes, *(spot.box for spot in old)]),
        ]
        for word in self._told_words():  # it moves while the others still stand
            mixed = [then if each == word else now for each, now, then in zip(words, old, new, strict=True)]
            moments.append(Moment(mixed, axes, boxes))
        left, low, right, top = name_bounds(self.plane)
        if self.stage.is_wide:
            right = max(right, self.table.left)  # between the plane and the names of the table's rows
        right = min(right, self.stage.safe.right - OFF_EDGE)
        offsets = place_travelling_labels(moments, (left, low, right, top))
        pairs = zip(words, offsets, strict=True)
        return {word: self.token(word, self.old[word], offset=offset, height=ICON) for word, offset in pairs}

    # --- The sum and the formula ----------------------------------------------------------------------------------

    def _sum(self, row: int) -> WrittenSum:
        """Return a row's sum: two words' weights times vectors, the others' part, and the new place."""
        numbers, told, (digits, mean) = self.numbers, self.numbers.told.index(row), self._form(row)
        columns = sorted(set(numbers.terms(row)), key=numbers.terms(row).index)
        terms = [SumTerm(numbers.weights[row, each], numbers.vectors[each], self.color_at(each)) for each in columns]
        rest = SumTerm(numbers.rests[told], numbers.means[told], self.style.theme.ink)
        is_some = as_printed(float(rest.weight), digits) > 0 and len(columns) < len(numbers.words)
        added = SumOfRow(
            word=numbers.words[row], color=self.color_at(row), terms=tuple(terms), rest=rest if is_some else None,
            updated=numbers.updated[row], is_one=self._is_one(row, digits),
        )  # fmt: skip
        comma = self.style.language.text("common.labels.between-numbers", {})
        return WrittenSum(
            added, self.says("others") if self.with_name else None, comma, digits=digits,
            exact=_digits_of(numbers.vectors), mean=mean, pitch=_PITCH, size=self.size, style=self.style,
        )  # fmt: skip

    def _form(self, row: int) -> tuple[int, int]:
        """Return with how many digits a sum is right as it is printed: those of its weights, and of the others' mean.

        The weights of the first row, of which that is said, are 1 together, too; none is written 0 if that can be.
        Digits with which both sums are right come first.
        """
        least = float(self.numbers.weights[row, list(self.numbers.terms(row))].min())
        forms = [*product(sorted(_DIGITS, key=lambda digits: not self._serves_all(digits)), (1, 2))]
        right = [form for form in forms if self._adds_up(row, *form)]
        shown = [form for form in right if as_printed(least, form[0]) > 0]
        for among in (shown, right, forms):
            ones = [form for form in among if self._is_one(row, form[0])]
            fitting = ones or ([] if row == self.numbers.position else among)
            if fitting:
                return fitting[0]
        return _DIGITS[1], 2

    def _serves_all(self, digits: int) -> bool:
        """Return whether both sums are right with a number of digits of their weights, which are 1 together."""
        rows = self.numbers.told
        return all(self._is_one(row, digits) and any(self._adds_up(row, digits, m) for m in (1, 2)) for row in rows)

    def _is_one(self, row: int, digits: int) -> bool:
        """Return whether a sum's weights are 1 together, as they are printed."""
        numbers = self.numbers
        rest = float(numbers.rests[numbers.told.index(row)])
        weights = [*numbers.weights[row, list(numbers.terms(row))].tolist(), rest]
        return decimals_that_add(weights, 1.0, (digits,)) is not None

    def _adds_up(self, row: int, digits: int, mean: int) -> bool:
        """Return whether a sum's terms are its result, as all are printed.

        Args:
            row: position in the phrase.
            digits: of the weights, after the point.
            mean: of the others' mean, after the point.
        """
        numbers, after, told = self.numbers, _digits_of(self.numbers.vectors), self.numbers.told.index(row)
        columns = list(numbers.terms(row))
        weights = [as_printed(w, digits) for w in (*numbers.weights[row, columns].tolist(), float(numbers.rests[told]))]
        vectors = [[as_printed(number, after) for number in vector] for vector in numbers.vectors[columns].tolist()]
        vectors.append([as_printed(number, mean) for number in numbers.means[told].tolist()])
        pulled = [sum(map(mul, weights, along)) for along in zip(*vectors, strict=True)]
        return list(map(as_printed, pulled)) == list(map(as_printed, numbers.updated[row].tolist()))

    def _laid(self) -> list[WrittenSum]:
        """Lay both sums at one place, above the table or below it, as large as there is room."""
        room = self.view.record.width + self.wider - 0.1
        if self.whole is not None:
            room = float(self.whole[2].get_right()[0]) - self.table.left
        while True:
            sums = [self._sum(row) for row in self.numbers.told]
            boxes = [each.box for each in sums]
            left, bottom = (min(box[axis] for box in boxes) for axis in (0, 1))
            right, top = (max(box[axis] for box in boxes) for axis in (2, 3))
            if right - left <= room:
                break
            self.size *= min(room / (right - left), 0.98)
            if self.with_name and self.size < self.style.sizes.least:  # the others' name takes what digits need
                self.with_name, self.size = False, min(self.style.sizes.number, _LARGEST)
        if self.whole is not None:  # the vectors below X, the weights below the table
            beyond = max(float(self.whole[1].get_left()[0]) + right - float(self.whole[2].get_right()[0]), 0.0)
            x = float(self.whole[1].get_left()[0]) + (left + right) / 2 - beyond
            x = max(x, self.stage.safe.left + OFF_EDGE + (right - left) / 2)
            y = min(self.table.bottom, float(self.whole[1].get_bottom()[1])) - _SUM_BELOW - (top - bottom) / 2
        else:
            x, y = self._sum_place((right - left, top - bottom))
        for each in sums:
            each.shift(x - (left + right) / 2, y - (bottom + top) / 2)
        return sums

    def _sum_place(self, size: tuple[float, float]) -> tuple[float, float]:
        """Return the middle of the place of both sums: above the table, or else where the plane is free; or below it.

        Args:
            size: the width and the height of both, scene units.
        """
        half_width, half_height = size[0] / 2, size[1] / 2
        if not self.stage.is_wide:
            x = min(float(self.table.lines.get_x()), self.stage.safe.right - OFF_EDGE - half_width)
            return (x, self.table.bottom - _FIRST - half_height)
        room, right, half = self.view.words(self.stage), self.stage.safe.right - OFF_EDGE, ICON / 2
        lists = [] if self.matrix is None else [box_of(self.matrix)]
        edge = max([self.table.right, *(box[2] for box in lists)])
        low = self.table.top + self.table.room + _FIELD_AIR
        middle = min((self.table.left + edge) / 2, right - half_width)
        places = [flat(self.plane.place(row)) for row in (*self.numbers.vectors, *self.numbers.updated)]
        marks = [(x - half, y - half, x + half, y + half) for x, y in places]
        bands = [band for row in self.numbers.told for band in self.bands(row)]
        lines = [(flat(band.puller), flat(band.pulled)) for band in bands]
        return free_place(
            size,
            (room.left, room.bottom, right, room.top),
            (middle, max((low + _FIELD_TOP) / 2, low + half_height)),
            boxes=[*marks, *self.plane.text_boxes(), self.table_box(), *lists],
            lines=[*self.plane.axis_segments(), *lines],
        )

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
        """Show a row's pulls, add them up, then another's; let X become X′ and name it; move all words at once."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        with self.beat("weights", **said):
            discs = [disc for row in self.table.discs for disc in row]
            for row in self.table.discs:
                for disc, color in zip(row, self.colors_of(numbers.words), strict=True):
                    disc.tint(color)
            self.add(self.phrase)
            arrive = [FadeIn(*self.words.values()), FadeIn(self.table, *discs, *self.early[:1])]
            self.play(LaggedStart(*arrive, lag_ratio=_AFTER), run_time=_ARRIVE)
            self._turn_to(0)
            self.play(FadeIn(self.frame), run_time=times.quick)
            self.play(self._sending(), run_time=_SEND)
            self._weigh()
            self.rest()
        with self.beat("first-row", **said):
            self._bring_vectors()
            for place in range(len(self._sum_now.products)):
                self._multiply(place)
            self._add_up()
            self._file()
            self.rest()
        with self.beat("second-row", **said):
            self._back()
            self._turn_to(1)
            self.play(FadeIn(self.frame), self._sending(), run_time=_SEND_AGAIN)
            added = self._sum_now
            named = [] if added.others is None else [added.others]
            self.play(FadeIn(*added.weights, *named), run_time=_TERM)
            products = [each for place in range(len(added.products)) for each in self._multiplied(place)]
            self.play(*products, run_time=_TERM)
            self._add_up()
            self._file()
            self.rest()
        with self.beat("name", **said):
            self._back()
            self._find_all()
            self._become()
            self.rest()
        with self.beat("all-rows", **said):
            self._move_all()
            self.rest()

    def _turn_to(self, index: int) -> None:
        """Turn to a row that is told: make its frame and its pulls."""
        self.turn, row = index, self.numbers.told[index]
        self.frame, self.pulls, self.own = self.table.frame(row), self._pulls(row), self._own_ring(row)
        self.tints = list[VMobject]()

    @property
    def _row(self) -> int:
        """The position of the word whose row is told."""
        return self.numbers.told[self.turn]

    @property
    def _sum_now(self) -> WrittenSum:
        """The sum of the row that is told."""
        return self.sums[self.turn]

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

    def _weigh(self) -> None:
        """Write what the row's discs are: weights that add up to 1, each in the line of its later product."""
        row, told, added = self._row, self.numbers.terms(self._row), self._sum_now
        others = [column for column in range(len(self.numbers.words)) if column not in told]
        for column, weight in zip(told, added.weights, strict=False):
            self.play(_flash(self.table.ring(row, column)), FadeIn(weight), run_time=_TERM)
        one = [] if added.one is None else [FadeIn(added.one)]
        if len(added.weights) > len(told):
            rest = [added.weights[-1], *([] if added.others is None else [added.others])]
            self.play(*(_flash(self.table.ring(row, column)) for column in others), FadeIn(*rest), run_time=_TERM)
        if one:
            self.play(*one, run_time=_TERM)

    # --- A row times X

    @property
    def _has_x(self) -> bool:
        """True where X stands beside the table while a row is told."""
        return self.matrix is not None and self._is_beside

    def _bring_vectors(self) -> None:
        """Let X come beside the table: the row of each word as its place lights up."""
        one = [] if self._sum_now.one is None else [FadeOut(self._sum_now.one)]
        if self.matrix is None or not self._has_x:
            if one:
                self.play(*one, run_time=self.style.times.quick)
            return
        rows = [
            AnimationGroup(_flash(self._around_word(word)), FadeIn(self.matrix.row(row)))
            for row, word in enumerate(self.numbers.words)
        ]
        come = FadeIn(self.matrix.brackets, *self.early[1:])
        self.play(come, *one, LaggedStart(*rows, lag_ratio=0.3), run_time=_X)

    def _tint(self, around: VMobject, *, high: float | None = None, air: float = 0.07) -> Rectangle:
        """Return a light behind a row that is at work.

        Args:
            around: the row.
            high: scene units; by the row when left out.
            air: scene units beside the row.
        """
        start, _, end, _ = box_of(around)
        theme = self.style.theme
        wide, tall = end - start + 2 * air, high or float(around.height) + 0.1
        tint = Rectangle(width=wide, height=tall, stroke_width=0)
        tint.set_fill(theme.ink, _TINT if theme.filled else 0.0)
        if not theme.filled:
            tint.set_stroke(theme.ink, 1.6)
        return laid(tint.move_to(point((start + end) / 2, float(around.get_y()))), Layer.VEIL)

    def _rows_of(self, place: int) -> list[int]:
        """Return the positions of the words of a term of the sum: one, or after those of two words all others."""
        told = self.numbers.terms(self._row)
        others = [column for column in range(len(self.numbers.words)) if column not in told]
        return [told[place]] if place < len(told) else others

    def _lights(self, place: int) -> list[Rectangle]:
        """Return a light behind each row of X that a term of the sum takes."""
        assert self.matrix is not None
        wide, rows = self._tint(self.matrix.inner), [self.matrix.row(column) for column in self._rows_of(place)]
        return [wide.copy().stretch_to_fit_height(self.table.pitch).set_y(float(row.get_y())) for row in rows]

    def _multiplied(self, place: int) -> list[Animation]:
        """Return how a term's vector is written behind its weight, as its word's row of X lights up.

        Args:
            place: of the term in the sum; after two words comes the term of all others, whose rows light up together.
        """
        product = self._sum_now.products[place]
        if self.matrix is None or not self._has_x:
            return [FadeIn(product)]
        lights = self._lights(place)
        if len(lights) > 1:
            return [FadeIn(product), *map(_flash, lights)]
        self.tints += lights
        return [FadeIn(product), FadeIn(*lights)]

    def _multiply(self, place: int) -> None:
        """Let a term's vector come out of its row of X, at the right, and go below it to its place behind its weight.

        The rows of all others come out together, and become one vector, their mean, before that goes there.
        """
        product, columns = self._sum_now.products[place], self._rows_of(place)
        lane = self._lane(product)
        if lane is None or self.matrix is None:
            self.play(*self._multiplied(place), run_time=_TERM)
            return
        rows, lights, home = [self.matrix.row(column) for column in columns], self._lights(place), product.get_center()
        out = point(lane, float(np.mean([row.get_y() for row in rows])))
        if len(rows) == 1:
            self.tints += lights
            self.play(FadeIn(product.move_to(out)), FadeIn(*lights), run_time=_OUT)
        else:
            copies = [row.copy().set_x(lane) for row in rows]
            self.play(FadeIn(*copies), FadeIn(*lights), run_time=_OUT)
            self.wait(_OUT)
            melt = [FadeOut(copy, target_position=out) for copy in copies]
            self.play(*melt, FadeIn(product.move_to(out), rate_func=_late), run_time=_TERM)
            self.play(led(product, [out, point(lane, float(home[1])), home]), FadeOut(*lights), run_time=_DOWN)
            return
        self.play(led(product, [out, point(lane, float(home[1])), home]), run_time=_DOWN)

    def _lane(self, product: VMobject) -> float | None:
        """Return the middle of the free lane right of X, where a product comes out of it; None where there is none."""
        if self.whole is None or self.matrix is None or not self._has_x:
            return None
        middle = float(self.matrix.get_right()[0]) + _BESIDE_X + float(product.width) / 2
        return middle if middle + float(product.width) / 2 < self.stage.safe.right else None

    def _add_up(self) -> None:
        """Let the bands move a row's word to where its sum is, and write that as it comes there."""
        row, result = self._row, self._sum_now.result
        word, light = self.numbers.words[row], self._tint(result)
        self.tints.append(light)

        def hold(share: float) -> None:
            self._held(self.own, row, min(1.0, 1.6 * share))

        end, pulls = self.plane.place(self.new[word]), [*self.pulls.values()]
        moving = slide(self.words[word], end, pulls, also=hold, moved=[self.own], rate_func=settle)
        self.play(moving, FadeIn(result, light, rate_func=_late), run_time=_PULL)

    def _file(self) -> None:
        """Let the sum's result go to its row of X′, of which the brackets come with the first.

        It comes out beside the sum and goes up; the second is written where it stands, as the first is on its way.
        """
        if self.whole is None or self.moved is None:
            return
        row, light = self.moved.row(self._row), self._tint(self.moved.row(self._row))
        if self.turn:
            self.play(FadeIn(row), _flash(light), run_time=_FILED)
            return
        home, result = row.get_center(), self._sum_now.result
        beside = max(float(home[0]), float(result.get_right()[0]) + _BESIDE_X + float(row.width) / 2)
        start = point(beside, float(result.get_y()))
        self.play(FadeIn(self.moved.brackets, *self.formula[2:]), FadeIn(row.move_to(start)), run_time=_OUT)
        self.play(led(row, [start, home]), run_time=_FILED)

    def _back(self) -> None:
        """Take a row's word back: its sum and all other pulls leave; its own takes it home.

        Nothing stays at its new place: what pulls another word now pulls from the old one, and runs through here.
        """
        row = self._row
        word, own, ring = self.numbers.words[row], self.pulls[row], self.own
        token = self.words[word]
        others = [pull for column, pull in self.pulls.items() if column != row]
        leaving = [*others, *self._sum_now.written, *self.tints]
        self.play(FadeOut(*leaving, self.frame), run_time=self.style.times.quick)
        home = slide(token, self.plane.place(self.old[word]), [own])
        self.play(home, run_time=self.style.times.slow)
        self.play(FadeOut(ring, own), run_time=self.style.times.quick)

    # --- All rows

    def _find_all(self) -> None:
        """Find the new places of all other words: one row after the other lights up, and its row of X′ comes."""
        rows = range(len(self.numbers.words))
        lights = [self._tint(self.table.frame(row), high=self.table.pitch, air=-0.03) for row in rows]
        self.tints = [*lights]
        each = [self._lit(row, light) for row, light in enumerate(lights)]
        lag = min(_MOST_EACH, (_WAVE - _EACH) / max(len(each) - 1, 1))
        self.play(LaggedStart(*each, lag_ratio=lag / _EACH), run_time=lag * (len(each) - 1) + _EACH)

    def _lit(self, row: int, light: VMobject) -> Animation:
        """Return how a row of the table lights up, and its word's new place is found."""
        word = self.numbers.words[row]
        found: list[Animation] = [self._found(word)]
        if self.whole is not None and self.moved is not None and row not in self.numbers.told:
            numbers = self.moved.row(row)
            found.append(_from(numbers, point(float(self.formula[2].get_x()), float(numbers.get_y()))))
        return AnimationGroup(FadeIn(light), *found)

    def _found(self, word: str) -> Live:
        """Return how a word's new place is found: a disc comes out of the word and goes there, the way behind it."""
        start, end, way, ring = self.plane.place(self.old[word]), self.plane.place(self.new[word]), *self._marks(word)
        way.set_points_as_corners([start, start])
        self.add(way, ring.move_to(start))

        def follow(share: float) -> None:
            at = start + share * (end - start)
            way.set_points_as_corners([start, at])
            ring.move_to(at)

        return Live([way, ring], follow, rate_func=smooth)

    def _marks(self, word: str) -> tuple[VMobject, Circle]:
        """Return a word's way to its new place, and the disc there."""
        return self.ways[word], self.goals[word]

    def _around_word(self, word: str) -> Circle:
        """Return a ring around a word's mark on the plane."""
        token = self.words[word]
        ring = Circle(radius=max(token.reach()) + _OFF_WORD, color=self.style.theme.ink, stroke_width=_STROKE)
        return laid(ring.move_to(token.at), Layer.TRAIL)

    def _around_ring(self, word: str) -> Circle:
        """Return a ring around the disc at a word's new place."""
        ring = Circle(radius=_RADIUS + 2 * _OFF_WORD, color=self.style.theme.ink, stroke_width=_STROKE)
        return laid(ring.move_to(self.plane.place(self.new[word])), Layer.TRAIL)

    def _become(self) -> None:
        """Name X′; where it has no place of its own, X becomes it: the table times X is X′."""
        quick, up, late = self.style.times.quick, point(0.0, _COMES), [*self.formula[len(self.early) :]]
        lights, last = [FadeOut(light) for light in self.tints], self.formula[-1]
        if self.whole is not None:
            self.play(*lights, run_time=quick)
            above = [Indicate(piece, _BEAT, self.style.theme.ink) for piece in self.formula]
            below = [FadeIn(piece, shift=up) for piece in self.sentence]
            self.play(LaggedStart(*map(AnimationGroup, above, below), lag_ratio=0.5), run_time=_WRITTEN)
            return
        if self.matrix is None or self.moved is None:
            self.play(FadeIn(*late), *lights, run_time=_BECOME)
            return
        if not self.early:
            before = [] if self._has_x else [self.matrix]  # comes where the sum stood
            self.play(FadeIn(*late[:2], *before), run_time=_BECOME)
            late = late[2:]
        self.play(FadeOut(self.matrix.inner, shift=up), run_time=quick)
        rings = [_flash(self._around_ring(word)) for word in self.words]
        self.play(FadeIn(self.moved.inner, shift=up), FadeIn(*late, shift=point(_COMES)), *rings, run_time=_BECOME)
        self.play(Indicate(last, _BEAT, self.style.theme.ink), *lights, run_time=_SAID)

    def _move_all(self) -> None:
        """Move all words at once to their new places, their names with them; rings stay at the old ones."""
        self.play(*(_flash(self._around_word(word)) for word in self.words), run_time=self.style.times.move)
        self.add(*self.ghosts.values())
        late = [FadeOut(mark, rate_func=_late) for mark in self.goals.values()]
        self.play(*(self._moving(word) for word in self.words), *late, run_time=_ALL)

    def _way(self, token: Token) -> VMobject:
        """Return the way between a word's old place and its new one, a line of no length yet."""
        return laid(VMobject(stroke_color=token.color_by_role, stroke_width=_STROKE), Layer.BAND)

    def _moving(self, word: str) -> Live:
        """Return how a word moves to its new place, its name with it."""
        return slide(self.words[word], self.plane.place(self.new[word]), rate_func=smooth)


def _flash(mark: VMobject) -> FadeIn:
    """Return how a ring or a frame lights up and leaves: what it is around keeps its size."""
    return FadeIn(mark, rate_func=there_and_back, remover=True)


def _from(mark: VMobject, at: Point, size: float = _FROM) -> FadeIn:
    """Return how a mark comes out of a place, as large there as a share of its size, and goes to its own."""
    return FadeIn(mark, target_position=at, scale=size)


def _late(time: float) -> float:
    """Return how far a motion has come that begins when two thirds of the time are over, 0 to 1."""
    return float(smooth(max(0.0, 3 * time - 2)))
