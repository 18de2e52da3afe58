"""A word's place on the plane: a blank disc that slides, and, where it has landed, a pin with its meaning's picture."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import Circle, ManimColor, VGroup, VMobject
from numpy.typing import NDArray

from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

BLANK = 0.25
"""Scene units: the radius of a disc that is still blank."""

_STEM, _WALL, _PICTURE = 1.7, 0.87, 1.4
"""Measures of a pin in radii of its head: from its tip to the head's middle, the hole's radius, the picture's
height."""

_SMALL = 0.45
"""The share of its size to which a disc shrinks where there is no picture of its meaning."""

_CURVE, _VANISHED, _TURNS = 48, 1e-3, 3.0
"""Points of the outline, the least scale of the picture, and how many times sooner than all else its colour comes."""


class MeaningPin(VGroup):
    """A blank disc with a question mark that opens into a pin: its tip is the place, its head has the picture.

    Where no picture is drawn of the meaning it stays a disc, in the meaning's colour.

    Args:
        at: manim point of the place.
        colors: ``#rrggbb`` of the blank disc, and of the meaning.
        picture: the icon's word; nothing is opened where there is none.
        lean: the angle of the pin, in radians; a quarter turn is upright.
        radius: scene units, of its head.
        style: theme and sizes.

    Attributes:
        at: where its tip is.
        pictured: whether there is a picture of its meaning.
        opened: the share of its way from a disc to a pin.
    """

    def __init__(
        self, at: Point, colors: tuple[str, str], picture: str, lean: float, radius: float, *, style: Style = DEFAULT
    ) -> None:
        theme = style.theme
        self.at, self.radius, self.opened = np.array(at, float), radius, 0.0
        self.pictured = has_icon(picture, style)
        self._stem = head_of(point(), lean, radius)
        self._colors, self._fills = colors, tuple(ManimColor(theme.fill(color)) for color in colors)
        self._filled = theme.filled
        self.body = VMobject(stroke_width=style.strokes.thin)
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

    @property
    def widest(self) -> float:
        """The radius of its head once it is open, or of the disc that it stays."""
        return self.radius if self.pictured else _SMALL * BLANK

    def head(self, at: Point) -> Point:
        """Return the middle of its head once it is open, or of the disc that it stays, with its tip at a place."""
        return np.asarray(at, float) + (self._stem if self.pictured else point())

    def put(self, at: Point) -> Self:
        """Move it to another place."""
        step = np.asarray(at, float) - self.at
        self.at = np.array(at, float)
        return self.shift(step)

    def resize(self, size: float) -> Self:
        """Give all of it another size, as a share of its own; its tip stays."""
        self.scale(size / self._size, about_point=self.at)
        self._size = size
        return self

    def fill(self) -> Self:
        """Put the picture into it, which is seen as it opens."""
        if self.pictured:
            self.submobjects = [self.body, self.hole, self.picture, self.asks]
        return self

    def open(self, share: float) -> Self:
        """Draw it on its way from a blank disc, at 0, to a pin, at 1."""
        self.opened, part = share, min(max(share, 0.0), 1.0)
        turned = min(_TURNS * part, 1.0)
        tone = self._fills[0].interpolate(self._fills[1], turned)
        self.body.set_fill(tone, 1.0 if self._filled else 0.0)
        self.body.set_stroke(ManimColor(self._colors[0]).interpolate(ManimColor(self._colors[1]), turned))
        self.asks.set_opacity(max(1 - 2 * part, 0.0))
        if not self.pictured:
            self.body.set_points_as_corners(_outline(self.at, self.at, BLANK * (1 - (1 - _SMALL) * share)))
            return self
        middle = self.at + share * self._stem
        radius = BLANK + share * (self.radius - BLANK)
        self.body.set_points_as_corners(_outline(self.at, middle, radius))
        self.asks.move_to(middle)
        inner = max(_WALL * radius * part, _VANISHED)
        self.hole.set(width=2 * inner).move_to(middle)
        scale = max(part * radius / self.radius, _VANISHED)
        self.picture.scale(scale / self._scale).move_to(middle)
        self._scale = scale
        return self


def head_of(tip: Point, lean: float, radius: float) -> Point:
    """Return the middle of the head of a pin whose tip is at a place."""
    return np.asarray(tip, float) + _STEM * radius * point(float(np.cos(lean)), float(np.sin(lean)))


def _outline(tip: Point, middle: Point, radius: float) -> NDArray[np.float64]:
    """Return the closed outline of a disc, drawn out to a tip where that lies outside it."""
    stem = np.asarray(tip, float) - middle
    length, heading = float(np.linalg.norm(stem)), float(np.arctan2(stem[1], stem[0]))
    half = float(np.arccos(radius / length)) if length > radius else 0.0
    turns = np.linspace(heading + half, heading + 2 * np.pi - half, _CURVE)
    around = middle + radius * np.stack([np.cos(turns), np.sin(turns), np.zeros(_CURVE)], axis=1)
    corners = [*around, np.asarray(tip, float)] if half else [*around]
    return np.array([*corners, corners[0]])
