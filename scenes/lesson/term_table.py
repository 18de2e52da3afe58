"""A score worked out on one line: a query's numbers times a key's, and what these products add up to."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.text.number import Factor, Number
from scenes.parts.text.typeset import Label, Math, Row, baseline_of
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _GAP, _APART = 0.0195, 0.0075, 0.017
"""Scene units from a line to the one above it, between neighbours, and around a plus, for each font unit."""


class TermTable(VGroup):
    """The products of a query and a key on one line, above each number whose it is, above these what it is about.

    Args:
        query: shape (2,).
        key: shape (2,).
        score: the sum of the products.
        names: what the products are about.
        heads: the names of the query and of the key.
        color: of the sum.
        region: it stands in its middle, as large as there is room for.
        style: theme and sizes.

    Attributes:
        asked: the query's numbers, each below its head, and what they are about.
        answered: the key's numbers, each below its head.
        signs: between numbers.
        result: the sum of the products.
    """

    def __init__(
        self, query: Tensor, key: Tensor, score: Tensor, names: Sequence[str], heads: tuple[str, str], color: str,
        region: Region, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        sizes, theme = style.sizes, style.theme
        for size in (sizes.head, sizes.number, sizes.tick, sizes.label, sizes.note, sizes.least):
            asks, answers = (
                [Factor(number, size=size, color=role, style=style) for number in row]
                for row, role in ((query, theme.query), (key, theme.key))
            )
            times, plus = [Math("times", size=size, style=style) for _ in names], Math("+", size=size, style=style)
            equals = Math("=", size=size, style=style)
            self.result = Number(score, size=size, color=color, style=style)
            pieces = [asks[0], times[0], answers[0], plus, asks[1], times[1], answers[1], equals, self.result]
            near, far = _GAP * size, _APART * size
            Row(pieces, [near, near, far, far, near, near, far, far])
            titles = [
                [self._over(number, head, role, size, style) for number in numbers]
                for numbers, head, role in ((asks, heads[0], theme.query), (answers, heads[1], theme.key))
            ]
            about = [Label(name, size=size, style=style) for name in names]
            for label, ask, answer in zip(about, asks, answers, strict=True):
                label.set_x((float(ask.get_left()[0]) + float(answer.get_right()[0])) / 2)
                label.on_baseline(baseline_of(asks[0]) + 2 * _PITCH * size)
            self.asked, self.answered = VGroup(*about, *titles[0], *asks), VGroup(*titles[1], *answers)
            self.signs = VGroup(*times, plus, equals)
            super().__init__(self.asked, self.answered, self.signs, self.result)
            if self.width <= region.width and self.height <= region.height:
                break
        self.move_to(region.centre)

    def _over(self, number: VMobject, head: str, color: str, size: float, style: Style) -> Label:
        """Return the name of whose a number is, above it."""
        label = Label(head, size=size, color=color, style=style).set_x(number.get_x())
        return label.on_baseline(baseline_of(number) + _PITCH * size)
