"""What the figure of two heads draws is what it computes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from scenes import load_figure
from scenes.errors import UserError
from scenes.worlds import load_world
from tests.scenes.harness import default_run, run

NAME = "attention-multi-head-projection"


def shown(matrix) -> torch.Tensor:
    """The numbers of a drawn matrix."""
    return torch.tensor([[number.value for number in row] for row in matrix.numbers])


def test_numbers_are_those_of_two_heads() -> None:
    figure = default_run(NAME).figure
    world, numbers = figure.world, figure.numbers
    x = torch.tensor([world.vectors[word] for word in numbers.words])
    outputs = []
    for head in range(2):
        W_Q, W_K, W_V = (torch.tensor(world.matrices[f"{name}_{head}"]) for name in ("W_Q", "W_K", "W_V"))
        outputs.append(torch.softmax(x @ W_Q @ (x @ W_K).T, dim=-1) @ x @ W_V)
    assert torch.allclose(numbers.first, outputs[0], atol=1e-5)
    assert torch.allclose(numbers.second, outputs[1], atol=1e-5)
    O = torch.cat(outputs, dim=-1)  # noqa: E741
    assert torch.allclose(numbers.concat, O, atol=1e-5)
    assert torch.allclose(numbers.output, O @ torch.tensor(world.matrices["W_O"]), atol=1e-5)


def test_matrices_show_the_tensors() -> None:
    figure = default_run(NAME).figure
    numbers = figure.numbers
    drawn = (figure.concat, figure.weights, figure.output, *figure.heads)
    for matrix, values in zip(
        drawn, (numbers.concat, numbers.W_O, numbers.output, numbers.first, numbers.second), strict=True
    ):
        assert torch.allclose(shown(matrix), values)
    assert [title.text for title in figure.titles] == list(numbers.words)


def test_rows_stand_beside_their_words() -> None:
    figure = default_run(NAME).figure
    for matrix in (figure.concat, figure.output):
        for title, row in zip(figure.titles, matrix.numbers, strict=True):
            assert [number.baseline for number in row] == pytest.approx([title.baseline] * len(row), abs=1e-3)


def test_shapes_are_the_tensors_shapes() -> None:
    figure = default_run(NAME).figure
    numbers = figure.numbers
    labels = [*figure.shapes, *figure.head_shapes]
    values = (numbers.concat, numbers.W_O, numbers.output, numbers.first, numbers.second)
    for label, tensor in zip(labels, values, strict=True):
        assert (label.rows.text, label.columns.text) == tuple(str(size) for size in tensor.shape)
    assert figure.shapes[0].columns.text == figure.shapes[1].rows.text


def test_arithmetic_comes_to_the_entry() -> None:
    figure = default_run(NAME).figure
    position = figure.numbers.position
    for column, work in enumerate(figure.works):
        left, right = (torch.tensor([pair[side].number.value for pair in work.spelled.factors]) for side in (0, 1))
        assert torch.allclose(left, figure.numbers.concat[position])
        assert torch.allclose(right, figure.numbers.W_O[:, column])
        assert float(left @ right) == pytest.approx(work.result.value, abs=1e-5)


def test_the_heads_end_where_they_are_in_the_whole() -> None:
    figure = default_run(NAME).figure
    for side, top in enumerate(figure.tops):
        columns = [figure.concat.column(2 * side + part) for part in range(2)]
        low, high = min(c.get_left()[0] for c in columns), max(c.get_right()[0] for c in columns)
        assert top.get_x() == pytest.approx((low + high) / 2, abs=0.02)


def test_other_numbers_change_the_shapes() -> None:
    world = load_world("tests/scenes/worlds/crane.toml")
    figure = run(NAME, {"phrase": "heron and stork and crane", "word": "crane"}, world).figure
    assert [(label.rows.text, label.columns.text) for label in figure.shapes] == [("5", "4"), ("4", "4"), ("5", "4")]
    assert len(figure.works) == 4
    assert "5 by 4" in figure.beats[-1].caption


def test_a_changed_weight_changes_the_result() -> None:
    world = load_world("colours", {"matrices": {"W_O": np.eye(4, 3).tolist()}})
    figure = run(NAME, None, world).figure
    assert torch.allclose(figure.numbers.output, figure.numbers.concat[:, :3])


@pytest.mark.parametrize(
    ("matrices", "message"),
    [
        ({"W_O": [[1.0, 0.0, 0.0]]}, "[matrices].W_O must be 4×3 in this figure; got 1×3"),
        ({"W_V_1": [[1.0, 0.0, 0.0]] * 3}, "[matrices].W_V_1 must be 3×2 in this figure; got 3×3"),
    ],
)
def test_matrices_that_do_not_fit(matrices: dict, message: str) -> None:
    cls = load_figure(NAME)
    with pytest.raises(UserError) as caught:
        cls.compute(cls.Parameters(), load_world("colours", {"matrices": matrices}))
    assert str(caught.value) == message
