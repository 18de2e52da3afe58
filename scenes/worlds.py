"""Worlds: the vectors, phrases and matrices that figures are drawn from, read from TOML and validated."""

from __future__ import annotations

import math
import random
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, model_validator

from attnmath import Embedding
from scenes.errors import UserError, explain, shown, suggestion
from scenes.own_icons import require_icon
from scenes.reading import merged, read_world, world_names

__all__ = [
    "LARGEST_NUMBER",
    "MadeFrom",
    "World",
    "bare",
    "filled",
    "load_world",
    "make_world",
    "near_origin",
    "unit_of",
    "written_words",
    "world_names",
]

Row = tuple[FiniteFloat, ...]
Words = tuple[Annotated[str, Field(min_length=1)], ...]

LARGEST_NUMBER = 1e4
"""The largest absolute value of a number in a world: beyond it, float32 and the planes lose their meaning."""

LONGEST_WORD, LONGEST_NAME = 32, 48
"""The most letters of a word, and of the name of an axis, a family, a phrase or a matrix: more would be too small."""

_TINY = 0.05
"""The absolute value below which numbers of a world lose their digits when they are written with two decimals."""

_NEAREST, _FARTHEST = 0.2, 0.4
"""The least and greatest distance from the origin at which words are placed that should hardly pull."""


Spans = tuple[tuple[FiniteFloat, FiniteFloat], tuple[FiniteFloat, FiniteFloat]]


def extent_of(rows: Iterable[Row]) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the least and the largest first and second number of rows; a row of one number has 0 as its second."""
    pairs = [(*row, 0.0)[:2] for row in rows]
    (left, bottom), (right, top) = (tuple(pick(pair[axis] for pair in pairs) for axis in (0, 1)) for pick in (min, max))
    return (left, right), (bottom, top)


class MadeFrom(BaseModel):
    """The origin of real words' places: what the axes of their plane were made from.

    Attributes:
        data: where the words' vectors come from.
        scale: the distance of a group of seeds from the origin, in units of the plane.
        seeds: the words whose mean makes an axis, by its name; none of them is shown.
        separation: the chance that a word which belongs to an axis lies farther along it than another (AUC).
        test: the words on which that was measured.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    data: str = Field(max_length=200)
    scale: float = Field(gt=0, allow_inf_nan=False)
    seeds: dict[str, Words]
    separation: dict[str, Annotated[float, Field(ge=0, le=1)]]
    test: str = Field(max_length=200)

    @property
    def lines(self) -> tuple[str, ...]:
        """The origin in sentences: the data, a line for each axis, and the scale."""
        axes = [f"{name} = the mean of {', '.join(words)}" for name, words in self.seeds.items()]
        parts = ", ".join(f"{name} {value:.2f}" for name, value in self.separation.items())
        return (
            f"Words: {self.data}; the axes are made from words that are not shown.",
            *axes,
            f"How well the axes separate other words (AUC: 1 is best, 0.5 is chance): {parts}, on {self.test}.",
            f"Scale: the seeds of an axis lie {self.scale:g} from the origin, which is the mean word of running text.",
        )


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
        icons: the icons of words, as SVG; see ``scenes.own_icons``.
        by_chance: whether the vectors were drawn by chance and mean nothing.
        extent: the least and the largest number of all words along two axes, of which this may be a part.
        made_from: the origin of real words' places; None where somebody chose them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(description="One line that says what the world is about.")
    axes: tuple[str, ...] = Field(min_length=1, description="What each number of a vector stands for.")
    subject: str | None = Field(None, description="The word the story follows.")
    families: dict[str, Words] = Field(default_factory=dict, description="Words that belong together.")
    vectors: dict[str, Row] = Field(min_length=1, description="The numbers of each word.")
    phrases: dict[str, str] = Field(default_factory=dict, description="Phrases by name.")
    matrices: dict[str, tuple[Row, ...]] = Field(default_factory=dict, description="Matrices by name, as rows.")
    icons: dict[str, str] = Field(default_factory=dict, description="Icons of words: SVG files.")
    by_chance: bool = Field(False, description="Whether the vectors were drawn by chance and mean nothing.")
    extent: Spans | None = Field(None, description="The least and the largest number of all words along two axes.")

    made_from: MadeFrom | None = Field(None, description="The origin of real words' places.")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for name in (*self.axes, *self.families, *self.phrases, *self.matrices):
            if not name.strip() or not name.isprintable():
                raise ValueError(f"{shown(name)} is not a name: nothing invisible")
            if len(name) > LONGEST_NAME:
                raise ValueError(f"{shown(name)} has {len(name)} characters; a name may have {LONGEST_NAME}")
        for word, row in self.vectors.items():
            self._check_vector(word, row)
        unknown = {f"[families].{family}": self._unknown(words) for family, words in self.families.items()}
        unknown["[icons]"] = self._unknown(self.icons)
        for word, svg in self.icons.items():
            require_icon(svg, f"[icons].{word}")
        unknown["subject"] = self._unknown([self.subject] if self.subject is not None else [])
        for name, phrase in self.phrases.items():
            if not phrase.strip():
                raise ValueError(f"[phrases].{name} is empty; give at least one word")
            unknown[f"[phrases].{name}"] = self.unknown_words(phrase)
        if said := self.said_unknown(unknown):
            raise ValueError(said)
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
        if len(word) > LONGEST_WORD:
            raise ValueError(f"{shown(word)} in [vectors] has {len(word)} letters; a word may have {LONGEST_WORD}")
        for number in row:
            if abs(number) > LARGEST_NUMBER:
                raise ValueError(f"{where} must stay within ±{LARGEST_NUMBER:g}; got {number:g}")

    def _unknown(self, words: Iterable[str]) -> list[str]:
        return [word for word in dict.fromkeys(words) if word not in self.vectors]

    def said_unknown(self, unknown: Mapping[str, Sequence[str]]) -> str:
        """Return a sentence that names words without a vector, each with the nearest one that has one; empty for none.

        Args:
            unknown: the words, by where they stand.
        """
        found = {where: words for where, words in unknown.items() if words}
        if sum(map(len, found.values())) == 1:
            ((where, (word,)),) = found.items()
            return f"unknown word {shown(word)} in {where}{suggestion(word, self.vectors)}"
        places = [f"{where}: {', '.join(map(self._with_nearest, words))}" for where, words in found.items()]
        return f"unknown words in {'; in '.join(places)}" if places else ""

    def _with_nearest(self, word: str) -> str:
        near = suggestion(word, self.vectors).removeprefix("; ")
        return f"{shown(word)} ({near})" if near else shown(word)

    @property
    def dimension(self) -> int:
        """The number of a vector's components, d."""
        return len(self.axes)

    def spans(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the least and the largest first and second number of all words: what a plane must show."""
        return self.extent or extent_of(self.vectors.values())

    @property
    def is_tiny(self) -> bool:
        """True if two decimals would show nothing of its numbers: those of all words, or of a matrix."""
        sizes = [max(abs(number) for span in self.spans() for number in span)]
        sizes += [max(abs(number) for row in rows for number in row) for rows in self.matrices.values()]
        return any(0 < size < _TINY for size in sizes)

    @property
    def landmarks(self) -> tuple[str, ...]:
        """The words of the families and the subject, each once: they are on a plane when there is no phrase."""
        subject = () if self.subject is None else (self.subject,)
        return tuple(dict.fromkeys([*(word for words in self.families.values() for word in words), *subject]))

    def embedding(self) -> Embedding:
        """Return all words with their vectors, as an ``attnmath.Embedding``."""
        return Embedding({word: list(row) for word, row in self.vectors.items()}, axes=self.axes)

    def word(self, written: str) -> str | None:
        """Return the word that somebody means, or None when there is no such word.

        It is what was written, or else that without the punctuation around it, or else that in other case.
        """
        plain = bare(written)
        if written in self.vectors or not plain:
            return written if written in self.vectors else None
        if plain in self.vectors:
            return plain
        return {bare(word).casefold(): word for word in reversed(self.vectors)}.get(plain.casefold())

    def written(self, phrase: str) -> tuple[str, ...]:
        """Return the words of a phrase as they are written: with their punctuation, in their case.

        Args:
            phrase: its name in the world, or the phrase written out.
        """
        return written_words(self.phrases.get(phrase, phrase), self.vectors)

    def unknown_words(self, phrase: str) -> list[str]:
        """Return the words of a phrase that have no vector, each once, without the punctuation around them."""
        return list(dict.fromkeys(bare(word) or word for word in self.written(phrase) if self.word(word) is None))

    def words_of(self, phrase: str, where: str = "phrase") -> tuple[str, ...]:
        """Return the words of a phrase as the world names them, whatever their case and punctuation.

        Args:
            phrase: its name in the world, or the phrase written out.
            where: it comes from, for errors.

        Raises:
            ValueError: when it is empty or holds a word without a vector; the message has the nearest known word.
        """
        written = self.written(phrase)
        if not written:
            raise ValueError(f"{where} is empty; give at least one word")
        if unknown := self.unknown_words(phrase):
            raise ValueError(self.said_unknown({where: unknown}))
        return tuple(word for word in map(self.word, written) if word is not None)

    def only(self, phrases: Iterable[str], words: Iterable[str] = (), *, landmarks: bool = False) -> World:
        """Return the part of the world that phrases and words need; families keep their places.

        Args:
            phrases: by their names in the world, or written out.
            words: more words.
            landmarks: whether the words of the families and the subject are kept, too.
        """
        given = set(phrases)
        kept_words = {
            self.word(word) for word in (*words, *(word for phrase in given for word in self.written(phrase)))
        }
        kept_words |= set(self.landmarks) if landmarks else set()
        return World(
            title=self.title,
            axes=self.axes,
            subject=self.subject if self.subject in kept_words else None,
            families={name: tuple(word for word in kept if word in kept_words) for name, kept in self.families.items()},
            vectors={word: row for word, row in self.vectors.items() if word in kept_words} or self.vectors,
            phrases={name: phrase for name, phrase in self.phrases.items() if name in given},
            matrices=self.matrices,
            icons={word: svg for word, svg in self.icons.items() if word in kept_words},
            by_chance=self.by_chance,
            made_from=self.made_from,
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


def bare(word: str) -> str:
    """Return a word without the punctuation before and after it; apostrophes and hyphens within it stay.

    >>> bare("“don't,”")
    "don't"
    """
    marks = [letter.isspace() or unicodedata.category(letter).startswith("P") for letter in word]
    first = next((place for place, mark in enumerate(marks) if not mark), len(word))
    last = next((place for place, mark in enumerate(reversed(marks)) if not mark), 0)
    return unicodedata.normalize("NFC", word[first : len(word) - last]).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")


def written_words(phrase: str, known: Container[str] = ()) -> tuple[str, ...]:
    """Split a phrase at its spaces; punctuation that stands alone belongs to the word before it.

    >>> written_words("Yes – a pear , please .")
    ('Yes –', 'a', 'pear ,', 'please .')

    Args:
        phrase: written out.
        known: words that stay apart though they are punctuation.
    """
    words: list[str] = []
    for part in phrase.split():
        if words and part not in known and not bare(part):
            words[-1] += f" {part}"
        elif words and not bare(words[0]) and words[0] not in known:  # nothing but punctuation so far
            words[-1] += f" {part}"
        else:
            words.append(part)
    return tuple(words)


def near_origin(word: str, dimension: int, unit: float = 1.0) -> tuple[float, ...]:
    """Return a place for a word that shall hardly pull: 0.2 to 0.4 units from the origin, always the same one.

    Args:
        word: decides the direction and the distance, in whatever case.
        dimension: how many numbers the place has.
        unit: the power of ten that is the size of the world's numbers.
    """
    chance = random.Random(word.casefold().encode("utf-8", "surrogatepass"))  # by the text: alike in every process
    direction = [chance.gauss(0, 1) for _ in range(dimension)]
    distance = chance.uniform(_NEAREST, _FARTHEST) / math.hypot(*direction)
    return tuple(round(number * distance, 3) * unit for number in direction)


def filled(content: Mapping[str, Any], phrases: Iterable[str]) -> dict[str, Any]:
    """Return a world's values with a vector near the origin for each word that has none.

    What is no world stays as it is.

    Args:
        content: what its file says, unchecked.
        phrases: those whose words need a vector, written out.
    """
    axes, vectors = content.get("axes"), content.get("vectors")
    if not isinstance(axes, list | tuple) or not axes or not isinstance(vectors, Mapping):
        return dict(content)
    known = {**{bare(word).casefold(): word for word in vectors}, **dict.fromkeys(vectors)}
    unit = unit_of(number for row in vectors.values() if isinstance(row, list | tuple) for number in row)
    new: dict[str, tuple[float, ...]] = {}
    for written in (word for phrase in phrases for word in written_words(phrase, known)):
        word = bare(written) or written
        if written not in known and word.casefold() not in known:
            known[word.casefold()] = word
            new[word] = near_origin(word, len(axes), unit)
    return {**content, "vectors": {**vectors, **new}}


def unit_of(numbers: Iterable[object]) -> float:
    """Return the power of ten that is the size of numbers: 1 where the largest is about 3."""
    sizes = [abs(number) for number in numbers if isinstance(number, int | float) and math.isfinite(number)]
    largest = max(sizes, default=0.0)
    return 10.0 ** round(math.log10(largest / 3)) if largest > 0 else 1.0
