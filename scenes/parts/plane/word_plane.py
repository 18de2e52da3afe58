"""A plane of words: axes with names, a grid clipped to its panel, and words at the places of their vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor

import numpy as np
import torch
from manim import LEFT, Dot, Line, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.arrows import Arrow
from scenes.parts.plane.labels import Box, Segment, Spot, place_labels
from scenes.parts.text.number import Coordinates, Tick
from scenes.parts.text.outline import boundary
from scenes.parts.text.typeset import Label, Row, Typeset, set_on_baseline
from scenes.stage import Region, nice_step
from scenes.style import DEFAULT, Style

_NAME_ROOM = 0.46
"""Scene units outside the panel for an axis name."""

_DOT = 0.085
ICON_HEIGHT = 0.55
"""Scene units: a dot's radius, an icon's height."""


class WordPlane(VGroup):
    """A plane whose axes have meanings.

    Args:
        region: the region it may fill, axis names included.
        rows: shape (N, 2): all vectors that must be inside, besides the origin.
        axes: names of the two axes, or none.
        ticks: print the numbers along the axes.
        style: theme and sizes.

    Attributes:
        panel: the rectangle the grid is clipped to.
        room: the region it may fill.
        spans: the least and the largest number inside the panel, for both axes.
        unit: scene units for one unit of the vectors, the same along both axes.
        step: the distance from one line of the grid, and one tick, to the next.
        grid: thin lines at the multiples of the step.
        axis_lines: the two lines through the origin.
        names: the axis names' mobjects.
    """

    def __init__(
        self, region: Region, rows: Tensor, axes: Sequence[str], *, ticks: bool = False, style: Style = DEFAULT
    ) -> None:
        self.style = style
        self.spans = _spans(rows)
        self.step = grid_step(max(high - low for low, high in self.spans))
        self.room = region
        self._tick_room = self._widest_tick() if ticks else 0.0
        self.panel, self.unit = self._fit(region, ticks, _NAME_ROOM if axes else 0.0)
        self.grid = self._grid()
        self.axis_lines = self._axis_lines()
        self.names = self._names(axes, ticks)
        self.ticks = self._ticks() if ticks else VGroup()
        super().__init__(self.grid, self.axis_lines, self.names, self.ticks)

    def place(self, row: Tensor) -> Point:
        """Return the point of a vector of shape (2,): the one crossing from tensors to the frame.

        Returns:
            A manim point of shape (3,).
        """
        x, y = (float(element) for element in row)
        return np.array(
            [
                self.panel.left + (x - self.spans[0][0]) * self.unit,
                self.panel.bottom + (y - self.spans[1][0]) * self.unit,
                0.0,
            ]
        )

    @property
    def origin(self) -> Point:
        """The point of the zero vector."""
        return self.place(torch.zeros(2))

    @property
    def bounds(self) -> Box:
        """The panel, as left, bottom, right, top."""
        return (self.panel.left, self.panel.bottom, self.panel.right, self.panel.top)

    @property
    def label_bounds(self) -> Box:
        """The box in which labels stay: the panel, and the free part of the region to its right and above it."""
        return (self.panel.left, self.panel.bottom, self.room.right, self.room.top)

    def axis_segments(self) -> list[Segment]:
        """Return the two axes as segments, for labels to avoid."""
        zero = self.origin
        left, bottom, right, top = self.bounds
        return [((left, zero[1]), (right, zero[1])), ((zero[0], bottom), (zero[0], top))]

    def arrow(self, row: Tensor, color: str, *, start: Tensor | None = None, width: float | None = None) -> Arrow:
        """Return a vector as an arrow from the origin, or from the place of ``start``."""
        begin = self.origin if start is None else self.place(start)
        return Arrow(begin, self.place(row), color, width=width or self.style.strokes.line)

    def _fit(self, region: Region, ticks: bool, names: float) -> tuple[Region, float]:
        room = region.inset(names + self._tick_room, 0.12 * ticks, names + 0.28 * ticks, 0.12 * ticks)
        across, up = (high - low for low, high in self.spans)
        unit = min(room.width / across, room.height / up)
        x, y = room.centre[0], room.centre[1]
        width, height = across * unit, up * unit
        return Region(x - width / 2, x + width / 2, y - height / 2, y + height / 2), unit

    def _grid(self) -> VGroup:
        lines = VGroup()
        (left, right), (bottom, top) = self.spans
        for x in multiples(self.step, left, right):
            lines.add(self._line((x, bottom), (x, top)))
        for y in multiples(self.step, bottom, top):
            lines.add(self._line((left, y), (right, y)))
        return lines.set_stroke(self.style.theme.faint, self.style.strokes.hair)

    def _axis_lines(self) -> VGroup:
        (left, right), (bottom, top) = self.spans
        lines = VGroup(self._line((left, 0.0), (right, 0.0)), self._line((0.0, bottom), (0.0, top)))
        return lines.set_stroke(self.style.theme.dim, self.style.strokes.thin)

    def _line(self, start: tuple[float, float], end: tuple[float, float]) -> Line:
        return Line(self.place(torch.tensor(start)), self.place(torch.tensor(end)))

    def _names(self, axes: Sequence[str], ticks: bool) -> VGroup:
        if not axes:
            return VGroup()
        rooms = (self.room.width, self.room.height)
        across, up = (
            Label(name, color=self.style.theme.dim, within=room, style=self.style)
            for name, room in zip(axes, rooms, strict=True)
        )
        depth = 0.3 + 0.28 * ticks
        room, half = self.room, across.width / 2
        across.move_to(point(min(max(self.panel.centre[0], room.left + half), room.right - half), 0))
        set_on_baseline(across, self.panel.bottom - depth)
        up.rotate(np.pi / 2)
        middle = min(max(self.panel.centre[1], room.bottom + up.height / 2), room.top - up.height / 2)
        up.move_to(point(self.panel.left - 0.24 - self._tick_room, middle))
        return VGroup(across, up)

    def _ticks(self) -> VGroup:
        marks = VGroup()
        (left, right), (bottom, top) = self.spans
        for value in multiples(self.step, left, right):
            mark = self._tick(value).move_to(point(self.place(torch.tensor([value, 0.0]))[0], 0))
            set_on_baseline(mark, self.panel.bottom - 0.27)
            marks.add(mark)
        for value in multiples(self.step, bottom, top):
            mark = self._tick(value)
            height = self.place(torch.tensor([0.0, value]))[1]
            mark.next_to(point(self.panel.left, height), LEFT, buff=0.12)
            marks.add(mark)
        return marks

    def _widest_tick(self) -> float:
        """Return the room that the numbers along the vertical axis need at its left, scene units."""
        return max(0.4, *(float(self._tick(value).width) + 0.24 for value in multiples(self.step, *self.spans[1])))

    def _tick(self, value: float) -> Tick:
        return Tick(value, self.step, size=self.style.sizes.note, color=self.style.theme.dim, style=self.style)


def grid_step(span: float) -> float:
    """Return the distance between the lines of a grid over a span: 1, or a step of 1–2–5 where 1 is far off.

    >>> grid_step(5.0), grid_step(30.0), grid_step(4e-6)
    (1.0, 5.0, 1e-06)
    """
    return 1.0 if _FEWEST_UNITS <= span < _MOST_UNITS or span <= 0 else nice_step(span / _LINES)


_FEWEST_UNITS, _MOST_UNITS = 1.5, 22.0
"""Units along an axis between which every one of them has a line."""

_LINES = 6.0
"""Lines along an axis, at the most, where units are too large or too small for that."""


def multiples(step: float, low: float, high: float) -> list[float]:
    """Return the multiples of a step from one number to another."""
    return [count * step for count in range(ceil(low / step - 1e-6), floor(high / step + 1e-6) + 1)]


def _spans(rows: Tensor) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the range of each axis: the vectors and the origin with a margin around them, in quarters of a step."""
    spans = []
    unit = grid_step(float(rows.max()) - float(rows.min()) if rows.numel() else 1.0)
    for column in rows.reshape(-1, 2).T.tolist():
        low, high = min(0.0, *column), max(0.0, *column)
        air = max(0.09 * (high - low), 0.15 * unit)
        step = 0.25 * unit
        below = floor((low - air) / step) * step if low < 0 else -step if air > 0.2 * unit else -0.4 * step
        spans.append((below, ceil((high + air) / step) * step))
    return spans[0], spans[1]


class PlaneWord(VGroup):
    """A word on a plane: a mark centred on the place of its vector, and its label.

    Args:
        word: the word.
        at: the place of its vector, a manim point.
        color: ``#rrggbb``.
        icon: mark the place with the word's icon, where there is one, instead of a dot.
        coordinates: the vector to print below the word, shape (2,), or None.
        size: the label's size, manim font units.
        text: a text for the label instead of the word, such as a formula.
        marked: draw the mark; without it, only the label is visible.
        icon_height: scene units.

    Attributes:
        mark: the dot or icon.
        reach: half the width and height around the place that its label avoids, scene units.
        toward: a direction that its label prefers, more strongly the longer it is; away from the origin when None.
        label: word and coordinates together.
        text: the word alone.
        coordinates: the printed coordinates, or None.
    """

    def __init__(
        self,
        word: str,
        at: Point,
        color: str,
        *,
        icon: bool = False,
        coordinates: Tensor | None = None,
        size: float | None = None,
        text: Typeset | Row | None = None,
        marked: bool = True,
        icon_height: float = ICON_HEIGHT,
        style: Style = DEFAULT,
    ) -> None:
        self.word = word
        drawn = icon and has_icon(word, style)
        self.mark = Icon(word, color, height=icon_height, style=style) if drawn else Dot(radius=_DOT, color=color)
        self.mark.move_to(at)
        if not marked:
            self.mark.set_opacity(0)
        self.reach = (self.mark.width / 2 + 0.02, self.mark.height / 2 + 0.02)
        self.toward: tuple[float, float] | None = None
        self.text = Label(word, size=size, color=color, style=style) if text is None else text
        self.label = VGroup(self.text)
        self.coordinates = None if coordinates is None else Coordinates(coordinates, style=style)
        if self.coordinates is not None:
            self.coordinates.set_x(self.text.get_x())
            set_on_baseline(self.coordinates, self.text.baseline - 0.38)
            self.label.add(self.coordinates)
        super().__init__(self.mark, self.label)

    @property
    def point(self) -> Point:
        """The centre of the mark."""
        return np.array(self.mark.get_center())


def set_labels(
    words: Iterable[PlaneWord],
    plane: WordPlane,
    *,
    keep_off: Sequence[Segment] = (),
    boxes: Sequence[VMobject] = (),
    axes: bool = True,
    below: float = 0.0,
) -> None:
    """Place the labels of a plane's words beside their dots, clear of each other, the axes and further mobjects.

    Args:
        words: the words, whose dots are in place.
        plane: the plane they are on.
        keep_off: further lines, such as arrows, as pairs of (x, y).
        boxes: further mobjects whose boxes are kept clear.
        axes: avoid the plane's own axes, too; False where they are not drawn.
        below: scene units by which labels may extend below the panel, beside the axis name.
    """
    members = list(words)
    spots = [_spot(word, word.point, plane) for word in members]
    taken = [box_of(mobject) for mobject in (*boxes, *(plane.names if below else ()))]
    lines = [*(plane.axis_segments() if axes else ()), *keep_off]
    left, bottom, right, top = plane.label_bounds
    centres = place_labels(spots, (left, bottom - below, right, top), lines=lines, boxes=taken)
    for word, centre in zip(members, centres, strict=True):
        word.label.move_to(point(*centre))


def _spot(word: PlaneWord, at: Point, plane: WordPlane) -> Spot:
    outward = word.toward or _direction(at[:2] - plane.origin[:2])
    return Spot(*flat(at), word.label.width, word.label.height, word.reach, outward)


def box_of(mobject: VMobject) -> Box:
    """Return a mobject's box: left, bottom, right, top; a point at the origin for an empty one."""
    anchors = boundary(mobject)
    if not len(anchors):
        return (0.0, 0.0, 0.0, 0.0)
    (left, bottom), (right, top) = anchors[:, :2].min(axis=0).tolist(), anchors[:, :2].max(axis=0).tolist()
    return (left, bottom, right, top)


def _direction(way: Point) -> tuple[float, float]:
    length = float(np.hypot(*way))
    return (float(way[0]) / length, float(way[1]) / length) if length > 1e-9 else (0.0, 0.0)


def words_on_plane(
    plane: WordPlane,
    vectors: Mapping[str, Tensor],
    colors: Mapping[str, str],
    *,
    icons: bool = False,
    coordinates: bool = False,
    size: float | None = None,
    icon_height: float = ICON_HEIGHT,
    style: Style = DEFAULT,
) -> dict[str, PlaneWord]:
    """Return words at the places of their vectors, by word; their labels are not yet placed.

    Args:
        plane: the plane they are on.
        vectors: one of shape (2,) for each word.
        colors: one ``#rrggbb`` for each word.
        icons: draw icons where there are any.
        coordinates: print the vectors.
        size: the labels' size, manim font units.
        icon_height: scene units.
        style: theme and sizes.
    """
    return {
        word: PlaneWord(
            word,
            plane.place(row),
            colors[word],
            icon=icons,
            coordinates=row if coordinates else None,
            size=size,
            icon_height=icon_height,
            style=style,
        )
        for word, row in vectors.items()
    }
