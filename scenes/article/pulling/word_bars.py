"""Bars that hang from the words of a phrase, each as long as its weight tells; two of them become a road."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup

from scenes.article.pulling.road import Percent, Road, Tube
from scenes.motion.live import Live
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import haloed
from scenes.parts.stage_text import PhraseBlock
from scenes.shared.phrase import Pull
from scenes.style import DEFAULT, Style

_BELOW, _SHORTEST, _NUMBER, _ROOM = 0.2, 0.03, 0.1, 0.45
"""Scene units from a phrase down to its bars, of the shortest bar, from a bar down to its number, and the room that the
longest bar leaves for that."""

_HALO = 0.03
"""Scene units that a number's halo takes, so that it does not go beyond its phrase."""

_SAME_LINE = 0.05
"""Scene units by which the baselines of a phrase's words differ at most if it stands in one line."""


class WordBars(VGroup):
    """The weights of a phrase's words as bars that hang from them, all on one scale.

    Words whose weight is printed as 0 % have none.

    Args:
        step: the step of attention.
        phrase: its words.
        colors: one ``#rrggbb`` for each word.
        road: what two of the bars become: the way to the word that pulls most.
        percents: of the word itself and of the one that pulls most, to be printed below their bars; or none.
        tall: scene units of a bar whose weight is 1.
        style: theme and sizes.

    Attributes:
        bars: one for each word.
        seen: those of the words that get something.
        numbers: what is printed below two of them.
        low: scene units: how far down they reach, with their numbers.
    """

    def __init__(
        self,
        step: Pull,
        phrase: PhraseBlock,
        colors: Sequence[str],
        road: Road,
        percents: Sequence[Percent],
        *,
        tall: float,
        style: Style = DEFAULT,
    ) -> None:
        self._step, self._road = step, road
        top = float(phrase.get_bottom()[1]) - _BELOW
        self._tops = [point(float(word.get_x()), top) for word in phrase.words]
        self._lengths = [max(tall * weight, _SHORTEST) for weight in step.weights.tolist()]
        self.bars = [
            Tube(at, at - point(0.0, _SHORTEST), road.thick, color, style=style).set_share(1.0)
            for at, color in zip(self._tops, colors, strict=True)
        ]
        for bar in self.bars:
            bar.remove(bar.ground)
        self.seen = [
            bar for bar, weight in zip(self.bars, step.weights.tolist(), strict=True) if round(100 * weight) > 0
        ]
        self.grow(1.0)
        self.numbers = VGroup()
        for index, percent in zip((step.position, step.strongest), percents, strict=False):
            foot = self._tops[index] - point(0.0, self._lengths[index])
            percent.move_to(foot - point(0.0, _NUMBER + float(percent.height) / 2))
            percent.shift(point(min(0.0, float(phrase.get_right()[0] - percent.get_right()[0]) - _HALO)))
            self.numbers.add(haloed(percent, style))
        self.low = top - max(self._lengths) - (_ROOM if percents else 0.0)
        super().__init__(*self.seen, self.numbers)
        laid(self, Layer.LEDGER)

    def grow(self, share: float, bars: Sequence[Tube] | None = None) -> None:
        """Let all bars, or some, be as long as a share of their weights."""
        for bar, top, length in zip(self.bars, self._tops, self._lengths, strict=True):
            if bars is not None and bar not in bars:
                continue
            bar.lay(top, top - point(0.0, max(share * length, 1e-3)), self._road.thick)

    def grows(self, bars: Sequence[Tube] | None = None) -> Live:
        """Return how all bars, or some, grow down from their words."""
        return Live(bars or self.bars, lambda share: self.grow(share, bars))

    @property
    def kept(self) -> list[Tube]:
        """The bars of the word itself and of the word that pulls most."""
        return [self.bars[self._step.position], self.bars[self._step.strongest]]

    @property
    def others(self) -> list[Tube]:
        """The bars of all other words that have one."""
        return [bar for bar in self.seen if bar not in self.kept]

    def places(self, share: float) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
        """Return between which places of the road both bars come to lie, the word's own first.

        Args:
            share: of the way that the word will come: the puller's bar, from the road's beginning on.
        """
        cut = self._road.start + point(share * self._road.length)
        return (cut, self._road.end), (self._road.start, cut)

    def lie_down(self, share: float) -> Live:
        """Return how both bars flow to where they lie end to end as the road: upright, and both in one proportion."""
        places, thick = self.places(share), self._road.thick
        first = [
            (self._tops[index], self._tops[index] - point(0.0, self._lengths[index]))
            for index in (self._step.position, self._step.strongest)
        ]

        def follow(done: float) -> None:
            for bar, hangs, lies in zip(self.kept, first, places, strict=True):
                bar.pour(hangs, lies, thick, done)

        return Live(self.kept, follow)


def in_one_line(phrase: PhraseBlock) -> bool:
    """Return whether all words of a phrase stand in one line, so that bars can hang from them."""
    lows = [word.baseline for word in phrase.words]
    return max(lows) - min(lows) < _SAME_LINE
