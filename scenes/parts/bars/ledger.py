"""Scores filed in the record: a row a word, its bar to either side of one zero line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
from manim import Line, ManimColor, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, SHADED, SHINE, Style

_PITCH, _LEAST_PITCH = 0.64, 0.48
"""Scene units from a row to the next, where there is room, and below which type gets smaller."""

_THICK, _THICK_SHARE = 0.36, 0.62
"""Scene units: a bar's thickness, and the most of it as a share of the pitch."""

_DARK, _LIGHT = 0.2, 0.3
"""The mix of a bar's shaded edge with black, and of its light with white."""

_AIR = 0.12
"""Scene units between a bar, or the zero line, and a number or a name."""

_TEXT_ROOM = 0.32
"""Scene units beyond the longest columns for their numbers, or for the names on the zero line's other side."""

_AFTER_NAMES = 0.2
"""Scene units from a name to where its bar, or that one's number, may begin."""

_LEAST_BARS = 0.3
"""The share of the record's width that bars take at the least with numbers at their ends."""

Corners = list[Point]
"""A bar's outline: both corners at the zero line, then both at its end, around it."""

_WIDEST_NAME = 0.36
"""The width of the column of names, as a share of the record's; the type of a longer one gets smaller."""


class ScoreBar(VMobject):
    """A bar of a word's colour, shaded across, as any four corners; dim where the word's colour is ink.

    Args:
        color: ``#rrggbb``, of the word.
        style: theme and strokes.

    Attributes:
        tone: its fill, before any shade.
    """

    def __init__(self, color: str, *, style: Style = DEFAULT) -> None:
        theme = style.theme
        color = theme.dim if color == theme.ink else color
        self._filled, self.tone = theme.filled, ManimColor(theme.fill(color))
        super().__init__(stroke_width=0)
        self.set_fill(self.tone, 1.0 if theme.filled else 0.0)
        if theme.fill(color) != color or not theme.filled:
            self.set_stroke(color, style.strokes.thin)

    def lay(self, corners: Sequence[Point]) -> Self:
        """Draw it between two corners at the zero line and two at its end, around it."""
        self.set_points_as_corners([*corners, corners[0]])
        if self._filled:
            tones = ((SHADED, _DARK), (SHADED, 0.0), (SHINE, _LIGHT), (SHADED, 0.0))
            shades = [self.tone.interpolate(ManimColor(tone), share) for tone, share in tones]
            self.set_fill(shades, 1.0)  # type: ignore[arg-type]  # several colours make a gradient
            across = np.asarray(corners[0]) - corners[1]
            self.set_sheen_direction(across / max(float(np.linalg.norm(across)), 1e-9))
        return self


class ScoreLedger(VGroup):
    """Scores as bars from one zero line: rows beside the plane, or columns beneath the plane.

    The names of rows stand in one column: none is on the wrong side of the zero line.

    Args:
        words: one for each score.
        scores: shape (T,).
        colors: one ``#rrggbb`` a word.
        region: the record.
        lying: whether the record lies beneath the plane: bars then stand on the zero line, or hang from it.
        decimals: digits after the point.
        number: what prints a score; ``Weight`` for weights.
        earlier: scores of the same words in an earlier beat, in the same scale; shape (T,).
        beside_zero: whether numbers of negative scores stand on the zero line's other side, so that bars are longer.
        before: scene units from the region's left edge to the zero line of rows, at the least.
        style: theme and sizes.

    Attributes:
        zero: the zero line.
        names: the words, in order.
        bars: one a word.
        numbers: the scores, each beyond its bar's end.
        earlier_numbers: the earlier scores, each beyond its bar's end; no part of the group.
        unit: scene units for a score of 1.
        places: where each word's row or column is, scene units.
    """

    zero: Line
    places: list[float]

    def __init__(
        self,
        words: Sequence[str],
        scores: Tensor,
        colors: Sequence[str],
        region: Region,
        *,
        lying: bool = False,
        decimals: int = 2,
        number: type[Number] = Number,
        earlier: Tensor | None = None,
        beside_zero: bool = False,
        before: float = 0.0,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.region, self.lying = style, region, lying
        self.beside_zero, self.before, self._decimals = beside_zero, before, decimals
        self.values = [float(score) for score in scores]
        size = self._type_size(len(words))
        within = region.width / len(words) if lying else _WIDEST_NAME * region.width
        self.names = [
            Label(word, size=size, color=color, within=within, style=style)
            for word, color in zip(words, colors, strict=True)
        ]
        self.numbers, self.earlier_numbers = (
            [
                number(score, decimals=decimals, size=size, color=color, style=style)
                for score, color in zip(stage, colors, strict=True)
            ]
            if stage is not None
            else []
            for stage in (scores, earlier)
        )
        self.bars = VGroup(*(ScoreBar(color, style=style) for color in colors))
        (self._lay_columns if lying else self._lay_rows)()
        super().__init__(self.zero, self.bars, *self.names, *self.numbers)
        for text in (*self.names, *self.numbers, *self.earlier_numbers):
            laid(text, Layer.LEDGER)
        laid(self.zero, Layer.LEDGER)
        laid(self.bars, Layer.SHADOW)  # a shadow becomes a bar: on its way it passes behind all marks
        for index in range(len(words)):
            self.grow(index)

    def grow(self, index: int, share: float = 1.0) -> None:
        """Draw a share, 0 to 1, of a bar."""
        self.draw(index, self.corners(index, share))

    def draw(self, index: int, corners: Sequence[Point]) -> None:
        """Draw a bar as any four corners."""
        self.bars[index].lay(corners)

    def put(self, places: Sequence[float]) -> None:
        """Put every row, or column, with its texts and its whole bar at a place of its own."""
        for index, place in enumerate(places):
            step = place - self.places[index]
            for text in (self.names[index], self.numbers[index]):
                text.shift(point(step, 0.0) if self.lying else point(0.0, step))
        self.places = list(places)
        for index in range(len(self.places)):
            self.grow(index)

    def corners(self, index: int, share: float = 1.0) -> Corners:
        """Return the corners of a share, 0 to 1, of a bar."""
        return self.corners_of(index, share * self.values[index])

    def corners_of(self, index: int, value: float) -> Corners:
        """Return the corners of a word's bar while its score is another value."""
        reach = np.copysign(max(abs(value * self.unit), 1e-3), value)
        half = self.thick / 2
        if self.lying:
            x, y = self.places[index], self.at_zero
            return [point(x - half, y), point(x + half, y), point(x + half, y + reach), point(x - half, y + reach)]
        x, y = self.at_zero, self.places[index]
        return [point(x, y + half), point(x, y - half), point(x + reach, y - half), point(x + reach, y + half)]

    def numbered(self, index: int, value: float) -> Number:
        """Return the number of a word's score while that is another value, where it stands then."""
        like = self.numbers[index]
        number = type(like)(value, decimals=self._decimals, size=like.size, style=self.style)
        (self._stand_over if self.lying else self._stand)(index, number)
        return number

    def _type_size(self, count: int) -> float:
        sizes = self.style.sizes
        if self.lying:
            return sizes.tick if self.region.width / count > 0.95 else sizes.least
        return sizes.number if self.region.height / count > _LEAST_PITCH else sizes.tick

    def _lay_rows(self) -> None:
        region, count = self.region, len(self.values)
        pitch = min(_PITCH, region.height / count)
        self.thick = min(_THICK, _THICK_SHARE * pitch)
        self.places = [region.top - pitch * (index + 0.5) for index in range(count)]
        room, span = region.width, _span(self._shown)
        # Where bars would be too short between their numbers, those of negative ones stand beyond the zero line.
        at_ends = not self.beside_zero
        self.unit = self._widest(room, at_ends=at_ends)
        if at_ends and self.unit * span < _LEAST_BARS * room:
            self.unit, at_ends = self._widest(room, at_ends=False), False
        self.at_zero = region.left + self._needs(self.unit, at_ends)[0]
        for y, name in zip(self.places, self.names, strict=True):
            name.set_x(region.left + name.width / 2).on_baseline(y - name.cap_height / 2)
        self._at_ends = at_ends
        for index, _, number in self._numbered:
            self._stand(index, number)
        ends = (max(self.places) + pitch / 2, min(self.places) - pitch / 2)
        self.zero = Line(point(self.at_zero, ends[0]), point(self.at_zero, ends[1]))
        self.zero.set_stroke(self.style.theme.axis, 2.4)

    def _stand(self, index: int, number: Number) -> None:
        """Put a score's number in its row beyond its bar's end, or beyond the zero line."""
        value, at_ends = number.value, self._at_ends
        side = 1.0 if value >= 0 or not at_ends else -1.0
        end = self.at_zero + (value * self.unit if value >= 0 or at_ends else 0.0)
        number.set_x(end + side * (_AIR + number.width / 2))
        number.on_baseline(self.places[index] - number.cap_height / 2)

    @property
    def _numbered(self) -> list[tuple[int, Label, Number]]:
        """The place in the phrase, the name and the number of every score, earlier ones last."""
        stages = [each for each in (self.numbers, self.earlier_numbers) if each]
        return [
            (index, name, number)
            for stage in stages
            for index, (name, number) in enumerate(zip(self.names, stage, strict=True))
        ]

    @property
    def _shown(self) -> list[float]:
        """All scores, earlier ones last."""
        return [number.value for _, _, number in self._numbered]

    def _widest(self, room: float, *, at_ends: bool) -> float:
        """Return the largest unit with which bars and their numbers fit into a room, found by halving."""
        span = _span(self._shown)
        if span <= 0:
            return 1.0
        low, high = 0.0, room / span
        for _ in range(40):
            middle = (low + high) / 2
            fits = sum(self._needs(middle, at_ends)) <= room
            low, high = (middle, high) if fits else (low, middle)
        return max(low, _LEAST_BARS * room / span / 2)

    def _needs(self, unit: float, at_ends: bool) -> tuple[float, float]:
        """Return how much room bars and their numbers take before and beyond the zero line."""
        before, beyond = self.before, 0.0
        for _, name, number in self._numbered:
            value = number.value
            text, named = _AIR + float(number.width), float(name.width) + _AFTER_NAMES
            bar, back = max(value, 0.0) * unit, max(-value, 0.0) * unit
            before = max(before, named + back + (text if value < 0 and at_ends else 0.0))
            beyond = max(beyond, bar + (0.0 if value < 0 and at_ends else text))
        return before, beyond

    def _lay_columns(self) -> None:
        region, count = self.region, len(self.values)
        pitch = region.width / count
        self.thick = min(_THICK, 0.5 * pitch)
        self.places = [region.left + pitch * (index + 0.5) for index in range(count)]
        low_side, high_side = min(*self._shown, 0.0), max(*self._shown, 0.0)
        span = high_side - low_side
        self.unit = (region.height - 2 * _TEXT_ROOM) / span if span > 0 else 1.0
        self.at_zero = region.bottom + _TEXT_ROOM - low_side * self.unit
        for value, x, name, number in zip(self.values, self.places, self.names, self.numbers, strict=True):
            side = 1.0 if value >= 0 else -1.0
            for text, at, way in ((name, self.at_zero, -side), (number, self.at_zero + value * self.unit, side)):
                capitals = float(text.cap_height)
                text.set_x(x).on_baseline(at + 0.1 if way > 0 else at - 0.1 - capitals)
        for index, number in enumerate(self.earlier_numbers):
            self._stand_over(index, number)
        self.zero = Line(point(region.left, self.at_zero), point(region.right, self.at_zero))
        self.zero.set_stroke(self.style.theme.axis, 2.4)

    def _stand_over(self, index: int, number: Number) -> None:
        """Put an earlier score's number in its column on the side that the name leaves free, whatever its own side."""
        side = 1.0 if self.values[index] >= 0 else -1.0
        at = self.at_zero + side * max(side * number.value, 0.0) * self.unit
        number.set_x(self.places[index]).on_baseline(at + 0.1 if side > 0 else at - 0.1 - float(number.cap_height))


def _span(values: Sequence[float]) -> float:
    """Return how far it is from the least of values to the largest, with 0 among them."""
    return max(max(values), 0.0) - min(min(values), 0.0)
