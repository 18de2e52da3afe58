"""Repeated attention: the position of every word after each step."""

from __future__ import annotations

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attnmath._checks import shape
from attnmath.attention import attend
from attnmath.heads import Head


def repeat_attention(
    x: Float[Tensor, "*batch T d_model"],
    head: Head | None = None,
    *,
    steps: int,
    mask: Bool[Tensor, "*batch_m T T"] | None = None,
    scaled: bool = False,
    residual: bool = False,
) -> Float[Tensor, "steps *batch T d_model"]:
    """Return the words after each of several steps of attention: x, attend(x), attend(attend(x)), and so on.

    Source: the article's section "Words Pulling Words", its last paragraph; with ``residual``, each step adds to the
    words instead of replacing them, as the blocks of a transformer do.

    Args:
        x: the words, (..., T, d_model).
        head: the matrices of every step; its values must have the width of the words.
        steps: how many steps, 0 or more.
        mask: True where a query may attend to a key, (..., T, T).
        scaled: whether to divide the dot products by √d_k.
        residual: whether a step gives x + attend(x) instead of attend(x).

    Returns:
        (steps + 1, ..., T, d_model); the first is ``x`` itself.

    Raises:
        TypeError: a tensor is not floating, the mask is not boolean, or the dtypes differ.
        ValueError: a negative number of steps, values of another width than the words, or whatever ``attend`` raises.
    """
    if steps < 0:
        raise ValueError(f"steps must be 0 or more; got {steps}")
    path = [x]
    for _ in range(steps):
        output = attend(path[-1], head, mask=mask, scaled=scaled).output
        if output.shape != x.shape:
            raise ValueError(
                f"to go on from its output, a step must give the shape of the words {shape(x)}; got {shape(output)}"
            )
        path.append(path[-1] + output if residual else output)
    return torch.stack(path)
