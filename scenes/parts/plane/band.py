"""Pulls as elastic bands: springs of rest length 0 whose stiffness is the weight.

Such springs balance at p with Σ aᵢ (xᵢ − p) = 0; the weights add up to 1, so p = Σ aᵢ xᵢ. A band's width at its ends is
its stiffness, so the picture of the bands is the weighted sum, a word's own weight included: the pin that holds it
back. In between a band narrows as rubber does, the more the farther it is stretched.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import Annulus, ManimColor, VGroup, VMobject
from numpy.typing import NDArray
from torch import Tensor

from scenes.parts.geometry import Point, cubic, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, SHADED, SHINE, Style

WIDTH_OF_ONE = 0.66
"""Scene units: a band's width at its ends for a weight of 1."""

SLACK_BELOW = 0.03
"""The weight below which a pull moves nothing: its band hangs as a thread."""

_LEAST = 0.02
_NARROWS, _STRETCH = 0.5, 2.6
"""The share of its width that a band loses in its middle at the most, and the scene units over which it narrows."""

_STRIPS = ((-1.0, -0.7), (-0.17, 0.17), (0.5, 0.76), (-0.42, -0.24))
"""Strips along a band, each between two shares of half its width: the shaded edge, the gap between the two strands of
its loop, and the light on each strand; it comes from above."""

_SHINES_FROM = 0.066
"""Scene units of width from which a band is wide enough to be shaded."""

_TONES = ((SHADED, 0.3), (SHADED, 0.55), (SHINE, 0.62), (SHINE, 0.4))
"""The colours that the strips are mixed with, and their shares."""

THREAD = 0.03
"""Scene units: the width of a thread."""

SAG = 0.12
"""The sag of a thread, as a share of its length."""

_PIN = 0.055
"""Scene units: the radius of a pin."""

_STEPS = 25
"""Points along a band's side."""

_NOTCH = 2.4
"""Stroke units of a notch across a band."""

_TAPER, _TAPERS = 0.5, 0.6
"""The share of its width that a tapering band loses on its way, and the power of the way with which it does."""

_HALF_HEAD, _UNDER_HEAD = 0.42, 0.8
"""Half the width of a head, besides half of the band's, and how far before its tip the band ends, as shares of its
length."""


def width_at(weight: float, share: float, length: float = 0.0) -> float:
    """Return a band's width in scene units at a share of the way between its ends, 0 to 1.

    Args:
        weight: in [0, 1].
        share: of the way.
        length: scene units to which the band is stretched; it narrows in its middle as it gets longer.
    """
    narrows = _NARROWS * (1 - math.exp(-length / _STRETCH))
    return float(max(_LEAST, WIDTH_OF_ONE * weight) * (1 - narrows * math.sin(math.pi * share) ** 0.7))


class Band(VGroup):
    """An elastic band from the word that pulls to the word that is pulled; its width is the weight.

    Args:
        puller: manim point of the word that pulls.
        pulled: manim point of the word that is pulled.
        weight: in [0, 1].
        color: ``#rrggbb``, by convention the puller's.
        pinned: give the puller's end a round cap around a pin: a word's own weight, tied to its old place.
        slim: the share of its usual width, for all bands of a figure in which much lies close together.
        notches: shares of the way at which a notch goes across, such as every tenth of the way.
        tapers: let it narrow from the puller to the pulled word, so that it is seen which way it pulls; it is as wide
            as a thread at the least.
        head: scene units of the length of an arrow's head at its pulled end, which is as far as the band reaches; 0 for
            no head.
        plain: draw it without light and shade, for bands so slim that their strands look like two lines.
        style: theme.

    Attributes:
        weight: as a Python number.
        body: the band's outline.
        strips: light, shade and the gap between the strands, upon the body.
    """

    def __init__(
        self,
        puller: Point,
        pulled: Point,
        weight: Tensor | float,
        color: str,
        *,
        pinned: bool = False,
        slim: float = 1.0,
        notches: Sequence[float] = (),
        tapers: bool = False,
        head: float = 0.0,
        plain: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        theme, self.weight, self.pinned, self.slim = style.theme, float(weight), pinned, slim
        self._tapers, self._head_length = tapers, head
        self._notch_places, self._tuck, self._bend = tuple(notches), 0.0, 0.0
        fill = theme.fill(color)
        self.body = VMobject(stroke_width=0).set_fill(fill, 1.0 if theme.filled else 0.0)
        if fill != color or not theme.filled:
            self.body.set_stroke(color, 3.0)
        self.body.set_background_stroke(color=theme.background, width=RIM + 2)
        self.strips = VGroup()
        for tone, share in _TONES:
            mixed = ManimColor(fill).interpolate(ManimColor(tone), share)
            self.strips.add(VMobject(stroke_width=0).set_fill(mixed, 1.0))
        self._is_shaded = theme.filled and not plain
        self.notches = VGroup(*(VMobject(stroke_color=theme.background, stroke_width=_NOTCH) for _ in notches))
        self.pin = VGroup(Annulus(inner_radius=0.0, outer_radius=_PIN, stroke_width=0)) if pinned else VGroup()
        self.pin.set_fill(theme.ink, 1.0).set_background_stroke(color=theme.background, width=RIM)
        self.head = VGroup(self.body.copy()) if head else VGroup()
        super().__init__(self.body, self.strips, self.notches, self.pin, self.head)
        laid(self, Layer.BAND)
        self.set_ends(puller, pulled)

    def set_ends(self, puller: Point, pulled: Point) -> Self:
        """Stretch the band between two points: it narrows in its middle; the width at its ends stays the weight's."""
        self.puller, self.pulled = np.array(puller, float), np.array(pulled, float)
        way = self.pulled - self.puller
        length = float(np.linalg.norm(way))
        along = way / length if length > 1e-9 else point(0.0, -1.0)
        across = point(-along[1], along[0])
        if across[1] < 0:
            across = -across  # the light comes from above
        shares = np.linspace(0.0, 1.0, _STEPS)
        half = np.array([self._width(share, length) / 2 for share in shares])[:, None]
        long = min(self._head_length, length)
        reached = way - _UNDER_HEAD * long * along
        spine = self.puller + shares[:, None] * reached + self._bend * np.sin(math.pi * shares)[:, None] * across
        spine[0] -= self._tuck * along
        cap = self._cap(along, across, float(half[0, 0])) if self.pinned else np.zeros((0, 3))
        outline = np.concatenate([spine + across * half, (spine - across * half)[::-1], cap])
        self.body.set_points_as_corners([*outline, outline[0]])
        shaded = self._is_shaded and 2 * float(half.max()) >= _SHINES_FROM
        for strip, (low, high) in zip(self.strips, _STRIPS, strict=True):
            edges = np.concatenate([spine + across * half * high, (spine + across * half * low)[::-1]])
            strip.set_points_as_corners([*edges, edges[0]])
            strip.set_fill(opacity=1.0 if shaded else 0.0)
        for notch, share in zip(self.notches, self._notch_places, strict=True):
            reach = across * self._width(share, length) / 2
            middle = self.puller + share * way
            notch.set_points_as_corners([middle - reach, middle + reach])
        self.pin.move_to(self.puller)
        for head in self.head:
            base, wide = self.pulled - long * along, (_HALF_HEAD * long + float(half[-1, 0])) * across
            head.set_points_as_corners([self.pulled, base + wide, base - wide, self.pulled])
        return self

    def _width(self, share: float, length: float) -> float:
        """Return its width at a share of the way, scene units, when stretched to a length."""
        if not self._tapers:
            return self.slim * width_at(self.weight, share, length)
        return max(self.slim * width_at(self.weight, 0.0) * (1 - _TAPER * math.pow(share, _TAPERS)), THREAD)

    def set_tuck(self, tuck: float) -> Self:
        """Let the band reach this many scene units beyond its puller's place, where the puller's icon covers it."""
        self._tuck = tuck
        return self.set_ends(self.puller, self.pulled)

    @property
    def tuck(self) -> float:
        """The scene units by which it reaches beyond its puller's place, where the puller's icon covers it."""
        return self._tuck

    @property
    def bend(self) -> float:
        """The distance of its middle from the straight way, scene units: above it, or below where negative."""
        return self._bend

    def set_pull(self, weight: float, bend: float = 0.0) -> Self:
        """Give the band the width of another weight, and let its middle swing out by some scene units."""
        self.weight, self._bend = weight, bend
        return self.set_ends(self.puller, self.pulled)

    def _cap(self, along: Point, across: Point, radius: float) -> np.ndarray:
        """Return points of the half circle around the puller's end, from the far side to the near one."""
        turns = np.linspace(-np.pi / 2, -3 * np.pi / 2, 13)[1:-1, None]
        return np.asarray(self.puller + radius * (np.sin(turns) * across + np.cos(turns) * along))


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
        self.line = VMobject(stroke_color=style.theme.dim, stroke_width=100 * THREAD)
        super().__init__(self.line)
        laid(self, Layer.THREAD)
        self.set_ends(puller, pulled)

    def set_ends(self, puller: Point, pulled: Point) -> Self:
        """Hang the thread between two points."""
        self.puller, self.pulled = np.array(puller, float), np.array(pulled, float)
        length = float(np.linalg.norm(self.pulled - self.puller))
        low = (self.puller + self.pulled) / 2 - point(0.0, self.slack * SAG * length)
        handles = [end + (low - end) * 2 / 3 for end in (self.puller, self.pulled)]
        self.line.set_points(np.array([self.puller, *handles, self.pulled]))
        return self

    def set_slack(self, slack: float) -> Self:
        """Let the thread hang more or less."""
        self.slack = slack
        return self.set_ends(self.puller, self.pulled)

    def spots(self, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the points of the thread at shares of its way, from 0 at the puller to 1, of shape (N, 2)."""
        return cubic(self.line.points[:, :2], shares)


def pull_of(
    puller: Point,
    pulled: Point,
    weight: Tensor | float,
    color: str,
    *,
    pinned: bool = False,
    slim: float = 1.0,
    plain: bool = False,
    style: Style = DEFAULT,
) -> Band | Thread:
    """Return the mark of a pull: a band, or a thread where the weight is below ``SLACK_BELOW``.

    Args are those of ``Band``.
    """
    if float(weight) < SLACK_BELOW:
        return Thread(puller, pulled, weight=weight, style=style)
    return Band(puller, pulled, weight, color, pinned=pinned, slim=slim, plain=plain, style=style)
