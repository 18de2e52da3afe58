"""A dot product written out: shadow times length over its bar, and the sum of products of coordinates."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup, VMobject
from torch import Tensor

from scenes.article.pulling.terms import PLACE_DIGITS
from scenes.parts.geometry import Point, point
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Factor
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import Style

_NAMED, _TO_BAR, _GAP = 0.16, 0.32, 0.14
"""Scene units from a number up to its name's baseline, from numbers down to their bar, and between pieces of a row."""

_LINES = 0.0165
"""Scene units from one line of the sum to the next, for each font unit."""

_SUM_DIGITS = 2
"""Digits after the point of products of coordinates, and of their sum."""


class Product(VGroup):
    """The line shadow × length = score, with names above; below it is room for the score's bar.

    Its box begins at (0, 0), below and at the left, until it is put elsewhere.

    Args:
        values: shadow, length and score, each a tensor's element.
        names: what these three are called; none without room.
        colors: ``#rrggbb`` of the word, and of the pulled word.
        span: scene units from the bar's zero to its left end, at most 0, and to its right end.
        digits: after the point of the factors; None where no digits give the printed product.
        thick: the bar's thickness, scene units.
        size: of the numbers, manim font units.
        style: theme and sizes.

    Attributes:
        shadow: the first factor.
        length: the second one.
        score: the product.
        parts: the three with their names.
        signs: the signs between them.
        room: the width and the height of the box, with the bar, scene units.
        zero: manim point in the middle of the bar's zero.
    """

    def __init__(
        self, values: Sequence[Tensor], names: Sequence[str], colors: tuple[str, str], span: tuple[float, float], *,
        digits: int | None, thick: float, size: float, style: Style,
    ) -> None:  # fmt: skip
        word, own = colors
        paints, decimals = (word, own, word), (digits or 3, digits or 3, _SUM_DIGITS)
        self.shadow, self.length, self.score = numbers = [
            HeroNumber(value, decimals=places, size=size, color=paint, style=style)
            for value, places, paint in zip(values, decimals, paints, strict=True)
        ]
        signs = [Math(sign, size=size, style=style) for sign in ("times", "=" if digits else "approx")]
        row = Row([numbers[0], signs[0], numbers[1], signs[1], numbers[2]], _GAP)
        low, high = span
        wide = max(float(row.width), high - low)
        row.shift(point(wide - float(row.get_right()[0]), _TO_BAR + thick - float(row.get_bottom()[1])))
        labels: list[list[VMobject]] = [[], [], []]
        for text, number, paint, place in zip(names, numbers, (word, own, style.theme.ink), labels, strict=False):
            label = Label(text, size=style.sizes.tick, color=paint, within=float(number.width) + 0.3, style=style)
            place.append(label.set_x(float(number.get_x())).on_baseline(float(row.get_top()[1]) + _NAMED))
        self.parts = [
            VGroup(*(labelled(each, style) for each in (number, *label)))
            for number, label in zip(numbers, labels, strict=True)
        ]
        self.signs = VGroup(*(labelled(sign, style) for sign in signs))
        super().__init__(*self.parts, self.signs)
        self.room = (wide, float(self.get_top()[1]))
        self.zero = point(wide - high, thick / 2)

    def put(self, middle: Point) -> None:
        """Move it so that its box, with the bar, has its middle at a point."""
        step = middle - point(self.room[0] / 2, self.room[1] / 2)
        self.shift(step)
        self.zero = self.zero + step


class SumOfProducts(VGroup):
    """The sum of products of coordinates, in two lines: ``1.6 × 2.4 + 1.6 × 0.2``, and what a pencil makes of it.

    Args:
        first: the pulled word's vector, shape (2,).
        second: the other word's.
        terms: their products, one by one.
        total: the sum of these, the score.
        colors: ``#rrggbb`` of the pulled word, and of the other one.
        size: manim font units.
        style: theme and sizes.

    Attributes:
        asked: the first line.
        answered: the second one.
    """

    def __init__(
        self, first: Tensor, second: Tensor, terms: Tensor, total: Tensor, colors: tuple[str, str], *,
        size: float, style: Style,
    ) -> None:  # fmt: skip
        def factor(value: Tensor, color: str, decimals: int = PLACE_DIGITS) -> Factor:
            return Factor(value, decimals=decimals, size=size, color=color, style=style)

        def sign(source: str) -> Math:
            return Math(source, size=size, style=style)

        own, other = colors
        pairs = [[factor(one, own), sign("times"), factor(two, other)] for one, two in zip(first, second, strict=True)]
        asked = Row([*pairs[0], sign("+"), *pairs[1]], 0.12)
        products = [factor(term, style.theme.ink, _SUM_DIGITS) for term in terms]
        result = HeroNumber(total, decimals=_SUM_DIGITS, size=size, color=other, style=style)
        answered = Row([sign("="), products[0], sign("+"), products[1], sign("="), result], 0.12)
        answered.shift(point(float(asked.get_right()[0] - answered.get_right()[0]), -_LINES * size))
        self.asked, self.answered = labelled(asked, style), labelled(answered, style)
        super().__init__(self.asked, self.answered)
