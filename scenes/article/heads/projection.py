"""The numbers of the figure of two heads: their outputs, side by side, times a matrix to the embeddings' size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import torch
from pydantic import Field
from torch import Tensor

from attnmath import multi_head
from scenes.article.heads.heads import VALUE_NUMBERS, world_head
from scenes.article.heads.value_space import ValueSpace, space_of
from scenes.parameters import Phrase, PhraseParameters, Word, require_few_numbers, world_matrix
from scenes.quantities import quantity
from scenes.worlds import World

HEADS = 2
"""The number of heads whose outputs stand side by side."""

_MOST_NUMBERS = 4
"""The most numbers of a vector that there is room for when they are written out."""

_MOST_LANDMARKS = 8
"""The most words beside the result."""

STRONG, _WEAKER = 0.2, 0.9
"""The weight from which a word has a band of its own, or the share of the strongest pull, where even that is weaker."""


class ColouredPhrase(PhraseParameters):
    """The parameters of the figure: a phrase, and the word whose new vector is worked out."""

    most_words: ClassVar[int] = 10

    phrase: Phrase = Field("red", description="The phrase: its name in the world, or written out.")
    word: Word = Field("apple", description="The word whose new vector is worked out; its last occurrence counts.")

    def world_used(self, world: World) -> World:
        """Return the part of the world with the words of the parameters and the landmarks."""
        return world.only(self._texts("phrase"), self._texts("word"), landmarks=True)


@dataclass(frozen=True)
class Projection:
    """The numbers of the figure.

    Attributes:
        words: the phrase.
        axes: names of the vectors' numbers.
        parts: names of the numbers of one head's output.
        columns: names of the numbers of both heads' outputs side by side.
        position: the position of the word that is worked out, from 0.
        landmarks: words of the world's families, or of the phrase, beside which the result is seen.
        spaces: the word in both heads' value spaces.
        pulling: all words of the phrase, each once.
        heads: the heads' names.
        stages: the names of the sums.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    parts: tuple[str, ...]
    columns: tuple[str, ...]
    position: int
    landmarks: tuple[str, ...]
    spaces: tuple[ValueSpace, ValueSpace]
    pulling: tuple[str, ...]
    heads: tuple[str, ...]
    stages: tuple[str, ...]
    around: Tensor = quantity("The vectors of the words beside it.", rows="landmarks", columns="axes")
    before: Tensor = quantity("The worked-out word's vector before.", rows="axes")
    pulls: Tensor = quantity("How much each word pulls it in both heads.", rows="pulling", columns="heads")
    rests: Tensor = quantity("What all words that pull little pull together in both heads.", rows="heads")
    first: Tensor = quantity("The first head's output, a row for each word.", rows="words", columns="parts")
    second: Tensor = quantity("The second head's output.", rows="words", columns="parts")
    concat: Tensor = quantity("Both side by side: O.", rows="words", columns="columns")
    W_O: Tensor = quantity("The matrix that makes one vector of both.", rows="columns", columns="axes")
    steps: Tensor = quantity("Each number of the word's row of O times its row of W_O.", rows="columns", columns="axes")
    sums: Tensor = quantity("What these add up to, from nothing to all of them.", rows="stages", columns="axes")
    output: Tensor = quantity("The updated vectors: O W_O.", rows="words", columns="axes")


def project(parameters: ColouredPhrase, world: World) -> Projection:
    """Take one step of attention with two heads of a world.

    Raises:
        UserError: when the phrase, the word or a matrix does not fit.
    """
    require_few_numbers(world, _MOST_NUMBERS)
    words, position = parameters.words(world), parameters.position(world)
    W_O = world_matrix(world, "W_O", HEADS * VALUE_NUMBERS, world.dimension)
    step = multi_head(world.embedding().rows(words), [world_head(world, index) for index in range(HEADS)], W_O)
    spaces = [space_of([words], words[position], world, index) for index in range(HEADS)]
    landmarks = _landmarks(world, words, words[position])
    first, second = (head.output for head in step.heads)
    steps = step.concat[position][:, None] * W_O
    return Projection(
        words=words,
        axes=world.axes,
        parts=("first number", "second number"),
        columns=tuple(f"head {index}, {part} number" for index in range(HEADS) for part in ("first", "second")),
        position=position,
        landmarks=landmarks,
        spaces=(spaces[0], spaces[1]),
        pulling=spaces[0].words,
        heads=tuple(f"head {index}" for index in range(HEADS)),
        stages=("nothing", *(f"{count} of {len(steps)} rows" for count in range(1, len(steps) + 1))),
        around=world.embedding().rows(landmarks),
        before=world.embedding().rows(words)[position],
        pulls=torch.cat([space.weights for space in spaces], dim=1),
        rests=torch.stack([_little(space).sum() for space in spaces]),
        first=first,
        second=second,
        concat=step.concat,
        W_O=W_O,
        steps=steps,
        sums=torch.cat([torch.zeros_like(steps[:1]), steps.cumsum(dim=0)]),
        output=step.output,
    )


def least_drawn(space: ValueSpace) -> float:
    """Return the weight above which a word of the phrase has a band of its own."""
    return min(STRONG, _WEAKER * float(space.weight(space.pullers[0], 0)))


def rest_of(space: ValueSpace) -> Tensor:
    """Return where the words that pull little balance, shape (2,): there they pull as one word would."""
    little = _little(space)
    return little @ space.values / little.sum().clamp_min(1e-9)


def _little(space: ValueSpace) -> Tensor:
    """Return the weights of the words that pull little, and 0 for the others, shape (W,)."""
    weights = space.weights[:, 0]
    return weights * (weights <= least_drawn(space))


def _landmarks(world: World, phrase: tuple[str, ...], word: str) -> tuple[str, ...]:
    """Return the words beside which the result is seen: those of families, or of the phrase without any."""
    families = [each for members in world.families.values() for each in members]
    return tuple(dict.fromkeys(each for each in families or phrase if each != word))[:_MOST_LANDMARKS]
