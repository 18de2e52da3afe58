"""Claims about the tables of attention over a whole phrase."""

from __future__ import annotations

from typing import Any

import torch

from attnmath import softmax
from scenes.claims import Claim, Measurement, apart
from scenes.number_format import format_apart, format_number
from scenes.worlds import World

_SAME = 1e-4
"""Numbers that differ by less than this share of their size are equal but for rounding."""


def _equal(first: torch.Tensor, second: torch.Tensor, what: str) -> Measurement:
    """Measure whether two tensors are equal but for rounding."""
    off, largest = (float(values.abs().max()) for values in (first - second, second))
    return Measurement(off <= _SAME * largest, f"{what}: {apart(off, off <= _SAME * largest)}")


def _pairwise(rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    """Return the dot product of each row with each column, product by product."""
    return torch.stack([torch.stack([(row * column).sum() for column in columns]) for row in rows])


def _is_x_times_x(numbers: Any, world: World) -> Measurement:
    return _equal(numbers.scores, _pairwise(numbers.vectors, numbers.vectors), "cells and dot products")


def _is_q_times_k(numbers: Any, world: World) -> Measurement:
    return _equal(numbers.scores, _pairwise(numbers.queries, numbers.keys), "cells and dot products")


def _mirrored(numbers: Any, world: World) -> Measurement:
    return _equal(numbers.scores, numbers.scores.T, "mirrored cells")


def _not_mirrored(table: torch.Tensor, numbers: Any) -> Measurement:
    first, second = numbers.position, numbers.second
    there, back = float(table[first, second]), float(table[second, first])
    both = format_apart(there, back, ", the other way round ")
    said = f"{numbers.words[second]} pulls {numbers.word} with {both}"
    return Measurement(abs(there - back) > 0.01 * max(abs(there), abs(back)), said)


def _weights_differ(numbers: Any, world: World) -> Measurement:
    return _not_mirrored(numbers.weights, numbers)


def _pulls_differ(numbers: Any, world: World) -> Measurement:
    return _not_mirrored(numbers.scores, numbers)


def _rows_are_shares(numbers: Any, world: World) -> Measurement:
    weights = numbers.weights
    sums = weights.sum(dim=-1)
    inside = bool((weights >= 0).all() and (weights <= 1).all())
    (low, high), (least, most) = ([float(edge) for edge in values.aminmax()] for values in (weights, sums))
    said = f"{low:.2f} to {high:.2f}, sums {least:.2f} to {most:.2f}"
    return Measurement(inside and bool((sums - 1).abs().max() < 1e-5), said)


def _order_is_kept(numbers: Any, world: World) -> Measurement:
    steps = numbers.weights.gather(-1, numbers.scores.argsort(dim=-1)).diff(dim=-1)
    falls = max(0.0, -float(steps.min()))
    said = f"a weight falls by {format_number(falls)}" if falls else "no weight falls where its number rises"
    return Measurement(not falls, said)


def _rows_add_up(weights: torch.Tensor, vectors: torch.Tensor, updated: torch.Tensor) -> Measurement:
    sums = torch.stack([sum(weight * vector for weight, vector in zip(row, vectors, strict=True)) for row in weights])
    return _equal(updated, sums, "new vectors and weighted sums")


def _rows_average_vectors(numbers: Any, world: World) -> Measurement:
    return _rows_add_up(numbers.weights, numbers.vectors, numbers.updated)


def _rows_average_values(numbers: Any, world: World) -> Measurement:
    return _rows_add_up(numbers.weights, numbers.values, numbers.updated)


def _alone_alike(numbers: Any, world: World) -> Measurement:
    alone = softmax(numbers.vectors @ numbers.vectors[numbers.position]) @ numbers.vectors
    return _equal(numbers.updated[numbers.position], alone, f"{numbers.word} in the table and alone")


TABLE_DOT_PRODUCTS_CLAIMS = (
    Claim("Each cell is the dot product of its row's word and its column's: the table is X Xᵀ.", _is_x_times_x),
    Claim("The table is its own mirror image: both words of a pair pull alike.", _mirrored),
)

TABLE_SOFTMAX_CLAIMS = (
    Claim("In every row the weights lie between 0 and 1 and add up to 1.", _rows_are_shares),
    Claim("Within a row, a larger dot product gets a larger weight.", _order_is_kept),
    Claim("After softmax by rows, the two words of a pair no longer pull alike.", _weights_differ),
)

TABLE_WEIGHTED_SUM_CLAIMS = (
    Claim("Each new vector is the average of all vectors by its row's weights.", _rows_average_vectors),
    Claim("The first word's new vector is the one it gets when its row is computed alone.", _alone_alike),
)

TABLE_KEYS_QUERIES_VALUES_CLAIMS = (
    Claim("Each cell is the dot product of its row's query and its column's key: this is Q Kᵀ.", _is_q_times_k),
    Claim("With queries and keys, two words need not pull alike even before softmax.", _pulls_differ),
    Claim("In every row the weights lie between 0 and 1 and add up to 1.", _rows_are_shares),
    Claim("Each new vector is the average of all values by its row's weights.", _rows_average_values),
)
