"""Two phrases that are nearly the same, and what a classifier that has seen one of them says after each."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from pydantic import Field
from torch import Tensor

from attnmath import cosine_similarity
from scenes.errors import UserError
from scenes.parameters import FigureParameters, phrase_words
from scenes.quantities import quantity
from scenes.shared.training import train
from scenes.worlds import World

_LISTED = 4
"""Words whose scores are drawn, if no more are needed."""

_MOST_WORDS = 6
"""Words before the last one, so that each has room for its vector."""


class SeenAndUnseen(FigureParameters):
    """Two whole phrases that are nearly the same."""

    seen: str = Field(
        "france",
        description="A whole phrase that is learned: its name in the world, or written out (3 to 7 words).",
    )
    unseen: str = Field(
        "spain",
        description="A phrase of as many words that is not: its name in the world, or written out.",
    )

    def phrases(self, world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Both phrases, the word each should end with included.

        Raises:
            UserError: when a word is unknown, or the phrases are too short, too long, of two lengths or the same.
        """
        seen, unseen = (phrase_words(world, getattr(self, name), name) for name in ("seen", "unseen"))
        for name, words in (("seen", seen), ("unseen", unseen)):
            if not 3 <= len(words) <= _MOST_WORDS + 1:
                raise UserError(f"{name} must have 3 to {_MOST_WORDS + 1} words; got {len(words)}")
        if len(seen) != len(unseen):
            raise UserError(f"seen and unseen must have as many words as each other; got {len(seen)} and {len(unseen)}")
        if seen[:-1] == unseen[:-1]:
            raise UserError("seen and unseen must differ before their last word; got the same words")
        return seen, unseen


@dataclass(frozen=True)
class TwoAnswers:
    """What a model makes of two phrases of which it has seen one.

    Attributes:
        seen: the learned phrase, without its last word.
        unseen: the other one, without its last word.
        axes: names of the vectors' numbers.
        vocabulary: the words it chooses from.
        wanted: the last word of each phrase.
        predicted: what the model says instead, or as well.
        learned: the phrases it was trained on.
        listed: positions in the vocabulary of the words whose scores are drawn.
        sides: the two phrases' names.
    """

    seen: tuple[str, ...]
    unseen: tuple[str, ...]
    axes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    wanted: tuple[str, str]
    predicted: tuple[str, str]
    learned: tuple[str, ...]
    listed: tuple[int, ...]
    sides: tuple[str, str]
    seen_vectors: Tensor = quantity("The vectors of the learned phrase.", rows="seen", columns="axes")
    unseen_vectors: Tensor = quantity("The vectors of the other phrase.", rows="unseen", columns="axes")
    count: Tensor = quantity("How many words each average is made of.")
    contexts: Tensor = quantity("The context vectors: the averages.", rows="sides", columns="axes")
    similarity: Tensor = quantity("The cosine similarity of the two context vectors.")
    scores: Tensor = quantity("The score of every word after each phrase.", rows="sides", columns="vocabulary")

    @property
    def phrases(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Both beginnings."""
        return self.seen, self.unseen

    @property
    def whole(self) -> tuple[str, str]:
        """Both phrases with the words they should end with."""
        seen, unseen = (" ".join([*words, last]) for words, last in zip(self.phrases, self.wanted, strict=True))
        return seen, unseen

    @property
    def differences(self) -> tuple[str, str]:
        """The words in which the phrases differ, those of each."""
        pairs = [(one, other) for one, other in zip(*self.phrases, strict=True) if one != other]
        ones, others = (" ".join(words) for words in zip(*pairs, strict=True))
        return ones, others

    @property
    def same_answer(self) -> bool:
        """Whether the model says the same after both phrases."""
        return self.predicted[0] == self.predicted[1]

    @property
    def right(self) -> tuple[bool, bool]:
        """Whether the model says after each phrase what it should."""
        return self.predicted[0] == self.wanted[0], self.predicted[1] == self.wanted[1]

    def outcome(self, side: int) -> str:
        """What the model says after one of the phrases, as a key: such as ``seen-right`` or ``unseen-also-wrong``."""
        also = "also-" if side and self.same_answer else ""
        return f"{self.sides[side]}-{also}{'right' if self.right[side] else 'wrong'}"

    def row_of(self, word: str) -> int:
        """Where a word stands among those whose scores are drawn."""
        return self.listed.index(self.vocabulary.index(word))


def two_answers(parameters: SeenAndUnseen, world: World) -> TwoAnswers:
    """Both averages, and what a classifier that has seen one of the phrases makes of them.

    Raises:
        UserError: when the phrases do not fit each other or the world.
    """
    seen, unseen = parameters.phrases(world)
    given = [phrase for phrase in world.phrases.values() if phrase.split() != list(unseen)]
    learned = tuple(dict.fromkeys([*given, " ".join(seen)]))
    model = train(world, learned)
    beginnings = (seen[:-1], unseen[:-1])
    contexts = torch.stack([model.context(words) for words in beginnings])  # (2, d)
    scores = torch.stack([model.scores(words) for words in beginnings])  # (2, V)
    vocabulary = model.embedding.words
    return TwoAnswers(
        *beginnings,
        axes=world.axes,
        vocabulary=vocabulary,
        wanted=(seen[-1], unseen[-1]),
        predicted=(model.predict(beginnings[0]), model.predict(beginnings[1])),
        learned=learned,
        listed=_listed(scores, [vocabulary.index(phrase[-1]) for phrase in (seen, unseen)]),
        sides=("seen", "unseen"),
        seen_vectors=model.embedding.rows(beginnings[0]),
        unseen_vectors=model.embedding.rows(beginnings[1]),
        count=torch.tensor(float(len(beginnings[0]))),
        contexts=contexts,
        similarity=cosine_similarity(contexts[0], contexts[1]),
        scores=scores,
    )


def _listed(scores: Tensor, wanted: list[int]) -> tuple[int, ...]:
    """Which words' scores are drawn: the predictions, the highest others, the wanted ones; at most five, best first."""
    total = scores.sum(dim=0)
    needed = list(dict.fromkeys([*scores.argmax(dim=-1).tolist(), *wanted]))
    others = [row for row in total.argsort(descending=True, stable=True).tolist() if row not in needed]
    chosen = [*needed, *others[: max(0, _LISTED - len(needed))]]
    return tuple(sorted(chosen, key=lambda row: -float(total[row])))
