"""A pane that folds up in pleats, as an accordion does, into a narrow strip."""

from __future__ import annotations

from math import pi, sin

import numpy as np
from manim import Rectangle, VGroup, VMobject, smooth

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PLEATS = 6

_DEPTH = 0.5
"""Scene units by which the inner edges of pleats draw in, half way."""

_FIRST = 0.4
"""The share of the way after which the sheet moves aside, and before whose counterpart it has its height."""

_TINTS = (0.09, 0.2)
"""Opacity of the glass, and of the pleats that turn away from the light."""


class Pleats(VGroup):
    """A sheet of glass in pleats, which lies between two regions.

    Args:
        start: the sheet before it folds.
        end: the strip that it becomes.
        style: theme.
    """

    def __init__(self, start: Region, end: Region, *, style: Style = DEFAULT) -> None:
        self._start, self._end, theme = start, end, style.theme
        super().__init__()
        for index in range(_PLEATS):
            pleat = VMobject(stroke_color=theme.value, stroke_width=2.2)
            self.add(pleat.set_fill(theme.value, _TINTS[index % 2] if theme.filled else 0.0))
        self.fold(0.0)
        laid(self, Layer.SHEET)

    def fold(self, share: float) -> None:
        """Fold a share of the way, 0 to 1: at first in height, then aside; at both ends the sheet is flat."""
        start, end = (np.array([one.left, one.right, one.bottom, one.top]) for one in (self._start, self._end))
        shares = np.repeat(
            [smooth(max(0.0, (share - _FIRST) / (1 - _FIRST))), smooth(min(1.0, share / (1 - _FIRST)))], 2
        )
        left, right, bottom, top = start + shares * (end - start)
        depth = _DEPTH * sin(pi * share)
        for index, pleat in enumerate(self):
            (low, inset), (high, other) = (
                (bottom + (top - bottom) * each / _PLEATS, depth if each % 2 else 0.0) for each in (index, index + 1)
            )
            corners = [
                point(left + inset, low),
                point(right - inset, low),
                point(right - other, high),
                point(left + other, high),
            ]
            pleat.set_points_as_corners([*corners, corners[0]])


class Strip(Rectangle):
    """A flat strip of glass in the colour of values.

    Args:
        region: where it lies.
        style: theme.
    """

    def __init__(self, region: Region, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        super().__init__(width=region.width, height=region.height, color=theme.value, stroke_width=2.2)
        self.set_fill(theme.value, _TINTS[0] if theme.filled else 0.0).move_to(region.centre)
        laid(self, Layer.SHEET)
