"""Claims about the figures of value space."""

from __future__ import annotations

from typing import Any

import torch

from attnmath import softmax
from scenes.claims import Claim, Measurement, same
from scenes.number_format import format_number
from scenes.worlds import World

_SMALL, _LARGE = 0.25, 1.5
"""Shares of the original space's distance: below the first, meanings coincide; above the second, they are far apart."""


def _share(numbers: Any, space: str) -> float:
    return float(numbers.distances[numbers.spaces.index(space)] / numbers.distances[0])


def _said(numbers: Any, space: str) -> str:
    there, here = (format_number(float(numbers.distances[place])) for place in (numbers.spaces.index(space), 0))
    return f"{there} in {space}, {here} in A: {_share(numbers, space):.1%}"


def _near_in_b(numbers: Any, world: World) -> Measurement:
    return Measurement(_share(numbers, "B") < _SMALL, _said(numbers, "B"))


def _far_in_c(numbers: Any, world: World) -> Measurement:
    return Measurement(_share(numbers, "C") > _LARGE, _said(numbers, "C"))


def _not_flat(numbers: Any, world: World) -> Measurement:
    sizes = [float(torch.linalg.det(matrix)) for matrix in (numbers.B, numbers.C)]
    return Measurement(min(sizes) > 0.1, f"a unit square has {sizes[0]:.2f} in B and {sizes[1]:.2f} in C")


def _values_add_up(numbers: Any, world: World) -> Measurement:
    sums = torch.stack([numbers.first_weighted.sum(dim=0), numbers.second_weighted.sum(dim=0)])
    return same(sums, numbers.updated, torch.cat([numbers.first_weighted, numbers.second_weighted]))


def _same_weights(numbers: Any, world: World) -> Measurement:
    expected = torch.cat([softmax(one.vectors @ one.vector) for one in numbers.pulls])
    return same(expected, torch.cat([numbers.first_weights, numbers.second_weights]))


def _farther_as_values(numbers: Any, world: World) -> Measurement:
    before, after = numbers.distances.tolist()
    return Measurement(before < after, f"{format_number(after)} as values, {format_number(before)} as vectors")


THREE_TRANSFORMED_SPACES_CLAIMS = (
    Claim("In space B the two new places are less than a quarter of space A's distance apart.", _near_in_b),
    Claim("In space C they are more than 1.5 times space A's distance apart.", _far_in_c),
    Claim("Neither space is flattened to a line or turned over.", _not_flat),
)

VALUES_LIN_COMB_CLAIMS = (
    Claim("The weighted values of each phrase add up to the word's new place.", _values_add_up),
    Claim("The weights are those of the vectors as they are, not of the values.", _same_weights),
    Claim("The two new places are farther apart than they would be without W_V.", _farther_as_values),
)
