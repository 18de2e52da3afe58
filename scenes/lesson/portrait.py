"""A creature that looks as the numbers of its vector say: how long its fur is, and how blue it is."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import Circle, Ellipse, ManimColor, VGroup, VMobject
from numpy.typing import NDArray

from scenes.lesson.creature import Asked
from scenes.parts.geometry import Point, point
from scenes.stage import Region
from scenes.style import DEFAULT, Style
from scenes.worlds import World

_TUFTS, _FUR, _BLUEST = 34, 0.26, 1.2
"""The number of tufts, their length as a share of the body's radius for a fluffiness of 1, and the blueness of blue."""

_WHITE, _BLACK = "#ffffff", "#000000"

_LOOKS, _BODY = ("fluffiness", "blueness"), 0.36
"""The looks that a portrait shows, and the radius of a body as a share of its room."""

_INTO = 0.35
"""The share of a tuft's length that goes into the body, which fur does not make larger."""

_STANDS = 1.15
"""The distance from its feet's soles to its middle, as a share of the body's radius."""

_EYE, _PUPIL, _APART, _UP = 0.2, 0.1, 0.34, 0.2
"""Radii of an eye and its pupil, and the eyes' distance from the middle and height, as shares of the body's radius."""


class Portrait(VGroup):
    """A round creature with two eyes and two feet; its fur and colour follow two numbers.

    Args:
        fluffiness: the length of its fur; 0 or less is a smooth skin.
        blueness: 0 or less is grey, 1.2 or more blue.
        radius: of its body without fur, scene units.
        at: manim point of its middle.
        style: theme.
    """

    def __init__(self, fluffiness: float, blueness: float, *, radius: float, at: Point, style: Style = DEFAULT) -> None:
        self.style, self.radius, self.at = style, radius, np.array(at, float)
        theme = style.theme
        self.feet = VGroup(*(Ellipse(0.5 * radius, 0.26 * radius) for _ in (0, 1)))
        for foot, side in zip(self.feet, (-1, 1), strict=True):
            foot.move_to(self.at + point(side * 0.42 * radius, -1.02 * radius))
        self.body = VMobject()
        self.eyes = VGroup()
        for side in (-1, 1):
            middle = self.at + point(side * _APART * radius, _UP * radius)
            white = Circle(_EYE * radius, color=theme.ink, stroke_width=0).move_to(middle)
            pupil = Circle(_PUPIL * radius, stroke_width=0).move_to(middle + point(-0.05 * radius, -0.03 * radius))
            self.eyes.add(white.set_fill(_WHITE, 1.0), pupil.set_fill(_BLACK, 1.0))
        super().__init__(self.body, self.feet, self.eyes)  # long fur does not hide the feet
        self.look(fluffiness, blueness)

    def look(self, fluffiness: float, blueness: float) -> Self:
        """Let its fur be as long as one number says, and its colour as blue as the other."""
        self.fluffiness, self.blueness = fluffiness, blueness
        theme = self.style.theme
        share = min(1.0, max(0.0, blueness / _BLUEST))
        color = ManimColor(theme.dim).interpolate(ManimColor(theme.families[1]), share).to_hex()
        outline = self._outline(max(0.0, fluffiness))
        self.body.set_points_smoothly([*outline, outline[0]])
        self.body.set_fill(color, 1.0 if theme.filled else 0.0).set_stroke(color, 3.0)
        dark = ManimColor(color).interpolate(ManimColor(_BLACK), 0.3).to_hex()
        self.feet.set_fill(dark, 1.0 if theme.filled else 0.0).set_stroke(dark, 2.0)
        return self

    def put(self, at: Point) -> Self:
        """Move it to another place."""
        self.shift(np.asarray(at, float) - self.at)
        self.at = np.array(at, float)
        return self

    def grow(self, radius: float) -> Self:
        """Give its body another radius; its middle stays where it is."""
        for part in (self.feet, self.eyes):
            part.scale(radius / self.radius, about_point=self.at)
        self.radius = radius
        return self.look(self.fluffiness, self.blueness)

    @property
    def height_over_feet(self) -> float:
        """The distance from the ground that it stands on up to its middle, scene units."""
        return _STANDS * self.radius

    def _outline(self, fluffiness: float) -> list[NDArray[np.float64]]:
        """Return the body's outline: a circle whose tufts stand out as far as the fur is long."""
        turns = np.linspace(0.0, 2 * np.pi, 4 * _TUFTS, endpoint=False)
        # Each tuft leans a little and is a little longer or shorter than its neighbour, always in the same way.
        tuft = np.abs(np.sin(turns * _TUFTS / 2 + 0.3 * np.sin(3 * turns))) ** 0.7
        tuft *= 1.0 + 0.12 * np.sin(11 * turns + 1.0)
        reach = self.radius * (1.0 + _FUR * fluffiness * (tuft - _INTO))
        return [self.at + point(r * np.cos(t), 0.94 * r * np.sin(t)) for r, t in zip(reach, turns, strict=True)]


def portrait_of(
    numbers: Asked, world: World, radius: float, *, at: Point | None = None, style: Style = DEFAULT
) -> Portrait | None:
    """Return the word that asks as it looks before it is answered.

    Args:
        numbers: the head's, with the word's own look.
        world: its subject is the creature that a portrait shows.
        radius: of its body, scene units.
        at: manim point of its middle; the frame's when None.
        style: theme.

    Returns:
        None where another word asks, or values say something else than how fluffy and blue a word is.
    """
    if numbers.looks != _LOOKS or numbers.word != world.subject:
        return None
    fluffiness, blueness = numbers.look.tolist()
    return Portrait(fluffiness, blueness, radius=radius, at=point() if at is None else at, style=style)


def fitting(room: Region) -> float:
    """Return the radius of a body that stands with its longest fur in a room, scene units."""
    return _BODY * min(room.width, room.height)
