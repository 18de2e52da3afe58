"""Motions that figures share: how a thing comes, goes and becomes another."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Animation, AnimationGroup, ApplyMethod, FadeIn, FadeOut, GrowFromEdge, GrowFromPoint, VMobject
from numpy import array

from scenes.parts.arrows import Arrow
from scenes.parts.bars import Bar
from scenes.parts.geometry import Point
from scenes.parts.plane import PlaneWord


def grow(arrow: Arrow) -> Animation:
    """An arrow grows out of where it begins."""
    return GrowFromPoint(arrow, arrow.start)


def rise(bar: Bar) -> Animation:
    """A bar grows out of its zero line, up or down."""
    return GrowFromEdge(bar, array([0.0, 1.0 if bar.value < 0 else -1.0, 0.0]))


def move_word(word: PlaneWord, to: Point, label: Point) -> Animation:
    """A word moves on its plane: its mark to ``to``, the middle of its label to ``label``."""
    return AnimationGroup(ApplyMethod(word.mark.move_to, to), ApplyMethod(word.label.move_to, label))


def gather(sources: Sequence[VMobject], target: VMobject) -> list[Animation]:
    """Many things flow into one: copies of all travel to it and vanish there while it appears."""
    streams: list[Animation] = [FadeOut(source.copy(), target_position=target) for source in sources]
    return [*streams, FadeIn(target)]


def recolor(mobject: VMobject, color: str) -> Animation:
    """A mobject takes another colour, ``#rrggbb``."""
    return ApplyMethod(mobject.set_color, color)


def fade_to(mobject: VMobject, opacity: float) -> Animation:
    """A mobject goes dim, or lights up again, without leaving."""
    return ApplyMethod(mobject.set_opacity, opacity)
