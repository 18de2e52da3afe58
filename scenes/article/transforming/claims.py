"""Claims about the figures of a matrix and a space."""

from __future__ import annotations

from typing import Any

import torch

from attnmath import basis_images
from scenes.claims import Claim, Measurement, same
from scenes.worlds import World


def _products_add_up(numbers: Any, world: World) -> Measurement:
    return same(numbers.products.sum(dim=0), numbers.transformed[numbers.first], numbers.products)


def _one_matrix(numbers: Any, world: World) -> Measurement:
    first, second = numbers.order[:2]
    both = (numbers.vectors[first] + numbers.vectors[second]) @ numbers.matrix
    return same(numbers.transformed[first] + numbers.transformed[second], both, numbers.transformed)


def _rows_are_places(numbers: Any, world: World) -> Measurement:
    return same(numbers.unit @ numbers.matrix, torch.stack(basis_images(numbers.matrix)))


def _same_steps(numbers: Any, world: World) -> Measurement:
    return same(numbers.steps.sum(dim=0), numbers.transformed, numbers.steps)


APPLY_TRANSFORMATION_CLAIMS = (
    Claim("The products that are written out add up to the word's new vector.", _products_add_up),
    Claim("One matrix moves all: the sum of two words goes to the sum of their new vectors.", _one_matrix),
)

TRANSFORM_AXES_CLAIMS = (
    Claim("The unit vectors go to the rows of the matrix.", _rows_are_places),
    Claim("The same numbers of steps along the new axes lead to the vector's new place.", _same_steps),
)
