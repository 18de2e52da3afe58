"""Becoming: another thing or number, another colour or brightness, another phrase."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from math import inf, isfinite
from typing import Any, TypeAlias

from manim import (
    DOWN,
    RIGHT,
    Animation,
    AnimationGroup,
    ApplyMethod,
    FadeIn,
    FadeOut,
    Mobject,
    ReplacementTransform,
    VMobject,
    smooth,
    squish_rate_func,
)

from scenes.motion.arrive import arrive
from scenes.parts.text.number import Number
from scenes.parts.text.outline import take_outlines
from scenes.parts.text.typeset import Label
from scenes.style import Style, Theme

Shown: TypeAlias = "VMobject | Sequence[Shown]"
"""A mobject, or a sequence of them, such as the numbers of a table row by row."""


def flattened(things: Shown) -> list[VMobject]:
    """Return the mobjects of nested sequences, in order."""
    return [things] if isinstance(things, VMobject) else [each for thing in things for each in flattened(thing)]


def become(before: Shown, after: Shown) -> Animation:
    """Let a thing become another; things in sequence become each other one by one.

    A number counts up or down to another, and falls to minus infinity; a number and an area take each other's place.

    Raises:
        ValueError: when two sequences differ in length.
    """
    if not isinstance(before, VMobject) or not isinstance(after, VMobject):
        if isinstance(before, VMobject) or isinstance(after, VMobject):
            raise ValueError(
                "a mobject cannot become a sequence; put it into a sequence of one, or make a group of them"
            )
        pairs = zip(before, after, strict=True)
        return AnimationGroup(*(become(old, new) for old, new in pairs))
    if isinstance(before, Number) and isinstance(after, Number) and before.value != after.value:
        if isfinite(before.value) and isfinite(after.value):
            return Count(before, after)
        fall = _FALL * DOWN if after.value == -inf else 0 * DOWN
        return AnimationGroup(FadeOut(before, shift=fall), FadeIn(after, shift=fall))
    if isinstance(before, Number) != isinstance(after, Number):
        # The number shrinks to a point, from which the area grows: no area swells through digits, no place is empty.
        leaves, comes = FadeOut(before, scale=0.1), arrive(after)
        leaves.set_rate_func(squish_rate_func(smooth, 0.0, 0.5))
        comes.set_rate_func(squish_rate_func(smooth, 0.25, 1.0))
        return AnimationGroup(leaves, comes)
    return ReplacementTransform(before, after)


_FALL = 0.3
"""Scene units by which a number falls while it goes to minus infinity."""


class Count(Animation):
    """A number that runs through all values between its old one and its new one.

    It relies on this in manim: the mobjects that a play redraws are found when it begins, so the glyphs stay the same.

    Args:
        before: the number as it is; it leaves the scene.
        after: the number as it will be, where it will be.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, before: Number, after: Number, **options: Any) -> None:
        self._before, self._end = before, after.copy()
        self._decimals, self._style = len(after.shown.partition(".")[2]), Style(language=after.language)
        super().__init__(after, introducer=True, **options)

    def create_starting_mobject(self) -> Mobject:
        """Return nothing: every frame follows from the moment alone."""
        return Mobject()

    def _setup_scene(self, scene: Any) -> None:
        scene.remove(self._before)
        count = max(len(number.submobjects) for number in (self._before, self._end)) + 1
        self._glyphs = [self._end.submobjects[0].copy() for _ in range(count)]
        self.mobject.submobjects = self._glyphs  # type: ignore[assignment]
        super()._setup_scene(scene)

    def interpolate_mobject(self, alpha: float) -> None:
        """Write the value of the moment, its last digit where the new number's is."""
        end = self._end
        written = self.written(self.value_at(self.rate_func(alpha)))
        written.align_to(end, RIGHT).on_baseline(end.baseline)
        take_outlines(self._glyphs, written.submobjects)

    def value_at(self, share: float) -> float:
        """Return the value at a progress, 0 to 1."""
        return self._before.value + share * (self._end.value - self._before.value)

    def written(self, value: float) -> Number:
        """Return a value as it is written on the way."""
        return Number(value, decimals=self._decimals, size=self._end.size, style=self._style)

    def finish(self) -> None:
        """Leave the new number as it was made."""
        super().finish()
        self.mobject.submobjects = self._end.submobjects  # type: ignore[assignment]


def recolor(mobject: VMobject, color: str) -> Animation:
    """Give a mobject another colour, ``#rrggbb``."""
    return ApplyMethod(mobject.set_color, color)


def light(lit: Sequence[VMobject], among: Sequence[VMobject], theme: Theme) -> Animation:
    """Light up some of several mobjects and dim the others."""
    return AnimationGroup(*(recolor(piece, theme.ink if piece in lit else theme.dim) for piece in among))


def rewrite(before: Sequence[Label], after: Sequence[Label]) -> Animation:
    """Turn a phrase's words into another's: old ones fade out, common ones move to their places, new ones fade in."""
    old_texts, new_texts = ([word.text for word in words] for words in (before, after))
    kept = {
        block.a + step: block.b + step
        for block in SequenceMatcher(None, old_texts, new_texts, autojunk=False).get_matching_blocks()
        for step in range(block.size)
    }
    first, last = squish_rate_func(smooth, 0.0, 0.5), squish_rate_func(smooth, 0.5, 1.0)
    gone = [FadeOut(word, rate_func=first) for index, word in enumerate(before) if index not in kept]
    come = [FadeIn(word, rate_func=last) for index, word in enumerate(after) if index not in kept.values()]
    moved = [ReplacementTransform(before[old], after[new]) for old, new in kept.items()]
    return AnimationGroup(*gone, *moved, *come)
