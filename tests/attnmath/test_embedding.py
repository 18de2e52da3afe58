import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnmath import Embedding, cosine_similarity, dot_products

FRUIT = {"banana": [2.4, 0.2], "apple": [1.6, 1.6], "phone": [0.2, 2.4]}


def test_a_phrase_is_rows_in_the_order_of_its_words(device: str) -> None:
    space = Embedding(FRUIT, axes=("fruitiness", "techiness"), device=device)
    for phrase in ("phone banana phone", ["phone", "banana", "phone"], ("phone", "banana", "phone")):
        x = space.rows(phrase)
        torch.testing.assert_close(x, torch.tensor([[0.2, 2.4], [2.4, 0.2], [0.2, 2.4]], device=device))
    assert space.axes == ("fruitiness", "techiness")


def test_reads_like_a_mapping() -> None:
    space = Embedding(FRUIT)
    assert list(space) == list(FRUIT) == list(space.words)
    assert len(space) == 3
    assert "apple" in space and "aple" not in space
    assert space["phone"].tolist() == pytest.approx([0.2, 2.4])
    assert space.index("phone") == 2
    assert repr(space) == "Embedding(3 words, d=2)"


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_dtype(dtype: torch.dtype) -> None:
    assert Embedding(FRUIT, dtype=dtype).vectors.dtype is dtype


def test_default_dtype_is_torchs() -> None:
    assert Embedding(FRUIT).vectors.dtype is torch.float32


def test_vectors_may_be_tensors_that_learn() -> None:
    apple = torch.tensor([1.0, 2.0], requires_grad=True)
    Embedding({"apple": apple, "pear": torch.zeros(2)}).rows("apple apple").sum().backward()
    assert apple.grad is not None
    assert apple.grad.tolist() == [2.0, 2.0]


def test_dot_products_by_hand(device: str) -> None:
    queries = torch.tensor([[1.0, 2.0], [0.0, -1.0]], device=device)
    keys = torch.tensor([[3.0, 4.0], [5.0, 6.0], [7.0, 8.0]], device=device)
    assert dot_products(queries, keys).tolist() == [[11.0, 17.0, 23.0], [-4.0, -6.0, -8.0]]
    assert dot_products(queries).tolist() == [[5.0, -2.0], [-2.0, 1.0]]


@given(st.floats(0, 2 * math.pi), st.floats(0, 2 * math.pi), st.floats(1e-150, 1e150), st.floats(1e-150, 1e150))
def test_cosine_similarity_is_the_cosine_of_the_angle(a: float, b: float, length: float, other: float) -> None:
    x = torch.tensor([math.cos(a), math.sin(a)], dtype=torch.float64) * length
    y = torch.tensor([math.cos(b), math.sin(b)], dtype=torch.float64) * other
    assert cosine_similarity(x, y).item() == pytest.approx(math.cos(a - b), abs=1e-12)


def test_cosine_similarity_of_many_vectors_at_once(device: str) -> None:
    x = torch.tensor([[1.0, 0.0], [0.0, 2.0]], device=device)
    table = cosine_similarity(x[:, None], x)
    assert table.tolist() == [[1.0, 0.0], [0.0, 1.0]]
