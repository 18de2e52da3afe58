"""The place of a word in the record: its mark, and below it its number along each axis under the axis' name."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup
from torch import Tensor

from scenes.layout import fit
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _GAP, _LINE, _BETWEEN, _MARGIN = 1.3, 0.34, 0.68, 0.36, 0.15
"""Scene units: the height of the word's mark, from it to the axes' names, from a name's middle to its number's, and
between two columns; what is left free for their halos."""


class Standing(VGroup):
    """A word's place as numbers; empty where the region is too low.

    Args:
        word: the word.
        color: ``#rrggbb``, its role's.
        place: its vector, shape (2,).
        axes: the axes' names.
        colors: one ``#rrggbb`` for each axis.
        region: the record, or a part of it.
        decimals: digits after the point.
        style: theme and sizes.
    """

    def __init__(
        self,
        word: str,
        color: str,
        place: Tensor,
        axes: Sequence[str],
        colors: Sequence[str],
        region: Region,
        *,
        decimals: int,
        style: Style = DEFAULT,
    ) -> None:
        super().__init__()
        mark = Token(word, point(), color, height=_ICON, large=True, style=style).mark
        columns = VGroup()
        for axis, paint, value in zip(axes, colors, place, strict=True):
            name = Label(axis, size=style.sizes.number, color=paint, style=style)
            number = HeroNumber(value, decimals=decimals, size=style.sizes.hero, color=paint, style=style)
            number.move_to(name.get_center() - point(0.0, _LINE))
            columns.add(VGroup(labelled(name, style), labelled(number, style)))
        columns.arrange(point(1.0), buff=_BETWEEN)
        fit(columns, region.width - _MARGIN)
        columns.move_to(point(0.0, -_ICON / 2 - _GAP - float(columns.height) / 2))
        if float(mark.height + columns.height) + _GAP <= region.height:
            self.add(mark, columns)
            self.move_to(region.centre)
        laid(self, Layer.LEDGER)
