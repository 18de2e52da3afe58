"""A table that is folded along its diagonal and opened again: discs above it meet their twins below."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from manim import Scene, Square, VMobject, linear, smooth

from scenes.article.whole_phrase.dot_table import DotTable
from scenes.motion.live import Live
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid

_PULSE, _LIGHT, _CELL = 0.16, 0.3, 0.94
"""The share by which a disc swells as it meets its twin; the opacity of its cell's light then; the side of that light
as a share of the cell's."""

_AT_ONCE = 2.5
"""Neighbours of the diagonal, by their distance from it, that click at the same time."""


class TableFold:
    """The fold of a table's upper half over its lower half.

    Args:
        table: it is on the stage, its cells as high as wide.
        cells: above the diagonal, those whose discs are shown.
        carried: marks that go with the upper half, each upright, and where each gets to; they are on the stage.
        also: called with the fold's angle, 0 to pi radians, for what is folded with the table.
        moved: what ``also`` moves.
    """

    def __init__(
        self,
        table: DotTable,
        cells: Sequence[tuple[int, int]],
        carried: Sequence[tuple[VMobject, Point]] = (),
        *,
        also: Callable[[float], object] | None = None,
        moved: Sequence[VMobject] = (),
    ) -> None:
        self.table, self.cells, self.carried, self._also, self._moved = table, [*cells], [*carried], also, [*moved]
        self.sheet = table.sheet()
        self._staying, self._going = table.half(upper=False), table.half(upper=True)
        self._upper = [table.discs[i][j] for i, j in self.cells]
        self._copies = [disc.copy() for disc in self._upper]
        for copy in self._copies:
            for part in copy.get_family():
                part.set_z_index(part.z_index + 0.1, family=False)
        self._shows = [copy.on_paper() for copy in self._copies]
        self._corners = [point(*anchor[:2]) for anchor in self.sheet.get_vertices()]
        self._starts = [mark.get_center() for mark, _ in self.carried]

    def closing(self, scene: Scene, **options: float) -> Live:
        """Return how it is folded; all that is above the diagonal goes along.

        Args:
            scene: where the table and ``sheet`` are shown.
            options: passed on to manim's ``Animation``.
        """
        scene.remove(self.table.lines, *self._upper)  # as of paper: nothing stays behind
        scene.add(self._staying, self._going, *self._copies)
        return self._live(self._turn_to, **options)

    def opening(self, **options: float) -> Live:
        """Return how it is opened again."""
        return self._live(lambda share: self._turn_to(1 - share), **options)

    def opened(self, scene: Scene) -> None:
        """Leave the table as it was before it was folded."""
        scene.remove(self._staying, self._going, self.sheet, *self._copies)
        scene.add(self.table.lines, *self._upper)

    def _live(self, follow: Callable[[float], None], **options: float) -> Live:
        moved = [self.sheet, self._going, *self._copies, *(mark for mark, _ in self.carried), *self._moved]
        return Live(moved, follow, **options)

    def _turn_to(self, share: float) -> None:
        table, turn = self.table, share * math.pi
        wide = abs(math.cos(turn))
        self.sheet.set_points_as_corners([table.folded(at, turn) for at in (*self._corners, self._corners[0])])
        table.fold_half(self._going, turn)
        for (i, j), show in zip(self.cells, self._shows, strict=True):
            show(table.folded(table.centre(i, j), turn), wide)
        for (mark, end), start in zip(self.carried, self._starts, strict=True):
            mark.move_to(start + (1 - math.cos(turn)) / 2 * (end - start))
        if self._also:
            self._also(turn)

    def clicking(self, scene: Scene, color: str, **options: float) -> Live:
        """Return how twins click where they have met, from the diagonal outwards: they swell, and their cells light up.

        Args:
            scene: where the folded table is shown; only the discs below are left on it.
            color: of the light, ``#rrggbb``, by role.
            options: passed on to manim's ``Animation``.
        """
        scene.remove(*self._copies)
        table = self.table
        twins = [(table.discs[j][i], j - i - 1) for i, j in self.cells]
        last = max((order for _, order in twins), default=0)
        lights = [
            laid(Square(side_length=_CELL * table.pitch, stroke_width=0), Layer.LEDGER).move_to(disc.at)
            for disc, _ in twins
        ]
        for light in lights:
            light.set_fill(color, 0.0)
        scene.add(*lights)

        def follow(share: float) -> None:
            for (disc, order), light in zip(twins, lights, strict=True):
                part = min(max((share * (last + _AT_ONCE) - order) / _AT_ONCE, 0.0), 1.0)
                up = math.sin(math.pi * smooth(part))
                light.set_fill(opacity=_LIGHT * up)
                if as_printed(disc.score) != 0:
                    disc.unit = (1 + _PULSE * up) * table.unit
                    disc.put(disc.score, disc.at)
            if share >= 1.0:
                scene.remove(*lights)

        return Live([*lights, *(disc for disc, _ in twins)], follow, rate_func=linear, **options)
