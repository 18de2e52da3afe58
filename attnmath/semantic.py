"""Planes made of meanings: axes through word vectors, each named by a group of seed words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from attnmath._checks import TORCH_ERRORS, check_finite, check_tensors, shape


@dataclass(frozen=True)
class SemanticAxes:
    """Axes through a space of d numbers, each with a group of seeds at 1.

    The map to them is affine, and weights of attention add up to 1, so that projecting what attention mixed is the same
    as mixing what was projected: (A X) → A (X → axes).

    Attributes:
        origin: the vector whose place is the origin, (d,).
        projection: the map from vectors less the origin to places, (d, k).
    """

    origin: Float[Tensor, " d"]
    projection: Float[Tensor, "d k"]

    def places(self, vectors: Float[Tensor, "*batch d"]) -> Float[Tensor, "*batch k"]:
        """Return the vectors' places along the axes: (x − origin) P.

        Args:
            vectors: (..., d).

        Returns:
            (..., k)

        Raises:
            TypeError: the tensor is not floating, or of another dtype than the axes.
            ValueError: the vectors have another length than the axes' own.
        """
        try:
            return (vectors - self.origin) @ self.projection
        except TORCH_ERRORS:
            check_tensors({"vectors": vectors, "the axes": self.origin})
            raise ValueError(
                f"vectors (..., d) and axes of d = {len(self.origin)} must share d; got {shape(vectors)}"
            ) from None


def semantic_axes(groups: Sequence[Float[Tensor, "_ d"]], origin: Float[Tensor, " d"]) -> SemanticAxes:
    """Return axes on which the mean of each group of seeds lies at 1, and at 0 on the other axes.

    Source: semantic projection (Grand, Blank, Pereira and Fedorenko, "Semantic projection recovers rich human knowledge
    of multiple object features from word embeddings", 2022), made oblique by a pseudoinverse.

    Args:
        groups: the vectors of each axis's seeds, one or more a group, (m, d) each; m may differ.
        origin: a neutral vector, such as the mean word of running text, (d,).

    Raises:
        TypeError: a tensor is not floating, or the dtypes differ.
        ValueError: there is no group, or an empty one; the shapes do not fit; a number is not finite; or the means of
            the groups do not point in independent directions, so that no axes tell them apart.
    """
    if not groups:
        raise ValueError("axes need at least one group of seeds; got none")
    named = {f"group {number}": group for number, group in enumerate(groups)}
    check_tensors({"the origin": origin, **named})
    if origin.ndim != 1:
        raise ValueError(f"the origin must have the shape (d,); got {shape(origin)}")
    for label, group in named.items():
        if group.ndim != 2 or not len(group) or group.shape[1] != len(origin):
            raise ValueError(f"{label} must have the shape (m, {len(origin)}) with m > 0; got {shape(group)}")
    check_finite({"the origin": origin, **named})
    directions = torch.stack([group.mean(0) - origin for group in groups])  # (k, d)
    if int(torch.linalg.matrix_rank(directions)) < len(groups):
        raise ValueError("the groups' means must point in independent directions from the origin; theirs do not")
    return SemanticAxes(origin, torch.linalg.pinv(directions))


def separation(inside: Float[Tensor, " m"], outside: Float[Tensor, " n"]) -> Float[Tensor, ""]:
    """Return the chance that a number of one group is larger than one of another: the area under the ROC curve (AUC).

    1 is a clean split, 0.5 is chance; a tie counts half.

    Args:
        inside: numbers that should be large, (m,).
        outside: numbers that should be small, (n,).

    Raises:
        TypeError: a tensor is not floating, or the dtypes differ.
        ValueError: a tensor is not a list of at least one number, or a number is not finite.
    """
    given = {"inside": inside, "outside": outside}
    check_tensors(given)
    for label, numbers in given.items():
        if numbers.ndim != 1 or not len(numbers):
            raise ValueError(f"{label} must be a list of at least one number; got {shape(numbers)}")
    check_finite(given)
    gaps = inside[:, None] - outside[None, :]  # (m, n)
    return ((gaps > 0).to(inside.dtype) + 0.5 * (gaps == 0)).mean()
