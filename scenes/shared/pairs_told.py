"""What the figures of key spaces and query spaces compute: two words in one space, and in two different ones."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from torch import Tensor

from scenes.parameters import world_matrix
from scenes.quantities import quantity
from scenes.shared.pair import Pair, PairParameters, both_ways, pair
from scenes.worlds import World


@dataclass(frozen=True)
class SharedPair(Pair):
    """How two words pull each other in one space."""

    to_come: Tensor = quantity("The forces with the world's W_K and W_Q, drawn to the same scale.", rows="directions")


def shared_pair(parameters: PairParameters, world: World) -> SharedPair:
    """Both dot products of the vectors as they are.

    Raises:
        UserError: when the words do not fit the world, or one pushes the other away.
    """
    plain = pair(parameters, world)
    to_come = plain.forces
    if {"W_Q", "W_K"} <= set(world.matrices):
        W_Q, W_K = (world_matrix(world, name, 2, 2) for name in ("W_Q", "W_K"))
        to_come = both_ways(plain.vectors, W_Q, W_K)
    return SharedPair(**{item.name: getattr(plain, item.name) for item in fields(plain)}, to_come=to_come)


@dataclass(frozen=True)
class TransformedPair(Pair):
    """How two words pull each other: as they are, by squeezes alone, and by squeezes that lean."""

    plain_forces: Tensor = quantity("The forces with vectors as they are.", rows="directions")
    squeeze_K: Tensor = quantity("Keys are squeezed along the first axis, for rows: x W_K.")
    squeeze_Q: Tensor = quantity("Queries are squeezed along the second axis, for rows: x W_Q.")
    squeezed_keys: Tensor = quantity("The keys by the squeeze alone.", rows="words")
    squeezed_queries: Tensor = quantity("The queries by the squeeze alone.", rows="words")
    squeezed_forces: Tensor = quantity("The forces by the squeezes alone.", rows="directions")
    W_K: Tensor = quantity("The squeeze of the keys that also leans.")
    W_Q: Tensor = quantity("The squeeze of the queries that also leans.")


def transformed_pair(parameters: PairParameters, world: World) -> TransformedPair:
    """Both forces, before, with the squeezes alone and with the squeezes that lean.

    Raises:
        UserError: when words or matrices do not fit, or one word pushes the other away.
    """
    names = ("squeeze_K", "squeeze_Q", "W_K", "W_Q")
    maps: dict[str, Any] = {name: world_matrix(world, name, 2, 2) for name in names}
    plain = pair(parameters, world)
    squeezed = pair(parameters, world, maps["squeeze_Q"], maps["squeeze_K"])
    final = pair(parameters, world, maps["W_Q"], maps["W_K"])
    return TransformedPair(
        **{item.name: getattr(final, item.name) for item in fields(final)},
        plain_forces=plain.forces,
        squeezed_keys=squeezed.keys,
        squeezed_queries=squeezed.queries,
        squeezed_forces=squeezed.forces,
        **maps,
    )
