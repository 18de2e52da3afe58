"""A fan of directions: what points which way after each layer, on one ring for each of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.stage import Region

_START, _FIRST = 0.39, 0.6
"""The radius at which all starts, and the first ring's, as shares of the last ring's: the first step is the largest."""

_TURNED = math.pi / 4
"""The angle at which the first axis lies: both axes lean away from the upright by as much, and stay at right angles."""

_STEPS = 40
"""Points along an arc."""


@dataclass(frozen=True)
class Fan:
    """The place of a fan in the frame.

    Attributes:
        origin: manim point that all directions are seen from.
        radius: scene units from there to the last ring.
        rings: how many rings lie beyond the first.
        low: the least angle that it opens to, in radians from the right.
        high: the largest one.
    """

    origin: Point
    radius: float
    rings: int
    low: float
    high: float

    @classmethod
    def fitted(cls, directions: Sequence[float], rings: int, room: Region) -> Fan:
        """Return the largest fan that holds both axes and all directions, in the middle of a room."""
        low, high = min(_TURNED, *directions), max(_TURNED + math.pi / 2, *directions)
        turns = np.linspace(low, high, 4 * _STEPS)
        across, up = np.append(np.cos(turns), 0.0), np.append(np.sin(turns), 0.0)
        radius = min(room.width / np.ptp(across), room.height / np.ptp(up))
        x = float(room.centre[0]) - radius * (across.min() + across.max()) / 2
        y = float(room.centre[1]) - radius * (up.min() + up.max()) / 2
        return cls(point(x, y), float(radius), rings, low, high)

    def ring(self, place: float) -> float:
        """Return a ring's radius; between two places, what lies between."""
        first = _FIRST if self.rings > 1 else 1.0
        places, shares = [0.0, 1.0, max(2.0, self.rings)], [_START, first, 1.0]
        return self.radius * float(np.interp(place, places, shares))

    def at(self, angle: float, radius: float) -> Point:
        """Return the point in a direction."""
        return self.origin + radius * point(math.cos(angle), math.sin(angle))

    def axis(self, which: int) -> float:
        """Return an axis's angle."""
        return _TURNED + which * math.pi / 2

    def arc(self, mark: VMobject, first: float, second: float, radius: float) -> None:
        """Lay a mark along a ring from one angle to another."""
        mark.set_points_as_corners([self.at(turn, radius) for turn in np.linspace(first, second, _STEPS)])

    def wedge(self, mark: VMobject, first: float, second: float, radius: float) -> None:
        """Give a mark the outline of what lies between two directions."""
        arc = [self.at(turn, radius) for turn in np.linspace(first, second, _STEPS)]
        mark.set_points_as_corners([self.origin, *arc, self.origin])


def directions(places: Tensor) -> list[float]:
    """Return the angles at which places of shape (n, 2) lie in a fan, in radians; none jumps by a whole turn."""
    angles = np.arctan2(places[:, 1].double().numpy(), places[:, 0].double().numpy())
    return [float(angle) + _TURNED for angle in np.unwrap(angles)]
