"""The drops of words onto the line of an average: dashed ways, marks, and the shadows of those behind zero."""

from __future__ import annotations

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.shadow import SLAB
from scenes.style import DEFAULT, Style

_DASH, _ACROSS = 0.16, 0.17
"""Scene units from a dash to the next, and half the length of the mark across the line."""

_ARRIVES = 0.6
"""The share of a drop's fall after which its mark grows."""


class Drop(VGroup):
    """A word's fall onto a line through the origin: thin, beside the shadow of the word that is told.

    Args:
        origin: manim point of zero.
        tip: manim point of the word's tip.
        color: ``#rrggbb``.
        style: theme.

    Attributes:
        way: the dashed way from the tip to the line.
        mark: the stroke across the line where it ends.
        behind: the shadow, drawn only where it lies behind zero.
        foot: manim point of its end.
    """

    def __init__(self, origin: Point, tip: Point, color: str, *, style: Style = DEFAULT) -> None:
        self._origin, self._tip = np.asarray(origin, float), np.asarray(tip, float)
        self.way = VMobject(stroke_color=color, stroke_width=2.4)
        self.mark = VMobject(stroke_color=style.theme.ink, stroke_width=3.0)
        theme = style.theme
        self.behind = VMobject(stroke_width=0).set_fill(theme.fill(color), 1.0 if theme.filled else 0.0)
        if not theme.filled:
            self.behind.set_stroke(color, 2.0)
        super().__init__(self.behind, self.way, self.mark)
        laid(self, Layer.TRAIL)
        laid(self.behind, Layer.SHADOW)

    def follow(self, tip: Point, along: Point) -> None:
        """Fall from another tip all the way, without a shadow: its arrow is growing still."""
        self._tip = np.asarray(tip, float)
        self.fall(along, cast=0.0)

    def fall(self, along: Point, share: float = 1.0, *, cast: float | None = None) -> None:
        """Fall a share, 0 to 1, of the way onto the line to a point.

        Args:
            along: manim point on the line.
            share: of the way.
            cast: the share of the shadow behind zero; as much as of the mark when None.
        """
        unit = (np.asarray(along) - self._origin) / max(float(np.linalg.norm(np.asarray(along) - self._origin)), 1e-9)
        reach = float((self._tip - self._origin) @ unit)
        self.foot = self._origin + reach * unit
        way, arrived = self.foot - self._tip, max((share - _ARRIVES) / (1 - _ARRIVES), 0.0)
        count = max(1, round(float(np.linalg.norm(way)) / _DASH))
        self.way.clear_points()
        for index in range(count):
            first, last = index / count, min((index + 0.56) / count, share)
            if first < last:
                self.way.start_new_path(self._tip + first * way)
                self.way.add_line_to(self._tip + last * way)
        across = max(arrived, 1e-3) * _ACROSS * np.array([-unit[1], unit[0], 0.0])
        self.mark.set_points_as_corners([self.foot - across, self.foot + across])
        self.behind.clear_points()
        cast = arrived if cast is None else cast
        if reach < 0 and cast > 0:  # on the line, as the answer's shadow is
            far = SLAB / 2 * np.array([-unit[1], unit[0], 0.0])
            near = -far
            back = cast * reach * unit
            corners = [near, far, far + back, near + back, near]
            self.behind.set_points_as_corners([self._origin + corner for corner in corners])
