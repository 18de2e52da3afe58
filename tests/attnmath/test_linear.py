import torch
from hypothesis import given
from hypothesis import strategies as st

from attnmath import apply_map, basis_images, compose, from_columns, invert, shear, squeeze

numbers = st.floats(-3, 3)


def matrix(entries: list[float]) -> torch.Tensor:
    return torch.tensor(entries, dtype=torch.float64).view(2, 2)


matrices = st.lists(numbers, min_size=4, max_size=4).map(matrix)
vectors = st.lists(numbers, min_size=2, max_size=2).map(lambda xy: torch.tensor(xy, dtype=torch.float64))


def test_rows_times_matrix_by_hand(device: str) -> None:
    x = torch.tensor([[1.0, 2.0]], device=device)
    M = torch.tensor([[0.0, 1.0], [-1.0, 0.5]], device=device)
    assert apply_map(x, M).tolist() == [[-2.0, 2.0]]
    assert [row.tolist() for row in basis_images(M)] == [[0.0, 1.0], [-1.0, 0.5]]


@given(vectors, matrices)
def test_coordinates_stay_along_the_new_axes(x: torch.Tensor, M: torch.Tensor) -> None:
    first, second = basis_images(M)
    torch.testing.assert_close(apply_map(x, M), x[0] * first + x[1] * second, atol=1e-12, rtol=0)


@given(vectors, matrices, matrices, matrices)
def test_composed_maps_are_applied_first_one_first(
    x: torch.Tensor, A: torch.Tensor, B: torch.Tensor, C: torch.Tensor
) -> None:
    one_by_one = apply_map(apply_map(apply_map(x, A), B), C)
    torch.testing.assert_close(apply_map(x, compose(A, B, C)), one_by_one, atol=1e-10, rtol=0)


@given(vectors, matrices)
def test_a_matrix_for_columns_is_turned(x: torch.Tensor, M: torch.Tensor) -> None:
    torch.testing.assert_close(apply_map(x, from_columns(M)), M @ x, atol=1e-12, rtol=0)


@given(vectors, numbers, st.floats(0.1, 3))
def test_an_inverse_undoes(x: torch.Tensor, amount: float, factor: float) -> None:
    M = compose(squeeze(factor, 0, dtype=torch.float64), shear(amount, 0, 1, dtype=torch.float64))
    torch.testing.assert_close(apply_map(apply_map(x, M), invert(M)), x, atol=1e-9, rtol=0)


def test_squeeze_and_shear_by_hand(device: str) -> None:
    x = torch.tensor([2.0, 3.0], device=device)
    assert apply_map(x, squeeze(0.5, 0, device=device)).tolist() == [1.0, 3.0]
    assert apply_map(x, shear(2.0, 0, 1, device=device)).tolist() == [2.0, 7.0]
    assert shear(2.0, 2, 0, size=3).tolist() == [[1, 0, 0], [0, 1, 0], [2, 0, 1]]


def test_maps_may_change_the_width() -> None:
    whole = compose(torch.ones(2, 3), torch.ones(3, 4))
    assert whole.shape == (2, 4)
    assert torch.equal(apply_map(torch.ones(5, 2), whole), torch.full((5, 4), 6.0))


def test_gradients_pass(randn) -> None:
    assert torch.autograd.gradcheck(invert, [randn(2, 2).requires_grad_()])
