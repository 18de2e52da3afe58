"""A number that runs: other digits at every frame."""

from __future__ import annotations

from manim import VGroup

from scenes.parts.text.number import Number
from scenes.parts.text.outline import take_outlines

MOST_GLYPHS = 18
"""Glyphs that a running number may have."""


class RunningNumber(VGroup):
    """The glyphs of a number that runs, in the colour and layer of another one.

    Args:
        like: a number that looks like it.
    """

    def __init__(self, like: Number) -> None:
        super().__init__()
        self.submobjects = [like.submobjects[0].copy() for _ in range(MOST_GLYPHS)]
        self.set_z_index(like.z_index, family=False)
        self.write(like)

    def write(self, number: Number) -> None:
        """Take the outlines of a number, where it stands."""
        take_outlines(self, number.submobjects)
