"""Arithmetic as a pencil does it: a number, what it is multiplied by below it, a rule, and the result."""

from __future__ import annotations

from collections.abc import Callable

from manim import RIGHT, Animation, FadeIn, FadeOut, ReplacementTransform, VMobject

from scenes.layout import fit
from scenes.parts.geometry import point
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.typeset import Label, Row, set_on_baseline
from scenes.stage import Region
from scenes.style import Style

_TOP, _NEXT, _RULE, _RESULT = 0.18, 0.5, 0.61, 0.92
"""Baselines of the number and of what is below it, the rule, and the result's baseline: shares of the height."""

_BETWEEN = 0.18
"""Scene units between digits and what they count, at the least."""

Written = Callable[[float], VMobject]
"""A result at a size of type."""


class WrittenStep:
    """One step after the other at one place: the result of each becomes the first number of the next.

    Args:
        region: where the digits stand: they end at its right, and what they count is said at its left.
        large: the size of a result.
        small: the size of all else.
        style: theme and line widths.
        named: whether there is room to say what the digits count.

    Attributes:
        large: the size of a result.
        small: the size of all but results.
        is_named: whether it is said what the digits count.
        result: the result that stands there, or None.
    """

    def __init__(self, region: Region, large: float, small: float, style: Style, *, named: bool = True) -> None:
        self._region, self.large, self.small, self._style = region, large, small, style
        self.is_named = named
        self._rows: list[VMobject] = []
        self._made: Written | None = None
        self._name: list[Label] = []
        self.result: VMobject | None = None

    def _line(self, share: float) -> float:
        return self._region.top - share * self._region.height

    def _ending(self, thing: VMobject, share: float) -> VMobject:
        """Put digits at the right of a line."""
        set_on_baseline(thing, self._line(share))
        return thing.align_to(point(self._region.right), RIGHT)

    def _beginning(self, name: str, share: float, color: str | None = None) -> list[Label]:
        """Return what the digits of a line count, at its left; nothing where there is no room."""
        if not self.is_named:
            return []
        label = Label(name, size=self.small, color=color, style=self._style)
        label.set_x(self._region.left + float(label.width) / 2)
        return [label.on_baseline(self._line(share))]

    def first(self, number: VMobject, name: str) -> list[Animation]:
        """Return how the first number of all arrives, with what it counts."""
        self._rows = [*self._beginning(name, _TOP), self._ending(number, _TOP)]
        return [FadeIn(*self._rows)]

    def clear(self) -> list[Animation]:
        """Return how all but the result leaves."""
        leaving, self._rows = self._rows, []
        return [FadeOut(*leaving)] if leaving else []

    def rise(self) -> list[Animation]:
        """Return how the result becomes the first number of the next step; what it counts rises with it."""
        if self.result is None or self._made is None:
            return []
        number = self._ending(self._made(self.small), _TOP)
        names = [name.copy().on_baseline(self._line(_TOP)) for name in self._name]
        rising = [*zip(self._name, names, strict=True), (self.result, number)]
        self._rows, self.result = [*names, number], None
        return [ReplacementTransform(low, high) for low, high in rising]

    def ask(self, sign: str, factor: VMobject, name: str) -> list[Animation]:
        """Return how a factor arrives below the first number, with a rule."""
        row = self._ending(Row([Label(sign, size=self.small, style=self._style), factor], 0.16), _NEXT)
        left, right = (point(each, self._line(_RULE)) for each in (self._region.left, self._region.right))
        rule = thin_line(left, right, self._style.theme.ink, self._style.strokes.thin)
        asking = [*self._beginning(name, _NEXT), row, rule]
        self._rows += asking
        return [FadeIn(*asking)]

    def answer(
        self, made: Written, name: str, color: str | None = None, size: float | None = None, at: float = _RESULT
    ) -> list[Animation]:
        """Return how the result arrives below the rule.

        Args:
            made: the result at a size of type.
            name: what it counts.
            color: of that, ``#rrggbb``.
            size: of the result; as large as all results when left out.
            at: its baseline, a share of the height: a larger one stands lower.
        """
        self._made, self._name = made, self._beginning(name, at, color)
        self.result = made(size or self.large)
        fit(self.result, self._region.width - sum(float(each.width) + _BETWEEN for each in self._name))
        self._ending(self.result, at)
        return [FadeIn(self.result, *self._name)]
