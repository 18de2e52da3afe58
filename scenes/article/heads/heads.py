"""The heads of attention that a world describes: W_Q, W_K and W_V, each with the head's number."""

from __future__ import annotations

from attnmath import Head
from scenes.errors import UserError
from scenes.parameters import world_matrix
from scenes.worlds import World

VALUE_NUMBERS = 2
"""d_v: the number of components of a value, which a plane can show."""

_KEY_NUMBERS = 2


def world_head(world: World, index: int) -> Head:
    """Return a head of a world: ``W_Q_0``, ``W_K_0`` and ``W_V_0`` of its matrices for the first, and so on.

    Queries and keys may have any width d_k, as long as both have the same.

    Raises:
        UserError: when a matrix is missing or has another shape.
    """
    d, query, key = world.dimension, f"W_Q_{index}", f"W_K_{index}"
    widths = [len(world.matrices[name][0]) if name in world.matrices else _KEY_NUMBERS for name in (query, key)]
    W_Q, W_K = (world_matrix(world, name, d, width) for name, width in zip((query, key), widths, strict=True))
    if widths[0] != widths[1]:
        raise UserError(
            f"[matrices].{query} and [matrices].{key} must have as many columns; got {widths[0]} and {widths[1]}"
        )
    return Head(W_Q=W_Q, W_K=W_K, W_V=world_matrix(world, f"W_V_{index}", d, VALUE_NUMBERS))
