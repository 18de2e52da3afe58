"""Weights as pieces of one strip of length 1."""

from __future__ import annotations

from collections.abc import Sequence

from manim import LEFT, UP, ManimColor, Rectangle, VGroup
from torch import Tensor

from scenes.parts.bars.small import small
from scenes.parts.geometry import Point, point
from scenes.parts.plane.labels import spread
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.vector import thin_line
from scenes.parts.stage_text import HeroNumber, HeroWeight
from scenes.parts.text.number import Number, Weight
from scenes.parts.text.typeset import Label
from scenes.stage import PlaneView, Region
from scenes.style import DEFAULT, SHADED, SHINE, Style

_THICK, _THIN = 0.62, 0.28
"""Scene units: the strip's thickness, and the least where there is no room for that."""

_NAMES_BELOW = 0.98
"""Scene units that names and weights need below a strip that lies."""

_BESIDE = 0.2
"""Scene units between a strip that stands and its names."""

_PITCH, _ABOVE = 0.44, 0.08
"""Scene units from a name's baseline to its weight's, and from a piece's middle up to its name's baseline."""

_PITCH_OF_SIZE = 0.0135
"""Scene units from a name's baseline to its weight's for each font unit of a weight that is larger than usual."""

_BLOCK, _BLOCK_IN_LINE = 1.04, 0.5
"""Scene units that a name above its weight needs, and one beside its weight."""

_LEAST_OVER = 0.45
"""Scene units by which a piece is longer than from its name's baseline to its weight's, where both stand beside it."""

_CAP, _LEADER = 4.0, 2.0
"""The strokes of the line for the others' pieces, and of the one to their weight."""

_RAISED, _CLEAR = 0.28, 0.07
"""Scene units from a strip's end up to the middle of the others' weight, and free before that."""

_DARK, _LIGHT = 0.22, 0.3
"""The mix of a piece's shaded edge with black, and of its light with white."""

_LEAST_SHOWN = 0.1
"""Scene units from which on a piece is set off from the next by a line of the ground's colour."""


class WeightStrip(VGroup):
    """A strip of length 1 cut into the words' weights, the largest at its base; it stands in the record, or lies there.

    The others of a long phrase share one name at the end, with the sum of their weights: see ``small``.

    Args:
        words: the phrase.
        weights: shape (T,); they add up to 1.
        colors: one ``#rrggbb`` a word.
        rest: the sum of the weights of the others.
        view: where the record is.
        region: where it is instead of in the record: from the bottom, or the left; names stay in the record's width.
        length: its length in scene units, for a strip that is elsewhere.
        amounts: what is printed instead of weights, shape (T,), and the sum of the small ones.
        decimals: digits after the point of what is printed.
        size: of what is printed, manim font units; it is then bold.
        style: theme and sizes.

    Attributes:
        outline: the whole strip, empty.
        pieces: one rectangle a word, in the phrase's order.
        names: by position in the phrase, a word's name and its weight.
        numbers: the printed weights, from the base on.
        others: name and weight of the words too small to be named, or None.
        length: of the strip, scene units: how long a weight of 1 is.
        end: where large numbers stand beside pieces, a line for the others' pieces and one to their name; or nothing.
    """

    def __init__(
        self,
        words: Sequence[str],
        weights: Tensor,
        colors: Sequence[str],
        rest: Tensor,
        view: PlaneView,
        *,
        region: Region | None = None,
        length: float | None = None,
        amounts: tuple[Tensor, Tensor] | None = None,
        decimals: int = 2,
        size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.style, self.lying, self.region = style, view.lying, region or view.record
        self._decimals, self._size, self._outer = decimals, size, view.record
        self.thick = max(_THIN, min(_THICK, self.region.height - _NAMES_BELOW)) if self.lying else _THICK
        hidden = [index for index, put_away in enumerate(small(weights)) if put_away]
        folded = bool(hidden)
        self.length = length or (self.region.width if self.lying else self.region.height - (0.5 if folded else 0.0))
        self._starts, self._sizes = self._cut(weights)
        self._colors = list(colors)
        self.outline = self._outline()
        self.pieces = VGroup(*(self._piece(color) for color in colors))
        self.numbers: list[Number] = []
        named = sorted(
            (index for index in range(len(words)) if index not in hidden),
            key=lambda index: self._starts[index],
        )
        printed, together = amounts or (weights, rest)
        kinds = (Weight, HeroWeight) if amounts is None else (Number, HeroNumber)
        self._kind: type[Number] = kinds[size is not None]
        blocks = [(words[index], printed[index], colors[index]) for index in named]
        if folded:
            blocks.append((style.says(f"others-{len(hidden)}"), together, style.theme.ink))
        middles = [self._starts[index] + self._sizes[index] / 2 for index in named] + [self.length] * folded
        self.end = VGroup()
        drawn = self._blocks(blocks, middles)
        self.names = dict(zip(named, drawn, strict=False))
        self.others = drawn[-1] if folded else None
        super().__init__(self.outline, self.pieces, *drawn, self.end)
        laid(self, Layer.LEDGER)
        for index in range(len(words)):
            self._fill(index)

    def place(self, along: float) -> Point:
        """Return the middle of the strip at a distance from its base, scene units."""
        if self.lying:
            return point(self.region.left + along, self.region.top - self.thick / 2)
        return point(self.region.left + self.thick / 2, self.region.bottom + along)

    @property
    def texts(self) -> list[VGroup]:
        """All names with their weights."""
        return [*self.names.values(), *([] if self.others is None else [self.others])]

    def _fill(self, index: int) -> None:
        """Draw a word's piece."""
        piece, corners, theme = self.pieces[index], self.corners(index), self.style.theme
        piece.set_points_as_corners([*corners, corners[0]])
        if theme.filled:
            piece.set_fill(shine(theme.fill(self._colors[index])), 1.0)  # type: ignore[arg-type]  # a gradient
            piece.set_sheen_direction(UP if self.lying else LEFT)
            piece.set_stroke(theme.background, 2.0 if self._sizes[index] > _LEAST_SHOWN else 0.0)
        else:
            piece.set_fill(theme.background, 0.0)
            piece.set_stroke(self._colors[index], self.style.strokes.thin)

    def corners(self, index: int) -> list[Point]:
        """Return the corners of a word's piece: from the left, or upper, one at its base, around it."""
        start, size = self._starts[index], max(self._sizes[index], 1e-4)
        first, last = self.place(start), self.place(start + size)
        across = point(0.0, -self.thick / 2) if self.lying else point(self.thick / 2, 0.0)
        return [first - across, first + across, last + across, last - across]

    def _cut(self, weights: Tensor) -> tuple[list[float], list[float]]:
        """Return where each word's piece begins, scene units from the base, and how long it is."""
        sizes = [self.length * float(weight) for weight in weights]
        starts, at = [0.0] * len(sizes), 0.0
        for index in sorted(range(len(sizes)), key=lambda index: -sizes[index]):
            starts[index] = at
            at += sizes[index]
        return starts, sizes

    def _outline(self) -> Rectangle:
        long, middle = self.length, self.place(self.length / 2)
        width, height = (long, self.thick) if self.lying else (self.thick, long)
        return Rectangle(width=width, height=height).set_stroke(self.style.theme.axis, 2.0).move_to(middle)

    def _piece(self, color: str) -> Rectangle:
        return Rectangle(width=0.1, height=0.1, stroke_width=0, color=color)

    def _blocks(self, blocks: Sequence[tuple[str, Tensor, str]], middles: Sequence[float]) -> list[VGroup]:
        """Return names with their weights, spread along the strip where their pieces are too short for them."""
        if self.lying:
            return self._below(blocks, middles)
        pitch = max(_PITCH, _PITCH_OF_SIZE * (self._size or 0))
        in_line = len(blocks) * _BLOCK > self.length + 0.5
        need = _BLOCK_IN_LINE if in_line else _BLOCK + pitch - _PITCH
        room = (-need / 2, self.length + (self.region.height - self.length) + need / 2)
        places = spread(middles, [need] * len(blocks), *room)
        left = self.region.left + self.thick + _BESIDE
        if self._size is not None and self._have_room(blocks, middles, pitch):
            return self._narrowed(self._centred(blocks, middles, left, pitch), left)
        size = self.style.sizes.tick if in_line else self.style.sizes.number
        drawn = []
        for (text, weight, color), along in zip(blocks, places, strict=True):
            name, number = self._name(text, weight, color, size)
            y = self.place(along)[1]
            name.set_x(left + name.width / 2).on_baseline(y - 0.1 if in_line else y + _ABOVE)
            number.set_x(left + number.width / 2).on_baseline(y + _ABOVE - pitch)
            if in_line:
                number.set_x(left + name.width + 0.18 + number.width / 2).on_baseline(y - 0.1)
            drawn.append(VGroup(name, number))
        return self._narrowed(drawn, left)

    def _have_room(self, blocks: Sequence[tuple[str, Tensor, str]], middles: Sequence[float], pitch: float) -> bool:
        """Return whether every piece that is named is long enough for its name over its weight."""
        named = len(blocks) - (middles[-1] >= self.length)
        return all(size >= pitch + _LEAST_OVER for size in sorted(self._sizes, reverse=True)[:named])

    def _centred(
        self, blocks: Sequence[tuple[str, Tensor, str]], middles: Sequence[float], left: float, pitch: float
    ) -> list[VGroup]:
        """Return names with their weights, each beside the middle of its piece; the others' above the end."""
        drawn = []
        for (text, weight, color), along in zip(blocks, middles, strict=True):
            y, at_end = self.place(along)[1], along >= self.length
            printed = self.style.sizes.number if at_end else self._size
            name, number = self._name(text, weight, color, self.style.sizes.number, printed)
            low = y - number.cap_height / 2
            low += _RAISED if at_end else (number.cap_height - pitch - name.cap_height) / 2
            number.set_x(left + number.width / 2).on_baseline(low)
            name.set_x(left + name.width / 2).on_baseline(low + (_PITCH if at_end else pitch))
            drawn.append(VGroup(name, number))
            if at_end:
                self.end = self._end(left)
        return drawn

    def _end(self, left: float) -> VGroup:
        """Return the line for the others' pieces, thicker than they are so that it is seen, and one to their name."""
        end, half, ink = self.place(self.length), point(self.thick / 2), self.style.theme.ink
        return VGroup(
            thin_line(end - half, end + half, ink, _CAP),
            thin_line(end + half, point(left - _CLEAR, float(end[1]) + _RAISED), ink, _LEADER),
        )

    def _narrowed(self, drawn: list[VGroup], left: float) -> list[VGroup]:
        """Make names smaller that would leave the record."""
        widest = max(float(block.width) for block in drawn)
        room = self.region.right - left
        if widest > room:
            for block in drawn:
                block.scale(room / widest, about_point=point(left, float(block.get_y())))
        return drawn

    def _below(self, blocks: Sequence[tuple[str, Tensor, str]], middles: Sequence[float]) -> list[VGroup]:
        """Return names with their weights below them, beneath a strip that lies."""
        for size in (self.style.sizes.number, self.style.sizes.tick, self.style.sizes.note, self.style.sizes.least):
            self.numbers = []
            pairs = [self._name(text, weight, color, size) for text, weight, color in blocks]
            needs = [max(float(name.width), float(number.width)) + 0.24 for name, number in pairs]
            if sum(needs) <= self._outer.width + 0.24:
                break
        low = self.region.top - self.thick
        drawn = []
        ends = (self._outer.left - self.region.left - 0.12, self._outer.right - self.region.left + 0.12)
        for (name, number), along in zip(pairs, spread(middles, needs, *ends), strict=True):
            x = self.place(along)[0]
            name.set_x(x).on_baseline(low - 0.38)
            number.set_x(x).on_baseline(low - 0.38 - _PITCH)
            drawn.append(VGroup(name, number))
        return drawn

    def _name(
        self, text: str, amount: Tensor, color: str, size: float, printed: float | None = None
    ) -> tuple[Label, Number]:
        printed = printed or self._size or size
        name = Label(text, size=size, color=color, style=self.style)
        number = self._kind(amount, decimals=self._decimals, size=printed, color=color, style=self.style)
        self.numbers.append(number)
        return name, number


def shine(fill: str) -> list[ManimColor]:
    """Return the colours across a piece that shines as a band does, towards the light."""
    tones = ((SHADED, _DARK), (SHADED, 0.0), (SHINE, _LIGHT), (SHADED, 0.0))
    return [ManimColor(fill).interpolate(ManimColor(tone), share) for tone, share in tones]
