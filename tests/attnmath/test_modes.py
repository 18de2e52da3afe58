"""Attention within torch's own modes: inference, fake tensors, vmap, compilation."""

import subprocess
import sys

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from attnmath import Head, attend, attention, attention_output, causal_mask


def test_inference_mode_leaves_nothing_behind(randn, device: str) -> None:
    x, head = randn(3, 4, dtype=torch.float32), Head(*(randn(4, 4, dtype=torch.float32) for _ in range(3)))
    attention._nothing.cache_clear()
    with torch.inference_mode():
        before = attend(x, head, scaled=True).output
    x.requires_grad_()
    after = attend(x, head, scaled=True).output
    after.sum().backward()
    assert torch.equal(before, after) and x.grad is not None and bool(x.grad.isfinite().all())


def test_fake_tensors_leave_nothing_behind(randn, device: str) -> None:
    attention._nothing.cache_clear()
    with FakeTensorMode():
        x = torch.randn(3, 4, device=device)
        head = Head(*(torch.randn(4, 4, device=device) for _ in range(3)))
        assert attend(x, head, scaled=True, check=False).scores.shape == (3, 3)
    real = randn(3, 4, dtype=torch.float32)
    torch.testing.assert_close(attend(real, scaled=True).scores, real @ real.mT / 2)


def test_vmap(randn, device: str, own_errors: None) -> None:
    x = randn(4, 5, 3)
    head = Head(randn(3, 2), randn(3, 2), randn(3, 3))
    mask = causal_mask(5, device=device)
    step = torch.func.vmap(lambda phrase: attend(phrase, head, mask=mask, scaled=True))(x)
    for mapped, together in zip(step, attend(x, head, mask=mask, scaled=True), strict=True):
        torch.testing.assert_close(mapped, together)
    masks = torch.stack([mask] * 4)
    outputs = torch.func.vmap(lambda phrase, mask: attend(phrase, head, mask=mask).output)(x, masks)
    torch.testing.assert_close(outputs, attend(x, head, mask=mask).output)


@pytest.mark.filterwarnings("ignore:There is a performance drop:UserWarning")
def test_vmap_of_the_output_alone(randn, device: str, own_errors: None) -> None:
    x = randn(4, 5, 3)
    masks = torch.stack([causal_mask(5, device=device)] * 4)
    outputs = torch.func.vmap(lambda phrase, mask: attention_output(phrase, mask=mask))(x, masks)
    torch.testing.assert_close(outputs, attend(x, mask=masks).output)


COMPILED = """
import torch
from attnmath import Head, attend, attention_output, causal_mask

def both(x, head, mask):
    return attend(x, head, mask=mask, scaled=True), attention_output(x, head, mask=mask, scaled=True)

device = "{device}"
x = torch.randn(5, 3, device=device)
head = Head(*(torch.randn(3, 3, device=device) for _ in range(3)))
mask = causal_mask(5, device=device)
compiled = torch.compile(both, backend="aot_eager", fullgraph=True)
step, output = compiled(x, head, mask)
expected = attend(x, head, mask=mask, scaled=True)
for got, want in zip((*step, output), (*expected, expected.output), strict=True):
    torch.testing.assert_close(got, want)
print("compiled")
"""


def test_compiles_in_one_piece(device: str) -> None:
    """In a process of its own, where shapes are not checked: torch.compile does not see through the checking."""
    command = [sys.executable, "-W", "ignore", "-c", COMPILED.format(device=device)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.split() == ["compiled"], done.stderr
