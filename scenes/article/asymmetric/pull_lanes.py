"""A row of softmax as a rail: the strip of its weights, and the way that the word whose row it is is pulled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from manim import LEFT, RIGHT, Circle, DashedVMobject, Dot, Rectangle, VGroup, VMobject
from torch import Tensor

from scenes.article.asymmetric.pair import pulls_row
from scenes.article.asymmetric.powers import decimals_of, others_text, power_text, rest_on
from scenes.number_format import as_printed, decimals_that_add
from scenes.parts.bars.ledger import Corners, ScoreBar
from scenes.parts.geometry import Point, point
from scenes.parts.icons import ShadedIcon, ghost_of, has_icon
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import HeroNumber, HeroWeight
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Math, Row, capitals
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _DOT, RAIL, _ON = 0.6, 0.17, 0.34, 0.05
"""Scene units: the height of a word's icon, the radius of the disc of one that has none, the thickness of the rail, and
from the rail to the word on it."""

GAP, _NAMED, _TEXT, _APART = 0.2, 0.42, 0.14, 0.26
"""Scene units between a name, a rail's end with its word, and a number; of a line of names above a lane; from a rail up
to a text's baseline; and between two texts."""

_WIDE = 8.6
"""Scene units of a region in which names stand beside the rails."""

_SHRINK, _LEAST_SIZE = 0.94, 0.8
"""The factor by which type gets smaller until it fits, and the least size of a power as a share of a number's."""

_BELOW, _SIGN, _AROUND_PULLS = 0.2, 0.16, 0.16
"""Scene units from a rail down to the capitals of weights, between a sign and its number, and around "pulls"."""

_WORD, _SAME = 0.12, 1e-6
"""Scene units from a word to its number; the difference below which two printed numbers are the same."""

_PRINTED = 0.01
"""The least weight that two digits show."""

_LEAST, _FINE = 1e-3, 1.6
"""Scene units: the least length of a piece; stroke units of a rail's outline."""


@dataclass(frozen=True)
class RowOfSoftmax:
    """One row of softmax between two words.

    Attributes:
        scores: of the word that pulls, then of the word whose row it is, shape (2,).
        weights: of both, and of all other words together, shape (3,).
        powers: e to the power of both scores, and of all others together, shape (3,).
        total: their sum, shape ().
        step: of which the powers are multiples; None where they cannot be printed.
        others: what the other words are called; empty where there are none.
    """

    scores: Tensor
    weights: Tensor
    powers: Tensor
    total: Tensor
    step: float | None
    others: str


class PullLane:
    """A row of softmax on a rail: its strip, then the pulled word that rides as far as the other one's piece reaches.

    Args:
        words: the word that pulls and the word that is pulled.
        colors: one ``#rrggbb`` a word.
        row: the row of the pulled word.
        ends: where the rail begins and ends, scene units.
        slot: where all of it lies: its name at the left edge, its number at the right one.
        name: who pulls whom; above the rail where it reaches over it, if there is room.
        backwards: whether the pulled word begins at the right end.
        scale: the factor by which everything is larger than usual, but not the rail's length.
        style: theme and sizes.

    Attributes:
        row, colors, ends, slot: as given.
        length: of the rail.
        middle: its height.
        rail: the outline of the whole way.
        pieces: the strip, from the pulled word's place on: the other word's, the word's own, all others'.
        texts: their powers, above them; empty where they cannot be printed or have no room.
        total: the sum, behind the rail; empty as well.
        rider: the word that is pulled.
        puller: the other one.
        ghost: the outline at the pulled word's old place.
        number: the weight, behind the rail.
        fraction: of what it is a share, above the rest of the way; None without powers, or room.
    """

    def __init__(
        self, words: tuple[str, str], colors: tuple[str, str], row: RowOfSoftmax, ends: tuple[float, float],
        slot: Region, name: Row, *, backwards: bool, scale: float = 1.0, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.style = style = replace(style, sizes=style.sizes.scaled(scale))
        self.colors, self.row, self._backwards, self.scale = colors, row, backwards, scale
        self.thick, self._icon, self._gap = scale * RAIL, scale * _ICON, scale * GAP
        self.ends, self.length, self.slot = ends, ends[1] - ends[0], slot
        self.name: Row | VGroup = name
        above = float(name.get_right()[0]) > ends[0]
        self._named_above = above and self.thick + self.scale * _ON + self._icon + scale * _NAMED <= slot.height
        tall = self.thick + self.scale * _ON + self._icon + (scale * _NAMED if self._named_above else 0.0)
        self.middle = float(slot.centre[1]) - tall / 2 + self.thick / 2
        size = style.sizes
        rail = Rectangle(width=self.length, height=self.thick).set_stroke(style.theme.ink, _FINE)
        self.rail = laid(rail.move_to(point(sum(ends) / 2, self.middle)), Layer.LEDGER)
        colors_of_pieces = [*colors, *([style.theme.ink] if row.others else [])]
        self.pieces = [laid(ScoreBar(color, style=style), Layer.SHADOW) for color in colors_of_pieces]
        self.puller, self.rider = (self._mark(word, color) for word, color in zip(words, colors, strict=True))
        self.ghost = self._ghost(words[1], colors[1])
        for mark, end in ((self.puller, 1), (self.ghost, 0), (self.rider, 0)):
            mark.move_to(self._on(end))
        self.number = HeroWeight(row.weights[0], color=colors[0], style=style)
        self.number.align_to(point(slot.right), RIGHT).on_baseline(self._beside - capitals(size.hero) / 2)
        if above and not self._named_above:
            self.name = VGroup()  # both words are seen at the ends of the rail
        elif above:
            name.on_baseline(self._name_line)
        else:
            name.on_baseline(self._beside - capitals(size.number) / 2)
        self.texts, self.total = self._powers()
        self.fraction = self._fraction() if self.texts else None
        for text in (self.name, self.number, *self.texts, self.total):
            laid(text, Layer.LEDGER)
        self.lay(1.0)

    @property
    def _beside(self) -> float:
        """The middle of a rail and the word on it."""
        return self.middle - self.thick / 2 + (self.thick + self.scale * _ON + self._icon) / 2

    def sum_of_others(self, words: Sequence[str], powers: Tensor, size: float) -> Row | None:
        """Return the sum that the others' power is, above the powers; None where it does not add up, or has no room.

        Args:
            words: all others.
            powers: e to the power of each one's score.
            size: manim font units.
        """
        row, style = self.row, self.style
        decimals = decimals_of(row.step)
        printed = sum(as_printed(float(power), decimals) for power in powers)
        if not self.texts or len(words) < 2 or abs(printed - as_printed(float(row.powers[2]), decimals)) > _SAME:
            return None
        order = sorted(range(len(words)), key=lambda index: -float(powers[index]))
        pieces: list[VMobject] = []
        for index in order:
            pieces += [Math("+", size=size, style=style)] if pieces else []
            number = Number(powers[index], decimals=decimals, size=size, style=style)
            pieces.append(Row([Label(words[index], size=size, color=style.theme.dim, style=style), number], _WORD))
        terms = laid(Row(pieces, _SIGN).align_to(point(self.slot.left), LEFT), Layer.LEDGER)
        terms.on_baseline(max(float(text.get_top()[1]) for text in self.texts) + self.scale * _TEXT)
        return terms if float(terms.get_right()[0]) <= self.slot.right else None

    @property
    def _name_line(self) -> float:
        """The baseline of a name above the words."""
        return float(self._on(0)[1]) + self._icon / 2 + (self.scale * _NAMED - capitals(self.style.sizes.number)) / 2

    def _on(self, share: float) -> Point:
        """Return the middle of a word that has come a share of the way."""
        along = 1 - share if self._backwards else share
        return point(
            self.ends[0] + along * self.length, self.middle + self.thick / 2 + self.scale * _ON + self._icon / 2
        )

    @property
    def told(self) -> list[VMobject]:
        """Everything of it once the pull is told."""
        return [*self.marks, *self.notes]

    @property
    def marks(self) -> list[VMobject]:
        """The rail, what is on it, and the weight."""
        return [self.rail, self.pieces[0], self.ghost, self.rider, self.puller, self.number]

    @property
    def notes(self) -> list[VMobject]:
        """The fraction and who pulls whom, if they have room."""
        return [each for each in (self.fraction, self.name) if each]

    def _mark(self, word: str, color: str) -> VMobject:
        """Return a word's icon, or a disc of its colour."""
        if has_icon(word, self.style):
            return laid(ShadedIcon(word, color, height=self._icon, style=self.style), Layer.ICON)
        return laid(Dot(radius=self.scale * _DOT, color=self.style.theme.fill(color)), Layer.ICON)

    def _ghost(self, word: str, color: str) -> VMobject:
        """Return what stays at a word's old place."""
        if has_icon(word, self.style):
            return laid(ghost_of(word, color, height=self._icon, style=self.style), Layer.GHOST)
        return laid(
            DashedVMobject(Circle(radius=self.scale * _DOT, color=color, stroke_width=2.6), num_dashes=12), Layer.GHOST
        )

    def _powers(self) -> tuple[list[VGroup], VGroup]:
        """Return the powers above their pieces, and their sum; nothing where they cannot be printed or have no room."""
        row, style = self.row, self.style
        if row.step is None:
            return [], VGroup()
        size = style.sizes.number
        while size >= _LEAST_SIZE * style.sizes.number:
            texts = [
                power_text(score, power, row.step, color, size, style)
                for score, power, color in zip(row.scores, row.powers, self.colors, strict=False)
            ]
            if row.others:
                texts.append(others_text(row.others, row.powers[2], row.step, size, style))
            if self._lay_texts(texts):
                number = HeroNumber(row.total, decimals=decimals_of(row.step), size=style.sizes.head, style=style)
                total = haloed(Row([Math("=", size=style.sizes.head, style=style), number], 0.14), style)
                total.align_to(point(self.ends[1] + self._gap), LEFT)
                rest_on(total, self.middle - capitals(style.sizes.head) / 2)
                fits = float(total.get_right()[0]) <= self.slot.right + self._gap
                return (texts, total) if fits else ([], VGroup())
            size *= _SHRINK
        return [], VGroup()

    def _lay_texts(self, texts: Sequence[VGroup]) -> bool:
        """Lay powers above the middles of their pieces; return whether there is room."""
        corners = [self.corners(index) for index in range(len(texts))]
        left, right = self.ends[0] - self._icon / 2, self.slot.right
        order = sorted(range(len(texts)), key=lambda index: float(corners[index][0][0]))
        middles = [float(corners[index][0][0] + corners[index][2][0]) / 2 - left for index in order]
        widths = [float(texts[index].width) + self.scale * _APART for index in order]
        if sum(widths) - self.scale * _APART > right - left:
            return False
        for index, along in zip(
            order,
            spread(middles, widths, -self.scale * _APART / 2, right - left + self.scale * _APART / 2),
            strict=True,
        ):
            texts[index].set_x(left + along)
            rest_on(texts[index], self.middle + self.thick / 2 + self.scale * _TEXT)
        return True

    def _fraction(self) -> Row | None:
        """Return of what the weight is a share, between the moved word's end and the other one; None without room."""
        style, size, row = self.style, self.style.sizes.number, self.row
        decimals = decimals_of(row.step)
        first = Number(row.powers[0], decimals=decimals, size=size, color=self.colors[0], style=style)
        second = HeroNumber(row.total, decimals=decimals, size=size, style=style)
        fraction = Row([first, Math("div", size=size, style=style), second], self._gap)
        if self._named_above:
            fraction.align_to(point(self.slot.right), RIGHT).on_baseline(self._name_line)
            fits = float(fraction.get_left()[0]) > float(self.name.get_right()[0]) + self._gap
            laid(fraction, Layer.LEDGER)
            return fraction if fits else None
        end, other = self._on(float(row.weights[0])), self._on(1.0)
        fraction.set_x(float(end[0] + other[0]) / 2).on_baseline(float(end[1]) - capitals(size) / 2)
        fits = float(fraction.width) + self._icon + 2 * self._gap < abs(float(other[0] - end[0]))
        laid(fraction, Layer.LEDGER)
        return fraction if fits else None

    def exponent(self, index: int) -> Number:
        """Return the score in a power, above its piece."""
        _, power = self.texts[index]
        raised = power[0][1]
        assert isinstance(raised, Number)
        return raised

    def ride(self, share: float) -> None:
        """Move the pulled word a share of the way to where its pull takes it."""
        self.rider.move_to(self._on(share * float(self.row.weights[0])))

    def corners(self, index: int, share: float = 1.0) -> Corners:
        """Return the corners of a share of a piece: those at the left, then those at the right."""
        before = sum(self.row.weights[:index].tolist())
        after = before + share * float(self.row.weights[index])
        places = [self._on(min(each, 1.0))[0] for each in (before, after)]
        left, right = min(places), max(*places, min(places) + _LEAST)
        low, high = self.middle - self.thick / 2, self.middle + self.thick / 2
        return [point(left, high), point(left, low), point(right, low), point(right, high)]

    @property
    def shares(self) -> list[float]:
        """The pieces' shares of the rail, from where the pulled word is."""
        return [float(weight) for weight, _ in zip(self.row.weights, self.pieces, strict=False)]

    def lay(self, share: float) -> None:
        """Draw a share of each piece, from its beginning."""
        for index, piece in enumerate(self.pieces):
            piece.lay(self.corners(index, share))


class Shares:
    """The weights of a row below the pieces of its strip: by what that is divided, each weight, and that they make 1.

    Args:
        lane: the row on its rail.
        style: theme and sizes.

    Attributes:
        terms: the weights, with a sign before all but the first; empty where the printed ones do not make 1, or have
            no room.
        numbers: the weights in these.
        over: the sum by which the powers are divided; empty without them.
        one: the sum of the weights.
    """

    def __init__(self, lane: PullLane, *, style: Style = DEFAULT) -> None:
        row = lane.row
        weights = row.weights.tolist()
        fits = (n for n in (2, 3) if min(weights[:n]) >= _PRINTED and decimals_that_add(weights[:n], 1.0, [2]))
        count = next(fits, 0)
        self.terms, self.numbers = list[Row](), list[HeroNumber]()
        self.over: Row | VGroup = VGroup()
        self.one: Row | VGroup = VGroup()
        size = style.sizes.hero
        colors = [*lane.colors, style.theme.ink]
        while count and size >= _LEAST_SIZE * style.sizes.head:
            numbers = [
                HeroNumber(row.weights[index], size=size, color=colors[index], style=style) for index in range(count)
            ]
            plus, equals, div = (Math(sign, size=style.sizes.head, style=style) for sign in ("+", "=", "div"))
            terms = [Row([*([plus.copy()] if index else []), each], _SIGN) for index, each in enumerate(numbers)]
            one = Row([equals, HeroNumber(row.weights.sum(), decimals=0, size=size, style=style)], _SIGN)
            over: list[Row] = []
            if lane.texts:
                total = Number(row.total, decimals=decimals_of(row.step), size=style.sizes.head, style=style)
                over = [Row([div, total], _SIGN)]
            if self._lay(lane, over, terms, one, capitals(size)):
                self.terms, self.numbers, self.one = terms, numbers, one
                self.over = over[0] if over else VGroup()
                return
            size *= _SHRINK

    def _lay(self, lane: PullLane, over: Sequence[Row], terms: Sequence[Row], one: Row, high: float) -> bool:
        """Lay all texts on one line below the rail, each weight below its piece; return whether there is room."""
        left, room = lane.ends[0], lane.slot.right + GAP - lane.ends[0]
        texts = [*over, *terms, one]
        corners = [lane.corners(index) for index in range(len(terms))]
        middles = [float(each[0][0] + each[2][0]) / 2 - left for each in corners]
        middles = [*(float(each.width) / 2 for each in over), *middles, lane.length + GAP + float(one.width) / 2]
        widths = [float(text.width) + _APART for text in texts]
        if sum(widths) - _APART > room:
            return False
        for text, along in zip(texts, spread(middles, widths, -_APART / 2, room + _APART / 2), strict=True):
            text.set_x(left + along)
            laid(text.on_baseline(lane.middle - RAIL / 2 - _BELOW - high), Layer.LEDGER)
        return True


def pull_lanes(
    words: tuple[str, str], colors: tuple[str, str], rows: tuple[RowOfSoftmax, RowOfSoftmax], region: Region, *,
    scale: float = 1.0, upwards: bool = False, style: Style = DEFAULT,
) -> list[PullLane]:  # fmt: skip
    """Return both pulls between two words, one rail below the other, on which each stands at its own end.

    Args:
        words: the first one pulls in the first lane, and stands at the right.
        colors: one ``#rrggbb`` a word.
        rows: the row of the second word, then the one of the first.
        region: where both lie.
        scale: the factor by which everything but the rails' length is larger than usual; names are above the rails
            then.
        upwards: whether the first lane is the lower one.
        style: theme and sizes.
    """
    usual, style = style, replace(style, sizes=style.sizes.scaled(scale))
    beside = region.width >= _WIDE and scale == 1.0
    names = who_pulls(words, colors, (0.3 if beside else 1.0) * region.width, style)
    for name in names:
        name.align_to(point(region.left), LEFT)
    taken = max(float(name.width) for name in names) + scale * GAP if beside else 0.0
    after = 0.0
    for row in rows:
        weight = HeroWeight(row.weights[0], style=style)
        after = max(after, float(weight.width) + scale * _ICON / 2)
        if row.step is not None:
            total = HeroNumber(row.total, decimals=decimals_of(row.step), size=style.sizes.head, style=style)
            after = max(after, float(total.width) + scale * _ICON / 2 + scale * GAP)
    ends = (region.left + taken + scale * _ICON / 2, region.right - after - scale * GAP)
    slots = region.rows(1.0, 1.0)[:: -1 if upwards else 1]
    return [
        PullLane(
            words if lane == 0 else words[::-1], colors if lane == 0 else colors[::-1], row, ends, slot, name,
            backwards=lane == 1, scale=scale, style=usual,
        )
        for lane, (row, slot, name) in enumerate(zip(rows, slots, names, strict=True))
    ]  # fmt: skip


def who_pulls(words: Sequence[str], colors: Sequence[str], within: float, style: Style = DEFAULT) -> list[Row]:
    """Return who pulls whom, for both pulls between two words, each word in its own colour.

    Args:
        words: the two words; the first one pulls first.
        colors: one ``#rrggbb`` a word.
        within: scene units that they may be wide.
        style: theme and sizes.
    """
    size = style.sizes.number
    while True:
        made = [
            pulls_row(words[::way], colors=colors[::way], size=size, gap=_AROUND_PULLS, style=style) for way in (1, -1)
        ]
        if max(float(name.width) for name in made) <= within:
            return made
        size *= _SHRINK
