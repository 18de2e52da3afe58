"""The parameters of figures, and their demands on a phrase and a world."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from scenes.errors import UserError
from scenes.worlds import World


class FigureParameters(BaseModel):
    """The parameters of a figure; each field describes itself."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    def world_used(self, world: World) -> World:
        """Return the part of a world that a figure with these parameters can see: here, the whole world.

        A figure is drawn from that part alone, and a change elsewhere does not cause it to be rendered again.
        """
        return world

    def _texts(self) -> list[str]:
        """Return the texts among the values: phrases and words."""
        values = [value if isinstance(value, tuple) else (value,) for value in self.model_dump().values()]
        return [text for value in values for text in value if isinstance(text, str)]


class WordsParameters(FigureParameters):
    """The parameters of figures that show only the words named in them."""

    def world_used(self, world: World) -> World:
        """Return the part of the world with the words of the parameters."""
        return world.only(self._texts())


class LandmarkParameters(FigureParameters):
    """The parameters of figures that show the words named in them, the words of the families, and the subject."""

    def world_used(self, world: World) -> World:
        """Return the part of the world with the words of the parameters and the landmarks."""
        return world.only(self._texts(), landmarks=True)


class PhraseParameters(WordsParameters):
    """The parameters of figures that follow one word of a phrase."""

    phrase: str = Field("fruit", description="The phrase: its name in the world, or written out (2 to 9 words).")
    word: str = Field("apple", description="The word that is pulled; its last occurrence in the phrase counts.")

    def words(self, world: World) -> tuple[str, ...]:
        """Return the phrase's words.

        Raises:
            UserError: when a word is unknown, there are too few or too many, or ``word`` is not among them.
        """
        words = phrase_words(world, self.phrase, "phrase")
        require_word(self.word, words, "word")
        return words

    def position(self, world: World) -> int:
        """Return the position of ``word`` in the phrase, from 0; its last occurrence counts."""
        words = self.words(world)
        return len(words) - 1 - words[::-1].index(self.word)


MOST_WORDS = 9
"""The most words of a phrase with which every figure keeps its numbers readable."""


WIDEST_PHRASE = 72
"""The largest product of the number of words and the longest word's letters: beyond it, columns are unreadable."""


def phrase_words(world: World, phrase: str, where: str) -> tuple[str, ...]:
    """Return the words of a phrase that a figure can draw.

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
    """Check that a word is one of a phrase's words.

    Raises:
        UserError: when it is not.
    """
    if word not in words:
        raise UserError(f'{where} must be one of the phrase\'s words ({", ".join(words)}); got "{word}"')


def require_plane(world: World) -> None:
    """Check that vectors have two numbers, so that a plane can show them.

    Raises:
        UserError: when they do not.
    """
    if world.dimension != 2:
        raise UserError(f"this figure draws a plane, so vectors need 2 numbers; the world's have {world.dimension}")


def world_matrix(world: World, name: str, rows: int, columns: int) -> Tensor:
    """Return a world's matrix, for vectors as rows (x @ W), shape (rows, columns).

    Args:
        world: the world that holds it.
        name: a key of its ``[matrices]``.
        rows: the number of its rows.
        columns: the number of its columns.

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
