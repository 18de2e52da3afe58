"""A fact: something the article or a lesson says, where it says it, and how it is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """What a measurement says of a statement."""

    HOLDS = "holds"
    FAILS = "does not hold"
    PARTLY = "holds in part"


class Measured(NamedTuple):
    """What was measured, in words with its numbers, and the verdict that follows from the numbers."""

    text: str
    verdict: Verdict


@dataclass(frozen=True)
class Fact:
    """A statement and its measurement.

    Attributes:
        statement: what is said, in the project's own words.
        source: the section of the article, or the lesson, that says it.
        measure: measures it; every number in the text comes from ``attnmath``.
    """

    statement: str
    source: str
    measure: Callable[[], Measured]


def holds(condition: bool, text: str) -> Measured:
    """The text with "holds" where the condition does, and "does not hold" where it does not."""
    return Measured(text, Verdict.HOLDS if condition else Verdict.FAILS)
