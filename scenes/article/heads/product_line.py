"""A dot product in two lines, one for each head, as large as fits."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, VGroup, VMobject
from torch import Tensor

from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.geometry import point
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row, baseline_of
from scenes.style import DEFAULT, Style

_RESULT_GAP = 0.22
"""Scene units on both sides of the equals sign."""

_PITCH = 0.0158
"""Scene units from the first line to the second, for each font unit."""

_PLUS, _NAME = 0.2, 0.3
"""Scene units from a plus sign to its product, and from a line's name to the plus sign."""


class ProductLine(Row):
    """A dot product in two lines, ``0.40 × 2.00 + 2.00 × 0.60`` and ``+ 1.00 × 0.50 = 2.50``.

    Args:
        left: shape (d,).
        right: shape (d,).
        value: the computed result.
        colors: ``#rrggbb`` of the left factors, and of the right ones, also for the result.
        width: the width it may take, scene units; its type is as large as fits.
        second: the index of the product that begins the second line.
        names: of both lines; empty where there is no room for them.
        most: the largest size of type, manim font units.
        style: theme and sizes.

    Attributes:
        size: its type's.
        spelled: the sum of products.
        equals: the equals sign.
        result: the result.
        lines: the pieces of each line's products.
        names: of the lines.
    """

    def __init__(
        self,
        left: Tensor,
        right: Tensor,
        value: Tensor,
        colors: tuple[str, str],
        *,
        width: float,
        second: int,
        names: Sequence[str] = (),
        most: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        for size in (size for size in _sizes(style) if size <= (most or size)):
            self.size = size
            self.spelled = ProductSum(left, right, colors, size=size, style=style)
            self.equals = Math("=", size=size, style=style)
            self.result = Number(value, size=size, color=colors[1], style=style)
            super().__init__([self.spelled, self.equals, self.result], _RESULT_GAP)
            terms = self.spelled.terms
            self.lines = [[piece for term in part for piece in term] for part in (terms[:second], terms[second:])]
            small = min(size, style.sizes.tick)
            self.names = [Label(name, size=small, color=colors[0], style=style) for name in names]
            self._break(_PITCH * size)
            if self.width <= width:
                break

    def _break(self, pitch: float) -> None:
        """Move the second line down, so that the lines' first numbers, and their names, begin below each other."""
        (first, *_), (plus, number, *_) = self.lines
        rest = VGroup(*self.lines[1], self.equals, self.result)
        rest.shift(point(float(first.get_left()[0] - number.get_left()[0]), -pitch))
        plus.next_to(number, LEFT, buff=_PLUS, coor_mask=point(1.0))
        widest = max((float(name.width) for name in self.names), default=0.0)
        for name, line in zip(self.names, self.lines, strict=False):
            name.set_x(float(plus.get_left()[0]) - _NAME - widest + float(name.width) / 2)
            name.on_baseline(baseline_of(line[-1]))
        self.add(*self.names)

    def groups(self) -> list[list[VMobject]]:
        """Return what is written at once: each head's name with the pieces of its products."""
        return [[*self.names[index : index + 1], *line] for index, line in enumerate(self.lines)]


def _sizes(style: Style) -> tuple[float, ...]:
    """Return the sizes of type that a line may have, the largest first."""
    return style.sizes.phrase, style.sizes.number, style.sizes.tick, style.sizes.note
