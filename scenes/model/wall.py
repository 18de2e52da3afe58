"""A wall of small pictures, one for each head: dots for words, and arches from words to the words they look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from manim import VMobject
from torch import Tensor

from scenes.model.arch import Points, Strand, outline, strands
from scenes.parts.plane.layers import Layer, laid
from scenes.stage import Region

_INSIDE, _DOT_LINE, _TALL = 0.9, 0.1, 0.78
"""The width of a picture as a share of the way to the next one; its words' height above its lower edge, and its tallest
arch, as shares of the way to the next one below."""

_WHOLE, _DOT = 0.85, 0.17
"""The width of a weight of 1, and a dot's radius, as shares of the way to the next word."""

_NEAR, _NEAR_WHOLE, _NEAR_DOT = 0.8, 0.27, 0.035
"""A picture's width between two words where only these are left, and a dot's radius there, as shares of the way to the
next picture; between them, the width of a weight of 1, as a share of the way to the nearest picture."""

_BAR_LINE, _BAR_HIGH, _LATE = 0.1, 0.12, 0.75
"""The lower edge of a picture's bar below its words, and its height, as shares of the picture's; the share of time by
which the highest bar begins to fall last."""

LEAST = 0.012
"""An arch's least width in a small picture, scene units: about a pixel at 720p."""

FAINTEST = 0.1
"""The least weight whose arch is drawn in a small picture."""

_CIRCLE = np.array([[np.cos(turn), np.sin(turn), 0.0] for turn in np.linspace(0.0, 2 * np.pi, 9)])


@dataclass(frozen=True)
class Wall:
    """The places of all heads' pictures: a row a layer, or a column where they are larger so.

    Attributes:
        room: what the wall fills.
        layers: their count.
        heads: their count in each layer.
        places: the words' middles, as shares of a picture's width.
    """

    room: Region
    layers: int
    heads: int
    places: tuple[float, ...]

    @property
    def upright(self) -> bool:
        """True if each layer is a column."""
        lying, turned = (min(self.room.width / across, self.room.height / down)
                         for across, down in ((self.heads, self.layers), (self.layers, self.heads)))  # fmt: skip
        return turned > lying

    @property
    def pitches(self) -> tuple[float, float]:
        """The ways from one picture to the next, across and down."""
        across, down = (self.layers, self.heads) if self.upright else (self.heads, self.layers)
        return self.room.width / across, self.room.height / down

    def cell(self, layer: int, head: int) -> Region:
        """Return the room of a head's picture, with what is free around it."""
        (wide, high), (column, row) = self.pitches, (layer, head) if self.upright else (head, layer)
        left, top = self.room.left + column * wide, self.room.top - row * high
        return Region(left, left + wide, top - high, top)

    def words(self, layer: int, head: int) -> tuple[list[float], float]:
        """Return the middles of a picture's words, and their height."""
        cell, wide = self.cell(layer, head), _INSIDE * self.pitches[0]
        left = float(cell.centre[0]) - wide / 2
        return [left + share * wide for share in self.places], cell.bottom + _DOT_LINE * cell.height

    def strands(self, layer: int, head: int, row: Sequence[float], looks: int) -> list[Strand]:
        """Return the arches of one word in a head's picture."""
        places, low = self.words(layer, head)
        return strands(row, looks, places, low, _TALL * self.pitches[1], _WHOLE * self._pitch)

    def near(self, layer: int, head: int, weight: float, looks: int, place: int) -> Strand:
        """Return the arch from one word to another in a head's picture that is so near that it shows only these."""
        _, low = self.words(layer, head)
        start, end = self.ends(layer, head, looks, place)
        return Strand(start, end, low, _TALL * self.pitches[1], _NEAR_WHOLE * min(self.pitches) * weight)

    def ends(self, layer: int, head: int, looks: int, place: int) -> tuple[float, float]:
        """Return the middles of two words in a picture that shows only these."""
        x, half = float(self.cell(layer, head).centre[0]), _NEAR * self.pitches[0] / 2
        return (x + half, x - half) if looks > place else (x - half, x + half)

    @property
    def _pitch(self) -> float:
        """The way from a word to the next in a picture, at the least."""
        return (
            float(np.diff(self.places).min()) * _INSIDE * self.pitches[0] if len(self.places) > 1 else self.pitches[0]
        )

    def dots(self, colors: Sequence[str]) -> dict[str, VMobject]:
        """Return the words of all pictures as dots, a mobject for each colour."""
        dots: dict[str, list[Points]] = {}
        for layer, head in np.ndindex(self.layers, self.heads):
            places, low = self.words(layer, head)
            for x, color in zip(places, colors, strict=True):
                dots.setdefault(color, []).append(np.array([x, low, 0.0]) + _DOT * self._pitch * _CIRCLE)
        return {color: _dotted(each, color) for color, each in dots.items()}

    def two_dots(self, looks: int, place: int, colors: Sequence[str]) -> dict[str, VMobject]:
        """Return two words of all pictures that show only these as dots, a mobject for each."""
        dots: dict[str, list[Points]] = {colors[looks]: [], colors[place]: []}
        for layer, head in np.ndindex(self.layers, self.heads):
            low = self.words(layer, head)[1]
            for x, index in zip(self.ends(layer, head, looks, place), (looks, place), strict=True):
                dots[colors[index]].append(np.array([x, low, 0.0]) + _NEAR_DOT * self.pitches[0] * _CIRCLE)
        return {color: _dotted(each, color) for color, each in dots.items()}

    def weave(self, patterns: Tensor, place: int, color: str) -> Weave:
        """Return the arches from all words to one word in all pictures.

        Args:
            patterns: all weights, (L, h, T, T).
            place: of the word that is looked at.
            color: ``#rrggbb``.
        """
        found: list[tuple[int, Strand]] = []
        for cell, (layer, head) in enumerate(np.ndindex(self.layers, self.heads)):
            for looks, row in enumerate(patterns[layer, head].tolist()):
                if row[place] >= FAINTEST:
                    found.append((cell, self.strands(layer, head, row, looks)[place]))
        return Weave(found, color)


class Weave(VMobject):
    """Many small arches of one colour, which rise from the line of their words.

    Args:
        arches: each with the number of its picture.
        color: ``#rrggbb``.
    """

    def __init__(self, arches: Sequence[tuple[int, Strand]], color: str) -> None:
        super().__init__(stroke_width=0)
        drawn = [strand._replace(width=max(LEAST, strand.width)) for _, strand in arches]
        self._whole = np.concatenate([np.zeros((0, 3)), *map(outline, drawn)])
        self._low = np.repeat([strand.low for strand in drawn], 24)
        self._cell = np.repeat([cell for cell, _ in arches], 24).astype(int)
        laid(self.set_fill(color, 1.0), Layer.BAND)
        self.set_points(self._whole)

    def rise(self, shares: np.ndarray[Any, np.dtype[np.float64]]) -> None:
        """Let all arches have a share of their height, by their pictures; at 0 they are not there."""
        points = self._whole.copy()
        share = shares[self._cell]
        points[:, 1] = self._low + share * (points[:, 1] - self._low)
        self.set_points(points[share > 0])


class Pour(VMobject):
    """A bar in each picture, as long as its share of one whole, that falls with its row into one bar: all bars' mean.

    Args:
        wall: the pictures.
        shares: one for each, (L, h).
        bar: the room of the one bar, which is a whole wide.
        color: ``#rrggbb``.
    """

    def __init__(self, wall: Wall, shares: Tensor, bar: Region, color: str) -> None:
        super().__init__(stroke_width=0)
        places = sorted(np.ndindex(*shares.shape), key=lambda at: tuple(wall.cell(*at).centre[1::-1]))
        given = np.array([float(shares[at]) for at in places])
        widths = bar.width * given / len(given)
        lefts = bar.left + np.cumsum(widths) - widths
        rooms = [(*wall.words(*at), wall.cell(*at).height) for at in places]
        self._begin = np.array([[xs[0], low - _BAR_LINE * high, given[index] * (xs[-1] - xs[0]), _BAR_HIGH * high]
                                for index, (xs, low, high) in enumerate(rooms)])  # fmt: skip
        self._end = np.stack([lefts, np.full_like(lefts, bar.bottom), widths, np.full_like(lefts, bar.height)], 1)
        fall = self._begin[:, 1] - bar.bottom
        self._late = _LATE * fall / max(float(fall.max()), 1e-9)
        laid(self.set_fill(color, 1.0), Layer.PIN)
        self.grow(1.0)

    def grow(self, share: float) -> None:
        """Let all bars have a share of their length, each in its picture."""
        self._lay(self._begin * [1.0, 1.0, share, 1.0])

    def fall(self, time: float) -> None:
        """Let all bars fall into the one bar, row after row, the lowest first; they are there at time 1."""
        shares = np.clip((time - self._late) / (1 - _LATE), 0.0, 1.0) ** 2
        self._lay(self._begin + shares[:, None] * (self._end - self._begin))

    def _lay(self, boxes: Points) -> None:
        """Draw boxes: left edge, lower edge, width, height."""
        x, y, width, height = boxes.T
        corners = np.stack([np.stack(each, 1) for each in (
            (x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))], 1)  # fmt: skip
        starts, ends = corners[:, :-1], corners[:, 1:]
        steps = np.linspace(0.0, 1.0, 4)[:, None]
        flat = (starts[:, :, None] + steps * (ends - starts)[:, :, None]).reshape(-1, 2)
        self.set_points(np.concatenate([flat, np.zeros((len(flat), 1))], 1))


def _dotted(corners: Sequence[Points], color: str) -> VMobject:
    """Return dots as a mobject of many closed polygons."""
    starts, ends = (np.concatenate(each) for each in ([c[:-1] for c in corners], [c[1:] for c in corners]))
    steps = np.linspace(0.0, 1.0, 4)[None, :, None]
    mark = VMobject(stroke_width=0).set_fill(color, 1.0)
    return laid(mark.set_points((starts[:, None] + steps * (ends - starts)[:, None]).reshape(-1, 3)), Layer.GHOST)
