"""The dot product of each word of a phrase with each, with which the tables of a whole phrase begin."""

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


def similarities(parameters: PhraseParameters, world: World) -> Similarities:
    """Return X Xᵀ of a phrase.

    Raises:
        UserError: when the phrase or the word does not fit the world.
    """
    words = parameters.words(world)
    vectors = world.embedding().rows(words)  # (T, d)
    return Similarities(words, world.axes, parameters.position(world), vectors, attend(vectors).scores)
