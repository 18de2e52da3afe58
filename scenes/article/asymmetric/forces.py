"""A tug of war: one word pulls harder than it is pulled (the section "Asymmetric Pull", figure 19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manim import DashedLine, Polygon, VGroup

from scenes.article.asymmetric.claims import ASYMMETRIC_FORCES_CLAIMS, is_strong
from scenes.article.asymmetric.pair import Pair, PairParameters, pair, pulls_row
from scenes.parameters import world_matrix
from scenes.parts.geometry import Point, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import Band
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import format_number
from scenes.parts.text.typeset import Label
from scenes.plane_figure import PlaneFigure
from scenes.stage import Region
from scenes.worlds import World

_ICON, _MOST = 0.19, 2.5
"""The height of an icon, as a share of the frame's width, and at the most, scene units."""

_INSIDE = 0.18
"""From the middle of an icon that is an outline to the end of a band, as a share of its height."""

_BETWEEN = 0.09
"""The least way between both words in the end, besides their icons, as a share of the frame's width."""

_BAR, _LEAST, _CLEAR = 0.44, 0.03, 0.07
"""Scene units: the thickness of a bar, its least length, and from a line to what it joins."""

_LOUD, _MORE = 1.35, 1.05
"""The size of a larger force's number, as a multiple of the other one's, and the ratio from which a force is larger."""

_DROP, _NUMBER, _NAME, _LINE = 0.5, 0.85, 0.75, 0.46
"""Scene units from the icons down to the bars, to the numbers' baseline, to the names', and to their next line."""


def by_matrices(parameters: PairParameters, world: World) -> Pair:
    """Return the numbers of two words that pull each other with the world's W_K and W_Q."""
    size = world.dimension
    W_Q, W_K = (world_matrix(world, name, size, size) for name in ("W_Q", "W_K"))
    return pair(parameters, world, W_Q, W_K)


class AsymmetricForces(PlaneFigure):
    """attention-asymmetric-forces: the ring flies to the bride, the bride hardly moves."""

    name = "attention-asymmetric-forces"
    claims = ASYMMETRIC_FORCES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    with_plane = False
    with_record = False
    numbers: Pair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> Pair:
        """Return both forces."""
        return by_matrices(parameters, world)

    @classmethod
    def alternative_values(cls, numbers: Pair) -> Mapping[str, object]:
        """Return the two words and the forces between them."""
        strong, weak = (format_number(float(force)) for force in numbers.forces)
        return {"first": numbers.words[0], "second": numbers.words[1], "strong": strong, "weak": weak}

    def build(self) -> None:
        """Make both words where they were and where they are, what pulls them, and how far they came."""
        room, style = self.stage.above_foot, self.style
        self.upright = self.stage.is_portrait
        self.lines = 1 if self.stage.is_wide else 3
        self.icon = min(_MOST, _ICON * (room.height if self.upright else room.width))
        low, high = (-room.top, -room.bottom) if self.upright else (room.left, room.right)
        self._set_across(room)
        # The first word is drawn onwards by the second force, the second one back by the first.
        starts = (low + self.icon / 2, high - self.icon / 2)
        self.unit = (starts[1] - starts[0] - self.icon - _BETWEEN * (high - low)) / float(self.numbers.forces.sum())
        first, second = (float(force) * self.unit for force in self.numbers.forces)
        ways = list(zip(starts, (starts[0] + second, starts[1] - first), strict=True))
        self.before = [self._word(index, start) for index, (start, _) in enumerate(ways)]
        self.words = [self._word(index, end) for index, (_, end) in enumerate(ways)]
        self.ghosts = [token.ghost() for token in self.before]
        marks = [box_of(mark) for mark in (*self.ghosts, *(token.mark for token in self.words))]
        self.trails = [
            trail(old.at, new.at, style.theme.ink, marks=marks, style=style)
            for old, new in zip(self.before, self.words, strict=True)
        ]
        self.bands = self._bands()
        self.bars = [self._bar(start, end) for start, end in ways]
        self.drops = [self._drop(along) for way in ways for along in way]
        self._say([(start + end) / 2 for start, end in ways])

    def _set_across(self, room: Region) -> None:
        """Note where words and bars stand across the way, scene units: all that stands there is in the middle."""
        if self.upright:
            self.track = room.left + 0.5 + self.icon / 2
        else:
            under = _DROP + _BAR + _NUMBER + _NAME + (self.lines - 1) * _LINE * self.style.sizes.scale
            self.track = -float(room.centre[1]) - under / 2
        self.base = self.track + self.icon / 2 + _DROP

    def _at(self, along: float, across: float) -> Point:
        """Return a manim point: to the right and down, or, in a tall frame, down and to the right."""
        return point(across, -along) if self.upright else point(along, -across)

    def _word(self, index: int, along: float) -> Token:
        """Return a word at a place: its icon, or a disc with its name above it."""
        word, style = self.numbers.words[index], self.style
        offset = None if has_icon(word, style) else (0.0, 0.55)
        at = self._at(along, self.track)
        return Token(word, at, style.theme.ink, height=self.icon, large=True, offset=offset, style=style)

    def _bands(self) -> list[Band]:
        """Return what pulls: a band from each word to the other, as wide as its force."""
        most, style = float(self.numbers.forces.max()), self.style
        # An icon covers the end of a band, unless it is an outline.
        inside = self._at(0.0 if style.theme.filled else _INSIDE * self.icon, 0.0)
        bands = []
        for index, (force, share) in enumerate(zip(self.numbers.forces, (-0.1, 0.22), strict=True)):
            aside, way = self._at(0.0, share * self.icon), (1 - 2 * index) * inside
            puller, pulled = self.words[index].at + aside + way, self.words[1 - index].at + aside - way
            bands.append(Band(puller, pulled, float(force) / most, style.theme.key, style=style))
        return bands

    def _bar(self, start: float, end: float) -> VGroup:
        """Return a bar as long as a word's way, half in the colour of the puller, half in the colour of the pulled."""
        theme = self.style.theme
        low, high = sorted((start, end))
        high, middle = max(high, low + _LEAST), self.base + _BAR / 2
        bar = VGroup()
        for color, edge in ((theme.key, self.base), (theme.query, middle)):
            corners = [(low, edge), (high, edge), (high, edge + _BAR / 2), (low, edge + _BAR / 2)]
            half = Polygon(*(self._at(*corner) for corner in corners), color=color)
            bar.add(half.set_stroke(width=0 if theme.filled else 2).set_fill(theme.fill(color), float(theme.filled)))
        return laid(bar, Layer.LEDGER)

    def _drop(self, along: float) -> DashedLine:
        """Return a dashed line from a word's place to the bar below it, or beside it."""
        start, end = self.track + self.icon / 2 + _CLEAR, self.base - _CLEAR
        line = DashedLine(self._at(along, start), self._at(along, end), dash_length=0.08, color=self.style.theme.ink)
        return laid(line.set_stroke(width=2.4), Layer.TRAIL)

    def _say(self, middles: Sequence[float]) -> None:
        """Write each force beside the bar of the word that it moves, and who pulls whom."""
        style, room = self.style, self.stage.safe
        self.results: list[HeroNumber] = []
        self.names: list[VGroup] = []
        for index, force in enumerate(self.numbers.forces):
            loud = _LOUD if force > _MORE * self.numbers.forces[1 - index] else 1.0
            number, name = HeroNumber(force, size=loud * style.sizes.hero, style=style), self._name(index)
            half = max(float(number.width), float(name.width)) / 2
            x, y, _ = self._at(middles[1 - index], self.base + _BAR + _NUMBER)
            if self.upright:
                x, y = (self.base + _BAR + room.right) / 2, y + 0.4
            x = min(max(x, room.left + half), room.right - half)
            number.set_x(x).on_baseline(y)
            name.shift(point(x - float(name.get_x()), y - _NAME))
            self.results.append(laid(number, Layer.LEDGER))
            self.names.append(laid(name, Layer.LEDGER))

    def _name(self, index: int) -> VGroup:
        """Return who pulls whom, in one line or in three, the first one's baseline at 0."""
        style, puller, pulled = self.style, self.numbers.words[index], self.numbers.words[1 - index]
        if self.lines == 1:
            return pulls_row(puller, pulled, size=style.sizes.head, style=style).on_baseline(0.0)
        said = ((puller, style.theme.key), (style.says("pulls"), style.theme.ink), (pulled, style.theme.query))
        stack = VGroup()
        for place, (text, color) in enumerate(said):
            line = Label(text, size=style.sizes.number, color=color, style=style)
            stack.add(line.set_x(0.0).on_baseline(-place * _LINE * style.sizes.scale))
        return stack

    def tell(self) -> None:
        """Show everything, in one beat."""
        first, second = self.numbers.words
        strong, weak = (number.shown for number in self.results)
        text = "forces" if is_strong(self.numbers.forces) else "two-forces"
        with self.beat("forces", text=text, first=first, second=second, strong=strong, weak=weak):
            self.show_now(
                *self.bands,
                *self.trails,
                *self.ghosts,
                *self.words,
                *self.drops,
                *self.bars,
                *self.results,
                *self.names,
            )
