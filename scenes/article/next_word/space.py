"""The space of a vector's numbers, seen from one side: an axis for each number, and steps along them."""

from __future__ import annotations

import numpy as np
from manim import CapStyleType, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Segment, clip
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_BEYOND = 1.25
"""The factor by which an axis goes on beyond the farthest number on it."""

_SHORTEST = 0.3
"""The length of an axis's positive half, at least, as a share of the farthest number on any."""

_HEAD = 0.14
"""Scene units: the length of an axis's head."""

_NAME = 0.3
"""Scene units from an axis's head to the middle of its name, at its right when one looks along it."""

_RIM = 8.0
"""Stroke units of the ground around an axis's name."""


class SpaceAxes(VGroup):
    """Axes through one point, one for each number of some vectors, as long as these need, with heads where it grows.

    Args:
        origin: manim point of the zero vector.
        unit: scene units for 1 of a direction that is seen in full.
        rows: shape (N, d), the vectors.
        region: where axes may be seen.
        color: ``#rrggbb`` of the names.
        style: theme.

    Attributes:
        lines: one an axis.
        names: the number of each, counted from 1, beside its head; what passes below it is cut there.
        box: left, bottom, right and top of where the lines may be seen.
    """

    def __init__(
        self, origin: Point, unit: float, rows: Tensor, region: Region, *, color: str, style: Style = DEFAULT
    ) -> None:
        self.origin, self.unit = origin, unit
        least = _SHORTEST * float(rows.abs().max())
        self.spans = [
            (min(0.0, _BEYOND * float(column.min())), max(least, _BEYOND * float(column.max()))) for column in rows.T
        ]
        self.see(region)
        self.lines = [VMobject().set_stroke(style.theme.axis, style.strokes.thin) for _ in self.spans]
        self.names = [
            Label(str(place + 1), size=style.sizes.number, color=color, style=style) for place in range(len(self.spans))
        ]
        for name in self.names:
            name.set_background_stroke(color=style.theme.background, width=_RIM)
        super().__init__(laid(VGroup(*self.lines), Layer.SHEET), laid(VGroup(*self.names), Layer.LABEL))

    def see(self, region: Region) -> None:
        """Set where axes may be seen; they are drawn so when they are turned next."""
        seen = region.inset(left=2 * _NAME, right=2 * _NAME, top=2 * _NAME, bottom=2 * _NAME)
        self.box = (seen.left, seen.bottom, seen.right, seen.top)

    def turn(self, view: Tensor) -> None:
        """Draw all axes as they are seen in a picture with two directions, shape (2, d)."""
        for line, name, segment in zip(self.lines, self.names, self.segments(view), strict=True):
            seen = clip(segment, self.box) or (flat(self.origin), flat(self.origin))
            start, end = (point(*each) for each in seen)
            line.set_points_as_corners([start, end])
            length = float(np.linalg.norm(end - start))
            along = min(_HEAD, 0.5 * length) * (end - start) / max(length, 1e-9)
            across = 0.6 * point(-along[1], along[0])
            line.start_new_path(end - along + across)
            line.add_line_to(end)
            line.add_line_to(end - along - across)
            name.move_to(end + _NAME * point(along[1], -along[0]) / max(float(np.linalg.norm(along)), 1e-9))

    def segments(self, view: Tensor) -> list[Segment]:
        """Return where the axes are seen in a picture with two directions, shape (2, d)."""
        ways = [self.unit * point(float(across), float(up)) for across, up in view.T]
        return [
            (flat(self.origin + low * way), flat(self.origin + high * way))
            for way, (low, high) in zip(ways, self.spans, strict=True)
        ]


class NumberSteps(VGroup):
    """A vector as steps from the origin, one a number, each along its own axis; the last one ends at its tip.

    Args:
        axes: the axes.
        row: shape (d,).
        view: shape (2, d), the picture's two directions.
        color: ``#rrggbb``.
        style: theme.

    Attributes:
        corners: manim points from the origin to the tip.
        steps: one a number.
    """

    def __init__(self, axes: SpaceAxes, row: Tensor, view: Tensor, color: str, *, style: Style = DEFAULT) -> None:
        self._axes = axes
        self.steps = [VMobject().set_stroke(color, style.strokes.line) for _ in row]
        for step in self.steps:
            step.set_cap_style(CapStyleType.ROUND)
        super().__init__(*self.steps)
        laid(self, Layer.BAND)
        self.take(row, view)

    def take(self, row: Tensor, view: Tensor) -> None:
        """Draw the steps of other numbers, or as they are seen in another picture."""
        self.corners = [self._axes.origin]
        for number, (across, up) in zip(row.tolist(), view.T, strict=True):
            self.corners.append(self.corners[-1] + self._axes.unit * number * point(float(across), float(up)))
        for place in range(len(self.steps)):
            self.walk(place, 1.0)

    def walk(self, place: int, share: float) -> None:
        """Draw a share, 0 to 1, of a step."""
        start, end = self.corners[place : place + 2]
        self.steps[place].set_points_as_corners([start, start + max(share, 1e-3) * (end - start)])
