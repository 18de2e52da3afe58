"""What is drawn is what was computed: every number is read back off its glyphs and compared with the tensors."""

from __future__ import annotations

import pytest
import torch

from scenes import FIGURES
from scenes.parts.plane.word_plane import Tick
from scenes.parts.text.number import Number, format_number
from scenes.quantities import tables
from tests.scenes.harness import Run, default_run


def computed(figure) -> torch.Tensor:
    """Every number of every tensor a figure computes."""
    return torch.cat([table.values.flatten().double() for table in tables(figure.numbers)])


@pytest.mark.parametrize("name", FIGURES)
def test_glyphs_say_the_value(name: str) -> None:
    numbers = [number for snapshot in default_run(name).snapshots for number in snapshot.numbers]
    assert numbers, "a figure without numbers shows nothing that was computed"
    for value, shown, read in numbers:
        assert read == shown
        small = {f"<{10.0**-decimals:.{decimals}f}" for decimals in (2, 3) if 0 < value < 10.0**-decimals / 2}
        assert shown in {format_number(value, decimals) for decimals in (0, 1, 2, 3)} | small


def unknown_numbers(run: Run) -> list[str]:
    """Numbers on screen that are not an element of any tensor the figure computes."""
    known = computed(run.figure)
    return [
        f"{snapshot.beat.name}: {text.says}"
        for snapshot in run.snapshots
        for text in snapshot.texts
        if isinstance(text.mobject, Number)
        and not isinstance(text.mobject, Tick)
        and (known - text.mobject.value).abs().min() > 1e-6 * max(1.0, abs(text.mobject.value))
    ]


@pytest.mark.parametrize("name", FIGURES)
def test_every_number_is_one_of_the_tensors(name: str) -> None:
    assert unknown_numbers(default_run(name)) == []
