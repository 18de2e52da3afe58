"""The places where the rows of a matrix let the steps along the axes land."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Circle, DashedLine, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.stage_plane import StagePlane, name_bounds
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.style import Style

_RING = 0.13
"""Scene units: the radius of the ring around a place."""

_ASIDE, _ABOVE = 0.08, 0.12
"""Scene units from a ring outward to the name of its place, and up to its middle, where there is room."""


def landing(plane: StagePlane, row: Tensor, ink: str) -> VGroup:
    """Return where a step will land: a ring at its place, and dashed lines from there to both axes."""
    at, dashes = plane.place(row), VGroup()
    for foot in _feet(plane, row):
        away = float(np.linalg.norm(at - foot))
        if away > _RING + 0.1:
            rim = at + _RING / away * (foot - at)
            dashes.add(DashedLine(foot, rim, dash_length=0.08, color=ink, stroke_width=2.4))
    ring = Circle(radius=_RING, color=ink, stroke_width=3.4).move_to(at)
    ring.set_background_stroke(color=plane.style.theme.background, width=RIM)
    return VGroup(laid(dashes, Layer.GHOST), laid(ring, Layer.LABEL))  # arrows run below the ring


def _feet(plane: StagePlane, row: Tensor) -> list[Point]:
    """Return the points of both axes that are level with a place."""
    (x, y), at = flat(plane.origin), plane.place(row)
    return [point(float(at[0]), y), point(x, float(at[1]))]


def beside_landings(
    plane: StagePlane,
    names: Sequence[VMobject],
    rows: Tensor,
    *,
    lines: Sequence[Segment],
    taken: Sequence[Box],
    style: Style,
) -> list[VGroup]:
    """Put a name beside each place where a step lands, clear of lines and boxes, and return it with a halo."""
    placed, boxes, ways = [], list(taken), list(lines)
    for row in rows:
        at = flat(plane.place(row))
        ways += [(flat(foot), at) for foot in _feet(plane, row)]
        boxes.append((at[0] - _RING, at[1] - _RING, at[0] + _RING, at[1] + _RING))
    for name, row in zip(names, rows, strict=True):
        outward = 1.0 if float(row[0]) >= 0 else -1.0
        near = plane.place(row) + point(outward * (_RING + _ASIDE + float(name.width) / 2), _ABOVE)
        size = (float(name.width) + 0.06, float(name.height) + 0.06)
        name.move_to(point(*free_place(size, name_bounds(plane), flat(near), lines=ways, boxes=boxes)))
        placed.append(laid(haloed(name, style), Layer.LABEL))
        boxes.append(box_of(name))
    return placed
