"""A wheel of fortune with a scale: what gives words their numbers before they mean anything."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import cos, pi, sin

import numpy as np
from manim import DOWN, LEFT, RIGHT, UP, Dot, ManimColor, Polygon, Sector, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import overlap, spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Number, Tick
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_TONES = (0.1, 0.19)
"""The mix of ground and ink of the wheel's sectors, in turn."""

_FINE = 10
"""Marks on the rim from a tick to the next, so that a number is read with one digit after the point."""

_SHORT, _LONG = 0.07, 0.13
"""The length of a fine mark and of a tick, as shares of the radius."""

_NUMBERS, _SEAM = 0.4, 0.46
"""The place of the ticks' numbers, as a share of the radius; radians from the seam to those at the scale's ends."""

_NEEDLE, _FOOT, _HUB = 0.075, 0.6, 0.09
"""Half the width of a needle at its foot, the foot's place beyond the numbers, and the hub's radius, as shares."""

_ICON, _LARGE_ICON, _BEYOND, _NAME = 0.42, 0.5, 0.05, 1.0
"""Scene units: the height of a word's icon, and of one with its number, from the rim to it, and the most that a name
may be wide instead."""

_BESIDE, _DIGITS = 0.1, 1
"""Scene units from a word to its number, and that number's digits after the point, as beside the word on the plane."""

_LEADING = 0.0124
"""Scene units from a line of the name to the next for each font unit."""

_ABOVE = 0.14
"""Scene units from the wheel to its name."""

CORNERS = tuple(x + y for x, y in product((LEFT, RIGHT), (UP, DOWN)))
"""The corners of a region in which a wheel's name may stand, the best first."""

Scale = tuple[float, float, float]
"""The least and the largest number of a wheel, and the step from tick to tick."""


class Wheel(VGroup):
    """A wheel with a scale once around it, a needle at each number that a word has drawn, and the words at its rim.

    All numbers of the scale are equally likely: they have equal parts of the rim. Its two ends meet at the top.

    Args:
        name: what its numbers are; it may be written above.
        words: who has drawn a number.
        values: the numbers, one for each word.
        colors: one ``#rrggbb`` for each word.
        scale: its numbers.
        radius: scene units.
        titled: whether its name is written above it.
        with_values: whether the words are larger, each with its number beside it.
        style: theme and sizes.

    Attributes:
        face: the sectors, in turn darker and lighter.
        needles: one for each word; its tip is at the rim.
        marks: the words' icons, or their names without one, outside the rim.
        numbers: those of the ticks.
        values: the words' numbers beside their marks; empty where they are not written.
        title: its name; empty where it is not written.
    """

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        values: Sequence[float],
        colors: Sequence[str],
        scale: Scale,
        *,
        radius: float = 0.8,
        titled: bool = True,
        with_values: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.radius, self.scale_shown = style, radius, scale
        self._icon = _LARGE_ICON if with_values else _ICON
        self.face, self.rim, self.numbers = self._face(), self._rim(), self._numbers()
        self.needles = VGroup(*(self._needle(v, c) for v, c in zip(values, colors, strict=True)))
        self.marks = self._marks(words, values, colors)
        self.values = self._values(values, colors) if with_values else VGroup()
        hub = Dot(point(), radius=_HUB * radius, color=style.theme.ink)
        self.title = VGroup()
        if titled:
            text = Label(name, size=style.sizes.tick, color=style.theme.ink, style=style)
            top = max(radius, *(float(mark.get_top()[1]) for mark in self.marks))
            self.title.add(text.set_x(0.0).set_y(top + _ABOVE + float(text.height) / 2))
        super().__init__(self.face, self.rim, self.needles, hub, self.numbers, self.marks, self.values, self.title)
        laid(self, Layer.ICON)
        laid(self.needles, Layer.PIN)
        laid(hub, Layer.PIN)
        laid(self.numbers, Layer.LABEL)

    def angle(self, value: float) -> float:
        """Return the direction of a number, radians: clockwise from the top."""
        low, high, _ = self.scale_shown
        return pi / 2 - 2 * pi * (value - low) / (high - low)

    def at(self, angle: float, share: float) -> Point:
        """Return the point in a direction at a share of the radius."""
        return share * self.radius * point(cos(angle), sin(angle))

    def _ticks(self) -> list[float]:
        low, high, step = self.scale_shown
        return [low + step * count for count in range(round((high - low) / step) + 1)]

    def _face(self) -> VGroup:
        theme, face = self.style.theme, VGroup()
        for index, value in enumerate(self._ticks()[:-1]):
            turn = self.angle(value + self.scale_shown[2]) - self.angle(value)
            sector = Sector(radius=self.radius, start_angle=self.angle(value), angle=turn, stroke_width=0)
            tone = ManimColor(theme.background).interpolate(ManimColor(theme.ink), _TONES[index % 2])
            sector.set_fill(tone, 1.0 if theme.filled else 0.0)
            face.add(sector if theme.filled else sector.set_stroke(theme.ink, self.style.strokes.hair))
        return face

    def _rim(self) -> VGroup:
        """Return the marks on the rim: at every tick, and fine ones between."""
        low, _, step = self.scale_shown
        count, rim = _FINE * (len(self._ticks()) - 1), VGroup()
        for index in range(count):
            angle = self.angle(low + index * step / _FINE)
            at_tick = index % _FINE == 0
            start = 0.0 if index == 0 else 1 - (_LONG if at_tick else _SHORT)
            width = 2.4 if at_tick else 1.2
            rim.add(thin_line(self.at(angle, start), self.at(angle, 1.0), self.style.theme.axis, width))
        return rim

    def _numbers(self) -> VGroup:
        """Return the ticks' numbers; those of the scale's ends on both sides of the seam."""
        ticks, numbers = self._ticks(), VGroup()
        for index, value in enumerate(ticks):
            text = Tick(
                value, self.scale_shown[2], size=self.style.sizes.tick, color=self.style.theme.ink, style=self.style
            )
            aside = -_SEAM if index == 0 else _SEAM if index == len(ticks) - 1 else 0.0
            numbers.add(haloed(text.move_to(self.at(self.angle(value) + aside, _NUMBERS)), self.style))
        return numbers

    def _needle(self, value: float, color: str) -> VMobject:
        """Return where the wheel has stopped for a word."""
        angle, theme = self.angle(value), self.style.theme
        side = _NEEDLE * self.radius * point(-sin(angle), cos(angle))
        foot = self.at(angle, _FOOT)
        needle = Polygon(foot + side, foot - side, self.at(angle, 1.0), stroke_width=0)
        if not theme.filled:
            return needle.set_stroke(color, self.style.strokes.thin)
        return needle.set_fill(theme.fill(color), 1.0).set_stroke(theme.background, 1.5, background=True)

    def _marks(self, words: Sequence[str], values: Sequence[float], colors: Sequence[str]) -> VGroup:
        """Return the words around the rim, each as near to its number as the others leave room for."""
        marks = [self._mark(word, color) for word, color in zip(words, colors, strict=True)]
        halves = [float(max(mark.width, mark.height)) / 2 for mark in marks]
        order = sorted(range(len(words)), key=lambda index: values[index])
        reach = self.radius + _BEYOND + max(halves)
        sizes = [2 * (halves[index] + _BEYOND) / reach for index in order]
        turns = spread([pi / 2 - self.angle(values[index]) for index in order], sizes, 0.0, 2 * pi)
        for index, turn in zip(order, turns, strict=True):
            angle = pi / 2 - turn
            # A mark touches the rim with its nearest side, however wide it is.
            half = float(np.hypot(marks[index].width * cos(angle), marks[index].height * sin(angle))) / 2
            marks[index].move_to((self.radius + _BEYOND + half) * point(cos(angle), sin(angle)))
        return VGroup(*marks)

    def _values(self, values: Sequence[float], colors: Sequence[str]) -> VGroup:
        """Return each word's number beyond its mark, towards the nearer side."""
        numbers = VGroup()
        for mark, value, color in zip(self.marks, values, colors, strict=True):
            number = Number(value, decimals=_DIGITS, size=self.style.sizes.number, color=color, style=self.style)
            side = RIGHT if float(mark.get_x()) >= 0 else LEFT
            numbers.add(haloed(number.next_to(mark, side, buff=_BESIDE), self.style))
        return numbers

    def is_clear(self) -> bool:
        """Return whether no word or number lies upon another."""
        boxes = [box_of(piece) for piece in (*self.marks, *self.values)]
        return not any(overlap(one, other) for one, other in combinations(boxes, 2))

    def name_in_corner(self, name: str, region: Region, corners: Sequence[Point] = CORNERS) -> bool:
        """Write the wheel's name, a word a line, in a corner of the region it is in; return whether one is free."""
        size, ink, middle = self.style.sizes.number, self.style.theme.ink, self.face.get_center()
        taken = [box_of(piece) for piece in (*self.marks, *self.values)]
        for corner in corners:
            text = VGroup(*(Label(word, size=size, color=ink, style=self.style) for word in name.split()))
            for index, line in enumerate(text):
                line.align_to(point(), LEFT).on_baseline(-_LEADING * size * index)
            text.move_to(region.centre + (corner * point(region.width, region.height)) / 2, aligned_edge=corner)
            half = point(float(text.width) / 2, float(text.height) / 2)
            apart = np.maximum(np.abs(text.get_center() - middle) - half, 0.0)
            if float(np.linalg.norm(apart)) < self.radius + _ABOVE:
                continue
            if not any(overlap(box_of(text), box) for box in taken):
                self.title.add(laid(text, Layer.LABEL))
                return True
        return False

    def _mark(self, word: str, color: str) -> VMobject:
        if has_icon(word, self.style):
            return ShadedIcon(word, color, height=self._icon, style=self.style)
        return Label(word, size=self.style.sizes.least, color=color, within=_NAME, style=self.style)
