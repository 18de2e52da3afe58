"""The step between two places along the axes: two dashed legs with a right angle, and what each of them measures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import DashedLine, VGroup
from torch import Tensor

from scenes.article.pulling.release import digits_of_change
from scenes.number_format import as_printed, format_number, reads_as_zero
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, free_place, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.typeset import Label, Row, baseline_of
from scenes.style import DEFAULT, Style

_BELOW, _AIR, _NEAR = 0.37, 0.12, 1.1
"""Scene units from a number's baseline to its axis' name below it, from a leg to its text, and from where a text would
be best to where it may be."""

_LEVEL, _UPRIGHT = 0.5, 0.1
"""The share of a leg, from the corner, beside which its text stands: of the upright one off the numbers at its end."""

_LARGER = 1.15
"""The factor by which a leg's number is larger than the type it is said in."""

_DASH, _MORE_DIGITS = 0.09, 4
"""Scene units of a dash; the most digits after the point of two places that are compared."""


def digits_that_differ(before: Tensor, places: Tensor) -> int:
    """Return digits with which the printed places differ, along every axis, by their printed difference.

    Args:
        before: the vector from which a word has come, shape (2,).
        places: its two new ones, a row each.
    """
    least = max(digits_of_change(before, place) for place in places)
    first, second = places.tolist()
    for digits in range(least, _MORE_DIGITS + 1):
        apart = [
            abs(as_printed(one, digits) - as_printed(other, digits)) for one, other in zip(first, second, strict=True)
        ]
        exact = [as_printed(abs(one - other), digits) for one, other in zip(first, second, strict=True)]
        if np.allclose(apart, exact, atol=10.0**-digits / 100):
            return digits
    return least


class Legs(VGroup):
    """A step between two places along the axes, each leg with its length and its axis' name.

    A leg without length is left out, and a text for which no place is free.

    Args:
        places: manim points of both places.
        old: manim point of the place that the corner turns away from.
        steps: how far the places are from each other along both axes.
        axes: the axes' names.
        colors: one ``#rrggbb`` for each axis.
        decimals: digits after the point.
        clear: scene units around both places that the legs leave free.
        style: theme and sizes.

    Attributes:
        corner: the manim point where the legs meet.
        lines: the legs, by axis.
        texts: what each leg measures, by axis; empty where nothing is said.
        segments: the legs' ends, as pairs of (x, y).
    """

    def __init__(
        self,
        places: Sequence[Point],
        old: Point,
        steps: Tensor,
        axes: Sequence[str],
        colors: Sequence[str],
        *,
        decimals: int,
        clear: float,
        style: Style = DEFAULT,
    ) -> None:
        first, second = places
        corners = [point(first[0], second[1]), point(second[0], first[1])]
        self.corner = max(corners, key=lambda corner: float(np.linalg.norm(corner - old)))
        # The level leg leads to the place that is as high as the corner.
        level, upright = sorted(places, key=lambda place: abs(float(place[1] - self.corner[1])))
        self.ends, self.style = (level, upright), style
        self.steps, self.axes, self.colors, self.decimals = steps, axes, colors, decimals
        self.shown = [not reads_as_zero(format_number(float(step), decimals)) for step in steps]
        self.segments: list[Segment] = [
            (flat(self.corner), flat(end)) for end, shown in zip(self.ends, self.shown, strict=True) if shown
        ]
        self.lines = VGroup(*(self._line(axis, clear) for axis in (0, 1)))
        self.texts = [VGroup(), VGroup()]
        super().__init__(laid(self.lines, Layer.TRAIL))

    def _line(self, axis: int, clear: float) -> VGroup:
        """Return a leg, dashed from the corner to the edge of what stands at its other end."""
        way = self.ends[axis] - self.corner
        length = float(np.linalg.norm(way))
        if not self.shown[axis] or length <= clear:
            return VGroup()
        end = self.corner + (1 - clear / length) * way
        return VGroup(
            DashedLine(
                self.corner,
                end,
                dash_length=_DASH,
                color=self.colors[axis],
                stroke_width=self.style.strokes.line,
            )
        )

    def say(self, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]) -> None:
        """Put what each leg measures on its far side.

        Args:
            bounds: where texts may lie.
            lines: what they keep off, besides the legs.
            boxes: what they keep off.
        """
        sides = [axis for axis in (0, 1) if self.shown[axis]]
        for size in (self.style.sizes.number, self.style.sizes.tick):
            taken, texts = list(boxes), [VGroup(), VGroup()]
            for axis in sides:
                text = self._text(axis, size)
                box = self._place(text, axis, bounds, [*lines, *self.segments], taken)
                if box is not None:
                    texts[axis] = text
                    taken.append(box)
            self.texts = texts
            if all(len(texts[axis]) for axis in sides):
                break
        self.add(*(text for text in self.texts if len(text)))

    def _text(self, axis: int, size: float) -> VGroup:
        """Return a leg's length, its axis' name below it."""
        style, color = self.style, self.colors[axis]
        number = Row(
            [
                Label("+", size=_LARGER * size, color=color, style=style),
                HeroNumber(self.steps[axis], decimals=self.decimals, size=_LARGER * size, color=color, style=style),
            ],
            0.04,
        )
        name = Label(self.axes[axis], size=style.sizes.tick, color=color, style=style)
        name.set_x(float(number.get_x())).on_baseline(baseline_of(number[1]) - _BELOW)
        return VGroup(labelled(number, style), labelled(name, style))

    def _place(
        self, text: VGroup, axis: int, bounds: Box, lines: Sequence[Segment], boxes: Sequence[Box]
    ) -> Box | None:
        """Put a leg's text beside the leg's middle, or where it is free nearby; return its box, or None."""
        size = float(text.width) + 0.06, float(text.height) + 0.06
        other = self.ends[1 - axis] - self.corner
        away = -np.sign(float(other[1 - axis])) or -1.0
        reach = point(0.0, away * (size[1] / 2 + _AIR)) if axis == 0 else point(away * (size[0] / 2 + _AIR))
        near = self.corner + (_LEVEL, _UPRIGHT)[axis] * (self.ends[axis] - self.corner) + reach
        if bounds[2] - bounds[0] < size[0] or bounds[3] - bounds[1] < size[1]:
            return None
        tries = [flat(near), free_place(size, bounds, flat(near), lines=lines, boxes=boxes)]
        for x, y in tries:
            box = (x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)
            inside = bounds[0] <= box[0] and box[2] <= bounds[2] and bounds[1] <= box[1] and box[3] <= bounds[3]
            free = inside and all(overlap(box, other) == 0 for other in boxes)
            free = free and all(inside_length(line, box) == 0 for line in lines)
            if free and float(np.hypot(x - near[0], y - near[1])) <= _NEAR:
                text.move_to(point(x, y))
                return box
        return None
