"""Two phrases in one header: what they share stands once, what differs one above the other.

A word between two others that differ stands in both lines, so that each line of a swap is read as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from manim import VGroup

from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_SPACE, _LINE = 0.22, 0.4
"""Scene units between two words, and from the upper baseline to the lower one."""


class PairedPhrase(VGroup):
    """Two phrases of as many words, around the middle of the frame.

    Args:
        phrases: both.
        inks: ``#rrggbb`` of each word of both; a word that both share has the ground's ink where these differ.
        low: scene y of the lower words' baseline.
        style: theme and sizes.

    Attributes:
        first: the words that only the first phrase has, above.
        words: those of the second phrase, in order, the shared ones included.
    """

    def __init__(
        self,
        phrases: tuple[Sequence[str], Sequence[str]],
        inks: tuple[Sequence[str], Sequence[str]],
        *,
        low: float,
        style: Style = DEFAULT,
    ) -> None:
        size, half = style.sizes.number, _LINE * style.sizes.scale / 2
        level = low + half
        self.first: list[Label] = []
        self.words: list[Label] = []
        x = 0.0
        for above, below, ink, other, shared in zip(*phrases, *inks, _shared(*phrases), strict=True):
            color = other if not shared or ink == other else style.theme.ink
            column = [Label(below, size=size, color=color, style=style)]
            if not shared:
                column.append(Label(above, size=size, color=ink, style=style))
            wide = max(float(each.width) for each in column)
            for each, shift in zip(column, (0.0,) if shared else (-half, half), strict=True):
                each.set_x(x + wide / 2).on_baseline(level + shift)
            self.words.append(column[0])
            self.first += column[1:]
            x += wide + _SPACE
        super().__init__(*self.words, *self.first)
        self.set_x(0.0)
        laid(self, Layer.FRAME)


def _shared(first: Sequence[str], second: Sequence[str]) -> list[bool]:
    """Return which words two phrases share, those that stand alone between two others left out."""
    same = [one == other for one, other in zip(first, second, strict=True)]
    last = len(same) - 1
    return [each and not (0 < at < last and not same[at - 1] and not same[at + 1]) for at, each in enumerate(same)]
