"""Formulas made of pieces that can be highlighted, moved and read one at a time."""

from __future__ import annotations

from manim import DOWN, RIGHT, UP, Line, VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.text.typeset import Math, Row, baseline_of, set_on_baseline
from scenes.style import DEFAULT, Style


class Fraction(VGroup):
    """One mobject above another with a bar between.

    Args:
        top: the numerator.
        bottom: the denominator.
        gap: scene units between each and the bar.
        style: theme and strokes.

    Attributes:
        bar: the line.
    """

    def __init__(self, top: VMobject, bottom: VMobject, *, gap: float = 0.12, style: Style = DEFAULT) -> None:
        half = max(top.width, bottom.width) / 2 + 0.08
        self.bar = Line(point(-half, 0), point(half, 0)).set_stroke(style.theme.ink, style.strokes.thin)
        top.next_to(self.bar, UP, buff=gap)
        bottom.next_to(self.bar, DOWN, buff=gap)
        super().__init__(top, self.bar, bottom)

    @property
    def baseline(self) -> float:
        """The baseline for text beside it, in scene units: a little below the bar."""
        return float(self.bar.get_y() - 0.11)


class Power(VGroup):
    """A base with a raised exponent, each a mobject of its own.

    Args:
        base: the base.
        exponent: already small; it is moved to the upper right of the base.

    Attributes:
        base: the base.
        exponent: the exponent.
    """

    def __init__(self, base: VMobject, exponent: VMobject) -> None:
        self.base, self.exponent = base, exponent
        exponent.next_to(base, RIGHT, buff=0.04)
        set_on_baseline(exponent, baseline_of(base) + 0.62 * base.height + 0.04)
        super().__init__(base, exponent)

    @property
    def baseline(self) -> float:
        """The base's baseline, in scene units."""
        return baseline_of(self.base)


class SoftmaxFormula(VGroup):
    """The formula a_i = e^(s_i) / Σ_j e^(s_j), in pieces that can be highlighted one at a time.

    Attributes:
        top: the numerator.
        bottom: the denominator.
        whole: all of it.
        pieces: the pieces that are highlighted or dimmed: numerator and denominator.
    """

    def __init__(self, *, style: Style = DEFAULT) -> None:
        left = Row([Math("a_i", style=style), Math("=", style=style)], 0.22)
        self.top = Math("e^(s_i)", style=style)
        self.bottom = Math("sum_j e^(s_j)", style=style)
        fraction = Fraction(self.top, self.bottom, style=style)
        fraction.next_to(left, RIGHT, buff=0.22)
        self.pieces = [self.top, self.bottom]
        self.whole = VGroup(left, fraction)
        super().__init__(left, fraction)
