"""Two words that pull each other: one as the key, the other as the query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import torch
from pydantic import Field
from torch import Tensor

from attnmath import Head, attend
from scenes.errors import UserError
from scenes.number_format import as_printed
from scenes.parameters import Word, WordsParameters, known_word
from scenes.parts.text.number import format_number
from scenes.parts.text.typeset import Label, Row
from scenes.quantities import quantity
from scenes.style import DEFAULT, Style
from scenes.worlds import World


def printed_product(one: Iterable[float], other: Iterable[float], digits: int) -> float:
    """Return the dot product of two vectors' numbers as they are printed."""
    return sum(as_printed(a, digits) * as_printed(b, digits) for a, b in zip(one, other, strict=True))


def digits_that_multiply(one: Tensor, other: Tensor, product: Tensor, least: int) -> int:
    """Return the fewest digits after the point, ``least`` or more, with which printed factors give the printed product.

    Two where not even four do.
    """
    value = as_printed(float(product), 2)
    for digits in range(least, 5):
        if as_printed(printed_product(one.tolist(), other.tolist(), digits), 2) == value:
            return digits
    return 2


class PairParameters(WordsParameters):
    """The parameters of the figures of two words."""

    first: Word = Field("bride", description="The word at the left.")
    second: Word = Field("ring", description="The word at the right, another one.")

    def words(self, world: World) -> tuple[str, ...]:
        """Return the two words.

        Raises:
            UserError: when the world does not know one of them, or they are the same.
        """
        words = tuple(known_word(world, getattr(self, name), name) for name in ("first", "second"))
        if words[0] == words[1]:
            raise UserError(f"first and second must be two different words; got {' '.join(words)}")
        return words

    @classmethod
    def stand_ins(cls, world: World) -> Iterator[Mapping[str, Any]]:
        """Yield pairs of words for a world without a bride and a ring, those first that pull most unevenly."""
        words = list(dict.fromkeys([*world.landmarks, *world.vectors]))
        W_Q, W_K = (_square(world, name) for name in ("W_Q", "W_K"))
        forces: dict[tuple[str, str], float] = {}
        for first, second in permutations(words[:_MOST_PAIRED], 2):
            vectors = world.embedding().rows([first, second])
            strong, weak = both_ways(vectors, W_Q, W_K).tolist()
            if strong > 0 and weak > 0 and float(both_ways(vectors).min()) > 0:
                forces[first, second] = strong / weak
        for first, second in sorted(forces, key=lambda pair: -forces[pair]):
            yield {"first": first, "second": second}


_MOST_PAIRED = 12
"""Words of a world that are tried with each other."""


def _square(world: World, name: str) -> Tensor | None:
    """Return a world's matrix if it has one that takes vectors to vectors as long."""
    values = torch.tensor(world.matrices.get(name, ((0.0,),)))
    return values if values.shape == (world.dimension, world.dimension) else None


@dataclass(frozen=True)
class Pair:
    """The numbers of two words that pull each other.

    Attributes:
        words: the two words.
        axes: names of the vectors' numbers.
        directions: who pulls whom: the first the second, then the second the first.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    directions: tuple[str, ...]
    vectors: Tensor = quantity("The words' vectors.", rows="words", columns="axes")
    keys: Tensor = quantity("Their keys: vectors times W_K, or the vectors themselves.", rows="words")
    queries: Tensor = quantity("Their queries: vectors times W_Q, or the vectors themselves.", rows="words")
    forces: Tensor = quantity("The puller's key dot the pulled word's query.", rows="directions")
    products: Tensor = quantity("The products, number by number, whose sums the forces are.", rows="directions")


def both_ways(vectors: Tensor, W_Q: Tensor | None = None, W_K: Tensor | None = None) -> Tensor:
    """Return the first word's key dot the second's query, then the second's key dot the first's query, shape (2,)."""
    # Rows are queries, the words that are pulled; columns are keys, the words that pull.
    scores = attend(vectors, Head(W_Q=W_Q, W_K=W_K)).scores
    return torch.stack([scores[1, 0], scores[0, 1]])


def pair(parameters: PairParameters, world: World, W_Q: Tensor | None = None, W_K: Tensor | None = None) -> Pair:
    """Return the numbers of two words that pull each other, by matrices or by their own vectors.

    Raises:
        UserError: when the words do not fit the world, or one pushes the other away.
    """
    words = parameters.words(world)
    vectors = world.embedding().rows(words)  # (2, d)
    step = attend(vectors, Head(W_Q=W_Q, W_K=W_K))
    forces = both_ways(vectors, W_Q, W_K)
    first, second = words
    directions = (f"{first} pulls {second}", f"{second} pulls {first}")
    for direction, force in zip(directions, forces, strict=True):
        if force <= 0:
            raise UserError(
                f"a force is drawn as an arrow and must be above 0; {direction} with {format_number(float(force))}"
            )
    return Pair(
        words, world.axes, directions, vectors, step.keys, step.queries, forces, step.keys * step.queries.flip(0)
    )


def pulls_row(
    words: Sequence[str], *, colors: Sequence[str] = (), size: float, gap: float = 0.2, style: Style = DEFAULT
) -> Row:
    """Return who pulls whom, in words.

    Args:
        words: the word that pulls, then the one that is pulled.
        colors: one ``#rrggbb`` for each; the roles' when left out.
        size: manim font units.
        gap: scene units between words.
        style: theme.
    """
    puller, pulled = zip(words, colors or (style.theme.key, style.theme.query), strict=True)
    said = (puller, (style.says("pulls"), style.theme.ink), pulled)
    return Row([Label(word, size=size, color=color, style=style) for word, color in said], gap)
