"""A row of a table that is lifted off it as a card, and stands up beside it before the list that it multiplies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
from manim import RoundedRectangle, VGroup, VMobject, smooth

from scenes.article.whole_phrase.dot_table import DotTable
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.style import DEFAULT, Style

_Mark = TypeVar("_Mark", bound=VMobject)

_CARD, _DISCS = 0.2, 0.3
"""By how much the card and its discs lie above the table's discs, in their layer."""


class StandingRow(VGroup):
    """A row of a table once more, on a card of its own: its discs keep their distance as it stands up.

    Args:
        table: the table.
        row: position in the phrase.
        ends: manim points at which the discs arrive, one above the other.
        style: theme.

    Attributes:
        card: the card, framed.
        discs: copies of the row's discs.
    """

    def __init__(self, table: DotTable, row: int, ends: Sequence[Point], *, style: Style = DEFAULT) -> None:
        self._table, self._row, self._ends = table, row, [np.asarray(end, float) for end in ends]
        self.discs = [_raised(disc.copy(), _DISCS) for disc in table.discs[row]]
        self.card: RoundedRectangle = _raised(table.frame(row), _CARD)
        self.card.set_fill(style.theme.background, 1.0)
        self._points = self.card.points - self.card.get_center()
        super().__init__(self.card, *self.discs)

    def put(self, share: float) -> None:
        """Show the row at a share of its way's time, 0 to 1: it stands up, and is at its ends then."""
        turned = float(smooth(share))
        places = [self._place(column, turned) for column in range(len(self.discs))]
        for disc, place in zip(self.discs, places, strict=True):
            disc.carry(place)
        self._lay(places[0], places[-1], turned)

    def _place(self, column: int, turned: float) -> Point:
        """Return where a column's disc is when the row has turned by a share of a quarter: on its way to its end."""
        table, last, angle = self._table, len(self.discs) - 1, turned * math.pi / 2
        start, end = table.centre(self._row, column), self._ends[column]
        hinge = table.centre(self._row, last)[0]
        x = hinge + turned * (end[0] - hinge) - (last - column) * table.pitch * math.cos(angle)
        return point(x, start[1] + (end[1] - start[1]) * math.sin(angle))

    def _lay(self, first: Point, last: Point, turned: float) -> None:
        """Lay the card below its first disc and its last."""
        angle, pitch = turned * math.pi / 2, self._table.pitch
        usual = max(len(self.discs) - 1, 1) * pitch
        longer = (float(np.linalg.norm(last - first)) + pitch) / (usual + pitch)
        along, across = point(math.cos(angle), -math.sin(angle)), point(math.sin(angle), math.cos(angle))
        x, y = self._points[:, :1], self._points[:, 1:2]
        self.card.set_points((first + last) / 2 + longer * x * along + y * across)


def _raised(mark: _Mark, by: float) -> _Mark:
    """Put a mark above the table's discs, in their layer."""
    for part in laid(mark, Layer.FRAME).get_family():
        part.set_z_index(Layer.FRAME + by, family=False)
    return mark
