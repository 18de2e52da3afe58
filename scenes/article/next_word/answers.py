"""The answers of a model to two phrases, of which it has seen one, and the answer of every direction near them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import atan2, degrees
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import Field
from torch import Tensor

from attnmath import NextWordModel, class_scores, cosine_similarity
from scenes.article.next_word.choice import picture_plane, to_drawn
from scenes.article.next_word.training import STAGES, beginnings, train, trained_in_stages, whole_phrases
from scenes.errors import UserError
from scenes.parameters import FigureParameters, Phrase, phrase_words
from scenes.quantities import quantity
from scenes.worlds import World

Rows: TypeAlias = NDArray[np.float64]
"""A row of the classifier for each word, in the picture: shape (V, 2)."""

_NEAR = 0.98
"""The cosine similarity from which two averages are said to be nearly the same."""

_MOST_WORDS = 6
"""The most words before the last one, so that each has room for its vector."""


class SeenAndUnseen(FigureParameters):
    """The parameters of the figure: two whole phrases that are nearly the same."""

    seen: Phrase = Field(
        "france",
        description="A whole phrase that is learned: its name in the world, or written out (3 to 7 words).",
    )
    unseen: Phrase = Field(
        "the capital of Spain is Madrid",
        description="A phrase of as many words that is not: its name in the world, or written out.",
    )

    def phrases(self, world: World) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return both phrases, including the word that each should end with.

        Raises:
            UserError: when a word is unknown, or the phrases are too short, too long, of two lengths or the same.
        """
        seen, unseen = (
            phrase_words(world, getattr(self, name), name, least=3, most=_MOST_WORDS + 1) for name in ("seen", "unseen")
        )
        if len(seen) != len(unseen):
            raise UserError(f"seen and unseen must have as many words as each other; got {len(seen)} and {len(unseen)}")
        if seen[:-1] == unseen[:-1]:
            raise UserError("seen and unseen must differ before their last word; got the same words")
        return seen, unseen

    @classmethod
    def stand_ins(cls, world: World) -> Iterator[Mapping[str, Any]]:
        """Yield pairs of a world's phrases with as many words as each other, those first that differ least."""
        told = {name: world.words_of(name) for name in world.phrases}
        pairs = [pair for pair in permutations(told, 2) if len(told[pair[0]]) == len(told[pair[1]])]

        def differing(pair: tuple[str, str]) -> int:
            return sum(one != other for one, other in zip(told[pair[0]], told[pair[1]], strict=True))

        for seen, unseen in sorted(pairs, key=differing):
            yield {"seen": seen, "unseen": unseen}


@dataclass(frozen=True)
class TwoAnswers:
    """A model's answers to two phrases, of which it has seen one.

    Attributes:
        seen: the learned phrase, without its last word.
        unseen: the other one, without its last word.
        axes: names of the vectors' numbers.
        vocabulary: the words it chooses from.
        wanted: the last word of each phrase.
        predicted: the model's last word for each phrase.
        learned: the phrases it was trained on.
        sides: the two phrases' names.
        directions: names of the picture's two directions.
    """

    seen: tuple[str, ...]
    unseen: tuple[str, ...]
    axes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    wanted: tuple[str, str]
    predicted: tuple[str, str]
    learned: tuple[str, ...]
    sides: tuple[str, str]
    directions: tuple[str, str]
    seen_vectors: Tensor = quantity("The vectors of the learned phrase.", rows="seen", columns="axes")
    unseen_vectors: Tensor = quantity("The vectors of the other phrase.", rows="unseen", columns="axes")
    count: Tensor = quantity("How many words each average is made of.")
    contexts: Tensor = quantity("The context vectors: the averages.", rows="sides", columns="axes")
    similarity: Tensor = quantity("The cosine similarity of the two context vectors.")
    angle: Tensor = quantity("The angle between the two context vectors, in degrees.")
    classifier: Tensor = quantity(
        "The classifier, to two decimals: a row for each word.", rows="vocabulary", columns="axes"
    )
    scores: Tensor = quantity("The score of every word after each phrase.", rows="sides", columns="vocabulary")
    view: Tensor = quantity(
        "The picture's directions, of length 1: both context vectors lie in it, so scores in it are true.",
        rows="directions",
        columns="axes",
    )
    stages: Tensor = quantity("Steps of training after which the rows were looked at.")
    across: Tensor = quantity(
        "How far to the right every row reached after each of these.", rows="stages_named", columns="vocabulary"
    )
    up: Tensor = quantity("How far up every row reached after each.", rows="stages_named", columns="vocabulary")
    widths: Tensor = quantity(
        "How many degrees of the picture's directions every word won after each, alone or with others.",
        rows="stages_named",
        columns="vocabulary",
    )

    @property
    def stages_named(self) -> tuple[str, ...]:
        """The stages of training as titles."""
        return tuple(str(round(stage)) for stage in self.stages.tolist())

    @property
    def phrases(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The words of both beginnings."""
        return self.seen, self.unseen

    @property
    def differences(self) -> tuple[str, str]:
        """The words in which the phrases differ, those of each."""
        pairs = [(one, other) for one, other in zip(*self.phrases, strict=True) if one != other]
        ones, others = (" ".join(words) for words in zip(*pairs, strict=True))
        return ones, others

    @property
    def shared(self) -> tuple[int, ...]:
        """The positions at which both phrases have the same word."""
        return tuple(at for at, pair in enumerate(zip(*self.phrases, strict=True)) if pair[0] == pair[1])

    @property
    def nearly_one(self) -> bool:
        """True if both averages point nearly the same way."""
        return float(self.similarity) > _NEAR

    @property
    def right(self) -> tuple[bool, bool]:
        """The truth of both answers: True where the model's answer to a phrase is right."""
        return self.predicted[0] == self.wanted[0], self.predicted[1] == self.wanted[1]

    @property
    def outcome(self) -> str:
        """The outcome for the second phrase as a key, such as ``right``, ``also-wrong`` or ``also-wrong-lost``."""
        also = self.predicted[0] == self.predicted[1] and self.nearly_one
        if also and not self.right[1] and self.lost:
            return "also-wrong-lost"
        return f"{'also-' if also else ''}{'right' if self.right[1] else 'wrong'}"

    @property
    def lost(self) -> bool:
        """True if the second phrase's last word never was an answer in training, and no direction gives it."""
        hoped = self.wanted[1]
        return hoped not in beginnings(self.learned).values() and not self.widths[-1, self.vocabulary.index(hoped)]

    def rows_after(self, step: float) -> Rows:
        """Return every word's row in the picture after some steps of training, shape (V, 2).

        Between two stages rows go the straight way.
        """
        stages = self.stages.tolist()
        return np.array(
            [
                [float(np.interp(step, stages, way)) for way in ways]
                for ways in zip(self.across.T.tolist(), self.up.T.tolist(), strict=True)
            ]
        )

    def needle_after(self, step: float) -> int:
        """Return the position of the word that the first average points at after some steps of training."""
        return int((self.rows_after(step) @ (self.view @ self.contexts[0].double()).numpy()).argmax())


@dataclass(frozen=True, slots=True)
class Slice:
    """All directions in which one word has the greatest score.

    Attributes:
        words: positions in the vocabulary: several where their rows are the same.
        start: the first direction, degrees from the right.
        end: the last one, anticlockwise; at most 360 more.
    """

    words: tuple[int, ...]
    start: float
    end: float


def slices(rows: Rows) -> list[Slice]:
    """Return the slices of the circle that words win, anticlockwise; none where all rows are one.

    A direction's winner is the row that reaches farthest that way: a corner of the rows' convex hull. It wins from the
    normal of the hull's edge before it to the normal of the one after it.

    Args:
        rows: one a word, shape (V, 2).

    >>> slices(np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]]))[1]
    Slice(words=(0,), start=-90.0, end=45.0)
    """
    places = [(float(x), float(y)) for x, y in np.round(rows, 9)]
    corners = _hull(sorted(set(places)))
    if len(corners) < 2:
        return []
    normals = [
        degrees(atan2(before[0] - after[0], after[1] - before[1]))
        for before, after in zip(corners, [*corners[1:], corners[0]], strict=True)
    ]
    found = []
    for at, corner in enumerate(corners):
        start = normals[at - 1]
        words = tuple(word for word, place in enumerate(places) if place == corner)
        found.append(Slice(words, start, start + (normals[at] - start) % 360.0))
    return found


def widths(rows: Rows) -> list[float]:
    """Return how many degrees of directions each row wins, alone or with others.

    >>> widths(np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]]))
    [135.0, 90.0, 135.0]
    """
    found = slices(rows)
    return [sum(each.end - each.start for each in found if word in each.words) for word in range(len(rows))]


def _hull(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the corners of the convex hull of sorted places, anticlockwise."""
    halves: list[list[tuple[float, float]]] = []
    for way in (places, places[::-1]):
        half: list[tuple[float, float]] = []
        for x, y in way:
            while len(half) > 1 and (half[-1][0] - half[-2][0]) * (y - half[-2][1]) <= (half[-1][1] - half[-2][1]) * (
                x - half[-2][0]
            ):
                half.pop()
            half.append((x, y))
        halves.append(half[:-1] if len(half) > 1 else half)
    return list(dict.fromkeys([*halves[0], *halves[1]]))


def two_answers(parameters: SeenAndUnseen, world: World) -> TwoAnswers:
    """Return both averages, and the answers of a classifier that has seen one of the phrases.

    Raises:
        UserError: when the phrases do not fit each other or the world.
    """
    seen, unseen = parameters.phrases(world)
    given = [phrase for phrase in whole_phrases(world) if phrase.split() != list(unseen)]
    learned = tuple(dict.fromkeys([*given, " ".join(seen)]))
    model = train(world, learned)
    begun = (seen[:-1], unseen[:-1])
    contexts = torch.stack([model.context(words) for words in begun])  # (2, d)
    classifier, drawn_contexts = to_drawn(model.classifier, world), to_drawn(contexts, world)
    scores = class_scores(drawn_contexts, classifier)  # (2, V)
    vocabulary = model.embedding.words
    best = scores.argmax(dim=-1).tolist()
    # The first phrase stands at the left and the second at the right, and so do their averages.
    view = picture_plane(drawn_contexts[0], drawn_contexts[1], classifier, drawn_contexts[1])
    places = _places_in_stages(trained_in_stages(world, learned), classifier, view)
    similarity = cosine_similarity(contexts[0], contexts[1])
    return TwoAnswers(
        *begun,
        axes=world.axes,
        vocabulary=vocabulary,
        wanted=(seen[-1], unseen[-1]),
        predicted=(vocabulary[best[0]], vocabulary[best[1]]),
        learned=learned,
        sides=("seen", "unseen"),
        directions=("across", "up"),
        seen_vectors=model.embedding.rows(begun[0]),
        unseen_vectors=model.embedding.rows(begun[1]),
        count=torch.tensor(float(len(begun[0]))),
        contexts=contexts,
        similarity=similarity,
        angle=torch.rad2deg(torch.acos(similarity.clamp(-1.0, 1.0))),
        classifier=classifier,
        scores=scores,
        view=view,
        stages=torch.tensor((0, *STAGES), dtype=torch.float64),
        across=places[..., 0],
        up=places[..., 1],
        widths=torch.tensor([widths(rows) for rows in places.numpy()], dtype=torch.float64),
    )


def _places_in_stages(models: Sequence[NextWordModel], last: Tensor, view: Tensor) -> Tensor:
    """Return where rows end in the picture after each stage of training, shape (K, V, 2): at first all are 0."""
    rows = torch.stack([0 * last, *(each.classifier.double() for each in models[:-1]), last])  # (K, V, d)
    return rows @ view.double().T
