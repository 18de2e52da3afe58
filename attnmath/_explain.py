"""Explanations of a failed step of attention; called only after the failure, so that success pays nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

import torch
from torch import Tensor

from attnmath._checks import (
    check_devices,
    check_finite,
    check_mask,
    check_matrices,
    check_rows,
    check_tensors,
    do_broadcast,
    name,
    shape,
)

AXES = {
    "x": "(..., T, d_model)",
    "context": "(..., S, d_context)",
    "queries": "(..., T, d_k)",
    "keys": "(..., S, d_k)",
    "values": "(..., S, d_v)",
}


def explain_projection(x: Tensor, context: Tensor, matrices: Mapping[str, Tensor]) -> None:
    """Raise if the words do not fit a head's matrices; return if they do and the cause lies elsewhere."""
    words = {"x": x} if context is x else {"x": x, "context": context}
    check_tensors(words | dict(matrices))
    check_matrices(words, AXES)
    for label, matrix in matrices.items():
        source = "x" if label == "W_Q" or context is x else "context"
        if words[source].shape[-1] != matrix.shape[-2]:
            raise ValueError(
                f"{label} must have a row for each of the {words[source].shape[-1]} numbers of a word of {source} "
                f"{shape(words[source])}; got {shape(matrix)}"
            )
    check_batches(words | dict(matrices))


def explain_attention(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None) -> None:
    """Raise if queries, keys, values and mask do not fit; return if they do and the cause lies elsewhere."""
    tensors = {"queries": queries, "keys": keys, "values": values}
    check_tensors(tensors)
    check_matrices(tensors, AXES)
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(
            f"queries {AXES['queries']} and keys {AXES['keys']} must share d_k; got {shape(queries)} and {shape(keys)}"
        )
    if keys.shape[-2] != values.shape[-2]:
        raise ValueError(
            f"keys {AXES['keys']} and values {AXES['values']} must share S; got {shape(keys)} and {shape(values)}"
        )
    if mask is not None:
        check_mask(mask, queries.shape[-2], keys.shape[-2])
        check_devices({"queries": queries, "mask": mask})
    check_batches(tensors if mask is None else tensors | {"mask": mask})


def check_batches(tensors: dict[str, Tensor]) -> None:
    """Raise ValueError unless the axes before the last two broadcast."""
    if not do_broadcast(*(tensor[..., 0, 0] for tensor in tensors.values())):
        got = ", ".join(f"{label} {shape(tensor)}" for label, tensor in tensors.items())
        raise ValueError(f"the axes before the last two must broadcast; got {got}")


def explain_nan(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None) -> NoReturn:
    """Raise ValueError with the reason why the output holds NaN."""
    if not keys.shape[-2]:
        raise ValueError("there must be at least one word to attend to; got none")
    check_finite({"queries": queries, "keys": keys, "values": values})
    if mask is not None:
        check_rows(mask)
    raise ValueError(
        f"the dot products are too large for {name(queries.dtype)} (at most {torch.finfo(queries.dtype).max:.4g}); "
        "scale the queries down or use a wider dtype"
    )
