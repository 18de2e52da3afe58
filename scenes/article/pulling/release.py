"""The pointer that pulls a word away, the way that it has come where it rests, and the change of its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import DL, RIGHT, UR, DashedLine, ManimColor, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.article.pulling.terms import PLACE_DIGITS, printed_place
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style, Theme

_OUTLINE = ((0.0, 0.0), (0.0, -1.0), (0.23, -0.79), (0.38, -1.13), (0.54, -1.06), (0.39, -0.73), (0.7, -0.71))
"""A mouse's pointer one unit high, its tip at the origin."""

_HEIGHT = 0.42
"""Scene units: the pointer's height."""

POINTER = (0.7 * _HEIGHT, 1.13 * _HEIGHT)
"""Scene units: how far the pointer reaches to the right of its tip, and below it."""

THICKNESS = 0.3
"""Scene units: the strip's thickness beside a word's way."""

ASIDES: Sequence[float] = (0.76, 1.0, 1.3)
"""Scene units from a word's way to the middle of the strip, the best first."""

_OUTSIDE, _OFF_WAY = 0.14, (0.34, 0.22)
"""Scene units from the strip to its numbers, and from the way to where dashed lines begin: at the edges of the word
that has come along it, and of the pin."""

_BRIGHT = 0.5
"""The share of ink in the colour of notes that are to be read; the rest is the colour of notes."""

_PITCH, _BESIDE = 0.6, 0.6
"""Scene units from a row of the change to the next, and between rows that stand beside each other."""

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


class Shares(VGroup):
    """The place beside a word's way where the strip of weights is laid, so that a weight is a share of the way.

    Args:
        start: manim point of the word's old place.
        end: manim point of the word that pulls.
        done: the share of the way at which the strip is cut, shape ().
        percent: what is said beside the piece up to there.
        side: 1 where it lies left of the way, -1 right of it.
        aside: scene units from the way to the strip's middle.
        style: theme and sizes.

    Attributes:
        ends: manim points: where the strip begins, beside the old place, and where it ends.
        across: manim vector across half the strip's thickness, away from the way.
        mark: dashed lines from the way to where the strip's two large pieces meet, and to where it begins.
        number: the percentage, beside the piece of the way that is done.
    """

    def __init__(
        self,
        start: Point,
        end: Point,
        done: Tensor,
        percent: Row,
        side: int,
        aside: float,
        *,
        style: Style = DEFAULT,
    ) -> None:
        way = np.asarray(end, float) - start
        along = way / float(np.linalg.norm(way))
        across = side * point(-along[1], along[0])
        first = np.asarray(start, float) + aside * across
        self.ends = (first, first + way)
        share = float(done)
        meet, self.across = first + share * way, THICKNESS / 2 * across
        self.mark = VGroup()
        for at, color, off in zip((meet, first), (style.theme.ink, note_color(style.theme)), _OFF_WAY, strict=True):
            line = DashedLine(at - (aside - off) * across, at - self.across, dash_length=0.06)
            self.mark.add(line.set_stroke(color, 2.4))
        self.number = haloed(percent, style)
        out = abs(float(across[0])) * float(percent.width) / 2 + abs(float(across[1])) * float(percent.height) / 2
        self.number.move_to(first + share / 2 * way + (THICKNESS / 2 + _OUTSIDE + out) * across)
        super().__init__(self.mark, self.number)
        laid(self.number, Layer.LABEL)
        laid(self.mark, Layer.TRAIL)  # behind the words at which they begin

    def place(self, share: float) -> Point:
        """Return the middle of the strip at a share of the way."""
        return self.ends[0] + share * (self.ends[1] - self.ends[0])

    def lines(self) -> list[Segment]:
        """Return the dashed lines from the way to the strip."""
        return [(flat(line.get_start()), flat(line.get_end())) for line in self.mark]

    def corners(self) -> list[Point]:
        """Return the strip's corners, one after the other."""
        first, last = self.ends
        return [first - self.across, first + self.across, last + self.across, last - self.across]

    def boxes(self) -> list[Box]:
        """Return the boxes of the strip, piece by piece, and of the number, for others to avoid."""
        half = point(THICKNESS / 2, THICKNESS / 2)
        strip = [self.place(share) for share in np.linspace(0.0, 1.0, 13)]
        boxes = [(*flat(at - half), *flat(at + half)) for at in strip]
        return [*boxes, (*flat(self.number.get_corner(DL)), *flat(self.number.get_corner(UR)))]


class Change(VGroup):
    """A word's numbers before and after a move: a row for each axis, its name above the numbers.

    Args:
        axes: their names.
        colors: one ``#rrggbb`` for each axis.
        before: shape (2,).
        after: shape (2,).
        size: of the new numbers, manim font units.
        digits: after the point of the new numbers; as many as the printed steps need when None.
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
        digits: int | None = None,
        style: Style = DEFAULT,
    ) -> None:
        digits, pitch = digits or digits_of_change(before, after), _PITCH * size / style.sizes.hero
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

    @property
    def steps(self) -> list[VMobject]:
        """The parts that come one after the other."""
        return list(self.rows)

    def lie(self) -> Self:
        """Put the rows beside each other instead of one below the other."""
        self.rows.arrange(RIGHT, buff=_BESIDE)
        return self


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


def digits_that_agree(before: Tensor, pulls: Sequence[tuple[Tensor, Tensor, Tensor]]) -> int:
    """Return digits after the point of a word's new numbers with which the printed share of every way is there.

    Args:
        before: the word's old vector, shape (2,).
        pulls: for each of its new places the vector of the one word that pulls, shape (2,), the share of the way to it
            that is printed with two digits, shape (), and the new vector, shape (2,).
    """
    for digits in range(PLACE_DIGITS, 0, -1):
        if all(_agrees(before, *each, digits) for each in pulls):
            return digits
    return digits_of_change(before, *(after for _, _, after in pulls))


def _agrees(before: Tensor, puller: Tensor, share: Tensor, after: Tensor, digits: int) -> bool:
    """Return whether the printed share of the way leads to the printed new numbers, which all differ from the old."""
    reached = before + as_printed(float(share)) * (puller - before)  # (2,)
    new = [as_printed(value, digits) for value in after.tolist()]
    moves = all(value != as_printed(old, digits) for value, old in zip(new, before.tolist(), strict=True))
    return moves and new == [as_printed(value, digits) for value in reached.tolist()]


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
