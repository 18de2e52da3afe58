"""Arriving: things that grow out of their beginning, that fade in, that appear late."""

from __future__ import annotations

from typing import Any

from manim import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Animation,
    FadeIn,
    GrowFromCenter,
    GrowFromPoint,
    Mobject,
    Rectangle,
    VMobject,
    smooth,
    squish_rate_func,
)
from manim.typing import Vector3D

from scenes.motion.live import Widen
from scenes.parts.bars.bars import Bar, SideBar
from scenes.parts.bars.score_bars import ScoreBar
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.band import Band, Thread

late = squish_rate_func(smooth, 0.6, 1.0)
"""The rate function of things that appear only when others arrive."""


def grow(arrow: Arrow) -> Animation:
    """Grow an arrow out of its beginning."""
    return GrowFromPoint(arrow, arrow.start)


def rise(bar: Bar, **options: Any) -> Animation:
    """Grow a bar out of its zero line, up or down; options are those of manim's ``Animation``."""
    return Unfold(bar, UP if bar.value < 0 else DOWN, **options)


def extend(bar: SideBar, **options: Any) -> Animation:
    """Grow a bar out of its left edge, to the right; options are those of manim's ``Animation``."""
    return Unfold(bar, LEFT, **options)


def stretch(bar: ScoreBar) -> Animation:
    """Grow a score's bar out of its zero line, to its side."""
    return Unfold(bar, RIGHT if bar.value < 0 else LEFT)


def arrive(thing: VMobject) -> Animation:
    """Let a thing arrive as its kind does: arrows and bars grow from where they begin, areas from their middle.

    Bands reach out from the word that pulls; all else fades in.
    """
    if isinstance(thing, Band | Thread):
        return Widen(thing)
    if isinstance(thing, Arrow):
        return grow(thing)
    if isinstance(thing, Bar):
        return rise(thing)
    if isinstance(thing, SideBar):
        return extend(thing)
    if isinstance(thing, ScoreBar):
        return stretch(thing)
    return GrowFromCenter(thing) if isinstance(thing, Rectangle) else FadeIn(thing)


class Unfold(GrowFromPoint):
    """Growth of a mobject out of one of its edges, as wide there as it will be.

    Args:
        mobject: the mobject that grows.
        edge: manim's direction of the edge.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, mobject: Mobject, edge: Vector3D, **options: Any) -> None:
        self._grown, self.edge = mobject, edge
        super().__init__(mobject, mobject.get_edge_center(edge), **options)

    def create_starting_mobject(self) -> Mobject:
        """Return the mobject with all of it on the edge."""
        start = self._grown.copy()
        start.stretch(0.0, 0 if self.edge[0] else 1, about_point=self.point)
        return start
