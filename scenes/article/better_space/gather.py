"""One word of two phrases drops out of both of them and becomes one mark, on a grid that spares its texts."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VMobject, smooth
from torch import Tensor

from scenes.motion.live import Live
from scenes.motion.spare import spare
from scenes.parts.geometry import Point, point
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.leaning_grid import LeaningGrid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeaderPhrase, PhraseBlock
from scenes.plane_figure import PlaneFigure

_DROP, _SMALL, _BELOW = 0.35, 0.7, 0.12
"""The share of the time in which a mark grows out of its word; its size there, as a share of its size in the end; scene
units from the word down to it."""

_GATHER = 1.6
"""Seconds in which a word comes down from both phrases."""


class TwoPhrases(PlaneFigure):
    """A figure of one word of two phrases, on a grid whose lines end before the texts on it.

    Attributes:
        grid: the grid, which may lean.
        spared: the texts on it.
        word: the word of both phrases.
        words: the mark of each word.
        vectors: the vector of each word, shape (2,).
        phrases: both phrases.
    """

    grid: LeaningGrid
    spared: list[VMobject]
    word: str
    words: dict[str, Token]
    vectors: dict[str, Tensor]
    phrases: Sequence[HeaderPhrase | PhraseBlock]

    def spare(self, come: Sequence[VMobject] = (), gone: Sequence[VMobject] = ()) -> Live:
        """Return how the grid's lines end before texts that come, and close where others leave."""
        kept = [text for text in self.spared if text not in gone]
        self.spared = [*kept, *come]
        return spare(self.grid, kept, come, gone)

    def drop(self, height: float) -> None:
        """Let the word drop out of both phrases, and be one mark.

        Args:
            height: scene units of its icon.
        """
        mark = self.words[self.word]
        vector = self.vectors[self.word]
        copies = [laid(self.token(self.word, vector, height=height), Layer.FRAME) for _ in self.phrases]
        words = [phrase.words[one.position] for phrase, one in zip(self.phrases, self.numbers.pulls, strict=True)]
        self.add(*copies)
        self.play(gather(copies, words, mark.at), run_time=_GATHER)
        self.remove(*copies)
        self.add(mark)


def gather(copies: Sequence[Token], words: Sequence[VMobject], end: Point, **options: float) -> Live:
    """Return how copies of a mark grow below a word in each phrase, and fly onto each other at one place.

    Args:
        copies: they are on the stage already, above all else, as large as they shall be in the end.
        words: the word in each phrase.
        end: manim point where all of them land.
        options: passed on to manim's ``Animation``.
    """
    heights = [copy.height_of_icon for copy in copies]
    whole = [float(copy.mark.height) / 2 for copy in copies]
    tops = [word.get_center() - point(0.0, float(word.height) / 2) for word in words]

    def follow(time: float) -> None:
        grown, gone = smooth(min(time / _DROP, 1.0)), smooth(max((time - _DROP) / (1 - _DROP), 0.0))
        for copy, height, half, top in zip(copies, heights, whole, tops, strict=True):
            size = max(grown * (_SMALL + gone * (1 - _SMALL)), 1e-3)
            start = top - point(0.0, grown * (_BELOW + _SMALL * half))
            copy.resize(size * height).put(start + gone * (end - start))

    follow(0.0)
    return Live(list(copies), follow, rate_func=lambda time: time, **options)
