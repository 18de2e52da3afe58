"""Several spaces side by side: a window on each, and below each the distance in it, all in one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from manim import Line, Rectangle, VGroup, VMobject, smooth
from torch import Tensor

from scenes.article.better_space.pane import Look, Pane
from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math
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

_ASIDE_BY, _COME = 0.6, 0.1
"""The share of the motion after which the last space stands at its place; the share from which the others come."""

_UNIT = 0.8
"""Scene units for one unit of the vectors, from which icons have their size; they are smaller in smaller windows."""

_VEIL = 0.3
"""The opacity of what dims the spaces that are not the best; below them, marks could hardly be told from the ground."""

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
        stage: the frame.
        view: the view, for the header and the foot.
        style: theme and sizes.

    Attributes:
        looks: how each window looks in the end.
        letters: the names.
        bars: the bars.
        values: the distances.
        scale: scene units of a bar for one unit of the vectors.
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
        stage: Stage,
        view: PlaneView,
        style: Style = DEFAULT,
    ) -> None:
        self.panes, upright = list(panes), stage.is_portrait
        self._edge, self._ground = stage.width / 2, style.theme.background
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
        for cell, letter, value, matrix, size, distance in zip(
            cells, self.letters, self.values, matrices, icons, distances.tolist(), strict=True
        ):
            x, y = float(cell.centre[0]), float(cell.centre[1])
            centre = point(cell.left + side / 2, y) if upright else point(x, y + (_BELOW - _ABOVE) / 2)
            small = min(self.unit / _UNIT, 1.0)
            heights = (small * size[0], small * size[1])
            self.looks.append(Look(matrix, centre, focus, self.unit, (side / 2, side / 2), heights))
            start = centre + (point(side / 2 + _GAP, -0.3) if upright else point(-side / 2, -side / 2 - _BELOW / 2))
            letter.move_to(centre + (point(side / 2, 0.45) if upright else point(-side / 2, side / 2 + _ABOVE / 2)))
            letter.shift(point((_GAP if upright else 0.0) + float(letter.width) / 2))
            bar = Line(start, start + point(max(distance * self.scale, 1e-3)), buff=0, color=style.theme.ink)
            self.bars.append(laid(bar.set_stroke(width=_BAR), Layer.LEDGER))
            value.move_to(bar.get_end() + point(_GAP + float(value.width) / 2))

    @property
    def rows(self) -> list[list[VMobject]]:
        """Each space's name, bar and number."""
        return [list(row) for row in zip(self.letters, self.bars, self.values, strict=True)]

    def begin(self, look: Look) -> None:
        """Lay the last window as a look on its space, in another scale; the others wait beyond the left edge."""
        wide, y = look.unit / self.unit, float(look.centre[1])
        half = [each * wide for each in self.looks[-1].half]
        self._first = replace(look, half=(half[0], min(half[1], self._room.top - y, y - self._room.bottom)))
        self._homes = [[(piece, piece.get_center()) for piece in row] for row in self.rows]
        others = self.looks[:-1]
        right = max(float(VGroup(*row).get_right()[0]) for row in self.rows[:-1])
        right = max(right, *(float(each.centre[0]) + each.half[0] for each in others))
        self._beyond = point(-(right + self._edge + _BETWEEN))
        for pane, row in zip(self.panes[:-1], self.rows[:-1], strict=True):
            laid(VGroup(pane, *row), Layer.VEIL)  # below the veils that may come
        self.follow(0.0)

    def follow(self, time: float) -> None:
        """Let the last window get smaller and go to its place; the others slide in as they are, with what is theirs."""
        share = smooth(min(time / _ASIDE_BY, 1.0))
        first, last = self._first, self.looks[-1]
        unit = first.unit + share * (last.unit - first.unit)
        self.panes[-1].look_on(
            Look(
                last.matrix,
                first.centre + share * (last.centre - first.centre),
                first.focus + share * (last.focus - first.focus),
                unit,
                (
                    first.half[0] + share * (last.half[0] - first.half[0]),
                    first.half[1] + share * (last.half[1] - first.half[1]),
                ),
                (
                    first.icons[0] + share * (last.icons[0] - first.icons[0]),
                    first.icons[1] + share * (last.icons[1] - first.icons[1]),
                ),
            )
        )
        away = (1 - smooth(max((time - _COME) / (1 - _COME), 0.0))) * self._beyond
        for pane, look, homes in zip(self.panes[:-1], self.looks[:-1], self._homes[:-1], strict=True):
            pane.look_on(replace(look, centre=look.centre + away))
            for piece, home in homes:
                piece.move_to(home + away)

    def veils(self) -> list[Rectangle]:
        """Return veils that dim all spaces but the last, each its picture, name, bar and number alike."""
        veils = list[Rectangle]()
        for pane, row in zip(self.panes[:-1], self.rows[:-1], strict=True):
            whole = VGroup(pane.frame, *row)
            veil = Rectangle(width=float(whole.width) + 0.2, height=float(whole.height) + 0.2, stroke_width=0)
            veil.set_fill(self._ground, _VEIL)
            veils.append(laid(veil.move_to(whole), Layer.SHADOW))
        return veils
