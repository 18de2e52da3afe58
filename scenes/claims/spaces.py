"""Claims about the figures of transformed spaces."""

from __future__ import annotations

from typing import Any

import torch

from attnmath import basis_images, softmax
from scenes.claims import Claim, Measurement, less
from scenes.worlds import World

_SMALL, _LARGE = 0.1, 1.8
"""Shares of the original space's distance: below the first the two meanings are as one, above the second far apart."""

_ROUNDING = 1e-4
"""How far two ways of computing one vector may end from each other, as a share of its length (at least 1)."""


def _same(first: torch.Tensor, second: torch.Tensor) -> Measurement:
    off = float(torch.linalg.vector_norm(first - second))
    return Measurement(off < _ROUNDING * max(1.0, float(torch.linalg.vector_norm(second))), f"{off:.1e} away")


def _products_add_up(numbers: Any, world: World) -> Measurement:
    return _same(numbers.products.sum(dim=0), numbers.transformed[numbers.first])


def _one_matrix(numbers: Any, world: World) -> Measurement:
    first, second = numbers.order[:2]
    both = (numbers.vectors[first] + numbers.vectors[second]) @ numbers.matrix
    return _same(numbers.transformed[first] + numbers.transformed[second], both)


def _rows_are_places(numbers: Any, world: World) -> Measurement:
    return _same(numbers.unit @ numbers.matrix, torch.stack(basis_images(numbers.matrix)))


def _same_steps(numbers: Any, world: World) -> Measurement:
    return _same(numbers.steps.sum(dim=0), numbers.transformed)


def _share(numbers: Any, space: str) -> float:
    return float(numbers.distances[numbers.spaces.index(space)] / numbers.distances[0])


def _said(numbers: Any, space: str) -> str:
    apart = float(numbers.distances[numbers.spaces.index(space)])
    return f"{apart:.2f} in {space}, {float(numbers.distances[0]):.2f} in A: {_share(numbers, space):.1%}"


def _near_in_b(numbers: Any, world: World) -> Measurement:
    return Measurement(_share(numbers, "B") < _SMALL, _said(numbers, "B"))


def _far_in_c(numbers: Any, world: World) -> Measurement:
    return Measurement(_share(numbers, "C") > _LARGE, _said(numbers, "C"))


def _not_flat(numbers: Any, world: World) -> Measurement:
    sizes = [float(torch.linalg.det(matrix)) for matrix in (numbers.B, numbers.C)]
    return Measurement(min(sizes) > 0.1, f"a unit square has {sizes[0]:.2f} in B and {sizes[1]:.2f} in C")


def _values_add_up(numbers: Any, world: World) -> Measurement:
    return _same(numbers.weighted.sum(dim=0), numbers.updated)


def _same_weights(numbers: Any, world: World) -> Measurement:
    return _same(softmax(numbers.vectors @ numbers.vector), numbers.weights)


def _nearer_in_value_space(numbers: Any, world: World) -> Measurement:
    puller = numbers.values[numbers.strongest]
    before, after = (
        float(torch.linalg.vector_norm(at - puller)) for at in (numbers.values[numbers.position], numbers.updated)
    )
    return less(after, before)


_APPLY, _AXES = "attention-apply-transformation", "attention-transform-axes"
_THREE, _VALUES = "attention-three-transformed-spaces", "attention-values-lin-comb"

CLAIMS = (
    Claim(_APPLY, "The products that are written out add up to the word's new vector.", _products_add_up),
    Claim(_APPLY, "One matrix moves all: the sum of two words goes to the sum of their new vectors.", _one_matrix),
    Claim(_AXES, "The unit vectors go to the rows of the matrix.", _rows_are_places),
    Claim(_AXES, "The same numbers of steps along the new axes lead to the vector's new place.", _same_steps),
    Claim(_THREE, "In space B the two new places are less than a tenth of space A's distance apart.", _near_in_b),
    Claim(_THREE, "In space C they are more than 1.8 times space A's distance apart.", _far_in_c),
    Claim(_THREE, "Neither space is flattened to a line or turned over.", _not_flat),
    Claim(_VALUES, "The weighted values add up to the word's new place.", _values_add_up),
    Claim(_VALUES, "The weights are those of the vectors as they are, not of the values.", _same_weights),
    Claim(
        _VALUES, "In the space of values the new place is nearer to what pulls the word most.", _nearer_in_value_space
    ),
)
