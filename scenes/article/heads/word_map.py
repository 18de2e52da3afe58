"""A small map of words along two axes of their vectors, on which one word goes from its old place to its new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from manim import ArcBetweenPoints, Line, Rectangle, VGroup, VMobject, smooth
from torch import Tensor

from scenes.article.heads.pane import Air, Pane, unit_of
from scenes.motion.live import Live, settle
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import trail
from scenes.parts.plane.labels import Box, Spot, free_place, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, HeroGlow, Token, haloed
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_AIR = Air(0.75, 0.6, 0.62)

_SLAB = 0.13
"""Scene units: the thickness of the bars that measure a place along both axes."""

_HERO, _OTHER = (1.0, 0.7), (0.62, 0.44)
"""The heights of icons, the word's and the others', scene units at the most, and as shares of the map's unit."""

_ARCS, _CLEAR = (0.0, 0.5, -0.5, 1.0, -1.0, 1.6, -1.6), 1.1
"""Angles of the arcs on which the word may come, the flattest first; scene units from others that are far enough."""

_BESIDE, _SMALLER = 0.16, 0.9
"""Scene units from an axis to its name; the least share of its size that a map keeps for a name beside the axis."""


class WordMap:
    """A map of words, and a word on it that moves.

    Args:
        words: a vector of at least two numbers for each word that stays.
        word: the word that moves.
        before: its vector before.
        after: its vector after.
        axes: the names of both axes.
        colors: ``#rrggbb`` of both axes.
        inks: ``#rrggbb`` of each word that stays.
        ink: ``#rrggbb`` of the word before and after.
        region: where all of it may be.
        style: theme and sizes.

    Attributes:
        pane: the map.
        names: of the axes.
        others: the words that stay.
        moving: the word as it was, and as it will be.
        slabs: its two numbers as bars.
    """

    def __init__(
        self,
        words: Mapping[str, Tensor],
        word: str,
        before: Tensor,
        after: Tensor,
        axes: Sequence[str],
        colors: Sequence[str],
        inks: Mapping[str, str],
        ink: tuple[str, str],
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._before, self._after, self.style = before[:2], after[:2], style
        rows = torch.stack([torch.zeros(2), self._before, self._after, *(row[:2] for row in words.values())])
        low, high = rows.min(dim=0).values.tolist(), rows.max(dim=0).values.tolist()
        spans = [(low[0], high[0]), (low[1], high[1])]
        texts = [
            Label(axis, size=style.sizes.number, color=color, within=region.width / 2, style=style)
            for axis, color in zip(axes, colors, strict=True)
        ]
        unit, spans = self._with_room(region, spans, float(texts[1].width) + 2 * _BESIDE)
        self.pane = Pane(region, unit, spans, _AIR, color=style.theme.dim, style=style)
        most, share = _HERO
        height = min(most, share * unit)
        most, share = _OTHER
        small = min(most, share * unit)
        places = [(self.pane.place(row[:2]), small) for row in words.values()]
        places += [(self.pane.place(row), height) for row in (self._before, self._after)]
        self.names = self._axis_names(texts, [_around(at, size) for at, size in places])
        self.others = self._tokens(words, inks, small, height)
        start = self.pane.place(self._before)
        self.moving = [
            Token(word, start, each, height=height, large=True, offset=self._beside(word, height), style=style)
            for each in ink
        ]
        self.ghost, self.glow = self.moving[0].ghost(), HeroGlow(self.pane.place(self._after), ink[1], style=style)
        self.trail = trail(start, self.pane.place(self._after), ink[1], style=style)
        self.slabs = [laid(Rectangle(width=1, height=1, color=color), Layer.THREAD) for color in colors]
        for slab, color in zip(self.slabs, colors, strict=True):
            slab.set_stroke(color, 1.5).set_fill(style.theme.fill(color), 1.0 if style.theme.filled else 0.0)
        self._measure(self._before)

    def _beside(self, word: str, height: float) -> tuple[float, float] | None:
        """Return where the moving word's name stands from it; nowhere if it has an icon."""
        return None if has_icon(word, self.style) else (0.0, 0.5 * height)

    def _with_room(
        self, region: Region, spans: list[tuple[float, float]], name: float
    ) -> tuple[float, list[tuple[float, float]]]:
        """Return the map's unit, and its spans with room for a name on the left of the axis that goes up."""
        (left, right), up = spans
        unit = unit_of([region], [spans], _AIR)
        extra = max(0.0, name - _AIR.side + unit * left)
        beside = unit_of([region.inset(left=extra)], [spans], _AIR)
        if beside < _SMALLER * unit:  # a narrow map has room above
            return unit, spans
        return beside, [(left - extra / beside, right), up]

    def _axis_names(self, texts: Sequence[Label], boxes: Sequence[Box]) -> VGroup:
        """Place the axes' names at their positive ends: below the one, on the left of the other; or where is room."""
        (x, y, _), (left, bottom, right, top) = self.pane.origin, self.pane.bounds()
        across, up = ((float(text.width), float(text.height)) for text in texts)
        best = [(right - across[0] / 2, y - _BESIDE - across[1] / 2), (x - _BESIDE - up[0] / 2, top - up[1] / 2)]
        names = VGroup()
        for text, size, near in zip(texts, (across, up), best, strict=True):
            at = free_place(size, (left, bottom, right, top), near, lines=self.pane.axes(), boxes=boxes)
            names.add(haloed(text.move_to(point(*at)), self.style))
        return laid(names, Layer.LABEL)

    def _tokens(self, words: Mapping[str, Tensor], inks: Mapping[str, str], height: float, hero: float) -> list[Token]:
        """Return the words that stay, those without an icon named."""
        style = self.style
        places = {word: self.pane.place(row[:2]) for word, row in words.items()}
        named = [word for word in words if not has_icon(word, style)]
        texts = {word: Label(word, size=style.sizes.tick, color=inks[word], style=style) for word in named}
        spots = [
            Spot(*flat(places[word]), float(texts[word].width), float(texts[word].height), (DISC + 0.03, DISC + 0.03))
            for word in named
        ]
        boxes = [_around(places[word], height) for word in words if word not in named]
        boxes += [_around(self.pane.place(row), hero) for row in (self._before, self._after)]
        boxes += [
            (float(name.get_left()[0]), float(name.get_bottom()[1]), float(name.get_right()[0]),
             float(name.get_top()[1])) for name in self.names
        ]  # fmt: skip
        centres = place_labels(spots, self.pane.bounds(), lines=self.pane.axes(), boxes=boxes)
        offsets = {
            word: (centre[0] - spot.x, centre[1] - spot.y)
            for word, centre, spot in zip(named, centres, spots, strict=True)
        }
        return [
            Token(word, at, inks[word], height=height, large=True, offset=offsets.get(word), text=texts.get(word),
                  style=style)
            for word, at in places.items()
        ]  # fmt: skip

    def _measure(self, row: Tensor) -> None:
        """Lay both slabs on the axes, each as long as a vector's number."""
        (x, y, _), (left, low, _) = self.pane.place(row), self.pane.origin
        half = _SLAB / 2
        for slab, (first, last, bottom, top) in zip(
            self.slabs,
            ((left, x, low - half, low + half), (left - half, left + half, low, y)),
            strict=True,
        ):
            corners = [point(first, bottom), point(last, bottom), point(last, top), point(first, top)]
            slab.set_points_as_corners([*corners, corners[0]])

    def parts(self) -> list[VMobject]:
        """Return all that is drawn in the pane before the word moves, the word and the axes' names left out."""
        return [self.pane.grid, *self.others, *self.slabs]

    def move(self) -> Live:
        """Return how the word goes to its new place, and both bars with it."""

        def follow(share: float) -> None:
            row = self._before + share * (self._after - self._before)
            for token in self.moving:
                token.put(self.pane.place(row))
            self._measure(row)

        return Live([self.moving[0], *self.slabs], follow, rate_func=settle)

    def colour(self) -> Live:
        """Return how the word takes its colour; the word in that colour must be on the stage already."""
        coat = _Coat(self.moving[1])
        coat.show(0.0)
        return Live([self.moving[1]], coat.show, rate_func=smooth)

    def way(self, start: Point) -> float:
        """Return the angle of the arc on which the word comes to its old place farthest from all the others."""
        end = self.moving[0].at

        def clear(angle: float) -> float:
            arc = ArcBetweenPoints(start, end, angle=angle) if angle else Line(start, end)
            along = [arc.point_from_proportion(share) for share in np.linspace(0.0, 0.9, 12)]
            least = min(float(np.linalg.norm(each - other.at)) for each in along for other in self.others)
            return min(least, _CLEAR)

        return max(_ARCS, key=clear) if self.others else 0.0


class _Coat:
    """The word in its new colour, which shows through more and more.

    Args:
        token: the word.
    """

    def __init__(self, token: Token) -> None:
        family = [each for each in token.get_family() if isinstance(each, VMobject) and len(each.points)]
        self._opacities = [(each, each.get_fill_opacity(), each.get_stroke_opacity()) for each in family]

    def show(self, share: float) -> None:
        """Show a share of it, 0 to 1."""
        for mark, fill, stroke in self._opacities:
            mark.set_fill(opacity=share * fill, family=False).set_stroke(opacity=share * stroke, family=False)


def _around(place: Point, height: float) -> Box:
    x, y = flat(place)
    return (x - height / 2, y - height / 2, x + height / 2, y + height / 2)
