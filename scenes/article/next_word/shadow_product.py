"""The lengths of a shadow and of the arrow on whose line it falls: their product is a score."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import Box, Segment, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Number
from scenes.style import DEFAULT, Style

_AWAY = 0.1
"""Scene units from a shadow on an upright line to the numbers beside it."""

_END = 0.07
"""Scene units: half the length of the strokes at both ends of a measured length."""

_FREE = 0.09
"""Scene units around a number in which nothing else stands."""


class ShadowLength(VGroup):
    """The length of a shadow on an upright line, beside the shadow's end.

    Args:
        origin: manim point from which the shadow reaches.
        foot: manim point of its end.
        shadow: its length, in the picture's units.
        side: −1 or 1, the side of the line on which the number stands if nothing is in its way there.
        color: ``#rrggbb``, of the shadow.
        digits: after the point.
        clear: scene units from the line to the shadow's far side.
        size: manim font units.
        lines: arrows, and the ways of shadows to the line, none of which may run through the number.
        boxes: places of other words.
        lift: scene units by which it stands above the shadow's end, as numbers of near ends make room for each other.
        style: theme.

    Attributes:
        number: what stands there, over its halo; the group is empty where something else stands in its place.
    """

    def __init__(
        self,
        origin: Point,
        foot: Point,
        shadow: float,
        side: int,
        color: str,
        *,
        digits: int,
        clear: float,
        size: float,
        lines: Sequence[Segment] = (),
        boxes: Sequence[Box] = (),
        lift: float = 0.0,
        style: Style = DEFAULT,
    ) -> None:
        self.number = Number(shadow, decimals=digits, size=size, color=color, style=style)
        self._lines, self._boxes = lines, boxes
        away = clear + _AWAY + float(self.number.width) / 2
        beyond = float(np.copysign(self.number.cap_height + _FREE, shadow))
        free = False
        low = float(foot[1]) - 0.0036 * size + lift
        for sideways, further in ((side, 0.0), (-side, 0.0), (side, beyond), (-side, beyond)):
            self.number.set_x(float(origin[0]) + sideways * away).on_baseline(low + further)
            free = not self._crossed(self.number)
            if free:
                break
        super().__init__(*([labelled(self.number, style)] if free else []))

    def _crossed(self, text: VMobject) -> bool:
        """Return whether a line runs through a text, or a word stands in its place."""
        left, bottom, right, top = box_of(text)
        box = (left - _FREE, bottom - _FREE, right + _FREE, top + _FREE)
        through = any(inside_length(line, box) > 0 for line in self._lines)
        return through or any(overlap(box, each) > 0 for each in self._boxes)


class ArrowLength(VGroup):
    """The length of an upright arrow: a line beside it from end to end, and the number.

    Args:
        start: manim point where the arrow begins.
        end: manim point of its tip, above.
        length: in the picture's units.
        side: −1 or 1, the side of the arrow on which it stands.
        color: ``#rrggbb``, of the arrow.
        digits: after the point.
        clear: scene units from the arrow's middle to the line.
        size: manim font units.
        style: theme.

    Attributes:
        ruler: the line, with a stroke at each end.
        number: the length.
    """

    def __init__(
        self,
        start: Point,
        end: Point,
        length: float,
        side: int,
        color: str,
        *,
        digits: int,
        clear: float,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        x, low, high = float(start[0]) + side * clear, float(start[1]), float(end[1])
        self.ruler = VMobject().set_stroke(color, style.strokes.line)
        strokes = [((x, low), (x, high)), *(((x - _END, y), (x + _END, y)) for y in (low, high))]
        for first, last in strokes:
            self.ruler.start_new_path(point(*first))
            self.ruler.add_line_to(point(*last))
        laid(self.ruler, Layer.PIN)
        self.number = Number(length, decimals=digits, size=size, color=color, style=style)
        away = side * (_AWAY + _END + float(self.number.width) / 2)
        self.number.set_x(x + away).on_baseline((low + high) / 2 - 0.0036 * size)
        super().__init__(self.ruler, labelled(self.number, style))
