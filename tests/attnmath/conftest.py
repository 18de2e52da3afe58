"""Fixtures for the tests of the maths: devices, dtypes with their tolerances, and random numbers from a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import jaxtyping
import pytest
import torch
from torch import Tensor

DEVICES = [
    "cpu",
    pytest.param("cuda", marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device here")),
]
Randn = Callable[..., Tensor]


@pytest.fixture(scope="package", autouse=True)
def _one_thread() -> Iterator[None]:
    """Tensors as small as these wait for their threads longer than they compute."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(params=DEVICES)
def device(request: pytest.FixtureRequest) -> str:
    """Every device there is; CUDA is skipped, saying so, where there is none."""
    return str(request.param)


@pytest.fixture
def randn(device: str) -> Randn:
    """Standard normal numbers, the same on every device and on every run."""
    generator = torch.Generator().manual_seed(0)

    def draw(*shape: int, dtype: torch.dtype = torch.float64) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64).to(device, dtype)

    return draw


@pytest.fixture
def own_errors() -> Iterator[None]:
    """Let wrong arguments through to the checks that a user meets, who has no shapes checked at run time."""
    before = jaxtyping.config.jaxtyping_disable
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", before)
