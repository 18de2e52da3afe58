"""Many outlines changing from one look to another, in one calculation instead of eight for each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

import numpy as np
from manim import Animation, Transform, VMobject
from manim.utils.bezier import interpolate as straight
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

_COLOURS = ("fill_rgbas", "stroke_rgbas", "background_stroke_rgbas")
_OVERRIDES = ("interpolate", "interpolate_color")


class Blend:
    """A transform of manim's, computed for one frame, equal to the last bit.

    It relies on this in manim: ``Transform.interpolate_submobject`` sets points, colours, stroke widths and sheen of a
    mobject between those of two copies that nobody else holds, and nothing else.

    Args:
        animation: one that has begun, and ``blends``.
        families: for each mobject that moves: itself, its start and its end.
    """

    def __init__(self, animation: Transform, families: Sequence[tuple[VMobject, VMobject, VMobject]]) -> None:
        self._animation = animation
        self._movers, starts, ends = (list(each) for each in zip(*families, strict=True))
        self._straight = animation.path_func is straight
        lengths = [len(mobject.points) for mobject in starts]
        self._places = [slice(end - length, end) for end, length in zip(np.cumsum(lengths), lengths, strict=True)]
        self._lengths = np.array(lengths)
        self._points = _points(starts), _points(ends)
        self._looks = _looks(starts), _looks(ends)

    def at(self, alpha: float) -> None:
        """Move everything to a moment, from 0 to 1, as ``interpolate_mobject`` does."""
        animation, count = self._animation, len(self._movers)
        if alpha == 1:
            Animation.interpolate_mobject(animation, alpha)  # at the end everything equals its target, not nearly so
            return
        if animation.lag_ratio:
            shares = np.array([animation.get_sub_alpha(alpha, index, count) for index in range(count)])
        else:
            shares = np.full(count, animation.get_sub_alpha(alpha, 0, count))
        self._move(shares)
        self._dye(straight(*self._looks, shares[:, None]))

    def _move(self, shares: Numbers) -> None:
        start, end = self._points
        if self._straight:
            points = straight(start, end, np.repeat(shares, self._lengths)[:, None])
            for mover, place in zip(self._movers, self._places, strict=True):
                mover.points = points[place]
            return
        for mover, place, share in zip(self._movers, self._places, shares.tolist(), strict=True):
            mover.points = self._animation.path_func(start[place], end[place], share)

    def _dye(self, looks: Numbers) -> None:
        """Set the values that ``_looks`` reads; looks has shape (mobjects, 14)."""
        colours = looks[:, :12].reshape(-1, 3, 1, 4)
        for mover, (fill, stroke, behind), (width, width_behind) in zip(
            self._movers, colours, looks[:, 12:].tolist(), strict=True
        ):
            mover.fill_rgbas, mover.stroke_rgbas, mover.background_stroke_rgbas = fill, stroke, behind
            mover.stroke_width, mover.background_stroke_width = width, width_behind


def _points(mobjects: Sequence[VMobject]) -> Numbers:
    """Return the points of all mobjects, one after another, of shape (points, 3)."""
    return np.concatenate([mobject.points for mobject in mobjects])


def _looks(mobjects: Sequence[VMobject]) -> Numbers:
    """Return each mobject's fill, stroke, background stroke and the widths of both strokes, of shape (mobjects, 14)."""
    colours = [np.concatenate([getattr(mobject, name) for mobject in mobjects]) for name in _COLOURS]
    widths = [(float(mobject.stroke_width), float(mobject.background_stroke_width)) for mobject in mobjects]
    return np.concatenate([*colours, np.array(widths)], axis=1)


def blends(animation: Any, families: Sequence[tuple[Any, ...]]) -> TypeGuard[Transform]:
    """Return whether an animation's frame is exactly a transform of manim's applied to plain outlines."""
    kind = type(animation)
    return (
        isinstance(animation, Transform)
        and kind.interpolate_mobject is Animation.interpolate_mobject
        and kind.interpolate_submobject is Transform.interpolate_submobject
        and bool(families)
        and all(len(family) == 3 and _alike(*family) for family in families)
    )


def _alike(mover: Any, start: Any, end: Any) -> bool:
    return (
        all(isinstance(each, VMobject) for each in (mover, start, end))
        and all(getattr(type(mover), name) is getattr(VMobject, name) for name in _OVERRIDES)
        and start.points.shape == end.points.shape
        and all(getattr(each, name).shape == (1, 4) for each in (start, end) for name in _COLOURS)
        and not start.sheen_factor
        and not end.sheen_factor
    )
