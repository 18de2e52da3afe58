"""An arch from a word to another one that it looks at, as wide as a weight."""

from __future__ import annotations

import numpy as np
from manim import VMobject

_STEPS = 40
"""Points along an arch."""


class Arch(VMobject):
    """A band with level feet that rises from one word and comes down on another, wide as a weight.

    Args:
        feet: the middles of both feet, scene units from left to right or the other way.
        low: height of the feet.
        up: scene units from there to its crown.
        width: of the band, scene units.
        color: ``#rrggbb``.
    """

    def __init__(self, feet: tuple[float, float], low: float, up: float, width: float, color: str) -> None:
        super().__init__(stroke_width=0)
        self._feet, self._low, self._up, self._width = feet, low, up, width
        self.set_fill(color, 1.0)
        self.grow(1.0)

    def grow(self, share: float) -> None:
        """Let it reach a share of the way from its first foot to the other."""
        (start, end), half = self._feet, self._width / 2
        middle, radius = (start + end) / 2, abs(end - start) / 2
        turn = np.pi * np.linspace(0.0, max(share, 1e-3), _STEPS)
        across, rise = -np.sign(end - start) * np.cos(turn), np.sin(turn)
        outer = np.stack([middle + (radius + half) * across, self._low + self._up * rise], 1)
        inner = np.stack([middle + max(radius - half, 0.0) * across,
                          self._low + max(self._up - self._width, 0.1) * rise], 1)  # fmt: skip
        corners = np.concatenate([outer, inner[::-1], outer[:1]])
        self.set_points_as_corners(np.concatenate([corners, np.zeros((len(corners), 1))], 1))
