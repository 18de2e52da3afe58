"""Two pulls as bars from one line: who pulls whom, how hard, while it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from manim import LEFT, ManimColor, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.pair import pulls_row
from scenes.article.asymmetric.pull_sum import PullSum
from scenes.motion.live import Live
from scenes.number_format import decimals_that_add, decimals_that_multiply
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Math, Row, capitals
from scenes.stage import PlaneView
from scenes.style import DEFAULT, Style

_GAP = 0.22
"""Scene units from a bar to what stands beside it."""

_PITCH, _OVER_BAR, _THICK, _BETWEEN, _APART = 0.5, 0.24, 0.66, 0.4, 0.8
"""Scene units from a line to the next and from the last one to the bar, at the most; the thickness of a bar, and from
the first pull's lines to the second's, at the least and at the most."""

_SIGN = 0.12
"""Scene units around the signs of a product."""

_OVER, _UNDER, _HIGH = 0.17, 0.33, 1.5
"""Scene units by which the name of a bar that lies stands above its middle, and its product's baseline below; and the
height of a record where bars lie from which it has room for products."""

_LEAST = 1e-3
"""Scene units: the least length of a bar."""

_SHRINK = 0.94
"""The factor by which type gets smaller until it fits."""


class PullBars:
    """The two pulls between two words as bars in one scale; their names tell in colours whose key and query they are.

    They lie one below the other, each below its name and the sum that it is, or at the right of its name where the
    record lies down.

    Args:
        words: the two words; the first bar is the first one's pull.
        stages: all forces that are ever shown, each of shape (2,).
        view: the plane's place in the frame, with the record.
        factors: of which the last forces are products, a row for each: the key's, and the query's; shape (2, 2); None
            for bars without products.
        vectors: the keys and the queries of each stage, each of shape (2, d); none for bars without sums.
        style: theme and sizes.

    Attributes:
        names: who pulls whom, for each bar.
        bars: the bars, in the colour of words: a pull is a key's and a query's alike.
        line: the line from which they begin.
        unit: scene units for a force of 1.
        products: for each bar the pieces of the product that its number is.
        sums: for each bar the sum that its number is; none where one of them has no room.
    """

    def __init__(
        self,
        words: Sequence[str],
        stages: Sequence[Tensor],
        view: PlaneView,
        factors: Tensor | None = None,
        vectors: Sequence[tuple[Tensor, Tensor]] = (),
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.words, self.style, self._record, self._lying = tuple(words), style, view.record, view.lying
        self._most = max(float(forces.max()) for forces in stages)
        self.bars = [self._bar() for _ in range(2)]
        self._size = style.sizes.hero
        room = 0.36 * self._record.width
        shown = [float(force) for forces in stages for force in forces]
        while max(float(HeroNumber(each, size=self._size, style=style).width) for each in shown) > room:
            self._size *= _SHRINK
        self.products: list[list[VMobject]] = [[], []]
        self.sums: list[PullSum] = []
        if factors is not None and (not view.lying or self._record.height > _HIGH):
            self._write_products(factors)
        if view.lying:
            self._lie(shown)
        else:
            self._write_sums(stages, vectors)
            self._pile(shown)
        self._place_products()
        laid(VGroup(*self.names, *self.bars, self.line, *chain(*self.products)), Layer.LEDGER)

    def _write_products(self, factors: Tensor) -> None:
        """Write the products with digits that multiply as they are printed."""
        sizes, (key, query) = self.style.sizes, (self.style.theme.key, self.style.theme.query)
        size = sizes.tick if self._lying else sizes.head
        shared = decimals_that_multiply([(one, other) for one, other in factors.tolist()])
        for pieces, (one, other) in zip(self.products, factors.tolist(), strict=True):
            digits = shared or decimals_that_multiply([(one, other)]) or 2
            colored = ((one, key), (other, query))
            left, right = (Number(n, decimals=digits, size=size, color=c, style=self.style) for n, c in colored)
            times, equals = (Math(sign, size=size, style=self.style) for sign in ("times", "="))
            pieces += [left, times, right, equals]

    def _write_sums(self, stages: Sequence[Tensor], vectors: Sequence[tuple[Tensor, Tensor]]) -> None:
        """Write both sums, in type of one size; or none where one of them has no room."""
        size, sums = self.style.sizes.number, list[PullSum]()
        for _ in range(2):  # the second one may have to be smaller: then the first one is as well
            sums = [
                PullSum(
                    [(keys[index], queries[1 - index]) for keys, queries in vectors],
                    [forces[index] for forces in stages], self._record.width, size, style=self.style,
                )
                for index in range(2 if vectors else 0)
            ]  # fmt: skip
            size = min((each.size for each in sums), default=size)
        self.sums = sums if all(each.lines for each in sums) else []

    def _place_products(self) -> None:
        """Place the products below the bars, or below the bars' names where the record lies down."""
        for pieces, baseline in zip(self.products, self._bases, strict=True):
            if pieces:
                row = Row(pieces if self._lying else [pieces[-1], *pieces[:-1]], _SIGN)
                row.scale_to_fit_width(min(float(row.width), self._record.width))
                row.align_to(point(self._record.left), LEFT).on_baseline(baseline)

    def _bar(self) -> Polygon:
        theme = self.style.theme
        bar = Polygon(*[point(0.0)] * 4, color=theme.ink, stroke_width=0 if theme.filled else 2.0)
        return bar.set_fill(theme.fill(theme.ink), 1.0 if theme.filled else 0.0)

    def _pile(self, shown: Sequence[float]) -> None:
        """Place each bar below its name, its sum and its product, one pull below the other."""
        record, style = self._record, self.style
        cap = capitals(self._write_names(record.width))
        sums = max((each.lines for each in self.sums), default=0)
        lines, below = 1 + sums, float(bool(self.products[0]))
        self.thick = _THICK
        room = (record.height - _BETWEEN) / 2 - cap - self.thick
        pitch = min(_PITCH * style.sizes.scale, room / (lines - 1 + below + _OVER_BAR / _PITCH))
        over = pitch * _OVER_BAR / _PITCH
        height = cap + (lines - 1 + below) * pitch + over + self.thick
        gap = min(record.height - 2 * height, _APART)
        self._size = min(self._size, 1.1 * self.thick / capitals(1.0))
        self._zero, self._middles, self._bases = record.left, list[float](), list[float]()
        first = float(record.centre[1]) + height + gap / 2
        for top in (first, first - height - gap):
            index, bases = len(self._bases), [top - cap - line * pitch for line in range(lines)]
            self.names[index].align_to(point(record.left), LEFT).on_baseline(bases[0])
            if self.sums:
                self.sums[index].put(point(record.left), bases[1:])
            self._middles.append(bases[-1] - over - self.thick / 2)
            self._bases.append(bases[-1] - over - self.thick - pitch)
        widest = max(float(HeroNumber(each, size=self._size, style=style).width) for each in shown)
        self.unit = (record.right - self._zero - _GAP - widest) / self._most
        self.line = VGroup(*(self._zero_line(middle, self.thick / 2 + 0.1) for middle in self._middles))

    def _zero_line(self, middle: float, reach: float) -> VMobject:
        """Return the line from which a bar begins, around a height."""
        ends = [point(self._zero, middle + side * reach) for side in (-1, 1)]
        return thin_line(ends[0], ends[1], self.style.theme.axis, 2.8)

    def _write_names(self, within: float) -> float:
        """Write who pulls whom, in type of one size that fits into a width; return that size."""
        size = self.style.sizes.number
        while True:
            self.names = [pulls_row(words, size=size, style=self.style) for words in (self.words, self.words[::-1])]
            if max(float(name.width) for name in self.names) <= within:
                return size
            size *= _SHRINK

    def _lie(self, shown: Sequence[float]) -> None:
        """Place the zero line at the right of the names, and both rows."""
        record, style = self._record, self.style
        cap = capitals(self._write_names(0.45 * record.width))
        over = _OVER if self.products[0] else 0.0
        pitch = min(0.95, record.height / 2)
        self.thick = 0.5 * pitch
        middle = float(record.centre[1])
        self._middles = [middle + pitch / 2, middle - pitch / 2]
        self._zero = record.left + max(float(name.width) for name in self.names) + _GAP
        self._size = min(self._size, pitch * 0.62 / capitals(1.0))
        widest = max(float(HeroNumber(each, size=self._size, style=style).width) for each in shown)
        self.unit = (record.right - self._zero - _GAP - widest) / self._most
        for name, y in zip(self.names, self._middles, strict=True):
            name.align_to(point(record.left), LEFT).on_baseline(y + over - cap / 2)
        self.line = VGroup(self._zero_line(middle, pitch / 2 + self.thick / 2 + 0.1))
        self._bases = [each - _UNDER for each in self._middles]

    def tint(self, side: int, share: float) -> None:
        """Give the words whose keys pull, or whose queries are pulled, a share of their colour; else they are plain.

        Args:
            side: 0 for the keys', 1 for the queries'.
            share: of the colour.
        """
        theme = self.style.theme
        ink, color = ManimColor(theme.ink), ManimColor((theme.key, theme.query)[side])
        for name in self.names:
            name[-side].set_fill(ink.interpolate(color, share))

    def draw(self, forces: Sequence[float]) -> None:
        """Give the bars the lengths of two forces."""
        for bar, middle, force in zip(self.bars, self._middles, forces, strict=True):
            end = self._zero + max(force * self.unit, _LEAST)
            high, low = middle + self.thick / 2, middle - self.thick / 2
            corners = [(self._zero, low), (self._zero, high), (end, high), (end, low), (self._zero, low)]
            bar.set_points_as_corners([point(x, y) for x, y in corners])

    def added(self, terms: Tensor, forces: Tensor) -> list[Row]:
        """Return both pulls as sums of two numbers, each below the factors that it is the product of.

        There are none where the numbers would not add up as they are printed, or have no room.

        Args:
            terms: the products of each pull, shape (2, d).
            forces: their sums, shape (2,).
        """
        rows, size = list[Row](), self.style.sizes.number
        if not self.products[0] or not self.sums or any(each.lines != 1 for each in self.sums):
            return []
        for each, row, force, base in zip(self.sums, terms.tolist(), forces.tolist(), self._bases, strict=True):
            if decimals_that_add(row, force, [2]) is None:
                return []
            numbers = [Number(term, size=size, style=self.style) for term in row]
            equals, *plus = (Math(sign, size=size, style=self.style) for sign in ("=", *["+"] * (len(row) - 1)))
            pieces: list[VMobject] = [numbers[0], *chain(*zip(plus, numbers[1:], strict=True))]
            line = Row([equals, *pieces], _SIGN)
            line.align_to(point(self._record.left), LEFT).on_baseline(base)
            for piece, x in zip(pieces, each.middles(), strict=True):
                piece.set_x(x)
            rows.append(laid(line, Layer.LEDGER))
        return rows

    def number(self, index: int, force: Tensor | float) -> HeroNumber:
        """Return a force as the number at the end of its bar."""
        number = HeroNumber(force, size=self._size, style=self.style)
        end = self._zero + max(float(force) * self.unit, _LEAST) + _GAP
        number.align_to(point(end), LEFT).on_baseline(self._middles[index] - capitals(self._size) / 2)
        return laid(number, Layer.LEDGER)


class RunningForces(Live):
    """The motion of both bars, and of the numbers at their ends, with whatever changes the forces.

    Args:
        bars: the bars; they are on the stage already.
        forces: called with the progress, 0 to 1; returns both forces.
        follow: called with the progress: moves what changes them.
        moved: what that moves.
        options: passed on to manim's ``Animation``.

    Attributes:
        digits: the running numbers, which leave the stage when the motion ends.
    """

    def __init__(
        self,
        bars: PullBars,
        forces: Callable[[float], Sequence[float]],
        follow: Callable[[float], object],
        moved: Sequence[VMobject],
        **options: Any,
    ) -> None:
        self.digits = [RunningNumber(bars.number(index, 0.0)) for index in range(2)]

        def run(share: float) -> None:
            follow(share)
            now = forces(share)
            bars.draw(now)
            for index, (digits, force) in enumerate(zip(self.digits, now, strict=True)):
                digits.write(bars.number(index, force))

        super().__init__([*moved, *bars.bars, *self.digits], run, **options)
