"""Multi-head latent attention: all heads make their keys and values from one short vector per word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attnmath._checks import EmptyRows, check_tensors, shape
from attnmath.attention import attend_with
from attnmath.multihead import MultiHead, combine
from attnmath.positions import rotary


@dataclass(frozen=True, eq=False)
class LatentMaps:
    """The matrices of multi-head latent attention, for h heads.

    Source: "DeepSeek-V2" (2024), section 2.1.2 and appendix C, with its names; for rows, so transposed.

    Attributes:
        W_DKV: down to the latent that is cached, (d_model, d_c)
        W_UK: up to each head's keys, h of (d_c, d_h)
        W_UV: up to each head's values, h of (d_c, d_v)
        W_UQ: up to each head's queries, h of (d_q, d_h), where d_q is d_model, or the width of W_DQ
        W_DQ: down to a latent for queries, (d_model, d_q), or nothing
        W_QR: to each head's queries that carry positions, h of (d_q, d_r), or nothing
        W_KR: to the key that carries positions, one for all heads, (d_model, d_r), or nothing

    Raises:
        TypeError: a matrix is not a floating tensor, or the dtypes differ.
        ValueError: not one W_UK, W_UV and W_UQ (and W_QR) per head, or only one of W_QR and W_KR.
    """

    W_DKV: Float[Tensor, "d_model d_c"]
    W_UK: Sequence[Float[Tensor, "d_c d_h"]]
    W_UV: Sequence[Float[Tensor, "d_c d_v"]]
    W_UQ: Sequence[Float[Tensor, "d_q d_h"]]
    W_DQ: Float[Tensor, "d_model d_q"] | None = None
    W_QR: Sequence[Float[Tensor, "d_q d_r"]] = ()
    W_KR: Float[Tensor, "d_model d_r"] | None = None

    def __post_init__(self) -> None:
        """Check all that can be known without the words."""
        if bool(self.W_QR) != (self.W_KR is not None):
            raise ValueError("W_QR and W_KR carry the positions together; got only one of them")
        counts = {"W_UK": len(self.W_UK), "W_UV": len(self.W_UV), "W_UQ": len(self.W_UQ)}
        if self.W_QR:
            counts["W_QR"] = len(self.W_QR)
        if len(set(counts.values())) > 1 or not self.W_UK:
            got = ", ".join(f"{number} {label}" for label, number in counts.items())
            raise ValueError(f"there must be one of each per head, and a head; got {got}")
        singles = {"W_DKV": self.W_DKV, "W_DQ": self.W_DQ, "W_KR": self.W_KR}
        lists = {"W_UK": self.W_UK, "W_UV": self.W_UV, "W_UQ": self.W_UQ, "W_QR": self.W_QR}
        check_tensors(
            {label: matrix for label, matrix in singles.items() if matrix is not None}
            | {f"{label}[{i}]": matrix for label, matrices in lists.items() for i, matrix in enumerate(matrices)}
        )


class LatentAttention(NamedTuple):
    """All tensors of one step of multi-head latent attention.

    Attributes:
        latent: c^{KV} = X W_DKV, one short vector per word, (..., T, d_c): cached
        rotary_keys: the key that carries positions, (..., T, d_r): cached; None without positions
        block: the heads, their concatenation and the output
    """

    latent: Float[Tensor, "*batch T d_c"]
    rotary_keys: Float[Tensor, "*batch T d_r"] | None
    block: MultiHead

    @property
    def cache_per_token(self) -> int:
        """The count of numbers that a word adds to the cache: d_c + d_r."""
        return self.latent.shape[-1] + (0 if self.rotary_keys is None else self.rotary_keys.shape[-1])


def latent_attention(
    x: Float[Tensor, "*batch T d_model"],
    maps: LatentMaps,
    W_O: Float[Tensor, "d_concat d_out"] | None = None,
    *,
    mask: Bool[Tensor, "*batch_m T T"] | None = None,
    scaled: bool = False,
    empty_rows: EmptyRows = "error",
) -> LatentAttention:
    """Take one step of attention whose keys and values all come from one latent vector per word.

    For each head i, K^i = c W_UK^i and V^i = c W_UV^i, where c = X W_DKV. Positions rotate a separate part: each head's
    query [q^C; rotary(q^R)] meets the key [k^C; rotary(k^R)], and scaled means divided by √(d_h + d_r).
    Source: "DeepSeek-V2" (2024), section 2.1; the same in "DeepSeek-V3".

    Args:
        x: (..., T, d_model)
        maps: the matrices.
        W_O: (h d_v, d_model); without it, the output is the concatenation.
        mask: True where a query may attend to a key, (..., T, T), for all heads.
        scaled: whether to divide the dot products by the square root of the keys' width.
        empty_rows: "error" refuses a query that may attend to no key, "zeros" gives it an output of zeros.

    Returns:
        The latents and the heads' tensors.

    Raises:
        TypeError: a tensor is not floating, the mask is not boolean, or the dtypes differ.
        ValueError: the shapes do not fit, the devices differ, a number is NaN, or a query may attend to no key.
    """
    latent = _times(x, maps.W_DKV, "W_DKV")
    asking = x if maps.W_DQ is None else _times(x, maps.W_DQ, "W_DQ")
    rotary_keys = None if maps.W_KR is None else rotary(_times(x, maps.W_KR, "W_KR"))
    steps = []
    for i, matrices in enumerate(zip(maps.W_UQ, maps.W_UK, maps.W_UV, strict=True)):
        queries = _times(asking, matrices[0], f"W_UQ[{i}]")
        keys = _times(latent, matrices[1], f"W_UK[{i}]")
        values = _times(latent, matrices[2], f"W_UV[{i}]")
        if rotary_keys is not None:
            queries = torch.cat((queries, rotary(_times(asking, maps.W_QR[i], f"W_QR[{i}]"))), dim=-1)
            keys = torch.cat((keys, rotary_keys), dim=-1)
        steps.append(attend_with(queries, keys, values, mask=mask, scaled=scaled, empty_rows=empty_rows))
    return LatentAttention(latent, rotary_keys, combine(steps, W_O))


def _times(x: Tensor, matrix: Tensor, label: str) -> Tensor:
    """Return X W; an error names the matrix."""
    check_tensors({"x": x, label: matrix})
    if matrix.dim() != 2 or x.shape[-1] != matrix.shape[0]:
        raise ValueError(f"{label} must be a matrix with {x.shape[-1]} rows; got {shape(matrix)}")
    return x @ matrix
