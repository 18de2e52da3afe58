"""A model of the next word, trained on the phrases of a world; what the figures of the next word share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from attnmath import Embedding, NextWordModel
from scenes.errors import UserError
from scenes.worlds import World

MOST_NUMBERS = 4
"""Numbers a word may have, so that vectors can be written out."""

_STEPS, _RATE = 150, 0.1
"""Few and long steps: enough for a handful of phrases, and over in a moment."""


def beginnings(phrases: Iterable[str]) -> dict[str, str]:
    """Every beginning of the phrases and the word it goes on with.

    A beginning that goes on in two ways is left out: neither of the words would be right.

    >>> beginnings(["the sun is", "the star"])
    {'the sun': 'is'}
    """
    following: dict[str, set[str]] = {}
    for phrase in phrases:
        words = phrase.split()
        for length in range(1, len(words)):
            following.setdefault(" ".join(words[:length]), set()).add(words[length])
    return {beginning: next(iter(words)) for beginning, words in following.items() if len(words) == 1}


def train(world: World, phrases: Iterable[str] | None = None) -> NextWordModel:
    """A model whose context vectors are plain averages, trained on every beginning of some phrases.

    Args:
        world: the words' vectors, which are kept as they are.
        phrases: whole phrases, written out; all of the world's when left out.

    Raises:
        UserError: when there is nothing to learn, or vectors are too long to be written out.
    """
    if world.dimension > MOST_NUMBERS:
        raise UserError(
            f"this figure writes vectors out, so they need at most {MOST_NUMBERS} numbers; "
            f"the world's have {world.dimension}"
        )
    learned = beginnings(world.phrases.values() if phrases is None else phrases)
    if not learned:
        raise UserError("this figure needs a world with phrases of at least 2 words to learn from")
    return _trained(tuple(world.vectors.items()), world.axes, tuple(learned.items()))


def answers(world: World) -> frozenset[str]:
    """The words that some beginning of the world's phrases goes on with."""
    return frozenset(beginnings(world.phrases.values()).values())


@cache
def _trained(
    vectors: tuple[tuple[str, tuple[float, ...]], ...], axes: tuple[str, ...], learned: tuple[tuple[str, str], ...]
) -> NextWordModel:
    """Train once for each set of numbers: figures and tests ask again and again."""
    return NextWordModel.train(
        dict(learned), "average", embedding=Embedding(dict(vectors), axes=axes), steps=_STEPS, rate=_RATE
    )
