"""The numbers of the figures of value spaces: one word, pulled in several phrases, in the value space of a head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from pydantic import Field
from torch import Tensor

from attnmath import Head, attend
from scenes.article.heads.heads import world_head
from scenes.parameters import LandmarkParameters, Phrase, Word, phrase_words, require_few_numbers, require_word
from scenes.quantities import quantity
from scenes.worlds import World

_LONGEST_SWAP = 4
"""The most words that are said to take the place of others; a longer change is named after the word that tells most."""

_MOST_NUMBERS = 5
"""The most numbers of a vector for which there is room: each is a row of W_V."""


class ThreePhrases(LandmarkParameters):
    """The parameters of the figures: one word in three phrases, each of which differs from the one before."""

    phrase: Phrase = Field("red", description="The first phrase: its name in the world, or written out.")
    second_phrase: Phrase = Field("green", description="The second phrase: as a rule the first with another colour.")
    third_phrase: Phrase = Field("tech", description="The third phrase: as a rule the second with another thing.")
    word: Word = Field("apple", description="The word that is pulled; all phrases must have it.")

    def all_phrases(self, world: World) -> list[tuple[str, ...]]:
        """Return the words of the three phrases.

        Raises:
            UserError: when a phrase or the word does not fit.
        """
        names = ("phrase", "second_phrase", "third_phrase")
        phrases = [phrase_words(world, getattr(self, name), name) for name in names]
        for words in phrases:
            require_word(world, self.word, words, "word")
        return phrases


@dataclass(frozen=True)
class ValueSpace:
    """A word in a value space, pulled by one phrase after the other.

    Attributes:
        head: the head's number.
        word: the word that is pulled.
        words: all words of the phrases, each once.
        axes: names of the vectors' numbers.
        parts: names of the values' numbers.
        phrases: the names of the phrases.
        phrase_words: the words of the phrases.
        changes: for each step from a phrase to the next: the word that leaves, and the one that comes.
        swaps: for each step: all words from the first to the last that differ, those that leave and those that come.
        steps: the names of the steps.
        pullers: the other word of each phrase that pulls most.
    """

    head: int
    word: str
    words: tuple[str, ...]
    axes: tuple[str, ...]
    parts: tuple[str, ...]
    phrases: tuple[str, ...]
    phrase_words: tuple[tuple[str, ...], ...]
    changes: tuple[tuple[str, str], ...]
    swaps: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    steps: tuple[str, ...]
    pullers: tuple[str, ...]
    W_V: Tensor = quantity("The head's value matrix; its rows are the places of the axes.", rows="axes")
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    values: Tensor = quantity("The words' values: v = x W_V.", rows="words", columns="parts")
    weights: Tensor = quantity("How much each word pulls, in each phrase.", rows="words", columns="phrases")
    updated: Tensor = quantity("The pulled word's new vector in each phrase.", rows="phrases", columns="parts")
    distances: Tensor = quantity("How far each change of the phrase takes the word.", rows="steps")

    @property
    def own(self) -> Tensor:
        """The pulled word's own value, shape (2,)."""
        return self.values[self.words.index(self.word)]

    def changed_words(self) -> dict[str, str]:
        """Return the pulled word, and those that the first two changes exchange, by their names in texts."""
        (third, fourth), (first, second) = self.changes[:2]
        return {"word": self.word, "first": first, "second": second, "third": third, "fourth": fourth}

    def value(self, word: str) -> Tensor:
        """Return a word's value, shape (2,)."""
        return self.values[self.words.index(word)]

    def weight(self, word: str, phrase: int) -> Tensor:
        """Return how much a word pulls in a phrase."""
        return self.weights[self.words.index(word), phrase]


def value_space(parameters: ThreePhrases, world: World, index: int) -> ValueSpace:
    """Take one step of attention of a world's head over three phrases, seen from one word.

    Raises:
        UserError: when the phrases, the word or the matrices do not fit.
    """
    require_few_numbers(world, _MOST_NUMBERS)
    return space_of(parameters.all_phrases(world), parameters.word, world, index)


def space_of(phrases: Sequence[tuple[str, ...]], word: str, world: World, index: int) -> ValueSpace:
    """Take one step of attention of a world's head over some phrases, seen from one word.

    Args:
        phrases: their words.
        word: the word that is pulled; it is in each.
        world: the world.
        index: the head's number.
    """
    head, embedding = world_head(world, index), world.embedding()
    assert head.W_V is not None
    words = tuple(dict.fromkeys(word for phrase in phrases for word in phrase))
    pulled = [_pulled(phrase, words, word, head, embedding.rows(phrase)) for phrase in phrases]
    weights, updated, pullers = zip(*pulled, strict=True)
    places, values = torch.stack(updated), embedding.rows(words) @ head.W_V  # (P, 2), (W, 2)
    pulls = torch.stack(weights, dim=1)  # (W, P)
    changes = tuple(
        (_telling(world, word, before, after), _telling(world, word, after, before))
        for before, after in pairwise(phrases)
    )
    return ValueSpace(
        head=index,
        word=word,
        words=words,
        axes=world.axes,
        parts=("first number", "second number"),
        phrases=("first phrase", "second phrase", "third phrase", "fourth phrase")[: len(phrases)],
        phrase_words=tuple(phrases),
        changes=changes,
        swaps=tuple(
            _swapped(before, after, change) for (before, after), change in zip(pairwise(phrases), changes, strict=True)
        ),
        steps=("first change", "second change", "third change")[: len(phrases) - 1],
        pullers=tuple(pullers),
        W_V=head.W_V,
        vectors=embedding.rows(words),
        values=values,
        weights=pulls,
        updated=places,
        distances=torch.linalg.vector_norm(places[1:] - places[:-1], dim=-1),
    )


def last_corner(space: ValueSpace) -> Sequence[tuple[str, ...]]:
    """Return the third phrase with the first change taken back, in a list; none where it is no new phrase."""
    last, (before, after) = space.phrase_words[-1], space.swaps[0]
    size = len(after)
    found = [at for at in range(len(last) - size + 1) if last[at : at + size] == after]
    if len(found) != 1 or space.word in after:
        return []
    corner = (*last[: found[0]], *before, *last[found[0] + size :])
    return [corner] if corner not in space.phrase_words and space.word in corner else []


def _pulled(
    phrase: tuple[str, ...], words: tuple[str, ...], word: str, head: Head, rows: Tensor
) -> tuple[Tensor, Tensor, str]:
    """Return how much each of some words pulls a word of a phrase, where it takes it, and which other pulls most."""
    position = len(phrase) - 1 - phrase[::-1].index(word)
    step = attend(rows, head)
    # A word that comes twice pulls twice.
    member = torch.tensor([[one == other for other in phrase] for one in words], dtype=step.weights.dtype)
    told = ((member @ row).tolist() for row in (step.weights[position], step.scores[position]))
    return member @ step.weights[position], step.output[position], _strongest(words, word, phrase, *told)


def _swapped(
    before: tuple[str, ...], after: tuple[str, ...], change: tuple[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what two phrases have between their common beginning and end, or their telling words if that is long."""
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    last = next((at for at in range(shorter - first) if before[-1 - at] != after[-1 - at]), shorter - first)
    spans = before[first : len(before) - last], after[first : len(after) - last]
    short = all(0 < len(span) <= _LONGEST_SWAP for span in spans)
    return (
        spans
        if short and all(word in span for word, span in zip(change, spans, strict=True))
        else (
            change[:1],
            change[1:],
        )
    )


def _strongest(
    words: tuple[str, ...], word: str, phrase: tuple[str, ...], weights: list[float], scores: list[float]
) -> str:
    """Return the other word of a phrase that pulls most; of equal weights, the one with the larger dot product."""
    others = [index for index, other in enumerate(words) if other != word and other in phrase]
    return words[max(others, key=lambda index: (weights[index], scores[index]))] if others else word


def _telling(world: World, word: str, phrase: tuple[str, ...], other: tuple[str, ...]) -> str:
    """Return the word by which a phrase differs from another: one of a family, else the one whose vector is longest."""
    mine = [each for each in phrase if each != word] or [word]
    different = [each for each in mine if each not in other] or mine
    lengths = {each: sum(number**2 for number in world.vectors[each]) for each in different}
    return max(different, key=lambda each: (world.family_index(each) is not None, lengths[each]))
