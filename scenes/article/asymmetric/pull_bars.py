"""Two pulls as bars in one scale: who pulls whom, how hard, while it changes, and the sum that it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from manim import LEFT, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.pull_sum import PullSum, WorkedSum
from scenes.motion.live import Live
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import Label, Row, capitals
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _BY_ICON, _AIR, _GAP = 0.56, 0.13, 0.2, 0.3
"""Scene units: the height of an icon in a name, from it to its word, between the other pieces of that, and between a
name and its number."""

_NARROW, _LOW, _SMALL_ICON, _SHARE = 4.0, 2.5, 0.5, 0.22
"""Scene units: the width and the height from which a pull's room is small, and the height of an icon there; and the
thickness of a bar, as a share of its room's height at the most."""

_LARGE, _SHRINK = 1.8, 0.95
"""The size of the pulls, as a multiple of a hero's, at the most; and the factor by which it shrinks until it fits."""

_THICK, _UNDER, _OVER, _APART = 0.72, 0.28, 0.22, 0.7
"""Scene units: the thickness of a bar; from it to the capitals of the sum below it, and to the number above it; and
from one pull to the other at the most."""

_SMALL = 22.0
"""The size of type from which a sum is left out instead of getting smaller."""

_LEAST = 1e-3
"""Scene units: the least length of a bar."""


class PullBars:
    """The two pulls between two words as bars in one scale, each between its name and the sum that it is.

    Args:
        words: the two words; the first bar is the first one's pull.
        stages: both forces of each stage, shape (2,).
        vectors: the keys and the queries of each stage, each of shape (2, d); in the first one they are the words' own.
        rooms: where either pull stands.
        style: theme and sizes.

    Attributes:
        names: who pulls whom, for each pull, in ink.
        roles: the same, in the colours of keys and queries.
        bars: the bars, in the colour of words: a pull is a key's and a query's alike.
        lines: those from which they begin.
        unit: scene units for a force of 1.
        sums: in each stage, for each pull, the sum that it is; none where one of them has no room.
    """

    def __init__(
        self, words: Sequence[str], stages: Sequence[Tensor], vectors: Sequence[tuple[Tensor, Tensor]],
        rooms: Sequence[Region], *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style, self.rooms, theme = style, rooms, style.theme
        self.width, high = (min(sizes) for sizes in zip(*((room.width, room.height) for room in rooms), strict=True))
        self.is_small = self.width < _NARROW or high < _LOW
        self.thick = min(_THICK, _SHARE * high)
        pairs = (tuple(words), tuple(words)[::-1])
        self.names = [self._name(pair, (theme.ink, theme.ink)) for pair in pairs]
        self.roles = [self._name(pair, (theme.key, theme.query)) for pair in pairs]
        self.unit = (self.width - 0.05) / max(float(forces.max()) for forces in stages)
        self.bars = [self._bar() for _ in range(2)]
        self.sums = self._sums(stages, vectors, style.sizes.number if self.is_small else style.sizes.formula)
        self._measure([float(force) for forces in stages for force in forces])
        self._bases, self._middles = list[float](), list[float]()
        self.lines = [self._place(index) for index in range(2)]
        self.draw([0.0, 0.0])
        laid(VGroup(*self.names, *self.roles, *self.bars, *self.lines), Layer.LEDGER)

    def _name(self, words: tuple[str, ...], colors: tuple[str, str]) -> Row:
        """Return who pulls whom, in words, each with its icon before it."""
        style, size = self.style, self.style.sizes.number if self.is_small else self.style.sizes.head
        pulls = Label(style.says("pulls"), size=size, style=style)
        pieces, gaps = list[VMobject](), list[float]()
        for place, (word, color) in enumerate(zip(words, colors, strict=True)):
            if has_icon(word, style):
                height = _SMALL_ICON if self.is_small else _ICON
                pieces.append(ShadedIcon(word, color, height=height, style=style))
                gaps.append(_BY_ICON)
            pieces.append(Label(word, size=size, color=color, style=style))
            if not place:
                pieces.append(pulls)
                gaps += [_AIR, _AIR]
        row = Row(pieces, gaps)
        for icon in (piece for piece in pieces if isinstance(piece, ShadedIcon)):
            icon.set_y(pulls.baseline + capitals(size) / 2)
        return row.scale(min(1.0, self.width / float(row.width)))

    def _bar(self) -> Polygon:
        theme = self.style.theme
        bar = Polygon(*[point(0.0)] * 4, color=theme.ink, stroke_width=0 if theme.filled else 2.0)
        return bar.set_fill(theme.fill(theme.ink), 1.0 if theme.filled else 0.0)

    def _sums(
        self, stages: Sequence[Tensor], vectors: Sequence[tuple[Tensor, Tensor]], size: float
    ) -> list[list[PullSum]]:
        """Return both sums in each stage, in type of one size; none where they would have to be small."""
        theme = self.style.theme
        sums = [
            [
                PullSum(
                    keys[index], queries[1 - index], forces[index],
                    (theme.key, theme.query) if stage else (theme.ink, theme.ink), size, style=self.style,
                )
                for index in range(2)
            ]
            for stage, (forces, (keys, queries)) in enumerate(zip(stages, vectors, strict=True))
        ]  # fmt: skip
        widest = max(float(each.width) for both in sums for each in both)
        if widest <= self.width:
            return sums
        return self._sums(stages, vectors, 0.99 * size * self.width / widest) if size > _SMALL else []

    def _measure(self, shown: Sequence[float]) -> None:
        """Find the size of the numbers, whether they stand beside the names, and how high either pull is."""
        self.size = _LARGE * self.style.sizes.hero
        self._capital = capitals(self.sums[0][0].factors[0].size) if self.sums else 0.0
        high, named = min(room.height for room in self.rooms), max(float(each.width) for each in self.names)
        below = (_UNDER + self._capital) if self.sums else 0.0
        top = max(float(each.height) for each in self.names)
        while True:
            widest = max(float(HeroNumber(each, size=self.size, style=self.style).width) for each in shown)
            self.beside = named + _GAP + widest <= self.width
            number = capitals(self.size)
            self._head = max(top, number) if self.beside else top + _OVER + number
            self.height = self._head + _OVER + self.thick + below
            if (self.height <= high and widest <= self.width) or self.size < self.style.sizes.number:
                return
            self.size *= _SHRINK

    def _place(self, index: int) -> VMobject:
        """Place a pull's name and its sum; return the line from which its bar begins."""
        room = self.rooms[index]
        # Of two pulls below each other, each stands towards the other.
        towards = 0 if self.rooms[0].bottom == self.rooms[1].bottom else (1 if index else -1)
        free = max(0.0, room.height - self.height)
        top = float(room.centre[1]) + self.height / 2 + towards * max(0.0, (free - _APART) / 2)
        for name in (self.names[index], self.roles[index]):
            name.align_to(point(room.left), LEFT)
            high = float(name.height) / 2
            name.set_y(top - (self._head / 2 if self.beside else high))
        self._bases.append(top - self._head)
        middle = top - self._head - _OVER - self.thick / 2
        self._middles.append(middle)
        if self.sums:
            low = middle - self.thick / 2 - _UNDER - self._capital
            for both in self.sums:
                both[index].starting_at(room.left).on_baseline(low)
        ends = [point(room.left, middle + side * (self.thick / 2 + 0.08)) for side in (-1, 1)]
        return thin_line(ends[0], ends[1], self.style.theme.axis, 2.8)

    def draw(self, forces: Sequence[float]) -> None:
        """Give the bars the lengths of two forces."""
        for bar, room, middle, force in zip(self.bars, self.rooms, self._middles, forces, strict=True):
            end = room.left + max(force * self.unit, _LEAST)
            high, low = middle + self.thick / 2, middle - self.thick / 2
            corners = [(room.left, low), (room.left, high), (end, high), (end, low), (room.left, low)]
            bar.set_points_as_corners([point(x, y) for x, y in corners])

    def number(self, index: int, force: Tensor | float) -> HeroNumber:
        """Return a force as the number above its bar."""
        number = HeroNumber(force, size=self.size, style=self.style)
        room = self.rooms[index]
        start = room.left
        if self.beside:
            start += max(float(each.width) for each in self.names) + _GAP
        number.align_to(point(start), LEFT).on_baseline(self._bases[index])
        return laid(number, Layer.LEDGER)

    def worked(self, index: int, products: Sequence[float], force: float) -> WorkedSum | None:
        """Return the products of a pull's sum beside its bar, or else beside its number; none where they lack room."""
        if not self.sums:
            return None
        row, room = WorkedSum(products, self.sums[0][0].factors[0].size, style=self.style), self.rooms[index]
        number = float(self.number(index, force).get_right()[0])
        bar = room.left + force * self.unit
        lines = [(bar, self._middles[index] - self._capital / 2), (number, self._bases[index])]
        for left, base in lines:
            row.starting_at(left + _GAP).on_baseline(base)
            if float(row.get_right()[0]) <= room.right:
                return row
        return None


class RunningForces(Live):
    """The motion of both bars, and of the numbers above them, with whatever changes the forces.

    Args:
        bars: the bars; they are on the stage already.
        forces: called with the progress, 0 to 1; returns both forces.
        follow: called with the progress: moves what changes them.
        moved: what that moves.
        options: passed on to manim's ``Animation``.

    Attributes:
        digits: the running numbers, which leave the stage when the motion ends.
    """

    def __init__(
        self,
        bars: PullBars,
        forces: Callable[[float], Sequence[float]],
        follow: Callable[[float], object],
        moved: Sequence[VMobject],
        **options: Any,
    ) -> None:
        self.digits = [RunningNumber(bars.number(index, 0.0)) for index in range(2)]

        def run(share: float) -> None:
            follow(share)
            now = forces(share)
            bars.draw(now)
            for index, (digits, force) in enumerate(zip(self.digits, now, strict=True)):
                digits.write(bars.number(index, force))

        super().__init__([*moved, *bars.bars, *self.digits], run, **options)
