"""A round lens over the spot where bands balance: places far apart, marks as they are, and the products that agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from manim import Circle, VGroup

from scenes.number_format import as_printed
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment, inside_length, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber, labelled
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row
from scenes.style import DEFAULT, Style

_INSIDE, _PITCH, _BESIDE = 0.1, 0.62, 0.1
"""Scene units: from the rim to a text within it, from a product to the next, and from a band to a text."""

_RESULTS, _DISTANCES = (2, 1, 3), (2, 3, 4)
"""Digits after the point of products and of distances, the best first."""


@dataclass(frozen=True)
class Balanced:
    """Digits with which weights times distances are printed.

    Attributes:
        distance: of the distances.
        result: of the products.
        agree: whether all printed products are one number.
    """

    distance: int
    result: int
    agree: bool


def balanced(pulls: Sequence[tuple[float, float]], weight_digits: int) -> Balanced | None:
    """Return digits with which products come out as printed, and agree where they can; None where none do.

    Args:
        pulls: weight and distance of each band.
        weight_digits: after the point of the weights.
    """
    right = []
    for result, distance in product(_RESULTS, _DISTANCES):
        printed = [
            as_printed(as_printed(weight, weight_digits) * as_printed(far, distance), result) for weight, far in pulls
        ]
        if printed == [as_printed(weight * far, result) for weight, far in pulls] and min(printed) > 0:
            right.append(Balanced(distance, result, len(set(printed)) == 1))
    return next((each for each in right if each.agree), right[0] if right else None)


class Products(VGroup):
    """Weights times distances, one below the other: what each comes to in one column.

    Args:
        pulls: weight and distance of each band.
        weight_digits: after the weights' point.
        digits: of distances and products.
        colors: ``#rrggbb``, one for each band.
        names: of both factors, over their columns.
        rest: what the other words' pull comes to, and its name; None where nothing is to be said of it.
        style: theme and sizes.

    Attributes:
        numbers: weight, distance and product of each row.
    """

    def __init__(
        self,
        pulls: Sequence[tuple[float, float]],
        weight_digits: int,
        digits: Balanced,
        colors: Sequence[str],
        names: tuple[str, str],
        rest: tuple[float, str] | None = None,
        *,
        style: Style = DEFAULT,
    ) -> None:
        size = style.sizes.head
        self.numbers: list[list[Number]] = []
        super().__init__()
        right = 0.0
        for index, ((weight, far), color) in enumerate(zip(pulls, colors, strict=True)):
            numbers = [
                Number(weight, decimals=weight_digits, size=size, color=color, style=style),
                Number(far, decimals=digits.distance, size=size, color=color, style=style),
                HeroNumber(weight * far, decimals=digits.result, size=size, color=color, style=style),
            ]
            self.numbers.append(numbers)
            times, approx = (Math(sign, size=size, color=color, style=style) for sign in ("times", "approx"))
            row = Row([numbers[0], times, numbers[1], approx, numbers[2]], [0.12, 0.12, 0.16, 0.16])
            right = right if index else float(row.get_right()[0])
            row.shift(point(right - float(row.get_right()[0])))
            row.on_baseline(-_PITCH * (index + 1))
            self.add(labelled(row, style))
        if rest is not None:
            number = HeroNumber(rest[0], decimals=digits.result, size=size, style=style)
            row = Row([Label(rest[1], size=size, style=style), number], 0.2)
            row.shift(point(right - float(row.get_right()[0]))).on_baseline(-_PITCH * (len(pulls) + 1))
            self.add(labelled(row, style))
        small = style.sizes.number
        times = Math("times", size=small, style=style)
        head = Row([Label(names[0], size=small, style=style), times, Label(names[1], size=small, style=style)], 0.12)
        first = self.numbers[0]
        head.shift(point(float(first[0].get_right()[0] + first[1].get_left()[0]) / 2 - float(times.get_x())))
        self.add(labelled(head.on_baseline(-0.1), style))
        laid(self, Layer.FRAME)


class Lens(VGroup):
    """A spot of the plane, and the same places farther apart in a large circle.

    Args:
        focus: manim point, the middle of the spot.
        reach: scene units, the spot's radius.
        centre: manim point, the middle of the large circle.
        radius: of the large circle.
        style: theme.
    """

    def __init__(self, focus: Point, reach: float, centre: Point, radius: float, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        self.focus, self.reach, self.centre, self.radius = focus, reach, centre, radius
        self.spot = Circle(radius=reach, color=theme.ink, stroke_width=2.4).move_to(focus)
        self.glass = Circle(radius=radius, color=theme.ink, stroke_width=4.0).move_to(centre)
        self.glass.set_fill(theme.background, 1.0)
        way = (centre - focus) / max(float(np.linalg.norm(centre - focus)), 1e-9)
        self.leader = thin_line(focus + reach * way, centre - radius * way, theme.ink, 2.4)
        for line in (self.spot, self.leader):
            line.set_background_stroke(color=theme.background, width=RIM)
        super().__init__(self.leader, self.spot, self.glass)
        laid(VGroup(self.leader, self.spot), Layer.PIN)
        laid(self.glass, Layer.LEDGER_GROUND)

    def leader_segments(self) -> list[Segment]:
        """Return the line from the spot to the large circle."""
        return [(flat(self.leader.get_start()), flat(self.leader.get_end()))]

    def place(self, at: Point) -> Point:
        """Return where a place of the plane is seen."""
        return np.asarray(self.centre + (at - self.focus) * self.radius / self.reach)

    def cuts(self, other: Point) -> bool:
        """Return whether what leads to a place ends at the rim, and not at that place."""
        return float(np.linalg.norm(self.place(other) - self.centre)) > self.radius

    def end(self, at: Point, other: Point) -> Point:
        """Return where something from a seen place towards another one ends: there, or at the rim."""
        start, end = self.place(at) - self.centre, self.place(other) - self.centre
        if float(np.linalg.norm(end)) <= self.radius:
            return np.asarray(self.centre + end)
        way = end - start
        a, b = float(way @ way), float(start @ way)
        c = float(start @ start) - (self.radius - 0.03) ** 2
        return np.asarray(self.centre + start + (-b + math.sqrt(max(b * b - a * c, 0.0))) / a * way)

    def seat(self, text: VGroup, line: tuple[Point, Point], width: float, lines: Sequence[Segment], boxes: Sequence[Box]
             ) -> bool:  # fmt: skip
        """Put a text beside a band within the circle; return whether there is room.

        Args:
            text: to be moved.
            line: the band's ends, as they are seen.
            width: scene units of the band.
            lines: that it must not touch.
            boxes: that it must not touch.
        """
        start, end = line
        way = end - start
        across = point(way[1], -way[0]) / max(float(np.linalg.norm(way)), 1e-9)
        size = point(float(text.width) / 2, float(text.height) / 2)
        half = float(np.abs(across) @ size) + width / 2
        for gap, along, side in product((1, 2, 4, 6), (0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9, 1.1), (1, -1)):
            middle = start + along * way + side * (half + gap * _BESIDE) * across
            corners = [middle + point(x * size[0], y * size[1]) for x, y in product((-1, 1), repeat=2)]
            if any(float(np.linalg.norm(each - self.centre)) > self.radius - _INSIDE for each in corners):
                continue
            box = box_of(text.move_to(middle))
            if all(overlap(box, other) == 0 for other in boxes) and not any(inside_length(one, box) for one in lines):
                return True
        return False


def edges(start: Point, end: Point, width: float) -> list[Segment]:
    """Return a band's middle and both its edges."""
    way = end - start
    across = point(-way[1], way[0]) / max(float(np.linalg.norm(way)), 1e-9)
    return [(flat(start + side * across), flat(end + side * across)) for side in (-width / 2, 0.0, width / 2)]
