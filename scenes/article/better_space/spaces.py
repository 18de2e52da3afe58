"""The numbers of the figure of three transformed spaces."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from scenes.quantities import quantity
from scenes.shared.phrase import Pull


@dataclass(frozen=True)
class ThreeSpaces:
    """One word pulled by two phrases, in three spaces.

    Attributes:
        pulls: one step over each phrase in the original space.
        words: the words on the planes.
        axes: names of the vectors' numbers.
        spaces: the spaces' names.
        phrases: the names of the two phrases.
    """

    pulls: tuple[Pull, Pull]
    words: tuple[str, ...]
    axes: tuple[str, ...]
    spaces: tuple[str, ...]
    phrases: tuple[str, ...]
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    A: Tensor = quantity("Space A, as it was: nothing is changed.", rows="axes")
    B: Tensor = quantity("The matrix of space B, for rows: x B.", rows="axes")
    C: Tensor = quantity("The matrix of space C, for rows: x C.", rows="axes")
    pulled_in_A: Tensor = quantity("The word's new vector in space A, by phrase.", rows="phrases")
    pulled_in_B: Tensor = quantity("The word's new vector in space B, by phrase.", rows="phrases")
    pulled_in_C: Tensor = quantity("The word's new vector in space C, by phrase.", rows="phrases")
    weights: Tensor = quantity("The weight of the word that pulls most, by phrase.", rows="phrases")
    word_weights: Tensor = quantity("The weight of the word itself, by phrase.", rows="phrases")
    others: Tensor = quantity("What all words that hardly count add, by phrase.", rows="phrases", columns="axes")
    distances: Tensor = quantity("How far the two new vectors are from each other.", rows="spaces")

    def space(self, name: str) -> tuple[Tensor, Tensor]:
        """Return a space's matrix, and the word's two new vectors in it."""
        matrix: Tensor = getattr(self, name)
        pulled: Tensor = getattr(self, f"pulled_in_{name}")
        return matrix, pulled
