"""One word's query against every word's key, as figures use it."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from attnmath import Head, attend
from scenes.parameters import PhraseParameters, require_plane, world_matrix
from scenes.parts.number import format_weight
from scenes.quantities import quantity
from scenes.shared.phrase import Scored, each_with
from scenes.worlds import World


@dataclass(frozen=True)
class Asked(Scored):
    """How hard the words of a phrase pull one of them, by its query and their keys."""

    W_Q: Tensor = quantity("The matrix that makes queries, for rows: x W_Q.")
    W_K: Tensor = quantity("The matrix that makes keys, for rows: x W_K.")
    query: Tensor = quantity("The pulled word's query.")
    keys: Tensor = quantity("The words' keys, one a row: K.", rows="words")
    plain_weights: Tensor = quantity("How much each word would pull by the words' own vectors.", rows="words")
    back: Tensor = quantity("The other way round: the query of the word that pulls most, and the pulled word's key.")


def ask(parameters: PhraseParameters, world: World) -> Asked:
    """One row of one step of attention with the world's W_Q and W_K."""
    require_plane(world)
    words, position = parameters.words(world), parameters.position(world)
    vectors = world.embedding().rows(words)  # (T, d)
    W_Q, W_K = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K"))
    step = attend(vectors, Head(W_Q=W_Q, W_K=W_K))
    scored = Scored(words, world.axes, position, vectors, step.scores[position], step.weights[position])
    return Asked(
        words, world.axes, position, vectors, scored.scores, scored.weights,
        W_Q=W_Q,
        W_K=W_K,
        query=step.queries[position],
        keys=step.keys,
        plain_weights=attend(vectors).weights[position],
        back=step.scores[scored.strongest, position],
    )  # fmt: skip


def told(numbers: Asked) -> dict[str, str]:
    """Every word's dot product and weight, and what the word that pulls most had by the words' own vectors."""
    share, plain = (weights[numbers.strongest] for weights in (numbers.weights, numbers.plain_weights))
    return {
        "word": numbers.word,
        "strongest": numbers.words[numbers.strongest],
        "scores": each_with(numbers.words, numbers.scores),
        "weights": each_with(numbers.words, numbers.weights, format_weight),
        "share": format_weight(float(share)),
        "plain": format_weight(float(plain)),
    }
