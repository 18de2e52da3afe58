"""The record of several spaces: the distance in each as a bar, all in one scale, between its name and its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import VMobject
from torch import Tensor

from scenes.motion.live import Live, lie_down
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Math
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_GAP, _BAR, _FILLED = 0.22, 24.0, 0.72
"""Scene units between what stands beside each other; stroke units of a bar; the most of a row that its type is high.
"""

_PER_UNIT = 100
"""Stroke units in a scene unit."""


@dataclass(frozen=True)
class Filed:
    """Parts that are filed of one space.

    Attributes:
        letter: the space's name.
        value: the distance.
        ends: manim points between which its bar lies.
    """

    letter: Math
    value: HeroNumber
    ends: tuple[Point, Point]


class SpaceRecord:
    """A row for each space.

    Args:
        region: where they stand.
        names: of the spaces.
        distances: shape (spaces,).
        unit: scene units of a bar for one unit of the vectors, where there is room for it.
        style: theme and sizes.

    Attributes:
        rows: what is filed.
        scale: scene units of a bar for one unit of the vectors.
    """

    def __init__(
        self, region: Region, names: Sequence[str], distances: Tensor, *, unit: float, style: Style = DEFAULT
    ) -> None:
        cells = region.rows(*[1] * len(names))
        size = min(style.sizes.hero, _FILLED * cells[0].height / (CAP_HEIGHT * UNITS_PER_FONT_UNIT))
        size = max(size, style.sizes.number)
        letters = [laid(Math(name, size=size, style=style), Layer.LEDGER) for name in names]
        values = [laid(HeroNumber(value, size=size, style=style), Layer.LEDGER) for value in distances]
        before, after = (max(float(text.width) for text in texts) + _GAP for texts in (letters, values))
        self._width = min(_BAR, _PER_UNIT * _FILLED * cells[0].height)
        room = region.width - before - after - self._width / _PER_UNIT
        self.scale = min(unit, room / max(float(distances.max()), 1e-9))
        start = region.left + before + self._width / _PER_UNIT / 2
        self.rows = list[Filed]()
        for cell, letter, value, distance in zip(cells, letters, values, distances.tolist(), strict=True):
            y = float(cell.centre[1])
            begin, end = point(start, y), point(start + max(distance * self.scale, 1e-3), y)
            letter.move_to(point(region.left + float(letter.width) / 2, y))
            value.move_to(end + point(self._width / _PER_UNIT / 2 + _GAP + float(value.width) / 2))
            self.rows.append(Filed(letter, value, (begin, end)))

    def file(self, index: int, bar: VMobject) -> Live:
        """Return how a space's bar, which is on the stage already, lies down in its row."""
        thick = float(bar.get_stroke_width())
        lay = lie_down(bar, *self.rows[index].ends)

        def follow(share: float) -> None:
            lay.move_to_share(share)
            bar.set_stroke(width=thick + share * (self._width - thick))

        follow(0.0)
        return Live([bar], follow)
