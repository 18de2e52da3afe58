"""A word's position in the phrase, made visible to attention by addition (sinusoidal) or by rotation (rotary)."""

from __future__ import annotations

import torch
from jaxtyping import Float, Num
from torch import Tensor

from attnmath._checks import check_matrices, check_tensors, shape


def sinusoidal_positions(
    length: int,
    size: int,
    *,
    base: float = 10000.0,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Float[Tensor, "T d"]:
    """Return vectors to add to the words: PE(p, 2i) = sin(p / base^{2i/d}), PE(p, 2i+1) = cos(p / base^{2i/d}).

    Source: "Attention Is All You Need", section 3.5.

    Args:
        length: T, at least 1.
        size: d, even.
        base: the wavelengths range from 2π to nearly 2π base.
        dtype: torch's default where not given.
        device: torch's default where not given.

    Returns:
        (T, d)

    Raises:
        ValueError: a length below 1, or a size that is not even and positive.
    """
    if length < 1:
        raise ValueError(f"length must be at least 1; got {length}")
    angles = _angles(torch.arange(length, device=device), size, base)
    interleaved = torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(-2)
    return interleaved.to(torch.get_default_dtype() if dtype is None else dtype)


def rotary(
    x: Float[Tensor, "*batch T d"], positions: Num[Tensor, " T"] | None = None, *, base: float = 10000.0
) -> Float[Tensor, "*batch T d"]:
    """Rotate queries or keys by their positions: the pair (2i, 2i+1) by the angle p / base^{2i/d}.

    The dot product of a rotated query and a rotated key depends only on their distance, and lengths stay.
    Source: "RoFormer" (Su et al., 2021), section 3.2.2.

    Args:
        x: (..., T, d), d even.
        positions: (T,); 0, 1, 2, … where not given.
        base: the slowest pair rotates by about 1 / base per word.

    Returns:
        (..., T, d)

    Raises:
        TypeError: x is not a floating tensor.
        ValueError: d is not even, or there are not T positions.
    """
    check_tensors({"x": x})
    check_matrices({"x": x}, {"x": "(..., T, d)"})
    length, size = x.shape[-2:]
    if positions is None:
        positions = torch.arange(length, device=x.device)
    if positions.shape != (length,):
        raise ValueError(f"there must be one position per word, ({length},); got {shape(positions)}")
    angles = _angles(positions, size, base)
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2)


def _angles(positions: Tensor, size: int, base: float) -> Tensor:
    """Return the angle of each position and pair, (T, d/2), in float64, which keeps the digits of far positions."""
    if size < 2 or size % 2:
        raise ValueError(f"the vectors must have an even number of axes; got {size}")
    pairs = torch.arange(0, size, 2, device=positions.device, dtype=torch.float64)
    return positions.to(torch.float64)[:, None] / base ** (pairs / size)
