"""A number of the stage that runs where it stands."""

from __future__ import annotations

from manim import LEFT, VMobject

from scenes.parts.geometry import Point
from scenes.parts.text.number import Number
from scenes.parts.text.outline import take_outlines
from scenes.parts.text.running import MOST_GLYPHS
from scenes.style import DEFAULT, Style


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
        spare = MOST_GLYPHS - len(number.submobjects)
        number.submobjects += [VMobject().match_style(number.submobjects[0]) for _ in range(spare)]

    def _written(self, value: float) -> Number:
        return Number(value, decimals=self._decimals, size=self._number.size, style=self._style)

    def write(self, value: float, way: Point) -> None:
        """Write another value, where the number stood, moved by a way."""
        written = self._written(value).scale(self._share)
        written.align_to(self._left, LEFT).on_baseline(self._base)
        take_outlines(self._number, written.shift(way).submobjects)
