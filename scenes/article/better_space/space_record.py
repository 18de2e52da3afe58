"""The record of several spaces: a small picture of each, and the distance in it as a bar of one scale and a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import VMobject, smooth
from torch import Tensor

from scenes.article.better_space.pane import Look, Pane, between
from scenes.motion.live import Live, lie_down
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.table.matrix import Matrix
from scenes.parts.text.typeset import Math
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_GAP, _BETWEEN, _AIR = 0.22, 0.24, 0.24
"""Scene units between what stands beside each other, from a row to the next, and from words to their picture's edge."""

_SIDE, _LEAST = 0.35, 1.0
"""The share of a row's width that is a picture's side, at the most; scene units without which there is no picture."""

_BAR, _ICON, _ICON_SHARE = 20.0, 0.32, 0.2
"""Stroke units of a bar; scene units: the height of the icons in a picture, at the most, and their share of its side.
"""

_PER_UNIT = 100
"""Stroke units in a scene unit."""

_BRACKET = 0.04
"""Scene units that the strokes of a matrix's brackets take at its sides."""

_SHRUNK, _OFF = 0.6, 0.2
"""The shares of its way after which a picture is as small as it will be, and before which it goes nowhere."""


@dataclass(frozen=True)
class Filed:
    """Parts that are filed of one space.

    Attributes:
        pane: its picture.
        look: how it looks in the end.
        letter: the space's name.
        matrix: its matrix, which stands where the picture will be.
        value: the distance.
        ends: manim points between which its bar lies.
    """

    pane: Pane
    look: Look
    letter: Math
    matrix: Matrix
    value: HeroNumber
    ends: tuple[Point, Point]


class SpaceRecord:
    """A row for each space, or a column where the record lies.

    Args:
        region: where they stand.
        panes: one for each space.
        names: of the spaces.
        matrices: of the spaces.
        distances: shape (spaces,).
        unit: scene units of a bar for one unit of the vectors, where there is room for it.
        spans: the least and the largest number along both axes, of all words in all spaces.
        inks: one ``#rrggbb`` for each row of the matrices.
        style: theme and sizes.

    Attributes:
        pictured: whether there is room for pictures.
        rows: what is filed.
        scale: scene units of a bar for one unit of the vectors.
    """

    def __init__(
        self,
        region: Region,
        panes: Sequence[Pane],
        names: Sequence[str],
        matrices: Sequence[Tensor],
        distances: Tensor,
        *,
        unit: float,
        spans: tuple[tuple[float, float], tuple[float, float]],
        inks: Sequence[str],
        style: Style = DEFAULT,
    ) -> None:
        count, lying = len(names), region.width > region.height
        cells = (region.columns if lying else region.rows)(*[1] * count, gap=_BETWEEN)
        letters = [laid(Math(name, size=style.sizes.hero, style=style), Layer.LEDGER) for name in names]
        values = [laid(HeroNumber(value, size=style.sizes.hero, style=style), Layer.LEDGER) for value in distances]
        widest = max(float(letter.width) for letter in letters)
        wide, tall = cells[0].width, cells[0].height
        below = 2 * max(float(value.height) for value in values) + 2 * _GAP if lying else 0.0
        side = min(wide, tall - below) if lying else min(tall, _SIDE * wide)
        self.pictured = side >= _LEAST
        side = side if self.pictured else 0.0
        half = _BAR / _PER_UNIT / 2  # a bar reaches beyond its line by this
        room = (wide if lying else wide - widest - side - 2 * _GAP) - half
        self.scale = min(unit, room / max(float(distances.max()), 1e-9))
        (left, right), (low, top) = spans
        focus = np.array([(left + right) / 2, (low + top) / 2])
        scale = (side - 2 * _AIR) / max(right - left, top - low)
        icon = min(_ICON, _ICON_SHARE * side)
        self.rows = list[Filed]()
        free = wide if lying and self.pictured else wide - widest - _GAP
        boxes = [self._matrix(each, free, inks, style) for each in matrices]
        for cell, pane, letter, value, matrix, box, distance in zip(
            cells, panes, letters, values, matrices, boxes, distances.tolist(), strict=True
        ):
            x, y = float(cell.centre[0]), float(cell.centre[1])
            if lying:
                middle = point(x, cell.top - side / 2)
                letter.move_to(point(cell.left + widest / 2, cell.top - side - below / 4))
                begin = cell.left + widest + _GAP
                value.move_to(point(begin + float(value.width) / 2, cell.top - side - below / 4))
                start = point(cell.left, cell.top - side - below * 0.8)
                box.move_to(middle if self.pictured else point(begin + float(box.width) / 2, cell.top - below / 4))
            else:
                middle = point(cell.left + widest + _GAP + side / 2, y)
                letter.move_to(point(cell.left + widest / 2, y))
                begin = float(middle[0]) + side / 2 + _GAP
                value.move_to(point(begin + float(value.width) / 2, y + 0.28))
                start = point(begin, y - 0.32)
                box.move_to(point(cell.left + widest + _GAP + float(box.width) / 2, y))
            look = Look(matrix, middle, focus, scale, (side / 2, side / 2), (icon, icon))
            ends = (start, start + point(max(distance * self.scale, 1e-3)))
            self.rows.append(Filed(pane, look, letter, box, value, ends))

    @staticmethod
    def _matrix(matrix: Tensor, room: float, inks: Sequence[str], style: Style) -> Matrix:
        """Return a matrix that fits into a width."""
        size = style.sizes.formula
        while (made := Matrix(matrix, size=size, color=list(inks), style=style)).width > room - _BRACKET:
            size *= 0.95
        return laid(made, Layer.LEDGER)

    def file(self, index: int, look: Look, bar: VMobject) -> Live:
        """Return how a space's picture gets small and goes to its place, and its bar lies down beside it.

        Args:
            index: of the space.
            look: how its picture looks before.
            bar: it is on the stage already, as well as the picture.
        """
        row, thick = self.rows[index], float(bar.get_stroke_width())
        lay = lie_down(bar, *row.ends)

        def follow(time: float) -> None:
            small, gone = smooth(min(time / _SHRUNK, 1.0)), smooth(max((time - _OFF) / (1 - _OFF), 0.0))
            if self.pictured:
                row.pane.look_on(between(look, row.look, small, gone))
            lay.move_to_share(gone)
            bar.set_stroke(width=thick + gone * (_BAR - thick))

        follow(0.0)
        return Live([*([row.pane] if self.pictured else []), bar], follow, rate_func=lambda time: time)
