"""Claims about the figures of asymmetric pull."""

from __future__ import annotations

from typing import Any

import torch

from scenes.claims import Claim, Measurement, less
from scenes.number_format import format_apart
from scenes.worlds import World

_ALIKE = 1e-5
"""The share of the larger force below which two forces count as equal."""

_STRONG = 3.0
"""The ratio from which one force counts as strong, compared with the other."""

_NEXT_TO_NOTHING = 0.02
"""The weight below which a pull is invisible."""


def _equal(forces: torch.Tensor) -> Measurement:
    first, second = forces.tolist()
    equal = abs(first - second) <= _ALIKE * max(abs(first), abs(second))
    return Measurement(equal, format_apart(first, second, " and "))


def is_strong(forces: torch.Tensor) -> bool:
    """Return whether the first of two forces is strong, compared with the second."""
    first, second = forces.tolist()
    return bool(first > _STRONG * second)


def _first_is_strong(numbers: Any, world: World) -> Measurement:
    strong, weak = numbers.forces.tolist()
    return Measurement(is_strong(numbers.forces), format_apart(strong, weak, " against "))


def _same_spaces_pull_equally(numbers: Any, world: World) -> Measurement:
    return _equal(numbers.forces)


def _equal_before(numbers: Any, world: World) -> Measurement:
    return _equal(numbers.plain_forces)


def _squeezes_leave_it_equal(numbers: Any, world: World) -> Measurement:
    return _equal(numbers.squeezed_forces)


def _strong_pair_is_more_alike(numbers: Any, world: World) -> Measurement:
    alike = torch.cosine_similarity(numbers.keys, numbers.queries.flip(0), dim=-1)
    return less(float(alike[1]), float(alike[0]))


def _strongest_other(numbers: Any, world: World) -> Measurement:
    pulled, before = (float(values[numbers.strongest]) for values in (numbers.weights, numbers.plain_weights))
    return less(before, pulled)


def _rest_pull_next_to_nothing(numbers: Any, world: World) -> Measurement:
    named = {numbers.word, numbers.words[numbers.strongest]}
    rest = [float(weight) for word, weight in zip(numbers.words, numbers.weights, strict=True) if word not in named]
    most = max(rest, default=0.0)
    return Measurement(most < _NEXT_TO_NOTHING, f"at most {most:.3f}")


def _weights_add_up(numbers: Any, world: World) -> Measurement:
    total = float(numbers.weights.sum())
    return Measurement(abs(total - 1) < 1e-5, f"{total:.2f}")


def _other_way_differs(numbers: Any, world: World) -> Measurement:
    there, back = float(numbers.scores[numbers.strongest]), float(numbers.back)
    differs = abs(there - back) > 0.1 * max(abs(there), abs(back))
    return Measurement(differs, format_apart(there, back, " against "))


ASYMMETRIC_FORCES_CLAIMS = (
    Claim("The first word pulls the second more than three times as hard as it is pulled.", _first_is_strong),
)

SAME_SPACES_CLAIMS = (Claim("While both spaces are the same, both words pull equally.", _same_spaces_pull_equally),)

DIFFERENT_SPACES_CLAIMS = (
    Claim("Before any matrix both words pull equally.", _equal_before),
    Claim("Squeezes along the axes alone leave both pulls equal.", _squeezes_leave_it_equal),
    Claim("Squeezes that lean make one pull more than three times the other.", _first_is_strong),
    Claim("The key and the query of the strong pull are the more alike.", _strong_pair_is_more_alike),
)

KEY_QUERY_DOT_PRODUCTS_CLAIMS = (
    Claim("The word that pulls most gets more weight than by the words' own vectors.", _strongest_other),
    Claim("The words besides these two pull next to nothing.", _rest_pull_next_to_nothing),
    Claim("The other way round the dot product is another one.", _other_way_differs),
    Claim("The weights add up to 1.", _weights_add_up),
)
