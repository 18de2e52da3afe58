"""Shadow times length: each line a word, its key's shadow, the query's length, and their product, the score."""

from __future__ import annotations

from collections.abc import Sequence

from manim import UR, BackgroundRectangle, VGroup

from scenes.number_format import decimals_that_multiply
from scenes.parts.geometry import Point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Row, Typeset
from scenes.style import DEFAULT, Style

_BETWEEN, _PITCH = 0.14, 0.018
"""Scene units between two columns at the usual size; from a line to the next, for each font unit."""

_GROUND, _AIR = 0.85, 0.12
"""The opacity of the ground behind the numbers, which keeps the grid off them, and scene units of it around them."""

_FACTORS = 5
"""The columns of a product: the shadow, the sign, the length, the sign and the score."""

_STEP, _LEAST = 0.94, 14.0
"""The factor by which type gets smaller until it has room, and the size at which it stays."""


class ShadowProducts(VGroup):
    """A small table: its columns are the word, its shadow, the query's length and the score, with signs between them.

    Args:
        heads: names of the last three of these columns.
        products: word, shadow, length and colour of each line, the best first; the word is empty where it has no room.
        corner: manim point of its upper right corner.
        within: scene units that it may be wide.
        style: theme and sizes.

    Attributes:
        ground: what keeps the grid off the numbers.
        heads: the names of the columns.
        lines: of each line the word, the shadow, the sign, the length, the sign and the score.
    """

    def __init__(
        self, heads: Sequence[str], products: Sequence[tuple[str, float, float, str]], corner: Point, within: float, *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style = style
        size = style.sizes.head
        self._lay(heads, products, size)
        while self._width > within and size > _LEAST:
            size *= _STEP
            self._lay(heads, products, size)
        self.ground = BackgroundRectangle(
            VGroup(self.heads, *self.lines), color=style.theme.background, fill_opacity=_GROUND, buff=_AIR
        )
        super().__init__(self.ground, self.heads, *self.lines)
        laid(self, Layer.LABEL)
        laid(self.ground, Layer.TICKS)
        self.shift(corner - self.get_corner(UR))

    @property
    def _width(self) -> float:
        return float(VGroup(self.heads, *self.lines).width)

    def _lay(self, heads: Sequence[str], products: Sequence[tuple[str, float, float, str]], size: float) -> None:
        """Make all texts in a size, each column under its name."""
        theme, sizes = self.style.theme, self.style.sizes
        note = max(size * sizes.tick / sizes.head, sizes.least)
        colors = (theme.ink, theme.query, theme.ink)
        names = [
            Label(name, size=note, color=color, style=self.style) for name, color in zip(heads, colors, strict=True)
        ]
        digits = decimals_that_multiply([(shadow, length) for _, shadow, length, _ in products]) or 2
        lines = [self._line(*product, digits, size) for product in products]
        gap = _BETWEEN * size / self.style.sizes.head
        x = 0.0
        for column in range(-len(lines[0]), 0):
            headed = column + _FACTORS >= 0 and (column + _FACTORS) % 2 == 0
            cells = [line[column] for line in lines] + ([names[(column + _FACTORS) // 2]] if headed else [])
            width = max(float(cell.width) for cell in cells)
            for cell in cells:
                cell.set_x(x + (width if column >= -_FACTORS else float(cell.width)) / 2)
            x += width + gap
        for line in lines:
            for left, sign, right in (line[-5:-2], line[-3:]):
                sign.set_x(float(left.get_right()[0] + right.get_left()[0]) / 2)
        for index, line in enumerate(lines):
            for cell in line:
                cell.on_baseline(-_PITCH * size * (index + 1))
        for name in names:
            name.on_baseline(0.0)
        self.heads = VGroup(*(haloed(name, self.style) for name in names))
        self.lines = [VGroup(*(haloed(cell, self.style) for cell in line)) for line in lines]

    def _line(
        self, word: str, shadow: float, length: float, color: str, digits: int, size: float
    ) -> list[Typeset | Row]:
        theme, style = self.style.theme, self.style
        signs = [Label(sign, size=size, color=theme.ink, style=style) for sign in "×="]
        name = [Label(word, size=size, color=color, style=style)] if word else []
        return [
            *name, Factor(shadow, decimals=digits, size=size, color=color, style=style), signs[0],
            Number(length, decimals=digits, size=size, color=theme.query, style=style), signs[1],
            Number(shadow * length, size=size, color=color, style=style),
        ]  # fmt: skip
