"""A tug of war of two words: a rope with a flag in its middle, and both pulls as bars that begin at the flag."""

from __future__ import annotations

from collections.abc import Sequence

from manim import DashedLine, DashedVMobject, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import point
from scenes.parts.icons import has_icon
from scenes.parts.plane.labels import Box
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import RIM, thin_line
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Math, Typeset
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _MOST = 0.12, 1.5
"""The height of an icon, as a share of the width, and at the most, scene units."""

_EDGE = 0.56
"""From the edge to the middle of an icon, which may be wider than tall, as a share of its height."""

_BIG, _SIGN = 1.35, 0.2
"""The size of the pulls, as a multiple of a hero's, and scene units from them to the sign between them."""

_ROPE, _BAR, _NOTCH, _LEAST = 9.0, 0.4, 0.05, 1e-3
"""Stroke units of the rope; scene units: the thickness of a bar, from a piece of it to the next, its least length."""

_SHRINK = 0.95
"""The factor by which the pulls get smaller until they have room between the flag and a word."""

_OVER = 0.24
"""Scene units from the bars to the pulls above them."""

_WIDE, _HIGH, _KNOT = 0.6, 0.6, 0.1
"""Scene units: the width and the height of the flag, and by which its knot reaches above the bars."""

_GROUND, _AWAY = 0.2, 0.12
"""Scene units: the height of the mark on the ground below the flag, and from a bar's end to an icon."""


class Tug:
    """Two words that hold the ends of a rope, with a flag in its middle; the stronger one gets it.

    Args:
        words: the word at the left, and the word at the right.
        most: the strongest pull there will be.
        lead: by how much a pull will be larger than the other in the end; then the stronger one is the strongest.
        region: where it lies.
        tones: of a pull's pieces, ``#rrggbb`` each.
        style: theme and sizes.

    Attributes:
        unit: scene units for a pull of 1.
        words: both words, in ink.
        rope: its part from either word to the flag.
        flag: the flag, with its knot.
        mark: the middle on the ground, which stays.
        bars: for either word its pull, a piece for each product.
        lead: by how much the first word's pull is larger, where the flag is.
    """

    def __init__(
        self, words: Sequence[str], most: float, lead: float, region: Region, tones: Sequence[str], *,
        style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        theme, self.style, self.region = style.theme, style, region
        self.icon = min(_MOST, _ICON * region.width)
        self.size = _BIG * style.sizes.hero
        capital = CAP_HEIGHT * UNITS_PER_FONT_UNIT * self.size
        self.middle = (region.left + region.right) / 2
        self.base = region.top - capital
        self.y = self.base - _OVER - _BAR / 2
        edge = _EDGE * self.icon
        self.homes = [point(region.left + edge, self.y), point(region.right - edge, self.y)]
        reach = region.width / 2 - edge - self.icon / 2 - _AWAY
        self.unit, self.lead = reach / (most + abs(lead)), 0.0
        free = reach - abs(lead) * self.unit - _AWAY
        while self._halves(most) > free and self.size > style.sizes.number:
            self.size *= _SHRINK
        self.words = [self._word(words, index) for index in range(2)]
        self.rope = [laid(thin_line(home, home, theme.dim, _ROPE), Layer.THREAD) for home in self.homes]
        self.bars = [VGroup(*(self._piece(tone) for tone in tones)) for _ in range(2)]
        self._make_flag()
        self.put(0.0, [[0.0], [0.0]])

    def _halves(self, most: float) -> float:
        """Return how far a pull reaches from the flag, scene units."""
        number = HeroNumber(most, size=self.size, style=self.style)
        return float(Math("=", size=self.size, style=self.style).width) / 2 + _SIGN + float(number.width)

    def _word(self, words: Sequence[str], index: int) -> Token:
        """Return a word at its end of the rope: its icon, or a disc with its name above it."""
        offset = None if has_icon(words[index], self.style) else (0.0, 0.45)
        at, ink = self.homes[index], self.style.theme.ink
        return Token(words[index], at, ink, height=self.icon, large=True, offset=offset, style=self.style)

    def _piece(self, tone: str) -> Polygon:
        """Return a piece of a bar."""
        theme = self.style.theme
        piece = Polygon(*[point(0.0)] * 4, color=tone, stroke_width=0 if theme.filled else 2.0)
        piece.set_fill(theme.fill(tone), 1.0 if theme.filled else 0.0)
        return laid(piece.set_background_stroke(color=theme.background, width=RIM), Layer.BAND)

    def _make_flag(self) -> None:
        """Make the flag, its outline where it hung, and the mark on the ground below that."""
        theme, x, y = self.style.theme, self.middle, self.y
        top = y + _BAR / 2 + _KNOT
        low = y - _BAR / 2 - _KNOT
        corners = [point(x - _WIDE / 2, low), point(x + _WIDE / 2, low), point(x, low - _HIGH)]
        cloth = Polygon(*corners, color=theme.ink, stroke_width=0 if theme.filled else 2.4)
        cloth.set_fill(theme.ink, 1.0 if theme.filled else 0.0)
        cloth.set_background_stroke(color=theme.background, width=RIM)
        knot = thin_line(point(x, top), point(x, low), theme.ink, 10.0)
        knot.set_background_stroke(color=theme.background, width=10.0 + RIM)
        self.flag = laid(VGroup(knot, cloth), Layer.PIN)
        outline = Polygon(*corners, color=theme.ink, stroke_width=2.6)
        self.ghost = laid(DashedVMobject(outline, num_dashes=22), Layer.GHOST)
        self.tip = low - _HIGH
        ground = self.tip - _GROUND
        self.mark = laid(DashedLine(point(x, self.tip - 0.06), point(x, ground), dash_length=0.08), Layer.TRAIL)
        self.mark.set_color(theme.ink).set_stroke(width=3.0)
        self._hangs = self.flag.get_center() - point(x)

    @property
    def at(self) -> float:
        """The place of the flag along the rope, scene units."""
        return self.middle - self.lead * self.unit

    @property
    def parts(self) -> list[VMobject]:
        """Everything that moves while the flag does, but for the pulls."""
        return [*self.words, *self.rope, self.flag, *self.bars]

    def put(self, lead: float, products: Sequence[Sequence[float]]) -> None:
        """Put the flag where a lead has it, and draw both pulls from there; who leads stands, the other is dragged.

        Args:
            lead: by how much the first word's pull is larger.
            products: for either word, the products whose sum its pull is.
        """
        self.lead = lead
        self.flag.move_to(self._hangs + point(self.at))
        way = point(self.at - self.middle)
        for index, (home, word, rope) in enumerate(zip(self.homes, self.words, self.rope, strict=True)):
            word.put(home + way * ((lead > 0) if index else (lead < 0)))
            rope.set_points_as_corners([word.at, point(self.at, self.y)])
        for index, pieces in enumerate(products):
            self._draw(index, list(pieces) if min(pieces) >= 0 else [max(0.0, sum(pieces))])

    def _draw(self, index: int, pieces: Sequence[float]) -> None:
        """Lay the pieces of a pull end to end, from the flag towards who pulls."""
        away, start = 2 * index - 1, 0.0
        for place, bar in enumerate(self.bars[index]):
            length = (pieces[place] if place < len(pieces) else 0.0) * self.unit
            notch = _NOTCH * (place > 0 and length > 2 * _NOTCH)
            ends = [self.at + away * (start + notch), self.at + away * (start + max(length, notch + _LEAST))]
            low, high = sorted(ends)
            bottom, top = self.y - _BAR / 2, self.y + _BAR / 2
            corners = [point(low, bottom), point(high, bottom), point(high, top), point(low, top)]
            bar.set_points_as_corners([*corners, corners[0]])
            start += length

    def hold(self, share: float) -> None:
        """Let both words have come with a share of their half of the rope."""
        for home, rope in zip(self.homes, self.rope, strict=True):
            rope.set_points_as_corners([home, home + max(share, _LEAST) * (point(self.middle, self.y) - home)])

    def number(self, index: int, pull: Tensor | float) -> HeroNumber:
        """Return a pull, above the bars, at its side of the flag."""
        number = HeroNumber(pull, size=self.size, style=self.style)
        sign = float(self.sign("=").width) / 2 + _SIGN
        x = self.at + (2 * index - 1) * (sign + float(number.width) / 2)
        return laid(number.set_x(x).on_baseline(self.base), Layer.LEDGER)

    def sign(self, text: str) -> Typeset:
        """Return a sign between both pulls."""
        return laid(Math(text, size=self.size, style=self.style).set_x(self.at).on_baseline(self.base), Layer.LEDGER)

    def gap(self, lead: Tensor) -> tuple[VGroup, list[Number]]:
        """Return the way that the flag has come, as dots, and its number between flag and outline, if it has room."""
        style, away = self.style, -1 if self.at < self.middle else 1
        y = (self.tip + self.y - _BAR / 2) / 2
        inner = abs(self.at - self.middle) - _WIDE
        start, end = point(self.middle, self.tip), point(self.at, self.tip)
        dots = trail(start, end, style.theme.ink, marks=list[Box](), style=style)
        x = self.middle + away * (abs(self.at - self.middle) / 2)
        sizes = (style.sizes.formula, style.sizes.number, style.sizes.tick)
        numbers = [Number(lead, size=size, style=style).move_to(point(x, y)) for size in sizes]
        return dots, [laid(number, Layer.LEDGER) for number in numbers if float(number.width) < inner][:1]

    def ghost_of(self, index: int) -> VGroup:
        """Return the outline of a word at its end of the rope before."""
        word = self.words[index]
        at = word.at.copy()
        word.put(self.homes[index])
        ghost = word.ghost()
        word.put(at)
        return ghost
