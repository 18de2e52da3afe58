"""The beginning of a phrase: a model's predictions after each of its words, and its choice of the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import acos, atan2, cos, degrees, radians, sin
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

_YAWS, _LIFTS = range(0, 360, 5), (27.0, -27.0)
"""Degrees: by which a space may be turned about the upright context; from how far above or below it is first seen."""

_APART, _LONG, _STEEP, _LEANS = 30.0, 0.5, 0.5, 20.0
"""The angle between two arrows, the share of the longest arrow's length or of its own, the length at which a number's
own direction is seen, and the context's angle to where it will stand: a picture gets no clearer by more of it."""


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
        description="How many rows of the classifier are drawn: the highest, and one that points away.",
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
        told: the position in the vocabulary of the row whose dot product is written out.
        axis: the position of the number along whose axis the context stands upright at last.
        lift: degrees from which the space is seen from above at first, or from below; at last it is seen from the side.
    """

    words: tuple[str, ...]
    axes: tuple[str, ...]
    vocabulary: tuple[str, ...]
    drawn: tuple[int, ...]
    predicted: str
    sides: tuple[str, str]
    told: int
    axis: int
    lift: float
    context: Tensor = quantity("The context vector of the last word, to two decimals.", rows="axes")
    previous: Tensor = quantity("The context vector of the word before it, to two decimals.", rows="axes")
    embeddings: Tensor = quantity(
        "The vectors of the phrase's words, whose average is the context, to two decimals.",
        rows="words",
        columns="axes",
    )
    classifier: Tensor = quantity(
        "The classifier, to two decimals: a row for each word.", rows="vocabulary", columns="axes"
    )
    scores: Tensor = quantity("The dot product of the context vector with each row.", rows="vocabulary")
    products: Tensor = quantity("The products of the context vector's numbers and the told row's.", rows="axes")
    length: Tensor = quantity("The context vector's length.")
    shadows: Tensor = quantity("How far each row reaches along the context vector.", rows="vocabulary")
    view: Tensor = quantity(
        "The picture's directions, of length 1: the second is the context vector's, so shadows on it are true.",
        rows="sides",
        columns="axes",
    )
    depth: Tensor = quantity("The direction out of the picture, towards the eye; 0 where there is none.", rows="axes")
    upright: Tensor = quantity(
        "The context vector's numbers once its arrow stands on an axis: that one is its length, all others are 0.",
        rows="axes",
    )
    leaning: Tensor = quantity(
        "The told row's numbers when all arrows have turned like the context's: one of them is its shadow.", rows="axes"
    )
    last_products: Tensor = quantity("The products of these numbers: their sum is the same.", rows="axes")

    @property
    def others(self) -> tuple[int, ...]:
        """The positions in the vocabulary of the rows that are not drawn."""
        return tuple(index for index in range(len(self.vocabulary)) if index not in self.drawn)


def choose(parameters: Choice, world: World) -> Chosen:
    """Return the context vector of a phrase, and its dot product with every row of the classifier.

    Classifier and context vector are rounded to the two decimals that are drawn: anyone who multiplies and adds the
    numbers on screen gets the score beside them.

    Raises:
        UserError: when phrase and world do not fit together.
    """
    words = parameters.words(world)
    model = train(world)
    begun = (model.context(words), model.context(words[:-1]), model.classifier)
    context, previous, classifier = (to_drawn(values, world) for values in begun)
    scores = class_scores(context, classifier)  # (V,)
    vocabulary = model.embedding.words
    drawn = drawn_rows(scores, [word in answers(world) for word in vocabulary], parameters.rows)
    best = int(scores.argmax())
    length = context.norm()
    told = sorted(drawn, key=lambda row: -float(scores[row]))[min(1, len(drawn) - 1)]
    seen = classifier[list(drawn)]
    view = picture_plane(context, previous, seen, classifier[best])
    depth, axis = depth_of(view, seen, classifier[best]), int(context.argmax())
    yaw, lift = clearest_look(view, depth, seen, context, classifier[told], axis)
    view, depth = yawed(view, depth, yaw)
    # What is exactly 0 is written so: rounding leaves some 1e-17 of it.
    upright = torch.nn.functional.one_hot(torch.tensor(axis), len(context)).to(context) * length
    leaning = turning(context, axis, 1.0) @ classifier[told]
    return Chosen(
        words=words,
        axes=world.axes,
        vocabulary=vocabulary,
        drawn=drawn,
        predicted=vocabulary[best],
        sides=("across", "up"),
        told=told,
        axis=axis,
        lift=lift,
        upright=upright,
        leaning=leaning,
        last_products=upright * leaning,
        products=context * classifier[told],
        length=length,
        shadows=scores / length.clamp(min=1e-9),
        context=context,
        previous=previous,
        embeddings=to_drawn(model.embedding.rows(words), world),
        classifier=classifier,
        scores=scores,
        view=view,
        depth=depth,
    )


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


def depth_of(view: Tensor, rows: Tensor, towards: Tensor) -> Tensor:
    """Return the direction out of a picture in which rows differ most, of length 1; 0 where there is no such direction.

    Args:
        view: shape (2, d), the picture's two directions.
        rows: shape (N, d).
        towards: shape (d,), a vector that comes out of the picture, not into it.
    """
    out = rows - rows @ view.T @ view
    if float(out.norm()) < 1e-9 * max(float(rows.norm()), 1e-9):
        return torch.zeros_like(towards)
    depth = torch.linalg.svd(out).Vh[0]
    depth = _unit(depth - depth @ view.T @ view)
    return -depth if float(depth @ towards) < 0 else depth


def yawed(view: Tensor, depth: Tensor, yaw: float) -> tuple[Tensor, Tensor]:
    """Return a picture's two directions, and the one out of it, after the space was turned about the upward one.

    Args:
        view: shape (2, d), to the right and upwards.
        depth: shape (d,), out of the picture; where it is 0 nothing turns.
        yaw: degrees.
    """
    if float(depth.norm()) == 0:
        return view, depth
    (across, up), turn = view, radians(yaw)
    return torch.stack([cos(turn) * across + sin(turn) * depth, up]), cos(turn) * depth - sin(turn) * across


def lifted(view: Tensor, depth: Tensor, lift: float) -> Tensor:
    """Return a picture's two directions when it is seen from above: what is nearer to the eye is seen lower.

    From below, where the lift is negative, it is seen higher.

    Args:
        view: shape (2, d), to the right and upwards, seen from the side.
        depth: shape (d,), out of the picture; where it is 0 there is nothing to see from above.
        lift: degrees.
    """
    if float(depth.norm()) == 0:
        return view
    across, up = view
    return torch.stack([across, cos(radians(lift)) * up - sin(radians(lift)) * depth])


def turning(context: Tensor, axis: int, share: float) -> Tensor:
    """Return the matrix, shape (d, d), that turns all arrows a share of the way until a context stands on an axis.

    It turns in the plane of both, by the least angle. Lengths and dot products stay as they are.

    Args:
        context: shape (d,).
        axis: the position of the axis.
        share: 0 to 1 of the way.
    """
    one, stands = torch.eye(len(context)).to(context), _unit(context)
    onto = one[axis]
    beside = stands - stands[axis] * onto
    sine, cosine = float(beside.norm()), float(stands[axis])
    if sine < 1e-9:  # it stands there already, or upside down where there is no plane to turn in
        return one - 2 * share * torch.outer(onto, onto) * float(cosine < 0)
    beside, angle = beside / sine, share * atan2(sine, cosine)
    plane = torch.outer(onto, onto) + torch.outer(beside, beside)
    quarter = torch.outer(onto, beside) - torch.outer(beside, onto)
    return one + (cos(angle) - 1) * plane + sin(angle) * quarter


def clearest_look(
    view: Tensor, depth: Tensor, rows: Tensor, context: Tensor, told: Tensor, axis: int
) -> tuple[float, float]:
    """Return degrees of yaw and lift with which a space is seen best: at first with its axes, at last from the side.

    The steps of one arrow, number by number, do not cross each other if that can be. Among views that are about equally
    clear, that one is best in which most arrows go to the right at last: what is measured stands at the left.

    Args:
        view: shape (2, d), the picture's directions at last.
        depth: shape (d,), out of the picture.
        rows: shape (N, d).
        context: shape (d,), upright at last.
        told: shape (d,), the arrow whose steps are seen.
        axis: the position of the axis on which the context stands at last.
    """
    back = turning(context, axis, 1.0).T

    def clear(look: tuple[float, float]) -> tuple[bool, float, int]:
        last, out = yawed(view, depth, look[0])
        first = lifted(last, out, look[1]) @ back
        clearness = min(_clearness(last, rows), _openness(first, told, context))
        return not crosses(first, told), round(clearness, 1), int((rows @ last[0] > 0).sum())

    return max(((float(yaw), lift) for lift in _LIFTS for yaw in _YAWS), key=clear)


def crosses(view: Tensor, row: Tensor) -> bool:
    """Return whether the steps of a vector, number by number, cross each other in a picture."""
    corners = [(0.0, 0.0), *((float(across), float(up)) for across, up in torch.cumsum(row * view, dim=1).T)]
    steps = list(pairwise(corners))

    def side(line: tuple[tuple[float, float], ...], at: tuple[float, float]) -> float:
        (x, y), (end_x, end_y) = line
        return (end_x - x) * (at[1] - y) - (end_y - y) * (at[0] - x)

    def apart(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> bool:
        return side(one, other[0]) * side(one, other[1]) > 0

    return any(
        not apart(steps[place], later) and not apart(later, steps[place])
        for place in range(len(steps))
        for later in steps[place + 2 :]
    )


def _clearness(view: Tensor, rows: Tensor) -> float:
    """Return how well a picture shows arrows beside an upright one, 1 at best: the worst angle or length counts."""
    seen = rows @ view.T
    lengths = seen.norm(dim=1)
    upward = rows.new_tensor([0.0, 1.0])
    nearest = max(_alike(one, other) for one, other in [*combinations(seen, 2), *((arrow, upward) for arrow in seen)])
    return min(1.0, _degrees(nearest) / _APART, float(lengths.min() / lengths.max().clamp(min=1e-9)) / _LONG)


def _openness(view: Tensor, told: Tensor, context: Tensor) -> float:
    """Return how well a picture shows the axes with an arrow and a context that will stand upright, 1 at best."""
    arrow, leaning = view @ told, view @ context
    between = max((abs(_alike(one, other)) for one, other in combinations(view.T, 2)), default=0.0)
    beside = max(_alike(one, other) for one in (arrow, leaning) for other in view.T)
    angles = (_degrees(between), _degrees(_alike(arrow, leaning)), 1.5 * _degrees(beside))
    lengths = (float(seen.norm() / whole.norm().clamp(min=1e-9)) for seen, whole in ((arrow, told), (leaning, context)))
    leans = _degrees(_alike(leaning, view.new_tensor([0.0, 1.0]))) / _LEANS
    steep = float(view.norm(dim=0).min()) / _STEEP
    return min(1.0, leans, steep, *(angle / _APART for angle in angles), *(length / _LONG for length in lengths))


def _alike(one: Tensor, other: Tensor) -> float:
    return float(_unit(one) @ _unit(other))


def _degrees(cosine: float) -> float:
    return degrees(acos(min(max(cosine, -1.0), 1.0)))


def _unit(vector: Tensor) -> Tensor:
    length = float(vector.norm())
    return vector / length if length > 1e-9 else torch.zeros_like(vector)


def to_drawn(values: Tensor, world: World) -> Tensor:
    """Return numbers rounded to the drawn decimals, in float64, so that products are exact; tiny ones as they are."""
    return values.double() if world.is_tiny else values.double().round(decimals=DECIMALS)


def drawn_rows(scores: Tensor, learned: Sequence[bool], count: int) -> tuple[int, ...]:
    """Return the rows that are drawn, in the vocabulary's order.

    The best comes first, then learned words, of these higher scores. From three rows on one points away, where a
    learned word does: about half as far as the best reaches, so that it is not taken for the farthest.
    """
    best = int(scores.argmax())
    order = sorted(range(len(scores)), key=lambda row: (row != best, not learned[row], -float(scores[row])))
    kept, away = order[:count], [row for row in order if learned[row] and float(scores[row]) < 0]
    if count > 2 and away:
        opposite = min(away, key=lambda row: abs(float(scores[row] + scores[best] / 2)))
        kept = kept if opposite in kept else [*kept[:-1], opposite]
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
    total: Tensor = quantity("The sum of the words' own vectors.", rows="axes")
    count: Tensor = quantity("How many words the last one's information is made of.")

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
        contexts=torch.stack([model.context(part) for part in begun]),
        scores=scores,
        total=model.embedding.rows(words).sum(dim=0),
        count=torch.tensor(float(len(words))),
    )
