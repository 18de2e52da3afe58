"""One head of attention: the maps that make queries, keys and values."""

from __future__ import annotations

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from attnmath._checks import check_tensors, shape


@dataclass(frozen=True, eq=False)
class Head:
    """The three matrices of one head: Q = X W_Q, K = X W_K, V = X W_V.

    A matrix left out is the identity: ``Head(W_V=M)`` weighs by the words as they are and moves transformed ones.
    Source: the article's appendix, step 1; "Attention Is All You Need", section 3.2.

    Attributes:
        W_Q: (..., d_model, d_k)
        W_K: (..., d_context, d_k)
        W_V: (..., d_context, d_v)

    Raises:
        TypeError: a matrix is not a floating tensor, or the dtypes differ.
        ValueError: a matrix has fewer than two axes, W_Q and W_K do not share d_k, or the devices differ.
    """

    W_Q: Float[Tensor, "*q d_model d_k"] | None = None
    W_K: Float[Tensor, "*k d_context d_k"] | None = None
    W_V: Float[Tensor, "*v d_context d_v"] | None = None

    def __post_init__(self) -> None:
        """Check what can be known without the words."""
        given = {
            label: matrix
            for label, matrix in (("W_Q", self.W_Q), ("W_K", self.W_K), ("W_V", self.W_V))
            if matrix is not None
        }
        check_tensors(given)
        for label, matrix in given.items():
            if matrix.ndim < 2:
                raise ValueError(f"{label} must be a matrix; got shape {shape(matrix)}")
        if self.W_Q is not None and self.W_K is not None and self.W_Q.shape[-1] != self.W_K.shape[-1]:
            raise ValueError(
                "W_Q (d_model, d_k) and W_K (d_context, d_k) must share d_k; "
                f"got {shape(self.W_Q)} and {shape(self.W_K)}"
            )
