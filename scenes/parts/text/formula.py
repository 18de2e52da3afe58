"""Formulas made of pieces that can be highlighted, moved and read one at a time."""

from __future__ import annotations

from manim import DOWN, RIGHT, UP, Line, VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.text.typeset import baseline_of, set_on_baseline
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
