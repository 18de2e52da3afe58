"""The smallest ellipse around points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_STEPS = 400
"""Steps towards the smallest ellipse; what is then missing is made up for by making it a little larger."""


def enclosing_ellipse(
    points: Sequence[tuple[float, float]],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """The ellipse of least area that has all points inside (Khachiyan's algorithm).

    Args:
        points: three or more, not all on one line.

    Returns:
        Its middle, its axes' directions as rows, and half the length of each axis.
    """
    places = np.array(points, dtype=float)  # (N, 2)
    count = len(places)
    lifted = np.vstack([places.T, np.ones(count)])  # (3, N)
    shares = np.full(count, 1 / count)
    for _ in range(_STEPS):
        spread = np.linalg.inv(lifted * shares @ lifted.T)
        far = np.einsum("in,ij,jn->n", lifted, spread, lifted)
        index = int(np.argmax(far))
        step = (far[index] - 3) / (3 * (far[index] - 1))
        shares *= 1 - step
        shares[index] += step
    middle = shares @ places
    centred = places - middle
    squares, axes = np.linalg.eigh(centred.T * shares @ centred)
    along = centred @ axes  # (N, 2)
    reach = np.sqrt(2 * squares)
    return middle, axes.T, reach * np.sqrt((along**2 / reach**2).sum(axis=1).max())
