"""Softmax of one row, worked out: e to the power of each score, their sum, and each one's share of that sum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from manim import Line, VGroup, VMobject

from scenes.number_format import as_printed, decimals_that_add
from scenes.parts.geometry import point
from scenes.parts.text.formula import Power
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_PITCH, _GAP = 0.026, 0.007
"""Scene units from a line to the next, and between two columns, for each font unit."""

_RAISED = 0.7
"""The size of an exponent, as a share of its base's."""

_RULE, _RISE = 0.6, 0.006
"""The place of a rule between two baselines, as a share of the way down; scene units that it is higher for each font
unit, for digits stand on baselines."""

_FIRST, _APART = 3, 6.0
"""The columns of powers, and the factor by which quotients are farther from these than columns from each other."""


@dataclass(frozen=True)
class Softmax:
    """One row's softmax: a few scores one by one, all others together.

    Attributes:
        scores: of those that are told one by one.
        powers: e to the power of each of these scores, and of all others together.
        total: the sum of the powers.
        shares: of the total, as many as there are powers.
        whole: the sum of the shares.
    """

    scores: tuple[float, ...]
    powers: tuple[float, ...]
    total: float
    shares: tuple[float, ...]
    whole: float

    def digits(self) -> tuple[int, int] | None:
        """Return digits after the point of powers and shares with which a pencil finds both; None where none do."""
        digits = decimals_that_add(self.powers, self.total, (1, 2)), decimals_that_add(self.shares, self.whole, (2, 3))
        if digits[0] is None or digits[1] is None:
            return None
        for score, power in zip(self.scores, self.powers, strict=False):
            if as_printed(math.exp(as_printed(score)), digits[0]) != as_printed(power, digits[0]):
                return None
        for power, share in zip(self.powers, self.shares, strict=True):
            quotient = as_printed(power, digits[0]) / as_printed(self.total, digits[0])
            if as_printed(quotient, digits[1]) != as_printed(share, digits[1]):
                return None
        return digits[0], digits[1]


class SoftmaxWork(VGroup):
    """A line for each of a few scores, one for all others together, and one for their sum.

    Args:
        softmax: what is worked out.
        digits: after the point of powers, and of shares.
        colors: ``#rrggbb``, one a score.
        named: what the other scores are called.
        region: it stands in its middle, as large as there is room for.
        style: theme and sizes.

    Attributes:
        powers: of each line, the others' among them, what is raised to a power and what that is.
        total: a rule, and the sum of the powers.
        quotients: of each line the power again, and the sum by which it is divided.
        shares: of each line what that is.
        whole: a rule, and the sum of the shares.
        fits: whether it has room.
    """

    def __init__(
        self, softmax: Softmax, digits: tuple[int, int], colors: Sequence[str], named: str, region: Region, *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        hues = [*colors, style.theme.ink]
        for size in (style.sizes.head, style.sizes.number, style.sizes.tick):
            self._set(_pieces(softmax, digits, hues, named, size, style), size, style)
            self.fits = self.width <= region.width and self.height <= region.height
            if self.fits:
                break
        self.move_to(region.centre)

    def _set(self, lines: list[list[VMobject]], size: float, style: Style) -> None:
        """Set lines below each other, each column ending at one place, and group their pieces."""
        *rows, (total, whole) = lines
        right = 0.0
        for place, column in enumerate(zip(*rows, strict=True)):
            apart = _GAP * size * (_APART if place == _FIRST else 1.0)
            right += max(float(piece.width) for piece in column) + apart
            for piece in column:
                piece.set_x(right - float(piece.width) / 2)
        for place, row in enumerate(rows):
            for piece in row:
                set_on_baseline(piece, -_PITCH * size * place)
        self.total, self.whole = (
            self._sum(number, rows[-1][column], size, style) for number, column in ((total, 2), (whole, -1))
        )
        for group in (self.total, self.whole):
            group.shift(point(0.0, -_PITCH * size * len(rows)))
        self.powers, self.shares = [VGroup(*row[:_FIRST]) for row in rows], [row[-1] for row in rows]
        self.quotients = [VGroup(*row[_FIRST:-1]) for row in rows]
        super().__init__(*self.powers, self.total, *self.quotients, *self.shares, self.whole)

    def _sum(self, number: VMobject, above: VMobject, size: float, style: Style) -> VGroup:
        """Return a sum on a baseline of 0, at the end of its column, with a rule above it."""
        end = float(above.get_right()[0])
        set_on_baseline(number.set_x(end - float(number.width) / 2), 0.0)
        start = min(float(number.get_left()[0]), float(above.get_left()[0]))
        high = (1 - _RULE) * _PITCH * size + _RISE * size
        rule = Line(point(start, high), point(end, high)).set_stroke(style.theme.axis, style.strokes.thin)
        return VGroup(rule, number)


def _pieces(
    softmax: Softmax, digits: tuple[int, int], hues: Sequence[str], named: str, size: float, style: Style
) -> list[list[VMobject]]:
    """Return each line's pieces; the last ones are both sums."""
    raised: list[VMobject] = [
        Power(
            Math("e", size=1.15 * size, color=hue, style=style),
            Number(score, size=max(_RAISED * size, style.sizes.least), color=hue, style=style),
        )
        for score, hue in zip(softmax.scores, hues, strict=False)
    ]
    raised.append(Label(named, size=size, style=style))
    lines: list[list[VMobject]] = []
    for left, power, share, hue in zip(raised, softmax.powers, softmax.shares, hues, strict=True):
        first, again = (Number(power, decimals=digits[0], size=size, color=hue, style=style) for _ in range(2))
        by = Row(
            [Math("div", size=size, style=style), Number(softmax.total, decimals=digits[0], size=size, style=style)],
            0.006 * size,
        )
        found = Number(share, decimals=digits[1], size=size, color=hue, style=style)
        equal = (Math("approx", size=size, style=style) for _ in range(2))
        lines.append([left, next(equal), first, again, by, next(equal), found])
    total, whole = (Number(value, decimals=places, size=size, style=style)
                    for value, places in ((softmax.total, digits[0]), (softmax.whole, digits[1])))  # fmt: skip
    return [*lines, [total, whole]]
