"""One word that stands in several phrases drops out of all of them and becomes one mark on the plane."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VMobject, smooth

from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.token import Token

_DROP, _SMALL, _BELOW = 0.35, 0.7, 0.12
"""The share of the time in which a mark grows out of its word; its size there, as a share of its size in the end; scene
units from the word down to it."""


def gather(copies: Sequence[Token], words: Sequence[VMobject], end: Point, **options: float) -> Live:
    """Return how copies of a mark grow below a word in each phrase, and fly onto each other at one place.

    Args:
        copies: they are on the stage already, above all else, as large as they shall be in the end.
        words: the word in each phrase.
        end: manim point where all of them land.
        options: passed on to manim's ``Animation``.
    """
    heights = [copy.height_of_icon for copy in copies]
    whole = [float(copy.mark.height) / 2 for copy in copies]
    tops = [word.get_center() - point(0.0, float(word.height) / 2) for word in words]

    def follow(time: float) -> None:
        grown, gone = smooth(min(time / _DROP, 1.0)), smooth(max((time - _DROP) / (1 - _DROP), 0.0))
        for copy, height, half, top in zip(copies, heights, whole, tops, strict=True):
            size = max(grown * (_SMALL + gone * (1 - _SMALL)), 1e-3)
            start = top - point(0.0, grown * (_BELOW + _SMALL * half))
            copy.resize(size * height).put(start + gone * (end - start))

    follow(0.0)
    return Live(list(copies), follow, rate_func=lambda time: time, **options)
