"""A pull as an area: a key's shadow times a query's length."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, floor, pi, sin

import numpy as np
from manim import LEFT, VMobject, angle_of_vector, smooth

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber, NumberOnInk
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row, capitals
from scenes.stage import Region, nice_step
from scenes.style import DEFAULT, Style

EDGE = 0.16
"""Scene units: the thickness of the bars that are an area's sides."""

_OFF, _SAID, _LINES = 0.14, 0.16, 1.75
"""Scene units from a side to its text, and from a word of that to the number; and from a line of a text to the next, in
heights of capitals."""

_TILE, _LINE, _SLIVER = 0.5, 2.2, 0.1
"""Scene units from a line of an area to the next, at the least; that line's stroke units; and the share of a cell from
which a last one is parted by a line."""

_LARGE, _WIDE, _HIGH, _SHRINK = 1.8, 0.82, 0.62, 0.95
"""The size of the area's number, as a multiple of a hero's, at the most; the shares that it may take of the area's
width and of its cells' height; and the factor by which it gets smaller until it fits."""

_WORDED = 0.85
"""The share of the size without words beside the numbers from which areas are rather smaller and have words."""

_UNDER_NAME, _APART, _BESIDE = 0.16, 0.4, 0.3
"""Scene units from a name to the area below it, and from one area with its name to the next, below it or beside it."""

_TURN = 0.7
"""The share of a side's motion in which it turns."""


class PullArea:
    """A rectangle as wide as a key's shadow and as high as a query is long, which is cut into squares.

    Args:
        factors: the shadow and the query's length.
        decimals: digits after the point of both.
        force: their product.
        said: what both numbers are.
        style: theme and sizes.

    Attributes:
        sides: the shadow, which lies below the area, and the query's length, which stands at its right.
        texts: what each side is, and its length, in its colour, at the right.
        glass: the area, in the colour of a pull's bar.
        is_worded: whether words must stand with the numbers.
        inside: the lines that cut it into squares, what one of these is, and the force; that is first of the texts
            where it has no room.
    """

    def __init__(
        self, factors: Sequence[float], decimals: int, force: float, said: Sequence[str], *, style: Style = DEFAULT
    ) -> None:
        theme = style.theme
        self.style, self.factors, self.force, self._said, self._decimals = style, tuple(factors), force, said, decimals
        self.colors = (theme.key, theme.query)
        self.sides = [laid(_bar(color, style), Layer.SHADOW) for color in self.colors]
        self.texts, self.inside = list[VMobject](), list[VMobject]()
        self.glass = _bar(theme.ink, style)
        self.on_glass = theme.background if theme.filled else theme.ink
        laid(self.glass, Layer.SHEET)
        self.is_worded = True
        self._forms = [self._written(words) for words in ("beside", "above", "")]
        hero = HeroNumber(force, size=style.sizes.hero, style=style)
        self._per_size = float(hero.width) / style.sizes.hero

    def _written(self, words: str) -> list[list[Row]]:
        """Return the texts of both sides: a word beside each number, or above it, or none."""
        size, style, made = self.style.sizes.number, self.style, list[list[Row]]()
        for word, factor, color in zip(self._said, self.factors, self.colors, strict=True):
            label = Label(word, size=size, color=color, style=style)
            number = Number(factor, decimals=self._decimals, size=size, color=color, style=style)
            lines: dict[str, list[list[VMobject]]]
            lines = {"beside": [[label, number]], "above": [[label], [number]], "": [[number]]}
            made.append([Row(line, _SAID) for line in lines[words]])
        return made

    @property
    def _pitch(self) -> float:
        return _LINES * capitals(self.style.sizes.number)

    def _form(self, unit: float, width: float, height: float = float("inf")) -> list[list[Row]] | None:
        """Return the texts that have room at the right of the area; None where none have."""
        free = width - unit * self.factors[0] - EDGE - _OFF
        for form in self._forms[:2] if self.is_worded else self._forms:
            if max(float(line.width) for lines in form for line in lines) <= free and self._high(form, unit) <= height:
                return form
        return None

    def _high(self, form: Sequence[Sequence[Row]], unit: float) -> float:
        """Return the height of the area, or of its texts if they are higher."""
        lines = sum(map(len, form)) + (0 if self._size(unit) else 1)
        return EDGE + max(unit * self.factors[1], lines * self._pitch - EDGE)

    def least_width(self, unit: float) -> float:
        """Return its width with the narrower texts, for a number of scene units as long as a shadow of 1."""
        form = self._forms[1 if self.is_worded else 2]
        return unit * self.factors[0] + EDGE + _OFF + max(float(row.width) for lines in form for row in lines)

    def height(self, unit: float, width: float, height: float) -> float | None:
        """Return its height in a room of a width and a height; None where that is too small for it."""
        form = self._form(unit, width, height)
        return self._high(form, unit) if form else None

    def put(self, left: float, top: float, unit: float, width: float, height: float) -> None:
        """Let its upper left corner be a point, and a length of 1 be a number of scene units."""
        form = self._form(unit, width, height + 1e-6) or self._forms[-1]
        high = self._high(form, unit)
        self.unit, self.corner = unit, point(left, top - high + EDGE)
        wide, tall = (unit * factor for factor in self.factors)
        self.cover(1.0)
        cap = capitals(self.style.sizes.number)
        x, foot = left + wide + EDGE + _OFF, float(self.corner[1]) - EDGE
        shadow, query = (lines[::-1] for lines in form)  # from the lowest line
        for index, line in enumerate(shadow):
            line.align_to(point(x), LEFT).on_baseline(foot + index * self._pitch)
        middle = float(self.corner[1]) + tall / 2 - ((len(query) - 1) * self._pitch + cap) / 2
        start = max(middle, foot + len(shadow) * self._pitch)
        for index, line in enumerate(query):
            line.align_to(point(x), LEFT).on_baseline(start + index * self._pitch)
        self.texts = [laid(line, Layer.LEDGER) for lines in form for line in lines]
        self._fill(wide, tall)
        if not self._size(unit):
            number = HeroNumber(self.force, size=self.style.sizes.number, style=self.style)
            number.align_to(point(x), LEFT).on_baseline(start + len(query) * self._pitch)
            self.texts.insert(0, laid(number, Layer.LEDGER))

    def _cells(self, unit: float) -> tuple[float, list[list[float]]]:
        """Return the length of a cell's side, and where lines part the area, from its corner, along both ways."""
        step = max(1.0, nice_step(_TILE / unit))
        return step, [
            [unit * step * place for place in range(1, ceil(factor / step - _SLIVER))] for factor in self.factors
        ]

    def _row(self, unit: float) -> tuple[float, float]:
        """Return the lower and the upper edge of the row of cells that the number stands in."""
        step, (_, heights) = self._cells(unit)
        tall = unit * self.factors[1]
        edges = [0.0, *heights, tall]
        at = min(floor(self.factors[1] / 2 / step), len(edges) - 2)
        return edges[at], edges[at + 1]

    def _size(self, unit: float) -> float:
        """Return the size of the number in the area; 0 where it has no room."""
        low, high = self._row(unit)
        most = _LARGE * self.style.sizes.hero
        size = min(most, _WIDE * unit * self.factors[0] / self._per_size, _HIGH * (high - low) / capitals(1.0))
        return size if size >= self.style.sizes.tick else 0.0

    def _fill(self, wide: float, tall: float) -> None:
        """Cut the area into squares, and write the force on it, where no line crosses it, and what a square is."""
        step, (across, up) = self._cells(self.unit)
        low, high = self._row(self.unit)
        size, ink = self._size(self.unit), self.on_glass
        lines = VMobject(stroke_color=ink, stroke_width=_LINE)
        pieces = [(point(0.0, y), point(wide, y)) for y in up]
        for x in across:
            ends = [(0.0, low), (high, tall)] if size else [(0.0, tall)]
            pieces += [(point(x, start), point(x, end)) for start, end in ends if end - start > 1e-6]
        for start, end in pieces:
            lines.start_new_path(self.corner + start)
            lines.add_line_to(self.corner + end)
        self.inside = [laid(lines, Layer.SHADOW)] if pieces else []
        if size:
            number = NumberOnInk(self.force, size=size, color=ink, style=self.style)
            number.move_to(self.corner + point(wide / 2, (low + high) / 2))
            self.inside.append(laid(number, Layer.LEDGER))
        if across and up and low > 0 and step == 1:
            one = NumberOnInk(1.0, decimals=0, size=self.style.sizes.number, color=ink, style=self.style)
            one.move_to(self.corner + point(across[0], up[0]) / 2)
            self.inside.append(laid(one, Layer.LEDGER))

    def cover(self, share: float) -> None:
        """Draw the area when the shadow has been lifted a share, 0 to 1, of the query's length."""
        wide, high = (self.unit * factor for factor in self.factors)
        high *= max(share, 1e-4)
        ends = [point(0.0), point(wide), point(wide, high), point(0.0, high), point(0.0)]
        self.glass.set_points_as_corners([self.corner + end for end in ends])

    def bring(self, index: int, share: float, start: Point, end: Point, thick: float) -> None:
        """Draw a side when it has gone a share, 0 to 1, of its way from a bar of the plane to where it measures.

        It turns as it goes straight to its place, and has turned before it is there.

        Args:
            index: 0 for the shadow, 1 for the query's length.
            share: of the way.
            start: manim point of the middle of that bar's one end.
            end: of the other.
            thick: scene units: that bar's thickness.
        """
        turned, gone = smooth(min(share / _TURN, 1.0)), smooth(share)
        way = end - start
        angles = [angle_of_vector(way), index * pi / 2]
        angle = angles[0] + turned * ((angles[1] - angles[0] + pi) % (2 * pi) - pi)
        along, across = point(cos(angle), sin(angle)), point(-sin(angle), cos(angle))
        length, last = float(np.linalg.norm(way)), self.unit * self.factors[index]
        wide = self.unit * self.factors[0]
        middle, home = (
            (start + end) / 2,
            self.corner + (point(2 * wide + EDGE, last) if index else point(last, -EDGE)) / 2,
        )
        middle = middle + gone * (home - middle)
        reach = (length + turned * (last - length)) / 2 * along
        half = (thick + turned * (EDGE - thick)) / 2 * across
        ends = [middle - reach + half, middle - reach - half, middle + reach - half, middle + reach + half]
        self.sides[index].set_points_as_corners([*ends, ends[0]])


def put_areas(areas: Sequence[PullArea], names: Sequence[VMobject], room: Region) -> list[tuple[Point, float]]:
    """Put two areas of one scale into a room, as large as they fit: one below the other, or side by side.

    Returns:
        Where the middle of each area's name is, above it, and how wide that is there.
    """
    heads = max(float(name.height) for name in names) + _UNDER_NAME
    found = list[tuple[float, list[Region]]]()
    for is_worded in (True, False):
        for area in areas:
            area.is_worded = is_worded
        found.append(_largest(areas, names, heads, room))
    (unit, rooms), (most, _) = found
    for area in areas:
        area.is_worded = unit >= _WORDED * most
    unit, rooms = found[0 if areas[0].is_worded else 1]
    places = list[tuple[Point, float]]()
    for area, name, each in zip(areas, names, rooms, strict=True):
        area.put(each.left, each.top - heads, unit, each.width, each.height - heads)
        wide = min(float(name.width), each.width)
        places.append((point(each.left + wide / 2, each.top - (heads - _UNDER_NAME) / 2), wide))
    return places


def _largest(
    areas: Sequence[PullArea], names: Sequence[VMobject], heads: float, room: Region
) -> tuple[float, list[Region]]:
    """Return the largest scale in which both areas have room, and the room of each with its name."""
    unit = max(room.width, room.height) / min(area.factors[1] for area in areas)
    least, rooms = 1e-2 * unit, None
    while rooms is None and unit > least:
        unit *= _SHRINK
        rooms = _rows(areas, heads, unit, room) or _columns(areas, names, heads, unit, room)
    return unit, rooms or [*room.columns(1, 1, gap=_BESIDE)]


def _rows(areas: Sequence[PullArea], heads: float, unit: float, room: Region) -> list[Region] | None:
    """Return a room for each area, one below the other; None where they have none."""
    heights = [area.height(unit, room.width, room.height) for area in areas]
    high = [heads + height for height in heights if height is not None]
    free = room.height - sum(high) - _APART
    if len(high) < len(areas) or free < 0:
        return None
    top, rooms = room.top - free / 3, list[Region]()
    for each in high:
        rooms.append(Region(room.left, room.right, top - each, top))
        top -= each + _APART + free / 3
    return rooms


def _columns(
    areas: Sequence[PullArea], names: Sequence[VMobject], heads: float, unit: float, room: Region
) -> list[Region] | None:
    """Return a room for each area, side by side and with their feet on one line; None where they have none."""
    most = (room.width - _BESIDE) / 2
    named = [min(float(name.width), most) for name in names]
    wide = [max(area.least_width(unit), each) for area, each in zip(areas, named, strict=True)]
    heights = [area.height(unit, each, room.height - heads) for area, each in zip(areas, wide, strict=True)]
    high = [heads + height for height in heights if height is not None]
    free = room.width - sum(wide) - _BESIDE
    if len(high) < len(areas) or max(high) > room.height or free < -1e-6:
        return None
    left, rooms = room.left, list[Region]()
    bottom = float(room.centre[1]) - max(high) / 2
    for width, each in zip(wide, high, strict=True):
        rooms.append(Region(left, left + width + free / 2, bottom, bottom + each))
        left += width + free / 2 + _BESIDE
    return rooms


def _bar(color: str, style: Style) -> VMobject:
    """Return a bar of a colour, without points."""
    theme = style.theme
    bar = VMobject(stroke_width=0).set_fill(theme.fill(color), 1.0 if theme.filled else 0.0)
    if theme.fill(color) != color or not theme.filled:
        bar.set_stroke(color, 2.0)
    return bar
