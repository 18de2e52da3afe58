"""A model of the next word, trained on the phrases of a world, for the figures of the next word."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from attnmath import Embedding, NextWordModel
from scenes.errors import UserError
from scenes.worlds import World

MOST_NUMBERS = 4
"""The most numbers of a word with which vectors can be written out."""

STAGES, _RATE = (2, 4, 6, 9, 12, 16, 20, 25, 30, 36, 43, 50, 60, 70, 80, 95, 110, 130, 150), 0.1
"""Steps of gradient descent after which training is looked at, and how long a step is: few and long ones, enough for a
handful of phrases, and fast."""


def beginnings(phrases: Iterable[str]) -> dict[str, str]:
    """Return every beginning of the phrases, with the word that follows it.

    A beginning that continues in two ways is left out: neither of the words would be right.

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
    """Return a model whose context vectors are plain averages, trained on every beginning of some phrases.

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
    learned = beginnings(whole_phrases(world) if phrases is None else phrases)
    if not learned:
        raise UserError("this figure needs a world with phrases of at least 2 words to learn from")
    return _trained(tuple(world.vectors.items()), world.axes, tuple(learned.items()))[-1]


def trained_in_stages(world: World, phrases: Iterable[str]) -> list[NextWordModel]:
    """Return the model of ``train`` after each of the stages of its training, the last of which it is."""
    learned = beginnings(phrases)
    return list(_trained(tuple(world.vectors.items()), world.axes, tuple(learned.items())))


def answers(world: World) -> frozenset[str]:
    """Return the words that follow some beginning of the world's phrases."""
    return frozenset(beginnings(whole_phrases(world)).values())


def whole_phrases(world: World) -> list[str]:
    """Return the phrases of a world, written out in words as the world names them."""
    return [" ".join(world.words_of(name)) for name in world.phrases]


@cache
def _trained(
    vectors: tuple[tuple[str, tuple[float, ...]], ...],
    axes: tuple[str, ...],
    learned: tuple[tuple[str, str], ...],
) -> tuple[NextWordModel, ...]:
    """Train once for each set of numbers, since figures and tests ask for the same model often."""
    embedding = Embedding(dict(vectors), axes=axes)
    return tuple(
        NextWordModel.train_in_stages(dict(learned), "average", stages=STAGES, embedding=embedding, rate=_RATE)
    )
