"""A lens over a word that hardly moves: its two places, that many times as far apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import hypot

import numpy as np
from manim import UP, Circle, Dot, Line, VGroup
from numpy.typing import NDArray
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import Box, Segment, clip, overlap
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_ZOOMS = (5, 10, 20, 50, 100, 200)
"""The factors by which a lens may enlarge."""

_APART, _ICON, _BESIDE = 0.95, 0.7, 0.16
"""The distance of the word's places in the lens at the most, and the word's height, as shares of the radius; scene
units from the lens to what stands beside it."""

_ABOVE = 0.14
"""Scene units from the level of the lens's middle to what stands beside it, above and below."""

_RAY, _EDGE, _WAY, _THREAD = 1.6, 2.8, 4.0, 2.4
"""Stroke units of the rays from the word to its lens, of the lens's edge, of the line from place to place, and of a
thread that is seen in it."""

_PIN = 0.055
"""Scene units: the radius of the dots at its ends."""

CLEAR = 0.12
"""Scene units that a lens keeps free around itself."""

_LOWER = 2.2
"""A lens's radii from a word down to the middle of the lens, where there is room."""

_TIED = 0.15
"""Scene units from a word within which a band's end is tied to it."""


class Lens(VGroup):
    """A lens, in which a word goes from the place that a change of the phrase has found it at to the next.

    Args:
        word: the word.
        places: both manim points.
        inks: its colours there.
        distance: how far it goes.
        centre: manim point of the lens's middle.
        radius: of the lens, scene units.
        puller: manim point of the word whose pull is seen in the lens, and its ``#rrggbb``; None for no such word.
        below: write how far and how many times in one line below the lens, instead of beside it.
        style: theme and sizes.

    Attributes:
        glass: the lens, and its rays.
        zoom: how many times as large it shows things.
        before: the word at its first place.
        ghost: the outline that stays there.
        after: the word, which moves.
        way: the line from place to place.
        thread: what is seen of the pull: it leads the way that the word goes.
        number: how far.
        note: how many times.
    """

    def __init__(
        self,
        word: str,
        places: tuple[Point, Point],
        inks: tuple[str, str],
        distance: Tensor,
        centre: Point,
        radius: float,
        *,
        puller: tuple[Point, str] | None = None,
        below: bool = False,
        style: Style = DEFAULT,
    ) -> None:
        first, last = places
        apart = float(np.linalg.norm(last - first))
        fitting = [zoom for zoom in _ZOOMS if zoom * apart <= _APART * radius]
        self.zoom, theme = (fitting or [1])[-1], style.theme
        way = self.zoom * (last - first)
        self._start, self._end = centre - way / 2, centre + way / 2
        circle = Circle(radius=radius, color=theme.value, stroke_width=_EDGE).move_to(centre)
        circle.set_fill(theme.background, 1.0)
        self.glass = laid(VGroup(*_rays((first + last) / 2, centre, radius, theme.dim), circle), Layer.SHEET)
        height = _ICON * radius
        self.before, self.after = (
            Token(word, self._start, ink, height=height, large=True, style=style) for ink in inks
        )
        self.ghost = self.before.ghost()
        self._centre, self._radius, self._pull = centre, radius, None if puller is None else puller[0] - last
        self.thread = VGroup() if puller is None else VGroup(thin_line(centre, centre + UP, puller[1], _THREAD))
        laid(self.thread, Layer.THREAD)
        way_line = thin_line(self._start, self._end, theme.ink, _WAY)
        self.way = VGroup(way_line, *(_pin(at, style) for at in (self._start, self._end)))
        self.number = HeroNumber(distance, size=style.sizes.head, style=style)
        note = Label(style.says("times", count=str(self.zoom)), size=style.sizes.tick, style=style)
        self._set_beside(note, below=below)
        self.note = haloed(note, style)
        super().__init__(self.glass, self.thread, self.ghost, self.after, self.note)
        for each in (self.number, self.note):
            laid(each, Layer.LABEL)
        laid(self.way, Layer.LABEL)
        self.draw(0.0)

    def _set_beside(self, note: Label, *, below: bool) -> None:
        """Place how far and how many times beside the lens, or in one line below it."""
        (x, y, _), widths = self._centre, (float(self.number.width), float(note.width))
        if below:
            left = float(x) - (sum(widths) + _BESIDE) / 2
            level = float(y) - self._radius - _BESIDE - self.number.cap_height
            lefts, levels = (left, left + widths[0] + _BESIDE), (level, level)
        else:
            lefts = (float(x) + self._radius + _BESIDE,) * 2
            levels = (float(y) + _ABOVE, float(y) - _ABOVE - float(note.cap_height))
        for text, width, left, level in zip((self.number, note), widths, lefts, levels, strict=True):
            text.set_x(left + width / 2).on_baseline(level)

    def written(self) -> VGroup:
        """Return what is written beside or below it."""
        return VGroup(self.number, self.note)

    def draw(self, share: float) -> None:
        """Lay the word at a share of its way, and from there what is seen of its pull to the lens's edge."""
        at = self._start + share * (self._end - self._start)
        self.after.put(at)
        for line in self.thread:
            line.put_start_and_end_on(at, self._edge_from(at))

    def _edge_from(self, at: Point) -> Point:
        """Return the point of the lens's edge toward the word that pulls."""
        assert self._pull is not None
        along, out = self._pull / float(np.linalg.norm(self._pull)), at - self._centre
        half = float(out @ along)
        far = float(np.sqrt(half**2 - float(out @ out) + self._radius**2)) - half
        edge: Point = at + far * along
        return edge


def _rays(at: Point, centre: Point, radius: float, color: str) -> list[Line]:
    """Return the two lines from a place that touch a circle."""
    way = centre - at
    far = float(np.linalg.norm(way))
    if far <= radius:
        return []
    angle, half = float(np.arctan2(way[1], way[0])), float(np.arcsin(radius / far))
    length = float(np.sqrt(far**2 - radius**2))
    ends = [at + length * point(np.cos(angle + turn), np.sin(angle + turn)) for turn in (-half, half)]
    return [Line(at, end, color=color, stroke_width=_RAY) for end in ends]


def _pin(at: Point, style: Style) -> Dot:
    """Return the dot at an end of the way."""
    dot = Dot(at, radius=_PIN, color=style.theme.ink)
    return dot.set_background_stroke(color=style.theme.background, width=RIM)


def lens_place(
    radius: float, written: Box, bounds: Box, under: tuple[float, float], lines: Sequence[Segment], boxes: Sequence[Box]
) -> Point | None:
    """Return the free place for the middle of a lens that is nearest to being below a point; None without one.

    Args:
        radius: of the lens, scene units.
        written: the box of what is written with it, from its middle.
        bounds: where it may lie.
        under: what it shows.
        lines: what it keeps off, besides boxes.
        boxes: what it keeps off, besides lines.
    """
    left, bottom, right, top = bounds
    across = np.arange(left + max(radius, -written[0]), right - max(radius, written[2]), 0.1)
    levels = np.arange(bottom + max(radius, -written[1]), min(top - radius, under[1] - 1.5 * radius), 0.1)
    # A little to the right, where bands to the word leave it room, and as low as leaves its rays some length.
    x, y = under[0] + radius, under[1] - _LOWER * radius
    places = sorted(product(across.tolist(), levels.tolist()), key=lambda at: abs(at[0] - x) + 0.1 * abs(at[1] - y))
    # A band between the lens's rays would be a third of them.
    crossed = _crossed([_way_from(line, under) for line in lines], np.reshape(places, (-1, 2)) - under, radius)
    for x, y in (place for place, is_crossed in zip(places, crossed, strict=True) if not is_crossed):
        beside = (x + written[0], y + written[1], x + written[2], y + written[3])
        if any(overlap(beside, each) > 0 for each in boxes) or any(clip(line, beside) for line in lines):
            continue
        far = [hypot(max(box[0] - x, 0.0, x - box[2]), max(box[1] - y, 0.0, y - box[3])) for box in boxes]
        if min([*far, *(_distance(line, (x, y)) for line in lines)]) > radius + CLEAR / 2:
            return point(x, y)
    return None


def _way_from(line: Segment, at: tuple[float, float]) -> NDArray[np.float64]:
    """Return the way along a segment from an end that is at a point, or no way for another segment."""
    start, end = (np.array(each) for each in line)
    if float(np.linalg.norm(start - at)) > float(np.linalg.norm(end - at)):
        start, end = end, start
    return np.asarray(end - start if float(np.linalg.norm(start - at)) < _TIED else 0.0 * start)


def _crossed(ways: Sequence[NDArray[np.float64]], to: NDArray[np.float64], radius: float) -> NDArray[np.bool_]:
    """Return for each way to a circle's middle whether another way leads between the two rays that touch the circle."""
    far = np.linalg.norm(to, axis=1)
    outside = np.maximum(far, radius)
    edge = np.sqrt(1 - (radius / outside) ** 2)  # cosine of the angle between the way to the middle and a ray
    crossed = np.zeros(len(to), dtype=bool)
    for way in ways:
        if (length := float(np.linalg.norm(way))) >= radius:
            crossed |= (far > radius) & (to @ way / (outside * length) > edge)
    return crossed


def _distance(line: Segment, at: tuple[float, float]) -> float:
    """Return how far a point is from a segment."""
    start, end = (np.array(each) for each in line)
    way = end - start
    share = float(np.clip(np.dot(np.array(at) - start, way) / max(float(np.dot(way, way)), 1e-9), 0.0, 1.0))
    return float(np.linalg.norm(start + share * way - np.array(at)))
