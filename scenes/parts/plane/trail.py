"""The trail that a word's move leaves on the plane: dots that grow from its old place towards its new one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Dot, VGroup

from scenes.parts.geometry import Point
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.labels import Box, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_PITCH, _FIRST, _LAST = 0.12, 0.02, 0.04
"""Scene units: from a dot to the next, and the radius of the first and of the last."""

_CLEAR = 0.1
"""Scene units between a dot's middle and a mark."""


def trail(start: Point, end: Point, color: str, *, marks: Sequence[Box] = (), style: Style = DEFAULT) -> VGroup:
    """Return dots from a word's old place to its new one; none where there is no room between its marks.

    Args:
        start: manim point of the old place.
        end: manim point of the new place.
        color: ``#rrggbb``, by role.
        marks: the boxes of the word's marks at the old and at the new place, which dots keep off.
        style: theme.
    """
    way = np.asarray(end, float) - np.asarray(start, float)
    length = float(np.linalg.norm(way))
    dots = VGroup()
    for place in np.arange(0.0, length, _PITCH):
        share = place / length
        at = start + share * way
        if any(overlap(box_around(at, _CLEAR), mark) > 0 for mark in marks):
            continue
        dot = Dot(at, radius=_FIRST + (_LAST - _FIRST) * share, color=style.theme.fill(color))
        dots.add(dot.set_background_stroke(color=style.theme.background, width=RIM / 2))
    return laid(dots, Layer.TRAIL)
