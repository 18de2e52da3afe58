"""Motions in which several things follow one quantity at once: its cause, its effect and its measurement."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from manim import Animation, Mobject, VGroup, VMobject, linear, smooth

from scenes.parts.geometry import Point
from scenes.parts.plane.band import Band, Thread
from scenes.parts.plane.token import HeroGlow, Token
from scenes.parts.plane.vector import Vector

_DAMPING, _TURN = 5.0, 9.0
"""A spring's damping, and its angular frequency, for a motion's whole time."""

_SWING_DAMPING, _SWING_TURN = 5.6, 14.5
"""The same of one that swings to and fro before it rests."""

_SWAY_DAMPING, _SWAY_TURN = 3.6, 15.5
"""The same of one that swings longer, so that an eye can follow it over a short way."""

_TWANG, _TWANG_TURN, _TIGHT = 0.13, 38.0, 0.45
"""Scene units by which a band swings sideways once it is tight, its angular frequency, the share of time until then."""


class Live(Animation):
    """A motion given by a function of its progress: every frame follows from the time alone.

    Args:
        mobjects: everything that the function moves.
        follow: called with the progress, 0 to 1, after the rate function.
        options: passed on to manim's ``Animation``.

    Attributes:
        moved: everything that the function moves.
    """

    def __init__(self, mobjects: Sequence[VMobject], follow: Callable[[float], object], **options: Any) -> None:
        self._follow, self.moved = follow, [*mobjects]
        super().__init__(VGroup(*mobjects), **options)

    def create_starting_mobject(self) -> Mobject:
        """Return nothing: no copy is needed."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """Move everything to where it is at this moment."""
        self._follow(self.rate_func(alpha))

    def move_to_share(self, share: float) -> None:
        """Move everything to where it is at a progress, 0 to 1: for a motion that contains this one."""
        self._follow(share)

    def _setup_scene(self, scene: Any) -> None:
        """Leave the scene's list as it is: what moves is there already, each in its own layer."""


def slide(
    token: Token,
    end: Point,
    pulls: Sequence[Band | Thread] = (),
    *,
    glow: HeroGlow | None = None,
    offset: tuple[float, float] | None = None,
    also: Callable[[float], object] | None = None,
    moved: Sequence[VMobject] = (),
    **options: Any,
) -> Live:
    """Return a word's slide to another place; the bands and threads that pull it stay tied to it.

    Args:
        token: the word.
        end: manim point of its new place.
        pulls: its bands and threads; their pullers' ends stay where they are.
        glow: the light around it.
        offset: of its name from the new place; as it is when None.
        also: called with the progress, for what is measured on the way.
        moved: what ``also`` moves.
        options: passed on to manim's ``Animation``.
    """
    start, first = token.at.copy(), token.offset
    anchors = [pull.puller.copy() for pull in pulls]

    def follow(share: float) -> None:
        at = start + share * (end - start)
        side = None
        if offset is not None and first is not None:
            side = (first[0] + share * (offset[0] - first[0]), first[1] + share * (offset[1] - first[1]))
        token.put(at, side)
        for pull, anchor in zip(pulls, anchors, strict=True):
            pull.set_ends(anchor, at)
        if glow is not None:
            glow.move_to(at)
        if also is not None:
            also(share)

    return Live([token, *pulls, *([] if glow is None else [glow]), *moved], follow, **options)


def growing(arrows: Sequence[Vector], **options: Any) -> Live:
    """Return how arrows, which are on the stage already, grow from where they start.

    Args:
        arrows: each as long as it will be.
        options: passed on to manim's ``Animation``.
    """
    ends = [arrow.end.copy() for arrow in arrows]

    def follow(share: float) -> None:
        for arrow, end in zip(arrows, ends, strict=True):
            arrow.set_ends(arrow.start, arrow.start + max(share, 1e-3) * (end - arrow.start))

    return Live(arrows, follow, **options)


def lie_down(line: VMobject, start: Point, end: Point, **options: Any) -> Live:
    """Return how a straight line goes to where a distance is filed, as one piece: it moves, turns and gets shorter.

    Args:
        line: it is on the stage already.
        start: manim point of one of its ends there; the line turns no further than it must, whichever end that is.
        end: manim point of the other.
        options: passed on to manim's ``Animation``.
    """
    first, level = line.get_end() - line.get_start(), np.asarray(end, float) - start
    middles = (line.get_start() + line.get_end()) / 2, (np.asarray(start, float) + end) / 2
    lengths = float(np.linalg.norm(first)), float(np.linalg.norm(level))
    angles = [math.atan2(way[1], way[0]) for way in (first, level)]
    turn = (angles[1] - angles[0] + math.pi / 2) % math.pi - math.pi / 2

    def follow(share: float) -> None:
        middle, angle = middles[0] + share * (middles[1] - middles[0]), angles[0] + share * turn
        half = (lengths[0] + share * (lengths[1] - lengths[0])) / 2
        reach = half * np.array([math.cos(angle), math.sin(angle), 0.0])
        line.set_points_as_corners([middle - reach, middle + reach])

    return Live([line], follow, **options)


def settle(time: float) -> float:
    """Return how far a spring has come that is let go, 0 to 1: it passes its rest by a sixth, and comes back."""
    return _spring(time) / _spring(1.0)


def swing(time: float) -> float:
    """Return how far a spring has come that was stretched far, 0 to 1: it swings to and fro around its rest."""
    return _spring(time, _SWING_DAMPING, _SWING_TURN) / _spring(1.0, _SWING_DAMPING, _SWING_TURN)


def sway(time: float) -> float:
    """Return how far a spring has come that is hardly damped, 0 to 1: it passes its rest twice before it stays."""
    return _spring(time, _SWAY_DAMPING, _SWAY_TURN) / _spring(1.0, _SWAY_DAMPING, _SWAY_TURN)


def _spring(time: float, damping: float = _DAMPING, turn: float = _TURN) -> float:
    return 1 - math.exp(-damping * time) * (math.cos(turn * time) + damping / turn * math.sin(turn * time))


def tighten(band: Band, weight: float, **options: Any) -> Live:
    """Return how a band swells to the width of a weight, and twangs once it is tight.

    Args:
        band: it is on the stage already.
        weight: in [0, 1].
        options: passed on to manim's ``Animation``.
    """
    first, bent = band.weight, band.bend

    def follow(time: float) -> None:
        share = smooth(min(time / _TIGHT, 1.0))
        after = max((time - _TIGHT) / (1 - _TIGHT), 0.0)
        bend = (1 - share) * bent + _TWANG * math.sin(_TWANG_TURN * after) * math.exp(-4 * after) * (1 - after)
        band.set_pull(first + share * (weight - first), bend)

    return Live([band], follow, rate_func=linear, **options)


class Widen(Animation):
    """The arrival of a band or thread: it reaches out from behind its puller's icon to the pulled word.

    Args:
        band: what arrives; it is added to the scene.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, band: Band | Thread, **options: Any) -> None:
        self._band, self._ends = band, (band.puller.copy(), band.pulled.copy())
        self._tuck, self._bend = (band.tuck, band.bend) if isinstance(band, Band) else (0.0, 0.0)
        super().__init__(band, introducer=True, **options)

    def create_starting_mobject(self) -> Mobject:
        """Return nothing: no copy is needed."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """Reach a share of the way."""
        puller, pulled = self._ends
        share = max(self.rate_func(alpha), 1e-3)
        way = pulled - puller
        # Its first end comes forward from where the icon covers it, so that no stump is seen where the icon is bent.
        first = puller - (1 - share) * self._tuck * way / max(float(np.linalg.norm(way)), 1e-9)
        self._band.set_ends(first, first + share * (pulled - first))
        if isinstance(self._band, Band):
            self._band.set_tuck(share * self._tuck).set_pull(self._band.weight, share * self._bend)
