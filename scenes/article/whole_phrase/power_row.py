"""A row of the table, large across the frame: its discs become powers of e, and these the shares of one whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from manim import LEFT, RIGHT, UP, RoundedRectangle, VGroup, VMobject, linear, smooth
from torch import Tensor

from scenes.article.whole_phrase.dot_table import DotTable, ScoreDisc
from scenes.motion.live import Live
from scenes.number_format import as_printed
from scenes.parts.contrast import contrast
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroWeight
from scenes.parts.text.formula import Power
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label, Math, Row, baseline_of, set_on_baseline
from scenes.style import DEFAULT, Style

_ICON, _NAME = 0.9, 0.25
"""Scene units: the height of the icon before a row, and from there, or from a name, to the row."""

_OFF, _END, _AIR = 0.22, 0.25, 0.06
"""Scene units: from a bar to its powers of e; from its end to what it adds up to; around a number in its piece."""

_WIDE, _DISC, _LEAST_BIT = 1.6, 0.46, 0.05
"""Scene units from one disc of the pair to the next, at the most; the largest disc's radius as a share of that, or of
the bar's height; scene units: the least width of the others' piece, which is seen however small it is."""

_NOTE, _LIFT = 0.12, 0.62
"""Scene units before the note that a weight is that small; the share of time in which a row slides whole."""

_READ = 4.0
"""The least contrast of ink on a piece in which it is written."""

_EXPONENT, _BASE = 0.8, 1.25
"""The sizes of an exponent and of an e as shares of a formula's."""

_SIDES = np.array([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0)]) / 2
_SIDES = np.hstack([_SIDES, np.zeros((9, 1))])
"""A piece of a bar with a width and a height of 1: it begins as a circle does, so that a disc does not turn into it."""


@dataclass(frozen=True)
class Terms:
    """A row's sum.

    Attributes:
        row: the position of the row's word.
        columns: those of all words: first the other word of the pair, then the row's own, then the others.
        scores: of all words, in the phrase's order.
        powers: e to the power of these, of the pair.
        rest: what the others' powers add up to.
        total: the sum of all.
        counted: the same as it is of the printed terms.
        digits: of the powers as they are printed; none where they are not.
        weights: of the pair.
        remainder: what the others' weights add up to.
        whole: what all weights of the row add up to.
    """

    row: int
    columns: Sequence[int]
    scores: Tensor
    powers: Tensor
    rest: Tensor
    total: Tensor
    counted: Tensor
    digits: int | None
    weights: Tensor
    remainder: Tensor
    whole: Tensor

    @property
    def adds_up(self) -> bool:
        """True if the shares as they are printed add up to the whole as it is printed."""
        shares = [*self.weights.tolist(), *([float(self.remainder)] if len(self.columns) > 2 else [])]
        return abs(sum(map(as_printed, shares)) - as_printed(float(self.whole), 0)) < 1e-6


class PowerRow:
    """One row of the table across the frame.

    Args:
        terms: its numbers.
        words: the phrase.
        colors: the words', ``#rrggbb``, by role.
        others: what all words but the pair are called together.
        size: of the numbers of its sum, manim font units.
        style: theme and sizes.

    Attributes:
        name: the icon of the row's word, or its name, before the bar.
        discs: the scores, the pair's first.
        scores: the pair's as numbers upon their discs, or nothing where they have no room.
        exponents: the pair's powers of e outside the bar, each above or below its piece.
        blocks: the pieces of the bar: the pair's, then the others' together.
        inside: the pair's powers as numbers in their pieces.
        total: what is added at the bar's end, and the sum.
        others: whose power is added there.
        small: behind that name, that their weight is that small, where it is printed as 0.
        quotients: each of the pair's powers and the sum, as a division; the second only where it has room.
        shares: the weights that these give; the second only where it has room in its piece.
        one: the others' weight, added, and the sum of all weights: 1.
    """

    def __init__(
        self,
        terms: Terms,
        words: Sequence[str],
        colors: Sequence[str],
        others: str,
        size: float,
        *,
        style: Style = DEFAULT,
    ) -> None:
        self.terms, self.size, self.style = terms, size, style
        self._colors = [colors[column] for column in terms.columns]
        word, sizes = words[terms.row], style.sizes
        self.name: VMobject = (
            ShadedIcon(word, colors[terms.row], height=_ICON, style=style)
            if has_icon(word, style)
            else Label(word, size=sizes.number, color=colors[terms.row], style=style)
        )
        self.total, self.others, self.quotients = VGroup(), VGroup(), [VGroup(), VGroup()]
        if terms.digits is not None:
            rest = [self._sign("plus"), self._count(terms.rest)] if len(terms.columns) > 2 else []
            self.others = VGroup(Label(others, size=sizes.number, style=style)) if rest else VGroup()
            self.total = Row([*rest, self._sign("="), self._count(terms.counted)], 0.12)
            self.quotients = [
                Row([self._count(power), self._sign("\\/"), self._count(terms.counted)], 0.1) for power in terms.powers
            ]
        is_small = not as_printed(float(terms.remainder))
        more = [self._sign("plus"), self._share(terms.remainder)] if self.others and not is_small else []
        self.small = (
            VGroup(Weight(terms.remainder, size=sizes.number, style=style)) if self.others and is_small else VGroup()
        )
        whole = Number(terms.whole, decimals=0, size=sizes.hero, style=style)
        self.one = Row([*more, self._sign("=" if terms.adds_up else "approx"), whole], 0.14)
        self.discs: list[ScoreDisc] = []
        self.scores, self.exponents, self.inside = list[VGroup](), list[Power](), list[VGroup]()
        self.shares = [VGroup(), VGroup()]
        self.blocks: list[VMobject] = []
        self.length = self.whole = 0.0

    def _count(self, value: Tensor) -> Number:
        return Number(value, decimals=self.terms.digits or 0, size=self.size, style=self.style)

    def _share(self, value: Tensor) -> Number:
        return Number(value, size=self.size, style=self.style)

    def _sign(self, source: str) -> Math:
        return Math(source, size=self.size, style=self.style)

    @property
    def before(self) -> float:
        """The width of what stands before the bar, scene units."""
        return float(self.name.width) + _NAME

    @property
    def behind(self) -> float:
        """The width of what stands behind it, scene units."""
        noted = float(self.others.width) + _NOTE + float(self.small.width) if self.small else 0.0
        return max(float(self.total.width), float(self.one.width), noted) + _END

    def lay(self, at: Point, length: float, whole: float, thick: float, *, up: bool, share_size: float | None) -> None:
        """Lay everything around the bar.

        Args:
            at: manim point of the middle of the bar's beginning.
            length: the bar's at first, scene units.
            whole: its length in the end.
            thick: its height.
            up: whether what is written outside stands above it, not below.
            share_size: of the shares within their pieces; None where the first is what the division gives, outside.
        """
        self.at, self.length, self.whole, self.thick = np.asarray(at, float), length, whole, thick
        self.name.move_to(self.at - point(_NAME + float(self.name.width) / 2))
        self._lay_blocks()
        self._lay_discs()
        end = float(self.at[0])
        for text, far in ((self.total, length), (self.one, whole)):
            text.move_to(self.at + point(far + _END + float(text.width) / 2))
        self._write(up=up)
        if self.others:
            self.others.next_to(self.total[1], UP, buff=2 * _AIR)
            self.others.shift(point(max(end + length + _AIR - float(self.others.get_left()[0]), 0.0)))
            if self.small:
                others, (small,) = self.others[0], self.small
                set_on_baseline(small.next_to(others, RIGHT, buff=_NOTE), baseline_of(others))
                small.shift(point(whole - length))
        self._write_shares(up=up, size=share_size)
        outside = self.name, self.total, self.one, self.others, self.small, *self.quotients, *self.shares
        for part in (*outside, *self.exponents, *self.inside, *self.scores):
            laid(part, Layer.FRAME)

    def holds_share(self, whole: float, size: float) -> bool:
        """Return whether the first share has room within its piece.

        Args:
            whole: the length of the bar, scene units.
            size: of the type.
        """
        share = HeroWeight(self.terms.weights[0], size=size, style=self.style)
        return float(share.width) + 2 * _AIR <= float(self.terms.weights[0]) * whole

    def _write_shares(self, *, up: bool, size: float | None) -> None:
        """Write the divisions, and the shares that they give within their pieces or behind the first division."""
        start, width = float(self.at[0]), float(self.terms.weights[0]) * self.whole
        (first, second), (weight, own) = self.quotients, self.terms.weights
        share = HeroWeight(weight, size=size, color=self._colors[0] if size is None else self._on(0), style=self.style)
        self.shares[0] = VGroup(share)
        if size is not None:
            share.move_to(self.at + point(width / 2))
            if first:
                first.move_to(self._outside(float(first.height), up=up))
                first.set_x(max(start + width / 2, start + float(first.width) / 2))
        else:
            signs = [self._sign("=")] if first else []
            self.shares[0] = VGroup(*signs, share)
            line = Row([*first, *signs, share], 0.1)
            line.move_to(self._outside(float(line.height), up=up)).align_to(point(start), LEFT)
            self.quotients[1] = second = VGroup()  # two divisions of which one is an equation would be read as one
        share = HeroWeight(own, size=size, color=self._on(1), style=self.style)
        self._write_own_share(share, second, width, up=up)

    def _write_own_share(self, share: HeroWeight, quotient: VGroup, before: float, *, up: bool) -> None:
        """Write the share of the row's own word, and its division, where both have room.

        Args:
            share: it.
            quotient: its division, or nothing.
            before: the width of the first piece, scene units.
            up: whether the division stands above the bar.
        """
        width = float(self.terms.weights[1]) * self.whole
        middle = float(self.at[0]) + before + width / 2
        has_room = float(share.width) + 2 * _AIR <= width
        if has_room:
            self.shares[1] = VGroup(share.move_to(self.at + point(before + width / 2)))
        if quotient:
            quotient.move_to(self._outside(float(quotient.height), up=up)).set_x(middle)
            if not has_room or float(quotient.get_left()[0]) < float(self.quotients[0].get_right()[0]) + _NAME:
                self.quotients[1] = VGroup()

    def _outside(self, height: float, *, up: bool) -> Point:
        return self.at + point(0.0, (1 if up else -1) * (self.thick / 2 + _OFF + height / 2))

    def _lay_blocks(self) -> None:
        """Lay the pieces of the bar, as long as their powers of e are."""
        theme, terms, left = self.style.theme, self.terms, float(self.at[0])
        total = float(terms.total)
        widths = [float(power) / total * self.length for power in terms.powers]
        colors = self._colors[:2]
        if len(terms.columns) > 2:
            widths.append(max(float(terms.rest) / total * self.length, _LEAST_BIT))
            colors = [*colors, theme.ink]
        for width, color in zip(widths, colors, strict=True):
            block = VMobject(stroke_color=color, stroke_width=0)
            block.set_points_as_corners(
                point(left + width / 2, self.at[1]) + point(max(width, 1e-3), self.thick) * _SIDES
            )
            block.set_fill(theme.fill(color), 1.0 if theme.filled else 0.0)
            block.set_stroke(theme.background if theme.filled else color, 1.5)
            self.blocks.append(laid(block, Layer.LEDGER))
            left += width

    def _lay_discs(self) -> None:
        """Lay the scores as large discs, side by side: the pair's have as much room as their numbers need."""
        terms, count = self.terms, len(self.terms.columns)
        wide = min(_WIDE, self.whole / (2 if count == 2 else 3))
        narrow = min(0.75 * wide, (self.whole - 2 * wide) / max(count - 2, 1))
        most = max(float(terms.scores.abs().max()), 1e-9)
        unit = _DISC * min(wide, self.thick + 0.2) / most**0.5
        left = float(self.at[0])
        for place, column in enumerate(terms.columns):
            pitch = wide if place < 2 else narrow
            disc = ScoreDisc(unit, style=self.style)
            disc.put(float(terms.scores[column]), point(left + pitch / 2, self.at[1]))
            self.discs.append(laid(disc, Layer.LEDGER))
            left += pitch
        self._across = left - float(self.at[0])
        for disc, column in zip(self.discs[:2], terms.columns, strict=False):
            score = Number(terms.scores[column], size=self.style.sizes.formula, style=self.style)
            score.set_color(self._on(len(self.scores)))
            has_room = disc.score > 0 and float(score.width) + 2 * _AIR <= float(disc.disc.width)
            self.scores.append(VGroup(score.move_to(disc.at)) if has_room else VGroup())

    def _write(self, *, up: bool) -> None:
        """Write the pair's powers outside the bar, and what they are in their pieces, where there is room."""
        size, style, terms = self.style.sizes.formula, self.style, self.terms
        end = float(self.at[0])
        for place, column in enumerate(terms.columns[:2]):
            color, block = self._colors[place], self.blocks[place]
            power = Power(
                Math("e", size=_BASE * size, color=color, style=style),
                Number(terms.scores[column], size=_EXPONENT * size, color=color, style=style),
            )
            power.move_to(self._outside(float(power.height), up=up))
            power.set_x(max(float(block.get_x()), end + float(power.width) / 2))
            end = float(power.get_right()[0]) + 4 * _AIR
            self.exponents.append(power)
            self.inside.append(self._within(terms.powers[place], place))

    def _within(self, power: Tensor, place: int) -> VGroup:
        """Return a power as a number within its piece, as large as there is room; nothing without room."""
        block, sizes, digits = self.blocks[place], self.style.sizes, self.terms.digits
        for size in (sizes.formula, sizes.number, sizes.tick) if digits is not None else ():
            count = Number(power, decimals=digits or 0, size=size, color=self._on(place), style=self.style)
            if float(count.width) + 2 * _AIR <= float(block.width):
                return VGroup(count.move_to(block))
        return VGroup()

    def _on(self, place: int) -> str:
        """Return the colour of type on a word's piece: ink where it is read there, else the ground's."""
        theme = self.style.theme
        is_read = contrast(theme.ink, theme.fill(self._colors[place])) >= _READ
        return theme.ink if is_read or not theme.filled else theme.background

    def leaving(self, table: DotTable, frame: RoundedRectangle) -> Live:
        """Return how the row is lifted out of the table: it slides whole, and then its discs take their places.

        Args:
            table: in which it is.
            frame: around it, on the stage as its discs are.
        """
        count, first, shape = len(self.discs), self.discs[0].unit, frame.copy()
        pitch = self._across / count
        ways = []
        for disc, column in zip(self.discs, self.terms.columns, strict=True):
            small = table.discs[self.terms.row][column]
            slid = self.at + point((column + 0.5) * pitch)
            ways.append((disc, small.at.copy(), slid, disc.at.copy(), small.unit))
        middle, start = self.at + point(self._across / 2), shape.get_center()
        slid_unit = min(ways[0][4] * pitch / table.pitch, first)

        def follow(time: float) -> None:
            lifted, placed = smooth(min(time / _LIFT, 1.0)), smooth(max((time - _LIFT) / (1 - _LIFT), 0.0))
            for disc, low, slid, end, small_unit in ways:
                at = low + lifted * (slid - low)
                unit = small_unit + lifted * (slid_unit - small_unit)
                disc.unit = unit + placed * (first - unit)
                disc.put(disc.score, at + placed * (end - at))
            for disc, color in zip(self.discs[:2], self._colors, strict=False):
                disc.tint(color, placed)
            frame.become(shape).scale(1 + lifted * (pitch / table.pitch - 1))
            frame.move_to(start + lifted * (middle - start)).set_stroke(opacity=1 - placed)

        return Live([*self.discs, frame], follow, rate_func=linear)

    def stretching(self) -> Live:
        """Return how the bar is stretched, or squeezed, until it is as long as the whole; its sum stays at its end."""
        start, shapes = float(self.at[0]), [block.points.copy() for block in self.blocks]
        ratio, riding = self.whole / self.length, [part for part in (self.total, self.others) if part]
        places = [float(part.get_x()) for part in riding]

        def follow(share: float) -> None:
            for block, points in zip(self.blocks, shapes, strict=True):
                along, factor = points.copy(), 1 + share * (ratio - 1)
                along[:, 0] = start + (points[:, 0] - start) * factor
                along[:, 0] = np.minimum(along[:, 0], start + factor * self.length)  # the others' piece is drawn wider
                block.set_points(along)
            for part, place in zip(riding, places, strict=True):
                part.set_x(place + share * (self.whole - self.length))

        return Live([*self.blocks, *riding], follow)
