"""The article's statements about one step of attention, linear maps and many heads."""

from __future__ import annotations

import math

import torch

from attnmath import (
    Head,
    apply_map,
    attend,
    attend_with,
    basis_images,
    causal_mask,
    dot_products,
    multi_head,
    repeat_attention,
    rotary,
    softmax,
)
from scenes.claims import Claim, Measurement

WIDTHS = (4, 64, 1024)


def normal(*shape: int, seed: int = 0) -> torch.Tensor:
    """Return standard normal numbers, the same on every run."""
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def _weights_are_shares() -> Measurement:
    weights = softmax(normal(200, 7) * 5)
    error = float((weights.sum(-1) - 1).abs().max())
    inside = bool(((weights > 0) & (weights < 1)).all())
    return Measurement(
        inside and error < 1e-12,
        f"200 rows of 7 random scores: all weights between 0 and 1: {inside}; sums of rows off 1 by less than 1e-12: "
        f"{error < 1e-12}",
    )


def _one_large_score() -> Measurement:
    weight = float(softmax(torch.tensor([0.0, 0, 0, 20, 0, 0, 0]))[3])
    return Measurement(weight > 0.999, f"a score 20 above six others takes {weight:.6f} of the weight")


def _two_large_scores() -> Measurement:
    weights = softmax(torch.tensor([0.0, 0, 0, 20, 0, 0, 20]))
    return Measurement(
        abs(float(weights[3]) - 0.5) < 1e-3 and float(weights[3]) == float(weights[6]),
        f"two equal scores 20 above five others take {float(weights[3]):.4f} and {float(weights[6]):.4f}",
    )


def _shared_space_is_symmetric() -> Measurement:
    table = dot_products(normal(7, 2))
    same = torch.equal(table, table.mT)
    return Measurement(same, f"X Xᵀ of 7 random words equals its transpose: {same}")


def _rows_are_weighted_averages() -> Measurement:
    x = normal(2, 2)
    weights = softmax(dot_products(x))
    by_hand = torch.stack([weights[i, 0] * x[0] + weights[i, 1] * x[1] for i in range(2)])
    error = float((attend(x).output - by_hand).abs().max())
    return Measurement(
        error < 1e-12, f"A X and the rows a₁ x₁ + a₂ x₂ written out differ by less than 1e-12: {error < 1e-12}"
    )


def _coordinates_stay() -> Measurement:
    M = normal(2, 2)
    first, second = basis_images(M)
    error = float((apply_map(torch.tensor([1.0, 2.0], dtype=M.dtype), M) - (first + 2 * second)).abs().max())
    return Measurement(
        error < 1e-12, f"the image of (1, 2) is once the first and twice the second image of the axes: {error < 1e-12}"
    )


def _shapes() -> Measurement:
    step = attend(normal(7, 5), Head(normal(5, 3), normal(5, 3), normal(5, 5)), scaled=True)
    shapes = [tuple(tensor.shape) for tensor in (step.queries, step.keys, step.values, step.weights, step.output)]
    expected = [(7, 3), (7, 3), (7, 5), (7, 7), (7, 5)]
    return Measurement(
        shapes == expected, f"T = 7, d_model = 5, d_k = 3: Q, K, V, A, output are {', '.join(map(str, shapes))}"
    )


def _head_shapes() -> Measurement:
    heads = [Head(normal(6, 2), normal(6, 2), normal(6, 3)) for _ in range(2)]
    block = multi_head(normal(7, 6), heads, normal(6, 6), scaled=True)
    shapes = [tuple(tensor.shape) for tensor in (block.heads[0].output, block.concat, block.output)]
    return Measurement(
        shapes == [(7, 3), (7, 6), (7, 6)],
        f"T = 7, h = 2, d_v = 3, d_model = 6: a head, O, O W_O are {', '.join(map(str, shapes))}",
    )


def _heads_add_up() -> Measurement:
    x, W_O = normal(5, 6), normal(6, 6, seed=1)
    block = multi_head(x, [Head(W_V=normal(6, 3, seed=seed)) for seed in (2, 3)], W_O)
    proposals = block.heads[0].output @ W_O[:3] + block.heads[1].output @ W_O[3:]
    error = float((block.output - proposals).abs().max())
    return Measurement(
        error < 1e-12, f"O W_O and the sum of two heads' proposals differ by less than 1e-12: {error < 1e-12}"
    )


def spread(width: int, scaled: bool) -> tuple[float, float]:
    """Return the standard deviation of random scores, and the mean largest weight of a row of 50.

    The scores are dot products of 400 random queries and 50 random keys of the given width.
    """
    step = attend_with(normal(400, width), normal(50, width, seed=1), normal(50, 1, seed=2), scaled=scaled)
    return float(step.scores.std()), float(step.weights.amax(-1).mean())


def _scores_grow() -> Measurement:
    spreads = [spread(width, scaled=False) for width in WIDTHS]
    ratios = [deviation / math.sqrt(width) for (deviation, _), width in zip(spreads, WIDTHS, strict=True)]
    return Measurement(
        all(0.8 < ratio < 1.2 for ratio in ratios) and spreads[0][1] < 0.5 < 0.9 < spreads[-1][1],
        f"d_k = 4, 64, 1024: the scores spread {', '.join(f'{s:.1f}' for s, _ in spreads)}; "
        f"the largest of 50 weights is {', '.join(f'{w:.2f}' for _, w in spreads)} on average",
    )


def _scaled_scores_stay() -> Measurement:
    spreads = [spread(width, scaled=True) for width in WIDTHS]
    return Measurement(
        all(0.8 < deviation < 1.2 for deviation, _ in spreads) and max(w for _, w in spreads) < 0.3,
        f"d_k = 4, 64, 1024, divided by √d_k: the scores spread {', '.join(f'{s:.1f}' for s, _ in spreads)}; "
        f"the largest of 50 weights is {', '.join(f'{w:.2f}' for _, w in spreads)} on average",
    )


def _mask_before_softmax() -> Measurement:
    weights = attend(normal(6, 3), mask=causal_mask(6)).weights
    future = float(weights.triu(1).abs().max())
    error = float((weights.sum(-1) - 1).abs().max())
    return Measurement(
        future == 0 and error < 1e-12,
        f"six words: the largest weight of a later word is {future:.0f}; "
        f"sums of rows off 1 by less than 1e-12: {error < 1e-12}",
    )


def _cross_attention() -> Measurement:
    shape = tuple(attend(normal(4, 3), context=normal(6, 3, seed=1)).weights.shape)
    return Measurement(shape == (4, 6), f"four words that ask six: the pattern is {shape}")


def _gradients() -> Measurement:
    """Measure how much a softmax of random scores still moves: its derivative, diag(a) − a aᵀ."""
    passed = []
    for width in WIDTHS:
        scores = normal(2000, width) @ normal(50, width, seed=1).mT  # (2000, 50)
        for shrunk in (scores, scores / math.sqrt(width)):
            weights = softmax(shrunk)
            passed.append(float((weights * (1 - weights)).sum(-1).mean()))
    plain, scaled = passed[::2], passed[1::2]
    return Measurement(
        plain[0] > plain[1] > plain[2] and plain[2] < 0.5 * min(scaled),
        f"d_k = 4, 64, 1024: the trace of the derivative is {', '.join(f'{p:.2f}' for p in plain)} on average without "
        f"division, {', '.join(f'{p:.2f}' for p in scaled)} with it",
    )


def _mask_spares_the_last() -> Measurement:
    x = normal(6, 3)
    plain, masked = attend(x).output, attend(x, mask=causal_mask(6)).output
    last, first = float((plain[-1] - masked[-1]).abs().max()), float((plain[0] - masked[0]).abs().max())
    return Measurement(
        last < 1e-12 < first,
        f"six words with and without a mask: the last word's output differs by less than 1e-12: {last < 1e-12}, "
        f"the first one's by {first:.2f}",
    )


def _distance_counts() -> Measurement:
    queries, keys = normal(6, 8), normal(6, 8, seed=1)
    places = torch.arange(6)
    here, later = (dot_products(rotary(queries, at), rotary(keys, at)) for at in (places, places + 100))
    error = float((here - later).abs().max())
    return Measurement(
        error < 1e-9, f"six words, all of them 100 places later: scores differ by less than 1e-9: {error < 1e-9}"
    )


def _words_meet() -> Measurement:
    steps = repeat_attention(normal(7, 2), steps=20)
    apart = [float(torch.cdist(steps[step], steps[step]).max()) for step in (0, 5, 20)]
    return Measurement(
        apart[2] < 1e-6 < apart[0],
        f"seven random words: the farthest two are {apart[0]:.2f} apart, after 5 steps {apart[1]:.2f}, "
        f"after 20 {apart[2]:.2f}",
    )


PULLING = "Words Pulling Words"
WHOLE = "The Whole Phrase"
SEVERAL = "Multiple Key, Query, and Value Spaces"
WIDER = "Increasing the Dimensionality"
STEPS = "lesson: attention step by step"

FACTS = (
    Claim("Softmax gives coefficients between 0 and 1 that add to 1.", _weights_are_shares, PULLING),
    Claim("One dot product far above the rest moves the word all the way.", _one_large_score, PULLING),
    Claim("Two dot products equal and far above the rest move the word half the way.", _two_large_scores, PULLING),
    Claim(
        "In one shared space two words are as similar one way as the other.",
        _shared_space_is_symmetric,
        "Asymmetric Pull",
    ),
    Claim("Weights times words is a weighted average, row by row.", _rows_are_weighted_averages, WHOLE),
    Claim(
        "A linear map carries the axes along: (1, 2) stays at (1, 2) of the new axes.",
        _coordinates_stay,
        "Transforming the Embeddings",
    ),
    Claim("The shapes of one head's tensors.", _shapes, "Appendix"),
    Claim("The shapes of several heads' tensors.", _head_shapes, "Appendix"),
    Claim("The heads side by side, times W_O, are the heads' proposals added up.", _heads_add_up, SEVERAL),
    Claim("Dot products grow with the dimension, and softmax comes to a peak.", _scores_grow, WIDER),
    Claim("Divided by √d_k they keep their size, and so do the weights.", _scaled_scores_stay, WIDER),
    Claim(
        "Masked before softmax, later words weigh exactly nothing and rows still add to 1.", _mask_before_softmax, STEPS
    ),
    Claim("Attention from one text to another has a rectangular pattern.", _cross_attention, STEPS),
    Claim("Undivided scores leave softmax hardly any gradient as d_k grows.", _gradients, "lesson: scaled dot product"),
    Claim(
        "A mask changes nothing for the last word, from which the next one is guessed.", _mask_spares_the_last, STEPS
    ),
    Claim("With rotary positions only the distance of two words counts.", _distance_counts, "lesson: positions"),
    Claim("The same step again and again takes all words to one place.", _words_meet, PULLING),
)
