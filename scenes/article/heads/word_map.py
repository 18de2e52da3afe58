"""A small map of words along two axes of their vectors, on which one word goes from its old place to its new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch
from manim import Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.article.heads.pane import Air, Pane, unit_of
from scenes.article.heads.pour import Pour
from scenes.motion.live import Live
from scenes.parts.geometry import Point, flat, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.boxes import box_around
from scenes.parts.plane.labels import Box, Spot, clip, free_place, overlap, place_labels
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import DISC, HeroGlow, Token, haloed
from scenes.parts.plane.vector import Vector
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.number import Tick
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_AIR, _LITTLE_AIR, _ROOMY = Air(0.75, 0.6, 0.62), Air(0.4, 0.4, 0.45), 4.5
"""The air that a wide map keeps around its words, and a narrow one; the width, scene units, from which it is wide."""

_SHAFT, _OFF_AXIS, _UNDER = 0.09, 0.14, 0.46
"""Scene units: the width of a step's arrow; from an axis to its ticks' numbers, and to the name below these."""

_SLAB = 0.13
"""Scene units: the thickness of the bars that measure a place along both axes."""

_HERO, _OTHER = (0.9, 0.66), (0.7, 0.5)
"""The heights of icons, the word's and the others', scene units at the most, and as shares of the map's unit."""

_BESIDE, _SMALLER = 0.16, 0.9
"""Scene units from an axis to its name; the least share of its size that a map keeps for a name beside the axis."""


class WordMap:
    """A map of words, and a new one on it that begins at the origin, from which steps take it to its new place.

    Args:
        words: a vector of at least two numbers for each word that stays.
        word: the word that moves.
        before: its vector before.
        rows: shape (N, d): the direction of each step, and how long it is for 1.
        amounts: shape (N,): how many times that each step takes.
        sums: shape (N + 1, d): where it is before each step, and after the last.
        axes: the names of both axes.
        colors: ``#rrggbb`` of both axes.
        inks: ``#rrggbb`` of each word that stays.
        ink: ``#rrggbb`` of the word before and after.
        said: the word for where it was before.
        region: where all of it may be.
        style: theme and sizes.

    Attributes:
        pane: the map.
        names: of the axes.
        others: the words that stay.
        moving: the new word at zero, without its colour and with it.
        pour: the colour that it takes on the way; None where it keeps its own.
        slabs: its two numbers as bars.
        arrows: the steps, each as long as its row at first.
        ghost: what stays at its old place, with the word for that.
        ticks: the numbers along both axes, where they are free.
    """

    def __init__(
        self,
        words: Mapping[str, Tensor],
        word: str,
        before: Tensor,
        rows: Tensor,
        amounts: Tensor,
        sums: Tensor,
        axes: Sequence[str],
        colors: Sequence[str],
        inks: Mapping[str, str],
        ink: tuple[str, str],
        said: str,
        region: Region,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self._before, self._sums, self._rows, self.style = before[:2], sums[:, :2], rows[:, :2], style
        self._amounts, self._fill = amounts.tolist(), _shares(sums)
        air = _AIR if region.width > _ROOMY else _LITTLE_AIR
        places = torch.stack([self._before, *self._sums, *(row[:2] for row in words.values())])
        low, high = places.min(dim=0).values.tolist(), places.max(dim=0).values.tolist()
        spans = [(low[0], high[0]), (low[1], high[1])]
        texts = [
            Label(axis, size=style.sizes.number, color=color, within=region.width / 2, style=style)
            for axis, color in zip(axes, colors, strict=True)
        ]
        unit, spans = self._with_room(region, spans, float(texts[1].width) + 2 * _BESIDE, air)
        self.pane = Pane(region, unit, spans, air, color=style.theme.dim, style=style)
        height, small = min(_HERO[0], _HERO[1] * unit), min(_OTHER[0], _OTHER[1] * unit)
        boxes = [box_around(self.pane.place(row[:2]), small / 2) for row in words.values()]
        self._path = [self.pane.place(row) for row in self._sums]
        boxes += [box_around(place, height / 2) for place in (self.pane.place(self._before), *self._path)]
        self.names = self._axis_names(texts, boxes)
        self.others = self._tokens(words, inks, small, height)
        start = self.pane.place(self._before)
        self.moving = [
            Token(word, start, each, height=height, large=True, offset=self._beside(word, height), style=style)
            for each in ink
        ]
        self.pour = Pour(self.moving[1]) if ink[0] != ink[1] else None
        self.ghost = VGroup(self.moving[0].ghost(), self._note(said, start, height, boxes))
        labels = [token.label for token in self.others if len(token.label)]
        self.ticks = self._ticks([*boxes, *map(box_of, (*self.names, self.ghost[1], *labels))])
        self.glow = HeroGlow(self._path[-1], ink[1], style=style)
        self._make_steps(colors)

    def _make_steps(self, colors: Sequence[str]) -> None:
        """Make the steps, each as long as its row at first, and the word's two numbers as bars."""
        style = self.style
        self.arrows = [
            Vector(place, place + self._way(index), style.theme.value, width=_SHAFT, style=style)
            for index, place in enumerate(self._path[:-1])
        ]
        self.slabs = [laid(Rectangle(width=1, height=1, color=color), Layer.THREAD) for color in colors]
        for slab, color in zip(self.slabs, colors, strict=True):
            slab.set_stroke(color, 1.5).set_fill(style.theme.fill(color), 1.0 if style.theme.filled else 0.0)
        self._put(self._sums[0], 0.0)

    def _way(self, index: int, share: float = 0.0) -> Point:
        """Return how far a step leads on the map, from its row as it is to that times its amount."""
        x, y = (1.0 + share * (self._amounts[index] - 1.0)) * self._rows[index]
        return self.pane.unit * point(float(x), float(y))

    def _note(self, said: str, place: Point, height: float, boxes: Sequence[Box]) -> VGroup:
        """Return what is said of the old place, beside it."""
        label = Label(said, size=self.style.sizes.tick, style=self.style)
        size = (float(label.width) + 0.1, float(label.height) + 0.06)
        x, y = flat(place)
        marks = [box_around(token.at, float(token.mark.height) / 2) for token in self.others]
        names = [box_of(text) for text in (*self.names, *(token.label for token in self.others)) if len(text)]
        way = [(flat(a), flat(b)) for a, b in pairwise(self._path)]
        near = (x + height / 2 + size[0] / 2, y)
        at = free_place(size, self.pane.bounds(), near, lines=[*self.pane.axes(), *way], boxes=[*boxes, *marks, *names])
        return laid(haloed(label.move_to(point(*at)), self.style), Layer.LABEL)

    def _beside(self, word: str, height: float) -> tuple[float, float] | None:
        """Return where the moving word's name stands from it; nowhere if it has an icon."""
        return None if has_icon(word, self.style) else (0.0, 0.5 * height)

    def _with_room(
        self, region: Region, spans: list[tuple[float, float]], name: float, air: Air
    ) -> tuple[float, list[tuple[float, float]]]:
        """Return the map's unit, and its spans with room for a name on the left of the axis that goes up."""
        (left, right), up = spans
        unit = unit_of([region], [spans], air)
        extra = max(0.0, name - air.side + unit * left)
        beside = unit_of([region.inset(left=extra)], [spans], air)
        if beside < _SMALLER * unit:  # a narrow map has room above
            return unit, spans
        return beside, [(left - extra / beside, right), up]

    def _axis_names(self, texts: Sequence[Label], boxes: Sequence[Box]) -> VGroup:
        """Place the axes' names at their positive ends: below the one, on the left of the other; or where is room."""
        (x, y, _), (left, bottom, right, top) = self.pane.origin, self.pane.bounds()
        across, up = ((float(text.width), float(text.height)) for text in texts)
        best = [(right - across[0] / 2, y - _UNDER - across[1] / 2), (x - _BESIDE - up[0] / 2, top - up[1] / 2)]
        names = VGroup()
        for text, size, near in zip(texts, (across, up), best, strict=True):
            at = free_place(size, (left, bottom, right, top), near, lines=self.pane.axes(), boxes=boxes)
            names.add(haloed(text.move_to(point(*at)), self.style))
        return laid(names, Layer.LABEL)

    def _ticks(self, boxes: Sequence[Box]) -> VGroup:
        """Return the numbers along both axes at each line of the grid, those left out that would lie on something."""
        (x, y, _), (left, bottom, right, top) = self.pane.origin, self.pane.bounds()
        step, way = self.pane.step, [(flat(a), flat(b)) for a, b in pairwise(self._path)]
        ticks = VGroup()
        for is_up, reach in ((False, right - x), (True, top - y)):
            for count in range(1, int(reach / (step * self.pane.unit)) + 1):
                tick = Tick(count * step, step, size=self.style.sizes.tick, style=self.style)
                along = count * step * self.pane.unit
                aside = _OFF_AXIS + float(tick.width if is_up else tick.height) / 2
                tick.move_to(point(x - aside, y + along) if is_up else point(x + along, y - aside))
                box = box_of(tick)
                inside = left < box[0] and bottom < box[1] and box[2] < right and box[3] < top
                free = not any(overlap(_around_box(box), each) > 0 for each in boxes)
                if inside and free and not any(clip(each, box) for each in way):
                    ticks.add(haloed(tick, self.style))
        return laid(ticks, Layer.TICKS)

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
        boxes = [box_around(places[word], height / 2) for word in words if word not in named]
        boxes += [box_around(place, hero / 2) for place in (self.pane.place(self._before), *self._path)]
        boxes += [box_of(name) for name in self.names]
        way = [(flat(a), flat(b)) for a, b in pairwise(self._path)]
        centres = place_labels(spots, self.pane.bounds(), lines=[*self.pane.axes(), *way], boxes=boxes)
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
        return [self.pane.grid, *self.others, *self.slabs, self.ticks]

    def aim(self, index: int, **options: Any) -> Live:
        """Return how an arrow comes out of the word, until it is as long as its row."""
        arrow, start, end = self.arrows[index], self._path[index], self._path[index] + self._way(index)
        return Live([arrow], lambda share: arrow.set_ends(start, start + share * (end - start)), **options)

    def stretch(self, index: int, **options: Any) -> Live:
        """Return how an arrow, which is on the stage already, grows from its row to that times its amount."""
        arrow = self.arrows[index]

        def follow(share: float) -> None:
            arrow.set_ends(arrow.start, self._path[index] + self._way(index, share))

        return Live([arrow], follow, **options)

    def push(self, index: int, **options: Any) -> Live:
        """Return how a step takes the word along its arrow, and both bars and the colour with it."""
        first, last = self._sums[index], self._sums[index + 1]
        empty, full = self._fill[index], self._fill[index + 1]

        def follow(share: float) -> None:
            self._put(first + share * (last - first), empty + min(share, 1.0) * (full - empty))

        pour = [] if self.pour is None else [self.pour]
        return Live([self.moving[0], *self.slabs, *pour], follow, **options)

    def _put(self, row: Tensor, full: float) -> None:
        """Put the word at a vector's place, both bars to its numbers, and fill it with a share of its colour."""
        for token in self.moving:
            token.put(self.pane.place(row))
        self._measure(row)
        if self.pour is not None:
            self.pour.fill_to(full)


def _shares(sums: Tensor) -> list[float]:
    """Return how much of the first number that the map does not show is there before each step, and after the last."""
    if sums.shape[1] < 3 or abs(float(sums[-1, 2])) < 1e-6:
        return [0.0] * len(sums)
    return (sums[:, 2] / sums[-1, 2]).clamp(0.0, 1.0).tolist()


def _around_box(box: Box) -> Box:
    """Return a box with what a number keeps off others around it."""
    left, bottom, right, top = box
    return (left - _OFF_AXIS, bottom - 0.02, right + _OFF_AXIS, top + 0.02)
