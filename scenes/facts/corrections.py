"""Mistakes of the article or of the lesson notes, each measured."""

from __future__ import annotations

import math

import torch

from attnmath import apply_map, attend, attend_with, causal_mask, dot_products, from_columns, softmax, squeeze
from scenes.claims import Claim, Measurement
from scenes.facts.attention import STEPS, normal
from scenes.facts.prediction import average_is_not_bound_to_fail

BRIDE, RING = [0.4, 2.0], [2.0, 0.6]
W_K = [[0.3, 0.0], [0.9, 1.0]]
W_Q = [[1.0, 0.9], [0.0, 0.3]]


def _equal_pull() -> Measurement:
    weights = attend(torch.ones(7, 2)).weights[-1]
    return Measurement(
        abs(float(weights[0]) - 1 / 6) < 1e-6,
        f"seven words alike weigh {float(weights[0]):.6f} each (1/7), adding to {float(weights.sum()):.3f}; "
        f"seven times 1/6 is {7 / 6:.3f}",
    )


def pulls(key_map: torch.Tensor, query_map: torch.Tensor) -> tuple[float, float]:
    """Return bride's key dot ring's query, and ring's key dot bride's query."""
    words = torch.tensor([BRIDE, RING])
    table = dot_products(apply_map(words, query_map), apply_map(words, key_map))
    return float(table[1, 0]), float(table[0, 1])


def _squeezes() -> Measurement:
    before = pulls(torch.eye(2), torch.eye(2))
    squeezed = pulls(squeeze(0.3, 0), squeeze(0.3, 1))
    leaned = pulls(torch.tensor(W_K), torch.tensor(W_Q))
    return Measurement(
        abs(squeezed[0] - squeezed[1]) > 1e-6,
        f"bride pulls ring and ring pulls bride by {before[0]:.2f} and {before[1]:.2f}; with x squeezed for keys and y "
        f"for queries {squeezed[0]:.2f} and {squeezed[1]:.2f}; with squeezes that also lean {leaned[0]:.2f} and "
        f"{leaned[1]:.2f}",
    )


def _conventions() -> Measurement:
    M, x = torch.tensor(W_K), torch.tensor(BRIDE)
    columns, rows, turned = M @ x, apply_map(x, M), apply_map(x, from_columns(M))
    return Measurement(
        torch.allclose(columns, rows),
        f"one matrix and (0.4, 2.0): W x = ({columns[0]:.2f}, {columns[1]:.2f}), x W = ({rows[0]:.2f}, {rows[1]:.2f}), "
        f"x Wᵀ = ({turned[0]:.2f}, {turned[1]:.2f})",
    )


def _next_word() -> Measurement:
    words = "I ate a banana and an apple".split()
    return Measurement(words[2] == "an", f"the word after “{' '.join(words[:2])}” in the phrase is “{words[2]}”")


def _equal_both_ways() -> Measurement:
    words = torch.tensor([BRIDE, RING])
    scores, weights = dot_products(words), softmax(dot_products(words))
    equal, parted = scores[0, 1] == scores[1, 0], weights[0, 1] != weights[1, 0]
    said = (
        f"bride and ring: dot products {scores[0, 1]:.2f} and {scores[1, 0]:.2f}; "
        f"weights after softmax {weights[0, 1]:.3f} and {weights[1, 0]:.3f}"
    )
    return Measurement(not (equal and parted), said, in_part=bool(equal))


def _mask_after() -> Measurement:
    x = normal(4, 2)
    after = (attend(x).weights * causal_mask(4)).sum(-1)
    before = attend(x, mask=causal_mask(4)).weights.sum(-1)
    return Measurement(
        bool((after - 1).abs().max() < 1e-6),
        f"rows of four words add to {', '.join(f'{s:.3f}' for s in after)} with weights set to zero, "
        f"to {', '.join(f'{s:.3f}' for s in before)} with scores set to −∞",
    )


def _order() -> Measurement:
    x, order = normal(5, 3), [3, 0, 4, 2, 1]
    plain, moved = attend(x).output, attend(x[order]).output
    unmoved = float((moved - plain).abs().max())
    along = float((moved - plain[order]).abs().max())
    return Measurement(
        unmoved < 1e-12,
        f"five words in another order: the outputs differ by {unmoved:.2f} from those before; "
        f"moved along with the words, by less than 1e-12: {along < 1e-12}",
    )


def _nearly_orthogonal() -> Measurement:
    exponent = math.sin(math.radians(1)) ** 2 * 7168 / 8
    return Measurement(
        math.exp(exponent) > 7168,
        f"with ε = sin 1° and N = 7,168 the exponent ε² N / 8 is {exponent:.2f}: the lemma promises "
        f"{math.exp(exponent):.1f} directions, fewer than the 7,168 at right angles",
    )


def _by_columns() -> Measurement:
    weights = attend(normal(4, 2)).weights
    columns = weights.sum(-2)
    return Measurement(
        bool((columns - 1).abs().max() < 1e-6),
        f"softmax(Q Kᵀ) of four words: rows add to {', '.join(f'{s:.3f}' for s in weights.sum(-1))}, "
        f"columns to {', '.join(f'{s:.3f}' for s in columns)}",
    )


def _who_attends() -> Measurement:
    """Let a noun ask and an adjective answer: one number each for what is asked and for what is answered."""
    words = torch.eye(2, dtype=torch.float64)  # a noun, an adjective
    asks, answers = words[:, :1] * 3, words[:, 1:]
    weights = attend_with(asks, answers, words).weights
    return Measurement(
        bool(weights[1, 0] > weights[0, 1]),
        f"a noun's query fits an adjective's key, with a score of 3: the noun gives the adjective a weight of "
        f"{float(weights[0, 1]):.3f}, the adjective gives the noun {float(weights[1, 0]):.3f}: the noun attends",
    )


def _weight_is_not_all() -> Measurement:
    weights, lengths = torch.tensor([0.6, 0.02]), torch.tensor([[1.0, 1.0], [0.05, 3.0]])
    parts = weights * lengths
    said = "; ".join(f"values of lengths {a:g} and {b:g}: {x:.2f} and {y:.2f}"
                     for (a, b), (x, y) in zip(lengths.tolist(), parts.tolist(), strict=True))  # fmt: skip
    return Measurement(bool((parts[:, 0] > parts[:, 1]).all()), said, in_part=bool((parts[:, 0] > parts[:, 1]).any()))


PULLING = "Words Pulling Words"
ASYMMETRIC = "Asymmetric Pull"
NOT_COVERED = "Some Things We Didn't Cover"

FACTS = (
    Claim("Seven words that pull alike have the coefficient 1/6 each.", _equal_pull, PULLING),
    Claim("Squeezing keys along x and queries along y makes the pull asymmetric.", _squeezes, ASYMMETRIC),
    Claim("k = W_K x and K = X W_K are one map with one matrix.", _conventions, "Keys, Queries, and Values"),
    Claim("After “I ate” the phrase goes on with “an”.", _next_word, "The Whole Phrase"),
    Claim("One word pulls another just as much as the other pulls it.", _equal_both_ways, ASYMMETRIC),
    Claim("Masking sets attention weights to zero.", _mask_after, NOT_COVERED),
    Claim("Attention without positions does not change when the words change their order.", _order, NOT_COVERED),
    Claim(
        "The Johnson–Lindenstrauss lemma gives about e^(εN) directions between 89° and 91° apart.",
        _nearly_orthogonal,
        "Increasing the Dimensionality",
    ),
    Claim("softmax(Q Kᵀ) goes column by column.", _by_columns, STEPS),
    Claim("Where a key fits a query, the key's word attends to the query's.", _who_attends, STEPS),
    Claim(
        "A word with a weight of 0.6 adds much more than one with 0.02.",
        _weight_is_not_all,
        "lesson: scaled dot product",
    ),
    Claim(
        "With a plain average, phrases that differ in one word get the same prediction.",
        average_is_not_bound_to_fail,
        "Attention is a Weighted Average",
    ),
)
