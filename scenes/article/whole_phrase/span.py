"""A bracket beside two words of the plane: how far they are apart, before they move and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, gap, inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number
from scenes.parts.text.outline import take_outlines
from scenes.style import DEFAULT, Style

_AWAY = (-0.43, 0.43, -0.55, 0.55, -0.75, 0.75, -1.0, 1.0)
"""Scene units from the way between two words to the bracket beside it, best first."""

_OFF_SPAN = 0.15
"""Scene units between a bracket and its number."""

_ARM, _STROKE = 0.14, 3.0
"""Scene units: the length of the arms at a bracket's ends; stroke units."""


class Span(VMobject):
    """A bracket along the way between two places, beside it.

    Args:
        start: manim point of the first place.
        end: manim point of the second place.
        away: scene units from the way to the bracket; at the way's left where positive, seen from the first place.
        style: theme.

    Attributes:
        ends: manim points of the bracket's ends, beside the places.
        across: the direction across the way, to its left.
    """

    def __init__(self, start: Point, end: Point, away: float, *, style: Style = DEFAULT) -> None:
        self.away = away
        super().__init__(stroke_color=style.theme.ink, stroke_width=_STROKE)
        self.set_background_stroke(color=style.theme.background, width=RIM + _STROKE)
        laid(self, Layer.TRAIL)
        self.put(start, end)

    def put(self, start: Point, end: Point) -> Self:
        """Measure between two other places."""
        way = np.asarray(end, float) - start
        along = way / max(float(np.linalg.norm(way)), 1e-9)
        self.across = point(-along[1], along[0])
        self.ends = [place + self.away * self.across for place in (start, end)]
        arm = -np.sign(self.away) * _ARM * self.across
        self.set_points_as_corners([self.ends[0] + arm, *self.ends, self.ends[1] + arm])
        return self

    @property
    def middle(self) -> Point:
        """The middle of the bracket, a manim point."""
        return np.asarray((self.ends[0] + self.ends[1]) / 2)

    @property
    def segment(self) -> Segment:
        """The bracket's line."""
        return flat(self.ends[0]), flat(self.ends[1])


class Nearness(VGroup):
    """A bracket beside two words that shrinks as they come nearer, and the distance, which counts down beside it.

    Args:
        before: manim points of both words before they move.
        after: the same when they have moved.
        apart: both distances.
        size: of the numbers, manim font units.
        style: theme and sizes.

    Attributes:
        span: the bracket, beside the places before the words move.
        first: the distance before.
        second: the distance after.
        digits: the running number over its halo; it is a drawing, no number of the record.
    """

    def __init__(
        self, before: Sequence[Point], after: Sequence[Point], apart: Tensor, *, size: float, style: Style = DEFAULT
    ) -> None:
        self._before, self._after, self._size, self._style = before, after, size, style
        self._unit = float(np.linalg.norm(before[1] - before[0])) / max(float(apart[0]), 1e-9)
        self._numbers = [self._written(float(value)) for value in apart]
        self.span, self.digits = Span(before[0], before[1], _AWAY[0], style=style), VGroup()
        self.first, self.second = (labelled(number, style) for number in self._numbers)
        super().__init__()

    def _written(self, distance: float) -> Number:
        return Number(distance, decimals=1, size=self._size, style=self._style)

    def find_place(self, bounds: Box, boxes: Sequence[Box], lines: Sequence[Segment]) -> bool:
        """Find a free place beside the words, and return whether there is one and the distance is seen to change.

        Args:
            bounds: where the numbers may lie.
            boxes: what bracket and numbers keep off.
            lines: what the numbers keep off, besides boxes.
        """
        if self._numbers[0].shown == self._numbers[1].shown:
            return False
        return any(self._fits(away, bounds, boxes, lines) for away in _AWAY)

    def _fits(self, away: float, bounds: Box, boxes: Sequence[Box], lines: Sequence[Segment]) -> bool:
        """Lay bracket and numbers at a distance from the words, and return whether they are free there."""
        for ends, number in zip((self._before, self._after), self._numbers, strict=True):
            span = Span(ends[0], ends[1], away, style=self._style)
            number.move_to(self._beside(span, number))
            written, ways = box_of(number), [*lines, span.segment]
            if any(inside_length(span.segment, box) or gap(written, box) <= 0 for box in boxes):
                return False
            if not _within(written, bounds) or any(inside_length(way, written) for way in ways):
                return False
        self.span = Span(self._before[0], self._before[1], away, style=self._style)
        self.first, self.second = (labelled(number, self._style) for number in self._numbers)
        self.digits = laid(self._glyphs(), Layer.LABEL)
        self.add(self.span, self.first, self.second)
        self.shrink(0.0)
        return True

    def _beside(self, span: Span, number: VMobject) -> Point:
        """Return the middle of a number that stands beside a bracket, away from the words."""
        across = np.sign(span.away) * span.across
        reach = 0.5 * (abs(across[0]) * number.width + abs(across[1]) * number.height) + _OFF_SPAN
        return np.asarray(span.middle + reach * across)

    def _glyphs(self) -> VGroup:
        """Return as many glyphs as the running number may have, below them their halo."""
        parts = haloed(self._numbers[0], self._style)
        count = max(len(number.submobjects) for number in self._numbers) + 1
        return VGroup(*(VGroup(*(part.submobjects[0].copy() for _ in range(count))) for part in parts))

    def shrink(self, share: float) -> None:
        """Show a moment on the way from the distance before to the one after."""
        start, end = (
            before + share * (after - before) for before, after in zip(self._before, self._after, strict=True)
        )
        self.span.put(start, end)
        number = self._written(float(np.linalg.norm(end - start)) / self._unit)
        for glyphs, part in zip(
            self.digits, haloed(number.move_to(self._beside(self.span, number)), self._style), strict=True
        ):
            take_outlines(glyphs, part.submobjects)


def _within(box: Box, bounds: Box) -> bool:
    """Return whether a box lies within another one."""
    return box[0] >= bounds[0] and box[1] >= bounds[1] and box[2] <= bounds[2] and box[3] <= bounds[3]
