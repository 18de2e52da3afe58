"""Several spaces side by side: a window on each, and below each the distance in it, all in one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from manim import Line, smooth
from torch import Tensor

from scenes.article.better_space.pane import GAP_BAR, Look, Pane
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.stage import PlaneView, Region, Stage
from scenes.style import DEFAULT, Style

_BETWEEN, _GAP, _BAR = 0.45, 0.2, 15.0
"""Scene units between two windows, and between what stands beside or below each other; stroke units of a bar."""

_ABOVE, _BELOW = 0.7, 0.85
"""Scene units above a window for its name, and below it for its bar."""

_EDGE = 0.1
"""Scene units between the outermost windows and the frame's margin, for their outlines."""

_AIR = 0.44
"""Scene units from the outermost word to the edge of its window."""

_BELOW_HEADER = 0.4
"""Scene units below the header's baseline that its letters take."""

_ASIDE_BY = 0.7
"""The share of the motion after which the last space stands at its place; then bars slide off the windows."""

_UNIT = 0.8
"""Scene units for one unit of the vectors, from which icons have their size; they are smaller in smaller windows."""

_SMALL_ROW, _SMALL_ICON = 0.5, 0.24
"""Scene units below a small picture for its name and distance; the height of its icons at the least."""

_ASIDE = 2.4
"""Scene units beside a window for its name and bar, where windows lie below each other."""


class SideBySide:
    """Windows on spaces, with their names, the distances in them as bars of one scale, and these in numbers.

    Args:
        panes: one for each space.
        names: of the spaces.
        matrices: of the spaces.
        icons: for each space, heights of the icons of the words that pull and of the pulled word, scene units.
        distances: shape (spaces,).
        spans: the least and the largest number along both axes, of all words in all spaces.
        shelf: where small pictures of all spaces but the last stand before that; None where there is no room for it.
        stage: the frame.
        view: the view, for the header and the foot.
        style: theme and sizes.

    Attributes:
        looks: how each window looks in the end.
        letters: the names.
        bars: the bars.
        values: the distances.
        scale: scene units of a bar for one unit of the vectors.
        small: how each small picture looks on the shelf.
        small_rows: below each its name and its distance.
    """

    def __init__(
        self,
        panes: Sequence[Pane],
        names: Sequence[str],
        matrices: Sequence[Tensor],
        icons: Sequence[tuple[float, float]],
        distances: Tensor,
        spans: tuple[tuple[float, float], tuple[float, float]],
        *,
        shelf: Region | None = None,
        stage: Stage,
        view: PlaneView,
        style: Style = DEFAULT,
    ) -> None:
        self.panes, upright = list(panes), stage.is_portrait
        self._style = style
        free = stage.above_foot
        room = Region(free.left + _EDGE, free.right - _EDGE, free.bottom + 0.1, view.header_end - _BELOW_HEADER)
        self._room = room
        cells = room.rows(1, 1, 1, gap=_BETWEEN) if upright else room.columns(1, 1, 1, gap=_BETWEEN)
        wide, tall = cells[0].width, cells[0].height
        side = min(wide - _ASIDE, tall) if upright else min(wide, tall - _ABOVE - _BELOW)
        (left, right), (low, top) = spans
        self.unit = (side - 2 * _AIR) / max(right - left, top - low)
        focus = np.array([(left + right) / 2, (low + top) / 2])
        self.values = [laid(Number(value, size=style.sizes.head, style=style), Layer.LEDGER) for value in distances]
        self.letters = [laid(Math(name, size=style.sizes.head, style=style), Layer.LEDGER) for name in names]
        beside = max(float(value.width) for value in self.values) + _GAP
        self.scale = min((_ASIDE - _GAP if upright else side) - beside, float(distances.max()) * self.unit)
        self.scale /= max(float(distances.max()), 1e-9)
        self.looks, self.bars = list[Look](), list[Line]()
        small = min(self.unit / _UNIT, 1.0)
        for index, (cell, matrix, size, distance) in enumerate(
            zip(cells, matrices, icons, distances.tolist(), strict=True)
        ):
            x, y = float(cell.centre[0]), float(cell.centre[1])
            centre = point(cell.left + side / 2, y) if upright else point(x, y + (_BELOW - _ABOVE) / 2)
            heights = (small * size[0], small * size[1])
            self.looks.append(Look(matrix, centre, focus, self.unit, (side / 2, side / 2), heights))
            self._lay_texts(index, distance, upright=upright)
        self._ends = [(bar.get_start(), bar.get_end()) for bar in self.bars]
        self.small, self.small_rows = list[Look](), list[Row]()
        if shelf is not None:
            self._lay_shelf(shelf, distances, names)

    def _lay_texts(self, index: int, distance: float, *, upright: bool) -> None:
        """Lay a space's name, and its distance as a bar and a number, around its window; beside it if upright."""
        look, letter, value = self.looks[index], self.letters[index], self.values[index]
        centre, half = look.centre, look.half[0]
        start = centre + (point(half + _GAP, -0.3) if upright else point(-half, -half - _BELOW / 2))
        letter.move_to(centre + (point(half, 0.45) if upright else point(-half, half + _ABOVE / 2)))
        letter.shift(point((_GAP if upright else 0.0) + float(letter.width) / 2))
        bar = Line(start, start + point(max(distance * self.scale, 1e-3)), buff=0, color=self._style.theme.ink)
        self.bars.append(laid(bar.set_stroke(width=_BAR), Layer.LEDGER))
        value.move_to(bar.get_end() + point(_GAP + float(value.width) / 2))

    def _lay_shelf(self, shelf: Region, distances: Tensor, names: Sequence[str]) -> None:
        """Lay small pictures beside each other on a shelf, below each its space's name and distance."""
        style, count = self._style, len(self.panes) - 1
        for cell, look, name, distance in zip(
            shelf.columns(*[1] * count, gap=_GAP), self.looks, names, distances, strict=False
        ):
            side = min(cell.width, cell.height - _SMALL_ROW)
            centre = point(float(cell.centre[0]), cell.top - side / 2)
            factor = side / (2 * look.half[0])
            icons = (max(factor * look.icons[0], _SMALL_ICON), max(factor * look.icons[1], _SMALL_ICON))
            small = replace(look, centre=centre, unit=factor * look.unit, half=(side / 2, side / 2), icons=icons)
            self.small.append(small)
            letter = Math(name, size=style.sizes.number, style=style)
            value = Number(distance, size=style.sizes.number, style=style)
            row = Row([letter, value], _GAP).move_to(centre - point(0.0, side / 2 + _SMALL_ROW / 2))
            self.small_rows.append(laid(row, Layer.LEDGER))

    def put_aside(self, index: int) -> None:
        """Lay a window as its small picture on the shelf, behind what stands in the record."""
        pane = laid(self.panes[index], Layer.LEDGER_GROUND)
        pane.look_on(self.small[index])

    def begin(self, look: Look) -> None:
        """Lay the last window as a look on its space, in another scale; the others are small, or lie below it."""
        wide, y = look.unit / self.unit, float(look.centre[1])
        half = [each * wide for each in self.looks[-1].half]
        self._first = replace(look, half=(half[0], min(half[1], self._room.top - y, y - self._room.bottom)))
        for pane in self.panes[:-1]:
            laid(pane, Layer.ICON)
        self._ways = self._past_each_other() if self.small else []
        self.follow(0.0)

    def _past_each_other(self) -> list[list[Look]]:
        """Return the looks by which small pictures and the last window go to their places, past each other.

        The window goes up, as small as it will be, and the pictures down, before either goes sideways.
        """
        last, room = self.looks[-1], self._room
        high = room.top - last.half[1]
        free = room.height - 2 * last.half[1] - _GAP
        ways = list[list[Look]]()
        for small, look in zip(self.small, self.looks[:-1], strict=True):
            part = min(1.0, free / (2 * small.half[1]))
            wide, tall = (part * half for half in small.half)
            lower = replace(small, unit=part * small.unit, half=(wide, tall))
            low = room.bottom + tall
            places = [point(float(each.centre[0]), low) for each in (small, look)]
            ways.append([small, *(replace(lower, centre=place) for place in places), look])
        places = [point(float(each.centre[0]), high) for each in (self._first, last)]
        return [*ways, [self._first, *(replace(last, centre=place) for place in places), last]]

    def follow(self, time: float) -> None:
        """Let the last window get smaller and go to its place; the others grow, or come out from below it.

        The bar between both places of every window slides off it and lies down below.
        """
        gone = min(time / _ASIDE_BY, 1.0)
        out = smooth(max((time - _ASIDE_BY) / (1 - _ASIDE_BY), 0.0))
        if self._ways:
            for pane, way in zip(self.panes, self._ways, strict=True):
                pane.look_on(_along(way, gone))
        else:
            last = between(self._first, self.looks[-1], smooth(gone))
            for pane, look in zip(self.panes[:-1], self.looks[:-1], strict=True):
                pane.look_on(replace(look, centre=last.centre + out * (look.centre - last.centre)))
            self.panes[-1].look_on(last)
        for pane, bar, (start, end) in zip(self.panes, self.bars, self._ends, strict=True):
            one, other = (pane.look.place(row) for row in pane.ends)
            first, then = sorted((one, other), key=lambda at: float(at[0]))
            bar.set_points_by_ends(first + out * (start - first), then + out * (end - then), buff=0)
            bar.set_stroke(width=GAP_BAR + out * (_BAR - GAP_BAR), opacity=1.0 if out else 0.0)


def _along(way: Sequence[Look], share: float) -> Look:
    """Return the look at a share of the way through several looks, standing still for a moment at each."""
    legs = len(way) - 1
    leg = min(int(share * legs), legs - 1)
    return between(way[leg], way[leg + 1], smooth(share * legs - leg))


def between(first: Look, last: Look, share: float) -> Look:
    """Return a look on the way from one to another of the same space."""
    (wide, tall), (large, small) = (
        tuple(a + share * (b - a) for a, b in zip(old, new, strict=True))
        for old, new in ((first.half, last.half), (first.icons, last.icons))
    )
    return Look(
        last.matrix,
        first.centre + share * (last.centre - first.centre),
        first.focus + share * (last.focus - first.focus),
        first.unit + share * (last.unit - first.unit),
        (wide, tall),
        (large, small),
    )
