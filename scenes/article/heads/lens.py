"""A lens over a word that hardly moves: its two places, that many times as far apart."""

from __future__ import annotations

import numpy as np
from manim import Circle, Dot, Line, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_ZOOMS = (5, 10, 20, 50, 100, 200)
"""The factors by which a lens may enlarge."""

_APART, _ICON, _BESIDE = 0.95, 0.7, 0.16
"""The distance of the word's places in the lens at the most, and the word's height, as shares of the radius; scene
units from the lens to what stands beside it."""

_ABOVE = 0.14
"""Scene units from the level of the lens's middle to what stands beside it, above and below."""

_RAY, _EDGE, _WAY = 1.6, 2.8, 4.0
"""Stroke units of the rays from the word to its lens, of the lens's edge, and of the line from place to place."""

_PIN = 0.055
"""Scene units: the radius of the dots at its ends."""


class Lens(VGroup):
    """A lens, in which a word goes from the place that a change of the phrase has found it at to the next.

    Args:
        word: the word.
        places: both manim points.
        inks: its colours there.
        distance: how far it goes.
        centre: manim point of the lens's middle.
        radius: of the lens, scene units.
        below: write how far and how many times in one line below the lens, instead of beside it.
        style: theme and sizes.

    Attributes:
        glass: the lens, and its rays.
        zoom: how many times as large it shows things.
        before: the word at its first place.
        ghost: the outline that stays there.
        after: the word, which moves.
        way: the line from place to place.
        number: how far.
        note: how many times.
    """

    def __init__(
        self,
        word: str,
        places: tuple[Point, Point],
        inks: tuple[str, str],
        distance: Tensor,
        centre: Point,
        radius: float,
        *,
        below: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        first, last = places
        apart = float(np.linalg.norm(last - first))
        fitting = [zoom for zoom in _ZOOMS if zoom * apart <= _APART * radius]
        self.zoom, theme = (fitting or [1])[-1], style.theme
        way = self.zoom * (last - first)
        self._start, self._end = centre - way / 2, centre + way / 2
        circle = Circle(radius=radius, color=theme.value, stroke_width=_EDGE).move_to(centre)
        circle.set_fill(theme.background, 1.0)
        self.glass = laid(VGroup(*_rays((first + last) / 2, centre, radius, theme.dim), circle), Layer.SHEET)
        height = _ICON * radius
        self.before, self.after = (
            Token(word, self._start, ink, height=height, large=True, style=style) for ink in inks
        )
        self.ghost = self.before.ghost()
        way_line = thin_line(self._start, self._end, theme.ink, _WAY)
        self.way = VGroup(way_line, *(_pin(at, style) for at in (self._start, self._end)))
        self.number = HeroNumber(distance, size=style.sizes.head, style=style)
        note = Label(style.says("times", count=str(self.zoom)), size=style.sizes.tick, style=style)
        (x, y, _), widths = centre, (float(self.number.width), float(note.width))
        if below:
            left, level = float(x) - (sum(widths) + _BESIDE) / 2, float(y) - radius - _BESIDE - self.number.cap_height
            lefts, levels = (left, left + widths[0] + _BESIDE), (level, level)
        else:
            lefts = (float(x) + radius + _BESIDE,) * 2
            levels = (float(y) + _ABOVE, float(y) - _ABOVE - float(note.cap_height))
        for text, width, left, level in zip((self.number, note), widths, lefts, levels, strict=True):
            text.set_x(left + width / 2).on_baseline(level)
        self.note = haloed(note, style)
        super().__init__(self.glass, self.ghost, self.after, self.note)
        for each in (self.number, self.note):
            laid(each, Layer.LABEL)
        laid(self.way, Layer.LABEL)
        self.draw(0.0)

    def written(self) -> VGroup:
        """Return what is written beside or below it."""
        return VGroup(self.number, self.note)

    def draw(self, share: float) -> None:
        """Lay the word at a share of its way."""
        self.after.put(self._start + share * (self._end - self._start))


def _rays(at: Point, centre: Point, radius: float, color: str) -> list[Line]:
    """Return the two lines from a place that touch a circle."""
    way = centre - at
    far = float(np.linalg.norm(way))
    if far <= radius:
        return []
    angle, half = float(np.arctan2(way[1], way[0])), float(np.arcsin(radius / far))
    length = float(np.sqrt(far**2 - radius**2))
    ends = [at + length * point(np.cos(angle + turn), np.sin(angle + turn)) for turn in (-half, half)]
    return [Line(at, end, color=color, stroke_width=_RAY) for end in ends]


def _pin(at: Point, style: Style) -> Dot:
    """Return the dot at an end of the way."""
    dot = Dot(at, radius=_PIN, color=style.theme.ink)
    return dot.set_background_stroke(color=style.theme.background, width=RIM)
