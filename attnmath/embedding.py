"""Words as rows of a tensor, and the similarity of two vectors."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from attnmath._checks import TORCH_ERRORS, check_finite, check_tensors, do_broadcast, has_nan, shape


class Embedding:
    """A table of word vectors, (V, d): one row per word.

    Source: the article's section "Embeddings".

    Args:
        vectors: each word's d numbers; the order of the words is kept.
        axes: a name for each of the d axes, or nothing.
        dtype: the dtype of the table; torch's default where not given.
        device: the device of the table; torch's default where not given.

    Attributes:
        words: the V words, in the order given.
        vectors: the table, (V, d).
        axes: the names of the axes, empty where none were given.

    Raises:
        ValueError: no words, words whose vectors differ in length, a number that is not finite, or as many axis
            names as do not fit.
    """

    def __init__(
        self,
        vectors: Mapping[str, Sequence[float] | Tensor],
        axes: Sequence[str] = (),
        *,
        dtype: torch.dtype | None = None,
        device: torch.device | str | None = None,
    ) -> None:
        if not vectors:
            raise ValueError("an embedding needs at least one word; got none")
        dtype = torch.get_default_dtype() if dtype is None else dtype
        rows = [torch.as_tensor(vector, dtype=dtype, device=device) for vector in vectors.values()]
        first = next(iter(vectors))
        for word, row in zip(vectors, rows, strict=True):
            if row.ndim != 1 or row.shape != rows[0].shape:
                raise ValueError(
                    f'all vectors must be lists of one length; "{first}" has shape {shape(rows[0])}, '
                    f'"{word}" has shape {shape(row)}'
                )
        if axes and len(axes) != len(rows[0]):
            raise ValueError(f"one name per axis: the vectors have {len(rows[0])}, got {len(axes)} names {tuple(axes)}")
        self.words: tuple[str, ...] = tuple(vectors)
        self.vectors: Float[Tensor, "V d"] = torch.stack(rows)
        self.axes: tuple[str, ...] = tuple(axes)
        self._index = {word: i for i, word in enumerate(self.words)}
        check_tensors({"an embedding": self.vectors})
        check_finite({f'"{word}"': row for word, row in zip(self.words, rows, strict=True)})

    def index(self, word: str) -> int:
        """Return the row of the word in the table.

        Raises:
            KeyError: the word is unknown; the message names the word whose spelling is nearest.
        """
        if word in self._index:
            return self._index[word]
        raise UnknownWordError(word, self.words)

    def rows(self, phrase: str | Sequence[str]) -> Float[Tensor, "T d"]:
        """Return the phrase as a matrix X, one row per word, (T, d).

        Args:
            phrase: words with spaces between them, or a sequence of words.

        Raises:
            KeyError: a word is unknown; the message names the word whose spelling is nearest.
            ValueError: the phrase has no words.
        """
        words = phrase.split() if isinstance(phrase, str) else phrase
        if not words:
            raise ValueError("a phrase needs at least one word; got none")
        return self.vectors[[self.index(word) for word in words]]

    def __getitem__(self, word: str) -> Float[Tensor, " d"]:
        return self.vectors[self.index(word)]

    def __contains__(self, word: object) -> bool:
        return word in self._index

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"Embedding({len(self)} words, d={self.vectors.shape[-1]})"


class UnknownWordError(KeyError):
    """An error for a word that the embedding does not hold; it names the nearest spelling."""

    def __init__(self, word: str, words: Sequence[str]) -> None:
        near = difflib.get_close_matches(word, words, n=1, cutoff=0.0)
        super().__init__(f'unknown word "{word}"; did you mean "{near[0]}"?')

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would show the message in quotation marks


def dot_products(
    queries: Float[Tensor, "*batch T d"], keys: Float[Tensor, "*batch_k S d"] | None = None
) -> Float[Tensor, "*out T S"]:
    """Return the table Q Kᵀ: entry (i, j) is the dot product of query i and key j; X Xᵀ where keys are left out.

    Source: the article's sections "The Whole Phrase" and "Keys, Queries, and Values".

    Args:
        queries: (..., T, d).
        keys: (..., S, d); the queries themselves where not given.

    Returns:
        (..., T, S)

    Raises:
        TypeError: a tensor is not floating, or the dtypes differ.
        ValueError: the shapes do not fit, or the devices differ.
    """
    keys = queries if keys is None else keys
    try:
        return queries @ keys.mT
    except TORCH_ERRORS:
        check_tensors({"queries": queries, "keys": keys})
        raise ValueError(
            f"queries (..., T, d) and keys (..., S, d) must share d; got {shape(queries)} and {shape(keys)}"
        ) from None


def cosine_similarity(x: Float[Tensor, "*x d"], y: Float[Tensor, "*y d"]) -> Float[Tensor, "*out"]:
    """Return the cosine of the angle between vectors, (x · y) / (|x| |y|), along the last axis.

    The other axes broadcast.

    Args:
        x: (..., d), no vector of length 0.
        y: (..., d), no vector of length 0.

    Returns:
        (...), between −1 and 1.

    Raises:
        TypeError: a tensor is not floating, or the dtypes differ.
        ValueError: the shapes do not fit, the devices differ, a number is NaN, or a vector has length 0.
    """
    check_tensors({"x": x, "y": y})
    if x.shape[-1:] != y.shape[-1:] or not do_broadcast(x, y):
        raise ValueError(f"x (..., d) and y (..., d) must share d and broadcast; got {shape(x)} and {shape(y)}")
    lengths = [torch.linalg.vector_norm(vectors, dim=-1, keepdim=True) for vectors in (x, y)]
    cosine: Tensor = ((x / lengths[0]) * (y / lengths[1])).sum(-1)
    if has_nan(cosine):
        check_finite({"x": x, "y": y})
        label, length = ("x", lengths[0]) if bool((lengths[0] == 0).any()) else ("y", lengths[1])
        place = tuple((length[..., 0] == 0).nonzero()[0].tolist())
        raise ValueError(f"a vector of length 0 has no direction; got one in {label} at {place}")
    return cosine
