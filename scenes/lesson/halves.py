"""A plane's two halves: all that is nearer to one place than to another, and the line halfway between both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VMobject
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.ground import Area
from scenes.parts.plane.labels import Segment, clip
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import PlaneView, Stage
from scenes.style import DEFAULT, Style

_FAR = 100.0
"""Scene units along the line from the middle between both places: beyond every frame."""

_DASH, _PITCH = 0.13, 0.22
"""Scene units: a dash, and from its beginning to the next one's."""

_EDGE = 0.05
"""Scene units from the line's ends to the frame's margin."""

_TINTS = (0.11, 0.14)
"""Opacities of both halves: yellow is lighter than blue."""


class Halves:
    """Both halves of the plane, each in a colour, in any view.

    Args:
        places: the two places, shape (2, 2).
        colors: ``#rrggbb`` of both.
        stage: the frame.
        over: scene units above the record where the line ends, too, in a frame in which that lies beneath the plane.
        style: theme and strokes.

    Attributes:
        line: the line between the halves, dashed; ``lie`` puts it where a view has it.
    """

    def __init__(
        self, places: Tensor, colors: Sequence[str], stage: Stage, *, over: float = 0.0, style: Style = DEFAULT
    ) -> None:
        self.places, self.colors, self.stage, self.over = places, colors, stage, over
        self.line = VMobject(stroke_color=style.theme.ink, stroke_width=style.strokes.line)
        laid(self.line, Layer.GHOST)

    def segment(self, view: PlaneView) -> Segment | None:
        """Return the line's piece where words may lie in a view; None where it passes by."""
        room, safe, (middle, across) = view.words(self.stage), self.stage.safe, self._crossing(view)
        along = _FAR * point(-float(across[1]), float(across[0]))
        ends = (flat(middle - along), flat(middle + along))
        left, right = max(room.left, safe.left + _EDGE), min(room.right, safe.right - _EDGE)
        return clip(ends, (left, room.bottom + self.over, right, room.top))

    def lie(self, view: PlaneView) -> None:
        """Put the line where a view has it; its dashes stay where they are on the plane's middle."""
        found = self.segment(view)
        if found is None:
            self.line.clear_points()
            return
        middle, _ = self._crossing(view)
        _dash(self.line, point(*found[0]), point(*found[1]), middle)

    def areas(self, view: PlaneView) -> list[Area]:
        """Return both halves of the frame in a view, each in its colour."""
        middle, across = self._crossing(view)
        wide, high = self.stage.width / 2, self.stage.height / 2
        frame = [point(x, y) for x, y in ((-wide, -high), (wide, -high), (wide, high), (-wide, high))]
        halves = [_cut(frame, middle, way) for way in (-across, across)]
        return [
            Area([flat(corner) for corner in corners], color, tint)
            for corners, color, tint in zip(halves, self.colors, _TINTS, strict=True)
            if corners
        ]

    def _crossing(self, view: PlaneView) -> tuple[Point, Point]:
        """Return the point in the middle between both places, and the direction from the first to the second."""
        first, second = (view.unit * point(*row) + point(*view.origin) for row in self.places.tolist())
        way = second - first
        return (first + second) / 2, way / max(float(np.linalg.norm(way)), 1e-9)


def _dash(line: VMobject, start: Point, end: Point, anchor: Point) -> None:
    """Let a mobject be a straight line in dashes, one of which begins at an anchor upon it."""
    line.clear_points()
    way = end - start
    length = float(np.linalg.norm(way))
    if not length:
        return
    way = way / length
    begin = float((anchor - start) @ way) % _PITCH - _PITCH
    for at in np.arange(begin, length, _PITCH):
        first, last = max(at, 0.0), min(at + _DASH, length)
        if last > first:
            line.start_new_path(start + first * way)
            line.add_line_to(start + last * way)


def _cut(corners: Sequence[Point], middle: Point, way: Point) -> list[Point]:
    """Return the part of a convex polygon that lies from a point onwards in a direction."""
    kept: list[Point] = []
    for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
        first, last = float((start - middle) @ way), float((end - middle) @ way)
        if first >= 0:
            kept.append(start)
        if first * last < 0:
            kept.append(start + first / (first - last) * (end - start))
    return kept
