"""The pointer that pulls a word away, the way that it has come where it rests, and the change of its numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DL, UR, DashedLine, Dot, ManimColor, Polygon, VGroup
from torch import Tensor

from scenes.article.pulling.terms import PLACE_DIGITS, printed_place
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style, Theme

_OUTLINE = ((0.0, 0.0), (0.0, -1.0), (0.23, -0.79), (0.38, -1.13), (0.54, -1.06), (0.39, -0.73), (0.7, -0.71))
"""A mouse's pointer one unit high, its tip at the origin."""

_HEIGHT = 0.62
"""Scene units: the pointer's height."""

POINTER = (0.7 * _HEIGHT, 1.13 * _HEIGHT)
"""Scene units: how far the pointer reaches to the right of its tip, and below it."""

_RAIL_ASIDE, _RAIL, _MARK = 0.62, 4.5, 0.075
"""Scene units from a word's way to the rail that measures it, the rail's stroke, and the radius of the mark on it."""

_BRIGHT = 0.5
"""The share of ink in the colour of notes that are to be read; the rest is the colour of notes."""

_LONG, _SHORT = 0.13, 0.08
"""Scene units: half the length of a tick at the ends and in the middle, and of the others."""

_PITCH = 0.6
"""Scene units from a row of the change to the next."""

_WRONG, _SMALL, _MOST_DIGITS = 0.03, 0.1, 4
"""The share of a step by which a printed one may be wrong; the share of the other axis' step below which a step counts
as long as this share; and the most digits after the point."""


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


def note_color(theme: Theme) -> str:
    """Return the colour of notes that are to be read, halfway from the other notes' to ink."""
    return ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _BRIGHT).to_hex()


class Tenths(VGroup):
    """A ruler beside the way from a word's old place, its 0, to the word that pulls it, its 1.

    Args:
        start: manim point of the word's old place.
        end: manim point of the word that pulls.
        share: of the way that the word has come, shape ().
        side: 1 where it lies left of the way, -1 right of it.
        style: theme and sizes.

    Attributes:
        rail: the ruler's line.
        ticks: one at each tenth, and at both ends.
        mark: the dashed line from the way to the share that is done, and a dot there.
        numbers: at the ruler's beginning, at its end and at the mark.
        share: the number at the mark.
    """

    def __init__(self, start: Point, end: Point, share: Tensor, side: int, *, style: Style = DEFAULT) -> None:
        way, part, ink = np.asarray(end, float) - start, min(max(float(share), 0.0), 1.0), style.theme.ink
        along = way / float(np.linalg.norm(way))
        across = side * point(-along[1], along[0])
        first = np.asarray(start, float) + _RAIL_ASIDE * across
        meet = first + part * way
        self.rail = thin_line(first, first + way, ink, _RAIL)
        self.ticks = VGroup()
        for tenth in range(11):
            at, half = first + tenth / 10 * way, (_LONG if tenth in (0, 5, 10) else _SHORT) * across
            self.ticks.add(thin_line(at - half, at + half, ink, 2.4))
        line = DashedLine(meet - _RAIL_ASIDE * across, meet, dash_length=0.06).set_stroke(ink, 2.4)
        dot = Dot(meet, radius=_MARK, color=ink).set_background_stroke(color=style.theme.background, width=RIM)
        self.mark = VGroup(line, dot)
        self.share = HeroNumber(share, size=style.sizes.head, style=style)
        ends = [Tick(float(each), 1.0, size=style.sizes.number, style=style) for each in (0, 1)]
        self.numbers = VGroup()
        for number, at in zip((*ends, self.share), (first, first + way, meet), strict=True):
            text = haloed(number, style)
            out = abs(float(across[0])) * float(number.width) / 2 + abs(float(across[1])) * float(number.height) / 2
            self.numbers.add(text.move_to(at + (_LONG + 0.1 + out) * across))
        super().__init__(self.rail, self.ticks, self.mark, self.numbers)
        laid(self, Layer.LABEL)

    def boxes(self) -> list[Box]:
        """Return the boxes of its marks and numbers, for others to avoid."""
        marks = (*self.ticks, *self.numbers)
        return [(*flat(mark.get_corner(DL)), *flat(mark.get_corner(UR))) for mark in marks]


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
            old = Number(before[index], decimals=digits_of_old(before, digits), size=smaller, color=color, style=style)
            new = HeroNumber(after[index], decimals=digits, size=size, color=color, style=style)
            numbers = Row([old, Math("arrow.r", size=smaller, style=style), new], 0.16)
            numbers.shift(point(float(name.get_left()[0] - numbers.get_left()[0])))
            name.on_baseline(numbers.baseline + pitch)
            row = VGroup(haloed(name, style), *(haloed(piece, style) for piece in numbers))
            self.rows.add(row.shift(point(0.0, -2.15 * pitch * index)))
        super().__init__(*self.rows)
        laid(self, Layer.LABEL)


def digits_of_change(before: Tensor, *places: Tensor) -> int:
    """Return digits after the point of a word's new numbers: as few as let every printed step be the true one.

    Printed steps may be wrong by ``_WRONG`` of the true ones. Steps along one axis that are far smaller than along the
    other are measured by a tenth of that.

    Args:
        before: the word's old vector, shape (2,).
        places: its new ones.
    """
    for digits in range(PLACE_DIGITS, _MOST_DIGITS):
        old = digits_of_old(before, digits)
        if old <= digits and all(_is_true(before, place, old, digits) for place in places):
            return digits
    return _MOST_DIGITS


def digits_of_old(before: Tensor, digits: int) -> int:
    """Return digits after the point of a word's old numbers: fewer than of the new ones, where they are exact."""
    return PLACE_DIGITS if printed_place(before) else max(digits, PLACE_DIGITS + 1)


def _is_true(before: Tensor, after: Tensor, old: int, digits: int) -> bool:
    """Return whether the step from one printed number to the other is nearly the true one, along every axis."""
    steps = (after - before).tolist()
    least = _SMALL * max(map(abs, steps))
    shown = [
        as_printed(float(new), digits) - as_printed(float(first), old) for first, new in zip(before, after, strict=True)
    ]
    return all(
        abs(seen - step) <= _WRONG * max(abs(step), least) + 1e-6 for seen, step in zip(shown, steps, strict=True)
    )


def gained_and_lost(before: Tensor, after: Tensor) -> tuple[int, int] | None:
    """Return the axis along which a word has more than before, and the one along which less; None in other cases."""
    digits = digits_of_change(before, after)
    steps = [
        as_printed(float(new), digits) - as_printed(float(old), digits_of_old(before, digits))
        for old, new in zip(before, after, strict=True)
    ]
    if steps[0] * steps[1] >= 0:
        return None
    return (0, 1) if steps[0] > 0 else (1, 0)
