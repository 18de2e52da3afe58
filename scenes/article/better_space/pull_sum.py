"""A pull with a pencil: the weight of what pulls and of the word itself, times their places, make the new place."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from manim import VGroup
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.number import Coordinates, Weight
from scenes.parts.text.typeset import Label, Math, Row
from scenes.shared.phrase import Pull
from scenes.style import DEFAULT, Style

_GAP, _BETWEEN, _RULE = 0.26, 0.14, 2.4
"""Scene units from a mark to its product, and between the pieces of one; stroke units of the rule below the sum."""


def weight_digits(
    weights: Sequence[float], rows: Tensor, total: Tensor, *, after: int = 2, places: int = 2
) -> int | None:
    """Return digits of printed weights with which printed places, so weighted, add up to the printed place; else None.

    No weight is printed as next to nothing: a term is one that a pencil can multiply.

    Args:
        weights: two or more.
        rows: a place for each, shape (N, 2).
        total: the place where they lead, shape (2,).
        after: digits after the point of the place where they lead.
        places: the same of the places.
    """
    end = [as_printed(each, after) for each in total.tolist()]
    for digits in (2, 3):
        seen = [as_printed(weight, digits) for weight in weights]
        sums = [sum(w * as_printed(x, places) for w, x in zip(seen, column, strict=True)) for column in rows.T.tolist()]
        if all(seen) and [as_printed(each, after) for each in sums] == end:
            return digits
    return None


def as_printed_rows(rows: Tensor, digits: int) -> Tensor:
    """Return numbers as a reader calculates with them, in double precision.

    Args:
        rows: shape (N, d).
        digits: after the point.
    """
    return torch.tensor([[as_printed(each, digits) for each in row] for row in rows.tolist()], dtype=torch.float64)


def other_words(one: Pull) -> set[str]:
    """Return all words of a phrase but the strongest and the pulled one."""
    return set(one.words) - {one.words[one.strongest], one.word}


def others_of(one: Pull) -> tuple[Tensor, Tensor]:
    """Return the weights together of all words but the strongest and the pulled one, and where they pull together."""
    named = other_words(one)
    rows = [index for index, word in enumerate(one.words) if word in named]
    rest = one.weights[rows].sum()
    return rest, one.weights[rows] @ one.vectors[rows] / rest.clamp(min=1e-12)


class PullSum(VGroup):
    """Two products below each other, or three, each behind the mark of its word or the others' name, and a rule.

    Args:
        weights: shape (N,), of all other words together last, if there are three.
        rows: the places, shape (N, 2).
        marks: of the two words.
        colors: ``#rrggbb`` of the weights.
        others: the name of all other words together.
        digits: after the point of the weights.
        places: after the point of the places.
        size: manim font units.
        style: theme.

    Attributes:
        products: the products.
        lines: each product with its mark.
        rule: the line below them.
        size: manim font units.
        pitch: scene units from a product to the next.
    """

    def __init__(
        self,
        weights: Tensor,
        rows: Tensor,
        marks: Sequence[Token],
        colors: Sequence[str],
        *,
        others: str,
        digits: int,
        places: int,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        self.size, self.pitch = size, 0.0
        self._others = Label(others, size=min(size, style.sizes.tick), style=style)
        self.products = [
            Row(
                [
                    *([Math("plus", size=size, style=style)] if index else []),
                    Weight(weight, decimals=digits, size=size, color=color, style=style),
                    Math("times", size=size, style=style),
                    Coordinates(row, size=size, color=style.theme.ink, decimals=places, style=style),
                ],
                _BETWEEN,
            )
            for index, (weight, row, color) in enumerate(zip(weights, rows, colors, strict=True))
        ]
        self.rule = thin_line(point(0.0), point(1.0), style.theme.axis, _RULE)
        every: list[Token | Label] = [*marks, self._others]
        self._marks = every[: len(self.products)]
        self.lines = [VGroup(mark, row) for mark, row in zip(self._marks, self.products, strict=True)]
        super().__init__(*self.lines, self.rule)
        laid(self, Layer.LEDGER)

    @property
    def needs(self) -> float:
        """The width of marks and products beside each other, scene units."""
        marks = [max(self._widest, float(mark.width) if isinstance(mark, Label) else 0.0) for mark in self._marks]
        return _GAP + max(mark + float(row.width) for mark, row in zip(marks, self.products, strict=True))

    @property
    def _widest(self) -> float:
        """The width of the widest mark of a word, scene units."""
        return max(float(mark.mark.width) for mark in self._marks if isinstance(mark, Token))

    @property
    def beyond(self) -> float:
        """Scene units by which the others' name goes on beyond the marks, at the right."""
        return max(float(self._others.width) - self._widest, 0.0) / 2

    def lay(self, left: float, right: float, top: float, pitch: float) -> None:
        """Take a place: marks around a left line, products up to a right one, the first in the middle of a height."""
        self.pitch = pitch
        for index, (mark, row) in enumerate(zip(self._marks, self.products, strict=True)):
            y = top - index * pitch
            if isinstance(mark, Token):
                mark.put(point(left, y))
            else:
                mark.move_to(point(left + self.beyond, y))
            row.move_to(point(right - float(row.width) / 2, y))
        low = top - (len(self.products) - 0.5) * pitch
        start = min(float(row.get_left()[0]) for row in self.products)
        self.rule.set_points_as_corners([point(start, low), point(right, low)])
