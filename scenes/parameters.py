"""What can be changed about figures, and what they need of a phrase and a world."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from scenes.errors import UserError
from scenes.worlds import World


class FigureParameters(BaseModel):
    """What can be changed about a figure; each field says what it does."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    def world_used(self, world: World) -> World:
        """The part of a world that a figure with these parameters can see: it is drawn from that part alone.

        What is changed elsewhere then renders it anew no more. Here: the whole world.
        """
        return world

    def _texts(self) -> list[str]:
        """The texts among the values: phrases and words."""
        values = [value if isinstance(value, tuple) else (value,) for value in self.model_dump().values()]
        return [text for value in values for text in value if isinstance(text, str)]


class WordsParameters(FigureParameters):
    """For figures that show the words of their parameters and no others."""

    def world_used(self, world: World) -> World:
        """The words of the parameters."""
        return world.only(self._texts())


class LandmarkParameters(FigureParameters):
    """For figures that show the words of their parameters, of the families, and the subject."""

    def world_used(self, world: World) -> World:
        """The words of the parameters and the landmarks."""
        return world.only(self._texts(), landmarks=True)


class PhraseParameters(WordsParameters):
    """A phrase, and the word of it that is followed."""

    phrase: str = Field("fruit", description="The phrase: its name in the world, or written out (2 to 9 words).")
    word: str = Field("apple", description="The word that is pulled; its last occurrence in the phrase counts.")

    def words(self, world: World) -> tuple[str, ...]:
        """The phrase's words.

        Raises:
            UserError: when a word is unknown, there are too few or too many, or ``word`` is not among them.
        """
        words = phrase_words(world, self.phrase, "phrase")
        require_word(self.word, words, "word")
        return words

    def position(self, world: World) -> int:
        """Where ``word`` stands in the phrase, counted from 0: its last occurrence."""
        words = self.words(world)
        return len(words) - 1 - words[::-1].index(self.word)


MOST_WORDS = 9
"""Words that a phrase may have, so that every figure keeps its numbers readable."""


WIDEST_PHRASE = 72
"""Number of words times letters of the longest: beyond it columns of words would be too small to read."""


def phrase_words(world: World, phrase: str, where: str) -> tuple[str, ...]:
    """The words of a phrase that a figure can draw.

    Raises:
        UserError: when a word is unknown or there are fewer than 2 or more than ``MOST_WORDS``.
    """
    try:
        words = world.words_of(phrase, where)
    except ValueError as error:
        raise UserError(str(error)) from None
    if not 2 <= len(words) <= MOST_WORDS:
        raise UserError(f"{where} must have 2 to {MOST_WORDS} words; got {len(words)}")
    longest = max(words, key=len)
    if len(words) * len(longest) > WIDEST_PHRASE:
        raise UserError(
            f'{where} is too wide to draw: {len(words)} words of up to {len(longest)} letters ("{longest}"); '
            f"with so many, words may have {WIDEST_PHRASE // len(words)} letters"
        )
    return words


def require_word(word: str, words: Sequence[str], where: str) -> None:
    """Check that a word is one of a phrase's.

    Raises:
        UserError: when it is not.
    """
    if word not in words:
        raise UserError(f'{where} must be one of the phrase\'s words ({", ".join(words)}); got "{word}"')


def require_plane(world: World) -> None:
    """Check that vectors have two numbers, as a plane can show.

    Raises:
        UserError: when they have not.
    """
    if world.dimension != 2:
        raise UserError(f"this figure draws a plane, so vectors need 2 numbers; the world's have {world.dimension}")


def world_matrix(world: World, name: str, rows: int, columns: int) -> Tensor:
    """A world's matrix, for vectors as rows (x @ W), shape (rows, columns).

    Args:
        world: where it is looked for.
        name: a key of its ``[matrices]``.
        rows: how many numbers go in.
        columns: how many come out.

    Raises:
        UserError: when the world has no such matrix, or it has another shape.
    """
    if name not in world.matrices:
        known = ", ".join(world.matrices) or "none"
        raise UserError(f"this figure needs [matrices].{name} ({rows}×{columns}) in the world; it has: {known}")
    values = torch.tensor(world.matrices[name])
    if values.shape != (rows, columns):
        got = "×".join(str(size) for size in values.shape)
        raise UserError(f"[matrices].{name} must be {rows}×{columns} in this figure; got {got}")
    return values
