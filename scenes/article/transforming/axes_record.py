"""The record of a carried vector: the matrix, the numbers of steps, and the place where they lead."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject
from torch import Tensor

from scenes.number_format import decimals_that_multiply
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.table.matrix import NamedMatrix
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import PlaneView
from scenes.style import Style

_PITCH, _GAP = 0.019, 0.2
"""Scene units from a line to the next, for each font unit, and between its pieces."""

_APART = 0.62
"""Scene units from the matrix to the sum below it."""

_PIECES = (0.05, 0.05, 0.16, 0.05)
"""Scene units between the pieces of a pair: its left bracket, a number, a comma, a number, its right bracket."""


def decimals_of(count: Tensor) -> int:
    """Return the digits after the point of a number of steps: none for a whole number."""
    return 0 if float(count) == int(count) else 2


class Pair(VGroup):
    """Two numbers in parentheses, each at the right of a slot of its own, so that other numbers fit into its place.

    Args:
        row: shape (2,).
        slots: the slots' widths, scene units.
        size: manim font units.
        color: ``#rrggbb``.
        decimals: digits after the point.
        style: theme.

    Attributes:
        numbers: the two numbers.
        signs: parentheses and comma.
    """

    def __init__(
        self, row: Tensor, slots: Sequence[float], *, size: float, color: str, decimals: int, style: Style
    ) -> None:
        comma = style.language.text("common.labels.between-numbers", {})
        left, right = (Math(each, size=size, style=style) for each in ("paren.l", "paren.r"))
        signs: list[VMobject] = [left, Label(comma, size=size, style=style), right]
        self.numbers = [Number(each, decimals=decimals, size=size, color=color, style=style) for each in row]
        left.set_x(left.width / 2)
        x = float(left.width)
        # A bracket, a slot, a comma, a slot, a bracket: each at its own distance from the one before.
        for number, slot, sign, gaps in zip(self.numbers, slots, signs[1:], (_PIECES[:2], _PIECES[2:]), strict=True):
            x += gaps[0] + slot
            number.set_x(x - number.width / 2).on_baseline(left.baseline)
            x += gaps[1] + float(sign.width)
            sign.set_x(x - sign.width / 2)
            if isinstance(sign, Label | Math):
                sign.on_baseline(left.baseline)
        self.signs = VGroup(*signs)
        super().__init__(left, self.numbers[0], signs[1], self.numbers[1], right)

    @property
    def baseline(self) -> float:
        """The baseline of its numbers, scene units."""
        return self.numbers[0].baseline


class AxesRecord:
    """Lines with the steps of both kinds, their numbers, and the place where they lead.

    Args:
        vector: its numbers of steps along both axes.
        steps: one step along each axis, a row each, before the matrix and after it.
        ends: where the vector leads, before the matrix and after it.
        inks: ``#rrggbb`` of the two axes.
        view: whose record is filled.
        style: theme and sizes.

    Attributes:
        matrix: the matrix with its name.
        counts: the numbers of steps, each with its sign of multiplication.
        before: the steps before the matrix.
        after: the same after it, number upon number.
        totals: where they lead, before and after.
        rule: the line above the total.
        digits: digits after the point.
    """

    def __init__(
        self,
        vector: Tensor,
        steps: tuple[Tensor, Tensor],
        ends: tuple[Tensor, Tensor],
        *,
        inks: Sequence[str],
        view: PlaneView,
        style: Style,
    ) -> None:
        self._vector, self._steps, self._ends = vector, steps, ends
        self._inks, self._view, self._style = inks, view, style
        pairs = list(zip(vector.repeat_interleave(2).tolist(), steps[1].flatten().tolist(), strict=True))
        self.digits = decimals_that_multiply(pairs) or 2
        self._size = style.sizes.number if view.lying else style.sizes.head
        self._write()
        while (wide := self._width()) > view.record.width:
            self._size *= min(view.record.width / wide, 0.98)
            self._write()
        self._arrange()

    def _write(self) -> None:
        size, style, inks = self._size, self._style, self._inks
        self.matrix = NamedMatrix(
            "M", self._steps[1], size=size, row_colors=inks, decimals=self.digits, style=style
        )  # fmt: skip
        self.counts = []
        for index, (count, ink) in enumerate(zip(self._vector, inks, strict=True)):
            factor = Factor(count, decimals=decimals_of(count), size=size, color=ink, style=style)
            plus = [Math("+", size=size, style=style)] if index else []
            self.counts.append(Row([*plus, factor, Math("times", size=size, style=style)], _GAP))
        slots = self._slots(*(row for rows in self._steps for row in rows))
        self.before, self.after = (
            [self._pair(row, ink, slots) for row, ink in zip(rows, inks, strict=True)] for rows in self._steps
        )
        self.totals = [
            Row([Math(f"{name} =", size=size, style=style), self._pair(row, style.theme.ink, self._slots(row))], _GAP)
            for name, row in zip(("arrow(x)", "arrow(x) M"), self._ends, strict=True)
        ]

    def _slots(self, *rows: Tensor) -> list[float]:
        """Return the widths of the widest first number of some pairs, and of the widest second one, scene units."""
        return [max(float(self._number(row[column]).width) for row in rows) for column in (0, 1)]

    def _number(self, value: Tensor) -> Number:
        return Number(value, decimals=self.digits, size=self._size, style=self._style)

    def _pair(self, row: Tensor, color: str, slots: Sequence[float]) -> Pair:
        return Pair(row, slots, size=self._size, color=color, decimals=self.digits, style=self._style)

    def _widths(self) -> tuple[float, float, float]:
        """Return the widths of the widest count, of a pair, and of the wider total, scene units."""
        counts, totals = (max(float(row.width) for row in rows) for rows in (self.counts, self.totals))
        return counts, max(float(pair.width) for pair in (*self.before, *self.after)), totals

    def _width(self) -> float:
        """Return the width that the record needs, scene units."""
        count, pair, total = self._widths()
        lines, side = count + _GAP + pair, max(float(self.matrix.width), total)
        return side + 3 * _GAP + lines if self._view.lying else max(side, lines)

    def _arrange(self) -> None:
        """Place the lines: below each other, or beside matrix and total where the record lies down."""
        record, lying = self._view.record, self._view.lying
        count, pair, total = self._widths()
        middle, pitch = float(record.centre[1]), _PITCH * self._size
        if lying:
            # The matrix and the total have one place, one after the other.
            slot = max(float(self.matrix.width), total)
            left = float(record.centre[0]) - self._width() / 2
            self.matrix.move_to(point(left + slot / 2, middle))
            right, end, last = left + self._width(), left + slot / 2 + total / 2, middle
            pitch = min(pitch, 0.55 * record.height)
            lines = [middle + pitch / 2, middle - pitch / 2]
        else:
            right = end = float(record.centre[0]) + self._width() / 2
            tall = float(self.matrix.height) + _APART + 3.3 * pitch
            top = middle + tall / 2 + 0.1
            self.matrix.move_to(point(right - float(self.matrix.width) / 2, top - float(self.matrix.height) / 2))
            first = top - float(self.matrix.height) - _APART - pitch / 2
            lines = [first, first - pitch]
            last = lines[1] - 1.3 * pitch
        for count_row, *pairs, y in zip(self.counts, self.before, self.after, lines, strict=True):
            for each in pairs:
                each.move_to(point(right - float(each.width) / 2, y))
            count_row.move_to(point(right - float(pairs[0].width) - _GAP - float(count_row.width) / 2, y))
        for total_row in self.totals:
            total_row.move_to(point(end - float(total_row.width) / 2, last))
        rule, wide = (lines[1] + last) / 2 + 0.02, max(count + _GAP + pair, total)
        self.rule = VGroup() if lying else thin_line(
            point(right - wide, rule), point(right, rule), self._style.theme.axis, 2.4
        )  # fmt: skip
        for text in (self.matrix, *self.counts, *self.before, *self.after, *self.totals, self.rule):
            laid(text, Layer.LEDGER)
