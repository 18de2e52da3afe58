"""What the article says of each figure, measured on the numbers the figure computes.

One claim serves the tests, the command that checks a user's own numbers and the page that shows the figure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from scenes.worlds import World


@dataclass(frozen=True, slots=True)
class Measurement:
    """What measuring a claim gave.

    Attributes:
        holds: whether the claim is true of these numbers.
        said: the measured values in words, such as ``0.64 < 3.11``.
    """

    holds: bool
    said: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about a figure, and how to measure it.

    Attributes:
        figure: the figure's name.
        statement: the claim in one sentence.
        measure: takes what the figure computed and its world.
    """

    figure: str
    statement: str
    measure: Callable[[Any, World], Measurement]


def claims_of(figure: str) -> tuple[Claim, ...]:
    """The claims about a figure, in order; importing their modules costs no manim."""
    from scenes.article.asymmetric import claims as asymmetric
    from scenes.article.better_space import claims as better_space
    from scenes.article.embeddings import claims as embeddings
    from scenes.article.heads import claims as heads
    from scenes.article.next_word import claims as next_word
    from scenes.article.pulling import claims as pulling
    from scenes.article.transforming import claims as transforming
    from scenes.article.whole_phrase import claims as whole_phrase

    modules = (next_word, embeddings, pulling, asymmetric, whole_phrase, transforming, better_space, heads)
    return tuple(claim for module in modules for claim in module.CLAIMS if claim.figure == figure)


def less(first: float, second: float) -> Measurement:
    """Whether one number is less than another."""
    return Measurement(first < second, f"{first:.2f} {'<' if first < second else '≥'} {second:.2f}")


_ROUNDING = 1e-4
"""How far two ways of computing one vector may end from each other, as a share of its length (at least 1)."""


def same(first: torch.Tensor, second: torch.Tensor) -> Measurement:
    """Whether two vectors are one but for rounding."""
    off = float(torch.linalg.vector_norm(first - second))
    return Measurement(off < _ROUNDING * max(1.0, float(torch.linalg.vector_norm(second))), f"{off:.1e} away")
