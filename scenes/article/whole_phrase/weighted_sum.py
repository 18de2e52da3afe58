"""The whole phrase at once: every word's new vector (the article's section "The Whole Phrase", figure 14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from operator import mul

import numpy as np
import torch
from manim import (
    AnimationGroup,
    Circle,
    FadeIn,
    FadeOut,
    LaggedStart,
    RoundedRectangle,
    VGroup,
    VMobject,
    there_and_back,
)
from torch import Tensor

from attnmath import attend
from scenes.article.whole_phrase.claims import TABLE_WEIGHTED_SUM_CLAIMS
from scenes.article.whole_phrase.numbers import TableParameters, WeightedSums, similarities
from scenes.article.whole_phrase.stage_table import ICON, OFF_EDGE, WordTable
from scenes.errors import UserError
from scenes.motion.live import Live, Widen, settle, slide
from scenes.number_format import as_printed, decimals_that_add
from scenes.parameters import require_plane
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.band import SLACK_BELOW, Band, Thread, pull_of
from scenes.parts.plane.labels import Box, Moment, Segment, free_place, gap, place_travelling_labels
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

_SEND, _SEND_AGAIN, _TERM, _TERM_AGAIN = 1.7, 0.9, 0.6, 0.36
"""Seconds: a row's discs send out their bands, and another's; a term of the sum is written, and another row's."""

_PULL, _NAME, _ALL, _ROW = 1.2, 0.6, 1.8, 0.34
"""Seconds: bands move a word; a piece of the formula is written; all words move at once; a row of X′ is written."""

_SLIM, _THIN = 0.22, 1.8
"""The share of their usual width that bands have, as many lie close together; the stroke of threads."""

_PITCH, _GAP, _FIRST = 0.4, 0.12, 0.32
"""Scene units from a line of the sum to the next, between its pieces, and from the table to its first line's middle."""

_BETWEEN, _AROUND, _ABOVE, _DEEPER = 0.25, 0.12, 0.26, 0.2
"""Scene units between the table and the list beside it; above X and below it where it is below the table; between the
lists' brackets where X is above X′; by which the table reaches lower."""

_TOP, _BEFORE, _LOOSE = 3.1, 0.15, 1.15
"""The upper edge of X where it is above X′; scene units from its bracket to its rows' names, and half of those
to its own; the factor by which its rows may be farther apart than those of X′."""

_OFF_AXIS = 0.2
"""Scene units from what is written along the plane's axis to the names of the table's rows."""

_SHARES, _COLUMNS, _ROWS, _TYPE = (0.9, 0.8, 0.76), 0.006, 0.0095, 90.0
"""Shares of the names' type that X may have; scene units between its columns, and from row to row where it stands below
the table, for a font unit; font units of its numbers for a scene unit from row to row, at the most."""

_LEFTWARDS = 1.12
"""The room that the formula has below X, as a share of the table's and its names'."""

_SMALLEST = 22.5
"""Manim font units: the smallest type that numbers of X and X′ may have."""

_EXACT = 1e-6
"""The most by which a number of X differs from what is printed."""

_NEARER = 0.08
"""Scene units by which a name has to be nearer to its own word's mark than to others."""

_RADIUS, _CROSS, _STROKE = 0.08, 0.055, 2.6
"""Scene units: the radius of the ring at an old place, half the width of the cross where a word will be, which its dot
covers; the stroke of both, and of the way between."""

_SLACKS = (1.0, 0.8, 1.25, 0.55, 1.5, 0.3, 1.8, 0.1)
"""The sags that threads may have, as shares of the usual one, best first: they keep off the plane's numbers."""

_CLEAR = 0.06
"""Scene units that threads keep off the plane's numbers and names."""

_LARGEST = 85 * _PITCH
"""Manim font units: the largest type of which the sum's lines do not touch."""

_PIECES = ('"softmax"(X X^T)', "X", "= X'")
"""The formula in Typst's maths, piece by piece: the table, the old vectors, the new ones."""


@dataclass(frozen=True)
class TwoSums(WeightedSums):
    """The numbers of the figure: those of the table, and of the sums of two rows that are written out."""

    rests: Tensor = quantity("What the other words' weights add up to, in the first row and the second.")

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


def _is_astray(token: Token, tokens: Iterable[Token]) -> bool:
    """Return whether a word's name is nearer to another word's mark than to its own, or almost."""
    own = gap(box_of(token.label), box_of(token.mark))
    others = [gap(box_of(token.label), box_of(other.mark)) for other in tokens if other is not token]
    return bool(others) and min(others) < own + _NEARER


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
        return TwoSums(
            **given, weights=step.weights, weighted=first, weighted_second=second, updated=step.output,
            rests=torch.stack(rests),
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
        self.title = self._title()
        self.formula = self._formula()
        self.size = min(self.style.sizes.number, _LARGEST)
        room = self.view.record.width + self.wider - 0.1
        while (wide := max(float(line.width) for row in numbers.told for line in self._sum(row))) > room:
            self.size *= min(room / wide, 0.98)
        laid(self.plane.numbers, Layer.LABEL)  # threads run below them
        self.old, self.new = (
            dict(zip(numbers.words, rows, strict=True)) for rows in (numbers.vectors, numbers.updated)
        )
        self.sums = self._laid()
        self.words = self._tokens()
        self.ghosts = {word: self._ring_at(token) for word, token in self.words.items()}
        self.crosses = {word: self._cross(token) for word, token in self.words.items()}
        self.tags = [self._tags(row) for row in numbers.told]

    def table_region(self) -> Region:
        """Return where the table and its names stand, beside what is spared for X and the sum."""
        region, (right, bottom, top) = super().table_region(), self.spared
        if self.stage.is_wide:
            taken = max(box[2] for box in self.plane.text_boxes()) + _OFF_AXIS
            region = Region(min(taken, region.left), self.stage.safe.right, region.bottom, region.top)
        return region.inset(right=right, bottom=bottom - _DEEPER, top=top)

    @property
    def _is_beside(self) -> bool:
        """True where there is room for X when the sum is written, at the table's right or above it."""
        return self.stage.is_wide or self.stage.is_portrait

    def _list(self, vectors: Tensor, size: float, pitch: float) -> Matrix:
        """Return a list of vectors, a row in each word's colour, of a type's size and a distance from row to row."""
        return Matrix(
            vectors, size=size, color=self.colors_of(self.numbers.words), decimals=_digits_of(vectors), pitch=pitch,
            gap=_COLUMNS * size, style=self.style,
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
        self.spared = (float(self._list(numbers.updated, size, 0.4).width) + _BETWEEN, 0.0, 0.0)
        self.table = self.make_table(numbers.weights)  # as low as there is room, so that X and the sum stand above it
        self.spared = (*self.spared[:2], self.table.bottom - self.table_region().bottom)
        self.table = self.make_table(numbers.weights)
        pitch = self.table.pitch
        self._require_type(_TYPE * pitch)
        moved = self._list(numbers.updated, min(size, _TYPE * pitch), pitch)
        moved.move_to(point(self.table.right + _BETWEEN + float(moved.width) / 2, float(self.table.lines.get_y())))
        return laid(self._above(moved, size), Layer.LEDGER), laid(moved, Layer.LEDGER)

    def _above(self, moved: Matrix, size: float) -> Matrix:
        """Return X above X′, its rows' names clear of the names above the table's columns."""
        vectors, count = self.numbers.vectors, len(self.numbers.words)
        name = max(float(each.width) for each in self.table.row_names)
        left = float(moved.get_left()[0]) - _BEFORE - name
        tops = [box_of(each)[3] for each in self.table.column_names if box_of(each)[2] > left]
        low = max([float(moved.get_top()[1]), *tops]) + _AROUND
        pitch = _LOOSE * self.table.pitch
        over = float(self._list(vectors, size, pitch).height) - (_TOP - low)
        pitch -= max(0.0, over) / max(count - 1, 1)
        self._require_type(_TYPE * pitch)
        matrix = self._list(vectors, min(size, _TYPE * pitch), pitch)
        return matrix.move_to(point(float(moved.get_x()), _TOP - float(matrix.height) / 2))

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
        self.spared = (float(matrix.width) + _BETWEEN, 0.0, 0.0) if self._is_beside else (0.0, high, 0.0)
        self.table = self.make_table(self.numbers.weights)
        x, y = float(self.table.lines.get_x()), self.table.bottom - _AROUND - float(matrix.height) / 2
        if self._is_beside:
            pitch = self.table.pitch
            matrix = self._list(vectors, min(size, _TYPE * pitch), pitch)
            x, y = self.table.right + _BETWEEN + float(matrix.width) / 2, float(self.table.lines.get_y())
        return laid(matrix.move_to(point(x, y)), Layer.LEDGER)

    def _row_names(self) -> VGroup:
        """Return the names of X's rows, before it, where it stands above X′; else nothing."""
        if self.matrix is None or self.moved is None:
            return VGroup()
        words, size = self.numbers.words, self.matrix.size
        colors = self.colors_of(words)
        names = row_titles(self.matrix, words, colors, before=True, gap=_BEFORE, size=size, style=self.style)
        return laid(VGroup(*names), Layer.LEDGER)

    def _title(self) -> VGroup:
        """Return X's name, before those of its rows, where it stands above X′; else nothing."""
        if self.matrix is None or self.moved is None:
            return VGroup()
        name = Math("X", size=self.style.sizes.formula, style=self.style)
        left, middle = float(self.row_names.get_left()[0]), float(self.matrix.get_y())
        return VGroup(laid(name.move_to(point(left - 2 * _BEFORE - float(name.width) / 2, middle)), Layer.LEDGER))

    def _formula(self) -> list[Math]:
        """Return the formula in three pieces, below the table: it ends where X′ does, if that is shown."""
        x, moved = self.matrix, self.moved
        below = float(x.get_bottom()[1]) if x is not None and not self._is_beside else None
        whole = self.named(" thin ".join(_PIECES), below)
        row = [Math(each, size=whole.size, style=self.style) for each in _PIECES]
        line = Row(row, [0.12, 0.16]).move_to(whole)
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

    def _cross(self, token: Token) -> VMobject:
        """Return the cross at the place where a word will be, while it is back at its old one."""
        at, cross = self.plane.place(self.new[token.word]), VMobject(stroke_color=token.color_by_role)
        for up in (-_CROSS, _CROSS):
            cross.start_new_path(at - point(_CROSS, up)).add_line_to(at + point(_CROSS, up))
        cross.set_stroke(width=_STROKE).set_background_stroke(color=self.style.theme.background, width=_STROKE + 3)
        return laid(cross, Layer.TRAIL)

    def _trail(self, token: Token) -> VMobject:
        """Return the way that a word has come from its old place, a line of no length yet."""
        return laid(VMobject(stroke_color=token.color_by_role, stroke_width=_STROKE), Layer.BAND)

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
        small = {word: row for word, row in self.old.items() if word not in large}
        boxes = [self.table_box(), *(box_of(part) for word in words.values() for part in word)]
        size = None if self.stage.is_wide else self.style.sizes.tick
        words |= self.tokens(small, size=size, lines=[*lines, *moved], boxes=boxes)
        later = [self.token(word, self.new[word], offset=words[word].offset, height=ICON) for word in large]
        boxes += [box_of(part) for word in later for part in word]
        boxes += [box_of(words[word].mark) for word in small]
        self.offsets = self._new_offsets(list(small), size, net, boxes)
        return {word: words[word] for word in self.old}

    def _new_offsets(
        self, words: Sequence[str], size: float | None, lines: list[Segment], boxes: list[Box]
    ) -> dict[str, tuple[float, float] | None]:
        """Return where small words have their names at their new places: nearest to their own mark, off ways if so."""
        places = {word: self.new[word] for word in words}
        tokens = self.tokens(places, size=size, lines=lines, boxes=boxes)
        if any(_is_astray(token, tokens.values()) for token in tokens.values()):
            tokens = self.tokens(places, size=size, boxes=boxes)
        return {word: token.offset for word, token in tokens.items()}

    def _travelling_tokens(self, words: Sequence[str], lines: list[Segment], ways: list[Segment]) -> dict[str, Token]:
        """Return words whose names keep off lines before they move, and off ways when they have."""
        heights, axes = dict.fromkeys(words, ICON), self.plane.axis_segments()
        old, new = (
            name_spots(self.plane, {w: rows[w] for w in words}, heights=heights, large=words, style=self.style)
            for rows in (self.old, self.new)
        )
        if not words:
            return {}
        boxes = [*self.plane.text_boxes(), self.table_box()]
        moments = [
            Moment(old, [*axes, *lines], [*boxes, *map(self._cross_box, self._told_words())]),
            Moment(new, [*axes, *ways], [*boxes, *(spot.box for spot in old)]),
        ]
        offsets = place_travelling_labels(moments, name_bounds(self.plane))
        pairs = zip(words, offsets, strict=True)
        return {word: self.token(word, self.old[word], offset=offset, height=ICON) for word, offset in pairs}

    def _cross_box(self, word: str) -> Box:
        """Return the box of the cross at a word's new place."""
        x, y = flat(self.plane.place(self.new[word]))
        return (x - _CROSS, y - _CROSS, x + _CROSS, y + _CROSS)

    # --- The sum and the formula ----------------------------------------------------------------------------------

    def _sum(self, row: int) -> list[Row]:
        """Return the lines of a row's sum: two words' weights times vectors, the others, and the new place."""
        numbers, digits, lines = self.numbers, self._digits(row), []
        for place, column in enumerate(numbers.terms(row)):
            factors = [self._weight(row, column), self._sign("times")]
            pair = self._pair(numbers.vectors[column], self.color_at(column), _digits_of(numbers.vectors))
            lines.append(Row([*([self._sign("+")] if place else []), *factors, pair], _GAP))
        left = numbers.rests[numbers.told.index(row)]
        if float(left) >= 0.5 * 10.0**-digits:
            rest = Weight(left, decimals=digits, size=self.size, style=self.style)
            others = Label(self.says("others"), size=self.size, color=self.style.theme.ink, style=self.style)
            lines.append(Row([self._sign("+"), rest, self._sign("times"), others], _GAP))
        return [*lines, self._new_place(row)]

    def _new_place(self, row: int) -> Row:
        """Return a word and where its row takes it."""
        name = Label(self.numbers.words[row], size=self.size, color=self.color_at(row), style=self.style)
        return Row([name, self._sign("arrow.r"), self._pair(self.numbers.updated[row], self.color_at(row))], _GAP)

    def _digits(self, row: int) -> int:
        """Return digits after the point of a sum's weights: as printed they are 1 together, and terms the result."""
        numbers, rest = self.numbers, float(self.numbers.rests[self.numbers.told.index(row)])
        columns = list(numbers.terms(row))
        weights, result = numbers.weights[row, columns].tolist(), numbers.updated[row].tolist()
        whole = [d for d in (2, 3, 4) if decimals_that_add([*weights, rest], 1.0, (d,))]
        for digits in whole:
            printed = [as_printed(weight, digits) for weight in weights]
            vectors = [
                [as_printed(number, _digits_of(numbers.vectors)) for number in numbers.vectors[column].tolist()]
                for column in columns
            ]
            seen = [sum(map(mul, printed, along)) for along in zip(*vectors, strict=True)]
            if list(map(as_printed, seen)) == list(map(as_printed, result)):
                return digits
        return next(iter(whole), 3)

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
        return [[labelled(line, self.style) for line in lines] for lines in sums]

    def _sum_place(self, size: tuple[float, float]) -> tuple[float, float]:
        """Return the middle of the place of a sum: beside X above the table, or else where the plane is free."""
        room, right = self.view.words(self.stage), self.stage.safe.right - OFF_EDGE
        half, lists = ICON / 2, [part for part in (self.matrix, self.moved, *self.row_names) if part is not None]
        edge = min([right, *(box_of(part)[0] - _BETWEEN for part in lists)])
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

    def _tags(self, row: int) -> list[VGroup]:
        """Return a row's two weights, each beside the band that it is."""
        numbers, tags = self.numbers, list[VGroup]()
        start, end = (self.plane.place(rows[row]) for rows in (numbers.vectors, numbers.updated))
        pulls = self._pulls(row)
        lines = [(flat(pull.puller), flat(place)) for pull in pulls.values() for place in (start, end)]
        lines += self.plane.axis_segments()
        half, room = ICON / 2, self.view.words(self.stage)
        right = room.right if self.stage.is_portrait else self.table.left - self.table.room
        marks = [(x - r, y - r, x + r, y + r) for (x, y), r in ((flat(start), _RADIUS), (flat(end), half))]
        word = numbers.words[row]
        boxes = [box_of(part) for token in self.words.values() for part in token if part is not self.words[word].label]
        boxes += [box_of(line) for lines in self.sums for line in lines]
        texts = self.plane.text_boxes()
        x, y = self.view.origin
        boxes += [*marks, *texts, (x, min(box[1] for box in texts), right, y), self.table_box()]
        there = self.token(word, numbers.updated[row], offset=self.words[word].offset)
        boxes += [box_of(there.label)]
        for column in numbers.terms(row):
            tag = self._weight(row, column)
            size = (float(tag.width), float(tag.height))
            near = start if column == row else (self.plane.place(numbers.vectors[column]) + end) / 2
            bounds = (room.left, room.bottom, right, room.top)
            tag.move_to(point(*free_place(size, bounds, flat(near), boxes=boxes, lines=lines)))
            boxes.append(box_of(tag))
            tags.append(labelled(tag, self.style))
        return tags

    def _weight(self, row: int, column: int) -> Weight:
        """Return a weight as it is written in the sum."""
        weight, color = self.numbers.weights[row, column], self.color_at(column)
        return Weight(weight, decimals=self._digits(row), size=self.size, color=color, style=self.style)

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
            pull = pull_of(place, at, weight, self.color_at(index), pinned=pinned, slim=_SLIM, style=self.style)
            if isinstance(pull, Thread):
                pull.line.set_stroke(width=_THIN)
                pull.set_slack(self._slack(place, [at, self.plane.place(numbers.updated[row])]))
            elif pinned:  # too short for two strands to be seen
                pull.remove(pull.strips, pull.pin)
            pulls[index] = pull
        return pulls

    def _slack(self, puller: Point, ends: Sequence[Point]) -> float:
        """Return how far a thread sags that keeps off the plane's numbers and names, wherever its word is."""
        texts = self.plane.text_boxes()

        def crossed(slack: float) -> int:
            ways = [Thread(puller, end, style=self.style).set_slack(slack).line for end in ends]
            spots = [flat(way.point_from_proportion(share)) for way in ways for share in np.linspace(0.02, 0.98, 33)]
            return sum(
                left - _CLEAR < x < right + _CLEAR and low - _CLEAR < y < high + _CLEAR
                for x, y in spots
                for left, low, right, high in texts
            )

        return min(_SLACKS, key=crossed)

    # --- The story ------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Show a row's pulls, add them up, then another's; write the formula; fill X′, and move all words at once."""
        numbers, times, said = self.numbers, self.style.times, self.said()
        with self.beat("weights", **said):
            discs = [disc for row in self.table.discs for disc in row]
            for row in self.table.discs:
                for disc, color in zip(row, self.colors_of(numbers.words), strict=True):
                    disc.tint(color)
            self.add(self.phrase)
            vectors = [self.matrix, self.row_names] if self.matrix is not None and self._is_beside else []
            self.play(FadeIn(self.table, *discs, *self.words.values(), *vectors), run_time=times.move)
            self._turn_to(0)
            self._send_out(numbers.position, _SEND)
            self.rest()
        with self.beat("first-row", **said):
            self._add_up(0, _TERM)
            self.rest()
        with self.beat("second-row", **said):
            self._back(0)
            self._turn_to(1)
            self._send_out(numbers.second, _SEND_AGAIN)
            self._add_up(1, _TERM_AGAIN)
            self.rest()
        with self.beat("name", **said):
            self._back(1)
            self._name()
            self.rest()
        with self.beat("all-rows", **said):
            self._fill()
            self._move_all()
            self.hold()

    def _turn_to(self, index: int) -> None:
        """Frame a row that is told."""
        row = self.numbers.told[index]
        self.frame, self.pulls = self.table.frame(row), self._pulls(row)
        self.rings = [self._ring(row, column) for column in self.numbers.terms(row)]
        self.play(FadeIn(self.frame), run_time=self.style.times.quick)

    def _send_out(self, row: int, seconds: float) -> None:
        """Let each disc of a row send out the pull that it stands for, from its word to the row's."""
        each = [
            AnimationGroup(_flash(self.table.ring(row, column)), *([] if column == row else [Widen(pull)]))
            for column, pull in self.pulls.items()
        ]
        self.play(LaggedStart(*each, lag_ratio=0.4), run_time=seconds)

    def _ring(self, row: int, column: int) -> VGroup:
        """Return a ring around a weight, and a frame around the row of X that it is multiplied with."""
        ring = VGroup(self.table.ring(row, column))
        if self.matrix is not None and self._is_beside:
            vector = self.matrix.row(column)
            size = (float(self.matrix.inner.width) + 0.14, float(vector.height) + 0.14)
            ring.add(self._framed(size, point(float(self.matrix.inner.get_x()), float(vector.get_y()))))
        return ring

    def _framed(self, size: tuple[float, float], at: Point) -> RoundedRectangle:
        """Return a frame of a width and a height, its middle at a manim point."""
        frame = RoundedRectangle(corner_radius=0.08, width=size[0], height=size[1])
        return laid(frame.set_stroke(self.style.theme.ink, 2.4).move_to(at), Layer.FRAME)

    def _add_up(self, index: int, seconds: float) -> None:
        """Write a row's sum term by term; where the bands balance its word comes to rest, and X′ has its first rows."""
        times, row, lines = self.style.times, self.numbers.told[index], self.sums[index]
        for ring, line in zip(self.rings, lines, strict=False):
            self.play(FadeIn(ring, line), run_time=seconds)
        if lines[2:-1]:
            self.play(*map(FadeIn, lines[2:-1]), run_time=times.quick)
        self._move(row)
        brackets = [self.moved.brackets] if self.moved is not None and index == 0 else []
        self.play(FadeIn(lines[-1], *self.tags[index], *brackets, *self._new_row(row)), run_time=times.quick)

    def _new_row(self, row: int) -> list[VGroup]:
        """Return a row of X′, if that is shown."""
        return [] if self.moved is None else [self.moved.row(row)]

    def _move(self, row: int) -> None:
        """Let the bands of a row move its word to where they balance; a ring stays at its old place."""
        word = self.numbers.words[row]
        self.add(self.ghosts[word])
        moved = slide(self.words[word], self.plane.place(self.new[word]), [*self.pulls.values()], rate_func=settle)
        self.play(moved, run_time=_PULL)

    def _back(self, index: int) -> None:
        """Take a row's word back to its old place: sum and bands leave, and a cross waits where the word was."""
        word, times = self.numbers.words[self.numbers.told[index]], self.style.times
        leaving = [*self.pulls.values(), *self.tags[index], *self.sums[index], *self.rings, self.frame]
        self.play(FadeOut(*leaving), run_time=times.quick)
        self.add(self.crosses[word])
        self.play(slide(self.words[word], self.plane.place(self.old[word])), run_time=times.move)
        self.remove(self.ghosts[word])

    def _name(self) -> None:
        """Write the formula piece by piece, each with a frame around what it names; X has its name beside it, too."""
        table, vectors, moved = self.formula
        below = [] if self.matrix is None or self._is_beside else [self.matrix]  # comes where the sum stood
        for piece, named in ((table, self.table.lines), (vectors, self.matrix), (moved, self.moved)):
            around = [] if named is None else [_flash(self._around(named))]
            arriving = [piece, *below, *self.title] if piece is vectors else [piece]
            self.play(FadeIn(*arriving), *around, run_time=_NAME)

    def _around(self, named: VMobject) -> RoundedRectangle:
        """Return a frame around the table or a list."""
        return self._framed((float(named.width) + 0.1, float(named.height) + 0.1), named.get_center())

    def _fill(self) -> None:
        """Write the rows of X′ that are missing, each with a cross where its word will be."""
        numbers = self.numbers
        rows = [row for row, word in enumerate(numbers.words) if row not in numbers.told and word in self.words]
        crosses = {row: self.crosses[numbers.words[row]] for row in rows}
        each = [
            AnimationGroup(_flash(self.table.frame(row)), FadeIn(crosses[row], *self._new_row(row))) for row in rows
        ]
        if each:
            self.play(LaggedStart(*each, lag_ratio=0.5), run_time=_ROW * (len(each) + 1))

    def _move_all(self) -> None:
        """Move all words at once to their new places, their names with them; rings stay, and the ways between."""
        trails = {word: self._trail(token) for word, token in self.words.items()}
        self.add(*trails.values(), *self.ghosts.values())
        self.play(*(self._way(word, trail) for word, trail in trails.items()), run_time=_ALL)
        self.remove(*self.crosses.values())

    def _way(self, word: str, trail: VMobject) -> Live:
        """Return how a word slides to its new place and leaves a trail."""
        token, start, end = self.words[word], self.plane.place(self.old[word]), self.plane.place(self.new[word])

        def lengthen(share: float) -> None:
            trail.set_points_as_corners([start, token.at])

        return slide(token, end, offset=self.offsets.get(word), also=lengthen, moved=[trail], rate_func=settle)


def _flash(mark: VMobject) -> FadeIn:
    """Return how a ring or a frame lights up and leaves: what it is around keeps its size."""
    return FadeIn(mark, rate_func=there_and_back, remover=True)
