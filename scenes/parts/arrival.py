"""Where a word was taken: its mark there, what it is called there, and the way it has come."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VMobject

from scenes.parts.arrows import Arrow
from scenes.parts.geometry import Point, point
from scenes.parts.number import Number
from scenes.parts.plane import ICON_HEIGHT, PlaneWord
from scenes.parts.text import Label, Row
from scenes.style import DEFAULT, Style

_CLEAR = 0.36
"""Scene units left free at both ends of the way, so that it touches no icon."""

_BESIDE = 0.3
"""Scene units between the way and the middle of the number beside it."""


class Arrival(PlaneWord):
    """A word where it was taken, and a dim arrow for the way it has come.

    Args:
        word: the word.
        start: where it came from, a manim point.
        at: where it is now, a manim point.
        color: ``#rrggbb`` of the word.
        said: what it is called there: words, each with its ``#rrggbb``.
        hollow: draw the mark as an outline in ink, so that it can be told from another below it.
        size: of what it is called, manim font units.
        icon_height: scene units.
        style: theme and sizes.

    Attributes:
        way: the arrow from where it was to where it is.
    """

    def __init__(
        self, word: str, start: Point, at: Point, color: str, said: Sequence[tuple[str, str]], *,
        hollow: bool = False, size: float | None = None, icon_height: float = ICON_HEIGHT, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        name = Row([Label(text, size=size, color=shade, style=style) for text, shade in said], 0.12)
        super().__init__(word, at, color, icon=True, text=name, icon_height=icon_height, style=style)
        if hollow:
            _hollow(self.mark, style)
        along = (at - start) / max(float(np.linalg.norm(at - start)), 1e-9)
        spare = min(_CLEAR, float(np.linalg.norm(at - start)) / 4)
        self.way = Arrow(
            start + spare * along, at - spare * along, style.theme.dim, width=style.strokes.line, tip=1.2
        )  # fmt: skip

    def beside_way(self, number: Number, away: Point) -> Point:
        """Where a number goes beside the middle of the way, on the side that is farther from a point."""
        start, end = self.way.segment
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
        across = point(-along[1], along[0])
        middle = (start + end) / 2
        side = 1.0 if float(across @ (middle - away)) > 0 else -1.0
        reach = _BESIDE + abs(float(across[0])) * number.width / 2
        place: Point = middle + side * reach * across
        return place


def _hollow(mark: VMobject, style: Style) -> None:
    """Only the outline of a mark in ink; what is cut out of it in the colour of the ground goes."""
    for piece in mark.family_members_with_points():
        ground = piece.get_fill_color().to_hex().lower() == style.theme.background
        piece.set_fill(opacity=0)
        piece.set_stroke(style.theme.ink, width=style.strokes.thin, opacity=0 if ground else 1)
