import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from attnmath import Head, MultiHead, attend, causal_mask, grouped_query, multi_head, repeat_attention

TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-12}


@settings(max_examples=60)
@given(
    heads=st.integers(1, 3),
    width=st.integers(1, 4),
    rows=st.integers(1, 5),
    columns=st.integers(1, 5),
    batch=st.integers(1, 3),
    dtype=st.sampled_from([torch.float32, torch.float64]),
    masked=st.booleans(),
    seed=st.integers(0, 2**32),
)
def test_is_torchs_multi_head_attention(
    heads: int, width: int, rows: int, columns: int, batch: int, dtype: torch.dtype, masked: bool, seed: int
) -> None:
    """Weights and output, cross-attention with a context of another width, masks, a batch."""
    torch.manual_seed(seed)
    size, d_context = heads * width, heads * width + 1
    module = nn.MultiheadAttention(
        size, heads, bias=False, kdim=d_context, vdim=d_context, batch_first=True, dtype=dtype
    )
    x, context = torch.randn(batch, rows, size, dtype=dtype), torch.randn(batch, columns, d_context, dtype=dtype)
    mask = torch.rand(rows, columns) < 0.6
    mask[:, 0] = True
    expected, weights = module(x, context, context, attn_mask=~mask if masked else None, average_attn_weights=False)

    def columns_of(matrix: Tensor, head: int) -> Tensor:
        return matrix.T[:, head * width : (head + 1) * width]

    matrices = (module.q_proj_weight, module.k_proj_weight, module.v_proj_weight)
    block = multi_head(
        x,
        [Head(*(columns_of(matrix, head) for matrix in matrices)) for head in range(heads)],
        module.out_proj.weight.T,
        context=context,
        mask=mask if masked else None,
        scaled=True,
    )
    close = {"atol": TOLERANCE[dtype], "rtol": TOLERANCE[dtype]}
    torch.testing.assert_close(block.output, expected, **close)
    torch.testing.assert_close(torch.stack([step.weights for step in block.heads], dim=1), weights, **close)


@settings(max_examples=40)
@given(
    groups=st.integers(1, 3),
    size=st.integers(1, 3),
    dtype=st.sampled_from([torch.float32, torch.float64]),
    seed=st.integers(0, 2**32),
)
def test_is_torchs_grouped_query_attention(groups: int, size: int, dtype: torch.dtype, seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)

    def randn(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator, dtype=dtype) / 2

    x, heads = randn(2, 4, 5), groups * size
    W_Q, W_K, W_V = ([randn(5, 2) for _ in range(n)] for n in (heads, groups, groups))
    block = grouped_query(x, W_Q, W_K, W_V, mask=causal_mask(4), scaled=True)
    stacked = [torch.stack([x @ matrix for matrix in matrices], dim=1) for matrices in (W_Q, W_K, W_V)]
    expected = scaled_dot_product_attention(*stacked, is_causal=True, enable_gqa=True)
    close = {"atol": TOLERANCE[dtype], "rtol": TOLERANCE[dtype]}
    torch.testing.assert_close(block.output, expected.transpose(1, 2).flatten(-2), **close)
    shared = [Head(W_Q[i], W_K[i // size], W_V[i // size]) for i in range(heads)]
    torch.testing.assert_close(block.output, multi_head(x, shared, mask=causal_mask(4), scaled=True).output, **close)
    for i, step in enumerate(block.heads):
        assert step.keys is block.heads[i // size * size].keys


def test_heads_of_different_widths(randn, device: str) -> None:
    """The appendix's shapes, with d_k and d_v of each head its own."""
    x = randn(3, 7, 6)
    heads = [Head(randn(6, 2), randn(6, 2), randn(6, 3)), Head(randn(6, 5), randn(6, 5), randn(6, 1))]
    W_O = randn(4, 6)
    block = multi_head(x, heads, W_O, mask=causal_mask(7, device=device), scaled=True)
    assert isinstance(block, MultiHead)
    assert [step.queries.shape for step in block.heads] == [(3, 7, 2), (3, 7, 5)]
    assert [step.weights.shape for step in block.heads] == [(3, 7, 7), (3, 7, 7)]
    assert block.concat.shape == (3, 7, 4)
    assert block.output.shape == (3, 7, 6)
    proposals = block.heads[0].output @ W_O[:3] + block.heads[1].output @ W_O[3:]
    torch.testing.assert_close(block.output, proposals)


def test_without_an_output_matrix_the_heads_stand_side_by_side(randn) -> None:
    x = randn(4, 3)
    head = Head(W_V=randn(3, 2))
    block = multi_head(x, [head, head])
    assert block.output is block.concat
    torch.testing.assert_close(block.concat, torch.cat([attend(x, head).output] * 2, dim=-1))


def test_empty_rows_reach_every_head(randn, device: str) -> None:
    mask = causal_mask(3, device=device)
    mask[0] = False
    x = randn(3, 2)
    assert (multi_head(x, [Head(), Head()], mask=mask, empty_rows="zeros").output[0] == 0).all()
    eye = torch.eye(2, dtype=x.dtype, device=device)
    assert (grouped_query(x, [eye] * 2, [eye], [eye], mask=mask, empty_rows="zeros").output[0] == 0).all()


def test_gradients(randn) -> None:
    tensors = [tensor.requires_grad_() for tensor in (randn(3, 4), randn(4, 2), randn(4, 2), randn(4, 3), randn(6, 4))]

    def output(x: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, W_O: Tensor) -> Tensor:
        head = Head(W_Q, W_K, W_V)
        return multi_head(x, [head, head], W_O, scaled=True).output

    assert torch.autograd.gradcheck(output, tensors)


def test_steps_by_hand(randn) -> None:
    x = randn(2, 4, 3)
    head = Head(randn(3, 2), randn(3, 2), randn(3, 3))
    path = repeat_attention(x, head, steps=2, scaled=True)
    assert path.shape == (3, 2, 4, 3)
    once = attend(x, head, scaled=True).output
    torch.testing.assert_close(path[0], x, rtol=0, atol=0)
    torch.testing.assert_close(path[1], once)
    torch.testing.assert_close(path[2], attend(once, head, scaled=True).output)
    added = repeat_attention(x, head, steps=2, scaled=True, residual=True)
    torch.testing.assert_close(added[1], x + once)
    torch.testing.assert_close(added[2], added[1] + attend(added[1], head, scaled=True).output)
    assert torch.equal(repeat_attention(x, steps=0), x[None])


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_words_that_pull_each_other_draw_together(seed: int) -> None:
    """Each step is an average: no coordinate leaves the range the words spanned before."""
    x = torch.randn(5, 2, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    path = repeat_attention(x, steps=5)
    spans = path.amax(1) - path.amin(1)
    assert (spans.diff(dim=0) <= 1e-12).all()


@pytest.mark.parametrize("function", [multi_head, grouped_query])
def test_cross_attention_is_rectangular(function, randn) -> None:
    french, english = randn(3, 4), randn(5, 4)
    matrices = [randn(4, 2) for _ in range(3)]
    arguments = ([Head(*matrices)],) if function is multi_head else tuple([matrix] for matrix in matrices)
    block = function(french, *arguments, context=english, scaled=True)
    assert block.heads[0].weights.shape == (3, 5)
    torch.testing.assert_close(block.output, attend(french, Head(*matrices), context=english, scaled=True).output)
