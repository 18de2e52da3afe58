"""A drawn number is found among the computed ones, and reading back fails when it cannot compare."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from scenes.parts.text.number import Number
from scenes.quantities import quantity
from tests.scenes.faults import computed, is_among
from tests.scenes.harness import read


@dataclass(frozen=True)
class Scores:
    """Numbers as a masked figure computes them."""

    values: torch.Tensor = quantity("Scores.")


KNOWN = computed(Scores(torch.tensor([0.5, -math.inf, -2.0])))


@pytest.mark.parametrize(
    ("value", "found"),
    [(0.5, True), (-math.inf, True), (math.inf, False), (0.25, False), (1e9, False), (0.0, False), (math.nan, False)],
)
def test_beside_infinity_a_number_is_found_only_where_it_is(value: float, found: bool) -> None:
    assert is_among(value, KNOWN) is found


@given(st.floats(), st.lists(st.floats(allow_nan=False, width=32), min_size=1))
def test_a_number_is_found_where_it_was_computed_and_nowhere_else(value: float, others: list[float]) -> None:
    known = torch.tensor(others, dtype=torch.float64)
    assert all(is_among(other, known) for other in others)
    if not any(math.isclose(value, other, rel_tol=4e-6, abs_tol=4e-6) for other in others):
        assert not is_among(value, known)


@pytest.mark.parametrize("values", [torch.tensor([0.5, math.nan]), torch.empty(0)])
def test_reading_back_fails_when_it_cannot_compare(values: torch.Tensor) -> None:
    with pytest.raises(ValueError, match="none can be read back"):
        computed(Scores(values))


def test_a_vectors_numbers_have_titles_as_rows() -> None:
    @dataclass(frozen=True)
    class Vector:
        axes: tuple[str, ...]
        row: torch.Tensor = quantity("A vector with its titles across.", columns="axes")

    with pytest.raises(ValueError, match="row has 2 numbers and titles for 4"):
        computed(Vector(("female", "royal"), torch.tensor([1.0, 2.0])))


def test_minus_infinity_is_read_back_off_its_glyphs() -> None:
    number = Number(torch.tensor(-math.inf), decimals=1)
    assert read(number) == number.shown == "\N{MINUS SIGN}\N{INFINITY}"
    assert read(Number(math.inf)) == "\N{INFINITY}"
