"""The beginning of a phrase: a model's predictions after each of its words, and its choice of the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from pydantic import Field
from torch import Tensor

from attnmath import class_scores
from scenes.article.next_word.training import answers, train
from scenes.parameters import FigureParameters, Phrase, phrase_words
from scenes.quantities import quantity
from scenes.worlds import World

DECIMALS = 2
"""The digits after the point with which the choice is computed."""

_MOST_WORDS = 8
"""The most words of a beginning, which leave room for the next."""

_APART = 12.0
"""Degrees between two arrows that are drawn, at least."""


class Beginning(FigureParameters):
    """The parameters of a figure that predicts the next word."""

    phrase: Phrase = Field(
        "once upon a", description="The beginning of a phrase, 2 to 8 words, written out; its next word is predicted."
    )

    def words(self, world: World) -> tuple[str, ...]:
        """Return the words of the beginning.

        Raises:
            UserError: when a word is unknown, or there are too few or too many.
        """
        return phrase_words(world, self.phrase, "phrase", most=_MOST_WORDS)

    @classmethod
    def stand_ins(cls, world: World) -> Iterator[Mapping[str, Any]]:
        """Yield the phrases of a world without their last word, which is to be predicted."""
        for name in world.phrases:
            yield {"phrase": " ".join(world.written(name)[:-1])}


class Choice(Beginning):
    """The parameters of a figure that chooses the next word from the rows of a classifier."""

    rows: int = Field(
        4,
        ge=2,
        le=8,
        description="How many rows of the classifier are drawn at most: the highest, and one that points away.",
    )


@dataclass(frozen=True)
class Chosen:
    """A classifier's choice for a phrase, in numbers of two decimals, so that the drawn arithmetic can be checked.

    Attributes:
        words: the phrase.
        axes: names of the vectors' numbers.
        vocabulary: the words it chooses from.
        drawn: positions in the vocabulary of the rows that are drawn, in order.
        predicted: the word it chooses.
        sides: names of the picture's two directions.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    drawn: tuple[int, ...]
    predicted: str
    sides: tuple[str, str]
    context: Tensor = quantity("The context vector of the last word, to two decimals.", rows="axes")
    embeddings: Tensor = quantity(
        "The vectors of the phrase's words, whose average is the context, to two decimals.",
        rows="words",
        columns="axes",
    )
    classifier: Tensor = quantity(
        "The classifier, to two decimals: a row for each word.", rows="vocabulary", columns="axes"
    )
    scores: Tensor = quantity("The dot product of the context vector with each row.", rows="vocabulary")
    products: Tensor = quantity("The products of the context vector's numbers and the best row's.", rows="axes")
    length: Tensor = quantity("The context vector's length.")
    shadows: Tensor = quantity("How far each row reaches along the context vector.", rows="vocabulary")
    view: Tensor = quantity(
        "The picture's directions, of length 1: the second is the context vector's, so shadows on it are true.",
        rows="sides",
        columns="axes",
    )
    swung: Tensor = quantity(
        "Where each row's arrow ends once it has turned about the context's line into the picture: "
        "its length and its angle to this line are true.",
        rows="vocabulary",
        columns="sides",
    )


def choose(parameters: Choice, world: World) -> Chosen:
    """Return the context vector of a phrase, and its dot product with every row of the classifier.

    Classifier and context vector are rounded to the two decimals that are drawn: anyone who multiplies and adds the
    numbers on screen gets the score beside them.

    Raises:
        UserError: when phrase and world do not fit together.
    """
    words = parameters.words(world)
    model = train(world)
    context, classifier, embeddings = (
        to_drawn(values, world) for values in (model.context(words), model.classifier, model.embedding.rows(words))
    )
    scores = class_scores(context, classifier)  # (V,)
    vocabulary, length = model.embedding.words, context.norm()
    shadows = scores / length.clamp(min=1e-9)
    away = (classifier.square().sum(dim=1) - shadows.square()).clamp(min=0.0).sqrt()
    swung = torch.stack([away, shadows], dim=1)  # (V, 2)
    learned = [word in answers(world) for word in vocabulary]
    best = int(scores.argmax())
    return Chosen(
        words=words,
        axes=world.axes,
        vocabulary=vocabulary,
        drawn=drawn_rows(scores, learned, torch.atan2(away, shadows).rad2deg(), parameters.rows),
        predicted=vocabulary[best],
        sides=("away", "along"),
        products=context * classifier[best],
        length=length,
        shadows=shadows,
        context=context,
        embeddings=embeddings,
        classifier=classifier,
        scores=scores,
        view=side_view(context, embeddings, classifier[best]),
        swung=swung,
    )


def side_view(up: Tensor, rows: Tensor, behind: Tensor) -> Tensor:
    """Return the two directions of a picture in which a vector points upwards and rows differ most beside it.

    Args:
        up: shape (d,).
        rows: shape (N, d).
        behind: shape (d,), a vector that goes to the other side: it turns over all the picture.

    Returns:
        Shape (2, d): to a side, and upwards; of length 1, or 0 where there is no such direction.
    """
    upwards = _unit(up) if float(up.norm()) > 0 else torch.nn.functional.one_hot(torch.tensor(0), len(up)).to(up)
    beside = torch.linalg.svd(rows - torch.outer(rows @ upwards, upwards)).Vh[0]
    across = _unit(beside - (beside @ upwards) * upwards)
    return torch.stack([-across if float(across @ behind) > 0 else across, upwards])


def picture_plane(up: Tensor, other: Tensor, rows: Tensor, right: Tensor) -> Tensor:
    """Return the two directions of a picture in which two vectors have their true lengths, angle and dot products.

    A vector's place in the picture is its projection. Its dot product with either of the two vectors is what the
    picture shows, whatever part of it points out of the picture.

    Args:
        up: shape (d,), the vector that points upwards.
        other: shape (d,), the other one; where it has the same direction, the rows' most different one is taken.
        rows: shape (N, d).
        right: shape (d,), a vector that goes to the right half.

    Returns:
        Shape (2, d): to the right, and upwards; of length 1, or 0 where there is no such direction.
    """
    upwards = _unit(up) if float(up.norm()) > 0 else torch.nn.functional.one_hot(torch.tensor(0), len(up)).to(up)
    beside = other - (other @ upwards) * upwards
    if float(beside.norm()) < 1e-9 * max(float(other.norm()), 1e-9):
        apart = rows - torch.outer(rows @ upwards, upwards)
        beside = torch.linalg.svd(apart).Vh[0]
        beside = beside - (beside @ upwards) * upwards
    across = _unit(beside)
    return torch.stack([-across if float(across @ right) < 0 else across, upwards])


def _unit(vector: Tensor) -> Tensor:
    length = float(vector.norm())
    return vector / length if length > 1e-9 else torch.zeros_like(vector)


def to_drawn(values: Tensor, world: World) -> Tensor:
    """Return numbers rounded to the drawn decimals, in float64, so that products are exact; tiny ones as they are."""
    return values.double() if world.is_tiny else values.double().round(decimals=DECIMALS)


def drawn_rows(scores: Tensor, learned: Sequence[bool], angles: Tensor, count: int) -> tuple[int, ...]:
    """Return the rows that are drawn, in the vocabulary's order: fewer than asked for where too few are apart.

    The best comes first, then learned words, of these higher scores. From three rows on one points away, where a
    learned word does: about half as far as the best reaches, so that it is not taken for the farthest.

    Args:
        scores: shape (V,).
        learned: whether a word was ever the right answer.
        angles: shape (V,), degrees from the context to each row; arrows at nearly the same angle hide each other.
        count: the most rows.
    """
    best = int(scores.argmax())
    order = sorted(range(len(scores)), key=lambda row: (row != best, not learned[row], -float(scores[row])))
    away = [row for row in order if learned[row] and float(scores[row]) < 0]
    if count > 2 and away:
        order.insert(1, min(away, key=lambda row: abs(float(scores[row] + scores[best] / 2))))
    kept: list[int] = []
    for row in order:
        if len(kept) < count and all(abs(float(angles[row] - angles[other])) >= _APART for other in kept):
            kept.append(row)
    return tuple(sorted(kept))


@dataclass(frozen=True)
class Predictions:
    """A model's predictions after each word of a phrase.

    Attributes:
        words: the phrase.
        axes: names of the vectors' numbers.
        vocabulary: the words it chooses from.
        predicted: for each word, the one predicted after it.
        known: whether a phrase of the world begins with the words and the last prediction.
        compared: positions in the vocabulary of the words whose last scores are added up: the second best, then the
            best; that one alone where there is no other word.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    predicted: tuple[str, ...]
    known: bool
    compared: tuple[int, ...]
    weights: Tensor = quantity(
        "How much each word (column) goes into the information of each (row).", rows="words", columns="words"
    )
    embeddings: Tensor = quantity("The words' own vectors.", rows="words", columns="axes")
    contexts: Tensor = quantity("The information that goes with each word.", rows="words", columns="axes")
    scores: Tensor = quantity("The score of every word as the next one.", rows="words", columns="vocabulary")
    answers: Tensor = quantity(
        "The words' vectors as answers, to two decimals: the classifier's rows.", rows="vocabulary", columns="axes"
    )
    context: Tensor = quantity("The last word's information, to two decimals.", rows="axes")
    products: Tensor = quantity(
        "The products of its numbers and those of the compared words as answers.", rows="rivals", columns="axes"
    )
    sums: Tensor = quantity("What the vectors up to each word add up to.", rows="words", columns="axes")
    counts: Tensor = quantity("How many words each one's information is made of.", rows="words")

    @property
    def others(self) -> tuple[int, float] | None:
        """The number of words that are not compared, and the highest of their last scores; None without any."""
        left = [row for row in range(len(self.vocabulary)) if row not in self.compared]
        return (len(left), float(self.scores[-1, left].max())) if left else None

    @property
    def rivals(self) -> tuple[str, ...]:
        """The words whose last scores are added up."""
        return tuple(self.vocabulary[row] for row in self.compared)


def predict(parameters: Beginning, world: World) -> Predictions:
    """Return the context vector of every beginning of a phrase, and the trained model's prediction after it.

    The scores are those of rounded numbers, as in ``choose``: both figures print the same ones.

    Raises:
        UserError: when phrase and world do not fit together.
    """
    words = parameters.words(world)
    model = train(world)
    begun = [words[: length + 1] for length in range(len(words))]
    classifier = to_drawn(model.classifier, world)
    scores = torch.stack([class_scores(to_drawn(model.context(part), world), classifier) for part in begun])  # (T, V)
    weights = torch.zeros(len(words), len(words))
    for row, part in enumerate(begun):
        weights[row, : len(part)] = model.weights(part)
    predicted = tuple(model.embedding.words[int(row.argmax())] for row in scores)
    context, whole = to_drawn(model.context(words), world), (*words, predicted[-1])
    compared = tuple(reversed(scores[-1].sort(descending=True, stable=True).indices[:2].tolist()))
    return Predictions(
        words=words,
        axes=world.axes,
        vocabulary=model.embedding.words,
        predicted=predicted,
        known=any(world.words_of(name)[: len(whole)] == whole for name in world.phrases),
        compared=compared,
        answers=classifier,
        context=context,
        products=context * classifier[list(compared)],
        weights=weights,
        embeddings=model.embedding.rows(words),
        sums=model.embedding.rows(words).cumsum(dim=0),
        contexts=torch.stack([model.context(part) for part in begun]),
        scores=scores,
        counts=torch.arange(1.0, len(words) + 1),
    )
