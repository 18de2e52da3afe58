"""Masks: True where a query may attend to a key. A row is a query, a column a key."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Int
from torch import Tensor


def causal_mask(length: int, *, device: torch.device | str | None = None) -> Bool[Tensor, "T T"]:
    """Return the mask by which each word attends to itself and the words before it: True where key j ≤ query i.

    Source: the article's section "Some Things We Didn't Cover"; "Attention Is All You Need", section 3.2.3.

    Args:
        length: the number of words, T, at least 1.
        device: the device of the mask; torch's default where not given.

    Returns:
        (T, T)

    Raises:
        ValueError: the length is below 1.
    """
    _check_at_least_one(length=length)
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def window_mask(
    length: int, window: int, *, causal: bool = False, device: torch.device | str | None = None
) -> Bool[Tensor, "T T"]:
    """Return the mask by which each word attends to its neighbours: True where |i − j| < window.

    Where causal, only j ≤ i is allowed.
    Source: "Longformer" (Beltagy et al., 2020), section 3.1; "Mistral 7B" (Jiang et al., 2023), section 2.

    Args:
        length: the number of words, T, at least 1.
        window: how many words it may look at in one direction, itself counted, at least 1.
        causal: whether it may look back only.
        device: the device of the mask; torch's default where not given.

    Returns:
        (T, T)

    Raises:
        ValueError: the length or the window is below 1.
    """
    _check_at_least_one(length=length, window=window)
    place = torch.arange(length, device=device)
    behind = place[:, None] - place
    near = behind.abs() < window
    return near & (behind >= 0) if causal else near


def padding_mask(
    lengths: Sequence[int] | Int[Tensor, " B"],
    keys: int,
    queries: int | None = None,
    *,
    device: torch.device | str | None = None,
) -> Bool[Tensor, "B T S"]:
    """Return the mask of a batch of phrases of several lengths: True where the key is a word and not padding.

    Rows of padding may attend too, so that no row is empty; their outputs stand for nothing.
    With ``queries``, the rectangular mask of cross-attention, where ``lengths`` are those of the context.

    Args:
        lengths: the number of words of each phrase of the batch, each from 1 to ``keys``.
        keys: the number of columns, S.
        queries: the number of rows, T; as many as keys where not given.
        device: the device of the mask; the device of ``lengths`` if it is a tensor, torch's default otherwise.

    Returns:
        (B, T, S)

    Raises:
        ValueError: a length is below 1 or above the number of keys.
    """
    rows = keys if queries is None else queries
    _check_at_least_one(keys=keys, queries=rows)
    words = torch.as_tensor(lengths, device=device)
    for length in words.tolist():
        if not 1 <= length <= keys:
            raise ValueError(f"each length must be from 1 to {keys}, the number of keys; got {length}")
    real = torch.arange(keys, device=words.device) < words[:, None]
    return real[:, None].expand(-1, rows, -1)


def _check_at_least_one(**numbers: int) -> None:
    for label, number in numbers.items():
        if number < 1:
            raise ValueError(f"{label} must be at least 1; got {number}")
