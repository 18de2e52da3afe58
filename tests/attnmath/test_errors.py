"""Every message says what must hold and what was got."""

import re
from collections.abc import Callable
from functools import partial

import pytest
import torch

from attnmath import (
    AttentionDims,
    Embedding,
    Head,
    LatentMaps,
    NextWordModel,
    apply_map,
    attend,
    attend_with,
    attention_output,
    average,
    basis_images,
    causal_mask,
    class_scores,
    combine,
    compose,
    context_vectors,
    cosine_similarity,
    dot_products,
    grouped_query,
    invert,
    latent_attention,
    multi_head,
    padding_mask,
    pooled_weights,
    repeat_attention,
    rotary,
    shear,
    sinusoidal_positions,
    softmax,
    squeeze,
    window_mask,
)
from attnmath._explain import explain_attention

pytestmark = pytest.mark.usefixtures("own_errors")

X = torch.ones(3, 4)
M = torch.ones(4, 2)
HEAD = Head(M, M, M)
NAN, INF = float("nan"), float("inf")
EMPTY_ROW = torch.tensor([[True, False, False], [False, False, False], [True, True, True]])
FLOATING = "float16, bfloat16, float32, float64"
FRUIT = Embedding({"banana": [2.4, 0.2], "apple": [1.6, 1.6]})


def with_number(value: float) -> torch.Tensor:
    x = X.clone()
    x[1, 2] = value
    return x


STEP_ERRORS = [
    (lambda f: f([1.0]), TypeError, "queries must be a torch.Tensor; got list"),
    (lambda f: f([1.0], HEAD), TypeError, "x must be a torch.Tensor; got list"),
    (lambda f: f(X.int(), HEAD), TypeError, f"x must be floating ({FLOATING}); got int32"),
    (lambda f: f(X.int()), TypeError, f"queries must be floating ({FLOATING}); got int32"),
    (
        lambda f: f(X.double(), HEAD),
        TypeError,
        "all tensors must have one dtype; got x float64, W_Q float32, W_K float32, W_V float32",
    ),
    (
        lambda f: f(X, context=X.half()),
        TypeError,
        "all tensors must have one dtype; got queries float32, keys float16, values float16",
    ),
    (lambda f: f(X[0]), ValueError, "queries must have the shape (..., T, d_k); got (4,)"),
    (
        lambda f: f(X[:, :3], HEAD),
        ValueError,
        "W_Q must have a row for each of the 3 numbers of a word of x (3, 3); got (4, 2)",
    ),
    (
        lambda f: f(X, HEAD, context=X[:, :3]),
        ValueError,
        "W_K must have a row for each of the 3 numbers of a word of context (3, 3); got (4, 2)",
    ),
    (
        lambda f: f(X, Head(W_Q=M)),
        ValueError,
        "queries (..., T, d_k) and keys (..., S, d_k) must share d_k; got (3, 2) and (3, 4)",
    ),
    (
        lambda f: f(torch.ones(2, 3, 4), context=torch.ones(5, 3, 4)),
        ValueError,
        "the axes before the last two must broadcast; got queries (2, 3, 4), keys (5, 3, 4), values (5, 3, 4)",
    ),
    (
        lambda f: f(torch.ones(2, 3, 4), Head(torch.ones(5, 4, 2), M, M)),
        ValueError,
        "the axes before the last two must broadcast; got x (2, 3, 4), W_Q (5, 4, 2), W_K (4, 2), W_V (4, 2)",
    ),
    (
        lambda f: f(X, mask=torch.ones(3, 3)),
        TypeError,
        'a mask must be a bool tensor, True for "may attend"; got float32',
    ),
    (lambda f: f(X, mask=[[True]]), TypeError, 'a mask must be a bool tensor, True for "may attend"; got list'),
    (
        lambda f: f(X, mask=causal_mask(2)),
        ValueError,
        "the mask must have the shape (..., 3, 3), queries by keys; got (2, 2)",
    ),
    (
        lambda f: f(X, mask=torch.ones(3, 1, dtype=torch.bool)),
        ValueError,
        "the mask must have the shape (..., 3, 3), queries by keys; got (3, 1)",
    ),
    (
        lambda f: f(torch.ones(2, 3, 4), mask=torch.ones(5, 3, 3, dtype=torch.bool)),
        ValueError,
        "the axes before the last two must broadcast; "
        "got queries (2, 3, 4), keys (2, 3, 4), values (2, 3, 4), mask (5, 3, 3)",
    ),
    (lambda f: f(with_number(NAN)), ValueError, "queries must be finite; got nan at (1, 2)"),
    (lambda f: f(X, context=with_number(INF)), ValueError, "keys must be finite; got inf at (1, 2)"),
    (lambda f: f(torch.full((20, 60), NAN)), ValueError, "queries must be finite; got nan at (0, 0)"),
    (
        lambda f: f(X, mask=EMPTY_ROW),
        ValueError,
        'row 1 may attend to no key; allow one, or ask for empty_rows="zeros"',
    ),
    (
        lambda f: f(torch.ones(2, 3, 4), mask=torch.stack([causal_mask(3), EMPTY_ROW])),
        ValueError,
        'row 1 of mask (1,) may attend to no key; allow one, or ask for empty_rows="zeros"',
    ),
    (
        lambda f: f(X, mask=EMPTY_ROW, empty_rows="zero"),
        ValueError,
        'empty_rows must be "error" or "zeros"; got "zero"',
    ),
    (lambda f: f(X[:0]), ValueError, "there must be at least one word to attend to; got none"),
]


def raises(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        call()


@pytest.mark.parametrize("step", [attend, partial(attention_output, check=True)], ids=["attend", "attention_output"])
@pytest.mark.parametrize(("call", "error", "message"), STEP_ERRORS)
def test_a_step_of_attention(step: Callable, call: Callable, error: type[Exception], message: str) -> None:
    raises(lambda: call(step), error, message)


def maps(**changes: object) -> LatentMaps:
    fitting = {"W_DKV": torch.ones(4, 2), "W_UK": [torch.ones(2, 3)], "W_UV": [torch.ones(2, 3)], "W_UQ": [M]}
    return LatentMaps(**(fitting | changes))  # type: ignore[arg-type]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device here")
@pytest.mark.parametrize("step", [attend, partial(attention_output, check=True)], ids=["attend", "attention_output"])
def test_two_devices(step: Callable) -> None:
    message = "all tensors must be on one device; got queries on cpu, keys on cuda:0, values on cuda:0"
    raises(lambda: step(X, context=X.cuda()), ValueError, message)
    message = "all tensors must be on one device; got queries on cpu, mask on cuda:0"
    raises(lambda: step(X, mask=causal_mask(3, device="cuda")), ValueError, message)


def test_two_devices_are_explained() -> None:
    """With only one device, the second is torch's "meta", whose tensors have no numbers."""
    message = "all tensors must be on one device; got queries on cpu, keys on meta, values on meta"
    raises(lambda: explain_attention(X, X.to("meta"), X.to("meta"), None), ValueError, message)
    message = "all tensors must be on one device; got queries on cpu, mask on meta"
    raises(lambda: explain_attention(X, X, X, causal_mask(3, device="meta")), ValueError, message)


PHRASES = {"once upon a": "time"}
ERRORS = [
    (
        lambda: attend(torch.full((2, 2), 1e30)),
        ValueError,
        "the dot products are too large for float32 (at most 3.403e+38); scale the queries down or use a wider dtype",
    ),
    (
        lambda: attend_with(X, X, X[:2]),
        ValueError,
        "keys (..., S, d_k) and values (..., S, d_v) must share S; got (3, 4) and (2, 4)",
    ),
    (
        lambda: attention_output(X, mask="causal", context=X[:2]),
        ValueError,
        "a causal mask needs as many queries as keys; got 3 queries and 2 keys",
    ),
    (lambda: attention_output(X, mask="casual"), ValueError, 'a mask is a bool tensor, "causal" or None; got "casual"'),
    (lambda: softmax(X.int()), TypeError, f"scores must be floating ({FLOATING}); got int32"),
    (lambda: softmax(with_number(NAN)), ValueError, "scores must be finite; got nan at (1, 2)"),
    (lambda: softmax(with_number(INF)), ValueError, "scores must be finite; got inf at (1, 2)"),
    (lambda: softmax(X - INF), ValueError, "a row of scores must hold a finite score; got −∞ throughout"),
    (lambda: Head(M.int()), TypeError, f"W_Q must be floating ({FLOATING}); got int32"),
    (lambda: Head(W_K=M[0]), ValueError, "W_K must be a matrix; got shape (2,)"),
    (
        lambda: Head(M, torch.ones(4, 3)),
        ValueError,
        "W_Q (d_model, d_k) and W_K (d_context, d_k) must share d_k; got (4, 2) and (4, 3)",
    ),
    (lambda: Head(M, M.double()), TypeError, "all tensors must have one dtype; got W_Q float32, W_K float64"),
    (lambda: Head(M, M.to("meta")), ValueError, "all tensors must be on one device; got W_Q on cpu, W_K on meta"),
    (lambda: multi_head(X, []), ValueError, "there must be at least one head; got none"),
    (lambda: combine([]), ValueError, "there must be at least one head; got none"),
    (
        lambda: multi_head(X, [HEAD, HEAD], torch.ones(3, 4)),
        ValueError,
        "W_O must have a row for each of the 4 numbers of the heads' outputs side by side; got (3, 4)",
    ),
    (
        lambda: multi_head(X, [HEAD], M.double()),
        TypeError,
        "all tensors must have one dtype; got the heads' outputs float32, W_O float64",
    ),
    (
        lambda: grouped_query(X, [M] * 3, [M] * 2, [M] * 2),
        ValueError,
        "heads must be a multiple of groups, each group with keys and values; got 3 W_Q, 2 W_K and 2 W_V",
    ),
    (
        lambda: grouped_query(X, [M] * 2, [M], [M] * 2),
        ValueError,
        "heads must be a multiple of groups, each group with keys and values; got 2 W_Q, 1 W_K and 2 W_V",
    ),
    (lambda: repeat_attention(X, steps=-1), ValueError, "steps must be 0 or more; got -1"),
    (
        lambda: repeat_attention(X, HEAD, steps=1),
        ValueError,
        "to go on from its output, a step must give the shape of the words (3, 4); got (3, 2)",
    ),
    (lambda: maps(W_KR=M), ValueError, "W_QR and W_KR carry the positions together; got only one of them"),
    (
        lambda: maps(W_UV=[]),
        ValueError,
        "there must be one of each per head, and a head; got 1 W_UK, 0 W_UV, 1 W_UQ",
    ),
    (
        lambda: maps(W_QR=[M, M], W_KR=M),
        ValueError,
        "there must be one of each per head, and a head; got 1 W_UK, 1 W_UV, 1 W_UQ, 2 W_QR",
    ),
    (lambda: maps(W_UQ=[M.int()]), TypeError, f"W_UQ[0] must be floating ({FLOATING}); got int32"),
    (
        lambda: latent_attention(X, maps(W_UK=[M])),
        ValueError,
        "W_UK[0] must be a matrix with 2 rows; got (4, 2)",
    ),
    (lambda: causal_mask(0), ValueError, "length must be at least 1; got 0"),
    (lambda: window_mask(3, 0), ValueError, "window must be at least 1; got 0"),
    (lambda: padding_mask([1, 4], 3), ValueError, "each length must be from 1 to 3, the number of keys; got 4"),
    (lambda: padding_mask([0], 3), ValueError, "each length must be from 1 to 3, the number of keys; got 0"),
    (lambda: padding_mask([1], 3, 0), ValueError, "queries must be at least 1; got 0"),
    (
        lambda: apply_map(X, torch.ones(3, 2)),
        ValueError,
        "x (..., d_in) and M (d_in, d_out) must share d_in; got (3, 4) and (3, 2)",
    ),
    (lambda: apply_map(X, X[0]), ValueError, "a map must be a matrix; got shape (4,)"),
    (lambda: apply_map(X.int(), M), TypeError, f"x must be floating ({FLOATING}); got int32"),
    (lambda: basis_images(X[0]), ValueError, "a map must be a matrix; got shape (4,)"),
    (lambda: compose(), ValueError, "there must be at least one map; got none"),
    (lambda: compose(M, M), ValueError, "map 1 must have 2 rows, as map 0 has columns; got (4, 2)"),
    (lambda: invert(M), ValueError, "only a square matrix can be undone; got (4, 2)"),
    (
        lambda: invert(torch.ones(2, 2)),
        ValueError,
        "a matrix that flattens space cannot be undone; got rank 1 of 2",
    ),
    (lambda: invert(torch.tensor([[NAN]])), ValueError, "M must be finite; got nan at (0, 0)"),
    (lambda: squeeze(0.5, 2), ValueError, "axis must be from 0 to 1; got 2"),
    (lambda: shear(0.5, 1, 1), ValueError, "a shear goes from one axis to another; got 1 for both"),
    (lambda: shear(0.5, 0, 2), ValueError, "target must be from 0 to 1; got 2"),
    (lambda: sinusoidal_positions(0, 2), ValueError, "length must be at least 1; got 0"),
    (lambda: sinusoidal_positions(2, 3), ValueError, "the vectors must have an even number of axes; got 3"),
    (lambda: rotary(X[:, :3]), ValueError, "the vectors must have an even number of axes; got 3"),
    (lambda: rotary(X[0]), ValueError, "x must have the shape (..., T, d); got (4,)"),
    (lambda: rotary(X.int()), TypeError, f"x must be floating ({FLOATING}); got int32"),
    (lambda: rotary(X, torch.arange(2)), ValueError, "there must be one position per word, (3,); got (2,)"),
    (
        lambda: dot_products(X, torch.ones(3, 2)),
        ValueError,
        "queries (..., T, d) and keys (..., S, d) must share d; got (3, 4) and (3, 2)",
    ),
    (
        lambda: dot_products(X, X.double()),
        TypeError,
        "all tensors must have one dtype; got queries float32, keys float64",
    ),
    (
        lambda: cosine_similarity(X, X[:, :2]),
        ValueError,
        "x (..., d) and y (..., d) must share d and broadcast; got (3, 4) and (3, 2)",
    ),
    (
        lambda: cosine_similarity(X, X[:2]),
        ValueError,
        "x (..., d) and y (..., d) must share d and broadcast; got (3, 4) and (2, 4)",
    ),
    (lambda: cosine_similarity(X, 0 * X), ValueError, "a vector of length 0 has no direction; got one in y at (0,)"),
    (lambda: cosine_similarity(0 * X[0], X), ValueError, "a vector of length 0 has no direction; got one in x at ()"),
    (lambda: cosine_similarity(with_number(NAN), X), ValueError, "x must be finite; got nan at (1, 2)"),
    (
        lambda: pooled_weights(X, X, (4, 3)),
        ValueError,
        "the grid must be from (1, 1) to (3, 3), queries by keys; got (4, 3)",
    ),
    (
        lambda: pooled_weights(X, X, (0, 3)),
        ValueError,
        "the grid must be from (1, 1) to (3, 3), queries by keys; got (0, 3)",
    ),
    (
        lambda: pooled_weights(X, X[:2], (1, 1), mask="causal"),
        ValueError,
        "a causal mask needs as many queries as keys; got 3 queries and 2 keys",
    ),
    (
        lambda: pooled_weights(X, X, (1, 1), window=0),
        ValueError,
        "a window must be at least 1, over as many queries as keys; got 0, 3 queries and 3 keys",
    ),
    (lambda: pooled_weights(X, with_number(NAN), (1, 1)), ValueError, "keys must be finite; got nan at (1, 2)"),
    (
        lambda: pooled_weights(X * 1e30, X * 1e30, (1, 1)),
        ValueError,
        "the dot products are too large for float32; scale the queries down",
    ),
    (
        lambda: pooled_weights(X, X[:, :2], (1, 1)),
        ValueError,
        "queries (..., T, d_k) and keys (..., S, d_k) must share d_k; got (3, 4) and (3, 2)",
    ),
    (lambda: average(X[0]), ValueError, "x must have the shape (..., T, d); got (4,)"),
    (lambda: context_vectors("first", X), ValueError, 'kind must be "last", "average" or "attention"; got "first"'),
    (
        lambda: class_scores(X, M),
        ValueError,
        "context (..., d) and classifier (V, d) must share d; got (3, 4) and (4, 2)",
    ),
    (lambda: NextWordModel.train({}, "last"), ValueError, "there must be at least one phrase to train on; got none"),
    (lambda: NextWordModel.train({" ": "a"}, "last"), ValueError, "a phrase needs at least one word; got none"),
    (lambda: NextWordModel.train(PHRASES, "last", steps=0), ValueError, "steps must be at least 1; got 0"),
    (
        lambda: NextWordModel.train_in_stages(PHRASES, "last", stages=(2, 2)),
        ValueError,
        "each stage must come after the one before it; got [2, 2]",
    ),
    (
        lambda: NextWordModel.train(PHRASES, "first"),  # type: ignore[arg-type]
        ValueError,
        'kind must be "last", "average" or "attention"; got "first"',
    ),
    (
        lambda: NextWordModel.train({"aple": "banana"}, "last", embedding=FRUIT),
        KeyError,
        'unknown word "aple"; did you mean "apple"?',
    ),
    (lambda: FRUIT.rows("a aple"), KeyError, 'unknown word "a"; did you mean "apple"?'),
    (lambda: FRUIT["aple"], KeyError, 'unknown word "aple"; did you mean "apple"?'),
    (lambda: FRUIT.rows(" "), ValueError, "a phrase needs at least one word; got none"),
    (lambda: Embedding({}), ValueError, "an embedding needs at least one word; got none"),
    (
        lambda: Embedding({"a": [1.0], "b": [1.0, 2.0]}),
        ValueError,
        'all vectors must be lists of one length; "a" has shape (1,), "b" has shape (2,)',
    ),
    (lambda: Embedding({"a": [1.0], "b": [NAN]}), ValueError, '"b" must be finite; got nan at (0,)'),
    (
        lambda: Embedding({"a": [1.0]}, ("fruitiness", "techiness")),
        ValueError,
        "one name per axis: the vectors have 1, got 2 names ('fruitiness', 'techiness')",
    ),
    (
        lambda: Embedding({"a": [1.0]}, dtype=torch.int32),
        TypeError,
        f"an embedding must be floating ({FLOATING}); got int32",
    ),
    (lambda: AttentionDims(0, 1, 1), ValueError, "d_model must be at least 1; got 0"),
    (lambda: AttentionDims(1, 1, 1, d_rotary=-1), ValueError, "d_rotary must be at least 0; got -1"),
    (lambda: AttentionDims(8, 4, 2, groups=3), ValueError, "groups must divide the 4 heads; got 3"),
    (
        lambda: AttentionDims(8, 4, 2, groups=2, d_latent=2),
        ValueError,
        "keys and values come from groups or from a latent, not from both",
    ),
    (
        lambda: AttentionDims(8, 4, 2, d_rotary=2),
        ValueError,
        "d_query_latent and d_rotary belong to latent attention; d_latent is missing",
    ),
    (
        lambda: AttentionDims(8, 4, 2, groups=1).parameters_per_head,
        ValueError,
        "heads that share keys and values have no parameters of their own; see matrices()",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), ERRORS)
def test_message(call: Callable[[], object], error: type[Exception], message: str) -> None:
    raises(call, error, message)


def test_fused_output_looks_at_masks_but_at_numbers_only_where_asked() -> None:
    x = X.clone()
    x[1, 0] = torch.nan
    assert attention_output(x).isnan().any()
    raises(
        lambda: attention_output(X, mask=torch.zeros(len(X), len(X), dtype=torch.bool)),
        ValueError,
        'row 0 may attend to no key; allow one, or ask for empty_rows="zeros"',
    )
