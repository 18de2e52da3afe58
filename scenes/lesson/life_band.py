"""A life as a band, to scale: the numbers that are counted in it lie on it in their matrices' colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from manim import Rectangle, VGroup, VMobject
from numpy.typing import NDArray

from scenes.lesson.pattern_tiles import box, outline
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.surface import colour_area
from scenes.parts.text.number import Tick
from scenes.parts.text.typeset import Label, Row
from scenes.stage import Region
from scenes.style import Style

_SEAM, _TICK, _BELOW, _APART = 0.04, 0.1, 0.42, 2.0
"""Scene units free behind a layer, of an age's mark, from the band to the ages' baseline; from one age to the next, at
the least."""


@dataclass(frozen=True)
class Counted:
    """Numbers that are counted one after the other: one matrix, or all that is no attention.

    Attributes:
        start: when the first of them is counted, in lives from the very first number on.
        end: when the last of them is.
        color: ``#rrggbb``.
        ends_layer: whether a layer ends with them.
    """

    start: float
    end: float
    color: str
    ends_layer: bool = False


def within(pieces: Sequence[Counted], start: float, end: float) -> list[Counted]:
    """Return what is counted between two moments, cut there."""
    return [
        Counted(max(each.start, start), min(each.end, end), each.color, each.ends_layer and each.end <= end)
        for each in pieces
        if each.start < end - 1e-9 and each.end > start + 1e-9
    ]


class LifeBand(VGroup):
    """The band of one life, from birth to death, with the ages below it.

    Args:
        region: where the band lies.
        pieces: what is counted in it, and in the lives after it.
        years: the length of the life.
        unit: what an age is in.
        style: theme, sizes.

    Attributes:
        frame: its outline.
        ages: the marks below it, with their numbers and the unit.
        areas: what has been counted, one area a colour.
        pieces: what is counted in the first life.
        region: where the band lies.
    """

    def __init__(self, region: Region, pieces: Sequence[Counted], years: float, unit: str, *, style: Style) -> None:
        self.region, self._all, self.years, self._style = region, pieces, years, style
        self.pieces = within(pieces, 0.0, 1.0)
        self.frame = Rectangle(width=region.width, height=region.height).move_to(region.centre)
        self.frame.set_stroke(style.theme.dim, style.strokes.thin)
        self.areas = {
            color: colour_area(VMobject(stroke_width=0), color, 1.0, style)
            for color in dict.fromkeys(each.color for each in pieces)
        }
        self.ages = self._ages(unit)
        super().__init__(self.frame, *self.areas.values(), self.ages)
        self.show_life(0.0)

    def x_at(self, share: float) -> float:
        """Return where a share of the life ends, scene units."""
        return self.region.left + share * self.region.width

    def _ages(self, unit: str) -> VGroup:
        """Return the ages below the band, the last one with what they are in."""
        style, ages = self._style, VGroup()
        count = next((n for n in (4, 2) if self.years % n == 0 and self.region.width >= n * _APART), 1)
        step = self.years / count
        for index in range(count + 1):
            x, low = self.x_at(index / count), self.region.bottom
            mark = Rectangle(width=0.02, height=_TICK, stroke_width=0).set_fill(style.theme.dim, 1.0)
            text: Row = Row([Tick(index * step, step, size=style.sizes.number, color=style.theme.dim, style=style)])
            if index == count:
                text = Row([*text, Label(unit, size=style.sizes.number, color=style.theme.dim, style=style)], 0.14)
            text.set_x(x).on_baseline(low - _BELOW)
            text.shift(point(min(self.region.right - float(text.get_right()[0]), 0.0)))
            ages.add(mark.move_to(point(x, low - _TICK / 2)), text)
        return ages

    def box_of(self, piece: Counted) -> list[list[float]]:
        """Return the corners of what is counted."""
        left, right = self.x_at(piece.start), self.x_at(piece.end)
        seam = min(_SEAM, 0.3 * (right - left)) if piece.ends_layer else 0.0
        return box(left, self.region.top, right - seam, self.region.bottom)

    def show_life(self, share: float, life: int = 0) -> None:
        """Show what has been counted in a share of a life: of the first, or of a later one."""
        moved = self._in_life(share, life)
        for color, area in self.areas.items():
            boxes = [self.box_of(each) for each in moved if each.color == color]
            area.points = outline(np.array(boxes).reshape(-1, 4, 2))

    def _in_life(self, share: float, life: int) -> list[Counted]:
        """Return what has been counted in a share of a life, in lives from its birth on."""
        pieces = within(self._all, life, life + share)
        return [Counted(each.start - life, each.end - life, each.color, each.ends_layer) for each in pieces]

    def parts(self, share: float, life: int = 0) -> list[VMobject]:
        """Return what has been counted in a share of a life, each matrix by itself."""
        return [
            colour_area(VMobject(stroke_width=0), each.color, 1.0, self._style)
            .set_points(outline(np.array([self.box_of(each)])))
            for each in self._in_life(share, life)
        ]  # fmt: skip

    def standing(self, parts: Sequence[VMobject], at: Point, size: tuple[float, float], seconds: float) -> Live:
        """Return how what has been counted in the whole life stands up: birth at the feet, death at the head.

        Args:
            parts: each matrix by itself; see ``parts``.
            at: the middle of the feet.
            size: how wide and how tall all of them are then, scene units.
            seconds: how long it takes.
        """
        room, shares = self.region, []
        for part in parts:
            corners = part.points.reshape(-1, 4, 3)[:, 0, :2]
            shares.append((corners - (room.left, room.bottom)) / (room.width, room.height))
        feet = np.array([room.left, room.centre[1]])

        def follow(progress: float) -> None:
            angle, foot = progress * pi / 2, feet + progress * (at[:2] - feet)
            long, wide = (
                room.width + progress * (size[1] - room.width),
                room.height + progress * (size[0] - room.height),
            )
            along, across = long * np.array([cos(angle), sin(angle)]), wide * np.array([-sin(angle), cos(angle)])
            for part, share in zip(parts, shares, strict=True):
                turned: NDArray[np.float64] = foot + share[:, :1] * along + (share[:, 1:] - 0.5) * across
                part.points = outline(turned[None])

        return Live(parts, follow, run_time=seconds)
