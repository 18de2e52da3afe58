"""Numbers that run while what they measure changes: in their place, or riding with a bar's end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scenes.motion.become import Count
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number


class Running(Count):
    """A bold number that counts from its old value to its new one, as what it measures does.

    Args:
        before: the number as it is; it leaves the scene.
        after: the number as it will be, where it will be.
        grown: the share of the way that the value has gone at a progress, 0 to 1; the progress itself when left out.
        options: passed on to manim's ``Animation``.
    """

    def __init__(
        self, before: Number, after: Number, grown: Callable[[float], float] | None = None, **options: Any
    ) -> None:
        self._grown = grown
        super().__init__(before, after, **options)

    def value_at(self, share: float) -> float:
        """Return the value at a progress, 0 to 1."""
        return super().value_at(self._grown(share) if self._grown else share)

    def written(self, value: float) -> Number:
        """Return a value as it is written on the way, bold."""
        return HeroNumber(value, decimals=self._decimals, size=self._end.size, style=self._style)


class Riding(Count):
    """A number at the end of a bar: it counts, and moves from where the old one is to where the new one is.

    Args:
        before: the number as it is; it leaves the scene.
        after: the number as it will be, where it will be.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, before: Number, after: Number, **options: Any) -> None:
        self._from, self._to = _anchor(before), _anchor(after)
        super().__init__(before, after, **options)

    def interpolate_mobject(self, alpha: float) -> None:
        """Write the value of the moment where the bar ends by then."""
        super().interpolate_mobject(alpha)
        share = self.rate_func(alpha)
        wanted = self._from + share * (self._to - self._from)
        seen = [glyph for glyph in self._glyphs if len(glyph.points)]
        low = min(float(glyph.points[:, 0].min()) for glyph in seen)
        high = max(float(glyph.points[:, 0].max()) for glyph in seen)
        edge = high if self._end.value < 0 else low
        step = np.array([wanted[0] - edge, wanted[1] - self._end.baseline, 0.0])
        for glyph in seen:
            glyph.points = glyph.points + step


def _anchor(number: Number) -> NDArray[np.float64]:
    """Return where a number touches its bar's end, and its baseline."""
    return np.array([number.get_right()[0] if number.value < 0 else number.get_left()[0], number.baseline])
