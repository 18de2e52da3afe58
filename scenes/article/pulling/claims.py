"""Claims about the figures of words that pull words."""

from __future__ import annotations

from typing import Any

import torch

from attnmath import softmax
from scenes.claims import Claim, Measurement, less, same
from scenes.number_format import format_apart, format_number
from scenes.worlds import World

_FAR_BELOW = 0.5
"""The share of the second largest dot product below which others count as far below it."""

_CLEARLY_APART = 0.05
"""The share of a vector's length from which two of its new places count as two."""

_NEXT_TO_NOTHING = 0.02
"""The weight below which a pull is invisible."""


def _distance(first: torch.Tensor, second: torch.Tensor) -> float:
    return float(torch.linalg.vector_norm(first - second))


def _others(numbers: Any) -> list[int]:
    """Return the positions of the words that are neither the pulled word nor the strongest puller."""
    named = {numbers.word, numbers.words[numbers.strongest]}
    return [index for index, word in enumerate(numbers.words) if word not in named]


def _largest(values: torch.Tensor, numbers: Any, positions: list[int], digits: int = 2) -> str:
    """Return the word at one of these positions that has the largest value, with the value: ``and 0.001``."""
    if not positions:
        return "no other word"
    largest = max(positions, key=lambda index: float(values[index]))
    return f"{numbers.words[largest]} {format_number(float(values[largest]), digits)}"


def _between(numbers: Any, world: World) -> Measurement:
    first, second = (float(distance) for distance in numbers.nearest)
    return Measurement(abs(first - second) <= 0.1 * max(first, second), format_apart(first, second, " and "))


def _between_middles(numbers: Any, world: World) -> Measurement:
    first, second = (float(distance) for distance in numbers.to_middles)
    return Measurement(abs(first - second) <= 0.1 * max(first, second), format_apart(first, second, " and "))


def _comes_nearer(numbers: Any, world: World) -> Measurement:
    puller = numbers.vectors[numbers.strongest]
    measured = less(_distance(numbers.updated, puller), _distance(numbers.vector, puller))
    return Measurement(measured.holds, f"{measured.said} from {numbers.words[numbers.strongest]}")


def _left_comes_nearer(numbers: Any, world: World) -> Measurement:
    return _comes_nearer(numbers.left, world)


def _right_comes_nearer(numbers: Any, world: World) -> Measurement:
    return _comes_nearer(numbers.right, world)


def _two_places(numbers: Any, world: World) -> Measurement:
    apart = _distance(*numbers.updated)
    pullers = [side.words[side.strongest] for side in (numbers.left, numbers.right)]
    clear = apart > _CLEARLY_APART * float(torch.linalg.vector_norm(numbers.vector))
    said = f"{format_number(apart)} apart, by {pullers[0]} and {pullers[1]}"
    return Measurement(clear and pullers[0] != pullers[1], said)


def _one_pull_is_clear(numbers: Any, world: World) -> Measurement:
    strongest = float(numbers.weights[numbers.strongest])
    rest = max((float(numbers.weights[index]) for index in _others(numbers)), default=0.0)
    holds = strongest > 5 * rest and rest < _NEXT_TO_NOTHING
    next_ = _largest(numbers.weights, numbers, _others(numbers), 3)
    return Measurement(holds, f"{numbers.words[numbers.strongest]} {strongest:.2f}, then {next_}")


def _others_are_farther(numbers: Any, world: World) -> Measurement:
    nearest = min(
        (_distance(numbers.vectors[index], numbers.vector) for index in _others(numbers)), default=float("inf")
    )
    return less(_distance(numbers.vectors[numbers.strongest], numbers.vector), nearest)


def _own_is_largest(numbers: Any, world: World) -> Measurement:
    second, own = (float(numbers.scores[place]) for place in (numbers.strongest, numbers.position))
    said = format_apart(second, own, f" {'<' if second < own else '≥'} {numbers.word} ")
    return Measurement(second < own, f"{numbers.words[numbers.strongest]} {said}")


def _others_far_below(numbers: Any, world: World) -> Measurement:
    second = float(numbers.scores[numbers.strongest])
    rest = max((float(numbers.scores[index]) for index in _others(numbers)), default=float("-inf"))
    then = _largest(numbers.scores, numbers, _others(numbers))
    said = f"{numbers.words[numbers.strongest]} {format_number(second)}, then {then}"
    return Measurement(rest < _FAR_BELOW * second, said)


def _weights_are_shares(numbers: Any, world: World) -> Measurement:
    low, high, total = (float(value) for value in (numbers.weights.min(), numbers.weights.max(), numbers.weights.sum()))
    return Measurement(low >= 0 and high <= 1 and abs(total - 1) < 1e-5, f"{low:.2f} to {high:.2f}, sum {total:.2f}")


def _limit(scores: torch.Tensor, expected: torch.Tensor) -> Measurement:
    weights = softmax(scores)
    return Measurement(
        bool(torch.allclose(weights, expected, atol=1e-6)), ", ".join(f"{w:.2f}" for w in weights.tolist())
    )


def _one_takes_all(numbers: Any, world: World) -> Measurement:
    taken = torch.nn.functional.one_hot(torch.tensor(numbers.strongest), len(numbers.words)).float()
    return _limit(100 * taken, taken)


def _halves(numbers: Any, world: World) -> Measurement:
    count = len(numbers.words)
    shared = torch.zeros(count).index_fill(0, torch.tensor([numbers.strongest, numbers.position]), 1.0)
    return _limit(100 * shared, shared / shared.sum())


def _equal_pull(numbers: Any, world: World) -> Measurement:
    count = len(numbers.words)
    return _limit(torch.full((count,), 1.7), torch.full((count,), 1 / count))


def _sum_is_updated(numbers: Any, world: World) -> Measurement:
    return same(numbers.weighted.sum(dim=0), numbers.updated, numbers.weighted)


GENERIC_APPLE_EMBEDDING_CLAIMS = (
    Claim("The nearest words of the two families are about equally far: within a tenth.", _between),
    Claim("The middles of the two families are about equally far: within a tenth.", _between_middles),
)

APPLE_PULLED_SIDE_BY_SIDE_CLAIMS = (
    Claim("One step over the left phrase brings the word nearer to what pulls it most.", _left_comes_nearer),
    Claim("One step over the right phrase brings the word nearer to what pulls it most.", _right_comes_nearer),
    Claim("The two phrases take the word to two places, by different words.", _two_places),
)

ALL_EMBEDDINGS_CLAIMS = (
    Claim("One other word pulls clearly, the rest next to nothing.", _one_pull_is_clear),
    Claim("The words that hardly pull are farther away than the one that does.", _others_are_farther),
)

ALL_DOT_PRODUCTS_CLAIMS = (
    Claim("The word's dot product with itself is the largest.", _own_is_largest),
    Claim("One other word is second, and all the rest are far below it.", _others_far_below),
)

ALL_SOFTMAX_CLAIMS = (
    Claim("The weights lie between 0 and 1 and add up to 1.", _weights_are_shares),
    Claim("One dot product far above the rest gets all of the weight.", _one_takes_all),
    Claim("Two large dot products of one size share the weight in halves.", _halves),
    Claim("T equal dot products get 1/T each.", _equal_pull),
)

UPDATE_APPLE_CLAIMS = (
    Claim("The weighted vectors add up to the word's new place.", _sum_is_updated),
    Claim("The new place is nearer to what pulls the word most.", _comes_nearer),
)
