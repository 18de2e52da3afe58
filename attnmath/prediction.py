"""A model of the next word: it makes a context vector of the words so far and gives every word a score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy

from attnmath.attention import attend
from attnmath.context import ContextKind, check_kind, class_scores, context_vectors
from attnmath.embedding import Embedding
from attnmath.heads import Head


@dataclass(frozen=True, eq=False)
class NextWordModel:
    """A trained model of the next word: an embedding, a way to make the context vector, a classifier.

    Source: the article's sections "Our Hope", "An Initial Idea" and "Attention is a Weighted Average".

    Attributes:
        kind: how the context vector is made: "last", "average" or "attention".
        embedding: the vectors of the words.
        classifier: (V, d), a row for each word of the embedding, in its order.
        head: the matrices of the step of attention, for "attention"; nothing otherwise.
    """

    kind: ContextKind
    embedding: Embedding
    classifier: Float[Tensor, "V d"]
    head: Head | None = None

    def context(self, phrase: str | Sequence[str]) -> Float[Tensor, " d"]:
        """Return the context vector of the phrase, (d,).

        Raises:
            KeyError: a word is unknown.
        """
        return context_vectors(self.kind, self.embedding.rows(phrase), self.head)

    def weights(self, phrase: str | Sequence[str]) -> Float[Tensor, " T"]:
        """Return the weight of each word of the phrase in the context vector, (T,); they add to 1."""
        x = self.embedding.rows(phrase)
        if self.kind == "attention":
            return attend(x[-1:], self.head, context=x, scaled=True).weights[0]
        weights = torch.zeros_like(x[:, 0])
        weights[-1] = 1
        return weights if self.kind == "last" else torch.full_like(weights, 1 / len(weights))

    def scores(self, phrase: str | Sequence[str]) -> Float[Tensor, " V"]:
        """Return the score of every word as the next one, (V,)."""
        return class_scores(self.context(phrase), self.classifier)

    def predict(self, phrase: str | Sequence[str]) -> str:
        """Return the word with the highest score."""
        return self.embedding.words[int(self.scores(phrase).argmax())]

    def margin(self, phrase: str | Sequence[str], word: str) -> float:
        """Return the word's score minus the highest of the others; below 0 where another word wins."""
        scores = self.scores(phrase)
        index = self.embedding.index(word)
        others = torch.cat((scores[:index], scores[index + 1 :]))
        return float(scores[index] - others.max())

    @classmethod
    def train(
        cls,
        phrases: Mapping[str, str],
        kind: ContextKind,
        *,
        embedding: Embedding | None = None,
        words: Sequence[str] = (),
        size: int = 8,
        seed: int = 0,
        steps: int = 300,
        rate: float = 0.05,
    ) -> NextWordModel:
        """Train a model on phrases and their next words, by gradient descent on the cross-entropy (Adam).

        The same arguments give the same model. W_Q and W_K begin near zero and learn ten times more slowly than the
        rest, so that attention begins as the plain average and only then learns whom to prefer: begun at random, or
        as fast as the rest, it may come to prefer the wrong word and stay with it.

        Args:
            phrases: each phrase with its next word.
            kind: how the context vector is made: "last", "average" or "attention".
            embedding: given vectors, kept as they are; learned ones where not given.
            words: more words for the vocabulary, beyond those of the phrases; with learned vectors only.
            size: d, for learned vectors.
            seed: the seed of the random numbers with which training starts.
            steps: the number of steps of gradient descent.
            rate: the learning rate.

        Returns:
            The trained model.

        Raises:
            KeyError: a word of the phrases is not in the given embedding.
            ValueError: no phrases, a phrase without words, an unknown kind, or steps or size below 1.
        """
        [model] = cls.train_in_stages(
            phrases, kind, stages=(steps,), embedding=embedding, words=words, size=size, seed=seed, rate=rate
        )
        return model

    @classmethod
    def train_in_stages(
        cls,
        phrases: Mapping[str, str],
        kind: ContextKind,
        *,
        stages: Sequence[int],
        embedding: Embedding | None = None,
        words: Sequence[str] = (),
        size: int = 8,
        seed: int = 0,
        rate: float = 0.05,
    ) -> list[NextWordModel]:
        """Train one model as ``train`` does, and return it as it is after each number of steps in ``stages``.

        A stage's model is the one that ``train`` returns after as many steps, to the last bit; all cost one training.
        The arguments are those of ``train``, but for the stages: at least one, each later than the one before it.

        Raises:
            KeyError: as in ``train``.
            ValueError: as in ``train``, or stages that do not grow.
        """
        if not phrases:
            raise ValueError("there must be at least one phrase to train on; got none")
        check_kind(kind)
        for label, number in (("steps", min(stages)), ("size", size)):
            if number < 1:
                raise ValueError(f"{label} must be at least 1; got {number}")
        if any(later <= earlier for earlier, later in pairwise(stages)):
            raise ValueError(f"each stage must come after the one before it; got {list(stages)}")
        given = _random_embedding(_vocabulary(phrases, words), size, seed) if embedding is None else embedding
        trained = _Parameters.start(kind, given, learned=embedding is None, seed=seed)
        return [trained.model(given) for _ in trained.descend(_batches(phrases, given), stages, rate)]


@dataclass(frozen=True, eq=False)
class _Parameters:
    """The parameters under training, in float64, in which different processors differ least."""

    kind: ContextKind
    learned: bool
    vectors: Tensor
    classifier: Tensor
    W_Q: Tensor
    W_K: Tensor
    W_V: Tensor

    @classmethod
    def start(cls, kind: ContextKind, embedding: Embedding, *, learned: bool, seed: int) -> _Parameters:
        """Return the parameters before training: a classifier of zeros, W_Q and W_K near zero, W_V the identity.

        Attention then begins as the plain average.
        """
        vectors = embedding.vectors.detach().double()
        generator = torch.Generator().manual_seed(seed)
        size = vectors.shape[-1]
        near_zero = torch.randn(2, size, size, generator=generator, dtype=torch.float64).to(vectors.device) / 10
        identity = torch.eye(size, dtype=torch.float64, device=vectors.device)
        return cls(kind, learned, vectors, torch.zeros_like(vectors), near_zero[0], near_zero[1], identity)

    def descend(self, batches: Sequence[tuple[Tensor, Tensor]], stages: Sequence[int], rate: float) -> Iterator[int]:
        """Take steps of Adam on the mean cross-entropy, and yield the number taken at each of the stages.

        W_Q and W_K move a tenth of ``rate``.
        """
        fast = [self.classifier, *([self.vectors] if self.learned else [])]
        slow = [self.W_Q, self.W_K] if self.kind == "attention" else []
        if self.kind == "attention":
            fast.append(self.W_V)
        optimizer = _Adam([(tensor, rate) for tensor in fast] + [(tensor, rate / 10) for tensor in slow])
        targets = torch.cat([words for _, words in batches])
        head = self.head()

        def contexts() -> Tensor:
            return torch.cat([context_vectors(self.kind, self.vectors[rows], head) for rows, _ in batches])

        # given vectors without attention have contexts that no step changes
        lasting = None if self.learned or self.kind == "attention" else contexts()
        for step in range(1, stages[-1] + 1):
            now = contexts() if lasting is None else lasting
            optimizer.step(cross_entropy(class_scores(now, self.classifier), targets))
            if step in stages:
                yield step

    def head(self) -> Head | None:
        """Return the matrices of attention under training, or None for a kind without them."""
        if self.kind != "attention":
            return None
        return Head(self.W_Q, self.W_K, self.W_V)

    def model(self, start: Embedding) -> NextWordModel:
        """Return the trained model: learned numbers in torch's default dtype, others in the given embedding's."""
        dtype = torch.get_default_dtype() if self.learned else start.vectors.dtype

        def learned(tensor: Tensor) -> Tensor:
            return tensor.detach().to(dtype, copy=True)

        embedding = start
        if self.learned:
            vectors = dict(zip(start.words, learned(self.vectors), strict=True))
            embedding = Embedding(vectors, dtype=dtype, device=self.vectors.device)
        head = Head(learned(self.W_Q), learned(self.W_K), learned(self.W_V)) if self.kind == "attention" else None
        return NextWordModel(self.kind, embedding, learned(self.classifier), head)


class _Adam:
    """Adam (Kingma and Ba 2015, algorithm 1), with its usual constants; on a CPU the same bits as ``torch.optim.Adam``.

    Torch's own loads its compiler at first use, which takes seconds: more than training takes.

    Args:
        rates: the tensors to change, in place, and how far a step goes for each.
    """

    def __init__(self, rates: Sequence[tuple[Tensor, float]]) -> None:
        self._steps = 0
        self._states = [
            (tensor.requires_grad_(), rate, torch.zeros_like(tensor), torch.zeros_like(tensor))
            for tensor, rate in rates
        ]

    def step(self, loss: Tensor, beta_1: float = 0.9, beta_2: float = 0.999, epsilon: float = 1e-8) -> None:
        """Change the tensors once, against the gradient of the loss."""
        self._steps += 1
        gradients = torch.autograd.grad(loss, [tensor for tensor, *_ in self._states])
        with torch.no_grad():
            for (tensor, rate, mean, square), gradient in zip(self._states, gradients, strict=True):
                mean.lerp_(gradient, 1 - beta_1)
                square.mul_(beta_2).addcmul_(gradient, gradient, value=1 - beta_2)
                spread = (square.sqrt() / (1 - beta_2**self._steps) ** 0.5).add_(epsilon)
                tensor.addcdiv_(mean, spread, value=-rate / (1 - beta_1**self._steps))


def _vocabulary(phrases: Mapping[str, str], words: Sequence[str]) -> tuple[str, ...]:
    """Return all words, each once, in the order of their first occurrence."""
    return tuple(dict.fromkeys([w for phrase, word in phrases.items() for w in (*phrase.split(), word)] + [*words]))


def _random_embedding(words: Sequence[str], size: int, seed: int) -> Embedding:
    """Return an embedding with a vector of standard normal numbers for every word."""
    generator = torch.Generator().manual_seed(seed)
    vectors = torch.randn(len(words), size, generator=generator, dtype=torch.float64)
    return Embedding(dict(zip(words, vectors, strict=True)), dtype=torch.float64)


def _batches(phrases: Mapping[str, str], embedding: Embedding) -> list[tuple[Tensor, Tensor]]:
    """Return the phrases and next words as rows of the embedding, phrases of equal length together."""
    by_length: dict[int, list[tuple[list[int], int]]] = {}
    for phrase, word in phrases.items():
        indices = [embedding.index(w) for w in phrase.split()]
        if not indices:
            raise ValueError("a phrase needs at least one word; got none")
        by_length.setdefault(len(indices), []).append((indices, embedding.index(word)))
    device = embedding.vectors.device
    return [
        (torch.tensor([row for row, _ in rows], device=device), torch.tensor([word for _, word in rows], device=device))
        for rows in by_length.values()
    ]
