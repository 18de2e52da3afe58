"""A table of dot products as discs, which a turning line fills and which folds along its diagonal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from manim import PI, Circle, ManimColor, Polygon, RoundedRectangle, VGroup, VMobject, interpolate_color
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

LARGEST_PITCH, FULL = 0.54, 0.41
"""Scene units from a cell to the next, at the most; the largest disc's radius as a share of that."""

_LEAST_PITCH = 0.0095
"""The same at the least, for a font unit of the words' type."""

_BETWEEN, _ICON = 0.02, 0.88
"""Scene units between the level names of two columns at the least; the height of an icon that stands for a name, as a
share of the pitch."""

NAME_GAP = 0.14
"""Scene units from a name to its row or column."""

_MIDDLE = CAP_HEIGHT / 2
"""The height of a row's middle above its name's baseline, in font units of the name's type: all names stand alike."""

_RING, _SLENDER = 2.4, 30.0
"""Stroke units of a negative score's ring, and of the sign in it; the same at the most, for a scene unit of the ring's
radius, so that a small ring is still hollow."""

SIGN, _SIGNED = 0.55, 0.03
"""Half a sign's length as a share of its ring's radius; scene units of the radius from which a ring has a sign."""

_BRIGHT = 0.6
"""The share of the way from dim to ink of a negative score's colour: a slender ring looks dimmer than it is."""

_AROUND = 0.47
"""The radius of a ring around a cell's disc, as a share of the pitch."""

_LEAST_RADIUS, LEAST_WEIGHT, _NOUGHT = 0.01, 0.024, (0.09, 0.155)
"""Scene units: the least radius of a disc, and of a weight's disc; half the width and height of the 0 that stands for
a score written 0.00, as shares of the pitch."""

_LINES = 1.0
PAPER = 0.10
"""Stroke units of the lines between cells; opacity of the half that is folded."""


class ScoreDisc(VGroup):
    """A dot product as a disc: its area is the size; a negative one is a dimmer ring with a minus sign.

    Args:
        unit: scene units of the radius for a score of 1.
        least: scene units of the radius, at the least.
        style: theme.

    Attributes:
        at: manim point of the middle.
        score: the dot product that is shown.
    """

    def __init__(self, unit: float, *, least: float = _LEAST_RADIUS, style: Style = DEFAULT) -> None:
        self.unit, self.at, self.score, self._least = unit, point(), 0.0, least
        self._theme, self._ink, self._ground = style.theme, style.theme.ink, style.theme.background
        between = interpolate_color(ManimColor(style.theme.dim), ManimColor(style.theme.ink), _BRIGHT)
        self._dim = str(between.to_hex())
        self.disc = VMobject(stroke_color=self._ink, stroke_width=_RING)
        self.sign = VMobject(stroke_color=self._ink, stroke_width=_RING)
        super().__init__(self.disc, self.sign)
        laid(self, Layer.PIN)

    def put(self, score: float, at: Point) -> None:
        """Show a score, its middle at a manim point."""
        self.score, self.at = score, np.asarray(at, float)
        self._draw(max(self.unit * math.sqrt(abs(score)), self._least), score)

    def nought(self, pitch: float) -> None:
        """Show a score that is written 0.00 as a 0: its words point neither the same way nor opposite.

        Args:
            pitch: scene units from a cell to the next.
        """
        self.disc.set_points(self.at + pitch * _CIRCLE * point(*_NOUGHT))
        self.disc.set_fill(opacity=0.0).set_stroke(self._ink, _RING, opacity=1.0)
        self.sign.set_stroke(opacity=0.0)

    def carry(self, at: Point) -> None:
        """Show the same with its middle at another manim point."""
        self.shift(np.asarray(at, float) - self.at)
        self.at = np.asarray(at, float)

    def on_paper(self) -> Callable[[Point, float], None]:
        """Return what shows the disc on paper that is folded along the diagonal.

        It takes the disc's middle, and how wide the paper is seen across the diagonal, 0 to 1; the sign stays level.
        """
        disc, sign = self.disc.points - self.at, self.sign.points - self.at

        def show(at: Point, wide: float) -> None:
            self.at = np.asarray(at, float)
            self.disc.set_points(self.at + seen_across(disc, wide))
            self.sign.set_points(self.at + wide * sign)

        return show

    def blend(self, weight: float, unit: float, share: float, color: str | None = None) -> None:
        """Show a moment on the way from the score to its weight.

        Args:
            weight: in [0, 1].
            unit: scene units of the radius for a weight of 1.
            share: of the way, 0 to 1.
            color: of the word that pulls, ``#rrggbb``, by role, if the weight takes it.
        """
        start = math.copysign(self.unit * math.sqrt(abs(self.score)), self.score)
        end = max(unit * math.sqrt(weight), LEAST_WEIGHT if weight > 0 else 0.0)  # the smallest is seen, too
        radius = start + share * (end - start)
        self._draw(abs(radius), radius)
        if color is not None:
            self.tint(color, share)

    def tint(self, color: str, share: float = 1.0) -> None:
        """Give the disc of a weight the colour of the word that pulls.

        Args:
            color: ``#rrggbb``, by role.
            share: of the way from ink, 0 to 1.
        """
        rim, fill = (
            interpolate_color(ManimColor(self._ink), ManimColor(end), share) for end in (color, self._theme.fill(color))
        )
        self.disc.set_stroke(rim)
        if self.disc.get_fill_color() != ManimColor(self._ground):
            self.disc.set_fill(fill)

    def _draw(self, radius: float, score: float) -> None:
        self.disc.set_points(self.at + max(radius, 1e-3) * _CIRCLE)
        color = self._ink if score > 0 else self._dim
        self.disc.set_fill(self._ink if score > 0 else self._ground, 1.0)
        half, stroke = SIGN * radius if score < 0 and radius > _SIGNED else 0.0, min(_RING, _SLENDER * radius)
        self.sign.set_points_as_corners([self.at - point(half), self.at + point(half)])
        self.sign.set_stroke(color, stroke, 1.0 if half else 0.0)
        self.disc.set_stroke(color, stroke)


_CIRCLE = Circle(radius=1.0).points.copy()


def seen_across(points: Point, wide: float) -> Point:
    """Return points around a middle as they are seen on paper that is folded along the diagonal.

    Args:
        points: shape (N, 3), from the middle.
        wide: of the paper across the diagonal, 0 to 1.
    """
    across = point(1.0, 1.0) / math.sqrt(2)
    return np.asarray(points - (1 - wide) * np.outer(points @ across, across))


class DotTable(VGroup):
    """A table with a row and a column for each word of a phrase, its cells empty at first.

    Args:
        words: the phrase, as it is written.
        colors: one ``#rrggbb`` for each word.
        scores: shape (T, T).
        region: where it lies; it stands at its top, in its middle.
        largest: scene units from a cell to the next, at the most.
        least: scene units of a disc's radius, at the least.
        pictured_rows: whether an icon stands for a row's name, as above a column, where a word has one.
        style: theme and sizes.

    Raises:
        ValueError: when the words leave cells no room.

    Attributes:
        row_names: one a word, or its icon.
        column_names: the same above the columns, level, or their icons where they have one; where a word has none and
            is too long, all are turned.
        lines: between the cells.
        pitch: scene units from a cell to the next.
        unit: scene units of a disc's radius for a score of 1.
        discs: a disc for each cell, row by row.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        scores: Tensor,
        region: Region,
        *,
        largest: float = LARGEST_PITCH,
        least: float = _LEAST_RADIUS,
        pictured_rows: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        size, count = style.sizes.tick, len(words)
        names = [Label(word, size=size, color=color, style=style) for word, color in zip(words, colors, strict=True)]
        self.style, self._least = style, least
        self._measure(names, region, largest, pictured=pictured_rows)
        pictured = pictured_rows and self._is_level(names)
        if pictured_rows and not pictured:
            self._measure(names, region, largest, pictured=False)
        if self.pitch < _LEAST_PITCH * size:
            raise ValueError(f'a table of {count} words like "{max(words, key=len)}" has no room')
        self.scores = scores
        self.unit = FULL * self.pitch / math.sqrt(max(float(scores.abs().max()), 1e-9))
        self.left = float(region.centre[0]) - (self.room + count * self.pitch) / 2 + self.room
        self.top = region.top - self.room
        self.row_names, self.column_names = VGroup(), VGroup()
        for index, (name, head) in enumerate(zip(names, self._heads(names, colors), strict=True)):
            x, y = self.centre(index, index)[:2]
            if pictured and has_icon(name.text, style):
                icon = head.copy()
                self.row_names.add(icon.move_to(point(self.left - NAME_GAP - icon.width / 2, y)))
            else:
                name.move_to(point(self.left - NAME_GAP - name.width / 2, y))
                set_on_baseline(name, float(y) - _MIDDLE * size * UNITS_PER_FONT_UNIT)
                self.row_names.add(name)
            self.column_names.add(head.move_to(point(x, self.top + NAME_GAP + head.height / 2)))
        self.lines = self._lines(count)
        self.discs = [[self._disc(i, j) for j in range(count)] for i in range(count)]
        super().__init__(self.lines, self.row_names, self.column_names)
        laid(self, Layer.LEDGER)

    def _measure(self, names: Sequence[Label], region: Region, largest: float, *, pictured: bool) -> None:
        """Find the room for names and the distance between cells.

        Args:
            names: of the rows.
            region: where the table lies.
            largest: scene units from a cell to the next, at the most.
            pictured: whether an icon stands for a row's name where it has one.
        """
        widths = [
            _ICON * largest if pictured and has_icon(name.text, self.style) else float(name.width) for name in names
        ]
        self.room = max(widths) + NAME_GAP
        self.pitch = min(largest, (region.width - self.room) / len(names), (region.height - self.room) / len(names))

    def _is_level(self, names: Sequence[Label]) -> bool:
        """Return whether all columns' names stand level, or are icons."""
        room = self.pitch - _BETWEEN
        return all(has_icon(name.text, self.style) or name.width <= room for name in names)

    def _heads(self, names: Sequence[Label], colors: Sequence[str]) -> list[VMobject]:
        """Return what stands above the columns: the words, level or as icons where that is possible for all."""
        if not self._is_level(names):
            return [name.copy().rotate(PI / 2) for name in names]
        return [
            ShadedIcon(name.text, color, height=_ICON * self.pitch, style=self.style)
            if has_icon(name.text, self.style)
            else name.copy()
            for name, color in zip(names, colors, strict=True)
        ]

    @property
    def bottom(self) -> float:
        """The lower edge, scene units."""
        return self.top - len(self.discs) * self.pitch

    @property
    def right(self) -> float:
        """The right edge, scene units."""
        return self.left + len(self.discs) * self.pitch

    def centre(self, row: int, column: int) -> Point:
        """Return the middle of a cell, a manim point."""
        return point(self.left + (column + 0.5) * self.pitch, self.top - (row + 0.5) * self.pitch)

    def frame(self, row: int) -> RoundedRectangle:
        """Return a frame around a row."""
        width, pitch = self.right - self.left, self.pitch
        frame = RoundedRectangle(corner_radius=0.08, width=width + 0.06, height=pitch, color=self.style.theme.ink)
        frame.set_stroke(width=2.4).move_to(point((self.left + self.right) / 2, self.centre(row, row)[1]))
        return laid(frame, Layer.FRAME)

    def ring(self, row: int, column: int) -> Circle:
        """Return a ring around a cell's disc."""
        ring = Circle(radius=_AROUND * self.pitch, color=self.style.theme.ink, stroke_width=3.0)
        return laid(ring.move_to(self.centre(row, column)), Layer.FRAME)

    def sheet(self) -> Polygon:
        """Return the half above the diagonal, to be folded."""
        ends = [point(self.left, self.top), point(self.right, self.top), point(self.right, self.bottom)]
        theme = self.style.theme
        sheet = Polygon(*ends, stroke_color=theme.ink, stroke_width=2.0)
        return laid(sheet.set_fill(theme.ink, PAPER if theme.filled else 0.0), Layer.LEDGER)

    def folded(self, at: Point, turn: float) -> Point:
        """Return where a point lies when the half above the diagonal is folded by an angle, 0 to pi radians."""
        way = point(1.0, -1.0) / math.sqrt(2)
        start = point(self.left, self.top)
        on = start + np.dot(at - start, way) * way
        return np.asarray(on + math.cos(turn) * (at - on))

    def half(self, *, upper: bool) -> VMobject:
        """Return the lines between the cells on one side of the diagonal, to stay or to be folded.

        Args:
            upper: whether above the diagonal.
        """
        half = VMobject(stroke_color=self.style.theme.axis, stroke_width=_LINES)
        self._draw_half(half, self._ways(upper=upper))
        return laid(half, Layer.LEDGER)

    def fold_half(self, half: VMobject, turn: float) -> None:
        """Show the lines above the diagonal as they lie when folded by an angle, 0 to pi radians."""
        ways = self._ways(upper=True)
        self._draw_half(half, [(self.folded(start, turn), self.folded(end, turn)) for start, end in ways])

    def _ways(self, *, upper: bool) -> list[tuple[Point, Point]]:
        """Return the lines between the cells on one side of the diagonal, as their ends."""
        ways, size = [], self.right - self.left
        for index in range(len(self.discs) + 1):
            along = index * self.pitch
            on = point(self.left + along, self.top - along)
            ends = (
                (point(self.right, on[1]), point(on[0], self.top))
                if upper
                else (point(self.left, on[1]), point(on[0], self.top - size))
            )
            ways += [(on, end) for end in ends]
        return ways

    @staticmethod
    def _draw_half(half: VMobject, ways: Sequence[tuple[Point, Point]]) -> None:
        half.clear_points()
        for start, end in ways:
            half.start_new_path(start)
            half.add_line_to(end)

    def _disc(self, row: int, column: int) -> ScoreDisc:
        disc = ScoreDisc(self.unit, least=self._least, style=self.style)
        disc.put(float(self.scores[row, column]), self.centre(row, column))
        return laid(disc, Layer.FRAME)

    def _lines(self, count: int) -> VMobject:
        lines = VMobject(stroke_color=self.style.theme.axis, stroke_width=_LINES)
        right, bottom = self.left + count * self.pitch, self.top - count * self.pitch
        for index in range(count + 1):
            x, y = self.left + index * self.pitch, self.top - index * self.pitch
            for start, end in ((point(x, self.top), point(x, bottom)), (point(self.left, y), point(right, y))):
                lines.start_new_path(start)
                lines.add_line_to(end)
        return lines
