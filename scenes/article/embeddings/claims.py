"""Claims about the figures of embeddings."""

from __future__ import annotations

from typing import Any

from scenes.claims import Claim, Measurement, less
from scenes.worlds import World


def _chance(numbers: Any, world: World) -> Measurement:
    return less(float(numbers.distances[1, 2]), float(numbers.distances[0, 1]))


def _alike(numbers: Any, world: World) -> Measurement:
    between = float(numbers.distances[0, 1])
    return less(between, float(numbers.distances[:2, 2].min()))


def _between(numbers: Any, world: World) -> Measurement:
    first, second = (float(distance) for distance in numbers.nearest)
    return Measurement(abs(first - second) <= 0.1 * max(first, second), f"{first:.2f} and {second:.2f}")


CLAIMS = (
    Claim(
        "attention-random-embedding",
        "Placed by chance, the second word is nearer to the third than to the first, which is of its own kind.",
        _chance,
    ),
    Claim(
        "attention-meaningful-embedding",
        "The first two words are nearer to each other than either is to the third.",
        _alike,
    ),
    Claim(
        "attention-generic-apple-embedding",
        "The nearest words of the two families are about equally far: within a tenth.",
        _between,
    ),
)
