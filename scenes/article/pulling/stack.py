"""Towers stacked on the tallest one: one strip with a name and a number beside each piece, and a ruler along it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject
from torch import Tensor

from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber, HeroWeight, labelled
from scenes.parts.text.typeset import Label
from scenes.stage import Region
from scenes.style import DEFAULT, Style

_ICON, _BESIDE, _GAP = 0.82, 0.24, 0.2
"""Scene units: the height of an icon beside its piece, from the strip to that, and from a name to its number."""

_NEED, _ABOVE = 1.0, 0.9
"""Scene units that a name with its number needs, and that the highest may stand above the strip's end."""

_TWO_LINES, _PITCH = 0.85, 0.46
"""Scene units from which on a name stands above its number, and from one baseline to the other."""

_RULER, _END = 0.16, 0.1
"""Scene units from the strip to the ruler, and half of the marks at its ends."""


@dataclass(frozen=True)
class Piece:
    """A piece of the strip.

    Attributes:
        name: the word, or what is taken together.
        pictured: whether its icon stands beside it instead of its name.
        color: ``#rrggbb``, by role.
        size: its share of the strip.
        amount: how many bricks it is, an element of a tensor.
        digits: after the point of that.
        weight: its weight, an element of a tensor.
    """

    name: str
    pictured: bool
    color: str
    size: float
    amount: Tensor
    digits: int
    weight: Tensor


class Stack:
    """A strip of pieces that stands, and what is written beside it.

    Args:
        pieces: from its foot up; of those that are taken together, the last.
        room: from the middle of the strip to the right edge of what is written, from its foot to its top.
        thick: of the strip, scene units.
        total: how many bricks all are, an element of a tensor.
        one: the sum of the weights.
        digits: after the point of the total.
        style: theme and sizes.

    Attributes:
        starts: where pieces begin, scene units from the foot.
        icon: the height of icons, scene units.
        spots: the middle of each piece's icon; where its name stands, if it has none.
        names: of pieces without an icon, by their positions.
        amounts: the number of bricks beside each piece.
        weights: the weight in its place.
        ruler: along the strip.
        total: the number at the ruler's end.
        one: the one in its place.
        tenths: marks that divide the ruler.
    """

    def __init__(
        self, pieces: Sequence[Piece], room: Region, thick: float, total: Tensor, one: Tensor, digits: int,
        *, style: Style = DEFAULT,
    ) -> None:  # fmt: skip
        self.pieces, self.room, self.thick, self.style = pieces, room, thick, style
        self.starts = [sum(piece.size for piece in pieces[:index]) * room.height for index in range(len(pieces))]
        self.spots, self.names = list[Point](), dict[int, VGroup]()
        self.amounts, self.weights = list[VGroup](), list[VGroup]()
        middles = [start + piece.size * room.height / 2 for start, piece in zip(self.starts, pieces, strict=True)]
        need = min(_NEED, (room.height + _ABOVE) / len(pieces))
        self.icon = min(_ICON, 0.9 * need)
        low = room.bottom + need / 2 - 0.1
        ends = low - need / 2, room.top + _ABOVE
        for piece, y in zip(
            pieces, spread([room.bottom + at for at in middles], [need] * len(pieces), *ends), strict=True
        ):
            self._write(piece, y, need)
        self._measure(total, one, digits)

    def place(self, along: float) -> Point:
        """Return the middle of the strip at a distance from its foot, scene units."""
        return point(self.room.left, self.room.bottom + along)

    def corners(self, index: int) -> list[Point]:
        """Return the corners of a piece, from its lower left one around it."""
        half, start = point(self.thick / 2), self.starts[index]
        low, high = self.place(start), self.place(start + max(self.pieces[index].size * self.room.height, 1e-3))
        return [low - half, low + half, high + half, high - half]

    def _write(self, piece: Piece, y: float, need: float) -> None:
        """Make what stands beside a piece: its icon's place, or its name, and both its numbers."""
        style, two = self.style, need >= _TWO_LINES and not piece.pictured
        left = self.room.left + self.thick / 2 + _BESIDE
        size = style.sizes.hero if piece.pictured or need >= _TWO_LINES else style.sizes.number
        size = style.sizes.number if piece is self.pieces[-1] and not piece.pictured else size
        size = min(size, style.sizes.hero * need / 0.7)
        amount = HeroNumber(piece.amount, decimals=piece.digits, size=size, color=piece.color, style=style)
        weight = HeroWeight(piece.weight, size=size, color=piece.color, style=style)
        wide = max(float(amount.width), float(weight.width))
        within = self.room.right - left - (0.0 if two else wide + _GAP)
        x, low = left, y - amount.cap_height / 2
        if piece.pictured:
            self.spots.append(point(left + self.icon / 2, y))
            x += self.icon + _GAP
        else:
            name = Label(piece.name, size=style.sizes.number, color=piece.color, within=max(within, 0.6), style=style)
            name.set_x(left + float(name.width) / 2).on_baseline(y + 0.1 if two else low)
            self.spots.append(name.get_center())
            self.names[len(self.spots) - 1] = labelled(name, style)
            x, low = (left, y + 0.1 - max(_PITCH, 0.0135 * size)) if two else (x + float(name.width) + _GAP, low)
        for number, kept in ((amount, self.amounts), (weight, self.weights)):
            number.scale(min(1.0, (self.room.right - x) / wide))
            number.set_x(x + float(number.width) / 2).on_baseline(low)
            kept.append(labelled(number, style))

    def _measure(self, total: Tensor, one: Tensor, digits: int) -> None:
        """Make the ruler left of the strip, and the numbers at its end."""
        style, ink = self.style, self.style.theme.ink
        x = self.room.left - self.thick / 2 - _RULER
        low, high, half = point(x, self.room.bottom), point(x, self.room.top), point(_END)
        self.ruler = VGroup(*(
            thin_line(one_end, other, ink, 3.0)
            for one_end, other in ((low, high), (low - half, low + half), (high - half, high + half))
        ))  # fmt: skip
        laid(self.ruler, Layer.LEDGER)
        numbers = [
            HeroNumber(total, decimals=digits, size=style.sizes.hero, style=style),
            HeroNumber(one, decimals=0, size=style.sizes.hero, style=style),
        ]
        for number in numbers:
            number.set_x(x - _END - 0.12 - float(number.width) / 2).on_baseline(self.room.top - number.cap_height)
        self.total, self.one = (labelled(number, style) for number in numbers)
        marks = VGroup()
        for count in range(1, 10):
            at, reach = low + count / 10 * (high - low), half * (1.0 if count == 5 else 0.6)
            marks.add(thin_line(at - reach, at + reach, ink, 3.0))
        self.tenths = laid(marks, Layer.LEDGER)

    @property
    def texts(self) -> list[VMobject]:
        """All that is written beside the strip in the end."""
        return [*self.names.values(), *self.weights, self.one]
