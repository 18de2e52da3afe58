"""The middles of two families between which words pull one, and how far a place is on the side of the first."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from scenes.shared.phrase import Pull
from scenes.worlds import World


def middles_of(world: World, pulls: Sequence[Pull]) -> tuple[tuple[str, ...], Tensor]:
    """Return two families and their middles, the means of their words but the pulled one, shape (2, d).

    They are those of the words that pull most, or else the world's first two, in the order in which these words lie.
    Without two families there are no names, and the words that pull are in their stead.
    """
    pulling = torch.stack([step.vectors[step.strongest] for step in pulls])
    others = {name: [word for word in words if word != pulls[0].word] for name, words in world.families.items()}
    pullers = [step.words[step.strongest] for step in pulls]
    found = dict.fromkeys(name for word in pullers for name, words in others.items() if word in words)
    names = [*found] if len(found) == 2 else [name for name, words in others.items() if words][:2]
    if len(names) < 2:
        return (), pulling
    middles = torch.stack([world.embedding().rows(others[name]).mean(dim=0) for name in names])
    first, second = beyond(middles, pulling).tolist()
    if first < second:
        names, middles = names[::-1], middles.flip(0)
    return tuple(names), middles


def beyond(middles: Tensor, places: Tensor) -> Tensor:
    """Return how far places, shape (..., d), are on the first middle's side of the border; 1 between the middles."""
    first, second = middles
    way = first - second
    share: Tensor = (places - (first + second) / 2) @ way / (way @ way).clamp(min=1e-12)
    return share
