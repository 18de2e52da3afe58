"""Numbers on the terminal: all of them, whole, in whatever width."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from rendering.outputs.tables import number_tables
from rendering.plan.plan import plan
from rendering.request.settings import Settings
from rendering.request.shot import QUALITIES
from scenes import load_figure
from scenes.quantities import tables


@pytest.mark.parametrize("width", [20, 80, 400])
@pytest.mark.parametrize("name", ["attention-predict", "attention-table-kqv", "attention-multi-head-projection"])
def test_no_digit_is_cut_at_any_width(name: str, width: int) -> None:
    (shot,) = plan([name], Settings(), QUALITIES["low"])
    console = Console(width=width, file=io.StringIO())
    printed = io.StringIO()
    for _, table in number_tables(shot, width):
        console.file = printed
        console.print(table, crop=False)
    assert "…" not in printed.getvalue()
    computed = tables(load_figure(name).compute(shot.parameters, shot.world))
    words = {word for quantity in computed for word in (*quantity.rows, *quantity.columns)}
    numbers = [cell for cell in re.split(r"\s{2,}", printed.getvalue()) if cell not in words and re.search(r"\d", cell)]
    expected = [f"{value:.4g}" for quantity in computed for value in quantity.values.flatten().tolist()]
    assert sorted(numbers) == sorted(value for value in expected if value not in words)
    if width >= 80:
        assert all(len(line) <= width for line in printed.getvalue().splitlines())
