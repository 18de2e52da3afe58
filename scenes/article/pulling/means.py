"""Words of two families over their numbers, and after them the mean of each row: where a family's middle comes from."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Dot, VGroup
from torch import Tensor

from scenes.number_format import as_printed
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _DOT, _RULE = 0.46, 0.09, 2.0
"""Scene units: the height of an icon over its numbers; the radius of the middle's dot; the stroke before the means."""

_WIDE, _AIR = 1.3, 0.12
"""The width of a column of means, as a share of a word's; scene units from a dot to its name, and to a rule's ends."""

_EXACT = 5e-7
"""The most by which a number that is exact differs from its printed text."""


class MeansTable(VGroup):
    """A family's words over their numbers, one row for each axis, and last the middle: the mean of each row.

    Args:
        words: the family's words, all with icons.
        rows: their vectors, shape (N, 2).
        middle: their mean, shape (2,).
        color: ``#rrggbb`` of the family.
        axes: ``#rrggbb`` of both axes: their rows of numbers have it.
        name: what the middle is called.
        region: where it stands.
        style: theme and sizes.

    Attributes:
        means: the middle's numbers.
    """

    ROWS = (1.2, 1.0, 1.0)
    """The heights of its rows, in proportion: of icons, and of each axis's numbers."""

    def __init__(
        self, words: Sequence[str], rows: Tensor, middle: Tensor, color: str, axes: Sequence[str], name: str,
        region: Region, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        theme, size = style.theme, style.sizes.number
        columns = region.columns(*[1.0] * len(words), _WIDE)
        top, *lines = region.rows(*self.ROWS)
        exact = all(abs(as_printed(value, 1) - value) < _EXACT for value in rows.flatten().tolist())
        super().__init__()
        for word, row, column in zip(words, rows, columns, strict=False):
            x = float(column.centre[0])
            icon = ShadedIcon(word, color, height=_ICON, style=style)
            self.add(icon.move_to(point(x, float(top.centre[1]))))
            for value, paint, line in zip(row, axes, lines, strict=True):
                number = Number(value, decimals=1 if exact else 2, size=size, color=paint, style=style)
                self.add(number.move_to(point(x, float(line.centre[1]))))
        x = float(columns[-1].centre[0])
        self.means = VGroup()
        for value, paint, line in zip(middle, axes, lines, strict=True):
            number = HeroNumber(value, size=size, color=paint, style=style)
            self.means.add(number.move_to(point(x, float(line.centre[1]))))
        label = Label(name, size=style.sizes.tick, color=theme.ink, style=style)
        dot = Dot(radius=_DOT, color=theme.ink)
        head = VGroup(dot, label.next_to(dot, buff=_AIR)).move_to(point(x, float(top.centre[1])))
        edge = columns[-1].left
        rule = thin_line(point(edge, region.top - _AIR), point(edge, region.bottom + _AIR), theme.ink, _RULE)
        self.add(self.means, head, rule)
        laid(self, Layer.LABEL)
