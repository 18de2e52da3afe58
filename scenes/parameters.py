"""The parameters of figures, and their demands on a phrase and a world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

import torch
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor

from attnmath import causal_mask
from scenes.errors import UserError, shown
from scenes.worlds import World, bare

Word = Annotated[str, "word"]
"""A parameter that is one word of the world."""

Phrase = Annotated[str, "phrase"]
"""A parameter that is a phrase: its name in the world, or the phrase written out."""


MOST_WORDS = 16
"""Words that a phrase may have where a figure says nothing else."""

MOST_LETTERS = 96
"""Letters that all words of a phrase may have together: more would be too small to read in two lines."""


class FigureParameters(BaseModel):
    """The parameters of a figure; each field describes itself."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @classmethod
    def kind(cls, name: str) -> Literal["word", "phrase"] | None:
        """Return what a parameter is in a world: a word or words, a phrase or phrases, or neither."""
        field = cls.model_fields[name]
        marks = [*field.metadata, *_marks(field.annotation)]
        return "word" if "word" in marks else "phrase" if "phrase" in marks else None

    @classmethod
    def stand_ins(cls, world: World) -> Iterator[Mapping[str, Any]]:
        """Yield values for parameters whose defaults play no part in a world, the best first. Here: none."""
        yield from ()

    def unknown_words(self, world: World) -> dict[str, list[str]]:
        """Return the words of phrases and words that a world has no vector of, by parameter."""
        unknown: dict[str, list[str]] = {}
        for name in type(self).model_fields:
            value, kind = getattr(self, name), self.kind(name)
            for text in value if isinstance(value, tuple) else (value,):
                if kind == "phrase":
                    unknown.setdefault(name, []).extend(world.unknown_words(text))
                elif kind == "word" and text and world.word(text) is None:
                    unknown.setdefault(name, []).append(bare(text) or text)
        return {name: list(dict.fromkeys(words)) for name, words in unknown.items()}

    def named_by(self, world: World) -> Self:
        """Return the parameters with words as the world names them, whatever their case and punctuation."""

        def named(text: str) -> str:
            return world.word(text) or text

        named_words: dict[str, Any] = {}
        for name in type(self).model_fields:
            value = getattr(self, name)
            if self.kind(name) == "word":
                named_words[name] = tuple(map(named, value)) if isinstance(value, tuple) else named(value)
        return self.model_copy(update=named_words)

    def world_used(self, world: World) -> World:
        """Return the part of a world that a figure with these parameters can see: here, the whole world.

        A figure is drawn from that part alone, and a change elsewhere does not cause it to be rendered again.
        """
        return world

    def _texts(self, kind: Literal["word", "phrase"]) -> list[str]:
        """Return the values that are words, or phrases."""
        values = [getattr(self, name) for name in type(self).model_fields if self.kind(name) == kind]
        return [text for value in values for text in (value if isinstance(value, tuple) else (value,))]


def _marks(annotation: Any) -> list[object]:
    """Return what the parts of a parameter's type are marked with, as in ``tuple[Word, Word]``."""
    below = [mark for part in getattr(annotation, "__args__", ()) for mark in _marks(part)]
    return [*getattr(annotation, "__metadata__", ()), *below]


class WordsParameters(FigureParameters):
    """The parameters of figures that show only the words named in them."""

    def world_used(self, world: World) -> World:
        """Return the part of the world with the words of the parameters."""
        return world.only(self._texts("phrase"), self._texts("word"))


class LandmarkParameters(FigureParameters):
    """The parameters of figures that show the words named in them, the words of the families, and the subject."""

    def world_used(self, world: World) -> World:
        """Return the part of the world with the words of the parameters and the landmarks."""
        return world.only(self._texts("phrase"), self._texts("word"), landmarks=True)


class PhraseParameters(WordsParameters):
    """The parameters of figures that follow one word of a phrase."""

    most_words: ClassVar[int] = MOST_WORDS

    phrase: Phrase = Field("fruit", description="The phrase: its name in the world, or written out.")
    word: Word = Field("apple", description="The word that is pulled; its last occurrence in the phrase counts.")

    def words(self, world: World) -> tuple[str, ...]:
        """Return the phrase's words, as the world names them.

        Raises:
            UserError: when a word is unknown, there are too few or too many, or ``word`` is not among them.
        """
        words = phrase_words(world, self.phrase, "phrase", most=self.most_words)
        require_word(world, self.word, words, "word")
        return words

    def position(self, world: World) -> int:
        """Return where ``word`` stands in the phrase, counted from 0: its last occurrence."""
        words = self.words(world)
        return len(words) - 1 - words[::-1].index(require_word(world, self.word, words, "word"))


class AttentionParameters(PhraseParameters):
    """The parameters of figures that take a whole step of attention: what happens to dot products before softmax."""

    scaled: bool = Field(False, description="Whether dot products are divided by √d_k, the numbers of a key, first.")
    mask: Literal["none", "causal"] = Field(
        "none", description="Who may pull: every word (none), or only a word itself and those before it (causal)."
    )

    def allowed(self, words: Sequence[str]) -> Tensor | None:
        """Return the mask for a phrase, True where a word (row) may be pulled by another (column), or None for none."""
        return causal_mask(len(words)) if self.mask == "causal" else None

    @property
    def manner(self) -> str:
        """The ending of texts that speak of softmax: empty, ``-scaled``, ``-masked`` or ``-scaled-masked``."""
        return "-scaled" * self.scaled + "-masked" * (self.mask == "causal")

    @property
    def divisor(self) -> str:
        """Typst maths for the division after Q Kᵀ, and for the mask; empty without them."""
        return "slash sqrt(d_k)" * self.scaled + " + M" * (self.mask == "causal")


def phrase_words(world: World, phrase: str, where: str, *, least: int = 2, most: int = MOST_WORDS) -> tuple[str, ...]:
    """Return the words of a phrase that a figure can draw, as the world names them.

    Raises:
        UserError: when a word is unknown, or there are fewer than ``least`` or more than ``most``.
    """
    try:
        words = world.words_of(phrase, where)
    except ValueError as error:
        raise UserError(str(error)) from None
    if not least <= len(words) <= most:
        raise UserError(f"{where} must have {least} to {most} words in this figure; got {len(words)}")
    letters = sum(map(len, words))
    if letters > MOST_LETTERS:
        raise UserError(
            f"{where} is too wide to draw: its {len(words)} words have {letters} letters together, "
            f"the longest {shown(max(words, key=len))}; they may have {MOST_LETTERS}"
        )
    return words


def require_word(world: World, word: str, words: Sequence[str], where: str) -> str:
    """Return the word of a phrase that somebody means, in whatever case.

    Raises:
        UserError: when it is not one of the phrase's.
    """
    meant = world.word(word)
    if meant is None or meant not in words:
        raise UserError(f"{where} must be one of the phrase's words ({', '.join(words)}); got {shown(word)}")
    return meant


def known_word(world: World, word: str, where: str) -> str:
    """Return the word of the world that somebody means, in whatever case; a phrase of that name is not meant.

    Raises:
        UserError: when there is none, with the nearest spelling.
    """
    meant = world.word(word)
    if meant is None:
        raise UserError(world.said_unknown({where: [bare(word) or word]}))
    return meant


_WITHOUT_A_PLANE = "lesson-masking"
"""A figure that vectors of any length fit: it shows their dot products alone."""


def require_plane(world: World) -> None:
    """Check that vectors have two numbers, so that a plane can show them.

    Raises:
        UserError: when they do not.
    """
    if world.dimension != 2:
        raise UserError(
            f"this figure draws a plane, so vectors need 2 numbers; the world's have {world.dimension}; "
            f"give it two axes and each word two numbers, or draw a figure without a plane, such as {_WITHOUT_A_PLANE}"
        )


def require_few_numbers(world: World, most: int) -> None:
    """Check that vectors have few numbers, so that a figure has room to write them out.

    Raises:
        UserError: when they have more than ``most``.
    """
    if world.dimension > most:
        raise UserError(
            f"this figure writes vectors out, so they may have at most {most} numbers; the world's have "
            f"{world.dimension}; give it fewer axes, or draw a figure that writes none out, such as {_WITHOUT_A_PLANE}"
        )


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
        numbers = ",".join(str(int(row == column)) for row in range(rows) for column in range(columns))
        raise UserError(
            f"this figure needs [matrices].{name} ({rows}×{columns}) in the world; it has: {known}; "
            f"add it there, or give --set world.matrices.{name}={numbers}"
        )
    values = torch.tensor(world.matrices[name])
    if values.shape != (rows, columns):
        got = "×".join(str(size) for size in values.shape)
        raise UserError(f"[matrices].{name} must be {rows}×{columns} in this figure; got {got}")
    return values
