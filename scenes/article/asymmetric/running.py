"""A number that runs: other digits at every frame."""

from __future__ import annotations

from manim import LEFT, VGroup, VMobject

from scenes.parts.geometry import Point
from scenes.parts.text.number import Number
from scenes.parts.text.outline import take_outlines
from scenes.style import DEFAULT, Style

_DIGITS = 18
"""Glyphs that a running number may have."""


class RunningNumber(VGroup):
    """The glyphs of a number that runs, in the colour and layer of another one.

    Args:
        like: a number that looks like it.
    """

    def __init__(self, like: Number) -> None:
        super().__init__()
        self.submobjects = [like.submobjects[0].copy() for _ in range(_DIGITS)]
        self.write(like)

    def write(self, number: Number) -> None:
        """Take the outlines of a number, where it stands."""
        take_outlines(self, number.submobjects)


class RunningInPlace:
    """A number on the stage that runs where it stands, and may come back to what it was.

    Args:
        number: the number.
        style: theme and sizes.
    """

    def __init__(self, number: Number, style: Style = DEFAULT) -> None:
        self._number, self._style, self._left, self._base = number, style, number.get_left(), number.baseline
        self._decimals = len(number.shown.partition(".")[2])
        self._share = float(number.height) / float(self._written(number.value).height)
        spare = _DIGITS - len(number.submobjects)
        number.submobjects += [VMobject().match_style(number.submobjects[0]) for _ in range(spare)]

    def _written(self, value: float) -> Number:
        return Number(value, decimals=self._decimals, size=self._number.size, style=self._style)

    def write(self, value: float, way: Point) -> None:
        """Write another value, where the number stood, moved by a way."""
        written = self._written(value).scale(self._share)
        written.align_to(self._left, LEFT).on_baseline(self._base)
        take_outlines(self._number, written.shift(way).submobjects)
