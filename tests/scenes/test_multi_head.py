"""The figure of two heads draws what it computes."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from manim import VGroup

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
    for side, kind in enumerate(figure.kinds):
        columns = [figure.concat.column(2 * side + part) for part in range(2)]
        low, high = min(c.get_left()[0] for c in columns), max(c.get_right()[0] for c in columns)
        assert kind.get_x() == pytest.approx((low + high) / 2, abs=0.02)
        assert figure.bands[side].get_x() == pytest.approx((low + high) / 2, abs=0.02)


def covers(band, numbers) -> bool:
    """Return whether numbers stand on a band."""
    across = band.get_left()[0] < numbers.get_left()[0] and numbers.get_right()[0] < band.get_right()[0]
    return across and band.get_bottom()[1] < numbers.get_bottom()[1] and numbers.get_top()[1] < band.get_top()[1]


def test_each_head_has_one_ground_for_its_columns_its_rows_and_its_products() -> None:
    figure = default_run(NAME).figure
    for side in range(2):
        own = (2 * side, 2 * side + 1)
        for index in range(4):
            assert covers(figure.bands[side], figure.concat.column(index)) == (index in own)
            assert covers(figure.row_bands[side], figure.weights.row(index)) == (index in own)
            for work, bands in zip(figure.works, figure.work_bands, strict=True):
                pair = VGroup(*work.spelled.factors[index])
                assert covers(bands[side], pair) == (index in own)
        grounds = [figure.bands[side], figure.row_bands[side], *(bands[side] for bands in figure.work_bands)]
        assert len({band.get_fill_opacity() for band in grounds}) == 1
    assert figure.bands[0].get_fill_opacity() > 2 * figure.bands[1].get_fill_opacity()


def test_letters_come_last_and_are_explained() -> None:
    run_ = default_run(NAME)
    *before, last = [{text.says for text in snapshot.texts} for snapshot in run_.snapshots]
    letters = {label.letters.source for label in run_.figure.shapes}
    assert letters <= last
    assert not any(letters & said for said in before)
    assert {"words", "numbers from each head", "numbers of each vector"} <= last
    assert all({"semantic", "grammatical"} <= said for said in [*before, last])


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
