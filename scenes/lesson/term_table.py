"""A score worked out: a query's numbers and a key's beside each other, their products, and the sum of these."""

from __future__ import annotations

from collections.abc import Sequence

from manim import RIGHT, Line, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Math, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _GAP, _RULE = 0.0195, 0.0065, 0.62
"""Scene units from a line to the next and between columns, for each font unit; the place of the rule between lines."""


class TermTable(VGroup):
    """A line for each number of a query: what it is about, the number, the key's number, their product.

    Args:
        query: shape (2,).
        key: shape (2,).
        products: their products, shape (2,).
        score: the sum of the products.
        names: of the lines.
        heads: of the query's column and of the key's.
        region: it stands in its middle, as large as there is room for.
        style: theme and sizes.

    Attributes:
        asked: the query's head, the names of lines, and its numbers.
        answered: the key's head and its numbers.
        found: signs and products.
        result: the sum of the products.
        sum_of: the rule above it.
    """

    def __init__(
        self, query: Tensor, key: Tensor, products: Tensor, score: Tensor, names: Sequence[str],
        heads: tuple[str, str], region: Region, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        sizes, theme = style.sizes, style.theme
        for size in (sizes.head, sizes.number, sizes.tick, sizes.label, sizes.note, sizes.least):
            labels = [Label(name, size=size, style=style) for name in names]
            columns: list[list[VMobject]] = [
                [*labels],
                [Factor(number, size=size, color=theme.query, style=style) for number in query],
                [Math("times", size=size, style=style) for _ in names],
                [Factor(number, size=size, color=theme.key, style=style) for number in key],
                [Math("=", size=size, style=style) for _ in names],
                [Number(number, size=size, style=style) for number in products],
            ]
            self.result = Number(score, size=size, style=style)
            titles = [Label(text, size=size, color=color, style=style)
                      for text, color in zip(heads, (theme.query, theme.key), strict=True)]  # fmt: skip
            self._set(columns, titles, size, style)
            if self.width <= region.width and self.height <= region.height:
                break
        self.move_to(region.centre)

    def _set(self, columns: list[list[VMobject]], titles: list[Label], size: float, style: Style) -> None:
        """Put everything at its place in a size of type."""
        x = 0.0
        widest = [max(float(piece.width) for piece in column) for column in columns]
        for number, title in zip((1, 3), titles, strict=True):
            widest[number] = max(widest[number], float(title.width))
        for column, width in zip(columns, widest, strict=True):
            for line, piece in enumerate(column):
                piece.align_to(point(x + width, 0.0), RIGHT)
                set_on_baseline(piece, -_PITCH * size * (line + 1))
            x += width + _GAP * size * 1.6
        for number, title in zip((1, 3), titles, strict=True):
            title.align_to(columns[number][0], RIGHT).on_baseline(0.0)
        last = columns[-1]
        self.result.align_to(last[0], RIGHT).on_baseline(-_PITCH * size * (len(last) + 1.25))
        left = min(float(piece.get_left()[0]) for piece in (*last, self.result))
        y = -_PITCH * size * (len(last) + _RULE)
        rule = Line(point(left, y), point(float(last[0].get_right()[0]), y))
        self.sum_of = rule.set_stroke(style.theme.axis, style.strokes.thin)
        self.asked, self.answered = VGroup(titles[0], *columns[0], *columns[1]), VGroup(titles[1], *columns[3])
        self.found = VGroup(*columns[2], *columns[4], *columns[5])
        super().__init__(self.asked, self.answered, self.found, self.sum_of, self.result)
