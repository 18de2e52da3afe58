"""The numbers of the figures of value spaces: one word, pulled by four phrases, in the value space of one head."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from pydantic import Field
from torch import Tensor

from attnmath import attend
from scenes.article.heads.heads import world_head
from scenes.parameters import LandmarkParameters, Phrase, Word, phrase_words, require_few_numbers, require_word
from scenes.quantities import quantity
from scenes.worlds import World

_MOST_NUMBERS = 5
"""The most numbers of a vector for which there is room: each is a row of W_V."""


class FourPhrases(LandmarkParameters):
    """The parameters of the figures: one word in two phrases that a value space separates, and in two others."""

    phrase: Phrase = Field("red", description="The phrase: its name in the world, or written out.")
    word: Word = Field("apple", description="The word that is pulled; all phrases must have it.")
    other_phrase: Phrase = Field("tech", description="A phrase that takes the word to another place in this space.")
    like_phrases: tuple[Phrase, Phrase] = Field(
        ("red", "green"), description="Two phrases that take the word to about the same place in this space."
    )

    def all_phrases(self, world: World) -> list[tuple[str, ...]]:
        """Return the words of the four phrases, the separated two first.

        Raises:
            UserError: when a phrase or the word does not fit.
        """
        given = [("phrase", self.phrase), ("other_phrase", self.other_phrase)]
        given += [("like_phrases", phrase) for phrase in self.like_phrases]
        phrases = [phrase_words(world, phrase, where) for where, phrase in given]
        for words in phrases:
            require_word(world, self.word, words, "word")
        return phrases


class OtherColour(FourPhrases):
    """The same parameters for a space that separates colours."""

    other_phrase: Phrase = Field("green", description="A phrase that takes the word to another place in this space.")
    like_phrases: tuple[Phrase, Phrase] = Field(
        ("fruit", "tech"), description="Two phrases that take the word to about the same place in this space."
    )


@dataclass(frozen=True)
class ValueSpace:
    """A word in a value space, pulled by four phrases.

    Attributes:
        word: the word that is pulled.
        words: all words of the phrases, each once.
        axes: names of the vectors' numbers.
        parts: names of the values' numbers.
        phrases: the names of the four phrases.
        phrase_words: the words of the four phrases.
        distinguishing: the word by which each phrase differs from its partner.
        pairs: the names of the two distances.
        pullers: the other word of each phrase that pulls most.
    """

    word: str
    words: tuple[str, ...]
    axes: tuple[str, ...]
    parts: tuple[str, ...]
    phrases: tuple[str, ...]
    phrase_words: tuple[tuple[str, ...], ...]
    distinguishing: tuple[str, ...]
    pairs: tuple[str, ...]
    pullers: tuple[str, ...]
    W_V: Tensor = quantity("The head's value matrix; its rows are the places of the axes.", rows="axes")
    values: Tensor = quantity("The words' values: v = x W_V.", rows="words", columns="parts")
    weights: Tensor = quantity("How much each word pulls, in each phrase.", rows="words", columns="phrases")
    updated: Tensor = quantity("The pulled word's new vector in each phrase.", rows="phrases", columns="parts")
    distances: Tensor = quantity("How far apart each pair of phrases takes the word.", rows="pairs")

    @property
    def own(self) -> Tensor:
        """The pulled word's own value, shape (2,)."""
        return self.values[self.words.index(self.word)]

    def strongest(self, phrase: int) -> str:
        """Return the strongest other puller in a phrase."""
        return self.pullers[phrase]


def value_space(parameters: FourPhrases, world: World, index: int) -> ValueSpace:
    """Take one step of attention of a world's head over four phrases, seen from one word.

    Raises:
        UserError: when the phrases, the word or the matrices do not fit.
    """
    require_few_numbers(world, _MOST_NUMBERS)
    phrases, word = parameters.all_phrases(world), parameters.word
    head, embedding = world_head(world, index), world.embedding()
    assert head.W_V is not None
    words = tuple(dict.fromkeys(word for phrase in phrases for word in phrase))
    weights, updated, pullers = [], [], []
    for phrase in phrases:
        position = len(phrase) - 1 - phrase[::-1].index(word)
        step = attend(embedding.rows(phrase), head)
        # A word that comes twice pulls twice.
        member = torch.tensor([[one == other for other in phrase] for one in words], dtype=step.weights.dtype)
        weights.append(member @ step.weights[position])
        rows = (step.weights[position], step.scores[position])
        pullers.append(_strongest(words, word, phrase, *((member @ row).tolist() for row in rows)))
        updated.append(step.output[position])
    places = torch.stack(updated)  # (4, 2)
    pulls = torch.stack(weights, dim=1)  # (W, 4)
    partners = [phrases[place + 1 if place % 2 == 0 else place - 1] for place in range(4)]
    return ValueSpace(
        word=word,
        words=words,
        axes=world.axes,
        parts=("first number", "second number"),
        phrases=("phrase", "other phrase", "like phrase", "other like phrase"),
        phrase_words=tuple(phrases),
        distinguishing=tuple(
            _telling(world, word, pair, dict(zip(words, pulls[:, place].tolist(), strict=True)))
            for place, pair in enumerate(zip(phrases, partners, strict=True))
        ),
        pairs=("parted", "alike"),
        pullers=tuple(pullers),
        W_V=head.W_V,
        values=embedding.rows(words) @ head.W_V,
        weights=pulls,
        updated=places,
        distances=torch.linalg.vector_norm(places[0::2] - places[1::2], dim=-1),
    )


def _strongest(
    words: tuple[str, ...], word: str, phrase: tuple[str, ...], weights: list[float], scores: list[float]
) -> str:
    """Return the other word of a phrase that pulls most; of equal weights, the one with the larger dot product."""
    others = [index for index, other in enumerate(words) if other != word and other in phrase]
    return words[max(others, key=lambda index: (weights[index], scores[index]))] if others else word


def _telling(world: World, word: str, pair: tuple[tuple[str, ...], tuple[str, ...]], weights: dict[str, float]) -> str:
    """Return the word by which the first phrase differs from the second: one of a family, else the strongest puller."""
    mine = [other for other in pair[0] if other != word] or [word]
    different = [other for other in mine if other not in pair[1]] or mine
    return max(different, key=lambda other: (world.family_index(other) is not None, weights[other]))
