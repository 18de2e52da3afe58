"""Boxes around places, texts and other boxes."""

from __future__ import annotations

from manim import VMobject

from scenes.parts.geometry import Point
from scenes.parts.plane.labels import Box, Spot


def box_at(middle: Point | tuple[float, float], size: tuple[float, float]) -> Box:
    """Return the box of a width and height around a place.

    >>> box_at((1.0, 2.0), (2.0, 1.0))
    (0.0, 1.5, 2.0, 2.5)
    """
    (x, y), (width, height) = (float(middle[0]), float(middle[1])), size
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def box_around(place: Point, reach: float) -> Box:
    """Return the box that goes as far to each side of a place."""
    return box_at(place, (2 * reach, 2 * reach))


def around(centre: Point, text: VMobject) -> Box:
    """Return the box of a text around another place."""
    return box_at(centre, (float(text.width), float(text.height)))


def box_of_name(spot: Spot, way: tuple[float, float]) -> Box:
    """Return the box of a name whose middle is a way from its mark."""
    return box_at((spot.x + way[0], spot.y + way[1]), (spot.width, spot.height))


def enlarged(box: Box, margin: float) -> Box:
    """Return a box with a margin around it.

    >>> enlarged((0.0, 0.0, 1.0, 1.0), 0.5)
    (-0.5, -0.5, 1.5, 1.5)
    """
    left, low, right, top = box
    return (left - margin, low - margin, right + margin, top + margin)


def is_within(box: Box, bounds: Box) -> bool:
    """Return whether a box lies within another one."""
    return bounds[0] <= box[0] and bounds[1] <= box[1] and box[2] <= bounds[2] and box[3] <= bounds[3]
