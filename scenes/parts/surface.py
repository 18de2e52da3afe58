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


def outline_amount(area: _Area, amount: float, style: Style) -> _Area:
    """Give an area an outline in ink as wide as the amount it stands for: in grey print, too, more is heavier.

    Args:
        area: the mobject to outline; it is returned.
        amount: in [0, 1].
        style: theme and line widths.
    """
    width = style.strokes.hair / 2 + (style.strokes.amount - style.strokes.hair / 2) * amount
    return area.set_fill(style.theme.ink, opacity=0).set_stroke(style.theme.ink, width)
