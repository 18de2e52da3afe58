"""The words that a row looks at, one below the other, with a wall that they can be sent out behind."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Line, VGroup, VMobject
from torch import Tensor

from scenes.lesson.cake import Cake
from scenes.number_format import decimals_that_add
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, has_icon
from scenes.parts.table.number_grid import middle_baseline
from scenes.parts.text.formula import Power
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import UNITS_PER_FONT_UNIT, Label, Math, set_on_baseline
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_RAISED, _BASE = 0.72, 1.2
"""The size of an exponent, and of the e below it, as shares of the other type's."""

_HIGHEST, _LEAST = 1.0, 1.75
"""The largest height of a row, scene units, and the least one as a share of the type's size."""

_WALL, _COLUMN = 0.28, 0.3
"""Scene units on both sides of the wall, and between two columns."""

_ICON = 1.55
"""An icon's height as a share of the type's size."""


def mark(word: str, color: str, size: float, style: Style = DEFAULT) -> VMobject:
    """Return a word as its icon, or as its name."""
    if has_icon(word, style):
        return ShadedIcon(word, color, height=_ICON * size * UNITS_PER_FONT_UNIT, style=style)
    return Label(word, size=size, color=color, style=style)


def put_mark(thing: VMobject, x: float, y: float) -> None:
    """Put a word in the middle of a place: the middle of its small letters, or of its icon."""
    thing.set_x(x)
    if isinstance(thing, Label):
        thing.on_baseline(y - 0.22 * thing.size * UNITS_PER_FONT_UNIT)
    else:
        thing.set_y(y)


class Guests(VGroup):
    """A line for each word: its name, e to the power of its score, and what that is; below them the sum, a whole cake.

    Args:
        words: all words.
        colors: ``#rrggbb``, one a word.
        scores: shape (T,).
        masked: the same, minus infinity where a word is sent out.
        powers: e to the power of each score, and of each masked one, shape (2, T).
        totals: their sums, shape (2,).
        named: the name of what lies behind the wall.
        region: where it may be; it takes the left of it.
        style: theme and sizes.

    Attributes:
        names: the words.
        inside: the place of names in the room, x in scene units.
        outside: their place behind the wall, x in scene units.
        walls: the wall, and what lies behind it; see ``lower``.
        door: their name, below them.
        bases: an e for each word.
        scores: the exponents, of all words and of those that are left.
        powers: of both.
        equals: the signs before the powers.
        totals: of both a rule and the sum.
        whole: a small cake before the sum.
        fits: whether it has room.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], scores: Tensor, masked: Tensor, powers: Tensor,
        totals: Tensor, named: str, region: Region, *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        sizes, values = style.sizes, powers.tolist()
        digits = next(
            (
                d
                for d in (2, 1, 3, 0)
                if all(
                    decimals_that_add(row, total, (d,)) == d for row, total in zip(values, totals.tolist(), strict=True)
                )
            ),
            2,
        )
        self._style, self._region, self._digits = style, region, digits
        for size in (sizes.head, sizes.number, sizes.tick, sizes.label, sizes.note, sizes.least):
            self._size, self._pitch = size, min(_HIGHEST, region.height / (len(words) + 1))
            self.names = [mark(word, color, size, style) for word, color in zip(words, colors, strict=True)]
            lifted = [self._raised(score) for score in scores], [self._raised(score) for score in masked]
            self.powers = [[self._power(value) for value in row] for row in powers]
            sums = [self._power(total) for total in totals]
            self._wide = [
                max(float(each.width) for each in column)
                for column in (self.names, [*lifted[0], *lifted[1]], [*self.powers[0], *self.powers[1], *sums])
            ]
            if self.fits:
                break
        self.bases = [power.base for power in lifted[0]]
        self.scores = [[power.exponent for power in row] for row in lifted]
        self.equals = [Math("=", size=size, style=style) for _ in words]
        self._place(lifted, sums, named)
        super().__init__(
            *self.names, self.walls, self.door, *lifted[0], *self.equals, *self.powers[0], self.totals[0], self.whole
        )

    @property
    def fits(self) -> bool:
        """True if it has room in its region."""
        return self.needs <= self._region.width and self._pitch >= _LEAST * self._size * UNITS_PER_FONT_UNIT

    @property
    def needs(self) -> float:
        """The width that it takes, scene units."""
        names, raised, powers = self._wide
        return 2 * names + raised + powers + 3.6 * _WALL + 3 * _COLUMN

    def _raised(self, score: Tensor) -> Power:
        style, size = self._style, self._size
        exponent = Number(score, size=max(_RAISED * size, style.sizes.least), style=style)
        return Power(Math("e", size=_BASE * size, style=style), exponent)

    def _power(self, value: Tensor) -> Number:
        decimals = self._digits if float(value) else 0
        return Weight(value, decimals=decimals, size=self._size, style=self._style)

    def _place(self, lifted: tuple[list[Power], list[Power]], sums: Sequence[Number], named: str) -> None:
        region, theme, size, count = self._region, self._style.theme, self._size, len(self.names)
        names, raised, powers = self._wide
        wall = region.left + names + 1.6 * _WALL
        self.outside = (region.left + wall) / 2
        self.inside = wall + _WALL + names / 2
        start = self.inside + names / 2 + _COLUMN + _WALL
        equal = start + raised + _COLUMN
        end = equal + _COLUMN + powers
        high = self._pitch * (count + 1)
        top = float(region.centre[1]) + high / 2
        self.lines = [top - self._pitch * (row + 0.5) for row in range(count + 1)]
        for row, y in enumerate(self.lines[:-1]):
            put_mark(self.names[row], self.inside, y)
            baseline = middle_baseline(y, size)
            for power in (lifted[0][row], lifted[1][row]):
                power.shift(point(start - float(power.get_left()[0])))
                power.shift(point(0.0, baseline - power.baseline))
            set_on_baseline(self.equals[row].set_x(equal), baseline)
            for number in (self.powers[0][row], self.powers[1][row]):
                number.set_x(end - float(number.width) / 2).on_baseline(baseline)
        y = self.lines[-1]
        self.totals = []
        for number in sums:
            number.set_x(end - float(number.width) / 2).on_baseline(middle_baseline(y, size))
            edge = y + self._pitch / 2
            rule = Line(point(equal - 0.1, edge), point(end, edge)).set_stroke(theme.axis, self._style.strokes.thin)
            self.totals.append(VGroup(rule, number))
        radius = min(0.3, 0.36 * self._pitch)
        self.whole = Cake([1.0], [theme.ink], point(self.inside, y), radius, style=self._style).cut(0.0)
        self._yard = region.left, wall, top, self.lines[-1] + self._pitch / 2
        line = VMobject(stroke_color=theme.axis, stroke_width=self._style.strokes.bold)
        self.walls = VGroup(VMobject(stroke_width=0).set_fill(theme.shade, 1.0), line)
        self.lower(1.0)
        most = wall - region.left
        self.door = Label(named, size=min(size, self._style.sizes.number), within=most, style=self._style)
        put_mark(self.door, self.outside, y)

    def lower(self, share: float) -> None:
        """Let the wall, and the dark behind it, come down as far as a share says, 0 to 1."""
        left, right, top, ground = self._yard
        low = top - max(share, 1e-3) * (top - ground)
        yard, line = self.walls
        corners = [point(left, top), point(right, top), point(right, low), point(left, low)]
        yard.set_points_as_corners([*corners, corners[0]])
        line.set_points_as_corners(corners[1:3])

    def go(self, row: int, way: float) -> None:
        """Put a word on its way out, 0 to 1: it goes through the wall."""
        put_mark(self.names[row], self.inside + way * (self.outside - self.inside), self.lines[row])
