"""A phrase over its part of the record, and things of the record while they are not spoken of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from manim import VMobject

from scenes.article.pulling.release import note_color
from scenes.article.pulling.road import Tube
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import PhraseBlock
from scenes.parts.text.typeset import Typeset
from scenes.stage import Region
from scenes.style import DEFAULT, Style

Thing = TypeVar("Thing", bound=VMobject)

BELOW_HEADING = 0.28
"""Scene units from a phrase to what stands below it."""

_LINES, _SIZES, _LEAST_BELOW, _WIDER, _HALO = 3, 6, 1.2, 0.15, 0.04
"""The most lines of a phrase; the sizes in which it is tried; scene units that it leaves free below it, by which it may
go beyond its region's left side, and that its halo needs at the right one."""

_OUTLINE = 2.6
"""Stroke units of the outline of an icon that is not spoken of."""


def headed(words: Sequence[str], colors: Sequence[str], region: Region, style: Style = DEFAULT) -> PhraseBlock | None:
    """Return a phrase at the top of a region, in as few lines as can be; None where it has no room.

    Args:
        words: the phrase, as it is written.
        colors: one ``#rrggbb`` for each word.
        region: where it stands, with what comes below it.
        style: theme and sizes.
    """
    sizes = style.sizes
    width, height = region.width + _WIDER - _HALO, region.height - BELOW_HEADING - _LEAST_BELOW
    for count in range(1, min(_LINES, len(words)) + 1):
        for size in np.linspace(sizes.head, sizes.tick, _SIZES):
            block = PhraseBlock(words, colors, count, size=float(size), style=style)
            if block.width <= width and block.height <= height:
                middle = min(float(region.centre[0]), region.right - _HALO - float(block.width) / 2)
                return laid(block.set_x(middle), Layer.LEDGER)
    return None


def unlit(thing: Thing, style: Style = DEFAULT) -> Thing:
    """Return a copy of a thing as it is while it is not spoken of: in the colour of notes, icons as outlines."""
    color, copy = note_color(style.theme), thing.copy()
    for part in copy.get_family():
        if isinstance(part, Token) and len(part):
            outline = solid(outlined(part.mark, color), style)
            part.submobjects[part.submobjects.index(part.mark)] = outline
            part.mark = outline
        elif isinstance(part, Tube):
            part.paint(color)
        elif isinstance(part, Typeset):
            part.set_color(color)
    return copy


def outlined(mark: VMobject, color: str) -> VMobject:
    """Return the outline of an icon, or of a disc."""
    whole = mark.outlines() if isinstance(mark, ShadedIcon) else mark.copy()
    return whole.set_fill(opacity=0.0).set_stroke(color, _OUTLINE).set_z_index(mark.z_index)


def solid(outline: VMobject, style: Style = DEFAULT) -> VMobject:
    """Fill an outline with the ground, so that no line is seen through it, and return it."""
    return outline.set_fill(style.theme.background, 1.0)
