"""One word that stands in several phrases comes down from all of them and becomes one mark on the plane."""

from __future__ import annotations

from collections.abc import Sequence

from manim import VMobject, smooth

from scenes.motion.live import Live
from scenes.parts.plane.layers import Layer, laid
from scenes.parts.plane.token import Token
from scenes.parts.stage_text import HeaderPhrase

_SMALL, _MEET = 0.7, 0.72
"""The share of its size that a word has left as it arrives; of the time after which words become the mark."""


def copies_of(phrases: Sequence[HeaderPhrase], positions: Sequence[int]) -> list[VMobject]:
    """Return copies of one word of each phrase, above all marks."""
    return [
        laid(phrase.words[position].copy(), Layer.FRAME) for phrase, position in zip(phrases, positions, strict=True)
    ]


def gather(copies: Sequence[VMobject], token: Token, height: float, **options: float) -> Live:
    """Return how copies of a word fly to its place and become its mark there.

    Args:
        copies: they are on the stage already, each where its phrase has it.
        token: the word's mark; it is on the stage already.
        height: the mark's height in the end, scene units.
        options: passed on to manim's ``Animation``.
    """
    starts = [copy.get_center() for copy in copies]
    forms = [copy.copy() for copy in copies]
    end = token.at.copy()

    def follow(time: float) -> None:
        way = smooth(min(time / _MEET, 1.0))
        grown = smooth(max((time - _MEET * 0.8) / (1 - _MEET * 0.8), 0.0))
        for copy, form, start in zip(copies, forms, starts, strict=True):
            copy.become(form).scale(1 - way * (1 - _SMALL)).move_to(start + way * (end - start))
            copy.set_opacity(1 - grown)
        token.resize(max(grown, 1e-3) * height)

    follow(0.0)
    return Live([*copies, token.mark], follow, rate_func=lambda time: time, **options)
