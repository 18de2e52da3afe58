import math

import jaxtyping
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from attnmath import (
    Attention,
    Embedding,
    Head,
    attend,
    attend_with,
    attention_output,
    causal_mask,
    dot_products,
    softmax,
)

TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-12}
E = math.e


@st.composite
def problems(draw: st.DrawFn) -> dict:
    """Words, a context or none, the matrices of a head and a mask or none, of any shape that fits."""
    dtype = draw(st.sampled_from([torch.float32, torch.float64]))
    batch = tuple(draw(st.lists(st.integers(1, 3), max_size=3)))
    rows, columns, d_model, d_context, d_k, d_v = (draw(st.integers(1, 7)) for _ in range(6))
    cross = draw(st.booleans())
    if not cross:
        columns, d_context = rows, d_model
    generator = torch.Generator().manual_seed(draw(st.integers(0, 2**32)))

    def randn(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=torch.float64).mul(0.5).to(dtype)

    mask = None
    if draw(st.booleans()):
        mask = torch.rand(*draw(st.sampled_from([(), batch])), rows, columns, generator=generator) < 0.6
        mask[..., 0] = True
    return {
        "x": randn(*batch, rows, d_model),
        "context": randn(*batch, columns, d_context) if cross else None,
        "head": Head(randn(d_model, d_k), randn(d_context, d_k), randn(d_context, d_v)),
        "mask": mask,
        "scaled": draw(st.booleans()),
    }


def reference(x: Tensor, context: Tensor | None, head: Head, mask: Tensor | None, scaled: bool) -> Tensor:
    c = x if context is None else context
    scale = None if scaled else 1.0
    return scaled_dot_product_attention(x @ head.W_Q, c @ head.W_K, c @ head.W_V, attn_mask=mask, scale=scale)


@settings(max_examples=80)
@given(problems())
def test_is_torchs_attention(problem: dict) -> None:
    x = problem["x"]
    expected = reference(**problem)
    step = attend(**problem)
    torch.testing.assert_close(step.output, expected, atol=TOLERANCE[x.dtype], rtol=TOLERANCE[x.dtype])
    output = attention_output(**problem)
    torch.testing.assert_close(output, expected, atol=TOLERANCE[x.dtype], rtol=TOLERANCE[x.dtype])


@settings(max_examples=40)
@given(problems())
def test_every_intermediate_follows_from_the_one_before(problem: dict) -> None:
    step = attend(**problem)
    scores = step.queries @ step.keys.mT / (step.queries.shape[-1] ** 0.5 if problem["scaled"] else 1)
    if problem["mask"] is not None:
        scores = torch.where(problem["mask"], scores, -math.inf)
    close = {"atol": TOLERANCE[scores.dtype], "rtol": TOLERANCE[scores.dtype]}
    torch.testing.assert_close(step.scores, scores, **close)
    exponentials = step.scores.exp()
    torch.testing.assert_close(step.weights, exponentials / exponentials.sum(-1, keepdim=True), **close)
    torch.testing.assert_close(step.output, step.weights @ step.values, **close)
    torch.testing.assert_close(step.weights.sum(-1), torch.ones_like(step.weights[..., 0]), **close)


@settings(max_examples=40)
@given(problems(), st.randoms(use_true_random=False))
def test_words_in_another_order_give_outputs_in_that_order(problem: dict, random) -> None:
    x, head = problem["x"], problem["head"]
    context = x if problem["context"] is None else problem["context"]
    order = random.sample(range(x.shape[-2]), x.shape[-2])
    other = random.sample(range(context.shape[-2]), context.shape[-2])
    before = attend(x, head, context=context)
    after = attend(x[..., order, :], head, context=context[..., other, :])
    close = {"atol": TOLERANCE[x.dtype], "rtol": TOLERANCE[x.dtype]}
    torch.testing.assert_close(after.output, before.output[..., order, :], **close)
    torch.testing.assert_close(after.weights, before.weights[..., order, :][..., other], **close)


def test_weights_by_hand(device: str) -> None:
    x = torch.tensor([[0.0], [1.0]], dtype=torch.float64, device=device)
    step = attend(x)
    expected = torch.tensor([[0.5, 0.5], [1 / (1 + E), E / (1 + E)]], dtype=torch.float64, device=device)
    torch.testing.assert_close(step.weights, expected, atol=1e-15, rtol=0)
    torch.testing.assert_close(step.output, expected[:, 1:], atol=1e-15, rtol=0)


def test_scale_by_hand(device: str) -> None:
    queries = torch.tensor([[2.0, 0.0, 0.0, 0.0]], dtype=torch.float64, device=device)
    keys = torch.tensor([[0.0, 0, 0, 0], [1.0, 0, 0, 0]], dtype=torch.float64, device=device)
    values = torch.tensor([[0.0], [1.0]], dtype=torch.float64, device=device)
    assert attend_with(queries, keys, values, scaled=True).scores.tolist() == [[0.0, 1.0]]
    assert attend_with(queries, keys, values).scores.tolist() == [[0.0, 2.0]]
    output = attend_with(queries, keys, values, scaled=True).output.item()
    assert output == pytest.approx(E / (1 + E), abs=1e-15)


def test_queries_ask_and_keys_answer() -> None:
    """Row: who asks; column: who answers. Only the first word's query meets only the second word's key."""
    x = torch.eye(2)
    step = attend(x, Head(torch.tensor([[1.0], [0.0]]), torch.tensor([[0.0], [1.0]])))
    assert step.scores.tolist() == [[0.0, 1.0], [0.0, 0.0]]


def test_the_first_example_of_the_readme() -> None:
    space = Embedding(
        {"banana": [2.4, 0.2], "apple": [1.6, 1.6], "phone": [0.2, 2.4]}, axes=("fruitiness", "techiness")
    )
    x = space.rows("banana apple")
    step = attend(x)
    torch.testing.assert_close(step.scores, torch.tensor([[5.80, 4.16], [4.16, 5.12]]))
    torch.testing.assert_close(step.scores, dot_products(x))
    torch.testing.assert_close(softmax(step.scores), step.weights)
    assert isinstance(step, Attention)
    for same in (step.queries, step.keys, step.values):
        assert same is x


@pytest.mark.parametrize("scaled", [True, False])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("length", [1, 7, 300])
def test_the_output_of_one_phrase_without_a_mask(length: int, dtype: torch.dtype, scaled: bool, randn) -> None:
    """The commonest case takes a shorter way through ``attention_output``."""
    x = randn(length, 6, dtype=dtype) / 2
    head = Head(*(randn(6, 4, dtype=dtype) / 2 for _ in range(3)))
    close = {"atol": TOLERANCE[dtype], "rtol": TOLERANCE[dtype]}
    torch.testing.assert_close(attention_output(x, head, scaled=scaled), attend(x, head, scaled=scaled).output, **close)


def test_a_matrix_left_out_is_the_identity() -> None:
    x = torch.tensor([[1.0, 0.0], [0.5, 0.5]])
    stretch = torch.tensor([[1.0, 0.0], [0.0, 3.0]])
    step = attend(x, Head(W_V=stretch))
    torch.testing.assert_close(step.weights, attend(x).weights)
    torch.testing.assert_close(step.output, attend(x).output @ stretch)


def test_gradients(randn, device: str) -> None:
    x, context = randn(3, 4), randn(5, 3)
    matrices = [randn(4, 2), randn(3, 2), randn(3, 3)]
    mask = torch.ones(3, 5, dtype=torch.bool, device=device).tril(1)
    tensors = [tensor.requires_grad_() for tensor in (x, context, *matrices)]

    def outputs(x: Tensor, context: Tensor, *matrices: Tensor) -> tuple[Tensor, ...]:
        step = attend(x, Head(*matrices), context=context, mask=mask, scaled=True)
        return step.weights, step.output, attention_output(x, Head(*matrices), context=context, mask=mask, scaled=True)

    assert torch.autograd.gradcheck(outputs, tensors)


def test_gradients_pass_an_empty_row(randn, device: str) -> None:
    x = randn(3, 2).requires_grad_()
    mask = causal_mask(3, device=device)
    mask[0] = False

    def outputs(x: Tensor) -> tuple[Tensor, ...]:
        step = attend(x, mask=mask, empty_rows="zeros")
        return step.output, attention_output(x, mask=mask, empty_rows="zeros")

    assert torch.autograd.gradcheck(outputs, [x])


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("size", [1e-4, 1.0, 1e4])
def test_rows_add_to_one_whatever_the_size_of_the_scores(dtype: torch.dtype, size: float, randn) -> None:
    scores = (randn(64, 33).clamp(-1, 1) * size).to(dtype)
    weights = softmax(scores)
    assert weights.dtype is dtype
    assert not weights.isnan().any()
    error = (weights.double().sum(-1) - 1).abs().max()
    assert error < 33 * torch.finfo(dtype).eps


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_half_precision_follows_single_precision(dtype: torch.dtype, randn) -> None:
    x = randn(2, 9, 16, dtype=dtype)
    head = Head(*(randn(16, 16, dtype=dtype) / 4 for _ in range(3)))
    mask = causal_mask(9, device=x.device.type)
    wide = Head(*(matrix.float() for matrix in head.given().values()))
    expected = attend(x.float(), wide, mask=mask, scaled=True).output
    for output in (attend(x, head, mask=mask, scaled=True).output, attention_output(x, head, mask=mask, scaled=True)):
        assert output.dtype is dtype
        assert (output.float() - expected).abs().max() < 16 * torch.finfo(dtype).eps


def test_scores_of_ten_thousand_in_float16(randn) -> None:
    x = randn(8, 4, dtype=torch.float16) * 50
    step = attend(x)
    assert 5e3 < step.scores.max() < 6e4
    assert not step.weights.isnan().any()
    assert (step.weights.sum(-1) - 1).abs().max() < 8 * torch.finfo(torch.float16).eps


def test_batch_axes_are_many_phrases_at_once(randn) -> None:
    x = randn(2, 3, 5, 4)
    head = Head(randn(4, 2), randn(4, 2), randn(4, 4))
    whole = attend(x, head, scaled=True)
    for i in range(2):
        for j in range(3):
            for together, alone in zip(whole, attend(x[i, j], head, scaled=True), strict=True):
                torch.testing.assert_close(together[i, j], alone)


def test_shapes_are_checked_here() -> None:
    """The tests run with every signature's shapes checked; a user pays nothing for them."""
    with pytest.raises(jaxtyping.TypeCheckError):
        attend(torch.ones(3))


def test_stays_on_the_device(randn, device: str) -> None:
    step = attend(randn(3, 2))
    assert {tensor.device.type for tensor in step} == {device}
