"""Coloured areas: filled, or, in a theme for paper, outlined."""

from __future__ import annotations

from typing import TypeVar

from manim import VMobject

from scenes.style import Style

_Area = TypeVar("_Area", bound=VMobject)


def colour_area(area: _Area, color: str, opacity: float, style: Style) -> _Area:
    """Give an area its colour: a fill, or where the theme fills nothing an outline, wider where a fill were denser.

    Args:
        area: what is coloured, and returned.
        color: ``#rrggbb``.
        opacity: of the fill, in [0, 1]; it may stand for a quantity, and so does the outline's width then.
        style: theme and line widths.
    """
    if style.theme.filled:
        return area.set_fill(color, opacity=opacity)
    strokes = style.strokes
    width = strokes.hair + (strokes.bold - strokes.hair) * opacity
    return area.set_fill(color, opacity=0).set_stroke(color, width)
