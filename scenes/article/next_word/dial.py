"""A dial: a circle's part around the origin, cut into the slices of directions that words win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from manim import Mobject, VGroup, VMobject

from scenes.article.next_word.answers import Rows, Slice, slices
from scenes.parts.geometry import Point, point
from scenes.parts.icons import Icon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import labelled
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_RIM, _TINT = 0.16, 0.2
"""Scene units: the thickness of the coloured rim; the opacity of a coloured slice within."""

_INSIDE, _BESIDE, _AIR = 0.16, 0.14, 0.15
"""Scene units: from the rim to a name, from a name to its icon, and from a name to its slice's edges."""

_HIDDEN, _WHOLE = 0.55, 0.62
"""Shares of its size: a name is hidden where its slice has no more room, and whole from the other one on."""

_PICTURED = 0.7
"""The share of its size from which there is room for an icon beside a name: it is whole where both are."""

_PIECES = 1.5
"""Degrees of an arc that are drawn as one straight piece, at most."""


_Outlines: TypeAlias = list[tuple[Mobject, np.ndarray]]
"""Members of a mobject, and their outlines around its middle."""


class Dial(VGroup):
    """A dial on which each direction has the colour and the name of the word with the greatest score there.

    Args:
        words: one a row of the classifier.
        colors: one ``#rrggbb`` a word; slices in the dim colour are tinted as the grid is.
        origin: manim point.
        radius: scene units.
        reach: degrees from straight up that are seen at either side: 180 for the whole circle.
        size: of the names, manim font units.
        style: theme.

    Attributes:
        edge: the outline of the empty dial.
        areas: one a word, empty where it wins nowhere.
        rims: the same of the rim.
        names: one a word, with its icon.
        texts: the names without their icons.
    """

    def __init__(
        self,
        words: Sequence[str],
        colors: Sequence[str],
        origin: Point,
        radius: float,
        reach: float,
        *,
        size: float,
        style: Style = DEFAULT,
    ) -> None:
        self.origin, self.radius, self.reach, self.style = origin, radius, reach, style
        self.colors, theme = list(colors), style.theme
        self.edge = VMobject().set_stroke(theme.axis, style.strokes.line)
        self.edge.set_points_as_corners(self._sector(90 - reach, 90 + reach, radius))
        self.areas, self.rims = VGroup(), VGroup()
        for color in colors:
            fill = theme.grid if color == theme.dim else theme.fill(color)
            area = VMobject().set_stroke(color, style.strokes.thin).set_fill(fill, _TINT * theme.filled)
            rim = VMobject().set_stroke(color, style.strokes.thin if not theme.filled else 0)
            self.areas.add(area)
            self.rims.add(rim.set_fill(theme.fill(color), 1.0 if theme.filled else 0.0))
        self.texts = [
            Label(word, size=size, color=color, style=style) for word, color in zip(words, colors, strict=True)
        ]
        self._pictures: dict[int, tuple[float, float, _Outlines]] = {}
        self.names = VGroup(*(labelled(text, style) for text in self.texts))
        self._sizes = [(float(name.width), float(name.height)) for name in self.names]
        self._outlines = [_outlines(name) for name in self.names]
        for word, (text, color) in enumerate(zip(self.texts, colors, strict=True)):
            self._picture(word, text, color)
        super().__init__(self.edge, self.areas, self.rims, self.names)
        laid(self.edge, Layer.SHEET)
        laid(self.areas, Layer.SHEET)
        laid(self.rims, Layer.TICKS)

    @property
    def parts(self) -> list[VMobject]:
        """All that changes while slices do."""
        return [*self.areas, *self.rims, *self.names]

    def draw(self, rows: Rows, share: float = 1.0) -> None:
        """Draw the slices of rows, a share, 0 to 1, of them from the origin outwards."""
        won = {each.words[0]: each for each in slices(rows)}
        self.shown = {word: piece for word, each in won.items() if (piece := self.seen(each))}
        for word, (area, rim) in enumerate(zip(self.areas, self.rims, strict=True)):
            area.clear_points()
            rim.clear_points()
            if word in self.shown:
                start, end = self.shown[word]
                far = max(share, 1e-3) * self.radius
                area.set_points_as_corners(self._sector(start, end, far))
                outer = self._arc(start, end, far)
                inner = self._arc(start, end, max(far - _RIM, 1e-3))[::-1]
                rim.set_points_as_corners([*outer, *inner, outer[0]])
            # A slice of several words that nobody asks for has no name.
            alone = word in self.shown and len(won[word].words) == 1
            self._put(word, *(self.shown[word] if alone else (0.0, 0.0)), share)

    def seen(self, each: Slice) -> tuple[float, float] | None:
        """Return the part of a slice that the dial shows, from where to where in degrees; None if there is none."""
        if self.reach >= 180:
            return each.start, each.end
        pieces = [
            (max(each.start + turn, 90 - self.reach), min(each.end + turn, 90 + self.reach)) for turn in (-360, 0, 360)
        ]
        start, end = max(pieces, key=lambda piece: piece[1] - piece[0])
        return (start, end) if end > start else None

    def _put(self, word: int, start: float, end: float, share: float) -> None:
        """Put a name in its slice below the rim, as large as there is room for it, if there is any."""
        turned, half = np.radians((start + end) / 2), np.radians(min((end - start) / 2, 90.0))
        across, along = abs(float(np.cos(turned))), abs(float(np.sin(turned)))
        width, height = self._sizes[word]
        icon_width, icon_height, icon = self._pictures.get(word, (0.0, 0.0, []))
        beside = _BESIDE + icon_width

        def laid_out(pictured: float) -> tuple[float, float]:
            """Return the room along the radius, and the share of its size for which a name has room, with its icon."""
            wide, high = width + pictured * beside, max(height, pictured * icon_height)
            # The text lies level: what it needs along the radius and across it.
            radial, sideways = across * wide + along * high, along * wide + across * high
            room = 2 * (self.radius - _RIM - _INSIDE - radial / 2) * float(np.sin(half)) - 2 * _AIR
            return radial, min(1.0, room / sideways)

        pictured = max((laid_out(1.0)[1] - _PICTURED) / (1 - _PICTURED), 0.0) if icon else 0.0
        radial, fits = laid_out(pictured)
        factor = share * fits * min(max((fits - _HIDDEN) / (_WHOLE - _HIDDEN), 0.0), 1.0)
        distance = share * (self.radius - _RIM - _INSIDE) - factor * radial / 2
        middle = self.origin + distance * point(float(np.cos(turned)), float(np.sin(turned)))
        _draw(self._outlines[word], middle - factor * point(pictured * beside / 2), factor)
        away = (width + pictured * (beside - icon_width)) / 2
        _draw(icon, middle + factor * point(away), factor * pictured)

    def _picture(self, word: int, text: Label, color: str) -> None:
        """Give a word its icon, where it is one that is asked for and has one."""
        if color != self.style.theme.dim and has_icon(text.text.lower(), self.style):
            icon = Icon(text.text.lower(), color, height=1.9 * text.cap_height, style=self.style)
            self._pictures[word] = (float(icon.width), float(icon.height), _outlines(icon))
            self.names[word].add(laid(icon, Layer.LABEL))

    def _arc(self, start: float, end: float, radius: float) -> list[Point]:
        turns = np.radians(np.linspace(start, end, max(2, round((end - start) / _PIECES) + 1)))
        return [self.origin + radius * point(float(np.cos(turn)), float(np.sin(turn))) for turn in turns]

    def _sector(self, start: float, end: float, radius: float) -> list[Point]:
        if end - start >= 360:
            return self._arc(start, end, radius)
        return [self.origin, *self._arc(start, end, radius), self.origin]


def _outlines(mobject: VMobject) -> _Outlines:
    middle = mobject.get_center()
    return [(member, member.points - middle) for member in mobject.family_members_with_points()]


def _draw(outlines: _Outlines, middle: Point, factor: float) -> None:
    """Draw outlines around a point, larger or smaller by a factor; nothing where it is 0."""
    for member, outline in outlines:
        member.points = middle + factor * outline if factor > 0 else np.zeros((0, 3))
