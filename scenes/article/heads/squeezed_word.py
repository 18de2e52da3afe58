"""A word's number along one axis as a bar, which two heads squeeze, each on its own side."""

from __future__ import annotations

from manim import Rectangle, VGroup

from scenes.article.heads.knob_card import KnobCard
from scenes.article.heads.knob_numbers import TwoKnobs
from scenes.article.heads.pane import Pane
from scenes.article.heads.slider import scale_of
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token, haloed
from scenes.parts.text.number import Number
from scenes.parts.text.typeset import Label, Row
from scenes.style import Style

_THICK, _BESIDE, _LARGER, _APART = 0.2, 0.2, 1.3, 1.35
"""Scene units: the thickness of a bar, and from a tip to its number; how much larger discs are than usual; scene units
from one head's bar to the other's."""


class SqueezedWord:
    """The first change's first word, by its number along the axis that both heads see.

    Args:
        numbers: all numbers of the figure, with an axis.
        pane: the map.
        color: ``#rrggbb`` of the word.
        axis_color: ``#rrggbb`` of the axis.
        style: theme and sizes.

    Attributes:
        bars: one for each head; at first one lies on the other.
        tips: the word at their ends.
        name: the word's name.
        whole: its number before it is squeezed.
        left: its number in each head.
    """

    def __init__(self, numbers: TwoKnobs, pane: Pane, color: str, axis_color: str, style: Style) -> None:
        assert numbers.axis is not None
        self.numbers, self.pane, self.style, self.axis = numbers, pane, style, numbers.axis
        self.size = style.sizes.number if scale_of(pane) == 1.0 else style.sizes.note
        self.color, self.word = axis_color, numbers.changes[0][0]
        self.number = numbers.vectors[numbers.words.index(self.word), numbers.axis]
        self.bars = [laid(Rectangle(width=1, height=1, color=axis_color), Layer.VECTOR) for _ in (0, 1)]
        for bar in self.bars:
            bar.set_stroke(axis_color, 1.5).set_fill(style.theme.fill(axis_color), 1.0 if style.theme.filled else 0.0)
        self.tips = [Token(self.word, pane.origin, color, large=True, style=style) for _ in (0, 1)]
        for tip in self.tips:
            tip.mark.scale(scale_of(pane) * _LARGER)
        right = float(self.tips[0].mark.width) / 2 + _BESIDE
        top = self._end(float(numbers.place(self.word, 1)))
        name = Label(self.word, size=self.size, color=color, style=style)
        name.set_x(float(top[0]) + right + float(name.width) / 2).on_baseline(float(top[1]) - name.cap_height / 2)
        self.name = laid(haloed(name, style), Layer.LABEL)
        beyond = right + float(name.width) + _BESIDE
        self.whole = self._number(self.number, top, beyond)
        kept = self._number(numbers.place(self.word, 1), top, beyond)
        little = self._end(float(numbers.place(self.word, 0)), scale_of(pane) * _APART)
        self.left = [self._number(numbers.place(self.word, 0), little + point(0.0, 0.16), right), kept]
        self.grow(0.0)

    def _number(self, value: object, tip: Point, beyond: float) -> VGroup:
        """Return a number at the right of a bar's tip."""
        number = Number(value, size=self.size, color=self.color, style=self.style)  # type: ignore[arg-type]
        number.move_to(tip + point(beyond + float(number.width) / 2))
        return laid(haloed(number, self.style), Layer.LABEL)

    def _end(self, number: float, left: float = 0.0) -> Point:
        """Return where an upright bar of a number ends that stands some scene units left of the origin."""
        return self.pane.origin + point(-left, self.pane.unit * number)

    def _lay(self, head: int, number: float, left: float = 0.0) -> None:
        """Stand a head's bar on the level axis, some scene units left of the origin, with the word at its tip."""
        start, end, across = self._end(0.0, left), self._end(number, left), point(_THICK / 2)
        corners = [start - across, end - across, end + across, start + across]
        self.bars[head].set_points_as_corners([*corners, corners[0]])
        self.tips[head].put(end)

    def grow(self, share: float) -> None:
        """Let both bars, one on the other, be a share of the word's number long."""
        for head in (0, 1):
            self._lay(head, max(share, 1e-3) * float(self.number))

    def squeeze(self, share: float) -> None:
        """Let each head take its bar a share of the way to its own length, the first one beside the other."""
        whole = float(self.number)
        for head in (0, 1):
            left = float(self.numbers.place(self.word, head))
            aside = 0.0 if head else share**2 * scale_of(self.pane) * _APART
            self._lay(head, whole + share * (left - whole), aside)

    def growing(self, seconds: float) -> Live:
        """Return how the bars grow."""
        return Live([*self.bars, *self.tips], self.grow, run_time=seconds)

    def squeezing(self, seconds: float) -> Live:
        """Return how the heads squeeze the bars."""
        return Live([*self.bars, *self.tips], self.squeeze, run_time=seconds)

    def products(self, card: KnobCard, head: int) -> VGroup:
        """Return a head's product as a row of its card."""
        size, style, theme = self.style.sizes.number, self.style, self.style.theme
        factors = [(self.number, self.color), (self.numbers.spaces()[head].W_V[self.axis, 0], theme.value),
                   (self.numbers.place(self.word, head), self.color)]  # fmt: skip
        whole, by, left = (Number(value, size=size, color=color, style=style) for value, color in factors)
        times, equal = (Label(sign, size=size, style=style) for sign in "×=")
        return card.rows([Row([whole, times, by, equal, left], 0.12)], 4)
