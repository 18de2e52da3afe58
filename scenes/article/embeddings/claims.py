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


RANDOM_EMBEDDING_CLAIMS = (
    Claim(
        "Placed by chance, the second word is nearer to the third than to the first, which is of its own kind.", _chance
    ),
)

MEANINGFUL_EMBEDDING_CLAIMS = (
    Claim("The first two words are nearer to each other than either is to the third.", _alike),
)
