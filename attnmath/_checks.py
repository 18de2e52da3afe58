"""What must hold of tensors, and the words for what was got instead.

Torch's own errors decide whether a call fails; these functions then say why, so that a call that succeeds pays
nothing for them.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

FLOATING = (torch.float16, torch.bfloat16, torch.float32, torch.float64)


def name(dtype: torch.dtype) -> str:
    """The dtype as it is written in torch, without the module: ``float32``."""
    return str(dtype).removeprefix("torch.")


def shape(tensor: Tensor) -> str:
    """The shape as a tuple: ``(2, 3)``."""
    return str(tuple(tensor.shape))


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
    if len({tensor.device for tensor in tensors.values()}) > 1:
        got = ", ".join(f"{label} on {tensor.device}" for label, tensor in tensors.items())
        raise ValueError(f"all tensors must be on one device; got {got}")


def check_finite(tensors: Mapping[str, Tensor]) -> None:
    """Raise ValueError for the first tensor that holds NaN or an infinity."""
    for label, tensor in tensors.items():
        wrong = ~torch.isfinite(tensor)
        if bool(wrong.any()):
            place = tuple(wrong.nonzero()[0].tolist())
            raise ValueError(f"{label} must be finite; got {tensor[place].item()} at {place}")
