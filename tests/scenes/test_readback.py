"""Every drawn number is read back from its glyphs and compared with the computed tensors."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from scenes import FIGURES
from scenes.parts.text.number import Number, Tick, format_number
from scenes.quantities import quantity, tables
from tests.scenes.harness import Run, default_run, read


def computed(numbers: object) -> torch.Tensor:
    """Return every number of every tensor a figure computes.

    Raises:
        ValueError: when there is none, or one is NaN, which equals nothing: then nothing can be read back.
    """
    found = [table.values.flatten().double() for table in tables(numbers)]
    if not sum(tensor.numel() for tensor in found):
        raise ValueError("no numbers are computed, so none can be read back")
    known = torch.cat(found)
    if known.isnan().any():
        raise ValueError("NaN is among the computed numbers, so none can be read back")
    return known


def is_among(value: float, known: torch.Tensor) -> bool:
    """Return whether a number is one of those computed: −∞ exactly, any other up to rounding; NaN never."""
    near = torch.isclose(known, torch.tensor(value, dtype=torch.float64), rtol=1e-6, atol=1e-6)
    return bool(near.any())


@pytest.mark.parametrize("name", FIGURES)
def test_glyphs_say_the_value(name: str) -> None:
    numbers = [number for snapshot in default_run(name).snapshots for number in snapshot.numbers]
    assert numbers, "a figure without numbers shows nothing that was computed"
    for value, shown, glyphs in numbers:
        assert glyphs == shown
        small = {f"<{10.0**-decimals:.{decimals}f}" for decimals in (2, 3) if 0 < value < 10.0**-decimals / 2}
        assert shown in {format_number(value, decimals, tiny=False) for decimals in (0, 1, 2, 3)} | small


def unknown_numbers(run: Run) -> list[str]:
    """Return the numbers on screen that are not an element of any tensor the figure computes."""
    known = computed(run.figure.numbers)
    return [
        f"{snapshot.beat.name}: {text.says}"
        for snapshot in run.snapshots
        for text in snapshot.texts
        if isinstance(text.mobject, Number)
        and not isinstance(text.mobject, Tick)
        and not is_among(text.mobject.value, known)
    ]


@pytest.mark.parametrize("name", FIGURES)
def test_every_number_is_one_of_the_tensors(name: str) -> None:
    assert unknown_numbers(default_run(name)) == []


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


def test_minus_infinity_is_read_back_off_its_glyphs() -> None:
    number = Number(torch.tensor(-math.inf), decimals=1)
    assert read(number) == number.shown == "\N{MINUS SIGN}\N{INFINITY}"
    assert read(Number(math.inf)) == "\N{INFINITY}"
