"""Scissors that cut a sheet of rubber into bands, and two bands in balance, laid straight and large."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from manim import Annulus, Line, Polygon, VGroup, linear, smooth

from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.band import Band
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.style import DEFAULT, Style

_BLADE, _RING, _SHANK, _OPEN = 0.8, 0.19, 0.42, 0.5
"""Scene units: a blade's length, the radius of the ring behind it, and from the joint to that; radians between the
blades at the most."""

_SNIPS = 4
"""The times that scissors close on their way."""

_PIN, _STEPS, _FADES, _SHADES = 2.0, 25, 0.12, ((-1.0, -0.78), (0.74, 0.52))
"""The factor by which its pin is larger than usual, points along a strip's side, the share of its length in which shade
and light begin and end, and both as shares of half its width, from its edge inwards."""

_LAID = ((0.0, 0.35), (0.2, 0.65), (0.55, 0.45))
"""When what is laid straight goes up, across and down: shares of its time until that begins, and while it lasts."""

_TICK, _DONE = 0.1, 14.0
"""Scene units: half a notch's length; stroke units of the part of the way that is done."""


class Strip(Band):
    """A band cut off a sheet of rubber: one strip as wide as its weight, without the gap between two strands.

    While it lies in the sheet it is as wide everywhere; tied to two words it narrows in its middle, and is round at
    its ends.

    Args:
        puller: manim point of the word that pulls.
        pulled: manim point of the word that is pulled.
        weight: in [0, 1].
        color: ``#rrggbb``.
        pinned: whether it has a pin, which is seen once it is tied: a word's own weight.
        slim: the factor of its usual width.
        style: theme.

    Attributes:
        tied: how far it is tied, 0 to 1.
    """

    def __init__(
        self,
        puller: Point,
        pulled: Point,
        weight: float,
        color: str,
        *,
        pinned: bool = False,
        slim: float = 1.0,
        style: Style = DEFAULT,
    ) -> None:
        self.tied = 0.0
        super().__init__(puller, pulled, weight, color, pinned=pinned, slim=slim, style=style)
        self.pin.scale(_PIN)

    def set_ends(self, puller: Point, pulled: Point) -> Self:
        """Stretch the strip between two points; the width at its ends stays the weight's."""
        self.puller, self.pulled = np.array(puller, float), np.array(pulled, float)
        way = self.pulled - self.puller
        length = float(np.linalg.norm(way))
        along = way / length if length > 1e-9 else point(0.0, -1.0)
        across = point(-along[1], along[0]) * (1 if along[0] >= 0 else -1)  # the light comes from above
        shares = np.linspace(0.0, 1.0, _STEPS)
        half = np.array([self._width(share, self.tied * length) / 2 for share in shares])[:, None]
        spine = self.puller + shares[:, None] * way
        turns = np.linspace(np.pi / 2, -np.pi / 2, _STEPS)[1:-1, None]
        caps = [half[0] * (np.sin(turns) * across + self._is_round * np.cos(turns) * end) for end in (along, -along)]
        outline = np.concatenate(
            [spine + across * half, self.pulled + caps[0], (spine - across * half)[::-1], self.puller + caps[1][::-1]]
        )
        self.body.set_points_as_corners([*outline, outline[0]])
        fades = np.clip(np.minimum(shares, 1 - shares) / _FADES, 1 - self._is_round, 1.0)[:, None]
        for strip, (edge, inner) in zip(self.strips[::2], _SHADES, strict=True):
            sides = np.concatenate(
                [spine + across * half * edge, (spine + across * half * (edge + fades * (inner - edge)))[::-1]]
            )
            strip.set_points_as_corners([*sides, sides[0]])
            strip.set_fill(opacity=float(self._is_shaded))
        self.pin.move_to(self.puller).set_opacity(self._is_round)
        return self

    @property
    def _is_round(self) -> float:
        """1.0 once it is tied, and its ends are round; 0.0 before."""
        return float(self.tied >= 1.0)

    def tie(self, tied: float) -> Self:
        """Tie it by a share, 0 to 1."""
        self.tied = tied
        return self.set_ends(self.puller, self.pulled)


class Scissors(VGroup):
    """Scissors that cut downwards.

    Args:
        at: manim point at which the blades meet.
        style: theme.
    """

    def __init__(self, at: Point, *, style: Style = DEFAULT) -> None:
        super().__init__()
        for side in (-1, 1):
            corners = [(0.0, -_BLADE), (0.09, 0.0), (0.06, _SHANK), (-0.06, _SHANK), (-0.03, 0.0)]
            blade = Polygon(*(point(side * x, y) for x, y in corners), stroke_width=0, fill_opacity=1.0)
            ring = Annulus(inner_radius=0.6 * _RING, outer_radius=_RING, stroke_width=0, fill_opacity=1.0)
            half = VGroup(blade, ring.move_to(point(0.0, _SHANK + 0.8 * _RING)))
            self.add(half.set_color(style.theme.ink).set_background_stroke(color=style.theme.background, width=RIM))
        self._at, self._angle = point(), 0.0
        laid(self, Layer.FRAME)
        self.put(at, 1.0)

    def put(self, at: Point, opened: float) -> None:
        """Bring the blades' joint to a manim point, opened by a share of what they can."""
        angle = opened * _OPEN / 2
        for half, side in zip(self, (-1, 1), strict=True):
            half.rotate(side * (angle - self._angle), about_point=self._at)
        self.shift(np.asarray(at, float) - self._at)
        self._at, self._angle = np.array(at, float), angle

    def snip(self, first: Point, last: Point, share: float) -> None:
        """Go a share of the way between two points, opening and closing some times."""
        opened = 0.3 + 0.7 * abs(math.cos(_SNIPS * math.pi * share))
        self.put(first + share * (np.asarray(last, float) - first), opened)


class Balance(VGroup):
    """A word between its own band and its puller's, as on the plane, but straight and large.

    Args:
        words: the word, and the one that pulls it, as they are on the plane.
        bands: of both, as they are on the plane.
        ends: manim points: of the pin and of the word that pulls, where they are laid.
        share: of the way that the word has come.
        aside: manim vector from the way to what measures it; none is drawn where it is left out.
        style: theme.

    Attributes:
        words: both words, without names.
        bands: both bands.
        notches: the way beside it, the part of it that the word has come, and every tenth.
    """

    def __init__(
        self,
        words: Sequence[Token],
        bands: Sequence[Strip],
        ends: Sequence[Point],
        share: float,
        aside: Point | None = None,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._seen = [*bands, *words]
        self.bands, self.words = [band.copy().tie(1.0) for band in bands], [word.copy() for word in words]
        for word in self.words:
            word.remove(word.label)
        super().__init__(*self.bands, *self.words)
        for mark in self.get_family():
            mark.set_z_index(mark.z_index + Layer.LEDGER, family=False)
        first, last = (np.asarray(end, float) for end in ends)
        self._places = [first, first + share * (last - first), last]
        self.notches = VGroup()
        if aside is not None:
            tick, way = _TICK * aside / float(np.linalg.norm(aside)), last - first
            done = Line(first + aside, first + aside + share * way)
            done.set_stroke(style.theme.fill(words[1].color_by_role), _DONE)
            places = (first + aside + tenth / 10 * way for tenth in range(11))
            lines = [Line(first + aside, last + aside), done, *(Line(at - tick, at + tick) for at in places)]
            for line in (lines[0], *lines[2:]):
                line.set_stroke(style.theme.axis, 3.0)
            self.notches.add(*lines)
        laid(self.notches, Layer.LEDGER)

    def lies_down(self, lift: float = 0.0, **options: Any) -> Live:
        """Return how both words and their bands come from where they are on the plane to where they are laid.

        Args:
            lift: scene units by which the other word is lifted before it goes across, and then down.
            options: passed on to manim's ``Animation``.
        """
        own, _, word, puller = self._seen
        assert isinstance(own, Strip) and isinstance(word, Token) and isinstance(puller, Token)
        seen = [own.puller.copy(), word.at.copy(), puller.at.copy()]
        first, middle, last = self._places
        part = float(np.linalg.norm(middle - first) / np.linalg.norm(last - first))
        aside = seen[1] - seen[0] - part * (seen[2] - seen[0])

        def follow(time: float) -> None:
            up, across, down = (smooth(min(max((time - begin) / long, 0.0), 1.0)) for begin, long in _LAID)
            pin = seen[0] + across * (first - seen[0])
            end = seen[2] + across * (last - seen[2])
            high = float(seen[2][1]) + up * lift
            end[1] = high + down * (float(last[1]) - high)
            at = pin + part * (end - pin) + (1 - across) * aside
            for band, tied, token, place in zip(self.bands, (pin, end), self.words, (at, end), strict=True):
                band.set_ends(tied, at)
                token.mark.move_to(place)

        return Live([*self.bands, *self.words], follow, rate_func=linear, **options)
