import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attnmath import attend, rotary, sinusoidal_positions


def test_sinusoidal_by_hand(device: str) -> None:
    table = sinusoidal_positions(3, 4, dtype=torch.float64, device=device)
    expected = [[math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)] for p in range(3)]
    torch.testing.assert_close(table, torch.tensor(expected, dtype=torch.float64, device=device))
    assert sinusoidal_positions(3, 4).dtype is torch.float32


def test_sinusoidal_positions_make_order_matter(randn) -> None:
    x = randn(4, 6)
    placed = x + sinusoidal_positions(4, 6, dtype=x.dtype, device=x.device)
    moved = x.flip(0) + sinusoidal_positions(4, 6, dtype=x.dtype, device=x.device)
    assert (attend(placed).output.flip(0) - attend(moved).output).abs().max() > 0.01


def test_rotary_by_hand(device: str) -> None:
    x = torch.tensor([[1.0, 0.0, 0.0, 1.0]] * 2, dtype=torch.float64, device=device)
    expected = [[1.0, 0.0, 0.0, 1.0], [math.cos(1), math.sin(1), -math.sin(0.01), math.cos(0.01)]]
    torch.testing.assert_close(rotary(x), torch.tensor(expected, dtype=torch.float64, device=device))


@settings(max_examples=30)
@given(st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 2**32))
def test_rotary_sees_distances_only(query: int, key: int, shift: int, seed: int) -> None:
    q, k = torch.randn(2, 1, 6, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)

    def dot(a: int, b: int) -> float:
        return (rotary(q, torch.tensor([a])) * rotary(k, torch.tensor([b]))).sum().item()

    assert dot(query, key) == pytest.approx(dot(query + shift, key + shift), abs=1e-10)
    torch.testing.assert_close(rotary(q, torch.tensor([query])).norm(), q.norm())


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32])
def test_dtypes_stay(dtype: torch.dtype, randn) -> None:
    x = randn(2, 3, 4)
    turned = rotary(x.to(dtype))
    assert turned.dtype is dtype
    assert (turned - rotary(x)).abs().max() < 8 * torch.finfo(dtype).eps * x.abs().max()
