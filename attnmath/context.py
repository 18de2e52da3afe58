"""Context vectors, which sum up the words so far, and the score of every word as the next."""

from __future__ import annotations

from typing import Literal, get_args

from jaxtyping import Float
from torch import Tensor

from attnmath._checks import check_matrices, check_tensors, shape
from attnmath.attention import attend
from attnmath.heads import Head

ContextKind = Literal["last", "average", "attention"]


def last_word(x: Float[Tensor, "*batch T d"]) -> Float[Tensor, "*batch d"]:
    """Return the last word's vector as the context vector: x_T.

    Source: the article's section "An Initial Idea".

    Args:
        x: (..., T, d)

    Returns:
        (..., d)
    """
    check_matrices({"x": x}, {"x": "(..., T, d)"})
    return x[..., -1, :]


def average(x: Float[Tensor, "*batch T d"]) -> Float[Tensor, "*batch d"]:
    """Return the plain average of all words as the context vector: Σ_t x_t / T.

    Source: the article's section "An Initial Idea".

    Args:
        x: (..., T, d)

    Returns:
        (..., d)
    """
    check_matrices({"x": x}, {"x": "(..., T, d)"})
    return x.mean(-2)


def attended(
    x: Float[Tensor, "*batch T d"], head: Head | None = None, *, scaled: bool = False
) -> Float[Tensor, "*batch d_v"]:
    """Return the last word's vector after one step of attention: a weighted average of all words.

    Source: the article's section "Attention is a Weighted Average".

    Args:
        x: (..., T, d)
        head: the matrices of the step.
        scaled: whether to divide the dot products by √d_k.

    Returns:
        (..., d_v)
    """
    check_matrices({"x": x}, {"x": "(..., T, d)"})
    return attend(x[..., -1:, :], head, context=x, scaled=scaled).output[..., 0, :]


def class_scores(context: Float[Tensor, "*batch d"], classifier: Float[Tensor, "V d"]) -> Float[Tensor, "*batch V"]:
    """Return the score of every word of the vocabulary: the dot product of the context vector and the word's row.

    Source: the article's section "Our Hope".

    Args:
        context: (..., d)
        classifier: (V, d), one row per word.

    Returns:
        (..., V)

    Raises:
        TypeError: a tensor is not floating, or the dtypes differ.
        ValueError: the shapes do not fit, or the devices differ.
    """
    check_tensors({"context": context, "classifier": classifier})
    if classifier.dim() != 2 or context.shape[-1:] != classifier.shape[-1:]:
        raise ValueError(
            f"context (..., d) and classifier (V, d) must share d; got {shape(context)} and {shape(classifier)}"
        )
    return context @ classifier.mT


def check_kind(kind: str) -> None:
    """Raise ValueError unless ``kind`` names one of the three context vectors."""
    if kind not in get_args(ContextKind):
        raise ValueError(f'kind must be "last", "average" or "attention"; got "{kind}"')


def context_vectors(
    kind: ContextKind, x: Float[Tensor, "*batch T d"], head: Head | None = None
) -> Float[Tensor, "*batch d"]:
    """Return the words' context vector of the given kind, (..., d); attention is scaled.

    Raises:
        ValueError: there is no such kind.
    """
    check_kind(kind)
    if kind == "last":
        return last_word(x)
    return average(x) if kind == "average" else attended(x, head, scaled=True)
