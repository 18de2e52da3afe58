"""Two tugs of war: one word pulls harder than it is pulled (the section "Asymmetric Pull", figure 19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from manim import DOWN, DashedLine, Polygon, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.claims import ASYMMETRIC_FORCES_CLAIMS, is_strong
from scenes.article.asymmetric.pair import Pair, PairParameters, digits_that_multiply, pair
from scenes.parameters import world_matrix
from scenes.parts.arithmetic.dot_product import ProductSum
from scenes.parts.geometry import Point, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import WIDTH_OF_ONE, Band
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.vector import thin_line
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import Tick, format_number
from scenes.parts.text.typeset import Label, Math, Row, set_on_baseline, vector_name
from scenes.plane_figure import PlaneFigure
from scenes.quantities import extended, quantity
from scenes.stage import HEADER_LINE, nice_step
from scenes.worlds import World

_ICON, _UPRIGHT, _MOST = 0.098, 0.09, 1.4
"""The height of an icon, as a share of a lane's length, wide and tall, and at the most, scene units: an icon and the
outline it has left do not overlap."""

_UNDER, _UNDER_UPRIGHT = 0.2, 0.45
"""Scene units below the question, and in a tall frame, where names stand under it."""

_THICK = 0.46
"""The width of the stronger band, as a share of an icon's height at the most: the icon covers its end."""

_EDGE = 0.62
"""From a lane's end to the middle of an icon, which may be wider than tall, as a share of its height."""

_INSIDE = 0.18
"""From the middle of an icon that is an outline to the end of a band, as a share of its height."""

_BETWEEN = 0.1
"""The least way between both words in the end, besides their icons, as a share of a lane's."""

_BAR, _BAR_UPRIGHT, _LEAST, _CLEAR = 0.76, 0.34, 0.03, 0.07
"""Scene units: the thickness of a bar, in a wide frame and in a tall one, its least length, and from a line to what it
joins."""

_LOUD, _MORE, _HUGE = 1.3, 1.05, 1.35
"""The size of a larger force's number, as a multiple of the other one's, and the ratio from which a force is larger;
the size of both beside a bar, as a multiple of a number's that a beat is about."""

_TICK, _TICK_PITCH, _TICK_NUMBER, _SCALE = 0.13, 0.6, 0.2, 2.4
"""Of the scale under a bar: scene units by which its marks go beyond it, from one to the next at the least, and from
there to the middle of a number; its stroke."""

_DROP, _LINE, _GAP, _OVER, _ABOVE, _TERMS = 0.24, 0.46, 0.25, 0.32, 0.72, 3
"""Scene units from icons to bars, from a line of a name to the next, between texts, or two lanes, from the way of a
word to its name above it, and to the top of that; the most terms of a dot product that are written out."""


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
        stage, style, numbers = self.stage, self.style, self.numbers
        self.colors = self._word_colors()
        self.question = self._question()
        self.upright = stage.is_portrait
        free, under = stage.below_header, _UNDER_UPRIGHT if self.upright else _UNDER
        room = free.inset(top=max(0.0, free.top - float(self.question.get_bottom()[1]) + under))
        # A lane goes from the left to the right, or, in a tall frame, from the top down.
        self.lanes = room.columns(1, 1, gap=_GAP) if self.upright else room.rows(1, 1, gap=_GAP)
        low, high = (-room.top, -room.bottom) if self.upright else (room.left, room.right)
        self.icon = min(_MOST, (_UPRIGHT if self.upright else _ICON) * (high - low))
        self.start, self.goal = low + _EDGE * self.icon, high - _EDGE * self.icon
        longest = self.goal - self.start - self.icon - _BETWEEN * (high - low)
        self.unit = longest / float(numbers.forces.max())
        ends = [self.goal - float(force) * self.unit for force in numbers.forces]
        self.pullers = [self._word(index, index, self.start) for index in range(2)]
        self.before = [self._word(1 - index, index, self.goal) for index in range(2)]
        self.words = [self._word(1 - index, index, end) for index, end in enumerate(ends)]
        self.ghosts = [token.ghost() for token in self.before]
        self.trails = [
            trail(old.at, new.at, new.color_by_role, marks=[box_of(ghost), box_of(new.mark)], style=style)
            for old, new, ghost in zip(self.before, self.words, self.ghosts, strict=True)
        ]
        self.bands = [self._band(index) for index in range(2)]
        self.bars = [self._bar(index, end) for index, end in enumerate(ends)]
        self.scales = [self._scale(index) for index in range(2)]
        self.drops = [self._drop(index, along) for index, end in enumerate(ends) for along in (end, self.goal)]
        self._say(ends)

    def _word_colors(self) -> tuple[str, str]:
        """Return a colour for each word: by its role, or the first two of the theme where it has none of its own."""
        theme, (first, second) = self.style.theme, self.colors_of(self.numbers.words)
        return (theme.subject, theme.families[0]) if first == second else (first, second)

    def _question(self) -> VGroup:
        """Return what makes the two forces a riddle: the words' dot product is the same both ways, and its value."""
        style, safe, vectors = self.style, self.stage.safe, self.numbers.vectors
        sizes = style.sizes

        def math(text: str, color: str = style.theme.ink) -> Math:
            return Math(text, size=sizes.head, color=color, style=style)

        value = self.numbers.dot_product
        (first, second), colors = (vector_name(word) for word in self.numbers.words), self.colors
        ways: list[VMobject] = [
            math(first, colors[0]), math("dot"), math(second, colors[1]), math("="),
            math(second, colors[1]), math("dot"), math(first, colors[0]), math("="),
        ]  # fmt: skip
        self.dot_product = HeroNumber(value, size=sizes.head, style=style)
        worked: list[VMobject] = [self.dot_product]
        if len(vectors[0]) <= _TERMS:
            digits = digits_that_multiply(vectors[0], vectors[1], value, 1)
            products = ProductSum(vectors[0], vectors[1], colors, size=sizes.number, decimals=digits, style=style)
            worked = [products, math("="), self.dot_product]
        lines = [Row([*ways, *worked])]
        if float(lines[0].width) > safe.width:
            lines = [Row(ways), Row(worked)]
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
        used = above + self.base + self.thickness + _TICK + 2 * _TICK_NUMBER
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
        """Return a manim point: to the right and down, or, in a tall frame, down and to the right."""
        return point(across, -along) if self.upright else point(along, -across)

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

    def _scale(self, lane: int) -> VGroup:
        """Return the scale under a bar, the same in both lanes: as long as the longer way, with a mark at each step.

        The marks cut the bar, too, so that its steps can be counted; zero and the first step have their numbers.
        """
        longest, edge = float(self.numbers.forces.max()), self._across(lane, self.base + self.thickness)
        step = nice_step(_TICK_PITCH / self.unit)
        spots = [self.goal - step * count * self.unit for count in range(int(longest / step + 1e-6) + 1)]
        ends = [(self.goal, edge, self.goal - longest * self.unit, edge)]
        ends += [(spot, edge, spot, edge + _TICK) for spot in spots]
        theme, way = self.style.theme, float(self.numbers.forces[lane]) * self.unit
        lines = [thin_line(self._at(x, y), self._at(to_x, to_y), theme.ink, _SCALE) for x, y, to_x, to_y in ends]
        cut = theme.background if theme.filled else theme.ink
        for spot in spots[1:]:
            if spot > self.goal - way:
                lines.append(thin_line(self._at(spot, edge - self.thickness), self._at(spot, edge), cut, _SCALE))
        numbers = [
            Tick(step * count, step, size=self.style.sizes.tick, color=theme.ink, style=self.style).move_to(
                self._at(spot, edge + _TICK + _TICK_NUMBER)
            )
            for count, spot in enumerate(spots[:2])
        ]
        return laid(VGroup(*lines, *numbers), Layer.LEDGER)

    def _drop(self, lane: int, along: float) -> DashedLine:
        """Return a dashed line from a word's place to the bar below it, or beside it."""
        start, end = (self._across(lane, share) for share in (self.icon / 2 + _CLEAR, self.base - _CLEAR))
        line = DashedLine(self._at(along, start), self._at(along, end), dash_length=0.08, color=self.style.theme.ink)
        return laid(line.set_stroke(width=2.4), Layer.TRAIL)

    def _say(self, ends: Sequence[float]) -> None:
        """Write each force beside the bar of the word that it moves, and who pulls whom above the empty way."""
        forces, sizes = self.numbers.forces, self.style.sizes
        self.results: list[HeroNumber] = []
        self.names: list[VGroup] = []
        for lane, (force, end) in enumerate(zip(forces, ends, strict=True)):
            loud = _LOUD if force > _MORE * forces[1 - lane] else 1.0
            size = loud * sizes.hero * (1.0 if self.upright else _HUGE)
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
        region, left = (
            self.lanes[lane],
            self._across(lane, self.base + self.thickness + _TICK + 2 * _TICK_NUMBER) + _GAP,
        )
        room = region.right - left
        number.scale_to_fit_width(min(float(number.width), room))
        number.set_x(left + room / 2).on_baseline(-middle - float(number.height) / 2)
        name.scale_to_fit_width(min(float(name.width), room))
        name.move_to(point(left + room / 2, region.top - float(name.height) / 2))

    def _beside(self, lane: int, end: float, number: HeroNumber, name: VGroup) -> None:
        """Put a force at the left of its bar, and who pulls whom above the longest free piece of the way."""
        room = end - _GAP - self.lanes[lane].left
        number.scale_to_fit_width(min(float(number.width), room))
        across = self._across(lane, self.base + self.thickness / 2)
        number.move_to(point(end - _GAP - float(number.width) / 2, -across))
        icon = self.icon * _EDGE + _GAP
        free = max((self.start + icon, end - icon), (end + icon, self.goal - icon), key=lambda way: way[1] - way[0])
        name.scale_to_fit_width(min(float(name.width), free[1] - free[0]))
        name.set_x((free[0] + free[1]) / 2)
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
                *self.trails,
                *self.ghosts,
                *self.pullers,
                *self.words,
                *self.drops,
                *self.bars,
                *self.scales,
                *self.results,
                *self.names,
            )
