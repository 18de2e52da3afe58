"""A word's row, a matrix and the key that they make, one line below the other."""

from __future__ import annotations

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.typeset import Label, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _BY_ICON, _BETWEEN, _COLUMNS = 0.5, 0.12, 0.16, 0.0066
"""Scene units: the height of the icon, from it to its row, from a line to the next, and, for each font unit, between
two columns."""

_SIGNS = 0.14
"""Scene units between the signs."""


class MadeKey(VGroup):
    """A word's row, the matrix that it is multiplied by, and the key that this makes, in three lines.

    Args:
        word: the word.
        row: its vector, shape (d,).
        name: the matrix's name in Typst maths.
        key: shape (d,).
        color: ``#rrggbb`` of the matrix and of the key.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        rows: the word's numbers, and the key's.
    """

    def __init__(
        self, word: str, row: Tensor, name: str, key: Tensor, color: str, size: float, *, style: Style = DEFAULT
    ) -> None:
        ink = style.theme.ink
        self.rows = [
            Matrix(values[None], size=size, color=each, gap=_COLUMNS * size, style=style)
            for values, each in ((row, ink), (key, color))
        ]
        signs = Row(
            [Math(sign, size=size, color=color if sign == name else ink, style=style) for sign in ("times", name, "=")],
            _SIGNS,
        )
        lines: list[VMobject] = [signs]
        for at, (numbers, each) in enumerate(zip(self.rows, (ink, color), strict=True)):
            mark = (
                ShadedIcon(word, each, height=_ICON, style=style)
                if has_icon(word, style)
                else Label(word, size=size, color=each, style=style)
            )
            numbers.move_to(point(float(mark.get_right()[0]) + _BY_ICON + float(numbers.width) / 2, mark.get_y()))
            lines.insert(2 * at, VGroup(mark, numbers))
        for above, below in ((0, 1), (1, 2)):
            lines[below].next_to(lines[above], point(0.0, -1.0), buff=_BETWEEN)
        signs.set_x(float(self.rows[0].get_x()))
        super().__init__(*lines)
        laid(self, Layer.LEDGER)

    def fits(self, room: Region) -> bool:
        """Return whether it has room."""
        return float(self.width) <= room.width and float(self.height) <= room.height
