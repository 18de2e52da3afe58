"""Worlds: the vectors, phrases and matrices that figures are drawn from, read from TOML and validated."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, model_validator

from attnmath import Embedding
from scenes.errors import UserError, explain, shown, suggestion
from scenes.reading import merged, read_world, world_names

__all__ = ["LARGEST_NUMBER", "World", "filled", "load_world", "make_world", "near_origin", "world_names"]

Row = tuple[FiniteFloat, ...]
Words = tuple[Annotated[str, Field(min_length=1)], ...]

LARGEST_NUMBER = 1e4
"""The largest absolute value of a number in a world: beyond it, float32 and the planes lose their meaning."""

_NEAREST, _FARTHEST = 0.2, 0.4
"""The least and greatest distance from the origin at which words are placed that should hardly pull."""


Spans = tuple[tuple[FiniteFloat, FiniteFloat], tuple[FiniteFloat, FiniteFloat]]


def extent_of(rows: Iterable[Row]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the least and the largest first and second number of rows; a row of one number has 0 as its second."""
    pairs = [(*row, 0.0)[:2] for row in rows]
    (left, bottom), (right, top) = (tuple(pick(pair[axis] for pair in pairs) for axis in (0, 1)) for pick in (min, max))
    return (left, right), (bottom, top)


class World(BaseModel):
    """A figure's words: their vectors, their families and the phrases in which they stand.

    Attributes:
        title: one line about the world.
        axes: the meaning of each number of a vector; their count is the dimension d.
        subject: the word the story follows, drawn in its own colour.
        families: words that belong together, by name of the family.
        vectors: d numbers for each word.
        phrases: phrases by name; every word needs a vector.
        matrices: matrices by name, as rows (x @ W).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(description="One line that says what the world is about.")
    axes: tuple[str, ...] = Field(min_length=1, description="What each number of a vector stands for.")
    subject: str | None = Field(None, description="The word the story follows.")
    families: dict[str, Words] = Field(default_factory=dict, description="Words that belong together.")
    vectors: dict[str, Row] = Field(min_length=1, description="The numbers of each word.")
    phrases: dict[str, str] = Field(default_factory=dict, description="Phrases by name.")
    matrices: dict[str, tuple[Row, ...]] = Field(default_factory=dict, description="Matrices by name, as rows.")
    extent: Spans | None = Field(None, description="The least and the largest number of all words along two axes.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for name in (*self.axes, *self.families, *self.phrases, *self.matrices):
            if not name.strip() or not name.isprintable():
                raise ValueError(f"{shown(name)} is not a name: nothing invisible")
        for word, row in self.vectors.items():
            self._check_vector(word, row)
        for family, words in self.families.items():
            for word in words:
                self._check_word(word, f"[families].{family}")
        if self.subject is not None:
            self._check_word(self.subject, "subject")
        for name, phrase in self.phrases.items():
            self.words_of(phrase, f"[phrases].{name}")
        for name, matrix in self.matrices.items():
            if not matrix or len({len(row) for row in matrix}) != 1 or not matrix[0]:
                raise ValueError(f"[matrices].{name} needs rows of one length")
        return self

    def _check_vector(self, word: str, row: Row) -> None:
        where = f"[vectors].{word}"
        if not word or any(character.isspace() for character in word) or not word.isprintable():
            raise ValueError(f"{shown(word)} in [vectors] is not a word: no spaces, nothing invisible")
        if len(row) != self.dimension:
            axes = ", ".join(self.axes)
            raise ValueError(f"{where} needs {self.dimension} numbers ({axes}); got {len(row)}")
        for number in row:
            if abs(number) > LARGEST_NUMBER:
                raise ValueError(f"{where} must stay within ±{LARGEST_NUMBER:g}; got {number:g}")

    def _check_word(self, word: str, where: str) -> None:
        if word not in self.vectors:
            raise ValueError(f"unknown word {shown(word)} in {where}{suggestion(word, self.vectors)}")

    def _check_words(self, words: Sequence[str], where: str) -> None:
        unknown = list(dict.fromkeys(word for word in words if word not in self.vectors))
        if len(unknown) == 1:
            self._check_word(unknown[0], where)
        if unknown:
            near = {word: suggestion(word, self.vectors).removeprefix("; ") for word in unknown}
            said = [f"{shown(word)} ({meant})" if meant else shown(word) for word, meant in near.items()]
            raise ValueError(f"unknown words in {where}: {', '.join(said)}")

    @property
    def dimension(self) -> int:
        """The number of a vector's components, d."""
        return len(self.axes)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest first and second number of all words: what a plane must show."""
        return self.extent or extent_of(self.vectors.values())

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The words of the families and the subject, each once: they are on a plane when there is no phrase."""
        subject = () if self.subject is None else (self.subject,)
        return tuple(dict.fromkeys([*(word for words in self.families.values() for word in words), *subject]))

    def embedding(self) -> Embedding:
        """Return all words with their vectors, as an ``attnmath.Embedding``."""
        return Embedding({word: list(row) for word, row in self.vectors.items()}, axes=self.axes)

    def words_of(self, phrase: str, where: str = "phrase") -> tuple[str, ...]:
        """Return the words of a phrase, which is given by its name in the world or written out.

        Raises:
            ValueError: when it is empty or holds a word without a vector; the message has the nearest known word.
        """
        words = tuple(self.phrases.get(phrase, phrase).split())
        if not words:
            raise ValueError(f"{where} is empty; give at least one word")
        self._check_words(words, where)
        return words

    def only(self, texts: Iterable[str], *, landmarks: bool = False) -> World:
        """Return the part of the world that texts mention; values stay the same, and families keep their order.

        Args:
            texts: names of phrases, phrases and words.
            landmarks: whether to keep the words of the families and the subject, too.
        """
        given = set(texts)
        words = {word for text in given for word in self.phrases.get(text, text).split()}
        words |= set(self.landmarks) if landmarks else set()
        return World(
            title=self.title,
            axes=self.axes,
            subject=self.subject if self.subject in words else None,
            families={name: tuple(word for word in kept if word in words) for name, kept in self.families.items()},
            vectors={word: row for word, row in self.vectors.items() if word in words} or self.vectors,
            phrases={name: phrase for name, phrase in self.phrases.items() if name in given},
            matrices=self.matrices,
            extent=self.spans(),  # one scale for a world, whatever part of it a figure shows
        )

    def family_index(self, word: str) -> int | None:
        """Return the index of a word's family, from 0 in the order of the file; None when it has none."""
        for index, words in enumerate(self.families.values()):
            if word in words:
                return index
        return None


def load_world(source: str | Path, changes: Mapping[str, Any] | None = None) -> World:
    """Read a world by its name or from a TOML file, with some of its values changed.

    Args:
        source: a name from ``world_names()`` or a path that ends in ``.toml``.
        changes: values that replace the file's, nested as the file is.

    Raises:
        UserError: when there is no such world, it cannot be read, or its entries contradict each other.
    """
    return make_world(merged(read_world(source), changes or {}), source)


def make_world(content: Mapping[str, Any], source: str | Path) -> World:
    """Check a world's content and return the world.

    Args:
        content: the content of a world's file.
        source: its origin, for errors.

    Raises:
        UserError: when an entry is wrong, or entries contradict each other.
    """
    try:
        return World.model_validate(content)
    except ValidationError as error:
        raise UserError(explain(error, World.model_fields, f"world {shown(str(source))}", tables=True)) from error


def near_origin(word: str, dimension: int) -> tuple[float, ...]:
    """Return a place for a word that should hardly pull: 0.2 to 0.4 from the origin, always the same for a word.

    Args:
        word: decides the direction and the distance.
        dimension: the number of components.
    """
    chance = random.Random(word.encode("utf-8", "surrogatepass"))  # the text's bytes: its hash differs by process
    direction = [chance.gauss(0, 1) for _ in range(dimension)]
    distance = chance.uniform(_NEAREST, _FARTHEST) / math.hypot(*direction)
    return tuple(round(number * distance, 3) for number in direction)


def filled(content: Mapping[str, Any], words: Iterable[str]) -> dict[str, Any]:
    """Return a world's values with a vector near the origin for each word that has none.

    Content that is not a world is returned as it is.

    Args:
        content: the content of a world's file, unchecked.
        words: the words that need a vector.
    """
    axes, vectors = content.get("axes"), content.get("vectors")
    if not isinstance(axes, list | tuple) or not axes or not isinstance(vectors, Mapping):
        return dict(content)
    new = {word: near_origin(word, len(axes)) for word in words if word not in vectors}
    return {**content, "vectors": {**vectors, **new}}
