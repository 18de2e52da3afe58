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


def cubic(corners: NDArray[np.float64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return places along a cubic curve.

    Args:
        corners: its start, both handles and its end, shape (4, n).
        shares: of its way, from 0 to 1, shape (m,).

    Returns:
        shape (m, n)

    >>> cubic(np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]]), np.array([0.0, 0.5])).tolist()
    [[0.0, 0.0], [0.5, 0.75]]
    """
    there, back = shares[:, None], 1 - shares[:, None]
    return np.asarray(np.hstack([back**3, 3 * back**2 * there, 3 * back * there**2, there**3]) @ corners)


def encloses(outline: NDArray[np.float64], place: NDArray[np.float64]) -> bool:
    """Return whether a closed outline of shape (n, 2) encloses a place of shape (2,), by the rule of even and odd.

    >>> square = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    >>> encloses(square, np.array([0.5, 0.5])), encloses(square, np.array([1.5, 0.5]))
    (True, False)
    """
    ends = np.roll(outline, -1, axis=0)
    between = (outline[:, 1] > place[1]) != (ends[:, 1] > place[1])
    start, end = outline[between], ends[between]
    crossings = start[:, 0] + (place[1] - start[:, 1]) / (end[:, 1] - start[:, 1]) * (end[:, 0] - start[:, 0])
    return bool(np.count_nonzero(crossings > place[0]) % 2)
