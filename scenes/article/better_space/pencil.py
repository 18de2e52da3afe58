"""Sums that a pencil can follow: the fewest digits with which all that is printed leads to all else that is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import torch
from torch import Tensor

from scenes.number_format import as_printed

_EXACT = 1e-6
"""The most by which an exact number differs from what is printed."""


def as_printed_rows(rows: Tensor, digits: int) -> Tensor:
    """Return numbers as a reader calculates with them, in double precision.

    Args:
        rows: shape (N, d).
        digits: after the point.
    """
    return torch.tensor([[as_printed(each, digits) for each in row] for row in rows.tolist()], dtype=torch.float64)


def is_printed_exactly(matrix: Tensor) -> bool:
    """Return whether two digits after the point say all of a matrix."""
    return bool(torch.allclose(as_printed_rows(matrix, 2), matrix.double(), atol=_EXACT))


def digits_of_places(places: Tensor, matrices: Sequence[Tensor]) -> int | None:
    """Return the fewest digits after the point with which two places, as printed, lead to all else; None if none do.

    They are as far apart as is printed; times each matrix they are the places there, with two digits, which are as far
    apart as is printed, too.

    Args:
        places: shape (2, 2), a place a row.
        matrices: of the spaces.
    """
    if not all(is_printed_exactly(matrix) and _keep_gap(places @ matrix, 2) for matrix in matrices):
        return None
    for digits in (2, 3):
        if _keep_gap(places, digits) and all(_are_carried(places, matrix, digits) for matrix in matrices):
            return digits
    return None


def digits_of_sums(
    weights: Sequence[Tensor], rows: Sequence[Tensor], rests: Tensor, ends: Tensor, matrix: Tensor
) -> tuple[int, int] | None:
    """Return the fewest digits of weights and of the places where they lead with which sums come out as printed.

    Printed weights times printed places, and the printed rest, are the printed end; with the carried places and the
    carried rest, they are the carried end, both with two digits. Printed places have ``digits_of_row``, a rest has as
    many digits as the weights.

    Args:
        weights: of each phrase, shape (N,).
        rows: a place for each of them, shape (N, 2).
        rests: what all other words of each phrase add, shape (phrases, 2).
        ends: where the weights lead, shape (phrases, 2).
        matrix: shape (2, 2).
    """
    for places, digits in product((2, 3), (2, 3, 4)):
        seen = [as_printed_rows(each[None], digits)[0] for each in weights]
        if not all(map(all, seen)):
            continue
        before, after = (
            torch.stack([each @ table for each, table in zip(seen, tables, strict=True)])
            + as_printed_rows(rest, digits)
            for tables, rest in (
                ([_printed_terms(row, matrix) for row in rows], rests),
                ([as_printed_rows(row @ matrix, 2) for row in rows], rests @ matrix),
            )
        )
        if (
            torch.equal(as_printed_rows(before, places), as_printed_rows(ends, places))
            and torch.equal(as_printed_rows(after, 2), as_printed_rows(ends @ matrix, 2))
            and _keep_gap(ends, places)
        ):
            return digits, places
    return None


def digits_of_sum(weights: Tensor, rows: Tensor, rest: Tensor, end: Tensor, places: int) -> int | None:
    """Return the fewest digits with which printed weights times places with two digits, and a rest, are the end.

    Args:
        weights: shape (N,).
        rows: a place for each of them, shape (N, 2).
        rest: what else is added, printed with as many digits as the weights, shape (2,).
        end: where all this leads, shape (2,).
        places: digits of the end.
    """
    for digits in (2, 3, 4):
        seen = as_printed_rows(weights[None], digits)[0]
        reached = seen @ as_printed_rows(rows, 2) + as_printed_rows(rest[None], digits)[0]
        if all(seen) and torch.equal(as_printed_rows(reached[None], places), as_printed_rows(end[None], places)):
            return digits
    return None


def digits_of_row(row: Tensor, matrix: Tensor) -> int:
    """Return the fewest digits with which a printed place times a matrix is its carried place; two where none do.

    Args:
        row: shape (2,).
        matrix: shape (2, 2), as it is printed.
    """
    return next((digits for digits in (2, 3, 4) if _are_carried(row[None], matrix, digits)), 2)


def _printed_terms(rows: Tensor, matrix: Tensor) -> Tensor:
    """Return places as they are printed in a sum, each with as many digits as it needs to be carried."""
    return torch.cat([as_printed_rows(row[None], digits_of_row(row, matrix)) for row in rows])


def _are_carried(places: Tensor, matrix: Tensor, digits: int) -> bool:
    """Return whether printed places times a printed matrix are the carried places, with two digits."""
    reached = as_printed_rows(places, digits) @ as_printed_rows(matrix, 2)
    return torch.equal(as_printed_rows(reached, 2), as_printed_rows(places @ matrix, 2))


def _keep_gap(places: Tensor, digits: int) -> bool:
    """Return whether two places, as printed, are as far apart as is printed."""
    return _gap(as_printed_rows(places, digits)) == _gap(places)


def _gap(places: Tensor) -> float:
    """Return the distance of two places as it is printed."""
    return as_printed(float(torch.linalg.vector_norm(places[0] - places[1])))
