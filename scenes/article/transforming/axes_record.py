"""The record of carried streets: the matrix, the note with the way home, its sum, and where home is."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from manim import VGroup
from torch import Tensor

from scenes.article.transforming.note import GAP, HEADING_ICON, PAPER, PITCH, Note, Pair, step_sign
from scenes.number_format import decimals_that_add, decimals_that_multiply
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import PlaneView
from scenes.style import Style

_LEAD = 0.14
"""Scene units between the pieces of a number of steps before its row, and from there to the row."""

_APART = 0.5
"""Scene units from the matrix to the note, and from there to the rule above the result at the most."""

_LOW = 2.6
"""Scene units of a record's height below which the matrix stands beside the note, which has no heading."""


def decimals_of(count: Tensor) -> int:
    """Return the digits after the point of a number of steps: none for a whole number."""
    return 0 if float(count) == int(count) else 2


class AxesRecord:
    """The matrix, the note, what its lines make of the steps before and after the matrix, and their sums.

    Args:
        vector: its numbers of steps along both axes.
        matrix: one step along each axis after the matrix, a row each.
        products: the steps along each axis, a row each, before the matrix and after it.
        ends: where these lead, before the matrix and after it.
        inks: ``#rrggbb`` of the two axes.
        view: whose record is filled.
        style: theme and sizes.

    Attributes:
        matrix: the matrix with its name.
        note: the note.
        plus: the sign before the second line's pair.
        leads: the numbers of steps, each with its times sign, before one step's pair.
        steps: the pair of one step along each axis before the matrix.
        rows: the same after it: the rows of the matrix.
        before: what the lines make, before the matrix.
        after: the same after it.
        home: the house before the sums, with its sign of equality.
        name: the vector's symbol, between house and sign.
        product: the symbols of the vector times the matrix, in the same place.
        totals: where the steps lead, before and after.
        asked: a question mark in the place of the second one.
        units: the arrow of each step with its pair before the matrix, where the matrix will stand.
        rule: the line above the sums.
        digits: digits after the point.
    """

    def __init__(
        self,
        vector: Tensor,
        matrix: Tensor,
        products: tuple[Tensor, Tensor],
        ends: tuple[Tensor, Tensor],
        *,
        inks: Sequence[str],
        view: PlaneView,
        style: Style,
    ) -> None:
        self._vector, self._matrix, self._products, self._ends = vector, matrix, products, ends
        self._inks, self._view, self._style = inks, view, style
        self._low = view.record.height < _LOW
        self.digits = self._true_digits()
        self._size = style.sizes.number if self._low else style.sizes.head
        self._write()
        while (over := max(self._width() / view.record.width, self._height() / view.record.height)) > 1:
            self._size *= min(1 / over, 0.98)
            self._write()
        self._arrange()

    def _true_digits(self) -> int:
        """Return digits after the point with which products and sums are right as they are printed; else two."""
        factors = zip(self._vector.repeat_interleave(2).tolist(), self._matrix.flatten().tolist(), strict=True)
        pairs, columns = list(factors), self._products[1].T.tolist()
        for digits in (2, 3, 4):
            adds = all(
                decimals_that_add(*terms, choices=(digits,))
                for terms in zip(columns, self._ends[1].tolist(), strict=True)
            )
            if adds and decimals_that_multiply(pairs, decimals=digits, choices=(digits,)):
                return digits
        return 2

    def _write(self) -> None:
        size, style, inks = self._size, self._style, self._inks
        self.matrix = NamedMatrix(
            "M", self._matrix, size=size, row_colors=inks, decimals=self.digits, style=style
        )  # fmt: skip
        self.note = Note(
            self._vector, inks, decimals=[decimals_of(count) for count in self._vector], size=size,
            heading=None if self._low else self._house(), style=style,
        )  # fmt: skip
        self.plus = Math("+", size=size, style=style)
        first, end = self._products[0], self._ends[0]
        self.before = [self._pair(row, ink, first, end) for row, ink in zip(first, inks, strict=True)]
        both = torch.cat([torch.eye(2), self._matrix, self._products[1]])
        self.steps, self.rows, self.after = (
            [self._pair(row, ink, both, self._ends[1]) for row, ink in zip(rows, inks, strict=True)]
            for rows in (torch.eye(2), self._matrix, self._products[1])
        )
        self.leads = [
            Row([Factor(count, decimals=decimals_of(count), size=size, color=ink, style=style), times], _LEAD)
            for count, ink, times in zip(
                self._vector, inks, (Math("times", size=size, style=style) for _ in inks), strict=True
            )
        ]
        self.name, self.product = (Math(each, size=size, style=style) for each in ("x", "x M"))
        self.totals = [
            self._pair(end, style.theme.ink, rows, end)
            for rows, end in zip((self._products[0], both), self._ends, strict=True)
        ]
        self.asked = Label("?", size=1.3 * size, style=style)
        self.units = [self._unit(row, ink) for row, ink in zip(torch.eye(2), inks, strict=True)]
        self.home = VGroup(self._house(), Math("=", size=size, style=style))

    def _house(self) -> ShadedIcon:
        """Return the house as it stands in the record."""
        return ShadedIcon("house", self._style.theme.subject, height=HEADING_ICON * self._size, style=self._style)

    def _unit(self, row: Tensor, ink: str) -> VGroup:
        """Return the arrow of a step, and the pair of numbers that it is before the matrix."""
        size, style = self._size, self._style
        equals, pair = Math("=", size=size, style=style), self._pair(row, ink, torch.eye(2), row)
        row_of_signs = Row([equals, pair], GAP)
        step = step_sign(size, ink, style)
        step.move_to(point(float(row_of_signs.get_left()[0]) - GAP - float(step.width) / 2, float(equals.get_y())))
        return VGroup(step, row_of_signs)

    def _pair(self, row: Tensor, color: str, rows: Tensor, end: Tensor) -> Pair:
        """Return a row as a pair that stands below or above others."""
        slot = max(float(self._number(value).width) for value in (*rows[:, 1], end[1]))
        return Pair(row, slot, size=self._size, color=color, decimals=self.digits, style=self._style)

    def _number(self, value: Tensor) -> Number:
        return Number(value, decimals=self.digits, size=self._size, style=self._style)

    def _lines_width(self) -> float:
        """Return the width of the note with the pairs beside it, scene units."""
        signs = max(float(self.plus.width) + GAP, *(float(lead.width) + _LEAD for lead in self.leads))
        return float(self.note.width) + GAP + signs + self._pairs_width()

    def _pairs_width(self) -> float:
        """Return the width of the widest pair beside the note or below it, scene units."""
        return max(float(pair.width) for pair in self._pairs())

    def _pairs(self) -> list[Pair]:
        """Return all pairs beside the note, and those below the rule."""
        return [*self.before, *self.steps, *self.rows, *self.after, *self.totals]

    def _width(self) -> float:
        """Return the width that the record needs, scene units."""
        if self._low:
            return float(self.matrix.width) + 2 * GAP + self._lines_width()
        return max(float(self.matrix.width), self._lines_width())

    def _height(self) -> float:
        """Return the height that the record needs, scene units."""
        pitch = PITCH * self._size
        if self._low:
            return 3.2 * pitch + PAPER[1]
        return float(self.matrix.height) + 2 * _APART + float(self.note.height) + pitch

    def _arrange(self) -> None:
        """Place the matrix above the note, or beside it where there is little height, and pairs beside its lines."""
        record, pitch = self._view.record, PITCH * self._size
        middle, wide = record.centre, self._lines_width()
        top = float(middle[1]) + self._height() / 2
        right = float(middle[0]) + self._width() / 2
        left = right - wide
        if self._low:
            self.matrix.move_to(point(left - 2 * GAP - float(self.matrix.width) / 2, float(middle[1]) + pitch / 2))
        else:
            self.matrix.move_to(point(right - float(self.matrix.width) / 2, top - float(self.matrix.height) / 2))
            top -= float(self.matrix.height) + _APART
        self.note.move_to(point(left + float(self.note.width) / 2, top - float(self.note.height) / 2))
        low = top - float(self.note.height)
        rule = low - (0.1 if self._low else 0.2)
        last = rule - 0.62 * pitch
        for pairs in (self.before, self.steps, self.rows, self.after):
            for index, pair in enumerate(pairs):
                pair.move_to(point(right - float(pair.width) / 2, self.note.middle_of(index)))
        for total in self.totals:
            total.move_to(point(right - float(total.width) / 2, last))
        widest = self._pairs_width()
        for index, lead in enumerate(self.leads):
            lead.move_to(point(right - widest - _LEAD - float(lead.width) / 2)).on_baseline(self.rows[index].baseline)
        self.plus.move_to(point(right - widest - GAP - float(self.plus.width) / 2, self.note.middle_of(1)))
        house, equals = self.home
        equals.move_to(point(right - widest - GAP - float(equals.width) / 2, last))
        house.move_to(point(left + float(house.width) / 2, last))
        for symbol in (self.name, self.product):
            edge = float(equals.get_left()[0]) - GAP - float(symbol.width) / 2
            symbol.move_to(point(edge)).on_baseline(self.totals[1].baseline)
        self.rule = thin_line(point(left, rule), point(right, rule), self._style.theme.axis, 2.4)
        self.asked.move_to(self.totals[1]).on_baseline(self.totals[1].baseline)
        for row, numbers in zip(self.units, self.matrix.matrix.numbers, strict=True):
            row.move_to(point(float(self.matrix.get_right()[0]) - float(row.width) / 2, float(numbers[0].get_y())))
        for text in (
            self.matrix, self.note, self.plus, *self.leads, *self._pairs(), self.home, self.name, self.product,
            self.asked, self.rule, *self.units,
        ):  # fmt: skip
            laid(text, Layer.LEDGER)
