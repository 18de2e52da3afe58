"""Parts of the figures that predict the next word: headings, a free place, arrows into and out of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from manim import Line, VGroup, VMobject

from scenes.article.next_word.elbow import Elbow
from scenes.parts.geometry import point
from scenes.parts.phrase import PhraseRow
from scenes.parts.plane.arrows import Arrow
from scenes.parts.text.number import VectorColumn
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_THIN = 2.4
"""Stroke width of arrows without a weight."""

_APART = 0.24
"""Scene units between the tips of arrows that end at one vector."""

_LINE = 0.0145
"""Scene units from one line of a heading to the next, for each manim font unit."""


class Heading(VGroup):
    """A heading in one line or, where that is too wide, in one line per word, aligned at the left.

    Args:
        said: its text.
        width: the width it may take, scene units.
        size: manim font units.
        color: ``#rrggbb``.
        style: theme and sizes.
    """

    def __init__(
        self, said: str, width: float, *, size: float | None = None, color: str | None = None, style: Style = DEFAULT
    ) -> None:
        self.size = size or style.sizes.label
        whole = Label(said, size=self.size, color=color, style=style)
        words = said.split()
        lines = [whole]
        if whole.width > width and len(words) > 1:
            lines = [Label(word, size=self.size, color=color, style=style) for word in words]
        super().__init__(*lines)
        self.starting_at(0.0).around(0.0)

    def starting_at(self, x: float) -> Self:
        """Move every line sideways until it begins at ``x`` scene units."""
        for line in self:
            line.set_x(x + line.width / 2)
        return self

    def around(self, y: float) -> Self:
        """Move up or down until the lines' lower-case letters are centred at ``y`` scene units."""
        pitch, middle = _LINE * self.size, (len(self) - 1) / 2
        for index, line in enumerate(self):
            line.on_baseline(y - 0.1 + pitch * (middle - index))
        return self


def free_place(word: VMobject, baseline: float, *, drop: float, over: float = 0.08, style: Style = DEFAULT) -> Line:
    """Return a line for a missing word, ``drop`` scene units below its baseline and ``over`` longer at both ends."""
    half = max(0.35, float(word.width) / 2 + over)
    x, y = float(word.get_x()), baseline - drop
    return Line(point(x - half, y), point(x + half, y)).set_stroke(style.theme.dim, style.strokes.line)


def influences(phrase: PhraseRow, sources: Sequence[int], vector: VectorColumn, style: Style = DEFAULT) -> list[Arrow]:
    """Return an arrow from each of some words to the lower edge of the vector in which they have a share.

    The last word's own arrow goes straight up; those from the left arrive beside it, in their order.
    """
    end = float(vector.get_bottom()[1]) - 0.1
    apart = min(_APART, 0.45 * float(vector.width) / max(len(sources) - 1, 1))
    arrows = []
    for steps_left, source in zip(range(len(sources) - 1, -1, -1), sources, strict=True):
        begin = point(phrase.column(source), phrase.words[source].baseline + 0.46)
        target = point(float(vector.get_x()) - apart * steps_left, end)
        arrows.append(Arrow(begin, target, style.theme.value, width=_THIN, tip=0.9))
    return arrows


def lead_to(guess: Label, vector: VectorColumn, style: Style = DEFAULT) -> Arrow:
    """Return the arrow from a vector up to the word that it predicts."""
    start = point(float(vector.get_x()), float(vector.get_top()[1]) + 0.1)
    return Arrow(start, point(float(guess.get_x()), guess.baseline - 0.2), style.theme.ink, width=_THIN)


def way_down(guess: Label, x: float, y: float, style: Style = DEFAULT) -> Elbow:
    """Return an arrow from a predicted word sideways and then down to ``(x, y)``, in scene units."""
    begin = point(float(guess.get_right()[0]) + 0.2, guess.baseline + 0.12)
    return Elbow(begin, point(x, y), style.theme.dim, width=_THIN)
