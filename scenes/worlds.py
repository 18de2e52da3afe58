"""Worlds: the vectors, phrases and matrices that figures are drawn from, read from TOML and validated."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, model_validator

from attnmath import Embedding
from scenes.errors import UserError, explain, shown, suggestion, unknown_name
from scenes.reading import merged, read_toml

Row = tuple[FiniteFloat, ...]
Words = tuple[Annotated[str, Field(min_length=1)], ...]

LARGEST_NUMBER = 1e4
"""Largest size of a number in a world: beyond it float32 and the planes lose their meaning."""


class World(BaseModel):
    """What the words of a figure are: their vectors, their families and the phrases they stand in.

    Attributes:
        title: one line that says what the world is about.
        axes: what each number of a vector stands for; their count is the dimension d.
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

    @model_validator(mode="after")
    def _consistent(self) -> Self:
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

    @property
    def dimension(self) -> int:
        """How many numbers a vector has: d."""
        return len(self.axes)

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The words of the families and the subject, each once: what is on a plane when there is no phrase."""
        subject = () if self.subject is None else (self.subject,)
        return tuple(dict.fromkeys([*(word for words in self.families.values() for word in words), *subject]))

    def embedding(self) -> Embedding:
        """All words with their vectors, as ``attnmath`` takes them."""
        return Embedding({word: list(row) for word, row in self.vectors.items()}, axes=self.axes)

    def words_of(self, phrase: str, where: str = "phrase") -> tuple[str, ...]:
        """The words of a phrase, which is given by its name in the world or written out.

        Raises:
            ValueError: when it is empty or holds a word without a vector, with the nearest one that is known.
        """
        words = tuple(self.phrases.get(phrase, phrase).split())
        if not words:
            raise ValueError(f"{where} is empty; give at least one word")
        for word in words:
            self._check_word(word, where)
        return words

    def family_index(self, word: str) -> int | None:
        """Which family a word belongs to, counted from 0 in the order of the file; None when it has none."""
        for index, words in enumerate(self.families.values()):
            if word in words:
                return index
        return None


def world_names() -> tuple[str, ...]:
    """The worlds that come with the project."""
    return tuple(sorted(item.name.removesuffix(".toml") for item in _folder().iterdir() if item.name.endswith(".toml")))


def load_world(source: str | Path, changes: Mapping[str, Any] | None = None) -> World:
    """Read a world by its name or from a TOML file, with some of its values changed.

    Args:
        source: a name from ``world_names()`` or a path that ends in ``.toml``.
        changes: values that replace the file's, nested as the file is.

    Raises:
        UserError: when there is no such world, it cannot be read, or what it says does not fit together.
    """
    data = merged(_read(source), changes or {})
    try:
        return World.model_validate(data)
    except ValidationError as error:
        raise UserError(explain(error, World.model_fields, f"world {shown(str(source))}", tables=True)) from error


def _folder() -> Any:
    return files("assets") / "worlds"


def _read(source: str | Path) -> dict[str, Any]:
    if isinstance(source, Path) or source.endswith(".toml"):
        return read_toml(Path(source), "world")
    if source not in world_names():
        raise unknown_name("world", source, world_names())
    return tomllib.loads((_folder() / f"{source}.toml").read_text(encoding="utf-8"))
