"""Two tugs of war: one word pulls harder than it is pulled (the section "Asymmetric Pull", figure 19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from manim import DOWN, LEFT, DashedLine, Polygon, VGroup

from scenes.article.asymmetric.claims import ASYMMETRIC_FORCES_CLAIMS, is_strong
from scenes.article.asymmetric.pair import Pair, PairParameters, pair
from scenes.parameters import world_matrix
from scenes.parts.geometry import Point, point
from scenes.parts.icons import has_icon
from scenes.parts.plane.band import WIDTH_OF_ONE, Band
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.plane.trail import trail
from scenes.parts.plane.word_plane import box_of
from scenes.parts.stage_text import HeroNumber
from scenes.parts.text.number import format_number
from scenes.parts.text.typeset import Label, Math, Row, vector_name
from scenes.plane_figure import PlaneFigure
from scenes.worlds import World

_ICON, _UPRIGHT, _MOST = 0.105, 0.09, 1.4
"""The height of an icon, as a share of a lane's length, wide and tall, and at the most, scene units: an icon and the
outline it has left do not overlap."""

_UNDER, _UNDER_UPRIGHT = 0.15, 0.45
"""Scene units below the question, and in a tall frame, where names stand under it."""

_THICK = 0.46
"""The width of the stronger band, as a share of an icon's height at the most: the icon covers its end."""

_EDGE = 0.62
"""From a lane's end to the middle of an icon, which may be wider than tall, as a share of its height."""

_INSIDE = 0.18
"""From the middle of an icon that is an outline to the end of a band, as a share of its height."""

_BETWEEN = 0.1
"""The least way between both words in the end, besides their icons, as a share of a lane's."""

_BAR, _LEAST, _CLEAR = 0.34, 0.03, 0.07
"""Scene units: the thickness of a bar, its least length, and from a line to what it joins."""

_LOUD, _MORE = 1.3, 1.05
"""The size of a larger force's number, as a multiple of the other one's, and the ratio from which a force is larger."""

_DROP, _NUMBER, _LINE, _GAP = 0.28, 0.74, 0.46, 0.25
"""Scene units from icons to bars, from there to the numbers' baseline, from a line of a name to the next, and between
texts, or two lanes."""


def by_matrices(parameters: PairParameters, world: World) -> Pair:
    """Return the numbers of two words that pull each other with the world's W_K and W_Q."""
    size = world.dimension
    W_Q, W_K = (world_matrix(world, name, size, size) for name in ("W_Q", "W_K"))
    return pair(parameters, world, W_Q, W_K)


class AsymmetricForces(PlaneFigure):
    """attention-asymmetric-forces: the bride drags the ring far, the ring hardly moves the bride: how?"""

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
        """Make a lane for each pull: who pulls, who is pulled, where it was, how far it came; and what is asked."""
        stage, style, numbers = self.stage, self.style, self.numbers
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
            trail(old.at, new.at, style.theme.ink, marks=[box_of(ghost), box_of(new.mark)], style=style)
            for old, new, ghost in zip(self.before, self.words, self.ghosts, strict=True)
        ]
        self.bands = [self._band(index) for index in range(2)]
        self.bars = [self._bar(index, end) for index, end in enumerate(ends)]
        self.drops = [self._drop(index, along) for index, end in enumerate(ends) for along in (end, self.goal)]
        self._say([(end + self.goal) / 2 for end in ends])

    def _question(self) -> Math:
        """Return what makes the two forces a riddle: the words' dot product is the same both ways."""
        first, second = (vector_name(word) for word in self.numbers.words)
        question = Math(f"{first} dot {second} = {second} dot {first}", size=self.style.sizes.head, style=self.style)
        if float(question.width) > self.stage.safe.width:
            question.scale_to_fit_width(self.stage.safe.width)
        question.set_x(0.0).on_baseline(self.stage.plane_view.header)
        question.shift(DOWN * max(0.0, float(question.get_top()[1]) - self.stage.safe.top))
        return laid(question, Layer.FRAME)

    def _across(self, lane: int, share: float = 0.0) -> float:
        """Return where a lane's icons have their middle, or what is farther across, scene units."""
        region = self.lanes[lane]
        used = self.icon + _DROP + _BAR + (region.width - self.icon - _DROP - _BAR if self.upright else _NUMBER)
        edge = region.left if self.upright else -region.top + (region.height - used) / 2
        return edge + self.icon / 2 + share

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
        return Token(word, at, style.theme.ink, height=self.icon, large=True, offset=offset, style=style)

    def _band(self, index: int) -> Band:
        """Return what pulls: a band from a word to the other, as wide as its force."""
        style, forces = self.style, self.numbers.forces
        # An icon covers the end of a band, unless it is an outline.
        way = self._at(0.0 if style.theme.filled else _INSIDE * self.icon, 0.0)
        puller, pulled = self.pullers[index].at + way, self.words[index].at - way
        weight, slim = float(forces[index]) / float(forces.max()), min(1.0, _THICK * self.icon / WIDTH_OF_ONE)
        return Band(puller, pulled, weight, style.theme.ink, slim=slim, style=style)

    def _bar(self, lane: int, end: float) -> Polygon:
        """Return a bar as long as a word's way."""
        theme, edge = self.style.theme, self._across(lane, self.base)
        low, high = min(end, self.goal - _LEAST), self.goal
        corners = [(low, edge), (high, edge), (high, edge + _BAR), (low, edge + _BAR)]
        bar = Polygon(*(self._at(*corner) for corner in corners), color=theme.ink)
        bar.set_stroke(width=0 if theme.filled else 2).set_fill(theme.fill(theme.ink), float(theme.filled))
        return laid(bar, Layer.LEDGER)

    def _drop(self, lane: int, along: float) -> DashedLine:
        """Return a dashed line from a word's place to the bar below it, or beside it."""
        start, end = (self._across(lane, share) for share in (self.icon / 2 + _CLEAR, self.base - _CLEAR))
        line = DashedLine(self._at(along, start), self._at(along, end), dash_length=0.08, color=self.style.theme.ink)
        return laid(line.set_stroke(width=2.4), Layer.TRAIL)

    def _say(self, middles: Sequence[float]) -> None:
        """Write each force beside the bar of the word that it moves, and who pulls whom."""
        style = self.style
        self.results: list[HeroNumber] = []
        self.names: list[VGroup] = []
        for lane, force in enumerate(self.numbers.forces):
            region = self.lanes[lane]
            loud = _LOUD if force > _MORE * self.numbers.forces[1 - lane] else 1.0
            number, name = HeroNumber(force, size=loud * style.sizes.hero, style=style), self._name(lane)
            x, y, _ = self._at(middles[lane], self._across(lane, self.base + _BAR + _NUMBER))
            if self.upright:
                left = self._across(lane, self.base + _BAR) + _GAP
                room = region.right - left
                number.scale_to_fit_width(min(float(number.width), room))
                number.set_x(left + room / 2).on_baseline(y - float(number.height) / 2)
                name.scale_to_fit_width(min(float(name.width), room))
                name.move_to(point(left + room / 2, region.top - float(name.height) / 2))
            else:
                half = float(number.width) / 2
                number.set_x(min(max(x, region.left + half), region.right - half)).on_baseline(y)
                room = float(number.get_left()[0]) - _GAP - region.left
                name.scale_to_fit_width(min(float(name.width), room)).on_baseline(y)
                name.align_to(point(region.left), LEFT)
            self.results.append(laid(number, Layer.LEDGER))
            self.names.append(laid(name, Layer.LEDGER))

    def _name(self, index: int) -> VGroup:
        """Return who pulls whom, in one line, or in three in a tall frame."""
        style, puller, pulled = self.style, self.numbers.words[index], self.numbers.words[1 - index]
        said = (puller, style.says("pulls"), pulled)
        if not self.upright:
            return Row([Label(text, size=style.sizes.head, style=style) for text in said])
        stack = VGroup()
        for place, text in enumerate(said):
            line = Label(text, size=style.sizes.number, style=style)
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
                *self.results,
                *self.names,
            )
