"""Words that flow into each other: vectors as blocks, what flows from one to another, and the mix of several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import ManimColor, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style, Theme

_THICK = 0.68
"""The thickness of a block, as a share of the distance from one to the next."""

_LEAST_NAMED = 0.32
"""Scene units of height from which a layer bears its word's name."""

_RIM = 0.05
"""Scene units from a mix to the glass around it."""

_TRACE, _FLOW = 3.0, 9.0
"""Stroke units: what flows, after it has flowed and while it does."""

_LIGHTER = 0.45
"""The share of the way that a word's colour goes towards a light ground."""

_TURN = 0.24
"""Scene units: the radius of a corner."""


class VectorBlocks(VGroup):
    """A vector as blocks below each other, one a number: to the right where it is positive, to the left where not.

    Args:
        row: shape (d,).
        color: ``#rrggbb``.
        region: the zero line stands in its middle.
        unit: scene units for 1.
        style: theme.

    Attributes:
        zero: the line on which all blocks begin.
        blocks: one a number, from the top.
        values: the numbers.
    """

    def __init__(self, row: Tensor, color: str, region: Region, unit: float, *, style: Style = DEFAULT) -> None:
        theme, self.unit = style.theme, unit
        self.values = [float(number) for number in row]
        self.middle, pitch = float(region.centre[0]), region.height / len(self.values)
        self.thick = _THICK * pitch
        self.heights = [region.top - (index + 0.5) * pitch for index in range(len(self.values))]
        self.zero = VMobject().set_stroke(theme.axis, 2.4)
        self.zero.set_points_as_corners([point(self.middle, region.top), point(self.middle, region.bottom)])
        self.blocks = VGroup(*(liquid(color, style) for _ in self.values))
        super().__init__(self.blocks, self.zero)
        laid(self, Layer.VECTOR)
        self.grow(1.0)

    def grow(self, share: float) -> None:
        """Draw a share, 0 to 1, of every block, from the zero line on."""
        for block, value, y in zip(self.blocks, self.values, self.heights, strict=True):
            reach = share * value * self.unit
            reach = float(np.copysign(max(abs(reach), 1e-3), value))
            x, half = self.middle, self.thick / 2
            corners = [(x, y + half), (x, y - half), (x + reach, y - half), (x + reach, y + half), (x, y + half)]
            block.set_points_as_corners([point(*corner) for corner in corners])


class Glass(VGroup):
    """A glass that holds a mix: as much of each word as the word's share, one layer above the other.

    Args:
        words: the words of the mix, the first one at the bottom.
        shares: shape (T,); they add up to 1, which fills the glass.
        colors: one ``#rrggbb`` a word.
        region: the inside of the glass.
        style: theme.

    Attributes:
        layers: one a word.
        names: the words' names in their layers; empty where layers are too low or too narrow.
        outline: the glass.
    """

    def __init__(
        self, words: Sequence[str], shares: Tensor, colors: Sequence[str], region: Region, *, style: Style = DEFAULT
    ) -> None:
        self.region, self.shares = region, [float(share) for share in shares]
        self.layers = VGroup()
        self.layers.add(*(liquid(color, style) for color in colors))
        self.outline = self._outline(style)
        self.names = VGroup()
        super().__init__(laid(self.layers, Layer.SHEET), laid(self.outline, Layer.BAND), self.names)
        self.fill(1.0)
        self._name(words, colors, style)

    def fill(self, share: float) -> None:
        """Fill a share, 0 to 1, of the glass: every word's layer grows."""
        region, y = self.region, self.region.bottom
        for layer, part in zip(self.layers, self.shares, strict=True):
            height = max(share * part * region.height, 1e-4)
            corners = [(region.left, y), (region.right, y), (region.right, y + height), (region.left, y + height)]
            layer.set_points_as_corners([point(*corner) for corner in [*corners, corners[0]]])
            y += height

    def surface(self, share: float) -> float:
        """Return the height of the surface when a share of the glass is full, scene units."""
        return self.region.bottom + share * self.region.height

    def _outline(self, style: Style) -> VMobject:
        """Return the glass: open at the top, a little higher than what it holds."""
        left, right = self.region.left - _RIM, self.region.right + _RIM
        top, bottom = self.region.top + 3 * _RIM, self.region.bottom - _RIM
        corners = [point(left, top), point(left, bottom), point(right, bottom), point(right, top)]
        return rounded(corners, 0.12).set_stroke(style.theme.axis, 3.0)

    def _name(self, words: Sequence[str], colors: Sequence[str], style: Style) -> None:
        """Write the words into their layers, where there is room for all."""
        theme, sizes = style.theme, style.sizes
        height = min(self.shares) * self.region.height
        room = self.region.width - 0.2
        if height < _LEAST_NAMED:
            return
        for size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            names = [
                Label(word, size=size, color=self._type(color, theme), style=style)
                for word, color in zip(words, colors, strict=True)
            ]
            if max(float(name.width) for name in names) <= room and names[0].cap_height < 0.6 * height:
                self.names.add(*names)
                break
        else:
            return
        for name, layer in zip(names, self.layers, strict=True):
            name.set_x(float(layer.get_x()))
            name.on_baseline(float(layer.get_y()) - 0.4 * name.cap_height)
            laid(name, Layer.LABEL)

    def _type(self, color: str, theme: Theme) -> str:
        """Return the colour of a name in a layer: what is read upon it."""
        return color if not theme.filled else theme.ink if is_light(theme) else theme.background


class Stream(VMobject):
    """A stream from a word down, along a lane to the right, and down into a glass.

    Args:
        start: manim point where it leaves the word.
        lane: the height of the lane, scene units.
        end: manim point in the glass.
        color: ``#rrggbb``.
        style: theme.
    """

    def __init__(self, start: Point, lane: float, end: Point, color: str, *, style: Style = DEFAULT) -> None:
        self.first, self.lane, self.last = start, lane, end
        super().__init__(stroke_color=color, stroke_width=_FLOW)
        laid(self, Layer.THREAD)
        self.flow(1.0, float(end[1]))

    def flow(self, share: float, surface: float, width: float = 1.0) -> None:
        """Let a share, 0 to 1, of the way be flowed, down to a surface's height; ``width`` 0 is the trace it leaves."""
        x, y = float(self.first[0]), float(self.last[0])
        corners = [self.first, point(y, surface)]
        if abs(x - y) > 1e-6:
            corners = [self.first, point(x, self.lane), point(y, self.lane), point(y, surface)]
        whole = rounded(corners, _TURN)
        self.pointwise_become_partial(whole, 0.0, max(share, 1e-3))
        self.set_stroke(width=_TRACE + width * (_FLOW - _TRACE))


def rounded(corners: Sequence[Point], radius: float) -> VMobject:
    """Return a line from the first corner to the last, with round corners between them."""
    path = VMobject()
    path.start_new_path(corners[0])
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        reach = min(radius, *(float(np.linalg.norm(each - corner)) / 2 for each in (before, after)))
        ways = [(each - corner) / max(float(np.linalg.norm(each - corner)), 1e-9) for each in (before, after)]
        enter, leave = (corner + reach * way for way in ways)
        path.add_line_to(enter)
        path.add_cubic_bezier_curve_to(enter + (corner - enter) * 0.55, leave + (corner - leave) * 0.55, leave)
    path.add_line_to(corners[-1])
    return path


def liquid(color: str, style: Style = DEFAULT) -> VMobject:
    """Return an empty area to be filled with a word's colour: lighter on a light ground, and outlined there."""
    theme = style.theme
    fill = ManimColor(theme.fill(color))
    if is_light(theme) and theme.fill(color) == color:
        fill = fill.interpolate(ManimColor(theme.background), _LIGHTER)
    area = VMobject(stroke_width=0).set_fill(fill, 1.0 if theme.filled else 0.0)
    if not theme.filled or is_light(theme):
        area.set_stroke(color, style.strokes.thin)
    return area


def is_light(theme: Theme) -> bool:
    """Return whether a theme's ground is light, so that strong colours would weigh on it."""
    return sum(int(theme.background[place : place + 2], 16) for place in (1, 3, 5)) > 384


def mixed(colors: Sequence[str], shares: Tensor) -> str:
    """Return the colour of a mix, ``#rrggbb``: the average of colours, each as much as its share."""
    parts = [float(share) * np.array(ManimColor(color).to_rgb()) for share, color in zip(shares, colors, strict=True)]
    return str(ManimColor(np.clip(np.sum(parts, axis=0), 0.0, 1.0)).to_hex())


def palette(words: Sequence[str], colors: Sequence[str], style: Style = DEFAULT) -> list[str]:
    """Return a colour for each word: its own by role, or, where that is ink, one of a scale from first to last.

    Args:
        words: the phrase; a word that stands in it twice has one colour.
        colors: the words' colours by role.
        style: theme.
    """
    theme = style.theme
    plain = list(dict.fromkeys(word for word, color in zip(words, colors, strict=True) if color == theme.ink))
    scale = [ManimColor(color) for color in (theme.key, theme.value, theme.query)]
    found = {}
    for index, word in enumerate(plain):
        at = 2 * index / max(len(plain) - 1, 1)
        low = min(int(at), 1)
        found[word] = str(scale[low].interpolate(scale[low + 1], at - low).to_hex()).lower()
    return [found.get(word, color) for word, color in zip(words, colors, strict=True)]


class AverageRecord(VGroup):
    """Vectors below each other, a line, and their average: added up by columns, divided by their number.

    Args:
        vectors: shape (T, d).
        average: shape (d,).
        count: T.
        colors: one ``#rrggbb`` a vector.
        decimals: digits after the point.
        name: of the average, below it.
        exact: whether the printed numbers have the printed average; where not, a sign says so.
        size: manim font units.
        style: theme.

    Attributes:
        rows: the numbers of each vector.
        average: the numbers of the average.
        sum: the line, the number by which the sum is divided, and the average's name.
    """

    def __init__(
        self,
        vectors: Tensor,
        average: Tensor,
        count: Tensor,
        colors: Sequence[str],
        *,
        name: str,
        decimals: int = 2,
        exact: bool = True,
        size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        size = size or style.sizes.number
        made = [
            [Number(value, decimals=decimals, size=size, color=color, style=style) for value in row]
            for row, color in zip([*vectors, average], [*colors, style.theme.ink], strict=True)
        ]
        pitch, widths = 0.0148 * size, [max(float(row[column].width) for row in made) for column in range(len(made[0]))]
        right = 0.0
        self.left_of_numbers = 0.0
        for column, width in enumerate(widths):
            right += width + 0.0065 * size * (column > 0)
            for index, row in enumerate(made):
                row[column].shift(point(right - float(row[column].get_right()[0]), 0.0))
                row[column].on_baseline(-pitch * (index + 0.35 * (index == len(made) - 1)))
        self.rows, self.average = [VGroup(*row) for row in made[:-1]], VGroup(*made[-1])
        y = -pitch * (len(made) - 2) - 0.0052 * size
        rule = VMobject().set_stroke(style.theme.axis, 2.4)
        by = Label("÷" if exact else "≈ ÷", size=size, style=style)
        number = Number(count, decimals=0, size=size, style=style)
        rule.set_points_as_corners([point(-0.02, y), point(right, y)])
        number.set_x(-0.17 - number.width / 2).on_baseline(made[-1][0].baseline)
        by.set_x(float(number.get_left()[0]) - 0.08 - by.width / 2).on_baseline(number.baseline)
        said = Label(name, size=max(style.sizes.least, 0.9 * size), style=style)
        said.set_x(right - said.width / 2).on_baseline(made[-1][0].baseline - pitch)
        self.sum = VGroup(rule, by, number, said)
        super().__init__(*self.rows, self.sum, self.average)
