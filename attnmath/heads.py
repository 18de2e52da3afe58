"""The three matrices of one head of attention."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from jaxtyping import Float
from torch import Tensor

from attnmath._checks import TORCH_ERRORS, check_tensors, shape
from attnmath._explain import explain_projection

Projections: TypeAlias = tuple[Tensor, Tensor, Tensor]


@dataclass(frozen=True, eq=False)
class Head:
    """The matrices that make queries, keys and values: Q = X W_Q, K = X W_K, V = X W_V.

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

    W_Q: Float[Tensor, "*batch_q d_model d_k"] | None = None
    W_K: Float[Tensor, "*batch_k d_context d_key"] | None = None
    W_V: Float[Tensor, "*batch_v d_value d_v"] | None = None

    def __post_init__(self) -> None:
        """Check all that can be known without the words."""
        given = self.given()
        check_tensors(given)
        for label, matrix in given.items():
            if matrix.dim() < 2:
                raise ValueError(f"{label} must be a matrix; got shape {shape(matrix)}")
        if self.W_Q is not None and self.W_K is not None and self.W_Q.shape[-1] != self.W_K.shape[-1]:
            raise ValueError(
                "W_Q (d_model, d_k) and W_K (d_context, d_k) must share d_k; "
                f"got {shape(self.W_Q)} and {shape(self.W_K)}"
            )

    def project(
        self, x: Float[Tensor, "*batch T d_model"], context: Float[Tensor, "*batch_c S d_context"]
    ) -> Projections:
        """Return the queries X W_Q of the words that ask, and the keys C W_K and values C W_V of those that answer.

        Source: the article's appendix, step 1.

        Args:
            x: X, (..., T, d_model).
            context: C, (..., S, d_context); X again in self-attention.

        Returns:
            queries (..., T, d_k), keys (..., S, d_k), values (..., S, d_v)

        Raises:
            TypeError: a tensor is not floating, or the dtypes differ.
            ValueError: the shapes do not fit, or the devices differ.
        """
        W_Q, W_K, W_V = self.W_Q, self.W_K, self.W_V
        try:
            return (
                x if W_Q is None else x @ W_Q,
                context if W_K is None else context @ W_K,
                context if W_V is None else context @ W_V,
            )
        except TORCH_ERRORS:
            explain_projection(x, context, self.given())
            raise

    def given(self) -> dict[str, Tensor]:
        """Return the matrices that are not left out, by name."""
        matrices = {"W_Q": self.W_Q, "W_K": self.W_K, "W_V": self.W_V}
        return {label: matrix for label, matrix in matrices.items() if matrix is not None}
