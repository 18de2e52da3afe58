"""Weights as the shares of one whole."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Rectangle, VGroup
from torch import Tensor

from scenes.parts.bars.bars import DENSE, LEAST
from scenes.parts.geometry import point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_THICK = 0.42
"""Scene units: the height of the strip."""

_ABOVE, _BELOW = 0.16, 0.34
"""Scene units from the strip up to the words' baseline, and down to the weights'."""

_AIR = 0.06
"""Scene units that a word keeps free on either side of its share."""


class Shares(VGroup):
    """A strip of length 1 that weights divide among them, each share with its word above and its weight below.

    A share that is too short for its word has neither.

    Args:
        words: in order.
        weights: shape (T,), adding up to 1.
        colors: one ``#rrggbb`` for each weight.
        region: the strip has its width, and is centred in its height.
        size: manim font units of the words and the weights.
        style: theme and sizes.

    Attributes:
        outline: the strip's outline.
        shares: the strip's shares, in order, from the left.
        labels: the words and weights of the shares that have room for them.
        unit: scene units for a weight of 1: the strip's length.
    """

    def __init__(
        self,
        words: Sequence[str],
        weights: Tensor,
        colors: Sequence[str],
        region: Region,
        *,
        size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.unit = region.width
        middle = float(region.centre[1])
        self.outline = Rectangle(width=self.unit, height=_THICK, stroke_width=style.strokes.hair)
        self.outline.set_stroke(style.theme.dim).move_to(region.centre)
        self.shares: list[Share] = []
        self.labels = VGroup()
        start = region.left
        for word, weight, color in zip(words, weights, colors, strict=True):
            share = Share(weight, self.unit, start, middle, color, style=style)
            self.shares.append(share)
            start += float(weight) * self.unit
            named = Label(word, size=size, color=color, style=style)
            if named.width + 2 * _AIR > share.width:
                continue
            number = Weight(weight, size=size, color=color, style=style)
            for piece, baseline in ((named, middle + _THICK / 2 + _ABOVE), (number, middle - _THICK / 2 - _BELOW)):
                set_on_baseline(piece.set_x(share.get_x()), baseline)
            self.labels.add(named, number)
        super().__init__(self.outline, *self.shares, self.labels)


class Share(Rectangle):
    """A piece of a strip.

    Args:
        value: the value that its length stands for, 0 or more.
        unit: scene units for 1.
        left: its left edge, scene units.
        y: its centre, scene units.
        color: ``#rrggbb``.
        style: theme.

    Attributes:
        value: as a Python number.
        unit: scene units for 1.
    """

    def __init__(
        self, value: Tensor | float, unit: float, left: float, y: float, color: str, *, style: Style = DEFAULT
    ) -> None:
        self.value, self.unit = float(value), unit
        length = max(self.value * unit, LEAST)
        super().__init__(width=length, height=_THICK, stroke_width=0)
        colour_area(self, color, DENSE, style)
        self.move_to(point(left + length / 2, y))
