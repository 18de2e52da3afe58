"""The record of a word that a matrix moves: its card, the matrix, and the sum of the rows that the card asks for."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from manim import VGroup, VMobject
from torch import Tensor

from scenes.article.transforming.note import GAP, HEADING_ICON, PITCH, Note, Pair, step_sign
from scenes.number_format import as_printed, decimals_that_add, decimals_that_multiply
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Math, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import Style

_SUM_PITCH = 0.0185
"""Scene units from a line of the sum to the next, for each font unit."""

_APART = 0.5
"""Scene units from the card to the sum below it."""

_CLOSE = 0.15
"""Scene units between the pieces of a line of the sum."""


class PointsRecord:
    """A word's card, the matrix beside it line by line, and the sum: count times row, and what both add up to.

    Args:
        word: the word.
        counts: the numbers on its card, shape (2,).
        matrix: shape (2, 2).
        products: each number times its row, shape (2, 2).
        end: what the products add up to, shape (2,).
        other: another word, the numbers on its card, and its ``#rrggbb``.
        inks: ``#rrggbb`` of both steps.
        color: ``#rrggbb`` of the word.
        region: where it stands.
        flat: whether products stand beside the matrix's rows, as there is little height: factors are not repeated.
        style: theme.

    Attributes:
        digits: after the point, of factors and of products.
        card: the numbers of steps that lead to the word.
        other_card: those that lead to the other word, in its stead.
        matrix: the matrix.
        frame: its name and brackets.
        factors: for each line of the sum what stands before the product.
        products: each number times its row.
        total: what they add up to.
        before_total: what stands before it.
        rule: the line above it.
    """

    def __init__(
        self, word: str, counts: Tensor, matrix: Tensor, products: Tensor, end: Tensor, *,
        other: tuple[str, Tensor, str], inks: Sequence[str], color: str, region: Region, flat: bool, style: Style,
    ) -> None:  # fmt: skip
        self._word, self._counts, self._rows, self._products, self._end = word, counts, matrix, products, end
        self._other = other
        self._inks, self._color, self._region, self._flat, self._style = inks, color, region, flat, style
        self.digits = self._true_digits()
        self._size = style.sizes.head
        self._write()
        while (over := max(self._width() / region.width, self._height() / region.height)) > 1:
            self._size *= min(1 / over, 0.98)
            self._write()
        self._arrange()

    def _true_digits(self) -> tuple[int, int]:
        """Return digits after the point with which products and sums are right as they are printed; else two."""
        values = [*self._counts.tolist(), *self._rows.flatten().tolist()]
        pairs = list(zip(self._counts.repeat_interleave(2).tolist(), self._rows.flatten().tolist(), strict=True))
        sums = list(zip(self._products.T.tolist(), self._end.tolist(), strict=True))
        least = next((digits for digits in (1, 2, 3) if all(_exact(value, digits) for value in values)), 2)
        for digits in (2, 3, 4):
            if not all(decimals_that_add(*each, choices=(digits,)) for each in sums):
                continue
            choices = tuple(range(least, 5))
            if (factors := decimals_that_multiply(pairs, decimals=digits, choices=choices)) is not None:
                return factors, digits
        return 2, 2

    def _write(self) -> None:
        size, style, inks = self._size, self._style, self._inks
        (few, many), signs = self.digits, ("times", "=")
        self.card, self.other_card = (
            Note(counts, inks, decimals=[few, few], size=size, heading=self._heading(word, color), style=style)
            for word, counts, color in ((self._word, self._counts, self._color), self._other)
        )
        self.matrix = Matrix(self._rows, size=size, color=inks, decimals=few, pitch=PITCH * size, style=style)
        self.symbol, self.equals = (Math(each, size=size, style=style) for each in ("M", "="))
        both = torch.cat([self._products, self._end[None]])
        self.products = [self._pair(row, both, ink, many) for row, ink in zip(self._products, inks, strict=True)]
        self.total = self._pair(self._end, both, self._color, many)
        self.plus = Math("+", size=size, style=style)
        self.counts = [
            Factor(count, decimals=few, size=size, color=ink, style=style)
            for count, ink in zip(self._counts, inks, strict=True)
        ]
        self.signs = [[Math(each, size=size, style=style) for each in signs] for _ in inks]
        self.steps = [step_sign(size, ink, style) for ink in inks]
        name, arrow = Label(self._word, size=size, color=self._color, style=style), Math("=", size=size, style=style)
        self.before_total = Row([name, arrow], GAP)

    def _heading(self, word: str, color: str) -> VMobject | None:
        """Return a word's icon above the lines of its card, or its name."""
        if self._flat:
            return None
        if has_icon(word, self._style):
            return ShadedIcon(word, color, height=HEADING_ICON * self._size, style=self._style)
        return Label(word, size=self._size, color=color, style=self._style)

    def _pair(self, row: Tensor, rows: Tensor, color: str, digits: int) -> Pair:
        """Return a row as a pair that stands below or above others."""
        size, style = self._size, self._style
        slots = [
            max(float(Number(each, decimals=digits, size=size, style=style).width) for each in column)
            for column in rows.T
        ]
        return Pair(row, slots[1], first_slot=slots[0], size=size, color=color, decimals=digits, style=style)

    def _card_width(self) -> float:
        """Return the width of the wider card, scene units."""
        return max(float(card.width) for card in (self.card, self.other_card))

    def _top_width(self) -> float:
        """Return the width of the card with the matrix beside it, scene units."""
        named = float(self.symbol.width) + float(self.equals.width) + 2 * GAP if self._flat else 0.0
        return self._card_width() + 1.5 * GAP + named + float(self.matrix.width)

    def _sum_width(self) -> float:
        """Return the width of the sum's lines, scene units."""
        widest = max(float(pair.width) for pair in (*self.products, self.total))
        if self._flat:
            return widest + GAP + float(self.equals.width)
        left = max(float(count.width) for count in self.counts) + float(self.steps[0].width) + float(self.plus.width)
        return left + widest + sum(float(sign.width) for sign in self.signs[0]) + 5 * _CLOSE

    def _width(self) -> float:
        """Return the width that the record needs, scene units."""
        top, low = self._top_width(), self._sum_width()
        return top + 1.5 * GAP + low if self._flat else max(top, low)

    def _height(self) -> float:
        """Return the height that the record needs, scene units."""
        line = _SUM_PITCH * self._size
        return float(self.card.height) + (1.3 * line if self._flat else _APART + 3.3 * line)

    def _arrange(self) -> None:
        """Place the card and the matrix beside it, and the sum's lines beside both or below them."""
        region, line = self._region, _SUM_PITCH * self._size
        middle, top = region.centre, float(region.centre[1]) + self._height() / 2
        left, right = float(middle[0]) - self._width() / 2, float(middle[0]) + self._width() / 2
        edge = left + self._card_width()
        for card in (self.card, self.other_card):
            card.move_to(point(edge - float(card.width) / 2, top - float(card.height) / 2))
        level = [self.card.middle_of(index) for index in (0, 1)]
        self._place_matrix(edge + 1.5 * GAP, sum(level) / 2)
        low = float(self.card.get_bottom()[1])
        if not self._flat:
            level = [low - _APART - (index + 0.5) * line for index in (0, 1)]
        for pair, y in zip(self.products, level, strict=True):
            pair.move_to(point(right - float(pair.width) / 2, y))
        widest = max(float(pair.width) for pair in (*self.products, self.total))
        self.factors = [self._line(index, right - widest) for index in (0, 1)]
        last = level[1] - (0.75 if self._flat else 0.6) * line
        start = right - widest if self._flat else right - self._sum_width()
        self.rule = thin_line(point(start, last), point(right, last), self._style.theme.axis, 2.4)
        self.total.move_to(point(right - float(self.total.width) / 2, last - 0.65 * line))
        end = right - widest - _CLOSE - float(self.before_total.width) / 2
        self.before_total.move_to(point(end)).on_baseline(self.total.baseline)
        if self._flat:
            self.plus.move_to(point(start - GAP - float(self.plus.width) / 2, last))
        self.frame = VGroup(self.symbol, self.matrix.brackets, *([self.equals] if self._flat else []))
        for text in (
            self.card, self.other_card, self.frame, self.matrix, *self.factors, *self.products, self.rule,
            self.before_total, self.total,
        ):  # fmt: skip
            laid(text, Layer.LEDGER)

    def _place_matrix(self, x: float, y: float) -> None:
        """Put the matrix's left edge and its middle at a place, and its name above it, or before it."""
        if self._flat:
            for piece in (self.symbol, self.equals):
                piece.move_to(point(x + float(piece.width) / 2, y))
                x += float(piece.width) + GAP
            self.symbol.on_baseline(self.equals.baseline)
        self.matrix.move_to(point(x + float(self.matrix.width) / 2, y))
        if not self._flat:
            self.symbol.move_to(point(float(self.matrix.get_x()), float(self.card.heading.get_y())))

    def _line(self, index: int, x: float) -> VGroup:
        """Return what stands before a product, up to a place: the number of steps times the step."""
        (times, equals), baseline = self.signs[index], self.products[index].baseline
        pieces: list[tuple[VMobject, float]] = [(equals, float(equals.width))]
        if not self._flat:
            pieces += [(piece, float(piece.width)) for piece in (self.steps[index], times)]
            pieces.append((self.counts[index], max(float(count.width) for count in self.counts)))
            if index:
                pieces.append((self.plus, float(self.plus.width)))
        for piece, width in pieces:
            x -= _CLOSE
            piece.move_to(point(x - float(piece.width) / 2, float(equals.get_y())))
            if piece is not self.steps[index]:
                set_on_baseline(piece, baseline)
            x -= width
        return VGroup(*(piece for piece, _ in pieces), *([self.plus] if index and self._flat else []))


def _exact(value: float, digits: int) -> bool:
    """Return whether a number is written out in full with some digits after the point."""
    return abs(as_printed(value, digits) - value) < 1e-6
