"""The chart of e to the power of scores: towers over the axis of scores, all on one scale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import RIGHT, Dot, ManimColor, VGroup, VMobject

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import thin_line
from scenes.parts.text.number import Tick
from scenes.parts.text.typeset import Label, Math, Row, baseline_of
from scenes.stage import nice_step
from scenes.style import DEFAULT, SHINE, Style

_TICK, _BELOW = 0.07, 0.38
"""Scene units: half a tick's length, and from the axis to its numbers' baseline."""

_ASIDE, _BEFORE_SCORES = 0.14, 0.4
"""Scene units: from a tick's number to its place below while the line still leans; from the axis' name to scores."""

_COMES = 0.55
"""The share of the way on which the line has lain down when its ticks begin to come."""

_RISE = 0.7
"""Scores by which a bar begins to rise before the pen is at its own."""

_ENDS = 0.3
"""Scene units before the end of the axis of scores from which on it has no mark."""

_ROUND = 0.09
"""Scene units: the radius of a bar's corners, where it is large enough."""

_LIT, _SHADED = 0.28, 0.2
"""The mix of a bar's left edge with the light, and of its right edge with the ground."""

_LEAST_SEEN = 0.03
"""Scene units of height from which on a bar or the curve is seen above the axis, which they would break below it."""

_STEPS = 160
"""Points of the curve."""

_WIDEST, _THINNEST = 0.8, 0.1
"""Scene units of a bar's width."""

_DOT, _DOT_COMES = 0.075, 0.12
"""Scene units: the radius of the dot where the curve meets a bar's top; the scores after which it is seen."""

_TICK_INK = 0.45
"""The mix of a tick's number with the ink: a pencil reads it, and yet it is no result."""


@dataclass(frozen=True, slots=True)
class Room:
    """The room of a chart, in scene units.

    Attributes:
        origin: manim point of score 0 and height 0.
        left: where the axis of scores begins.
        right: where it ends.
        across: scene units for a score of 1.
        tallest: scene units of the tallest tower.
    """

    origin: Point
    left: float
    right: float
    across: float
    tallest: float


class ExponentialChart(VGroup):
    """Bars of height e to the power of a score, with the curve that leads over them.

    Args:
        scores: one for each bar.
        colors: one ``#rrggbb`` a bar.
        heavy: the bars that are to be told apart; they are as wide as there is room between them.
        room: where it lies.
        style: theme and sizes.

    Attributes:
        bars: one for each score.
        curve: e to the power of a score, from the axis' left end to the pen.
        dots: one for each wide bar, where the curve meets its top.
        across: scene units for a score of 1.
        up: scene units for a height of 1.
        width_of_bars: scene units of a wide bar.
        pen: the score to which the curve is drawn.
    """

    def __init__(
        self,
        scores: Sequence[float],
        colors: Sequence[str],
        heavy: Sequence[int],
        room: Room,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.scores, self.room, self.style, self._colors = list(scores), room, style, list(colors)
        self.across, self.top_score = room.across, max(scores)
        self.up = room.tallest * math.exp(-self.top_score)
        self.heavy, self.width_of_bars, self.named_from = set(heavy), self._width(heavy), math.inf
        self.bars = VGroup(*(self.bar(color) for color in colors))
        self.curve = VMobject(stroke_color=style.theme.ink, stroke_width=3.5)
        self.curve.set_background_stroke(color=style.theme.background, width=8.0)  # it is seen on the bars, too
        self.dots = VGroup(*(self._dot() for _ in self.heavy))
        self.along = self._score_ticks()
        super().__init__(self.curve, self.dots, self.bars, *self.along.values())
        laid(self.bars, Layer.BAND)
        laid(self.curve, Layer.VECTOR)  # over the bars, whose tops it is seen to meet
        laid(self.dots, Layer.VECTOR)
        for tick in self.along.values():
            laid(tick, Layer.TICKS)
        self.first = (room.left - float(room.origin[0])) / room.across
        self.draw(self.first, drawn=False)

    def at(self, score: float, height: float = 0.0) -> Point:
        """Return the manim point of a score and a height."""
        return np.asarray(self.room.origin + point(score * self.across, height * self.up))

    def draw(self, pen: float, *, drawn: bool = True) -> None:
        """Draw all that follows from where the pen is: the curve, and the bars up to it.

        Args:
            pen: the score to which the curve has come.
            drawn: whether there is a curve yet.
        """
        self.pen = pen
        for index in range(len(self.scores)):
            self.draw_bar(index, self.corners(index, self.grown(index) if drawn else 0.0))
            seen = self.risen(index) >= _LEAST_SEEN and drawn
            self.bars[index].set_background_stroke(color=self.style.theme.background, width=3.0 if seen else 0.0)
            if self.style.theme.filled:
                self.bars[index].set_fill(opacity=1.0 if seen else 0.0)
        scores = np.linspace(self.first, max(pen, self.first + 1e-3), _STEPS if drawn else 2)
        least = _LEAST_SEEN / self.up  # lower down, the curve would hide the axis
        self.curve.set_points_as_corners([self.at(score, max(math.exp(score), least)) for score in scores])
        self.curve.set_stroke(opacity=1.0 if drawn else 0.0)
        self.curve.set_stroke(opacity=1.0 if drawn else 0.0, background=True)
        for dot, index in zip(self.dots, sorted(self.heavy), strict=True):
            met = min(max((pen - self.scores[index]) / _DOT_COMES + 1, 0.0), 1.0) if drawn else 0.0
            dot.move_to(self.at(self.scores[index], self.grown(index) * math.exp(self.scores[index])))
            dot.set_opacity(met).set_stroke(opacity=met, background=True)

    def grown(self, index: int) -> float:
        """Return the share of a bar that has risen, 0 to 1: it is there when the pen is."""
        share = min(max(1 + (self.pen - self.scores[index]) / _RISE, 0.0), 1.0)
        return share * share * (3 - 2 * share)

    def risen(self, index: int) -> float:
        """Return the height of a bar now, in scene units."""
        return self.grown(index) * math.exp(self.scores[index]) * self.up

    def corners(self, index: int, share: float = 1.0) -> list[Point]:
        """Return the corners of a share of a bar, from its lower left one around it."""
        half = point(self.width_of_bars / 2 if index in self.heavy else _THINNEST / 2)
        foot, top = self.at(self.scores[index]), self.at(self.scores[index], share * math.exp(self.scores[index]))
        top = np.maximum(top, foot + point(0.0, 1e-3))
        return [foot - half, foot + half, top + half, top - half]

    def draw_bar(self, index: int, corners: Sequence[Point]) -> None:
        """Draw a bar as any four corners."""
        self.bars[index].set_points(rounded(corners))

    def name_axis(self, name: str, row: VGroup) -> VGroup:
        """Return the name of the axis of scores, beside the row of scores below it, or at the axis' right end.

        Args:
            name: what a score is called.
            row: the scores that are written below the axis.
        """
        size, style, gap = self.style.sizes.number, self.style, _BEFORE_SCORES
        text = Row([Label(name, size=size, style=style), Math("s", size=size, style=style)], 0.14)
        half, left, right = float(text.width) / 2, float(row.get_left()[0]), float(row.get_right()[0])
        low = min(float(baseline_of(number[1])) for number in row)
        if left - gap - 2 * half > self.room.left - 0.5:
            text.set_x(left - gap - half)
        elif right + gap + 2 * half < self.room.right + 0.1:
            text.set_x(right + gap + half)
        else:  # numbers of ticks that would stand in it leave
            low = float(self.room.origin[1]) - _BELOW
            text.set_x(self.room.right - 0.1 - half)
            self.named_from = float(text.get_left()[0]) - 0.15
        text.shift(point(0.0, low - text.baseline))
        return laid(haloed(text, self.style), Layer.LABEL)

    def lay(self, across: float, lain: float, start: Point, angle: float) -> None:
        """Lay the ticks of scores along a line, which lies down and stretches; they come on the way.

        Args:
            across: scene units for a score of 1.
            lain: how far it has lain down, 0 to 1.
            start: manim point of score 0.
            angle: of the line.
        """
        along, aside = point(math.cos(angle), math.sin(angle)), point(math.sin(angle), -math.cos(angle))
        shown = max((lain - _COMES) / (1 - _COMES), 0.0)
        for value, tick in self.along.items():
            mark, number = tick
            at = start + value * across * along
            mark.put_start_and_end_on(at + _TICK * aside, at - _TICK * aside)
            below = _BELOW - float(number[1].height) / 2
            number.move_to(at + (below + (1 - lain) * _ASIDE) * aside)
            x = float(self.room.origin[0]) + value * self.across
            inside = self.room.left - 0.1 <= x <= min(self.room.right + 0.1, self.named_from)
            tick.set_opacity(shown if inside else 0.0)

    def _tick_color(self) -> str:
        theme = self.style.theme
        return str(ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _TICK_INK).to_hex())

    def _dot(self) -> Dot:
        theme = self.style.theme
        return Dot(radius=_DOT, color=theme.ink).set_background_stroke(color=theme.background, width=5.0)

    def _width(self, heavy: Sequence[int]) -> float:
        places = sorted({round(self.scores[index] * self.room.across, 3) for index in heavy})
        gaps = [after - before for before, after in zip(places, places[1:], strict=False) if after - before > 0.12]
        return max(_THINNEST, min(_WIDEST, 0.62 * min(gaps, default=1.0)))

    def bar(self, color: str) -> VMobject:
        """Return a bar of a color, ``#rrggbb``, without any corners yet."""
        theme = self.style.theme
        fill = ManimColor(theme.fill(color))
        lit, shaded = fill.interpolate(ManimColor(SHINE), _LIT), fill.interpolate(ManimColor(theme.background), _SHADED)
        bar = VMobject(stroke_width=0, sheen_direction=RIGHT)
        bar.set_fill([lit, fill, shaded], 1.0 if theme.filled else 0.0)  # type: ignore[arg-type]  # a gradient
        bar.set_background_stroke(color=theme.background, width=3.0)
        if theme.fill(color) != color or not theme.filled:
            bar.set_stroke(color, self.style.strokes.thin)
        return bar

    def _score_ticks(self) -> dict[float, VGroup]:
        """Return the ticks below the axis, by score."""
        room = self.room
        step = nice_step(0.8 / room.across)
        ends = ((edge - float(room.origin[0])) / room.across / step for edge in (room.left, room.right - _ENDS))
        low, high = math.ceil(next(ends) - 1e-9), math.floor(next(ends) + 1e-9)
        ticks = {}
        for count in range(low, high + 1):
            value = count * step
            mark = thin_line(point(0.0, -_TICK), point(0.0, _TICK), self.style.theme.axis, 2.4)
            number = self._number(value, step)
            number.set_x(0.0).on_baseline(-_BELOW)
            group = VGroup(mark, haloed(number, self.style))
            ticks[value] = group.shift(room.origin + point(value * room.across))
        return ticks

    def _number(self, value: float, step: float) -> Tick:
        return Tick(value, step, size=self.style.sizes.number, color=self._tick_color(), style=self.style)


def rounded(corners: Sequence[Point]) -> np.ndarray:
    """Return the outline of a rectangle whose corners are round, as manim's cubic curves, shape (n, 3).

    Args:
        corners: four manim points, around it.
    """
    sides = [corners[(index + 1) % 4] - corners[index] for index in range(4)]
    lengths = [float(np.linalg.norm(side)) for side in sides]
    radius = min(_ROUND, 0.45 * min(lengths))
    points: list[Point] = []
    for index, corner in enumerate(corners):
        before, after = (
            sides[index - 1] / max(lengths[index - 1], 1e-9),
            sides[index] / max(lengths[index], 1e-9),
        )
        start, end = corner - radius * before, corner + radius * after
        # A quarter of a circle as one cubic curve: its handles are 0.552 of the radius long.
        points += [start, corner - 0.448 * radius * before, corner + 0.448 * radius * after, end]
        following = corners[(index + 1) % 4] - radius * after
        points += [end, end + (following - end) / 3, end + (following - end) * 2 / 3, following]
    return np.array(points)
