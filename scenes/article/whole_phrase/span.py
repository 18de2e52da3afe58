"""A bracket beside two words of the plane: how far they are apart, before they move and after."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Self

import numpy as np
from manim import VGroup, VMobject, smooth
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place, gap, inside_length
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style

_AWAY = (-0.43, 0.43, -0.55, 0.55, -0.75, 0.75, -1.0, 1.0)
"""Scene units from the way between two words to the bracket beside it, best first."""

_OFF_SPAN, _FAR, _GAP = 0.15, 0.5, 0.12
"""Scene units between a bracket and its numbers, at the best and at the most; between these and the arrow."""

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
        across = point(-along[1], along[0])
        self.ends = [place + self.away * across for place in (start, end)]
        arm = -np.sign(self.away) * _ARM * across
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
    """A bracket beside two words that shrinks as they come nearer, with the distance before and the one after.

    Args:
        before: manim points of both words before they move.
        after: the same when they have moved.
        apart: both distances.
        size: of the numbers, manim font units.
        style: theme and sizes.

    Attributes:
        span: the bracket, beside the places before the words move.
        first: the distance before.
        second: an arrow from there to the distance after.
    """

    def __init__(
        self, before: Sequence[Point], after: Sequence[Point], apart: Tensor, *, size: float, style: Style = DEFAULT
    ) -> None:
        self._before, self._after, self._style = before, after, style
        self._numbers = [Number(value, decimals=1, size=size, style=style) for value in apart]
        self._row = Row([self._numbers[0], Math("arrow.r", size=size, style=style), self._numbers[1]], _GAP)
        self.span, self.first, self.second = Span(before[0], before[1], _AWAY[0], style=style), VGroup(), VGroup()
        super().__init__()

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
        spans = [Span(ends[0], ends[1], away, style=self._style) for ends in (self._before, self._after)]
        if any(inside_length(span.segment, box) for span, box in product(spans, boxes)):
            return False
        size = (float(self._row.width), float(self._row.height))
        across = (spans[0].ends[0] - self._before[0]) / abs(away)
        reach = 0.5 * (abs(across[0]) * size[0] + abs(across[1]) * size[1]) + _OFF_SPAN
        near = (spans[0].middle + spans[1].middle) / 2 + reach * across
        ways = [*lines, *(span.segment for span in spans)]
        self._row.move_to(point(*free_place(size, bounds, flat(near), boxes=boxes, lines=ways)))
        written = box_of(self._row)
        is_far = gap(written, box_of(spans[1])) > _FAR
        if is_far or any(gap(written, box) <= 0 for box in boxes) or any(inside_length(way, written) for way in ways):
            return False
        first, *rest = self._row
        self.span, self.first, self.second = (
            spans[0],
            *(labelled(VGroup(*part), self._style) for part in ([first], rest)),
        )
        is_before = float(self._row.get_x()) < float(spans[1].middle[0])
        self._lead = float(self.second.get_right()[0] - self.first.get_right()[0]) if is_before else 0.0
        self._end = self.first.get_center()
        self.first.shift(point(self._lead))  # it stands at the bracket until the second number comes there
        self.add(self.span, self.first, self.second)
        return True

    def shrink(self, share: float) -> None:
        """Show a moment on the way from the distance before to the one after: the first number makes room."""
        start, end = (
            before + share * (after - before) for before, after in zip(self._before, self._after, strict=True)
        )
        self.span.put(start, end)
        self.first.move_to(self._end + point((1 - smooth(min(1.0, 1.5 * share))) * self._lead))
