"""What the article says of each figure, measured on the numbers the figure computes.

One claim serves the tests, the command that checks a user's own numbers and the page that shows the figure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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
    from scenes.claims import asymmetric, embeddings, heads, next_word, pulling, spaces, whole_phrase

    modules = (next_word, embeddings, pulling, asymmetric, whole_phrase, spaces, heads)
    return tuple(claim for module in modules for claim in module.CLAIMS if claim.figure == figure)


def less(first: float, second: float) -> Measurement:
    """Whether one number is less than another."""
    return Measurement(first < second, f"{first:.2f} {'<' if first < second else '≥'} {second:.2f}")
