"""A pull as the sum of products that it is, whose factors run while vectors change."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, cycle

from manim import LEFT, RIGHT, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.pair import digits_that_multiply
from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style

_SIGN, _PLUS = 0.15, 0.19
"""Scene units around a sign between factors, and around a plus sign."""

_LEAST = 20.0
"""The least size of its type, in manim font units."""

_SHRINK = 0.94
"""The factor by which type gets smaller until it fits."""


class PullSum(VGroup):
    """The dot product of a key and a query as a sum of products, in one line, or in a line for each product.

    All factors keep their places while they change: these have room for the widest of any stage.

    Args:
        stages: the key and the query of each stage, each of shape (d,).
        forces: their dot product in each stage.
        width: scene units that it may take.
        size: manim font units at the most; a line for each product is taken where one line would be smaller than ticks.
        style: theme and sizes.

    Attributes:
        lines: how many lines it takes; 0 where it has no room.
    """

    def __init__(
        self, stages: Sequence[tuple[Tensor, Tensor]], forces: Sequence[Tensor], width: float, size: float, *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style, self.size = style, size
        self.decimals = max(
            digits_that_multiply(key, query, force, 2) for (key, query), force in zip(stages, forces, strict=True)
        )
        rows = [self._line(stages)]
        while float(rows[0].width) > width and self.size > style.sizes.tick:
            self.size = max(_SHRINK * self.size, style.sizes.tick)
            rows = [self._line(stages)]
        if float(rows[0].width) > width:
            rows = [Row(term, _SIGN) for term in self._terms(stages)]
            while max(float(row.width) for row in rows) > width and self.size > _LEAST:
                self.size *= _SHRINK
                rows = [Row(term, _SIGN) for term in self._terms(stages)]
            rows = [] if max(float(row.width) for row in rows) > width else rows
        self.lines = len(rows)
        self.rows = rows
        super().__init__(*(piece for row in rows for piece in row if not isinstance(piece, Number)))
        self._places = [piece for row in rows for piece in row if isinstance(piece, Number)]
        laid(self, Layer.LEDGER)

    def _terms(self, stages: Sequence[tuple[Tensor, Tensor]]) -> list[list[VMobject]]:
        """Return the pieces of each product, from the plus sign before it; factors are the widest of any stage."""
        terms: list[list[VMobject]] = []
        for place in range(len(stages[0][0])):
            factors = [
                max((self._number(stage[side][place]) for stage in stages), key=lambda number: float(number.width))
                for side in (0, 1)
            ]
            plus = [Math("+", size=self.size, style=self.style)] if terms else []
            terms.append([*plus, factors[0], Math("times", size=self.size, style=self.style), factors[1]])
        return terms

    def _line(self, stages: Sequence[tuple[Tensor, Tensor]]) -> Row:
        """Return all products in one line."""
        pieces, gaps = list[VMobject](), list[float]()
        for term in self._terms(stages):
            gaps += [_PLUS, _PLUS, _SIGN, _SIGN] if pieces else [_SIGN, _SIGN]
            pieces += term
        return Row(pieces, gaps)

    def _number(self, value: Tensor | float, color: str | None = None) -> Number:
        return Number(value, decimals=self.decimals, size=self.size, color=color, style=self.style)

    def put(self, start: Point, baselines: Sequence[float]) -> None:
        """Let its lines begin at a point's height across, each on a baseline."""
        for row, baseline in zip(self.rows, baselines, strict=False):
            row.align_to(start, LEFT).on_baseline(baseline)

    def middles(self) -> list[float]:
        """Return the middles of its products and of the signs between them, from the left, where it takes one line."""
        (row,) = self.rows
        terms = [row[start : start + 3] for start in range(0, len(row), 4)]
        middles = [float(piece.get_x()) for piece in chain(*zip(terms, [*row[3::4], row[0]], strict=True))]
        return middles[:-1]

    def written(self, key: Tensor, query: Tensor, colors: tuple[str, str]) -> list[Number]:
        """Return the factors of a key and a query, where they stand, in the colours of both."""
        factors = zip(chain(*zip(key, query, strict=True)), cycle(colors), self._places, strict=False)
        return [
            laid(self._number(value, color).align_to(place, RIGHT).on_baseline(place.baseline), Layer.LEDGER)
            for value, color, place in factors
        ]

    def run(self, running: Sequence[RunningNumber], key: Tensor, query: Tensor) -> None:
        """Write the factors of a key and a query in running numbers."""
        for number, now in zip(running, self.written(key, query, (self.style.theme.ink,) * 2), strict=True):
            number.write(now)
