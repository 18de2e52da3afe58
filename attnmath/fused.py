"""The output of attention alone, by torch's fused kernel: no T×T tensor is kept."""

from __future__ import annotations

import math
from typing import Literal

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn.functional import pad, scaled_dot_product_attention

from attnmath._checks import (
    TORCH_ERRORS,
    EmptyRows,
    broadcast_shapes,
    check_causal,
    check_empty_rows,
    check_mask,
    check_rows,
    has_nan,
)
from attnmath._explain import explain_attention, explain_nan
from attnmath.heads import Head


def attention_output(
    x: Float[Tensor, "*batch T d_model"],
    head: Head | None = None,
    *,
    context: Float[Tensor, "*batch_c S d_context"] | None = None,
    mask: Bool[Tensor, "*batch_m T S"] | Literal["causal"] | None = None,
    scaled: bool = False,
    empty_rows: EmptyRows = "error",
    check: bool | None = None,
) -> Float[Tensor, "*out T d_v"]:
    """Return the output of one step of attention and nothing else, by torch's fused kernel.

    No score and no weight is kept, so memory grows with T and not with T². Up to rounding, these are the numbers of
    ``attend(...).output``: softmax(Q Kᵀ / √d_k) V where scaled.
    Source: the article's appendix, step 3; "FlashAttention" (Dao et al., 2022).

    Args:
        x: the words that ask, (..., T, d_model).
        head: the matrices that make queries, keys and values; without it, all three are the words themselves.
        context: the words that answer, (..., S, d_context); ``x`` itself where not given.
        mask: True where a query may attend to a key, (..., T, S); or "causal", which needs no T×T mask.
        scaled: whether to divide the dot products by √d_k.
        empty_rows: "error" refuses a query that may attend to no key, "zeros" gives it an output of zeros.
        check: True looks for NaN and for queries that may attend to no key, False for neither. By default only the mask
            is checked: reading the numbers takes longer than many a phrase, and waits for an accelerator to finish,
            which the fused kernel exists to avoid. ``attend`` checks both.

    Returns:
        (..., T, d_v)

    Raises:
        TypeError: a tensor is not floating, the mask is not boolean, or the dtypes differ.
        ValueError: the shapes do not fit, the devices differ, a query may attend to no key, or a number is NaN where
            ``check`` is True.
    """
    c = x if context is None else context
    queries, keys, values = (x, c, c) if head is None else head.project(x, c)
    try:
        if mask is None and queries.dim() == keys.dim() == 2 and keys.shape == values.shape:
            output = _of_one_phrase(queries, keys, values, scaled)
        else:
            output = _of_many(queries, keys, values, mask, scaled, empty_rows, check is not False)
    except TORCH_ERRORS:
        explain_attention(queries, keys, values, mask if isinstance(mask, Tensor) else None)
        raise
    if not keys.size(-2) or (check and has_nan(output)):
        explain_nan(queries, keys, values, mask if isinstance(mask, Tensor) else None)
    return output


def _of_one_phrase(queries: Tensor, keys: Tensor, values: Tensor, scaled: bool) -> Tensor:
    """Compute the commonest case without a detour: (T, d) in, (T, d) out. The fused kernel takes four axes only."""
    rows, d_k = queries.shape
    columns = keys.size(0)
    return scaled_dot_product_attention(
        queries.view(1, 1, rows, d_k),
        keys.view(1, 1, columns, d_k),
        values.view(1, 1, columns, d_k),
        scale=None if scaled else 1.0,
    ).view(rows, d_k)


def _of_many(
    queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | str | None, scaled: bool, empty_rows: str, check: bool
) -> Tensor:
    """Handle any batch axes, any mask and values of another width, by way of the four axes that the kernel takes."""
    check_empty_rows(empty_rows)
    d_k, d_v = queries.size(-1), values.size(-1)
    width = max(d_k, d_v)  # the fused kernel wants one width: columns of zeros change no dot product
    allowed, rows = _allowed(mask, queries.size(-2), keys.size(-2), empty_rows, check)
    masks = () if allowed is None else (allowed.shape[:-2],)
    batch = broadcast_shapes(queries.shape[:-2], keys.shape[:-2], values.shape[:-2], *masks)

    def four_axes(tensor: Tensor) -> Tensor:
        return tensor.expand(*batch, *tensor.shape[-2:]).reshape(*_two_axes(batch), *tensor.shape[-2:])

    output = scaled_dot_product_attention(
        four_axes(pad(queries, (0, width - d_k))),
        four_axes(pad(keys, (0, width - d_k))),
        four_axes(pad(values, (0, width - d_v))),
        attn_mask=allowed if allowed is None or allowed.dim() == 2 else four_axes(allowed),
        is_causal=isinstance(mask, str),
        scale=1 / math.sqrt(d_k) if scaled else 1.0,
    )
    output = output[..., :d_v].reshape(*batch, queries.size(-2), d_v)
    return output if rows is None else output.masked_fill(~rows, 0)


def _two_axes(batch: torch.Size) -> tuple[int, int]:
    """Return the batch axes as two: all but the last, and the last."""
    return (math.prod(batch[:-1]), batch[-1]) if batch else (1, 1)


def _allowed(
    mask: Tensor | str | None, rows: int, columns: int, empty_rows: str, check: bool
) -> tuple[Tensor | None, Tensor | None]:
    """Return the mask for the kernel, without empty rows, and the rows that had keys where zeros are asked for."""
    if mask is None:
        return None, None
    if isinstance(mask, str):
        check_causal(mask, rows, columns)
        return None, None
    check_mask(mask, rows, columns)
    if empty_rows == "error":
        if check:
            check_rows(mask)
        return mask, None
    filled = mask.any(-1, keepdim=True)
    return mask | ~filled, filled
