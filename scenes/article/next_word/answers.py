"""The answers of a model to two phrases, of which it has seen one, and the words that are drawn beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import torch
from pydantic import Field
from torch import Tensor

from attnmath import class_scores, cosine_similarity
from scenes.article.next_word.choice import picture_plane, to_drawn
from scenes.article.next_word.training import STAGES, beginnings, train, trained_in_stages, whole_phrases
from scenes.errors import UserError
from scenes.number_format import as_printed
from scenes.parameters import FigureParameters, Phrase, phrase_words
from scenes.quantities import quantity
from scenes.worlds import World

_NEAR = 0.98
"""The cosine similarity from which two averages are said to be nearly the same."""

_NEXT = 6
"""The most words that could come next among which those are that are drawn."""

_FEWEST = 2
"""The words that are drawn, at least: few, so that each can be followed."""

_LONGER = 1.3
"""The longest arrow of a word that need not be drawn, as a multiple of the longest that must: all have one scale."""

_APART = 8.0
"""Degrees: a word has an arrow only if it is so far from those of the answers and of the words that should be them."""

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
        listed: positions in the vocabulary of the words whose shadows are written, the longest first.
        sides: the two phrases' names.
        directions: names of the picture's two directions.
        drawn: positions in the vocabulary of the rows that are drawn as arrows.
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
    directions: tuple[str, str]
    drawn: tuple[int, ...]
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
    lengths: Tensor = quantity("The length of each context vector.", rows="sides")
    reaches: Tensor = quantity(
        "How far every word reaches along each context vector: its score, over the vector's length.",
        rows="sides",
        columns="vocabulary",
    )
    shadows: Tensor = quantity("The length of each answer's shadow on its context vector's line.", rows="sides")
    gain: Tensor = quantity("By how much the second answer's shadow, as printed, is longer than the first one's.")
    view: Tensor = quantity(
        "The picture's directions, of length 1: both context vectors lie in it, so shadows on them are true.",
        rows="directions",
        columns="axes",
    )

    stages: Tensor = quantity("Steps of training after which the drawn rows were looked at.")
    across: Tensor = quantity("How far to the right each drawn row reached after each of these.", rows="stages_named")
    up: Tensor = quantity("How far up each drawn row reached after each of these.", rows="stages_named")
    aside: Tensor = quantity(
        "How hard, to the right, other beginnings pushed the learned phrase's last word after each of these.",
        rows="stages_named",
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
    def whole(self) -> tuple[str, str]:
        """The two phrases with the words they should end with."""
        seen, unseen = (" ".join([*words, last]) for words, last in zip(self.phrases, self.wanted, strict=True))
        return seen, unseen

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
    def same_answer(self) -> bool:
        """True if the model gives the same answer to both phrases."""
        return self.predicted[0] == self.predicted[1]

    @property
    def nearly_one(self) -> bool:
        """True if both averages point nearly the same way."""
        return float(self.similarity) > _NEAR

    @property
    def right(self) -> tuple[bool, bool]:
        """The truth of both answers: True where the model's answer to a phrase is right."""
        return self.predicted[0] == self.wanted[0], self.predicted[1] == self.wanted[1]

    @property
    def pushed_away(self) -> bool:
        """True if training never asks for the second phrase's last word, and it ends up behind zero."""
        hoped = self.wanted[1]
        asked = hoped in beginnings(self.learned).values()
        return not asked and float(self.reaches[0, self.vocabulary.index(hoped)]) < 0

    @property
    def pushed_aside(self) -> bool:
        """True if the learned phrase's last word leans to the side to which other beginnings pushed it."""
        row = self.drawn.index(self.vocabulary.index(self.wanted[0]))
        return float(torch.trapezoid(self.aside, self.stages)) * float(self.across[-1, row]) > 0

    def outcome(self, side: int) -> str:
        """Return the outcome for one of the phrases as a key, such as ``seen-right`` or ``unseen-also-wrong``."""
        also = "also-" if side and self.same_answer and self.nearly_one else ""
        return f"{self.sides[side]}-{also}{'right' if self.right[side] else 'wrong'}"

    def row_of(self, word: str) -> int:
        """Return a word's position among those whose shadows are written."""
        return self.listed.index(self.vocabulary.index(word))


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
    wanted = [vocabulary.index(phrase[-1]) for phrase in (seen, unseen)]
    best = scores.argmax(dim=-1).tolist()
    possible = _possible(scores, wanted)
    rows = classifier[list(possible)]
    view = picture_plane(drawn_contexts[0], drawn_contexts[1], rows, classifier[best[0]])
    # A word that was walked has no second arrow beside the averages: two directions would have one name.
    walked = {vocabulary.index(word) for words in begun for word in words}
    needed = [*dict.fromkeys([*best, *wanted])]
    lengths = drawn_contexts.norm(dim=-1)
    reaches = scores / lengths.clamp(min=1e-9)[:, None]  # (2, V)
    longest = reaches.amax(dim=0)  # (V,)
    clear = _clear([row for row in possible if row not in walked], needed, classifier @ view.T)
    drawn = _fewest(clear, needed, longest)
    similarity = cosine_similarity(contexts[0], contexts[1])
    places_then = _places_in_stages(world, learned, drawn, view)
    return TwoAnswers(
        *begun,
        axes=world.axes,
        vocabulary=vocabulary,
        wanted=(seen[-1], unseen[-1]),
        predicted=(vocabulary[best[0]], vocabulary[best[1]]),
        learned=learned,
        listed=tuple(sorted(drawn, key=lambda row: -float(longest[row]))),
        sides=("seen", "unseen"),
        directions=("across", "up"),
        drawn=drawn,
        seen_vectors=model.embedding.rows(begun[0]),
        unseen_vectors=model.embedding.rows(begun[1]),
        count=torch.tensor(float(len(begun[0]))),
        contexts=contexts,
        similarity=similarity,
        angle=torch.rad2deg(torch.acos(similarity.clamp(-1.0, 1.0))),
        classifier=classifier,
        scores=scores,
        lengths=lengths,
        reaches=reaches,
        shadows=reaches.amax(dim=-1),
        gain=_gain(*reaches.amax(dim=-1).tolist()),
        view=view,
        stages=torch.tensor((0, *STAGES), dtype=torch.float64),
        across=places_then[..., 0],
        up=places_then[..., 1],
        aside=_pushes_in_stages(world, learned, seen, view),
    )


def _places_in_stages(world: World, learned: tuple[str, ...], drawn: Sequence[int], view: Tensor) -> Tensor:
    """Return where rows end in the picture after each stage of training, shape (K, N, 2): at first all are 0."""
    rows = torch.stack([each.classifier[list(drawn)] for each in trained_in_stages(world, learned)])  # (K − 1, N, d)
    places = rows.double() @ view.double().T
    return torch.cat([torch.zeros_like(places[:1]), places])


def _pushes_in_stages(world: World, learned: tuple[str, ...], seen: tuple[str, ...], view: Tensor) -> Tensor:
    """Return how hard other beginnings push a phrase's last word to the right after every stage, shape (K,).

    A beginning that asks for another word pushes this one away from its average, as hard as it is thought probable
    there: that is its share of the way down the cross-entropy. Before training all words are equally probable.
    """
    models = trained_in_stages(world, learned)
    others = [words for words, asked in beginnings(learned).items() if asked != seen[-1]]
    if not others:
        return torch.zeros(len(models) + 1, dtype=torch.float64)
    contexts = torch.stack([models[0].context(words.split()).double() for words in others])  # (N, d)
    row = models[0].embedding.words.index(seen[-1])
    rows = torch.stack([each.classifier.double() for each in models])
    rows = torch.cat([torch.zeros_like(rows[:1]), rows])  # (K, V, d)
    probable = torch.softmax(contexts @ rows.mT, dim=-1)[..., row]  # (K, N)
    return -probable @ (contexts @ view[0].double())


def _gain(first: float, second: float) -> Tensor:
    """Return by how much a second length is more than a first one, as a reader of both finds it.

    >>> float(_gain(5.004, 5.006))
    0.01
    """
    return torch.tensor(round(as_printed(second) - as_printed(first), 2), dtype=torch.float64)


def _clear(rows: Sequence[int], needed: Sequence[int], places: Tensor) -> tuple[int, ...]:
    """Return the needed rows, and those of the others whose arrows lie clear of theirs and are not much longer."""
    turned = torch.rad2deg(torch.atan2(places[:, 1], places[:, 0]))
    lengths = places.norm(dim=-1)
    longest = _LONGER * float(lengths[list(needed)].max())

    def apart(row: int, other: int) -> float:
        return abs(float((turned[row] - turned[other] + 180.0) % 360.0) - 180.0)

    clear = [row for row in rows if all(apart(row, other) >= _APART for other in needed)]
    return tuple(sorted({*needed, *(row for row in clear if float(lengths[row]) <= longest)}))


def _fewest(clear: Sequence[int], needed: Sequence[int], longest: Tensor) -> tuple[int, ...]:
    """Return the needed rows, and where these are fewer than two, also the best others that lie clear of them."""
    others = sorted((row for row in clear if row not in needed), key=lambda row: -float(longest[row]))
    return tuple(sorted({*needed, *others[: max(0, _FEWEST - len(needed))]}))


def _possible(scores: Tensor, wanted: list[int]) -> tuple[int, ...]:
    """Return at most six rows that could come next: each phrase's highest ones and the wanted words."""
    best = scores.argmax(dim=-1).tolist()  # among equal scores it need not be the first of the highest
    needed: list[int] = []
    for depth in (3, 2):
        highest = scores.topk(min(depth, scores.shape[1]), dim=-1)
        needed = list(dict.fromkeys([*best, *highest.indices.flatten().tolist(), *wanted]))
        if len(needed) <= _NEXT:
            break
    return tuple(sorted(needed, key=lambda row: -float(scores[0, row])))
