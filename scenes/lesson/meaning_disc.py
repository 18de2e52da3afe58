"""A word's place on the plane: a blank disc that slides, and that opens, where it has landed, to its meaning's picture.

Its middle is the place all along.
"""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import Circle, ManimColor, VGroup

from scenes.parts.geometry import Point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

BLANK = 0.25
"""Scene units: the radius of a disc that is still blank."""

_WALL, _PICTURE = 0.87, 1.4
"""Measures of an open disc in its radii: the hole's radius, and the picture's height."""

_SMALL = 0.45
"""The share of its size to which a disc shrinks where there is no picture of its meaning."""

_VANISHED, _TURNS = 1e-3, 3.0
"""The least scale of the picture, and how many times sooner than all else its colour comes."""


class MeaningDisc(VGroup):
    """A blank disc with a question mark that opens around its place to a picture of the meaning.

    Where no picture is drawn of the meaning it becomes a small disc in the meaning's colour.

    Args:
        at: manim point of the place.
        colors: ``#rrggbb`` of the blank disc, and of the meaning.
        picture: the icon's word.
        radius: scene units, once it is open.
        style: theme and sizes.

    Attributes:
        at: its middle.
        pictured: whether there is a picture of its meaning.
        widest: its radius once it is open.
        reach: its radius now.
    """

    def __init__(
        self, at: Point, colors: tuple[str, str], picture: str, radius: float, *, style: Style = DEFAULT
    ) -> None:
        theme = style.theme
        self.at, self.reach = np.array(at, float), BLANK
        self.pictured = has_icon(picture, style)
        self.widest = radius if self.pictured else _SMALL * BLANK
        self._colors, self._fills = colors, tuple(ManimColor(theme.fill(color)) for color in colors)
        self._filled = theme.filled
        self.body = Circle(radius=BLANK, stroke_width=style.strokes.thin)
        self.body.set_background_stroke(color=theme.background, width=RIM)
        self.hole = Circle(radius=1.0, stroke_width=0).set_fill(theme.background, 1.0)
        mark = Label("?", size=style.sizes.tick, color=theme.background if theme.filled else colors[0], style=style)
        self.asks = mark.move_to(self.at)
        self.picture = VGroup()
        if self.pictured:
            self.picture = ShadedIcon(picture, colors[1], height=_PICTURE * radius, style=style)
        self._scale = self._size = 1.0
        super().__init__(self.body, self.asks)
        laid(self, Layer.PIN)
        laid(self.hole, Layer.PIN)
        laid(self.picture, Layer.PIN)
        self.open(0.0)

    def put(self, at: Point) -> Self:
        """Move it to another place."""
        step = np.asarray(at, float) - self.at
        self.at = np.array(at, float)
        return self.shift(step)

    def resize(self, size: float) -> Self:
        """Give all of it another size, as a share of its own."""
        self.scale(size / self._size, about_point=self.at)
        self._size = size
        return self

    def fill(self) -> Self:
        """Put the picture into it, which is seen as it opens."""
        if self.pictured:
            self.submobjects = [self.body, self.hole, self.picture, self.asks]
        return self

    def open(self, share: float) -> Self:
        """Draw it on its way from a blank disc, at 0, to its meaning, at 1."""
        part = min(max(share, 0.0), 1.0)
        turned = min(_TURNS * part, 1.0)
        tone = self._fills[0].interpolate(self._fills[1], turned)
        self.body.set_fill(tone, 1.0 if self._filled else 0.0)
        self.body.set_stroke(ManimColor(self._colors[0]).interpolate(ManimColor(self._colors[1]), turned))
        self.asks.set_opacity(max(1 - 2 * part, 0.0))
        self.reach = BLANK + share * (self.widest - BLANK)
        self.body.set(width=2 * self.reach).move_to(self.at)
        if self.pictured:
            self.hole.set(width=2 * max(_WALL * self.reach * part, _VANISHED)).move_to(self.at)
            scale = max(part * self.reach / self.widest, _VANISHED)
            self.picture.scale(scale / self._scale).move_to(self.at)
            self._scale = scale
        return self
