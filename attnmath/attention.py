"""One step of attention, every intermediate tensor kept: softmax(Q Kᵀ / √d_k) V."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attnmath.heads import Head


class Attention(NamedTuple):
    """All tensors of one step of attention.

    Attributes:
        queries: Q = X W_Q, (..., T, d_k)
        keys: K = C W_K, (..., S, d_k), where C is the context, X itself in self-attention
        values: V = C W_V, (..., S, d_v)
        scores: what softmax is given: Q Kᵀ, divided by √d_k where scaled, −∞ where masked, (..., T, S)
        weights: softmax of the scores over the keys, (..., T, S)
        output: weights V, (..., T, d_v)
    """

    queries: Tensor
    keys: Tensor
    values: Tensor
    scores: Tensor
    weights: Tensor
    output: Tensor


def softmax(scores: Float[Tensor, "*batch S"]) -> Float[Tensor, "*batch S"]:
    """The weights e^{x_i} / Σ_j e^{x_j} over the last axis: each between 0 and 1, a row's sum 1.

    Source: the article's section "Words Pulling Words".

    Args:
        scores: (..., S)

    Returns:
        (..., S)
    """
    return torch.softmax(scores, dim=-1)


def attend(
    x: Float[Tensor, "*batch T d_model"],
    head: Head | None = None,
    *,
    context: Float[Tensor, "*batch_c S d_context"] | None = None,
    mask: Bool[Tensor, "*batch_m T S"] | None = None,
    scaled: bool = False,
) -> Attention:
    """One step of attention: softmax(Q Kᵀ) V, or softmax(Q Kᵀ / √d_k) V where scaled.

    Source: the article's appendix, steps 1 to 3; "Attention Is All You Need", section 3.2.1.

    Args:
        x: the words that ask, (..., T, d_model).
        head: the matrices that make queries, keys and values; without it, all three are the words themselves.
        context: the words that answer, (..., S, d_context); ``x`` itself where not given.
        mask: True where a query may attend to a key, (..., T, S).
        scaled: whether to divide the dot products by √d_k.

    Returns:
        All tensors of the step.
    """
    c = x if context is None else context
    head = Head() if head is None else head
    queries = x if head.W_Q is None else x @ head.W_Q
    keys = c if head.W_K is None else c @ head.W_K
    values = c if head.W_V is None else c @ head.W_V
    scores = queries @ keys.mT
    if scaled:
        scores = scores / math.sqrt(queries.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = torch.softmax(scores, dim=-1)
    return Attention(queries, keys, values, scores, weights, weights @ values)
