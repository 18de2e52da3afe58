"""Numbers that keep the value they were given, and vectors of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from manim import RIGHT, VGroup, VMobject
from torch import Tensor

from scenes.number_format import INFINITY as INFINITY
from scenes.number_format import LARGEST_PLAIN as LARGEST_PLAIN
from scenes.number_format import MINUS as MINUS
from scenes.number_format import as_printed as as_printed
from scenes.number_format import format_number as format_number
from scenes.number_format import format_vector as format_vector
from scenes.number_format import format_weight as format_weight
from scenes.parts.geometry import point
from scenes.parts.text.typeset import Label, Row, Typeset, set_on_baseline, typst_string
from scenes.style import DEFAULT, Style


class Number(Typeset):
    """A number of a tensor, as text.

    Args:
        value: the tensor element (or a plain number); kept, so that the drawn digits can be compared with it.
        decimals: digits after the point.
        size: manim font units.
        color: ``#rrggbb``.

    Attributes:
        value: its value, as a Python number.
        shown: its text, with a decimal point.
        drawn: its text as it is drawn, with the decimal mark of the style's language.
        tiny: True if it is written with a power of ten where it would round to zero.
    """

    def __init__(
        self,
        value: Tensor | float,
        *,
        decimals: int = 2,
        size: float | None = None,
        color: str | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.value, self.tiny = float(value), style.tiny
        self.shown, self.language = self.written(decimals), style.language
        self.drawn = self.language.number(self.shown)
        super().__init__(self.markup(), size or style.sizes.label, color or style.theme.ink, style=style)

    def markup(self) -> str:
        """Return the Typst markup of its text."""
        return f"#{typst_string(self.drawn)}"

    def written(self, decimals: int) -> str:
        """Return the number's text with the given digits after the point."""
        return format_number(self.value, decimals, tiny=self.tiny)


class Tick(Number):
    """A number along an axis: part of the plane, not a computed value.

    Args:
        value: the number, a multiple of the step.
        step: from one tick to the next; it has as many decimals as it needs, or a power of ten.
        size: manim font units.
        color: ``#rrggbb``.
    """

    def __init__(
        self, value: float, step: float, *, size: float | None = None, color: str | None = None, style: Style = DEFAULT
    ) -> None:
        power = math.floor(math.log10(step) + 1e-9)
        self._is_plain = -_MOST_DECIMALS <= power and abs(value) < LARGEST_PLAIN
        super().__init__(value, decimals=max(0, -power), size=size, color=color, style=style)

    def written(self, decimals: int) -> str:
        """Return the tick's number: plain, or with a power of ten and no more digits than it has."""
        if self._is_plain:
            return format_number(self.value, decimals, tiny=False)
        mantissa, exponent = f"{self.value:.9e}".split("e")
        return f"{float(f'{float(mantissa):.2g}'):g}e{int(exponent)}".replace("-", MINUS) if self.value else "0"


_EXACT = 1e-6
"""The most by which an exact number differs from what is printed."""

_MOST_DECIMALS = 2
"""Digits after the point of a tick; smaller steps are written with a power of ten."""


class Weight(Number):
    """An attention weight; a positive one is never written 0.00, but as less than two decimals can show."""

    def written(self, decimals: int) -> str:
        """Return the weight's text: digits, or ``<0.01``."""
        return format_weight(self.value, decimals)


class Factor(Row):
    """A number as a factor of a product: in parentheses when it is negative.

    Attributes:
        number: the number itself.
    """

    def __init__(
        self,
        value: Tensor | float,
        *,
        decimals: int = 2,
        size: float | None = None,
        color: str | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.number = Number(value, decimals=decimals, size=size, color=color, style=style)
        pieces: list[VMobject] = [self.number]
        if self.number.shown.startswith(MINUS):
            left, right = (Label(mark, size=size, color=color, style=style) for mark in "()")
            pieces = [left, self.number, right]
        super().__init__(pieces, 0.04)


class VectorColumn(VGroup):
    """A vector as a column of numbers in square brackets, aligned on the decimal point.

    Args:
        row: shape (d,).
        size: manim font units.
        color: ``#rrggbb`` of the numbers.

    Attributes:
        numbers: the numbers, from the top.
        brackets: the pair of brackets.
    """

    def __init__(
        self, row: Tensor, *, size: float | None = None, color: str | None = None, style: Style = DEFAULT
    ) -> None:
        size = size or style.sizes.label
        self.numbers = [Number(element, size=size, color=color, style=style) for element in row]
        pitch = 0.0165 * size
        for index, number in enumerate(self.numbers):
            number.align_to(self.numbers[0], RIGHT)
            set_on_baseline(number, -pitch * index)
        inner = VGroup(*self.numbers)
        self.brackets = bracket_pair(inner, style=style)
        super().__init__(*self.numbers, self.brackets)


def bracket_pair(inner: VMobject, *, gap: float = 0.09, over: float = 0.09, style: Style = DEFAULT) -> VGroup:
    """Return square brackets around a mobject, drawn as lines so that they stretch to any height.

    Args:
        inner: the mobject they enclose.
        gap: scene units between it and the brackets.
        over: scene units by which they project above and below.
        style: theme and strokes.
    """
    top, bottom = inner.get_top()[1] + over, inner.get_bottom()[1] - over
    arm = 0.09
    pair = VGroup()
    for side, toward in ((inner.get_left()[0] - gap, arm), (inner.get_right()[0] + gap, -arm)):
        corners = [(side + toward, top), (side, top), (side, bottom), (side + toward, bottom)]
        bracket = VMobject(stroke_color=style.theme.dim, stroke_width=style.strokes.thin)
        bracket.set_points_as_corners([point(x, y) for x, y in corners])
        pair.add(bracket)
    return pair


class Coordinates(Row):
    """A vector as text: its numbers in parentheses, between commas, or what the language puts there.

    Args:
        row: shape (d,).
        size: manim font units.
        color: ``#rrggbb``.
        colors: one ``#rrggbb`` for each number, where they differ.
        brief: write one digit after the point instead of two where all the numbers are exact with it.
        decimals: digits after the point where they are not brief.
        style: theme and sizes.

    Attributes:
        numbers: the numbers, from the left.
    """

    def __init__(
        self,
        row: Tensor,
        *,
        size: float | None = None,
        color: str | None = None,
        colors: Sequence[str] | None = None,
        brief: bool = False,
        decimals: int = 2,
        style: Style = DEFAULT,
    ) -> None:
        color = color or style.theme.dim
        short = brief and all(abs(as_printed(float(element), 1) - float(element)) < _EXACT for element in row)
        digits = 1 if short else decimals
        self.numbers = [
            Number(element, decimals=digits, size=size, color=paint, style=style)
            for element, paint in zip(row, colors or [color] * len(row), strict=True)
        ]
        pieces: list[VMobject] = [Label("(", size=size, color=color, style=style)]
        gaps: list[float] = []
        for index, number in enumerate(self.numbers):
            pieces.append(number)
            gaps.append(0.16 if index else 0.03)
            if index < len(self.numbers) - 1:
                pieces.append(Label(style.language.between_numbers, size=size, color=color, style=style))
                gaps.append(0.03)
        pieces.append(Label(")", size=size, color=color, style=style))
        super().__init__(pieces, [*gaps, 0.03])


def align_right(numbers: Sequence[VMobject], x: float) -> None:
    """Put the right edges of numbers at ``x`` scene units, which aligns equal decimals on their points."""
    for number in numbers:
        number.align_to(point(x, 0.0), RIGHT)
