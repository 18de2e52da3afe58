"""A rubber band round places: the outline of their convex hull, and the part of it that no text covers.

Nothing here knows words or attention: places are in scene units, one a row.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np
from manim import ManimColor, VGroup, VMobject
from numpy.typing import NDArray

from scenes.parts.plane.labels import Box, Segment, clip
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

Places = NDArray[np.float64]
"""Scene units, shape (n, 2)."""

_SIDES = 144
"""Directions in which a band is stretched: the points of its outline."""

TINT, _FAINT = 0.06, 0.7
"""Opacity of what a band encloses, and of an outline that it left."""

_BAND, _OLD = 7.0, 2.4
"""Stroke units of a band, and of an outline that it left."""

_SLICES = 40
"""Boxes that cover what a band encloses."""

_TURNS = np.linspace(0.0, 2 * math.pi, _SIDES, endpoint=False)
_DIRECTIONS = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)


def outline(places: Places, radius: float) -> Places:
    """Return a band round discs at some places, shape (n, 2): in each direction the outermost disc's edge.

    Two bands have their points in the same directions, so that one between them follows from a mean of both.

    >>> bool(np.allclose(np.linalg.norm(outline(np.zeros((1, 2)), 0.5), axis=1), 0.5))
    True
    """
    outermost = (places @ _DIRECTIONS.T).argmax(axis=0)
    return np.asarray(places[outermost] + radius * _DIRECTIONS)


def together(places: Places, near: float) -> list[tuple[int, ...]]:
    """Return the groups of places that a chain of places joins, each nearer to the next than a distance.

    >>> together(np.array([[0.0, 0.0], [5.0, 0.0], [0.2, 0.0], [0.4, 0.0]]), 0.3)
    [(0, 2, 3), (1,)]
    """
    group = list(range(len(places)))
    for one, other in combinations(range(len(places)), 2):
        if np.linalg.norm(places[one] - places[other]) < near:
            first, second = sorted((group[one], group[other]))
            group = [first if each == second else each for each in group]
    return [tuple(at for at, each in enumerate(group) if each == which) for which in sorted(set(group))]


def uncovered(line: Segment, boxes: Sequence[Box]) -> list[Segment]:
    """Return the pieces of a segment that lie in none of some boxes.

    >>> uncovered(((0.0, 0.0), (4.0, 0.0)), [(1.0, -1.0, 2.0, 1.0)])
    [((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (4.0, 0.0))]
    """
    pieces = [line]
    for box in boxes:
        if clip(line, box) is None:
            continue
        left = list[Segment]()
        for start, end in pieces:
            inside = clip((start, end), box)
            cut = [(start, end)] if inside is None else [(start, inside[0]), (inside[1], end)]
            left += [(a, b) for a, b in cut if math.dist(a, b) > 1e-9]
        pieces = left
    return pieces


def dashed(lines: Sequence[Segment], dash: float) -> list[Segment]:
    """Return every second piece of some segments, each piece about as long as a dash.

    >>> dashed([((0.0, 0.0), (4.0, 0.0))], 1.0)
    [((0.0, 0.0), (1.0, 0.0)), ((2.0, 0.0), (3.0, 0.0))]
    """
    pieces = list[Segment]()
    for (x, y), (end_x, end_y) in lines:
        count = max(2 * round(math.dist((x, y), (end_x, end_y)) / (2 * dash)), 1)
        spots = [(x + (end_x - x) * at / count, y + (end_y - y) * at / count) for at in range(count + 1)]
        pieces += list(pairwise(spots))[::2]
    return pieces


class Fence(VGroup):
    """A rubber band with a tint inside, in the colour of values, as all that a mean can be lies within it.

    Args:
        corners: the band's points, shape (n, 2).
        style: theme.

    Attributes:
        line: the band, without what texts cover.
        tint: what it encloses.
        corners: its points.
    """

    def __init__(self, corners: Places, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        self.line = laid(VMobject(stroke_color=theme.value, stroke_width=_BAND), Layer.SHADOW)
        self.tint = laid(VMobject(stroke_width=0), Layer.HALF_PLANE)
        self.tint.set_fill(theme.value, TINT if theme.filled else 0.0)
        super().__init__(self.tint, self.line)
        self.put(corners)

    def put(self, corners: Places, covered: Sequence[Box] = ()) -> None:
        """Stretch the band along other points; it is left out where texts are."""
        self.corners = corners
        self.tint.set_points(_cubics(self.segments()))
        self.line.set_points(_cubics([piece for each in self.segments() for piece in uncovered(each, covered)]))

    def segments(self) -> list[Segment]:
        """Return the pieces between neighbouring points, all the way round."""
        spots = [(float(x), float(y)) for x, y in self.corners]
        return list(zip(spots, [*spots[1:], spots[0]], strict=True))

    def slices(self) -> list[Box]:
        """Return boxes one upon another that cover what it encloses."""
        heights = np.linspace(self.corners[:, 1].min(), self.corners[:, 1].max(), _SLICES + 1).tolist()
        left, right = float(self.corners[:, 0].min()), float(self.corners[:, 0].max())
        boxes = list[Box]()
        for low, high in pairwise(heights):
            within = [clip(line, (left, low, right, high)) for line in self.segments()]
            across = [x for line in within if line is not None for x, _ in line]
            boxes.append((min(across), low, max(across), high))
        return boxes

    def left_behind(self, *, style: Style = DEFAULT) -> Fence:
        """Return the outline that stays, thin and dim, where the band was."""
        old = Fence(self.corners, style=style)
        old.line.set_stroke(width=_OLD, opacity=_FAINT)
        laid(old.line, Layer.THREAD)
        return old


def _cubics(lines: Sequence[Segment]) -> NDArray[np.float64]:
    """Return straight pieces as manim's cubic curves, shape (4n, 3)."""
    ends = np.array(lines, float).reshape(-1, 2, 2)
    shares = np.array([0.0, 1 / 3, 2 / 3, 1.0])[None, :, None]
    curves = ends[:, :1] + shares * (ends[:, 1:] - ends[:, :1])
    return np.pad(curves.reshape(-1, 2), ((0, 0), (0, 1)))


def light_of(color: str) -> NDArray[np.float64]:
    """Return a colour's red, green and blue light, shape (3,): such light adds up, as its sRGB numbers do not."""
    parts = np.asarray(ManimColor(color).to_rgb(), float)
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def color_of_light(light: NDArray[np.float64]) -> str:
    """Return the colour ``#rrggbb`` of red, green and blue light of shape (3,).

    >>> color_of_light(light_of("#fede23"))
    '#fede23'
    """
    parts = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.clip(light, 0.0, 1.0) ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts.tolist())
