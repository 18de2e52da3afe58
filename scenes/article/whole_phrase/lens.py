"""A pair's cell of a folded table, enlarged in the half that the fold has left empty."""

from __future__ import annotations

import math
from collections.abc import Sequence

from manim import Circle, FadeIn, Line, Scene, VGroup, rotate_vector
from torch import Tensor

from scenes.article.whole_phrase.dot_table import FULL, SIGN, DotTable
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import labelled
from scenes.parts.text.number import Weight
from scenes.parts.text.typeset import Math, Row
from scenes.style import DEFAULT, Style

_SHARE, _ASIDE, _DOWN = 0.55, 0.95, 1.05
"""The lens's radius as a share of the radius of the largest circle in the empty half, and its middle's distance from
the table's right edge and upper edge, as shares of its radius."""

_TIED = 0.74
"""The first of these where the lens is tied to its cell; then it stands in the middle of that circle."""

_BELOW, _CLEAR, _MARGIN = 0.1, 0.2, 0.56
"""Scene units from the lens to both weights below it; from these to the table's diagonal, and to the frame's edge."""

_FILLS = 0.86
"""The larger disc's radius, as a share of the lens's."""

_TIE = 2.6
"""Stroke units of the lines that tie the lens to its cell."""

_STROKE = 2.4
"""Stroke units of a disc's edge."""

_LEAST = 1.8
"""The lens's radius at the least, as a share of a cell's ring."""

_RIM = 6.0
"""Stroke units of the ground around the smaller disc."""


class Lens:
    """Both weights of a pair as discs on each other, much larger than in their cell, and which they are.

    Args:
        table: the table, its upper half folded over the lower one.
        pair: the pair's two cells.
        weights: shape (T, T); or scores, a negative one's disc is hollow.
        colors: the words' colours, by role.
        edge: the frame's right edge, scene units.
        tied: whether lines tie it to its cell; what both weights are is then written elsewhere.
        style: theme and sizes.

    Attributes:
        ties: the two lines that touch the cell's ring and the lens, where it is tied.
        parts: ring and discs; nothing where it would be hardly larger than the cell.
        texts: both weights, written beside each other; nothing where there is no room.
    """

    def __init__(
        self,
        table: DotTable,
        pair: Sequence[tuple[int, int]],
        weights: Tensor,
        colors: Sequence[str],
        edge: float,
        *,
        tied: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.table, self.edge = style, table, edge
        largest = max(0.0, table.right - table.left) * (1 - math.sqrt(0.5))
        self.radius = (_TIED if tied else _SHARE) * largest
        right, down = (largest, largest) if tied else (_ASIDE * self.radius, _DOWN * self.radius)
        self.at = point(table.right - right, table.top - down)
        row, column = max(pair)
        self.start, self.least = table.centre(row, column), float(table.ring(row, column).width) / 2
        self.parts, self.texts, self.ties = VGroup(), VGroup(), VGroup()
        if self.radius < _LEAST * self.least:
            return
        cells = sorted(set(pair), key=lambda cell: -abs(float(weights[cell])))
        unit = _FILLS * self.radius / math.sqrt(max(abs(float(weights[cells[0]])), 1e-9))
        self.parts = self._parts([(float(weights[cell]), colors[cell[1]]) for cell in cells], unit)
        self.full = [part.points.copy() for part in self.parts]
        self.ties = VGroup(*(self._ties() if tied else ()))
        if not tied:
            self._write(cells, weights, colors)

    def _parts(self, shares: Sequence[tuple[float, str]], unit: float) -> VGroup:
        """Return the lens's ground and ring, and the discs, the larger one below."""
        theme = self.style.theme
        edge = Circle(radius=self.radius, color=theme.ink, stroke_width=3.0).set_fill(theme.background, 1.0)
        discs = VGroup()
        for weight, color in shares:
            disc = Circle(radius=unit * math.sqrt(abs(weight)), color=color, stroke_width=_STROKE)
            disc.set_fill(theme.fill(color), 1.0 if theme.filled and weight > 0 else 0.0)
            discs.add(disc.set_background_stroke(color=theme.background, width=_RIM))
            half = SIGN * float(disc.width) / 2
            discs.add(*([Line(point(-half), point(half), color=color, stroke_width=_STROKE)] if weight < 0 else []))
        return VGroup(*(laid(part.move_to(self.at), Layer.FRAME) for part in (edge, *discs)))

    def _ties(self) -> list[Line]:
        """Return the two lines that touch the ring around the cell and the lens from outside."""
        ink = self.style.theme.ink
        return [
            laid(Line(*ends, color=ink, stroke_width=_TIE), Layer.LEDGER)
            for ends in self._touching(self.at, self.radius)
        ]

    def _touching(self, at: Point, radius: float) -> list[tuple[Point, Point]]:
        """Return the ends of the two lines that touch the ring around the cell and a circle from outside."""
        way = at - self.start
        far = math.hypot(*way[:2])
        turned = math.acos((self.least - radius) / far)
        sides = [rotate_vector(way / far, angle) for angle in (turned, -turned)]
        return [(self.start + self.least * side, at + radius * side) for side in sides]

    def _write(self, cells: Sequence[tuple[int, int]], weights: Tensor, colors: Sequence[str]) -> None:
        """Write both weights below the lens, the larger one first, where the empty half has room."""
        if len(cells) < 2:
            return
        for size in (self.style.sizes.number, self.style.sizes.tick):
            line = self._line([(weights[cell], colors[cell[1]]) for cell in cells], size)
            right, half = self.edge - _MARGIN - float(line.width) / 2, float(line.height) / 2
            away = self.radius + _BELOW + half
            line.move_to(point(min(float(self.at[0]), right), float(self.at[1]) - away))
            free = float(line.get_left()[0]) - self.table.left - (self.table.top - float(line.get_bottom()[1]))
            if free > _CLEAR:
                self.texts = labelled(line, self.style)
                return

    def _line(self, shares: Sequence[tuple[Tensor, str]], size: float) -> Row:
        """Return both weights with the sign between them that is true of what is printed."""
        numbers = [Weight(weight, size=size, color=color, style=self.style) for weight, color in shares]
        sign = "eq" if numbers[0].shown == numbers[1].shown else "eq.not"
        return Row([numbers[0], Math(sign, size=size, style=self.style), numbers[1]], 0.1)

    def growing(self, scene: Scene, *, home: bool = False) -> Live | FadeIn:
        """Return how the lens grows out of its cell.

        Args:
            scene: where it is shown.
            home: whether it goes back into its cell instead.
        """
        if not self.parts:
            return FadeIn(VGroup())
        full, shown = self.full, list(self.parts)
        factor = FULL * self.table.pitch / self.radius
        ends = [(tie.get_start(), tie.get_end()) for tie in self.ties]
        scene.add(*self.ties, *shown)

        def follow(way: float) -> None:
            share = 1 - way if home else way
            at, size = self.start + share * (self.at - self.start), factor + share * (1 - factor)
            for each, whole in zip(self.parts, full, strict=True):
                each.set_points(at + size * (whole - self.at))
            for tie, (start, end) in zip(self.ties, ends, strict=True):
                tie.set_points_as_corners([start, start + max(share, 1e-3) * (end - start)])

        return Live([*shown, *self.ties], follow)
