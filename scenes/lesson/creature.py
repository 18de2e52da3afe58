"""One head over a phrase in which nouns ask and adjectives answer, for the lessons that tell its story."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from pydantic import Field
from torch import Tensor

from attnmath import Head, attend
from scenes.errors import UserError
from scenes.parameters import Phrase, PhraseParameters, Word, world_matrix
from scenes.quantities import quantity
from scenes.worlds import World

_FEWEST = 3
"""Different words of a phrase: one asks, two answer."""


class OfCreature(PhraseParameters):
    """The parameters: a phrase, and the word that asks."""

    most_words = 9
    phrase: Phrase = Field("creature", description="The phrase: its name in the world, or written out.")
    word: Word = Field("creature", description="The word that asks; its last occurrence in the phrase counts.")


@dataclass(frozen=True)
class Asked:
    """A head's queries, keys, scores, weights and values for a phrase."""

    words: tuple[str, ...]
    position: int
    sides: tuple[str, ...]
    looks: tuple[str, ...]
    queries: Tensor = quantity("Each word's query, x W_Q.", rows="words", columns="sides")
    keys: Tensor = quantity("Each word's key, x W_K.", rows="words", columns="sides")
    values: Tensor = quantity("Each word's value, x W_V.", rows="words", columns="looks")
    scores: Tensor = quantity("Each word's query with each word's key.", rows="words", columns="words")
    weights: Tensor = quantity("Softmax of the scores.", rows="words", columns="words")
    sums: Tensor = quantity("The sums of each word's weights.", rows="words")
    heard: Tensor = quantity("The word's two largest weights, and what is left for all others.")
    update: Tensor = quantity("The weighted values that are added to the word, Δe.", rows="looks")
    look: Tensor = quantity("The word's own look before, its vector times W_V.", rows="looks")
    updated: Tensor = quantity("Its look with the update.", rows="looks")

    @property
    def word(self) -> str:
        """The word that asks."""
        return self.words[self.position]

    @property
    def other(self) -> int:
        """The position of the other word that asks most in another direction."""
        query = self.queries[self.position]
        across = [abs(float(query[0] * row[1] - query[1] * row[0])) for row in self.queries]
        return max(range(len(across)), key=lambda place: across[place])

    def answering(self, position: int, count: int) -> list[int]:
        """Return the positions of the other words whose keys score highest with a word's query, the best first."""
        return _answering(self.words, self.scores, position, count)


def _answering(words: Sequence[str], scores: Tensor, position: int, count: int) -> list[int]:
    ranked: list[int] = scores[position].argsort(descending=True, stable=True).tolist()
    best = {words[place]: place for place in reversed(ranked) if words[place] != words[position]}
    return sorted(best.values(), key=ranked.index)[:count]


def asked(parameters: OfCreature, world: World) -> Asked:
    """Take one step of attention with the world's own matrices.

    Raises:
        UserError: when a matrix is missing or has another shape, or the phrase does not fit.
    """
    words, position = parameters.words(world), parameters.position(world)
    matrices = [world_matrix(world, name, world.dimension, 2) for name in ("W_Q", "W_K", "W_V")]
    if len(set(words)) < _FEWEST:
        raise UserError(f"phrase needs {_FEWEST} different words or more in this figure; got {' '.join(words)}")
    x = world.embedding().rows(words)
    step = attend(x, Head(*matrices))
    look = x[position] @ matrices[2]
    # A value's numbers are named by the axes that W_V keeps most of.
    looks = tuple(world.axes[int(column.abs().argmax())] for column in matrices[2].T)
    sides = tuple(world.families) if len(world.families) == 2 else ("1", "2")
    if len(set(looks)) < 2 or not torch.isfinite(step.weights).all():
        raise UserError("this figure needs a W_V whose two columns keep different axes of the world")
    update, weights = step.output[position], step.weights[position]
    best = weights[_answering(words, step.scores, position, 2)]
    heard = torch.cat([best, (weights.sum() - best.sum())[None]])
    return Asked(words, position, sides, looks, step.queries, step.keys, step.values, step.scores, step.weights,
                 step.weights.sum(dim=-1), heard, update, look, look + update)  # fmt: skip
