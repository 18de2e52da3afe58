"""Terms of the sum that moves a word: the words of a phrase that count, each once, and what the others add."""

from __future__ import annotations

from torch import Tensor

from scenes.parts.bars.small import small
from scenes.shared.phrase import Pull


def order_of(one: Pull) -> list[str]:
    """Return the words of a phrase that count: what pulls most, then the others by weight."""
    weights = {word: 0.0 for word in one.words}
    for word, weight in zip(one.words, one.weights.tolist(), strict=True):
        weights[word] += weight
    large = [word for word, hidden in zip(one.words, small(one.weights), strict=True) if not hidden]
    puller = one.words[one.strongest]
    return sorted(dict.fromkeys([puller, *large]), key=lambda word: (word != puller, -weights[word]))


def other_words(one: Pull) -> set[str]:
    """Return the words of a phrase that hardly count."""
    return set(one.words) - set(order_of(one))


def others_of(one: Pull) -> Tensor:
    """Return what the words that hardly count add together, shape (2,)."""
    rows = [index for index, word in enumerate(one.words) if word in other_words(one)]
    return one.weighted[rows].sum(dim=0)


def summed(one: Pull) -> list[Tensor]:
    """Return what each word that counts weighs in a phrase, all its places together, in their order."""
    return [one.weights[[at for at, each in enumerate(one.words) if each == word]].sum() for word in order_of(one)]
