"""The place of a word in the record: its mark, and beside it its number along each axis under the axis' name."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup
from torch import Tensor

from scenes.layout import fit
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_LINE, _BETWEEN, _ASIDE = 0.015, 0.3, 0.28
"""Scene units from a name's middle to its number's for each font unit, between two columns, and from the mark."""

_LOWER, _FAR, _HALO = 0.06, 0.2, 0.05
"""Scene units from the mark's top down to the names; how much farther from the mark they stand at most; what is left
free for their halos."""

_LEAST = 0.75
"""The smallest share of their size at which names and numbers are still read."""


class Standing(VGroup):
    """A word's place as numbers beside its mark; empty where the region is too small.

    Args:
        word: the word.
        color: ``#rrggbb``, its role's.
        place: its vector, shape (2,).
        axes: the axes' names.
        colors: one ``#rrggbb`` for each axis.
        at: manim point of its mark.
        height: scene units of its mark.
        region: the part of the record in which it stands.
        decimals: digits after the point.
        style: theme and sizes.

    Attributes:
        mark: the word's icon or disc.
        columns: the names and the numbers.
    """

    def __init__(
        self,
        word: str,
        color: str,
        place: Tensor,
        axes: Sequence[str],
        colors: Sequence[str],
        at: Point,
        height: float,
        region: Region,
        *,
        decimals: int,
        style: Style = DEFAULT,
    ) -> None:
        super().__init__()
        self.mark = Token(word, at, color, height=height, large=True, style=style).mark
        self.columns, size = VGroup(), style.sizes.head
        for axis, paint, value in zip(axes, colors, place, strict=True):
            name = Label(axis, size=style.sizes.number, color=paint, style=style)
            number = HeroNumber(value, decimals=decimals, size=size, color=paint, style=style)
            number.move_to(name.get_center() - point(0.0, _LINE * size))
            self.columns.add(VGroup(labelled(name, style), labelled(number, style)))
        self.columns.arrange(point(1.0), buff=_BETWEEN)
        wide, left, right = float(self.columns.width), float(self.mark.get_right()[0]) + _ASIDE, region.right - _HALO
        fit(self.columns, max(right - left, 0.01))
        if self.columns.width >= _LEAST * wide and self.columns.height <= region.height:
            top = min(float(self.mark.get_top()[1]), region.top) - _LOWER
            left += float(self.columns.width) / 2 + min((right - left - float(self.columns.width)) / 2, _FAR)
            self.columns.move_to(point(left, top - float(self.columns.height) / 2))
            self.add(self.mark, self.columns)
        laid(self, Layer.LEDGER)
