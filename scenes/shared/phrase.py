"""The base of the figures in which the words of a phrase pull one of them, and the numbers that all of them compute."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from torch import Tensor

from attnmath import attend
from scenes.parameters import PhraseParameters, require_plane
from scenes.parts.bars.small import small
from scenes.parts.text.number import format_number
from scenes.plane_figure import PlaneFigure
from scenes.quantities import quantity
from scenes.worlds import World

LARGEST_SCORE = 80.0
"""The largest dot product whose exponential still fits the numbers on screen."""


@dataclass(frozen=True)
class Scored:
    """The dot products and weights of one word of a phrase with all its words.

    Attributes:
        words: the phrase, in words as the world names them.
        written: the same words as they are written in the phrase.
        axes: names of the vectors' numbers.
        position: the position of the pulled word in the phrase, from 0.
    """

    words: tuple[str, ...]
    written: tuple[str, ...]
    axes: tuple[str, ...]
    position: int
    vectors: Tensor = quantity("The words' vectors, one a row: X.", rows="words", columns="axes")
    scores: Tensor = quantity("The pulled word's dot product with each word.", rows="words")
    weights: Tensor = quantity("How much each word pulls: softmax of the dot products.", rows="words")

    @property
    def word(self) -> str:
        """The word that is pulled."""
        return self.words[self.position]

    @property
    def vector(self) -> Tensor:
        """The pulled word's old vector, shape (d,)."""
        return self.vectors[self.position]

    @property
    def strongest(self) -> int:
        """The position of the other word that pulls most.

        Weights may all read the same, in a world of tiny or of huge numbers: then dot products decide.
        """
        others = [index for index, word in enumerate(self.words) if word != self.word]
        pulls = list(zip(self.weights.tolist(), self.scores.tolist(), strict=True))
        return max(others, key=lambda index: pulls[index]) if others else self.position


@dataclass(frozen=True)
class Pull(Scored):
    """One step of attention over a phrase, seen from one of its words."""

    weighted: Tensor = quantity("Each vector times its weight.", rows="words", columns="axes")
    updated: Tensor = quantity("The pulled word's new vector: the sum of the weighted vectors.", rows="axes")
    rest: Tensor = quantity("The weights of the words that share one name, together.")


def pull(parameters: PhraseParameters, world: World) -> Pull:
    """Take one step of the article's first attention (keys = queries = values = X, no scaling) over a phrase.

    Raises:
        UserError: when the phrase or the word does not fit the world, or no plane can show its vectors.
    """
    require_plane(world)
    words = parameters.words(world)
    position = parameters.position(world)
    vectors = world.embedding().rows(words)  # (T, d)
    step = attend(vectors)
    weights = step.weights[position]  # (T,)
    return Pull(
        words=words,
        written=world.written(parameters.phrase),
        axes=world.axes,
        position=position,
        vectors=vectors,
        scores=step.scores[position],
        weights=weights,
        weighted=weights[:, None] * vectors,
        updated=step.output[position],
        rest=weights[small(weights)].sum(),
    )


def each_with(words: Sequence[str], values: Tensor, written: Callable[[float], str] = format_number) -> str:
    """Return words and their numbers as one reads them aloud: ``banana 4.16, apple 5.12``.

    Args:
        words: in order.
        values: shape (T,).
        written: a function that writes a number.
    """
    return ", ".join(f"{word} {written(float(value))}" for word, value in zip(words, values, strict=True))


class PhrasePlaneFigure(PlaneFigure):
    """A figure on the stage about one word of a phrase and all words that pull it."""

    Parameters = PhraseParameters
    numbers: Pull
    parameters: PhraseParameters

    @classmethod
    def compute(cls, parameters: PhraseParameters, world: World) -> Pull:
        """Take one step of attention over the phrase."""
        return pull(parameters, world)

    @property
    def vectors(self) -> dict[str, Tensor]:
        """The vectors of the phrase's words, each of shape (2,), by word."""
        return dict(zip(self.numbers.words, self.numbers.vectors, strict=True))

    def weight_of(self, word: str) -> float:
        """Return the weight of a word; of one that stands in the phrase twice, of both together."""
        places = [index for index, each in enumerate(self.numbers.words) if each == word]
        return float(self.numbers.weights[places].sum())

    def names(self) -> dict[str, str]:
        """Return the values of captions and lines: the pulled word and the other one that pulls most."""
        word, strongest = self.numbers.word, self.numbers.words[self.numbers.strongest]
        return {"word": word, "Word": capital(word), "strongest": strongest, "Strongest": capital(strongest)}


def capital(text: str) -> str:
    """Return a text with a capital at its beginning; all else is left as it is."""
    return text[:1].upper() + text[1:]
