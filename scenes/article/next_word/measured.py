"""Numbers that show at each moment what is measured then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scenes.motion.become import Count
from scenes.parts.geometry import point
from scenes.parts.text.number import Number


class Measured(Count):
    """A number that shows at each moment what is measured then, and at last the number after it.

    Args:
        before: the number as it is.
        after: the number as it will be.
        measured: what is measured at a progress, 0 to 1.
        beside: scene units for 1 of a bar behind whose end it stands, all the way; 0 where it stays.
        options: passed on to ``Count``.
    """

    def __init__(
        self, before: Number, after: Number, measured: Callable[[float], float], *, beside: float = 0.0, **options: Any
    ) -> None:
        self._measured, self._beside = measured, beside
        super().__init__(before, after, **options)

    def interpolate_mobject(self, alpha: float) -> None:
        """Write what is measured at the moment, behind the end of its bar."""
        super().interpolate_mobject(alpha)
        forward = ahead(self.value_at(self.rate_func(alpha)), self._end.value) * self._beside
        for glyph in self._glyphs:
            glyph.shift(point(forward))

    def value_at(self, share: float) -> float:
        """Return what is measured at a progress, 0 to 1."""
        return self._measured(share) if share < 1 else self._end.value


def ahead(value: float, end: float) -> float:
    """Return how much farther right of zero the bar of a value reaches than the bar of an end."""
    return max(value, 0.0) - max(end, 0.0)
