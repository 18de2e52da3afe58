"""The way from a word to the word that pulls it, cut into tenths: on the plane, and as a road in the record."""

from __future__ import annotations

from typing import Self

import numpy as np
from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import Label, Row, Typeset
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_NOTCH, _NOTCH_WIDTH, _CLEAR = 0.12, 2.6, 0.5
"""Scene units: half the length of a notch; stroke units of its width; scene units free of notches at the start."""

_ICON, _ABOVE = 0.5, 0.4
"""Scene units: the height of a road's icons, and from the road up to their middle."""

_TEXT_BELOW = 0.5
"""Scene units from a road down to the baseline of what is said of it."""

_THICK, _THIN = 9.0, 4.0
"""Stroke units: the part of a road that is done, and all of it."""

_DONE = 8.0
"""Stroke units: the part of the way that is done, on the plane."""

_TENTHS = tuple(tenth / 10 for tenth in range(11))


class Percent(Row):
    """A share as a bold percentage.

    Args:
        percent: the share times 100.
        decimals: digits after the point.
        size: manim font units.
        color: ``#rrggbb``.
        style: theme and sizes.

    Attributes:
        number: the number before the sign.
    """

    def __init__(
        self,
        percent: Tensor | float,
        *,
        decimals: int = 0,
        size: float | None = None,
        color: str | None = None,
        style: Style = DEFAULT,
    ) -> None:
        size, color = size or style.sizes.hero, color or style.theme.ink
        self.number = HeroNumber(percent, decimals=decimals, size=size, color=color, style=style)
        super().__init__([self.number, Typeset("#strong[%]", size, color, style=style)], 0.004 * size)


def notches(start: Point, end: Point, *, style: Style = DEFAULT) -> VGroup:
    """Return a notch at every tenth of the way between two manim points, but for those under the word at its start."""
    way = np.asarray(end, float) - np.asarray(start, float)
    length = float(np.linalg.norm(way))
    across = point(-way[1], way[0]) / length * _NOTCH if length > 1e-9 else point()
    marks = VGroup()
    for share in [share for share in _TENTHS[1:-1] if share * length > _CLEAR]:
        at = start + share * way
        mark = thin_line(at - across, at + across, style.theme.ink, _NOTCH_WIDTH)
        marks.add(mark.set_background_stroke(color=style.theme.background, width=RIM))
    return laid(marks, Layer.TRAIL)


class Travelled(VGroup):
    """The part of a word's way that it has come, with a notch at every tenth of the whole: over the icons.

    Args:
        start: manim point of the word's old place.
        end: manim point of the word that pulls it.
        color: ``#rrggbb``, of the word that pulls.
        style: theme.

    Attributes:
        share: the share of the way that is drawn.
        line: that share, in the puller's colour.
        tenths: the notches; those that the word has passed are seen.
    """

    def __init__(self, start: Point, end: Point, color: str, *, style: Style = DEFAULT) -> None:
        self.start, self.way = np.asarray(start, float), np.asarray(end, float) - np.asarray(start, float)
        rim = {"color": style.theme.background, "width": _DONE + RIM}
        self.line = thin_line(start, start, style.theme.fill(color), _DONE).set_background_stroke(**rim)
        self.tenths = VGroup(*(thin_line(start, start, style.theme.ink, 2.0) for _ in _TENTHS[1:-1]))
        super().__init__(self.line, self.tenths)
        laid(self, Layer.PIN)
        self.set_share(0.0)

    def set_share(self, share: float) -> Self:
        """Draw a share of the way, 0 to 1."""
        self.share = min(max(share, 0.0), 1.0)
        self.line.set_points_as_corners([self.start, self.start + self.share * self.way])
        self.line.set_opacity(float(self.share > 0))
        length = float(np.linalg.norm(self.way))
        across = point(-self.way[1], self.way[0]) / max(length, 1e-9) * _NOTCH
        for tenth, notch in zip(_TENTHS[1:-1], self.tenths, strict=True):
            at = self.start + tenth * self.way
            notch.set_points_as_corners([at - across, at + across])
            notch.set_opacity(float(tenth <= self.share))
        return self


class Road(VGroup):
    """The way from a word's old place to its puller, straightened; the word stands where it has come to.

    Args:
        word: the word that is pulled.
        puller: the word that pulls.
        colors: ``#rrggbb`` of both, by role.
        percent: the share of the way it has moved, times 100.
        text: what the percentage is a share of.
        region: where the road lies, scene units.
        decimals: digits after the point of the percentage.
        style: theme and sizes.

    Attributes:
        said: the percentage, and what it is a share of.
        percent: the percentage alone.
        length: of the road, scene units.
        share: how far the word stands along the road, 0 to 1.
    """

    def __init__(
        self,
        word: str,
        puller: str,
        colors: tuple[str, str],
        percent: Tensor,
        text: str,
        region: Region,
        *,
        decimals: int = 0,
        style: Style = DEFAULT,
    ) -> None:
        color, pulling = colors
        self.length = region.width - _ICON
        y = region.centre[1] - (_ABOVE + _ICON / 2 - _TEXT_BELOW) / 2
        self.start = point(region.left + _ICON / 2, y)
        way = point(self.length, 0.0)
        self.ground = thin_line(self.start, self.start + way, style.theme.axis, _THIN)
        self.done = thin_line(self.start, self.start, style.theme.fill(pulling), _THICK)
        reach = point(0.0, 0.07)
        places = [self.start + share * way for share in _TENTHS]
        ticks = VGroup(*(thin_line(at - reach, at + reach, style.theme.ink, 2.0) for at in places))
        up = point(0.0, _ABOVE)
        self.token = Token(word, self.start + up, color, height=_ICON, large=True, edge=pulling, style=style)
        ghost = Token(word, self.start + up, color, height=_ICON, large=True, style=style).ghost()
        target = Token(puller, self.start + way + up, pulling, height=_ICON, large=True, style=style)
        self.percent = Percent(percent, decimals=decimals, size=style.sizes.number, color=pulling, style=style)
        of_way = Label(text, size=style.sizes.number, color=pulling, style=style)
        self.said = self._say(of_way, region)
        self.drawn = VGroup(self.ground, self.done, ticks, ghost, target, self.token)
        super().__init__(self.drawn, self.said)
        laid(self, Layer.LEDGER)
        self.set_share(0.0)

    def _say(self, of_way: VMobject, region: Region) -> Row:
        said = Row([self.percent, of_way], 0.14)
        said.scale(min(1.0, region.width / float(said.width)))
        said.move_to(point(float(region.centre[0]), float(self.start[1])))
        return said.shift(point(0.0, -_TEXT_BELOW - said.baseline + float(self.start[1])))

    def set_share(self, share: float) -> Self:
        """Put the word at a share of the way; what it has done of the road is thick."""
        self.share = min(max(share, 0.0), 1.0)
        at = self.start + point(self.share * self.length, 0.0)
        self.done.set_points_as_corners([self.start, at])
        self.token.put(at + point(0.0, _ABOVE))
        return self
