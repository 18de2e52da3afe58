"""Two pulls as bars from one line: who pulls whom, how hard, while it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from manim import LEFT, ManimColor, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.pair import pulls_row
from scenes.motion.live import Live
from scenes.number_format import decimals_that_multiply
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row
from scenes.stage import PlaneView
from scenes.style import DEFAULT, Style

_WIDTH, _GAP = 0.95, 0.22
"""Scene units: the largest width of a bar, and from a bar to what stands beside it."""

_PITCH, _DROP = 0.46, 0.5
"""Scene units from a line of a name to the next, and from the zero line down to the first."""

_LINE, _SIGN, _ROOM, _SPARE = 0.4, 0.12, 0.68, 0.2
"""Scene units from a line of a product to the next, and around its signs; the share of the record that a product in one
line may take; and scene units above the record that it may."""

_OVER, _UNDER, _HIGH = 0.17, 0.33, 1.5
"""Scene units by which the name of a bar that lies stands above its middle, and its product's baseline below; and the
height of a record where bars lie from which it has room for products."""

_LEAST = 1e-3
"""Scene units: the least length of a bar."""

_SHRINK = 0.94
"""The factor by which type gets smaller until it fits."""


class PullBars:
    """The two pulls between two words as bars in one scale, half in the keys' colour, half in the queries'.

    They stand side by side, or lie one below the other where the record lies down.

    Args:
        words: the two words; the first bar is the first one's pull.
        stages: all forces that are ever shown, each of shape (2,).
        view: the plane's place in the frame, with the record.
        factors: of which the last forces are products, a row for each: the key's, and the query's; shape (2, 2); None
            for bars without products.
        style: theme and sizes.

    Attributes:
        names: who pulls whom, for each bar.
        bars: the bars, each of two halves.
        line: the line from which they begin.
        unit: scene units for a force of 1.
        products: for each bar the pieces of the product that its number is.
    """

    def __init__(
        self,
        words: Sequence[str],
        stages: Sequence[Tensor],
        view: PlaneView,
        factors: Tensor | None = None,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.words, self.style, self.lying, self._record = tuple(words), style, view.lying, view.record
        self._most = max(float(forces.max()) for forces in stages)
        colors = (style.theme.key, style.theme.query)
        self.bars = [VGroup(*(self._half(color) for color in colors)) for _ in range(2)]
        self._size = style.sizes.hero
        room = 0.36 * self._record.width if self.lying else 0.46 * self._record.width
        shown = [float(force) for forces in stages for force in forces]
        while max(float(HeroNumber(each, size=self._size, style=style).width) for each in shown) > room:
            self._size *= _SHRINK
        self.products: list[list[VMobject]] = [[], []]
        self._is_stacked = False
        if factors is not None and (not self.lying or self._record.height > _HIGH):
            self._write_products(factors)
        if self.lying:
            self._lie(shown)
        else:
            self._stand()
        self._place_products(stages[-1])
        laid(VGroup(*self.names, *self.bars, self.line, *chain(*self.products)), Layer.LEDGER)

    def _write_products(self, factors: Tensor) -> None:
        """Write the products in as many lines as there is room for, with digits that multiply as they are printed."""
        size, (key, query) = self.style.sizes.tick, (self.style.theme.key, self.style.theme.query)
        shared = decimals_that_multiply([(one, other) for one, other in factors.tolist()])
        for pieces, (one, other) in zip(self.products, factors.tolist(), strict=True):
            digits = shared or decimals_that_multiply([(one, other)]) or 2
            colored = ((one, key), (other, query))
            left, right = (Number(n, decimals=digits, size=size, color=c, style=self.style) for n, c in colored)
            times, equals = (Math(sign, size=size, style=self.style) for sign in ("times", "="))
            pieces += [left, times, right, equals]
        # The second product must stay clear of the first bar, and of the record's edge.
        widest = max(float(Row(pieces, _SIGN).width) for pieces in self.products)
        self._is_stacked = not self.lying and widest > _ROOM * self._record.width

    def _place_products(self, forces: Tensor) -> None:
        """Place the products above the numbers of the last forces, or below the bars' names where bars lie."""
        pitch, record = _LINE * self.style.sizes.scale, self._record
        for index, (pieces, force) in enumerate(zip(self.products, forces, strict=True)):
            lines = [pieces[:1], pieces[1:]] if self._is_stacked else [pieces] if pieces else []
            base = self._zero + float(force) * self.unit + _GAP + self._cap() + _GAP if not self.lying else 0.0
            for count, line in enumerate(reversed(lines)):
                row = Row(line, _SIGN)
                if self.lying:
                    row.align_to(self.names[index], LEFT).on_baseline(self._middles[index] - _UNDER)
                    continue
                half = float(row.width) / 2
                x = min(max(self._middles[index], record.left - _SPARE + half), record.right - half)
                row.set_x(x).on_baseline(base + count * pitch)

    def _half(self, color: str) -> Polygon:
        theme = self.style.theme
        half = Polygon(*[point(0.0)] * 4, color=color, stroke_width=0 if theme.filled else 2.0)
        return half.set_fill(theme.fill(color), 1.0 if theme.filled else 0.0)

    def _stand(self) -> None:
        """Place the zero line above the names, and both columns."""
        record, style = self._record, self.style
        self.names = [self._stacked(index, 0.47 * record.width) for index in range(2)]
        self.thick = min(_WIDTH, 0.28 * record.width)
        pitch = _PITCH * style.sizes.scale
        self._zero = record.bottom + 0.15 + _DROP + 2 * pitch
        top = record.top + 0.3
        if self.products[0]:
            top -= _LINE * style.sizes.scale * (1 + self._is_stacked) - _SPARE
        self.unit = (top - self._zero - _GAP - self._cap() - 0.1) / self._most
        self._middles = [record.left + share * record.width for share in (0.25, 0.75)]
        for name, x in zip(self.names, self._middles, strict=True):
            for count, line in enumerate(name):
                line.set_x(x).on_baseline(self._zero - _DROP - count * pitch)
        start, end = (point(x, self._zero) for x in (record.left, record.right))
        self.line = thin_line(start, end, style.theme.axis, 2.8)

    def _lie(self, shown: Sequence[float]) -> None:
        """Place the zero line at the right of the names, and both rows."""
        record, style = self._record, self.style
        size = style.sizes.number
        self.names = [pulls_row(self.words[i], self.words[1 - i], size=size, style=style) for i in (0, 1)]
        while max(float(name.width) for name in self.names) > 0.45 * record.width:
            size *= _SHRINK
            self.names = [pulls_row(self.words[i], self.words[1 - i], size=size, style=style) for i in (0, 1)]
        over = _OVER if self.products[0] else 0.0
        pitch = min(0.95, record.height / 2)
        self.thick = 0.5 * pitch
        middle = float(record.centre[1])
        self._middles = [middle + pitch / 2, middle - pitch / 2]
        self._zero = record.left + max(float(name.width) for name in self.names) + _GAP
        self._size = min(self._size, pitch * 0.62 / (CAP_HEIGHT * UNITS_PER_FONT_UNIT))
        widest = max(float(HeroNumber(each, size=self._size, style=style).width) for each in shown)
        self.unit = (record.right - self._zero - _GAP - widest) / self._most
        for name, y in zip(self.names, self._middles, strict=True):
            name.align_to(point(record.left), LEFT).on_baseline(y + over - CAP_HEIGHT * size * UNITS_PER_FONT_UNIT / 2)
        reach = pitch / 2 + self.thick / 2 + 0.1
        start, end = (point(self._zero, middle + side * reach) for side in (-1, 1))
        self.line = thin_line(start, end, style.theme.axis, 2.8)

    def _stacked(self, index: int, width: float) -> VGroup:
        """Return who pulls whom in three lines, each word in the colour of its role."""
        style = self.style
        puller, pulled = self.words[index], self.words[1 - index]
        said = ((puller, style.theme.key), (style.says("pulls"), style.theme.ink), (pulled, style.theme.query))
        size = style.sizes.number
        return VGroup(*(Label(text, size=size, color=color, within=width, style=style) for text, color in said))

    def _cap(self) -> float:
        """Return the height of a number's digits, scene units."""
        return CAP_HEIGHT * self._size * UNITS_PER_FONT_UNIT

    def tint(self, side: int, share: float) -> None:
        """Give the keys' halves and words, or the queries', a share of their colour; without, they are plain."""
        theme = self.style.theme
        ink, color = ManimColor(theme.ink), ManimColor((theme.key, theme.query)[side])
        plain, filled = ManimColor(theme.fill(theme.ink)), ManimColor(theme.fill((theme.key, theme.query)[side]))
        for bar, name in zip(self.bars, self.names, strict=True):
            bar[side].set_stroke(ink.interpolate(color, share))
            bar[side].set_fill(plain.interpolate(filled, share))
            name[-side].set_fill(ink.interpolate(color, share))

    def draw(self, forces: Sequence[float]) -> None:
        """Give the bars the lengths of two forces."""
        for bar, middle, force in zip(self.bars, self._middles, forces, strict=True):
            length = max(force * self.unit, _LEAST)
            for half, side in zip(bar, (-1.0, 0.0), strict=True):
                low, high = middle + side * self.thick / 2, middle + (side + 1) * self.thick / 2
                if self.style.theme.filled:  # the queries' half lies over the other one, which so has no gap beside it
                    high = middle + self.thick / 2
                if self.lying:
                    low, high = 2 * middle - high, 2 * middle - low  # the keys' half is the upper one
                corners = [(low, 0.0), (high, 0.0), (high, length), (low, length), (low, 0.0)]
                half.set_points_as_corners([self._at(across, along) for across, along in corners])

    def _at(self, across: float, along: float) -> Point:
        """Return the manim point at a distance along the bars from their zero line."""
        return point(self._zero + along, across) if self.lying else point(across, self._zero + along)

    def number(self, index: int, force: Tensor | float) -> HeroNumber:
        """Return a force as the number at the end of its bar."""
        number = HeroNumber(force, size=self._size, style=self.style)
        end = max(float(force) * self.unit, _LEAST) + _GAP
        middle = self._middles[index]
        if self.lying:
            number.align_to(self._at(0.0, end), LEFT).on_baseline(middle - self._cap() / 2)
        else:
            number.set_x(middle).on_baseline(self._zero + end)
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
