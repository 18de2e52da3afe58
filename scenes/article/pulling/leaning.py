"""A strip or block at any angle, and how it turns and comes to where another one lies."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from scenes.parts.geometry import Point, flat, point


@dataclass(frozen=True)
class Leaning:
    """A strip at any angle.

    Attributes:
        centre: manim point.
        angle: of the direction from its base to its other end, radians.
        length: scene units.
        thick: scene units.
    """

    centre: Point
    angle: float
    length: float
    thick: float

    @classmethod
    def between(cls, first: Point, last: Point, thick: float) -> Leaning:
        """Return the strip whose base and other end are at two manim points."""
        way = last - first
        return cls((first + last) / 2, math.atan2(way[1], way[0]), float(np.linalg.norm(way)), thick)

    def towards(self, other: Leaning, turned: float, come: float) -> Leaning:
        """Return a strip between this and another: it has turned, shrunk and risen by one share, come by the other."""
        turn = (other.angle - self.angle + math.pi) % (2 * math.pi) - math.pi
        across, up = flat(other.centre - self.centre)
        return Leaning(
            self.centre + point(come * across, turned * up),
            self.angle + turned * turn,
            self.length + turned * (other.length - self.length),
            self.thick + turned * (other.thick - self.thick),
        )

    @property
    def sides(self) -> tuple[Point, Point]:
        """The strip's length and thickness as manim vectors."""
        along, across = (
            point(math.cos(self.angle), math.sin(self.angle)),
            point(-math.sin(self.angle), math.cos(self.angle)),
        )
        return self.length * along, self.thick * across

    def shares_of(self, points: Point) -> Point:
        """Return manim points, shape (N, 3), as shares of length and thickness from the centre, shape (N, 2)."""
        apart = points - self.centre
        return np.stack([apart @ side / float(side @ side) for side in self.sides], axis=1)

    def points_of(self, shares: Point) -> Point:
        """Return the manim points at shares of length and thickness from the centre: the inverse of ``shares_of``."""
        return self.centre + shares @ np.stack(self.sides)
