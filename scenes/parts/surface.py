"""Coloured areas: filled, or, in a theme for paper, outlined."""

from __future__ import annotations

from typing import TypeVar

from manim import VMobject

from scenes.style import Style

_Area = TypeVar("_Area", bound=VMobject)


def colour_area(area: _Area, color: str, opacity: float, style: Style) -> _Area:
    """Give an area its colour: a fill, or a thin outline where the theme fills nothing.

    Args:
        area: the mobject to colour; it is returned.
        color: ``#rrggbb``.
        opacity: the fill's opacity, in [0, 1].
        style: theme and line widths.
    """
    if style.theme.filled:
        return area.set_fill(color, opacity=opacity)
    return area.set_fill(color, opacity=0).set_stroke(color, style.strokes.thin)
