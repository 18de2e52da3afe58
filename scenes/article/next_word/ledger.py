"""A dot product in numbers: as a sum of products, and as the product of two lengths."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import pi

import numpy as np
from manim import RIGHT, Line, VGroup, VMobject

from scenes.article.next_word.choice import Chosen
from scenes.number_format import as_printed, decimals_that_add
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _GAP = 0.0175, 0.005
"""Scene units from a line of the sum to the next, and between its columns, for each font unit."""

_LYING = 1.3
"""The width of a room as a share of its height from which both parts of the sum may stand side by side."""


class Ledger(VGroup):
    """A dot product as a sum of products, and as the product of two lengths: the same number.

    Args:
        numbers: the choice; the predicted word's score is added up.
        names: of the context, the answer, the score, a shadow and a length.
        colors: ``#rrggbb`` of the context and of the answer.
        region: where it stands, in its middle.
        style: theme and sizes.

    Attributes:
        heads: the names above their numbers.
        lines: the pieces of each product: left factor, sign, right factor, sign, product.
        sum: the line below the products, and the score's name.
        score: the score.
        below: the names above the two lengths.
        factors: the pieces of the last line: the shadow, a sign, the length, a sign, and the score again.
        bridge: the upright sign between both scores; empty where they do not stand one above the other.
        size: of its numbers, manim font units.
    """

    def __init__(
        self, numbers: Chosen, names: Sequence[str], colors: Sequence[str], region: Region, *, style: Style = DEFAULT
    ) -> None:
        self.style, self.colors = style, colors
        sizes, ways = style.sizes, (False, True) if region.width > _LYING * region.height else (False,)
        for size in (sizes.head, (sizes.head + sizes.number) / 2, sizes.number, sizes.tick, sizes.note, sizes.least):
            self._write(numbers, names, size)
            placed = [(self._place(size, aside), aside) for aside in ways]
            fitting = [aside for (width, height), aside in placed if width <= region.width and height <= region.height]
            if fitting:
                break
        self.size, aside = size, (fitting or ways)[0]
        width, height = self._place(size, aside)
        self.bridge = VGroup() if aside else VGroup(self._bridge(size))
        products = [piece for line in self.lines for piece in line]
        super().__init__(*self.heads, *products, *self.sum, self.score, *self.below, *self.factors, *self.bridge)
        laid(self, Layer.LEDGER).shift(np.asarray(region.centre) - point(width / 2, -height / 2))

    def _write(self, numbers: Chosen, names: Sequence[str], size: float) -> None:
        """Make all pieces in a size."""
        style, row = self.style, numbers.vocabulary.index(numbers.predicted)
        score, shadow, length = (float(each) for each in (numbers.scores[row], numbers.shadows[row], numbers.length))
        adding = decimals_that_add(numbers.products.tolist(), score, (2, 3))
        decimals = adding or 2
        self.lines = [
            self._line(
                [(float(value), digits) for value, digits in zip(each, (2, 2, decimals), strict=True)], "=", size
            )
            for each in zip(numbers.context, numbers.classifier[row], numbers.products, strict=True)
        ]
        digits = digits_of_factors(shadow, length, decimals)
        one, other = digits or (decimals, decimals)
        last = [(shadow, one), (length, other), (score, decimals)]
        self.factors = self._line(last, "=" if digits else "\N{ALMOST EQUAL TO}", size)
        self.factors[0].set_color(self.colors[1])
        self.factors[2].set_color(self.colors[0])
        self.factors[-1] = HeroNumber(score, decimals=decimals, size=1.3 * size, style=style)
        named = [*zip(names, (*self.colors, style.theme.ink, *reversed(self.colors)), strict=True)]
        labels = [Label(name, size=size, color=color, style=style) for name, color in named]
        self.heads, self.below = labels[:2], labels[3:]
        self.score = HeroNumber(score, decimals=decimals, size=1.3 * size, style=style)
        self.sum = VGroup(Line().set_stroke(style.theme.axis, style.strokes.line), labels[2])

    def _bridge(self, size: float) -> VMobject:
        """Return the sign of equality, upright, between the score and the same number below it."""
        sign, above, below = Label("=", size=1.3 * size, style=self.style), self.score, self.factors[-1]
        middle = (float(above.get_bottom()[1]) + float(below.get_top()[1])) / 2
        return sign.rotate(pi / 2).move_to(point(float(above.get_x()), middle))

    def _line(self, values: Sequence[tuple[float, int]], sign: str, size: float) -> list[VMobject]:
        """Return the pieces of a product: numbers with their digits, and signs."""
        style = self.style
        one, other, result = (
            Number(value, decimals=digits, size=size, color=color, style=style)
            for (value, digits), color in zip(values, (*self.colors, style.theme.ink), strict=True)
        )
        times, equals = (Label(each, size=size, style=style) for each in ("\N{MULTIPLICATION SIGN}", sign))
        return [one, times, other, equals, result]

    def _place(self, size: float, aside: bool) -> tuple[float, float]:
        """Lay out all lines from the point (0, 0) on, rightwards and downwards, and return the width and the height.

        Args:
            size: manim font units.
            aside: whether the product of lengths stands at the right of the products, not below them.
        """
        pitch, gap = _PITCH * size, _GAP * size
        below = ([], []) if aside else (self.below, [self.factors])
        first = _rights([self.heads, below[0]], [*self.lines, *below[1]], gap)
        low = self._set(self.heads, self.lines, first, -0.75 * pitch, pitch) - 1.35 * pitch
        line, name = self.sum
        line.put_start_and_end_on(point(0.0, low + 0.8 * pitch), point(first[-1], low + 0.8 * pitch))
        self.score.align_to(point(first[-1]), RIGHT).on_baseline(low)
        name.on_baseline(low).set_x(first[-1] - self.score.width - 3 * gap - name.width / 2)
        if not aside:
            return first[-1], 0.3 * pitch - self._set(self.below, [self.factors], first, low - 1.5 * pitch, pitch)
        last = _rights([self.below], [self.factors], gap)
        self._set(self.below, [self.factors], last, -1.75 * pitch, pitch)
        VGroup(*self.below, *self.factors).shift(point(first[-1] + 5 * gap))
        return first[-1] + 5 * gap + last[-1], 0.3 * pitch - low

    def _set(
        self,
        heads: Sequence[Label],
        rows: Sequence[Sequence[VMobject]],
        rights: Sequence[float],
        y: float,
        pitch: float,
    ) -> float:
        """Put names, and lines below them, into columns, and return the baseline of the last line.

        Args:
            heads: above the first column and the third one.
            rows: each in five pieces: numbers end where their columns do, and signs stand between.
            rights: where columns end.
            y: the names' baseline.
            pitch: from a line to the next.
        """
        for head, place in zip(heads, (0, 2), strict=True):
            head.align_to(point(rights[place]), RIGHT).on_baseline(y)
        for row in rows:
            y -= pitch
            for piece, right in zip(row, rights, strict=True):
                set_on_baseline(piece.align_to(point(right), RIGHT), y)
        return y


def _rights(heads: Sequence[Sequence[Label]], rows: Sequence[Sequence[VMobject]], gap: float) -> list[float]:
    """Return where columns of lines end, from 0 on, with names above the first and the third."""
    widths = np.array([[float(piece.width) for piece in row] for row in rows]).max(axis=0)
    for named in filter(None, heads):
        widths[[0, 2]] = np.maximum(widths[[0, 2]], [float(name.width) for name in named])
    return (np.cumsum(widths + gap) - gap).tolist()  # type: ignore[no-any-return]


def digits_of_factors(one: float, other: float, decimals: int) -> tuple[int, int] | None:
    """Return the fewest digits after the point of two factors with which their printed product is right."""
    for digits in sorted(product((2, 3, 4), repeat=2), key=sum):
        read = as_printed(one, digits[0]) * as_printed(other, digits[1])
        if as_printed(read, decimals) == as_printed(one * other, decimals):
            return digits[0], digits[1]
    return None
