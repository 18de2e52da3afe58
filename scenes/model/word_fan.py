"""Words that share a strip: each hangs by a thread from its own sliver, and all of them stand in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manim import VGroup, VMobject

from scenes.parts.geometry import point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.text.fonts import without_glyph
from scenes.parts.text.typeset import Label
from scenes.style import DEFAULT, Style

_BETWEEN, _OVER, _UNDER = 0.3, 0.12, 0.1
"""Scene units between two words, at the least; from the words to their threads, and from the strip to them."""

_ARRIVES = 0.55
"""The share of its thread from which on a word arrives."""


@dataclass(frozen=True)
class Strand:
    """A word that shares the strip.

    Attributes:
        word: its text.
        share: its share.
        x: the middle of its sliver, scene units.
        hues: the colours of its thread and of its word.
    """

    word: str
    share: float
    x: float
    hues: tuple[str, str]


class WordFan(VGroup):
    """Threads that fan out from the slivers of a strip to a row of words; as many words as there is room for.

    Args:
        strands: the words, the likeliest first; the last one stands for all others and is always there.
        ends: the row's left and right end, scene units.
        heights: the strip's lower edge and the words' baseline, scene units.
        size: of the type.
        style: theme and sizes.

    Attributes:
        strands: those that are shown.
        words: their words, in a row.
        threads: their threads.
    """

    def __init__(
        self,
        strands: Sequence[Strand],
        ends: tuple[float, float],
        heights: tuple[float, float],
        *,
        size: float | None = None,
        style: Style = DEFAULT,
    ) -> None:
        self.strands = [strand for strand in strands[:-1] if not without_glyph(strand.word)]
        room, size = ends[1] - ends[0], size or style.sizes.head
        labels = [Label(strand.word, size=size, color=strand.hues[1], style=style) for strand in self.strands]
        more = Label(strands[-1].word, size=size, color=strands[-1].hues[1], style=style)
        while labels and sum(float(label.width) + _BETWEEN for label in labels) + float(more.width) > room:
            labels.pop()
        self.strands = [*self.strands[: len(labels)], strands[-1]]
        self.words = [laid(label, Layer.LABEL) for label in (*labels, more)]
        space = (room - sum(float(word.width) for word in self.words)) / max(1, len(labels))
        x = ends[0]
        for word in self.words:
            word.set_x(x + float(word.width) / 2).on_baseline(heights[1])
            x += float(word.width) + space
        top = max(float(word.get_top()[1]) for word in self.words) + _OVER
        self._whole = [_thread((strand.x, heights[0] - _UNDER), (float(word.get_x()), top))
                       for strand, word in zip(self.strands, self.words, strict=True)]  # fmt: skip
        self.threads = [laid(VMobject(stroke_color=strand.hues[0], stroke_width=style.strokes.line), Layer.TRAIL)
                        for strand in self.strands]  # fmt: skip
        super().__init__(*self.threads, *self.words)

    def grow(self, index: int, share: float) -> None:
        """Let a thread hang down as far as a share of its length says; its word arrives with its end."""
        if share <= 0:
            self.threads[index].clear_points()
        else:
            self.threads[index].pointwise_become_partial(self._whole[index], 0.0, min(1.0, share))
        self.words[index].set_opacity(min(1.0, max(0.0, (share - _ARRIVES) / (1 - _ARRIVES))))


def _thread(start: tuple[float, float], end: tuple[float, float]) -> VMobject:
    """Return a curve that leaves and arrives upright: two never cross where their ends are in the same order."""
    middle = (start[1] + end[1]) / 2
    return VMobject().set_points([point(*start), point(start[0], middle), point(end[0], middle), point(*end)])
