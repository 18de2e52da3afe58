"""The numbers of the tables of a whole phrase: dot products, weights, and the vectors that rows add up to."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field
from torch import Tensor

from attnmath import attend
from scenes.parameters import Phrase, PhraseParameters, Word
from scenes.quantities import quantity
from scenes.worlds import World


class TableParameters(PhraseParameters):
    """The parameters of the tables: a phrase, and the word whose row is filled first."""

    phrase: Phrase = Field(
        "fruit",
        description="The phrase: its name in the world, or written out; its words, like their "
        "numbers, must fit side by side above a table: the more words, the shorter.",
    )
    word: Word = Field("apple", description="The word whose row comes first; its last occurrence in the phrase counts.")


@dataclass(frozen=True)
class Similarities:
    """The dot product of each word of a phrase with each.

    Attributes:
        words: the phrase.
        axes: names of the vectors' numbers.
        position: the position of the word whose row comes first, from 0.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    position: int
    vectors: Tensor = quantity("The words' vectors, one a row: X.", rows="words", columns="axes")
    scores: Tensor = quantity(
        "Dot products: a row for the word that is pulled, a column for the one that pulls.",
        rows="words",
        columns="words",
    )

    @property
    def word(self) -> str:
        """The word whose row comes first."""
        return self.words[self.position]

    @property
    def second(self) -> int:
        """The position of the word, other than the first, that pulls the first one most; its row comes second."""
        others = [index for index, word in enumerate(self.words) if word != self.word]
        others = others or [index for index in range(len(self.words)) if index != self.position]
        return max(others, key=lambda index: float(self.scores[self.position, index]))

    @property
    def others(self) -> list[int]:
        """The positions of all words but the first and the second, in order."""
        return [index for index in range(len(self.words)) if index not in (self.position, self.second)]


@dataclass(frozen=True)
class Weights(Similarities):
    """The numbers of a table of dot products, and of softmax over each of its rows."""

    weights: Tensor = quantity("Softmax of each row of the dot products.", rows="words", columns="words")


@dataclass(frozen=True)
class WeightedSums(Weights):
    """The numbers of a table of weights, and of the vectors that its rows add up to."""

    weighted: Tensor = quantity("The vectors times the weights of the first row.", rows="words", columns="axes")
    updated: Tensor = quantity("The new vectors, one a row.", rows="words", columns="axes")


@dataclass(frozen=True)
class KeysQueriesValues(WeightedSums):
    """The numbers of one step of attention with keys, queries and values; its dot products are Q Kᵀ.

    Attributes:
        other: the same of a second phrase; None where there is none.
    """

    W_Q: Tensor = quantity("What makes queries of vectors: Q = X W_Q.")
    W_K: Tensor = quantity("What makes keys of vectors: K = X W_K.")
    W_V: Tensor = quantity("What makes values of vectors: V = X W_V.")
    queries: Tensor = quantity("The queries, one a row: Q.", rows="words")
    keys: Tensor = quantity("The keys, one a row: K.", rows="words")
    values: Tensor = quantity("The values, one a row: V.", rows="words")
    weighted: Tensor = quantity("The values times the weights of the first row.", rows="words")
    updated: Tensor = quantity("The new vectors, one a row.", rows="words")
    length: Tensor = quantity("How long the first word's query is.")
    shadows: Tensor = quantity(
        "How far each word's key reaches along that query; below 0 where it points away.", rows="words"
    )
    powers: Tensor = quantity("e to each score of the first row.", rows="words")
    power_rest: Tensor = quantity("What these add up to without the word's own and its strongest puller's.")
    power_sum: Tensor = quantity("What all of them add up to.")
    rest: Tensor = quantity("What the first row's weights add up to without the word's own and the largest other one.")
    other_weights: Tensor = quantity("The weights in the second phrase.", rows="other_words", columns="other_words")
    other_values: Tensor = quantity("The values in the second phrase, one a row.", rows="other_words")
    other_updated: Tensor = quantity("The new vectors in the second phrase, one a row.", rows="other_words")
    other: KeysQueriesValues | None = None

    @property
    def other_words(self) -> tuple[str, ...]:
        """The second phrase, through the same matrices; no words where there is none that has the first word."""
        return self.other.words if self.other else ()

    @property
    def second(self) -> int:
        """The position of the other word that pulls the first one most, by its weight: a masked word has none."""
        others = [index for index, word in enumerate(self.words) if word != self.word]
        others = others or [index for index in range(len(self.words)) if index != self.position]
        pulls = list(zip(self.weights[self.position].tolist(), self.scores[self.position].tolist(), strict=True))
        return max(others, key=lambda index: pulls[index])  # of equal weights, the larger dot product


def similarities(parameters: PhraseParameters, world: World) -> Similarities:
    """Return X Xᵀ of a phrase.

    Raises:
        UserError: when the phrase or the word does not fit the world.
    """
    words = parameters.words(world)
    vectors = world.embedding().rows(words)  # (T, d)
    return Similarities(words, world.axes, parameters.position(world), vectors, attend(vectors).scores)
