"""The pointer that pulls a word away, and the change of the word's numbers where it rests."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Polygon, VGroup
from torch import Tensor

from scenes.article.pulling.terms import PLACE_DIGITS, printed_place
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style

_OUTLINE = ((0.0, 0.0), (0.0, -1.0), (0.23, -0.79), (0.38, -1.13), (0.54, -1.06), (0.39, -0.73), (0.7, -0.71))
"""A mouse's pointer one unit high, its tip at the origin."""

_HEIGHT = 0.62
"""Scene units: the pointer's height."""

_PITCH = 0.6
"""Scene units from a row of the change to the next."""


class Pointer(VGroup):
    """A mouse's pointer, which shows that somebody pulls.

    Args:
        at: manim point of its tip.
        style: theme.
    """

    def __init__(self, at: Point, *, style: Style = DEFAULT) -> None:
        shape = Polygon(*(point(_HEIGHT * x, _HEIGHT * y) for x, y in _OUTLINE), color=style.theme.background)
        super().__init__(shape.set_fill(style.theme.ink, 1.0).set_stroke(width=3.0))
        self._tip = point()
        laid(self, Layer.LABEL)
        self.put(at)

    def put(self, at: Point) -> None:
        """Move its tip to a manim point."""
        self.shift(at - self._tip)
        self._tip = at.copy()


class Change(VGroup):
    """A word's numbers before and after a move: a row for each axis, its name above the numbers.

    Args:
        axes: their names.
        colors: one ``#rrggbb`` for each axis.
        before: shape (2,).
        after: shape (2,).
        size: of the new numbers, manim font units.
        style: theme and sizes.

    Attributes:
        rows: one for each axis.
    """

    def __init__(
        self,
        axes: Sequence[str],
        colors: Sequence[str],
        before: Tensor,
        after: Tensor,
        *,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        digits, pitch = digits_of_change(before, after), _PITCH * size / style.sizes.hero
        smaller = style.sizes.head * size / style.sizes.hero
        self.rows = VGroup()
        for index, (axis, color) in enumerate(zip(axes, colors, strict=True)):
            name = Label(axis, size=style.sizes.number * size / style.sizes.hero, color=color, style=style)
            old = Number(before[index], decimals=digits, size=smaller, color=color, style=style)
            new = HeroNumber(after[index], decimals=digits, size=size, color=color, style=style)
            numbers = Row([old, Math("arrow.r", size=smaller, style=style), new], 0.16)
            numbers.shift(point(float(name.get_left()[0] - numbers.get_left()[0])))
            name.on_baseline(numbers.baseline + pitch)
            row = VGroup(haloed(name, style), *(haloed(piece, style) for piece in numbers))
            self.rows.add(row.shift(point(0.0, -2.15 * pitch * index)))
        super().__init__(*self.rows)
        laid(self, Layer.LABEL)


def digits_of_change(before: Tensor, after: Tensor) -> int:
    """Return digits after the point of a word's old and new numbers: as few as show that each has changed."""
    exact = printed_place(before)
    seen = all(
        as_printed(float(old), PLACE_DIGITS) != as_printed(float(new), PLACE_DIGITS)
        for old, new in zip(before, after, strict=True)
    )
    return PLACE_DIGITS if exact and seen else PLACE_DIGITS + 1


def gained_and_lost(before: Tensor, after: Tensor) -> tuple[int, int] | None:
    """Return the axis along which a word has more than before, and the one along which less; None in other cases."""
    digits = digits_of_change(before, after)
    steps = [
        as_printed(float(new), digits) - as_printed(float(old), digits) for old, new in zip(before, after, strict=True)
    ]
    if steps[0] * steps[1] >= 0:
        return None
    return (0, 1) if steps[0] > 0 else (1, 0)
