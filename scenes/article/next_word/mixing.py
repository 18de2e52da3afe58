"""Words that flow into each other: vectors as blocks, what flows from one to another, and the mix of several."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import CapStyleType, ManimColor, VGroup, VMobject, smooth
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, SHINE, Style, Theme

_THICK = 0.66
"""The thickness of a block, as a share of the distance from one to the next."""

_JOINED = 0.92
"""The same of one whose parts lie end to end, each a little lower than the one before."""

_SOFT = 0.09
"""Scene units: the radius of a block's corners at its free end."""

_BESIDE = 0.12
"""Scene units from the zero line to a number."""

_LEAST_NAMED = 0.32
"""Scene units of height for each word from which a glass bears its words' names."""

_RIM = 0.06
"""Scene units from a mix to the glass around it."""

_ROUND = 0.24
"""Scene units: the radius of a glass's lower corners, inside."""

FLOW = 22.0
"""Stroke units: what flows."""

_LIGHTER = 0.45
"""The share of the way that a word's colour goes towards a light ground."""

_TURN = 0.3
"""Scene units: the radius of a corner."""

_SHINING = 0.2
"""The opacity of the light on liquids and glass."""

_ROD = 0.62
"""Scene units that the rod which stirs stands out of a glass, at most."""

_WAVES = 28
"""Pieces of a surface that moves."""


class VectorBlocks(VGroup):
    """A vector as blocks below each other, one a number: to the right where it is positive, to the left where not.

    A vector that is an average has a piece in every block for each of its parts: before they are mixed, each is as
    long as the part's own number, and mixing brings them all to one length.

    Args:
        row: shape (d,).
        color: ``#rrggbb``.
        region: the zero line stands in its middle.
        unit: scene units for 1.
        parts: shape (T, d), the vectors whose average it is; itself alone when None.
        colors: one ``#rrggbb`` a part.
        size: of the numbers, manim font units; no numbers when None.
        thick: scene units, the thickness of a block; a share of the step to the next one when None.
        style: theme.

    Attributes:
        zero: the line on which all blocks begin.
        blocks: one a number, from the top; each of a piece a part.
        shine: the light on the blocks.
        numbers: the vector's numbers, each on the side of the zero line that its block leaves free.
        values: the numbers.
        size: of their type, manim font units, or None.
    """

    def __init__(
        self,
        row: Tensor,
        color: str,
        region: Region,
        unit: float,
        *,
        parts: Tensor | None = None,
        colors: Sequence[str] = (),
        size: float | None = None,
        thick: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        theme, self.unit, self.style, self.hue = style.theme, unit, style, color
        self.values = [float(number) for number in row]
        self.parts = [self.values] if parts is None else [[float(number) for number in part] for part in parts]
        self.colors = [color] if parts is None else list(colors)
        self.pitch, x = region.height / len(self.values), float(region.centre[0])
        pitch = self.pitch
        self.thick = _THICK * pitch if thick is None else thick
        self.heights = [region.top - (index + 0.5) * pitch for index in range(len(self.values))]
        self.size = size
        self.zero = VMobject().set_stroke(theme.axis, 2.4)
        self.zero.set_points_as_corners([point(x, region.top), point(x, region.bottom)])
        self.blocks = VGroup(*(VGroup(*(liquid(each, style) for each in self.colors)) for _ in self.values))
        self.shine = VGroup(*(_light(style) for _ in self.values))
        self.numbers = VGroup(*self._numbers(size))
        super().__init__(self.blocks, self.shine, self.zero, self.numbers)
        laid(self, Layer.VECTOR)
        self.grow(1.0)

    def _numbers(self, size: float | None) -> list[Number]:
        """Return the numbers, each beside the zero line, where its block is not."""
        if size is None:
            return []
        made = [Number(value, size=size, color=self.hue, style=self.style) for value in self.values]
        for number, value, y in zip(made, self.values, self.heights, strict=True):
            away = _BESIDE + float(number.width) / 2
            number.set_x(self.middle + (away if value < 0 else -away)).on_baseline(y - 0.0036 * size)
        return made

    @property
    def middle(self) -> float:
        """The place of the zero line, scene units."""
        return float(self.zero.get_x())

    def grow(self, share: float) -> None:
        """Draw a share, 0 to 1, of every block, from the zero line on, with all its parts mixed."""
        self.draw(share, 1.0)

    def join(self, poured: Sequence[float], divided: float, merged: float) -> None:
        """Draw the parts of every block end to end: each begins where the one before it has ended.

        Args:
            poured: how much of each part is there, 0 to 1.
            divided: how far they are divided by their number, 0 to 1: then they end at the average.
            merged: how far they have become the one block of the average, 0 to 1.
        """
        count = len(self.parts)
        half = (self.thick + (1 - merged) * max(_JOINED * self.pitch - self.thick, 0.0)) / 2
        scale = self.unit * (1 + divided * (1 / count - 1))
        for index, (block, value, y) in enumerate(zip(self.blocks, self.values, self.heights, strict=True)):
            start = 0.0
            for place, (piece, part, amount) in enumerate(zip(block, self.parts, poured, strict=True)):
                end = start + scale * part[index] * amount
                zero, tip = (1 - merged) * start, end + merged * (value * self.unit - end)
                top, low = y + half - 2 * half * place / count, y + half - 2 * half * (place + 1) / count
                reach = float(np.copysign(max(abs(tip - zero), 1e-3), tip - zero or value or 1.0))
                piece.set_points(soft_bar(self.middle + zero, reach, low, top))
                tint(piece, self.colors[place], self.hue, merged, self.style)
                start = end
            self.shine[index].set_points(soft_bar(self.middle, 1e-3, y + 0.12 * half, y + 0.62 * half))

    def reach(self) -> float:
        """Return how far the parts reach from the zero line when they lie end to end, scene units."""
        sums = np.cumsum(np.array(self.parts), axis=0)
        return self.unit * float(np.abs(sums).max())

    def draw(self, share: float, stirred: float) -> None:
        """Draw a share, 0 to 1, of every block, whose parts are mixed as far as ``stirred``, 0 to 1."""
        count, half = len(self.parts), self.thick / 2
        for index, (block, value, y) in enumerate(zip(self.blocks, self.values, self.heights, strict=True)):
            for place, (piece, part) in enumerate(zip(block, self.parts, strict=True)):
                reach = share * (part[index] + stirred * (value - part[index])) * self.unit
                reach = float(np.copysign(max(abs(reach), 1e-3), reach or value or 1.0))
                top, low = y + half - place * self.thick / count, y + half - (place + 1) * self.thick / count
                whole = stirred >= 1.0 and place == 0  # then the first piece is the block
                if stirred >= 1.0 and place:
                    piece.set_points_as_corners([point(self.middle, y), point(self.middle + 1e-3, y)] * 2)
                    continue
                piece.set_points(soft_bar(self.middle, reach, y - half if whole else low, top))
            for piece, own in zip(block, self.colors, strict=True):
                tint(piece, own, self.hue, stirred, self.style)
            reach = share * value * self.unit * (stirred >= 1.0 or count == 1)
            self.shine[index].set_points(soft_bar(self.middle, reach or 1e-3, y + 0.12 * half, y + 0.62 * half))


def soft_bar(zero: float, reach: float, low: float, high: float) -> np.ndarray:
    """Return the outline of a block from a zero line on, round at its free end: cubic curves."""
    way = float(np.sign(reach)) or 1.0
    radius = min(_SOFT, abs(reach) / 2, (high - low) / 2)
    end = zero + reach
    area = VMobject()
    area.start_new_path(point(zero, low))
    area.add_line_to(point(end - way * radius, low))
    area.add_cubic_bezier_curve_to(
        point(end - 0.45 * way * radius, low), point(end, low + 0.45 * radius), point(end, low + radius)
    )
    area.add_line_to(point(end, high - radius))
    area.add_cubic_bezier_curve_to(
        point(end, high - 0.45 * radius), point(end - 0.45 * way * radius, high), point(end - way * radius, high)
    )
    area.add_line_to(point(zero, high))
    area.add_line_to(point(zero, low))
    return np.asarray(area.points)


def _light(style: Style) -> VMobject:
    """Return an empty light area: the shine on something round; nothing where areas are not filled."""
    return VMobject(stroke_width=0).set_fill(SHINE, _SHINING if style.theme.filled else 0.0)


class Glass(VGroup):
    """A glass that holds a mix: as much of each word as the word's share, poured in layer upon layer and then stirred.

    Args:
        words: the words of the mix, the first one at the bottom.
        shares: shape (T,); they add up to 1, which fills the glass.
        colors: one ``#rrggbb`` a word.
        region: the inside of the glass.
        style: theme.

    Attributes:
        layers: one a word.
        mix: what they are when they have been stirred: one colour, the average of theirs.
        hue: the colour of the mix, ``#rrggbb``.
        names: the words' names; empty where there is no room for them.
        outline: the glass.
        shine: the light on it.
        spoon: what stirs.
    """

    def __init__(
        self,
        words: Sequence[str],
        shares: Tensor,
        colors: Sequence[str],
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.region, self.shares, self.style = region, [float(share) for share in shares], style
        self.colors, self.hue = list(colors), mixed(colors, shares)
        self.layers = VGroup(*(liquid(color, style) for color in colors))
        self.mix = liquid(self.hue, style)
        self.outline, self.shine, self.spoon = self._outline(), self._shine(), self._spoon()
        self.names = VGroup()
        self.mix.set_points(self._area(region.bottom, region.top, None, None))
        super().__init__(
            laid(self.mix, Layer.SHEET),
            laid(self.layers, Layer.SHEET),
            laid(self.shine, Layer.GHOST),
            laid(self.outline, Layer.BAND),
            self.names,
        )
        laid(self.spoon, Layer.THREAD)
        self.stir(1.0)
        self._name(words)

    @property
    def contents(self) -> VGroup:
        """The liquid in the glass, and the light on it."""
        return VGroup(self.mix, self.layers, self.shine)

    def fill(
        self, share: float, wave: float = 0.0, stirred: float = 0.0, poured: Sequence[float] | None = None
    ) -> None:
        """Fill a share, 0 to 1, of the glass: every word's layer grows.

        Args:
            share: of the glass.
            wave: how far its surface sways, scene units.
            stirred: how far the layers are one mix already, 0 to 1.
            poured: how much of each layer is there, 0 to 1; all of them grow together when None.
        """
        parts = [share * part for part in self.shares]
        if poured is not None:
            parts = [part * amount for part, amount in zip(parts, poured, strict=True)]
        region, y = self.region, self.region.bottom
        swirl = 0.42 * region.height / len(self.layers) * float(np.sin(np.pi * stirred)) if len(self.layers) > 1 else 0
        edge = None
        for place, (layer, part) in enumerate(zip(self.layers, parts, strict=True)):
            high = y + max(part * region.height, 1e-4)
            last = place == len(self.layers) - 1
            above = (
                edge
                if part <= 0
                else self._edge(high, wave if last else wave + (swirl * (-1) ** place), 9.0 * stirred + place)
            )
            layer.set_points(self._area(y, high, edge, above))
            y, edge = high, above
            tint(layer, self.colors[place], self.hue, stirred, self.style)
        visible = 1.0 if stirred >= 1.0 else 0.0
        filled = self.style.theme.filled
        self.mix.set_fill(opacity=visible if filled else 0.0).set_stroke(opacity=visible)
        for layer in self.layers:
            layer.set_fill(opacity=1.0 - visible if filled else 0.0)
            layer.set_stroke(opacity=1.0 - smooth(stirred))

    def stir(self, share: float) -> None:
        """Stir the full glass as far as a share, 0 to 1: layers sway, run into each other, and are one mix."""
        self.fill(1.0, 0.07 * float(np.sin(np.pi * share)), share)
        region, width = self.region, 0.3 * self.region.width
        x = float(region.centre[0]) + width * float(np.sin(5 * np.pi * share))
        lean = 0.22 * self.region.width * float(np.cos(5 * np.pi * share))
        low, high = region.bottom + 0.3 * region.height, region.top + min(0.36 * region.height, _ROD)
        self.spoon.set_points_as_corners([point(x, low), point(x + 0.25 * width + 0.3 * lean, high)])

    def _edge(self, y: float, sway: float, phase: float) -> list[tuple[float, float]] | None:
        """Return the points of a surface that sways, from left to right; None where it lies still."""
        if abs(sway) < 1e-3:
            return None
        xs = np.linspace(0.0, 1.0, _WAVES + 1)
        region = self.region
        heights = y + sway * np.sin(2 * np.pi * 1.25 * xs + phase)
        heights = np.clip(heights, region.bottom, region.top + 2 * _RIM)
        return [(region.left + float(at) * region.width, float(each)) for at, each in zip(xs, heights, strict=True)]

    def _area(
        self,
        low: float,
        high: float,
        below: list[tuple[float, float]] | None,
        above: list[tuple[float, float]] | None,
    ) -> np.ndarray:
        """Return the outline between two surfaces: the lowest one is the glass's round bottom."""
        region, area = self.region, VMobject()
        above = above or [(region.left, high), (region.right, high)]
        if low <= region.bottom + 1e-9:
            radius = min(_ROUND, 0.5 * region.width, max(high - low, 1e-4))
            outline = rounded(
                [point(*above[0]), point(region.left, low), point(region.right, low), point(*above[-1])], radius
            )
            area.set_points(outline.points)
            for corner in [*reversed(above[:-1])]:
                area.add_line_to(point(*corner))
            return np.asarray(area.points)
        below = below or [(region.left, low), (region.right, low)]
        corners = [*below, *reversed(above), below[0]]
        area.set_points_as_corners([point(*corner) for corner in corners])
        return np.asarray(area.points)

    def enlarged(self, factor: float, foot: float) -> Glass:
        """Return a larger copy in the same column, its content's lower end at a height, scene units."""
        larger, region = self.copy(), self.region
        x, half = float(region.centre[0]), factor * region.width / 2
        larger.scale(factor, about_point=point(x, region.bottom)).shift(point(0.0, foot - region.bottom))
        larger.region = Region(x - half, x + half, foot, foot + factor * region.height)
        return larger

    def surface(self, share: float) -> float:
        """Return the height of the surface when a share of the glass is full, scene units."""
        return self.region.bottom + share * self.region.height

    def _outline(self) -> VMobject:
        """Return the glass: open at the top, a little higher than what it holds."""
        left, right = self.region.left - _RIM, self.region.right + _RIM
        top, bottom = self.region.top + 4 * _RIM, self.region.bottom - _RIM
        corners = [point(left, top), point(left, bottom), point(right, bottom), point(right, top)]
        return rounded(corners, _ROUND + _RIM).set_stroke(self.style.theme.axis, 4.5)

    def _shine(self) -> VMobject:
        """Return the light that falls on the left of the glass."""
        region = self.region
        left, width = region.left + 0.07 * region.width, 0.07 * region.width
        shine = _light(self.style)
        low, high = region.bottom + 0.16 * region.height, region.top - 0.08 * region.height
        middle = (low + high) / 2
        outline = rounded(
            [
                point(left, middle),
                point(left, high),
                point(left + width, high),
                point(left + width, low),
                point(left, low),
                point(left, middle),
            ],
            0.49 * width,
        )
        return shine.set_points(outline.points)

    def _spoon(self) -> VMobject:
        """Return the rod that stirs."""
        rod = VMobject(stroke_color=self.style.theme.ink, stroke_width=7.0)
        return rod.set_cap_style(CapStyleType.ROUND)

    def _name(self, words: Sequence[str]) -> None:
        """Write the words into the mix, the first at the top, where there is room for all."""
        theme, sizes, region = self.style.theme, self.style.sizes, self.region
        height = region.height / len(words)
        if height < _LEAST_NAMED:
            return
        color = self.hue if not theme.filled else theme.ink if is_light(theme) else theme.background
        for size in (sizes.number, sizes.tick, sizes.note, sizes.least):
            names = [Label(word, size=size, color=color, style=self.style) for word in words]
            pitch = min(height, 0.0165 * size)
            if max(float(name.width) for name in names) <= 0.76 * region.width and names[0].cap_height < 0.6 * pitch:
                break
        else:
            return
        first = float(region.centre[1]) - pitch * (len(names) - 1) / 2 - 0.5 * names[0].cap_height
        for place, name in enumerate(names):
            name.set_x(float(region.centre[0])).on_baseline(first + pitch * (len(names) - 1 - place))
            laid(name, Layer.LABEL)
        self.names.add(*names)


class Stream(VMobject):
    """A stream from a word down, along a lane to the right, and down into a glass.

    Args:
        start: manim point where it leaves the word.
        lane: the height of the lane, scene units.
        end: manim point in the glass.
        color: ``#rrggbb``.
        width: stroke units, while it flows.
        style: theme.
    """

    def __init__(
        self, start: Point, lane: float, end: Point, color: str, *, width: float = FLOW, style: Style = DEFAULT
    ) -> None:
        self.first, self.lane, self.last, self.widest = start, lane, end, width
        super().__init__(stroke_color=style.theme.fill(color), stroke_width=width)
        self.set_cap_style(CapStyleType.ROUND)
        laid(self, Layer.THREAD)
        self.flow(1.0, float(end[1]))

    def flow(self, share: float, surface: float, gone: float = 0.0) -> None:
        """Let a share, 0 to 1, of the way be flowed, down to a surface's height; ``gone`` of it has run dry again."""
        x, y = float(self.first[0]), float(self.last[0])
        corners = [self.first, point(y, surface)]
        if abs(x - y) > 1e-6:
            corners = [self.first, point(x, self.lane), point(y, self.lane), point(y, surface)]
        whole = rounded(corners, _TURN)
        share = max(share, 1e-3)
        self.pointwise_become_partial(whole, min(gone, share - 1e-3), share)
        self.set_stroke(width=self.widest, opacity=0.0 if gone >= 1.0 else 1.0)


def between(time: float, start: float, end: float) -> float:
    """Return how far a time is from a start to an end, 0 to 1."""
    return min(max((time - start) / (end - start), 0.0), 1.0)


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
    area = VMobject(stroke_width=0).set_fill(_filling(color, theme), 1.0 if theme.filled else 0.0)
    if not theme.filled or is_light(theme):
        area.set_stroke(color, style.strokes.thin)
    return area


def tint(area: VMobject, before: str, after: str, share: float, style: Style = DEFAULT) -> None:
    """Give a liquid a colour between two, a share, 0 to 1, of the way from the first to the second."""
    fills = [ManimColor(_filling(color, style.theme)) for color in (before, after)]
    area.set_fill(fills[0].interpolate(fills[1], share))
    area.set_stroke(ManimColor(before).interpolate(ManimColor(after), share))


def _filling(color: str, theme: Theme) -> str:
    """Return the fill of a liquid of a colour."""
    fill = ManimColor(theme.fill(color))
    if is_light(theme) and theme.fill(color) == color:
        fill = fill.interpolate(ManimColor(theme.background), _LIGHTER)
    return str(fill.to_hex())


def is_light(theme: Theme) -> bool:
    """Return whether a theme's ground is light, so that strong colours would weigh on it."""
    return sum(int(theme.background[place : place + 2], 16) for place in (1, 3, 5)) > 384


def mixed(colors: Sequence[str], shares: Tensor) -> str:
    """Return the colour of a mix, ``#rrggbb``: the average of colours, each as much as its share."""
    parts = [float(share) * np.array(ManimColor(color).to_rgb()) for share, color in zip(shares, colors, strict=True)]
    return str(ManimColor(np.clip(np.sum(parts, axis=0), 0.0, 1.0)).to_hex())


def palette(words: Sequence[str], colors: Sequence[str], style: Style = DEFAULT) -> list[str]:
    """Return a colour for each word: its own by role, or, where that is ink, one of a scale from first to last.

    The scale ends in a warm colour, so that a mix of all is not grey.

    Args:
        words: the phrase; a word that stands in it twice has one colour.
        colors: the words' colours by role.
        style: theme.
    """
    theme = style.theme
    plain = list(dict.fromkeys(word for word, color in zip(words, colors, strict=True) if color == theme.ink))
    warm = next((family for family in theme.families if family not in colors), theme.query)
    scale = [ManimColor(color) for color in (theme.key, theme.value, warm)]
    found = {}
    for index, word in enumerate(plain):
        at = 2 * index / max(len(plain) - 1, 1)
        low = min(int(at), 1)
        found[word] = str(scale[low].interpolate(scale[low + 1], at - low).to_hex()).lower()
    return [found.get(word, color) for word, color in zip(words, colors, strict=True)]
