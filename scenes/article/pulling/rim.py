"""The rim of a word's mark: it tells which word pulls it, or lifts it off a band of its own colour."""

from __future__ import annotations

from typing import Any

from manim import ManimColor

from scenes.motion.live import Live
from scenes.parts.contrast import contrast
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM
from scenes.style import SHINE, Theme


def palest(theme: Theme) -> str:
    """Return the colour of a rim that stands out upon a band of the mark's own colour: ink or ground, the lighter."""
    return min(theme.ink, theme.background, key=lambda color: contrast(color, SHINE))


def set_rim(token: Token, color: ManimColor) -> None:
    """Give a word's mark a rim of a colour."""
    if isinstance(token.mark, ShadedIcon):
        token.mark[0].set_stroke(color)
    else:
        token.mark.set_background_stroke(color=color, width=RIM)


def draw_rim(token: Token, first: str, last: str, **options: Any) -> Live:
    """Return how the rim of a word's mark turns from one colour into another.

    Args:
        token: the word; its rim has the first colour from now on.
        first: ``#rrggbb``.
        last: ``#rrggbb``.
        options: passed on to manim's ``Animation``.
    """
    before, after = ManimColor(first), ManimColor(last)
    set_rim(token, before)
    return Live([token], lambda share: set_rim(token, before.interpolate(after, share)), **options)
