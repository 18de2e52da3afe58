"""Moving: words on a plane, beads from one thing to another, space that a matrix carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from manim import (
    RIGHT,
    UP,
    Animation,
    AnimationGroup,
    ApplyMethod,
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
from numpy.typing import NDArray
from torch import Tensor, lerp

from scenes.motion.arrive import late
from scenes.parts.geometry import Point
from scenes.parts.plane.space import Space
from scenes.parts.plane.word_plane import PlaneWord

_BEAD, _BESIDE = 0.055, 0.09
"""Scene units: a bead's radius, and how far beside the things it passes."""

_DUSK = 0.2
"""Share of the time in which something goes out, or lights up, on its way."""

_LAG, _LIT = 0.3, 0.15
"""Shares of time: until the last of many beads leaves, and in which each lights up or goes out."""

_STRAIGHT = 0.6
"""The cosine of the angle by which a label may turn around its mark while it is seen."""


def move_word(word: PlaneWord, to: Point, label: Point) -> Animation:
    """Move a word on its plane: its mark to ``to``, the middle of its label to ``label``."""
    return AnimationGroup(ApplyMethod(word.mark.move_to, to), ApplyMethod(word.label.move_to, label))


def send_word(word: PlaneWord, to: Point, label: Point) -> Animation:
    """Move a word on its plane past others; its label goes out and lights up again where it arrives."""
    return AnimationGroup(ApplyMethod(word.mark.move_to, to), Reappear(word.label, label))


def gather(sources: Sequence[VMobject], target: VMobject) -> list[Animation]:
    """Let many things flow into one: out of each a bead travels to it, past what stands between, and it appears.

    A single source becomes the target by itself.
    """
    if len(sources) == 1:
        return [TransformFromCopy(sources[0], target)]
    return [Beads(sources, target), FadeIn(target, rate_func=late)]


def send(source: VMobject, target: VMobject) -> Animation:
    """Send a bead from one thing to another far away, past what stands between; the other appears."""
    return AnimationGroup(Beads([source], target), FadeIn(target, rate_func=late))


def down_then_across(start: NDArray[np.float64], end: NDArray[np.float64], alpha: float) -> NDArray[np.float64]:
    """Move round a corner, for manim's ``path_func``: first to the height of the end, then sideways to it."""
    across, down = (smooth(min(max(share, 0.0), 1.0)) for share in ((alpha - 0.3) / 0.7, alpha / 0.5))
    moved: NDArray[np.float64] = start + np.array([across, down, 1.0]) * (end - start)
    return moved


class Beads(Animation):
    """Beads that travel from many things to one, along the side of the row or column in which they stand.

    Args:
        sources: where they come from; each bead has its source's colour.
        target: where they go.
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
        """Place every bead: the nearest is ahead; each lights up where it leaves and goes out where it arrives."""
        last = max(1, len(self._paths) - 1)
        for index, (bead, (start, end)) in enumerate(zip(self.mobject, self._paths, strict=True)):
            share = (alpha - _LAG * index / last) / (1 - _LAG)
            share = min(max(share, 0.0), 1.0)
            bead.move_to(start + smooth(share) * (end - start))
            bead.set_opacity(min(1.0, share / _LIT, (1 - share) / _LIT))


class Reappear(Animation):
    """A mobject that goes out where it is and lights up elsewhere.

    Args:
        mobject: what moves; all of it has one opacity.
        to: where its middle is in the end, a manim point.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, mobject: VMobject, to: Point, **options: Any) -> None:
        self._from, self._to = mobject.get_center(), to
        self._opacity = mobject.family_members_with_points()[0].get_fill_opacity()
        super().__init__(mobject, rate_func=linear, **options)

    def create_starting_mobject(self) -> Mobject:
        """Return nothing: every frame follows from the moment alone."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """Show the mobject where it was, then where it is in the end."""
        self.mobject.move_to(self._from if alpha < 0.5 else self._to)
        self.mobject.set_opacity(self._opacity * seen(alpha, 0.5))


def seen(alpha: float, unseen: float) -> float:
    """Return how much is seen of what goes out and lights up again, unseen for a share of the time between."""
    return float(smooth(min(max((abs(alpha - 0.5) - unseen / 2) / _DUSK, 0.0), 1.0)))


class Carry(Animation):
    """Space that a matrix carries from where it is: the matrix itself goes straight from one to the other.

    A label that goes to another side of its mark is not seen on the way, which would lead over the mark.

    Args:
        space: what is carried; all that was put into it is on screen.
        matrix: what carries it in the end, shape (2, 2).
        labels: where the words' labels are in the end, each from its mark; beside their marks as now when left out.
        options: passed on to manim's ``Animation``.
    """

    def __init__(self, space: Space, matrix: Tensor, labels: Sequence[Point] | None = None, **options: Any) -> None:
        self.space, self.matrix, self.labels = space, matrix, labels
        super().__init__(VGroup(space, *space.carried), **options)

    def begin(self) -> None:
        """Note where everything is, and which labels go to another side of their marks."""
        self._matrix, self._labels = self.space.matrix, self.space.labels()
        self._turning = []
        for index, (start, end) in enumerate(zip(self._labels, self._ends, strict=True)):
            if float(start @ end) < _STRAIGHT * float(norm(start) * norm(end)):
                pieces = self.space.words[index].label.family_members_with_points()
                opacities = [(one, one.get_fill_opacity(), one.get_stroke_opacity()) for one in pieces]
                self._turning.append((index, opacities))
        super().begin()

    def create_starting_mobject(self) -> Mobject:
        """Return nothing: every frame follows from the matrix, so no copy of space is needed."""
        return Mobject()

    def interpolate_mobject(self, alpha: float) -> None:
        """Carry space by the matrix of the moment."""
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
