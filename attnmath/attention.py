"""One step of attention, every intermediate tensor kept: softmax(Q Kᵀ / √d_k) V."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.compiler import is_compiling
from torch.nn.functional import linear

from attnmath._checks import TORCH_ERRORS, EmptyRows, check_empty_rows, check_finite, check_mask, check_tensors, has_nan
from attnmath._explain import explain_attention, explain_nan
from attnmath.heads import Head


class Attention(NamedTuple):
    """All tensors of one step of attention.

    Attributes:
        queries: Q = X W_Q, (..., T, d_k)
        keys: K = C W_K, (..., S, d_k), where C is the context, X itself in self-attention
        values: V = C W_V, (..., S, d_v)
        scores: the input of softmax: Q Kᵀ, divided by √d_k where scaled, −∞ where masked, (..., T, S)
        weights: softmax of each row of the scores, (..., T, S)
        output: weights V, (..., T, d_v)
    """

    queries: Float[Tensor, "*batch T d_k"]
    keys: Float[Tensor, "*batch S d_k"]
    values: Float[Tensor, "*batch S d_v"]
    scores: Float[Tensor, "*batch T S"]
    weights: Float[Tensor, "*batch T S"]
    output: Float[Tensor, "*batch T d_v"]


def softmax(scores: Float[Tensor, "*batch S"]) -> Float[Tensor, "*batch S"]:
    """Return the weights e^{x_i} / Σ_j e^{x_j} over the last axis: each between 0 and 1, every row's sum 1.

    Source: the article's section "Words Pulling Words".

    Args:
        scores: (..., S); −∞ gives the weight 0.

    Returns:
        (..., S)

    Raises:
        TypeError: the scores are not a floating tensor.
        ValueError: the scores hold NaN or +∞, or a row is −∞ throughout.
    """
    try:
        weights = torch.softmax(scores, -1)
    except TORCH_ERRORS:
        check_tensors({"scores": scores})
        raise
    if has_nan(weights):
        finite_or_masked = scores.masked_fill(scores == -math.inf, 0)
        check_finite({"scores": finite_or_masked})
        raise ValueError("a row of scores must hold a finite score; got −∞ throughout")
    return weights


def attend(
    x: Float[Tensor, "*batch T d_model"],
    head: Head | None = None,
    *,
    context: Float[Tensor, "*batch_c S d_context"] | None = None,
    mask: Bool[Tensor, "*batch_m T S"] | None = None,
    scaled: bool = False,
    empty_rows: EmptyRows = "error",
    check: bool = True,
) -> Attention:
    """Take one step of attention: softmax(Q Kᵀ) V, or softmax(Q Kᵀ / √d_k) V where scaled.

    Source: the article's appendix, steps 1 to 3; "Attention Is All You Need", section 3.2.1.

    Args:
        x: the words that ask, (..., T, d_model).
        head: the matrices that make queries, keys and values; without it, all three are the words themselves.
        context: the words that answer, (..., S, d_context); ``x`` itself where not given.
        mask: True where a query may attend to a key, (..., T, S).
        scaled: whether to divide the dot products by √d_k.
        empty_rows: "error" refuses a query that may attend to no key, "zeros" gives it weights and an output of zeros.
        check: whether to look for NaN; looking waits for an accelerator to finish.

    Returns:
        All tensors of the step.

    Raises:
        TypeError: a tensor is not floating, the mask is not boolean, or the dtypes differ.
        ValueError: the shapes do not fit, the devices differ, a number is NaN, or a query may attend to no key.
    """
    c = x if context is None else context
    queries, keys, values = (x, c, c) if head is None else head.project(x, c)
    return _step(queries, keys, values, mask, scaled, empty_rows, check)


def attend_with(
    queries: Float[Tensor, "*batch T d_k"],
    keys: Float[Tensor, "*batch_k S d_k"],
    values: Float[Tensor, "*batch_v S d_v"],
    *,
    mask: Bool[Tensor, "*batch_m T S"] | None = None,
    scaled: bool = False,
    empty_rows: EmptyRows = "error",
    check: bool = True,
) -> Attention:
    """Take one step of attention from given queries, keys and values.

    For queries and keys that are not simply X W: rotated by their positions, for example. Otherwise like ``attend``.
    Source: the article's appendix, steps 2 and 3.

    Args:
        queries: Q, (..., T, d_k).
        keys: K, (..., S, d_k).
        values: V, (..., S, d_v).
        mask: True where a query may attend to a key, (..., T, S).
        scaled: whether to divide the dot products by √d_k.
        empty_rows: "error" refuses a query that may attend to no key, "zeros" gives it weights and an output of zeros.
        check: whether to look for NaN, which waits for an accelerator to finish.

    Returns:
        All tensors of the step.

    Raises:
        TypeError: a tensor is not floating, the mask is not boolean, or the dtypes differ.
        ValueError: the shapes do not fit, the devices differ, a number is NaN, or a query may attend to no key.
    """
    return _step(queries, keys, values, mask, scaled, empty_rows, check)


def _step(
    queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None, scaled: bool, empty_rows: str, check: bool
) -> Attention:
    """Compute attention in its three lines, and explain what went wrong if they fail."""
    try:
        scores = _scores(queries, keys, scaled)
        if mask is not None:
            scores = _masked(scores, mask)
        weights = scores.softmax(-1)
        if mask is not None and empty_rows != "error":
            weights = _without_empty_rows(weights, mask, empty_rows)
        output = weights @ values
    except TORCH_ERRORS:
        explain_attention(queries, keys, values, mask)
        raise
    if (check and has_nan(output)) or not (scores.numel() or keys.shape[-2]):
        explain_nan(queries, keys, values, mask)
    return Attention(queries, keys, values, scores, weights, output)


def _scores(queries: Tensor, keys: Tensor, scaled: bool) -> Tensor:
    """Return Q Kᵀ, divided by √d_k where scaled.

    In as few calls of torch as possible: for a short phrase, calls take most of the time.
    """
    scale = 1 / math.sqrt(queries.shape[-1]) if scaled and queries.shape[-1] else 1.0
    if scaled and queries.dim() == keys.dim() == 2 and type(queries) is Tensor and not is_compiling():
        return torch.addmm(_nothing(queries.dtype, queries.device), queries, keys.t(), beta=0, alpha=scale)
    # linear(Q, K) is Q Kᵀ without a view to transpose, for keys without batch axes
    scores = linear(queries, keys) if keys.dim() == 2 else queries @ keys.mT
    return scores.mul_(scale) if scaled else scores


@lru_cache
def _nothing(dtype: torch.dtype, device: torch.device) -> Tensor:
    """Return the scalar zero that ``addmm`` adds a scaled product to."""
    return torch.zeros((), dtype=dtype, device=device)


def _masked(scores: Tensor, mask: Tensor) -> Tensor:
    """Return the scores with −∞ where a query may not attend."""
    check_mask(mask, scores.size(-2), scores.size(-1))
    return scores.masked_fill(~mask, -math.inf)


def _without_empty_rows(weights: Tensor, mask: Tensor, empty_rows: str) -> Tensor:
    """Return the weights with zeros in the rows that may attend to nothing."""
    check_empty_rows(empty_rows)
    return weights.masked_fill(~mask.any(-1, keepdim=True), 0)
