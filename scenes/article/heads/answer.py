"""The new vector of a word as bars, a row for each axis, over the outlines of what it was before."""

from __future__ import annotations

from collections.abc import Sequence

from manim import DashedVMobject, Line, Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_GAP, _THICK, _MOST = 0.2, 0.36, 1.25
"""Scene units: between a bar and its number; a bar's thickness, as a share of a row; the most a row is high."""


_LEAST, _OVER = 0.06, 1.5
"""Scene units: the width from which an outline is drawn; its thickness, as a share of its bar's."""

_WIDE = 3.0
"""The width, scene units, from which numbers are large."""

LEGEND = 0.45
"""Scene units below the rows for the legend."""


class Answer:
    """A word's new vector, which grows term by term.

    Args:
        terms: shape (N, d): the products that add up to each number.
        values: shape (d,): the sums.
        before: shape (d,): the vector as it was.
        names: of the axes.
        colors: ``#rrggbb`` of the axes.
        region: where it may be.
        said: the word for what was before.
        style: theme and sizes.

    Attributes:
        legend: an outline with that word.
        names: of the axes.
        outlines: of what was before.
        bars: of what is now.
        numbers: the new numbers.
        zero: the zero line.
    """

    def __init__(
        self,
        terms: Tensor,
        values: Tensor,
        before: Tensor,
        names: Sequence[str],
        colors: Sequence[str],
        region: Region,
        *,
        said: str,
        style: Style = DEFAULT,
    ) -> None:
        sums = terms.cumsum(dim=0)
        self._sums = [[0.0, *column] for column in sums.T.tolist()]
        self.numbers = [
            Number(
                value, size=style.sizes.head if region.width > _WIDE else style.sizes.number, color=color, style=style
            )
            for value, color in zip(values, colors, strict=True)
        ]
        wide = max(float(number.width) for number in self.numbers)
        low = min(0.0, float(sums.min()), float(before.min()))
        high = max(0.0, float(sums.max()), float(before.max()))
        self._unit = (region.width - wide - _GAP) / max(high - low, 1e-9)
        self._zero = region.left - low * self._unit
        pitch = min((region.height - LEGEND) / len(names), _MOST)
        top = float(region.centre[1]) + (pitch * len(names) + LEGEND) / 2
        self._thick = _THICK * pitch
        self._levels = [top - (index + 0.68) * pitch for index in range(len(names))]
        self.names, self.bars, self.outlines = [], [], []
        for name, color, level, old, number in zip(
            names, colors, self._levels, before.tolist(), self.numbers, strict=True
        ):
            label = Label(name, size=style.sizes.number, color=color, within=region.width, style=style)
            label.set_x(min(self._zero + 0.08, region.right - float(label.width)) + float(label.width) / 2)
            label.on_baseline(level + _OVER / 2 * self._thick + 0.1)
            self.names.append(laid(label, Layer.LEDGER))
            bar = Rectangle(width=1, height=1, stroke_width=0, color=color)
            bar.set_fill(style.theme.fill(color), 1.0 if style.theme.filled else 0.0)
            if not style.theme.filled:
                bar.set_stroke(color, style.strokes.thin)
            self.bars.append(laid(bar, Layer.LEDGER_GROUND))
            self.outlines.append(self._outline(old, level, style))
            number.move_to(point(region.right - float(number.width) / 2, level))
            laid(number, Layer.LEDGER)
        ends = (self._levels[0] + self._thick * 0.8, self._levels[-1] - self._thick * 0.8)
        self.legend = self._legend(said, region, style)
        self.zero = laid(Line(point(self._zero, ends[0]), point(self._zero, ends[1])), Layer.LEDGER)
        self.zero.set_stroke(style.theme.axis, 2.4)
        for index in range(len(names)):
            self.grow(index, len(terms))

    def _legend(self, said: str, region: Region, style: Style) -> VGroup:
        label = Label(said, size=style.sizes.tick, color=style.theme.ink, within=region.width - 0.7, style=style)
        box = Rectangle(width=0.45, height=0.26, color=style.theme.ink, stroke_width=2.2)
        y = self._levels[-1] - self._thick - 0.3
        box.move_to(point(region.right - 0.225, y))
        label.set_x(region.right - 0.6 - float(label.width) / 2).on_baseline(y - float(label.cap_height) / 2)
        return laid(VGroup(DashedVMobject(box, num_dashes=12), label), Layer.LEDGER)

    def _outline(self, value: float, level: float, style: Style) -> VGroup:
        """Return the dashed outline of what a number was; none where it was nothing."""
        width = abs(value) * self._unit
        if width < _LEAST:
            return VGroup()
        outline = Rectangle(width=width, height=_OVER * self._thick, color=style.theme.ink, stroke_width=2.2)
        outline.move_to(point(self._zero + value * self._unit / 2, level))
        dashes = DashedVMobject(outline, num_dashes=max(8, round(float(outline.width + outline.height) / 0.09)))
        # Where the bar is longer, it covers them: dashes upon it would look like marks of its own.
        return laid(VGroup(dashes), Layer.LABEL)

    def grow(self, index: int, count: float) -> None:
        """Draw a bar up to the sum of the first terms; ``count`` may lie between two."""
        sums, level, half = self._sums[index], self._levels[index], self._thick / 2
        first = min(int(count), len(sums) - 1)
        second = min(first + 1, len(sums) - 1)
        end = self._zero + (sums[first] + (count - first) * (sums[second] - sums[first])) * self._unit
        end = end if abs(end - self._zero) > 1e-3 else self._zero + 1e-3
        corners = [
            point(self._zero, level - half),
            point(end, level - half),
            point(end, level + half),
            point(self._zero, level + half),
        ]
        self.bars[index].set_points_as_corners([*corners, corners[0]])

    def parts(self) -> list[VMobject]:
        """Return all that is drawn of it."""
        return [self.zero, self.legend, *self.bars, *self.outlines, *self.names, *self.numbers]
