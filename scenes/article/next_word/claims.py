"""Claims about the figures of the next word."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

import torch

from attnmath import cosine_similarity
from scenes.article.next_word.answers import slices
from scenes.article.next_word.training import train
from scenes.claims import Claim, Measurement, same
from scenes.number_format import format_apart, format_number
from scenes.worlds import World

_ALIKE = 0.98
"""The cosine similarity from which two context vectors count as nearly the same."""


def _from_the_left(numbers: Any, world: World) -> Measurement:
    from_the_right = float(numbers.weights.triu(1).abs().max())
    made = same(numbers.weights @ numbers.embeddings, numbers.contexts, numbers.embeddings)
    return Measurement(from_the_right == 0 and made.holds, f"share from the right {from_the_right:.2f}; {made.said}")


def _goes_on(numbers: Any, world: World) -> Measurement:
    said = ", ".join(f"{word} → {guess}" for word, guess in zip(numbers.words, numbers.predicted, strict=True))
    whole = (*numbers.words, numbers.predicted[-1])
    known = any(world.words_of(name)[: len(whole)] == whole for name in world.phrases)
    return Measurement(known and numbers.predicted[:-1] == numbers.words[1:], said)


def _is_largest(numbers: Any, world: World) -> Measurement:
    best, second = numbers.scores.topk(2).values.tolist()
    winner = numbers.vocabulary[int(numbers.scores.argmax())]
    said = f"{winner} {format_apart(best, second, '; the next ')}"
    return Measurement(winner == numbers.predicted and best > second, said)


def _is_right(numbers: Any, world: World) -> Measurement:
    whole = (*numbers.words, numbers.predicted)
    known = any(world.words_of(name)[: len(whole)] == whole for name in world.phrases)
    return Measurement(known, " ".join(whole))


def _drawn_matter(numbers: Any, world: World) -> Measurement:
    left_out = [row for row in range(len(numbers.vocabulary)) if row not in numbers.drawn]
    best = float(numbers.scores[list(numbers.drawn)].max())
    rest = float(numbers.scores[left_out].max()) if left_out else float("-inf")
    return Measurement(rest < best, f"at most {format_apart(rest, best, ', below ')}")


def _true_shadows(numbers: Any, world: World) -> Measurement:
    """Measure whether what the picture leaves out of rows changes any dot product: their places times the context's."""
    contexts = (numbers.contexts if hasattr(numbers, "contexts") else numbers.context).to(numbers.classifier)
    seen = (contexts @ numbers.view.T) @ (numbers.classifier @ numbers.view.T).T
    return same(seen, contexts @ numbers.classifier.T, numbers.classifier)


def _dial_tells(numbers: Any, world: World) -> Measurement:
    """Measure that the direction alone decides: each average points into the slice of the word of its best score."""
    found = []
    for context, best in zip(numbers.contexts, numbers.scores.argmax(dim=-1).tolist(), strict=True):
        across, up = (numbers.view @ context.double()).tolist()
        turned = degrees(atan2(up, across))
        won = (each for each in slices(numbers.rows_after(float(numbers.stages[-1]))) if best in each.words)
        found.append((turned, next(won, None)))
    holds = all(each and (turned - each.start) % 360 <= each.end - each.start for turned, each in found)
    said = [f"{turned:.1f}° in {each.start:.1f}° to {each.end:.1f}°" if each else "none" for turned, each in found]
    return Measurement(holds, ", ".join(said))


def _true_arrows(numbers: Any, world: World) -> Measurement:
    """Measure whether arrows in the picture are as long as rows, and their reach times the context's length a score."""
    seen = torch.stack([numbers.swung.norm(dim=1), numbers.swung[:, 1] * numbers.length])
    return same(seen, torch.stack([numbers.classifier.norm(dim=1), numbers.scores]), numbers.classifier)


def _alike(numbers: Any, world: World) -> Measurement:
    similarity = float(numbers.similarity)
    return Measurement(similarity > _ALIKE, f"cosine similarity {similarity:.3f}")


def _share(numbers: Any, world: World) -> Measurement:
    apart = torch.linalg.vector_norm(numbers.contexts[0] - numbers.contexts[1])
    whole = torch.linalg.vector_norm((numbers.seen_vectors - numbers.unseen_vectors).sum(dim=0))
    share = float(apart / whole)
    return Measurement(
        abs(share * float(numbers.count) - 1) < 1e-4,
        f"{format_number(float(apart))} of {format_number(float(whole))}: {share:.2f}",
    )


def _only_one_was_learned(numbers: Any, world: World) -> Measurement:
    seen, unseen = (
        " ".join((*words, wanted)) in numbers.learned
        for words, wanted in zip(numbers.phrases, numbers.wanted, strict=True)
    )
    return Measurement(seen and not unseen, f"learned: {', '.join(numbers.learned)}")


def _one_answer(numbers: Any, world: World) -> Measurement:
    first, second = numbers.predicted
    holds = first == second == numbers.wanted[0] != numbers.wanted[1]
    return Measurement(holds, f"{first} and {second}; wanted {numbers.wanted[0]} and {numbers.wanted[1]}")


def _both_can_be_learned(numbers: Any, world: World) -> Measurement:
    """Measure that the average is not at fault: a classifier that sees both phrases can tell them apart."""
    unseen = " ".join((*numbers.unseen, numbers.wanted[1]))
    model = train(world, (*numbers.learned, unseen))
    said = tuple(model.predict(words) for words in numbers.phrases)
    similarity = float(cosine_similarity(*(model.context(words) for words in numbers.phrases)))
    return Measurement(said == numbers.wanted, f"{said[0]} and {said[1]}, at the same similarity of {similarity:.3f}")


PREDICT_CLAIMS = (
    Claim("A word's information is made of the words up to it and of none to its right.", _from_the_left),
    Claim("Each word's information predicts the word that follows, the last one completes the phrase.", _goes_on),
)

CLASSIFICATION_CLAIMS = (
    Claim("The row of the predicted word has the largest dot product of the whole vocabulary.", _is_largest),
    Claim("The predicted word is the one that completes the phrase.", _is_right),
    Claim("No row that is left out scores as high as the best one drawn.", _drawn_matter),
    Claim(
        "Every arrow has its row's true length, and its shadow times the context's length is its score.", _true_arrows
    ),
)

SIMILAR_CLASSIFICATION_CLAIMS = (
    Claim("The two context vectors are nearly the same: their cosine similarity is above 0.98.", _alike),
    Claim("A word's share of the average is 1/T: so far does a changed word move it.", _share),
    Claim("The classifier has learned the first phrase and has never seen the second.", _only_one_was_learned),
    Claim("It gives both phrases the same answer: right for the first, wrong for the second.", _one_answer),
    Claim("In the picture's plane every row's shadows are its true dot products.", _true_shadows),
    Claim("On the dial each average points at the word of its greatest score.", _dial_tells),
    Claim("Had it seen both phrases, it could tell their averages apart.", _both_can_be_learned),
)
