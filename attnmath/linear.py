"""Linear maps of rows, x M: the one convention of this package. Matrices written for columns are transposed here."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from attnmath._checks import TORCH_ERRORS, check_finite, check_tensors, shape


def apply_map(x: Float[Tensor, "*batch d_in"], M: Float[Tensor, "d_in d_out"]) -> Float[Tensor, "*batch d_out"]:
    """Return each vector times the matrix, x M.

    Source: the article's section "Transforming the Embeddings", which writes M x for columns: see ``from_columns``.

    Args:
        x: (..., d_in)
        M: (d_in, d_out)

    Returns:
        (..., d_out)

    Raises:
        TypeError: a tensor is not floating, or the dtypes differ.
        ValueError: the shapes do not fit, or the devices differ.
    """
    try:
        _check_matrix(M)
        return x @ M
    except TORCH_ERRORS:
        check_tensors({"x": x, "M": M})
        raise ValueError(f"x (..., d_in) and M (d_in, d_out) must share d_in; got {shape(x)} and {shape(M)}") from None


def compose(*maps: Float[Tensor, "_ _"]) -> Float[Tensor, "_ _"]:
    """Return the one matrix that applies the maps in turn, the first one first: M₁ M₂ … for rows.

    Args:
        maps: at least one matrix, each (d_i, d_{i+1}).

    Returns:
        (d_1, d_last)

    Raises:
        TypeError: a matrix is not floating, or the dtypes differ.
        ValueError: no map, a map whose rows do not fit the columns of the one before, or the devices differ.
    """
    if not maps:
        raise ValueError("there must be at least one map; got none")
    check_tensors({f"map {i}": M for i, M in enumerate(maps)})
    whole = maps[0]
    for i, M in enumerate(maps[1:], start=1):
        if whole.shape[-1] != M.shape[0]:
            raise ValueError(f"map {i} must have {whole.shape[-1]} rows, as map {i - 1} has columns; got {shape(M)}")
        whole = whole @ M
    return whole


def invert(M: Float[Tensor, "d d2"]) -> Float[Tensor, "d d2"]:
    """Return the map that undoes M: x M M⁻¹ = x.

    Args:
        M: (d, d), with a determinant that is not 0.

    Returns:
        (d, d)

    Raises:
        TypeError: M is not floating.
        ValueError: M is not square, or flattens space so that nothing can undo it.
    """
    _check_matrix(M)
    check_tensors({"M": M})
    check_finite({"M": M})
    if M.shape[0] != M.shape[1]:
        raise ValueError(f"only a square matrix can be undone; got {shape(M)}")
    rank = int(torch.linalg.matrix_rank(M.detach()))
    if rank < len(M):
        raise ValueError(f"a matrix that flattens space cannot be undone; got rank {rank} of {len(M)}")
    inverse: Tensor = torch.linalg.inv(M)
    return inverse


def from_columns(M: Float[Tensor, "d_out d_in"]) -> Float[Tensor, "d_in d_out"]:
    """Return, for rows, a map that was written for columns: x Mᵀ is (M xᵀ)ᵀ.

    Source: the article's section "Keys, Queries, and Values" writes k = W_K x, the next one K = X W_K: two conventions,
    and the matrix of one is the transpose of the other's.

    Args:
        M: (d_out, d_in), as in M x.

    Returns:
        (d_in, d_out), as in x Mᵀ.
    """
    _check_matrix(M)
    return M.mT


def basis_images(M: Float[Tensor, "d_in d_out"]) -> tuple[Float[Tensor, " d_out"], ...]:
    """Return the images of the unit basis vectors: the rows of M, in order.

    Source: the article's section "Transforming the Embeddings".

    Args:
        M: (d_in, d_out)

    Returns:
        d_in vectors (d_out,)
    """
    _check_matrix(M)
    return M.unbind(0)


def squeeze(
    factor: float,
    axis: int,
    *,
    size: int = 2,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Float[Tensor, "d d"]:
    """Return the map that multiplies one coordinate by a factor and keeps the others; above 1 it stretches.

    Source: the article's section "Asymmetric Pull".

    Args:
        factor: the number by which the coordinate is multiplied.
        axis: which coordinate, from 0.
        size: d.
        dtype: torch's default where not given.
        device: torch's default where not given.

    Returns:
        (d, d), diagonal

    Raises:
        ValueError: there is no such axis.
    """
    _check_axes(size, axis=axis)
    M = torch.eye(size, dtype=dtype, device=device)
    M[axis, axis] = factor
    return M


def shear(
    amount: float,
    source: int,
    target: int,
    *,
    size: int = 2,
    dtype: torch.dtype | None = None,
    device: torch.device | str | None = None,
) -> Float[Tensor, "d d"]:
    """Return the shear that adds ``amount`` times one coordinate to another.

    Args:
        amount: how much of the source is added to the target.
        source: the coordinate that is read, from 0.
        target: the coordinate that is added to, another one.
        size: d.
        dtype: torch's default where not given.
        device: torch's default where not given.

    Returns:
        (d, d), ones on the diagonal and ``amount`` in row ``source``, column ``target``

    Raises:
        ValueError: there is no such axis, or the two are the same.
    """
    _check_axes(size, source=source, target=target)
    if source == target:
        raise ValueError(f"a shear goes from one axis to another; got {source} for both")
    M = torch.eye(size, dtype=dtype, device=device)
    M[source, target] = amount
    return M


def _check_matrix(M: Tensor) -> None:
    if M.dim() != 2:
        raise ValueError(f"a map must be a matrix; got shape {shape(M)}")


def _check_axes(size: int, **axes: int) -> None:
    for label, axis in axes.items():
        if not 0 <= axis < size:
            raise ValueError(f"{label} must be from 0 to {size - 1}; got {axis}")
