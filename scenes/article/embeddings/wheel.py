"""A wheel of fortune with a scale: what gives words their numbers before they mean anything."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
from manim import UP, Circle, ManimColor, Polygon, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.number import Tick
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_TONE = 0.2
"""The share of ink in the wheel's colour; the rest is the ground."""

_FINE = 10
"""Marks on the rim from a tick to the next, so that a number is read with one digit after the point."""

_SHORT, _LONG, _SEAM = 0.05, 0.1, 0.3
"""The length of a fine mark, of a tick, and of the seam between the scale's ends, as shares of the radius."""

_NUMBERS, _BESIDE_SEAM = 0.2, 0.2
"""Scene units: from the ends of the ticks to the middle of their numbers; from the seam to those at its sides."""

_NEEDLE, _LENGTH = 0.11, 0.22
"""Scene units: half the width of a needle at its foot, and from there to its tip at the rim."""

_TRACK, _OUTSIDE, _HAND, _FOOT, _POINT = 0.54, 0.1, 0.08, 0.025, 0.2
"""Of a wheel with hands: the share of the radius at which they carry their words; scene units: from the rim to
numbers; half the width of a hand's head, and of the hand itself; the length of its head."""

_HUB = 0.07
"""The radius of the hub, scene units."""

_LARGE = 0.75
"""The radius, in scene units, from which a wheel has room for larger numbers."""

_ICON, _BEYOND, _NAME = 0.52, 0.25, 1.0
"""Scene units: the height of a word's icon, from the rim to it, and the most that a name may be wide instead."""

_ABOVE = 0.14
"""Scene units from the wheel to its name."""

_WHIRL, _TURN, _FREE_TURN, _PIECES, _HEAD = 0.15, 2.0, 0.25, 20, 0.17
"""Scene units from the rim to the arrow that tells of a turn; its length and what is free from there to the words,
radians; the pieces of its line, of which each is wider than the one before; scene units: its head."""

Scale = tuple[float, float, float]
"""The least and the largest number of a wheel, and the step from tick to tick."""


class Wheel(VGroup):
    """A wheel with a scale once around it, which has stopped for each word at the number that it has drawn.

    All numbers of the scale are equally likely: they have equal parts of the rim. Its two ends meet at the top.
    A needle at the rim marks a word's number, and the word stands behind it; or a hand on the hub, which carries the
    word. An arrow along the rim, or along the way of the hands, where no word stands, tells of the turn.

    Args:
        name: what its numbers are; it may be written above.
        words: who has drawn a number.
        values: the numbers, one for each word.
        colors: one ``#rrggbb`` for each word.
        scale: its numbers.
        radius: scene units.
        titled: whether its name is written above it.
        turning: whether an arrow tells of its turn, where it has room.
        hands: whether hands turn on the hub, one for each word, and numbers stand around; needles are at the rim
            otherwise, and numbers within.
        flipped: the words whose icons are mirrored, as they are on the plane.
        style: theme and sizes.

    Attributes:
        face: the disc.
        needles: one for each word, or hands; its tip is at the rim.
        whirl: an arrow that tells of its turn; empty without room.
        marks: the words' icons, or their names without one, outside the rim, or on the hands.
        numbers: those of the ticks.
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
        turning: bool = True,
        hands: bool = False,
        flipped: Container[str] = (),
        style: Style = DEFAULT,
    ) -> None:
        self.flipped = flipped
        self.style, self.radius, self.scale_shown, self.hands = style, radius, scale, hands
        self.face, self.rim, self.numbers = self._face(), self._rim(), self._numbers()
        self.needles = VGroup(*(self._needle(v, c) for v, c in zip(values, colors, strict=True)))
        hub = self._hub()
        self.marks = self._marks(words, values, colors)
        self.whirl = self._whirl(values) if turning else VGroup()
        self.title = VGroup()
        if titled:
            self.title.add(self._title(name))
        super().__init__(self.face, self.rim, self.whirl, self.needles, hub, self.numbers, self.marks, self.title)
        laid(self, Layer.ICON)
        laid(self.numbers, Layer.LABEL)

    def _title(self, name: str) -> Label:
        """Return its name above all of it."""
        size = self.style.sizes.number if self.hands else self.style.sizes.tick
        text = Label(name, size=size, color=self.style.theme.ink, style=self.style)
        top = max(self.radius, *(float(each.get_top()[1]) for each in (*self.marks, *self.numbers, *self.whirl)))
        return text.set_x(0.0).set_y(top + _ABOVE + float(text.height) / 2)

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
        theme = self.style.theme
        face = Circle(radius=self.radius, stroke_width=0)
        face.set_fill(ManimColor(theme.background).interpolate(ManimColor(theme.ink), _TONE), float(theme.filled))
        return VGroup(face if theme.filled else face.set_stroke(theme.ink, self.style.strokes.hair))

    def _rim(self) -> VGroup:
        """Return the marks on the rim: at every tick, and fine ones between; and where both ends of the scale meet."""
        low, _, step = self.scale_shown
        ends: dict[float, list[float]] = {_SEAM: [low], _LONG: self._ticks()[1:-1], _SHORT: []}
        for index in range(_FINE * (len(self._ticks()) - 1)):
            if index % _FINE:
                ends[_SHORT].append(low + index * step / _FINE)
        rim, theme = VGroup(), self.style.theme
        for length, values in ends.items():
            color, width = (theme.dim, 1.4) if length == _SHORT else (theme.ink, 2.4)
            marks = VMobject(stroke_color=color, stroke_width=width)
            far = 1 + _BEYOND / self.radius if self.hands and length == _SEAM else 1.0
            for angle in map(self.angle, values):
                marks.start_new_path(self.at(angle, 1 - length)).add_line_to(self.at(angle, far))
            rim.add(marks)
        return rim

    def _numbers(self) -> VGroup:
        """Return the ticks' numbers within the rim, or around it; its ends' on both sides of the seam."""
        ticks, numbers, ink = self._ticks(), VGroup(), self.style.theme.ink
        size = self.style.sizes.number if self.radius >= _LARGE else self.style.sizes.tick
        share = 1 - _LONG - _NUMBERS / self.radius
        for index, value in enumerate(ticks):
            text = Tick(value, self.scale_shown[2], size=size, color=ink, style=self.style)
            aside = 1 if index == 0 else -1 if index == len(ticks) - 1 else 0
            if self.hands:
                x, y = np.abs(self.at(self.angle(value), 1 / self.radius)[:2])
                share = 1 + (_OUTSIDE + float(x * text.width + y * text.height) / 2) / self.radius
            at = self.at(self.angle(value), share) + aside * point(_BESIDE_SEAM + float(text.width) / 4)
            numbers.add(text.move_to(at))
        return numbers

    def _needle(self, value: float, color: str) -> VMobject:
        """Return what points at a word's number from outside the rim, or the hand that does so from the hub."""
        angle, theme = self.angle(value), self.style.theme
        across, tip = point(-sin(angle), cos(angle)), self.at(angle, 1.0)
        foot, side = self.at(angle, 1 + _LENGTH / self.radius), _NEEDLE * across
        corners = [foot + side, foot - side, tip]
        if self.hands:
            neck, foot, side = self.at(angle, 1 - _POINT / self.radius), _FOOT * across, _HAND * across
            corners = [foot, neck + foot, neck + side, tip, neck - side, neck - foot, -foot]
        needle = Polygon(*corners, stroke_width=0)
        if not theme.filled:
            return needle.set_stroke(color, self.style.strokes.thin)
        return needle.set_fill(theme.fill(color), 1.0).set_stroke(theme.background, 1.5, background=True)

    def _hub(self) -> VMobject:
        """Return the pin on which the wheel turns."""
        theme = self.style.theme
        return Circle(radius=_HUB, stroke_width=0).set_fill(theme.dim, 1.0)

    def _whirl(self, values: Sequence[float]) -> VGroup:
        """Return an arrow along the rim, growing towards its head, in the widest gap between words, if it has room."""
        turns = sorted((pi / 2 - self.angle(value)) % (2 * pi) for value in values)
        gaps = [(after - before, before) for before, after in pairwise([*turns, turns[0] + 2 * pi])]
        widest, before = max(gaps, key=lambda each: (round(each[0], 9), -each[1]))
        turn = min(_TURN, widest - 2 * _FREE_TURN - 2 * _ICON / self.radius)
        if turn < _TURN / 3:
            return VGroup()
        begin, color = before + (widest - turn) / 2, self.style.theme.ink if self.hands else self.style.theme.dim
        radius = _TRACK * self.radius if self.hands else self.radius + _WHIRL
        angles = pi / 2 - np.linspace(begin, begin + turn, _PIECES + 1)
        spots = radius * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
        way = point(sin(angles[-1]), -cos(angles[-1]))
        side, last = point(-way[1], way[0]) * _HEAD / 2, spots[-1]
        head = Polygon(last + side, last - side, last + _HEAD * way, stroke_width=0).set_fill(color, 1.0)
        widths = np.linspace(0.6, 3.6, _PIECES)
        return VGroup(*(thin_line(*e, color, w) for e, w in zip(pairwise(spots), widths.tolist(), strict=True)), head)

    def _marks(self, words: Sequence[str], values: Sequence[float], colors: Sequence[str]) -> VGroup:
        """Return the words around the rim, each as near to its number as the others leave room for."""
        marks = [self._mark(word, color) for word, color in zip(words, colors, strict=True)]
        halves = [float(max(mark.width, mark.height)) / 2 for mark in marks]
        order = sorted(range(len(words)), key=lambda index: values[index])
        reach = _TRACK * self.radius if self.hands else self.radius + _BEYOND + max(halves)
        air = 0.0 if self.hands else _BEYOND
        sizes = [2 * (halves[index] + air) / reach for index in order]
        turns = spread([pi / 2 - self.angle(values[index]) for index in order], sizes, 0.0, 2 * pi)
        for index, turn in zip(order, turns, strict=True):
            angle = pi / 2 - turn
            if self.hands:
                marks[index].move_to(self.at(angle, _TRACK))
                continue
            # A mark touches the rim with its nearest side, however wide it is.
            half = float(np.hypot(marks[index].width * cos(angle), marks[index].height * sin(angle))) / 2
            marks[index].move_to((self.radius + _BEYOND + half) * point(cos(angle), sin(angle)))
        return VGroup(*marks)

    def _mark(self, word: str, color: str) -> VMobject:
        if has_icon(word, self.style):
            icon = ShadedIcon(word, color, height=_ICON, style=self.style)
            return icon.flip(UP) if word in self.flipped else icon
        return Label(word, size=self.style.sizes.least, color=color, within=_NAME, style=self.style)
