"""The free place of a word that is still missing."""

from __future__ import annotations

from manim import Line, VMobject

from scenes.parts.geometry import point
from scenes.style import DEFAULT, Style


def free_place(word: VMobject, baseline: float, *, drop: float, over: float = 0.08, style: Style = DEFAULT) -> Line:
    """Return a line for a missing word, ``drop`` scene units below its baseline and ``over`` longer at both ends."""
    half = max(0.35, float(word.width) / 2 + over)
    x, y = float(word.get_x()), baseline - drop
    return Line(point(x - half, y), point(x + half, y)).set_stroke(style.theme.dim, style.strokes.line)
