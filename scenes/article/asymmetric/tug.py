"""A tug of war of two words: each is dragged towards the other as far as it is pulled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, Literal

from manim import DashedLine, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.motion.live import Live
from scenes.number_format import as_printed
from scenes.parts.geometry import Point, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import WIDTH_OF_ONE, Band, Thread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Number
from scenes.parts.text.running import RunningNumber
from scenes.parts.text.typeset import CAP_HEIGHT, UNITS_PER_FONT_UNIT, Label, Math, Row
from scenes.stage import Region
from scenes.style import DEFAULT, Style

Part = Literal["key", "query"]
"""A word's part in a pull: with its key it pulls, at its query it is pulled."""

_ICON, _MOST, _WAY = 0.235, 1.9, 0.235
"""The height of an icon and a word's way, as shares of the width; the icon's height at the most, scene units."""

_EDGE = 0.56
"""From the edge to the middle of an icon, which may be wider than tall, as a share of its height."""

_THICK, _BESIDE = 0.3, 0.2
"""A band's width and its way from the middle of the icons, as shares of an icon's height."""

_INSIDE = 0.18
"""From the middle of an icon that is an outline to the end of a band, as a share of its height."""

_SAY, _BAR, _GAP, _MORE = 0.36, 0.4, 0.16, 0.3
"""Scene units: the height of what is said above, the thickness of a bar, what is free between parts at the least, and
more than that at the most."""

_BIG = 1.35
"""The size of the forces where they have a line of their own, as a multiple of a hero's."""

_CRAMPED, _EQUALS = 0.7, 0.15
"""The least share of its height to which an icon shrinks before forces move between the bars, and scene units from the
middle of the equals sign that is kept free there."""

_NOTCH, _ROOM, _UNDER, _NUMBERED = 0.05, 0.06, 0.22, 0.9
"""Scene units between two pieces of a bar, around the plus sign between their numbers, and from the bar to these; the
size of these at the most, as a multiple of a line's."""

_LEAST = 1e-3
"""Scene units: the least length of a bar."""


class Tug:
    """Two words at the ends of a rope, their bars and forces below them, their parts above.

    Args:
        words: the word at the left, and the word at the right.
        forces: the first one's pull on the second, and the second's on the first, shape (2,).
        roles: ``key`` and ``query`` in words, and ``pulls-key`` and ``is-pulled-query``, what they do.
        region: where it lies; it takes the middle of its height.
        decimals: digits after the point of the forces.
        style: theme and sizes.

    Attributes:
        unit: scene units for a force of 1.
        icon: the height of an icon, scene units.
        plain: both words in ink, at their old places.
        words: both words in the colours of a key and of a query, by part.
        ghosts: the outlines at their old places, in ink.
        thread: the slack rope, before anything pulls.
        bands: the first word's pull on the second, and the second's on the first.
        bars: the ways of the first and of the second word, each of two halves.
        results: the forces below them.
        middle: the line in the middle between both.
        knot: the mark in the middle of their ropes.
        equals: the sign between both forces.
        said: a word's part, above it, by part; and ``both``.
    """

    def __init__(
        self,
        words: Sequence[str],
        forces: Tensor,
        roles: Mapping[str, str],
        region: Region,
        *,
        decimals: int = 2,
        style: Style = DEFAULT,
    ) -> None:
        theme = style.theme
        self.style, self.forces, self.decimals, self.region = style, forces, decimals, region
        wanted, big = min(_MOST, _ICON * region.width), _BIG * style.sizes.hero
        high = float(HeroNumber(forces[0], size=big, style=style).height)
        spare = region.height - _SAY - _BAR - 4 * _GAP
        # Where there is no height for the forces below the bars, they stand between them.
        self.low = spare - high < _CRAMPED * wanted
        fixed = _SAY + _BAR + (0.0 if self.low else high)
        self.icon = min(wanted, spare + _GAP * self.low - (0.0 if self.low else high))
        gaps = 3 - self.low
        gap = min((region.height - fixed - self.icon) / (gaps + 1), _GAP + _MORE)
        top = region.top - (region.height - fixed - self.icon - gaps * gap) / 3
        self.say, self.y = top - _SAY, top - _SAY - gap - self.icon / 2
        self.bar_top = self.y - self.icon / 2 - gap
        self.size = style.sizes.head if self.low else big
        cap = CAP_HEIGHT * UNITS_PER_FONT_UNIT * self.size
        self.base = self.bar_top - (_BAR + cap) / 2 if self.low else self.bar_top - _BAR - gap - high
        self.homes = [point(x, self.y) for x in (region.left + _EDGE * self.icon, region.right - _EDGE * self.icon)]
        self.unit = _WAY * region.width / float(forces.max())
        self.at = [home.copy() for home in self.homes]
        self.plain = [self._word(words, index, theme.ink) for index in range(2)]
        self.words: dict[Part, list[Token]] = {
            "key": [self._word(words, index, theme.key) for index in range(2)],
            "query": [self._word(words, index, theme.query) for index in range(2)],
        }
        self.ghosts = [token.ghost() for token in self.plain]
        self._make_ropes()
        self.bars = [VGroup(*(self._half(color) for color in (theme.key, theme.query))) for _ in range(2)]
        self._make_ends(roles, region)

    def _make_ropes(self) -> None:
        """Make the slack rope, and a band for each direction."""
        theme = self.style.theme
        self.thread = Thread(*self.homes, style=self.style)
        self.thread.line.set_stroke(theme.ink, 4)
        slim = min(1.0, _THICK * self.icon / WIDTH_OF_ONE)
        self.bands = [
            Band(self._tie(index, index), self._tie(1 - index, index), 1.0, theme.key, slim=slim, style=self.style)
            for index in range(2)
        ]
        self._opacities = [(part, part.get_fill_opacity()) for part in self.bands[0].get_family() if part.has_points()]

    def _make_ends(self, roles: Mapping[str, str], region: Region) -> None:
        """Make the trails, forces and words' parts for the places where both words come to rest."""
        style, theme = self.style, self.style.theme
        self.trails = list[VGroup]()
        for index, (token, ghost) in enumerate(zip(self.plain, self.ghosts, strict=True)):
            end = self.end(index)
            token.put(end)
            marks = [box_of(ghost), box_of(token.mark)]
            self.trails.append(trail(self.homes[index], end, theme.ink, marks=marks, style=style))
            token.put(self.homes[index])
        # Equal ways have equally many dots, however wide the icons are.
        fewest = min(len(dots) for dots in self.trails)
        for dots in self.trails:
            while len(dots) > fewest:
                dots.remove(dots[-1 if len(dots) % 2 else 0])
        # Below a word's way stands the force that dragged it, the other one's pull.
        self.results = [self.number(index, self.forces[1 - index]) for index in range(2)]
        x = (float(self.end(0)[0]) + float(self.end(1)[0])) / 2
        self.equals = laid(Math("=", size=self.size, style=style), Layer.LEDGER)
        self.equals.set_x(x).on_baseline(self.base)
        top = self.y + self.icon / 2
        low = self.y - self.icon / 2 if self.low else self.bar_top - _BAR
        self.middle = DashedLine(point(x, top), point(x, low), dash_length=0.1, color=theme.ink).set_stroke(width=3)
        laid(self.middle, Layer.TRAIL)
        self.knot = laid(thin_line(*self._knot_ends(x), theme.ink, 9.0), Layer.PIN)
        key, query = roles["key"], roles["query"]
        self.said = {
            "key": [self._say([(roles["pulls-key"], theme.key)], side, region) for side in (0, 1)],
            "query": [self._say([(roles["is-pulled-query"], theme.query)], side, region) for side in (0, 1)],
            "both": [
                self._say([(key, theme.key), ("=", theme.ink), (query, theme.query)], side, region) for side in (0, 1)
            ],
        }

    def _knot_ends(self, x: float) -> tuple[Point, Point]:
        """Return the ends of the knot, at a place along the ropes."""
        reach = (_BESIDE + _THICK * 0.6) * self.icon
        return point(x, self.y - reach), point(x, self.y + reach)

    def _word(self, words: Sequence[str], index: int, color: str) -> Token:
        """Return a word at its old place: its icon, or a disc with its name above it."""
        offset = None if has_icon(words[index], self.style) else (0.0, 0.45)
        return Token(
            words[index], self.homes[index], color, height=self.icon, large=True, offset=offset, style=self.style
        )

    def _say(self, said: Sequence[tuple[str, str]], side: int, region: Region) -> Row:
        """Return a word's part above it, from the edge of the region."""
        size = self.style.sizes.number
        row = Row([Label(text, size=size, color=color, style=self.style) for text, color in said], 0.16)
        row.scale_to_fit_width(min(float(row.width), 0.47 * region.width))
        half = float(row.width) / 2
        x = min(max(float(self.homes[side][0]), region.left + half), region.right - half)
        return laid(row.set_x(x).on_baseline(self.say), Layer.LEDGER)

    def _half(self, color: str) -> Polygon:
        theme = self.style.theme
        half = Polygon(*[point(0.0)] * 4, color=color, stroke_width=0 if theme.filled else 2.0)
        return laid(half.set_fill(theme.fill(color), 1.0 if theme.filled else 0.0), Layer.LEDGER)

    def _tie(self, word: int, band: int) -> Point:
        """Return where a word holds the end of a band."""
        inwards = 0.0 if self.style.theme.filled else _INSIDE * self.icon
        side, up = 1 - 2 * word, 1 - 2 * band
        return self.at[word] + point(side * inwards, up * _BESIDE * self.icon)

    def end(self, index: int) -> Point:
        """Return the place where a word comes to rest: as far from its old one as it is pulled."""
        side = 1 - 2 * index
        return self.homes[index] + point(side * self.unit * float(self.forces[1 - index]))

    def number(self, index: int, force: Tensor | float) -> HeroNumber:
        """Return a force below a word's way."""
        number = HeroNumber(force, decimals=self.decimals, size=self.size, style=self.style)
        home, end = float(self.homes[index][0]), float(self.end(index)[0])
        x = (home + end) / 2
        if self.low:
            room = abs(float(self.end(1)[0] - self.end(0)[0])) / 2 - 2 * _GAP - _EQUALS
            number.scale_to_fit_width(min(float(number.width), room))
            x = end + (1 - 2 * index) * (_GAP + float(number.width) / 2)
        return laid(number.set_x(x).on_baseline(self.base), Layer.LEDGER)

    def sink(self, share: float) -> None:
        """Lay words, rope and what is said of them lower, by a share of half the way that is free below them."""
        way = point(0.0, -share * max(0.0, self.y - self.icon / 2 - self.region.bottom) / 2)
        for index, home in enumerate(self.homes):
            for token in (self.plain[index], *(words[index] for words in self.words.values())):
                token.put(home + way)
        self.thread.set_ends(*(home + way for home in self.homes))
        self.bands[0].set_ends(self._tie(0, 0) + way, self._tie(1, 0) + way)
        for said in self.first_said():
            said.on_baseline(self.say + float(way[1]))

    def first_said(self) -> tuple[Row, Row]:
        """Return what is said of both words while the first one pulls."""
        return self.said["key"][0], self.said["query"][1]

    def pieces(self, index: int, values: Sequence[float]) -> Pieces | None:
        """Return the pieces that a word's bar is made of; None where one is not above 0, or their numbers have no room.

        Args:
            index: the word that is dragged.
            values: the products whose sum its force is.
        """
        total = as_printed(float(self.forces[1 - index]), self.decimals)
        for digits in range(1, self.decimals + 1):
            if abs(sum(as_printed(value, digits) for value in values) - total) < 1e-6:
                break
        else:
            return None
        if self.low or min(values) <= 0:
            return None
        sizes = self.style.sizes
        made = (
            Pieces(self, index, values, digits, size) for size in (_NUMBERED * sizes.head, sizes.number, sizes.tick)
        )
        return next((each for each in made if each.fits), None)

    def put(self, index: int, share: float) -> None:
        """Put a word a share of its way from its old place; both bands and its bar follow."""
        self.at[index] = self.homes[index] + share * (self.end(index) - self.homes[index])
        for token in (self.plain[index], *(words[index] for words in self.words.values())):
            token.put(self.at[index])
        self.tie()
        self.draw(index)

    def pull(self, share: float) -> None:
        """Put both words where a share of their forces drags them."""
        for index in range(2):
            self.put(index, share)

    def dim(self, level: float) -> None:
        """Show the first word's pull at a level of brightness, 1 for all of it."""
        for part, opacity in self._opacities:
            part.set_fill(opacity=level * opacity, family=False)

    def tie(self) -> None:
        """Stretch both bands between the words as they stand."""
        for index, band in enumerate(self.bands):
            band.set_ends(self._tie(index, index), self._tie(1 - index, index))

    def draw(self, index: int) -> None:
        """Give a word's bar the length of its way."""
        low, high = sorted((float(self.homes[index][0]), float(self.at[index][0])))
        self.fill(self.bars[index], low, max(high, low + _LEAST))

    def fill(self, bar: VGroup, low: float, high: float) -> None:
        """Lay both halves of a bar from an end to the other."""
        for half, upper in zip(bar, (1.0, 0.5), strict=True):
            top, bottom = (self.bar_top - share * _BAR for share in (1.0 - upper, 1.5 - upper))
            corners = [point(low, bottom), point(high, bottom), point(high, top), point(low, top)]
            half.set_points_as_corners([*corners, corners[0]])


class Pieces:
    """The products whose sum a force is, as pieces of its bar, laid end to end, each with its number below it.

    Args:
        tug: the words and their bars.
        index: the word that is dragged.
        values: the products, all above 0.
        digits: digits after the point.
        size: manim font units of the numbers.

    Attributes:
        bars: the pieces from the left, each of two halves.
        texts: for each piece its number, after a plus sign but for the first.
        fits: whether each number has room below its piece.
    """

    def __init__(self, tug: Tug, index: int, values: Sequence[float], digits: int, size: float) -> None:
        style, self.tug = tug.style, tug
        self.left = min(float(tug.homes[index][0]), float(tug.end(index)[0]))
        self.ends = [0.0, *accumulate(value * tug.unit for value in values)]
        self.bars = [VGroup(*(tug._half(color) for color in (style.theme.key, style.theme.query))) for _ in values]
        base = tug.bar_top - _BAR - _UNDER - CAP_HEIGHT * UNITS_PER_FONT_UNIT * size
        self.texts, numbers = list[list[VMobject]](), list[Number]()
        for place, value in enumerate(values):
            number = Number(value, decimals=digits, size=size, style=style)
            middle = self.left + (self.ends[place] + self.ends[place + 1]) / 2
            numbers.append(number.set_x(middle).on_baseline(base))
            self.texts.append([number])
        self.fits = True
        for place, (one, other) in enumerate(pairwise(numbers), start=1):
            plus = Math("+", size=size, style=style)
            right, left = float(one.get_right()[0]), float(other.get_left()[0])
            self.fits = self.fits and left - right > float(plus.width) + 2 * _ROOM
            self.texts[place].insert(0, plus.set_x((right + left) / 2).on_baseline(base))
        laid(VGroup(*chain(*self.texts)), Layer.LEDGER)

    def draw(self, place: int, share: float) -> None:
        """Give a piece a share of its length, from its left end."""
        start, end = self.ends[place : place + 2]
        stop = start + max(share * (end - start), _LEAST)
        stop -= min(_NOTCH, (stop - start) / 2) if place < len(self.bars) - 1 else 0.0
        self.tug.fill(self.bars[place], self.left + start, self.left + stop)


class Drag(Live):
    """The motion of a word that is dragged to its new place, with its bar and the number below it.

    Args:
        tug: the words; what moves is on the stage already.
        index: the word that is dragged.
        seen: what of all that moves is on the stage.
        counts: whether the number runs; else it stands there already.
        options: passed on to manim's ``Animation``.

    Attributes:
        digits: the running number, in a list, which leaves the stage when the motion ends; empty without one.
    """

    def __init__(
        self, tug: Tug, index: int, seen: Sequence[VMobject], *, counts: bool = True, **options: Any
    ) -> None:  # fmt: skip
        force = float(tug.forces[1 - index])
        self.digits = [RunningNumber(tug.results[index])] * counts

        def run(share: float) -> None:
            tug.put(index, share)
            for digits in self.digits:
                digits.write(tug.number(index, share * force))

        super().__init__([*seen, tug.bars[index], *self.digits], run, **options)
