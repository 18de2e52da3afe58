"""Points of the frame."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Point = NDArray[np.float64]
"""A manim point: x, y, 0 in scene units, shape (3,)."""


def point(x: float = 0.0, y: float = 0.0) -> Point:
    """Return the point (x, y) of the frame, in scene units from its centre."""
    return np.array([x, y, 0.0])


def flat(place: Point) -> tuple[float, float]:
    """Return a manim point as (x, y)."""
    return float(place[0]), float(place[1])
