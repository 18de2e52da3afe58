"""Checks of tensors, with messages that say what must hold and what was got instead.

A call that succeeds should pay nothing for its checks: torch itself decides whether tensors fit, and these functions
say why they did not. Only faults that torch passes over in silence (NaN, a mask that would be stretched) are looked for
separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import torch
from torch import Tensor
from torch.compiler import is_compiling

FLOATING = (torch.float16, torch.bfloat16, torch.float32, torch.float64)

# Raised by torch when tensors do not fit each other, or are no tensors at all.
TORCH_ERRORS = (RuntimeError, TypeError, AttributeError, IndexError)

EmptyRows = Literal["error", "zeros"]


def name(dtype: torch.dtype) -> str:
    """Return the dtype as torch writes it, without the module: ``float32``."""
    return str(dtype).removeprefix("torch.")


def shape(tensor: Tensor) -> str:
    """Return the shape as a tuple: ``(2, 3)``."""
    return str(tuple(tensor.shape))


def broadcast_shapes(*shapes: torch.Size) -> torch.Size:
    """Return the shape that all shapes broadcast to.

    Raises:
        RuntimeError: there is none.
    """
    return torch.Size(torch.broadcast_shapes(*shapes))  # type: ignore[no-untyped-call]


def do_broadcast(*tensors: Tensor) -> bool:
    """Return whether the tensors' shapes broadcast."""
    try:
        broadcast_shapes(*(tensor.shape for tensor in tensors))
    except RuntimeError:
        return False
    return True


def check_tensors(tensors: Mapping[str, Tensor]) -> None:
    """Raise unless all are floating tensors of one dtype on one device.

    Raises:
        TypeError: something is not a tensor, is not floating, or the dtypes differ.
        ValueError: the devices differ.
    """
    for label, tensor in tensors.items():
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{label} must be a torch.Tensor; got {type(tensor).__name__}")
        if tensor.dtype not in FLOATING:
            allowed = ", ".join(map(name, FLOATING))
            raise TypeError(f"{label} must be floating ({allowed}); got {name(tensor.dtype)}")
    if len({tensor.dtype for tensor in tensors.values()}) > 1:
        got = ", ".join(f"{label} {name(tensor.dtype)}" for label, tensor in tensors.items())
        raise TypeError(f"all tensors must have one dtype; got {got}")
    check_devices(tensors)


def check_devices(tensors: Mapping[str, Tensor]) -> None:
    """Raise ValueError unless all tensors are on one device."""
    if len({tensor.device for tensor in tensors.values()}) > 1:
        got = ", ".join(f"{label} on {tensor.device}" for label, tensor in tensors.items())
        raise ValueError(f"all tensors must be on one device; got {got}")


def check_matrices(tensors: Mapping[str, Tensor], axes: Mapping[str, str]) -> None:
    """Raise ValueError unless each tensor has the two last axes that ``axes`` names."""
    for label, tensor in tensors.items():
        if tensor.dim() < 2:
            raise ValueError(f"{label} must have the shape {axes[label]}; got {shape(tensor)}")


def check_finite(tensors: Mapping[str, Tensor]) -> None:
    """Raise ValueError for the first tensor that holds NaN or an infinity, and say where."""
    for label, tensor in tensors.items():
        wrong = ~torch.isfinite(tensor)
        if bool(wrong.any()):
            place = tuple(wrong.nonzero()[0].tolist())
            raise ValueError(f"{label} must be finite; got {tensor[place].item()} at {place}")


def has_nan(tensor: Tensor) -> bool:
    """Return whether the tensor holds NaN; False where its numbers cannot be read (torch.compile, torch.func.vmap).

    The cheaper of two tests is taken: a small tensor is compared with itself, a large one asked for its maximum.
    """
    if is_compiling():
        return False
    try:
        if tensor.numel() < 1024:
            return not torch.equal(tensor, tensor)
        largest = tensor.max().item()
        return largest != largest
    except RuntimeError:  # vmap, or a tensor without numbers: there is nothing to read
        return False


def check_mask(mask: Tensor, rows: int, columns: int) -> None:
    """Raise unless the mask is boolean and its two last axes are (rows, columns).

    Raises:
        TypeError: the mask is not a boolean tensor.
        ValueError: its two last axes have other lengths; a mask is never stretched along them.
    """
    if not isinstance(mask, Tensor) or mask.dtype is not torch.bool:
        got = name(mask.dtype) if isinstance(mask, Tensor) else type(mask).__name__
        raise TypeError(f'a mask must be a bool tensor, True for "may attend"; got {got}')
    if mask.shape[-2:] != (rows, columns):
        raise ValueError(f"the mask must have the shape (..., {rows}, {columns}), queries by keys; got {shape(mask)}")


def check_rows(mask: Tensor) -> None:
    """Raise ValueError for the first row of the mask that is False throughout, where its values can be read."""
    empty = ~mask.any(-1)
    if not is_true(empty.any()):
        return
    place = empty.nonzero()[0].tolist()
    where = f"row {place[-1]}" + (f" of mask {tuple(place[:-1])}" if place[:-1] else "")
    raise ValueError(f'{where} may attend to no key; allow one, or ask for empty_rows="zeros"')


def is_true(condition: Tensor) -> bool:
    """Return the truth of one boolean; False where it cannot be read (torch.compile, torch.func.vmap)."""
    if is_compiling():
        return False
    try:
        return bool(condition)
    except RuntimeError:
        return False


def check_causal(mask: str, rows: int, columns: int) -> None:
    """Raise ValueError unless the mask is "causal" and there are as many queries as keys."""
    if mask != "causal":
        raise ValueError(f'a mask is a bool tensor, "causal" or None; got "{mask}"')
    if rows != columns:
        raise ValueError(f"a causal mask needs as many queries as keys; got {rows} queries and {columns} keys")


def check_empty_rows(empty_rows: str) -> None:
    """Raise ValueError unless it is one of the two ways to treat a row that may attend to nothing."""
    if empty_rows not in ("error", "zeros"):
        raise ValueError(f'empty_rows must be "error" or "zeros"; got "{empty_rows}"')
