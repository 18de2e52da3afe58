"""Many heads side by side, and heads that share keys and values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attnmath._checks import TORCH_ERRORS, EmptyRows, check_tensors, shape
from attnmath.attention import Attention, attend, attend_with
from attnmath.heads import Head


class MultiHead(NamedTuple):
    """All tensors of one step of attention with many heads.

    Attributes:
        heads: each head's step, in order
        concat: O, the heads' outputs side by side, (..., T, Σ d_v)
        output: O W_O, (..., T, d_model)
    """

    heads: tuple[Attention, ...]
    concat: Float[Tensor, "*batch T d_concat"]
    output: Float[Tensor, "*batch T d_model"]


def multi_head(
    x: Float[Tensor, "*batch T d_model"],
    heads: Sequence[Head],
    W_O: Float[Tensor, "*batch_o d_concat d_out"] | None = None,
    *,
    context: Float[Tensor, "*batch_c S d_context"] | None = None,
    mask: Bool[Tensor, "*batch_m T S"] | None = None,
    scaled: bool = False,
    empty_rows: EmptyRows = "error",
) -> MultiHead:
    """Take one step of attention with many heads: Concat(head⁰, head¹, …) W_O.

    Each head may have its own d_k and d_v. The same output is the sum over heads of head^i times the d_v rows of W_O
    that belong to it: every head's proposal.
    Source: the article's appendix, steps 1 to 4; "Attention Is All You Need", section 3.2.2.

    Args:
        x: the words that ask, (..., T, d_model).
        heads: at least one head.
        W_O: (..., Σ d_v, d_model); without it, the output is the concatenation.
        context: the words that answer, (..., S, d_context); ``x`` itself where not given.
        mask: True where a query may attend to a key, (..., T, S), for all heads.
        scaled: whether to divide the dot products by √d_k, each head's own.
        empty_rows: "error" refuses a query that may attend to no key, "zeros" gives it an output of zeros.

    Returns:
        Every head's tensors, their concatenation and the output.

    Raises:
        TypeError: a tensor is not floating, the mask is not boolean, or the dtypes differ.
        ValueError: no heads, the shapes do not fit, the devices differ, a number is NaN, or a query may attend to no
            key.
    """
    steps = [attend(x, head, context=context, mask=mask, scaled=scaled, empty_rows=empty_rows) for head in heads]
    return combine(steps, W_O)


def combine(steps: Sequence[Attention], W_O: Float[Tensor, "*batch_o d_concat d_out"] | None = None) -> MultiHead:
    """Return the heads' outputs side by side, times W_O.

    Source: the article's appendix, step 4.

    Args:
        steps: at least one head's step.
        W_O: (..., Σ d_v, d_model); without it, the output is the concatenation.

    Raises:
        TypeError: W_O is not floating, or of another dtype.
        ValueError: no steps, W_O has not one row for each of the Σ d_v columns, or the devices differ.
    """
    if not steps:
        raise ValueError("there must be at least one head; got none")
    concat = torch.cat([step.output for step in steps], dim=-1)
    if W_O is None:
        return MultiHead(tuple(steps), concat, concat)
    try:
        return MultiHead(tuple(steps), concat, concat @ W_O)
    except TORCH_ERRORS:
        check_tensors({"the heads' outputs": concat, "W_O": W_O})
        raise ValueError(
            f"W_O must have a row for each of the {concat.shape[-1]} numbers of the heads' outputs side by side; "
            f"got {shape(W_O)}"
        ) from None


def grouped_query(
    x: Float[Tensor, "*batch T d_model"],
    W_Q: Sequence[Float[Tensor, "d_model d_k"]],
    W_K: Sequence[Float[Tensor, "d_context d_k"]],
    W_V: Sequence[Float[Tensor, "d_context d_v"]],
    W_O: Float[Tensor, "d_concat d_out"] | None = None,
    *,
    context: Float[Tensor, "*batch_c S d_context"] | None = None,
    mask: Bool[Tensor, "*batch_m T S"] | None = None,
    scaled: bool = False,
    empty_rows: EmptyRows = "error",
) -> MultiHead:
    """Take one step with heads in groups that share keys and values: head i asks the keys of group ⌊i g / h⌋.

    One group is multi-query attention, as many groups as heads is ``multi_head``. Keys and values are made once for a
    group, and their cache is smaller by g / h: see ``AttentionDims.cache_per_token``.
    Source: "GQA" (Ainslie et al., 2023); "Fast Transformer Decoding" (Shazeer, 2019) for one group.

    Args:
        x: the words that ask, (..., T, d_model).
        W_Q: h matrices (d_model, d_k), one per head.
        W_K: g matrices (d_context, d_k), one per group; g divides h.
        W_V: g matrices (d_context, d_v).
        W_O: (h d_v, d_model); without it, the output is the concatenation.
        context: the words that answer, (..., S, d_context); ``x`` itself where not given.
        mask: True where a query may attend to a key, (..., T, S), for all heads.
        scaled: whether to divide the dot products by √d_k.
        empty_rows: "error" refuses a query that may attend to no key, "zeros" gives it an output of zeros.

    Returns:
        Every head's tensors, their concatenation and the output; heads of a group hold the same keys and values.

    Raises:
        TypeError: a tensor is not floating, the mask is not boolean, or the dtypes differ.
        ValueError: the groups do not divide the heads, the shapes do not fit, the devices differ, a number is NaN, or
            a query may attend to no key.
    """
    if not W_K or len(W_K) != len(W_V) or not W_Q or len(W_Q) % len(W_K):
        raise ValueError(
            "heads must be a multiple of groups, each group with keys and values; "
            f"got {len(W_Q)} W_Q, {len(W_K)} W_K and {len(W_V)} W_V"
        )
    c = x if context is None else context
    shared = [Head(None, *pair).project(x, c)[1:] for pair in zip(W_K, W_V, strict=True)]
    queries = [Head(matrix).project(x, c)[0] for matrix in W_Q]
    size = len(W_Q) // len(W_K)
    steps = [
        attend_with(q, *shared[i // size], mask=mask, scaled=scaled, empty_rows=empty_rows)
        for i, q in enumerate(queries)
    ]
    return combine(steps, W_O)
