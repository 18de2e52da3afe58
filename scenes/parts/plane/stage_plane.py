"""The plane of the stage: one place for each vector, ticks and axis names; it stays from figure to figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor

import torch
from manim import ManimColor, VGroup
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box, Segment, Spot, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import BYSTANDER, DISC, DOT, haloed
from scenes.parts.plane.vector import Vector, thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Tick
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label
from scenes.stage import PlaneView, Stage
from scenes.style import DEFAULT, Style

_TICK = 0.07
"""Scene units: half a tick's length."""

_TICK_INK, _NAME_INK = 0.75, 0.3
"""The share of ink in the colour of the ticks' numbers, and of the axes' names; the rest is the colour of notes, or of
the name's family. Thin type loses contrast at its edges."""

_WIDEST_NAME = 3.2
"""Scene units that the name of an axis may be wide; the type of a longer one gets smaller."""

_LEAST_NAME = 0.75
"""The least share of its size to which the name of an axis shrinks."""

_BELOW, _LEFT = 0.36, 0.16
"""Scene units from an axis to the baseline of its numbers below, and to their right edge at its left."""

_EDGE = 0.15
"""Scene units from the last tick to the frame's margin."""

_HALO = 0.04
"""Scene units around a label that its halo takes."""


class StagePlane(VGroup):
    """Ticks, their numbers and the axes' names over the ground's grid, and the places of vectors.

    Args:
        stage: the frame.
        view: the place of the plane in it.
        axes: names of the two axes; none where these have no names.
        colors: one ``#rrggbb`` for each name.
        spans: the least and the largest number of the world's words along both axes, from where these cross, to which
            ticks are numbered.
        names_below: whether the horizontal axis's name is below its ticks, because a table stands at their right.
        crossing: the numbers at which the axes cross.
        style: theme and sizes.

    Attributes:
        ticks: the marks across the axes.
        numbers: the ticks' numbers.
        names: the axes' names, with halos.
    """

    def __init__(
        self,
        stage: Stage,
        view: PlaneView,
        axes: Sequence[str],
        colors: Sequence[str],
        spans: Sequence[tuple[float, float]],
        *,
        names_below: bool = False,
        crossing: tuple[float, float] = (0.0, 0.0),
        style: Style = DEFAULT,
    ) -> None:
        self.stage, self.view, self.crossing, self.style = stage, view, crossing, style
        self.counts = tuple(self._counts(axis, spans[axis]) for axis in (0, 1))
        self.ticks, self.numbers = VGroup(), VGroup()
        for axis in (0, 1):
            for count in self.counts[axis]:
                self._add_tick(axis, count)
        self.names = self._names(axes, colors, names_below)
        super().__init__(self.ticks, self.numbers, self.names)
        laid(self, Layer.TICKS)

    def place(self, row: Tensor) -> Point:
        """Return the manim point of a vector of shape (2,): the one crossing from tensors to the frame."""
        x, y = (float(element) - start for element, start in zip(row, self.crossing, strict=True))
        return point(self.view.origin[0] + x * self.view.unit, self.view.origin[1] + y * self.view.unit)

    @property
    def origin(self) -> Point:
        """The manim point of the zero vector."""
        return self.place(torch.zeros(2))

    def vector(self, row: Tensor, color: str, *, start: Tensor | None = None) -> Vector:
        """Return a vector of shape (2,) as an arrow from the origin, or from the place of ``start``."""
        begin = self.origin if start is None else self.place(start)
        return Vector(begin, self.place(row if start is None else start + row), color, style=self.style)

    def text_boxes(self) -> list[Box]:
        """Return the boxes of the ticks' numbers and the axes' names, which labels keep off."""
        return self.boxes_of([*self.numbers, *self.names])

    @staticmethod
    def boxes_of(texts: Sequence[VGroup]) -> list[Box]:
        """Return the boxes of some of the numbers and names."""
        return [box_of(text) for text in texts]

    def axis_segments(self) -> list[Segment]:
        """Return the two axes as segments, for labels to avoid."""
        x, y = self.view.origin
        width, height = self.stage.width / 2, self.stage.height / 2
        return [((-width, y), (width, y)), ((x, -height), (x, height))]

    def _counts(self, axis: int, span: tuple[float, float]) -> list[int]:
        """Return the ticks that are numbered: up to the farthest words, and at least three where there is room."""
        room = self.view.words(self.stage)
        # Where the plane goes on to the frame's margin, a number centred on it would stand in it.
        right = room.right - (_EDGE if self.view.lying else 0.0)
        low, high = (room.left, right) if axis == 0 else (room.bottom, room.top)
        step, origin = self.view.unit * self.view.step, self.view.origin[axis]
        first, last = ceil((low - origin) / step), floor((high - origin) / step)
        reached = max(3, floor(span[1] / self.view.step + 1e-9))
        positive = list(range(1, min(last, reached) + 1))
        if span[1] >= -span[0] or len(positive) >= 3:
            return positive
        return [*range(first, 0), *positive]

    def _add_tick(self, axis: int, count: int) -> None:
        theme, view = self.style.theme, self.view
        value, (x, y) = self.crossing[axis] + count * view.step, self.crossing
        at = self.place(torch.tensor([value, y] if axis == 0 else [x, value], dtype=torch.float64))
        reach = point(0.0, _TICK) if axis == 0 else point(_TICK, 0.0)
        self.ticks.add(thin_line(at - reach, at + reach, theme.axis, 2.4))
        # Between the colours of notes and of type: a pencil reads them, and yet they are no result.
        color = ManimColor(theme.dim).interpolate(ManimColor(theme.ink), _TICK_INK).to_hex()
        number = Tick(value, view.step, size=self.style.sizes.tick, color=color, style=self.style)
        if axis == 0:
            number.set_x(at[0]).on_baseline(at[1] - _BELOW)
        else:
            number.set_x(at[0] - _LEFT - number.width / 2)
            number.on_baseline(at[1] - self.style.sizes.tick * UNITS_PER_FONT_UNIT * CAP_HEIGHT / 2)
        self.numbers.add(haloed(number, self.style))

    def _widest(self, axis: int) -> float:
        """Return the width of the widest number along an axis, scene units."""
        first = len(self.counts[0]) if axis else 0
        numbers = list(self.numbers)[first : first + len(self.counts[axis])]
        return max((float(number.width) for number in numbers), default=0.0)

    def _names(self, axes: Sequence[str], colors: Sequence[str], below: bool) -> VGroup:
        names, (x, y) = VGroup(), self.view.origin
        if not axes:
            return names
        ink = ManimColor(self.style.theme.ink)
        colors = [ManimColor(color).interpolate(ink, _NAME_INK).to_hex() for color in colors]
        step = self.view.unit * self.view.step
        across, up = (
            Label(name, size=self.style.sizes.tick + 1, color=color, within=_WIDEST_NAME, style=self.style)
            for name, color in zip(axes, colors, strict=True)
        )
        last = x + step * max(self.counts[0], default=0)
        left = last + max(0.42, self._widest(0) / 2 + 0.27)
        right_edge = self.view.words(self.stage).right + (-2 * _HALO if self.view.lying else 0.2)
        if below or left + across.width > right_edge:
            left = min(last - across.width / 2, right_edge - across.width)
            across.set_x(left + across.width / 2).on_baseline(y - _BELOW - 0.42)
        else:
            across.set_x(left + across.width / 2).on_baseline(y - _BELOW)
        top = y + step * max(self.counts[1], default=0)
        right = x - _LEFT - max(0.32, self._widest(1) + 0.16)
        leftmost = self.stage.safe.left + 2 * _HALO
        if right - up.width < leftmost:
            # Above the last tick, or below it where the header is near; smaller, so as not to cross the axis.
            within = max(x - _LEFT - leftmost, _LEAST_NAME * up.width)
            up = Label(axes[1], size=up.size, color=colors[1], within=min(within, up.width), style=self.style)
            above = top + 0.32 < self.view.header_end - 0.6
            up.set_x(x - _LEFT - up.width / 2).on_baseline(top + (0.32 if above else -0.52))
            if up.get_left()[0] < leftmost:
                up.set_x(leftmost + up.width / 2)
        else:
            up.set_x(right - up.width / 2).on_baseline(top - 0.1)
        names.add(haloed(across, self.style), haloed(up, self.style))
        return names


def name_offsets(
    plane: StagePlane,
    vectors: Mapping[str, Tensor],
    *,
    heights: Mapping[str, float] | None = None,
    lines: Sequence[Segment] = (),
    boxes: Sequence[Box] = (),
    large: Sequence[str] = (),
    size: float | None = None,
    style: Style = DEFAULT,
) -> dict[str, tuple[float, float]]:
    """Return the offsets of the words' names from their places, as (x, y) in scene units.

    Args:
        plane: the plane they lie on.
        vectors: one of shape (2,) for each word.
        heights: the icons' heights by word; a bystander's when left out.
        lines: further lines that names avoid.
        boxes: further boxes that names avoid.
        large: the words drawn as discs where they have no icon.
        size: manim font units.
        style: sizes.
    """
    spots = name_spots(plane, vectors, heights=heights, large=large, size=size, style=style)
    bounds = name_bounds(plane)
    boxes = [*plane.text_boxes(), *boxes]
    centres = place_labels(spots, bounds, lines=[*plane.axis_segments(), *lines], boxes=boxes)
    return {
        word: (centre[0] - spot.x, centre[1] - spot.y)
        for word, centre, spot in zip(vectors, centres, spots, strict=True)
    }


def name_spots(
    plane: StagePlane,
    vectors: Mapping[str, Tensor],
    *,
    heights: Mapping[str, float] | None = None,
    large: Sequence[str] = (),
    size: float | None = None,
    style: Style = DEFAULT,
) -> list[Spot]:
    """Return the words' marks and the sizes of their names, with the arguments of ``name_offsets``."""
    spots = []
    for word, row in vectors.items():
        at, name = plane.place(row), Label(word, size=size or style.sizes.number, style=style)
        half = (heights or {}).get(word, BYSTANDER) / 2 if has_icon(word, style) else DISC if word in large else DOT
        reach = (half * 0.9 + 0.04, half + 0.04)
        outward = (-1.0 if at[0] < plane.origin[0] else 1.0, 0.0)
        spots.append(Spot(float(at[0]), float(at[1]), float(name.width), float(name.height), reach, outward))
    return spots


def name_bounds(plane: StagePlane) -> Box:
    """Return the box in which words' names stay."""
    room, safe = plane.view.words(plane.stage), plane.stage.safe
    return (safe.left + _HALO, room.bottom - 0.15, min(room.right + 0.3, safe.right - _HALO), room.top + 0.1)
