"""The numbers of a word's places in one value space: one for each phrase."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

from scenes.article.heads.slots import Slots, slots_of
from scenes.article.heads.value_space import ThreePhrases, ValueSpace, last_corner, space_of, value_space
from scenes.quantities import extended, quantity
from scenes.worlds import World

_FAR = 0.25
"""The share of the farthest places' distance from which a change of the phrase takes the word far."""


@dataclass(frozen=True)
class Places(ValueSpace):
    """A word's places in a value space; the last phrase is the third one with the first change taken back, if it can.

    Attributes:
        slots: the phrases as one sentence with slots.
    """

    slots: Slots = field(kw_only=True)
    apart: Tensor = quantity("How far the word's places lie apart.", rows="phrases", columns="phrases")

    def spots(self) -> list[list[int]]:
        """Return the phrases by where they take the word: those that take it to nearly one place together."""
        spots: list[list[int]] = []
        for phrase in range(len(self.phrases)):
            near = [spot for spot in spots if any(not self.are_far(phrase, other) for other in spot)]
            spots = [spot for spot in spots if spot not in near] + [[each for spot in near for each in spot] + [phrase]]
        return spots

    def are_far(self, first: int, second: int) -> bool:
        """Return whether two phrases take the word far from each other's place, compared with the farthest places."""
        return float(self.apart[first, second]) > _FAR * float(self.apart.max())


def places(parameters: ThreePhrases, world: World, index: int) -> Places:
    """Take one step of attention of a world's head over the phrases, seen from one word.

    Raises:
        UserError: when the phrases, the word or the matrices do not fit.
    """
    three = value_space(parameters, world, index)
    phrases = [*three.phrase_words, *last_corner(three)]
    space = space_of(phrases, parameters.word, world, index)
    apart = torch.linalg.vector_norm(space.updated[:, None] - space.updated[None], dim=-1)
    return extended(space, Places, slots=slots_of(phrases), apart=apart)
