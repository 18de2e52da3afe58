"""Pulls as elastic bands: springs of rest length 0 whose stiffness is the weight.

Such springs balance at p with Σ aᵢ (xᵢ − p) = 0; the weights add up to 1, so p = Σ aᵢ xᵢ. A band's width is its
stiffness, so the picture of the bands is the weighted sum, a word's own weight included: the pin that holds it back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import Annulus, ManimColor, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, SHINE, Style

WIDTH_OF_ONE = 0.66
"""Scene units: a band's width at its puller for a weight of 1."""

SLACK_BELOW = 0.03
"""The weight below which a pull moves nothing: its band hangs as a thread."""

_LEAST = 0.02
_GLINT, _GLINT_FROM = 0.16, 0.066
"""Share of a band's width that shines, and the width in scene units from which it does."""

_SAG = 0.12
"""The sag of a thread, as a share of its length."""

_PIN = 0.055
"""Scene units: the radius of a pin."""

_STEPS = 24
"""Points along a band's side."""

_NOTCH = 2.4
"""Stroke units of a notch across a band."""


def width_at(weight: float, share: float, *, straight: bool = False) -> float:
    """Return a band's width in scene units at a share of the way from its puller, 0 to 1; it thins on the way.

    Args:
        weight: in [0, 1].
        share: of the way.
        straight: whether it thins evenly, instead of most at the beginning.
    """
    return float(max(_LEAST, WIDTH_OF_ONE * weight) * (1 - 0.5 * share ** (1.0 if straight else 0.6)))


class Band(VGroup):
    """An elastic band from the word that pulls to the word that is pulled; its width is the weight.

    Args:
        puller: manim point of the word that pulls.
        pulled: manim point of the word that is pulled.
        weight: in [0, 1].
        color: ``#rrggbb``, by convention the puller's.
        pinned: give the puller's end a round cap around a pin: a word's own weight, tied to its old place.
        notches: shares of the way at which a notch goes across, such as every tenth of the way.
        style: theme.

    Attributes:
        weight: as a Python number.
        body: the band's outline.
    """

    def __init__(
        self,
        puller: Point,
        pulled: Point,
        weight: Tensor | float,
        color: str,
        *,
        pinned: bool = False,
        notches: Sequence[float] = (),
        style: Style = DEFAULT,
    ) -> None:
        theme, self.weight, self.pinned = style.theme, float(weight), pinned
        self._notch_places, self._tuck = tuple(notches), 0.0
        fill = theme.fill(color)
        self.body = VMobject(stroke_width=0).set_fill(fill, 1.0 if theme.filled else 0.0)
        if fill != color or not theme.filled:
            self.body.set_stroke(color, 3.0)
        self.body.set_background_stroke(color=theme.background, width=RIM + 2)
        shine = ManimColor(fill).interpolate(ManimColor(SHINE if theme.filled else theme.background), 0.55)
        self.glint = VMobject(stroke_color=shine, stroke_width=0)
        self.notches = VGroup(*(VMobject(stroke_color=theme.background, stroke_width=_NOTCH) for _ in notches))
        self.pin = VGroup(Annulus(inner_radius=0.0, outer_radius=_PIN, stroke_width=0)) if pinned else VGroup()
        self.pin.set_fill(theme.ink, 1.0)
        super().__init__(self.body, self.glint, self.notches, self.pin)
        laid(self, Layer.BAND)
        self.set_ends(puller, pulled)

    def set_ends(self, puller: Point, pulled: Point) -> Self:
        """Stretch the band between two points; its width stays the weight's."""
        self.puller, self.pulled = np.array(puller, float), np.array(pulled, float)
        way = self.pulled - self.puller
        length = float(np.linalg.norm(way))
        along = way / length if length > 1e-9 else point(0.0, -1.0)
        across = point(-along[1], along[0])
        shares = np.linspace(0.0, 1.0, _STEPS)
        half = np.array([width_at(self.weight, share, straight=self.pinned) / 2 for share in shares])[:, None]
        spine = self.puller + shares[:, None] * way
        spine[0] -= self._tuck * along
        side, other = spine + across * half, (spine - across * half)[::-1]
        cap = self._cap(along, across, float(half[0, 0])) if self.pinned else np.zeros((0, 3))
        outline = np.concatenate([side, other, cap, side[:1]])
        self.body.set_points_as_corners(outline)
        self._set_glint(along, across, length)
        for notch, share in zip(self.notches, self._notch_places, strict=True):
            reach = across * width_at(self.weight, share) / 2
            middle = self.puller + share * way
            notch.set_points_as_corners([middle - reach, middle + reach])
        self.pin.move_to(self.puller)
        return self

    def set_tuck(self, tuck: float) -> Self:
        """Let the band reach this many scene units beyond its puller's place, where the puller's icon covers it."""
        self._tuck = tuck
        return self.set_ends(self.puller, self.pulled)

    def _cap(self, along: Point, across: Point, radius: float) -> np.ndarray:
        """Return points of the half circle around the puller's end, from the far side to the near one."""
        turns = np.linspace(-np.pi / 2, -3 * np.pi / 2, 13)[1:-1, None]
        return np.asarray(self.puller + radius * (np.sin(turns) * across + np.cos(turns) * along))

    def _set_glint(self, along: Point, across: Point, length: float) -> None:
        width = width_at(self.weight, 0.0)
        upper = across if across[1] > 0 else -across
        start = self.puller + upper * 0.2 * width + along * min(0.1, length / 4)
        end = self.pulled + upper * 0.1 * width - along * min(0.08, length / 4)
        shines = width >= _GLINT_FROM and length > 0.25 and not self.pinned
        self.glint.set_points_as_corners([start, end])
        self.glint.set_stroke(width=max(1.2, 100 * width * _GLINT) if shines else 0.0, opacity=0.8)


class Thread(VGroup):
    """A thread between two words: a pull too weak to move anything; it sags.

    Args:
        puller: manim point.
        pulled: manim point.
        weight: in [0, 1].
        style: theme.

    Attributes:
        slack: how far it sags: 0 where it is taut, 1 as a thread does as a rule.
    """

    def __init__(self, puller: Point, pulled: Point, *, weight: Tensor | float = 0.0, style: Style = DEFAULT) -> None:
        self.weight, self.slack = float(weight), 1.0
        self.line = VMobject(stroke_color=style.theme.dim, stroke_width=100 * _LEAST)
        super().__init__(self.line)
        laid(self, Layer.THREAD)
        self.set_ends(puller, pulled)

    def set_ends(self, puller: Point, pulled: Point) -> Self:
        """Hang the thread between two points."""
        self.puller, self.pulled = np.array(puller, float), np.array(pulled, float)
        length = float(np.linalg.norm(self.pulled - self.puller))
        low = (self.puller + self.pulled) / 2 - point(0.0, self.slack * _SAG * length)
        handles = [end + (low - end) * 2 / 3 for end in (self.puller, self.pulled)]
        self.line.set_points(np.array([self.puller, *handles, self.pulled]))
        return self

    def set_slack(self, slack: float) -> Self:
        """Let the thread hang more or less."""
        self.slack = slack
        return self.set_ends(self.puller, self.pulled)


def pull_of(
    puller: Point, pulled: Point, weight: Tensor | float, color: str, *, pinned: bool = False, style: Style = DEFAULT
) -> Band | Thread:
    """Return the mark of a pull: a band, or a thread where the weight is below ``SLACK_BELOW``."""
    if float(weight) < SLACK_BELOW:
        return Thread(puller, pulled, weight=weight, style=style)
    return Band(puller, pulled, weight, color, pinned=pinned, style=style)


def trail(start: Point, end: Point, color: str, *, style: Style = DEFAULT) -> VGroup:
    """Return the dotted trail of a movement: dots every 0.12 scene units that grow on the way."""
    way = np.asarray(end, float) - np.asarray(start, float)
    count = max(2, int(float(np.linalg.norm(way)) / 0.12) + 1)
    dots = VGroup()
    for share in np.linspace(0.0, 1.0, count):
        dot = Annulus(inner_radius=0.0, outer_radius=0.02 + 0.02 * share, stroke_width=0)
        dot.set_fill(color, 1.0).set_background_stroke(color=style.theme.background, width=RIM)
        dots.add(dot.move_to(np.asarray(start) + share * way))
    return laid(dots, Layer.TRAIL)
