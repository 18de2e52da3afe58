import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attnmath import attend, attention_output, causal_mask, padding_mask, window_mask

T, F = True, False


def test_causal_by_hand(device: str) -> None:
    assert causal_mask(3, device=device).tolist() == [[T, F, F], [T, T, F], [T, T, T]]


def test_window_by_hand(device: str) -> None:
    assert window_mask(4, 2, device=device).tolist() == [[T, T, F, F], [T, T, T, F], [F, T, T, T], [F, F, T, T]]
    assert window_mask(3, 2, causal=True, device=device).tolist() == [[T, F, F], [T, T, F], [F, T, T]]


@given(st.integers(1, 12), st.integers(1, 15))
def test_a_window_is_a_band(length: int, window: int) -> None:
    for i, row in enumerate(window_mask(length, window).tolist()):
        assert row == [abs(i - j) < window for j in range(length)]
    causal = window_mask(length, window, causal=True)
    assert torch.equal(causal, window_mask(length, window) & causal_mask(length))


def test_padding_by_hand(device: str) -> None:
    mask = padding_mask([1, 3], 3, device=device)
    assert mask.tolist() == [[[T, F, F]] * 3, [[T, T, T]] * 3]
    assert padding_mask(torch.tensor([2], device=device), 3, 1).tolist() == [[[T, T, F]]]
    assert padding_mask(torch.tensor([2], device=device), 3).device.type == device


def test_padding_hides_what_is_behind_the_phrase(randn) -> None:
    x = randn(2, 4, 3)
    mask = padding_mask([2, 4], 4, device=x.device)
    alone = attend(x[0, :2]).output
    torch.testing.assert_close(attend(x, mask=mask).output[0, :2], alone)
    torch.testing.assert_close(attention_output(x, mask=mask)[0, :2], alone)


@settings(max_examples=30)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32), st.booleans())
def test_masked_before_softmax(rows: int, columns: int, seed: int, scaled: bool) -> None:
    """Masked weights are exactly 0 and the others add to 1: those of the words that are left."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(rows, 3, generator=generator, dtype=torch.float64)
    context = torch.randn(columns, 3, generator=generator, dtype=torch.float64)
    mask = torch.rand(rows, columns, generator=generator) < 0.5
    mask[:, 0] = True
    step = attend(x, context=context, mask=mask, scaled=scaled)
    assert (step.weights[~mask] == 0).all()
    assert (step.scores[~mask] == -math.inf).all()
    torch.testing.assert_close(step.weights.sum(-1), torch.ones(rows, dtype=torch.float64), atol=1e-12, rtol=0)
    for i in range(rows):
        left = attend(x[i : i + 1], context=context[mask[i]], scaled=scaled)
        torch.testing.assert_close(step.weights[i, mask[i]], left.weights[0], atol=1e-12, rtol=0)


def test_masked_after_softmax_is_something_else() -> None:
    """Three equal words: masking after softmax leaves a third of the weight, masking before leaves all of it."""
    x = torch.zeros(3, 2)
    assert attend(x, mask=causal_mask(3)).weights[0].tolist() == [1.0, 0.0, 0.0]
    after = attend(x).weights * causal_mask(3)
    assert after[0].sum().item() == pytest.approx(1 / 3)


def test_rows_that_may_attend_to_nothing_can_be_zeros(randn, device: str) -> None:
    x = randn(2, 3, 4)
    mask = causal_mask(3, device=device).repeat(2, 1, 1)
    mask[1, 1] = False
    step = attend(x, mask=mask, empty_rows="zeros")
    output = attention_output(x, mask=mask, empty_rows="zeros")
    for result in (step.weights, step.output, output):
        assert (result[1, 1] == 0).all()
    whole = attend(x, mask=causal_mask(3, device=device))
    full = mask.any(-1)
    torch.testing.assert_close(step.output[full], whole.output[full])
    torch.testing.assert_close(output[full], whole.output[full])


def test_a_causal_output_needs_no_mask(randn, device: str) -> None:
    x = randn(2, 5, 4)
    expected = attend(x, mask=causal_mask(5, device=device), scaled=True).output
    torch.testing.assert_close(attention_output(x, mask="causal", scaled=True), expected)


def test_masks_of_several_phrases_over_one(randn, device: str) -> None:
    x = randn(4, 3)
    masks = torch.stack([causal_mask(4, device=device), window_mask(4, 2, device=device)])
    outputs = attention_output(x, mask=masks)
    assert outputs.shape == (2, 4, 3)
    torch.testing.assert_close(outputs, attend(x, mask=masks).output)
    torch.testing.assert_close(outputs[1], attend(x, mask=masks[1]).output)


@pytest.mark.parametrize("function", [attend, attention_output])
def test_numbers_are_not_looked_at_where_asked_not_to(function) -> None:
    x = torch.full((2, 2), float("nan"))
    result = function(x, check=False)
    output = result if function is attention_output else result.output
    assert output.isnan().all()
