"""Space that a matrix carries, in motion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from manim import Animation, Mobject, VGroup
from numpy.linalg import norm
from torch import Tensor, lerp

from scenes.motion.motion import seen
from scenes.parts.geometry import Point
from scenes.parts.plane.space import Space

_STRAIGHT = 0.6
"""The cosine of the angle by which a label may turn around its mark while it is seen."""


class Carry(Animation):
    """A matrix carries space from where it is: the matrix itself goes straight from one to the other.

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
        """Nothing: every frame follows from the matrix, so no copy of space is needed."""
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
