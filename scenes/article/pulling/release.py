"""The pointer that pulls a word away, and how exactly a word's numbers are printed before and after a move."""

from __future__ import annotations

from collections.abc import Sequence

from manim import ManimColor, Polygon, VGroup
from torch import Tensor

from scenes.article.pulling.terms import PLACE_DIGITS, printed_place
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style, Theme

_OUTLINE = ((0.0, 0.0), (0.0, -1.0), (0.23, -0.79), (0.38, -1.13), (0.54, -1.06), (0.39, -0.73), (0.7, -0.71))
"""A mouse's pointer one unit high, its tip at the origin."""

_HEIGHT = 0.42
"""Scene units: the pointer's height."""

POINTER = (0.7 * _HEIGHT, 1.13 * _HEIGHT)
"""Scene units: how far the pointer reaches to the right of its tip, and below it."""

_BRIGHT = 0.5
"""The share of ink in the colour of notes that are to be read; the rest is the colour of notes."""

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
