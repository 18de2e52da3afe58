import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from attnmath import attend_with, causal_mask, patterns, pooled_weights, window_mask


def pooled_by_hand(weights: Tensor, size: tuple[int, int]) -> Tensor:
    """The mean of each cell of the whole pattern, cell by cell."""
    rows, columns = (
        [i * n // cells for i in range(cells + 1)] for n, cells in zip(weights.shape[-2:], size, strict=True)
    )
    cells = [
        [weights[..., a:b, c:d].mean((-1, -2)) for c, d in zip(columns, columns[1:], strict=False)]
        for a, b in zip(rows, rows[1:], strict=False)
    ]
    return torch.stack([torch.stack(row, dim=-1) for row in cells], dim=-2)


@settings(max_examples=120)
@given(
    rows=st.integers(1, 40),
    columns=st.integers(1, 40),
    cells=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    tile=st.tuples(st.integers(1, 50), st.integers(1, 50)),
    causal=st.booleans(),
    window=st.none() | st.integers(1, 12),
    scaled=st.booleans(),
    spread=st.sampled_from([0.1, 1.0, 30.0]),
    seed=st.integers(0, 2**32),
)
def test_equals_pooling_the_whole_pattern(
    rows: int,
    columns: int,
    cells: tuple[float, float],
    tile: tuple[int, int],
    causal: bool,
    window: int | None,
    scaled: bool,
    spread: float,
    seed: int,
) -> None:
    """Cells of any unevenness, tiles of any size, masks and windows, scores up to thousands."""
    if causal or window:
        columns = rows
    generator = torch.Generator().manual_seed(seed)
    queries, keys = (torch.randn(n, 5, generator=generator) * math.sqrt(spread) for n in (rows, columns))
    size = (1 + int(cells[0] * (rows - 1)), 1 + int(cells[1] * (columns - 1)))
    mask = causal_mask(rows) if causal else None
    if window:
        mask = window_mask(rows, window, causal=causal)
    weights = attend_with(queries.double(), keys.double(), keys.double(), mask=mask, scaled=scaled).weights
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patterns, "TILE", tile)
        grid = pooled_weights(queries, keys, size, mask="causal" if causal else None, window=window, scaled=scaled)
    torch.testing.assert_close(grid.double(), pooled_by_hand(weights, size), atol=1e-5, rtol=0)


@pytest.mark.parametrize("mask", [None, "causal"])
@pytest.mark.parametrize("length", [2048, 2050])
def test_longer_than_a_tile(mask, length: int, randn, device: str) -> None:
    queries, keys = randn(length, 8), randn(length, 8)
    allowed = causal_mask(length, device=device) if mask else None
    weights = attend_with(queries, keys, keys, mask=allowed, scaled=True).weights
    grid = pooled_weights(queries, keys, (64, 64), mask=mask, scaled=True)
    torch.testing.assert_close(grid, pooled_by_hand(weights, (64, 64)), atol=1e-12, rtol=1e-9)


def test_batch_axes(randn) -> None:
    queries, keys = randn(2, 3, 12, 4), randn(3, 12, 4)
    grids = pooled_weights(queries, keys, (4, 5), mask="causal")
    assert grids.shape == (2, 3, 4, 5)
    for i in range(2):
        for j in range(3):
            torch.testing.assert_close(grids[i, j], pooled_weights(queries[i, j], keys[j], (4, 5), mask="causal"))


@pytest.mark.parametrize(("dtype", "got"), [(torch.float16, torch.float32), (torch.bfloat16, torch.float32)])
def test_narrow_dtypes_are_summed_in_float32(dtype: torch.dtype, got: torch.dtype, randn) -> None:
    queries, keys = randn(30, 8, dtype=dtype), randn(30, 8, dtype=dtype)
    grid = pooled_weights(queries, keys, (3, 3), scaled=True)
    assert grid.dtype is got
    torch.testing.assert_close(grid, pooled_weights(queries.float(), keys.float(), (3, 3), scaled=True))


def test_as_fine_as_the_pattern_it_is_the_pattern(randn) -> None:
    queries, keys = randn(6, 3), randn(9, 3)
    grid = pooled_weights(queries, keys, (6, 9))
    torch.testing.assert_close(grid, attend_with(queries, keys, keys).weights)


def test_one_cell_is_the_mean_of_rows_that_add_to_one(randn) -> None:
    x = randn(50, 3)
    assert pooled_weights(x, x, (1, 1), window=7).item() == pytest.approx(1 / 50, abs=1e-12)


def test_wide_cells_take_fewer_rows_at_once(randn) -> None:
    x = randn(100, 4)
    expected = pooled_weights(x, x, (5, 2), mask="causal")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patterns, "MOST_NUMBERS", 150)
        torch.testing.assert_close(pooled_weights(x, x, (5, 2), mask="causal"), expected)


@pytest.mark.parametrize("window", [None, 3])
def test_with_and_without_the_running_maximum(window, randn) -> None:
    x = randn(70, 4)
    expected = pooled_weights(x, x, (9, 8), window=window)
    with pytest.MonkeyPatch.context() as patch:
        for power in (0.0, 1e9):
            patch.setattr(patterns, "SAFE_POWER", power)
            patch.setattr(patterns, "TILE", (16, 16))
            torch.testing.assert_close(pooled_weights(x, x, (9, 8), window=window), expected)


def test_a_large_tile_for_other_devices(randn) -> None:
    """The tile of other devices gives the same numbers on this one."""
    x = randn(300, 4)
    expected = pooled_weights(x, x, (10, 7), mask="causal")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patterns, "TILE", patterns.LARGE_TILE)
        torch.testing.assert_close(pooled_weights(x, x, (10, 7), mask="causal"), expected)
