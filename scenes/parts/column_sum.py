"""Vectors below the columns of a table, and what they add up to."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.number import bracket_pair
from scenes.parts.number_grid import Lattice, NumberGrid
from scenes.parts.text import Math
from scenes.style import DEFAULT, Style

_LEAST_OPACITY = 0.5
"""Opacity of a vector of weight 0, so that its numbers can still be read."""


class ColumnSum(VGroup):
    """Weighted vectors, one below each column of a table, with plus signs between them and their sum at the end.

    Args:
        rows: the weighted vectors, shape (T, d).
        weights: shape (T,); how bright each vector is.
        total: what they add up to, shape (d,).
        lattice: the table.
        ys: the middle of each of a vector's numbers, from the top, scene units.
        total_x: the middle of the sum, scene units.
        size: manim font units.
        colors: one ``#rrggbb`` a vector.

    Attributes:
        terms: each vector's numbers as a group.
        signs: the plus signs and the equals sign.
        total: the sum's numbers, from the top.
        brackets: around the sum.
    """

    def __init__(
        self, rows: Tensor, weights: Tensor, total: Tensor, lattice: Lattice, ys: Sequence[float], total_x: float, *,
        size: float, colors: Sequence[str], style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        grid = NumberGrid(rows.T, lattice.xs, ys, size=size, column_colors=colors, style=style)
        self.terms = [grid.column(index) for index in range(len(rows))]
        for term, weight in zip(self.terms, weights, strict=True):
            term.set_opacity(_LEAST_OPACITY + (1 - _LEAST_OPACITY) * float(weight))
        result = NumberGrid(total[:, None], [total_x], ys, size=size, style=style)
        self.total = [row[0] for row in result.numbers]
        self.brackets = bracket_pair(result, gap=0.17, over=0.1, style=style)
        middle = sum(ys) / len(ys)
        edges = [lattice.left + lattice.width * index for index in range(1, lattice.columns)]
        self.signs = VGroup(*(Math("+", size=size, color=style.theme.dim, style=style) for _ in edges))
        for sign, x in zip(self.signs, edges, strict=True):
            sign.move_to(point(x - 0.02, middle))
        equals = Math("=", size=style.sizes.label if lattice.head else style.sizes.phrase, style=style)
        equals.move_to(point((lattice.right + float(self.brackets.get_left()[0])) / 2, middle))
        self.signs.add(equals)
        super().__init__(*self.terms, self.signs, *self.total, self.brackets)
