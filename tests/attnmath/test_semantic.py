import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnmath import SemanticAxes, attend, semantic_axes, separation


def axes_of(randn, d: int = 7) -> tuple[SemanticAxes, list[torch.Tensor]]:
    groups = [randn(3, d), randn(5, d)]
    return semantic_axes(groups, randn(d)), groups


def test_each_group_lies_at_one_on_its_own_axis_alone(randn) -> None:
    axes, groups = axes_of(randn)
    means = torch.stack([axes.places(group).mean(0) for group in groups])
    torch.testing.assert_close(means, torch.eye(2).to(means), atol=1e-12, rtol=0)
    torch.testing.assert_close(axes.places(axes.origin), torch.zeros(2).to(means), atol=1e-12, rtol=0)


def test_projecting_what_was_mixed_is_mixing_what_was_projected(randn) -> None:
    axes, _ = axes_of(randn)
    x = randn(6, 7)
    weights = attend(x, scaled=True).weights
    torch.testing.assert_close(axes.places(weights @ x), weights @ axes.places(x), atol=1e-12, rtol=0)


def test_places_are_those_of_least_squares(randn) -> None:
    axes, groups = axes_of(randn)
    x = randn(4, 7)
    directions = torch.stack([group.mean(0) - axes.origin for group in groups])
    solved = torch.linalg.lstsq(directions.mT, (x - axes.origin).mT).solution.mT
    torch.testing.assert_close(axes.places(x), solved, atol=1e-10, rtol=0)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=8), st.lists(st.integers(-3, 3), min_size=1, max_size=8))
def test_separation_counts_pairs(inside: list[int], outside: list[int]) -> None:
    pairs = [(a, b) for a in inside for b in outside]
    expected = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs) / len(pairs)
    measured = separation(torch.tensor(inside, dtype=torch.float64), torch.tensor(outside, dtype=torch.float64))
    assert measured.item() == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    "groups, message",
    [
        ([], "axes need at least one group of seeds; got none"),
        ([torch.ones(0, 2)], "group 0 must have the shape (m, 2) with m > 0; got (0, 2)"),
        ([torch.ones(1, 3)], "group 0 must have the shape (m, 2) with m > 0; got (1, 3)"),
        ([torch.tensor([[1.0, float("nan")]])], "group 0 must be finite; got nan at (0, 1)"),
        (
            [torch.tensor([[1.0, 2.0]]), torch.tensor([[2.0, 4.0]])],
            "the groups' means must point in independent directions from the origin; theirs do not",
        ),
    ],
)
def test_what_makes_no_axes_is_refused(groups: list[torch.Tensor], message: str, own_errors: None) -> None:
    with pytest.raises(ValueError) as caught:
        semantic_axes(groups, torch.zeros(2))
    assert str(caught.value) == message


def test_wrong_arguments_are_named(randn, own_errors: None) -> None:
    axes, _ = axes_of(randn)
    with pytest.raises(ValueError) as caught:
        axes.places(randn(3, 5))
    assert str(caught.value) == "vectors (..., d) and axes of d = 7 must share d; got (3, 5)"
    with pytest.raises(ValueError) as caught:
        separation(torch.zeros(0), torch.zeros(1))
    assert str(caught.value) == "inside must be a list of at least one number; got (0,)"
