"""The numbers of a map with two knobs: the first number of a word in each of two heads, phrase after phrase."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

from scenes.article.heads.value_space import ThreePhrases, ValueSpace, last_corner, space_of, value_space
from scenes.quantities import extended, quantity
from scenes.worlds import World

_EXACT = 0.005
"""The most by which a product of two numbers may miss a word's value and still be said to make it."""


@dataclass(frozen=True)
class TwoKnobs(ValueSpace):
    """A word in the value spaces of two heads, pulled by the same phrases; the first head's are named ``first``.

    The head's own numbers are the second head's. The last phrase is the third one with the first change taken back,
    where that can be done.

    Attributes:
        first: the first head's space.
        heads: the names of both heads.
        axis: the axis along which the first change's first word is seen to be squeezed, or None.
    """

    first: ValueSpace = field(kw_only=True)
    heads: tuple[str, str] = field(kw_only=True)
    axis: int | None = field(kw_only=True)
    first_W_V: Tensor = quantity("The first head's value matrix.", rows="axes")
    first_values: Tensor = quantity("The words' values in the first head's space.", rows="words", columns="parts")
    first_weights: Tensor = quantity("How much each word pulls there.", rows="words", columns="phrases")
    first_updated: Tensor = quantity("The pulled word's new vector there.", rows="phrases", columns="parts")
    first_distances: Tensor = quantity("How far each change takes the word there.", rows="steps")
    knobs: Tensor = quantity("The first number of the word's new vector in each head.", rows="phrases", columns="heads")
    sizes: Tensor = quantity("The same without their signs.", rows="phrases", columns="heads")
    pulled: Tensor = quantity("What of it comes from the word that pulls most.", rows="phrases", columns="heads")
    rest: Tensor = quantity("What of it comes from all other words.", rows="phrases", columns="heads")
    rest_weights: Tensor = quantity("How much all other words pull together.", rows="phrases", columns="heads")
    strokes: Tensor = quantity("How far each change moves each of the two numbers.", rows="steps", columns="heads")

    def spaces(self) -> tuple[ValueSpace, ValueSpace]:
        """Return both heads' spaces."""
        return self.first, self

    def place(self, word: str, head: int) -> Tensor:
        """Return the first number of a word's value in a head, shape ()."""
        return self.spaces()[head].value(word)[0]

    def peg(self, phrase: int, head: int) -> float:
        """Return where all words but the strongest balance: the number that they pull to; 0 where none is left."""
        weight = float(self.rest_weights[phrase, head])
        return float(self.rest[phrase, head]) / weight if weight > _EXACT else 0.0

    def jumps(self, step: int) -> tuple[bool, bool]:
        """Return whether a change of the phrase moves each number far, compared with the longest move."""
        far = self.strokes[step] > 0.25 * self.strokes.max()
        return bool(far[0]), bool(far[1])

    def foretold(self) -> bool:
        """Return whether the last phrase takes the word to where both changes, each known by itself, take it."""
        expected = torch.stack([self.knobs[2, 0], self.knobs[0, 1]])
        return bool((self.knobs[-1] - expected).abs().max() < 0.1 * self.strokes.max())


def two_knobs(parameters: ThreePhrases, world: World) -> TwoKnobs:
    """Take one step of attention of both of a world's heads over the phrases, seen from one word.

    Raises:
        UserError: when the phrases, the word or the matrices do not fit.
    """
    three = value_space(parameters, world, 1)
    phrases = [*three.phrase_words, *last_corner(three)]
    first, second = (space_of(phrases, parameters.word, world, head) for head in (0, 1))
    knobs = torch.stack([first.updated[:, 0], second.updated[:, 0]], dim=1)
    pulled = torch.stack([_pulled(first), _pulled(second)], dim=1)
    weights = torch.stack([_strongest(first), _strongest(second)], dim=1)
    return extended(
        second,
        TwoKnobs,
        first=first,
        heads=("first head", "second head"),
        axis=_told_axis(first, second),
        first_W_V=first.W_V,
        first_values=first.values,
        first_weights=first.weights,
        first_updated=first.updated,
        first_distances=first.distances,
        knobs=knobs,
        sizes=knobs.abs(),
        pulled=pulled,
        rest=knobs - pulled,
        rest_weights=1 - weights,
        strokes=(knobs[1:] - knobs[:-1]).abs(),
    )


def _strongest(space: ValueSpace) -> Tensor:
    """Return the weight of the word that pulls most, for each phrase."""
    return torch.stack([space.weight(word, phrase) for phrase, word in enumerate(space.pullers)])


def _pulled(space: ValueSpace) -> Tensor:
    """Return what the word that pulls most gives to the first number, for each phrase."""
    return _strongest(space) * torch.stack([space.value(word)[0] for word in space.pullers])


def _told_axis(first: ValueSpace, second: ValueSpace) -> int | None:
    """Return the axis that alone makes both values of the first change's first word, if one does."""
    word = first.changes[0][0]
    vector = first.vectors[first.words.index(word)]
    axis = int(vector.abs().argmax())
    made = [abs(float(vector[axis] * space.W_V[axis, 0] - space.value(word)[0])) < _EXACT for space in (first, second)]
    far = [abs(float(space.W_V[axis, 0])) for space in (first, second)]
    return axis if all(made) and far[0] < 0.5 * far[1] else None
