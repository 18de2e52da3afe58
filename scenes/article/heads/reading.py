"""A word's vector before and after, an axis below the other, as large as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _STACKED, _OVER = 1.5, 1.7, 0.66
"""Scene units: from an axis to the next at the most, with its name beside or above its numbers; from these up to it."""

_BETWEEN, _BESIDE = 0.3, 0.5
"""Scene units around the arrow, and from a name to its numbers."""

_LARGE = 1.2
"""The size of its type at the most, as a share of the largest elsewhere: the film ends with it."""


class Reading:
    """Each number of a vector as it was, and as it is.

    Args:
        before: shape (d,).
        after: shape (d,).
        axes: their names.
        colors: ``#rrggbb`` of the axes.
        region: where all of it may be.
        style: theme and sizes.

    Attributes:
        names: of the axes.
        before: the old numbers.
        arrows: from these to the new ones.
        after: the new numbers.
    """

    def __init__(
        self,
        before: Tensor,
        after: Tensor,
        axes: Sequence[str],
        colors: Sequence[str],
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._style, sizes = style, style.sizes
        steps = [
            _LARGE * sizes.hero,
            sizes.hero,
            sizes.formula,
            sizes.head,
            sizes.number,
            sizes.tick,
            sizes.note,
            sizes.least,
        ]
        choices = [(size, beside) for beside in (True, False) for size in steps[: 5 if beside else None]]
        for size, beside in choices:
            self._write(before, after, axes, colors, size)
            names = max(float(name.width) for name in self.names)
            rows = max(float(row.width) for row in self._rows)
            if (names + _BESIDE + rows if beside else max(names, rows)) <= region.width:
                break
        self._set(region, beside=beside, names=names, rows=rows)

    def _write(self, before: Tensor, after: Tensor, axes: Sequence[str], colors: Sequence[str], size: float) -> None:
        style, small = self._style, min(size, self._style.sizes.formula)
        self.names = [
            Label(axis, size=small, color=color, within=99, style=style)
            for axis, color in zip(axes, colors, strict=True)
        ]
        self.before = [Number(value, size=size, style=style) for value in before]
        self.arrows = [Math("arrow.r", size=size, style=style) for _ in before]
        self.after = [
            Number(value, size=size, color=color, style=style) for value, color in zip(after, colors, strict=True)
        ]
        self._rows = [Row(list(pieces), _BETWEEN) for pieces in zip(self.before, self.arrows, self.after, strict=True)]

    def _set(self, region: Region, *, beside: bool, names: float, rows: float) -> None:
        """Place the rows: their last digits below each other, their names beside them or above."""
        pitch = min(_PITCH if beside else _STACKED, region.height / len(self._rows))
        wide = names + _BESIDE + rows if beside else max(names, rows)
        left, right = float(region.centre[0]) - wide / 2, float(region.centre[0]) + wide / 2
        for index, (name, row) in enumerate(zip(self.names, self._rows, strict=True)):
            y = float(region.centre[1]) + ((len(self._rows) - 1) / 2 - index) * pitch - (0.0 if beside else _OVER / 2)
            row.move_to(point(right - float(row.width) / 2, y))
            name.set_x(left + float(name.width) / 2)
            name.on_baseline(self.after[index].baseline + (0.0 if beside else _OVER))
            laid(row, Layer.LEDGER)
            laid(name, Layer.LEDGER)

    def around(self) -> list[VMobject]:
        """Return what stands around the new numbers."""
        return [*self.names, *self.before, *self.arrows]
