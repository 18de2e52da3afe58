"""A lens over two places that are close to each other: it shows them several times as far apart, and says so."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from manim import Circle, VGroup, VMobject, smooth
from torch import Tensor

from scenes.article.better_space.calliper import Calliper, around
from scenes.article.better_space.pane import Look, Pane, room_for_circle
from scenes.parts.geometry import Point, flat, point
from scenes.parts.plane.labels import Box, Segment
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import turned
from scenes.parts.plane.token import haloed
from scenes.parts.plane.vector import RIM
from scenes.parts.plane.word_plane import box_of
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_AIR, _ROOM, _BELOW = 0.12, 0.16, 0.14
"""Scene units from what is seen in the lens to its edge, from the lens to what it keeps off, and to the text below."""

_TRAVEL, _GROW = 0.6, 0.35
"""The share of its motion after which the lens is where it stands; the share from which it grows."""

_BOWS, _STOPS = (0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9, 1.2, -1.2), 20
"""Scene units by which its way may bend, the straight one first; places on it at which it is looked what it covers."""

_HIDDEN, _BACK = 0.15, 0.8
"""The share of its motion after which the number has left the plane, and from which it comes in the lens."""

_EDGE, _BEAM = 4.0, 2.0
"""Stroke units of the lens's edge, and of the ring and the line from there to it."""


class Lens(VGroup):
    """A lens, the ring around what it shows, and a line from one to the other.

    Args:
        pane: the round window.
        matrix: of the space.
        times: how many times as far apart the places are seen.
        calliper: measures them; it goes into the lens.
        number: their distance; it goes there, too.
        text: how many times as large they are seen.
        unit: scene units for one unit of the vectors.
        origin: manim point of the zero vector.
        icons: the heights of icons in the lens, scene units.
        small: the height of the word's icon on the plane.
        style: theme.

    Attributes:
        below: how many times as large they are seen, over its halo; it stands below the open lens.
    """

    def __init__(
        self,
        pane: Pane,
        matrix: Tensor,
        times: int,
        calliper: Calliper,
        number: VMobject,
        text: Label,
        *,
        unit: float,
        origin: Point,
        icons: tuple[float, float],
        small: float,
        style: Style = DEFAULT,
    ) -> None:
        self.pane, self.times, self.calliper, self.number, self.text = pane, times, calliper, number, text
        self.matrix, self.unit, self.origin, self.icons, self.small = matrix, unit, origin, icons, small
        theme = style.theme
        pane.frame.set_stroke(theme.ink, _EDGE)
        self.ring = Circle(radius=1.0, color=theme.ink, stroke_width=_BEAM)
        self.ring.set_background_stroke(color=theme.background, width=RIM)
        self.beam = VMobject().set_stroke(theme.ink, _BEAM)
        self.beam.set_background_stroke(color=theme.background, width=RIM)
        one, other = pane.ends @ matrix
        self._middle = (one + other).numpy() / 2
        self.spot = origin + unit * point(*self._middle)
        self._number_at, self._bow = number.get_center(), 0.0
        self._content()
        self.below = haloed(text, style)
        super().__init__(self.beam, self.ring, pane)
        laid(VGroup(self.ring, self.below), Layer.LEDGER)
        laid(self.beam, Layer.THREAD)

    def _content(self) -> None:
        """Find what lies in the lens, around both places' middle: its middle, and the radius that holds it."""
        ends = [self.times * self.unit * point(*(row.numpy() - self._middle)) for row in self.pane.ends @ self.matrix]
        self.calliper.measure(ends[0], ends[1])
        size = float(self.number.width), float(self.number.height)
        self._aside = self.calliper.number_at(ends[0], ends[1], size)
        half = self.icons[1] / 2
        boxes = [around(self._aside, self.number), box_of(self.calliper)]
        boxes += [(x - half, y - half, x + half, y + half) for x, y in map(flat, ends)]
        low, high = (np.array([box[side : side + 2] for box in boxes]) for side in (0, 2))
        middle = (low.min(axis=0) + high.max(axis=0)) / 2
        corners = np.stack([np.where(side, high, low) for side in ((0, 0), (0, 1), (1, 0), (1, 1))])
        self.radius = float(np.hypot(*(corners - middle).reshape(-1, 2).T).max()) + _AIR
        self._offset = point(*middle)

    def lay(self, at: tuple[float, float]) -> None:
        """Say where the lens stands when it is open; its way there is a straight one."""
        self._home = point(*at)
        self.below.move_to(self._home - point(0.0, self.radius + float(self.text.height) / 2 + _BELOW))

    def bend(self, texts: Sequence[Box]) -> None:
        """Bend the way to where the lens stands so that it covers the least of some texts."""

        def covered(bow: float) -> int:
            self._bow = bow
            stops = [self._circle(share) for share in np.linspace(0.0, 1.0, _STOPS + 1)]
            return sum(_meets(flat(at), radius + _AIR, box) for at, radius in stops for box in texts)

        self._bow = min(_BOWS, key=covered)

    def _circle(self, share: float) -> tuple[Point, float]:
        """Return where the lens is on its way, and its radius: it goes as a small ring, and grows where it stands."""
        gone = smooth(min(share / _TRAVEL, 1.0))
        first = self.spot + self._offset / self.times
        way = self._home - first
        aside = self._bow * np.sin(np.pi * gone) * turned(way) / max(float(np.linalg.norm(way)), 1e-9)
        return first + gone * way + aside, self.radius * self._times(share) / self.times

    def _times(self, share: float) -> float:
        """Return how many times as large as on the plane it shows things."""
        return 1 + smooth(max((share - _GROW) / (1 - _GROW), 0.0)) * (self.times - 1)

    def open(self, share: float) -> None:
        """Open the lens a share of the way: a ring around what it shows goes to where it stands, and grows there.

        The number leaves the plane before, and comes in the open lens.
        """
        times, (centre, radius) = self._times(share), self._circle(share)
        whole, offset = self.radius / self.times, self._offset / self.times
        first = self.spot + offset
        focus = self._middle + offset[:2] / self.unit
        grown = (times - 1) / max(self.times - 1, 1e-9)
        heights = [self.small + grown * (high - self.small) for high in self.icons]
        look = Look(self.matrix, centre, focus, times * self.unit, (radius, radius), (heights[0], heights[1]))
        self.pane.look_on(look)
        self.ring.set_points(Circle(radius=whole).points + first)
        way = centre - first
        long = float(np.linalg.norm(way))
        self.beam.set_points([])
        if long > radius + whole:
            along = way / long
            self.beam.set_points_as_corners([first + whole * along, centre - radius * along])
        self.calliper.measure(*(look.place(row) for row in self.pane.ends))
        laid(self.calliper, Layer.FRAME if share else Layer.PIN)
        laid(self.number, Layer.FRAME if share else Layer.LABEL)
        in_lens = share > (_HIDDEN + _BACK) / 2
        self.number.move_to(self._home + self._aside - self._offset if in_lens else self._number_at)
        seen = (share - _BACK) / (1 - _BACK) if in_lens else 1 - share / _HIDDEN
        self.number.set_opacity(min(max(seen, 0.0), 1.0))


def _meets(centre: tuple[float, float], radius: float, box: Box) -> bool:
    """Return whether a circle covers anything of a box."""
    nearest = np.clip(centre, box[:2], box[2:])
    return float(np.hypot(*(nearest - np.array(centre)))) < radius


def fitted_lens(
    pane: Pane,
    matrix: Tensor,
    times: int,
    calliper: Calliper,
    number: VMobject,
    text: Label,
    *,
    bounds: Box,
    lines: Sequence[Segment],
    axes: Sequence[Segment],
    boxes: Sequence[Box],
    texts: Sequence[Box],
    marks: Sequence[Box],
    style: Style = DEFAULT,
    **options: object,
) -> Lens | None:
    """Return a lens where it covers nothing, or None where there is no room for it.

    Args:
        pane: as ``Lens`` has it.
        matrix: the same.
        times: the same.
        calliper: the same.
        number: the same.
        text: the same.
        bounds: where it must lie.
        lines: what it keeps off.
        axes: what the text below it keeps off, too, where it can.
        boxes: what it keeps off.
        texts: what the line to it keeps off, too.
        marks: what that line keeps off where it can; it runs below them elsewhere.
        style: theme.
        options: further options of ``Lens``.
    """
    lens = Lens(pane, matrix, times, calliper, number, text, style=style, **options)  # type: ignore[arg-type]
    foot = (float(text.width) + _ROOM, float(text.height) + _BELOW - _ROOM)
    ways: list[tuple[Sequence[Segment], Sequence[Box]]] = [(axes, marks), ((), ())]
    for also, crossed in ways:
        at = room_for_circle(
            lens.radius + _ROOM,
            foot,
            bounds,
            flat(lens.spot),
            lines=lines,
            axes=also,
            boxes=boxes,
            texts=[*texts, *crossed],
        )
        if at is not None:
            lens.lay(at)
            lens.bend(texts)
            return lens
    return None
