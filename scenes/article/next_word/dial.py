"""A dial: a circle's part around the origin, cut into the slices of directions that words win."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import VGroup, VMobject

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

_HIDDEN, _WHOLE = 0.5, 0.8
"""Shares of its size: a name is hidden where its slice has no more room, and whole from the other one on."""

_PIECES = 1.5
"""Degrees of an arc that are drawn as one straight piece, at most."""


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
        self.names = VGroup(*(self._name(text, color) for text, color in zip(self.texts, colors, strict=True)))
        self._sizes = [(float(name.width), float(name.height)) for name in self.names]
        self._outlines = [
            [(member, member.points - name.get_center()) for member in name.family_members_with_points()]
            for name in self.names
        ]
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
        # The text lies level: what it needs along the radius and across it.
        radial, sideways = across * width + along * height, along * width + across * height
        room = 2 * (self.radius - _RIM - _INSIDE - radial / 2) * float(np.sin(half)) - 2 * _AIR
        fits = min(1.0, room / sideways)
        factor = share * fits * min(max((fits - _HIDDEN) / (_WHOLE - _HIDDEN), 0.0), 1.0)
        distance = share * (self.radius - _RIM - _INSIDE) - factor * radial / 2
        middle = self.origin + distance * point(float(np.cos(turned)), float(np.sin(turned)))
        for member, outline in self._outlines[word]:
            member.points = middle + factor * outline if factor > 0 else np.zeros((0, 3))

    def _name(self, text: Label, color: str) -> VGroup:
        """Return a word over its halo, with its icon where it is one that is asked for."""
        name = labelled(text, self.style)
        if color != self.style.theme.dim and has_icon(text.text.lower(), self.style):
            icon = Icon(text.text.lower(), color, height=1.9 * text.cap_height, style=self.style)
            icon.move_to(point(float(text.get_right()[0]) + _BESIDE + float(icon.width) / 2, float(text.get_y())))
            name.add(laid(icon, Layer.LABEL))
        return name

    def _arc(self, start: float, end: float, radius: float) -> list[Point]:
        turns = np.radians(np.linspace(start, end, max(2, round((end - start) / _PIECES) + 1)))
        return [self.origin + radius * point(float(np.cos(turn)), float(np.sin(turn))) for turn in turns]

    def _sector(self, start: float, end: float, radius: float) -> list[Point]:
        if end - start >= 360:
            return self._arc(start, end, radius)
        return [self.origin, *self._arc(start, end, radius), self.origin]
