import math

import torch
from torch import Tensor

from attnmath import AttentionDims, Head, LatentMaps, attend_with, causal_mask, latent_attention, multi_head, rotary

H, D, D_C, D_Q, D_H, D_V, D_R = 3, 8, 3, 4, 2, 5, 4


def maps(randn, positions: bool = True, query_latent: bool = True) -> LatentMaps:
    d_q = D_Q if query_latent else D
    return LatentMaps(
        W_DKV=randn(D, D_C),
        W_UK=[randn(D_C, D_H) for _ in range(H)],
        W_UV=[randn(D_C, D_V) for _ in range(H)],
        W_UQ=[randn(d_q, D_H) for _ in range(H)],
        W_DQ=randn(D, D_Q) if query_latent else None,
        W_QR=[randn(d_q, D_R) for _ in range(H)] if positions else (),
        W_KR=randn(D, D_R) if positions else None,
    )


def test_without_positions_it_is_many_heads_with_factored_matrices(randn, device: str) -> None:
    x, W_O, mask = randn(2, 6, D), randn(H * D_V, D), causal_mask(6, device=device)
    for query_latent in (True, False):
        low = maps(randn, positions=False, query_latent=query_latent)
        heads = [
            Head(W_UQ if low.W_DQ is None else low.W_DQ @ W_UQ, low.W_DKV @ W_UK, low.W_DKV @ W_UV)
            for W_UQ, W_UK, W_UV in zip(low.W_UQ, low.W_UK, low.W_UV, strict=True)
        ]
        step = latent_attention(x, low, W_O, mask=mask, scaled=True)
        torch.testing.assert_close(step.block.output, multi_head(x, heads, W_O, mask=mask, scaled=True).output)
        torch.testing.assert_close(step.latent, x @ low.W_DKV)
        assert step.rotary_keys is None
        assert step.cache_per_token == D_C


def test_positions_turn_a_part_of_their_own(randn) -> None:
    x, low = randn(6, D), maps(randn)
    step = latent_attention(x, low, scaled=True)
    asking, latent = x @ low.W_DQ, x @ low.W_DKV
    for i, head in enumerate(step.block.heads):
        content = (asking @ low.W_UQ[i]) @ (latent @ low.W_UK[i]).mT
        turned = rotary(asking @ low.W_QR[i]) @ rotary(x @ low.W_KR).mT
        torch.testing.assert_close(head.scores, (content + turned) / math.sqrt(D_H + D_R))
        torch.testing.assert_close(head.output, head.weights @ (latent @ low.W_UV[i]))


def test_all_that_is_cached_is_enough(randn) -> None:
    """A new word needs of the earlier ones their latents and turned keys only."""
    x, low = randn(6, D), maps(randn)
    step = latent_attention(x, low, mask=causal_mask(6, device=x.device))
    asking = x[-1:] @ low.W_DQ
    for i, head in enumerate(step.block.heads):
        turned = rotary(asking @ low.W_QR[i], torch.tensor([5], device=x.device))
        queries = torch.cat((asking @ low.W_UQ[i], turned), dim=-1)
        keys = torch.cat((step.latent @ low.W_UK[i], step.rotary_keys), dim=-1)
        last = attend_with(queries, keys, step.latent @ low.W_UV[i])
        torch.testing.assert_close(last.output[0], head.output[-1])
    dims = AttentionDims(D, H, D_H, D_V, d_latent=D_C, d_query_latent=D_Q, d_rotary=D_R)
    assert step.cache_per_token == step.latent.shape[-1] + step.rotary_keys.shape[-1] == dims.cache_per_token


def test_counted_as_built(randn) -> None:
    low = maps(randn)
    dims = AttentionDims(D, H, D_H, D_V, d_latent=D_C, d_query_latent=D_Q, d_rotary=D_R)
    lists: list[Tensor] = [*low.W_UK, *low.W_UV, *low.W_UQ, *low.W_QR]
    built = sum(matrix.numel() for matrix in (low.W_DKV, low.W_DQ, low.W_KR, *lists))
    assert dims.parameters_per_block == built + H * D_V * D


def test_gradients(randn) -> None:
    low = maps(randn)
    x, W_DKV = randn(3, D).requires_grad_(), low.W_DKV.requires_grad_()

    def output(x: Tensor, W_DKV: Tensor) -> Tensor:
        return latent_attention(x, LatentMaps(W_DKV, *list(vars(low).values())[1:]), scaled=True).block.output

    assert torch.autograd.gradcheck(output, [x, W_DKV])
