"""The way from one place to another as two legs, one along each axis, with their lengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from manim import DashedLine, VGroup, VMobject
from torch import Tensor

from scenes.article.pulling.terms import PLACE_DIGITS
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number
from scenes.style import DEFAULT, Style

_BESIDE, _STROKE, _DASH = 0.14, 3.4, 0.11
"""Scene units from a leg to its number; stroke units of a leg; scene units of its dashes."""

_SPOTS = tuple((along, side) for side in (1.0, -1.0) for along in (0.5, 0.4, 0.6, 0.3, 0.7))
"""Places of a leg's number: how far along it, and outside, 1, or inside, -1, of the corner."""

_CLEAR = 0.15
"""Scene units of free room between both numbers."""

_SHORTEST = 0.3
"""Scene units of the shortest leg."""


class Legs(VGroup):
    """The way between two places, cut into one leg along each axis, each with its length in its axis' colour.

    Args:
        start: manim point where the way begins.
        end: manim point where it ends.
        corner: manim point where the legs meet.
        steps: how far it is along each axis, without a sign, shape (2,).
        colors: ``#rrggbb`` of the axes.
        size: of the numbers, manim font units.
        style: theme and sizes.

    Attributes:
        lines: the legs, in the axes' order.
        said: their numbers, with halos.
    """

    def __init__(
        self,
        start: Point,
        end: Point,
        corner: Point,
        steps: Tensor,
        colors: Sequence[str],
        *,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        is_level_first = abs(float(corner[1] - start[1])) < 1e-6
        ways = [(start, corner), (corner, end)] if is_level_first else [(corner, end), (start, corner)]
        self.lines, self.said, self._ways = VGroup(), VGroup(), ways
        self._far = (np.asarray(start) + end) / 2
        for axis, ((first, last), step, color) in enumerate(zip(ways, steps, colors, strict=True)):
            self.lines.add(DashedLine(first, last, dash_length=_DASH, color=color, stroke_width=_STROKE))
            number = Number(step, decimals=PLACE_DIGITS, size=size, color=color, style=style)
            self.said.add(haloed(number, style))
            self.said[axis].move_to(self._spot(axis, *_SPOTS[0]))
        super().__init__(self.lines, self.said)
        laid(self.lines, Layer.SHADOW)
        laid(self.said, Layer.LABEL)

    def _spot(self, axis: int, along: float, side: float) -> Point:
        """Return a place beside a leg for its number: so far along it, outside or, for -1, inside the corner."""
        first, last = (np.asarray(each) for each in self._ways[axis])
        middle, number = first + along * (last - first), self.said[axis]
        outside = -side if float(self._far[1 - axis]) > float(middle[1 - axis]) else side
        half = (float(number.height) if axis == 0 else float(number.width)) / 2
        away = outside * (half + _BESIDE)
        return np.asarray(middle + (point(0.0, away) if axis == 0 else point(away)))

    def find_room(self, is_free: Callable[[VMobject], bool]) -> bool:
        """Put each number beside the middle of its leg, or near by, where it is free; return whether both are."""
        taken: list[Box] = []

        def has_room(number: VMobject) -> bool:
            left, low, right, top = box_of(number)
            wide = (left - _CLEAR, low - _CLEAR, right + _CLEAR, top + _CLEAR)
            return is_free(number) and all(overlap(wide, box) == 0 for box in taken)

        for axis, number in enumerate(self.said):
            if not any(has_room(number.move_to(self._spot(axis, *spot))) for spot in _SPOTS):
                return False
            taken.append(box_of(number))
        return True

    @property
    def segments(self) -> list[Segment]:
        """Return the legs as segments, for labels to avoid."""
        return [(flat(first), flat(last)) for first, last in self._ways]

    @property
    def are_seen(self) -> bool:
        """Return whether both legs are long enough."""
        return all(float(np.linalg.norm(np.asarray(last) - first)) > _SHORTEST for first, last in self._ways)
