"""What the article or the lesson notes get wrong, each point measured."""

from __future__ import annotations

import math

import torch

from attnmath import apply_map, attend, causal_mask, dot_products, from_columns, softmax, squeeze
from scenes.facts.attention import normal
from scenes.facts.fact import Fact, Measured, Verdict, holds
from scenes.facts.prediction import average_is_not_bound_to_fail

BRIDE, RING = [0.4, 2.0], [2.0, 0.6]
W_K = [[0.3, 0.0], [0.9, 1.0]]
W_Q = [[1.0, 0.9], [0.0, 0.3]]


def _equal_pull() -> Measured:
    weights = attend(torch.ones(7, 2)).weights[-1]
    return holds(
        abs(float(weights[0]) - 1 / 6) < 1e-6,
        f"seven words alike weigh {float(weights[0]):.6f} each (1/7), adding to {float(weights.sum()):.3f}; "
        f"seven times 1/6 is {7 / 6:.3f}",
    )


def pulls(key_map: torch.Tensor, query_map: torch.Tensor) -> tuple[float, float]:
    """How strongly bride's key meets ring's query, and ring's key bride's query."""
    words = torch.tensor([BRIDE, RING])
    table = dot_products(apply_map(words, query_map), apply_map(words, key_map))
    return float(table[1, 0]), float(table[0, 1])


def _squeezes() -> Measured:
    before = pulls(torch.eye(2), torch.eye(2))
    squeezed = pulls(squeeze(0.3, 0), squeeze(0.3, 1))
    leaned = pulls(torch.tensor(W_K), torch.tensor(W_Q))
    return holds(
        abs(squeezed[0] - squeezed[1]) > 1e-6,
        f"bride pulls ring and ring pulls bride by {before[0]:.2f} and {before[1]:.2f}; with x squeezed for keys and y "
        f"for queries {squeezed[0]:.2f} and {squeezed[1]:.2f}; with squeezes that also lean {leaned[0]:.2f} and "
        f"{leaned[1]:.2f}",
    )


def _conventions() -> Measured:
    M, x = torch.tensor(W_K), torch.tensor(BRIDE)
    columns, rows, turned = M @ x, apply_map(x, M), apply_map(x, from_columns(M))
    return holds(
        torch.allclose(columns, rows),
        f"one matrix and (0.4, 2.0): W x = ({columns[0]:.2f}, {columns[1]:.2f}), x W = ({rows[0]:.2f}, {rows[1]:.2f}), "
        f"x Wᵀ = ({turned[0]:.2f}, {turned[1]:.2f})",
    )


def _next_word() -> Measured:
    words = "I ate a banana and an apple".split()
    return holds(words[2] == "an", f"the word after “{' '.join(words[:2])}” in the phrase is “{words[2]}”")


def _equal_both_ways() -> Measured:
    words = torch.tensor([BRIDE, RING])
    scores, weights = dot_products(words), softmax(dot_products(words))
    return Measured(
        f"bride and ring: dot products {scores[0, 1]:.2f} and {scores[1, 0]:.2f}; "
        f"weights after softmax {weights[0, 1]:.3f} and {weights[1, 0]:.3f}",
        Verdict.PARTLY if scores[0, 1] == scores[1, 0] and weights[0, 1] != weights[1, 0] else Verdict.HOLDS,
    )


def _mask_after() -> Measured:
    x = normal(4, 2)
    after = (attend(x).weights * causal_mask(4)).sum(-1)
    before = attend(x, mask=causal_mask(4)).weights.sum(-1)
    return holds(
        bool((after - 1).abs().max() < 1e-6),
        f"rows of four words add to {', '.join(f'{s:.3f}' for s in after)} with weights set to zero, "
        f"to {', '.join(f'{s:.3f}' for s in before)} with scores set to −∞",
    )


def _order() -> Measured:
    x, order = normal(5, 3), [3, 0, 4, 2, 1]
    plain, moved = attend(x).output, attend(x[order]).output
    unmoved = float((moved - plain).abs().max())
    along = float((moved - plain[order]).abs().max())
    return holds(
        unmoved < 1e-12,
        f"five words in another order: the outputs differ by {unmoved:.2f} from those before; "
        f"moved along with the words, by less than 1e-12: {along < 1e-12}",
    )


def _nearly_orthogonal() -> Measured:
    exponent = math.sin(math.radians(1)) ** 2 * 7168 / 8
    return holds(
        math.exp(exponent) > 7168,
        f"with ε = sin 1° and N = 7,168 the exponent ε² N / 8 is {exponent:.2f}: the lemma promises "
        f"{math.exp(exponent):.1f} directions, fewer than the 7,168 at right angles",
    )


def _by_columns() -> Measured:
    weights = attend(normal(4, 2)).weights
    columns = weights.sum(-2)
    return holds(
        bool((columns - 1).abs().max() < 1e-6),
        f"softmax(Q Kᵀ) of four words: rows add to {', '.join(f'{s:.3f}' for s in weights.sum(-1))}, "
        f"columns to {', '.join(f'{s:.3f}' for s in columns)}",
    )


PULLING = "Words Pulling Words"
ASYMMETRIC = "Asymmetric Pull"
NOT_COVERED = "Some Things We Didn't Cover"

FACTS = (
    Fact("Seven words that pull alike have the coefficient 1/6 each.", PULLING, _equal_pull),
    Fact("Squeezing keys along x and queries along y makes the pull asymmetric.", ASYMMETRIC, _squeezes),
    Fact("k = W_K x and K = X W_K are one map with one matrix.", "Keys, Queries, and Values", _conventions),
    Fact("After “I ate” the phrase goes on with “an”.", "The Whole Phrase", _next_word),
    Fact("One word pulls another just as much as the other pulls it.", ASYMMETRIC, _equal_both_ways),
    Fact("Masking sets attention weights to zero.", NOT_COVERED, _mask_after),
    Fact("Attention without positions does not change when the words change their order.", NOT_COVERED, _order),
    Fact(
        "The Johnson–Lindenstrauss lemma gives about e^(εN) directions between 89° and 91° apart.",
        "Increasing the Dimensionality",
        _nearly_orthogonal,
    ),
    Fact("softmax(Q Kᵀ) goes column by column.", "lesson: attention step by step", _by_columns),
    Fact(
        "With a plain average, phrases that differ in one word get the same prediction.",
        "Attention is a Weighted Average",
        average_is_not_bound_to_fail,
    ),
)
