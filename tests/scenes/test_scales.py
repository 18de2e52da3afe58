"""Worlds of any scale: grids and ticks by steps of 1–2–5, numbers that keep their digits."""

from __future__ import annotations

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from scenes.parts.plane.word_plane import WordPlane, grid_step, multiples
from scenes.parts.text.number import MINUS, Number, Tick, format_number
from scenes.stage import Region, Stage
from scenes.style import DEFAULT
from scenes.worlds import World

SCALES = [1e-6, 1e-3, 0.1, 1.0, 30.0, 3000.0]
ROWS = torch.tensor([[1.6, 1.6], [2.8, 0.8], [-1.1, 0.5], [0.2, -1.3]])


def world(scale: float) -> World:
    vectors = {f"word{index}": (scale * row).tolist() for index, row in enumerate(ROWS)}
    return World.model_validate({"title": "", "axes": ["x", "y"], "vectors": vectors})


@given(st.floats(1e-7, 1e5))
def test_a_grid_has_some_lines_and_not_many_at_steps_of_1_2_5(span: float) -> None:
    step = grid_step(span)
    assert min(abs(math.log10(step / first) % 1 - whole) for first in (1, 2, 5) for whole in (0, 1)) < 1e-6
    assert 1.4 <= span / step <= 22.01
    lines = multiples(step, -span, span)
    assert len(lines) == 2 * math.floor(span / step + 1e-6) + 1


@pytest.mark.parametrize("scale", SCALES)
def test_a_plane_of_any_scale_is_the_same_picture(scale: float) -> None:
    """Marks lie where they lie at scale 1, but for what rounding a grid to its steps moves."""
    region = Region(-4, 4, -3, 3)
    plane = WordPlane(region, scale * ROWS, ("x", "y"), ticks=True)
    assert 2 <= len(plane.grid) <= 30
    assert plane.panel.width >= 0.7 * (8 - 1) or plane.panel.height >= 0.7 * (6 - 1)
    for row in scale * ROWS:
        x, y, _ = plane.place(row)
        assert plane.panel.left <= x <= plane.panel.right and plane.panel.bottom <= y <= plane.panel.top
    ticks = [tick for tick in plane.ticks if isinstance(tick, Tick)]
    for tick in ticks:
        said = float(tick.shown.replace(MINUS, "-"))
        assert math.isclose(said, tick.value, rel_tol=1e-6, abs_tol=1e-9 * scale)
        assert len(tick.shown) <= 5


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("shape", [(16, 9), (4, 3), (1, 1), (9, 16)])
def test_the_stage_holds_a_world_of_any_scale(scale: float, shape: tuple[int, int]) -> None:
    stage = Stage.for_pixels(*shape)
    spans = world(scale).spans()
    view = stage.plane_view.holding(stage, spans)
    room = view.words(stage)
    for row in (scale * ROWS).tolist():
        x, y = (view.origin[axis] + view.unit * row[axis] for axis in (0, 1))
        assert room.left - 1e-6 <= x <= room.right + 1e-6 and room.bottom - 1e-6 <= y <= room.top + 1e-6
    ticks = [span / view.step for low_high in spans for span in low_high]
    assert 1 <= max(map(abs, ticks)) <= 12


@given(st.floats(1e-9, 1e9), st.sampled_from([-1, 1]), st.integers(0, 3))
def test_tiny_numbers_keep_two_digits(size: float, sign: int, decimals: int) -> None:
    shown = format_number(sign * size, decimals)
    back = float(shown.replace(MINUS, "-"))
    assert back * sign > 0
    assert math.isclose(back, sign * size, rel_tol=0.051) or abs(back - sign * size) <= 0.5001 * 10**-decimals


def test_a_part_of_a_world_is_written_as_the_whole() -> None:
    for scale in SCALES:
        whole = world(scale)
        part = whole.only((), ["word2"])
        assert part.spans() == whole.spans()
        assert part.is_tiny == whole.is_tiny == (scale < 0.01)
        style = DEFAULT.for_world(part)
        assert float(Number(scale * 1.6, style=style).shown.replace(MINUS, "-")) == pytest.approx(
            scale * 1.6, rel=0.06, abs=0.005
        )
