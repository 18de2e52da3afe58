"""Moving: words on a plane, beads from one thing to another, a space under a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manim import (
    RIGHT,
    UP,
    Animation,
    AnimationGroup,
    Dot,
    FadeIn,
    Mobject,
    TransformFromCopy,
    VGroup,
    VMobject,
    linear,
    smooth,
)
from numpy.linalg import norm
from torch import Tensor, lerp

from scenes.motion.arrive import late
from scenes.parts.geometry import Point
from scenes.parts.plane.space import Space

_BEAD, _BESIDE = 0.055, 0.09
"""Scene units: a bead's radius, and its distance from the things it passes."""

_DUSK = 0.2
"""The share of the time in which something fades out, or in, on its way."""

_LAG, _LIT = 0.3, 0.15
"""Shares of the time: until the last of many beads leaves, and in which each fades in or out."""

_STRAIGHT = 0.6
"""The cosine of the angle by which a label may turn around its mark while it is seen."""


def gather(sources: Sequence[VMobject], target: VMobject) -> list[Animation]:
    """Let many things flow into one: a bead travels from each to it, past everything between, and it appears.

    A single source becomes the target by itself.
    """
    if len(sources) == 1:
        return [TransformFromCopy(sources[0], target)]
    return [Beads(sources, target), FadeIn(target, rate_func=late)]


def send(source: VMobject, target: VMobject) -> Animation:
    """Send a bead from one thing to another far away, past everything between; the other appears."""
    return AnimationGroup(Beads([source], target), FadeIn(target, rate_func=late))


class Beads(Animation):
    """Beads that travel from many things to one, along the side of the row or column in which they stand.

    Args:
        sources: the things they come from; each bead has its source's colour.
        target: the thing they go to.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, sources: Sequence[VMobject], target: VMobject, **options: Any) -> None:
        way = target.get_center() - VGroup(*sources).get_center()
        side = UP if abs(way[0]) > abs(way[1]) else RIGHT
        nearest = sorted(sources, key=lambda source: float(norm(target.get_center() - source.get_center())))
        self._paths = [
            [source.get_edge_center(side) + _BESIDE * side, target.get_edge_center(side) + _BESIDE * side]
            for source in nearest
        ]
        beads = [
            Dot(path[0], radius=_BEAD, color=source.family_members_with_points()[0].get_color())
            for source, path in zip(nearest, self._paths, strict=True)
        ]
        super().__init__(VGroup(*beads), introducer=True, remover=True, rate_func=linear, **options)

    def create_starting_mobject(self) -> Mobject:
        """Return nothing: every frame follows from the moment alone."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """Place every bead: the nearest is ahead; each fades in where it leaves and out where it arrives."""
        last = max(1, len(self._paths) - 1)
        for index, (bead, (start, end)) in enumerate(zip(self.mobject, self._paths, strict=True)):
            share = (alpha - _LAG * index / last) / (1 - _LAG)
            share = min(max(share, 0.0), 1.0)
            bead.move_to(start + smooth(share) * (end - start))
            bead.set_opacity(min(1.0, share / _LIT, (1 - share) / _LIT))


def seen(alpha: float, unseen: float) -> float:
    """Return the visible share of a mobject that fades out and in again, invisible for a share of the time between."""
    return float(smooth(min(max((abs(alpha - 0.5) - unseen / 2) / _DUSK, 0.0), 1.0)))


class Carry(Animation):
    """The motion of a space whose matrix changes in a straight line from the present one to another.

    A label that moves to another side of its mark is invisible on the way, which would cross the mark.

    Args:
        space: the space; everything in it is on screen.
        matrix: its final matrix, shape (2, 2).
        labels: the final offsets of the words' labels from their marks; as now when left out.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, space: Space, matrix: Tensor, labels: Sequence[Point] | None = None, **options: Any) -> None:
        self.space, self.matrix, self.labels = space, matrix, labels
        super().__init__(VGroup(space, *space.carried), **options)

    def begin(self) -> None:
        """Note the present matrix and places, and the labels that move to another side of their marks."""
        self._matrix, self._labels = self.space.matrix, self.space.labels()
        self._turning = []
        for index, (start, end) in enumerate(zip(self._labels, self._ends, strict=True)):
            if float(start @ end) < _STRAIGHT * float(norm(start) * norm(end)):
                pieces = self.space.words[index].label.family_members_with_points()
                opacities = [(one, one.get_fill_opacity(), one.get_stroke_opacity()) for one in pieces]
                self._turning.append((index, opacities))
        super().begin()

    def create_starting_mobject(self) -> Mobject:
        """Return an empty mobject: every frame follows from the matrix, so no copy of the space is needed."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """Apply the matrix of the moment to the space."""
        share = self.rate_func(alpha)
        self.space.carry(lerp(self._matrix, self.matrix, share))
        places = [start + share * (end - start) for start, end in zip(self._labels, self._ends, strict=True)]
        for index, opacities in self._turning:
            places[index] = (self._labels if alpha < 0.5 else self._ends)[index]
            share_seen = seen(alpha, 0.2)
            for piece, fill, stroke in opacities:
                piece.set_fill(opacity=fill * share_seen).set_stroke(opacity=stroke * share_seen)
        self.space.shift_labels(places)

    @property
    def _ends(self) -> Sequence[Point]:
        return self._labels if self.labels is None else self.labels
