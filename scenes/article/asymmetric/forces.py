"""Two tugs of war: one word pulls harder than it is pulled (the section "Asymmetric Pull", figure 19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from manim import DOWN, DashedLine, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.claims import ASYMMETRIC_FORCES_CLAIMS, is_strong
from scenes.article.asymmetric.pair import Pair, PairParameters, pair
from scenes.parameters import world_matrix
from scenes.parts.geometry import Point, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import WIDTH_OF_ONE, Band
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import format_number
from scenes.parts.text.typeset import Label, Math, Row, set_on_baseline
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import HEADER_LINE
from scenes.worlds import World

_ICON, _UPRIGHT, _MOST = 0.112, 0.09, 1.6
"""The height of an icon, as a share of a lane's length, wide and tall, and at the most, scene units: an icon and the
outline it has left do not overlap."""

_UNDER, _UNDER_UPRIGHT = 0.32, 0.45
"""Scene units below the question, and in a tall frame, where names stand under it."""

_THICK = 0.46
"""The width of the stronger band, as a share of an icon's height at the most: the icon covers its end."""

_EDGE = 0.62
"""From a lane's end to the middle of an icon, which may be wider than tall, as a share of its height."""

_INSIDE = 0.18
"""From the middle of an icon that is an outline to the end of a band, as a share of its height."""

_BETWEEN = 0.07
"""The least way between both words in the end, besides their icons, as a share of a lane's."""

_BAR, _BAR_UPRIGHT, _LEAST, _CLEAR = 0.56, 0.34, 0.03, 0.07
"""Scene units: the thickness of a bar, in a wide frame and in a tall one, its least length, and from a line to what it
joins."""

_LOUD, _HUGE = 1.3, 1.6
"""The size of forces beside upright bars, and beside lying ones, as a multiple of a number's that a beat is about."""

_DROP, _LINE, _GAP, _OVER, _ABOVE = 0.34, 0.46, 0.25, 0.3, 0.72
"""Scene units from icons to bars, from a line of a name to the next, between texts, or two lanes, from the way of a
word to its name above it, and to the top of that."""


def by_matrices(parameters: PairParameters, world: World) -> Pair:
    """Return the numbers of two words that pull each other with the world's W_K and W_Q."""
    size = world.dimension
    W_Q, W_K = (world_matrix(world, name, size, size) for name in ("W_Q", "W_K"))
    return pair(parameters, world, W_Q, W_K)


@dataclass(frozen=True)
class UnevenPair(Pair):
    """The numbers of two words that pull each other unevenly, though their dot product is the same both ways."""

    dot_product: Tensor = quantity("The dot product of the words' vectors.")


class AsymmetricForces(PlaneFigure):
    """attention-asymmetric-forces: the bride drags the ring far, the ring hardly moves the bride: how?"""

    name = "attention-asymmetric-forces"
    claims = ASYMMETRIC_FORCES_CLAIMS
    Parameters = PairParameters
    world_name = "bride-and-ring"
    with_plane = False
    with_record = False
    numbers: UnevenPair

    @classmethod
    def compute(cls, parameters: PairParameters, world: World) -> UnevenPair:
        """Return both forces, and the dot product of the words' own vectors."""
        pulls = by_matrices(parameters, world)
        return extended(pulls, UnevenPair, dot_product=pulls.vectors[0] @ pulls.vectors[1])

    @classmethod
    def alternative_values(cls, numbers: UnevenPair) -> Mapping[str, object]:
        """Return the two words, the forces between them and their dot product."""
        strong, weak = (format_number(float(force)) for force in numbers.forces)
        first, second = numbers.words
        product = format_number(float(numbers.dot_product))
        return {"first": first, "second": second, "strong": strong, "weak": weak, "product": product}

    def build(self) -> None:
        """Make a lane for each pull: who pulls, who is pulled, where it was, how far it came; and what is asked."""
        stage, numbers = self.stage, self.numbers
        self.colors = self._word_colors()
        self.question = self._question()
        self.upright = stage.is_portrait
        free, under = stage.below_header, _UNDER_UPRIGHT if self.upright else _UNDER
        room = free.inset(top=max(0.0, free.top - float(self.question.get_bottom()[1]) + under))
        # From who pulls to who is pulled: from the right to the left, or, in a tall frame, from the top down.
        self.lanes = room.columns(1, 1, gap=_GAP) if self.upright else room.rows(1, 1, gap=_GAP)
        low, high = (-room.top, -room.bottom) if self.upright else (-room.right, -room.left)
        self.icon = min(_MOST, (_UPRIGHT if self.upright else _ICON) * (high - low))
        self.start, self.goal = low + _EDGE * self.icon, high - _EDGE * self.icon
        longest = self.goal - self.start - self.icon - _BETWEEN * (high - low)
        self.unit = longest / float(numbers.forces.max())
        ends = [self.goal - float(force) * self.unit for force in numbers.forces]
        self.pullers = [self._word(index, index, self.start) for index in range(2)]
        self.before = [self._word(1 - index, index, self.goal) for index in range(2)]
        self.words = [self._word(1 - index, index, end) for index, end in enumerate(ends)]
        self.ghosts = [token.ghost() for token in self.before]
        self.bands = [self._band(index) for index in range(2)]
        self.bars = [self._bar(index, end) for index, end in enumerate(ends)]
        self.drops = [self._drop(index, along) for index, end in enumerate(ends) for along in (end, self.goal)]
        self._say(ends)

    def _word_colors(self) -> tuple[str, str]:
        """Return a colour for each word: by its role, or the first two of the theme where it has none of its own."""
        theme, (first, second) = self.style.theme, self.colors_of(self.numbers.words)
        return (theme.subject, theme.families[0]) if first == second else (first, second)

    def _question(self) -> VGroup:
        """Return what makes the two forces a riddle: the words' dot product is the same both ways, and its value."""
        style, safe = self.style, self.stage.safe
        size, ink = style.sizes.formula, style.theme.ink
        first, second = zip(self.numbers.words, self.colors, strict=True)
        signs = ["dot", "=", "dot", "="]
        ways: list[VMobject] = []
        for (word, color), sign in zip((first, second, second, first), signs, strict=True):
            ways += [Label(word, size=size, color=color, style=style), Math(sign, size=size, color=ink, style=style)]
        self.dot_product = HeroNumber(self.numbers.dot_product, size=size, style=style)
        lines = [Row([*ways, self.dot_product])]
        if float(lines[0].width) > safe.width:
            lines = [Row(ways[:4]), Row([*ways[4:], self.dot_product])]
        top = self.stage.plane_view.header
        for place, line in enumerate(lines):
            line.scale_to_fit_width(min(float(line.width), safe.width))
            line.set_x(0.0).on_baseline(top - place * HEADER_LINE)
        question = VGroup(*lines)
        question.shift(DOWN * max(0.0, float(question.get_top()[1]) - safe.top))
        return laid(question, Layer.FRAME)

    def _across(self, lane: int, share: float = 0.0) -> float:
        """Return where a lane's icons have their middle, or what is farther across, scene units."""
        region = self.lanes[lane]
        if self.upright:
            return region.left + self.icon / 2 + share
        above = max(self.icon / 2, _ABOVE)
        used = above + self.base + self.thickness
        return -region.top + (region.height - used) / 2 + above + share

    @property
    def thickness(self) -> float:
        """The thickness of a bar, scene units."""
        return _BAR_UPRIGHT if self.upright else _BAR

    @property
    def base(self) -> float:
        """The way from the middle of the icons to their bars, scene units."""
        return self.icon / 2 + _DROP

    def _at(self, along: float, across: float) -> Point:
        """Return a manim point: to the left and down, or, in a tall frame, down and to the right.

        Ways go from the left to the right, or upwards, as numbers along an axis do: from the goal to the start.
        """
        return point(across, -along) if self.upright else point(-along, -across)

    def _word(self, index: int, lane: int, along: float) -> Token:
        """Return a word at a place of a lane: its icon, or a disc with its name above it."""
        word, style = self.numbers.words[index], self.style
        offset = None if has_icon(word, style) else (0.0, 0.45)
        at = self._at(along, self._across(lane))
        return Token(word, at, self.colors[index], height=self.icon, large=True, offset=offset, style=style)

    def _band(self, index: int) -> Band:
        """Return what pulls: a band from a word to the other, as wide as its force."""
        style, forces = self.style, self.numbers.forces
        # An icon covers the end of a band, unless it is an outline.
        way = self._at(0.0 if style.theme.filled else _INSIDE * self.icon, 0.0)
        puller, pulled = self.pullers[index].at + way, self.words[index].at - way
        weight, slim = float(forces[index]) / float(forces.max()), min(1.0, _THICK * self.icon / WIDTH_OF_ONE)
        return Band(puller, pulled, weight, self.colors[index], slim=slim, style=style)

    def _bar(self, lane: int, end: float) -> Polygon:
        """Return a bar as long as a word's way, in the colour of the word that pulls."""
        theme, color, edge = self.style.theme, self.colors[lane], self._across(lane, self.base)
        low, high = min(end, self.goal - _LEAST), self.goal
        corners = [(low, edge), (high, edge), (high, edge + self.thickness), (low, edge + self.thickness)]
        bar = Polygon(*(self._at(*corner) for corner in corners), color=color)
        bar.set_stroke(width=0 if theme.filled else 2).set_fill(theme.fill(color), float(theme.filled))
        return laid(bar, Layer.LEDGER)

    def _drop(self, lane: int, along: float) -> DashedLine:
        """Return a dashed line from a word's place to the bar below it, or beside it."""
        start, end = (self._across(lane, share) for share in (self.icon / 2 + _CLEAR, self.base - _CLEAR))
        line = DashedLine(self._at(along, start), self._at(along, end), dash_length=0.08, color=self.style.theme.ink)
        return laid(line.set_stroke(width=2.4), Layer.TRAIL)

    def _say(self, ends: Sequence[float]) -> None:
        """Write each force at the end of its bar, and who pulls whom above the empty way."""
        sizes = self.style.sizes
        self.results: list[HeroNumber] = []
        self.names: list[VGroup] = []
        size = sizes.hero * (_LOUD if self.upright else _HUGE)
        if not self.upright:
            wide = [float(HeroNumber(force, size=size, style=self.style).width) for force in self.numbers.forces]
            size *= min(1.0, (min(ends) - _GAP + self.lanes[0].right) / max(wide))
        for lane, (force, end) in enumerate(zip(self.numbers.forces, ends, strict=True)):
            number = HeroNumber(force, size=size, color=self.colors[lane], style=self.style)
            name = self._name(lane)
            if self.upright:
                self._beside_upright(lane, (end + self.goal) / 2, number, name)
            else:
                self._beside(lane, end, number, name)
            self.results.append(laid(number, Layer.LEDGER))
            self.names.append(laid(name, Layer.LEDGER))

    def _beside_upright(self, lane: int, middle: float, number: HeroNumber, name: VGroup) -> None:
        """Put a force at the right of its bar, and who pulls whom at the top of the lane."""
        region, left = self.lanes[lane], self._across(lane, self.base + self.thickness) + _GAP
        room = region.right - left
        number.scale_to_fit_width(min(float(number.width), room))
        number.set_x(left + room / 2).on_baseline(-middle - float(number.height) / 2)
        name.scale_to_fit_width(min(float(name.width), room))
        name.move_to(point(left + room / 2, region.top - float(name.height) / 2))

    def _beside(self, lane: int, end: float, number: HeroNumber, name: VGroup) -> None:
        """Put a force at its bar's end, and who pulls whom above the empty way."""
        across = self._across(lane, self.base + self.thickness / 2)
        number.move_to(self._at(end - _GAP - float(number.width) / 2, across))
        icon = self.icon * _EDGE + _GAP
        free = max((self.start + icon, end - icon), (end + icon, self.goal - icon), key=lambda way: way[1] - way[0])
        name.scale_to_fit_width(min(float(name.width), free[1] - free[0]))
        name.set_x(-(free[0] + free[1]) / 2)
        set_on_baseline(name, -self._across(lane) + _OVER)

    def _name(self, index: int) -> VGroup:
        """Return who pulls whom, in one line, or in three in a tall frame."""
        style, colors = self.style, self.colors
        said = (
            (self.numbers.words[index], colors[index]),
            (style.says("pulls"), style.theme.ink),
            (self.numbers.words[1 - index], colors[1 - index]),
        )
        if not self.upright:
            return Row([Label(text, size=style.sizes.formula, color=color, style=style) for text, color in said])
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
                self.question,
                *self.bands,
                *self.ghosts,
                *self.pullers,
                *self.words,
                *self.drops,
                *self.bars,
                *self.results,
                *self.names,
            )
