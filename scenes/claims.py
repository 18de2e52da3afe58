"""Claims: statements that can be false, and their measurement.

A figure's claims stand on its class and are measured on the numbers it draws: one claim serves the tests, the command
that checks a user's own numbers and the page that shows the figure. A fact is a claim without a figure; the maths alone
judges it (``scenes.facts``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeAlias

import torch

from scenes import load_figure
from scenes.number_format import format_apart, format_number
from scenes.worlds import World

_Measured = ParamSpec("_Measured")


@dataclass(frozen=True, slots=True)
class Measurement:
    """The result of measuring a claim.

    Attributes:
        holds: whether the claim is true of the numbers measured.
        said: the measured values in words, such as ``0.64 < 3.11``.
        in_part: whether it is true of some of them, where it does not hold of all.
    """

    holds: bool
    said: str
    in_part: bool = False

    @property
    def verdict(self) -> str:
        """The result in words: "holds", "holds in part" or "does not hold"."""
        return "holds" if self.holds else "holds in part" if self.in_part else "does not hold"


@dataclass(frozen=True, slots=True)
class Claim(Generic[_Measured]):
    """A statement and its measurement.

    Attributes:
        statement: the claim in one sentence, in the project's own words.
        measure: computes the values that decide it: from a figure's numbers and world, or, for a fact, from nothing.
        source: the section of the article, or the lesson, that makes the statement; empty for a figure's own claim.
    """

    statement: str
    measure: Callable[_Measured, Measurement]
    source: str = ""


FigureClaim: TypeAlias = Claim[[Any, World]]
"""A claim about a figure: measured on what it computed and on its world."""

Fact: TypeAlias = Claim[[]]
"""A claim without a figure."""


def claims_of(figure: str) -> tuple[FigureClaim, ...]:
    """Return the claims about a figure, in order; this imports manim."""
    return load_figure(figure).claims


def less(first: float, second: float) -> Measurement:
    """Measure whether one number is less than another."""
    return Measurement(first < second, format_apart(first, second, " < " if first < second else " ≥ "))


_ROUNDING = 1e-4
"""The largest difference between two computations of one number, as a share of the largest number that goes into it."""


def same(first: torch.Tensor, second: torch.Tensor, *terms: torch.Tensor) -> Measurement:
    """Measure whether two tensors are one but for rounding.

    Args:
        first: the one.
        second: the other, of the same shape.
        terms: what they are computed from, where that may be larger than they are.
    """
    off = float((first - second).abs().max())
    largest = max(float(values.abs().max()) for values in (first, second, *terms))
    return Measurement(off <= _ROUNDING * largest, apart(off, off <= _ROUNDING * largest))


def apart(off: float, rounding: bool) -> str:
    """Return how far two numbers are apart, in words.

    >>> apart(0.0, True), apart(2e-8, True), apart(0.25, False)
    ('exactly the same', 'the same but for rounding', '0.25 apart')

    Args:
        off: the distance.
        rounding: whether it is no more than rounding.
    """
    if off == 0:
        return "exactly the same"
    return "the same but for rounding" if rounding else f"{format_number(off)} apart"
