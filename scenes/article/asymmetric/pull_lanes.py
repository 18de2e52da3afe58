"""Two pulls between two words as ways: the other one's weight moves each word, as a share of the way to it."""

from __future__ import annotations

from collections.abc import Sequence

from manim import Circle, DashedVMobject, Dot, Rectangle, VMobject
from torch import Tensor

from scenes.article.asymmetric.pull_rows import capitals, who_pulls
from scenes.parts.bars.ledger import Corners
from scenes.parts.geometry import point
from scenes.parts.icons import ShadedIcon, ghost_of, has_icon
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.stage_text import HeroNumber, HeroWeight
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _DOT, RAIL, _ON = 0.52, 0.16, 0.2, 0.05
"""Scene units: the height of a word's icon, the radius of the disc of one that has none, the thickness of the rail a
word is moved on, and from the rail to the word on it."""

_GAP, _PITCH = 0.2, 1.16
"""Scene units between a name, a rail's end with its word, and a number; from a rail to the next one at the most."""

_NAMES = 0.38
"""The share of the width that names may take in the region."""

_BEFORE, _LEAST_BEFORE, _ABOUT_AS_LARGE = 0.3, 1.0, 0.9
"""Scene units from a name before the region to it, the least room there for names, and the size that they have there at
the least, as a share of that in the region."""

_LEAST = 1e-3
"""Scene units: the least length of a way."""


class PullLanes:
    """Both pulls between two words, a lane each: the pulled word rides a rail towards the other one.

    On both rails the first word stands at the right and the second at the left; a weight of 1 would take a word all the
    way to the other.

    Args:
        words: the two words; the first lane is the first one's pull on the second.
        colors: one ``#rrggbb`` a word.
        weights: both pulls, shape (2,).
        region: where they lie.
        before: scene units of room before the region, where names stand if they fit.
        style: theme and sizes.

    Attributes:
        names: who pulls whom, for each lane.
        rails: the outline of the whole way, for each lane.
        pullers: the word that stays, for each lane.
        riders: the word that is moved, for each lane.
        ghosts: the outlines at their old places.
        numbers: the weights, at the lanes' ends.
        length: scene units for a weight of 1.
    """

    def __init__(
        self, words: Sequence[str], colors: Sequence[str], weights: Tensor, region: Region, *,
        before: float = 0.0, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style, self._weights, self._colors = style, weights.tolist(), tuple(colors)
        self.names, outside = who_pulls(words, colors, _NAMES * region.width, style), False
        if before - _BEFORE > _LEAST_BEFORE:
            beside = who_pulls(words, colors, before - _BEFORE, style)
            outside = float(beside[0].width) >= _ABOUT_AS_LARGE * float(self.names[0].width)
            self.names = beside if outside else self.names
        self.numbers = [
            HeroWeight(weight, color=color, style=style) for weight, color in zip(weights, colors, strict=True)
        ]
        named = max(float(name.width) for name in self.names)
        self._names_from = region.left - _BEFORE - named if outside else region.left
        left = region.left + (0.0 if outside else named + _GAP) + _ICON / 2
        right = region.right - max(float(number.width) for number in self.numbers) - _GAP - _ICON / 2
        self.ends, self.length = (left, right), right - left
        pitch = min(_PITCH, region.height / 2)
        middle = float(region.centre[1])
        tall = _ICON + _ON + RAIL
        self._rails = [middle + up * pitch - tall / 2 + RAIL / 2 for up in (0.5, -0.5)]
        self.rails = [self._rail(y) for y in self._rails]
        self.starts = [point(left, self._on(0)), point(right, self._on(1))]
        self.riders = [self._mark(words[1 - lane], colors[1 - lane]) for lane in range(2)]
        self.pullers = [self._mark(words[lane], colors[lane]) for lane in range(2)]
        self.ghosts = [self._ghost(words[1 - lane], colors[1 - lane]) for lane in range(2)]
        for lane in range(2):
            self.ride(lane, 0.0)
            self.ghosts[lane].move_to(self.starts[lane])
            self.pullers[lane].move_to(point(self.ends[1 - lane], self._on(lane)))
            self._write(lane, region)

    def _on(self, lane: int) -> float:
        """Return the height of the middle of a word on a rail."""
        return self._rails[lane] + RAIL / 2 + _ON + _ICON / 2

    def _rail(self, y: float) -> Rectangle:
        rail = Rectangle(width=self.length, height=RAIL).set_stroke(self.style.theme.ink, 1.6)
        return laid(rail.move_to(point(sum(self.ends) / 2, y)), Layer.LEDGER)

    def middle(self, lane: int) -> float:
        """Return the height of the middle of a rail."""
        return self._rails[lane]

    def _mark(self, word: str, color: str) -> VMobject:
        """Return a word's icon, or a disc of its colour."""
        if has_icon(word, self.style):
            return laid(ShadedIcon(word, color, height=_ICON, style=self.style), Layer.ICON)
        return laid(Dot(radius=_DOT, color=self.style.theme.fill(color)), Layer.ICON)

    def _ghost(self, word: str, color: str) -> VMobject:
        """Return what stays at a word's old place."""
        if has_icon(word, self.style):
            return laid(ghost_of(word, color, height=_ICON, style=self.style), Layer.GHOST)
        return laid(DashedVMobject(Circle(radius=_DOT, color=color, stroke_width=2.6), num_dashes=12), Layer.GHOST)

    def _write(self, lane: int, region: Region) -> None:
        """Write who pulls whom before a lane, and the weight behind it."""
        sizes, middle = self.style.sizes, (self._on(lane) + self._rails[lane]) / 2
        name, number = self.names[lane], self.numbers[lane]
        name.align_to(point(self._names_from), point(-1.0)).on_baseline(middle - capitals(sizes.number) / 2)
        number.align_to(point(region.right), point(1.0)).on_baseline(middle - capitals(sizes.hero) / 2)
        for text in (name, number):
            laid(text, Layer.LEDGER)

    def write_fraction(self, lane: int, power: Tensor, total: Tensor, decimals: int) -> Row | None:
        """Return of what a weight is a share, between the moved word's end and the other one; None without room."""
        style, size = self.style, self.style.sizes.number
        first = Number(power, decimals=decimals, size=size, color=self._colors[lane], style=style)
        second = HeroNumber(total, decimals=decimals, size=size, style=style)
        fraction = Row([first, Math("div", size=size, style=style), second], _GAP)
        way = self._weights[lane] * self.length * (1 if lane == 0 else -1)
        end, other = float(self.starts[lane][0]) + way, self.ends[1 - lane]
        fraction.set_x((end + other) / 2).on_baseline(self._on(lane) - capitals(size) / 2)
        fits = float(fraction.width) + _ICON + 2 * _GAP < abs(other - end)
        return laid(fraction, Layer.LEDGER) if fits else None

    def ride(self, lane: int, share: float) -> None:
        """Move a lane's word a share of the way to where its pull takes it."""
        way = self._weights[lane] * self.length * (1 if lane == 0 else -1)
        self.riders[lane].move_to(self.starts[lane] + point(share * way))

    def corners(self, lane: int, share: float = 1.0) -> Corners:
        """Return the corners of the way that a word has come, as a ledger orders those of a bar."""
        start = float(self.starts[lane][0])
        way = max(share * self._weights[lane] * self.length, _LEAST) * (1 if lane == 0 else -1)
        low, high = self._rails[lane] - RAIL / 2, self._rails[lane] + RAIL / 2
        return [point(start, high), point(start, low), point(start + way, low), point(start + way, high)]
